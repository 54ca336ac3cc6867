// search.hpp: guesses, conflicts, and what is learned from them, on the board of board.hpp.
//
// One loop serves every question: the first solution, the proof that there is no second, the count, all solutions in turn.
// It begins as plain backtracking: a conflict undoes the last guess and removes the guessed candidate instead. This is the
// fastest method if there is little to search or many solutions to find. If a board gives nothing but conflicts for a
// while, the search continues with *clause learning*: it traces a conflict back to the few assignments that caused it (the
// first unique implication point of GRASP and Chaff), forbids them together in a clause, and jumps back to the guess that
// matters, and sometimes to the start (restarts after Luby). Houses and cells never become clauses: their reasons are read
// off the board. Where clauses turn out to be of no use, the search returns to backtracking, from the start.
//
// If the rules of a board allow it, the search continues with many subtrees at once instead (lanes.hpp). It learns only if
// too little comes of that, and returns to lanes if clauses are of no use.
//
// No solution is found twice. After a solution its last guess is flipped for the reason "all guesses above" (Why::kAbove),
// and while that flip would be forgotten, the search does not jump back beyond it. The depth that must be kept is the
// *floor*; no reported solution lies below it.
//
// Branching. The guess is made where score = weight / size is greatest, among the digits of a cell and the positions of a
// digit in a full house. A weight counts the conflicts there, with decay (dom/wdeg of Boussemart, Hemery, Lecoutre and
// Sais). Of equal scores the first is taken, so every run is the same. Boards with constraints have weights of their own
// (weights.hpp).
#ifndef NONET_SEARCH_HPP
#define NONET_SEARCH_HPP

#include <type_traits>

#include "search/board.hpp"
#include "search/lane_plan.hpp"
#include "search/weights.hpp"

