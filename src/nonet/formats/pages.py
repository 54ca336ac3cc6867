"""A board as a JSON value: a text, lists of cells, objects that are cells, or cells by their names.

Programs save a board in few ways, under any name. A `Page` is what such a value shows: the digits on the board, which
of them say that they are givens, the notes in the cells, and a solution. Another text is None, never an error:
the caller says what a value should have been.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

from nonet.base.digits import side_of
from nonet.base.numbers import number_of
from nonet.base.strict_json import Json, is_list_of
from nonet.formats.base import SMALLEST
from nonet.formats.cell_objects import Page, page_of_cells
from nonet.formats.cell_values import SEPARATED, SIDES, cell_text, places_of

__all__ = ["Page", "page_of"]

_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+[,.:]? ++[^\W\d_]{2}|https?:")


def page_of(value: Json, size: int | None = None) -> Page | None:
    """Return what a value shows of a board, of a ``size`` if it is known; None for anything else.

    >>> "".join(page_of([[1, None, 0, 0], [0, "2", 0, 0], [0] * 4, "..3."]).cells)
    '1....2........3.'
    >>> "".join(page_of({"r1c1": 1, "r4c4": 2}, 4).cells), page_of([1, 2, 3]), page_of("2024-01-01")
    ('1..............2', None, None)
    """
    if isinstance(value, str):
        page = _text_page(value)
    elif isinstance(value, list):
        page = _list_page(value, size)
    elif isinstance(value, dict):
        page = _object_page(value, size)
    else:
        return None
    return page if page is None or size in (None, page.size) else None


def _cells_page(cells: Sequence[Json]) -> Page | None:
    side = side_of(len(cells))
    if side is None or side not in SIDES:
        return None
    texts = [cell_text(cell, side) for cell in cells]
    return None if None in texts else Page([cell for cell in texts if cell is not None])


# Who recognises a text and who reads it ask for the same page.
@functools.lru_cache(maxsize=16)
def _text_page(text: str) -> Page | None:
    if len(text) == 81 and "\n" not in text:
        return _cells_page(list(text))
    if not SMALLEST**2 <= len(text) <= 36**2 * 4 or _PROSE.search(text):
        return None
    words = SEPARATED.split(text.strip().strip("[]()"))
    joined = "".join(words)
    for cells in (words, list(joined)):
        page = _cells_page(cells) if side_of(len(cells)) in SIDES else None
        if page is not None:
            return page
    return None


def _list_page(items: list[Json], size: int | None) -> Page | None:
    if items and is_list_of(items, dict):
        lists: list[Json] = [row for item in items if (row := _only_list(item)) is not None]
        if len(lists) == len(items) and len(items) in SIDES:
            return _list_page(lists, size)
        return page_of_cells(items, size)
    if len(items) > 36:
        return _cells_page(items) if side_of(len(items)) in SIDES else None
    rows = [cells for item in items if (cells := _cells_of_row(item)) is not None]
    if len(rows) in SIDES and len(rows) == len(items):
        if {len(row) for row in rows} != {len(rows)}:
            return None
        cells = [cell for row in rows for cell in row]
        if any(isinstance(cell, dict) for cell in cells):
            known = [cell if isinstance(cell, dict) else {"value": cell} for cell in cells]
            return page_of_cells(known, len(rows))
        return _cells_page(cells)
    return _cells_page(items) if side_of(len(items)) in SIDES else None


def _cells_of_row(item: Json) -> Sequence[Json] | None:
    """Return the cells of a row: a list, or a text; None for anything else."""
    row = SEPARATED.split(item.strip()) if isinstance(item, str) else item
    if not isinstance(row, list):
        return None
    return list(row[0]) if len(row) == 1 and isinstance(row[0], str) else row


def _only_list(item: Mapping[str, Json]) -> list[Json] | None:
    """Return the one list in an object that is a row, None for any other object."""
    lists = [part for part in item.values() if isinstance(part, list)]
    return lists[0] if len(lists) == 1 and len(lists[0]) in SIDES else None


def _object_page(items: Mapping[str, Json], size: int | None) -> Page | None:
    """Return the page of cells or rows by their names."""
    if not items:
        return None
    rows = list(items.values())
    if len(items) in SIDES and all(isinstance(row, (list, dict)) for row in rows):
        numbers = [number_of(re.sub(r"\D", "", name), 36) for name in items]
        together: list[Json] = [
            list(row.values()) if isinstance(row, dict) else row for row in rows
        ]
        if _count(numbers) or _count([ord(name.lower()[-1]) for name in items if name]):
            page = _list_page(together, size)
            if page is not None:
                return page
    places = places_of(items, size)
    if places is None:
        return None
    side, cells = places
    listed: list[Mapping[str, Json]] = [{} for _ in range(side**2)]
    for cell, item in zip(cells, items.values(), strict=True):
        listed[cell] = item if isinstance(item, dict) else {"value": item}
    return page_of_cells(listed, side)


def _count(numbers: Sequence[int | None]) -> bool:
    """Whether numbers go up one by one."""
    first = numbers[0] if numbers else None
    return first is not None and list(numbers) == list(range(first, first + len(numbers)))
