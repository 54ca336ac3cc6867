"""Cells that hold the same digits as other cells, each as often: what some houses have that as many others have not.

Take some rows and columns, and as many boxes. Both hold each digit as often as there are houses, so after what they
share is left out, two sets of cells remain that hold the same digits. The ring around the middle box and the four
corners of 2x2 cells are the best known pair (Phistomefel); a region that sticks out of a row makes others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, product, zip_longest
from operator import or_
from typing import NamedTuple

from nonet.base.masks import index_mask, indices_of
from nonet.deduction.board_view import BoardView
from nonet.deduction.polarity import polarities
from nonet.rules import House, Rules
from nonet.steps import Role, Step

__all__ = ["FINDERS", "equivalences_of", "is_possible"]

_MOST_CELLS = 16
"""In each of the two sets: as many as the ring has."""
_MOST_LINES = 8
_MOST_CHOICES = 3
"""Of as many boxes that share as much with some lines; more choices are left out."""
_MOST = 800
_LARGEST = 9
"""The size of the largest boards on which they are looked for."""


class Equivalence(NamedTuple):
    """Two sets of cells with the same digits; by which ``houses``, and those that they are compared with."""

    first: int
    second: int
    houses: tuple[int, ...]
    others: tuple[int, ...]


def is_possible(rules: Rules) -> bool:
    """Return whether a board may have any: it has boxes or regions."""
    return rules.size <= _LARGEST and len(rules.plain_houses) == 3 * rules.size


def equivalences_of(rules: Rules) -> tuple[Equivalence, ...]:
    """Return the pairs of sets of a board, the small ones first.

    >>> last = equivalences_of(Rules())[-1]
    >>> last.first.bit_count(), last.second.bit_count()
    (16, 16)
    """
    if not is_possible(rules):
        return ()
    return _equivalences(rules.plain_houses, rules.box_rows, rules.box_columns)


@lru_cache(maxsize=32)
def _equivalences(
    houses: tuple[House, ...], box_rows: int, box_columns: int
) -> tuple[Equivalence, ...]:
    """Return the pairs of sets of some houses: whatever else the rules of the boards are, they are made once."""
    is_regular = houses[-1].name.startswith("box")
    equivalences: dict[tuple[int, int], Equivalence] = {}
    for lines in _lines(len(houses) // 3, (box_rows, box_columns) if is_regular else None):
        if is_regular and len(lines) == 1:
            continue  # what a row and a box say together is locked candidates
        for equivalence in _compared(houses, lines, is_regular=is_regular):
            if (equivalence.second, equivalence.first) not in equivalences:
                equivalences.setdefault((equivalence.first, equivalence.second), equivalence)
    return tuple(
        sorted(equivalences.values(), key=lambda equivalence: equivalence.first.bit_count())[:_MOST]
    )


def _lines(size: int, box: tuple[int, int] | None) -> Iterator[tuple[int, ...]]:
    """Yield sets of rows and columns: neighbouring ones, and of regular boxes the same number from several bands."""
    for first in range(size):
        for last in range(first + 1, min(first + _MOST_LINES // 2, size + 1)):
            yield tuple(range(first, last))
            yield tuple(range(size + first, size + last))
    if box is None:
        return
    bands = [range(at, at + box[0]) for at in range(0, size, box[0])]
    stacks = [range(size + at, size + at + box[1]) for at in range(0, size, box[1])]
    for rows, columns in product(_chosen(bands), _chosen(stacks)):
        if 2 < len(rows) + len(columns) <= _MOST_LINES and len(rows) == len(columns):
            yield rows + columns


def _chosen(bands: list[range]) -> list[tuple[int, ...]]:
    """Return the ways to take some lines of two bands, as many of each."""
    choices = []
    for one, other in combinations(bands, 2):
        for count in range(1, len(one)):
            choices += [a + b for a in combinations(one, count) for b in combinations(other, count)]
    return choices


def _compared(
    houses: tuple[House, ...], lines: tuple[int, ...], *, is_regular: bool
) -> Iterator[Equivalence]:
    """Yield what lines have beside as many boxes, those that share most with them, unless it is much."""
    size = len(houses) // 3
    times = [0] * size**2
    for number in lines:
        for cell in houses[number].cells:
            times[cell] += 1
    rest = {
        n: sum(1 - 2 * times[c] if times[c] < 2 else -1 for c in houses[n].cells)
        for n in range(2 * size, 3 * size)
    }
    chosen = sorted(rest, key=rest.__getitem__)[: len(lines)]
    choices = [tuple(chosen)]
    if is_regular:  # turned around the board would have another of those that are as good
        last = rest[chosen[-1]]
        sure = tuple(n for n in chosen if rest[n] < last)
        alike = [n for n in rest if rest[n] == last]
        choices = [sure + more for more in combinations(alike, len(lines) - len(sure))]
    for others in choices if len(choices) <= _MOST_CHOICES else ():
        left = list(times)
        for number in others:
            for cell in houses[number].cells:
                left[cell] -= 1
        first = index_mask(cell for cell, count in enumerate(left) if count > 0)
        second = index_mask(cell for cell, count in enumerate(left) if count < 0)
        if max(map(abs, left)) < 2 and 0 < first.bit_count() <= _MOST_CELLS:
            yield Equivalence(first, second, lines, tuple(sorted(others)))


def _kinds(size: int) -> tuple[int, ...]:
    """Return each digit, the odd and even ones, the low ones and the others, as masks."""
    (low, _), (odd, even) = polarities(size)
    return (*(1 << n for n in range(size)), odd, even, low, (1 << size) - 1 & ~low)


def set_equivalence(view: BoardView) -> Iterator[Step]:
    """Yield what two sets with the same digits say: one has all of some digits that the other has room for."""
    equivalences = equivalences_of(view.rules)
    kinds = [
        (kind, certain, view.able(kind))
        for kind in _kinds(view.layout.size)
        if (certain := view.confined(kind))
    ]
    candidates = [
        (way >> 1, number, way & 1)
        for number, (kind, certain, possible) in enumerate(kinds)
        for way in indices_of(_filled_up(view.rules, kind.bit_count(), certain, possible))
    ]
    for index, number, turned in sorted(candidates):
        equivalence = equivalences[index]
        kind, certain, possible = kinds[number]
        sets = (
            (equivalence.second, equivalence.first)
            if turned
            else (equivalence.first, equivalence.second)
        )
        full, room = certain & sets[0], possible & sets[1]
        removes = {c: view.masks[c] & kind for c in indices_of(possible & sets[0] & ~full)}
        if room.bit_count() == full.bit_count():
            removes |= {c: view.masks[c] & ~kind for c in indices_of(room & ~certain)}
        if removes:
            yield _step(view, equivalence, kind, sets, full, room, removes)


# -- where one set has as many of some digits as the other has room for -------------------------------
#
# This is counted for all pairs of sets at once: bit 2n of a number stands for pair n, bit 2n + 1 for the pair turned
# around. A count is a list of such numbers, its lowest binary digits first.

_Count = list[int]


@lru_cache(maxsize=32)
def _holding(
    houses: tuple[House, ...], box_rows: int, box_columns: int
) -> tuple[list[int], list[int]]:
    """Return for each cell in which pairs the first set, and in which the second set, has it."""
    cells = (len(houses) // 3) ** 2
    first, second = [0] * cells, [0] * cells
    for number, each in enumerate(_equivalences(houses, box_rows, box_columns)):
        for cells_of, one, other in ((each.first, first, second), (each.second, second, first)):
            for cell in indices_of(cells_of):
                one[cell] |= 1 << 2 * number
                other[cell] |= 2 << 2 * number
    return first, second


def _filled_up(rules: Rules, digits: int, certain: int, possible: int) -> int:
    """Return the pairs where the cells of the first set that hold some digits are as many as the second has room for.

    ``certain`` are the cells that do hold one, and ``possible`` those that can; ``digits`` is how many these are.
    A row has room for as many; so have a column and a box. Pairs whose cells are all decided are left out.
    """
    first, second = _holding(rules.plain_houses, rules.box_rows, rules.box_columns)
    pairs, full = 0, _Count()
    for cell in indices_of(certain):
        _add(full, [first[cell]])
    size, houses = rules.size, rules.plain_houses
    for family in (houses[:size], houses[size : 2 * size], houses[2 * size :]):
        room = _Count()
        for house in family:
            able = [second[cell] for cell in indices_of(house.cells.mask & possible)]
            if digits == 1:
                _add(room, [reduce(or_, able, 0)])
                continue
            held = _Count()
            for each in able:
                _add(held, [each])
            _add(room, _at_most(held, digits))
        pairs |= _equal(full, room)
    is_open = (first[cell] | second[cell] for cell in indices_of(possible & ~certain))
    return pairs & reduce(or_, is_open, 0)


def _add(count: _Count, more: Sequence[int]) -> None:
    carry = 0
    for place, digit in enumerate(more):
        if place == len(count):
            count.append(0)
        now = count[place]
        count[place] = now ^ digit ^ carry
        carry = now & digit | now & carry | digit & carry
    place = len(more)
    while carry:
        if place == len(count):
            count.append(0)
        count[place], carry = count[place] ^ carry, count[place] & carry
        place += 1


def _at_most(count: _Count, most: int) -> _Count:
    """Return the smaller one of a count and ``most``."""
    is_more = -1
    places = max(len(count), most.bit_length())
    digits = [*count, *[0] * (places - len(count))]
    for place, digit in enumerate(digits):
        is_more = digit & is_more if most >> place & 1 else digit | is_more
    return [
        digit & ~is_more | (is_more if most >> place & 1 else 0)
        for place, digit in enumerate(digits)
    ]


def _equal(one: _Count, other: _Count) -> int:
    """Return where two counts are equal, and not 0."""
    differs = some = 0
    for a, b in zip_longest(one, other, fillvalue=0):
        differs |= a ^ b
        some |= a
    return some & ~differs


def _step(
    view: BoardView,
    each: Equivalence,
    kind: int,
    sets: tuple[int, int],
    full: int,
    room: int,
    removes: dict[int, int],
) -> Step:
    """Return the step; ``sets`` are the one with all of the digits, in ``full``, and the one with the ``room``."""
    roles = (Role.BASE, Role.COVER, Role.CAUSE, Role.EXTRA)
    marks = [
        (role, cell, view.masks[cell] if role in roles[:2] else kind & view.masks[cell])
        for role, cells in zip(roles, (*sets, full, room), strict=True)
        for cell in indices_of(cells)
    ]
    return view.step(
        "set_equivalence",
        removes=removes,
        houses=(*each.houses, *each.others),
        marks=marks,
        basis=view.basis((), (), full.bit_count(), (kind,)),
    )


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {"set_equivalence": set_equivalence}
