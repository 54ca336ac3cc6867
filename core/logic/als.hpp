// als.hpp: the almost locked sets of a board: n cells of one house that hold n + 1 digits between them.
//
// If such a set loses one of its digits, all its others are placed in it. So what matters of a set is where each of its
// digits is, and who sees all of these places. The same places come back in many sets, so they are kept apart, as
// *groups*: a digit and the cells that it has in a set. A group is linked to the sets whose places for the digit see all
// of it: if the group holds the digit, each of them loses it. Such a digit is a restricted common of the two sets.
#ifndef NONET_LOGIC_ALS_HPP
#define NONET_LOGIC_ALS_HPP

#include "logic/finders.hpp"

namespace nonet::logic {

struct Als {
  Cells cells;
  Mask digits;
  uint8_t size, house;
  uint16_t group[9];  // by digit, for the digits of the set

  bool has(int digit) const { return digits >> digit & 1; }
};

struct AlsGroup {
  Cells cells;
  Cells sees;  // the cells that can be the digit and see all cells of the group
  uint8_t digit;
};

// The sets of one position, in order of size and then of house. A set in two houses is listed once. When a table is full,
// the larger sets are left out.
struct AlsTable {
  static constexpr int kMost = 2048, kMostGroups = 4096, kWords = kMost / 64;
  static constexpr int kSlots = 4 * kMostGroups;

  int size, groups_size, words;  // words: of a row of bits with one for each set
  // The constructor leaves the arrays as they are: list() writes what is read.
  union {
    Als sets[kMost];
  };
  union {
    AlsGroup groups[kMostGroups];
  };
  uint16_t cell_group[kCells][9];          // the group of one candidate
  uint64_t linked[kMostGroups][kWords];    // by group: the sets that see it whole with their places for its digit
  uint16_t members_from[kMostGroups + 1];  // by group: where its sets are in `members`
  uint16_t members[kMost * 9];

  AlsTable() : size(0), groups_size(0), words(0) { known_ = false; }
  // List the sets of a position, and what they are linked to. Nothing is done if the candidates are those of the last call.
  void list(const State &state);

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
  Mask candidates_[kCells];
  Cells where_[9];
  Raw raw_[27 * 512];
  uint16_t slots_[kSlots];
  uint16_t next_[kMostGroups], head_[9][kCells];  // groups by digit and lowest cell

  void enumerate(const State &state);
  int group_of(int digit, Cells cells);
  void count_members();
  void link();
};

}  // namespace nonet::logic

#endif
