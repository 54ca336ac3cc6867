"""How links spell boards: LZ-string, JSON, SudokuWiki, sudoku.coach, and links with the cells in them."""

from __future__ import annotations

import base64
import contextlib
import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quick import examples

from nonet import formats
from nonet.base.errors import ParseError
from nonet.base.strict_json import read_json_text
from nonet.formats import lz_string, puzzle_zip
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import Rules
from nonet.rules.constraints import Cage
from nonet.rules.variants import (
    parse_rules,
)

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SETTINGS = settings(max_examples=examples(60), deadline=None)


# -- LZ-string ------------------------------------------------------------------------------------

PAIRS = [
    ("", "Q===", "Q"),
    ("nonet", "HYe2FMBcg===", "HYe2FMBcg"),
    (
        '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}',
        "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA",
    ),
]


@pytest.mark.parametrize(("text", "plain", "address"), PAIRS)
def test_lz_string(text: str, plain: str, address: str) -> None:
    assert (lz_string.compress(text), lz_string.compress(text, address=True)) == (plain, address)
    assert lz_string.decompress(plain) == lz_string.decompress(address) == text


@given(st.text(alphabet="ab{}\u00ff\u0100\ud800\U0001f600", max_size=300) | st.text())
@SETTINGS
def test_law_lz_string(text: str) -> None:
    for address in (False, True):
        coded = lz_string.compress(text, address=address)
        assert lz_string.decompress(coded) == text
        assert lz_string.decompress(coded.replace("+", " ")) == text


@given(
    st.text(
        alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-=$", max_size=80
    )
)
@SETTINGS
def test_no_data_breaks_lz_string(coded: str) -> None:
    with contextlib.suppress(ParseError):
        lz_string.decompress(coded)


def test_a_short_text_that_stands_for_a_long_one_is_refused() -> None:
    coded = lz_string.compress("a" * 1_100_000)
    assert len(coded) < 10_000
    with pytest.raises(ParseError, match="more than 1,048,576 characters"):
        lz_string.decompress(coded)
    with pytest.raises(ParseError, match="cut off"):
        lz_string.decompress(lz_string.compress("a long text, a long text")[:-6])


# -- JSON and its short spelling ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 100 + "]" * 100, "expected at most 32 brackets"),
        ("[" * 100_000, "expected at most 32 brackets"),
        ('{"a": 1, "a": 2}', "duplicate key 'a'"),
        ('{"a": NaN}', "expected a number, found NaN"),
        ('{"a": ' + "9" * 5000 + "}", "at most 99 digits, found one of 5000"),
        ('{"a": }', "expected JSON: Expecting value"),
        (" " * ((1 << 20) + 1), "expected at most 1,048,576 characters"),
    ],
)
def test_json_has_limits(text: str, sentence: str) -> None:
    with pytest.raises(ParseError, match=sentence):
        read_json_text(text)


SHORT = [
    ({}, "{}"),
    ([{}, {}], "[,]"),
    ({"cells": [[{"value": 5}, {}]], "lines": []}, "{ce:[[{v:5},]]}"),
    ({"rounded": True, "unique": False, "color": "#FFFFFF"}, "{r:t,unique:f,c:#F}"),
    ({"borderColor": "#000000", "backgroundColor": "#12ab9F"}, "{c1:#0,c2:12ab9F}"),
    ({"center": [0.5, -1.25]}, "{ct:[0.5,-1.25]}"),
    ({"cells": [[{}]]}, "{ce:[[]]}"),
    ({"metadata": {"title": "It's", "a b": "x,y:t"}}, "{metadata:{t:'It\\'s','a b':'x,y:t'}}"),
    ({"text": "two\nlines\\"}, "{te:'two\\nlines\\\\'}"),
]


@pytest.mark.parametrize(("value", "text"), SHORT)
def test_short_spelling(value: Any, text: str) -> None:
    assert puzzle_zip.zipped(value) == text
    lost = {"lines"} if isinstance(value, dict) else set()
    kept = {k: v for k, v in value.items() if k not in lost} if lost else value
    assert puzzle_zip.unzipped(text) == kept
    assert puzzle_zip.unzipped(json.dumps(kept, separators=(",", ":"))) == kept


