// complex_fish.cpp: fish with fins, and fish with boxes or crossing lines among their houses.
//
// N houses (the bases) take the digit N times. If all of its places there lie in N other houses (the covers), it is
// nowhere else in the covers. Places of the bases outside of the covers are fins, and so are places in two bases (endo-fins).
// One of the fins may be the digit, so only candidates that see all of them are eliminated: those in a cover and no base,
// and those in two covers (cannibalistic).
//
// The search starts from a target: were it the digit, its peers would not be. A fish that eliminates it is then N bases
// without a common place, and N - 1 covers of all places that are left; fins are eliminated anyway. Only a candidate that
// is in no template of its digit can be eliminated by a fish, and few are: a board without one costs some microseconds.
// A fish of which a part already eliminates the target is a smaller fish, and is not listed.
#include "logic/finders.hpp"
#include "logic/templates.hpp"

namespace nonet::logic {
namespace {

constexpr uint32_t kRows = 0x1FF, kColumns = kRows << 9, kBoxes = kRows << 18;
constexpr int kMostFins = 5, kMostEndoFins = 2;  // as in HoDoKu: fish with more of them are not worth a look
constexpr int kMostFish = 512;                   // listed by one search; the rest is dropped
constexpr int kMostTries = 1 << 20;              // sets of bases and covers tried by one search; it then stops

uint32_t house_bit(int house) { return 1u << house; }
uint32_t houses_of(int cell) {
  uint32_t houses = 0;
  for (int kind : {kRow, kColumn, kBox}) houses |= house_bit(kGeometry.house[kind][cell]);
  return houses;
}

struct Fish {
  uint32_t bases, covers;
  uint8_t digit, fins_size;
  bool is_sashimi;  // a base has at most one place in the covers, so without its fins there would be no fish
  Cells fins, eliminated;
};

// The kind that the houses make: lines of one direction against the other, the same with boxes, or any houses.
FishKind kind_of(uint32_t bases, uint32_t covers) {
  bool by_rows = !(bases & kColumns) && !(covers & kRows), by_columns = !(bases & kRows) && !(covers & kColumns);
  if (!by_rows && !by_columns) return FishKind::kMutant;
  return (bases | covers) & kBoxes ? FishKind::kFranken : FishKind::kLines;
}

class FishSearch {
 public:
  FishSearch(const State &state, FishKind kind, bool has_fins, int degree)
      : state_(state), kind_(kind), has_fins_(has_fins), degree_(degree) {}

  // The targets are the candidates of a digit that are in no template.
  void run(TemplateMemory &templates) {
    Cells placed[9];
    for (int cell = 0; cell < kCells; cell++)
      if (state_.digits[cell]) placed[state_.digits[cell] - 1].add(cell);
    for (digit_ = 0; digit_ < 9; digit_++) {
      Cells candidates = state_.where(digit_);
      Cells targets = candidates - templates.used_in(digit_, candidates | placed[digit_]);
      while (!targets.empty()) search_target(targets.pop());
    }
  }
  int size() const { return size_; }
  const Fish &operator[](int i) const { return found_[i]; }

 private:
  const State &state_;
  const FishKind kind_;
  const bool has_fins_;
  const int degree_;

  int digit_ = 0, target_ = 0;
  Cells places_, rest_;  // of the digit: all, and those that are left if the target is the digit
  uint32_t base_pool_ = 0, cover_pool_ = 0, bases_ = 0;
  int tries_ = 0, size_ = 0;
  Fish found_[kMostFish];

  bool is_over() const { return tries_ > kMostTries || size_ == kMostFish; }

  void search_target(int target) {
    target_ = target;
    places_ = state_.where(digit_);
    rest_ = places_ - kGeometry.peer_cells[target];
    rest_.remove(target);
    static constexpr uint32_t kPools[3][2] = {{kRows, kColumns}, {kRows | kBoxes, kColumns | kBoxes}, {~0u, ~0u}};
    uint32_t there = 0;
    for (int house = 0; house < kHouses; house++)
      if (!(rest_ & kGeometry.house_cells[house]).empty()) there |= house_bit(house);
    there &= ~houses_of(target);
    const uint32_t *pools = kPools[(int)kind_];
    for (int turned = 0; turned < (kind_ == FishKind::kMutant ? 1 : 2); turned++) {
      base_pool_ = pools[turned] & there;
      cover_pool_ = pools[!turned];
      add_base(base_pool_, Cells{}, degree_);
    }
  }

