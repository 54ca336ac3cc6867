"""Regions and moves: cells that must differ, in a group or by a move of chess anywhere on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Palette,
    Space,
    Violation,
    repeated,
)
from nonet.rules.constraints.f_puzzles import Switch
from nonet.rules.constraints.fields import Area
from nonet.rules.constraints.iss import Iss
from nonet.rules.constraints.marks import Mark, Outline
from nonet.rules.constraints.pairwise import Pairwise
from nonet.rules.constraints.primitives import Different, Pair, Primitive
from nonet.rules.constraints.space import Group


class AllDifferent(Constraint):
    """No digit twice in the cells.

    >>> AllDifferent("r1c1 r5c5 r9c9").text()
    'No digit repeats in r1c1, r5c5, r9c9.'
    """

    word = "different"
    drawn = Drawn(4, 6)
    palette = Palette("areas", 2)
    iss = Iss("AllDifferent", "cells")
    order = "any"
    names_houses = True
    digits_interchangeable = True
    different = "cells"
    cells: Area = Area(2)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.cells, "different")

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield Different(space.indices(self.cells))

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "region")


class _Moves(Pairwise):
    """Cells that are a move of chess apart differ."""

    digits_interchangeable = True
    equality = True
    steps: ClassVar[tuple[tuple[int, int], ...]]

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return space.pairs(*type(self).steps)


class AntiKnight(_Moves):
    """Cells a knight's move apart hold different digits."""

    word = "antiknight"
    palette = Palette("whole", 1)
    iss = Iss("AntiKnight")
    f_puzzles = (Switch("antiknight"),)
    steps = ((1, 2), (2, 1), (1, -2), (2, -1))


class AntiKing(_Moves):
    """Cells that touch at a corner hold different digits, as do cells side by side."""

    word = "antiking"
    palette = Palette("whole", 2)
    iss = Iss("AntiKing")
    f_puzzles = (Switch("antiking"),)
    steps = ((0, 1), (1, -1), (1, 0), (1, 1))


class AntiTaxicab(Constraint):
    """Two equal digits are not as many steps apart as the digit says, steps up, down, left or right."""

    word = "antitaxicab"
    palette = Palette("whole", 3)
    iss = Iss("AntiTaxicab")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for one, other, digit in _taxicab_pairs(space):
            if board.get(one) == digit == board.get(other):
                yield self.broken(board, (one, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield from _taxicab(space.rows, space.columns, space.houses, space.digits)


def _taxicab_pairs(space: Space) -> Iterator[tuple[str, str, int]]:
    """Yield pairs of cells with the digit that is their distance; those of one house differ anyway."""
    for digit in space.digits:
        steps = [(down, digit - down) for down in range(digit + 1)]
        steps += [(down, down - digit) for down in range(1, digit)]
        for one, other in space.pairs(*(step for step in steps if step != (0, 0))):
            if not space.see(one, other):
                yield one, other, digit


@lru_cache(maxsize=16)
def _taxicab(rows: int, columns: int, houses: tuple[Group, ...], digits: range) -> tuple[Pair, ...]:
    """Return the pairs of a board: there are thousands, and boards of one size have the same."""
    space = Space(rows, columns, digits, houses)
    every = space.all_digits
    rows_of = {
        digit: tuple(every & ~(1 << i) if d == digit else every for d in digits)
        for i, digit in enumerate(digits)
    }
    return tuple(
        Pair(space.index(one), space.index(other), rows_of[digit])
        for one, other, digit in _taxicab_pairs(space)
    )
