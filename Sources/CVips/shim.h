// libvips. Its operations are variadic, which Swift cannot call, so each one used has a shim of fixed options here.
// Adaptation only, never policy. Each function returns what libvips returns: 0, or -1 with text in the error buffer.
// Options that changed their name between versions are chosen at compile time (VIPS_AT_LEAST).
#ifndef POSSESSIONS_CVIPS_SHIM_H
#define POSSESSIONS_CVIPS_SHIM_H
#include <stdlib.h>
#include <vips/vips.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define CVIPS_AT_LEAST(major, minor) \
  (VIPS_MAJOR_VERSION > (major) || (VIPS_MAJOR_VERSION == (major) && VIPS_MINOR_VERSION >= (minor)))

#if !CVIPS_AT_LEAST(8, 14)
#error "libvips 8.14 or newer is needed"
#endif

// "No metadata in the output": `strip` until 8.14, `keep` from 8.15.
#if CVIPS_AT_LEAST(8, 15)
#define CVIPS_STRIP "keep", VIPS_FOREIGN_KEEP_NONE
#else
#define CVIPS_STRIP "strip", TRUE
#endif

// G_OBJECT is a macro with a checked cast.
static inline void cvips_unref(void *object) { g_object_unref(object); }

// Exported by libvips, but 8.14 installs no header for them.
extern void vips_vector_set_enabled(gboolean enabled);
extern gboolean vips_vector_isenabled(void);

// MARK: Loading. Page 0 (or the primary item), from a source, so that a name is never parsed for options.

// `unlimited` lifts the limit of 100 decoder warnings, which the decoder counts as damage.
static inline int cvips_jpegload(VipsSource *source, VipsImage **out, int shrink, VipsFailOn fail_on,
                                 VipsAccess access, gboolean unlimited) {
  return vips_jpegload_source(source, out, "shrink", shrink, "fail_on", fail_on, "access", access,
                              "unlimited", unlimited, NULL);
}
static inline int cvips_pngload(VipsSource *source, VipsImage **out, VipsFailOn fail_on, VipsAccess access) {
  return vips_pngload_source(source, out, "fail_on", fail_on, "access", access, NULL);
}
static inline int cvips_webpload(VipsSource *source, VipsImage **out, double scale, VipsFailOn fail_on,
                                 VipsAccess access) {
  return vips_webpload_source(source, out, "scale", scale, "fail_on", fail_on, "access", access, NULL);
}
static inline int cvips_gifload(VipsSource *source, VipsImage **out, VipsFailOn fail_on, VipsAccess access) {
  return vips_gifload_source(source, out, "fail_on", fail_on, "access", access, NULL);
}
static inline int cvips_tiffload(VipsSource *source, VipsImage **out, VipsFailOn fail_on, VipsAccess access) {
  return vips_tiffload_source(source, out, "page", 0, "n", 1, "fail_on", fail_on, "access", access, NULL);
}
// `page` is left out: libvips then takes the primary item.
static inline int cvips_heifload(VipsSource *source, VipsImage **out, VipsFailOn fail_on, VipsAccess access) {
  return vips_heifload_source(source, out, "fail_on", fail_on, "access", access, NULL);
}

// MARK: Geometry

static inline int cvips_resize(VipsImage *in, VipsImage **out, double hscale, double vscale,
                               VipsKernel kernel) {
  return vips_resize(in, out, hscale, "vscale", vscale, "kernel", kernel, NULL);
}
static inline int cvips_shrink(VipsImage *in, VipsImage **out, int horizontal, int vertical) {
  return vips_shrink(in, out, horizontal, vertical, NULL);
}
// VIPS_REGION_ADDR is a macro with a cast. The first pixel of a row that was prepared; NULL for any other.
static inline const unsigned char *cvips_region_row(VipsRegion *region, int row) {
  if (row < region->valid.top || row >= region->valid.top + region->valid.height) return NULL;
  return VIPS_REGION_ADDR(region, region->valid.left, row);
}
static inline int cvips_extract_area(VipsImage *in, VipsImage **out, int left, int top, int width,
                                     int height) {
  return vips_extract_area(in, out, left, top, width, height, NULL);
}
static inline int cvips_smartcrop(VipsImage *in, VipsImage **out, int width, int height,
                                  VipsInteresting interesting) {
  return vips_smartcrop(in, out, width, height, "interesting", interesting, NULL);
}
static inline int cvips_embed(VipsImage *in, VipsImage **out, int x, int y, int width, int height,
                              const double *background, int n) {
  VipsArrayDouble *array = vips_array_double_new(background, n);
  int result = vips_embed(in, out, x, y, width, height, "extend", VIPS_EXTEND_BACKGROUND, "background", array,
                          NULL);
  vips_area_unref(VIPS_AREA(array));
  return result;
}
static inline int cvips_rot(VipsImage *in, VipsImage **out, VipsAngle angle) {
  return vips_rot(in, out, angle, NULL);
}
static inline int cvips_flip(VipsImage *in, VipsImage **out, VipsDirection direction) {
  return vips_flip(in, out, direction, NULL);
}
// Clockwise, the canvas grows to hold everything.
static inline int cvips_rotate(VipsImage *in, VipsImage **out, double degrees, const char *interpolate,
                               const double *background, int n) {
  VipsInterpolate *interpolation = vips_interpolate_new(interpolate);
  if (!interpolation) return -1;
  VipsArrayDouble *array = vips_array_double_new(background, n);
  int result = vips_rotate(in, out, degrees, "interpolate", interpolation, "background", array, NULL);
  vips_area_unref(VIPS_AREA(array));
  g_object_unref(interpolation);
  return result;
}
static inline int cvips_insert(VipsImage *main, VipsImage *sub, VipsImage **out, int x, int y) {
  return vips_insert(main, sub, out, x, y, NULL);
}

