"""Boards in the codings of websites and games: Solo, puzz.link, Penpa+, SudokuMaker."""

from __future__ import annotations

import base64
import itertools
import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet import Position, Puzzle
from nonet.base.errors import ParseError
from nonet.formats import FORMATS, format, parse, sniff
from nonet.formats.lz_string import compress
from nonet.puzzle.errors import PuzzleError
from nonet.rules import Rules
from nonet.rules.constraints import Cage
from nonet.rules.variants import parse_rules

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
    # on 6x6 these are 30 neighbours: z for 25 of them, e for 5 and the first line
    six = parse("6j:zj,ze" + "_" * 30)
    assert six.rules == Rules(regions="".join(char * 6 for char in "123456"))
    assert format(six, "solo") == "6j:zj,ze" + "_" * 30


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
        ("3x3 windoku", "other than both diagonals, and this puzzle has windoku"),
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


# -- puzz.link -------------------------------------------------------------------------------------


def test_a_link_of_puzz_link_by_hand() -> None:
    """A letter is a run of empty cells: g is 1, h is 2 and so on to z, which is 20."""
    assert parse("https://puzz.link/p?sudoku/4/4/h12n4g3g").givens.text() == "..12........4.3."
    assert parse("http://pzv.jp/p.html?sudoku/6/6/1zt2").rules == Rules(box_rows=2, box_columns=3)
    sixteen = parse(f"puzz.link/p?sudoku/16/16/f-10{'z' * 12}t")
    assert (sixteen.givens[0], sixteen.givens[1], sixteen.givens[2]) == (15, 16, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://puzz.link/p?slither/5/6/2bgb0bbhb1adg1b", "read if they have a sudoku; this one is 'slither'"),
        ("https://puzz.link/p?sudoku/9/9/1z2", "expected 81 cells in the link, found 22"),
        ("https://puzz.link/p?sudoku/9/8/1z2", "expected as many columns as rows, found 9 and 8"),
        ("https://puzz.link/p?sudoku/9/9/1zaz", "expected digits of 1 to 9 in the link, found 10"),
        ("https://puzz.link/p?sudoku/9/9/1z_z", "expected a cell after '1z' in the link, found '_'"),
    ],
)  # fmt: skip
def test_damaged_links_of_puzz_link(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)


@given(values=st.lists(st.integers(0, 16), min_size=256, max_size=256), empty=st.integers(0, 256))
@settings(deadline=None)
def test_law_links_of_puzz_link(values: list[int], empty: int) -> None:
    puzzle = Puzzle([0] * empty + values[empty:])
    assert parse(format(puzzle, "puzz.link")) == puzzle


# -- Penpa+ ----------------------------------------------------------------------------------------


def penpa(
    setter: str, player: str = "", head: str = "sudoku,9,9,38", space: str = "[0,0,0,0]"
) -> str:
    """Return a link with what a setter drew and what a player did."""
    lines = [
        f"{head},0,1,Title: A%2C B,Author: ,,",
        space,
        "{z9:zQ}",
        f"{{{setter}}}",
        f"{{{player}}}",
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(packed).decode()}"


def test_digits_candidates_and_cages_of_penpa() -> None:
    """The board begins two rows and columns in, so r1c1 is 28 = 2 * 13 + 2; a cage has its sum in a corner of 28."""
    setter = (
        f'zN:{{"28":["5",1,"1"]}},z6:[[29,30],[41]],z1:{{"{4 * (29 + 13 * 13)}":["9",1]}},z3:[[1]]'
    )
    position = parse(penpa(setter, 'zN:{"31":["4",2,"1"],"32":[[1,1,0,0,0,0,0,0,0],2,"7"]}'))
    assert isinstance(position, Position)
    assert position.givens.text() == "5" + "." * 80
    assert position.placed.text() == "...4" + "." * 77
    assert position.rules.constraints == (Cage("r1c2 r1c3", sum=9),)
    assert position.candidates()["r1c5"] == {1, 2}
    assert dict(position.info) == {"title": "A, B", "not read": "arrows, cages without a sum (1)"}


@pytest.mark.parametrize("setter", ["z6:5", 'z6:[[31,32]],z1:{"1000":7}', "z6:[[31,32]],z1:5"])
def test_damaged_cages_of_penpa_are_not_read(setter: str) -> None:
    """The digits of a link are read whatever its cages are."""
    board = parse(penpa(f'zN:{{"31":["4",2,"1"]}},{setter}'))
    assert board.givens.filled and not board.rules.constraints
    assert "cages" in board.info["not read"]


