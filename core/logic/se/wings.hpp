// wings.hpp: XY-wing and XYZ-wing. A pivot with the candidates xy (or xyz) sees two pincers xz and yz. Whichever digit the
// pivot is, one of the pincers (or the pivot) is z, so z is eliminated from the cells that see all of them.
#ifndef NONET_LOGIC_SE_WINGS_HPP
#define NONET_LOGIC_SE_WINGS_HPP

#include "logic/se/explainer.hpp"

namespace nonet::NONET_LOGIC {

// The cells of a set that see a cell, in the order of the search: box, row, column; of Sukaku Explainer in reading order.
// (Its list for a board with further houses has the peers by row, column and box first, in reading order; then what each
// kind adds, in reading order too but for windows: windows, disjoint groups, diagonals, centre dots, girandola, asterisk,
// king's moves, knight's moves.)
struct PeersIn {
  int size = 0;
  Cell cell[kMostPeers];
  PeersIn(Cells set, int of, Explainer explainer) {
    Cells left = set & geometry().peers(of);
    auto take = [&](const Cells &among) {
      Cells part = left & among;
      left = left - part;
      while (!part.empty()) cell[size++] = (Cell)part.pop();
    };
    if (explainer == Explainer::kSukaku) {
      if (!kClassic) take_usual(of, take);
      take(left);
      return;
    }
    for (int i = 0; i < geometry().seats(of); i++) take(geometry().set_of(geometry().seat(of, i).house));
    take(left);
  }

 private:
  // Rows, columns and boxes in reading order; then the other kinds.
  template <class Take> static void take_usual(int of, Take take) {
    Cells usual;
    for (int i = 0; i < geometry().seats(of); i++)
      if (const Seat seat = geometry().seat(of, i); seat.kind <= kBox) usual = usual | geometry().set_of(seat.house);
    take(usual);
    for (int i = 0; i < geometry().seats(of); i++) take(geometry().set_of(geometry().seat(of, i).house));
  }
};

template <bool kXyz, class Sink> bool find_wings(const State &state, Explainer explainer, Sink &&sink) {
  BySize sizes(state);
  for (Cells pivots = kXyz ? sizes.three : sizes.two; !pivots.empty();) {
    int pivot = pivots.pop();
    Mask xy = state.candidates[pivot];
    PeersIn peers(sizes.two, pivot, explainer);
    for (int i = 0; i < peers.size; i++) {
      int one = peers.cell[i];
      Mask xz = state.candidates[one], missing = xy & (Mask)~xz;
      if (!missing || missing & (missing - 1)) continue;
      for (int j = i + 1; j < peers.size; j++) {
        int two = peers.cell[j];
        Mask yz = state.candidates[two];
        if (kXyz ? yz == xz || yz & ~xy : yz != (xy ^ xz)) continue;
        int z = first(xz & yz);
        Cells gone = geometry().peers(one) & geometry().peers(two) & state.where(z);
        if (kXyz) gone = gone & geometry().peers(pivot);
        gone.remove(pivot);
        if (gone.empty()) continue;
        Step step(kXyz ? k_xyz_wing : k_xy_wing);
        step.mark(kPivot, pivot, xy);
        step.mark(kPincer, one, xz);
        step.mark(kPincer, two, yz);
        step.eliminate(gone, z);
        if (sink(step)) return true;
      }
    }
  }
  return false;
}

template <class Sink> bool find_xy_wings(const State &state, Explainer explainer, Sink &&sink) {
  return find_wings<false>(state, explainer, sink);
}
template <class Sink> bool find_xyz_wings(const State &state, Explainer explainer, Sink &&sink) {
  return find_wings<true>(state, explainer, sink);
}

}  // namespace nonet::NONET_LOGIC

#endif
