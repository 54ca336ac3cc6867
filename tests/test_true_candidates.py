"""The digits of each cell that occur in some solution: in Python, and on the command line."""

from __future__ import annotations

import json

import pytest
from console import run

from nonet import LimitReached, NoSolution, Puzzle

RULES = "2x2 killer:5=r1c1r1c2 thermo:r2c1r3c1r4c1"


@pytest.mark.parametrize("rules", [RULES, "2x2", "latin4", "diagonals sandwich:2=r1"])
def test_they_are_the_digits_of_all_solutions(rules: str) -> None:
    puzzle = Puzzle("." * 15 + "1", rules=rules)
    seen: list[set[int]] = [set() for _ in range(16)]
    for solution in puzzle.solutions():
        for cell, digit in enumerate(solution):
            seen[cell].add(digit)
    found = puzzle.true_candidates()
    assert [set(found[cell]) for cell in range(16)] == seen


def test_a_unique_puzzle_has_one_digit_per_cell() -> None:
    puzzle = Puzzle("1.....3..4.....2")
    assert [set(cell) for cell in puzzle.true_candidates()] == [{d} for d in puzzle.solution()]


def test_pencil_marks_count() -> None:
    marks = Puzzle("." * 16).candidates()
    marks = marks.from_masks([0b0011, *marks.masks[1:]])
    assert Puzzle(marks).true_candidates()["r1c1"] == {1, 2}


def test_what_is_not_known_is_an_error() -> None:
    with pytest.raises(NoSolution, match="The largest possible number is 5"):
        Puzzle("." * 16, rules="sandwich:9=r1").true_candidates()
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    with pytest.raises(LimitReached):
        Puzzle(hard).true_candidates(budget=1)


def test_the_command_prints_and_draws_them() -> None:
    board = "1... ..3. .4.. ...."
    found = json.loads(run("candidates", "--true", "--json", board).out)
    assert found["candidates"][15] == [2, 3, 4]
    plain = json.loads(run("candidates", "--json", board).out)
    assert plain["candidates"][3] == [2, 4] and plain["candidates"][15] == [1, 2, 3, 4]
    assert "<svg" in run("candidates", "--true", "--to", "svg", board).out
    failed = run("candidates", "--true", "--rules", "killer:9=r1c1r1c2", "." * 16)
    assert failed.code == 1 and "must be 3 to 7, got 9" in failed.err
    assert "--budget needs --true" in run("candidates", "--budget", "5", board).err
