// templates.hpp: the ways to place one digit in all rows, columns and boxes.
#ifndef NONET_LOGIC_TEMPLATES_HPP
#define NONET_LOGIC_TEMPLATES_HPP

#include "common/houses.hpp"

namespace nonet::logic {

// The cells of all templates together that lie in some cells. A band takes three columns, one of each stack, in six
// orders: so a template is a choice of columns for each band, and of an order in each.
inline Cells cells_of_templates(Cells open) {
  static constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  Cells used, ways[3][27];  // by band and columns: the cells of all orders that are possible
  for (int band = 0; band < 3; band++)
    for (int columns = 0; columns < 27; columns++)
      for (const uint8_t (&order)[3] : kOrders) {
        Cells way;
        way.add(27 * band + 9 * order[0] + columns % 3);
        way.add(27 * band + 9 * order[1] + 3 + columns / 3 % 3);
        way.add(27 * band + 9 * order[2] + 6 + columns / 9);
        if ((way - open).empty()) ways[band][columns] = ways[band][columns] | way;
      }
  for (int one = 0; one < 27; one++)
    for (int two = 0; two < 27 && !ways[0][one].empty(); two++) {
      int a = one % 3, b = one / 3 % 3, c = one / 9, d = two % 3, e = two / 3 % 3, f = two / 9;
      if (a == d || b == e || c == f || ways[1][two].empty()) continue;
      Cells last = ways[2][(3 - a - d) + 3 * (3 - b - e) + 9 * (3 - c - f)];
      if (!last.empty()) used = used | ways[0][one] | ways[1][two] | last;
    }
  return used;
}

}  // namespace nonet::logic

#endif
