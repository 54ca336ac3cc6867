// either.hpp: at least one of several choices holds.
//
// Each choice is tried on the digits alone: its constraints run until nothing changes. A choice that fails is out. What all
// others eliminate is eliminated. The reason is taken from the digits that the cells of the choices had lost; a choice of
// plain sets of digits that is out needs only one of its cells.
#ifndef NONET_EITHER_HPP
#define NONET_EITHER_HPP

#include "search/constrained.hpp"

namespace nonet {

template <class B> bool run_either(B &b, const Constraint &c) {
  using Mask = typename B::Mask;
  const int64_t *w = b.data_of(c);
  const uint16_t *cells = b.cells_of(c);
  uint32_t left = 0, depth = b.tries;
  Mask *joined = b.joined + (size_t)depth * b.cells;
  for (uint32_t i = 0; i < c.count; i++) joined[i] = 0;
  for (uint32_t k = 1; k < c.length;) {
    uint32_t end = k;
    while (end < c.length && w[end] >> 32 == w[k] >> 32) end++;
    uint32_t mark = b.tried_size;
    b.tries++;
    bool consistent = true, whole = false;
    for (uint32_t before = mark; consistent;) {
      for (uint32_t i = k; i < end && consistent; i++) consistent = b.run_one(b.constraints[(uint32_t)w[i]]);
      if (b.tried_size == before) break;
      before = b.tried_size;
    }
    if (consistent) {
      left++;
      whole = b.tried_size == mark;
      for (uint32_t i = 0; i < c.count; i++) joined[i] |= b.digits[cells[i]];
    }
    while (b.tried_size > mark) {
      const auto &undone = b.tried[--b.tried_size];
      b.digits[undone.cell] = undone.digits;
    }
    b.tries--;
    if (whole) return true;
    k = end;
  }
  if (!left) return b.give_up();
  for (uint32_t i = 0; i < c.count; i++)
    if (!b.keep(cells[i], joined[i])) return false;
  return true;
}

template <class B, class F>
void explain_either(const B &b, const Constraint &c, uint32_t self, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const int64_t *w = b.data_of(c);
  for (uint32_t k = 1; k < c.length;) {
    uint32_t end = k;
    while (end < c.length && w[end] >> 32 == w[k] >> 32) end++;
    // One set of digits that excludes the candidate, or that its cell cannot meet, is enough.
    bool done = false;
    for (uint32_t i = k; i < end && !done; i++) {
      const Constraint &inner = b.constraints[(uint32_t)w[i]];
      if (inner.kind != kAllowed) continue;
      uint32_t cell = b.cells_of(inner)[0];
      Mask mask = (Mask)b.data_of(inner)[0];
      if (self != B::kNone && cell == self / b.n) {
        done = !(mask >> (self % b.n) & 1);
      } else if (!(before.digits(cell) & mask)) {
        before.why_not(cell, mask, f);
        done = true;
      }
    }
    for (uint32_t i = k; i < end && !done; i++) explain_by_all(b, b.constraints[(uint32_t)w[i]], self, before, f);
    k = end;
  }
}

}  // namespace nonet

#endif
