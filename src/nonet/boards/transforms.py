"""`Transform`: the symmetries of the classic board, which turn a puzzle into an equivalent one.

Bands, rows inside a band, stacks and columns inside a stack can be permuted, the board can be transposed, and the
digits can be renamed: 1,218,998,108,160 transforms in all. They form a group, and each has a number. This module is
plain Python for one board at a time; `nonet.batch` transforms millions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from nonet.base.cells import CellSet, cell_index
from nonet.base.errors import RulesError
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Candidates, Grid

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["TRANSFORMS", "Transform"]

TRANSFORMS = 1_218_998_108_160
"""The number of transforms: 2 (transposed or not), 6**4 orders of rows, 6**4 of columns, 9! of digits."""

_LINES = tuple(range(9))
_ORDERS = tuple(permutations(range(3)))
_BYTES = 28
_WORD = (1 << 64) - 1


class _Changes(Protocol):
    """A value that transforms itself: a `nonet.Puzzle`."""

    def transform(self: _Board, by: Transform) -> _Board: ...


_Board = TypeVar("_Board", bound=_Changes)
_Number = TypeVar("_Number", bound="np.generic")


@dataclass(frozen=True)
class Transform:
    """A symmetry of the classic board.

    If ``transposed``, the board is first reflected in its main diagonal. Then cell (r, c) of the new board is cell
    (``rows[r]``, ``columns[c]``) of the old one, all from 0, and digit d becomes ``digits[d - 1]``. Raises `ValueError`
    if rows, columns or digits are not permutations, or if a band or stack does not stay together.

    >>> t = Transform(rows=(1, 0, 2, 3, 4, 5, 6, 7, 8))  # exchanges the first two rows
    >>> t.cell("r1c5"), t == t.inverse(), t @ t == Transform.identity()
    (13, True, True)
    >>> Transform.random(seed=7).number
    905183540604
    """

    transposed: bool = False
    rows: tuple[int, ...] = _LINES
    columns: tuple[int, ...] = _LINES
    digits: tuple[int, ...] = tuple(range(1, 10))

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "digits"):
            given = getattr(self, name)
            object.__setattr__(self, name, tuple(item.__index__() for item in given))
        object.__setattr__(self, "transposed", bool(self.transposed))
        for name in ("rows", "columns"):
            _check_lines(name, getattr(self, name))
        if sorted(self.digits) != list(range(1, 10)):
            raise ValueError(f"digits must be 1 to 9 in some order, got {self.digits}")

    # -- making and numbering ---------------------------------------------------------------------

    @classmethod
    def identity(cls) -> Transform:
        """Return the transform that changes nothing, number 0."""
        return cls()

    @classmethod
    def random(cls, *, seed: int, number: int = 0) -> Transform:
        """Return the transform ``number`` of a random seed; both are 0 to 2**64 - 1.

        It is the same on every machine, reproducible since version 0.1. `nonet.batch.random_transforms` returns the
        same transforms as an array.
        """
        for name, value in (("seed", seed), ("number", number)):
            if not 0 <= value <= _WORD:
                raise ValueError(f"{name} must be 0 to 2**64 - 1, got {value}")
        return cls.from_number(SplitMix64(seed, number).below(TRANSFORMS))

    @classmethod
    def from_number(cls, number: int) -> Transform:
        """Return the transform with a number from 0 to 1,218,998,108,159.

        >>> Transform.from_number(1)
        Transform(transposed=True, rows=(0, 1, 2, 3, 4, 5, 6, 7, 8), columns=(0, 1, 2, 3, 4, 5, 6, 7, 8), \
digits=(1, 2, 3, 4, 5, 6, 7, 8, 9))
        """
        if not 0 <= number < TRANSFORMS:
            raise ValueError(f"number must be 0 to {TRANSFORMS - 1:,}, got {number}")
        number, transposed = divmod(number, 2)
        places = []
        for _ in range(8):
            number, place = divmod(number, 6)
            places.append(place)
        left, digits = list(range(1, 10)), []
        for size in range(9, 0, -1):
            number, place = divmod(number, size)
            digits.append(left.pop(place))
        rows, columns = _lines(places[:4]), _lines(places[4:])
        return cls(bool(transposed), rows, columns, tuple(digits))

    @property
    def number(self) -> int:
        """The number of this transform; see `from_number`."""
        left, places = list(range(1, 10)), []
        for digit in self.digits:
            places.append((left.index(digit), len(left)))
            left.remove(digit)
        lines = [*_places(self.rows), *_places(self.columns)]
        number = 0
        for place, size in reversed([(self.transposed, 2), *((p, 6) for p in lines), *places]):
            number = number * size + place
        return number

    @classmethod
    def from_bytes(cls, row: bytes | bytearray | memoryview | npt.NDArray[np.uint8]) -> Transform:
        """Return the transform of 28 bytes, a row of the arrays of `nonet.batch`.

        >>> Transform.from_bytes(bytes(Transform.random(seed=7))) == Transform.random(seed=7)
        True
        """
        values = bytes(row)
        if len(values) != _BYTES:
            raise ValueError(f"a transform has {_BYTES} bytes, got {len(values)}")
        if values[0] > 1:
            raise ValueError(f"the first byte of a transform must be 0 or 1, got {values[0]}")
        return cls(bool(values[0]), tuple(values[1:10]), tuple(values[10:19]), tuple(values[19:]))

    def __bytes__(self) -> bytes:
        return bytes((self.transposed, *self.rows, *self.columns, *self.digits))

    # -- the group --------------------------------------------------------------------------------

    def compose(self, first: Transform) -> Transform:
        """Return the transform that applies ``first`` and then this one; ``a @ b`` is ``a.compose(b)``.

        >>> a, b = Transform.random(seed=1), Transform.random(seed=2)
        >>> board = Grid([1, 2, 3] + [0] * 78)
        >>> (a @ b).apply(board) == a.apply(b.apply(board))
        True
        """
        rows, columns = first.rows, first.columns
        if self.transposed:
            rows, columns = columns, rows
        return Transform(
            self.transposed != first.transposed,
            tuple(rows[line] for line in self.rows),
            tuple(columns[line] for line in self.columns),
            tuple(self.digits[digit - 1] for digit in first.digits),
        )

    __matmul__ = compose

    def inverse(self) -> Transform:
        """Return the transform that undoes this one."""
        rows, columns = _inverse(self.rows), _inverse(self.columns)
        if self.transposed:
            rows, columns = columns, rows
        digits = tuple(self.digits.index(digit) + 1 for digit in range(1, 10))
        return Transform(self.transposed, rows, columns, digits)

    # -- transforming ----------------------------------------------------------------------------

    @cached_property
    def _sources(self) -> tuple[int, ...]:
        """The old cell of each new cell."""
        down, across = (1, 9) if self.transposed else (9, 1)
        return tuple(row * down + column * across for row in self.rows for column in self.columns)

    def cell(self, cell: int | str) -> int:
        """Return the new cell of an old cell, which is given by index or by name."""
        return self._sources.index(cell_index(cell))

    @overload
    def apply(self, board: Grid) -> Grid: ...
    @overload
    def apply(self, board: Candidates) -> Candidates: ...
    @overload
    def apply(self, board: CellSet) -> CellSet: ...
    @overload
    def apply(self, board: _Board) -> _Board: ...
    @overload
    def apply(self, board: npt.NDArray[_Number]) -> npt.NDArray[_Number]: ...
    def apply(self, board: Any) -> Any:
        """Return the transformed board: a `Grid`, `Candidates`, `CellSet`, `nonet.Puzzle` or an array of boards.

        An array holds digits, 0 for an empty cell, in the shape ``(81,)``, ``(9, 9)``, ``(n, 81)`` or ``(n, 9, 9)``;
        the result has the same shape. Raises `RulesError` for boards of another size or other rules, `ValueError` for
        other numbers, and `TypeError` for other objects.

        >>> t = Transform(transposed=True, digits=(2, 1, 3, 4, 5, 6, 7, 8, 9))
        >>> t.apply(Grid([1, 2, 3] + [0] * 78)).rows[:3]
        ((2, 0, 0, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0, 0, 0, 0))
        >>> t.apply(CellSet("r1c2 r1c3"))
        CellSet('r2c1 r3c1')
        """
        if isinstance(board, (Grid, Candidates, CellSet)):
            if board.size != 9:
                raise RulesError(
                    f"transforms need a classic 9x9 board, got {board.size}x{board.size}"
                )
            return self._apply(board)
        if hasattr(board, "transform"):
            return board.transform(self)
        if hasattr(board, "dtype"):
            return self._apply_to_array(board)
        raise TypeError(
            f"expected a Grid, Candidates, CellSet, Puzzle or array, got {type(board).__name__}"
        )

    def _apply(self, board: Grid | Candidates | CellSet) -> Grid | Candidates | CellSet:
        if isinstance(board, CellSet):
            return CellSet(cell for cell, old in enumerate(self._sources) if old in board)
        if isinstance(board, Grid):
            names = bytes((0, *self.digits))
            cells = bytes(board)
            return Grid._trusted(bytes(names[cells[old]] for old in self._sources))
        names_of = {mask: self._mask(mask) for mask in set(board.masks)}
        masks = [names_of[board.masks[old]] for old in self._sources]
        return Candidates.from_masks(masks, placed=self.apply(board.placed))

    def _mask(self, mask: int) -> int:
        return sum(1 << (name - 1) for bit, name in enumerate(self.digits) if mask >> bit & 1)

    def _apply_to_array(self, boards: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
        import numpy as np

        shape = boards.shape
        if shape[-1:] != (81,) and shape[-2:] != (9, 9):
            raise RulesError(
                f"the array has shape {shape}, expected (81,), (9, 9), (n, 81) or (n, 9, 9)"
            )
        if boards.dtype.kind not in "iu" or (
            boards.size and not 0 <= boards.min() <= boards.max() <= 9
        ):
            raise ValueError("the array must hold the digits 0 to 9 as integers")
        names = np.array((0, *self.digits), boards.dtype)
        cells = boards.reshape(-1, 81)[:, list(self._sources)]
        carried: npt.NDArray[_Number] = names[cells].reshape(shape)
        return carried


def _check_lines(name: str, lines: tuple[int, ...]) -> None:
    if sorted(lines) != list(_LINES):
        raise ValueError(f"{name} must be 0 to 8 in some order, got {lines}")
    for i in (0, 3, 6):
        if len({line // 3 for line in lines[i : i + 3]}) > 1:
            groups = "bands" if name == "rows" else "stacks"
            raise ValueError(
                f"{name} must keep the {groups} 0-2, 3-5 and 6-8 together, got {lines}"
            )


def _inverse(lines: Sequence[int]) -> tuple[int, ...]:
    return tuple(lines.index(line) for line in _LINES)


def _lines(places: Sequence[int]) -> tuple[int, ...]:
    """Return nine lines from the number of the order of the groups and those of the orders inside each group."""
    groups = _ORDERS[places[0]]
    return tuple(
        3 * group + line
        for group, place in zip(groups, places[1:], strict=True)
        for line in _ORDERS[place]
    )


def _places(lines: Sequence[int]) -> Iterator[int]:
    """Yield the four numbers from which `_lines` returns these lines."""
    yield _ORDERS.index(tuple(line // 3 for line in lines[::3]))
    for i in (0, 3, 6):
        yield _ORDERS.index(tuple(line % 3 for line in lines[i : i + 3]))
