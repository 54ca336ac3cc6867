"""The board as constraints see it: its cells by name, its digits, its lines and houses.

A constraint knows no board: its cells are names such as ``r4c5``. A `Space` says which names exist, which digits they
can hold and what lies where. `Rules` have one, and so has every other board that constraints can be put on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import filterfalse
from typing import TYPE_CHECKING, NamedTuple

from nonet.base.errors import RulesError
from nonet.base.suggestions import suggestion

if TYPE_CHECKING:
    from nonet.rules.constraints.base import Constraint

__all__ = ["Group", "Space"]


class Group(NamedTuple):
    """A house of a `Space`: its name and its cells. ``kind`` is row, column, box, region or extra."""

    kind: str
    name: str
    cells: tuple[str, ...]


class Space:
    """A board of ``rows`` and ``columns`` whose cells hold one of ``digits``.

    ``houses`` are groups of cells that must hold different digits. ``unknowns`` are names of cells that are not on the
    board; they hold a digit too. `names` lists all cells: the board in reading order, then the unknowns.
    ``constraints`` are those of the board: a few of them depend on others, as "all dots are given" does. ``values`` are
    the digits if some between the least and the greatest are missing: ``digits`` has all of these numbers and a mask a
    bit for each, and `values` the digits. `all_digits` is the mask of all digits.

    >>> space = Space(2, 3, range(1, 7), unknowns=["x1"])
    >>> space.names
    ('r1c1', 'r1c2', 'r1c3', 'r2c1', 'r2c2', 'r2c3', 'x1')
    >>> space.index("r2c1"), space.row(2), space.neighbours("r1c1")
    (3, ('r2c1', 'r2c2', 'r2c3'), ('r1c2', 'r2c1'))
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        digits: range,
        houses: Iterable[Group] = (),
        unknowns: Iterable[str] = (),
        constraints: Iterable[Constraint] = (),
        values: Iterable[int] | None = None,
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.digits = digits
        self.values = tuple(digits if values is None else values)
        self.all_digits = (1 << len(digits)) - 1
        if len(self.values) < len(digits):
            self.all_digits = self.mask(self.values)
        self.houses = tuple(houses)
        self.unknowns = tuple(unknowns)
        self.constraints = tuple(constraints)
        board = _board(rows, columns)
        self.names = (*board, *self.unknowns) if self.unknowns else board
        self._index = {name: i for i, name in enumerate(self.names)}

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __len__(self) -> int:
        return len(self.names)

    def unknown(self, names: Iterable[str]) -> str | None:
        """Return the first of some names that is not on the board, None if all are."""
        return next(filterfalse(self._index.__contains__, names), None)

    def index(self, name: str) -> int:
        """Return the index of a cell. Raises `RulesError` for a name that is not on the board."""
        try:
            return self._index[name]
        except KeyError:
            raise RulesError(self.missing(name)) from None

    def indices(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the indices of cells."""
        try:
            return tuple(map(self._index.__getitem__, names))
        except KeyError as missing:
            raise RulesError(self.missing(missing.args[0])) from None

    def missing(self, name: str) -> str:
        """Say that a cell is not on the board."""
        if name.startswith("r") and "c" in name:
            article = "an" if self.rows in (8, 11, 18) else "a"
            return f"{name} is outside {article} {self.rows}x{self.columns} board"
        if not self.unknowns:
            return f"expected a cell such as r1c1, got {name!r}"
        known = ", ".join(self.unknowns)
        return (
            f"unknown cell {name!r}; {suggestion(name, self.unknowns, otherwise=f'known: {known}')}"
        )

    # -- digits ----------------------------------------------------------------------------------

    def mask(self, digits: Iterable[int]) -> int:
        """Return the mask of digits; those that the board does not have are left out.

        >>> bin(Space(2, 2, range(0, 4)).mask([1, 3, 9]))
        '0b1010'
        """
        known, low, mask = self.digits, self.digits.start, 0
        for digit in digits:
            if digit in known:
                mask |= 1 << digit - low
        return mask

    def filled(self, board: Mapping[str, int | None]) -> dict[str, int]:
        """Return the filled cells of a board: None is an empty cell, and so is a 0 that is not a digit."""
        return {name: d for name, d in board.items() if d is not None and (d or 0 in self.digits)}

    # -- places ----------------------------------------------------------------------------------

    def row(self, number: int) -> tuple[str, ...]:
        """Return the cells of a row (from 1), from left to right."""
        return self.names[(number - 1) * self.columns : number * self.columns]

    def column(self, number: int) -> tuple[str, ...]:
        """Return the cells of a column (from 1), from top to bottom."""
        return self.names[number - 1 : self.rows * self.columns : self.columns]

    def at(self, name: str) -> tuple[int, int] | None:
        """Return the row and the column of a cell (from 1), None for an unknown."""
        index = self.index(name)
        if index >= self.rows * self.columns:
            return None
        return index // self.columns + 1, index % self.columns + 1

    def moved(self, name: str, down: int, right: int) -> str | None:
        """Return the cell so many rows below and columns to the right, None outside the board."""
        place = self.at(name)
        if place is None:
            return None
        row, column = place[0] + down, place[1] + right
        inside = 1 <= row <= self.rows and 1 <= column <= self.columns
        return f"r{row}c{column}" if inside else None

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Return the cells that share an edge with a cell, in reading order."""
        steps = (-1, 0), (0, -1), (0, 1), (1, 0)
        names = (self.moved(name, *step) for step in steps)
        return tuple(cell for cell in names if cell is not None)

    def pairs(self, *steps: tuple[int, int]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of cells that lie these rows and columns apart, each pair once.

        >>> Space(2, 2, range(1, 5)).pairs((1, 1), (1, -1))
        (('r1c1', 'r2c2'), ('r1c2', 'r2c1'))
        """
        return _pairs(self.rows, self.columns, steps)

    # -- houses ----------------------------------------------------------------------------------

    @cached_property
    def boxes(self) -> tuple[tuple[str, ...], ...]:
        """The cells of each box or region."""
        return tuple(house.cells for house in self.houses if house.kind in ("box", "region"))

    @cached_property
    def _houses_of(self) -> dict[str, frozenset[int]]:
        return _houses_of(self.names, self.houses)

    def box_of(self, name: str) -> int | None:
        """Return the position of the cell's box in `boxes`, None if it has none."""
        return next((i for i, cells in enumerate(self.boxes) if name in cells), None)

    def share_house(self, cells: Iterable[str]) -> bool:
        """Return whether one house has all of the cells: then their digits differ."""
        sets = [self._houses_of[name] for name in cells]
        return bool(sets) and bool(frozenset.intersection(*sets))

    def see(self, one: str, other: str) -> bool:
        """Return whether two cells share a house."""
        return not self._houses_of[one].isdisjoint(self._houses_of[other])


@lru_cache(maxsize=64)
def _board(rows: int, columns: int) -> tuple[str, ...]:
    return tuple(
        f"r{row}c{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)
    )


@lru_cache(maxsize=64)
def _houses_of(names: tuple[str, ...], houses: tuple[Group, ...]) -> dict[str, frozenset[int]]:
    """Return the numbers of the houses of each cell."""
    found: dict[str, set[int]] = {name: set() for name in names}
    for number, house in enumerate(houses):
        for name in house.cells:
            found[name].add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


@lru_cache(maxsize=64)
def _pairs(
    rows: int, columns: int, steps: tuple[tuple[int, int], ...]
) -> tuple[tuple[str, str], ...]:
    """Return the pairs of cells of a board that lie these steps apart."""
    board, pairs = _board(rows, columns), []
    for cell, name in enumerate(board):
        row, column = divmod(cell, columns)
        for down, right in steps:
            if 0 <= row + down < rows and 0 <= column + right < columns:
                pairs.append((name, board[cell + down * columns + right]))
    return tuple(pairs)
