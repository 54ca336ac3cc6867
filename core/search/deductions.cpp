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
  Fixed<uint64_t, kWords> words;
};

uint32_t size_of(const uint64_t *set, uint32_t words) {
  uint32_t size = 0;
  for (uint32_t w = 0; w < words; w++) size += Masks<uint64_t>::count(set[w]);
  return size;
}

// ---- sums of sums ---------------------------------------------------------------------------------------------

constexpr uint32_t kSumWords = 4;
constexpr uint32_t kSumHouses = 128;
constexpr uint32_t kSums = 24;  // that are combined

struct SomeCells {
  Fixed<uint64_t, kSumWords> words;
  uint32_t size() const { return size_of(words, kSumWords); }
  bool meets(const SomeCells &other) const {
    uint64_t both = 0;
    for (uint32_t w = 0; w < kSumWords; w++) both |= words[w] & other.words[w];
    return both != 0;
  }
  bool is(const SomeCells &other) const { return !memcmp(words, other.words, sizeof words); }
  SomeCells with(const SomeCells &other) const {
    SomeCells all;
    for (uint32_t w = 0; w < kSumWords; w++) all.words[w] = words[w] | other.words[w];
    return all;
  }
  SomeCells in(const SomeCells &other) const {
    SomeCells both;
    for (uint32_t w = 0; w < kSumWords; w++) both.words[w] = words[w] & other.words[w];
    return both;
  }
  SomeCells without(const SomeCells &other) const {
    SomeCells left;
    for (uint32_t w = 0; w < kSumWords; w++) left.words[w] = words[w] & ~other.words[w];
    return left;
  }
};

constexpr uint32_t kFamilies = 4;
constexpr uint32_t kFamilyHouses = 16;

// A sum, with its cells in each house of the families, and what separates it from its least or its largest total.
struct CellSum {
  SomeCells cells;
  int64_t total, slack;
  Fixed<Fixed<uint8_t, kFamilyHouses>, kFamilies> inside;
};

// Full houses, and families of disjoint ones, such as all rows.
struct SumsInHouses {
  int64_t digits;
  uint32_t count = 0, families = 0;
  Fixed<uint32_t, kFamilies> sizes;
  Fixed<SomeCells, kSumHouses> houses;
  Fixed<Fixed<SomeCells, kFamilyHouses>, kFamilies> whole;

  void find_families() {
    Fixed<bool, kSumHouses> used = {};
    for (uint32_t h = 0; h < count && families < kFamilies; h++) {
      if (used[h]) continue;
      uint32_t size = 0;
      SomeCells all = {};
      for (uint32_t k = h; k < count && size < kFamilyHouses; k++) {
        if (used[k] || houses[k].meets(all)) continue;
        used[k] = true;
        all = all.with(houses[k]);
        whole[families][size++] = houses[k];
      }
      if (size > 1) sizes[families++] = size;
    }
  }

  void count_inside(CellSum &sum) const {
    for (uint32_t f = 0; f < families; f++)
      for (uint32_t h = 0; h < sizes[f]; h++) sum.inside[f][h] = (uint8_t)sum.cells.in(whole[f][h]).size();
  }

  // What separates two sums, added up, from their least total, or with `most` from their largest: the cells of a house
  // differ. The second sum may be null.
  int64_t slack(const CellSum &one, const CellSum *other, bool most) const {
    int64_t least = INT64_MAX, total = one.total + (other ? other->total : 0);
    uint32_t cells = one.cells.size() + (other ? other->cells.size() : 0);
    for (uint32_t f = 0; f < families; f++) {
      int64_t rest = cells, bound = 0;
      for (uint32_t h = 0; h < sizes[f]; h++) {
        int64_t size = one.inside[f][h] + (other ? other->inside[f][h] : 0), low = size * (size - 1) / 2;
        bound += most ? size * (digits - 1) - low : low;
        rest -= size;
      }
      if (most) bound += rest * (digits - 1);
      int64_t here = most ? bound - total : total - bound;
      if (here < least) least = here;
    }
    return least;
  }

  void add(CellSum &sum, const CellSum &other) const {
    sum.cells = sum.cells.with(other.cells);
    sum.total += other.total;
    for (uint32_t f = 0; f < families; f++)
      for (uint32_t h = 0; h < sizes[f]; h++) sum.inside[f][h] = (uint8_t)(sum.inside[f][h] + other.inside[f][h]);
  }

  // The house with most of the cells, if there are at least two.
  uint32_t fullest(const SomeCells &cells) const {
    uint32_t best = count, size = 1;
    for (uint32_t h = 0; h < count; h++)
      if (uint32_t here = cells.in(houses[h]).size(); here > size) best = h, size = here;
    return best;
  }

