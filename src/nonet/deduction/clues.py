"""Every other constraint, one at a time: candidates that would make it impossible to meet.

The same deduction for all kinds; the technique, and with it the words, depends on the kind. Simplest first: the
constraints with few empty cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from nonet.deduction.layout import Layout
from nonet.deduction.narrowing import narrow
from nonet.deduction.position import Position
from nonet.steps import Role, Step

__all__ = ["FINDERS"]

_NAMES = ("dot", "thermometer", "arrow", "line_clue", "outside_clue", "clue")


def conditions(position: Position, name: str) -> Iterator[Step]:
    """Yield what the constraints of one technique eliminate."""
    found = []
    for number, each in enumerate(position.layout.conditions):
        if each.technique == name:
            empty = [cell for cell in each.cells if not position.digits[cell]]
            if empty:
                found.append((len(empty), number, empty))
    for _, number, empty in sorted(found):
        each = position.layout.conditions[number]
        left = _left(position.layout, number, tuple(position.masks[cell] for cell in each.cells))
        masks = dict(zip(each.cells, left, strict=True))
        removes = position.narrowed(empty, [masks[cell] for cell in empty])
        if removes:
            basis = position.basis([each.constraint], each.cells)
            marks = [
                (Role.BASE, cell, masks[cell])
                for cell in each.cells
                if masks[cell] and not position.digits[cell]
            ]
            yield position.step(name, removes=removes, marks=marks, basis=basis)


@lru_cache(maxsize=4096)
def _left(layout: Layout, number: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a condition leaves of the masks of its cells. From step to step most of them stay the same."""
    condition = layout.conditions[number]
    narrowed = dict(zip(condition.cells, masks, strict=True))
    narrow(condition.primitives, narrowed, layout.sees)
    return tuple(narrowed[cell] for cell in condition.cells)


FINDERS: dict[str, Callable[[Position], Iterator[Step]]] = {
    name: partial(conditions, name=name) for name in _NAMES
}
