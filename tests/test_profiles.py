"""Profiles: which techniques are tried, in which order, and what they count."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import rated
from console import run

from nonet import Puzzle
from nonet.steps import PROFILES, SE, TECHNIQUES, Profile, profile, profiles, technique
from nonet.steps.rating import UNSOLVED
from nonet.steps.sentences import heading

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import profile_page

QUICK = 3  # every third puzzle
HARD = Puzzle("1.2.......6.....9..7..41...2..9..6.5....8..4...8..4.....6.2...7...5.....5..8....3")
PUZZLES = (
    HARD,
    Puzzle("..............1..2.34....5.......13...6....452....7.......5.......43..8.7........"),
    Puzzle("..85...6..........9...184......2....8.714...214.8..65.6....3....3..8.......2.71.."),
)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_rows_of_sudoku_explainer_give_its_ratings(puzzle: Puzzle) -> None:
    # Another name: the core gets the rows, and not its own table of them.
    rows = replace(SE, name="rows")
    mine, theirs = puzzle.rate(profile=rows), puzzle.rate()
    assert (mine.er, mine.ep, mine.ed, mine.counts) == (
        theirs.er,
        theirs.ep,
        theirs.ed,
        theirs.counts,
    )
    assert list(puzzle.steps(profile=rows)) == list(puzzle.steps(profile="se"))


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_of_the_package_has_each_technique_once_and_rates_it(name: str) -> None:
    known = profile(name)
    assert known.name == name == str(known)
    assert len(set(known.techniques)) == len(known.rows) > 20
    assert all(row.rating > 0 for row in known.rows)
    assert all(row.level in dict(known.levels) for row in known.rows if known.levels)


def test_every_profile_of_the_package_is_named_where_people_look() -> None:
    files = {path.stem for path in Path(profiles.__file__).with_name("profiles").glob("*.toml")}
    assert files - set(PROFILES) == set(), (
        "PROFILES in src/nonet/steps/profiles.py does not name these"
    )
    page = (Path(__file__).parents[1] / "docs" / "profiles.md").read_text("utf-8")
    shown = " ".join(run("rate", "--help").out.split())
    for name in PROFILES:
        assert f"\n| `{name}` |" in page, (
            f"docs/profiles.md has no row for {name} in its first table"
        )
        assert re.search(rf"Order of the techniques:[^.]*\b{name}\b", shown), (
            f"the help of --profile does not name {name}"
        )


def test_a_technique_that_is_left_out_is_not_used() -> None:
    assert technique("pointing") in HARD.rate().counts
    found = HARD.rate(profile=profile("se").without("pointing", "Claiming")).counts
    assert not {technique("pointing"), technique("claiming")} & set(found)


def test_a_search_that_finds_more_than_the_profile_has_leaves_it_out() -> None:
    puzzle = Puzzle(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    kept = [row for row in SE.rows if row.technique.id != "house_forcing_chain"]
    for searches in ("se", "nonet", "hodoku"):
        found = puzzle.rate(profile=Profile("cells alone", tuple(kept), searches=searches)).counts
        assert technique("cell_forcing_chain") in found
        assert technique("house_forcing_chain") not in found


def test_what_comes_first_is_found_first() -> None:
    naked_first = SE.moved("naked_single", before="full_house")
    board = HARD.candidates()
    for step in HARD.steps(profile=naked_first):
        singles = HARD.all_steps(board, techniques=["naked_single"])
        assert (step.technique.id == "naked_single") == bool(singles)
        board = board.after(step)


def test_another_rating_shows_in_steps_and_ratings() -> None:
    mine = SE.rated("forcing_chain", 9.0)
    assert HARD.rate(profile=mine).er == pytest.approx(HARD.rate().er + 2.0)
    assert max(step.rating for step in HARD.steps(profile=mine)) == pytest.approx(9.2)


def test_points_are_whole_and_have_no_length() -> None:
    steps = list(HARD.steps(profile="hodoku"))
    assert {step.rating for step in steps} <= {row.rating for row in profile("hodoku").rows}
    assert HARD.rate(profile="hodoku").er == max(step.rating for step in steps)


def test_named_techniques_are_listed_also_if_others_are_easier() -> None:
    assert {s.technique.id for s in HARD.all_steps(techniques=["nishio"])} == {"nishio"}
    with pytest.raises(ValueError, match="the profile se\\* has no nishio"):
        HARD.all_steps(profile=SE.without("nishio"), techniques=["nishio"])


def test_a_file_can_extend_a_profile(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "se"\nwithout = ["bug_1"]\n[rate]\nx_wing = 3.1\n[move]\nx_wing = {before = "naked_pair"}\n'
    )
    mine = Profile.read(path)
    ids = [each.id for each in mine.techniques]
    assert mine.name == "mine" and len(ids) == len(SE.rows) - 1 and "bug_1" not in ids
    assert ids.index("x_wing") + 1 == ids.index("naked_pair") and mine.row("x_wing").rating == 3.1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[techniques]\nx_wing = 0", "the rating of x_wing must be above 0 and at most 600, got 0"),
        ("[techniques]\nx_wng = 1", "unknown technique 'x_wng'; did you mean 'x_wing'?"),
        ("[techniques]\nx_wing = {level = 1}", "x_wing needs a rating, as in x_wing = 3.2"),
        ('extends = "s"', "unknown profile 's'; did you mean 'se'?"),
        ('extends = "se"\n[techniques]\nx_wing = 1', "techniques: x_wing is there twice"),
        ("witout = []", "unknown key 'witout'; did you mean 'without'?"),
        ("", "a profile needs at least one technique"),
        ('extends = "se"\n[move]\nx_wing = 1', "move: x_wing needs before or after"),
        ("= 1", "mine.toml: expected TOML: "),
        (
            'extends = "se"\nwithout = "bug_1"',
            'without: expected a list such as ["bug_1", "x_wing"]',
        ),
        (
            'extends = "se"\nsearches = "hodoku"',
            "searches: comes from the profile se that is extended",
        ),
        ('extends = ["se"]', "extends: expected one of nonet, se, hodoku, sukaku, got ['se']"),
        (
            'techniques = ["x_wing"]',
            "techniques: expected a table, [techniques] and lines such as x_wing = 3.2",
        ),
        (
            'extends = "se"\nmove = "x_wing"',
            "move: expected a table, [move] and lines such as xy_wing = {before",
        ),
        ('extends = "se"\n[move]\nx_wing = {after = "x_wing"}', "x_wing is moved next to itself"),
        ('points = "yes"\n[techniques]\nx_wing = 1', "points: expected true or false, got 'yes'"),
        (
            '[levels]\neasy = "x"\n[techniques]\nx_wing = 1',
            "levels: expected a number for easy, got 'x'",
        ),
    ],
)
def test_a_wrong_file_is_an_error_that_says_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError) as error:
        Profile.read(path)
    assert str(error.value).startswith(str(path)) and message in str(error.value)


def test_points_are_shown_as_whole_numbers() -> None:
    first = next(HARD.steps(profile="hodoku"))
    assert heading(first, "en").endswith("(14)")
    assert heading(next(HARD.steps()), "en").endswith("(1.2)")


def test_techniques_of_sudoku_explainer_come_first() -> None:
    assert SE.techniques == TECHNIQUES[: len(SE.rows)]


def test_the_ratings_of_a_teacher_rise_with_the_order() -> None:
    falls = [
        f"{row.technique.id} ({row.rating}) after {before.technique.id} ({before.rating})"
        for before, row in pairwise(profile("nonet").rows)
        if row.rating < before.rating
    ]
    assert not falls, "ratings rise with the order in nonet.toml"


def test_a_teacher_solves_what_sudoku_explainer_solves() -> None:
    for row in rated.rows()[::QUICK]:
        rating = Puzzle(row.puzzle).rate(profile="nonet")
        assert rating.exact and rating.er < UNSOLVED, row.puzzle


def test_no_step_of_a_teacher_is_harder_than_needed() -> None:
    order = profile("nonet").techniques
    for row in [row for row in rated.rows() if row.er < 7.6][:: 4 * QUICK]:
        puzzle = Puzzle(row.puzzle)
        for step in list(puzzle.steps())[::3]:
            easier = order[: order.index(step.technique)]
            assert easier == () or not puzzle.all_steps(step.board, techniques=easier), str(step)


def test_every_technique_has_a_place_in_the_order_of_a_teacher() -> None:
    # Guesses are not hints, and Sukaku Explainer's own techniques are shown as X-chains and almost locked sets.
    missing = {each.id for each in TECHNIQUES} - {each.id for each in profile("nonet").techniques}
    links = {f"strong_links_{n}" for n in (2, 3, 4)}
    assert missing <= {"brute_force", "vwxyz_wing", "uvwxyz_wing", "tuvwxyz_wing"} | links


def test_the_page_of_the_profiles_is_up_to_date() -> None:
    assert profile_page.PAGE.read_text("utf-8") == profile_page.page()
