"""`Grid` and `Candidates`: what they accept, what they refuse and why, and that they are values."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import strategies
from hypothesis import given
from quick import some

from nonet.base.cells import CellSet
from nonet.base.digits import digit_value
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates, Grid

LINE = strategies.KNOWN.replace("0", ".")
DIGITS = list(strategies.digits(LINE))
ROWS = [DIGITS[i : i + 9] for i in range(0, 81, 9)]


@pytest.mark.parametrize(
    "spelling",
    [
        LINE,
        strategies.KNOWN,
        *(LINE.replace(".", blank) for blank in "*_-xX?"),
        "\n".join(LINE[i : i + 9] for i in range(0, 81, 9)),
        " ".join(LINE),
        LINE.translate({ord("1") + i: ord("\u06f1") + i for i in range(9)}),
        LINE.translate({ord("1") + i: ord("\uff11") + i for i in range(9)}),
        DIGITS,
        tuple(DIGITS),
        bytes(DIGITS),
        ROWS,
        [[None if d == 0 else d for d in row] for row in ROWS],
        np.array(DIGITS),
        np.array(ROWS, np.uint8),
        Grid(LINE),
    ],
)
def test_spellings(spelling: Any) -> None:
    assert Grid(spelling) == Grid(LINE)
    assert list(Grid(spelling)) == DIGITS


def test_digits_may_come_one_by_one() -> None:
    assert Grid(iter(DIGITS)) == Grid(digit for digit in DIGITS) == Grid(LINE)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", "the text is empty"),
        (LINE[:-1], "column 81: expected 81 cells, found 80"),
        (LINE + ".", "found 82"),
        (LINE.replace(".", "0", 1), "found two blank characters, '.' and '0'"),
        ("a" + LINE[1:], "column 1: expected a digit or '.' for an empty cell, found 'a'"),
        (LINE[:5] + "\u00e9" + LINE[6:], "column 6: "),
        ([10] + [0] * 80, "r1c1 is 10, expected 1 to 9, or 0 for an empty cell"),
        ([0] * 15 + [5], "r4c4 is 5, expected 1 to 4, or 0 for an empty cell"),
        ([37] + [0] * 80, "r1c1 is 37"),
        ([0, -1] + [0] * 79, "r1c2 is -1"),
        ([0.5] * 81, "r1c1 is 0.5, expected 1 to 9"),
        (["1"] * 80, "expected 81 cells"),
        (np.full(81, 0.5), "r1c1 is 0.5, expected 1 to 9"),
        (b"." * 80 + b"a", "column 81: expected a digit or '.' for an empty cell, found 'a'"),
        ("." * 1369, "expected 1296 cells, found 1369"),
        ([0] * 1369, "found 1369"),
        (b"", "found 0"),
        ("1" * 15 + "5", "expected a puzzle"),
        ("Q" + "." * 255, "column 1: expected A-P or a blank on a 16x16 board, found 'Q'"),
        ([[1, 2], [2]], "row 2 has 1 cell, expected 2"),
    ],
)
def test_wrong_boards(wrong: Any, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Grid(wrong)
    assert message in str(caught.value)


def in_rows(cells: list[Any]) -> list[list[Any]]:
    size = math.isqrt(len(cells))
    return [cells[i : i + size] for i in range(0, len(cells), size)]


@pytest.mark.parametrize("blank", ["", " ", ".", "0", "-", "x", "?", 0, None])
def test_lists_of_text(blank: Any) -> None:
    cells = [str(d) if d else blank for d in DIGITS]
    assert (
        Grid(cells) == Grid(in_rows(cells)) == Grid(np.array(in_rows(cells), object)) == Grid(LINE)
    )
    if isinstance(blank, str) and len(blank.strip()) == 1:
        rows = ["".join(row) for row in in_rows(cells)]
        assert Grid(rows) == Grid([rows[0], *in_rows(cells)[1:]]) == Grid(LINE)
        assert Grid([" ".join(row) for row in rows]) == Grid(LINE)


def test_arrays_of_text() -> None:
    assert Grid(np.array([row for row in in_rows(list(LINE))], "S1")) == Grid(LINE)
    assert Grid(np.array(["".join(row) for row in in_rows(list(LINE))])) == Grid(LINE)
    assert Grid(LINE.encode()) == Grid(bytearray(str(Grid(LINE)).encode())) == Grid(LINE)


def test_a_data_frame_is_read_by_rows() -> None:
    class Frame:  # iterating it yields the names of its columns
        def __iter__(self) -> Iterator[str]:
            return iter("abcdefghi")

        def to_numpy(self) -> Any:
            return np.array(ROWS)

    assert Grid(Frame()) == Grid(LINE)


def test_lists_of_large_boards() -> None:
    digits = [*range(1, 17), *[0] * 240]
    numbers = [str(d) if d else "." for d in digits]
    letters = [chr(64 + d) if d else "" for d in digits]
    mixed = ["123456789ABCDEFG"[d - 1] if d else "" for d in digits]
    pairs = [f"{d:02}" if d else ".." for d in digits]
    for cells in (digits, numbers, letters, mixed, pairs, [c.lower() for c in letters]):
        assert Grid(cells) == Grid(in_rows(cells)) == Grid(digits)
    for rows in (in_rows(numbers), in_rows(pairs)):
        assert Grid([" ".join(row) for row in rows]) == Grid(digits)
    assert Grid(["".join(row) for row in in_rows(pairs)]) == Grid(digits)
    assert Grid(["ABCDEFGHIJKLMNOP"] + ["." * 16] * 15) == Grid(digits)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([*ROWS[:2], ROWS[2][:8], *ROWS[3:]], "row 3 has 8 cells, expected 9"),
        ([*ROWS[:8], "12345678"], "row 9 has 8 cells, expected 9"),
        ([*ROWS[:8], "1234567890"], "row 9 has 10 cells, expected 9"),
        ([*ROWS[:8], []], "row 9 has 0 cells, expected 9"),
        (ROWS[:8], "the board has 8 rows of 9 cells, expected 9 rows"),
        ([row[:8] for row in ROWS], "the board has 9 rows of 8 cells, expected 8 rows"),
        ([[0] * 9], "the board has 1 row of 9 cells, expected 9 rows"),
        ([*ROWS[:8], ["a"] * 9], "r9c1 is 'a', expected 1 to 9, or 0 for an empty cell"),
        ([*ROWS[:8], "1234a6789"], "r9c5 is 'a', expected 1 to 9, or 0 for an empty cell"),
        ([*ROWS[:8], "12..0.789"], "row 9 has '.' and '0' for empty cells, expected one of them"),
        ([["12", *[0] * 8], *ROWS[1:]], "r1c1 is '12', expected 1 to 9"),
        ([[[1, 2], *[0] * 8], *ROWS[1:]], "r1c1 is [1, 2], expected 1 to 9"),
        ([[1.5, *[0] * 8], *ROWS[1:]], "r1c1 is 1.5, expected 1 to 9"),
        ([["Q", *[""] * 15], *[[""] * 16] * 15], "r1c1 is 'Q', expected 1 to 16"),
        ([[0] * 37] * 37, "size must be 1 to 36, got 37"),
        ([], "expected 81 cells, or the square of another size up to 36, found 0"),
    ],
)  # fmt: skip
def test_wrong_lists(wrong: Any, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Grid(wrong)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("wrong", [5, None, 2.5, {1, 2}, dict(enumerate(DIGITS)), object()])
def test_what_is_not_a_board(wrong: Any) -> None:
    message = f"^expected a Grid, Puzzle, string or nested list, got {type(wrong).__name__}$"
    with pytest.raises(TypeError, match=message):
        Grid(wrong)


def test_a_grid_becomes_a_list() -> None:
    assert Grid(LINE).tolist() == ROWS and Grid(Grid(LINE).tolist()) == Grid(LINE)


def test_subscripts() -> None:
    grid, marks = Grid(range(1, 17) for _ in range(16)), Candidates.full(4)
    for row in range(-16, 16):
        for column in range(-16, 16):
            assert grid[row, column] == list(grid.rows[row])[column]
    for cell in range(-256, 256):
        assert grid[cell] == list(grid)[cell]
    assert grid[3, :] == grid.rows[3] and grid[:, 3] == (4,) * 16
    assert grid[:5] == (1, 2, 3, 4, 5) and grid[::-1] == tuple(reversed(list(grid)))
    assert grid[0:2, 1:3] == ((2, 3), (2, 3)) and grid["r16c16"] == 16
    outside: list[Any] = [(16, 0), (0, 16), (-17, 0), 256, -257, "r17c1", (0, 0, 0)]
    for wrong in outside:
        with pytest.raises(IndexError):
            grid[wrong]
    with pytest.raises(IndexError, match="row 16 is outside a 16x16 board, which has rows 0 to 15"):
        grid[16, 0]
    with pytest.raises(ValueError, match="expected a cell name such as 'r4c5', got 'a1'"):
        grid["a1"]
    assert marks[0, 3] == marks["r1c4"] == marks[-1] == {1, 2, 3, 4}
    assert marks[0, :] == (marks[0],) * 4 and marks[2:4] == (marks[0],) * 2
    assert grid.with_digits({(0, 1): 5})[1] == 5 and marks.without({(0, 1): [5]}) == marks
    with pytest.raises(IndexError):
        marks[16]


def test_digits_of_every_script() -> None:
    assert [digit_value(c) for c in "0189"] == [0, 1, 8, 9]
    assert digit_value("\u0663") == 3
    assert [digit_value(c) for c in "x.\u00b2\u2460"] == [None] * 4


def test_looking() -> None:
    grid = Grid(LINE)
    assert (grid.size, len(grid), grid[0], grid["r1c1"], grid["r1c3"]) == (9, 81, 5, 5, 0)
    assert grid.rows == tuple(map(tuple, ROWS))
    assert bytes(grid) == bytes(DIGITS)
    assert grid.filled == CellSet(c for c, d in enumerate(DIGITS) if d)
    assert not grid.is_full and Grid(strategies.KNOWN_SOLUTION).is_full
    assert grid.text() == LINE and grid.text(blank="0") == strategies.KNOWN
    assert str(grid).splitlines()[0] == "5 3 . | . 7 . | . . ."
    assert (
        str(grid).splitlines()[3] == "------+-------+------" and len(str(grid).splitlines()) == 11
    )
    assert str(Grid("." * 36)).splitlines() == [" ".join("." * 6)] * 6  # boxes of 2x3 or of 3x2
    for cell in (81, -82):
        with pytest.raises(
            IndexError, match=f"cell {cell} is outside a 9x9 board, which has cells 0"
        ):
            grid[cell]


def test_large_boards_have_letters() -> None:
    grid = Grid([*range(1, 17), *[0] * 240])
    assert grid.text()[:17] == "ABCDEFGHIJKLMNOP."
    assert str(grid).splitlines()[:2] == [
        "A B C D | E F G H | I J K L | M N O P",
        " | ".join([". . . ."] * 4),
    ]
    assert repr(grid) == f"Grid('ABCDEFGHIJKLMNOP{'.' * 240}')"
    assert grid.text(spelling="mixed")[:17] == "123456789ABCDEFG."
    assert grid.text(spelling="hex", blank="_")[:17] == "0123456789ABCDEF_"
    assert grid.text(spelling="numbers").split(" ")[8:17] == [*map(str, range(9, 17)), "."]
    assert grid.text(spelling="pairs")[16:36] == "0910111213141516...."


@pytest.mark.parametrize("size", range(1, 37))
def test_boards_of_every_size(size: int) -> None:
    rng = random.Random(size)
    digits = [rng.randint(0, size) for _ in range(size * size)]
    rows = [digits[i : i + size] for i in range(0, size * size, size)]
    grid = Grid(digits)
    assert grid.size == size and len(grid) == size * size and list(grid) == digits
    for source in (rows, np.array(rows), bytes(digits), grid.text(), str(grid), repr(grid)[6:-2]):
        assert Grid(source) == grid
    assert np.asarray(grid).tolist() == rows
    assert grid[f"r{size}c{size}"] == digits[-1]
    assert list(grid.filled) == [cell for cell, digit in enumerate(digits) if digit]
    assert grid.with_digits({0: size})[0] == size
    with pytest.raises(ParseError, match=f"r1c1 is {size + 1}, expected 1 to {size}, or 0"):
        grid.with_digits({0: size + 1})


def test_changes_make_a_copy() -> None:
    grid = Grid(LINE)
    changed = grid.with_digits({"r1c3": 4, 0: 0})
    assert (changed[2], changed[0], grid[2], grid[0]) == (4, 0, 0, 5)
    for digit in (10, 12, 256, 1000, -1):
        with pytest.raises(ParseError, match=f"r1c1 is {digit}, expected 1 to 9"):
            grid.with_digits({0: digit})


def test_arrays() -> None:
    board = np.asarray(Grid(LINE))
    assert board.shape == (9, 9) and board.dtype == np.uint8 and board.tolist() == ROWS
    assert np.asarray(Grid(LINE), dtype=np.int64).dtype == np.int64
    assert not board.flags.writeable
    copied = np.array(Grid(LINE))
    copied[0, 0] = 9
    assert Grid(board) == Grid(LINE)
    masks = np.asarray(Candidates.full())
    assert masks.shape == (9, 9) and (masks == 0x1FF).all()


@pytest.mark.parametrize(
    ("size", "kind"), [(9, "uint16"), (16, "uint16"), (25, "uint32"), (36, "uint64")]
)
def test_an_array_of_candidates_is_as_wide_as_its_digits_need(size: int, kind: str) -> None:
    full = Candidates.from_masks([(1 << size) - 1] * size**2)
    masks = np.asarray(full)
    assert masks.shape == (size, size) and masks.dtype == kind
    assert (masks == (1 << size) - 1).all()


@pytest.mark.parametrize("value", [Grid(LINE), Candidates.full()])
@pytest.mark.parametrize("name", ["size", "masks", "placed", "_cells", "other"])
def test_immutable(value: Any, name: str) -> None:
    with pytest.raises(AttributeError, match="makes a changed copy"):
        setattr(value, name, 3)
    with pytest.raises(TypeError):
        value[0] = 3


@given(strategies.grids())
def test_grid_is_a_value(grid: Grid) -> None:
    scope = {"Grid": Grid}
    others = [eval(repr(grid), scope), pickle.loads(pickle.dumps(grid)), copy.deepcopy(grid)]
    for other in [*others, Grid(list(grid)), Grid(grid.rows)]:
        assert other == grid and hash(other) == hash(grid) and other.size == grid.size
    assert grid != list(grid)
    assert Grid(grid.text()) == Grid(str(grid)) == grid


@given(strategies.grids(9))
def test_a_change_is_seen(grid: Grid) -> None:
    assert grid.with_digits({40: grid[40] % 9 + 1}) != grid


# -- candidates ----------------------------------------------------------------------------------


def test_candidates_spellings() -> None:
    full = Candidates.full()
    assert (
        full
        == Candidates.from_masks([0x1FF] * 81)
        == Candidates([range(1, 10)] * 81)
        == Candidates(full)
    )
    assert full == Candidates("123456789" * 81)
    assert len(full) == 729 and full
    one = Candidates("1" + "." * 728)
    assert one["r1c1"] == {1} and len(one) == 1
    assert one == Candidates("1" + "0" * 728) == Candidates("\n1" + "." * 728 + "\n")
    empty = Candidates.from_masks([0] * 81)
    assert not empty and len(empty) == 0 and empty[80] == frozenset()
    assert len(Candidates.full(16)) == 4096


def test_candidates_answers() -> None:
    some = Candidates.from_masks([1 << 4] + [0x1FF] * 80)
    assert some.solved[0] == 5 and some.solved.filled == CellSet([0])
    assert some.cells_with(5) == CellSet(range(81))
    assert some.cells_with(1) == CellSet(range(1, 81))
    assert next(iter(some)) == {5}
    less = some.without({"r1c2": {1, 2, 3}, 0: [5]})
    assert less["r1c2"] == set(range(4, 10)) and not less[0] and some[0] == {5}
    assert str(some).splitlines()[0].split() == ["5"] + ["123456789"] * 8
    assert str(less).splitlines()[0].startswith("- ")


def test_placed_cells_are_not_counted() -> None:
    placed = Grid([5] + [0] * 80)
    some = Candidates.from_masks([1 << 4] + [0x1FF] * 80, placed=placed)
    assert len(some) == 720 and some.placed == placed
    assert some != Candidates.from_masks(some.masks) and Candidates(some) == some
    assert some.without({1: [1]}).placed == placed


@pytest.mark.parametrize(
    ("cells", "placed", "message"),
    [
        (
            "." * 728,
            None,
            "expected 729 characters, 9 per cell (or the cube of another size up to 36), found 728",
        ),
        ("2" + "." * 728, None, "column 1: r1c1: expected 1 or a blank, found '2'"),
        ("." * 9 + "x" + "." * 719, None, "r1c2: expected 1 or a blank, found 'x'"),
        ("." * 9 + "\n" + "x" + "." * 719, None, "column 11: r1c2: expected 1 or a blank"),
        ("." * 4095 + "O", None, "column 4096: r16c16: expected P or a blank, found 'O'"),
        ("B" + "." * 4095, None, "column 1: r1c1: expected A or a blank, found 'B'"),
        ("2" + "." * 4095, None, "column 1: r1c1: expected A or a blank, found '2'"),
        ("2" + "." * 63, None, "column 1: r1c1: expected 1 or a blank, found '2'"),
        ("", None, "found 0"),
        ("." * 37**3, None, "found 50653"),
        ([1 << 36] + [0] * 1295, None, "r1c1 has a candidate outside 1 to 36"),
        ([[37]] + [[1]] * 1295, None, "a candidate must be 1 to 36, got 37"),
        ([1] * 80, None, "found 80"),
        ([512] + [1] * 80, None, "r1c1 has a candidate outside 1 to 9"),
        ([1, -1] + [1] * 79, None, "r1c2 has a candidate outside 1 to 9"),
        ([[10]] + [[1]] * 80, None, "r1c1 has a candidate outside 1 to 9"),
        ([[0]] * 81, None, "a candidate must be 1 to 36, got 0"),
        ([0x1FF] * 81, [1] + [0] * 80, "r1c1 holds 1 and has other candidates"),
        ([0x1FF] * 81, [0] * 16, "placed is 4x4, the candidates are 9x9"),
    ],
)
def test_wrong_candidates(cells: Any, placed: Any, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        if isinstance(cells, list) and isinstance(cells[0], int):
            Candidates.from_masks(cells, placed=placed)
        else:
            Candidates(cells, placed=placed)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "digits",
    [Grid(LINE), DIGITS, ROWS, np.array(ROWS), np.asarray(Candidates.full()), [1] * 81, ["1"] * 81],
)
def test_digits_and_masks_are_not_candidates(digits: Any) -> None:
    with pytest.raises(TypeError, match="expected text or a set of digits per cell, got") as caught:
        Candidates(digits)
    assert "Puzzle(grid).candidates()" in str(caught.value)
    with pytest.raises(TypeError, match="expected digits, got Candidates"):
        Grid(Candidates.full())


@pytest.mark.parametrize("size", some(range(1, 37), 4, 3))
def test_candidates_of_every_size(size: int) -> None:
    rng = random.Random(size)
    masks = [rng.getrandbits(size) for _ in range(size * size)]
    some = Candidates.from_masks(masks)
    assert some.size == size and len(some) == sum(mask.bit_count() for mask in masks)
    text = some.text()
    assert len(text) == size**3
    lines = "\n".join(text[i : i + size * size] for i in range(0, size**3, size * size))
    array = np.asarray(some)
    assert array.shape == (size, size) and array.ravel().tolist() == masks
    sets = list(some)
    rows = [sets[i : i + size] for i in range(0, size * size, size)]
    for source in (text, some.text(blank="0"), lines, sets, rows):
        assert Candidates(source) == some
    for numbers in (array, np.array(masks), array.tolist()):
        assert Candidates.from_masks(numbers) == some
    full = Candidates.full(size)
    assert len(full) == size**3 and full.text() == full.text()[:size] * size**2
    assert set(full) == {frozenset(range(1, size + 1))}
    assert full.cells_with(size) == CellSet(range(size * size), size=size)


def test_candidates_of_large_boards_in_other_spellings() -> None:
    full = Candidates.full(16)
    for signs in ("ABCDEFGHIJKLMNOP", "abcdefghijklmnop", "123456789ABCDEFG", "123456789abcdefg"):
        assert Candidates(signs * 256) == full
    assert Candidates.full(36) == Candidates("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij" * 1296)
    assert full.text()[:17] == "ABCDEFGHIJKLMNOPA"
    assert str(full).splitlines()[0] == " ".join(["ABCDEFGHIJKLMNOP"] * 16)


@given(strategies.candidates())
def test_candidates_are_a_value(some: Candidates) -> None:
    scope: dict[str, object] = {"Candidates": Candidates, "Grid": Grid}
    others = [eval(repr(some), scope), pickle.loads(pickle.dumps(some)), copy.deepcopy(some)]
    for other in [*others, Candidates.from_masks(list(some.masks), placed=some.placed)]:
        assert other == some and hash(other) == hash(some) and other.size == some.size
    assert Candidates([some[cell] for cell in range(some.size**2)], placed=some.placed) == some
    assert Candidates(some.text()).masks == some.masks
    assert some.text().count(".") == some.size**3 - sum(mask.bit_count() for mask in some.masks)
