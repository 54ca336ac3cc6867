"""Why a sum rules out candidates: what its other cells are at least or at most, or the few combinations along an arrow.

Cells that see each other differ, so their least and largest sums are looked for house by house.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from nonet.base.masks import digits_of
from nonet.rules.constraints.primitives import Allowed, Either, Linear, Primitive
from nonet.rules.sight import sight_of
from nonet.rules.sums import extreme, groups_of
from nonet.steps.cages import SHOWN
from nonet.steps.unmet import Held

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["Failure", "Limit", "along", "beyond", "bounds", "over"]

_MOST_ALONG = 5000
"""Ways to fill an arrow that are looked at."""


class Limit(NamedTuple):
    """Some cells of a sum, all others if none is named, and how much they are at least or at most.

    ``are_apart`` if sight makes it so, ``is_exact`` if they are filled, ``number`` is how many they are.
    """

    cells: tuple[int, ...]
    is_most: bool
    total: int
    are_apart: bool = False
    is_exact: bool = False
    number: int = 0


class Failure(NamedTuple):
    """Why cells lose digits.

    ``kind`` is ``bound``: by the ``limits`` of others they are at least or at most ``rest``; ``equal``: with them two
    ``others``, which see each other, would both be ``rest``, and ``alike`` where there are many; ``same``: with them
    they would be equal; ``too``: with them the other one, which they see, would be the same; ``seen``: with them at
    least or at most ``rest`` buildings are seen; ``beyond``: with them the ``others`` would have to sum to ``rest``,
    more or less than their limit; ``unmet``: with them one cell would have to be what is ``needed``, because of
    ``rests``; ``outside``: one of ``others`` has to be one of the digits, for the reason ``why``, and they see all of
    these; ``own``: there is no other cell; ``never``: no digit at all fits in the other one; ``any``: no digits of the
    other cells fit; ``kept``: for the reason ``why`` the clue has the digit, which no other cell can be; ``full``: the
    clue needs all open cells for other digits; ``ways``: the cells of the sum can only be one of ``ways``; ``unfit``:
    the candidates of the other cells do not fit; ``rest``: the ones in ``alike``, cells with digits, fail like these.

    Of what lacks a digit also ``sets``: the only ``ways`` that fit have it, or ``each`` of many; ``lacking``: the rule
    names it; ``over``: the sum of the ``others`` would be at least or at most ``rest``.
    """

    kind: str
    cells: tuple[int, ...]
    digits: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    limits: tuple[Limit, ...] = ()
    is_most: bool = False
    rest: int = 0
    needed: Held | None = None
    rests: tuple[Held, ...] = ()
    are_apart: bool = False
    placed: int = 0
    alike: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    why: Failure | None = None


def bounds(step: Step, sum_: Linear, cell: int, lost: set[int]) -> Iterator[Failure]:
    """Yield the digits that the other cells of a sum leave no room for; take these off ``lost``."""
    assert step.board is not None
    terms = list(zip(sum_.cells, sum_.coefficients, strict=True))
    own = [factor for term_cell, factor in terms if term_cell == cell]
    if (
        len(own) != 1
        or any(abs(factor) != 1 for _, factor in terms)
        or len(set(sum_.cells)) < len(terms)
    ):
        return
    (sign,) = own
    # The cell is a total less the others of its side, and more the other side.
    same = tuple(term_cell for term_cell, factor in terms if factor == sign and term_cell != cell)
    other = tuple(term_cell for term_cell, factor in terms if factor != sign)
    for is_most, bound in (
        (True, sum_.high if sign > 0 else sum_.low),
        (False, sum_.low if sign > 0 else sum_.high),
    ):
        if bound is None:
            continue
        limits, rest = [], bound * sign
        for cells, most, turn in ((same, not is_most, -1), (other, is_most, 1)):
            if cells:
                total, free = _end(step, cells, most)
                if total is None:
                    return
                is_exact = all(step.board.placed[term_cell] for term_cell in cells)
                limits.append(Limit(cells, most, total, free != total, is_exact, len(cells)))
                rest += turn * total
        gone = {digit for digit in lost if (digit > rest if is_most else digit < rest)}
        if gone and limits:
            lost -= gone
            yield Failure("bound", (cell,), (), (), tuple(limits), is_most, rest)


def along(
    step: Step, primitives: Sequence[Primitive], lost: Mapping[int, set[int]]
) -> Iterator[Failure]:
    """Yield what the cells along an arrow can only be, if that is little; take what they cannot be off ``lost``."""
    assert step.board is not None
    if len(primitives) != 1 or not isinstance(first := primitives[0], Linear):
        return
    if {*first.coefficients} != {-1, 1}:
        return
    alone = [sign for sign in (-1, 1) if first.coefficients.count(sign) == 1]
    if len(alone) != 1 or first.low != 0 or first.high != 0:
        return
    circle = first.cells[first.coefficients.index(alone[0])]
    cells = tuple(cell for cell in first.cells if cell != circle)
    held = [step.board[cell] or (step.board.placed[cell],) for cell in cells]
    if len(cells) < 2 or prod(map(len, held)) > _MOST_ALONG or {*first.cells} != {*cells, circle}:
        return
    sees, totals = sight_of(step.rules).masks, step.board.masks[circle]
    apart = [
        (i, j) for i, j in combinations(range(len(cells)), 2) if sees[cells[i]] >> cells[j] & 1
    ]
    ways = {
        tuple(sorted(way))
        for way in product(*held)
        if totals >> sum(way) - 1 & 1
        and not any(way[i] == way[j] for i, j in apart)
        and not any(
            sees[circle] >> c & 1 and d == sum(way) for c, d in zip(cells, way, strict=True)
        )
    }
    gone = False
    for cell, digits in lost.items() if 0 < len(ways) <= SHOWN else ():
        known = {sum(way) for way in ways} if cell == circle else {d for way in ways for d in way}
        gone = gone or not digits <= known
        digits &= known
    if gone:
        yield Failure("ways", (), ways=tuple(sorted(ways)))


def over(step: Step, primitives: Sequence[Primitive], masks: Mapping[int, int]) -> Failure | None:
    """Return how much the cells of a sum are at least or at most with some candidates, if that is not such a sum."""
    if len(primitives) != 1 or not isinstance(first := primitives[0], Linear):
        return None
    if {*first.coefficients} != {1}:
        return None
    for is_most, bound in ((False, first.high), (True, first.low)):
        total, _ = _end(step, first.cells, is_most, masks)
        if bound is not None and total and (total < bound if is_most else total > bound):
            return Failure("over", (), (), first.cells, is_most=is_most, rest=total)
    return None


def beyond(
    step: Step, primitives: Sequence[Primitive], masks: Mapping[int, int], cell: int
) -> Failure | None:
    """Return the sum that the digit of a cell asks of others that cannot have it, such as those of an X-sum."""
    (digit,) = digits_of(masks[cell])
    for sum_ in _chosen(primitives, masks):
        others = sum_.cells
        if cell in others or {*sum_.coefficients} != {1} or sum_.low is None:
            continue
        for is_most in (False, True) if sum_.low == sum_.high else ():
            total, free = _end(step, others, is_most, masks)
            if total is not None and (total < sum_.low if is_most else total > sum_.low):
                limit = Limit(others, is_most, total, total != free, number=len(others))
                return Failure("beyond", (cell,), (digit,), others, (limit,), is_most, sum_.low)
    return None


def _chosen(primitives: Sequence[Primitive], masks: Mapping[int, int]) -> Iterator[Linear]:
    """Yield the sums of the only choice that the candidates leave."""
    for each in primitives:
        choices = each.choices if isinstance(each, Either) else ()
        left = [
            choice
            for choice in choices
            if all(
                masks[count.cell] & count.digits for count in choice if isinstance(count, Allowed)
            )
        ]
        if len(left) == 1:
            yield from (count for count in left[0] if isinstance(count, Linear))


def _end(
    step: Step, cells: Sequence[int], is_most: bool, known: Mapping[int, int] | None = None
) -> tuple[int | None, int | None]:
    """Return the least or the largest sum of some cells, first where those that see each other differ.

    None if there is none. Of cells that do not all see each other, some groups that do are looked at.
    """
    assert step.board is not None
    masks = {cell: (known or step.board.masks)[cell] for cell in cells}
    if not all(masks.values()):
        return None, None
    digits = range(1, step.rules.size + 1)
    totals = []
    for groups in _partitions(step, cells):
        ways = [extreme(masks, g, reversed(digits) if is_most else digits) for g in groups]
        if not all(ways):
            return None, None
        totals.append(sum(map(sum, ways)))
    total = min(totals) if is_most else max(totals)
    return total, sum(
        (m.bit_length() if is_most else (m & -m).bit_length()) for m in masks.values()
    )


def _partitions(step: Step, cells: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield ways to put cells in groups that see each other: each in the first one that it fits, then by houses."""
    yield groups_of(cells, sight_of(step.rules).masks)
    size, houses = step.rules.size, step.rules.plain_houses
    for at in range(0, len(houses), size) if len(cells) > 2 else ():
        family = [[c for c in cells if c in house.cells] for house in houses[at : at + size]]
        if sum(map(len, family)) == len(cells):
            yield [group for group in family if group]
