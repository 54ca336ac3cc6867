"""Sums of cells that hold different digits: combinations, digits that all combinations have, and the rule of 45."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonet.base.masks import digits_of, index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Cage
from nonet.deduction.leftovers import OpenLeftover
from nonet.rules.constraints.primitives import Linear
from nonet.rules.narrowing import narrow
from nonet.rules.sums import Combinations, combinations_of
from nonet.steps import Basis, Role, Step
from nonet.steps.cages import SHOWN

__all__ = ["FINDERS", "basis_of_cage", "basis_of_leftover"]


def last_cells(view: BoardView) -> Iterator[Step]:
    """Yield what is left for the only empty cell of a sum: of a cage, an arrow with its circle, or another clue."""
    for constraint, total in view.layout.sums:
        terms = list(zip(total.cells, total.coefficients, strict=True))
        empty = [(cell, factor) for cell, factor in terms if not view.digits[cell]]
        if len(empty) != 1 or abs(empty[0][1]) != 1 or total.low is None:
            continue
        ((cell, factor),) = empty
        rest = total.low - sum(f * view.digits[c] for c, f in terms if c != cell)
        digit = rest * factor
        if 0 < digit <= view.layout.size and view.masks[cell] >> digit - 1 & 1:
            yield view.step(
                "last_of_sum",
                places=(cell, digit),
                marks=[(Role.CAUSE, c, 1 << view.digits[c] - 1) for c, _ in terms if c != cell],
                basis=view.basis([constraint], (cell,), digit),
            )


def cage_combinations(view: BoardView) -> Iterator[Step]:
    """Yield the candidates that are in no combination, the cages with few empty cells first."""
    for cage, combinations in _combined(view):
        is_single = len(cage.cells) == 1
        if is_single or not combinations.is_everything:
            removes = view.narrowed(cage.cells, combinations.masks)
            yield view.step(
                "cage_combination",
                places=(cage.cells[0], combinations.masks[0].bit_length()) if is_single else None,
                removes={} if is_single else removes,
                marks=[
                    (Role.BASE, *each) for each in zip(cage.cells, combinations.masks, strict=True)
                ],
                basis=basis_of_cage(view, cage, combinations),
            )


def locked_in_cages(view: BoardView) -> Iterator[Step]:
    """Yield the digits that every combination has, and that cells outside of the cage lose."""
    for cage, combinations in _combined(view):
        outside = ~index_mask(cage.cells) if combinations.common else 0
        for digit in digits_of(combinations.common):
            bit = 1 << digit - 1
            where = index_mask(
                c for c, m in zip(cage.cells, combinations.masks, strict=True) if m & bit
            )
            targets = view.seen_by_all(where, view.places[digit - 1]) & outside
            if targets:
                yield view.step(
                    "cage_locked",
                    removes=dict.fromkeys(indices_of(targets), bit),
                    marks=[(Role.CAUSE, cell, bit) for cell in indices_of(where)],
                    basis=basis_of_cage(view, cage, combinations),
                )


def _combined(view: BoardView) -> Iterator[tuple[Cage, Combinations]]:
    """Yield the empty cells of each cage with what they add up to, and their combinations."""
    masks = view.masks
    for cage in view.filled.cages:
        combinations = combinations_of([masks[cell] for cell in cage.cells], cage.total)
        if combinations is not None and combinations.sets:
            yield cage, combinations


def basis_of_cage(view: BoardView, cage: Cage, combinations: Combinations | None) -> Basis:
    """Return what a step takes from a cage, with its combinations if there are few."""
    shown = (
        combinations.sets if combinations is not None and len(combinations.sets) <= SHOWN else ()
    )
    return view.basis([cage.constraint], cage.cells, cage.total, shown)


def rule_of_45(view: BoardView) -> Iterator[Step]:
    """Yield what the sums of houses say about the few cells that cages leave, few cells first."""
    for leftover in view.filled.leftovers:
        cells = leftover.cells
        left = _left(view, leftover)
        removes = view.narrowed(cells, left)
        places = None
        if len(cells) == 1 and left[0].bit_count() == 1:
            places = cells[0], left[0].bit_length()
        if not removes and places is None:
            continue
        roles = (Role.BASE,) * len(leftover.innies) + (Role.COVER,) * len(leftover.outies)
        yield view.step(
            "rule_of_45",
            places=places,
            removes={} if places is not None else removes,
            houses=leftover.of.houses,
            marks=zip(roles, cells, left, strict=True),
            basis=basis_of_leftover(leftover),
        )


def basis_of_leftover(leftover: OpenLeftover) -> Basis:
    """Return what a step takes from an equation of the rule of 45."""
    sums = leftover.of.total, leftover.known
    return Basis(
        leftover.of.constraints, leftover.innies, leftover.rest, outside=leftover.outies, sums=sums
    )


def _left(view: BoardView, leftover: OpenLeftover) -> tuple[int, ...]:
    """Return what an equation leaves of its open cells. From step to step most of them stay the same."""
    layout, cells, rest = view.layout, leftover.cells, leftover.rest
    masks = tuple([view.masks[cell] for cell in cells])

    def narrowed() -> tuple[int, ...]:
        factors = (1,) * len(leftover.innies) + (-1,) * len(leftover.outies)
        left = dict(zip(cells, masks, strict=True))
        narrow([Linear(cells, factors, rest, rest)], left, layout.sees)
        return tuple(left.values())

    return layout.narrowed.get((leftover.innies, leftover.outies, rest, masks), narrowed)


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    "last_of_sum": last_cells,
    "cage_combination": cage_combinations,
    "cage_locked": locked_in_cages,
    "rule_of_45": rule_of_45,
}
