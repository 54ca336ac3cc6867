"""Search on the tables of a model: how many solutions there are, which, and which digits occur in any of them.

Masks have one bit for each digit of the model, from its lowest. Solutions are digits counted from 1, as the core has
them; `nonet.model` knows which digits these are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonet import _core
from nonet.engine.budgets import MAX_BOUND, bounds
from nonet.engine.results import Status
from nonet.engine.tables import split_solutions
from nonet.errors import LimitReached

if TYPE_CHECKING:
    Tables = _core.Tables

__all__ = ["count_model", "search_model", "solutions_of_model", "true_masks_of_model"]


def count_model(
    tables: Tables, masks: Sequence[int], *, limit: int, budget: int | None
) -> tuple[int, bool]:
    """Return the number of solutions, at most ``limit``, and whether the search finished within its budget."""
    status, number, _ = _solve(tables, masks, limit, budget)
    return number, status is not Status.OUT_OF_BUDGET


def _solve(
    tables: Tables, masks: Sequence[int], limit: int, budget: int | None
) -> tuple[Status, int, bytes]:
    """Return the status, the number of solutions and the first of them."""
    limit, guesses_allowed = bounds(limit, budget)
    solution, state, counts = bytearray(len(masks)), bytearray(1), array("Q", [0])
    tables.solve_marks(
        array("Q", masks),
        1,
        limit,
        guesses_allowed,
        solution,
        len(masks),
        0,
        counts,
        state,
        None,
        None,
    )
    return Status(state[0]), counts[0], bytes(solution) if counts[0] else b""


def search_model(
    tables: Tables, masks: Sequence[int], *, limit: int, budget: int | None
) -> tuple[list[bytes], bool]:
    """Return up to ``limit`` solutions, and whether the search finished within its budget."""
    _, guesses_allowed = bounds(limit, budget)
    running = _core.GeneralSearch(tables, array("Q", masks))
    _, status, _, cells = running.next(limit, guesses_allowed)
    return split_solutions(cells, len(masks)), status != Status.OUT_OF_BUDGET


def solutions_of_model(
    tables: Tables, masks: Sequence[int], *, budget: int | None
) -> Iterator[bytes]:
    """Yield every solution as the search finds it. Between two solutions the search waits."""
    running = _core.GeneralSearch(tables, array("Q", masks))
    capacity, more, number = 2, True, 0
    while more:
        more, status, _, cells = running.next(capacity, min(budget or 0, MAX_BOUND))
        found = split_solutions(cells, len(masks))
        yield from found
        number += len(found)
        if status == Status.OUT_OF_BUDGET:
            raise LimitReached(
                f"the budget of {budget} {'guess' if budget == 1 else 'guesses'} is spent;"
                f" {number} solution(s) so far",
                progress=number,
            )
        capacity = min(4 * capacity, 4096)


def true_masks_of_model(
    tables: Tables, masks: Sequence[int], *, budget: int | None
) -> tuple[list[int], bool]:
    """Return for each cell the digits that it has in some solution, and whether no search ran out of its budget.

    Each search starts from one digit that no solution has shown yet. ``budget`` is for each of them.
    """
    shown, exact = [0] * len(masks), True
    left = list(array("Q", tables.prune(array("Q", masks))[1]))
    for cell in range(len(masks)):
        while unknown := left[cell] & ~shown[cell]:
            bit = unknown & -unknown
            tried = list(left)
            tried[cell] = bit
            status, _, solution = _solve(tables, tried, 1, budget)
            if solution:
                for place, digit in enumerate(solution):
                    shown[place] |= 1 << (digit - 1)
            else:
                left[cell] &= ~bit
                if status is Status.OUT_OF_BUDGET:
                    exact = False
                    shown[cell] |= bit
                    left[cell] |= bit
    return shown, exact
