// boards.hpp: a source of random choices, boards of all kinds, and an obvious solver as judge. Nothing here uses the inside
// of the core.
#ifndef NONET_FUZZ_BOARDS_HPP
#define NONET_FUZZ_BOARDS_HPP

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

namespace {

constexpr int kCells = 81;
constexpr uint16_t kAllDigits = 0x1FF;
constexpr int kStatuses = 8;

// ---- where the choices come from ------------------------------------------------------------------------------

struct Source {
  uint64_t state;
  const uint8_t *data = nullptr;  // null: the generator alone
  size_t left = 0;

  uint64_t next() {
    if (data) {
      uint64_t value = 0;
      for (int i = 0; i < 4 && left; i++, left--) value = value << 8 | *data++;
      if (left) return value;
    }
    uint64_t z = state += 0x9E3779B97F4A7C15u;  // splitmix64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  uint32_t below(uint32_t n) { return (uint32_t)((next() & 0xFFFFFFFFu) * n >> 32); }
  bool one_in(uint32_t n) { return below(n) == 0; }
  uint8_t byte() { return (uint8_t)below(256); }
  template <class T, size_t n> T pick(const T (&from)[n]) { return from[below(n)]; }
};

uint64_t the_case;  // the seed of the case at work, for the message
const char *the_isa = "";
uint64_t rows_of_status[kStatuses], calls_refused, rows_searched, rows_judged, lines_scanned, calls_stopped;

[[noreturn]] void fail(const char *what, const uint8_t *row = nullptr, const uint16_t *marks = nullptr) {
  fprintf(stderr, "nonet_fuzz: %s (case %llu, %s)\n", what, (unsigned long long)the_case, the_isa);
  for (int i = 0; row && i < kCells; i++) fprintf(stderr, "%02x", row[i]);
  for (int i = 0; marks && i < kCells; i++) fprintf(stderr, "%x ", marks[i]);
  fprintf(stderr, "\n");
  abort();
}

void require(bool holds, const char *what, const uint8_t *row = nullptr, const uint16_t *marks = nullptr) {
  if (!holds) fail(what, row, marks);
}

// A buffer of exactly n elements on the heap, so that the address sanitizer sees one step too far.
template <class T> struct Buffer {
  T *data;
  size_t size;
  explicit Buffer(size_t n) : data((T *)malloc(n ? n * sizeof(T) : 1)), size(n) {
    memset((void *)data, 0xEE, n * sizeof(T));
  }
  ~Buffer() { free(data); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  T &operator[](size_t i) { return data[i]; }
  const T &operator[](size_t i) const { return data[i]; }
};

struct Workspace {
  void *memory;
  size_t bytes;
  Workspace() : bytes(nonet_workspace_bytes()) {
    if (posix_memalign(&memory, 64, bytes)) abort();
    memset(memory, 0xA5, bytes);
  }
};

Workspace &workspace() {
  static Workspace one;
  return one;
}

// ---- boards ---------------------------------------------------------------------------------------------------

struct Board {
  uint16_t mask[kCells];
};

bool is_peer(int a, int b) { return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3); }

// A full grid, shuffled from the simplest one.
void random_grid(Source &source, uint8_t *grid) {
  int lists[2][9], digits[9];
  for (int *list : lists) {
    int outer[3] = {0, 1, 2};
    for (int i = 2; i > 0; i--) {
      int j = (int)source.below((uint32_t)i + 1), t = outer[i];
      outer[i] = outer[j], outer[j] = t;
    }
    for (int b = 0; b < 3; b++) {
      int shift = (int)source.below(3), turn = source.one_in(2) ? 1 : 2;
      for (int i = 0; i < 3; i++) list[b * 3 + i] = outer[b] * 3 + (shift + turn * i) % 3;
    }
  }
  for (int i = 0; i < 9; i++) digits[i] = i + 1;
  for (int i = 8; i > 0; i--) {
    int j = (int)source.below((uint32_t)i + 1), t = digits[i];
    digits[i] = digits[j], digits[j] = t;
  }
  bool turned = source.one_in(2);
  for (int r = 0; r < 9; r++)
    for (int c = 0; c < 9; c++)
      grid[turned ? c * 9 + r : r * 9 + c] = (uint8_t)digits[(lists[0][r] * 3 + lists[0][r] / 3 + lists[1][c]) % 9];
}

// The bytes of a blank cell, as core.h lists them.
constexpr uint8_t kBlankBytes[] = {0, '0', '.', '*', '_', '-'};

void random_row(Source &source, uint8_t *row, uint8_t blank) {
  uint32_t kind = source.below(16);
  if (kind == 0) {  // anything
    for (int i = 0; i < kCells; i++) row[i] = source.byte();
    return;
  }
  uint8_t empty = source.one_in(8) ? blank : source.pick(kBlankBytes);
  uint8_t zero = source.one_in(2) ? '0' : 0;
  if (kind < 4) {  // digits anywhere
    uint32_t share = source.below(kind == 1 ? 82 : 12);
    for (int i = 0; i < kCells; i++)
      row[i] = source.below(kCells) < share ? (uint8_t)(zero + 1 + source.below(9)) : empty;
  } else {  // some cells of a full grid
    uint32_t share = 17 + source.below(kind < 14 ? 20 : 65);
    random_grid(source, row);
    for (int i = 0; i < kCells; i++) row[i] = source.below(kCells) < share ? (uint8_t)(zero + row[i]) : empty;
  }
  if (source.one_in(4))
    for (uint32_t i = source.below(4); i > 0; i--)
      row[source.below(kCells)] = source.one_in(4) ? source.byte() : (uint8_t)(zero + 1 + source.below(9));
}

void random_marks(Source &source, uint16_t *marks) {
  uint32_t share = 1 + source.below(8);
  for (int i = 0; i < kCells; i++) {
    marks[i] = 0;
    for (int d = 0; d < 9; d++) marks[i] |= (uint16_t)((source.below(8) < share) << d);
  }
  if (!source.one_in(4)) {  // make it likely to have solutions
    uint8_t grid[kCells];
    random_grid(source, grid);
    for (int i = 0; i < kCells; i++) marks[i] |= (uint16_t)(1u << (grid[i] - 1));
    if (source.one_in(2))
      for (int i = 0; i < kCells; i++)
        if (source.one_in(4)) marks[i] = (uint16_t)(1u << (grid[i] - 1));
  }
  if (source.one_in(16)) marks[source.below(kCells)] = (uint16_t)source.below(1u << 16);
}

// What the header promises about a byte. Returns false where it is neither a digit nor a blank.
bool mask_of_byte(uint8_t byte, uint8_t blank, uint16_t *mask) {
  if (byte >= 1 && byte <= 9)
    *mask = (uint16_t)(1u << (byte - 1));
  else if (byte >= '1' && byte <= '9')
    *mask = (uint16_t)(1u << (byte - '1'));
  else if (!byte || byte == blank || memchr("0.*_-", byte, 5))
    *mask = kAllDigits;
  else
    return false;
  return true;
}

bool board_of_row(const uint8_t *row, uint8_t blank, Board &board) {
  for (int i = 0; i < kCells; i++)
    if (!mask_of_byte(row[i], blank, &board.mask[i])) return false;
  return true;
}

bool board_of_marks(const uint16_t *marks, Board &board) {
  for (int i = 0; i < kCells; i++)
    if ((board.mask[i] = marks[i]) > kAllDigits) return false;
  return true;
}

bool givens_clash(const Board &board) {
  uint16_t row[9] = {}, column[9] = {}, box[9] = {};
  for (int i = 0; i < kCells; i++) {
    uint16_t m = board.mask[i];
    if (m == kAllDigits) continue;
    uint16_t &r = row[i / 9], &c = column[i % 9], &b = box[i / 27 * 3 + i % 9 / 3];
    if ((r | c | b) & m) return true;
    r |= m, c |= m, b |= m;
  }
  return false;
}

bool solves(const uint8_t *solution, uint8_t zero, const Board &board) {
  uint16_t row[9] = {}, column[9] = {}, box[9] = {};
  for (int i = 0; i < kCells; i++) {
    uint8_t digit = (uint8_t)(solution[i] - zero);
    if (digit < 1 || digit > 9) return false;
    uint16_t m = (uint16_t)(1u << (digit - 1));
    uint16_t &r = row[i / 9], &c = column[i % 9], &b = box[i / 27 * 3 + i % 9 / 3];
    if (((r | c | b) & m) || !(board.mask[i] & m)) return false;
    r |= m, c |= m, b |= m;
  }
  return true;
}

// The slow and obvious solver: the cell with the fewest candidates, digit after digit. Returns false if it gave up.
struct Judge {
  uint64_t limit, found = 0;
  int nodes = 3000;