@given(st.text(alphabet="{}[],:'\"\\tf#0Fu12ab.-", max_size=60))
@SETTINGS
def test_no_text_breaks_the_short_spelling(text: str) -> None:
    with contextlib.suppress(ParseError):
        puzzle_zip.unzipped(text)


def test_deep_brackets_in_the_short_spelling_are_refused() -> None:
    with pytest.raises(ParseError, match="expected at most 32 brackets"):
        puzzle_zip.unzipped("[" * 5000)


# -- SudokuWiki -----------------------------------------------------------------------------------


def base36(number: int, width: int) -> str:
    text = ""
    for _ in range(width):
        text = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36] + text
        number //= 36
    return text


def test_sudokuwiki_content_of_a_cell() -> None:
    """0 is an empty cell, then come givens, placed digits, and 18 + the bits of the candidates."""
    contents = [5, 9 + 3, 18 + 0b1011, *[0] * 78]
    puzzle = formats.parse("S9B" + "".join(base36(n, 2) for n in contents))
    removed = {"r1c3": {6, 7, 8, 9}}  # 3 and 5 are gone by the filled cells
    assert puzzle == Position("5" + "." * 80, placed=".3" + "." * 79, removed=removed)
    assert formats.parse(formats.format(puzzle, "sudokuwiki")) == puzzle


def killer(cages: str, sums: dict[int, int], regions: list[int] | None = None) -> str:
    """Return the coding of a killer without givens, from the numbers of the cages and the sums by cell."""
    text = "M9B" if regions else "L9B"
    for cell, cage in enumerate(cages):
        number = ((regions[cell] if regions else 0) << 3 | int(cage) - 1) << 6 | sums.get(cell, 0)
        text += base36(number << 10, 5 if regions else 4)
    return text


def test_sudokuwiki_cages_are_areas_of_one_number() -> None:
    """Cages of one row each; two of them with the same number do not touch."""
    rows = "".join(str(row % 3 + 1) * 9 for row in range(9))
    text = killer(rows, {9 * row: 45 for row in range(9)})
    cages = [Cage([f"r{row}c{column}" for column in range(1, 10)], sum=45) for row in range(1, 10)]
    puzzle = Puzzle("." * 81, rules=Rules(constraints=cages))
    assert formats.parse(f"https://www.sudokuwiki.org/killersudoku.htm?bd={text}") == puzzle
    assert formats.parse(text.lower()) == puzzle
    assert formats.parse(formats.format(puzzle, "sudokuwiki")) == puzzle
    regions = [row for row in range(9) for _ in range(9)]
    both = formats.parse(killer(rows, {9 * row: 45 for row in range(9)}, regions))
    assert both.rules.layout == "".join(str(row + 1) * 9 for row in range(9))
    assert formats.parse(formats.format(both, "sudokuwiki")) == both


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("T9B" + "00" * 81, "expected a Sudoku, found a Str8ts puzzle"),
        (
            "S9B" + "00" * 80,
            "expected 81 cells of 2 characters after the header, 162 in all, found 160",
        ),
        ("S9B" + "zz" + "00" * 80, "r1c1: 'zz' is beyond the numbers"),
        ("L9B" + "0000" * 81, "the cage at r1c1 has no sum"),
        ("https://www.sudokuwiki.org/sudoku.htm", "has no board in it"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=12", "expected 81 cells, or data such as S9B"),
    ],
)
def test_sudokuwiki_errors(text: str, sentence: str) -> None:
    with pytest.raises(ParseError, match=sentence):
        formats.parse(text, format="sudokuwiki")


@pytest.mark.parametrize("words", ["3x3", "diagonals", "windoku", "2x3", "jigsaw:AABBAABBCCDDCCDD"])
def test_sudokuwiki_holds_these_rules(words: str) -> None:
    rules = parse_rules(words)
    puzzle = Puzzle("1" + "." * (rules.size**2 - 1), rules=rules)
    assert formats.parse(formats.format(puzzle, "sudokuwiki")) == puzzle


