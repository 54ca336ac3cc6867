"""`Model`: boards that are not puzzles are solved, counted and checked; and the command line knows them."""

from __future__ import annotations

import itertools

import pytest
from console import run

from nonet.base.errors import LimitReached, RulesError
from nonet.puzzle import AtLeast, Puzzle
from nonet.puzzle.errors import MultipleSolutions, NoSolution
from nonet.puzzle.model import Model, Unknowns
from nonet.rules.constraints import (
    Cage,
    ConnectedDigits,
    Constraint,
    RegionCount,
    RegionRun,
    Sandwich,
    Skyscraper,
    Sum,
    Thermo,
    UnknownRegions,
)
from nonet.rules.constraints.primitives import Allowed, Automaton

SMALL = Model(2, 3, digits=range(0, 4), constraints=[Sum("r1c1 r1c2", 1), Thermo("r1c1 r2c2")])


def by_hand(model: Model) -> set[tuple[int, ...]]:
    """Return all solutions, found by trying everything."""
    names = model.space.names
    boards = itertools.product(model.digits, repeat=len(names))
    return {b for b in boards if not list(model.violations(dict(zip(names, b, strict=True))))}


MODELS = [
    SMALL,
    Model(2, 2, constraints=[Sum("r1c1 x1", 3), Thermo("r2c2 x1")], unknowns=[Unknowns("x")]),
    Model(1, 4, houses=(), digits=range(1, 4), constraints=[ConnectedDigits([1, 2], size=2)]),
    Model(2, 3, digits=range(1, 4), givens={"r1c2": [1, 3], "r2c3": 2}),
    Model(
        2,
        2,
        houses=(),
        digits=range(1, 3),
        unknowns=[Unknowns("z", 4, 2)],
        constraints=[UnknownRegions(["z1 z2", "z3 z4"], 2)],
    ),
    Model(
        2,
        2,
        houses=(),
        digits=range(0, 3),
        unknowns=[Unknowns("z", 4, 3)],
        constraints=[
            UnknownRegions(["z1 z2", "z3 z4"], 2),
            RegionCount("r1c1", "z1 z2 z3"),
            RegionCount("r2c1", "z3 z1", less=1),
            RegionRun("r1c2", ["z2 z1", "z2 z4"], less=1),
        ],
    ),
]


def test_a_count_of_all_neighbours_is_at_least_two() -> None:
    found = [p for p in MODELS[-1].primitives if isinstance(p, Allowed)]
    assert found == [Allowed(0, 0b100), Allowed(1, 0b110)]


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_the_solutions_are_those_found_by_hand(model: Model) -> None:
    expected = by_hand(model)
    found = {tuple(solution.values()) for solution in model.solutions()}
    assert found == expected
    assert model.count(limit=10_000) == len(expected)
    columns = zip(*expected, strict=True)
    true = {name: frozenset(c) for name, c in zip(model.space.names, columns, strict=True)}
    assert model.true_candidates() == true


@pytest.mark.parametrize(
    "constraint",
    [
        Sandwich("r1", 0),
        Sandwich("r1", 23),
        Skyscraper("r1", "left", 4),
        Skyscraper("r1", "right", 5),
    ],
    ids=repr,
)
def test_clues_of_lines_with_more_than_ten_digits_are_automata(constraint: Constraint) -> None:
    givens = {"r1c2": 7, "r1c4": 2, "r1c7": 9, "r1c8": 4, "r1c10": 10, "r1c11": 6}
    model = Model(1, 12, constraints=[constraint], givens=givens)
    assert any(isinstance(each, Automaton) for each in model.primitives)
    names = model.space.names
    empty = [name for name in names if name not in givens]
    left = [digit for digit in model.digits if digit not in givens.values()]
    expected = set()
    for digits in itertools.permutations(left):
        board = givens | dict(zip(empty, digits, strict=True))
        if not list(constraint.violations(board, model.space)):
            expected.add(tuple(board[name] for name in names))
    assert expected
    assert {tuple(solution.values()) for solution in model.solutions()} == expected


def test_one_solution_none_or_several() -> None:
    with pytest.raises(MultipleSolutions, match="can be"):
        SMALL.solution()
    assert SMALL.count() == 2 and isinstance(SMALL.count(), AtLeast)
    assert not SMALL.is_unique
    first = next(SMALL.solutions())
    one = Model(2, 3, digits=range(0, 4), constraints=SMALL.constraints, givens=dict(first))
    assert one.is_unique and one.solution() == first and one.solution().text() == first.text()
    none = Model(2, 2, constraints=[Cage("r1c1 r1c2", sum=4)])
    assert none.count() == 0
    for ask in (none.solution, none.true_candidates):
        with pytest.raises(NoSolution):
            ask()


def test_a_budget_ends_the_search() -> None:
    with pytest.raises(LimitReached, match="the budget of 1 guess is spent"):
        Model(9, 9).count(limit=10**9, budget=1)


def test_a_puzzle_is_a_model() -> None:
    puzzle = Puzzle("1......231......")
    model = Model.of(puzzle)
    assert model.count(limit=100) == puzzle.count(limit=100)
    killer = Puzzle("." * 16, rules="killer:3=r1c1r1c2 thermo:r1c1r2c2r3c3")
    assert Model.of(killer).count(limit=1000) == sum(
        not list(killer.rules.violations(grid)) for grid in Puzzle("." * 16).solutions()
    )


def test_parts_must_fit() -> None:
    with pytest.raises(RulesError, match="outside"):
        Model(2, 2, constraints=[Thermo("r1c1 r1c3")])
    with pytest.raises(RulesError, match="r1c1: expected digits 1 to 2, got 5"):
        Model(2, 2, givens={"r1c1": 5})
    with pytest.raises(RulesError, match="expected a range of digits"):
        Model(2, 2, digits=range(0, 0))


def test_a_model_is_a_value() -> None:
    again = Model(2, 3, digits=range(0, 4), constraints=reversed(SMALL.constraints))
    assert again == SMALL and hash(again) == hash(SMALL)
    assert Model(2, 3, digits=range(0, 4)) != SMALL
    with pytest.raises(AttributeError):
        SMALL.rows = 3


# -- the command line --------------------------------------------------------------------------------


ONE = ".Shape~1x2~0-1.~R1C1_0"
TWO = ".Shape~1x2~0-1"


@pytest.mark.parametrize(
    ("arguments", "code", "output"),
    [
        (["solve", ONE + ".~R1C2_1"], 0, "01\n"),
        (["solve", TWO + ".~R1C1_0_1"], 1, "01  # several solutions, this is one\n"),
        (["count", "--limit", "9", TWO + ".~R1C1_0_1"], 0, "2\n"),
        (["check", ONE + ".~R1C2_1"], 0, "unique\n"),
        (["convert", "--to", "iss", ONE + ".~R1C2_1"], 0, ".Shape~1x2~0-1.~R1C1_0~R1C2_1\n"),
        (["show", "--solve", ONE + ".~R1C2_1"], 0, "┌─────┐\n│ 0 1 │\n└─────┘\n"),
    ],
)
def test_the_command_line_takes_a_model(arguments: list[str], code: int, output: str) -> None:
    result = run(*arguments)
    assert (result.code, result.out) == (code, output)


def test_a_command_for_puzzles_says_what_it_got() -> None:
    result = run("rate", ONE + ".~R1C2_1")
    assert result.code == 1
    assert "expected a puzzle, found a 1x2 model with digits 0 to 1" in result.err