  bool search(const Board &board) {
    if (--nodes < 0) return false;
    int cell = -1, fewest = 10;
    for (int i = 0; i < kCells; i++) {
      int size = __builtin_popcount(board.mask[i] & kAllDigits);
      if (size == 0) return true;
      if (!(board.mask[i] & 0x8000) && size < fewest) fewest = size, cell = i;
    }
    if (cell < 0) {
      found++;
      return true;
    }
    for (int d = 0; d < 9; d++) {
      uint16_t m = (uint16_t)(1u << d);
      if (!(board.mask[cell] & m)) continue;
      Board child = board;
      for (int i = 0; i < kCells; i++)
        if (is_peer(i, cell)) child.mask[i] &= (uint16_t)~m;
      child.mask[cell] = (uint16_t)(m | 0x8000);  // the high bit: done with
      if (!search(child)) return false;
      if (found >= limit) return true;
    }
    return true;
  }
};

// ---- calls --------------------------------------------------------------------------------------------------------

int at_once(void *) { return 1; }

// Some thousands of rounds for a guess, or for a call without a budget: no caller waits longer than that.
int patience(void *left) { return --*(int64_t *)left < 0; }

nonet_options options_of(uint64_t limit, uint64_t budget, int (*poll)(void *) = nullptr) {
  nonet_options options{};
  options.limit = limit;
  options.budget = budget;
  options.poll = poll;
  return options;
}

nonet_options random_options(Source &source) {
  static const uint64_t kLimits[] = {1, 1, 2, 2, 2, 3, 10, 100, 1000, UINT64_MAX};
  static const uint64_t kBudgets[] = {1, 1, 2, 3, 5, 10};
  nonet_options options = options_of(source.pick(kLimits), 0, patience);
  options.budget = source.one_in(32) ? 100 : source.pick(kBudgets);
  if (options.limit <= 2 && source.one_in(32)) options.budget = 0;
  options.blank = source.one_in(4) ? source.byte() : 0;
  options.any_solution = source.one_in(4);
  return options;
}

// One set of results, as a caller may ask for them.
struct Answer {
  Buffer<uint8_t> solutions;
  Buffer<uint64_t> counts;
  Buffer<uint8_t> status;
  Buffer<uint32_t> guesses;
  nonet_results results;

