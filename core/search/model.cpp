// model.cpp: the tables of a model, from the words of its primitives.

#include "search/model_maker.hpp"

namespace nonet {

// Whether the lists of a primitive are there, and as bounds.def wants them.
bool ModelMaker::check_lists(const Primitive &p) {
  const int64_t *w = p.words;
  constexpr uint64_t rest = UINT64_MAX;
#define LIST(Name, begin, count, step, most, cells)                                                               \
  if (p.kind == k##Name && !check_list(p, begin, [&]() -> uint64_t { return count; }, step, most, Listed::cells)) \
    return false;
#include "search/bounds.def"
  // Each kind has a row.
#define LIST(Name, begin, count, step, most, cells) | (uint64_t)1 << k##Name
  constexpr uint64_t listed = 0
#include "search/bounds.def"
      ;
#define KIND(Name, name, reason) static_assert(listed >> k##Name & 1, #Name " has no row in bounds.def");
#define PRIMITIVE(Name, name) KIND(Name, name, )
#include "search/kinds.def"
  return true;
}

template <class Count> bool ModelMaker::check_list(const Primitive &p, uint64_t begin, Count count_of, uint64_t step,
                                                   uint64_t most, Listed listed) {
  if (begin > p.length) return false;
  const int64_t *list = p.words + begin;
  uint64_t count = count_of();  // by words that are there
  uint64_t room = (p.length - begin) / step;
  if (count == UINT64_MAX) {
    if ((p.length - begin) % step) return false;
    count = room;
  }
  if (count <= UINT64_MAX / 2 && count > most) return refuse(NONET_FAULT_LIST, count, most);
  if (count > room) return false;
  if (listed == Listed::kParts) return true;
  if (listed == Listed::kEdges) return are_cells(list, 2 * count);
  if (!are_cells(list, count, step)) return false;
  if (listed == Listed::kAnyTimes) return true;
  Fixed<uint64_t, kMaxCells / 64> known = {};
  for (uint64_t i = 0; i < count; i++) {
    uint64_t &word = known[list[i] / 64];
    if (word & bit_of(list[i])) return refuse(NONET_FAULT_TWICE, (uint64_t)list[i], 1);
    word |= bit_of(list[i]);
  }
  return true;
}

bool ModelMaker::make(void *block) {
  memset(block, 0, zeroed_);
  made_ = (Model *)block;
  *made_ = plan_;
  uint64_t *allowed = part<uint64_t>(plan_.allowed_at);
  for (uint32_t c = 0; c < plan_.cells; c++) allowed[c] = ((uint64_t)1 << plan_.size) - 1;
  read_differences();
  Reader reader{given_.words, given_.words + given_.length};
  Primitive p;
  for (source_ = 0; reader.next(p) && !poll_.stopped(p.length); source_++) add_primitive(p);
  source_ = kNoSource;
  fill_seats();
  fill_sets();
  if (!as_given_) deduce();
  sort_arcs();
  fill_seen();
  fill_watches();
  order_homes();
  if (poll_.stopped(0)) made_->magic = 0;
  return made_->magic != 0;
}

void ModelMaker::add_primitive(const Primitive &p) {
  switch (p.kind) {
#define KIND(Name, name, reason) \
  case k##Name: return make_##name(p);
#define PRIMITIVE(Name, name) KIND(Name, name, )
#include "search/kinds.def"
  }
}

// What cells outside of a house differ from in it.
void ModelMaker::fill_seen() {
  uint8_t *most = part<uint8_t>(plan_.most_seen_at);
  uint64_t *sets = part<uint64_t>(plan_.lockable_at);
  uint32_t n = plan_.size, words = plan_.lock_words;
  for (uint32_t h = 0; h < made_->count; h++) {
    if (poll_.stopped(plan_.cells * plan_.set_words * (made_->digit_peers ? n : 1))) return;
    const uint64_t *house = house_set(h);
    for (uint32_t c = 0; c < plan_.cells; c++) {
      if (house[c / 64] & bit_of(c)) continue;
      for (uint32_t d = 0; d < (made_->digit_peers ? n : 1); d++) {
        const uint64_t *peers = made_->peers(c, d);
        uint32_t seen = 0;
        for (uint32_t w = 0; w < plan_.set_words; w++) seen += Masks<uint64_t>::count(house[w] & peers[w]);
        if (seen > most[h]) most[h] = (uint8_t)seen;
        if (seen < 2 || !words) continue;
        const uint16_t *cells = part<uint16_t>(plan_.house_cells_at) + h * n;
        uint32_t set = 0;
        for (uint32_t p = 0; p < n; p++) set |= (uint32_t)made_->are_peers(c, cells[p], d) << p;
        sets[set / 64] |= bit_of(set);
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
  Fixed<Fixed<uint32_t, kPriorities>, kMaxCells> last, place;
  auto for_watches = [&](auto f) {
    memset(last, 0, sizeof(last[0]) * plan_.cells);
    for (uint32_t i = 0; i < made_->constraints && !poll_.stopped(list[i].count); i++)
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
    watches[place[cell][p]].bits |= bit_of(i);
  });
  // The loop above has moved each start to the place of the next one.
  for (uint32_t c = plan_.cells; c > 0; c--) start[c] = start[c - 1];
  start[0] = 0;
}

template <class Cell> bool ModelMaker::repeats(const Cell *cells, size_t count) const {
  Fixed<uint64_t, kMaxCells / 64> seen = {};
  for (size_t i = 0; i < count; i++) {
    if (seen[cells[i] / 64] & bit_of((uint32_t)cells[i])) return true;
    seen[cells[i] / 64] |= bit_of((uint32_t)cells[i]);
  }
  return false;
}
template bool ModelMaker::repeats(const int64_t *, size_t) const;
template bool ModelMaker::repeats(const uint16_t *, size_t) const;

}  // namespace nonet

using namespace nonet;

extern "C" {

int nonet_model_fault(const nonet_model *model, uint64_t *fault) {
  Model plan;
  if (!model || !fault) return NONET_BAD_CALL;
  ModelMaker maker(*model, plan);
  maker.plan();
  const ModelMaker::Fault &found = maker.fault;
  const uint64_t numbers[] = {found.what, found.kind, found.primitive, found.found, found.most};
  memcpy(fault, numbers, sizeof numbers);
  return NONET_OK;
}

size_t nonet_model_bytes(const nonet_model *model) {
  Model plan;
  return model && ModelMaker(*model, plan).plan() ? plan.bytes : 0;
}

int nonet_model_make(const nonet_model *model, const nonet_options *options, void *tables, size_t tables_bytes) {
  Model plan;
  if (!model || !options || !tables || (uintptr_t)tables % 64 != 0) return NONET_BAD_CALL;
  ModelMaker maker(*model, plan, options);
  if (!maker.plan() || tables_bytes < plan.bytes) return NONET_BAD_CALL;
  return maker.make(tables) ? NONET_OK : NONET_STOPPED;
}

}  // extern "C"
