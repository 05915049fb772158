// libgexiv2: EXIF, IPTC, XMP and embedded previews.
#ifndef POSSESSIONS_CGEXIV2_SHIM_H
#define POSSESSIONS_CGEXIV2_SHIM_H
#include <gexiv2/gexiv2.h>
#endif
