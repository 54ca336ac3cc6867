"""Puzzles as people write them down: rules as a list, JSON objects on several lines, YAML."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from console import run
from hypothesis import given, settings
from hypothesis import strategies as st
from quick import examples

from nonet import formats
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates
from nonet.formats.rule_lists import listed_rules, rules_in_list
from nonet.puzzle import Puzzle
from nonet.rules import House, Rules
from nonet.rules import constraints as k
from nonet.rules.variants import diagonals, jumps, parse_rules

SETTINGS = settings(max_examples=examples(40), deadline=None)

# an item of the list, and the words of the notation that it means
ITEMS: list[tuple[Any, str]] = [
    ("antiknight", "antiknight"),
    ("2x3 diagonals", "2x3 diagonals"),
    ({"thermo": "r1c1, r2c1 ,r3c1"}, "thermo:r1c1r2c1r3c1"),
    ({"antiknight": True, "antiking": None}, "antiknight antiking"),
    ({"jigsaw": "AABB\nAABB\nCCDD\nCCDD"}, "jigsaw:AABBAABBCCDDCCDD"),
    ({"house": "pair=r1c1 r1c2"}, "house:pair=r1c1r1c2"),
    ({"thermo": "r1c1 r2c1"}, "thermo:r1c1r2c1"),
    ({"thermo": ["r1c1 r2c1", "r5c5 r5c6"]}, "thermo:r1c1r2c1 thermo:r5c5r5c6"),
    ({"thermo": {"line": ["r1c1", "r2c1"], "slow": "true"}}, "thermo:slow=r1c1r2c1"),
    ({"killer": "10=r1c1 r1c2"}, "killer:10=r1c1r1c2"),
    ({"killer": {"sum": 10, "cells": "r1c1 r1c2"}}, "killer:10=r1c1r1c2"),
    ({"littlekiller": " 12 = r1c3 = down left "}, "littlekiller:12=r1c3=down-left"),
    ({"killer": {"sum": "10", "cells": "R1C1, R1C2"}}, "killer:10=r1c1r1c2"),
    (
        {"quadruple": {"cells": "r1c1 r1c2 r2c1 r2c2", "digits": [1, 2]}},
        "quadruple:12=r1c1r1c2r2c1r2c2",
    ),
    ({"contains": {"cells": "r1c1 r1c2", "digits": "1 2"}}, "contains:12=r1c1r1c2"),
    ({"clone": {"groups": ["r1c1 r1c2", "r5c5 r5c6"]}}, "clone:r1c1r1c2/r5c5r5c6"),
    (
        {"anyof": [{"thermo": "r1c1 r1c2"}, {"sandwich": {"sum": 9, "line": "r1"}}, "antiknight"]},
        "anyof:thermo:r1c1r1c2/sandwich:9=r1/antiknight",
    ),
    (
        {"anyof": [{"parts": ["antiking"]}, {"parts": [{"allof": ["antiknight"]}]}]},
        "anyof:antiking anyof:allof:antiknight",
    ),
]


@pytest.mark.parametrize(
    ("rules", "jump"),
    [
        ("thermo:r1c1r2c1r4c1", "thermo:r1c1r2c1r4c1 jumps from r2c1 to r4c1"),
        ("arrow:r1c1=r1c3r1c4", "arrow:r1c1=r1c3r1c4 jumps from r1c1 to r1c3"),
        ("renban:r1c1r2c2r1c3 sumline:loop=10=r1c1r1c2r2c2r2c1", ""),
        ("anyof:whisper:r1c1r9c9/thermo:r1c1r1c2", "jumps from r1c1 to r9c9"),
        ("white:r1c1r9c9 pairs:1:2=r1c1r9c9 line:.*=r1c1r9c9 killer:3=r1c1r9c9", ""),
    ],
)
def test_a_line_that_jumps_is_a_doubt_of_words_and_files_and_solved_all_the_same(
    rules: str, jump: str, tmp_path: Path
) -> None:
    board = "." * 81
    doubts = jumps(parse_rules(rules))
    assert bool(doubts) == bool(jump) and jump in "".join(doubts)
    said = "".join(f"--rules: {doubt}\n" for doubt in doubts)
    for command in (["solve", "--limit", "1"], ["candidates"]):
        done = run(*command, "--rules", rules, board)
        assert (done.code, done.err) == (0, said)
    data = {"givens": board, "rules": rules.split()}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    (record,) = formats.records(str(path))
    assert record.doubts == tuple(doubts)
    assert record.puzzle == Puzzle(board, rules=rules)
    for command in (["solve", "--limit", "1"], ["candidates"]):
        done = run(*command, str(path))
        assert done.code == 0
        assert done.err == "".join(f"{path}:1: {doubt}\n" for doubt in doubts)
    # An ISS string of the same puzzle means what it says.
    (record,) = formats.records([formats.format(record.puzzle, "iss")])
    assert record.puzzle is not None and not record.notes


@pytest.mark.parametrize(("item", "words"), ITEMS, ids=str)
def test_items_of_a_list(item: Any, words: str) -> None:
    assert parse_rules(rules_in_list([item])) == parse_rules(words)


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (5, "rules: expected a rule such as antiknight, found 5"),
        ({"killr": "r1c1"}, "rule 'killr"),
        ({"killr": {"cells": "r1c1"}}, "rules: unknown rule 'killr'; did you mean 'killer'?"),
        ({"killer": {"summ": 3}}, "rules: killer: unknown name 'summ'; did you mean 'sum'?"),
        ({"killer": {"sum": 3}}, "rules: killer: expected cells, got only sum"),
        (
            {"killer": {"sum": "ten", "cells": "r1c1"}},
            "killer: expected a number or numbers such as 10-12, ..12 and 8,10 as sum, got ten",
        ),
        (
            {"killer": {"cells": 5}},
            "rules: killer: expected cells such as r1c1 r1c2 as cells, got 5",
        ),
        ({"killer": 5.5}, "rules: killer: expected a text or names with values, got 5.5"),
        ({"thermo": {"line": "r1c1 r1c2", "slow": "perhaps"}}, "expected true or false as slow"),
        ({"thermo": "r1c1"}, "rules: thermo: expected at least 2 cells, got 1"),
        (
            {"killer": {"sum": 3, "cells": "r1c0 r0c2"}},
            "rules: killer: expected a cell such as r1c1, got 'r1c0'; rows and columns start at 1",
        ),
        (
            {"thermo": ["r1c1", "r2c1"]},
            "a list has one constraint per item, and the cells of one are a text",
        ),
        ({"cage": {"cells": "r1c1"}}, "rules: unknown rule 'cage'; did you mean 'killer'?"),
        (
            {"anyof": [{"thermo": "r1c1"}]},
            "rules: anyof: thermo: expected at least 2 cells, got 1 (r1c1)",
        ),
        (
            {"anyof": ["antiking", {"termo": "r1c1"}]},
            "rules: anyof: unknown rule 'termo'; did you mean 'thermo'?",
        ),
        ({"jigsaw": ["AABB"]}, "rules: expected a text after jigsaw"),
        (
            {"thermo": "r9c1 r9c2, r8c1 r8c2"},
            "do commas stand between 2 constraints? write them as a list, [r9c1 r9c2, r8c1 r8c2]",
        ),
        ({"killer": {"cells": "r9c1r9c2,r8c1r8c2"}}, "do commas stand between 2 constraints?"),
        (
            "thermo r9c1 r9c2",
            "rules: is a colon missing after 'thermo'? write thermo: r9c1 r9c2",
        ),
    ],
)
def test_bad_items(item: Any, sentence: str) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(json.dumps({"puzzle": "." * 81, "rules": [item]}))
    assert sentence in caught.value.reason


CONSTRAINTS: list[k.Constraint] = [
    k.AntiKnight(),
    k.Cage("r1c1 r1c2", sum=10),
    k.Cage("r1c1 r1c2"),
    k.Thermo("r1c1 r2c1"),
    k.Thermo("r1c1 r2c1", slow=True),
    k.Arrow("r1c1", "r1c2 r1c3"),
    k.LittleKiller("r1c3", "down left", sum=9),
    k.Whisper("r1c1 r1c2", difference=4),
    k.EqualSums(["r1c1 r1c2", "r2c1 r2c2"]),
    k.Clone(["r1c1", "r5c5"]),
    k.Quadruple("r1c1 r1c2 r2c1 r2c2", [1, 1]),
    k.Contains("r1c1 r1c2", [1, 2], exact=True),
    k.Sandwich("c5", 18),
    k.XSum("r3", "left", 20),
    k.StrictXV("x"),
    k.PairRule("r1c1 r1c2", {1: [2], 2: [3]}, name="next = up"),
    k.AnyOf([k.Thermo("r1c1 r1c2"), k.Cage("r1c1 r1c2", sum=3)]),
]


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=str)
def test_a_constraint_as_an_item(constraint: k.Constraint) -> None:
    rules = Rules(constraints=[constraint])
    listed = listed_rules(rules, usual=True)
    assert len(listed) == 1
    assert parse_rules(rules_in_list(json.loads(json.dumps(listed)))) == rules


def test_short_items_are_short() -> None:
    rules = Rules(constraints=CONSTRAINTS[:4])
    assert listed_rules(rules, usual=False) == [
        "3x3",
        "antiknight",
        {"killer": "r1c1 r1c2"},
        {"killer": {"cells": "r1c1 r1c2", "sum": 10}},
        {"thermo": "r1c1 r2c1"},
    ]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Boards of some sizes with houses and constraints, marks and notes."""
    kept = draw(st.lists(st.sampled_from(CONSTRAINTS), max_size=4, unique=True))
    if kept:
        rules = Rules(constraints=kept)
    else:
        rules = parse_rules(draw(st.sampled_from(["3x3", "2x2 diagonals", "2x3", "latin5", "4x4"])))
    rules = rules.with_extra(
        *draw(st.sampled_from([(), (House("a, b: c", ["r1c1", "r2c2"], size=rules.size),)]))
    )
    size = rules.size
    values = draw(st.lists(st.integers(0, size), min_size=size**2, max_size=size**2))
    info = draw(st.dictionaries(st.text(min_size=1, max_size=6), st.text(max_size=12), max_size=2))
    taken = {"puzzle", "givens", "rules", "marks", "placed", "info"}
    info = {name: text for name, text in info.items() if name.lower() not in taken}
    marks = None
    if draw(st.booleans()):
        marks = Candidates.from_masks([(1 << size) - 2] * size**2)
    return Puzzle(values, rules=rules, marks=marks, info=info)


