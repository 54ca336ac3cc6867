// forcing.hpp: branching forcing chains: Nishio, cell and house chains, dynamic chains, and those with nested steps.
//
// Each candidate has two closures: what follows if it is on, and if it is off. A contradiction proves the opposite. What
// follows from both, from all candidates of a cell, or from all places of a digit in a house, is true. The best hint has
// the fewest nodes, so lengths are counted only where a lower bound allows a better one.
//
// From level 1 on, when nothing more follows, the search looks for steps on the board that the chain has left. Only steps
// that need one of the chain's eliminations count. Level 2 and above look for whole chains there, and level 4 and above
// run this search inside itself.
#ifndef NONET_LOGIC_SE_FORCING_HPP
#define NONET_LOGIC_SE_FORCING_HPP

#include "logic/polling.hpp"
#include "logic/se/chains.hpp"
#include "logic/se/closure.hpp"
#include "logic/se/sweep.hpp"
#include "logic/words.hpp"

namespace nonet::NONET_LOGIC {

struct ForcingHint {
  Rank rank;
  HintKind kind;
  uint16_t source;  // node for a contradiction, candidate for a double, cell or house number else
  uint8_t digit;    // of a house hint
  uint16_t target;  // node that follows; for a contradiction the opposite of the source
  uint32_t order;
};

// A chain nested in another: what it adds to the length, and its identity.
struct Nested {
  int complexity;
  int same;  // the first one that is equal; a hint counts equal ones once
  uint64_t hash;
  uint32_t words, words_size;  // the step itself, in ForcingSearch::words; only kept while explaining
};

// The searches that a level runs inside a chain; the owner of the memory provides them.
class ForcingSearch;
struct Inner {
  ChainSearch *chains;
  ForcingSearch *forcing;
};

class ForcingSearch : public Polling {
 public:
  static constexpr int kMostNested = kLarge ? 1 : (1 << 16) - 1, kMostWords = kLarge ? 1 : 1 << 22;
  Numbering numbers;
  Memory memory;
  Inner inner;
  Scout scout;
  Sweep sweep;
  Nested nested[kMostNested];
  int nested_size;
  bool explaining;             // keep the nested steps
  uint32_t words[kMostWords];  // of those steps
  uint32_t words_size;
  uint64_t nodes, budget;              // work done, and allowed
  ForcingHint hint;                    // what best() found
  ForcingHint hints[2 * kCandidates];  // what collect() found, simplest first, one for each set of eliminations
  int hints_size;

  bool out_of_budget() const { return nodes > budget || memory.full; }
  bool best(const State &state, Mode mode) {
    begin(state, mode, false);
    search();
    return found_;
  }
  void collect(const State &state, Mode mode) {
    begin(state, mode, true);
    search();
    sort();
  }
  // The branches of a hint: closure and last record of each. Missing closures are made.
  struct Branch {
    const Closure *closure;
    const Record *end;
  };
  int branches(const ForcingHint &hint, Branch *out);
  template <class Visit> void walk(const Closure &closure, const Record &end, Visit visit);
  // Write the whole step, with all chains and nested steps.
  void write(Words &out, const ForcingHint &hint, Mode mode, int rating = kOwnRating);
  void explain(Words &out, const State &state, Mode mode, ForcingHint of, uint16_t rating);
  const Record &record(const Closure &closure, int number) const { return memory.records[closure.records + number]; }
  const uint16_t *parents(const Record &of) const { return memory.parents + of.parents; }

  // Write the placement and eliminations of a hint.
  void effect(const ForcingHint &of, Step &step) const {
    int i = of.target >> 1, cell = numbers.cell[i], digit = numbers.digit[i];
    if (of.target & 1) {
      step.remove(cell, start_->candidates[cell] & (Mask)~bit(digit));
      step.place(cell, digit);
    } else {
      step.remove(cell, bit(digit));
    }
  }
  static double base_rating(Mode mode) {
    if (mode.level >= 2) return 9.5 + 0.5 * (mode.level - 2);
    if (mode.level > 0) return 8.5 + 0.5 * mode.level;
    return mode.nishio ? 7.5 : mode.dynamic ? 8.5 : 8.0;
  }

 private:
  const State *start_;
  Mode mode_;
  double base_;
  bool all_, found_;
  uint32_t order_;
  Closure on_[kCandidates], off_[kCandidates];
  bool on_ready_[kCandidates], off_ready_[kCandidates];
  ForcingHint best_[2 * kCandidates];  // by set of eliminations, for collect()
  bool best_ready_[2 * kCandidates];
  uint32_t seen_[2 * kCandidates], seen_stamp_ = 0;
  uint16_t todo_[2 * kCandidates];
  uint32_t needed_[kCandidates], needed_stamp_ = 0;
  // Nested steps: by hash the first of equal ones; whether a hint has counted it; its number while it is written.
  static constexpr int kNestedSlots = 2 * kMostNested;
  struct NestedSlot {
    uint32_t stamp, index;
  };
  NestedSlot nested_slots_[kNestedSlots];
  uint32_t nested_slots_stamp_ = 0;
  uint32_t nested_seen_[kMostNested], nested_stamp_ = 0;
  uint16_t nested_place_[kMostNested];

  // -- one closure ---------------------------------------------------------------------------------------------------

