"""Every format, both ways: samples as people have them, and the laws of the round trip, on classic boards.

The samples in ``data/formats`` are all spellings of one puzzle, so that a reader cannot be wrong in
a way that looks right. Boards of other sizes and rules are in `test_formats_sizes`.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonet import formats
from nonet.base.errors import ParseError, UnknownFormat
from nonet.boards.grid import Candidates, Grid
from nonet.formats import table
from nonet.formats.fields import PUZZLE_NAMES
from nonet.formats.sniffing import guess
from nonet.formats.table_start import begins_plainly
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import Rules

SAMPLES = Path(__file__).parent / "data" / "formats"
LIBRARY = Path(__file__).parents[2] / "shared" / "data" / "hodoku_reglib_dev.txt"

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PLACED = "..46" + "." * 77
ALL_MARKS = Candidates.from_masks(Puzzle(KNOWN).candidates().masks)  # and no cell filled

# file, format, number of puzzles, what the first one's info must be
TABLE: list[tuple[str, str, int, dict[str, str]]] = [
    ("line.txt", "line", 1, {"comment": "easy, no. 1"}),
    ("line-tab.txt", "line", 1, {"comment": "SE=1.2"}),
    ("line-spaces.txt", "line", 1, {}),
    ("line-arabic.txt", "line", 1, {}),
    ("collection.sdm", "line", 2, {}),
    ("bank.txt", "bank", 1, {"id": "bbab350d8ae7", "rating": "1.2"}),
    (
        "gsf.txt",
        "gsf",
        1,
        {"ratings": "99480,99408,114,1895", "comment": "Well known,2006,a remark"},
    ),
    ("grid.txt", "grid", 1, {}),
    ("grid-euler.txt", "grid", 2, {"title": "Grid 01"}),
    ("grid-bands.txt", "grid", 1, {}),
    ("grid-dashes.txt", "grid", 1, {}),
    ("boxed-forum.txt", "boxed", 1, {"title": "Please help me with this one:"}),
    ("boxed-qqwing.txt", "boxed", 1, {}),
    ("boxed-plain.txt", "boxed", 1, {}),
    ("boxed-spaces.txt", "boxed", 1, {}),
    ("boxed-unicode.txt", "boxed", 1, {}),
    ("boxed-cells.txt", "boxed", 1, {}),
    ("sheet.tsv", "sheet", 1, {}),
    ("sheet-comma.csv", "sheet", 1, {}),
    (
        "sadman.sdk",
        "sdk",
        1,
        {
            "author": "Well Known",
            "description": "The example of the newspapers",
            "comment": "First part\nsecond part",
            "date": "01-02-2006",
            "source": "A newspaper",
            "level": "Easy",
            "url": "http://example.org/",
        },
    ),
    ("sadman-state.sdk", "sdk", 1, {"placed": PLACED}),
    ("simple.ss", "ss", 1, {}),
    ("simple-state.ss", "ss", 1, {"placed": PLACED, "deleted": "722 252"}),
    ("list.py.txt", "list", 1, {}),
    ("list-numpy.txt", "list", 1, {}),
    ("list-strings.json", "list", 1, {}),
    ("list-c.txt", "list", 1, {}),
    ("sudoku.tex", "latex", 2, {}),
    ("sudoku.dzn", "minizinc", 1, {}),
    ("sudoku.m", "matlab", 2, {}),
    ("tables.html", "html", 4, {}),
    ("strings.iss", "iss", 2, {}),
    ("puzzles.jsonl", "jsonl", 4, {"solution": SOLUTION, "author": 'Zoë, "Z"'}),
    (
        "nested.json",
        "nested-json",
        3,
        {"name": "easy.puzzle_data.puzzle", "solution": SOLUTION},
    ),
    ("kaggle.csv", "csv", 1, {"solution": SOLUTION}),
    (
        "rated.csv",
        "csv",
        1,
        {"id": "1", "solution": SOLUTION, "clues": "30", "difficulty": "0.0"},
    ),
    (
        "extreme.csv",
        "csv",
        1,
        {"source": "made_by_us", "solution": SOLUTION, "rating": "0"},
    ),
    ("qqwing.csv", "csv", 1, {"solution": SOLUTION, "Givens": "30", "Difficulty": "Simple"}),
    ("headless.csv", "csv", 1, {"solution": SOLUTION}),
    ("quoted.csv", "csv", 1, {"note": 'two "marks";\nand a line'}),
    ("pm-marked.txt", "pm-marked", 1, {"placed": PLACED, "deleted": "722 252"}),
    (
        "hodoku.txt",
        "hodoku",
        1,
        {
            "technique": "0000",
            "variant": "1",
            "candidates": "7",
            "placed": PLACED,
            "deleted": "722 252",
            "eliminations": "713",
            "placements": "182",
            "chain_length": "5",
        },
    ),
    ("game.nonet", "game", 1, {"title": "Well known", "placed": PLACED, "deleted": "722 252"}),
    (
        "games.opensudoku",
        "opensudoku",
        5,
        {"collection": "Well & known", "placed": PLACED, "deleted": "722 252"},
    ),
    (
        "plain.opensudoku",
        "opensudoku",
        2,
        {"collection": "Well known", "author": "Somebody", "level": "Easy"},
    ),
    (
        "gnome.save",
        "gnome",
        1,
        {"difficulty": "easy", "time": "12.5", "placed": PLACED, "deleted": "722 252"},
    ),
    ("game.ksudoku", "ksudoku", 1, {"placed": PLACED, "deleted": "722 252"}),
    ("susser.txt", "susser", 1, {"placed": PLACED, "deleted": "722 252"}),
    (
        "f-puzzles.json",
        "f-puzzles",
        1,
        {
            "title": "Well known",
            "author": "Somebody",
            "ruleset": "Normal rules apply.",
            "solution": SOLUTION,
            "placed": "..4" + "." * 78,
            "not read": "cornerPencilMarks (1), text (1)",
        },
    ),
    (
        "f-puzzles.txt",
        "f-puzzles",
        2,
        {"title": "Well known", "author": "Somebody", "solution": SOLUTION},
    ),
    (
        "sudokupad.txt",
        "sudokupad",
        3,
        {
            "title": "Well known",
            "author": "Somebody",
            "ruleset": "Normal rules apply.",
            "solution": SOLUTION,
        },
    ),
    ("sudokuwiki.txt", "sudokuwiki", 2, {"placed": "..4" + "." * 78, "deleted": "118"}),
    ("sudoku-coach.txt", "sudoku-coach", 2, {"placed": "..4" + "." * 78, "deleted": "118"}),
    ("solo.txt", "solo", 3, {}),
    ("puzz.link.txt", "puzz.link", 2, {}),
    ("penpa.txt", "penpa", 2, {"title": "Well known", "placed": PLACED}),
    (
        "sudokumaker.txt",
        "sudokumaker",
        2,
        {
            "title": "Well known",
            "author": "Somebody",
            "not read": "constraints of SudokuMaker: Fog",
            "placed": PLACED,
        },
    ),
    ("link.txt", "link", 2, {}),
    ("written.json", "json", 1, {"title": "Well known", "solution": SOLUTION}),
    ("written.yaml", "yaml", 2, {"title": "Well known", "solution": SOLUTION}),
]

# these give all candidates of the known puzzle, as a sukaku
MARKS = [
    ("pm.txt", "pm", {}),
    ("pm-bare.txt", "pm", {}),
    ("pm-hodoku.txt", "pm", {}),
    ("pm-coloured.txt", "pm", {}),
    ("sukaku.txt", "sukaku", {"comment": "from candidates"}),
    ("sukaku-table.txt", "sukaku-table", {}),
]

ELSEWHERE = {"integers", "jigsaw", "sumocue", "killer", "killer-long", "killer-map", "samurai"}
"""Formats of other boards; `test_formats_sizes`, `_killer` and `_samurai` have their samples."""


def position_on(givens: Any, placed: str, deleted: str = "") -> Board:
    """Return the position with placed digits and candidates deleted, such as 713 for the 7 of r1c3."""
    removed: dict[str, set[int]] = {}
    for digit, row, column in map(tuple, deleted.split()):
        removed.setdefault(f"r{row}c{column}", set()).add(int(digit))
    position = Position(givens, placed=placed or None, removed=removed)
    return position.puzzle if position.is_start else position


def sniffed(path: Path) -> str:
    return formats.sniff(path.read_bytes().decode()).name


@pytest.mark.parametrize(("name", "fmt", "count", "info"), TABLE, ids=[row[0] for row in TABLE])
def test_sample(name: str, fmt: str, count: int, info: dict[str, str]) -> None:
    assert sniffed(SAMPLES / name) == fmt
    found = list(formats.read(SAMPLES / name))
    assert list(map(Puzzle, found)) == [Puzzle(KNOWN)] * count
    notes = dict(info)
    assert found[0] == position_on(KNOWN, notes.pop("placed", ""), notes.pop("deleted", ""))
    assert dict(found[0].info) == notes
    assert list(formats.read(SAMPLES / name, format=fmt)) == found


@pytest.mark.parametrize(("name", "fmt", "info"), MARKS, ids=[row[0] for row in MARKS])
def test_sample_of_marks(name: str, fmt: str, info: dict[str, str]) -> None:
    assert sniffed(SAMPLES / name) == fmt
    [found] = formats.read(SAMPLES / name)
    assert Puzzle(found) == Puzzle(ALL_MARKS)
    if fmt == "pm":
        filled = Puzzle(KNOWN).givens
        assert found == Position(ALL_MARKS, placed=filled, givens_known=False)
    assert dict(found.info) == info


def test_every_sample_is_in_the_table() -> None:
    listed = {row[0] for row in TABLE} | {row[0] for row in MARKS}
    found = {path.name for path in SAMPLES.iterdir() if path.is_file()}
    assert found - listed == set(), "give each sample a row in TABLE or MARKS"
    assert listed - found == set(), "a row of TABLE or MARKS has no file in tests/data/formats"
    known = {row[1] for row in TABLE} | {row[1] for row in MARKS} | ELSEWHERE
    recognised = {fmt.name for fmt in formats.FORMATS.values() if fmt.recognise}
    assert recognised - known == set(), "these formats have no sample"


@pytest.mark.parametrize("name", list(formats.FORMATS))
def test_example_is_what_the_format_looks_like(name: str) -> None:
    fmt = formats.FORMATS[name]
    formats.parse_model(fmt.example, format=name)
    if fmt.can_write:
        puzzle = formats.parse(fmt.example, format=name)
        assert formats.format(puzzle, name) == fmt.example
    else:
        assert fmt.loses == "everything: it is not written"
    assert fmt.description
    assert fmt.loses
    # a format without clues is read only where it is named
    found = formats.sniff(fmt.example).name
    assert (found == name) is (fmt.recognise is not None), f"the example is recognised as {found!r}"


def test_a_new_format_needs_nothing_but_its_own_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up format with comments of its own is recognised next to the others."""

    def read(lines: Iterable[tuple[int, str]], rules: Any = None) -> Iterator[formats.Record]:
        for number, text in lines:
            if text.startswith("board="):
                yield formats.Record(formats.parse(text[6:], rules=rules), None, number, text)

    mine = formats.Format(
        "mine",
        "board= before the cells",
        (),
        "nothing",
        f"board={KNOWN}",
        read,
        recognise=formats.Clues(likely=lambda head: head.first.startswith("board=")),
        comments="%",
    )
    monkeypatch.setitem(table.ROWS, "mine", table.Row("mine", text="^board="))
    monkeypatch.setattr(table.FORMATS, "_loaded", {**formats.FORMATS, "mine": mine})
    table.marked.cache_clear()
    try:
        text = f"% a remark, 80 long: {KNOWN[:80]}\nboard={KNOWN}"
        assert formats.sniff(text).name == "mine"
        assert formats.sniff(KNOWN).name == "line"
        with pytest.raises(UnknownFormat, match="found only blank lines and comments"):
            formats.sniff("# a remark")
    finally:
        table.marked.cache_clear()


