// colouring.cpp: what follows from a cluster, candidates that are linked to each other in two colours. All of one colour are
// true, or all of the other. A link joins the only two places of a digit in a house; in 3D Medusa also the two candidates of
// a cell; in remote pairs two cells that see each other and have the same two candidates.
#include "logic/finders.hpp"

namespace nonet::NONET_LOGIC {
namespace {

struct Cluster {
  Cells of[2][kMostSize];  // by colour and digit

  explicit Cluster(int = 0) {}
  Cells &at(int colour, int digit) { return of[colour][digit]; }
  Cells cells(int digit) const { return of[0][digit] | of[1][digit]; }
  int size() const {
    int sum = 0;
    for (int digit = 0; digit < geometry().size; digit++) sum += cells(digit).size();
    return sum;
  }
  void mark(Step &step, Role role, int colour) const {
    for (int cell = 0; cell < geometry().cells; cell++) {
      Mask digits = 0;
      for (int digit = 0; digit < geometry().size; digit++)
        if (of[colour][digit].has(cell)) digits |= bit(digit);
      step.mark(role, cell, digits);
    }
  }
};

// A cluster of one digit.
struct DigitCluster {
  int digit;
  Cells of[2];

  explicit DigitCluster(int which = 0) : digit(which) {}
  Cells &at(int colour, int) { return of[colour]; }
  Cells cells() const { return of[0] | of[1]; }
  void mark(Step &step, Role role, int colour) const { step.mark(role, of[colour], digit); }
};

// All cells that see one of a set.
Cells seen_by(Cells set) {
  Cells seen;
  while (!set.empty()) seen = seen | geometry().peers(set.pop());
  return seen;
}

// Colour all that is linked to a candidate. Returns false if a candidate gets both colours: there is no solution.
template <class Cluster>
bool build_cluster(const State &state, int cell, int digit, bool within_cells, Cluster &cluster) {
  cluster = Cluster(digit);
  constexpr int kMost = kLarge ? 4096 : kCells * kMostSize;  // the links of others are not followed
  struct {
    Cell cell;
    uint8_t digit, colour;
  } stack[kMost];
  int size = 0;
  bool consistent = true;
  auto add = [&](int at, int what, int colour) {
    if (cluster.at(1 - colour, what).has(at)) consistent = false;
    if (cluster.at(0, what).has(at) || cluster.at(1, what).has(at)) return;
    cluster.at(colour, what).add(at);
    if (size < kMost) stack[size++] = {(Cell)at, (uint8_t)what, (uint8_t)colour};
  };
  add(cell, digit, 0);
  while (size) {
    size--;
    const int at = stack[size].cell, what = stack[size].digit, colour = stack[size].colour;
    for (int i = 0; i < geometry().seats(at); i++) {
      const Seat seat = geometry().seat(at, i);
      Mask places = state.places[seat.house][what];
      if (count(places) == 2)
        add(geometry().cells_of(seat.house)[first(places & (Mask)~bit(seat.position))], what, 1 - colour);
    }
    Mask candidates = state.candidates[at];
    if (within_cells && count(candidates) == 2) add(at, first(candidates & (Mask)~bit(what)), 1 - colour);
  }
  return consistent;
}

// The clusters of one digit.
struct Clusters {
  int size = 0;
  static constexpr int kMost = kLarge ? 36 : kMostSize;  // with two cells or more: each needs a house of its own
  DigitCluster cluster[kMost];

