// Workbook
