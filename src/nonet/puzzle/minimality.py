"""Which givens a puzzle can do without: the work of `Puzzle.redundant_givens` and `Puzzle.minimal_puzzles`.

Removing a given can only add solutions, so a set of givens with several solutions keeps them when more givens are
removed. The cells in which two solutions differ are an *unavoidable set*: every puzzle that has one of the two as its
only solution has a given there. Sets of cells are masks: bit ``i`` stands for cell ``i``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.puzzle.constraint_sets import with_fewest_constraints
from nonet.puzzle.given_sets import GivenSets

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["minimal_puzzles", "redundant_givens"]

_MOST_GUESSES = 50_000
"""Guesses of a search for a smaller puzzle with constraints by default: few givens may leave it open for hours."""


def redundant_givens(givens: GivenSets) -> int:
    """Return the givens of a unique puzzle that can each be removed alone."""
    cells = list(givens.givens.filled)
    boards = (givens.masks(givens.only(givens.all ^ 1 << cell)) for cell in cells)
    statuses = zip(cells, givens.ask(boards, limit=2), strict=True)
    return sum(1 << cell for cell, status in statuses if status is Status.UNIQUE)


def minimal_puzzles(
    puzzle: Puzzle, seed: int, constraints: bool, budget: int | None
) -> Iterator[Puzzle]:
    """Yield every minimal puzzle, each once: the work of `Puzzle.minimal_puzzles`."""
    solution, keeps_undecided = puzzle.solution(budget=budget), not puzzle.rules.houses_only
    if keeps_undecided and budget is None:
        budget = _MOST_GUESSES
    if constraints:
        puzzle = with_fewest_constraints(puzzle, seed, budget)
    givens = puzzle._given_sets(budget, keeps_undecided=keeps_undecided)
    for kept in _minimal_sets(givens, solution, seed):
        yield type(puzzle)(givens.only(kept), rules=puzzle.rules, marks=puzzle.marks)


def _minimal_sets(givens: GivenSets, solution: Grid, seed: int) -> Iterator[int]:
    """Yield every minimal set of givens with this unique solution, each once.

    The seed orders the givens. The first set is what remains when they are removed one by one in this order wherever
    the solution stays unique. The next sets keep the last given that was removed there, and so on backwards: the order
    of a dictionary, "removed" before "kept".
    """
    cells = list(givens.givens.filled)
    order = [cells[i] for i in SplitMix64(seed, 0).shuffled(len(cells))]
    unique = _Uniqueness(givens, solution)
    # Each entry: the givens to keep, these and the undecided ones, and how many are decided.
    waiting = [(0, givens.all, 0)]
    while waiting:
        kept, remaining, decided = waiting.pop()
        if unique.has_redundant_given(kept):
            continue  # so has every larger set
        for place in range(decided, len(order)):
            bit = 1 << order[place]
            if unique.holds(remaining ^ bit):
                waiting.append((kept | bit, remaining, place + 1))
                remaining ^= bit
            else:
                kept |= bit
        if not unique.has_redundant_given(kept):
            yield kept


class _Uniqueness:
    """Whether some of the givens leave one solution; remembers unavoidable sets to save searches."""

    def __init__(self, givens: GivenSets, solution: Grid) -> None:
        self._givens = givens
        self._solution = bytes(solution)
        self._unavoidable: list[int] = []
        self._undecided: list[int] = []

    def holds(self, kept: int) -> bool:
        """Whether the givens of a mask leave one solution, as far as the budget can prove it."""
        # The set that decided the last question is likely to decide this one.
        for place, cells in enumerate(self._unavoidable):
            if not cells & kept:
                self._unavoidable.insert(0, self._unavoidable.pop(place))
                return False
        if any(kept | undecided == undecided for undecided in self._undecided):
            return False  # fewer givens are harder still
        unique = self._givens.search(kept)
        for grid in unique.grids:
            pairs = enumerate(zip(grid, self._solution, strict=True))
            if cells := sum(1 << cell for cell, (one, other) in pairs if one != other):
                self._unavoidable.insert(0, cells)
                return False
        if unique.exact:
            return True
        if not self._givens.keeps_undecided:
            raise self._givens.spent()
        self._undecided.append(kept)
        return False

    def has_redundant_given(self, kept: int) -> bool:
        """Whether one given of a mask can be removed and the others leave one solution."""
        return any(
            self.holds(kept ^ 1 << cell) for cell in range(kept.bit_length()) if kept >> cell & 1
        )
