"""Constraints that no board can meet, whatever its givens are: the reason why many puzzles have no solution.

Usually a number is wrong. Then the nearest numbers that are possible are named.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import RulesError
from nonet.rules import Rules

if TYPE_CHECKING:
    from nonet.rules.constraints import Constraint, Space, Violation

__all__ = ["impossible_constraint", "impossible_in", "with_impossible"]

_UNMET = ("found", "unmet", "number", "cage.open")
"""Violations that say only which digits leave no way to meet a constraint, not whether there ever was one."""

_GUESSES = 5000
"""For one constraint. What needs more is neither possible nor impossible."""


@lru_cache(maxsize=64)
def impossible_in(rules: Rules) -> Violation | None:
    """Return what is wrong with a constraint that no board of these rules meets, or None.

    >>> from nonet.variants import parse_rules
    >>> print(impossible_in(parse_rules("sandwich:99=r1")).sentence)
    The largest possible number is 35. The digits of row 1 between its lowest and its highest digit sum to 99.
    """
    if not rules.constraints:
        return None
    return impossible_constraint(rules.constraints, rules.space)


def with_impossible(violations: Iterable[Violation], rules: Rules) -> tuple[Violation, ...]:
    """Return violations, first a constraint that no board meets: that says more than that some digits leave no way.

    >>> from nonet.variants import parse_rules
    >>> rules = parse_rules("littlekiller:99=r1c7=down-right")
    >>> print(with_impossible(rules.violations([0] * 81), rules)[0].sentence)
    The largest possible number is 24. The digits on the diagonal from r1c7 down to the right sum to 99.
    """
    violations = tuple(violations)
    if any(violation.key not in _UNMET for violation in violations):
        return violations
    wrong = impossible_in(rules)
    if wrong is None:
        return violations
    rule = wrong.values["rule"]
    others = (violation for violation in violations if violation.values.get("rule") != rule)
    return wrong, *(violation for violation in others if violation.cells != rule.cells)


def impossible_constraint(constraints: Iterable[Constraint], space: Space) -> Violation | None:
    """Return what is wrong with the first constraint that is impossible alone on an empty board."""
    for each in constraints:
        if not each.knows_others and _is_possible(each, space) is False:
            return _violation(each, space)
    return None


def _violation(wrong: Constraint, space: Space) -> Violation:
    from nonet.rules.constraints.base import Violation
    from nonet.rules.constraints.space import Space

    usual = [house for house in space.houses if house.kind != "extra"]
    if len(usual) < len(space.houses):
        plain = Space(
            space.rows, space.columns, space.digits, usual, space.unknowns, space.constraints
        )
        if _is_possible(wrong, plain):
            return Violation(wrong.cells, "impossible.houses", {"rule": wrong})
    name = wrong.number
    number = getattr(wrong, name, None)
    if not isinstance(number, int):
        return Violation(wrong.cells, "impossible", {"rule": wrong})

    def nearest(numbers: Iterable[int]) -> int | None:
        for other in numbers:
            try:
                changed = type(wrong)(**{**wrong.fields, name: other})
                changed.check(space)
            except RulesError:
                continue
            if (possible := _is_possible(changed, space)) is not False:
                return other if possible else None
        return None

    numbers = wrong.numbers(space)
    values = {
        "low": nearest(reversed(numbers[: bisect_left(numbers, number)])),
        "high": nearest(numbers[bisect_right(numbers, number) :]),
    }
    values_shown = {side: value for side, value in values.items() if value is not None}
    return Violation(
        wrong.cells, ".".join(("impossible", *values_shown)), {"rule": wrong, **values_shown}
    )


def _is_possible(constraint: Constraint, space: Space) -> bool | None:
    """Return whether an empty board can meet a constraint; None if that is not known.

    First the houses have the cells of the constraint alone: then a proof that it is impossible is short.
    """
    from nonet.rules.constraints.primitives import Different, cells_of

    own = tuple(constraint.primitives(space))
    cells = {cell for each in own for cell in cells_of(each)}
    houses = [Different(space.indices(house.cells)) for house in space.houses]
    near = [
        Different(tuple(cell for cell in house.cells if not cells or cell in cells))
        for house in houses
    ]
    possible: bool | None = None
    for around in (near, houses):
        tables = engine.model_tables(len(space), space.digits, [*around, *own])
        masks = [space.all_digits] * len(space)
        status, _, _ = engine.search_model(tables, masks, limit=1, budget=_GUESSES)
        if status is engine.Status.NO_SOLUTION:
            return False
        possible = None if status is engine.Status.OUT_OF_BUDGET else True
    return possible
