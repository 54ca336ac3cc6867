// aic.hpp: the memory of the search for alternating inference chains (aic.cpp).
//
// A node is a digit in one cell, or in several cells that lie together: a group (the candidates of a digit where a box and
// a line cross). A node is true if the digit is in one of its cells. Two nodes are weakly linked if not both can be true,
// strongly if not both can be false. The links are built once for each position: weak ones as sets of nodes, because a
// step along them is a union of sets, strong ones as lists, because there are few.
//
// Two nodes of different digits may also be weakly linked through an almost locked set: each sees all places of its digit
// in the set, and the set cannot lack both. Written as a chain, this is a weak link to the places of the one digit, a
// strong link to the places of the other, and a weak link from there. A set may also leave one digit to a cell, because all
// others are seen in the set: then the set and the cell are as one larger set.
#ifndef NONET_LOGIC_AIC_HPP
#define NONET_LOGIC_AIC_HPP

#include "logic/als.hpp"
#include "logic/finders.hpp"
#include "logic/links.hpp"

namespace nonet::NONET_LOGIC {

// Which nodes and links a search follows. The numbers are the sizes in techniques.def.
enum class Alternating : uint8_t { kAlongDigit, kThroughCells, kAllLinks, kWithGroups, kWithSets };

class AlternatingLinks {
 public:
  // A large board with more nodes has no chains; groups beyond them are left out.
  static constexpr int kMostNodes = kLarge ? 3072 : 1280, kMostWords = kMostNodes / 64, kMostStrong = 8192;
  static constexpr int kMostOfDigit = kLarge ? 1024 : 128;
  struct Node {
    Cells cells;
    uint8_t digit;
  };
  struct Strong {
    uint16_t to;
    Cause cause;
    int16_t next;
  };
  using Set = uint64_t[kMostWords];

  int singles, size, words;  // nodes of one cell, all nodes, and the words of a set of them
  Node nodes[kMostNodes];
  Set weak[kMostNodes];
  Set across[kMostNodes];      // weak links through almost locked sets, between nodes without a weak link of their own
  Set forced[kMostNodes];      // what is on in a cell, because the node takes a digit from an almost locked set
  int16_t strong[kMostNodes];  // the first link, or -1
  Strong links[kMostStrong];
  Set starts;  // the nodes with a strong link

  // `sets` are the almost locked sets of the position, or null for chains without them.
  void build(const State &state, Alternating kind, const AlsTable *sets);
  bool is_group(int node) const { return node >= singles; }
  int single(int cell, int digit) const { return index_[global_candidate(cell, digit)]; }
  bool are_weak(int one, int two) const { return has(weak[one], two); }
  bool is_start(int node) const { return has(starts, node); }
  // Whether a node is one of a cell, as a word of a set.
  uint64_t single_word(int word) const {
    int left = singles - 64 * word;
    return left >= 64 ? ~0ull : left > 0 ? (1ull << left) - 1 : 0;
  }
  static bool has(const Set &set, int node) { return set[node >> 6] >> (node & 63) & 1; }
  static void add_to(Set &set, int node) { set[node >> 6] |= 1ull << (node & 63); }

  // The nodes that see all places of a digit in an almost locked set.
  const Set &seeing(int set, int digit) const { return seeing_[sets_->sets[set].group[digit]]; }
  // The first almost locked set that links two nodes, or -1.
  int set_between(int one, int two) const;
  // The first one by which a node forces another; `gone` are the other candidates of its cell.
  int set_forcing(int node, int to, Mask gone) const;
  const Als &set(int which) const { return sets_->sets[which]; }
  // The places of a digit in an almost locked set.
  Cells places(int set, int digit) const { return sets_->groups[sets_->sets[set].group[digit]].cells; }

 private:
  int links_size_;
  int16_t last_[kMostNodes];
  int16_t index_[kAllCandidates];  // of the nodes of one cell
  int by_digit_[kMostSize][kMostOfDigit], by_digit_size_[kMostSize];
  const AlsTable *sets_;
  Set seeing_[AlsTable::kMostGroups];

