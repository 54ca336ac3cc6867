"""The board that every teaching solver gets: plain tuples that a learner can print.

Cells are numbers in reading order and houses are tuples of cells. The rules are used only where they have constraints
(cages, thermometers …): an algorithm that calls `Board.fits` or `Board.meets` for each digit solves these variants too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from nonet.boards.grid import Candidates, Grid
from nonet.rules import Rules
from nonet.rules.constraints.base import Constraint

__all__ = ["Board", "DigitOrder", "make_board"]

DigitOrder: TypeAlias = Literal["ascending", "descending", "shuffled"]
Watched: TypeAlias = "tuple[Constraint, tuple[tuple[str, int], ...]]"


@dataclass(frozen=True)
class Board:
    """A puzzle as tuples.

    ``givens`` has one digit per cell, 0 where it is empty. ``digits`` are all digits in the order in which they are
    tried, ``options`` those of each cell in that order: the given alone, or all digits, or the candidates of a sukaku.
    ``houses`` are the cells of each house, ``houses_of`` the numbers of the houses of each cell, ``peers`` the cells
    that share a house with it. ``rules`` are None unless they have constraints. Then ``watched`` has for each cell the
    constraints that its digit can violate, each with the cells whose digits it needs, by name and number.
    """

    size: int
    givens: tuple[int, ...]
    digits: tuple[int, ...]
    options: tuple[tuple[int, ...], ...]
    houses: tuple[tuple[int, ...], ...]
    houses_of: tuple[tuple[int, ...], ...]
    peers: tuple[tuple[int, ...], ...]
    box_rows: int
    box_columns: int
    rules: Rules | None = None
    watched: tuple[tuple[Watched, ...], ...] = ()

    @property
    def empty(self) -> list[int]:
        """The cells without a given."""
        return [cell for cell, digit in enumerate(self.givens) if not digit]

    @property
    def full_houses(self) -> list[tuple[int, ...]]:
        """The houses with as many cells as digits: each of them holds every digit."""
        return [house for house in self.houses if len(house) == self.size]

    def fits(self, cells: Sequence[int], cell: int, digit: int) -> bool:
        """Whether no peer of the cell holds the digit, and no constraint is violated with it."""
        for peer in self.peers[cell]:
            if cells[peer] == digit:
                return False
        return self.rules is None or self.meets(cells, cell, digit)

    def meets(self, cells: Sequence[int], cell: int, digit: int) -> bool:
        """Whether no constraint that the cell can violate is violated once it holds the digit."""
        if self.rules is None:
            return True
        for constraint, seen in self.watched[cell]:
            board = {name: digit if at == cell else cells[at] for name, at in seen}
            filled = {name: found for name, found in board.items() if found}
            if next(constraint.violations(filled, self.rules.space), None) is not None:
                return False
        return True


def _watched(rules: Rules) -> tuple[tuple[Watched, ...], ...]:
    """Return the constraints of each cell; those about the whole board belong to every cell."""
    space = rules.space
    watched: list[list[Watched]] = [[] for _ in space.names]
    for constraint in rules.constraints:
        names = constraint.cells if constraint.is_local else space.names
        seen = tuple(zip(names, space.indices(names), strict=True))
        for _, at in seen:
            watched[at].append((constraint, seen))
    return tuple(map(tuple, watched))


def make_board(
    rules: Rules,
    givens: Grid,
    marks: Candidates | None = None,
    *,
    digits: DigitOrder = "ascending",
    seed: int = 0,
) -> Board:
    """Return the board of rules, givens and candidates, with the digits in an order.

    >>> board = make_board(Rules(size=4), Grid("1..." "...." "...." "...4"), digits="descending")
    >>> board.digits, board.options[0], board.peers[0]
    ((4, 3, 2, 1), (1,), (1, 2, 3, 4, 5, 8, 12))
    """
    order = list(range(1, rules.size + 1))
    if digits == "descending":
        order.reverse()
    elif digits == "shuffled":
        random.Random(seed).shuffle(order)
    elif digits != "ascending":
        raise ValueError(f"digits must be ascending, descending or shuffled, got {digits!r}")
    houses = tuple(dict.fromkeys(tuple(house.cells) for house in rules.houses))
    houses_of: list[list[int]] = [[] for _ in givens]
    for number, house in enumerate(houses):
        for cell in house:
            houses_of[cell].append(number)
    allowed = [order] * len(givens) if marks is None else list(marks)
    options = [
        tuple(d for d in order if d in allowed[cell] and given in (0, d))
        for cell, given in enumerate(givens)
    ]
    return Board(
        size=rules.size,
        givens=tuple(givens),
        digits=tuple(order),
        options=tuple(options),
        houses=houses,
        houses_of=tuple(map(tuple, houses_of)),
        peers=tuple(tuple(peers) for peers in rules.peers),
        box_rows=rules.box_rows,
        box_columns=rules.box_columns,
        rules=rules if rules.constraints else None,
        watched=_watched(rules) if rules.constraints else (),
    )
