// logic.cpp: the human solver for Python, one position at a time; many boards are rated by a row of door.hpp.

#include "bind/python.hpp"
#include "door.hpp"

namespace nonet::binding {
namespace {

// What a call of the human solver takes besides the board: the profile as numbers of 16 bits, first whether they are
// points and twice the number of its searches, then each technique and its rating, or None; the givens, or None; the
// premise; and the houses, or None for the classic ones (door.hpp).
using Profile = std::optional<nb::bytes>;
using Houses = std::optional<nb::bytes>;
struct LogicOptions : nonet_options {
  std::vector<uint16_t> numbers, house_numbers;
  nonet_profile rows{};
  nonet_board squares{};
  size_t cells = 81;

  LogicOptions(nonet_options common, const Profile &wanted, const std::optional<nb::bytes> &filled = {},
               uint8_t known = NONET_PREMISE_GIVENS, const Houses &houses = {})
      : nonet_options(common) {
    premise = known;
    if (houses) {
      house_numbers.resize(houses->size() / 2);
      memcpy(house_numbers.data(), houses->c_str(), 2 * house_numbers.size());
      if (!door::MoreHouses::read_board(house_numbers.data(), house_numbers.size(), squares))
        throw nb::value_error("nonet._core: the houses are not as long as they say");
      cells = (size_t)squares.size * squares.size;
      board = &squares;
    }
    if (filled) {
      if (filled->size() != cells) throw nb::value_error("nonet._core: a board and its givens must have as many cells");
      givens = bytes_of(*filled);
    }
    if (!wanted) return;
    if (wanted->size() % 4 != 2) throw nb::value_error("nonet._core: a profile must be a flag and pairs of numbers");
    numbers.resize(wanted->size() / 2);
    memcpy(numbers.data(), wanted->c_str(), wanted->size());
    rows = {numbers.data() + 1, numbers.size() / 2, (uint8_t)(numbers[0] & 1), (uint8_t)(numbers[0] >> 1)};
    profile = &rows;
  }
};

nb::typed<nb::list, Tuple<nb::str, nb::str, int, int, int>> techniques() {
  nb::list rows;
  for (size_t i = 0; i < nonet_general_techniques(); i++)
    rows.append(nb::make_tuple(nonet_technique_name(i), nonet_technique_family(i), nonet_technique_premise(i),
                               nonet_technique_rating(i), nonet_technique_largest(i)));
  return rows;
}

// The masks of 64 bits of all cells, in native byte order, in aligned memory.
std::vector<uint64_t> masks_of(nb::bytes digits, nb::bytes marks, const LogicOptions &options) {
  if (digits.size() != options.cells || marks.size() != sizeof(uint64_t) * options.cells)
    throw nb::value_error("nonet._core: a board must have a digit and a mask for each cell");
  std::vector<uint64_t> masks(options.cells);
  memcpy(masks.data(), marks.c_str(), marks.size());
  return masks;
}

// Return status, ER, EP, ED (as in the profile), hardest technique, steps, steps of each technique, nodes.
Tuple<int, int, int, int, int, int, Tuple<int, nb::ellipsis>, int> rate_one(nb::bytes digits, nb::bytes marks,
                                                                            uint64_t budget, const Profile &profile,
                                                                            const std::optional<nb::bytes> &givens,
                                                                            uint8_t premise, const Houses &houses) {
  uint16_t ratings[3];
  uint8_t status = 0, hardest = 0;
  uint32_t steps = 0;
  uint64_t nodes = 0;
  auto counts = std::make_unique<uint16_t[]>(nonet_general_techniques());
  nonet_ratings results{ratings, &status, &hardest, &steps, counts.get(), &nodes};
  LogicOptions options(make_options(1, budget), profile, givens, premise, houses);
  const std::vector<uint64_t> masks = masks_of(digits, marks, options);
  Lease workspace(nonet_logic_workspace_bytes());
  call_core(nullptr, [&] {
    return nonet_rate_board(bytes_of(digits), masks.data(), &options, &results, workspace->memory, workspace->bytes);
  });
  nb::list numbers;
  for (size_t i = 0; i < nonet_general_techniques(); i++) numbers.append(counts[i]);
  return nb::make_tuple(status, ratings[0], ratings[1], ratings[2], hardest, steps, nb::tuple(numbers), nodes);
}

// Call nonet_path or nonet_all_steps, whose third argument is `number`, with as much room as the steps need; return the
// status and the words.
template <auto kFunction, class Number>
Tuple<uint8_t, nb::bytes> steps(nb::bytes digits, nb::bytes marks, Number number, uint64_t budget,
                                const Profile &profile, const std::optional<nb::bytes> &givens, uint8_t premise,
                                const Houses &houses, const Flag &stop) {
  const uint8_t *flag = byte_of(stop);
  LogicOptions options(make_options(1, budget, flag), profile, givens, premise, houses);
  const std::vector<uint64_t> masks = masks_of(digits, marks, options);
  Lease workspace(nonet_logic_workspace_bytes());
  for (size_t capacity = 1 << 16;; capacity *= 8) {
    const std::unique_ptr<uint32_t[]> words(new uint32_t[capacity]);  // not zeroed: that takes as long as easy steps
    uint8_t status = 0;
    size_t written = 0;
    int code = call_core(flag, [&] {
      int ended = kFunction(bytes_of(digits), masks.data(), number, &options, words.get(), capacity, &written, &status,
                            workspace->memory, workspace->bytes);
      // What was written is kept: the status says that there is more, and the next call ends at once.
      return ended == NONET_STOPPED && written ? NONET_OK : ended;
    });
    if (PyErr_Occurred()) throw nb::python_error();
    if (code == NONET_MORE && capacity < 1u << 24) continue;
    return nb::make_tuple(code == NONET_MORE ? (uint8_t)NONET_OUT_OF_BUDGET : status,
                          make_bytes(words.get(), 4 * written));
  }
}

}  // namespace

void bind_logic(nb::module_ &m) {
  m.def("techniques", &techniques);
  m.def("rate_one", &rate_one, "digits"_a, "marks"_a, "budget"_a, "profile"_a.none(), "givens"_a.none(), "premise"_a,
        "houses"_a = nb::none());
  m.def("path", &steps<&nonet_path, size_t>, "digits"_a, "marks"_a, "most"_a, "budget"_a, "profile"_a.none(),
        "givens"_a.none(), "premise"_a, "houses"_a = nb::none(), "stop"_a = nb::none());
  m.def("all_steps", &steps<&nonet_all_steps, int>, "digits"_a, "marks"_a, "chains"_a, "budget"_a, "profile"_a.none(),
        "givens"_a.none(), "premise"_a, "houses"_a = nb::none(), "stop"_a = nb::none());
}

}  // namespace nonet::binding
