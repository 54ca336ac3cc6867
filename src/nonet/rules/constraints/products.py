"""Products: cages whose digits are multiplied, where the primes of the product say which digits there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod

from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Palette,
    Space,
    Violation,
    repeated,
)
from nonet.rules.constraints.fields import Area, Number
from nonet.rules.constraints.marks import Mark, Outline
from nonet.rules.constraints.pairwise import MOST_IN_SETS, one_of_sets
from nonet.rules.constraints.primitives import Count, Different, Primitive

_MOST_SETS = 10_000
"""Sets of digits that are multiplied to name the nearest possible product."""


class ProductCage(Constraint):
    """A product cage: no digit twice, and the digits multiply to the product.

    >>> ProductCage("r1c1 r1c2 r2c1", 24).notation
    'product:24=r1c1r1c2r2c1'
    >>> ProductCage("r1c1 r1c2 r2c1", 24).text()
    'The digits in the cage r1c1, r1c2, r2c1 multiply to 24, no digit twice.'
    """

    word = "product"
    drawn = Drawn(2, 4)
    palette = Palette("areas", 11)
    order = "any"
    number = "product"
    different = "cells"
    cells: Area = Area()
    product: Number = Number(0)

    def numbers(self, space: Space) -> Sequence[int]:
        if comb(len(space.values), len(self.cells)) > _MOST_SETS:
            return ()
        return sorted({prod(digits) for digits in combinations(space.values, len(self.cells))})

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.cells, "cage")
        digits = [board[cell] for cell in self.cells if cell in board]
        left = [digit for digit in space.values if digit not in digits]
        if len(digits) == len(self.cells):
            if prod(digits) != self.product:
                yield self.miscounted(self.cells, prod(digits))
        elif not _can_be(self.product, prod(digits), len(self.cells) - len(digits), left):
            yield self.broken(board, self.cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells, product = space.indices(self.cells), self.product
        yield Different(cells)
        if not product:
            yield Count(cells, space.mask([0]), 1, 1)
            return

        # A state is the product so far, which divides the whole.
        def step(so_far: int, digit: int) -> Iterator[int]:
            if digit and product % (so_far * digit) == 0:
                yield so_far * digit

        key = self.word, product
        yield automaton(space, cells, key, lambda: Reader([1], step, product.__eq__))

    def explained(self, space: Space) -> Iterator[Primitive]:
        cells = space.indices(self.cells)
        few = self.product and len(space.values) <= MOST_IN_SETS
        sets = list(_sets(self.product, len(cells), space.values)) if few else []
        if not sets:
            yield from self.primitives(space)
            return
        yield Different(cells)
        yield one_of_sets(cells, sets, space)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "cage", f"{self.product}×")  # noqa: RUF001 - the sign, not the letter


def _sets(product: int, size: int, digits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of different digits that have a product, which is not 0."""
    if size == 0:
        yield from [()] if product == 1 else []
    for at, digit in enumerate(digits if size else ()):
        if digit and product % digit == 0:
            for others in _sets(product // digit, size - 1, digits[at + 1 :]):
                yield (digit, *others)


def _can_be(product: int, so_far: int, gaps: int, left: Sequence[int]) -> bool:
    """Return whether different digits in some gaps turn the product so far into the whole one."""
    if product and so_far:
        return product % so_far == 0 and any(_sets(product // so_far, gaps, left))
    return not product and (not so_far or 0 in left)
