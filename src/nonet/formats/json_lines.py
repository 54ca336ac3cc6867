"""JSON lines: one object per line, which can hold everything that a puzzle has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nonet.base.cells import board_name, cell_index, cell_name
from nonet.base.digits import side_of
from nonet.base.errors import ParseError, RulesError
from nonet.base.numbers import read_number
from nonet.base.strict_json import read_json_line
from nonet.boards.grid import Candidates, Grid
from nonet.formats.base import Clues, Format, Holds, IntoRules, Line, Record, each, each_line
from nonet.formats.fields import (
    PUZZLE_NAMES,
    SOLUTION_NAMES,
    Fields,
    is_board,
    puzzle_of,
    rules_in_words,
)
from nonet.formats.lists import read_lists
from nonet.formats.places import place_of
from nonet.formats.puzzles import EXAMPLE, agreed, rules_for
from nonet.formats.rows import closed_up, row_of, size_of_rows
from nonet.formats.rule_lists import rules_in_list
from nonet.formats.sukaku import marks_from_line, marks_size
from nonet.formats.values import size_of
from nonet.puzzle import Board, Position, Puzzle
from nonet.rules.variants import is_rule_word, jumps, parse_rules

__all__ = [
    "FORMATS",
    "board_of_object",
    "check_no_rule",
    "fields_of",
    "parse_json",
    "position_object",
]


def parse_json(line: str, rules: IntoRules = None) -> Board:
    """Read a JSON value: an object with a puzzle, the text of a board or a sukaku, or a list."""
    value = read_json_line(line)
    try:
        return _value(value, {}, rules)
    except ParseError as error:
        raise ParseError(error.reason, column=_column_in(line, error)) from None


def read_json(
    lines: Iterable[Line], rules: IntoRules = None, column: str | None = None
) -> Iterator[Record]:
    """Read a value per line; the keys of an object are its columns.

    ``column`` names the key of the puzzle.
    """
    found = _READ(lines, rules) if column is None else _of_key(column)(lines, rules)
    for record in found:
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
        info = _info(value, {column}, solution if solution != column else None)
        return _value(value[column], info, rules)

    return each_line(parse)


def fields_of(value: Any, column: str | None = None) -> Fields | None:
    """Return the columns of an object, with those below ``info``; None if it has a position or candidates."""
    if not isinstance(value, dict) or "marks" in value or _played(value):
        return None
    lower = {key.lower(): key for key in reversed(value)}
    key = column or next((lower[name] for name in PUZZLE_NAMES if name in lower), "puzzle")
    columns = {name: item for name, item in value.items() if name != "info"}
    more = value.get("info", {})
    _add(columns, (more if isinstance(more, dict) else {"info": more}).items())
    return Fields(columns.items(), puzzle=key, object=value)


def _column_in(line: str, error: ParseError) -> int | None:
    """Return the column of an error on the line, if its text stands there as it is."""
    start = line.find(f'"{error.text}"') if error.text else -1
    return start + 1 + error.column if start >= 0 and error.column else None


def _value(value: Any, info: dict[str, str], rules: IntoRules) -> Board:
    if isinstance(value, dict):
        return board_of_object(value, rules)
    if isinstance(value, list) and value and all(isinstance(row, str) for row in value):
        value = "\n".join(value) if any(len(row) > 1 for row in value) else value
    if isinstance(value, str):
        return _of_rows(value, info, rules) if "\n" in value else puzzle_of(value, info, rules)
    if isinstance(value, list):
        found = list(read_lists([(1, json.dumps(value, ensure_ascii=False))], rules))
        if len(found) == 1 and found[0].board is not None:
            return found[0].board.with_info(info)
        if len(found) == 1 and found[0].error is not None:
            raise ParseError(found[0].error.reason)
        raise ParseError(f"expected one puzzle per line, found {len(found)}")
    raise ParseError(f"expected a puzzle as text, list or object, found {_text(value)[:40]}")


def board_of_object(value: dict[str, Any], given: IntoRules) -> Board:
    """Return the board of an object with names such as ``puzzle``, ``rules``, ``marks``, ``placed`` and ``info``."""
    lower = {key.lower(): key for key in reversed(value)}
    key = next((lower[name] for name in PUZZLE_NAMES if name in lower), None)
    marks, words = value.get("marks"), _rules_text(value.get("rules"))
    if (key is None and marks is None) or isinstance(value.get("rules"), (list, dict)):
        for name in value:
            check_no_rule(name)
    if key is None and marks is None and not words:
        keys = ", ".join(repr(key) for key in list(value)[:12]) or "none"
        raise ParseError(f"expected a key 'puzzle' in the object, found {keys}")
    if key is None and marks is None:
        _check_no_board(value)
    rules = words or given
    played = _played(value)
    own = {key, "marks", "rules", *played}
    info = _info(value, own, next((lower[name] for name in SOLUTION_NAMES if name in lower), None))
    board = None if key is None else value[key]
    if marks is not None:
        found: Board = _with_marks(board, marks, info, rules)
    elif board is None and words:
        found = _empty_board(words, info)
    else:
        found = _value(board, info, rules)
    if isinstance(found, Puzzle):
        found = _with_position(agreed(found, given) if words else found, played)
    return found


def _played(value: dict[str, Any]) -> dict[str, Any]:
    """Return what an object says of a position; a number of this name is a column, such as how many are placed."""
    found = {name: item for name in _PLAYED if (item := value.get(name)) is not None}
    return {
        name: item
        for name, item in found.items()
        if name == "givens_known" or not isinstance(item, (int, float))
    }


_PLAYED = ("placed", "candidates", "givens_known")


def check_no_rule(name: str) -> None:
    """Raise `ParseError` for a rule that stands beside the rules; it would be info without a word."""
    word = name.strip().lower()
    if is_rule_word(word):
        raise ParseError(
            f"{name!r} is a rule; put it below 'rules', or below 'info' if it is only a remark",
            **place_of(name),
        )


def _check_no_board(value: dict[str, Any]) -> None:
    """Raise `ParseError` for a board under a name that is not that of a puzzle; the board would be empty instead."""
    for name, item in value.items():
        if name.lower() in ("rules", "info", *SOLUTION_NAMES):
            continue
        if isinstance(item, str) and is_board(item):
            raise ParseError(
                f"found no 'puzzle', but a board as {name!r}; write 'puzzle', or put it below 'info'",
                **place_of(name),
            )


def _rules_text(words: Any) -> str | None:
    """Return rules as text of the notation; they are that text, a list, or a mapping."""
    if isinstance(words, (list, dict)):
        return rules_in_list(words if isinstance(words, list) else [words])
    if words is not None and not isinstance(words, str):
        raise ParseError(
            f"expected a text such as \"2x3\" or a list for 'rules', found {_text(words)[:40]}"
        )
    return words


def _empty_board(words: str, info: dict[str, str]) -> Puzzle:
    """Return the puzzle of rules without givens."""
    try:
        rules = parse_rules(words)
    except RulesError as error:
        raise ParseError(str(error)) from None
    return Puzzle(Grid(bytes(rules.size**2)), rules=rules, info=info)


def _of_rows(text: str, info: dict[str, str], rules: IntoRules) -> Puzzle:
    """Return the puzzle of a board in rows; spaces stand between numbers, or between boxes."""
    together = "".join(text.split())
    rows = [row for row in text.split("\n") if row.strip()]
    is_square = side_of(len(together)) == len(rows)
    wrong = _wrong_row(rows, rules)
    if wrong is not None and is_square:
        raise wrong
    try:
        return puzzle_of(together if is_square else " ".join(text.split()), info, rules)
    except ParseError:
        if wrong is not None:
            raise wrong from None
        raise


def _wrong_row(rows: list[str], rules: IntoRules) -> ParseError | None:
    """Return the error for the first row with too few or too many cells, or for too few or too many rows."""
    counts = [len(closed_up(row_of(number, row))) for number, row in enumerate(rows, 1)]
    if len(rows) < 2 or counts == [len(rows)] * len(rows):
        return None
    size = size_of(rules) or size_of_rows(counts)
    for number, count in enumerate(counts, 1):
        if count != size:
            reason = f"row {number} has {count} cell{'s' * (count != 1)}, expected {size}"
            return ParseError(reason, text=rows[number - 1])
    return ParseError(f"found {len(rows)} rows of {size} cells, expected {size} rows")


def _info(value: dict[str, Any], own: set[str | None], solution: str | None) -> dict[str, str]:
    """Return the info of an object: everything but the puzzle."""
    info: dict[str, str] = {}
    items = ((key, item) for key, item in value.items() if key not in own and item is not None)
    for key, item in items:
        if key != "info" or not isinstance(item, dict):
            _add(info, [("solution" if key == solution else key, _text(item))])
    if isinstance(value.get("info"), dict):
        _add(info, ((key, _text(item)) for key, item in value["info"].items()))
    return info


def _add(found: dict[str, Any], more: Iterable[tuple[str, Any]]) -> None:
    """Add items; one whose name is taken gets another, as a column that stands twice does."""
    for name, item in more:
        while name in found:
            name += " 2"
        found[name] = item


def _with_marks(board: Any, marks: Any, info: dict[str, str], rules: IntoRules) -> Puzzle:
    """Return the puzzle of candidates, perhaps with a board of givens."""
    found = _candidates("marks", marks)
    size = found.size
    if board is None:
        puzzle = Puzzle(Grid(bytes(size**2)), rules=rules_for(size, rules), info=info)
    else:
        puzzle = Puzzle(_value(board, info, rules))
    if puzzle.marks is not None:
        raise ParseError("expected candidates once, found them in the puzzle and in 'marks'")
    if puzzle.rules.size != size:
        side = puzzle.rules.size
        raise ParseError(f"'marks' is for {board_name(size)}, but the puzzle is {side}x{side}")
    return Puzzle(puzzle, marks=found)


def _candidates(name: str, text: Any) -> Candidates:
    """Return the candidates that an object has by this name."""
    if not isinstance(text, str) or marks_size(len(text)) is None:
        raise ParseError(
            f"expected a text of 729 characters for {name!r}, 9 for each cell of a classic board"
        )
    try:
        return marks_from_line(text)
    except ParseError as error:
        raise ParseError(
            f"{name!r}: {error.reason}", text=error.text, column=error.column
        ) from None


def _with_position(puzzle: Puzzle, played: dict[str, Any]) -> Board:
    """Return the position on a puzzle that an object describes. Candidates without givens have unknown ones."""
    if not played:
        return puzzle
    placed, left = played.get("placed"), played.get("candidates")
    known = played.get("givens_known", puzzle.marks is None or any(puzzle.givens))
    if known not in (True, False, "true", "false"):
        raise ParseError(f"'givens_known': expected true or false, found {_text(known)[:40]}")
    try:
        found = Position(
            puzzle,
            placed=None if placed is None else _placed(placed, puzzle),
            candidates=None if left is None else _candidates("candidates", left),
            givens_known=known not in (False, "false"),
        )
    except RulesError as error:
        raise ParseError(f"'candidates': {error}") from None
    return puzzle if found.is_start else found


def _placed(value: Any, puzzle: Puzzle) -> Grid:
    """Return the placed digits: a board in any form, or digits by the names of cells."""
    size = puzzle.rules.size
    try:
        if isinstance(value, dict):
            digits = {
                cell_index(name, size): read_number(str(digit), size)
                for name, digit in value.items()
            }
            grid = Grid(bytes(size**2)).with_digits(digits)
        else:
            grid = Puzzle(_value(value, {}, puzzle.rules)).givens
    except (ParseError, RulesError, ValueError, IndexError, TypeError) as error:
        raise ParseError(f"'placed': {getattr(error, 'reason', error)}") from None
    for cell, (digit, given) in enumerate(zip(grid, puzzle.givens, strict=True)):
        if digit and given not in (0, digit):
            raise ParseError(
                f"'placed': {cell_name(cell, size)} is {digit}, but the given there is {given}"
            )
    return grid


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def position_object(board: Board) -> dict[str, Any]:
    """Return what an object says of marks and a position: ``marks``, ``placed``, ``candidates``, ``givens_known``."""
    value: dict[str, Any] = {}
    if board.marks is not None:
        value["marks"] = board.marks.text()
    if isinstance(board, Position):
        if any(board.placed):
            value["placed"] = board.placed.text()
        if board.removed:
            value["candidates"] = Candidates.from_masks(board.masks).text()
        if not board.givens_known:
            value["givens_known"] = False
    return value


def write_json(puzzle: Board) -> str:
    """Write an object with ``puzzle``, and with ``rules``, what `position_object` says, ``solution`` and ``info``."""
    value: dict[str, Any] = {"puzzle": puzzle.givens.text()}
    if words := rules_in_words(puzzle):
        value["rules"] = words
    value |= position_object(puzzle)
    info = dict(puzzle.info)
    if "solution" in info:
        value["solution"] = info.pop("solution")
    if info:
        value["info"] = info
    return json.dumps(value)


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
        holds=Holds(marks=True, constraints=True, position="all"),
    ),
)
