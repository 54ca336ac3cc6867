// closure.hpp: all that follows from one assumption, and from what each of it follows.
//
// The order is half of the rating: a node keeps the parents by which it was first found, and the length of a chain is the
// number of its ancestors. So the discipline of Sudoku Explainer is kept: all pending on nodes first, then one off node;
// consequences within the cell first, then box, row, column; stop at the first contradiction, and what was found till then
// still counts. In dynamic searches an off node leaves the board when it has been looked at, and whatever follows from a
// cell or house that lost candidates has all of these as parents, too.
#ifndef NONET_LOGIC_CLOSURE_HPP
#define NONET_LOGIC_CLOSURE_HPP

#include <string.h>

#include "logic/scout.hpp"

namespace nonet::logic {

// A node that was found: its number is candidate * 2 + on.
struct Record {
  uint16_t node;
  uint16_t depth;    // nodes of the longest way from the assumption: a lower bound of its ancestors
  uint32_t parents;  // index into Memory::parents, of record numbers within the closure
  uint16_t parents_size;
  uint16_t nested;  // number of the step behind it, or 0
  Cause cause;
};

// What follows from one assumption. A contradiction has two ends: a record, and one more that is not among the nodes.
struct Closure {
  uint32_t records, size;
  uint32_t where;  // index into Memory::where, of the record number of each node
  bool clash;
  uint16_t clash_record;     // the end among the nodes
  uint64_t bits[2][kWords];  // off and on, by candidate
  bool has(int node) const { return in_bits(bits[node & 1], node >> 1); }
};

// Room for the closures of one search; what does not fit ends the search as a spent budget does.
struct Memory {
  static constexpr uint32_t kRecords = 1 << 19, kParents = 1 << 21, kWhere = 1 << 20;
  uint32_t records_used, parents_used, where_used;
  bool full;
  Record records[kRecords];
  uint16_t parents[kParents];
  uint16_t where[kWhere];

  void clear() { records_used = parents_used = where_used = 0, full = false; }
};

struct Mode {
  bool multiple, dynamic, nishio;
  int level;  // 1: also locked candidates, pairs, X-wings; 2: forcing chains; 3: multiple ones; 4, 5: dynamic ones
};

}  // namespace nonet::logic

#endif
