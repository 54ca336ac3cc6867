// rows.hpp: a function of Python for each row of door.hpp: its arguments by name and type, checked and passed on.

#ifndef NONET_BIND_ROWS_HPP
#define NONET_BIND_ROWS_HPP

#include <string>

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

// Call a row and return its counters.
template <class Row> nonet_stats call_row(const door::Value *given) {
  using Table = typename Row::Table;
  const uint8_t *stop = nullptr;
  for (size_t i = 0; i < Table::count; i++)
    if (Table::facts[i].way == door::Way::kStop) stop = given[i].buffer<const uint8_t>();
  door::Call call;
  call.options = make_options(1, 0, stop);
  door::check(call, Table::facts, Table::count, given);
  std::optional<Lease> workspace;
  if (size_t bytes = call.fault ? 0 : Row::workspace_bytes(given)) {
    workspace.emplace(bytes);
    call.workspace = (*workspace)->memory;
    call.workspace_bytes = (*workspace)->bytes;
  }
  if (!call.fault)
    call_core(stop, [&] {
      int code = (int)Row::run(call, given);
      return call.fault ? (int)NONET_OK : code;
    });
  if (call.fault) throw nb::value_error(("nonet._core: " + std::string(call.fault) + " does not fit the call").c_str());
  return call.results.stats;
}

template <class... Parts> constexpr bool has_counters(door::List<Parts...>) {
  return (std::is_same_v<Parts, door::Results> || ...);
}

template <class Row, class... P> auto function_of(door::List<P...>) {
  return [](typename Argument<P>::Type... arguments) {
    const door::Value given[] = {Argument<P>::value(arguments)...};
    nonet_stats stats = call_row<Row>(given);
    if constexpr (has_counters(typename Row::PartList())) return counters_of(stats);
  };
}
template <class Row, class... P> void define(nb::module_ &m, door::List<P...> parameters) {
  m.def(Row::name, function_of<Row>(parameters), Argument<P>::name()...);
}
template <class... Rows> void define_rows(nb::module_ &m, door::List<Rows...>) {
  (define<Rows>(m, typename Rows::Parameters()), ...);
}

// The same as a method of a class T, whose objects are the tables.
template <class Row, class T, class View, class... P>
void define_method(nb::class_<T> &type, const char *name, door::List<View, P...>) {
  type.def(
      name,
      [](const T &tables, typename Argument<P>::Type... arguments) {
        const door::Value given[] = {{(uint64_t)(uintptr_t)tables.tables(), tables.cells()},
                                     Argument<P>::value(arguments)...};
        return counters_of(call_row<Row>(given));
      },
      Argument<P>::name()...);
}
template <class T, class... Rows, size_t kCount>
void define_methods(nb::class_<T> &type, door::List<Rows...>, const char *const (&names)[kCount]) {
  size_t i = 0;
  (define_method<Rows>(type, names[i++], typename Rows::Parameters()), ...);
}

}  // namespace nonet::binding

#endif
