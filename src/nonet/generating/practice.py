"""Positions to practise a technique on: the next step there is one of it.

The next step is the easiest one in the order of a profile, so nothing simpler is left to do: the pattern is
the step. Positions come from the solution paths of puzzles: those of the caller, or new ones from a random seed. A path
is only walked if the rating says that the technique is on it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import compress, islice
from typing import NamedTuple

from nonet.base.errors import LimitReached
from nonet.engine import TECHNIQUES
from nonet.generating.attempts import puzzle_of
from nonet.generating.request import Request
from nonet.generating.search import attempts
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.errors import PuzzleError, Stuck
from nonet.puzzle.explaining import rated_rows
from nonet.steps import Profile, Step, Technique, profile, technique

__all__ = ["Exercise", "practise"]

_BATCH = 512
_FIRST = 32  # puzzles of the first batch: what is needed often is found at once
_BUDGET = 200_000  # puzzles for one position
_NODES = 2_000_000  # implications for one puzzle: what needs more is too hard to practise on


class Exercise(NamedTuple):
    """A position and the step to find there."""

    position: Position
    step: Step

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the position is of."""
        return self.position.puzzle


def practise(
    name: str | Technique,
    puzzles: Iterable[Puzzle] | None = None,
    *,
    order: str | Profile = "nonet",
    seed: int = 0,
    budget: int | None = None,
    threads: int | None = None,
) -> Iterator[Exercise]:
    """Yield positions whose next step is of a technique, one from each puzzle.

    Without ``puzzles`` new ones are generated from the ``seed``, without end. ``order`` is a profile. Raises
    `ValueError` if the profile does not have the technique, and `LimitReached` if ``budget`` puzzles (default 200,000)
    have no such position.

    >>> exercise = next(practise("naked_pair", seed=1))
    >>> exercise.step.technique.id, exercise.position.hint() == exercise.step
    ('naked_pair', True)
    """
    wanted = technique(name).require_classic()
    tried = profile(order).require_core("practise")
    tried.row(wanted)
    allowed = _BUDGET if budget is None else budget
    return _exercises(wanted, tried, _batches(puzzles, seed, allowed, threads), allowed, threads)


def _batches(
    puzzles: Iterable[Puzzle] | None, seed: int, allowed: int, threads: int | None
) -> Iterator[list[Puzzle]]:
    if puzzles is None:
        request, first, n = Request(seed=seed, threads=threads), 0, min(_FIRST, allowed)
        while True:
            yield [puzzle_of(request, attempt) for attempt in attempts(request, first, n)]
            first, n = first + n, min(2 * n, _BATCH, allowed)
    else:
        rest = iter(puzzles)
        while batch := list(islice(rest, min(_BATCH, allowed))):
            yield batch


def _exercises(
    wanted: Technique,
    order: Profile,
    batches: Iterator[list[Puzzle]],
    allowed: int,
    threads: int | None,
) -> Iterator[Exercise]:
    tried = 0
    for batch in batches:
        for puzzle in _with_technique(
            [p for p in batch if p.rules.is_classic and p.marks is None], wanted, order, threads
        ):
            found = _on_the_path(puzzle, wanted, order)
            if found is not None:
                yield found
                tried = 0
        tried += len(batch)
        if tried >= allowed:
            raise LimitReached(
                f"none of {tried:,} puzzles has a position whose next step is {wanted.id};"
                " try a larger budget, or puzzles of your own"
            )


def _with_technique(
    puzzles: list[Puzzle], wanted: Technique, order: Profile, threads: int | None
) -> Iterator[Puzzle]:
    """Return the puzzles whose path has the technique."""
    counts = _counts(puzzles, order, threads)
    return compress(puzzles, (uses[wanted.index] for uses in counts))


def techniques_of(puzzles: list[Puzzle], order: Profile) -> frozenset[Technique]:
    """Return the techniques on the paths of some puzzles."""
    counts = _counts(puzzles, order, None)
    return frozenset(one for one in TECHNIQUES if any(uses[one.index] for uses in counts))


def _counts(puzzles: list[Puzzle], order: Profile, threads: int | None) -> list[array[int]]:
    """Return for each puzzle how often its path has each technique."""
    boards = b"".join(bytes(puzzle.givens) for puzzle in puzzles)
    rows = rated_rows(boards, len(puzzles), profile=order, budget=_NODES, threads=threads)
    return [row.counts for row in rows]


def _on_the_path(puzzle: Puzzle, wanted: Technique, order: Profile) -> Exercise | None:
    """Return the first position of the path whose next step is of the technique."""
    try:
        for step in puzzle.steps(profile=order, budget=_NODES):
            if step.technique == wanted and step.board is not None:
                return Exercise(Position(puzzle, candidates=step.board), step)
    except (PuzzleError, Stuck, LimitReached):  # the path ends before it
        return None
    return None
