// board.hpp: what the searches of Sukaku Explainer ask of the board.
//
// It knows ten kinds of houses. Its rules for boards that have more than rows, columns and boxes differ from the others, so
// both are here, and the board says which of them apply.
#ifndef NONET_LOGIC_SUKAKU_BOARD_HPP
#define NONET_LOGIC_SUKAKU_BOARD_HPP

#include "logic/step.hpp"

namespace nonet::logic {

// Whether cells see each other by rows, columns and boxes alone.
constexpr bool is_latin() { return true; }
// The cells that a cell sees by a chess rule alone.
constexpr Cells far_peers(int) { return {}; }

constexpr int kKinds = 3;
constexpr int first_house_of(int kind) { return 9 * kind; }
constexpr int end_house_of(int kind) { return 9 * kind + 9; }

// The kinds of houses in order: boxes, rows, columns, disjoint groups, windows, diagonals, girandola, asterisk, centre dots.
constexpr int kind_at(int i) { return i == 0 ? kBox : i == 1 ? kRow : i == 2 ? kColumn : i; }
// The order for sets: boxes, columns, rows, the others.
constexpr int set_kind_at(int i) { return i == 0 ? kBox : i == 1 ? kColumn : i == 2 ? kRow : i; }
// The order in which two links are joined: columns, rows, boxes, disjoint groups, windows, girandola, asterisk, centre dots,
// diagonals.
constexpr int joint_kind_at(int i) { return i == 0 ? kColumn : i == 1 ? kRow : i == 2 ? kBox : i; }
// Whether the positions of such a house are those of a square: boxes, disjoint groups, windows.
constexpr bool is_square(int kind) { return kind == kBox; }

// The house that all cells of a set share, the first in the order of joints; -1 if there is none.
inline int shared_house(const Cells &cells) {
  for (int i = 0; i < kKinds; i++) {
    const int house = kGeometry.house[joint_kind_at(i)][cells.lowest()];
    if ((cells - kGeometry.house_cells[house]).empty()) return house;
  }
  return -1;
}

}  // namespace nonet::logic

#endif
