"""Cells of two kinds, low and high or odd and even, that lines and dots join over the whole board.

Two neighbours on a whisper are a low and a high digit, two at a white dot an odd and an even one. So the cells that
such relations join fall into two groups, and one group is of the one kind, the other of the other. If a house has no
room for one of these two ways, the other is true; and a house in which all digits of a kind are used up has none of it
anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from nonet.base.masks import index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Layout
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.primitives import Pair
from nonet.steps import Role, Step

__all__ = ["FINDERS", "is_possible", "polarities"]


class _Group(NamedTuple):
    """Joined cells: those like the first one, those unlike it, as sets, and the constraints that join them."""

    alike: int
    unlike: int
    constraints: tuple[Constraint, ...]


class _House(NamedTuple):
    """Cells that hold different digits: a house by its number, or those of a constraint."""

    cells: int
    number: int | None
    constraint: Constraint | None
    digits: int
    """All that its cells can hold."""


def is_possible(layout: Layout) -> bool:
    """Return whether any relation of two cells could join them."""
    return any(
        isinstance(each, Pair) and one.technique != "thermometer"
        for one in layout.conditions
        for each in one.primitives
    )


def polarity(view: BoardView) -> Iterator[Step]:
    """Yield what kinds of digits say: a group for which a house has no room, then houses that have enough of a kind."""
    groups_of_kinds = [
        (kinds, list(_groups(view, kinds))) for kinds in polarities(view.layout.size)
    ]
    houses = list(_houses(view))
    for kinds, groups in groups_of_kinds:
        for group in groups:
            yield from _no_room(view, kinds, group, houses)
    for kinds, groups in groups_of_kinds:
        for house in houses if groups else ():
            yield from _used_up(view, kinds, groups, house)


def polarities(size: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the digits of two kinds, as masks: low and high, without the one in the middle; odd and even."""
    every = (1 << size) - 1
    low = (1 << size // 2) - 1
    odd = sum(1 << digit - 1 for digit in range(1, size + 1, 2))
    return (low, low << (size + 1) // 2), (odd, every & ~odd)


def _groups(view: BoardView, kinds: tuple[int, int]) -> Iterator[_Group]:
    """Yield the cells that relations join, where it is open of which kind they are."""
    one, other = kinds
    joined: dict[int, list[tuple[int, bool, Constraint]]] = {}
    for condition in view.layout.conditions:
        for primitive in condition.primitives:
            if not isinstance(primitive, Pair):
                continue
            first, second = view.masks[primitive.a], view.masks[primitive.b]
            if (first | second) & ~(one | other):
                continue
            if not (first & one and first & other and second & one and second & other):
                continue
            alike = _relates(primitive, first & one, second & one)
            alike |= _relates(primitive, first & other, second & other)
            unlike = _relates(primitive, first & one, second & other)
            unlike |= _relates(primitive, first & other, second & one)
            if alike != unlike:
                joined.setdefault(primitive.a, []).append(
                    (primitive.b, alike, condition.constraint)
                )
                joined.setdefault(primitive.b, []).append(
                    (primitive.a, alike, condition.constraint)
                )
    left = set(joined)
    while left:
        start = min(left)
        sides, known, todo = {start: True}, dict[Constraint, None](), [start]
        while todo:
            cell = todo.pop(0)
            for near, alike, constraint in joined[cell]:
                known[constraint] = None
                if near not in sides:
                    sides[near] = sides[cell] is alike
                    todo.append(near)
        left -= set(sides)
        yield _Group(
            index_mask(cell for cell, side in sides.items() if side),
            index_mask(cell for cell, side in sides.items() if not side),
            tuple(known),
        )


def _relates(pair: Pair, first: int, second: int) -> bool:
    """Return whether a relation allows any of two sets of digits."""
    return any(first >> n & 1 and row & second for n, row in enumerate(pair.rows))


def _houses(view: BoardView) -> Iterator[_House]:
    for number, house in enumerate(view.rules.known_houses):
        yield _House(
            house.cells.mask, number, None, reduce(or_, map(view.masks.__getitem__, house.cells))
        )
    for condition in view.layout.conditions:
        cells = index_mask(condition.cells)
        if condition.technique == "cage_combination" and view.layout.see_each_other(cells):
            digits = reduce(or_, map(view.masks.__getitem__, condition.cells))
            yield _House(cells, None, condition.constraint, digits)


def _no_room(
    view: BoardView, kinds: tuple[int, int], group: _Group, houses: list[_House]
) -> Iterator[Step]:
    """Yield the step of a group that cannot be one way, as a house would have too many of a kind."""
    near = [house for house in houses if house.cells & (group.alike | group.unlike)]
    only = {kind: view.confined(kind) for kind in kinds}
    for true, false in ((kinds[0], kinds[1]), (kinds[1], kinds[0])):
        for house in near:
            # What the group would be the other way round: alike of the kind `false`.
            for kind, cells in ((false, group.alike), (true, group.unlike)):
                here = cells & house.cells
                certain = only[kind] & house.cells
                if here and (here | certain).bit_count() > (house.digits & kind).bit_count():
                    removes = _others(view, group.alike, true) | _others(view, group.unlike, false)
                    yield _step(view, group, (true, false), kind, here | certain, house, removes)
                    return


def _used_up(
    view: BoardView, kinds: tuple[int, int], groups: list[_Group], house: _House
) -> Iterator[Step]:
    """Yield the step of a house that has enough cells of a kind, as of two unlike ones each one is of it."""
    for kind in kinds:
        certain = view.confined(kind) & house.cells
        count, paired, used = certain.bit_count(), 0, []
        for group in groups:
            alike, unlike = group.alike & house.cells, group.unlike & house.cells
            pairs = min(alike.bit_count(), unlike.bit_count())
            if pairs and alike.bit_count() == unlike.bit_count():
                count += pairs
                paired |= alike | unlike
                used.append(group)
        full = (house.digits & kind).bit_count()
        if not used or count != full:
            continue
        rest = house.cells & ~certain & ~paired
        removes = {
            cell: gone
            for cell in indices_of(rest)
            if not view.digits[cell] and (gone := view.masks[cell] & kind)
        }
        if removes:
            whole = _Group(
                index_mask(c for g in used for c in indices_of(g.alike & house.cells)),
                index_mask(c for g in used for c in indices_of(g.unlike & house.cells)),
                tuple(dict.fromkeys(c for g in used for c in g.constraints)),
            )
            yield _step(view, whole, (kind, 0), kind, certain, house, removes)
            return


def _others(view: BoardView, cells: int, kind: int) -> dict[int, int]:
    """Return the candidates of cells that are not of a kind."""
    return {cell: gone for cell in indices_of(cells) if (gone := view.masks[cell] & ~kind)}


def _step(
    view: BoardView,
    group: _Group,
    kinds: tuple[int, int],
    kind: int,
    full: int,
    house: _House,
    removes: dict[int, int],
) -> Step:
    """Return the step; ``kinds`` are those of the two sides of a group, the second one 0 if they stay open."""
    true, false = kinds
    marks = [
        (Role.COLOUR_A, cell, view.masks[cell] & (true or -1)) for cell in indices_of(group.alike)
    ]
    marks += [
        (Role.COLOUR_B, cell, view.masks[cell] & (false or -1)) for cell in indices_of(group.unlike)
    ]
    marks += [(Role.CAUSE, cell, view.masks[cell] & kind) for cell in indices_of(full)]
    constraints = group.constraints
    if house.constraint is not None:
        constraints = (house.constraint, *constraints)
    joined = group.alike | group.unlike
    basis = view.basis(
        constraints,
        indices_of(house.cells),
        group.alike.bit_count(),
        (true, false, house.digits & kind),
    )
    basis = replace(basis, outside=tuple(indices_of(joined)))
    houses = () if house.number is None else (house.number,)
    return view.step("polarity", removes=removes, houses=houses, marks=marks, basis=basis)


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {"polarity": polarity}
