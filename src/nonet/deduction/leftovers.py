"""The rule of 45: what the sum of some houses leaves for the cells that stick out of the cages, or are in none.

Every full row, column or box of a 9x9 board adds up to 45. Cages that cover most of some neighbouring houses leave a
few cells: those inside that are in no cage (innies), and those of the cages that lie outside (outies). The innies less
the outies are a number that is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonet.rules import Rules
from nonet.rules.constraints import Constraint

__all__ = ["MOST_CELLS", "Leftover", "OpenLeftover", "combined_of", "leftovers_of"]

MOST_CELLS = 3
"""The most cells that may be left for a hint."""

_MOST_HOUSES = 4
_MOST_PLACES = 12  # cells of an equation, filled ones too

_Sum = tuple[Constraint, int, int]


@dataclass(frozen=True, slots=True)
class Leftover:
    """An equation: the digits of ``innies`` less those of ``outies`` are ``difference``. Both are sets of cells.

    ``total`` is the sum of the houses and ``known`` that of the cages.
    """

    houses: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    innies: int
    outies: int
    total: int
    known: int


class OpenLeftover(NamedTuple):
    """What placed digits leave of an equation: its open cells, and ``known``, the sum of the cages with the digits."""

    of: Leftover
    innies: tuple[int, ...]
    outies: tuple[int, ...]
    known: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The open cells."""
        return self.innies + self.outies

    @property
    def rest(self) -> int:
        """What the open innies less the open outies are."""
        return self.of.total - self.known


def leftovers_of(rules: Rules, sums: Sequence[_Sum]) -> tuple[Leftover, ...]:
    """Return the equations of neighbouring houses, those with few houses and few cells first.

    ``sums`` are cages: the constraint, its cells as a set, and its sum.
    """
    if not sums:
        return ()
    house_sum = rules.size * (rules.size + 1) // 2
    leftovers: dict[tuple[int, int], Leftover] = {}
    for houses in _house_sets(rules):
        inside = 0
        for house in houses:
            inside |= rules.houses[house].cells.mask
        total = house_sum * len(houses)
        for used in _choices(sums, inside):
            covered = sum(mask for _, mask, _ in used)
            innies, outies = inside & ~covered, covered & ~inside
            if not used or (innies | outies).bit_count() > _MOST_PLACES:
                continue
            known = sum(value for _, _, value in used)
            constraints = tuple(constraint for constraint, _, _ in used)
            equation = Leftover(houses, constraints, innies, outies, total, known)
            leftovers.setdefault((innies, outies), equation)
    return tuple(
        sorted(leftovers.values(), key=lambda e: (len(e.houses), (e.innies | e.outies).bit_count()))
    )


def combined_of(rules: Rules, sums: Sequence[_Sum]) -> tuple[Leftover, ...]:
    """Return equations of sums of disjoint cells that are together nearly as small, or as large, as houses allow.

    Sums of cells that may repeat, such as little killers, say little one by one. Parallel ones, added up, nearly fill
    rows or boxes; the houses that they fill most are taken off. From each sum on, the one is added that leaves the
    least room, while there is one, and the totals with the least room are kept.
    """
    combined: dict[tuple[int, int], Leftover] = {}
    families = _families(rules)
    for first in sums:
        for is_most in (False, True):
            used = _closest(first, sums, families, rules.size, is_most)
            if len(used) > 1:
                equation = _shortened(rules, used)
                combined.setdefault((equation.innies, equation.outies), equation)
    return tuple(combined.values())


def _families(rules: Rules) -> list[list[int]]:
    """Return the rows, the columns, and the boxes or regions, as sets of cells."""
    size = rules.size
    masks = [house.cells.mask for house in rules.plain_houses]
    return [masks[at : at + size] for at in range(0, len(masks), size)]


