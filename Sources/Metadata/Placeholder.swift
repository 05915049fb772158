// Metadata
