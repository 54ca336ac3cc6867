// geometry.hpp: the board on which the human solver works: its cells, its houses, and who sees whom.
//
// The same sources are compiled four times. For classic boards the geometry is a constant (common/houses.hpp), so every
// loop over kinds of houses is unrolled, and ratings run at full speed. With NONET_ANY_HOUSES (any_houses.cpp) it is a value
// of the call, in a namespace of its own: boards of up to 9x9 with any houses of any kinds, and pairs of cells that see each
// other without a house (a knight's move). With NONET_LARGE_BOARDS, too, cells and masks are wider (large.hpp): the same for
// boards of up to 16x16 and, once more, of up to 36x36, each in a namespace of its own. All offer the same names, so a
// finder that asks only for houses and peers serves every board.
//
// A kind is a set of houses that do not overlap: rows, columns, boxes, then the further ones. A cell lies in one house of
// a kind, or in none.
#ifndef NONET_LOGIC_GEOMETRY_HPP
#define NONET_LOGIC_GEOMETRY_HPP

#include <new>

#include "common/houses.hpp"
#include "core.h"

#if defined(NONET_LARGE_BOARDS)
#if NONET_LARGE_BOARDS > 16
#define NONET_LOGIC large_logic
#else
#define NONET_LOGIC medium_logic
#endif
#include "logic/large.hpp"
#elif defined(NONET_ANY_HOUSES)
#define NONET_LOGIC any_logic
#else
#define NONET_LOGIC logic
#endif

namespace nonet::NONET_LOGIC {

#ifdef NONET_LARGE_BOARDS
constexpr bool kLarge = true;
#else
constexpr bool kLarge = false;
constexpr int kMostSize = 9;  // rows of a board, and digits
using Cell = uint8_t;         // the number of a cell
using Bits = unsigned;        // a mask in a register
#endif

#ifndef NONET_ANY_HOUSES

constexpr bool kClassic = true;
constexpr int kKinds = 3, kMostPeers = 20, kMostFar = 0;

// The seat of a cell in one of its houses.
struct Seat {
  uint8_t house, position, kind;
};

struct ClassicGeometry {
  static constexpr int size = 9, cells = kCells, kinds = kKinds, houses = kHouses;
  static constexpr Mask digits = kAllDigits;
  static constexpr bool has_boxes = true, is_latin = true;  // no house but rows, columns and boxes
  static constexpr int first_house(int kind) { return 9 * kind; }
  static constexpr int end_house(int kind) { return 9 * kind + 9; }
  static constexpr bool tiles(int) { return true; }
  static constexpr int kind_of(int house) { return house / 9; }
  // The houses of a cell: box, row, column.
  static constexpr int seats(int) { return 3; }
  static constexpr Seat seat(int cell, int i) {
    const int kind = i == 0 ? kBox : i == 1 ? kRow : kColumn;
    return {kGeometry.house[kind][cell], kGeometry.position[kind][cell], (uint8_t)kind};
  }
  static constexpr int house_of(int kind, int cell) { return kGeometry.house[kind][cell]; }
  static constexpr const Cell *cells_of(int house) { return kGeometry.cell[house]; }
  static constexpr const Cells &set_of(int house) { return kGeometry.house_cells[house]; }
  static constexpr const Cells &peers(int cell) { return kGeometry.peer_cells[cell]; }
  static constexpr Cells far_peers(int) { return {}; }  // the peers that share no house with a cell
  static constexpr Cells all() { return {~0ull, (1ull << 17) - 1}; }
};
inline constexpr ClassicGeometry kClassicGeometry;
constexpr const ClassicGeometry &geometry() { return kClassicGeometry; }

#else

constexpr bool kClassic = false;
constexpr int kKinds = 20, kMostPeers = kCells - 1, kMostFar = 32;
#ifndef NONET_LARGE_BOARDS
constexpr int kHouses = NONET_MOST_HOUSES;
#endif
constexpr uint8_t kNoHouse = 255;

struct Seat {
  uint8_t house, position, kind;
};

struct AnyGeometry {
  int size, cells, kinds, houses;
  Mask digits;
  bool has_boxes, is_latin;  // is_latin: no house but rows, columns and rectangular boxes, and no pairs
  uint8_t first[kKinds + 1], kinds_of[kHouses];
  Cell cell[kHouses][kMostSize];
  uint8_t seats_size[kCells];
  Seat seat_of[kCells][kKinds];
  Cells every_cell, house_cells[kHouses], peer_cells[kCells], far[kCells];
  uint8_t far_size[kCells];
  Cell far_list[kCells][kMostFar];  // the same, in the order of the call
  Mask shared[kHouses][kHouses];    // positions of a house that lie in another one, too