  // Replace the cells in a house by the others of the house, with the other sign, where these are fewer.
  SomeCells shorten(SomeCells &cells, int64_t &total) const {
    SomeCells rest = cells, minus = {};
    const SomeCells all = cells;
    for (uint32_t house; (house = fullest(rest)) < count; rest = rest.without(houses[house])) {
      SomeCells here = rest.in(houses[house]), others = houses[house].without(all);
      if (here.size() <= others.size() || here.size() + others.size() < digits || minus.meets(others)) continue;
      minus = minus.with(others);
      cells = cells.without(houses[house]);
      total -= digits * (digits - 1) / 2;
    }
    return minus;
  }
};

// From one sum on, add the sum of other cells that leaves the least slack, while there is one; return the best of all.
CellSum combined(const SumsInHouses &in, const CellSum *sums, uint32_t count, uint32_t first, bool most) {
  CellSum now = sums[first];
  now.slack = in.slack(now, nullptr, most);
  CellSum best = now;
  for (;;) {
    const CellSum *next = nullptr;
    now.slack = INT64_MAX;
    for (uint32_t k = 0; k < count; k++) {
      if (sums[k].cells.meets(now.cells)) continue;
      int64_t slack = in.slack(now, sums + k, most);
      if (slack < now.slack) next = sums + k, now.slack = slack;
    }
    if (!next) return best;
    in.add(now, *next);
    if (now.slack < best.slack) best = now;
  }
}

}  // namespace

// Sums of cells that may repeat are far from their bounds one by one. Sums of disjoint cells, added up, fill houses and can
// come close: from each sum on, the one that leaves the least slack is added, and the closest of these totals is kept.
void ModelMaker::combine() {
  if (plan_.cells > 64 * kSumWords || made_->count > kSumHouses) return;
  SumsInHouses in{};
  in.digits = plan_.size;
  Fixed<CellSum, kSums> sums;
  uint32_t count = 0;
  auto add_cells = [](SomeCells &set, const uint16_t *cells, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) set.words[cells[i] / 64] |= (uint64_t)1 << (cells[i] % 64);
  };
  const uint16_t *pool = part<uint16_t>(plan_.pool_at), *house_cells = part<uint16_t>(plan_.house_cells_at);
  const Cage *cages = part<Cage>(cages_at_);
  for (uint32_t i = 0; i < cages_ && count < kSums; i++) {
    const uint16_t *cells = pool + cages[i].cells_at;
    bool differ = true;
    for (uint32_t k = 1; k < cages[i].count; k++) differ &= made_->are_peers(cells[0], cells[k]);
    if (differ) continue;
    sums[count] = CellSum{{}, cages[i].total, 0, {}};
    add_cells(sums[count++].cells, cells, cages[i].count);
  }
  if (!count) return;
  const uint32_t *start = part<uint32_t>(plan_.house_start_at);
  for (uint32_t h = 0; h < made_->count; h++)
    add_cells(in.houses[in.count++], house_cells + start[h], start[h + 1] - start[h]);
  // Houses that meet most of the others, such as diagonals, are sums too.
  for (uint32_t h = 0; h < in.count && count < kSums; h++) {
    uint32_t met = 0;
    for (uint32_t k = 0; k < in.count; k++) met += in.houses[h].meets(in.houses[k]);
    if (in.count - met >= plan_.size - 1) continue;
    sums[count++] = CellSum{in.houses[h], (int64_t)plan_.size * (plan_.size - 1) / 2, 0, {}};
  }
  if (count < 2) return;
  in.find_families();
  for (uint32_t i = 0; i < count; i++) in.count_inside(sums[i]);
  Fixed<SomeCells, 2 * kSums> found;
  uint32_t known = 0;
  for (uint32_t i = 0; i < 2 * count; i++) {
    CellSum best = combined(in, sums, count, i / 2, i % 2);
    bool is_new = best.slack < in.slack(sums[i / 2], nullptr, i % 2);
    for (uint32_t k = 0; k < known && is_new; k++) is_new = !found[k].is(best.cells);
    if (!is_new) continue;
    found[known++] = best.cells;
    CellBits plus = {}, minus = {};
    SomeCells out = in.shorten(best.cells, best.total);
    memcpy(plus.words, best.cells.words, sizeof out);
    memcpy(minus.words, out.words, sizeof out);
    derive(plus.words, minus.words, best.total, false);
  }
}

