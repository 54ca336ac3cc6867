"""Killer puzzles on one line, in both forms."""

from __future__ import annotations

import pytest

import nonet
from nonet import Puzzle
from nonet.base.errors import ParseError
from nonet.formats import FORMATS, format, parse, sniff
from nonet.puzzle.errors import PuzzleError
from nonet.rules.constraints import Cage

SHORT = FORMATS["killer"].example
LONG = FORMATS["killer-long"].example


def long(*cells: int, mark: str = "") -> str:
    return f"3x3:{mark}:k:" + ":".join(map(str, [*cells, *[0] * (81 - len(cells))])) + ":"


def test_both_forms_are_the_same_puzzle_with_one_solution() -> None:
    assert (sniff(SHORT).name, sniff(LONG).name) == ("killer", "killer-long")
    puzzle = parse(SHORT)
    assert puzzle == parse(LONG) and puzzle.count() == 1
    assert sum(each.fields["sum"] for each in puzzle.rules.constraints) == 405


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
        (crossed, "holds cages on classic boards, and this puzzle has diagonals"),
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


# -- a map with a letter for each cage -------------------------------------------------------------

MAP = FORMATS["killer-map"].example
CAGES = parse(MAP)


def columns(text: str, rows: slice) -> list[str]:
    return [line.split()[-1] for line in text.split("\n")[rows]]


def test_a_map_has_letters_sums_and_givens() -> None:
    assert sniff(MAP).name == "killer-map"
    assert CAGES.givens.text() == "1..............2"
    assert CAGES.rules.constraints[0] == Cage("r1c1 r1c2 r2c1", sum=6)
    assert CAGES.count() == 1
    nine = parse(SHORT)
    assert parse(format(nine, "killer-map")) == nine
    both = f"{format(nine, 'killer-map')}\n\n{MAP}\n"
    assert nonet.formats.parse_all(both) == [nine, CAGES]


@pytest.mark.parametrize(
    "sums",
    [
        "A = 6   B = 9\nC = 10  D = 8\n\nE = 7",
        '{"A": 6, "B": 9, "C": 10, "D": 8, "E": 7}',
        '{\n "A": 6,\n "B": 9,\n "C": 10,\n "D": 8,\n "E": 7\n}',
        "sums: A=6, B=9, C=10, D=8, E=7",
        "A: 6\nB: 9\nC: 10\nD: 8\nE: 7",
        "A->6; B->9; C->10; D->8; E->7",
    ],
)
@pytest.mark.parametrize("spelling", ["plain", "ruled", "spaces", "stacked", "names", "sums first"])
def test_the_spellings_of_a_map(spelling: str, sums: str) -> None:
    if spelling == "sums first" and sums.startswith('{"'):
        pytest.skip("a line of JSON before a map is a line of JSON")
    rows, givens = columns(MAP, slice(4)), ["1...", "....", "....", "...2"]
    expected = CAGES if spelling == "stacked" else Puzzle("." * 16, rules=CAGES.rules)
    if spelling == "ruled":
        rows = [f"{row[:2]}|{row[2:]}" for row in rows]
        rows[2:2] = ["--+--"]
    elif spelling == "spaces":
        rows = [" ".join(row) for row in rows]
    elif spelling == "stacked":
        rows = [*givens, "", *rows]
    elif spelling == "names":
        rows = [" ".join(f"{name}1" for name in row) for row in rows]
        for name in "ABCDE":
            sums = sums.replace(name, f"{name}1")
    text = "\n".join([sums, "", *rows] if spelling == "sums first" else [*rows, "", sums])
    found = parse(f"A small killer\n{text}")
    assert found == expected
    assert found.info["title"] == "A small killer"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (".... ACCB", ".... ACC", r"line 2: expected 8 letters in a row of the map, found 7"),
        ("E=7", "F=7", r"line 5: the map has no cage 'F', but there is a sum for it"),
        ("E=7", "E=7 E=8", r"line 5: cage 'E' has the sums 7 and 8"),
        ("1...", "1x..", r"line 1: the givens beside the map: "),
        ("\n...2 DDEE", "", r"line 1: expected as many rows as a row of the map has cells, 8, found 3"),
    ],
)  # fmt: skip
def test_errors_of_a_map_say_where(old: str, new: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(MAP.replace(old, new), format="killer-map")


def test_a_map_with_gaps_is_read_and_says_so() -> None:
    [record] = nonet.formats.records(MAP.replace(" E=7", "").split("\n"))
    assert record.board and record.board.rules.constraints[-1] == Cage("r3c4 r4c3 r4c4")
    assert record.notes == ("no sum for cage E",)
    [record] = nonet.formats.records(MAP.replace("E=7", "E=8").split("\n"))
    assert record.notes == ("the sums of all cages are 41 together, expected 40",)
    [record] = nonet.formats.records(MAP.replace("DCCE", "DCEC").split("\n"))
    assert record.notes == ("the cells of cage C do not touch: r2c2 …",)


def test_a_map_is_written_or_refused() -> None:
    with pytest.raises(PuzzleError, match="usual boxes"):
        format(Puzzle("." * 16, rules="2x2 diagonals killer:3=r1c1r1c2"), "killer-map")
    with pytest.raises(PuzzleError, match="needs a cage with a sum"):
        format(Puzzle("." * 16, rules="2x2 killer:r1c1r1c2"), "killer-map")
    with pytest.raises(PuzzleError, match="cages that do not overlap"):
        format(Puzzle("." * 16, rules="2x2 killer:3=r1c1r1c2 killer:3=r1c1r2c1"), "killer-map")
    many = " ".join(f"killer:{r % 9 + 1}=r{r}c{c}" for r in range(1, 10) for c in range(1, 7))
    puzzle = Puzzle("." * 81, rules=f"3x3 {many}")
    assert parse(format(puzzle, "killer-map")) == puzzle
