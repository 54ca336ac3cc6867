// symmetry.cpp: Gurth's symmetrical placement.
//
// A symmetry of the grid moves the cells, and houses stay houses. If there is a permutation of the digits so that each given
// is moved onto a given with the permuted digit, then the same change makes a solution into a solution. A puzzle with one
// solution has it unchanged: the image of a cell with digit d has the permuted d. So a candidate falls if its image
// is not a candidate, or conflicts with it.
//
// A digit that is not a given is unchanged: if two were missing, they could be swapped, and there would be two solutions.
//
// Half turns, quarter turns and the reflections in the diagonals are all there is to find. A reflection in the middle row
// leaves its nine cells in place, so all digits stay, and a cell would equal its image in the same column.

#include "logic/finders.hpp"
#include "logic/links.hpp"

namespace nonet::logic {
namespace {

constexpr int cell_at(int row, int column) { return 9 * row + column; }

// Turned or reflected, again and again: the images of each cell until it is back.
struct Symmetry {
  HintKind kind;
  uint8_t order;
  uint8_t image[kCells];

  constexpr Symmetry(HintKind which, int times) : kind(which), order((uint8_t)times), image{} {
    for (int row = 0; row < 9; row++)
      for (int column = 0; column < 9; column++)
        image[cell_at(row, column)] = (uint8_t)(which == kHalfTurn       ? cell_at(8 - row, 8 - column)
                                                : which == kQuarterTurn  ? cell_at(column, 8 - row)
                                                : which == kDiagonalDown ? cell_at(column, row)
                                                                         : cell_at(8 - column, 8 - row));
  }
};
// A quarter turn comes first: a puzzle that has it has the half turn too, which says less.
constexpr Symmetry kSymmetries[] = {{kQuarterTurn, 4}, {kHalfTurn, 2}, {kDiagonalDown, 2}, {kDiagonalUp, 2}};

// A symmetry of the givens, with the digit (0-8) that each digit becomes.
struct Automorphism {
  const Symmetry *symmetry;
  uint8_t becomes[9];
  uint8_t shown[9];  // by digit: its first given, or kCells

  // Returns false if the givens do not have the symmetry.
  bool find(const State &state, const Symmetry &candidate) {
    symmetry = &candidate;
    for (int digit = 0; digit < 9; digit++) becomes[digit] = kNone, shown[digit] = kCells;
    for (Cells rest = state.given; !rest.empty();) {
      const int cell = rest.pop(), image = candidate.image[cell];
      if (!state.given.has(image) || !state.digits[cell] || !state.digits[image]) return false;
      const int digit = state.digits[cell] - 1;
      if (becomes[digit] == kNone) becomes[digit] = (uint8_t)(state.digits[image] - 1), shown[digit] = (uint8_t)cell;
      if (becomes[digit] != state.digits[image] - 1) return false;
    }
    int missing = 0;
    for (int digit = 0; digit < 9; digit++)
      if (becomes[digit] == kNone) becomes[digit] = (uint8_t)digit, missing++;
    return missing < 2;
  }

  // A step with one given of each digit: for each cycle of the permutation a base, then what it becomes.
  Step step() const {
    Step made(k_symmetrical_placement);
    made.kind = symmetry->kind;
    Mask done = 0;
    for (int first_digit = 0; first_digit < 9; first_digit++) {
      int cell = shown[first_digit];
      for (int digit = first_digit; cell < kCells && !(done >> digit & 1); digit = becomes[digit]) {
        made.mark(digit == first_digit ? kBase : kCover, cell, bit(digit));
        done |= bit(digit);
        cell = symmetry->image[cell];
      }
    }
    return made;
  }

  // The digits of a cell whose image, some times on, is among other digits.
  Mask that_become(Mask digits, int times) const {
    Mask found = 0;
    for (int digit = 0; digit < 9; digit++) {
      int then = digit;
      for (int i = 0; i < times; i++) then = becomes[then];
      found |= (Mask)((digits >> then & 1) << digit);
    }
    return found;
  }
  // The digits that are themselves again.
  Mask that_stay(int times) const {
    Mask found = 0;
    for (int digit = 0; digit < 9; digit++) found |= (Mask)(that_become(bit(digit), times) & bit(digit));
    return found;
  }

  // Call a visitor for each empty cell and its images, until it returns true.
  template <class Visit> bool each_image(const State &state, Visit &&visit) const {
    for (Cells rest = state.open(); !rest.empty();) {
      const int cell = rest.pop();
      int image = cell;
      for (int times = 1; times < symmetry->order; times++) {
        image = symmetry->image[image];
        if (visit(cell, image, times)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr uint8_t kNone = 255;
};

// The image of a cell is filled.
bool find_placed(const State &state, const Automorphism &found, StepSink sink) {
  Cells done;
  return found.each_image(state, [&](int cell, int image, int times) {
    const Mask digits = state.digits[image] ? found.that_become(bit(state.digits[image] - 1), times) : 0;
    if (!(digits & state.candidates[cell]) || done.has(cell)) return false;
    done.add(cell);
    Step step = found.step();
    step.mark(kCause, image, bit(state.digits[image] - 1));
    step.place(cell, first(digits));
    step.mark(kTarget, cell, digits);
    return sink(step);
  });
}

// Cells that are their own image have a digit that stays.
bool find_fixed(const State &state, const Automorphism &found, StepSink sink) {
  Step step = found.step();
  found.each_image(state, [&](int cell, int image, int times) {
    if (cell != image || step.removes_cells.has(cell)) return false;
    const Mask stay = found.that_stay(times);
    step.mark(kPivot, cell, state.candidates[cell] & stay);
    step.eliminate(cell, state, (Mask)(kAllDigits & ~stay));
    return false;
  });
  return step.useful() && sink(step);
}

// Cells that see their image have another digit there, so none that stays.
bool find_facing(const State &state, const Automorphism &found, StepSink sink) {
  Step step = found.step();
  found.each_image(state, [&](int cell, int image, int times) {
    if (kGeometry.peer_cells[cell].has(image) && !step.removes_cells.has(cell))
      step.eliminate(cell, state, found.that_stay(times));
    return false;
  });
  return step.useful() && sink(step);
}

// A digit that the image of a cell cannot be.
bool find_unmatched(const State &state, const Automorphism &found, StepSink sink) {
  return found.each_image(state, [&](int cell, int image, int times) {
    const Mask lost = state.candidates[cell] & (Mask)~found.that_become(state.candidates[image], times);
    if (cell == image || state.digits[image] || !lost) return false;
    Step step = found.step();
    step.mark(kCause, image, state.candidates[image]);
    step.eliminate(cell, lost);
    return sink(step);
  });
}

}  // namespace

bool find_symmetrical_placements(const State &state, StepSink sink) {
  Automorphism found[sizeof kSymmetries / sizeof *kSymmetries];
  int size = 0;
  for (const Symmetry &symmetry : kSymmetries)
    if (!(size && symmetry.kind == kHalfTurn) && found[size].find(state, symmetry)) size++;
  for (auto find : {find_placed, find_fixed, find_facing, find_unmatched})
    for (int i = 0; i < size; i++)
      if (find(state, found[i], sink)) return true;
  return false;
}

}  // namespace nonet::logic
