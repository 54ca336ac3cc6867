// links.hpp: numbers the candidates of a board, and lists the links between them that chains follow.
//
// A weak link: the two candidates are not both true (two digits of a cell, two places of a digit in a house). A strong
// link: they are not both false (the only two of a cell or of a house). The order of the links decides which chain is
// found first, and with it the rating. It is that of Sudoku Explainer 1.2.1: within the cell, then box, row, column, each
// link once.
#ifndef NONET_LOGIC_LINKS_HPP
#define NONET_LOGIC_LINKS_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

// Why one node follows from another. The order is part of the interface (Cause in Python).
// Those after kFar are in a house of a further kind; as words they are kFar with the house.
enum Cause : uint8_t { kAssumption, kInCell, kInRow, kInColumn, kInBox, kByStep, kInSet, kFar };

constexpr Cause cause_of(int kind) {
  return kind == kBox ? kInBox : kind == kRow ? kInRow : kind == kColumn ? kInColumn : (Cause)(kFar + kind - 2);
}
constexpr bool is_in_house(Cause cause) { return (cause >= kInRow && cause <= kInBox) || cause > kFar; }
constexpr int kind_of(Cause cause) {
  return cause == kInBox ? kBox : cause == kInRow ? kRow : cause == kInColumn ? kColumn : cause - kFar + 2;
}
inline int house_of(Cause cause, int cell) {
  for (int i = 0; i < geometry().seats(cell); i++)
    if (const Seat seat = geometry().seat(cell, i); seat.kind == kind_of(cause)) return seat.house;
  return 0;
}

// The most candidates of a board on which chains that branch are searched, and those of all boards.
constexpr int kAllCandidates = kCells * kMostSize, kCandidates = kLarge ? 2048 : kAllCandidates;

// The number of a candidate on any board. A node is a candidate that is on (true) or off (false).
constexpr int global_candidate(int cell, int digit) { return cell * kMostSize + digit; }
constexpr int cell_of(int candidate) { return candidate / kMostSize; }
constexpr int digit_of(int candidate) { return candidate % kMostSize; }

// The numbers of the candidates of one board: reading order, digits ascending.
struct Numbering {
  int size;
  Cell cell[kCandidates];
  uint8_t digit[kCandidates];
  uint16_t index[kAllCandidates];  // by global number; only valid for candidates of the board

  int at(int cell_, int digit_) const { return index[global_candidate(cell_, digit_)]; }
  int global(int i) const { return global_candidate(cell[i], digit[i]); }
  static bool has_room(const State &state) {
    int sum = 0;
    for (int c = 0; kLarge && c < geometry().cells; c++) sum += count(state.candidates[c]);
    return sum <= kCandidates;
  }
  void build(const State &state) {
    size = 0;
    for (int c = 0; c < geometry().cells; c++)
      for (Mask rest = state.candidates[c]; rest; rest &= rest - 1) {
        int d = first(rest);
        index[global_candidate(c, d)] = (uint16_t)size;
        cell[size] = (Cell)c;
        digit[size++] = (uint8_t)d;
      }
  }
};

struct Links : Numbering {
  static constexpr int kMostWeak = kMostSize - 1 + kMostPeers, kMostStrong = 1 + kKinds;
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
      Cells listed;
      for (int k = 0; k < geometry().seats(c); k++) {
        const Seat seat = geometry().seat(c, k);
        const Mask places = state.places[seat.house][d] & (Mask)~bit(seat.position);
        Mask fresh = places;
        if (kClassic && seat.kind != kBox) fresh &= (Mask) ~(7u << seat.position / 3 * 3);  // the box has listed these
        for (Mask rest = fresh; rest; rest &= rest - 1) {
          const int other = geometry().cells_of(seat.house)[first(rest)];
          if (!kClassic && listed.has(other)) continue;
          if (!kClassic) listed.add(other);
          *out++ = {(uint16_t)at(other, d), cause_of(seat.kind)};
        }
        if (count(places) != 1) continue;
        const auto twin = (uint16_t)at(geometry().cells_of(seat.house)[first(places)], d);
        bool is_known = false;
        for (const Weak *known = strong[i] + strong_in_cell[i]; known < sure; known++) is_known |= known->to == twin;
        if (!is_known) *sure++ = {twin, cause_of(seat.kind)};
      }
      for_far_peers(c, [&](int other) {
        if (state.has(other, d)) *out++ = {(uint16_t)at(other, d), kFar};
      });
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

}  // namespace nonet::NONET_LOGIC

#endif
