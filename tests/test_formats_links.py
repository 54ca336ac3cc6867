"""Boards in the codings of websites and games: Solo, puzz.link, Penpa+, SudokuMaker."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet import Puzzle
from nonet.constraints import Cage
from nonet.errors import ParseError, PuzzleError
from nonet.formats import FORMATS, format, parse, sniff
from nonet.rules import Rules

LAYOUT = "111222113322143352443355446655466665"
JIGSAW = f"jigsaw:{LAYOUT}"

# -- Solo ------------------------------------------------------------------------------------------


def test_a_game_id_by_hand() -> None:
    """Two rows of two boxes: a run of two empty cells, 1, 2 and so on, as the coding says."""
    assert parse("2x2:b1_2j4a").givens.text() == "..12..........4."
    assert parse("2x3:6zi", rules=None).rules == Rules(box_rows=2, box_columns=3)
    assert parse("3x2:6zi").rules == Rules(box_rows=3, box_columns=2)
    assert len(parse("2x2x:p").rules.extra) == 2


def test_regions_of_a_game_id_by_hand() -> None:
    """Four columns are four regions: a line after each cell of a row, and none down the columns, 12 neighbours."""
    puzzle = parse("4j:p,____________l")
    assert puzzle.rules == Rules(regions="1234" * 4)
    # rows: three neighbours in each of four rows, then a line after each cell of the columns
    assert parse("4j:p,l____________").rules == Rules(regions="1111222233334444")


def test_cages_of_a_game_id_by_hand() -> None:
    puzzle = parse("2x2k:p,abbba____________,3a7a7a3a3a7a7a3a")
    assert puzzle.rules.constraints[:2] == (Cage("r1c1 r1c2", sum=3), Cage("r1c3 r1c4", sum=7))
    assert len(puzzle.rules.constraints) == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3#1234", "a random seed of Solo has no board in it"),
        ("3x3:a", "expected 81 cells for each given, found 1"),
        ("3x3:zzza10zz", "expected a given of 1 to 9 at r9c8, found 10"),
        ("9j:zzzc", r"expected 2 parts with commas between them \(the givens, the regions\)"),
        ("4j:p,l___", "expected 24 places for lines in the regions and the edge, found 16"),
        ("4j:p,l___________1", "expected a letter or '_' in the regions, found '1'"),
        ("4j:p,a___________k", "region 1 has 5 cells"),
        ("2x2k:p,abbba____________,3_3n", "the cage of r1c1 has the sums 3 and 3, expected one"),
        ("9x9:a", "expected a board of 2x2 to 36x36, found 81x81"),
    ],
)  # fmt: skip
def test_damaged_game_ids(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text, format="solo")


def test_what_solo_cannot_hold_is_refused() -> None:
    for rules, message in (
        ("3x3 windoku", "no extra houses other than both diagonals"),
        ("3x3 killer:3=r1c1r1c2", "needs cages of two cells or more, with sums, that cover"),
        ("3x3 antiknight", "cages that do not overlap"),
        ("latin9", "needs boxes or regions"),
    ):
        with pytest.raises(PuzzleError, match=message):
            format(Puzzle("." * 81, rules=rules), "solo")


GIVENS = st.lists(st.integers(0, 6), min_size=36, max_size=36)


@given(
    givens=GIVENS,
    rules=st.sampled_from(["2x3", "3x2", JIGSAW, "2x3 diagonals", f"{JIGSAW} diagonals"]),
)
@settings(deadline=None)
def test_law_game_ids(givens: list[int], rules: str) -> None:
    puzzle = Puzzle(givens, rules=rules)
    text = format(puzzle, "solo")
    assert parse(text) == puzzle
    assert sniff(text).name == "solo"


def test_killers_as_game_ids() -> None:
    puzzle = parse(FORMATS["killer"].example)
    assert parse(format(puzzle, "solo")) == puzzle
    assert nonet.parse(format(puzzle, "solo"), rules="antiknight").rules != puzzle.rules
