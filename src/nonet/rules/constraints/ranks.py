"""Rows and columns that are compared as numbers: the clues of a full rank."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from itertools import chain, combinations, product
from typing import TypeAlias, TypeVar

from nonet.rules.constraints.automata import Reader, automata
from nonet.rules.constraints.base import Board, Constraint, Space, Violation
from nonet.rules.constraints.fields import Flag, Number
from nonet.rules.constraints.iss_more import FullRanks, Ties
from nonet.rules.constraints.marks import Side
from nonet.rules.constraints.names import Cells
from nonet.rules.constraints.outside import SeenClue
from nonet.rules.constraints.primitives import Allowed, Either, Primitive
from nonet.rules.constraints.space import Group

_Cell = TypeVar("_Cell", str, int)


def _entries(space: Space) -> dict[Side, list[Cells]]:
    """Return the rows and columns as they are read from each side."""
    rows = [space.row(number) for number in range(1, space.rows + 1)]
    columns = [space.column(number) for number in range(1, space.columns + 1)]
    return _by_side(rows, columns)


@lru_cache(maxsize=16)
def _entry_indices(size: int) -> dict[Side, list[tuple[int, ...]]]:
    """Return the rows and columns of a square board as they are read from each side, as indices."""
    rows = [tuple(range(row * size, (row + 1) * size)) for row in range(size)]
    return _by_side(rows, list(zip(*rows, strict=True)))


def _by_side(
    rows: list[tuple[_Cell, ...]], columns: list[tuple[_Cell, ...]]
) -> dict[Side, list[tuple[_Cell, ...]]]:
    return {
        "left": rows,
        "right": [row[::-1] for row in rows],
        "top": columns,
        "bottom": [column[::-1] for column in columns],
    }


@lru_cache(maxsize=16)
def _peers(size: int, houses: tuple[Group, ...]) -> list[set[int]]:
    """Return the other cells of the houses of each cell of a square board, as indices."""
    space = Space(size, size, range(1, size + 1), houses)
    peers: list[set[int]] = [set() for _ in range(size * size)]
    for house in houses:
        cells = space.indices(cell for cell in house.cells if cell in space)
        for cell in cells:
            peers[cell].update(cells)
    return [cells - {cell} for cell, cells in enumerate(peers)]


def _compared(
    one: tuple[int, ...], other: tuple[int, ...], peers: list[set[int]]
) -> tuple[int, ...]:
    """Return the cells that decide which line is less, in turn: up to the first that surely differ."""
    cells: tuple[int, ...] = ()
    for a, b in zip(one, other, strict=True):
        if a != b:
            cells += a, b
        if b in peers[a]:
            break
    return cells or (one[-1], other[-1])


_Compared: TypeAlias = "dict[str, tuple[list[int], list[tuple[int, ...]]]]"


@lru_cache(maxsize=256)
def _ranked_against(
    size: int, houses: tuple[Group, ...], own: tuple[int, ...], own_side: str
) -> _Compared:
    """Return the cells that decide whether lines of the three other sides are less than this one, and their sides.

    The lists are by the state in which they are read. A line whose first cell sees that of this line does not begin
    with the same digit, and is left out.
    """
    peers = _peers(size, houses)
    compared: _Compared = {}
    others = [lines for side, lines in _entry_indices(size).items() if side != own_side]
    for side, lines in enumerate(others):
        for line in lines:
            if line[0] in peers[own[0]]:
                continue
            decides = _compared(own[1:] or own, line[1:] or line, peers)
            state = "equal" if line[0] == own[0] else "begin"
            cells = decides if state == "equal" else (line[0], *decides)
            sides, lists = compared.setdefault(state, ([], []))
            sides.append(side)
            lists.append(cells)
    return compared


def _check_is_as_high_as_wide(constraint: Constraint, space: Space) -> None:
    if space.rows != space.columns or len(space.values) != space.rows:
        raise constraint.error("expected a square board with as many digits as rows")


class FullRank(SeenClue):
    """All rows and columns are numbers, read from both ends; the clue is the rank of one of them, from the lowest.

    With ``ties`` another line may be the same number; then both have the same rank.

    >>> FullRank("r1", "left", 7).rank
    7
    """

    word = "fullrank"
    iss = FullRanks("FullRank")
    technique = "clue"
    number = "rank"
    frame = "M-29 -26V26M29 -26V26"
    rank: Number = Number()
    ties: Flag = Flag(default=False, kw_only=True)

    def check(self, space: Space) -> None:
        super().check(space)
        _check_is_as_high_as_wide(self, space)
        if not 1 <= self.rank <= 4 * space.rows:
            raise self.error(f"expected a rank from 1 to {4 * space.rows}, got {self.rank}")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if not all(cell in board for cell in space.names[: space.rows * space.columns]):
            return
        seen = self._seen(space)
        own = [board[cell] for cell in seen]
        others = [
            [board[cell] for cell in cells]
            for lines in _entries(space).values()
            for cells in lines
            if cells != seen
        ]
        rank = 1 + sum(other < own for other in others)
        if rank != self.rank:
            yield self.miscounted(seen, rank)
        elif not self.ties and own in others:
            yield Violation(seen, "tied", {"rule": self})

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # As many lines begin with one digit as there are sides: the rank gives the first digit, and how many of the
        # three other lines with this digit are less.
        order, less = divmod(self.rank - 1, 4)
        first = space.values[order]
        own = space.indices(self._seen(space))
        yield Allowed(own[0], space.mask([first]))
        compared = _ranked_against(space.rows, space.houses, own, self.side)
        lower = self._read(space, compared, first, True) if less else ()
        higher = self._read(space, compared, first, False) if less < 3 else ()
        choices: list[tuple[Primitive, ...]] = []
        for chosen in combinations(range(3), less):
            parts = (lower[i] if i in chosen else higher[i] for i in range(3))
            choices.append(tuple(chain.from_iterable(parts)))
        yield Either(tuple(choices))

    def _read(
        self, space: Space, compared: _Compared, first: int, less: bool
    ) -> tuple[list[Primitive], ...]:
        """Return, for each other side, what says that its lines are less, or not less."""
        primitives: tuple[list[Primitive], ...] = [], [], []
        for start, (sides, lines) in compared.items():
            comparison = _comparison(start, first, less, self.ties)
            read = automata(space, lines, *comparison, most=2 * space.rows)
            for side, each in zip(sides, read, strict=True):
                primitives[side].append(each)
        return primitives


class NoTiedLines(Constraint):
    """No two rows or columns, read from either end, are the same number.

    >>> NoTiedLines()
    NoTiedLines()
    """

    word = "noties"
    iss = Ties()
    digits_interchangeable = True

    def check(self, space: Space) -> None:
        _check_is_as_high_as_wide(self, space)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for one, other in self._pairs(space):
            if all(cell in board for cell in (*one, *other)):
                numbers = [[board[cell] for cell in line] for line in (one, other)]
                if numbers[0] == numbers[1]:
                    yield self.broken(board, (*one, *other))

    @staticmethod
    def _pairs(space: Space) -> Iterator[tuple[Cells, Cells]]:
        for lines, others in combinations(_entries(space).values(), 2):
            for one in lines:
                for other in others:
                    yield one, other

    def primitives(self, space: Space) -> Iterator[Primitive]:
        peers = _peers(space.rows, space.houses)
        compared = [
            _compared(one, other, peers)
            for lines, others in combinations(_entry_indices(space.rows).values(), 2)
            for one, other in product(lines, others)
        ]
        comparison = _comparison("equal", None, None, False)
        yield from automata(space, compared, *comparison, most=2 * space.rows)


def _comparison(
    start: str, first: int | None, less: bool | None, ties: bool
) -> tuple[Hashable, Callable[[], Reader[tuple[str, int]]]]:
    """Return what reads two numbers digit by digit in turn and compares the second with the first, and its key.

    From the state "begin" it reads the first digit of the second number, and accepts if it is not ``first``. Else it
    accepts a second number that is less, or not less; None is any difference.
    """

    def step(state: tuple[str, int], digit: int) -> Iterator[tuple[str, int]]:
        name, own = state
        if name in ("less", "greater", "other"):
            yield state
        elif name == "begin":
            yield ("equal" if digit == first else "other"), 0
        elif name == "equal":
            yield "own", digit
        elif digit == own:
            yield "equal", 0
        else:
            yield ("less" if digit < own else "greater"), 0

    accepted = {"other"} | ({"less"} if less in (True, None) else set())
    accepted |= {"greater"} if not less else set()
    accepted |= {"equal"} if less is False and ties else set()
    key = "comparison", start, first, less, ties
    return key, lambda: Reader([(start, 0)], step, lambda state: state[0] in accepted)
