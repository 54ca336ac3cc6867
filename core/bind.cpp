// bind.cpp: the functions of core.h for Python. It checks that buffers are long enough, releases the GIL, and turns error
// codes into exceptions; statuses stay numbers. src/nonet/engine/ is its only importer and documents the functions.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <string.h>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core.h"
#include "lease.hpp"

namespace nb = nanobind;
using namespace nb::literals;

// A flat buffer of T: anything that has Python's buffer interface, so the package works without NumPy. `const T` for one
// that is only read.
template <class T> struct Array : nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu> {
  using Base = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  Array() = default;
  explicit Array(Base &&base) : Base(std::move(base)) {}
  size_t size() const { return Base::shape(0); }
};

// The stub names the buffer interface where nanobind would name NumPy's arrays.
template <class T> struct nb::detail::type_caster<Array<T>> {
  NB_TYPE_CASTER(Array<T>, const_name("typing_extensions.Buffer"))
  template <class Flags> bool from_python(handle source, Flags flags, cleanup_list *cleanup) noexcept {
    make_caster<typename Array<T>::Base> base;
    if (!base.from_python(source, flags, cleanup)) return false;
    value = Array<T>(std::move(base.value));
    return true;
  }
};

namespace {

using nonet::binding::Home;
using nonet::binding::Lease;
using nonet::binding::Workspace;

template <class T> using Optional = std::optional<Array<T>>;
template <class... T> using Tuple = nb::typed<nb::tuple, T...>;
using Counters = Tuple<uint64_t, uint64_t, uint64_t, uint64_t>;  // guesses, rounds, lane rounds, solutions
// Whether there may be more, the status, the guesses of this call, the solutions as one byte per cell.
using Solutions = Tuple<bool, uint8_t, uint64_t, nb::bytes>;

using Clock = std::chrono::steady_clock;

// Python sees Ctrl-C only when PyErr_CheckSignals is called. The core polls often, because some of its steps take a
// thousand times as long as others; the GIL is taken every few milliseconds.
int poll_signals(void *) {
  static thread_local Clock::time_point next{};
  if (Clock::now() < next) return 0;
  bool raised;
  {
    nb::gil_scoped_acquire hold;
    raised = PyErr_CheckSignals() != 0;
  }
  next = Clock::now() + std::chrono::milliseconds(5);
  return raised;
}

// A worker thread gets no signals. It reads a byte that the main thread sets.
int poll_flag(void *flag) { return __atomic_load_n(static_cast<const uint8_t *>(flag), __ATOMIC_RELAXED) != 0; }

// A time after which the calls of one thread end, and a byte with which another thread ends them earlier.
struct TimeLimit {
  bool active = false;
  bool gets_signals = false;
  Clock::time_point end;
  const uint8_t *stop = nullptr;  // null, or a byte that the caller keeps alive
  bool reached() const { return (stop && __atomic_load_n(stop, __ATOMIC_RELAXED)) || Clock::now() >= end; }
};

thread_local TimeLimit time_limit;

int poll_time_limit(void *) { return time_limit.reached() || (time_limit.gets_signals && poll_signals(nullptr)); }

void raise_time_limit() {
  PyErr_SetString(nb::module_::import_("nonet").attr("LimitReached").ptr(), "the time limit is reached");
  throw nb::python_error();
}

nonet_options make_options(uint64_t limit, uint64_t budget) {
  nonet_options options{};
  options.limit = limit;
  options.budget = budget;
  options.poll = time_limit.active ? poll_time_limit : poll_signals;
  return options;
}

using Flag = Optional<uint8_t>;

nonet_options make_options(uint64_t limit, uint64_t budget, const Flag &stop) {
  nonet_options options = make_options(limit, budget);
  if (stop) {
    if (stop->size() == 0) throw nb::value_error("nonet._core: stop must have one byte");
    options.poll = poll_flag;
    options.poll_argument = stop->data();
  }
  return options;
}

void check(int code) {
  if (code == NONET_BAD_CALL) throw nb::value_error("nonet._core: a buffer does not fit the call");
  if (code != NONET_STOPPED) return;
  if (!PyErr_Occurred()) raise_time_limit();
  throw nb::python_error();
}

// Call the core without the GIL and return its code. Without `stop` a call ends early only when Ctrl-C was pressed, and
// the exception is set, or at the time limit of the thread; with it, whoever set the byte knows. Short calls never poll,
// so the time limit is looked at before each call, too.
template <class F> int call_core(const Flag &stop, F call) {
  if (time_limit.active && time_limit.reached()) raise_time_limit();
  int code;
  {
    nb::gil_scoped_release release;
    code = call();
  }
  if (!stop || code != NONET_STOPPED) check(code);
  return code;
}

Counters counters_of(const nonet_stats &stats) {
  return nb::make_tuple(stats.guesses, stats.rounds, stats.lane_rounds, stats.solutions);
}

template <class T> T *data_or_null(const Optional<T> &array) { return array ? array->data() : nullptr; }

const uint8_t *bytes_of(const nb::bytes &bytes) { return reinterpret_cast<const uint8_t *>(bytes.c_str()); }

nb::bytes make_bytes(const void *data, size_t size) { return nb::bytes(static_cast<const char *>(data), size); }

nonet_results make_results(size_t n, Optional<uint8_t> &solutions, size_t stride, uint8_t zero,
                           Optional<uint64_t> &counts, Array<uint8_t> &status, Optional<uint32_t> &guesses,
                           size_t cells = 81) {
  bool fits = status.size() >= n && (!counts || counts->size() >= n) && (!guesses || guesses->size() >= n) &&
              stride >= cells &&
              (!solutions || n == 0 || (solutions->size() >= cells && (solutions->size() - cells) / stride >= n - 1));
  if (!fits) throw nb::value_error("nonet._core: a result buffer is too short");
  return nonet_results{data_or_null(solutions), stride, zero, data_or_null(counts), status.data(),
                       data_or_null(guesses),   {}};
}

Counters solve(Array<const uint8_t> cells, Optional<const uint64_t> offsets, size_t stride, size_t n, uint64_t limit,
               uint64_t budget, Optional<uint8_t> solutions, size_t solution_stride, uint8_t zero,
               Optional<uint64_t> counts, Array<uint8_t> status, Optional<uint32_t> guesses, Flag stop) {
  if (offsets && offsets->size() < n) throw nb::value_error("nonet._core: offsets is shorter than n");
  nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses);
  nonet_options options = make_options(limit, budget, stop);
  Lease workspace;
  call_core(stop, [&] {
    return nonet_solve(cells.data(), cells.size(), data_or_null(offsets), stride, n, &options, &results,
                       workspace->memory, workspace->bytes);
  });
  return counters_of(results.stats);
}

