// meaning.hpp: what constraints mean, slow and obvious: judges what propagators do, in builds with NONET_CHECK_REASONS.
#ifndef NONET_MEANING_HPP
#define NONET_MEANING_HPP

#include "search/constrained.hpp"

namespace nonet {

// `values` has the digit number of every cell.
template <class B> struct Meaning {
  const B &b;
  const uint8_t *values;

  uint64_t bit_of(uint32_t cell) const { return (uint64_t)1 << values[cell]; }

  bool holds(const Constraint &c) const {
    switch (c.kind) {
#define KIND(Name, name, reason) \
  case k##Name: return holds_##name(c, b.cells_of(c), b.data_of(c));
#define INNER KIND
#include "search/kinds.def"
      default: return false;  // never run
    }
  }

 private:
  bool holds_allowed(const Constraint &, const uint16_t *cells, const int64_t *w) const {
    return (uint64_t)w[0] & bit_of(cells[0]);
  }
  bool holds_different(const Constraint &c, const uint16_t *cells, const int64_t *) const {
    return all_differ(cells, c.count);
  }
  bool holds_linear(const Constraint &c, const uint16_t *, const int64_t *w) const {
    return sum_fits(c, *(const Sum *)w);
  }
  bool holds_pair(const Constraint &, const uint16_t *cells, const int64_t *w) const {
    return (uint64_t)w[values[cells[0]]] & bit_of(cells[1]);
  }
  bool holds_automaton(const Constraint &c, const uint16_t *, const int64_t *) const { return accepted(c); }
  bool holds_count(const Constraint &c, const uint16_t *cells, const int64_t *w) const {
    int64_t found = count_of(cells, c.count, (uint64_t)w[0]);
    return found >= w[1] && found <= w[2];
  }
  bool holds_count_is(const Constraint &c, const uint16_t *cells, const int64_t *w) const {
    return count_of(cells + 1, c.count - 1, (uint64_t)w[0]) == b.plan->first + values[cells[0]];
  }
  bool holds_element(const Constraint &c, const uint16_t *cells, const int64_t *w) const {
    int64_t at = values[cells[0]] - w[0];
    return at >= 0 && at < (int64_t)c.count - 2 && values[cells[2 + at]] == values[cells[1]];
  }
  bool holds_same_set(const Constraint &c, const uint16_t *, const int64_t *w) const {
    return same_sets(c, (uint32_t)w[0]);
  }
  bool holds_either(const Constraint &c, const uint16_t *, const int64_t *) const { return some_choice(c); }
  bool holds_filling(const Constraint &c, const uint16_t *cells, const int64_t *w) const {
    return fills(cells, c.count, w[0]);
  }
  bool holds_visible(const Constraint &c, const uint16_t *cells, const int64_t *w) const {
    return all_differ(cells, c.count) && seen_of(cells, c.count) == w[0];
  }
  bool holds_digit_sets(const Constraint &c, const uint16_t *cells, const int64_t *w) const {
    return all_differ(cells, c.count) && is_among(cells, c.count, (const uint64_t *)w);
  }
  bool holds_home_digits(const Constraint &c, const uint16_t *, const int64_t *w) const {
    for (int64_t number = 0; number < w[0]; number++)
      if (!home_digits_differ(c, (uint8_t)number, w[1])) return false;
    return true;
  }
  bool holds_home_order(const Constraint &c, const uint16_t *, const int64_t *w) const {
    return homes_in_order(c, w[0]);
  }
  bool holds_run(const Constraint &c, const uint16_t *, const int64_t *) const { return run_fits(c); }
  bool holds_variety(const Constraint &c, const uint16_t *cells, const int64_t *) const {
    return variety_of(cells + 1, c.count - 1) == b.plan->first + values[cells[0]];
  }
  bool holds_connected(const Constraint &c, const uint16_t *, const int64_t *w) const {
    return one_region(c, *(const Region *)w);
  }

  bool all_differ(const uint16_t *cells, uint32_t count) const {
    uint64_t met = 0;
    for (uint32_t i = 0; i < count; met |= bit_of(cells[i++]))
      if (met & bit_of(cells[i])) return false;
    return true;
  }

  bool is_among(const uint16_t *cells, uint32_t count, const uint64_t *sets) const {
    uint64_t set = 0;
    for (uint32_t i = 0; i < count; i++) set |= bit_of(cells[i]);
    return sets[set / 64] >> (set % 64) & 1;
  }

  bool fills(const uint16_t *cells, uint32_t count, int64_t total) const {
    uint32_t low = 0, high = 0;
    for (uint32_t i = 1; i < count; i++) {
      if (values[cells[i]] < values[cells[low]]) low = i;
      if (values[cells[i]] > values[cells[high]]) high = i;
    }
    for (uint32_t i = (low < high ? low : high) + 1; i < (low < high ? high : low); i++)
      total -= b.plan->first + values[cells[i]];
    return !total && all_differ(cells, count);
  }

  int64_t seen_of(const uint16_t *cells, uint32_t count) const {
    int64_t highest = 0, seen = 0;
    for (uint32_t i = 0; i < count; i++)
      if (int64_t value = b.plan->first + values[cells[i]]; value > highest) highest = value, seen++;
    return seen;
  }

  bool sum_fits(const Constraint &c, const Sum &sum) const {
    int64_t total = 0;
    for (uint32_t i = 0; i < c.count; i++) total += sum.coefficients()[i] * values[b.cells_of(c)[i]];
    return total >= sum.low && total <= sum.high;
  }

  int64_t count_of(const uint16_t *cells, uint32_t count, uint64_t set) const {
    int64_t found = 0;
    for (uint32_t i = 0; i < count; i++) found += (set & bit_of(cells[i])) != 0;
    return found;
  }

  bool same_sets(const Constraint &c, uint32_t length) const {
    for (uint32_t d = 0; d < b.n; d++)
      for (uint32_t g = length; g < c.count; g += length)
        if (count_of(b.cells_of(c), length, (uint64_t)1 << d) != count_of(b.cells_of(c) + g, length, (uint64_t)1 << d))
          return false;
    return true;
  }

  bool accepted(const Constraint &c) const {
    const Machine &machine = machine_of(b, c);
    constexpr int64_t kMost = 4096;  // states, as bits; greater machines are not checked
    if (machine.states > kMost) return false;
    Fixed<uint64_t, kMost / 64> states = {}, next;
    memcpy(states, machine.start(), 8 * (size_t)machine.words);
    for (uint32_t i = 0; i < c.count; i++) {
      memset(next, 0, sizeof next);
      for (int64_t s = 0; s < machine.states; s++)
        for (int64_t k = machine.move_start()[s]; has_state(states, s) && k < machine.move_start()[s + 1]; k++)
          if ((uint64_t)machine.move_list()[k].digits & bit_of(b.cells_of(c)[i]))
            add_state(next, machine.move_list()[k].to);
      memcpy(states, next, sizeof states);
    }
    for (int64_t w = 0; w < machine.words; w++)
      if (states[w] & machine.accept()[w]) return true;
    return false;
  }

  int64_t variety_of(const uint16_t *cells, uint32_t count) const {
    uint64_t met = 0;
    for (uint32_t i = 0; i < count; i++) met |= bit_of(cells[i]);
    return __builtin_popcountll(met);
  }

  bool run_fits(const Constraint &c) const {
    const uint16_t *cells = b.cells_of(c);
    const int64_t *w = b.data_of(c);
    int64_t found = 0;
    for (int64_t arm = 0, i = 2; arm < w[1]; i = w[2 + arm++])
      while (i < w[2 + arm] && values[cells[i]] == values[cells[1]]) found++, i++;
    return values[cells[0]] + w[0] == found;
  }

  bool some_choice(const Constraint &c) const {
    const int64_t *w = b.data_of(c);
    for (uint32_t k = 1; k < c.length;) {
      bool all = true;
      int64_t choice = w[k] >> 32;
      for (; k < c.length && w[k] >> 32 == choice; k++) all &= holds(b.constraints[(uint32_t)w[k]]);
      if (all) return true;
    }
    return false;
  }

  bool home_digits_differ(const Constraint &c, uint8_t number, bool full) const {
    uint64_t found = 0;
    int64_t size = 0;
    for (uint32_t i = 0; i < c.count / 2; i++) {
      if (values[b.cells_of(c)[i]] != number) continue;
      uint64_t bit = bit_of(b.cells_of(c)[c.count / 2 + i]);
      if (found & bit) return false;
      found |= bit;
      size++;
    }
    return !full || size == b.n;
  }

  bool homes_in_order(const Constraint &c, int64_t regions) const {
    int64_t seen = 0;
    for (uint32_t i = 0; i < c.count; i++) {
      uint8_t number = values[ordered_homes(b, c)[i]];
      if (number > seen) return false;
      seen += number == seen;
    }
    return seen == regions;
  }

  bool one_region(const Constraint &c, const Region &region) const {
    Fixed<uint8_t, kMaxCells> inside, group;
    int64_t size = count_of(b.cells_of(c), c.count, (uint64_t)region.digits);
    if (size < region.low || size > region.high) return false;
    const Graph &graph = *(const Graph *)(b.data + region.graph);
    bool begun = false;
    for (uint32_t i = 0; i < c.count; i++) {
      inside[i] = ((uint64_t)region.digits & bit_of(b.cells_of(c)[i])) != 0;
      group[i] = inside[i] && !begun;
      begun |= inside[i];
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (uint32_t i = 0; i < c.count; i++)
        for (int64_t k = graph.start()[i]; group[i] && k < graph.start()[i + 1]; k++) {
          int64_t next = graph.neighbours(c.count)[k];
          if (!inside[next] || group[next]) continue;
          group[next] = 1;
          grows = true;
        }
    }
    return !memcmp(inside, group, c.count);
  }
};

}  // namespace nonet

#endif
