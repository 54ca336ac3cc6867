// kernels.cpp: see kernels.hpp. Two 16-bit products are added in one instruction on x86 (pmaddwd); elsewhere the compiler
// finds what there is. All entries are below 2^15.

#include "counting/kernels.hpp"

#include <string.h>

#if defined(NONET_ISA_AVX2)
#include <immintrin.h>
#define NONET_ISA_NAMESPACE avx2
#else
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#define NONET_ISA_NAMESPACE baseline
#endif

#define NONET_INLINE static inline __attribute__((always_inline))

namespace nonet::counting {
namespace NONET_ISA_NAMESPACE {
namespace {

#if defined(NONET_ISA_AVX2)

typedef __m256i Vector;
constexpr int kWidth = 16;
NONET_INLINE Vector load(const uint16_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
NONET_INLINE Vector zero() { return _mm256_setzero_si256(); }
NONET_INLINE void add_products(Vector &sum, Vector x, Vector y) {
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(x, y));
}
NONET_INLINE void totals(const Vector *v, int32_t *out) {
  __m256i pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(v[0], v[1]), _mm256_hadd_epi32(v[2], v[3]));
  _mm_storeu_si128((__m128i *)out, _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1)));
}

#elif defined(__SSE2__)

typedef __m128i Vector;
constexpr int kWidth = 8;
NONET_INLINE Vector load(const uint16_t *p) { return _mm_loadu_si128((const __m128i *)p); }
NONET_INLINE Vector zero() { return _mm_setzero_si128(); }
NONET_INLINE void add_products(Vector &sum, Vector x, Vector y) { sum = _mm_add_epi32(sum, _mm_madd_epi16(x, y)); }
NONET_INLINE void totals(const Vector *v, int32_t *out) {
  __m128i low = _mm_add_epi32(_mm_unpacklo_epi32(v[0], v[1]), _mm_unpackhi_epi32(v[0], v[1]));
  __m128i high = _mm_add_epi32(_mm_unpacklo_epi32(v[2], v[3]), _mm_unpackhi_epi32(v[2], v[3]));
  _mm_storeu_si128((__m128i *)out, _mm_add_epi32(_mm_unpacklo_epi64(low, high), _mm_unpackhi_epi64(low, high)));
}

#else

typedef int16_t Half __attribute__((vector_size(16)));
typedef int32_t Vector __attribute__((vector_size(32)));
constexpr int kWidth = 8;
NONET_INLINE Half load(const uint16_t *p) {
  Half v;
  memcpy(&v, p, sizeof v);
  return v;
}
NONET_INLINE Vector zero() { return Vector{}; }
NONET_INLINE void add_products(Vector &sum, Half x, Half y) {
  sum += __builtin_convertvector(x, Vector) * __builtin_convertvector(y, Vector);
}
NONET_INLINE void totals(const Vector *v, int32_t *out) {
  for (int i = 0; i < 4; i++) {
    out[i] = 0;
    for (int j = 0; j < 8; j++) out[i] += v[i][j];
  }
}

#endif

template <int kRows> NONET_INLINE void dot_tile(const Tile &tile, const uint16_t *x, const uint16_t *y, int length,
                                                int64_t weight, int64_t *sums) {
  Vector sum[kRows][4];
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < 4; j++) sum[i][j] = zero();
  const uint16_t *left[kRows], *right[4];
  for (int i = 0; i < kRows; i++) left[i] = x + (size_t)tile.b[i] * kStride;
  for (int j = 0; j < 4; j++) right[j] = y + (size_t)tile.c[j] * kStride;
  for (int k = 0; k < length; k += kWidth) {
    const auto c0 = load(right[0] + k), c1 = load(right[1] + k), c2 = load(right[2] + k), c3 = load(right[3] + k);
    for (int i = 0; i < kRows; i++) {
      const auto b = load(left[i] + k);
      add_products(sum[i][0], b, c0);
      add_products(sum[i][1], b, c1);
      add_products(sum[i][2], b, c2);
      add_products(sum[i][3], b, c3);
    }
  }
  for (int i = 0; i < kRows; i++) {
    int32_t out[4];
    totals(sum[i], out);
    for (int j = 0; j < 4; j++) sums[tile.out[i][j]] += weight * out[j];
  }
}

void dot_tiles(const Tile *tiles, size_t both, size_t n, const uint16_t *x, const uint16_t *y, int length,
               int64_t weight, int64_t *sums) {
  for (size_t i = 0; i < both; i++) dot_tile<2>(tiles[i], x, y, length, weight, sums);
  for (size_t i = both; i < n; i++) dot_tile<1>(tiles[i], x, y, length, weight, sums);
}

typedef uint16_t Eight __attribute__((vector_size(16)));

NONET_INLINE Eight eight(const uint16_t *p) {
  Eight v;
  memcpy(&v, p, sizeof v);
  return v;
}

// Transpose 8 x 8 in three rounds of interleaving rows i and i + 4.
void transpose(const uint16_t *const *rows, int n, size_t width, uint16_t *out) {
  static const uint16_t zeros[kStep] = {};
  const int padded = (n + kStep - 1) / kStep * kStep;
  for (int k = 0; k < padded; k += 8) {
    const uint16_t *from[8];
    bool ends[8];
    for (int i = 0; i < 8; i++) {
      ends[i] = k + i >= n;
      from[i] = ends[i] ? zeros : rows[k + i];
    }
    for (size_t column = 0; column < width; column += 8) {
      Eight a[8], b[8];
      if (column % 32 == 0)  // rows are too short for the processor to foresee the next ones
        for (int i = k + 8; i < k + 16 && i < n; i++) __builtin_prefetch(rows[i] + column);
      for (int i = 0; i < 8; i++) a[i] = eight(from[i] + (ends[i] ? 0 : column));
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
          b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
          b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
        }
        for (int i = 0; i < 8; i++) a[i] = b[i];
      }
      for (int i = 0; i < 8; i++) memcpy(out + (column + i) * kStride + k, &a[i], sizeof a[i]);
    }
  }
}

void add_rows(const uint16_t *rows, size_t width, const uint16_t *list, size_t n, uint16_t *sum) {
  typedef uint16_t Sixteen __attribute__((vector_size(32), aligned(2), may_alias));
  constexpr size_t kChunk = 64;
  size_t column = 0;
  for (; column + kChunk <= width; column += kChunk) {
    Sixteen s0{}, s1{}, s2{}, s3{};
    for (size_t i = 0; i < n; i++) {
      const Sixteen *row = (const Sixteen *)(rows + list[i] * width + column);
      s0 += row[0], s1 += row[1], s2 += row[2], s3 += row[3];
    }
    Sixteen *to = (Sixteen *)(sum + column);
    to[0] = s0, to[1] = s1, to[2] = s2, to[3] = s3;
  }
  for (; column < width; column += kStep) {
    Sixteen s{};
    for (size_t i = 0; i < n; i++) s += *(const Sixteen *)(rows + list[i] * width + column);
    *(Sixteen *)(sum + column) = s;
  }
}

}  // namespace
}  // namespace NONET_ISA_NAMESPACE

#if defined(NONET_ISA_AVX2)
const Kernels kAvx2Kernels = {avx2::add_rows, avx2::transpose, avx2::dot_tiles};
#else
const Kernels kBaselineKernels = {baseline::add_rows, baseline::transpose, baseline::dot_tiles};
#endif

}  // namespace nonet::counting
