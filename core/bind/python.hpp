// python.hpp: what the parts of the binding share: buffers, options, and calls without the GIL.
//
// The binding checks that buffers are long enough, releases the GIL, and turns error codes into exceptions; statuses stay
// numbers. src/nonet/engine/ is its only importer and documents the functions.

#ifndef NONET_BIND_PYTHON_HPP
#define NONET_BIND_PYTHON_HPP

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <string.h>

#include <memory>
#include <optional>
#include <vector>

#include "bind/lease.hpp"
#include "core.h"

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

namespace nonet::binding {

template <class T> using Optional = std::optional<Array<T>>;
template <class... T> using Tuple = nb::typed<nb::tuple, T...>;
using Counters = Tuple<uint64_t, uint64_t, uint64_t, uint64_t>;  // guesses, rounds, lane rounds, solutions
using Flag = Optional<uint8_t>;                                  // a byte with which another thread ends a call

// The parts, in files of their own.
void bind_boards(nb::module_ &m);
void bind_counting(nb::module_ &m);
void bind_logic(nb::module_ &m);
void bind_text(nb::module_ &m);

nonet_options make_options(uint64_t limit, uint64_t budget, const uint8_t *stop = nullptr);
const uint8_t *byte_of(const Flag &stop);  // null without one
void set_time_limit(std::optional<double> seconds, Flag stop, bool is_main_thread);
// Raise TimeLimitReached if the time of this thread is over. Short calls never poll, so each call begins with this.
void look_at_time_limit();
// Turn an error code into an exception.
void check(int code);

// Call the core without the GIL and return its code. Without `stop` a call ends early only when Ctrl-C was pressed, and
// the exception is set, or at the time limit of the thread; then the code that set the byte knows.
template <class F> int call_core(const uint8_t *stop, F call) {
  look_at_time_limit();
  int code;
  {
    nb::gil_scoped_release release;
    code = call();
  }
  if (!stop || code != NONET_STOPPED) check(code);
  return code;
}

template <class T> T *data_or_null(const Optional<T> &array) { return array ? array->data() : nullptr; }

inline const uint8_t *bytes_of(const nb::bytes &bytes) { return reinterpret_cast<const uint8_t *>(bytes.c_str()); }

inline nb::bytes make_bytes(const void *data, size_t size) { return nb::bytes(static_cast<const char *>(data), size); }

inline Counters counters_of(const nonet_stats &stats) {
  return nb::make_tuple(stats.guesses, stats.rounds, stats.lane_rounds, stats.solutions);
}

}  // namespace nonet::binding

#endif
