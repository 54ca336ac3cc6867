// order.hpp: which one of several steps HoDoKu comes to first, and in which order it removes the candidates of a step.
#ifndef NONET_LOGIC_HODOKU_ORDER_HPP
#define NONET_LOGIC_HODOKU_ORDER_HPP

#include "logic/profile.hpp"

namespace nonet::logic {

// A number that is lower for steps that come earlier: the parts of the pattern as digits in base 128.
class HodokuPlace {
 public:
  static constexpr uint64_t kNowhere = ~0ull;  // HoDoKu does not look for the pattern

  explicit HodokuPlace(const Step &step) : step_(step) {
    switch (step.technique) {
      case k_x_wing:
      case k_swordfish:
      case k_jellyfish: {
        then(first(step.marks[0].digits));
        then(step.houses[0] / 9);
        for (int i = 0; i < step.houses_size / 2; i++) then(step.houses[i]);
        break;
      }
      case k_xy_wing: put_xy_wing(); break;
      case k_xyz_wing: {
        int one = step.marks[1].cell, two = step.marks[2].cell;
        then(step.marks[0].cell);
        then(one < two ? one : two);
        then(one < two ? two : one);
        break;
      }
      case k_w_wing: put_w_wing(); break;
      case k_empty_rectangle: put_empty_rectangle(); break;
      default: break;
    }
  }
  uint64_t number() const { return number_; }

 private:
  const Step &step_;
  uint64_t number_ = 0;

  void then(int part) { number_ = number_ << 7 | (uint64_t)part; }

  // The three cells in order; then the pivot.
  void put_xy_wing() {
    Cells cells;
    for (int i = 0; i < 3; i++) cells.add(step_.marks[i].cell);
    while (!cells.empty()) then(cells.pop());
    then(step_.marks[0].cell);
  }
  // The two cells, then the digit that they eliminate. No end of the link may see both cells.
  void put_w_wing() {
    const Cells &see_one = kGeometry.peer_cells[step_.marks[0].cell];
    const Cells &see_two = kGeometry.peer_cells[step_.marks[1].cell];
    for (int i : {2, 3})
      if (see_one.has(step_.marks[i].cell) && see_two.has(step_.marks[i].cell)) number_ = kNowhere;
    if (number_ == kNowhere) return;
    for (int i : {0, 1}) then(step_.marks[i].cell);
    then(first(step_.removes[step_.removes_cells.lowest()]));
  }
  // The digit and the box; the lines of the rectangle, the last ones first; then links in columns before those in rows.
  void put_empty_rectangle() {
    then(first(step_.marks[0].digits));
    then(step_.houses[0]);
    then(8 - step_.houses[1]);
    then(17 - step_.houses[2]);
    then(step_.houses[3] < 9);
    for (int i = 0; i < step_.marks_size; i++)
      if (step_.marks[i].role == kPivot) then(step_.marks[i].cell);
  }
};

constexpr bool is_subset(int technique) {
  for (int each : {k_locked_pair, k_locked_triple, k_naked_pair, k_naked_triple, k_naked_quadruple, k_hidden_pair,
                   k_hidden_triple, k_hidden_quadruple})
    if (technique == each) return true;
  return false;
}

// Call a function with each cell and digit that a step eliminates: digit by digit; those of a subset, and of crossing
// sets, cell by cell.
template <class Function> void each_removed(const Step &step, Function function) {
  auto by_cell = [&](Cells cells) {
    while (!cells.empty()) {
      int cell = cells.pop();
      for (Mask rest = step.removes[cell]; rest; rest &= rest - 1) function(cell, first(rest));
    }
  };
  if (is_subset(step.technique) || step.technique == k_sue_de_coq) {
    // Of a subset the line comes first; of crossing sets the box.
    bool box_first = step.technique == k_sue_de_coq;
    Cells early;
    if (box_first) {
      early = kGeometry.house_cells[step.houses[1]];
    } else {
      Cells pattern;
      for (int i = 0; i < step.marks_size; i++)
        if (step.marks[i].role == kCause) pattern.add(step.marks[i].cell);
      for (int kind : {kColumn, kRow})
        if (Cells line = kGeometry.house_cells[kGeometry.house[kind][pattern.lowest()]]; (pattern - line).empty())
          early = line;
    }
    by_cell(step.removes_cells & early);
    by_cell(step.removes_cells - early);
    return;
  }
  for (int digit = 0; digit < 9; digit++)
    for (Cells rest = step.removes_cells; !rest.empty();) {
      int cell = rest.pop();
      if (step.removes[cell] >> digit & 1) function(cell, digit);
    }
}

}  // namespace nonet::logic

#endif
