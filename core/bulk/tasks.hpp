// tasks.hpp: rows begin, continue with a board of a stack, report solutions and end.
//
// Included by lockstep.cpp, once per instruction set.

void finish_task(Machine &m, Call &call, Task &task, bool cancelled) {
  nonet_results &results = *call.results;
  size_t row = task.row;
  uint8_t status;
  if (call.again) {
    if (cancelled) results.status[row] = NONET_CANCELLED;
    return;
  }
  if (cancelled)
    status = NONET_CANCELLED;
  else if (task.count >= 2)
    status = NONET_MULTIPLE;
  else if (task.count >= call.options->limit)
    status = NONET_FOUND;
  else if (task.over_budget)
    status = NONET_OUT_OF_BUDGET;
  else if (task.count == 1)
    status = NONET_UNIQUE;
  else
    status = givens_conflict(*call.boards, row) ? NONET_CONFLICT : NONET_NO_SOLUTION;
  if (task.over_budget && task.count < call.options->limit) status = NONET_OUT_OF_BUDGET;
  results.status[row] = status;
  if (results.counts) results.counts[row] = task.count;
  if (results.guesses) results.guesses[row] = (uint32_t)(task.guesses < UINT32_MAX ? task.guesses : UINT32_MAX);
  // The first solution of a split search depends on the neighbours: search the row again, unsplit.
  if (!task.split || task.count < 2) return;
  m.splitting.multiples++;
  if (results.solutions && !call.options->any_solution) m.redo[m.splitting.redos++] = row;
}

// Mark a lane as holding a new board.
void arrive(Machine &m, int lane) {
  m.active |= 1u << lane;
  m.fresh |= 1u << lane;
}

// Give an empty lane the next row, if there is one.
void refill(Machine &m, Call &call, int lane) {
  while (m.next_row < call.rows) {
    size_t row = call.again ? call.again[m.next_row] : m.next_row;
    m.next_row++;
    uint32_t givens;
    if (!load_board(m.s, lane, *call.boards, row, givens)) {
      call.results->status[row] = NONET_BAD_CELL;
      if (call.results->counts) call.results->counts[row] = 0;
      if (call.results->guesses) call.results->guesses[row] = 0;
      continue;
    }
    int t = __builtin_ctz(m.free_tasks);
    m.free_tasks &= m.free_tasks - 1;
    m.tasks[t] = Task{row, 0, 0, 1u << lane, 0, false, false};
    m.task_of[lane] = t;
    m.depth[lane] = 0;
    m.unbroken[0] |= (uint32_t)(givens >= kManyGivens) << lane;
    if (const nonet_results &to = *call.results; to.solutions) {  // written some rounds later
      __builtin_prefetch(to.solutions + row * to.solution_stride, 1);
      __builtin_prefetch(to.solutions + row * to.solution_stride + 64, 1);
    }
    arrive(m, lane);
    return;
  }
}

// Finish a lane's part of its task. The lane is then empty.
void leave_task(Machine &m, Call &call, int lane) {
  int t = m.task_of[lane];
  Task &task = m.tasks[t];
  task.lanes &= ~(1u << lane);
  if (!task.lanes && !task.shared) {
    if (call.boards) finish_task(m, call, task, false);
    m.free_tasks |= 1u << t;
  }
  m.active &= ~(1u << lane);
  m.fresh &= ~(1u << lane);
}

// Continue with the second child of the lane's last guess, if there is one.
void pop(Machine &m, Call &call, int lane) {
  if (m.depth[lane] == 0) return leave_task(m, call, lane);
  restore_board(m.s, lane, m.stacks.redeem(m.stacks.of_lane[lane][--m.depth[lane]]));
  arrive(m, lane);
}

// Let the next boxes pass load a board of a stack into a lane; false if it loads from two other blocks, or cannot load.
bool load_in_pass(Machine &m, int lane, uint32_t ticket) {
#if defined(NONET_ISA_AVX512)
  Moves &moves = m.moves;
  if (!moves.loads) moves.blocks = 0;
  const uint16_t *block = m.stacks.blocks[ticket / kSlots];
  int i = 0;
  while (i < moves.blocks && moves.block[i] != block) i++;
  if (i == 2) return false;
  if (i == moves.blocks) {
    moves.block[i] = block;
    if (moves.blocks++ == 0) moves.block[1] = block;
  }
  moves.slot[lane] = (uint16_t)(i * kSlots + (int)(ticket % kSlots));
  moves.loads |= 1u << lane;
  return true;
#else
  (void)m, (void)lane, (void)ticket;
  return false;
#endif
}

// Put an empty lane to work on the top of the shared stack. `in_pass`: no block is taken before the next round.
void pop_shared(Machine &m, int lane, bool in_pass) {
  int t = m.stacks.shared_task[--m.stacks.shared];
  m.tasks[t].shared--;
  m.tasks[t].lanes |= 1u << lane;
  m.task_of[lane] = t;
  m.depth[lane] = 0;
  uint32_t ticket = m.stacks.shared_stack[m.stacks.shared];
  const uint16_t *board = m.stacks.redeem(ticket);
  if (!in_pass || !load_in_pass(m, lane, ticket)) restore_board(m.s, lane, board);
  arrive(m, lane);
}

// Remove the boards of a task from the shared stack.
void drop_shared(Machine &m, int t) {
  int kept = 0;
  for (int i = 0; i < m.stacks.shared; i++) {
    if (m.stacks.shared_task[i] == t) {
      m.stacks.redeem(m.stacks.shared_stack[i]);
      continue;
    }
    m.stacks.shared_stack[kept] = m.stacks.shared_stack[i];
    m.stacks.shared_task[kept++] = m.stacks.shared_task[i];
  }
  m.stacks.shared = kept;
  m.tasks[t].shared = 0;
}

// Note that these lanes lose their boards.
void lose(Machine &m, uint32_t lanes) {
  for (uint32_t &unbroken : m.unbroken) unbroken &= ~lanes;
}

// End a task that has reached its limit, in all lanes that work on it.
void end_task(Machine &m, Call &call, int t) {
  uint32_t lanes = m.tasks[t].lanes;
  if (m.tasks[t].shared) drop_shared(m, t);
  m.dead &= ~lanes;
  m.solved &= ~lanes;
  m.stuck &= ~lanes;
  lose(m, lanes);
  for (; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    while (m.depth[lane]) m.stacks.redeem(m.stacks.of_lane[lane][--m.depth[lane]]);
    leave_task(m, call, lane);
  }
}

// Report a solution; false if the buffer of an enumeration is full. The lane's verdict then waits for the next call.
bool report(Machine &m, Call &call, int lane) {
  int t = m.task_of[lane];
  Task &task = m.tasks[t];
  if (call.found) {
    if (call.written == call.capacity) return false;
    store_solution(m.s, lane, call.found + kCells * call.written++, 0);
  }
  m.stats.solutions++;
  if (task.count++ == 0 && call.boards && call.results->solutions)
    store_solution(m.s, lane, call.results->solutions + task.row * call.results->solution_stride, call.results->zero);
  return true;
}
