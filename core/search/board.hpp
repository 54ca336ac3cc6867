// board.hpp: the board of any size: candidates, propagation, and undo.
//
// Candidates are kept twice, as the digits of every cell and as the positions of every digit in every house. Each removal
// updates both, so a cell with one digit left, or a digit with one position left, is seen at once on a board of any size.
//
//   digits[c]         the digits that cell c can hold
//   places[h*n + d]   the positions in house h that can hold digit d
//
// A house with as many cells as digits is *full*: it contains every digit. In a smaller house, digits only differ.
#ifndef NONET_BOARD_HPP
#define NONET_BOARD_HPP

#include "search/trail.hpp"

namespace nonet {

template <class M> struct Board : Trail<Board<M>, M> {
  using Mask = M;
  using Plan = Houses;
  NONET_TRAIL(Board<M>, M)
  static constexpr bool kHasConstraints = false;

  const Houses *plan;
  const uint32_t *house_start, *cell_start;
  const uint16_t *house_cells;
  const uint8_t *full;
  const Seat *seats;
  const Mask *overlaps;

  Mask *places;
  uint8_t *dirty;  // houses, for sweep()
  uint32_t locked_head;

  void pushed(uint32_t) {}
  void check_reason(Reason, uint32_t, uint32_t) {}

  void attach(const Houses &houses, Arena &arena) {
    plan = &houses;
    house_start = houses.house_start();
    cell_start = houses.cell_start();
    house_cells = houses.house_cells();
    full = houses.full();
    seats = houses.seat_list();
    overlaps = houses.overlaps<Mask>();
    attach_trail(houses, arena);
    places = arena.take<Mask>((size_t)houses.count * n);
    dirty = arena.take<uint8_t>(houses.count);
  }

  // ---- singles on masks alone: all that an easy board needs ---------------------------------------------------

  // Eliminate by naked and hidden singles until nothing changes; false for a contradiction. It uses digits[] only, and
  // visits a house again only after one of its cells has changed.
  bool sweep() {
    memset(dirty, 1, plan->count);
    bool again = true;
    while (again) {
      again = false;
      for (uint32_t h = 0; h < plan->count; h++) {
        if (!dirty[h]) continue;
        dirty[h] = 0;
        const uint16_t *house = house_cells + house_start[h];
        uint32_t length = house_start[h + 1] - house_start[h];
        Mask once = 0, twice = 0, fixed = 0, clash = 0;
        for (uint32_t i = 0; i < length; i++) {
          Mask m = digits[house[i]];
          twice |= once & m;
          once |= m;
          Mask lone = single(m) ? m : 0;
          clash |= fixed & lone;
          fixed |= lone;
        }
        if (clash || (full[h] && once != all())) return false;
        Mask hidden = full[h] ? (Mask)(once & ~twice & ~fixed) : 0;
        if (!hidden && !(fixed & twice)) continue;
        for (uint32_t i = 0; i < length; i++) {
          Mask m = digits[house[i]];
          if (single(m)) continue;
          Mask left = (Mask)(m & ~fixed);
          if (left & hidden) {
            left &= hidden;
            if (!single(left)) return false;
          }
          if (left == m) continue;
          if (!left) return false;
          digits[house[i]] = left;
          for (uint32_t s = cell_start[house[i]]; s < cell_start[house[i] + 1]; s++) dirty[seats[s].house] = 1;
          again = true;
        }
      }
    }
    return true;
  }

  // Whether every cell has one digit after a sweep, so the board is solved. (A cell can have none if its houses are not
  // full.)
  bool settled() {
    placed = 0;
    for (uint32_t c = 0; c < cells; c++) placed += digits[c] && single(digits[c]);
    return placed == cells;
  }

  // ---- the trail ----------------------------------------------------------------------------------------------

  // Set up places and states from digits[] as sweep() leaves them, with an empty trail; false for a contradiction.
  bool begin() {
    memset(places, 0, sizeof(Mask) * plan->count * n);
    memset(state, kRemoved, plan->candidates);
    memset(depth_of, 0, sizeof(uint32_t) * plan->candidates);
    trail_size = head = locked_head = placed = depth = 0;
    refused = kNone;
    for (uint32_t c = 0; c < cells; c++) {
      if (!digits[c]) return false;
      bool lone = single(digits[c]);
      placed += lone;
      for (Mask m = digits[c]; m; m &= (Mask)(m - 1)) {
        uint32_t d = first(m);
        state[c * n + d] = lone ? kPlaced : kOpen;
        for (uint32_t s = cell_start[c]; s < cell_start[c + 1]; s++)
          places[seats[s].house * n + d] |= bit(seats[s].position);
      }
    }
    for (uint32_t h = 0; h < plan->count; h++)
      for (uint32_t d = 0; d < n; d++)
        if (full[h] && !lock(h, d)) return false;
    return propagate();
  }

  bool remove(uint32_t cell, uint32_t digit, Reason why) {
    uint32_t candidate = cell * n + digit;
    if (state[candidate] == kRemoved) return true;
    if (state[candidate] == kPlaced) return fail(why, candidate);
    state[candidate] = kRemoved;
    push(2 * candidate, why);
    Mask left = digits[cell] &= (Mask)~bit(digit);
    if (!left) return fail(Reason{(uint32_t)Why::kCell, 0, 0, cell});
    if (single(left) && !place(cell, first(left), Reason{(uint32_t)Why::kCell, 0, 0, cell})) return false;
    for (uint32_t s = cell_start[cell]; s < cell_start[cell + 1]; s++) {
      uint32_t h = seats[s].house, slot = h * n + digit;
      Mask where = places[slot] &= (Mask)~bit(seats[s].position);
      if (!single(where) || !full[h]) continue;
      Reason because{(uint32_t)Why::kHouse, 0, 0, slot};
      if (!where) return fail(because);
      if (!place(house_cells[house_start[h] + first(where)], digit, because)) return false;
    }
    return true;
  }

  void undo_to(uint32_t size) {
    while (trail_size > size) {
      uint32_t entry = trail[--trail_size], candidate = entry / 2, cell = candidate / n, digit = candidate % n;
      state[candidate] = kOpen;
      if (entry & 1) {
        placed--;
        continue;
      }
      digits[cell] |= bit(digit);
      for (uint32_t s = cell_start[cell]; s < cell_start[cell + 1]; s++)
        places[seats[s].house * n + digit] |= bit(seats[s].position);
    }
    head = locked_head = size;
  }

  // Remove the other digits of a placed candidate's cell, and its digit from the other cells of its houses.
  bool cross_out(uint32_t candidate) {
    uint32_t cell = candidate / n, digit = candidate % n;
    Reason because{(uint32_t)Why::kPlaced, 0, 0, candidate};
    for (Mask m = (Mask)(digits[cell] & ~bit(digit)); m; m &= (Mask)(m - 1))
      if (!remove(cell, first(m), because)) return false;
    for (uint32_t s = cell_start[cell]; s < cell_start[cell + 1]; s++) {
      uint32_t h = seats[s].house;
      for (Mask m = (Mask)(places[h * n + digit] & ~bit(seats[s].position)); m; m &= (Mask)(m - 1))
        if (!remove(house_cells[house_start[h] + first(m)], digit, because)) return false;
    }
    return true;
  }

  // Locked candidates: if all positions of a digit in a full house are in another house too, remove it from the rest of that.
  bool lock(uint32_t h, uint32_t digit) {
    Mask where = places[h * n + digit];
    if (single(where)) return true;
    uint32_t seat = house_start[h] + first(where), cell = house_cells[seat];
    const Mask *both = overlaps + (size_t)seat * plan->most;
    for (uint32_t s = cell_start[cell], k = 0; s < cell_start[cell + 1]; s++, k++) {
      uint32_t g = seats[s].house;
      if (g == h || where & ~both[k]) continue;
      // The positions of g that are also in h: the entry of the same cell, seen from g.
      uint32_t back = cell_start[cell];
      while (seats[back].house != h) back++;
      Mask here = overlaps[(size_t)(house_start[g] + seats[s].position) * plan->most + (back - cell_start[cell])];
      Reason because{(uint32_t)Why::kLocked, g, 0, h * n + digit};
      for (Mask m = (Mask)(places[g * n + digit] & ~here); m; m &= (Mask)(m - 1))
        if (!remove(house_cells[house_start[g] + first(m)], digit, because)) return false;
    }
    return true;
  }

  // Process the trail: first the consequences of placed candidates, then locked candidates.
  bool propagate() {
    for (;;) {
      if (head < trail_size) {
        uint32_t entry = trail[head++];
        if ((entry & 1) && !cross_out(entry / 2)) return false;
      } else if (locked_head < trail_size) {
        uint32_t entry = trail[locked_head++], cell = entry / 2 / n, digit = entry / 2 % n;
        if (entry & 1) continue;
        for (uint32_t s = cell_start[cell]; s < cell_start[cell + 1]; s++)
          if (full[seats[s].house] && !lock(seats[s].house, digit)) return false;
      } else {
        return true;
      }
    }
  }
};

}  // namespace nonet

#endif