def test_boards_of_penpa_with_space_around() -> None:
    puzzle = parse(
        penpa('zN:{"36":["6",1,"1"],"24":["9",1,"1"]}', head="square,7,7,38", space="[1,0,1,0]"),
        rules="2x3",
    )
    assert puzzle.givens.text() == "6" + "." * 35
    assert puzzle.info["not read"] == "texts (1)"


def unpacked_penpa(link: str) -> list[str]:
    return zlib.decompress(base64.b64decode(link.split("p=")[1]), -15).decode().split("\n")


@pytest.mark.parametrize(
    ("size", "rules"), [(4, "2x2"), (6, "2x3"), (6, JIGSAW), (12, "3x4"), (12, "4x3")]
)
def test_frames_of_penpa_are_regions(size: int, rules: str) -> None:
    puzzle = Puzzle([size, *[0] * (size**2 - 1)], rules=rules, info={"title": "A, B"})
    assert parse(format(puzzle, "penpa")) == puzzle
    assert parse(format(puzzle, "penpa")).info["title"] == "A, B"


def test_a_cage_of_penpa_is_drawn_and_has_its_sum() -> None:
    """On 4x4 a row has 8 numbers, r1c1 is 18, and its quarter points begin at 4 * (18 + 64)."""
    puzzle = Puzzle("." * 16, rules="2x2 killer:7=r1c1r1c2r2c1")
    setter = unpacked_penpa(format(puzzle, "penpa"))[3]
    assert "z6:[[18,19,26]]" in setter
    assert 'z1:{"328":["7",1]}' in setter
    assert '"328,329":10' in setter and '"329,332":10' in setter  # above r1c1, and on to r1c2
    assert '"329,331":10' not in setter  # between the two
    assert parse(format(puzzle, "penpa")) == puzzle


@given(cuts=st.sets(st.integers(1, 15), max_size=8), start=st.permutations(range(16)))
@settings(deadline=None)
def test_law_links_of_penpa(cuts: set[int], start: list[int]) -> None:
    ends = [0, *sorted(cuts)]
    cages = [start[a:b] for a, b in itertools.pairwise(ends) if b - a <= 4]
    named = [[f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in cage] for cage in cages]
    rules = Rules(size=4).with_constraints(
        *(Cage(cells, sum=10) for cells in named if len(cells) == 4)
    )
    rules = rules.with_constraints(*(Cage(cells, sum=4) for cells in named if len(cells) == 2))
    puzzle = Puzzle("." * 16, rules=rules)
    assert parse(format(puzzle, "penpa")) == puzzle


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("2x2 thermo:r1c1r1c2", "holds cages that do not overlap, and this puzzle has thermo"),
        ("2x2 killer:r1c1r1c2", "needs a sum for each cage; use 'jsonl'"),
        ("2x2 diagonals", "holds no extra houses, and this puzzle has diagonals; use 'jsonl'"),
        ("latin4", "needs boxes or regions"),
    ],
)
def test_boards_that_penpa_cannot_hold(rules: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        format(Puzzle("." * 16, rules=rules), "penpa")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (penpa("", head="hex,9,9,38"), "expected a square grid in the link of Penpa\\+, found 'hex'"),
        (penpa("", head="square,9,8,38"), "expected a square board of 1x1 to 36x36, found 8x9"),
        (penpa("")[:-20], "is damaged|is cut off"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA", "is damaged|is cut off"),
    ],
)  # fmt: skip
def test_damaged_links_of_penpa(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)


# -- SudokuMaker -----------------------------------------------------------------------------------


def sudokumaker(puzzle: str) -> str:
    data = '{"puzzle":' + puzzle + "}"
    return f"https://sudokumaker.app/?puzzle={compress(data, address=True)}"


