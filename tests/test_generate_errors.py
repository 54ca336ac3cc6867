"""What cannot be generated is refused, or ends with the nearest puzzle."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from generated import FRAME, number_of

from nonet import (
    CellSet,
    LimitReached,
    batch,
    engine,
)
from nonet.generating import (
    Interrupted,
    SearchProgress,
    arrays,
    generate,
    remake,
    series,
)

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