  // Choose the bases among houses that are left, by number; `open` are their places so far.
  void add_base(uint32_t left, Cells open, int missing) {
    if (!missing) {
      add_cover(open, cover_pool_ & ~bases_, 0, degree_ - 1);
      return;
    }
    for (; left && !is_over(); left &= left - 1) {
      int house = first(left);
      Cells here = rest_ & kGeometry.house_cells[house];
      if (!(here & open).empty()) continue;
      bases_ |= house_bit(house);
      add_base(left & (left - 1), open | here, missing - 1);
      bases_ &= ~house_bit(house);
    }
  }

  // Cover the places of the bases that are still open, the first of them in each way.
  void add_cover(Cells open, uint32_t pool, uint32_t covers, int missing) {
    tries_++;
    if (open.empty()) {
      if (!missing) finish(covers);
      return;
    }
    if (!missing) return;
    int cell = open.lowest();
    for (int kind : {kRow, kColumn, kBox}) {
      int house = kGeometry.house[kind][cell];
      if (!(pool & house_bit(house))) continue;
      pool &= ~house_bit(house);
      add_cover(open - kGeometry.house_cells[house], pool, covers | house_bit(house), missing - 1);
    }
  }

  // Whether fewer bases than all need fewer covers than they are: then they are a smaller fish.
  bool has_smaller(uint32_t covers) const {
    for (uint32_t some = (bases_ - 1) & bases_; some; some = (some - 1) & bases_) {
      Cells places;
      for (uint32_t rest = some; rest; rest &= rest - 1) places = places | (rest_ & kGeometry.house_cells[first(rest)]);
      int needed = 0;
      for (uint32_t rest = covers; rest; rest &= rest - 1)
        needed += !(places & kGeometry.house_cells[first(rest)]).empty();
      if (needed < __builtin_popcount(some)) return true;
    }
    return false;
  }

  // The last cover is a house of the target.
  void finish(uint32_t covers) {
    if (has_smaller(covers)) return;
    for (int kind : {kRow, kColumn, kBox}) {
      uint32_t last = house_bit(kGeometry.house[kind][target_]);
      if (last & cover_pool_) add(covers | last);
    }
  }

  void add(uint32_t covers) {
    if (kind_of(bases_, covers) != kind_ || size_ == kMostFish) return;
    Cells in_base, endo, in_cover, in_covers;
    for (uint32_t rest = bases_; rest; rest &= rest - 1) {
      Cells here = places_ & kGeometry.house_cells[first(rest)];
      endo = endo | (in_base & here), in_base = in_base | here;
    }
    for (uint32_t rest = covers; rest; rest &= rest - 1) {
      Cells here = places_ & kGeometry.house_cells[first(rest)];
      if ((here & in_base).empty()) return;
      in_covers = in_covers | (in_cover & here), in_cover = in_cover | here;
    }
    Fish fish{bases_, covers, (uint8_t)digit_, 0, false, (in_base - in_cover) | endo, (in_cover - in_base) | in_covers};
    fish.fins_size = (uint8_t)fish.fins.size();
    if ((fish.fins_size > 0) != has_fins_ || fish.fins_size > kMostFins || endo.size() > kMostEndoFins) return;
    fish.eliminated = fish.eliminated & common_peers(fish.fins);
    for (uint32_t rest = bases_; rest; rest &= rest - 1)
      fish.is_sashimi |= (places_ & kGeometry.house_cells[first(rest)] & in_cover).size() < 2;
    for (int i = size_; i-- && found_[i].digit == digit_;)
      if (found_[i].bases == bases_ && found_[i].covers == covers) return;
    found_[size_++] = fish;
  }
};

Technique technique_of(FishKind kind, bool has_fins, int degree, bool is_sashimi) {
  static constexpr Technique kFinned[3] = {k_finned_x_wing, k_finned_swordfish, k_finned_jellyfish},
                             kSashimi[3] = {k_sashimi_x_wing, k_sashimi_swordfish, k_sashimi_jellyfish},
                             kFranken[3] = {k_franken_x_wing, k_franken_swordfish, k_franken_jellyfish},
                             kFinnedFranken[3] = {k_finned_franken_x_wing, k_finned_franken_swordfish,
                                                  k_finned_franken_jellyfish},
                             kMutant[3] = {k_mutant_x_wing, k_mutant_swordfish, k_mutant_jellyfish},
                             kFinnedMutant[5] = {k_finned_mutant_x_wing, k_finned_mutant_swordfish,
                                                 k_finned_mutant_jellyfish, k_finned_mutant_squirmbag,
                                                 k_finned_mutant_whale};
  int i = degree - 2;
  if (kind == FishKind::kLines) return is_sashimi ? kSashimi[i] : kFinned[i];
  if (kind == FishKind::kFranken) return has_fins ? kFinnedFranken[i] : kFranken[i];
  return has_fins ? kFinnedMutant[i] : kMutant[i];
}

// Fill in the houses and marks of a fish, or of two with the same bases (`twin` is another one then). The houses are the
// bases, the covers, and the covers of the twin.
Step fish_step(const State &state, Technique technique, const Fish &fish, const Fish &twin) {
  Step step(technique);
  Cells places = state.where(fish.digit), fins = fish.fins | twin.fins, in_base;
  for (uint32_t rest = fish.bases; rest; rest &= rest - 1) {
    step.house(first(rest));
    in_base = in_base | (places & kGeometry.house_cells[first(rest)]);
  }
  for (uint32_t rest = fish.covers; rest; rest &= rest - 1) step.house(first(rest));
  for (uint32_t rest = &twin == &fish ? 0 : twin.covers; rest; rest &= rest - 1) step.house(first(rest));
  step.mark(kBase, in_base - fins, fish.digit);
  step.mark(kFin, fins, fish.digit);
  step.eliminate(fish.eliminated | twin.eliminated, fish.digit);
  return step;
}

// What has been listed: of steps of one technique with the same eliminations only the first is.
class Listed {
 public:
  bool add(Technique technique, int digit, Cells eliminated) {
    for (int i = 0; i < size_; i++)
      if (rows_[i].technique == technique && rows_[i].digit == digit && rows_[i].eliminated == eliminated) return false;
    if (size_ == kMostFish) return false;
    rows_[size_++] = {technique, (uint8_t)digit, eliminated};
    return true;
  }

