"""Digits that can add up to something: for cages, leftovers, arrows and everything else that is a sum.

Two ways, both exact about what they look at. Cells that all see each other hold different digits, so the set of digits
used so far says everything: a table over sets, a few thousand entries for the largest cage. Other cells are counted by
their sum alone, as bits of one number; that some of them see each other is looked at by trying, if there are few ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from nonet.base.caches import Cache
from nonet.base.masks import digits_of

__all__ = [
    "Combinations",
    "combinations_of",
    "ends_of",
    "extreme",
    "groups_of",
    "narrowed_sum",
]

MOST_SETS = 20_000
"""The most sets of digits that are looked at for one cage, and the most ways that are tried for one sum."""


_MOST_GROUPED = 16
"""Cells of a sum whose bounds take groups that see each other into account: longer lines say little."""


class Combinations(NamedTuple):
    """How cells that see each other can add up: what is left in each cell, and the sets of digits, as masks.

    ``common`` are the digits that all sets have. ``is_everything``: no cell loses a candidate.
    """

    masks: tuple[int, ...]
    sets: tuple[int, ...]
    common: int
    is_everything: bool


_TOO_MANY = Combinations((), (), 0, False)
_KNOWN = Cache[Combinations](1 << 18, lambda found: 1 + len(found.sets))
"""From step to step most cages stay the same; a rating takes half as long with them."""


def combinations_of(masks: Sequence[int], total: int) -> Combinations | None:
    """Return how cells that hold different digits add up to a total, None if there are too many sets to look at.

    >>> combinations_of([0b111, 0b111], 4)
    Combinations(masks=(5, 5), sets=(5,), common=5, is_everything=False)
    """
    key = (*masks, total)
    found = _KNOWN.get(key, lambda: _combined(masks, total))
    return None if found is _TOO_MANY else found


def _combined(masks: Sequence[int], total: int) -> Combinations:
    least, most = _ends(masks)
    sums = {0: 0}  # the sets that the first cells can use, with their sums
    # Of each cell: a set of those before, and the digit after it.
    moves: list[list[tuple[int, int]]] = []
    seen = 0
    for i, mask in enumerate(masks):
        low, high = total - most[i + 1], total - least[i + 1]
        found: dict[int, int] = {}
        here: list[tuple[int, int]] = []
        for used, sum_ in sums.items():
            rest = mask & ~used & (1 << max(high - sum_, 0)) - 1 & -1 << max(low - sum_ - 1, 0)
            while rest:
                bit = rest & -rest
                rest ^= bit
                found[used | bit] = sum_ + bit.bit_length()
                here.append((used, bit))
        seen += len(found)
        if seen > MOST_SETS:
            return _TOO_MANY
        sums = found
        moves.append(here)
    sets = tuple(sorted(sums, key=digits_of))
    alive = set(sets)
    left = [0] * len(masks)
    for i in range(len(masks) - 1, -1, -1):
        before: set[int] = set()
        for used, bit in moves[i]:
            if used | bit in alive:
                left[i] |= bit
                before.add(used)
        alive = before
    common = reduce(and_, sets) if sets else 0
    return Combinations(tuple(left), sets, common, left == list(masks))


def _ends(masks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the least and the greatest sum of the cells from each place on."""
    least, most = [0], [0]
    for mask in reversed(masks):
        least.append(least[-1] + (mask & -mask).bit_length())
        most.append(most[-1] + mask.bit_length())
    return least[::-1], most[::-1]


def narrowed_sum(
    masks: Sequence[int],
    coefficients: Sequence[int],
    low: int | None,
    high: int | None,
    sees: Sequence[int],
) -> list[int]:
    """Return what is left in each cell if coefficient times digit add up to ``low`` to ``high``.

    ``sees[i]`` is the set of earlier cells, as bits, that must not hold the digit of cell ``i``.
    """
    left = _by_sums(masks, coefficients, low, high)
    if any(sees) and all(left):
        tried = _by_trying(left, coefficients, low, high, sees)
        if tried is not None:
            return tried
        if len(left) <= _MOST_GROUPED:
            return _by_groups(left, coefficients, low, high, sees)
    return left


def _by_sums(
    masks: Sequence[int], coefficients: Sequence[int], low: int | None, high: int | None
) -> list[int]:
    """Return what is left if cells may hold equal digits. Sums are bits, counted from the least one."""
    terms = [
        [(digit, factor * digit) for digit in digits_of(mask)]
        for mask, factor in zip(masks, coefficients, strict=True)
    ]
    if not all(terms):
        return [0] * len(masks)
    starts = [min(value for _, value in cell) for cell in terms]
    offset = sum(starts)
    ahead = [1]
    for cell, start in zip(terms, starts, strict=True):
        now = 0
        for _, value in cell:
            now |= ahead[-1] << (value - start)
        ahead.append(now)
    span = ahead[-1].bit_length()
    first = 0 if low is None else max(0, low - offset)
    last = span - 1 if high is None else min(span - 1, high - offset)
    if last < first:
        return [0] * len(masks)
    behind = (1 << (last + 1)) - (1 << first)  # what the cells so far must have reached
    left = [0] * len(masks)
    for i in range(len(masks) - 1, -1, -1):
        before = 0
        for digit, value in terms[i]:
            shift = value - starts[i]
            if (ahead[i] << shift) & behind:
                left[i] |= 1 << (digit - 1)
                before |= behind >> shift
        behind = before
    return left


