// tables.hpp: the houses of a board of any size as tables: which cells are in which houses, and where two houses overlap.
//
// The search sees candidates from two sides: the digits of a cell, and the positions of a digit in a house. A *seat* (the
// position of a cell in a house) leads from one to the other.
#ifndef NONET_TABLES_HPP
#define NONET_TABLES_HPP

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core.h"

namespace nonet {

constexpr uint32_t kMaxSize = 36;
constexpr uint32_t kMaxHouses = 1024;
constexpr uint32_t kMaxSeats = 16384;
constexpr uint32_t kMaxSeatsOfCell = 16;

struct Seat {
  uint16_t house;
  uint16_t position;  // in the house
};

// The tables, in one block of the caller's memory that starts with this struct.
struct Houses {
  uint64_t magic;
  uint32_t size;        // digits; as many rows, and as many columns
  uint32_t cells;       // size * size
  uint32_t count;       // houses
  uint32_t seats;       // of all houses
  uint32_t most;        // the largest number of seats of a cell
  uint32_t mask_bytes;  // 2, 4 or 8: the size of a set of digits or positions
  uint32_t bytes;       // of the whole block
  uint32_t candidates;  // cells * size

  // Offsets in bytes from the beginning of the block.
  uint32_t house_start_at, house_cells_at, full_at, cell_start_at, seats_at, overlaps_at;

  template <class T> const T *at(uint32_t offset) const { return (const T *)((const char *)this + offset); }

  // house_cells[house_start[h]] to house_cells[house_start[h + 1] - 1]: the cells of house h, in reading order.
  const uint32_t *house_start() const { return at<uint32_t>(house_start_at); }
  const uint16_t *house_cells() const { return at<uint16_t>(house_cells_at); }
  // Whether a house has as many cells as there are digits, so that it contains every digit.
  const uint8_t *full() const { return at<uint8_t>(full_at); }
  // seat_list[cell_start[c]] to seat_list[cell_start[c + 1] - 1]: the seats of cell c.
  const uint32_t *cell_start() const { return at<uint32_t>(cell_start_at); }
  const Seat *seat_list() const { return at<Seat>(seats_at); }
  // overlaps[(house_start[h] + p) * most + k]: the positions of house h whose cells are also in the house of the k-th seat
  // of the cell at position p.
  template <class Mask> const Mask *overlaps() const { return at<Mask>(overlaps_at); }
};

constexpr uint64_t kHousesMagic = 0x6e6f6e6574686f75;  // "nonethou"

inline uint32_t mask_bytes_of(uint32_t size) { return size <= 16 ? 2 : size <= 32 ? 4 : 8; }

// Check the caller's houses, and lay out the block; false if they are not valid.
inline bool plan_houses(const nonet_houses &given, Houses &plan, uint32_t seats_of_cell[kMaxSize * kMaxSize]) {
  plan = Houses{};
  if (given.size < 1 || given.size > kMaxSize || given.count > kMaxHouses) return false;
  if (given.count && (!given.lengths || !given.cells)) return false;
  plan.magic = kHousesMagic;
  plan.size = given.size;
  plan.cells = given.size * given.size;
  plan.count = given.count;
  plan.candidates = plan.cells * plan.size;
  plan.mask_bytes = mask_bytes_of(plan.size);
  memset(seats_of_cell, 0, sizeof(uint32_t) * kMaxSize * kMaxSize);
  for (uint32_t h = 0, at = 0; h < given.count; h++) {
    if (given.lengths[h] > given.size || at + given.lengths[h] > kMaxSeats) return false;
    for (uint32_t i = 0; i < given.lengths[h]; i++, at++) {
      // Ascending, so no cell is in a house twice.
      if (given.cells[at] >= plan.cells || (i && given.cells[at] <= given.cells[at - 1])) return false;
      if (++seats_of_cell[given.cells[at]] > kMaxSeatsOfCell) return false;
    }
    plan.seats = at;
  }
  for (uint32_t c = 0; c < plan.cells; c++)
    if (seats_of_cell[c] > plan.most) plan.most = seats_of_cell[c];
  uint32_t at = (sizeof(Houses) + 63) / 64 * 64;
  auto take = [&](size_t bytes) {
    uint32_t here = at;
    at = (uint32_t)((at + bytes + 63) / 64 * 64);
    return here;
  };
  plan.house_start_at = take(sizeof(uint32_t) * (plan.count + 1));
  plan.house_cells_at = take(sizeof(uint16_t) * plan.seats);
  plan.full_at = take(plan.count);
  plan.cell_start_at = take(sizeof(uint32_t) * (plan.cells + 1));
  plan.seats_at = take(sizeof(Seat) * plan.seats);
  plan.overlaps_at = take((size_t)plan.mask_bytes * plan.seats * plan.most);
  plan.bytes = at;
  return true;
}

template <class Mask> void fill_overlaps(const Houses &plan, Mask *overlaps) {
  const uint32_t *start = plan.house_start(), *cell_start = plan.cell_start();
  const uint16_t *cells = plan.house_cells();
  const Seat *seats = plan.seat_list();
  for (uint32_t h = 0; h < plan.count; h++)
    for (uint32_t p = start[h]; p < start[h + 1]; p++) {
      uint32_t cell = cells[p];
      for (uint32_t k = cell_start[cell]; k < cell_start[cell + 1]; k++) {
        Mask both = 0;
        for (uint32_t q = start[h]; q < start[h + 1]; q++)
          for (uint32_t s = cell_start[cells[q]]; s < cell_start[cells[q] + 1]; s++)
            if (seats[s].house == seats[k].house) both |= (Mask)((Mask)1 << (q - start[h]));
        overlaps[p * plan.most + (k - cell_start[cell])] = both;
      }
    }
}

// Fill a block of plan.bytes.
inline void make_houses(const nonet_houses &given, const Houses &plan, const uint32_t *seats_of_cell, void *block) {
  memset(block, 0, plan.bytes);
  Houses &made = *(Houses *)block;
  made = plan;
  auto *start = (uint32_t *)((char *)block + plan.house_start_at);
  auto *cells = (uint16_t *)((char *)block + plan.house_cells_at);
  auto *full = (uint8_t *)((char *)block + plan.full_at);
  auto *cell_start = (uint32_t *)((char *)block + plan.cell_start_at);
  auto *seats = (Seat *)((char *)block + plan.seats_at);
  uint32_t next[kMaxSize * kMaxSize];
  for (uint32_t c = 0; c < plan.cells; c++) {
    next[c] = cell_start[c];
    cell_start[c + 1] = cell_start[c] + seats_of_cell[c];
  }
  for (uint32_t h = 0; h < plan.count; h++) {
    start[h + 1] = start[h] + given.lengths[h];
    full[h] = given.lengths[h] == plan.size;
    for (uint32_t p = start[h]; p < start[h + 1]; p++) {
      cells[p] = given.cells[p];
      seats[next[cells[p]]++] = Seat{(uint16_t)h, (uint16_t)(p - start[h])};
    }
  }
  if (plan.mask_bytes == 2) fill_overlaps(made, (uint16_t *)((char *)block + plan.overlaps_at));
  if (plan.mask_bytes == 4) fill_overlaps(made, (uint32_t *)((char *)block + plan.overlaps_at));
  if (plan.mask_bytes == 8) fill_overlaps(made, (uint64_t *)((char *)block + plan.overlaps_at));
}

}  // namespace nonet

#endif
