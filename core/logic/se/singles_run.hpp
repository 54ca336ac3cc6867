// singles_run.hpp: full houses and hidden singles, applied and counted without a step for each.
//
// Most steps of most puzzles are hidden singles, so there are two ways to find them: find_hidden_singles explains each
// one, SinglesRun only counts them. Both take them in the order of Sudoku Explainer.
#ifndef NONET_LOGIC_SE_SINGLES_RUN_HPP
#define NONET_LOGIC_SE_SINGLES_RUN_HPP

#include <string.h>

#include "logic/singles.hpp"

namespace nonet::NONET_LOGIC {

#ifndef NONET_ANY_HOUSES

// Applies hidden singles. The places of a digit lie in one row of 32 lanes, a lane per house: boxes, columns, rows (the
// order of the search) and 5 lanes that stay 0. So four operations on vectors of 16 bytes eliminate a placed digit
// everywhere, and four more find the houses in which it has one place left.
struct SinglesRun {
  static constexpr int kLanes = 32, kVectors = 4;
  typedef uint16_t Vector __attribute__((vector_size(16), may_alias));

  struct Tables {
    alignas(16) uint16_t keep[kCells][kLanes];  // places that remain for a digit placed in the cell
    uint8_t house[kHouses];                     // of a lane
    uint8_t lane[3][kCells];                    // of the three houses of a cell: box, column, row
    uint8_t position[3][kCells];

    constexpr Tables() : keep{}, house{}, lane{}, position{} {
      for (int i = 0; i < kHouses; i++) house[i] = (uint8_t)(9 * house_order(i / 9) + i % 9);
      for (int cell = 0; cell < kCells; cell++) {
        for (int i = 0; i < 3; i++) {
          lane[i][cell] = (uint8_t)(9 * i + kGeometry.house[house_order(i)][cell] % 9);
          position[i][cell] = kGeometry.position[house_order(i)][cell];
        }
        for (int i = 0; i < kHouses; i++) {
          keep[cell][i] = kAllDigits;
          for (int at = 0; at < 9; at++) {
            int other = kGeometry.cell[house[i]][at];
            if (other == cell || kGeometry.peer_cells[cell].has(other)) keep[cell][i] &= (uint16_t)~(1u << at);
          }
        }
      }
    }
  };
  static const Tables kTables;

  union Lanes {
    uint16_t of[kLanes];
    Vector vector[kVectors];
  };
  Lanes places[9];
  uint32_t single[9];  // per digit: the lanes with one place left
  uint32_t full;       // the lanes of houses with one empty cell

  void find_single(int digit) {
    const Vector *v = places[digit].vector, weights = {1, 2, 4, 8, 16, 32, 64, 128};
    Vector lanes[2];
    for (int half = 0; half < 2; half++) {
      Vector a = v[2 * half], b = v[2 * half + 1];
      Vector a_single = (Vector)(a != 0) & (Vector)((a & (a - 1)) == 0);
      Vector b_single = (Vector)(b != 0) & (Vector)((b & (b - 1)) == 0);
      lanes[half] = (a_single & weights) | (b_single & (weights << 8));
    }
    uint64_t words[4];
    memcpy(words, lanes, sizeof words);
    uint64_t low = words[0] | words[1], high = words[2] | words[3];
    low |= low >> 32, high |= high >> 32;
    low |= low >> 16, high |= high >> 16;
    single[digit] = (uint32_t)((low & 0xFFFF) | (high & 0xFFFF) << 16);
  }

  void load(const State &state) {
    memset(places, 0, sizeof places);
    full = 0;
    for (int i = 0; i < kHouses; i++) {
      const Mask *of_house = state.places[kTables.house[i]];
      full |= (uint32_t)(state.empty[kTables.house[i]] == 1) << i;
      for (int digit = 0; digit < 9; digit++) places[digit].of[i] = of_house[digit];
    }
    for (int digit = 0; digit < 9; digit++) find_single(digit);
  }

  // Like load, from a board of digits (0 or 1-9) and the candidates that these leave.
  void start(State &state, const uint8_t *board) {
    state = State{};
    state.left = kCells;
    for (uint8_t &cells : state.empty) cells = 9;
    Lanes open{};
    for (int i = 0; i < kHouses; i++) open.of[i] = kAllDigits;
    for (Lanes &lanes : places) lanes = open;
    for (int cell = 0; cell < kCells; cell++) {
      if (!board[cell]) continue;
      state.digits[cell] = board[cell];
      state.given.add(cell);
      state.placed[board[cell] - 1]++;
      state.left--;
      for (int i = 0; i < 3; i++) {
        state.empty[kTables.house[kTables.lane[i][cell]]]--;
        open.of[kTables.lane[i][cell]] &= (uint16_t)~bit(kTables.position[i][cell]);
      }
      const Vector *keep = (const Vector *)kTables.keep[cell];
      for (int i = 0; i < kVectors; i++) places[board[cell] - 1].vector[i] &= keep[i];
    }
    full = 0;
    for (int i = 0; i < kHouses; i++) full |= (uint32_t)(state.empty[kTables.house[i]] == 1) << i;
    for (int digit = 0; digit < 9; digit++) {
      for (int i = 0; i < kVectors; i++) places[digit].vector[i] &= open.vector[i];
      find_single(digit);
    }
  }

