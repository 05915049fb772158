// Cairo: see the module that owns this wall.
#ifndef POSSESSIONS_CCAIRO_SHIM_H
#define POSSESSIONS_CCAIRO_SHIM_H
#include <cairo.h>
#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#endif
