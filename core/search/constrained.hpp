// constrained.hpp: the board of a model: Board's candidates, trail and undo, with constraints.
//
// Propagation runs cheap rules first: what placed digits and relations of two cells eliminate, then hidden singles and
// locked candidates, then the constraints by priority. A constraint is a function that reads digits[] and calls keep(). It
// has no state of its own, so nothing of it needs to be undone.
//
// Reasons are computed only when a conflict asks for them, from the position on the trail: a constraint eliminated a
// candidate because of the digits that its cells had left *before* that position. Before answers which digits these were,
// and reports the candidates whose removal (or placement) a reason needs. A reason may use any of them, because digits
// only become fewer: what followed earlier still follows.
#ifndef NONET_CONSTRAINED_HPP
#define NONET_CONSTRAINED_HPP

#include "search/trail.hpp"
#include "search/model.hpp"

namespace nonet {

// Bytes with their bits in reverse order.
struct TurnedBytes {
  uint8_t bytes[256];
  constexpr TurnedBytes() : bytes() {
    for (uint32_t i = 0; i < 256; i++)
      for (uint32_t bit = 0; bit < 8; bit++) bytes[i] = (uint8_t)(bytes[i] | (i >> bit & 1) << (7 - bit));
  }
};
inline constexpr TurnedBytes kTurned;

template <class B> struct Subsets;

template <class M> struct Constrained : Trail<Constrained<M>, M> {
  using Mask = M;
  using Plan = Model;
  NONET_TRAIL(Constrained<M>, M)
  static constexpr bool kHasConstraints = true;

  const Model *plan;
  uint32_t set_words;
  uint64_t inverse;  // a little more than 2^32 / n
  const uint32_t *house_start, *cell_start;
  const uint16_t *house_cells;
  const uint8_t *full;
  const uint8_t *most_seen;
  const uint64_t *lockable;
  uint32_t lock_words;
  const uint64_t *peer_sets;
  const Seat *seats;
  const Constraint *constraints;
  const uint16_t *pool;
  const int64_t *data;

  // The houses of this board: those of the model, then its part houses that are full here.
  uint32_t houses;
  uint32_t *own_house_start, *own_cell_start;
  uint16_t *own_house_cells;
  uint8_t *own_most_seen;
  uint64_t *own_lockable;
  Seat *own_seats;

  Mask *roots;  // the digits of every cell before the first guess
  Mask *places;
  uint64_t *where;     // for every digit the set of cells that can hold it
  uint32_t *position;  // on the trail, from 1; 0: known from the start

  // What waits: cells whose digits have changed, digits of houses, and constraints. Each is in its queue once.
  uint32_t *cell_queue, *slot_queue;
  uint8_t *cell_waits, *slot_waits;
  // A cell waits until its arcs are followed; its constraints may be queued before that.
  enum : uint8_t { kChanged = 1, kTold = 2 };
  uint32_t waiting_cells, waiting_slots;
  // The constraints that wait are a set for each priority. A bit of `busy` is for every 64th word of it, and is set if one
  // of these may not be empty. They run in turn, from `turn_at` on.
  uint64_t *waiting, busy[kPriorities];
  uint32_t wait_words, turn_at[kPriorities];

  // Choices are tried on digits[] alone: keep() notes what to restore.
  struct Undone {
    uint32_t cell;
    Mask digits;
  };
  Undone *tried;
  uint32_t tries, tried_size;
  uint64_t *scratch;
#if defined(NONET_CHECK_REASONS)
  uint64_t *spare_scratch;  // for reasons that are checked while a constraint works
#endif
  Mask *joined;        // for choices, one row of cells for each depth
  Mask *other_digits;  // to try a constraint on the digits before
  Mask *read_digits;   // what automata have read last, see automaton.hpp
  uint64_t *layers;    // the states of automata that can matter, see automaton.hpp
  uint64_t *barren;    // of regions, see connected.hpp

  uint32_t running;
  uint32_t enough;  // changes on the trail after which constraints do not run any more (proofs.hpp)
  uint32_t spared;  // a candidate that is never removed: shorter proofs are looked for without it (proofs.hpp)
  // Whether subsets are looked for after a guess (subsets.hpp), the set of houses where they may have changed, and the trail up
  // to which it is known.
  bool finds_subsets;
  uint64_t *changed_houses;
  uint32_t subset_head;
  // Set by a constraint that has eliminated all that it can: its own eliminations need not call it again.
  bool complete;
  // Whether regions may be numbered in another order (free_numbers.hpp), and whether they are on this board.
  bool may_renumber, renumbered;

  void attach(const Model &model, Arena &arena) {
    plan = &model;
    may_renumber = true, finds_subsets = false;
    enough = spared = kNone;
    attach_trail(model, arena);
    set_words = model.set_words;
    inverse = ((uint64_t)1 << 32) / n + 1;
    lock_words = model.lock_words;
    peer_sets = model.peers(0);
    full = model.full();
    use_houses_of_model();
    constraints = model.constraint_list();
    pool = model.pool();
    data = model.data();
    roots = arena.take<Mask>(cells);
    size_t most_houses = model.count + model.part_houses, most_seats = model.seats + model.part_seats;
    if (model.part_houses) {
      own_house_start = arena.take<uint32_t>(most_houses + 1);
      own_cell_start = arena.take<uint32_t>(cells + 1);
      own_house_cells = arena.take<uint16_t>(most_seats);
      own_most_seen = arena.take<uint8_t>(most_houses);
      own_lockable = arena.take<uint64_t>(most_houses * lock_words);
      own_seats = arena.take<Seat>(most_seats);
    }
    places = arena.take<Mask>(most_houses * n);
    where = arena.take<uint64_t>((size_t)n * set_words);
    position = arena.take<uint32_t>(model.candidates);
    cell_queue = arena.take<uint32_t>(cells);
    slot_queue = arena.take<uint32_t>(most_houses * n);
    cell_waits = arena.take<uint8_t>(cells);
    slot_waits = arena.take<uint8_t>(most_houses * n);
    wait_words = model.wait_words;
    waiting = arena.take<uint64_t>((size_t)kPriorities * wait_words);
    tried = arena.take<Undone>((size_t)cells * n + 64);
    joined = arena.take<Mask>((size_t)cells * 9);
    other_digits = arena.take<Mask>(cells);
    read_digits = arena.take<Mask>(model.automaton_cells);
    layers = arena.take<uint64_t>(model.automaton_layers);
    barren = arena.take<uint64_t>(model.barren);
    changed_houses = arena.take<uint64_t>((model.count + 63) / 64);
    scratch = arena.take<uint64_t>(model.scratch + 16);
#if defined(NONET_CHECK_REASONS)
    spare_scratch = arena.take<uint64_t>(model.scratch + 16);
#endif
  }

  const uint64_t *peers(uint32_t cell) const { return peer_sets + cell * set_words; }

  // The digits in reverse order.
  Mask turn(Mask m) const {
    uint64_t turned = 0;
    for (uint32_t i = 0; i < sizeof(Mask); i++) turned = turned << 8 | kTurned.bytes[m >> 8 * i & 255];
    return (Mask)(turned >> (8 * sizeof(Mask) - n));
  }

  // ---- houses -------------------------------------------------------------------------------------------------

  void use_houses_of_model() {
    houses = plan->count;
    house_start = plan->house_start();
    cell_start = plan->cell_start();
    house_cells = plan->house_cells();
    most_seen = plan->most_seen();
    lockable = plan->lockable();
    seats = plan->seat_list();
  }

  // Different cells with as many digits as cells have each of these digits once.
  void add_part_houses() {
    uint32_t used = plan->seats;
    for (uint32_t i = 0; i < plan->constraints; i++) {
      const Constraint &c = constraints[i];
      if (c.kind != kPartHouse) continue;
      Mask any = 0;
      for (uint32_t k = 0; k < c.count; k++) any |= digits[cells_of(c)[k]];
      if (count(any) != c.count) continue;
      if (houses == plan->count) {
        memcpy(own_house_start, plan->house_start(), sizeof(uint32_t) * (houses + 1));
        memcpy(own_house_cells, plan->house_cells(), sizeof(uint16_t) * used);
        memcpy(own_most_seen, plan->most_seen(), houses);
        memcpy(own_lockable, plan->lockable(), sizeof(uint64_t) * houses * lock_words);
        own_house_start[houses] = used;
      }
      memcpy(own_house_cells + used, cells_of(c), sizeof(uint16_t) * c.count);
      own_most_seen[houses] = (uint8_t)c.count;
      memset(own_lockable + houses * lock_words, 0xFF, sizeof(uint64_t) * lock_words);
      own_house_start[++houses] = used += c.count;
    }
    if (houses == plan->count) return;
    memset(own_cell_start, 0, sizeof(uint32_t) * (cells + 1));
    for (uint32_t i = 0; i < used; i++) own_cell_start[own_house_cells[i] + 1]++;
    for (uint32_t c = 0; c < cells; c++) own_cell_start[c + 1] += own_cell_start[c];
    for (uint32_t h = houses; h-- > 0;)
      for (uint32_t i = own_house_start[h + 1]; i-- > own_house_start[h];)
        own_seats[--own_cell_start[own_house_cells[i] + 1]] = Seat{(uint16_t)h, (uint16_t)(i - own_house_start[h])};
    // The loop above has moved each start to the place of the one before it.
    for (uint32_t c = 0; c < cells; c++) own_cell_start[c] = own_cell_start[c + 1];
    own_cell_start[cells] = used;
    house_start = own_house_start, cell_start = own_cell_start, house_cells = own_house_cells;
    most_seen = own_most_seen, lockable = own_lockable, seats = own_seats;
  }

  // ---- begin --------------------------------------------------------------------------------------------------

  bool sweep() {
    if (plan->impossible) return false;
    const uint64_t *allowed = plan->allowed();
    for (uint32_t c = 0; c < cells; c++)
      if (!(digits[c] &= (Mask)allowed[c])) return false;
    return true;
  }

  // Even a board that is full has constraints to meet.
  bool settled() { return false; }

  bool begin() { return prepare() && propagate(); }

  // Begin without propagation; with `singles` false also without what is alone in a cell or a house.
  bool prepare(bool singles = true) {
    if (plan->part_houses) use_houses_of_model(), add_part_houses();
    renumbered = may_renumber && has_free_numbers(*this);
    memset(places, 0, sizeof(Mask) * houses * n);
    memset(where, 0, sizeof(uint64_t) * n * set_words);
    memset(state, kRemoved, plan->candidates);
    memset(depth_of, 0, sizeof(uint32_t) * plan->candidates);
    memset(position, 0, sizeof(uint32_t) * plan->candidates);
    memset(read_digits, 0, sizeof(Mask) * plan->automaton_cells);
    memset(layers, 0, sizeof(uint64_t) * plan->automaton_layers);
    memset(barren, 0xFF, sizeof(uint64_t) * plan->barren);
    memset(cell_waits, 0, cells);
    memset(slot_waits, 0, (size_t)houses * n);
    memset(waiting, 0, sizeof(uint64_t) * kPriorities * wait_words);
    trail_size = head = placed = depth = 0;
    forget_changed_houses(0);
    waiting_cells = waiting_slots = tries = tried_size = 0;
    for (uint32_t p = 0; p < kPriorities; p++) busy[p] = turn_at[p] = 0;
    refused = running = kNone;
    memcpy(roots, digits, sizeof(Mask) * cells);
    for (uint32_t c = 0; c < cells; c++)
      for (Mask m = digits[c]; m; m &= (Mask)(m - 1)) {
        uint32_t d = first(m);
        state[c * n + d] = kOpen;
        where[d * set_words + c / 64] |= (uint64_t)1 << (c % 64);
        for (uint32_t s = cell_start[c]; s < cell_start[c + 1]; s++)
          places[seats[s].house * n + d] |= bit(seats[s].position);
      }
    for (uint32_t c = 0; c < cells; c++) {
      if (!digits[c]) return false;
      if (singles && single(digits[c]) && !place(c, first(digits[c]), Reason{})) return false;
    }
    for (uint32_t h = 0; h < houses; h++)
      for (uint32_t d = 0; d < n; d++) {
        Mask m = places[h * n + d];
        if (!m && h >= plan->count) continue;
        if (!m) return false;
        if (singles && single(m) && !place(house_cells[house_start[h] + first(m)], d, Reason{})) return false;
        if (may_lock(h, m)) wait_for_slot(h * n + d);
      }
    for (uint32_t c = 0; c < cells; c++) wait_for_cell(c);
    for (uint32_t i = 0; i < plan->constraints; i++)
      if (!constraints[i].nested) wait_for_constraint(i);
    return true;
  }

  // Place what is alone in its cell or its house, and give the reasons.
  bool place_singles() {
    for (uint32_t c = 0; c < cells; c++)
      if (single(digits[c]) && !place(c, first(digits[c]), Reason{(uint32_t)Why::kCell, 0, 0, c})) return false;
    for (uint32_t slot = 0; slot < houses * n; slot++)
      if (Mask m = places[slot]; m && single(m)) {
        uint32_t h = over_n(slot), cell = house_cells[house_start[h] + first(m)];
        if (!place(cell, slot - h * n, Reason{(uint32_t)Why::kHouse, 0, 0, slot})) return false;
      }
    return true;
  }

  // number / n, for candidates and slots: these are less than 2^32 / n.
  uint32_t over_n(uint32_t number) const { return (uint32_t)(number * inverse >> 32); }

  // ---- the trail ----------------------------------------------------------------------------------------------

  void pushed(uint32_t candidate) { position[candidate] = trail_size; }

  bool remove(uint32_t cell, uint32_t digit, Reason why) {
    uint32_t candidate = cell * n + digit;
    if (state[candidate] == kRemoved || candidate == spared) return true;
    if (state[candidate] == kPlaced) return fail(why, candidate);
    state[candidate] = kRemoved;
    push(2 * candidate, why);
    where[digit * set_words + cell / 64] &= ~((uint64_t)1 << (cell % 64));
    wait_for_cell(cell);
    Mask left = digits[cell] &= (Mask)~bit(digit);
    if (!depth) roots[cell] = left;
    if (!left) return fail(Reason{(uint32_t)Why::kCell, 0, 0, cell});
    if (single(left) && !place(cell, first(left), Reason{(uint32_t)Why::kCell, 0, 0, cell})) return false;
    const Seat *end = seats + cell_start[cell + 1];
    for (const Seat *seat = seats + cell_start[cell]; seat < end; seat++) {
      uint32_t h = seat->house, slot = h * n + digit;
      Mask left_places = places[slot] &= (Mask)~bit(seat->position);
      if (!single(left_places)) {
        if (may_lock(h, left_places)) wait_for_slot(slot);
        continue;
      }
      Reason because{(uint32_t)Why::kHouse, 0, 0, slot};
      if (!left_places) return fail(because);
      if (!place(house_cells[house_start[h] + first(left_places)], digit, because)) return false;
    }
    return true;
  }

  void undo_to(uint32_t size) {
    while (trail_size > size) {
      uint32_t entry = trail[--trail_size], candidate = entry / 2, cell = over_n(candidate),
               digit = candidate - cell * n;
      state[candidate] = kOpen;
      if (entry & 1) {
        placed--;
        continue;
      }
      digits[cell] |= bit(digit);
      where[digit * set_words + cell / 64] |= (uint64_t)1 << (cell % 64);
      Mask *of_digit = places + digit;
      const Seat *end = seats + cell_start[cell + 1];
      for (const Seat *seat = seats + cell_start[cell]; seat < end; seat++)
        of_digit[seat->house * n] |= bit(seat->position);
    }
    head = size;
    forget_waiting();
    if (finds_subsets) forget_changed_houses(size);
  }

  // ---- queues -------------------------------------------------------------------------------------------------

  void wait_for_cell(uint32_t cell) {
    if (!cell_waits[cell]) cell_queue[waiting_cells++] = cell;
    cell_waits[cell] = kChanged;
  }
  void tell_constraints(uint32_t cell) {
    const uint32_t *start = plan->watch_start() + cell;
    const Watch *watch = plan->watches() + start[0], *end = plan->watches() + start[1];
    for (uint64_t *set = waiting; watch < end; watch++) {
      set[watch->at] |= watch->bits;
      busy[watch->priority] |= (uint64_t)1 << watch->busy;
    }
  }
  void wait_for_slot(uint32_t slot) {
    if (slot_waits[slot]) return;
    slot_waits[slot] = 1;
    slot_queue[waiting_slots++] = slot;
  }
  void wait_for_constraint(uint32_t i) {
    waiting[constraints[i].priority * wait_words + i / 64] |= (uint64_t)1 << (i % 64);
    busy[constraints[i].priority] |= (uint64_t)1 << (i / 64 % 64);
  }
  void forget_constraint(uint32_t i) {
    waiting[constraints[i].priority * wait_words + i / 64] &= ~((uint64_t)1 << (i % 64));
  }
  void forget_waiting() {
    while (waiting_cells) cell_waits[cell_queue[--waiting_cells]] = 0;
    while (waiting_slots) slot_waits[slot_queue[--waiting_slots]] = 0;
    for (uint32_t p = 0; p < kPriorities; p++)
      for (; busy[p]; busy[p] &= busy[p] - 1)
        for (uint32_t w = (uint32_t)__builtin_ctzll(busy[p]); w < wait_words; w += 64) waiting[p * wait_words + w] = 0;
    running = kNone;
  }
  // The next constraint of a priority that waits; kNone: there is none.
  uint32_t next_constraint(uint32_t p) {
    uint64_t *of = waiting + p * wait_words;
    uint32_t word = turn_at[p] / 64;
    uint64_t found = busy[p] ? of[word] & ~(uint64_t)0 << (turn_at[p] % 64) : 0;
    while (!found) {
      if (!busy[p]) return kNone;
      // The words after this one, then the first ones.
      uint64_t after = busy[p] & ~(uint64_t)1 << (word % 64);
      uint32_t first_word = (uint32_t)__builtin_ctzll(after ? after : busy[p]);
      for (word = first_word; word < wait_words && !of[word];) word += 64;
      if (word < wait_words)
        found = of[word];
      else
        busy[p] &= ~((uint64_t)1 << first_word), word = first_word;
    }
    uint32_t i = word * 64 + (uint32_t)__builtin_ctzll(found);
    of[word] &= ~(found & -found);
    turn_at[p] = (i + 1) / 64 < wait_words ? i + 1 : 0;
    return i;
  }

  bool propagate() {
    for (;;) {
      if (head < trail_size) {
        uint32_t entry = trail[head++];
        if ((entry & 1) && !cross_out(entry / 2)) return false;
      } else if (waiting_cells) {
        uint32_t cell = cell_queue[--waiting_cells];
        if (cell_waits[cell] == kChanged) tell_constraints(cell);
        cell_waits[cell] = 0;
        if (!follow_arcs(cell)) return false;
      } else if (waiting_slots) {
        uint32_t slot = slot_queue[--waiting_slots];
        slot_waits[slot] = 0;
        if (!lock(slot)) return false;
      } else {
        uint32_t i = kNone;
        for (uint32_t p = 0; p < kPriorities && i == kNone; p++) i = next_constraint(p);
        if (i == kNone && finds_subsets && trail_size <= enough) {
          const uint32_t before = trail_size;
          if (!find_subset()) return false;
          if (trail_size != before) continue;
        }
        if (i == kNone || trail_size > enough) return true;
        work += constraints[i].count + 1;
        if (!run(i)) return false;
        if (pause()) {
          wait_for_constraint(i);  // it may not have ended
          return true;
        }
      }
    }
  }

  // ---- rules of cells and houses ------------------------------------------------------------------------------

  bool cross_out(uint32_t candidate) {
    uint32_t cell = over_n(candidate), digit = candidate - cell * n;
    Reason because{(uint32_t)Why::kPlaced, 0, 0, candidate};
    for (Mask m = (Mask)(digits[cell] & ~bit(digit)); m; m &= (Mask)(m - 1))
      if (!remove(cell, first(m), because)) return false;
    const uint64_t *others = plan->peers(cell, digit);
    for (uint32_t w = 0; w < set_words; w++)
      for (uint64_t m = others[w] & where[digit * set_words + w]; m; m &= m - 1)
        if (!remove(w * 64 + (uint32_t)__builtin_ctzll(m), digit, because)) return false;
    return true;
  }

  bool follow_arcs(uint32_t cell) {
    const uint32_t *start = plan->arc_start();
    const Arc *arcs = plan->arc_list();
    const Mask *relations = plan->relations<Mask>();
    for (uint32_t i = start[cell]; i < start[cell + 1]; i++) {
      Mask gone = (Mask)(digits[arcs[i].to] & ~through(*plan, relations + arcs[i].forward, digits[cell]));
      for (; gone; gone &= (Mask)(gone - 1))
        if (!remove(arcs[i].to, first(gone), Reason{(uint32_t)Why::kArc, 0, 0, i})) return false;
    }
    return true;
  }

  // Whether some cell outside of a house may differ from all these positions. Few sets of positions are such, so most
  // changes need not wait for lock().
  bool may_lock(uint32_t house, Mask left) const {
    if (lock_words) return lockable[house * lock_words + left / 64] >> (left % 64) & 1;
    return count(left) <= most_seen[house];
  }

  // Locked candidates: a cell that differs from all positions of a digit in a full house cannot hold the digit.
  bool lock(uint32_t slot) {
    Mask left = places[slot];
    if (single(left)) return true;
    uint32_t h = over_n(slot), digit = slot - h * n;
    const uint16_t *house = house_cells + house_start[h];
    for (uint32_t w = 0; w < set_words; w++) {
      uint64_t seen = where[digit * set_words + w];
      for (Mask m = left; m && seen; m &= (Mask)(m - 1)) seen &= plan->peers(house[first(m)], digit)[w];
      for (; seen; seen &= seen - 1)
        if (!remove(w * 64 + (uint32_t)__builtin_ctzll(seen), digit, Reason{(uint32_t)Why::kSeen, 0, 0, slot}))
          return false;
    }
    return true;
  }

  // Eliminate by one subset of a house that has changed since the first guess; before it, none is looked for.
  bool find_subset() {
    for (; subset_head < trail_size && depth; subset_head++) {
      uint32_t cell = over_n(trail[subset_head] / 2);
      for (uint32_t s = cell_start[cell]; s < cell_start[cell + 1]; s++)
        if (uint32_t h = seats[s].house; h < plan->count) changed_houses[h / 64] |= (uint64_t)1 << (h % 64);
    }
    const uint32_t before = trail_size;
    if (!Subsets<Constrained>{*this}.run(changed_houses)) return false;
    if (trail_size == before) forget_changed_houses(before);
    return true;
  }
  void forget_changed_houses(uint32_t size) {
    memset(changed_houses, 0, sizeof(uint64_t) * ((plan->count + 63) / 64));
    subset_head = size;
  }

  // ---- constraints --------------------------------------------------------------------------------------------

  // Eliminate the digits of a cell that are not in `mask`, for the reason that is running.
  bool keep(uint32_t cell, Mask mask) {
    Mask gone = (Mask)(digits[cell] & ~mask);
    if (!gone) return true;
    if (tries) {
      tried[tried_size++] = Undone{cell, digits[cell]};
      return (digits[cell] &= mask) != 0;
    }
    for (; gone; gone &= (Mask)(gone - 1))
      if (!remove(cell, first(gone), Reason{(uint32_t)Why::kConstraint, 0, 0, running})) return false;
    return true;
  }
  bool give_up() { return tries ? false : fail(Reason{(uint32_t)Why::kConstraint, 0, 0, running}); }

  const uint16_t *cells_of(const Constraint &c) const { return pool + c.cells_at; }
  const int64_t *data_of(const Constraint &c) const { return data + c.data_at; }

  // Word w of a set of `count` cells of the board from cell `from` on, counted from there.
  uint64_t cells_from(uint32_t from, uint32_t count, uint32_t w, const uint64_t *set) const {
    uint32_t at = from / 64 + w, by = from % 64, left = count - 64 * w;
    uint64_t word = set[at] >> by;
    if (by && at + 1 < set_words) word |= set[at + 1] << (64 - by);
    return left < 64 ? word & (((uint64_t)1 << left) - 1) : word;
  }

  // The digits of a cell before the first guess.
  Mask known(uint32_t cell) const { return roots[cell]; }

  bool run(uint32_t i);
  bool run_one(const Constraint &c);

  // The digits that cells had left before a position on the trail, and why others had not.
  struct Before {
    const Constrained *board;
    uint32_t position;  // candidates at this one or later had not changed
    Mask digits(uint32_t cell) const {
      const Constrained &b = *board;
      Mask left = b.digits[cell];
      for (Mask m = (Mask)(b.all() & ~left); m; m &= (Mask)(m - 1)) {
        uint32_t d = b.first(m);
        if (b.position[cell * b.n + d] >= position) left |= b.bit(d);
      }
      return left;
    }
    // Whether a cell had one of these digits.
    bool has_any(uint32_t cell, Mask mask) const {
      const Constrained &b = *board;
      if (b.digits[cell] & mask) return true;
      for (; mask; mask &= (Mask)(mask - 1))
        if (b.position[cell * b.n + b.first(mask)] >= position) return true;
      return false;
    }
    bool has(uint32_t candidate) const {
      return board->state[candidate] != kRemoved || board->position[candidate] >= position;
    }
    // Report why a cell had none of the digits of `mask`.
    template <class F> void why_not(uint32_t cell, Mask mask, F f) const {
      const Constrained &b = *board;
      if (!mask) return;
      if (!b.single(mask) && b.single(b.digits[cell])) {
        uint32_t placed = cell * b.n + b.first(b.digits[cell]);
        if (b.state[placed] == kPlaced && b.position[placed] < position) return f(placed);
      }
      for (; mask; mask &= (Mask)(mask - 1)) f(cell * b.n + b.first(mask));
    }
    // Report why a cell had lost all the digits that it had lost.
    template <class F> void why_left(uint32_t cell, F f) const {
      why_not(cell, (Mask)(board->all() & ~digits(cell)), f);
    }
  };

  // Call f with every candidate whose state is part of the reason why candidate `self` was removed, or of a conflict
  // without a candidate (kNone). `before` is the position of the removal.
  template <class F> void explain(Reason why, uint32_t self, uint32_t at, F f) {
    check_reason(why, self, at);
    find_reason(why, self, at, f);
  }
  // In builds for tests, see reason_checks.hpp.
  void check_reason(Reason why, uint32_t self, uint32_t at);

  template <class F> void find_reason(Reason why, uint32_t self, uint32_t at, F f) {
    switch ((Why)why.why) {
      case Why::kArc: {
        const Arc &arc = plan->arc_list()[why.subject];
        Before{this, at}.why_not(arc.from, through(*plan, plan->relations<Mask>() + arc.backward, bit(self % n)), f);
        break;
      }
      case Why::kSeen: {
        uint32_t h = why.subject / n, digit = why.subject % n, cell = self / n;
        for (uint32_t p = house_start[h]; p < house_start[h + 1]; p++) {
          uint32_t other = house_cells[p];
          if (!plan->are_peers(cell, other, digit)) f(other * n + digit);
        }
        break;
      }
      case Why::kSubset: return explain_subset(*this, why, Before{this, at}, f);
      default: explain_constraint(why.subject, self, at, f);
    }
  }
  template <class F> void explain_constraint(uint32_t i, uint32_t self, uint32_t at, F f);
  template <class F> void explain_one(const Constraint &c, uint32_t self, Before before, F f);
};

}  // namespace nonet

