"""Where a clue is and what it takes up: the fields of its kind say that it is a line, an area, a place outside …"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from nonet.rules import Rules
from nonet.rules.constraints import Constraint, kinds
from nonet.rules.constraints.base import Drawn
from nonet.rules.constraints.fields import (
    DIRECTIONS,
    SIDES,
    Area,
    Areas,
    Direction,
    LineName,
    OneCell,
    Parts,
    Path,
    SideName,
    Text,
    Word,
)

__all__ = ["USUAL", "Cells", "Places", "Shape", "diagonal_of", "drawable", "places_of", "shape_of"]

Cells: TypeAlias = tuple[int, ...]
Places: TypeAlias = frozenset[tuple[str, object]]
"""What a clue takes up: two clues that share a place are not on one board."""

USUAL = Drawn(3, 5)
"""How clues of a kind are drawn that does not say it."""


class Shape(Enum):
    """Where a clue is."""

    LINE = "line"
    AREA = "area"
    EDGE = "edge"
    SQUARE = "square"
    CELL = "cell"
    DIAGONAL = "diagonal"
    OUTSIDE = "outside"


@cache
def drawable() -> dict[str, type[Constraint]]:
    """Return the kinds of which clues can be drawn, by their word.

    Left out are kinds whose meaning depends on other constraints, and those that the page does not offer.

    >>> [word for word in ("quadruple", "xsum", "minimum", "antiknight") if word in drawable()]
    ['quadruple', 'xsum']
    """
    return {
        word: kind
        for word, kind in kinds().items()
        if kind.palette is not None and not kind.knows_others and shape_of(kind) is not None
    }


def shape_of(kind: type[Constraint]) -> Shape | None:
    """Return the shape of a kind, None if its fields do not say one or have values that digits do not decide."""
    fields = kind.parameters.values()
    places = [field for field in fields if field.is_place]
    if any(
        isinstance(field, Areas | Parts) or (field.is_required and type(field) in (Word, Text))
        for field in fields
    ):
        return None
    match places:
        case [Path(least=2, most=2)]:
            return Shape.EDGE
        case [Area(least=4, most=4)]:
            return Shape.SQUARE
        case [OneCell()]:
            return Shape.CELL
        case [OneCell(), Direction()]:
            return Shape.DIAGONAL
        case [LineName()] | [LineName(), SideName()]:
            return Shape.OUTSIDE
        case [Path()] | [OneCell() | Path(), Path()]:
            return Shape.LINE
        case [Area()]:
            return Shape.AREA
    return None


def places_of(constraint: Constraint, rules: Rules) -> Places:
    """Return what a constraint of the board takes up, so that no clue is drawn there."""
    shape, space = shape_of(type(constraint)), rules.space
    if shape is Shape.OUTSIDE:
        line = getattr(constraint, "line", "")
        return frozenset([("outside", (line, getattr(constraint, "side", SIDES[line[0]][0])))])
    if shape is Shape.DIAGONAL:
        return frozenset([("diagonal", frozenset(diagonal_of(constraint, rules)))])
    if shape in (Shape.EDGE, Shape.SQUARE):
        assert shape is not None
        return frozenset([(shape.value, frozenset(space.indices(constraint.cells)))])
    drawn, cells = constraint.drawn or USUAL, space.indices(constraint.cells)
    if drawn.scattered:  # of these, a board with two sets does not say which cells belong together
        return frozenset([("set", constraint.word), *(("line", cell) for cell in cells)])
    layer = "line" if shape is None else "cell" if drawn.most == 1 else shape.value
    places: set[tuple[str, object]] = {(layer, cell) for cell in cells}
    if shape is Shape.LINE:
        places |= {_passed(step, rules.size) for step in pairwise(cells)}
    return frozenset(places)


def _passed(step: Cells, size: int) -> tuple[str, object]:
    """Return the edge or the corner that a line passes between two cells: no dot and no other line is there."""
    (row, column), (other_row, other_column) = (divmod(cell, size) for cell in step)
    if row == other_row or column == other_column:
        return "edge", frozenset(step)
    around = row * size + other_column, other_row * size + column
    return "square", frozenset([*step, *around])


def diagonal_of(constraint: Constraint, rules: Rules) -> Iterator[int]:
    """Yield the cells of a diagonal from its start."""
    cell: str | None = getattr(constraint, "start", None)
    step = DIRECTIONS[getattr(constraint, "direction", "down right")]
    while cell is not None:
        yield rules.space.index(cell)
        cell = rules.space.moved(cell, *step)
