"""One inference by one constraint, as a step of its own: what the lines of a proof through constraints are made of.

The proof says what is eliminated, and from which board; here is the step that a person would write for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nonet.deduction.board_view import BoardView
from nonet.deduction.cages import basis_of_cage, basis_of_leftover
from nonet.deduction.clues import basis_of
from nonet.deduction.layout import Cage, Condition, bits, mask_of
from nonet.deduction.leftovers import Leftover
from nonet.rules.constraints import Constraint
from nonet.rules.sums import combinations_of
from nonet.steps import Role, Step

__all__ = ["by_any", "by_condition", "by_leftover", "by_places"]


def by_condition(
    view: BoardView,
    condition: Condition,
    removes: Mapping[int, int],
    among: tuple[int, ...] | None = None,
) -> Step:
    """Return the step in which a condition eliminates some digits; ``removes`` maps cells to masks.

    ``among`` are the cells that matter, if it is about these alone: two neighbours on a line, say.
    """
    cells = condition.cells if among is None else among
    open_cells = tuple(cell for cell in cells if not view.digits[cell])
    basis = basis_of(view, condition)
    if among is not None:
        basis = replace(basis, cells=among)
    total = condition.total
    if condition.technique == "cage_combination" and total is not None and total.low is not None:
        rest = total.low - sum(view.digits[cell] for cell in total.cells)
        found = combinations_of([view.masks[cell] for cell in open_cells], rest)
        basis = basis_of_cage(view, Cage(condition.constraint, open_cells, rest), found)
        lost = {mask for cell, mask in removes.items() if cell not in cells}
        if len(lost) == 1 and (bit := lost.pop()) & (bit - 1) == 0:
            places = [(Role.CAUSE, cell, bit) for cell in open_cells if view.masks[cell] & bit]
            return view.step("cage_locked", removes=removes, marks=places, basis=basis)
    marks = [
        (Role.BASE, cell, left)
        for cell in open_cells
        if (left := view.masks[cell] & ~removes.get(cell, 0))
    ]
    return view.step(condition.technique, removes=removes, marks=marks, basis=basis)


def by_leftover(view: BoardView, leftover: Leftover, removes: Mapping[int, int]) -> Step:
    """Return the step in which an equation of the rule of 45 eliminates some digits."""
    open_part = view.filled.open_leftover(leftover)
    roles = ((Role.BASE, open_part.innies), (Role.COVER, open_part.outies))
    marks = [
        (role, cell, left)
        for role, cells in roles
        for cell in cells
        if (left := view.masks[cell] & ~removes.get(cell, 0))
    ]
    return view.step(
        "rule_of_45",
        removes=removes,
        houses=leftover.houses,
        marks=marks,
        basis=basis_of_leftover(open_part),
    )


def by_places(view: BoardView, cell: int, digit: int) -> Step | None:
    """Return the step in which a cell loses a digit because it sees all places of a house, None if it does not."""
    bit, sees = 1 << digit - 1, view.layout.sees[cell]
    for number, house in enumerate(view.rules.known_houses):
        cells = house.cells.mask
        if house.cells.mask.bit_count() != view.layout.size or cells >> cell & 1:
            continue
        places = mask_of(c for c in bits(cells) if view.masks[c] & bit)
        if places and not places & ~sees:
            marks = [(Role.CAUSE, place, bit) for place in bits(places)]
            return view.step("common_peers", removes={cell: bit}, houses=(number,), marks=marks)
    for constraint, held in _lines(view):
        whole = mask_of(held)
        places = mask_of(c for c in held if view.masks[c] & bit)
        if places and not whole >> cell & 1 and not places & ~sees:
            marks = [(Role.CAUSE, place, bit) for place in bits(places)]
            basis = view.basis([constraint], held)
            return view.step("common_peers", removes={cell: bit}, marks=marks, basis=basis)
    return None


def _lines(view: BoardView) -> Iterator[tuple[Constraint, tuple[int, ...]]]:
    """Yield the cells of constraints that hold each digit once, as a house does."""
    yield from view.layout.lines
    for condition in view.layout.conditions:
        is_whole = len(condition.cells) == view.layout.size
        if is_whole and view.layout.see_each_other(mask_of(condition.cells)):
            yield condition.constraint, condition.cells


def by_any(view: BoardView, removes: Mapping[int, int]) -> Step:
    """Return the step of a constraint that the cells are part of, where nothing else says why."""
    cells = set(removes)
    rules = view.rules
    known = [
        (constraint, rules.space.indices(constraint.cells)) for constraint in rules.constraints
    ]
    near = [each for each in known if cells & set(each[1])] or known
    constraint, held = min(near, key=lambda each: len(each[1]))
    return view.step("clue", removes=removes, basis=view.basis([constraint], held))
