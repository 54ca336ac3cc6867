"""Cells whose digit is the place of another digit in their row, column or box."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.base.errors import RulesError
from nonet.rules.constraints.base import Board, Constraint, Space, Violation, out_of_range
from nonet.rules.constraints.f_puzzles import Key
from nonet.rules.constraints.fields import Area
from nonet.rules.constraints.iss import IssIndexing
from nonet.rules.constraints.looks import BadgeLook
from nonet.rules.constraints.names import Cells, Move
from nonet.rules.constraints.primitives import Allowed, Pair, Primitive


class _Indexing(Constraint):
    """Cells each of which says where in its line a digit is."""

    order = "any"
    knows_places = True
    names_houses = True
    cells: Area = Area()

    def _target(self, space: Space, cell: str) -> tuple[Cells, int]:
        """Return the line of a cell, and the digit that its own digit is the place of."""
        raise NotImplementedError

    def _targets(self, space: Space) -> Iterator[tuple[str, Cells, int]]:
        for cell in self.cells:
            yield cell, *self._target(space, cell)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for cell, line, digit in self._targets(space):
            yield from unindexed(cell, line, digit, board)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        for cell, line, digit in self._targets(space):
            yield from indexed(cell, line, digit, space)

    def check(self, space: Space) -> None:
        super().check(space)
        for cell in self.cells:
            if space.at(cell) is None:
                raise self.error(f"expected a cell of the board, got {cell}")


class _LineIndexing(_Indexing):
    def moved(self, by: Move) -> Constraint:
        constraint = super().moved(by)
        if by.transposed:
            constraint = (RowIndexing if isinstance(self, ColumnIndexing) else ColumnIndexing)(
                constraint.cells
            )
        if not (by.keeps_columns if isinstance(constraint, ColumnIndexing) else by.keeps_rows):
            raise RulesError(
                f"{self.word} needs the numbers of rows and columns, which a reflection changes"
            )
        return constraint


class ColumnIndexing(_LineIndexing):
    """A cell in column C says in which column of its row the digit C is.

    >>> ColumnIndexing("r1c1 r2c1").cells
    ('r1c1', 'r2c1')
    """

    word = "columnindexing"
    iss = IssIndexing("C")
    f_puzzles = (Key("columnindexer", "cells"),)
    badge = BadgeLook("M-40 41H40M-32 35L-40 41L-32 47M32 35L40 41L32 47")

    def _target(self, space: Space, cell: str) -> tuple[Cells, int]:
        row, column = space.at(cell) or (1, 1)
        return space.row(row), column


class RowIndexing(_LineIndexing):
    """A cell in row R says in which row of its column the digit R is.

    >>> RowIndexing("r1c1 r1c2").cells
    ('r1c1', 'r1c2')
    """

    word = "rowindexing"
    iss = IssIndexing("R")
    f_puzzles = (Key("rowindexer", "cells"),)
    badge = BadgeLook("M41 -40V40M35 -32L41 -40L47 -32M35 32L41 40L47 32")

    def _target(self, space: Space, cell: str) -> tuple[Cells, int]:
        row, column = space.at(cell) or (1, 1)
        return space.column(column), row


class BoxIndexing(_Indexing):
    """A cell at place P of its box says at which place of the box the digit P is; places count in reading order.

    >>> BoxIndexing("r1c1 r1c2").cells
    ('r1c1', 'r1c2')
    """

    word = "boxindexing"
    f_puzzles = (Key("boxindexer", "cells"),)
    badge = BadgeLook("M26 26H46V46H26z")

    def moved(self, by: Move) -> Constraint:
        if by.transposed or not (by.keeps_columns and by.keeps_rows):
            raise RulesError(
                f"{self.word} needs the places in the boxes, which rotations and reflections change"
            )
        return super().moved(by)

    def _target(self, space: Space, cell: str) -> tuple[Cells, int]:
        number = space.box_of(cell)
        box = (cell,) if number is None else space.boxes[number]
        return box, box.index(cell) + 1

    def check(self, space: Space) -> None:
        super().check(space)
        for cell in self.cells:
            if space.box_of(cell) is None:
                raise self.error(f"expected cells with a box, got {cell}")


def unindexed(index: str, cells: Cells, digit: int, board: Board) -> Iterator[Violation]:
    """Yield a violation if the cell that the index names has another digit."""
    place = board.get(index)
    if place is None:
        return
    if not 1 <= place <= len(cells):
        yield out_of_range(index, place, 1, len(cells))
    elif board.get(cell := cells[place - 1], digit) != digit:
        values = {"index": index, "place": place, "cell": cell}
        yield Violation((index, cell), "index", {**values, "digit": digit, "found": board[cell]})


def indexed(index: str, cells: Cells, digit: int, space: Space) -> Iterator[Primitive]:
    """Yield primitives for: the cell that the index names has the digit."""
    # In a line without repeats the digit is nowhere else.
    different = space.share_house(cells)
    places = [place for place in space.digits if 1 <= place <= len(cells)]
    at_itself = cells.index(index) + 1 if index in cells else 0
    allowed = [p for p in places if p != at_itself or p == digit]
    if different and at_itself and at_itself != digit:
        allowed = [place for place in allowed if place != digit]
    own, line = space.index(index), space.indices(cells)
    yield Allowed(own, space.mask(allowed))
    holds, first = space.mask((digit,)), space.digits.start
    others = space.all_digits & ~holds if different else space.all_digits
    for place in allowed:
        if place != at_itself:
            rows = [others] * len(space.digits)
            rows[place - first] = holds
            yield Pair(own, line[place - 1], tuple(rows))
