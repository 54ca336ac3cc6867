"""One grid as rows of a spreadsheet: a column for each cell, between tabs, commas or semicolons."""

from __future__ import annotations

from operator import attrgetter

from nonet.base.errors import ParseError
from nonet.formats.base import (
    SMALLEST,
    USUAL_RULES,
    Clues,
    Format,
    Head,
    each,
)
from nonet.formats.grids import grid_cells
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.rows import LineKind, Row, RowReader, size_of_rows
from nonet.formats.shape import Shape, shape
from nonet.formats.values import size_of
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]


class _Sheets(RowReader):
    """Reads sheets; blank lines may separate two of them."""

    def kind(self, line: Shape) -> LineKind:
        if line.columns is not None:
            return "row"
        if not line.line:
            return "gap"
        return "skip" if line.line.startswith("#") else "row"

    def row(self, number: int, text: str) -> Row:
        columns = shape(text).columns
        return Row(
            number, text, list(columns) if columns else [(c, i) for i, c in enumerate(text, 1)]
        )

    def is_complete(self) -> bool:
        return len(self.rows) == self.size()

    def size(self) -> int:
        """Return the number of rows of the grid.

        Empty columns after the ninth do not count, unless the board is 16x16, 25x25 or 36x36, or the caller gives rules
        of another size: a 10x10 board needs them anyway.
        """
        size = size_of_rows(self.widths)
        if size > 9 and size not in (16, 25, 36, size_of(self.rules)):
            symbols = [symbol for row in self.rows for symbol, _ in row.cells]
            tails = {symbol for row in self.rows for symbol, _ in row.cells[9:]}
            size = 9 if tails == {" "} and max(map(len, symbols)) == 1 else size
        return size

    def board(self, rows: list[Row]) -> Puzzle:
        size = self.size()
        for row in rows:
            if shape(row.text).columns is None:
                raise ParseError(
                    f"expected {size} columns with a digit or nothing in each, between tabs or commas",
                    text=row.text,
                    line=row.line,
                )
            while len(row.cells) > size and row.cells[-1][0] == " ":
                row.cells.pop()
        return make_puzzle(grid_cells(rows, size).values, None, self.rules)


def write_sheet(puzzle: Puzzle, *, delimiter: str = "\t") -> str:
    """Write a number for each cell, nothing for an empty cell."""
    rows = puzzle.givens.rows
    return "\n".join(delimiter.join(str(digit or "") for digit in row) for row in rows)


def _is_likely(head: Head) -> bool:
    return any(map(attrgetter("columns"), head.shapes[:80]))


def _is_near(head: Head) -> int:
    wide = [row for row in head.rows if row.plain.count("\t") + row.plain.count(",") >= 7]
    return 30 if len(wide) >= SMALLEST else 0


FORMATS = (
    Format(
        "sheet",
        "nine rows of a spreadsheet, or as many as the board has, with tabs, commas or semicolons"
        " between the cells",
        (".tsv", ".tab"),
        "all info",
        "\n".join("\t".join(EXAMPLE[i : i + 9]).replace(".", "") for i in range(0, 81, 9)),
        _Sheets.read,
        each(write_sheet),
        Clues(likely=_is_likely, near=_is_near),
        separator="\n",
        holds=USUAL_RULES,
    ),
)