@pytest.mark.parametrize("name", ["json", "yaml"])
@given(puzzle=puzzles())
@SETTINGS
def test_law_nothing_is_lost(name: str, puzzle: Puzzle) -> None:
    text = formats.format(puzzle, name)
    found = formats.parse(text, format=name)
    assert found == puzzle
    assert dict(found.info) == dict(puzzle.info)
    assert formats.sniff(text).name == name


def test_what_may_be_left_out() -> None:
    text = "rules:\n- killer: {sum: 3, cells: r1c1 r1c2}\ntitle: No givens\n"
    found = formats.parse(text)
    assert found == Puzzle("." * 81, rules="killer:3=r1c1r1c2")
    assert dict(found.info) == {"title": "No givens"}
    six = formats.parse('{\n"rules": ["2x3", "diagonals"]\n}')
    assert six == Puzzle("." * 36, rules=parse_rules("2x3").with_extra(*diagonals(6)))
    assert (
        formats.parse("givens: 0001..".replace("..", "0" * 12)).givens.text() == "...1" + "." * 12
    )
    rows = formats.parse(json.dumps({"givens": ["1...", "....", "....", "...2"]}, indent=1))
    assert rows == formats.parse("1..............2")


def test_several_documents() -> None:
    text = "---\n# first\ngivens: 1...............\n---\ngivens: x\n---\ngivens: |\n  2...\n  ....\n  ....\n  ....\n"
    found = list(formats.records(text.splitlines()))
    assert [record.line for record in found] == [2, 5, 7]
    assert found[0].puzzle == Puzzle("1" + "." * 15)
    assert found[1].error is not None
    assert found[2].puzzle == Puzzle("2" + "." * 15)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("givens: [", 1, "expected YAML"),
        (
            "rules:\n- antiknight\ngivens: &a 1",
            3,
            "anchors and aliases (& and *) are not supported",
        ),
        ("givens: !x 1", 1, "tags (!) are not supported"),
        ("givens: a\ngivens: b", 2, "duplicate key 'givens'"),
        ("givens: a\n? [1]\n: b", 2, "expected a text as a name"),
        ("givens: " + "[" * 300 + "]" * 300, 1, "expected at most 32 brackets"),
        ("givens: " + "[" * 5000, 1, "expected at most 32 brackets"),
        ("givens: " + "[" * 20, 1, "expected YAML"),
        ("givens: " + "1" * 70000, 1, "expected at most 65536 characters of YAML"),
        ("- givens: 1", 1, "expected names with values, such as givens and rules"),
        ("rules:\n\t- antiknight", 2, "expected spaces, found a tab"),
    ],
)
def test_yaml_errors(text: str, line: int, sentence: str) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(text, format="yaml")
    assert sentence in caught.value.reason
    assert caught.value.line == line


