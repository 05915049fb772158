// Barcodes
