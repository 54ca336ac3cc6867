// kernels.hpp: the three inner loops of the contraction, compiled once per instruction set.
#ifndef NONET_COUNTING_KERNELS_HPP
#define NONET_COUNTING_KERNELS_HPP

#include <stddef.h>
#include <stdint.h>

namespace nonet::counting {

constexpr int kBlock = 256;  // terms of one block of dot products: 256 * 1728^2 < 2^31
constexpr int kStep = 16;    // blocks, and rows of tables, are padded to this
// From a column of a block to the next one: columns a power of two apart would share few sets of the cache.
constexpr int kStride = kBlock + 32;

// Up to 2 x 4 dot products that share their rows: G(b[i], c[j]) goes to sums[out[i][j]].
struct Tile {
  uint16_t b[2], c[4];
  uint32_t out[2][4];
};

struct Kernels {
  // sum[0, width) = sum of rows[list[i] * width], i < n. Width is a multiple of kStep.
  void (*add_rows)(const uint16_t *rows, size_t width, const uint16_t *list, size_t n, uint16_t *sum);
  // out[column * kStride + k] = rows[k][column] for k < n and all columns; zeros up to the next multiple of kStep.
  void (*transpose)(const uint16_t *const *rows, int n, size_t width, uint16_t *out);
  // sums[out] += weight * dot product of `length` terms. `pairs`: of the first `both` tiles; the others have one b.
  void (*dot_tiles)(const Tile *tiles, size_t both, size_t n, const uint16_t *x, const uint16_t *y, int length,
                    int64_t weight, int64_t *sums);
};

extern const Kernels kBaselineKernels;
extern const Kernels kAvx2Kernels;

}  // namespace nonet::counting

#endif
