"""Answers as columns of Arrow: tables, record batches, iterators, data frames."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet import batch, engine
from nonet.batch.answers import families_of
from nonet.tables.columns import word_array
from nonet.tables.csv_text import csv_text, json_text

pa = pytest.importorskip("pyarrow")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "5346789126721953..1983425678597614234268537917139248569615372..287419635345286179"
CLASH = "55" + "." * 79
ROWS = [EASY, None, TWO, "?", CLASH]


def table(kind: Any = None) -> Any:
    return pa.table({"id": [1, 2, 3, 4, 5], "puzzle": pa.array(ROWS, kind or pa.string())})


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "dictionary"])
def test_all_columns_for_all_kinds_of_rows(kind: str) -> None:
    types = {"dictionary": pa.dictionary(pa.int32(), pa.string())}
    given = table(types[kind] if kind in types else getattr(pa, kind)())
    found = batch.with_columns(given, batch.COLUMNS)
    assert found.column_names == ["id", "puzzle", *batch.COLUMNS, "status"]
    rows = found.to_pydict()
    assert rows["status"] == ["unique", "bad cell", "multiple", "bad cell", "conflict"]
    assert rows["count"] == [1, None, 2, None, 0]
    assert rows["exact"] == [True, None, False, None, True]
    assert rows["givens"] == [30, None, 77, None, 2]
    assert [bool(text) for text in rows["solution"]] == [True, False, True, False, False]
    assert rows["solution"][0] == SOLVED
    assert rows["rating"] == [1.2, None, None, None, None]
    assert rows["technique"][0] == "hidden_single_box"
    assert rows["difficulty"] == ["easy", None, None, None, None]
    forms = batch.canonical([EASY, TWO])
    assert [text is None for text in rows["canonical"]] == [False, True, False, True, True]
    assert rows["canonical"][0] == "".join(map(str, forms.boards[0])).replace("0", ".")
    assert rows["automorphisms"][0] == 1


def test_a_column_of_the_same_name_is_kept_or_replaced_in_its_place() -> None:
    given = pa.table({"count": [7], "puzzle": [EASY], "x": [[1, 2]]})
    found = batch.with_columns(given, ["count", "guesses"])
    assert found.column_names == ["count", "puzzle", "x", "count_nonet", "guesses", "status"]
    assert (found["count"].to_pylist(), found["count_nonet"].to_pylist()) == ([7], [1])
    found = batch.with_columns(given, ["count", "guesses"], replace=True)
    assert found.column_names == ["count", "puzzle", "x", "guesses", "status"]
    assert found.to_pydict()["count"] == [1]


def test_slices_and_empty_tables() -> None:
    given = table().slice(2, 1)
    assert batch.with_columns(given, ["count"]).to_pydict()["count"] == [2]
    record = table().to_batches()[0].slice(1, 2)
    found = batch.with_columns(record, ["solution", "count"])
    assert isinstance(found, pa.RecordBatch)
    assert found.to_pydict()["count"] == [None, 2]
    assert batch.with_columns(table().slice(0, 0), ["count"]).num_rows == 0


@pytest.mark.parametrize("name", batch.COLUMNS)
def test_a_bad_character_has_no_answers(name: str) -> None:
    given = pa.table({"puzzle": [EASY, "x" + EASY[1:]]})
    found = batch.with_columns(given, [name]).to_pydict()
    assert found["status"][1] == "bad cell"
    assert found[name][0] is not None and found[name][1] is None


def test_a_stream_takes_one_batch_at_a_time() -> None:
    taken = []

    def batches() -> Any:
        for number in range(3):
            taken.append(number)
            yield table().to_batches()[0]

    answers = batch.stream(batches(), ["count"])
    assert next(answers).to_pydict()["count"] == [1, None, 2, None, 0]
    assert taken == [0]
    assert len(list(answers)) == 2


def test_the_puzzles_are_not_copied() -> None:
    from nonet.batch.rows import classic_rows

    column = pa.array([EASY] * 1000)
    rows = classic_rows(column, "test")
    data = np.frombuffer(column.buffers()[2], np.uint8)
    assert np.shares_memory(np.frombuffer(rows.cells, np.uint8), data)


def test_which_column_has_the_puzzles() -> None:
    given = pa.table({"a": ["x"], "b": [TWO], "c": [EASY]})
    assert batch.with_columns(given, ["count"]).to_pydict()["count"] == [2]
    assert batch.with_columns(given, ["count"], column="c").to_pydict()["count"] == [1]
    assert batch.with_columns(given, ["count"], column="C").to_pydict()["count"] == [1]
    both = pa.table({"c": [EASY], "C": [TWO]})
    assert batch.with_columns(both, ["count"], column="C").to_pydict()["count"] == [2]
    with pytest.raises(ValueError, match="expected a column 'd', found 'a', 'b', 'c'"):
        batch.with_columns(given, ["count"], column="d")
    with pytest.raises(
        ValueError, match="expected a column of puzzles, 81 characters each, found 'n'"
    ):
        batch.with_columns(pa.table({"n": [1]}), ["count"])
    with pytest.raises(ValueError, match="unknown column 'solutoin'; did you mean 'solution'"):
        batch.with_columns(given, ["solutoin"])


def test_no_other_column_stands_in_for_damaged_puzzles() -> None:
    damaged, boards = ["?"] * 150, [TWO] * 150
    for name in ("puzzle", "Quizzes"):
        given = pa.table({"other": boards, name: damaged})
        assert set(batch.with_columns(given, ["count"])["status"].to_pylist()) == {"bad cell"}
    for name in ("solution", " Answers"):
        with pytest.raises(ValueError, match=r"expected a column of puzzles, .*, found 'q'"):
            batch.with_columns(pa.table({"q": damaged, name: boards}), ["count"])
    given = pa.table({"clues": damaged, "grid": boards})  # both are usual
    assert batch.with_columns(given, ["count"])["count"].to_pylist() == [2] * 150


def test_the_first_batch_of_a_stream_decides_which_column_has_the_puzzles() -> None:
    batches = pa.table({"q": [EASY, "?", "?", EASY], "end": [TWO] * 4}).to_batches(max_chunksize=1)
    counts = [one.to_pydict()["count"] for one in batch.stream(batches, ["count"])]
    assert counts == [[1], [None], [None], [1]]


def test_csv_has_quotes_where_they_are_needed() -> None:
    record = pa.record_batch(
        {
            "a": ["x", 'say "x"', "a,b", "two\nlines", None, '"'],
            "n": [1, -2, None, 4, 5, 6],
            "f": [0.5, 1.0, None, -2.5, 1e20, 0.0],
            "l": [[1], [], None, [1, 2], [3], [4]],
            "t": [True, False, None, True, True, True],
        }
    ).slice(1)
    assert csv_text(record).decode() == (
        '"say ""x""",-2,1,[],false\n"a,b",,,,\n"two\nlines",4,-2.5,"[1, 2]",true\n'
        ',5,1e+20,[3],true\n"""",6,0,[4],true\n'
    )


