// model.hpp: a board of any shape with constraints, as tables.
//
// A model has any number of cells, up to 36 digits, and a list of primitives: cells that differ, sums, relations of two
// cells, automata, counts and so on. nonet_model_make (core.h) checks their words and writes one block without pointers.
//
//   full houses     sets of as many cells as digits that all differ: Board's houses, seats and places. A smaller set is
//                   one too on a board where its cells have as few digits: part houses
//   peers           for every cell the cells that differ from it, as a set of cells; all other sets of different cells
//                   become peers alone
//   arcs            relations of two cells, with the digits that a set of digits of one cell leaves in the other
//   constraints     everything else, one record each; `cells` and `data` are slices of common pools
//
// The digits are numbered from 0 here. `first` is the value of digit 0; only sums, counters and indices need it.
#ifndef NONET_MODEL_HPP
#define NONET_MODEL_HPP

#include "search/tables.hpp"

namespace nonet {

constexpr uint32_t kMaxCells = NONET_MOST_CELLS;
constexpr uint32_t kMaxConstraints = NONET_MOST_PRIMITIVES;
constexpr int64_t kMaxCoefficient = (int64_t)1 << 31;
constexpr int64_t kMaxBound = (int64_t)1 << 60;

// The primitives, numbered as in core.h, then the constraints that only they are made of.
enum Kind : uint8_t {
  kNoKind,
#define KIND(Name, name, reason) k##Name,
#define PRIMITIVE(Name, name) k##Name,
#define INNER(Name, name, reason) k##Name,
#include "search/kinds.def"
  kPartHouse,  // different cells, fewer than there are digits; their board decides whether they are a house
};

constexpr uint32_t kPriorities = 3;
constexpr uint32_t kNoSource = 0xFFFFFFFF;

struct Constraint {
  uint8_t kind, priority;
  uint8_t nested;     // in how many choices it is; 0: it always holds
  uint8_t repeats;    // whether a cell occurs twice
  uint32_t choice;    // the number of its choice
  uint32_t count;     // cells
  uint32_t cells_at;  // in the pool of cells
  uint32_t data_at;   // in the pool of words
  uint32_t length;    // words
};

// Constraints of one priority that a cell is part of: the bits of one word of the set of those that wait.
struct Watch {
  uint16_t at;  // this word of the sets of all priorities
  uint8_t priority;
  uint8_t busy;  // its number modulo 64
  uint64_t bits;
};

struct Arc {
  uint32_t from;
  uint32_t to;
  uint32_t forward;   // the table of the digits that `to` may have
  uint32_t backward;  // the table of the digits that `from` may have
};

struct Model : Houses {
  int64_t first;
  uint32_t set_words;   // 64-bit words of a set of cells
  uint32_t wait_words;  // 64-bit words of a set of constraints
  uint32_t lock_words;  // 64-bit words of a set of sets of positions in a house; 0: there are none
  uint32_t row_bits;    // a table of a relation is indexed by this many digits at a time
  uint32_t table_size;  // entries of such a table
  uint32_t constraints, arcs;
  uint32_t scratch;                  // 64-bit words that constraints need to work in
  uint32_t part_houses, part_seats;  // constraints of kPartHouse, and their cells
  uint32_t automaton_cells;          // of all automata
  uint32_t automaton_layers;         // the words of their layers of states that can matter, see automaton.hpp
  uint32_t barren;                   // 64-bit words that regions keep, see connected.hpp
  uint32_t digit_peers;              // whether some cells differ only if they hold certain digits
  uint32_t impossible;               // nonzero if the primitives alone exclude every solution

  uint32_t allowed_at, peers_at, digit_peers_at, arc_start_at, arcs_at, watch_start_at, watches_at, constraints_at,
      pool_at, data_at, relations_at, constraint_sources_at, arc_sources_at, sets_at, combinations_at,
      combination_start_at, most_seen_at, lockable_at;

