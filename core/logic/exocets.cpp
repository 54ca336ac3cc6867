// exocets.cpp: exocets and SK loops. Each has its proof above it; neither needs a unique solution.
#include "logic/finders.hpp"
#include "logic/tuples.hpp"

namespace nonet::logic {
namespace {

// -- exocets -------------------------------------------------------------------------------------------------------------
//
// Two base cells lie in a box and a line. Their three or four candidates are the base digits. Across the two other boxes
// of the band lie two targets, one in each, in neither the line of the base nor in a line across the band that the base
// is in. The three lines across the band through the targets and the third cell of the mini-line of the base are the
// cross lines; their cells outside of the band are the S cells. Two conditions: the companion of a target, in its cross
// line and in neither the line of the base nor the target, cannot be a base digit; and no base digit can be in S cells of
// all three cross lines at once, as there are not three of these in different lines along the band.
//
// Let d be the digit of a base cell. Each cross line has d. In at least one of them it is not in an S cell, so it is
// in the band. There, the line and the box of the base have their d in the base, and the companions are not d. So d is in a
// target. The two base cells are different digits, and each is in a target, so the targets are the digits of the base.
//
// Moreover, if a target is d, the other target is not, so the two cross lines that do not go through the target have d in
// S cells, in different lines. And d is in the line of the base and in the line of the target, so in the other box it is in
// the third line of the band, and neither in the target there nor in the companion: in one of the two mirror cells.

// The digits of a board in lines of one kind: which positions of a line can be a digit, or are.
struct Reach {
  Mask of[2][9][9];  // by kind of line, line, digit
  explicit Reach(const State &state) {
    for (int kind : {kRow, kColumn})
      for (int line = 0; line < 9; line++)
        for (int digit = 0; digit < 9; digit++) of[kind][line][digit] = state.places[9 * kind + line][digit];
    for (int cell = 0; cell < kCells; cell++) {
      if (!state.digits[cell]) continue;
      for (int kind : {kRow, kColumn})
        of[kind][kGeometry.house[kind][cell] - 9 * kind][state.digits[cell] - 1] |= bit(kGeometry.position[kind][cell]);
    }
  }
};

struct Exocet {
  const State &state;
  const Reach &reach;
  StepSink sink;
  int along, band;     // the kind of the lines along the band, and the band
  int base_line;       // a line along the band, 0-8
  int base[2];         // cells
  int across[3];       // cross lines, 0-8: of the base, of the first target, of the second
  int target_line[2];  // lines along the band
  Mask digits = 0;

