"""Boards in rows, as people write them: the cells of a row, whatever is drawn around them, and text around a frame.

Text around a frame belongs to no cell. The readers of drawings leave it out and say so in ``info["not read"]``, because
the board without its clues is another puzzle. Numbers are clues only around a frame with corners, beside rows that have
its bars::

         3
      ┌─────┬─────┐
    4 │ 1 . │ . . │
      …
    Seen from the left, row 1 shows 4 buildings.

Words beside a frame, such as the menu of a program, and the stars of Markdown around cells belong to no board either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from nonet.formats.base import IntoRules, Line, Reader, Record
from nonet.formats.shape import SIDES, shape
from nonet.formats.text import has_word
from nonet.rules import ANY_RULES

__all__ = [
    "CLUES",
    "Beside",
    "Row",
    "closed_up",
    "inside_frames",
    "reader_of_drawings",
    "row_of",
    "size_of_rows",
]


@dataclass
class Row:
    """A line of a grid with its cells.

    A ruler has no cells. If it may be a row of empty cells, ``width`` is their number and ``blank`` their character.
    """

    line: int
    text: str
    cells: list[tuple[str, int]] = field(default_factory=list)
    width: int = 0
    blank: str = ""


def row_of(number: int, text: str) -> Row:
    """Return the row on a line."""
    symbols = shape(text).cells
    if all(symbol == " " for symbol, _ in symbols):
        return Row(number, text, [], len(symbols), " ")
    return Row(number, text, symbols)


def closed_up(row: Row) -> list[tuple[str, int]]:
    """Return the cells of a row without the spaces."""
    return [(symbol, column) for symbol, column in row.cells if symbol != " "]


def size_of_rows(lengths: list[int]) -> int:
    """Return the size of a grid with rows of these lengths: the commonest possible length, or else 9.

    >>> size_of_rows([8, 9, 9]), size_of_rows([3])
    (9, 9)
    """
    if lengths and lengths[0] in SIDES and lengths.count(lengths[0]) == len(lengths):
        return lengths[0]
    counted = Counter(length for length in lengths if length in SIDES)
    return counted.most_common(1)[0][0] if counted else 9


# -- clues and sentences around a frame ---------------------------------------------------------------

# One of those that `nonet.rules.constraints.totals` writes.
_TOTAL = r"(?:[\u2264\u2265]|[<>]=)?\d+(?:[\u2013-]\d+)?"
CLUES = re.compile(rf"\s*(?:{_TOTAL}(?:,{_TOTAL})*[↘↙↗↖\\/]?(?:\s+|$))+")
_MOST = 12  # lines of clues above a frame


@dataclass
class _Frame:
    """A frame: the line of its upper side, the columns of its bars, and what was left out around it."""

    line: int
    left: int
    right: int
    clues: bool = False
    sentences: int = 0

    def has_row(self, text: str) -> bool:
        """Whether a plain line has the bars of the frame."""
        return len(text) > self.right and text[self.left] == "|" == text[self.right]


def reader_of_drawings(read: Reader) -> Reader:
    """Return a reader that skips text around frames, and notes it at the puzzle unless rules are given."""

    def reader(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        frames: list[_Frame] = []
        held: Record | None = None

        def noted(record: Record) -> Record:
            return _noted(record, frames) if rules in (None, ANY_RULES) else record

        for record in read(inside_frames(lines, frames), rules):
            if held is not None:
                yield noted(held)
            held = None
            if frames and frames[-1].line < record.line:
                held = record  # the text below its frame is still to come
            else:
                yield record
        if held is not None:
            yield noted(held)

    return reader


def inside_frames(lines: Iterable[Line], frames: list[_Frame] | None = None) -> Iterator[Line]:
    """Yield the lines without text around frames; the frames are added to a list.

    >>> drawn = ["     3", "  +-----+", "7 | 1 2 |", "  | 2 1 |", "  +-----+", "Row 1 shows 7 buildings."]
    >>> for number, text in inside_frames(enumerate(drawn, 1)):
    ...     print(number, text)
    2   +-----+
    3   | 1 2 |
    4   | 2 1 |
    5   +-----+
    """
    frames = [] if frames is None else frames
    frame: _Frame | None = None
    waiting: list[Line] = []  # numbers that may be the clues above a frame, and its upper side
    upper: _Frame | None = None
    for number, text in lines:
        line = shape(text).plain
        if upper is not None:
            if upper.has_row(line):
                frame, upper.clues = upper, len(waiting) > 1
                frames.append(frame)
                del waiting[:-1]
            yield from waiting
            waiting, upper = [], None
        if frame is not None and frame.has_row(line):
            beside = line[: frame.left], line[frame.right + 1 :]
            clues = [each for each in beside if CLUES.fullmatch(each)]
            if clues and all(each in clues or not each.strip() for each in beside):
                frame.clues = True
                text = " " * frame.left + text[frame.left : frame.right + 1]
            yield number, text
        elif frame is not None and CLUES.fullmatch(line):
            frame.clues = True
        elif frame is not None and shape(text).has_word and line.rstrip().endswith("."):
            frame.sentences += 1
        elif shape(text).is_border:
            corners = line.strip()
            if corners[0] == "+" == corners[-1] and (frame is None or frame.sentences):
                left = len(line) - len(line.lstrip())
                upper = _Frame(number, left, left + len(corners) - 1)
                frame = None
                waiting.append((number, text))
            else:
                yield from waiting
                waiting = []
                yield number, text
        else:
            frame = None
            if len(waiting) < _MOST and CLUES.fullmatch(line):
                waiting.append((number, text))
                continue
            yield from waiting
            waiting = []
            yield number, text
    yield from waiting


def _noted(record: Record, frames: list[_Frame]) -> Record:
    """Return a record with a note of what was left out around its frame; forget that frame and those before it."""
    around = [frame for frame in frames if frame.line < record.line]
    del frames[: len(around)]
    if record.board is None or not around or not (around[-1].clues or around[-1].sentences):
        return record
    lines = around[-1]
    what = ["clues around the frame"] * lines.clues
    what += [f"sentences below it ({lines.sentences})"] * bool(lines.sentences)
    note = (
        f"{', '.join(what)}; give the rules, as in --rules antiknight, or keep the puzzle as JSON"
    )
    return replace(record, board=record.board.with_info({"not read": note}))


# -- words and stars beside cells --------------------------------------------------------------------

_SIDE = re.compile(r"(?<![-=+|*.:'])(?=[+*.:'|])[-=+|*.:']{9,}+(?<=[+*.:'|])(?=\s|$)")
_BOLD = {
    mark: re.compile(rf"{re.escape(mark)}(?=[^\s*_])([^*_]*[^\s*_]){re.escape(mark)}(?![*_])")
    for mark in ("**", "__")
}
"""The marks of Markdown around what is bold."""


class Beside:
    """Removes text beside the cells line by line, and reports what it was."""

    def __init__(self) -> None:
        self._frame: tuple[int, int] | None = None
        self._words = self._stars = 0
        self.has_any = False

    def without(self, text: str) -> str:
        """Return a line without words beside its frame, and without stars around cells; spaces stand for the stars.

        >>> beside = Beside()
        >>> [beside.without(each) for each in ("+-------+-------+   Menu", "| 5 3 . | . 7 . |   h left")]
        ['+-------+-------+', '| 5 3 . | . 7 . |']
        >>> beside.without("5 **3 3** . 7"), beside.without("53**7**"), beside.removed()
        ('5   3 3   . 7', '53**7**', ['words beside the frame', 'stars around cells'])
        """
        for mark in _BOLD:
            if mark in text and _has_bold(text, mark):
                self._stars += 1
                self.has_any = True
                text = text.replace(mark, "" if "|" in text else "  ")
        line = shape(text).plain
        if (side := _SIDE.search(line)) is not None and shape(side[0]).is_border:
            self._frame = side.span()
        if self._frame is None or not line.strip():
            return text
        left, right = self._frame
        has_bars = len(line) >= right and line[left] in "|+:" and line[right - 1] in "|+:"
        if side is None and not has_bars:
            self._frame = None
            return text
        before, after = line[:left], line[right:]
        if not (has_word(before) or has_word(after)):
            return text
        self._words += 1
        self.has_any = True
        return (" " * left if has_word(before) else text[:left]) + text[left:right]

    def removed(self) -> list[str]:
        """Return what has been taken out since the last call."""
        what = ["words beside the frame"] * bool(self._words)
        what += ["stars around cells"] * bool(self._stars)
        self._words = self._stars = 0
        self.has_any = False
        return what


def _has_bold(text: str, mark: str) -> bool:
    """Whether bold marks enclose whole cells with space between them, and are not empty cells."""
    words = text.replace("|", " ").split()
    return (
        len(words) > 3
        and _BOLD[mark].search(text) is not None
        and all(0 < len(word.strip(mark)) < 3 for word in words)
        and text.count(mark) % 2 == 0
        and mark[0] not in _BOLD[mark].sub(r"\1", text)
    )
