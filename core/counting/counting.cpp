// counting.cpp: the functions of core.h for contractions. It checks every call and hands out the jobs.

#include "counting/contraction.hpp"

namespace nonet::counting {
namespace {

constexpr uint32_t kMagic = 0x6E6F6E65;

const Kernels &kernels() {
#if defined(NONET_HAVE_X86)
  if (strcmp(nonet_isa_name(nonet_isa_current()), "baseline")) return kAvx2Kernels;
#endif
  return kBaselineKernels;
}

bool is_aligned(const void *memory) { return memory && (uintptr_t)memory % 64 == 0; }

State *state_in(void *workspace) {
  State *state = (State *)workspace;
  return is_aligned(workspace) && state->magic == kMagic ? state : nullptr;
}

bool is_order(const uint8_t *list) {
  unsigned seen = 0;
  for (int i = 0; i < 3; i++) seen |= list[i] < 3 ? 1u << list[i] : 8u;
  return seen == 7;
}

bool has_finished(const State &state, int phase) {
  return __atomic_load_n(&state.done[phase], __ATOMIC_ACQUIRE) == state.jobs[phase];
}

void do_job(State &state, int phase, uint32_t job, Scratch &scratch) {
  if (phase == 0) {
    fill_slice(state, job, scratch, kernels());
    return;
  }
  Wide total = evaluate(state, job, scratch, kernels());
  if (total && state.plan.box) add_odds(state, job, scratch);
  state.orbits.total[2 * job] = (uint64_t)total;
  state.orbits.total[2 * job + 1] = (uint64_t)(total >> 64);
}

Wide total_of(const State &state, uint32_t orbit) {
  return (state.orbits.total[2 * orbit] | (Wide)state.orbits.total[2 * orbit + 1] << 64) * state.multiple;
}

}  // namespace
}  // namespace nonet::counting

using namespace nonet::counting;