void ModelMaker::note_cage(const uint16_t *cells, uint32_t count, int64_t total) {
  // The cells stay in the pool, outside of any constraint.
  Cage &cage = part<Cage>(cages_at_)[cages_++];
  cage = {used_pool_, count, total};
  uint64_t *set = part<uint64_t>(cage_sets_at_) + (size_t)(cages_ - 1) * plan_.set_words;
  memset(set, 0, sizeof(uint64_t) * plan_.set_words);
  for (uint32_t i = 0; i < count; i++) {
    put_in_pool(cells[i]);
    set[cells[i] / 64] |= (uint64_t)1 << (cells[i] % 64);
  }
}

void ModelMaker::deduce() {
  if (made_->impossible || !made_->count || !has_totals_) return;
  uint64_t *allowed = part<uint64_t>(plan_.allowed_at);
  if (!cages_) return;
  combine();
  for (uint32_t c = 0; c < plan_.cells; c++) {
    uint16_t cell = (uint16_t)c;
    if (allowed[c] && !(allowed[c] & (allowed[c] - 1))) note_cage(&cell, 1, __builtin_ctzll(allowed[c]));
  }
  uint32_t words = plan_.set_words, n = plan_.size;
  for (uint32_t i = 0; i < made_->count; i++) {
    CellBits all = {};
    int64_t total = 0;
    for (uint32_t j = i; j < made_->count && j - i < n / 2 + 1; j++) {
      const uint64_t *house = house_set(j);
      uint64_t both = 0;
      for (uint32_t w = 0; w < words; w++) both |= all.words[w] & house[w];
      if (both) break;
      for (uint32_t w = 0; w < words; w++) all.words[w] |= house[w];
      total += (int64_t)n * (n - 1) / 2;
      deduce_from(all.words, total, i == j ? n - 1 : kMaxInnies, false);
      deduce_from(all.words, total, kMaxInnies, true);
    }
  }
}

// Sums from a union of houses and its total. With `partial`, cages may stick out of it.
void ModelMaker::deduce_from(const uint64_t *all, int64_t total, uint32_t most, bool partial) {
  uint32_t words = plan_.set_words;
  if (poll_.stopped((uint64_t)cages_ * words * (1 + partial))) return;
  CellBits rest, out;
  memcpy(rest.words, all, 8 * words);
  memset(out.words, 0, 8 * words);
  const Cage *cages = part<Cage>(cages_at_);
  bool used = false, sticks_out = false;
  for (uint32_t pass = 0; pass <= (uint32_t)partial; pass++)
    for (uint32_t i = 0; i < cages_; i++) {
      const uint64_t *cage = cage_set(i);
      uint64_t in = 0, outside = 0, clash = 0;
      for (uint32_t w = 0; w < words; w++) {
        uint64_t others = cage[w] & ~rest.words[w];
        in |= cage[w] & rest.words[w], outside |= others, clash |= others & (all[w] | out.words[w]);
      }
      if (clash || !in || (pass ? !outside : outside)) continue;
      if (outside) {
        uint32_t inside = 0;
        for (uint32_t w = 0; w < words; w++) inside += Masks<uint64_t>::count(cage[w] & rest.words[w]);
        if (cages[i].count - inside > inside) continue;
      }
      for (uint32_t w = 0; w < words; w++) {
        out.words[w] |= cage[w] & ~rest.words[w];
        rest.words[w] &= ~cage[w];
      }
      total -= cages[i].total;
      used = true;
      sticks_out |= outside != 0;
    }
  if (!used || (partial && !sticks_out)) return;
  if (size_of(rest.words, words) + size_of(out.words, words) <= most) derive(rest.words, out.words, total, true);
}

// Add the sum of the cells of `plus` less those of `minus`, unless it is known.
void ModelMaker::derive(const uint64_t *plus, const uint64_t *minus, int64_t total, bool innies) {
  uint64_t hash = (uint64_t)total * 0x9e3779b97f4a7c15;
  Fixed<uint16_t, kMaxCells> cells;
  Fixed<int64_t, kMaxCells> coefficients;
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
  if (derived_ == kDerived || derived_cells_ + count > kDerivedCells) return;
  hashes[derived_++] = hash;
  derived_cells_ += count;
  // A cage of the same cells says the same.
  const Cage *cages = part<Cage>(cages_at_);
  for (uint32_t i = 0; i < cages_; i++)
    if (cages[i].count == count && cages[i].total == total && !memcmp(cage_set(i), plus, 8 * plan_.set_words)) return;
  add_sum(cells, coefficients, count, total, total, innies);
}

}  // namespace nonet