def test_a_row_of_one_empty_cell_is_not_a_blank_line() -> None:
    record = pa.record_batch({"puzzle": ["", None, "x"]})
    text = csv_text(record).decode()
    assert text == '""\n""\nx\n'
    assert list(csv.reader(text.splitlines())) == [[""], [""], ["x"]]
    two = pa.record_batch({"puzzle": ["", None, "x"], "id": pa.array([None, 1, None], pa.int64())})
    assert csv_text(two).decode() == ',""\n,1\nx,\n'


def test_words_are_taken_by_their_places() -> None:
    found = word_array(["", "unique", "none"], np.array([1, 2, 0, 1]))
    assert found.to_pylist() == ["unique", "none", "", "unique"]
    some = word_array(["a", "bc"], np.array([1, 0, 1]), np.array([True, False, True]))
    assert some.to_pylist() == ["bc", None, "bc"]
    some.validate(full=True)


STATUSES = {
    "solution": ["unique", "multiple", "no solution", "conflict"],
    "rating": ["unique", "multiple", "no solution", "conflict"],
    "canonical": ["found", "found", "found", "conflict"],
    "givens": ["found"] * 4,
}
"""The status of four boards for each family of columns, by its first; the first family that is asked for decides."""


def test_each_family_has_its_statuses() -> None:
    first = [names[0] for _, names in families_of(batch.COLUMNS)]
    assert list(STATUSES) == first, "STATUSES has the status of four boards for each family"


