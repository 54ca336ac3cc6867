"""The search of many subtrees at once, which boards of houses, sums and relations get after a few dozen conflicts."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice

import pytest
from quick import some

import nonet
from nonet import engine
from nonet.base.errors import LimitReached
from nonet.rules.constraints import LittleKiller

_SOLUTION = "435269781682571493197834562826195347374682915951743628519326874248957136763418259"
_DIRECTIONS = ("down right", "down left", "up right", "up left")


def _flipped(text: str) -> str:
    return "".join(text[9 * column + row] for row in range(9) for column in range(9))


def _little_killers(seed: int, solution: str = _SOLUTION) -> nonet.Puzzle:
    """Little killers on half of the diagonals, and a few givens: hundreds of conflicts, from no to many solutions."""
    rng = random.Random(seed)
    space = nonet.CLASSIC.space
    constraints = []
    for direction in _DIRECTIONS:
        down, right = direction.startswith("down"), direction.endswith("right")
        for place in range(1, 10):
            edge = f"r{place}c{1 if right else 9}"
            arrow = LittleKiller(edge, direction, sum=1)
            cells = arrow.diagonal(space)
            if len(cells) >= 3 and (down or place > 1) and rng.random() < 0.5:
                total = sum(int(solution[space.index(cell)]) for cell in cells)
                constraints.append(LittleKiller(edge, direction, sum=total))
    givens = ["."] * 81
    for cell in rng.sample(range(81), rng.choice((10, 12, 14))):
        givens[cell] = solution[cell]
    return nonet.Puzzle("".join(givens), rules=nonet.Rules(constraints=constraints))


def _outcome(puzzle: nonet.Puzzle, budget: int) -> tuple[str, list[str]]:
    try:
        count = str(puzzle.count(limit=200, budget=budget))
    except LimitReached as error:
        count = str(error)
    found = []
    try:
        found += [str(grid) for grid in islice(puzzle.solutions(budget=budget), 3)]
    except LimitReached as error:
        found.append(str(error))
    return count, found


@pytest.mark.parametrize("seed", some(range(40), 8))
def test_the_instruction_set_changes_no_answer(seed: int) -> None:
    puzzle = _little_killers(seed)
    outcomes = {}
    for name in engine.instruction_sets():
        with engine.using_instruction_set(name):
            outcomes[name] = [_outcome(puzzle, budget) for budget in (1000, 5000)]
    assert len({str(outcome) for outcome in outcomes.values()}) == 1, outcomes


@pytest.mark.parametrize("seed", some(range(40), 8))
def test_solutions_are_right_and_each_comes_once(seed: int) -> None:
    puzzle = _little_killers(seed)
    grids = []
    with suppress(LimitReached):
        for grid in islice(puzzle.solutions(budget=20_000), 300):
            grids.append(grid.text())
            if len(grids) <= 20:
                assert not list(puzzle.rules.violations(grid))
        if len(grids) < 300:
            assert _SOLUTION in grids
            assert puzzle.count(limit=300, budget=50_000) == len(grids)
    assert len(set(grids)) == len(grids)
