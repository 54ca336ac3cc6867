"""Why a constraint rules out candidates, where its technique has no words of its own for it.

Kinds of reasons, the first that holds: how much the other cells of a sum are at least or at most; two cells in sight of
each other that would be equal; how many buildings could be seen; or what one other cell would have to be, and what of
the rest makes it so (`nonet.steps.unmet`). A cell outside of a constraint loses a digit that one of the cells inside
has to be. They are read from a step and the board before it, when somebody asks for its words. What a reason eliminates
is gone for the reasons after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from nonet.rules.constraints.primitives import (
    Allowed,
    Count,
    Linear,
    Pair,
    Primitive,
    Visible,
    cells_of,
)
from nonet.rules.narrowing import narrow, narrow_to_counts
from nonet.rules.sight import sight_of
from nonet.steps.cages import SHOWN, extreme
from nonet.steps.lines import sets_of
from nonet.steps.unmet import WORK, Held, unmet

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["Failure", "Limit", "failures", "missing_reason"]

_MOST = 6
"""More reasons than that are no explanation: then the first ones are given, and the rest is named."""

_MOST_ALONG = 5000
"""Ways to fill an arrow that are looked at."""

_SHORT = 1
"""Other cells that a reason may take while simpler ones are looked for."""

_TOGETHER = 2
"""Other cells that a reason for several digits may take; with more, each digit has its own."""


class Limit(NamedTuple):
    """Some cells of a sum, all others if none is named, and how much they are at least or at most.

    ``are_apart`` if sight makes it so, ``is_exact`` if they are filled.
    """

    cells: tuple[int, ...]
    is_most: bool
    total: int
    are_apart: bool = False
    is_exact: bool = False


class Failure(NamedTuple):
    """Why cells lose digits.

    ``kind`` is ``bound``: by the ``limits`` of others they are at least or at most ``rest``; ``equal``: with them two
    ``others``, which see each other, would both be ``rest``, and ``alike`` where there are many; ``too``: with them the
    other one, which they see, would be the same; ``seen``: with them at least or at most ``rest`` buildings are seen;
    ``unmet``: with them one cell would have to be what is ``needed``, because of ``rests``; ``outside``: one of
    ``others`` has to be one of the digits, for the reason ``why``, and they see all of these; ``own``: there is no
    other cell; ``never``: no digit at all fits in the other one; ``any``: no digits of the other cells fit; ``kept``:
    for the reason ``why`` the clue has the digit, which no other cell can be; ``full``: the clue needs all open cells
    for other digits; ``ways``: the cells of the sum can only be one of ``ways``; ``unfit``: the candidates of the other
    cells do not fit; ``rest``: the ones in ``alike``, cells with digits, fail like these.

    Of what lacks a digit also ``sets``: the only ``ways`` that fit have it; ``over``: the sum would be at least or at
    most ``rest``.
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


def failures(step: Step, lost: Mapping[int, Iterable[int]] | None = None) -> list[Failure]:
    """Return why cells lose digits by the first constraint of a step: those that it eliminates, or those ``lost``."""
    basis = step.basis
    if step.board is None or basis is None or not basis.constraints:
        return []
    if step.technique.id == "rule_of_45" and len(basis.cells) + len(basis.outside) == 1:
        return []  # what is left is the digit
    primitives = _primitives(step)
    known = {cell for each in primitives for cell in cells_of(each)}
    found: list[Failure] = []
    left: dict[int, set[int]] = {}
    for cell, digits in sorted((step.removes if lost is None else lost).items()):
        gone = set(digits)
        if cell not in known:
            found += _outside(step, primitives, cell, gone)
            continue
        left[cell] = gone
    if step.technique.id == "arrow":
        found += _along(step, primitives, left)
    for cell, gone in left.items():
        for each in primitives:
            if isinstance(each, Linear) and cell in each.cells:
                found += _bounds(step, each, cell, gone)
    left = {cell: gone for cell, gone in left.items() if gone}
    tried = list(_Tries(step, primitives).explained(left))
    if any(each.kind == "unfit" for each in tried):
        tried = _kept(step, primitives, left) or tried
    return _together([*found, *tried])


