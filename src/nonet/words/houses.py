"""How a house is named in a sentence; the catalogue has the words."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.base.numbers import LARGEST, number_of
from nonet.words.messages import Value

__all__ = ["named_house"]

_NUMBERED = ("row", "column", "box", "region", "window", "group")
_DIAGONALS = {"diagonal down": "diagonal_down", "diagonal up": "diagonal_up"}


def named_house(name: str, cells: Iterable[int] = (), size: int = 9) -> Value:
    """Return a house by its name; by its cells too, if it is a window or a disjoint group.

    The number of such a house is not on the board, so its message has the cells at its ends, and the rows and columns
    of a window in pieces.
    """
    kind, _, word = name.partition(" ")
    place = number_of(word, LARGEST) if kind in _NUMBERED else None
    if place is not None:
        parts: dict[str, object] = {"kind": kind, "n": place}
        held = sorted(cells)
        if kind == "window" and held:
            parts |= _window(held, size)
        elif kind == "group" and held:
            parts |= {"kind": "placed_like", "first": _cell(held[0], size)}
        return Value("house", parts)
    if name in _DIAGONALS:
        return Value("house", {"kind": _DIAGONALS[name]})
    return Value("house", {"kind": "named", "name": name})


def _window(cells: list[int], size: int) -> dict[str, object]:
    """Return what names a window: its corners, or its rows and columns if these are not beside each other."""
    rows, columns = (sorted({at(cell, size) + 1 for cell in cells}) for at in _LINES)
    if len(rows) * len(columns) != len(cells):
        return {}
    if all(lines[-1] - lines[0] == len(lines) - 1 for lines in (rows, columns)):
        return {"kind": "span", "first": _cell(cells[0], size), "last": _cell(cells[-1], size)}
    return {"kind": "crossing", "rows": rows, "columns": columns}


_LINES = (int.__floordiv__, int.__mod__)


def _cell(cell: int, size: int) -> Value:
    return Value("cell", {"row": cell // size + 1, "column": cell % size + 1})
