// contraction.hpp: the number of solutions of a 9x9 board with few givens, without enumerating them.
//
// Cut the board into three bands A, B, C and three stacks. Let N_A(a1, a2, a3) be the number of ways to fill band A so that
// its boxes have the column signatures a1, a2, a3, and likewise for B and C. Bands meet only in columns: three filled bands
// are a solution if in each stack the signatures are disjoint, column by column. So
//
//            stack 1  stack 2  stack 3
//   band A      a1       a2       a3        solutions = sum over 9 signatures of
//   band B      b1       b2       b3            N_A(a1,a2,a3) N_B(b1,b2,b3) N_C(c1,c2,c3)
//   band C      c1       c2       c3            where (ai,bi,ci) are disjoint for each stack i
//
// The sum is evaluated for one pair (a1, a2) at a time (sum.cpp). Three facts make it small.
//   Classes    N does not change if columns of a box without givens are exchanged, so a *leg* (a box of a table) runs over
//              classes of signatures. A *link* is a triple of classes with the number of disjoint triples in it.
//   Tables     Within a band, boxes meet in rows in the same way, which gives N (sum.cpp).
//   Symmetry   What bands B and C contribute to (a1, a2) does not change when digits that do not occur in B and C are
//              renamed. So only one pair of each *orbit* is evaluated, and N_A is summed over the orbit (orbits.cpp).
//
// Everything lies in the caller's workspace; State is at its start. All figures are exact integers: tables have 16 bits,
// sums of a block 32, sums of a pair 64, totals 128. Bounds: a band has at most 1728 fillings for three signatures
// (the empty band, where givens only remove some), and the empty board has less than 2^73 solutions.
#ifndef NONET_COUNTING_CONTRACTION_HPP
#define NONET_COUNTING_CONTRACTION_HPP

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "common/arena.hpp"
#include "core.h"
#include "counting/kernels.hpp"
#include "counting/signatures.hpp"

namespace nonet::counting {

typedef unsigned __int128 Wide;

constexpr uint16_t kFree = 0x1FF;  // the mask of a cell that nothing restricts

// The board as the contraction sees it: bands A, B, C and stacks 1, 2, 3 in the order of the plan.
struct Board {
  uint16_t cell[3][3][3][3];  // [band][stack][row][column]

