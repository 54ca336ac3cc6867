"""The values that cells have in JSON: digits, notes, flags, and the names that say which cell it is."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from nonet.base.numbers import number_of
from nonet.base.strict_json import Json, is_list_of
from nonet.formats.base import SMALLEST

__all__ = [
    "SEPARATED",
    "SIDES",
    "cell_text",
    "flags_of",
    "is_blank",
    "note_of",
    "notes_of_value",
    "places_of",
    "plain_name",
]

_EMPTY = (None, 0, "", " ", "0", ".", "-", "_", "*", "x", "X", "?", -1)
SIDES = range(SMALLEST, 37)
_USUAL_SIDES = (4, 6, 8, 9, 10, 12, 16, 25, 36)

SEPARATED = re.compile(r"[\s,;/|]+")
_FIRST_NAME = re.compile(r"(?:cell|c)?[-_ ]?", re.IGNORECASE)
_PLACE = re.compile(r"[rR]?(\d{1,2})[-_,:;. cC]+(\d{1,2})|[rR](\d{1,2})[cC](\d{1,2})")
_LETTERED = re.compile(r"([A-Za-z])(\d{1,2})")


@functools.lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """Return a name as all spellings of it have it.

    >>> plain_name("userGrid"), plain_name("board_state"), plain_name("pencil-marks")
    ('usergrid', 'boardstate', 'pencilmarks')
    """
    return re.sub(r"[\W_]+", "", name).lower()


def is_blank(value: Json) -> bool:
    """Whether a value says nothing: no value, an empty text, or lists and objects of such values."""
    if isinstance(value, (list, dict)):
        return all(map(is_blank, value.values() if isinstance(value, dict) else value))
    return value is False or value in _EMPTY


def cell_text(cell: Json, size: int) -> str | None:
    """Return a cell as text, ``.`` if it is empty; None for a value that is not a cell of such a board."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return "."
    if isinstance(cell, bool) or not isinstance(cell, (int, float, str)):
        return None
    if isinstance(cell, float):
        if cell != cell:
            return "."  # as a data frame writes no value
        if not cell.is_integer():
            return None
        cell = f"{cell:.0f}"
    if cell in _EMPTY:
        return "."
    text = str(cell).strip()
    if number_of(text, size, least=1, any_script=True) is not None:
        return text
    return text.upper() if size > 9 and len(text) == 1 and text.isalpha() else None


def places_of(names: Iterable[str], size: int | None) -> tuple[int, list[int]] | None:
    """Return the size of a board and the cells of names such as ``r1c1``, ``A1``, ``0,0`` or ``cell-80``, or None.

    Two numbers are row and column, from 0 or from 1; a letter is a row; one number counts the cells.

    >>> places_of(["0,0", "8-8"], None), places_of(["A1", "B2"], 4), places_of(["id", "date"], None)
    ((9, [0, 80]), (4, [0, 5]), None)
    >>> places_of(["10", "11"], 9), places_of(["1", "2", "9"], 9)
    ((9, [10, 11]), None)
    """
    pairs: list[tuple[int, int]] = []
    singles: list[int] = []
    based = 0
    for name in names:
        text = (
            name[match.end() :]
            if (match := _FIRST_NAME.match(name)) and name[match.end() :]
            else name
        )
        place, lettered = (
            _PLACE.fullmatch(name) or _PLACE.fullmatch(text),
            _LETTERED.fullmatch(name),
        )
        if place:
            parts = [number_of(part, 36) for part in place.groups() if part]
            if len(parts) != 2 or None in parts:
                return None
            pairs.append((parts[0] or 0, parts[1] or 0))
            based |= name[:1] in "rR"
        elif lettered and (column := number_of(lettered[2], 36)) is not None:
            pairs.append((ord(lettered[1].upper()) - ord("A") + 1, column))
            based = 1
        elif (single := number_of(text, 36**2)) is not None:
            singles.append(single)
        else:
            return None
    if bool(pairs) == bool(singles):
        return None
    return _from_pairs(pairs, based, size) if pairs else _from_singles(singles, size)


