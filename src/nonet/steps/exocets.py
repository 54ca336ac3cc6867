"""Exocets: the cells of the pattern, and why each digit is eliminated.

The core says what the base, the targets and the three cross lines are, and what is eliminated. `with_mirrors` marks the
rest of what the proof rests on: the filled cells of the cross lines, and the mirror cells. Then the marks say why each
digit is eliminated: the proof in ``core/logic/exocets.cpp``, step by step. Where a digit had no reason, none is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from nonet.steps.parts import Mark, Role
from nonet.steps.values import cell_value, cell_values, digit_list, house_value
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["exocet_facts", "reasons_of", "with_mirrors"]

_EXOCET = "exocet"


class Reason(NamedTuple):
    """Why some cells cannot be some digits. ``which`` is the number of a target, ``others`` are further cells.

    * ``outside``: the base cannot be the digits, so the targets cannot;
    * ``lines``: the two cross lines without the target lack room for the digits outside of the band;
    * ``mirror``: no mirror cell of the target can be the digits;
    * ``nowhere``: no target can be the digits, so the base cannot;
    * ``pair``: the base and the targets would not have the same two digits;
    * ``reflected``: the cell is the only mirror cell that can be the digit of the target: one of ``digits``, so the
      target is no other one, too.
    """

    kind: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    which: int = 0
    others: tuple[int, ...] = ()


def _is_exocet(step: Step) -> bool:
    """Whether a step is an exocet, and has its cells."""
    roles = [mark.role for mark in step.marks]
    return (
        step.technique.id == _EXOCET
        and roles.count(Role.BASE) == 2
        and roles.count(Role.PINCER) == 2
    )


class _Exocet:
    """The cells of an exocet. Cross lines are numbered 0 (through the mini-line of the base), 1 and 2 (the targets)."""

    def __init__(self, step: Step) -> None:
        self.has_rows = (
            step.houses[0] < 9
        )  # the cross lines are rows, and the lines along the band columns
        self.across = [house % 9 for house in step.houses]
        self.base = tuple(mark.cell for mark in step.marks if mark.role is Role.BASE)
        cells = [mark.cell for mark in step.marks if mark.role is Role.PINCER]
        self.targets = tuple(
            next(cell for cell in cells if self.cross_of(cell) == cross)
            for cross in self.across[1:]
        )
        self.base_line = self.line_of(self.base[0])
        self.band = range(self.base_line // 3 * 3, self.base_line // 3 * 3 + 3)
        self.can_be: dict[int, frozenset[int]] = {}
        for mark in step.marks:
            self.can_be[mark.cell] = self.can_be.get(mark.cell, frozenset()) | mark.digits
        self.digits = self.can_be[self.base[0]] | self.can_be[self.base[1]]

    def cell_at(self, line: int, cross: int) -> int:
        return 9 * cross + line if self.has_rows else 9 * line + cross

    def line_of(self, cell: int) -> int:
        return cell % 9 if self.has_rows else cell // 9

    def cross_of(self, cell: int) -> int:
        return cell // 9 if self.has_rows else cell % 9

    def third_line(self, which: int) -> int:
        """Return the line of the band with neither the base nor a target."""
        return sum(self.band) - self.base_line - self.line_of(self.targets[which])

    def companion(self, which: int) -> int:
        return self.cell_at(self.third_line(which), self.across[1 + which])

    def mirror(self, which: int) -> tuple[int, int]:
        """Return the two cells of the box of the other target one of which is the digit of a target."""
        other = self.across[2 - which]
        begin = other // 3 * 3
        one, two = (
            self.cell_at(self.third_line(which), cross)
            for cross in range(begin, begin + 3)
            if cross != other
        )
        return one, two

    def outside(self) -> Iterator[int]:
        """Yield the cells of the cross lines outside of the band."""
        for cross in self.across:
            for line in range(9):
                if line not in self.band:
                    yield self.cell_at(line, cross)

    # -- why a target cannot be a digit of the base ----------------------------------------------

    def has_room(self, which: int, digit: int) -> bool:
        """Whether the two cross lines without a target can be a digit outside of the band, in different lines."""
        one, two = (
            {
                line
                for line in range(9)
                if line not in self.band
                and digit in self.can_be.get(self.cell_at(line, self.across[cross]), ())
            }
            for cross in (0, 2 - which)
        )
        return bool(one and two and len(one | two) > 1)

    def has_mirror(self, which: int, digit: int) -> bool:
        return any(digit in self.can_be.get(cell, ()) for cell in self.mirror(which))

    def can_be_target(self, which: int, digit: int) -> bool:
        can_be = digit in self.can_be[self.targets[which]]
        return can_be and self.has_room(which, digit) and self.has_mirror(which, digit)

    def kept(self) -> tuple[list[set[int]], list[set[int]]]:
        """Return the digits that are left for the cells of the base, and for the targets."""
        base: list[set[int]] = [set(), set()]
        targets: list[set[int]] = [set(), set()]
        for pair in permutations(sorted(self.digits), 2):
            if not all(self.can_be_target(which, pair[which]) for which in (0, 1)):
                continue
            for turned in (pair, pair[::-1]):
                if all(turned[at] in self.can_be[self.base[at]] for at in (0, 1)):
                    for at in (0, 1):
                        base[at].add(turned[at])
                        targets[at].add(pair[at])
        return base, targets


def with_mirrors(step: Step) -> Step:
    """Return an exocet with marks for all that it rests on; another step, or one without a board, as it is."""
    if not _is_exocet(step) or step.board is None:
        return step
    exocet, board = _Exocet(step), step.board
    filled = [cell for cell in exocet.outside() if board.placed[cell]]
    places = [(Role.COVER, cell) for cell in filled]
    places += [(Role.EXTRA, cell) for which in (0, 1) for cell in exocet.mirror(which)]
    marks = [
        Mark(role, cell, digits)
        for role, cell in places
        if (digits := _digits_at(step, cell) & exocet.digits)
    ]
    return replace(step, marks=(*step.marks, *marks))


def _digits_at(step: Step, cell: int) -> frozenset[int]:
    assert step.board is not None
    placed = step.board.placed[cell]
    return frozenset([placed]) if placed else step.board[cell]


def reasons_of(step: Step) -> list[Reason]:
    """Return why an exocet with all its marks eliminates what it does; nothing for another step."""
    if not _is_exocet(step):
        return []
    exocet = _Exocet(step)
    lost = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
    reasons = [*_of_targets(exocet, lost), *_of_base(exocet, lost), *_of_mirrors(exocet, lost)]
    # What is left of a mirror cell says too what its target cannot be.
    reflected = {reason.which for reason in reasons if reason.kind == "reflected"}
    shorter = [each for each in reasons if each.kind != "mirror" or each.which not in reflected]
    return [] if lost else shorter


def _taken(lost: set[tuple[int, int]], candidates: set[tuple[int, int]]) -> tuple[int, ...]:
    """Take candidates off those that are lost; return their digits."""
    candidates &= lost
    lost -= candidates
    return tuple(sorted({digit for _, digit in candidates}))


def _of_targets(exocet: _Exocet, lost: set[tuple[int, int]]) -> Iterator[Reason]:
    of_targets = {(cell, digit) for cell, digit in lost if cell in exocet.targets}
    beyond = {(cell, digit) for cell, digit in of_targets if digit not in exocet.digits}
    if digits := _taken(lost, beyond):
        yield Reason("outside", tuple(sorted({cell for cell, _ in beyond})), digits)
    for which, cell in enumerate(exocet.targets):
        here = {(c, digit) for c, digit in of_targets & lost if c == cell}
        if digits := _taken(lost, {each for each in here if not exocet.has_room(which, each[1])}):
            yield Reason("lines", (cell,), digits, which)
        if digits := _taken(lost, {each for each in here if not exocet.has_mirror(which, each[1])}):
            yield Reason("mirror", (cell,), digits, which, exocet.mirror(which))


def _of_base(exocet: _Exocet, lost: set[tuple[int, int]]) -> Iterator[Reason]:
    """Yield why cells of the base, and targets whose digits could be theirs by themselves, lose digits."""
    nowhere: dict[tuple[int, ...], set[int]] = {}
    for digit in sorted(exocet.digits):
        cells = tuple(cell for cell in exocet.base if (cell, digit) in lost)
        if cells and not any(exocet.can_be_target(which, digit) for which in (0, 1)):
            nowhere.setdefault(cells, set()).add(digit)
    for cells, held in nowhere.items():
        digits = _taken(lost, {(cell, digit) for cell in cells for digit in held})
        yield Reason("nowhere", cells, digits, others=exocet.targets)
    base, targets = exocet.kept()
    kept = dict(zip((*exocet.base, *exocet.targets), (*base, *targets), strict=True))
    for cell, left in kept.items():
        rest = {(c, digit) for c, digit in lost if c == cell and digit not in left}
        if digits := _taken(lost, rest):
            yield Reason("pair", (cell,), digits)


def _of_mirrors(exocet: _Exocet, lost: set[tuple[int, int]]) -> Iterator[Reason]:
    _, targets = exocet.kept()
    for which, kept in enumerate(targets):
        one, two = exocet.mirror(which)
        for cell, other in ((one, two), (two, one)):
            here = {(c, digit) for c, digit in lost if c == cell and digit not in kept}
            if not kept & exocet.can_be.get(other, frozenset()) and _taken(lost, here):
                yield Reason("reflected", (cell,), tuple(sorted(kept)), which, (other,))


def exocet_facts(step: Step) -> dict[str, object]:
    """Return the companions of the targets, and why each digit is eliminated; nothing for another step."""
    if not _is_exocet(step):
        return {"companions": [], "exocet": []}
    exocet = _Exocet(step)
    companions = [exocet.companion(which) for which in (0, 1)]
    return {
        "companions": cell_values(sorted(companions), 9),
        "exocet": [_value(exocet, step, reason) for reason in reasons_of(step)],
    }


def _value(exocet: _Exocet, step: Step, reason: Reason) -> Value:
    return Value(
        "exocet",
        {
            "kind": reason.kind,
            "cells": cell_values(reason.cells, 9),
            "digits": digit_list(reason.digits),
            "others": cell_values(reason.others, 9),
            "target": cell_value(exocet.targets[reason.which]),
            "house": house_value(step.houses[0]),
            "house2": house_value(step.houses[2 - reason.which]),
            "has_rows": exocet.has_rows,
        },
    )
