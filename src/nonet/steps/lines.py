"""Why a line rules out candidates: what bounds its digits, which runs are left, which neighbour does not fit.

The reasons are read from a step and the board before it. Where they do not say everything that a step eliminates, or
where there are many, there are none, and the sentence gives the rule alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from nonet.base.masks import digits_of
from nonet.rules.constraints.primitives import (
    Allowed,
    Count,
    Different,
    Either,
    Pair,
    Primitive,
)
from nonet.rules.sums import extreme
from nonet.steps.cages import needed

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["LineReason", "line_reasons", "sets_of"]

_MOST = 5
"""A longer list of digits of a cell, or of sets, does not explain anything."""

_MOST_REASONS = 8
"""More reasons do not help either."""

_Digits = tuple[int, ...]
_Lost = set[tuple[int, int]]


class LineReason(NamedTuple):
    """Why some cells lose some digits. ``kind`` says what the other values mean:

    * ``range``: ``source`` is ``start``, so all digits of the line are from ``low`` to ``high``;
    * ``low``, ``high``: ``source`` is at least or at most ``start``, or ``is_placed`` and has no other digit, so all
      digits are at least ``low``, or at most ``high``;
    * ``none``: no run fits;
    * ``runs``: no cell can be ``needs``, so the digits are one of ``ways``;
    * ``locked``: ``source`` alone can be ``start``, which every run has;
    * ``needs``: with the digits, the other cells would be one of ``ways``, but none of them can be ``needs``;
    * ``unfit``: they would be one of ``ways``, which their candidates do not allow;
    * ``partner``: with the digits, ``source`` would be one of ``needs``, for which it has no candidate;
    * ``never``: no digit at all fits with the digits;
    * ``misfit``: ``source`` can only be ``needs``, of which none fits with the digits.
    """

    kind: str
    cells: tuple[int, ...] = ()
    digits: _Digits = ()
    source: int = 0
    start: int = 0
    is_placed: bool = False
    low: int = 0
    high: int = 0
    needs: _Digits = ()
    ways: tuple[_Digits, ...] = ()


def line_reasons(step: Step) -> list[LineReason]:
    """Return why the cells of a line lose digits; none where cells outside of it do, too."""
    if step.board is None or step.basis is None or not step.basis.constraints:
        return []
    if not step.removes.keys() <= {*step.basis.cells}:
        return []
    lost = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
    rule = step.basis.constraints[0]
    primitives = list(step.rules.explained_of(rule))
    sets = None if len(step.basis.cells) < len(rule.cells) else sets_of(primitives)
    reasons = list(
        _of_pairs(step, lost, primitives) if sets is None else _of_sets(step, lost, sets)
    )
    return [] if lost or len(reasons) > _MOST_REASONS else reasons


# -- sets of digits, such as runs -----------------------------------------------------------------


def sets_of(primitives: Sequence[Primitive]) -> list[_Digits] | None:
    """Return the sets of different digits of which a line holds one, None if it says no such thing."""
    for each in primitives:
        if isinstance(each, Either) and each.choices:
            sets = [_set_of(choice) for choice in each.choices if _can_be(choice)]
            if all(sets):
                return sets
    return None


def _can_be(choice: Sequence[Primitive]) -> bool:
    """Return whether a choice asks for no digit that the board does not have."""
    return all(each.digits or not each.low for each in choice if isinstance(each, Count))


def _set_of(choice: Sequence[Primitive]) -> _Digits:
    """Return the digits that a choice says are each in one of its cells, none if it says something else."""
    counts = [count for count in choice if isinstance(count, Count)]
    cells = {count.cell for count in choice if isinstance(count, Allowed)}
    is_set = len(counts) + len(cells) == len(choice) and len(counts) == len(cells)
    is_once = all(count.low == count.high == 1 and {*count.cells} == cells for count in counts)
    return tuple(count.digits.bit_length() for count in counts) if is_set and is_once else ()


def _of_sets(step: Step, lost: _Lost, runs: list[_Digits]) -> Iterator[LineReason]:
    """Yield why cells that hold one of some sets lose digits; take these off ``lost``."""
    assert step.board is not None and step.basis is not None
    rules = step.rules
    line = tuple(rules.space.indices(step.basis.constraints[0].cells))
    masks = {cell: _mask(step, cell) for cell in line}
    if not all(masks.values()):
        return
    is_run = all(run[-1] - run[0] == len(run) - 1 for run in runs)
    if is_run:
        yield from _ranges(line, masks, lost, rules.size)
    left = [run for run in runs if extreme(masks, line, run)]
    nowhere = {(c, digit) for c, digit in lost if not any(digit in run for run in left)}
    if len(left) > _MOST or (not left and not is_run):
        if not is_run:
            return
    elif nowhere and not left:
        lost.clear()
        yield LineReason("none")
    elif nowhere:
        lost -= nowhere
        held = {digit for mask in masks.values() for digit in digits_of(mask)}
        gaps = tuple(d for d in range(1, rules.size + 1) if d not in held)
        is_exact = left == [run for run in runs if not set(gaps).intersection(run)]
        inner = tuple(d for d in gaps if is_run and min(held) < d < max(held))
        yield LineReason("runs", needs=inner if is_exact else (), ways=tuple(left))
    yield from _locked(line, masks, left, lost)
    if is_run or len(runs) <= _MOST:
        yield from _tried(step, line, masks, runs, lost)


def _ranges(
    line: Sequence[int], masks: dict[int, int], lost: _Lost, size: int
) -> Iterator[LineReason]:
    """Yield how far the other digits can be from that of one cell."""
    reach = len(line) - 1

    def by_single(cell: int) -> bool:
        return masks[cell].bit_count() > 1  # a cell with one digit comes first

    ordered = sorted(line, key=by_single)
    highest = max(ordered, key=lambda cell: min(digits_of(masks[cell])))
    lowest = min(ordered, key=lambda cell: max(digits_of(masks[cell])))
    low, high = min(digits_of(masks[highest])), max(digits_of(masks[lowest]))
    below = {(c, digit) for c, digit in lost if digit < low - reach}
    above = {(c, digit) for c, digit in lost if digit > high + reach}
    lost -= below | above
    if below and above and highest == lowest and low == high:
        ends = max(1, low - reach), min(size, high + reach)
        yield LineReason("range", source=highest, start=low, low=ends[0], high=ends[1])
        return
    for gone, kind, cell, start in (
        (below, "low", highest, low),
        (above, "high", lowest, high),
    ):
        if gone:
            is_placed = masks[cell].bit_count() == 1
            ends = low - reach, high + reach
            yield LineReason(
                kind, source=cell, start=start, is_placed=is_placed, low=ends[0], high=ends[1]
            )


def _locked(
    line: Sequence[int], masks: dict[int, int], runs: Sequence[_Digits], lost: _Lost
) -> Iterator[LineReason]:
    """Yield the digits that every run has, and that one cell alone can be."""
    for digit in sorted(set(runs[0]).intersection(*runs)) if runs else ():
        places = [cell for cell in line if masks[cell] >> digit - 1 & 1]
        gone = {(cell, d) for cell, d in lost if places == [cell] and d != digit}
        if gone:
            lost -= gone
            yield LineReason("locked", source=places[0], start=digit)


def _tried(
    step: Step, line: Sequence[int], masks: dict[int, int], runs: Sequence[_Digits], lost: _Lost
) -> Iterator[LineReason]:
    """Yield what the other cells would be with a digit, and why they cannot."""
    assert step.board is not None
    placed = step.board.placed
    used = {placed[cell] for cell in line if placed[cell]}
    reasons: dict[LineReason, list[int]] = {}
    for cell, digit in sorted(lost):
        others = [other for other in line if other != cell and not placed[other]]
        ways = [
            tuple(d for d in run if d != digit and d not in used)
            for run in runs
            if used | {digit} <= set(run)
        ]
        needs = needed([masks[other] for other in others], ways)
        reason = LineReason(
            "needs" if needs else "unfit", (), (digit,), needs=needs, ways=tuple(ways)
        )
        if len(others) == 1 and ways:
            both = tuple(d for way in ways for d in way)
            reason = LineReason("partner", (), (digit,), source=others[0], needs=both)
        reasons.setdefault(reason, []).append(cell)
    lost.clear()
    for reason, cells in reasons.items():
        if reason.kind == "unfit":  # which cells are too few depends on the cell
            yield from (reason._replace(cells=(cell,)) for cell in cells)
        else:
            yield reason._replace(cells=tuple(cells))


# -- neighbours -----------------------------------------------------------------------------------


def _of_pairs(step: Step, lost: _Lost, each: Sequence[Primitive]) -> Iterator[LineReason]:
    """Yield which digits of a cell no digit of another one fits, in the order in which that can be seen."""
    each = [one for one in each if not isinstance(one, Either)]
    pairs = [one for one in each if isinstance(one, Pair)]
    if not pairs or not all(isinstance(one, (Pair, Different)) for one in each):
        return
    sides = [(one.a, one.b, list(enumerate(one.rows, 1))) for one in pairs]
    for one in pairs:
        back = [
            (d, sum(1 << n for n, row in enumerate(one.rows) if row >> d - 1 & 1))
            for d in range(1, len(one.rows) + 1)
        ]
        sides.append((one.b, one.a, back))
    masks = {cell: _mask(step, cell) for cell, _, _ in sides}
    never = {(cell, d) for cell, _, rows in sides for d, row in rows if not row} & lost
    together: dict[_Digits, list[int]] = {}
    for cell in sorted({cell for cell, _ in never}):
        together.setdefault(tuple(sorted(d for c, d in never if c == cell)), []).append(cell)
    for digits, cells in together.items():
        yield LineReason("never", tuple(cells), digits)
    for cell, digit in never:
        masks[cell] &= ~(1 << digit - 1)
    lost -= never
    before = -1
    while lost and len(lost) != before:
        before = len(lost)
        for cell, other, rows in sides:
            gone = tuple(d for d, row in rows if (cell, d) in lost and not row & masks[other])
            if gone:
                held = digits_of(masks[other])
                if len(held) <= _MOST:
                    yield LineReason("misfit", (cell,), gone, source=other, needs=held)
                else:
                    fits = reduce(or_, (row for d, row in rows if d in gone), 0)
                    needs = digits_of(fits)
                    yield LineReason("partner", (cell,), gone, source=other, needs=needs)
                masks[cell] &= ~sum(1 << d - 1 for d in gone)
                lost -= {(cell, d) for d in gone}


def _mask(step: Step, cell: int) -> int:
    assert step.board is not None
    digit = step.board.placed[cell]
    return 1 << digit - 1 if digit else step.board.masks[cell]
