"""Puzzles as programs print and store them: a list of lists, or of strings, in the syntax of many languages.

A list is read character by character and never evaluated. It may stand in the middle of code: ``grid = [[5, 3, 0, …``,
the output of NumPy, and the braces of C and Java read the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nonet.base.digits import side_of
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of
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
    text_of,
)
from nonet.formats.line_cells import is_board, puzzle_of_cells
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.text import plain
from nonet.formats.values import values_of
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "LIST_START",
    "ListScanner",
    "read_lists",
]

LIST_START = re.compile(r"""[\[{(]\s*(?:[\[{('"\d]|-1\b)""")

_TOKEN = re.compile(
    r"""(?P<space>[\s,]+|\#.*|//.*)
    |(?P<text>"[^"]*"|'[^']*')
    |(?P<number>(?:\d+|-1)(?:\.0*)?(?![\w.]))
    |(?P<none>None|null|nan|NaN)\b
    |(?P<blank>[._*?](?![\w.]))
    |(?P<name>[^\W\d]\w*)
    |(?P<open>[\[{(])|(?P<close>[\]})])
    |(?P<other>\d+|.)""",
    re.VERBOSE,
)

_MOST = 2000  # cells kept of one list: more than any board has, and a bound for the memory
_DEEPEST = 50  # brackets inside each other
_FEWEST = 27  # a flat list with fewer cells is part of some code: (9, 9), range(81)


@dataclass
class _Frame:
    """An open bracket: the cells in it with their lines and columns, and the lengths of its rows."""

    line: int
    deep: bool = False
    cells: list[tuple[str, int, int]] = field(default_factory=list)
    count: int = 0
    rows: list[int] = field(default_factory=list)
    error: ParseError | None = None

    def put(self, symbol: str, line: int, column: int) -> None:
        self.count += 1
        if self.count <= _MOST:
            self.cells.append((symbol, line, column))

    def fail(self, reason: str, line: int, column: int) -> None:
        self.error = self.error or ParseError(reason, line=line, column=column)

    @property
    def size(self) -> int:
        """The size of the board that the list seems to be: by its rows, or by its cells."""
        size = len(self.rows) if self.rows else side_of(self.count)
        return size if size is not None and SMALLEST <= size <= 36 else 9

    @property
    def is_meant(self) -> bool:
        """Whether the list is a puzzle, perhaps a bad one, and not a part of some code."""
        if self.count >= _FEWEST:
            return True
        even = len(self.rows) >= SMALLEST and set(self.rows) == {len(self.rows)}
        try:
            return even and self.error is None and bool(self.values())
        except ParseError:
            return False

    def values(self) -> bytes:
        """Return the values of the cells; raise `ParseError` with line and column."""
        try:
            return values_of([symbol for symbol, _, _ in self.cells]).values
        except ParseError as error:
            _, line, column = self.cells[min(error.column or 1, len(self.cells)) - 1]
            raise ParseError(error.reason, line=line, column=column) from None

    def puzzle(self, rules: IntoRules) -> Puzzle:
        """Return the puzzle of the cells; raise `ParseError` with line and column."""
        if self.error:
            raise self.error
        size = self.size
        if self.rows and max(set(self.rows), key=self.rows.count) in (9, 16, 25, 36):
            size = max(set(self.rows), key=self.rows.count)
        wrong = next((i for i, length in enumerate(self.rows) if length != size), None)
        if self.rows and len(self.rows) != size:
            raise ParseError(f"expected {size} rows, found {len(self.rows)}")
        if wrong is not None:
            place = min(sum(self.rows[: wrong + 1]), len(self.cells)) - 1
            line = self.cells[place][1] if place >= 0 else self.line
            reason = f"row {wrong + 1} of the list has {self.rows[wrong]} cells, expected {size}"
            raise ParseError(reason, line=line)
        if self.count != size**2:
            raise ParseError(f"expected {size**2} cells, found {self.count}")
        return make_puzzle(self.values(), None, rules)


class ListScanner:
    """Follows brackets over lines and ignores the text outside of them."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.stack: list[_Frame] = []
        self.ignored = 0  # depth inside a subscript such as grid[0] or list[int]
        self.raw: list[Line] = []

    def line(self, number: int, text: str) -> Iterator[Record]:
        """Take a line; yield the boards that end on it."""
        if self.stack and len(self.raw) < 200:
            self.raw.append((number, text))
        else:
            self.raw = [(number, text)]
        before = ""
        for match in _TOKEN.finditer(plain(text)):
            kind, token = match.lastgroup, match[0]
            if kind == "open":
                self.open(token, before, number)
            elif kind == "close":
                # After a subscript another one may follow, as in grid[0][1].
                token = "_" if self.ignored else token
                yield from self.close()
            elif kind != "space" and self.stack and not self.ignored:
                yield from self.take(str(kind), token, number, match.start() + 1)
            before = token

    def open(self, token: str, before: str, number: int) -> None:
        """Take an opening bracket."""
        # A subscript or a type, such as grid[0][1] or list[int]; inside a list "][" separates two rows.
        after_name = before[-1:].isalnum() or before[-1:] == "_"
        subscript = token == "[" and (after_name or (before == "]" and not self.stack))
        if self.ignored or subscript or len(self.stack) >= _DEEPEST:
            self.ignored += 1
            return
        if token == "(" and before[-1:].isalnum():
            self.stack.append(_Frame(number, deep=True))
            return
        if self.stack:
            self.stack[-1].deep = True
        self.stack.append(_Frame(number))

    def take(self, kind: str, token: str, number: int, column: int) -> Iterator[Record]:
        """Take a sign between brackets."""
        frame = self.stack[-1]
        if kind == "number":
            digit = token.split(".")[0].lstrip("0") or "0"
            if digit != "-1" and number_of(digit, 36) is None:
                frame.fail(f"expected a digit from 0 to 36, found {digit}", number, column)
            frame.put(digit, number, column)
        elif kind == "none":
            frame.put("", number, column)
        elif kind == "blank":
            frame.put(token, number, column)
        elif kind == "text":
            yield from self.take_text(frame, token[1:-1], number, column + 1)
        elif frame.count or frame.rows:
            frame.fail(f"expected a digit or a blank in the list, found {token!r}", number, column)

    def take_text(self, frame: _Frame, text: str, number: int, column: int) -> Iterator[Record]:
        """Take a text between brackets, which may be a board or a row."""
        if len(text) in (81, 729) or (len(text) > 36 and is_board(text)):
            try:
                yield Record(puzzle_of_cells(text, None, self.rules), None, number, text)
            except ParseError as error:
                place = column + (error.column or 1) - 1
                yield Record.bad(ParseError(error.reason, line=number, column=place), number, text)
            frame.deep = True
        elif len(text) <= 1:
            frame.put(text, number, column)
        else:
            for i, symbol in enumerate(text):
                frame.put(symbol, number, column + i)
            frame.rows.append(len(text))

    def close(self) -> Iterator[Record]:
        """Take a closing bracket; yield the board that it ends."""
        if self.ignored:
            self.ignored -= 1
            return
        if not self.stack:
            return
        frame = self.stack.pop()
        parent = self.stack[-1] if self.stack else None
        if not frame.count and not frame.error:
            if parent is not None and not frame.deep:
                parent.rows.append(0)
        elif frame.rows or parent is None or (frame.count > 36 and side_of(frame.count)):
            if frame.is_meant:
                yield self.record(frame)
        else:
            parent.rows.append(frame.count)
            parent.count += frame.count
            parent.cells += frame.cells[: max(0, _MOST - len(parent.cells))]
            parent.error = parent.error or frame.error

    @property
    def depth(self) -> int:
        """The number of open brackets."""
        return len(self.stack)

    @property
    def is_open(self) -> bool:
        """Whether a bracket is open."""
        return bool(self.stack or self.ignored)

    def unclosed(self) -> Record | None:
        """Return the error of a list whose end is missing, None if no list is open."""
        if not any(frame.count or frame.rows for frame in self.stack):
            return None
        reason = "expected the end of the list, found the end of the text; a bracket is missing"
        return Record.bad(ParseError(reason), self.stack[0].line, text_of(self.raw))

    def record(self, frame: _Frame) -> Record:
        """Return the record of the outermost list."""
        text = text_of(line for line in self.raw if line[0] >= frame.line)
        return Record.of([(frame.line, text)], lambda: frame.puzzle(self.rules))


def read_lists(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read every list in a text that has the cells or the rows of a board."""
    scanner = ListScanner(rules)
    for number, text in lines:
        yield from scanner.line(number, text)
    if (unclosed := scanner.unclosed()) is not None:
        yield unclosed


def write_list(puzzle: Puzzle) -> str:
    """Write rows of numbers, 0 for an empty cell."""
    return "[" + ",\n ".join(str(list(row)) for row in puzzle.givens.rows) + "]"


def _is_likely(head: Head) -> bool:
    return LIST_START.search(head.joined) is not None


def _is_near(head: Head) -> int:
    digits = sum(map(str.isdigit, "".join([line.plain for line in head.shapes[:200]])))
    return 80 if digits >= 9 and _is_likely(head) else 0


FORMATS = (
    Format(
        "list",
        "a list of nine lists, or as many as the board has rows, 0 for an empty cell, as Python, JSON,"
        " NumPy and C write it",
        (),
        "all info",
        write_list(Puzzle(EXAMPLE)),
        read_lists,
        each(write_list),
        Clues(likely=_is_likely, near=_is_near),
        separator="\n",
        holds=USUAL_RULES,
    ),
)
