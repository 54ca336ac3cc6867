// bind.cpp: the core for Python: shapes are checked, the GIL is released, statuses come back as numbers. Nothing else.
// src/nonet/engine/ is the only importer and holds the documentation.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <string.h>

#include <memory>
#include <new>
#include <optional>

#include "core.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Bytes = nb::ndarray<const uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OutBytes = nb::ndarray<uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Offsets = nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OutCounts = nb::ndarray<uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OutNumbers = nb::ndarray<uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OutOffsets = nb::ndarray<uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = nb::ndarray<const uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WideMarks = nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct Workspace {
  void *memory;
  size_t bytes;
  explicit Workspace(size_t needed) : memory(nullptr), bytes((needed + 63) / 64 * 64) {
    memory = ::operator new(bytes, std::align_val_t(64));
  }
  ~Workspace() { ::operator delete(memory, std::align_val_t(64)); }
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
};

// One per thread, kept: a single puzzle takes microseconds, a fresh megabyte of memory more than that.
Workspace &thread_workspace(size_t needed = nonet_workspace_bytes()) {
  static thread_local std::unique_ptr<Workspace> workspace;
  if (!workspace || workspace->bytes < needed) workspace = std::make_unique<Workspace>(needed);
  return *workspace;
}

// Ctrl-C reaches Python only when somebody asks; long searches ask now and then.
int poll_signals(void *) {
  nb::gil_scoped_acquire hold;
  return PyErr_CheckSignals() != 0;
}

// A worker thread gets no signals; it looks at a byte that the main thread sets.
int poll_flag(void *flag) { return __atomic_load_n(static_cast<const uint8_t *>(flag), __ATOMIC_RELAXED) != 0; }

nonet_options make_options(uint64_t limit, uint64_t budget) {
  nonet_options options{};
  options.limit = limit;
  options.budget = budget;
  options.poll = poll_signals;
  return options;
}

using Flag = std::optional<OutBytes>;

nonet_options make_options(uint64_t limit, uint64_t budget, const Flag &stop) {
  nonet_options options = make_options(limit, budget);
  if (stop) {
    if (stop->shape(0) == 0) throw nb::value_error("nonet._core: stop is one byte");
    options.poll = poll_flag;
    options.poll_argument = stop->data();
  }
  return options;
}

void check(int code) {
  if (code == NONET_BAD_CALL) throw nb::value_error("nonet._core: a buffer does not fit the call");
  if (code == NONET_STOPPED) throw nb::python_error();
}

nb::tuple stats_tuple(const nonet_stats &stats) {
  return nb::make_tuple(stats.guesses, stats.rounds, stats.lane_rounds, stats.solutions);
}

template <class Array> auto *data_or_null(std::optional<Array> &array) { return array ? array->data() : nullptr; }

nonet_results make_results(size_t n, std::optional<OutBytes> &solutions, size_t stride, uint8_t zero,
                           std::optional<OutCounts> &counts, OutBytes &status, std::optional<OutNumbers> &guesses,
                           size_t cells = 81) {
  bool fits =
      status.shape(0) >= n && (!counts || counts->shape(0) >= n) && (!guesses || guesses->shape(0) >= n) &&
      stride >= cells &&
      (!solutions || n == 0 || (solutions->shape(0) >= cells && (solutions->shape(0) - cells) / stride >= n - 1));
  if (!fits) throw nb::value_error("nonet._core: a result buffer is too short");
  return nonet_results{data_or_null(solutions), stride, zero, data_or_null(counts), status.data(),
                       data_or_null(guesses),   {}};
}

nb::tuple solve(Bytes cells, std::optional<Offsets> offsets, size_t stride, size_t n, uint64_t limit, uint64_t budget,
                std::optional<OutBytes> solutions, size_t solution_stride, uint8_t zero,
                std::optional<OutCounts> counts, OutBytes status, std::optional<OutNumbers> guesses, Flag stop) {
  if (offsets && offsets->shape(0) < n) throw nb::value_error("nonet._core: fewer offsets than rows");
  nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses);
  nonet_options options = make_options(limit, budget, stop);
  Workspace &workspace = thread_workspace();
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_solve(cells.data(), cells.shape(0), offsets ? offsets->data() : nullptr, stride, n, &options, &results,
                       workspace.memory, workspace.bytes);
  }
  if (!stop || code != NONET_STOPPED) check(code);  // who sets the flag knows
  return stats_tuple(results.stats);
}