def _kept(
    step: Step, primitives: Sequence[Primitive], lost: Mapping[int, set[int]]
) -> list[Failure]:
    """Return why a cell keeps its last digit, which no other cell of a clue can have, none if it is not so."""
    assert step.board is not None
    (cell, gone), *more = lost.items()
    left = step.board.masks[cell] & ~sum(1 << digit - 1 for digit in gone)
    cells = {each for one in primitives for each in cells_of(one)} - {cell}
    if more or left & (left - 1) or any(step.board.masks[each] & left for each in cells):
        return []
    why = _missing(step, primitives, left.bit_length()) if left else None
    return [] if why is None else [Failure("kept", (cell,), (left.bit_length(),), why=why)]


def missing_reason(step: Step, digit: int) -> Failure | None:
    """Return why the first constraint of a step cannot be met without a digit, None if that is not known."""
    if step.board is None or step.basis is None or not step.basis.constraints:
        return None
    return _missing(step, _primitives(step), digit)


def _missing(step: Step, primitives: Sequence[Primitive], digit: int) -> Failure | None:
    tries = _Tries(step, primitives)
    sets = sets_of(primitives)
    if sets is not None:
        left = tuple(each for each in sets if extreme(tries.masks, tuple(tries.masks), each))
        if 0 < len(left) <= SHOWN and all(digit in each for each in left):
            return Failure("sets", (), ways=left)
    bit = 1 << digit - 1
    for cell in tries.masks:
        tries.masks[cell] &= ~bit
        tries.widest[cell] &= ~bit
    return _over(step, primitives, tries.masks) or tries.without()


def _over(step: Step, primitives: Sequence[Primitive], masks: Mapping[int, int]) -> Failure | None:
    """Return how much the cells of a sum are at least or at most with some candidates, if that is no such sum."""
    (first, *more) = primitives
    if more or not isinstance(first, Linear) or {*first.coefficients} != {1}:
        return None
    for is_most, bound in ((False, first.high), (True, first.low)):
        total, _ = _end(step, first.cells, is_most, masks)
        if bound is not None and total and (total < bound if is_most else total > bound):
            return Failure("over", (), is_most=is_most, rest=total)
    return None


def _along(
    step: Step, primitives: Sequence[Primitive], lost: Mapping[int, set[int]]
) -> Iterator[Failure]:
    """Yield what the cells along an arrow can only be, if that is little; take what they cannot be off ``lost``."""
    assert step.board is not None
    (first, *more) = primitives
    if more or not isinstance(first, Linear) or {*first.coefficients} != {-1, 1}:
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


def _primitives(step: Step) -> list[Primitive]:
    """Return what the constraint of a step says of the cells of the step."""
    assert step.basis is not None
    rule = step.basis.constraints[0]
    if step.technique.id == "rule_of_45":
        factors = (1,) * len(step.basis.cells) + (-1,) * len(step.basis.outside)
        cells = step.basis.cells + step.basis.outside
        return [Linear(cells, factors, step.basis.total, step.basis.total)]
    primitives: list[Primitive] = list(rule.explained(step.rules.space))
    inside = {*step.basis.cells}
    if not rule.cells or len(inside) < len(rule.cells):  # a rule for the whole board, or two cells
        parts = [each for each in primitives if inside.issuperset(cells_of(each))]
        if {cell for each in parts for cell in cells_of(each)} & {*step.removes}:
            return parts
    if not rule.cells:
        return [each for each in primitives if {*cells_of(each)} & {*step.removes}]
    return primitives


