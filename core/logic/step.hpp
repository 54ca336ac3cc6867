// step.hpp: a deduction as data, in one form for every technique.
//
// A finder fills in a Step and passes it to a sink; it never changes the board. The solver only needs what a Step places
// and eliminates. Houses, marks and chains explain it, for sentences and pictures.
#ifndef NONET_LOGIC_STEP_HPP
#define NONET_LOGIC_STEP_HPP

#include "core.h"
#include "logic/state.hpp"

namespace nonet::NONET_LOGIC {

enum Technique : uint8_t {
#define TECHNIQUE(id, family, needs, se, finder, size) k_##id,
#include "logic/techniques.def"
  kTechniques,
};

constexpr int kClassicTechniques = k_common_peers;  // the others are those of boards with other houses

// What is known of a board, and what a technique needs; the less, the higher.
enum Premise : uint8_t {
  kGivens = NONET_PREMISE_GIVENS,
  kUnique = NONET_PREMISE_UNIQUE,
  kRules = NONET_PREMISE_RULES,
};

inline constexpr Premise kNeeds[kTechniques] = {
#define TECHNIQUE(id, family, needs, se, finder, size) k##needs,
#include "logic/techniques.def"
};

// Ratings of the profile `se`, in hundredths, before length and size; 0 if it does not have the technique.
inline constexpr uint16_t kSeRating[kTechniques] = {
#define TECHNIQUE(id, family, needs, se, finder, size) se,
#include "logic/techniques.def"
};

constexpr int kOwnRating = -1;  // instead of the rating of a profile: that of Sudoku Explainer

// The role of a marked candidate in the pattern. The order is part of the interface (Role in Python).
enum Role : uint8_t { kCause, kTarget, kPivot, kPincer, kBase, kCover, kFin, kColourA, kColourB, kStart, kEnd, kExtra };

struct Mark {
  Role role;
  Cell cell;
  Mask digits;
};

// A chain in which each node follows from the one before: it turns candidates of a digit on (one of them is true) or off.
struct Chain {
  static constexpr int kMostNodes = 64;
  struct Node {
    Cells cells;
    uint8_t digit;
    bool on;
    uint8_t cause;  // Cause in links.hpp
    Cells set;      // the almost locked set that is the cause, if it is one
  };
  Node nodes[kMostNodes];
  int size = 0;
};

struct Step {
  static constexpr int kMaxMarks = kLarge ? 255 : 96, kMaxHouses = 16;
  static constexpr Cell kNobody = (Cell)~0;
  Technique technique;
  uint16_t rating;            // hundredths
  uint8_t kind = 0;           // of a step without chains: HintKind in links.hpp
  uint16_t complexity = 0;    // nodes of all chains; 0 for steps without a chain
  Cell place_cell = kNobody;  // the cell and the digit (0-8) that is placed, if any
  uint8_t place_digit = 0;
  uint8_t houses_size = 0, marks_size = 0;
  uint8_t houses[kMaxHouses];  // in the order of the sentence
  Mark marks[kMaxMarks];
  Cells removes_cells;           // the cells that lose candidates
  Mask removes[kCells];          // by cell: the candidates lost; valid for removes_cells only
  const Chain *chain = nullptr;  // valid until the next search

  explicit Step(Technique which) : technique(which), rating(kSeRating[which]) {}
  void remove(int cell, Mask digits) {
    if (!digits) return;
    if (removes_cells.has(cell)) {
      removes[cell] |= digits;
    } else {
      removes_cells.add(cell);
      removes[cell] = digits;
    }
  }
  void place(int cell, int digit) { place_cell = (Cell)cell, place_digit = (uint8_t)digit; }
  void house(int which) {
    if (houses_size < kMaxHouses) houses[houses_size++] = (uint8_t)which;
  }
  void mark(Role role, int cell, Mask digits) {
    if (digits && marks_size < kMaxMarks) marks[marks_size++] = {role, (Cell)cell, digits};
  }
  void mark(Role role, Cells cells, int digit) {
    while (!cells.empty()) mark(role, cells.pop(), bit(digit));
  }
  // Mark those of some digits that cells have.
  void mark(Role role, Cells cells, const State &state, Mask digits = kAllDigits) {
    while (!cells.empty()) {
      int cell = cells.pop();
      mark(role, cell, state.candidates[cell] & digits);
    }
  }
  // Eliminate candidates and mark them.
  void eliminate(int cell, Mask digits) {
    mark(kTarget, cell, digits);
    remove(cell, digits);
  }
  void eliminate(Cells cells, int digit) {
    while (!cells.empty()) eliminate(cells.pop(), bit(digit));
  }
  // Eliminate those of some digits that a cell, or cells, have.
  void eliminate(int cell, const State &state, Mask digits) { eliminate(cell, state.candidates[cell] & digits); }
  void eliminate(Cells cells, const State &state, Mask digits) {
    while (!cells.empty()) eliminate(cells.pop(), state, digits);
  }
  bool places() const { return place_cell != kNobody; }
  bool useful() const { return places() || !removes_cells.empty(); }
  void apply(State &state) const {
    for (Cells rest = removes_cells; !rest.empty();) {
      int cell = rest.pop();
      state.remove_all(cell, removes[cell]);
    }
    if (places()) state.place(place_cell, place_digit);
  }
};

}  // namespace nonet::NONET_LOGIC

#endif
