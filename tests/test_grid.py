"""`Grid` and `Candidates`: what they accept, what they refuse and why, and that they are values."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
import strategies
from hypothesis import given

from nonet.cells import CellSet
from nonet.digits import digit_value
from nonet.errors import ParseError
from nonet.grid import Candidates, Grid

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
        ("", "it is empty"),
        (LINE[:-1], "column 81: 81 cells are needed, here are 80"),
        (LINE + ".", "here are 82"),
        (LINE.replace(".", "0", 1), "two signs for an empty cell, '.' and '0'"),
        ("a" + LINE[1:], "column 1: 'a' is not a digit; an empty cell is written as"),
        (LINE[:5] + "\u00e9" + LINE[6:], "column 6: "),
        ([10] + [0] * 80, "r1c1 holds 10; the digits of a 9x9 board are 1-9"),
        ([0] * 15 + [5], "r4c4 holds 5; the digits of a 4x4 board are 1-4"),
        ([37] + [0] * 80, "item 0 is 37"),
        ([0, -1] + [0] * 79, "item 1 is -1"),
        ([0.5] * 81, "item 0 is 0.5; a list holds whole numbers"),
        (["1"] * 81, "item 0 is the text '1'"),
        (np.zeros(81), "a list holds whole numbers"),
        (b"." * 81, "46"),
        ("." * 1369, "1296 cells are needed, here are 1369"),
        ([0] * 1369, "1369 cells do not make a square board"),
        (b"", "0 cells do not make a square board"),
        ("1" * 15 + "5", "no known format"),
        ("Q" + "." * 255, "column 1: 'Q' is not a digit of a 16x16 board, which are A-P"),
        ([[1, 2], [2]], "3 cells do not make a square board"),
    ],
)
def test_wrong_boards_are_told(wrong: Any, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Grid(wrong)
    assert message in str(caught.value)


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
    assert str(grid).splitlines()[0] == "5 3 . . 7 . . . ."
    for cell in (81, -1):
        with pytest.raises(ValueError, match=f"cell {cell} is not on a 9x9 board"):
            grid[cell]


def test_large_boards_have_letters() -> None:
    grid = Grid([*range(1, 17), *[0] * 240])
    assert grid.text()[:17] == "ABCDEFGHIJKLMNOP."
    assert str(grid).splitlines()[:2] == ["A B C D E F G H I J K L M N O P", " ".join("." * 16)]
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
    with pytest.raises(ParseError, match=f"r1c1 holds {size + 1}; the digits of a {size}x{size}"):
        grid.with_digits({0: size + 1})


def test_changes_make_a_copy() -> None:
    grid = Grid(LINE)
    changed = grid.with_digits({"r1c3": 4, 0: 0})
    assert (changed[2], changed[0], grid[2], grid[0]) == (4, 0, 0, 5)
    for digit in (10, 12, 256, 1000, -1):
        with pytest.raises(ParseError, match=f"r1c1 holds {digit}; the digits of a 9x9 board are"):
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
    assert full == Candidates([0x1FF] * 81) == Candidates([range(1, 10)] * 81) == Candidates(full)
    assert full == Candidates("123456789" * 81)
    assert len(full) == 729 and full
    one = Candidates("1" + "." * 728)
    assert one["r1c1"] == {1} and len(one) == 1
    assert one == Candidates("1" + "0" * 728) == Candidates("\n1" + "." * 728 + "\n")
    empty = Candidates([0] * 81)
    assert not empty and len(empty) == 0 and empty[80] == frozenset()
    assert len(Candidates.full(16)) == 4096


def test_candidates_answers() -> None:
    some = Candidates([1 << 4] + [0x1FF] * 80)
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
    some = Candidates([1 << 4] + [0x1FF] * 80, placed=placed)
    assert len(some) == 720 and some.placed == placed
    assert some != Candidates(some.masks) and Candidates(some) == some
    assert some.without({1: [1]}).placed == placed


@pytest.mark.parametrize(
    ("cells", "placed", "message"),
    [
        (
            "." * 728,
            None,
            "729 characters, 9 per cell (of another one as many as its side, cubed); here are 728",
        ),
        ("2" + "." * 728, None, "column 1: '2' stands where r1c1 has a 1 or a blank"),
        ("." * 9 + "x" + "." * 719, None, "'x' stands where r1c2 has a 1"),
        ("." * 9 + "\n" + "x" + "." * 719, None, "column 11: 'x' stands where r1c2 has a 1"),
        ("." * 4095 + "O", None, "column 4096: 'O' stands where r16c16 has a P or a blank"),
        ("B" + "." * 4095, None, "column 1: 'B' stands where r1c1 has a A or a blank"),
        ("2" + "." * 4095, None, "column 1: '2' stands where r1c1 has a A or a blank"),
        ("2" + "." * 63, None, "column 1: '2' stands where r1c1 has a 1 or a blank"),
        ("", None, "here are 0"),
        ("." * 37**3, None, "here are 50653"),
        ([1 << 36] + [0] * 1295, None, "r1c1 has a candidate outside 1-36"),
        ([[37]] + [[1]] * 1295, None, "37 is not a candidate"),
        ([1] * 80, None, "80 cells"),
        ([512] + [1] * 80, None, "r1c1 has a candidate outside 1-9"),
        ([1, -1] + [1] * 79, None, "r1c2 has a candidate outside 1-9"),
        ([[10]] + [[1]] * 80, None, "r1c1 has a candidate outside 1-9"),
        ([[0]] * 81, None, "0 is not a candidate"),
        ([0x1FF] * 81, [1] + [0] * 80, "r1c1 is filled and has other candidates"),
        ([0x1FF] * 81, [0] * 16, "placed is 4x4, the candidates 9x9"),
    ],
)
def test_wrong_candidates_are_told(cells: Any, placed: Any, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Candidates(cells, placed=placed)
    assert message in str(caught.value)


@pytest.mark.parametrize("size", range(1, 37))
def test_candidates_of_every_size(size: int) -> None:
    rng = random.Random(size)
    masks = [rng.getrandbits(size) for _ in range(size * size)]
    some = Candidates(masks)
    assert some.size == size and len(some) == sum(mask.bit_count() for mask in masks)
    text = some.text()
    assert len(text) == size**3
    lines = "\n".join(text[i : i + size * size] for i in range(0, size**3, size * size))
    array = np.asarray(some)
    assert array.shape == (size, size) and array.ravel().tolist() == masks
    sources: list[Any] = [text, some.text(blank="0"), lines, array, np.array(masks), list(some)]
    for source in sources:
        assert Candidates(source) == some
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
    scope = {"Candidates": Candidates, "Grid": Grid}
    others = [eval(repr(some), scope), pickle.loads(pickle.dumps(some)), copy.deepcopy(some)]
    for other in [*others, Candidates(list(some.masks), placed=some.placed)]:
        assert other == some and hash(other) == hash(some) and other.size == some.size
    assert Candidates([some[cell] for cell in range(some.size**2)], placed=some.placed) == some
    assert Candidates(some.text()).masks == some.masks
    assert some.text().count(".") == some.size**3 - sum(mask.bit_count() for mask in some.masks)
