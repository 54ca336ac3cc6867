"""Generated puzzles: they meet the requirements, have one solution, and stay the same for a seed.

An oracle that knows nothing of nonet counts the solutions. A puzzle is minimal if each of its givens has a witness: a
second solution of the puzzle without it, which the oracle checks.
"""

from __future__ import annotations

import json
import os
from itertools import islice
from typing import Any

import generated
import numpy as np
import oracle
import pytest
from generated import FRAME, HEART, REQUESTS, made, number_of, rows
from kinds import KINDS, Kind, layout
from quick import some

import nonet
from nonet import (
    CellSet,
    Puzzle,
    Rules,
    RulesError,
    Transform,
    batch,
    engine,
)
from nonet.base.rng import SplitMix64
from nonet.boards.transforms import TRANSFORMS
from nonet.generating import (
    SYMMETRIES,
    arrays,
    generate,
    remake,
    series,
)
from nonet.generating.full_boards import full_board
from nonet.rules.variants import parse_rules
from nonet.steps import technique

CLASSIC_REQUESTS = [wanted for _, wanted in REQUESTS if "rules" not in wanted]


def names(requests: list[dict[str, Any]]) -> list[str]:
    return [
        json.dumps(wanted).translate(str.maketrans("", "", '{}"')) or "anything"
        for wanted in requests
    ]


# -- judges ---------------------------------------------------------------------------------------


def board(puzzle: Puzzle) -> tuple[int, ...]:
    return tuple(puzzle.givens)


def assert_unique(puzzle: Puzzle, inside: oracle.Houses = oracle.CLASSIC) -> None:
    masks = oracle.allowed(board(puzzle), puzzle.rules.size)
    assert oracle.count(masks, 2, inside) == 1, puzzle.givens.text()


def assert_minimal(
    puzzle: Puzzle, inside: oracle.Houses = oracle.CLASSIC, parts: list[set[int]] | None = None
) -> None:
    """Show a second solution of the puzzle without any of its givens, or of the parts that are tied together."""
    cells = np.array(board(puzzle), np.uint8)
    solution = np.array(list(puzzle.solution()), np.uint8)
    given = set(np.flatnonzero(cells).tolist())
    groups = [{cell} for cell in given] if parts is None else [p for p in parts if p & given]
    less = np.repeat(cells[None, :], len(groups), axis=0)
    for row, group in zip(less, groups, strict=True):
        row[sorted(group)] = 0
    others = []
    for row in less:
        grids = engine.search(puzzle.rules, nonet.Grid(row), None, limit=2, budget=None).grids
        others.append(next(list(grid) for grid in grids if list(grid) != solution.tolist()))
    assert oracle.are_solutions(np.array(others), less, inside).all()


def orbits(symmetry: str, size: int = 9) -> list[set[int]]:
    """Return the cells that a symmetry ties together, by turning arrays of cells over."""
    cells = np.arange(size * size).reshape(size, size)
    looks = {
        "none": [cells],
        "rotational": [np.rot90(cells, 2)],
        "rotational-90": [np.rot90(cells, k) for k in range(4)],
        "horizontal": [np.flipud(cells)],
        "vertical": [np.fliplr(cells)],
        "diagonal": [cells.T],
        "antidiagonal": [np.rot90(cells, 2).T],
        "full": [np.rot90(look, k) for look in (cells, cells.T) for k in range(4)],
    }[symmetry]
    tied = [{cell, *(int(look.flat[cell]) for look in looks)} for cell in range(size * size)]
    return [set(group) for group in {frozenset(group) for group in tied}]


