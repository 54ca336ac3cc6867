"""Boards deeper in a JSON document, as in the data of a website.

Only what is plainly a board is taken: 81 cells as a text or a list, nine lists of nine (or as many as the board has
rows), and what has a name of a puzzle that nonet knows. A full board beside one with open cells is its solution.
``info["name"]`` is the path to the board: ``easy.puzzle_data.puzzle``, ``[0].puzzle``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonet.base.errors import ParseError
from nonet.base.limits import LENGTH
from nonet.base.strict_json import Json, JsonObject, json_or_none, read_json_text
from nonet.formats.base import Clues, Format, IntoRules, Line, Record
from nonet.formats.beside import OF_A_GAME, decoded, is_of_program, is_solved_name
from nonet.formats.cell_values import plain_name
from nonet.formats.fields import PUZZLE_NAMES, Fields
from nonet.formats.json_boards import board_at, board_of_object
from nonet.formats.json_lines import fields_of
from nonet.formats.json_text import BRACKET, depth_of
from nonet.formats.messages import is_conversation, is_question
from nonet.formats.objects import (
    LEAST,
    Path,
    agrees,
    has_objects,
    is_meant,
    pages_in,
    puzzle_in,
    value_at,
)
from nonet.formats.objects import Found as Board
from nonet.formats.pages import Page, page_of
from nonet.formats.prose import words_for_people
from nonet.puzzle import Position, Puzzle

__all__ = ["FORMATS"]

_OWN = ("rules", "marks", "placed", "candidates", "givens_known")

_Path = tuple["str | int", ...]


class _Found(NamedTuple):
    """A board in a document: the path to it, its object and the path in that, and the columns if it is alone in one."""

    path: _Path
    value: JsonObject
    main: Path
    fields: Fields | None = None

    @property
    def name(self) -> str:
        """The path as text.

        >>> _Found(("a", 0, "b"), {}, ("b",)).name
        'a[0].b'
        """
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path)
        return "".join(parts).removeprefix(".")


# -- what is a board -------------------------------------------------------------------------------


def _boards(value: Json, path: _Path = (), *, known: bool = False) -> Iterator[_Found]:
    """Yield the boards in a value, in order; ``known`` says that outside of lists there is none."""
    part = decoded(value)
    if isinstance(part, dict):
        yield from _of_object(part, path, known)
    elif isinstance(part, list) and has_objects(part) and page_of(part) is not None:
        yield _Found(path, {"puzzle": part}, ("puzzle",))
    elif isinstance(part, list):
        for number, item in enumerate(part):
            page = None if isinstance(item, dict) else page_of(item)
            if page is None:
                yield from _boards(item, (*path, number))
            elif len(page.cells) >= LEAST:
                yield _Found((*path, number), {"puzzle": item}, ("puzzle",))


def _of_object(value: JsonObject, path: _Path, known: bool) -> Iterator[_Found]:
    """Yield the puzzle of an object with all that belongs to it, and boards that do not; or those of its parts."""
    pages = [] if known else list(pages_in(value))
    main = puzzle_in(value, pages) if pages else None
    if (damaged := _damaged_name(value)) is not None:
        main = Board((damaged,), Page([]))
    if main is None and is_conversation(value):
        yield _Found(path, value, ())
        return
    if main is None:
        for name, item in value.items():
            yield from _boards(item, (*path, name), known=not pages)
        return
    others = [each for each in pages if _is_other(each, main)]
    if len(main.path) > 1 and (others or any(map(_has_damaged, value.values()))):
        for name, item in value.items():
            if (page := page_of(decoded(item))) is None:
                yield from _boards(item, (*path, name))
            elif not page.is_full and not page.is_blank:
                yield _Found((*path, name), value, (name,))
        return
    named = {each.path[0] for each in others}
    apart = {
        name: list(_apart(item, (*path, name), main, name in named)) for name, item in value.items()
    }
    own = {name: item for name, item in value.items() if not apart[name]}
    for name in value:
        if name == main.path[0]:
            fields = fields_of(value, name) if len(main.path) == 1 else None
            yield _Found((*path, *main.path), own, main.path, fields)
        yield from apart[name]


def _apart(value: Json, path: _Path, main: Board, is_other: bool) -> Iterator[_Found]:
    """Yield the boards in a part of an object that are other puzzles than its own."""
    name, part = str(path[-1]), decoded(value)
    if (
        name == main.path[0]
        or name in _OWN
        or is_of_program(name)
        or not isinstance(part, (str, list, dict))
    ):
        return
    if page_of(part) is not None:
        if is_other:
            yield _Found(path, {name: value}, (name,))
        return
    is_way = OF_A_GAME.search(plain_name(name)) is not None
    yield from (each for each in _boards(part, path) if not is_way or _is_apart(each, main))


def _damaged_name(value: JsonObject) -> str | None:
    """Return the name of a puzzle in an object whose value was meant to be a board and is not."""
    name = next((name for name in value if name.lower() in PUZZLE_NAMES), None)
    item = None if name is None else decoded(value[name])
    is_damaged = is_meant(item) and page_of(item) is None and not is_question(item)
    return name if is_damaged else None


def _has_damaged(value: Json) -> bool:
    """Whether there is such a name in an object or in the objects in it."""
    part = decoded(value)
    if not isinstance(part, dict):
        return False
    return _damaged_name(part) is not None or any(map(_has_damaged, part.values()))


def _is_other(board: Board, main: Board) -> bool:
    """Whether a board is another puzzle, because it is open and does not have the digits of the first."""
    if board.path == main.path or board.page.is_full or is_solved_name(board.path[-1]):
        return False
    if len(board.path) == 1 and len(main.path) == 1 and main.is_named:
        return False  # beside a name of a puzzle it is something that the program keeps
    same_name = board.is_named and board.name == main.name and board.path[:-1] != main.path[:-1]
    return not agrees(board.page, main.page) or (same_name and board.page.cells != main.page.cells)


def _is_apart(entry: _Found, main: Board) -> bool:
    """Whether a board further inside is another puzzle than the one of its object."""
    if not entry.main:
        return True
    page = page_of(value_at(entry.value, entry.main))
    return page is None or not agrees(page, main.page)


# -- reading ---------------------------------------------------------------------------------------


def read_nested_json(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read the boards in each document; a document is a line, or the lines to a bracket at the start of a line."""
    whole: list[Line] = []
    depth = length = 0
    for number, text in lines:
        if not whole and (not text.strip() or text.lstrip().startswith("#")):
            continue
        whole.append((number, text))
        depth, length = depth + depth_of(text), length + len(text)
        # Once all brackets are closed, more lines cannot make it valid JSON: it is tried once.
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
        boards = list(_boards(read_json_text(text)))
        if not boards:
            raise ParseError(
                "expected a board in the JSON, found none: no 81 cells, no nine lists of nine"
            )
    except ParseError as error:
        yield Record.bad(error.moved(lines=first - 1), first, text)
        return
    for entry, place in zip(boards, _places(text, boards), strict=True):
        number, name = first + text.count("\n", 0, place), entry.name
        raw = json.dumps(value_at(entry.value, entry.main), ensure_ascii=False)
        try:
            board = _board(entry, rules)
            named = board.with_info({"name": name, **board.info}) if name else board
            yield Record(named, None, number, raw, entry.fields)
        except ParseError as error:
            problem = ParseError(f"{name}: {error.reason}", line=number)
            yield Record.bad(problem, number, raw, entry.fields)


