// lanes.cpp: the search of lanes.hpp, on vectors of AVX2.
//
// A round applies every rule of the plan once, to the boards of all lanes. Then each lane is *wrong* (a cell without digits,
// a digit without a place, a sum out of reach), *steady* (nothing has changed) or takes another round. A wrong lane continues
// with the last board of its stack. A steady one is solved, or guesses: it goes on with the lowest digit of a cell, and its
// board without this digit goes on the stack. An empty lane takes the oldest board of the fullest stack.
//
// A round goes on after a contradiction, until the whole board is empty. So a conflict counts for the cells that were filled
// when the last round began: with those of the round itself, hard killers take up to five times as many guesses.
//
// Invariants
//   · The boards in lanes and on stacks together have every solution that was not reported, and no solution twice.
//   · A board on a stack has at least one cell less filled than the next one, or than the lane: a stack holds at most
//     as many boards as there are cells.

#include "search/lanes.hpp"

#include <immintrin.h>
#include <string.h>

namespace nonet {
namespace {

#include "common/simd.hpp"

constexpr uint32_t kAllLanes = (1u << kLanes) - 1;
constexpr uint32_t kRoundsPerPoll = 256;  // about a millisecond

typedef __m256i R;

NONET_INLINE V zero() { return V{}; }
NONET_INLINE V lower(V a, V b) { return (V)_mm256_min_epu16((R)a, (R)b); }
NONET_INLINE V higher(V a, V b) { return (V)_mm256_max_epu16((R)a, (R)b); }
// a - b, or 0 where b is greater.
NONET_INLINE V beyond(V a, V b) { return (V)_mm256_subs_epu16((R)a, (R)b); }
NONET_INLINE V nonzero(V a) { return (V)(a != zero()); }
NONET_INLINE V lowest_bit(V a) { return a & (zero() - a); }
NONET_INLINE V below_lowest(V a) { return lowest_bit(a) - splat(1); }

// A table of 16 bytes, looked up by the low and the high half of each byte.
NONET_INLINE R by_low(R table, R a) { return _mm256_shuffle_epi8(table, _mm256_and_si256(a, _mm256_set1_epi8(15))); }
NONET_INLINE R by_high(R table, R a) { return by_low(table, _mm256_srli_epi16(a, 4)); }
#define NONET_TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

NONET_INLINE R bits_of_bytes(V a) {
  const R bits = NONET_TABLE(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  return _mm256_add_epi8(by_low(bits, (R)a), by_high(bits, (R)a));
}
NONET_INLINE V both_bytes(V a) { return (a & splat(255)) + (a >> 8); }
NONET_INLINE V number_of_bits(V a) { return both_bytes((V)bits_of_bytes(a)); }

// The total of the digits of a set, numbered from 0.
NONET_INLINE V total_of(V a) {
  const R own = NONET_TABLE(0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6);
  const R fours = NONET_TABLE(0, 4, 4, 8, 4, 8, 8, 12, 4, 8, 8, 12, 8, 12, 12, 16);
  R totals = _mm256_add_epi8(by_low(own, (R)a), _mm256_add_epi8(by_high(own, (R)a), by_high(fours, (R)a)));
  return both_bytes((V)totals) + (((V)bits_of_bytes(a) >> 8) << 3);
}

// 2^a, for a below 16.
NONET_INLINE V power(V a) {
  const R low = NONET_TABLE(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const R high = NONET_TABLE(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
  return ((V)_mm256_shuffle_epi8(low, (R)a) & splat(255)) | (V)_mm256_shuffle_epi8(high, (R)a) << 8;
}

// The digits in reverse order.
NONET_INLINE V turn(V a, int digits) {
  const R turned = NONET_TABLE(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
  V bytes = (V)_mm256_slli_epi16(by_low(turned, (R)a), 4) | (V)by_high(turned, (R)a);
  return (bytes << 8 | bytes >> 8) >> (16 - digits);
}

// The digits of a set, and those up to `far` above one of them.
NONET_INLINE V smear(V a, V far) {
  V all = nonzero(far & splat(0xFFF8)), one = nonzero(far & splat(1)) | all, two = nonzero(far & splat(2)) | all;
  a |= a << 1 & one;
  a |= (a << 1 | a << 2) & two;
  a |= (a << 1 | a << 2 | a << 3 | a << 4) & (nonzero(far & splat(4)) | all);
  return a | ((a << 4 | a << 8) & all);
}

struct Lane {
  uint32_t bottom, top;  // its stack, a ring
  uint64_t filled[kMostPlanCells / 64];
};

struct Machine {
  LanePlan plan;
  V w[kMostPlanCells];  // the digits of each cell
  V before[kMostPlanCells];
  V turned[kMostPlanCells], least[kMostPlanCells], most[kMostPlanCells];
  V wrong;
  Lane lane[kLanes];
  uint32_t busy, solved;  // lanes

  // ---- one round --------------------------------------------------------------------------------------------

  // A digit with one place among cells is that place. Of two such digits the lower; the other one has no place then.
  void put_hidden(uint32_t cell, V left, V hidden) {
    left = left & w[cell];
    w[cell] = first_nonzero(lowest_bit(left & hidden), left);
  }

  void houses() {
    for (const uint16_t *h = plan.words + plan.houses, *end = plan.words + plan.crossings; h < end; h += h[0] + 2) {
      V fixed{}, once{}, twice{};
      uint32_t length = h[0];
      const uint16_t *cells = h + 2;
      for (uint32_t i = 0; i < length; i++) {
        V m = w[cells[i]], single = if_single(m, m - splat(1));
        wrong |= fixed & single;
        fixed |= single;
        twice |= once & m;
        once |= m;
      }
      wrong |= splat(h[1]) & ~once;
      V hidden = once & ~twice;
      for (uint32_t i = 0; i < length; i++) {
        V m = w[cells[i]];
        put_hidden(cells[i], if_single(m, m - splat(1)) | ~fixed, hidden);
      }
    }
  }

  // A crossing: a digit of a that has no place in b is not in c, if it is one of `from_b`; and the other way round.
  const uint16_t *cross(const uint16_t *o, V from_b, V from_c) {
    uint32_t numbers[3] = {o[0], o[1], o[2]};
    V any[3] = {};
    const uint16_t *cells = o += 3;
    for (uint32_t side = 0; side < 3; side++)
      for (uint32_t i = 0; i < numbers[side]; i++) any[side] |= w[*cells++];
    V of_b = any[0] & ~any[1] & from_b, of_c = any[0] & ~any[2] & from_c;
    cells = o + numbers[0];
    for (uint32_t i = 0; i < numbers[1]; i++) w[*cells++] &= ~of_c;
    for (uint32_t i = 0; i < numbers[2]; i++) w[*cells++] &= ~of_b;
    return cells;
  }

  void peers() {
    for (const uint16_t *o = plan.words + plan.peers, *end = plan.words + plan.cages; o < end; o += 2 + o[1]) {
      V m = w[o[0]], single = if_single(m, m - splat(1));
      for (uint32_t i = 0; i < o[1]; i++) w[o[2 + i]] &= ~single;
    }
  }

  void cages() {
    for (const uint16_t *o = plan.words + plan.cages, *end = plan.words + plan.sums; o < end;) {
      uint32_t length = o[0], sets = o[1];
      const uint16_t *cells = o + 2, *set = cells + length;
      V m[kMostLaneDigits], possible{}, needed = ~zero(), once{}, twice{};
      for (uint32_t i = 0; i < length; i++) m[i] = w[cells[i]], twice |= once & m[i], once |= m[i];
      for (uint32_t k = 0; k < sets; k++) {
        V digits = splat(set[k]), out = nonzero(digits & ~once);
        for (uint32_t i = 0; i < length; i++) out |= (V)((m[i] & digits) == zero());
        possible |= digits & ~out;
        needed &= digits | out;
      }
      V hidden = once & ~twice & needed;
      for (uint32_t i = 0; i < length; i++) put_hidden(cells[i], possible, hidden);
      needed &= possible;
      o = set + sets;
      uint32_t others = *o++;
      while (others--) w[*o++] &= ~needed;
      // Of a house, all digits have a place; of the cage, those that it needs.
      uint32_t crossings = *o++;
      while (crossings--) o = cross(o, ~zero(), needed);
    }
  }

  void arcs() {
    for (const uint16_t *o = plan.words + plan.arcs, *end = plan.words + plan.end; o < end; o += 2 + plan.digits) {
      V m = w[o[0]], left{};
      for (uint32_t d = 0; d < plan.digits; d++) left |= splat(o[2 + d]) & nonzero(m & splat(1 << d));
      w[o[1]] &= left;
    }
  }

  // Bounds in positive form, as in linear.hpp: first of each cell, then where the cells of a group take different digits.
  void sums() {
    if (plan.sums == plan.arcs) return;
    int digits = (int)plan.digits;
    V last = splat(digits - 1);
    for (uint32_t c = 0; c < plan.cells; c++) {
      turned[c] = turn(w[c], digits);
      least[c] = number_of_bits(below_lowest(w[c]));
      most[c] = last - number_of_bits(below_lowest(turned[c]));
    }
    for (const uint16_t *o = plan.words + plan.sums, *end = plan.words + plan.arcs; o < end;) {
      uint32_t length = o[0], upright = o[1], groups = o[4];
      V from = splat(o[2]), to = splat(o[3]);
      const uint16_t *cells = o + 5, *ends = cells + length;
      bounds(cells, length, upright, from, to, last);
      if (groups < length && groups <= kMostPlanGroups) different_bounds(cells, ends, groups, upright, from, to);
      o = ends + groups;
    }
  }

  void bounds(const uint16_t *cells, uint32_t length, uint32_t upright, V from, V to, V last) {
    V low{}, high{}, widest{};
    for (uint32_t i = 0; i < length; i++) {
      V a = least[cells[i]], b = most[cells[i]];
      low += i < upright ? a : last - b;
      high += i < upright ? b : last - a;
      widest = higher(widest, b - a);
    }
    wrong |= beyond(low, to) | beyond(from, high);
    V above = lower(beyond(to, low), last), below = lower(beyond(high, from), last);
    if (zero_lanes(beyond(widest, lower(above, below))) == kAllLanes) return;
    for (uint32_t i = 0; i < length; i++) {
      V up = i < upright ? above : below, down = i < upright ? below : above;
      V top = lower(least[cells[i]] + up, last), bottom = beyond(most[cells[i]], down);
      w[cells[i]] &= ((power(top) << 1) - splat(1)) & ~(power(lower(bottom, last)) - splat(1));
    }
  }

  void different_bounds(const uint16_t *cells, const uint16_t *ends, uint32_t groups, uint32_t upright, V from, V to) {
    int digits = (int)plan.digits;
    V all = splat((1 << digits) - 1), low{}, high{}, least_sets[kMostPlanGroups], most_sets[kMostPlanGroups];
    for (uint32_t g = 0, i = 0; g < groups; g++) {
      V least_set{}, most_set{};
      uint32_t begin = i;
      for (; i < ends[g]; i++) {
        V a = w[cells[i]], b = turn(a, digits), up = i < upright ? a : b, down = i < upright ? b : a;
        V next = ~(least_set | below_lowest(up)), next_down = ~(most_set | below_lowest(down));
        wrong |= (V)(next == zero()) | (V)(next_down == zero());
        least_set |= lowest_bit(next);
        most_set |= lowest_bit(next_down);
      }
      wrong |= (least_set | most_set) & ~all;
      least_sets[g] = least_set;
      most_sets[g] = most_set;
      low += total_of(least_set & all);
      high += splat((int)((i - begin) * (plan.digits - 1))) - total_of(most_set & all);
    }
    wrong |= beyond(low, to) | beyond(from, high);
    V above = beyond(to, low), below = beyond(high, from);
    for (uint32_t g = 0, i = 0; g < groups; g++) {
      // A digit that is not in its least set takes the place of one below.
      V left = smear(least_sets[g], above) & turn(smear(most_sets[g], below) & all, digits),
        turned_left = turn(left & all, digits);
      for (; i < ends[g]; i++) w[cells[i]] &= i < upright ? left : turned_left;
    }
  }

  void round(uint32_t &failed, uint32_t &steady) {
    memcpy(before, w, sizeof(V) * plan.cells);
    wrong = zero();
    houses();
    for (const uint16_t *o = plan.words + plan.crossings, *end = plan.words + plan.peers; o < end;)
      o = cross(o, ~zero(), ~zero());
    peers();
    cages();
    arcs();
    sums();
    V fewest = ~zero(), changed{};
    for (uint32_t c = 0; c < plan.cells; c++) fewest = lower(fewest, w[c]), changed |= w[c] ^ before[c];
    wrong |= (V)(fewest == zero());
    failed = ~zero_lanes(wrong) & busy;
    steady = zero_lanes(changed) & busy & ~failed;
  }

  // ---- lanes and stacks -------------------------------------------------------------------------------------

  uint16_t *stack(uint32_t lane_number, uint32_t place) {
    uint16_t *boards = (uint16_t *)(this + 1);
    uint32_t most_boards = plan.cells + 1;
    return boards + ((size_t)lane_number * most_boards + place % most_boards) * plan.cells;
  }
  uint16_t &at(uint32_t l, uint32_t cell) { return ((uint16_t *)w)[cell * kLanes + l]; }

  void note_filled(uint32_t l) {
    memset(lane[l].filled, 0, sizeof lane[l].filled);
    for (uint32_t c = 0; c < plan.cells; c++)
      if (!(at(l, c) & (at(l, c) - 1))) lane[l].filled[c / 64] |= (uint64_t)1 << (c % 64);
  }
  void load(uint32_t l, const uint16_t *board) {
    for (uint32_t c = 0; c < plan.cells; c++) at(l, c) = board[c];
    note_filled(l);
  }
  void go_back(uint32_t l) {
    if (lane[l].bottom == lane[l].top)
      busy &= ~(1u << l);
    else
      load(l, stack(l, --lane[l].top));
  }

  void fill_empty_lanes() {
    for (uint32_t empty = ~busy & kAllLanes; empty; empty &= empty - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(empty), fullest = 0, most_boards = 0;
      for (uint32_t o = 0; o < (uint32_t)kLanes; o++)
        if (uint32_t boards = lane[o].top - lane[o].bottom; boards > most_boards) most_boards = boards, fullest = o;
      if (!most_boards) return;
      load(l, stack(fullest, lane[fullest].bottom++));
      lane[l].bottom = lane[l].top = 0;
      busy |= 1u << l;
    }
  }

  // As Weights::count_conflict does.
  void count_conflict(uint32_t l, const LaneWeights &weights) {
    for (uint32_t c = 0; c < plan.cells; c++) {
      uint16_t m = ((uint16_t *)before)[c * kLanes + l];
      if (m & (m - 1) || lane[l].filled[c / 64] >> (c % 64) & 1) continue;
      weights.cells[c]++;
      weights.digits[__builtin_ctz(m)]++;
    }
    if (++*weights.conflicts % weights.halved) return;
    for (uint32_t c = 0; c < plan.cells; c++) weights.cells[c] /= 2;
    for (uint32_t d = 0; d < plan.digits; d++) weights.digits[d] /= 4;
  }

  // As Weights::choose does, but for digits with two places.
  static constexpr uint32_t kFull = 0xFFFFFFFF;
  uint32_t choose(uint32_t l, const LaneWeights &weights, uint32_t hard, float bonus) {
    float best = -1;
    uint32_t cell = kFull;
    for (uint32_t c = 0; c < plan.cells; c++) {
      uint32_t m = at(l, c);
      if (!(m & (m - 1))) continue;
      float score = (weights.cells[c] + (m & hard ? bonus : 0)) / (float)__builtin_popcount(m);
      if (score > best) best = score, cell = c;
    }
    return cell;
  }

  void guess(uint32_t l, uint32_t cell) {
    uint16_t *board = stack(l, lane[l].top++), digit = (uint16_t)(at(l, cell) & -at(l, cell));
    for (uint32_t c = 0; c < plan.cells; c++) board[c] = at(l, c);
    board[cell] = (uint16_t)(board[cell] & ~digit);
    note_filled(l);
    at(l, cell) = digit;
  }
};

size_t bytes(uint32_t cells) { return sizeof(Machine) + sizeof(uint16_t) * kLanes * (size_t)(cells + 1) * cells; }

void begin(const LanePlan &plan, const uint16_t *board, void *memory) {
  Machine &m = *(Machine *)memory;
  memset(&m, 0, sizeof m);
  m.plan = plan;
  for (uint32_t c = 0; c < plan.cells; c++) m.w[c] = splat(board[c]);
  m.busy = 1;
  m.note_filled(0);
}

LaneOutcome next(void *memory, const LaneWeights &weights, LaneCounts &counts, uint64_t budget, int (*poll)(void *),
                 void *argument, uint16_t *solution) {
  Machine &m = *(Machine *)memory;
  if (m.solved) m.go_back((uint32_t)__builtin_ctz(m.solved));
  m.solved = 0;
  for (uint32_t rounds = 1;; rounds++) {
    m.fill_empty_lanes();
    if (!m.busy) return LaneOutcome::kEnd;
    uint32_t failed, steady;
    m.round(failed, steady);
    for (; failed; failed &= failed - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(failed);
      counts.conflicts++;
      m.count_conflict(l, weights);
      m.go_back(l);
    }
    float bonus = 0;
    uint32_t digits = m.plan.digits, hardest = steady ? hardest_digit(weights.digits, digits, bonus) : digits;
    uint32_t hard = hardest < digits ? 1u << hardest : 0;
    for (; steady; steady &= steady - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(steady), cell = m.choose(l, weights, hard, bonus);
      if (cell == Machine::kFull) {
        for (uint32_t c = 0; c < m.plan.cells; c++) solution[c] = m.at(l, c);
        m.solved = 1u << l;
        return LaneOutcome::kSolution;
      }
      if (budget && counts.guesses >= budget) return LaneOutcome::kSpent;
      counts.guesses++;
      m.guess(l, cell);
    }
    if (poll && rounds % kRoundsPerPoll == 0 && poll(argument)) return LaneOutcome::kStopped;
  }
}

}  // namespace

const LaneEngine kAvx2Lanes = {bytes, begin, next};

}  // namespace nonet