@pytest.mark.parametrize(
    "text", ["." * 81, "0" * 81, KNOWN, KNOWN.replace(".", "0"), "1" * 80 + "."]
)
def test_a_plain_board_is_what_all_formats_say_it_is(text: str) -> None:
    """It is not asked whether it is of another form, since none claims it."""
    assert table.format_of_line(text) == "line"
    claimed = {name for name in ASKED if (shows := table.clues_of(name).line) and shows(text)}
    assert claimed == {"line"}


TEXTS = {
    **{fmt.name: fmt.example for fmt in formats.FORMATS.values()},
    **{path.name: path.read_text("utf-8") for path in sorted(SAMPLES.iterdir()) if path.is_file()},
}


ASKED = [name for name, row in table.ROWS.items() if (row.line, row.text) != (None, None)]


@pytest.mark.parametrize("name", ASKED)
def test_what_a_format_claims_has_its_mark(name: str) -> None:
    """The marks only save questions: what has no mark of a format is not of that format."""
    clues, comments = table.clues_of(name), formats.FORMATS[name].comments
    marks = {part: dict(table.marked(part)).get(name) for part in ("line", "text")}
    sure = [clue for clue in (clues.sure, clues.likely) if clue]
    together = [*sure, clues.near] if clues.near else sure
    for label, text in TEXTS.items():
        lines = text.split("\n")
        for line in lines:
            has_mark = marks["line"] is not None and marks["line"](line)
            claims = clues.line is not None and clues.line(line)
            assert has_mark or not claims, f"{label}: {line[:60]}"
        for start in range(0, min(len(lines), 30), 3):
            head = formats.Head(list(enumerate(lines[start:], 1)), comments)
            bare = "\n".join(line.strip() for line in head.joined.split("\n"))
            has_mark = marks["text"] is not None and marks["text"](bare)
            claims = bool(head.lines) and any(clue(head) for clue in together)
            assert has_mark or not claims, f"{label} from line {start + 1}"
            if (rows := dict(table.marked("rows")).get(name)) is not None:
                claims = bool(head.lines) and any(clue(head) for clue in sure)
                assert rows(head.joined) or not claims, f"{label} from line {start + 1}"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("name", PUZZLE_NAMES)
