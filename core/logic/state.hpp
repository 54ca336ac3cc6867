// state.hpp: the board as the human solver sees it: digits placed, candidates left, and the places of each digit.
//
// The candidates are kept twice, by cell and by house, because nearly every technique asks one of two questions: which
// digits can this cell be, and where in this house can this digit be? The answer to each is one mask.
#ifndef NONET_LOGIC_STATE_HPP
#define NONET_LOGIC_STATE_HPP

#include "logic/geometry.hpp"

namespace nonet::NONET_LOGIC {

struct State {
  Mask candidates[kCells];          // digits that a cell can be; 0 where one is placed
  Mask places[kHouses][kMostSize];  // positions of a house that can be a digit; 0 where it is placed
  uint8_t digits[kCells];           // the digit placed, from 1, or 0
  uint8_t empty[kHouses];           // cells of a house without a digit
  uint8_t placed[kMostSize];        // cells with this digit
  Cell left;                        // cells of the board without a digit
  Cells given;                      // the cells whose digit is a given of the puzzle, placed or not

  bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }  // digit 0-8
  // The cells that can be the digit (0-8).
  Cells where(int digit) const {
    Cells cells;
#ifndef NONET_ANY_HOUSES
    for (int row = 0; row < 7; row++) cells.low |= (uint64_t)places[row][digit] << 9 * row;
    cells.low |= (uint64_t)places[7][digit] << 63;
    cells.high = (uint64_t)places[7][digit] >> 1 | (uint64_t)places[8][digit] << 8;
#else
    const int size = geometry().size;
    for (int row = 0; row < size; row++) cells.add_bits(row * size, places[row][digit]);
#endif
    return cells;
  }

  // The cells that have candidates.
  Cells open() const {
    Cells cells;
    for (int digit = 0; digit < geometry().size; digit++) cells = cells | where(digit);
    return cells;
  }

  void remove(int cell, int digit) {
    candidates[cell] &= (Mask)~bit(digit);
    for (int i = 0; i < geometry().seats(cell); i++) {
      const Seat seat = geometry().seat(cell, i);
      places[seat.house][digit] &= (Mask)~bit(seat.position);
    }
  }
  void remove_all(int cell, Mask digits) {
    for (Mask rest = digits & candidates[cell]; rest; rest &= rest - 1) remove(cell, first(rest));
  }
  // Place a digit (0-8) in an empty cell and eliminate it from the peers.
  void place(int cell, int digit) {
    remove_all(cell, geometry().digits);
    digits[cell] = (uint8_t)(digit + 1);
    placed[digit]++;
    left--;
    for (int i = 0; i < geometry().seats(cell); i++) {
      const int house = geometry().seat(cell, i).house;
      empty[house]--;
      for (Mask rest = places[house][digit]; rest; rest &= rest - 1) {
        remove(geometry().cells_of(house)[first(rest)], digit);
      }
    }
    if (kClassic) return;
    for (Cells rest = geometry().far_peers(cell); !rest.empty();)
      if (const int peer = rest.pop(); has(peer, digit)) remove(peer, digit);
  }
  // Load the digits of all cells (0 for none), which are givens, and their masks of candidates. Masks of filled cells are
  // ignored; nothing is eliminated.
  template <class M> void load(const uint8_t *board, const M *masks) {
    new (this) State();
    left = (Cell)geometry().cells;
    for (uint8_t &cells : empty) cells = (uint8_t)geometry().size;
    for (int c = 0; c < geometry().cells; c++) {
      if (board[c]) {
        digits[c] = board[c];
        given.add(c);
        placed[board[c] - 1]++;
        left--;
        for (int i = 0; i < geometry().seats(c); i++) empty[geometry().seat(c, i).house]--;
        continue;
      }
      candidates[c] = (Mask)masks[c] & geometry().digits;
      for (Mask rest = candidates[c]; rest; rest &= rest - 1)
        for (int i = 0; i < geometry().seats(c); i++) {
          const Seat seat = geometry().seat(c, i);
          places[seat.house][first(rest)] |= bit(seat.position);
        }
    }
  }
};

// Load a board of digits without a conflict, and the candidates that these leave.
inline void load_board(State &state, const uint8_t *board) {
  static constexpr struct Open {
    Mask masks[kCells];
    constexpr Open() : masks{} {
      for (Mask &mask : masks) mask = kAllDigits;  // load keeps those of the board
    }
  } kOpen;
  state.load(board, kOpen.masks);
  for (int cell = 0; cell < geometry().cells; cell++)
    for (Cells rest = board[cell] ? geometry().peers(cell) : Cells{}; !rest.empty();) {
      int peer = rest.pop();
      if (state.has(peer, board[cell] - 1)) state.remove(peer, board[cell] - 1);
    }
}

// The cells of a board by the number of their candidates.
struct BySize {
  Cells one, two, three, more;

  explicit BySize(const State &state) {
    Cells any, several, many, lots;  // at least one, two, three, four
    for (int digit = 0; digit < geometry().size; digit++) {
      Cells cells = state.where(digit);
      lots = lots | (many & cells);
      many = many | (several & cells);
      several = several | (any & cells);
      any = any | cells;
    }
    one = any - several, two = several - many, three = many - lots, more = lots;
  }
};

}  // namespace nonet::NONET_LOGIC

#endif
