// templates.hpp: the ways to place one digit in all rows, columns and boxes.
#ifndef NONET_LOGIC_TEMPLATES_HPP
#define NONET_LOGIC_TEMPLATES_HPP

#include "common/houses.hpp"

namespace nonet::NONET_LOGIC {

// A band takes three columns, one of each stack, in six orders: so a template is a choice of columns for each band, and of an
// order in each. The choices are numbers in base 3.
struct TemplateBands {
  static constexpr int kChoices = 27;
  uint32_t ways[kChoices][6];     // the cells of a band
  uint32_t compatible[kChoices];  // choices that have none of the columns
  constexpr TemplateBands() : ways{}, compatible{} {
    constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int one = 0; one < kChoices; one++) {
      for (int i = 0; i < 6; i++)
        ways[one][i] = 1u << (9 * kOrders[i][0] + one % 3) | 1u << (9 * kOrders[i][1] + 3 + one / 3 % 3) |
                       1u << (9 * kOrders[i][2] + 6 + one / 9);
      for (int two = 0; two < kChoices; two++)
        if (one % 3 != two % 3 && one / 3 % 3 != two / 3 % 3 && one / 9 != two / 9) compatible[one] |= 1u << two;
    }
  }
};
inline constexpr TemplateBands kTemplateBands;

// The cells of all templates together that lie in some cells.
inline Cells cells_of_templates(Cells open) {
  constexpr uint64_t kBand = (1 << 27) - 1;
  const uint64_t bands[3] = {open.low & kBand, open.low >> 27 & kBand, (open.low >> 54 | open.high << 10) & kBand};
  uint32_t ways[3][TemplateBands::kChoices], possible[3] = {};  // the cells of all orders that are possible
  for (int band = 0; band < 3; band++)
    for (int columns = 0; columns < TemplateBands::kChoices; columns++) {
      uint32_t all = 0;
      for (uint32_t way : kTemplateBands.ways[columns]) all |= way & ~bands[band] ? 0 : way;
      ways[band][columns] = all;
      possible[band] |= (uint32_t)(all != 0) << columns;
    }
  uint64_t used[3] = {};
  for (uint32_t ones = possible[0]; ones; ones &= ones - 1) {
    int one = first(ones);
    for (uint32_t twos = kTemplateBands.compatible[one] & possible[1]; twos; twos &= twos - 1) {
      int two = first(twos), last = 39 - one - two;  // in each place of base 3 the sum is 0 + 1 + 2
      if (!(possible[2] >> last & 1)) continue;
      used[0] |= ways[0][one], used[1] |= ways[1][two], used[2] |= ways[2][last];
    }
  }
  return {used[0] | used[1] << 27 | used[2] << 54, used[2] >> 10};
}

// What is known of some digits, for the next question.
struct TemplateMemory {
  Cells open[9], used[9];
  Cells used_in(int digit, Cells cells) {
    if (!(open[digit] == cells)) {
      used[digit] = cells_of_templates(cells);
      open[digit] = cells;
    }
    return used[digit];
  }
};

}  // namespace nonet::NONET_LOGIC

#endif
