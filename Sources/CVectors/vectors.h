// Weighted sums of 16-bit whole numbers, eight side by side. Swift's SIMD types have no word for the instruction that
// multiplies pairs and adds them (pmaddwd), which every x86-64 has and which does the work of six others. Whole numbers
// only, so the sums are the same on every processor. No allocation; nothing is read or written beyond what is said.
#ifndef POSSESSIONS_CVECTORS_H
#define POSSESSIONS_CVECTORS_H
#include <stddef.h>
#include <stdint.h>

typedef int16_t cvectors_8x16 __attribute__((vector_size(16)));
typedef int32_t cvectors_4x32 __attribute__((vector_size(16)));
typedef uint8_t cvectors_8x8 __attribute__((vector_size(8)));
typedef uint8_t cvectors_16x8 __attribute__((vector_size(16)));

// a0 b0 + a1 b1, a2 b2 + a3 b3, …
static inline cvectors_4x32 cvectors_pairs(cvectors_8x16 a, cvectors_8x16 b) {
#ifdef __SSE2__
  return __builtin_ia32_pmaddwd128(a, b);
#else
  typedef int16_t half __attribute__((vector_size(8)));
  half a0 = __builtin_shufflevector(a, a, 0, 2, 4, 6), a1 = __builtin_shufflevector(a, a, 1, 3, 5, 7);
  half b0 = __builtin_shufflevector(b, b, 0, 2, 4, 6), b1 = __builtin_shufflevector(b, b, 1, 3, 5, 7);
  return __builtin_convertvector(a0, cvectors_4x32) * __builtin_convertvector(b0, cvectors_4x32) +
         __builtin_convertvector(a1, cvectors_4x32) * __builtin_convertvector(b1, cvectors_4x32);
#endif
}

// Two times four sums, divided by 2^shift with halves up, as eight 16-bit numbers, clipped to their range.
static inline cvectors_8x16 cvectors_narrowed(cvectors_4x32 low, cvectors_4x32 high, int shift) {
  cvectors_4x32 half = (cvectors_4x32){} + (1 << (shift - 1));
  low = (low + half) >> shift;
  high = (high + half) >> shift;
#ifdef __SSE2__
  return __builtin_ia32_packssdw128(low, high);
#else
  cvectors_4x32 least = (cvectors_4x32){} + INT16_MIN, most = (cvectors_4x32){} + INT16_MAX;
  low = __builtin_elementwise_max(__builtin_elementwise_min(low, most), least);
  high = __builtin_elementwise_max(__builtin_elementwise_min(high, most), least);
  typedef int32_t both __attribute__((vector_size(32)));
  return __builtin_convertvector((both)__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7), cvectors_8x16);
#endif
}

// One output row: rows of bytes weighed and added, byte by byte.
//
// rows: `2 * pairs` rows of `16 * count` bytes. weights: for each pair of rows a b a b a b a b. out: 16-byte aligned.
static inline void cvectors_weigh_rows(const uint8_t *const *rows, const cvectors_8x16 *weights, int pairs, int shift,
                                       int16_t *out, size_t count) {
  const cvectors_16x8 zero = {};
  for (size_t at = 0; at < 16 * count; at += 16) {
    cvectors_4x32 sums[4] = {{}, {}, {}, {}};
    for (int pair = 0; pair < pairs; pair++) {
      cvectors_16x8 a = *(const cvectors_16x8 *)(rows[2 * pair] + at);
      cvectors_16x8 b = *(const cvectors_16x8 *)(rows[2 * pair + 1] + at);
      cvectors_16x8 low = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      cvectors_16x8 high = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      // Bytes become 16-bit numbers with a zero for a high byte.
      sums[0] += cvectors_pairs(
          (cvectors_8x16)__builtin_shufflevector(low, zero, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
          weights[pair]);
      sums[1] += cvectors_pairs(
          (cvectors_8x16)__builtin_shufflevector(low, zero, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
          weights[pair]);
      sums[2] += cvectors_pairs(
          (cvectors_8x16)__builtin_shufflevector(high, zero, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
          weights[pair]);
      sums[3] += cvectors_pairs(
          (cvectors_8x16)__builtin_shufflevector(high, zero, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
          weights[pair]);
    }
    *(cvectors_8x16 *)(out + at) = cvectors_narrowed(sums[0], sums[1], shift);
    *(cvectors_8x16 *)(out + at + 8) = cvectors_narrowed(sums[2], sums[3], shift);
  }
}

// One output pixel of eight rows at once: `2 * pairs` neighbours weighed and added, each of `bands` channels by itself.
// The numbers lie as eight rows side by side: row 0 to 7 of a channel, of the next channel, …, of the next pixel.
//
// out: as many channels, eight bytes each, clipped to 0 to 255.
static inline void cvectors_weigh_pixels(const cvectors_8x16 *first, int bands, const cvectors_8x16 *weights, int pairs,
                                         int shift, cvectors_8x8 *out) {
  for (int band = 0; band < bands; band++) {
    const cvectors_8x16 *at = first + band;
    cvectors_4x32 low = {}, high = {};
    for (int pair = 0; pair < pairs; pair++) {
      cvectors_8x16 a = at[0], b = at[bands];
      at += 2 * bands;
      low += cvectors_pairs(__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11), weights[pair]);
      high += cvectors_pairs(__builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15), weights[pair]);
    }
    cvectors_8x16 sums = cvectors_narrowed(low, high, shift);
    cvectors_8x16 none = {}, full = none + 255;
    sums = __builtin_elementwise_min(__builtin_elementwise_max(sums, none), full);
    out[band] = __builtin_convertvector(sums, cvectors_8x8);
  }
}

// Eight rows of `8 * count` numbers, one after the other, `stride` apart, laid side by side.
static inline void cvectors_lay_beside(const int16_t *rows, size_t stride, cvectors_8x16 *out, size_t count) {
  for (size_t at = 0; at < 8 * count; at += 8) {
    // Three rounds of interleaving the upper with the lower half turn rows into columns.
    cvectors_8x16 r[8], s[8];
    for (int row = 0; row < 8; row++) r[row] = *(const cvectors_8x16 *)(rows + row * stride + at);
    for (int row = 0; row < 4; row++) {
      s[2 * row] = __builtin_shufflevector(r[row], r[row + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      s[2 * row + 1] = __builtin_shufflevector(r[row], r[row + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int row = 0; row < 4; row++) {
      r[2 * row] = __builtin_shufflevector(s[row], s[row + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      r[2 * row + 1] = __builtin_shufflevector(s[row], s[row + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int row = 0; row < 4; row++) {
      out[at + 2 * row] = __builtin_shufflevector(r[row], r[row + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      out[at + 2 * row + 1] = __builtin_shufflevector(r[row], r[row + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
  }
}

// The other way: `count` columns of eight bytes, the first `n` of each to rows that are `count` bytes long.
static inline void cvectors_lay_below(const cvectors_8x8 *columns, uint8_t *rows, size_t count, int n) {
  const uint8_t *bytes = (const uint8_t *)columns;
  for (int row = 0; row < n; row++)
    for (size_t at = 0; at < count; at++) rows[row * count + at] = bytes[8 * at + row];
}
#endif
