"""One board at a time: its solution, the number of its solutions, or all solutions in turn."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from nonet import _core
from nonet.base.errors import LimitReached
from nonet.boards.grid import Candidates, Grid
from nonet.engine.budgets import GIVE_UP, LARGE, MAX_BOUND, bounds, budget_of, can_hand_over
from nonet.engine.results import Found, Status
from nonet.engine.sat import hand_over
from nonet.engine.tables import is_classic, masks_of, split_solutions, tables_of
from nonet.rules import CLASSIC, Rules

__all__ = ["count", "only_solution", "read_board", "search", "solutions", "solve_text"]

read_board = _core.read_board
"""Return the 81 values of a plain text of 81 characters; None for any other text or object."""


def only_solution(rules: Rules, givens: Grid) -> Grid | None:
    """Return the solution of a classic board that has exactly one. None means that `search` knows more."""
    cells = _core.only_solution(givens._cells) if is_classic(rules) else None
    return None if cells is None else Grid._trusted(cells)


def solve_text(text: object) -> str | None:
    """Return the solution of a text that `read_board` reads, as 81 digits. None means that `search` knows more."""
    return _core.solve_text(text) if is_classic(CLASSIC) else None


def _solve_one(
    rules: Rules, givens: Grid, marks: Candidates | None, limit: int, budget: int | None
) -> tuple[Status, int, list[bytes]]:
    """Return the status, the number of solutions, and the first of them; sometimes more than one."""
    if not is_classic(rules):
        return _solve_general(rules, givens, marks, limit, budget)
    limit, guesses_allowed = bounds(limit, budget)
    if marks is None:
        status, count, grid = _core.solve_one(bytes(givens), limit, guesses_allowed)
        return Status(status), count, [grid] if count else []
    solution, state, counts = bytearray(81), bytearray(1), array("Q", [0])
    search = masks_of(givens, marks), 1, limit, guesses_allowed
    _core.solve_marks(*search, solution, 81, 0, counts, state, None, None)
    return Status(state[0]), counts[0], [bytes(solution)] if counts[0] else []


def _solve_general(
    rules: Rules, givens: Grid, marks: Candidates | None, limit: int, budget: int | None
) -> tuple[Status, int, list[bytes]]:
    given_budget, budget = budget, budget_of(rules, budget, limit=limit)
    limit, guesses_allowed = bounds(limit, budget)
    size = rules.size**2
    solution, state, counts = bytearray(size), bytearray(1), array("Q", [0])
    results = solution, size, 0, counts, state, None, None
    tables = tables_of(rules)
    if marks is None:
        tables.solve(bytes(givens), None, size, 1, limit, guesses_allowed, *results)
    else:
        tables.solve_marks(masks_of(givens, marks, "Q"), 1, limit, guesses_allowed, *results)
    status = Status(state[0])
    if status is Status.OUT_OF_BUDGET and given_budget is None and can_hand_over(rules):
        return hand_over(rules, masks_of(givens, marks, "Q"), limit=limit, found=counts[0])
    return status, counts[0], [bytes(solution)] if counts[0] else []


def search(
    rules: Rules, givens: Grid, marks: Candidates | None, *, limit: int, budget: int | None
) -> Found:
    """Return the solutions found: up to ``limit`` of them, which is 1 or 2."""
    status, _, grids = _solve_one(rules, givens, marks, limit, budget)
    exact = status is not Status.OUT_OF_BUDGET
    if status is Status.MULTIPLE and len(grids) < limit:
        if is_classic(rules):
            cells = _core.first_solutions(masks_of(givens, marks), limit)
        else:
            running = _core.GeneralSearch(tables_of(rules), masks_of(givens, marks, "Q"))
            *_, cells = running.next(limit, 0)
        grids = split_solutions(cells, rules.size**2)
    own = rules.own_digits
    return Found(tuple(Grid._trusted(grid, rules.size, own) for grid in grids), exact)


def count(
    rules: Rules, givens: Grid, marks: Candidates | None, *, limit: int, budget: int | None
) -> tuple[int, bool]:
    """Return the number of solutions, at most ``limit``, and whether the search finished within its budget."""
    status, number, _ = _solve_one(rules, givens, marks, limit, budget)
    return number, status is not Status.OUT_OF_BUDGET


def solutions(
    rules: Rules, givens: Grid, marks: Candidates | None, *, budget: int | None
) -> Iterator[Grid]:
    """Yield every solution as the search finds it. Between two solutions the search waits."""
    bounds(1, budget)
    if is_classic(rules):
        return _solutions(rules, _core.Search(masks_of(givens, marks)), budget)
    running = _core.GeneralSearch(tables_of(rules), masks_of(givens, marks, "Q"))
    return _solutions(rules, running, budget)


def _solutions(
    rules: Rules, running: _core.Search | _core.GeneralSearch, budget: int | None
) -> Iterator[Grid]:
    # Without a budget from the caller, a large board has this many guesses for each call.
    patience = GIVE_UP if rules.size > LARGE else None
    capacity, more, number, spent, size = 2, True, 0, 0, rules.size**2
    own = rules.own_digits
    while more:
        allowed = spent + patience if budget is None and patience else min(budget or 0, MAX_BOUND)
        more, status, guesses, cells = running.next(capacity, allowed)
        spent += guesses
        for grid in split_solutions(cells, size):
            yield Grid._trusted(grid, rules.size, own)
        number += len(cells) // size
        if status == Status.OUT_OF_BUDGET:
            sentence = (
                f"the search stopped after {patience:,} guesses without another solution"
                if budget is None
                else f"the budget of {budget} {'guess' if budget == 1 else 'guesses'} is spent"
            )
            raise LimitReached(f"{sentence}; {number} solution(s) so far", progress=number)
        capacity = min(4 * capacity, 4096)
