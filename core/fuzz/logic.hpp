// logic.hpp: the cases of fuzz.cpp for the human solver: nonet_rate, nonet_rate_board, nonet_path,
// nonet_all_steps.
//
//   rows          puzzles with a given removed or changed, and random bytes: the status is that of nonet_solve; the ratings
//                 are those of the single steps; offsets, strides and optional outputs change nothing
//   boards        of all kinds: any masks (cells without candidates, digits without places, conflicts, all 729
//                 candidates), few kinds of masks, boards that still have their solution, positions inside a puzzle
//   steps         have the right form and prove what they do (fuzz/logic_steps.hpp); if the board has a solution, no step
//                 eliminates a digit of it; the first of all steps is the next step; applying steps comes to an end
//   profiles      of random rows: see fuzz/logic_profiles.hpp
//   houses        boards with further ones: see fuzz/logic_houses.hpp
//   premise       no step needs more than is known of the board
//   the call      bad calls are refused and write nothing; nothing is written past the end of a small buffer; poll stops
//   memory        the previous contents of the workspace do not matter
#ifndef NONET_FUZZ_LOGIC_HPP
#define NONET_FUZZ_LOGIC_HPP

#include <new>

#include "fuzz/logic_boards.hpp"
#include "fuzz/logic_houses.hpp"
#include "fuzz/logic_profiles.hpp"
#include "fuzz/logic_steps.hpp"

