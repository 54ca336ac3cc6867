// lane_plan.hpp: the rules of a board as the lanes want them (lanes.hpp).
#ifndef NONET_LANE_PLAN_HPP
#define NONET_LANE_PLAN_HPP

#include "search/constrained.hpp"
#include "search/lanes.hpp"

namespace nonet {

// Translates the rules of a board, at whatever depth, if they are possible; the plan's words and their number are given.
template <class B> class LanePlanner {
  using Mask = typename B::Mask;

 public:
  LanePlanner(const B &board, LanePlan &plan) : b_(board), plan_(plan) {}

  // Whether the board is not too large, and has no rules but houses, parts of them, different cells, relations of two
  // cells, few sets of digits, and sums of different cells with coefficients 1 and -1 (at most 255, so that totals fit 16
  // bits). Cells that differ in certain digits only are left out: lanes would need as many arcs.
  static bool is_possible(const B &b) {
    if (b.cells > kMostPlanCells || b.n > kMostLaneDigits || b.plan->digit_peers) return false;
    for (uint32_t i = 0; i < b.plan->constraints; i++) {
      const Constraint &c = b.constraints[i];
      if (c.kind == kPartHouse) continue;
      if (c.kind == kDigitSets && !c.nested && sets_of(b, c)) continue;
      if (c.nested || c.kind != kLinear || c.repeats || c.count > 255 || !((const Sum *)b.data_of(c))->units)
        return false;
    }
    return true;
  }

  // False if it is not possible, or the words are too few.
  bool translate() {
    plan_.used = 0;
    plan_.cells = b_.cells;
    plan_.digits = b_.n;
    part(plan_.houses, &LanePlanner::put_houses);
    part(plan_.crossings, &LanePlanner::put_crossings);
    part(plan_.peers, &LanePlanner::put_peers);
    part(plan_.cages, &LanePlanner::put_cages);
    part(plan_.sums, &LanePlanner::put_sums);
    part(plan_.arcs, &LanePlanner::put_arcs);
    plan_.end = plan_.used;
    return fits_;
  }

 private:
  const B &b_;
  LanePlan &plan_;
  bool fits_ = true;  // the words are enough, and no sum is out of reach
  Fixed<uint8_t, kMostPlanCells> sides_;

  void part(uint32_t &start, void (LanePlanner::*put)()) {
    start = plan_.used;
    (this->*put)();
  }
  void put(uint64_t number) {
    if (plan_.used < plan_.size)
      plan_.words[plan_.used++] = (uint16_t)number;
    else
      fits_ = false;
  }
  static const Sum &sum_of(const B &b, const Constraint &c) { return *(const Sum *)b.data_of(c); }
  uint32_t length(uint32_t h) const { return b_.house_start[h + 1] - b_.house_start[h]; }
  const uint16_t *house(uint32_t h) const { return b_.house_cells + b_.house_start[h]; }

  // One set of cells and another: those in both, in the first alone, in the second alone. False if they do not cross.
  bool put_crossing(const uint16_t *first, uint32_t firsts, const uint16_t *second, uint32_t seconds) {
    uint32_t in[4] = {};
    memset(sides_, 0, b_.cells);
    for (uint32_t i = 0; i < firsts; i++) sides_[first[i]] |= 1;
    for (uint32_t i = 0; i < seconds; i++) sides_[second[i]] |= 2;
    for (uint32_t c = 0; c < b_.cells; c++) in[sides_[c]]++;
    // What a single cell is needed for, houses and sets of digits say already.
    if (in[3] < 2 || !in[1] || !in[2]) return false;
    for (uint32_t side : kSides) put(in[side]);
    for (uint32_t side : kSides)
      for (uint32_t c = 0; c < b_.cells; c++)
        if (sides_[c] == side) put(c);
    return true;
  }
  static constexpr uint32_t kSides[3] = {3, 1, 2};

  void put_houses() {
    for (uint32_t h = 0; h < b_.houses; h++) {
      Mask all = 0;
      for (uint32_t i = 0; i < length(h); i++) all |= b_.known(house(h)[i]);
      put(length(h));
      put(all);
      for (uint32_t i = 0; i < length(h); i++) put(house(h)[i]);
    }
  }
  void put_crossings() {
    for (uint32_t g = 0; g < b_.houses; g++)
      for (uint32_t h = 0; h < g; h++) put_crossing(house(g), length(g), house(h), length(h));
  }
  bool only_peers(uint32_t one, uint32_t other) const {
    if (one == other || !b_.plan->are_peers(one, other)) return false;
    for (uint32_t s = b_.cell_start[one]; s < b_.cell_start[one + 1]; s++)
      for (uint32_t t = b_.cell_start[other]; t < b_.cell_start[other + 1]; t++)
        if (b_.seats[s].house == b_.seats[t].house) return false;
    return true;
  }
  void put_peers() {
    for (uint32_t c = 0; c < b_.cells; c++) {
      uint32_t number = 0;
      for (uint32_t o = 0; o < b_.cells; o++) number += only_peers(c, o);
      if (!number) continue;
      put(c);
      put(number);
      for (uint32_t o = 0; o < b_.cells; o++)
        if (only_peers(c, o)) put(o);
    }
  }

  // Call f with the first and the end of sets of digits: of different cells, or for each total of a cage. The number of
  // sets; 0 if there are too many, or it is not such a constraint.
  template <class F> static uint32_t for_sets(const B &b, const Constraint &c, F f) {
    if (c.kind == kDigitSets) return for_family(b, c, f);
    if (c.kind != kLinear) return 0;
    uint32_t number = 0;
    const Sum &sum = sum_of(b, c);
    if (!sum.cage || c.count > kSetDigits || !words_of_sets(b.n)) return 0;
    int64_t low = sum.from < 0 ? 0 : sum.from, high = b.plan->highest_total();
    for (int pass = 0; pass < 2; pass++)
      for (int64_t total = low; total <= sum.to && total <= high; total++) {
        const uint16_t *set = b.plan->combinations(c.count, (uint32_t)total),
                       *end = b.plan->combinations(c.count, (uint32_t)total + 1);
        if (pass)
          f(set, end);
        else if ((number += (uint32_t)(end - set)) > kMostPlanSets)
          return 0;
      }
    return number;
  }
  template <class F> static uint32_t for_family(const B &b, const Constraint &c, F f) {
    const uint64_t *family = (const uint64_t *)b.data_of(c);
    uint32_t number = 0;
    for (uint32_t w = 0; w < words_of_sets(b.n); w++) number += (uint32_t)__builtin_popcountll(family[w]);
    if (number > kMostPlanSets) return 0;
    for (uint32_t w = 0; w < words_of_sets(b.n); w++)
      for (uint64_t m = family[w]; m; m &= m - 1) {
        uint16_t set = (uint16_t)(w * 64 + (uint32_t)__builtin_ctzll(m));
        f(&set, &set + 1);
      }
    return number;
  }
  static uint32_t sets_of(const B &b, const Constraint &c) {
    return for_sets(b, c, [](const uint16_t *, const uint16_t *) {});
  }
  // Write a number of things before them, once they are counted.
  template <class F> void put_counted(F f) {
    uint32_t at = plan_.used;
    put(0);
    uint32_t number = f();
    if (fits_) plan_.words[at] = (uint16_t)number;
  }

  void put_cages() {
    for (uint32_t i = 0; i < b_.plan->constraints; i++) {
      const Constraint &c = b_.constraints[i];
      if (!sets_of(b_, c)) continue;
      const uint16_t *cells = b_.cells_of(c);
      put(c.count);
      put(sets_of(b_, c));
      for (uint32_t k = 0; k < c.count; k++) put(cells[k]);
      for_sets(b_, c, [&](const uint16_t *set, const uint16_t *end) {
        for (; set < end; set++) put(*set);
      });
      put_counted([&] {
        uint32_t number = 0;
        for (uint32_t o = 0; o < b_.cells; o++) {
          bool sees_all = true;
          for (uint32_t k = 0; k < c.count && sees_all; k++) sees_all = b_.plan->are_peers(o, cells[k]);
          if (sees_all) put(o), number++;
        }
        return number;
      });
      put_counted([&] {
        uint32_t number = 0;
        for (uint32_t h = 0; h < b_.houses; h++) number += put_crossing(house(h), length(h), cells, c.count);
        return number;
      });
    }
  }

  void put_sums() {
    for (uint32_t i = 0; i < b_.plan->constraints; i++) {
      const Constraint &c = b_.constraints[i];
      if (c.kind != kLinear || sets_of(b_, c)) continue;
      const Sum &sum = sum_of(b_, c);
      if (sum.innies && c.count > kMostInnies) continue;
      int64_t most = (int64_t)c.count * (b_.n - 1);
      // No number here is below 0 or above the greatest total. A sum that nothing meets is for the other search.
      if (sum.to < 0 || sum.from > most || sum.from > sum.to) fits_ = false;
      put(c.count);
      put((uint64_t)sum.upright);
      put((uint64_t)(sum.from < 0 ? 0 : sum.from));
      put((uint64_t)(sum.to > most ? most : sum.to));
      put((uint64_t)sum.groups);
      for (uint32_t k = 0; k < c.count; k++) put(b_.cells_of(c)[k]);
      for (uint32_t g = 0; g < sum.groups; g++) put((uint64_t)sum.group_list(c.count)[g].end);
    }
  }

  void put_arcs() {
    const Arc *arcs = b_.plan->arc_list();
    const Mask *relations = b_.plan->template relations<Mask>();
    for (uint32_t i = 0; i < b_.plan->arcs; i++) {
      put(arcs[i].from);
      put(arcs[i].to);
      for (uint32_t d = 0; d < b_.n; d++) put(through(*b_.plan, relations + arcs[i].forward, b_.bit(d)));
    }
  }
};

}  // namespace nonet

#endif
