"""What every teaching solver reports to: a `Recorder` that counts, passes events on, and enforces the budget.

An algorithm reports each step: it calls itself, tries, places, meets a conflict, goes back. So every algorithm is
measured in the same way, and none can run forever: `Spent` is raised when the budget is used up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import inf

from nonet.teach.trace import Event

__all__ = ["Counters", "Recorder", "Spent"]


class Spent(Exception):
    """The budget of steps or of time is used up."""


@dataclass
class Counters:
    """How much work a run took. The page of an algorithm shows which counters it uses; the others stay 0.

    ``calls`` counts calls of the recursive function, the first one included; ``depth`` is the deepest level that the
    search reached; ``seconds`` is processor time. ``guesses`` are placements in cells that had other possibilities,
    also in plain backtracking. ``filled_by_rules`` are the cells that techniques filled before the first guess.
    ``variables`` and ``constraints`` are the size of the model, if the puzzle is translated into another problem.
    """

    calls: int = 0
    tries: int = 0
    assignments: int = 0
    guesses: int = 0
    backtracks: int = 0
    conflicts: int = 0
    eliminations: int = 0
    checks: int = 0
    rules: int = 0
    filled_by_rules: int = 0
    restarts: int = 0
    depth: int = 0
    solutions: int = 0
    variables: int = 0
    constraints: int = 0
    seconds: float = field(default=0.0, compare=False)

    def as_dict(self) -> dict[str, int | float]:
        """Return the counters by name."""
        return asdict(self)


class Recorder:
    """Counts steps, passes events on, and ends the run when the budget is spent.

    ``budget`` is the number of steps (calls, tries, placements, removals … together), ``seconds`` processor time;
    ``listen`` is called with every `Event`.
    """

    # The limit counts the processor time of the process, so a server with many runs ends each of them earlier. The
    # figure in the counters is that of this thread alone.
    __slots__ = ("_budget", "_deadline", "_listen", "_look", "_started", "_steps", "counters")

    def __init__(
        self,
        *,
        budget: int | None = None,
        seconds: float | None = None,
        listen: Callable[[Event], object] | None = None,
    ) -> None:
        self.counters = Counters()
        self._listen = listen
        self._steps = 0
        self._budget = budget
        self._started = time.thread_time()
        self._deadline = None if seconds is None else time.process_time() + seconds
        self._look: float = 0  # the step at which the limits are looked at next
        self._set_look()

    @property
    def steps_left(self) -> int | None:
        """The steps that remain, None without a budget."""
        return None if self._budget is None else max(0, self._budget - self._steps)

    @property
    def seconds_left(self) -> float | None:
        """The processor time that remains, None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.process_time())

    def _step(self) -> None:
        self._steps += 1
        if self._steps >= self._look:
            self._look_at_limits()

    def _look_at_limits(self) -> None:
        if self._budget is not None and self._steps > self._budget:
            raise Spent
        if self._deadline is not None and time.process_time() > self._deadline:
            raise Spent
        self._set_look()

    def _set_look(self) -> None:
        """Look at the clock at each 1024th step, and at the budget when it is spent."""
        clock = inf if self._deadline is None else (self._steps | 0x3FF) + 1
        self._look = clock if self._budget is None else min(clock, self._budget + 1)

    def _emit(self, kind: str, cell: int = -1, digit: int = 0, note: str = "") -> None:
        self._steps += 1
        if self._steps >= self._look:
            self._look_at_limits()
        if self._listen is not None:
            self._listen(Event(kind, cell, digit, note))

    def call(self, depth: int = 0) -> None:
        """Count a call of the recursive function (no event)."""
        self.counters.calls += 1
        self.deepen(depth)
        self._step()

    def deepen(self, depth: int) -> None:
        """Record the current depth of the search."""
        if depth > self.counters.depth:
            self.counters.depth = depth

    def check(self, number: int = 1) -> None:
        """Count comparisons of cells or evaluations of a board (no event)."""
        self.counters.checks += number
        self._step()

    def model(self, *, variables: int = 0, constraints: int = 0) -> None:
        """Count parts of the model into which the puzzle is translated (no event)."""
        self.counters.variables += variables
        self.counters.constraints += constraints
        self._step()

    def add(self, *, guesses: int = 0, conflicts: int = 0, checks: int = 0) -> None:
        """Add the counters of a solver in another language (no event); each guess and each conflict is a step."""
        self.counters.guesses += guesses
        self.counters.conflicts += conflicts
        self.counters.checks += checks
        self._steps += guesses + conflicts
        if self.seconds_left == 0:
            raise Spent
        self._step()

    def guess(self) -> None:
        """Count a choice between several possibilities (no event; the placement follows)."""
        self.counters.guesses += 1

    def attempt(self, cell: int, digit: int) -> None:
        """Report that a digit is about to be tested."""
        self.counters.tries += 1
        self._emit("try", cell, digit)

    def place(self, cell: int, digit: int) -> None:
        """Report that a digit is placed."""
        self.counters.assignments += 1
        self._emit("place", cell, digit)

    def fill(self, cell: int, digit: int, rule: str) -> None:
        """Report that a technique found a digit and that the digit is placed."""
        self.rule(rule, cell, digit)
        self.place(cell, digit)
        if not self.counters.guesses:
            self.counters.filled_by_rules += 1

    def conflict(self, cell: int, digit: int = 0, note: str = "") -> None:
        """Report that a digit is impossible, that a cell has no digit left, or (cell -1) that a digit has no place."""
        self.counters.conflicts += 1
        self._emit("conflict", cell, digit, note)

    def remove(self, cell: int, digit: int) -> None:
        """Report that a candidate is eliminated."""
        self.counters.eliminations += 1
        self._emit("remove", cell, digit)

    def rule(self, name: str, cell: int = -1, digit: int = 0) -> None:
        """Report that a technique was applied."""
        self.counters.rules += 1
        self._emit("rule", cell, digit, name)

    def backtrack(self, cell: int, digit: int) -> None:
        """Report that a placement is undone, with everything after it."""
        self.counters.backtracks += 1
        self._emit("backtrack", cell, digit)

    def restart(self) -> None:
        """Report that the search starts again."""
        self.counters.restarts += 1
        self._emit("restart")

    def solved(self) -> None:
        """Report a solution."""
        self.counters.solutions += 1
        self._emit("solved")

    def stop(self) -> Counters:
        """Return the counters, with the time used."""
        self.counters.seconds = time.thread_time() - self._started
        return self.counters
