// Typesetting
