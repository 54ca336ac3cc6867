// rating.hpp: solves a board with the human solver, and rates it by its steps.
#ifndef NONET_LOGIC_RATING_HPP
#define NONET_LOGIC_RATING_HPP

#include "logic/se/singles_run.hpp"
#include "logic/solver.hpp"

namespace nonet::NONET_LOGIC {

struct Rating {
  uint16_t er = 0, ep = 0, ed = 0;  // tenths or points
  uint8_t hardest = 255;            // technique
  uint32_t steps = 0;
  uint32_t counts[kTechniques] = {};
};

// The ER of a board that the techniques do not solve, in tenths and in points.
constexpr uint16_t kUnsolved = 200, kUnsolvedPoints = 0xFFFF;

enum class RatingEnd : uint8_t { kSolved, kStuck, kOutOfBudget, kRefused };

// Keeps the figures of a rating up to date, step by step.
struct RatingScale {
  const Profile &profile;
  Rating &rating;
  int most = 0;
  bool placed = false;

  uint16_t now() const { return (uint16_t)(most / (profile.counts_points ? 1 : 10)); }
  void take(int technique, int rated, bool places) {
    if (rated > most) {
      most = rated;
      rating.hardest = (uint8_t)technique;
    }
    if (placed) return;
    if (!rating.ed) rating.ed = now();
    if (places) rating.ep = now();
    placed = places;
  }
  void count(int technique, uint32_t times) {
    rating.counts[technique] += times;
    rating.steps += times;
  }
  void add(int technique, int rated, bool places) {
    take(technique, rated, places);
    count(technique, 1);
  }
  RatingEnd finish(RatingEnd end) {
    rating.er = end != RatingEnd::kStuck ? now() : profile.counts_points ? kUnsolvedPoints : kUnsolved;
    return end;
  }
};

// The steps of a rating from some entry of the profile on. `is_unique` is called once, before the first entry behind the
// gate of the profile; if it returns false, there is no rating.
template <class IsUnique> struct RatedSteps {
  LogicSolver &solver;
  int from;
  IsUnique is_unique;
  bool has_asked = false;
  RatingEnd end = RatingEnd::kSolved;  // why there is no next step

  bool next(const State &state, Step &step) {
    const Profile &profile = solver.profile();
    const int gate = profile.gate;
    Found found = solver.next(state, step, from, gate);
    if (found == Found::kNothing) {
      if (!has_asked && !is_unique()) {
        end = RatingEnd::kRefused;
        return false;
      }
      has_asked = true;
      found = solver.next(state, step, gate > from ? gate : from, profile.size);
    }
    if (found != Found::kStep) end = found == Found::kNothing ? RatingEnd::kStuck : RatingEnd::kOutOfBudget;
    return found == Found::kStep;
  }
};

#ifndef NONET_ANY_HOUSES
// The same as `rate` below, with the singles in the order of their queue.
template <class IsUnique>
RatingEnd rate_by_queue(LogicSolver &solver, const uint8_t *board, State &state, Rating &rating, IsUnique is_unique) {
  const Profile &profile = solver.profile();
  SinglesQueue queue;
  if (board) {
    queue.start(state, board);
  } else {
    // A position on which nothing has happened is a puzzle.
    State from_digits;
    queue.start(from_digits, state.digits);
    if (memcmp(from_digits.candidates, state.candidates, sizeof state.candidates)) queue.start(state);
  }
  solver.follow(queue);
  RatingScale scale{profile, rating};
  RatedSteps<IsUnique> steps{solver, profile.singles_end, is_unique};
  while (state.left) {
    int cell, digit;
    if (int technique = queue.next(state, cell, digit); technique >= 0) {
      scale.add(technique, profile.rating[technique], true);
      queue.place(state, cell, digit);
      continue;
    }
    Step step(k_full_house);
    if (!steps.next(state, step)) return scale.finish(steps.end);
    scale.add(step.technique, step.rating, step.places());
    each_removed(step, [&](int from, int removed) { queue.remove(state, from, removed); });
    if (step.places()) queue.place(state, step.place_cell, step.place_digit);
  }
  return scale.finish(RatingEnd::kSolved);
}

#endif

// Solve and rate a state. If `board` is not null (81 digits without conflict), start from it and set up the state.
template <class IsUnique>
RatingEnd rate(LogicSolver &solver, const uint8_t *board, State &state, Rating &rating, IsUnique is_unique) {
  const Profile &profile = solver.profile();
#ifndef NONET_ANY_HOUSES
  if (profile.queues_singles) return rate_by_queue(solver, board, state, rating, is_unique);
#endif
  RatingScale scale{profile, rating};
  RatedSteps<IsUnique> steps{solver, profile.starts_with_singles, is_unique};
  if (board && !profile.starts_with_singles) {
    load_board(state, board);
    board = nullptr;
  }
  for (;;) {
    if (profile.starts_with_singles) {
      uint32_t counts[3] = {};
      int first_technique = -1;
      int highest = board ? start_with_hidden_singles(state, board, counts, first_technique)
                          : run_hidden_singles(state, counts, first_technique);
      board = nullptr;
      if (highest >= 0) {
        scale.take(first_technique, profile.rating[first_technique], true);
        scale.take(highest, profile.rating[highest], true);
        for (int i = 0; i < 3; i++) scale.count(k_full_house + i, counts[i]);
      }
    }
    Step step(k_full_house);
    if (!state.left || !steps.next(state, step)) return scale.finish(steps.end);
    scale.add(step.technique, step.rating, step.places());
    step.apply(state);
  }
}

}  // namespace nonet::NONET_LOGIC

#endif