namespace {

uint64_t logic_rows, logic_steps, logic_steps_sound, logic_walks, logic_more, logic_spent, logic_refused, logic_stopped;

// ---- calls ----------------------------------------------------------------------------------------------------

// Memory of exactly the promised size, so that the sanitizer sees one step too far.
struct LogicMemory {
  void *memory;
  size_t bytes;
  LogicMemory() : bytes(nonet_logic_workspace_bytes()) {
    if (posix_memalign(&memory, 64, bytes)) abort();
    memset(memory, 0xA5, bytes);
  }
};

LogicMemory &logic_memory() {
  static LogicMemory one;
  return one;
}

nonet_options logic_options(Source &source) {
  static const uint64_t kBudgets[] = {1, 100, 3000, 10000, 10000, 30000};
  nonet_options options = options_of(0, source.one_in(64) ? 200000 : source.pick(kBudgets));
  options.blank = source.one_in(4) ? source.byte() : 0;
  options.premise = source.one_in(2) ? NONET_PREMISE_GIVENS : (uint8_t)source.below(NONET_PREMISE_RULES + 1);
  return options;
}

// The answer of nonet_rate, whose optional parts are left out by the bits of `left_out`.
struct RateAnswer {
  Buffer<uint16_t> ratings;
  Buffer<uint8_t> status, hardest;
  Buffer<uint32_t> steps;
  Buffer<uint16_t> counts;
  Buffer<uint64_t> nodes;
  nonet_ratings results;
  RateAnswer(size_t n, uint32_t left_out)
      : ratings(3 * n), status(n), hardest(left_out & 1 ? 0 : n), steps(left_out & 2 ? 0 : n),
        counts(left_out & 4 ? 0 : n * nonet_techniques()), nodes(left_out & 8 ? 0 : n),
        results{ratings.data,
                status.data,
                left_out & 1 ? nullptr : hardest.data,
                left_out & 2 ? nullptr : steps.data,
                left_out & 4 ? nullptr : counts.data,
                left_out & 8 ? nullptr : nodes.data} {}
  const uint16_t *counts_of(size_t i) const { return counts.data + i * nonet_techniques(); }
  bool is_untouched() const {
    return untouched(ratings) && untouched(status) && untouched(hardest) && untouched(steps) && untouched(counts) &&
           untouched(nodes);
  }
};

// The first step (`all` is 0), all of them (1), or those with all chains (2).
int next_or_all(const uint8_t *digits, const uint64_t *marks, int all, const nonet_options *options, uint32_t *words,
                size_t capacity, size_t *written, uint8_t *status, void *workspace, size_t workspace_bytes) {
  if (!all) return nonet_path(digits, marks, 1, options, words, capacity, written, status, workspace, workspace_bytes);
  return nonet_all_steps(digits, marks, all - 1, options, words, capacity, written, status, workspace, workspace_bytes);
}

// The steps that one call found.
struct Found {
  static constexpr size_t kMostWords = 1 << 22;
  static Buffer<uint32_t> &room() {
    static Buffer<uint32_t> words(kMostWords);
    return words;
  }
  size_t size = 0;
  uint8_t status = 77;
};

Found find_steps(const LogicBoard &board, int all, const nonet_options &options) {
  Found found;
  LogicMemory &m = logic_memory();
  int code = next_or_all(board.digits, WideMasks(board.marks).of, all, &options, Found::room().data, Found::kMostWords,
                         &found.size, &found.status, m.memory, m.bytes);
  require(code == NONET_OK, "next_steps was refused", board.digits, board.marks);
  require(found.status == NONET_UNIQUE || (found.status == NONET_OUT_OF_BUDGET && options.budget && !found.size),
          "next_steps: status", board.digits, board.marks);
  logic_spent += found.status == NONET_OUT_OF_BUDGET;
  return found;
}

// ---- steps ----------------------------------------------------------------------------------------------------

void check_sound(const Position &p, const LogicStep &step) {
  if (!p.solvable || (needs_uniqueness(step.technique) && !p.unique)) return;
  logic_steps_sound++;
  char what[100];
  snprintf(what, sizeof what, "%s: against the solution", nonet_technique_name(step.technique));
  for (uint32_t i = 0; i < step.removes_size; i++) {
    const auto [cell, role, mask] = step.removed(i);
    require(!(mask & p.of_solution((int)cell)), what, p.digits, p.marks);
  }
  if (step.placed != kNothingPlaced)
    require(p.solution[step.placed & 0xFFFF] == step.placed >> 16, what, p.digits, p.marks);
}

void take_step(Position &p, const LogicStep &step) {
  if (needs_uniqueness(step.technique) && !p.unique) p.solvable = false;
  for (uint32_t i = 0; i < step.removes_size; i++) p.marks[step.removed(i).cell] &= (uint16_t)~step.removed(i).mask;
  if (step.placed == kNothingPlaced) return;
  int cell = (int)(step.placed & 0xFFFF);
  p.digits[cell] = (uint8_t)(step.placed >> 16);
  for (int c = 0; c < kCells; c++)
    if (is_peer(c, cell)) p.marks[c] &= (uint16_t)~(1u << (p.digits[cell] - 1));
  p.marks[cell] = 0;
}

// The steps of one board, checked; returns the words of the first, or null.
const uint32_t *look(const Position &p, int all, const nonet_options &options, Found &found) {
  static StepReader *reader = nullptr;
  alignas(StepReader) static uint8_t room[sizeof(StepReader)];
  reader = new (room) StepReader{p, {}};
  found = find_steps(p, all, options);
  const uint32_t *words = Found::room().data, *end = words + found.size;
  for (const uint32_t *at = words; at < end;) {
    LogicStep step = reader->read(at, end, &p);
    require(nonet_technique_premise(step.technique) >= options.premise, "a step needs more than is known", p.digits,
            p.marks);
    check_sound(p, step);
    at = step.end;
    logic_steps++;
  }
  return found.size ? words : nullptr;
}

// What becomes of a board when the next step is taken again and again: what nonet_rate and nonet_path say in one go.
struct Walk {
  uint16_t er = 0, ep = 0, ed = 0;
  uint8_t hardest = 255;
  uint32_t steps = 0;
  uint16_t counts[kMostTechniques] = {};
  bool whole = true;  // not out of budget