  int cell_at(int line, int cross) const { return along == kRow ? 9 * line + cross : 9 * cross + line; }
  int third_line(int of) const { return 9 * band + 3 - base_line - target_line[of]; }
  int target(int which) const { return cell_at(target_line[which], across[1 + which]); }
  int companion(int which) const { return cell_at(third_line(which), across[1 + which]); }
  Mask can_be(int cell) const { return state.digits[cell] ? bit(state.digits[cell] - 1) : state.candidates[cell]; }
  // The S cells of a cross line that can be a digit, as lines along the band.
  Mask s_cells(int cross, int digit) const {
    return reach.of[1 - along][across[cross]][digit] & (Mask) ~(7 << 3 * band);
  }
  bool in_different_lines(int digit, int one, int two) const {
    Mask first_lines = s_cells(one, digit), second_lines = s_cells(two, digit);
    return first_lines && second_lines && (first_lines != second_lines || size_of(first_lines) > 1);
  }
  bool in_three_lines(int digit) const {
    for (Mask rest = s_cells(0, digit); rest; rest &= rest - 1) {
      Mask taken = rest & -rest, second_lines = s_cells(1, digit) & ~taken, third_lines = s_cells(2, digit) & ~taken;
      if (second_lines && third_lines && (second_lines != third_lines || size_of(second_lines) > 1)) return true;
    }
    return false;
  }
  // The two cells of the other target's box one of which is the digit of a target.
  void mirror_of(int which, int (&cells)[2]) const {
    int other = across[2 - which], begin = other / 3 * 3, size = 0;
    for (int cross = begin; cross < begin + 3; cross++)
      if (cross != other) cells[size++] = cell_at(third_line(which), cross);
  }
  bool can_be_target(int which, int digit) const {
    int mirror[2];
    mirror_of(which, mirror);
    return (can_be(target(which)) & bit(digit)) && in_different_lines(digit, 0, 2 - which) &&
           ((can_be(mirror[0]) | can_be(mirror[1])) & bit(digit));
  }
  bool holds() const {
    if (state.digits[target(0)] || state.digits[target(1)]) return false;
    if ((can_be(companion(0)) | can_be(companion(1))) & digits) return false;
    for (Mask rest = digits; rest; rest &= rest - 1)
      if (in_three_lines(first(rest))) return false;
    return true;
  }
  bool step() {
    Mask kept_base[2] = {}, kept_target[2] = {}, bases[2] = {state.candidates[base[0]], state.candidates[base[1]]};
    for (int one = 0; one < 9; one++) {
      if (!(digits & bit(one)) || !can_be_target(0, one)) continue;
      for (int two = 0; two < 9; two++) {
        if (two == one || !(digits & bit(two)) || !can_be_target(1, two)) continue;
        for (int turn = 0; turn < 2; turn++) {
          if (!(bases[turn] & bit(one)) || !(bases[1 - turn] & bit(two))) continue;
          kept_base[turn] |= bit(one), kept_base[1 - turn] |= bit(two);
          kept_target[0] |= bit(one), kept_target[1] |= bit(two);
        }
      }
    }
    Step found(k_exocet);
    for (int line : across) found.house(9 * (1 - along) + line);
    for (int which = 0; which < 2; which++) {
      found.mark(kBase, base[which], bases[which]);
      found.mark(kPincer, target(which), state.candidates[target(which)] & digits);
      found.eliminate(base[which], state, (Mask)~kept_base[which]);
      found.eliminate(target(which), state, (Mask)~kept_target[which]);
    }
    for (int which = 0; which < 2; which++) {
      int mirror[2];
      mirror_of(which, mirror);
      for (int one = 0; one < 2; one++)
        if (!(can_be(mirror[1 - one]) & kept_target[which]) && !state.digits[mirror[one]])
          found.eliminate(mirror[one], state, (Mask)~kept_target[which]);
    }
    for (int cross = 0; cross < 3; cross++)
      for (int line = 0; line < 9; line++) {
        int cell = cell_at(line, across[cross]);
        if (line / 3 != band) found.mark(kCover, cell, state.candidates[cell] & digits);
      }
    return found.useful() && sink(found);
  }
};

// -- SK loops ------------------------------------------------------------------------------------------------------------
//
// A row pair and a column pair of each of four boxes in a rectangle are eight pairs of cells in a circle; neighbours share a
// house: in turn a box, a row or column, a box … Cover each candidate of the pairs: for each digit choose some of the eight
// houses, so that each pair that can be the digit lies in one of them. A house and a digit that are chosen are a link. If
// there are as many links as empty cells in the pairs (16, or a few less), each cell is a digit of one link, and each link
// has at most one cell. So each link has exactly one cell, and that cell lies in no other link of its digit. The digit of a
// link goes from the rest of the house, and from the pairs where two links of the digit meet.
// Every smallest choice of the houses is as valid as the others, so what follows from any of them is eliminated.

// By pairs that can be a digit (bit i for pair i): the smallest number of links, and all choices of houses of that size
// together: house i joins the pairs i and i + 1.
struct LoopCovers {
  uint8_t size[256];
  uint8_t houses[256];  // in any smallest choice
  uint8_t twice[256];   // pairs that lie in two houses of some smallest choice
  constexpr LoopCovers() : size{}, houses{}, twice{} {
    for (int pairs = 0; pairs < 256; pairs++) {
      size[pairs] = 255;
      for (int chosen = 0; chosen < 256; chosen++) {
        int before = (chosen << 1 | chosen >> 7) & 255;  // bit i: the house that joins the pairs i - 1 and i
        if (pairs & ~(chosen | before)) continue;
        int links = __builtin_popcount((unsigned)chosen);
        if (links > size[pairs]) continue;
        if (links < size[pairs]) size[pairs] = (uint8_t)links, houses[pairs] = 0, twice[pairs] = 0;
        houses[pairs] |= (uint8_t)chosen;
        twice[pairs] |= (uint8_t)(chosen & before & pairs);
      }
    }
  }
};
constexpr LoopCovers kLoopCovers;

struct SkLoop {
  static constexpr int kFewestCells = 14;
  const State &state;
  StepSink sink;
  int rows[2], columns[2];  // of the pivots
  Cells pairs[8];
  int houses[8];  // house i joins the pairs i and i + 1

