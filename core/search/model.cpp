// model.cpp: the tables of a model, from the words of its primitives.

#include "search/model_maker.hpp"

namespace nonet {

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
    watches[place[cell][p]].bits |= bit_of(i);
  });
  // The loop above has moved each start to the place of the next one.
  for (uint32_t c = plan_.cells; c > 0; c--) start[c] = start[c - 1];
  start[0] = 0;
}

bool ModelMaker::repeats(const int64_t *cells, size_t count) const {
  uint64_t seen[kMaxCells / 64] = {};
  for (size_t i = 0; i < count; i++) {
    if (seen[cells[i] / 64] & bit_of((uint32_t)cells[i])) return true;
    seen[cells[i] / 64] |= bit_of((uint32_t)cells[i]);
  }
  return false;
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