  Walk(Position p, const nonet_options &options) {
    const Position start = p;
    static Buffer<uint32_t> path(Found::kMostWords);  // the words of all steps
    size_t size = 0;
    bool placed = false;
    uint32_t most = 0;
    for (;;) {
      Found found;
      const uint32_t *words = look(p, 0, options, found);
      whole = found.status == NONET_UNIQUE;
      if (!words) break;
      require(found.size <= path.size - size, "walk: more words than there is room for", p.digits, p.marks);
      memcpy(path.data + size, words, found.size * 4);
      size += found.size;
      StepReader reader{p, {}};
      LogicStep step = reader.read(words, words + found.size, &p);
      if (step.rating > most) most = step.rating, hardest = (uint8_t)step.technique;
      if (!placed) {
        if (!ed) ed = (uint16_t)(most / 10);
        placed = step.placed != kNothingPlaced;
        if (placed) ep = (uint16_t)(most / 10);
      }
      counts[step.technique]++;
      require(++steps <= 729 + kCells, "steps without an end", p.digits, p.marks);
      take_step(p, step);
    }
    bool full = true;
    for (uint8_t digit : p.digits) full &= digit != 0;
    er = full ? (uint16_t)(most / 10) : 200;
    compare_path(start, options, path.data, size);
    logic_walks++;
  }

  // All steps from one call are those of single calls, also where they just fit and where the last one does not.
  void compare_path(const Position &p, const nonet_options &options, const uint32_t *path, size_t size) const {
    LogicMemory &m = logic_memory();
    for (size_t room : {size, size - (size != 0)}) {
      Buffer<uint32_t> words(room);
      size_t written = 77;
      uint8_t status = 77;
      int code = nonet_path(p.digits, WideMasks(p.marks).of, SIZE_MAX, &options, words.data, room, &written, &status,
                            m.memory, m.bytes);
      const bool fits = room == size;
      require(code == (fits || written ? NONET_OK : NONET_MORE), "path: the code", p.digits, p.marks);
      require(fits ? written == size : written < size, "path: how much was written", p.digits, p.marks);
      require(!written || !memcmp(words.data, path, written * 4), "path: other steps", p.digits, p.marks);
      if (fits) require(status == (whole ? NONET_UNIQUE : NONET_OUT_OF_BUDGET), "path: status", p.digits, p.marks);
    }
  }

