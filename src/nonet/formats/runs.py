"""Runs: lines of rows below each other without a gap, and what one line can be in a text with boards in many forms.

A run is read only if its rows make whole boards. Rows are never counted off over a fault: a missing row in a run of
several boards would move all rows behind it into other boards.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from nonet.base.errors import ParseError
from nonet.formats.base import Line
from nonet.formats.labelled import (
    board_on,
    boards_in_cells,
    cells_like,
    named_cells,
    nearest_form,
    whole_line_format,
)
from nonet.formats.line import is_line_board
from nonet.formats.line_cells import plain_size
from nonet.formats.shape import PLAIN_ROW, SIDES, SMALLEST, shape
from nonet.formats.sukaku import is_table_row
from nonet.formats.text import has_word, is_comment, is_drawn_line, is_fence, plain
from nonet.formats.values import is_scientific

__all__ = ["Kind", "Run", "kind_of"]

Kind = str
"""What a line is: ``gap``, ``comment``, ``fence``, ``board``, ``bad``, ``ruler``, ``row``, ``header`` or ``words``.

A ``header`` is shorter than a row: a count, a size, a box, the number of a puzzle. ``bad`` was meant to be a board.
"""

_MOST_SHORT = 36
"""Characters of a line that is no board of its own, unless it has a letter or a colon."""

_SHOWS_FORM = re.compile(r"[:/={\"A-Za-z]")
_ASKED_FIRST = re.compile(r"\s*[:{\"]|.*(://|[?#=]|SumoCue)|\s*\d+(?:x\d+|j)[a-z]*:", re.IGNORECASE)


def kind_of(text: str) -> Kind:
    """Return what a line is.

    >>> [kind_of(each) for each in ("5 3 . | . 7 . | . . .", "9 9", "Puzzle 3", "---+---+---", "." * 81, "5" * 60)]
    ['row', 'header', 'words', 'ruler', 'board', 'bad']
    """
    if PLAIN_ROW.fullmatch(text):
        return "row"
    line = plain(text)
    stripped = line.strip()
    if not stripped:
        return "row" if text.count("\t") >= SMALLEST - 1 else "gap"
    if is_fence(stripped):
        return "fence"
    if is_scientific(stripped):
        return "bad"
    if shape(line).is_border or is_drawn_line(stripped):
        return "ruler"
    if is_comment(stripped):
        return "comment"
    if len(stripped) > _MOST_SHORT or _SHOWS_FORM.search(stripped):
        long = _kind_of_long(text, line)
        if long is not None:
            return long
    if shape(line).is_dash_row:
        return "ruler"
    if is_table_row(text):
        return "row"
    if has_word(line) and not shape(line).is_letter_row:
        return "board" if (plain_size(text) or 0) >= SMALLEST else "words"
    return _kind_of_cells(line)


def _kind_of_long(text: str, line: str) -> Kind | None:
    """Return what a line is that may be more than a row; None for rows and words."""
    if shape(line).names_columns:
        return "comment"
    if "," in line and line.lstrip().startswith("|") and _count_of_words(line) in SIDES:
        return None  # a row of candidates in a frame
    if _ASKED_FIRST.match(line) and whole_line_format(text):
        return "board"
    if nearest_form(text):
        return "board" if is_line_board(text) else "bad"
    if "|" in line and boards_in_cells(line):
        return "board"
    if len(line) > _MOST_SHORT:
        if is_line_board(text) or whole_line_format(text) or named_cells(text):
            return "board"
        if _count_of_words(line) in SIDES and "://" not in line and not cells_like(text):
            return None
        if board_on(1, text, sure=True) is not None:
            return "board"
        return "bad" if cells_like(text) else None
    if named_cells(text) or ("/" in line and board_on(1, text, sure=True) is not None):
        return "board"
    return "bad" if cells_like(text) else None


def _kind_of_cells(line: str) -> Kind:
    counts = len(shape(line).cells), _count_of_words(line), len(shape(line).columns or ())
    if any(count in SIDES for count in counts):
        return "row"
    return "header" if counts[0] < SMALLEST else "bad"


def _count_of_words(line: str) -> int:
    return len(line.replace("|", " ").split())


def _is_dashes(line: Line, width: int) -> bool:
    """Whether a line is a ruler or a row of empty cells, and not what Markdown puts below a header."""
    text = plain(line[1])
    return (
        text.count("-") == width and shape(text).is_dash_row and not shape(text).is_markdown_ruler
    )


def _as_ruler(line: Line) -> Line:
    """Return dashes in a spelling that is no row of cells."""
    number, text = line[0], plain(line[1])
    return number, text.replace("|", "+") if "|" in text else re.sub("[- ]", "=", text)


@dataclass
class _Shape:
    """What some lines look like: their rows, whether they have a frame, and their widths once they are asked for."""

    lines: int
    rows: list[str]
    is_framed: bool
    widths: list[int] | None = None

    @classmethod
    def of(cls, texts: list[str]) -> _Shape:
        """Return the shape of plain texts."""
        borders = [shape(text).is_border for text in texts]
        sides = (text.strip() for text, border in zip(texts, borders, strict=True) if border)
        is_framed = any(side[0] == "+" == side[-1] for side in sides)
        pairs = zip(texts, borders, strict=True)
        rows = [text for text, border in pairs if not border and not shape(text).is_dash_row]
        if is_framed:
            rows = [text for text in rows if "|" in text]
        return cls(len(texts), rows, is_framed)


def _widths_of(rows: list[str], lines: list[Line]) -> list[int]:
    """Return the possible sizes of the boards by their rows, the likeliest first."""
    if not rows:
        dashes = next((text for _, text in lines if shape(text).is_dash_row), "")
        return [plain(dashes).count("-")] if dashes else []
    ways = [
        [len(shape(row).cells) for row in rows],
        [_count_of_words(row) for row in rows],
        [len(shape(row).columns or ()) for row in rows],
    ]
    found = []
    for counts in ways:
        usual, often = Counter(counts).most_common(1)[0]
        if usual in SIDES:
            found.append((often, usual))
        if counts is ways[-1] and usual > 9:
            found.append((often, 9))  # with empty columns behind the ninth
    found.sort(key=lambda each: -each[0])
    return list(dict.fromkeys(width for _, width in found))


@dataclass
class Run:
    """Lines of rows and rulers without a gap.

    ``gap`` is the number of blank lines before them, ``short`` are lines before them that are shorter than a row, and
    ``beside_boards`` says that a board of one line stands directly before them. ``plain`` of the lines are a
    `PLAIN_ROW`; if all are, as in most runs, no line is looked at again. ``odd`` of them are clues or bad rows.
    """

    gap: int = 0
    lines: list[Line] = field(default_factory=list)
    short: list[Line] = field(default_factory=list)
    beside_boards: bool = False
    plain: int = 0
    odd: int = 0
    _known: _Shape | None = field(default=None, repr=False)

    @property
    def is_plain(self) -> bool:
        """Whether all lines are plain rows."""
        return self.plain == len(self.lines)

    @property
    def rows(self) -> list[str]:
        """The rows, and in a frame only those that have its bars, as plain text."""
        if self.is_plain:
            return [text for _, text in self.lines]
        return self._shape.rows

    @property
    def is_framed(self) -> bool:
        """Whether there is the upper or lower side of a frame."""
        return not self.is_plain and self._shape.is_framed

    @property
    def _shape(self) -> _Shape:
        """What the lines look like; it is found again when there are more."""
        if self._known is None or self._known.lines != len(self.lines):
            self._known = _Shape.of([plain(text) for _, text in self.lines])
        return self._known

    def dashes(self, width: int) -> int:
        """Return the number of lines that are rulers or rows of so many empty cells."""
        return 0 if self.is_plain else sum(_is_dashes(line, width) for line in self.lines)

    def widths(self) -> list[int]:
        """Return the possible sizes of the boards by their rows, the likeliest first."""
        if self.plain and self.is_plain:
            return [9]
        shape = self._shape
        if shape.widths is None:
            shape.widths = _widths_of(shape.rows, self.lines)
        return shape.widths

    def boards(self) -> tuple[int, int] | None:
        """Return the number and the size of the boards of whole runs, None if some row is missing or too many."""
        rows = len(self.rows)
        for width in self.widths():
            for count in dict.fromkeys((rows + self.dashes(width), rows)):
                if count and count % width == 0:
                    return count // width, width
        return None

    def step(self) -> int:
        """Return the number of rows if they may be a band of a board, else 0."""
        width = next(iter(self.widths()), 0)
        rows = len(self.rows) + self.dashes(width)
        return rows if 1 < rows < width and width % rows == 0 else 0

    def with_rulers(self) -> list[Line]:
        """Return the lines; dashes that can only be rulers become other signs, so that they are no rows."""
        if self.is_plain:
            return self.lines
        width = next(iter(self.widths()), 0)
        rows, dashes = len(self.rows), self.dashes(width)
        if not rows or not dashes or rows % width or (rows + dashes) % width == 0:
            return self.lines
        return [_as_ruler(line) if _is_dashes(line, width) else line for line in self.lines]

    def wrong_number(self) -> ParseError:
        """Return the error of a run whose rows are not those of whole boards."""
        width = next(iter(self.widths()), 9)
        number, text = self.lines[0]
        return ParseError(
            f"expected {width} rows, or {width} for each board, found {len(self.rows)} without a gap;"
            " put a blank line between two boards",
            text=text,
            line=number,
        )
