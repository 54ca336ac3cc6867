"""Every other constraint, one at a time: candidates that would make it impossible to meet.

The same deduction for all kinds; the technique, and with it the words, depends on the kind. Simplest first: the
constraints with few empty cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations

from nonet.base.masks import digits_of, index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Condition, Layout
from nonet.rules.constraints.primitives import Filling
from nonet.rules.narrowing import narrow
from nonet.rules.sums import combinations_of
from nonet.steps import Basis, Role, Step
from nonet.steps.cages import SHOWN

__all__ = ["FINDERS", "basis_of"]

_MOST_TRIED = 20
"""The most open cells of a constraint whose candidates a person tries one by one."""

_NAMES = ("dot", "thermometer", "arrow", "line_clue", "outside_clue", "clue")


def conditions(view: BoardView, name: str) -> Iterator[Step]:
    """Yield what the constraints of one technique eliminate."""
    every = enumerate(view.layout.conditions)
    numbers = [number for number, condition in every if condition.technique == name]
    for number, condition, empty in _with_few_first(view, numbers):
        left = _left(view.layout, number, tuple(view.masks[cell] for cell in condition.cells))
        masks = dict(zip(condition.cells, left, strict=True))
        removes = view.narrowed(empty, [masks[cell] for cell in empty])
        if removes:
            basis = basis_of(view, condition)
            marks = [
                (Role.BASE, cell, masks[cell])
                for cell in condition.cells
                if masks[cell] and not view.digits[cell]
            ]
            yield view.step(name, removes=removes, marks=marks, basis=basis)


def conditions_and_sight(view: BoardView) -> Iterator[Step]:
    """Yield what a constraint eliminates as its cells see each other: candidates with which two would be equal."""
    sees = view.layout.sees
    for number, condition, empty in _with_few_first(view, view.layout.followed):
        whole = index_mask(condition.cells)
        if not 2 < len(empty) <= _MOST_TRIED or not any(sees[cell] & whole for cell in empty):
            continue
        masks = tuple(view.masks[cell] for cell in condition.cells)
        known = dict(zip(condition.cells, _tried(view.layout, number, masks), strict=True))
        removes = view.narrowed(empty, [known[cell] for cell in empty])
        if removes:
            marks = [(Role.BASE, cell, known[cell]) for cell in empty if known[cell]]
            basis = view.basis([condition.constraint], condition.cells)
            yield view.step("clue_and_sight", removes=removes, marks=marks, basis=basis)


def _with_few_first(
    view: BoardView, numbers: Iterable[int]
) -> Iterator[tuple[int, Condition, list[int]]]:
    """Yield some conditions, by their numbers, with their empty cells: those with few of these first."""
    conditions = []
    for number in numbers:
        cells = view.layout.conditions[number].cells
        if empty := [cell for cell in cells if not view.digits[cell]]:
            conditions.append((len(empty), number, empty))
    for _, number, empty in sorted(conditions):
        yield number, view.layout.conditions[number], empty


def _tried(layout: Layout, number: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the candidates of a condition with which the others still fit, each tried alone."""

    def tried() -> tuple[int, ...]:
        condition = layout.conditions[number]
        left = list(masks)
        for at, cell in enumerate(condition.cells):
            for digit in digits_of(masks[at]) if masks[at] & (masks[at] - 1) else ():
                known = dict(zip(condition.cells, left, strict=True))
                known[cell] = 1 << digit - 1
                if not narrow(condition.primitives, known, layout.sees, apart=True):
                    left[at] &= ~(1 << digit - 1)
        return tuple(left)

    return layout.narrowed.get(("apart", number, masks), tried)


def pointing(view: BoardView) -> Iterator[Step]:
    """Yield the digits that a constraint must hold, and that cells outside of it lose."""
    for number, each, empty in _with_few_first(view, view.layout.holders):
        if len(empty) < 2:
            continue
        whole = view.layout.holders[number]
        for digit, places in enumerate(view.places):
            bit, where = 1 << digit, places & whole
            # Few digits are seen from outside, and only these are tried.
            targets = view.seen_by_all(where, places & ~whole) if where else 0
            if not targets:
                continue
            without = [view.masks[cell] & ~(bit if where >> cell & 1 else 0) for cell in each.cells]
            if not all(_left(view.layout, number, tuple(without))):
                yield view.step(
                    "clue_pointing",
                    removes=dict.fromkeys(indices_of(targets), bit),
                    marks=[(Role.CAUSE, cell, bit) for cell in indices_of(where)],
                    basis=view.basis([each.constraint], each.cells),
                )


def basis_of(view: BoardView, condition: Condition) -> Basis:
    """Return what a condition says: of a sum the total, of a sandwich what can be between its crusts."""
    basis = view.basis([condition.constraint], condition.cells)
    if condition.technique != "outside_clue":
        return basis
    if (total := condition.total) is not None and total.low is not None:
        sets = _sums(view, total.cells, total.low)
        return replace(basis, combinations=sets, total=total.low)
    (only, *others) = condition.primitives
    if others or not isinstance(only, Filling) or len(only.cells) != view.layout.size:
        return basis
    combinations = list(_between(only, view))
    if not combinations:
        return basis
    lengths = tuple(sorted({mask.bit_count() for mask in combinations}))
    sets = tuple(sorted({digits_of(mask) for mask in combinations}))
    shown = sets if len(sets) <= SHOWN and sets != ((),) else ()
    return replace(basis, combinations=shown, sums=lengths, total=only.sum)


def _sums(view: BoardView, cells: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...]:
    """Return the combinations of empty cells that all see each other, if there are few."""
    whole = index_mask(cells)
    if whole & ~view.open or not view.layout.see_each_other(whole):
        return ()
    combinations = combinations_of([view.masks[cell] for cell in cells], total)
    few = combinations is not None and len(combinations.sets) <= SHOWN
    return tuple(map(digits_of, combinations.sets)) if combinations is not None and few else ()


def _between(filling: Filling, view: BoardView) -> Iterator[int]:
    """Yield the sets of digits that fit between the crusts of a full line, with the others outside of them."""
    masks = [view.masks[cell] for cell in filling.cells]
    size = len(masks)
    middle, crusts = (1 << size - 1) - 2, {1 << 0, 1 << size - 1}
    everything = size * (size + 1) // 2 - 1 - size
    for one, other in combinations(range(size), 2):
        fits = any(masks[one] & low and masks[other] & high for low, high in permutations(crusts))
        inside = [mask & middle for mask in masks[one + 1 : other]]
        if not fits or not all(inside) or (not inside and filling.sum):
            continue
        sets = combinations_of(inside, filling.sum)
        for each in sets.sets if sets is not None else ():
            rest = [mask & middle & ~each for mask in (*masks[:one], *masks[other + 1 :])]
            left = combinations_of(rest, everything - filling.sum) if all(rest) else None
            if left is not None and left.sets:
                yield each


def _left(layout: Layout, number: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a condition leaves of the masks of its cells. From step to step most of them stay the same."""
    return layout.narrowed.get((number, masks), lambda: _narrowed(layout, number, masks))


def _narrowed(layout: Layout, number: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    condition = layout.conditions[number]
    narrowed = dict(zip(condition.cells, masks, strict=True))
    narrow(condition.primitives, narrowed, layout.sees)
    return tuple(narrowed[cell] for cell in condition.cells)


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    **{name: partial(conditions, name=name) for name in _NAMES},
    "clue_and_sight": conditions_and_sight,
    "clue_pointing": pointing,
}