  int first_house(int kind) const { return first[kind]; }
  int end_house(int kind) const { return first[kind + 1]; }
  int kind_of(int house) const { return kinds_of[house]; }
  bool tiles(int kind) const { return first[kind + 1] - first[kind] == size; }  // whether each cell is in a house of it
  int seats(int which) const { return seats_size[which]; }
  Seat seat(int which, int i) const { return seat_of[which][i]; }
  // The house of a kind that a cell is in, or -1.
  int house_of(int kind, int which) const {
    for (int i = 0; i < seats_size[which]; i++)
      if (seat_of[which][i].kind == kind) return seat_of[which][i].house;
    return -1;
  }
  const Cell *cells_of(int house) const { return cell[house]; }
  const Cells &set_of(int house) const { return house_cells[house]; }
  const Cells &peers(int which) const { return peer_cells[which]; }
  const Cells &far_peers(int which) const { return far[which]; }
  const Cells &all() const { return every_cell; }
  // Set up the geometry; false if the houses are not those of a board.
  bool build(const nonet_board &from);
};
// The board of the call that runs in this thread.
inline thread_local const AnyGeometry *geometry_here = nullptr;
inline const AnyGeometry &geometry() { return *geometry_here; }

inline bool AnyGeometry::build(const nonet_board &from) {
  if (from.size < 2 || from.size > kMostSize || from.houses_size > (size_t)kHouses || !from.houses || !from.kinds ||
      (from.pairs_size && !from.pairs))
    return false;
  new (this) AnyGeometry();  // all zero
  size = from.size, cells = size * size, houses = (int)from.houses_size;
  digits = (Mask)(bit(size) - 1);
  for (int which = 0; which < cells; which++) every_cell.add(which);
  uint8_t house_of[kKinds][kCells], position_of[kKinds][kCells];
  for (auto &row : house_of)
    for (uint8_t &house : row) house = kNoHouse;
  for (int house = 0, last = 0; house < houses; house++) {
    const int kind = from.kinds[house];
    if (kind < last || kind >= kKinds) return false;
    last = kind;
    kinds_of[house] = (uint8_t)kind;
    if (kind >= kinds) kinds = kind + 1;
    for (int position = 0; position < size; position++) {
      const int which = from.houses[house * size + position];
      if (which >= cells || house_of[kind][which] != kNoHouse) return false;
      house_of[kind][which] = (uint8_t)house;
      position_of[kind][which] = (uint8_t)position;
      cell[house][position] = (Cell)which;
      house_cells[house].add(which);
    }
  }
  for (int kind = 0, house = 0; kind <= kKinds; kind++) {
    while (house < houses && kinds_of[house] < kind) house++;
    first[kind] = (uint8_t)house;
  }
  if (kinds < 2) return false;
  if (kinds == 2) kinds = 3;  // a Latin square: its boxes are a kind without houses
  has_boxes = first[kBox + 1] > first[kBox];
  is_latin = kinds == 3 && !from.pairs_size;
  for (int house = first[kBox]; house < first[kBox + 1]; house++) {  // unless its boxes are not rectangles
    Mask rows = 0, columns = 0;
    for (int i = 0; i < size; i++) rows |= bit(cell[house][i] / size), columns |= bit(cell[house][i] % size);
    is_latin &= count(rows) * count(columns) == size;
  }
  // Rows and columns are complete: the places of the digits are kept by them.
  for (int which = 0; which < cells; which++)
    if (house_of[kRow][which] != which / size || house_of[kColumn][which] != size + which % size) return false;
  for (int which = 0; which < cells; which++) {
    const uint8_t order[3] = {kBox, kRow, kColumn};
    for (int i = 0; i < kinds; i++) {
      const int kind = i < 3 ? order[i] : i;
      if (house_of[kind][which] == kNoHouse) continue;
      seat_of[which][seats_size[which]++] = {house_of[kind][which], position_of[kind][which], (uint8_t)kind};
      peer_cells[which] = peer_cells[which] | house_cells[house_of[kind][which]];
    }
    peer_cells[which].remove(which);
  }
  for (size_t i = 0; i < from.pairs_size; i++) {
    const int one = from.pairs[2 * i], two = from.pairs[2 * i + 1];
    if (one >= cells || two >= cells || one == two) return false;
    if (peer_cells[one].has(two) || far[one].has(two)) continue;
    if (far_size[one] == kMostFar) return false;
    far[one].add(two);
    far_list[one][far_size[one]++] = (Cell)two;
  }
  for (int which = 0; which < cells; which++) {
    for (Cells rest = far[which]; !rest.empty();)
      if (!far[rest.pop()].has(which)) return false;
    peer_cells[which] = peer_cells[which] | far[which];
  }
  for (int house = 0; house < houses; house++)
    for (int other = 0; other < houses; other++)
      for (int i = 0; i < size; i++)
        if (house_cells[other].has(cell[house][i])) shared[house][other] |= bit(i);
  return true;
}

#endif

// The position of a cell in a house that it is in.
inline int position_in(int house, int cell) {
  int at = 0;
  while (geometry().cells_of(house)[at] != cell) at++;
  return at;
}

// The kinds of houses in the order of the seats of a cell: boxes, rows, columns, the others.
constexpr int kind_at(int i) { return i == 0 ? kBox : i == 1 ? kRow : i == 2 ? kColumn : i; }

// The kinds of houses in the order of singles and subsets: boxes, columns, rows, the others.
constexpr int house_order(int i) { return i == 0 ? kBox : i == 1 ? kColumn : i == 2 ? kRow : i; }

// The peers of a cell: box, row, column, other houses, then those without a house, each once.
template <class Visit> void for_peers(int cell, Visit visit) {
  Cells left = geometry().peers(cell);
  for (int i = 0; i < geometry().seats(cell); i++) {
    Cells part = left & geometry().set_of(geometry().seat(cell, i).house);
    left = left - part;
    while (!part.empty()) visit(part.pop());
  }
  while (!left.empty()) visit(left.pop());
}

// The peers that share no house with a cell, in the order of the call.
template <class Visit> void for_far_peers([[maybe_unused]] int cell, [[maybe_unused]] Visit visit) {
#ifdef NONET_ANY_HOUSES
  for (int i = 0; i < geometry().far_size[cell]; i++) visit(geometry().far_list[cell][i]);
#endif
}

// The cells at some positions of a house.
inline Cells places_of(int house, Mask positions) {
  Cells cells;
  for (Bits rest = positions; rest; rest &= rest - 1) cells.add(geometry().cells_of(house)[first(rest)]);
  return cells;
}

// The cells that see every cell of a set; all cells of an empty set.
inline Cells seen_by_all(Cells cells) {
  Cells common = geometry().all();
  while (!cells.empty()) common = common & geometry().peers(cells.pop());
  return common;
}

}  // namespace nonet::NONET_LOGIC

#endif
