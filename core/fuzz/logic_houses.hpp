// logic_houses.hpp: the human solver on boards with further houses and pairs: of a full grid, houses are drawn that it obeys,
// and pairs of cells with different digits. Whatever follows from these and the candidates is true of the grid, so a step
// that eliminates one of its digits is wrong. Bad houses are refused.
#ifndef NONET_FUZZ_LOGIC_HOUSES_HPP
#define NONET_FUZZ_LOGIC_HOUSES_HPP

#include "fuzz/logic_boards.hpp"

namespace {

uint64_t houses_boards, houses_steps, houses_refused;

struct RandomHouses {
  static constexpr int kMost = 64, kMostPairs = 600;
  uint8_t kinds[kMost], cells[kMost * 9], pairs[2 * kMostPairs];
  nonet_board board{};

  RandomHouses(Source &source, const uint8_t *solution) {
    const bool boxes = !source.one_in(8);
    int n = 0;
    for (int line = 0; line < (boxes ? 27 : 18); line++, n++) {
      kinds[n] = (uint8_t)(line / 9);
      for (int i = 0; i < 9; i++)
        cells[n * 9 + i] = (uint8_t)(line < 9    ? line * 9 + i
                                     : line < 18 ? i * 9 + line % 9
                                                 : line % 9 / 3 * 27 + i / 3 * 9 + line % 3 * 3 + i % 3);
    }
    for (uint32_t more = source.below(5), kind = 3; more; more--, kind++, n++) {
      kinds[n] = (uint8_t)kind;
      for (int digit = 1; digit <= 9; digit++) {
        uint32_t skip = source.below(9);
        for (int c = 0; c < kCells; c++)
          if (solution[c] == digit && !skip--) cells[n * 9 + digit - 1] = (uint8_t)c;
      }
    }
    size_t size = 0;
    uint8_t per_cell[kCells] = {};
    for (uint32_t tries = source.one_in(2) ? 0 : source.below(kMostPairs / 2); tries; tries--) {
      const uint32_t one = source.below(kCells), two = source.below(kCells);
      if (solution[one] == solution[two] || per_cell[one] > 30 || per_cell[two] > 30) continue;
      per_cell[one]++, per_cell[two]++;
      for (uint32_t cell : {one, two, two, one}) pairs[size++] = (uint8_t)cell;
    }
    board = {9, (size_t)n, kinds, cells, size / 2, pairs};
  }

