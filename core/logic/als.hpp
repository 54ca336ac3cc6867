// als.hpp: the almost locked sets of a board: n cells of one house that hold n + 1 digits between them.
//
// If such a set loses one of its digits, all its others are placed in it. So what matters of a set is where each of its
// digits is, and who sees all of these places. The same places come back in many sets, so they are kept apart, as
// *groups*: a digit and the cells that it has in a set. A group is linked to the sets whose places for the digit see all
// of it: if the group holds the digit, each of them loses it. Such a digit is a restricted common of the two sets.
#ifndef NONET_LOGIC_ALS_HPP
#define NONET_LOGIC_ALS_HPP

#include "logic/finders.hpp"

namespace nonet::NONET_LOGIC {

struct Als {
  Cells cells;
  Mask digits;
  uint8_t size, house;
  uint16_t group[kMostSize];  // by digit, for the digits of the set

  bool has(int digit) const { return digits >> digit & 1; }
};

struct AlsGroup {
  Cells cells;
  Cells sees;  // the cells that can be the digit and see all cells of the group
  uint8_t digit;
};

// Smaller sets first; or the sets of one house after those of another, rows first, and each set before those that begin
// with its cells, as HoDoKu has them.
enum class AlsOrder : uint8_t { kBySize, kByHouse };

// The sets of one position, in order. A set in two houses is listed once. When a table is full, the last sets are left out.
struct AlsTable {
  static constexpr int kMost = 2048, kMostGroups = 4096, kWords = kMost / 64;
  static constexpr int kSlots = 4 * kMostGroups;
  static constexpr int kMostDigits = kLarge ? 6 : kMostSize;  // of a set

  int size, groups_size, words;  // words: of a row of bits with one for each set
  // The constructor leaves the arrays as they are: list() writes what is read.
  union {
    Als sets[kMost];
  };
  union {
    AlsGroup groups[kMostGroups];
  };
  uint16_t cell_group[kCells][kMostSize];  // the group of one candidate
  uint64_t linked[kMostGroups][kWords];    // by group: the sets that see it whole with their places for its digit
  uint16_t members_from[kMostGroups + 1];  // by group: where its sets are in `members`
  uint16_t members[kMost * kMostDigits];

  uint32_t lists = 0;  // positions listed so far

  AlsTable() : size(0), groups_size(0), words(0) { known_ = false; }
  // List the sets of a position, and what they are linked to. Nothing is done if the candidates are those of the last call.
  void list(const State &state, AlsOrder order = AlsOrder::kBySize);

  bool are_linked(int group, int set) const { return linked[group][set >> 6] >> (set & 63) & 1; }
  // The restricted common digits of two sets.
  Mask commons(const Als &one, int other) const {
    Mask found = 0;
    for (Mask rest = one.digits & sets[other].digits; rest; rest &= (Mask)(rest - 1))
      if (are_linked(one.group[first(rest)], other)) found |= bit(first(rest));
    return found;
  }
  // The cells that lose a digit if one of two sets must have it.
  Cells seen_by_both(const Als &one, const Als &other, int digit) const {
    return groups[one.group[digit]].sees & groups[other.group[digit]].sees;
  }

 private:
  struct Raw {
    Mask positions, digits;
    uint8_t house, size;
  };
  bool known_;
  AlsOrder order_;
  Mask candidates_[kCells];
  Cells where_[kMostSize];
#ifndef NONET_LARGE_BOARDS
  Raw raw_[kHouses << kMostSize];
#endif
  uint16_t slots_[kSlots];
  uint16_t next_[kMostGroups], head_[kMostSize][kCells];  // groups by digit and lowest cell

  void enumerate(const State &state);
  void enumerate_of(const State &state, int house, int wanted, int from, Mask positions, Mask digits);
  void put_set(int at, int house, Mask positions, Mask digits);
  void add_set(int house, Mask positions, Mask digits);
  void enumerate_from(const State &state, int house, int from, Mask positions, Mask digits);
  int group_of(int digit, Cells cells);
  void count_members();
  void link();
};

// Eliminations by digit.
struct Removes {
  Cells cells[kMostSize];

