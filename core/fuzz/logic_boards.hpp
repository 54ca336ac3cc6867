// logic_boards.hpp: the boards of fuzz/logic.hpp.
#ifndef NONET_FUZZ_LOGIC_BOARDS_HPP
#define NONET_FUZZ_LOGIC_BOARDS_HPP

#include <initializer_list>

#include "fuzz/boards.hpp"

namespace {

// A board as nonet_path takes it.
struct LogicBoard {
  uint8_t digits[kCells];
  uint16_t marks[kCells];
  bool has(int cell, int digit) const { return !digits[cell] && marks[cell] >> (digit - 1) & 1; }
};

// Masks as the human solver takes them.
struct WideMasks {
  uint64_t of[kCells];
  explicit WideMasks(const uint16_t *masks) {
    for (int c = 0; c < kCells; c++) of[c] = masks[c];
  }
};

// A cell with digits in the words of a step, and their role in a mark.
struct CellDigits {
  uint32_t cell, role;
  uint64_t mask;
  explicit CellDigits(const uint32_t *at)
      : cell(at[0] & 0x7FF), role(at[0] >> 11 & 0x1F), mask(at[1] | (uint64_t)(at[0] >> 16) << 32) {}
};

// Puzzles with one solution, from easy to the hardest known: for every second technique one that needs it (made for this
// project), then well-known ones.
constexpr const char *kKnownPuzzles[] = {
    // The first have a symmetry: half turn, quarter turn, reflections in the diagonals.
    ".725.....5....2..4.......8.....4..2..35...67..1..9.....8.......9..1....6.....613.",
    ".8...4....46.1..58..7...39.9..4.5....2.....7....9.6..5.51...2..89..3.46....6...8.",
    "....8.76.....1...3....76.........9.1823........5......3..9...255.....1...7.2..6..",
    ".........5..9..18...7.5..2..9.3.4...32....6....48.7.9....4..3......19.......7..6.",
    "...............235.3.198....91..3..7..3.........92..6.4..7..6....9.3.52.........1",
    "...........8.9...19..271..3......328.51....9.......1.7.6.8.5....7...6.35....1.6..",
    ".............5.74..492.63....496.....2.......81.....2....42.......1.9.8.3......5.",
    "......8.9...1...6.....89.1.517.4....3.........8.71.42.1..8...3....2...71.43...9..",
    "51.7.9.....8.1.........3.......67..........74.6.1..38..71...8..9.4.8..1..2.....49",
    ".47..3...1.3..2...2...7............74....951.5.....9......352.9....284....876..3.",
    "..74...1..9...84.......9....745.......1.6.9..9....2......6..7..73.........683.5..",
    "......6..52..3....8...5..9..6.57..4.9.4.2.1..7.5.........7.5.69..7.......8..43...",
    "...............418....967..1...7265.6....1....87.......4...5.7.8.2.3.5...9.....41",
    "...7.4.95....6.1..59....3...4.....237.1...94.8.............853.1.4..7........9...",
    "..1.43...57...2..9..9.......947.6.53.......4.....9...7...6.5..8....3..6.....283..",
    "....8....7....4.69..87...2....4..37..5....41.64..7.....9..5......689..3......6..8",
    "......86.....1...21..4529..9...81.2.....4.5....2.9.....4..39.8..8......73.71.....",
    ".9..2....75.9...8......3.4.5.......2.8...73.....81...7.........46.2.5.....9..1.28",
    "...........2..64.85.4.7..1..239....4......1.9.9..4..7391.3..7.......9.32.........",
    "....3.1...9.8..2.7..1....5..27..1.9....9...2.38.27......56...4.7........4...9....",
    "..79.....1.....3.6....8.5.2........1.6.5.24...4...6...6.9.3..........8.4.3.....5.",
    "....83..77...4.8...5.7...2............93.4.6.86.....5.....2658.2.6..5.1....1.7...",
    "..4.193....7...2..5...6...1.3.2.1.6..7.8......4...6.....25.3..9....9.1........53.",
    "..613..9.....4.....2..78.5..78.92....3...6..9.......7.....14.........9..14....8.3",
    ".....1..23.4..2....8.75.4..175..3.8....1...........75.4.........28.1..7..569.....",
    "....3.4..6..8..92........8.423.....9..1..6....5...38.....6.8.1.5......9.8..7.5..2",
    "..9..82.7.12..3..........4...8.49.....3..2...4..3..5.2....7.......2.1..4.3.....65",
    "..98.5..7...3....4.72...8....4.....21.869.7.............7.4.2.8.....76..9....1...",
    "6.9...3.....16......47.3...5.7.2..1.......48..4........6..7..2...5..8..9..29....7",
    ".............5.6.4.3.1...2...96.1...4..27.9..8..5....627.3.....1.4..2.5.......7..",
    "....25....98....7....81.....1..5.2.....29.83..4.......92...61...64....2.........3",
    // rated 8.9 and more
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
};
constexpr uint32_t kSymmetrical = 4;
constexpr uint32_t kKnown = sizeof kKnownPuzzles / sizeof kKnownPuzzles[0];

// How a puzzle is turned into another one that is the same: rows, columns and digits get new places.
struct Shuffle {
  int row[9], column[9], digit[10];
  bool turned;
  explicit Shuffle(Source &source) : turned(source.one_in(2)) {
    for (int *lines : {row, column}) {
      int bands[3];
      order(source, bands, 3);
      for (int b = 0; b < 3; b++) {
        int inside[3];
        order(source, inside, 3);
        for (int i = 0; i < 3; i++) lines[b * 3 + i] = bands[b] * 3 + inside[i];
      }
    }
    digit[0] = 0;
    order(source, digit + 1, 9);
    for (int i = 1; i < 10; i++) digit[i]++;
  }
  static void order(Source &source, int *list, int n) {
    for (int i = 0; i < n; i++) {
      int j = (int)source.below((uint32_t)i + 1);
      list[i] = list[j];
      list[j] = i;
    }
  }
  int place(int cell) const {
    int r = row[cell / 9], c = column[cell % 9];
    return turned ? c * 9 + r : r * 9 + c;
  }
};

// One of the known puzzles in another dress, as digits.
void known_puzzle(Source &source, uint8_t *digits) {
  const uint32_t which = source.below(kKnown);
  const char *puzzle = kKnownPuzzles[which];
  Shuffle shuffle(source);
  for (int c = 0; c < kCells; c++)
    digits[which < kSymmetrical ? c : shuffle.place(c)] =
        (uint8_t)shuffle.digit[puzzle[c] == '.' ? 0 : puzzle[c] - '0'];
}

// The status of a board by the solver that knows no techniques, and its first solution.
uint8_t solve_digits(const uint8_t *digits, uint8_t *solution) {
  nonet_options options = options_of(2, 0);
  Answer a(1, kCells, 0, 2);
  nonet_solve(digits, kCells, nullptr, kCells, 1, &options, &a.results, workspace().memory, workspace().bytes);
  memcpy(solution, a.solutions.data, kCells);
  return a.status[0];
}

void legal_marks(LogicBoard &board) {
  for (int c = 0; c < kCells; c++) {
    board.marks[c] = kAllDigits;
    for (int p = 0; p < kCells; p++)
      if (p != c && board.digits[p] && is_peer(c, p)) board.marks[c] &= (uint16_t)~(1u << (board.digits[p] - 1));
  }
}

struct Position : LogicBoard {
  bool solvable = false;  // it has the solution below
  bool unique = false;    // and the placed digits have no other one
  uint8_t solution[kCells];
  uint16_t of_solution(int cell) const { return (uint16_t)(1u << (solution[cell] - 1)); }
};

void any_masks(Source &source, Position &p) {
  uint32_t share = 1 + source.below(9), placed = source.one_in(2) ? 0 : source.below(40);
  for (int c = 0; c < kCells; c++) {
    p.digits[c] = source.below(kCells) < placed ? (uint8_t)(1 + source.below(9)) : 0;
    p.marks[c] = 0;
    for (int d = 0; d < 9; d++) p.marks[c] |= (uint16_t)((source.below(9) < share) << d);
  }
}

// Many cells with the same candidates: sets, loops, graves.
void few_masks(Source &source, Position &p) {
  uint16_t masks[4];
  uint32_t kinds = 1 + source.below(4), empty = source.below(60);
  for (uint16_t &mask : masks) {
    mask = 0;
    for (uint32_t i = 2 + source.below(2); i; i--) mask |= (uint16_t)(1u << source.below(9));
  }
  for (int c = 0; c < kCells; c++) {
    p.digits[c] = 0;
    p.marks[c] = source.below(kCells) < empty ? 0 : masks[source.below(kinds)];
    if (source.one_in(20)) p.marks[c] |= (uint16_t)(1u << source.below(9));
  }
}

// Takes candidates away that are not the solution's.
void thin_out(Source &source, Position &p) {
  uint32_t share = source.one_in(3) ? 0 : source.one_in(2) ? source.below(20) : source.below(100);
  for (int c = 0; c < kCells; c++)
    for (int d = 0; d < 9; d++)
      if (source.below(100) < share && !(p.of_solution(c) >> d & 1)) p.marks[c] &= (uint16_t)~(1u << d);
}

// In each cell the solution and one more, but for a few cells: close to a grave.
void leave_two(Source &source, Position &p) {
  uint32_t more = source.below(6);
  for (int c = 0; c < kCells; c++) {
    uint16_t others = p.marks[c] & (uint16_t)~p.of_solution(c);
    uint32_t keep = source.below(kCells) < more ? 2 : 1;
    while ((uint32_t)__builtin_popcount(others) > keep) others &= (uint16_t)~(1u << source.below(9));
    p.marks[c] = others | p.of_solution(c);
  }
}

void solvable_board(Source &source, Position &p) {
  uint32_t share = source.below(81);
  random_grid(source, p.solution);
  for (int c = 0; c < kCells; c++) p.digits[c] = source.below(kCells) < share ? p.solution[c] : 0;
  legal_marks(p);
  p.solvable = true;
  uint8_t found[kCells];
  p.unique = solve_digits(p.digits, found) == NONET_UNIQUE;
}

void known_board(Source &source, Position &p) {
  known_puzzle(source, p.digits);
  require(solve_digits(p.digits, p.solution) == NONET_UNIQUE, "a known puzzle has not one solution", p.digits);
  for (uint32_t share = source.one_in(2) ? 0 : source.below(60), c = 0; c < kCells; c++)
    if (source.below(100) < share) p.digits[c] = p.solution[c];
  legal_marks(p);
  p.solvable = p.unique = true;
}

void random_position(Source &source, Position &p) {
  uint32_t kind = source.below(16);
  if (kind < 3) return any_masks(source, p);
  if (kind < 5) return few_masks(source, p);
  kind < 8 ? solvable_board(source, p) : known_board(source, p);
  if (kind == 8) return leave_two(source, p);
  if (kind < 12) return thin_out(source, p);
  if (kind == 12) {  // one thing wrong
    int cell = (int)source.below(kCells);
    if (p.digits[cell])
      p.digits[cell] = (uint8_t)(1 + source.below(9));
    else
      p.marks[cell] &= (uint16_t)~p.of_solution(cell);
    p.solvable = p.unique = false;
  }
}

}  // namespace

#endif
