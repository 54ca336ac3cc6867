// odds.cpp: in how many solutions the box in band A and stack 3 is filled in each way, and so each candidate of it.
//
// What bands B and C contribute to (a1, a2, a3) is known after an orbit is evaluated. The fillings of band A are pairs of row
// signatures of boxes 1 and 2, which determine the one of box 3: `ways` counts them. A filling of box 3 is a row signature
// and an orthogonal a3, so it occurs ways * given times. Leg 3 of A has classes only of columns without givens on the whole
// board: these have equal odds.

#include "counting/contraction.hpp"

namespace nonet::counting {
namespace {

// ways[r3] = the pairs of row signatures of boxes 1 and 2 for a pair of classes.
void count_ways(const State &state, uint32_t pair, uint16_t *ways) {
  const Signatures &all = signatures();
  const Table &table = state.tables[0];
  const size_t size2 = state.legs[0][1].size;
  uint8_t fitting[kSignatures] = {};
  const uint32_t *second = table.rows2.start + pair % size2, *first = table.rows1.start + pair / size2;
  for (uint32_t i = second[0]; i < second[1]; i++) fitting[table.rows2.item[i]] = 1;
  memset(ways, 0, sizeof *ways * kSignatures);
  for (uint32_t i = first[0]; i < first[1]; i++)
    for (const Companions &other : all.companions[table.row_signature[table.rows1.item[i]]])
      ways[other.c] = (uint16_t)(ways[other.c] + fitting[other.b]);
}

}  // namespace

void add_odds(State &state, uint32_t orbit, Scratch &scratch) {
  const Signatures &all = signatures();
  const Table &table = state.tables[0];
  const Leg &leg3 = state.legs[0][2], &whole = state.whole[2];
  const uint32_t begin = state.orbits.start[orbit], end = state.orbits.start[orbit + 1];
  uint32_t *low = (uint32_t *)(scratch.ways + kSignatures), *high = low + table.width;
  for (uint32_t member = begin; member < (state.carries ? end : begin + 1); member++) {
    uint32_t pair = state.orbits.member[member];
    const uint64_t members = state.carries ? state.orbits.alike[pair] : end - begin;
    if (!members || !table.nonzero[pair]) continue;
    count_ways(state, pair, scratch.ways);
    const Renaming rename = renaming_of(state, orbit, member);
    uint32_t any_high = 0;
    for (int i = 0; i < leg3.size; i++) {
      int id = leg3.representative[i];
      uint64_t given = scratch.given[whole.class_of[rename.is_identity ? id : rename(all, id)]];
      low[i] = (uint32_t)given;
      high[i] = (uint32_t)(given >> 32);
      any_high |= high[i];
    }
    for (int r = 0; r < kSignatures; r++) {
      uint64_t ways = scratch.ways[r] * members;
      if (!ways) continue;
      const uint32_t stop = table.columns3.start[r + 1];
      for (uint32_t k = table.columns3.start[r]; k < stop && !any_high; k++)
        scratch.filled[2 * k] += ways * low[table.columns3.item[k]];
      for (uint32_t k = table.columns3.start[r]; k < stop && any_high; k++) {
        uint16_t i = table.columns3.item[k];
        scratch.filled[2 * k] += ways * low[i];
        scratch.filled[2 * k + 1] += ways * high[i];
      }
    }
  }
}

// Add the fillings that a thread has counted to the odds of the box.
void finish_odds(State &state, Scratch &scratch) {
  const Signatures &all = signatures();
  const Table &table = state.tables[0];
  Wide sums[3][3][9] = {};
  for (int r = 0; r < kSignatures; r++)
    for (uint32_t k = table.columns3.start[r]; k < table.columns3.start[r + 1]; k++) {
      Wide filled = (scratch.filled[2 * k] + ((Wide)scratch.filled[2 * k + 1] << 32)) * state.multiple;
      if (!filled) continue;
      int c = state.legs[0][2].representative[table.columns3.item[k]];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sums[i][j][__builtin_ctz(all.crossing(r, i, c, j))] += filled;
    }
  while (__atomic_exchange_n(&state.lock, 1, __ATOMIC_ACQUIRE)) {
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int d = 0; d < 9; d++) {
        Wide &sum = state.odds[i][j][d];
        sum += sums[i][j][d];
      }
  __atomic_store_n(&state.lock, 0, __ATOMIC_RELEASE);
}

// The odds of a cell and a digit of the box. Rows and columns without givens were counted in one order only, and of pairs
// that digits absent from all bands turn into each other one: then all orders have the same odds, the mean of what was
// counted.
Wide odds_of(const State &state, int row, int column, int digit) {
  const unsigned free = state.board.free_rows(0);
  const unsigned rows = free >> row & 1 ? free : 1u << row;
  const unsigned common = state.board.common_columns(2);
  const unsigned columns = common >> column & 1 ? common : 1u << column;
  const unsigned alike = state.symmetric & state.board.plain_digits(7);
  const unsigned digits = alike >> digit & 1 ? alike : 1u << digit;
  Wide sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int d = 0; d < 9; d++)
        if ((rows >> i & 1) && (columns >> j & 1) && (digits >> d & 1)) sum += state.odds[i][j][d];
  return sum / (unsigned)(__builtin_popcount(rows) * __builtin_popcount(columns) * __builtin_popcount(digits));
}

}  // namespace nonet::counting
