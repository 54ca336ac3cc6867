"""The two boards: `Grid` holds one digit or nothing per cell, `Candidates` a set of digits per cell.

Both are immutable values that compare, hash, pickle and print; a change makes a new one. Both read
the plainest text of their kind (a sign per cell; a sign per cell and digit, 729 on the classic board); every other
way to write a board is the business of `nonet.formats`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet.cells import CellSet, cell_index, cell_name
from nonet.digits import BLANKS, digit_value, plain_cells, side_of, signs_of, write_cells
from nonet.errors import ParseError
from nonet.rules import ANY_RULES, CLASSIC, Rules

if TYPE_CHECKING:
    import numpy.typing as npt

    from nonet.puzzle import Puzzle
    from nonet.steps import Step

__all__ = ["Candidates", "Grid", "IntoGrid", "read_text"]

IntoGrid: TypeAlias = "Grid | str | Iterable[int] | Iterable[Iterable[int]]"


def _side(count: int, what: str) -> int:
    side = side_of(count)
    if side is None:
        raise ParseError(f"{count} {what} do not make a square board; a classic board has 81")
    return side


def _no_digit(cell: int, digit: int, size: int) -> ParseError:
    return ParseError(
        f"{cell_name(cell, size)} holds {digit}; the digits of a {size}x{size} board"
        f" are 1-{size}, and 0 for an empty cell"
    )


class Grid:
    """A board of digits, 0 where a cell is empty.

    It is made from text in any format that `nonet.parse` reads, from a flat sequence of digits, from
    rows of digits, or from a NumPy array of either shape.

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
            cells = _cells_of(digits)
        elif isinstance(digits, (bytes, bytearray)):
            cells = bytes(digits)
        else:
            cells = bytes(_flatten(digits))
        size = 9 if len(cells) == 81 else _side(len(cells), "cells")
        for cell, digit in enumerate(cells if max(cells) > size else b""):
            if digit > size:
                raise _no_digit(cell, digit, size)
        object.__setattr__(self, "_cells", cells)
        object.__setattr__(self, "size", size)

    @classmethod
    def _trusted(cls, cells: bytes, size: int = 9) -> Grid:
        """Return the grid of values that the caller has checked: for the readers and the engine."""
        grid = cls.__new__(cls)
        object.__setattr__(grid, "_cells", cells)
        object.__setattr__(grid, "size", size)
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
            index = cell_index(cell, self.size)
            if not 0 <= digit <= self.size:
                raise _no_digit(index, digit, self.size)
            cells[index] = digit
        return Grid(cells)

    def text(self, *, blank: str = ".", spelling: str = "") -> str:
        """Return the board as one line, one sign per cell: 1-9, or letters from A=1 on boards of more than 9x9.

        ``spelling`` is one of `nonet.digits.SPELLINGS`, for another way to write a large board.

        >>> Grid([16, 0, 1, *[0] * 253]).text()[:3], Grid([16, 0, 1, *[0] * 253]).text(spelling="mixed")[:3]
        ('P.A', 'G.1')
        """
        return write_cells(self._cells, self.size, blank=blank, spelling=spelling)

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
        return f"Grid({self.text()!r})"

    def __str__(self) -> str:
        text, n = self.text(), self.size
        return "\n".join(" ".join(text[i : i + n]) for i in range(0, n * n, n))

    def __reduce__(self) -> tuple[object, ...]:
        return Grid, (list(self._cells),)


def _cells_of(text: str) -> bytes:
    """Return the digits in a text; boards smaller than 4x4 are read here, since a text alone does not show them."""
    cells = plain_cells(text)
    if cells is None and len(short := "".join(text.split())) < 16:
        cells = plain_cells(short)
    if cells is not None:
        return cells
    puzzle = None
    with suppress(ParseError):
        puzzle = read_text(text, ANY_RULES)
    puzzle = puzzle or read_text(text)  # what is wrong does not depend on the rules
    if puzzle.marks is not None:
        raise ParseError("expected digits, found candidates; use parse() to read them", text=text)
    return bytes(puzzle.givens)