 private:
  struct Row {
    Technique technique;
    uint8_t digit;
    Cells eliminated;
  } rows_[kMostFish];
  int size_ = 0;
};

}  // namespace

// Order: finned before sashimi, then fewer fins. Siamese fish, two with the same bases, come last.
bool find_complex_fish(const State &state, TemplateMemory &templates, FishKind kind, bool has_fins, int degree,
                       StepSink sink) {
  FishSearch search(state, kind, has_fins, degree);
  search.run(templates);
  if (!search.size()) return false;
  Listed listed;
  int order[kMostFish], size = 0;
  for (bool is_sashimi : {false, true})
    for (int fins = 0; fins <= kMostFins; fins++)
      for (int i = 0; i < search.size(); i++)
        if (search[i].fins_size == fins && (search[i].is_sashimi && kind == FishKind::kLines) == is_sashimi)
          order[size++] = i;
  for (int i = 0; i < size; i++) {
    const Fish &fish = search[order[i]];
    Technique technique = technique_of(kind, has_fins, degree, fish.is_sashimi);
    if (!listed.add(technique, fish.digit, fish.eliminated)) continue;
    if (sink(fish_step(state, technique, fish, fish))) return true;
  }
  if (!has_fins || 3 * degree > Step::kMaxHouses) return false;
  for (int i = 0; i < size; i++)
    for (int j = i + 1; j < size; j++) {
      const Fish &fish = search[order[i]], &twin = search[order[j]];
      if (fish.digit != twin.digit || fish.bases != twin.bases) continue;
      if ((fish.eliminated - twin.eliminated).empty() || (twin.eliminated - fish.eliminated).empty()) continue;
      Technique technique = technique_of(kind, has_fins, degree, fish.is_sashimi);
      if (!listed.add(technique, fish.digit, fish.eliminated | twin.eliminated)) continue;
      if (sink(fish_step(state, technique, fish, twin))) return true;
    }
  return false;
}

// Whether a fish comes before another: by digit, with rows across columns first, then the first base or cover that only
// one of them has.
static bool comes_before(const Fish &one, const Fish &other) {
  if (one.digit != other.digit) return one.digit < other.digit;
  auto by_columns = [](const Fish &fish) { return ((fish.bases & kColumns) | (fish.covers & kRows)) != 0; };
  if (by_columns(one) != by_columns(other)) return by_columns(other);
  uint32_t differ = one.bases ^ other.bases;
  if (differ) return one.bases & differ & -differ;
  differ = one.covers ^ other.covers;
  return one.covers & differ & -differ;
}

bool find_hodoku_fish(const State &state, TemplateMemory &templates, FishKind kind, bool has_fins, int degree,
                      bool is_sashimi, StepSink sink) {
  FishSearch search(state, kind, has_fins, degree);
  search.run(templates);
  const Fish *first = nullptr;
  for (int i = 0; i < search.size(); i++) {
    if (kind == FishKind::kLines && search[i].is_sashimi != is_sashimi) continue;
    if (!first || comes_before(search[i], *first)) first = &search[i];
  }
  return first && sink(fish_step(state, technique_of(kind, has_fins, degree, is_sashimi), *first, *first));
}

}  // namespace nonet::logic
