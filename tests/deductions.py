"""Steps on boards with constraints, and what must hold of them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

from random_constraints import random_constraint, words_that_fit

from nonet import Candidates, Grid, Puzzle, Rules, deduction
from nonet.puzzle.finding import all_on, next_on
from nonet.rules.constraints import (
    Constraint,
)
from nonet.steps import Profile, Step, profile

ORDER = profile("nonet")

FOUR, SIX = Rules(size=4), Rules(box_rows=2, box_columns=3)


def start(rules: Rules, givens: Iterable[int]) -> Candidates:
    """Return the board of a puzzle, with all candidates of the cells that are not given."""
    digits = bytes(givens)
    whole = (1 << rules.size) - 1
    return Candidates.from_masks([1 << d - 1 if d else whole for d in digits], placed=digits)


def next_step(rules: Rules, board: Candidates, order: Profile = ORDER) -> Step | None:
    """Return the first step on a board without what placed digits rule out."""
    return next_on(rules, deduction.without_seen(rules, board), order)


def all_steps(rules: Rules, board: Candidates) -> tuple[Step, ...]:
    """Return all steps on a board without what placed digits rule out."""
    return all_on(rules, deduction.without_seen(rules, board), ORDER)


def keeps(step: Step, solution: Grid) -> bool:
    """Return whether a step is right about a solution."""
    if step.places is not None and solution[step.places.cell] != step.places.digit:
        return False
    return all(solution[cell] not in digits for cell, digits in step.removes.items())


@cache
def grids() -> tuple[Grid, ...]:
    """Return all 288 full boards of four rows."""
    return tuple(Puzzle("." * 16).solutions())


def solutions_of(constraints: list[Constraint]) -> list[Grid]:
    """Return all full 4x4 boards that meet the constraints."""
    rules = FOUR.with_constraints(*constraints)
    return [grid for grid in grids() if not any(rules.violations(list(grid)))]


def met_by(solution: Grid, rules: Rules, rng: random.Random, count: int) -> list[Constraint]:
    """Return random constraints that a solution meets."""
    found: list[Constraint] = []
    while len(found) < count:
        each = random_constraint(rng.choice(words_that_fit(rules.space)), rng, rules.space)
        board = dict(zip(rules.space.names, solution, strict=True))
        if not any(each.violations(board, rules.space)):
            found.append(each)
    return found


def full_board(rules: Rules, rng: random.Random) -> Grid:
    """Return a full board of houses: three first cells at random, the rest found."""
    while True:
        digits = [0] * rules.size**2
        for cell in rng.sample(range(len(digits)), rules.size // 2):
            digits[cell] = rng.randint(1, rules.size)
        puzzle = Puzzle(Grid(digits), rules=rules)
        if puzzle.count(limit=1):
            return next(puzzle.solutions())


def first(name: str, rules: Rules, givens: Iterable[int] = ()) -> Step:
    """Return the first step of a technique on a board."""
    board = start(rules, [*givens] or [0] * rules.size**2)
    step = next_step(rules, board, ORDER.only(name))
    assert step is not None
    return step
