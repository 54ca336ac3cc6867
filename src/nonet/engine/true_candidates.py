"""The digits of each cell that occur in some solution of a model: the tool that setters use most."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from nonet import _core
from nonet.engine.models import search_model
from nonet.engine.results import Status

__all__ = ["true_masks"]


def true_masks(
    tables: _core.Tables, masks: Sequence[int], *, budget: int | None
) -> tuple[list[int], bool]:
    """Return for each cell the digits that it has in some solution, and whether no search ran out of its budget.

    Each search starts from one digit that no solution has shown yet. ``budget`` is for each of them.
    """
    shown, exact = [0] * len(masks), True
    # Of a puzzle with one solution, one search shows all.
    status, _, solution = search_model(tables, masks, limit=2, budget=budget)
    for place, digit in enumerate(solution):
        shown[place] |= 1 << (digit - 1)
    if status is Status.UNIQUE:
        return shown, exact
    left = list(array("Q", tables.prune(array("Q", masks))[1]))
    for cell in range(len(masks)):
        while unknown := left[cell] & ~shown[cell]:
            bit = unknown & -unknown
            tried = [*left[:cell], bit, *left[cell + 1 :]]
            status, _, solution = search_model(tables, tried, limit=1, budget=budget)
            if solution:
                for place, digit in enumerate(solution):
                    shown[place] |= 1 << (digit - 1)
            elif status is Status.OUT_OF_BUDGET:
                exact = False
                shown[cell] |= bit
            else:
                left[cell] &= ~bit
    return shown, exact