# -- reproducible ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def golden() -> dict[str, list[generated.Row]]:
    if os.environ.get("NONET_GOLDEN") == "write":
        generated.write()
    return generated.golden()


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        # Seldom are there so few givens: the tries take a quarter of the time of all.
        pytest.param(*each, marks=pytest.mark.slow) if each[1].get("rules") == "windoku" else each
        for each in REQUESTS
    ],
    ids=names([wanted for _, wanted in REQUESTS]),
)
def test_a_seed_and_options_keep_their_puzzles(
    golden: dict[str, list[generated.Row]], count: int, wanted: dict[str, Any]
) -> None:
    puzzles = made(count, wanted)
    assert rows(puzzles, wanted) == golden[json.dumps(wanted)]
    for puzzle in puzzles[:: max(1, count // 3)]:
        again = remake(puzzle.info["recipe"])
        assert again == puzzle and again.info["recipe"] == puzzle.info["recipe"]


def test_the_golden_file_has_these_requests_and_no_others(
    golden: dict[str, list[generated.Row]],
) -> None:
    assert list(golden) == [json.dumps(wanted) for _, wanted in REQUESTS]
    assert sum(map(len, golden.values())) == sum(count for count, _ in REQUESTS)


@pytest.mark.slow
@pytest.mark.parametrize("threads", some([1, 2, 5], 3, 1))
def test_threads_change_nothing(threads: int) -> None:
    one = arrays(1000, seed=3, threads=threads)
    assert (one.puzzles == arrays(1000, seed=3, threads=3).puzzles).all()
    for wanted in ({"hardest": "xy_wing"}, {"givens": 22}, {"rules": "2x3", "symmetry": "full"}):
        options: Any = wanted
        assert generate(20, seed=3, threads=threads, **options) == generate(20, seed=3, **options)


def test_the_instruction_set_changes_nothing(instruction_set: str) -> None:
    for wanted in ({}, {"symmetry": "rotational"}, {"pattern": HEART}):
        kept = generated.golden()[json.dumps(wanted)]
        assert rows(made(len(kept), wanted), wanted) == kept


def test_a_series_goes_on_where_it_was_left() -> None:
    for options in ({}, {"givens": (22, 23)}, {"rating": (2.0, 3.0)}, {"rules": "2x3"}):
        wanted: Any = options
        puzzles = generate(6, seed=11, **wanted)
        assert list(islice(series(seed=11, **wanted), 6)) == puzzles
        rest = generate(4, seed=11, first=number_of(puzzles[1]) + 1, **wanted)
        assert rest == puzzles[2:]
        assert generate(seed=11, **wanted) == puzzles[0]
    assert generate(0, seed=11) == []


def test_arrays_are_the_same_puzzles_with_their_solutions() -> None:
    for options in ({}, {"givens": 23}, {"hardest": "xy_wing"}, {"rules": "2x3"}):
        wanted: Any = options
        found, puzzles = arrays(8, seed=5, **wanted), generate(8, seed=5, **wanted)
        assert [Puzzle(row, rules=puzzles[0].rules) for row in found.puzzles] == puzzles
        assert found.solutions.tolist() == [list(puzzle.solution()) for puzzle in puzzles]
        assert found.numbers.tolist() == [number_of(puzzle) for puzzle in puzzles]
        assert len(found) == 8 and found.seed == 5
    assert repr(arrays(2, seed=5)) == "<nonet.generating.GenerateResult: 2 puzzles of seed 5>"


def test_without_a_seed_a_random_one_is_used() -> None:
    one, other = generate(), generate()
    assert one != other and remake(one.info["recipe"]) == one


def test_random_numbers_are_those_of_the_core() -> None:
    bytes_ = bytearray(28 * 50)
    engine.random_transforms(9, 1 << 40, 50, transforms=bytes_)
    for i in range(50):
        number = Transform.from_bytes(bytes(bytes_[28 * i : 28 * i + 28])).number
        assert SplitMix64(9, (1 << 40) + i).below(TRANSFORMS) == number


# -- requirements --------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", CLASSIC_REQUESTS, ids=names(CLASSIC_REQUESTS))
def test_every_puzzle_is_unique_and_minimal(wanted: dict[str, Any]) -> None:
    symmetry = wanted.get("symmetry", "none")
    is_minimal = wanted.get("minimal", "pattern" not in wanted)
    for row in generated.golden()[json.dumps(wanted)]:
        puzzle = Puzzle(row.givens)
        assert_unique(puzzle)
        if is_minimal:
            assert_minimal(puzzle, parts=orbits(symmetry))
            assert puzzle.is_minimal or symmetry != "none"


def test_puzzles_are_minimal_by_the_oracle_alone() -> None:
    for puzzle in generate(3, seed=21):
        for cell in puzzle.givens.filled:
            less = puzzle.givens.with_digits({cell: 0})
            assert oracle.count(oracle.allowed(tuple(less)), 2) == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("rules", ["3x3", "2x3"])
def test_symmetry(symmetry: str, rules: str) -> None:
    puzzles = generate(30, seed=4, symmetry=symmetry, rules=rules)
    groups = orbits(symmetry, puzzles[0].rules.size)
    assert all(
        group <= set(p.givens.filled) or not group & set(p.givens.filled)
        for p in puzzles
        for group in groups
    )
    assert all(puzzle.is_unique for puzzle in puzzles)
    if symmetry in ("none", "rotational"):
        # It is this symmetry, not a larger one.
        whole = orbits("full", puzzles[0].rules.size)
        assert not all(
            g <= set(p.givens.filled) or not g & set(p.givens.filled)
            for p in puzzles
            for g in whole
        )


@pytest.mark.parametrize(
    ("givens", "minimal"),
    [(22, None), ((25, 26), True), (30, False), ((40, 60), False), (81, False)],
)
def test_the_number_of_givens(givens: Any, minimal: bool | None) -> None:
    low, high = givens if isinstance(givens, tuple) else (givens, givens)
    numbers = [len(p.givens.filled) for p in generate(40, seed=4, givens=givens, minimal=minimal)]
    assert low <= min(numbers) and max(numbers) <= high
    if (low, high) == (40, 60):
        assert len(set(numbers)) > 10, "the whole range is used"


def test_puzzles_that_are_not_minimal_have_the_usual_givens() -> None:
    numbers = [len(puzzle.givens.filled) for puzzle in generate(60, seed=4, minimal=False)]
    assert set(numbers) == set(range(28, 35))


@pytest.mark.slow
def test_minimal_puzzles_have_the_known_distribution_of_givens() -> None:
    """The mean of a million, taken away at random, is 24.37 (and its own error below 0.01 for these)."""
    numbers = (arrays(20_000, seed=1).puzzles > 0).sum(axis=1)
    assert abs(numbers.mean() - 24.37) < 0.03
    assert abs(numbers.std() - 1.13) < 0.05


def test_a_pattern_is_given_whole_or_holds_the_givens() -> None:
    cells = CellSet([cell for cell, sign in enumerate(FRAME.replace(" ", "")) if sign == "x"])
    assert all(puzzle.givens.filled == cells for puzzle in generate(5, seed=1, pattern=FRAME))
    for puzzle in generate(5, seed=1, pattern=cells, minimal=True):
        assert puzzle.givens.filled < cells and puzzle.is_minimal
    lines = FRAME.replace(".", " ").replace("x", "#")
    drawn = "\n".join(lines[i : i + 9] for i in range(0, 90, 10))
    for same in (FRAME.replace("x", "5").replace(".", "0"), drawn, cells.names, list(cells)):
        assert generate(seed=1, pattern=same) == generate(seed=1, pattern=FRAME)
    tied = generate(5, seed=1, pattern=FRAME, symmetry="full")
    assert all(puzzle.givens.filled == cells for puzzle in tied)


def test_ratings_are_in_the_range() -> None:
    for puzzle in generate(8, seed=2, rating=(7.1, 7.2), symmetry="rotational"):
        assert 7.1 <= puzzle.rate().er <= 7.2 and puzzle.info["rating"] == str(puzzle.rate().er)
    assert generate(seed=2, rating=1.5).rate().er == 1.5
    assert generate(seed=2, hardest="naked_pair").rate().hardest == technique("naked_pair")
    assert generate(seed=2, hardest=technique("x_chain")).rate().hardest == technique("x_chain")
    for puzzle in generate(4, seed=2, needs=["xy_wing", "pointing"], forbid="naked_pair"):
        used = {known.id for known in puzzle.rate().counts}
        assert {"xy_wing", "pointing"} <= used and "naked_pair" not in used


def test_the_first_that_meets_the_requirements_wins() -> None:
    made_ = arrays(600, seed=8, symmetry="rotational")
    rated = batch.rate(made_.puzzles)
    fits = np.flatnonzero((rated.er >= 6.6) & (rated.er <= 7.0))
    found = arrays(len(fits), seed=8, symmetry="rotational", rating=(6.6, 7.0))
    assert found.numbers.tolist() == fits.tolist() and len(fits) > 20
    givens = (made_.puzzles > 0).sum(axis=1)
    found = arrays(20, seed=8, symmetry="rotational", givens=26)
    assert found.numbers.tolist() == np.flatnonzero(givens == 26)[:20].tolist()


# -- other sizes and rules ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS[:21:3], ids=lambda kind: kind.name)
def test_puzzles_of_some_rules(kind: Kind) -> None:
    test_puzzles_of_all_rules(kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_puzzles_of_all_rules(kind: Kind) -> None:
    size = kind.rules.size
    number = 4 if size < 9 else 1
    for puzzle in generate(number, seed=6, rules=kind.words):
        assert puzzle.rules == kind.rules
        solution = np.array([list(puzzle.solution())])
        assert oracle.are_solutions(solution, np.array([board(puzzle)]), kind.inside).all()
        if size <= 9:
            assert_unique(puzzle, kind.inside)
        assert puzzle.count() == 1
        if size <= 16:
            assert_minimal(puzzle, kind.inside)
        assert remake(puzzle.info["recipe"]) == puzzle


@pytest.mark.slow
def test_large_boards() -> None:
    for rules in ("5x5", "latin20"):
        puzzle = generate(seed=6, rules=rules)
        assert puzzle.is_unique and len(puzzle.givens.filled) < 0.55 * puzzle.rules.size**2
    puzzle = generate(seed=6, rules="5x5", givens=(400, 420), symmetry="rotational")
    assert puzzle.is_unique and 400 <= len(puzzle.givens.filled) <= 420
    assert all(
        group <= set(puzzle.givens.filled) or not group & set(puzzle.givens.filled)
        for group in orbits("rotational", 25)
    )


def test_requirements_for_other_rules() -> None:
    inside = [*oracle.houses(2, 3)]
    chequered = "x.x.x. .x.x.x x.x.x. .x.x.x x.x.x. .x.x.x"
    for puzzle in generate(3, seed=1, rules="2x3", pattern=chequered):
        assert len(puzzle.givens.filled) == 18
        assert_unique(puzzle, inside)
    for puzzle in generate(3, seed=1, rules="2x3", givens=(9, 10)):
        assert len(puzzle.givens.filled) in (9, 10)
    for puzzle in generate(9, seed=1, rules="2x3", minimal=False, givens=(15, 17)):
        assert 15 <= len(puzzle.givens.filled) <= 17
        assert_unique(puzzle, inside)
    assert generate(seed=1, rules=Rules(size=1)).count() == 1


@pytest.mark.parametrize(
    ("boards", "least", "most"),
    [(600, 235, 12), pytest.param(10_000, 288, 75, marks=pytest.mark.slow)],
)
def test_full_boards_come_from_everywhere(boards: int, least: int, most: int) -> None:
    """All 288 boards of 4x4 occur, of few tries 253 on average, none far too often."""
    found = [full_board(Rules(size=4), SplitMix64(1, number)) for number in range(boards)]
    numbers = np.unique(np.array([list(b) for b in found]), axis=0, return_counts=True)[1]
    assert len(numbers) >= least and numbers.max() <= most


@pytest.mark.parametrize(
    ("shape", "least"), [("2x3", 8), ("3x3", 20), ("2x5", 25), ("3x4", 35), ("5x5", 120)]
)
def test_full_boards_are_no_shifted_rows(shape: str, least: int) -> None:
    """The columns of their boxes have many different sets of digits: in shifted rows, as few as a box has columns."""
    rules = parse_rules(shape)
    size = rules.size
    numbers = []
    for number in range(8 if size < 20 else 2):
        rows = np.array(list(full_board(rules, SplitMix64(1, number)))).reshape(size, size)
        parts = rows.reshape(-1, rules.box_rows or 1, size)
        numbers.append(len({frozenset(part[:, c]) for part in parts for c in range(size)}))
    assert sum(numbers) / len(numbers) >= least


@pytest.mark.parametrize("size", some(range(4, 11), 3))
def test_full_boards_of_jigsaws(size: int) -> None:
    for seed in (2, 5, 6):
        rules = Rules(regions=layout(size, seed))
        inside = [*oracle.lines(size), *oracle.regions(layout(size, seed))]
        if Puzzle([0] * size**2, rules=rules).count(1):
            grids = np.array([list(full_board(rules, SplitMix64(seed, i))) for i in range(3)])
            assert oracle.are_solutions(grids, None, inside).all()
        else:
            with pytest.raises(RulesError, match="no board obeys these rules"):
                generate(seed=seed, rules=rules)
