// XLSXWriter: see the module that owns this wall.
#ifndef POSSESSIONS_CXLSXWRITER_SHIM_H
#define POSSESSIONS_CXLSXWRITER_SHIM_H
#include <xlsxwriter.h>
#endif
