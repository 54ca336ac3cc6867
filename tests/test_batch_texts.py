"""Columns of text and lines of files: every row right and in its place, with any rows beside it."""

from __future__ import annotations

import gzip
import io
import mmap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import strategies

import nonet
from nonet import batch
from nonet.base.errors import MissingExtra
from nonet.batch import Status
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle

pa = pytest.importorskip("pyarrow")

A = strategies.KNOWN.replace("0", ".")
SOLUTION = strategies.KNOWN_SOLUTION
CLASH = "11" + "." * 79
OPEN = "." * 81
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# Each text with what it is: a board whatever is around it, or not a board.
TEXTS: list[tuple[Any, Status]] = [
    (A, Status.UNIQUE),
    ("", Status.BAD_CELL),
    (CLASH, Status.CONFLICT),
    ("# " + A, Status.BAD_CELL),
    (f"  {A} # easy", Status.UNIQUE),
    (A[:-1], Status.BAD_CELL),
    (OPEN, Status.MULTIPLE),
    (A[:-1] + "x", Status.BAD_CELL),
    (A[:-1] + "é", Status.BAD_CELL),
    (A + A, Status.BAD_CELL),
    (A + "\n", Status.UNIQUE),
    (A + "\n" + A, Status.UNIQUE),
    (A.replace(".", "0"), Status.UNIQUE),
    ("hello\nworld", Status.BAD_CELL),
]  # fmt: skip
VALUES = [text for text, _ in TEXTS]
STATUSES = [status for _, status in TEXTS]
WITH_NONE: list[Any] = [None, *VALUES, None]


