"""Constraints on the shape that the cells of some digits make: one region, joined edge to edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, pairwise

from nonet.rules.constraints import iss_more
from nonet.rules.constraints.base import Board, Constraint, Space, Violation
from nonet.rules.constraints.fields import (
    Areas,
    DigitList,
    Groups,
    Number,
    OneCell,
    OptionalNumber,
    Path,
)
from nonet.rules.constraints.marks import Bulb, Mark
from nonet.rules.constraints.names import Cell, Cells
from nonet.rules.constraints.primitives import Allowed, Connected, Primitive, Regions, Run


class ConnectedDigits(Constraint):
    """The cells that hold one of the digits are one region, joined edge to edge, with ``size`` cells if it is given.

    ``layer`` are rows of cells, by default those of the board: unknown cells have no other place.

    >>> ConnectedDigits([1, 3, 5])
    ConnectedDigits((1, 3, 5))
    """

    word = "connected"
    iss = iss_more.Connected("ConnectedValues", "digits", in_choices=False)
    knows_places = True
    digits: DigitList = DigitList(1)
    layer: Areas = Areas(default=(), kw_only=True)
    size: OptionalNumber = OptionalNumber(1, default=None, kw_only=True)

    def _rows(self, space: Space) -> Groups:
        return self.layer or tuple(space.row(row) for row in range(1, space.rows + 1))

    def _cells(self, space: Space) -> Cells:
        return tuple(cell for row in self._rows(space) for cell in row)

    def edges(self, space: Space) -> Iterator[tuple[str, str]]:
        """Yield the pairs of cells that touch."""
        rows = self._rows(space)
        for row in rows:
            yield from pairwise(row)
        for upper, lower in pairwise(rows):
            yield from zip(upper, lower, strict=False)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells = self._cells(space)
        held = [cell for cell in cells if board.get(cell) in self.digits]
        possible = {cell for cell in cells if cell not in board} | set(held)
        near: dict[str, set[str]] = {cell: set() for cell in cells}
        for one, other in self.edges(space):
            near[one].add(other)
            near[other].add(one)
        if not possible:
            yield self.broken(board, ())
        elif held:
            reached, edge = set[str](), [held[0]]
            while edge:
                cell = edge.pop()
                if cell not in reached:
                    reached.add(cell)
                    edge += near[cell] & possible
            if away := tuple(cell for cell in held if cell not in reached):
                yield self.broken(board, away)
        if self.size is not None and not len(held) <= self.size <= len(possible):
            yield self.miscounted(tuple(held), len(held))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = self._cells(space)
        edges = _indexed(self.edges(space), space)
        low, high = (1, len(cells)) if self.size is None else (self.size, self.size)
        yield Connected(space.indices(cells), edges, space.mask(self.digits), low, high)

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "connected" if self.size is None else "connected.size"
        return key, {"digits": self._in_sentence("digits"), "size": self.size}


def _indexed(edges: Iterable[tuple[str, str]], space: Space) -> tuple[tuple[int, int], ...]:
    """Return pairs of cells as pairs of indices."""
    cells = space.indices(chain.from_iterable(edges))
    return tuple(zip(cells[::2], cells[1::2], strict=True))


# -- regions that are to be found ----------------------------------------------------------------


class UnknownRegions(Constraint):
    """Chaos construction: the board is cut into regions of ``size`` connected cells without repeated digits.

    ``layer`` has an unknown cell for each cell of the board, which holds the number of its region: the regions are
    numbered by the lowest digits of the board, in the order of their first cells.

    >>> UnknownRegions(["x1 x2", "x3 x4"], 2).size
    2
    """

    word = "regions"
    iss = iss_more.Regions("ChaosConstruction")
    layer: Areas = Areas()
    size: Number = Number()

    def __post_init__(self) -> None:
        if self.size < 2 or sum(map(len, self.layer)) % self.size:
            raise self.error(
                f"expected a size of at least 2 that divides the cells, got {self.size}"
            )

    def _cells(self) -> Cells:
        return tuple(cell for row in self.layer for cell in row)

    def _numbers(self, space: Space) -> tuple[int, ...]:
        return space.values[: len(self._cells()) // self.size]

    def check(self, space: Space) -> None:
        super().check(space)
        if {len(row) for row in self.layer} != {space.columns} or len(self.layer) != space.rows:
            raise self.error(f"expected {space.rows} rows of {space.columns} cells")
        if len(self._cells()) // self.size > len(space.values):
            raise self.error(f"expected at most {len(space.values)} regions")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        cells, numbers = self._cells(), self._numbers(space)
        if not all(cell in board for cell in cells):
            return
        order = list(dict.fromkeys(board[cell] for cell in cells))
        if order != list(numbers):
            yield Violation(cells, "unmet", {"rule": self})
        for number in order:
            layer = ConnectedDigits([number], layer=self.layer, size=self.size)
            yield from layer.violations(board, space)
            places = zip(space.names, cells, strict=False)
            home = [name for name, cell in places if board[cell] == number]
            for one, other in combinations(home, 2):
                if one in board and board[one] == board.get(other):
                    values = {"cells": (one, other), "digit": board[one]}
                    yield Violation((one, other), "repeat.region", values)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        layer = ConnectedDigits([space.digits[0]], layer=self.layer)
        edges = _indexed(layer.edges(space), space)
        board = tuple(range(space.rows * space.columns))
        yield Regions(space.indices(self._cells()), board, edges, self.size)

    def near(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells of the layer that touch one cell."""
        lines = chain(self.layer, zip(*self.layer, strict=True))
        places = ((line, line.index(cell)) for line in lines if cell in line)
        return frozenset(near for line, at in places for near in line[max(at - 1, 0) : at + 2]) - {
            cell
        }

    def sentence(self) -> tuple[str, dict[str, object]]:
        return self.word, {"size": self.size}