// MARK: Colour and alpha

// From the embedded profile to `output`, 8 bits out.
static inline int cvips_icc_transform(VipsImage *in, VipsImage **out, const char *output, VipsIntent intent,
                                      gboolean black_point) {
  return vips_icc_transform(in, out, output, "embedded", TRUE, "intent", intent, "black_point_compensation",
                            black_point, "depth", 8, NULL);
}
// From the profile named `input` (a built-in one: `srgb`, `p3`, `cmyk`) to `output`, 8 bits out.
static inline int cvips_icc_transform_from(VipsImage *in, VipsImage **out, const char *input,
                                           const char *output, VipsIntent intent, gboolean black_point) {
  return vips_icc_transform(in, out, output, "embedded", FALSE, "input_profile", input, "intent", intent,
                            "black_point_compensation", black_point, "depth", 8, NULL);
}
static inline int cvips_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
  return vips_colourspace(in, out, space, NULL);
}
static inline int cvips_cast(VipsImage *in, VipsImage **out, VipsBandFormat format, gboolean shift) {
  return vips_cast(in, out, format, "shift", shift, NULL);
}
static inline int cvips_premultiply(VipsImage *in, VipsImage **out, double max_alpha) {
  return vips_premultiply(in, out, "max_alpha", max_alpha, NULL);
}
static inline int cvips_unpremultiply(VipsImage *in, VipsImage **out, double max_alpha) {
  return vips_unpremultiply(in, out, "max_alpha", max_alpha, NULL);
}
static inline int cvips_flatten(VipsImage *in, VipsImage **out, const double *background, int n,
                                double max_alpha) {
  VipsArrayDouble *array = vips_array_double_new(background, n);
  int result = vips_flatten(in, out, "background", array, "max_alpha", max_alpha, NULL);
  vips_area_unref(VIPS_AREA(array));
  return result;
}
static inline int cvips_extract_band(VipsImage *in, VipsImage **out, int band, int n) {
  return vips_extract_band(in, out, band, "n", n, NULL);
}
static inline int cvips_bandjoin2(VipsImage *left, VipsImage *right, VipsImage **out) {
  return vips_bandjoin2(left, right, out, NULL);
}
static inline int cvips_recomb(VipsImage *in, VipsImage **out, VipsImage *matrix) {
  return vips_recomb(in, out, matrix, NULL);
}

// MARK: Pixels

static inline int cvips_copy(VipsImage *in, VipsImage **out) { return vips_copy(in, out, NULL); }
static inline int cvips_copy_as(VipsImage *in, VipsImage **out, VipsInterpretation interpretation,
                                double pixels_per_millimetre) {
  return vips_copy(in, out, "interpretation", interpretation, "xres", pixels_per_millimetre, "yres",
                   pixels_per_millimetre, NULL);
}
// One factor and one offset for each band, cast back to 8 bits where `uchar`.
static inline int cvips_linear(VipsImage *in, VipsImage **out, const double *factors, const double *offsets,
                               int n, gboolean uchar) {
  return vips_linear(in, out, factors, offsets, n, "uchar", uchar, NULL);
}
static inline int cvips_maplut(VipsImage *in, VipsImage **out, VipsImage *lut) {
  return vips_maplut(in, out, lut, NULL);
}
static inline int cvips_gaussblur(VipsImage *in, VipsImage **out, double sigma) {
  return vips_gaussblur(in, out, sigma, "precision", VIPS_PRECISION_INTEGER, NULL);
}
static inline int cvips_sharpen(VipsImage *in, VipsImage **out, double sigma, double flat, double jagged) {
  return vips_sharpen(in, out, "sigma", sigma, "m1", flat, "m2", jagged, NULL);
}
static inline int cvips_hist_find(VipsImage *in, VipsImage **out) { return vips_hist_find(in, out, NULL); }
static inline int cvips_black(VipsImage **out, int width, int height, int bands) {
  return vips_black(out, width, height, "bands", bands, NULL);
}
static inline int cvips_avg(VipsImage *in, double *out) { return vips_avg(in, out, NULL); }