def test_a_plain_table_is_what_all_formats_say_it_is(name: str, delimiter: str) -> None:
    for before, after in ((0, 0), (1, 0), (0, 1), (2, 3)):
        names = delimiter.join(["id"] * before + [name.title()] + ["solution"] * after)
        cells = delimiter.join(["7"] * before + [KNOWN] + ["x"] * after)
        lines = [(1, names), (2, cells)]
        if delimiter in names:
            assert guess(lines) == ("csv", True)
        assert begins_plainly(lines)


def test_each_format_that_can_be_recognised_is_asked_once() -> None:
    known = [name for name, fmt in formats.FORMATS.items() if fmt.recognise]
    assert sorted(ASKED) == sorted(known), "ROWS of nonet/formats/table.py"
    assert sorted(table.ROWS) == sorted(table.LISTED), "LISTED of nonet/formats/table.py"


@pytest.mark.parametrize("name", [fmt.name for fmt in formats.FORMATS.values() if fmt.remark])
def test_a_remark_between_two_puzzles_is_not_read(name: str) -> None:
    fmt = formats.FORMATS[name]
    between = (
        f"{fmt.separator}{fmt.remark} a.txt:5:81: expected 81 cells, found 80\n{fmt.separator}"
    )
    found = formats.parse_all(f"{fmt.example}\n{between}{fmt.example}\n", format=name)
    assert found == [formats.parse(fmt.example, format=name)] * 2


