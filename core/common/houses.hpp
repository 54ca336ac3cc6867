// houses.hpp: the geometry of the classic board: sets of cells, the 27 houses, and the peers of each cell.
//
// The human solver, the generator and the canonical form all ask where a cell is, and who sees it. They ask here.
// lockstep.cpp must not include this file: it is compiled once per instruction set, and the functions below are `inline`,
// so the linker could keep a copy that was compiled for a newer processor.
#ifndef NONET_HOUSES_HPP
#define NONET_HOUSES_HPP

#include <initializer_list>
#include <stdint.h>

#include "common/cells.hpp"

namespace nonet {

constexpr int kHouses = 27;  // rows 0-8, columns 9-17, boxes 18-26
enum HouseKind : int { kRow = 0, kColumn = 1, kBox = 2 };

using Mask = uint16_t;  // digits (bit d for digit d + 1) or positions of a house (bit i for its i-th cell)

// Without an instruction for it the compiler would call a function.
inline int count_bits(uint64_t bits) {
#if defined(__POPCNT__) || defined(__aarch64__)
  return __builtin_popcountll(bits);
#else
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
#endif
}
inline int count(Mask mask) {
#if defined(__POPCNT__) || defined(__aarch64__)
  return __builtin_popcount(mask);
#else
  unsigned bits = mask - (mask >> 1 & 0x5555u);
  bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
  bits = (bits + (bits >> 4)) & 0x0F0F;
  return (int)((bits + (bits >> 8)) & 31);
#endif
}
inline int first(unsigned mask) { return __builtin_ctz(mask); }
inline Mask bit(int i) { return (Mask)(1u << i); }

// A set of cells.
struct Cells {
  uint64_t low = 0, high = 0;  // cells 0-63, 64-80
  constexpr void add(int cell) { (cell < 64 ? low : high) |= 1ull << (cell & 63); }
  constexpr void remove(int cell) { (cell < 64 ? low : high) &= ~(1ull << (cell & 63)); }
  constexpr bool has(int cell) const { return (cell < 64 ? low : high) >> (cell & 63) & 1; }
  constexpr bool empty() const { return !(low | high); }
  constexpr bool is_single() const {
    const uint64_t word = low ? low : high;
    return word && !(word & (word - 1)) && !(low && high);
  }
  // For functions on sets of any number of words.
  static constexpr int kWords = 2;
  constexpr uint64_t word(int i) const { return i ? high : low; }
  // Add the cells of some bits: bit 0 is a cell, bit 1 the next.
  constexpr void add_bits(int cell, uint64_t bits) {
    if (cell >= 64) {
      high |= bits << (cell - 64);
    } else {
      low |= bits << cell;
      if (cell) high |= bits >> (64 - cell);
    }
  }
  int size() const { return count_bits(low) + count_bits(high); }
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

// The cells at some positions of a house.
inline Cells cells_of(int house, Mask positions) {
  Cells cells;
  for (unsigned rest = positions; rest; rest &= rest - 1) cells.add(kGeometry.cell[house][first(rest)]);
  return cells;
}

// The cells that see every cell of a set; all 81 of an empty set.
inline Cells common_peers(Cells cells) {
  Cells common{~0ull, (1ull << 17) - 1};
  while (!cells.empty()) common = common & kGeometry.peer_cells[cells.pop()];
  return common;
}

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

}  // namespace nonet

#endif
