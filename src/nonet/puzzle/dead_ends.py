"""Dead ends that a person sees at once: a cell without a candidate, or a house without a place for a digit.

They are looked for where the givens stand alone, then after one single, then after two. What needs more is a proof to
follow, not a place to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from nonet.base.cells import cell_name
from nonet.base.masks import digits_of
from nonet.puzzle.given_sets import PlacedDigit
from nonet.rules import House, Rules

if TYPE_CHECKING:
    from nonet.rules.constraints import Violation

__all__ = ["dead_end"]

_SINGLES = 2

_CELLS = 32_000
"""The cells of all boards that are looked at: 395 classic ones."""


def dead_end(rules: Rules, allowed: Sequence[int]) -> Violation | None:
    """Return the dead end that is seen after the fewest singles, or None if it takes more.

    ``allowed`` are the digits that givens and marks allow, one mask per cell.

    >>> from nonet import Puzzle
    >>> givens = Puzzle("12345678.........9" + "." * 63).givens
    >>> print(dead_end(Rules(), [1 << d - 1 if d else 511 for d in givens]).sentence)
    row 1 has no place for 9: its empty cell sees r2c9=9
    """
    level = [_Position(rules, allowed)]
    left, seen = _CELLS // len(allowed), set[frozenset[PlacedDigit]]()
    for singles in range(_SINGLES + 1):
        larger = []
        for position in level:
            found = [*position.empty_cells(), *position.houses_without_place()]
            if found:
                return min(found, key=lambda each: each[0])[1]
            for single in position.singles() if singles < _SINGLES else ():
                after = frozenset({*position.after, single})
                if after not in seen and len(seen) < left:
                    seen.add(after)
                    larger.append(position.plus(single))
        level = larger
    return None


class _Position:
    """A board with its placed digits, the last of them, ``after``, after the givens.

    What ends it comes with a number, the digits or cells that its sentence names: the fewer, the better.
    """

    def __init__(self, rules: Rules, allowed: Sequence[int]) -> None:
        self.rules = rules
        self.allowed = allowed
        self.after: tuple[PlacedDigit, ...] = ()
        self.placed: dict[int, int] = {}
        self.masks = list(allowed)
        self.full_houses = [
            (house, tuple(house.cells)) for house in rules.houses if len(house.cells) == rules.size
        ]
        for cell, mask in enumerate(allowed):
            if mask.bit_count() == 1:
                self._place(cell, mask.bit_length())

    def plus(self, single: PlacedDigit) -> _Position:
        other = copy(self)
        other.masks, other.placed = self.masks[:], self.placed.copy()
        other.after = *self.after, single
        cell, digit = single
        other.masks[cell] = 1 << (digit - 1)
        other._place(cell, digit)
        return other

    def _place(self, cell: int, digit: int) -> None:
        self.placed[cell] = digit
        others = ~(1 << (digit - 1))
        for peer in self.rules.peers[cell]:
            self.masks[peer] &= others

    def singles(self) -> Iterator[PlacedDigit]:
        """Yield the digits that follow at once: the only one of a cell, or with the only place in a house."""
        found = dict[PlacedDigit, None]()
        for cell, mask in enumerate(self.masks):
            if mask.bit_count() == 1:
                found[cell, mask.bit_length()] = None
        for _, cells in self.full_houses:
            once = twice = 0
            for cell in cells:
                mask = self.masks[cell]
                twice |= once & mask
                once |= mask
            for digit in digits_of(once & ~twice):
                bit = 1 << (digit - 1)
                found[next(c for c in cells if self.masks[c] & bit), digit] = None
        return (single for single in found if single[0] not in self.placed)

    # -- what ends it ----------------------------------------------------------------------------

    def empty_cells(self) -> Iterator[tuple[int, Violation]]:
        """Yield the cells without a digit."""
        from nonet.words.houses import named_house
        from nonet.words.messages import Value

        for cell, mask in enumerate(self.masks):
            if not mask:
                taken = tuple(
                    Value(
                        "taken",
                        {
                            "house": named_house(house.name, house.cells, self.rules.size),
                            "digits": [self.rules.digits[digit - 1] for digit in digits],
                        },
                    )
                    for house, digits in self._taken(cell)
                )
                values = {"cell": self._name(cell), "taken": taken}
                yield self.allowed[cell].bit_count(), self._violation([cell], "cell", values)

    def _taken(self, cell: int) -> Iterator[tuple[House, list[int]]]:
        """Yield few houses that have all digits of a cell, each with some of them."""
        houses = self.rules.houses_of(cell)
        seen = [
            reduce(or_, (1 << self.placed.get(c, 0) >> 1 for c in house.cells if c != cell), 0)
            for house in houses
        ]
        left, taken = self.allowed[cell], [0] * len(houses)
        while left:
            at = max(range(len(houses)), key=lambda i: (seen[i] & left).bit_count())
            taken[at] = seen[at] & left
            left &= ~seen[at]
        return ((house, [*digits_of(t)]) for house, t in zip(houses, taken, strict=True) if t)

    def houses_without_place(self) -> Iterator[tuple[int, Violation]]:
        """Yield the houses in which a digit has no place."""
        from nonet.words.houses import named_house

        for house, cells in self.full_houses:
            union = 0
            for cell in cells:
                union |= 1 << (self.placed[cell] - 1) if cell in self.placed else self.masks[cell]
            for digit in digits_of((1 << self.rules.size) - 1 & ~union):
                empty = [cell for cell in cells if cell not in self.placed]
                excluded = [c for c in empty if not self.allowed[c] >> (digit - 1) & 1]
                left = set(empty) - set(excluded)
                givens = [c for c, d in self.placed.items() if d == digit]
                named = list[int]()
                while left:
                    best = max(givens, key=lambda c: len(left & set(self.rules.peers[c])))
                    named.append(best)
                    left -= set(self.rules.peers[best])
                named.sort()
                values = {
                    "house": named_house(house.name, house.cells, self.rules.size),
                    "digit": self.rules.digits[digit - 1],
                    "empty": len(empty),
                    "givens": {self._name(cell): self.rules.digits[digit - 1] for cell in named},
                }
                key = "house.marks" if excluded else "house"
                if empty:
                    yield len(named), self._violation([*house.cells, *named], key, values)

    def _name(self, cell: int) -> str:
        return cell_name(cell, self.rules.size)

    def _violation(self, cells: Sequence[int], key: str, values: Mapping[str, object]) -> Violation:
        from nonet.rules.constraints.base import Violation

        after = {self._name(cell): self.rules.digits[digit - 1] for cell, digit in self.after}
        names = dict.fromkeys(self._name(cell) for cell in cells)
        return Violation(tuple(names), f"contradiction.{key}", {**values, "after": after})
