// links.hpp: numbers the candidates of a board, and lists the links between them that chains follow.
//
// A weak link: the two candidates are not both true (two digits of a cell, two places of a digit in a house). A strong
// link: they are not both false (the only two of a cell or of a house). The order of the links decides which chain is
// found first, and with it the rating. It is that of Sudoku Explainer 1.2.1: within the cell, then box, row, column, each
// link once.
#ifndef NONET_LOGIC_LINKS_HPP
#define NONET_LOGIC_LINKS_HPP

#include "logic/step.hpp"

namespace nonet::logic {

// Why one node follows from another. The order is part of the interface (Cause in Python).
enum Cause : uint8_t { kAssumption, kInCell, kInRow, kInColumn, kInBox, kByStep, kInSet };

constexpr Cause cause_of(int kind) { return kind == kBox ? kInBox : kind == kRow ? kInRow : kInColumn; }
constexpr int house_of(Cause cause, int cell) {
  return kGeometry.house[cause == kInBox ? kBox : cause == kInRow ? kRow : kColumn][cell];
}

constexpr int kCandidates = 729;
constexpr int kSearchOrder[3] = {kBox, kRow, kColumn};

// The number of a candidate on any board: cell * 9 + digit. A node is a candidate that is on (true) or off (false).
constexpr int global_candidate(int cell, int digit) { return cell * 9 + digit; }

// The numbers of the candidates of one board: reading order, digits ascending.
struct Numbering {
  int size;
  uint8_t cell[kCandidates], digit[kCandidates];
  uint16_t index[kCandidates];  // by global number; only valid for candidates of the board

  int at(int cell_, int digit_) const { return index[global_candidate(cell_, digit_)]; }
  int global(int i) const { return global_candidate(cell[i], digit[i]); }
  void build(const State &state) {
    size = 0;
    for (int c = 0; c < kCells; c++)
      for (Mask rest = state.candidates[c]; rest; rest &= rest - 1) {
        int d = first(rest);
        index[global_candidate(c, d)] = (uint16_t)size;
        cell[size] = (uint8_t)c;
        digit[size++] = (uint8_t)d;
      }
  }
};

struct Links : Numbering {
  static constexpr int kMostWeak = 28, kMostStrong = 4;
  struct Weak {
    uint16_t to;
    Cause cause;
  };
  Weak weak[kCandidates][kMostWeak];
  Weak strong[kCandidates][kMostStrong];
  uint8_t weak_size[kCandidates], weak_in_cell[kCandidates];      // those within the cell come first
  uint8_t strong_size[kCandidates], strong_in_cell[kCandidates];  // likewise

  void build(const State &state) {
    Numbering::build(state);
    for (int i = 0; i < size; i++) {
      int c = cell[i], d = digit[i];
      Weak *out = weak[i];
      for (Mask rest = state.candidates[c] & (Mask)~bit(d); rest; rest &= rest - 1)
        *out++ = {(uint16_t)at(c, first(rest)), kInCell};
      weak_in_cell[i] = (uint8_t)(out - weak[i]);
      Weak *sure = strong[i];
      if (weak_in_cell[i] == 1) *sure++ = {weak[i][0].to, kInCell};
      strong_in_cell[i] = (uint8_t)(sure - strong[i]);
      int twin_in_box = -1;
      for (int kind : kSearchOrder) {
        int house = kGeometry.house[kind][c], here = kGeometry.position[kind][c];
        Mask others = state.places[house][d] & (Mask)~bit(here);
        bool only_two = count(others) == 1;
        if (kind != kBox) others &= (Mask) ~(7u << here / 3 * 3);  // the box has listed these
        for (Mask rest = others; rest; rest &= rest - 1)
          *out++ = {(uint16_t)at(kGeometry.cell[house][first(rest)], d), cause_of(kind)};
        if (!only_two) continue;
        Mask both = state.places[house][d] & (Mask)~bit(here);
        int twin = at(kGeometry.cell[house][first(both)], d);
        if (twin == twin_in_box) continue;
        if (kind == kBox) twin_in_box = twin;
        *sure++ = {(uint16_t)twin, cause_of(kind)};
      }
      weak_size[i] = (uint8_t)(out - weak[i]);
      strong_size[i] = (uint8_t)(sure - strong[i]);
    }
  }
};

// What the length adds to a rating: 0.1 for each threshold 4, 6, 8, 12, 16, 24 … below the number of nodes minus two. The
// sum is a double as in Sudoku Explainer, because rounding decides the order: 6.6 + 0.3 sorts before 6.5 + 0.4.
struct Length {
  int tenths;
  double added;
};
inline Length length_of(int complexity) {
  Length length{0, 0.0};
  int threshold = 4;
  for (bool odd = false; complexity - 2 > threshold; odd = !odd) {
    length.tenths++;
    length.added += 0.1;
    threshold = odd ? threshold * 4 / 3 : threshold * 3 / 2;
  }
  return length;
}

// The order of hints: by difficulty, then complexity, then kind. Of equal hints the first one found wins.
struct Rank {
  double difficulty;
  int complexity;
  int kind;
  bool operator<(const Rank &o) const {
    if (difficulty != o.difficulty) return difficulty < o.difficulty;
    if (complexity != o.complexity) return complexity < o.complexity;
    return kind < o.kind;
  }
};

// The kinds of branching chains, and of symmetries. The order is part of the interface (core.h).
enum HintKind : uint8_t {
  kNoKind,
  kContradiction,
  kDouble,
  kCellKind,
  kHouseKind,
  // Of a step that rests on a symmetry.
  kHalfTurn,
  kQuarterTurn,
  kDiagonalDown,
  kDiagonalUp,
};

// A chain as it is written: its nodes, parents before children.
struct Node {
  uint16_t candidate;  // global
  bool on;
  Cause cause;
};

}  // namespace nonet::logic

#endif
