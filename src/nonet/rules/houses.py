"""Houses, and the one place that knows those that have a name: diagonals, windows and disjoint groups.

A house is known by its cells. Texts name their houses in many ways or not at all and list them in any order, so `Rules`
let `named` give them the names that people know, and one order. What reads, writes or explains rules needs no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count
from math import isqrt

from nonet.base.cells import CellSet, IntoCells, cell_index, cell_name
from nonet.base.errors import RulesError
from nonet.base.immutable import Immutable

__all__ = [
    "House",
    "cell_set",
    "diagonals",
    "groups",
    "hidden_windows",
    "named",
    "usual",
    "windows",
]


class House(Immutable, compared=("cells.mask", "cells.size")):
    """A set of cells that must hold different digits.

    ``cells`` are names or indices from 0. Two houses are equal if their cells are; ``name`` is for people. `Rules` give
    a house without one its usual name, or a number. Raises `RulesError` for a cell outside the board, a cell that is
    named twice, and no cells at all.

    >>> House("row 1", range(9))
    House('row 1', 'r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9')
    >>> House("pair", "r1c1 r1c2") == House("my pair", "r1c2 r1c1")
    True
    """

    __slots__ = ("cells", "name")
    name: str
    cells: CellSet

    def __init__(self, name: str, cells: CellSet | Iterable[int | str] | str, *, size: int = 9):
        checked = cell_set(name, cells, size)
        if not checked:
            raise RulesError(f"house {name!r} has no cells, expected at least one")
        self._keep(name=name, cells=checked)

    def __repr__(self) -> str:
        tail = "" if self.cells.size == 9 else f", size={self.cells.size}"
        return f"House({self.name!r}, {' '.join(self.cells.names)!r}{tail})"


# -- houses with a name ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def diagonals(size: int = 9) -> tuple[House, ...]:
    """Return the two long diagonals (Sudoku X).

    >>> diagonals(4)[1].cells.names
    ('r1c4', 'r2c3', 'r3c2', 'r4c1')
    """
    down = range(0, size * size, size + 1)
    up = range(size - 1, size * size - 1, size - 1) if size > 1 else [0]
    return House("diagonal down", down, size=size), House("diagonal up", up, size=size)


def windows(size: int, rows: int, columns: int) -> tuple[House, ...]:
    """Return the windows: boxes of this shape with a gap of one cell around each.

    >>> [house.cells.names[0] for house in windows(9, 3, 3)]
    ['r2c2', 'r2c6', 'r6c2', 'r6c6']
    """
    corners = [
        top * size + left
        for top in range(1, size - rows, rows + 1)
        for left in range(1, size - columns, columns + 1)
    ]
    inside = [down * size + right for down in range(rows) for right in range(columns)]
    return tuple(
        House(f"window {number}", [corner + step for step in inside], size=size)
        for number, corner in enumerate(corners, 1)
    )


def hidden_windows() -> tuple[House, ...]:
    """Return what the four windows of a 9x9 board leave of their rows and columns: five more houses, windows 5 to 9.

    >>> [house.cells.names[0] for house in hidden_windows()]
    ['r1c2', 'r1c6', 'r2c1', 'r6c1', 'r1c1']
    """
    first, second, between = (1, 2, 3), (5, 6, 7), (0, 4, 8)
    lines = [(between, first), (between, second), (first, between), (second, between)]
    lines += [(between, between)]
    return tuple(
        House(f"window {number}", [9 * row + column for row in rows for column in columns])
        for number, (rows, columns) in enumerate(lines, 5)
    )


def groups(size: int, rows: int, columns: int) -> tuple[House, ...]:
    """Return the disjoint groups: for each place in a box of this shape the cells at this place of all boxes.

    >>> groups(9, 3, 3)[0].cells.names[:4]
    ('r1c1', 'r1c4', 'r1c7', 'r4c1')
    """
    corners = [
        top * size + left for top in range(0, size, rows) for left in range(0, size, columns)
    ]
    return tuple(
        House(
            f"group {place + 1}",
            [corner + place // columns * size + place % columns for corner in corners],
            size=size,
        )
        for place in range(rows * columns)
    )


@lru_cache(maxsize=64)
def usual(size: int, rows: int = 0, columns: int = 0) -> Mapping[str, tuple[House, ...]]:
    """Return the houses with a usual name by their word of the notation, in the order in which rules have them.

    ``rows`` and ``columns`` are those of a box. A board without boxes has the houses of the squarest ones.

    >>> {word: len(houses) for word, houses in usual(9).items()}
    {'diagonals': 2, 'windoku': 4, 'disjoint': 9}
    """
    side = isqrt(size)
    if not rows:
        rows = next(rows for rows in range(side, 0, -1) if size % rows == 0)
        columns = size // rows
    houses = {"diagonals": diagonals(size)}
    # What is called windows is square where it can be.
    if min(rows, columns) > 1 or side * side == size:
        shape = (side, side) if side * side == size else (rows, columns)
        houses["windoku"] = windows(size, *shape)
    houses["disjoint"] = groups(size, rows, columns)
    return houses


def named(houses: Iterable[House], size: int, rows: int = 0, columns: int = 0) -> tuple[House, ...]:
    """Return houses, each once, by their usual names and in the one order that rules have.

    ``rows`` and ``columns`` are those of a box. Diagonals come first, then all windows, then all disjoint groups, then
    the others by their cells. A house that has a name keeps it; one without any that is not known gets a number.

    >>> shuffled = [House("", house.cells) for house in (*windows(9, 3, 3), *reversed(diagonals(9)))]
    >>> [house.name for house in named([House("", "r1c1 r9c9"), *shuffled], 9)][1:]
    ['diagonal up', 'window 1', 'window 2', 'window 3', 'window 4', 'extra region 1']
    """
    left: dict[int, House] = {}  # by the mask of their cells
    names: dict[int, set[str]] = {}
    for house in houses:
        mask = house.cells.mask
        left.setdefault(mask, house)
        names.setdefault(mask, set()).add(house.name)
    ordered: list[House] = []
    for word, known in _usual_by_mask(size, rows, columns).items() if left else ():
        if word == "diagonals" or known.keys() <= left.keys():
            for mask in known:
                if mask in left:
                    del left[mask]
                    ordered.append(_shown(known[mask], names[mask], known[mask].name))
    numbers = (f"extra region {number}" for number in count(1))
    taken = set[str]().union(*(names[mask] for mask in left))
    for mask, house in sorted(left.items(), key=lambda item: tuple(item[1].cells)):
        usual_name = "" if any(names[mask]) else next(n for n in numbers if n not in taken)
        ordered.append(_shown(house, names[mask], usual_name))
    return tuple(ordered)


@lru_cache(maxsize=64)
def _usual_by_mask(size: int, rows: int, columns: int) -> dict[str, dict[int, House]]:
    known = usual(size, rows, columns).items()
    return {word: {house.cells.mask: house for house in houses} for word, houses in known}


def _shown(house: House, names: set[str], usual_name: str) -> House:
    """Return a house by the name it was given, if any; of several, the first of the alphabet."""
    name = min(names - {"", usual_name}, default=usual_name)
    return house if house.name == name else House(name, house.cells)


# -- cells -----------------------------------------------------------------------------------------


def cell_set(name: str, cells: IntoCells, size: int) -> CellSet:
    """Return the cells of a house or region; one that is named twice is a mistake."""
    if isinstance(cells, CellSet):
        return cells
    if isinstance(cells, str):
        cells = cells.replace(",", " ").split()
    try:
        indices = [cell_index(cell, size) for cell in cells]
    except (ValueError, IndexError) as error:
        raise RulesError(f"{name}: {error}") from None
    if len(set(indices)) != len(indices):
        twice = next(cell for i, cell in enumerate(indices) if cell in indices[:i])
        raise RulesError(f"{name}: {cell_name(twice, size)} is named twice")
    mask = 0
    for cell in indices:
        mask |= 1 << cell
    return CellSet.from_mask(mask, size=size)
