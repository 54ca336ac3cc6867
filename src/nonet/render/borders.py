"""The lines of a board drawn with characters: between regions and around cages, and the characters where they meet.

Printed boards and the terminal player have the same lines. Those of cages are dashed, and the sum of a cage stands in
small digits in the line above its first cell, so that full digits stand in cells alone. The readers of drawings know
these signs (`nonet.formats.text.without_cages`)::

    ┌¹⁰─────┬²²─
    │ .   . ¦ .
    ├⁹┈┈┈┬┈┈┘
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Literal, TypeAlias

from nonet.base.digits import SUPERSCRIPTS
from nonet.puzzle.model import Model
from nonet.render.boards import marks_of
from nonet.render.strokes import BoardShape
from nonet.rules import Rules
from nonet.rules.constraints.marks import Mark, Outline

__all__ = ["Border", "Borders", "Charset", "Shape", "shape_of"]

Charset: TypeAlias = Literal["unicode", "ascii"]


@dataclass(frozen=True)
class Shape:
    """``regions`` has the number of the region of each cell; ``is_jigsaw``: they are no equal rectangles."""

    rows: int
    columns: int
    regions: tuple[int, ...]
    is_jigsaw: bool = False
    marks: tuple[Mark, ...] = ()


def shape_of(board: Rules | Model) -> Shape:
    """Return the shape of a board with some rules."""
    if isinstance(board, Model):
        return _of_model(board)
    return Shape(board.size, board.size, board.region_of, board.is_jigsaw, marks_of(board))


def _of_model(model: Model) -> Shape:
    """Return the shape of a model: its boxes or regions are the houses that are neither rows nor columns."""
    names = model.space.names[: model.rows * model.columns]
    groups = [house for house in model.houses if house.kind in ("box", "region")]
    numbers = {cell: n for n, group in enumerate(groups, 1) for cell in group.cells}
    regions = tuple(numbers.get(name, 0) for name in names)
    marks = (mark for each in model.constraints for mark in each.marks(model.space))
    is_jigsaw = any(not _is_rectangle(group.cells, model) for group in groups)
    return Shape(model.rows, model.columns, regions, is_jigsaw, tuple(marks))


def _is_rectangle(cells: tuple[str, ...], model: Model) -> bool:
    places = [place for cell in cells if (place := model.space.at(cell)) is not None]
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    return len(rows) * len(columns) == len(places)


class Border(IntEnum):
    """What runs between two neighbours; of two lines that meet the later one is drawn through."""

    NONE = 0
    CAGE = 1
    REGION = 2


_LEVEL = {"unicode": " ┈─", "ascii": "  -"}
_UPRIGHT = {"unicode": " ¦│", "ascii": "  |"}
# The character of a point by the lines that end in it: up 1, down 2, left 4, right 8.
_CROSSINGS = {"unicode": " ╵╷│╴┘┐┤╶└┌├─┴┬┼", "ascii": " |||-+++-+++-+++"}
_SMALL = str.maketrans("0123456789", SUPERSCRIPTS)


@dataclass(frozen=True)
class Borders:
    """Line ``i`` runs before row or column ``i``, the last one after all of them. ASCII drawings have no cages."""

    shape: Shape
    charset: Charset = "unicode"

    @cached_property
    def _cages(self) -> list[tuple[str, list[int]]]:
        """The label of each cage, and its cells in ascending order."""
        board = BoardShape(self.shape.rows, self.shape.columns)
        found = []
        for mark in self.shape.marks if self.charset == "unicode" else ():
            if isinstance(mark, Outline) and not mark.choice:
                places = sorted(board.places(mark.cells))
                found.append((mark.label, [row * board.columns + column for row, column in places]))
        return [(label, cells) for label, cells in found if cells]

    @cached_property
    def labels(self) -> dict[int, str]:
        """The sums of cages in small digits, by their first cells; sentences below the board say what else there is."""
        found: dict[int, str] = {}
        for label, (first, *_) in self._cages:
            if label.isdecimal():
                before = f"{found[first]} " if first in found else ""
                found[first] = before + label.translate(_SMALL)
        return found

    @cached_property
    def has_cages(self) -> bool:
        """Whether there are lines around cages."""
        return bool(self._cages)

    @cached_property
    def _areas(self) -> list[frozenset[int]]:
        """The numbers of the cages of each cell."""
        found: list[set[int]] = [set() for _ in self.shape.regions]
        for number, (_, cells) in enumerate(self._cages):
            for cell in cells:
                found[cell].add(number)
        return [frozenset(areas) for areas in found]

    def _between(self, cell: int, other: int) -> Border:
        if self.shape.regions[cell] != self.shape.regions[other]:
            return Border.REGION
        return Border.CAGE if self._areas[cell] != self._areas[other] else Border.NONE

    def beside(self, row: int, line: int) -> Border:
        """Return the upright line there in a row; there is none outside the board."""
        if not 0 <= row < self.shape.rows:
            return Border.NONE
        cell = row * self.shape.columns + line
        return Border.REGION if line in (0, self.shape.columns) else self._between(cell - 1, cell)

    def above(self, line: int, column: int) -> Border:
        """Return the level line there in a column; there is none outside the board."""
        columns = self.shape.columns
        if not 0 <= column < columns:
            return Border.NONE
        cell = line * columns + column
        return (
            Border.REGION if line in (0, self.shape.rows) else self._between(cell - columns, cell)
        )

    def crossing(self, row: int, column: int) -> str:
        """Return the character where an upright and a level line meet."""
        arms = (
            self.beside(row - 1, column),
            self.beside(row, column),
            self.above(row, column - 1),
            self.above(row, column),
        )
        drawn = max(arms)
        lines = sum(1 << at for at, arm in enumerate(arms) if arm is drawn) if drawn else 0
        if drawn is Border.CAGE and lines in (0b11, 0b1100):
            return (_UPRIGHT if lines == 0b11 else _LEVEL)[self.charset][drawn]
        return _CROSSINGS[self.charset][lines]

    def upright(self, row: int, line: int) -> str:
        """Return the character of the upright line there."""
        return _UPRIGHT[self.charset][self.beside(row, line)]

    def level(self, line: int, column: int) -> str:
        """Return the character of the level line there."""
        return _LEVEL[self.charset][self.above(line, column)]