nb::tuple solve_marks(Marks marks, size_t n, uint64_t limit, uint64_t budget, std::optional<OutBytes> solutions,
                      size_t solution_stride, uint8_t zero, std::optional<OutCounts> counts, OutBytes status,
                      std::optional<OutNumbers> guesses, Flag stop) {
  if (marks.shape(0) / 81 < n) throw nb::value_error("nonet._core: fewer marks than rows");
  nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses);
  nonet_options options = make_options(limit, budget, stop);
  Workspace &workspace = thread_workspace();
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_solve_marks(marks.data(), n, &options, &results, workspace.memory, workspace.bytes);
  }
  if (!stop || code != NONET_STOPPED) check(code);  // who sets the flag knows
  return stats_tuple(results.stats);
}

// One classic board given as 81 bytes, without any array in between: what a single Puzzle asks for.
nb::tuple solve_one(nb::bytes cells, uint64_t limit, uint64_t budget) {
  if (cells.size() != 81) throw nb::value_error("nonet._core: a board has 81 cells");
  uint8_t solution[81], status;
  uint64_t count;
  nonet_results results{solution, 81, 0, &count, &status, nullptr, {}};
  nonet_options options = make_options(limit, budget);
  options.any_solution = 1;
  Workspace &workspace = thread_workspace();
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_solve(reinterpret_cast<const uint8_t *>(cells.c_str()), 81, nullptr, 81, 1, &options, &results,
                       workspace.memory, workspace.bytes);
  }
  check(code);
  return nb::make_tuple(status, count, nb::bytes(reinterpret_cast<const char *>(solution), count ? 81 : 0));
}

// The first solutions of one board of candidates, 81 bytes each: a search that is not kept.
nb::bytes first_solutions(Marks marks, size_t capacity) {
  if (marks.shape(0) != 81) throw nb::value_error("nonet._core: a board has 81 cells");
  if (capacity == 0 || capacity > 16) throw nb::value_error("nonet._core: capacity is from 1 to 16");
  uint8_t solutions[16 * 81], status = 0;
  nonet_options options = make_options(1, 0);
  nonet_stats stats{};
  size_t written = 0;
  Workspace &workspace = thread_workspace();
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_search_begin(marks.data(), workspace.memory, workspace.bytes);
    if (code == NONET_OK)
      code = nonet_search_next(&options, solutions, capacity, &written, &status, &stats, workspace.memory,
                               workspace.bytes);
  }
  check(code);
  return nb::bytes(reinterpret_cast<const char *>(solutions), 81 * written);
}

// Go on with a search by up to `capacity` solutions of so many cells; `call` is one of the two functions of the door.
// Returns (whether there may be more, status, guesses of this call, solutions as one byte per cell).
template <class F>
nb::tuple next_solutions(size_t cells, size_t capacity, uint64_t budget, Workspace &workspace, F call) {
  if (capacity == 0 || capacity > 1u << 20) throw nb::value_error("nonet._core: capacity is from 1 to 1048576");
  auto buffer = std::make_unique<uint8_t[]>(cells * capacity);
  nonet_options options = make_options(1, budget);
  nonet_stats stats{};
  size_t written = 0;
  uint8_t status = 0;
  int code;
  {
    nb::gil_scoped_release release;
    code = call(&options, buffer.get(), capacity, &written, &status, &stats, workspace.memory, workspace.bytes);
  }
  check(code);
  return nb::make_tuple(code == NONET_MORE, status, stats.guesses,
                        nb::bytes(reinterpret_cast<const char *>(buffer.get()), cells * written));
}

// A search kept between calls.
class Search {
 public:
  explicit Search(Marks marks) : workspace_(nonet_workspace_bytes()) {
    if (marks.shape(0) != 81) throw nb::value_error("nonet._core: a board has 81 cells");
    check(nonet_search_begin(marks.data(), workspace_.memory, workspace_.bytes));
  }

