// logic_profiles.hpp: the cases of fuzz/logic.hpp for profiles of random rows: any techniques in any order, any ratings.
//
//   rows          a technique beyond the last, one that comes twice, too many rows, none at all, an unknown manner of search:
//                 the call is refused and writes nothing
//   steps         are of techniques of the profile that need no more than is known of the board, have a form that can be read to the end, do something that can be done,
//                 and on a puzzle with one solution nothing against it
#ifndef NONET_FUZZ_LOGIC_PROFILES_HPP
#define NONET_FUZZ_LOGIC_PROFILES_HPP

#include "fuzz/logic_boards.hpp"
#include "fuzz/logic_steps.hpp"

namespace {

uint64_t profiles_tried, profiles_refused, profile_steps;

struct RandomProfile {
  uint16_t rows[2 * (kMostTechniques + 1)];
  nonet_profile profile{rows, 0, 0, 0};
  bool has[kMostTechniques] = {};
  bool valid = true;

  explicit RandomProfile(Source &source) {
    const uint32_t techniques = (uint32_t)nonet_techniques();
    static const uint32_t kSizes[] = {0, 1, 2, 5, 20, kMostTechniques};
    const uint32_t most = source.pick(kSizes);
    const bool rated_wildly = source.one_in(4);
    for (uint32_t tries = 0; tries < 2 * most && profile.size < techniques; tries++) {
      const uint32_t technique = source.below(techniques);
      if (has[technique]) continue;
      has[technique] = true;
      rows[2 * profile.size] = (uint16_t)technique;
      rows[2 * profile.size++ + 1] = (uint16_t)source.below(rated_wildly ? 65536 : 1200);
    }
    profile.counts_points = source.one_in(2) ? 0 : source.byte();
    profile.searches = (uint8_t)source.below(4);
    if (source.one_in(16)) spoil(source);
  }

 private:
  void spoil(Source &source) {
    const uint32_t wrong = source.below(5);
    if ((wrong == 1 || wrong == 2) && !profile.size) return;
    valid = false;
    switch (wrong) {
      case 0: profile.searches = (uint8_t)(4 + source.below(252)); break;
      case 1:
        rows[2 * source.below((uint32_t)profile.size)] = (uint16_t)(nonet_techniques() + source.below(60000));
        break;
      case 2:
        rows[2 * profile.size] = rows[2 * source.below((uint32_t)profile.size)];
        rows[2 * profile.size++ + 1] = 100;
        break;
      case 3: profile.size = SIZE_MAX - source.below(300); break;
      default: profile.rows = nullptr, profile.size = 1 + source.below(200);
    }
  }
};

// Reads a step and those inside of it, and returns where it ends.
const uint32_t *check_profile_step(const Position &p, const RandomProfile &random, const uint32_t *words,
                                   const uint32_t *end, uint8_t premise) {
  auto need = [&](bool holds, const char *what) { require(holds, what, p.digits, p.marks); };
  need(end - words >= 6 && words[2] >= 6 && words[2] <= (size_t)(end - words), "profile: the length of a step");
  const uint32_t technique = words[0] & 0xFF, removes = words[4] & 0x7FF, placed = words[3];
  need(technique < nonet_techniques(), "profile: no technique");
  char what[100];
  snprintf(what, sizeof what, "profile of %zu, searches %d: %s is not in it", random.profile.size,
           random.profile.searches, nonet_technique_name(technique));
  need(random.has[technique] && nonet_technique_premise(technique) >= premise, what);
  need(6 + 2 * removes + (words[4] >> 11 & 0x1F) + 2 * (words[4] >> 16 & 0xFF) <= words[2],
       "profile: longer than it says");
  need(removes || placed != kNothingPlaced, "profile: a step does nothing");
  snprintf(what, sizeof what, "profile: %s is wrong", nonet_technique_name(technique));
  if (placed != kNothingPlaced) {
    const uint32_t cell = placed & 0xFFFF, digit = placed >> 16;
    need(cell < kCells && digit >= 1 && digit <= 9 && p.has((int)cell, (int)digit), "profile: places what cannot be");
    if (p.unique) need(p.solution[cell] == digit, what);
  }
  for (uint32_t i = 0; i < removes; i++) {
    const auto [cell, role, mask] = CellDigits(words + 6 + 2 * i);
    need(cell < kCells && !role && mask && !p.digits[cell] && !(mask & ~(uint64_t)p.marks[cell]),
         "profile: removes what is not there");
    if (p.unique) need(!(mask & p.of_solution((int)cell)), what);
  }
  profile_steps++;
  return words + words[2];
}

// The steps of a profile on a board; `next_steps` calls next_or_all with memory of its own.
template <typename Call> void look_with_profile(Source &source, const Position &p, nonet_options options,
                                                const uint32_t *words, Call next_steps) {
  RandomProfile random(source);
  options.profile = &random.profile;
  size_t written = 77;
  uint8_t status = 77;
  const int all = (int)source.below(3), code = next_steps(p, all, options, written, status);
  profiles_tried++;
  if (!random.valid) {
    require(code == NONET_BAD_CALL && written == 77 && status == 77, "a bad profile went through", p.digits, p.marks);
    profiles_refused++;
    return;
  }
  require(code == NONET_OK, "a profile was refused", p.digits, p.marks);
  require(status == NONET_UNIQUE || (status == NONET_OUT_OF_BUDGET && options.budget), "profile: status", p.digits,
          p.marks);
  for (const uint32_t *at = words, *end = words + written; at < end;)
    at = check_profile_step(p, random, at, end, options.premise);
}

}  // namespace

#endif
