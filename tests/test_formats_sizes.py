"""Formats for boards of every size and all rules: samples, recognition, what is kept, and errors.

A text is read without a word about its rules where it shows them, and with ``rules=`` where it does not.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from drawings import bars

from nonet import formats, render
from nonet.base.errors import ParseError, UnknownFormat
from nonet.boards.grid import Candidates
from nonet.puzzle import Puzzle

SAMPLES = Path(__file__).parent / "data" / "formats" / "sizes"

FOUR = Puzzle("1......231......")
SIX = Puzzle("1.4.6.6.......3..2....1...142.4.....", rules="2x3")
LAYOUT = "111222113322143352443355446655466665"
JIGSAW = Puzzle("....1.3.2....................4...25.", rules=f"jigsaw:{LAYOUT}")
SIXTEEN = Puzzle(formats.parse(formats.FORMATS["hex"].example, format="hex"))


# file, format, the puzzle, how often it is there, what the first one's info must be
TABLE: list[tuple[str, str, Puzzle, int, dict[str, str]]] = [
    ("line-4x4.txt", "line", FOUR, 3, {"comment": "easy"}),
    ("line-16x16.txt", "line", SIXTEEN, 4, {"comment": "letters"}),
    ("grid-numbers.txt", "grid", SIXTEEN, 1, {"spelling": "numbers"}),
    ("boxed-letters.txt", "boxed", SIXTEEN, 1, {}),
    ("boxed-6x6.txt", "boxed", SIX, 1, {"title": "A board of six by six"}),
    ("boxed-6x6-cells.txt", "boxed", SIX, 1, {}),
    ("integers.txt", "integers", FOUR, 2, {"number": "1"}),
    ("jigsaw.txt", "jigsaw", JIGSAW, 2, {"comment": "six by six"}),
    ("jigsaw-rows.txt", "jigsaw", JIGSAW, 1, {}),
    ("jigsaw-regions.txt", "jigsaw", Puzzle("." * 36, rules=JIGSAW.rules), 1, {}),
    ("jigsaw-drawn.txt", "boxed", JIGSAW, 1, {}),
    ("sumocue.txt", "sumocue", JIGSAW, 1, {}),
    ("small.csv", "csv", FOUR, 2, {"size": "4", "solution": "1243431231242431"}),
    ("rules.csv", "csv", SIX, 1, {"solution": "134265625134513642246513351426462351"}),
    ("rules.jsonl", "jsonl", SIX, 2, {"solution": "134265625134513642246513351426462351"}),
]


@pytest.mark.parametrize(
    ("name", "fmt", "puzzle", "count", "info"), TABLE, ids=[r[0] for r in TABLE]
)
def test_sample(name: str, fmt: str, puzzle: Puzzle, count: int, info: dict[str, str]) -> None:
    assert formats.sniff((SAMPLES / name).read_text("utf-8")).name == fmt
    found = list(formats.read(SAMPLES / name))
    assert found == [puzzle] * count
    assert dict(found[0].info) == info
    assert list(formats.read(SAMPLES / name, format=fmt)) == found


def test_hex_is_read_where_it_is_named() -> None:
    found = list(formats.read(SAMPLES / "hex.txt", format="hex"))
    assert found == [SIXTEEN] * 2
    assert dict(found[0].info) == {"spelling": "hex", "comment": "hexadecimal"}
    zero = formats.parse("0" + "." * 254 + "f", format="hex")
    assert (zero.givens[0], zero.givens[255]) == (1, 16)
    # Elsewhere a 0 is an empty cell, and there are two kinds of it.
    with pytest.raises(ParseError, match="found two blank characters"):
        formats.parse("0" + "." * 254 + "1", format="line")


def test_every_sample_is_in_the_table() -> None:
    assert {row[0] for row in TABLE} | {"hex.txt"} == {path.name for path in SAMPLES.iterdir()}


@pytest.mark.parametrize(
    ("line", "spelling"), [(0, ""), (1, "mixed"), (2, "pairs"), (3, "numbers")]
)
def test_a_spelling_is_kept(line: int, spelling: str) -> None:
    """Reading and writing gives the same text back, with the remark."""
    text = (SAMPLES / "line-16x16.txt").read_text().splitlines()[line]
    puzzle = formats.parse(text)
    assert puzzle == SIXTEEN
    assert puzzle.info.get("spelling", "") == spelling
    assert formats.format(puzzle) == text
    for name in ("grid", "boxed", "csv"):
        again = formats.parse(formats.format(puzzle, name))
        assert (again, again.info.get("spelling", "")) == (SIXTEEN, spelling)
        assert formats.format(again, name) == formats.format(puzzle, name)


def test_a_spelling_needs_no_column() -> None:
    many = [
        Puzzle(SIXTEEN, info={}),
        SIXTEEN.with_info(spelling="mixed"),
        SIXTEEN.with_info(spelling="pairs"),
    ]
    formats.write(many, out := io.StringIO(), format="csv")
    header, *rows = out.getvalue().splitlines()
    assert (header, [row[:8] for row in rows]) == ("puzzle", ["DG..K..N", "47..B..E", "0407...."])


def test_a_spelling_that_would_not_be_known_again_is_not_used() -> None:
    high = Puzzle([16, *[0] * 255], info={"spelling": "mixed"})
    assert formats.format(high) == "P" + "." * 255
    assert formats.format(Puzzle(SIXTEEN, info={"spelling": "hex"}))[:4] == "DG.."
    # A column of that name, or a remark, is not a spelling.
    odd = formats.parse(f"puzzle,spelling\n{FOUR.givens.text()},pairs")
    assert formats.format(odd) == FOUR.givens.text()
    remark = formats.parse(SIXTEEN.givens.text() + " # spelling mixed")
    assert dict(remark.info) == {"comment": "spelling mixed"}


# -- the many ways to write one board -------------------------------------------------------------

P4 = Puzzle("1..2....3....4..")
CELLS_4 = ["1..2", "....", "3...", ".4.."]
CELLS_6 = ["1.4.6.", "6.....", "..3..2", "....1.", "..142.", "4....."]
GIVENS_6 = "".join(CELLS_6)
WIDE = Puzzle(GIVENS_6, rules="2x3")
HIGH = Puzzle(GIVENS_6, rules="3x2")
LATIN_5 = Puzzle("1...5...............5...1", rules="latin5")


def ruled(rows: list[str], step: int, ruler: str) -> str:
    """Put a ruler after every ``step`` rows, except at the end."""
    out = []
    for number, row in enumerate(rows, 1):
        out += [row, ruler] if number % step == 0 and number < len(rows) else [row]
    return "\n".join(out)


# Only the lines across are heavier between the boxes; one bar is missing; columns beside boxes.
HEAVY_RULERS = "\n".join(
    f"|{'|'.join(row)}|\n{('=' if number % 2 else '-') * 13}" for number, row in enumerate(CELLS_6)
)
BAR_MISSING = ruled(bars(CELLS_6, 2, 2, 2), 3, "--+--+--").replace("6.|..", "6...", 1)
COLUMNS = """\
+-------+---+---+
| 1   . | . | 2 |
|       |   |   |
| .   . | . | . |
+-------+   |   |
| 3   . | . | . |
|       |   |   |
| .   4 | . | . |
+-------+---+---+"""

# text, the rules of the call, format, the puzzle
SPELLINGS: list[tuple[str, str | None, str, Puzzle]] = [
    ("1..2....3....4..", None, "line", P4),
    ("1002000030000400 ; easy", None, "line", P4),
    ("1 . . 2 . . . . 3 . . . . 4 . .", None, "line", P4),
    ("1,0,0,2,0,0,0,0,3,0,0,0,0,4,0,0", None, "line", P4),
    ("1 -1 -1 2 -1 -1 -1 -1 3 -1 -1 -1 -1 4 -1 -1", None, "line", P4),
    ("\n".join(CELLS_4), None, "grid", P4),
    ("\n".join([*CELLS_4[:2], "", *CELLS_4[2:]]), None, "grid", P4),
    ("\n".join(" ".join(row) for row in CELLS_4), None, "grid", P4),
    ("1 -1 -1 2\n-1 -1 -1 -1\n3 -1 -1 -1\n-1 4 -1 -1", None, "grid", P4),
    (ruled(bars(CELLS_4, 2, 2), 2, "--+--"), None, "boxed", P4),
    (ruled(bars(CELLS_4, 2, 2), 2, "--|--"), None, "grid", P4),
    ("| 1 |   |   | 2 |\n|   |   |   |   |\n| 3 |   |   |   |\n|   | 4 |   |   |", None, "grid", P4),
    ("1\t\t\t2\n\t\t\t\n3\t\t\t\n\t4\t\t", None, "sheet", P4),
    ("1,,,2\n,,,\n3,,,\n,4,,", None, "sheet", P4),
    ("x = [[1,0,0,2],[0,0,0,0],[3,0,0,0],[0,4,0,0]]", None, "list", P4),
    ("[[ 1 -1 -1  2]\n [-1 -1 -1 -1]\n [ 3 -1 -1 -1]\n [-1  4 -1 -1]]", None, "list", P4),
    ('["1..2", "....", "3...", ".4.."]', None, "list", P4),
    ('{"puzzle": "1..2....3....4.."}', None, "jsonl", P4),
    ("1..2....3....4..,1342243142133124", None, "csv", P4),
    ("7,1..2....3....4..", None, "csv", P4),
    (GIVENS_6, "2x3", "line", WIDE),
    (GIVENS_6, "3x2", "line", HIGH),
    ("\n".join(CELLS_6), "2x3", "grid", WIDE),
    (ruled(CELLS_6, 2, "------"), None, "boxed", WIDE),
    (ruled(CELLS_6, 3, "------"), None, "boxed", HIGH),
    ("\n".join(bars(CELLS_6, 3, 3)), None, "grid", WIDE),
    ("\n".join(bars(CELLS_6, 2, 2, 2, gap=" | ")), None, "grid", HIGH),
    (ruled(bars(CELLS_6, 3, 3), 2, "---+---"), "2x3", "boxed", WIDE),
    (ruled(bars(CELLS_6, 3, 3, gap=" │ "), 2, "────┼────"), None, "boxed", WIDE),
    ("1 . . . 5\n. . . . .\n. . . . .\n. . . . .\n5 . . . 1", "latin", "grid", LATIN_5),
    ("1...5\n.....\n.....\n.....\n5...1", "latin5", "grid", LATIN_5),
    (f"{JIGSAW.givens.text()} {LAYOUT}", None, "jigsaw", JIGSAW),
    (f"{JIGSAW.givens.text()}{LAYOUT},hard", None, "jigsaw", JIGSAW),
    (LAYOUT.translate(str.maketrans("123456", "UVWXYZ")), None, "jigsaw", Puzzle("." * 36, rules=JIGSAW.rules)),
    (render.text(JIGSAW, charset="ascii"), None, "boxed", JIGSAW),
    (HEAVY_RULERS, None, "boxed", WIDE),
    (BAR_MISSING, None, "boxed", HIGH),
    (COLUMNS, None, "boxed", Puzzle("1..2....3....4..", rules="jigsaw:1123112344234423")),
    ("1..2....3....4..1122112233443344", None, "jigsaw", P4),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rules", "fmt", "puzzle"), SPELLINGS)
def test_spelling(text: str, rules: str | None, fmt: str, puzzle: Puzzle) -> None:
    assert formats.sniff(text).name == fmt
    assert formats.parse(text, rules=rules) == puzzle
    assert formats.parse(text, rules=puzzle.rules) == puzzle


@pytest.mark.parametrize(
    "text",
    [
        "counterrevolutio",  # 16 letters
        "internationalisation issue",
        "4111111111111111",  # the number of a credit card, more or less
        "2024-01-01 12:00",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "/home/someone/some-where/puzzles/large.boards.of.all.sizes/collection-number-12345/a.txt",
        "1.2",
        "1..2 is no board",
        "2006",
    ],
)
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(UnknownFormat):
        formats.parse(text)


def test_rows_and_lines_are_told_apart() -> None:
    """Sixteen characters are a board of 4x4 or a row of 16x16, depending on the other lines."""
    four = "1..2....3....4.."
    assert formats.parse_all("\n".join([four] * 3)) == [P4] * 3
    assert formats.parse_all("\n".join([four] * 16)) == [P4] * 16
    assert formats.parse_all(f"{four}\n{'.' * 81}") == [P4, Puzzle("." * 81)]
    large = [SIXTEEN.givens.text()[i : i + 16] for i in range(0, 256, 16)]
    assert formats.parse("\n".join(large)) == SIXTEEN
    rows = ["1..2....3....4..", *["." * 16] * 15]
    assert formats.parse("\n".join(rows)).rules.size == 16
    assert formats.parse("." * 16) == Puzzle("." * 16)


def test_a_bad_line_among_small_boards_is_a_bad_line() -> None:
    found = list(formats.records(["1..2....3....4..", "1..2....3....4", "1..2....3....7.."]))
    assert found[0].puzzle == P4
    assert str(found[1].error) == "line 2, column 15: expected 81 cells, found 14"
    assert str(found[2].error) == (
        "line 3, column 14: expected 1-4 or a blank on a 4x4 board, found '7'"
    )


def test_a_line_of_81_signs_may_be_a_small_board_with_a_remark() -> None:
    line = "1..2....3....4.. # " + "x" * 62
    assert len(line) == 81
    assert formats.parse(line) == P4


def test_half_a_grid_takes_no_rows_from_the_next() -> None:
    found = list(formats.records([*CELLS_4[:2], "", *CELLS_4, "", *CELLS_4[:2], "", *CELLS_4[2:]]))
    assert [record.puzzle for record in found] == [None, P4, P4]
    assert str(found[0].error) == "line 1: expected 4 rows, found 2"


def test_a_file_of_integers_cut_off_takes_no_rows_from_the_next() -> None:
    lines = formats.format(P4, "integers").split("\n")
    found = list(formats.records([*lines[:4], *lines], format="integers"))
    assert [record.puzzle for record in found] == [None, P4]
    assert str(found[0].error) == "line 1: expected 4 rows, found 2"


def test_titles_are_no_rows_of_letters() -> None:
    title = "Please help me with this one."
    grid = formats.format(Puzzle(SIXTEEN, info={"title": title}), "boxed")
    assert formats.parse(grid).info["title"] == title
    assert formats.parse(grid) == SIXTEEN
    # As a title this one would be a row of the next grid.
    row = "AB.............P"
    assert row not in formats.format(Puzzle(SIXTEEN, info={"title": row}), "grid")


def test_numbers_in_code_are_no_boards() -> None:
    squares = "squares = [1, 4, 9, 16, 25, 36, 49, 64, 81, 100]"
    assert formats.parse(f"{squares}\nx = {[list(row) for row in P4.givens.rows]}") == P4


@pytest.mark.parametrize("tabs", ["\t", "\t\t\t"])
def test_empty_columns_behind_a_classic_sheet_are_no_part_of_it(tabs: str) -> None:
    puzzle = Puzzle(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    text = formats.format(puzzle, "sheet").replace("\n", f"{tabs}\n") + tabs
    assert formats.parse_all(f"{text}\n{text}") == [puzzle] * 2
    ten = Puzzle("1" + "." * 99, rules="2x5")
    rows = "\n".join(
        "\t".join("1" if not at else "" for at in range(i, i + 10)) for i in range(0, 100, 10)
    )
    assert formats.parse(rows, rules="2x5") == ten


@pytest.mark.slow
def test_the_candidates_of_the_largest_board_are_recognised() -> None:
    puzzle = Puzzle([0] * 36**2, rules="4x9")
    text = formats.format(puzzle, "pm")
    assert len(text) > 100_000
    assert formats.parse(text) == Puzzle(Candidates.full(36), rules="4x9")


def test_64_signs_are_a_board_unless_the_format_is_named() -> None:
    marks = Candidates.from_masks(P4.candidates().masks)
    text = formats.format(P4, "sukaku")
    assert len(text) == 64
    assert formats.parse(text, format="sukaku") == Puzzle(marks)
    assert formats.parse(text, rules="2x4").rules.size == 8


def test_a_solution_behind_the_givens_is_no_layout() -> None:
    solution = JIGSAW.solution().text()
    four = "1342243142133124"
    assert formats.parse(f"1..2....3....4.. {four}").info == {"comment": four}
    assert formats.sniff(f"{JIGSAW.givens.text()} {solution}").name == "line"
    with pytest.raises(UnknownFormat):
        formats.sniff(f"1..2....3....4..{four}")
    with pytest.raises(ParseError, match="expected 81 cells, found 162"):
        formats.parse(
            "." * 81
            + "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        )


def test_512_signs_are_candidates_or_pairs() -> None:
    eight = Puzzle("1" + "." * 63, rules="2x4")
    found = formats.parse(eight.candidates().text(), rules="2x4")
    assert found == Puzzle(Candidates.from_masks(eight.candidates().masks), rules="2x4")
    assert formats.parse("12" + ".." * 255) == Puzzle([12, *[0] * 255])
