"""What writers of formats refuse, and what their options do."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from nonet import formats
from nonet.base.errors import UnknownFormat
from nonet.boards.grid import Candidates
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import Rules

KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


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
