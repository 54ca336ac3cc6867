// make_relations.cpp: the tables of what one cell may hold, of different cells, and of relations of two cells.

#include "search/model_maker.hpp"

namespace nonet {

// It may be anywhere: all words are checked before anything is made.
bool ModelMaker::check_as_given(const Primitive &, uint32_t depth) { return as_given_ = !depth; }

void ModelMaker::make_as_given(const Primitive &) {}

bool ModelMaker::check_allowed(const Primitive &p, uint32_t) { return is_mask(p.words[1]); }

void ModelMaker::make_allowed(const Primitive &p) { add_allowed((uint32_t)p.words[0], (uint64_t)p.words[1]); }

void ModelMaker::add_allowed(uint32_t cell, uint64_t mask) {
  if (!depth_) return allow(cell, mask);
  Constraint &c = add(kAllowed, 0);
  put_cell(c, cell);
  put(c, (int64_t)mask);
}

bool ModelMaker::check_different(const Primitive &p, uint32_t depth) {
  if (p.length == plan_.size && !depth) houses_++, seats_ += p.length;
  differences_++;
  return true;
}

void ModelMaker::make_different(const Primitive &p) {
  if (depth_) {
    put_cells(add(kDifferent, 0), p.words, p.length);
  } else if (p.length > 2 && p.length < plan_.size && !made_->impossible) {
    Constraint &c = add(kPartHouse, 0);
    c.nested = 1;  // nothing watches it
    put_cells(c, p.words, p.length);
    made_->part_houses++;
    made_->part_seats += c.count;
  }
}

bool ModelMaker::check_pair(const Primitive &p, uint32_t depth) {
  if (p.length < 2 + (size_t)plan_.size) return false;
  for (size_t i = 2; i < p.length; i++)
    if (!is_mask(p.words[i])) return false;
  relations_++;
  data_ += 2 * plan_.size;
  has_digit_peers_ |= !depth && excludes_equal_digits(p);
  if (plan_.size == 2) houses_++, seats_ += 2;
  return true;
}

void ModelMaker::make_pair(const Primitive &p) {
  if (!depth_ && made_->digit_peers && excludes_equal_digits(p)) return;  // read with what differs
  Fixed<uint64_t, kMaxSize> rows;
  for (uint32_t d = 0; d < plan_.size; d++) rows[d] = (uint64_t)p.words[2 + d];
  add_pair((uint32_t)p.words[0], (uint32_t)p.words[1], rows);
}

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
  NONET_EXPECT(used_relations_ < room_.relations);
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
  Fixed<uint64_t, kMaxSize> back;
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
  NONET_EXPECT(used_arcs_ + 2 <= room_.arcs);
  Arc *arcs = part<Arc>(unsorted_at_);
  uint32_t *sources = part<uint32_t>(unsorted_sources_at_) + used_arcs_;
  sources[0] = sources[1] = source_;
  arcs[used_arcs_++] = Arc{a, b, forward, backward};
  arcs[used_arcs_++] = Arc{b, a, backward, forward};
}

void ModelMaker::sort_arcs() {
  const Arc *from = part<Arc>(unsorted_at_);
  Arc *to = part<Arc>(plan_.arcs_at);
  const uint32_t *unsorted = part<uint32_t>(unsorted_sources_at_);
  uint32_t *sources = part<uint32_t>(plan_.arc_sources_at);
  uint32_t *start = part<uint32_t>(plan_.arc_start_at);
  for (uint32_t i = 0; i < used_arcs_; i++) start[from[i].from + 1]++;
  for (uint32_t c = 0; c < plan_.cells; c++) start[c + 1] += start[c];
  for (uint32_t i = used_arcs_; i-- > 0;) {
    uint32_t place = --start[from[i].from + 1];
    to[place] = from[i];
    sources[place] = unsorted[i];
  }
  for (uint32_t c = 0; c < plan_.cells; c++) start[c] = start[c + 1];
  start[plan_.cells] = used_arcs_;
  made_->arcs = used_arcs_;
}

}  // namespace nonet