extern "C" {

int nonet_contraction_plan_make(const uint16_t *marks, int box, int variant, nonet_contraction_plan *plan) {
  if (!marks || !plan || box < -1 || box > 8 || variant < -1 || variant >= 24) return NONET_BAD_CALL;
  for (int i = 0; i < 81; i++)
    if (marks[i] > kFree) return NONET_BAD_CALL;
  return make_plan(marks, box, variant, plan);
}

int nonet_contraction_begin(const uint16_t *marks, const nonet_contraction_plan *plan, void *workspace,
                            size_t workspace_bytes) {
  if (!marks || !plan || !is_aligned(workspace) || workspace_bytes < sizeof(State)) return NONET_BAD_CALL;
  if (plan->transposed > 1 || plan->symmetry > 2 || plan->box > 9 || !is_order(plan->bands) || !is_order(plan->stacks))
    return NONET_BAD_CALL;
  for (int i = 0; i < 81; i++)
    if (marks[i] > kFree) return NONET_BAD_CALL;
  nonet::Arena arena{(char *)workspace, 0, workspace_bytes};
  State &state = *arena.take<State>(1);
  memset(&state, 0, sizeof state);
  state.plan = *plan;
  state.board.read(marks, *plan);
  if (!begin(state, arena)) return NONET_BAD_CALL;
  state.magic = kMagic;
  return NONET_OK;
}

size_t nonet_contraction_scratch_bytes(void *workspace) {
  State *state = state_in(workspace);
  return state ? state->scratch_bytes : 0;
}

uint64_t nonet_contraction_work(void *workspace) {
  State *state = state_in(workspace);
  return state ? state->work : 0;
}

int nonet_contraction_run(void *workspace, int phase, const nonet_options *options, void *memory, size_t bytes) {
  State *state = state_in(workspace);
  if (!state || !options || (phase != 0 && phase != 1) || !is_aligned(memory) || bytes < state->scratch_bytes ||
      (phase == 1 && !has_finished(*state, 0)))
    return NONET_BAD_CALL;
  Scratch scratch(*state, memory, bytes);
  bool counts_odds = phase == 1 && state->plan.box;
  if (counts_odds) memset(scratch.filled, 0, sizeof(uint64_t) * 2 * (size_t)state->legs[0][2].size * kOrthogonal);
  uint64_t per_job = phase ? state->work / (state->jobs[1] + 1) + 1000 : 100000, since_poll = 0;
  if (counts_odds) per_job += 1000000;
  for (;;) {
    uint32_t job = __atomic_fetch_add(&state->next[phase], 1, __ATOMIC_RELAXED);
    if (job >= state->jobs[phase]) {
      __atomic_fetch_sub(&state->next[phase], 1, __ATOMIC_RELAXED);
      break;
    }
    do_job(*state, phase, job, scratch);
    __atomic_fetch_add(&state->done[phase], 1, __ATOMIC_RELEASE);
    since_poll += per_job;
    if (since_poll < 10'000'000 || !options->poll) continue;
    since_poll = 0;
    if (options->poll(options->poll_argument)) return NONET_STOPPED;
  }
  if (counts_odds) finish_odds(*state, scratch);
  return NONET_OK;
}

double nonet_contraction_progress(void *workspace) {
  State *state = state_in(workspace);
  if (!state) return 0;
  double part[2];
  for (int phase = 0; phase < 2; phase++)
    part[phase] =
        state->jobs[phase] ? (double)__atomic_load_n(&state->done[phase], __ATOMIC_RELAXED) / state->jobs[phase] : 1.0;
  return 0.1 * part[0] + 0.9 * part[1];
}

int nonet_contraction_total(void *workspace, uint64_t *total) {
  State *state = state_in(workspace);
  if (!state || !total || !has_finished(*state, 0) || !has_finished(*state, 1)) return NONET_BAD_CALL;
  Wide sum = 0;
  for (uint32_t i = 0; i < state->orbits.size; i++) sum += total_of(*state, i);
  total[0] = (uint64_t)sum;
  total[1] = (uint64_t)(sum >> 64);
  return NONET_OK;
}

int nonet_contraction_odds(void *workspace, uint64_t *odds) {
  State *state = state_in(workspace);
  if (!state || !odds || !state->plan.box || !has_finished(*state, 1)) return NONET_BAD_CALL;
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++)
      for (int digit = 0; digit < 9; digit++) {
        Wide number = odds_of(*state, row, column, digit);
        uint64_t *to = odds + 2 * (9 * Board::original(state->plan, 0, 2, row, column) + digit);
        to[0] = (uint64_t)number;
        to[1] = (uint64_t)(number >> 64);
      }
  return NONET_OK;
}

int nonet_contraction_unrank(void *workspace, const uint64_t *numbers, size_t n, uint8_t *grids,
                             const nonet_options *options, void *memory, size_t bytes) {
  State *state = state_in(workspace);
  if (!state || (n && (!numbers || !grids)) || !options || !is_aligned(memory) || bytes < state->scratch_bytes ||
      !has_finished(*state, 0) || !has_finished(*state, 1))
    return NONET_BAD_CALL;
  Scratch scratch(*state, memory, bytes);
  Wide before = 0, last = 0;
  uint32_t orbit = 0, evaluated = UINT32_MAX;
  for (size_t i = 0; i < n; i++) {
    Wide number = numbers[2 * i] | (Wide)numbers[2 * i + 1] << 64;
    if (number < last) return NONET_BAD_CALL;
    last = number;
    for (; orbit < state->orbits.size && number - before >= total_of(*state, orbit); orbit++)
      before += total_of(*state, orbit);
    if (orbit == state->orbits.size) return NONET_BAD_CALL;
    if (evaluated != orbit) {
      if (options->poll && options->poll(options->poll_argument)) return NONET_STOPPED;
      evaluate(*state, orbit, scratch, kernels());
      evaluated = orbit;
    } else if (i % 16 == 0 && options->poll && options->poll(options->poll_argument)) {
      return NONET_STOPPED;
    }
    unrank(*state, orbit, number - before, scratch, grids + 81 * i);
  }
  return NONET_OK;
}

}  // extern "C"
