// lanes.cpp: the search of lanes.hpp, compiled once per instruction set. A vector has sixteen numbers of 16 bits, whatever the
// instruction set: each finds the same solutions in the same order with the same guesses.
//
// A round applies every rule of the plan once, to the boards of all lanes. Then each lane is *wrong* (a cell without digits,
// a digit without a place, a sum out of reach), *steady* (nothing has changed) or takes another round. A wrong lane continues
// with the last board of its stack. A steady one is solved, or guesses: it continues with the lowest digit of a cell, and its
// board without this digit goes on the stack. An empty lane takes the oldest board of the fullest stack.
//
// A round continues after a contradiction, until the whole board is empty. So a conflict counts for the cells that were filled
// when the last round began: with those of the round itself, hard killers take up to five times as many guesses.
//
// All lanes are busy after a few dozen conflicts, so the first guesses of their subtrees, which decide most, are made by
// weights that know little. Therefore the search restarts while the weights still learn: not when much of it is done. Each
// board has a *share* of the search, which a guess divides by the digits of its cell; what the refuted boards had is done.
//
// Invariants
//   · The boards in lanes and on stacks together have every solution that was not reported, and no solution twice.
//   · A board on a stack was pushed when fewer cells were filled than the next one, or the lane: a stack holds at most as
//     many boards as there are cells.

#include "search/lanes.hpp"

#include <string.h>

#if defined(NONET_ISA_AVX2)
#include <immintrin.h>
#define NONET_ISA_NAMESPACE avx2
#else
#define NONET_ISA_NAMESPACE baseline
#endif

