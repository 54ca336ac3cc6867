// profile.hpp: which techniques the human solver tries, in which order, and what each of them counts.
//
// A profile comes from outside as rows of a technique and its rating, and each row is an entry. Chains are different: rows
// in a row that one search finds together are one entry, because the shortest chain comes first whatever its kind. So is
// everything in `se` and `sukaku`: among the steps of an entry the order of the search decides. The profile `se` is the rows of Sudoku
// Explainer 1.2.1, whose ratings are exact only in this order.
#ifndef NONET_LOGIC_PROFILE_HPP
#define NONET_LOGIC_PROFILE_HPP

#include "core.h"
#include "logic/se/explainer.hpp"
#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

enum class Finder : uint8_t {
#define FINDER(Name, traits, call) k##Name,
#include "logic/finders.def"
};

enum FinderTrait : uint8_t {
  kLast = 1,      // lists too much, or takes too long, to be asked while there is an easier step
  kSlow = 2,      // slow on boards without a solution, or with several; those that are asked last are, too
  kTogether = 4,  // rows in a row that it finds together are one entry
  kMost = 8,      // HoDoKu lists all of its steps and takes the one that eliminates most
  kInOrder = 16,  // its order is not HoDoKu's, which takes its first step in an order of its own (hodoku/order.hpp)
};
constexpr bool has(Finder finder, unsigned traits) {
  constexpr uint8_t kTraits[] = {
#define FINDER(Name, traits, call) traits,
#include "logic/finders.def"
  };
  return kTraits[(int)finder] & traits;
}

// How a technique is searched: the finder, and the size of a set or fish, or the kind of forcing chains.
struct Search {
  Finder finder;
  uint8_t size;
  constexpr bool operator==(const Search &other) const = default;
};

// Forcing chains by size: Nishio, multiple, dynamic, dynamic with patterns, and four levels of nested ones; those with
// patterns and nested ones once more, in the order of Sukaku Explainer, whose last level goes deeper by itself. (It has one
// depth more, with multiple chains inside of dynamic ones inside of dynamic ones; no known puzzle needs even the second.)
inline constexpr Mode kForcingModes[] = {
    {false, true, true, 0},
    {true, false, false, 0},
    {true, true, false, 0},
    {true, true, false, 1},
    {true, true, false, 2},
    {true, true, false, 3},
    {true, true, false, 4},
    {true, true, false, 5},
    {true, true, false, 1, Explainer::kSukaku},
    {true, true, false, 2, Explainer::kSukaku},
    {true, true, false, 3, Explainer::kSukaku},
    {true, true, false, 4, Explainer::kSukaku, 0, 2},
};

// The size of the largest boards with any houses on which a search is made; 0 if it is made on classic boards alone.
constexpr int largest_board(Search search) {
  constexpr uint8_t kLargest[] = {
#define FINDER(Name, traits, call) NONET_LARGEST_BOARD,
#define SMALL_FINDER(Name, traits, call) 9,
#define CLASSIC_FINDER(Name, traits, call) 0,
#include "logic/finders.def"
  };
  if (search.finder == Finder::kForcing && kForcingModes[search.size].level) return 9;
  return kLargest[(int)search.finder];
}

// How some techniques are searched (nonet_profile.searches); see techniques.def.
enum class Manner : uint8_t { kNonet, kSe, kHodoku, kSukaku };

struct Searches {
  Search of[kTechniques] = {
#define TECHNIQUE(id, family, needs, se, finder, size) {Finder::k##finder, size},
#include "logic/techniques.def"
  };
  uint8_t sharing[kTechniques] = {};  // the techniques that the search can find, with the technique itself

  constexpr explicit Searches([[maybe_unused]] Manner manner) {
    Search written[kTechniques] = {};  // a search finds its techniques of techniques.def, also those searched otherwise
    Search sukaku[kTechniques] = {};
    for (int technique = 0; technique < kTechniques; technique++)
      sukaku[technique] = written[technique] = of[technique];
#define SUKAKU_SEARCH(id, finder, size) sukaku[k_##id] = {Finder::k##finder, size};
#include "logic/techniques.def"
    if (manner == Manner::kSukaku)
      for (int technique = 0; technique < kTechniques; technique++) of[technique] = sukaku[technique];
#ifdef NONET_ANY_HOUSES
    for (int technique = 0; technique < kTechniques; technique++)
      if (!largest_board(of[technique])) of[technique] = sukaku[technique];
#else
    if (manner == Manner::kNonet || manner == Manner::kHodoku) {
#define SEARCH(id, finder, size) of[k_##id] = {Finder::k##finder, size};
#define HODOKU_SEARCH(id, finder, size) \
  if (manner == Manner::kHodoku) of[k_##id] = {Finder::k##finder, size};
#include "logic/techniques.def"
    }
#endif
    for (int one = 0; one < kTechniques; one++)
      for (int other = 0; other < kTechniques; other++)
        sharing[one] += of[other] == of[one] || written[other] == of[one] || sukaku[other] == of[one];
  }
};
inline constexpr Searches kSearches[] = {Searches{Manner::kNonet}, Searches{Manner::kSe}, Searches{Manner::kHodoku},
                                         Searches{Manner::kSukaku}};

// A set of techniques.
struct TechniqueSet {
  uint64_t bits[4] = {};
  constexpr void add(int technique) { bits[technique >> 6] |= 1ull << (technique & 63); }
  constexpr bool has(int technique) const { return bits[technique >> 6] >> (technique & 63) & 1; }
  constexpr bool has_all(const TechniqueSet &other) const {
    for (int i = 0; i < 4; i++)
      if (other.bits[i] & ~bits[i]) return false;
    return true;
  }
  // Drop the techniques that are not in another set; return how many.
  constexpr int keep_only(const TechniqueSet &other) {
    int dropped = 0;
    for (int i = 0; i < 4; i++) {
      dropped += __builtin_popcountll(bits[i] & ~other.bits[i]);
      bits[i] &= other.bits[i];
    }
    return dropped;
  }
  constexpr bool empty() const { return !(bits[0] | bits[1] | bits[2] | bits[3]); }
};
// By premise: the techniques that need no more.
inline constexpr struct Sound {
  TechniqueSet with[kRules + 1];
  constexpr Sound() {
    for (int premise = 0; premise <= kRules; premise++)
      for (int technique = 0; technique < kTechniques; technique++)
        if (kNeeds[technique] >= premise) with[premise].add(technique);
  }
} kSound;
static_assert(kTechniques < 255, "a technique is one byte, and 255 is none");

struct Entry {
  Finder finder;
  uint8_t size;
  TechniqueSet techniques;
  uint8_t missing;  // techniques that the search can find, and that are not in the set

