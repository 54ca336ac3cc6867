"""One grid as rows of a spreadsheet: a column for each cell, between tabs, commas or semicolons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from nonet.base.errors import ParseError
from nonet.formats.base import (
    SMALLEST,
    USUAL_RULES,
    Clues,
    Format,
    Head,
    IntoRules,
    Line,
    Record,
    each,
)
from nonet.formats.grids import grid_cells
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.rows import Row, size_of_rows
from nonet.formats.shape import shape
from nonet.formats.values import size_of
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "read_sheets",
]


class _Sheet:
    """Collects the rows of one grid."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.rows: list[Row] = []

    def size(self) -> int:
        """Return the number of rows of the grid.

        Empty columns after the ninth do not count, unless the board is 16x16, 25x25 or 36x36, or the caller gives rules
        of another size: a 10x10 board needs them anyway.
        """
        size = size_of_rows([len(row.cells) for row in self.rows])
        if size > 9 and size not in (16, 25, 36, size_of(self.rules)):
            symbols = [symbol for row in self.rows for symbol, _ in row.cells]
            tails = {symbol for row in self.rows for symbol, _ in row.cells[9:]}
            size = 9 if tails == {" "} and max(map(len, symbols)) == 1 else size
        return size

    def add(self, row: Row) -> Iterator[Record]:
        self.rows.append(row)
        if len(self.rows) == self.size():
            yield from self.flush()

    def flush(self) -> Iterator[Record]:
        if not self.rows:
            return
        rows, size = self.rows, self.size()
        self.rows = []

        def read() -> Puzzle:
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

        yield Record.of([(row.line, row.text) for row in rows], read)


def read_sheets(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read grids; blank lines may stand between two grids."""
    sheet = _Sheet(rules)
    for number, text in lines:
        symbols = shape(text).columns
        if symbols is None and not text.strip():
            yield from sheet.flush()
        elif symbols is not None or not text.lstrip().startswith("#"):
            cells = list(symbols) if symbols else [(char, i) for i, char in enumerate(text, 1)]
            yield from sheet.add(Row(number, text, cells))
    yield from sheet.flush()


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
        read_sheets,
        each(write_sheet),
        Clues(likely=_is_likely, near=_is_near),
        separator="\n",
        holds=USUAL_RULES,
    ),
)
