// rows.hpp: a function of Python for each row of door.hpp: its arguments by name and type, checked and passed on.

#ifndef NONET_BIND_ROWS_HPP
#define NONET_BIND_ROWS_HPP

#include <string>
#include <tuple>

#include "bind/python.hpp"
#include "door.hpp"

namespace nonet::binding {

// An argument: its type, and the value that a row takes.
template <class P, door::Way kWay = P::way> struct Argument {  // a number
  using Type = typename P::Type;
  static auto name() { return nb::arg(P::facts.name); }
  static door::Value value(Type number) { return {(uint64_t)number, 0}; }
};
template <class P> struct BufferArgument {
  using Type = Array<typename P::Type>;
  static auto name() { return nb::arg(P::facts.name); }
  static door::Value value(const Type &array) { return {(uint64_t)(uintptr_t)array.data(), array.size()}; }
};
template <class P> struct MaybeArgument {
  using Type = Optional<typename P::Type>;
  static auto name() { return nb::arg(P::facts.name).none(); }
  static door::Value value(const Type &array) { return array ? BufferArgument<P>::value(*array) : door::Value{0, 0}; }
};
template <class P> struct Argument<P, door::Way::kInput> : BufferArgument<P> {};
template <class P> struct Argument<P, door::Way::kOutput> : BufferArgument<P> {};
template <class P> struct Argument<P, door::Way::kMaybeInput> : MaybeArgument<P> {};
template <class P> struct Argument<P, door::Way::kMaybeOutput> : MaybeArgument<P> {};
template <class P> struct Argument<P, door::Way::kStop> : MaybeArgument<P> {
  static door::Value value(const Flag &stop) { return {(uint64_t)(uintptr_t)byte_of(stop), 1}; }
};
template <class P> struct Argument<P, door::Way::kBytes> {
  using Type = nb::bytes;
  static auto name() { return nb::arg(P::facts.name); }
  static door::Value value(const nb::bytes &bytes) {  // parts of an element are not elements
    bool is_whole = bytes.size() % sizeof(typename P::Type) == 0;
    return {(uint64_t)(uintptr_t)bytes.c_str(), is_whole ? bytes.size() / sizeof(typename P::Type) : 0};
  }
};
template <class P> struct Argument<P, door::Way::kMaybeBytes> {
  using Type = std::optional<nb::bytes>;
  static auto name() { return nb::arg(P::facts.name).none(); }
  static door::Value value(const Type &bytes) {
    return bytes ? Argument<P, door::Way::kBytes>::value(*bytes) : door::Value{0, 0};
  }
};

// What a row returns, if it returns at all: whether there is more, and its counters.
struct Ended {
  bool more = false;
  nonet_stats stats{};
};

// Call a row. What a stopped call has "written" is kept: its status tells, and the next call ends at once.
template <class Row> Ended call_row(const door::Value *given) {
  using Table = typename Row::Table;
  const uint8_t *stop = nullptr;
  const size_t *written = nullptr;
  for (size_t i = 0; i < Table::count; i++) {
    if (Table::facts[i].way == door::Way::kStop) stop = given[i].buffer<const uint8_t>();
    if (!strcmp(Table::facts[i].name, "written")) written = given[i].buffer<const size_t>();
  }
  door::Call call;
  call.options = make_options(1, 0, stop);
  door::check(call, Table::facts, Table::count, given);
  std::optional<Lease> workspace;
  if (size_t bytes = call.fault ? 0 : Row::workspace_bytes(given)) {
    workspace.emplace(bytes);
    call.workspace = (*workspace)->memory;
    call.workspace_bytes = (*workspace)->bytes;
  }
  int code = NONET_OK;
  if (!call.fault)
    code = call_core(stop, [&] {
      int ended = (int)Row::run(call, given);
      return call.fault || (ended == NONET_STOPPED && written && *written) ? (int)NONET_OK : ended;
    });
  if (call.fault) throw nb::value_error(("nonet._core: " + std::string(call.fault) + " does not fit the call").c_str());
  if (PyErr_Occurred()) throw nb::python_error();
  return {code == NONET_MORE, call.results.stats};
}

template <class... Parts> constexpr bool has_counters(door::List<Parts...>) {
  return (std::is_same_v<Parts, door::Results> || ...);
}

// The arguments that a caller passes, and the single values that a row writes.
template <bool kOnes, class... P> using Which =
    typename door::Join<std::conditional_t<(P::way == door::Way::kOne) == kOnes, door::List<P>, door::List<>>...>::Type;
template <class... P> Which<false, P...> passed_of(door::List<P...>);
template <class... P> Which<true, P...> ones_of(door::List<P...>);

// Call a row with what a caller has passed. Return whether there is more, and the single values, if it writes some; else the
// counters, if it has some.
template <class Row, class... One> auto answer_of(const door::Value *passed, door::List<One...>) {
  using Table = typename Row::Table;
  [[maybe_unused]] std::tuple<typename One::Type...> ones{};
  door::Value given[Table::count];
  std::apply(
      [&](auto &...one) {
        [[maybe_unused]] const void *places[] = {&one..., nullptr};
        for (size_t i = 0, written = 0; i < Table::count; i++)
          given[i] = Table::facts[i].way == door::Way::kOne ? door::Value{(uint64_t)(uintptr_t)places[written++], 1}
                                                            : *passed++;
      },
      ones);
  const Ended ended = call_row<Row>(given);
  if constexpr (sizeof...(One) > 0)
    return std::apply(
        [&](auto... one) -> Tuple<bool, typename One::Type...> { return nb::make_tuple(ended.more, one...); }, ones);
  else if constexpr (has_counters(typename Row::PartList()))
    return counters_of(ended.stats);
}

template <class Row> using Passed = decltype(passed_of(typename Row::Parameters()));
template <class Row> using Ones = decltype(ones_of(typename Row::Parameters()));

template <class Row, class... P> void define(nb::module_ &m, door::List<P...>) {
  m.def(
      Row::name,
      [](typename Argument<P>::Type... arguments) {
        const door::Value passed[] = {Argument<P>::value(arguments)...};
        return answer_of<Row>(passed, Ones<Row>());
      },
      Argument<P>::name()...);
}
template <class... Rows> void define_rows(nb::module_ &m, door::List<Rows...>) {
  (define<Rows>(m, Passed<Rows>()), ...);
}

// The same as a method of a class T, whose objects are the tables.
template <class Row, class T, class View, class... P>
void define_method(nb::class_<T> &type, const char *name, door::List<View, P...>) {
  type.def(
      name,
      [](const T &tables, typename Argument<P>::Type... arguments) {
        const door::Value passed[] = {{(uint64_t)(uintptr_t)tables.tables(), tables.cells()},
                                      Argument<P>::value(arguments)...};
        return answer_of<Row>(passed, Ones<Row>());
      },
      Argument<P>::name()...);
}
template <class T, class... Rows, size_t kCount>
void define_methods(nb::class_<T> &type, door::List<Rows...>, const char *const (&names)[kCount]) {
  size_t i = 0;
  (define_method<Rows>(type, names[i++], Passed<Rows>()), ...);
}

}  // namespace nonet::binding

#endif
