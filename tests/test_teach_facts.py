"""Figures of the teaching solvers, published ones and ours, each counted again by a plain function."""

from __future__ import annotations

import math
import textwrap
from contextlib import suppress
from typing import Any

import pytest

from nonet import teach
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, Rules
from nonet.teach import SolverRun, backtracking_walking, make_board
from nonet.teach.row_permutation import estimate

PUBLISHED = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
AGAINST = "000000000000003085001020000000507000004000100090000000500000073002010000000040009"
WITH_RULES = "000000200080007090602000500070060000000901000000020040005000603090400070006000000"
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


class Found(Exception):
    """The first solution is reached."""


def count_calls(
    puzzle: str, *, walking: bool = False, descending: bool = False, everything: bool = False
) -> int:
    """Return the calls of plain backtracking up to the first solution, or to the end."""
    order = [1 << digit for digit in (range(8, -1, -1) if descending else range(9))]
    rows, columns, boxes = [0] * 9, [0] * 9, [0] * 9
    places = [(cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3) for cell in range(81)]
    for sign, (row, column, box) in zip(puzzle, places, strict=True):
        bit = 1 << int(sign) >> 1
        rows[row], columns[column], boxes[box] = (
            rows[row] | bit,
            columns[column] | bit,
            boxes[box] | bit,
        )
    path = [cell for cell in range(81) if walking or puzzle[cell] == "0"]
    row_ends = {9 * row + 8 for row in range(8)} if walking else set()
    calls = 0

    def after(index: int) -> None:
        nonlocal calls
        if path[index] in row_ends:  # a call for column 9, except in the last row
            calls += 1
        call(index + 1)

    def call(index: int) -> None:
        nonlocal calls
        calls += 1
        if index == len(path):
            if everything:
                return
            raise Found
        if puzzle[path[index]] != "0":
            after(index)
            return
        row, column, box = places[path[index]]
        taken = rows[row] | columns[column] | boxes[box]
        for bit in order:
            if not bit & taken:
                rows[row] |= bit
                columns[column] |= bit
                boxes[box] |= bit
                after(index)
                rows[row] ^= bit
                columns[column] ^= bit
                boxes[box] ^= bit

    with suppress(Found):
        call(0)
    return calls


@pytest.mark.parametrize(
    ("name", "first", "whole"),
    [("backtracking", 17_368, 18_223), ("backtracking_walking", 28_134, 29_501)],
)
def test_calls_are_those_of_the_plain_programs(name: str, first: int, whole: int) -> None:
    one, every = (teach.solve(PUBLISHED, name, limit=limit) for limit in (1, None))
    assert (one.counters.calls, every.counters.calls) == (first, whole)
    assert one.solutions == every.solutions == (Puzzle(PUBLISHED).solution(),)
    walking = name.endswith("walking")
    assert count_calls(PUBLISHED, walking=walking) == first
    assert count_calls(PUBLISHED, walking=walking, everything=True) == whole


