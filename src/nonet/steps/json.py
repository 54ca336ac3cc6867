"""Steps and ratings as JSON objects: one form for `nonet hint --json`, `nonet steps --json` and the web app.

Cells are names such as ``r4c5``, so a reader needs to know nothing about the order of the cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nonet.cells import cell_index, cell_name
from nonet.rules import CLASSIC
from nonet.steps.parts import Cause, Chain, Inference, Mark, Placement, Role
from nonet.steps.rating import Rating
from nonet.steps.step import Step
from nonet.steps.techniques import technique
from nonet.words import Level

__all__ = ["rating_object", "step_from_object", "step_object"]

_HOUSES = {house.name: index for index, house in enumerate(CLASSIC.houses)}


def step_object(
    step: Step, levels: Sequence[Level] = (), *, language: str = "en"
) -> dict[str, Any]:
    """Return all that is known about a step; its name and its texts at some levels are in the language.

    >>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({2, 1})}, houses=(0,))
    >>> step_object(step)["removes"], step_object(step)["houses"]
    ({'r1c5': [1, 2]}, ['row 1'])
    """
    found: dict[str, Any] = {
        "technique": step.technique.id,
        "name": step.technique.name_in(language),
        "rating": step.rating,
        "places": None if step.places is None else _placement(*step.places),
        "removes": {cell_name(cell): sorted(digits) for cell, digits in step.removes.items()},
        "outcome": step.outcome,
        "houses": [CLASSIC.houses[index].name for index in step.houses],
        "marks": [
            {"role": mark.role.value, "cell": cell_name(mark.cell), "digits": sorted(mark.digits)}
            for mark in step.marks
        ],
    }
    if step.chains:
        found["kind"], found["complexity"] = step.kind or None, step.complexity
        found["chains"] = [_chain(chain, language) for chain in step.chains]
    return found | {
        "text" if level == "full" else level: step.text(level, language, all=True)
        for level in levels
    }


def _placement(cell: int, digit: int) -> dict[str, Any]:
    return {"cell": cell_name(cell), "digit": digit}


def _chain(chain: Chain, language: str) -> list[dict[str, Any]]:
    found = []
    for node in chain.nodes:
        item = {**_placement(node.cell, node.digit), "on": node.on}
        item["cause"] = node.cause.name.lower()
        item["parents"] = list(node.parents)
        if node.others:
            item["others"] = [cell_name(cell) for cell in node.others]
        if node.almost_locked:
            item["set"] = [cell_name(cell) for cell in node.almost_locked]
        if node.nested is not None:
            item["step"] = step_object(node.nested, language=language)
        found.append(item)
    return found


def step_from_object(found: Mapping[str, Any]) -> Step:
    """Return the step of an object that `step_object` made; its texts are ignored.

    >>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({2, 1})}, houses=(0,))
    >>> step_from_object(step_object(step)) == step
    True
    """
    places = found["places"]
    return Step(
        technique(found["technique"]),
        found["rating"],
        places=None if places is None else Placement(cell_index(places["cell"]), places["digit"]),
        removes={cell_index(cell): frozenset(digits) for cell, digits in found["removes"].items()},
        houses=tuple(_HOUSES[name] for name in found["houses"]),
        marks=tuple(
            Mark(Role(mark["role"]), cell_index(mark["cell"]), frozenset(mark["digits"]))
            for mark in found["marks"]
        ),
        chains=tuple(Chain(tuple(map(_node, chain))) for chain in found.get("chains", ())),
        kind=found.get("kind") or "",
        complexity=found.get("complexity", 0),
    )


def _node(item: Mapping[str, Any]) -> Inference:
    return Inference(
        cell_index(item["cell"]),
        item["digit"],
        item["on"],
        Cause[item["cause"].upper()],
        tuple(item["parents"]),
        step_from_object(item["step"]) if "step" in item else None,
        tuple(map(cell_index, item.get("others", ()))),
        tuple(map(cell_index, item.get("set", ()))),
    )


def rating_object(rating: Rating) -> dict[str, Any]:
    """Return the figures of a rating; techniques are named by their ids.

    >>> rating_object(Rating(1.2, 1.2, 1.2))["difficulty"]
    'easy'
    """
    return {
        "er": rating.er,
        "ep": rating.ep,
        "ed": rating.ed,
        "difficulty": rating.difficulty,
        "hardest": None if rating.hardest is None else rating.hardest.id,
        "counts": {kind.id: count for kind, count in rating.counts.items()},
        "steps": rating.steps,
        "exact": rating.exact,
    }
