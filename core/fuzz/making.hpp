// making.hpp: the cases of fuzz.cpp for new puzzles, transforms and canonical forms.
//
//   canonical     the status follows from the row; the transform is valid and leads to the form; equivalent rows have the
//                 same form and the same number of automorphisms, and none is smaller; rows without a form are not written
//   transforms    numbers and seeds give valid transforms, the same in pieces; boards are transformed as defined, under
//                 every instruction set; a byte above 9 and an invalid transform are refused
//   generate      puzzles have one solution, the one written, and the number of givens asked for; orbits are whole; minimal
//                 puzzles lose uniqueness without any orbit; the same under every instruction set and in pieces
#ifndef NONET_FUZZ_MAKING_HPP
#define NONET_FUZZ_MAKING_HPP

#include "core.h"
#include "fuzz/boards.hpp"

namespace {

constexpr uint64_t kSymmetries = 1218998108160u;

uint64_t making_rows, making_forms, making_carried, making_puzzles, making_nearest, making_refused, making_stopped;

// ---- transforms, obviously ----------------------------------------------------------------------------------------

bool permutes(const uint8_t *list, int from) {
  for (int value = from; value < from + 9; value++)
    if (!memchr(list, value, 9)) return false;
  return true;
}

bool keeps_bands(const uint8_t *lines) {
  for (int i = 0; i < 9; i++)
    if (lines[i] / 3 != lines[i / 3 * 3] / 3) return false;
  return true;
}

bool is_symmetry(const nonet_transform &t) {
  return t.transposed <= 1 && permutes(t.rows, 0) && permutes(t.columns, 0) && permutes(t.digits, 1) &&
         keeps_bands(t.rows) && keeps_bands(t.columns);
}

void carry(const nonet_transform &t, const uint8_t *board, uint8_t *out) {
  for (int r = 0; r < 9; r++)
    for (int c = 0; c < 9; c++) {
      int row = t.rows[r], column = t.columns[c];
      uint8_t digit = t.transposed ? board[column * 9 + row] : board[row * 9 + column];
      out[r * 9 + c] = digit ? t.digits[digit - 1] : 0;
    }
}

nonet_transform random_symmetry(Source &source) {
  nonet_transform t;
  uint64_t number = (source.next() >> 8) % kSymmetries;
  require(nonet_transform_of(number, &t) == NONET_OK && is_symmetry(t), "a number that gives no transform");
  return t;
}

// A digit 0-9 for each cell, from whatever stands for it in a row.
void digits_of_board(const Board &board, uint8_t *digits) {
  for (int c = 0; c < kCells; c++)
    digits[c] = board.mask[c] == kAllDigits ? 0 : (uint8_t)(1 + __builtin_ctz(board.mask[c]));
}

// ---- canonical forms ------------------------------------------------------------------------------------------------

struct FormAnswer {
  Buffer<uint8_t> boards;
  Buffer<nonet_transform> transforms;
  Buffer<uint64_t> automorphisms;
  Buffer<uint8_t> status;
  uint32_t left_out;

  FormAnswer(size_t n, uint32_t left_out_)
      : boards(left_out_ & 1 ? 0 : n * kCells), transforms(left_out_ & 2 ? 0 : n), automorphisms(left_out_ & 4 ? 0 : n),
        status(n), left_out(left_out_) {}