  bool is_seen(int one, int two) const {
    for (size_t house = 0; house < board.houses_size; house++) {
      bool has_one = false, has_two = false;
      for (int i = 0; i < 9; i++) {
        has_one |= cells[house * 9 + i] == one;
        has_two |= cells[house * 9 + i] == two;
      }
      if (has_one && has_two) return true;
    }
    for (size_t i = 0; i < board.pairs_size; i++)
      if (pairs[2 * i] == one && pairs[2 * i + 1] == two) return true;
    return false;
  }
};

// Every search that serves such boards, in the order of its number; or Sukaku Explainer's way of searching.
struct GeneralProfile {
  uint16_t rows[2 * 256];
  nonet_profile profile{};
  explicit GeneralProfile(Source &source) {
    size_t n = 0;
    for (size_t t = 0; t < nonet_general_techniques(); t++) {
      if (!nonet_technique_is_general(t) || source.one_in(8)) continue;
      rows[2 * n] = (uint16_t)t, rows[2 * n + 1] = (uint16_t)(100 + n);
      n++;
    }
    const uint8_t searches[] = {0, 1, 3};
    profile = {rows, n, 0, searches[source.below(3)]};
  }
};

// The path of a board to its end, each step checked against the grid.
template <typename Call> size_t walk_with_houses(Source &source, const uint32_t *words, Call next_steps) {
  Position p;
  random_grid(source, p.solution);
  const RandomHouses houses(source, p.solution);
  for (uint32_t share = source.below(60), c = 0; c < kCells; c++)
    p.digits[c] = source.below(kCells) < share ? p.solution[c] : 0;
  for (int c = 0; c < kCells; c++) {
    p.marks[c] = kAllDigits;
    for (int other = 0; other < kCells; other++)
      if (other != c && p.digits[other] && houses.is_seen(c, other))
        p.marks[c] &= (uint16_t)~(1u << (p.digits[other] - 1));
  }
  if (source.one_in(2)) thin_out(source, p);
  const GeneralProfile order(source);
  nonet_options options = options_of(0, 3000);
  options.profile = &order.profile;
  options.premise = NONET_PREMISE_RULES;
  options.board = &houses.board;
  houses_boards++;
  for (int step = 0; step < 30; step++) {
    size_t written = 0;
    uint8_t status = 77;
    require(next_steps(p, 0, options, written, status) == NONET_OK, "houses: a board was refused", p.digits, p.marks);
    if (!written) break;
    const uint32_t technique = words[0] & 0xFF, placed = words[3], removes = words[4] & 0xFF;
    char what[100];
    snprintf(what, sizeof what, "houses: %s is wrong", nonet_technique_name(technique));
    require(technique < nonet_general_techniques() && written == words[2], "houses: form", p.digits, p.marks);
    require(removes || placed != 0xFFFFFFFFu, "houses: a step without effect", p.digits, p.marks);
    for (uint32_t i = 0; i < removes; i++) {
      const uint32_t cell = words[6 + i] & 0xFFFF, mask = words[6 + i] >> 16;
      require(cell < (uint32_t)kCells && !p.digits[cell] && mask && !(mask & ~(uint32_t)p.marks[cell]),
              "houses: removes what is not there", p.digits, p.marks);
      require(!(mask & p.of_solution((int)cell)), what, p.digits, p.marks);
      p.marks[cell] &= (uint16_t)~mask;
    }
    if (placed != 0xFFFFFFFFu) {
      const int cell = (int)(placed & 0xFF);
      require(cell < kCells && p.solution[cell] == placed >> 8, what, p.digits, p.marks);
      p.digits[cell] = (uint8_t)(placed >> 8);
      for (int c = 0; c < kCells; c++)
        if (houses.is_seen(c, cell)) p.marks[c] &= (uint16_t)~(1u << (p.digits[cell] - 1));
    }
    houses_steps++;
  }
  return 1;
}

// Houses that are none, or are too many: refused, or taken as what they are, but never read past their end.
template <typename Call> size_t bad_houses(Source &source, Call next_steps) {
  Position p;
  random_grid(source, p.solution);
  RandomHouses houses(source, p.solution);
  memset(p.digits, 0, sizeof p.digits);
  for (uint16_t &mask : p.marks) mask = kAllDigits;
  nonet_options options = options_of(0, 100);
  options.board = &houses.board;
  const uint32_t kind = source.below(7);
  switch (kind) {
    case 0: houses.board.size = (uint8_t)(source.one_in(2) ? source.below(2) : 10 + source.below(246)); break;
    case 1: houses.board.houses = nullptr; break;
    case 2: houses.kinds[source.below((uint32_t)houses.board.houses_size)] = (uint8_t)(20 + source.below(236)); break;
    case 3: houses.cells[source.below(162)] = (uint8_t)(81 + source.below(175)); break;
    case 4: houses.board.houses_size = source.below(18); break;
    case 5: houses.cells[source.below(162)] ^= 1; break;
    default:
      houses.pairs[0] = (uint8_t)source.below(81), houses.pairs[1] = houses.pairs[0];
      houses.board.pairs_size = 1;
  }
  size_t written = 77;
  uint8_t status = 77;
  require(next_steps(p, 0, options, written, status) == NONET_BAD_CALL && written == 77 && status == 77,
          "houses: bad ones went through");
  houses_refused++;
  return 1;
}

}  // namespace

#endif