def test_cells_of_sudokumaker() -> None:
    cells = '[{"given":true,"value":1},{"value":2},{"candidates":24},' + ",".join(["{}"] * 13) + "]"
    position = parse(
        sudokumaker(f'{{"size":4,"cells":{cells},"constraints":[{{"type":0}},{{"type":7}}]}}')
    )
    assert isinstance(position, Position)
    assert (position.givens["r1c1"], position.placed["r1c2"]) == (1, 2)
    assert position.candidates()["r1c3"] == {3, 4}
    assert position.info["not read"] == "constraints of SudokuMaker: type 7"


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ("{}", "expected an object with a 'puzzle' that has 'cells'"),
        ('{"cells":[{}]}', "expected 81 cells, found 1"),
        ('{"cells":[{}],"size":1,"minDigit":0}', "expected digits from 1 on, found 0"),
        ('{"cells":[{"value":2}],"size":1}', "expected a digit of 1 to 1 for r1c1, found 2"),
        (
            '{"cells":[{}],"width":1,"height":2}',
            "expected a square board of 1x1 to 36x36, found 1x2",
        ),
    ],
)
def test_damaged_links_of_sudokumaker(puzzle: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(sudokumaker(puzzle))


BOXES = [3 * (cell // 27) + cell % 9 // 3 for cell in range(81)]


@pytest.mark.parametrize(
    ("constraint", "words"),
    [
        ({"type": 1, "regions": BOXES}, "3x3"),
        ({"type": 1, "regions": [-1] * 81}, "latin9"),
        ({"type": 10, "style": {}}, "3x3 house:" + "".join(f"r{n}c{n}" for n in range(1, 10))),
        ({"type": 12}, "3x3 antiking"),
        ({"type": 14}, "3x3 disjoint"),
        ({"type": 101, "cells": [0, 80]}, "3x3 odd:r1c1 odd:r9c9"),
        (
            {"type": 301, "cages": [{"value": 5, "cells": [9, 10]}, {"cells": [80, 79]}]},
            "3x3 killer:5=r2c1r2c2 killer:r9c8r9c9",
        ),
        ({"type": 304, "cages": [{"value": "15", "cells": [0, 1]}]}, "3x3 lookandsay:15=r1c1r1c2"),
        ({"type": 305, "cells": [0, 10]}, "3x3 different:r1c1r2c2"),
        ({"type": 400, "lines": [[0, 1, 2], [40, 41]]}, "3x3 renban:r1c1r1c2r1c3 renban:r5c5r5c6"),
        ({"type": 4000, "lights": [0]}, "3x3"),
        ({"type": 405, "lines": [[0, 1, 2]]}, "3x3 sequence:r1c1r1c2r1c3"),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [20], "arrows": [[20, 21], [20, 29]]}]},
            "3x3 arrow:r3c3=r3c4 arrow:r3c3=r4c3",
        ),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[1, 2, 3]]}]},
            "3x3 pillarrow:r1c1r1c2=r1c3r1c4",
        ),
        ({"type": 600, "cells": [4]}, "3x3 rowindexing:r1c5"),
    ],
    ids=str,
)
@pytest.mark.parametrize("indent", [None, 1], ids=["line", "lines"])
def test_constraints_of_sudokumaker(
    constraint: dict[str, Any], words: str, indent: int | None
) -> None:
    puzzle = {"cells": [{}] * 81, "constraints": [{"type": 0}, constraint]}
    data = {"formatVersion": "1.5.0", "puzzle": puzzle}
    for text in (json.dumps(data, indent=indent), sudokumaker(json.dumps(puzzle))):
        board = parse(text)
        assert board.rules == parse_rules(words, size=9)
        assert "not read" not in board.info


@pytest.mark.parametrize(
    ("constraint", "name"),
    [
        ({"type": 200, "clues": []}, "difference dots"),
        ({"type": 400, "lines": [[81]]}, "type 400"),
        ({"type": 400, "lines": "r1c1"}, "type 400"),
        ({"type": 404, "lines": [[0, 1]], "singleRegionTotals": True}, "type 404"),
        ({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[1]]}]}, "type 408"),
        ({"type": 1, "regions": [0] * 81}, "type 1"),
        ({"type": 1000, "definition": {"name": "My rule"}}, "My rule"),
        ({"type": True}, "type True"),
        ({"type": [7]}, "type [7]"),
        ({"type": 1, "regions": [[0]] * 81}, "type 1"),
    ],
    ids=str,
)
def test_what_is_not_read_of_sudokumaker_has_its_name(
    constraint: dict[str, Any], name: str
) -> None:
    board = parse(sudokumaker(json.dumps({"cells": [{}] * 81, "constraints": [constraint]})))
    assert board.info["not read"] == f"constraints of SudokuMaker: {name}"
    assert not board.rules.constraints


def test_what_draws_a_constraint_of_f_puzzles_is_not_missing() -> None:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    line = {"lines": [["R1C1", "R1C2", "R1C3"]]}
    drawn = {**line, "outlineC": "#ff0000", "width": 0.3}
    data: dict[str, Any] = {"size": 9, "grid": cells, "renban": [line]}
    data["line"] = [{**drawn, "fromConstraint": "Renban"}]
    assert "not read" not in parse(json.dumps(data)).info
    data["line"] += [drawn, {**drawn, "fromConstraint": "Whispers"}]
    assert parse(json.dumps(data)).info["not read"] == "line (2)"
