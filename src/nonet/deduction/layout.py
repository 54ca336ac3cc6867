"""What of a board never changes while it is solved: which cells see each other, conditions, leftovers.

It is made once for each set of rules. Cells are indices, sets of cells are bits of one number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from nonet.base.caches import Cache
from nonet.base.masks import index_mask, indices_of
from nonet.deduction.leftovers import MOST_CELLS, Leftover, OpenLeftover, combined_of, leftovers_of
from nonet.rules import Rules
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.primitives import (
    Automaton,
    Different,
    Linear,
    Pair,
    Primitive,
    cells_of,
)
from nonet.rules.sight import is_difference, sight_of

__all__ = ["Cage", "Condition", "Layout", "layout_of"]

_MOST_COMBINED = 24  # sums, as many as the core looks at


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


class Cage(NamedTuple):
    """Cells in order that see each other and add up to a total."""

    constraint: Constraint
    cells: tuple[int, ...]
    total: int


class Filled:
    """What placed digits leave of a board: ``allowed`` has the digits that no filled cell in sight holds, as masks.

    It continues from ``last``, an earlier one of the same board, if that has no other digits. In filled cells
    everything is allowed.
    """

    def __init__(self, layout: Layout, placed: bytes, last: Filled | None) -> None:
        self.placed = placed
        self._layout = layout
        known, allowed = bytes(layout.count), [-1] * layout.count
        if last is not None:
            known, allowed = last.placed, list(last.allowed)
        added = [c for c, old in enumerate(known) if placed[c] != old]
        if any([known[cell] for cell in added]):
            added, allowed = [c for c, digit in enumerate(placed) if digit], [-1] * layout.count
        for cell in added:
            rest = ~(1 << placed[cell] - 1)
            for other in indices_of(layout.sees[cell]):
                allowed[other] &= rest
        self.allowed: tuple[int, ...] = tuple(
            [-1 if placed[c] else left for c, left in enumerate(allowed)]
        )

    @cached_property
    def open(self) -> int:
        """The cells without a digit, as a set."""
        return index_mask(cell for cell, digit in enumerate(self.placed) if not digit)

    @cached_property
    def cages(self) -> tuple[Cage, ...]:
        """What is left of the cages, those with few open cells first."""
        cages, placed = [], self.placed
        for constraint, cells, total in self._layout.cages:
            left = tuple([cell for cell in cells if not placed[cell]])
            if left:
                cages.append(Cage(constraint, left, total - sum([placed[cell] for cell in cells])))
        return tuple(sorted(cages, key=lambda cage: len(cage.cells)))

    @cached_property
    def leftovers(self) -> tuple[OpenLeftover, ...]:
        """What is left of the equations of the rule of 45 with few open cells, those with the fewest first."""
        leftovers = [
            self.open_leftover(leftover)
            for leftover in self._layout.leftovers
            if 0 < ((leftover.innies | leftover.outies) & self.open).bit_count() <= MOST_CELLS
        ]
        return tuple(sorted(leftovers, key=lambda leftover: len(leftover.cells)))

    def open_leftover(self, leftover: Leftover) -> OpenLeftover:
        """Return what the placed digits leave of an equation."""
        known = leftover.known + sum(
            self.placed[cell] for cell in indices_of(leftover.innies & ~self.open)
        )
        known -= sum(self.placed[cell] for cell in indices_of(leftover.outies & ~self.open))
        innies, outies = (
            tuple(indices_of(leftover.innies & self.open)),
            tuple(indices_of(leftover.outies & self.open)),
        )
        return OpenLeftover(leftover, innies, outies, known)


class Layout:
    """The fixed part of a board with some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size = rules.size
        self.count = rules.size**2
        self.narrowed = Cache[tuple[int, ...]](4096)
        self.sees = sight_of(rules).masks
        self._filled: Filled | None = None
        self.conditions: list[Condition] = []
        self.lines: list[tuple[Constraint, tuple[int, ...]]] = []
        """Cells that a constraint keeps apart, as many as there are digits: they hold each digit, like a house."""
        self.primitives: list[tuple[Primitive, int | None]] = []
        """Of all constraints, each with the number of its condition; None if it only keeps cells apart."""
        for constraint in rules.constraints:
            self._add(constraint)
        self.conditions = [self._placed(each) for each in self.conditions]

    def _placed(self, condition: Condition) -> Condition:
        """Return a condition with its technique: a sum of cells that may be equal is not a cage."""
        if condition.technique != "cage_combination":
            return condition
        is_cage = condition.total and self.see_each_other(index_mask(condition.cells))
        return condition if is_cage else replace(condition, technique="outside_clue")

    def _add(self, constraint: Constraint) -> None:
        """Add the conditions of a constraint."""
        rest: list[Primitive] = []
        first = len(self.conditions)
        for primitive in self.rules.explained_of(constraint):
            is_sight = isinstance(primitive, Pair) and is_difference(primitive, self.size)
            is_told = not is_sight and not isinstance(primitive, Different)
            number = first if constraint.cells else first + len(rest)
            self.primitives.append((primitive, number if is_told else None))
            if isinstance(primitive, Different) and len(primitive.cells) == self.size:
                self.lines.append((constraint, tuple(primitive.cells)))
            if is_told:
                rest.append(primitive)
        if not rest:
            return
        parts = [(primitive,) for primitive in rest] if not constraint.cells else [tuple(rest)]
        for part in parts:
            cells = tuple(dict.fromkeys(cell for primitive in part for cell in cells_of(primitive)))
            self.conditions.append(Condition(constraint, part, cells, constraint.technique))

    def see_each_other(self, mask: int) -> bool:
        """Return whether each two of the cells see each other."""
        return all(not mask & ~self.sees[cell] & ~(1 << cell) for cell in indices_of(mask))

    def filled(self, placed: bytes) -> Filled:
        """Return what placed digits leave of the board. From step to step few are added, so the last answer is kept."""
        last = self._filled
        if last is None or last.placed != placed:
            last = self._filled = Filled(self, placed, last)
        return last

    @cached_property
    def sums(self) -> tuple[tuple[Constraint, Linear], ...]:
        """The conditions that are one sum, of which the last cell follows from the others."""
        sums = []
        for condition in self.conditions:
            (first, *more) = condition.primitives
            if isinstance(first, Linear) and not more and first.low == first.high is not None:
                sums.append((condition.constraint, first))
        return tuple(sums)

    @cached_property
    def cages(self) -> tuple[Cage, ...]:
        """The sums of cells that see each other."""
        return tuple(
            Cage(condition.constraint, tuple(sorted(total.cells)), total.low)
            for condition in self.conditions
            if condition.technique == "cage_combination"
            and (total := condition.total) is not None
            and total.low is not None
        )

    @cached_property
    def followed(self) -> tuple[int, ...]:
        """The conditions that are followed from cell to cell, by number: sums take what sees what into account anyway.

        Along a thermometer no two digits are equal, seen or not.
        """
        return tuple(
            number
            for number, each in enumerate(self.conditions)
            if len(each.cells) > 2
            and each.technique != "thermometer"
            and all(isinstance(one, (Pair, Automaton)) for one in each.primitives)
        )

    @cached_property
    def holders(self) -> dict[int, int]:
        """The conditions that may say that a digit is in them, by number, with their cells as a set.

        Cages have a technique of their own, and what holds all digits is like a house.
        """
        holders = {}
        for number, each in enumerate(self.conditions):
            whole = index_mask(each.cells)
            is_house = len(each.cells) == self.size and self.see_each_other(whole)
            if len(each.cells) > 1 and each.technique != "cage_combination" and not is_house:
                holders[number] = whole
        return holders

    @cached_property
    def leftovers(self) -> tuple[Leftover, ...]:
        """The equations of the rule of 45."""
        sums = [
            (condition.constraint, index_mask(total.cells), total.low)
            for condition in self.conditions
            if (total := condition.total) is not None and total.low is not None
        ]
        return leftovers_of(self.rules, sums)

    @cached_property
    def combined(self) -> tuple[Leftover, ...]:
        """The equations of sums that say more together than one by one."""
        sums = [
            (condition.constraint, index_mask(total.cells), total.low)
            for condition in self.conditions
            if (total := condition.total) is not None
            and total.low is not None
            and not self.see_each_other(index_mask(total.cells))
        ]
        return combined_of(self.rules, sums[:_MOST_COMBINED])


@lru_cache(maxsize=32)
def layout_of(rules: Rules) -> Layout:
    """Return the layout of some rules."""
    return Layout(rules)
