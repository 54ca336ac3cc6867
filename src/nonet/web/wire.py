"""What travels between the page and the library: boards, rules and errors as JSON objects.

A cell is its index in reading order, a mask has bit ``digit - 1``. A board in a request is an object as `board_object`
makes it, or text in any format that nonet reads. What a request gets wrong is a `RequestError`, which names the place.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from nonet.base.errors import (
    LimitReached,
    MissingExtra,
    NonetError,
    ParseError,
    RulesError,
    TimeLimitReached,
)
from nonet.base.masks import indices_of
from nonet.base.strict_json import read_json_text
from nonet.boards.grid import Candidates, Grid
from nonet.formats import records
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution, PuzzleError, Stuck
from nonet.rules import CLASSIC, House, Rules
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.marks import mark_json
from nonet.rules.sight import sight_of
from nonet.rules.variants import format_rules, parse_rules, some_rules
from nonet.web import answers
from nonet.words.messages import Value

__all__ = [
    "RequestError",
    "board_object",
    "check_fields",
    "error_object",
    "found_object",
    "is_whole",
    "read_flag",
    "read_json",
    "read_position",
    "read_rules",
    "rules_object",
    "shown",
]

_MAX_MESSAGE = 1000  # characters; a sentence that quotes a request can be as long as the request
_MAX_HOUSES = 128  # extra houses of a board in a request
_MAX_WORDS = 1000  # of rules in a request: each constraint is one


class RequestError(NonetError, ValueError):
    """A request that cannot be answered; ``status`` is the HTTP status, ``code`` the kind of the error."""

    code: str
    status: int

    def __init__(self, message: str, *, code: str = "bad_request", status: int = 400) -> None:
        super().__init__(message)
        self._keep(code=code, status=status)


# -- requests -------------------------------------------------------------------------------------


def read_json(body: bytes) -> Mapping[str, object]:
    """Return the JSON object of a request's body.

    >>> read_json(b'{"limit": 2}')
    {'limit': 2}
    """
    try:
        request = read_json_text(body.decode(), most=len(body))
    except UnicodeDecodeError:
        raise RequestError("expected JSON in UTF-8, found other bytes") from None
    except ParseError as error:
        raise RequestError(str(error)) from None
    if not isinstance(request, dict):
        raise RequestError(f"expected a JSON object, got {shown(request)}")
    return request


def shown(value: object) -> str:
    """Return a value as JSON, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (RecursionError, ValueError):
        text = type(value).__name__
    return text if len(text) <= 40 else f"{text[:37]}..."


def check_fields(place: str, value: Mapping[str, object], known: Sequence[str]) -> None:
    """Raise `RequestError` if an object of a request has an unknown field; the request itself has no place."""
    for name in value:
        if name not in known:
            where = f" in {place}" if place else ""
            raise RequestError(
                f"unknown field {shown(name)}{where}; known fields: {', '.join(known)}"
            )


def read_flag(name: str, value: object) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise RequestError(f"{name} must be true or false, got {shown(value)}")
    return value


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _numbers(name: str, value: object, count: int, most: int) -> list[int]:
    """Return a list of ``count`` numbers from 0 to ``most``."""
    if not isinstance(value, list):
        raise RequestError(f"{name} must be a list of {count} numbers, got {shown(value)}")
    if len(value) != count:
        raise RequestError(f"{name} has {len(value)} numbers, expected {count}")
    for at, number in enumerate(value):
        if not is_whole(number) or not 0 <= number <= most:
            raise RequestError(f"{name}[{at}] must be 0 to {most}, got {shown(number)}")
    return value


# -- boards ---------------------------------------------------------------------------------------


_BOARD_FIELDS = tuple(answers.Board.__annotations__)


def read_position(name: str, value: object, rules: Rules | str | None = None) -> Position:
    """Return the board of a request: an object, or text in any format."""
    if isinstance(value, str):
        position = _position_in_text(value, rules)
    elif isinstance(value, dict):
        position = _position_in_object(name, value, rules)
    else:
        raise RequestError(f"{name} must be a board or text, got {shown(value)}")
    position.rules.require_usual_digits("the web app")
    return position


def _position_in_text(text: str, rules: Rules | str | None) -> Position:
    """Return the only board in a text. The text is never taken for the name of a file."""
    boards = list(records(io.StringIO(text), errors="raise", rules=rules))
    if len(boards) != 1:
        raise ParseError(f"expected one puzzle, found {len(boards)}", line=boards[1].line)
    board = boards[0].board
    assert board is not None  # an error would have been raised
    return Position.of(board)