#include "search/automaton.hpp"
#include "search/connected.hpp"
#include "search/counting.hpp"
#include "search/digit_sets.hpp"
#include "search/either.hpp"
#include "search/filling.hpp"
#include "search/linear.hpp"
#include "search/regions.hpp"
#include "search/runs.hpp"
#include "search/subsets.hpp"
#include "search/variety.hpp"
#include "search/visible.hpp"
#if defined(NONET_CHECK_REASONS)
#include "search/reason_checks.hpp"
#endif

namespace nonet {

#if defined(NONET_CHECK_REASONS)
template <class M> void Constrained<M>::check_reason(Reason why, uint32_t self, uint32_t at) {
  if ((Why)why.why < Why::kArc) return;
#if defined(NONET_FUZZ)
  if (!kChecksReasons) return;
#endif
  ReasonCheck<Constrained> check(*this, why, self, at);
  uint64_t *kept = scratch;
  scratch = spare_scratch;
  find_reason(why, self, at, [&](uint32_t candidate) { check.name(candidate); });
  scratch = kept;
  check.follows();
}
#else
template <class M> inline void Constrained<M>::check_reason(Reason, uint32_t, uint32_t) {}
#endif

template <class M> bool Constrained<M>::run_one(const Constraint &c) {
  switch (c.kind) {
#define KIND(Name, name, reason) \
  case k##Name: return run_##name(*this, c);
#define INNER KIND
#include "search/kinds.def"
    default: return true;  // never run
  }
}

template <class M> bool Constrained<M>::run(uint32_t i) {
  const Constraint &c = constraints[i];
  running = i;
  complete = false;
  if (!run_one(c)) return false;
  if (!complete) return true;
  for (uint32_t k = 0; k < waiting_cells; k++) {
    tell_constraints(cell_queue[k]);
    cell_waits[cell_queue[k]] = kTold;
  }
  forget_constraint(i);
  return true;
}

template <class M> template <class F>
void Constrained<M>::explain_constraint(uint32_t i, uint32_t self, uint32_t at, F f) {
  explain_one(constraints[i], self, Before{this, at}, f);
}

template <class M> template <class F>
void Constrained<M>::explain_one(const Constraint &c, uint32_t self, Before before, F f) {
  work += c.count;
  switch (c.kind) {
#define KIND(Name, name, reason) \
  case k##Name: return explain_##reason(*this, c, self, before, f);
#define INNER KIND
#include "search/kinds.def"
  }
}

}  // namespace nonet

#endif