namespace nonet {

#if defined(NONET_FUZZ)  // fuzz/general_boards.hpp and fuzz/models.hpp vary them
extern uint32_t kPatience, kRestartUnit, kClauses, kArenaWords;
extern bool kUsesLanes, kLanesAtOnce;
#else
// Conflicts since the last solution before clause learning begins. Checks of reasons want it at once.
#if defined(NONET_CHECK_REASONS)
constexpr uint32_t kPatience = 0;
constexpr bool kUsesLanes = false;
#else
constexpr uint32_t kPatience = 50;
constexpr bool kUsesLanes = true;  // where the rules of a board allow it
#endif
constexpr bool kLanesAtOnce = false;  // without patience
constexpr uint32_t kRestartUnit = 512;
// Clauses kept until the first reduction; more after each one.
constexpr uint32_t kClauses = 5000;
// Words of memory for clauses; 0: depends on the size of the board.
constexpr uint32_t kArenaWords = 0;
#endif
constexpr float kDecay = 0.99f;
// Clauses are worth their price if at least one in so many conflicts lets one of them assign a candidate.
// After lanes, whose guesses cost a tenth, in fewer.
constexpr uint32_t kUseful = 8, kUsefulAfterLanes = 3;

enum : uint8_t { kSeen = 1, kVain = 2 };

template <class B> struct Search {
  using Mask = typename B::Mask;
  using Plan = typename B::Plan;
  B board;
  uint32_t n;

  // lims[d] is the size of the trail before the guess of depth d + 1.
  uint32_t *lims;
  float *cell_weight, *slot_weight, *activity;
  float increment;
  std::conditional_t<B::kHasConstraints, Weights<B>, NoWeights> weights;

  // Clause learning. A clause in the arena: length, depth blocks, two links, the literals; the first two are watched. A
  // literal is an entry of the trail, 2 * candidate + (1 for placed). watchers[literal] starts the list of clauses that
  // watch it, each as 2 * its place in the arena + (which of the two literals).
  uint32_t *watchers, *arena, *learnt, *stack, *marked, *stamp;
  uint8_t *seen;
  uint32_t arena_size, arena_used, clause_head, marks, stamps;

  bool learning, over, at_solution;
  bool in_vain;     // clauses were learned, and given up as useless
  bool were_lanes;  // these were tried
  uint32_t floor, quiet;
  uint32_t turns;  // guesses of all rows, to poll by
  uint64_t guesses, conflicts, next_restart, next_reduction, restarts;
  uint64_t followed;  // assignments that followed from clauses
  // While it works in lanes, the search is in the memory for clauses, and the plan after it.
  const LaneEngine *lanes;
  static constexpr bool kMayUseLanes = B::kHasConstraints && sizeof(Mask) == 2;

  static uint32_t arena_words(const Houses &plan) {
    if (kArenaWords) return kArenaWords;
    // Clauses of constraints are longer, and more of them are needed.
    if (B::kHasConstraints && plan.size <= 16) return 1u << 18;
    return plan.size <= 9 ? 1u << 14 : plan.size <= 16 ? 1u << 18 : plan.size <= 25 ? 1u << 20 : 1u << 22;
  }

  static size_t bytes(const Plan &houses) {
    Search measured;
    Arena nothing{nullptr, 0};
    measured.attach(houses, nothing);
    return nothing.used;
  }

  void attach(const Plan &houses, Arena &memory) {
    board.attach(houses, memory);
    n = houses.size;
    turns = 0;
    weights.attach(houses, memory);
    lims = memory.take<uint32_t>(houses.cells + 2);
    stamp = memory.take<uint32_t>(houses.cells + 2);
    cell_weight = memory.take<float>(houses.cells + 2);
    slot_weight = memory.take<float>((size_t)houses.count * n);
    activity = memory.take<float>(houses.candidates);
    learnt = memory.take<uint32_t>(houses.candidates);
    stack = memory.take<uint32_t>(houses.candidates);
    marked = memory.take<uint32_t>(houses.candidates);
    watchers = memory.take<uint32_t>(2 * (size_t)houses.candidates);
    seen = memory.take<uint8_t>(houses.candidates);
    arena_size = arena_words(houses);
    arena = memory.take<uint32_t>(arena_size);
  }

  // Start with the board in digits[]; false if it has no solution.
  bool begin() { return board.sweep() ? begin_swept() : end(); }

  bool end() {
    guesses = conflicts = 0;
    over = true;
    return false;
  }

  // The same after a sweep.
  bool begin_swept() {
    guesses = conflicts = 0;
    learning = at_solution = over = in_vain = were_lanes = false;
    floor = quiet = clause_head = 0;
    lanes = nullptr;
    board.trail_size = board.depth = 0;
    board.paused = false;
    if (board.settled()) return true;
    for (uint32_t c = 0; c < board.cells; c++) cell_weight[c] = 1;
    for (uint32_t i = 0; i < board.plan->count * n; i++) slot_weight[i] = 1;
    increment = 1;
    if constexpr (B::kHasConstraints) weights.begin(board);
    over = !board.begin();
    if (kLanesAtOnce && !over && !board.solved() && lanes_are_possible()) start_lanes(false);
    return !over;
  }

  // ---- guesses ------------------------------------------------------------------------------------------------

  // The candidate to guess: in a cell the digit with the fewest positions, for a digit the cell with the fewest digits,
  // because most follows from these.
  uint32_t choose() const {
    const B &b = board;
    if constexpr (B::kHasConstraints) return weights.choose(b);
    float best = -1;
    uint32_t place = 0;
    bool is_cell = true;
    for (uint32_t c = 0; c < b.cells; c++) {
      if (b.single(b.digits[c])) continue;
      float score = cell_weight[c] / (float)b.count(b.digits[c]);
      if (score > best) best = score, place = c;
    }
    for (uint32_t h = 0, i = 0; h < b.plan->count; h++) {
      if (!b.full[h]) {
        i += n;
        continue;
      }
      for (uint32_t d = 0; d < n; d++, i++) {
        if (b.single(b.places[i])) continue;
        float score = slot_weight[i] / (float)b.count(b.places[i]);
        if (score > best) best = score, place = i, is_cell = false;
      }
    }
    uint32_t chosen = 0, fewest = 0xFFFFFFFF;
    if (is_cell) {
      for (Mask m = b.digits[place]; m; m &= (Mask)(m - 1)) {
        uint32_t digit = b.first(m), size = 0;
        for (uint32_t s = b.cell_start[place]; s < b.cell_start[place + 1]; s++)
          size += b.count(b.places[b.seats[s].house * n + digit]);
        if (size < fewest) fewest = size, chosen = place * n + digit;
      }
    } else {
      for (Mask m = b.places[place]; m; m &= (Mask)(m - 1)) {
        uint32_t cell = b.house_cells[b.house_start[place / n] + b.first(m)], size = b.count(b.digits[cell]);
        if (size < fewest) fewest = size, chosen = cell * n + place % n;
      }
    }
    return chosen;
  }

  // The candidate to guess while learning: in the cell whose digits were in recent conflicts.
  uint32_t choose_by_activity() const {
    const B &b = board;
    float best = -1;
    uint32_t place = 0, chosen = 0;
    for (uint32_t c = 0; c < b.cells; c++) {
      if (b.single(b.digits[c])) continue;
      float sum = 0, size = (float)b.count(b.digits[c]);
      for (Mask m = b.digits[c]; m; m &= (Mask)(m - 1)) sum += activity[c * n + b.first(m)];
      if (sum / (size * size) > best) best = sum / (size * size), place = c;
    }
    best = -1;
    for (Mask m = b.digits[place]; m; m &= (Mask)(m - 1)) {
      uint32_t candidate = place * n + b.first(m);
      if (activity[candidate] > best) best = activity[candidate], chosen = candidate;
    }
    return chosen;
  }

  bool guess() {
    uint32_t candidate = learning ? choose_by_activity() : choose();
    lims[board.depth++] = board.trail_size;
    guesses++;
    return board.place(candidate / n, candidate % n, Reason{}) && propagate();
  }

  void go_back_to(uint32_t depth) {
    if (depth >= board.depth) return;
    board.undo_to(lims[depth]);
    board.depth = depth;
    if (clause_head > board.trail_size) clause_head = board.trail_size;
  }

  // Undo the last guess and remove its candidate instead.
  bool flip_last_guess() {
    uint32_t candidate = board.trail[lims[board.depth - 1]] / 2;
    go_back_to(board.depth - 1);
    if (floor > board.depth) floor = board.depth;
    return board.remove(candidate / n, candidate % n, Reason{(uint32_t)Why::kAbove, 0, 0, 0}) && propagate();
  }

  // Resolve a conflict; false if this leads to another one. Sets `over` at the end of the search.
  bool recover() {
    conflicts++;
    if (board.depth == 0) {
      over = true;
      return true;
    }
    if (!learning) {
      weigh();
      if (++quiet > kPatience && !in_vain) {
        if (!were_lanes && lanes_are_possible() && start_lanes(true)) return true;
        start_learning();
      }
    }
    if (!learning || board.depth == floor) return flip_last_guess();
    if constexpr (B::kHasConstraints)
      if (!go_back_to_conflict()) return over || flip_last_guess();
    return learn();
  }

  void weigh() {
    if constexpr (B::kHasConstraints) return weights.count_conflict(board, lims[board.depth - 1]);
    // A placed candidate could not be removed. It was placed as the last digit of its cell, or at the last position in a
    // house: the conflict counts there.
    uint32_t placed = board.refused;
    if (placed == B::kNone) return;
    bool in_house = board.depth_of[placed] && board.reason[placed].why == (uint32_t)Why::kHouse;
    float *weight = in_house ? slot_weight + board.reason[placed].subject : cell_weight + placed / n;
    *weight += increment;
    increment /= kDecay;
    if (increment < 1e15f) return;
    for (uint32_t c = 0; c < board.cells; c++) cell_weight[c] *= 1e-15f;
    for (uint32_t i = 0; i < board.plan->count * n; i++) slot_weight[i] *= 1e-15f;
    increment *= 1e-15f;
  }

  enum Outcome { kSolution, kEnd, kSpent, kStopped };

  // Search for the next solution; it is in board.digits. `budget` bounds `guesses` (0: no bound).
  Outcome next(uint64_t budget, int (*poll)(void *), void *argument) {
    bool paused = board.paused, consistent = true;
    if (over) return kEnd;
    board.ask(poll, argument);
    if (lanes) return next_in_lanes(budget, poll, argument);
    if (paused) consistent = propagate();
    if (at_solution) {
      at_solution = false;
      if (board.depth == 0) {
        over = true;
        return kEnd;
      }
      consistent = flip_last_guess();
      floor = board.depth;
    }
    for (;;) {
      while (!consistent) consistent = recover();
      if (lanes) return next_in_lanes(budget, poll, argument);
      if (over) return kEnd;
      if (board.paused) return kStopped;
      if (board.solved()) {
        quiet = 0;
        at_solution = true;
        return kSolution;
      }
      if (learning && conflicts >= next_restart) {
        // Sums of many cells give clauses of dozens of literals, from which next to nothing follows. If the first ones are
        // such, the search continues without them: a guess then takes less than half the time.
        if (B::kHasConstraints && restarts == 0 && !needs_clauses() &&
            followed < trial() / (were_lanes ? kUsefulAfterLanes : kUseful))
          learning = false, in_vain = true;
        next_restart = conflicts + kRestartUnit * luby(++restarts);
        go_back_to(floor);
        if (in_vain && lanes_are_possible() && start_lanes(false)) return next_in_lanes(budget, poll, argument);
        // The weights of the first conflicts belong to another search.
        if constexpr (B::kHasConstraints)
          if (in_vain) weights.begin(board);
        if (learning && conflicts >= next_reduction) reduce();
      }
      if (budget && guesses >= budget) return kSpent;
      if (poll && ++turns % (B::kHasConstraints ? 1 : 16) == 0 && poll(argument)) return kStopped;
      consistent = guess();
    }
  }

  // Clauses about regions become useful late: boards that gave them up took more than ten times as many guesses.
  bool needs_clauses() const {
    if constexpr (B::kHasConstraints) return board.plan->barren != 0;
    return false;
  }

  // Conflicts until clauses are given up, or not. In lanes a guess costs so little that the trial is short.
  uint32_t trial() const { return were_lanes ? (kRestartUnit + 3) / 4 : kRestartUnit; }

  // ---- lanes --------------------------------------------------------------------------------------------------

  size_t arena_bytes() const { return sizeof(uint32_t) * (size_t)arena_size; }

  bool lanes_are_possible() const {
    if constexpr (kMayUseLanes)
      return kUsesLanes && LanePlanner<B>::is_possible(board) &&
             lane_engine().bytes(board.cells) + sizeof(uint16_t) * board.cells * (floor + 1) < arena_bytes();
    return false;
  }

  // Continue in lanes with what is left: the board at the floor, and the other branches of the guesses above it. False, and
  // nothing is changed but the memory for clauses, if the rules are too many. Requires that lanes are possible.
  bool start_lanes(bool on_trial) {
    if constexpr (kMayUseLanes) {
      const LaneEngine &engine = lane_engine();
      were_lanes = true;
      uint16_t *boards = (uint16_t *)((uint8_t *)arena + engine.bytes(board.cells));
      LanePlan plan{};
      plan.words = boards + (size_t)board.cells * (floor + 1);
      plan.size = (uint32_t)((uint16_t *)((uint8_t *)arena + arena_bytes()) - plan.words);
      if (!LanePlanner<B>(board, plan).translate()) return false;
      uint32_t number = 0;
      for (uint32_t depth = floor;; depth--) {
        uint32_t other = depth < floor ? board.trail[lims[depth]] / 2 : B::kNone;
        go_back_to(depth);
        uint16_t *left = boards + (size_t)board.cells * number++;
        for (uint32_t c = 0; c < board.cells; c++) left[c] = (uint16_t)board.digits[c];
        if (other != B::kNone) left[other / n] &= (uint16_t)~B::bit(other % n);
        if (depth == 0) break;
      }
      engine.begin(plan, boards, number, on_trial, arena);
      lanes = &engine;
    }
    return lanes != nullptr;
  }

  Outcome next_in_lanes(uint64_t budget, int (*poll)(void *), void *argument) {
    if constexpr (kMayUseLanes) {
      LaneCounts counts{guesses, conflicts};
      LaneOutcome outcome = lanes->next(arena, weights.of_lanes(), counts, budget, poll, argument, board.digits);
      guesses = counts.guesses;
      conflicts = counts.conflicts;
      switch (outcome) {
        case LaneOutcome::kSolution: return kSolution;
        case LaneOutcome::kSpent: return kSpent;
        case LaneOutcome::kStopped: return kStopped;
        case LaneOutcome::kEnd: break;
        case LaneOutcome::kUnpromising:
          lanes = nullptr;
          start_learning();
          return next(budget, poll, argument);
      }
      over = true;
    }
    return kEnd;
  }

  // 1 1 2 1 1 2 4 1 1 2 …, from i = 1.
  static uint64_t luby(uint64_t i) {
    for (;;) {
      uint64_t half = (uint64_t)1 << (63 - __builtin_clzll(i));
      if (i == 2 * half - 1) return half;
      i -= half - 1;
    }
  }

  // ---- clauses ------------------------------------------------------------------------------------------------

  void start_learning() {
    learning = true;
    memset(watchers, 0, 2 * sizeof(uint32_t) * board.plan->candidates);
    memset(seen, 0, board.plan->candidates);
    memset(stamp, 0, sizeof(uint32_t) * (board.cells + 2));
    for (uint32_t v = 0; v < board.plan->candidates; v++) activity[v] = 0;
    for (uint32_t c = 0; c < board.cells; c++)
      for (Mask m = board.digits[c]; m; m &= (Mask)(m - 1)) activity[c * n + board.first(m)] = 1;
    increment = 1;
    stamps = 0;
    arena_used = 1;  // 0 is the end of a list
    clause_head = board.trail_size;
    restarts = followed = 0;
    next_restart = conflicts + trial();
    next_reduction = conflicts + kClauses;
  }

  bool is_true(uint32_t literal) const { return board.state[literal / 2] == (literal & 1 ? kPlaced : kRemoved); }
  bool is_false(uint32_t literal) const { return board.state[literal / 2] == (literal & 1 ? kRemoved : kPlaced); }
  uint32_t literal_of(uint32_t candidate) const { return 2 * candidate + (board.state[candidate] == kPlaced); }

  bool assign(uint32_t literal, Reason why) {
    uint32_t cell = literal / 2 / n, digit = literal / 2 % n;
    return literal & 1 ? board.place(cell, digit, why) : board.remove(cell, digit, why);
  }

  bool propagate() {
    if (!learning) return board.propagate();
    for (;;) {
      if (!board.propagate()) return false;
      if (board.paused) return true;
      if (clause_head >= board.trail_size) return true;
      if (!visit(board.trail[clause_head++] ^ 1)) return false;
    }
  }

  // A literal has become false: let its clauses watch another literal, or assign the last one left.
  bool visit(uint32_t literal) {
    for (uint32_t *link = &watchers[literal]; *link;) {
      uint32_t here = *link, *clause = arena + here / 2, which = here & 1, *next = clause + 2 + which;
      uint32_t *literals = clause + 4, other = literals[1 - which], length = clause[0], k = 2;
      if (is_true(other)) {
        link = next;
        continue;
      }
      while (k < length && is_false(literals[k])) k++;
      if (k < length) {
        literals[which] = literals[k];
        literals[k] = literal;
        *link = *next;
        *next = watchers[literals[which]];
        watchers[literals[which]] = here;
        continue;
      }
      Reason why{(uint32_t)Why::kClause, 0, 0, here / 2};
      if (is_false(other)) return board.fail(why);
      followed++;
      if (!assign(other, why)) return false;
      link = next;
    }
    return true;
  }

  // Call f with every candidate whose assignment is part of the reason for `self`, which was assigned at position `at`.
  template <class F> void for_reasons(Reason why, uint32_t self, uint32_t depth, uint32_t at, F f) {
    B &b = board;
    switch ((Why)why.why) {
      case Why::kGuess: break;
      case Why::kPlaced: f(why.subject); break;
      case Why::kCell:
        for (uint32_t v = why.subject * n; v < (why.subject + 1) * n; v++)
          if (v != self) f(v);
        break;
      case Why::kHouse:
      case Why::kLocked: {
        uint32_t h = why.subject / n, digit = why.subject % n;
        for (uint32_t p = b.house_start[h]; p < b.house_start[h + 1]; p++) {
          uint32_t cell = b.house_cells[p], v = cell * n + digit;
          bool both = v == self;
          if ((Why)why.why == Why::kLocked)
            for (uint32_t s = b.cell_start[cell]; s < b.cell_start[cell + 1]; s++)
              both |= b.seats[s].house == why.other;
          if (!both) f(v);
        }
        break;
      }
      case Why::kClause:
        for (uint32_t i = 0; i < arena[why.subject]; i++)
          if (uint32_t v = arena[why.subject + 4 + i] / 2; v != self) f(v);
        break;
      case Why::kAbove:
        for (uint32_t d = 0; d < depth; d++) f(b.trail[lims[d]] / 2);
        break;
      default:
        if constexpr (B::kHasConstraints) b.explain(why, self, at, f);
    }
  }

  uint32_t position_of(uint32_t candidate) const {
    if constexpr (B::kHasConstraints) return board.position[candidate];
    return 0;
  }

  void bump(uint32_t candidate) {
    if ((activity[candidate] += increment) < 1e30f) return;
    for (uint32_t v = 0; v < board.plan->candidates; v++) activity[v] *= 1e-30f;
    increment *= 1e-30f;
  }

  // A constraint may fail late, for reasons from lower depths. Go back to the highest of these; false if no clause can be
  // learned there.
  bool go_back_to_conflict() {
    for (;;) {
      uint32_t depth = board.refused == B::kNone ? 0 : board.depth_of[board.refused];
      for_reasons(board.conflict, board.refused, board.depth, board.trail_size + 1, [&](uint32_t v) {
        if (board.depth_of[v] > depth) depth = board.depth_of[v];
      });
      if (depth == board.depth) return depth > floor;
      if (board.pause()) return false;
      over = depth == 0;
      go_back_to(depth);
      if (over) return false;
    }
  }

  // Learn a clause from the conflict, jump back, and assign its first literal. Requires depth > floor.
  bool learn() {
    B &b = board;
    uint32_t length = 1, open = 0, at = b.trail_size, uip;
    marks = 0;
    auto look = [&](uint32_t v) {
      if (seen[v] || b.depth_of[v] == 0) return;
      seen[v] = kSeen;
      marked[marks++] = v;
      bump(v);
      if (b.depth_of[v] == b.depth)
        open++;
      else
        learnt[length++] = literal_of(v) ^ 1;
    };
    if (b.refused != B::kNone) look(b.refused);
    for_reasons(b.conflict, b.refused, b.depth, b.trail_size + 1, look);
    for (;;) {
      do uip = b.trail[--at] / 2;
      while (!seen[uip]);
      if (--open == 0) break;
      for_reasons(b.reason[uip], uip, b.depth_of[uip], at + 1, look);
      if (b.pause()) {
        for (uint32_t i = 0; i < marks; i++) seen[marked[i]] = 0;
        return flip_last_guess();
      }
    }
    learnt[0] = literal_of(uip) ^ 1;
    // Leave out literals that follow from the others.
    stamps++;
    for (uint32_t i = 1; i < length; i++) stamp[b.depth_of[learnt[i] / 2]] = stamps;
    uint32_t kept = 1;
    for (uint32_t i = 1; i < length; i++)
      if (!follows(learnt[i] / 2)) learnt[kept++] = learnt[i];
    length = kept;
    for (uint32_t i = 0; i < marks; i++) seen[marked[i]] = 0;
    // The depth to jump to, and the number of depths in the clause: fewer are better (Audemard and Simon).
    uint32_t depth = 0, blocks = 1;
    stamps++;
    for (uint32_t i = 1; i < length; i++) {
      uint32_t d = b.depth_of[learnt[i] / 2];
      blocks += stamp[d] != stamps;
      stamp[d] = stamps;
      if (d > depth) {
        depth = d;
        uint32_t swap = learnt[1];
        learnt[1] = learnt[i];
        learnt[i] = swap;
      }
    }
    increment /= kDecay;
    if (arena_used + length + 4 > arena_size) {
      reduce();
      if (arena_used + length + 4 > arena_size) return flip_last_guess();
    }
    go_back_to(depth > floor ? depth : floor);
    // A clause of one literal needs no reason. It is lost if the floor is not the root.
    if (length == 1) return assign(learnt[0], Reason{}) && propagate();
    Reason why{(uint32_t)Why::kClause, 0, 0, arena_used};
    store(length, blocks);
    return assign(learnt[0], why) && propagate();
  }

  void store(uint32_t length, uint32_t blocks) {
    uint32_t *clause = arena + arena_used;
    clause[0] = length;
    clause[1] = blocks;
    for (uint32_t i = 0; i < length; i++) clause[4 + i] = learnt[i];
    watch(arena_used);
    arena_used += length + 4;
  }

  void watch(uint32_t place) {
    uint32_t *clause = arena + place;
    for (uint32_t which = 0; which < 2; which++) {
      clause[2 + which] = watchers[clause[4 + which]];
      watchers[clause[4 + which]] = 2 * place + which;
    }
  }

  // Whether a candidate's assignment follows from those already seen. Failures are remembered (kVain).
  bool follows(uint32_t candidate) {
    B &b = board;
    uint32_t before = marks, size = 0;
    bool consistent = true;
    stack[size++] = candidate;
    while (size && consistent) {
      uint32_t v = stack[--size];
      // Reasons of constraints take long to compute, and seldom follow from what was seen.
      Why why = (Why)b.reason[v].why;
      if (why == Why::kGuess || why == Why::kConstraint) consistent = false;
      if (consistent)
        for_reasons(b.reason[v], v, b.depth_of[v], position_of(v), [&](uint32_t w) {
          if (!consistent || (seen[w] & kSeen) || b.depth_of[w] == 0) return;
          if (seen[w] & kVain || (Why)b.reason[w].why == Why::kGuess || stamp[b.depth_of[w]] != stamps) {
            consistent = false;
            return;
          }
          seen[w] = kSeen;
          marked[marks++] = w;
          stack[size++] = w;
        });
    }
    for (uint32_t i = before; i < marks && !consistent; i++) seen[marked[i]] = kVain;
    return consistent;
  }

  // Forget the worse half of the clauses, except those that are reasons now and those of two depths.
  void reduce() {
    next_reduction = conflicts + kClauses + 30 * restarts;
    uint32_t histogram[64] = {}, number = 0, most = 63;
    for (uint32_t at = 1; at < arena_used; at += arena[at] + 4) {
      histogram[arena[at + 1] < 63 ? arena[at + 1] : 63]++;
      number++;
    }
    for (uint32_t kept = 0, blocks = 0; blocks < 64; blocks++) {
      kept += histogram[blocks];
      if (kept > number / 2) {
        most = blocks ? blocks - 1 : 0;
        break;
      }
    }
    if (most < 2) most = 2;
    memset(watchers, 0, 2 * sizeof(uint32_t) * board.plan->candidates);
    uint32_t to = 1;
    for (uint32_t at = 1, size; at < arena_used; at += size) {
      size = arena[at] + 4;
      uint32_t reason_of = B::kNone;
      for (uint32_t i = 0; i < 2; i++) {
        uint32_t literal = arena[at + 4 + i];
        const Reason &why = board.reason[literal / 2];
        if (is_true(literal) && (Why)why.why == Why::kClause && why.subject == at) reason_of = literal / 2;
      }
      if (reason_of == B::kNone && arena[at + 1] > most) continue;
      memmove(arena + to, arena + at, size * sizeof(uint32_t));
      if (reason_of != B::kNone) board.reason[reason_of].subject = to;
      watch(to);
      to += size;
    }
    arena_used = to;
  }
};

}  // namespace nonet

#endif
