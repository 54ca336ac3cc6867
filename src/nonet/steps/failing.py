"""Why a constraint rules out candidates, where its technique has no words of its own for it.

Kinds of reasons, the first that holds: how much the other cells of a sum are at least or at most; the cell that would
have no candidate left; two cells in sight of each other that would be equal; or only that the candidates of the other
cells do not fit. A cell outside of a constraint
loses a digit that one of the cells inside has to be. They are read from a step and the board before it, when somebody
asks for its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from nonet.rules.constraints.primitives import (
    Allowed,
    Count,
    Different,
    Either,
    Linear,
    Pair,
    Primitive,
    cells_of,
)
from nonet.rules.narrowing import narrow, narrow_to_counts
from nonet.rules.sight import sight_of
from nonet.rules.sums import ends_of, groups_of

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.step import Step

__all__ = ["Failure", "Limit", "failures"]

_NAMED = 4
"""Of more other cells than these, a reader looks at the clue instead."""

_MOST = 4
"""More reasons than that are no explanation: then the first ones are named."""


class Limit(NamedTuple):
    """Some cells of a sum, and how much they are at least or at most.

    Where no cells are named, they are those of ``among`` without one, or all other cells.
    """

    cells: tuple[int, ...]
    is_most: bool
    total: int
    among: tuple[int, ...] = ()


class Failure(NamedTuple):
    """Why cells lose digits.

    ``kind`` is ``bound``: by the ``limits`` of others they are at least or at most ``rest``; ``starved``: with them
    ``others`` have no candidate left; ``equal``: with them two ``others``, which see each other, would both be
    ``rest``, and ``alike`` where there are many; ``too``: with them the other one, which they see, would be the same;
    ``needs``: with them the other one would have to be ``rest``, which it cannot be; ``beyond``: with them ``others``
    would have to sum to ``rest``, but they sum to at least or at most ``total``; ``outside``: one of ``others`` has
    to be one of the digits, and they see all of these; ``own``: no other cell matters; ``full``: the clue needs all
    open cells for other digits; ``unfit``: the candidates of ``others`` do not fit, which are all if none is named;
    ``rest``: those that are not named fail like these.
    """

    kind: str
    cells: tuple[int, ...]
    digits: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    limits: tuple[Limit, ...] = ()
    is_most: bool = False
    rest: int = 0
    total: int = 0


def failures(step: Step) -> list[Failure]:
    """Return why the cells of a step lose digits by its first constraint."""
    basis = step.basis
    if step.board is None or basis is None or not basis.constraints:
        return []
    primitives: list[Primitive] = list(basis.constraints[0].explained(step.rules.space))
    if step.technique.id == "rule_of_45":
        factors = (1,) * len(basis.cells) + (-1,) * len(basis.outside)
        cells = basis.cells + basis.outside
        primitives = [Linear(cells, factors, basis.total, basis.total)]
    known = {cell for each in primitives for cell in cells_of(each)}
    parts = [each for each in primitives if set(cells_of(each)) & set(step.removes)]
    if len(primitives) > len(basis.constraints[0].cells) and not basis.constraints[0].cells:
        primitives = parts  # a rule for the whole board: those of the cells that lose something
    found: list[Failure] = []
    lost = {cell: set(digits) for cell, digits in sorted(step.removes.items())}
    for cell in [cell for cell in lost if cell not in known]:
        found += _outside(step, cell, lost.pop(cell), basis.cells)
    masks = {cell: step.board.masks[cell] for cell in known}
    found += _bounded(step.rules, primitives, masks, lost)
    for cell, digits in lost.items():
        found += _without_bound(step, primitives, masks, cell, digits)
    return _together([*_joined(found, len(known)), *(f for f in found if f.kind != "bound")])


def _joined(found: Sequence[Failure], count: int) -> Iterator[Failure]:
    """Yield the bounds; those of cells of one side of a sum, by the others of this side, together."""
    alike: dict[tuple[bool, int, tuple[int, ...], tuple[Limit, ...]], list[Failure]] = {}
    for each in found:
        if each.kind == "bound":
            side = tuple(sorted((*each.cells, *each.others)))
            key = each.is_most, each.rest, side, each.limits[bool(each.others) :]
            alike.setdefault(key, []).append(each)
    for (first, *more), side in ((each, key[2]) for key, each in alike.items()):
        limits = first.limits
        if first.others and (more or len(first.others) > _NAMED):
            among = side if len(side) < max(count, 3) else ()
            limits = (limits[0]._replace(cells=(), among=among), *limits[1:])
        cells = tuple(cell for each in (first, *more) for cell in each.cells)
        yield first._replace(cells=cells, others=(), limits=limits)


def _bounded(
    rules: Rules, primitives: Sequence[Primitive], masks: dict[int, int], lost: dict[int, set[int]]
) -> Iterator[Failure]:
    """Yield what bounds of sums say, also those that follow from others; take it off ``lost`` and ``masks``."""
    sums = [each for each in primitives if isinstance(each, Linear)]
    before: dict[int, int] = {}
    while before != masks:
        before = dict(masks)
        for cell, digits in lost.items():
            left = set(digits)
            for each in sums:
                if left and cell in each.cells:
                    yield from _bounds(rules, before, each, cell, left)
            for digit in digits - left:
                masks[cell] &= ~(1 << digit - 1)
            digits &= left


def _outside(step: Step, cell: int, lost: Iterable[int], among: Sequence[int]) -> Iterator[Failure]:
    assert step.board is not None
    sees = sight_of(step.rules).masks[cell]
    for digit in sorted(lost):
        places = tuple(each for each in among if step.board[each] and digit in step.board[each])
        if places and all(sees >> place & 1 for place in places):
            yield Failure("outside", (cell,), (digit,), places)


def _bounds(
    rules: Rules, masks: dict[int, int], sum_: Linear, cell: int, lost: set[int]
) -> Iterator[Failure]:
    """Yield the digits that the other cells of a sum leave no room for; take these off ``lost``."""
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
                total = _end(rules, masks, cells, most)
                if total is None:
                    return
                limits.append(Limit(cells, most, total))
                rest += turn * total
        gone = {digit for digit in lost if (digit > rest if is_most else digit < rest)}
        if gone and limits:
            lost -= gone
            yield Failure("bound", (cell,), (), same, tuple(limits), is_most, rest)


def _end(rules: Rules, masks: dict[int, int], cells: Sequence[int], is_most: bool) -> int | None:
    """Return the least or the largest sum of some cells, which differ if they see each other; None if there is none.

    They are taken in groups that see each other: as they come, or by rows, columns or boxes, whatever says most.
    """
    if not all(masks[cell] for cell in cells):
        return None
    size, houses = rules.size, [house.cells.mask for house in rules.plain_houses]
    ways = [groups_of(cells, sight_of(rules).masks)]
    for at in range(0, len(houses), size):
        family = houses[at : at + size]
        ways.append([[cell for cell in cells if mask >> cell & 1] for mask in family])
    ends = [sum(ends_of(masks, group)[is_most] for group in way) for way in ways]
    return min(ends) if is_most else max(ends)


def _without_bound(
    step: Step, primitives: Sequence[Primitive], known: dict[int, int], cell: int, lost: set[int]
) -> Iterator[Failure]:
    """Yield for each digit why the other cells cannot be filled with it."""
    inside = tuple(dict.fromkeys(c for each in primitives for c in cells_of(each)))
    masks = {each: known[each] for each in inside}
    sees = sight_of(step.rules).masks
    for digit in sorted(lost):
        chosen = _chosen(primitives, masks | {cell: 1 << digit - 1})
        failure = _beyond(step.rules, chosen, masks, cell, digit)
        if failure is not None:
            yield failure
            continue
        kind, others, rest = _why(chosen, masks, sees, cell, digit)
        if kind == "unfit" and len(others) > _NAMED and step.technique.id != "rule_of_45":
            others = ()
        yield Failure(kind, (cell,), (digit,), others, rest=rest)


def _chosen(primitives: Sequence[Primitive], masks: dict[int, int]) -> list[Primitive]:
    """Return what has to hold, with the only choice that is left in the place of several."""
    found: list[Primitive] = []
    for each in primitives:
        left = [
            choice
            for choice in (each.choices if isinstance(each, Either) else ())
            if all(masks[one.cell] & one.digits for one in choice if isinstance(one, Allowed))
        ]
        found += left[0] if len(left) == 1 else (each,)
    return found


def _beyond(
    rules: Rules, primitives: Sequence[Primitive], masks: dict[int, int], cell: int, digit: int
) -> Failure | None:
    """Return the sum of other cells that a digit makes too small or too great, None if it does not."""
    known = masks | {cell: 1 << digit - 1}
    for each in primitives:
        if not isinstance(each, Linear) or each.low != each.high or each.low is None:
            continue
        terms = list(zip(each.cells, each.coefficients, strict=True))
        others = tuple(c for c, _ in terms if c != cell)
        if not others or len({*others}) < len(others) or any(f != 1 for c, f in terms if c != cell):
            continue
        rest = each.low - sum(factor * digit for c, factor in terms if c == cell)
        for is_most in (False, True):
            total = _end(rules, known, others, is_most)
            if total is not None and (total < rest if is_most else total > rest):
                return Failure("beyond", (cell,), (digit,), others, (), is_most, rest, total)
    return None


def _why(
    primitives: Sequence[Primitive],
    candidates: dict[int, int],
    sees: Sequence[int],
    cell: int,
    digit: int,
) -> tuple[str, tuple[int, ...], int]:
    """Return the kind of a failure, the other cells that it is about, and the digit that these would be."""
    counted = {each.digits for each in primitives if isinstance(each, Count) and each.low}
    if counted and not any(digits >> digit - 1 & 1 for digits in counted):
        needed = dict(candidates)
        narrow_to_counts(primitives, needed)
        if not needed[cell] >> digit - 1 & 1:
            return "full", (), 0
    masks = candidates | {cell: 1 << digit - 1}
    if (needs := _needs(primitives, masks, cell)) is not None:
        other, rest = needs
        if rest == digit and sees[cell] >> other & 1:
            return "too", (other,), rest
        if rest > 0 and not masks[other] >> rest - 1 & 1:
            return "needs", (other,), rest
    fits = narrow(primitives, masks, sees)
    if fits and (pair := _equal(masks, sees)):
        others = tuple(each for each in pair if each != cell)
        return "equal" if len(others) == 2 else "too", others, masks[pair[0]].bit_length()
    if fits:
        narrow(primitives, masks, sees, apart=True)
    others = tuple(each for each in masks if each != cell)
    if not others or all(isinstance(each, Allowed) for each in primitives):
        return "own", (), 0
    # Others than relations empty any of their cells where they fail.
    is_exact = all(isinstance(each, (Allowed, Different, Pair)) for each in primitives)
    empty = tuple(each for each in others if not masks[each])
    return ("starved", empty, 0) if is_exact and len(empty) == 1 else ("unfit", others, 0)


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


def _needs(
    primitives: Sequence[Primitive], masks: dict[int, int], cell: int
) -> tuple[int, int] | None:
    """Return the only other cell of a sum that is open, and what it would have to be."""
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
    return None


def _together(found: Sequence[Failure]) -> list[Failure]:
    """Return the reasons, those of one kind with the same other cells together; few of them."""
    by_cell: dict[Failure, set[int]] = {}
    for each in found:
        by_cell.setdefault(each._replace(digits=()), set()).update(each.digits)
    joined: dict[tuple[Failure, tuple[int, ...]], list[int]] = {}
    for each, digits in by_cell.items():
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
    first = [each for each in reasons if each.kind != "unfit"][:_MOST]
    first += [each for each in reasons if each.kind == "unfit"][: _MOST - len(first)]
    return [*first, Failure("rest", ())]
