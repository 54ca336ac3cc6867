"""Boards that stand deeper in a JSON document, as the data of a website has them.

Only what is plainly a board is taken: 81 cells as a text or a list, nine lists of nine (or as many as the board has
rows), and what has a name of a puzzle that nonet knows. A full board beside one with open cells is its solution.
``info["name"]`` is the path to the board: ``easy.puzzle_data.puzzle``, ``[0].puzzle``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from nonet.base.digits import side_of
from nonet.base.errors import ParseError
from nonet.base.limits import LENGTH
from nonet.base.numbers import number_of
from nonet.base.strict_json import json_or_none, read_json_text
from nonet.formats.base import SMALLEST, Clues, Format, IntoRules, Line, Record
from nonet.formats.fields import PUZZLE_NAMES, Fields, is_board
from nonet.formats.json_lines import board_of_object, fields_of
from nonet.formats.json_text import BRACKET, depth_of
from nonet.formats.text import has_word

__all__ = ["FORMATS"]

_SOLVED = re.compile("solution|solved|answer", re.IGNORECASE)
_OWN = ("rules", "marks", "placed", "candidates", "givens_known")
_LEAST = 81  # cells of a board under a name that says nothing
_EMPTY = (None, 0, "", " ", "0", ".", "-", "_", "*", "x", -1)

_Path = tuple["str | int", ...]


class _Found(NamedTuple):
    """A board in a document: the path to it, the object that describes it, and the columns if it is alone in one."""

    path: _Path
    value: dict[str, Any]
    fields: Fields | None = None

    @property
    def name(self) -> str:
        """The path as text.

        >>> _Found(("a", 0, "b"), {}).name
        'a[0].b'
        """
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path)
        return "".join(parts).removeprefix(".")


# -- what is a board -------------------------------------------------------------------------------


def _cells(value: Any) -> list[str] | None:
    """Return the cells of a value that is plainly a board, with ``.`` for the empty ones; None for anything else.

    >>> _cells([[1, None], [0, "2"]]), _cells("12345"), _cells([[1, 0, 0, 0]] * 4) == list("1...") * 4
    (None, None, True)
    """
    if isinstance(value, str):
        text = "".join(value.split()) if "\n" in value else value
        value = list(text) if is_board(text) else None
    elif isinstance(value, list) and value:
        if all(isinstance(row, (list, str)) and len(row) == len(value) > 1 for row in value):
            value = [cell for row in value for cell in row]
        side = side_of(len(value))
        if side is None or side < SMALLEST or not all(_is_cell(cell, side) for cell in value):
            return None
    else:
        return None
    return value and ["." if cell in _EMPTY else str(cell) for cell in value]


def _is_cell(cell: Any, size: int) -> bool:
    if isinstance(cell, bool) or not isinstance(cell, (int, str, type(None))):
        return False
    return cell in _EMPTY or number_of(str(cell), size, least=1, any_script=True) is not None


def _is_meant(value: Any) -> bool:
    """Whether the value of a name of a puzzle is a board, perhaps a damaged one."""
    if (isinstance(value, str) and len(value) == 81) or _cells(value) is not None:
        return True
    if isinstance(value, str):
        return len(value) >= 64 and not has_word(value)
    if not isinstance(value, list) or len(value) < 8:
        return False
    rows = all(isinstance(row, (list, str)) and 6 <= len(row) <= 36 for row in value)
    return rows or (len(value) >= 64 and not any(isinstance(cell, (list, dict)) for cell in value))


def _boards(value: Any, path: _Path = ()) -> Iterator[_Found]:
    """Yield the boards in a value, in order."""
    if isinstance(value, dict):
        yield from _of_object(value, path)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            cells = _cells(item)
            if cells is None:
                yield from _boards(item, (*path, number))
            elif len(cells) >= _LEAST:
                yield _Found((*path, number), {"puzzle": item})


def _of_object(value: dict[str, Any], path: _Path) -> Iterator[_Found]:
    """Yield the board that has a name of a puzzle, or else the boards in an object."""
    boards = {name: cells for name, item in value.items() if (cells := _cells(item)) is not None}
    lower = {name.lower(): name for name in reversed(value)}
    known = next((lower[name] for name in PUZZLE_NAMES if name in lower), None)
    if known is not None and _is_meant(value[known]):
        puzzles = [known]
    else:
        open_ones = [name for name, cells in boards.items() if "." in cells]
        puzzles = [
            name
            for name in open_ones or boards
            if len(boards[name]) >= _LEAST and not _SOLVED.search(name)
        ]
    solutions = [name for name, cells in boards.items() if name not in puzzles and "." not in cells]
    for name, item in value.items():
        if name in puzzles:
            own = {key: value[key] for key in _OWN if value.get(key) is not None}
            info = {
                key: text if isinstance(text, str) else json.dumps(text)
                for key, text in value.items()
                if isinstance(text, (str, int, float)) and key not in (*boards, *own, name)
            }
            if solutions:
                info["solution"] = "".join(boards[solutions[0]])
            fields = fields_of(value, name) if len(puzzles) == 1 else None
            yield _Found((*path, name), {"puzzle": item, "info": info, **own}, fields)
        elif name not in boards and name not in _OWN:
            yield from _boards(item, (*path, name))


# -- reading ---------------------------------------------------------------------------------------


def read_nested_json(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read the boards in each document; a document is a line, or the lines to a bracket that stands first in a line."""
    whole: list[Line] = []
    depth = length = 0
    for number, text in lines:
        if not whole and (not text.strip() or text.lstrip().startswith("#")):
            continue
        whole.append((number, text))
        depth, length = depth + depth_of(text), length + len(text)
        # Once all brackets are closed, more lines make no JSON of what is none: it is tried once.
        may_end = len(whole) == 1 or (depth == 0 and text[:1] in "}]")
        if may_end and length <= LENGTH and _is_whole(whole):
            yield from _document(whole, rules)
            whole, depth, length = [], 0, 0
        elif may_end and len(whole) > 1:
            length = LENGTH + 1
    if whole:
        yield from _document(whole, rules)


