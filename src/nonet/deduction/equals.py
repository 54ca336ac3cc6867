"""Cells that are equal: each of them sees what the others see.

Clones, palindromes and sums of one cell make cells equal. Houses do so too: where a cell sees all of a box but one of
the cells that can hold its digit, that one holds the digit. What sees one of two equal cells sees both, so a digit that
a house must have is seen from more cells, and so is a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from nonet.base.masks import index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import Condition, layout_of
from nonet.rules import Rules
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.primitives import Linear, Pair, SameSet
from nonet.steps import Role, Step
from nonet.steps.parts import BY_CLONES, BY_CONSTRAINT, BY_SUMS

__all__ = ["FINDERS"]

_MOST_PLACES = 6
"""The most places of a digit in a house that a person looks from at once."""

_MOST_DIGITS = 4
"""Candidates of a cell whose digit is followed into another house."""

_MOST_LINKS, _MOST_TRACED = 3, 1
"""Equal cells that one step names, and those that houses make equal: more are a chain."""


class _Link(NamedTuple):
    """Two equal cells, and by what: a house by its number, or one of the `nonet.steps.parts.BY_CONSTRAINT` ….

    ``BY_CLONES`` says only that the two differ.
    """

    one: int
    other: int
    by: int
    constraint: Constraint | None = None


class _Sight(NamedTuple):
    """What each cell sees, itself or by equal cells, as sets of cells; ``joined`` maps a cell to its equal ones.

    ``links`` has those of each cell. ``kept`` are cells that differ as their clones do.
    """

    plain: tuple[int, ...]
    kept: dict[tuple[int, int], _Link]
    links: dict[int, list[_Link]]
    joined: dict[int, int]
    sees: tuple[int, ...]
    wider: int
    """The cells that see more in this way than by themselves."""


@lru_cache(maxsize=32)
def _fixed(rules: Rules) -> tuple[tuple[_Link, ...], dict[tuple[int, int], _Link]]:
    """Return the cells that constraints make equal, and those that differ as their clones do."""
    layout = layout_of(rules)
    links: list[_Link] = []
    kept: dict[tuple[int, int], _Link] = {}
    for condition in layout.conditions:
        links += _equal(condition, rules.size)
        for each in condition.primitives:
            if isinstance(each, SameSet) and any(
                len({*group}) == len(group) and layout.see_each_other(index_mask(group))
                for group in each.groups
            ):
                for group in each.groups:
                    for one, other in combinations(group, 2):
                        if not layout.sees[one] >> other & 1:
                            link = _Link(one, other, BY_CLONES, condition.constraint)
                            kept[one, other] = kept[other, one] = link
    return tuple(links), kept


def _equal(condition: Condition, size: int) -> Iterator[_Link]:
    same = tuple(1 << n for n in range(size))
    for primitive in condition.primitives:
        if isinstance(primitive, Pair) and primitive.rows == same and primitive.a != primitive.b:
            yield _Link(primitive.a, primitive.b, BY_CONSTRAINT, condition.constraint)
        elif (
            isinstance(primitive, Linear)
            and primitive.low == primitive.high == 0
            and len(primitive.cells) == 2
        ):
            one, other = primitive.coefficients
            if one == -other and primitive.cells[0] != primitive.cells[1]:
                yield _Link(*primitive.cells, BY_CONSTRAINT, condition.constraint)


def equal_cells(view: BoardView) -> Iterator[Step]:
    """Yield what equal cells say: of each other, then of what sees them."""
    fixed, kept = _fixed(view.rules)
    known = [*fixed, *_by_sums(view)]
    sight = _sight(view, known, kept)
    if sight.joined or kept:
        yield from _confined(view, sight)
        yield from _pairs(view, sight)
    traced = list(_traced(view, sight))
    for link in traced:
        yield from _same(view, sight, link)
    if traced:
        sight = _sight(view, [*known, *traced], kept)
        yield from _confined(view, sight)
        yield from _pairs(view, sight)


def _by_sums(view: BoardView) -> Iterator[_Link]:
    """Yield the cells that the rule of 45 makes equal."""
    for leftover in view.filled.leftovers:
        if len(leftover.innies) == len(leftover.outies) == 1 and not leftover.rest:
            yield _Link(leftover.innies[0], leftover.outies[0], BY_SUMS)


def _sight(view: BoardView, links: Iterable[_Link], kept: dict[tuple[int, int], _Link]) -> _Sight:
    plain = list(view.layout.sees)
    for one, other in kept:
        plain[one] |= 1 << other
    joined: dict[int, int] = {}
    used: dict[int, list[_Link]] = {}
    for link in links:
        if (view.open >> link.one & 1) and (view.open >> link.other & 1):
            whole = joined.get(link.one, 1 << link.one) | joined.get(link.other, 1 << link.other)
            joined.update(dict.fromkeys(indices_of(whole), whole))
            used.setdefault(link.one, []).append(link)
            used.setdefault(link.other, []).append(link)
    sees = list(plain)
    groups = set(joined.values())
    for whole in groups:
        seen = 0
        for cell in indices_of(whole):
            seen |= plain[cell]
        for cell in indices_of(whole):
            sees[cell] = seen
    for whole in groups:
        sees = [mask | whole if mask & whole else mask for mask in sees]
    pairs = enumerate(zip(sees, view.layout.sees, strict=True))
    wider = index_mask(cell for cell, (seen, own) in pairs if seen & ~own)
    return _Sight(tuple(plain), kept, used, joined, tuple(sees), wider)


def _traced(view: BoardView, sight: _Sight) -> Iterator[_Link]:
    """Yield a cell and the only one of a house that can hold its digit: it sees the others that could."""
    houses = [
        (number, house.cells.mask)
        for number, house in enumerate(view.rules.known_houses)
        if house.cells.mask.bit_count() == view.layout.size
    ]
    for cell in indices_of(view.open):
        if view.masks[cell].bit_count() > _MOST_DIGITS:
            continue
        own = sight.joined.get(cell, 1 << cell)
        possible = view.able(view.masks[cell]) & ~sight.sees[cell]
        for number, house in houses:
            places = possible & house
            if places and not places & (places - 1) and not own & house:
                yield _Link(cell, places.bit_length() - 1, number)


def _same(view: BoardView, sight: _Sight, link: _Link) -> Iterator[Step]:
    """Yield what two cells lose as they are equal."""
    common = view.masks[link.one] & view.masks[link.other]
    removes = view.narrowed((link.one, link.other), (common, common))
    if removes and common:
        house = view.rules.known_houses[link.by].cells
        seen = house.mask & view.open & sight.sees[link.one] & ~view.layout.sees[link.one]
        used = [*_reasons(sight, ((link.one, cell) for cell in indices_of(seen))), link]
        if _are_many(used):
            return
        marks = [(Role.BASE, link.one, view.masks[link.one])]
        marks.append((Role.COVER, link.other, view.masks[link.other]))
        yield _step(view, used, removes, marks, (link.by,))


def _confined(view: BoardView, sight: _Sight) -> Iterator[Step]:
    """Yield the digits that cells lose as they see all places of a house, some of these by equal cells."""
    eliminated = set[tuple[int, int]]()
    for number, house in enumerate(view.rules.known_houses):
        cells = house.cells.mask
        if cells.bit_count() != view.layout.size:
            continue
        for digit, able in enumerate(view.places):
            places = able & cells
            if not places & sight.wider or places.bit_count() > _MOST_PLACES:
                continue
            targets = able
            for cell in indices_of(places):
                targets &= sight.sees[cell]
                if not targets:
                    break
            targets &= ~view.seen_by_all(places, targets)
            bit = 1 << digit
            alike: dict[tuple[_Link, ...], list[int]] = {}
            for target in indices_of(targets):
                used = _reasons(sight, ((place, target) for place in indices_of(places)))
                if (digit, target) not in eliminated and not _are_many(used):
                    alike.setdefault(tuple(used), []).append(target)
            for links, lost in alike.items():
                eliminated.update((digit, target) for target in lost)
                marks = [(Role.CAUSE, place, bit) for place in indices_of(places)]
                yield _step(view, list(links), dict.fromkeys(lost, bit), marks, (number,))


def _pairs(view: BoardView, sight: _Sight) -> Iterator[Step]:
    """Yield what is lost to two cells with the same two candidates, which differ by equal cells, or are seen so."""
    pairs: dict[int, list[int]] = {}
    for cell in indices_of(view.open):
        if view.masks[cell].bit_count() == 2:
            pairs.setdefault(view.masks[cell], []).append(cell)
    for kind, cells in pairs.items():
        for one, other in combinations(cells, 2):
            if not sight.sees[one] >> other & 1 or not sight.wider & (1 << one | 1 << other):
                continue
            seen = sight.sees[one] & sight.sees[other] & view.open
            if view.layout.sees[one] >> other & 1:
                seen &= ~(view.layout.sees[one] & view.layout.sees[other])
            removes = {cell: gone for cell in indices_of(seen) if (gone := view.masks[cell] & kind)}
            for links, lost in _by_links(sight, one, other, removes).items():
                marks = [(Role.BASE, cell, kind) for cell in (one, other)]
                yield _step(view, list(links), {cell: removes[cell] for cell in lost}, marks, ())


def _by_links(
    sight: _Sight, one: int, other: int, cells: Iterable[int]
) -> dict[tuple[_Link, ...], list[int]]:
    """Return the cells that see two others, by the links that this takes: together, or one by one if these are many."""
    together = [*cells]
    cells_by_links: dict[tuple[_Link, ...], list[int]] = {}
    for group in (together, *([cell] for cell in together)):
        pairs = [(one, other), *((each, cell) for cell in group for each in (one, other))]
        used = _reasons(sight, pairs) if group else []
        if group and not _are_many(used):
            cells_by_links.setdefault(tuple(used), []).extend(group)
            if group is together:
                break
    return cells_by_links


def _reasons(sight: _Sight, pairs: Iterable[tuple[int, int]]) -> list[_Link]:
    """Return the links by which cells see each other."""
    links: dict[_Link, None] = {}
    for one, other in pairs:
        ones, others = (sight.joined.get(cell, 1 << cell) for cell in (one, other))
        ways = (
            _between(sight, one, other, a, b)
            for a in indices_of(ones)
            for b in indices_of(others)
            if sight.plain[a] >> b & 1
        )
        shortest = min(ways, key=lambda way: (len(way), sum(link.by >= 0 for link in way)))
        links |= dict.fromkeys(shortest)
    return list(links)


def _between(sight: _Sight, one: int, other: int, first: int, second: int) -> list[_Link]:
    """Return the links by which two cells see each other, as one equal to each of them sees the other."""
    kept = sight.kept.get((first, second))
    ways = [*_way(sight, one, first), *_way(sight, other, second)]
    return ways if kept is None else [*ways, kept]


def _are_many(links: list[_Link]) -> bool:
    return len(links) > _MOST_LINKS or sum(link.by >= 0 for link in links) > _MOST_TRACED


def _way(sight: _Sight, start: int, end: int) -> list[_Link]:
    """Return the fewest links that lead from a cell to an equal one."""
    ways: dict[int, list[_Link]] = {start: []}
    todo = [start]
    while end not in ways:
        cell = todo.pop(0)
        for link in sight.links[cell]:
            there = link.other if link.one == cell else link.one
            if there not in ways:
                ways[there] = [*ways[cell], link]
                todo.append(there)
    return ways[end]


def _step(
    view: BoardView,
    links: list[_Link],
    removes: dict[int, int],
    marks: list[tuple[Role, int, int]],
    houses: tuple[int, ...],
) -> Step:
    """Return the step; its basis has the links, by their two cells and what makes them equal."""
    shown = {cell for _, cell, _ in marks} | {*removes}
    extra = dict.fromkeys(cell for link in links for cell in link[:2] if cell not in shown)
    marks += [(Role.EXTRA, cell, view.masks[cell]) for cell in extra]
    named = [link.constraint for link in links if link.constraint is not None]
    basis = replace(
        view.basis(named, [link.one for link in links]),
        outside=tuple(link.other for link in links),
        sums=tuple(link.by for link in links),
    )
    return view.step("equal_cells", removes=removes, houses=houses, marks=marks, basis=basis)


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {"equal_cells": equal_cells}
