"""Boards in rows, as people write them: the one reader of lines that collects rows, and text around a frame.

A form whose boards are rows is a `RowReader` that says what a line is, and which board some rows are.

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
from typing import Literal

from nonet.base.errors import ParseError
from nonet.formats.base import IntoRules, Line, Reader, Record
from nonet.formats.drawing import Drawn, Ruler, rules_shown
from nonet.formats.shape import SIDES, Shape, shape
from nonet.formats.text import has_word, one_line
from nonet.puzzle import Board
from nonet.puzzle.model import Model
from nonet.rules import ANY_RULES, Rules

__all__ = [
    "CLUES",
    "Beside",
    "LineKind",
    "Row",
    "RowReader",
    "closed_up",
    "inside_frames",
    "reader_of_drawings",
    "row_of",
    "size_of_rows",
    "wrong_width",
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
    is_ruler: bool = False


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


def wrong_width(row: Row, size: int) -> ParseError:
    """Return the error of a row with too many or too few cells."""
    count = len(row.cells)
    column = row.cells[size][1] if count > size else len(row.text.rstrip()) + 1
    reason = f"expected {size} cells in a row, found {count}"
    return ParseError(reason, text=row.text, line=row.line, column=column)


# -- from lines to boards -----------------------------------------------------------------------------

LineKind = Literal["row", "next", "board", "ruler", "gap", "title", "skip"]
"""What a line is to a form.

``next`` is a row with which the next board begins, ``board`` a whole board on one line, ``gap`` a blank line or
what else ends a board, ``ruler`` a part of a frame, ``title`` the words above a board.
"""


class RowReader:
    """Reads boards in rows, one after the other: it collects lines until a board is complete or ends early.

    A form is a subclass with a `kind` for each line, and a `board` for the rows of one board; most boards are square
    and complete with as many rows as a row has cells. `read` is the reader of the `Format`.

    >>> class Pairs(RowReader):
    ...     def kind(self, line):
    ...         return "row" if line.line else "gap"
    ...
    ...     def is_complete(self):
    ...         return len(self.rows) == 2
    ...
    ...     def board(self, rows):
    ...         return make_puzzle(bytes(16), {"title": rows[0].text}, "2x2")
    >>> from nonet.formats.puzzles import make_puzzle
    >>> [record.text for record in Pairs.read(enumerate(["a", "b", "c", "", "d"], 1))]
    ['a\\nb', 'c', 'd']
    """

    def __init__(self, rules: IntoRules = None) -> None:
        self.rules = rules
        self.start()

    def start(self) -> None:
        """Forget the lines of the last board."""
        self.rows: list[Row] = []
        self.widths: list[int] = []  # the numbers of their cells, without rulers
        self.title = ""

    @classmethod
    def read(cls, lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        """Yield the boards of numbered lines."""
        return cls(rules).records(lines)

    def records(self, lines: Iterable[Line]) -> Iterator[Record]:
        """Yield the boards of numbered lines."""
        for number, text in lines:
            kind = self.kind(shape(text))
            if kind in ("next", "board", "title"):
                yield from self.flush()
            if kind in ("row", "next"):
                yield from self.add(self.row(number, text))
            elif kind == "ruler":
                self.rule(Row(number, text, is_ruler=True))
            elif kind == "gap":
                yield from self.gap()
            elif kind == "title":
                self.title = one_line(text)
            elif kind == "board":
                self.rows.append(self.row(number, text))
                yield from self.flush()
        yield from self.flush()

    # -- what a form says -----------------------------------------------------------------------

    def kind(self, line: Shape) -> LineKind:
        """Return what a line is."""
        raise NotImplementedError

    def row(self, number: int, text: str) -> Row:
        """Return the row on a line."""
        return row_of(number, text)

    def is_complete(self) -> bool:
        """Whether the rows are all of a board; it is asked after each row."""
        return len(self.widths) == size_of_rows(self.widths)

    def board(self, rows: list[Row]) -> Board | Model:
        """Return the board of some rows; raise `ParseError` if they are not one."""
        raise NotImplementedError

    # -- the lines of a board -------------------------------------------------------------------

    def add(self, row: Row) -> Iterator[Record]:
        """Take a row; yield the board if it is complete."""
        self.rows.append(row)
        self.widths.append(len(row.cells))
        if self.is_complete():
            yield from self.flush()

    def rule(self, ruler: Row) -> None:
        """Take a ruler; one above the first row is part of the frame."""
        if self.rows:
            self.rows.append(ruler)

    def gap(self) -> Iterator[Record]:
        """Take a blank line, which ends a board."""
        if self.rows:
            yield from self.flush()

    def board_rows(self) -> list[Row]:
        """Return the rows of the board without the rulers between them."""
        return [row for row in self.rows if not row.is_ruler]

    def flush(self) -> Iterator[Record]:
        """End the board, complete or not."""
        if not self.rows:
            return
        if rows := self.board_rows():
            record = Record.of([(row.line, row.text) for row in rows], lambda: self.board(rows))
            self.start()
            yield record
        self.start()

    def rules_drawn(self, rows: list[Row]) -> Rules | None:
        """Return the boxes or regions that bars and rulers show, None if they show none."""
        rulers, places, count = list[Ruler](), {id(row) for row in rows}, 0
        for row in self.rows:
            if id(row) in places:
                count += 1
            else:
                rulers.append(Ruler(count, row.text))
        drawn = [Drawn(row.text, [column for _, column in row.cells]) for row in rows]
        return rules_shown(drawn, rulers, self.rules)


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
        if not (before.strip() or after.strip()) or not (has_word(before) or has_word(after)):
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