class Series:
    """A column as pandas has it: not an array, but it becomes one."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def to_numpy(self) -> Any:
        return np.array(self._values, object)


class Stream:
    """A column as Polars has it: nothing but the Arrow protocol."""

    def __init__(self, values: list[Any]) -> None:
        self._column = pa.chunked_array([values[:5], values[5:]], pa.large_string())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._column.__arrow_c_stream__(requested_schema)


COLUMNS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "object array": lambda values: np.array(values, object),
    "series": Series,
    "stream": Stream,
    "arrow": pa.array,
    "arrow, large": lambda values: pa.array(values, pa.large_string()),
    "arrow, views": lambda values: pa.array(values, pa.string_view()),
    "arrow, dictionary": lambda values: pa.array(values).dictionary_encode(),
    "arrow, dictionary of views": lambda values: pa.DictionaryArray.from_arrays(
        pa.array([None if v is None else i for i, v in enumerate(values)]),
        pa.array([v or "" for v in values], pa.string_view()),
    ),
    "arrow, chunks": lambda values: pa.chunked_array([values[:3], [], values[3:]], pa.string()),
    "arrow, slice": lambda values: pa.array([A, *values, A]).slice(1, len(values)),
    "bytes": lambda values: [v if v is None else v.encode() for v in values],
    "NaN": lambda values: [float("nan") if v is None else v for v in values],
}


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_keeps_its_rows(name: str) -> None:
    result = batch.solve(COLUMNS[name](WITH_NONE))
    assert result.status.tolist() == [Status.BAD_CELL, *STATUSES, Status.BAD_CELL]
    assert result.lines is None and len(result) == len(WITH_NONE)
    for row, status in enumerate(result.status):
        assert result.solutions[row].any() == Status(status).is_solved
    assert bytes(result.solutions[1] + 48).decode() == SOLUTION


@pytest.mark.parametrize("kind", ["U", "S", ">U120"])
def test_arrays_of_text(kind: str) -> None:
    values = [v for v in VALUES if kind != "S" or v.isascii()]
    expected = [s for v, s in TEXTS if v in values]
    assert batch.solve(np.array(values, kind)).status.tolist() == expected
    for exact in ("U81", "S81"):
        array = np.array([A, OPEN, A[:-1] + "x", CLASH[:80]], exact)
        result = batch.solve(array[::-1])
        assert result.status.tolist() == [5, 5, Status.MULTIPLE, Status.UNIQUE]
    cells = np.array([list(A), list(OPEN)])
    assert cells.dtype == "U1" and batch.solve(cells).status.tolist() == [0, 1]
    assert batch.solve(cells.reshape(2, 9, 9)).status.tolist() == [0, 1]


def test_numbers_in_a_column_are_not_boards() -> None:
    assert batch.solve([A, 5, None, 2.5]).status.tolist() == [0, 5, 5, 5]
    assert batch.solve([None, None]).status.tolist() == [5, 5]
    nothing: Any
    for nothing in ([], pa.array([], pa.string()), np.array([], "U81"), ()):
        assert len(batch.solve(nothing)) == 0


def test_lists_of_puzzles_grids_and_lists() -> None:
    rows = Puzzle(A).tolist()
    for boards in ([Puzzle(A)] * 2, [Grid(A)] * 2, [rows, rows], (Puzzle(A), Puzzle(A))):
        assert batch.solve(boards).status.tolist() == [0, 0]
    sukaku = Puzzle(Puzzle(A).candidates())
    assert batch.solve([sukaku, Puzzle(A)]).text() == [SOLUTION] * 2
    small = Puzzle("." * 36, rules="2x3")
    assert batch.solve([small], limit=9).counts.tolist() == [9]
    with pytest.raises(ValueError, match="row 1 has other rules than row 0"):
        batch.solve([Puzzle(A), small])


FILE = f"\n# two\n{A}\nhello\n{CLASH}\r\n\n{A} # again\n{A[:-1]}\n{'z' * 81}\n\n{OPEN}".encode()
FILE_ROWS = {3: 0, 4: 5, 5: 4, 7: 0, 8: 5, 9: 5, 11: 1}


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode])
def test_lines_of_a_file_know_their_numbers(kind: Callable[[bytes], Any]) -> None:
    result = batch.solve(kind(FILE))
    assert dict(zip(result.lines.tolist(), result.status.tolist(), strict=True)) == FILE_ROWS  # type: ignore[union-attr]
    solved = [bool(text) for text in result.text()]
    assert solved == [status in (0, 1) for status in FILE_ROWS.values()]


def test_a_mapped_file_with_many_bad_lines(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(b"".join(f"{A}\nno board {i}\n".encode() for i in range(2000)))
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        result = batch.solve(view)
    assert result.lines is not None and result.lines.tolist() == list(range(1, 4001))
    assert result.status.tolist() == [0, 5] * 2000


def test_lines_of_other_sizes() -> None:
    four = "1.....3..4.....2"
    text = f"# small\n{four}\n\n{four} # again\nbad\n"
    for rules in (None, "2x2", nonet.Rules(size=4)):
        result = batch.solve(text, rules=rules)
        assert result.status.tolist() == [0, 0, 5] and result.lines.tolist() == [2, 4, 5]  # type: ignore[union-attr]
    column = batch.solve([four, None, "x"], rules="diagonals", limit=5)
    assert column.counts.tolist() == [Puzzle(four, rules="diagonals").count(5), 0, 0]
    letters = "A" + "." * 255
    assert batch.solve([letters], limit=3).text()[0][0] == "A"
    assert batch.solve(["." * 36, "?"], rules="2x3", limit=9).counts.tolist() == [9, 0]


def test_ratings_and_canonical_forms_take_the_same_rows() -> None:
    rated = batch.rate(WITH_NONE)
    expected = [Status.BAD_CELL, *STATUSES, Status.BAD_CELL]
    assert rated.status.tolist() == expected
    unique = [status == Status.UNIQUE for status in expected]
    assert (rated.er > 0).tolist() == unique and (rated.hardest < 255).tolist() == unique
    forms = batch.canonical(pa.array(WITH_NONE))
    assert forms.status.tolist() == [s if s in (4, 5) else Status.FOUND for s in expected]
    assert (forms.keys > 0).tolist() == [s not in (4, 5) for s in expected]
    for result in (batch.rate(FILE), batch.canonical(FILE)):
        assert result.lines is not None and result.lines.tolist() == list(FILE_ROWS)
    (rows,) = batch.split(WITH_NONE, (1.0,))
    assert rows.tolist() == [row for row, ok in enumerate(unique) if ok]


def test_functions_that_need_every_row_name_the_bad_one() -> None:
    with pytest.raises(
        ValueError, match=r"row 1 is not .*; keep only rows with r.status == Status.UNIQUE"
    ):
        batch.augment([A, None], [SOLUTION, SOLUTION], 2, seed=1)
    with pytest.raises(ValueError, match="line 4 is not a board of 81 characters"):
        batch.apply(batch.random_transforms(1, seed=1), FILE)
    made = batch.augment(pa.array([A]), np.array([SOLUTION]), 3, seed=1)
    assert batch.solve(made.puzzles).text() == [bytes(row + 48).decode() for row in made.solutions]


def test_results_as_text_and_arrow() -> None:
    result = batch.solve(pa.array([A, None, OPEN, CLASH]))
    assert result.text()[:2] == [SOLUTION, ""] and result.text()[3] == ""
    assert len(result.text()[2]) == 81
    table = result.to_arrow()
    assert table.column_names == ["solution", "count", "exact", "status", "guesses"]
    assert table["solution"].to_pylist() == [text or None for text in result.text()]
    assert table["count"].to_pylist() == [1, 0, 2, 0]
    assert table["status"].to_pylist() == ["unique", "bad cell", "multiple", "conflict"]
    assert pa.table(result) == table  # by the protocol that data frames use
    assert batch.solve(FILE).to_arrow()["line"].to_pylist() == list(FILE_ROWS)
    rated = batch.rate([A, None]).to_arrow()
    assert rated["hardest"].to_pylist() == ["hidden_single_box", None]
    for name, value in {"er": 1.2, "ep": 1.2, "ed": 1.2, "steps": 51}.items():
        assert rated[name].to_pylist() == [value, None]
    assert batch.rate([OPEN, A]).to_arrow()["er"].null_count == 1
    assert batch.rate([HARD], budget=1).to_arrow()["er"].null_count == 0
    forms = batch.canonical([A, None, CLASH]).to_arrow()
    assert forms["canonical"].to_pylist() == [Puzzle(A).canonical().givens.text(), None, None]
    assert forms["key"].to_pylist() == [int(batch.canonical([A]).keys[0]), None, None]
    assert forms["automorphisms"].to_pylist() == [1, None, None]
    assert batch.solve([]).to_arrow().num_rows == 0 and batch.solve([]).text() == []
    again = batch.solve(table["solution"])
    assert again.status.tolist() == [0, 5, 0, 5]


LISTS = {
    "lists": pa.list_(pa.uint8()),
    "large lists": pa.large_list(pa.int64()),
    "lists of 81": pa.list_(pa.uint8(), 81),
    "lists of 81, signed": pa.list_(pa.int16(), 81),
}


@pytest.mark.parametrize("kind", LISTS.values(), ids=LISTS)
def test_arrow_lists_of_digits_are_rows(kind: Any) -> None:
    digits = list(Puzzle(A).givens)
    column = pa.array([digits, None, [0] * 81, digits], kind)
    assert batch.solve(column).status.tolist() == [0, 5, 1, 0]
    assert batch.solve(column.slice(1, 3)).text()[2] == SOLUTION
    assert batch.solve(pa.chunked_array([column, column])).status.tolist() == [0, 5, 1, 0] * 2
    assert batch.rate(column).er.tolist() == [1.2, 0, 0, 1.2]
    made = batch.augment(column.slice(3), [SOLUTION], 2, seed=1)
    assert batch.solve(made.puzzles).status.tolist() == [0, 0]


def test_arrow_lists_that_are_not_boards() -> None:
    digits = list(Puzzle(A).givens)
    full = [9] * 81
    rows = [
        digits[:80],
        full + full,
        [],
        [*digits[:80], -1],
        [*digits[:80], 256],
        [*digits[:80], None],
    ]
    assert batch.solve(pa.array(rows, pa.list_(pa.int32()))).status.tolist() == [5] * 6
    nines = pa.array([[*full, 9], digits], pa.list_(pa.uint8()))  # 9 is not a tab
    assert batch.solve(nines).status.tolist() == [5, 0]
    halves = [*digits[:80], 0.5]
    assert batch.solve(pa.array([halves, [float(d) for d in digits]])).status.tolist() == [5, 0]
    with pytest.raises(TypeError, match=r"lists of digits \(uint8\), got list"):
        batch.solve(pa.array([["5"]]))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Path("boards.txt"), "got the path 'boards.txt'; open the file and pass its bytes"),
        ("boards.txt", "'boards.txt' is a path; open the file and pass its bytes"),
        ({A}, "expected a list of puzzles, got set; pass a list"),
        ({"puzzle": A}, "expected a list of puzzles, got dict; pass a list"),
        ((text for text in [A]), "expected a list of puzzles, got generator; pass a list"),
        (io.BytesIO(A.encode()), "got an open file .BytesIO.; pass its bytes"),
        (
            gzip.compress(A.encode(), mtime=0),
            "the bytes are compressed with gzip; decompress them first",
        ),
        (memoryview(gzip.compress(b"", mtime=0)), "compressed with gzip"),
    ],
)
def test_what_is_not_a_list_says_what_to_pass(wrong: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        batch.solve(wrong)


def test_an_existing_file_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "boards"
    path.write_text(A)
    with pytest.raises(ValueError, match="is a path; open the file and pass its bytes"):
        batch.rate(str(path))
    assert batch.solve("hello").status.tolist() == [5] and len(batch.solve("")) == 0


def test_one_row_is_not_rows() -> None:
    for result in (batch.solve([A]), batch.rate([A]), batch.canonical([A])):
        assert ": 1 row, 1 " in repr(result)
    assert ": 1 row>" in repr(batch.augment([A], [SOLUTION], 1, seed=1))
    assert ": 2 rows, " in repr(batch.solve([A, A]))


def test_a_table_is_not_a_column() -> None:
    with pytest.raises(
        TypeError, match="expected one column of puzzles, got a table with 'puzzle'"
    ):
        batch.solve(pa.table({"puzzle": [A]}))


def test_a_byte_order_mark_is_not_part_of_a_board() -> None:
    marked = f"\ufeff{A}\n{A}\n"
    for file in (marked, marked.encode(), memoryview(marked.encode())):
        found = batch.solve(file)
        assert found.status.tolist() == [0, 0]
        assert found.lines is not None and found.lines.tolist() == [1, 2]


def test_a_column_of_numbers_says_how_to_read_it() -> None:
    class Numbers:
        """A column of integers with 81 digits, as pandas reads it from a file."""

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            raise OverflowError("Python int too large to convert to C long")

    with pytest.raises(ValueError, match="expected texts; read the file with dtype=str"):
        batch.solve(Numbers())


def test_arrow_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r'pip install "nonet\[data\]"'):
        batch.solve([A]).to_arrow()
    assert batch.solve(Series([A, None])).status.tolist() == [0, 5]


def test_columns_are_read_without_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a board became an object")

    monkeypatch.setattr(Grid, "__init__", refuse)
    monkeypatch.setattr(Puzzle, "__init__", refuse)
    for column in ([A] * 5000, pa.array([A] * 5000), np.array([A] * 5000), f"{A}\n" * 5000):
        assert (batch.solve(column).status == Status.UNIQUE).all()


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_the_name_of_a_file_is_no_puzzle(suffix: str) -> None:
    with pytest.raises(ValueError, match=r"is a path; open the file and pass its bytes"):
        batch.solve(f"puzzles.csv{suffix}")
    with pytest.raises(ValueError, match=r"is a path; open the file and pass its bytes"):
        batch.solve(f"many{suffix or '.txt'}")
