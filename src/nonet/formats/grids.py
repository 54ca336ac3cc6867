"""Grids in rows, as people paste them: plain, spaced, boxed, as a Markdown table, with or without a frame.

The reader collects rows until there are as many as a row has cells. Three things make that hard. A row of dashes is an
empty row if the dash is the blank of another row, else a ruler. A blank line ends a grid or separates its
bands: it separates bands only if all gaps are there, so an incomplete grid never takes rows of the next one.
And a row of letters of a large board looks like a title.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from nonet.base.digits import Cells, unseen_character, unseen_error
from nonet.base.errors import ParseError
from nonet.formats.around import reader_of_drawings
from nonet.formats.base import (
    SMALLEST,
    USUAL_RULES,
    Clues,
    Format,
    Head,
    Holds,
    IntoRules,
    Line,
    Record,
    each,
)
from nonet.formats.drawing import Drawn, Ruler, rules_shown
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.rows import (
    Row,
    closed_up,
    row_of,
    size_of_rows,
)
from nonet.formats.shape import SIDES, shape
from nonet.formats.text import one_line, plain
from nonet.formats.values import spelling_of, values_of
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "Collector",
    "boxed_text",
    "grid_cells",
    "plain_text",
    "read_grids",
]


_MOST_LINES = 3 * 36  # of a grid with rulers and empty rows


class Collector:
    """Collects the rows of a grid; `add`, `gap` and `flush` yield the grids that are complete."""

    def __init__(self, rules: IntoRules = None) -> None:
        self.rules = rules
        self.rows: list[Row] = []
        self.gaps: list[int] = []
        self.title = ""
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

    @property
    def has_spaces(self) -> bool:
        """Whether the blank of the grid is the space."""
        return any(symbol == " " for row in self.rows for symbol, _ in row.cells)

    def add(self, row: Row) -> Iterator[Record]:
        """Take a row; yield the grid if it is complete."""
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
        self.rows.append(row)
        if self._width and len(self.rows) < width <= 36:
            return
        grid, size = self.grid(), self.size
        # Half a grid, a gap and as many rows again may be an incomplete grid and the next one.
        open_end = self.gaps == [size // 2] and size % 2 == 0
        if len(grid) == size and any(row.cells for row in grid) and not open_end:
            yield self._record(grid)

    def rule(self, number: int, text: str) -> None:
        """Take a ruler; one above the first row is part of the frame."""
        if self.rows and (self.rows[-1].cells or self.rows[-1].width):
            self.rows.append(Row(number, text))

    def take_header(self, ruler: str) -> bool:
        """Take the ruler below the first row of a Markdown table; return False if it is another line.

        A first row without a digit is either a header without labels or an empty row: the other rows decide.
        """
        columns = ruler.strip().strip("|").count("|") + 1
        if len(self.rows) != 1 or columns not in (len(self.rows[0].cells), self.rows[0].width):
            return False
        row = self.rows[0]
        labels = any(cell[:1].isalpha() for cell, _ in row.cells) and columns < 10
        if labels or not row.cells:
            self.rows = []
            self.header = None if labels else row
        return True

    def gap(self) -> Iterator[Record]:
        """Take a blank line."""
        if len(self.rows) > _MOST_LINES:  # no grid: otherwise each further line costs more
            yield from self.flush()
        count, size = len(self.grid()), self.size
        step = self.gaps[0] if self.gaps else count
        band = 1 < step < size and size % step == 0
        if band and count < size and count == step * (len(self.gaps) + 1):
            self.gaps.append(count)
        elif count and self.gaps[-1:] != [count]:
            yield from self.flush()

    def flush(self) -> Iterator[Record]:
        """End the grid, complete or not."""
        if self.header and len(self.rows) == self.header.width - 1:
            self.rows.insert(0, self.header)
        grid = self.grid()
        if len(grid) != self.size and all(len(closed_up(row)) == len(grid) for row in grid):
            for row in grid:
                row.cells = closed_up(row)
        if grid and (len(grid) == self.size or any(row.cells for row in grid)):
            yield self._record(grid)
        self._clear()

    def _clear(self) -> None:
        self.rows, self.gaps, self.title = [], [], ""
        self.header, self._width = None, 0

    def _rulers(self, grid: list[Row]) -> list[Ruler]:
        """Return the rulers between the rows of the grid."""
        rulers, count = [], 0
        counted = {id(row) for row in grid}
        for row in self.rows:
            if id(row) in counted:
                count += 1
            else:
                rulers.append(Ruler(count, row.text))
        return rulers

    def _record(self, grid: list[Row]) -> Record:
        info = {"title": self.title} if self.title else None
        size, rulers = self.size, self._rulers(grid)
        self._clear()

        def read() -> Puzzle:
            values, spelling = grid_cells(grid, size)
            drawn = [Drawn(row.text, [column for _, column in row.cells]) for row in grid]
            shown = rules_shown(drawn, rulers, self.rules)
            return make_puzzle(values, info, self.rules, shown=shown, spelling=spelling)

        return Record.of([(row.line, row.text) for row in grid], read)


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
            count = len(symbols)
            column = symbols[size][1] if count > size else len(row.text.rstrip()) + 1
            raise ParseError(
                f"expected {size} cells in a row, found {count}",
                text=row.text,
                line=row.line,
                column=column,
            )
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


def read_grids(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read grids one after the other; a line of words above a grid is its title."""
    collector = Collector(rules)
    for number, text in lines:
        line = plain(text)
        if not line.strip():
            if len(line) in (9, 17) and collector.has_spaces:
                yield from collector.add(row_of(number, text))
            else:
                yield from collector.gap()
        elif line.lstrip().startswith("#") or (
            shape(line).is_markdown_ruler and collector.take_header(line)
        ):
            continue
        elif shape(line).is_dash_row:
            yield from collector.add(Row(number, text, [], line.count("-"), "-"))
        elif shape(line).is_border:
            collector.rule(number, text)
        elif shape(text).is_title:
            yield from collector.flush()
            collector.title = one_line(text)
        else:
            yield from collector.add(row_of(number, text))
    yield from collector.flush()


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
        reader_of_drawings(read_grids),
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
        reader_of_drawings(read_grids),
        each(write_boxed),
        Clues(likely=lambda head: head.has_border),
        separator="\n",
        holds=Holds(range(SMALLEST, 37), "boxes"),
        titled=True,
    ),
)
