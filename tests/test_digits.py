"""How boards are spelt: every spelling is read back, and every mistake is reported with its place."""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from nonet.base.digits import (
    BLANKS,
    SPELLINGS,
    Cells,
    digit_value,
    read_cells,
    side_of,
    symbols_of,
    write_cells,
)
from nonet.base.errors import ParseError
from nonet.boards.grid import Grid

LARGE = range(10, 37)
CORE = Path(__file__).parents[1] / "core"
_TEXT = re.compile(r'"([^"\w\s]*0[^"\w\s]*[.*_-][^"\w\s]*)"')
_LIST = re.compile(r"lanks\[\] = \{0, ([^}]*)\}")


def test_the_core_has_the_same_blanks() -> None:
    """A new blank is a character in `nonet.base.digits`, and one in each of these lists of the core."""
    lists = {}
    for path in sorted([*CORE.rglob("*.[ch]pp"), CORE / "core.h"]):
        text = path.read_text("utf-8")
        for match in (*_TEXT.finditer(text), *_LIST.finditer(text)):
            line = text[: match.start()].count("\n") + 1
            lists[f"core/{path.relative_to(CORE)}:{line}"] = re.sub("[', ]", "", match[1])
    assert lists, "the lists of the core have another form"
    assert {place: found for place, found in lists.items() if set(found) != set(BLANKS)} == {}


def board(size: int, seed: int = 0, share: float = 0.5) -> bytes:
    """Return a board with every digit, and with empty cells."""
    rng = random.Random(f"{size} {seed}")
    cells = [0, *range(1, size + 1)]
    cells += [rng.randint(1, size) if rng.random() < share else 0 for _ in range(size * size)]
    cells = cells[: size * size]
    rng.shuffle(cells)
    return bytes(cells)


def fits(spelling: str, size: int) -> bool:
    return size <= {"mixed": 35, "hex": 16}.get(spelling, 36)


READ = [spelling for spelling in SPELLINGS if spelling != "hex"]


def sizes(spelling: str) -> list[int]:
    """Return the sizes that have characters in this spelling, except 1."""
    return [size for size in range(2, 37) if fits(spelling, size)]


@pytest.mark.parametrize("spelling", READ)
def test_what_is_written_is_read(spelling: str) -> None:
    for size, seed in product(sizes(spelling), range(3)):
        values = board(size, seed)
        text = write_cells(values, size, spelling=spelling)
        own = size <= 9 or spelling == "letters"
        assert read_cells(text) == Cells(values, "" if own else spelling), size


@pytest.mark.parametrize("spelling", READ)
def test_every_blank_is_read(spelling: str) -> None:
    for size, blank in product(sizes(spelling), "0_*-#"):
        values = board(size)
        text = write_cells(values, size, blank=blank, spelling=spelling)
        assert read_cells(text).values == values, (size, blank)


@pytest.mark.parametrize("size", range(1, 37))
def test_nonets_own_spelling(size: int) -> None:
    values = board(size)
    assert read_cells(write_cells(values, size)) == Cells(values)
    assert len(write_cells(values, size)) == size * size
    assert Grid(Grid(values).text()) == Grid(values)