  // The board as slots: the candidates of a cell (slots 0-80) and the places of a digit in a house (the others). A candidate
  // has a position in each of its slots: that of its cell, then those of its houses.
  static constexpr int kSlots = kCells + kHouses * kMostSize;
  static constexpr int kSlotsOf = 1 + kKinds;
  struct Slots {
    uint16_t slot[kSlotsOf];  // cell, box, row, column, others
    Mask bit[kSlotsOf];
    Cause cause[kClassic ? 1 : kSlotsOf];
    uint8_t size;
  };
  static constexpr Cause kCauses[4] = {kInCell, kInBox, kInRow, kInColumn};
  static int size_of(const Slots &of) { return kClassic ? kSlotsOf : of.size; }
  static Cause cause_at(const Slots &of, int k) { return kClassic ? kCauses[k & 3] : of.cause[k]; }
  static int slot_of(int house, int digit) { return kCells + house * kMostSize + digit; }
  Slots slots_[kCandidates];
  uint16_t member_[kSlots][kMostSize];  // the candidate at each place of a slot
  static constexpr Bits kOneLeft = (Bits)1 << (kLarge ? 40 : 16);
  Mask first_open_[kSlots];  // at the start
  Bits first_left_[kSlots];  // likewise
  Bits left_[kSlots];        // what the chain has left: the number of candidates * kOneLeft + the mask
  Mask open_[kSlots];        // what is not off; an off node leaves the board later, when it is visited
  State now_;                // the board that the chain has left, for nested steps
  int words_;
  Closure *out_;
  uint16_t *where_;
  uint16_t pending_on_[kCandidates], pending_off_[kCandidates];
  int on_head_, on_tail_, off_head_, off_tail_;

  void begin(const State &state, Mode mode, bool all) {
    start_ = &state;
    mode_ = mode;
    base_ = base_rating(mode);
    all_ = all;
    found_ = false;
    order_ = 0;
    hints_size = 0;
    nested_size = 0;
    words_size = 0;
    numbers.build(state);
    words_ = (numbers.size + 63) / 64;
    take_slots();
    if (mode.level > 0) now_ = state;
    memory.clear();
    if (mode.level == 2 || mode.level == 3 || !mode.dynamic) scout.prepare(state, numbers);
    if (!mode.dynamic)
      scout.begin(state, nullptr);
    else if (mode.nishio)
      sweep.run_digits(state, numbers);
    else if (mode.level == 0)
      sweep.run(state, numbers);
    if (mode.level == 0) nodes += (uint64_t)numbers.size;
    memset(on_ready_, 0, (size_t)numbers.size);
    memset(off_ready_, 0, (size_t)numbers.size);
    if (all) memset(best_ready_, 0, (size_t)numbers.size * 2);
    if (!seen_stamp_) memset(seen_, 0, sizeof seen_);
    if (!needed_stamp_) memset(needed_, 0, sizeof needed_);
    if (!nested_stamp_) memset(nested_seen_, 0, sizeof nested_seen_);
    if (!nested_slots_stamp_) memset(nested_slots_, 0, sizeof nested_slots_);
    nested_slots_stamp_++;
  }

  const Closure &closure(int candidate, bool on) {
    Closure &out = (on ? on_ : off_)[candidate];
    bool &ready = (on ? on_ready_ : off_ready_)[candidate];
    if (!ready) {
      ready = true;
      make(out, candidate, on);
    }
    return out;
  }
  void make(Closure &out, int candidate, bool on);
  template <bool kNishio> bool off_consequences(int p);
  template <bool kNishio, bool kDynamic> bool on_consequences(int p);
  template <bool kNishio, bool kDynamic> bool spread();
  bool steps_inside();
  struct Inside;
  struct Scattered;
  bool locked_inside(), hidden_pairs_inside(), naked_pairs_inside(), x_wings_inside();
  bool chains_inside(), forcing_inside(Mode mode);
  void find_confined(int house, bool columns, Mask *confined) const;
  Mask digits_with_two(int house) const;
  Cells seen_with_pair(int one, int two, Mask pair) const;
  template <class Removes, class Fill> bool take(const Inside &inside, Removes removes, Fill fill);
  bool remove_by(const Inside &inside, int cell, Mask digits, int number);
  bool remove_all_by(const Inside &inside, const Step &step, int number);
  int keep(const Inside &inside, const Step &made);
  void needs(Inside &inside, int cell, int digit, Cause cause);
  int note(int complexity, uint64_t hash);
  template <class Write> void explain_inside(int number, Write write);
  int add(int candidate, bool on, Cause cause, const uint16_t *of, int of_size, int nested_number = 0);
  int off_record(int cell, int digit) const { return where_[numbers.at(cell, digit) * 2]; }
  int removed_from(int slot, Mask except, uint16_t *list, int size) const;
  int removed_in_cell(int cell, Mask except, uint16_t *list, int size) const {
    return removed_from(cell, except, list, size);
  }
  int removed_in_house(int house, int digit, Mask except, uint16_t *list, int size) const {
    return removed_from(slot_of(house, digit), except, list, size);
  }
  void take_slots();
  void settle_off(int candidate, int number);

  // -- what follows from several ---------------------------------------------------------------------------------------

  void search();
  void house_chains(int candidate);
  void cell_chains(int cell);
  bool may_share(const int *sources, int size);
  void branch_off(const int *sources, int size, ForcingHint of);
  void reduce(const Closure *const *closures, int size, ForcingHint hint);
  void offer(ForcingHint hint, const Branch *ends, int size);
  bool useful(int node) const { return !(node & 1) || count(start_->candidates[numbers.cell[node >> 1]]) > 1; }
  int ancestors(const Closure &closure, const Record &end);
  void sort();
};

}  // namespace nonet::NONET_LOGIC

#include "logic/se/forcing_closure.hpp"
#include "logic/se/forcing_hints.hpp"
#include "logic/se/forcing_inside.hpp"
#include "logic/se/forcing_words.hpp"

#endif
