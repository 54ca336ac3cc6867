// unrank.cpp: the solution with a number. The sum gives each solution a number from 0 to the count - 1: the terms come one
// after another, and each term is a product whose factors count signatures of a class or fillings of a band. So a number
// drawn uniformly is a solution drawn uniformly.

#include "counting/contraction.hpp"

namespace nonet::counting {
namespace {

struct Triple {
  int a, b, c;
};

// The triple number `index` among the disjoint triples of a link.
Triple triple_of(const State &state, int stack, int a, const Link &link, uint64_t index) {
  const Signatures &all = signatures();
  const Leg &whole = state.whole[stack];
  const Exchange exchange(whole.free);
  for (int e = 0; e < exchange.size; e++) {
    int id = exchanged(all, whole.representative[a], exchange.to[e]);
    for (const Companions &other : all.companions[id])
      if (state.legs[1][stack].class_of[other.b] == link.b && state.legs[2][stack].class_of[other.c] == link.c &&
          index-- == 0)
        return {id, other.b, other.c};
  }
  return {0, 0, 0};
}

// Write the filling number `index` of a band with three column signatures to its 27 cells, as masks.
void fill_band(const State &state, int band, const int *columns, uint64_t index, uint16_t (*cells)[3][3]) {
  const Signatures &all = signatures();
  const auto *boxes = state.board.cell[band];
  uint8_t fitting[kSignatures] = {};
  for (int stack = 1; stack < 3; stack++)
    for (uint16_t r : all.orthogonal[columns[stack]])
      if (fits(boxes[stack], all, r, columns[stack])) fitting[r] |= (uint8_t)stack;
  for (uint16_t r : all.orthogonal[columns[0]]) {
    if (!fits(boxes[0], all, r, columns[0])) continue;
    for (const Companions &other : all.companions[r]) {
      if (!(fitting[other.b] & 1) || !(fitting[other.c] & 2) || index-- != 0) continue;
      const int rows[3] = {r, other.b, other.c};
      for (int stack = 0; stack < 3; stack++)
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 3; j++) cells[stack][i][j] = (uint16_t)all.crossing(rows[stack], i, columns[stack], j);
      return;
    }
  }
}

}  // namespace

// `rest` is the number within the orbit, times the exchanges that were divided out; evaluate() has filled the scratch.
void unrank(const State &state, uint32_t orbit, Wide rest, const Scratch &scratch, uint8_t *grid) {
  const Signatures &all = signatures();
  uint64_t exchange = (uint64_t)(rest % state.multiple);
  rest /= state.multiple;
  const Table *tables = state.tables;
  const Leg &leg2 = state.legs[0][1], &leg3 = state.legs[0][2];
  const uint32_t first = state.orbits.start[orbit];

  int a3 = 0;  // the class of a3, for the pair that is evaluated
  for (;; a3++) {
    Wide term = (Wide)scratch.wanted[a3] * scratch.given[a3];
    if (rest < term) break;
    rest -= term;
  }
  uint64_t wanted = (uint64_t)(rest / scratch.given[a3]), given = (uint64_t)(rest % scratch.given[a3]);

  // The member of the orbit, and the number of the filling of band A. Without digits of band A among the renamed ones,
  // all members have equally many fillings.
  uint32_t member = first;
  Renaming rename = renaming_of(state, orbit, member);
  if (!state.carries) {
    const uint64_t fillings = scratch.wanted[a3] / (state.orbits.start[orbit + 1] - first);
    member += (uint32_t)(wanted / fillings);
    wanted %= fillings;
    rename = renaming_of(state, orbit, member);
  }
  for (; state.carries; member++) {
    uint32_t pair = state.orbits.member[member];
    if (!tables[0].nonzero[pair]) continue;
    rename = renaming_of(state, orbit, member);
    uint64_t fillings = 0;
    const uint16_t *entry = tables[0].entry + (size_t)pair * tables[0].width;
    for (int i = 0; i < leg3.size; i++)
      if (entry[i] && state.whole[2].class_of[rename(all, leg3.representative[i])] == a3) fillings += entry[i];
    if (wanted < fillings) break;
    wanted -= fillings;
  }

  const uint32_t pair = state.orbits.member[first];
  const int a[3] = {state.whole_of[0][pair / leg2.size], state.whole_of[1][pair % leg2.size], a3};
  const Link *link[3];
  uint64_t index[3];
  for (link[2] = state.links[2].list + state.links[2].start[a3];; link[2]++) {
    uint64_t sum = (uint64_t)scratch.sums[link[2]->pair], term = sum * link[2]->weight;
    if (given < term) {
      index[2] = given / sum;
      given %= sum;
      break;
    }
    given -= term;
  }
  uint64_t in_b = 0, in_c = 0;
  bool found = false;
  const Links &links1 = state.links[0], &links2 = state.links[1];
  for (uint32_t i = links1.start[a[0]]; i < links1.start[a[0] + 1] && !found; i++)
    for (uint32_t j = links2.start[a[1]]; j < links2.start[a[1] + 1] && !found; j++) {
      link[0] = links1.list + i;
      link[1] = links2.list + j;
      size_t b = link[0]->b * (size_t)state.legs[1][1].size + link[1]->b;
      size_t c = link[0]->c * (size_t)state.legs[2][1].size + link[1]->c;
      uint64_t n_b = tables[1].entry[b * tables[1].width + link[2]->b];
      uint64_t n_c = tables[2].entry[c * tables[2].width + link[2]->c];
      uint64_t term = n_b * n_c * link[0]->weight * link[1]->weight;
      if (given >= term) {
        given -= term;
        continue;
      }
      found = true;
      in_c = given % n_c;
      given /= n_c;
      in_b = given % n_b;
      given /= n_b;
      index[0] = given % link[0]->weight;
      index[1] = given / link[0]->weight;
    }

  // Bands B and C as they are for the evaluated pair, then everything renamed back to the member.
  uint8_t back[9];
  for (int d = 0; d < 9; d++) back[rename.to[d]] = (uint8_t)d;
  Renaming backward;
  memcpy(backward.to, back, sizeof back);
  backward.prepare(all);
  int columns[3][3];
  for (int stack = 0; stack < 3; stack++) {
    Triple triple = triple_of(state, stack, a[stack], *link[stack], index[stack]);
    columns[0][stack] = backward(all, triple.a);
    columns[1][stack] = triple.b;
    columns[2][stack] = triple.c;
  }
  uint64_t number[3] = {wanted, in_b, in_c};
  for (int band = 0; band < 3; band++) {
    uint16_t cells[3][3][3];
    memset(cells, 0, sizeof cells);
    fill_band(state, band, columns[band], number[band] * tables[band].exchanges + exchange % tables[band].exchanges,
              cells);
    exchange /= tables[band].exchanges;
    for (int i = 0; i < 27; i++) {
      int stack = i / 9, row = i / 3 % 3, column = i % 3;
      int digit = __builtin_ctz(cells[stack][row][column] | 1u << 9);
      if (band && digit < 9) digit = back[digit];
      grid[Board::original(state.plan, band, stack, row, column)] = (uint8_t)(digit + 1);
    }
  }
}

}  // namespace nonet::counting
