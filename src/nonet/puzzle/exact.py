"""Exact counts: enumerate while that is faster, then sum.

Boards with few solutions, and boards of other rules, are enumerated. A classic board with more than
`engine.ENUMERATED` solutions is counted by `engine.Contraction`, which takes at most a few seconds for any givens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import LimitReached

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["enumerated", "exact_count"]

_NO_LIMIT = (1 << 64) - 1


def exact_count(
    puzzle: Puzzle, limit: int | None, budget: int | None, progress: engine.Progress | None
) -> int:
    """Return the number of solutions, or at least ``limit``; the work of `Puzzle.count` beyond `engine.ENUMERATED`.

    Where the sum needs too much memory, as with pencil marks in many columns, a board with a limit is enumerated.
    """
    count = enumerated(puzzle, engine.ENUMERATED if puzzle.rules.is_classic else limit, budget)
    if not puzzle.rules.is_classic or count < engine.ENUMERATED:
        return count
    contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks))
    if limit is not None and contraction.memory > engine.MEMORY:
        return enumerated(puzzle, limit, budget)
    try:
        contraction.run(budget=budget, progress=progress)
    except LimitReached as error:
        if error.progress is None and str(error) != engine.TIME_LIMIT_REACHED:
            raise LimitReached(f"{error}; found at least {count} so far", progress=count) from None
        raise
    return contraction.total()


def enumerated(puzzle: Puzzle, limit: int | None, budget: int | None) -> int:
    """Return the number of solutions up to ``limit``; raise `LimitReached` if the budget ends before that."""
    limit = _NO_LIMIT if limit is None else limit
    at = puzzle.rules, puzzle.givens, puzzle.marks
    count, exact = engine.count(*at, limit=limit, budget=budget)
    if not exact and count < limit:
        raise LimitReached(
            f"{engine.budget_sentence(puzzle.rules, budget)}; found at least {count} so far",
            progress=count,
        )
    return count