@pytest.mark.parametrize(
    "text",
    [
        "rules: antiknight thermo:r1c1r2c1\n",
        "rules:\n  antiknight: true\n  thermo: r1c1 r2c1\n",
        "rules: {antiknight: true, thermo: r1c1 r2c1}\n",
        "rules:\n- antiknight\n- thermo: r1c1 r2c1\n",
    ],
)
def test_rules_alone_are_recognised_in_every_form(text: str) -> None:
    assert formats.parse(text).rules == parse_rules("antiknight thermo:r1c1r2c1")


@pytest.mark.parametrize("name", ["rule", "constraints"])
def test_a_name_that_means_another_one_is_an_error(name: str) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(f"givens: 1...............\n{name}:\n- antiknight\n")
    assert caught.value.reason == f"unknown name '{name}'; did you mean 'rules'?"


@pytest.mark.parametrize("name", ["sice", "Size", "sizes", "givns", "constraint"])
def test_a_misspelled_name_is_an_error(name: str) -> None:
    with pytest.raises(ParseError, match=f"{name}'"):
        formats.parse(f"{name}: 6x6\nrules:\n- antiknight\n")


def test_a_size_must_be_that_of_the_board() -> None:
    six = formats.parse("size: 6 x 6\nremarks: short\nrules:\n- 2x3\n")
    assert (six.rules.size, dict(six.info)) == (6, {"size": "6 x 6", "remarks": "short"})
    with pytest.raises(ParseError) as caught:
        formats.parse("size: 6x6\nrules:\n- antiknight\n")
    assert caught.value.reason == (
        "the board is 9x9, but 'size' is 6x6; the size is one of the rules: 2x3 means boxes of 2 rows"
        " and 3 columns"
    )


