// model.cpp: the tables of a model, from the words of its primitives.

#include "search/model_maker.hpp"
#include "search/region_maker.hpp"

namespace nonet {
namespace {

uint64_t bit(uint32_t i) { return (uint64_t)1 << (i % 64); }

}  // namespace

void ModelMaker::make(void *block) {
  memset(block, 0, zeroed_);
  made_ = (Model *)block;
  *made_ = plan_;
  uint64_t *allowed = part<uint64_t>(plan_.allowed_at);
  for (uint32_t c = 0; c < plan_.cells; c++) allowed[c] = ((uint64_t)1 << plan_.size) - 1;
  read_differences();
  Reader reader{given_.words, given_.words + given_.length};
  Primitive p;
  while (reader.next(p)) add_primitive(p);
  fill_seats();
  fill_sets();
  deduce();
  sort_arcs();
  fill_seen();
  fill_watches();
  order_homes();
}

void ModelMaker::add_primitive(const Primitive &p) {
  const int64_t *w = p.words;
  switch ((Kind)p.kind) {
    case kAllowed: return add_allowed((uint32_t)w[0], (uint64_t)w[1]);
    case kDifferent:
      if (depth_) {
        Constraint &c = add(kDifferent, 0);
        put_cells(c, w, p.length);
      } else if (p.length > 2 && p.length < plan_.size && !made_->impossible) {
        Constraint &c = add(kPartHouse, 0);
        c.nested = 1;  // nothing watches it
        put_cells(c, w, p.length);
        made_->part_houses++;
        made_->part_seats += c.count;
      }
      return;
    case kLinear: return add_linear(w, p.length);
    case kPair: {
      if (!depth_ && made_->digit_peers && excludes_equal_digits(p)) return;  // read with what differs
      uint64_t rows[kMaxSize];
      for (uint32_t d = 0; d < plan_.size; d++) rows[d] = (uint64_t)w[2 + d];
      return add_pair((uint32_t)w[0], (uint32_t)w[1], rows);
    }
    case kMachine: return add_machine(p);
    case kAutomaton: return add_automaton(p);
    case kCount: {
      size_t count = p.length - 3;
      auto within = [&](int64_t bound) { return bound<0 ? -1 : bound>(int64_t) count ? (int64_t)count + 1 : bound; };
      int64_t low = within(w[1]), high = within(w[2]);
      add_count(w[0], low, high, w + 3, count);
      if (low == high) add_count_of_rest(w[0], low, w + 3, count);
      return;
    }
    case kCountIs: {
      Constraint &c = add(kCountIs, 0);
      put_cell(c, w[1]);
      put_cells(c, w + 2, p.length - 2);
      put(c, w[0]);
      return;
    }
    case kElement: {
      Constraint &c = add(kElement, 0);
      put_cells(c, w, 2);
      put_cells(c, w + 3, p.length - 3);
      put(c, w[2] - plan_.first);
      return;
    }
    case kSameSet: return add_same_set(p);
    case kEither: return add_choices(p);
    case kRegions: return add_regions(p);
    case kRun: return add_run(p);
    case kVariety: {
      Constraint &c = add(kVariety, 1);
      put_cells(c, w, p.length);
      c.repeats = repeats(w, p.length);
      need(2 * p.length);
      return;
    }
    case kFilling:
    case kVisible: return add_different(p);
    case kConnected: return add_connected(p);
    case kHomeDigits:
    case kHomeOrder:
    case kPartHouse:
    case kDigitSets: return;  // never in a call
  }
}

void ModelMaker::add_allowed(uint32_t cell, uint64_t mask) {
  if (!depth_) return allow(cell, mask);
  Constraint &c = add(kAllowed, 0);
  put_cell(c, cell);
  put(c, (int64_t)mask);
}

// ---- relations ------------------------------------------------------------------------------------------------

template <class Mask> void ModelMaker::fill_relation(uint32_t number, const uint64_t *rows) {
  Mask *table = part<Mask>(plan_.relations_at) + (size_t)number * plan_.table_size;
  uint32_t bits = plan_.row_bits;
  for (uint32_t first = 0, at = 0; first < plan_.size; first += bits) {
    uint32_t here = plan_.size - first < bits ? plan_.size - first : bits;
    table[at] = 0;
    for (uint32_t i = 1; i < 1u << here; i++)
      table[at + i] = (Mask)(table[at + (i & (i - 1))] | (Mask)rows[first + (uint32_t)__builtin_ctz(i)]);
    for (uint32_t i = 1u << here; bits == 8 && i < 256; i++) table[at + i] = 0;
    at += 256;
  }
}

// Return the number of a relation; equal ones share one table.
uint32_t ModelMaker::relation_of(const uint64_t *rows) {
  uint32_t n = plan_.size;
  Relation *known = part<Relation>(known_relations_at_);
  uint64_t hash = 0, *all_rows = part<uint64_t>(relation_rows_at_);
  for (uint32_t d = 0; d < n; d++) hash = (hash ^ rows[d] ^ hash >> 29) * 0x9e3779b97f4a7c15;
  for (uint32_t r = 0; r < used_relations_; r++)
    if (known[r].hash == hash && !memcmp(all_rows + (size_t)r * n, rows, sizeof(uint64_t) * n)) return r;
  uint32_t number = used_relations_++;
  known[number] = {hash, kNoRelation};
  memcpy(all_rows + (size_t)number * n, rows, sizeof(uint64_t) * n);
  if (plan_.mask_bytes == 2) fill_relation<uint16_t>(number, rows);
  if (plan_.mask_bytes == 4) fill_relation<uint32_t>(number, rows);
  if (plan_.mask_bytes == 8) fill_relation<uint64_t>(number, rows);
  return number;
}

void ModelMaker::add_pair(uint32_t a, uint32_t b, uint64_t *rows) {
  uint32_t n = plan_.size;
  uint64_t all = ((uint64_t)1 << n) - 1, both = all;
  if (a == b) {
    uint64_t mask = 0;
    for (uint32_t d = 0; d < n; d++) mask |= rows[d] & (uint64_t)1 << d;
    return add_allowed(a, mask);
  }
  bool differ = made_->are_peers(a, b);
  for (uint32_t d = 0; d < n; d++) {
    if (differ)
      rows[d] &= ~((uint64_t)1 << d), both &= rows[d] | (uint64_t)1 << d;
    else
      both &= rows[d];
  }
  if (both == all) return;
  uint64_t back[kMaxSize];
  auto turn = [&] {
    for (uint32_t e = 0; e < n; e++) back[e] = 0;
    for (uint32_t d = 0; d < n; d++)
      for (uint64_t m = rows[d]; m; m &= m - 1) back[__builtin_ctzll(m)] |= (uint64_t)1 << d;
  };
  if (depth_) {
    Constraint &c = add(kPair, 0);
    put_cell(c, a);
    put_cell(c, b);
    turn();
    for (uint32_t d = 0; d < n; d++) put(c, (int64_t)rows[d]);
    for (uint32_t d = 0; d < n; d++) put(c, (int64_t)back[d]);
    return;
  }
  Relation *known = part<Relation>(known_relations_at_);
  uint32_t forward = relation_of(rows), backward = known[forward].backward;
  if (backward == kNoRelation) {
    turn();
    backward = known[forward].backward = relation_of(back);
    known[backward].backward = forward;
  }
  forward *= plan_.table_size, backward *= plan_.table_size;
  Arc *arcs = part<Arc>(unsorted_at_);
  arcs[used_arcs_++] = Arc{a, b, forward, backward};
  arcs[used_arcs_++] = Arc{b, a, backward, forward};
}

void ModelMaker::sort_arcs() {
  const Arc *from = part<Arc>(unsorted_at_);
  Arc *to = part<Arc>(plan_.arcs_at);
  uint32_t *start = part<uint32_t>(plan_.arc_start_at);
  for (uint32_t i = 0; i < used_arcs_; i++) start[from[i].from + 1]++;
  for (uint32_t c = 0; c < plan_.cells; c++) start[c + 1] += start[c];
  for (uint32_t i = used_arcs_; i-- > 0;) to[--start[from[i].from + 1]] = from[i];
  for (uint32_t c = 0; c < plan_.cells; c++) start[c] = start[c + 1];
  start[plan_.cells] = used_arcs_;
  made_->arcs = used_arcs_;
}

// What cells outside of a house differ from in it.
void ModelMaker::fill_seen() {
  uint8_t *most = part<uint8_t>(plan_.most_seen_at);
  uint64_t *sets = part<uint64_t>(plan_.lockable_at);
  uint32_t n = plan_.size, words = plan_.lock_words;
  for (uint32_t h = 0; h < made_->count; h++) {
    const uint64_t *house = house_set(h);
    for (uint32_t c = 0; c < plan_.cells; c++) {
      if (house[c / 64] & bit(c)) continue;
      for (uint32_t d = 0; d < (made_->digit_peers ? n : 1); d++) {
        const uint64_t *peers = made_->peers(c, d);
        uint32_t seen = 0;
        for (uint32_t w = 0; w < plan_.set_words; w++) seen += Masks<uint64_t>::count(house[w] & peers[w]);
        if (seen > most[h]) most[h] = (uint8_t)seen;
        if (seen < 2 || !words) continue;
        const uint16_t *cells = part<uint16_t>(plan_.house_cells_at) + h * n;
        uint32_t set = 0;
        for (uint32_t p = 0; p < n; p++) set |= (uint32_t)made_->are_peers(c, cells[p], d) << p;
        sets[set / 64] |= bit(set);
      }
    }
    // Parts of these sets are seen too.
    for (uint32_t p = 0; p < n && words; p++)
      for (uint32_t w = 0; w < words; w++) {
        if (p < 6)
          sets[w] |= (sets[w] & kHolding[p]) >> (1u << p);
        else if (!(w >> (p - 6) & 1))
          sets[w] |= sets[w | 1u << (p - 6)];
      }
    sets += words;
  }
}

void ModelMaker::fill_watches() {
  const Constraint *list = part<Constraint>(plan_.constraints_at);
  const uint16_t *pool = part<uint16_t>(plan_.pool_at);
  uint32_t *start = part<uint32_t>(plan_.watch_start_at);
  Watch *watches = part<Watch>(plan_.watches_at);
  uint32_t words = made_->wait_words = (made_->constraints + 63) / 64;
  // For every cell and priority the last word that has a bit, from 1, and then its place among the watches.
  uint32_t last[kMaxCells][kPriorities], place[kMaxCells][kPriorities];
  auto for_watches = [&](auto f) {
    memset(last, 0, sizeof(last[0]) * plan_.cells);
    for (uint32_t i = 0; i < made_->constraints; i++)
      for (uint32_t k = 0; !list[i].nested && k < list[i].count; k++) {
        uint32_t cell = pool[list[i].cells_at + k], p = list[i].priority;
        bool is_new = last[cell][p] != i / 64 + 1;
        last[cell][p] = i / 64 + 1;
        f(cell, p, i, is_new);
      }
  };
  for_watches([&](uint32_t cell, uint32_t, uint32_t, bool is_new) { start[cell + 1] += is_new; });
  for (uint32_t c = 0; c < plan_.cells; c++) start[c + 1] += start[c];
  for_watches([&](uint32_t cell, uint32_t p, uint32_t i, bool is_new) {
    if (is_new)
      watches[place[cell][p] = start[cell]++] =
          Watch{(uint16_t)(p * words + i / 64), (uint8_t)p, (uint8_t)(i / 64 % 64), 0};
    watches[place[cell][p]].bits |= bit(i);
  });
  // The loop above has moved each start to the place of the next one.
  for (uint32_t c = plan_.cells; c > 0; c--) start[c] = start[c - 1];
  start[0] = 0;
}

// ---- sums -----------------------------------------------------------------------------------------------------

void ModelMaker::add_linear(const int64_t *w, size_t length) {
  // Cells that occur twice are merged; the sum is written on digit numbers.
  __int128 shift = 0;
  uint16_t cells[kMaxCells];
  int64_t coefficients[kMaxCells];
  uint32_t count = 0;
  for (size_t i = 2; i < length; i += 2) {
    uint32_t at = 0;
    while (at < count && cells[at] != w[i]) at++;
    if (at == count) cells[count] = (uint16_t)w[i], coefficients[count++] = 0;
    coefficients[at] += w[i + 1];
    shift += (int64_t)plan_.first * w[i + 1];
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (coefficients[i]) cells[kept] = cells[i], coefficients[kept++] = coefficients[i];
  // Below kMaxBound lies every total of digit numbers: 2^23 coefficients of 2^31, times 35.
  auto shifted = [&](int64_t bound) {
    if (bound <= -kMaxBound || bound >= kMaxBound) return bound < 0 ? -kMaxBound : kMaxBound;
    __int128 number = bound - shift;
    return number < -kMaxBound ? -kMaxBound : number > kMaxBound ? kMaxBound : (int64_t)number;
  };
  int64_t low = shifted(w[0]), high = shifted(w[1]);
  bool plain = low == high;
  for (uint32_t i = 0; i < kept; i++) plain &= coefficients[i] == 1;
  if (plain && kept && !depth_) note_cage(cells, kept, low);
  if (depth_) kept = shorten(cells, coefficients, kept, low, high);
  add_sum(cells, coefficients, kept, low, high);
}

// Houses have known totals. A sum in a choice is written with as few cells as they allow: a rectangle that fills most of
// its rows becomes what the rows have besides it. A sum without such choices keeps its cells, and so does a cage.
uint32_t ModelMaker::shorten(uint16_t *cells, int64_t *coefficients, uint32_t count, int64_t &low, int64_t &high) {
  int64_t now[kMaxCells];
  bool differ = true, ones = count > 2;
  for (uint32_t i = 0; i < count; i++) {
    ones &= coefficients[i] == 1 || coefficients[i] == -1;
    for (uint32_t k = 0; k < i && differ; k++)
      differ = coefficients[i] == coefficients[k] && made_->are_peers(cells[i], cells[k]);
  }
  if (!ones || differ) return count;
  memset(now, 0, sizeof(int64_t) * plan_.cells);
  for (uint32_t i = 0; i < count; i++) now[cells[i]] = coefficients[i];
  const KnownHouse *houses = part<KnownHouse>(known_houses_at_), *best;
  bool shorter = false;
  do {
    int64_t most = 0, sign = 0;
    best = nullptr;
    for (const KnownHouse *house = houses; house < houses + known_houses_; house++) {
      int64_t above = 0, below = 0;
      for (uint32_t i = 0; i < house->count; i++) above += now[house->cells[i]] > 0, below += now[house->cells[i]] < 0;
      int64_t fewer = 2 * (above > below ? above : below) - house->count;
      if (fewer > most) most = fewer, best = house, sign = above > below ? -1 : 1;
    }
    for (uint32_t i = 0; best && i < best->count; i++) now[best->cells[i]] += sign;
    if (best) low += sign * best->total, high += sign * best->total, shorter = true;
  } while (best);
  if (!shorter) return count;
  uint32_t kept = 0;
  for (uint32_t c = 0; c < plan_.cells; c++)
    if (now[c]) cells[kept] = (uint16_t)c, coefficients[kept++] = now[c];
  return kept;
}

void ModelMaker::add_sum(uint16_t *cells, int64_t *coefficients, uint32_t count, int64_t low, int64_t high,
                         bool innies) {
  int64_t n = plan_.size, least = 0, most = 0;
  for (uint32_t i = 0; i < count; i++) (coefficients[i] < 0 ? least : most) += coefficients[i] * (n - 1);
  if (low > high || low > most || high < least) return deny();
  if (low <= least && high >= most) return;
  if (count == 1) {
    uint64_t mask = 0;
    for (int64_t d = 0; d < n; d++)
      if (coefficients[0] * d >= low && coefficients[0] * d <= high) mask |= (uint64_t)1 << d;
    return mask ? add_allowed(cells[0], mask) : deny();
  }
  if (count == 2) {
    uint64_t rows[kMaxSize] = {};
    for (int64_t d = 0; d < n; d++)
      for (int64_t e = 0; e < n; e++) {
        int64_t total = coefficients[0] * d + coefficients[1] * e;
        if (total >= low && total <= high) rows[d] |= (uint64_t)1 << e;
      }
    return add_pair(cells[0], cells[1], rows);
  }
  // Positive coefficients come first; if all are negative, the sum is turned around.
  uint32_t upright = 0;
  for (uint32_t i = 0; i < count; i++) upright += coefficients[i] > 0;
  if (!upright) {
    for (uint32_t i = 0; i < count; i++) coefficients[i] = -coefficients[i];
    int64_t swap = low;
    low = -high, high = -swap, upright = count;
    swap = least;
    least = -most, most = -swap;
  }
  for (uint32_t i = 0, k = upright; i < upright; i++) {
    if (coefficients[i] > 0) continue;
    while (coefficients[k] < 0) k++;
    uint16_t cell = cells[i];
    int64_t coefficient = coefficients[i];
    cells[i] = cells[k], coefficients[i] = coefficients[k];
    cells[k] = cell, coefficients[k] = coefficient;
  }
  Sum::Group groups[kMaxCells];
  uint32_t number = 0;
  bool units = true;
  int64_t room = 1;
  for (uint32_t begin = 0; begin < count;) {
    uint32_t end = plan_.size > kSetDigits
                       ? begin + 1
                       : gather_group(cells, coefficients, begin, begin < upright ? upright : count);
    int64_t size = coefficients[begin] < 0 ? -coefficients[begin] : coefficients[begin], here = end - begin;
    groups[number++] = {(int64_t)end, size, size * (n - 1) * here};
    units &= size == 1;
    room += size * here * (here - 1) / 2;
    begin = end;
  }
  int64_t from = low - least, to = high - least, span = most - least;
  if (from < 0) from = 0;
  if (to > span) to = span;
  bool exact = to < kTotals && count <= 64, cage = number == 1 && units && plan_.size <= kSetDigits;
  Constraint &c = add(kLinear, count <= 4 || number == 1 ? 1 : 2);
  for (uint32_t i = 0; i < count; i++) put_cell(c, cells[i]);
  put(c, low), put(c, high), put(c, from), put(c, to), put(c, room), put(c, number), put(c, exact);
  put(c, upright), put(c, units), put(c, cage), put(c, innies);
  for (uint32_t i = 0; i < count; i++) put(c, coefficients[i]);
  for (uint32_t g = 0; g < number; g++) put(c, groups[g].end), put(c, groups[g].size), put(c, groups[g].span);
  if (exact) need((uint64_t)(count + number + 2) * kSetWords + (number + 1) * 8 + 64 * 2);
}

// Move cells of one coefficient that all differ to `begin`, and return where they end. Larger groups have closer bounds:
// of those that begin at one of the cells, or lie in one house, the largest is taken. No cell occurs twice.
uint32_t ModelMaker::gather_group(uint16_t *cells, int64_t *coefficients, uint32_t begin, uint32_t count) {
  uint32_t best[kSetDigits], found[kSetDigits], most = 0, words = plan_.set_words;
  uint32_t room = count - begin < plan_.size ? count - begin : plan_.size;
  uint64_t open[kMaxCells / 64], left[kMaxCells / 64];
  auto keep_best = [&](uint32_t size) {
    if (size <= most) return;
    most = size;
    memcpy(best, found, size * sizeof(uint32_t));
  };
  memset(open, 0, sizeof(uint64_t) * words);
  for (uint32_t i = begin; i < count; i++) open[cells[i] / 64] |= bit(cells[i]);
  for (uint32_t seed = begin; seed < count && most < room; seed++) {
    // What all cells that were found differ from.
    const uint64_t *peers = made_->peers(cells[seed]);
    uint32_t size = 1, possible = 1;
    for (uint32_t w = 0; w < words; w++) possible += Masks<uint64_t>::count(left[w] = peers[w] & open[w]);
    if (possible <= most) continue;
    found[0] = seed;
    for (uint32_t at = begin + 1; at < count && size < plan_.size; at++) {
      uint32_t i = at == seed ? begin : at, cell = cells[i];
      if (!(left[cell / 64] & bit(cell)) || coefficients[i] != coefficients[seed]) continue;
      found[size++] = i;
      for (uint32_t w = 0; w < words; w++) left[w] &= made_->peers(cell)[w];
    }
    keep_best(size);
  }
  for (uint32_t h = 0; h < made_->count && most < room; h++) {
    const uint64_t *house = house_set(h);
    uint32_t size = 0, possible = 0;
    for (uint32_t w = 0; w < words; w++) possible += Masks<uint64_t>::count(house[w] & open[w]);
    if (possible <= most) continue;
    for (uint32_t i = begin; i < count; i++)
      if (house[cells[i] / 64] & bit(cells[i]) && (!size || coefficients[i] == coefficients[found[0]]))
        found[size++] = i;
    keep_best(size);
  }
  // In ascending order, so that no cell of the group is moved away by another.
  for (uint32_t i = 1; i < most; i++)
    for (uint32_t k = i; k && best[k - 1] > best[k]; k--) {
      uint32_t swap = best[k];
      best[k] = best[k - 1], best[k - 1] = swap;
    }
  for (uint32_t i = 0; i < most; i++) {
    uint16_t cell = cells[best[i]];
    int64_t coefficient = coefficients[best[i]];
    cells[best[i]] = cells[begin + i], coefficients[best[i]] = coefficients[begin + i];
    cells[begin + i] = cell, coefficients[begin + i] = coefficient;
  }
  return begin + most;
}

// The sets of digits by their sum, and by their size and sum.
void ModelMaker::fill_sets() {
  if (!needs_sets_) return;
  uint32_t words = words_of_sets(plan_.size), totals = plan_.highest_total() + 1, places = (plan_.size + 1) * totals;
  uint64_t *sets = part<uint64_t>(plan_.sets_at);
  uint16_t *start = part<uint16_t>(plan_.combination_start_at), *list = part<uint16_t>(plan_.combinations_at);
  uint16_t place[1u << kSetDigits];
  uint8_t total[1u << kSetDigits];
  for (uint32_t set = 0; set < 1u << plan_.size; set++) {
    uint32_t rest = set & (set - 1);
    total[set] = set ? (uint8_t)(total[rest] + (uint32_t)__builtin_ctz(set)) : 0;
    place[set] = (uint16_t)(Masks<uint16_t>::count((uint16_t)set) * totals + total[set]);
    sets[total[set] * words + set / 64] |= bit(set);
    start[place[set] + 1]++;
  }
  for (uint32_t i = 0; i < places; i++) start[i + 1] = (uint16_t)(start[i + 1] + start[i]);
  for (uint32_t set = 1u << plan_.size; set-- > 0;) list[--start[place[set] + 1]] = (uint16_t)set;
  // The loop above has moved each start to the place of the one before it.
  for (uint32_t i = 0; i < places; i++) start[i] = start[i + 1];
  start[places] = (uint16_t)(1u << plan_.size);
}

// Full houses have a digit once. If some of them, disjoint, contain the cells of an exact count, the rest of them has the
// digit as often as is left.
void ModelMaker::add_count_of_rest(int64_t digits, int64_t number, const int64_t *cells, size_t count) {
  if (!digits || digits & (digits - 1)) return;
  uint64_t open[kMaxCells / 64] = {}, used[kMaxCells / 64] = {};
  for (size_t i = 0; i < count; i++) open[cells[i] / 64] |= bit((uint32_t)cells[i]);
  const uint32_t *start = part<uint32_t>(plan_.house_start_at);
  const uint16_t *house_cells = part<uint16_t>(plan_.house_cells_at);
  int64_t others[kMaxCells], left_over = -number;
  size_t rest = 0;
  for (uint32_t h = 0; h < made_->count; h++) {
    bool meets = false, disjoint = true;
    for (uint32_t p = start[h]; p < start[h + 1]; p++) {
      uint32_t cell = house_cells[p];
      meets |= (open[cell / 64] & bit(cell)) != 0;
      disjoint &= !(used[cell / 64] & bit(cell));
    }
    if (!meets || !disjoint) continue;
    left_over++;
    for (uint32_t p = start[h]; p < start[h + 1]; p++) {
      uint32_t cell = house_cells[p];
      used[cell / 64] |= bit(cell);
      if (!(open[cell / 64] & bit(cell))) others[rest++] = cell;
      open[cell / 64] &= ~bit(cell);
    }
  }
  for (uint64_t left : open)
    if (left) return;
  if (rest) add_count(digits, left_over, left_over, others, rest);
}

// Cells of a count of one digit are in groups that all differ.
void ModelMaker::add_count(int64_t digits, int64_t low, int64_t high, const int64_t *given, size_t count) {
  Constraint &c = add(kCount, 0);
  uint16_t cells[kMaxCells];
  int64_t ones[kMaxCells], groups = 0;
  put(c, digits), put(c, low), put(c, high), put(c, 0);
  bool one_digit = digits && !(digits & (digits - 1));
  if (!one_digit || plan_.size > kSetDigits || count > 256 || repeats(given, count)) return put_cells(c, given, count);
  // Counts of other digits in the same cells have the same groups.
  uint64_t set[kMaxCells / 64];
  memset(set, 0, sizeof(uint64_t) * plan_.set_words);
  for (uint32_t i = 0; i < count; i++) set[given[i] / 64] |= bit((uint32_t)given[i]);
  const int64_t *ends = part<int64_t>(plan_.data_at);
  for (const KnownGroups &known : known_groups_) {
    if (!known.groups || memcmp(known.cells, set, sizeof(uint64_t) * plan_.set_words)) continue;
    const uint16_t *order = part<uint16_t>(plan_.pool_at) + known.cells_at;
    for (uint32_t i = 0; i < count; i++) put_cell(c, order[i]);
    for (int64_t g = 0; g < known.groups; g++) put(c, ends[known.ends_at + g]);
    part<int64_t>(plan_.data_at)[c.data_at + 3] = known.groups;
    return;
  }
  for (uint32_t i = 0; i < count; i++) cells[i] = (uint16_t)given[i], ones[i] = 1;
  for (uint32_t begin = 0; begin < count; groups++) {
    begin = gather_group(cells, ones, begin, (uint32_t)count);
    put(c, begin);
  }
  part<int64_t>(plan_.data_at)[c.data_at + 3] = groups;
  for (uint32_t i = 0; i < count; i++) put_cell(c, cells[i]);
  KnownGroups &known = known_groups_[next_known_groups_++ % kKnownGroups];
  memcpy(known.cells, set, sizeof(uint64_t) * plan_.set_words);
  known.groups = groups, known.cells_at = c.cells_at, known.ends_at = c.data_at + 4;
}

bool ModelMaker::repeats(const int64_t *cells, size_t count) const {
  uint64_t seen[kMaxCells / 64] = {};
  for (size_t i = 0; i < count; i++) {
    if (seen[cells[i] / 64] & bit((uint32_t)cells[i])) return true;
    seen[cells[i] / 64] |= bit((uint32_t)cells[i]);
  }
  return false;
}

// ---- the others -----------------------------------------------------------------------------------------------

void ModelMaker::add_machine(const Primitive &p) {
  const int64_t *w = p.words;
  uint32_t states = (uint32_t)w[0], words = (states + 63) / 64;
  const int64_t *moves = w + 3 + w[1] + w[2], *end = w + p.length;
  int64_t *data = part<int64_t>(plan_.data_at);
  part<uint32_t>(machine_at_)[used_machines_++] = used_data_;
  Machine &machine = *(Machine *)(data + used_data_);
  machine = {states, words, (end - moves) / 3, 0, 0};
  uint64_t *start = (uint64_t *)machine.start(), *accept = (uint64_t *)machine.accept();
  for (int64_t i = 0; i < w[1]; i++) start[w[3 + i] / 64] |= bit((uint32_t)w[3 + i]);
  for (int64_t i = 0; i < w[2]; i++) accept[w[3 + w[1] + i] / 64] |= bit((uint32_t)w[3 + w[1] + i]);
  int64_t *first = (int64_t *)machine.move_start();
  Machine::Move *list = (Machine::Move *)machine.move_list();
  for (const int64_t *m = moves; m < end; m += 3) first[m[0] + 1]++;
  for (uint32_t s = 0; s < states; s++) first[s + 1] += first[s];
  for (const int64_t *m = end; m > moves;) {
    m -= 3;
    list[--first[m[0] + 1]] = {m[1], m[2]};
  }
  for (uint32_t s = 0; s < states; s++) first[s] = first[s + 1];
  first[states] = machine.moves;
  add_shifts(machine);
  find_alike(machine);
  used_data_ = (uint32_t)(machine.alike_list(plan_.size) + machine.alike - data);
}

// A digit is like another if each move by one of them is a move by the other.
void ModelMaker::find_alike(Machine &machine) const {
  const Machine::Move *moves = machine.move_list();
  auto moves_too = [&](int64_t s, int64_t to, uint32_t digit) {
    for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++)
      if (moves[k].to == to && moves[k].digits >> digit & 1) return true;
    return false;
  };
  auto are_alike = [&](uint32_t one, uint32_t other) {
    for (int64_t s = 0; s < machine.states; s++)
      for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++) {
        bool by_one = moves[k].digits >> one & 1, by_other = moves[k].digits >> other & 1;
        if (by_one != by_other && !moves_too(s, moves[k].to, by_one ? other : one)) return false;
      }
    return true;
  };
  int64_t *list = (int64_t *)machine.alike_list(plan_.size), done = 0;
  for (uint32_t d = 0; d < plan_.size; d++) {
    if (done >> d & 1) continue;
    int64_t set = (int64_t)1 << d;
    for (uint32_t e = d + 1; e < plan_.size; e++)
      if (!(done >> e & 1) && are_alike(d, e)) set |= (int64_t)1 << e;
    done |= set;
    if (set & (set - 1)) list[machine.alike++] = set;
  }
}

