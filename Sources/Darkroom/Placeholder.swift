// Darkroom
