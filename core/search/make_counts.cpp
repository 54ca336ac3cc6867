// make_counts.cpp: the tables of counts, elements of a list, equal multisets, varieties; and of choices.

#include "search/model_maker.hpp"

namespace nonet {

bool ModelMaker::check_count(const Primitive &p, uint32_t depth) {
  // Another count may be added for the rest of the houses; the choices around it list its cells too.
  constraints_++, pool_ += (depth + 1) * plan_.cells, data_ += plan_.cells + 8;
  return is_mask(p.words[0]);
}

void ModelMaker::make_count(const Primitive &p) {
  const int64_t *w = p.words;
  size_t count = p.length - 3;
  auto within = [&](int64_t bound) { return bound<0 ? -1 : bound>(int64_t) count ? (int64_t)count + 1 : bound; };
  int64_t low = within(w[1]), high = within(w[2]);
  add_count(w[0], low, high, w + 3, count);
  // A cell that is listed twice counts twice, but not in a house.
  if (low == high && !as_given_ && !repeats(w + 3, count)) add_count_of_rest(w[0], low, w + 3, count);
}

// Full houses have a digit once. If some of them, disjoint, contain the cells of an exact count, the rest of them has the
// digit as often as is left.
void ModelMaker::add_count_of_rest(int64_t digits, int64_t number, const int64_t *cells, size_t count) {
  if (!digits || digits & (digits - 1)) return;
  Fixed<uint64_t, kMaxCells / 64> open = {}, used = {};
  for (size_t i = 0; i < count; i++) open[cells[i] / 64] |= bit_of((uint32_t)cells[i]);
  const uint32_t *start = part<uint32_t>(plan_.house_start_at);
  const uint16_t *house_cells = part<uint16_t>(plan_.house_cells_at);
  Fixed<int64_t, kMaxCells> others;
  int64_t left_over = -number;
  size_t rest = 0;
  for (uint32_t h = 0; h < made_->count; h++) {
    bool meets = false, disjoint = true;
    for (uint32_t p = start[h]; p < start[h + 1]; p++) {
      uint32_t cell = house_cells[p];
      meets |= (open[cell / 64] & bit_of(cell)) != 0;
      disjoint &= !(used[cell / 64] & bit_of(cell));
    }
    if (!meets || !disjoint) continue;
    left_over++;
    for (uint32_t p = start[h]; p < start[h + 1]; p++) {
      uint32_t cell = house_cells[p];
      used[cell / 64] |= bit_of(cell);
      if (!(open[cell / 64] & bit_of(cell))) others[rest++] = cell;
      open[cell / 64] &= ~bit_of(cell);
    }
  }
  for (uint64_t left : open)
    if (left) return;
  if (rest) add_count(digits, left_over, left_over, others, rest);
}

// Cells of a count of one digit are in groups that all differ.
void ModelMaker::add_count(int64_t digits, int64_t low, int64_t high, const int64_t *given, size_t count) {
  Constraint &c = add(kCount, 0);
  Fixed<uint16_t, kMaxCells> cells;
  Fixed<int64_t, kMaxCells> ones;
  int64_t groups = 0;
  put(c, digits), put(c, low), put(c, high), put(c, 0);
  bool one_digit = digits && !(digits & (digits - 1));
  if (!one_digit || plan_.size > kSetDigits || count > 256 || repeats(given, count)) return put_cells(c, given, count);
  // Counts of other digits in the same cells have the same groups.
  Fixed<uint64_t, kMaxCells / 64> set;
  memset(set, 0, sizeof(uint64_t) * plan_.set_words);
  for (uint32_t i = 0; i < count; i++) set[given[i] / 64] |= bit_of((uint32_t)given[i]);
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

bool ModelMaker::check_count_is(const Primitive &p, uint32_t) { return is_mask(p.words[0]); }

void ModelMaker::make_count_is(const Primitive &p) {
  Constraint &c = add(kCountIs, 0);
  put_cell(c, p.words[1]);
  put_cells(c, p.words + 2, p.length - 2);
  put(c, p.words[0]);
}

bool ModelMaker::check_element(const Primitive &p, uint32_t) { return is_number(p.words[2]); }

void ModelMaker::make_element(const Primitive &p) {
  Constraint &c = add(kElement, 0);
  put_cells(c, p.words, 2);
  put_cells(c, p.words + 3, p.length - 3);
  put(c, p.words[2] - plan_.first);
}

bool ModelMaker::check_same_set(const Primitive &p, uint32_t) {
  const int64_t *w = p.words;
  if (w[0] < 1 || (p.length - 1) % (uint64_t)w[0]) return false;
  if (w[0] == 1)
    relations_ += p.length, constraints_ += p.length, pool_ += 2 * p.length, data_ += 2 * plan_.size * p.length;
  return true;
}

void ModelMaker::make_same_set(const Primitive &p) {
  size_t length = (size_t)p.words[0], groups = (p.length - 1) / length;
  if (groups < 2) return;
  if (length == 1) {
    for (size_t i = 1; i < groups; i++) {
      Fixed<uint64_t, kMaxSize> rows;
      for (uint32_t d = 0; d < plan_.size; d++) rows[d] = (uint64_t)1 << d;
      add_pair((uint32_t)p.words[i], (uint32_t)p.words[i + 1], rows);
    }
    return;
  }
  Constraint &c = add(kSameSet, 1);
  put_cells(c, p.words + 1, p.length - 1);
  put(c, (int64_t)length);
}

bool ModelMaker::check_variety(const Primitive &, uint32_t) { return true; }

void ModelMaker::make_variety(const Primitive &p) {
  Constraint &c = add(kVariety, 1);
  put_cells(c, p.words, p.length);
  c.repeats = repeats(p.words, p.length);
  need(2 * p.length);
}

// Each choice: the number of its words, then its primitives.
bool ModelMaker::check_either(const Primitive &p, uint32_t depth) {
  if (depth >= NONET_MOST_CHOICES) return refuse(NONET_FAULT_CHOICES, depth + 1, NONET_MOST_CHOICES);
  for (size_t i = 0; i < p.length; i += 1 + (size_t)p.words[i]) {
    if (p.words[i] < 0 || p.words[i] > (int64_t)(p.length - i - 1)) return false;
    Reader reader{p.words + i + 1, p.words + i + 1 + p.words[i]};
    Primitive inner;
    while (reader.next(inner))
      if (!check(inner, depth + 1)) return refuse_in(inner);
    if (!reader.ok) return false;
  }
  return true;
}

void ModelMaker::make_either(const Primitive &p) {
  uint32_t begin = made_->constraints, choices = 0, before = choice_;
  depth_++;
  bool always = false;
  for (size_t i = 0; i < p.length; i += 1 + (size_t)p.words[i], choices++) {
    Reader reader{p.words + i + 1, p.words + i + 1 + p.words[i]};
    Primitive inner;
    uint32_t first = made_->constraints;
    choice_ = choices;
    while (reader.next(inner) && !poll_.stopped(inner.length)) add_primitive(inner);
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
  Fixed<uint64_t, kMaxCells / 64> known;
  memset(known, 0, sizeof(uint64_t) * plan_.set_words);
  for (uint32_t i = begin, at = 0; i < end; i++) {
    if (list[i].nested != depth_ + 1) continue;
    // Where the constraints of a choice begin: written before the first one.
    if (i == begin || list[i].choice != at || c.length == 1) at = list[i].choice;
    put(c, ((int64_t)at << 32) | i);
    for (uint32_t k = 0; k < list[i].count; k++) {
      uint16_t cell = pool[list[i].cells_at + k];
      if (!(known[cell / 64] & bit_of(cell))) put_cell(c, cell);
      known[cell / 64] |= bit_of(cell);
    }
  }
  need(0);
}

}  // namespace nonet