// All moves of one digit by one distance are one shift.
void ModelMaker::add_shifts(Machine &machine) {
  if (machine.words > 1) return;
  int64_t *start = (int64_t *)machine.shift_start(), most = (int64_t)kMostShifts * plan_.size;
  Machine::Shift *list = (Machine::Shift *)machine.shift_list(plan_.size);
  const Machine::Move *moves = machine.move_list();
  int64_t used = 0;
  for (uint32_t d = 0; d < plan_.size; d++) {
    start[d] = used;
    for (int64_t s = 0; s < machine.states; s++)
      for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++) {
        if (!(moves[k].digits >> d & 1)) continue;
        int64_t up = (moves[k].to - s) & 63, at = start[d];
        while (at < used && list[at].up != up) at++;
        if (at == most) {
          memset(start, 0, sizeof(int64_t) * (plan_.size + 1 + 2 * (uint32_t)most));
          return;
        }
        if (at == used) list[used++] = {0, up};
        list[at].states |= (uint64_t)1 << s;
      }
  }
  start[plan_.size] = used;
  machine.shifts = used;
}

void ModelMaker::add_automaton(const Primitive &p) {
  uint32_t machine = part<uint32_t>(machine_at_)[p.words[0]];
  const Machine &of = *(Machine *)(part<int64_t>(plan_.data_at) + machine);
  if (add_digit_sets(machine, p.words + 1, (uint32_t)p.length - 1)) return;
  Constraint &c = add(kAutomaton, 2);
  put_cells(c, p.words + 1, p.length - 1);
  put(c, machine);
  put(c, made_->automaton_cells);
  made_->automaton_cells += c.count;
  // Where neighbours on the line differ, each digit counts.
  bool differ = false;
  for (size_t i = 2; i < p.length && of.shifts; i++)
    differ |= made_->are_peers((uint32_t)p.words[i - 1], (uint32_t)p.words[i]);
  put(c, differ ? 0 : of.alike);
  put(c, made_->automaton_layers);
  if (!of.shifts) made_->automaton_layers += (uint32_t)(c.count + 1) * (uint32_t)of.words;
  for (size_t i = 1; i < p.length; i++)
    for (size_t k = 1; k < i; k++) c.repeats |= p.words[i] == p.words[k];
  need((uint64_t)(2 * c.count + 4) * (uint64_t)of.words);
  if (of.shifts) need((uint64_t)(c.count + 4) * (plan_.size + 2));
}

