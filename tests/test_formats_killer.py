"""Killer puzzles on one line, in both forms."""

from __future__ import annotations

import pytest

import nonet
from nonet import Puzzle
from nonet.constraints import Cage
from nonet.errors import ParseError, PuzzleError
from nonet.formats import FORMATS, format, parse, sniff

SHORT = FORMATS["killer"].example
LONG = FORMATS["killer-long"].example


def long(*cells: int, mark: str = "") -> str:
    return f"3x3:{mark}:k:" + ":".join(map(str, [*cells, *[0] * (81 - len(cells))])) + ":"


def test_both_forms_are_the_same_puzzle_with_one_solution() -> None:
    assert (sniff(SHORT).name, sniff(LONG).name) == ("killer", "killer-long")
    puzzle = parse(SHORT)
    assert puzzle == parse(LONG) and puzzle.count() == 1
    assert sum(each.sum or 0 for each in puzzle.rules.constraints if isinstance(each, Cage)) == 405


def test_arrows_lead_in_all_directions() -> None:
    text = list("0" * 81)
    text[40] = "j"
    for cell, char in {
        30: ".",
        31: "v",
        32: ",",
        39: ">",
        41: "<",
        48: "'",
        49: "^",
        50: "`",
    }.items():
        text[cell] = char
    [cage] = parse("".join(text)).rules.constraints
    box = "r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6"
    assert cage == Cage(box, sum=45)
    [free] = parse("v" + "0" * 80, format="killer").rules.constraints
    assert free == Cage("r1c1 r2c1"), "0 is no sum"
    assert parse(">A" + "0" * 79).rules.constraints == (Cage("r1c1 r1c2", sum=10),)


def test_the_long_form_has_diagonals() -> None:
    puzzle = parse(long(256 * 9 + 1, 256 * 9 + 1, mark="d"))
    assert puzzle.rules.constraints == (Cage("r1c1 r1c2", sum=9),)
    assert [house.name for house in puzzle.rules.extra] == ["diagonal down", "diagonal up"]
    assert parse(long(5)).rules.is_classic, "without a sum there is no cage"
    both = nonet.parse(long(256 * 9 + 1, 256 * 9 + 1), rules="antiknight")
    assert [each.word for each in both.rules.constraints] == ["antiknight", "killer"]


def test_cages_are_written_and_nothing_else() -> None:
    rules = "killer:9=r1c1r1c2 killer:12=r2c2r3c3r4c4"
    puzzle = Puzzle("." * 81, rules=rules)
    for name in ("killer", "killer-long"):
        assert parse(format(puzzle, name), format=name) == puzzle
    crossed = Puzzle("." * 81, rules=f"diagonals {rules}")
    assert parse(format(crossed, "killer-long")) == crossed
    for refused, why in [
        (crossed, "holds killer puzzles without givens"),
        (Puzzle("1" + "." * 80, rules=rules), "holds killer puzzles without givens"),
        (
            Puzzle("." * 81, rules=f"antiknight {rules}"),
            "cages that do not overlap, and this .* antiknight",
        ),
        (Puzzle("." * 81, rules=f"killer:5=r1c2r1c3 {rules}"), "do not overlap"),
        (Puzzle("." * 81, rules="killer:9=r1c1r5c5"), "the cells of cage 1 do not touch"),
    ]:
        with pytest.raises(PuzzleError, match=why):
            format(refused, "killer")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<" + "0" * 80, "line 1, column 1: the arrow in r1c1 leaves the board"),
        ("><" + "0" * 79, "line 1, column 1: the arrows from r1c1 lead in a circle"),
        (long(2305, 2561), "line 1: cage 1 has the sum 9 in r1c1 and 10 in r1c2"),
        ("3x3::k:1:2:", "line 1: expected 81 numbers after '3x3::k:', found 2"),
        (long(99999), "line 1: expected a number from 0 to 11775 for r1c1, found '99999'"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "." * 80 + "1",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ],
)
def test_other_lines_stay_what_they_are(text: str) -> None:
    assert sniff(text).name == "line"