@pytest.mark.parametrize(
    ("spelling", "size", "signs"),
    [
        ("", 1, "1"),
        ("", 9, "123456789"),
        ("", 10, "ABCDEFGHIJ"),
        ("", 26, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("", 36, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"),
        ("letters", 12, "ABCDEFGHIJKL"),
        ("mixed", 16, "123456789ABCDEFG"),
        ("mixed", 35, "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("hex", 16, "0123456789ABCDEF"),
        ("hex", 12, "0123456789AB"),
        *((spelling, 9, "123456789") for spelling in SPELLINGS),
        *((spelling, 4, "1234") for spelling in SPELLINGS),
    ],
)
def test_characters(spelling: str, size: int, signs: str) -> None:
    assert list(symbols_of(size, spelling)) == list(signs)


def test_digits_of_several_characters() -> None:
    assert list(symbols_of(12, "pairs"))[7:] == ["08", "09", "10", "11", "12"]
    assert list(symbols_of(12, "numbers"))[7:] == ["8", "9", "10", "11", "12"]


def test_written_text() -> None:
    values = bytes([1, 0, 10, 16])
    texts = {spelling: write_cells(values, 16, spelling=spelling) for spelling in SPELLINGS}
    assert texts == {
        "letters": "A.JP",
        "mixed": "1.AG",
        "pairs": "01..1016",
        "numbers": "1 . 10 16",
        "hex": "0.9F",
    }
    assert write_cells(values, 16) == "A.JP" and write_cells(bytes([1, 0, 9]), 9) == "1.9"
    assert write_cells(bytes([1, 0]), 9, spelling="pairs") == "1."
    assert write_cells(values, 16, blank="0", spelling="pairs") == "01001016"
    assert write_cells(values, 16, blank="-1", spelling="numbers") == "1 -1 10 16"


def test_the_same_board_in_every_spelling_is_the_same_grid() -> None:
    grid = Grid(board(16))
    assert {Grid(grid.text(spelling=s)) for s in SPELLINGS if s != "hex"} == {grid}


# -- what is read --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [10, 16, 25, 26])
def test_small_letters_are_capitals(size: int) -> None:
    values = board(size)
    assert read_cells(write_cells(values, size).lower()) == Cells(values)
    mixed = write_cells(values, size, spelling="mixed").lower()
    assert read_cells(mixed) == Cells(values, "mixed")


def test_small_letters_are_their_own_where_there_are_more_than_26() -> None:
    assert Grid([1, 27] + [0] * 727).text()[:2] == "Aa"
    assert Grid("Aa" + "." * 727).rows[0][:2] == (1, 27)
    with pytest.raises(
        ParseError, match="expected A-Z, a-a or a blank on a 27x27 board, found 'b'"
    ):
        Grid("Ab" + "." * 727)


@pytest.mark.parametrize("size", [4, 9, 16, 25, 36])
def test_rows_and_boxes_may_be_apart(size: int) -> None:
    values = board(size)
    text = write_cells(values, size)
    for width in {size, round(size**0.5), 1}:
        parts = [text[i : i + width] for i in range(0, len(text), width)]
        for gap in (" ", "\n", "\t", "  \r\n"):
            assert read_cells(gap.join(parts)) == Cells(values)


@pytest.mark.parametrize("size", LARGE)
def test_pairs_may_be_apart(size: int) -> None:
    values = board(size)
    text = write_cells(values, size, spelling="pairs")
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    for gap in ("", " ", "\n"):
        assert read_cells(gap.join(pairs)) == Cells(values, "pairs")


@pytest.mark.parametrize("size", LARGE)
def test_boxes_apart_are_not_numbers(size: int) -> None:
    # 24x24 has 144 boxes' rows of four cells, and 144 is a square: a board of 12x12 it is not.
    values = board(size)
    text = write_cells(values, size)
    for width in range(1, size + 1):
        if size % width == 0:
            parts = " ".join(text[i : i + width] for i in range(0, len(text), width))
            assert read_cells(parts) == Cells(values), width


@pytest.mark.parametrize("size", [4, 6, 9, 10, 16, 25, 36])
@pytest.mark.parametrize("blank", ["-1", "0", "."])
@pytest.mark.parametrize("gap", [" ", "\t", "\n", "   "])
def test_numbers(size: int, blank: str, gap: str) -> None:
    values = board(size)
    text = gap.join(write_cells(values, size, blank=blank, spelling="numbers").split())
    assert read_cells(text).values == values


def test_minus_one_is_an_empty_cell_only_between_numbers() -> None:
    # 64 numbers of which 17 are -1 have 81 characters, as many as a classic board.
    values = bytes([0] * 17 + [1 + i % 8 for i in range(47)])
    text = write_cells(values, 8, blank="-1", spelling="numbers")
    assert len(text.replace(" ", "")) == 81
    assert read_cells(text) == Cells(values, "numbers")
    line = "-1" + "-" * 79
    assert read_cells(line) == Cells(bytes([0, 1] + [0] * 79))
    rows = "-1-- 12-- ---1 --21"
    assert read_cells(rows).values == bytes([0, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0, 1, 0, 0, 2, 1])


def test_an_empty_board_of_any_blank() -> None:
    for size, blank in product((4, 9, 16, 36), ".0_*-#?"):
        assert read_cells(blank * size**2) == Cells(bytes(size**2))
    assert read_cells("x" * 81) == read_cells("X" * 81) == Cells(bytes(81))
    assert read_cells("-1 " * 256) == Cells(bytes(256), "numbers")
    assert read_cells(".." * 256) == read_cells("00" * 256) == Cells(bytes(256), "pairs")


def test_digits_of_other_scripts() -> None:
    arabic = str.maketrans(
        "0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"
    )
    for size, spelling in ((9, ""), (16, "mixed"), (16, "pairs"), (16, "numbers")):
        values = board(size)
        text = write_cells(values, size, spelling=spelling).translate(arabic)
        assert read_cells(text) == Cells(values, spelling)


@pytest.mark.parametrize("char", ["\u212a", "\u017f", "\u0131", "\ufb06", "\u00b2", "\u2460"])
def test_letters_of_other_scripts_are_not_taken_for_ours(char: str) -> None:
    # Their capitals are K, S, I and ST.
    for rest in ("A" * 675, "1" * 675, "01" * 675 + "1", "1 " * 674 + "10", "1" * 80):
        with pytest.raises(ParseError):
            read_cells(char + rest)
    assert digit_value(char) is None


def test_any_number_of_cells_is_returned() -> None:
    for count in (0, 1, 2, 80, 82, 99, 101, 255, 257, 1297):
        assert len(read_cells("." * count).values) == count
        assert len(read_cells("." * (count - 1) + "1" if count else "").values) == count
    assert len(read_cells("P" * 255).values) == 255
    with pytest.raises(ParseError, match="255"):
        Grid("P" * 255)
    numbers = write_cells(board(16), 16, spelling="numbers").split()
    with pytest.raises(ParseError):
        Grid(" ".join(numbers[1:]))


def test_side() -> None:
    sides = {side * side: side for side in range(1, 37)}
    assert all(side_of(count) == sides.get(count) for count in range(1400))


@given(strategies.grids())
def test_every_grid_in_every_spelling(grid: Grid) -> None:
    for spelling in SPELLINGS:
        unclear = spelling == "mixed" and grid.size > 9 and not any(0 < d < 10 for d in grid)
        if fits(spelling, grid.size) and spelling != "hex" and not unclear:
            assert Grid(grid.text(spelling=spelling)) == grid


@given(st.text(max_size=120) | st.text("1.0 AaPx-_", max_size=400))
def test_no_text_is_read_in_two_ways_or_crashes(text: str) -> None:
    try:
        cells = read_cells(text)
    except ParseError as error:
        assert error.column is None or 1 <= error.column <= len(text)
        return
    size = side_of(len(cells.values))
    if size and max(cells.values) <= size and cells.spelling != "hex":
        again = write_cells(cells.values, size, spelling=cells.spelling)
        assert read_cells(again).values == cells.values


# -- mistakes ------------------------------------------------------------------------------------


def changed(size: int, spelling: str, at: int, sign: str) -> str:
    """Return an empty board with the digit 1 first, the digit 2 second, and one character changed."""
    values = bytes([1, 2]) + bytes(size * size - 2)
    parts = [write_cells(bytes([v]), size, spelling=spelling) for v in values]
    parts[at] = sign
    return (" " if spelling == "numbers" else "").join(parts)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("12..0...........", 5, "found two blank characters, '.' and '0'"),
        ("1a..............", 2, "expected a digit or '.' for an empty cell, found 'a'"),
        ("1 \u00e9 . .", 3, "expected a digit or '.' for an empty cell, found '\u00e9'"),
        (changed(16, "letters", 5, "Q"), 6, "expected A-P or a blank on a 16x16 board, found 'Q'"),
        (changed(16, "letters", 5, "q"), 6, "expected A-P or a blank on a 16x16 board, found 'q'"),
        (changed(16, "letters", 5, "0"), 6, "found two blank characters, '.' and '0'"),
        (changed(16, "letters", 5, "x"), 6, "expected A-P or a blank on a 16x16 board, found 'x'"),
        (changed(25, "letters", 5, "Z"), 6, "expected A-Y or a blank on a 25x25 board, found 'Z'"),
        (changed(36, "letters", 5, "k"), 6, "expected A-Z, a-j or a blank on a 36x36 board, found 'k'"),
        (changed(16, "mixed", 5, "H"), 6, "expected 1-9, A-G or a blank on a 16x16 board, found 'H'"),
        (changed(10, "mixed", 5, "b"), 6, "expected 1-9, A-A or a blank on a 10x10 board, found 'b'"),
        (changed(16, "mixed", 5, "#"), 6, "found two blank characters, '.' and '#'"),
        (changed(16, "pairs", 5, "17"), 11, "expected 01-16 or .. for each cell on a 16x16 board, found '17'"),
        (changed(16, "pairs", 5, ".1"), 11, "expected 01-16 or .. for each cell on a 16x16 board, found '.1'"),
        (changed(16, "pairs", 5, "xx"), 11, "expected 01-16 or .. for each cell on a 16x16 board, found 'xx'"),
        (changed(16, "pairs", 5, "00"), 11, "found two blank characters, '..' and '00'"),
        (changed(16, "numbers", 5, "17"), 11, "expected 1-16 or a blank on a 16x16 board, found '17'"),
        (changed(16, "numbers", 5, "-2"), 11, "expected 1-16 or a blank on a 16x16 board, found '-2'"),
        (changed(16, "numbers", 5, "1000"), 11, "expected 1-16 or a blank on a 16x16 board, found '1000'"),
        (changed(16, "numbers", 5, "0"), 11, "found two blank characters, '.' and '0'"),
        (changed(16, "numbers", 5, "-1"), 11, "found two blank characters, '.' and '-1'"),
        (changed(16, "numbers", 5, "1,"), 11, "expected 1-16 or a blank on a 16x16 board, found '1,'"),
        ("1 -1 3 1 1 1 1 1 10", 18, "expected 1-3 or a blank on a 3x3 board, found '10'"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_place(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_cells(text)
    assert message in caught.value.reason
    assert caught.value.column == column and caught.value.text == text


@pytest.mark.parametrize("blank", ["", "--", "1", "9", "a", "P", "\u0661"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_blank_that_could_be_a_digit(blank: str, spelling: str) -> None:
    with pytest.raises(ValueError, match="blank must"):
        write_cells(board(16), 16, blank=blank, spelling=spelling)
    with pytest.raises(ValueError, match="blank must"):
        write_cells(board(9), 9, blank=blank, spelling=spelling)


def test_blanks_that_are_digits_in_one_spelling_only() -> None:
    assert "0" in write_cells(board(16), 16, blank="0")
    with pytest.raises(ValueError, match="blank must not be a digit or a letter, got '0'"):
        write_cells(board(16), 16, blank="0", spelling="hex")
    assert "x" in write_cells(board(9), 9, blank="x")
    with pytest.raises(ValueError, match="got 'x'"):
        write_cells(board(16), 16, blank="x")
    with pytest.raises(ValueError, match="got '-1'"):
        write_cells(board(16), 16, blank="-1")


def test_unknown_spelling() -> None:
    with pytest.raises(ValueError, match="spelling must be one of letters, mixed, pairs, num"):
        symbols_of(9, "roman")
    with pytest.raises(ValueError, match="'hex' has 16 symbols, too few for a 25x25 board"):
        Grid([0] * 625).text(spelling="hex")
    with pytest.raises(ValueError, match="'mixed' has 35 symbols, too few for a 36x36 board"):
        Grid([0] * 1296).text(spelling="mixed")
    with pytest.raises(ValueError, match="'letters' has 36 symbols, too few for a 37x37 board"):
        symbols_of(37)
