"""Grids in rows, as people paste them: plain, spaced, boxed, as a Markdown table, with or without a frame.

The reader collects rows until there are as many as a row has cells. Three things make that hard. A row of dashes is an
empty row if the dash is the blank of another row, else a ruler. A blank line ends a grid or separates its
bands: it separates bands only if all gaps are there, so an incomplete grid never takes rows of the next one.
And a row of letters of a large board looks like a title.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonet.base.digits import Cells, unseen_character, unseen_error
from nonet.base.errors import ParseError
from nonet.formats.base import (
    SMALLEST,
    USUAL_RULES,
    Clues,
    Format,
    Head,
    Holds,
    Record,
    each,
)
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.rows import (
    LineKind,
    Row,
    RowReader,
    closed_up,
    reader_of_drawings,
    row_of,
    size_of_rows,
    wrong_width,
)
from nonet.formats.shape import SIDES, Shape, shape
from nonet.formats.text import one_line, plain
from nonet.formats.values import spelling_of, values_of
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "GridRows",
    "boxed_text",
    "grid_cells",
    "plain_text",
]


_MOST_LINES = 3 * 36  # of a grid with rulers and empty rows


class GridRows(RowReader):
    """Reads grids; a line of words above a grid is its title.

    ``gaps`` are the numbers of rows above the blank lines so far, which are between bands.
    """

    def start(self) -> None:
        super().start()
        self.gaps: list[int] = []
        self.header: Row | None = None
        self._width = 0

    @property
    def size(self) -> int:
        """The number of rows of the grid, as far as its rows show it."""
        real = [len(row.cells) for row in self.rows if row.cells]
        return size_of_rows(real or [row.width for row in self.rows])

    def grid(self) -> list[Row]:
        """Return the rows of cells; an uncertain row is an empty one only if other rows have its blank."""
        real = [row for row in self.rows if row.cells]
        if real and not any(row.width for row in self.rows):
            return real
        size = self.size
        blanks = {symbol for row in real for symbol, _ in row.cells} if real else {"-", " "}
        return [r for r in self.rows if r.cells or (r.width == size and r.blank in blanks)]

    def kind(self, line: Shape) -> LineKind:
        if not line.line:
            is_row = len(line.plain) in (9, 17) and self._has_spaces()
            return "row" if is_row else "gap"
        if line.line[0] == "#" or (line.is_markdown_ruler and self.take_header(line.line)):
            return "skip"
        if line.is_dash_row:
            return "row"
        if line.is_border:
            return "ruler"
        return "title" if line.is_title else "row"

    def _has_spaces(self) -> bool:
        """Whether the blank of the grid is the space."""
        return any(symbol == " " for row in self.rows for symbol, _ in row.cells)

    def row(self, number: int, text: str) -> Row:
        if shape(text).is_dash_row:
            return Row(number, text, [], shape(text).plain.count("-"), "-")
        return row_of(number, text)

    def add(self, row: Row) -> Iterator[Record]:
        if self.gaps:
            grid = self.grid()
            if len(grid) == self.gaps[0] * (len(self.gaps) + 1):
                # A gap after some bands and none here: an incomplete grid is above the gap.
                rest = grid[self.gaps[-1] :]
                self.rows = grid[: self.gaps[-1]]
                yield from self.flush()
                self.rows = rest
        width = len(row.cells)
        self._width = width if not self.rows or width == self._width else 0
        yield from super().add(row)

    def is_complete(self) -> bool:
        if self._width and len(self.rows) < self._width <= 36:
            return False
        grid, size = self.grid(), self.size
        # Half a grid, a gap and as many rows again may be an incomplete grid and the next one.
        open_end = self.gaps == [size // 2] and size % 2 == 0
        return len(grid) == size and any(row.cells for row in grid) and not open_end

    def take_header(self, ruler: str) -> bool:
        """Take the ruler below the first row of a Markdown table; return False if it is another line.

        A first row without a digit is either a header without labels or an empty row: the other rows decide.
        """
        columns = ruler.strip("|").count("|") + 1
        if len(self.rows) != 1 or columns not in (len(self.rows[0].cells), self.rows[0].width):
            return False
        row = self.rows[0]
        labels = any(cell[:1].isalpha() for cell, _ in row.cells) and columns < 10
        if labels or not row.cells:
            self.rows = []
            self.header = None if labels else row
        return True

    def gap(self) -> Iterator[Record]:
        """Take a blank line, which ends a grid or separates two bands."""
        if len(self.rows) > _MOST_LINES:  # no grid: otherwise each further line costs more
            yield from self.flush()
        count, size = len(self.grid()), self.size
        step = self.gaps[0] if self.gaps else count
        band = 1 < step < size and size % step == 0
        if band and count < size and count == step * (len(self.gaps) + 1):
            self.gaps.append(count)
        elif count and self.gaps[-1:] != [count]:
            yield from self.flush()

    def board_rows(self) -> list[Row]:
        if self.header and len(self.rows) == self.header.width - 1:
            self.rows.insert(0, self.header)
        grid = self.grid()
        if len(grid) != self.size and all(len(closed_up(row)) == len(grid) for row in grid):
            for row in grid:
                row.cells = closed_up(row)
        return grid if len(grid) == self.size or any(row.cells for row in grid) else []

    def board(self, rows: list[Row]) -> Puzzle:
        values, spelling = grid_cells(rows, self.size)
        info = {"title": self.title} if self.title else None
        shown = self.rules_drawn(rows)
        return make_puzzle(values, info, self.rules, shown=shown, spelling=spelling)


def grid_cells(grid: list[Row], size: int = 9) -> Cells:
    """Return the values of the rows of a grid; raise `ParseError` with line and column."""
    rows = []
    for row in grid:
        symbols = row.cells if len(closed_up(row)) != size else closed_up(row)
        if size == 9 and len(symbols) == 5 and len(row.text) == 9:  # digits and blanks in turn
            symbols = [(char, i) for i, char in enumerate(plain(row.text), 1)]
        rows.append(symbols or [(row.blank, i + 1) for i in range(size)])
        if symbols and len(symbols) != size:
            if (unseen := unseen_character(row.text)) is not None:
                raise unseen_error(unseen, row.text, unseen[0] + 1).at(line=row.line)
            raise wrong_width(replace(row, cells=symbols), size)
    if len(grid) != size:
        beside = size > 9 == len(grid) and size % 9 == 0
        advice = "; put boards that are side by side below each other" if beside else ""
        raise ParseError(f"expected {size} rows, found {len(grid)}{advice}")
    try:
        return values_of([symbol for symbols in rows for symbol, _ in symbols])
    except ParseError as error:
        index, place = divmod((error.column or 1) - 1, size)
        at = grid[index]
        column = rows[index][place][1]
        raise ParseError(error.reason, text=at.text, line=at.line, column=column) from None


# -- recognising ----------------------------------------------------------------------------------


def _is_near(head: Head) -> int:
    """Score rows of nearly one length: 50 with a frame around them, 20 without."""
    lengths = [len(row.cells) for row in head.rows]
    if (
        len(lengths) < len(head.shapes[:200])
        and sum(length in SIDES for length in lengths) >= SMALLEST
    ):
        return 50
    if sum(7 <= length <= 11 for length in lengths) >= 3:
        return 20
    even = len(lengths) >= 3 and lengths[0] in SIDES and len(set(lengths)) <= 2
    return 20 if even else 0


# -- writing --------------------------------------------------------------------------------------


def plain_text(text: str) -> str:
    """Return 81 characters as nine lines."""
    return "\n".join(text[i : i + 9] for i in range(0, 81, 9))


def boxed_text(
    words: Sequence[str],
    rows: int = 3,
    columns: int = 3,
    *,
    corner: str = "+",
    spaced: bool = True,
) -> str:
    """Return cells in a frame, with lines between boxes of ``rows`` rows and ``columns`` columns."""
    size = math.isqrt(len(words))
    width = max(map(len, words))
    gap = " " if spaced else ""
    rule = "-" * (columns * (width + len(gap)) + len(gap))
    boxes = [rule] * (size // columns)
    outer = corner + ("-" if corner == "*" else "+").join(boxes) + corner
    inner = ("+" if spaced else "|") + "+".join(boxes) + ("+" if spaced else "|")
    out = [outer]
    for row in range(size):
        if row and row % rows == 0:
            out.append(inner)
        line = [word.rjust(width) for word in words[row * size : row * size + size]]
        parts = [gap.join(line[i : i + columns]) for i in range(0, size, columns)]
        out.append("|" + "|".join(gap + part + gap for part in parts) + "|")
    return "\n".join([*out, outer])


def titled(puzzle: Puzzle, text: str) -> str:
    """Return a grid with its title above it, if a reader recognises the title."""
    title = one_line(puzzle.info.get("title", ""))
    fits = shape(title).is_title and not title.startswith("#")
    return f"{title}\n{text}" if fits else text


def words_of(puzzle: Puzzle, blank: str) -> list[str]:
    """Return the text of each cell, in the spelling of the file that was read."""
    spelling = spelling_of(puzzle)
    text = puzzle.givens.text(blank=blank, spelling=spelling)
    if spelling == "numbers":
        return [word.rjust(2) for word in text.split(" ")]
    width = 2 if spelling == "pairs" else 1
    return [text[i : i + width] for i in range(0, len(text), width)]


def write_grid(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write the rows of the board, with the title above them."""
    words, size = words_of(puzzle, blank), puzzle.rules.size
    between = " " * (len(words[0]) > 1)
    return titled(
        puzzle, "\n".join(between.join(words[i : i + size]) for i in range(0, size * size, size))
    )


def write_boxed(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write the grid in a frame with lines between the boxes, with the title above it."""
    rules = puzzle.rules
    rows, columns = rules.box_rows or rules.size, rules.box_columns or rules.size
    return titled(puzzle, boxed_text(words_of(puzzle, blank), rows, columns))


FORMATS = (
    Format(
        "grid",
        "nine lines of nine cells, or as many as the board has rows; spaces and bars do not matter",
        (".grid",),
        "info other than a title with a word in it",
        plain_text(EXAMPLE),
        reader_of_drawings(GridRows.read),
        each(write_grid),
        Clues(likely=lambda head: not head.has_border, near=_is_near),
        separator="\n",
        holds=USUAL_RULES,
        titled=True,
    ),
    Format(
        "boxed",
        "a grid in a frame of - + | or of box drawing characters, or a Markdown table; lines between"
        " the cells show the boxes",
        (),
        "rules other than the boxes; info other than a title with a word in it",
        boxed_text(EXAMPLE),
        reader_of_drawings(GridRows.read),
        each(write_boxed),
        Clues(likely=lambda head: head.has_border),
        separator="\n",
        holds=Holds(range(SMALLEST, 37), "boxes"),
        titled=True,
    ),
)
