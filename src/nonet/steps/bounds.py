"""Why a thermometer rules out candidates, where bounds say that: which bound, and where it comes from.

They are read from the step and the board before it. Where bounds do not say everything that a step eliminates, or
where there are many, there are none, and other reasons are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonet.base.masks import digits_of

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["LineBound", "line_bounds"]

_MOST = 8
"""More bounds than that are no explanation."""


class LineBound(NamedTuple):
    """Cells that lose digits, and the least digits that they can hold, or the greatest.

    These are counted from the cell ``source``: ``start`` is its own bound, ``is_placed`` whether it has no other digit.
    """

    is_low: bool
    source: int
    start: int
    is_placed: bool
    cells: tuple[int, ...]
    digits: tuple[int, ...]


def line_bounds(step: Step, line: Sequence[int], *, rise: int = 1) -> list[LineBound]:
    """Return the bounds along a thermometer, counted from its bulb and from its end; a slow one has no ``rise``."""
    if step.board is None or not all(step.board.masks[cell] for cell in line):
        return []
    found: dict[tuple[bool, int, int], dict[int, int]] = {}
    said = set()
    for is_low in (True, False):
        for source, start, cell, bound in _counted(
            step, line if is_low else line[::-1], rise if is_low else -rise, is_low
        ):
            lost = {d for d in step.removes.get(cell, ()) if (d < bound if is_low else d > bound)}
            said |= {(cell, digit) for digit in lost}
            if lost:
                found.setdefault((is_low, source, start), {})[cell] = bound
    if len(found) > _MOST or any(
        (c, d) not in said for c, gone in step.removes.items() for d in gone
    ):
        return []
    bounds = []
    for (is_low, source, start), digits in found.items():
        cells = tuple(cell for cell in line if cell in digits)
        is_placed = len(step.board[source]) == 1 or bool(step.board.placed[source])
        ordered = tuple(digits[cell] for cell in cells)
        bounds.append(LineBound(is_low, source, start, is_placed, cells, ordered))
    return bounds


def _counted(
    step: Step, line: Sequence[int], rise: int, is_low: bool
) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each cell after the first one where its bound comes from, the bound there, the cell and its bound."""
    assert step.board is not None
    turn, source, start = (1 if is_low else -1), 0, 0
    for place, cell in enumerate(line):
        bound = start + rise * (place - source)
        digits = [
            d for d in digits_of(step.board.masks[cell]) if not place or turn * (d - bound) >= 0
        ]
        if place:
            yield line[source], start, cell, bound
        if not digits:
            return
        own = min(digits) if is_low else max(digits)
        if not place or own != bound:
            source, start = place, own
