// lanes.hpp: a search of many subtrees at once, for boards of houses, sums, sets of digits and relations of two cells.
//
// A search that does without clauses (search.hpp) only needs to know what follows on a board, not why. So the lanes of
// vectors hold boards of one puzzle, each with its own guesses: a round of rules takes the same instructions for all. The
// plan (lane_plan.hpp) says the rules as lists of numbers of 16 bits; lanes.cpp works on them.
#ifndef NONET_LANES_HPP
#define NONET_LANES_HPP

#include <stddef.h>
#include <stdint.h>

namespace nonet {

constexpr uint32_t kMostLaneDigits = 16;
constexpr uint32_t kMostPlanCells = 128;
// Sets of digits that cells can have. A cage with more is followed by its bounds alone.
constexpr uint32_t kMostPlanSets = 60;
constexpr uint32_t kMostPlanGroups = 16;
// Cells of a sum of innies: longer ones are left out. They take a third of the time, and save no guesses here.
constexpr uint32_t kMostInnies = 6;

// The rules, each part a list of records that ends where the next part begins.
//
//   houses     length, all its digits, the cells
//   crossings  numbers of cells of a, b and c, then these: a in two houses, b and c in the one or the other alone
//   peers      a cell, a number, so many cells that differ from it and share no house with it
//   cages      length, number of sets, the cells, the sets that they can have; then a number and so many cells that differ
//              from the whole cage; then a number and so many crossings of houses (b) with the cage (c)
//   sums       length, cells with coefficient 1 (the rest has -1), least and greatest total in positive form (linear.hpp),
//              number of groups that differ, the cells, the end of each group
//   arcs       two cells, then for each digit of the first the digits that the second may have with it
struct LanePlan {
  uint16_t *words;
  uint32_t size, used;
  uint32_t cells, digits;
  uint32_t houses, crossings, peers, cages, sums, arcs, end;
};

// The weights that guesses follow (weights.hpp). They are shared with the rest of the search.
struct LaneWeights {
  float *cells;
  float *digits;
  uint32_t *conflicts;
  uint32_t halved;  // conflicts until all weights are halved
};

struct LaneCounts {
  uint64_t guesses, conflicts;
};

// kUnpromising: a trial ended, and less than half was done. No solution was reported.
enum class LaneOutcome { kSolution, kEnd, kSpent, kStopped, kUnpromising };

struct LaneEngine {
  // The memory that a search needs besides its plan.
  size_t (*bytes)(uint32_t cells);
  // Start with some boards, one after the other, that share no solution; of two the latter has fewer filled cells, so there
  // are at most as many as cells, and one more. More than one: a solution was reported. The memory starts at a multiple
  // of 64.
  void (*begin)(const LanePlan &, const uint16_t *boards, uint32_t number, bool trial, void *memory);
  // The next solution; `budget` bounds guesses (0: no bound).
  LaneOutcome (*next)(void *memory, const LaneWeights &, LaneCounts &, uint64_t budget, int (*poll)(void *),
                      void *argument, uint16_t *solution);
};

extern const LaneEngine kBaselineLanes;
extern const LaneEngine kAvx2Lanes;
// The engine for the instruction set in use.
const LaneEngine &lane_engine();

// The digit that fails most often, if it stands out, else `size`; and what it adds to the weight of a cell.
static inline uint32_t hardest_digit(const float *weights, uint32_t size, float &bonus) {
  float most = 0, least = 0;
  uint32_t hardest = 0;
  for (uint32_t d = 0; d < size; d++) {
    if (weights[d] > most) most = weights[d], hardest = d;
    if (weights[d] >= 1 && (least == 0 || weights[d] < least)) least = weights[d];
  }
  bonus = most / 5;
  return most >= (float)size && 2 * most > 3 * least ? hardest : size;
}

}  // namespace nonet

#endif