  // Pair 0 is the row pair of the first box. Around the circle: along a row to the next box, its column pair, and so on.
  void lay() {
    constexpr int kTurn[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    for (int i = 0; i < 4; i++) {
      int row = rows[kTurn[i][0]], column = columns[kTurn[i][1]], pivot = 9 * row + column;
      Cells box = kGeometry.house_cells[kGeometry.house[kBox][pivot]];
      box.remove(pivot);
      Cells in_row = box & kGeometry.house_cells[row], in_column = box & kGeometry.house_cells[9 + column];
      // The first and third box are entered by the column and left by the row.
      pairs[2 * i] = i % 2 ? in_row : in_column;
      pairs[2 * i + 1] = i % 2 ? in_column : in_row;
      houses[2 * i] = kGeometry.house[kBox][pivot];
      houses[2 * i + 1] = i % 2 ? 9 + column : row;
    }
  }
  bool step(Cells empty) {
    int cells = 0, links = 0;
    for (Cells pair : pairs) cells += (pair & empty).size();
    if (cells < kFewestCells) return false;
    Mask can_be[8] = {};
    for (int i = 0; i < 8; i++)
      for (Cells rest = pairs[i]; !rest.empty();) can_be[i] |= state.candidates[rest.pop()];
    uint8_t having[9] = {};
    for (int digit = 0; digit < 9; digit++) {
      for (int i = 0; i < 8; i++) having[digit] |= (uint8_t)((can_be[i] >> digit & 1) << i);
      links += kLoopCovers.size[having[digit]];
    }
    if (links != cells) return false;
    Cells all;
    for (Cells pair : pairs) all = all | pair;
    Step found(k_sk_loop);
    for (int i : {0, 2, 6, 4, 1, 3, 5, 7}) found.house(houses[i]);  // the boxes in order, then the lines
    found.mark(kBase, all, state);
    Mask lost[kCells] = {};
    Cells losing;
    for (int digit = 0; digit < 9; digit++) {
      Cells gone;
      for (int i = 0; i < 8; i++) {
        if (kLoopCovers.houses[having[digit]] >> i & 1) gone = gone | (kGeometry.house_cells[houses[i]] - all);
        if (kLoopCovers.twice[having[digit]] >> i & 1) gone = gone | pairs[i];
      }
      gone = gone & state.where(digit);
      losing = losing | gone;
      while (!gone.empty()) lost[gone.pop()] |= bit(digit);
    }
    while (!losing.empty()) {
      int cell = losing.pop();
      found.eliminate(cell, state, lost[cell]);
    }
    return found.useful() && sink(found);
  }
};

}  // namespace

bool find_exocets(const State &state, StepSink sink) {
  Reach reach(state);
  for (int along : {kRow, kColumn})
    for (int base_line = 0; base_line < 9; base_line++)
      for (int left_out = 0; left_out < 9; left_out++) {  // the cross line through the mini-line of the base
        Exocet exocet{state, reach, sink, along, base_line / 3, base_line, {}, {left_out, 0, 0}, {}, 0};
        int stack = left_out / 3, size = 0;
        for (int cross = 3 * stack; cross < 3 * stack + 3; cross++)
          if (cross != left_out) exocet.base[size++] = exocet.cell_at(base_line, cross);
        Mask one = state.candidates[exocet.base[0]], two = state.candidates[exocet.base[1]];
        exocet.digits = one | two;
        if (!one || !two || size_of(one | two) < 3 || size_of(one | two) > 4) continue;
        int stack_one = stack == 0 ? 1 : 0, stack_two = stack == 2 ? 1 : 2;
        for (int choice = 0; choice < 36; choice++) {
          exocet.across[1] = 3 * stack_one + choice % 3;
          exocet.across[2] = 3 * stack_two + choice / 3 % 3;
          int first_line = 3 * exocet.band + (base_line % 3 + 1 + choice / 9 % 2) % 3;
          int second_line = 3 * exocet.band + (base_line % 3 + 1 + choice / 18) % 3;
          exocet.target_line[0] = first_line, exocet.target_line[1] = second_line;
          if (exocet.holds() && exocet.step()) return true;
        }
      }
  return false;
}

bool find_sk_loops(const State &state, StepSink sink) {
  const Cells empty = state.open();
  for (int boxes = 0; boxes < 9; boxes++) {
    int left_out_band = boxes / 3, left_out_stack = boxes % 3;
    int band_one = left_out_band == 0 ? 1 : 0, band_two = left_out_band == 2 ? 1 : 2;
    int stack_one = left_out_stack == 0 ? 1 : 0, stack_two = left_out_stack == 2 ? 1 : 2;
    for (int pivots = 0; pivots < 81; pivots++) {
      SkLoop loop{state,
                  sink,
                  {3 * band_one + pivots % 3, 3 * band_two + pivots / 3 % 3},
                  {3 * stack_one + pivots / 9 % 3, 3 * stack_two + pivots / 27},
                  {},
                  {}};
      loop.lay();
      if (loop.step(empty)) return true;
    }
  }
  return false;
}

}  // namespace nonet::logic
