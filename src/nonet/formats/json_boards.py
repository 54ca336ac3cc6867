"""The board that a JSON value is: a text, a list, or an object with a puzzle and what belongs to it.

nonet's own names are ``puzzle``, ``rules``, ``marks``, ``placed``, ``candidates``, ``givens_known``, ``solution`` and
``info``. Everything else in an object is that of another program: see `nonet.formats.beside`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from nonet.base.cells import board_name, cell_index, cell_name
from nonet.base.digits import side_of
from nonet.base.errors import ParseError, RulesError
from nonet.base.numbers import read_number
from nonet.base.strict_json import Json, JsonObject, is_list_of
from nonet.boards.grid import Candidates, Grid
from nonet.formats.base import SMALLEST, IntoRules
from nonet.formats.beside import Beside, decoded
from nonet.formats.fields import PUZZLE_NAMES, SOLUTION_NAMES, is_board, puzzle_of
from nonet.formats.lists import read_lists
from nonet.formats.messages import board_of_messages, is_question, solution_text
from nonet.formats.objects import Path, fixed_givens, has_objects, is_meant, object_at, puzzle_in
from nonet.formats.own_digits import values_candidates, values_puzzle
from nonet.formats.pages import page_of
from nonet.formats.places import place_of
from nonet.formats.prose import (
    check_sides,
    names_rules,
    shape_of,
    unread_words,
    variant_of,
    words_for_people,
)
from nonet.formats.puzzles import agreed, make_puzzle, rules_for
from nonet.formats.rows import closed_up, row_of, size_of_rows
from nonet.formats.rule_lists import rules_in_list
from nonet.formats.sukaku import marks_from_line, marks_size
from nonet.formats.values import size_of, values_of, wrong_length
from nonet.puzzle import Board, Position, Puzzle
from nonet.rules.variants import is_rule_word, own_digits_in, parse_rules

__all__ = [
    "add_items",
    "board_at",
    "board_of_object",
    "board_of_value",
    "check_no_rule",
    "info_of",
    "own_names",
    "text_of_value",
]

_T = TypeVar("_T")


def board_of_value(value: Json, info: dict[str, str], rules: IntoRules) -> Board:
    """Return the board of a value of any kind."""
    if isinstance(value, dict):
        return board_of_object(value, rules)
    if is_list_of(value, str) and any(len(row) > 1 for row in value):
        value = "\n".join(value)
    if (own := own_digits_in(rules)) is not None and isinstance(value, list):
        return Puzzle(Grid(value, digit_set=own), rules=rules, info=info)
    if isinstance(value, str):
        if own is not None:
            return values_puzzle(value, own, info, rules)
        return _of_rows(value, info, rules) if "\n" in value else puzzle_of(value, info, rules)
    if isinstance(value, list):
        boards = list(read_lists([(1, json.dumps(value, ensure_ascii=False))], rules))
        if len(boards) == 1 and boards[0].board is not None:
            return boards[0].board.with_info(info)
        if len(boards) == 1 and boards[0].error is not None:
            raise ParseError(boards[0].error.reason)
        raise ParseError(f"expected one puzzle per line, found {len(boards)}")
    raise ParseError(
        f"expected a puzzle as text, list or object, found {text_of_value(value)[:40]}"
    )


def board_of_object(value: JsonObject, given: IntoRules) -> Board:
    """Return the board of an object with names such as ``puzzle``, ``rules``, ``marks``, ``placed`` and ``info``.

    What a program has beside the puzzle is read by its shape, or named in ``info["not read"]``.
    """
    # As the empty cells of a table.
    if empty := {name for name in ("marks", *_PLAYED) if value.get(name) == ""}:
        value = {name: item for name, item in value.items() if name not in empty}
    layout = _layout_of(tuple(value))
    if layout.puzzle is not None and layout.is_plain and _is_alone(value, layout):
        info = info_of(value, {layout.puzzle}, layout.solution)
        return board_of_value(value[layout.puzzle], info, given)
    marks, words = value.get("marks"), _rules_text(value.get("rules"))
    has_rules = bool(words) and words_for_people(words or "") is None
    path = _path_of(value, has_own=has_rules or isinstance(marks, str))
    if (path is None and marks is None) or isinstance(value.get("rules"), (list, dict)):
        for name in value:
            check_no_rule(name)
    if path is None and not has_rules and not isinstance(marks, str):
        if (board := board_of_messages(value, given)) is not None:
            return board
        keys = ", ".join(repr(key) for key in list(value)[:12]) or "none"
        raise ParseError(f"expected a key 'puzzle' in the object, found {keys}")
    if path is None and marks is None:
        _check_no_board(value)
    if path is not None and len(path) > 1:
        return board_at(value, path, given)
    info = info_of(value, {*(path or ())[:1], "rules", *own_names(value)}, layout.solution)
    return _board_in(value, path or (), info, given)


def board_at(value: JsonObject, path: Path, given: IntoRules) -> Board:
    """Return the board at a path in an object; its rules and its info are the values beside it."""
    parent = object_at(value, path[:-1])
    solution = _layout_of(tuple(parent)).solution
    texts: JsonObject = {
        name: item
        for name, item in parent.items()
        if isinstance(item, (str, int, float)) and (name == solution or page_of(item) is None)
    }
    if solution is not None:
        texts[solution] = parent[solution]
    return _board_in(
        value, path, info_of(texts, {path[-1], "rules", *own_names(parent)}, solution), given
    )


class _Layout(NamedTuple):
    """The names of an object: that of its puzzle, that of its solution, and those that are info for sure.

    ``is_plain`` says that none of the others is one of nonet's own, or of those that say something about rules.
    """

    puzzle: str | None
    solution: str | None
    read: frozenset[str]
    is_plain: bool


@functools.lru_cache(maxsize=256)
def _layout_of(names: tuple[str, ...]) -> _Layout:
    """Return the layout of an object with these names; the rows of a data set have one."""
    lower = {name.lower(): name for name in reversed(names)}
    puzzle = next((lower[name] for name in PUZZLE_NAMES if name in lower), None)
    solutions = [lower[name] for name in SOLUTION_NAMES if name in lower]
    read = frozenset({*solutions, "info"})
    is_plain = (
        puzzle is not None
        and {"rules", "marks", *_PLAYED}.isdisjoint(names)
        and not names_rules(names)
    )
    return _Layout(puzzle, next(iter(solutions), None), read, is_plain)


def _path_of(value: JsonObject, *, has_own: bool) -> Path | None:
    """Return the path to the puzzle in an object: a usual name, or the shape of a board under another one."""
    layout = _layout_of(tuple(value))
    known = layout.puzzle
    item = None if known is None else value[known]
    if known is not None and _is_alone(value, layout):
        return (known,)
    board = None if has_own and known is None else puzzle_in(value)
    if known is None:
        return None if board is None else board.path
    if is_question(item) or (board is not None and not is_meant(item)):
        return None if board is None else board.path
    return (known,) if board is None or page_of(decoded(item)) is None else board.path


def _is_alone(value: JsonObject, layout: _Layout) -> bool:
    """Whether the puzzle is a plain text, and nothing beside it can be a board: so are most rows of data sets."""
    text = value[layout.puzzle] if layout.puzzle else None
    if not isinstance(text, str) or not SMALLEST**2 <= len(text) <= 81:
        return False
    for name, item in value.items():
        if isinstance(item, str):
            if len(item) < len(text) and item[:1] not in ("[", "{"):
                continue
        elif not isinstance(item, (list, dict)):
            continue
        if (
            name not in layout.read
            and name not in (layout.puzzle, "rules")
            and name not in own_names(value)
        ):
            return False
    return True


def _sized(parent: JsonObject, item: Json, info: dict[str, str], rules: IntoRules) -> Board:
    """Return the board of a value; an error about its length knows the numbers of rows and columns beside it."""
    try:
        return board_of_value(item, info, rules)
    except ParseError:
        rows, columns = parent.get("rows"), parent.get("cols")
        if (
            isinstance(item, str)
            and item.split() == [item]
            and isinstance(rows, int)
            and rows == columns
            and 4 <= rows <= 36
            and len(item) != rows**2
        ):
            raise wrong_length(len(item), column=1, text=item, expected=rows**2) from None
        raise


def _board_in(value: JsonObject, path: Path, info: dict[str, str], given: IntoRules) -> Board:
    """Return the board at a path in an object, or that of its rules or marks alone, with the values beside it."""
    parent = object_at(value, path[:-1])
    words = _rules_text(parent.get("rules"))
    shape = words_for_people(words) if words else None
    if shape is not None and given is None:
        prose = {"ruleset": words or "", "not read": unread_words(words or "")}
        info = info | {name: text for name, text in prose.items() if text}
    words = words if shape is None else None
    variant, unread = variant_of(parent) if words is None and given is None else (None, [])
    rules = words or given or variant or shape or shape_of(parent)
    item, marks, played = (
        decoded(parent[path[-1]]) if path else None,
        parent.get("marks"),
        _played(parent),
    )
    in_parts = isinstance(item, str) and "," in item
    page = page_of(item) if in_parts or isinstance(item, (list, dict)) else None
    fixed, fixed_by = (None, "") if page is None else fixed_givens(value, path, page)
    if isinstance(marks, str):
        result: Board = _with_marks(item, marks, info, rules)
    elif item is None and words:
        result = _empty_board(words, info)
    elif page is not None and (in_parts or fixed is not None or has_objects(item)):
        result = make_puzzle(values_of(fixed or page.cells).values, info, rules)
    else:
        result = _sized(parent, item, info, rules)
    check_sides(parent, result.rules.size)
    if not isinstance(result, Puzzle):
        return result
    result = agreed(result, given) if words else result
    if (
        not unread
        and page is None
        and len(path) == 1
        and _is_alone(value, _layout_of(tuple(value)))
    ):
        return _with_position(result, played)
    beside = Beside(result, unread=unread)
    if page is not None:
        beside.take_page(path[-1], page, is_puzzle=True)
    own = (*path[-1:], fixed_by, "rules", *own_names(parent), *_layout_of(tuple(parent)).read)
    beside.take_all(value, {".".join((*path[:-1], name)) for name in own})
    if played:
        beside.leave_position()
    board = beside.board()
    return _with_position(board, played) if isinstance(board, Puzzle) else board


def own_names(value: JsonObject) -> set[str]:
    """Return the names of an object that are nonet's own, and whose values have its form."""
    return {*_played(value), *(("marks",) if isinstance(value.get("marks"), str) else ())}


