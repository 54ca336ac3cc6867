// aic.hpp: the memory of the search for alternating inference chains (aic.cpp).
//
// A node is a digit in one cell, or in several cells that lie together: a group (the candidates of a digit where a box and
// a line cross). A node is true if the digit is in one of its cells. Two nodes are weakly linked if not both can be true,
// strongly if not both can be false. The links are built once for each position: weak ones as sets of nodes, because a
// step along them is a union of sets, strong ones as lists, because there are few.
#ifndef NONET_LOGIC_AIC_HPP
#define NONET_LOGIC_AIC_HPP

#include "logic/finders.hpp"
#include "logic/links.hpp"

namespace nonet::logic {

// Which nodes and links a search follows. The numbers are the sizes in techniques.def.
enum class Alternating : uint8_t { kAlongDigit, kThroughCells, kAllLinks, kWithGroups };

class AlternatingLinks {
 public:
  static constexpr int kMostNodes = 1280, kMostWords = kMostNodes / 64, kMostStrong = 8192;
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
  int16_t strong[kMostNodes];  // the first link, or -1
  Strong links[kMostStrong];
  Set starts;  // the nodes with a strong link

  void build(const State &state, Alternating kind);
  bool is_group(int node) const { return node >= singles; }
  int single(int cell, int digit) const { return index_[cell * 9 + digit]; }
  bool are_weak(int one, int two) const { return weak[one][two >> 6] >> (two & 63) & 1; }
  bool is_start(int node) const { return starts[node >> 6] >> (node & 63) & 1; }
  // Whether a node is one of a cell, as a word of a set.
  uint64_t single_word(int word) const {
    int left = singles - 64 * word;
    return left >= 64 ? ~0ull : left > 0 ? (1ull << left) - 1 : 0;
  }

 private:
  int links_size_;
  int16_t last_[kMostNodes];
  int16_t index_[kCells * 9];  // of the nodes of one cell
  int by_digit_[9][128], by_digit_size_[9];

  void add(Cells cells, int digit);
  void add_groups(const State &state);
  void link_weakly(const State &state, bool within_cells);
  void link_cells(const State &state);
  void link_houses(const State &state);
  void link(int from, int to, Cause cause);
};

class AlternatingSearch {
 public:
  static constexpr int kMostLevels = 16;     // strong links in a chain
  static constexpr int kFewLevels = 10;      // in a chain of HoDoKu
  static constexpr int kMostSeen = 1 << 13;  // different results of a position

  AlternatingLinks links;
  // Pass the chains of one kind to a sink, shortest first, until it returns true.
  bool find(const State &state, Alternating kind, StepSink sink, int most_levels = kMostLevels);

 private:
  using Set = AlternatingLinks::Set;
  struct Wave {
    Set off, on, edge;  // known to be off and on, and those off since the last level
    bool is_alive;
  };
  static constexpr uint16_t kNone = 0xFFFF;

  Alternating kind_;
  bool is_short_;
  Wave waves_[AlternatingLinks::kMostNodes];
  Chain chain_;
  uint16_t on_parent_[AlternatingLinks::kMostNodes], off_parent_[AlternatingLinks::kMostNodes];
  Cause on_cause_[AlternatingLinks::kMostNodes];
  int traced_start_, traced_level_;
  uint64_t seen_[kMostSeen];
  int seen_size_;

  void advance(Wave &wave, Set &reached) const;
  void trace(int start, int level);
  int path(int start, int end, uint16_t *nodes) const;
  bool is_new(int technique, const Set &removes);
  void put(int node, bool on, Cause cause);
  void put_path(const uint16_t *nodes, int size, Cause first);
  Cause weak_cause(int from, int to) const;
  bool overlap(int one, int two) const;
  bool is_implied(const Wave &wave, int node) const;
  bool returns(const uint16_t *nodes, int size) const;
  bool has_group(const uint16_t *nodes, int size) const;
  bool reach(int start, int end, int level, StepSink sink);
  bool reach_ends(int start, int end, int level, const Set &removes, StepSink sink);
  bool reach_loop(int start, int end, int level, StepSink sink);
  bool reach_itself(int start, int level, StepSink sink);
  bool refute(int start, int end, int level, int refuted, StepSink sink);
  bool emit(Technique which, const Set &removes, int placed, StepSink sink);
};

}  // namespace nonet::logic

#endif
