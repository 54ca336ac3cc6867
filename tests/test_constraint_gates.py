"""Code that knows houses only refuses constraints, and names them; all else respects them."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest
from meaning import solutions
from random_constraints import random_constraint, words_that_fit

import nonet
from nonet import Conflict, Puzzle, RulesError, batch, teach
from nonet.engine import sat
from nonet.engine.results import Status
from nonet.engine.tables import masks_of
from nonet.lab.fairness import shuffled, verified
from nonet.rules.variants import parse_rules

SMALL = Puzzle("." * 16, rules="killer:5=r1c1r1c2 thermo:r2c1r3c1r4c2 antiknight")
CLASSIC_SIZE = Puzzle("." * 81, rules="thermo:r1c1r2c1")
NAMES = "constraints are not supported by .*thermo:r1c1r2c1"


def test_the_canonical_form_refuses() -> None:
    other = Puzzle("." * 81)
    for refused in (
        CLASSIC_SIZE.canonical,
        CLASSIC_SIZE.automorphisms,
        lambda: CLASSIC_SIZE.is_equivalent(other),
        lambda: other.is_equivalent(CLASSIC_SIZE),
    ):
        with pytest.raises(RulesError, match=NAMES):
            refused()


def test_the_generator_refuses() -> None:
    with pytest.raises(RulesError, match="got thermo:r1c1r2c1; add completes a puzzle that has it"):
        nonet.generate(rules="thermo:r1c1r2c1", seed=1)


def test_a_shuffle_renames_digits_only_where_constraints_allow_it() -> None:
    boards = np.zeros((2, 81), np.uint8)
    with pytest.raises(RulesError, match="a shuffle renames digits, but thermo:r1c1r2c1 depends"):
        shuffled(boards, 1, rules=CLASSIC_SIZE.rules)
    assert shuffled(boards, 1, rules=parse_rules("antiknight")).shape == (2, 81)


def test_a_grid_that_violates_a_constraint_is_not_verified() -> None:
    boards = np.zeros((2, 16), np.uint8)
    good = next(solutions(SMALL.rules, [0] * 16))
    plain = next(solutions(nonet.Rules(size=4), [0] * 16))
    grids = np.array([good, plain], np.uint8)
    assert verified(boards, grids, rules=SMALL.rules).tolist() == [True, False]
    assert verified(boards, grids, rules=nonet.Rules(size=4)).tolist() == [True, True]


def test_the_sat_solver_takes_no_board_with_constraints() -> None:
    masks = masks_of(SMALL.givens, None, "Q")
    assert sat.hand_over(SMALL.rules, masks, limit=2, found=0) == (Status.OUT_OF_BUDGET, 0, [])


@pytest.mark.parametrize("name", teach.names())
def test_an_algorithm_solves_variants_or_says_that_it_does_not(name: str) -> None:
    if not teach.algorithm(name).constraints:
        with pytest.raises(
            RulesError, match=f"by the algorithm '{name}', got antiknight and 2 more"
        ):
            teach.solve(SMALL, name)
        return
    expected = sorted(solutions(SMALL.rules, [0] * 16))
    found = teach.solve(SMALL, name, limit=None)
    assert found.exact and sorted(tuple(grid) for grid in found.solutions) == expected
    with pytest.raises(Conflict, match="can no longer sum to 3"):
        teach.solve(Puzzle("3" + "." * 15, rules="killer:3=r1c1r1c2"), name)


@pytest.mark.parametrize(
    "words", ["killer:7=r1c1r1c2", "white:r1c1r2c1 black:r3c3r3c4", "x:r1c1r1c2"]
)
def test_algorithms_agree_on_variants(words: str) -> None:
    puzzle = Puzzle(".... ..3. .4.. ....", rules=words)
    expected = sorted(solutions(puzzle.rules, list(puzzle.givens)))
    for name in teach.names():
        if teach.algorithm(name).constraints:
            found = teach.solve(puzzle, name, limit=None)
            assert sorted(tuple(grid) for grid in found.solutions) == expected, name


def test_minimise_repair_and_batch_know_constraints() -> None:
    rng = random.Random(3)
    base, tried = nonet.Rules(size=4), 0
    while tried < 10:
        words = rng.sample(words_that_fit(base.space), 2)
        rules = base.with_constraints(*(random_constraint(word, rng, base.space) for word in words))
        full = next(solutions(rules, [0] * 16, rng), None)
        if full is None:
            continue
        tried += 1
        minimal = Puzzle(nonet.Grid(bytes(full)), rules=rules).minimise(seed=tried)
        assert list(solutions(rules, list(minimal.givens))) == [full]
        for cell in minimal.givens.filled:
            fewer = [0 if at == cell else digit for at, digit in enumerate(minimal.givens)]
            assert len(list(islice(solutions(rules, fewer), 2))) == 2
        part = [digit if rng.random() < 0.3 else 0 for digit in full]
        puzzle, found = Puzzle(nonet.Grid(bytes(part)), rules=rules), list(solutions(rules, part))
        assert len(list(solutions(rules, list(puzzle.repair().puzzle.givens)))) == 1
        assert int(batch.solve([puzzle], limit=50).counts[0]) == min(50, len(found))
        assert puzzle.differences() == {
            cell: frozenset(grid[cell] for grid in found)
            for cell in range(16)
            if len({grid[cell] for grid in found}) > 1
        }
        candidates = puzzle.candidates()
        assert all(grid[cell] in candidates[cell] for grid in found for cell in range(16))


def test_check_says_what_violates_a_constraint() -> None:
    check = Puzzle("4" + "." * 15, rules="killer:3=r1c1r1c2").check()
    assert not check and check.is_unique is False
    assert check.problems == (
        "the digits in the cage r1c1, r1c2 can no longer sum to 3; r1c1 is 4",
    )
    assert [violation.cells for violation in check.violations] == [("r1c1", "r1c2")]
    empty = Puzzle("." * 16, rules="killer:9=r1c1r1c2").check()
    assert empty.problems == ("the sum of the cage r1c1, r1c2 must be 3 to 7, got 9",)
    full = next(solutions(nonet.Rules(size=4), [0] * 16))
    filled = Puzzle("." * 16, rules="killer:9=r1c1r4c4").check(list(full))
    assert filled.problems == (
        f"the digits in the cage r1c1 r4c4 sum to {full[0] + full[15]}, expected 9",
    ) or (full[0] == full[15])


def test_candidates_exclude_what_violates_a_constraint_at_once() -> None:
    puzzle = Puzzle("5" + "." * 80, rules="antiknight killer:4=r9c1r9c2 thermo:r5c1r5c2r5c3")
    candidates = puzzle.candidates()
    assert 5 not in candidates["r2c3"] and 5 not in candidates["r3c2"] and 5 in candidates["r4c4"]
    assert sorted(candidates["r9c1"]) == [1, 2, 3]
    assert sorted(candidates["r5c1"]) == [1, 2, 3, 4, 6, 7] and 9 in candidates["r5c3"]
