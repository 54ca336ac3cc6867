// subsets.hpp: naked and hidden subsets of houses, for proofs: the search finds contradictions without them, but a person sees
// them before he supposes anything.
//
// Some cells of a house that have as many digits as there are cells hold these digits, so the others do not. A hidden subset
// is the same for the cells beside it. Both have the reason kSubset: `other` is the house, `subject` the positions of
// the cells that hold their digits.
//
// Only houses in which something has changed since the last guess are looked at, when nothing else follows any more.
#ifndef NONET_SUBSETS_HPP
#define NONET_SUBSETS_HPP

#include "search/trail.hpp"

namespace nonet {

template <class B> struct Subsets {
  using Mask = typename B::Mask;
  static constexpr uint32_t kMost = 4;  // cells of a subset that a person looks for

  B &b;
  uint32_t house = 0;
  const uint16_t *cells = nullptr;

  // Eliminate by one subset of some houses, of the fewest cells; false if that fails. The houses are a set.
  bool run(const uint64_t *changed) {
    for (uint32_t size = 2; size <= kMost && 2 * size <= b.n; size++)
      for (uint32_t w = 0; w < (b.plan->count + 63) / 64; w++)
        for (uint64_t m = changed[w]; m; m &= m - 1) {
          house = w * 64 + (uint32_t)__builtin_ctzll(m), cells = b.house_cells + b.house_start[house];
          const uint32_t before = b.trail_size;
          b.work++;
          if (!naked(0, size, size, 0, 0) || !hidden(0, size, size, 0, 0)) return false;
          if (b.trail_size != before) return true;
        }
    return true;
  }

 private:
  // Choose `left` more positions from one on, with up to `size` digits together. The first subset that eliminates anything
  // ends the search, and so does one that fails.
  bool naked(uint32_t from, uint32_t size, uint32_t left, Mask chosen, Mask any) {
    for (uint32_t p = from; p + left <= b.n; p++) {
      Mask digits = b.digits[cells[p]], with = (Mask)(any | digits);
      if (b.single(digits) || b.count(with) > size) continue;
      const uint32_t before = b.trail_size;
      if (left > 1 ? !naked(p + 1, size, left - 1, (Mask)(chosen | b.bit(p)), with)
                   : !eliminate((Mask)(chosen | b.bit(p)), with))
        return false;
      if (b.trail_size != before) return true;
    }
    return true;
  }

  // The same, of digits with up to `size` positions together.
  bool hidden(uint32_t from, uint32_t size, uint32_t left, Mask chosen, Mask any) {
    for (uint32_t d = from; d + left <= b.n; d++) {
      Mask positions = b.places[house * b.n + d], with = (Mask)(any | positions);
      if (b.single(positions) || b.count(with) > size) continue;
      const uint32_t before = b.trail_size;
      if (left > 1 ? !hidden(d + 1, size, left - 1, (Mask)(chosen | b.bit(d)), with)
                   : !eliminate((Mask)(b.all() & ~with), (Mask)(b.all() & ~(chosen | b.bit(d)))))
        return false;
      if (b.trail_size != before) return true;
    }
    return true;
  }

  // The cells at some positions hold these digits.
  bool eliminate(Mask positions, Mask digits) {
    Reason why{(uint32_t)Why::kSubset, house, 0, (uint32_t)positions};
    if (b.count(digits) < b.count(positions)) return b.fail(why);
    for (Mask others = (Mask)(b.all() & ~positions); others; others &= (Mask)(others - 1)) {
      uint32_t cell = cells[b.first(others)];
      for (Mask m = (Mask)(b.digits[cell] & digits); m; m &= (Mask)(m - 1))
        if (!b.remove(cell, b.first(m), why)) return false;
    }
    return true;
  }
};

// The cells of the subset have lost what they do not hold.
template <class B, class F> void explain_subset(B &b, Reason why, typename B::Before before, F f) {
  using Mask = typename B::Mask;
  const uint16_t *cells = b.house_cells + b.house_start[why.other];
  Mask held = 0;
  for (Mask m = (Mask)why.subject; m; m &= (Mask)(m - 1)) held |= before.digits(cells[b.first(m)]);
  for (Mask m = (Mask)why.subject; m; m &= (Mask)(m - 1)) before.why_not(cells[b.first(m)], (Mask)(b.all() & ~held), f);
}

}  // namespace nonet

#endif