def _closest(
    first: _Sum, sums: Sequence[_Sum], families: list[list[int]], size: int, is_most: bool
) -> list[_Sum]:
    now, best = [first], [first]
    least = _room(now, families, size, is_most)
    while True:
        covered = sum(mask for _, mask, _ in now)
        tried = [
            (_room([*now, each], families, size, is_most), number)
            for number, each in enumerate(sums)
            if not each[1] & covered
        ]
        if not tried:
            return best
        room, number = min(tried)
        now = [*now, sums[number]]
        if room < least:
            best, least = now, room


def _room(used: Sequence[_Sum], families: list[list[int]], size: int, is_most: bool) -> int:
    """Return how far a total is from the least, or the largest, that the cells can have in one of the families."""
    covered = sum(mask for _, mask, _ in used)
    total = sum(value for _, _, value in used)
    rooms = []
    for family in families:
        bound, rest = 0, covered.bit_count()
        for house in family:
            count = (covered & house).bit_count()
            low = count * (count + 1) // 2
            bound += count * (size + 1) - low if is_most else low
            rest -= count
        bound += rest * (size if is_most else 1)
        rooms.append(bound - total if is_most else total - bound)
    return min(rooms)


def _shortened(rules: Rules, used: Sequence[_Sum]) -> Leftover:
    """Return the equation of some sums, without the houses that they nearly fill."""
    covered = left = sum(mask for _, mask, _ in used)
    houses: list[int] = []
    inside = 0
    while True:
        count, house = max(
            (
                ((left & each.cells.mask).bit_count(), -number)
                for number, each in enumerate(rules.plain_houses)
                if not each.cells.mask & inside
            ),
            default=(0, 0),
        )
        if 2 * count <= rules.size:
            break
        houses.append(-house)
        mask = rules.plain_houses[-house].cells.mask
        inside |= mask
        left &= ~mask
    total = len(houses) * rules.size * (rules.size + 1) // 2
    known = sum(value for _, _, value in used)
    return Leftover(
        tuple(houses),
        tuple(constraint for constraint, _, _ in used),
        inside & ~covered,
        covered & ~inside,
        total,
        known,
    )


def _choices(sums: Sequence[_Sum], inside: int) -> Iterator[list[_Sum]]:
    """Yield which cages to count: those that lie inside, all that reach inside, those that lie mostly inside."""
    near = [(_share(each[1], inside), each) for each in sums if each[1] & inside]
    near.sort(key=lambda pair: -pair[0])
    for share in (1.0, 0.0, 0.5):
        used: list[_Sum] = []
        covered = 0
        for part, each in near:
            if part < share:
                break
            if not each[1] & covered:
                used.append(each)
                covered |= each[1]
        yield used


def _share(mask: int, inside: int) -> float:
    return (mask & inside).bit_count() / mask.bit_count()


def _house_sets(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Yield neighbouring rows, columns and boxes that do not overlap, few first."""
    size = rules.size
    most = min(_MOST_HOUSES, size - 1)
    for count in range(1, most + 1):
        for start in (0, size):
            for first in range(size - count + 1):
                yield tuple(start + first + i for i in range(count))
        yield from _box_sets(rules, count)


def _box_sets(rules: Rules, count: int) -> Iterator[tuple[int, ...]]:
    """Yield boxes or regions: each one, two neighbours, and on a board with boxes four around a corner."""
    first = 2 * rules.size
    houses = range(first, first + len(rules.regions))
    if count == 1:
        yield from ((house,) for house in houses)
    elif count == 2:
        for one in houses:
            reach = _around(rules.houses[one].cells.mask, rules.size)
            for other in range(one + 1, houses.stop):
                if rules.houses[other].cells.mask & reach:
                    yield one, other
    elif count == 4 and rules.box_rows:
        across = rules.size // rules.box_columns
        for house in houses:
            place = house - first
            if place % across + 1 < across and place // across + 1 < rules.size // rules.box_rows:
                yield house, house + 1, house + across, house + across + 1


def _around(mask: int, size: int) -> int:
    """Return the cells of a set and those that share an edge with it."""
    column = sum(1 << row * size for row in range(size))
    board = (1 << size * size) - 1
    left, right = mask & ~column, mask & ~(column << (size - 1))
    return (mask | mask << size | mask >> size | left >> 1 | right << 1) & board
