"""How often some cells hold a digit: what clues that count say together with houses.

A digit in a circle is the number of circles that hold it; a look-and-say cage says how often each digit is there; the
groups of a clone hold each digit as often. Such a clue allows some numbers. Houses bound them: cells that lie in three
rows hold a digit at most three times, and a row that has no other place for it adds one. The numbers of all digits add
up to the number of cells, so circles have few sets of digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from nonet.base.caches import Cache
from nonet.base.masks import digits_of, index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.clues import conditions
from nonet.deduction.layout import Condition, Layout, layout_of
from nonet.rules import Rules
from nonet.rules.constraints import Constraint
from nonet.rules.constraints.primitives import Count, Either, Primitive, SameSet
from nonet.steps import Role, Step
from nonet.steps.cages import SHOWN
from nonet.steps.parts import COUNTED

__all__ = ["FINDERS", "is_possible"]

_Counts = dict[tuple[tuple[int, ...], int], int]
"""By cells and a set of digits, how many of the cells may hold one of these: numbers, as bits."""


class _Pattern(NamedTuple):
    """Cells, as a set, of which a clue counts digits.

    ``digits`` has the numbers that are allowed for each single digit, as bits, and ``groups`` those of several digits
    together. ``twins`` are cells that hold each digit as often.
    """

    constraint: Constraint
    cells: int
    digits: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    twins: tuple[int, ...]
    is_own: bool
    """Whether no other technique looks at the clue."""


class _Bounds(NamedTuple):
    """At least and at most how many cells hold some digits, and the houses that say so."""

    least: int
    sources: tuple[int, ...]
    most: int
    covers: tuple[int, ...]


class _Tally(NamedTuple):
    """Some digits in the cells of a pattern.

    ``inside`` are the cells that can hold one of them, ``certain`` those that can hold nothing else; ``claimed`` are
    the numbers that the clue allows with these, and ``left`` those that houses and other digits leave of them.
    ``needed`` is the least number above 0 that the clue names.
    """

    kind: int
    inside: int
    certain: int
    claimed: int
    left: int
    needed: int
    bounds: _Bounds


def is_possible(layout: Layout) -> bool:
    """Return whether a constraint counts."""
    return bool(_patterns_of(layout.rules))


@lru_cache(maxsize=32)
def _patterns_of(rules: Rules) -> tuple[_Pattern, ...]:
    """Return the patterns of all constraints, those with few cells first."""
    patterns = [each for one in layout_of(rules).conditions for each in _patterns(one, rules.size)]
    return tuple(sorted(patterns, key=lambda each: each.cells.bit_count()))


def _patterns(condition: Condition, size: int) -> Iterator[_Pattern]:
    is_own = condition.technique == "counting"
    by_cells: dict[tuple[int, ...], dict[int, int]] = {}
    for (cells, kind), allowed in _counts(condition.primitives, size).items():
        by_cells.setdefault(cells, {})[kind] = allowed
    for cells, known in by_cells.items():
        whole = (1 << len(cells) + 1) - 1
        digits = tuple(known.get(1 << n, whole) for n in range(size))
        groups = tuple((kind, left) for kind, left in known.items() if kind & (kind - 1))
        yield _Pattern(condition.constraint, index_mask(cells), digits, groups, (), is_own)
    for each in condition.primitives:
        if isinstance(each, SameSet) and all(len({*g}) == len(g) for g in each.groups):
            masks = [index_mask(group) for group in each.groups]
            for mask in masks:
                whole = (1 << mask.bit_count() + 1) - 1
                twins = tuple(other for other in masks if other != mask)
                yield _Pattern(condition.constraint, mask, (whole,) * size, (), twins, is_own)


def _counts(primitives: Sequence[Primitive], size: int) -> _Counts:
    """Return what primitives say about numbers: all of them, of choices what they have in common."""
    counts: _Counts = {}
    for primitive in primitives:
        known: _Counts = {}
        if isinstance(primitive, Count) and len({*primitive.cells}) == len(primitive.cells):
            known = _counted(primitive, size)
        elif isinstance(primitive, Either):
            first, *others = (_counts(choice, size) for choice in primitive.choices)
            for key, allowed in first.items():
                if all(key in other for other in others):
                    for other in others:
                        allowed |= other[key]
                    known[key] = allowed
        for key, allowed in known.items():
            counts[key] = counts.get(key, -1) & allowed
    return counts


def _counted(count: Count, size: int) -> _Counts:
    """Return what a count says; where all cells are counted, it says of each other digit that it is not there."""
    cells, high = count.cells, min(count.high, len(count.cells))
    allowed = (2 << high) - (1 << count.low) if count.low <= high else 0
    counts = {(cells, count.digits): allowed}
    if count.low == len(cells):
        others = (1 << n for n in range(size) if not count.digits >> n & 1)
        counts |= {(cells, bit): 1 for bit in others}
    return counts


# -- what houses say ------------------------------------------------------------------------------


class _Houses(NamedTuple):
    """Houses as sets of cells: all of them; rows, columns, boxes by number; and whether each holds all digits."""

    masks: tuple[int, ...]
    families: tuple[range, ...]
    are_full: tuple[bool, ...]


@lru_cache(maxsize=32)
def _houses_of(rules: Rules) -> _Houses:
    masks = tuple(house.cells.mask for house in rules.known_houses)
    size, plain = rules.size, len(rules.plain_houses)
    families = tuple(range(at, at + size) for at in range(0, plain, size))
    return _Houses(masks, families, tuple(mask.bit_count() == size for mask in masks))


_BOUNDS = Cache[_Bounds](1 << 14)


def _bounds(rules: Rules, cells: int, able: int, digits: int) -> _Bounds:
    """Return how many of some cells hold one of so many digits, which ``able`` cells of the board can hold."""
    houses = _houses_of(rules)
    key = houses, cells, able, digits
    return _BOUNDS.get(
        key,
        lambda: _Bounds(*_least(houses, cells, able, digits), *_most(houses, cells, able, digits)),
    )


def _least(houses: _Houses, cells: int, able: int, digits: int) -> tuple[int, tuple[int, ...]]:
    """Return how many of the cells hold one of the digits in any case, as houses have too few places outside."""
    best: tuple[int, tuple[int, ...]] = (0, ())
    outside = able & ~cells
    for family in houses.families:
        total, used = 0, []
        for number in family:
            mask = houses.masks[number]
            spare = digits - (outside & mask).bit_count()
            if spare > 0 and mask & able & cells:
                total += spare
                used.append(number)
        if total > best[0]:
            best = total, tuple(used)
    if digits > 1:
        return best
    # Any houses whose places are all inside, and no place is in two of them.
    counts = [
        (places.bit_count(), number, places)
        for number, mask in enumerate(houses.masks)
        if houses.are_full[number] and (places := able & mask) and not places & ~cells
    ]
    covered, used = 0, []
    for _, number, places in sorted(counts):
        if not places & covered:
            covered |= places
            used.append(number)
    return (len(used), tuple(used)) if len(used) > best[0] else best


def _most(houses: _Houses, cells: int, able: int, digits: int) -> tuple[int, tuple[int, ...]]:
    """Return how many of the cells can hold one of the digits, as each house has room for so many."""
    inside = cells & able
    best: tuple[int, tuple[int, ...]] = (inside.bit_count(), ())
    for family in houses.families:
        rooms = [(n, min(digits, (houses.masks[n] & inside).bit_count())) for n in family]
        total = sum(room for _, room in rooms)
        if total < best[0]:
            best = total, tuple(number for number, room in rooms if room)
    if digits > 1:
        return best
    used: list[int] = []
    left = inside
    while left and len(used) + 1 < best[0]:
        gain, least = max(
            ((mask & left).bit_count(), -number) for number, mask in enumerate(houses.masks)
        )
        if gain < 2:
            return best  # single cells need no house
        used.append(-least)
        left &= ~houses.masks[-least]
    return (len(used), tuple(used)) if not left and len(used) < best[0] else best


# -- the steps ------------------------------------------------------------------------------------


def counting(view: BoardView) -> Iterator[Step]:
    """Yield what clues that count eliminate: by the numbers of one digit, then by those of all digits together."""
    certain = _certain(view)
    counted = []
    for pattern in _patterns_of(view.rules):
        if not pattern.cells & view.open:
            continue
        tallies = list(_tallies(view, pattern, certain))
        counted.append((pattern, tallies))
        yield from _steps(view, pattern, tallies)
    for pattern, tallies in counted:
        yield from _by_sets(view, pattern, tallies)
    if any(pattern.is_own for pattern in _patterns_of(view.rules)):
        yield from conditions(view, "counting")


def _certain(view: BoardView) -> list[int]:
    """Return for each digit the cells that can hold nothing else; filled ones too."""
    certain = [0] * view.layout.size
    for cell, mask in enumerate(view.masks):
        if mask and not mask & (mask - 1):
            certain[mask.bit_length() - 1] |= 1 << cell
    return certain


def _tallies(view: BoardView, pattern: _Pattern, certain: Sequence[int]) -> Iterator[_Tally]:
    """Yield the digits of a pattern one by one, then groups of digits."""
    cells = pattern.cells
    whole = (1 << cells.bit_count() + 1) - 1
    singles = ((1 << number, allowed) for number, allowed in enumerate(pattern.digits))
    for kind, allowed in (*singles, *pattern.groups):
        able, is_group = view.able(kind), kind & (kind - 1) != 0
        sure = view.confined(kind) if is_group else certain[kind.bit_length() - 1]
        inside, known = cells & able, cells & sure
        claimed = allowed & _range(known.bit_count(), inside.bit_count())
        bounds, left = _Bounds(0, (), inside.bit_count(), ()), claimed
        if is_group or allowed != whole or pattern.twins:
            bounds = _bounds(view.rules, cells, able, kind.bit_count())
            left &= _range(bounds.least, bounds.most)
            for twin in pattern.twins:
                other = _bounds(view.rules, twin, able, kind.bit_count())
                left &= _range(max(other.least, (twin & sure).bit_count()), other.most)
        yield _Tally(kind, inside, known, claimed, left, _lowest(allowed & ~1), bounds)


def _range(low: int, high: int) -> int:
    """Return the numbers from one to another as bits."""
    return (2 << high) - (1 << low) if low <= high else 0


def _lowest(numbers: int) -> int:
    return (numbers & -numbers).bit_length() - 1 if numbers else 0


_Sets = tuple[tuple[int, ...], ...]


def _steps(
    view: BoardView,
    pattern: _Pattern,
    tallies: Iterable[_Tally],
    sets: _Sets | None = None,
) -> Iterator[Step]:
    """Yield what the numbers of some digits say, first of those that cannot be there.

    ``sets`` are not None if the other digits matter.
    """
    is_new = pattern.is_own or sets is not None
    nowhere: dict[tuple[int, tuple[int, ...], bool], list[_Tally]] = {}
    rest = []
    for tally in tallies:
        if not tally.left or not tally.claimed:
            return  # the board has no solution
        if tally.left != 1:
            rest.append(tally)
        elif (is_new or tally.claimed != 1) and tally.inside and not pattern.twins:
            is_named = sets is None and tally.needed > 0
            bounds = (tally.bounds.most, tally.bounds.covers) if is_named else (0, ())
            nowhere.setdefault((*bounds, is_named), []).append(tally)
    for (most, covers, is_named), alike in nowhere.items():
        removes: dict[int, int] = {}
        for tally in alike:
            for cell, gone in _each(view, tally.inside, tally.kind).items():
                removes[cell] = removes.get(cell, 0) | gone
        kind = reduce(or_, [tally.kind for tally in alike])
        needed = min(tally.needed for tally in alike) if is_named else 0
        inside = reduce(or_, [tally.inside for tally in alike])
        case = _Case("none", kind, most, covers, needed, inside)
        yield from _step(view, pattern, case, removes, sets)
    for tally in rest:
        for case, removes in _cases(view, tally, is_new=is_new):
            yield from _step(view, pattern, case, removes, sets)


class _Case(NamedTuple):
    """What a step says: one of `COUNTED`, some digits and their number, by which houses, and the counted cells."""

    name: str
    kind: int
    number: int
    houses: tuple[int, ...]
    needed: int
    cells: int


def _cases(
    view: BoardView, tally: _Tally, *, is_new: bool
) -> Iterator[tuple[_Case, dict[int, int]]]:
    """Yield what follows where a limit is reached exactly; ``is_new`` if no other technique counts without houses."""
    low, high = _lowest(tally.left), tally.left.bit_length() - 1
    plain_low, plain_high = _lowest(tally.claimed), tally.claimed.bit_length() - 1
    inside, known, kind, bounds = tally.inside, tally.certain, tally.kind, tally.bounds
    free = inside & ~known
    if high == known.bit_count() and (is_new or high != plain_high):
        yield _Case("full", kind, high, (), 0, known), _each(view, free, kind)
    if high == bounds.least and bounds.sources:
        removes, held = _used_up(view, tally)
        yield _Case("least", kind, high, bounds.sources, 0, held), removes
    if low == inside.bit_count() and (is_new or low != plain_low):
        yield _Case("needed", kind, low, (), 0, inside), _each(view, free, ~kind)
    if low == bounds.most and bounds.covers:
        removes = _filled(view, tally)
        yield _Case("most", kind, low, bounds.covers, 0, inside), removes


def _each(view: BoardView, cells: int, digits: int) -> dict[int, int]:
    """Return what open cells lose if they lose some digits."""
    return {
        cell: gone for cell in indices_of(cells & view.open) if (gone := view.masks[cell] & digits)
    }


def _used_up(view: BoardView, tally: _Tally) -> tuple[dict[int, int], int]:
    """Return what goes where houses give as many as the clue allows, and the cells inside of these houses."""
    kind, houses = tally.kind, _houses_of(view.rules)
    possible, inside, outside = view.able(kind), 0, 0
    for number in tally.bounds.sources:
        inside |= houses.masks[number] & tally.inside
        outside |= houses.masks[number] & possible & ~tally.inside
    removes = _each(view, tally.inside & ~inside, kind) | _each(view, outside, ~kind)
    return removes, inside


def _filled(view: BoardView, tally: _Tally) -> dict[int, int]:
    """Return what goes where the clue needs as many as houses have room for."""
    kind, houses, removes = tally.kind, _houses_of(view.rules), dict[int, int]()
    possible, seen, count = view.able(kind), 0, tally.kind.bit_count()
    for number in tally.bounds.covers:
        mask = houses.masks[number]
        if count == 1:
            removes |= _each(view, seen & mask & tally.inside, kind)
        seen |= mask
    for number in tally.bounds.covers:
        mask = houses.masks[number]
        here = mask & tally.inside
        if here.bit_count() >= count:
            removes |= _each(view, possible & mask & ~tally.inside, kind)
        if here.bit_count() <= count:
            removes |= _each(view, here, ~kind)
    return removes


def _by_sets(view: BoardView, pattern: _Pattern, tallies: Sequence[_Tally]) -> Iterator[Step]:
    """Yield what follows as the numbers of all digits add up to the number of cells."""
    singles = [each for each in tallies if not each.kind & (each.kind - 1)]
    count = pattern.cells.bit_count()
    numbers = tuple(each.left for each in singles)
    shared = _shared(count, numbers)
    if shared == numbers or not all(shared):
        return
    sets = tuple(_sets(count, numbers)) if _are_circles(pattern) else ()
    changed = [
        tally._replace(left=left)
        for tally, left in zip(singles, shared, strict=True)
        if left != tally.left
    ]
    yield from _steps(view, pattern, changed, sets)


def _are_circles(pattern: _Pattern) -> bool:
    """Return whether each digit is there as often as it says, or not at all."""
    whole = (1 << pattern.cells.bit_count() + 1) - 1
    return all(not left & ~(1 | 2 << n) & whole for n, left in enumerate(pattern.digits))


@lru_cache(maxsize=4096)
def _shared(count: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of each digit, as bits, that go with some numbers of the others."""
    ahead = [1]
    for each in numbers:
        ahead.append(_sums(ahead[-1], each) & (2 << count) - 1)
    behind, shared = 1 << count & ahead[-1], []
    for i in range(len(numbers) - 1, -1, -1):
        left = before = 0
        for n in indices_of(numbers[i]):
            if ahead[i] << n & behind:
                left |= 1 << n
                before |= behind >> n
        shared.append(left)
        behind = before
    return tuple(shared[::-1])


