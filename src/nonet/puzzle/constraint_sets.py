"""Which constraints a puzzle can do without, and which of them are wrong.

A puzzle whose rules allow no solution usually has one mistake: a sum that was misread, a line in the wrong place.
As in `nonet.puzzle.repairing`, cores are followed: constraints that exclude each other, of which any fewer do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import LimitReached, RulesError
from nonet.base.rng import SplitMix64
from nonet.rules import Rules
from nonet.rules.constraints.base import Constraint

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["redundant_constraints", "repaired", "with_fewest_constraints"]

_MOST_TOGETHER = 2
"""Wrong constraints that are looked for together."""


def redundant_constraints(puzzle: Puzzle, budget: int | None) -> tuple[Constraint, ...]:
    """Return the constraints of a unique puzzle that can each be removed alone."""
    return tuple(
        each for each in puzzle.rules.constraints if _is_unique(_without(puzzle, each), budget)
    )


def with_fewest_constraints(puzzle: Puzzle, seed: int, budget: int | None) -> Puzzle:
    """Return a unique puzzle without constraints that it does not need, removed in the order of the seed.

    A constraint stays if the budget does not suffice to prove that it is not needed.
    """
    constraints = puzzle.rules.constraints
    for place in SplitMix64(seed, 1).shuffled(len(constraints)):
        less = _without(puzzle, constraints[place])
        with suppress(LimitReached):
            if _is_unique(less, budget):
                puzzle = less
    return puzzle


def repaired(puzzle: Puzzle, budget: int | None) -> Iterator[Puzzle]:
    """Yield the puzzle with the fewest constraints changed that leaves exactly one solution, in every way.

    A constraint with a sum gets another sum; if none leaves one solution, and for all others, the constraint is
    removed. The givens stay.
    """
    for number in range(1, _MOST_TOGETHER + 1):
        repairs = []
        for wrong in combinations(_suspects(puzzle, budget), number):
            less = _without(puzzle, *wrong)
            if _count(less, 1, budget):
                repairs += _changed(puzzle, wrong, budget) or [less]
        unique = [each for each in repairs if _is_unique(each, budget)]
        if repairs:
            yield from unique or repairs
            return


def _suspects(puzzle: Puzzle, budget: int | None) -> tuple[Constraint, ...]:
    """Return constraints that exclude each other, of which any fewer do not: one of them is wrong."""
    core = puzzle.rules.constraints
    for each in core:
        less = tuple(other for other in core if other != each)
        if not _count(_with(puzzle, less), 1, budget):
            core = less
    return core


def _changed(puzzle: Puzzle, wrong: tuple[Constraint, ...], budget: int | None) -> list[Puzzle]:
    """Return the puzzles with another sum of the one wrong constraint."""
    if len(wrong) > 1 or wrong[0].number != "sum":
        return []
    puzzles = []
    for total in range(1, sum(puzzle.rules.space.digits) + 1):
        other = type(wrong[0])(**{**wrong[0].fields, "sum": total})
        rules = tuple(other if each == wrong[0] else each for each in puzzle.rules.constraints)
        try:
            changed = _with(puzzle, rules)
        except RulesError:
            continue
        if other != wrong[0] and _is_unique(changed, budget):
            puzzles.append(changed)
    return puzzles


def _without(puzzle: Puzzle, *constraints: Constraint) -> Puzzle:
    return _with(puzzle, tuple(c for c in puzzle.rules.constraints if c not in constraints))


def _with(puzzle: Puzzle, constraints: tuple[Constraint, ...]) -> Puzzle:
    rules: Rules = puzzle.rules.without_constraints().with_constraints(*constraints)
    return type(puzzle)(puzzle.givens, rules=rules, marks=puzzle.marks, info=puzzle.info)


def _is_unique(puzzle: Puzzle, budget: int | None) -> bool:
    return _count(puzzle, 2, budget) == 1


def _count(puzzle: Puzzle, limit: int, budget: int | None) -> int:
    count, exact = engine.count(
        puzzle.rules, puzzle.givens, puzzle.marks, limit=limit, budget=budget
    )
    if not exact and count < limit:
        raise LimitReached(engine.budget_sentence(puzzle.rules, budget))
    return count
