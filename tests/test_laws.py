"""Laws that hold for every board and every solver."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import numpy as np
import numpy.typing as npt
import oracle
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from oracle import Board
from strategies import Shuffle

from nonet import batch
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle


def all_solutions(board: Board) -> set[Board]:
    return {tuple(grid) for grid in islice(Puzzle(board).solutions(), 2000)}


@given(strategies.boards(30, 54), strategies.shuffles)
def test_a_shuffled_puzzle_has_the_shuffled_solutions(board: Board, change: Shuffle) -> None:
    before = all_solutions(board)
    if len(before) < 2000:
        assert all_solutions(change(board)) == {change(solution) for solution in before}


@given(strategies.boards(50, 58), strategies.shuffles)
def test_equivalent_puzzles_have_the_same_count(board: Board, change: Shuffle) -> None:
    assert Puzzle(board).count(20_000) == Puzzle(change(board)).count(20_000)


@given(strategies.boards(40, 60), st.lists(strategies.shuffles, min_size=1, max_size=40))
def test_equivalent_puzzles_have_the_same_count_in_a_batch(
    board: Board, changes: list[Shuffle]
) -> None:
    rows = np.array([board, *(change(board) for change in changes)], np.uint8)
    counts = batch.solve(rows, limit=500).counts
    assert len(set(counts.tolist())) == 1


@given(strategies.seeds)
def test_equivalent_marks_have_the_same_count(seed: int) -> None:
    rng = random.Random(seed)
    masks = strategies._marks_around(rng, rng.uniform(0.1, 0.5), rng.randint(0, 2))
    change = strategies.make_shuffle(rng)

    def rename(mask: int) -> int:
        return sum(1 << (change.names[d] - 1) for d in range(1, 10) if mask >> (d - 1) & 1)

    other = [rename(masks[cell]) for cell in change.source]
    assert Puzzle(Candidates.from_masks(masks)).count(5000) == Puzzle(
        Candidates.from_masks(other)
    ).count(5000)


@given(strategies.boards(20, 54), strategies.seeds)
def test_a_given_less_is_never_a_solution_less(board: Board, seed: int) -> None:
    givens = [cell for cell in range(81) if board[cell]]
    less = Grid(board).with_digits({random.Random(seed).choice(givens): 0})
    assert Puzzle(less).count(3000) >= Puzzle(board).count(3000)
    assert Puzzle(board).count(3000) >= 1


@given(strategies.boards(40, 54), strategies.seeds)
def test_digits_of_the_solution_keep_it_the_only_one(board: Board, seed: int) -> None:
    puzzle = Puzzle(board)
    solution = next(puzzle.solutions())
    rng = random.Random(seed)
    order = rng.sample(range(81), 81)
    grid = puzzle.givens
    counts = [puzzle.count(1000)]
    for start in range(0, 81, 9):
        grid = grid.with_digits({cell: solution[cell] for cell in order[start : start + 9]})
        counts.append(Puzzle(grid).count(1000))
    assert counts == sorted(counts, reverse=True) and counts[-1] == 1
    if counts[0] == 1:
        assert puzzle.solution() == solution


@given(strategies.boards(45, 58), strategies.seeds)
def test_the_digits_of_a_cell_share_the_solutions_out(board: Board, seed: int) -> None:
    grid = Grid(board)
    cell = random.Random(seed).choice([c for c in range(81) if not board[c]])
    parts = [grid.with_digits({cell: digit}) for digit in range(1, 10)]
    counts = batch.solve(np.array(parts), limit=10**6).counts
    assert int(counts.sum()) == Puzzle(grid).count(10**6)


@cache
def guises(board: Board, number: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return many guises of one board; the same seed gives the same changes."""
    rng = random.Random(seed)
    return np.array([strategies.shuffled(board, rng) for _ in range(number)], np.uint8)


@pytest.mark.slow
def test_the_minimal_puzzles_are_those_of_the_oracle() -> None:
    assert strategies.minimal_puzzles() == strategies.dig_minimal_puzzles()


@pytest.mark.parametrize("number", [60, pytest.param(300, marks=pytest.mark.slow)])
def test_equivalents_of_hard_puzzles_have_the_same_count(instruction_set: str, number: int) -> None:
    puzzles = strategies.minimal_puzzles()
    rows = np.concatenate([guises(board, number, i) for i, board in enumerate(puzzles)])
    solved = [next(oracle.solutions(oracle.allowed(board))) for board in puzzles]
    answers = np.concatenate([guises(board, number, i) for i, board in enumerate(solved)])
    result = batch.solve(rows)
    assert (result.counts == 1).all()
    assert np.array_equal(result.solutions, answers)


def test_a_given_less_and_its_digits_share_the_solutions_out(instruction_set: str) -> None:
    # Of a minimal puzzle without one given: every digit tried in that cell, and the sum of all.
    puzzles = strategies.minimal_puzzles()
    rows = np.concatenate([guises(board, 100, i) for i, board in enumerate(puzzles)])
    cells = np.argmax(rows > 0, axis=1)
    each = np.arange(len(rows))
    less = rows.copy()
    less[each, cells] = 0
    whole = batch.solve(less, limit=100_000).counts
    assert (whole >= 2).all()
    total = np.zeros_like(whole)
    for digit in range(1, 10):
        less[each, cells] = digit
        total += batch.solve(less, limit=100_000).counts
    assert np.array_equal(total, whole)


@given(strategies.boards(30, 56), st.integers(1, 60))
def test_a_limit_is_a_ceiling(board: Board, limit: int) -> None:
    puzzle = Puzzle(board)
    assert puzzle.count(limit) == min(limit, puzzle.count(1000))


@given(strategies.boards(20, 56))
def test_candidates_hold_every_solution(board: Board) -> None:
    puzzle = Puzzle(board)
    marks = puzzle.candidates()
    for solution in islice(puzzle.solutions(), 20):
        assert all(digit in marks[cell] for cell, digit in enumerate(solution))
    assert Puzzle(Candidates.from_masks(marks.masks)).count(300) == puzzle.count(300)


@given(strategies.boards(30, 52))
def test_solutions_are_right(board: Board) -> None:
    found = np.array([list(grid) for grid in islice(Puzzle(board).solutions(), 200)])
    assert oracle.are_solutions(found, np.array([board])).all()
    assert len(np.unique(found, axis=0)) == len(found)
