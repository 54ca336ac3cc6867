// reason_checks.hpp: whether reasons are right. Only in builds with NONET_CHECK_REASONS, which fuzz targets and tests use.
//
// A reason is checked where a propagator eliminates or fails, and again where a conflict asks for it, because it is computed
// afresh then. Each candidate that it names must have been removed or placed before. And what it explains must follow: with
// the candidate placed all the same, and nothing known but the reason and what was known before the first guess, every way
// to fill the cells of the constraint breaks it. The ways are tried one by one; if there are too many, the check ends.
#ifndef NONET_REASON_CHECKS_HPP
#define NONET_REASON_CHECKS_HPP

#include <stdio.h>
#include <stdlib.h>

#include "search/constrained.hpp"

namespace nonet {

#if defined(NONET_FUZZ)  // fuzz/models.hpp prints it
extern uint64_t reasons_checked;
#endif

// What constraints mean, slow and obvious. `values` has the digit number of every cell.
template <class B> struct Meaning {
  const B &b;
  const uint8_t *values;

  uint64_t bit_of(uint32_t cell) const { return (uint64_t)1 << values[cell]; }

  bool holds(const Constraint &c) const {
    const uint16_t *cells = b.cells_of(c);
    const int64_t *w = b.data_of(c);
    switch ((Kind)c.kind) {
      case kAllowed: return (uint64_t)w[0] & bit_of(cells[0]);
      case kDifferent: return all_differ(cells, c.count);
      case kLinear: return sum_fits(c, *(const Sum *)w);
      case kPair: return (uint64_t)w[values[cells[0]]] & bit_of(cells[1]);
      case kAutomaton: return accepted(c);
      case kCount: {
        int64_t found = count_of(cells, c.count, (uint64_t)w[0]);
        return found >= w[1] && found <= w[2];
      }
      case kCountIs: return count_of(cells + 1, c.count - 1, (uint64_t)w[0]) == b.plan->first + values[cells[0]];
      case kElement: {
        int64_t at = values[cells[0]] - w[0];
        return at >= 0 && at < (int64_t)c.count - 2 && values[cells[2 + at]] == values[cells[1]];
      }
      case kSameSet: return same_sets(c, (uint32_t)w[0]);
      case kEither: return some_choice(c);
      case kFilling: return fills(cells, c.count, w[0]);
      case kVisible: return all_differ(cells, c.count) && seen_of(cells, c.count) == w[0];
      case kDigitSets: return all_differ(cells, c.count) && is_among(cells, c.count, (const uint64_t *)w);
      case kHomeDigits:
        for (int64_t number = 0; number < w[0]; number++)
          if (!home_digits_differ(c, (uint8_t)number, w[1])) return false;
        return true;
      case kHomeOrder: return homes_in_order(c, w[0]);
      case kRun: return run_fits(c);
      case kVariety: return variety_of(cells + 1, c.count - 1) == b.plan->first + values[cells[0]];
      case kConnected: return one_region(c, *(const Region *)w);
      case kMachine:
      case kRegions:
      case kPartHouse: break;  // never run
    }
    return false;
  }

 private:
  bool all_differ(const uint16_t *cells, uint32_t count) const {
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = 0; k < i; k++)
        if (values[cells[i]] == values[cells[k]]) return false;
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
    uint64_t states[kMost / 64] = {}, next[kMost / 64];
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
    int64_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
      bool is_new = true;
      for (uint32_t k = 0; k < i; k++) is_new &= values[cells[i]] != values[cells[k]];
      found += is_new;
    }
    return found;
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
    uint8_t inside[kMaxCells], group[kMaxCells];
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

template <class B> class ReasonCheck {
  using Mask = typename B::Mask;

 public:
  // `self` was removed, or could not be, for a reason; or the reason is a conflict by itself (kNone).
  ReasonCheck(const B &b, Reason why, uint32_t self, uint32_t at) : b_(b), why_(why), self_(self), at_(at) {
    for (uint32_t c = 0; c < b.cells; c++) domain_[c] = b.known(c);
  }

  // A candidate that the reason names.
  void name(uint32_t candidate) {
    uint32_t cell = candidate / b_.n;
    Mask bit = B::bit(candidate % b_.n);
    if (candidate >= b_.plan->candidates || b_.state[candidate] == kOpen) fail("names an open candidate");
    if (b_.position[candidate] >= at_) fail("names a candidate that changed later");
    if (candidate == self_) fail("names itself");
    domain_[cell] &= b_.state[candidate] == kPlaced ? bit : (Mask)~bit;
  }

  void follows() {
    if (self_ != B::kNone) domain_[self_ / b_.n] = B::bit(self_ % b_.n);
#if defined(NONET_FUZZ)
    reasons_checked++;
#endif
    switch ((Why)why_.why) {
      case Why::kArc: return arc();
      case Why::kSeen: return seen();
      default: return constraint();
    }
  }

 private:
  void arc() {
    const Arc &arc = b_.plan->arc_list()[why_.subject];
    if (arc.to != self_ / b_.n) fail("is a relation of other cells");
    if (domain_[arc.from] & through(*b_.plan, b_.plan->template relations<Mask>() + arc.backward, domain_[arc.to]))
      fail("leaves a digit of the other cell");
  }

  void seen() {
    uint32_t h = why_.subject / b_.n, digit = why_.subject % b_.n, cell = self_ / b_.n;
    for (uint32_t p = b_.house_start[h]; p < b_.house_start[h + 1]; p++) {
      uint32_t other = b_.house_cells[p];
      if ((domain_[other] >> digit & 1) && !b_.plan->are_peers(cell, other, digit))
        fail("leaves a position in the house");
    }
  }

  void constraint() {
    const Constraint &c = b_.constraints[why_.subject];
    if (self_ != B::kNone) cells_[count_++] = self_ / b_.n;
    for (uint32_t i = 0; i < c.count; i++) {
      uint32_t cell = b_.cells_of(c)[i];
      bool known = false;
      for (uint32_t k = 0; k < count_ && !known; k++) known = cells_[k] == cell;
      if (!known) cells_[count_++] = cell;
      if (self_ != B::kNone && b_.plan->are_peers(cell, self_ / b_.n, self_ % b_.n))
        domain_[cell] &= (Mask)~B::bit(self_ % b_.n);
    }
    left_ = 3000;
    if (fill(0)) fail("does not explain it");
  }

  // Whether the cells from number i on can be filled so that the constraint holds. Cells that differ do so by other rules.
  bool fill(uint32_t i) {
    if (i == count_) return Meaning<B>{b_, values_}.holds(b_.constraints[why_.subject]);
    for (Mask m = domain_[cells_[i]]; m; m &= (Mask)(m - 1)) {
      if (!left_ || !--left_) return false;
      bool differs = true;
      values_[cells_[i]] = (uint8_t)B::first(m);
      for (uint32_t k = 0; k < i && differs; k++)
        differs =
            values_[cells_[k]] != values_[cells_[i]] || !b_.plan->are_peers(cells_[k], cells_[i], values_[cells_[i]]);
      if (differs && fill(i + 1)) return true;
    }
    return false;
  }

  [[noreturn]] void fail(const char *what) const {
    uint32_t kind = (Why)why_.why == Why::kConstraint ? b_.constraints[why_.subject].kind : 0;
    fprintf(stderr, "nonet: a reason %s: why %u, subject %u, kind %u, candidate %u, position %u\n", what,
            (uint32_t)why_.why, why_.subject, kind, self_, at_);
    abort();
  }

  const B &b_;
  Reason why_;
  uint32_t self_, at_, count_ = 0, left_ = 0;
  Mask domain_[kMaxCells];
  uint32_t cells_[kMaxCells];
  uint8_t values_[kMaxCells] = {};
};

}  // namespace nonet

#endif
