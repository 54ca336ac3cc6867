// transforms.hpp: checks transforms of 28 bytes and applies them to boards: cell by cell, or nine cells at once where the
// processor can shuffle bytes.
#ifndef NONET_TRANSFORMS_HPP
#define NONET_TRANSFORMS_HPP

#include <string.h>

#include "core.h"
#include "common/cells.hpp"

#if defined(NONET_HAVE_X86)
#include <tmmintrin.h>
#endif

namespace nonet::transforms {

// -- cell by cell --------------------------------------------------------------------------------------------------------

// Whether nine lines are a permutation that keeps bands together.
static inline bool are_lines(const uint8_t *lines) {
  unsigned seen = 0;
  for (int i = 0; i < 9; i++) {
    if (lines[i] > 8 || lines[i] / 3 != lines[i / 3 * 3] / 3) return false;
    seen |= 1u << lines[i];
  }
  return seen == 0777;
}

static inline bool is_transform(const nonet_transform &transform) {
  unsigned seen = 0;
  for (uint8_t digit : transform.digits) seen |= digit <= 9 ? 1u << digit : 0;
  return transform.transposed <= 1 && seen == 0x3FE && are_lines(transform.rows) && are_lines(transform.columns);
}

// Return false at the first byte above 9 or invalid transform.
static inline bool apply(const uint8_t *boards, size_t n, size_t repeat, const nonet_transform *transforms,
                         uint8_t *result) {
  for (size_t i = 0; i < n; i++) {
    const nonet_transform &transform = transforms[i];
    const uint8_t *board = boards + i / repeat * kCells;
    uint8_t *out = result + i * kCells;
    if (!is_transform(transform)) return false;
    uint8_t digits[16] = {}, highest = 0;
    memcpy(digits + 1, transform.digits, 9);
    int row_step = transform.transposed ? 1 : 9, column_step = transform.transposed ? 9 : 1;
    for (int r = 0; r < 9; r++) {
      const uint8_t *row = board + transform.rows[r] * row_step;
      for (int c = 0; c < 9; c++) {
        uint8_t digit = row[transform.columns[c] * column_step];
        highest = digit > highest ? digit : highest;
        out[r * 9 + c] = digits[digit & 15];
      }
    }
    if (highest > 9) return false;
  }
  return true;
}

// -- nine cells at once --------------------------------------------------------------------------------------------------

#if defined(NONET_HAVE_X86)

static_assert(sizeof(nonet_transform) == 28);

#define NONET_SHUFFLES static inline __attribute__((target("ssse3")))

// A vector has nine bytes that matter; the other seven may be anything.
NONET_SHUFFLES __m128i load(const uint8_t *from) { return _mm_loadu_si128((const __m128i *)from); }
NONET_SHUFFLES bool all_of_nine(__m128i are) { return (_mm_movemask_epi8(are) & 0x1FF) == 0x1FF; }

// Whether all nine differ: none equals the one 1, 2, 3 or 4 places on, cyclically.
NONET_SHUFFLES __m128i repeats(__m128i nine) {
  const __m128i on = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 9, 9, 9, 9, 9, 9);
  __m128i found = _mm_setzero_si128(), moved = nine;
  for (int i = 0; i < 4; i++) {
    moved = _mm_shuffle_epi8(moved, on);
    found = _mm_or_si128(found, _mm_cmpeq_epi8(nine, moved));
  }
  return found;
}

// Which of nine lines are valid: at most 8, and in the same band as the first of its three.
NONET_SHUFFLES __m128i fit(__m128i lines) {
  const __m128i band = _mm_setr_epi8(0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0);
  const __m128i first = _mm_setr_epi8(0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 9, 9, 9, 9, 9, 9);
  __m128i bands = _mm_shuffle_epi8(band, lines);
  __m128i small = _mm_cmpeq_epi8(_mm_max_epu8(lines, _mm_set1_epi8(8)), _mm_set1_epi8(8));
  return _mm_and_si128(small, _mm_cmpeq_epi8(bands, _mm_shuffle_epi8(bands, first)));
}

NONET_SHUFFLES bool is_transform(uint8_t transposed, __m128i rows, __m128i columns, __m128i digits) {
  // Less 1, 0 is 255.
  __m128i less = _mm_add_epi8(digits, _mm_set1_epi8(-1));
  __m128i in_range = _mm_cmpeq_epi8(_mm_max_epu8(less, _mm_set1_epi8(8)), _mm_set1_epi8(8));
  in_range = _mm_and_si128(in_range, _mm_and_si128(fit(rows), fit(columns)));
  __m128i twice = _mm_or_si128(_mm_or_si128(repeats(rows), repeats(columns)), repeats(digits));
  return transposed <= 1 && all_of_nine(_mm_andnot_si128(twice, in_range));
}

// The same as `apply`.
NONET_SHUFFLES bool apply_with_shuffles(const uint8_t *boards, size_t n, size_t repeat,
                                        const nonet_transform *transforms, uint8_t *result) {
  // The current board and its transpose, with room for a vector that begins in the last row.
  alignas(16) uint8_t source[2][96] = {};
  bool turned = false;
  for (size_t i = 0; i < n; i++) {
    if (i % repeat == 0) {
      memcpy(source[0], boards + i / repeat * kCells, kCells);
      turned = false;
      __m128i highest = _mm_set1_epi8(9);
      for (int c = 0; c < 96; c += 16) highest = _mm_max_epu8(highest, load(source[0] + c));
      if (_mm_movemask_epi8(_mm_cmpeq_epi8(highest, _mm_set1_epi8(9))) != 0xFFFF) return false;
    }
    // Of the 28 bytes the rows begin at 1, the columns at 10 and the digits at 19; each load takes 16.
    const uint8_t *bytes = (const uint8_t *)(transforms + i), transposed = bytes[0];
    __m128i rows = load(bytes + 1), columns = load(bytes + 10), digits = _mm_srli_si128(load(bytes + 12), 7);
    if (!is_transform(transposed, rows, columns, digits)) return false;
    if (transposed && !turned) {
      for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) source[1][c * 9 + r] = source[0][r * 9 + c];
      turned = true;
    }
    // A zero before the digits keeps blanks blank.
    __m128i names = _mm_slli_si128(digits, 1);
    const uint8_t *from = source[transposed];
    uint8_t *out = result + i * kCells;
    for (int r = 0; r < 9; r++) {
      __m128i row = load(from + bytes[1 + r] * 9);
      row = _mm_shuffle_epi8(names, _mm_shuffle_epi8(row, columns));
      if (r < 8) {
        _mm_storeu_si128((__m128i *)(out + r * 9), row);  // the seven bytes after it are overwritten by the next rows
      } else {
        _mm_storel_epi64((__m128i *)(out + r * 9), row);
        out[kCells - 1] = (uint8_t)_mm_extract_epi16(row, 4);
      }
    }
  }
  return true;
}

#undef NONET_SHUFFLES
#endif

}  // namespace nonet::transforms

#endif
