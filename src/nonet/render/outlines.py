"""The borders of cages, extra houses and clones, inside of their cells, around corners too."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.render.looks import OUTLINES
from nonet.render.strokes import (
    SIDE,
    BoardShape,
    Letters,
    Part,
    Path,
    Place,
    Point,
    path_of,
    stroked,
)
from nonet.rules.constraints.marks import Outline

__all__ = ["outlines"]

_LABEL = 27  # the height of the letters of a cage's sum
_WIDTH = 0.6  # of a letter, in its height
_BETWEEN = 8  # two labels in one cell


def outlines(outlines: Sequence[Outline], board: BoardShape) -> list[Part]:
    """Return the areas, borders and labels of outlines of one role; labels in one cell stand beside each other."""
    parts: list[Part] = []
    room: dict[Place, float] = {}
    for mark in outlines:
        if mark.label and (cells := board.places(mark.cells)):
            room[min(cells)] = room.get(min(cells), 0) + _width(mark.label)
    begun: dict[Place, float] = {}
    for mark in outlines:
        look, places = OUTLINES[mark.role], set(board.places(mark.cells))
        if not places:
            continue
        first = row, column = min(places)
        x, y = column * SIDE, row * SIDE
        gap = (x + 10 - _BETWEEN + room[first], y + 30) if mark.label else None
        if look.area != "none":
            area = "".join(_loop_path(loop) for loop in _loops(places, look.inset))
            parts.append(Path(False, look.family, area, fill=look.area))
        loops = _loops(places, look.inset)
        d = "".join(
            _loop_path(loop, gap if number == 0 else None) for number, loop in enumerate(loops)
        )
        parts.append(stroked(look.family, d, look.stroke))
        if mark.label:
            at = x + 6 + begun.get(first, 0)
            begun[first] = begun.get(first, 0) + _width(mark.label)
            written = Letters(False, mark.label, at, y + 5 + 0.74 * _LABEL, _LABEL, at_start=True)
            parts.append(written)
    return parts


def _width(label: str) -> float:
    """Return how much of a cell a label takes from the next one."""
    return len(label) * _LABEL * _WIDTH + _BETWEEN


def _loops(places: set[Place], inset: float) -> list[list[Point]]:
    """Return the border of some cells as closed lines inside it; the first begins at the top left of the first cell.

    Sides are directed so that the cells lie at their right. Where a side ends, another one begins.
    """
    after: dict[Point, Point] = {}
    for place in sorted(places):
        after |= _sides(place, places, inset)
    loops = []
    while after:
        start = next(iter(after))
        loop, at = [], start
        while at in after:
            loop.append(at)
            at = after.pop(at)
        loops.append(_corners(loop))
    return loops


def _sides(place: Place, places: set[Place], inset: float) -> dict[Point, Point]:
    """Return the sides that the border has in a cell, and its turns around a corner that is not in the area."""
    row, column = place
    found: dict[Point, Point] = {}
    # A cell is turned four times; each time its upper side is drawn, and the turn at its upper right.
    for turn in range(4):

        def has(down: int, right: int, turn: int = turn) -> bool:
            for _ in range(turn):
                down, right = right, -down
            return (row + down, column + right) in places

        def at(x: float, y: float, turn: int = turn) -> Point:
            x, y = x - SIDE / 2, y - SIDE / 2
            for _ in range(turn):
                x, y = -y, x
            return column * SIDE + SIDE / 2 + x, row * SIDE + SIDE / 2 + y

        if not has(-1, 0):
            start = 0 if has(0, -1) else inset
            end = SIDE if has(0, 1) else SIDE - inset
            found[at(start, inset)] = at(end, inset)
        elif has(0, 1) and not has(-1, 1):
            found[at(SIDE - inset, 0)] = at(SIDE - inset, inset)
            found[at(SIDE - inset, inset)] = at(SIDE, inset)
    return found


def _corners(loop: list[Point]) -> list[Point]:
    """Return the points of a closed line where it turns."""
    kept = []
    for i, (x, y) in enumerate(loop):
        (before_x, before_y), (after_x, after_y) = loop[i - 1], loop[(i + 1) % len(loop)]
        if not (before_x == x == after_x or before_y == y == after_y):
            kept.append((x, y))
    return kept


def _loop_path(loop: list[Point], gap: Point | None = None) -> str:
    """Return a closed line, open at its first corner where a label stands there."""
    if gap is None:
        return path_of(loop, "z")
    (x, y), rest = loop[0], loop[1:]
    return path_of([(gap[0], y), *rest, (x, gap[1])])