def _outside(
    step: Step, primitives: Sequence[Primitive], cell: int, lost: Iterable[int]
) -> Iterator[Failure]:
    assert step.board is not None and step.basis is not None
    sees = sight_of(step.rules).masks[cell]
    for digit in sorted(lost):
        held = (c for c in (*step.basis.cells, *step.basis.outside) if not step.board.placed[c])
        places = tuple(each for each in held if digit in step.board[each])
        if places and all(sees >> place & 1 for place in places):
            why = _missing(step, primitives, digit)
            yield Failure("outside", (cell,), (digit,), places, why=why)


def _bounds(step: Step, sum_: Linear, cell: int, lost: set[int]) -> Iterator[Failure]:
    """Yield the digits that the other cells of a sum leave no room for; take these off ``lost``."""
    assert step.board is not None
    terms = list(zip(sum_.cells, sum_.coefficients, strict=True))
    own = [factor for each, factor in terms if each == cell]
    if (
        len(own) != 1
        or any(abs(factor) != 1 for _, factor in terms)
        or len(set(sum_.cells)) < len(terms)
    ):
        return
    (sign,) = own
    # The cell is a total less the others of its side, and more the other side.
    same = tuple(each for each, factor in terms if factor == sign and each != cell)
    other = tuple(each for each, factor in terms if factor != sign)
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
                is_exact = all(step.board.placed[each] for each in cells)
                limits.append(Limit(cells, most, total, free != total, is_exact))
                rest += turn * total
        gone = {digit for digit in lost if (digit > rest if is_most else digit < rest)}
        if gone and limits:
            lost -= gone
            yield Failure("bound", (cell,), (), (), tuple(limits), is_most, rest)


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
    yield _groups(step, cells)
    size, houses = step.rules.size, step.rules.plain_houses
    for at in range(0, len(houses), size) if len(cells) > 2 else ():
        family = [[c for c in cells if c in house.cells] for house in houses[at : at + size]]
        if sum(map(len, family)) == len(cells):
            yield [group for group in family if group]


def _groups(step: Step, cells: Sequence[int]) -> list[list[int]]:
    """Return cells in groups that see each other, each in the first group that it fits."""
    sees = sight_of(step.rules).masks
    groups: list[list[int]] = []
    for cell in cells:
        fits = (group for group in groups if all(sees[cell] >> other & 1 for other in group))
        group = next(fits, None)
        if group is None:
            groups.append([cell])
        else:
            group.append(cell)
    return groups