def test_every_format_has_a_row_in_the_docs() -> None:
    docs = Path(__file__).parents[1] / "docs" / "formats.md"
    rows = {line.split("|")[1].strip(" `") for line in docs.read_text().splitlines() if "|" in line}
    assert set(formats.FORMATS) - rows == set(), "these formats have no row in docs/formats.md"
    readme = (docs.parents[1] / "README.md").read_text("utf-8")
    assert set(re.findall(r"(\d+) formats", readme)) <= {str(len(formats.FORMATS))}, "README.md"


# -- the many ways to write one grid --------------------------------------------------------------

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


# -- laws -----------------------------------------------------------------------------------------

grids = st.lists(st.integers(0, 9), min_size=81, max_size=81).map(Grid)
# One cell has two candidates: lone digits only are a solved grid, and read as one.
masks = st.lists(st.integers(1, 511), min_size=81, max_size=81).map(
    lambda cells: Candidates.from_masks([cells[0] | 3, *cells[1:]])
)
words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=30)
# a name that is not the name of the puzzle's or the solution's column
names = words.map(lambda text: "n" + text).filter(lambda text: text.strip() == text)


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """A puzzle in mid-game."""
    order = draw(st.permutations(range(81)))
    known, later = draw(st.integers(1, 30)), draw(st.integers(0, 20))
    givens = [int(SOLUTION[c]) if c in order[:known] else 0 for c in range(81)]
    placed = [int(SOLUTION[c]) if c in order[known : known + later] else 0 for c in range(81)]
    both = [a or b for a, b in zip(givens, placed, strict=True)]
    still = Puzzle(both).candidates()
    loose = [(d, c) for c in range(81) if not both[c] for d in sorted(still[c])]
    gone = draw(st.sets(st.sampled_from(loose), max_size=9))
    deleted = " ".join(f"{d}{c // 9 + 1}{c % 9 + 1}" for d, c in gone)
    return position_on(givens, Grid(placed).text(), deleted)