  constexpr bool is_whole() const { return !missing; }
  // Whether its steps hold only if the puzzle has one solution.
  constexpr bool needs_uniqueness() const { return !kSound.with[kRules].has_all(techniques); }
};

struct Profile {
  static constexpr int kMostRows = kTechniques;
  Entry entries[kMostRows] = {};
  int size = 0;
  uint16_t rating[kTechniques] = {};
  bool counts_points = false;  // else ratings are hundredths, to which the length of a chain adds as in `se`
  Manner manner = Manner::kNonet;
  bool queues_singles = false;       // the first entries are all singles: they are placed in the order of their queue
  int singles_end = 0;               // the entries of these
  bool starts_with_singles = false;  // the first entry is all hidden singles: they are run without a search
  int gate =
      0;  // the first entry that is tried only on a board with one solution: its steps need it, or it is slow else

  // The rows of Sudoku Explainer are the first of techniques.def, in this order.
  static constexpr Profile se(Premise premise) {
    Profile profile;
    profile.manner = Manner::kSe;
    for (int technique = 0; technique < kTechniques; technique++)
      if (kSeRating[technique]) profile.add(technique, kSeRating[technique]);
    profile.finish(premise);
    return profile;
  }
  // Rows of a technique and a rating. Returns false if one is not a technique, or if a technique comes twice.
  bool build(const nonet_profile &from, Premise premise) {
    if (from.size > kMostRows || (from.size && !from.rows)) return false;
    if (from.searches > (uint8_t)Manner::kSukaku) return false;
#ifdef NONET_CLASSIC
    if (from.searches == (uint8_t)Manner::kSukaku) return false;
#endif
    manner = (Manner)from.searches;
    TechniqueSet seen;
    for (size_t i = 0; i < from.size; i++) {
      int technique = from.rows[2 * i];
      if (technique >= kTechniques || seen.has(technique)) return false;
      seen.add(technique);
      add(technique, from.rows[2 * i + 1]);
    }
    counts_points = from.counts_points;
    finish(premise);
    queues_singles = manner == Manner::kHodoku && starts_with_all_singles();
    return true;
  }
  // The rating of a step that a finder has rated as in `se`.
  uint16_t rated(const Step &step) const {
    int added = counts_points ? 0 : step.rating - kSeRating[step.technique];
    return (uint16_t)(rating[step.technique] + added);
  }

 private:
  constexpr const Searches &searches() const { return kSearches[(int)manner]; }
  constexpr void add(int technique, uint16_t rated_as) {
    Search search = searches().of[technique];
    rating[technique] = rated_as;
    bool together = manner == Manner::kSe || manner == Manner::kSukaku || has(search.finder, kTogether);
    bool same = size && entries[size - 1].finder == search.finder && entries[size - 1].size == search.size;
    if (!same || !together) entries[size++] = {search.finder, search.size, {}, searches().sharing[technique]};
    entries[size - 1].techniques.add(technique);
    entries[size - 1].missing--;
  }
  bool starts_with_all_singles() {
    TechniqueSet singles;
    for (int technique : {k_full_house, k_naked_single, k_hidden_single_box, k_hidden_single_line})
      singles.add(technique);
    TechniqueSet seen;
    while (singles_end < size && singles.has_all(entries[singles_end].techniques)) {
      for (int i = 0; i < 4; i++) seen.bits[i] |= entries[singles_end].techniques.bits[i];
      singles_end++;
    }
    return seen.has_all(singles);
  }
  // Skip what needs more than the premise: an entry loses such techniques, and without any it is dropped.
  constexpr void restrict_to(Premise premise) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      Entry entry = entries[i];
      entry.missing = (uint8_t)(entry.missing + entry.techniques.keep_only(kSound.with[premise]));
      if (!entry.techniques.empty()) entries[kept++] = entry;
    }
    size = kept;
  }
  constexpr void finish(Premise premise) {
    restrict_to(premise);
    starts_with_singles = size && entries[0].finder == Finder::kHiddenSingles && entries[0].is_whole();
    while (gate < size && !entries[gate].needs_uniqueness() && !has(entries[gate].finder, kSlow | kLast)) gate++;
  }
};

inline constexpr Profile kSeProfile = Profile::se(kGivens);

}  // namespace nonet::NONET_LOGIC

#endif
