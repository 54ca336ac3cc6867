"""A puzzle with givens removed or added: what `minimality`, `missing_givens` and `repairing` ask the engine.

Sets of cells are masks here: bit ``i`` stands for cell ``i``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeAlias

from nonet import engine
from nonet.base.errors import LimitReached
from nonet.boards.grid import Candidates, Grid
from nonet.engine import Found, Status
from nonet.rules import Rules

__all__ = ["ROWS", "GivenSets", "PlacedDigit", "masks_with"]

ROWS = 256
"""The number of boards that the engine gets at once."""

PlacedDigit: TypeAlias = tuple[int, int]
"""A cell and its digit."""


class GivenSets:
    """A puzzle whose givens can be exchanged.

    ``budget`` bounds the guesses of each search. Every method that asks the engine raises `LimitReached` when a search
    needs more. With ``keeps_undecided`` a search for fewer givens takes a puzzle that needs more as not unique.
    """

    def __init__(
        self,
        rules: Rules,
        givens: Grid,
        marks: Candidates | None,
        *,
        budget: int | None = None,
        keeps_undecided: bool = False,
    ) -> None:
        self.rules = rules
        self.givens = givens
        self.marks = marks
        self.budget = budget
        self.keeps_undecided = keeps_undecided
        self.all = givens.filled.mask
        self._kind = "H" if rules.is_classic else "Q"

    def only(self, kept: int) -> Grid:
        """Return the givens in the cells of a mask."""
        cells = bytes(d if kept >> cell & 1 else 0 for cell, d in enumerate(self.givens))
        return Grid._trusted(cells, self.rules.size)

    def plus(self, added: Mapping[int, int]) -> Grid:
        """Return the givens with more digits, by cell."""
        cells = bytes(added.get(cell, d) for cell, d in enumerate(self.givens))
        return Grid._trusted(cells, self.rules.size)

    def masks(self, givens: Grid | None = None) -> array[int]:
        """Return the digits that givens and marks allow, one mask per cell."""
        return engine.masks_of(self.givens if givens is None else givens, self.marks, self._kind)

    def solutions(self, masks: array[int], limit: int) -> list[bytes]:
        """Return up to ``limit`` solutions of a board of masks."""
        marks, empty = Candidates.from_masks(masks), Grid(bytes(len(masks)))
        solutions = engine.solutions(self.rules, empty, marks, budget=self.budget)
        return [bytes(grid) for grid in islice(solutions, limit)]

    def search(self, kept: int) -> Found:
        """Search the givens in the cells of a mask for up to two solutions."""
        return engine.search(self.rules, self.only(kept), self.marks, limit=2, budget=self.budget)

    def spent(self) -> LimitReached:
        """Return the error of a search that needed more than the budget."""
        return LimitReached(engine.budget_sentence(self.rules, self.budget))

    def ask(
        self, boards: Iterable[array[int]], *, limit: int, grids: bytearray | None = None
    ) -> Iterator[Status]:
        """Yield the status of each board of masks.

        ``grids`` receives the solutions; it has room for at most `ROWS` boards.
        """
        boards = iter(boards)
        while rows := list(islice(boards, ROWS)):
            cells, status = array(self._kind), bytearray(len(rows))
            for row in rows:
                cells += row
            engine.solve_rows(
                cells,
                len(rows),
                rules=self.rules,
                marks=True,
                limit=limit,
                budget=self.budget,
                threads=None,
                solutions=grids,
                status=status,
            )
            if Status.OUT_OF_BUDGET in status:
                raise self.spent()
            yield from map(Status, status)


def masks_with(masks: array[int], placed: Iterable[PlacedDigit]) -> array[int]:
    """Return a copy of masks with some digits placed."""
    changed = masks[:]
    for cell, digit in placed:
        changed[cell] &= 1 << (digit - 1)
    return changed
