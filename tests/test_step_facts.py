"""The table of the values for messages about a step: it has all that steps have, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from rated import situations

from nonet.generating.examples import EXAMPLES
from nonet.steps import Step
from nonet.steps.fact_table import FACTS, PARTS, ROLES
from nonet.steps.facts import facts_of
from nonet.words.messages import Value

ROWS = {fact.name: fact for facts in FACTS.values() for fact in facts}
SOMETIMES = {fact.name for fact in FACTS["where the step has it"]}


@pytest.fixture(scope="module")
def facts() -> list[dict[str, Any]]:
    """Return the values of steps of all techniques, on boards of people and on those of their pages."""
    import technique_examples  # `rated` knows where it is

    steps: list[Step] = [each.step for each in situations().values()]
    for name, examples in EXAMPLES.items():
        steps += [
            technique_examples.example_step(name, number)[1] for number in range(len(examples))
        ]
    return [facts_of(step) for step in steps]


def kind_of(value: Any) -> str:
    """Return the kind of a value that is not a list, as the table names it."""
    if isinstance(value, Value):
        return value.kind
    return {bool: "flag", int: "number", str: "text"}[type(value)]


def values_of(facts: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for each in facts:
        for name, value in each.items():
            yield re.sub(r"^house\d+$", "house", name), value


def test_the_table_has_each_name_once() -> None:
    names = [fact.name for facts in FACTS.values() for fact in facts]
    assert len(names) == len(set(names))
    assert {*ROLES} < {*names}


def test_the_table_has_the_names_of_all_steps(facts: list[dict[str, Any]]) -> None:
    assert {name for name, _ in values_of(facts)} == {*ROWS}
    always = {*ROWS} - SOMETIMES
    assert all(always <= {*each} for each in facts)


def test_values_have_the_kinds_of_the_table(facts: list[dict[str, Any]]) -> None:
    wrong = set()
    for name, value in values_of(facts):
        kind = ROWS[name].kind
        allowed = kind.strip("[]").split("|")
        items = value if isinstance(value, list) else [value]
        if isinstance(value, list) != kind.startswith("[") or any(
            kind_of(item) not in allowed for item in items
        ):
            wrong.add(f"{name}: {kind}, found {sorted({kind_of(item) for item in items})}")
    assert wrong == set()


def test_values_have_the_parts_of_the_table(facts: list[dict[str, Any]]) -> None:
    named = {kind for fact in ROWS.values() for kind in fact.kind.strip("[]").split("|")}
    assert named - {"flag", "number", "text"} == {*PARTS}
    found: dict[str, set[str]] = {}
    for _, value in values_of(facts):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Value):
                found.setdefault(item.kind, set()).update(item.parts)
    assert {kind: parts - {*PARTS[kind].split()} for kind, parts in found.items()} == {
        kind: set() for kind in found
    }
    missing = {kind: {*PARTS[kind].split()} - parts for kind, parts in found.items()}
    assert {kind: parts for kind, parts in missing.items() if parts} == {}