// Different cells, of which the automaton accepts the same digits in any order.
bool ModelMaker::add_digit_sets(uint32_t place, const int64_t *cells, uint32_t count) {
  const Machine &machine = *(Machine *)(part<int64_t>(plan_.data_at) + place);
  constexpr uint32_t kMostWords = 4;
  uint32_t n = plan_.size, words = (uint32_t)machine.words, set_words = words_of_sets(n);
  if (!set_words || words > kMostWords || count < 2 || count > n) return false;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (!made_->are_peers((uint32_t)cells[i], (uint32_t)cells[k])) return false;
  auto add_sets = [&](const uint64_t *family) {
    Constraint &c = add(kDigitSets, 1);
    put_cells(c, cells, count);
    for (uint32_t w = 0; w < set_words; w++) put(c, (int64_t)family[w]);
    put(c, place);
    need((uint64_t)(count + 5) * set_words);
    return true;
  };
  for (uint32_t i = made_->constraints; i-- > 0;)
    if (const Constraint &c = part<Constraint>(plan_.constraints_at)[i]; c.kind == kDigitSets && c.count == count)
      if (const int64_t *data = part<int64_t>(plan_.data_at) + c.data_at; data[set_words] == place)
        return add_sets((const uint64_t *)data);
  // The states after each set of digits: the same, whichever digit comes last.
  uint64_t after[1u << kSetDigits][kMostWords], found[kMostWords], family[kSetWords] = {};
  memcpy(after[0], machine.start(), sizeof(uint64_t) * words);
  for (uint32_t set = 1; set < 1u << n; set++) {
    uint32_t size = Masks<uint16_t>::count((uint16_t)set);
    if (size > count) continue;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
      uint32_t digit = (uint32_t)__builtin_ctz(rest);
      memset(found, 0, sizeof(uint64_t) * words);
      const uint64_t *before = after[set & ~(1u << digit)];
      for (uint32_t w = 0; w < words; w++)
        for (uint64_t m = before[w]; m; m &= m - 1) {
          uint32_t s = w * 64 + (uint32_t)__builtin_ctzll(m);
          for (int64_t k = machine.move_start()[s]; k < machine.move_start()[s + 1]; k++)
            if (const Machine::Move &move = machine.move_list()[k]; move.digits >> digit & 1)
              found[move.to / 64] |= bit((uint32_t)move.to);
        }
      if (rest == set)
        memcpy(after[set], found, sizeof(uint64_t) * words);
      else if (memcmp(after[set], found, sizeof(uint64_t) * words))
        return false;
    }
    for (uint32_t w = 0; w < words && size == count; w++)
      if (after[set][w] & machine.accept()[w]) family[set / 64] |= bit(set);
  }
  return add_sets(family);
}