  nb::tuple next(size_t capacity, uint64_t budget) {
    return next_solutions(81, capacity, budget, workspace_, nonet_search_next);
  }

 private:
  Workspace workspace_;
};

// The houses of a board of any size and any rules, as tables.
class Tables {
 public:
  Tables(size_t size, Bytes lengths, nb::ndarray<const uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> cells)
      : cells_(size * size) {
    size_t seats = 0;
    for (size_t i = 0; i < lengths.shape(0); i++) seats += lengths.data()[i];
    if (size > 255 || seats != cells.shape(0)) throw nb::value_error("nonet._core: lengths and cells do not agree");
    nonet_houses houses{(uint32_t)size, (uint32_t)lengths.shape(0), lengths.data(), cells.data()};
    size_t bytes = nonet_tables_bytes(&houses);
    if (!bytes) throw nb::value_error("nonet._core: these houses cannot be used");
    memory_ = std::make_unique<Workspace>(bytes);
    check(nonet_tables_make(&houses, memory_->memory, memory_->bytes));
    needed_ = nonet_general_workspace_bytes(memory_->memory);
  }

  nb::tuple solve(Bytes cells, std::optional<Offsets> offsets, size_t stride, size_t n, uint64_t limit, uint64_t budget,
                  std::optional<OutBytes> solutions, size_t solution_stride, uint8_t zero,
                  std::optional<OutCounts> counts, OutBytes status, std::optional<OutNumbers> guesses,
                  Flag stop) const {
    if (offsets && offsets->shape(0) < n) throw nb::value_error("nonet._core: fewer offsets than rows");
    nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses, cells_);
    return run(limit, budget, stop, results, [&](const nonet_options &options, Workspace &workspace) {
      return nonet_general_solve(tables(), cells.data(), cells.shape(0), offsets ? offsets->data() : nullptr, stride, n,
                                 &options, &results, workspace.memory, workspace.bytes);
    });
  }

  nb::tuple solve_marks(WideMarks marks, size_t n, uint64_t limit, uint64_t budget, std::optional<OutBytes> solutions,
                        size_t solution_stride, uint8_t zero, std::optional<OutCounts> counts, OutBytes status,
                        std::optional<OutNumbers> guesses, Flag stop) const {
    if (marks.shape(0) / cells_ < n) throw nb::value_error("nonet._core: fewer marks than rows");
    nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses, cells_);
    return run(limit, budget, stop, results, [&](const nonet_options &options, Workspace &workspace) {
      return nonet_general_solve_marks(tables(), marks.data(), n, &options, &results, workspace.memory,
                                       workspace.bytes);
    });
  }

  // (status, masks as 8 bytes each)
  nb::tuple prune(WideMarks marks) const {
    if (marks.shape(0) != cells_) throw nb::value_error("nonet._core: marks are as many as cells");
    auto masks = std::make_unique<uint64_t[]>(cells_);
    for (size_t i = 0; i < cells_; i++) masks[i] = marks.data()[i];
    Workspace &workspace = thread_workspace(needed_);
    uint8_t status = 0;
    check(nonet_general_prune(tables(), masks.get(), &status, workspace.memory, workspace.bytes));
    return nb::make_tuple(status, nb::bytes(reinterpret_cast<const char *>(masks.get()), 8 * cells_));
  }

  const void *tables() const { return memory_->memory; }
  size_t cells() const { return cells_; }
  size_t needed() const { return needed_; }

 private:
  template <class F>
  nb::tuple run(uint64_t limit, uint64_t budget, const Flag &stop, nonet_results &results, F call) const {
    nonet_options options = make_options(limit, budget, stop);
    Workspace &workspace = thread_workspace(needed_);
    int code;
    {
      nb::gil_scoped_release release;
      code = call(options, workspace);
    }
    if (!stop || code != NONET_STOPPED) check(code);  // who sets the flag knows
    return stats_tuple(results.stats);
  }

  size_t cells_, needed_ = 0;
  std::unique_ptr<Workspace> memory_;
};

// A search of such a board kept between calls; it keeps the tables too.
class GeneralSearch {
 public:
  GeneralSearch(const Tables &tables, WideMarks marks) : cells_(tables.cells()), workspace_(tables.needed()) {
    if (marks.shape(0) != cells_) throw nb::value_error("nonet._core: marks are as many as cells");
    check(nonet_general_begin(tables.tables(), marks.data(), workspace_.memory, workspace_.bytes));
  }

