"""Runs: lines of rows below each other without a gap, and what one line can be in a text with boards in many forms.

A run is read only if its rows make whole boards. Rows are never counted off over a fault: a missing row in a run of
several boards would move all rows behind it into other boards.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from operator import itemgetter

from nonet.base.errors import ParseError
from nonet.formats.base import Line
from nonet.formats.labelled import (
    LONG_RUN,
    board_on,
    boards_in_cells,
    cells_like,
    named_cells,
    named_rows,
    nearest_form,
)
from nonet.formats.line_cells import is_line_board, plain_size
from nonet.formats.shape import PLAIN_ROW, SIDES, SMALLEST, Shape, shape
from nonet.formats.sukaku import is_table_row
from nonet.formats.table import FORMATS, format_of_line
from nonet.formats.text import DRAWN_LINE, is_comment, plain
from nonet.formats.values import SCIENTIFIC

__all__ = ["Kind", "Run", "kind_of"]

Kind = str
"""What a line is: ``gap``, ``comment``, ``fence``, ``board``, ``bad``, ``ruler``, ``row``, ``header`` or ``words``.

A ``header`` is shorter than a row: a count, a size, a box, the number of a puzzle. ``bad`` was meant to be a board.
"""

_MOST_SHORT = 36
"""Characters of a line that is not a board of its own, unless it has a letter or a colon."""

_SHOWS_FORM = re.compile(r"[:/={\"A-Za-z]")


def kind_of(text: str) -> Kind:
    """Return what a line is.

    >>> [kind_of(each) for each in ("5 3 . | . 7 . | . . .", "9 9", "Puzzle 3", "---+---+---", "." * 81, "5" * 60)]
    ['row', 'header', 'words', 'ruler', 'board', 'bad']
    """
    if PLAIN_ROW.fullmatch(text):
        return "row"
    line = shape(text)
    if not line.line:
        return "row" if text.count("\t") >= SMALLEST - 1 else "gap"
    if line.is_fence:
        return "fence"
    if SCIENTIFIC.fullmatch(line.line):
        return "bad"
    if line.is_border or DRAWN_LINE.fullmatch(line.line):
        return "ruler"
    if line.line[0] == "#" and is_comment(line.line):
        return "comment"
    if len(line.line) > _MOST_SHORT or _SHOWS_FORM.search(line.line):
        long = _kind_of_long(line)
        if long is not None:
            return long
    if line.is_dash_row:
        return "ruler"
    if line.is_title and not is_table_row(text):
        return "board" if (plain_size(text) or 0) >= SMALLEST else "words"
    if len(line.words) in SIDES or any(width in SIDES for width in line.widths):
        return "row"
    if is_table_row(text):
        return "row"
    return "header" if len(line.cells) < SMALLEST else "bad"


def _kind_of_long(line: Shape) -> Kind | None:
    """Return what a line is that may be more than a row; None for rows and words."""
    text = line.text
    if line.names_columns:
        return "comment"
    if "," in line.plain and line.line[0] == "|" and len(line.words) in SIDES:
        return None  # a row of candidates in a frame
    form, has_run = format_of_line(text), LONG_RUN.search(text) is not None
    is_short = len(line.plain) <= _MOST_SHORT
    if form not in (None, "csv", "line") and not (is_short and FORMATS[form].whole):
        return "board"  # a short line of a format that has a text for itself is a part of one
    if len(line.words) < 10 and line.is_candidate_row and len(set(map(len, line.words))) > 1:
        return None
    if nearest_form(text):
        return "board" if is_line_board(text) else "bad"
    if "|" in line.plain and boards_in_cells(text):
        return "board"
    if (has_run and named_cells(text)) or named_rows(text):
        return "board"
    meant = has_run and cells_like(text) is not None
    if not is_short:
        if form == "line" or (form == "csv" and is_line_board(text)):
            return "board"
        if len(line.words) in SIDES and "://" not in text and not meant:
            return None
        if board_on(1, text, sure=True) is not None:
            return "board"
    elif "/" in text and board_on(1, text, sure=True) is not None:
        return "board"
    return "bad" if meant else None


@dataclass
class _Look:
    """What some lines look like: their rows, whether they have a frame, and the possible sizes of their boards.

    In a frame only the lines with its bars are rows. ``dashes`` are the numbers of dashes of the lines that are rulers
    or rows of empty cells, and not what Markdown puts below a header.
    """

    lines: int
    rows: list[str]
    is_framed: bool
    dashes: list[int]
    widths: list[int]

    @classmethod
    def of(cls, lines: list[Line]) -> _Look:
        """Return the look of lines."""
        shapes = [shape(text) for _, text in lines]
        sides = [line.line for line in shapes if line.is_border]
        is_framed = any(side[0] == "+" == side[-1] for side in sides)
        rows = [line for line in shapes if not (line.is_border or line.is_dash_row)]
        if is_framed:
            rows = [line for line in rows if "|" in line.plain]
        ruled = [line for line in shapes if line.is_dash_row]
        dashes = [line.plain.count("-") for line in ruled if not line.is_markdown_ruler]
        widths = _widths_of(rows) if rows else [line.plain.count("-") for line in ruled[:1]]
        return cls(len(lines), [line.plain for line in rows], is_framed, dashes, widths)


def _as_ruler(line: Line) -> Line:
    """Return dashes in a spelling that is not a row of cells."""
    number, text = line[0], plain(line[1])
    return number, text.replace("|", "+") if "|" in text else re.sub("[- ]", "=", text)


def _widths_of(rows: list[Shape]) -> list[int]:
    """Return the possible sizes of the boards by their rows, the likeliest first."""
    widths = []
    for way, counts in enumerate(zip(*[row.widths for row in rows], strict=True)):
        usual, often = Counter(counts).most_common(1)[0]
        if usual in SIDES:
            widths.append((often, usual))
        if way == 2 and usual > 9:
            widths.append((often, 9))  # with empty columns behind the ninth
    widths.sort(key=itemgetter(0), reverse=True)
    return list(dict.fromkeys([width for _, width in widths]))


@dataclass
class Run:
    """Lines of rows and rulers without a gap.

    ``gap`` is the number of blank lines before them, ``short`` are lines before them that are shorter than a row, and
    ``beside_boards`` says that a board of one line is directly before them. ``plain`` of the lines are a
    `PLAIN_ROW`; if all are, as in most runs, no line is looked at again. ``odd`` of them are clues or bad rows.
    """

    gap: int = 0
    lines: list[Line] = field(default_factory=list)
    short: list[Line] = field(default_factory=list)
    beside_boards: bool = False
    plain: int = 0
    odd: int = 0
    _known: _Look | None = field(default=None, repr=False)

    @property
    def is_plain(self) -> bool:
        """Whether all lines are plain rows."""
        return self.plain == len(self.lines)

    @property
    def look(self) -> _Look:
        """What the lines look like; it is found again when there are more."""
        if self._known is None or self._known.lines != len(self.lines):
            if self.is_plain:
                rows = [text for _, text in self.lines]
                self._known = _Look(len(rows), rows, False, [], [9] if rows else [])
            else:
                self._known = _Look.of(self.lines)
        return self._known

    def boards(self) -> tuple[int, int] | None:
        """Return the number and the size of the boards of whole runs, None if some row is missing or too many."""
        rows = len(self.look.rows)
        for width in self.look.widths:
            for count in dict.fromkeys((rows + self.look.dashes.count(width), rows)):
                if count and count % width == 0:
                    return count // width, width
        return None

    def step(self) -> int:
        """Return the number of rows if they may be a band of a board, else 0."""
        width = next(iter(self.look.widths), 0)
        rows = len(self.look.rows) + self.look.dashes.count(width)
        return rows if 1 < rows < width and width % rows == 0 else 0

    def with_rulers(self) -> list[Line]:
        """Return the lines; dashes that can only be rulers become other characters, so that they are not rows."""
        if self.is_plain:
            return self.lines
        width = next(iter(self.look.widths), 0)
        rows, dashes = len(self.look.rows), self.look.dashes.count(width)
        if not rows or not dashes or rows % width or (rows + dashes) % width == 0:
            return self.lines
        rulers = {
            number
            for number, text in self.lines
            if (line := shape(text)).plain.count("-") == width
            and line.is_dash_row
            and not line.is_markdown_ruler
        }
        return [_as_ruler(line) if line[0] in rulers else line for line in self.lines]

    def wrong_number(self) -> ParseError:
        """Return the error of a run whose rows are not those of whole boards."""
        width = next(iter(self.look.widths), 9)
        number, text = self.lines[0]
        return ParseError(
            f"expected {width} rows, or {width} for each board, found {len(self.look.rows)} without a gap;"
            " put a blank line between two boards",
            text=text,
            line=number,
        )
