"""Naked and hidden subsets in any cells that hold different digits: houses, cages and others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Group, bits, mask_of
from nonet.deduction.sums import digits_of
from nonet.steps import Role, Step

__all__ = ["FINDERS"]

_SIZES = {2: "pair", 3: "triple", 4: "quadruple"}


def naked(view: BoardView, size: int) -> Iterator[Step]:
    """Yield cells that have as many candidates between them as they are; all that see them lose these."""
    for group in view.layout.groups:
        cells = [c for c in bits(group.mask & view.open) if view.masks[c].bit_count() <= size]
        if len(cells) < size:
            continue
        for chosen in combinations(cells, size):
            held = 0
            for cell in chosen:
                held |= view.masks[cell]
            if held.bit_count() == size:
                removes = _eliminated(view, group, chosen, held)
                if removes:
                    marks = [(Role.CAUSE, cell, view.masks[cell]) for cell in chosen]
                    yield _step(view, f"naked_{_SIZES[size]}", group, removes, marks)


def _eliminated(
    view: BoardView, group: Group, chosen: tuple[int, ...], held: int
) -> dict[int, int]:
    """Return what the cells that see a naked subset lose.

    Those of a constraint that holds the whole subset lose it in the step that names this constraint.
    """
    subset, elsewhere = mask_of(chosen), 0
    for other in view.layout.groups:
        if other.constraint is not None and not subset & ~other.mask:
            elsewhere |= other.mask & ~group.mask
    removes: dict[int, int] = {}
    for digit in digits_of(held):
        bit = 1 << digit - 1
        where = sum(1 << cell for cell in chosen if view.masks[cell] & bit)
        for cell in bits(view.seen_by_all(where, view.places[digit - 1] & ~elsewhere)):
            removes[cell] = removes.get(cell, 0) | bit
    return removes


def hidden(view: BoardView, size: int) -> Iterator[Step]:
    """Yield digits that have as many places in a full group as they are; these cells lose all others."""
    for group in view.layout.groups:
        if not group.is_full:
            continue
        places = [
            (digit, where & group.mask)
            for digit, where in enumerate(view.places, 1)
            if 1 < (where & group.mask).bit_count() <= size
        ]
        for chosen in combinations(places, size):
            cells, kept = 0, 0
            for digit, where in chosen:
                cells |= where
                kept |= 1 << digit - 1
            if cells.bit_count() != size:
                continue
            removes = {c: lost for c in bits(cells) if (lost := view.masks[c] & ~kept)}
            if removes:
                marks = [(Role.CAUSE, c, view.masks[c] & kept) for c in bits(cells)]
                yield _step(view, f"hidden_{_SIZES[size]}", group, removes, marks)


def _step(
    view: BoardView,
    name: str,
    group: Group,
    removes: dict[int, int],
    marks: list[tuple[Role, int, int]],
) -> Step:
    if group.house is not None:
        return view.step(name, removes=removes, houses=(group.house,), marks=marks)
    assert group.constraint is not None
    basis = view.basis([group.constraint], group.cells)
    return view.step(name, removes=removes, marks=marks, basis=basis)


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    f"{kind.__name__}_{name}": partial(kind, size=size)
    for size, name in _SIZES.items()
    for kind in (naked, hidden)
}
