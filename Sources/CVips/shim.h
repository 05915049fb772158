// libvips. Its operations are variadic, so each one used has a shim of fixed options here.
#ifndef POSSESSIONS_CVIPS_SHIM_H
#define POSSESSIONS_CVIPS_SHIM_H
#include <vips/vips.h>
#endif
