// cells.hpp: the vocabulary of all parts of the core: cells, masks of digits, and how a byte becomes a mask.
#ifndef NONET_CELLS_HPP
#define NONET_CELLS_HPP

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace nonet {

constexpr int kCells = 81;
constexpr uint16_t kAllDigits = 0x1FF;
constexpr uint16_t kBadByte = 0x8000;  // no mask: the byte is neither a digit nor a blank

// Cells are also kept in *box order*: box 0 to 8, inside a box row by row. kOrder.reading[box order] = cell 0-80.
struct Order {
  uint8_t reading[kCells];
  constexpr Order() : reading{} {
    for (int box = 0, i = 0; box < 9; box++)
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++, i++) reading[i] = (uint8_t)((box / 3 * 3 + r) * 9 + box % 3 * 3 + c);
  }
};
inline constexpr Order kOrder;

// The bytes of a blank cell: 0, and characters.
inline constexpr uint8_t kBlanks[] = {0, '0', '.', '*', '_', '-'};

// Byte of a board -> mask of candidates. In the upper half of an entry, givens and bad bytes are flags, so that the sum of 81
// entries counts the givens, and is kBad or more if some byte is neither a digit nor a blank.
struct ByteMasks {
  static constexpr uint32_t kGiven = 1u << 16, kBad = 1u << 24;
  uint32_t entry[256];
  constexpr explicit ByteMasks(uint8_t blank) : entry{} {
    for (int i = 0; i < 256; i++) entry[i] = kBad | kBadByte;
    for (int d = 1; d <= 9; d++) entry[d] = entry['0' + d] = kGiven | 1u << (d - 1);
    for (uint8_t b : kBlanks) entry[b] = kAllDigits;
    if (blank && entry[blank] >= kBad) entry[blank] = kAllDigits;
  }
  constexpr uint16_t of(uint8_t byte) const { return (uint16_t)entry[byte]; }
};

// Whether 81 characters are digits from 1 to 9 or `blank`.
inline bool has_only(const uint8_t *line, uint8_t blank) {
  typedef uint8_t Bytes __attribute__((vector_size(16)));
  Bytes bad{};
  const int starts[] = {0, 16, 32, 48, 64, kCells - 16};
  for (int at : starts) {
    Bytes part;
    memcpy(&part, line + at, sizeof part);
    bad |= (Bytes)((part - '1') > 8) & (Bytes)(part != blank);
  }
  uint64_t half[2];
  memcpy(half, &bad, sizeof half);
  return !(half[0] | half[1]);
}

// Whether 81 characters are digits and at most one kind of the usual blanks. `usual` is the kind of the line before, which
// is tried first.
inline bool is_plain_board(const uint8_t *line, uint8_t &usual) {
  if (has_only(line, usual)) return true;
  int first = 0;
  while (first < kCells && (uint8_t)(line[first] - '1') < 9) first++;
  if (first == kCells || !memchr(kBlanks + 1, line[first], sizeof kBlanks - 1) || !has_only(line, line[first]))
    return false;
  usual = line[first];
  return true;
}

// Read 81 bytes as digits, 0 for a blank; false if one is neither.
inline bool read_digits(const uint8_t *cells, const ByteMasks &masks, uint8_t *digits) {
  unsigned bad = 0;
  for (int c = 0; c < kCells; c++) {
    uint16_t mask = masks.of(cells[c]);
    bad |= mask & kBadByte;
    digits[c] = mask == kAllDigits ? 0 : (uint8_t)(__builtin_ctz(mask) + 1);
  }
  return !bad;
}

// Whether n rows of 81 bytes fit in `bytes`. They start at the offsets, or if these are null, `stride` apart.
inline bool rows_fit(size_t bytes, const uint64_t *offsets, size_t stride, size_t n) {
  if (!n) return true;
  if (bytes < (size_t)kCells) return false;
  if (!offsets) return stride && n - 1 <= (bytes - kCells) / stride;
  for (size_t i = 0; i < n; i++)
    if (offsets[i] > bytes - kCells) return false;
  return true;
}

}  // namespace nonet

#endif