  bool add(Cells cells, int digit);
  bool add_singles(const State &state);
  void add_groups(const State &state);
  void link_weakly(const State &state, bool within_cells);
  void link_cells(const State &state);
  void link_houses(const State &state);
  void link_across();
  void link_forced(const State &state);
  void link(int from, int to, Cause cause);
};

template <class Visit> void for_each_node(const AlternatingLinks::Set &set, int words, Visit visit) {
  for (int word = 0; word < words; word++)
    for (uint64_t rest = set[word]; rest; rest &= rest - 1) visit(64 * word + __builtin_ctzll(rest));
}

class AlternatingSearch {
 public:
  static constexpr int kMostLevels = kLarge ? 10 : 16;  // strong links in a chain
  static constexpr int kFewLevels = 10;                 // in a chain of HoDoKu
  static constexpr int kMostSeen = 1 << 13;             // different results of a position

  AlternatingLinks links;
  // Pass the chains of one kind to a sink, shortest first, until it returns true.
  bool find(const State &state, Alternating kind, AlsTable &sets, StepSink sink, int most_levels = kMostLevels);
  // Those of one digit or through cells that HoDoKu finds: they are short, and never come back to a cell.
  bool find_short(const State &state, Alternating kind, AlsTable &sets, StepSink sink);

 private:
  using Set = AlternatingLinks::Set;
  // What follows if a start is off. Of a search with almost locked sets, edges and reached nodes are kept in two parts:
  // those that plain links lead to, and the others.
  struct Wave {
    Set off, on, edge[2];  // known to be off and on, and those off since the last level
    Set reached[2];        // those on since the last level
    Set before[2];         // those on since the two levels before
    bool is_alive;
  };
  // A chain that has been found: from a start that is off to an end that is on, in so many levels. Before the start, or
  // after the end, there may be an almost locked set that has the digit of the conclusion.
  struct Reach {
    int start, end, level;
    int first_set = -1, last_set = -1;
    int digit = 0;
  };
  // Its nodes, off and on by turns. An off node may follow through an almost locked set, or else -1; it is kNone if it is
  // the digit that the set loses, and the next node is forced.
  struct Path {
    int size = 0;
    bool has_group = false;
    uint16_t node[Chain::kMostNodes];
    int16_t set[Chain::kMostNodes];
  };
  static constexpr uint16_t kNone = 0xFFFF;

  const State *state_;
  Alternating kind_;
  bool is_short_;
  Wave waves_[AlternatingLinks::kMostNodes];
  Chain chain_;
  uint16_t on_parent_[AlternatingLinks::kMostNodes], off_parent_[AlternatingLinks::kMostNodes];
  Cause on_cause_[AlternatingLinks::kMostNodes];
  Set off_across_;  // the nodes that are off through an almost locked set
  int traced_start_, traced_level_;
  Set concluded_;  // the candidates that a chain with an almost locked set at an end has eliminated
  uint64_t seen_[kMostSeen];
  int seen_size_;

  bool with_sets() const { return kind_ == Alternating::kWithSets; }
  Technique name(Technique plain, Technique grouped) const;
  void start_waves();
  void advance(Wave &wave) const;
  void trace(int start, int level);
  bool trace_to(const Reach &reach, Path &path);
  Mask others(int node) const;
  bool returns(const Path &path) const;
  bool is_new(int technique, const Set &removes);
  void put(Cells cells, int digit, bool on, Cause cause);
  void put(int node, bool on, Cause cause);
  void put_off(int node);
  void put_in_set(int set, int digit);
  void put_across(int set, int digit);
  void put_path(const Path &path);
  bool overlap(int one, int two) const;
  bool is_implied(const Wave &wave, int node) const;
  bool pass_level(int start, int level, StepSink sink);
  bool pass(const Reach &reach, StepSink sink);
  bool pass_ends(const Reach &reach, const Set &removes, StepSink sink);
  bool pass_refuted(const Reach &reach, int refuted, StepSink sink);
  bool pass_itself(const Reach &reach, StepSink sink);
  bool pass_loop(const Reach &reach, StepSink sink);
  bool pass_loop_with(const Set &removes, Technique which, const Reach &reach, const Path &path, StepSink sink);
  bool pass_beyond(const Reach &reach, bool both, StepSink sink);
  bool pass_through_sets(Reach reach, int refuted, bool both, StepSink sink);
  bool emit(Technique which, const Set &removes, int placed, StepSink sink);
};

}  // namespace nonet::NONET_LOGIC

#endif
