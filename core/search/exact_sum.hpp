// exact_sum.hpp: sums solved exactly, on sets of totals and sets of sets of digits as bits.
//
// The sum is in its positive form (linear.hpp). Cells are in groups of equal coefficients that all differ. For each group the sets of digits that its first, second …
// cell can use together are found as bits, then the totals that the groups reach together, and back again: a digit is left
// only if some choice of all cells has it.
#ifndef NONET_EXACT_SUM_HPP
#define NONET_EXACT_SUM_HPP

#include "search/constrained.hpp"

namespace nonet {

template <uint32_t V> struct Number {
  static constexpr uint32_t value = V;
};

// A set of totals.
template <uint32_t K> struct Totals {
  uint64_t words[K];
  bool any() const {
    uint64_t all = 0;
    for (uint32_t w = 0; w < K; w++) all |= words[w];
    return all != 0;
  }
  // words |= other << shift, and >> shift.
  void add_up(const Totals &other, uint32_t shift) {
    uint32_t whole = shift / 64, part = shift % 64;
    for (uint32_t w = K; w-- > whole;) {
      words[w] |= other.words[w - whole] << part;
      if (part && w > whole) words[w] |= other.words[w - whole - 1] >> (64 - part);
    }
  }
  void add_down(const Totals &other, uint32_t shift) {
    uint32_t whole = shift / 64, part = shift % 64;
    for (uint32_t w = 0; w + whole < K; w++) {
      words[w] |= other.words[w + whole] >> part;
      if (part && w + whole + 1 < K) words[w] |= other.words[w + whole + 1] << (64 - part);
    }
  }
  bool meets_up(const Totals &other, uint32_t shift, const Totals &target) const {
    (void)this;
    Totals moved = {};
    moved.add_up(other, shift);
    uint64_t all = 0;
    for (uint32_t w = 0; w < K; w++) all |= moved.words[w] & target.words[w];
    return all != 0;
  }
  // The totals from `from` to `to`.
  static Totals range(uint32_t from, uint32_t to) {
    Totals made = {};
    for (uint32_t w = 0; w < K; w++) {
      uint32_t begin = w * 64, end = begin + 64;
      if (to < begin || from >= end) continue;
      uint64_t bits = ~(uint64_t)0;
      if (from > begin) bits &= ~(uint64_t)0 << (from - begin);
      if (to < end - 1) bits &= ~(uint64_t)0 >> (end - 1 - to);
      made.words[w] = bits;
    }
    return made;
  }
};

// Sets of sets of digits in a fixed number of words.
template <uint32_t W> struct Sets {
  // to |= the sets of `from`, each with one more digit.
  static void extend(const uint64_t *from, uint64_t *to, uint32_t digit) {
    if (digit < 6) {
      for (uint32_t w = 0; w < W; w++) to[w] |= (from[w] & ~kHolding[digit]) << (1u << digit);
      return;
    }
    uint32_t step = 1u << (digit - 6);
    for (uint32_t w = 0; w < W; w++)
      if (w & step) to[w] |= from[w ^ step];
  }
  // The sets of `from` that have a digit, without it, if they are in `within`: to |= these. Whether there are any.
  static bool reduce(const uint64_t *from, const uint64_t *within, uint64_t *to, uint32_t digit) {
    uint64_t any = 0;
    if (digit < 6) {
      for (uint32_t w = 0; w < W; w++) {
        uint64_t found = (from[w] & kHolding[digit]) >> (1u << digit) & within[w];
        to[w] |= found;
        any |= found;
      }
      return any;
    }
    uint32_t step = 1u << (digit - 6);
    for (uint32_t w = 0; w < W; w++) {
      if (w & step) continue;
      uint64_t found = from[w | step] & within[w];
      to[w] |= found;
      any |= found;
    }
    return any;
  }
};

// One exact sum at work: digits of its cells in `masks`.
template <class B, uint32_t K, uint32_t W> struct ExactSum {
  using Mask = typename B::Mask;
  const B &board;
  const Sum &sum;
  const Sum::Group *groups;
  uint32_t count;
  const Mask *masks;
  uint64_t *layers;  // of sets: W words for each cell and one more for each group

  // For a pair of cells, all choices take less time than sets of sets.
  static constexpr uint32_t kPair = 2;
  uint64_t totals_of_pair(uint32_t begin) const {
    uint64_t totals = 0;
    for (Mask m = masks[begin]; m; m &= (Mask)(m - 1))
      totals |= (uint64_t)(Mask)(masks[begin + 1] & (Mask) ~(m & -m)) << B::first(m);
    return totals;
  }
  void reduce_pair(uint32_t begin, uint64_t wanted, Mask *left) const {
    left[begin] = left[begin + 1] = 0;
    for (Mask m = masks[begin]; m; m &= (Mask)(m - 1)) {
      Mask digit = (Mask)(m & -m), other = (Mask)(wanted >> B::first(m) & masks[begin + 1] & (Mask)~digit);
      if (other) left[begin] |= digit, left[begin + 1] |= other;
    }
  }

  // The totals of a group, of digit numbers; its layers are filled if it has more than two cells.
  uint64_t totals_of(uint32_t begin, uint32_t end, uint64_t *layer) const {
    if (end - begin == 1) return masks[begin];
    if (end - begin == kPair) return totals_of_pair(begin);
    for (uint32_t w = 0; w < W; w++) layer[w] = w == 0;
    uint64_t least = 0, most = 0;
    for (uint32_t i = begin; i < end; i++, layer += W) {
      for (uint32_t w = 0; w < W; w++) layer[W + w] = 0;
      for (Mask m = masks[i]; m; m &= (Mask)(m - 1)) Sets<W>::extend(layer, layer + W, B::first(m));
      least += B::first(masks[i]);
      most += 63 - (uint32_t)__builtin_clzll(masks[i]);
    }
    uint32_t top = board.n * (board.n - 1) / 2;
    if (most > top) most = top;
    const uint64_t *sets = board.plan->sets() + least * W;
    uint64_t totals = 0;
    for (uint64_t total = least; total <= most; total++, sets += W) {
      uint64_t any = 0;
      for (uint32_t w = 0; w < W; w++) any |= layer[w] & sets[w];
      totals |= (uint64_t)(any != 0) << total;
    }
    return totals;
  }

  // Whether the sum has a solution.
  bool feasible() const {
    Totals<K> reached = {{1}};
    for (uint32_t g = 0, begin = 0; g < sum.groups; begin = (uint32_t)groups[g++].end) {
      uint32_t end = (uint32_t)groups[g].end;
      Totals<K> next = {};
      for (uint64_t t = totals_of(begin, end, layers); t; t &= t - 1)
        if (uint32_t up = (uint32_t)groups[g].size * (uint32_t)__builtin_ctzll(t); up <= sum.to)
          next.add_up(reached, up);
      reached = next;
    }
    Totals<K> target = Totals<K>::range((uint32_t)sum.from, (uint32_t)sum.to);
    uint64_t any = 0;
    for (uint32_t w = 0; w < K; w++) any |= reached.words[w] & target.words[w];
    return any != 0;
  }

  // Leave in `left` the digits of the cells that are in a solution; false if there is none.
  bool reduce(Mask *left) const {
    Totals<K> reached[65];
    uint64_t totals[64];
    reached[0] = {{1}};
    uint64_t *layer = layers;
    for (uint32_t g = 0, begin = 0; g < sum.groups; begin = (uint32_t)groups[g++].end) {
      uint32_t end = (uint32_t)groups[g].end;
      totals[g] = totals_of(begin, end, layer);
      if (end - begin > kPair) layer += W * (end - begin + 1);
      reached[g + 1] = {};
      for (uint64_t t = totals[g]; t; t &= t - 1)
        if (uint32_t up = (uint32_t)groups[g].size * (uint32_t)__builtin_ctzll(t); up <= sum.to)
          reached[g + 1].add_up(reached[g], up);
    }
    Totals<K> target = Totals<K>::range((uint32_t)sum.from, (uint32_t)sum.to);
    for (uint32_t g = (uint32_t)sum.groups; g-- > 0;) {
      uint32_t end = (uint32_t)groups[g].end, begin = g ? (uint32_t)groups[g - 1].end : 0;
      Totals<K> next = {};
      uint64_t wanted = 0;
      for (uint64_t t = totals[g]; t; t &= t - 1) {
        uint32_t total = (uint32_t)__builtin_ctzll(t), up = (uint32_t)groups[g].size * total;
        if (up > sum.to || !next.meets_up(reached[g], up, target)) continue;
        wanted |= (uint64_t)1 << total;
        next.add_down(target, up);
      }
      if (!wanted) return false;
      target = next;
      if (end - begin == 1) {
        left[begin] = (Mask)wanted;
        continue;
      }
      if (end - begin == kPair) {
        reduce_pair(begin, wanted, left);
        continue;
      }
      layer -= W * (end - begin + 1);
      reduce_group(begin, end, layer, wanted, left);
    }
    return true;
  }

  void reduce_group(uint32_t begin, uint32_t end, const uint64_t *layer, uint64_t wanted, Mask *left) const {
    uint64_t back[2][W] = {};
    const uint64_t *last = layer + W * (end - begin), *sets = board.plan->sets();
    for (; wanted; wanted &= wanted - 1) {
      const uint64_t *of = sets + (uint32_t)__builtin_ctzll(wanted) * W;
      for (uint32_t w = 0; w < W; w++) back[0][w] |= last[w] & of[w];
    }
    uint64_t *from = back[0], *to = back[1];
    for (uint32_t i = end; i-- > begin;) {
      const uint64_t *within = layer + W * (i - begin);
      for (uint32_t w = 0; w < W; w++) to[w] = 0;
      Mask supported = 0;
      for (Mask m = masks[i]; m; m &= (Mask)(m - 1))
        if (Sets<W>::reduce(from, within, to, B::first(m))) supported |= (Mask)(m & -m);
      left[i] = supported;
      uint64_t *swap = from;
      from = to;
      to = swap;
    }
  }
};

// Call f with the ExactSum of the widths that a sum needs.
template <class B, class F> auto with_exact_sum(const B &b, const Constraint &c, const typename B::Mask *masks, F f) {
  const Sum &sum = *(const Sum *)b.data_of(c);
  const Sum::Group *groups = sum.group_list(c.count);
  auto of_width = [&](auto k) {
    constexpr uint32_t K = decltype(k)::value;
    uint32_t words = words_of_sets(b.n);
    if (words == 8) return f(ExactSum<B, K, 8>{b, sum, groups, c.count, masks, b.scratch});
    if (words == 16) return f(ExactSum<B, K, 16>{b, sum, groups, c.count, masks, b.scratch});
    if (words == 4) return f(ExactSum<B, K, 4>{b, sum, groups, c.count, masks, b.scratch});
    if (words == 2) return f(ExactSum<B, K, 2>{b, sum, groups, c.count, masks, b.scratch});
    return f(ExactSum<B, K, 1>{b, sum, groups, c.count, masks, b.scratch});
  };
  if (sum.to < 64) return of_width(Number<1>{});
  if (sum.to < 128) return of_width(Number<2>{});
  return of_width(Number<4>{});
}

}  // namespace nonet

#endif
