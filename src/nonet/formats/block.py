"""Grids of nine rows, as people paste them: plain, spaced, boxed, with or without a frame.

The reader puts rows together until there are nine and takes everything that is frame for frame.
Two things make that hard. A row of nine dashes is an empty row if the dash is the blank sign, else
a ruler; that is known only when another row has shown the blank sign. And a blank line may end a
grid or stand between its bands; it stands between bands only if both gaps are there, so that a
grid cut off after three or six rows never borrows rows from the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nonet.errors import ParseError
from nonet.formats.base import Format, Line, Record, bare, each, has_word, one_line, plain
from nonet.formats.line import cells
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "Collector", "Row", "boxed_text", "is_border", "plain_text", "read_grids"]

_FRAME = set("-=+|:.'*`_~ \t")


def is_border(text: str) -> bool:
    """Whether a line (already `plain`) is part of a frame: signs of a frame and a ruler in it.

    >>> is_border("*-----------*"), is_border("|---+---+---|"), is_border("..5|...|...")
    (True, True, False)
    """
    return set(text) <= _FRAME and any(ruler in text for ruler in ("---", "===", "-+-", "+--"))


def is_dash_row(text: str) -> bool:
    """Whether a line may be a row of nine empty cells as well as a ruler."""
    return "".join(text.replace("|", " ").split()) == "-" * 9


def row_cells(text: str) -> list[tuple[str, int]]:
    """Return the signs of a row with their columns; spaces are blanks where the width says so.

    >>> "".join(sign for sign, _ in row_cells("| 5 3 . | . 7 . | . . . |"))
    '53..7....'
    >>> "".join(sign for sign, _ in row_cells("| 5 | 3 |   |   | 7 |   |   |   |   |"))
    '53  7    '
    """
    signs = [(char, i) for i, char in enumerate(text, 1) if char not in " \t|"]
    if len(signs) >= 9:
        return signs
    if len(text) == 9 and "|" not in text and "\t" not in text:
        return [(char, i) for i, char in enumerate(text, 1)]
    return _barred_cells(text) or signs


def _barred_cells(text: str) -> list[tuple[str, int]]:
    """Read a row between bars by position: three groups of three cells, or nine of one."""
    groups, start = [], 1
    for group in text.split("|"):
        groups.append((group, start))
        start += len(group) + 1
    if text.lstrip().startswith("|") and text.rstrip().endswith("|"):
        groups = groups[1:-1]
    elif len(groups) == 3:  # no bars outside: an editor may have cut spaces off the last group
        groups[2] = groups[2][0].ljust(len(groups[0][0])), groups[2][1]
    if len(groups) == 9 and all(len(group.strip()) <= 1 for group, _ in groups):
        return [(g.strip() or " ", at + len(g) - len(g.lstrip())) for g, at in groups]
    if len(groups) != 3 or len({len(group) for group, _ in groups}) > 1:
        return []
    places = {3: (0, 1, 2), 5: (0, 2, 4), 7: (1, 3, 5)}.get(len(groups[0][0]), ())
    found = [(group[i], at + i) for group, at in groups for i in places]
    signs = "".join("".join(group.split()) for group, _ in groups)
    return found if sum(sign != " " for sign, _ in found) == len(signs) else []


@dataclass
class Row:
    """A line of a grid with its signs; a ruler that may be an empty row has none."""

    line: int
    text: str
    signs: list[tuple[str, int]] = field(default_factory=list)


class Collector:
    """Puts rows together to grids; `add` and `gap` return the records that became complete."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.gaps: list[int] = []
        self.title = ""

    def grid(self) -> list[Row]:
        """Return the rows that count: rulers of nine dashes only if the dash is the blank."""
        signs = {sign for row in self.rows for sign, _ in row.signs if not sign.isdigit()}
        real = [row for row in self.rows if row.signs]
        return self.rows if "-" in signs or not real else real

    @property
    def has_spaces(self) -> bool:
        """Whether the blank sign of the grid is the space."""
        return any(sign == " " for row in self.rows for sign, _ in row.signs)

    def add(self, row: Row) -> Iterator[Record]:
        """Take a row."""
        if len(self.grid()) == 6 and self.gaps == [3]:
            # A gap after three rows and none after six: those three were a grid cut off.
            rest = self.grid()[3:]
            self.rows = self.grid()[:3]
            yield from self.flush()
            self.rows = rest
        self.rows.append(row)
        grid = self.grid()
        if len(grid) == 9 and any(row.signs for row in grid):
            yield self._record(grid)

    def gap(self) -> Iterator[Record]:
        """Take a blank line."""
        count = len(self.grid())
        if count in (3, 6) and self.gaps == [3, 6][: count // 3 - 1]:
            self.gaps.append(count)
        elif count and self.gaps[-1:] != [count]:
            yield from self.flush()

    def flush(self) -> Iterator[Record]:
        """End the grid that is being put together, complete or not."""
        grid = self.grid()
        if grid and (len(grid) == 9 or any(row.signs for row in grid)):
            yield self._record(grid)
        self._clear()

    def _clear(self) -> None:
        self.rows, self.gaps, self.title = [], [], ""

    def _record(self, grid: list[Row]) -> Record:
        text = "\n".join(row.text for row in grid)
        info = {"title": self.title} if self.title else None
        self._clear()
        try:
            return Record(Puzzle._trusted(grid_cells(grid), info), None, grid[0].line, text)
        except ParseError as error:
            return Record.bad(error, grid[0].line, text)


def grid_cells(grid: list[Row]) -> bytes:
    """Return the 81 values of nine rows, or raise an error that knows its line and column."""
    for row in grid:
        if row.signs and len(row.signs) != 9:
            count = len(row.signs)
            column = row.signs[9][1] if count > 9 else len(row.text.rstrip()) + 1
            raise ParseError(
                f"9 cells are needed in a row, here are {count}",
                text=row.text,
                line=row.line,
                column=column,
            )
    if len(grid) != 9:
        raise ParseError(f"9 rows are needed, here are {len(grid)}")
    signs = "".join("".join(sign for sign, _ in row.signs) or "-" * 9 for row in grid)
    try:
        return cells(signs)
    except ParseError as error:
        index, place = divmod((error.column or 1) - 1, 9)
        at = grid[index]
        column = at.signs[place][1] if at.signs else place + 1
        raise ParseError(error.reason, text=at.text, line=at.line, column=column) from None


def read_grids(lines: Iterable[Line]) -> Iterator[Record]:
    """Read grids one after the other; a line of words above a grid is its title."""
    collector = Collector()
    for number, text in lines:
        line = plain(text)
        if not line.strip():
            if line == " " * 9 and collector.has_spaces:
                yield from collector.add(Row(number, text, row_cells(line)))
            else:
                yield from collector.gap()
        elif line.lstrip().startswith("#"):
            continue
        elif is_dash_row(line):
            yield from collector.add(Row(number, text))
        elif is_border(line):
            continue
        elif has_word(line):
            yield from collector.flush()
            collector.title = one_line(text)
        else:
            yield from collector.add(Row(number, text, row_cells(line)))
    yield from collector.flush()


def plain_text(text: str) -> str:
    """Return 81 signs as nine lines."""
    return "\n".join(text[i : i + 9] for i in range(0, 81, 9))


def boxed_text(text: str, *, corner: str = "+", spaced: bool = True) -> str:
    """Return 81 signs in a frame with rulers between the boxes."""
    gap, rule = (" ", "-------") if spaced else ("", "---")
    outer = corner + (rule * 3 + "--" if corner == "*" else "+".join([rule] * 3)) + corner
    inner = ("+" if spaced else "|") + "+".join([rule] * 3) + ("+" if spaced else "|")
    out = [outer]
    for row in range(9):
        if row in (3, 6):
            out.append(inner)
        line = text[row * 9 : row * 9 + 9]
        out.append("|" + "|".join(gap + gap.join(line[i : i + 3]) + gap for i in (0, 3, 6)) + "|")
    return "\n".join([*out, outer])


def _titled(puzzle: Puzzle, text: str) -> str:
    title = one_line(puzzle.info.get("title", ""))
    fits = has_word(plain(title)) and not title.startswith("#")
    return f"{title}\n{text}" if fits else text


def write_grid(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write nine lines of nine signs, the title above them."""
    return _titled(puzzle, plain_text(bare(puzzle, "grid").givens.text(blank=blank)))


def write_boxed(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write the grid in a frame, the title above it."""
    return _titled(puzzle, boxed_text(bare(puzzle, "boxed").givens.text(blank=blank)))


_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

FORMATS = (
    Format(
        "grid",
        "nine lines of nine signs; spaces, bars and frames around them do not matter",
        (".grid",),
        "all info but a title that has a word in it",
        plain_text(_EXAMPLE),
        read_grids,
        each(write_grid),
        "\n",
    ),
    Format(
        "boxed",
        "nine lines in a frame of - + |, or of box drawing signs, as forums have them",
        (),
        "all info but a title that has a word in it",
        boxed_text(_EXAMPLE),
        read_grids,
        each(write_boxed),
        "\n",
    ),
)
