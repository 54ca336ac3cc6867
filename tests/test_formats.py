"""Every format, both ways: samples as people have them, and the laws of the round trip, on classic boards.

The samples in ``data/formats`` are all spellings of one puzzle, so that a reader cannot be wrong in
a way that looks right. Boards of other sizes and rules are in `test_formats_sizes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from placed_digits import position_on

from nonet import formats
from nonet.base.errors import UnknownFormat
from nonet.boards.grid import Candidates
from nonet.formats import table
from nonet.formats.fields import PUZZLE_NAMES
from nonet.formats.sniffing import guess
from nonet.formats.table_start import begins_plainly
from nonet.puzzle import Position, Puzzle

SAMPLES = Path(__file__).parent / "data" / "formats"

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
