// general_calls.hpp: invalid houses and bad calls for fuzz/general.hpp: they must be refused, and nothing written.
#ifndef NONET_FUZZ_GENERAL_CALLS_HPP
#define NONET_FUZZ_GENERAL_CALLS_HPP

#include "fuzz/general_boards.hpp"

namespace {

// What core.h says about houses.
bool may_be_used(const nonet_houses &houses, size_t lengths, size_t cells) {
  if (houses.size < 1 || houses.size > kMostSize || houses.count > kMostHouses) return false;
  uint32_t seats[kMostBoard] = {}, board = houses.size * houses.size;
  size_t at = 0;
  require(lengths == houses.count, "the case itself is wrong");
  for (uint32_t h = 0; h < houses.count; h++) {
    uint32_t length = houses.lengths[h];
    if (length > houses.size || at + length > kMostSeats) return false;
    require(at + length <= cells, "the case itself is wrong");
    for (uint32_t i = 0; i < length; i++, at++) {
      uint32_t cell = houses.cells[at];
      if (cell >= board || (i && cell <= houses.cells[at - 1]) || ++seats[cell] > kMostSeatsOfCell) return false;
    }
  }
  return true;
}

void check_houses(const nonet_houses &houses, bool is_valid) {
  size_t bytes = nonet_tables_bytes(&houses);
  require((bytes > 0) == is_valid, is_valid ? "valid houses were refused" : "bad houses were taken");
  Buffer<uint8_t> room(is_valid ? bytes + 64 : 4096);
  void *tables = (void *)(((uintptr_t)room.data + 63) / 64 * 64);
  if (is_valid) {
    require(nonet_tables_make(&houses, (uint8_t *)tables + 4, bytes) == NONET_BAD_CALL &&
                nonet_tables_make(&houses, tables, bytes - 1) == NONET_BAD_CALL &&
                nonet_tables_make(&houses, nullptr, bytes) == NONET_BAD_CALL,
            "tables_make: a bad call went through");
    require(nonet_general_workspace_bytes(tables) == 0, "no tables, but a workspace");
  } else {
    require(nonet_tables_make(&houses, tables, SIZE_MAX) == NONET_BAD_CALL, "tables of bad houses");
  }
  require(untouched(room), "a bad call wrote something");
  if (is_valid) require(nonet_tables_make(&houses, tables, bytes) == NONET_OK, "tables_make was refused");
}

// Houses just within what is allowed, and just outside.
size_t edge_houses(Source &source) {
  Rules rules(kMostSize);
  uint16_t house[kMostSize];
  bool over = source.one_in(2);
  uint32_t kind = source.below(3), seats = kMostSeats;
  if (kind == 0) {  // as many houses as there may be
    for (uint32_t h = 0; h < kMostHouses; h++) {
      for (uint32_t i = 0; i < kMostSize; i++) house[i] = (uint16_t)((h * 13 + i) % rules.cells);
      rules.add(house, h % 12);
    }
  } else {  // as many cells, or as often the same cell
    for (uint32_t turn = 0; turn < kMostSeatsOfCell && seats; turn++)
      for (uint32_t line = 0; line < kMostSize && seats; line++) {
        uint32_t length = kind == 2 ? 1 : seats < kMostSize ? seats : kMostSize;
        for (uint32_t i = 0; i < length; i++) house[i] = (uint16_t)(kind == 2 ? 77 : line * kMostSize + i);
        if (rules.add(house, length)) seats -= length;
      }
  }
  if (kind == 2) require(rules.count == kMostSeatsOfCell, "the case itself is wrong");
  if (kind == 1) require(rules.seats == kMostSeats, "the case itself is wrong");
  Buffer<uint8_t> lengths(rules.count + over);
  Buffer<uint16_t> cells(rules.seats + over);
  memcpy(lengths.data, rules.lengths, rules.count);
  memcpy(cells.data, rules.list, rules.seats * sizeof(uint16_t));
  if (over) lengths[rules.count] = 1, cells[rules.seats] = kind == 2 ? 77 : 1295;
  check_houses({rules.size, rules.count + over, lengths.data, cells.data}, !over);
  return 1;
}

// Valid houses with one thing wrong, or random ones.
size_t bad_houses(Source &source) {
  if (source.one_in(16)) return edge_houses(source);
  Rules rules(random_board_size(source));
  random_houses(source, rules);
  GivenHouses given(rules);
  nonet_houses &houses = given.houses;
  check_houses(houses, true);
  if (rules.seats) {
    for (uint32_t wrong = 1 + source.below(3); wrong > 0; wrong--) {
      uint32_t at = source.below(rules.seats);
      uint16_t &cell = given.cells[at];
      switch (source.below(5)) {
        case 0: cell = (uint16_t)source.next(); break;
        case 1: cell = (uint16_t)source.below(rules.cells + 1); break;
        case 2: cell = given.cells[at ? at - 1 : at]; break;
        case 3: cell = given.cells[at + 1 < rules.seats ? at + 1 : at]; break;
        default: {  // a house longer, and another one shorter
          uint8_t &longer = given.lengths[source.below(rules.count)],
                  &shorter = given.lengths[source.below(rules.count)];
          uint8_t by = (uint8_t)source.below(shorter + 1u);
          if (longer + by <= 255) shorter = (uint8_t)(shorter - by), longer = (uint8_t)(longer + by);
        }
      }
    }
    check_houses(houses, may_be_used(houses, given.lengths.size, given.cells.size));
    nonet_houses other = houses;
    static const uint32_t kSizes[] = {0, 37, 64, 255, 256, 65536, 0x80000000, 0xFFFFFFFF};
    switch (source.below(4)) {
      case 0: other.size = source.pick(kSizes); break;
      case 1: other.count = source.one_in(2) ? kMostHouses + 1 : source.pick(kSizes) | 0x10000; break;
      case 2: other.lengths = nullptr; break;
      default: other.cells = nullptr;
    }
    check_houses(other, false);
  }
  require(nonet_tables_bytes(nullptr) == 0, "no houses, but tables");
  calls_refused++;
  return 1;
}

// A valid call with one thing wrong.
size_t bad_general_call(Source &source) {
  Rules rules(random_board_size(source));
  random_houses(source, rules);
  Tables made(source, rules);
  Aligned workspace(workspace_bytes_of(made.memory), source.byte()), garbage(made.bytes, source.byte());
  size_t cells_of_board = rules.cells, n = 1 + source.below(20), stride = rules.cells + source.below(3);
  Buffer<uint8_t> bytes((n - 1) * stride + rules.cells);
  Buffer<uint64_t> places(n), masks(n * rules.cells);
  memset(bytes.data, '.', bytes.size);
  for (size_t i = 0; i < n; i++) places[i] = i * stride;
  for (size_t i = 0; i < masks.size; i++) masks[i] = all_digits(rules.size);
  nonet_options options = options_of(2, 10);
  Answer a(n, rules.cells, 0, source.below(8), rules.cells);

  const void *tables = made.memory;
  const uint8_t *cells = bytes.data;
  const uint64_t *offsets = source.one_in(2) ? places.data : nullptr, *marks = masks.data;
  const nonet_options *o = &options;
  nonet_results *r = &a.results;
  size_t size = bytes.size, rows = n, memory_bytes = workspace.bytes;
  void *memory = workspace.memory;
  bool bytes_only = false;
  switch (source.below(17)) {
    case 0: cells = nullptr, marks = nullptr; break;
    case 1: size = source.below(rules.cells), bytes_only = true; break;
    case 2: size -= 1 + source.below((uint32_t)size), bytes_only = true; break;
    case 3: o = nullptr; break;
    case 4: options.limit = 0; break;
    case 5: r = nullptr; break;
    case 6: a.results.status = nullptr; break;
    case 7:
      a.results.solutions = bytes.data;
      a.results.solution_stride = source.below(rules.cells);
      break;
    case 8: memory = nullptr; break;
    case 9: memory = (uint8_t *)memory + 1 + source.below(63); break;
    case 10: memory_bytes = source.below((uint32_t)memory_bytes); break;
    case 11:
      places[source.below((uint32_t)n)] = size - cells_of_board + 1, offsets = places.data, bytes_only = true;
      break;
    case 12:
      places[source.below((uint32_t)n)] = ~(uint64_t)source.below(1300), offsets = places.data, bytes_only = true;
      break;
    case 13: tables = nullptr; break;
    case 14: tables = (const uint8_t *)tables + 4; break;
    case 15: tables = garbage.memory; break;
    default:
      offsets = nullptr;
      bytes_only = true;
      if (source.one_in(2))
        stride = 0, rows += 1;
      else
        rows = SIZE_MAX / (1 + source.below(2 * rules.cells));
  }
  require(nonet_general_solve(tables, cells, size, offsets, stride, rows, o, r, memory, memory_bytes) == NONET_BAD_CALL,
          "general_solve: a bad call went through");
  if (!bytes_only)
    require(nonet_general_solve_marks(tables, marks, rows, o, r, memory, memory_bytes) == NONET_BAD_CALL,
            "general_solve_marks: a bad call went through");
  require(untouched(a.solutions) && untouched(a.counts) && untouched(a.status) && untouched(a.guesses),
          "a bad call wrote something");
  calls_refused++;
  return n;
}

// The same for a search and for pruning.
size_t bad_general_search(Source &source) {
  Rules rules(random_board_size(source));
  random_houses(source, rules);
  Tables tables(source, rules);
  Aligned w(workspace_bytes_of(tables.memory), source.byte()), garbage(tables.bytes, source.byte());
  Buffer<uint64_t> marks(rules.cells);
  for (uint32_t c = 0; c < rules.cells; c++) marks[c] = all_digits(rules.size);
  Buffer<uint8_t> solution(rules.cells);
  uint8_t status = 77;
  size_t written = 77;
  nonet_stats stats;
  nonet_options options = options_of(2, 10);
  auto next = [&] {
    return nonet_general_next(&options, solution.data, 1, &written, &status, &stats, w.memory, w.bytes);
  };
  require(next() == NONET_BAD_CALL, "a search went on that was never begun");
  uint32_t wrong = source.below(16);
  const void *t = wrong == 0 ? nullptr : wrong == 1 ? garbage.memory : tables.memory;
  uint64_t *m = wrong == 2 ? nullptr : marks.data;
  void *memory = wrong == 3 ? nullptr : wrong == 4 ? (uint8_t *)w.memory + 8 : w.memory;
  size_t bytes = wrong == 5 ? w.bytes - 1 : wrong == 6 ? source.below((uint32_t)w.bytes) : w.bytes;
  if (wrong <= 6) {
    require(nonet_general_begin(t, m, memory, bytes) == NONET_BAD_CALL, "general_begin: a bad call went through");
    require(nonet_general_prune(t, &kNoPoll, m, &status, memory, bytes) == NONET_BAD_CALL && status == 77,
            "prune: a bad call went through");
    require(next() == NONET_BAD_CALL, "a search went on that was never begun");
    calls_refused++;
    return 1;
  }
  require(nonet_general_begin(t, m, memory, bytes) == NONET_OK, "general_begin was refused");
  if (wrong <= 12) {
    require(
        nonet_general_next(wrong == 7 ? nullptr : &options, wrong == 8 ? nullptr : solution.data, wrong != 9,
                           wrong == 10 ? nullptr : &written, wrong == 11 ? nullptr : &status,
                           wrong == 12 ? nullptr : &stats, memory, bytes) == NONET_BAD_CALL &&
            nonet_general_next(&options, solution.data, 1, &written, &status, &stats, memory, bytes - 1) ==
                NONET_BAD_CALL &&
            nonet_general_next(&options, solution.data, 1, &written, &status, &stats, memory, 8) == NONET_BAD_CALL &&
            nonet_general_next(&options, solution.data, 1, &written, &status, &stats, (uint8_t *)memory + 8, bytes) ==
                NONET_BAD_CALL,
        "general_next: a bad call went through");
    require(status == 77 && written == 77 && untouched(solution), "general_next: a bad call wrote something");
    require(nonet_general_prune(t, &kNoPoll, m, nullptr, memory, bytes) == NONET_BAD_CALL,
            "prune: a bad call went through");
    require(next() != NONET_BAD_CALL, "a bad call ended the search");
  } else {  // a search ends when the workspace is used for something else
    Answer a(1, rules.cells, 0, 7, rules.cells);
    size_t rows = wrong == 13;
    if (wrong == 15)
      nonet_general_prune(t, &kNoPoll, m, &status, memory, bytes);
    else
      nonet_general_solve_marks(t, m, rows, &options, &a.results, memory, bytes);
    require(next() == NONET_BAD_CALL, "a search went on after something else");
  }
  calls_refused++;
  return 1;
}

}  // namespace

#endif
