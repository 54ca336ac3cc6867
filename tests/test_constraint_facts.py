"""A law for each fact that a kind of constraint says of itself: what its class claims is true of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_constraints import MAKERS, random_constraint, words_that_fit
from test_constraints_sets import EXAMPLES, NINE, space_of

from nonet.constraints import Constraint, Space, kinds
from nonet.constraints.fields import Area, Path, fields_of
from nonet.deduction import FINDERS
from nonet.rules import Rules

SIX = Rules(box_rows=2, box_columns=3).space


def samples(word: str, count: int = 12) -> Iterator[tuple[Constraint, Space]]:
    """Yield constraints of a kind, each with a board that it fits."""
    rng = random.Random(f"{word} facts")
    if word in MAKERS:
        space = SIX if word in words_that_fit(SIX) else Rules().space
        yield from ((random_constraint(word, rng, space), space) for _ in range(count))
    yield from ((each, space_of(each)) for each in (*EXAMPLES, *NINE) if each.word == word)


TRIED = sorted({*MAKERS, *(each.word for each in (*EXAMPLES, *NINE))})
LINES = sorted(
    word
    for word in TRIED
    if [type(field) for field in fields_of(kinds()[word]).values() if isinstance(field, Area)]
    and sum(field.has_cells for field in fields_of(kinds()[word]).values()) == 1
)
"""The kinds that are about the cells of one field."""


@pytest.mark.parametrize("word", LINES)
def test_the_order_of_cells_means_what_the_class_says(word: str) -> None:
    kind, rng = kinds()[word], random.Random(word)
    [name] = [name for name, field in fields_of(kind).items() if field.has_cells]
    is_line = isinstance(fields_of(kind)[name], Path)
    assert is_line or kind.order == "any", "cells without an order are an Area"
    changed = {"either": False, "any": False}
    for each, space in samples(word, 30):
        cells = list(getattr(each, name))
        others = {"either": cells[::-1], "any": rng.sample(cells, len(cells))}
        for order, found in others.items():
            try:
                other = kind(**{**each.fields, name: found})
            except ValueError:
                continue
            for _ in range(60):
                digits = rng.choices(space.digits, k=len(space.names))
                board = dict(zip(space.names, digits, strict=True))
                one, two = (not list(each_.violations(board, space)) for each_ in (each, other))
                changed[order] |= one != two
    assert not (kind.order == "any" and changed["any"]), "its order says any, and it matters"
    assert not (kind.order and changed["either"]), "its order says either, and it matters"
    if is_line and word != "sum":  # a sum may have a coefficient for each cell
        least = "any" if not changed["any"] else "either" if not changed["either"] else ""
        assert kind.order == least, f"nothing that was tried needs more than order = {least!r}"


@pytest.mark.parametrize("word", kinds())
def test_the_technique_of_each_kind_is_one_of_hints(word: str) -> None:
    assert kinds()[word].technique in FINDERS


@pytest.mark.parametrize("word", kinds())
def test_the_number_that_may_be_wrong_is_a_field(word: str) -> None:
    kind = kinds()[word]
    assert not kind.number or kind.number in fields_of(kind)
