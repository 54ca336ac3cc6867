// link_tables.hpp: what follows from each candidate on and off, with the shortest way to it.
//
// A node is a candidate, or a group of candidates of one digit in a line and a box, on or off. Each node has a list of what
// follows at once. From these lists the table of one start is filled breadth first: all that follows, how far away it
// is, and from which node. Nice loops, alternating chains, forcing chains and forcing nets are read off the tables. Which
// loops are seen depends on the way that the table keeps, so the order of the lists is part of the score of a puzzle.
#ifndef NONET_LOGIC_HODOKU_LINK_TABLES_HPP
#define NONET_LOGIC_HODOKU_LINK_TABLES_HPP

#include "logic/hodoku/singles_queue.hpp"

namespace nonet::logic {

class LinkTables {
 public:
  enum class Proof : uint8_t { kNone, kContradiction, kAgreement };

  // The loop or alternating chain that eliminates most; the one with the lowest eliminations of these. Groups are nodes
  // if `grouped`.
  bool best_loop(const State &state, bool grouped, Step &step);
  // The placement, or else the elimination, of the lowest cell that forcing chains give; or forcing nets, in which placed
  // digits lead to further singles, for a few rounds. Only those nets count that are not chains.
  Proof best_forcing(const State &state, const SinglesQueue &queue, bool nets, Step &step);

 private:
  static constexpr int kCandidates = 729, kGroups = 486, kNodes = 2 * (kCandidates + kGroups);
  static constexpr int kRoom = 72, kGroupRoom = 24, kMostEntries = 1000, kArena = 1 << 19, kRounds = 4;

  struct Group {
    Cells cells, seen_by;
    uint8_t digit, box, line, first;  // box and line as houses
  };
  // One thing that follows at once. In a net it may be further away, and follow from several nodes together.
  struct Following {
    uint16_t node;
    uint8_t distance;
    bool is_net;
  };
  struct Entry {
    uint16_t node, from;  // from: the node whose list has it
    uint16_t distance;
    bool direct, is_net;
  };
  // All that follows from a node, as a row of bits: two words for each digit off, then on, then the groups.
  static constexpr int kCandidateWords = 36, kRowWords = kCandidateWords + (2 * kGroups + 63) / 64;
  struct Row {
    uint64_t words[kRowWords];
    Cells cells(bool on, int digit) const { return {words[2 * (9 * on + digit)], words[2 * (9 * on + digit) + 1]}; }
  };
  struct Reached {
    Cells cells[2][9];  // off and on, by digit
  };
  struct Need {
    Cells cells;
    uint8_t digit;
  };
  struct Path;
  struct Best;
  struct Simulation;
  struct Conclusion;

  const State *state_;
  Cells where_[9], empty_;
  Group groups_[kGroups];
  int groups_size_;
  struct {
    int size;
    uint16_t list[54];
  } groups_of_[9];  // by digit
  uint32_t begin_[kNodes], arena_end_;
  uint16_t size_[kNodes], room_[kNodes];
  Following following_[kArena];
  Entry table_[kMostEntries];
  int entries_ = 0;
  uint16_t place_[kNodes] = {};  // of a node in the table, counted from 1
  Row reached_[2 * kCandidates];
  int words_;  // in use, of a row
  bool is_closed_[kNodes], knows_nets_[2 * kCandidates];
  Reached by_net_[2 * kCandidates];
  Need needs_[9 * kHouses];
  int needs_size_;

  static int on(int cell, int digit) { return 2 * (9 * cell + digit) + 1; }
  static int off(int cell, int digit) { return 2 * (9 * cell + digit); }
  static bool is_on(int node) { return node & 1; }
  static bool is_group(int node) { return node >= 2 * kCandidates; }
  const Group &group_of(int node) const { return groups_[(node - 2 * kCandidates) / 2]; }
  int digit_of(int node) const { return is_group(node) ? group_of(node).digit : node / 2 % 9; }
  int cell_of(int node) const { return is_group(node) ? group_of(node).first : node / 18; }
  static Cells one(int cell) {
    Cells cells;
    cells.add(cell);
    return cells;
  }
  bool is_there(int node) const { return state_->has(node / 18, node / 2 % 9); }
  Cells cells_of(int node) const { return is_group(node) ? group_of(node).cells : one(node / 18); }
  Cells seen_by(int node) const { return is_group(node) ? group_of(node).seen_by : kGeometry.peer_cells[node / 18]; }

  void start(const State &state);
  void open_list(int node, int room);
  void follow(int from, int to);
  void append(int from, int to);
  void list_candidates(const State &state);
  void find_groups();
  void list_groups();
  void list_nets(const State &state, const SinglesQueue &queue);
  static int bit_of(int node);
  void close(int start);
  void close_all();
  void fill(int start);
  bool path_to(int entry, Path &path) const;
  bool crosses_itself(const Path &path, bool is_loop) const;
  void eliminate_along(const Path &path, Best &best) const;
  void read_loop(int entry, Best &best) const;
  void read_chain(int entry, Best &best) const;
  bool may_begin(int node) const;
  const Reached &by_net(int start);
  void find_needs();
  Cells emptied(const Row &row) const;
  bool is_refuted(int start) const;
  bool is_refuted_by_net(int start);
  void agreements(const uint16_t *starts, int size, Cells except, Conclusion &conclusion);
};

}  // namespace nonet::logic

#endif