def test_the_walking_program_makes_these_calls_as_it_is_printed() -> None:
    grid = [[int(sign) for sign in PUBLISHED[row : row + 9]] for row in range(0, 81, 9)]
    calls = 0

    def is_safe(row: int, column: int, digit: int) -> bool:
        top, left = row - row % 3, column - column % 3
        return not any(
            digit in (grid[row][i], grid[i][column], grid[top + i // 3][left + i % 3])
            for i in range(9)
        )

    printed = (backtracking_walking.__doc__ or "").split("is::\n")[1].split("\n\nSome")[0]
    names: dict[str, Any] = {"grid": grid, "is_safe": is_safe}
    exec(textwrap.dedent(printed), names)
    program = names["solve"]

    def counted(row: int, column: int) -> bool:
        nonlocal calls
        calls += 1
        return bool(program(row, column))

    names["solve"] = counted
    assert counted(0, 0) and calls == 28_134
    assert Grid([digit for line in grid for digit in line]) == Puzzle(PUBLISHED).solution()


@pytest.mark.slow
def test_three_forms_make_the_same_placements() -> None:
    forms = "backtracking", "backtracking_walking", "backtracking_iterative"
    runs = [teach.solve(PUBLISHED, name) for name in forms]
    assert {run.counters.assignments for run in runs} == {17_367}
    assert {run.counters.tries for run in runs} == {156_078}
    assert [run.counters.calls for run in runs] == [17_368, 28_134, 0]


@pytest.mark.slow
def test_descending_digits_on_the_board_against_brute_force() -> None:
    run = teach.solve(AGAINST, "backtracking", digits="descending")
    assert run.solution is not None and run.solution.text()[:9] == "987654321"
    assert run.solution == Puzzle(AGAINST).solution()
    assert run.counters.calls == 31_975 == count_calls(AGAINST, descending=True)
    # In ascending order it is the 69,175,317th call; what a test can afford is to be far from it.
    run = teach.solve(AGAINST, "backtracking", budget=1_000_000)
    assert not run.exact and run.solution is None
    assert run.counters.calls > 31_975


def test_two_rules_solve_the_board_against_brute_force() -> None:
    run = teach.solve(AGAINST, "rules_then_search")
    assert run.counters.filled_by_rules == AGAINST.count("0") == 64 and run.counters.guesses == 0


def test_rules_alone_solve_an_easy_board() -> None:
    run = teach.solve(EASY, "rules_then_search", limit=None)
    assert run.exact and run.solution == Puzzle(EASY).solution()
    assert run.counters.guesses == run.counters.tries == run.counters.backtracks == 0
    assert run.counters.filled_by_rules == run.counters.assignments == EASY.count("0") == 51


@pytest.mark.slow
def test_what_two_rules_save() -> None:
    with_rules = teach.solve(WITH_RULES, "rules_then_search").counters
    assert with_rules.filled_by_rules == 9 and with_rules.guesses == 133_965
    without = 1_070_592  # placements; the whole run takes too long for a test
    run = teach.solve(WITH_RULES, "rules_then_search", rules=False, budget=1_200_000)
    assert not run.exact and run.solution is None and run.counters.rules == 0
    print(f"two rules save {1 - with_rules.assignments / without:.0%} of the placements", end="")
    print(f" ({with_rules.assignments:,} instead of {without:,})")


@pytest.mark.slow
def test_a_million_placements_without_rules() -> None:
    assert count_calls(WITH_RULES) - 1 == 1_070_592


def test_placements_without_rules() -> None:
    short = teach.solve(EASY, "rules_then_search", rules=False).counters
    assert short.assignments == count_calls(EASY) - 1 == 4208


def test_what_each_idea_saves() -> None:
    counters = {
        name: teach.solve(PUBLISHED, name).counters
        for name in ("rules_then_search", "smallest_domain", "norvig", "preemptive_sets")
    }
    assert {name: found.guesses for name, found in counters.items()} == {
        "rules_then_search": 4176, "smallest_domain": 31, "norvig": 1, "preemptive_sets": 0,
    }  # fmt: skip


# -- the bad example -----------------------------------------------------------------------------


def run_rows(puzzle: str, budget: int | None = None) -> SolverRun:
    return teach.solve(puzzle, "row_permutation", budget=budget)


def test_the_estimate() -> None:
    empty = estimate(make_board(CLASSIC, Grid([0] * 81)))
    assert empty.boards == math.factorial(9) ** 9
    assert empty.sentence == (
        "There are 1.1 x 10^50 boards with the right digits in every row;"
        " at 1,000,000 a second they take 3.5 x 10^36 years."
    )
    small = estimate(make_board(Rules(size=4), Grid("1.............12")))
    assert small.boards == 6 * 24 * 24 * 2
    assert "There are 6,912 boards" in small.sentence
    assert small.sentence.endswith("they take 1 s at most.")
    slow = estimate(make_board(Rules(size=4), Grid("." * 16)), boards_per_second=1000)
    assert "331,776 boards" in slow.sentence and slow.sentence.endswith("they take 332 s at most.")
    assert "10^629" in estimate(make_board(Rules(size=25), Grid([0] * 625))).sentence


def test_rows_are_tried_at_most_as_often_as_estimated() -> None:
    for givens in ("1... .... .... ...2", "1... ..3. .4.. ...2", ". " * 16):
        run = teach.solve(givens, "row_permutation", limit=None)
        most = estimate(make_board(Rules(size=4), Grid(givens))).boards
        assert run.exact and len(run.solutions) <= run.counters.checks <= 4 * most


def test_rows_do_badly() -> None:
    assert run_rows(EASY).solution == Puzzle(EASY).solution()
    assert not run_rows(PUBLISHED, budget=300_000).exact
    assert run_rows(EASY).counters.checks > 20 * teach.solve(EASY, "norvig").counters.calls
