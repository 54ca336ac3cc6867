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

from nonet.digits import side_of
from nonet.errors import ParseError
from nonet.formats.base import Format, Holds, IntoRules, Line, Record, each, each_line, plain
from nonet.formats.block import FEWEST
from nonet.formats.boards import agreed, make, rules_for, values_of
from nonet.formats.sukaku import marks_from_line, marks_size
from nonet.formats.tables import (
    PUZZLE_NAMES,
    SOLUTION_NAMES,
    is_board,
    puzzle_of,
    rules_in_words,
)
from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "LIST_START", "parse_json", "read_lists"]

LIST_START = re.compile(r"""[\[{(]\s*(?:[\[{('"\d]|-1\b)""")

_TOKEN = re.compile(
    r"""(?P<space>[\s,]+|\#.*|//.*)
    |(?P<text>"[^"]*"|'[^']*')
    |(?P<number>(?:\d+|-1)(?:\.0*)?(?![\w.]))
    |(?P<none>None|null|nan|NaN)\b
    |(?P<name>[^\W\d]\w*)
    |(?P<open>[\[{(])|(?P<close>[\]})])
    |(?P<other>.)""",
    re.VERBOSE,
)
_MOST = 2000  # signs kept of one list: far more than a puzzle has, so that the memory is bounded


_DEEPEST = 50  # brackets that are followed
_FEWEST = 27  # signs below which a flat list is not meant to be a puzzle: (9, 9), range(81)


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

    @property
    def size(self) -> int:
        """The size of the board that the list seems to be: by its rows, or by its cells."""
        size = len(self.rows) if self.rows else side_of(self.count)
        return size if size is not None and FEWEST <= size <= 36 else 9

    @property
    def is_meant(self) -> bool:
        """Whether the list is a puzzle, perhaps a bad one, and not just part of some code."""
        if self.count >= _FEWEST:
            return True
        even = len(self.rows) >= FEWEST and set(self.rows) == {len(self.rows)}
        try:
            return even and self.error is None and bool(self.values())
        except ParseError:
            return False

    def values(self) -> bytes:
        """Return the values of the signs, or raise an error that knows its place."""
        try:
            return values_of([sign for sign, _, _ in self.signs]).values
        except ParseError as error:
            _, line, column = self.signs[(error.column or 1) - 1]
            raise ParseError(error.reason, line=line, column=column) from None

    def puzzle(self, rules: IntoRules) -> Puzzle:
        """Return the puzzle of the signs, or raise an error that knows its place."""
        if self.error:
            raise self.error
        size = self.size
        if self.rows and max(set(self.rows), key=self.rows.count) in (9, 16, 25, 36):
            size = max(set(self.rows), key=self.rows.count)
        wrong = next((i for i, length in enumerate(self.rows) if length != size), None)
        if self.rows and len(self.rows) != size:
            raise ParseError(f"{size} rows are needed, here are {len(self.rows)}")
        if wrong is not None:
            place = min(sum(self.rows[: wrong + 1]), len(self.signs)) - 1
            line = self.signs[place][1] if place >= 0 else self.line
            reason = f"row {wrong + 1} of the list has {self.rows[wrong]} cells; {size} are needed"
            raise ParseError(reason, line=line)
        if self.count != size**2:
            raise ParseError(f"{size**2} cells are needed, here are {self.count}")
        return make(self.values(), None, rules)


class _Scanner:
    """Follows brackets over lines; whatever stands outside of them does not matter."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
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
            digit = token.split(".")[0].lstrip("0") or "0"
            if len(digit) > 2 or int(digit) > 36:
                frame.fail(f"{digit} is not a digit from 0 to 36", number, column)
            frame.put(digit, number, column)
        elif kind == "none":
            frame.put("", number, column)
        elif kind == "text":
            yield from self.take_text(frame, token[1:-1], number, column + 1)
        elif frame.count or frame.rows:
            frame.fail(f"{token!r} has no place in a list of digits", number, column)

    def take_text(self, frame: _Frame, text: str, number: int, column: int) -> Iterator[Record]:
        if len(text) in (81, 729) or (len(text) > 36 and is_board(text)):
            try:
                yield Record(puzzle_of(text, None, self.rules), None, number, text)
            except ParseError as error:
                place = column + (error.column or 1) - 1
                yield Record.bad(ParseError(error.reason, line=number, column=place), number, text)
            frame.deep = True
        elif len(text) <= 1:
            frame.put(text, number, column)
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
        elif frame.rows or parent is None or (frame.count > 36 and side_of(frame.count)):
            if frame.is_meant:
                yield self.record(frame)
        else:
            parent.rows.append(frame.count)
            parent.count += frame.count
            parent.signs += frame.signs[: max(0, _MOST - len(parent.signs))]
            parent.error = parent.error or frame.error

    def record(self, frame: _Frame) -> Record:
        text = "\n".join(text for number, text in self.raw if number >= frame.line)
        try:
            return Record(frame.puzzle(self.rules), None, frame.line, text)
        except ParseError as error:
            return Record.bad(error, frame.line, text)


def read_lists(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read every list of 81 cells or of nine rows (or of another board) in a text, nested or not."""
    scanner = _Scanner(rules)
    for number, text in lines:
        yield from scanner.line(number, text)
    for frame in scanner.stack[:1]:
        if any(frame.count or frame.rows for frame in scanner.stack):
            text = "\n".join(text for _, text in scanner.raw)
            yield Record.bad(ParseError("the list is not closed"), frame.line, text)


