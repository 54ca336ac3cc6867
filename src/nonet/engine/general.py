"""Boards that are not classic: their houses as tables, how long they are searched, and who goes on then."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from nonet import _core as _native
from nonet import clauses
from nonet.engine.results import Status
from nonet.errors import RulesError
from nonet.grid import Candidates, Grid
from nonet.rules import Rules

__all__ = [
    "LARGE",
    "bounds",
    "budget_of",
    "budget_sentence",
    "cut",
    "hand_over",
    "is_classic",
    "masks_of",
    "tables_of",
    "threads_available",
    "using_general_engine",
]

# Any buffer will do where the stub, which nanobind writes, names NumPy arrays: the core does not need NumPy.
_core: Any = _native

MOST = (1 << 64) - 1  # what a limit or a budget can be in the core

# A board of more than 16x16 can take longer than anybody waits. Without a budget of the caller's it is given up after
# so many guesses (some minutes); a SAT solver, where there is one, takes over much sooner (after a second or two).
LARGE = 16
GIVE_UP, HAND_OVER = 2_000_000, 30_000
_SHORT = 1000  # solutions that are kept while two solvers race

_general_only = False


@contextmanager
def using_general_engine() -> Iterator[None]:
    """Let the general engine answer for classic boards too, for a while: for tests and benchmarks."""
    global _general_only
    before, _general_only = _general_only, True
    try:
        yield
    finally:
        _general_only = before


def is_classic(rules: Rules) -> bool:
    """Whether the lock-step engine answers."""
    return rules.is_classic and not _general_only


@lru_cache(maxsize=64)
def tables_of(rules: Rules) -> Any:
    """Return the houses as the core wants them; a house inside another one says nothing new."""
    masks = [house.cells.mask for house in rules.houses]
    new = [
        house
        for i, house in enumerate(rules.houses)
        if not any(
            house.cells.mask & ~mask == 0 and (j < i or mask != house.cells.mask)
            for j, mask in enumerate(masks)
            if j != i
        )
    ]
    lengths = bytes(len(house.cells) for house in new)
    cells = array("H", [cell for house in new for cell in house.cells])
    try:
        return _core.Tables(rules.size, lengths, cells)
    except ValueError:
        raise RulesError(
            "there are too many houses; a board can have 1,024, with 16,384 cells in all,"
            " and a cell can be in 16 of them"
        ) from None


def budget_of(rules: Rules, budget: int | None, *, limit: int = 2) -> int | None:
    """Return the guesses that a search is allowed: large boards have a budget if the caller gives none."""
    if budget is not None or rules.size <= LARGE:
        return budget
    return (HAND_OVER if clauses.is_available() else GIVE_UP) + 1000 * min(limit, MOST)


def budget_sentence(rules: Rules, budget: int | None) -> str:
    """Say that a search was given up, and what can be done about it.

    >>> budget_sentence(Rules(size=9), 10)
    'the budget of 10 guesses is spent'
    """
    extra = "the extra 'sat' (pip install nonet[sat])"
    if budget is not None:
        more = (
            f"; without a budget, and with {extra}, a SAT solver goes on"
            if rules.size > LARGE
            else ""
        )
        return f"the budget of {budget} guesses is spent{more}"
    if clauses.is_available():
        return f"neither the search nor, in {clauses.SECONDS:.0f} seconds, the SAT solver came to an end"
    return f"the search was given up after {GIVE_UP:,} guesses; with {extra} a SAT solver goes on"


def threads_available() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def hand_over(
    rules: Rules, masks: Any, *, limit: int, found: int
) -> tuple[Status, int, list[bytes]]:
    """Let the SAT solver go on from the candidates that a search without guesses has left, and search on beside it."""
    status, pruned = prune(rules, masks)
    if status is Status.NO_SOLUTION:
        return status, 0, []
    houses = [list(house.cells) for house in rules.houses]
    # Two solvers keep two processors busy; a third runner would only slow them down.
    processors = threads_available()
    beside = _search_beside(rules, masks, limit) if processors > 2 and limit <= _SHORT else None
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


def _search_beside(rules: Rules, masks: Any, limit: int) -> Callable[[], list[bytes] | None]:
    """Return what searches on for some milliseconds at each call, and returns the solutions when it is through."""
    running, size = _core.GeneralSearch(tables_of(rules), masks), rules.size**2
    spent, found = 0, list[bytes]()

    def search_on() -> list[bytes] | None:
        nonlocal spent
        _, status, guesses, cells = running.next(limit - len(found), spent + 1000)
        spent += guesses
        found.extend(cut(cells, size))
        return found if status != Status.OUT_OF_BUDGET or len(found) == limit else None

    return search_on


def cut(cells: bytes, size: int) -> list[bytes]:
    """Return the boards of ``size`` cells that lie one after the other."""
    return [cells[i : i + size] for i in range(0, len(cells), size)]


def prune(rules: Rules, masks: Any) -> tuple[Status, Any]:
    """Return what is left of masks (64 bits each) without a guess, and what that says about the board."""
    status, pruned = tables_of(rules).prune(masks)
    return Status(status), array("Q", pruned)


def bounds(limit: int, budget: int | None) -> tuple[int, int]:
    """Check the bounds of a search and return them as the core wants them: 0 is no budget."""
    for name, value in (("limit", limit), ("budget", 1 if budget is None else budget)):
        if not hasattr(value, "__index__"):
            raise TypeError(f"{name} is {value!r}; it must be a whole number")
        if value < 1:
            raise ValueError(f"{name} is {value}; it must be at least 1")
    return min(limit, MOST), min(budget or 0, MOST)


def masks_of(givens: Grid, marks: Candidates | None, kind: str = "H") -> array[int]:
    """Return what givens and marks allow together, one mask per cell; a contradiction leaves a 0.

    ``kind`` is the type of the array: ``"H"`` (16 bits) for classic boards, ``"Q"`` (64 bits) for the general engine.
    """
    masks = list(marks.masks) if marks is not None else [(1 << givens.size) - 1] * len(givens)
    for cell, digit in enumerate(givens):
        if digit:
            masks[cell] &= 1 << (digit - 1)
    return array(kind, masks)
