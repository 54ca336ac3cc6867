"""Steps and ratings as JSON objects: one form for `nonet hint --json`, `nonet steps --json` and the web app.

Cells are names such as ``r4c5``, so a reader needs to know nothing about the order of the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from nonet.base.cells import cell_index, cell_name
from nonet.rules import CLASSIC, Rules
from nonet.rules.constraints import Constraint, kinds
from nonet.rules.constraints.notation import read_constraint
from nonet.steps import objects
from nonet.steps.facts import facts_of
from nonet.steps.parts import Basis, Cause, Chain, Inference, Mark, Placement, Role
from nonet.steps.proof import sight_facts
from nonet.steps.rating import Rating
from nonet.steps.said_digits import COUNTS, sum_in_values, total_in_values
from nonet.steps.step import Step
from nonet.steps.techniques import technique
from nonet.words import Level
from nonet.words.messages import Value

__all__ = ["rating_object", "step_from_object", "step_object"]

_TEXTS: Mapping[Level, Literal["nudge", "name", "where", "text"]] = {
    "nudge": "nudge",
    "name": "name",
    "where": "where",
    "full": "text",
}
"""The field of the text at each level."""


def step_object(
    step: Step, levels: Sequence[Level] = (), *, language: str = "en", facts: bool = False
) -> objects.Step:
    """Return all that is known about a step; its name and its texts at some levels are in the language.

    ``facts`` adds the values for its messages if the board is not classic: then a reader needs no rules to write them.

    >>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({2, 1})}, houses=(0,))
    >>> step_object(step)["removes"], step_object(step)["houses"]
    ({'r1c5': [1, 2]}, ['row 1'])
    """
    size, rules = step.rules.size, step.rules
    found: objects.Step = {
        "technique": step.technique.id,
        "name": step.technique.name_in(language),
        "rating": step.rating,
        "places": None if step.places is None else _placement(*step.places, rules),
        "removes": {
            cell_name(cell, size): _values(digits, rules) for cell, digits in step.removes.items()
        },
        "outcome": step.outcome,
        "houses": [step.rules.known_houses[index].name for index in step.houses],
        "marks": [
            {
                "role": mark.role.value,
                "cell": cell_name(mark.cell, size),
                "digits": _values(mark.digits, rules),
            }
            for mark in step.marks
        ],
    }
    if step.basis is not None:
        found["basis"] = _basis(step)
    if facts and not step.rules.is_classic:
        found["facts"] = _plain(facts_of(step))
    if step.kind or step.chains:
        found["kind"] = step.kind or None
    if step.chains:
        found["complexity"] = step.complexity
        found["chains"] = [_chain(chain, step.rules, language, facts) for chain in step.chains]
    for level in levels:
        found[_TEXTS[level]] = step.text(level, language, all=True)
    return found


def _values(digits: Iterable[int], rules: Rules) -> list[int]:
    return [rules.digits[digit - 1] for digit in sorted(digits)]


def _placement(cell: int, digit: int, rules: Rules = CLASSIC) -> objects.Placement:
    return {"cell": cell_name(cell, rules.size), "digit": rules.digits[digit - 1]}


def _basis(step: Step) -> objects.Basis:
    assert step.basis is not None
    basis, rules = step.basis, step.rules
    size, total, sums = rules.size, total_in_values(step), list(basis.sums)
    if step.technique.id == "rule_of_45" and sums and total is not None:
        whole = len(step.houses) * sum(rules.digits)
        sums = [whole, whole - total]
    return {
        "constraints": [each.notation for each in basis.constraints],
        "cells": [cell_name(cell, size) for cell in basis.cells],
        "total": total,
        "combinations": [[rules.digits[d - 1] for d in digits] for digits in basis.combinations],
        "outside": [cell_name(cell, size) for cell in basis.outside],
        "sums": sums,
    }


def _plain(value: object) -> Any:
    """Return a value for messages as JSON; the browser makes the same value from it."""
    if isinstance(value, Value):
        return {"kind": value.kind, "parts": _plain(value.parts)}
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def _chain(chain: Chain, rules: Rules, language: str, facts: bool) -> list[objects.Inference]:
    found = []
    for node in chain.nodes:
        item: objects.Inference = {
            "cell": cell_name(node.cell, rules.size),
            "digit": rules.digits[node.digit - 1],
            "on": node.on,
            "cause": node.cause.name.lower(),
            "parents": list(node.parents),
        }
        if node.others:
            item["others"] = [cell_name(cell, rules.size) for cell in node.others]
        if node.almost_locked:
            item["set"] = [cell_name(cell, rules.size) for cell in node.almost_locked]
        if node.more:
            item["more"] = [rules.digits[digit - 1] for digit in node.more]
        if node.nested is not None:
            item["step"] = step_object(node.nested, language=language, facts=facts)
        if facts and not rules.is_classic:
            item["sight"] = _plain(sight_facts(chain, node, rules))
        found.append(item)
    return found


def step_from_object(found: Mapping[str, Any], rules: Rules = CLASSIC) -> Step:
    """Return the step of an object that `step_object` made, on a board with the same rules; its texts are ignored.

    >>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({2, 1})}, houses=(0,))
    >>> step_from_object(step_object(step)) == step
    True
    """
    places, size, basis = found["places"], rules.size, found.get("basis")
    names = {house.name: index for index, house in enumerate(rules.known_houses)}
    digit_of = rules.digits.index
    return Step(
        technique(found["technique"]),
        found["rating"],
        places=None
        if places is None
        else Placement(cell_index(places["cell"], size), 1 + digit_of(places["digit"])),
        removes={
            cell_index(cell, size): frozenset(1 + digit_of(digit) for digit in digits)
            for cell, digits in found["removes"].items()
        },
        houses=tuple(names[name] for name in found["houses"]),
        marks=tuple(
            Mark(
                Role(mark["role"]),
                cell_index(mark["cell"], size),
                frozenset(1 + digit_of(digit) for digit in mark["digits"]),
            )
            for mark in found["marks"]
        ),
        chains=tuple(
            Chain(tuple(_node(item, rules) for item in chain)) for chain in found.get("chains", ())
        ),
        kind=found.get("kind") or "",
        complexity=found.get("complexity", 0),
        rules=rules,
        basis=None if basis is None else _basis_from(found, basis, rules),
    )


def _basis_from(step: Mapping[str, Any], found: Mapping[str, Any], rules: Rules) -> Basis:
    size, total, sums = rules.size, found["total"], tuple(found["sums"])
    if total is not None and step["technique"] not in COUNTS:
        more = len(found["outside"]) - len(found["cells"])
        total = sum_in_values(total, more, rules)
        if step["technique"] == "rule_of_45" and sums:
            whole = len(step["houses"]) * size * (size + 1) // 2
            sums = whole, whole - total
    return Basis(
        tuple(_constraint(text) for text in found["constraints"]),
        tuple(cell_index(name, size) for name in found["cells"]),
        total,
        tuple(
            tuple(1 + rules.digits.index(digit) for digit in digits)
            for digits in found["combinations"]
        ),
        tuple(cell_index(name, size) for name in found["outside"]),
        sums,
    )


def _constraint(text: str) -> Constraint:
    word, _, rest = text.partition(":")
    return read_constraint(kinds()[word], rest)


def _node(item: Mapping[str, Any], rules: Rules) -> Inference:
    size = rules.size
    return Inference(
        cell_index(item["cell"], size),
        1 + rules.digits.index(item["digit"]),
        item["on"],
        Cause[item["cause"].upper()],
        tuple(item["parents"]),
        step_from_object(item["step"], rules) if "step" in item else None,
        tuple(cell_index(name, size) for name in item.get("others", ())),
        tuple(cell_index(name, size) for name in item.get("set", ())),
        more=tuple(1 + rules.digits.index(digit) for digit in item.get("more", ())),
    )


def rating_object(rating: Rating) -> objects.Rating:
    """Return the figures of a rating; techniques are named by their ids.

    >>> rating_object(Rating(1.2, 1.2, 1.2))["difficulty"]
    'easy'
    """
    left: objects.Open = {"open": rating.left} if rating.left else {}
    return {
        "er": None if rating.left else rating.er,
        "ep": None if rating.left else rating.ep,
        "ed": None if rating.left else rating.ed,
        **left,
        "difficulty": None if rating.left else rating.difficulty,
        "hardest": None if rating.hardest is None else rating.hardest.id,
        "counts": {kind.id: count for kind, count in rating.counts.items()},
        "steps": rating.steps,
        "exact": rating.exact,
    }