Counters solve_marks(Array<const uint16_t> marks, size_t n, uint64_t limit, uint64_t budget,
                     Optional<uint8_t> solutions, size_t solution_stride, uint8_t zero, Optional<uint64_t> counts,
                     Array<uint8_t> status, Optional<uint32_t> guesses, Flag stop) {
  if (marks.size() / 81 < n) throw nb::value_error("nonet._core: marks holds fewer than n boards");
  nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses);
  nonet_options options = make_options(limit, budget, stop);
  Lease workspace;
  call_core(stop, [&] {
    return nonet_solve_marks(marks.data(), n, &options, &results, workspace->memory, workspace->bytes);
  });
  return counters_of(results.stats);
}

// Solve one classic board of 81 bytes and return its status. A single puzzle takes this way: no buffers to set up.
uint8_t solve_board(const uint8_t *cells, uint64_t limit, uint64_t budget, uint8_t *solution, uint8_t zero,
                    uint64_t *count) {
  uint8_t status;
  nonet_results results{solution, 81, zero, count, &status, nullptr, {}};
  nonet_options options = make_options(limit, budget);
  options.any_solution = 1;
  Lease workspace;
  call_core({}, [&] {
    return nonet_solve(cells, 81, nullptr, 81, 1, &options, &results, workspace->memory, workspace->bytes);
  });
  return status;
}