def _is_whole(lines: list[Line]) -> bool:
    text = "\n".join(text for _, text in lines)
    return text.strip() == "null" or json_or_none(text) is not None


def _document(lines: list[Line], rules: IntoRules) -> Iterator[Record]:
    first, text = lines[0][0], "\n".join(text for _, text in lines)
    try:
        found = list(_boards(read_json_text(text)))
        if not found:
            raise ParseError(
                "expected a board in the JSON, found none: no 81 cells, no nine lists of nine"
            )
    except ParseError as error:
        if error.line is not None:
            error.line += first - 1
        yield Record.bad(error, first, text)
        return
    for each, place in zip(found, _places(text, found), strict=True):
        number, value, name = first + text.count("\n", 0, place), each.value, each.name
        raw = json.dumps(value["puzzle"], ensure_ascii=False)
        try:
            board = board_of_object(value, rules)
            named = board.with_info({"name": name, **board.info})
            yield Record(named, None, number, raw, each.fields)
        except ParseError as error:
            problem = ParseError(f"{name}: {error.reason}", line=number)
            yield Record.bad(problem, number, raw, each.fields)


def _places(text: str, found: list[_Found]) -> Iterator[int]:
    """Yield where the board of each path begins in the text: its names are looked for one behind the other."""
    place, before = 0, _Path()
    for path, value, _ in found:
        shared = next(
            (i for i, pair in enumerate(zip(path, before, strict=False)) if pair[0] != pair[1]), 0
        )
        for part in path[shared:]:
            if isinstance(part, str):
                match = re.compile(
                    rf"{re.escape(json.dumps(part, ensure_ascii=False))}\s*:"
                ).search(text, place)
                place = match.end() if match else place
        if isinstance(value["puzzle"], str):
            place = max(place, text.find(json.dumps(value["puzzle"], ensure_ascii=False), place))
        yield place
        before = path


# -- recognising -----------------------------------------------------------------------------------


def _is_nested(text: str) -> bool:
    """Whether a text begins a document whose first board is not named as a puzzle in an object for itself."""
    start = text.lstrip()[:1]
    if not start or start not in "[{" or text.count('"') < 2:
        return False
    value = _begun(text)
    if isinstance(value, list):
        items = [item for item in value if isinstance(item, (dict, str))]
        return _cells(value) is None and next(_boards(items), None) is not None
    if not isinstance(value, dict) or not value.keys().isdisjoint(_OWN):
        return False
    if any(name.lower() in PUZZLE_NAMES and _is_meant(item) for name, item in value.items()):
        return False
    return next(_boards(value), None) is not None


def _begun(text: str) -> Any:
    """Return the value of a text, or of its beginning up to the last closing bracket; None if it is no JSON."""
    if (value := json_or_none(text)) is not None:
        return value
    open_ones, end, depth = list[str](), 0, 0
    for match in BRACKET.finditer(text):
        if match[0] in "[{":
            open_ones.append("]" if match[0] == "[" else "}")
        elif match[0] in "]}":
            if not open_ones or open_ones.pop() != match[0]:
                return None
            end, depth = match.end(), len(open_ones)
    return json_or_none(text[:end] + "".join(reversed(open_ones[:depth])))


_EXAMPLE = """\
{
  "easy": {
    "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
  }
}"""

FORMATS = (
    Format(
        "nested-json",
        "boards anywhere in a JSON document; the path to each is its name",
        (),
        "everything: it is not written",
        _EXAMPLE,
        read_nested_json,
        None,
        Clues(
            line=lambda text: _is_nested(text) if text.rstrip()[-1:] in ("}", "]") else False,
            sure=lambda head: head.first.lstrip()[:1] in ("[", "{") and _is_nested(head.joined),
        ),
        separator=None,
        whole=True,
    ),
)