class _Tries:
    """Tries digits in the cells of a constraint, with what is left of the candidates of the others."""

    def __init__(self, step: Step, primitives: Sequence[Primitive]) -> None:
        assert step.board is not None
        self.primitives = primitives
        self.sees = sight_of(step.rules).masks
        inside = dict.fromkeys(c for each in primitives for c in cells_of(each))
        self.masks = {cell: step.board.masks[cell] for cell in inside}
        self.widest = dict.fromkeys(inside, (1 << step.rules.size) - 1)
        self.placed = {cell: step.board.placed[cell] for cell in inside}
        self.budget = [WORK]

    def explained(self, lost: dict[int, set[int]]) -> Iterator[Failure]:
        """Yield why each cell loses digits: what takes few other cells first, as long as there is any."""
        left = {cell: sorted(digits) for cell, digits in sorted(lost.items())}
        is_last = False
        while left:
            before = len(left)
            for cell, digits in list(left.items()):
                found = self._of_cell(cell, digits)
                is_short = all(len(each.rests) <= _SHORT and each.kind != "unfit" for each in found)
                if is_short or is_last:
                    yield from found
                    self.masks[cell] &= ~sum(1 << digit - 1 for digit in digits)
                    del left[cell]
            is_last = len(left) == before

    def without(self) -> Failure | None:
        """Return why the candidates as they are do not fit."""
        found = unmet(
            self.primitives, self.masks, (), self.sees, self.widest, self.placed, self.budget
        )
        if found is None:
            return None
        kind = "any" if found.needed is None else "unmet"
        return Failure(kind, (), (), (), (), False, 0, *found)

    def _of_cell(self, cell: int, digits: Sequence[int]) -> list[Failure]:
        found, rest = [], []
        for digit in digits:
            reason = self._special(cell, digit)
            if reason is None:
                rest.append(digit)
            else:
                found.append(reason)
        if len(rest) > 1:
            together = self._tried(cell, rest)
            if together is not None and len(together.rests) <= _TOGETHER:
                return [*found, together]
        for digit in rest:
            reason = self._tried(cell, [digit])
            found.append(reason or Failure("unfit", (cell,), (digit,)))
        return found

    def _special(self, cell: int, digit: int) -> Failure | None:
        """Return a reason that is more than what a cell would have to be, None if there is none."""
        counted = {each.digits for each in self.primitives if isinstance(each, Count) and each.low}
        if counted and not any(digits >> digit - 1 & 1 for digits in counted):
            needed = dict(self.masks)
            narrow_to_counts(self.primitives, needed)
            if not needed[cell] >> digit - 1 & 1:
                return Failure("full", (cell,), (digit,))
        masks = self.masks | {cell: 1 << digit - 1}
        if len(masks) < 2 or all(isinstance(each, Allowed) for each in self.primitives):
            return Failure("own", (cell,), (digit,))
        if (other := _alone(self.primitives, cell, digit)) is not None:
            return Failure("never", (cell,), (digit,), (other,))
        if (seen := _buildings(self.primitives, masks)) is not None:
            return Failure("seen", (cell,), (digit,), is_most=seen[0], rest=seen[1])
        other, only = _needs(self.primitives, masks, cell)
        if only == digit and self.sees[cell] >> other & 1:
            return Failure("too", (cell,), (digit,), (other,), rest=digit)
        if narrow(self.primitives, masks, self.sees) and (pair := _equal(masks, self.sees)):
            others = tuple(each for each in pair if each != cell)
            kind = "equal" if len(others) == 2 else "too"
            return Failure(kind, (cell,), (digit,), others, rest=masks[pair[0]].bit_length())
        return None

    def _tried(self, cell: int, digits: Sequence[int]) -> Failure | None:
        """Return what another cell would have to be with some digits in a cell."""
        masks = self.masks | {cell: sum(1 << digit - 1 for digit in digits)}
        found = unmet(
            self.primitives, masks, (cell,), self.sees, self.widest, self.placed, self.budget
        )
        if found is None:
            return None
        kind = "any" if found.needed is None else "unmet"
        return Failure(kind, (cell,), tuple(digits), (), (), False, 0, *found)


def _alone(primitives: Sequence[Primitive], cell: int, digit: int) -> int | None:
    """Return a cell in which no digit fits with a digit in another one, None if there is none."""
    for each in primitives:
        if isinstance(each, Pair) and cell == each.a and not each.rows[digit - 1]:
            return each.b
        if isinstance(each, Pair) and cell == each.b:
            rows = (row for row in each.rows if row >> digit - 1 & 1)
            if next(rows, None) is None:
                return each.a
    return None


def _buildings(primitives: Sequence[Primitive], masks: dict[int, int]) -> tuple[bool, int] | None:
    """Return whether too few buildings are seen, and how many at most, or at least; None if it can be as many."""
    if len(primitives) != 1 or not isinstance(primitives[0], Visible):
        return None
    states = {(0, 0)}
    for cell in primitives[0].cells:
        states = {
            (max(highest, digit), seen + (digit > highest))
            for highest, seen in states
            for digit in range(1, masks[cell].bit_length() + 1)
            if masks[cell] >> digit - 1 & 1
        }
    counts = {seen for _, seen in states}
    if counts and max(counts) < primitives[0].seen:
        return True, max(counts)
    if counts and min(counts) > primitives[0].seen:
        return False, min(counts)
    return None


