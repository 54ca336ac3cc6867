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
#include "search/meaning.hpp"

namespace nonet {

#if defined(NONET_FUZZ)  // fuzz/models.hpp prints it
extern uint64_t reasons_checked;
extern bool kChecksReasons;  // fuzz/lists.hpp has lists of thousands of cells
// Of reasons of one sort every fifth candidate is forgotten, to see that this is found: a kind of constraint, or kAfterKinds + Why.
extern uint32_t kForgotten;
extern uint64_t candidates_named;
#endif
inline constexpr uint32_t kAfterKinds = 64;

template <class B> class ReasonCheck {
  using Mask = typename B::Mask;

 public:
  // `self` was removed, or could not be, for a reason; or the reason is a conflict by itself (kNone).
  ReasonCheck(const B &b, Reason why, uint32_t self, uint32_t at) : b_(b), why_(why), self_(self), at_(at) {
    for (uint32_t c = 0; c < b.cells; c++) domain_[c] = b.known(c);
  }

  // A candidate that the reason names.
  void name(uint32_t candidate) {
#if defined(NONET_FUZZ)
    if (sort() == kForgotten && ++candidates_named % 5 == 0) return;
#endif
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
      case Why::kSubset: return subset();
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

  void subset() {
    const uint16_t *cells = b_.house_cells + b_.house_start[why_.other];
    Mask any = 0;
    for (Mask m = (Mask)why_.subject; m; m &= (Mask)(m - 1)) any |= domain_[cells[B::first(m)]];
    if (self_ != B::kNone) any &= (Mask)~B::bit(self_ % b_.n);
    if (B::count(any) >= B::count((Mask)why_.subject)) fail("leaves digits for a subset");
  }

  void constraint() {
    const Constraint &c = b_.constraints[why_.subject];
    if (self_ != B::kNone) cells_[count_++] = self_ / b_.n;
    Fixed<bool, kMaxCells> known = {};
    if (self_ != B::kNone) known[self_ / b_.n] = true;
    for (uint32_t i = 0; i < c.count; i++) {
      uint32_t cell = b_.cells_of(c)[i];
      if (known[cell]) continue;
      known[cell] = true;
      cells_[count_++] = cell;
      if (self_ != B::kNone && b_.plan->are_peers(cell, self_ / b_.n, self_ % b_.n))
        domain_[cell] &= (Mask)~B::bit(self_ % b_.n);
    }
    left_ = c.count < kLong ? kWays : kWays * kLong / c.count;
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

  // The kind of the constraint, or what else the reason is.
  uint32_t sort() const {
    return (Why)why_.why == Why::kConstraint ? b_.constraints[why_.subject].kind : kAfterKinds + why_.why;
  }

  [[noreturn]] void fail(const char *what) const {
    uint32_t kind = (Why)why_.why == Why::kConstraint ? b_.constraints[why_.subject].kind : 0;
    fprintf(stderr, "nonet: a reason %s: why %u, subject %u, kind %u, candidate %u, position %u\n", what,
            (uint32_t)why_.why, why_.subject, kind, self_, at_);
    abort();
  }

  static constexpr uint32_t kWays = 3000, kLong = 64;  // ways that are tried; fewer for lists that are longer
  const B &b_;
  Reason why_;
  uint32_t self_, at_, count_ = 0, left_ = 0;
  Fixed<Mask, kMaxCells> domain_;
  Fixed<uint32_t, kMaxCells> cells_;
  Fixed<uint8_t, kMaxCells> values_ = {};
};

}  // namespace nonet

#endif
