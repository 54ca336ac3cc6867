"""Which cells of a board touch, and whether a line crosses itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import TypeAlias

__all__ = ["Path", "corners_and_sides", "crosses", "is_connected", "sides"]

Path: TypeAlias = tuple[int, ...]
"""Cells in the order of a line."""


@cache
def corners_and_sides(size: int) -> tuple[Path, ...]:
    """Return for each cell of a board those that share an edge or a corner with it."""
    found = []
    for row, column in (divmod(cell, size) for cell in range(size * size)):
        rows = range(max(0, row - 1), min(size, row + 2))
        columns = range(max(0, column - 1), min(size, column + 2))
        near = [(r, c) for r in rows for c in columns if (r, c) != (row, column)]
        found.append(tuple(r * size + c for r, c in near))
    return tuple(found)


@cache
def sides(size: int) -> tuple[Path, ...]:
    """Return for each cell of a board those that share an edge with it.

    >>> sides(3)[0], sides(3)[4]
    ((1, 3), (1, 3, 5, 7))
    """
    return tuple(
        tuple(c for c in near if c // size == cell // size or c % size == cell % size)
        for cell, near in enumerate(corners_and_sides(size))
    )


def is_connected(cells: Collection[int], size: int) -> bool:
    """Return whether each of some cells can be reached from the others by edges.

    >>> is_connected((0, 1, 4), 3), is_connected((0, 4), 3)
    (True, False)
    """
    reached = [next(iter(cells))]
    for cell in reached:  # grows
        reached += [near for near in sides(size)[cell] if near in cells and near not in reached]
    return len(reached) == len(cells)


def crosses(steps: Iterable[Sequence[int]], size: int) -> bool:
    """Return whether a line with steps from cell to cell crosses itself between four cells.

    >>> crosses([(0, 4), (4, 1), (1, 3)], 3), crosses([(0, 1), (1, 4)], 3)
    (True, False)
    """
    known = {frozenset(step) for step in steps}
    for one, other in known:
        (row, column), (other_row, other_column) = divmod(one, size), divmod(other, size)
        across = frozenset([size * row + other_column, size * other_row + column])
        if row != other_row and column != other_column and across in known:
            return True
    return False