  // The bits of `left_out` say which of the buffers that may be left out are left out.
  Answer(size_t n, size_t stride, uint8_t zero, uint32_t left_out, size_t cells = kCells)
      : solutions(left_out & 1 || !n ? 0 : (n - 1) * stride + cells), counts(left_out & 2 ? 0 : n), status(n),
        guesses(left_out & 4 ? 0 : n),
        results{
            left_out & 1 ? nullptr : solutions.data, stride, zero, left_out & 2 ? nullptr : counts.data, status.data,
            left_out & 4 ? nullptr : guesses.data,   {}} {}
};

template <class T> bool untouched(const Buffer<T> &buffer) {
  const uint8_t *bytes = (const uint8_t *)buffer.data;
  for (size_t i = 0; i < buffer.size * sizeof(T); i++)
    if (bytes[i] != 0xEE) return false;
  return true;
}

// What is wrong with the status of a row, its count and its guesses, whatever the board; null if nothing is.
const char *wrong_row(const nonet_options &options, const Answer &a, size_t i, bool readable, bool clash) {
  uint8_t status = a.status[i];
  if (status >= NONET_CANCELLED) return "a status that is none of this call";
  if ((status == NONET_BAD_CELL) != !readable) return "bad cell: wrong";
  if ((status == NONET_CONFLICT) != clash) return "conflict: wrong";
  if (status == NONET_OUT_OF_BUDGET && !options.budget) return "out of a budget that was not set";
  if (status == NONET_FOUND && options.limit != 1) return "found: only for limit 1";
  if ((status == NONET_UNIQUE || status == NONET_MULTIPLE) && options.limit == 1) return "limit 1 proves nothing";
  if (a.results.guesses && options.budget && a.guesses[i] > options.budget) return "more guesses than the budget";
  if (!a.results.counts) return nullptr;
  uint64_t count = a.counts[i];
  if (count > options.limit) return "a count above the limit";
  if (status == NONET_MULTIPLE && count < 2) return "multiple: a count below 2";
  if ((status == NONET_UNIQUE || status == NONET_FOUND) && count != 1) return "one solution: another count";
  if (status >= NONET_NO_SOLUTION && status <= NONET_BAD_CELL && count) return "no solution: a count";
  if (status == NONET_OUT_OF_BUDGET && count == options.limit) return "out of budget at the limit";
  return nullptr;
}

// Whether a solution of the row must have been written.
bool has_solution(const Answer &a, size_t i) {
  return a.results.counts ? a.counts[i] > 0 : a.status[i] < NONET_NO_SOLUTION;
}

size_t random_size(Source &source) {
  static const size_t kSizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100};
  return source.pick(kSizes);
}

}  // namespace

#endif
