// logic_houses.hpp: the human solver on boards of any size with further houses and pairs: of a full grid, houses are drawn
// that it obeys, and pairs of cells with different digits. Whatever follows from these and the candidates is true of the
// grid, so a step that eliminates one of its digits is wrong. Bad houses are refused.
#ifndef NONET_FUZZ_LOGIC_HOUSES_HPP
#define NONET_FUZZ_LOGIC_HOUSES_HPP

#include "fuzz/logic_boards.hpp"

namespace {

uint64_t houses_boards, houses_large, houses_steps, houses_refused;

struct RandomHouses {
  static constexpr int kMostSize = NONET_LARGEST_BOARD, kMostCells = kMostSize * kMostSize;
  static constexpr int kMost = 3 * kMostSize + 5, kMostPairs = 600;
  int size, total;
  uint8_t solution[kMostCells], digits[kMostCells];
  uint64_t marks[kMostCells];
  uint16_t kinds[kMost], cells[kMost * kMostSize], pairs[2 * kMostPairs];
  nonet_board board{};

  explicit RandomHouses(Source &source) {
    static const int kBoxes[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 4}, {3, 4}, {4, 4}, {4, 4}, {5, 5}};
    int rows = 3, columns = 3;  // of a box
    if (source.one_in(200)) {
      rows = columns = 6;
    } else if (source.one_in(2)) {
      const auto &box = kBoxes[source.below(sizeof kBoxes / sizeof kBoxes[0])];
      rows = box[0], columns = box[1];
    }
    size = rows * columns, total = size * size;
    int row[kMostSize], column[kMostSize], digit[kMostSize];
    shuffle_lines(source, row, rows);
    shuffle_lines(source, column, columns);
    Shuffle::order(source, digit, size);
    for (int c = 0; c < total; c++) {
      const int r = row[c / size];
      solution[c] = (uint8_t)(1 + digit[(columns * (r % rows) + r / rows + column[c % size]) % size]);
      digits[c] = 0;
      marks[c] = (1ull << size) - 1;
    }
    add_houses(source, rows, columns);
    add_pairs(source);
  }

  uint64_t of_solution(uint32_t cell) const { return 1ull << (solution[cell] - 1); }
  // Place the digit of a cell; all that see it lose it.
  void place(uint32_t cell) {
    digits[cell] = solution[cell];
    auto lose = [&](uint32_t other) {
      if (other != cell) marks[other] &= ~of_solution(cell);
    };
    for (size_t house = 0; house < board.houses_size; house++) {
      const uint16_t *held = cells + house * (size_t)size;
      bool is_in = false;
      for (int i = 0; i < size; i++) is_in |= held[i] == cell;
      for (int i = 0; i < size && is_in; i++) lose(held[i]);
    }
    for (size_t i = 0; i < board.pairs_size; i++)
      if (pairs[2 * i] == cell) lose(pairs[2 * i + 1]);
  }
  // Take candidates away that are not the solution's.
  void thin_out(Source &source) {
    const uint32_t share = source.below(source.one_in(2) ? 20 : 100);
    for (int c = 0; c < total; c++)
      for (int d = 0; d < size; d++)
        if (source.below(100) < share) marks[c] &= ~(1ull << d) | of_solution((uint32_t)c);
  }

 private:
  // Lines change places within their bands, and bands with bands.
  void shuffle_lines(Source &source, int *line, int wide) {
    int bands[kMostSize];
    Shuffle::order(source, bands, size / wide);
    for (int b = 0; b < size / wide; b++) {
      int inside[kMostSize];
      Shuffle::order(source, inside, wide);
      for (int i = 0; i < wide; i++) line[b * wide + i] = bands[b] * wide + inside[i];
    }
  }
  void add_houses(Source &source, int rows, int columns) {
    const int usual = source.one_in(8) ? 2 : 3;
    int n = 0;
    for (; n < usual * size; n++) {
      const int line = n % size, across = size / columns;
      kinds[n] = (uint16_t)(n / size);
      for (int i = 0; i < size; i++)
        cells[n * size + i] = (uint16_t)(n < size       ? line * size + i
                                         : n < 2 * size ? i * size + line
                                                        : (line / across * rows + i / columns) * size +
                                                              line % across * columns + i % columns);
    }
    for (uint32_t more = source.below(5), kind = 3; more; more--, kind++, n++) {
      kinds[n] = (uint16_t)kind;
      for (int digit = 1; digit <= size; digit++) {
        uint32_t skip = source.below((uint32_t)size);
        for (int c = 0; c < total; c++)
          if (solution[c] == digit && !skip--) cells[n * size + digit - 1] = (uint16_t)c;
      }
    }
    board = {(uint8_t)size, (size_t)n, kinds, cells, 0, pairs};
  }
  void add_pairs(Source &source) {
    uint8_t per_cell[kMostCells] = {};
    size_t length = 0;
    for (uint32_t tries = source.one_in(2) ? 0 : source.below(kMostPairs / 2); tries; tries--) {
      const uint32_t one = source.below((uint32_t)total), two = source.below((uint32_t)total);
      if (solution[one] == solution[two] || per_cell[one] > 30 || per_cell[two] > 30) continue;
      per_cell[one]++, per_cell[two]++;
      for (uint32_t cell : {one, two, two, one}) pairs[length++] = (uint16_t)cell;
    }
    board.pairs_size = length / 2;
  }
};

