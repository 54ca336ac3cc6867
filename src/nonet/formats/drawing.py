"""What the lines of a drawing say about the boxes or regions of a board.

Lines between two cells show where two boxes meet. Frames around every cell say nothing, unless some lines are heavier.
Lines that show no boxes of one shape enclose the regions of a jigsaw. Lines that enclose neither are an error, because
the board without its lines would be another puzzle.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from nonet.base.errors import ParseError, RulesError
from nonet.formats.base import IntoRules
from nonet.formats.puzzles import rules_for
from nonet.rules import ANY_RULES, CLASSIC, Rules, box_shapes

__all__ = ["Drawn", "Ruler", "bars_of", "boxes", "rules_shown"]

_BAR = re.compile("[|│┃║╎╏┆┇┊┋]")
_HEAVY = frozenset("┃║━═=")
_RULES = frozenset("-=─━═╌╍┄┅┈┉")


class Drawn(NamedTuple):
    """A row of a drawing: its text, and the columns of its cells (none if they are not known)."""

    text: str
    columns: Sequence[int]


class Ruler(NamedTuple):
    """A ruler, and the number of rows above it."""

    place: int
    text: str


def bars_of(row: Drawn) -> frozenset[int] | None:
    """Return the number of cells before each bar inside a row; None if there is no bar.

    If there is a bar between any two cells, only the heavy ones count.

    >>> sorted(bars_of(Drawn("| 5 3 . | . 7 . | . . . |", [3, 5, 7, 11, 13, 15, 19, 21, 23])))
    [3, 6]
    """
    if not row.columns:
        return None
    inner, heavy, found = set[int](), set[int](), False
    for match in _BAR.finditer(row.text):
        found = True
        place = bisect_right(row.columns, match.start() + 1)
        if 0 < place < len(row.columns):
            if place in inner or match[0] in _HEAVY:  # two bars are a heavy one
                heavy.add(place)
            inner.add(place)
    if len(inner) == len(row.columns) - 1 and heavy:
        return frozenset(heavy)
    return frozenset(inner) if found else None


def rules_shown(rows: Sequence[Drawn], rulers: Sequence[Ruler], rules: IntoRules) -> Rules | None:
    """Return the boxes or regions that the lines of a drawing show, None if they show none.

    Raises `ParseError` if the lines enclose neither, unless the caller gives ``rules`` without equal boxes.
    """
    size = len(rows)
    bars = [bars_of(row) for row in rows]
    if not rulers and not any(bars):
        return None
    inner = {row for row in bars if row is not None}
    try:
        if len(inner) < 2:
            return _boxes_shown(size, inner, rulers)
        return _regions_shown(rows, bars, rulers) or _boxes_shown(size, inner, rulers)
    except ParseError:
        if len(inner) < 2 and (regions := _regions_shown(rows, bars, rulers)):
            return regions
        if rules and rules != ANY_RULES and not rules_for(size, rules).box_rows:
            return None
        raise


# -- boxes ----------------------------------------------------------------------------------------


def _boxes_shown(
    size: int, bars: Collection[frozenset[int]], rulers: Sequence[Ruler]
) -> Rules | None:
    across = frozenset[int]().union(*bars)
    if len(bars) > 1 and _step(across, size) < 2:
        raise _shapeless(size)  # one bar may be missing in some row
    across = _telling(size, across, across)
    places = frozenset(ruler.place for ruler in rulers if 0 < ruler.place < size)
    heavy = {ruler.place for ruler in rulers if not _HEAVY.isdisjoint(ruler.text)}
    down = _telling(size, places, heavy & places)
    columns, rows = _step(across, size), _step(down, size)
    if columns == 0 and rows == 0:
        fits = [shape for shape in box_shapes(size) if _fit(down, across, shape)]
        if (across or down) and not fits:
            raise _shapeless(size)
        return None
    shape = rows or size // columns, columns or size // rows
    if shape[0] * shape[1] != size or not _fit(down, across, shape):
        raise _shapeless(size)
    return boxes(*shape)


@functools.cache
def boxes(rows: int, columns: int) -> Rules:
    """Return the rules of a board with boxes of this shape."""
    return CLASSIC if rows == columns == 3 else Rules(box_rows=rows, box_columns=columns)


def _telling(size: int, places: frozenset[int], heavy: Collection[int]) -> frozenset[int]:
    """Return the lines that can show boxes: if there is a line everywhere, only the heavy ones."""
    if len(places) < size - 1:
        return places
    return frozenset(heavy) if len(heavy) < len(places) else frozenset()


def _step(places: Collection[int], size: int) -> int:
    """Return the distance of lines that divide the board evenly, 0 if they do not."""
    step = min(places, default=0)
    even = step > 0 and size % step == 0 and set(places) == set(range(step, size, step))
    return step if even else 0


def _fit(down: Iterable[int], across: Iterable[int], shape: tuple[int, int]) -> bool:
    """Whether the lines are only where boxes of this shape meet."""
    return all(place % shape[0] == 0 for place in down) and all(
        place % shape[1] == 0 for place in across
    )


def _shapeless(size: int) -> ParseError:
    return ParseError(
        f"expected lines around boxes of one shape or around {size} regions of {size} cells, found others"
    )


# -- regions --------------------------------------------------------------------------------------


def _regions_shown(
    rows: Sequence[Drawn], bars: Sequence[frozenset[int] | None], rulers: Sequence[Ruler]
) -> Rules | None:
    """Return the regions that the lines enclose, None unless each has as many cells as a row."""
    size = len(rows)
    region = list(range(size * size))

    def find(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for row, drawn in enumerate(rows):
        below = [ruler.text for ruler in rulers if ruler.place == row + 1]
        for col, column in enumerate(drawn.columns):
            cell = row * size + col
            if col + 1 < size and col + 1 not in (bars[row] or ()):
                region[find(cell + 1)] = find(cell)
            if row + 1 < size and not any(text[column - 1 : column] in _RULES for text in below):
                region[find(cell + size)] = find(cell)
    found: dict[int, list[int]] = {}
    for cell in range(size * size):
        found.setdefault(find(cell), []).append(cell)
    try:
        return Rules(regions=list(found.values())) if len(found) == size > 1 else None
    except RulesError:
        return None
