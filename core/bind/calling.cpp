// calling.cpp: when a call ends early: Ctrl-C, the byte of another thread, the time limit; and what its code means.

#include <chrono>

#include "bind/python.hpp"

namespace nonet::binding {
namespace {

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
  PyErr_SetString(nb::module_::import_("nonet").attr("TimeLimitReached").ptr(), "the time limit is reached");
  throw nb::python_error();
}

}  // namespace

nonet_options make_options(uint64_t limit, uint64_t budget, const uint8_t *stop) {
  nonet_options options{};
  options.limit = limit;
  options.budget = budget;
  options.poll = stop ? poll_flag : time_limit.active ? poll_time_limit : poll_signals;
  options.poll_argument = const_cast<uint8_t *>(stop);
  return options;
}

const uint8_t *byte_of(const Flag &stop) {
  if (stop && stop->size() == 0) throw nb::value_error("nonet._core: stop must have one byte");
  return stop ? stop->data() : nullptr;
}

void look_at_time_limit() {
  if (time_limit.active && time_limit.reached()) raise_time_limit();
}

void check(int code) {
  if (code == NONET_BAD_CALL) throw nb::value_error("nonet._core: a buffer does not fit the call");
  if (code != NONET_STOPPED) return;
  if (!PyErr_Occurred()) raise_time_limit();
  throw nb::python_error();
}

// End the calls of this thread `seconds` from now, or when `stop` is set; without `seconds`, end them no more. Only the main
// thread gets signals.
void set_time_limit(std::optional<double> seconds, Flag stop, bool is_main_thread) {
  time_limit.active = seconds.has_value();
  time_limit.gets_signals = is_main_thread;
  time_limit.stop = byte_of(stop);
  if (!seconds) return;
  auto time = std::chrono::duration<double>(*seconds > 1e9 ? 1e9 : *seconds);
  time_limit.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
}

}  // namespace nonet::binding
