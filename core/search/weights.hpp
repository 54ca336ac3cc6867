// weights.hpp: where a board with constraints is guessed next.
//
// The guess is made in the cell with the greatest weight for each of its digits. A cell begins with a weight for its
// constraints, small sums most. A conflict adds one to every cell that was filled since the last guess, by the guess or by
// what followed from it (dom/wdeg of Boussemart, Hemery, Lecoutre and Sais, with these cells in place of a constraint: a
// conflict of many sums at once blames none of them). Digits gain weight too: one that fails far more often than others
// adds to the cells that can still hold it. Instead of a cell with many digits, a digit with two places in a full house is
// guessed if one of these has enough weight.
//
// The lowest digit is tried first: extreme digits decide more sums than those in the middle.
#ifndef NONET_WEIGHTS_HPP
#define NONET_WEIGHTS_HPP

#include "search/lanes.hpp"
#include "search/model.hpp"

namespace nonet {

template <class B> struct Weights {
  using Mask = typename B::Mask;
  static constexpr uint32_t kHalved = 1u << 10;  // conflicts until all weights are halved

  float *cells;
  Fixed<float, kMaxSize> digits;
  uint32_t conflicts;

  void attach(const Houses &plan, Arena &memory) { cells = memory.take<float>(plan.cells); }

  void begin(const B &b) {
    conflicts = 0;
    for (float &weight : digits) weight = 0;
    for (uint32_t c = 0; c < b.cells; c++) cells[c] = 1;
    for (uint32_t i = 0; i < b.plan->constraints; i++) {
      const Constraint &c = b.constraints[i];
      if (c.nested) continue;
      float weight = (float)b.n;
      if (c.kind == kLinear && c.count < b.n) weight += (float)(b.n - c.count);
      for (uint32_t k = 0; k < c.count; k++) cells[b.cells_of(c)[k]] += weight;
    }
  }

  LaneWeights of_lanes() { return LaneWeights{cells, digits, &conflicts, kHalved}; }

  // Count a conflict for what was placed from this position of the trail on.
  void count_conflict(const B &b, uint32_t from) {
    for (uint32_t k = from; k < b.trail_size; k++) {
      if (!(b.trail[k] & 1)) continue;
      uint32_t candidate = b.trail[k] / 2;
      cells[candidate / b.n]++;
      digits[candidate % b.n]++;
    }
    if (++conflicts % kHalved) return;
    for (uint32_t c = 0; c < b.cells; c++) cells[c] /= 2;
    for (float &weight : digits) weight /= 4;
  }

  // The digit that fails most often, as a mask, if it stands out; and what it adds to a cell.
  Mask hard_digit(const B &b, float &bonus) const {
    uint32_t hardest = hardest_digit(digits, b.n, bonus);
    return hardest < b.n ? B::bit(hardest) : (Mask)0;
  }

  uint32_t choose(const B &b) const {
    float bonus, best = -1;
    Mask hard = hard_digit(b, bonus);
    uint32_t cell = 0;
    for (uint32_t c = 0; c < b.cells; c++) {
      Mask m = b.digits[c];
      if (b.single(m)) continue;
      float score = (cells[c] + (m & hard ? bonus : 0)) / (float)b.count(m);
      if (score > best) best = score, cell = c;
    }
    uint32_t size = b.count(b.digits[cell]);
    if (size > 2)
      if (uint32_t place = two_places(b, cells[cell] / (float)size); place != B::kNone) return place;
    return cell * b.n + b.first(b.digits[cell]);
  }

  // The heavier of two places of a digit in a house, if half of its weight is at least `score`; kNone: there are none.
  uint32_t two_places(const B &b, float score) const {
    uint32_t chosen = B::kNone;
    for (uint32_t h = 0, slot = 0; h < b.houses; h++)
      for (uint32_t d = 0; d < b.n; d++, slot++) {
        Mask places = b.places[slot], second = (Mask)(places & (places - 1));
        if (!second || !b.single(second)) continue;
        const uint16_t *house = b.house_cells + b.house_start[h];
        uint32_t one = house[b.first(places)], other = house[b.first(second)];
        uint32_t heavier = cells[other] > cells[one] ? other : one;
        if (cells[heavier] / 2 < score) continue;
        score = cells[heavier] / 2;
        chosen = heavier * b.n + d;
      }
    return chosen;
  }
};

// Boards of houses alone weigh otherwise.
struct NoWeights {
  void attach(const Houses &, Arena &) {}
};

}  // namespace nonet

#endif
