// state.hpp: the board as the human solver sees it: digits placed, candidates left, and where each digit can go.
//
// The same candidates are kept twice, by cell and by house, because nearly every technique is a question about one of the
// two: "which digits can this cell be" and "where in this house can this digit go". Both answers are one 9-bit mask.
#ifndef NONET_LOGIC_STATE_HPP
#define NONET_LOGIC_STATE_HPP

#include <initializer_list>
#include <stddef.h>
#include <stdint.h>

#include "../grid.hpp"

namespace nonet::logic {

constexpr int kHouses = 27;  // rows 0-8, columns 9-17, boxes 18-26
enum HouseKind : int { kRow = 0, kColumn = 1, kBox = 2 };

using Mask = uint16_t;  // digits (bit d for digit d + 1) or positions of a house (bit i for its i-th cell)

inline int count(Mask mask) { return __builtin_popcount(mask); }
inline int first(unsigned mask) { return __builtin_ctz(mask); }
inline Mask bit(int i) { return (Mask)(1u << i); }

// A set of cells.
struct Cells {
  uint64_t low = 0, high = 0;  // cells 0-63, 64-80
  constexpr void add(int cell) { (cell < 64 ? low : high) |= 1ull << (cell & 63); }
  constexpr void remove(int cell) { (cell < 64 ? low : high) &= ~(1ull << (cell & 63)); }
  constexpr bool has(int cell) const { return (cell < 64 ? low : high) >> (cell & 63) & 1; }
  constexpr bool empty() const { return !(low | high); }
  int size() const { return __builtin_popcountll(low) + __builtin_popcountll(high); }
  // The lowest cell; there must be one. Loop: for (Cells rest = set; !rest.empty();) { int cell = rest.pop(); … }
  int lowest() const { return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high); }
  int pop() {
    int cell = lowest();
    remove(cell);
    return cell;
  }
  constexpr Cells operator&(Cells o) const { return {low & o.low, high & o.high}; }
  constexpr Cells operator|(Cells o) const { return {low | o.low, high | o.high}; }
  constexpr Cells operator-(Cells o) const { return {low & ~o.low, high & ~o.high}; }
  constexpr bool operator==(const Cells &o) const { return low == o.low && high == o.high; }
};

// What is where on the board.
struct Geometry {
  uint8_t cell[kHouses][9];  // the cells of a house by position; boxes row by row
  uint8_t house[3][81];      // by kind: the house of a cell
  uint8_t position[3][81];   // by kind: the position of a cell in that house
  uint8_t peers[81][20];     // box, then row, then column, each cell once
  Cells house_cells[kHouses];
  Cells peer_cells[81];

  constexpr Geometry() : cell{}, house{}, position{}, peers{}, house_cells{}, peer_cells{} {
    for (int c = 0; c < kCells; c++) {
      int row = c / 9, column = c % 9;
      int houses[3] = {row, 9 + column, 18 + row / 3 * 3 + column / 3};
      int positions[3] = {column, row, row % 3 * 3 + column % 3};
      for (int kind = 0; kind < 3; kind++) {
        house[kind][c] = (uint8_t)houses[kind];
        position[kind][c] = (uint8_t)positions[kind];
        cell[houses[kind]][positions[kind]] = (uint8_t)c;
        house_cells[houses[kind]].add(c);
      }
    }
    for (int c = 0; c < kCells; c++) {
      int n = 0;
      for (int kind : {kBox, kRow, kColumn})
        for (int i = 0; i < 9; i++) {
          int peer = cell[house[kind][c]][i];
          if (peer == c || peer_cells[c].has(peer)) continue;
          peer_cells[c].add(peer);
          peers[c][n++] = (uint8_t)peer;
        }
    }
  }
};
inline constexpr Geometry kGeometry;

struct State {
  Mask candidates[kCells];  // digits that a cell can be; 0 where one is placed
  Mask places[kHouses][9];  // positions of a house that can be a digit; 0 where it is placed
  uint8_t digits[kCells];   // the digit placed, 1-9, or 0
  uint8_t empty[kHouses];   // cells of a house without a digit
  uint8_t placed[9];        // how often a digit is placed
  uint8_t left;             // cells of the board without a digit

  bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }  // digit 0-8
  // The cells that can be the digit (0-8).
  Cells where(int digit) const {
    Cells cells;
    for (int row = 0; row < 7; row++) cells.low |= (uint64_t)places[row][digit] << 9 * row;
    cells.low |= (uint64_t)places[7][digit] << 63;
    cells.high = (uint64_t)places[7][digit] >> 1 | (uint64_t)places[8][digit] << 8;
    return cells;
  }

  void remove(int cell, int digit) {
    candidates[cell] &= (Mask)~bit(digit);
    for (int kind = 0; kind < 3; kind++)
      places[kGeometry.house[kind][cell]][digit] &= (Mask)~bit(kGeometry.position[kind][cell]);
  }
  void remove_all(int cell, Mask digits) {
    for (Mask rest = digits & candidates[cell]; rest; rest &= rest - 1) remove(cell, first(rest));
  }
  // Put a digit (0-8) into an empty cell and cross it out among the peers.
  void place(int cell, int digit) {
    remove_all(cell, kAllDigits);
    digits[cell] = (uint8_t)(digit + 1);
    placed[digit]++;
    left--;
    for (int kind = 0; kind < 3; kind++) empty[kGeometry.house[kind][cell]]--;
    for (int kind = 0; kind < 3; kind++) {
      int house = kGeometry.house[kind][cell];
      for (Mask rest = places[house][digit]; rest; rest &= rest - 1) remove(kGeometry.cell[house][first(rest)], digit);
    }
  }
  // From 81 digits (0 or 1-9) and 81 masks of candidates. Where a digit is placed the mask does not count; nothing is
  // crossed out that the masks still have.
  void load(const uint8_t *board, const Mask *masks) {
    *this = State{};
    left = kCells;
    for (uint8_t &cells : empty) cells = 9;
    for (int c = 0; c < kCells; c++) {
      if (board[c]) {
        digits[c] = board[c];
        placed[board[c] - 1]++;
        left--;
        for (int kind = 0; kind < 3; kind++) empty[kGeometry.house[kind][c]]--;
        continue;
      }
      candidates[c] = masks[c] & kAllDigits;
      for (Mask rest = candidates[c]; rest; rest &= rest - 1)
        for (int kind = 0; kind < 3; kind++)
          places[kGeometry.house[kind][c]][first(rest)] |= bit(kGeometry.position[kind][c]);
    }
  }
};

// The cells of a board by the number of their candidates.
struct BySize {
  Cells one, two, three, more;

  explicit BySize(const State &state) {
    Cells any, several, many, lots;  // at least one, two, three, four
    for (int digit = 0; digit < 9; digit++) {
      Cells cells = state.where(digit);
      lots = lots | (many & cells);
      many = many | (several & cells);
      several = several | (any & cells);
      any = any | cells;
    }
    one = any - several, two = several - many, three = many - lots, more = lots;
  }
};

// Whether a house of 81 digits (0 for none) has one twice.
inline bool has_conflict(const uint8_t *digits) {
  for (int house = 0; house < kHouses; house++) {
    unsigned seen = 0;
    for (int cell : kGeometry.cell[house]) {
      if (!digits[cell]) continue;
      if (seen >> digits[cell] & 1) return true;
      seen |= 1u << digits[cell];
    }
  }
  return false;
}

}  // namespace nonet::logic

#endif
