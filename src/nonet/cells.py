"""Cells have names (``r4c5``) and come in sets; both are needed everywhere, so they live here.

A *cell* is an index in reading order, ``row * size + column``, both from 0: 0-80 on the classic
board. People read and write ``r4c5``: row 4, column 5, both from 1. Code is 0-based, text is 1-based, and
these few functions are the only bridge.

A `CellSet` is an immutable set of cells kept as the bits of one integer, so that intersections
and unions are single operations on a board of any size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from typing import TypeAlias

__all__ = ["Cell", "CellSet", "IntoCells", "cell_index", "cell_name"]

Cell: TypeAlias = int
IntoCells: TypeAlias = "CellSet | Iterable[int | str] | str"

_NAME = re.compile(r"[rR]([1-9][0-9]?)[cC]([1-9][0-9]?)")


def cell_name(cell: Cell, size: int = 9) -> str:
    """Return the name of a cell.

    >>> cell_name(31)
    'r4c5'
    >>> cell_name(255, size=16)
    'r16c16'
    """
    if not 0 <= cell < size * size:
        raise ValueError(f"cell {cell} is not on a {size}x{size} board (0-{size * size - 1})")
    return f"r{cell // size + 1}c{cell % size + 1}"


def cell_index(cell: Cell | str, size: int = 9) -> Cell:
    """Return the index (from 0) of a cell given by name or by index.

    >>> cell_index("r4c5"), cell_index("R4C5"), cell_index(31)
    (31, 31, 31)
    """
    if isinstance(cell, str):
        match = _NAME.fullmatch(cell.strip())
        if not match:
            raise ValueError(f"{cell!r} is not a cell name such as 'r4c5'")
        row, column = int(match[1]), int(match[2])
        if row > size or column > size:
            raise ValueError(f"{cell!r} is not on a {size}x{size} board")
        return (row - 1) * size + column - 1
    index = cell.__index__()
    if not 0 <= index < size * size:
        raise ValueError(f"cell {index} is not on a {size}x{size} board (0-{size * size - 1})")
    return index


class CellSet(Set[Cell]):
    """An immutable set of cells of a board, kept as a bit mask.

    It takes indices, names, or one string of names; it behaves like a `frozenset` of indices that
    iterates in reading order, and prints with names.

    >>> CellSet("r1c1 r1c2") | CellSet([80])
    CellSet('r1c1 r1c2 r9c9')
    >>> list(CellSet("r1c2 r1c1")), "r1c2" in CellSet([1]), CellSet([0, 1]).mask
    ([0, 1], True, 3)
    """

    __slots__ = ("mask", "size")
    mask: int
    size: int

    def __init__(self, cells: IntoCells = (), *, size: int = 9) -> None:
        if isinstance(cells, CellSet):
            if cells.size != size and cells.mask:
                raise ValueError(f"the cells belong to a {cells.size}x{cells.size} board")
            mask = cells.mask
        else:
            if isinstance(cells, str):
                cells = cells.replace(",", " ").split()
            mask = 0
            for cell in cells:
                mask |= 1 << cell_index(cell, size)
        object.__setattr__(self, "mask", mask)
        object.__setattr__(self, "size", size)

    @classmethod
    def from_mask(cls, mask: int, *, size: int = 9) -> CellSet:
        """Return the set whose bit ``i`` says whether cell ``i`` is in it."""
        if mask < 0 or mask >> (size * size):
            raise ValueError(f"mask {mask:#x} has bits outside a {size}x{size} board")
        made = cls(size=size)
        object.__setattr__(made, "mask", mask)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CellSet is immutable")

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, (int, str)):
            return False
        try:
            return bool(self.mask >> cell_index(cell, self.size) & 1)
        except ValueError:
            return False

    def __iter__(self) -> Iterator[Cell]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cells in reading order."""
        return tuple(cell_name(cell, self.size) for cell in self)

    def _mask_of(self, other: object) -> int | None:
        if isinstance(other, CellSet):
            return other.mask if other.size == self.size else None
        if isinstance(other, Iterable):
            return CellSet(other, size=self.size).mask
        return None

    def __and__(self, other: object) -> CellSet:
        mask = self._mask_of(other)
        return NotImplemented if mask is None else self.from_mask(self.mask & mask, size=self.size)

    def __or__(self, other: object) -> CellSet:
        mask = self._mask_of(other)
        return NotImplemented if mask is None else self.from_mask(self.mask | mask, size=self.size)

    def __sub__(self, other: object) -> CellSet:
        mask = self._mask_of(other)
        return NotImplemented if mask is None else self.from_mask(self.mask & ~mask, size=self.size)

    def __xor__(self, other: object) -> CellSet:
        mask = self._mask_of(other)
        return NotImplemented if mask is None else self.from_mask(self.mask ^ mask, size=self.size)

    # Set's own reflected operators would build their answer on a classic board.
    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __rsub__(self, other: object) -> CellSet:
        mask = self._mask_of(other)
        return NotImplemented if mask is None else self.from_mask(mask & ~self.mask, size=self.size)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CellSet):
            return (self.mask, self.size) == (other.mask, other.size)
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        tail = "" if self.size == 9 else f", size={self.size}"
        return f"CellSet({' '.join(self.names)!r}{tail})"

    def __str__(self) -> str:
        return "{" + ", ".join(self.names) + "}"

    def __reduce__(self) -> tuple[object, ...]:
        return _cell_set, (self.mask, self.size)


def _cell_set(mask: int, size: int) -> CellSet:
    """Rebuild a pickled set."""
    return CellSet.from_mask(mask, size=size)
