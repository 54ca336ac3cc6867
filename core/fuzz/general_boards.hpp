// general_boards.hpp: houses and boards of any size for fuzz/general.hpp, the checks of their solutions, and tables and
// memory for a call. Nothing here uses the inside of the core but its pace.
#ifndef NONET_FUZZ_GENERAL_BOARDS_HPP
#define NONET_FUZZ_GENERAL_BOARDS_HPP

#include "fuzz/boards.hpp"

// The pace of search.hpp. Most cases have another one, so that small boards come to learning, to restarts, to the
// reduction of clauses and to a full arena, too. `kArenaWords` 0 is the core's own choice.
namespace nonet {
uint32_t kPatience = 50, kRestartUnit = 256, kClauses = 2000, kArenaWords = 0;
bool kUsesLanes = true, kLanesAtOnce = false;
}  // namespace nonet

namespace {

const nonet_options kNoPoll{};

// What the header promises.
constexpr uint32_t kMostSize = 36, kMostBoard = kMostSize * kMostSize;
constexpr uint32_t kMostHouses = 1024, kMostSeats = 16384, kMostSeatsOfCell = 16;

template <class T> void shuffle(Source &source, T *list, uint32_t n) {
  for (uint32_t i = n; i > 1; i--) {
    uint32_t j = source.below(i);
    T t = list[i - 1];
    list[i - 1] = list[j], list[j] = t;
  }
}

// ---- houses ---------------------------------------------------------------------------------------------------

struct Rules {
  uint32_t size, cells, count, seats, box_rows;
  uint8_t lengths[kMostHouses];
  uint16_t list[kMostSeats];  // of all houses, one after the other
  uint32_t seats_of_cell[kMostBoard];
  uint8_t grid[kMostBoard];  // a full board,
  bool solved;               // and whether these houses allow it

  explicit Rules(uint32_t size) : size(size), cells(size * size), count(0), seats(0), box_rows(1), solved(false) {
    memset(seats_of_cell, 0, sizeof seats_of_cell);
  }

  // Add a house, in whatever order its cells are. False where there is no room for it.
  bool add(const uint16_t *house, uint32_t length) {
    if (count == kMostHouses || seats + length > kMostSeats) return false;
    for (uint32_t i = 0; i < length; i++)
      if (seats_of_cell[house[i]] == kMostSeatsOfCell) return false;
    uint16_t *to = list + seats;
    for (uint32_t i = 0; i < length; i++) {
      uint32_t at = i;
      for (; at > 0 && to[at - 1] > house[i]; at--) to[at] = to[at - 1];
      to[at] = house[i];
      seats_of_cell[house[i]]++;
    }
    seats += length;
    lengths[count++] = (uint8_t)length;
    return true;
  }

  template <class F> void for_houses(F f) const {
    for (uint32_t h = 0, at = 0; h < count; at += lengths[h++]) f(list + at, (uint32_t)lengths[h]);
  }

  // Whether the digits (from 1) of a full board differ in every house.
  bool allow(const uint8_t *digits) const {
    bool is_valid = true;
    for_houses([&](const uint16_t *house, uint32_t length) {
      uint64_t met = 0;
      for (uint32_t i = 0; i < length; i++) {
        uint64_t m = (uint64_t)1 << digits[house[i]];
        is_valid &= !(met & m);
        met |= m;
      }
    });
    return is_valid;
  }
};

// A full board with rows, columns and boxes in order, shuffled from the simplest one.
void random_grid(Source &source, Rules &rules) {
  uint32_t n = rules.size, tall = 1 + source.below(n);
  while (n % tall) tall--;
  uint32_t wide = n / tall;
  rules.box_rows = tall;
  uint8_t lines[2][kMostSize], digits[kMostSize];
  for (uint32_t side = 0; side < 2; side++) {
    uint32_t thick = side ? wide : tall, inner[kMostSize], outer[kMostSize];
    for (uint32_t i = 0; i < n / thick; i++) outer[i] = i;
    shuffle(source, outer, n / thick);
    for (uint32_t i = 0; i < n; i += thick) {
      for (uint32_t k = 0; k < thick; k++) inner[k] = k;
      shuffle(source, inner, thick);
      for (uint32_t k = 0; k < thick; k++) lines[side][i + k] = (uint8_t)(outer[i / thick] * thick + inner[k]);
    }
  }
  for (uint32_t d = 0; d < n; d++) digits[d] = (uint8_t)(d + 1);
  shuffle(source, digits, n);
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t c = 0; c < n; c++) {
      uint32_t row = lines[0][r], column = lines[1][c];
      rules.grid[r * n + c] = digits[(row % tall * wide + row / tall + column) % n];
    }
}