  Mask candidates(int cell) const {
    unsigned mask = 0;
    for (int digit = 0; digit < 9; digit++)
      mask |= (unsigned)(places[digit].of[kTables.lane[2][cell]] >> kTables.position[2][cell] & 1) << digit;
    return (Mask)mask;
  }

  // Write candidates and places back to the state; digits and counts are always kept there.
  void store(State &state) const {
    memset(state.candidates, 0, sizeof state.candidates);
    memset(state.places, 0, sizeof state.places);
    if (!state.left) return;
    for (int i = 0; i < kHouses; i++)
      for (int digit = 0; digit < 9; digit++) state.places[kTables.house[i]][digit] = places[digit].of[i];
    for (int row = 0; row < 9; row++)
      for (int digit = 0; digit < 9; digit++)
        for (Mask rest = state.places[row][digit]; rest; rest &= rest - 1)
          state.candidates[9 * row + first(rest)] |= bit(digit);
  }

  void place(State &state, int cell, int digit) {
    state.digits[cell] = (uint8_t)(digit + 1);
    state.placed[digit]++;
    state.left--;
    for (int i = 0; i < 3; i++) {
      int lane = kTables.lane[i][cell];
      uint8_t &empty = state.empty[kTables.house[lane]];
      empty--;
      full = (full & ~(1u << lane)) | (uint32_t)(empty == 1) << lane;
    }
    for (unsigned others = candidates(cell) & ~(1u << digit); others; others &= others - 1) {
      int other = first(others);
      for (int i = 0; i < 3; i++) {
        int lane = kTables.lane[i][cell];
        unsigned left = places[other].of[lane] &= (uint16_t)~bit(kTables.position[i][cell]);
        single[other] = (single[other] & ~(1u << lane)) | (uint32_t)is_single(left) << lane;
      }
    }
    const Vector *keep = (const Vector *)kTables.keep[cell];
    for (int i = 0; i < kVectors; i++) places[digit].vector[i] &= keep[i];
    find_single(digit);
  }

  // Place all of them; see run_hidden_singles.
  int run(State &state, uint32_t counts[3], int &first_technique) {
    int highest = -1;
    for (;;) {
      uint32_t any = 0;
      for (uint32_t lanes : single) any |= lanes;
      if (!any) return highest;
      int lane = first(any & full ? any & full : any);
      unsigned digits = 0;
      for (int i = 0; i < 9; i++) digits |= (single[i] >> lane & 1) << i;
      int digit = first(digits);
      int technique = full >> lane & 1 ? k_full_house : lane < 9 ? k_hidden_single_box : k_hidden_single_line;
      if (highest < 0) first_technique = technique;
      if (technique > highest) highest = technique;
      counts[technique]++;
      place(state, kGeometry.cell[kTables.house[lane]][first(places[digit].of[lane])], digit);
    }
  }
};
inline constexpr SinglesRun::Tables SinglesRun::kTables;

// Place hidden singles, each the first of find_hidden_singles, until there is none. Add to counts how often each of the
// three techniques was used (full house, box, line). Return the hardest one used, or -1; then nothing has changed and
// first_technique is not written.
inline int run_hidden_singles(State &state, uint32_t counts[3], int &first_technique) {
  unsigned any = 0;
  const Mask *places = &state.places[0][0];
  for (int i = 0; i < kHouses * 9; i++) any |= (unsigned)(places[i] != 0 && (places[i] & (places[i] - 1)) == 0);
  if (!any) return -1;
  SinglesRun run;
  run.load(state);
  int highest = run.run(state, counts, first_technique);
  run.store(state);
  return highest;
}

// The same from the start: set up the state from digits (0 or 1-9) without conflict.
inline int start_with_hidden_singles(State &state, const uint8_t *board, uint32_t counts[3], int &first_technique) {
  SinglesRun run;
  run.start(state, board);
  int highest = run.run(state, counts, first_technique);
  run.store(state);
  return highest;
}

#else

// Place hidden singles, each the first of find_hidden_singles, until there is none; as for classic boards below, without
// vectors: the houses are those of the call.
inline int run_hidden_singles(State &state, uint32_t counts[3], int &first_technique) {
  int highest = -1;
  for (;;) {
    int found = -1, digit = 0, technique = 0;
    for (int i = 0; i < geometry().kinds && (found < 0 || technique != k_full_house); i++) {
      const int kind = house_order(i);
      for (int house = geometry().first_house(kind); house < geometry().end_house(kind); house++) {
        const bool full = state.empty[house] == 1;
        if (found >= 0 && !full) continue;
        for (int d = 0; d < geometry().size; d++) {
          if (!is_single(state.places[house][d])) continue;
          found = geometry().cells_of(house)[first(state.places[house][d])], digit = d;
          technique = full ? k_full_house : kind == kBox ? k_hidden_single_box : k_hidden_single_line;
          break;
        }
        if (found >= 0 && technique == k_full_house) break;
      }
    }
    if (found < 0) return highest;
    if (highest < 0) first_technique = technique;
    if (technique > highest) highest = technique;
    counts[technique]++;
    state.place(found, digit);
  }
}

inline int start_with_hidden_singles(State &state, const uint8_t *board, uint32_t counts[3], int &first_technique) {
  load_board(state, board);
  return run_hidden_singles(state, counts, first_technique);
}

#endif

}  // namespace nonet::NONET_LOGIC

#endif