// MARK: Edits. Float precision throughout: the integer paths differ between versions and processors.

// `edge` is where the Gaussian is cut off, as a share of its peak.
static inline int cvips_gaussblur_float(VipsImage *in, VipsImage **out, double sigma, double edge) {
  return vips_gaussblur(in, out, sigma, "min_ampl", edge, "precision", VIPS_PRECISION_FLOAT, NULL);
}
// Output pixel (X, Y) shows input pixel (x, y) where X = a x + b y + dx, Y = c x + d y + dy.
static inline int cvips_affine(VipsImage *in, VipsImage **out, double a, double b, double c, double d,
                               double dx, double dy, int width, int height, const char *interpolate,
                               VipsExtend extend) {
  VipsInterpolate *interpolation = vips_interpolate_new(interpolate);
  if (!interpolation) return -1;
  int area[4] = {0, 0, width, height};
  VipsArrayInt *oarea = vips_array_int_new(area, 4);
  int result = vips_affine(in, out, a, b, c, d, "interpolate", interpolation, "oarea", oarea, "odx", dx, "ody",
                           dy, "extend", extend, "premultiplied", TRUE, NULL);
  vips_area_unref(VIPS_AREA(oarea));
  g_object_unref(interpolation);
  return result;
}
// One constant band behind the others.
static inline int cvips_bandjoin_const(VipsImage *in, VipsImage **out, double value) {
  return vips_bandjoin_const1(in, out, value, NULL);
}
static inline int cvips_add(VipsImage *left, VipsImage *right, VipsImage **out) {
  return vips_add(left, right, out, NULL);
}
static inline int cvips_subtract(VipsImage *left, VipsImage *right, VipsImage **out) {
  return vips_subtract(left, right, out, NULL);
}
static inline int cvips_multiply(VipsImage *left, VipsImage *right, VipsImage **out) {
  return vips_multiply(left, right, out, NULL);
}
// 0 where the divisor is 0.
static inline int cvips_divide(VipsImage *left, VipsImage *right, VipsImage **out) {
  return vips_divide(left, right, out, NULL);
}

// MARK: Saving, always without metadata

static inline int cvips_jpegsave(VipsImage *in, void **bytes, size_t *count, int quality) {
  return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "optimize_coding", TRUE, "interlace", FALSE,
                              CVIPS_STRIP, NULL);
}
static inline int cvips_pngsave(VipsImage *in, void **bytes, size_t *count, int compression) {
  return vips_pngsave_buffer(in, bytes, count, "compression", compression, "interlace", FALSE, CVIPS_STRIP,
                             NULL);
}
static inline int cvips_webpsave(VipsImage *in, void **bytes, size_t *count, int quality, gboolean lossless) {
  return vips_webpsave_buffer(in, bytes, count, "Q", quality, "lossless", lossless, CVIPS_STRIP, NULL);
}

// MARK: Metadata

// vips_image_get_blob gives untyped memory through a const pointer to pointer.
static inline const void *cvips_blob(VipsImage *image, const char *name, size_t *count) {
  const void *data = NULL;
  if (!vips_image_get_typeof(image, name) || vips_image_get_blob(image, name, &data, count)) return NULL;
  return data;
}
// 0 where there is no such field or it is no integer.
static inline int cvips_int_field(VipsImage *image, const char *name, int otherwise) {
  int value = otherwise;
  if (vips_image_get_typeof(image, name) != G_TYPE_INT || vips_image_get_int(image, name, &value))
    return otherwise;
  return value;
}

// glibc's mallopt is absent elsewhere. Few arenas, so that memory which threads freed comes back; and
// no fresh mapping for each picture, whose pages the kernel would clear each time.
static inline void cvips_tune_allocator(int arenas, int mapping_bytes, int kept_bytes) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, arenas);
  mallopt(M_MMAP_THRESHOLD, mapping_bytes);
  mallopt(M_TRIM_THRESHOLD, kept_bytes);
#endif
}
#endif
