// lane_boards.hpp: boards into a lane and out of it.
//
// Included by lockstep.cpp, once per instruction set.

NONET_INLINE const uint8_t *row_bytes(const Boards &boards, size_t row) {
  return boards.bytes + (boards.offsets ? boards.offsets[row] : row * boards.stride);
}

// The stores below write to 81 cache lines. They are volatile because vectorising such scattered stores makes them slower,
// and unrolled so that all addresses are constants.

// Load a board of the input into a lane, and count its givens; false if it contains anything but digits and blanks.
bool load_board(State &s, int lane, const Boards &boards, size_t row, uint32_t &givens) {
  volatile uint16_t *w = column(s, lane);
  if (boards.marks) {
    const uint16_t *marks = boards.marks + row * kCells;
    uint16_t seen = 0;
    givens = 0;
    for (int i = 0; i < kCells; i++) {
      uint16_t mask = marks[kOrder.reading[i]];
      seen |= mask;
      givens += !(mask & (mask - 1));
      w[i * kLanes] = mask;
    }
    return seen <= kAllDigits;
  }
  const uint8_t *bytes = row_bytes(boards, row);
  const uint32_t *entries = boards.byte_masks->entry;
  uint32_t sum = 0;
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) {
    uint32_t entry = entries[bytes[kOrder.reading[i]]];
    sum += entry;
    w[i * kLanes] = (uint16_t)entry;
  }
  givens = sum / ByteMasks::kGiven % 128;
  return sum < ByteMasks::kBad;
}

// Load a board of a stack into a lane: cell i is board[i * kSlots].
void restore_board(State &s, int lane, const uint16_t *board) {
  volatile uint16_t *w = column(s, lane);
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) w[i * kLanes] = board[i * kSlots];
}

void store_solution(State &s, int lane, uint8_t *out, uint8_t zero) {
  const uint16_t *w = column(s, lane);
#pragma GCC unroll 81
  for (int i = 0; i < kCells; i++) out[kOrder.reading[i]] = (uint8_t)(zero + 1 + __builtin_ctz(w[i * kLanes]));
}

// Whether two givens in a house are equal. Such a row gets a status of its own.
bool givens_conflict(const Boards &boards, size_t row) {
  uint16_t house[27] = {};
  if (boards.marks) return false;
  const uint8_t *bytes = row_bytes(boards, row);
  for (int cell = 0; cell < kCells; cell++) {
    uint16_t mask = boards.byte_masks->of(bytes[cell]);
    if (mask == kAllDigits) continue;
    int houses[3] = {cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3};
    for (int h : houses) {
      if (house[h] & mask) return true;
      house[h] |= mask;
    }
  }
  return false;
}
