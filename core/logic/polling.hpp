// polling.hpp: how a long search asks now and then whether it shall end.
#ifndef NONET_LOGIC_POLLING_HPP
#define NONET_LOGIC_POLLING_HPP

#include "logic/geometry.hpp"

namespace nonet::NONET_LOGIC {

struct Polling {
  int (*poll)(void *) = nullptr;  // nonzero ends the search as a spent budget does
  void *poll_argument = nullptr;
  bool stopped = false;  // by poll

  // Poll now and then, also on behalf of other searches; a chain of one candidate is one tick.
  static constexpr uint32_t kTicksPerPoll = 256;
  bool interrupted(uint32_t ticks = 1) {
    if (stopped || !poll || (ticks_ += ticks) < kTicksPerPoll) return stopped;
    ticks_ = 0;
    return stopped = poll(poll_argument) != 0;
  }
  void watch(int (*by)(void *), void *argument) { poll = by, poll_argument = argument, stopped = false; }

 private:
  uint32_t ticks_ = 0;
};

}  // namespace nonet::NONET_LOGIC

#endif
