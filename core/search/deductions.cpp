// deductions.cpp: sums that follow from the sums of a model and its full houses.
//
// A full house has a known total, and so has a union of disjoint ones. Take away the cages inside, and the cells that are
// left have a known total too (innies); take away cages that stick out, and the difference between the cells that are left
// and the cells outside is known (innies and outies). In killers, such sums save most of the guesses.

#include "search/model_maker.hpp"

namespace nonet {
namespace {

constexpr uint32_t kWords = kMaxCells / 64;
constexpr uint32_t kMaxInnies = 9;  // cells of a deduced sum that are not in one house

struct CellBits {
  uint64_t words[kWords];
};

uint32_t size_of(const uint64_t *set, uint32_t words) {
  uint32_t size = 0;
  for (uint32_t w = 0; w < words; w++) size += (uint32_t)__builtin_popcountll(set[w]);
  return size;
}

}  // namespace

void ModelMaker::note_cage(const uint16_t *cells, uint32_t count, int64_t total) {
  // The cells stay in the pool, outside of any constraint.
  Cage &cage = part<Cage>(cages_at_)[cages_++];
  cage = {used_pool_, count, total};
  for (uint32_t i = 0; i < count; i++) part<uint16_t>(plan_.pool_at)[used_pool_++] = cells[i];
}

void ModelMaker::deduce() {
  if (made_->impossible || !made_->count) return;
  uint64_t *allowed = part<uint64_t>(plan_.allowed_at);
  bool any = cages_ != 0;
  if (!any) return;
  for (uint32_t c = 0; c < plan_.cells; c++) {
    uint16_t cell = (uint16_t)c;
    if (allowed[c] && !(allowed[c] & (allowed[c] - 1))) note_cage(&cell, 1, __builtin_ctzll(allowed[c]));
  }
  const uint32_t *start = part<uint32_t>(plan_.house_start_at);
  const uint16_t *house_cells = part<uint16_t>(plan_.house_cells_at);
  uint32_t words = plan_.set_words, n = plan_.size;
  for (uint32_t i = 0; i < made_->count; i++) {
    CellBits all = {};
    int64_t total = 0;
    for (uint32_t j = i; j < made_->count && j - i < n / 2 + 1; j++) {
      bool disjoint = true;
      for (uint32_t p = start[j]; p < start[j + 1]; p++)
        disjoint &= !(all.words[house_cells[p] / 64] >> (house_cells[p] % 64) & 1);
      if (!disjoint) break;
      for (uint32_t p = start[j]; p < start[j + 1]; p++)
        all.words[house_cells[p] / 64] |= (uint64_t)1 << (house_cells[p] % 64);
      total += (int64_t)n * (n - 1) / 2;
      deduce_from(all.words, total, i == j ? n - 1 : kMaxInnies, false);
      deduce_from(all.words, total, kMaxInnies, true);
    }
  }
  (void)words;
}

// Sums from a union of houses and its total. With `partial`, cages may stick out of it.
void ModelMaker::deduce_from(const uint64_t *all, int64_t total, uint32_t most, bool partial) {
  uint32_t words = plan_.set_words;
  CellBits rest, out = {};
  memcpy(rest.words, all, 8 * words);
  const Cage *cages = part<Cage>(cages_at_);
  const uint16_t *pool = part<uint16_t>(plan_.pool_at);
  bool used = false, sticks_out = false;
  auto has = [](const CellBits &set, uint32_t cell) { return set.words[cell / 64] >> (cell % 64) & 1; };
  for (uint32_t pass = 0; pass <= (uint32_t)partial; pass++)
    for (uint32_t i = 0; i < cages_; i++) {
      uint32_t in = 0, clash = 0;
      for (uint32_t k = 0; k < cages[i].count; k++) {
        uint32_t cell = pool[cages[i].cells_at + k];
        if (has(rest, cell))
          in++;
        else
          clash += (all[cell / 64] >> (cell % 64) & 1) || has(out, cell);
      }
      uint32_t outside = cages[i].count - in;
      if (clash || !in || (pass ? !outside || outside > in : outside)) continue;
      for (uint32_t k = 0; k < cages[i].count; k++) {
        uint32_t cell = pool[cages[i].cells_at + k];
        (has(rest, cell) ? rest.words[cell / 64] &= ~((uint64_t)1 << (cell % 64))
                         : out.words[cell / 64] |= (uint64_t)1 << (cell % 64));
      }
      total -= cages[i].total;
      used = true;
      sticks_out |= outside != 0;
    }
  if (!used || (partial && !sticks_out)) return;
  if (size_of(rest.words, words) + size_of(out.words, words) <= most) derive(rest.words, out.words, total);
}

// Add the sum of the cells of `plus` less those of `minus`, unless it is known.
void ModelMaker::derive(const uint64_t *plus, const uint64_t *minus, int64_t total) {
  uint64_t hash = (uint64_t)total * 0x9e3779b97f4a7c15;
  uint16_t cells[kMaxCells];
  int64_t coefficients[kMaxCells];
  uint32_t count = 0;
  for (uint32_t w = 0; w < plan_.set_words; w++) {
    hash = (hash ^ plus[w]) * 0xff51afd7ed558ccd;
    hash = (hash ^ hash >> 29 ^ minus[w]) * 0xc4ceb9fe1a85ec53;
    for (uint64_t m = plus[w]; m; m &= m - 1)
      coefficients[count] = 1, cells[count++] = (uint16_t)(w * 64 + __builtin_ctzll(m));
    for (uint64_t m = minus[w]; m; m &= m - 1)
      coefficients[count] = -1, cells[count++] = (uint16_t)(w * 64 + __builtin_ctzll(m));
  }
  if (!count) {
    if (total) never();
    return;
  }
  uint64_t *hashes = part<uint64_t>(hashes_at_);
  for (uint32_t i = 0; i < derived_; i++)
    if (hashes[i] == hash) return;
  if (derived_ == kDerived || derived_cells_ + count > kDerivedCells / 2) return;
  hashes[derived_++] = hash;
  derived_cells_ += count;
  // A cage of the same cells says the same.
  const Cage *cages = part<Cage>(cages_at_);
  const uint16_t *pool = part<uint16_t>(plan_.pool_at);
  for (uint32_t i = 0; i < cages_; i++) {
    if (cages[i].count != count || cages[i].total != total) continue;
    uint32_t same = 0;
    for (uint32_t k = 0; k < count; k++) {
      uint32_t cell = pool[cages[i].cells_at + k];
      same += plus[cell / 64] >> (cell % 64) & 1;
    }
    if (same == count) return;
  }
  add_sum(cells, coefficients, count, total, total);
}

}  // namespace nonet
