"""One inference by one constraint, as a step of its own: what the lines of a proof through constraints are made of.

The proof says what is eliminated, and from which board; here is the step that a person would write for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nonet.base.masks import digits_of, index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.cages import basis_of_cage, basis_of_leftover
from nonet.deduction.clues import basis_of
from nonet.deduction.layout import Cage, Condition
from nonet.deduction.leftovers import Leftover
from nonet.rules.constraints import Constraint
from nonet.rules.narrowing import narrow
from nonet.rules.sight import apart_of
from nonet.rules.sums import combinations_of
from nonet.steps import Role, Step

__all__ = ["by_any", "by_condition", "by_leftover", "by_line", "by_places", "by_subset"]


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
    total, pointing = condition.total, "clue_pointing"
    if condition.technique == "cage_combination" and total is not None and total.low is not None:
        rest = total.low - sum(view.digits[cell] for cell in total.cells)
        found = combinations_of([view.masks[cell] for cell in open_cells], rest)
        basis = basis_of_cage(view, Cage(condition.constraint, open_cells, rest), found)
        pointing = "cage_locked"
    lost = {*removes.values()}
    bit = lost.pop()
    if not lost and not bit & (bit - 1) and not {*removes} & {*condition.cells}:
        places = [(Role.CAUSE, cell, bit) for cell in open_cells if view.masks[cell] & bit]
        return view.step(pointing, removes=removes, marks=places, basis=basis)
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
    bit, sees = 1 << digit - 1, apart_of(view.rules)[cell]
    for number, house in enumerate(view.rules.known_houses):
        cells = house.cells.mask
        if house.cells.mask.bit_count() != view.layout.size or cells >> cell & 1:
            continue
        places = index_mask(c for c in indices_of(cells) if view.masks[c] & bit)
        if places and not places & ~sees:
            marks = [(Role.CAUSE, place, bit) for place in indices_of(places)]
            return view.step("common_peers", removes={cell: bit}, houses=(number,), marks=marks)
    for constraint, held in _lines(view):
        whole = index_mask(held)
        places = index_mask(c for c in held if view.masks[c] & bit)
        if places and not whole >> cell & 1 and not places & ~sees:
            marks = [(Role.CAUSE, place, bit) for place in indices_of(places)]
            basis = view.basis([constraint], held)
            return view.step("common_peers", removes={cell: bit}, marks=marks, basis=basis)
    return None


def by_subset(view: BoardView, places: int, removes: Mapping[int, int]) -> Step | None:
    """Return the step of a naked or hidden subset: the cells at some places of a house, a mask, hold their digits.

    None if these cells are no subset in any house of the cells that lose digits.
    """
    lost, size = index_mask(removes), view.layout.size
    for number, house in enumerate(view.rules.known_houses):
        if lost & ~house.cells.mask or len(house.cells) != size:
            continue
        held = [cell for place, cell in enumerate(house.cells) if places >> place & 1]
        digits = 0
        for cell in held:
            digits |= view.masks[cell]
        if digits.bit_count() > len(held) or any(mask & ~digits for mask in removes.values()):
            continue
        name, cells = "hidden", [*indices_of(house.cells.mask & ~index_mask(held))]
        kept = (1 << size) - 1 & ~digits
        naked = [cell for cell in held if view.masks[cell].bit_count() > 1]
        if len(naked) <= len(cells):
            name, cells = "naked", naked
            kept = index_mask(d for c in naked for d in indices_of(view.masks[c]))
        if len(cells) not in _SUBSETS:
            continue
        marks = [(Role.CAUSE, cell, view.masks[cell] & kept) for cell in cells]
        kind = f"{name}_{_SUBSETS[len(cells)]}"
        return view.step(kind, removes=removes, houses=(number,), marks=marks)
    return None


_SUBSETS = {2: "pair", 3: "triple", 4: "quadruple"}


def by_line(view: BoardView, cell: int, digit: int) -> Step | None:
    """Return the step in which a cell is the last place of a digit on a line that holds all, None if it is not."""
    bit = 1 << digit - 1
    for constraint, held in _lines(view):
        others = (other for other in held if other != cell)
        if cell in held and not any(view.masks[other] & bit for other in others):
            basis = view.basis([constraint], held)
            return view.step("hidden_single_line", places=(cell, digit), basis=basis)
    return None


def _lines(view: BoardView) -> Iterator[tuple[Constraint, tuple[int, ...]]]:
    """Yield the cells of constraints that hold each digit once, as a house does."""
    yield from view.layout.lines
    for condition in view.layout.conditions:
        is_whole = len(condition.cells) == view.layout.size
        if is_whole and view.layout.see_each_other(index_mask(condition.cells)):
            yield condition.constraint, condition.cells


def by_any(view: BoardView, removes: Mapping[int, int]) -> Step:
    """Return the step of a constraint that could not be met, where nothing else says why.

    It is the smallest that fails with the digits, in its cells or in those that it sees from outside.
    """
    conditions = sorted(view.layout.conditions, key=lambda each: len(each.cells))
    for condition in conditions:
        if all(_breaks(view, condition, cell, mask) for cell, mask in removes.items()):
            return by_condition(view, condition, removes)
    near = [each for each in conditions if {*removes} & {*each.cells}] or conditions
    if near:
        return by_condition(view, near[0], removes)
    return view.step("clue", removes=removes, basis=view.basis(view.rules.constraints[:1]))


def _breaks(view: BoardView, condition: Condition, cell: int, mask: int) -> bool:
    """Return whether a condition cannot be met with any of some digits in a cell."""
    for digit in digits_of(mask):
        bit, sees = 1 << digit - 1, view.layout.sees[cell]
        known = {c: view.masks[c] & ~(bit if sees >> c & 1 else 0) for c in condition.cells}
        if cell in known:
            known[cell] = bit
        elif known == {c: view.masks[c] for c in condition.cells}:
            return False
        if all(known.values()) and narrow(
            condition.primitives, known, view.layout.sees, apart=True
        ):
            return False
    return True