  void compare(const Position &p, const RateAnswer &a, size_t i) const {
    const uint16_t *ratings = a.ratings.data + 3 * i;
    require(ratings[0] == er, "walk: another ER", p.digits, p.marks);
    require(ratings[1] == ep, "walk: another EP", p.digits, p.marks);
    require(ratings[2] == ed, "walk: another ED", p.digits, p.marks);
    if (a.results.hardest) require(a.hardest[i] == hardest, "walk: another hardest technique", p.digits, p.marks);
    if (a.results.steps) require(a.steps[i] == steps, "walk: another number of steps", p.digits, p.marks);
    for (size_t t = 0; a.results.counts && t < nonet_techniques(); t++)
      require(a.counts_of(i)[t] == counts[t], "walk: other counts", p.digits, p.marks);
  }
};

// Too small a buffer: nothing is written past its end, and one that is just large enough is sufficient.
void check_room(Source &source, const Position &p, int all, const nonet_options &options, const Found &found) {
  LogicMemory &m = logic_memory();
  bool enough = source.one_in(4);
  size_t capacity = enough ? found.size : source.below((uint32_t)found.size), written = 77;
  uint8_t status = 77;
  Buffer<uint32_t> words(capacity), same(found.size);
  memcpy(same.data, Found::room().data, found.size * 4);
  int code = next_or_all(p.digits, WideMasks(p.marks).of, all, &options, words.data, capacity, &written, &status,
                         m.memory, m.bytes);
  logic_more += !enough;
  require(code == (enough ? NONET_OK : NONET_MORE), "next_steps: too small a buffer", p.digits, p.marks);
  require(written == (enough ? found.size : 0), "next_steps: how much was written", p.digits, p.marks);
  if (enough) require(!memcmp(words.data, same.data, capacity * 4), "next_steps: other words", p.digits, p.marks);
}

// The smallest budget with which the step is found gives the whole step.
void check_tight_budget(const Position &p, nonet_options options, const Buffer<uint32_t> &words) {
  uint64_t least = 1, enough = options.budget;
  while (least < enough) {
    options.budget = (least + enough) / 2;
    if (find_steps(p, 0, options).size)
      enough = options.budget;
    else
      least = options.budget + 1;
  }
  options.budget = enough;
  Found found = find_steps(p, 0, options);
  require(found.size == words.size && !memcmp(Found::room().data, words.data, words.size * 4),
          "with a tight budget the step is another one", p.digits, p.marks);
}

size_t look_at_board(Source &source) {
  Position p;
  random_position(source, p);
  nonet_options options = logic_options(source);
  if (source.one_in(64)) memset(logic_memory().memory, source.byte(), logic_memory().bytes);
  uint32_t steps = source.one_in(4) ? source.below(60) : source.below(4);
  Found found;
  for (uint32_t i = 0; i <= steps; i++) {
    const uint32_t *words = look(p, 0, options, found);
    if (!words) break;
    StepReader reader{p, {}};
    uint32_t size = words[2];
    if (i == steps) break;
    take_step(p, reader.read(words, words + size, &p));
  }
  if (found.size && source.one_in(2)) check_room(source, p, 0, options, found);
  Found next = find_steps(p, 0, options);
  Buffer<uint32_t> first(next.size);
  memcpy(first.data, Found::room().data, next.size * 4);
  if (next.size && first[1] && source.one_in(4)) check_tight_budget(p, options, first);
  Found all;
  const uint32_t *words = look(p, 1, options, all);
  if (all.status == NONET_UNIQUE && next.status == NONET_UNIQUE) {
    require((words != nullptr) == (first.size > 0), "all steps and the next: only one of them finds any", p.digits,
            p.marks);
    if (words)
      require(words[2] == first.size && !memcmp(words, first.data, first.size * 4),
              "the first of all steps is not the next", p.digits, p.marks);
  }
  if (all.size && source.one_in(4)) check_room(source, p, 1, options, all);
  return 1;
}

// ---- ratings --------------------------------------------------------------------------------------------------

void check_figures(const RateAnswer &a, size_t i, const nonet_options &options, const uint8_t *digits,
                   const uint16_t *marks) {
  const uint16_t *ratings = a.ratings.data + 3 * i;
  uint8_t status = a.status[i];
  bool rated = status == NONET_UNIQUE || status == NONET_OUT_OF_BUDGET;
  require(ratings[2] <= ratings[1] || ratings[1] == 0, "ratings: ED above EP", digits, marks);
  require(ratings[1] <= ratings[0] && ratings[0] <= 200, "ratings: EP above ER", digits, marks);
  require(rated || !ratings[2], "ratings of a board without any", digits, marks);
  require(status != NONET_OUT_OF_BUDGET || options.budget, "out of a budget that was not set", digits, marks);
  if (a.results.hardest)
    require(a.hardest[i] == 255 || (rated && a.hardest[i] < nonet_techniques()), "ratings: technique", digits, marks);
  if (!a.results.counts || !a.results.steps) return;
  uint32_t steps = 0;
  for (size_t t = 0; t < nonet_techniques(); t++) steps += a.counts_of(i)[t];
  require(steps == a.steps[i], "ratings: the counts are not the steps", digits, marks);
}

size_t rate_board(Source &source) {
  Position p;
  random_position(source, p);
  nonet_options options = logic_options(source);
  LogicMemory &m = logic_memory();
  RateAnswer a(1, source.one_in(2) ? 0 : source.below(16));
  if (source.one_in(64)) memset(m.memory, source.byte(), m.bytes);
  int code = nonet_rate_board(p.digits, WideMasks(p.marks).of, &options, &a.results, m.memory, m.bytes);
  require(code == NONET_OK, "rate_board was refused", p.digits, p.marks);
  require(a.status[0] == NONET_UNIQUE || a.status[0] == NONET_OUT_OF_BUDGET, "rate_board: status", p.digits, p.marks);
  check_figures(a, 0, options, p.digits, p.marks);
  logic_spent += a.status[0] == NONET_OUT_OF_BUDGET;
  if (a.status[0] != NONET_UNIQUE || !source.one_in(4)) return 1;
  Walk walk(p, options);
  if (walk.whole) walk.compare(p, a, 0);
  return 1;
}

// A row for nonet_rate: mostly a known puzzle with a given taken away or changed.
void random_puzzle_row(Source &source, uint8_t *row, uint8_t blank) {
  if (source.one_in(4)) return random_row(source, row, blank);
  known_puzzle(source, row);
  uint32_t kind = source.below(4);
  for (int c = 0; kind && c < kCells; c++) {
    if (!row[c] || !source.one_in(24)) continue;
    row[c] = kind == 1 ? 0 : (uint8_t)(1 + source.below(9));
  }
  if (source.one_in(2))
    for (int c = 0; c < kCells; c++) row[c] = row[c] ? (uint8_t)('0' + row[c]) : '.';
}

size_t rate_rows(Source &source) {
  static const size_t kRows[] = {0, 1, 1, 2, 5, 20};
  size_t n = source.pick(kRows), stride = source.one_in(2) ? 81 : 1 + source.below(119);
  bool scattered = source.one_in(4);
  size_t size = n ? (n - 1) * (scattered ? 120 : stride) + kCells : source.below(100);
  nonet_options options = logic_options(source);
  int64_t left = source.one_in(16) ? source.below(8) : INT64_MAX;
  options.poll = patience;
  options.poll_argument = &left;
  Buffer<uint8_t> bytes(size);
  memset(bytes.data, '.', size);
  for (size_t i = 0; i < n; i++) random_puzzle_row(source, bytes.data + i * (scattered ? 120 : stride), options.blank);
  Buffer<uint64_t> offsets(scattered ? n : 0);
  for (size_t i = 0; i < offsets.size; i++) offsets[i] = source.one_in(4) ? source.below((uint32_t)n) * 120 : i * 120;
  RateAnswer a(n, source.one_in(2) ? 0 : source.below(16));
  LogicMemory &m = logic_memory();
  int code = nonet_rate(bytes.data, size, scattered ? offsets.data : nullptr, stride, n, &options, &a.results, m.memory,
                        m.bytes);
  require(code == NONET_OK || (code == NONET_STOPPED && left < 0), "rate was refused");
  bool cancelled = false;
  for (size_t i = 0; i < n; i++) {
    const uint8_t *row = bytes.data + (scattered ? offsets[i] : i * stride);
    uint8_t status = a.status[i];
    require(status == NONET_CANCELLED || !cancelled, "rated after a cancelled row", row);
    cancelled |= status == NONET_CANCELLED;
    require(!cancelled || code == NONET_STOPPED, "cancelled, but nobody said so", row);
    if (cancelled) require(!a.ratings[3 * i], "cancelled, but rated", row);
    check_figures(a, i, options, row, nullptr);
    if (cancelled) continue;
    rows_of_status[status]++;
    nonet_options both = options_of(2, 0);
    both.blank = options.blank;
    Answer solved(1, kCells, 0, 6);
    nonet_solve(row, kCells, nullptr, kCells, 1, &both, &solved.results, workspace().memory, workspace().bytes);
    require(status == solved.status[0] || (status == NONET_OUT_OF_BUDGET && solved.status[0] == NONET_UNIQUE),
            "rate and solve differ in status", row);
    if (status != NONET_UNIQUE || !source.one_in(8)) continue;
    Position p;
    Board board;
    board_of_row(row, options.blank, board);
    for (int c = 0; c < kCells; c++)
      p.digits[c] = board.mask[c] == kAllDigits ? 0 : (uint8_t)(__builtin_ctz(board.mask[c]) + 1);
    legal_marks(p);
    memcpy(p.solution, solved.solutions.data, kCells);
    p.solvable = p.unique = true;
    options.poll = nullptr;
    Walk walk(p, options);
    if (walk.whole) walk.compare(p, a, i);
  }
  return n;
}

// ---- calls that fail ------------------------------------------------------------------------------------------

// A valid call with one thing wrong.
size_t bad_logic_call(Source &source) {
  size_t n = 1 + source.below(5), stride = 81 + source.below(3), size = (n - 1) * stride + kCells, room = 4000;
  Buffer<uint8_t> bytes(size), digits(kCells);
  Buffer<uint64_t> masks(kCells);
  Buffer<uint64_t> places(n);
  Buffer<uint32_t> out(room);
  memset(bytes.data, '.', size);
  memset(digits.data, 0, kCells);
  for (int c = 0; c < kCells; c++) masks[c] = kAllDigits;
  for (size_t i = 0; i < n; i++) places[i] = i * stride;
  nonet_options options = options_of(1, 1);
  RateAnswer a(n, source.below(16));
  LogicMemory &m = logic_memory();
  const uint8_t *cells = bytes.data, *board = digits.data;
  const uint64_t *marks = masks.data;
  const uint64_t *offsets = source.one_in(2) ? places.data : nullptr;
  const nonet_options *o = &options;
  const nonet_ratings *r = &a.results;
  void *memory = m.memory;
  size_t memory_bytes = m.bytes, written = 77, rows = n;
  uint8_t status = 77;
  uint32_t *words = out.data;
  size_t *written_to = &written;
  uint8_t *status_to = &status;
  uint32_t wrong = source.below(15);
  switch (wrong) {
    case 0: cells = board = nullptr; break;
    case 1: o = nullptr; break;
    case 2: r = nullptr, words = nullptr; break;
    case 3: a.results.ratings = nullptr, written_to = nullptr; break;
    case 4: a.results.status = nullptr, status_to = nullptr; break;
    case 5: memory = nullptr; break;
    case 6: memory = (uint8_t *)memory + 1 + source.below(63); break;
    case 7: memory_bytes = source.below((uint32_t)memory_bytes); break;
    case 8:
      size -= 1 + source.below((uint32_t)size), digits[source.below(kCells)] = (uint8_t)(10 + source.below(246));
      break;
    case 9:
      offsets = places.data, places[source.below((uint32_t)n)] = size - kCells + 1 + source.below(200), marks = nullptr;
      break;
    case 10:
      offsets = places.data, places[source.below((uint32_t)n)] = ~(uint64_t)source.below(200), marks = nullptr;
      break;
    case 11: offsets = nullptr, rows = n + 2 + source.below(100), marks = nullptr; break;
    case 12:
      offsets = nullptr, marks = nullptr;
      if (source.one_in(2))
        stride = 0;
      else
        rows = SIZE_MAX / (1 + source.below(162));
      break;
    case 13: options.premise = (uint8_t)(NONET_PREMISE_RULES + 1 + source.below(255 - NONET_PREMISE_RULES)); break;
    default:
      offsets = nullptr, size = source.below(kCells),
      masks[source.below(kCells)] = 512 + source.next() % (SIZE_MAX - 512);
  }
  require(nonet_rate(cells, size, offsets, stride, rows, o, r, memory, memory_bytes) == NONET_BAD_CALL,
          "rate: a bad call went through");
  if (wrong != 2 || !r)
    require(nonet_rate_board(board, marks, o, r, memory, memory_bytes) == NONET_BAD_CALL,
            "rate_board: a bad call went through");
  require(next_or_all(board, marks, (int)source.below(2), o, words, room, written_to, status_to, memory,
                      memory_bytes) == NONET_BAD_CALL,
          "next_steps: a bad call went through");
  require(a.is_untouched() && untouched(out) && written == 77 && status == 77, "a bad call wrote something");
  require(!nonet_technique_name(nonet_general_techniques()) && !nonet_technique_family(SIZE_MAX) &&
              !nonet_technique_rating(1000) && !nonet_technique_premise(SIZE_MAX) &&
              nonet_general_techniques() <= kMostTechniques,
          "techniques beyond the last");
  logic_refused++;
  return n;
}

// A hard puzzle, stopped by its poll.
size_t logic_stop(Source &source) {
  size_t n = 1 + source.below(3);
  Buffer<uint8_t> bytes(n * kCells);
  Position p;
  for (size_t i = 0; i < n; i++) {
    const char *puzzle = kKnownPuzzles[kKnown - 1 - source.below(4)];
    for (int c = 0; c < kCells; c++) bytes[i * kCells + (size_t)c] = (uint8_t)puzzle[c];
  }
  nonet_options options = options_of(0, 0, at_once);
  LogicMemory &m = logic_memory();
  RateAnswer a(n, 0);
  require(
      nonet_rate(bytes.data, bytes.size, nullptr, kCells, n, &options, &a.results, m.memory, m.bytes) == NONET_STOPPED,
      "the poll did not stop a rating");
  for (size_t i = 0; i < n; i++)
    require(a.status[i] == NONET_CANCELLED && !a.ratings[3 * i] && !a.steps[i], "stopped, but rated");
  for (int c = 0; c < kCells; c++) p.digits[c] = bytes[(size_t)c] == '.' ? 0 : (uint8_t)(bytes[(size_t)c] - '0');
  legal_marks(p);
  RateAnswer one(1, 0);
  require(
      nonet_rate_board(p.digits, WideMasks(p.marks).of, &options, &one.results, m.memory, m.bytes) == NONET_STOPPED &&
          one.status[0] == NONET_CANCELLED,
      "the poll did not stop the rating of a board");
  logic_stopped++;
  return n;
}

// Says which techniques no step was of.
void print_unmet_techniques() {
  printf("techniques never met:");
  size_t met = 0;
  for (size_t t = 0; t < nonet_techniques(); t++) {
    met += logic_steps_of[t] != 0;
    if (!logic_steps_of[t]) printf(" %s", nonet_technique_name(t));
  }
  printf(met == nonet_techniques() ? " none\n" : "\n");
}

// The steps and the rating of a board, by a profile of random rows.
size_t look_by_profile(Source &source) {
  Position p;
  random_position(source, p);
  nonet_options options = logic_options(source);
  LogicMemory &m = logic_memory();
  const uint8_t *givens = source.one_in(2) ? p.digits : nullptr;
  options.givens = givens;
  auto next_steps = [&](const Position &on, int all, const nonet_options &with, size_t &written, uint8_t &status) {
    int code = next_or_all(on.digits, WideMasks(on.marks).of, all, &with, Found::room().data, Found::kMostWords,
                           &written, &status, m.memory, m.bytes);
    if (code != NONET_BAD_CALL && source.one_in(4)) {
      RateAnswer a(1, source.below(16));
      require(nonet_rate_board(on.digits, WideMasks(on.marks).of, &with, &a.results, m.memory, m.bytes) == NONET_OK,
              "profile: a rating was refused", on.digits, on.marks);
    }
    return code;
  };
  look_with_profile(source, p, options, Found::room().data, next_steps);
  return 1;
}

// ---- cases ----------------------------------------------------------------------------------------------------

int steps_of(const uint8_t *digits, const uint64_t *marks, const nonet_options &options, size_t &written,
             uint8_t &status) {
  LogicMemory &m = logic_memory();
  return next_or_all(digits, marks, 0, &options, Found::room().data, Found::kMostWords, &written, &status, m.memory,
                     m.bytes);
}

size_t run_logic_case(Source &source) {
  the_isa = "human solver";
  uint32_t kind = source.below(256);
  size_t rows;
  if (kind < 1)
    rows = logic_stop(source);
  else if (kind < 16)
    rows = bad_logic_call(source);
  else if (kind < 60)
    rows = rate_rows(source);
  else if (kind < 120)
    rows = rate_board(source);
  else if (kind < 150)
    rows = look_by_profile(source);
  else if (kind < 180)
    rows = kind < 154 ? bad_houses(source, steps_of) : walk_with_houses(source, Found::room().data, steps_of);
  else
    rows = look_at_board(source);
  logic_rows += rows;
  return rows;
}

}  // namespace

#endif
