"""No answer replaces a column of a table without `replace`; one function names all answers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from console import run

from nonet import batch
from nonet.tables.answer_names import answer_names

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COMMANDS = {
    "solve": "solution,count,exact,guesses,source,line",
    "count": "count,exact,source,line",
    "check": "count,exact,source,line",
    "rate": "er,ep,ed,exact,difficulty,hardest,steps,nodes,profile,source,line",
    "canonical": "canonical,key,automorphisms,source,line",
    "minimise": "minimal,givens,source,line",
    "batch": ",".join(batch.COLUMNS),
}
OUTCOME = "status", "message"


def own_columns(command: str) -> dict[str, str]:
    names = [*COMMANDS[command].split(","), *OUTCOME]
    return {name: SOLVED if name == "solution" else f"my {name}" for name in names}


def source(folder: Path, kind: str, columns: dict[str, str]) -> Path:
    """Return a table of two rows with these columns around the puzzle."""
    rows = [{"id": str(n), **columns, "puzzle": EASY, "last": "z"} for n in (1, 2)]
    path = folder / f"in.{kind}"
    if kind == "parquet":
        parquet.write_table(pa.Table.from_pylist(rows), path)
    elif kind == "jsonl":
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    else:
        with path.open("w", newline="") as handle:
            table = csv.DictWriter(handle, rows[0])
            table.writeheader()
            table.writerows(rows)
    return path


def answered(
    command: str, path: Path, kind: str, *options: str
) -> tuple[list[dict[str, Any]], str]:
    """Return the rows that a command writes with all answers, and what it says."""
    out = path.with_name(f"out.{kind}")
    done = run(command, path, "--columns", COMMANDS[command], "-o", out, *options)
    assert done.code == 0, done.err
    if kind == "parquet":
        return parquet.read_table(out).to_pylist(), done.err
    if kind == "jsonl":
        return [json.loads(line) for line in out.read_text().splitlines()], done.err
    return list(csv.DictReader(io.StringIO(out.read_text()))), done.err


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_column_of_the_user_is_kept(command: str, kind: str, tmp_path: Path) -> None:
    columns = own_columns(command)
    path = source(tmp_path, kind, columns)
    rows, said = answered(command, path, kind)
    outcome = OUTCOME[:1] if command == "batch" else OUTCOME
    answers = [*COMMANDS[command].split(","), *outcome]
    assert list(rows[0]) == [
        "id",
        *columns,
        "puzzle",
        "last",
        *(f"{name}_nonet" for name in answers),
    ]
    for number, row in enumerate(rows, 1):
        assert {name: row[name] for name in columns} == columns
        assert (row["id"], row["puzzle"], row["last"]) == (str(number), EASY, "z")
        assert row["status_nonet"] in ("unique", "found")
    assert said.count("already; the answers are in") == 1 and "(--replace" in said
    replaced, said = answered(command, path, kind, "--replace")
    assert "already" not in said
    again = {f"{name}_nonet": replaced[0][name] for name in answers}
    assert again == {name: rows[0][name] for name in again}


def test_a_table_of_nonet_is_answered_again(tmp_path: Path) -> None:
    first = tmp_path / "1.csv"
    run("solve", "--to", "csv", EASY, "-o", first)
    second, third = (tmp_path / f"{n}.csv" for n in (2, 3))
    assert (
        "'solution_nonet', 'status_nonet', 'message_nonet'" in run("solve", first, "-o", second).err
    )
    assert "'solution_nonet_2', 'status_nonet_2'" in run("solve", second, "-o", third).err
    assert (
        third.read_text()
        .splitlines()[0]
        .endswith("message_nonet,solution_nonet_2,status_nonet_2,message_nonet_2")
    )
    again = run("solve", "--to", "csv", "--replace", first)
    assert (again.out, again.err) == (first.read_text(), "")


def test_rows_of_several_shapes_and_files(tmp_path: Path) -> None:
    lines = [{"puzzle": EASY, "a": 1}, {"puzzle": EASY, "count": 7}, {"puzzle": EASY}]
    path = tmp_path / "in.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    found = [json.loads(line) for line in run("count", "--json", "--columns", "count", path).lines]
    assert [row.get("count") for row in found] == [1, 7, None]
    assert [row.get("count_nonet") for row in found] == [None, 1, 1]
    made = run("count", "--to", "csv", "--columns", "count", path)
    assert made.lines[0] == "puzzle,count,a,count_nonet,status,message"
    assert [line.split(",")[1:4] for line in made.lines[1:]] == [
        ["", "1", "1"],
        ["7", "", "1"],
        ["", "", "1"],
    ]
    other = tmp_path / "other.csv"
    other.write_text(f"puzzle,b\n{EASY},2\n")
    made = run("count", "--to", "csv", "--columns", "count", other, path)
    assert [row["count_nonet"] for row in csv.DictReader(made.lines)] == ["1"] * 4


def test_info_beside_keys_of_its_names_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"puzzle": EASY, "level": 1, "info": {"level": 2, "solution": "x"}}))
    for command in ("convert", "solve"):
        row = next(csv.DictReader(run(command, "--to", "csv", path).lines))
        assert (row["level"], row["level 2"]) == ("1", "2")


def test_names_never_meet() -> None:
    taken = ["puzzle", "a", "a_nonet", "a_nonet_2", "b_nonet"]
    assert answer_names(["a", "b", "a_nonet"], taken, "puzzle") == {
        "a": "a_nonet_3",
        "b": "b",
        "a_nonet": "a_nonet_nonet",
    }
    assert answer_names(["puzzle"], ["puzzle"], "puzzle", replace=True) == {
        "puzzle": "puzzle_nonet"
    }


@pytest.mark.parametrize("replace", [False, True])
def test_frames_and_streams_have_the_same_names(replace: bool) -> None:
    table = pa.table({"count": [5], "puzzle": [EASY], "status": ["mine"]})
    whole = batch.with_columns(table, ["count"], replace=replace)
    (part,) = batch.stream(table.to_batches(), ["count"], replace=replace)
    more = [] if replace else ["count_nonet", "status_nonet"]
    assert whole.column_names == part.schema.names == ["count", "puzzle", "status", *more]
    assert whole["count"].to_pylist() == ([1] if replace else [5])


def test_replace_is_for_tables() -> None:
    refused = run("solve", "--replace", EASY)
    assert refused.code == 2 and "--replace is for tables" in refused.err