@given(st.lists(st.sampled_from(batch.COLUMNS), min_size=1, unique=True))
def test_the_status_does_not_depend_on_the_order_of_the_columns(names: list[str]) -> None:
    boards = [EASY, TWO, "12345678.........9" + "." * 63, "55" + EASY[2:]]
    rows = pa.table({"puzzle": [*boards, "?", EASY[:80] + "x"]})
    found = batch.with_columns(rows, names)
    deciding = next(iter(families_of(names)))[0]
    [first, *_] = next(own for family, own in families_of(batch.COLUMNS) if family is deciding)
    assert found["status"].to_pylist() == [*STATUSES[first], "bad cell", "bad cell"]
    assert found.column_names == ["puzzle", *names, "status"]
    in_order = batch.with_columns(rows, [name for name in batch.COLUMNS if name in names])
    assert found.select(in_order.column_names) == in_order


def test_givens_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "solve_rows", None)
    rows = pa.table({"puzzle": [EASY, "0" * 81, None, EASY[:80] + "x"]})
    found = batch.with_columns(rows, ["givens"])
    assert found["givens"].to_pylist() == [30, 0, None, None]
    assert found["status"].to_pylist() == ["found", "found", "bad cell", "bad cell"]


def test_json_lines_are_those_of_the_json_module() -> None:
    rows = pa.table(
        {
            "100%": ["a", None, 'é"\\\n'],
            "number": [1.5, float("nan"), None],
            "list": [[1, 2], [], None],
            "flag": [True, None, False],
        }
    )
    made = b"".join(map(json_text, rows.to_batches())).decode()
    assert made == "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows.to_pylist())


def test_a_solution_does_not_stand_in_for_a_damaged_puzzle() -> None:
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    table = pa.table({"puzzle": ["?", EASY], "solution": [solved, solved]})
    assert batch.with_columns(table, ["givens"])["givens"].to_pylist() == [None, 30]


def test_difficulties_are_the_bands_of_the_ratings() -> None:
    from nonet.steps.difficulty import difficulty_of

    path = Path(__file__).parents[1] / "examples" / "puzzles.txt"
    texts = [line for line in path.read_text().splitlines() if len(line) == 81][:60]
    rows = batch.with_columns(pa.table({"puzzle": texts}), ["rating", "difficulty"]).to_pylist()
    rated = [row for row in rows if row["rating"] is not None]
    assert len({row["difficulty"] for row in rated}) > 2
    assert all(row["difficulty"] == difficulty_of(row["rating"]) for row in rated)


def test_data_frames_are_made_directly_of_results() -> None:
    pd = pytest.importorskip("pandas")
    results = [batch.solve([EASY, "?"]), batch.rate([EASY, "?"]), batch.canonical([EASY, "?"])]
    for found in results:
        frame = pd.DataFrame(found)
        assert list(frame.columns) == found.to_arrow().column_names
        assert list(frame["status"])[1] == "bad cell" and len(frame) == 2
    frame = pd.DataFrame(results[0])
    assert frame["solution"][0] == SOLVED and frame["count"].tolist() == [1, 0]
    assert next(iter(results[0])).solution == SOLVED


def test_polars_takes_results() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(batch.solve([EASY, "?"]))
    assert frame["solution"].to_list() == [SOLVED, None]
