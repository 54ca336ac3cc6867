"""The two boards: `Grid` holds one digit or none per cell, `Candidates` a set of digits per cell.

Both are immutable values that compare, hash, pickle and print; a change makes a new one. Both read lists and the
plainest text of their kind: a character per cell; a character per cell and digit, 729 on the classic board. Other text
is read by `nonet.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import isqrt
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload, runtime_checkable

from nonet.base import later
from nonet.base.cells import CellKey, CellSet, board_name, cell_name, cells_at
from nonet.base.digit_sets import (
    DigitSet,
    digits_text,
    own_digits,
    read_values,
    value_cells,
    value_symbols,
    write_values,
)
from nonet.base.digit_sets import (
    digit_set as set_of,
)
from nonet.base.digits import plain_cells, side_of, symbols_of, with_separators, write_cells
from nonet.base.errors import ParseError, RulesError
from nonet.base.immutable import Immutable
from nonet.base.masks import digits_of, mask_of, masks_from_sets, masks_from_text
from nonet.base.nested import as_list, equal_rows, expected_cells, read_list, wrong_digit
from nonet.rules import ANY_RULES, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Candidates", "Deduction", "Grid", "HasBoard", "IntoGrid"]

IntoGrid: TypeAlias = "Grid | str | bytes | bytearray | Iterable[object]"


def _side(cells: int) -> int:
    side = side_of(cells)
    if side is None:
        raise expected_cells(cells)
    return side


class Grid(
    Immutable, compared=("_cells", "digit_set"), advice="with_digits() makes a changed copy"
):
    """A board of digits, 0 where a cell is empty.

    ``digits`` is one of

    * text in any format that `nonet.parse` reads, such as one character per cell;
    * a flat list of cells, or a list of rows; a cell is a number or text, and ``0``, ``None``, NaN, ``""`` and ``"."``
      are empty; a row can be text, too;
    * a NumPy array of shape ``(81,)`` or ``(9, 9)``, a data frame, or another iterable of cells;
    * bytes: one value from 0 to the size per cell, or text in ASCII.

    ``digit_set`` are the values of the digits if they are others than 1 to the size, as in `Rules`. Then text and lists
    have values, and text writes them; in a list an empty cell is None or ``"."``. All else counts the digits from 1:
    `values` has what the cells hold.

    The size, 1 to 36, follows from the number of cells. Raises `ParseError`, which names the row, column or cell, and
    `TypeError` for an object that is not a board.

    >>> g = Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    >>> g["r1c1"], g[0], g[0, 8], g[-1], len(g), g.is_full
    (5, 5, 2, 9, 81, True)
    >>> g[0, :], g[0:3, 0]
    ((5, 3, 4, 6, 7, 8, 9, 1, 2), (5, 6, 1))
    >>> Grid([["1", ".", "", None], "..3.", [0, 4, 0, 0], [0, 0, 0, 2]])
    Grid('1.....3..4.....2')
    >>> Grid([[1, 2, 3, 4], [3, 4, 1], [2, 1, 4, 3], [4, 3, 2, 1]])
    Traceback (most recent call last):
        ...
    nonet.ParseError: row 2 has 3 cells, expected 4
    >>> g = Grid("0..3 .... .... 2..1", digit_set="0-3")
    >>> g["r1c1"], g.values[0], g.text()
    (1, 0, '0..3........2..1')
    """

    __slots__ = ("_cells", "digit_set", "size")
    size: int
    digit_set: DigitSet | None
    """The values of the digits, None if they are 1 to the size."""

    _cells: bytes

    def __init__(self, digits: IntoGrid, *, digit_set: str | Iterable[int] | None = None) -> None:
        values = None if digit_set is None else set_of(digit_set)
        if isinstance(digits, Grid):
            cells = digits._cells
            values = digits.digit_set if values is None else values
        elif values is not None and isinstance(digits, str):
            cells = read_values(digits, values)
        elif values is not None and not isinstance(digits, (bytes, bytearray, Candidates)):
            cells = value_cells(as_list(digits, "a list of cells"), values)
        elif isinstance(digits, Candidates):
            raise TypeError(
                "expected digits, got Candidates; its digits are in .placed and .solved"
            )
        elif isinstance(digits, str):
            cells = _cells_of(digits)
        elif isinstance(digits, (bytes, bytearray)):
            # A value is 36 at most; text has larger codes.
            is_text = max(digits, default=0) > 36
            cells = _cells_of(digits.decode("latin-1")) if is_text else bytes(digits)
        else:
            cells = read_list(digits)
        size = 9 if len(cells) == 81 else _side(len(cells))
        for cell, digit in enumerate(cells if max(cells) > size else b""):
            if digit > size:
                raise wrong_digit(cell, digit, size)
        if values is not None and len(values) != size:
            raise ParseError(
                f"expected {size} digits for {board_name(size)}, got {digits_text(values)}"
            )
        _set_cells(self, cells)
        _set_size(self, size)
        _set_digit_set(self, values and own_digits(values))

    @classmethod
    def _trusted(cls, cells: bytes, size: int = 9, digit_set: DigitSet | None = None) -> Grid:
        """Return the grid of digits that the caller has checked: for the readers and the engine."""
        grid = _new(cls)
        _set_cells(grid, cells)
        _set_size(grid, size)
        _set_digit_set(grid, digit_set)
        return grid

    def _with_cells(self, cells: bytes) -> Grid:
        """Return a board of this size and with these values of digits, whose cells the caller has checked."""
        return Grid._trusted(cells, self.size, self.digit_set)

    @overload
    def __getitem__(self, cell: int | str | tuple[int, int]) -> int: ...
    @overload
    def __getitem__(
        self, cell: slice | tuple[slice, int] | tuple[int, slice]
    ) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, cell: tuple[slice, slice]) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, cell: CellKey) -> object:
        """Return the digit of a cell: ``grid["r1c2"]``, ``grid[1]`` or ``grid[0, 1]``, negative numbers from the end.

        A slice returns a tuple of digits (``grid[0, :]`` is the first row), two slices a tuple of rows. Raises
        `IndexError` outside the board.
        """
        return _pick(self._cells.__getitem__, cells_at(cell, self.size))

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __bytes__(self) -> bytes:
        """Return one byte per cell, 0 for an empty one."""
        return self._cells

    @property
    def values(self) -> tuple[int | None, ...]:
        """What the cells hold: the values of the digits, None for an empty cell.

        >>> Grid("0..3 .... .... 2..1", digit_set="0-3").values[:4]
        (0, None, None, 3)
        """
        values = (None, *(self.digit_set or range(1, self.size + 1)))
        return tuple(values[digit] for digit in self._cells)

    def value(self, digit: int) -> int:
        """Return the value of a digit that is counted from 1.

        >>> Grid("." * 16, digit_set="0-3").value(1), Grid("." * 16).value(1)
        (0, 1)
        """
        return digit if self.digit_set is None else self.digit_set[digit - 1]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits row by row."""
        n = self.size
        return tuple(tuple(self._cells[i : i + n]) for i in range(0, n * n, n))

    def tolist(self) -> list[list[int]]:
        """Return the rows as lists, 0 for an empty cell.

        >>> Grid("1.....3..4.....2").tolist()
        [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
        """
        return [list(row) for row in self.rows]

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty; a full grid can still be wrong, see `Puzzle.check`."""
        return 0 not in self._cells

    @property
    def filled(self) -> CellSet:
        """The cells that hold a digit."""
        return CellSet((c for c, d in enumerate(self._cells) if d), size=self.size)

    @property
    def empty(self) -> CellSet:
        """The cells without a digit.

        >>> [cell_name(cell, 4) for cell in Grid("1234 34.. 2143 432.").empty]
        ['r2c3', 'r2c4', 'r4c4']
        """
        return CellSet((c for c, d in enumerate(self._cells) if not d), size=self.size)

    def with_digits(self, changes: Mapping[Any, int]) -> Grid:
        """Return a copy with some cells changed; 0 empties a cell.

        Raises `ParseError` for a digit that the board does not have, and `IndexError` for a cell outside it.

        >>> Grid([0] * 81).with_digits({"r1c2": 7})["r1c2"]
        7
        """
        cells = bytearray(self._cells)
        for cell, digit in changes.items():
            index = cells_at(cell, self.size)
            if not 0 <= digit <= self.size:
                raise wrong_digit(index, digit, self.size)
            cells[index] = digit
        return self._with_cells(bytes(cells))

    def with_digit_set(self, digit_set: DigitSet | None) -> Grid:
        """Return the same digits, counted from 1, with these values; None for 1 to the size.

        Raises `RulesError` for a grid that has other values already.

        >>> Grid("1..4 .... .... 3..2").with_digit_set((0, 1, 2, 3)).text()
        '0..3........2..1'
        """
        if digit_set == (own := self.digit_set):
            return self
        if own is not None:
            known = digits_text(digit_set or range(1, self.size + 1))
            raise RulesError(f"the board has the digits {digits_text(own)}, the rules have {known}")
        return Grid._trusted(self._cells, self.size, digit_set)

    def text(self, *, blank: str = ".", spelling: str = "") -> str:
        """Return the board as one line, one character per cell: 1-9, or letters from A=1 on boards larger than 9x9.

        ``blank`` is the character of an empty cell. ``spelling`` is one of `nonet.base.digits.SPELLINGS`, for other
        ways to write a large board.

        >>> Grid([16, 0, 1, *[0] * 253]).text()[:3], Grid([16, 0, 1, *[0] * 253]).text(spelling="mixed")[:3]
        ('P.A', 'G.1')
        """
        if self.digit_set is not None:
            return write_values(self._cells, self.digit_set, blank=blank, spelling=spelling)
        return write_cells(self._cells, self.size, blank=blank, spelling=spelling)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        import numpy as np

        board = np.frombuffer(self._cells, dtype=np.uint8).reshape(self.size, self.size)
        if dtype is not None and board.dtype != np.dtype(dtype):
            return board.astype(dtype)
        return board.copy() if copy else board

    def __repr__(self) -> str:
        if self.digit_set is not None:
            return f"Grid({self.text()!r}, digit_set={digits_text(self.digit_set)!r})"
        return f"Grid({self.text()!r})"

    def __str__(self) -> str:
        side = isqrt(self.size)
        box = side if side * side == self.size else 0
        return with_separators(self.text(), self.size, box, box)

    def _repr_svg_(self) -> str:
        """Draw the grid, for notebooks."""
        return later.svg(self)


_new = object.__new__

# The slots, past `__setattr__`: twice as fast as `object.__setattr__`.
_set_cells, _set_size, _set_digit_set = (
    Grid.__dict__[name].__set__ for name in ("_cells", "size", "digit_set")
)


def _pick(value_at: Callable[[int], object], cells: Any) -> object:
    """Return the value of a cell, or those of a tuple of cells or of rows."""
    if isinstance(cells, tuple):
        return tuple(_pick(value_at, cell) for cell in cells)
    return value_at(cells)


def _cells_of(text: str) -> bytes:
    """Return the digits in a text; boards smaller than 4x4 are read here, since a text alone does not show them."""
    cells = plain_cells(text)
    if cells is None and len(short := "".join(text.split())) < 16:
        cells = plain_cells(short)
    if cells is not None:
        return cells
    board = None
    with suppress(ParseError):
        board = later.parse(text, ANY_RULES)
    board = board or later.parse(text)  # what is wrong does not depend on the rules
    if board.marks is not None:
        raise ParseError("expected digits, found candidates; use parse() to read them", text=text)
    return bytes(board)


class Deduction(Protocol):
    """What follows on a board: `nonet.Step` is one."""

    @property
    def rules(self) -> Rules:
        """The rules of the board."""

    @property
    def places(self) -> tuple[int, int] | None:
        """The cell whose digit becomes known, and the digit."""

    @property
    def removes(self) -> Mapping[int, Iterable[int]]:
        """The digits that are eliminated, by cell."""


class Candidates(Immutable, compared=("masks", "placed"), advice="without() makes a changed copy"):
    """The digits that each cell can still hold: pencil marks, or the givens of a sukaku.

    ``cells`` is text (one group of nine characters per cell, each digit at its own place or a blank there), or a set of
    digits per cell as a flat list or a list of rows. `from_masks` takes bit masks; the candidates of a puzzle are
    ``Puzzle(grid).candidates()``.

    ``masks[cell]`` has bit ``d - 1`` set if digit ``d`` is possible. ``placed`` holds the digits that are filled in, as
    opposed to cells with one pencil mark left.

    Raises `ParseError` for text or digits that do not fit, and `TypeError` for digits where sets are expected.

    >>> c = Candidates.full()
    >>> len(c), sorted(c["r1c1"])
    (729, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    >>> sorted(c.without({"r1c1": {1, 2}})[0, 0])
    [3, 4, 5, 6, 7, 8, 9]
    >>> Candidates([[{1}, {1, 2}], [{2}, {1}]]).masks
    (1, 3, 2, 1)
    """

    __slots__ = ("masks", "placed", "size")
    size: int
    masks: tuple[int, ...]
    placed: Grid

    def __init__(
        self, cells: Candidates | str | Iterable[object], *, placed: IntoGrid | None = None
    ) -> None:
        if isinstance(cells, Candidates):
            masks: tuple[int, ...] = cells.masks
            placed = cells.placed if placed is None else placed
        elif isinstance(cells, str):
            masks = masks_from_text(cells)
        else:
            masks = masks_from_sets(cells)
        self._set(masks, placed)

    @classmethod
    def from_masks(cls, masks: Iterable[object], *, placed: IntoGrid | None = None) -> Candidates:
        """Return candidates from bit masks: bit ``d - 1`` is digit ``d``.

        ``masks`` is a flat list, a list of rows, or an array of either shape, such as ``np.asarray(candidates)``.
        Raises `ParseError` for a mask with bits above the size, and for a filled cell with other candidates.

        >>> sorted(Candidates.from_masks([0b101] + [0b1111] * 15)["r1c1"])
        [1, 3]
        """
        made = cls.__new__(cls)
        items = masks if isinstance(masks, list) else as_list(masks, "a list of masks")
        if items and isinstance(items[0], (list, tuple)):
            items = [mask for row in equal_rows(items) for mask in row]
        made._set(tuple(map(index, items)), placed)
        return made

    @classmethod
    def _trusted(cls, masks: tuple[int, ...], placed: Grid) -> Candidates:
        """Return the candidates of parts that the caller has checked."""
        made = cls.__new__(cls)
        made._keep(masks=masks, placed=placed, size=placed.size)
        return made

    def _set(self, masks: tuple[int, ...], placed: IntoGrid | None) -> None:
        """Check the parts and keep them."""
        size = _side(len(masks))
        if min(masks) < 0 or max(masks) >> size:
            cell = next(c for c, mask in enumerate(masks) if mask < 0 or mask >> size)
            raise ParseError(f"{cell_name(cell, size)} has a candidate outside 1 to {size}")
        grid = Grid._trusted(bytes(len(masks)), size) if placed is None else Grid(placed)
        if grid.size != size:
            raise ParseError(f"placed is {grid.size}x{grid.size}, the candidates are {size}x{size}")
        for cell, digit in enumerate(grid if placed is not None else ()):
            if digit and masks[cell] & ~(1 << (digit - 1)):
                raise ParseError(f"{cell_name(cell, size)} holds {digit} and has other candidates")
        self._keep(masks=masks, placed=grid, size=size)

    @classmethod
    def full(cls, size: int = 9) -> Candidates:
        """Return the board on which every digit is possible in every cell; ``size`` is 1 to 36."""
        if not 1 <= size <= 36:
            raise ParseError(f"size must be 1 to 36, got {size}")
        return cls.from_masks([(1 << size) - 1] * size**2)

    @overload
    def __getitem__(self, cell: int | str | tuple[int, int]) -> frozenset[int]: ...
    @overload
    def __getitem__(
        self, cell: slice | tuple[slice, int] | tuple[int, slice]
    ) -> tuple[frozenset[int], ...]: ...
    @overload
    def __getitem__(self, cell: tuple[slice, slice]) -> tuple[tuple[frozenset[int], ...], ...]: ...
    def __getitem__(self, cell: CellKey) -> object:
        """Return the candidates of a cell; cells are named as for `Grid`."""
        return _pick(self._at, cells_at(cell, self.size))

    def _at(self, cell: int) -> frozenset[int]:
        return frozenset(digits_of(self.masks[cell]))

    def __iter__(self) -> Iterator[frozenset[int]]:
        return map(self._at, range(len(self.masks)))

    def __len__(self) -> int:
        """Return the number of candidates in the cells that are not filled."""
        return sum(m.bit_count() for m, d in zip(self.masks, self.placed, strict=True) if not d)

    def __bool__(self) -> bool:
        return any(self.masks)

    @property
    def solved(self) -> Grid:
        """The digits of the cells that have one candidate left, 0 elsewhere."""
        digits = bytes(m.bit_length() if m.bit_count() == 1 else 0 for m in self.masks)
        return self.placed._with_cells(digits)

    @property
    def digit_set(self) -> DigitSet | None:
        """The values of the digits if they are others than 1 to the size; candidates count the digits from 1."""
        return self.placed.digit_set

    def with_digit_set(self, digit_set: DigitSet | None) -> Candidates:
        """Return the same candidates of digits with these values, None for 1 to the size."""
        if digit_set == self.digit_set:
            return self
        return Candidates._trusted(self.masks, self.placed.with_digit_set(digit_set))

    def _symbols(self) -> Sequence[str]:
        return symbols_of(self.size) if self.digit_set is None else value_symbols(self.digit_set)

    def cells_with(self, digit: int) -> CellSet:
        """Return the cells in which the digit is possible."""
        if not 1 <= digit <= self.size:
            raise ParseError(f"digit must be 1 to {self.size}, got {digit}")
        bit = 1 << (digit - 1)
        return CellSet((c for c, mask in enumerate(self.masks) if mask & bit), size=self.size)

    def without(self, removed: Mapping[Any, Iterable[int]]) -> Candidates:
        """Return a copy without some candidates; those that are not there are ignored."""
        masks = list(self.masks)
        for cell, digits in removed.items():
            masks[cells_at(cell, self.size)] &= ~mask_of(digits)
        return Candidates.from_masks(masks, placed=self.placed)

    def after(self, step: Deduction) -> Candidates:
        """Return the position after a step.

        Its eliminations are applied; the digit that it places is filled in and removed from all peers. Raises
        `ValueError` for a step on a board of another size, or one that places a digit that is not possible here.

        >>> from nonet.steps import Step, technique
        >>> c = Candidates.full().after(Step(technique("naked_single"), 2.3, places=(0, 5)))
        >>> c.placed["r1c1"], 5 in c["r1c9"], 5 in c["r2c4"]
        (5, False, True)
        """
        if self.size != step.rules.size:
            names = board_name(step.rules.size), board_name(self.size)
            raise ValueError(f"the step is for {names[0]}, got {names[1]}")
        masks, placed = list(self.masks), bytearray(self.placed)
        for cell, digits in step.removes.items():
            if not placed[cell]:
                masks[cell] &= ~mask_of(digits)
        if step.places is not None:
            cell, digit = step.places
            bit = 1 << (digit - 1)
            if not masks[cell] & bit:
                name = cell_name(cell, self.size)
                raise ValueError(
                    f"{digit} is not a candidate of {name}; the step is for another board"
                )
            masks[cell], placed[cell] = bit, digit
            for peer in step.rules.peer_cells[cell]:
                if not placed[peer]:
                    masks[peer] &= ~bit
        return Candidates._trusted(tuple(masks), self.placed._with_cells(bytes(placed)))

    def text(self, *, blank: str = ".") -> str:
        """Return one line with ``size`` characters per cell, 729 for a classic board; ``blank`` is an absent digit."""
        symbols = self._symbols()
        return "".join(
            s if m >> i & 1 else blank for m in self.masks for i, s in enumerate(symbols)
        )

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[np.generic]:
        import numpy as np

        kind = np.uint16 if self.size <= 16 else np.uint32 if self.size <= 32 else np.uint64
        return np.array(self.masks, dtype=dtype or kind).reshape(self.size, self.size)

    def __repr__(self) -> str:
        tail = f", placed={self.placed.text()!r}" if any(self.placed) else ""
        if self.digit_set is not None:
            return f"Candidates.from_masks({list(self.masks)!r}, placed={self.placed!r})"
        return f"Candidates({self.text()!r}{tail})"

    def __str__(self) -> str:
        symbols = self._symbols()
        cells = ["".join(symbols[d - 1] for d in sorted(c)) or "-" for c in self]
        n = self.size
        width = [max(len(cells[r * n + c]) for r in range(n)) for c in range(n)]
        return "\n".join(
            " ".join(cells[r * n + c].ljust(width[c]) for c in range(n)).rstrip() for r in range(n)
        )

    def _repr_svg_(self) -> str:
        """Draw the board, for notebooks."""
        return later.svg(self)


@runtime_checkable
class HasBoard(Protocol):
    """The content of the board of a `Puzzle`, for modules that do not know puzzles."""

    @property
    def rules(self) -> Rules:
        """The houses and the constraints."""

    @property
    def givens(self) -> Grid:
        """The digits of the setter."""

    @property
    def marks(self) -> Candidates | None:
        """The candidates of the setter, of a sukaku."""
