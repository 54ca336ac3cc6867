"""Generated puzzles: they meet the requirements, have one solution, and stay the same for a seed.

An oracle that knows nothing of nonet counts the solutions. A puzzle is minimal if each of its givens has a witness: a
second solution of the puzzle without it, which the oracle checks.
"""

from __future__ import annotations

import json
import os
import re
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
    LimitReached,
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
    Interrupted,
    SearchProgress,
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


# -- errors -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            {"needs": "xy_wing", "forbid": ["x_wing", "xy_wing"]},
            "xy_wing is both required and forbidden",
        ),
        ({"hardest": "xy_wing", "forbid": ["xy_wing"]}, "xy_wing is both required and forbidden"),
        ({"hardest": "pointing", "needs": "xy_wing"}, "xy_wing is harder than pointing"),
        ({"hardest": "skyscraper"}, "the profile se does not have skyscraper"),
        ({"rating": (1, 2), "hardest": "xy_wing"}, "xy_wing is rated 4.2 or more"),
        ({"rating": (5, 6), "hardest": "xy_wing"}, "must be xy_wing, rated at most 4.2"),
        ({"rating": (7.5, 7.0)}, "rating must be .* the least first"),
        ({"rating": 0.5}, "must be 1.0 to 20.0"),
        ({"hardest": "xy_wnig"}, "unknown technique 'xy_wnig'; did you mean 'xy_wing'"),
        ({"givens": 16}, "no classic puzzle with fewer than 17 givens has one solution"),
        ({"givens": (30, 20)}, "least first, got 30-20"),
        ({"givens": 82}, "must be 0 to 81"),
        ({"rules": "2x3", "givens": 4}, "with fewer than 5 givens two digits are not given"),
        ({"symmetry": "full", "givens": 23}, "no 23 cells .* 'full'; use 21 or 24"),
        ({"symmetry": "mirror"}, "unknown symmetry 'mirror'; choose one of none, rotational"),
        ({"pattern": "xx" + "." * 79}, "the pattern has 2 cells; no classic puzzle"),
        ({"pattern": "x" * 80}, "80 characters, expected 81 for a 9x9 board"),
        ({"pattern": "x" * 54 + "." * 27}, "no cell in row 7 and row 8: these can be exchanged"),
        ({"pattern": "xxxxxxx.." * 9, "minimal": True}, "no cell in column 8 and column 9"),
        ({"pattern": "x" * 60 + "." * 21, "symmetry": "rotational"}, "it has r1c1"),
        ({"pattern": FRAME, "givens": 30}, "the pattern has 49 cells, all of them given"),
        ({"pattern": FRAME, "givens": 60, "minimal": True}, "49 cells, but givens is 60"),
        ({"pattern": CellSet([0], size=4)}, "a 4x4 board, the rules are for 9x9"),
        ({"rules": "5x5", "minimal": True}, "at most 16x16"),
        ({"rules": "2y3"}, "unknown rule '2y3'"),
        ({"budget": 0}, "budget must be at least 1, got 0"),
        ({"seed": -1}, "seed must be 0 to .*, got -1"),
        ({"first": 1 << 44}, "first must be"),
        ({"threads": 0}, "threads must be at least 1, got 0"),
        ({"n": -1}, "n must be 0 to .*, got -1"),
    ],
)
def test_contradictions_are_refused_at_once(wanted: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generate(**{"seed": 1, **wanted})


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"givens": "24"}, "givens must be a whole number or a pair .*, got '24'"),
        ({"givens": (1, 2, 3)}, "must be a whole number or a pair"),
        ({"rating": "7"}, "rating must be a number or a pair .*, got '7'"),
        ({"seed": "x"}, "seed must be a whole number, got 'x'"),
        ({"n": 2.5}, "n must be a whole number, got 2.5"),
        ({"budget": "1"}, "budget must be a whole number, got '1'"),
    ],
)
def test_what_is_no_number_is_refused(wanted: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        generate(**{"seed": 1, **wanted})


def test_a_long_chain_may_be_rated_far_above_a_short_one() -> None:
    with pytest.raises(LimitReached):  # and not refused at once
        generate(seed=5, hardest="forcing_chain", rating=(8.1, 8.3), budget=1)
    with pytest.raises(ValueError, match=r"xy_wing, rated at most 4\.2, but"):
        generate(seed=5, hardest="xy_wing", rating=(8.1, 8.3), budget=1)


def test_a_recipe_may_say_one_number_of_givens() -> None:
    one, both = (
        remake("seed=4 number=0 minimal=no givens=30"),
        remake("seed=4 number=0 minimal=no givens=30-30"),
    )
    assert one == both and len(one.givens.filled) == 30


@pytest.mark.parametrize(
    "recipe",
    ["", "seed=7", "seed=7 number=x", "seed=7 number=1 colour=red", "seed=7 number=1 givens=a"],
)
def test_what_is_no_recipe_is_refused(recipe: str) -> None:
    with pytest.raises(ValueError, match="is not a recipe"):
        remake(recipe)
    with pytest.raises(ValueError, match="unknown symmetry 'round'"):
        remake("seed=7 number=1 symmetry=round")
    with pytest.raises(ValueError, match="seed must be"):
        remake(f"seed={1 << 64} number=1")


@pytest.mark.parametrize("threads", [1, 3])
def test_an_unreachable_request_ends_with_the_nearest(threads: int) -> None:
    with pytest.raises(
        LimitReached, match=r"none of 700 puzzles .* \(17 givens\); the nearest has 2\d givens"
    ) as found:
        generate(seed=5, givens=17, budget=700, threads=threads)
    numbers = (arrays(700, seed=5).puzzles > 0).sum(axis=1)
    nearest = found.value.progress
    assert len(nearest.givens.filled) == numbers.min()
    assert number_of(nearest) == numbers.argmin(), "the first of the nearest"
    assert nearest.is_minimal and remake(nearest.info["recipe"]) == nearest


def test_the_nearest_by_rating() -> None:
    with pytest.raises(
        LimitReached, match=r"\(ER 9\.5-9\.7\); the nearest has \d+ givens, ER"
    ) as found:
        generate(seed=5, rating=(9.5, 9.7), budget=300)
    ratings = batch.rate(arrays(300, seed=5).puzzles).er
    nearest = found.value.progress
    assert nearest.rate().er == ratings.max() and number_of(nearest) == ratings.argmax()
    with pytest.raises(LimitReached, match="swordfish as the hardest step, no step of pointing"):
        generate(seed=5, hardest="swordfish", forbid="pointing", budget=20)


def test_other_rules_end_with_the_nearest_too() -> None:
    with pytest.raises(
        LimitReached, match=r"none of 10 puzzles .* \(6 givens\); the nearest has \d+"
    ) as found:
        generate(seed=5, rules="2x3", givens=6, budget=10)
    numbers = [len(puzzle.givens.filled) for puzzle in generate(10, seed=5, rules="2x3")]
    assert len(found.value.progress.givens.filled) == min(numbers)


def test_a_pattern_without_a_puzzle_ends_without_one() -> None:
    # Rows 1 to 3 are full, and of the rest each line has one given only.
    pattern = "x" * 27 + "".join("." * i + "x" + "." * (8 - i) for i in (0, 3, 6, 1, 4, 7))
    with pytest.raises(LimitReached, match="none of 200 full boards has one solution") as found:
        generate(seed=5, pattern=pattern, budget=200)
    assert found.value.progress is None


def test_puzzles_that_were_found_are_not_lost_in_a_series() -> None:
    got = []
    with pytest.raises(LimitReached):
        for puzzle in series(seed=5, givens=22, budget=120):
            got.append(puzzle)
    numbers = (arrays(20_000, seed=5).puzzles > 0).sum(axis=1)
    hits = [-1, *np.flatnonzero(numbers == 22).tolist()]
    cut = next(i for i in range(1, len(hits)) if hits[i] - hits[i - 1] > 120)
    assert [number_of(puzzle) for puzzle in got] == hits[1:cut]
    assert len(got) > 10, "the budget is that of each puzzle, not of all"


def test_progress_reports_what_was_tried_and_the_nearest() -> None:
    seen: list[SearchProgress] = []
    puzzles = generate(5, seed=5, givens=22, progress=seen.append)
    assert seen[-1].found == 5 and seen[-1].tried > number_of(puzzles[-1])
    assert [at.tried for at in seen] == sorted({at.tried for at in seen})
    seen.clear()
    with pytest.raises(LimitReached) as error:
        generate(seed=5, givens=17, budget=700, progress=seen.append)
    assert seen[-1] == (0, 700, error.value.progress)
    numbers = [len(at.nearest.givens.filled) for at in seen if at.nearest is not None]
    assert numbers == sorted(numbers, reverse=True) and len(seen) == len(numbers) > 2


def test_an_interrupted_search_has_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    generate_rows = engine.generate_rows

    def interrupted(*args: Any, **options: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        generate_rows(*args, **options)

    monkeypatch.setattr(engine, "generate_rows", interrupted)
    with pytest.raises(KeyboardInterrupt, match="after 112 puzzles were tried") as error:
        generate(seed=5, givens=17, budget=500_000)
    assert isinstance(error.value, Interrupted)
    progress = error.value.progress
    numbers = (arrays(112, seed=5).puzzles > 0).sum(axis=1)
    assert progress.tried == 112 and progress.nearest is not None
    assert number_of(progress.nearest) == numbers.argmin()


# -- what random puzzles hardly have ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"givens": 40, "minimal": True}, "hardly have more than 30; use minimal=False"),
        ({"givens": 17}, "hardly have fewer than 20; ask for more, or give a budget"),
        ({"givens": 17, "symmetry": "rotational"}, "the symmetry 'rotational' hardly have fewer"),
        ({"givens": 45, "minimal": True, "rules": "diagonals"}, "hardly have more than 34"),
        ({"hardest": "full_house", "minimal": True}, "about 61 to 70 givens; use minimal=False"),
        ({"rating": 1.0, "givens": 30}, "about 61 to 70 givens"),
        ({"rating": 11.0}, "random puzzles have at most 9.2; lower it, or give a budget"),
        ({"rating": 4.3}, "no technique is rated 4.3; use 4.2 or 4.4"),
        ({"forbid": "full_house"}, "each path ends with a full_house"),
        (
            {"forbid": ("hidden_single_box", "hidden_single_line", "naked_single")},
            "no path does without all of hidden_single_box, hidden_single_line, naked_single",
        ),
        ({"hardest": "skyscraper"}, "does not have skyscraper; choose another with profile, such"),
    ],
)
def test_what_is_hardly_found_is_refused_before_the_search(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("nonet.generating.search")  # nothing is searched
    with pytest.raises(ValueError, match=re.escape(message)):
        generate(seed=1, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"givens": 40},
        {"givens": (31, 33)},
        {"givens": 45, "rules": "diagonals"},
        {"givens": 30, "rules": "2x3"},
    ],
)
def test_many_givens_need_no_other_option(options: dict[str, Any]) -> None:
    puzzle = generate(seed=1, **options)
    low, high = (
        (options["givens"], options["givens"])
        if isinstance(options["givens"], int)
        else options["givens"]
    )
    assert low <= len(puzzle.givens.filled) <= high and puzzle.is_unique
    assert "minimal=no" in puzzle.info["recipe"] and remake(puzzle.info["recipe"]) == puzzle