// Houses of a number each: region[c] is the house of cell c.
void add_regions(Rules &rules, const uint16_t *region) {
  uint16_t house[kMostBoard];
  for (uint32_t h = 0; h < rules.size; h++) {
    uint32_t length = 0;
    for (uint32_t c = 0; c < rules.cells; c++)
      if (region[c] == h) house[length++] = (uint16_t)c;
    if (length <= rules.size) rules.add(house, length);
  }
}

// Boxes, or regions that come from boxes by swaps which the full board allows, or any cells at all.
void add_boxes(Source &source, Rules &rules) {
  uint32_t n = rules.size, tall = rules.box_rows, wide = n / tall, kind = source.below(8);
  uint16_t region[kMostBoard];
  for (uint32_t c = 0; c < rules.cells; c++) region[c] = (uint16_t)(c / n / tall * tall + c % n / wide);
  if (kind < 3) {
    for (uint32_t swaps = source.below(8 * n); swaps > 0; swaps--) {
      uint32_t a = source.below(rules.cells), b = source.below(rules.cells);
      if (rules.grid[a] != rules.grid[b]) continue;
      uint16_t t = region[a];
      region[a] = region[b], region[b] = t;
    }
  } else if (kind == 3) {
    shuffle(source, region, rules.cells);
  } else if (kind == 4) {  // disjoint groups
    for (uint32_t c = 0; c < rules.cells; c++) region[c] = (uint16_t)(c / n % tall * wide + c % n % wide);
  }
  add_regions(rules, region);
}

// Houses of any length: in order with the full board, or not.
void add_extras(Source &source, Rules &rules) {
  uint32_t n = rules.size;
  uint16_t house[kMostSize], all[kMostBoard];
  if (source.one_in(4)) {
    for (uint32_t down = 0; down < 2; down++) {
      for (uint32_t i = 0; i < n; i++) house[i] = (uint16_t)(down ? i * n + i : i * n + n - 1 - i);
      rules.add(house, n);
    }
  }
  bool any = source.one_in(4);
  for (uint32_t houses = source.below(source.one_in(8) ? 60 : 6); houses > 0; houses--) {
    uint32_t length = source.one_in(3) ? n : source.below(n + 1), used = 0;
    uint64_t met = 0;
    for (uint32_t c = 0; c < rules.cells; c++) all[c] = (uint16_t)c;
    for (uint32_t i = 0; i < rules.cells && used < length; i++) {
      uint32_t j = i + source.below(rules.cells - i);
      uint16_t cell = all[j];
      all[j] = all[i];
      uint64_t m = (uint64_t)1 << rules.grid[cell];
      if (!any && (met & m)) continue;
      met |= m;
      house[used++] = cell;
    }
    rules.add(house, used);
  }
}

void random_houses(Source &source, Rules &rules) {
  uint32_t n = rules.size;
  uint16_t house[kMostSize];
  random_grid(source, rules);
  uint32_t kind = source.below(16);
  bool early = source.one_in(4), extras = source.one_in(3);
  if (extras && early) add_extras(source, rules);
  for (uint32_t side = 0; kind > 0 && side < 2; side++)
    for (uint32_t line = 0; line < n; line++) {
      for (uint32_t i = 0; i < n; i++) house[i] = (uint16_t)(side ? i * n + line : line * n + i);
      if (kind > 2 || !source.one_in(4)) rules.add(house, n);
    }
  if (kind > 4 || source.one_in(2)) add_boxes(source, rules);
  if (extras && !early) add_extras(source, rules);
  rules.solved = rules.allow(rules.grid);
}

// ---- boards ---------------------------------------------------------------------------------------------------

struct GeneralBoard {
  uint64_t mask[kMostBoard];
};

uint64_t all_digits(uint32_t size) { return ((uint64_t)1 << size) - 1; }

