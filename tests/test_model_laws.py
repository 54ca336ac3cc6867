"""Laws of models: the image of a model under a renaming of its cells, or of its digits, has as many solutions."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from test_models import _grids, _Maker

from nonet.engine.models import model_tables, search_model
from nonet.rules.constraints.primitives import (
    Allowed,
    Automaton,
    Connected,
    Count,
    CountIs,
    Different,
    Either,
    Element,
    Filling,
    Linear,
    Pair,
    Primitive,
    Regions,
    Run,
    SameSet,
    Variety,
    Visible,
)

To = Callable[[int], int]
LIMIT = 300


def image(p: Primitive, cell: To, mask: To, digits: int) -> Primitive:
    """Return a primitive with other cells, and other digits as far as its kind does not care about values."""

    def all_of(cells: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(cell, cells))

    def ways(edges: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple((cell(a), cell(b)) for a, b in edges)

    match p:
        case Allowed(one, allowed):
            return Allowed(cell(one), mask(allowed))
        case Different(cells):
            return Different(all_of(cells))
        case Linear(cells, coefficients, low, high):
            return Linear(all_of(cells), coefficients, low, high)
        case Pair(a, b, rows):
            moved = {mask(1 << digit): mask(rows[digit]) for digit in range(digits)}
            return Pair(cell(a), cell(b), tuple(moved[1 << digit] for digit in range(digits)))
        case Automaton(cells, states, start, accept, moves):
            renamed = tuple((one, mask(allowed), to) for one, allowed, to in moves)
            return Automaton(all_of(cells), states, start, accept, renamed)
        case Count(cells, allowed, low, high):
            return Count(all_of(cells), mask(allowed), low, high)
        case CountIs(cells, allowed, counter):
            return CountIs(all_of(cells), mask(allowed), cell(counter))
        case Element(index, cells, value, first):
            return Element(cell(index), all_of(cells), cell(value), first)
        case Filling(cells, total):
            return Filling(all_of(cells), total)
        case Visible(cells, seen):
            return Visible(all_of(cells), seen)
        case Run(one, groups, counter, less):
            return Run(cell(one), tuple(map(all_of, groups)), cell(counter), less)
        case Variety(cells, counter):
            return Variety(all_of(cells), cell(counter))
        case SameSet(groups):
            return SameSet(tuple(map(all_of, groups)))
        case Either(choices):
            return Either(
                tuple(tuple(image(q, cell, mask, digits) for q in choice) for choice in choices)
            )
        case Connected(cells, edges, allowed, low, high):
            return Connected(all_of(cells), ways(edges), mask(allowed), low, high)
        case Regions(homes, cells, edges, size):
            return Regions(all_of(homes), all_of(cells), ways(edges), size)


def count(primitives: list[Primitive]) -> int:
    return search_model(model_tables(16, range(1, 5), primitives), [15] * 16, limit=LIMIT)[1]


def made(rng: random.Random, maker: _Maker, *without: Callable[[], Primitive]) -> list[Primitive]:
    houses, _ = _grids()
    makers = [one for one in maker.makers if one not in without]
    return houses + [rng.choice(makers)() for _ in range(rng.randint(1, 4))]


@given(st.integers(0, 10**9))
def test_the_board_may_be_turned_mirrored_or_shuffled(seed: int) -> None:
    rng = random.Random(seed)
    primitives = made(rng, _Maker(rng, 16, range(1, 5)))
    order = rng.sample(range(16), 16)
    moved = [image(p, order.__getitem__, lambda mask: mask, 4) for p in primitives]
    rng.shuffle(moved)
    assert count(moved) == count(primitives)


@given(st.integers(0, 10**9))
def test_digits_may_be_renamed_where_no_constraint_cares_about_their_values(seed: int) -> None:
    rng = random.Random(seed)
    maker = _Maker(rng, 16, range(1, 5))
    cares = maker.linear, maker.count_is, maker.element, maker.filling, maker.visible, maker.run
    primitives = made(rng, maker, *cares, maker.variety, maker.regions, maker.either)
    names = rng.sample(range(4), 4)

    def renamed(mask: int) -> int:
        return sum(1 << names[digit] for digit in range(4) if mask >> digit & 1)

    moved = [image(p, lambda cell: cell, renamed, 4) for p in primitives]
    assert count(moved) == count(primitives)