def _position_in_object(name: str, value: dict[str, object], rules: Rules | str | None) -> Position:
    check_fields(name, value, _BOARD_FIELDS)
    own = read_rules(f"{name}.rules", value.get("rules"))
    givens = value.get("givens")
    if not isinstance(givens, list):
        raise RequestError(f"{name}.givens must be a list of numbers, got {shown(givens)}")
    size = round(len(givens) ** 0.5)
    if size * size != len(givens) or not 1 <= size <= 36:
        raise RequestError(
            f"{name}.givens has {len(givens)} numbers, expected 81 or another square"
        )
    digits = _numbers(f"{name}.givens", givens, size * size, size)
    if own is not None and rules is not None and own != rules:
        raise RequestError(f"{name}.rules and rules differ; give one of them")
    own_rules = own if own is not None else rules
    shape = Puzzle(Grid(bytes(size * size)), rules=own_rules).rules
    sukaku = value.get("candidates")
    marks = None
    if sukaku is not None:
        masks = _numbers(f"{name}.candidates", sukaku, size * size, (1 << size) - 1)
        marks = Candidates.from_masks(masks)
    puzzle = Puzzle(Grid(bytes(digits)), rules=shape, marks=marks)
    return _played(name, value, puzzle)


def _played(name: str, value: dict[str, object], puzzle: Puzzle) -> Position:
    """Return a puzzle with the digits and marks of its player."""
    size = puzzle.rules.size
    placed, kept = value.get("placed"), value.get("marks")
    digits = list(puzzle.givens)
    if placed is not None:
        digits = [*_numbers(f"{name}.placed", placed, size * size, size)]
        for cell, given in enumerate(puzzle.givens):
            if given and digits[cell] not in (0, given):
                raise RequestError(
                    f"{name}.placed[{cell}] must be the given {given} or 0, got {digits[cell]}"
                )
            digits[cell] |= given
    every = (1 << size) - 1
    marks = [0] * size * size
    if kept is not None:
        marks = _numbers(f"{name}.marks", kept, size * size, every)
    known = value.get("givens_known")
    is_known = known is None or read_flag("givens_known", known)
    pairs = zip(digits, marks, strict=True)
    masks = [1 << (digit - 1) if digit else mark or every for digit, mark in pairs]
    left = Candidates.from_masks(masks, placed=bytes(digits))
    return Position(puzzle, candidates=left, givens_known=is_known)


def found_object(board: Board) -> answers.Found:
    """Return the beginning of an answer with a board: its object, and its givens on a line."""
    return {"board": board_object(board), "line": board.givens.text()}


def board_object(board: Board) -> answers.Board:
    """Return a board as an object; the position is left out at the beginning of a game.

    >>> board = board_object(Puzzle("1... ..3. .4.. ...2"))
    >>> board["givens"][:4], board["rules"]["text"], sorted(board)
    ([1, 0, 0, 0], '2x2', ['givens', 'rules'])
    """
    data: answers.Board = {"rules": rules_object(board.rules), "givens": list(board.givens)}
    if board.marks is not None:
        data["candidates"] = list(board.marks.masks)
    if isinstance(board, Position):
        data["placed"] = list(board.grid)
        pairs = zip(board.grid, board.masks, strict=True)
        data["marks"] = [0 if digit else mask for digit, mask in pairs]
        if not board.givens_known:
            data["givens_known"] = False
    return data


# -- rules ----------------------------------------------------------------------------------------

_RULES_FIELDS = tuple(answers.Rules.__annotations__)
_HOUSE_FIELDS = tuple(answers.House.__annotations__)
_CONSTRAINT_FIELDS = tuple(answers.Constraint.__annotations__)


def rules_object(rules: Rules) -> answers.Rules:
    """Return rules as an object. ``sees``: for each cell those that must differ from it because of constraints alone.

    >>> found = rules_object(parse_rules("2x3 diagonals"))
    >>> found["text"], found["boxes"], found["regions"][:6], found["extra"][0]["name"]
    ('2x3 diagonals', [2, 3], [0, 0, 0, 1, 1, 1], 'diagonal down')
    """
    data: answers.Rules = {
        "size": rules.size,
        "text": "classic" if rules.is_classic else format_rules(rules),
        "boxes": _boxes(rules),
        "regions": _regions(rules),
        "extra": [{"name": house.name, "cells": list(house.cells)} for house in rules.extra],
        "constraints": [_constraint_object(each, rules) for each in rules.constraints],
    }
    if rules.constraints:
        pairs = zip(sight_of(rules, is_plain=True).masks, rules.peers, strict=True)
        data["sees"] = [list(indices_of(mask & ~peers.mask)) for mask, peers in pairs]
    return data


