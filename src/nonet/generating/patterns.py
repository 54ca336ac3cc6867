"""Where the givens of a new puzzle are: symmetries tie cells together, patterns choose the cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TypeAlias

from nonet.base.cells import CellSet, IntoCells, board_name
from nonet.rules import Rules

__all__ = [
    "SYMMETRIES",
    "Parts",
    "idle_lines",
    "maps_of",
    "parts_of",
    "read_pattern",
    "write_pattern",
]

Parts: TypeAlias = tuple[int, ...]
"""Masks of cells that are given together or not at all."""

_Move: TypeAlias = Callable[[int, int, int], tuple[int, int]]


SYMMETRIES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "rotational": (lambda r, c, last: (last - r, last - c),),
    "rotational-90": (lambda r, c, last: (c, last - r),),
    "horizontal": (lambda r, c, last: (last - r, c),),
    "vertical": (lambda r, c, last: (r, last - c),),
    "diagonal": (lambda r, c, last: (c, r),),
    "antidiagonal": (lambda r, c, last: (last - c, last - r),),
}
"""The symmetries by name, each with the moves that generate it: where a row and a column come to lie."""
SYMMETRIES["full"] = SYMMETRIES["rotational-90"] + SYMMETRIES["diagonal"]


def parts_of(size: int, symmetry: str) -> Parts:
    """Return the cells that a symmetry ties together, by their first cells.

    >>> len(parts_of(9, "none")), len(parts_of(9, "rotational")), len(parts_of(9, "full"))
    (81, 41, 15)
    """
    cells, last = size * size, size - 1
    part = [0] * cells
    parts = []
    for start in range(cells):
        if part[start]:
            continue
        tied, todo = 1 << start, [start]
        for cell in todo:  # todo grows
            for move in SYMMETRIES[symmetry]:
                row, column = move(cell // size, cell % size, last)
                other = row * size + column
                if not tied >> other & 1:
                    tied |= 1 << other
                    todo.append(other)
        for cell in todo:
            part[cell] = tied
        parts.append(tied)
    return tuple(parts)


def maps_of(size: int, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """Return the maps of a symmetry but the identity: for each cell of the board the cell that it is mapped to.

    >>> [maps_of(2, symmetry) for symmetry in ("none", "rotational")], len(maps_of(9, "full"))
    ([(), ((3, 2, 1, 0),)], 7)
    """
    last, cells = size - 1, range(size * size)
    moves = [
        tuple(
            row * size + column
            for row, column in (move(cell // size, cell % size, last) for cell in cells)
        )
        for move in SYMMETRIES[symmetry]
    ]
    maps = [tuple(cells)]
    for known in maps:  # found grows
        for move in moves:
            both = tuple(move[cell] for cell in known)
            if both not in maps:
                maps.append(both)
    return tuple(maps[1:])


def read_pattern(pattern: IntoCells, size: int) -> CellSet:
    """Return the cells of a pattern: a set of cells, or text with one character for each cell.

    In text, ``.``, ``0``, ``_`` and ``-`` are cells without a given, any other character is a cell with one. White
    space is skipped; in a drawing with one line for each row it is a cell without a given. Raises `ValueError` if the
    text does not fit the size.

    >>> read_pattern("x..x .... .... x..x", 4).names
    ('r1c1', 'r1c4', 'r4c1', 'r4c4')
    """
    if isinstance(pattern, CellSet):
        if pattern.size != size:
            raise ValueError(
                f"the pattern is for {board_name(pattern.size)}, the rules are for {size}x{size}"
            )
        return pattern
    if not isinstance(pattern, str):
        return CellSet(pattern, size=size)
    characters = "".join(pattern.split())
    lines = pattern.strip("\r\n").splitlines()
    if len(characters) != size * size and len(lines) == size and max(map(len, lines)) <= size:
        characters = "".join(line.ljust(size) for line in lines)
    if len(characters) != size * size:
        raise ValueError(
            f"the pattern has {len(characters)} characters, expected {size * size} for {board_name(size)}"
        )
    return CellSet(
        (cell for cell, character in enumerate(characters) if character not in ".0_- "), size=size
    )


def write_pattern(cells: CellSet) -> str:
    """Return a pattern as one line.

    >>> write_pattern(CellSet([0, 5], size=4))
    'x....x..........'
    """
    return "".join("x" if cell in cells else "." for cell in range(cells.size**2))


def idle_lines(rules: Rules, cells: int) -> tuple[str, str] | None:
    """Return two lines that can be exchanged because no cell of a mask is in them, or None.

    Checked only where all boxes are equal rectangles, or there are none, and without constraints.
    """
    if rules.extra or rules.is_jigsaw or rules.constraints:
        return None
    size = rules.size
    for kind, group, step, width in (
        ("row", rules.box_rows or size, size, 1),
        ("column", rules.box_columns or size, 1, size),
    ):
        line = sum(1 << i * width for i in range(size))
        empty = [i for i in range(size) if not cells & line << i * step]
        for one, other in combinations(empty, 2):
            if one // group == other // group:
                return f"{kind} {one + 1}", f"{kind} {other + 1}"
    return None


def sums_of(parts: Iterable[int]) -> int:
    """Return the numbers of cells that sets of the parts have in all, as the bits of a mask.

    >>> bin(sums_of([0b1, 0b1110]))
    '0b11011'
    """
    sums = 1
    for part in parts:
        sums |= sums << part.bit_count()
    return sums
