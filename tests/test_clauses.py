"""The SAT solver that takes over: the real one, where python-sat is installed."""

from __future__ import annotations

import importlib.util
from typing import Any

import oracle
import pytest

from nonet import engine
from nonet.base.errors import LimitReached, MissingExtra
from nonet.engine import Status, budgets, clauses, sat
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import MultipleSolutions, NoSolution
from nonet.rules import Rules

needs_solver = pytest.mark.skipif(
    importlib.util.find_spec("pysat") is None, reason="python-sat (the extra 'sat') is not here"
)


def houses_of(puzzle: Puzzle) -> list[list[int]]:
    return [list(house.cells) for house in puzzle.rules.houses]


def masks_of(puzzle: Puzzle) -> list[int]:
    return list(engine.masks_of(puzzle.givens, puzzle.marks, "Q"))


@needs_solver
@pytest.mark.parametrize(
    ("text", "rules"),
    [("1..............." , None), ("1...2..3........", "latin"), ("." * 16, "diagonals")],
)  # fmt: skip
def test_the_solver_finds_all(text: str, rules: str | None) -> None:
    puzzle = Puzzle(text, rules=rules)
    found, exact = clauses.models(masks_of(puzzle), houses_of(puzzle), 4, limit=1000)
    expected = {bytes(board) for board in oracle.solutions(masks_of(puzzle), houses_of(puzzle))}
    assert exact and len(found) == len(expected) and set(found) == expected
    some, exact = clauses.models(masks_of(puzzle), houses_of(puzzle), 4, limit=3)
    assert exact and len(some) == 3 and set(some) < expected


@needs_solver
def test_long_at_most_one_is_at_most_one() -> None:
    # Above six literals "at most one" is written with more variables; a 16x16 board has plenty.
    puzzle = Puzzle("." * 256)
    found, _ = clauses.models(masks_of(puzzle), houses_of(puzzle), 16, limit=2)
    assert len(set(found)) == 2
    assert all(puzzle.check(bytes(cells)) for cells in found)


@needs_solver
def test_time_is_up() -> None:
    puzzle = Puzzle("." * 1296)
    found, exact = clauses.models(masks_of(puzzle), houses_of(puzzle), 36, limit=9, seconds=0.01)
    assert found == [] and not exact


@needs_solver
def test_verbs_hand_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "LARGE", 3)
    monkeypatch.setattr(budgets, "HAND_OVER", 1 - 2 * 1000)  # one guess for a search of two
    many, one = Puzzle("1..............."), Puzzle("1....2....3....4", rules="latin")
    assert many.count() == 2
    with pytest.raises(MultipleSolutions):
        many.solution()
    expected = list(oracle.solutions(masks_of(one), houses_of(one)))
    assert one.count() == min(2, len(expected))
    monkeypatch.setattr(clauses, "models", lambda *_, **__: ([], True))
    with pytest.raises(NoSolution):
        many.solution()
    monkeypatch.setattr(clauses, "models", lambda *_, **__: ([], False))
    with pytest.raises(LimitReached, match="nor the SAT solver finished in 600 seconds"):
        many.solution()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "is_available", lambda: False)
    with pytest.raises(MissingExtra, match=r'pip install "nonet\[sat\]"'):
        clauses.models([1], [[0]], 1, limit=1)
    monkeypatch.setattr(budgets, "LARGE", 3)
    monkeypatch.setattr(budgets, "GIVE_UP", 1 - 2 * 1000)
    with pytest.raises(
        LimitReached, match=r"a SAT solver can take over \(pip install nonet\[sat\]\)"
    ):
        Puzzle("1...............").count()


def test_a_cell_without_digits_needs_no_solver() -> None:
    if clauses.is_available():
        assert clauses.models([0, 1], [[0, 1]], 2, limit=1) == ([], True)


def test_clauses_say_what_a_board_is() -> None:
    found, meaning = clauses.clauses_of([0b11] * 4, [[0, 1], [2, 3], [0, 2], [1, 3]], 2)
    number = {pair: variable for variable, pair in meaning.items()}
    boards = [(1, 2, 2, 1), (2, 1, 1, 2), (1, 1, 2, 2), (1, 2, 1, 2)]

    def holds(board: Any) -> bool:
        true = {number[cell, digit] for cell, digit in enumerate(board)}
        return all(any((abs(v) in true) == (v > 0) for v in clause) for clause in found)

    assert [holds(board) for board in boards] == [True, True, False, False]


def test_large_boards_have_a_budget_of_their_own() -> None:
    assert budgets.budget_of(Rules(size=16), None) is None
    assert budgets.budget_of(Rules(size=25), 7) == 7
    found = budgets.budget_of(Rules(size=25), None)
    assert found is not None and found > 10_000
    assert Status.OUT_OF_BUDGET.word == "out of budget"


@needs_solver
def test_the_search_beside_the_solver_may_win() -> None:
    puzzle = Puzzle("." * 1296)
    beside = sat.search_beside(puzzle.rules, engine.masks_of(puzzle.givens, None, "Q"), 2)
    found, exact = clauses.models(
        masks_of(puzzle), houses_of(puzzle), 36, limit=2, meanwhile=beside
    )
    assert exact and len(set(found)) == 2
    assert all(puzzle.check(bytes(cells)) for cells in found)
