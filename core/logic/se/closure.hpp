// closure.hpp: everything that follows from one assumption, with the reasons.
//
// The order decides ratings: a node keeps the parents by which it was first found, and the length of a chain is the number
// of its ancestors. So the order is that of Sudoku Explainer: all pending on nodes first, then one off node; consequences
// within the cell first, then box, row, column; stop at the first contradiction, and keep what was found before it. In
// dynamic searches an off node leaves the board once it has been visited, and what follows from a cell or house that has
// lost candidates has all of these as parents, too.
#ifndef NONET_LOGIC_SE_CLOSURE_HPP
#define NONET_LOGIC_SE_CLOSURE_HPP

#include <string.h>

#include "logic/se/explainer.hpp"
#include "logic/se/scout.hpp"

namespace nonet::NONET_LOGIC {

// A node of the closure: its number is candidate * 2 + on.
struct Record {
  uint16_t node;
  uint16_t depth;    // nodes of the longest path from the assumption: a lower bound of its ancestors
  uint32_t parents;  // index into Memory::parents, of record numbers within the closure
  uint16_t parents_size;
  uint16_t nested;  // the number of the nested step that is its cause, or 0
  Cause cause;
};

// What follows from one assumption. The ends of a contradiction are a node and the last record.
struct Closure {
  uint32_t records, size;
  uint32_t where;  // index into Memory::where, of the record number of each node
  bool clash;
  uint16_t clash_record;     // the end among the nodes
  uint64_t bits[2][kWords];  // off and on, by candidate
  bool has(int node) const { return in_bits(bits[node & 1], node >> 1); }
};

// Memory for the closures of one search. If it is full, the search ends as with a spent budget.
struct Memory {
  static constexpr uint32_t kRecords = 1 << (kLarge ? 21 : 19), kParents = 1 << 21, kWhere = 1 << (kLarge ? 22 : 20);
  uint32_t records_used, parents_used, where_used;
  bool full;
  Record records[kRecords];
  uint16_t parents[kParents];
  uint16_t where[kWhere];

  void clear() { records_used = parents_used = where_used = 0, full = false; }
};

}  // namespace nonet::NONET_LOGIC

#endif
