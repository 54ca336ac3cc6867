"""JSON lines: one object per line, which can hold everything that a puzzle has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from nonet.base.errors import ParseError
from nonet.base.strict_json import Json, read_json_line
from nonet.formats.base import (
    Clues,
    Format,
    Holds,
    IntoRules,
    Line,
    Record,
    each,
    each_line,
)
from nonet.formats.fields import (
    PUZZLE_NAMES,
    SOLUTION_NAMES,
    Fields,
    is_board,
    rules_in_words,
)
from nonet.formats.json_boards import add_items, board_of_value, info_of, own_names
from nonet.formats.puzzles import EXAMPLE
from nonet.puzzle import Board, Position
from nonet.rules.variants import jumps

__all__ = [
    "FORMATS",
    "fields_of",
    "parse_json",
    "position_object",
]


def parse_json(line: str, rules: IntoRules = None) -> Board:
    """Read a JSON value: an object with a puzzle, the text of a board or a sukaku, or a list."""
    value = read_json_line(line)
    try:
        return board_of_value(value, {}, rules)
    except ParseError as error:
        raise ParseError(error.reason, column=_column_in(line, error)) from None


def read_json(
    lines: Iterable[Line], rules: IntoRules = None, column: str | None = None
) -> Iterator[Record]:
    """Read a value per line; the keys of an object are its columns.

    ``column`` names the key of the puzzle.
    """
    records = _READ(lines, rules) if column is None else _of_key(column)(lines, rules)
    for record in records:
        with suppress(ParseError):
            record = replace(record, fields=fields_of(read_json_line(record.text), column))
        if record.board is not None and _LISTED.search(record.text):
            record = replace(record, doubts=tuple(jumps(record.board.rules)))
        yield record


_LISTED = re.compile(r'"rules"\s*:\s*[\[{]')
"""Rules as a list or an object, as a person writes them; nonet writes them into a line as text."""

_READ = each_line(parse_json)


def _of_key(column: str) -> Callable[[Iterable[Line], IntoRules], Iterator[Record]]:
    """Return a reader of objects whose puzzle is the value of a key."""

    def parse(line: str, rules: IntoRules = None) -> Board:
        value = read_json_line(line)
        if not isinstance(value, dict) or column not in value:
            keys = ", ".join(map(repr, value)) if isinstance(value, dict) else "no object"
            raise ParseError(f"expected a key {column!r}, found {keys}", text=line)
        lower = {key.lower(): key for key in reversed(value)}
        solution = next((lower[name] for name in SOLUTION_NAMES if name in lower), None)
        info = info_of(value, {column}, solution if solution != column else None)
        return board_of_value(value[column], info, rules)

    return each_line(parse)


def fields_of(value: Json, column: str | None = None) -> Fields | None:
    """Return the columns of an object, with those below ``info``; None if it has a position or candidates."""
    if not isinstance(value, dict) or own_names(value):
        return None
    lower = {key.lower(): key for key in reversed(value)}
    key = column or next((lower[name] for name in PUZZLE_NAMES if name in lower), "puzzle")
    columns = {name: item for name, item in value.items() if name != "info"}
    more = value.get("info", {})
    add_items(columns, (more if isinstance(more, dict) else {"info": more}).items())
    return Fields(columns.items(), puzzle=key, origin=value)


def _column_in(line: str, error: ParseError) -> int | None:
    """Return the column of an error on the line, if its text is there unchanged."""
    start = line.find(f'"{error.text}"') if error.text else -1
    return start + 1 + error.column if start >= 0 and error.column else None


def position_object(board: Board) -> dict[str, object]:
    """Return what an object says of marks and a position: ``marks``, ``placed``, ``candidates``, ``givens_known``."""
    value: dict[str, object] = {}
    if board.marks is not None:
        value["marks"] = board.marks.text()
    if isinstance(board, Position):
        if any(board.placed):
            value["placed"] = board.placed.text()
        if board.removed:
            value["candidates"] = board.candidates().text()
        if not board.givens_known:
            value["givens_known"] = False
    return value


def board_object(puzzle: Board) -> dict[str, object]:
    """Return a board as values: ``puzzle``, ``rules``, those of `position_object`, ``solution``, ``info``."""
    value: dict[str, object] = {"puzzle": puzzle.givens.text()}
    if words := rules_in_words(puzzle):
        value["rules"] = words
    value |= position_object(puzzle)
    info = dict(puzzle.info)
    if "solution" in info:
        value["solution"] = info.pop("solution")
    if info:
        value["info"] = info
    return value


def write_json(puzzle: Board) -> str:
    """Write a board as one object on a line."""
    return json.dumps(board_object(puzzle))


def _is_json(text: str) -> bool:
    line = text.strip()
    if line[:1] not in ("{", '"'):
        return False
    try:
        value = json.loads(line)
    except json.JSONDecodeError:
        return False
    except (ValueError, RecursionError):  # numbers or brackets beyond all limits
        return line[0] == "{"
    return isinstance(value, dict) or (isinstance(value, str) and is_board(value))


FORMATS = (
    Format(
        "jsonl",
        'JSON lines: {"puzzle": "53..7…", "rules": …, "solution": …, "info": {…}} per line',
        (".jsonl", ".ndjson"),
        "nothing",
        json.dumps({"puzzle": EXAMPLE, "info": {"rating": "1.2"}}),
        read_json,
        each(write_json),
        Clues(line=_is_json, near=lambda head: 90 * (head.first.lstrip()[:1] == "{")),
        holds=Holds(marks=True, constraints=True, position="all", digits="any"),
    ),
)