  Clusters(const State &state, int digit) {
    for (Cells left = state.where(digit); !left.empty() && size < kMost;) {
      int cell = left.pop();
      if (!build_cluster(state, cell, digit, false, cluster[size])) continue;
      left = left - cluster[size].cells();
      if (cluster[size].cells().size() > 1) size++;
    }
  }
};

}  // namespace

// -- simple colours ----------------------------------------------------------------------------------------------------

bool find_simple_colours_traps(const State &state, StepSink sink) {
  for (int digit = 0; digit < geometry().size; digit++) {
    Clusters clusters(state, digit);
    for (int i = 0; i < clusters.size; i++) {
      const DigitCluster &cluster = clusters.cluster[i];
      if (cluster.cells().size() < 3) continue;
      Cells removed = seen_by(cluster.of[0]) & seen_by(cluster.of[1]) & state.where(digit);
      removed = removed - cluster.cells();
      if (removed.empty()) continue;
      Step step(k_simple_colours_trap);
      cluster.mark(step, kColourA, 0);
      cluster.mark(step, kColourB, 1);
      step.eliminate(removed, digit);
      if (sink(step)) return true;
    }
  }
  return false;
}

namespace {

// A house in which a set has two cells, or -1.
int house_with_two(Cells set) {
  for (int house = 0; house < geometry().houses; house++)
    if ((geometry().set_of(house) & set).size() > 1) return house;
  return -1;
}

}  // namespace

bool find_simple_colours_wraps(const State &state, StepSink sink) {
  for (int digit = 0; digit < geometry().size; digit++) {
    Clusters clusters(state, digit);
    for (int i = 0; i < clusters.size; i++)
      for (int colour = 0; colour < 2; colour++) {
        const DigitCluster &cluster = clusters.cluster[i];
        int house = house_with_two(cluster.of[colour]);
        if (house < 0) continue;
        Step step(k_simple_colours_wrap);
        step.house(house);
        cluster.mark(step, kColourA, 1 - colour);
        cluster.mark(step, kColourB, colour);
        step.eliminate(cluster.of[colour], digit);
        if (sink(step)) return true;
      }
  }
  return false;
}

// -- multi colours -----------------------------------------------------------------------------------------------------

// Two clusters, of which one colour of each sees the other: both are not true, so one of the other two colours is. With
// several such pairs of colours, all that follows is one step.
bool find_multi_colours_1(const State &state, StepSink sink) {
  for (int digit = 0; digit < geometry().size; digit++) {
    Clusters clusters(state, digit);
    for (int i = 0; i < clusters.size; i++)
      for (int j = i + 1; j < clusters.size; j++) {
        const DigitCluster &one = clusters.cluster[i], &two = clusters.cluster[j];
        Cells removed;
        int a = 0, b = 0;
        for (int colours = 0; colours < 4; colours++) {
          if ((seen_by(one.of[colours >> 1]) & two.of[colours & 1]).empty()) continue;
          a = colours >> 1, b = colours & 1;
          removed = removed | (seen_by(one.of[1 - a]) & seen_by(two.of[1 - b]));
        }
        removed = removed & state.where(digit);
        if (removed.empty()) continue;
        Step step(k_multi_colours_1);
        one.mark(step, kColourA, 1 - a);
        one.mark(step, kBase, a);
        two.mark(step, kColourB, 1 - b);
        two.mark(step, kCover, b);
        step.eliminate(removed, digit);
        if (sink(step)) return true;
      }
  }
  return false;
}

// One colour sees both colours of another cluster: it is false.
bool find_multi_colours_2(const State &state, StepSink sink) {
  for (int digit = 0; digit < geometry().size; digit++) {
    Clusters clusters(state, digit);
    for (int i = 0; i < clusters.size; i++)
      for (int j = 0; j < clusters.size; j++)
        for (int a = 0; a < 2; a++) {
          if (i == j) continue;
          const DigitCluster &one = clusters.cluster[i], &two = clusters.cluster[j];
          Cells seen = seen_by(one.of[a]);
          if ((seen & two.of[0]).empty() || (seen & two.of[1]).empty()) continue;
          Step step(k_multi_colours_2);
          two.mark(step, kColourA, 0);
          two.mark(step, kColourB, 1);
          step.eliminate(one.of[a], digit);
          if (sink(step)) return true;
        }
  }
  return false;
}

// -- 3D Medusa ---------------------------------------------------------------------------------------------------------

namespace {

// Pass the clusters of several digits until the function returns true.
template <class Function> bool for_medusa_clusters(const State &state, Function &&function) {
  Cells done[kMostSize];
  for (int digit = 0; digit < geometry().size; digit++)
    for (Cells left = state.where(digit); !left.empty();) {
      int cell = left.pop();
      if (done[digit].has(cell)) continue;
      Cluster cluster;
      bool consistent = build_cluster(state, cell, digit, true, cluster);
      int digits = 0;
      for (int other = 0; other < geometry().size; other++) {
        done[other] = done[other] | cluster.cells(other);
        digits += !cluster.cells(other).empty();
      }
      if (consistent && digits > 1 && function(cluster)) return true;
    }
  return false;
}

// The candidates that are false if one colour is true, by digit: those that see it, or share a cell with it.
void excluded_by(const State &state, const Cluster &cluster, int colour, Cells *excluded) {
  Cells taken;
  for (int digit = 0; digit < geometry().size; digit++) taken = taken | cluster.of[colour][digit];
  for (int digit = 0; digit < geometry().size; digit++) {
    const Cells &own = cluster.of[colour][digit];
    excluded[digit] = (seen_by(own) | (taken - own)) & state.where(digit);
  }
}

// Add why one colour is false: a cell with two digits of it, a house with a digit of it twice, or a cell that would have no
// candidate left. Returns false if there is no reason.
bool find_clash(const State &state, const Cluster &cluster, int colour, Step &step) {
  Cells once, twice;
  for (int digit = 0; digit < geometry().size; digit++) {
    twice = twice | (once & cluster.of[colour][digit]);
    once = once | cluster.of[colour][digit];
  }
  if (!twice.empty()) {
    int cell = twice.lowest();
    Mask digits = 0;
    for (int digit = 0; digit < geometry().size; digit++)
      if (cluster.of[colour][digit].has(cell)) digits |= bit(digit);
    step.mark(kPivot, cell, digits);
    return true;
  }
  for (int digit = 0; digit < geometry().size; digit++) {
    int house = house_with_two(cluster.of[colour][digit]);
    if (house < 0) continue;
    step.house(house);
    step.mark(kBase, geometry().set_of(house) & cluster.of[colour][digit], digit);
    return true;
  }
  Cells excluded[kMostSize];
  excluded_by(state, cluster, colour, excluded);
  for (int cell = 0; cell < geometry().cells; cell++) {
    Mask left = state.candidates[cell];
    if (!left || once.has(cell)) continue;
    for (int digit = 0; digit < geometry().size; digit++)
      if (excluded[digit].has(cell) || cluster.of[1 - colour][digit].has(cell)) left &= (Mask)~bit(digit);
    if (left) continue;
    step.mark(kCause, cell, state.candidates[cell]);
    return true;
  }
  return false;
}

}  // namespace

bool find_medusa_traps(const State &state, StepSink sink) {
  return for_medusa_clusters(state, [&](const Cluster &cluster) {
    Cells excluded[2][kMostSize];
    for (int colour = 0; colour < 2; colour++) excluded_by(state, cluster, colour, excluded[colour]);
    Step step(k_medusa_3d_trap);
    if (find_clash(state, cluster, 0, step) || find_clash(state, cluster, 1, step)) return false;  // a wrap
    cluster.mark(step, kColourA, 0);
    cluster.mark(step, kColourB, 1);
    for (int digit = 0; digit < geometry().size; digit++)
      step.eliminate((excluded[0][digit] & excluded[1][digit]) - cluster.cells(digit), digit);
    return step.useful() && sink(step);
  });
}

bool find_medusa_wraps(const State &state, StepSink sink) {
  return for_medusa_clusters(state, [&](const Cluster &cluster) {
    for (int colour = 0; colour < 2; colour++) {
      Step step(k_medusa_3d_wrap);
      if (!find_clash(state, cluster, colour, step)) continue;
      cluster.mark(step, kColourA, 1 - colour);
      cluster.mark(step, kColourB, colour);
      for (int digit = 0; digit < geometry().size; digit++) step.eliminate(cluster.of[colour][digit], digit);
      if (sink(step)) return true;
    }
    return false;
  });
}

// -- remote pairs ------------------------------------------------------------------------------------------------------

// Four or more cells with the same two candidates, each linked to the next: cells at an odd distance differ.
bool find_remote_pairs(const State &state, StepSink sink) {
  BySize sizes(state);
  for (Cells left = sizes.two; !left.empty();) {
    int start = left.pop();
    Mask pair = state.candidates[start];
    Cells of[2], open, same;
    for (Cells rest = left; !rest.empty();) {
      int cell = rest.pop();
      if (state.candidates[cell] == pair) same.add(cell);
    }
    if (same.size() < 3) continue;
    of[0].add(start);
    open.add(start);
    bool consistent = true;
    while (!open.empty()) {
      int cell = open.pop(), colour = of[1].has(cell);
      if (!(geometry().peers(cell) & of[colour]).empty()) consistent = false;
      Cells next = geometry().peers(cell) & same;
      same = same - next;
      of[1 - colour] = of[1 - colour] | next;
      open = open | next;
    }
    left = left - of[0] - of[1];
    if (!consistent || (of[0] | of[1]).size() < 4) continue;
    Cells removed = seen_by(of[0]) & seen_by(of[1]);
    removed = removed - of[0] - of[1];
    Step step(k_remote_pair);
    for (int colour = 0; colour < 2; colour++) step.mark(colour ? kColourB : kColourA, of[colour], state);
    for (Mask rest = pair; rest; rest &= rest - 1) step.eliminate(removed & state.where(first(rest)), first(rest));
    if (step.useful() && sink(step)) return true;
  }
  return false;
}

}  // namespace nonet::NONET_LOGIC
