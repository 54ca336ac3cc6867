"""Sums: cages, and everything else whose digits add up to something."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.constraints.base import (
    Board,
    Cells,
    Constraint,
    IntoNames,
    Space,
    Violation,
    repeated,
)
from nonet.constraints.marks import Mark, Outline
from nonet.constraints.primitives import Different, Linear, Primitive

__all__ = ["Cage"]


class Cage(Constraint):
    """A killer cage: no digit twice, and the digits add up to the sum if there is one.

    >>> Cage("r1c1 r1c2 r2c1", sum=15), Cage("r1c1 r1c2").sum
    (Cage('r1c1 r1c2 r2c1', sum=15), None)
    """

    word = "killer"
    form = "sum=cells"
    cells: Cells
    sum: int | None

    def __init__(self, cells: IntoNames, *, sum: int | None = None) -> None:
        self._set(cells=self._names(cells), sum=sum)

    def check(self, space: Space) -> None:
        super().check(space)
        if len(self.cells) > len(space.digits):
            raise self.error(
                f"{len(self.cells)} cells need different digits, and there are only {len(space.digits)}"
            )

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.cells, "the cage")
        if self.sum is None:
            return
        digits = [board[cell] for cell in self.cells if cell in board]
        open_cells = len(self.cells) - len(digits)
        least = sum(digits) + open_cells * space.digits[0]
        most = sum(digits) + open_cells * space.digits[-1]
        if not least <= self.sum <= most:
            yield Violation(
                self.cells,
                f"the cage {' '.join(self.cells)} has sum {sum(digits)}, expected {self.sum}",
            )

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = space.indices(self.cells)
        yield Different(cells)
        if self.sum is not None:
            yield Linear(cells, (1,) * len(cells), self.sum, self.sum)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "cage", "" if self.sum is None else str(self.sum))

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "killer.any" if self.sum is None else "killer"
        return key, {"cells": self._said("cells"), "sum": self.sum}
