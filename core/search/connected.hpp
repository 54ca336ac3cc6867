// connected.hpp: the cells that hold a digit of a set form one region.
//
// A cell is *in* the region if it has no other digits, and *open* if it has one of the set. From a cell that is in, all
// others that are in must be reached through open cells. Open cells that are not reached are out. An open cell without
// which the others that are in, or enough cells, are not reached is in.
#ifndef NONET_CONNECTED_HPP
#define NONET_CONNECTED_HPP

#include "search/constrained.hpp"

namespace nonet {

// Mark the cells that are reached from `from` through open cells without `without`, and return their number.
inline uint32_t flood(const Region &region, uint32_t count, const uint8_t *open, uint8_t *reached, uint32_t *stack,
                      uint32_t from, uint32_t without) {
  const int64_t *start = region.start(), *neighbours = region.neighbours(count);
  memset(reached, 0, count);
  uint32_t size = 0, number = 0;
  stack[size++] = from;
  reached[from] = 1;
  while (size) {
    uint32_t i = stack[--size];
    number++;
    for (int64_t k = start[i]; k < start[i + 1]; k++) {
      uint32_t next = (uint32_t)neighbours[k];
      if (reached[next] || !open[next] || next == without) continue;
      reached[next] = 1;
      stack[size++] = next;
    }
  }
  return number;
}

constexpr uint8_t kOpenCell = 1, kInCell = 2;

template <class B> bool run_connected(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const Region &region = *(const Region *)b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  Mask set = (Mask)region.digits;
  uint32_t *stack = (uint32_t *)b.scratch, count = c.count;
  uint8_t *open = (uint8_t *)(stack + count), *reached = open + count, *cut = reached + count;
  uint32_t in = 0, possible = 0, seed = count;
  for (uint32_t i = 0; i < count; i++) {
    Mask m = b.digits[cells[i]];
    open[i] = !(m & set) ? 0 : m & ~set ? kOpenCell : kInCell;
    possible += open[i] != 0;
    if (open[i] != kInCell) continue;
    in++;
    if (seed == count) seed = i;
  }
  if (possible < region.low || in > region.high) return b.give_up();
  if (!in) return true;
  uint32_t size = flood(region, count, open, reached, stack, seed, count);
  if (size < region.low) return b.give_up();
  for (uint32_t i = 0; i < count; i++)
    if (open[i] == kInCell && !reached[i]) return b.give_up();
  for (uint32_t i = 0; i < count; i++) {
    if (!open[i] || open[i] == kInCell) continue;
    if (!reached[i] || in == region.high) {
      if (!b.keep(cells[i], (Mask)~set)) return false;
      open[i] = 0;
    }
  }
  if (in == region.high) size = flood(region, count, open, reached, stack, seed, count);
  if (size < region.low) return b.give_up();
  for (uint32_t i = 0; i < count; i++)
    if (open[i] == kInCell && !reached[i]) return b.give_up();
  for (uint32_t i = 0; i < count; i++) {
    if (open[i] != kOpenCell) continue;
    bool needed = flood(region, count, open, cut, stack, seed, i) < region.low;
    for (uint32_t k = 0; k < count && !needed; k++) needed = open[k] == kInCell && !cut[k];
    if (needed && !b.keep(cells[i], set)) return false;
  }
  return true;
}

template <class B, class F>
void explain_connected(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  explain_by_all(b, c, self, before, f);
}

}  // namespace nonet

#endif