@pytest.mark.parametrize(
    "options",
    [{"hardest": "full_house"}, {"rating": 1.0}, {"rules": "windoku", "hardest": "full_house"}],
)
def test_full_houses_alone_solve_a_puzzle(options: dict[str, Any]) -> None:
    puzzle = generate(seed=1, **options)
    assert puzzle.rate().er == 1.0 and remake(puzzle.info["recipe"]) == puzzle


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"givens": 19, "budget": 50}, "try other givens than 19, or a larger budget"),
        ({"needs": "jellyfish", "budget": 20}, "try without needs jellyfish, or a larger budget"),
        ({"hardest": "x_wing", "budget": 2}, "try without hardest x_wing, or a larger budget"),
        ({"rating": 9.1, "budget": 20}, "try another rating, or a larger budget"),
        ({"difficulty": "extreme", "budget": 2}, "try another difficulty, or a larger budget"),
        (
            {"variant": "killer", "solvable": True, "difficulty": "expert", "budget": 1},
            "ER 2.8 by cage_locked; try another difficulty, or a larger budget",
        ),
    ],
)
def test_a_search_that_fails_names_what_to_change(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LimitReached, match=re.escape(message)):
        generate(seed=1, **options)


def test_points_are_not_called_er() -> None:
    with pytest.raises(LimitReached, match=r"remote_pair \(110 points\) as the hardest") as error:
        generate(seed=1, profile="hodoku", needs="jellyfish", budget=20)
    assert "ER" not in str(error.value) and "rating" not in error.value.progress.info
