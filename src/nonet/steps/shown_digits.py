"""Digits and sums as a reader sees them on a board with digits of one's choice.

A step counts the digits of its board from 1. What its messages say is made of such digits, and becomes values here:
each `Value` of the kind "digit" at the end, when all facts are known, and the numbers beside them where they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.bounds import LineBound
    from nonet.steps.cages import Reason
    from nonet.steps.failing import Failure
    from nonet.steps.lines import LineReason
    from nonet.steps.step import Step

__all__ = [
    "COUNTS",
    "failure_in_values",
    "in_values",
    "line_bound_in_values",
    "line_reason_in_values",
    "reason_in_values",
    "sum_in_values",
    "total_in_values",
    "value_of",
]


def in_values(facts: dict[str, object], rules: Rules) -> dict[str, object]:
    """Return facts whose digits are values."""
    if rules.has_usual_digits:
        return facts
    return {name: _in_values(fact, rules) for name, fact in facts.items()}


def _in_values(fact: object, rules: Rules) -> object:
    if isinstance(fact, Value):
        if fact.kind == "digit":
            return Value("digit", {**fact.parts, "n": value_of(fact.parts["n"], rules)})
        if fact.kind in ("constraint", "brief", "clause"):
            return fact  # a constraint speaks of values
        parts = {name: _in_values(part, rules) for name, part in fact.parts.items()}
        return Value(fact.kind, parts)
    if isinstance(fact, Mapping):
        return {name: _in_values(part, rules) for name, part in fact.items()}
    if isinstance(fact, (list, tuple)):
        return type(fact)(_in_values(part, rules) for part in fact)
    return fact


def _shift(rules: Rules) -> int:
    return rules.digits[0] - 1


def value_of(digit: int, rules: Rules) -> int:
    """Return the value of a digit. A bound may be beyond the digits of the board; then it goes on as they begin.

    >>> from nonet.rules import Rules
    >>> value_of(1, Rules(digits="0-8")), value_of(4, Rules(digits="1-3,10"))
    (0, 10)
    """
    if 1 <= digit <= rules.size:
        return rules.digits[digit - 1]
    return digit + _shift(rules) if digit < 1 else rules.digits[-1] + digit - rules.size


def sum_in_values(total: int, cells: int, rules: Rules) -> int:
    """Return what some cells sum to, on a board without gaps between its digits; only there are sums kept as such.

    >>> from nonet.rules import Rules
    >>> sum_in_values(15, 3, Rules(digits="0-8"))
    12
    """
    return total + _shift(rules) * cells


def total_in_values(step: Step) -> int | None:
    """Return what the cells of the basis of a step sum to, less those outside; of polarity it is a number of cells."""
    basis = step.basis
    if basis is None or basis.total is None or step.technique.id in COUNTS:
        return None if basis is None else basis.total
    return sum_in_values(basis.total, len(basis.cells) - len(basis.outside), step.rules)


COUNTS = "polarity", "set_equivalence", "counting"
"""Techniques whose total is a number of cells."""


def failure_in_values(failure: Failure, rules: Rules) -> Failure:
    """Return a reason of any constraint with its numbers in values; the digits are values later."""
    limits = tuple(
        limit._replace(total=sum_in_values(limit.total, limit.number, rules))
        for limit in failure.limits
    )
    rest = failure.rest  # of "seen" a number of buildings
    if failure.kind in ("over", "beyond"):
        rest = sum_in_values(rest, len(failure.others), rules)
    elif failure.kind in ("bound", "equal", "too", "alike"):
        rest = value_of(rest, rules)
    return failure._replace(limits=limits, rest=rest)


def reason_in_values(reason: Reason, open_cells: int, rules: Rules) -> Reason:
    """Return a reason of a sum of some open cells with its numbers in values; the digits are values later."""
    if rules.has_usual_digits:
        return reason
    shift, others = _shift(rules), len(reason.others) or open_cells - 1
    total = reason.total + shift * len(reason.ways[0]) if reason.ways else reason.total
    rest = reason.rest + shift * (others if reason.kind in ("above", "below", "sum") else 1)
    needs = reason.needs
    if reason.kind == "sums":  # each is the sum of the others, and becomes a value as a digit does
        needs = tuple(need + shift * (others - 1) for need in needs)
    elif reason.kind in ("more", "less", "same"):  # a difference is what it is
        needs = tuple(need - shift for need in needs)
    return reason._replace(total=total, rest=rest, needs=needs)


def line_reason_in_values(each: LineReason, rules: Rules) -> LineReason:
    """Return a reason of a line with its numbers in values; the digits are values later."""
    start, low, high = (value_of(digit, rules) for digit in (each.start, each.low, each.high))
    return each._replace(start=start, low=low, high=high)


def line_bound_in_values(each: LineBound, rules: Rules) -> LineBound:
    """Return a bound of a line with its start as a value; the digits are values later."""
    return each._replace(start=value_of(each.start, rules))