def read_text(text: str, rules: Rules | str | None = None) -> Puzzle:
    """Return the puzzle in a text of any format.

    The formats build grids and puzzles, so they are imported when a text needs them.
    """
    from nonet.formats import parse

    return parse(text, rules=rules)


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
                raise ParseError(
                    f"item {position} is {value}; a digit is from 1 to 36 at most, 0 for empty"
                )
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
            masks = tuple(c.__index__() if hasattr(c, "__index__") else _mask(c) for c in cells)
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

    def after(self, step: Step) -> Candidates:
        """Return the board after a step: what it removes is gone, and the digit that it places is filled in and crossed
        out among its peers.

        Steps are for classic boards. Raises `ValueError` for a step that places what is not possible here.

        >>> from nonet.steps import Step, technique
        >>> c = Candidates.full().after(Step(technique("naked_single"), 2.3, places=(0, 5)))
        >>> c.placed["r1c1"], 5 in c["r1c9"], 5 in c["r2c4"]
        (5, False, True)
        """
        if self.size != 9:
            raise ValueError(
                f"a step is for a board of 9x9, and this one is {self.size}x{self.size}"
            )
        masks, placed = list(self.masks), bytearray(self.placed)
        for cell, digits in step.removes.items():
            if not placed[cell]:
                masks[cell] &= ~_mask(digits)
        if step.places is not None:
            cell, digit = step.places
            bit = 1 << (digit - 1)
            if not masks[cell] & bit:
                raise ValueError(
                    f"{cell_name(cell)} cannot be {digit}; the step is for another board"
                )
            masks[cell], placed[cell] = bit, digit
            for peer in CLASSIC.peers[cell]:
                if not placed[peer]:
                    masks[peer] &= ~bit
        return Candidates(masks, placed=placed)

    def text(self, *, blank: str = ".") -> str:
        """Return the 729 characters of a classic board (``size**3`` of another)."""
        signs = signs_of(self.size)
        return "".join(s if m >> i & 1 else blank for m in self.masks for i, s in enumerate(signs))

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        import numpy as np

        kind = np.uint16 if self.size <= 16 else np.uint32 if self.size <= 32 else np.uint64
        return np.array(self.masks, dtype=dtype or kind).reshape(self.size, self.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Candidates):
            return NotImplemented
        return self.masks == other.masks and self.placed == other.placed

    def __hash__(self) -> int:
        return hash((Candidates, self.masks, self.placed))

    def __repr__(self) -> str:
        tail = f", placed={self.placed.text()!r}" if any(self.placed) else ""
        return f"Candidates({self.text()!r}{tail})"

    def __str__(self) -> str:
        signs = signs_of(self.size)
        cells = ["".join(signs[d - 1] for d in sorted(c)) or "-" for c in self]
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
    chars = [(char, column) for column, char in enumerate(text, 1) if char not in "\r\n"]
    size = round(len(chars) ** (1 / 3))
    if size**3 != len(chars) or not 1 <= size <= 36:
        raise ParseError(
            "candidates of a classic board are 729 characters, 9 per cell (of another one as many as its side, cubed);"
            f" here are {len(chars)}",
            text=text,
        )
    masks = []
    for cell in range(size * size):
        mask = 0
        for place, (char, column) in enumerate(chars[cell * size : cell * size + size]):
            if char in _signs_at(place, size) or digit_value(char) == place + 1:
                mask |= 1 << place
            elif digit_value(char) or char not in BLANKS + " ":
                raise ParseError(
                    f"{char!r} stands where {cell_name(cell, size)} has a {signs_of(size)[place]} or a blank",
                    text=text,
                    column=column,
                )
        masks.append(mask)
    return tuple(masks)


@cache
def _signs_at(place: int, size: int) -> tuple[str, ...]:
    """Return the signs that a digit can have at its own place: in every spelling of one sign per cell."""
    if size <= 9:
        return ()
    mixed = "".join(signs_of(35, "mixed")[place : place + 1])
    sign = signs_of(size)[place]
    return (sign, mixed, mixed.lower()) if size > 26 else (sign, sign.lower(), mixed, mixed.lower())