  nb::tuple next(size_t capacity, uint64_t budget) {
    return next_solutions(cells_, capacity, budget, workspace_, nonet_general_next);
  }

 private:
  size_t cells_;
  Workspace workspace_;
};

nb::tuple scan_lines(Bytes text, size_t start, bool last, OutOffsets offsets, OutNumbers line_numbers) {
  if (start > text.shape(0)) throw nb::value_error("nonet._core: start lies behind the text");
  size_t capacity = offsets.shape(0) < line_numbers.shape(0) ? offsets.shape(0) : line_numbers.shape(0);
  nonet_scan scan;
  {
    nb::gil_scoped_release release;
    check(nonet_scan_lines(text.data() + start, text.shape(0) - start, last, offsets.data(), line_numbers.data(),
                           capacity, &scan));
  }
  return nb::make_tuple(scan.rows, scan.lines, scan.consumed, scan.odd_line != 0);
}

// -- the human solver --------------------------------------------------------------------------------------------------

using OutRatings = nb::ndarray<uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::list techniques() {
  nb::list rows;
  for (size_t i = 0; i < nonet_techniques(); i++)
    rows.append(nb::make_tuple(nonet_technique_name(i), nonet_technique_family(i), nonet_technique_rating(i)));
  return rows;
}

void rate(Bytes cells, std::optional<Offsets> offsets, size_t stride, size_t n, uint64_t budget, OutRatings ratings,
          OutBytes status, std::optional<OutBytes> hardest, std::optional<OutNumbers> steps,
          std::optional<OutRatings> counts, std::optional<OutCounts> nodes, Flag stop) {
  if (offsets && offsets->shape(0) < n) throw nb::value_error("nonet._core: fewer offsets than rows");
  bool fits = ratings.shape(0) / 3 >= n && status.shape(0) >= n && (!hardest || hardest->shape(0) >= n) &&
              (!steps || steps->shape(0) >= n) && (!counts || counts->shape(0) / nonet_techniques() >= n) &&
              (!nodes || nodes->shape(0) >= n);
  if (!fits) throw nb::value_error("nonet._core: a result buffer is too short");
  nonet_ratings results{ratings.data(),      status.data(),        data_or_null(hardest),
                        data_or_null(steps), data_or_null(counts), data_or_null(nodes)};
  nonet_options options = make_options(1, budget, stop);
  Workspace &workspace = thread_workspace(nonet_logic_workspace_bytes());
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_rate(cells.data(), cells.shape(0), offsets ? offsets->data() : nullptr, stride, n, &options, &results,
                      workspace.memory, workspace.bytes);
  }
  if (!stop || code != NONET_STOPPED) check(code);  // who sets the flag knows
}

// 81 masks of 16 bits, in this machine's order of bytes.
const uint16_t *masks_of(nb::bytes digits, nb::bytes marks, uint16_t *masks) {
  if (digits.size() != 81 || marks.size() != 162) throw nb::value_error("nonet._core: a board has 81 cells");
  memcpy(masks, marks.c_str(), 162);
  return masks;
}

// (status, er, ep, ed, hardest, steps, counts, nodes)
nb::tuple rate_one(nb::bytes digits, nb::bytes marks, uint64_t budget) {
  uint16_t masks[81], ratings[3];
  masks_of(digits, marks, masks);
  uint8_t status = 0, hardest = 0;
  uint32_t steps = 0;
  uint64_t nodes = 0;
  auto counts = std::make_unique<uint16_t[]>(nonet_techniques());
  nonet_ratings results{ratings, &status, &hardest, &steps, counts.get(), &nodes};
  nonet_options options = make_options(1, budget);
  Workspace &workspace = thread_workspace(nonet_logic_workspace_bytes());
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_rate_board(reinterpret_cast<const uint8_t *>(digits.c_str()), masks, &options, &results,
                            workspace.memory, workspace.bytes);
  }
  check(code);
  nb::list numbers;
  for (size_t i = 0; i < nonet_techniques(); i++) numbers.append(counts[i]);
  return nb::make_tuple(status, ratings[0], ratings[1], ratings[2], hardest, steps, nb::tuple(numbers), nodes);
}