def same(a: Board, b: Board) -> bool:
    return a == b and dict(a.info) == dict(b.info)


@pytest.mark.parametrize(
    "name",
    [
        "line",
        "sdm",
        "grid",
        "boxed",
        "sheet",
        "list",
        "csv",
        "jsonl",
        "sdk",
        "ss",
        "hodoku",
        "opensudoku",
        "gnome",
        "latex",
        "minizinc",
        "matlab",
        "html",
        "penpa",
    ],
)
@given(grid=grids)
def test_law_givens(name: str, grid: Grid) -> None:
    puzzle = Puzzle(grid)
    text = formats.format(puzzle, name)
    assert same(formats.parse(text, format=name), puzzle)
    assert formats.parse(text) == puzzle


@pytest.mark.parametrize("name", ["pm", "sukaku", "sukaku-table", "csv", "jsonl"])
@given(marks=masks)
def test_law_marks(name: str, marks: Candidates) -> None:
    puzzle = Puzzle(marks)
    text = formats.format(puzzle, name)
    found = formats.parse(text, format=name)
    assert found == formats.parse(text)
    assert found.marks is not None
    assert found.marks.masks == marks.masks
    assert Puzzle(found) == puzzle
    assert formats.format(found, name) == text


def test_frame_that_is_as_wide_as_a_line_of_cells() -> None:
    placed = "..46.8.1.67.1..............8.............3.....................2....9............"
    puzzle = position_on("5" + "." * 80, placed, "212")
    text = formats.format(puzzle, "ss")
    assert len(text.split("\n")[-1]) == 81
    assert same(formats.parse(text), puzzle)
    assert formats.sniff("-" * 81 + "\n" + "\n".join(ROWS)).name == "boxed"


@pytest.mark.parametrize("name", ["ss", "pm-marked", "hodoku"])
@given(puzzle=positions())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_law_positions(name: str, puzzle: Board) -> None:
    assert same(formats.parse(formats.format(puzzle, name)), puzzle)


@pytest.mark.parametrize("name", ["opensudoku", "gnome", "sudoku-coach", "penpa"])
@given(puzzle=positions())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_law_positions_with_notes(name: str, puzzle: Board) -> None:
    """A cell without notes has all candidates, so one without candidates cannot be written."""
    position = Position.of(puzzle)
    if any(not position.masks[cell] for cell in position.removed):
        with pytest.raises(PuzzleError, match="has a cell without candidates"):
            formats.format(puzzle, name)
    else:
        assert same(formats.parse(formats.format(puzzle, name)), puzzle)


@given(puzzle=positions())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_law_positions_on_a_susser_line(puzzle: Board) -> None:
    assert same(formats.parse(formats.format(puzzle, "susser"), format="susser"), puzzle)


@given(grid=grids, comment=texts)
def test_law_comment(grid: Grid, comment: str) -> None:
    """A comment comes back with its white space evened out; all other info is lost, as declared."""
    puzzle = Puzzle(grid, info={"comment": comment, "rating": "7"})
    for name in ("line", "sukaku"):
        back = formats.parse(formats.format(puzzle, name), format=name)
        evened = " ".join(comment.split())
        assert dict(back.info) == ({"comment": evened} if evened else {})


@given(grid=grids, info=st.dictionaries(names, texts.filter(bool), max_size=4))
def test_law_info_of_csv(grid: Grid, info: dict[str, str]) -> None:
    puzzle = Puzzle(grid, info={"solution": SOLUTION} | info)
    assert same(formats.parse(formats.format(puzzle, "csv"), format="csv"), puzzle)


@given(
    marks=masks,
    filled=st.sets(st.integers(1, 80), max_size=5),
    grid=grids,
    info=st.dictionaries(st.text(), st.text(), max_size=4),
)
def test_law_jsonl_loses_nothing(
    marks: Candidates, filled: set[int], grid: Grid, info: dict[str, str]
) -> None:
    digits = [min(marks[cell]) if cell in filled else 0 for cell in range(81)]
    cells = [
        1 << digit - 1 if digit else mask for digit, mask in zip(digits, marks.masks, strict=True)
    ]
    puzzle = Puzzle(grid, marks=Candidates.from_masks(cells), info=info)
    played = Position(
        Puzzle(Candidates.from_masks(cells), info=info), placed=digits, givens_known=False
    )
    for board in (puzzle, played):
        assert same(formats.parse(formats.format(board, "jsonl"), format="jsonl"), board)


