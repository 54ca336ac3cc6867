// singles_queue.hpp: naked and hidden singles in the order in which they appear on the board.
//
// HoDoKu places singles first come, first served, and this decides how many are counted as hidden (14 points) and how many
// as naked (4). A removed candidate may leave a single in its cell, and in each of its three houses; each is appended to
// one of two queues. Full houses go before naked singles, and those before hidden ones.
#ifndef NONET_LOGIC_HODOKU_SINGLES_QUEUE_HPP
#define NONET_LOGIC_HODOKU_SINGLES_QUEUE_HPP

#include "logic/singles.hpp"

namespace nonet::logic {

struct SinglesQueue {
  struct Single {
    uint8_t cell, digit;
  };
  // A house comes down to one place for a digit once, and a cell to one candidate once; placing over a contradiction adds
  // nothing either, because the cell has no candidates left.
  Single naked[kCells], hidden[kHouses * 9];
  uint8_t naked_at = 0, naked_end = 0;
  uint16_t hidden_at = 0, hidden_end = 0;

  void remove(State &state, int cell, int digit) {
    if (!state.has(cell, digit)) return;
    state.remove(cell, digit);
    for (int kind = 0; kind < 3; kind++) look(state, kGeometry.house[kind][cell], digit);
    if (is_single(state.candidates[cell])) naked[naked_end++] = {(uint8_t)cell, (uint8_t)first(state.candidates[cell])};
  }

  // Place a digit: it is removed from the peers in reading order, then the cell loses its candidates.
  void place(State &state, int cell, int digit) {
    if (state.digits[cell] == digit + 1) return;
    if (!state.digits[cell]) {
      state.placed[digit]++;
      state.left--;
      for (int kind = 0; kind < 3; kind++) state.empty[kGeometry.house[kind][cell]]--;
    }
    state.digits[cell] = (uint8_t)(digit + 1);
    for (Cells rest = kGeometry.peer_cells[cell] & state.where(digit); !rest.empty();) remove(state, rest.pop(), digit);
    for (Mask rest = state.candidates[cell]; rest; rest &= rest - 1) {
      int other = first(rest);
      state.remove(cell, other);
      for (int kind = 0; kind < 3 && other != digit; kind++) look(state, kGeometry.house[kind][cell], other);
    }
  }

  // Start with a puzzle: its givens are placed in reading order.
  void start(State &state, const uint8_t *board) {
    *this = {};
    const uint8_t none[kCells] = {};
    load_board(state, none);
    for (int cell = 0; cell < kCells; cell++)
      if (board[cell]) {
        state.given.add(cell);
        place(state, cell, board[cell] - 1);
      }
  }
  // Start with a position, whose history is not known: the singles come in reading order.
  void start(const State &state) {
    *this = {};
    for (int cell = 0; cell < kCells; cell++)
      if (is_single(state.candidates[cell]))
        naked[naked_end++] = {(uint8_t)cell, (uint8_t)first(state.candidates[cell])};
    for (int house = 0; house < kHouses; house++)
      for (int digit = 0; digit < 9; digit++) look(state, house, digit);
  }

  // The next single, taken from its queue; -1 if there is none.
  int next(const State &state, int &cell, int &digit) {
    for (int i = naked_at; i < naked_end; i++) {
      if (state.digits[naked[i].cell]) continue;
      for (int kind = 0; kind < 3; kind++)
        if (state.empty[kGeometry.house[kind][naked[i].cell]] == 1) return take(naked[i], k_full_house, cell, digit);
    }
    while (naked_at < naked_end) {
      Single single = naked[naked_at++];
      if (!state.digits[single.cell]) return take(single, k_naked_single, cell, digit);
    }
    while (hidden_at < hidden_end) {
      Single single = hidden[hidden_at++];
      if (state.digits[single.cell]) continue;
      for (int kind : {kBox, kRow, kColumn})
        if (is_single(state.places[kGeometry.house[kind][single.cell]][single.digit]))
          return take(single, kind == kBox ? k_hidden_single_box : k_hidden_single_line, cell, digit);
      return -1;
    }
    return -1;
  }

 private:
  static int take(Single single, int technique, int &cell, int &digit) {
    cell = single.cell, digit = single.digit;
    return technique;
  }
  void look(const State &state, int house, int digit) {
    Mask places = state.places[house][digit];
    if (is_single(places) && hidden_end < kHouses * 9)
      hidden[hidden_end++] = {kGeometry.cell[house][first(places)], (uint8_t)digit};
  }
};

}  // namespace nonet::logic

#endif
