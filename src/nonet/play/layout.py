"""Where the cells of a board are in a terminal: the largest drawing that fits.

A line is drawn where two regions meet, so a jigsaw needs one almost everywhere and a classic board four in each
direction. A cell has one, two or three lines. Three lines hold the marks of a 9x9 board by position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.rules import Rules

__all__ = ["Layout", "layout_for", "smallest_layout"]

_SHAPES = (
    *((3, 9, True), (3, 7, True), (3, 9, False), (3, 7, False), (3, 5, False)),
    *((2, 7, True), (2, 7, False), (2, 5, False), (1, 3, False), (1, 2, False)),
)
"""Height and width of a cell, and whether there are lines between all cells; the best first."""


@dataclass(frozen=True)
class Layout:
    """A drawing of a board: ``height`` lines and ``width`` columns for each cell, and lines between regions.

    With ``has_grid`` there are faint lines between all cells.
    """

    rules: Rules
    height: int
    width: int
    has_grid: bool = False

    @property
    def labels(self) -> int:
        """The columns at the left for the numbers of the rows."""
        return len(str(self.rules.size)) + 1

    @cached_property
    def regions(self) -> Sequence[int]:
        """The number of the region of each cell; all the same on a board without regions."""
        found = [0] * self.rules.size**2
        for number, region in enumerate(self.rules.regions):
            for cell in region:
                found[cell] = number
        return found

    def has_edge(self, row: int, column: int, *, below: bool) -> bool:
        """Whether a line is drawn above a cell, or at its left; rows and columns go one beyond the board."""
        size = self.rules.size
        across = column if below else row
        along = row if below else column
        if not 0 <= across < size:
            return False
        if along in (0, size):
            return True
        here = row * size + column
        return self.regions[here] != self.regions[here - (size if below else 1)]

    @cached_property
    def row_lines(self) -> tuple[int, ...]:
        """The rows with a line somewhere above them."""
        size = range(self.rules.size + 1)
        return tuple(
            r for r in size if self.has_grid or any(self.has_edge(r, c, below=True) for c in size)
        )

    @cached_property
    def column_lines(self) -> tuple[int, ...]:
        """The columns with a line somewhere at their left."""
        size = range(self.rules.size + 1)
        return tuple(
            c for c in size if self.has_grid or any(self.has_edge(r, c, below=False) for r in size)
        )

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The first line of each row, and the line after the board."""
        size = range(self.rules.size + 1)
        return tuple(r * self.height + sum(x <= r for x in self.row_lines) for r in size)

    @cached_property
    def lefts(self) -> tuple[int, ...]:
        """The first column of each cell of a row, and the column after the board."""
        size = range(self.rules.size + 1)
        return tuple(
            self.labels + c * self.width + sum(x <= c for x in self.column_lines) for c in size
        )

    @property
    def lines(self) -> int:
        """The number of lines of the drawing."""
        return self.tops[-1]

    @property
    def columns(self) -> int:
        """The number of columns of the drawing."""
        return self.lefts[-1]

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the drawing, None between cells."""
        for row, top in enumerate(self.tops[:-1]):
            for column, left in enumerate(self.lefts[:-1]):
                if top <= y < top + self.height and left <= x < left + self.width:
                    return row * self.rules.size + column
        return None


def layout_for(rules: Rules, columns: int, lines: int) -> Layout | None:
    """Return the best drawing that fits, or None."""
    for height, width, has_grid in _SHAPES:
        if height > 1 and rules.size > 9 and width < 7:
            continue  # the marks of a large board need the room
        layout = Layout(rules, height, width, has_grid)
        if layout.lines <= lines and layout.columns <= columns:
            return layout
    return None


def smallest_layout(rules: Rules) -> Layout:
    """Return the drawing that needs the least room."""
    return Layout(rules, *_SHAPES[-1])