def _by_trying(
    masks: Sequence[int],
    coefficients: Sequence[int],
    low: int | None,
    high: int | None,
    sees: Sequence[int],
) -> list[int] | None:
    """Return what is left in any way to fill the cells, None if there are too many ways to try.

    For each candidate one way is enough, and it has other candidates, of which nothing needs to be tried any more.
    """
    count = len(masks)
    terms = [[(1 << d - 1, coefficients[i] * d) for d in digits_of(m)] for i, m in enumerate(masks)]
    small = sum(min(value for _, value in cell) for cell in terms)
    large = sum(max(value for _, value in cell) for cell in terms)
    low, high = small if low is None else low, large if high is None else high
    earlier = [[j for j in range(i) if sees[i] >> j & 1] for i in range(count)]
    held, left, tried = [0] * count, [0] * count, 0

    def fill(i: int, reached: int) -> bool:
        nonlocal tried
        if i == count:
            return True
        used = 0
        for j in earlier[i]:
            used |= held[j]
        first, last = low - most[i + 1], high - least[i + 1]
        for bit, value in options[i]:
            now = reached + value
            if not bit & used and first <= now <= last:
                tried += 1
                held[i] = bit
                if tried > _MOST_TRIES or fill(i + 1, now):
                    return True
        return False

    for cell in range(count):
        for term in terms[cell]:
            if left[cell] & term[0]:
                continue
            options = [*terms[:cell], [term], *terms[cell + 1 :]]
            least, most = _reaching(options)
            if fill(0, 0):
                if tried > _MOST_TRIES:
                    return None
                left = list(map(or_, left, held))
    return left


_MOST_TRIES = MOST_SETS // 4


def _reaching(options: Sequence[Sequence[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """Return the least and the greatest sum of the cells from each place on."""
    least, most = [0], [0]
    for cell in reversed(options):
        least.append(least[-1] + min(value for _, value in cell))
        most.append(most[-1] + max(value for _, value in cell))
    return least[::-1], most[::-1]


def _by_groups(
    masks: Sequence[int],
    coefficients: Sequence[int],
    low: int | None,
    high: int | None,
    sees: Sequence[int],
) -> list[int]:
    """Return what the least and the greatest sum of the others leave in each cell, where cells differ in groups."""
    known = dict(enumerate(masks))
    # Of each group its factor, its cells, the least and the greatest sum.
    ends: list[tuple[int, list[int], int, int]] = []
    for factor in dict.fromkeys(coefficients):
        alike = [i for i, each in enumerate(coefficients) if each == factor]
        for group in groups_of(alike, sees):
            ends.append((factor, group, *_weighted(known, group, factor)))
    left = list(masks)
    least, most = sum(end[2] for end in ends), sum(end[3] for end in ends)
    for factor, group, small, large in ends:
        for cell in group:
            others = [each for each in group if each != cell]
            fewest, largest = _weighted(known, others, factor)
            for digit in digits_of(masks[cell]):
                value = factor * digit
                is_high = high is not None and value + least - small + fewest > high
                is_low = low is not None and value + most - large + largest < low
                if is_high or is_low:
                    left[cell] &= ~(1 << digit - 1)
    if left == list(masks) or not all(left):
        return left
    return _by_groups(left, coefficients, low, high, sees)


def _weighted(masks: Mapping[int, int], cells: Sequence[int], factor: int) -> tuple[int, int]:
    """Return the least and the greatest sum of a factor times the digits of cells that differ."""
    one, other = (factor * end for end in ends_of(masks, cells))
    return min(one, other), max(one, other)


def groups_of(cells: Iterable[int], sees: Sequence[int]) -> list[list[int]]:
    """Return cells in groups whose cells see each other; ``sees`` has what each cell sees of those before it.

    >>> groups_of([0, 1, 2], [0, 0b1, 0b10])
    [[0, 1], [2]]
    """
    groups: list[tuple[int, list[int]]] = []
    for cell in cells:
        for at, (mask, group) in enumerate(groups):
            if not mask & ~sees[cell]:
                group.append(cell)
                groups[at] = mask | 1 << cell, group
                break
        else:
            groups.append((1 << cell, [cell]))
    return [group for _, group in groups]


def ends_of(masks: Mapping[int, int], cells: Sequence[int]) -> tuple[int, int]:
    """Return the least and the greatest sum of cells that differ; those of any digits if they cannot.

    >>> ends_of({0: 0b111, 1: 0b111}, [0, 1])
    (3, 5)
    """
    if len(cells) > 1:
        top = max(masks[cell].bit_length() for cell in cells)
        small = extreme(masks, cells, range(1, top + 1))
        if small:
            return sum(small), sum(extreme(masks, cells, range(top, 0, -1)))
    least = sum((masks[cell] & -masks[cell]).bit_length() for cell in cells)
    return least, sum(masks[cell].bit_length() for cell in cells)


def extreme(
    masks: Mapping[int, int], cells: Sequence[int], digits: Iterable[int]
) -> tuple[int, ...]:
    """Return the first different digits that cells can hold together, none if they cannot be filled.

    In ascending order of digits these have the least sum, in descending order the greatest: the sets of digits that
    cells can hold are a matroid.
    """
    held: dict[int, int] = {}

    def find_room(digit: int, tried: set[int]) -> bool:
        for cell in cells:
            if cell not in tried and masks[cell] >> digit - 1 & 1:
                tried.add(cell)
                if cell not in held or find_room(held[cell], tried):
                    held[cell] = digit
                    return True
        return False

    for digit in digits:
        find_room(digit, set())
    return tuple(sorted(held.values())) if len(held) == len(cells) else ()
