"""The values that messages take from the constraints of a step: sums, bounds, and why a cage rules out candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonet.rules.constraints.primitives import Linear
from nonet.steps.bounds import line_bounds
from nonet.steps.cages import Reason, crowded, filled_cells, lost_reasons, needed_reason
from nonet.steps.equations import equation_reasons, is_equation
from nonet.steps.failing import Failure, failures, missing_reason
from nonet.steps.lines import LineReason, line_reasons
from nonet.steps.parts import BY_CLONES, BY_CONSTRAINT, BY_SUMS, COUNTED, Basis
from nonet.steps.shown_digits import (
    failure_in_values,
    line_bound_in_values,
    line_reason_in_values,
    reason_in_values,
    sum_in_values,
    total_in_values,
    value_of,
)
from nonet.steps.unmet import Held
from nonet.steps.values import (
    cell_value,
    cell_values,
    cut,
    digit_list,
    group_value,
    house_value,
    houses_value,
)
from nonet.words.houses import named_house
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.step import Step

__all__ = ["based"]

_NAMED_BY_KIND = {
    **dict.fromkeys(
        ("arrow", "line_clue", "outside_clue", "clue", "clue_and_sight", "counting"), "kind"
    ),
    "dot": "symbol",
}
"""Techniques for several kinds of constraints: a title says the kind, such as a sandwich sum or a white dot."""


def based(step: Step, *, why: bool = True) -> dict[str, object]:
    """Return what a step takes from constraints; without ``why``, no reasons, which take as long as the step."""
    basis, size = step.basis or Basis(()), step.rules.size
    rules, total = step.rules, total_in_values(step) or 0
    is_45 = step.technique.id == "rule_of_45" and bool(basis.sums)
    houses_sum = len(step.houses) * sum(rules.digits) if is_45 else 0
    facts: dict[str, object] = {
        "basis": cell_values(basis.cells, size),
        "basis_place": cell_values(basis.cells, size),
        "outside": cell_values(basis.outside, size),
        "total": abs(total),
        "compared": "less" if total < 0 else "more" if total else "same",
        "combinations": [
            Value("combination", {"digits": digit_list(digits)}) for digits in basis.combinations
        ],
        "all_houses": houses_value(step.houses, step.rules),
        "houses_sum": houses_sum,
        "known_sum": houses_sum - total if is_45 else 0,
        "summands": [],
        "summands_sum": 0,
        "stick_out": False,
        "added": [],
        "taken_off": [],
        "filled": [],
        "cage_sum": 0,
        "reasons": [],
        "are_all": True,
        "needed": [],
        "rule": "",
        "has_clues": False,
        "has_other": False,
        "other_cell": "",
        "other_digits": [],
        "line_bounds": [],
        "line_reasons": [],
        "failures": [],
        "missing": [],
        "are_beside": step.technique.id == "outside_clue" and basis.sums == (0,),
        "clues": [],
        "are_settled": False,
        "kind_digits": [],
        "other_kind_digits": [],
        "few_digits": [],
        "counted": [],
        "equals": [],
        "between": list(basis.sums) if step.technique.id == "outside_clue" else [],
    }
    if step.technique.id == "set_equivalence":
        facts["kind_digits"] = digit_list(sum(basis.combinations, ()))
    if step.technique.id == "equal_cells":
        facts["equals"] = list(_equals(step, basis))
    if basis.constraints:
        key, values = step.rules.sentence(basis.constraints[0])
        # Of a long line of which two cells matter, the rule of every such line is enough.
        is_last = step.technique.id == "last_of_sum"
        is_part = not is_last and len(basis.cells) < len(basis.constraints[0].cells)
        shown = {name: cut(value) for name, value in values.items()}
        facts["rule"] = Value("brief" if is_part else "constraint", {"key": key, "values": shown})
        facts["basis_place"] = cut(facts["basis_place"])
        facts["outside"] = cut(facts["outside"])
        facts["has_clues"] = any(each.word != "killer" for each in basis.constraints)
        facts |= _other(step, basis)
        if step.technique.id == "last_of_sum":
            causes = dict.fromkeys(m.cell for m in step.marks if m.role.value == "cause")
            facts["filled"] = _filled(step, causes)
        facts |= _summed(step, basis)
        if step.technique.id in _NAMED_BY_KIND:
            kind = _NAMED_BY_KIND[step.technique.id]
            facts["name"] = Value(kind, {"word": basis.constraints[0].word})
        if step.technique.id == "polarity":
            facts |= _polar(step, basis)
        if step.technique.id == "counting" and basis.sums:
            facts["counted"] = [_counted(step, basis)]
        if why:
            facts |= _reasoned(step, basis, facts)
        house = step.rules.house_name(basis.cells)
        if house is not None:
            facts["basis_place"] = [named_house(house, basis.cells, size)]
        if not step.houses:
            kinds = Value("kind", {"word": basis.constraints[0].word})
            parts = {"kind": "constraint", "cells": facts["basis"], "name": kinds}
            whole = Value("house", parts)
            facts["house"] = whole if house is None else named_house(house, basis.cells, size)
    return facts


def _reasoned(step: Step, basis: Basis, known: Mapping[str, Any]) -> dict[str, object]:
    """Return why the candidates of a step are eliminated, with words of the technique or those of any constraint."""
    facts = _bounded(step, basis) | _caged(step, basis, known["total"])
    if step.technique.id == "rule_of_45":
        facts |= _reasons(step)
    own = _REASONS.get(step.technique.id)
    if own and step.technique.id not in _OUTSIDE and not step.removes.keys() <= {*basis.cells}:
        facts |= {name: [] for name in own}  # they are about the cells of the clue alone
    if own is not None and not any(facts.get(name, known[name]) for name in own):
        facts["failures"] = [_failure(each, step.rules) for each in failures(step)]
    if step.technique.id == "outside_clue":
        facts |= _left_over(step, basis)
    if step.technique.id == "clue_pointing":
        (digit,) = set().union(*step.removes.values())
        missing = missing_reason(step, digit)
        facts["missing"] = [] if missing is None else [_failure(missing, step.rules)]
    return facts


def _left_over(step: Step, basis: Basis) -> dict[str, object]:
    """Return why a sum takes digits that its combinations have; of a sandwich, that its length is the reason."""
    lost = step.removes.items()
    if not basis.combinations:
        return {}
    if basis.sums:
        are_crusts = all({*digits} <= {1, step.rules.size} for _, digits in lost)
        return {"combinations": []} if are_crusts and len(basis.combinations) > 1 else {}
    held = set().union(*basis.combinations)
    more = {cell: held & {*digits} for cell, digits in lost if held & {*digits}}
    return {"failures": [_failure(each, step.rules) for each in failures(step, more)]}


_REASONS = {
    "dot": ("has_other",),
    "thermometer": ("line_bounds",),
    "arrow": (),
    "line_clue": ("line_reasons",),
    "outside_clue": ("between", "combinations"),
    "clue": ("line_reasons",),
    "counting": ("counted",),
    "clue_and_sight": (),
    "cage_combination": ("reasons",),
    "rule_of_45": ("reasons",),
}
"""The reasons that techniques have of their own, in place of those of `nonet.steps.failing`."""


_OUTSIDE = ("rule_of_45", "counting")
"""Those whose reasons are about other cells than those of the clue, too."""


def _failure(failure: Failure, rules: Rules) -> Value:
    """Return a reason of any constraint as a value."""
    failure, size = failure_in_values(failure, rules), rules.size
    limits = [
        Value("limit", {**each._asdict(), "cells": cell_values(each.cells, size)})
        for each in failure.limits
    ]
    rests = [_held(each, "held", rules) for each in failure.rests]
    if failure.are_apart:
        rests.append(Value("apart", {}))
    alike = [group_value(cells, digits, "mark", size) for cells, digits in failure.alike]
    needed = failure.needed
    return Value(
        "failure",
        {
            **failure._asdict(),
            "cells": cell_values(failure.cells, size),
            "digits": digit_list(failure.digits),
            "others": cell_values(failure.others, size),
            "count": len(failure.others),
            "total": failure.limits[0].total if failure.limits else 0,
            "limits": limits,
            "needed": [] if needed is None else [_held(needed, "would_be", rules, failure.placed)],
            "rests": rests,
            "alike": alike,
            "why": [] if failure.why is None else [_failure(failure.why, rules)],
            "ways": [_way(each, failure.kind, rules) for each in failure.ways],
        },
    )


def _way(digits: Sequence[int], kind: str, rules: Rules) -> Value:
    """Return a set of digits as a value, or a sum."""
    if kind == "ways":
        total = sum_in_values(sum(digits), len(digits), rules)
        return Value("sum_way", {"digits": digit_list(digits), "total": total})
    return Value(_way_kind(rules), {"digits": digit_list(digits)})


def _way_kind(rules: Rules) -> str:
    return "way" if rules.digits[-1] < 10 else "way.numbers"


def _held(held: Held, message: str, rules: Rules, placed: int = 0) -> Value:
    """Return what a cell is, or would have to be, as a value; ``placed`` is its digit, if it has one."""
    parts = {"cell": cell_value(held.cell, rules.size), "digits": digit_list(held.digits)}
    return Value(
        message, {"kind": held.kind, "placed": digit_list([placed] * (placed > 0)), **parts}
    )


def _caged(step: Step, basis: Basis, total: int) -> dict[str, object]:
    """Return what of a cage is filled, and why it rules out candidates or has a digit."""
    if step.technique.id not in ("cage_combination", "cage_locked"):
        return {}
    placed = _filled(step, filled_cells(step))
    facts: dict[str, object] = {
        "filled": placed,
        "cage_sum": total + sum(each.parts["digit"] for each in placed),
    }
    if step.technique.id == "cage_locked":
        (digit,) = set().union(*step.removes.values())
        reason = needed_reason(step, digit)
        facts["needed"] = [] if reason is None else [_reason(reason, "needed", step)]
    else:
        facts |= _reasons(step)
    return facts


def _reasons(step: Step) -> dict[str, object]:
    reasons, are_all = (equation_reasons(step), True) if is_equation(step) else lost_reasons(step)
    more: dict[int, set[int]] = {}
    for reason in reasons:
        for cell in reason.cells if reason.kind == "sum" else ():
            more.setdefault(cell, set()).update(reason.digits)
    values = [_reason(reason, "reason", step) for reason in reasons if reason.kind != "sum"]
    values += [_failure(reason, step.rules) for reason in failures(step, more)] if more else []
    return {"reasons": values, "are_all": are_all}


def _reason(reason: Reason, message: str, step: Step) -> Value:
    """Return a reason as a value; its digits keep their order, for they may belong to each other."""
    size, basis = step.rules.size, step.basis or Basis(())
    reason = reason_in_values(reason, len(basis.cells or basis.outside), step.rules)
    ways = [_combination(reason, way, step) for way in reason.ways]
    digits = {name: getattr(reason, name) for name in ("digits", "needs")}
    return Value(
        message,
        {
            **reason._asdict(),
            **{name: [Value("digit", {"n": n}) for n in held] for name, held in digits.items()},
            "cells": cell_values(reason.cells, size),
            "others": cell_values(reason.others, size),
            "first": cell_values(reason.others[:1], size),
            "second": cell_values(reason.others[1:], size),
            "ways": ways,
            "is_pair": step.basis is not None and len(step.basis.cells + step.basis.outside) == 2,
        },
    )


def _combination(reason: Reason, way: Sequence[int], step: Step) -> Value:
    """Return a combination as a value; of one that does not fit, with the digits that have too few cells."""
    if reason.kind != "unfit" or step.board is None or step.basis is None:
        return Value("combination", {"digits": digit_list(way)})
    cells = step.basis.cells or step.basis.outside
    masks = {cell: step.board.masks[cell] for cell in cells if cell not in reason.cells[:1]}
    return _crowded(masks, way, step.rules, is_sum=True)


def _crowded(masks: Mapping[int, int], way: Sequence[int], rules: Rules, *, is_sum: bool) -> Value:
    """Return digits that do not fit in some cells, with those that have too few of them."""
    digits, where = crowded(masks, way)
    kind = "combination" if is_sum else _way_kind(rules)
    parts = {"way": Value(kind, {"digits": digit_list(way)}), "needs": digit_list(digits)}
    return Value("crowded", {**parts, "cells": cell_values(where, rules.size)})


def _filled(step: Step, cells: Iterable[int]) -> list[Value]:
    """Return the digits of filled cells."""
    if step.board is None:
        return []
    digits, values = step.board.placed, step.board.placed.values
    return [
        Value("filled", {"cell": cell_value(cell, step.rules.size), "digit": values[cell]})
        for cell in cells
        if digits[cell]
    ]


def _summed(step: Step, basis: Basis) -> dict[str, object]:
    """Return what a step by the rule of 45 counts: the cages, and the digits that are placed in and outside of them."""
    if step.technique.id != "rule_of_45":
        return {}
    rules, known = step.rules, 0
    inside, covered = set[int](), set[int]()
    for house in step.houses:
        inside.update(rules.known_houses[house].cells)
    summands = []
    for each in basis.constraints:
        only = next(p for p in each.explained(rules.space) if isinstance(p, Linear))
        covered.update(only.cells)
        known += only.low or 0
        is_cage = each.word == "killer"
        anchor = min(only.cells) if is_cage else rules.space.indices(each.cells)[0]
        parts = {"sum": only.low, "cell": cell_value(anchor, rules.size), "is_cage": is_cage}
        parts["name"] = Value("kind", {"word": each.word})
        summands.append((anchor, Value("summand", parts)))
    summands.sort(key=lambda pair: pair[0])
    return {
        "summands": [value for _, value in summands],
        "summands_sum": known,
        "stick_out": bool(covered - inside),
        "added": _filled(step, sorted(inside - covered)),
        "taken_off": _filled(step, sorted(covered - inside)),
    }


def _bounded(step: Step, basis: Basis) -> dict[str, object]:
    """Return which bounds a thermometer gives, or what a line says, and where they come from."""
    size, rule = step.rules.size, basis.constraints[0]
    if step.technique.id == "thermometer":
        line, is_slow = step.rules.space.indices(rule.cells), bool(rule.fields.get("slow"))
        return {
            "line_bounds": [
                Value(
                    "line_bound",
                    {
                        **line_bound_in_values(bound, step.rules)._asdict(),
                        "is_slow": is_slow,
                        "source": cell_value(bound.source, size),
                        "cells": cell_values(bound.cells, size),
                        "digits": [Value("digit", {"n": digit}) for digit in bound.digits],
                    },
                )
                for bound in line_bounds(step, line, rise=0 if is_slow else 1)
            ]
        }
    if step.technique.id in ("line_clue", "clue"):
        return {"line_reasons": [_line_reason(bound, step) for bound in line_reasons(step)]}
    return {}


def _polar(step: Step, basis: Basis) -> dict[str, object]:
    """Return the clues that join cells of two kinds, the digits of these, and those of one that a house can have."""
    joining = basis.constraints if step.houses else basis.constraints[1:]
    one, other, few = (digit_list(digits) for digits in basis.combinations or ((), (), ()))
    return {
        "clues": [Value("kind", {"word": word}) for word in dict.fromkeys(c.word for c in joining)],
        "are_settled": bool(other),
        "kind_digits": one,
        "other_kind_digits": other,
        "few_digits": few,
    }


def _counted(step: Step, basis: Basis) -> Value:
    """Return how often some digits are in the cells of a clue, and what that rests on."""
    case, needed, is_shared = basis.sums
    digits, *sets = basis.combinations
    held = sorted({mark.cell for mark in step.marks if mark.role.value == "cause"})
    return Value(
        "counted",
        {
            "case": COUNTED[case],
            "digits": digit_list(digits),
            "number": basis.total or 0,
            "needed": needed,
            "cells": cell_values(held, step.rules.size),
            "count": len(basis.cells),
            "is_whole": len(held) == basis.total,
            "houses": houses_value(step.houses, step.rules),
            "house_count": len(step.houses),
            "has_twins": bool(basis.outside),
            "is_shared": bool(is_shared),
            "sets": [Value("combination", {"digits": digit_list(each)}) for each in sets],
        },
    )


def _equals(step: Step, basis: Basis) -> Iterator[Value]:
    """Yield which cells are equal, and why."""
    named, size = iter(basis.constraints), step.rules.size
    for one, other, by in zip(basis.cells, basis.outside, basis.sums, strict=True):
        parts: dict[str, object] = {"one": cell_value(one, size), "other": cell_value(other, size)}
        parts["by"] = _EQUAL.get(by, "house")
        if by >= 0:
            parts["house"] = house_value(by, step.rules)
        elif by != BY_SUMS:
            parts["name"] = Value("kind", {"word": next(named).word})
        yield Value("equal", parts)


_EQUAL = {BY_CONSTRAINT: "constraint", BY_SUMS: "sum", BY_CLONES: "clones"}


def _line_reason(reason: LineReason, step: Step) -> Value:
    """Return a reason of a line as a value; runs are named by their ends, other digits one by one."""
    rules = step.rules
    reason, size = line_reason_in_values(reason, rules), rules.size
    is_run = all(
        rules.digits[e[-1] - 1] - rules.digits[e[0] - 1] == len(e) - 1 for e in reason.ways
    )
    kind = "run" if reason.kind == "runs" and is_run else _way_kind(rules)
    ways = [
        Value(
            kind,
            {
                "digits": digit_list(digits),
                "first": value_of(digits[0], rules),
                "last": value_of(digits[-1], rules),
            },
        )
        for digits in reason.ways
    ]
    if reason.kind == "unfit" and step.board is not None and step.basis is not None:
        masks = {
            cell: step.board.masks[cell]
            for cell in step.rules.space.indices(step.basis.constraints[0].cells)
            if cell not in reason.cells[:1] and not step.board.placed[cell]
        }
        ways = [_crowded(masks, way, rules, is_sum=False) for way in reason.ways]
    return Value(
        "line_reason",
        {
            **reason._asdict(),
            "cells": cell_values(reason.cells, size),
            "source": cell_value(reason.source, size),
            "digits": digit_list(reason.digits),
            "needs": digit_list(reason.needs),
            "ways": ways,
        },
    )


_MOST_OTHER = 5
"""Digits of the other one of two cells, of which none fits: a longer list does not explain anything."""


def _other(step: Step, basis: Basis) -> dict[str, object]:
    """Return the cell that rules out digits of the only other one, with what it can be."""
    others = [cell for cell in basis.cells if cell not in step.removes]
    if len(basis.cells) != 2 or len(others) != 1 or step.board is None:
        return {}
    (cell,) = others
    digits = [step.board.placed[cell]] if step.board.placed[cell] else step.board[cell]
    if len(digits) > _MOST_OTHER:
        return {}
    facts = {"other_cell": cell_value(cell, step.rules.size), "other_digits": digit_list(digits)}
    return {"has_other": True, **facts}
