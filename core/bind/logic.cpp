// logic.cpp: the techniques of the human solver for Python; its functions are rows of door.hpp.

#include "bind/python.hpp"

namespace nonet::binding {
namespace {

nb::typed<nb::list, Tuple<nb::str, nb::str, int, int, int>> techniques() {
  nb::list rows;
  for (size_t i = 0; i < nonet_general_techniques(); i++)
    rows.append(nb::make_tuple(nonet_technique_name(i), nonet_technique_family(i), nonet_technique_premise(i),
                               nonet_technique_rating(i), nonet_technique_largest(i)));
  return rows;
}

}  // namespace

void bind_logic(nb::module_ &m) { m.def("techniques", &techniques); }

}  // namespace nonet::binding
