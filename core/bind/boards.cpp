// boards.cpp: boards for Python: one classic board as `bytes`, which needs no buffers; boards of any size; kept searches.

#include "bind/rows.hpp"

namespace nonet::binding {
namespace {

// Whether there may be more, the status, the guesses of this call, the solutions as one byte per cell.
using Solutions = Tuple<bool, uint8_t, uint64_t, nb::bytes>;

// Solve one classic board of 81 bytes and return its status. A single puzzle takes this way: no buffers to set up.
uint8_t solve_board(const uint8_t *cells, uint64_t limit, uint64_t budget, uint8_t *solution, uint8_t zero,
                    uint64_t *count) {
  uint8_t status;
  nonet_results results{solution, 81, zero, count, &status, nullptr, {}};
  nonet_options options = make_options(limit, budget);
  options.any_solution = 1;
  Lease workspace;
  call_core(nullptr, [&] {
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
  call_core(nullptr, [&] {
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
  int code = call_core(nullptr, [&] {
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
    nonet_options options = make_options(1, 0);
    call_core(nullptr, [&] { return nonet_model_make(&model, &options, memory_->memory, memory_->bytes); });
    needed_ = nonet_general_workspace_bytes(memory_->memory);
  }

  // Return the status and the masks, 8 bytes each.
  Tuple<uint8_t, nb::bytes> prune(Array<const uint64_t> marks) const {
    if (marks.size() != cells_) throw nb::value_error("nonet._core: marks must have one mask per cell");
    auto masks = std::make_unique<uint64_t[]>(cells_);
    for (size_t i = 0; i < cells_; i++) masks[i] = marks.data()[i];
    Lease workspace(needed_);
    uint8_t status = 0;
    nonet_options options = make_options(1, 0);
    call_core(nullptr, [&] {
      return nonet_general_prune(tables(), &options, masks.get(), &status, workspace->memory, workspace->bytes);
    });
    return nb::make_tuple(status, make_bytes(masks.get(), 8 * cells_));
  }

  const void *tables() const { return memory_->memory; }
  size_t cells() const { return cells_; }
  size_t needed() const { return needed_; }

 private:
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

}  // namespace

void bind_boards(nb::module_ &m) {
  m.def("solve_one", &solve_one, "cells"_a, "limit"_a, "budget"_a);
  m.def("only_solution", &only_solution, "cells"_a);
  m.def("read_board", &read_board, "text"_a.none());
  m.def("solve_text", &solve_text, "text"_a.none());
  m.def("first_solutions", &first_solutions, "marks"_a, "capacity"_a);
  nb::class_<Search>(m, "Search")
      .def(nb::init<Array<const uint16_t>>(), "marks"_a)
      .def("next", &Search::next, "capacity"_a, "budget"_a);
  nb::class_<Tables> tables(m, "Tables", "The rules of a board, as the search asks for them.");
  tables.def(nb::init<size_t, Array<const uint8_t>, Array<const uint16_t>>(), "size"_a, "lengths"_a, "cells"_a)
      .def(nb::init<size_t, size_t, int, Array<const int64_t>>(), "cells"_a, "digits"_a, "first"_a, "words"_a)
      .def("prune", &Tables::prune, "marks"_a);
  define_methods(tables, door::OfTables(), {"solve", "solve_marks", "prove"});
  nb::class_<GeneralSearch>(m, "GeneralSearch")
      .def(nb::init<const Tables &, Array<const uint64_t>>(), "tables"_a, "marks"_a, nb::keep_alive<1, 2>())
      .def("next", &GeneralSearch::next, "capacity"_a, "budget"_a);
}

}  // namespace nonet::binding