// Every search that serves such boards, in the order of its number; or Sukaku Explainer's way of searching.
struct GeneralProfile {
  uint16_t rows[2 * 256];
  nonet_profile profile{};
  explicit GeneralProfile(Source &source) {
    size_t n = 0;
    for (size_t t = 0; t < nonet_general_techniques(); t++) {
      if (!nonet_technique_largest(t) || source.one_in(8)) continue;
      rows[2 * n] = (uint16_t)t, rows[2 * n + 1] = (uint16_t)(100 + n);
      n++;
    }
    const uint8_t searches[] = {0, 1, 3};
    profile = {rows, n, 0, searches[source.below(3)]};
  }
};

// The path of a board to its end, each step checked against the grid; `next_steps` calls nonet_path with memory of its
// own.
template <typename Call> size_t walk_with_houses(Source &source, const uint32_t *words, Call next_steps) {
  RandomHouses p(source);
  for (uint32_t share = 30 + source.below(50), c = 0; c < (uint32_t)p.total; c++)
    if (source.below(100) < share) p.place(c);
  if (source.one_in(2)) p.thin_out(source);
  const GeneralProfile order(source);
  nonet_options options = options_of(0, 3000);
  options.profile = &order.profile;
  options.premise = NONET_PREMISE_RULES;
  options.board = &p.board;
  houses_boards++;
  houses_large += p.size > 9;
  for (int step = 0; step < 30; step++) {
    size_t written = 0;
    uint8_t status = 77;
    require(next_steps(p.digits, p.marks, options, written, status) == NONET_OK, "houses: a board was refused");
    if (!written) break;
    const uint32_t technique = words[0] & 0xFF, placed = words[3], removes = words[4] & 0x7FF;
    char what[100];
    snprintf(what, sizeof what, "houses: %s is wrong on %dx%d", nonet_technique_name(technique), p.size, p.size);
    require(technique < nonet_general_techniques() && written == words[2], "houses: form");
    require(nonet_technique_largest(technique) >= (size_t)p.size, "houses: a technique of smaller boards");
    require(removes || placed != 0xFFFFFFFFu, "houses: a step without effect");
    for (uint32_t i = 0; i < removes; i++) {
      const auto [cell, role, mask] = CellDigits(words + 6 + 2 * i);
      require(cell < (uint32_t)p.total && !role && !p.digits[cell] && mask && !(mask & ~p.marks[cell]),
              "houses: removes what is not there");
      require(!(mask & p.of_solution(cell)), what);
      p.marks[cell] &= ~mask;
    }
    if (placed != 0xFFFFFFFFu) {
      const uint32_t cell = placed & 0xFFFF;
      require(cell < (uint32_t)p.total && p.solution[cell] == placed >> 16, what);
      p.place(cell);
    }
    houses_steps++;
  }
  return 1;
}

// Houses that are invalid, or are too many: refused, or taken as what they are, but never read past their end.
template <typename Call> size_t bad_houses(Source &source, Call next_steps) {
  RandomHouses p(source);
  nonet_options options = options_of(0, 100);
  options.board = &p.board;
  const uint32_t size = (uint32_t)p.size, total = (uint32_t)p.total, lines = 2 * total;
  switch (source.below(7)) {
    case 0:
      p.board.size = (uint8_t)(source.one_in(2) ? source.below(2) : NONET_LARGEST_BOARD + 1 + source.below(200));
      break;
    case 1: p.board.houses = nullptr; break;
    case 2: p.kinds[source.below((uint32_t)p.board.houses_size)] = (uint16_t)(20 + source.below(65000)); break;
    case 3: p.cells[source.below(lines)] = (uint16_t)(total + source.below(60000)); break;
    case 4: p.board.houses_size = source.below(2 * size); break;
    case 5: p.cells[source.below(lines)] ^= 1; break;
    default: p.pairs[0] = (uint16_t)source.below(total), p.pairs[1] = p.pairs[0]; p.board.pairs_size = 1;
  }
  size_t written = 77;
  uint8_t status = 77;
  require(next_steps(p.digits, p.marks, options, written, status) == NONET_BAD_CALL && written == 77 && status == 77,
          "houses: bad ones went through");
  houses_refused++;
  return 1;
}

}  // namespace

#endif
