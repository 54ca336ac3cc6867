"""Cells that hold the same digits as other cells, each as often: what some houses have that as many others have not.

Take some rows and columns, and as many boxes. Both hold each digit as often as there are houses, so after what they
share is left out, two sets of cells remain that hold the same digits. The ring around the middle box and the four
corners of 2x2 cells are the best known pair (Phistomefel); a region that sticks out of a row makes others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import bits, mask_of
from nonet.deduction.polarity import polarities
from nonet.rules import House, Rules
from nonet.steps import Role, Step

__all__ = ["FINDERS", "equivalences_of", "is_possible"]

_MOST_CELLS = 16
"""In each of the two sets: as many as the ring has."""
_MOST_LINES = 8
_MOST = 800
_LARGEST = 9
"""The size of the largest boards on which they are looked for."""


class Equivalence(NamedTuple):
    """Two sets of cells with the same digits; by which ``houses``, and those that they are compared with.

    ``crowds`` says for each set how many of its cells are more than the houses have room for, if all hold one digit, or
    one of as many digits as are low, and so on.
    """

    first: int
    second: int
    houses: tuple[int, ...]
    others: tuple[int, ...]
    crowds: tuple[dict[int, int], dict[int, int]]


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
    found: dict[tuple[int, int], Equivalence] = {}
    for lines in _lines(len(houses) // 3, (box_rows, box_columns) if is_regular else None):
        if is_regular and len(lines) == 1:
            continue  # what a row and a box say together is locked candidates
        each = _compared(houses, lines)
        if each is not None and (each.second, each.first) not in found:
            found.setdefault((each.first, each.second), each)
    return tuple(sorted(found.values(), key=lambda each: each.first.bit_count())[:_MOST])


def _lines(size: int, box: tuple[int, int] | None) -> Iterator[tuple[int, ...]]:
    """Yield sets of rows and columns: neighbouring ones, and of regular boxes the same number from several bands."""
    for first in range(size):
        for last in range(first + 1, min(first + _MOST_LINES // 2, size)):
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
    found = []
    for one, other in combinations(bands, 2):
        for count in range(1, len(one)):
            found += [a + b for a in combinations(one, count) for b in combinations(other, count)]
    return found


def _compared(houses: tuple[House, ...], lines: tuple[int, ...]) -> Equivalence | None:
    """Return what lines have beside as many boxes, those that share most with them; None if it is much."""
    size = len(houses) // 3
    times = [0] * size**2
    for number in lines:
        for cell in houses[number].cells:
            times[cell] += 1
    chosen = sorted(
        range(2 * size, 3 * size),
        key=lambda n: sum(1 - 2 * times[c] if times[c] < 2 else -1 for c in houses[n].cells),
    )
    others = tuple(sorted(chosen[: len(lines)]))
    for number in others:
        for cell in houses[number].cells:
            times[cell] -= 1
    first = mask_of(cell for cell, count in enumerate(times) if count > 0)
    second = mask_of(cell for cell, count in enumerate(times) if count < 0)
    if max(map(abs, times)) > 1 or not 0 < first.bit_count() <= _MOST_CELLS:
        return None
    families = _families(houses)
    crowds = _crowds(first, families), _crowds(second, families)
    return Equivalence(first, second, lines, others, crowds)


def _families(houses: tuple[House, ...]) -> list[list[int]]:
    """Return the rows, the columns and the boxes or regions, as masks of cells."""
    size = len(houses) // 3
    masks = [house.cells.mask for house in houses]
    return [masks[:size], masks[size : 2 * size], masks[2 * size :]]


def _crowds(cells: int, families: list[list[int]]) -> dict[int, int]:
    counts = [[(cells & house).bit_count() for house in family] for family in families]
    return {
        digits: max(sum(n - digits for n in family if n > digits) for family in counts)
        for digits in {kind.bit_count() for kind in _kinds(len(families[0]))}
    }


def _kinds(size: int) -> tuple[int, ...]:
    """Return each digit, the odd and even ones, the low ones and the others, as masks."""
    (low, _), (odd, even) = polarities(size)
    return (*(1 << n for n in range(size)), odd, even, low, (1 << size) - 1 & ~low)


def set_equivalence(view: BoardView) -> Iterator[Step]:
    """Yield what two sets with the same digits say: one has all of some digits that the other has room for."""
    known = [
        (kind, certain, view.able(kind), kind.bit_count())
        for kind in _kinds(view.layout.size)
        if (certain := view.confined(kind))
    ]
    families = _families(view.rules.plain_houses)
    for each in equivalences_of(view.rules):
        for kind, certain, possible, digits in known:
            for first, second, crowd in (
                (each.first, each.second, each.crowds[1]),
                (each.second, each.first, each.crowds[0]),
            ):
                full = certain & first
                if not full:
                    continue
                room = possible & second
                count = full.bit_count()
                spare = room.bit_count() - count
                if not 0 <= spare <= crowd[digits]:
                    continue
                if spare and not _is_most(count, room, digits, families):
                    continue
                removes = {c: view.masks[c] & kind for c in bits(possible & first & ~full)}
                if not spare:
                    removes |= {c: view.masks[c] & ~kind for c in bits(room & ~certain)}
                if removes:
                    yield _step(view, each, kind, (first, second), full, room, removes)


def _is_most(most: int, cells: int, digits: int, families: list[list[int]]) -> bool:
    """Return whether no more than ``most`` cells can hold some digits: each row has room for so many, and so on."""
    for houses in families:
        left = most
        for house in houses:
            left -= min(digits, (cells & house).bit_count())
            if left < 0:
                break
        else:
            return True
    return False


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
        for cell in bits(cells)
    ]
    return view.step(
        "set_equivalence",
        removes=removes,
        houses=(*each.houses, *each.others),
        marks=marks,
        basis=view.basis((), (), full.bit_count(), (kind,)),
    )


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {"set_equivalence": set_equivalence}
