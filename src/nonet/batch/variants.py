"""Answers about boards that are not classic: other sizes, houses, constraints and candidates, one at a time.

The engine reads rows of classic boards where they lie. Any other board of a table is read as `nonet.read` does, and its
answers are those of `Puzzle`, so that `nonet rate` and `nonet batch` say the same about a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

from nonet.batch.arrow import CANONICAL, RATING, SOLVING
from nonet.batch.solving import solve
from nonet.engine import Status
from nonet.formats.puzzles import classic_givens
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.steps.difficulty import difficulty_of

__all__ = ["answers_of"]


def answers_of(
    board: Puzzle, columns: Sequence[str], limit: int, budget: int | None
) -> dict[str, Any]:
    """Return the requested answers of `COLUMNS`, and ``status``.

    Raises `NonetError` with the reason where the board has none: it is not classic and a canonical form is requested,
    or it cannot be rated.

    >>> answers_of(Puzzle("1..." * 4, rules="latin4"), ["count", "givens"], 2, None)
    {'count': 0, 'givens': 4, 'status': 'conflict'}
    """
    answers: dict[str, Any] = {}
    if not set(CANONICAL).isdisjoint(columns):
        classic_givens(board)
    if not set(RATING).isdisjoint(columns):
        answers |= _rated(board)
    if not set(SOLVING).isdisjoint(columns):
        answers |= _solved(board, limit, budget)
    answers.setdefault("status", Status.FOUND.word)
    answers["givens"] = sum(1 for digit in board.givens if digit)
    return {name: answers[name] for name in (*columns, "status")}


def _solved(board: Puzzle, limit: int, budget: int | None) -> dict[str, Any]:
    result = solve([board], limit=limit, budget=budget, threads=1)
    return {
        "solution": result.text()[0] or None,
        "count": index(result.counts[0]),
        "guesses": index(result.guesses[0]),
        "status": Status(result.status[0]).word,
    }


def _rated(board: Puzzle) -> dict[str, Any]:
    state = Status.UNIQUE
    try:
        rating = board.rate()
    except Conflict:
        state = Status.CONFLICT
    except NoSolution:
        state = Status.NO_SOLUTION
    except MultipleSolutions:
        state = Status.MULTIPLE
    if state is not Status.UNIQUE:
        return {**dict.fromkeys(RATING), "status": state.word}
    return {
        "rating": None if rating.left else rating.er,
        "technique": rating.hardest.id if rating.hardest else None,
        "difficulty": difficulty_of(rating.er) if rating.exact and not rating.left else None,
        "status": (state if rating.exact else Status.OUT_OF_BUDGET).word,
    }
