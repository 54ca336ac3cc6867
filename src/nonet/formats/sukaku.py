"""Sukaku: the candidates of every cell, each digit at its own place or a blank there.

A classic board has nine characters for each of its 81 cells, on one line or in nine lines of nine groups. A board of
another size has as many characters per cell, cells per row and rows as it has digits.
"""

from __future__ import annotations

import functools
import math

from nonet.base.cells import cell_name
from nonet.base.digits import BLANKS, symbols_of
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates
from nonet.formats.base import (
    SMALLEST,
    Clues,
    Format,
    Head,
    Holds,
    IntoRules,
    each,
    each_line,
)
from nonet.formats.puzzles import make_sukaku
from nonet.formats.rows import LineKind, Row, RowReader
from nonet.formats.shape import Shape
from nonet.formats.text import SEPARATORS, comment_of, plain, remark_of, run_of
from nonet.formats.values import size_of
from nonet.puzzle import Board, Puzzle

__all__ = [
    "FORMATS",
    "KNOWN_MARKS",
    "WITHOUT_GIVENS",
    "is_marks",
    "is_table_row",
    "marks_from_line",
    "marks_size",
]


@functools.cache
def _groups(blank: str) -> dict[str, int]:
    """Return the mask of each of the 512 groups of nine characters."""
    return {
        "".join(str(d + 1) if mask >> d & 1 else blank for d in range(9)): mask
        for mask in range(512)
    }


def marks_size(count: int) -> int | None:
    """Return the size of the board whose candidates have this many characters, or None.

    >>> marks_size(729), marks_size(728)
    (9, None)
    """
    size = round(count ** (1 / 3))
    return size if 1 <= size <= 36 and size**3 == count else None


def marks_from_line(text: str) -> Candidates:
    """Read 729 characters, or the third power of another size, with one blank character.

    >>> len(marks_from_line("123456789" * 80 + "5........".replace("5", ".")[:8] + "9"))
    721
    """
    size = marks_size(len(text))
    if size is None:
        raise ParseError(
            f"expected 729 characters, 9 for each cell of a classic board, found {len(text)}"
        )
    if size == 9:
        blank = next((char for char in text if not "1" <= char <= "9"), ".")
        try:
            groups = _groups(blank)
            return Candidates.from_masks([groups[text[i : i + 9]] for i in range(0, 729, 9)])
        except KeyError:
            pass
    masks, blank = [0] * size**2, ""
    for index, char in enumerate(plain(text)):
        cell, place = divmod(index, size)
        if char in _homes(place, size):
            masks[cell] |= 1 << place
            continue
        blank = blank or (char if char in BLANKS or not char.isalnum() else "")
        if char == blank:
            continue
        if char in BLANKS:
            reason = f"found two blank characters, {blank!r} and {char!r}; use only one"
        else:
            home = symbols_of(size)[place]
            reason = f"expected {home} or a blank in {cell_name(cell, size)}, found {text[index]!r}"
        raise ParseError(reason, text=text, column=index + 1)
    return Candidates.from_masks(masks)


@functools.cache
def _homes(place: int, size: int) -> frozenset[str]:
    """Return the characters of the digit whose place this is."""
    symbol = symbols_of(size)[place]
    mixed = "".join(symbols_of(min(size, 35), "mixed")[place : place + 1])
    homes = {symbol, mixed, mixed.lower()} - {""}
    return frozenset(homes if size > 26 else homes | {symbol.lower()})


def is_marks(text: str) -> bool:
    """Whether a text is plainly the candidates of a board: 64 characters are an 8x8 board, 512 may be a 16x16 one.

    >>> is_marks("1.......12......" * 32), is_marks("1..." * 16)
    (True, False)
    """
    size = marks_size(len(text))
    if size is None or size < 5:
        return False
    try:
        marks = marks_from_line(text)
    except ParseError:
        return False
    return size == 9 or len(marks) >= size**2


# -- one line -------------------------------------------------------------------------------------