def write_list(puzzle: Puzzle) -> str:
    """Write rows of numbers, 0 for a blank."""
    return "[" + ",\n ".join(str(list(row)) for row in puzzle.givens.rows) + "]"


# -- JSON lines -----------------------------------------------------------------------------------


def parse_json(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a JSON value: an object with a puzzle in it, the text of a board or a sukaku, or a list."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        reason = f"this is not JSON: {error.msg}; each line holds one object"
        raise ParseError(reason, text=line, column=error.colno) from None
    except (ValueError, RecursionError):
        raise ParseError("this is not JSON that can be read", text=line) from None
    return _value(value, {}, rules)


def _value(value: Any, info: dict[str, str], rules: IntoRules) -> Puzzle:
    if isinstance(value, dict):
        return _object(value, rules)
    if isinstance(value, str):
        try:
            return puzzle_of(value, info, rules)
        except ParseError as error:
            raise ParseError(error.reason) from None  # its column counts in the text, not the line
    if isinstance(value, list):
        found = list(read_lists([(1, json.dumps(value, ensure_ascii=False))], rules))
        if len(found) == 1 and found[0].puzzle is not None:
            return found[0].puzzle.with_info(info)
        if len(found) == 1 and found[0].error is not None:
            raise ParseError(found[0].error.reason)
        raise ParseError(f"one puzzle is needed on each line, here are {len(found)}")
    raise ParseError(f"{_text(value)[:40]} is not a puzzle; a text, a list or an object is")


def _object(value: dict[str, Any], asked: IntoRules) -> Puzzle:
    lower = {key.lower(): key for key in reversed(value)}
    key = next((lower[name] for name in PUZZLE_NAMES if name in lower), None)
    marks, words = value.get("marks"), value.get("rules")
    if key is None and marks is None:
        keys = ", ".join(repr(key) for key in list(value)[:12]) or "none"
        raise ParseError(f"the object has no key 'puzzle'; its keys: {keys}")
    if words is not None and not isinstance(words, str):
        raise ParseError(f"'rules' is {_text(words)[:40]}; it must be a text such as \"2x3\"")
    rules = words or asked
    own = {key, "marks", "rules", *(["placed"] if marks is not None else [])}
    info = _info(value, own, next((lower[name] for name in SOLUTION_NAMES if name in lower), None))
    board = None if key is None else value[key]
    if marks is None:
        puzzle = _value(board, info, rules)
    else:
        puzzle = _with_marks(board, marks, _text(value.get("placed", "")), info, rules)
    return agreed(puzzle, asked) if words else puzzle


def _info(value: dict[str, Any], own: set[str | None], solution: str | None) -> dict[str, str]:
    """Return what an object says beside the puzzle."""
    info = {
        "solution" if key == solution else key: _text(item)
        for key, item in value.items()
        if key not in own and not (key == "info" and isinstance(item, dict))
        if item is not None
    }
    if isinstance(value.get("info"), dict):
        info |= {key: _text(item) for key, item in value["info"].items()}
    return info


def _with_marks(
    board: Any, marks: Any, placed: str, info: dict[str, str], rules: IntoRules
) -> Puzzle:
    """Return the puzzle of candidates, perhaps with a board of givens."""
    size = marks_size(len(marks)) if isinstance(marks, str) else None
    if size is None:
        raise ParseError("'marks' is a text of 729 signs, 9 for each cell, or so with other sizes")
    if board is None:
        puzzle = Puzzle(Grid(bytes(size**2)), rules=rules_for(size, rules), info=info)
    else:
        puzzle = _value(board, info, rules)
    if puzzle.marks is not None:
        raise ParseError(f"the object has {size**3} signs for its puzzle and marks as well")
    if puzzle.rules.size != size:
        side = puzzle.rules.size
        raise ParseError(f"'marks' are those of a {size}x{size} board, the puzzle is {side}x{side}")
    try:
        found = marks_from_line(marks)
        digits = puzzle_of(placed or "." * size**2, None, puzzle.rules).givens
        return Puzzle(puzzle, marks=Candidates(found, placed=digits))
    except ParseError as error:
        raise ParseError(f"'marks': {error.reason}") from None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def write_json(puzzle: Puzzle) -> str:
    """Write an object with ``puzzle``; ``rules``, ``marks``, ``placed``, ``solution``, ``info`` if any."""
    value: dict[str, Any] = {"puzzle": puzzle.givens.text()}
    if words := rules_in_words(puzzle):
        value["rules"] = words
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
        "a list of nine lists, or as many as the board has rows, 0 for a blank, as Python, JSON,"
        " NumPy and C write it",
        (),
        "the rules, where they are not the usual ones of the size, and all info",
        write_list(Puzzle(_EXAMPLE)),
        read_lists,
        each(write_list),
        "\n",
        Holds(range(FEWEST, 37)),
    ),
    Format(
        "jsonl",
        'JSON lines: {"puzzle": "53..7…", "rules": …, "solution": …, "info": {…}} per line',
        (".jsonl", ".ndjson"),
        "nothing",
        json.dumps({"puzzle": _EXAMPLE, "info": {"rating": "1.2"}}),
        each_line(parse_json),
        each(write_json),
        holds=Holds(marks=True),
    ),
)
