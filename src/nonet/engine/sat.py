"""The SAT solver as successor: it takes over a large board when the core's own search has spent its guesses."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from nonet import _core
from nonet.engine import clauses
from nonet.engine.results import Status
from nonet.engine.tables import prune, split_solutions, tables_of
from nonet.engine.threads import threads_available
from nonet.rules import Rules

__all__ = ["hand_over", "search_beside"]

_MAX_RACED = 1000  # solutions up to which the core's search joins the race

_GUESSES_PER_TURN = 1000


def hand_over(
    rules: Rules, masks: array[int], *, limit: int, found: int
) -> tuple[Status, int, list[bytes]]:
    """Let the SAT solver search a board, and the core beside it; return the status, the count and the solutions.

    ``masks`` are the candidates, 64 bits each. ``found`` is the number of solutions known so far. The clauses are those
    of the houses, so a board with constraints stays out of budget.
    """
    if rules.constraints:
        return Status.OUT_OF_BUDGET, found, []
    status, pruned = prune(rules, masks)
    if status is Status.NO_SOLUTION:
        return status, 0, []
    houses = [list(house.cells) for house in rules.houses]
    # Two solvers keep two processors busy; a third runner would only slow them down.
    processors = threads_available()
    is_raced = processors > 2 and limit <= _MAX_RACED
    beside = search_beside(rules, masks, limit) if is_raced else None
    grids, exact = clauses.models(
        pruned, houses, rules.size, limit=limit, solvers=processors, meanwhile=beside
    )
    if not exact:
        return Status.OUT_OF_BUDGET, max(found, len(grids)), grids
    if len(grids) > 1:
        return Status.MULTIPLE, len(grids), grids
    if grids:
        return Status.FOUND if limit == 1 else Status.UNIQUE, 1, grids
    return Status.NO_SOLUTION, 0, []


def search_beside(rules: Rules, masks: array[int], limit: int) -> Callable[[], list[bytes] | None]:
    """Return a function that searches for some milliseconds per call, and returns the solutions when it is done."""
    search, size = _core.GeneralSearch(tables_of(rules), masks), rules.size**2
    spent, solutions = 0, list[bytes]()

    def search_on() -> list[bytes] | None:
        nonlocal spent
        _, status, guesses, cells = search.next(limit - len(solutions), spent + _GUESSES_PER_TURN)
        spent += guesses
        solutions.extend(split_solutions(cells, size))
        return solutions if status != Status.OUT_OF_BUDGET or len(solutions) == limit else None

    return search_on
