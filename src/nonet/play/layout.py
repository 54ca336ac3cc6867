"""Where the cells of a board are in a terminal: the largest drawing that fits.

A line is drawn where two regions meet and around cages, so a jigsaw needs one almost everywhere and a classic board
four in each direction. A cell has one, two or three lines. Three lines hold the marks of a 9x9 board by position.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nonet.render.borders import Borders, shape_of
from nonet.rules import Rules

__all__ = ["Layout", "layout_for", "smallest_layout"]

_SHAPES = (
    *((3, 9, True), (3, 7, True), (3, 9, False), (3, 7, False), (3, 5, False)),
    *((2, 7, True), (2, 7, False), (2, 5, False), (1, 3, False), (1, 2, False)),
)
"""Height and width of a cell, and whether there are lines between all cells; the best first."""


@dataclass(frozen=True)
class Layout:
    """A drawing of a board: ``height`` lines and ``width`` columns for each cell, and lines between regions and cages.

    With ``has_grid`` there is room for lines between all cells; they are faint where nothing else runs.
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
    def borders(self) -> Borders:
        """The lines between regions and around cages."""
        return Borders(shape_of(self.rules))

    @cached_property
    def row_lines(self) -> tuple[int, ...]:
        """The rows with a line somewhere above them."""
        size = range(self.rules.size + 1)
        return tuple(
            r for r in size if self.has_grid or any(self.borders.above(r, c) for c in size)
        )

    @cached_property
    def column_lines(self) -> tuple[int, ...]:
        """The columns with a line somewhere at their left."""
        size = range(self.rules.size + 1)
        return tuple(
            c for c in size if self.has_grid or any(self.borders.beside(r, c) for r in size)
        )

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The first line of each row, and the line after the board.

        The numbers of the columns are in the line above the first row, or in the one above if sums of cages are there.
        """
        size = range(self.rules.size + 1)
        head = min(self.borders.labels, default=size[-1]) < self.rules.size
        return tuple(head + r * self.height + sum(x <= r for x in self.row_lines) for r in size)

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
