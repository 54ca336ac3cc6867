"""Arrays and columns of every kind: the puzzles are read, and the other columns are kept."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from console import run

from nonet import Candidates, Grid, Puzzle, batch

pa = pytest.importorskip("pyarrow")
feather = pytest.importorskip("pyarrow.feather")
parquet = pytest.importorskip("pyarrow.parquet")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DIGITS = list(Grid(EASY))
ROWS = np.array([DIGITS, DIGITS])
HOLES = np.where(ROWS == 0, np.nan, ROWS)
HOLED = np.array([[digit or None for digit in DIGITS]] * 2, object)
MASKED = np.ma.masked_array(np.where(ROWS == 0, 7, ROWS), mask=ROWS == 0)

# -- boards ---------------------------------------------------------------------------------------


class _NoValue:
    """Like pandas.NA, which does not say whether it equals itself."""

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise TypeError("ambiguous")

    __hash__ = None  # type: ignore[assignment]


CELLS: dict[str, Callable[[int], Any]] = {
    "float": float,
    "NumPy float": np.float32,
    "NaN": lambda digit: float(digit) or float("nan"),
    "NumPy half with NaN": lambda digit: np.float16(digit or np.nan),
    "no value": lambda digit: digit or _NoValue(),
    "decimal": Decimal,
    "fraction": Fraction,
    "masked": lambda digit: digit or np.ma.masked,
    "without dimensions": np.array,
    "text of NumPy": np.str_,
    "bytes": lambda digit: str(digit).encode(),
}


@pytest.mark.parametrize("kind", CELLS)
def test_a_cell_is_a_whole_number_or_a_missing_value(kind: str) -> None:
    cells = list(map(CELLS[kind], DIGITS))
    assert Puzzle(cells) == Puzzle(EASY)
    assert Puzzle([cells[at : at + 9] for at in range(0, 81, 9)]) == Puzzle(EASY)


@pytest.mark.parametrize("cell", [1.5, 10.0, -1.0, float("inf"), 1e300, 1j, object()])
def test_a_cell_with_another_value_is_named(cell: Any) -> None:
    with pytest.raises(ValueError, match=r"r1c1 is .*, expected 1 to 9, or 0 for an empty cell"):
        Puzzle([cell, *DIGITS[1:]])


def test_letters_beside_cells_without_a_value_are_letters() -> None:
    assert Puzzle(["A"] + [float("nan")] * 99, rules="2x5")["r1c1"] == 1


ARRAYS = {
    **{
        kind: ROWS.astype(kind)
        for kind in (
            "i1",
            "<u2",
            ">u2",
            "u4",
            "u8",
            ">i4",
            "f2",
            "f4",
            ">f8",
            "O",
            "S1",
            "U1",
            ">U1",
        )
    },
    "NaN": HOLES,
    "objects": HOLED,
    "text objects": np.array([list(EASY)] * 2, object),
    "in columns": np.asfortranarray(ROWS.astype(np.uint8)),
    "backwards": ROWS.astype(np.uint8)[::-1],
    "every other": np.repeat(ROWS.astype(np.uint8), 2, axis=1)[:, ::2],
    "boards": ROWS.reshape(2, 9, 9),
    "boards of images": ROWS.reshape(2, 9, 9, 1),
    "masked": MASKED,
    "masked bytes": MASKED.astype(np.uint8),
    "masked boards": MASKED.reshape(2, 9, 9),
    "masked text": np.ma.masked_array(ROWS.astype("U1"), mask=ROWS == 0),
    "lists of numbers": ROWS.astype(float).tolist(),
    "lists with holes": HOLED.tolist(),
    "arrays": list(ROWS),
}


@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_of_digits_are_boards(kind: str) -> None:
    found = batch.solve(ARRAYS[kind])
    assert found.text() == [SOLVED, SOLVED] and found.status.tolist() == [0, 0]


def test_an_array_that_cannot_be_written_to_is_read() -> None:
    array = ROWS.astype(np.uint8)
    array.setflags(write=False)
    assert batch.solve(array).text() == [SOLVED, SOLVED]


@pytest.mark.parametrize("value", [np.inf, -np.inf, 1.5, 10, -1, 300])
def test_other_values_make_one_row_bad(value: float) -> None:
    array = HOLES.copy()
    array[0, 0] = value
    assert batch.solve(array).status.tolist() == [5, 0]


@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.uint64])
def test_a_wrong_digit_does_not_make_masks_of_the_others(kind: type) -> None:
    array: Any = ROWS.astype(kind)
    array[0, 0] = 300
    assert batch.solve(array).status.tolist() == [5, 0]


def test_candidates_stay_candidates() -> None:
    masks = np.asarray(Puzzle(EASY).candidates()).reshape(1, 81)
    assert masks.dtype == np.uint16 and batch.solve(masks).text() == [SOLVED]
    singles = np.array([[1 << digit - 1 for digit in Grid(SOLVED)]], np.uint16)
    assert batch.solve(np.concatenate([singles, singles[:, ::-1]])).text()[0] == SOLVED
    without_nines = np.full((1, 81), 255, np.uint16)
    assert not batch.solve(without_nines).counts.any()
    with pytest.raises(ValueError, match="masked candidates"):
        batch.solve(np.ma.masked_array(np.ones((1, 81, 9), bool), mask=[[[True] * 9] * 81]))
    large = Candidates.full(16)
    assert batch.solve(np.asarray(large).reshape(1, 256)).status.tolist() == [1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (ROWS[0].reshape(9, 9), r"one board; give it the shape \(1, 9, 9\)"),
        (ROWS[0].reshape(9, 9).tolist(), r"one board; give it the shape \(1, 9, 9\)"),
        (ROWS[0], r"one board; give it the shape \(1, 81\)"),
        (np.array(5), r"shape \(\)"),
        (np.zeros((2, 81), "M8[s]"), "type datetime64"),
        (np.zeros(2, [("a", "u1"), ("b", "u1")]), r"shape \(2,\)"),
        (np.zeros((2, 81), [("a", "u1")]), "type"),
    ],
)
def test_wrong_arrays_are_reported(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch.solve(wrong)


def test_small_boards_are_boards_where_rules_have_their_size() -> None:
    latin = np.zeros((9, 9), np.uint8)
    assert len(batch.solve(latin, rules="latin3")) == 9
    assert len(batch.solve(np.zeros((16, 16), np.uint8))) == 16


def test_lists_of_other_lengths_are_bad_rows() -> None:
    assert batch.solve([DIGITS, DIGITS[:80], DIGITS]).status.tolist() == [0, 5, 0]


# -- columns --------------------------------------------------------------------------------------

TEXTS = pa.array([EASY, EASY])
COLUMNS = {
    "string": TEXTS,
    "large string": TEXTS.cast(pa.large_string()),
    "string view": TEXTS.cast(pa.string_view()),
    "binary": TEXTS.cast(pa.binary()),
    "large binary": TEXTS.cast(pa.large_binary()),
    "binary view": pa.array([EASY.encode()] * 2, pa.binary_view()),
    "bytes of one length": pa.array([EASY.encode()] * 2, pa.binary(81)),
    "dictionary": TEXTS.dictionary_encode(),
    "run ends": pa.RunEndEncodedArray.from_arrays([1, 2], TEXTS),
    "lists": pa.array(ROWS.tolist(), pa.list_(pa.uint8())),
    "large lists": pa.array(ROWS.tolist(), pa.large_list(pa.int64())),
    "lists of one length": pa.array(ROWS.tolist(), pa.list_(pa.int16(), 81)),
    "lists of floats": pa.array(HOLES.tolist(), pa.list_(pa.float64())),
    "lists of rows": pa.array(ROWS.reshape(2, 9, 9).tolist()),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_every_column_of_puzzles_is_read(kind: str, tmp_path: Path) -> None:
    column = COLUMNS[kind]
    assert batch.solve(column).text() == [SOLVED, SOLVED]
    table = pa.table({"id": [1, 2], "puzzle": column})
    assert batch.with_columns(table)["solution"].to_pylist() == [SOLVED, SOLVED]
    for path in written(table, tmp_path):
        assert run("solve", path).out.split() == [SOLVED, SOLVED]
        batch.run(path, tmp_path / "out.csv")
        with open(tmp_path / "out.csv", newline="") as handle:
            assert [row["solution"] for row in csv.DictReader(handle)] == [SOLVED, SOLVED]


def written(table: Any, folder: Path) -> list[Path]:
    """Return the files of a table: Feather, and Parquet if it can hold the table."""
    paths = [folder / "in.arrow", folder / "in.parquet"]
    with pa.OSFile(str(paths[0]), "wb") as out, pa.ipc.new_file(out, table.schema) as file:
        file.write_table(table)
    try:
        parquet.write_table(table, paths[1])
    except pa.ArrowException:
        return paths[:1]
    return paths


BESIDE = {
    "bytes": (pa.array([b"\xff\xfe", b"ok"]), ["0xfffe", "ok"]),
    "bytes of one length": (pa.array([b"\xff\xfe", b"ok"], pa.binary(2)), ["0xfffe", "ok"]),
    "views of bytes": (pa.array([b"\xff\xfe", None], pa.binary_view()), ["0xfffe", ""]),
    "run ends": (pa.RunEndEncodedArray.from_arrays([1, 2], pa.array([4, 5])), ["4", "5"]),
    "nulls": (pa.nulls(2), ["", ""]),
    "decimals": (pa.array([Decimal("1.50"), None]), ["1.50", ""]),
    "days": (pa.array([datetime(2024, 5, 1), None], pa.date32()), ["2024-05-01", ""]),
    "durations": (pa.array([timedelta(microseconds=90), None]), ["90", ""]),
    "structs": (pa.array([{"a": 1, "b": b"\xff"}, None]), ['{"a": 1, "b": "0xff"}', ""]),
    "maps": (pa.array([[("a", 1)], []], pa.map_(pa.string(), pa.int8())), ['[["a", 1]]', "[]"]),
    "lists of structs": (pa.array([[{"a": None}], []]), ['[{"a": null}]', "[]"]),
    "dictionary of numbers": (pa.array([7, 8]).dictionary_encode(), ["7", "8"]),
}


@pytest.mark.parametrize("kind", BESIDE)
def test_every_column_beside_the_puzzle_is_kept(kind: str, tmp_path: Path) -> None:
    column, expected = BESIDE[kind]
    table = pa.table({"beside": column, "puzzle": TEXTS})
    for path in written(table, tmp_path):
        text = run("solve", "--to", "csv", path)
        assert [row["beside"] for row in csv.DictReader(io.StringIO(text.out))] == expected, kind
        for suffix in ("csv", "jsonl", "parquet"):
            batch.run(path, tmp_path / f"out.{suffix}")
        with open(tmp_path / "out.csv", newline="") as handle:
            assert [row["beside"] for row in csv.DictReader(handle)] == expected, kind
        lines = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
        assert [line["solution"] for line in lines] == [SOLVED, SOLVED]
        assert parquet.read_table(tmp_path / "out.parquet")["solution"].to_pylist() == [SOLVED] * 2


def test_columns_of_one_name_and_without_a_name_get_others(tmp_path: Path) -> None:
    expected = ["a", "puzzle", "a 2", "column 4", "a 3"]
    columns = [[1, 2], TEXTS, [3, 4], [5, 6], [7, 8]]
    table = pa.table(columns, names=["a", "puzzle", "a", "", "a"])
    assert batch.with_columns(table).column_names == [*expected, "solution", "status"]
    text = tmp_path / "in.csv"
    text.write_text(f"a,puzzle,a,,a\n1,{EASY},3,5,7\n2,{EASY},4,6,8\n")
    for path in (*written(table, tmp_path), text):
        out = tmp_path / "out.csv"
        assert run("batch", path, "-o", out).code == 0
        rows = list(csv.reader(out.read_text().splitlines()))
        assert rows[0][:5] == expected and rows[1][:5] == ["1", EASY, "3", "5", "7"]
        rows = list(csv.reader(run("solve", "--to", "csv", path).out.splitlines()))
        assert rows[0][:5] == expected and rows[2][:5] == ["2", EASY, "4", "6", "8"]


def test_a_table_without_rows_has_no_puzzle_and_is_whole(tmp_path: Path) -> None:
    table = pa.table({"puzzle": TEXTS.slice(0, 0), "id": pa.array([], pa.int8())})
    for path in written(table, tmp_path):
        assert run("solve", path).err.startswith(f"{path}: found no puzzle")
        assert run("batch", path, "-o", tmp_path / "out.csv").err == f"{path}: contains no rows\n"


def test_a_column_that_the_output_cannot_hold_is_named(tmp_path: Path) -> None:
    months = pa.array([(1, 2, 3), None], pa.month_day_nano_interval())
    path = tmp_path / "in.arrow"
    with pa.ipc.new_file(
        str(path), pa.schema([("months", months.type), ("puzzle", TEXTS.type)])
    ) as file:
        file.write_table(pa.table({"months": months, "puzzle": TEXTS}))
    assert run("batch", path, "-o", tmp_path / "out.csv").code == 0
    said = run("batch", path, "-o", tmp_path / "out.parquet")
    assert said.code == 1 and said.err.count("\n") == 1 and "'months'" in said.err