def _at_least(cells: Cells, counter: Cell, less: int, space: Space) -> Iterator[Primitive]:
    """Yield which digits count cells in the region of the first one, if its neighbours are all among them.

    One of these is in its region.
    """
    layers = (rule.near(cells[0]) for rule in space.constraints if isinstance(rule, UnknownRegions))
    if any(near and near <= set(cells) for near in layers):
        counts = (digit for digit in space.digits if digit >= 2 - less)
        yield Allowed(space.index(counter), space.mask(counts))


class RegionCount(Constraint):
    """The digit of a cell is how many of some region cells have the number of the first of them, less ``less``.

    >>> RegionCount("r1c1", "x1 x2 x3").less
    0
    """

    word = "regioncount"
    iss = iss_more.RegionCells("ChaosCount")
    counter: OneCell = OneCell()
    counted: Path = Path()
    less: Number = Number(default=0, kw_only=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if self.counter in board and all(cell in board for cell in self.counted):
            first = board[self.counted[0]]
            count = sum(board[cell] == first for cell in self.counted) - self.less
            if count != board[self.counter]:
                yield self.miscounted((self.counter,), count)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        first, *others = space.indices(self.counted)
        yield Run(first, tuple((cell,) for cell in others), space.index(self.counter), self.less)
        yield from _at_least(self.counted, self.counter, self.less, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Bulb((self.counter,), "counting")


class RegionRun(Constraint):
    """The digit of a cell is how many region cells in a row, along arms from one cell, have one number, less ``less``.

    The first cell, which all arms share, counts once.

    >>> RegionRun("r1c1", ["x1 x2", "x1 x3"]).arms[1]
    ('x1', 'x3')
    """

    word = "regionrun"
    iss = iss_more.RegionRuns("ChaosArrow", "counter", "less", "arms")
    counter: OneCell = OneCell()
    arms: Areas = Areas()
    less: Number = Number(default=0, kw_only=True)

    def __post_init__(self) -> None:
        if not self.arms or len({arm[0] for arm in self.arms}) != 1:
            raise self.error("expected arms that begin with the same cell")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if self.counter not in board or not all(c in board for arm in self.arms for c in arm):
            return
        first, count = board[self.arms[0][0]], 1 - self.less
        for arm in self.arms:
            for cell in arm[1:]:
                if board[cell] != first:
                    break
                count += 1
        if count != board[self.counter]:
            yield self.miscounted((self.counter,), count)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        (first, *_), *_ = arms = [space.indices(arm) for arm in self.arms]
        yield Run(first, tuple(arm[1:] for arm in arms), space.index(self.counter), self.less)
        cells = [self.arms[0][0], *(arm[1] for arm in self.arms if len(arm) > 1)]
        yield from _at_least(tuple(cells), self.counter, self.less, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Bulb((self.counter,), "counting")
