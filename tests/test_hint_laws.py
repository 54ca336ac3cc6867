"""No wrong hint: on random boards with random rules, each step agrees with the solution that the search knows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import pytest
from deductions import full_board, keeps, met_by
from quick import some
from test_deduction import cages

from nonet import Grid, LimitReached, Position, Puzzle, Rules, Stuck
from nonet.rules.variants import parse_rules

SHAPES = (
    *("3x3", "3x3 diagonals", "3x3 windoku", "3x3 disjoint", "latin9", "3x3 diagonals windoku"),
    *(
        "3x3 antiknight",
        "3x3 antiking",
        "3x3 nonconsecutive",
        "2x3",
        "2x4 diagonals",
        "2x2",
        "latin5",
    ),
    "jigsaw:111222333111224333511224363551224366554444666555544677888999667888999777888999777",
)
BOARDS_OF_ONE = 10
WORK = 5_000


def unique(solution: Grid, rules: Rules, rng: random.Random) -> Puzzle:
    """Return a puzzle with a solution: a few givens, and more where other solutions differ."""
    share = rng.choice((0.05, 0.15, 0.25, 0.35))
    givens = [digit if rng.random() < share else 0 for digit in solution]
    while True:
        puzzle = Puzzle(Grid(givens), rules=rules)
        found = list(islice(puzzle.solutions(), 2))
        others = [each for each in found if each != solution]
        if not others:
            return puzzle
        where = [cell for cell, digit in enumerate(others[0]) if digit != solution[cell]]
        for cell in rng.sample(where, min(2, len(where))):
            givens[cell] = solution[cell]


def random_puzzle(rng: random.Random) -> tuple[Puzzle, Grid]:
    """Return a puzzle of a random shape, on half of the boards with constraints or cages."""
    shape = parse_rules(rng.choice(SHAPES))
    solution = full_board(shape, rng)
    is_usual = shape.size in (6, 9)  # the makers of constraints fit these
    more = (
        met_by(solution, shape, rng, rng.randint(1, 5)) if is_usual and rng.random() < 0.5 else []
    )
    more += cages(solution, rng) if rng.random() < 0.2 else []
    return unique(solution, shape.with_constraints(*shape.constraints, *more), rng), solution


def unsound(puzzle: Puzzle, solution: Grid, rng: random.Random) -> Sequence[str]:
    """Return the steps on the way to the end, and all that some position has, that contradict the solution."""
    order = rng.choice(("nonet", "se", "sukaku"))
    steps = []
    try:
        for step in puzzle.steps(profile=order, budget=WORK):
            steps.append(step)
    except (Stuck, LimitReached):
        pass
    position: Position = Position(puzzle)
    for step in steps[: rng.randrange(len(steps) + 1)]:
        position = position.after(step)
    try:
        found = steps + list(position.all_steps(budget=WORK))
    except LimitReached as error:
        found = steps + list(error.progress)
    return [f"{puzzle!r}: {step}" for step in found if not keeps(step, solution)]


@pytest.mark.parametrize("seed", some(range(40), 8, rare=2))
def test_no_hint_contradicts_the_solution(seed: int) -> None:
    for number in range(BOARDS_OF_ONE):
        rng = random.Random(BOARDS_OF_ONE * seed + number)
        puzzle, solution = random_puzzle(rng)
        assert not unsound(puzzle, solution, rng)