  const uint64_t *allowed() const { return at<uint64_t>(allowed_at); }
  const uint64_t *peers(uint32_t cell) const { return at<uint64_t>(peers_at) + (size_t)cell * set_words; }
  // The cells that do not hold a digit if this one does.
  const uint64_t *peers(uint32_t cell, uint32_t digit) const {
    return digit_peers ? at<uint64_t>(digit_peers_at) + ((size_t)digit * cells + cell) * set_words : peers(cell);
  }
  const uint32_t *arc_start() const { return at<uint32_t>(arc_start_at); }
  // Of which primitive, counted from 0, each constraint and each arc is made; kNoSource: of none alone (deductions.cpp).
  const uint32_t *constraint_sources() const { return at<uint32_t>(constraint_sources_at); }
  const uint32_t *arc_sources() const { return at<uint32_t>(arc_sources_at); }
  const Arc *arc_list() const { return at<Arc>(arcs_at); }
  // For every house the largest number of its cells that one cell outside differs from.
  const uint8_t *most_seen() const { return at<uint8_t>(most_seen_at); }
  // For every house the sets of its positions that one cell outside differs from, one bit for each set; lock_words for each
  // house. None on boards of many digits.
  const uint64_t *lockable() const { return at<uint64_t>(lockable_at); }
  // watches[watch_start[c]] to watches[watch_start[c + 1] - 1]: the constraints that cell c is part of, as bits.
  const uint32_t *watch_start() const { return at<uint32_t>(watch_start_at); }
  const Watch *watches() const { return at<Watch>(watches_at); }
  const Constraint *constraint_list() const { return at<Constraint>(constraints_at); }
  const uint16_t *pool() const { return at<uint16_t>(pool_at); }
  const int64_t *data() const { return at<int64_t>(data_at); }
  template <class Mask> const Mask *relations() const { return at<Mask>(relations_at); }
  // sets[s * words + w]: the sets of digits with the sum s, one bit for each set.
  const uint64_t *sets() const { return at<uint64_t>(sets_at); }

  // The sets of `cells` digits with this total begin here, and end where those of the next total begin.
  const uint16_t *combinations(uint32_t cells, uint32_t total) const {
    return at<uint16_t>(combinations_at) + at<uint16_t>(combination_start_at)[cells * (highest_total() + 1) + total];
  }
  uint32_t highest_total() const { return size * (size - 1) / 2; }

