"""Which part of an object of JSON is the puzzle, and which of its digits are givens.

A name of a puzzle decides, if its value is a board. Otherwise the shape does: the board with the fewest digits is the
puzzle where several belong together, because a player adds digits. Where the board as played has the name of
a puzzle, another board has its beginning, or true and false say which cells are fixed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from nonet.base.strict_json import Json, JsonObject
from nonet.formats.beside import decoded, is_of_program, is_played_name, is_solved_name
from nonet.formats.cell_values import flags_of, is_blank, places_of, plain_name
from nonet.formats.fields import PUZZLE_NAMES
from nonet.formats.messages import is_conversation
from nonet.formats.pages import Page, page_of
from nonet.formats.text import has_word

__all__ = [
    "LEAST",
    "Found",
    "Path",
    "fixed_givens",
    "has_objects",
    "is_meant",
    "object_at",
    "pages_in",
    "puzzle_in",
    "value_at",
]

Path = tuple[str, ...]

_MORE_NAMES = (
    "mission", "initial", "initialgrid", "original", "originalboard", "start", "startinggrid", "unsolved",
    "problem", "puzzlestring", "puzzlegrid", "puzzleboard", "sudokustring", "sudokugrid", "cells", "value",
)  # fmt: skip
"""Names of a puzzle that are usual in JSON alone, without their signs between words."""

_PUZZLE_NAMES = frozenset(map(plain_name, PUZZLE_NAMES))
_NAMES = {plain_name(name): rank for rank, name in enumerate((*PUZZLE_NAMES, *_MORE_NAMES))}
_OF_BOARDS = re.compile("grid|board|puzzle|sudoku|cell|given|initial|original|start|clue|matrix")
_STARTED = re.compile(
    "initial|original|start|given|clue|fixed|base|template|puzzle|unsolved|problem|mission"
)
_WEAK = ("sudoku", "grid", "board", "cells", "value", "question")
"""Names of a puzzle under which a program may keep the board as played."""

_FIXED = re.compile("fixed|given|lock|initial|prefill|original|static|readonly|clue")
_FREE = re.compile("editable|mutable|userfilled|changeable")
LEAST = 81  # cells of a board under a name that says nothing


class Found(NamedTuple):
    """A board in an object: the path to it and what it shows."""

    path: Path
    page: Page

    @property
    def name(self) -> str:
        """Its name as all spellings of it have it."""
        return plain_name(self.path[-1])

    @property
    def is_named(self) -> bool:
        """Whether the name is that of a puzzle."""
        return self.rank < len(_NAMES)

    @property
    def rank(self) -> int:
        """How surely the name is that of a puzzle, 0 most."""
        return _NAMES.get(self.name, len(_NAMES))


def is_meant(value: Json) -> bool:
    """Whether the value of a name of a puzzle is a board, perhaps a damaged one."""
    if (isinstance(value, str) and len(value) == 81) or page_of(value) is not None:
        return True
    if isinstance(value, str):
        return len(value) >= 64 and not has_word(value)
    if not isinstance(value, list) or len(value) < 8:
        return False
    rows = all(isinstance(row, (list, str)) and 6 <= len(row) <= 36 for row in value)
    return rows or (len(value) >= 64 and not any(isinstance(cell, (list, dict)) for cell in value))


def has_objects(value: Json) -> bool:
    """Whether a board has objects for its cells, or names for them."""
    return isinstance(value, dict) or (isinstance(value, list) and any(map(has_objects, value)))


def agrees(page: Page, with_page: Page) -> bool:
    """Whether two boards have the same digits where both are filled."""
    pairs = zip(page.cells, with_page.cells, strict=False)
    return page.size == with_page.size and all("." in pair or pair[0] == pair[1] for pair in pairs)


def value_at(value: Json, path: Path) -> Json:
    """Return the part of an object at a path, None where it has none."""
    for name in path:
        value = decoded(value[name]) if isinstance(value, dict) else None
    return value


def object_at(value: JsonObject, path: Path) -> JsonObject:
    """Return the object at a path in another one."""
    part = value_at(value, path)
    return part if isinstance(part, dict) else {}


def pages_in(value: Mapping[str, Json], path: Path = ()) -> Iterator[Found]:
    """Yield the boards in an object and in the objects in it, not in its lists."""
    for name, item in value.items():
        part = decoded(item)
        if not isinstance(part, (str, list, dict)) or is_blank(part):
            continue
        page = page_of(part)
        if page is not None:
            if not page.is_blank or name.lower() in PUZZLE_NAMES:
                yield Found((*path, name), page)
        elif isinstance(part, dict):
            yield from pages_in(part, (*path, name))


def puzzle_in(value: Mapping[str, Json], pages: Iterable[Found] | None = None) -> Found | None:
    """Return the board in an object that is its puzzle, None if it has none; ``pages`` are its boards, if known.

    >>> one, two = "1" + "." * 80, "12" + "." * 79
    >>> puzzle_in({"game": {"board": two, "start": one}}).path, puzzle_in({"title": "none"})
    (('game', 'start'), None)
    """
    asks = is_conversation(value)
    boards = [
        candidate
        for candidate in (pages_in(value) if pages is None else pages)
        if not asks or candidate.name in _PUZZLE_NAMES
        if candidate.is_named
        or (
            not (is_solved_name(candidate.path[-1]) or is_of_program(candidate.path[-1]))
            and (len(candidate.page.cells) >= LEAST or _OF_BOARDS.search(candidate.name))
        )
    ]
    open_ones = [candidate for candidate in boards if not candidate.page.is_full]
    if not open_ones:
        named = [candidate for candidate in boards if not is_played_name(candidate.path[-1])]
        return min(named or boards, key=lambda candidate: candidate.rank, default=None)
    unplayed = [
        candidate for candidate in open_ones if not is_played_name(".".join(candidate.path))
    ]
    main = min(unplayed or open_ones, key=lambda candidate: (candidate.rank, len(candidate.path)))
    if main.is_named and main.name not in _WEAK:
        return main
    earlier = [
        candidate
        for candidate in open_ones
        if _begins(candidate.page, main.page)
        and (_STARTED.search(candidate.name) or not main.is_named)
    ]
    return min(earlier, key=lambda candidate: -candidate.page.cells.count("."), default=main)


def _begins(page: Page, later: Page) -> bool:
    """Whether a board has some of the digits of another one, and no others."""
    if page.size != later.size or page.is_blank or page.cells == later.cells:
        return False
    return all(one in (".", two) for one, two in zip(page.cells, later.cells, strict=True))


def fixed_givens(value: JsonObject, path: Path, page: Page) -> tuple[list[str] | None, str]:
    """Return the givens of a board as played, if a value beside it says which cells are fixed, and the name of it.

    >>> page = page_of("12" + "." * 14)
    >>> givens, name = fixed_givens({"board": 0, "fixed": [[True] + [False] * 3, *[[False] * 4] * 3]}, ("board",), page)
    >>> "".join(givens), name
    ('1...............', 'fixed')
    """
    if page.givens is not None:
        return page.givens, ""
    for name, item in object_at(value, path[:-1]).items():
        plain = plain_name(name)
        if name == path[-1] or not (_FIXED.search(plain) or _FREE.search(plain)):
            continue
        flags = flags_of(decoded(item), page.size) or _listed(decoded(item), page.size)
        if flags is None:
            continue
        if _FREE.search(plain):
            flags = [not flag for flag in flags]
        pairs = list(zip(page.cells, flags, strict=True))
        if any(flag for _, flag in pairs) and all(cell != "." for cell, flag in pairs if flag):
            return [cell if flag else "." for cell, flag in pairs], name
    return None, ""


def _listed(value: Json, size: int) -> list[bool] | None:
    """Return which cells a list has: names, numbers, or rows and columns."""
    if not isinstance(value, list) or not value:
        return None
    names = [
        f"{item[0]},{item[1]}"
        if isinstance(item, list) and len(item) == 2
        else f"{item['row']},{item['col']}"
        if isinstance(item, dict) and {"row", "col"} <= item.keys()
        else str(item)
        for item in value
    ]
    places = places_of(names, size)
    if places is None:
        return None
    listed = set(places[1])
    return [cell in listed for cell in range(size**2)]
