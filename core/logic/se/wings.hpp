// wings.hpp: XY-wing and XYZ-wing. A pivot with the candidates xy (or xyz) sees two pincers xz and yz. Whichever digit the
// pivot is, one of the pincers (or the pivot) is z, so z is eliminated from the cells that see all of them.
#ifndef NONET_LOGIC_SE_WINGS_HPP
#define NONET_LOGIC_SE_WINGS_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

// The cells of a set that see a cell, in the order of the search: box, row, column.
struct PeersIn {
  int size = 0;
  uint8_t cell[kMostPeers];
  PeersIn(Cells set, int of) {
    for_peers(of, [&](int peer) {
      if (set.has(peer)) cell[size++] = (uint8_t)peer;
    });
  }
};

template <bool kXyz, class Sink> bool find_wings(const State &state, Sink &&sink) {
  BySize sizes(state);
  for (Cells pivots = kXyz ? sizes.three : sizes.two; !pivots.empty();) {
    int pivot = pivots.pop();
    Mask xy = state.candidates[pivot];
    PeersIn peers(sizes.two, pivot);
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

template <class Sink> bool find_xy_wings(const State &state, Sink &&sink) { return find_wings<false>(state, sink); }
template <class Sink> bool find_xyz_wings(const State &state, Sink &&sink) { return find_wings<true>(state, sink); }

}  // namespace nonet::NONET_LOGIC

#endif