// (status, the words of the steps)
nb::tuple next_steps(nb::bytes digits, nb::bytes marks, bool all, uint64_t budget) {
  uint16_t masks[81];
  masks_of(digits, marks, masks);
  nonet_options options = make_options(1, budget);
  Workspace &workspace = thread_workspace(nonet_logic_workspace_bytes());
  for (size_t capacity = 1 << 16;; capacity *= 8) {
    auto words = std::make_unique<uint32_t[]>(capacity);
    uint8_t status = 0;
    size_t written = 0;
    int code;
    {
      nb::gil_scoped_release release;
      code = nonet_next_steps(reinterpret_cast<const uint8_t *>(digits.c_str()), masks, all, &options, words.get(),
                              capacity, &written, &status, workspace.memory, workspace.bytes);
    }
    check(code);
    if (code == NONET_MORE && capacity < 1u << 24) continue;
    return nb::make_tuple(code == NONET_MORE ? (uint8_t)NONET_OUT_OF_BUDGET : status,
                          nb::bytes(reinterpret_cast<const char *>(words.get()), 4 * written));
  }
}

// -- making and comparing puzzles -----------------------------------------------------------------------------------------

static_assert(sizeof(nonet_transform) == 28);

void generate(uint64_t seed, uint64_t first, size_t n, nb::bytes part, uint32_t lowest, uint32_t highest,
              uint32_t attempts, bool minimal, bool all, OutBytes puzzles, std::optional<OutBytes> solutions,
              OutBytes status, Flag stop) {
  if (part.size() != 81) throw nb::value_error("nonet._core: a board has 81 cells");
  if (puzzles.shape(0) / 81 < n || (solutions && solutions->shape(0) / 81 < n) || status.shape(0) < n)
    throw nb::value_error("nonet._core: a result buffer is too short");
  nonet_wish wish{reinterpret_cast<const uint8_t *>(part.c_str()), lowest, highest, attempts, minimal, all};
  nonet_options options = make_options(1, 0, stop);
  Workspace &workspace = thread_workspace(nonet_generate_workspace_bytes());
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_generate(seed, first, n, &wish, &options, puzzles.data(), data_or_null(solutions), status.data(),
                          workspace.memory, workspace.bytes);
  }
  if (!stop || code != NONET_STOPPED) check(code);  // who sets the flag knows
}

void canonical(Bytes cells, std::optional<Offsets> offsets, size_t stride, size_t n, std::optional<OutBytes> boards,
               std::optional<OutBytes> transforms, std::optional<OutCounts> automorphisms, OutBytes status, Flag stop) {
  bool fits = (!offsets || offsets->shape(0) >= n) && status.shape(0) >= n && (!boards || boards->shape(0) / 81 >= n) &&
              (!transforms || transforms->shape(0) / sizeof(nonet_transform) >= n) &&
              (!automorphisms || automorphisms->shape(0) >= n);
  if (!fits) throw nb::value_error("nonet._core: a buffer is too short");
  nonet_options options = make_options(1, 0, stop);
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_canonical(cells.data(), cells.shape(0), offsets ? offsets->data() : nullptr, stride, n, &options,
                           data_or_null(boards), reinterpret_cast<nonet_transform *>(data_or_null(transforms)),
                           data_or_null(automorphisms), status.data());
  }
  if (!stop || code != NONET_STOPPED) check(code);  // who sets the flag knows
}

nb::bytes transform_of(uint64_t number) {
  nonet_transform transform;
  check(nonet_transform_of(number, &transform));
  return nb::bytes(reinterpret_cast<const char *>(&transform), sizeof transform);
}

void random_transforms(uint64_t seed, uint64_t first, size_t n, OutBytes transforms) {
  if (transforms.shape(0) / sizeof(nonet_transform) < n) throw nb::value_error("nonet._core: a buffer is too short");
  nb::gil_scoped_release release;
  nonet_random_transforms(seed, first, n, reinterpret_cast<nonet_transform *>(transforms.data()));
}