_ROWS = [".........", "6..195...", *["........."] * 7]
_SHORT = [".........", "6..195..", *["........."] * 7]
_SPACED = [" ".join(row) for row in _SHORT]
_SHIFTED = ["..........", *_SHORT[1:]]


@pytest.mark.parametrize(
    ("rows", "row", "reason"),
    [
        (_SHORT, 2, "row 2 has 8 cells, expected 9"),
        (_SPACED, 2, "row 2 has 8 cells, expected 9"),
        (_SHIFTED, 1, "row 1 has 10 cells, expected 9"),
        (_ROWS[:2], None, "found 2 rows of 9 cells, expected 9 rows"),
        ([*_ROWS, "."], 10, "row 10 has 1 cell, expected 9"),
    ],
)
def test_a_wrong_row_of_givens_is_named(rows: list[str], row: int | None, reason: str) -> None:
    block = "\n".join(["title: A", "givens: |", *(f"  {each}" for each in rows)])
    items = "\n".join(["title: A", "givens:", *(f"- {each}" for each in rows)])
    for text in (
        block,
        items,
        json.dumps({"givens": rows}, indent=1),
        json.dumps({"givens": rows}),
    ):
        with pytest.raises(ParseError) as caught:
            formats.parse(text)
        assert caught.value.reason == reason
        if row is not None and not text.startswith("{"):
            assert caught.value.line == row + 2


@pytest.mark.parametrize(
    "text", ["title: A\nrule:\n- antiknight\n", "title: A\nconstraints:\n  - antiknight\n"]
)
def test_a_file_whose_only_name_is_wrong_is_still_yaml(text: str) -> None:
    with pytest.raises(ParseError, match="did you mean 'rules'"):
        formats.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "title: A\ngrid: |\n  1...\n  ....\n  ....\n  ...2\n",
        "board:\n- 1...\n- ....\n- ....\n- ...2\n",
    ],
)
def test_another_name_for_the_givens_is_recognised(text: str) -> None:
    assert formats.parse(text) == Puzzle("1" + "." * 14 + "2")
    assert formats.sniff(text).name == "yaml"


def test_json_errors_have_their_line() -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse('{\n"givens": "1...",\n\n"a" 5}')
    assert (caught.value.line, caught.value.format) == (4, "json")


def test_without_pyyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nonet.formats.yaml_text", None)
    with pytest.raises(ParseError, match=r'pip install "nonet\[yaml\]"'):
        formats.parse("givens: 1...............")