def _boxes(rules: Rules) -> list[int] | None:
    return [rules.box_rows, rules.box_columns] if rules.box_rows and rules.box_columns else None


def _regions(rules: Rules) -> list[int]:
    return list(rules.region_of) if rules.regions else [-1] * rules.size**2


def _constraint_object(constraint: Constraint, rules: Rules) -> answers.Constraint:
    """Return a constraint: its notation, its cells, its sentence as a key with values, and its marks."""
    key, values = rules.sentence(constraint)
    on_board = [name for name in constraint.cells if name in rules.space]
    return {
        "word": constraint.word,
        "text": constraint.notation,
        "cells": list(rules.space.indices(on_board)),
        "sentence": {
            "key": key,
            "values": {name: _plain_value(part) for name, part in values.items()},
        },
        "marks": [mark_json(mark) for mark in constraint.marks(rules.space)],
    }


def _plain_value(value: object) -> object:
    """Return a value of a sentence for JSON: what the catalogues have a message for is its kind and its parts."""
    if isinstance(value, Value):
        return {"kind": value.kind, "parts": _plain_value(value.parts)}
    if isinstance(value, Mapping):
        return {name: _plain_value(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain_value(item) for item in value]
    return value if value is None or isinstance(value, (bool, int)) else str(value)


def read_rules(name: str, value: object) -> Rules | str | None:
    """Return the rules of a request; text that needs the size of the board stays text."""
    if value is None:
        return None
    if isinstance(value, str):
        return _rules_in_text(value)
    if not isinstance(value, dict):
        raise RequestError(f"{name} must be an object or text, got {shown(value)}")
    check_fields(name, value, _RULES_FIELDS)
    size = 9 if value.get("size") is None else value["size"]
    if not is_whole(size) or not 1 <= size <= 36:
        raise RequestError(f"{name}.size must be 1 to 36, got {shown(size)}")
    text = value.get("text")
    if text is not None:
        if not isinstance(text, str):
            raise RequestError(f"{name}.text must be text, got {shown(text)}")
        parsed = _rules_in_text(text)
        rules = parse_rules(parsed, size=size) if isinstance(parsed, str) else parsed
        if rules is not None:
            _expect_same(name, value, rules)
        return rules
    for field in ("constraints", "sees"):
        if value.get(field):
            raise RequestError(f"{name}.{field} needs {name}.text, which says all constraints")
    rules = _rules_in_object(name, value, size)
    if value.get("boxes") is not None:
        _expect_same(name, value, rules)
    return rules


def _expect_same(name: str, value: dict[str, object], rules: Rules) -> None:
    """Raise `RequestError` if a field of rules says something else than their text, or else their boxes."""
    houses = [
        _house(f"{name}.extra[{at}]", house, rules.size).cells
        for at, house in enumerate(
            _list(f"{name}.extra", value.get("extra"), _MAX_HOUSES, "houses")
        )
    ]
    words = []
    for at, each in enumerate(
        _list(f"{name}.constraints", value.get("constraints"), _MAX_WORDS, "constraints")
    ):
        place = f"{name}.constraints[{at}]"
        if not isinstance(each, dict):
            raise RequestError(f"{place} must be an object, got {shown(each)}")
        check_fields(place, each, _CONSTRAINT_FIELDS)
        words.append(each.get("text"))
    same = {
        "size": value.get("size") == rules.size,
        "boxes": value.get("boxes") == _boxes(rules),
        "regions": value.get("regions") == _regions(rules),
        "extra": sorted(map(tuple, houses)) == sorted(tuple(each.cells) for each in rules.extra),
        "constraints": words == [each.notation for each in rules.constraints],
    }
    layout = "text" if value.get("text") is not None else "boxes"
    for field, is_same in same.items():
        if value.get(field) is not None and not is_same:
            raise RequestError(
                f"{name}.{field} and {name}.{layout} differ, got {shown(value[field])}"
                f" for {shown(value[layout])}; give one of them"
            )


def _list(name: str, value: object, most: int, of: str) -> list[object]:
    """Return a list of up to ``most`` objects; null is an empty one."""
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most:
        raise RequestError(f"{name} must be a list of up to {most:,} {of}, got {shown(value)}")
    return value


def _rules_in_text(text: str) -> Rules | str | None:
    words = text.strip()
    if words.lower() == "classic":
        return CLASSIC
    if len(words.split()) > _MAX_WORDS:
        raise RulesError(f"expected at most {_MAX_WORDS:,} words, got {len(words.split()):,}")
    if words:
        # Those that do not fit one board are an error of the board.
        some_rules(words).require_usual_digits("the web app")
    return words or None


def _rules_in_object(name: str, value: dict[str, object], size: int) -> Rules:
    """Return rules that have no text: from boxes or regions, and extra houses."""
    extra = _list(f"{name}.extra", value.get("extra"), _MAX_HOUSES, "houses")
    houses = [_house(f"{name}.extra[{at}]", house, size) for at, house in enumerate(extra)]
    boxes, regions = value.get("boxes"), value.get("regions")
    if boxes is not None:
        rows, columns = _numbers(f"{name}.boxes", boxes, 2, 36)
        return Rules(size=size, box_rows=rows, box_columns=columns, extra=houses)
    if regions is None:
        return Rules(size=size, extra=houses)
    if not isinstance(regions, list) or len(regions) != size * size:
        raise RequestError(f"{name}.regions must be a list of {size * size} numbers")
    if all(region == -1 for region in regions):
        return Rules(size=size, regions=(), extra=houses)
    numbers = _numbers(f"{name}.regions", regions, size * size, size - 1)
    sets = [[cell for cell, n in enumerate(numbers) if n == region] for region in range(size)]
    return Rules(size=size, regions=sets, extra=houses)


def _house(name: str, value: object, size: int) -> House:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise RequestError(f"{name} must have a name and cells, got {shown(value)}")
    check_fields(name, value, _HOUSE_FIELDS)
    cells = value.get("cells")
    if not isinstance(cells, list) or len(cells) > size:
        raise RequestError(f"{name}.cells must be a list of up to {size} cells")
    return House(
        value["name"], _numbers(f"{name}.cells", cells, len(cells), size**2 - 1), size=size
    )


# -- errors ---------------------------------------------------------------------------------------

_NO_MEMORY = "the question needs more memory than there is"
"""The message where Python has none."""

_CODES: tuple[tuple[type[Exception], str, int], ...] = (
    (ParseError, "parse_error", 422),
    (RulesError, "rules_error", 422),
    (Conflict, "conflict", 422),
    (NoSolution, "no_solution", 422),
    (MultipleSolutions, "multiple_solutions", 422),
    (PuzzleError, "puzzle_error", 422),
    (Stuck, "stuck", 422),
    (LimitReached, "limit_reached", 422),
    (TimeLimitReached, "limit_reached", 422),
    (MissingExtra, "missing_extra", 422),
    (MemoryError, "memory", 422),
    (ValueError, "bad_request", 400),
)


def error_object(error: BaseException) -> tuple[int, answers.ErrorAnswer]:
    """Return the HTTP status of an error and its object; an error that no request should cause has the status 500.

    >>> error_object(ParseError("expected 81 cells, found 80", line=3))
    (422, {'error': {'code': 'parse_error', 'message': 'line 3: expected 81 cells, found 80', 'line': 3}})
    """
    if isinstance(error, RequestError):
        return error.status, {"error": {"code": error.code, "message": str(error)}}
    row = next((row for row in _CODES if isinstance(error, row[0])), None)
    if row is None:
        message = f"the server failed to answer ({type(error).__name__})"
        return 500, {"error": {"code": "internal_error", "message": message}}
    _, code, status = row
    message = str(error) or _NO_MEMORY
    if len(message) > _MAX_MESSAGE:
        message = message[:_MAX_MESSAGE] + "…"
    data: answers.Error = {"code": code, "message": message}
    if isinstance(error, Conflict):
        data["cells"] = list(error.cells)
    if isinstance(error, MultipleSolutions):
        pairs = enumerate(zip(*error.examples, strict=True))
        data["cells"] = [cell for cell, (one, other) in pairs if one != other]
    if isinstance(error, ParseError):
        if error.line is not None:
            data["line"] = error.line
        if error.column is not None:
            data["column"] = error.column
    return status, {"error": data}