def test_sudokuwiki_does_not_hold_loose_cages() -> None:
    puzzle = Puzzle("." * 81, rules=Rules(constraints=[Cage("r1c1 r1c2", sum=10)]))
    with pytest.raises(PuzzleError, match="needs each cell in exactly one cage"):
        formats.format(puzzle, "sudokuwiki")


# -- sudoku.coach ---------------------------------------------------------------------------------


def coach(data: Any) -> str:
    packed = base64.b32hexencode(zlib.compress(json.dumps(data).encode())).decode()
    return "SCv7_32_" + packed.rstrip("=").lower()


def test_sudoku_coach_position() -> None:
    """Bit d of a number is the candidate d; a cell with 0 has no pencil marks."""
    data = {
        "gridSize": 9,
        "givenDigits": KNOWN.replace(".", "0"),
        "userDigits": "004" + "0" * 78,
        "userCellCandidates": "-".join(["0", "0", "0", str(1 << 2 | 1 << 6), *["0"] * 77]),
        "colours": ["red"],
    }
    puzzle = formats.parse(f"https://sudoku.coach/en/play/{coach(data)}")
    assert puzzle == Position(KNOWN, placed="..4" + "." * 78)
    assert dict(puzzle.info) == {"not read": "colours"}
    assert formats.parse(formats.format(puzzle, "sudoku-coach")) == puzzle


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([1], "expected an object"),
        ({"gridSize": 6}, "expected a 9x9 board, found the size 6"),
        ({"givenDigits": "1"}, "expected 81 digits for 'givenDigits'"),
        ({"userCellCandidates": "1-2"}, "expected 81 numbers"),
        ({"killerCages": [1]}, "rules that nonet does not know: killerCages"),
        ({"givenDigits": "5" + "0" * 80, "userDigits": "4" + "0" * 80}, ""),
    ],
)
def test_sudoku_coach_errors(data: Any, sentence: str) -> None:
    if not sentence:
        assert formats.parse(coach(data)) == Puzzle("5" + "." * 80)
        return
    with pytest.raises(ParseError, match=sentence):
        formats.parse(coach(data))


def test_sudoku_coach_damaged_data() -> None:
    text = coach({"gridSize": 9})
    with pytest.raises(ParseError, match=r"cut off|damaged"):
        formats.parse(text[:-4])
    bomb = base64.b32hexencode(zlib.compress(b" " * 30_000_000)).decode().rstrip("=").lower()
    with pytest.raises(ParseError, match="more than 1,048,576 characters"):
        formats.parse("SCv7_32_" + bomb)
    with pytest.raises(ParseError, match="expected data that begins with SCv7_32_"):
        formats.parse("SCv8_64_" + bomb[:40], format="sudoku-coach")


# -- any link -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "fmt"),
    [
        (f"https://sudokuexchange.com/play/?s={KNOWN.replace('.', '0')}", "link"),
        (f"http://example.org/a/{KNOWN}/b?c=1#d", "link"),
        (f"example.org/?board={KNOWN.replace('.', '*')}", "link"),
        (f"<https://example.org/#{KNOWN}>", "link"),
        (f"https://sudoku.coach/en/play/{KNOWN.replace('.', '0')}", "sudoku-coach"),
        (f"www.sudokuwiki.org/sudoku.htm?bd={KNOWN.replace('.', '0')}", "sudokuwiki"),
    ],
)
def test_links_with_the_cells_in_them(link: str, fmt: str) -> None:
    assert formats.sniff(link).name == fmt
    assert formats.parse(link) == Puzzle(KNOWN)


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://sudokupad.app/abc123", "has no board in it"),
        ("https://f-puzzles.com/?id=abc", "has no board in it"),
        ("https://example.org/play", r"links of example\.org are not read unless all cells stand"),
    ],
)
def test_a_link_with_the_name_of_a_puzzle_only(link: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        formats.parse(link)