def parse_sukaku(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of candidates with its comment."""
    text = line.strip()
    indent = line.index(text)
    run, known = len(run_of(text)), size_of(rules) or 0
    side = marks_size(run) if run != known**2 else None
    count = (side or known or 9) ** 3
    rest = text[count:]
    if len(text) < count or (rest and rest[0] not in SEPARATORS):
        here = len(text.split()[0]) if text else 0
        side = round(count ** (1 / 3))
        reason = f"expected {count} characters, {side} for each cell, found {here}"
        raise ParseError(reason, text=line, column=indent + min(here, count) + 1)
    try:
        marks = marks_from_line(text[:count])
    except ParseError as error:
        raise ParseError(error.reason, text=line, column=(error.column or 0) + indent) from None
    comment = comment_of(rest)
    return make_sukaku(marks, {"comment": comment} if comment else None, rules)


def write_sukaku(board: Board, *, blank: str = ".", comment: bool = True) -> str:
    """Write the candidates that are left, as many characters per cell as there are digits."""
    return board.candidates().text(blank=blank) + remark_of(board, comment)


# -- a table --------------------------------------------------------------------------------------


def table_row(text: str, *, by_width: bool = True) -> str | None:
    """Return the candidates of a row of a sukaku table with ``.`` for blanks, None if the line is not such a row.

    A blank may be a space if the row is read ``by_width``.

    >>> table_row("1........ " * 9) == "1........" * 9
    True
    """
    line = plain(text).replace("|", " ")
    groups = line.split()
    size = len(groups)
    rows = [groups] if SMALLEST <= size <= 36 and {len(g) for g in groups} == {size} else []
    for step in (9, 10) if by_width else ():
        if len(line.rstrip()) <= step * 9:
            wide = line.ljust(step * 9)
            rows.append([wide[i * step : i * step + 9] for i in range(9)])
            if step == 10 and any(wide[i * 10 + 9] != " " for i in range(9)):
                rows.pop()
    for groups in rows:
        size, symbols = len(groups), "".join(groups)
        homes = [char in _homes(i % size, size) for i, char in enumerate(symbols)]
        if all(home or char in BLANKS + " " for home, char in zip(homes, symbols, strict=True)):
            own = symbols_of(size)
            return "".join(own[i % size] if home else "." for i, home in enumerate(homes))
    return None


def is_table_row(text: str) -> bool:
    """Whether a line is a row of a sukaku table and nothing else: it has a candidate for each cell."""
    row = table_row(text, by_width=len(text) >= 80)
    return row is not None and sum(char != "." for char in row) ** 2 >= len(row)


class _Tables(RowReader):
    """Reads sukaku tables: as many lines as a line has groups."""

    size = 9

    def kind(self, line: Shape) -> LineKind:
        if not line.line:
            return "gap"
        return "skip" if line.line.startswith("#") or line.is_border else "row"

    def row(self, number: int, text: str) -> Row:
        if not self.rows:
            self.size = math.isqrt(len(table_row(text) or "")) or 9
        return Row(number, text)

    def is_complete(self) -> bool:
        return len(self.rows) == self.size

    def board(self, rows: list[Row]) -> Puzzle:
        size, table = self.size, [table_row(row.text) or "" for row in rows]
        for groups, row in zip(table, rows, strict=True):
            if len(groups) != size**2:
                reason = f"expected {size} groups of {size} characters, each digit at its own place"
                raise ParseError(reason, text=row.text, line=row.line)
        if len(rows) != size:
            raise ParseError(f"expected {size} rows, found {len(rows)}")
        return make_sukaku(marks_from_line("".join(table)), None, self.rules)


def write_table(board: Board, *, blank: str = ".") -> str:
    """Write the rows of the board, a group of characters for each cell."""
    text, size = board.candidates().text(blank=blank), board.rules.size
    groups = [text[i : i + size] for i in range(0, size**3, size)]
    return "\n".join(" ".join(groups[i : i + size]) for i in range(0, size**2, size))


# Written out, because computing them takes a third of the time to import this package.
_ROWS = """5 3 124 26 7 2468 1489 1249 248
6 247 247 1 9 5 3478 234 2478
12 9 8 23 34 24 13457 6 247
8 125 1259 579 6 147 4579 2459 3
4 25 2569 8 5 3 579 259 1
7 15 1359 59 2 14 4589 459 6
139 6 134579 357 35 7 2 8 4
23 278 237 4 1 9 36 3 5
123 1245 12345 2356 8 26 1346 7 9"""
KNOWN_MARKS = _ROWS.split()
"""The candidates of the example puzzle, cell by cell."""

_BLANK_CODES = ["".join(d if d in cell else "." for d in "123456789") for cell in KNOWN_MARKS]

WITHOUT_GIVENS = "which cells are givens, and which are filled; info"
"""What is lost when only the candidates are written."""


def _shows_candidates(text: str) -> bool:
    line = text.strip()
    if len(line) < 100:
        return False
    ended = line[729:730].strip() in ("", "#", ",", ";")
    return (ended and is_marks(line[:729])) or is_marks(run_of(line))


def _is_near_line(head: Head) -> int:
    line = head.first.strip()
    return 60 if len(line) >= 700 and sum(map(str.isdigit, line)) >= 81 else 0


def _is_table(head: Head) -> bool:
    """Whether one of the first lines is a row of groups; without a blank in a frame it is a row of candidates."""
    rows = [line.words for line in head.shapes[:2] if is_table_row(line.plain)]
    framed = any(line.is_border for line in head.shapes[:2])
    return bool(rows) and not (framed and "".join(rows[0]).isalnum())


FORMATS = (
    Format(
        "sukaku",
        "one line of 729 characters, nine for each cell, then perhaps a comment; on other boards as many"
        " per cell as there are digits",
        (".sukaku",),
        WITHOUT_GIVENS + ", and the comment, which becomes one line",
        "".join(_BLANK_CODES),
        each_line(parse_sukaku),
        each(write_sukaku),
        Clues(line=_shows_candidates, near=_is_near_line),
        holds=Holds(rules="usual", marks=True, position="marks"),
        remark="#",
    ),
    Format(
        "sukaku-table",
        "nine lines of nine groups of nine characters, each digit at its own place; also other sizes",
        (),
        WITHOUT_GIVENS,
        "\n".join(" ".join(_BLANK_CODES[i : i + 9]) for i in range(0, 81, 9)),
        _Tables.read,
        each(write_table),
        Clues(likely=_is_table, near=lambda head: 70 * any(map(is_table_row, head.texts[:200]))),
        separator="\n",
        holds=Holds(range(SMALLEST, 37), "usual", marks=True, position="marks"),
    ),
)
