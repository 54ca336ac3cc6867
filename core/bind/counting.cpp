// counting.cpp: exact counts for Python.

#include "bind/python.hpp"

namespace nonet::binding {
namespace {

// A contraction: planned when it is made, its memory allocated by begin(). Several calls may run it at once; each keeps the
// memory it has begun with.
class Contraction {
 public:
  Contraction(Array<const uint16_t> marks, int box, int variant) {
    if (marks.size() != 81) throw nb::value_error("nonet._core: a board must have 81 cells");
    memcpy(marks_, marks.data(), sizeof marks_);
    check(nonet_contraction_plan_make(marks_, box, variant, &plan_));
  }

  uint64_t work() const { return workspace_ ? nonet_contraction_work(workspace_->memory) : plan_.work; }
  uint64_t workspace_bytes() const { return plan_.workspace_bytes; }
  double progress() const { return workspace_ ? nonet_contraction_progress(workspace_->memory) : 0; }

  void begin() {
    auto workspace = std::make_shared<Workspace>(plan_.workspace_bytes);
    call_core(nullptr, [&] {
      return nonet_contraction_begin(marks_, &plan_, workspace->memory, (size_t)plan_.workspace_bytes);
    });
    workspace_ = workspace;
  }

  // Do jobs of a phase until none is left.
  void run(int phase, Flag stop) {
    auto workspace = begun();
    Workspace scratch(nonet_contraction_scratch_bytes(workspace->memory));
    nonet_options options = make_options(1, 0, byte_of(stop));
    call_core(byte_of(stop),
              [&] { return nonet_contraction_run(workspace->memory, phase, &options, scratch.memory, scratch.bytes); });
  }

  Tuple<uint64_t, uint64_t> total() const {
    uint64_t words[2];
    check(nonet_contraction_total(begun()->memory, words));
    return nb::make_tuple(words[0], words[1]);
  }

  // Two words for each cell and digit; those of other boxes stay as they are.
  void odds(Array<uint64_t> odds) const {
    if (odds.size() != 2 * 81 * 9) throw nb::value_error("nonet._core: a result buffer is too short");
    check(nonet_contraction_odds(begun()->memory, odds.data()));
  }

  // Write the solutions with ascending numbers, two words for each.
  void unrank(Array<const uint64_t> numbers, Array<uint8_t> grids, Flag stop) const {
    size_t n = numbers.size() / 2;
    if (grids.size() / 81 < n) throw nb::value_error("nonet._core: a result buffer is too short");
    auto workspace = begun();
    Workspace scratch(nonet_contraction_scratch_bytes(workspace->memory));
    nonet_options options = make_options(1, 0, byte_of(stop));
    call_core(byte_of(stop), [&] {
      return nonet_contraction_unrank(workspace->memory, numbers.data(), n, grids.data(), &options, scratch.memory,
                                      scratch.bytes);
    });
  }

 private:
  std::shared_ptr<Workspace> begun() const {
    if (!workspace_) throw nb::value_error("nonet._core: the contraction has not begun");
    return workspace_;
  }

  uint16_t marks_[81];
  nonet_contraction_plan plan_{};
  std::shared_ptr<Workspace> workspace_;
};

}  // namespace

void bind_counting(nb::module_ &m) {
  nb::class_<Contraction>(m, "Contraction")
      .def(nb::init<Array<const uint16_t>, int, int>(), "marks"_a, "box"_a, "variant"_a)
      .def_prop_ro("work", &Contraction::work)
      .def_prop_ro("workspace_bytes", &Contraction::workspace_bytes)
      .def_prop_ro("progress", &Contraction::progress)
      .def("begin", &Contraction::begin)
      .def("run", &Contraction::run, "phase"_a, "stop"_a.none())
      .def("total", &Contraction::total)
      .def("odds", &Contraction::odds, "odds"_a)
      .def("unrank", &Contraction::unrank, "numbers"_a, "grids"_a, "stop"_a.none());
}

}  // namespace nonet::binding
