"""The bands of difficulty: one scale without gaps, and puzzles generated for each."""

from __future__ import annotations

import pytest

import nonet
from nonet import generating
from nonet.steps import SE, Rating
from nonet.steps.difficulty import BANDS, difficulty_of

NAMES = [band.name for band in BANDS]


def test_every_rating_is_in_one_band() -> None:
    assert nonet.difficulty.BANDS is BANDS
    assert NAMES == ["easy", "medium", "hard", "expert", "extreme"]
    for tenths in range(10, 201):
        er = tenths / 10
        (name,) = (band.name for band in BANDS if band.low <= er <= band.high)
        assert difficulty_of(er) == name == Rating(er, er, er).difficulty


def test_harder_techniques_are_in_no_easier_band() -> None:
    places = [NAMES.index(difficulty_of(row.rating)) for row in SE.rows]
    assert places == sorted(places) and set(places) == set(range(5))


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_of_each_band(name: str) -> None:
    for puzzle in nonet.generate(5, seed=11, difficulty=name):
        assert puzzle.rate().difficulty == name
        assert f" difficulty={name}" in puzzle.info["recipe"]
        again = generating.remake(puzzle.info["recipe"])
        assert again == puzzle and again.info["recipe"] == puzzle.info["recipe"]
    assert nonet.generate(5, seed=11, difficulty=name) == nonet.generate(
        5, seed=11, difficulty=name, threads=2
    )


def test_easier_puzzles_have_more_givens_unless_the_caller_chooses() -> None:
    easy = nonet.generate(5, seed=11, difficulty="easy")
    assert all(28 <= len(puzzle.givens.filled) <= 34 for puzzle in easy)
    minimal = nonet.generate(seed=11, difficulty="easy", minimal=True)
    assert minimal.is_minimal and minimal.rate().difficulty == "easy"
    few = nonet.generate(seed=11, difficulty="easy", givens=26, symmetry="diagonal")
    assert len(few.givens.filled) == 26 and few.rate().difficulty == "easy"


@pytest.mark.parametrize("name", ["hard", "expert", "extreme"])
def test_harder_puzzles_have_no_given_too_many(name: str) -> None:
    assert all(puzzle.is_minimal for puzzle in nonet.generate(3, seed=11, difficulty=name))


def test_what_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'hard'"):
        nonet.generate(difficulty="hrad")
    with pytest.raises(ValueError, match="easy, medium, hard, expert, extreme"):
        nonet.generate(difficulty="7")
    with pytest.raises(ValueError, match="leave one of them out"):
        nonet.generate(difficulty="hard", rating=3.0)
    with pytest.raises(ValueError, match="nishio is rated"):
        nonet.generate(difficulty="hard", hardest="nishio")


def test_other_boards_are_generated_by_difficulty_too() -> None:
    puzzle = nonet.generate(seed=11, difficulty="hard", rules="2x3")
    assert puzzle.rules.size == 6 and puzzle.rate().difficulty == "hard"


def test_a_search_says_so_if_its_nearest_puzzle_was_not_rated_to_the_end() -> None:
    with pytest.raises(nonet.LimitReached, match="the nearest has"):
        nonet.generate(seed=0, rating=(9.8, 10.0), rules="4x4", budget=1)