  bool are_peers(uint32_t a, uint32_t b) const { return peers(a)[b / 64] >> (b % 64) & 1; }
  bool are_peers(uint32_t a, uint32_t b, uint32_t digit) const { return peers(a, digit)[b / 64] >> (b % 64) & 1; }
};

constexpr uint64_t kModelMagic = 0x6e6f6e65746d6f64;  // "nonetmod"

// Sums over a group of different cells are found on sets of digits, one bit for each of the 2^digits sets.
constexpr uint32_t kSetDigits = 10;
constexpr uint32_t kSetWords = (1u << kSetDigits) / 64;
inline uint32_t words_of_sets(uint32_t digits, uint32_t most = kSetDigits) {
  return digits > most ? 0 : digits <= 6 ? 1 : 1u << (digits - 6);
}
// The sets, as bits of a word, that hold digit d; for digits from 6 on the bits of the number of the word decide.
constexpr uint64_t kHolding[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                  0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

// Which positions of a digit in a house are seen by one cell outside, likewise.
constexpr uint32_t kLockDigits = 12;
// The total of a sum, counted from its least value, must be below this to be found exactly.
constexpr uint32_t kTotals = 256;

// The data of a sum. Cells are in groups of equal coefficients whose cells all differ, positive coefficients first. The
// coefficients follow, one for each cell, then the groups.
struct Sum {
  int64_t low, high;      // of coefficient * digit number
  int64_t from, to;       // of the total counted from its least value
  int64_t room;           // how far different digits can move the bounds, and a little more
  int64_t groups, exact;  // exact: totals are found exactly
  int64_t upright;        // cells with positive coefficients
  int64_t units;          // all coefficients are 1 or -1
  int64_t cage;           // one group, of coefficient 1
  int64_t innies;         // follows from full houses and other sums (deductions.cpp)
  struct Group {
    int64_t end;   // one past its last cell
    int64_t size;  // of the coefficient
    int64_t span;  // the largest total
  };
  const int64_t *coefficients() const { return (const int64_t *)(this + 1); }
  const Group *group_list(uint32_t cells) const { return (const Group *)(coefficients() + cells); }
  bool is_reversed(uint32_t i) const { return i >= upright; }
  int64_t size_of(uint32_t i) const { return is_reversed(i) ? -coefficients()[i] : coefficients()[i]; }
};

// The data of a machine: the states from which an automaton starts and in which it accepts as sets, then where the moves of
// each state start (states + 1 numbers), then the moves. A machine of up to 64 states may have *shifts* too: where those of
// each digit start (digits + 1 numbers), then the shifts, each of which turns the bits of some states to where they move.
struct Machine {
  int64_t states, words, moves, shifts, alike;
  struct Move {
    int64_t digits, to;
  };
  struct Shift {
    uint64_t states;
    int64_t up;
    uint64_t forward(uint64_t from) const { return turn(from & states, (uint32_t)up); }
    uint64_t backward(uint64_t to) const { return turn(to, 64 - (uint32_t)up) & states; }
    static uint64_t turn(uint64_t bits, uint32_t by) { return bits << (by % 64) | bits >> (-by % 64); }
  };
  const uint64_t *start() const { return (const uint64_t *)(this + 1); }
  const uint64_t *accept() const { return start() + words; }
  const int64_t *move_start() const { return (const int64_t *)(accept() + words); }
  const Move *move_list() const { return (const Move *)(move_start() + states + 1); }
  const int64_t *shift_start() const { return (const int64_t *)(move_list() + moves); }
  const Shift *shift_list(uint32_t digits) const { return (const Shift *)(shift_start() + digits + 1); }
  // Sets of two or more digits by which every state moves alike.
  const int64_t *alike_list(uint32_t digits) const { return (const int64_t *)(shift_list(digits) + shifts); }
};
// More than so many shifts for each digit take longer than the moves.
constexpr uint32_t kMostShifts = 4;

// The data of Connected; `graph` is the place of its graph in the pool of words. Several may share one.
struct Region {
  int64_t digits, low, high, graph;
  int64_t from;    // its first cell, if its cells are in the order of the board without gaps; else -1
  int64_t barren;  // where the sides of its cells are kept
};

// Which cells touch, numbered as in the constraint: where the neighbours of each cell start, then the neighbours; then the
// neighbours of each cell as a set.
struct Graph {
  const int64_t *start() const { return (const int64_t *)this; }
  const int64_t *neighbours(uint32_t cells) const { return start() + cells + 1; }
  const uint64_t *near(uint32_t cells, uint32_t i) const {
    return (const uint64_t *)(neighbours(cells) + start()[cells]) + (size_t)i * words(cells);
  }
  static uint32_t words(uint32_t cells) { return (cells + 63) / 64; }
  // Words that a search needs: 9 sets, and 8 numbers for each cell.
  static uint64_t scratch(uint32_t cells) { return 9 * (uint64_t)words(cells) + 4 * (uint64_t)cells; }
};

// The digits that a set of digits leaves, by a table of a relation.
template <class Mask> inline Mask through(const Model &model, const Mask *table, Mask digits) {
  if (model.row_bits == 9) return table[digits];
  Mask all = 0;
  for (uint64_t rest = digits; rest; rest >>= 8, table += 256) all |= table[rest & 255];
  return all;
}

}  // namespace nonet

#endif