  int ask(const uint8_t *cells, size_t bytes, const uint64_t *offsets, size_t stride, size_t n,
          const nonet_options &options) {
    return nonet_canonical(cells, bytes, offsets, stride, n, &options, left_out & 1 ? nullptr : boards.data,
                           left_out & 2 ? nullptr : transforms.data, left_out & 4 ? nullptr : automorphisms.data,
                           status.data);
  }
};

void check_form(Source &source, const uint8_t *row, const uint8_t *digits, const FormAnswer &a, size_t i) {
  const uint8_t *form = a.boards.data + i * kCells;
  uint8_t carried[kCells];
  require(is_symmetry(a.transforms[i]), "canonical: no transform", row);
  carry(a.transforms[i], digits, carried);
  require(!memcmp(carried, form, kCells), "canonical: the transform leads elsewhere", row);
  uint64_t ways = a.automorphisms[i];
  require(ways && kSymmetries % ways == 0, "canonical: automorphisms that do not divide", row);
  for (int k = 0; k < 3; k++) {
    carry(random_symmetry(source), digits, carried);
    require(memcmp(form, carried, kCells) <= 0, "canonical: a smaller equivalent board", row);
    FormAnswer other(1, 0);
    require(other.ask(carried, kCells, nullptr, kCells, 1, options_of(1, 0)) == NONET_OK, "canonical refused", row);
    require(!memcmp(form, other.boards.data, kCells), "canonical: equivalent boards, different forms", row);
    require(ways == other.automorphisms[0], "canonical: equivalent boards, different automorphisms", row);
  }
  making_forms++;
}

size_t making_canonical(Source &source) {
  size_t n = source.below(12), stride = source.one_in(2) ? 81 : 81 + source.below(20);
  Buffer<uint8_t> rows(n ? (n - 1) * stride + kCells : 0);
  Buffer<uint64_t> offsets(n);
  nonet_options options = options_of(source.next(), source.next(), source.one_in(2) ? patience : nullptr);
  int64_t left = 100;
  options.poll_argument = &left;
  options.blank = source.one_in(4) ? source.byte() : 0;
  for (size_t i = 0; i < n; i++) {
    random_row(source, rows.data + i * stride, options.blank);
    offsets[i] = source.below((uint32_t)n) * stride;
  }
  bool placed = source.one_in(2);
  uint32_t left_out = source.one_in(3) ? source.below(8) : 0;
  FormAnswer a(n, left_out);
  require(a.ask(rows.data, rows.size, placed ? offsets.data : nullptr, stride, n, options) == NONET_OK,
          "canonical refused");
  for (size_t i = 0; i < n; i++) {
    const uint8_t *row = rows.data + (placed ? offsets[i] : i * stride);
    Board board;
    bool readable = board_of_row(row, options.blank, board);
    uint8_t expected = !readable ? NONET_BAD_CELL : givens_clash(board) ? NONET_CONFLICT : NONET_FOUND;
    require(a.status[i] == expected, "canonical: a wrong status", row);
    if (expected == NONET_FOUND && !left_out) {
      uint8_t digits[kCells];
      digits_of_board(board, digits);
      check_form(source, row, digits, a, i);
    } else if (expected != NONET_FOUND) {
      for (int c = 0; c < kCells && !(left_out & 1); c++)
        require(a.boards[i * kCells + (size_t)c] == 0xEE, "canonical: wrote where there is no form", row);
    }
  }
  return n;
}

// ---- transforms -----------------------------------------------------------------------------------------------------

// Something wrong with a transform, one byte or two.
void spoil(Source &source, nonet_transform &t) {
  uint8_t *bytes = (uint8_t *)&t;
  do {
    uint8_t &one = bytes[source.below(28)], &other = bytes[source.below(28)];
    uint8_t before = one;
    one = source.one_in(2) ? source.byte() : other;
    if (source.one_in(2)) other = before;
  } while (is_symmetry(t));
}

size_t making_transforms(Source &source) {
  size_t n = 1 + source.below(40), repeat = 1 + source.below(6), m = (n + repeat - 1) / repeat;
  uint64_t seed = source.next(), first = source.one_in(8) ? ~(uint64_t)source.below(20) : source.next();
  Buffer<nonet_transform> maps(n), piece(1);
  require(nonet_random_transforms(seed, first, n, maps.data) == NONET_OK, "random transforms refused");
  size_t at = source.below((uint32_t)n);
  require(nonet_random_transforms(seed, first + at, 1, piece.data) == NONET_OK &&
              !memcmp(piece.data, maps.data + at, sizeof(nonet_transform)),
          "random transforms differ in pieces");
  Buffer<uint8_t> boards(m * kCells), expected(n * kCells);
  for (size_t i = 0; i < boards.size; i++) boards[i] = (uint8_t)source.below(10);
  for (size_t i = 0; i < n; i++) {
    require(is_symmetry(maps[i]), "a seed that gives no transform");
    carry(maps[i], boards.data + i / repeat * kCells, expected.data + i * kCells);
  }
  bool bad = source.one_in(3);
  if (bad && source.one_in(2)) {
    spoil(source, maps[source.below((uint32_t)n)]);
  } else if (bad) {
    boards[source.below((uint32_t)boards.size)] = (uint8_t)(10 + source.below(246));
  }
  for (size_t isa = 0; nonet_isa_name(isa); isa++) {
    the_isa = nonet_isa_name(isa);
    nonet_isa_use(isa);
    Buffer<uint8_t> out(n * kCells);
    int code = nonet_apply_transforms(boards.data, n, repeat, maps.data, out.data);
    require(code == (bad ? NONET_BAD_CALL : NONET_OK), "apply: a wrong answer to a valid or a bad call");
    require(bad || !memcmp(out.data, expected.data, expected.size), "apply: carried elsewhere");
  }
  making_carried += n;
  return n;
}

// ---- new puzzles ----------------------------------------------------------------------------------------------------

struct RandomSpec {
  uint8_t orbit[kCells];
  int orbits = 0;
  nonet_puzzle_spec spec{};
};

// Cells alone, or tied in pairs by a half turn, some of them never given.
void random_spec(Source &source, RandomSpec &w) {
  bool tied = source.one_in(2);
  uint32_t never = source.one_in(3) ? source.below(30) : 0;
  for (int c = 0; c < kCells; c++) {
    if (tied && c > 40)
      w.orbit[c] = w.orbit[80 - c];
    else
      w.orbit[c] = source.below(100) < never ? 255 : (uint8_t)w.orbits++;
  }
  if (!w.orbits) w.orbit[40] = (uint8_t)w.orbits++;
  static const uint32_t kMinGivens[] = {0, 17, 22, 24, 30, 40, 81};
  w.spec.orbits = w.orbit;
  w.spec.min_givens = source.pick(kMinGivens);
  w.spec.max_givens = source.one_in(2) ? 81 : w.spec.min_givens + source.below(82 - w.spec.min_givens);
  w.spec.attempts = 1 + source.below(3);
  w.spec.minimal = source.one_in(2);
  w.spec.fixed = source.one_in(8);
}

// Whether a board has one solution, and that it is this one.
bool has_solution_alone(const uint8_t *board, const uint8_t *solution) {
  Answer a(1, kCells, 0, 0);
  nonet_options ask = options_of(2, 0);
  require(nonet_solve(board, kCells, nullptr, kCells, 1, &ask, &a.results, workspace().memory, workspace().bytes) ==
              NONET_OK,
          "solve refused", board);
  return a.status[0] == NONET_UNIQUE && (!solution || !memcmp(a.solutions.data, solution, kCells));
}

void check_puzzle(const RandomSpec &w, const uint8_t *puzzle, const uint8_t *solution, uint8_t status) {
  uint32_t givens = 0;
  bool given[kCells] = {};
  for (int c = 0; c < kCells; c++) {
    if (!puzzle[c]) continue;
    givens++;
    require(w.orbit[c] != 255, "generate: a given where there is none", puzzle);
    require(puzzle[c] == solution[c], "generate: a given that is not in the solution", puzzle);
    given[w.orbit[c]] = true;
  }
  require(status == NONET_UNIQUE || status == NONET_OUT_OF_BUDGET, "generate: a wrong status", puzzle);
  bool fits = givens >= w.spec.min_givens && givens <= w.spec.max_givens;
  if (!givens && !(fits && status == NONET_UNIQUE)) {
    require(status == NONET_OUT_OF_BUDGET, "generate: blank, but in range", puzzle);
    return;
  }
  require(fits || status == NONET_OUT_OF_BUDGET, "generate: another number of givens", puzzle);
  require(has_solution_alone(puzzle, solution), "generate: not the only solution", puzzle);
  for (int c = 0; c < kCells; c++)
    require(w.orbit[c] == 255 || given[w.orbit[c]] == (puzzle[c] != 0), "generate: half an orbit", puzzle);
  making_puzzles++;
  making_nearest += status == NONET_OUT_OF_BUDGET;
  for (int orbit = 0; orbit < w.orbits; orbit++) {
    require(given[orbit] || !w.spec.fixed, "generate: an orbit is missing", puzzle);
    if (!w.spec.minimal || w.spec.fixed || !given[orbit]) continue;
    uint8_t less[kCells];
    for (int c = 0; c < kCells; c++) less[c] = w.orbit[c] == orbit ? 0 : puzzle[c];
    require(!has_solution_alone(less, nullptr), "generate: not minimal", puzzle);
  }
}

struct GeneratorMemory {
  void *memory;
  size_t bytes;
  GeneratorMemory() : bytes(nonet_generate_workspace_bytes()) {
    if (posix_memalign(&memory, 64, bytes)) abort();
    memset(memory, 0xA5, bytes);
  }
};

GeneratorMemory &generator_memory() {
  static GeneratorMemory one;
  return one;
}

size_t making_generate(Source &source) {
  RandomSpec w;
  random_spec(source, w);
  size_t n = 1 + source.below(3);
  uint64_t seed = source.next(), first = source.one_in(8) ? ~(uint64_t)source.below(3) : source.next();
  GeneratorMemory &m = generator_memory();
  nonet_options options = options_of(0, 0, source.one_in(16) ? at_once : nullptr);
  Buffer<uint8_t> before(n * kCells), before_status(n);
  for (size_t isa = 0; nonet_isa_name(isa); isa++) {
    the_isa = nonet_isa_name(isa);
    nonet_isa_use(isa);
    Buffer<uint8_t> puzzles(n * kCells), solutions(n * kCells), status(n);
    int code =
        nonet_generate(seed, first, n, &w.spec, &options, puzzles.data, solutions.data, status.data, m.memory, m.bytes);
    if (options.poll && code == NONET_STOPPED) {
      for (size_t i = 0; i < n; i++)
        require(status[i] == NONET_CANCELLED || status[i] == NONET_UNIQUE || status[i] == NONET_OUT_OF_BUDGET,
                "generate: stopped, with a wrong status");
      making_stopped++;
      continue;
    }
    require(code == NONET_OK, "generate refused");
    if (!isa)
      for (size_t i = 0; i < n; i++) check_puzzle(w, puzzles.data + i * kCells, solutions.data + i * kCells, status[i]);
    if (isa)
      require(!memcmp(before.data, puzzles.data, n * kCells) && !memcmp(before_status.data, status.data, n),
              "generate: the instruction sets differ", puzzles.data);
    memcpy(before.data, puzzles.data, n * kCells);
    memcpy(before_status.data, status.data, n);
    // One of them alone, without its solution.
    size_t i = source.below((uint32_t)n);
    Buffer<uint8_t> alone(kCells), alone_status(1);
    code = nonet_generate(seed, first + i, 1, &w.spec, &options, alone.data, nullptr, alone_status.data, m.memory,
                          m.bytes);
    require(code == NONET_STOPPED || (code == NONET_OK && !memcmp(alone.data, puzzles.data + i * kCells, kCells)),
            "generate: another puzzle alone", puzzles.data + i * kCells);
  }
  return n;
}

// ---- bad calls --------------------------------------------------------------------------------------------------------

size_t making_bad_call(Source &source) {
  size_t n = 1 + source.below(4);
  Buffer<uint8_t> boards(n * kCells), out(n * kCells), status(n);
  Buffer<nonet_transform> maps(n);
  Buffer<uint64_t> counts(n), offsets(n);
  memset(boards.data, 0, boards.size);
  for (size_t i = 0; i < n; i++) offsets[i] = i * kCells;
  nonet_options options = options_of(1, 0);
  RandomSpec w;
  random_spec(source, w);
  GeneratorMemory &m = generator_memory();
  void *memory = m.memory;
  size_t memory_bytes = m.bytes, size = boards.size, stride = kCells;
  const uint8_t *cells = boards.data;
  const nonet_options *o = &options;
  const nonet_puzzle_spec *spec = &w.spec;
  const uint64_t *places = nullptr;
  uint8_t *status_to = status.data, *puzzles_to = out.data;
  bool forms = true, puzzles = true;
  switch (source.below(12)) {
    case 0: o = nullptr; break;
    case 1: status_to = nullptr; break;
    case 2: cells = nullptr, puzzles_to = nullptr; break;
    case 3: size -= 1 + source.below((uint32_t)size), spec = nullptr; break;
    case 4:
      places = offsets.data, offsets[source.below((uint32_t)n)] = size - 80 + source.below(200), spec = nullptr;
      break;
    case 5:
      places = offsets.data, offsets[source.below((uint32_t)n)] = ~(uint64_t)source.below(200), puzzles = false;
      break;
    case 6: forms = false, memory = source.one_in(2) ? nullptr : (uint8_t *)memory + 1 + source.below(63); break;
    case 7: forms = false, memory_bytes = source.below((uint32_t)memory_bytes); break;
    case 8: forms = false, w.spec.attempts = 0; break;
    case 9: forms = false, w.spec.min_givens = w.spec.max_givens + 1; break;
    case 10: forms = false, w.spec.max_givens = 82 + source.below(100); break;
    default:  // an orbit that does not exist, or a number too high
      forms = false;
      for (uint8_t &orbit : w.orbit) orbit = orbit == 0 ? (uint8_t)(81 + source.below(174)) : orbit;
  }
  if (forms)
    require(nonet_canonical(cells, size, places, stride, n, o, out.data, maps.data, counts.data, status_to) ==
                NONET_BAD_CALL,
            "canonical: a bad call went through");
  if (puzzles)
    require(nonet_generate(1, 0, n, spec, o, puzzles_to, nullptr, status_to, memory, memory_bytes) == NONET_BAD_CALL,
            "generate: a bad call went through");
  nonet_transform t;
  memset((void *)&t, 0xEE, sizeof t);
  require(nonet_transform_of(kSymmetries + (source.next() >> 1), &t) == NONET_BAD_CALL &&
              nonet_transform_of(0, nullptr) == NONET_BAD_CALL && t.transposed == 0xEE,
          "transform_of: a bad call went through");
  require(nonet_random_transforms(1, 0, n, nullptr) == NONET_BAD_CALL &&
              nonet_apply_transforms(boards.data, n, 0, maps.data, out.data) == NONET_BAD_CALL &&
              nonet_apply_transforms(nullptr, n, 1, maps.data, out.data) == NONET_BAD_CALL &&
              nonet_apply_transforms(boards.data, n, 1, nullptr, out.data) == NONET_BAD_CALL &&
              nonet_apply_transforms(boards.data, n, 1, maps.data, nullptr) == NONET_BAD_CALL,
          "transforms: a bad call went through");
  require(untouched(out) && untouched(status) && untouched(maps) && untouched(counts), "a bad call wrote something");
  making_refused++;
  return n;
}

size_t run_making_case(Source &source) {
  uint32_t kind = source.below(64);
  size_t rows;
  if (kind < 4)
    rows = making_bad_call(source);
  else if (kind < 24)
    rows = making_transforms(source);
  else if (kind < 56)
    rows = making_canonical(source);
  else
    rows = making_generate(source);
  nonet_isa_use(0);
  making_rows += rows;
  return rows;
}

}  // namespace

#endif
