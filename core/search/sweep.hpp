// sweep.hpp: singles on eight small boards at once, one board per lane of a vector.
//
// Most small boards need nothing but singles, so in bulk a board should cost no more than the arithmetic on it. The eight
// boards have the same houses and take every step together; finished boards wait for the others. Boards that are not solved
// are searched one by one. (This is lockstep.cpp without guesses: any houses, masks of 16 bits, vectors of 16 bytes, which
// every processor has.)
#ifndef NONET_SWEEP_HPP
#define NONET_SWEEP_HPP

#include "search/tables.hpp"

namespace nonet {

constexpr uint32_t kLanes = 8;
constexpr uint32_t kMostLaneCells = 256;

typedef uint16_t Lanes __attribute__((vector_size(2 * kLanes)));

inline bool any(Lanes v) {
  uint64_t halves[2];
  memcpy(halves, &v, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// Eliminate by naked and hidden singles until no lane changes. A lane of `bad` is not 0 if its board has no solution.
inline void sweep_lanes(const Houses &houses, Lanes *digits, Lanes &bad) {
  const uint32_t *start = houses.house_start();
  const uint16_t *house_cells = houses.house_cells();
  const uint8_t *full = houses.full();
  const uint16_t every = (uint16_t)(0xFFFF >> (16 - houses.size));
  const Lanes zero = {}, all = zero + every;
  bad = zero;
  Lanes changed;
  do {
    changed = zero;
    for (uint32_t h = 0; h < houses.count; h++) {
      const uint16_t *cells = house_cells + start[h];
      uint32_t length = start[h + 1] - start[h];
      Lanes once = zero, twice = zero, fixed = zero, clash = zero;
      for (uint32_t i = 0; i < length; i++) {
        Lanes m = digits[cells[i]], lone = m & (Lanes)((m & (m - 1)) == zero);
        twice |= once & m;
        once |= m;
        clash |= fixed & lone;
        fixed |= lone;
      }
      Lanes hidden = zero;
      if (full[h]) {
        hidden = once & ~twice & ~fixed;
        clash |= once ^ all;
      }
      bad |= clash;
      for (uint32_t i = 0; i < length; i++) {
        Lanes m = digits[cells[i]], lone = m & (Lanes)((m & (m - 1)) == zero);
        Lanes left = (m & ~fixed) | lone, found = left & hidden;
        bad |= found & (found - 1);  // two digits with this cell as their only place
        left = (Lanes)(found == zero) & left;
        left |= found;
        changed |= left ^ m;
        digits[cells[i]] = left;
      }
    }
    changed &= (Lanes)(bad == zero);
  } while (any(changed));
}

}  // namespace nonet

#endif
