"""What of a board never changes while it is solved: which cells see each other, conditions, leftovers.

It is made once for each set of rules. Cells are indices, sets of cells are bits of one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from nonet.base.caches import Cache
from nonet.deduction.leftovers import Leftover, leftovers_of
from nonet.rules import Rules
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.primitives import Different, Linear, Pair, Primitive, cells_of
from nonet.rules.sight import is_difference, sight_of

__all__ = ["Condition", "Layout", "bits", "layout_of"]


def bits(mask: int) -> Iterator[int]:
    """Yield the cells of a set.

    >>> list(bits(0b1001))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Condition:
    """What some cells have to meet: a constraint, or one of the pairs that a rule for the whole board is made of."""

    constraint: Constraint
    primitives: tuple[Primitive, ...]
    cells: tuple[int, ...]
    technique: str

    @property
    def total(self) -> Linear | None:
        """The sum of the digits, if that is all that the condition says."""
        if len(self.primitives) == 1 and isinstance(self.primitives[0], Linear):
            only = self.primitives[0]
            if only.low == only.high and all(factor == 1 for factor in only.coefficients):
                return only
        return None


class Layout:
    """The fixed part of a board with some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size = rules.size
        self.count = rules.size**2
        self.narrowed = Cache[tuple[int, ...]](2048)
        self.sees = sight_of(rules).masks
        self.conditions: list[Condition] = []
        for constraint in rules.constraints:
            self._add(constraint)
        self.conditions = [self._placed(each) for each in self.conditions]

    def _placed(self, condition: Condition) -> Condition:
        """Return a condition with its technique: a sum of cells that may be equal is no cage."""
        if condition.technique != "cage_combination":
            return condition
        is_cage = condition.total and self.see_each_other(mask_of(condition.cells))
        return condition if is_cage else replace(condition, technique="outside_clue")

    def _add(self, constraint: Constraint) -> None:
        """Add the conditions of a constraint."""
        rest: list[Primitive] = []
        for each in constraint.explained(self.rules.space):
            is_sight = isinstance(each, Pair) and is_difference(each, self.size)
            if not is_sight and not isinstance(each, Different):
                rest.append(each)
        if not rest:
            return
        parts = [(each,) for each in rest] if not constraint.cells else [tuple(rest)]
        for part in parts:
            cells = tuple(dict.fromkeys(cell for each in part for cell in cells_of(each)))
            self.conditions.append(Condition(constraint, part, cells, constraint.technique))

    def see_each_other(self, mask: int) -> bool:
        """Return whether each two of the cells see each other."""
        return all(not mask & ~self.sees[cell] & ~(1 << cell) for cell in bits(mask))

    @cached_property
    def leftovers(self) -> tuple[Leftover, ...]:
        """The equations of the rule of 45."""
        sums = [
            (condition.constraint, mask_of(total.cells), total.low)
            for condition in self.conditions
            if (total := condition.total) is not None and total.low is not None
        ]
        return leftovers_of(self.rules, sums)


@lru_cache(maxsize=32)
def layout_of(rules: Rules) -> Layout:
    """Return the layout of some rules."""
    return Layout(rules)


def mask_of(cells: Iterable[int]) -> int:
    """Return cells as a set."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
