// QREncode: see the module that owns this wall.
#ifndef POSSESSIONS_CQRENCODE_SHIM_H
#define POSSESSIONS_CQRENCODE_SHIM_H
#include <qrencode.h>
#endif