uint8_t character_of(uint32_t digit, uint32_t size) {
  return (uint8_t)((size < 10 ? "123456789" : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij")[digit - 1]);
}

// 0 where it is not a digit.
uint32_t digit_of(uint8_t byte, uint32_t size) {
  for (uint32_t d = 1; d <= size; d++)
    if (byte == d || byte == character_of(d, size)) return d;
  return 0;
}

bool board_of_row(const uint8_t *row, const Rules &rules, uint8_t blank, GeneralBoard &board) {
  uint64_t masks[256];
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t digit = digit_of((uint8_t)byte, rules.size);
    bool is_blank = !byte || byte == blank || memchr("0.*_-", (int)byte, 5);
    masks[byte] = digit ? (uint64_t)1 << (digit - 1) : is_blank ? all_digits(rules.size) : 0;
  }
  bool is_valid = true;
  for (uint32_t c = 0; c < rules.cells; c++) is_valid &= (board.mask[c] = masks[row[c]]) != 0;
  return is_valid;
}

bool board_of_marks(const uint64_t *marks, const Rules &rules, GeneralBoard &board) {
  bool is_valid = true;
  for (uint32_t c = 0; c < rules.cells; c++) is_valid &= (board.mask[c] = marks[c]) <= all_digits(rules.size);
  return is_valid;
}

bool is_given(uint64_t mask) { return mask && !(mask & (mask - 1)); }

bool givens_clash(const Rules &rules, const GeneralBoard &board) {
  bool clash = false;
  rules.for_houses([&](const uint16_t *house, uint32_t length) {
    uint64_t met = 0;
    for (uint32_t i = 0; i < length; i++) {
      uint64_t m = board.mask[house[i]];
      if (!is_given(m)) continue;
      clash |= (met & m) != 0;
      met |= m;
    }
  });
  return clash;
}

// Whether digits (from 1) are a solution of a board.
bool solves(const uint8_t *digits, const Rules &rules, const GeneralBoard &board) {
  for (uint32_t c = 0; c < rules.cells; c++)
    if (digits[c] < 1 || digits[c] > rules.size || !(board.mask[c] >> (digits[c] - 1) & 1)) return false;
  return rules.allow(digits);
}

void random_row(Source &source, const Rules &rules, uint8_t *row, uint8_t blank) {
  uint32_t n = rules.size, cells = rules.cells, kind = source.below(16);
  if (kind == 0) {  // anything
    for (uint32_t c = 0; c < cells; c++) row[c] = source.byte();
    return;
  }
  uint8_t empty = source.one_in(8) ? blank : source.pick(kBlankBytes);
  bool characters = source.one_in(2);
  auto write = [&](uint32_t digit) { return characters ? character_of(digit, n) : (uint8_t)digit; };
  // Some digits anywhere, or some of the full board.
  uint32_t share = kind < 4 ? source.below(cells / (kind == 1 ? 1 : 5) + 1)
                            : cells * (kind < 13 ? 20 + source.below(30) : source.below(100)) / 100;
  for (uint32_t c = 0; c < cells; c++) {
    bool given = source.below(cells) < share;
    row[c] = !given ? empty : write(kind < 4 ? 1 + source.below(n) : rules.grid[c]);
  }
  if (source.one_in(4))
    for (uint32_t i = source.below(4); i > 0; i--)
      row[source.below(cells)] = source.one_in(4) ? source.byte() : write(1 + source.below(n));
}

void random_marks(Source &source, const Rules &rules, uint64_t *marks) {
  uint32_t n = rules.size, share = source.below(9);
  uint64_t all = all_digits(n);
  bool is_valid = !source.one_in(4), givens = source.one_in(2);
  for (uint32_t c = 0; c < rules.cells; c++) {
    marks[c] = share == 8 ? all : 0;
    for (uint32_t d = 0; d < n && share < 8; d++) marks[c] |= (uint64_t)(source.below(8) < share) << d;
    uint64_t right = (uint64_t)1 << (rules.grid[c] - 1);
    if (is_valid) marks[c] = givens && source.one_in(4) ? right : marks[c] | right;
  }
  if (source.one_in(16)) marks[source.below(rules.cells)] = source.one_in(2) ? 0 : source.next() >> source.below(64);
}

// The slow and obvious solver: the cell with the fewest candidates, digit after digit. Returns false if it gave up.
struct GeneralJudge {
  static constexpr uint32_t kMost = 144;  // cells
  const Rules &rules;
  uint64_t limit, found = 0;
  int nodes = 2000;
  bool peers[kMost][kMost] = {};

  GeneralJudge(const Rules &rules, uint64_t limit) : rules(rules), limit(limit) {
    rules.for_houses([&](const uint16_t *house, uint32_t length) {
      for (uint32_t i = 0; i < length; i++)
        for (uint32_t k = 0; k < length; k++) peers[house[i]][house[k]] = true;
    });
  }

  bool search(const uint64_t *board, const bool *done) {
    if (--nodes < 0) return false;
    uint32_t cell = kMost;
    int fewest = 64;
    for (uint32_t c = 0; c < rules.cells; c++) {
      int size = __builtin_popcountll(board[c]);
      if (size == 0) return true;
      if (!done[c] && size < fewest) fewest = size, cell = c;
    }
    if (cell == kMost) {
      found++;
      return true;
    }
    for (uint64_t left = board[cell]; left; left &= left - 1) {
      uint64_t child[kMost], m = left & (~left + 1);
      bool child_done[kMost];
      memcpy(child_done, done, rules.cells);
      for (uint32_t c = 0; c < rules.cells; c++) child[c] = peers[cell][c] ? board[c] & ~m : board[c];
      child[cell] = m;
      child_done[cell] = true;
      if (!search(child, child_done)) return false;
      if (found >= limit) return true;
    }
    return true;
  }

  bool search(const GeneralBoard &board) {
    bool done[kMost] = {};
    return search(board.mask, done);
  }
};

// ---- what a call needs ----------------------------------------------------------------------------------------

void random_pace(Source &source) {
  static const uint32_t kPatiences[] = {50, 0, 0, 1, 3, 10, 0xFFFFFFFF}, kUnits[] = {256, 1, 2, 10};
  static const uint32_t kNumbers[] = {2000, 0, 1, 5, 20, 100}, kWords[] = {0, 0, 1, 32, 96, 304, 2000};
  nonet::kPatience = source.pick(kPatiences);
  nonet::kRestartUnit = source.pick(kUnits);
  nonet::kClauses = source.pick(kNumbers);
  nonet::kArenaWords = source.pick(kWords);
}

uint32_t random_board_size(Source &source) {
  static const uint32_t kSmall[] = {1, 2, 3, 4, 4, 4, 5, 6, 6, 7, 8, 9, 9, 9, 10};
  static const uint32_t kLarge[] = {11, 12, 13, 15, 16, 16, 17, 20, 25, 31, 32, 33, 35, 36};
  return source.one_in(24) ? source.pick(kLarge) : source.pick(kSmall);
}

[[noreturn]] void fail(const char *what, const Rules &rules, const uint8_t *row, const uint64_t *marks) {
  fprintf(stderr, "size %u, houses", rules.size);
  rules.for_houses([](const uint16_t *house, uint32_t length) {
    for (uint32_t i = 0; i < length; i++) fprintf(stderr, "%c%u", i ? ' ' : '\n', house[i]);
    if (!length) fprintf(stderr, "\n-");
  });
  fprintf(stderr, "\npatience %u, restarts %u, clauses %u, arena %u\n", nonet::kPatience, nonet::kRestartUnit,
          nonet::kClauses, nonet::kArenaWords);
  for (uint32_t c = 0; row && c < rules.cells; c++) fprintf(stderr, "%02x", row[c]);
  for (uint32_t c = 0; marks && c < rules.cells; c++) fprintf(stderr, "%llx ", (unsigned long long)marks[c]);
  fprintf(stderr, "\n");
  fail(what);
}

void require(bool holds, const char *what, const Rules &rules, const uint8_t *row, const uint64_t *marks) {
  if (!holds) fail(what, rules, row, marks);
}

// Memory as the core wants it, of exactly the bytes that it asks for.
struct Aligned {
  void *memory;
  size_t bytes;
  Aligned(size_t bytes, uint8_t fill) : bytes(bytes) {
    if (posix_memalign(&memory, 64, bytes)) abort();
    memset(memory, fill, bytes < 100000 ? bytes : 100000);
  }
  ~Aligned() { free(memory); }
  Aligned(const Aligned &) = delete;
  Aligned &operator=(const Aligned &) = delete;
};

// Houses in buffers of their exact sizes.
struct GivenHouses {
  Buffer<uint8_t> lengths;
  Buffer<uint16_t> cells;
  nonet_houses houses;
  explicit GivenHouses(const Rules &rules)
      : lengths(rules.count), cells(rules.seats), houses{rules.size, rules.count, lengths.data, cells.data} {
    memcpy(lengths.data, rules.lengths, rules.count);
    memcpy(cells.data, rules.list, rules.seats * sizeof *rules.list);
  }
};

size_t tables_bytes_of(const Rules &rules) {
  GivenHouses given(rules);
  size_t bytes = nonet_tables_bytes(&given.houses);
  require(bytes > 0, "valid houses were refused", rules, nullptr, nullptr);
  return bytes;
}

size_t workspace_bytes_of(const void *tables) {
  size_t bytes = nonet_general_workspace_bytes(tables);
  require(bytes > 0, "valid tables were refused");
  return bytes;
}

struct Tables : Aligned {
  Tables(Source &source, const Rules &rules) : Aligned(tables_bytes_of(rules), source.byte()) {
    GivenHouses given(rules);
    require(nonet_tables_make(&given.houses, memory, bytes) == NONET_OK, "tables_make was refused", rules, nullptr,
            nullptr);
    if (!source.one_in(4)) return;
    void *elsewhere;
    if (posix_memalign(&elsewhere, 64, bytes)) abort();
    memcpy(elsewhere, memory, bytes);
    free(memory);
    memory = elsewhere;
  }
};

}  // namespace

#endif
