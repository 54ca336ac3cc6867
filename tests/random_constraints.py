"""Random constraints of every kind, for tests: made from the fields that a kind declares."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod
from typing import Any

from test_constraints_sets import EXAMPLES, NINE

from nonet.engine.models import model_tables, search_model
from nonet.rules import constraints as c
from nonet.rules.constraints.base import Constraint, Space
from nonet.rules.constraints.fields import (
    Area,
    Flag,
    Number,
    OneCell,
    Parameter,
    Path,
    Total,
)

Maker = Callable[[random.Random, Space], Constraint]


def path(rng: random.Random, space: Space, length: int) -> list[str]:
    """Return a path of neighbours, diagonal ones too, without a cell twice; shorter if it ends in a corner."""
    cells = [rng.choice(space.names[: space.rows * space.columns])]
    while len(cells) < length:
        steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        near = {space.moved(cells[-1], *step) for step in steps} - {None, *cells}
        if not near:
            return path(rng, space, length)
        cells.append(rng.choice(sorted(cell for cell in near if cell)))
    return cells


def some(rng: random.Random, space: Space, length: int) -> list[str]:
    """Return some cells from anywhere."""
    return rng.sample(space.names, length)


def _total(rng: random.Random, low: int, high: int) -> int | str:
    """Return a total: a number, or one within bounds or of a set."""
    one = rng.randint(low, high)
    return rng.choice(
        (one, one, one, f"{one}-{one + 2}", f"..{one}", f"{one}..", f"{one},{one + 3}")
    )


def _little_killer(rng: random.Random, space: Space) -> Constraint:
    while True:
        cell = rng.choice(space.names)
        direction = rng.choice(["down right", "down left", "up right", "up left"])
        made = c.LittleKiller(cell, direction, sum=_total(rng, 2, 4 * space.digits[-1]))
        try:
            made.check(space)
        except ValueError:
            continue
        return made


def _cage(rng: random.Random, space: Space) -> Constraint:
    total = _total(rng, 3, 12)
    return c.Cage(path(rng, space, rng.randint(1, 4)), sum=rng.choice((None, total, total)))


def _product(rng: random.Random, space: Space) -> Constraint:
    cells = some(rng, space, rng.randint(1, 4))
    digits = rng.sample(space.values, len(cells))
    return c.ProductCage(cells, prod(digits) + rng.choice((0, 0, 0, 1)))


def _pill(rng: random.Random, space: Space) -> Constraint:
    cells = path(rng, space, 2 + rng.randint(1, 3))
    return c.PillArrow(cells[:2], cells[2:])


def _equal_sums(rng: random.Random, space: Space) -> Constraint:
    return c.EqualSums([some(rng, space, rng.randint(1, 3)) for _ in range(rng.randint(2, 3))])


def _sum(rng: random.Random, space: Space) -> Constraint:
    cells = some(rng, space, rng.randint(1, 4))
    weights = [rng.choice([-2, -1, 1, 2]) for _ in cells] if rng.random() < 0.5 else []
    return c.Sum(cells, _total(rng, -2, 3 * space.digits[-1]), coefficients=weights)


MAKERS: dict[str, Maker] = {
    "killer": _cage,
    "product": _product,
    "pillarrow": _pill,
    "equalsums": _equal_sums,
    "littlekiller": _little_killer,
    "sum": _sum,
    "strictkropki": lambda rng, space: c.StrictKropki(rng.choice(("", "white", "black"))),
    "neighbours": lambda rng, space: c.NeighbourCount(
        rng.choice(space.names),
        rng.choice(("greater", "smaller", "white", "black", "x", "v")),
        count=rng.choice((None, 0, 1, 2, 3)),
    ),
    "allgiven": lambda rng, space: (
        c.AllGiven(rng.choice(("white", "black")), value=rng.choice((None, 2, 3)))
        if rng.random() < 0.7
        else c.AllGiven(rng.choice(("x", "v")))
    ),
    "strictxv": lambda rng, space: c.StrictXV(rng.choice(("", "x", "v"))),
}
"""Makers of kinds whose fields alone do not say what is often met; `_from_fields` makes the others."""

TRIED_APART = {"allof", "boxindexing", "fullrank", "noties", "regioncount", "regionrun", "regions"}
"""Kinds that need rules or cells of their own; each has tests beside those of its family."""


def _value(field: Parameter[Any, Any], rng: random.Random, space: Space) -> Any:
    """Return a random value of a field."""
    if isinstance(field, Area):
        most = min(field.most or 5, len(space.digits))
        length = rng.randint(field.least, max(field.least, most))
        cells = (path if isinstance(field, Path) else some)(rng, space, length)
        closes = field.loop and len(cells) > 2 and rng.random() < 0.2
        return [*cells, cells[0]] if closes else cells
    if isinstance(field, OneCell):
        return rng.choice(space.names)
    if isinstance(field, Flag):
        return rng.random() < 0.5
    if isinstance(field, Number) and not field.is_required:
        return rng.randint(max(1, field.least), 4)  # a difference, a ratio, a modulus
    if isinstance(field, Total):
        return _total(rng, 1, 2 * space.digits[-1])
    return rng.randint(1, 2 * space.digits[-1])


def _from_fields(kind: Any) -> Maker:
    def make(rng: random.Random, space: Space) -> Constraint:
        fields = kind.parameters.values()
        chosen = [field for field in fields if field.is_required or rng.random() < 0.7]
        made: Constraint = kind(**{field.name: _value(field, rng, space) for field in chosen})
        return made

    return make


MAKERS |= {
    word: _from_fields(kind)
    for word, kind in c.kinds().items()
    if word not in {*MAKERS, *TRIED_APART, *(each.word for each in (*EXAMPLES, *NINE))}
}


def words_that_fit(space: Space) -> list[str]:
    """Return the words of the kinds that a board can have at all, sorted."""
    return sorted(w for w in MAKERS if w not in _NEEDS or _NEEDS[w](space))


_NEEDS: dict[str, Callable[[Space], bool]] = {
    "entropic": lambda space: len(space.digits) % 3 == 0,
    "regionsum": lambda space: space.box_of(space.names[0]) is not None,
}
"""What a kind asks of a board; where it is not met, no maker finds a constraint."""


def random_constraint(word: str, rng: random.Random, space: Space) -> Constraint:
    """Return a random constraint of a kind that fits the board."""
    assert word in words_that_fit(space), f"no board of {len(space.digits)} digits has {word!r}"
    while True:
        try:
            made = MAKERS[word](rng, space)
            made.check(space)
        except ValueError:
            continue
        return made


def digits_that_meet(each: Constraint, space: Space, rng: random.Random) -> list[int] | None:
    """Return random digits of a full board that meet a constraint, None if there are none."""
    tables = model_tables(len(space.names), space.digits, each.primitives(space))
    for few in range(2, len(space.digits) + 1):  # each cell has a few digits to choose from
        masks = [space.mask(rng.sample(space.digits, few)) for _ in space.names]
        _, count, numbers = search_model(tables, masks, limit=1)
        if count:
            return [space.digits[number - 1] for number in numbers]
    return None
