"""Cells, their names (``r4c5``) and sets of them.

A *cell* is an index in reading order, ``row * size + column``, all from 0: 0-80 on the classic board. People read and
write ``r4c5``: row 4, column 5, both from 1. Code counts from 0 and text from 1; the functions here convert.

A `CellSet` is an immutable set of cells, kept as the bits of one integer: intersections and unions are single
operations on a board of any size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import TypeAlias, overload

from nonet.base.immutable import Immutable
from nonet.base.numbers import read_number

__all__ = [
    "Cell",
    "CellKey",
    "CellSet",
    "IntoCells",
    "board_name",
    "cell_index",
    "cell_name",
    "cells_at",
]

Cell: TypeAlias = int
CellKey: TypeAlias = "int | str | slice | tuple[int | slice, int | slice]"
IntoCells: TypeAlias = "CellSet | Iterable[int | str] | str"

_NAME = re.compile(r"[rR]([1-9][0-9]?)[cC]([1-9][0-9]?)")


def board_name(size: int) -> str:
    """Return the words for a board of a size, for messages.

    >>> board_name(9), board_name(8)
    ('a 9x9 board', 'an 8x8 board')
    """
    return f"{'an' if size in (8, 11, 18) else 'a'} {size}x{size} board"


def cell_name(cell: Cell, size: int = 9) -> str:
    """Return the name of a cell.

    Raises `IndexError` for a cell outside the board.

    >>> cell_name(31)
    'r4c5'
    >>> cell_name(255, size=16)
    'r16c16'
    """
    if not 0 <= cell < size * size:
        raise _outside(cell, size)
    return f"r{cell // size + 1}c{cell % size + 1}"


def cell_index(cell: Cell | str, size: int = 9) -> Cell:
    """Return the index (from 0) of a cell given by name or by index.

    Raises `ValueError` for text that is not a name, and `IndexError` for a cell outside the board.

    >>> cell_index("r4c5"), cell_index("R4C5"), cell_index(31)
    (31, 31, 31)
    """
    if isinstance(cell, str):
        match = _NAME.fullmatch(cell.strip())
        if not match:
            raise ValueError(f"expected a cell name such as 'r4c5', got {cell!r}")
        row, column = read_number(match[1]), read_number(match[2])
        if row > size or column > size:
            raise IndexError(f"{cell} is outside {board_name(size)}")
        return (row - 1) * size + column - 1
    index = cell.__index__()
    if not 0 <= index < size * size:
        raise _outside(index, size)
    return index


@overload
def cells_at(key: int | str | tuple[int, int], size: int = 9) -> int: ...
@overload
def cells_at(key: CellKey, size: int = 9) -> int | tuple[int | tuple[int, ...], ...]: ...
def cells_at(key: CellKey, size: int = 9) -> int | tuple[int | tuple[int, ...], ...]:
    """Return the cell or the cells that a subscript of a board means.

    A name, an index, or a row and a column (both from 0) mean one cell; negative numbers count from the end. A slice
    means a tuple of cells, two slices a tuple of rows. Raises `IndexError` outside the board.

    >>> cells_at("r1c1"), cells_at(-1), cells_at((0, 8)), cells_at(slice(0, 3)), cells_at((slice(None), 8))
    (0, 80, 8, (0, 1, 2), (8, 17, 26, 35, 44, 53, 62, 71, 80))
    >>> cells_at((slice(0, 2), slice(0, 3)))
    ((0, 1, 2), (9, 10, 11))
    """
    if isinstance(key, str):
        return cell_index(key, size)
    if isinstance(key, slice):
        return tuple(range(size * size)[key])
    if isinstance(key, tuple):
        if len(key) != 2:
            raise IndexError(f"expected a row and a column, got {len(key)} numbers")
        rows, columns = (
            _line(k, size, name) for k, name in zip(key, ("row", "column"), strict=True)
        )
        if isinstance(rows, range):
            return tuple(_in_row(row, columns, size) for row in rows)
        return _in_row(rows, columns, size)
    index = key.__index__()
    if not -size * size <= index < size * size:
        raise _outside(index, size)
    return index % (size * size)


def _line(key: int | slice, size: int, name: str) -> int | range:
    """Return the row or column of a number, those of a slice as a range."""
    if isinstance(key, slice):
        return range(size)[key]
    index = key.__index__()
    if not -size <= index < size:
        raise IndexError(
            f"{name} {index} is outside {board_name(size)}, which has {name}s 0 to {size - 1}"
        )
    return index % size


def _in_row(row: int, columns: int | range, size: int) -> int | tuple[int, ...]:
    if isinstance(columns, range):
        return tuple(row * size + column for column in columns)
    return row * size + columns


def _outside(cell: int, size: int) -> IndexError:
    return IndexError(
        f"cell {cell} is outside {board_name(size)}, which has cells 0 to {size * size - 1}"
    )


class CellSet(Immutable, Set[Cell]):
    """An immutable set of cells of a board, kept as a bit mask.

    ``cells`` are indices, names, or one string of names. The set behaves like a `frozenset` of indices that iterates in
    reading order and prints names. ``mask`` has bit ``i`` set if cell ``i`` is in the set.

    Raises `ValueError` for text that is not a name or a set of another size, and `IndexError` for a cell outside the
    board.

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
                raise ValueError(
                    f"expected cells of {board_name(size)}, got {cells.size}x{cells.size}"
                )
            mask = cells.mask
        else:
            if isinstance(cells, str):
                cells = cells.replace(",", " ").split()
            mask = 0
            for cell in cells:
                mask |= 1 << cell_index(cell, size)
        _set_mask(self, mask)
        _set_size(self, size)

    @classmethod
    def from_mask(cls, mask: int, *, size: int = 9) -> CellSet:
        """Return the set of the cells whose bits are set."""
        if mask < 0 or mask >> (size * size):
            raise ValueError(f"mask {mask:#x} has bits outside {board_name(size)}")
        made = cls(size=size)
        _set_mask(made, mask)
        return made

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, (int, str)):
            return False
        try:
            return bool(self.mask >> cell_index(cell, self.size) & 1)
        except (ValueError, IndexError):
            return False

    def __iter__(self) -> Iterator[Cell]:
        return iter(_cells_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cells in reading order."""
        return _names_of(self.mask, self.size)

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
        return Set.__eq__(self, other)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        tail = "" if self.size == 9 else f", size={self.size}"
        return f"CellSet({' '.join(self.names)!r}{tail})"

    def __str__(self) -> str:
        return "{" + ", ".join(self.names) + "}"


# The slots, past `__setattr__`: twice as fast as `object.__setattr__`.
_set_mask, _set_size = (CellSet.__dict__[name].__set__ for name in ("mask", "size"))


@lru_cache(maxsize=4096)
def _cells_of(mask: int) -> tuple[Cell, ...]:
    """Return the cells of a mask in order. Sets of cells are few and are read often."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@lru_cache(maxsize=4096)
def _names_of(mask: int, size: int) -> tuple[str, ...]:
    return tuple(cell_name(cell, size) for cell in CellSet.from_mask(mask, size=size))
