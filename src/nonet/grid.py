"""The two boards: `Grid` holds one digit or nothing per cell, `Candidates` a set of digits per cell.

Both are immutable values that compare, hash, pickle and print; a change makes a new one. Both read
the plainest text of their kind (81 digits; 729 characters); every other spelling is the business of
`nonet.formats`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet.cells import CellSet, cell_index, cell_name
from nonet.errors import ParseError

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["BLANKS", "Candidates", "Grid", "IntoGrid", "digit_value"]

IntoGrid: TypeAlias = "Grid | str | Iterable[int] | Iterable[Iterable[int]]"

BLANKS = ".0*_-"
"""Characters that mean an empty cell without further evidence."""

# ASCII text to cell values: white space disappears, and what needs a closer look becomes "?".
_VALUES: dict[int, str | None] = {code: "?" for code in range(128)}
_VALUES |= {code: None for code in range(128) if chr(code).isspace()}
_VALUES |= {ord(blank): "\0" for blank in BLANKS} | {ord(str(d)): chr(d) for d in range(1, 10)}


def digit_value(char: str) -> int | None:
    """Return the value 0-9 of a digit of any script, or None for any other character.

    >>> digit_value("7"), digit_value("۷"), digit_value("٧"), digit_value("７"), digit_value("x")
    (7, 7, 7, 7, None)
    """
    if "0" <= char <= "9":
        return ord(char) - 48
    return unicodedata.decimal(char, None) if ord(char) > 127 else None


def _side(count: int, what: str) -> int:
    side = int(count**0.5 + 0.5)
    if side * side != count or not 1 <= side <= 36:
        raise ParseError(f"{count} {what} do not make a square board; a classic board has 81")
    return side


def digits_from_text(text: str) -> bytes:
    """Read digits and one kind of blank, white space ignored; return one value per cell.

    The blank is any one character that is not a digit, or 0 beside it. Two kinds of blank are
    an error, since one of them must be a typing mistake.
    """
    if text.isascii():  # the plain case, without a loop: one kind of blank at most
        cells = text.translate(_VALUES)
        if "?" not in cells and sum(blank in text for blank in BLANKS) < 2:
            return cells.encode()
    values = bytearray()
    blank = ""
    for column, char in enumerate(text, 1):
        if char.isspace():
            continue
        value = digit_value(char)
        if value is None or value == 0:
            if blank and char != blank:
                raise ParseError(
                    f"{char!r} is neither a digit nor the blank sign used before it ({blank!r})",
                    text=text,
                    column=column,
                )
            if value is None and char.isalpha() and char not in "xX":
                raise ParseError(
                    f"{char!r} is not a digit; empty cells are written as . or 0",
                    text=text,
                    column=column,
                )
            blank, value = char, 0
        values.append(value)
    return bytes(values)


class Grid:
    """A board of digits, 0 where a cell is empty.

    It is made from text, from a flat sequence of digits, from rows of digits, or from a
    NumPy array of either shape.

    >>> g = Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    >>> g["r1c1"], g[0], len(g), g.is_full
    (5, 5, 81, True)
    >>> g.rows[0]
    (5, 3, 4, 6, 7, 8, 9, 1, 2)
    """

    __slots__ = ("_cells", "size")
    size: int
    _cells: bytes

    def __init__(self, digits: IntoGrid) -> None:
        if isinstance(digits, Grid):
            cells = digits._cells
        elif isinstance(digits, str):
            cells = digits_from_text(digits)
        elif isinstance(digits, (bytes, bytearray)):
            cells = bytes(digits)
        else:
            cells = bytes(_flatten(digits))
        size = 9 if len(cells) == 81 else _side(len(cells), "cells")
        for cell, digit in enumerate(cells if max(cells) > size else b""):
            if digit > size:
                raise ParseError(
                    f"{cell_name(cell, size)} holds {digit}; the digits of a {size}x{size} board"
                    f" are 1-{size}, and 0 for an empty cell"
                )
        object.__setattr__(self, "_cells", cells)
        object.__setattr__(self, "size", size)

    @classmethod
    def _trusted(cls, cells: bytes) -> Grid:
        """Return the classic grid of 81 values 0-9 that the caller has checked: for the readers."""
        grid = cls.__new__(cls)
        object.__setattr__(grid, "_cells", cells)
        object.__setattr__(grid, "size", 9)
        return grid

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Grid is immutable; with_digits() makes a changed copy")

    def __getitem__(self, cell: int | str) -> int:
        return self._cells[cell_index(cell, self.size)]

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __bytes__(self) -> bytes:
        """One byte per cell, 0 for an empty one."""
        return self._cells

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits row by row."""
        n = self.size
        return tuple(tuple(self._cells[i : i + n]) for i in range(0, n * n, n))

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty; a full grid can still be wrong, see `Puzzle.check`."""
        return 0 not in self._cells

    @property
    def filled(self) -> CellSet:
        """The cells that hold a digit."""
        return CellSet((c for c, d in enumerate(self._cells) if d), size=self.size)

    def with_digits(self, changes: dict[int | str, int]) -> Grid:
        """Return a copy with some cells changed.

        >>> Grid([0] * 81).with_digits({"r1c2": 7})["r1c2"]
        7
        """
        cells = bytearray(self._cells)
        for cell, digit in changes.items():
            cells[cell_index(cell, self.size)] = digit
        return Grid(cells)

    def text(self, *, blank: str = ".") -> str:
        """Return the board as one line; digits above 9 are written as letters from A."""
        signs = blank + "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return "".join(signs[d] for d in self._cells)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        import numpy as np

        board = np.frombuffer(self._cells, dtype=np.uint8).reshape(self.size, self.size)
        if dtype is not None and board.dtype != np.dtype(dtype):
            return board.astype(dtype)
        return board.copy() if copy else board

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash((Grid, self._cells))

    def __repr__(self) -> str:
        if self.size <= 9:
            return f"Grid({self.text()!r})"
        return f"Grid({list(self._cells)!r})"

    def __str__(self) -> str:
        return "\n".join(
            " ".join("." if d == 0 else self.text()[r * self.size + c] for c, d in enumerate(row))
            for r, row in enumerate(self.rows)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Grid, (list(self._cells),)


def _flatten(digits: Iterable[Any]) -> Iterator[int]:
    """Yield the digits of a flat or nested sequence; None counts as an empty cell."""
    for position, item in enumerate(digits):
        if item is None:
            yield 0
        elif isinstance(item, str):
            raise ParseError(f"item {position} is the text {item!r}; a list holds whole numbers")
        elif isinstance(item, Iterable):
            yield from _flatten(item)
        else:
            try:
                value = item.__index__()
            except AttributeError:
                raise ParseError(
                    f"item {position} is {item!r}; a list holds whole numbers, 0 for an empty cell"
                ) from None
            if not 0 <= value <= 36:
                raise ParseError(f"item {position} is {value}; a digit is from 1 to 9, 0 for empty")
            yield value


class Candidates:
    """The digits that each cell may still hold: pencil marks, or the givens of a sukaku.

    ``masks[cell]`` has bit ``d - 1`` set where digit ``d`` is possible. ``placed`` says which cells count as
    filled in, as opposed to having one pencil mark left. Text has one group of nine characters per cell,
    each digit at its own place or a blank there.

    >>> c = Candidates.full()
    >>> len(c), sorted(c["r1c1"])
    (729, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    >>> sorted(c.without({"r1c1": {1, 2}})["r1c1"])
    [3, 4, 5, 6, 7, 8, 9]
    """

    __slots__ = ("masks", "placed", "size")
    size: int
    masks: tuple[int, ...]
    placed: Grid

    def __init__(
        self,
        cells: Candidates | str | Sequence[Iterable[int] | int],
        *,
        placed: IntoGrid | None = None,
    ) -> None:
        if isinstance(cells, Candidates):
            masks: tuple[int, ...] = cells.masks
            placed = cells.placed if placed is None else placed
        elif isinstance(cells, str):
            masks = _masks_from_text(cells)
        else:
            if hasattr(cells, "tolist"):  # an array, of one row or of several
                cells = [
                    m for row in cells.tolist() for m in (row if isinstance(row, list) else [row])
                ]
            masks = tuple(c if isinstance(c, int) else _mask(c) for c in cells)
        size = _side(len(masks), "cells")
        grid = Grid(bytes(len(masks))) if placed is None else Grid(placed)
        if grid.size != size:
            raise ParseError(f"placed is {grid.size}x{grid.size}, the candidates {size}x{size}")
        for cell, mask in enumerate(masks):
            if mask < 0 or mask >> size:
                raise ParseError(f"{cell_name(cell, size)} has a candidate outside 1-{size}")
            if grid[cell] and mask & ~(1 << (grid[cell] - 1)):
                raise ParseError(f"{cell_name(cell, size)} is filled and has other candidates")
        object.__setattr__(self, "masks", masks)
        object.__setattr__(self, "placed", grid)
        object.__setattr__(self, "size", size)

    @classmethod
    def full(cls, size: int = 9) -> Candidates:
        """Return the board on which everything is still possible."""
        return cls([(1 << size) - 1] * size**2)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Candidates are immutable; without() makes a changed copy")

    def __getitem__(self, cell: int | str) -> frozenset[int]:
        mask = self.masks[cell_index(cell, self.size)]
        return frozenset(d for d in range(1, self.size + 1) if mask >> (d - 1) & 1)

    def __iter__(self) -> Iterator[frozenset[int]]:
        return (self[cell] for cell in range(len(self.masks)))

    def __len__(self) -> int:
        """The number of candidates in the cells that are not filled."""
        return sum(m.bit_count() for m, d in zip(self.masks, self.placed, strict=True) if not d)

    def __bool__(self) -> bool:
        return any(self.masks)

    @property
    def solved(self) -> Grid:
        """The digits of the cells that have one candidate left, 0 elsewhere."""
        return Grid([m.bit_length() if m.bit_count() == 1 else 0 for m in self.masks])

    def cells_with(self, digit: int) -> CellSet:
        """Return the cells in which the digit is possible."""
        bit = 1 << (digit - 1)
        return CellSet((c for c, mask in enumerate(self.masks) if mask & bit), size=self.size)

    def without(self, removed: dict[int | str, Iterable[int]]) -> Candidates:
        """Return a copy with candidates taken away."""
        masks = list(self.masks)
        for cell, digits in removed.items():
            masks[cell_index(cell, self.size)] &= ~_mask(digits)
        return Candidates(masks, placed=self.placed)

    def text(self, *, blank: str = ".") -> str:
        """Return the 729 characters of a classic board (``size**3`` of another)."""
        signs = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: self.size]
        return "".join(s if m >> i & 1 else blank for m in self.masks for i, s in enumerate(signs))

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        import numpy as np

        return np.array(self.masks, dtype=dtype or np.uint16).reshape(self.size, self.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Candidates):
            return NotImplemented
        return self.masks == other.masks and self.placed == other.placed

    def __hash__(self) -> int:
        return hash((Candidates, self.masks, self.placed))

    def __repr__(self) -> str:
        first: object = self.text() if self.size == 9 else self.masks
        placed: object = self.placed.text() if self.size <= 9 else list(self.placed)
        tail = f", placed={placed!r}" if any(self.placed) else ""
        return f"Candidates({first!r}{tail})"

    def __str__(self) -> str:
        cells = ["".join(map(str, sorted(self[c]))) or "-" for c in range(len(self.masks))]
        n = self.size
        width = [max(len(cells[r * n + c]) for r in range(n)) for c in range(n)]
        return "\n".join(
            " ".join(cells[r * n + c].ljust(width[c]) for c in range(n)).rstrip() for r in range(n)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _candidates, (self.masks, self.placed)


def _candidates(masks: tuple[int, ...], placed: Grid) -> Candidates:
    """Rebuild pickled candidates."""
    return Candidates(masks, placed=placed)


def _mask(digits: Iterable[int]) -> int:
    mask = 0
    for digit in digits:
        if not 1 <= digit <= 36:
            raise ParseError(f"{digit!r} is not a candidate")
        mask |= 1 << (digit - 1)
    return mask


def _masks_from_text(text: str) -> tuple[int, ...]:
    chars = [c for c in text if c not in "\r\n"]
    if len(chars) != 729:
        raise ParseError(
            f"candidates of a classic board are 729 characters, 9 per cell; here are {len(chars)}",
            text=text,
        )
    masks = []
    for cell in range(81):
        mask = 0
        for place in range(9):
            char = chars[cell * 9 + place]
            value = digit_value(char)
            if value == place + 1:
                mask |= 1 << place
            elif value or (value is None and char not in BLANKS + " "):
                raise ParseError(
                    f"{char!r} stands where {cell_name(cell)} has a {place + 1} or a blank",
                    text=text,
                    column=cell * 9 + place + 1,
                )
        masks.append(mask)
    return tuple(masks)