void ModelMaker::add_same_set(const Primitive &p) {
  size_t length = (size_t)p.words[0], groups = (p.length - 1) / length;
  if (groups < 2) return;
  if (length == 1) {
    for (size_t i = 1; i < groups; i++) {
      uint64_t rows[kMaxSize];
      for (uint32_t d = 0; d < plan_.size; d++) rows[d] = (uint64_t)1 << d;
      add_pair((uint32_t)p.words[i], (uint32_t)p.words[i + 1], rows);
    }
    return;
  }
  Constraint &c = add(kSameSet, 1);
  put_cells(c, p.words + 1, p.length - 1);
  put(c, (int64_t)length);
}

void ModelMaker::add_choices(const Primitive &p) {
  uint32_t begin = made_->constraints, choices = 0, before = choice_;
  depth_++;
  bool always = false;
  for (size_t i = 0; i < p.length; i += 1 + (size_t)p.words[i], choices++) {
    Reader reader{p.words + i + 1, p.words + i + 1 + p.words[i]};
    Primitive inner;
    uint32_t first = made_->constraints;
    choice_ = choices;
    while (reader.next(inner)) add_primitive(inner);
    always |= made_->constraints == first;
  }
  depth_--;
  choice_ = before;
  uint32_t end = made_->constraints;
  if (always) {
    made_->constraints = begin;
    return;
  }
  if (!choices) return deny();
  Constraint &c = add(kEither, 2);
  const Constraint *list = part<Constraint>(plan_.constraints_at);
  const uint16_t *pool = part<uint16_t>(plan_.pool_at);
  put(c, choices);
  uint64_t known[kMaxCells / 64];
  memset(known, 0, sizeof(uint64_t) * plan_.set_words);
  for (uint32_t i = begin, at = 0; i < end; i++) {
    if (list[i].nested != depth_ + 1) continue;
    // Where the constraints of a choice begin: written before the first one.
    if (i == begin || list[i].choice != at || c.length == 1) at = list[i].choice;
    put(c, ((int64_t)at << 32) | i);
    for (uint32_t k = 0; k < list[i].count; k++) {
      uint16_t cell = pool[list[i].cells_at + k];
      if (!(known[cell / 64] & bit(cell))) put_cell(c, cell);
      known[cell / 64] |= bit(cell);
    }
  }
  need(0);
}

// In a choice the cells differ only if it holds.
void ModelMaker::add_different(const Primitive &p) {
  if (depth_) put_cells(add(kDifferent, 0), p.words + 1, p.length - 1);
  Constraint &c = add((uint8_t)p.kind, 2);
  put_cells(c, p.words + 1, p.length - 1);
  put(c, p.words[0]);
  if (p.kind == kVisible) need((uint64_t)(c.count + 4) * (uint64_t)(p.words[0] + 3) * words_of_sets(plan_.size - 1));
}

}  // namespace nonet

using namespace nonet;

extern "C" {

size_t nonet_model_bytes(const nonet_model *model) {
  Model plan;
  return model && ModelMaker(*model, plan).plan() ? plan.bytes : 0;
}

int nonet_model_make(const nonet_model *model, void *tables, size_t tables_bytes) {
  Model plan;
  if (!model || !tables || (uintptr_t)tables % 64 != 0) return NONET_BAD_CALL;
  ModelMaker maker(*model, plan);
  if (!maker.plan() || tables_bytes < plan.bytes) return NONET_BAD_CALL;
  maker.make(tables);
  return NONET_OK;
}

}  // extern "C"
