"""Drawings of boards: whole pictures for one puzzle, laws for all sizes."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path

import pytest
from console import run
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import formats, render
from nonet.puzzle.model import Model, Unknowns
from nonet.render import Charset
from nonet.render.text import model_text
from nonet.rules.constraints import Cage, Sandwich
from nonet.rules.constraints.space import Group
from nonet.rules.variants import parse_rules

GOLDEN = Path(__file__).parent / "golden" / "render"
EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ESCAPES = re.compile("\x1b\\[[0-9;]*m")
JIGSAW_7 = "BAAAAACBBBBAACBBDDDCCDDDDCCCEEEEEFFEGGGEFFGGGGFFF"
JIGSAW_9 = "AAAAAAABBCCACCABBBCCCCBBBBDCFDDDDDDDFFDEEEEEEFFFFFEEGEFGGGGGGGHIIGIHHHHHIIIIIIHHH"


def test_a_puzzle_is_drawn_with_lines_between_its_boxes() -> None:
    assert render.text(nonet.Puzzle(EXAMPLE)) == (
        "┌───────┬───────┬───────┐\n"
        "│ 5 3 . │ . 7 . │ . . . │\n"
        "│ 6 . . │ 1 9 5 │ . . . │\n"
        "│ . 9 8 │ . . . │ . 6 . │\n"
        "├───────┼───────┼───────┤\n"
        "│ 8 . . │ . 6 . │ . . 3 │\n"
        "│ 4 . . │ 8 . 3 │ . . 1 │\n"
        "│ 7 . . │ . 2 . │ . . 6 │\n"
        "├───────┼───────┼───────┤\n"
        "│ . 6 . │ . . . │ 2 8 . │\n"
        "│ . . . │ 4 1 9 │ . . 5 │\n"
        "│ . . . │ . 8 . │ . 7 9 │\n"
        "└───────┴───────┴───────┘"
    )


def test_candidates_are_aligned_in_columns() -> None:
    drawn = render.text(nonet.Puzzle(EXAMPLE).candidates(), charset="ascii").splitlines()
    assert drawn[0] == "+-----------------+--------------+-----------------+"
    assert drawn[1] == "| 5   3    124    | 26   7  2468 | 1489  1249 248  |"


def test_a_sukaku_is_drawn_with_its_candidates_and_an_impossible_cell_as_a_dash() -> None:
    marks = nonet.Puzzle(EXAMPLE).candidates().without({"r1c3": {1, 2, 4}})
    drawn = render.text(nonet.Puzzle(nonet.Candidates.from_masks(marks.masks)))
    assert drawn.splitlines()[1].split()[3] == "-"


def sparse(size: int) -> nonet.Grid:
    """Return a board with digits here and there, the same each time."""
    cells = range(size**2)
    return nonet.Grid(
        [(7 * c + c // size * 3) % size + 1 if (c * c + c // size) % 3 == 0 else 0 for c in cells]
    )


@pytest.mark.parametrize("charset", ["unicode", "ascii"])
@pytest.mark.parametrize(
    ("name", "size", "words"),
    [
        ("4", 4, ""),
        ("5-latin", 5, "latin"),
        ("6-2x3", 6, "2x3"),
        ("6-3x2", 6, "3x2"),
        ("7-jigsaw", 7, f"jigsaw:{JIGSAW_7}"),
        ("9-jigsaw", 9, f"jigsaw:{JIGSAW_9}"),
        ("9-diagonals", 9, "diagonals"),
        ("12", 12, "3x4"),
        ("16", 16, ""),
        ("25", 25, ""),
        ("36", 36, ""),
    ],
)
def test_golden_drawings(name: str, size: int, words: str, charset: Charset) -> None:
    drawn = render.text(sparse(size), rules=parse_rules(words, size=size), charset=charset) + "\n"
    path = GOLDEN / f"{name}-{charset}.txt"
    if os.environ.get("NONET_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


def test_regions_of_any_shape_have_lines_where_they_meet() -> None:
    board = nonet.Puzzle("1..2 .... .... 3..4", rules="jigsaw:AAABACBBCCBDCDDD")
    assert render.text(board) == (
        "┌───────────┬───┐\n"
        "│ 1   .   . │ 2 │\n"
        "│   ┌───┬───┘   │\n"
        "│ . │ . │ .   . │\n"
        "├───┘   │   ┌───┤\n"
        "│ .   . │ . │ . │\n"
        "│   ┌───┴───┘   │\n"
        "│ 3 │ .   .   4 │\n"
        "└───┴───────────┘"
    )
    assert render.text(board.candidates(), rules=board.rules, charset="ascii") == (
        "+----------------+----+\n"
        "| 1    34    34  | 2  |\n"
        "|    +-----+-----+    |\n"
        "| 24 | 124 | 134   13 |\n"
        "+----+     |     +----+\n"
        "| 24   124 | 134 | 13 |\n"
        "|    +-----+-----+    |\n"
        "| 3  | 12    12    4  |\n"
        "+----+----------------+"
    )


@pytest.mark.parametrize(
    "words", ["", "diagonals", f"jigsaw:{JIGSAW_9}", f"jigsaw:{JIGSAW_9[::-1]}", "latin"]
)
def test_a_line_separates_two_cells_of_different_regions(words: str) -> None:
    rules = parse_rules(words, size=9)
    drawn = render.text(nonet.Grid(bytes(81)), rules=rules).splitlines()
    drawn = [line for line in drawn if line[0] in "┌│├└"]  # sentences are below
    region = {cell: number for number, cells in enumerate(rules.regions) for cell in cells}
    places = [
        (row, column)
        for row, line in enumerate(drawn)
        for column, char in enumerate(line)
        if char == "."
    ]
    assert len(places) == 81
    for cell, (row, column) in enumerate(places):
        if cell % 9 < 8:
            between = drawn[row][column + 1 : places[cell + 1][1]]
            assert ("│" in between) == (region.get(cell) != region.get(cell + 1))
        if cell < 72:
            below = [drawn[i][column] for i in range(row + 1, places[cell + 9][0])]
            assert ("─" in below) == (region.get(cell) != region.get(cell + 9))


def test_cells_of_extra_houses_are_underlined_unless_all_are() -> None:
    drawn = render.text(nonet.Puzzle(EXAMPLE, rules="diagonals"), color=True)
    assert drawn.count("\x1b[4m") == 17
    assert "\x1b[1m\x1b[4m5\x1b[0m" in drawn and "\x1b[2m\x1b[4m.\x1b[0m" in drawn
    plain = render.text(nonet.Puzzle(EXAMPLE), color=True)
    assert ESCAPES.sub("", drawn).split("\n")[:13] == ESCAPES.sub("", plain).split("\n")
    disjoint = render.text(nonet.Puzzle(EXAMPLE, rules="disjoint"), color=True)
    assert disjoint.rpartition("\n")[0] == plain


def test_other_sizes_have_boxes_of_their_own_shape() -> None:
    six = render.text(nonet.Grid([1, 2, 3, 4, 5, 6] + [0] * 30)).splitlines()
    assert six[0] == "┌───────┬───────┐" and six[1] == "│ 1 2 3 │ 4 5 6 │"
    assert [line[0] for line in six] == list("┌││├││├││└")
    rules = nonet.Rules(box_rows=3, box_columns=2)
    tall = render.text(nonet.Grid([0] * 36), rules=rules).splitlines()
    assert tall[0] == "┌─────┬─────┬─────┐"
    twelve = render.text(nonet.Grid([0] * 144)).splitlines()
    assert [line[0] for line in twelve] == list("┌│││├│││├│││├│││└")
    assert render.text(nonet.Grid([0] * 49)).splitlines()[0] == "┌───────────────┐"


def test_numbers_above_nine_have_two_characters() -> None:
    grid = nonet.Grid([*range(1, 17), *[0] * 240])
    first = render.text(grid).splitlines()[1]
    assert first == "│  1  2  3  4 │  5  6  7  8 │  9 10 11 12 │ 13 14 15 16 │"
    marks = nonet.Candidates.from_masks([0b1000000000000001, *[0] * 255])
    assert render.text(marks).splitlines()[1].split()[1] == "1,16"


@pytest.mark.parametrize("size", [1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 36])
def test_every_size_is_a_rectangle(size: int) -> None:
    for charset in ("unicode", "ascii"):
        empty = render.text(nonet.Grid([0] * size**2), charset=charset)
        assert len({len(line) for line in empty.splitlines()}) == 1
        assert empty.count(".") == size**2


def test_colour_tells_givens_solution_and_blanks_apart_and_changes_nothing_else() -> None:
    puzzle = nonet.Puzzle(EXAMPLE)
    plain = render.text(puzzle, solution=puzzle.solution())
    drawn = render.text(puzzle, solution=puzzle.solution(), color=True)
    assert ESCAPES.sub("", drawn) == plain
    assert "\x1b[1m5\x1b[0m" in drawn and "\x1b[36m4\x1b[0m" in drawn
    assert "\x1b[2m.\x1b[0m" in render.text(puzzle, color=True)
    assert "\x1b" not in plain


def test_what_cannot_be_drawn_is_an_error() -> None:
    grid = nonet.Grid(EXAMPLE)
    for blank in ("", "..", "5", "\n"):
        with pytest.raises(ValueError, match="blank must be one printable character"):
            render.text(grid, blank=blank)
    with pytest.raises(ValueError, match="charset must be unicode or ascii"):
        render.text(grid, charset="emoji")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected solution for a 9x9 board, got 4x4"):
        render.text(grid, solution=nonet.Grid("1..." * 4))
    with pytest.raises(ValueError, match="expected rules for a 9x9 board, got 6x6"):
        render.text(grid, rules=nonet.Rules(box_rows=2, box_columns=3))


@given(
    st.lists(st.integers(0, 9), min_size=81, max_size=81),
    st.sampled_from(["unicode", "ascii"]),
    st.sampled_from(".0*_-"),
)
def test_what_is_drawn_can_be_read_again(digits: list[int], charset: Charset, blank: str) -> None:
    puzzle = nonet.Puzzle(digits)
    assert formats.parse(render.text(puzzle, charset=charset, blank=blank)) == puzzle


def test_cages_have_dashed_lines_and_their_sums_in_small_digits() -> None:
    cages = [("r1c1 r1c2 r1c3", 10), ("r1c4 r2c4 r2c3", 9), ("r3c3 r4c3", None)]
    rules = nonet.Rules(box_rows=2, box_columns=2, constraints=[Cage(c, sum=s) for c, s in cages])
    board = nonet.Puzzle("1... ..2. .3.. ...4", rules=rules)
    drawn = render.text(board).splitlines()[:9]
    assert drawn == [
        "┌¹⁰─────┬────⁹──┐",
        "│ 1   . │ . ¦ . │",
        "│┈┈┈┈┈┈┈│┈┈┈┘   │",
        "│ .   . │ 2   . │",
        "├───────┼───────┤",
        "│ .   3 │ . ¦ . │",
        "│       │   ¦   │",
        "│ .   . │ . ¦ 4 │",
        "└───────┴───────┘",
    ]
    assert "¦" not in render.text(board, charset="ascii")


@st.composite
def cages(draw: st.DrawFn) -> list[Cage]:
    """A few cages of neighbours in a row or column; they may share cells."""
    found = []
    for _ in range(draw(st.integers(1, 12))):
        line, start = draw(st.integers(1, 9)), draw(st.integers(1, 6))
        length, is_row = draw(st.integers(2, 4)), draw(st.booleans())
        places = [(line, at) if is_row else (at, line) for at in range(start, start + length)]
        total = draw(st.none() | st.integers(10, 30))
        found.append(Cage([f"r{row}c{column}" for row, column in places], sum=total))
    return found


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81), cages(), st.sampled_from(".0*_-"))
def test_a_board_with_cages_can_be_read_again(
    digits: list[int], drawn: list[Cage], blank: str
) -> None:
    """The cages are not read, and the text about them is not mistaken for cells."""
    board = nonet.Puzzle(digits, rules=nonet.Rules(constraints=drawn))
    (record,) = formats.records(StringIO(render.text(board, blank=blank)))
    assert isinstance(record.board, nonet.Puzzle)
    assert record.board.givens == nonet.Grid(digits)
    assert "sentence" in record.board.info["not read"]


# -- models ---------------------------------------------------------------------------------------


def test_a_board_that_is_not_square_is_drawn_with_its_boxes_and_clues() -> None:
    lines = [Group("box", f"box {n}", cells) for n, cells in enumerate(BOXES, 1)]
    model = Model(
        2,
        6,
        digits=range(0, 12),
        houses=lines,
        constraints=[Sandwich("r2", 7)],
        givens={"r1c1": 11, "r1c2": (0, 10)},
        unknowns=[Unknowns("x", 3, 2)],
    )
    assert model_text(model).split("\n") == [
        "  ┌───────────┬───────┐",
        "  │ 11 0,10 . │ . . . │",
        "7 │ .  .    . │ . . . │",
        "  └───────────┴───────┘",
        "x:",
        "  . .",
        "  .",
        "The digits of row 2 between its lowest and its highest digit sum to 7.",
    ]
    solved = model_text(model, dict.fromkeys(model.space.names, 3), charset="ascii", color=True)
    assert solved.count("\x1b[36m3") == 11


BOXES = (
    ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"),
    ("r1c4", "r1c5", "r1c6", "r2c4", "r2c5", "r2c6"),
)


def test_show_draws_a_model() -> None:
    shown = run("show", "--solve", "--ascii", ".Shape~4x4~0-4.Sum~5~R1C1~R1C2.Sandwich~3~R1")
    assert shown.out.startswith("  +-----+-----+\n3 | . . | . . |\n")
    assert "# the model has several solutions" in shown.out