def _from_pairs(
    pairs: Sequence[tuple[int, int]], based: int, size: int | None
) -> tuple[int, list[int]] | None:
    low, high = min(map(min, pairs)), max(map(max, pairs))
    side = size or next((side for side in _USUAL_SIDES if side >= max(high, 9)), 36)
    first = based or int(low > 0 and high == side)
    if high - first >= side or low < first:
        return None
    cells = [(row - first) * side + column - first for row, column in pairs]
    return (side, cells) if len(set(cells)) == len(cells) else None


def _from_singles(singles: Sequence[int], size: int | None) -> tuple[int, list[int]] | None:
    high = max(singles)
    if high <= (size or 9):
        return None  # digits, such as how often each is placed
    side = size or next((side for side in _USUAL_SIDES if side**2 > high and side > 8), 36)
    first = int(high == side**2 and min(singles) > 0)
    if high - first >= side**2 or len(set(singles)) != len(singles):
        return None
    return side, [single - first for single in singles]


# -- notes -----------------------------------------------------------------------------------------


def notes_of_value(value: Json, size: int) -> list[int] | None:
    """Return the notes of a board as masks, 0 for a cell without; None for another value.

    >>> notes_of_value([[[1, 2], []], ["3", ""]], 2) is None
    True
    >>> [mask for mask in notes_of_value({"r1c1": [1, 2], "r1c2": "13"}, 4) if mask]
    [3, 5]
    """
    items: Sequence[Json]
    if isinstance(value, dict):
        if (places := places_of(value, size)) is None:
            rows = list(value.values())
            return notes_of_value(rows, size) if len(rows) in (size, size**2) else None
        by_place = dict(zip(places[1], value.values(), strict=True))
        items = [by_place.get(place) for place in range(size**2)]
    elif isinstance(value, list) and len(value) == size:
        rows = [list(row.values()) if isinstance(row, dict) else row for row in value]
        lists = [row for row in rows if isinstance(row, list) and len(row) == size]
        if len(lists) < size:
            return None
        items = [item for row in lists for item in row]
    elif isinstance(value, list) and len(value) == size**2:
        items = value
    else:
        return None
    if not any(isinstance(item, (list, dict, str)) for item in items):
        return None
    masks = [note_of(item, size) for item in items]
    return None if None in masks else [mask or 0 for mask in masks]


def note_of(value: Json, size: int) -> int | None:
    """Return the digits of a note as a mask: a list, a text, flags, or an object with the digits as names."""
    if value is None or value is False or value == "" or value == 0:
        return 0
    if isinstance(value, dict):
        inside = [part for part in value.values() if isinstance(part, list)]
        if len(inside) == 1:
            return note_of(inside[0], size)
        return note_of([name for name, part in value.items() if part], size)
    if isinstance(value, list):
        is_flags = len(value) in (size, size + 1) and all(part in (0, 1) for part in value)
        if is_flags and (0 in value or value.count(1) > 1):
            flags = value[len(value) - size :]
            return sum(1 << at for at, flag in enumerate(flags) if flag)
        digits = [number_of(str(part), size, least=1) for part in value if part not in _EMPTY]
    elif isinstance(value, str):
        words = SEPARATED.split(value.strip())
        words = list(words[0]) if len(words) == 1 and size < 10 else words
        digits = [number_of(word, size, least=1) for word in words if word not in _EMPTY]
    else:
        return None
    return None if None in digits else sum({1 << digit - 1 for digit in digits if digit})


def flags_of(value: Json, size: int) -> list[bool] | None:
    """Return a board of true and false, None for anything else.

    >>> flags_of([[True, False]], 2) is None, flags_of([[True] * 4] * 4, 4) == [True] * 16
    (True, True)
    """
    if is_list_of(value, list) and len(value) == size:
        value = [flag for row in value for flag in row]
    return value if is_list_of(value, bool) and len(value) == size**2 else None