  // Read 81 masks. A cell whose mask lacks only digits of givens that it sees counts as free: the sum implies that.
  void read(const uint16_t *masks, const nonet_contraction_plan &plan);
  // Digits that can be exchanged in some bands (bits): not given there, and in every restricted mask.
  unsigned plain_digits(unsigned bands) const;
  unsigned free_columns(int band, int stack) const;
  unsigned common_columns(int stack) const;  // free in all three bands: exchanging them changes no count at all
  unsigned free_rows(int band) const;        // rows of the whole band
  // The cell (0-80) of the original board.
  static int original(const nonet_contraction_plan &plan, int band, int stack, int row, int column);
};

// Some of the three columns (or rows), as bits, and how to exchange them.
struct Exchange {
  int size = 0;
  uint8_t to[6][3];
  explicit Exchange(unsigned free);
};

// Whether the free sets of a signature ascend: one signature of each class does.
inline bool is_representative(const Signatures &all, int signature, unsigned free) {
  int last = -1;
  for (int i = 0; i < 3; i++) {
    if (!(free >> i & 1)) continue;
    if (all.set[signature][i] < last) return false;
    last = all.set[signature][i];
  }
  return true;
}

inline int exchanged(const Signatures &all, int signature, const uint8_t *to) {
  uint16_t set[3];
  for (int i = 0; i < 3; i++) set[to[i]] = all.set[signature][i];
  return all.id_of(set[0], set[1]);
}

// The classes of one box of a table.
struct Leg {
  uint16_t size;
  uint8_t free;                          // the columns that may be exchanged
  uint16_t class_of[kSignatures];        // or kNone
  uint16_t representative[kSignatures];  // of each class
};

// A class of a, and b and c for it. In stack 3 `pair` is the number of (b, c) among all pairs that occur.
struct Link {
  uint16_t b, c;
  uint32_t weight;  // disjoint triples of signatures in these classes
  uint32_t pair;
};

struct Links {
  Link *list;
  uint32_t *start;  // for each class of a, and the end; ordered by weight within a class
  uint32_t most;    // the longest list
};

struct List {  // lists of small numbers, one after another
  uint32_t *start;
  uint16_t *item;
};

struct Table {
  uint16_t *entry;   // [class 1][class 2][class 3, padded to `width`]
  uint8_t *nonzero;  // [class 1][class 2]: whether the row has a nonzero entry
  size_t width;
  List rows1;           // for each class of leg 1: places in row_signature
  List rows2;           // for each class of leg 2: row signatures
  List columns3;        // for each row signature: classes of leg 3
  uint16_t *row_place;  // [1680]: place, or kNone
  uint16_t *row_signature;
  uint16_t row_size;
  uint8_t exchanges;  // row exchanges divided out of all entries
  int same_as;        // an earlier band with the same table, or -1
};

// Pairs (class of a1, class of a2) that digit exchanges turn into each other.
struct Orbits {
  uint32_t size;
  uint32_t *start;   // members of each orbit
  uint32_t *member;  // class of a1 * legs[0][1].size + class of a2; the first one is evaluated
  uint8_t *image;    // which column exchanges make the member's key the smallest
  uint32_t *alike;   // odds: how many pairs a pair stands for, or 0; see orbits.cpp
  uint64_t *total;   // two words for each orbit: what it adds to the sum
};

struct State {
  uint32_t magic;
  nonet_contraction_plan plan;
  Board board;
  unsigned symmetric;  // digits that may be exchanged
  bool carries;        // some of them occur in band A, so members of an orbit differ there
  Leg legs[3][3];
  Leg whole[3];           // the classes of a over which links run: those of legs[0], closed under digit exchanges
  uint16_t *whole_of[3];  // class in legs[0] -> class in whole
  Links links[3];
  Table tables[3];
  Tile *tiles;
  uint32_t both, tile_size;  // tiles with two b, all tiles
  uint32_t pairs;            // pairs of classes (b3, c3) that occur
  Orbits orbits;
  uint32_t jobs[2];  // slices of tables, orbits
  uint32_t next[2];  // atomic: the next job
  uint32_t done[2];  // atomic: finished jobs
  uint64_t work;     // multiplications of all orbits
  size_t scratch_bytes;
  Wide multiple;       // exchanges divided out of the tables
  uint32_t lock;       // of the odds
  Wide odds[3][3][9];  // of the box of the plan, before the means are taken
};

// What one thread needs: for a slice of a table, or for an orbit.
struct Scratch {
  uint16_t *rows;   // of a slice
  uint16_t *x, *y;  // blocks of b3 and c3
  const uint16_t **from_b, **from_c;
  int64_t *sums;     // for each pair (b3, c3), and one that is not used
  uint64_t *wanted;  // for each class of a3: N_A summed over the orbit
  uint64_t *given;   // for each class of a3: what bands B and C contribute
  uint64_t *filled;  // odds: two words for each filling of the box
  uint16_t *ways;    // odds: for each row signature of the box
  Scratch(const State &state, void *memory, size_t bytes);
  size_t used;
};

// A renaming of digits.
struct Renaming {
  uint8_t to[9];
  bool is_identity;
  uint8_t triple[kTriples];
  void prepare(const Signatures &all);
  int operator()(const Signatures &all, int signature) const {
    return all.id[triple[all.triple_of[all.set[signature][0]]]][triple[all.triple_of[all.set[signature][1]]]];
  }
};

// Choose a plan for the count (box -1), or for the odds of a box. `variant` as in core.h.
int make_plan(const uint16_t *masks, int box, int variant, nonet_contraction_plan *out);
bool begin(State &state, Arena &arena);
bool make_orbits(State &state, Arena &arena);
void make_tiles(State &state, Arena &arena);
size_t orbit_bytes(size_t pairs);
void fill_slice(const State &state, uint32_t job, Scratch &scratch, const Kernels &kernels);
// Evaluate one orbit: `given` and `wanted` of the scratch, and its total. Returns 0 where nothing fits.
Wide evaluate(const State &state, uint32_t orbit, Scratch &scratch, const Kernels &kernels);
void add_odds(State &state, uint32_t orbit, Scratch &scratch);
void finish_odds(State &state, Scratch &scratch);
Renaming renaming_of(const State &state, uint32_t orbit, uint32_t member);
Wide odds_of(const State &state, int row, int column, int digit);
// Write solution number `rest` of an orbit that was just evaluated.
void unrank(const State &state, uint32_t orbit, Wide rest, const Scratch &scratch, uint8_t *grid);

inline size_t padded(size_t n) { return (n + kStep - 1) / kStep * kStep; }

// Whether each column of a box can hold the digits of a signature, in some order.
bool fits_columns(const uint16_t (*cell)[3], const Signatures &all, int signature);
// Whether the box filled by a row signature and an orthogonal column signature keeps to the masks.
inline bool fits(const uint16_t (*cell)[3], const Signatures &all, int r, int c) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (!(all.crossing(r, i, c, j) & cell[i][j])) return false;
  return true;
}

}  // namespace nonet::counting

#endif
