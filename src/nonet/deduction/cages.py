"""Sums of cells that hold different digits: combinations, digits that all combinations have, and the rule of 45."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import bits, mask_of
from nonet.deduction.leftovers import MOST_CELLS, Leftover
from nonet.deduction.narrowing import narrow
from nonet.deduction.sums import Combinations, combinations_of, digits_of
from nonet.rules.constraints.primitives import Linear
from nonet.steps import Basis, Role, Step

__all__ = ["FINDERS"]

_SHOWN = 4  # combinations that an explanation lists


def cage_combinations(view: BoardView) -> Iterator[Step]:
    """Yield the candidates that are in no combination, the cages with few empty cells first."""
    for basis, found in _sums(view):
        removes = view.narrowed(basis.cells, found.masks)
        marks = [(Role.BASE, cell, found.masks[i]) for i, cell in enumerate(basis.cells)]
        if len(basis.cells) == 1:
            places = basis.cells[0], found.masks[0].bit_length()
            yield view.step("cage_combination", places=places, marks=marks, basis=basis)
        elif removes:
            yield view.step("cage_combination", removes=removes, marks=marks, basis=basis)


def locked_in_cages(view: BoardView) -> Iterator[Step]:
    """Yield the digits that every combination has, and that cells outside of the cage lose."""
    for basis, found in _sums(view):
        common = -1
        for each in found.sets:
            common &= each
        for digit in digits_of(common if found.sets else 0):
            bit = 1 << digit - 1
            where = mask_of(c for c, m in zip(basis.cells, found.masks, strict=True) if m & bit)
            targets = view.seen_by_all(where, view.places[digit - 1])
            targets &= ~mask_of(basis.cells)
            if targets:
                yield view.step(
                    "cage_locked",
                    removes=dict.fromkeys(bits(targets), bit),
                    marks=[(Role.CAUSE, cell, bit) for cell in bits(where)],
                    basis=basis,
                )


def _sums(view: BoardView) -> Iterator[tuple[Basis, Combinations]]:
    """Yield what the empty cells of each cage add up to, and their combinations."""
    known = []
    for condition in view.layout.conditions:
        total = condition.total
        if condition.technique != "cage_combination" or total is None or total.low is None:
            continue
        cells = sorted(cell for cell in total.cells if not view.digits[cell])
        if cells and view.layout.see_each_other(mask_of(cells)):
            rest = total.low - sum(view.digits[cell] for cell in total.cells)
            known.append((len(cells), cells, rest, condition.constraint))
    for _, cells, rest, constraint in sorted(known, key=lambda each: each[0]):
        found = combinations_of([view.masks[cell] for cell in cells], rest)
        if found is not None and found.sets:
            shown = found.sets if len(found.sets) <= _SHOWN else ()
            yield view.basis([constraint], cells, rest, shown), found


def rule_of_45(view: BoardView) -> Iterator[Step]:
    """Yield what the sums of houses say about the few cells that cages leave, few cells first."""
    near = []
    for each in view.layout.leftovers:
        open_cells = (each.innies | each.outies) & view.open
        if 0 < open_cells.bit_count() <= MOST_CELLS:
            near.append((open_cells.bit_count(), each))
    for _, each in sorted(near, key=lambda pair: pair[0]):
        step = _leftover(view, each)
        if step is not None:
            yield step


def _leftover(view: BoardView, each: Leftover) -> Step | None:
    digits = view.digits
    known = each.known + sum(digits[cell] for cell in bits(each.innies & ~view.open))
    known -= sum(digits[cell] for cell in bits(each.outies & ~view.open))
    innies = list(bits(each.innies & view.open))
    outies = list(bits(each.outies & view.open))
    cells, rest = (*innies, *outies), each.total - known
    factors = (1,) * len(innies) + (-1,) * len(outies)
    masks = {cell: view.masks[cell] for cell in cells}
    narrow([Linear(cells, factors, rest, rest)], masks, view.layout.sees)
    removes = view.narrowed(cells, [masks[cell] for cell in cells])
    places = None
    if len(cells) == 1 and masks[cells[0]].bit_count() == 1:
        places = cells[0], masks[cells[0]].bit_length()
    if not removes and places is None:
        return None
    marks = [(Role.BASE, cell, masks[cell]) for cell in innies]
    marks += [(Role.COVER, cell, masks[cell]) for cell in outies]
    basis = Basis(
        each.constraints, tuple(innies), rest, outside=tuple(outies), sums=(each.total, known)
    )
    removes = {} if places is not None else removes
    return view.step(
        "rule_of_45", places=places, removes=removes, houses=each.houses, marks=marks, basis=basis
    )


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    "cage_combination": cage_combinations,
    "cage_locked": locked_in_cages,
    "rule_of_45": rule_of_45,
}