def _sums(one: int, other: int) -> int:
    sums = 0
    for n in indices_of(other):
        sums |= one << n
    return sums


def _sets(count: int, numbers: Sequence[int], last: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the sets of digits that occur, the largest digits first to be decided."""
    at = len(numbers) if last is None else last
    if not at:
        if not count:
            yield ()
        return
    for n in indices_of(numbers[at - 1]):
        if n <= count:
            for rest in _sets(count - n, numbers, at - 1):
                yield (*rest, at) if n else rest


def _step(
    view: BoardView, pattern: _Pattern, case: _Case, removes: dict[int, int], sets: _Sets | None
) -> Iterator[Step]:
    """Yield the step of a case if it eliminates something."""
    if not removes:
        return
    others = pattern.cells & ~case.cells & view.open
    marks = [(Role.BASE, cell, view.masks[cell]) for cell in indices_of(others)]
    marks += [(Role.CAUSE, cell, view.masks[cell] & case.kind) for cell in indices_of(case.cells)]
    few = sets if sets is not None and len(sets) <= SHOWN else ()
    basis = view.basis([pattern.constraint], indices_of(pattern.cells), case.number)
    basis = replace(
        basis,
        combinations=(digits_of(case.kind), *few),
        outside=tuple(indices_of(reduce(or_, pattern.twins, 0))),
        sums=(COUNTED.index(case.name), case.needed, int(sets is not None)),
    )
    yield view.step("counting", removes=removes, houses=case.houses, marks=marks, basis=basis)


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {"counting": counting}