def _played(value: JsonObject) -> JsonObject:
    """Return what an object says of a position; a number of this name is a column, such as how many are placed."""
    played = {name: item for name in _PLAYED if (item := value.get(name)) is not None}
    return {
        name: item
        for name, item in played.items()
        if name == "givens_known"
        or isinstance(item, str)
        or (name == "placed" and not isinstance(item, (int, float)))
    }


_PLAYED = ("placed", "candidates", "givens_known")


def check_no_rule(name: str) -> None:
    """Raise `ParseError` for a rule beside the rules; it would silently become info."""
    word = name.strip().lower()
    if is_rule_word(word):
        raise ParseError(
            f"{name!r} is a rule; put it below 'rules', or below 'info' if it is only a remark",
            **place_of(name),
        )


def _check_no_board(value: JsonObject) -> None:
    """Raise `ParseError` for a board under a name that is not that of a puzzle; the board would be empty instead."""
    for name, item in value.items():
        if name.lower() in ("rules", "info", *SOLUTION_NAMES):
            continue
        if isinstance(item, str) and is_board(item):
            raise ParseError(
                f"found no 'puzzle', but a board as {name!r}; write 'puzzle', or put it below 'info'",
                **place_of(name),
            )


def _rules_text(words: Json) -> str | None:
    """Return rules as text of the notation; they are that text, a list, or a mapping."""
    if isinstance(words, (list, dict)):
        return rules_in_list(words if isinstance(words, list) else [words])
    if words is not None and not isinstance(words, str):
        raise ParseError(
            f"expected a text such as \"2x3\" or a list for 'rules', found {text_of_value(words)[:40]}"
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
    """Return the puzzle of a board in rows; spaces separate numbers, or boxes."""
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


def info_of(value: JsonObject, own: set[str | None], solution: str | None) -> dict[str, str]:
    """Return the info of an object: everything but the puzzle."""
    info: dict[str, str] = {}
    for key, item in value.items():
        if key in own or item is None or (key == "info" and isinstance(item, dict)):
            continue
        if key != solution:
            add_items(info, [(key, text_of_value(item))])
        else:
            is_plain = isinstance(item, str) and len(item) == 81
            text = (None if is_plain else solution_text(item)) or text_of_value(item)
            add_items(info, [("solution", text)])
    if isinstance(notes := value.get("info"), dict):
        add_items(info, ((key, text_of_value(item)) for key, item in notes.items()))
    return info


def add_items(items: dict[str, _T], more: Iterable[tuple[str, _T]]) -> None:
    """Add items; one whose name is taken gets another, as a duplicate column does."""
    for name, item in more:
        while name in items:
            name += " 2"
        items[name] = item


def _with_marks(board: Json, marks: Json, info: dict[str, str], rules: IntoRules) -> Puzzle:
    """Return the puzzle of candidates, perhaps with a board of givens."""
    candidates = _candidates("marks", marks, own_digits_in(rules))
    size = candidates.size
    if board is None:
        puzzle = Puzzle(Grid(bytes(size**2)), rules=rules_for(size, rules), info=info)
    else:
        puzzle = Puzzle(board_of_value(board, info, rules))
    if puzzle.marks is not None:
        raise ParseError("expected candidates once, found them in the puzzle and in 'marks'")
    if puzzle.rules.size != size:
        side = puzzle.rules.size
        raise ParseError(f"'marks' is for {board_name(size)}, but the puzzle is {side}x{side}")
    return Puzzle(puzzle, marks=candidates)


def _candidates(name: str, text: Json, own: tuple[int, ...] | None = None) -> Candidates:
    """Return the candidates that an object has by this name; ``own`` are its digits if others than 1 to the size."""
    is_text = isinstance(text, str) and marks_size(len(text)) is not None
    if own is None and not is_text:
        raise ParseError(
            f"expected a text of 729 characters for {name!r}, 9 for each cell of a classic board"
        )
    try:
        return marks_from_line(str(text)) if own is None else values_candidates(str(text), own)
    except ParseError as error:
        raise ParseError(
            f"{name!r}: {error.reason}", text=error.text, column=error.column
        ) from None


def _with_position(puzzle: Puzzle, played: JsonObject) -> Board:
    """Return the position on a puzzle that an object describes. Candidates without givens have unknown ones."""
    if not played:
        return puzzle
    placed, left = played.get("placed"), played.get("candidates")
    known = played.get("givens_known", puzzle.marks is None or any(puzzle.givens))
    if known not in (True, False, "true", "false"):
        raise ParseError(
            f"'givens_known': expected true or false, found {text_of_value(known)[:40]}"
        )
    try:
        position = Position(
            puzzle,
            placed=None if placed is None else _placed(placed, puzzle),
            candidates=None
            if left is None
            else _candidates("candidates", left, puzzle.rules.own_digits),
            givens_known=known not in (False, "false"),
        )
    except RulesError as error:
        raise ParseError(f"'candidates': {error}") from None
    return puzzle if position.is_start else position


def _placed(value: Json, puzzle: Puzzle) -> Grid:
    """Return the placed digits: a board in any form, or digits by the names of cells."""
    size = puzzle.rules.size
    try:
        if isinstance(value, dict):
            values = puzzle.rules.digits
            digits = {
                cell_index(name, size): 1 + values.index(read_number(str(digit), values[-1]))
                for name, digit in value.items()
            }
            grid = Grid(bytes(size**2)).with_digits(digits)
        else:
            grid = Puzzle(board_of_value(value, {}, puzzle.rules)).givens
    except (ParseError, RulesError, ValueError, IndexError, TypeError) as error:
        raise ParseError(f"'placed': {getattr(error, 'reason', error)}") from None
    for cell, (digit, given) in enumerate(zip(grid, puzzle.givens, strict=True)):
        if digit and given not in (0, digit):
            names = puzzle.givens.value(digit), puzzle.givens.value(given)
            raise ParseError(
                f"'placed': {cell_name(cell, size)} is {names[0]}, but the given there is {names[1]}"
            )
    return grid


def text_of_value(value: Json) -> str:
    """Return a value as a text of info: JSON, unless it is a text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
