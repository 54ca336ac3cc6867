"""Puzzles as programs print and store them: lists of lists, and JSON lines.

A list is read sign by sign and never evaluated, and it may stand in the middle of code: ``grid =
[[5, 3, 0, …``, what NumPy prints, rows of strings, and the braces of C and Java read the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nonet.errors import ParseError
from nonet.formats.base import Format, Line, Record, bare, each, each_line, plain
from nonet.formats.line import cells
from nonet.formats.pencilmarks import marks_from_line
from nonet.formats.tables import PUZZLE_NAMES, SOLUTION_NAMES, puzzle_of
from nonet.grid import Candidates
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "LIST_START", "parse_json", "read_lists"]

LIST_START = re.compile(r"""[\[{(]\s*[\[{('"\d]""")

_TOKEN = re.compile(
    r"""(?P<space>[\s,]+|\#.*|//.*)
    |(?P<text>"[^"]*"|'[^']*')
    |(?P<number>\d+(?:\.0*)?(?![\w.]))
    |(?P<none>None|null|nan|NaN)\b
    |(?P<name>[^\W\d]\w*)
    |(?P<open>[\[{(])|(?P<close>[\]})])
    |(?P<other>.)""",
    re.VERBOSE,
)
_MOST = 2000  # signs kept of one list: far more than a puzzle has, so that the memory is bounded


_DEEPEST = 50  # brackets that are followed
_FEWEST = 27  # signs below which a list is not meant to be a puzzle: (9, 9), range(81)


@dataclass
class _Frame:
    """An open bracket: the signs in it with their places, and how long its rows were."""

    line: int
    deep: bool = False
    signs: list[tuple[str, int, int]] = field(default_factory=list)
    count: int = 0
    rows: list[int] = field(default_factory=list)
    error: ParseError | None = None

    def put(self, sign: str, line: int, column: int) -> None:
        self.count += 1
        if self.count <= _MOST:
            self.signs.append((sign, line, column))

    def fail(self, reason: str, line: int, column: int) -> None:
        self.error = self.error or ParseError(reason, line=line, column=column)

    def puzzle(self) -> Puzzle:
        """Return the puzzle of the signs, or raise an error that knows its place."""
        if self.error:
            raise self.error
        wrong = next((i for i, length in enumerate(self.rows) if length != 9), None)
        if self.rows and len(self.rows) != 9:
            raise ParseError(f"9 rows are needed, here are {len(self.rows)}")
        if wrong is not None:
            place = min(sum(self.rows[: wrong + 1]), len(self.signs)) - 1
            line = self.signs[place][1] if place >= 0 else self.line
            reason = f"row {wrong + 1} of the list has {self.rows[wrong]} cells; 9 are needed"
            raise ParseError(reason, line=line)
        if self.count != 81:
            raise ParseError(f"81 cells are needed, here are {self.count}")
        try:
            return Puzzle._trusted(cells("".join(sign for sign, _, _ in self.signs)), None)
        except ParseError as error:
            _, line, column = self.signs[(error.column or 1) - 1]
            raise ParseError(error.reason, line=line, column=column) from None


class _Scanner:
    """Follows brackets over lines; whatever stands outside of them does not matter."""

    def __init__(self) -> None:
        self.stack: list[_Frame] = []
        self.ignored = 0  # depth inside a subscript such as grid[0] or list[int]
        self.raw: list[Line] = []

    def line(self, number: int, text: str) -> Iterator[Record]:
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
                # What follows a subscript follows a name: in grid[0][1] the second is one too.
                token = "_" if self.ignored else token
                yield from self.close()
            elif kind != "space" and self.stack and not self.ignored:
                yield from self.take(str(kind), token, number, match.start() + 1)
            before = token

    def open(self, token: str, before: str, number: int) -> None:
        # A subscript or a type, such as grid[0][1] or list[int]; in a list "][" parts two rows.
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
        frame = self.stack[-1]
        if kind == "number":
            digit = token.split(".")[0]
            if len(digit.lstrip("0")) > 1:
                frame.fail(f"{digit} is not a digit from 0 to 9", number, column)
            frame.put((digit.lstrip("0") or "0")[-1], number, column)
        elif kind == "none":
            frame.put(" ", number, column)
        elif kind == "text":
            yield from self.take_text(frame, token[1:-1], number, column + 1)
        elif frame.count or frame.rows:
            frame.fail(f"{token!r} has no place in a list of digits", number, column)

    def take_text(self, frame: _Frame, text: str, number: int, column: int) -> Iterator[Record]:
        if len(text) in (81, 729):
            try:
                yield Record(puzzle_of(text, None), None, number, text)
            except ParseError as error:
                place = column + (error.column or 1) - 1
                yield Record.bad(ParseError(error.reason, line=number, column=place), number, text)
            frame.deep = True
        elif len(text) <= 1:
            frame.put(text or " ", number, column)
        else:
            for i, sign in enumerate(text):
                frame.put(sign, number, column + i)
            frame.rows.append(len(text))

    def close(self) -> Iterator[Record]:
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
        elif frame.rows or parent is None or frame.count == 81:
            if frame.count >= _FEWEST:
                yield self.record(frame)
        else:
            parent.rows.append(frame.count)
            parent.count += frame.count
            parent.signs += frame.signs[: max(0, _MOST - len(parent.signs))]
            parent.error = parent.error or frame.error

    def record(self, frame: _Frame) -> Record:
        text = "\n".join(text for number, text in self.raw if number >= frame.line)
        try:
            return Record(frame.puzzle(), None, frame.line, text)
        except ParseError as error:
            return Record.bad(error, frame.line, text)


def read_lists(lines: Iterable[Line]) -> Iterator[Record]:
    """Read every list of 81 cells or of nine rows in a text, nested or not."""
    scanner = _Scanner()
    for number, text in lines:
        yield from scanner.line(number, text)
    for frame in scanner.stack[:1]:
        if any(frame.count or frame.rows for frame in scanner.stack):
            text = "\n".join(text for _, text in scanner.raw)
            yield Record.bad(ParseError("the list is not closed"), frame.line, text)


def write_list(puzzle: Puzzle) -> str:
    """Write nine rows of numbers, 0 for a blank."""
    rows = bare(puzzle, "list").givens.rows
    return "[" + ",\n ".join(str(list(row)) for row in rows) + "]"


# -- JSON lines -----------------------------------------------------------------------------------


def parse_json(line: str) -> Puzzle:
    """Read a JSON value: an object with a puzzle in it, a text of 81 or 729 signs, or a list."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        reason = f"this is not JSON: {error.msg}; each line holds one object"
        raise ParseError(reason, text=line, column=error.colno) from None
    except (ValueError, RecursionError):
        raise ParseError("this is not JSON that can be read", text=line) from None
    return _value(value, {})


def _value(value: Any, info: dict[str, str]) -> Puzzle:
    if isinstance(value, dict):
        return _object(value)
    if isinstance(value, str):
        try:
            return puzzle_of(value, info)
        except ParseError as error:
            raise ParseError(error.reason) from None  # its column counts in the text, not the line
    if isinstance(value, list):
        found = list(read_lists([(1, json.dumps(value, ensure_ascii=False))]))
        if len(found) == 1 and found[0].puzzle is not None:
            return found[0].puzzle.with_info(info)
        if len(found) == 1 and found[0].error is not None:
            raise ParseError(found[0].error.reason)
        raise ParseError(f"one puzzle is needed on each line, here are {len(found)}")
    raise ParseError(f"{_text(value)[:40]} is not a puzzle; a text, a list or an object is")


def _object(value: dict[str, Any]) -> Puzzle:
    lower = {key.lower(): key for key in reversed(value)}
    board = next((lower[name] for name in PUZZLE_NAMES if name in lower), None)
    solution = next((lower[name] for name in SOLUTION_NAMES if name in lower), None)
    marks = value.get("marks")
    own = {board, "marks", "placed"} if marks is not None else {board, "marks"}
    if board is None and marks is None:
        keys = ", ".join(repr(key) for key in list(value)[:12]) or "none"
        raise ParseError(f"the object has no key 'puzzle'; its keys: {keys}")
    info = {
        "solution" if key == solution else key: _text(item)
        for key, item in value.items()
        if key not in own and not (key == "info" and isinstance(item, dict))
        if item is not None
    }
    if isinstance(value.get("info"), dict):
        info |= {key: _text(item) for key, item in value["info"].items()}
    puzzle = _value("." * 81 if board is None else value[board], info)
    if marks is None:
        return puzzle
    if not isinstance(marks, str) or len(marks) != 729:
        raise ParseError("'marks' is a text of 729 signs, 9 for each cell")
    if puzzle.marks is not None:
        raise ParseError("the object has 729 signs for its puzzle and marks as well")
    placed = _text(value.get("placed", "." * 81))
    try:
        found = marks_from_line(marks)
        return Puzzle(puzzle, marks=Candidates(found, placed=puzzle_of(placed, None).givens))
    except ParseError as error:
        raise ParseError(f"'marks': {error.reason}") from None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def write_json(puzzle: Puzzle) -> str:
    """Write an object with ``puzzle``; ``marks``, ``placed``, ``solution``, ``info`` if any."""
    bare(puzzle, "jsonl", marks=True)
    value: dict[str, Any] = {"puzzle": puzzle.givens.text()}
    if puzzle.marks is not None:
        value["marks"] = puzzle.marks.text()
        if any(puzzle.marks.placed):
            value["placed"] = puzzle.marks.placed.text()
    info = dict(puzzle.info)
    if "solution" in info:
        value["solution"] = info.pop("solution")
    if info:
        value["info"] = info
    return json.dumps(value)


_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

FORMATS = (
    Format(
        "list",
        "a list of nine lists, 0 for a blank, as Python, JSON, NumPy and C write it",
        (),
        "all info",
        write_list(Puzzle(_EXAMPLE)),
        read_lists,
        each(write_list),
        "\n",
    ),
    Format(
        "jsonl",
        'JSON lines: {"puzzle": "53..7…", "solution": …, "info": {…}} per line',
        (".jsonl", ".ndjson"),
        "nothing",
        json.dumps({"puzzle": _EXAMPLE, "info": {"rating": "1.2"}}),
        each_line(parse_json),
        each(write_json),
    ),
)
