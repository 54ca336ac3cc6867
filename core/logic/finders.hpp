// finders.hpp: the finders that are compiled on their own: what people use besides the techniques of Sudoku Explainer.
//
// The finders of Sudoku Explainer are templates, because ratings of millions of puzzles run through them, and their order of
// search decides those ratings. All others are functions in a file for each family. A finder passes each step it sees to
// a sink, simplest first, and stops when the sink returns true. So the first step is the hint, and all are the list.
#ifndef NONET_LOGIC_FINDERS_HPP
#define NONET_LOGIC_FINDERS_HPP

#include "logic/step.hpp"
#ifndef NONET_ANY_HOUSES
#include "logic/templates.hpp"
#endif

namespace nonet::NONET_LOGIC {

// A function that takes a step and returns whether that was enough. It refers to the function, which must live longer.
class StepSink {
 public:
  template <class Function> StepSink(Function &function) : function_(&function), call_(&call<Function>) {}
  StepSink(const StepSink &) = default;
  StepSink(StepSink &) = default;  // else the template would take a sink for the function
  bool operator()(const Step &step) const { return call_(function_, step); }

 private:
  template <class Function> static bool call(void *function, const Step &step) {
    return (*static_cast<Function *>(function))(step);
  }
  void *function_;
  bool (*call_)(void *, const Step &);
};

// Intersections and subsets without the guards of Sudoku Explainer (techniques.def).
bool find_pointing(const State &, StepSink);
bool find_claiming(const State &, StepSink);
bool find_locked_subsets(const State &, int size, StepSink);
bool find_naked_subsets(const State &, int size, StepSink);
bool find_hidden_subsets(const State &, int size, StepSink);
// -- single_digit.cpp
bool find_skyscrapers(const State &, StepSink);
bool find_two_string_kites(const State &, bool dual, StepSink);
bool find_turbot_fish(const State &, StepSink);
bool find_empty_rectangles(const State &, bool dual, StepSink);
bool find_broken_wings(const State &, StepSink);
// The houses of a fish: lines of one direction as bases and of the other as covers; the same with boxes; any houses.
enum class FishKind : uint8_t { kLines, kFranken, kMutant };
#ifndef NONET_ANY_HOUSES
bool find_complex_fish(const State &state, TemplateMemory &templates, FishKind kind, bool has_fins, int degree,
                       StepSink sink);
// The one that HoDoKu comes to first. Only fish of lines are divided into finned and sashimi.
bool find_hodoku_fish(const State &state, TemplateMemory &templates, FishKind kind, bool has_fins, int degree,
                      bool is_sashimi, StepSink sink);
#endif

// -- symmetry.cpp
bool find_symmetrical_placements(const State &, StepSink);

// -- wings.cpp
bool find_w_wings(const State &, StepSink);

// -- colouring.cpp
bool find_remote_pairs(const State &, StepSink);
bool find_simple_colours_traps(const State &, StepSink);
bool find_simple_colours_wraps(const State &, StepSink);
bool find_multi_colours_1(const State &, StepSink);
bool find_multi_colours_2(const State &, StepSink);
bool find_medusa_traps(const State &, StepSink);
bool find_medusa_wraps(const State &, StepSink);

// -- rectangles.cpp: by type, 1-6 and 1-2
bool find_unique_rectangles(const State &state, int type, StepSink sink);
bool find_hidden_rectangles(const State &state, StepSink sink);
bool find_avoidable_rectangles(const State &state, int type, StepSink sink);
// Those that HoDoKu looks at, in its order; type 0 is the hidden rectangle.
bool find_hodoku_rectangles(const State &state, int type, StepSink sink);

// -- templates.cpp
bool find_templates(const State &state, bool placing, StepSink sink);

// -- patterns.cpp: fireworks of three digits, or of four at two crossings
bool find_fireworks(const State &state, int size, StepSink sink);
bool find_tridagons(const State &state, StepSink sink);

// -- exocets.cpp
bool find_exocets(const State &state, StepSink sink);
bool find_sk_loops(const State &state, StepSink sink);

}  // namespace nonet::NONET_LOGIC

#endif