@given(
    grid=grids,
    info=st.fixed_dictionaries(
        {}, optional={key: words for key in ("author", "description", "date", "level", "url")}
    ),
)
def test_law_headers_of_sdk(grid: Grid, info: dict[str, str]) -> None:
    puzzle = Puzzle(grid, info=info)
    assert same(formats.parse(formats.format(puzzle, "sdk"), format="sdk"), puzzle)


@given(many=st.lists(grids, min_size=2, max_size=4))
@pytest.mark.parametrize(
    "name",
    [
        "line",
        "sdm",
        "grid",
        "boxed",
        "sheet",
        "list",
        "csv",
        "jsonl",
        "sdk",
        "hodoku",
        "latex",
        "minizinc",
        "matlab",
        "html",
    ],
)
def test_law_many(name: str, many: list[Grid]) -> None:
    out = io.StringIO()
    assert formats.write(map(Puzzle, many), out, format=name) == len(many)
    assert formats.parse_all(out.getvalue()) == [Puzzle(grid) for grid in many]


@given(many=st.lists(masks, min_size=2, max_size=3))
@pytest.mark.parametrize("name", ["pm", "sukaku", "sukaku-table"])
def test_law_many_marks(name: str, many: list[Candidates]) -> None:
    out = io.StringIO()
    formats.write(map(Puzzle, many), out, format=name)
    found = [puzzle.marks for puzzle in formats.parse_all(out.getvalue())]
    assert [marks and marks.masks for marks in found] == [marks.masks for marks in many]


