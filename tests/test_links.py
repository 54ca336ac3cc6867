"""Links and the data in them: compression, SudokuWiki, sudoku.coach, f-puzzles and SudokuPad.

What the codings mean is checked against pairs and numbers worked out by hand, and each writer against its reader.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from console import run
from hypothesis import given, settings
from hypothesis import strategies as st
from quick import examples

from nonet import formats
from nonet.base.errors import ParseError
from nonet.formats import lz_string, puzzle_zip
from nonet.formats.f_puzzles import board_of_data, f_puzzles_data
from nonet.formats.f_puzzles_rules import keys
from nonet.formats.sudokupad_look import drawing
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import House, Rules
from nonet.rules import constraints as k
from nonet.rules.constraints import Cage
from nonet.rules.constraints.f_puzzles import Switch
from nonet.rules.constraints.looks import lines
from nonet.rules.constraints.marks import Line
from nonet.rules.variants import (
    diagonals,
    disjoint_groups,
    parse_rules,
    sentences_of_kinds,
    windoku,
)

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]

SETTINGS = settings(max_examples=examples(60), deadline=None)


# -- f-puzzles ------------------------------------------------------------------------------------

LINE = ["R1C1", "R1C2", "R2C3"]
NAMES = "r1c1 r1c2 r2c3"
PAIR = {"cells": ["R1C1", "R1C2"]}

ENTRIES: list[tuple[str, dict[str, Any], k.Constraint]] = [
    ("killercage", {**PAIR, "value": "10"}, k.Cage("r1c1 r1c2", sum=10)),
    ("killercage", PAIR, k.Cage("r1c1 r1c2")),
    ("arrow", {"lines": [LINE], "cells": ["R1C1"]}, k.Arrow("r1c1", "r1c2 r2c3")),
    (
        "arrow",
        {"lines": [["R1C2", "R2C3"]], "cells": ["R1C1", "R1C2"]},
        k.PillArrow("r1c1 r1c2", "r2c3"),
    ),
    ("thermometer", {"lines": [LINE]}, k.Thermo(NAMES)),
    ("slowthermometer", {"lines": [LINE]}, k.Thermo(NAMES, slow=True)),
    ("palindrome", {"lines": [LINE]}, k.Palindrome(NAMES)),
    ("renban", {"lines": [LINE]}, k.Renban(NAMES)),
    ("whispers", {"lines": [LINE]}, k.Whisper(NAMES)),
    ("whispers", {"lines": [LINE], "value": "4"}, k.Whisper(NAMES, difference=4)),
    ("regionsumline", {"lines": [["R1C3", "R1C4"]]}, k.RegionSumLine("r1c3 r1c4")),
    ("betweenline", {"lines": [LINE]}, k.Between(NAMES)),
    ("lockout", {"lines": [LINE]}, k.Lockout(NAMES)),
    ("entropicline", {"lines": [LINE]}, k.Entropic(NAMES)),
    ("modularline", {"lines": [LINE]}, k.Modular(NAMES)),
    ("nabner", {"lines": [LINE]}, k.Nabner(NAMES)),
    ("doublearrow", {"lines": [LINE]}, k.DoubleArrow(NAMES)),
    ("zipperline", {"lines": [LINE]}, k.Zipper(NAMES)),
    ("difference", PAIR, k.Difference("r1c1 r1c2")),
    ("difference", {**PAIR, "value": "3"}, k.Difference("r1c1 r1c2", difference=3)),
    ("ratio", PAIR, k.Ratio("r1c1 r1c2")),
    ("ratio", {**PAIR, "value": "3"}, k.Ratio("r1c1 r1c2", ratio=3)),
    ("xv", {**PAIR, "value": "X"}, k.X("r1c1 r1c2")),
    ("xv", {**PAIR, "value": "V"}, k.V("r1c1 r1c2")),
    ("clone", {"cells": ["R1C1"], "cloneCells": ["R5C5"]}, k.Clone(["r1c1", "r5c5"])),
    (
        "quadruple",
        {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1, 7]},
        k.Quadruple("r1c1 r1c2 r2c1 r2c2", [1, 1, 7]),
    ),
    ("odd", {"cell": "R1C1"}, k.Odd("r1c1")),
    ("even", {"cell": "R9C9"}, k.Even("r9c9")),
    ("minimum", {"cell": "R1C1"}, k.Minimum("r1c1")),
    ("maximum", {"cell": "R1C1"}, k.Maximum("r1c1")),
    ("sandwichsum", {"cell": "R0C3", "value": "13"}, k.Sandwich("c3", 13)),
    ("sandwichsum", {"cell": "R4C0", "value": "0"}, k.Sandwich("r4", 0)),
    ("xsum", {"cell": "R10C3", "value": "13"}, k.XSum("c3", "bottom", 13)),
    ("xsum", {"cell": "R3C10", "value": "13"}, k.XSum("r3", "right", 13)),
    ("skyscraper", {"cell": "R0C9", "value": "3"}, k.Skyscraper("c9", "top", 3)),
    ("rowindexer", {"cells": LINE}, k.RowIndexing(NAMES)),
    ("columnindexer", {"cells": LINE}, k.ColumnIndexing(NAMES)),
    ("boxindexer", {"cells": LINE}, k.BoxIndexing(NAMES)),
    (
        "littlekillersum",
        {"cell": "R0C7", "cells": ["R1C8", "R2C9"], "direction": "DR", "value": "7"},
        k.LittleKiller("r1c8", "down right", sum=7),
    ),
    (
        "littlekillersum",
        {"cell": "R10C0", "cells": [f"R{n}C{10 - n}" for n in range(9, 0, -1)], "direction": "UR",
         "value": "40"},
        k.LittleKiller("r9c1", "up right", sum=40),
    ),
]  # fmt: skip


def data_with(**keys: Any) -> dict[str, Any]:
    return {"size": 9, "grid": EMPTY, **keys}


@pytest.mark.parametrize(("key", "entry", "constraint"), ENTRIES, ids=str)
def test_f_puzzles_entries(key: str, entry: dict[str, Any], constraint: k.Constraint) -> None:
    puzzle = board_of_data(data_with(**{key: [entry]}))
    assert puzzle.rules.constraints == (constraint,)
    assert f_puzzles_data(puzzle)[key] == [entry]
    assert formats.parse(formats.format(puzzle, "f-puzzles")) == puzzle


def test_every_key_of_f_puzzles_is_tried() -> None:
    switches = {name for name, (_, key) in keys().items() if isinstance(key, Switch)}
    assert {entry[0] for entry in ENTRIES} == set(keys()) - switches
    with_keys = {word for word, kind in k.kinds().items() if kind.f_puzzles} - switches
    assert {entry[2].word for entry in ENTRIES} == with_keys


def test_f_puzzles_entries_with_several_constraints() -> None:
    data = data_with(
        arrow=[{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1", "R3C1"]], "cells": ["R1C1"]}],
        clone=[{"cells": ["R1C1", "R1C2"], "cloneCells": ["R5C5", "R5C6"]}],
        sandwichsum=[{"cell": "R0C1", "value": ""}],
        quadruple=[{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}],
    )
    assert set(board_of_data(data).rules.constraints) == {
        k.Arrow("r1c1", "r1c2"),
        k.Arrow("r1c1", "r2c1 r3c1"),
        k.Clone(["r1c1", "r5c5"]),
        k.Clone(["r1c2", "r5c6"]),
    }
    both = Puzzle("." * 81, rules=Rules(constraints=[k.Odd("r1c1 r2c2")]))
    assert f_puzzles_data(both)["odd"] == [{"cell": "R1C1"}, {"cell": "R2C2"}]
    grid = json.loads(json.dumps(EMPTY))
    grid[0][8] = {"parity": "Even"}
    assert board_of_data({"grid": grid}).rules.constraints == (k.Even("r1c9"),)


def test_f_puzzles_digital_roots() -> None:
    cage = [{"cells": ["R1C1", "R1C2"], "value": "DR5"}, {"cells": ["R1C3"], "value": "A"}]
    puzzle = board_of_data(data_with(cage=cage))
    sums = [k.Cage("r1c1 r1c2", sum=total) for total in (5, 14)]
    assert puzzle.rules.constraints == (k.AnyOf(sums),)
    assert puzzle.info["not read"] == "cage (1)"


DOT = [{"cells": ["R1C1", "R1C2"]}]


@pytest.mark.parametrize(
    ("keys", "constraints"),
    [
        ({"antiknight": True, "antiking": True}, {k.AntiKnight(), k.AntiKing()}),
        ({"nonconsecutive": True}, {k.NonConsecutive()}),
        ({"negative": ["xv"]}, {k.StrictXV()}),
        ({"negative": ["ratio"]}, {k.StrictKropki("black")}),
        (
            {"nonconsecutive": True, "difference": DOT},
            {k.StrictKropki("white"), k.Difference("r1c1 r1c2")},
        ),
        (
            {"nonconsecutive": True, "ratio": DOT, "negative": ["ratio", "xv"]},
            {k.StrictKropki(), k.Ratio("r1c1 r1c2"), k.StrictXV()},
        ),
    ],
)
def test_f_puzzles_rules_for_the_whole_board(
    keys: dict[str, Any], constraints: set[k.Constraint]
) -> None:
    puzzle = board_of_data(data_with(**keys))
    assert set(puzzle.rules.constraints) == constraints
    assert board_of_data(f_puzzles_data(puzzle)) == puzzle


@pytest.mark.parametrize(
    "constraints",
    [
        [k.Sum("r1c1 r1c2", 5)],
        [k.Modular(NAMES, modulus=2)],
        [k.Lockout(NAMES, difference=3)],
        [k.Clone(["r1c1 r1c2", "r2c1 r2c2"])],
        [k.NonConsecutive(), k.Ratio("r1c1 r1c2")],
        [k.StrictXV("x")],
        [k.StrictKropki(), k.Difference("r1c1 r1c2", difference=2)],
    ],
    ids=str,
)
def test_f_puzzles_does_not_have_these(constraints: list[k.Constraint]) -> None:
    puzzle = Puzzle("." * 81, rules=Rules(constraints=constraints))
    with pytest.raises(PuzzleError) as caught:
        formats.format(puzzle, "f-puzzles")
    assert f"does not have the constraint {constraints[0].notation}" in str(caught.value)


def test_f_puzzles_houses() -> None:
    data = data_with(**{"diagonal+": True, "diagonal-": True, "disjointgroups": True})
    data["extraregion"] = [{"cells": list(map(str.upper, h.cells.names))} for h in windoku()]
    puzzle = board_of_data(data)
    down, up = diagonals()
    assert set(puzzle.rules.extra) == {down, up, *disjoint_groups(), *windoku()}
    assert board_of_data(f_puzzles_data(puzzle)) == puzzle
    assert board_of_data(data_with(**{"diagonal+": True})).rules.extra[0].cells.names[0] == "r1c9"


def test_f_puzzles_regions() -> None:
    """A cell without a region is in the box at its place; null is not a region."""
    six: dict[str, Any] = {"grid": [[{} for _ in range(6)] for _ in range(6)]}
    assert board_of_data(six).rules == parse_rules("2x3")
    latin = {"grid": [[{"region": None}] * 4 for _ in range(4)]}
    assert board_of_data(latin).rules == parse_rules("latin4")
    seven = {"grid": [[{"region": c} for c in range(7)] for _ in range(7)]}
    assert board_of_data(seven).rules.layout == "1234567" * 7
    part = {"grid": [[{"region": 0}, {"region": 0}, {}, {}], *[[{"region": None}] * 4] * 3]}
    rules = board_of_data(part).rules
    assert not rules.regions
    assert [house.cells.names for house in rules.extra] == [("r1c1", "r1c2"), ("r1c3", "r1c4")]
    for data in (six, latin, seven):
        puzzle = board_of_data(data)
        assert board_of_data(f_puzzles_data(puzzle)) == puzzle


def test_f_puzzles_marks() -> None:
    grid = json.loads(json.dumps(EMPTY))
    grid[0][0] = {"givenPencilMarks": [1, 2]}
    grid[0][1] = {"value": 3}
    grid[0][2] = {"value": 5, "given": True}
    grid[0][3] = {"centerPencilMarks": [6, 7], "c": "#fff"}
    puzzle = board_of_data({"grid": grid})
    assert puzzle.marks is not None
    assert sorted(puzzle.marks["r1c1"]) == [1, 2]
    assert puzzle.givens.text()[:4] == "..5."
    assert isinstance(puzzle, Position)
    assert puzzle.placed.text()[:4] == ".3.."
    assert puzzle.removed == {3: {1, 2, 4, 8, 9}}
    assert puzzle.info["not read"] == "c (1)"
    assert board_of_data(f_puzzles_data(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "expected an object with 'size' and 'grid'"),
        ({"grid": []}, "expected rows of cells"),
        ({"grid": [[{}], [{}]]}, "row 1 of 'grid' has 1 cells, expected 2"),
        ({"grid": [[{}] * 17] * 17}, "expected a board of 1x1 to 16x16"),
        (data_with(size=8), "found 9 rows and size 8"),
        (data_with(escalator=[{}]), "rules that nonet does not know: 'escalator'"),
        (data_with(killercage={}), ""),
        (data_with(killercage=[1]), "killercage: expected a list of objects"),
        (data_with(killercage=[{}]), "killercage: expected a list of cells"),
        (data_with(killercage=[{"cells": ["A1"]}]), "killercage: expected a cell such as 'R1C1'"),
        (data_with(killercage=[{"cells": ["R0C1"]}]), "killercage: the cell R0C1 is outside"),
        (
            data_with(killercage=[{"cells": ["R1C1", "R1C1"]}]),
            "killercage: killer: r1c1 is named twice",
        ),
        (
            data_with(killercage=[{"cells": ["R1C1"], "value": "ten"}]),
            "killercage: expected a number as 'value', found ten",
        ),
        (data_with(negative=["whispers"]), "negative: expected 'xv' or 'ratio'"),
        ({"grid": [[{"value": 5}]]}, "r1c1: expected a digit 1 to 1 as 'value', found 5"),
        ({"grid": [[{"pencil": 5}]]}, "r1c1: nonet does not know 'pencil' of a cell"),
        ({"grid": [[{"region": "a"}]]}, "r1c1: expected a number as 'region', found a"),
        ({"grid": [[{"centerPencilMarks": [2]}]]}, "r1c1: expected digits 1 to 1"),
    ],
)
def test_f_puzzles_errors(data: Any, sentence: str) -> None:
    if not sentence:
        board_of_data(data)
        return
    with pytest.raises(ParseError) as caught:
        board_of_data(data)
    assert sentence in caught.value.reason


def test_f_puzzles_line_of_an_error() -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse('{"size": 1,\n"grid": [[{}],]}', format="f-puzzles")
    assert caught.value.line == 2


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 11)
    | st.sampled_from(["R1C1", "R0C3", "X", "DR", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["cell", "cells", "lines", "value", "values", "direction", "cloneCells"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*keys(), "negative", "extraregion"]), VALUES, max_size=3))
@SETTINGS
def test_no_data_breaks_f_puzzles(keys: dict[str, Any]) -> None:
    with contextlib.suppress(ParseError):
        board_of_data(data_with(**keys))


# -- SudokuPad ------------------------------------------------------------------------------------


def pad(data: Any) -> str:
    return "scl" + lz_string.compress(puzzle_zip.zipped(data))


def test_sudokupad_reads_what_has_a_meaning() -> None:
    data = {
        "cells": [[{"value": 1}, {}, {}, {}], *[[{}] * 4] * 3],
        "regions": [[[r, c] for c in range(4)] for r in range(4)],
        "cages": [
            {"cells": [[0, 1], [0, 2]], "value": "5"},
            {"cells": [[1, 0], [1, 1]], "unique": True},
            {"cells": [[2, 2], [3, 3]], "unique": True, "hidden": True},
            {"cells": [[3, 0], [3, 1]], "value": "?"},
            {"value": "title: A title"},
        ],
        "lines": [{"color": "#FF0000", "wayPoints": [[0.5, 0.5], [1.5, 0.5]]}],
        "metadata": {"rules": "Digits increase along the red line.", "antiknight": False},
    }
    for text in (pad(data), f"https://sudokupad.app/{pad(data)}", json.dumps(data)):
        puzzle = formats.parse(text)
        assert puzzle.givens.text() == "1" + "." * 15
        assert puzzle.rules.layout == "1111222233334444"
        assert puzzle.rules.constraints == (Cage("r1c2 r1c3", sum=5), Cage("r2c1 r2c2"))
        assert [house.cells.names for house in puzzle.rules.extra] == [("r3c3", "r4c4")]
        assert dict(puzzle.info) == {
            "title": "A title",
            "ruleset": "Digits increase along the red line.",
            "not read": "cages (1), lines (1); rules that are only drawn are missing",
        }
    more = formats.parse(pad(data), rules="thermo:r1c1r2c1")
    assert set(more.rules.constraints) == {*puzzle.rules.constraints, k.Thermo("r1c1 r2c1")}


def test_a_region_of_sudokupad_may_list_a_cell_twice() -> None:
    regions = [[[row, column] for column in range(4)] for row in range(4)]
    data = {"cells": [[{}] * 4] * 4, "regions": [[*regions[0], [0, 1]], *regions[1:]]}
    puzzle = formats.parse(pad(data))
    assert puzzle.rules.layout == "1111222233334444" and not puzzle.rules.extra


def test_fog_is_no_missing_rule() -> None:
    fog = {
        "fogofwar": ["R1C1"],
        "foglight": ["R2C2"],
        "triggereffect": [{"trigger": {"type": "cell", "cell": "r1c1"}}],
    }
    thermometer = {"thermometer": [{"lines": [["R1C1", "R1C2"]]}]}
    puzzle = board_of_data(data_with(**fog, **thermometer))
    assert puzzle.rules.constraints == (k.Thermo("r1c1 r1c2"),) and not puzzle.info
    plain = formats.parse(pad({"cells": [[{}] * 9] * 9}))
    assert formats.parse(pad({"cells": [[{}] * 9] * 9, **fog})) == plain and not plain.info


def test_sudokupad_opens_f_puzzles() -> None:
    link = formats.FORMATS["f-puzzles"].example
    data = link.split("=", 1)[1]
    for text in (
        f"https://sudokupad.app/fpuzzles{data}",
        f"sudokupad.app/?puzzleid=fpuzzles{data}",
    ):
        assert formats.parse(text) == formats.parse(link)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "expected rows of cells as 'cells'"),
        (
            {"cells": [[{}, {}]]},
            "expected a square board of at most 36x36, found 1 rows and 2 columns",
        ),
        ({"cells": [[{"value": "A"}]]}, "r1c1: expected a digit 1 to 1, found A"),
        ({"cells": [[{"value": 2}]]}, "r1c1: expected a digit 1 to 1, found 2"),
        (
            {"cells": [[{}]], "cages": [{"cells": [[0, 4]], "value": "5"}]},
            "expected a cell such as [0, 0]",
        ),
        ({"cells": [[{}]], "regions": 5}, "regions: expected a list, found 5"),
        ({"cells": [[{}]], "metadata": {"norowcol": True}}, "may repeat digits"),
    ],
)
def test_sudokupad_errors(data: Any, sentence: str) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(pad(data), format="sudokupad")
    assert sentence in caught.value.reason


CAGES = (k.Cage, k.Sum)


@pytest.mark.parametrize("constraint", [entry[2] for entry in ENTRIES], ids=str)
def test_sudokupad_draws_each_kind(constraint: k.Constraint) -> None:
    """The drawing is there, the prose says it, and reading takes no rule from either."""
    puzzle = Puzzle(KNOWN, rules=Rules(constraints=[constraint]), info={"solution": SOLUTION})
    found = formats.parse(formats.format(puzzle, "sudokupad"))
    assert found.givens == puzzle.givens
    assert found.info["solution"] == SOLUTION
    assert found.info["ruleset"] == constraint.text()
    if isinstance(constraint, CAGES):
        assert found.rules == puzzle.rules
    else:
        assert found.rules.is_classic
        assert "only drawn" in found.info["not read"]


def test_sudokupad_is_told_and_shown_the_extra_houses() -> None:
    puzzle = Puzzle(KNOWN, rules="diagonals disjoint killer:10=r8c1r8c2")
    found = formats.parse(formats.format(puzzle, "sudokupad"))
    assert found.info["ruleset"].split("\n") == sentences_of_kinds(puzzle.rules)
    drawn = drawing(puzzle.rules)
    assert len(drawn["lines"]) == 2 and not drawn["underlays"], "a shade everywhere shows nothing"
    assert len(drawing(parse_rules("windoku"))["underlays"]) == 36


@pytest.mark.parametrize("role", lines())
def test_sudokupad_draws_the_head_of_an_arrow(monkeypatch: pytest.MonkeyPatch, role: str) -> None:
    line = Line(("r1c1", "r1c2"), role)
    monkeypatch.setattr(Cage, "marks", lambda each, space: [line])
    drawn = drawing(Rules(constraints=[Cage("r1c1 r1c2")]))
    [found] = drawn["arrows" if lines()[role].head else "lines"]
    assert found["color"] == lines()[role].color


def test_sudokupad_keeps_sums_and_houses() -> None:
    rules = Rules(constraints=[k.Sum("r1c1 r1c2", 8), k.Cage("r2c1 r2c2")])
    rules = rules.with_extra(House("extra region 1", "r1c1 r5c5"))
    assert formats.parse(formats.format(Puzzle(KNOWN, rules=rules), "sudokupad")).rules == rules
    drawn = Rules(constraints=[k.RellikCage("r1c1 r1c2", 8), k.Clone(["r1c1", "r5c5"])])
    assert not formats.parse(
        formats.format(Puzzle(KNOWN, rules=drawn), "sudokupad")
    ).rules.constraints


# -- laws -----------------------------------------------------------------------------------------

WRITABLE = [entry[2] for entry in ENTRIES] + [k.AntiKnight(), k.AntiKing(), k.StrictXV()]


@given(
    st.lists(st.sampled_from(WRITABLE), max_size=6),
    st.sampled_from(["3x3", "diagonals windoku", "latin9"]),
)
@SETTINGS
def test_law_f_puzzles(constraints: list[k.Constraint], words: str) -> None:
    puzzle = Puzzle(
        KNOWN, rules=parse_rules(words).with_constraints(*constraints), info={"title": "é"}
    )
    found = formats.parse(formats.format(puzzle, "f-puzzles"))
    assert found == puzzle
    assert dict(found.info) == dict(puzzle.info)


# -- on the command line --------------------------------------------------------------------------


def test_links_on_the_command_line() -> None:
    link = formats.FORMATS["f-puzzles"].example
    assert "sum to 7" in run("show", link).out
    assert run("convert", link, "--to", "f-puzzles").out.strip() == link
    assert run("convert", link, "--to", "sudokupad").out.startswith("https://sudokupad.app/scl")
    refused = run("convert", link)
    assert refused.code == 1
    assert "the format 'line' holds no constraints, and this puzzle has killer" in refused.err


def test_what_is_not_read_is_said() -> None:
    data = {"cells": [[{}] * 9] * 9, "regions": [], "lines": [{}, {}]}
    note = "<argument>:1: not read: lines (2); rules that are only drawn are missing"
    assert note in run("show", pad(data)).err
    assert note in run("hint", pad(data)).err


@pytest.mark.parametrize(
    "text",
    [
        "2x2+killer:3=r1c1r1c2:4...............",
        "2x2 killer:3=r1c1r1c2:4...............",
        "http://127.0.0.1:8000/#set?p=2x2+killer:3=r1c1r1c2:4...............",
        "http://localhost:8000/#play?m=1&p=2x2%2Bkiller:3=r1c1r1c2:4...............",
        "https://example.org/app/#set?p=2x2+killer:3=r1c1r1c2:4...............&x=1",
    ],
)
def test_links_of_the_web_app_and_the_boards_in_them(text: str) -> None:
    expected = Puzzle("4" + "." * 15, rules="2x2 killer:3=r1c1r1c2")
    assert formats.parse(text) == expected
    assert formats.sniff(text).name == "link"


def test_a_board_of_a_link_may_have_rules_alone() -> None:
    found = formats.parse("killer:10=r1c1r1c2 antiknight")
    assert found == Puzzle("." * 81, rules="killer:10=r1c1r1c2 antiknight")
    assert formats.parse("2x3:" + "." * 36, rules="antiking").rules.constraints
    with pytest.raises(ParseError, match="expected 36 cells, found 35"):
        formats.parse("2x3:" + "." * 35)
    with pytest.raises(ParseError, match="expected a puzzle"):
        formats.parse("killer antiknight")
