// make_sums.cpp: the tables of sums, and of lines whose sum or number of visible cells is given.

#include "search/model_maker.hpp"

namespace nonet {

bool ModelMaker::check_linear(const Primitive &p, uint32_t depth) {
  const int64_t *w = p.words;
  for (size_t i = 2; i < p.length; i += 2)
    if (!is_number(w[i + 1])) return false;
  data_ += 6 * p.length + 2 * plan_.size;
  has_totals_ |= !depth && w[0] == w[1];
  has_sums_in_choices_ |= depth && p.length > 2 * 3;
  needs_sets_ |= plan_.size <= kSetDigits;
  relations_++;  // of two cells, or of more that are the same two
  return true;
}

void ModelMaker::make_linear(const Primitive &p) {
  const int64_t *w = p.words;
  const size_t length = p.length;
  // Cells that occur twice are merged; the sum is written on digit numbers.
  __int128 shift = 0;
  Fixed<uint16_t, kMaxCells> cells;
  Fixed<int64_t, kMaxCells> coefficients;
  uint32_t count = 0;
  uint16_t *numbers = part<uint16_t>(numbers_at_);  // of each cell its place in `cells`, from 1; zeros in between
  for (size_t i = 2; i < length; i += 2) {
    uint16_t &number = numbers[w[i]];
    if (!number) cells[count] = (uint16_t)w[i], coefficients[count] = 0, number = (uint16_t)++count;
    coefficients[number - 1u] += w[i + 1];
    shift += (int64_t)plan_.first * w[i + 1];
  }
  for (uint32_t i = 0; i < count; i++) numbers[cells[i]] = 0;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (coefficients[i]) cells[kept] = cells[i], coefficients[kept++] = coefficients[i];
  // Below kMaxBound lies every total of digit numbers: 2^14 coefficients of 2^31, times 35.
  auto shifted = [&](int64_t bound) {
    if (bound <= -kMaxBound || bound >= kMaxBound) return bound < 0 ? -kMaxBound : kMaxBound;
    __int128 number = bound - shift;
    return number < -kMaxBound ? -kMaxBound : number > kMaxBound ? kMaxBound : (int64_t)number;
  };
  int64_t low = shifted(w[0]), high = shifted(w[1]);
  bool plain = low == high;
  for (uint32_t i = 0; i < kept; i++) plain &= coefficients[i] == 1;
  if (plain && kept && !depth_) note_cage(cells, kept, low);
  if (depth_ && !as_given_) kept = shorten(cells, coefficients, kept, low, high);
  add_sum(cells, coefficients, kept, low, high);
}

// Houses have known totals. A sum in a choice is written with as few cells as they allow: a rectangle that fills most of
// its rows becomes what the rows have besides it. A sum without such choices keeps its cells, and so does a cage.
uint32_t ModelMaker::shorten(uint16_t *cells, int64_t *coefficients, uint32_t count, int64_t &low, int64_t &high) {
  Fixed<int64_t, kMaxCells> now;
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
    if (poll_.stopped((uint64_t)known_houses_ * plan_.size)) break;
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
    Fixed<uint64_t, kMaxSize> rows = {};
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
  Fixed<Sum::Group, kMaxCells> groups;
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
  Fixed<uint32_t, kSetDigits> best, found;
  uint32_t most = 0, words = plan_.set_words;
  uint32_t room = count - begin < plan_.size ? count - begin : plan_.size;
  Fixed<uint64_t, kMaxCells / 64> open, left;
  auto keep_best = [&](uint32_t size) {
    if (size <= most) return;
    most = size;
    memcpy(best, found, size * sizeof(uint32_t));
  };
  memset(open, 0, sizeof(uint64_t) * words);
  for (uint32_t i = begin; i < count; i++) open[cells[i] / 64] |= bit_of(cells[i]);
  for (uint32_t seed = begin; seed < count && most < room; seed++) {
    if (poll_.stopped(words + (seed == begin ? count : 0))) return begin + 1;
    // What all cells that were found differ from.
    const uint64_t *peers = made_->peers(cells[seed]);
    uint32_t size = 1, possible = 1;
    for (uint32_t w = 0; w < words; w++) possible += Masks<uint64_t>::count(left[w] = peers[w] & open[w]);
    if (possible <= most) continue;
    if (poll_.stopped(count)) return begin + 1;
    found[0] = seed;
    for (uint32_t at = begin + 1; at < count && size < plan_.size; at++) {
      uint32_t i = at == seed ? begin : at, cell = cells[i];
      if (!(left[cell / 64] & bit_of(cell)) || coefficients[i] != coefficients[seed]) continue;
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
      if (house[cells[i] / 64] & bit_of(cells[i]) && (!size || coefficients[i] == coefficients[found[0]]))
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
  Fixed<uint16_t, 1u << kSetDigits> place;
  Fixed<uint8_t, 1u << kSetDigits> total;
  for (uint32_t set = 0; set < 1u << plan_.size; set++) {
    uint32_t rest = set & (set - 1);
    total[set] = set ? (uint8_t)(total[rest] + (uint32_t)__builtin_ctz(set)) : 0;
    place[set] = (uint16_t)(Masks<uint16_t>::count((uint16_t)set) * totals + total[set]);
    sets[total[set] * words + set / 64] |= bit_of(set);
    start[place[set] + 1]++;
  }
  for (uint32_t i = 0; i < places; i++) start[i + 1] = (uint16_t)(start[i + 1] + start[i]);
  for (uint32_t set = 1u << plan_.size; set-- > 0;) list[--start[place[set] + 1]] = (uint16_t)set;
  // The loop above has moved each start to the place of the one before it.
  for (uint32_t i = 0; i < places; i++) start[i] = start[i + 1];
  start[places] = (uint16_t)(1u << plan_.size);
}

// A number, then cells that differ.
bool ModelMaker::check_line(const Primitive &p, uint32_t depth) {
  constraints_++, pool_ += p.length;
  needs_sets_ = true;
  if (p.length == plan_.size + 1 && !depth) houses_++, seats_ += p.length;
  return p.length >= 3 && plan_.size <= kSetDigits && is_number(p.words[0]);
}

bool ModelMaker::check_filling(const Primitive &p, uint32_t depth) { return check_line(p, depth); }

bool ModelMaker::check_visible(const Primitive &p, uint32_t depth) {
  return check_line(p, depth) && p.words[0] >= 0 && p.words[0] <= plan_.size;
}

// In a choice the cells differ only if it holds.
void ModelMaker::make_line(const Primitive &p) {
  if (depth_) put_cells(add(kDifferent, 0), p.words + 1, p.length - 1);
  Constraint &c = add((uint8_t)p.kind, 2);
  put_cells(c, p.words + 1, p.length - 1);
  put(c, p.words[0]);
}

void ModelMaker::make_filling(const Primitive &p) { make_line(p); }

void ModelMaker::make_visible(const Primitive &p) {
  make_line(p);
  need((uint64_t)(p.length + 3) * (uint64_t)(p.words[0] + 3) * words_of_sets(plan_.size - 1));
}

}  // namespace nonet