void apply_transforms(Bytes boards, size_t n, size_t repeat, Bytes transforms, OutBytes result) {
  bool fits = repeat && transforms.shape(0) / sizeof(nonet_transform) >= n && result.shape(0) / 81 >= n &&
              (n == 0 || boards.shape(0) / 81 > (n - 1) / repeat);
  if (!fits) throw nb::value_error("nonet._core: a buffer is too short");
  int code;
  {
    nb::gil_scoped_release release;
    code = nonet_apply_transforms(boards.data(), n, repeat,
                                  reinterpret_cast<const nonet_transform *>(transforms.data()), result.data());
  }
  check(code);
}

nb::list isa_names() {
  nb::list names;
  for (size_t i = 0; nonet_isa_name(i); i++) names.append(nb::make_tuple(nonet_isa_name(i), nonet_isa_lanes(i)));
  return names;
}

void isa_use(size_t index) {
  if (nonet_isa_use(index) != NONET_OK) throw nb::value_error("nonet._core: there is no such instruction set");
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The native core; see nonet.engine, which wraps it.";
  m.def("solve", &solve, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "limit"_a, "budget"_a, "solutions"_a.none(),
        "solution_stride"_a, "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(), "stop"_a.none());
  m.def("solve_marks", &solve_marks, "marks"_a, "n"_a, "limit"_a, "budget"_a, "solutions"_a.none(), "solution_stride"_a,
        "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(), "stop"_a.none());
  m.def("solve_one", &solve_one, "cells"_a, "limit"_a, "budget"_a);
  m.def("first_solutions", &first_solutions, "marks"_a, "capacity"_a);
  nb::class_<Search>(m, "Search")
      .def(nb::init<Marks>(), "marks"_a)
      .def("next", &Search::next, "capacity"_a, "budget"_a);
  nb::class_<Tables>(m, "Tables")
      .def(nb::init<size_t, Bytes, nb::ndarray<const uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(), "size"_a,
           "lengths"_a, "cells"_a)
      .def("solve", &Tables::solve, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "limit"_a, "budget"_a,
           "solutions"_a.none(), "solution_stride"_a, "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(),
           "stop"_a.none())
      .def("solve_marks", &Tables::solve_marks, "marks"_a, "n"_a, "limit"_a, "budget"_a, "solutions"_a.none(),
           "solution_stride"_a, "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(), "stop"_a.none())
      .def("prune", &Tables::prune, "marks"_a);
  nb::class_<GeneralSearch>(m, "GeneralSearch")
      .def(nb::init<const Tables &, WideMarks>(), "tables"_a, "marks"_a, nb::keep_alive<1, 2>())
      .def("next", &GeneralSearch::next, "capacity"_a, "budget"_a);
  m.def("techniques", &techniques);
  m.def("rate", &rate, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "budget"_a, "ratings"_a, "status"_a,
        "hardest"_a.none(), "steps"_a.none(), "counts"_a.none(), "nodes"_a.none(), "stop"_a.none());
  m.def("rate_one", &rate_one, "digits"_a, "marks"_a, "budget"_a);
  m.def("next_steps", &next_steps, "digits"_a, "marks"_a, "all"_a, "budget"_a);
  m.def("generate", &generate, "seed"_a, "first"_a, "n"_a, "part"_a, "lowest"_a, "highest"_a, "attempts"_a, "minimal"_a,
        "all"_a, "puzzles"_a, "solutions"_a.none(), "status"_a, "stop"_a.none());
  m.def("canonical", &canonical, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "boards"_a.none(),
        "transforms"_a.none(), "automorphisms"_a.none(), "status"_a, "stop"_a.none());
  m.def("transform_of", &transform_of, "number"_a);
  m.def("random_transforms", &random_transforms, "seed"_a, "first"_a, "n"_a, "transforms"_a);
  m.def("apply_transforms", &apply_transforms, "boards"_a, "n"_a, "repeat"_a, "transforms"_a, "result"_a);
  m.def("scan_lines", &scan_lines, "text"_a, "start"_a, "last"_a, "offsets"_a, "line_numbers"_a);
  m.def("isa_names", &isa_names);
  m.def("isa_current", &nonet_isa_current);
  m.def("isa_use", &isa_use, "index"_a);
}
