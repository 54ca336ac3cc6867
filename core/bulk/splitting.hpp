// splitting.hpp: when a row is searched in more than one lane, and how it gets there.
//
// Rows are split where that is allowed and boards can move between lanes in one instruction: an empty lane takes the second
// child of a stuck one, and the board is on no stack in between. What finds no partner waits on a stack that all rows share.
// So there are fewer boards on stacks, and a lane loads a new row only when nothing is left to do for the rows at work. The
// status and the count of a row are the same in any order. Its guesses are, too, unless it has several solutions; then the
// first of them depends on the order, and is searched again (`redo`) in one lane.
//
// Included by lockstep.cpp, once per instruction set.

// Whether rows may be split now, so that an empty lane takes the second child of a stuck one.
bool splits(const Machine &m, const Call &call) {
  if (!call.may_split) return false;
  if (m.next_row >= call.rows) return true;
  // With a limit of one the other part is searched in vain, if the first part has a solution.
  if (call.options->limit == 1) return false;
  return kMovesLanes && m.splitting.multiples * kRarity <= m.next_row && m.splitting.redos + 2 * kLanes < kMaxRedos;
}

const Guess &guess(Machine &m, int lane) {
  m.tasks[m.task_of[lane]].guesses++;
  m.stats.guesses++;
  return read_guess(m.choice, lane, m.unbroken[kGuessesBeforeWide] >> lane & 1);
}

// Remove the digit that a lane has chosen from a vector of the state, in any lane.
void remove_chosen(Machine &m, int from, int vector, int lane) {
  remove_at(((V *)&m.s)[vector], lane, at(m.choice.digit, from));
}

// The first child: edit u (or uc), which the next boxes pass removes from w.
void take_first_child(Machine &m, const Guess &guess, int lane) {
  for (uint8_t lost : guess.lost) remove_chosen(m, lane, lost, lane);
}

// Guess in stuck lanes, and give the second children to empty ones.
void branch_into(Machine &m, uint32_t stuck, uint32_t empty) {
  const Guess *guesses[kLanes];
  int from[kLanes], to[kLanes], count = 0;
  for (; stuck && empty; stuck &= stuck - 1, empty &= empty - 1, count++) {
    from[count] = __builtin_ctz(stuck);
    to[count] = __builtin_ctz(empty);
    guesses[count] = &guess(m, from[count]);
    int t = m.task_of[from[count]];
    m.tasks[t].lanes |= empty & -empty;
    m.tasks[t].split = true;
    m.task_of[to[count]] = t;
    m.depth[to[count]] = 0;
    m.active |= empty & -empty;
  }
#if defined(NONET_ISA_AVX512)
  // All boards at once, as the next boxes pass loads w. What the filters know of the former board is forgotten, and the digit
  // removed there. (To keep what they know of the new one saves two rounds in a hundred, but the guesses of a row would then
  // depend on which children move.)
  for (int lane = 0; lane < kLanes; lane++) m.moves.from[lane] = (uint16_t)lane;
  for (int j = 0; j < count; j++) {
    m.moves.from[to[j]] = (uint16_t)from[j];
    m.moves.to |= 1u << to[j];
  }
  const Mask arrivals = mask_of_lanes(m.moves.to);
  for (int i = 0; i < 27; i++) {
    m.s.u[i] = pick(arrivals, splat(kAllDigits), m.s.u[i]);
    m.s.uc[i] = pick(arrivals, splat(kAllDigits), m.s.uc[i]);
  }
  m.sum = pick(arrivals, splat(-1), m.sum);
  for (int j = 0; j < count; j++) remove_chosen(m, from[j], guesses[j]->kept, to[j]);
#else
  for (int j = 0; j < count; j++) {
    volatile uint16_t *w = column(m.s, 0);
    for (int i = 0; i < kCells; i++) w[i * kLanes + to[j]] = w[i * kLanes + from[j]];
    for (uint8_t cell : guesses[j]->second) remove_chosen(m, from[j], cell, to[j]);
    m.fresh |= 1u << to[j];
  }
#endif
  for (int j = 0; j < count; j++) take_first_child(m, *guesses[j], from[j]);
}
