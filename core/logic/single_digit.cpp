// single_digit.cpp: patterns of one digit that people know by name. Skyscraper: two parallel lines with two places each,
// of which one in each line sees the other along a crossing line. Both cannot be true, so one of the other two ends is.
#include "logic/finders.hpp"

namespace nonet::logic {
namespace {

// A house in which a digit has two places: one of them is true.
struct StrongLink {
  uint8_t house;
  uint8_t ends[2];
};

struct StrongLinks {
  int size = 0;
  StrongLink link[kHouses];

  // Add the links of a digit (0-8) in houses of one kind.
  void add(const State &state, int digit, int kind) {
    for (int house = 9 * kind; house < 9 * kind + 9; house++) {
      Mask places = state.places[house][digit];
      if (count(places) != 2) continue;
      const uint8_t *cells = kGeometry.cell[house];
      link[size++] = {(uint8_t)house, {cells[first(places)], cells[first(places & (places - 1))]}};
    }
  }
};

// Two links whose ends `near` are both in a house: one of the ends `far` is true. Returns what the sink says.
bool pass_two_links(const State &state, Technique name, int digit, const StrongLink &one, int near_one,
                    const StrongLink &two, int near_two, int joined, StepSink sink) {
  int near[2] = {one.ends[near_one], two.ends[near_two]}, far[2] = {one.ends[1 - near_one], two.ends[1 - near_two]};
  if (far[0] == far[1] || near[0] == near[1]) return false;
  Cells removed = kGeometry.peer_cells[far[0]] & kGeometry.peer_cells[far[1]] & state.where(digit);
  removed.remove(near[0]);
  removed.remove(near[1]);
  if (removed.empty()) return false;
  Step step(name);
  for (int house : {(int)one.house, (int)two.house, joined}) step.house(house);
  for (int cell : near) step.mark(kBase, cell, bit(digit));
  for (int cell : far) step.mark(kPincer, cell, bit(digit));
  while (!removed.empty()) {
    int cell = removed.pop();
    step.mark(kTarget, cell, bit(digit));
    step.remove(cell, bit(digit));
  }
  return sink(step);
}

}  // namespace

bool find_skyscrapers(const State &state, StepSink sink) {
  for (int digit = 0; digit < 9; digit++)
    for (int kind : {kRow, kColumn}) {
      StrongLinks links;
      links.add(state, digit, kind);
      int crossing = kRow + kColumn - kind;
      for (int i = 0; i < links.size; i++)
        for (int j = i + 1; j < links.size; j++)
          for (int end = 0; end < 4; end++) {
            int near_one = end >> 1, near_two = end & 1;
            const StrongLink &one = links.link[i], &two = links.link[j];
            int joined = kGeometry.house[crossing][one.ends[near_one]];
            if (joined != kGeometry.house[crossing][two.ends[near_two]]) continue;
            if (pass_two_links(state, k_skyscraper, digit, one, near_one, two, near_two, joined, sink)) return true;
          }
    }
  return false;
}

}  // namespace nonet::logic