DAMAGED_GAMES = [
    ('<game data="12"/></opensudoku>', "line 1: expected 81 digits as the data of the game"),
    ("<game/></opensudoku>", "line 1: expected 81 digits as the data of the game, found nothing"),
    ('\n\n<game data="version: 9 1|"/></opensudoku>', "line 3: expected data of version 1 to 5"),
    ('<game data="version: 3 1|0|0|"/></opensudoku>', "line 1: expected 81 cells of 3 values each"),
    ("\n<game></opensudoku>", "line 2, column 9: expected XML: mismatched tag"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED_GAMES)
def test_damaged_games_of_opensudoku(text: str, message: str) -> None:
    found = list(formats.read(f"<opensudoku>{text}".split("\n"), errors="yield"))
    assert message in " ".join(map(str, found))


def test_xml_with_entities_is_not_read() -> None:
    bomb = '<!DOCTYPE o [<!ENTITY a "1111111111"><!ENTITY b "&a;&a;&a;">]>'
    text = f'\n{bomb}\n<opensudoku><game data="&b;"/></opensudoku>'
    with pytest.raises(ParseError, match=r"line 2: expected games, found a document type"):
        formats.parse(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[0, 0]", "[0, 9]", r"expected row and column from 0 to 8 for cell 1 of the list"),
        ("[0, 1]", "[0, 0]", r"cell 2 of the list is r1c1, which it has already"),
        ('"value": 5', '"value": 10', r"expected a digit for r1c1, found 10"),
        ('"earmarks": []', '"earmarks": 5', r"expected a list of digits for r1c1, found 5"),
        ("]\n}", "]", r"line \d+, column \d+: expected JSON"),
    ],
)
def test_damaged_saves_of_gnome(old: str, new: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        formats.parse(formats.FORMATS["gnome"].example.replace(old, new, 1))


def nested(value: Any, indent: int | None) -> list[tuple[int, str]]:
    """Return line and name, or line and error, of each place of a JSON document."""
    found = formats.records(json.dumps(value, indent=indent).split("\n"))
    return [
        (each.line, each.board.info["name"] if each.board else str(each.error)) for each in found
    ]


def test_boards_deeper_in_json() -> None:
    value = {
        "month": "puzzle",
        "puzzle_of": {
            "day": {"puzzle": KNOWN, "solution": SOLUTION},
            "night": {"puzzle": KNOWN[1:]},
        },
        "more": [{"value": [list(row) for row in ROWS]}, {"solution": SOLUTION, "digits": KNOWN}],
        "phone": "1" * 16,
        "matrix": [[1, 2], [3, 4]],
    }
    damaged = "puzzle_of.night.puzzle: expected 81 cells, found 80"
    names = ["puzzle_of.day.puzzle", damaged, "more[0].value", "more[1].digits"]
    assert nested(value, None) == [
        (1, f"line 1: {name}" if name == damaged else name) for name in names
    ]
    assert nested(value, 1) == [
        (5, names[0]), (9, f"line 9: {damaged}"), (14, names[2]), (118, names[3]),
    ]  # fmt: skip
    assert nested([{"id": 1, "puzzle": KNOWN}, {"id": 2, "puzzle": KNOWN}], 1) == [
        (4, "[0].puzzle"),
        (8, "[1].puzzle"),
    ]


def test_a_solution_in_json_is_no_puzzle() -> None:
    text = json.dumps({"a": {"start": KNOWN, "filled": SOLUTION, "level": 3}})
    [puzzle] = formats.parse_all(text)
    assert puzzle == Puzzle(KNOWN)
    assert dict(puzzle.info) == {"name": "a.start", "level": "3", "solution": SOLUTION}
    with pytest.raises(ParseError, match="expected a board in the JSON, found none"):
        formats.parse(json.dumps({"a": {"solution": SOLUTION}}), format="nested-json")


def test_documents_of_json_may_follow_each_other() -> None:
    one = json.dumps({"a": {"puzzle": KNOWN}})
    two = json.dumps({"b": {"puzzle": KNOWN}}, indent=2)
    found = list(formats.read([one, *two.split("\n"), "", one, "{"], errors="yield"))
    assert [puzzle.info["name"] for puzzle in found[:3] if not isinstance(puzzle, ParseError)] == [
        "a.puzzle",
        "b.puzzle",
        "a.puzzle",
    ]
    assert str(found[3]).startswith("line 9, column 2: expected JSON")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("latex", "|5|3|", "|5|", r"line 2: row 1 has 8 cells, expected 9"),
        (
            "latex",
            "|6| |",
            "|6|x|",
            r"line 3: expected a digit or ' ' for an empty cell, found 'x'",
        ),
        ("latex", r"\end{sudoku}", "", r"line 1: expected \\end{sudoku} at the end, found"),
        ("minizinc", "6, 0", "6", r"line 2: row 2 has 8 cells, expected 9"),
        ("minizinc", "[|5", "[|15", r"line 1: expected 1-9 or a blank on a 9x9 board, found '15'"),
        (
            "minizinc",
            "\n |0, 0, 0, 0, 8",
            "|]\n |0, 0, 0, 0, 8",
            r"line 1: found 8 rows of 9 cells",
        ),
        ("html", "<td>6</td>", "", r"line 3: row 2 has 8 cells, expected 9"),
        ("html", "<td>6</td>", "<td>x</td>", r"line 3: expected a digit or ' ' for an empty cell"),
        ("html", "</table>", "", r"line 1: expected </table> at the end, found the end"),
        ("matlab", "6 0", "6", r"line 2: row 2 has 8 cells, expected 9"),
    ],
)
def test_damaged_matrices(name: str, old: str, new: str, message: str) -> None:
    text = formats.FORMATS[name].example
    assert old in text
    with pytest.raises(ParseError, match=message):
        formats.parse(text.replace(old, new, 1))


def test_hodoku_library_comes_back_byte_for_byte() -> None:
    if not LIBRARY.exists():
        pytest.skip(f"the HoDoKu library is not at {LIBRARY}")
    lines = [line for line in LIBRARY.read_text().splitlines() if line and line[0] != "#"]
    assert len(lines) > 500
    for line, puzzle in zip(lines, formats.read(LIBRARY), strict=True):
        assert formats.format(puzzle, "hodoku") == line


# -- writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["line", "sdm", "grid", "boxed", "sheet", "list", "sdk", "ss", "hodoku", "susser"]
)
def test_marks_are_not_dropped(name: str) -> None:
    sukaku = Puzzle(Candidates.full())
    with pytest.raises(PuzzleError, match="holds givens only") as caught:
        formats.format(sukaku, name)
    assert caught.value.puzzle is sukaku


def test_other_rules_are_not_dropped() -> None:
    small = Puzzle([0] * 36, rules=Rules(box_rows=2, box_columns=3))
    diagonal = Puzzle(KNOWN, rules="diagonals")
    for name in ("bank", "gsf", "sdk", "ss", "hodoku", "susser"):
        with pytest.raises(
            PuzzleError, match=f"'{name}' holds classic 9x9 puzzles only, and .* 6x6"
        ):
            formats.format(small, name)
        with pytest.raises(PuzzleError, match=r"has diagonals; use 'jsonl' or 'csv'"):
            formats.format(diagonal, name)


