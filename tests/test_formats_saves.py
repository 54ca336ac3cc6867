"""Saved games, exports and answers of models as files have them: read whole, or with a word about what was left out."""

from __future__ import annotations

import re

import pytest

from nonet import formats
from nonet.base.errors import ParseError
from nonet.formats.base import Record

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


def test_xml_of_another_kind() -> None:
    with pytest.raises(ParseError, match="found XML of a kind that is not read, <savegame>"):
        formats.parse('<?xml version="1.0"?>\n<savegame>\n <level>2</level>\n</savegame>')


# -- what stands beside and around boards ------------------------------------------------------------


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
    assert record.notes == ("left out: words beside the frame",)


def test_stars_around_cells_are_left_out() -> None:
    rows = ["\t".join(KNOWN[i : i + 9].replace(".", "0")) for i in range(0, 81, 9)]
    rows[0] = rows[0].replace("5\t3", "**5\t3**", 1)
    rows[8] = rows[8].replace("8", "**8**", 1)
    [record] = records_of("\n".join(rows))
    assert record.board is not None
    assert record.board.givens.text() == KNOWN
    assert record.notes == ("left out: the stars around cells",)


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
