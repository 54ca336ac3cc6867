"""Drawings of boards: whole pictures for one puzzle, laws for all sizes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import formats, render
from nonet.render import Charset

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ESCAPES = re.compile("\x1b\\[[0-9;]*m")


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


def test_candidates_stand_in_columns() -> None:
    drawn = render.text(nonet.Puzzle(EXAMPLE).candidates(), charset="ascii").splitlines()
    assert drawn[0] == "+-----------------+--------------+-----------------+"
    assert drawn[1] == "| 5   3    124    | 26   7  2468 | 1489  1249 248  |"


def test_a_sukaku_is_drawn_with_its_candidates_and_an_impossible_cell_as_a_dash() -> None:
    marks = nonet.Puzzle(EXAMPLE).candidates().without({"r1c3": {1, 2, 4}})
    drawn = render.text(nonet.Puzzle(nonet.Candidates(marks.masks)))
    assert drawn.splitlines()[1].split()[3] == "-"


def test_other_sizes_have_boxes_of_their_own_shape() -> None:
    six = render.text(nonet.Grid([1, 2, 3, 4, 5, 6] + [0] * 30)).splitlines()
    assert six[0] == "┌───────┬───────┐" and six[1] == "│ 1 2 3 │ 4 5 6 │"
    assert [line[0] for line in six] == list("┌││├││├││└")
    rules = nonet.Rules(box_rows=3, box_columns=2)
    tall = render.text(nonet.Grid([0] * 36), rules=rules).splitlines()
    assert tall[0] == "┌─────┬─────┬─────┐"


def test_numbers_above_nine_have_two_signs() -> None:
    grid = nonet.Grid([*range(1, 17), *[0] * 240])
    first = render.text(grid).splitlines()[1]
    assert first == "│  1  2  3  4 │  5  6  7  8 │  9 10 11 12 │ 13 14 15 16 │"
    marks = nonet.Candidates([0b1000000000000001, *[0] * 255])
    assert render.text(marks).splitlines()[1].split()[1] == "1,16"


@pytest.mark.parametrize("size", [1, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25])
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


def test_what_cannot_be_drawn_is_said() -> None:
    grid = nonet.Grid(EXAMPLE)
    for blank in ("", "..", "5", "\n"):
        with pytest.raises(ValueError, match="blank is"):
            render.text(grid, blank=blank)
    with pytest.raises(ValueError, match="charset is"):
        render.text(grid, charset="emoji")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the solution is 4x4"):
        render.text(grid, solution=nonet.Grid("1..." * 4))
    with pytest.raises(ValueError, match="the rules are for 6x6"):
        render.text(grid, rules=nonet.Rules(box_rows=2, box_columns=3))


@given(
    st.lists(st.integers(0, 9), min_size=81, max_size=81),
    st.sampled_from(["unicode", "ascii"]),
    st.sampled_from(".0*_-"),
)
def test_what_is_drawn_can_be_read_again(digits: list[int], charset: Charset, blank: str) -> None:
    puzzle = nonet.Puzzle(digits)
    assert formats.parse(render.text(puzzle, charset=charset, blank=blank)) == puzzle
