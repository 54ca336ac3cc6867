// board.hpp: what the searches of Sukaku Explainer ask of the board.
//
// It knows ten kinds of houses. Its rules for boards that have more than rows, columns and boxes differ from the others, so
// both are here, and the board says which of them apply.
#ifndef NONET_LOGIC_SUKAKU_BOARD_HPP
#define NONET_LOGIC_SUKAKU_BOARD_HPP

#include "logic/step.hpp"

namespace nonet::NONET_LOGIC {

inline int first_house_of(int kind) { return geometry().first_house(kind); }
inline int end_house_of(int kind) { return geometry().end_house(kind); }

// The order in which two links are joined: columns, rows, boxes, disjoint groups, windows, girandola, asterisk, centre dots,
// diagonals.
inline int joint_kind_at(int i) {
  constexpr int kFirst[5] = {kColumn, kRow, kBox, kBox + 1, kBox + 2}, kAfterDiagonals = 7;
  if (i < 5) return kFirst[i];
  const int more = geometry().kinds > kAfterDiagonals ? geometry().kinds - kAfterDiagonals : 0;
  return i - 5 < more ? i + 2 : i - more;
}
// Whether the positions of such a house are those of a square: boxes, disjoint groups, windows.
inline bool is_square(int kind) { return kind >= kBox && kind <= kBox + 2 && geometry().size == 9; }

// The houses in the order of joints, as bits: which of them hold all cells of a set.
class JointHouses {
 public:
  JointHouses() {
    for (int i = 0; i < geometry().kinds; i++)
      for (int house = first_house_of(joint_kind_at(i)); house < end_house_of(joint_kind_at(i)); house++)
        houses_[size_++] = (uint8_t)house;
  }
  uint64_t of(const Cells &cells) const {
    uint64_t found = 0;
    for (int i = 0; i < size_; i++) found |= (uint64_t)(cells - geometry().set_of(houses_[i])).empty() << i;
    return found;
  }
  // The first of some houses; -1 if there are none.
  int first(uint64_t houses) const { return houses ? houses_[__builtin_ctzll(houses)] : -1; }

 private:
  static_assert(kLarge || kHouses <= 64);
  uint8_t houses_[kHouses];
  int size_ = 0;
};

}  // namespace nonet::NONET_LOGIC

#endif
