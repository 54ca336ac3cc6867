"""The many ways to write one grid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nonet import formats
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates
from nonet.puzzle import Puzzle

SAMPLES = Path(__file__).parent / "data" / "formats"

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

ALL_MARKS = Candidates.from_masks(Puzzle(KNOWN).candidates().masks)  # and no cell filled


ROWS = [KNOWN[i : i + 9] for i in range(0, 81, 9)]
BARRED = ["|".join((row[:3], row[3:6], row[6:])) for row in ROWS]


def ruled(ruler: str) -> str:
    return "\n".join([*BARRED[:3], ruler, *BARRED[3:6], ruler, *BARRED[6:]])


@pytest.mark.parametrize("blank", ".0*_-xX?+:#~ /")
def test_any_one_sign_is_a_blank_in_a_line(blank: str) -> None:
    assert formats.parse(KNOWN.replace(".", blank)) == Puzzle(KNOWN)


@pytest.mark.parametrize("blank", ".0*_-xX?~ ")
@pytest.mark.parametrize("text", ["\n".join(ROWS), ruled("---+---+---")], ids=["plain", "ruled"])
def test_any_one_sign_is_a_blank_in_a_grid(blank: str, text: str) -> None:
    assert formats.parse(text.replace(".", blank)) == Puzzle(KNOWN)


@pytest.mark.parametrize("digits", ["۰۱۲۳۴۵۶۷۸۹", "٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"])  # noqa: RUF001
@pytest.mark.parametrize("fmt", ["line", "grid", "boxed", "list", "csv", "sheet", "sukaku", "pm"])
def test_digits_of_other_scripts(digits: str, fmt: str) -> None:
    text = formats.format(Puzzle(KNOWN), fmt)
    other = text.translate({ord(str(value)): digit for value, digit in enumerate(digits)})
    assert other != text
    assert formats.parse(other) == formats.parse(text)


def test_a_line_of_hashes_is_a_remark_unless_it_has_digits_between() -> None:
    puzzle = Puzzle(KNOWN[::-1].replace("9", ".", 1).replace("7", ".", 1))
    line = puzzle.givens.text(blank="#")
    assert line[0] == "#"
    assert formats.parse_all("#" * 81 + "\n" + line) == [puzzle]


def test_a_full_grid_between_spaces_keeps_its_digits() -> None:
    # 81 signs of it, digits and spaces by turns, would be a line with the space for a blank.
    assert formats.parse(" ".join(SOLUTION)) == Puzzle(SOLUTION)


def test_a_row_of_candidates_may_be_81_signs_long() -> None:
    rows = ["123456789 12345678 1234567 123456789 123456789 12345678 12345678 1234567 12345678"] * 9
    assert len(rows[0]) == 81
    marks = formats.parse("\n".join(rows)).marks
    assert marks is not None
    assert marks["r9c3"] == {1, 2, 3, 4, 5, 6, 7}


def test_a_remark_with_commas_is_no_table() -> None:
    puzzle = formats.parse(f"{KNOWN},1.2,{'easy'},x")
    assert (puzzle, puzzle.info["comment"]) == (Puzzle(KNOWN), "1.2,easy,x")


def test_ruler_of_nine_dashes_is_an_empty_row_only_if_the_dash_is_the_blank() -> None:
    text = "---------\n" + "\n".join(ROWS[1:]).replace(".", "-")
    assert formats.parse(text) == Puzzle("." * 9 + KNOWN[9:])
    assert formats.parse(ruled("---------")) == Puzzle(KNOWN)


def test_two_puzzles_that_follow_each_other() -> None:
    plain = "\n".join(ROWS)
    assert formats.parse_all(plain + "\n" + plain) == [Puzzle(KNOWN)] * 2
    assert formats.parse_all(plain + "\n\n\n" + plain) == [Puzzle(KNOWN)] * 2
    with pytest.raises(ParseError, match=r"line 10: expected one puzzle, found 2; parse_all"):
        formats.parse(plain + "\n" + plain)


def test_a_grid_cut_off_takes_no_rows_from_the_next() -> None:
    text = "\n".join([*ROWS[:3], "", *ROWS, "", *ROWS[:6], "", *ROWS])
    found = list(formats.read(text.split("\n"), errors="yield"))
    assert [str(p) if isinstance(p, ParseError) else p for p in found] == [
        "line 1: expected 9 rows, found 3",
        Puzzle(KNOWN),
        "line 15: expected 9 rows, found 6",
        Puzzle(KNOWN),
    ]


def test_code_around_a_list_is_not_run() -> None:
    rows = [[int(c) for c in row.replace(".", "0")] for row in ROWS]
    text = f"import os\nx: list[list[int]] = {rows}\nos._exit(1)\nprint(x[0][0], x[1])"
    assert formats.parse(text) == Puzzle(KNOWN)


@pytest.mark.parametrize("wrap", [str, repr], ids=["str", "repr"])
@pytest.mark.parametrize("shape", [(9, 9), (81,), (1, 9, 9)])
def test_what_numpy_prints(wrap: Any, shape: tuple[int, ...]) -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.frombuffer(bytes(Puzzle(KNOWN).givens), dtype=numpy.uint8).reshape(shape)
    assert formats.parse(wrap(array)) == Puzzle(KNOWN)
    assert formats.parse(wrap(array.astype(float))) == Puzzle(KNOWN)


def markdown(blank: str, *, ruler: str = "|---" * 9 + "|", header: str = "") -> str:
    """Return the puzzle as a Markdown table, with its first row or a row of labels as the header."""
    rows = ["| " + " | ".join(row.replace(".", blank)) + " |" for row in ROWS]
    rows = [header, *rows] if header else rows
    return "\n".join([rows[0], ruler, *rows[1:]])


@pytest.mark.parametrize("blank", " ._0")
@pytest.mark.parametrize("ruler", ["|---" * 9 + "|", "|:-:" * 9 + "|", "| --- " * 9 + "|"])
@pytest.mark.parametrize("header", ["", "|   " * 9 + "|", "| a " * 9 + "|"])
def test_markdown_table(blank: str, ruler: str, header: str) -> None:
    text = markdown(blank, ruler=ruler, header=header)
    assert formats.parse_all(f"{text}\n\n{text}") == [Puzzle(KNOWN)] * 2
    assert formats.sniff(text).name == "boxed"


def test_markdown_table_with_an_empty_first_row() -> None:
    rows = markdown(" ").split("\n")
    text = "\n".join(["|   " * 9 + "|", *rows[1:]])
    assert formats.parse(text) == Puzzle("." * 9 + KNOWN[9:])


CELLS = [[None if c == "." else c for c in row] for row in ROWS]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("blank", [None, 0, "", " ", ".", "0"])
@pytest.mark.parametrize("number", [int, str])
def test_list_in_a_file(tmp_path: Path, indent: int | None, blank: Any, number: Any) -> None:
    rows = [[blank if cell is None else number(cell) for cell in row] for row in CELLS]
    path = tmp_path / "board.json"
    path.write_text(json.dumps(rows, indent=indent))
    assert list(formats.read(path)) == [Puzzle(KNOWN)]
    path.write_text(str(rows))
    assert list(formats.read(path)) == [Puzzle(KNOWN)]


@pytest.mark.parametrize("blank", "._?*")
def test_list_with_bare_blanks(blank: str) -> None:
    text = "[" + ",\n".join(f"[{', '.join(row.replace('.', blank))}]" for row in ROWS) + "]"
    assert formats.parse(text) == Puzzle(KNOWN)


def test_boxes_apart_on_a_line() -> None:
    four = Puzzle("1... ..3. .4.. ...2")
    assert four == Puzzle("1.....3..4.....2") == formats.parse("1... ..3. .4.. ...2")
    assert formats.parse(" ".join(ROWS)) == Puzzle(KNOWN)


def test_column_of_the_puzzle_is_found_without_a_name() -> None:
    puzzle = formats.parse(f"a;b;answer\n1;{KNOWN};{SOLUTION}")
    assert dict(puzzle.info) == {"a": "1", "solution": SOLUTION}


def test_title_that_is_a_column_name_is_a_title() -> None:
    puzzle = formats.parse("Puzzle\n" + "\n".join(ROWS))
    assert (puzzle, puzzle.info["title"]) == (Puzzle(KNOWN), "Puzzle")


def test_sukaku_in_a_table() -> None:
    sukaku = Puzzle(ALL_MARKS)
    assert formats.parse(formats.format(sukaku, "csv")) == sukaku
    assert formats.parse(json.dumps({"marks": ALL_MARKS.text()})) == sukaku


def test_a_lone_candidate_that_no_peer_has_is_placed() -> None:
    """The steps continue from a printed candidate grid; what it has placed is not a step."""
    found = formats.parse((SAMPLES / "pm-hodoku.txt").read_text())
    assert len(found.candidates().placed.filled) == 30
    assert [str(step) for step in found.steps()] == [str(step) for step in Puzzle(KNOWN).steps()]
    # r5c5 is a lone 5 in the candidates of the puzzle, and r5c3 still has a 5: a single to be placed.
    assert found.marks is not None
    assert (set(found.candidates()["r5c5"]), found["r5c5"]) == ({5}, 0)


def test_a_finished_candidate_grid_leaves_nothing_to_do() -> None:
    rows = [" ".join(SOLUTION[i : i + 9]) for i in range(0, 81, 9)]
    text = ".---.---.---.\n" + "\n".join(rows) + "\n'---'---'---'"
    for name in (None, "pm"):
        assert formats.parse(text, format=name).hint() is None


def test_a_mark_that_a_filled_cell_excludes_is_no_candidate() -> None:
    text = (SAMPLES / "simple-state.ss").read_text()
    assert "| 12  9 " in text
    assert formats.parse(text.replace("| 12  9 ", "| 125 9 ")) == formats.parse(text)
