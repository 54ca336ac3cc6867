"""A board in the middle of being solved, as the techniques see it, and how they say what they have found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import and_

from nonet.base.masks import digits_of
from nonet.boards.grid import Candidates, Grid
from nonet.deduction.layout import Layout, layout_of
from nonet.rules import Rules
from nonet.rules.constraints import Constraint
from nonet.steps import Basis, Mark, Placement, Role, Step, technique

__all__ = ["BoardView", "without_seen"]

Marks = Iterable[tuple[Role, int, int]]
"""Roles, cells and masks of digits."""


def without_seen(rules: Rules, board: Candidates) -> Candidates:
    """Return the board without the candidates that a placed digit rules out in the cells that it sees.

    >>> board = Candidates.from_masks([0b0001] + [0b1111] * 15, placed=[1] + [0] * 15)
    >>> without_seen(Rules(size=4), board).masks[:5]
    (1, 14, 14, 14, 14)
    """
    allowed = layout_of(rules).filled(bytes(board.placed)).allowed
    masks = tuple(map(and_, board.masks, allowed))
    return board if masks == board.masks else Candidates._trusted(masks, board.placed)


class BoardView:
    """A board: ``masks`` of candidates, placed ``digits``, ``open`` cells as a set."""

    def __init__(
        self,
        rules: Rules,
        board: Candidates,
        ratings: Mapping[str, float],
        givens: Grid | None = None,
    ) -> None:
        self.layout: Layout = layout_of(rules)
        self.rules = rules
        self.board = without_seen(rules, board)
        self.masks = self.board.masks
        self.filled = self.layout.filled(bytes(board.placed))
        self.digits = self.filled.placed
        self.givens = givens
        self._ratings = ratings
        self.open = self.filled.open

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The open cells that can hold each digit, by digit less one."""
        found = [0] * self.layout.size
        bit = 1
        for mask, filled in zip(self.masks, self.digits, strict=True):
            if not filled:
                while mask:
                    found[(mask & -mask).bit_length() - 1] |= bit
                    mask &= mask - 1
            bit <<= 1
        return tuple(found)

    @cached_property
    def able_by_digit(self) -> tuple[int, ...]:
        """The cells, filled ones too, that can hold each digit, by digit less one."""
        found = list(self.places)
        for cell, digit in enumerate(self.digits):
            if digit:
                found[digit - 1] |= 1 << cell
        return tuple(found)

    def confined(self, digits: int) -> int:
        """Return the cells, filled ones too, that can hold nothing but some digits."""
        others = ((1 << self.layout.size) - 1) & ~digits
        return ((1 << len(self.masks)) - 1) & ~self.able(others)

    def able(self, digits: int) -> int:
        """Return the cells, filled ones too, that can hold one of some digits."""
        found, able = 0, self.able_by_digit
        while digits:
            low = digits & -digits
            found |= able[low.bit_length() - 1]
            digits ^= low
        return found

    def seen_by_all(self, cells: int, among: int = -1) -> int:
        """Return the cells, of those ``among``, that see all of some cells."""
        sees = self.layout.sees
        while cells and among:
            low = cells & -cells
            among &= sees[low.bit_length() - 1]
            cells ^= low
        return among

    def narrowed(self, cells: Iterable[int], left: Iterable[int]) -> dict[int, int]:
        """Return what some open cells lose if this is left of their candidates."""
        return {
            cell: lost
            for cell, mask in zip(cells, left, strict=True)
            if not self.digits[cell] and (lost := self.masks[cell] & ~mask)
        }

    def step(
        self,
        name: str,
        *,
        places: tuple[int, int] | None = None,
        removes: Mapping[int, int] | None = None,
        houses: tuple[int, ...] = (),
        marks: Marks = (),
        basis: Basis | None = None,
    ) -> Step:
        """Return a step; candidates are masks. What is placed and eliminated is marked as the target."""
        known = [Mark(role, cell, frozenset(digits_of(mask))) for role, cell, mask in marks]
        gone = {cell: frozenset(digits_of(mask)) for cell, mask in sorted((removes or {}).items())}
        if places is not None:
            known.append(Mark(Role.TARGET, places[0], frozenset(places[1:])))
        known += [Mark(Role.TARGET, cell, digits) for cell, digits in gone.items()]
        return Step(
            technique(name),
            self._ratings[name],
            places=None if places is None else Placement(*places),
            removes=gone,
            houses=houses,
            marks=tuple(known),
            rules=self.rules,
            basis=basis,
            board=self.board,
            givens=self.givens,
        )

    def basis(
        self,
        constraints: Iterable[Constraint],
        cells: Iterable[int] = (),
        total: int | None = None,
        sets: Iterable[int] = (),
    ) -> Basis:
        """Return what a step takes from constraints; ``sets`` are masks of digits."""
        ways = tuple(digits_of(mask) for mask in sets)
        return Basis(tuple(constraints), tuple(cells), total, ways)