def _board(entry: _Found, rules: IntoRules) -> Puzzle | Position:
    """Return a board that was found."""
    if entry.main:
        return board_at(entry.value, entry.main, rules)
    return board_of_object(entry.value, rules)  # of the messages in it


def _places(text: str, entries: list[_Found]) -> Iterator[int]:
    """Yield where the board of each path begins in the text: its names are looked for one behind the other."""
    place, before = 0, _Path()
    for path, value, main, _ in entries:
        shared = next(
            (i for i, pair in enumerate(zip(path, before, strict=False)) if pair[0] != pair[1]), 0
        )
        for part in path[shared:]:
            if isinstance(part, str):
                match = re.compile(
                    rf"{re.escape(json.dumps(part, ensure_ascii=False))}\s*:"
                ).search(text, place)
                place = match.end() if match else place
        cells = value_at(value, main)
        if isinstance(cells, str):
            place = max(place, text.find(json.dumps(cells, ensure_ascii=False), place))
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
        items: list[Json] = [item for item in value if isinstance(item, (dict, str))]
        if page_of(value) is not None:
            return has_objects(value)
        return next(_boards(items), None) is not None
    if not isinstance(value, dict) or _is_own(value):
        return False
    if any(name.lower() in PUZZLE_NAMES and is_meant(item) for name, item in value.items()):
        return False
    return next(_boards(value), None) is not None


def _is_own(value: JsonObject) -> bool:
    """Whether an object has names of nonet's own with values of their form."""
    rules, marks = value.get("rules"), value.get("marks")
    notation = isinstance(rules, (list, dict)) or (
        isinstance(rules, str) and bool(rules) and words_for_people(rules) is None
    )
    return notation or isinstance(marks, str) or "givens_known" in value


def _begun(text: str) -> Json:
    """Return the value of a text, or of its beginning up to the last closing bracket; None if it is not JSON."""
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
