// sum.cpp: the tables of the bands, and the sum over the signatures.

#include "counting/contraction.hpp"

namespace nonet::counting {

Scratch::Scratch(const State &state, void *memory, size_t bytes) {
  Arena arena{(char *)memory, 0, bytes};
  size_t slice = 0, classes = state.whole[2].size;
  for (const Table &table : state.tables)
    if (table.row_size * table.width > slice) slice = table.row_size * table.width;
  rows = arena.take<uint16_t>(slice + kStep);
  size_t after_rows = arena.used;
  arena.used = 0;  // slices come before orbits
  x = arena.take<uint16_t>(state.tables[1].width * kStride);
  y = arena.take<uint16_t>(state.tables[2].width * kStride);
  from_b = arena.take<const uint16_t *>((size_t)state.links[0].most * state.links[1].most + 1);
  from_c = arena.take<const uint16_t *>((size_t)state.links[0].most * state.links[1].most + 1);
  sums = arena.take<int64_t>(state.pairs + 1u);
  wanted = arena.take<uint64_t>(classes + 1);
  given = arena.take<uint64_t>(classes + 1);
  filled = nullptr;
  ways = nullptr;
  if (state.plan.box) {
    const Table &table = state.tables[0];
    filled = arena.take<uint64_t>(2 * (size_t)state.legs[0][2].size * kOrthogonal + 1);
    ways = arena.take<uint16_t>(kSignatures + 4 * (size_t)table.width);
  }
  used = arena.used > after_rows ? arena.used : after_rows;
}

// For one class of leg 2: count pairs of row signatures for each row signature of box 1 and class of leg 3; then each class
// of leg 1 adds up its row signatures.
void fill_slice(const State &state, uint32_t job, Scratch &scratch, const Kernels &kernels) {
  const Signatures &all = signatures();
  int band = 0;
  for (;; band++) {
    if (state.tables[band].same_as >= 0) continue;
    uint32_t slices = state.legs[band][1].size;
    if (job < slices) break;
    job -= slices;
  }
  const Table &table = state.tables[band];
  const size_t width = table.width, size2 = state.legs[band][1].size;
  uint16_t *rows = scratch.rows;
  memset(rows, 0, sizeof *rows * width * table.row_size);
  for (uint32_t i = table.rows2.start[job]; i < table.rows2.start[job + 1]; i++)
    for (const Companions &other : all.companions[table.rows2.item[i]]) {
      uint16_t place = table.row_place[other.b];
      if (place == kNone) continue;
      uint16_t *row = rows + place * width;
      const uint32_t *start = table.columns3.start + other.c;
      for (uint32_t k = start[0]; k < start[1]; k++) row[table.columns3.item[k]]++;
    }
  for (size_t i = 0; i < state.legs[band][0].size; i++) {
    uint16_t *entry = table.entry + (i * size2 + job) * width;
    const uint32_t *start = table.rows1.start + i;
    kernels.add_rows(rows, width, table.rows1.item + start[0], start[1] - start[0], entry);
    uint16_t any = 0;
    for (size_t k = 0; k < width; k++) any |= entry[k];
    table.nonzero[i * size2 + job] = any != 0;
  }
}

namespace {

// N_A for each class of a3, summed over the members of an orbit, each renamed to the one that is evaluated.
bool collect_wanted(const State &state, uint32_t orbit, Scratch &scratch) {
  const Signatures &all = signatures();
  const Table &table = state.tables[0];
  const Leg &leg3 = state.legs[0][2], &whole = state.whole[2];
  const uint32_t first = state.orbits.start[orbit], end = state.orbits.start[orbit + 1];
  memset(scratch.wanted, 0, sizeof *scratch.wanted * whole.size);
  bool any = false;
  for (uint32_t member = first; member < (state.carries ? end : first + 1); member++) {
    uint32_t pair = state.orbits.member[member];
    if (!table.nonzero[pair]) continue;
    any = true;
    const uint16_t *entry = table.entry + (size_t)pair * table.width;
    if (!state.carries) {
      for (int i = 0; i < leg3.size; i++) scratch.wanted[state.whole_of[2][i]] = (uint64_t)entry[i] * (end - first);
      break;
    }
    const Renaming rename = renaming_of(state, orbit, member);
    for (int i = 0; i < leg3.size; i++)
      if (entry[i]) scratch.wanted[whole.class_of[rename(all, leg3.representative[i])]] += entry[i];
  }
  return any;
}

uint32_t end_of_weight(const Links &links, uint32_t from, uint32_t end) {
  uint32_t i = from;
  while (i < end && links.list[i].weight == links.list[from].weight) i++;
  return i;
}

// sums[b3, c3] = sum of weight * N_B(b1, b2, b3) * N_C(c1, c2, c3) over the links of a1 and of a2.
void multiply(const State &state, uint16_t a1, uint16_t a2, Scratch &scratch, const Kernels &kernels) {
  const Links &links1 = state.links[0], &links2 = state.links[1];
  const Table &tb = state.tables[1], &tc = state.tables[2];
  const size_t size_b = state.legs[1][1].size, size_c = state.legs[2][1].size;
  memset(scratch.sums, 0, sizeof *scratch.sums * (state.pairs + 1));
  const uint32_t end1 = links1.start[a1 + 1], end2 = links2.start[a2 + 1];
  for (uint32_t i = links1.start[a1], next_i; i < end1; i = next_i) {
    next_i = end_of_weight(links1, i, end1);
    for (uint32_t j = links2.start[a2], next_j; j < end2; j = next_j) {
      next_j = end_of_weight(links2, j, end2);
      const int64_t weight = (int64_t)links1.list[i].weight * links2.list[j].weight;
      int n = 0;
      for (uint32_t p = i; p < next_i; p++)
        for (uint32_t q = j; q < next_j; q++) {
          const Link &one = links1.list[p], &two = links2.list[q];
          size_t b = one.b * size_b + two.b, c = one.c * size_c + two.c;
          if (!tb.nonzero[b] || !tc.nonzero[c]) continue;
          scratch.from_b[n] = tb.entry + b * tb.width;
          scratch.from_c[n++] = tc.entry + c * tc.width;
        }
      for (int k = 0; k < n; k += kBlock) {
        int length = n - k < kBlock ? n - k : kBlock;
        kernels.transpose(scratch.from_b + k, length, tb.width, scratch.x);
        kernels.transpose(scratch.from_c + k, length, tc.width, scratch.y);
        kernels.dot_tiles(state.tiles, state.both, state.tile_size, scratch.x, scratch.y, (int)padded((size_t)length),
                          weight, scratch.sums);
      }
    }
  }
}

}  // namespace

Wide evaluate(const State &state, uint32_t orbit, Scratch &scratch, const Kernels &kernels) {
  if (!collect_wanted(state, orbit, scratch)) return 0;
  const size_t size2 = state.legs[0][1].size;
  uint32_t pair = state.orbits.member[state.orbits.start[orbit]];
  multiply(state, state.whole_of[0][pair / size2], state.whole_of[1][pair % size2], scratch, kernels);
  const Links &links = state.links[2];
  Wide total = 0;
  for (int i = 0; i < state.whole[2].size; i++) {
    uint64_t given = 0;
    if (scratch.wanted[i])
      for (uint32_t k = links.start[i]; k < links.start[i + 1]; k++)
        given += (uint64_t)scratch.sums[links.list[k].pair] * links.list[k].weight;
    scratch.given[i] = given;
    total += (Wide)scratch.wanted[i] * given;
  }
  return total;
}

}  // namespace nonet::counting