def test_what_else_cannot_be_written() -> None:
    both = Puzzle(KNOWN, marks=Candidates.full())
    for name, puzzle, sentence in [
        ("csv", both, "has both"),
        ("pm-marked", both, "has candidates"),
        ("bank", Puzzle(KNOWN), "needs a rating"),
        ("hodoku", Puzzle(KNOWN, info={"technique": "a:b"}), "must not have ':'"),
        ("csv", Puzzle(KNOWN, info={"puzzle": "x"}), "rename"),
    ]:
        with pytest.raises(PuzzleError, match=sentence):
            formats.format(puzzle, name)


@pytest.mark.parametrize("name", ["out.sdk", "out.sdk.gz"])
def test_a_puzzle_that_is_refused_empties_no_file(name: str, tmp_path: Path) -> None:
    path, small = tmp_path / name, Puzzle([0] * 16, rules=Rules(size=4))
    for puzzles in (small, [small], [small, Puzzle(KNOWN)]):
        with pytest.raises(PuzzleError, match="holds classic 9x9 puzzles only"):
            formats.write(puzzles, path)
        assert not path.exists(), "no new file"
    formats.write(Puzzle(KNOWN), path)
    before = path.read_bytes()
    with pytest.raises(PuzzleError):
        formats.write([small], path)
    assert path.read_bytes() == before
    with pytest.raises(PuzzleError):
        formats.write([Puzzle(SOLUTION), small], path)
    assert path.read_bytes() == before, "not even the puzzles before it are written"
    assert formats.write([], path) == 0


def test_ss_holds_one_puzzle() -> None:
    with pytest.raises(PuzzleError, match="holds one puzzle, and this is the second"):
        formats.write([Puzzle(KNOWN)] * 2, io.StringIO(), format="ss")


def test_csv_has_one_header_and_no_surprise_columns() -> None:
    first, second = Puzzle(KNOWN, info={"rating": "1.2"}), Puzzle(KNOWN, info={"author": "x, y"})
    out = io.StringIO()
    with formats.writer(out, "csv") as to:
        to.write(first)
        to.write(Puzzle(SOLUTION))
        with pytest.raises(PuzzleError, match="no column 'author'"):
            to.write(second)
    assert out.getvalue() == f"puzzle,rating\n{KNOWN},1.2\n{SOLUTION},\n"
    out = io.StringIO()
    formats.write([first, second], out, format="csv", columns=["author"], delimiter=";")
    assert out.getvalue() == f"puzzle;author\n{KNOWN};\n{KNOWN};x, y\n"


def test_options() -> None:
    puzzle = Puzzle(KNOWN, info={"comment": "c"})
    assert formats.format(puzzle, blank="0", comment=False) == KNOWN.replace(".", "0")
    assert formats.format(puzzle, "sheet", delimiter=",").startswith("5,3,,,7,,,,\n")
    with pytest.raises(TypeError):
        formats.format(puzzle, "line", colour="red")


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("a.txt", KNOWN),
        ("a", KNOWN),
        ("a.sdm", KNOWN.replace(".", "0")),
        ("a.SDK", "53..7....\n"),
        ("a.ss", "*--"),
        ("a.csv", "puzzle\n"),
        ("a.jsonl", '{"puzzle"'),
        ("a.tsv", "5\t3\t\t"),
        ("a.sukaku", "....5...."),
    ],
)
def test_suffix_decides(tmp_path: Path, name: str, start: str) -> None:
    assert formats.write(Puzzle(KNOWN), tmp_path / name) == 1
    assert (tmp_path / name).read_text().startswith(start)


def test_unknown_names() -> None:
    with pytest.raises(UnknownFormat, match=r"unknown format 'lines'; known formats: .*line, sdm"):
        formats.parse(KNOWN, format="lines")
    with pytest.raises(UnknownFormat, match="unknown format 'x'"):
        formats.read([KNOWN], format="x")
    with pytest.raises(UnknownFormat, match=r"unknown suffix '\.xyz'"):
        formats.write([], "a.xyz")
    with pytest.raises(ValueError, match="'raise' or 'yield', got"):
        formats.records([KNOWN], errors="ignore")  # type: ignore[arg-type]