def _alike(found: Sequence[Failure]) -> Iterator[Failure]:
    """Yield the digits with which two cells would be equal, without these: those of the same cells together."""
    cells: dict[tuple[int, int], list[int]] = {}
    for each in found:
        if each.kind == "equal":
            cells.setdefault((each.digits[0], each.rest), []).append(each.cells[0])
    digits: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for (digit, rest), alike in cells.items():
        digits.setdefault((tuple(alike), rest), []).append(digit)
    for (all_cells, rest), together in digits.items():
        yield Failure("alike", all_cells, tuple(together), rest=rest)


def _equal(masks: dict[int, int], sees: Sequence[int]) -> tuple[int, ...]:
    """Return two cells that see each other and have the same candidate alone, none if there are no such cells."""
    alone = [cell for cell, mask in masks.items() if not mask & (mask - 1)]
    for one, other in combinations(alone, 2):
        if masks[one] == masks[other] and sees[one] >> other & 1:
            return one, other
    return ()


def _needs(primitives: Sequence[Primitive], masks: dict[int, int], cell: int) -> tuple[int, int]:
    """Return the only other cell of a sum that is open, and what it would have to be; two zeros if it is none."""
    for each in primitives:
        if not isinstance(each, Linear) or each.low is None or each.low != each.high:
            continue
        terms = list(zip(each.cells, each.coefficients, strict=True))
        left = [term for term in terms if masks[term[0]] & (masks[term[0]] - 1)]
        if len(left) != 1 or cell not in each.cells or not all(masks[c] for c in each.cells):
            continue
        ((other, factor),) = left
        rest = each.low - sum(f * masks[c].bit_length() for c, f in terms if c != other)
        if abs(factor) == 1:
            return other, rest * factor
    return 0, 0


def _together(found: Sequence[Failure]) -> list[Failure]:
    """Return the reasons, those of one kind with the same other cells together; few of them."""
    by_cell: dict[Failure, tuple[set[int], set[int]]] = {}
    for each in _bounded_alike(found):
        needed = each.needed
        alike = each._replace(digits=())
        if needed is not None and needed.kind == "only":
            alike = alike._replace(needed=needed._replace(digits=()))
        digits, needs = by_cell.setdefault(alike, (set(), set()))
        digits.update(each.digits)
        needs.update(needed.digits if needed is not None else ())
    joined: dict[tuple[Failure, tuple[int, ...]], list[int]] = {}
    for each, (digits, needs) in by_cell.items():
        if each.needed is not None:
            each = each._replace(needed=each.needed._replace(digits=tuple(sorted(needs))))
        key = each._replace(cells=()), tuple(sorted(digits))
        joined.setdefault(key, []).extend(each.cells)
    reasons = [
        alike._replace(cells=tuple(cells), digits=digits)
        for (alike, digits), cells in joined.items()
    ]
    if len(reasons) <= _MOST:
        return reasons
    reasons = [*_alike(found), *(each for each in reasons if each.kind != "equal")]
    if len(reasons) <= _MOST:
        return reasons
    first, rest = reasons[: _MOST - 1], reasons[_MOST - 1 :]
    named: dict[tuple[int, ...], set[int]] = {}
    for each in rest:
        named.setdefault(each.cells, set()).update(each.digits)
    others = tuple((cells, tuple(sorted(digits))) for cells, digits in named.items())
    return [*first, Failure("rest", (), alike=others)]


def _bounded_alike(found: Sequence[Failure]) -> list[Failure]:
    """Return the reasons, those of the cells of one sum together for which all others have one bound."""
    alike: dict[object, list[Failure]] = {}
    for each in found:
        if each.kind == "bound" and len(each.limits) == 1:
            (limit,) = each.limits
            whole = frozenset(each.cells + limit.cells)
            key: object = whole, each.is_most, each.rest, limit[1:]
        else:
            key = len(alike)
        alike.setdefault(key, []).append(each)
    joined = []
    for first, *more in alike.values():
        if more:
            cells = tuple(cell for each in (first, *more) for cell in each.cells)
            limits = (first.limits[0]._replace(cells=()),)
            first = first._replace(cells=cells, limits=limits)
        joined.append(first)
    return joined