namespace nonet {
namespace NONET_ISA_NAMESPACE {
namespace {

#define NONET_LANES 16
#include "common/simd.hpp"

constexpr uint32_t kAllLanes = (1u << kLanes) - 1;
constexpr uint32_t kRoundsPerPoll = 256;  // about a millisecond

// Restarts come after 500 conflicts, 2,000, 8,000 …, while less than half of the search is done. If that is so at the third,
// a trial ends.
constexpr uint64_t kFirstRestart = 500;
constexpr uint64_t kRestartGrowth = 4;
constexpr double kMostlyDone = 0.5;
constexpr uint64_t kTrial = 8000;

// A cell with a digit that has two places in a house counts like one of three digits, if it has more.
constexpr float kDigitsOfPair = 3;

#define NONET_INSIDE inline __attribute__((always_inline))

NONET_INLINE V zero() { return V{}; }
NONET_INLINE V nonzero(V a) { return (V)(a != zero()); }
NONET_INLINE V lowest_bit(V a) { return a & (zero() - a); }
NONET_INLINE V below_lowest(V a) { return lowest_bit(a) - splat(1); }
// a where it has at most one bit, else 0
NONET_INLINE V if_single(V a) { return if_single(a, a - splat(1)); }

#if defined(NONET_ISA_AVX2)

typedef __m256i R;

NONET_INLINE V lower(V a, V b) { return (V)_mm256_min_epu16((R)a, (R)b); }
// a - b, or 0 where b is greater
NONET_INLINE V beyond(V a, V b) { return (V)_mm256_subs_epu16((R)a, (R)b); }

// A table of 16 bytes, looked up by the low and the high half of each byte.
NONET_INLINE R by_low(R table, R a) { return _mm256_shuffle_epi8(table, _mm256_and_si256(a, _mm256_set1_epi8(15))); }
NONET_INLINE R by_high(R table, R a) { return by_low(table, _mm256_srli_epi16(a, 4)); }
#define NONET_TABLE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

NONET_INLINE R bits_of_bytes(V a) {
  const R bits = NONET_TABLE(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  return _mm256_add_epi8(by_low(bits, (R)a), by_high(bits, (R)a));
}
// The low and the high byte, times two weights, added.
NONET_INLINE V weighed(R a, int low, int high) {
  return (V)_mm256_maddubs_epi16(a, _mm256_set1_epi16((short)(high << 8 | low)));
}
// The high half of the product.
NONET_INLINE V high_product(V a, V b) { return (V)_mm256_mulhi_epu16((R)a, (R)b); }
NONET_INLINE V number_of_bits(V a) { return weighed(bits_of_bytes(a), 1, 1); }

// The total of the digits of a set, numbered from 0.
NONET_INLINE V total_of(V a) {
  const R own = NONET_TABLE(0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6);
  const R fours = NONET_TABLE(0, 4, 4, 8, 4, 8, 8, 12, 4, 8, 8, 12, 8, 12, 12, 16);
  R totals = _mm256_add_epi8(by_low(own, (R)a), _mm256_add_epi8(by_high(own, (R)a), by_high(fours, (R)a)));
  return weighed(totals, 1, 1) + weighed(bits_of_bytes(a), 0, 8);
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

#else  // the same, as the compiler's own vectors

NONET_INLINE V lower(V a, V b) { return pick((V)(a < b), a, b); }
NONET_INLINE V beyond(V a, V b) { return a - lower(a, b); }
NONET_INLINE V high_product(V a, V b) {
  V p{};
  for (int i = 0; i < kLanes; i++) p[i] = (uint16_t)((uint32_t)a[i] * b[i] >> 16);
  return p;
}
NONET_INLINE V number_of_bits(V a) {
  a -= a >> 1 & splat(0x5555);
  a = (a & splat(0x3333)) + (a >> 2 & splat(0x3333));
  a = (a + (a >> 4)) & splat(0x0F0F);
  return (a + (a >> 8)) & splat(31);
}
NONET_INLINE V total_of(V a) {
  return number_of_bits(a & splat(0xAAAA)) + (number_of_bits(a & splat(0xCCCC)) << 1) +
         (number_of_bits(a & splat(0xF0F0)) << 2) + (number_of_bits(a & splat(0xFF00)) << 3);
}
NONET_INLINE V power(V a) {
  V p = splat(1);
  p = pick(nonzero(a & splat(1)), p << 1, p);
  p = pick(nonzero(a & splat(2)), p << 2, p);
  p = pick(nonzero(a & splat(4)), p << 4, p);
  return pick(nonzero(a & splat(8)), p << 8, p);
}
NONET_INLINE V turn(V a, int digits) {
  a = (a & splat(0x5555)) << 1 | (a >> 1 & splat(0x5555));
  a = (a & splat(0x3333)) << 2 | (a >> 2 & splat(0x3333));
  a = (a & splat(0x0F0F)) << 4 | (a >> 4 & splat(0x0F0F));
  return (a << 8 | a >> 8) >> (16 - digits);
}

#endif

// How far digits may move up. A step is taken where the distance has its bit; where it has more than three bits, all steps.
struct Far {
  V all, one, two, four;
  NONET_INSIDE explicit Far(V far)
      : all(nonzero(far & splat(0xFFF8))), one(nonzero(far & splat(1)) | all), two(nonzero(far & splat(2)) | all),
        four(nonzero(far & splat(4)) | all) {}
  // The digits of a set, and those in reach of one of them.
  NONET_INSIDE V smear(V a) const {
    a |= a << 1 & one;
    a |= (a << 1 | a << 2) & two;
    a |= (a << 1 | a << 2 | a << 3 | a << 4) & four;
    return a | ((a << 4 | a << 8) & all);
  }
};

struct Lane {
  uint32_t bottom, top;                  // its stack, a ring
  double share;                          // of its board
  uint64_t filled[kMostPlanCells / 64];  // at the last guess, or when the board came
};

struct LaneSearch {
  LanePlan plan;
  V w[kMostPlanCells];  // the digits of each cell
  V before[kMostPlanCells];
  V pairs[kMostPlanCells];  // the digits of each cell that have two places in a house
  // Of each cell when sums begin: the lowest and highest digit, their numbers, and the digits below the lowest, upright and
  // in reverse order.
  V lowest[kMostPlanCells], highest[kMostPlanCells], least[kMostPlanCells], most[kMostPlanCells],
      below[2][kMostPlanCells];
  V wrong;
  Lane lane[kLanes];
  double shares[kLanes][kMostPlanCells + 1];  // of the boards on stacks
  uint16_t start[kMostPlanCells];             // where restarts begin
  uint32_t busy, solved;                      // lanes
  uint32_t rounds;                            // since the last poll: solutions may be a few rounds apart
  bool trial, has_solution;
  uint64_t conflicts, next_restart;
  double done;

  // ---- one round --------------------------------------------------------------------------------------------

  // A digit with one place among cells is that place. Of two such digits the lower; the other one has no place then.
  void put_hidden(uint32_t cell, V left, V hidden) {
    left = left & w[cell];
    w[cell] = first_nonzero(lowest_bit(left & hidden), left);
  }

  void houses() {
    memset((void *)pairs, 0, sizeof(V) * plan.cells);
    for (const uint16_t *h = plan.words + plan.houses, *end = plan.words + plan.crossings; h < end; h += h[0] + 2) {
      V fixed{}, once{}, twice{}, thrice{};
      uint32_t length = h[0];
      const uint16_t *cells = h + 2;
      for (uint32_t i = 0; i < length; i++) {
        V m = w[cells[i]], single = if_single(m);
        wrong |= fixed & single;
        fixed |= single;
        thrice |= twice & m;
        twice |= once & m;
        once |= m;
      }
      wrong |= splat(h[1]) & ~once;
      V hidden = once & ~twice, two = twice & ~thrice;
      for (uint32_t i = 0; i < length; i++) {
        V m = w[cells[i]];
        put_hidden(cells[i], if_single(m) | ~fixed, hidden);
        pairs[cells[i]] |= m & two;
      }
    }
  }

  // A crossing: a digit of a that has no place in b is not in c, if it is one of `from_b`; and the other way round.
  const uint16_t *cross(const uint16_t *o, V from_b, V from_c) {
    // Boxes of nine cells: loops of known lengths.
    return o[0] == 3 && o[1] == 6 && o[2] == 6 ? cross_sized(o + 3, 3, 6, 6, from_b, from_c)
                                               : cross_sized(o + 3, o[0], o[1], o[2], from_b, from_c);
  }
  NONET_INSIDE const uint16_t *cross_sized(const uint16_t *o, uint32_t as, uint32_t bs, uint32_t cs, V from_b,
                                           V from_c) {
    V in_a{}, in_b{}, in_c{};
    const uint16_t *b = o + as, *c = b + bs, *end = c + cs;
    for (uint32_t i = 0; i < as; i++) in_a |= w[o[i]];
    for (uint32_t i = 0; i < bs; i++) in_b |= w[b[i]];
    for (uint32_t i = 0; i < cs; i++) in_c |= w[c[i]];
    V left_c = ~(in_a & ~in_b & from_b), left_b = ~(in_a & ~in_c & from_c);
    for (uint32_t i = 0; i < bs; i++) w[b[i]] &= left_b;
    for (uint32_t i = 0; i < cs; i++) w[c[i]] &= left_c;
    return end;
  }

  void peers() {
    for (const uint16_t *o = plan.words + plan.peers, *end = plan.words + plan.cages; o < end; o += 2 + o[1]) {
      V m = w[o[0]], single = if_single(m);
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
        for (uint32_t i = 0; i < length; i++) out |= is_zero(m[i] & digits);
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
  // Both of the digits that cells had when the sums began: a table for each cell costs less than what later sums know.
  void sums() {
    if (plan.sums == plan.arcs) return;
    int digits = (int)plan.digits;
    V last = splat(digits - 1);
    for (uint32_t c = 0; c < plan.cells; c++) {
      V turned = turn(w[c], digits);
      below[0][c] = below_lowest(w[c]);
      below[1][c] = below_lowest(turned);
      least[c] = number_of_bits(below[0][c]);
      most[c] = last - number_of_bits(below[1][c]);
      lowest[c] = lowest_bit(w[c]);
      highest[c] = turn(lowest_bit(turned), digits);
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
    V low{}, high{};
    for (uint32_t i = 0; i < upright; i++) low += least[cells[i]], high += most[cells[i]];
    for (uint32_t i = upright; i < length; i++) low += last - most[cells[i]], high += last - least[cells[i]];
    wrong |= beyond(low, to) | beyond(from, high);
    V above = lower(beyond(to, low), last), under = lower(beyond(high, from), last);
    narrow(cells, upright, power(above) << 1, power(splat(15) - under));
    narrow(cells + upright, length - upright, power(under) << 1, power(splat(15) - above));
  }
  // Keep the digits that are at most `up` above the lowest of their cell, and `down` below the highest. `twice_up` is
  // 2^(up + 1), `half_down` is 2^(15 - down): the products, one from each end, are the nearest digit that is eliminated. A product
  // beyond the bits is 0, and eliminates no digit.
  void narrow(const uint16_t *cells, uint32_t length, V twice_up, V half_down) {
    for (uint32_t i = 0; i < length; i++) {
      V left = lowest[cells[i]] * twice_up - splat(1), below_left = high_product(highest[cells[i]], half_down);
      w[cells[i]] &= left & ~beyond(below_left + below_left, splat(1));
    }
  }

  void different_bounds(const uint16_t *cells, const uint16_t *ends, uint32_t groups, uint32_t upright, V from, V to) {
    int digits = (int)plan.digits;
    bool full = digits == 16;  // else a digit beyond the last shows in the sets
    V all = splat((1 << digits) - 1), low{}, high{}, least_sets[kMostPlanGroups], most_sets[kMostPlanGroups];
    for (uint32_t g = 0, i = 0; g < groups; g++) {
      V least_set{}, most_set{};
      uint32_t begin = i;
      for (; i < ends[g]; i++) {
        const V *up = below[i >= upright], *down = below[i < upright];
        V taken = least_set | up[cells[i]], taken_down = most_set | down[cells[i]];
        if (full) wrong |= is_zero(~taken) | is_zero(~taken_down);
        least_set |= ~taken & (taken + splat(1));
        most_set |= ~taken_down & (taken_down + splat(1));
      }
      wrong |= (least_set | most_set) & ~all;
      least_sets[g] = least_set;
      most_sets[g] = most_set;
      low += total_of(least_set & all);
      high += splat((int)((i - begin) * (plan.digits - 1))) - total_of(most_set & all);
    }
    wrong |= beyond(low, to) | beyond(from, high);
    Far above(beyond(to, low)), under(beyond(high, from));
    for (uint32_t g = 0, i = 0; g < groups; g++) {
      // A digit that is not in its least set takes the place of one below.
      V to_least = above.smear(least_sets[g]), to_most = under.smear(most_sets[g]);
      if (i < upright) {
        V left = to_least & turn(to_most & all, digits);
        for (; i < ends[g] && i < upright; i++) w[cells[i]] &= left;
      }
      if (i < ends[g]) {
        V left = turn(to_least & all, digits) & to_most;
        for (; i < ends[g]; i++) w[cells[i]] &= left;
      }
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
    wrong |= is_zero(fewest);
    failed = ~zero_lanes(wrong) & busy;
    steady = zero_lanes(changed) & busy & ~failed;
  }

  // ---- lanes and stacks -------------------------------------------------------------------------------------

  uint32_t most_boards() const { return plan.cells + 1; }
  uint16_t *stack(uint32_t l, uint32_t place) {
    uint16_t *boards = (uint16_t *)(this + 1);
    return boards + ((size_t)l * most_boards() + place % most_boards()) * plan.cells;
  }
  double &share(uint32_t l, uint32_t place) { return shares[l][place % most_boards()]; }
  static uint16_t &lane_of(V *list, uint32_t l, uint32_t cell) { return ((uint16_t *)list)[cell * kLanes + l]; }
  uint16_t &at(uint32_t l, uint32_t cell) { return lane_of(w, l, cell); }

  void note_filled(uint32_t l) {
    memset(lane[l].filled, 0, sizeof lane[l].filled);
    for (uint32_t c = 0; c < plan.cells; c++)
      if (!(at(l, c) & (at(l, c) - 1))) lane[l].filled[c / 64] |= (uint64_t)1 << (c % 64);
  }
  void load(uint32_t l, const uint16_t *board, double share_of_board) {
    for (uint32_t c = 0; c < plan.cells; c++) at(l, c) = board[c];
    lane[l].share = share_of_board;
    note_filled(l);
  }
  void go_back(uint32_t l) {
    if (lane[l].bottom == lane[l].top) {
      busy &= ~(1u << l);
      return;
    }
    uint32_t place = --lane[l].top;
    load(l, stack(l, place), share(l, place));
  }

  void fill_empty_lanes() {
    for (uint32_t empty = ~busy & kAllLanes; empty; empty &= empty - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(empty), fullest = 0, most = 0;
      for (uint32_t o = 0; o < (uint32_t)kLanes; o++)
        if (uint32_t boards = lane[o].top - lane[o].bottom; boards > most) most = boards, fullest = o;
      if (!most) return;
      uint32_t place = lane[fullest].bottom++;
      load(l, stack(fullest, place), share(fullest, place));
      lane[l].bottom = lane[l].top = 0;
      busy |= 1u << l;
    }
  }

  // Start with what the open boards have left together: the first guesses follow the weights of now.
  void restart() {
    for (uint32_t c = 0; c < plan.cells; c++) {
      uint16_t open = 0;
      for (uint32_t l = 0; l < (uint32_t)kLanes; l++) {
        if (busy >> l & 1) open |= at(l, c);
        for (uint32_t place = lane[l].bottom; place != lane[l].top; place++) open |= stack(l, place)[c];
      }
      start[c] &= open;
    }
    for (Lane &each : lane) each.bottom = each.top = 0;
    done = 0;
    busy = 1;
    load(0, start, 1);
  }

  // As Weights::count_conflict does.
  void count_conflict(uint32_t l, const LaneWeights &weights) {
    for (uint32_t c = 0; c < plan.cells; c++) {
      uint32_t m = lane_of(before, l, c);
      if (m & (m - 1) || lane[l].filled[c / 64] >> (c % 64) & 1) continue;
      weights.cells[c]++;
      weights.digits[__builtin_ctz(m)]++;
    }
    if (++*weights.conflicts % weights.halved) return;
    for (uint32_t c = 0; c < plan.cells; c++) weights.cells[c] /= 2;
    for (uint32_t d = 0; d < plan.digits; d++) weights.digits[d] /= 4;
  }

  // As Weights::choose does, but for digits with two places.
  static constexpr uint32_t kNoOpenCell = 0xFFFFFFFF;
  uint32_t choose(uint32_t l, const LaneWeights &weights, uint32_t hard, float bonus) {
    float best = -1;
    uint32_t cell = kNoOpenCell;
    for (uint32_t c = 0; c < plan.cells; c++) {
      uint32_t m = at(l, c);
      if (!(m & (m - 1))) continue;
      float number = (float)__builtin_popcount(m);
      if (number > kDigitsOfPair && lane_of(pairs, l, c)) number = kDigitsOfPair;
      float score = (weights.cells[c] + (m & hard ? bonus : 0)) / number;
      if (score > best) best = score, cell = c;
    }
    return cell;
  }

  void guess(uint32_t l, uint32_t cell) {
    uint32_t place = lane[l].top++, open = at(l, cell), pair = lane_of(pairs, l, cell);
    uint32_t number = (uint32_t)__builtin_popcount(open), digit = open & -open;
    // The other branch has one place left for such a digit. Of several the highest; with the lowest, as many guesses.
    if (number > 2 && pair) number = 2, digit = 1u << (31 - __builtin_clz(pair));
    uint16_t *board = stack(l, place);
    for (uint32_t c = 0; c < plan.cells; c++) board[c] = at(l, c);
    board[cell] = (uint16_t)(board[cell] & ~digit);
    share(l, place) = lane[l].share * (number - 1) / number;
    lane[l].share /= number;
    note_filled(l);
    at(l, cell) = (uint16_t)digit;
  }
};

size_t bytes(uint32_t cells) { return sizeof(LaneSearch) + sizeof(uint16_t) * kLanes * (size_t)(cells + 1) * cells; }

void begin(const LanePlan &plan, const uint16_t *boards, uint32_t number, bool trial, void *memory) {
  LaneSearch &s = *(LaneSearch *)memory;
  memset((void *)&s, 0, sizeof s);
  s.plan = plan;
  s.trial = trial;
  s.next_restart = kFirstRestart;
  s.has_solution = number > 1;
  s.busy = 1;
  memcpy(s.start, boards, sizeof(uint16_t) * plan.cells);
  s.load(0, boards, 1);
  while (--number)
    memcpy(s.stack(0, s.lane[0].top++), boards + (size_t)number * plan.cells, sizeof(uint16_t) * plan.cells);
}

LaneOutcome next(void *memory, const LaneWeights &weights, LaneCounts &counts, uint64_t budget, int (*poll)(void *),
                 void *argument, uint16_t *solution) {
  LaneSearch &s = *(LaneSearch *)memory;
  if (s.solved) s.go_back((uint32_t)__builtin_ctz(s.solved));
  s.solved = 0;
  for (;;) {
    // A reported solution would be found again.
    if (s.conflicts >= s.next_restart && !s.has_solution) {
      if (s.trial && s.conflicts >= kTrial) {
        if (s.done < kMostlyDone) return LaneOutcome::kUnpromising;
        s.trial = false;
      }
      s.next_restart *= kRestartGrowth;
      if (s.done < kMostlyDone) s.restart();
    }
    s.fill_empty_lanes();
    if (!s.busy) return LaneOutcome::kEnd;
    uint32_t failed, steady;
    s.round(failed, steady);
    for (; failed; failed &= failed - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(failed);
      s.conflicts++;
      counts.conflicts++;
      s.done += s.lane[l].share;
      s.count_conflict(l, weights);
      s.go_back(l);
    }
    float bonus = 0;
    uint32_t digits = s.plan.digits, hardest = steady ? hardest_digit(weights.digits, digits, bonus) : digits;
    uint32_t hard = hardest < digits ? 1u << hardest : 0;
    for (; steady; steady &= steady - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(steady), cell = s.choose(l, weights, hard, bonus);
      if (cell == LaneSearch::kNoOpenCell) {
        for (uint32_t c = 0; c < s.plan.cells; c++) solution[c] = s.at(l, c);
        s.solved = 1u << l;
        s.has_solution = true;
        return LaneOutcome::kSolution;
      }
      if (budget && counts.guesses >= budget) return LaneOutcome::kSpent;
      counts.guesses++;
      s.guess(l, cell);
    }
    if (poll && ++s.rounds >= kRoundsPerPoll) {
      s.rounds = 0;
      if (poll(argument)) return LaneOutcome::kStopped;
    }
  }
}

constexpr LaneEngine kEngine = {bytes, begin, next};

}  // namespace
}  // namespace NONET_ISA_NAMESPACE

#if defined(NONET_ISA_AVX2)
const LaneEngine kAvx2Lanes = avx2::kEngine;
#else
const LaneEngine kBaselineLanes = baseline::kEngine;
#endif

}  // namespace nonet
