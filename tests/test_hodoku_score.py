"""The score and the level of HoDoKu: on puzzles rated by it, and what the rules of the score say."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from console import run

from nonet import Puzzle, batch
from nonet.steps import profile

TABLE = Path(__file__).parents[2] / "shared" / "data" / "hodoku_ratings_dev.csv"

HODOKU = profile("hodoku")
MEDIUM = Puzzle("2......89....57........3..1.....563..2.14....8............9....9.8.3......7....45")


@pytest.mark.slow
@pytest.mark.skipif(
    not TABLE.exists(), reason="puzzles rated by HoDoKu are not beside the checkout"
)
def test_scores_and_levels_are_those_of_hodoku() -> None:
    with open(TABLE, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    ratings = [Puzzle(row["puzzle"]).rate(profile=HODOKU) for row in rows]
    for row, rating in zip(rows, ratings, strict=True):
        assert str(rating) == f"HoDoKu score {row['score']} ({row['level'].lower()})", row["puzzle"]


# HoDoKu solves these with ALS-XZ, ALS-XY-wings, ALS chains and Sue de Coq, of which it takes one of several. In the
# last but one it looks at a rectangle for the pair of another corner, in the last at naked subsets beside a rectangle
# in the order of their cells.
@pytest.mark.parametrize(
    ("puzzle", "score"),
    [
        ("6..1...8..53.............4....8...6..9....7....24.........7.3.9....2.5..1........", 3872),
        ("4....6.......3..1..58..1..9.67.8.......3.9.......7.52.7..8..63..8..5.......9....1", 7024),
        (
            "..6...5....3..4...2...7.4....93...7....46....8....23...7..9..2....5...161........",
            13832,
        ),
        ("21......5.739.6...5............4......1..34.7..5...1....273..16....9.7.3.6....5..", 2674),
        ("..5..4....1.7..2....8.5...7.43.185.......9...7...2.8........925.275...48........3", 1720),
    ],
)
def test_scores_of_hard_puzzles(puzzle: str, score: int) -> None:
    rating = Puzzle(puzzle).rate(profile=HODOKU)
    assert (rating.score, rating.level) == (score, "extreme" if score > 1800 else "unfair")


def test_the_score_is_the_sum_of_the_points() -> None:
    rating = MEDIUM.rate(profile=HODOKU)
    assert rating.score == sum(HODOKU.row(t).rating * n for t, n in rating.counts.items()) == 900
    assert (rating.level, rating.er) == ("medium", 80)


def test_a_high_score_raises_the_level() -> None:
    dearer = HODOKU.rated("naked_single", 40)
    rating = MEDIUM.rate(profile=dearer)
    assert rating.score is not None and rating.score > 1000
    assert rating.level in ("hard", "unfair", "extreme")


@pytest.mark.parametrize(("most", "level"), [(901, "medium"), (900, "medium"), (899, "hard")])
def test_a_level_goes_up_to_its_most_points(most: float, level: str) -> None:
    levels = tuple((name, most if name == "medium" else end) for name, end in HODOKU.levels)
    limited = replace(HODOKU, name="limited", levels=levels)
    assert (MEDIUM.rate(profile=limited).score, MEDIUM.rate(profile=limited).level) == (900, level)
    found = batch.rate([MEDIUM], profile=limited).level
    assert found is not None and found.tolist() == [level]


def test_other_profiles_have_no_score() -> None:
    rating = MEDIUM.rate()
    assert (rating.score, rating.level) == (None, None)
    assert str(rating).startswith("ER ")


def test_a_board_that_the_techniques_do_not_solve_has_no_level() -> None:
    rating = MEDIUM.rate(profile=HODOKU.only("full_house", "naked_single"))
    assert rating.level is None
    assert str(rating).endswith("(unsolved)") and rating.difficulty == ""


def test_points_are_no_er() -> None:
    rating = MEDIUM.rate(profile=HODOKU)
    assert str(rating) == "HoDoKu score 900 (medium)" and rating.difficulty == "medium"
    assert repr(rating) == "<Rating: HoDoKu score 900 (medium), naked_triple, 71 steps>"
    board = MEDIUM.givens.text()
    assert run("rate", "--profile", "hodoku", board).lines == [f"{board} {rating}"]
    every = "--columns", "score,level,points,er,ep,ed"
    (row,) = csv.DictReader(run("rate", "--profile", "hodoku", "--to", "csv", *every, board).lines)
    assert (row["score"], row["level"], row["points"]) == ("900", "medium", "80")
    assert (row["er"], row["ep"], row["ed"]) == ("", "", "")
    table = batch.rate([board], profile="hodoku").to_arrow().to_pydict()
    assert (table["points"], table["er"], table["ed"]) == ([80], [None], [None])
    assert batch.rate([board]).to_arrow().to_pydict()["er"] == [3.4]
    assert run("steps", "--profile", "hodoku", board).err.endswith(" (80 points)\n")


def test_the_hardest_puzzles_need_a_guess() -> None:
    golden = Puzzle(
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    )
    rating = golden.rate(profile=HODOKU)
    assert rating.level == "extreme"
    assert rating.score is not None and rating.score > 10_000
    assert {t.id for t in rating.counts} >= {"brute_force"}
