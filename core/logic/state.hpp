// state.hpp: the board as the human solver sees it: digits placed, candidates left, and the places of each digit.
//
// The candidates are kept twice, by cell and by house, because nearly every technique asks one of two questions: which
// digits can this cell be, and where in this house can this digit be? The answer to each is one 9-bit mask.
#ifndef NONET_LOGIC_STATE_HPP
#define NONET_LOGIC_STATE_HPP

#include "common/houses.hpp"

namespace nonet::logic {

struct State {
  Mask candidates[kCells];  // digits that a cell can be; 0 where one is placed
  Mask places[kHouses][9];  // positions of a house that can be a digit; 0 where it is placed
  uint8_t digits[kCells];   // the digit placed, 1-9, or 0
  uint8_t empty[kHouses];   // cells of a house without a digit
  uint8_t placed[9];        // cells with this digit
  uint8_t left;             // cells of the board without a digit
  Cells given;              // the cells whose digit is a given of the puzzle, placed or not

  bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }  // digit 0-8
  // The cells that can be the digit (0-8).
  Cells where(int digit) const {
    Cells cells;
    for (int row = 0; row < 7; row++) cells.low |= (uint64_t)places[row][digit] << 9 * row;
    cells.low |= (uint64_t)places[7][digit] << 63;
    cells.high = (uint64_t)places[7][digit] >> 1 | (uint64_t)places[8][digit] << 8;
    return cells;
  }

  // The cells that have candidates.
  Cells open() const {
    Cells cells;
    for (int digit = 0; digit < 9; digit++) cells = cells | where(digit);
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
  // Place a digit (0-8) in an empty cell and eliminate it from the peers.
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
  // Load 81 digits (0 or 1-9), all of them givens, and 81 masks of candidates. Masks of filled cells are ignored; nothing
  // is eliminated.
  void load(const uint8_t *board, const Mask *masks) {
    *this = State{};
    left = kCells;
    for (uint8_t &cells : empty) cells = 9;
    for (int c = 0; c < kCells; c++) {
      if (board[c]) {
        digits[c] = board[c];
        given.add(c);
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

// Load a board of digits without a conflict, and the candidates that these leave.
inline void load_board(State &state, const uint8_t *board) {
  static constexpr struct Open {
    Mask masks[kCells];
    constexpr Open() : masks{} {
      for (Mask &mask : masks) mask = kAllDigits;
    }
  } kOpen;
  state.load(board, kOpen.masks);
  for (int cell = 0; cell < kCells; cell++)
    for (Cells rest = board[cell] ? kGeometry.peer_cells[cell] : Cells{}; !rest.empty();) {
      int peer = rest.pop();
      if (state.has(peer, board[cell] - 1)) state.remove(peer, board[cell] - 1);
    }
}

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

}  // namespace nonet::logic

#endif
