"""Tables on the command line: CSV at the speed of lines, compressed files, Parquet and Feather.

The fast reader and the slow one (`nonet.formats`) must give the same rows; the slow one is the judge.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from console import run

from nonet.batch import COLUMNS
from nonet.tables import csv_batches

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "5346789126721953..1983425678597614234268537917139248569615372..287419635345286179"
CLASH = "55" + "." * 79
FOUR = "1..2....3....4.."

QUOTED = f'''\ufeffid;"the puzzle";note;solution
1;{EASY};plain;{SOLVED}
2;"{EASY}";"a;b, c";{SOLVED[:-1]}8

# a comment
3; {EASY} ;"two
lines, and ""quotes""";{SOLVED}
4;{EASY.replace(".", "0")};"";
5;{TWO};a,b;{SOLVED}
6;{EASY[:80]};too short;
7;{CLASH};5" disk;
8;{FOUR};another size;
;;;
9;{EASY};too;many;columns
10;{EASY}
11;{EASY};last;{SOLVED}'''

WIDE = "\n".join(
    [
        ",".join([*(f"c{i}" for i in range(100)), "puzzle", *(f"d{i}" for i in range(100))]),
        *(",".join([*map(str, range(100)), EASY, *map(str, range(100))]) for _ in range(3)),
    ]
)


def large(rows: int, seed: int = 1) -> str:
    """Return a table of several pieces, with quotes, line ends in quotes, and one bad row in a hundred."""
    rng = random.Random(seed)
    lines = ["id,note,puzzle"]
    for row in range(rows):
        note = rng.choice(["", "x" * rng.randrange(40), '"a, b"', '"two\nlines"', '"say ""x"""'])
        board = EASY if rng.random() < 0.99 else rng.choice([EASY[:70], FOUR, "?", CLASH, TWO])
        lines.append(f"{row},{note},{board}")
    return "\n".join(lines) + "\n"


def both(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> tuple[str, str]:
    """Return what a command prints with the fast reader and with the slow one."""
    fast = run(*arguments)
    with monkeypatch.context() as patch:
        patch.setattr(csv_batches, "find_layout", lambda *_, **__: None)
        slow = run(*arguments)
    assert (fast.err, fast.code) == (slow.err, slow.code)
    return fast.out, slow.out


COMMANDS = (
    ["solve"],
    ["solve", "--to", "csv"],
    ["solve", "--to", "csv", "--limit", "1"],
    ["solve", "--to", "jsonl", "--limit", "5"],
    ["count", "--to", "csv", "--limit", "5"],
    ["check"],
    ["check", "--to", "csv"],
    ["rate", "--to", "csv"],
    ["canonical", "--to", "csv"],
    ["dedupe", "--to", "csv"],
    ["augment", "-n", "2", "--to", "csv"],
    ["split", "--to", "csv"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("table", [QUOTED, WIDE], ids=["quoted", "wide"])
def test_the_fast_reader_gives_the_rows_of_the_slow_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], table: str
) -> None:
    path = tmp_path / "in.csv"
    path.write_text(table, "utf-8", newline="")
    fast, slow = both(monkeypatch, *command, "--from", "csv", "--column", column_of(table), path)
    assert fast == slow


def column_of(table: str) -> str:
    return "the puzzle" if table is QUOTED else "puzzle"


def test_the_layout_of_these_tables_is_found() -> None:
    for table in (QUOTED, WIDE):
        head = table.encode() + b"\n"
        layout = csv_batches.find_layout(head, format="csv")
        assert layout is not None and layout.above == 1


def table_with_board_in(row: int, header: str = "id,text,note") -> str:
    """Return a table of 102 rows whose second column has a board in this row and those after it."""
    rows = [f"{n},{EASY if n >= row else '?'},x" for n in range(1, 103)]
    return "\n".join([header, *rows]) + "\n"


@pytest.mark.parametrize("header", ["id,text,note", "puzzle,board,note"])
@pytest.mark.parametrize("row", [1, 2, 100, 101])
def test_batch_and_solve_find_the_column_of_the_puzzles_by_one_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str, row: int
) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(table_with_board_in(row, header), "utf-8")
    fast, slow = both(monkeypatch, "count", path)
    assert fast == slow
    assert fast.splitlines().count("1") == (0 if row > 100 else 103 - row)
    done = run("batch", path, "-o", out, "--columns", "count")
    if row <= 100:
        assert f"102 rows in = {103 - row} out + {row - 1} rejected" in done.err
    elif header.startswith("id"):
        assert "in.csv: expected a table with a column of puzzles" in done.err
    else:
        assert "102 rows in = 0 out + 102 rejected" in done.err


def test_a_broken_row_does_not_hide_the_column_of_the_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f'id,text\n1,?\n2,"a"b\n3,{EASY}\n', "utf-8")
    assert run("count", path).lines[-1] == "1"


@pytest.mark.parametrize("command", ["count", "batch"])
def test_a_column_is_named_in_upper_or_lower_case(tmp_path: Path, command: str) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"id,Text\n1,{EASY}\n", "utf-8")
    output: list[str | Path] = (
        ["-o", tmp_path / "out.csv", "--columns", "count"] if command == "batch" else []
    )
    assert run(command, path, "--column", "TEXT", *output).code == 0
    done = run(command, path, "--column", "txt", *output)
    assert done.code != 0
    assert "expected a column 'txt', found 'id', 'Text'" in done.err


@pytest.mark.parametrize("end", [pytest.param("\n", marks=pytest.mark.slow), "\r\n"])
def test_rows_across_the_pieces_of_a_large_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    path = tmp_path / "large.csv"
    text = large(12_000)
    path.write_text(text.replace("\n", end), "utf-8", newline="")
    fast, slow = both(monkeypatch, "count", "--to", "csv", "--jobs", "2", path)
    rows = list(csv.reader(io.StringIO(fast)))
    assert rows == list(csv.reader(io.StringIO(slow)))
    ids = rows[0].index("id")
    assert [row[ids] for row in rows[1:]] == [str(i) for i in range(12_000)]


def test_a_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"puzzle,other\n{EASY},{TWO}\n")
    assert run("count", path).out == "1\n"
    assert run("count", "--column", "other", path).out == "2+\n"
    done = run("count", "--column", "nope", path)
    assert done.err == f"{path}: expected a column 'nope', found 'puzzle', 'other'\n"
    lines = tmp_path / "in.jsonl"
    lines.write_text(f'{{"board": "{EASY}", "x": "{TWO}"}}\n{{"y": 1}}\n')
    done = run("count", "--column", "x", lines)
    assert done.lines[0] == "2+"
    assert f"{lines}:2: expected a key 'x', found 'y'" in done.err


@pytest.mark.parametrize(
    ("suffix", "packed", "name"),
    [
        (".gz", lambda data: gzip.compress(data, mtime=0), "gzip"),
        (".bz2", bz2.compress, "bzip2"),
        (".xz", lzma.compress, "xz"),
        (".zst", None, "zstandard"),
    ],
)
def test_compressed_tables_and_cut_ones(
    tmp_path: Path, suffix: str, packed: object, name: str
) -> None:
    text = large(3000).encode()
    path = tmp_path / f"in.csv{suffix}"
    if callable(packed):
        data: bytes = packed(text)
    else:
        pyarrow = pytest.importorskip("pyarrow")
        sink = pyarrow.BufferOutputStream()
        with pyarrow.CompressedOutputStream(sink, "zstd") as out:
            out.write(text)
        data = sink.getvalue().to_pybytes()
    path.write_bytes(data)
    plain = tmp_path / "in.csv"
    plain.write_bytes(text)
    assert run("count", path).out.replace(suffix, "") == run("count", plain).out
    path.write_bytes(data[: len(data) // 2])
    done = run("count", path)
    assert done.code == 1
    assert f"the {name} data is " in done.err


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_tables_of_arrow(tmp_path: Path, kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    table = pa.table(
        {
            "id": [1, None, 3],
            "tags": [["a", "b"], [], None],
            "name": pa.array(["x", 'y, "z"', "x"]).dictionary_encode(),
            "puzzle": [EASY, None, TWO],
        }
    )
    path = tmp_path / f"in.{kind}"
    if kind == "parquet":
        pa.parquet.write_table(table, path)
    else:
        pa.ipc.new_file(path, table.schema).close()
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as out:
            out.write_table(table)
    done = run("solve", "--to", "csv", path)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["status"] for row in rows] == ["unique", "unreadable", "multiple"]
    assert [row["id"] for row in rows] == ["1", "", "3"]
    assert [row["tags"] for row in rows] == ['["a", "b"]', "[]", ""]
    assert [row["name"] for row in rows] == ["x", 'y, "z"', "x"]
    assert rows[0]["solution"] == SOLVED
    made = tmp_path / "out.parquet"
    assert run("solve", path, "-o", made, "--columns=count").code == 1
    assert pa.parquet.read_table(made)["count"].to_pylist() == [1, None, 2]


@pytest.mark.parametrize("names", [["puzzle"], ["puzzle", "id"]])
@pytest.mark.parametrize("boards", [[EASY, None, EASY], [None, EASY, ""]])
def test_rows_of_nulls_are_counted(
    tmp_path: Path, boards: list[str | None], names: list[str]
) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.parquet"
    columns = [boards, pa.nulls(3, pa.string())][: len(names)]
    parquet.write_table(pa.table(columns, names=names), path)
    done = run("count", path)
    good = boards.count(EASY)
    assert done.err.endswith(f"3 puzzles: {good} unique, {3 - good} unreadable\n")


@pytest.mark.parametrize("command", ["solve", "rate", "convert"])
def test_feather_is_written_as_it_is_read(tmp_path: Path, command: str) -> None:
    pa = pytest.importorskip("pyarrow")
    source, out, back = tmp_path / "in.csv", tmp_path / "out.feather", tmp_path / "out.parquet"
    source.write_text(f"id,puzzle\n1,{EASY}\n2,{EASY}\n")
    assert run(command, source, "-o", out).code == run(command, source, "-o", back).code == 0
    with pa.memory_map(str(out)) as file:
        found = pa.ipc.open_file(file).read_all().to_pylist()
    assert found == pa.parquet.read_table(back).to_pylist() and len(found) == 2
    assert run("solve", out).out.splitlines() == [SOLVED, SOLVED]


def test_a_parquet_file_that_is_cut_off(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.parquet"
    parquet.write_table(pa.table({"puzzle": [EASY] * 1000}), path)
    path.write_bytes(path.read_bytes()[:-200])
    done = run("count", path)
    assert done.code == 1
    assert f"{path}: the Parquet data is damaged or cut off" in done.err


def test_a_column_of_numbers_is_no_column_of_puzzles(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.parquet"
    parquet.write_table(pa.table({"puzzle": [1, 2], "x": ["a", "b"]}), path)
    done = run("count", path)
    assert done.code == 1
    assert "expected 81 cells, found 1" in done.err


def test_parquet_needs_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.parquet"
    path.write_bytes(b"PAR1" + bytes(100))
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = run("count", path)
    assert done.code == 1
    assert done.err == 'reading Parquet needs more packages: pip install "nonet[data]"\n'


@pytest.mark.parametrize("first", ["none,bad,,\n", ""])
def test_parquet_has_the_values_of_json_lines(tmp_path: Path, first: str) -> None:
    pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.csv"
    rows = [f"{EASY},plain,,1", f'{EASY},"a, b","say ""x""",', f'{"." * 81},"two\nlines",,2']
    rows += [f"55{'.' * 79},clash,,3", "53..7,short,,4", f"{EASY},,,5"]
    path.write_text(f"puzzle,name,note,n\n{first}" + "\n".join(rows * 3) + "\n")
    run("count", path, "-o", tmp_path / "out.parquet")
    run("count", path, "-o", tmp_path / "out.jsonl")
    expected = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert len(expected) == 18 + bool(first)
    assert parquet.read_table(tmp_path / "out.parquet").to_pylist() == expected


def test_answers_keep_their_types_beside_boards_that_are_read_one_by_one(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file, out = tmp_path / "in.csv", tmp_path / "out.parquet"
    spaced = " ".join(EASY[at : at + 9] for at in range(0, 81, 9))
    file.write_text(f"id,puzzle\n1,{spaced}\n2,{EASY}\n3,{CLASH}\n")
    run("solve", file, "--output", out, "--columns", "solution,count,exact")
    table = parquet.read_table(out)
    assert table["solution"].to_pylist() == [SOLVED, SOLVED, None]
    assert table["count"].to_pylist() == [1, 1, 0]
    assert table["exact"].to_pylist() == [True] * 3


@pytest.mark.parametrize("command", ["solve", "batch"])
def test_a_column_of_several_types_is_text_in_parquet(tmp_path: Path, command: str) -> None:
    """So is a number that Parquet has no type for."""
    parquet = pytest.importorskip("pyarrow.parquet")
    rows: list[dict[str, Any]] = [{"n": 10**30, "m": True}, {"n": 1, "m": "x"}]
    file, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    file.write_text("".join(json.dumps({"puzzle": EASY, **row}) + "\n" for row in rows))
    assert run(command, file, "--output", out).code == 0
    table = parquet.read_table(out)
    assert table["n"].to_pylist() == [str(10**30), "1"]
    assert table["m"].to_pylist() == ["true", "x"]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_part_of_a_table_has_its_rows_as_they_are(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "in.csv"
    path.write_text(f'status,puzzle,note\nold,{EASY},"a, b"\n,{"." * 81},\nnew,{EASY[::-1]},"x"\n')
    found = []
    for part in (1, 2):
        out = tmp_path / f"{part}.{suffix}"
        run("split", path, "--part", str(part), "--fractions", "0.5,0.5", "-o", out)
        if suffix == "parquet":
            found += parquet.read_table(out).to_pylist()
        else:
            found += list(csv.DictReader(out.read_text().splitlines()))
    assert sorted(found, key=lambda row: row["note"]) == [
        {"status": "old", "puzzle": EASY, "note": "a, b"},
        {"status": "new", "puzzle": EASY[::-1], "note": "x"},
    ]


@pytest.mark.parametrize("name", ["in.csv", "in.txt"])
def test_canonical_forms_as_columns_are_those_of_json_lines(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    rows = large(300) if name == "in.csv" else "\n".join([EASY, TWO, CLASH, EASY[:80], EASY[::-1]])
    path.write_text(rows, newline="")
    every = "--columns", "canonical,key,transform,automorphisms"
    made = run("canonical", path, *every, "-o", tmp_path / "out.csv")
    assert run("canonical", path, *every, "-o", tmp_path / "out.jsonl") == made
    expected = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    with open(tmp_path / "out.csv", newline="") as handle:
        found = list(csv.DictReader(handle))
    assert len(found) == len(expected) and list(found[0])[-6:] == [
        *("canonical", "key", "transform", "automorphisms", "status", "message")
    ]
    for row, values in zip(found, expected, strict=True):
        for column, value in values.items():
            text = json.dumps(value) if column == "transform" and value else str(value or "")
            assert row[column] == text


def test_columns_of_arrow_keep_their_types(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    feather = pytest.importorskip("pyarrow.feather")
    own = {
        "id": [None, 2, 3],
        "share": [1.5, None, 2.5],
        "is_new": [True, False, None],
        "s": ["a", "", "b"],
    }
    lists = {"tags": [[1, 2], [], [3]]}
    parquet.write_table(
        pa.table({**own, **lists, "puzzle": [EASY, TWO, "x"]}), tmp_path / "in.parquet"
    )
    rows = [json.loads(line) for line in run("count", "--json", tmp_path / "in.parquet").lines]
    assert {name: [row[name] for row in rows] for name in (*own, *lists)} == own | lists
    for name in ("out.parquet", "out.feather"):
        run("solve", tmp_path / "in.parquet", "-o", tmp_path / name)
        read = parquet.read_table if name.endswith("parquet") else feather.read_table
        made = read(tmp_path / name)
        assert {each: made[each].to_pylist() for each in own} == own
        assert [str(made.schema.field(each).type) for each in own] == [
            "int64",
            "double",
            "bool",
            "string",
        ]


@pytest.mark.parametrize("suffix", [".jsonl", ".ndjson", ".json"])
def test_a_suffix_of_json_lines_chooses_them(tmp_path: Path, suffix: str) -> None:
    for command in ("solve", "count", "rate"):
        out = tmp_path / f"{command}{suffix}"
        assert run(command, EASY, "-o", out).code == 0, command
        (row,) = map(json.loads, out.read_text().splitlines())
        assert row["puzzle"] == EASY


def test_a_column_too_many_is_named_by_the_line_of_each_row(tmp_path: Path) -> None:
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text(f"puzzle\n{EASY}\n")
    other.write_text(f"id,puzzle\n1,12\n2,13\n3,{EASY}\n4,14\n5,15\n6,{EASY}\n")
    found = run("solve", "--to", "csv", one, "-", stdin=other.read_text())
    named = re.findall(r"^<stdin>:(\d+): column 'id' is not", found.err, re.MULTILINE)
    assert named == ["2", "3", "4", "5", "6", "7"]
    assert [row["puzzle"][:2] for row in csv.DictReader(found.out.splitlines())] == [
        *("53", "12", "13", "53", "14", "15", "53")
    ]


@pytest.mark.parametrize("command", ["solve", "count", "check"])
def test_commands_have_all_columns_of_batch_also_without_arrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    spaced = " ".join(EASY[row : row + 9] for row in range(0, 81, 9))
    boards = [EASY, TWO, CLASH, spaced, EASY[::-1]]
    path.write_text("id,puzzle\n" + "".join(f"{n},{board}\n" for n, board in enumerate(boards)))
    asked = "--columns", ",".join(COLUMNS)
    assert run("batch", path, "-o", out, *asked).code == 0
    with out.open(newline="") as file:
        expected = [[row[name] for name in ("id", *COLUMNS)] for row in csv.DictReader(file)]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    for board in boards[:3], boards:  # rows in a buffer, and others among them
        path.write_text("id,puzzle\n" + "".join(f"{n},{text}\n" for n, text in enumerate(board)))
        rows = csv.DictReader(run(command, path, "--to", "csv", *asked).out.splitlines())
        found = [[row[name] for name in ("id", *COLUMNS)] for row in rows]
        assert found == expected[: len(board)]