@given(st.text(alphabet="givens:rul -|{}[]\n\"'&*!?#1.x,", max_size=60))
@SETTINGS
def test_no_text_breaks_yaml(text: str) -> None:
    with contextlib.suppress(ParseError):
        formats.parse("givens:" + text, format="yaml")


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("givens: 1...\n", 1, 9, "expected 81 cells, found 4"),
        ("rules:\n- antiknight\n- thermo: r1c1\n", 3, 3, "thermo: expected at least 2 cells"),
        ("rules:\n- thermo: r1c1 r2c1\n- antiknigt\n", 3, 3, "unknown rule 'antiknigt'"),
        ("rules:\n- renban: [r1c1 r1c2, r9c9 r9c10]\n", 2, 23, "renban: r9c10 is outside"),
        ("rules:\n  antiknight: true\n  sandwich: 3\n", 3, 3, "sandwich: expected"),
        (
            "---\nrules:\n- antiking\n- killer: {suum: 3, cells: r1c1}\n",
            4,
            3,
            "unknown name 'suum'",
        ),
        ("title: a\nconstraints: antiking\n", 2, 1, "did you mean 'rules'"),
    ],
)
def test_a_rule_that_is_wrong_has_its_line_and_column_in_yaml(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(text, format="yaml")
    assert reason in caught.value.reason
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("rules: antiknight\nthermo:\n- r1c1 r1c2\n", "line 2, column 1: 'thermo'"),
        ("killer: 10=r1c1 r1c2\n", "line 1, column 1: 'killer'"),
        ("Thermo:\n- r1c1 r1c2\n", "line 1, column 1: 'Thermo'"),
        ("givens: 1...\ntitle: a\nwindoku:\n", "line 3, column 1: 'windoku'"),
        ('{"rules": ["antiknight"], "thermo": "r1c1 r2c1"}', "line 1: 'thermo'"),
        ('{"thermo": "r1c1 r2c1"}', "line 1: 'thermo'"),
        ('{\n"puzzle": "' + "." * 81 + '",\n"thermo": "r1c1 r2c1"}', "line 1: 'thermo'"),
    ],
)
def test_a_rule_beside_the_rules_is_an_error(text: str, place: str) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(text)
    below = "is a rule; put it below 'rules', or below 'info' if it is only a remark"
    assert str(caught.value) == f"{place} {below}"


def test_a_board_under_an_unknown_name_is_an_error_and_not_an_empty_board() -> None:
    board = "1" + "." * 80
    for text in (
        f'{{"puzzel": "{board}", "rules": ["antiknight"]}}',
        f"cells: {board}\nrules: antiknight",
    ):
        with pytest.raises(ParseError, match=r"puzzel|cells"):
            formats.parse(text)
    kept = json.dumps({"rules": "antiknight", "info": {"cells": board}})
    assert formats.parse(kept).info["cells"] == board


def test_names_of_rules_are_info_where_they_are_columns_or_written_by_nonet() -> None:
    info = {"thermo": "1", "sum": "2", "line": "3", "windoku": "4", "x": "5"}
    puzzle = Puzzle("1" + "." * 80, rules="3x3 antiknight", info=info)
    for name in ("csv", "jsonl", "json", "yaml"):
        assert formats.parse(formats.format(puzzle, name)).info == info, name
    line = json.dumps({"puzzle": "1" + "." * 80, **info})
    assert formats.parse(line).info == info


def test_a_document_without_a_board_and_rules_says_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("title: A\n", encoding="utf-8")
    (record,) = formats.records(str(path))
    assert record.error is not None
    assert record.error.reason == "expected the names 'givens' or 'rules', found 'title'"


def test_json_over_lines_with_a_mistake_is_not_read_as_the_line_of_its_board() -> None:
    text = json.dumps({"puzzle": "." * 81, "rules": ["killr"]}, indent=1)
    with pytest.raises(ParseError, match="unknown rule 'killr'; did you mean 'killer'"):
        formats.parse(text)


@pytest.mark.parametrize(
    ("rules", "is_doubted"),
    [
        (["antiknight", {"thermo": "r1c1 r2c1 r4c1"}], True),
        ({"thermo": "r1c1 r2c1 r4c1"}, True),
        (["thermo:r1c1r2c1r3c1"], False),
        ("thermo:r1c1r2c1r4c1", False),
    ],
)
def test_a_jump_is_a_doubt_of_a_line_of_json_that_a_person_wrote(
    rules: Any, is_doubted: bool
) -> None:
    (record,) = formats.records([json.dumps({"rules": rules})])
    doubts = ("thermo:r1c1r2c1r4c1 jumps from r2c1 to r4c1",) if is_doubted else ()
    assert record.doubts == doubts


def test_a_cell_outside_the_board_is_not_called_a_jump_first() -> None:
    done = run("solve", "--rules", "thermo:r1c1r1c10", "." * 81)
    assert done.code == 1 and "jumps" not in done.err
    assert "thermo: r1c10 is outside a 9x9 board" in done.err
    done = run("solve", "--limit", "1", "--rules", "4x4 thermo:r1c1r1c10", "." * 256)
    assert "--rules: thermo:r1c1r1c10 jumps from r1c1 to r1c10" in done.err
