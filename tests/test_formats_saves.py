"""Saved games, exports and answers of models as files have them: read whole, or with a word about what was left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from console import run
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import formats
from nonet.base.errors import NonetError, ParseError
from nonet.formats.base import Record
from nonet.puzzle import Position, Puzzle
from nonet.variants import format_rules

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def records_of(text: str) -> list[Record]:
    return list(formats.records(text.split("\n")))


# -- KSudoku ---------------------------------------------------------------------------------------


def ksudoku(graph: str, values: str, inside: str = "") -> str:
    return (
        f"<ksudoku><game><puzzle><graph {graph}>{inside}</graph>"
        f"<values>{values}</values></puzzle></game></ksudoku>"
    )


@pytest.mark.parametrize(
    ("graph", "inside", "rules"),
    [
        ('order="4" type="sudoku"', "", "2x2"),
        (
            'order="4" type="custom" specific-type="XSudoku" sizeX="4" sizeY="4" sizeZ="1"',
            '<sudokugroups at="0" withblocks="1"/><clique size="4">0 5 10 15</clique>'
            '<clique size="4">3 6 9 12</clique>',
            "2x2 diagonals",
        ),
        (
            'order="4" type="custom" specific-type="Jigsaw" sizeX="4" sizeY="4" sizeZ="1"',
            '<sudokugroups at="0" withblocks="0"/><clique size="4">0 4 8 1</clique>'
            '<clique size="4">12 13 14 15</clique><clique size="4">2 3 5 6</clique>'
            '<clique size="4">7 9 10 11</clique>',
            "jigsaw:1112134233423442",
        ),
        (
            'order="4" type="custom" specific-type="KillerSudoku" sizeX="4" sizeY="4" sizeZ="1"',
            '<sudokugroups at="0" withblocks="1"/><cage operator="4" value="5" size="2">0 4</cage>',
            "2x2 killer:5=r1c1r1c2",
        ),
    ],
)
def test_boards_of_ksudoku(graph: str, inside: str, rules: str) -> None:
    """Cells are counted down the columns."""
    found = formats.parse(ksudoku(graph, "b_________c_____", inside))
    assert found.givens.text() == "1.........2....."
    assert found == formats.parse("1.........2.....", rules=rules)
    assert format_rules(found.rules) == rules


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('order="4"', 'order="5"', "line 1: expected an order of 4, 9, 16 or 25, found 5"),
        (
            'type="sudoku"',
            'type="roxdoku"',
            "expected a square board of 4x4, found one of .*roxdoku",
        ),
        ("b____", "b___", "line 1: expected 16 cells in <values>, found 15"),
        ("b____", "z____", "line 1: expected _ or a letter from b for 1 to e for 4, found 'z'"),
        ("</game>", "</games>", "line 1, column .*: expected XML: mismatched tag"),
        (
            "<ksudoku>",
            '<!DOCTYPE k [<!ENTITY a "b">]><ksudoku>',
            "a document type with declarations",
        ),
        ("</graph>", '<cage operator="3" value="6">0 1</cage></graph>', "another kind of cage"),
    ],
)
def test_damaged_saves_of_ksudoku(old: str, new: str, reason: str) -> None:
    text = ksudoku('order="4" type="sudoku"', "b_________c_____")
    with pytest.raises(ParseError, match=reason):
        formats.parse(text.replace(old, new, 1))


def test_texts_of_opensudoku_keep_their_signs() -> None:
    game = f'<game data="{"0" * 81}" note="n"/><game data="1{"0" * 80}"/>'
    text = f"<opensudoku><author>A&amp;B\n C</author><folder name='F'>{game}</folder></opensudoku>"
    first, second = formats.parse_all(text)
    assert dict(first.info) == {"author": "A&B C", "collection": "F", "comment": "n"}
    assert dict(second.info) == {"author": "A&B C", "collection": "F"} and second.givens[0] == 1


def test_xml_of_another_kind() -> None:
    with pytest.raises(ParseError, match="found XML of a kind that is not read, <savegame>"):
        formats.parse('<?xml version="1.0"?>\n<savegame>\n <level>2</level>\n</savegame>')


# -- text beside and around boards ------------------------------------------------------------------


FRAME = "┌───┬───┬───┬───┬───┬───┬───┬───┬───┐"
RULER = "├───┼───┼───┼───┼───┼───┼───┼───┼───┤"


def drawn(words: list[str]) -> str:
    """Return a board in a frame with words beside its lines."""
    rows = [
        "".join(f"│ {'' if c == '.' else c:1} " for c in KNOWN[i : i + 9]) for i in range(0, 81, 9)
    ]
    lines = [FRAME, *(line for row in rows for line in (row + "│", RULER))]
    lines[-1] = FRAME.translate(str.maketrans("┌┬┐", "└┴┘"))
    beside = [*words, *[""] * (len(lines) - len(words))]
    return "\n".join(
        f"  {line}    {word}".rstrip() for line, word in zip(lines, beside, strict=True)
    )


@pytest.mark.parametrize(
    "words",
    [
        ["a game 6.0", "", "", "Movement", "", " h - left", "", " j - down"],
        ["", "Commands:", " c - check", " H 1 hint"],
        [
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "level 3",
            "time 12:40",
        ],
    ],
)
def test_a_menu_beside_a_frame_is_left_out(words: list[str]) -> None:
    [record] = records_of(drawn(words))
    assert record.board is not None
    assert record.board.givens.text() == KNOWN
    assert record.notes == ("not read: words beside the frame",)


def test_stars_around_cells_are_left_out() -> None:
    rows = ["\t".join(KNOWN[i : i + 9].replace(".", "0")) for i in range(0, 81, 9)]
    rows[0] = rows[0].replace("5\t3", "**5\t3**", 1)
    rows[8] = rows[8].replace("8", "**8**", 1)
    [record] = records_of("\n".join(rows))
    assert record.board is not None
    assert record.board.givens.text() == KNOWN
    assert record.notes == ("not read: stars around cells",)


def test_stars_as_empty_cells_are_none() -> None:
    rows = [KNOWN[i : i + 9].replace(".", "*") for i in range(0, 81, 9)]
    [record] = records_of("\n".join(" ".join(row) for row in rows))
    assert record.board is not None
    assert (record.board.givens.text(), record.notes) == (KNOWN, ())


def rows_in_cell(between: str) -> str:
    return between.join(KNOWN[i : i + 9] for i in range(0, 81, 9))


@pytest.mark.parametrize(
    "cell",
    [
        f"`{KNOWN}`",
        f"`{rows_in_cell(' ')}`",
        f"**{rows_in_cell('<br>')}**",
        rows_in_cell("/"),
        KNOWN,
    ],
)
def test_boards_in_the_cells_of_a_markdown_table(cell: str) -> None:
    lines = ["| Model | Right | Board |", "| --- | --- | --- |", f"| **one** | 46 / 81 | {cell} |"]
    lines.append(f"| two | 12 / 81 | {cell} | {SOLUTION} |")
    found = records_of("\n".join(lines))
    assert [record.line for record in found] == [3, 4]
    assert [record.board and record.board.givens.text() for record in found] == [KNOWN, KNOWN]
    assert found[1].board is not None
    assert found[1].board.info["solution"] == SOLUTION


def test_a_markdown_table_without_boards() -> None:
    lines = ["| Model | Right |", "| --- | --- |", "| one | 46 / 81 |"]
    with pytest.raises(ParseError, match=re.escape("found '| Model | Right |'")):
        formats.parse("\n".join(lines))


# -- JSON of other programs ----------------------------------------------------------------------------

SAVES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "saves.jsonl").read_text().splitlines()
]
"""A value of JSON as a program saves it, and what is right: its givens, what is wrong, what is not read."""

REFUSED_BY_HAND = ("constraints", "variant killer")
"""Names that are a mistake in a puzzle on several lines, which people write by hand."""


def check_right(text: str, right: dict[str, Any]) -> None:
    """Check what is read of a text."""
    if "error" in right:
        with pytest.raises(ParseError, match=re.escape(right["error"])):
            formats.parse(text)
        return
    found = [record.board for record in records_of(text)]
    assert None not in found
    assert len(found) == right.get("boards", 1)
    if "boards" in right:
        return
    [board] = found
    assert board is not None
    assert board.givens.text() == right["givens"]
    if "wrong" in right:
        assert isinstance(board, Position)
        assert board.placed[right["wrong"]] == 2
        with pytest.raises(nonet.NoSolution, match=f"{right['wrong']} is 2"):
            board.hint()
    if "notes" in right:
        assert isinstance(board, Position)
        assert set(board.removed) == {nonet.cell_index(right["notes"])}
    assert right.get("not read", "") in board.info.get("not read", "")
    assert ("not read" in right) == ("not read" in board.info)
    if "solution" in right:
        assert nonet.Grid(formats.parse(board.info["solution"]).givens).text() == SOLUTION
    assert right.get("rules", "") in format_rules(board.rules)


@pytest.mark.parametrize("save", SAVES, ids=lambda save: str(save["name"]))
def test_saves_on_a_line_and_on_several(save: dict[str, Any]) -> None:
    check_right(json.dumps(save["value"]), save["right"])
    if save["name"] in REFUSED_BY_HAND:
        with pytest.raises(ParseError, match=r"did you mean 'rules'|is a rule"):
            formats.parse(json.dumps(save["value"], indent=2))
    else:
        check_right(json.dumps(save["value"], indent=2), save["right"])


def test_the_command_line_says_what_is_wrong_and_what_is_not_read(tmp_path: Path) -> None:
    played = KNOWN[:3] + "2" + KNOWN[4:]
    file = tmp_path / "save.json"
    file.write_text(json.dumps({"puzzle": KNOWN, "myGrid": played, "cages": [["r1c3"]]}))
    for command in ("hint", "check", "steps", "solve"):
        said = run(command, str(file))
        assert "r1c4 is 2" in said.out + said.err
        assert "not read: cages" in said.err


def test_a_row_of_a_data_set_has_its_columns_whatever_stands_in_them() -> None:
    """A puzzle, an answer and numbers are read as fast as before; other boards do not lose their column."""
    row = {"puzzle": KNOWN, "solution": SOLUTION, "rating": 1.2, "prediction": SOLUTION[::-1]}
    [record] = records_of(json.dumps(row))
    assert record.fields == row
    assert record.puzzle is not None
    assert record.puzzle.givens.text() == KNOWN
    assert record.notes == ("not read: prediction, where r1c1 is 9 and not the given 5",)


def test_prose_under_rules_in_a_table() -> None:
    [record] = records_of(f"puzzle,rules\n{KNOWN},Normal sudoku rules apply.")
    assert record.puzzle == Puzzle(KNOWN)
    assert record.notes == ("not read: rules in prose ('Normal sudoku rules apply.')",)
    with pytest.raises(ParseError, match="unknown rule 'killr:10=r1c1'"):
        formats.parse(json.dumps({"puzzle": KNOWN, "rules": "killr:10=r1c1"}))


def test_a_long_word_does_not_take_quadratic_time() -> None:
    """The time limit of a test would end it."""
    with pytest.raises(ParseError, match="expected 1296 cells, found 600000"):
        formats.parse(json.dumps({"puzzle": "a" * 600_000}))


def test_several_boards_in_a_question() -> None:
    """The answer says which of them is asked for."""
    other = SOLUTION[::-1][:40] + "." * 41
    value = {"prompt": f"An example:\n{other}\n\nNow solve:\n{KNOWN}", "completion": SOLUTION}
    assert formats.parse(json.dumps(value)).givens.text() == KNOWN
    del value["completion"]
    with pytest.raises(ParseError, match="expected one board in the question, found 2"):
        formats.parse(json.dumps(value))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 12) | st.floats() | st.text(max_size=5)
    | st.sampled_from([KNOWN, SOLUTION, [[0] * 9] * 9, [[[]] * 9] * 9, {"r1c1": 5}, {"0,0": [1, 2]}]),
    lambda inside: st.lists(inside, max_size=9)
    | st.dictionaries(
        st.sampled_from(
            ["puzzle", "board", "cells", "notes", "value", "fixed", "row", "col", "rules", "messages",
             "content", "role", "prompt", "solution", "candidates", "marks", "variant", "x"]
        ),
        inside,
        max_size=5,
    ),
    max_leaves=20,
)  # fmt: skip


@given(value=values)
def test_law_any_json_is_read_or_refused(value: Any) -> None:
    """No value makes anything but a board or a sentence."""
    for indent in (None, 1):
        try:
            list(formats.records(json.dumps(value, indent=indent).split("\n")))
        except NonetError:
            continue