Tuple<uint8_t, uint64_t, nb::bytes> solve_one(nb::bytes cells, uint64_t limit, uint64_t budget) {
  if (cells.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
  uint8_t solution[81];
  uint64_t count;
  uint8_t status = solve_board(bytes_of(cells), limit, budget, solution, 0, &count);
  return nb::make_tuple(status, count, make_bytes(solution, count ? 81 : 0));
}

// Return the solution of a classic board, or None if it does not have exactly one.
std::optional<nb::bytes> only_solution(nb::bytes cells) {
  if (cells.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
  uint8_t solution[81];
  if (solve_board(bytes_of(cells), 2, 0, solution, 0, nullptr) != NONET_UNIQUE) return std::nullopt;
  return make_bytes(solution, 81);
}

// Read a plain text of 81 characters; false for anything else.
bool read_text(nb::handle text, uint8_t *cells) {
  if (!PyUnicode_Check(text.ptr()) || PyUnicode_GetLength(text.ptr()) != 81) return false;
  Py_ssize_t bytes;
  const char *utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &bytes);
  if (!utf8) PyErr_Clear();  // it has half of a surrogate pair
  return utf8 && nonet_read_board(reinterpret_cast<const uint8_t *>(utf8), (size_t)bytes, cells);
}

// Return the 81 values of a text, or None if it needs another reader.
std::optional<nb::bytes> read_board(nb::object text) {
  uint8_t cells[81];
  if (!read_text(text, cells)) return std::nullopt;
  return make_bytes(cells, 81);
}

// Return the solution of a classic board, both as text, or None if it needs another reader or has not exactly one.
std::optional<nb::str> solve_text(nb::object text) {
  uint8_t cells[81];
  char solution[81];
  if (!read_text(text, cells)) return std::nullopt;
  auto *digits = reinterpret_cast<uint8_t *>(solution);
  if (solve_board(cells, 2, 0, digits, '0', nullptr) != NONET_UNIQUE) return std::nullopt;
  return nb::str(solution, 81);
}

// Return the first solutions of one board of candidates, 81 bytes each.
nb::bytes first_solutions(Array<const uint16_t> marks, size_t capacity) {
  if (marks.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
  if (capacity == 0 || capacity > 16) throw nb::value_error("nonet._core: capacity must be 1 to 16");
  uint8_t solutions[16 * 81], status = 0;
  nonet_options options = make_options(1, 0);
  nonet_stats stats{};
  size_t written = 0;
  Lease workspace;
  call_core({}, [&] {
    int code = nonet_search_begin(marks.data(), workspace->memory, workspace->bytes);
    if (code != NONET_OK) return code;
    return nonet_search_next(&options, solutions, capacity, &written, &status, &stats, workspace->memory,
                             workspace->bytes);
  });
  return make_bytes(solutions, 81 * written);
}

// Continue a search until it has found `capacity` more solutions. `call` is nonet_search_next or nonet_general_next.
template <class F> Solutions next_solutions(size_t cells, size_t capacity, uint64_t budget, Home &home, F call) {
  if (capacity == 0 || capacity > 1u << 20) throw nb::value_error("nonet._core: capacity must be 1 to 1048576");
  Lease workspace(home);
  if (!workspace) throw nb::value_error("nonet._core: this search is running already");
  auto buffer = std::make_unique<uint8_t[]>(cells * capacity);
  nonet_options options = make_options(1, budget);
  nonet_stats stats{};
  size_t written = 0;
  uint8_t status = 0;
  int code = call_core({}, [&] {
    return call(&options, buffer.get(), capacity, &written, &status, &stats, workspace->memory, workspace->bytes);
  });
  return nb::make_tuple(code == NONET_MORE, status, stats.guesses, make_bytes(buffer.get(), cells * written));
}

// A search that is kept between calls.
class Search {
 public:
  explicit Search(Array<const uint16_t> marks) : workspace_(std::make_unique<Workspace>(nonet_workspace_bytes())) {
    if (marks.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
    check(nonet_search_begin(marks.data(), workspace_->memory, workspace_->bytes));
  }

  Solutions next(size_t capacity, uint64_t budget) {
    return next_solutions(81, capacity, budget, workspace_, nonet_search_next);
  }

 private:
  Home workspace_;
};

// The tables of the houses of a board of any size.
class Tables {
 public:
  Tables(size_t size, Array<const uint8_t> lengths, Array<const uint16_t> cells) : cells_(size * size) {
    size_t seats = 0;
    for (size_t i = 0; i < lengths.size(); i++) seats += lengths.data()[i];
    if (size > 255 || seats != cells.size()) throw nb::value_error("nonet._core: lengths and cells do not agree");
    nonet_houses houses{(uint32_t)size, (uint32_t)lengths.size(), lengths.data(), cells.data()};
    size_t bytes = nonet_tables_bytes(&houses);
    if (!bytes) throw nb::value_error("nonet._core: these houses cannot be used");
    memory_ = std::make_unique<Workspace>(bytes);
    check(nonet_tables_make(&houses, memory_->memory, memory_->bytes));
    needed_ = nonet_general_workspace_bytes(memory_->memory);
  }

  // The tables of a model; `words` as in core.h.
  Tables(size_t cells, size_t digits, int first, Array<const int64_t> words) : cells_(cells) {
    if (cells > 1u << 16 || digits > 255) throw nb::value_error("nonet._core: this model cannot be used");
    nonet_model model{(uint32_t)cells, (uint32_t)digits, first, words.data(), words.size()};
    size_t bytes = nonet_model_bytes(&model);
    if (!bytes) throw nb::value_error("nonet._core: this model cannot be used");
    memory_ = std::make_unique<Workspace>(bytes);
    check(nonet_model_make(&model, memory_->memory, memory_->bytes));
    needed_ = nonet_general_workspace_bytes(memory_->memory);
  }

  Counters solve(Array<const uint8_t> cells, Optional<const uint64_t> offsets, size_t stride, size_t n, uint64_t limit,
                 uint64_t budget, Optional<uint8_t> solutions, size_t solution_stride, uint8_t zero,
                 Optional<uint64_t> counts, Array<uint8_t> status, Optional<uint32_t> guesses, Flag stop) const {
    if (offsets && offsets->size() < n) throw nb::value_error("nonet._core: offsets is shorter than n");
    nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses, cells_);
    return run(limit, budget, stop, results, [&](const nonet_options &options, const Lease &workspace) {
      return nonet_general_solve(tables(), cells.data(), cells.size(), data_or_null(offsets), stride, n, &options,
                                 &results, workspace->memory, workspace->bytes);
    });
  }

  Counters solve_marks(Array<const uint64_t> marks, size_t n, uint64_t limit, uint64_t budget,
                       Optional<uint8_t> solutions, size_t solution_stride, uint8_t zero, Optional<uint64_t> counts,
                       Array<uint8_t> status, Optional<uint32_t> guesses, Flag stop) const {
    if (marks.size() / cells_ < n) throw nb::value_error("nonet._core: marks holds fewer than n boards");
    nonet_results results = make_results(n, solutions, solution_stride, zero, counts, status, guesses, cells_);
    return run(limit, budget, stop, results, [&](const nonet_options &options, const Lease &workspace) {
      return nonet_general_solve_marks(tables(), marks.data(), n, &options, &results, workspace->memory,
                                       workspace->bytes);
    });
  }

  // Return the status and the masks, 8 bytes each.
  Tuple<uint8_t, nb::bytes> prune(Array<const uint64_t> marks) const {
    if (marks.size() != cells_) throw nb::value_error("nonet._core: marks must have one mask per cell");
    auto masks = std::make_unique<uint64_t[]>(cells_);
    for (size_t i = 0; i < cells_; i++) masks[i] = marks.data()[i];
    Lease workspace(needed_);
    uint8_t status = 0;
    check(nonet_general_prune(tables(), masks.get(), &status, workspace->memory, workspace->bytes));
    return nb::make_tuple(status, make_bytes(masks.get(), 8 * cells_));
  }

  const void *tables() const { return memory_->memory; }
  size_t cells() const { return cells_; }
  size_t needed() const { return needed_; }

 private:
  template <class F>
  Counters run(uint64_t limit, uint64_t budget, const Flag &stop, nonet_results &results, F call) const {
    nonet_options options = make_options(limit, budget, stop);
    Lease workspace(needed_);
    call_core(stop, [&] { return call(options, workspace); });
    return counters_of(results.stats);
  }

  size_t cells_, needed_ = 0;
  std::unique_ptr<Workspace> memory_;
};

// A search on such a board that is kept between calls. It keeps the tables alive.
class GeneralSearch {
 public:
  GeneralSearch(const Tables &tables, Array<const uint64_t> marks)
      : cells_(tables.cells()), workspace_(std::make_unique<Workspace>(tables.needed())) {
    if (marks.size() != cells_) throw nb::value_error("nonet._core: marks must have one mask per cell");
    check(nonet_general_begin(tables.tables(), marks.data(), workspace_->memory, workspace_->bytes));
  }

  Solutions next(size_t capacity, uint64_t budget) {
    return next_solutions(cells_, capacity, budget, workspace_, nonet_general_next);
  }

 private:
  size_t cells_;
  Home workspace_;
};

Tuple<size_t, size_t, size_t, bool> scan_lines(Array<const uint8_t> text, size_t start, bool last,
                                               Array<uint64_t> offsets, Array<uint32_t> line_numbers) {
  if (start > text.size()) throw nb::value_error("nonet._core: start is past the end of text");
  size_t capacity = offsets.size() < line_numbers.size() ? offsets.size() : line_numbers.size();
  nonet_scan scan;
  call_core({}, [&] {
    return nonet_scan_lines(text.data() + start, text.size() - start, last, offsets.data(), line_numbers.data(),
                            capacity, &scan);
  });
  return nb::make_tuple(scan.rows, scan.lines, scan.consumed, scan.odd_line != 0);
}

// -- tables as text ----------------------------------------------------------------------------------------------------

// The rows that the places of fields are enough for; the core refuses a number of columns that has no successor.
size_t rows_of(size_t places, size_t columns) { return columns == SIZE_MAX ? 0 : places / (columns + 1); }

Tuple<size_t, size_t, size_t, bool> scan_table(Array<const uint8_t> text, size_t start, size_t end, bool last,
                                               uint8_t delimiter, size_t columns, size_t puzzle, uint32_t line,
                                               Array<uint32_t> fields, Array<uint64_t> offsets,
                                               Array<uint32_t> line_numbers) {
  if (start > end || end > text.size()) throw nb::value_error("nonet._core: start or end is past the end of text");
  size_t capacity = offsets.size() < line_numbers.size() ? offsets.size() : line_numbers.size();
  if (rows_of(fields.size(), columns) < capacity) capacity = rows_of(fields.size(), columns);
  nonet_scan scan;
  call_core({}, [&] {
    return nonet_scan_table(text.data(), start, end, last, delimiter, columns, puzzle, line, fields.data(),
                            offsets.data(), line_numbers.data(), capacity, &scan);
  });
  return nb::make_tuple(scan.rows, scan.lines, scan.consumed, scan.odd_line != 0);
}

void compare_fields(Array<const uint8_t> text, Array<const uint32_t> fields, size_t columns, size_t column, size_t n,
                    Array<const uint8_t> boards, size_t stride, Array<uint8_t> same) {
  bool fits = n == 0 || (boards.size() >= 81 && stride && n - 1 <= (boards.size() - 81) / stride);
  if (rows_of(fields.size(), columns) < n || same.size() < n || !fits)
    throw nb::value_error("nonet._core: a buffer is too short");
  call_core({}, [&] {
    return nonet_compare_fields(text.data(), text.size(), fields.data(), columns, column, n, boards.data(), stride,
                                same.data());
  });
}

// A column to write, with the buffers that it keeps alive: kind, item, quote, unquote, text, values, stride, width, ends,
// add, present.
struct OutColumn {
  Optional<const uint8_t> text, values;
  Optional<const uint32_t> ends;
  Optional<const uint64_t> present;
  nonet_column row{};
};

nb::bytes write_table(nb::list columns, Optional<const uint32_t> chosen, size_t first, size_t n, size_t rows,
                      Optional<uint32_t> ends) {
  std::vector<OutColumn> kept(columns.size());
  std::vector<nonet_column> list;
  for (size_t k = 0; k < kept.size(); k++) {
    OutColumn &out = kept[k];
    nb::tuple from = nb::cast<nb::tuple>(columns[k]);
    if (from.size() != 11) throw nb::value_error("nonet._core: a column must have 11 parts");
    out.text = nb::cast<Optional<const uint8_t>>(from[4]);
    out.values = nb::cast<Optional<const uint8_t>>(from[5]);
    out.ends = nb::cast<Optional<const uint32_t>>(from[8]);
    out.present = nb::cast<Optional<const uint64_t>>(from[10]);
    if (out.present && out.present->size() < rows) throw nb::value_error("nonet._core: a buffer is too short");
    out.row.kind = nb::cast<uint8_t>(from[0]);
    out.row.item = nb::cast<uint8_t>(from[1]);
    out.row.quote = nb::cast<uint8_t>(from[2]);
    out.row.unquote = nb::cast<uint8_t>(from[3]);
    if (out.text) out.row.text = out.text->data(), out.row.text_bytes = out.text->size();
    if (out.values) out.row.values = out.values->data(), out.row.values_bytes = out.values->size();
    out.row.stride = nb::cast<size_t>(from[6]);
    out.row.width = nb::cast<size_t>(from[7]);
    if (out.ends) out.row.ends = out.ends->data(), out.row.choices = out.ends->size();
    out.row.add = nb::cast<uint64_t>(from[9]);
    if (out.present) out.row.present = out.present->data();
    list.push_back(out.row);
  }
  if (chosen && chosen->size() < n) n = chosen->size();
  if (ends && ends->size() < n) throw nb::value_error("nonet._core: a buffer is too short");
  const uint32_t *rows_chosen = chosen ? chosen->data() : nullptr;
  uint32_t *row_ends = ends ? ends->data() : nullptr;
  // The workspace of the thread is most often large enough, so that each row is laid out once.
  Lease text;
  size_t size = 0;
  call_core({}, [&] {
    auto write = [&](bool measured) {
      return nonet_write_table(list.data(), list.size(), rows_chosen, first, n, rows,
                               measured ? nullptr : static_cast<uint8_t *>(text->memory), measured ? 0 : text->bytes,
                               row_ends, &size);
    };
    int code = write(false);
    if (code != NONET_MORE) return code;
    code = write(true);
    if (code != NONET_OK) return code;
    // With `ends` the separator of the last row is written before it is dropped.
    text.grow(size + size / 16 + 1);
    return write(false);
  });
  return make_bytes(text->memory, size);
}

// -- the human solver --------------------------------------------------------------------------------------------------

// What a call of the human solver takes besides the board: the profile as numbers of 16 bits, first whether they are
// points and twice the number of its searches, then each technique and its rating, or None; the givens, or None; and
// the premise.
using Profile = std::optional<nb::bytes>;
struct LogicOptions : nonet_options {
  std::vector<uint16_t> numbers;
  nonet_profile rows{};

  LogicOptions(nonet_options common, const Profile &wanted, const std::optional<nb::bytes> &board = {},
               uint8_t known = NONET_PREMISE_GIVENS)
      : nonet_options(common) {
    premise = known;
    if (board) {
      if (board->size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
      givens = bytes_of(*board);
    }
    if (!wanted) return;
    if (wanted->size() % 4 != 2) throw nb::value_error("nonet._core: a profile must be a flag and pairs of numbers");
    numbers.resize(wanted->size() / 2);
    memcpy(numbers.data(), wanted->c_str(), wanted->size());
    rows = {numbers.data() + 1, numbers.size() / 2, (uint8_t)(numbers[0] & 1), (uint8_t)(numbers[0] >> 1)};
    profile = &rows;
  }
};

nb::typed<nb::list, Tuple<nb::str, nb::str, int, int>> techniques() {
  nb::list rows;
  for (size_t i = 0; i < nonet_techniques(); i++)
    rows.append(nb::make_tuple(nonet_technique_name(i), nonet_technique_family(i), nonet_technique_premise(i),
                               nonet_technique_rating(i)));
  return rows;
}

void rate(Array<const uint8_t> cells, Optional<const uint64_t> offsets, size_t stride, size_t n, uint64_t budget,
          Array<uint16_t> ratings, Array<uint8_t> status, Optional<uint8_t> hardest, Optional<uint32_t> steps,
          Optional<uint16_t> counts, Optional<uint64_t> nodes, Flag stop, const Profile &profile) {
  if (offsets && offsets->size() < n) throw nb::value_error("nonet._core: offsets is shorter than n");
  bool fits = ratings.size() / 3 >= n && status.size() >= n && (!hardest || hardest->size() >= n) &&
              (!steps || steps->size() >= n) && (!counts || counts->size() / nonet_techniques() >= n) &&
              (!nodes || nodes->size() >= n);
  if (!fits) throw nb::value_error("nonet._core: a result buffer is too short");
  nonet_ratings results{ratings.data(),      status.data(),        data_or_null(hardest),
                        data_or_null(steps), data_or_null(counts), data_or_null(nodes)};
  LogicOptions options(make_options(1, budget, stop), profile);
  Lease workspace(nonet_logic_workspace_bytes());
  call_core(stop, [&] {
    return nonet_rate(cells.data(), cells.size(), data_or_null(offsets), stride, n, &options, &results,
                      workspace->memory, workspace->bytes);
  });
}

// Copy 81 masks of 16 bits, in native byte order, to aligned memory.
const uint16_t *masks_of(nb::bytes digits, nb::bytes marks, uint16_t *masks) {
  if (digits.size() != 81 || marks.size() != 162) throw nb::value_error("nonet._core: a board must have 81 cells");
  memcpy(masks, marks.c_str(), 162);
  return masks;
}

// Return status, ER, EP, ED (as in the profile), hardest technique, steps, steps of each technique, nodes.
Tuple<int, int, int, int, int, int, Tuple<int, nb::ellipsis>, int> rate_one(nb::bytes digits, nb::bytes marks,
                                                                            uint64_t budget, const Profile &profile,
                                                                            const std::optional<nb::bytes> &givens,
                                                                            uint8_t premise) {
  uint16_t masks[81], ratings[3];
  masks_of(digits, marks, masks);
  uint8_t status = 0, hardest = 0;
  uint32_t steps = 0;
  uint64_t nodes = 0;
  auto counts = std::make_unique<uint16_t[]>(nonet_techniques());
  nonet_ratings results{ratings, &status, &hardest, &steps, counts.get(), &nodes};
  LogicOptions options(make_options(1, budget), profile, givens, premise);
  Lease workspace(nonet_logic_workspace_bytes());
  call_core({}, [&] {
    return nonet_rate_board(bytes_of(digits), masks, &options, &results, workspace->memory, workspace->bytes);
  });
  nb::list numbers;
  for (size_t i = 0; i < nonet_techniques(); i++) numbers.append(counts[i]);
  return nb::make_tuple(status, ratings[0], ratings[1], ratings[2], hardest, steps, nb::tuple(numbers), nodes);
}

// Return the status and the words of the steps; `all` as in core.h.
Tuple<uint8_t, nb::bytes> next_steps(nb::bytes digits, nb::bytes marks, int all, uint64_t budget,
                                     const Profile &profile, const std::optional<nb::bytes> &givens, uint8_t premise) {
  uint16_t masks[81];
  masks_of(digits, marks, masks);
  LogicOptions options(make_options(1, budget), profile, givens, premise);
  Lease workspace(nonet_logic_workspace_bytes());
  for (size_t capacity = 1 << 16;; capacity *= 8) {
    auto words = std::make_unique<uint32_t[]>(capacity);
    uint8_t status = 0;
    size_t written = 0;
    int code = call_core({}, [&] {
      return nonet_next_steps(bytes_of(digits), masks, all, &options, words.get(), capacity, &written, &status,
                              workspace->memory, workspace->bytes);
    });
    if (code == NONET_MORE && capacity < 1u << 24) continue;
    return nb::make_tuple(code == NONET_MORE ? (uint8_t)NONET_OUT_OF_BUDGET : status,
                          make_bytes(words.get(), 4 * written));
  }
}

// -- new puzzles, equivalent puzzles -----------------------------------------------------------------------------------------

static_assert(sizeof(nonet_transform) == 28);

void generate(uint64_t seed, uint64_t first, size_t n, nb::bytes orbits, uint32_t min_givens, uint32_t max_givens,
              uint32_t attempts, bool minimal, bool fixed, Array<uint8_t> puzzles, Optional<uint8_t> solutions,
              Array<uint8_t> status, Flag stop) {
  if (orbits.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
  if (puzzles.size() / 81 < n || (solutions && solutions->size() / 81 < n) || status.size() < n)
    throw nb::value_error("nonet._core: a result buffer is too short");
  nonet_puzzle_spec spec{bytes_of(orbits), min_givens, max_givens, attempts, minimal, fixed};
  nonet_options options = make_options(1, 0, stop);
  Lease workspace(nonet_generate_workspace_bytes());
  call_core(stop, [&] {
    return nonet_generate(seed, first, n, &spec, &options, puzzles.data(), data_or_null(solutions), status.data(),
                          workspace->memory, workspace->bytes);
  });
}

void canonical(Array<const uint8_t> cells, Optional<const uint64_t> offsets, size_t stride, size_t n,
               Optional<uint8_t> boards, Optional<uint8_t> transforms, Optional<uint64_t> automorphisms,
               Array<uint8_t> status, Flag stop) {
  bool fits = (!offsets || offsets->size() >= n) && status.size() >= n && (!boards || boards->size() / 81 >= n) &&
              (!transforms || transforms->size() / sizeof(nonet_transform) >= n) &&
              (!automorphisms || automorphisms->size() >= n);
  if (!fits) throw nb::value_error("nonet._core: a result buffer is too short");
  nonet_options options = make_options(1, 0, stop);
  call_core(stop, [&] {
    return nonet_canonical(cells.data(), cells.size(), data_or_null(offsets), stride, n, &options, data_or_null(boards),
                           reinterpret_cast<nonet_transform *>(data_or_null(transforms)), data_or_null(automorphisms),
                           status.data());
  });
}

// -- exact counts ----------------------------------------------------------------------------------------------------------

// A contraction: planned when it is made, its memory allocated by begin(). Several calls may run it at once; each keeps the
// memory it has begun with.
class Contraction {
 public:
  Contraction(Array<const uint16_t> marks, int box, int variant) {
    if (marks.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
    memcpy(marks_, marks.data(), sizeof marks_);
    check(nonet_contraction_plan_make(marks_, box, variant, &plan_));
  }

  uint64_t work() const { return workspace_ ? nonet_contraction_work(workspace_->memory) : plan_.work; }
  uint64_t workspace_bytes() const { return plan_.workspace_bytes; }
  double progress() const { return workspace_ ? nonet_contraction_progress(workspace_->memory) : 0; }

  void begin() {
    auto workspace = std::make_shared<Workspace>(plan_.workspace_bytes);
    call_core(
        {}, [&] { return nonet_contraction_begin(marks_, &plan_, workspace->memory, (size_t)plan_.workspace_bytes); });
    workspace_ = workspace;
  }

  // Do jobs of a phase until none is left.
  void run(int phase, Flag stop) {
    auto workspace = begun();
    Workspace scratch(nonet_contraction_scratch_bytes(workspace->memory));
    nonet_options options = make_options(1, 0, stop);
    call_core(stop,
              [&] { return nonet_contraction_run(workspace->memory, phase, &options, scratch.memory, scratch.bytes); });
  }

  Tuple<uint64_t, uint64_t> total() const {
    uint64_t words[2];
    check(nonet_contraction_total(begun()->memory, words));
    return nb::make_tuple(words[0], words[1]);
  }

  // Two words for each cell and digit; those of other boxes stay as they are.
  void odds(Array<uint64_t> odds) const {
    if (odds.size() != 2 * 81 * 9) throw nb::value_error("nonet._core: a result buffer is too short");
    check(nonet_contraction_odds(begun()->memory, odds.data()));
  }

  // Write the solutions with ascending numbers, two words for each.
  void unrank(Array<const uint64_t> numbers, Array<uint8_t> grids, Flag stop) const {
    size_t n = numbers.size() / 2;
    if (grids.size() / 81 < n) throw nb::value_error("nonet._core: a result buffer is too short");
    auto workspace = begun();
    Workspace scratch(nonet_contraction_scratch_bytes(workspace->memory));
    nonet_options options = make_options(1, 0, stop);
    call_core(stop, [&] {
      return nonet_contraction_unrank(workspace->memory, numbers.data(), n, grids.data(), &options, scratch.memory,
                                      scratch.bytes);
    });
  }

 private:
  std::shared_ptr<Workspace> begun() const {
    if (!workspace_) throw nb::value_error("nonet._core: the contraction has not begun");
    return workspace_;
  }

  uint16_t marks_[81];
  nonet_contraction_plan plan_{};
  std::shared_ptr<Workspace> workspace_;
};

nb::bytes transform_of(uint64_t number) {
  nonet_transform transform;
  check(nonet_transform_of(number, &transform));
  return make_bytes(&transform, sizeof transform);
}

void random_transforms(uint64_t seed, uint64_t first, size_t n, Array<uint8_t> transforms) {
  if (transforms.size() / sizeof(nonet_transform) < n)
    throw nb::value_error("nonet._core: a result buffer is too short");
  call_core({}, [&] {
    return nonet_random_transforms(seed, first, n, reinterpret_cast<nonet_transform *>(transforms.data()));
  });
}

void apply_transforms(Array<const uint8_t> boards, size_t n, size_t repeat, Array<const uint8_t> transforms,
                      Array<uint8_t> result) {
  bool fits = repeat && transforms.size() / sizeof(nonet_transform) >= n && result.size() / 81 >= n &&
              (n == 0 || boards.size() / 81 > (n - 1) / repeat);
  if (!fits) throw nb::value_error("nonet._core: a result buffer is too short");
  call_core({}, [&] {
    return nonet_apply_transforms(boards.data(), n, repeat,
                                  reinterpret_cast<const nonet_transform *>(transforms.data()), result.data());
  });
}

// End the calls of this thread `seconds` from now, or when `stop` is set; without `seconds`, end them no more. Only the main
// thread gets signals.
void set_time_limit(std::optional<double> seconds, Flag stop, bool is_main_thread) {
  if (stop && stop->size() == 0) throw nb::value_error("nonet._core: stop must have one byte");
  time_limit.active = seconds.has_value();
  time_limit.gets_signals = is_main_thread;
  time_limit.stop = stop ? stop->data() : nullptr;
  if (!seconds) return;
  auto time = std::chrono::duration<double>(*seconds > 1e9 ? 1e9 : *seconds);
  time_limit.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
}

nb::typed<nb::list, Tuple<nb::str, int>> isa_names() {
  nb::list names;
  for (size_t i = 0; nonet_isa_name(i); i++) names.append(nb::make_tuple(nonet_isa_name(i), nonet_isa_lanes(i)));
  return names;
}

void isa_use(size_t index) {
  if (nonet_isa_use(index) != NONET_OK) throw nb::value_error("nonet._core: no instruction set has this index");
}

}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // the command line ends without collecting what is still cached
  m.doc() = "The native core; see nonet.engine, which wraps it.";
  m.def("solve", &solve, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "limit"_a, "budget"_a, "solutions"_a.none(),
        "solution_stride"_a, "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(), "stop"_a.none());
  m.def("solve_marks", &solve_marks, "marks"_a, "n"_a, "limit"_a, "budget"_a, "solutions"_a.none(), "solution_stride"_a,
        "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(), "stop"_a.none());
  m.def("solve_one", &solve_one, "cells"_a, "limit"_a, "budget"_a);
  m.def("only_solution", &only_solution, "cells"_a);
  m.def("read_board", &read_board, "text"_a.none());
  m.def("solve_text", &solve_text, "text"_a.none());
  m.def("first_solutions", &first_solutions, "marks"_a, "capacity"_a);
  nb::class_<Search>(m, "Search")
      .def(nb::init<Array<const uint16_t>>(), "marks"_a)
      .def("next", &Search::next, "capacity"_a, "budget"_a);
  nb::class_<Tables>(m, "Tables")
      .def(nb::init<size_t, Array<const uint8_t>, Array<const uint16_t>>(), "size"_a, "lengths"_a, "cells"_a)
      .def(nb::init<size_t, size_t, int, Array<const int64_t>>(), "cells"_a, "digits"_a, "first"_a, "words"_a)
      .def("solve", &Tables::solve, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "limit"_a, "budget"_a,
           "solutions"_a.none(), "solution_stride"_a, "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(),
           "stop"_a.none())
      .def("solve_marks", &Tables::solve_marks, "marks"_a, "n"_a, "limit"_a, "budget"_a, "solutions"_a.none(),
           "solution_stride"_a, "zero"_a, "counts"_a.none(), "status"_a, "guesses"_a.none(), "stop"_a.none())
      .def("prune", &Tables::prune, "marks"_a);
  nb::class_<GeneralSearch>(m, "GeneralSearch")
      .def(nb::init<const Tables &, Array<const uint64_t>>(), "tables"_a, "marks"_a, nb::keep_alive<1, 2>())
      .def("next", &GeneralSearch::next, "capacity"_a, "budget"_a);
  nb::class_<Contraction>(m, "Contraction")
      .def(nb::init<Array<const uint16_t>, int, int>(), "marks"_a, "box"_a, "variant"_a)
      .def_prop_ro("work", &Contraction::work)
      .def_prop_ro("workspace_bytes", &Contraction::workspace_bytes)
      .def_prop_ro("progress", &Contraction::progress)
      .def("begin", &Contraction::begin)
      .def("run", &Contraction::run, "phase"_a, "stop"_a.none())
      .def("total", &Contraction::total)
      .def("odds", &Contraction::odds, "odds"_a)
      .def("unrank", &Contraction::unrank, "numbers"_a, "grids"_a, "stop"_a.none());
  m.def("techniques", &techniques);
  m.def("rate", &rate, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "budget"_a, "ratings"_a, "status"_a,
        "hardest"_a.none(), "steps"_a.none(), "counts"_a.none(), "nodes"_a.none(), "stop"_a.none(), "profile"_a.none());
  m.def("rate_one", &rate_one, "digits"_a, "marks"_a, "budget"_a, "profile"_a.none(), "givens"_a.none(), "premise"_a);
  m.def("next_steps", &next_steps, "digits"_a, "marks"_a, "all"_a, "budget"_a, "profile"_a.none(), "givens"_a.none(),
        "premise"_a);
  m.def("generate", &generate, "seed"_a, "first"_a, "n"_a, "orbits"_a, "min_givens"_a, "max_givens"_a, "attempts"_a,
        "minimal"_a, "fixed"_a, "puzzles"_a, "solutions"_a.none(), "status"_a, "stop"_a.none());
  m.def("canonical", &canonical, "cells"_a, "offsets"_a.none(), "stride"_a, "n"_a, "boards"_a.none(),
        "transforms"_a.none(), "automorphisms"_a.none(), "status"_a, "stop"_a.none());
  m.def("transform_of", &transform_of, "number"_a);
  m.def("random_transforms", &random_transforms, "seed"_a, "first"_a, "n"_a, "transforms"_a);
  m.def("apply_transforms", &apply_transforms, "boards"_a, "n"_a, "repeat"_a, "transforms"_a, "result"_a);
  m.def("scan_lines", &scan_lines, "text"_a, "start"_a, "last"_a, "offsets"_a, "line_numbers"_a);
  m.def("scan_table", &scan_table, "text"_a, "start"_a, "end"_a, "last"_a, "delimiter"_a, "columns"_a, "puzzle"_a,
        "line"_a, "fields"_a, "offsets"_a, "line_numbers"_a);
  m.def("compare_fields", &compare_fields, "text"_a, "fields"_a, "columns"_a, "column"_a, "n"_a, "boards"_a, "stride"_a,
        "same"_a);
  m.def("write_table", &write_table, "columns"_a, "chosen"_a.none(), "first"_a, "n"_a, "rows"_a, "ends"_a.none());
  m.def("set_time_limit", &set_time_limit, "seconds"_a.none(), "stop"_a.none(), "is_main_thread"_a);
  m.def("isa_names", &isa_names);
  m.def("isa_current", &nonet_isa_current);
  m.def("isa_use", &isa_use, "index"_a);
  m.def("compiler", &nonet_compiler);
}
