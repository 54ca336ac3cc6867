"""`Odds`: in how many of the solutions each candidate is true.

A board with few solutions is enumerated. For others, one sum counts the odds of the nine cells of a box, so at most
nine sums count them all; a sum for each candidate would take up to 729.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base import later
from nonet.base.cells import cell_index
from nonet.puzzle.exact import solutions_below

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["Odds", "odds"]


@dataclass(frozen=True)
class Odds:
    """In how many solutions each candidate is true, as exact numbers.

    ``counts`` has a tuple for each cell, with a number for each digit from 1. ``total`` is the number of solutions.
    `nonet.render.odds_text` and `nonet.render.odds_svg` draw them.

    >>> from nonet import Puzzle
    >>> odds = Puzzle("1... ..3. .4.. ....").odds()
    >>> odds.total, odds["r4c4"], odds.count("r4c4", 2), odds.share("r4c4", 2)
    (3, (0, 1, 1, 1), 1, Fraction(1, 3))
    """

    counts: tuple[tuple[int, ...], ...]
    total: int
    puzzle: Puzzle = field(repr=False, compare=False)

    def __getitem__(self, cell: int | str) -> tuple[int, ...]:
        """Return the numbers of a cell (0-80 or "r1c1"), one for each digit from 1."""
        if isinstance(cell, str):
            cell = cell_index(cell, self.puzzle.rules.size)
        return self.counts[cell]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def count(self, cell: int | str, digit: int) -> int:
        """Return the number of solutions with a digit in a cell."""
        self._check(digit)
        return self[cell][digit - 1]

    def share(self, cell: int | str, digit: int) -> Fraction:
        """Return the part of the solutions with a digit in a cell, 0 to 1."""
        return Fraction(self.count(cell, digit), self.total)

    def shares(self) -> list[list[float]]:
        """Return the parts of all candidates as floats: a list for each cell."""
        return [[number / self.total for number in cell] for cell in self.counts]

    def __str__(self) -> str:
        candidates = sum(number > 0 for cell in self.counts for number in cell)
        return f"{self.total:,} solutions, {candidates} candidates"

    def _repr_svg_(self) -> str:
        return later.svg(self, function="odds_svg")

    def _check(self, digit: int) -> None:
        if not 1 <= digit <= self.puzzle.rules.size:
            raise ValueError(f"digit must be 1 to {self.puzzle.rules.size}, got {digit}")


def odds(puzzle: Puzzle, budget: int | None, progress: engine.Progress | None) -> Odds:
    """Return the odds of all candidates; the work of `Puzzle.odds`."""
    listed = solutions_below(puzzle, engine.ENUMERATED, budget)
    size = puzzle.rules.size
    if listed is not None:
        tally = [[0] * size for _ in range(size**2)]
        for grid in listed:
            for cell, digit in enumerate(grid):
                tally[cell][digit - 1] += 1
        return Odds(tuple(map(tuple, tally)), len(listed), puzzle)
    masks = engine.masks_of(puzzle.givens, puzzle.marks)
    by_cell: dict[int, tuple[int, ...]] = {}
    twins = _twins(masks)
    sums = {box: engine.Contraction(masks, box=box) for box in sorted(set(twins))}
    spent, whole = 0, sum(each.work for each in sums.values())
    for box in list(sums):
        each = sums.pop(box)  # its memory is free again when the next one starts
        work = each.work

        def part(done: float, spent: int = spent, work: int = work) -> None:
            if progress is not None:
                progress((spent + done * work) / whole)

        each.run(budget=budget, progress=part if progress is not None else None)
        by_cell |= each.odds()
        spent += work
    counts = tuple(by_cell[_twin(cell, twins)] for cell in range(81))
    return Odds(counts, sum(counts[0]), puzzle)


def _twins(masks: Sequence[int]) -> list[int]:
    """Return for each box the first one with equal odds: bands without givens can be exchanged, and so can stacks.

    >>> _twins([1] + [0x1FF] * 80)
    [0, 1, 1, 3, 4, 4, 3, 4, 4]
    """
    given = [cell for cell, mask in enumerate(masks) if mask != 0x1FF]
    bands = [all(cell // 27 != band for cell in given) for band in range(3)]
    stacks = [all(cell % 9 // 3 != stack for cell in given) for stack in range(3)]
    return [
        3 * (bands.index(True) if bands[band] else band)
        + (stacks.index(True) if stacks[stack] else stack)
        for band in range(3)
        for stack in range(3)
    ]


def _twin(cell: int, twins: Sequence[int]) -> int:
    """Return the cell at the same place of the box with equal odds."""
    box = twins[cell // 27 * 3 + cell % 9 // 3]
    return 27 * (box // 3) + 9 * (cell // 9 % 3) + 3 * (box % 3) + cell % 3
