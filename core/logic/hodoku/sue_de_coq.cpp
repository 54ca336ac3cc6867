// sue_de_coq.cpp: Sue de Coq in HoDoKu's order: rows before columns, and sets of cells before those that begin with them. The
// cells of the line may include the third cell of the crossing.

#include "logic/als.hpp"

namespace nonet::logic {
namespace {

class HodokuSueDeCoqs {
 public:
  HodokuSueDeCoqs(const State &state, StepSink sink) : state_(state), sink_(sink) {}

  bool search() {
    const Cells open = state_.open();
    for (int line = 0; line < 9 * kBox; line++)
      for (int box = 9 * kBox; box < kHouses; box++) {
        if ((kGeometry.house_cells[box] & kGeometry.house_cells[line]).empty()) continue;
        line_ = line, box_ = box;
        line_cells_ = kGeometry.house_cells[line] & open, box_cells_ = kGeometry.house_cells[box] & open;
        if (extend(kInBoth, line_cells_ & box_cells_, {}, 0)) return true;
      }
    return false;
  }

 private:
  enum Part { kInBoth, kInLine, kInBox };
  const State &state_;
  StepSink sink_;
  int line_ = 0, box_ = 0;
  Cells line_cells_, box_cells_;  // without a digit
  Cells cells_[3];
  Mask digits_[3] = {};

  // Add cells to a part, in order, and continue with the next part where this one is complete.
  bool extend(Part part, Cells left, Cells cells, Mask digits) {
    while (!left.empty()) {
      int cell = left.pop();
      Mask here = state_.candidates[cell];
      if (part == kInBox && here & digits_[kInLine] & digits_[kInBoth]) continue;
      Cells longer = cells;
      longer.add(cell);
      cells_[part] = longer, digits_[part] = digits | here;
      if (is_complete(part) && next(part)) return true;
      if (extend(part, left, longer, digits | here)) return true;
    }
    return false;
  }
  // How many digits of the crossing a part takes: its cells without those for digits of its own.
  int taken(Part part) const {
    if (!(digits_[part] & digits_[kInBoth])) return 0;
    return cells_[part].size() - count(digits_[part] & (Mask)~digits_[kInBoth]);
  }
  int spare() const { return count(digits_[kInBoth]) - cells_[kInBoth].size(); }
  bool is_complete(Part part) const {
    if (part == kInBoth) return cells_[kInBoth].size() > 1 && spare() > 1;
    if (part == kInLine) return taken(kInLine) > 0 && taken(kInLine) < spare();
    return taken(kInBox) > 0 && taken(kInLine) + taken(kInBox) == spare();
  }
  bool next(Part part) {
    if (part == kInBoth) return extend(kInLine, line_cells_ - cells_[kInBoth], {}, 0);
    Cells middle = cells_[kInBoth], line = cells_[kInLine];
    if (part == kInLine) return extend(kInBox, box_cells_ - middle - line, {}, 0);
    Step step(k_sue_de_coq);
    step.house(line_);
    step.house(box_);
    step.mark(kBase, middle, state_);
    step.mark(kCover, line, state_);
    step.mark(kExtra, cells_[kInBox], state_);
    Mask shared = digits_[kInLine] & digits_[kInBox] & (Mask)~digits_[kInBoth];
    Cells free = (line_cells_ | box_cells_) - middle - line - cells_[kInBox];
    Mask from_line = ((digits_[kInBoth] | digits_[kInLine]) & (Mask)~digits_[kInBox]) | shared;
    Mask from_box = ((digits_[kInBoth] | digits_[kInBox]) & (Mask)~digits_[kInLine]) | shared;
    while (!free.empty()) {
      int cell = free.pop();
      step.eliminate(cell, state_, (line_cells_.has(cell) ? from_line : 0) | (box_cells_.has(cell) ? from_box : 0));
    }
    return step.useful() && sink_(step);
  }
};

}  // namespace

bool find_hodoku_sue_de_coqs(const State &state, StepSink sink) { return HodokuSueDeCoqs(state, sink).search(); }

}  // namespace nonet::logic