  void add(int digit, Cells more) { cells[digit] = cells[digit] | more; }
  bool empty() const {
    for (const Cells &each : cells)
      if (!each.empty()) return false;
    return true;
  }
  uint64_t hash() const {
    uint64_t found = 0;
    for (const Cells &each : cells)
      for (int w = 0; w < Cells::kWords; w++) {
        found = (found ^ each.word(w)) * (w % 2 ? 0xC2B2AE3D27D4EB4Full : 0x9E3779B97F4A7C15ull);
        found ^= found >> (w % 2 ? 29 : 31);
      }
    return found;
  }
  void apply(Step &step) const {
    for (int digit = 0; digit < geometry().size; digit++) step.eliminate(cells[digit], digit);
  }
};

// Sets that are joined by restricted common digits, one after the other, and what they eliminate; of a death blossom, the
// petals in order of the digits of the stem.
struct AlsPattern {
  static constexpr int kMostSets = 8;
  static constexpr Cell kNoStem = (Cell)~0;
  uint64_t order;    // fewer sets first, then fewer cells; sets with cells in common come last
  uint64_t removes;  // a hash of the eliminations
  uint16_t set[kMostSets];
  Mask link[kMostSets];  // the restricted commons of a set and the next one; of a petal and the stem
  uint8_t size = 0;
  Cell stem = kNoStem;
};

// The sets of a pattern as a step, without what they eliminate. The links of a blossom go to its stem.
Step als_step(const State &state, const AlsTable &table, Technique technique, const uint16_t *sets, const Mask *links,
              int size, int stem);

// The patterns of one search, each set of eliminations once, by the simplest of its patterns. When it is full, no others
// are taken in.
struct AlsPatterns {
  static constexpr int kMost = 4096, kSlots = 2 * kMost;
  int size;
  union {
    AlsPattern list[kMost];
  };
  uint16_t slots[kSlots];

  AlsPatterns() : size(0) {}
  void clear();
  void add(const AlsPattern &pattern);
  void sort();
};

// Pairs of sets without a common cell that have a restricted common digit; hodoku/als.cpp.
struct AlsPairs {
  static constexpr int kMost = 1 << 14;
  struct Pair {
    uint16_t one, two;
    Mask digits;  // at most two
  };
  struct Neighbour {
    uint16_t set, pair;
  };
  int size;
  Pair list[kMost];                     // by the first set, then by the second
  uint16_t from[AlsTable::kMost + 1];   // by set: its pairs with later sets in `list`
  uint16_t begin[AlsTable::kMost + 1];  // by set: where it is in `neighbours`
  Neighbour neighbours[2 * kMost];      // by number
  uint32_t of_list = 0;                 // AlsTable::lists

  void find(const AlsTable &table);
};

// What chains that run through the sets in order can reach. A state is a set that has lost a digit, or one of two digits,
// to the set before it.
struct AlsStates {
  static constexpr int kMost = 4096, kWords = kMost / 64, kMostPairs = 14;
  static constexpr uint16_t kNone = 0xFFFF;
  struct State {
    uint16_t set, next;  // next: another one of the set
    Mask digits;
  };
  int size, words;
  State list[kMost];
  uint16_t first_of[AlsTable::kMost];
  uint64_t reached[kMost][kWords];         // by state: itself, and all that it reaches
  uint64_t reached_later[kMost][kWords];   // what it reaches with two pairs at least
  uint16_t parent[kMostPairs + 1][kMost];  // of the shortest chains from one start
  uint16_t best_of[AlsTable::kMost];       // by set: the most eliminations with the start, or kNone

  void find(const AlsTable &table, const AlsPairs &pairs);
  // The state after a set that has lost a digit, or kNone. Without a digit, the state of a pair whose digit is given.
  uint16_t after(const AlsPairs::Pair &pair, Mask lost) const;
  uint16_t of(int set, Mask digits) const;

 private:
  void add(int set, Mask digits);
};

// The memory of the finders of this family.
struct AlsSearch {
  AlsTable table;
  AlsPatterns patterns;
  AlsPairs pairs;
  AlsStates states;
  uint16_t parent[AlsTable::kMostGroups], owner[AlsTable::kMostGroups];  // of a group that a chain reaches
  uint16_t queue[AlsTable::kMostGroups];
  uint8_t depth[AlsTable::kMostGroups];
  uint64_t reached[AlsTable::kMostGroups / 64], lost[kMostSize][AlsTable::kWords];
};

bool find_als_xz(const State &state, AlsSearch &search, StepSink sink);
bool find_als_xy_wings(const State &state, AlsSearch &search, StepSink sink);
bool find_als_chains(const State &state, AlsSearch &search, StepSink sink);
bool find_death_blossoms(const State &state, AlsSearch &search, StepSink sink);
bool find_sue_de_coqs(const State &state, AlsPatterns &patterns, StepSink sink);
bool find_wxyz_wings(const State &state, AlsPatterns &patterns, StepSink sink);

// -- hodoku/: first the step that HoDoKu takes, then the others
bool find_hodoku_sue_de_coqs(const State &state, StepSink sink);
bool find_hodoku_als_xz(const State &state, AlsSearch &search, StepSink sink);
bool find_hodoku_als_xy_wings(const State &state, AlsSearch &search, StepSink sink);
bool find_hodoku_als_chains(const State &state, AlsSearch &search, StepSink sink);

}  // namespace nonet::NONET_LOGIC

#endif
