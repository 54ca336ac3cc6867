"""Steps and ratings as JSON objects: one form for `nonet hint --json`, `nonet steps --json` and the web app.

Cells are names such as ``r4c5``, so a reader needs to know nothing about the order of the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from nonet.base.cells import cell_index, cell_name
from nonet.rules import CLASSIC, Rules
from nonet.rules.constraints import Constraint, kinds
from nonet.rules.constraints.notation import read_constraint
from nonet.steps.facts import facts_of
from nonet.steps.parts import Basis, Cause, Chain, Inference, Mark, Placement, Role
from nonet.steps.proof import sight_facts
from nonet.steps.rating import Rating
from nonet.steps.shown_digits import COUNTS, sum_in_values, total_in_values
from nonet.steps.step import Step
from nonet.steps.techniques import technique
from nonet.words import Level
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.steps import objects

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
    data: objects.Step = {
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
        data["basis"] = _basis(step)
    if facts and not step.rules.is_classic:
        data["facts"] = _plain(facts_of(step))
    if step.kind or step.chains:
        data["kind"] = step.kind or None
    if step.chains:
        data["complexity"] = step.complexity
        data["chains"] = [_chain(chain, step.rules, language, facts) for chain in step.chains]
    for level in levels:
        data[_TEXTS[level]] = step.text(level, language, all=True)
    return data


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
    nodes = []
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
        if node.house is not None:
            item["house"] = rules.known_houses[node.house].name
        if node.nested is not None:
            item["step"] = step_object(node.nested, language=language, facts=facts)
        if facts and not rules.is_classic:
            item["sight"] = _plain(sight_facts(chain, node, rules))
        nodes.append(item)
    return nodes


def step_from_object(data: Mapping[str, Any], rules: Rules = CLASSIC) -> Step:
    """Return the step of an object that `step_object` made, on a board with the same rules; its texts are ignored.

    Raises `ValueError` for another object.

    >>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({2, 1})}, houses=(0,))
    >>> step_from_object(step_object(step)) == step
    True
    >>> step_from_object({**step_object(step), "houses": ["row 10"]})
    Traceback (most recent call last):
        ...
    ValueError: the step has the house 'row 10', which the rules do not have; give the rules of its board
    """
    from nonet.steps.checking import check_object

    check_object(data)
    return _Reader(rules).step(data)


class _Reader:
    """Reads checked objects on a board. A step that several lines of a proof rest on is made once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._houses = {house.name: index for index, house in enumerate(rules.known_houses)}
        self._nested: list[tuple[Mapping[str, Any], Step]] = []

    def step(self, data: Mapping[str, Any]) -> Step:
        places, basis = data["places"], data.get("basis")
        return Step(
            technique(data["technique"]),
            data["rating"],
            places=None
            if places is None
            else Placement(self._cell(places["cell"]), self._digit(places["digit"])),
            removes={
                self._cell(cell): frozenset(map(self._digit, digits))
                for cell, digits in data["removes"].items()
            },
            houses=tuple(map(self._house, data["houses"])),
            marks=tuple(
                Mark(
                    Role(mark["role"]),
                    self._cell(mark["cell"]),
                    frozenset(map(self._digit, mark["digits"])),
                )
                for mark in data["marks"]
            ),
            chains=tuple(
                Chain(tuple(self._node(item) for item in chain)) for chain in data.get("chains", ())
            ),
            kind=data.get("kind") or "",
            complexity=data.get("complexity", 0),
            rules=self._rules,
            basis=None if basis is None else self._basis(data, basis),
        )

    def _basis(self, step: Mapping[str, Any], data: Mapping[str, Any]) -> Basis:
        rules, total, sums = self._rules, data["total"], tuple(data["sums"])
        size = rules.size
        if total is not None and step["technique"] not in COUNTS:
            more = len(data["outside"]) - len(data["cells"])
            total = sum_in_values(total, more, rules)
            if step["technique"] == "rule_of_45" and sums:
                whole = len(step["houses"]) * size * (size + 1) // 2
                sums = whole, whole - total
        return Basis(
            tuple(_constraint(text) for text in data["constraints"]),
            tuple(map(self._cell, data["cells"])),
            total,
            tuple(tuple(map(self._digit, digits)) for digits in data["combinations"]),
            tuple(map(self._cell, data["outside"])),
            sums,
        )

    def _node(self, item: Mapping[str, Any]) -> Inference:
        return Inference(
            self._cell(item["cell"]),
            self._digit(item["digit"]),
            item["on"],
            Cause[item["cause"].upper()],
            tuple(item["parents"]),
            self._inside(item["step"]) if "step" in item else None,
            tuple(map(self._cell, item.get("others", ()))),
            tuple(map(self._cell, item.get("set", ()))),
            self._house(item["house"]) if "house" in item else None,
            tuple(map(self._digit, item.get("more", ()))),
        )

    def _inside(self, data: Mapping[str, Any]) -> Step:
        for known, step in self._nested:
            if known == data:
                return step
        self._nested.append((data, self.step(data)))
        return self._nested[-1][1]

    def _cell(self, name: str) -> int:
        try:
            return cell_index(name, self._rules.size)
        except IndexError as error:
            raise ValueError(f"{error}; give the rules of the step's board") from None

    def _digit(self, value: int) -> int:
        if value not in self._rules.digits:
            raise ValueError(
                f"the step has the digit {value}, which the rules do not have; give the rules of its board"
            )
        return 1 + self._rules.digits.index(value)

    def _house(self, name: str) -> int:
        if name not in self._houses:
            raise ValueError(
                f"the step has the house {name!r}, which the rules do not have; give the rules of its board"
            )
        if sum(house.name == name for house in self._rules.known_houses) > 1:
            raise ValueError(
                f"several houses of the rules have the name {name!r}; give each a name of its own"
            )
        return self._houses[name]


def _constraint(text: str) -> Constraint:
    word, _, rest = text.partition(":")
    if word not in kinds():
        raise ValueError(f"the step has the constraint {text!r} of an unknown kind")
    return read_constraint(kinds()[word], rest)


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
