// module.cpp: the module nonet._core: the rows of door.hpp, and what has the form of Python.

#include "bind/rows.hpp"

namespace nonet::binding {
namespace {

nb::typed<nb::list, Tuple<nb::str, int>> isa_names() {
  nb::list names;
  for (size_t i = 0; nonet_isa_name(i); i++) names.append(nb::make_tuple(nonet_isa_name(i), nonet_isa_lanes(i)));
  return names;
}

void isa_use(size_t index) {
  if (nonet_isa_use(index) != NONET_OK) throw nb::value_error("nonet._core: no instruction set has this index");
}

}  // namespace
}  // namespace nonet::binding

NB_MODULE(_core, m) {
  using namespace nonet::binding;
  nb::set_leak_warnings(false);  // the command line ends without collecting what is still cached
  m.doc() = "The native core; see nonet.engine, which wraps it.";
  define_rows(m, nonet::door::Shared());
  bind_boards(m);
  bind_logic(m);
  bind_counting(m);
  bind_text(m);
  m.def("set_time_limit", &set_time_limit, "seconds"_a.none(), "stop"_a.none(), "is_main_thread"_a);
  m.def("isa_names", &isa_names);
  m.def("isa_current", &nonet_isa_current);
  m.def("isa_use", &isa_use, "index"_a);
  m.def("compiler", &nonet_compiler);
}
