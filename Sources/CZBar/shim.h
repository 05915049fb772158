// ZBar: see the module that owns this wall.
#ifndef POSSESSIONS_CZBAR_SHIM_H
#define POSSESSIONS_CZBAR_SHIM_H
#include <zbar.h>
#endif
