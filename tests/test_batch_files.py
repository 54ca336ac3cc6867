"""Files of any size: what is read and written, and runs that are killed and resumed.

A killed run is a process of its own, ended with SIGKILL at random moments; the law is that the bytes of the result are
those of a run without an interruption.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from console import COMMAND, run
from quick import some

from nonet import batch
from nonet.base.errors import ParseError
from nonet.batch import files
from nonet.batch.distinct import dedupe
from nonet.tables.sources import files_of, open_source

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "5346789126721953..1983425678597614234268537917139248569615372..287419635345286179"
FOUR = "1..2....3....4.."


def table(rows: int, *, bad: float = 0.01, seed: int = 1) -> str:
    """Return a CSV file with quotes, and with rows that are not puzzles."""
    rng = random.Random(seed)
    puzzles = batch.augment(EASY, EASY, 50, seed=seed).puzzles
    texts = ["".join(map(str, row)) for row in puzzles]
    lines = ["id,note,puzzle"]
    for row in range(rows):
        note = rng.choice(["", "plain", '"a, b"', '"two\nlines"', '"say ""x"" y"'])
        board = rng.choice(texts) if rng.random() >= bad else rng.choice(["?", FOUR, EASY[:80]])
        lines.append(f"{row},{note},{board}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pieces of a few rows."""
    monkeypatch.setattr(files, "_BYTES", 3000)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "feather", ""])
def test_all_rows_and_columns_are_kept_in_order(tmp_path: Path, small: None, kind: str) -> None:
    source = tmp_path / "in.csv"
    text = table(500)
    source.write_text(text, newline="")
    out = tmp_path / (f"out.{kind}" if kind else "out")
    summary = batch.run(source, out, ["count", "givens"])
    given = list(csv.DictReader(io.StringIO(text)))
    bad = [i for i, row in enumerate(given) if len(row["puzzle"]) not in (16, 81)]
    assert (summary.rows, summary.rejected, summary.written) == (500, len(bad), 500 - len(bad))
    rejected = rows_of(tmp_path / f"{out.name}.rejected.csv")
    assert [int(row["row"]) for row in rejected] == [i + 1 for i in bad]
    assert {row["file"] for row in rejected} == {str(source)}
    reasons = {row["text"]: row["reason"] for row in rejected}
    assert reasons[EASY[:80]] == "expected 81 cells, found 80"
    assert FOUR not in reasons
    found = read(out)
    kept = [row for i, row in enumerate(given) if i not in bad]
    assert [row["id"] for row in found] == [row["id"] for row in kept]
    assert [row["note"] for row in found] == [row["note"] for row in kept]
    four = {row["id"] for row in given if row["puzzle"] == FOUR}
    assert four and {row["id"] for row in found if str(row["givens"]) != "30"} == four
    assert {row["status"] for row in found if row["id"] not in four} == {"unique"}
    assert not (tmp_path / f"{out.name}.part").exists()


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a CSV file."""
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode())))


def read(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a table."""
    if path.suffix == ".csv":
        return rows_of(path)
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    if path.suffix == ".feather":
        with pa.memory_map(str(path)) as source:
            rows: list[dict[str, Any]] = pa.ipc.open_file(source).read_all().to_pylist()
            return rows
    parts = sorted(path.glob("part-*.parquet")) if path.is_dir() else [path]
    return [row for part in parts for row in pa.parquet.read_table(part).to_pylist()]


def test_inputs_of_all_kinds_give_the_same_answers(tmp_path: Path, small: None) -> None:
    text = table(60, bad=0)
    rows = list(csv.DictReader(io.StringIO(text)))
    arrow = pa.Table.from_pylist(rows)
    pa.parquet.write_table(arrow, tmp_path / "a.parquet", row_group_size=25)
    with (
        pa.OSFile(str(tmp_path / "a.feather"), "wb") as sink,
        pa.ipc.new_file(sink, arrow.schema) as out,
    ):
        out.write_table(arrow, max_chunksize=25)
    (tmp_path / "a.csv").write_text(text, newline="")
    (tmp_path / "b.csv").write_text("\ufeff" + text.replace("\n", "\r\n"), newline="")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(text.encode()))
    semicolons = io.StringIO()
    writer = csv.DictWriter(semicolons, list(rows[0]), delimiter=";")
    writer.writeheader()
    writer.writerows(rows)
    (tmp_path / "semicolons.csv").write_text(semicolons.getvalue(), newline="")
    (tmp_path / "a.jsonl").write_text(
        "".join(f"{row}\n".replace("'", '"') for row in rows if row["note"] in ("", "plain"))
    )
    outputs = {}
    for path in sorted(tmp_path.glob("*.*")):
        made = tmp_path / f"{path.name}.out.csv"
        batch.run(path, made, ["solution", "count"])
        outputs[path.name] = [row["solution"] for row in read(made)]
    expected = outputs.pop("a.csv")
    few = outputs.pop("a.jsonl")
    assert len(expected) == 60 and 0 < len(few) < 60 and set(few) <= set(expected)
    assert all(found == expected for found in outputs.values()), list(outputs)


def test_two_hundred_other_columns_are_kept(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    names = [*(f"c{i}" for i in range(100)), "puzzle", *(f"d{i}" for i in range(100))]
    row = [*map(str, range(100)), EASY, *map(str, range(100))]
    source.write_text("\n".join([",".join(names), *[",".join(row)] * 3]) + "\n")
    batch.run(source, out, ["count"])
    assert out.read_text() == "\n".join(
        [",".join([*names, "count", "status"]), *[",".join([*row, "1", "unique"])] * 3, ""]
    )


def test_lines_folders_and_patterns(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "1.txt").write_text(f"# a comment\n{EASY}\n\n{TWO}  # two\n")
    (folder / "2.txt").write_text(f"{TWO}\n")
    (folder / "notes.md").write_text("no table")
    for inputs in (folder, f"{folder}/*.txt", [folder / "1.txt", folder / "2.txt"]):
        summary = batch.run(inputs, tmp_path / "out.csv", ["count"])
        assert summary.rows == 3
        assert [row["count"] for row in read(tmp_path / "out.csv")] == ["1", "2", "2"]
    (folder / "3.csv").write_text(f"id,puzzle\n1,{EASY}\n")
    with pytest.raises(ParseError, match=r"3\.csv: expected the columns of .*1\.txt"):
        batch.run(folder, tmp_path / "out.csv", ["count"])
    with pytest.raises(FileNotFoundError, match="no file matches this pattern"):
        batch.run(f"{tmp_path}/none*.csv", tmp_path / "out.csv")
    (tmp_path / "bare").mkdir()
    with pytest.raises(FileNotFoundError, match="bare: contains no table"):
        batch.run(tmp_path / "bare", tmp_path / "out.csv")
    for text, found in (("", "an empty file"), ("# a comment\n", "no row")):
        (tmp_path / "empty.csv").write_text(text)
        with pytest.raises(ParseError, match=f"81 characters each, found {found}$"):
            batch.run(tmp_path / "empty.csv", tmp_path / "out.csv")


def test_a_file_may_have_a_header_and_no_rows(tmp_path: Path) -> None:
    (tmp_path / "1.csv").write_text("id,quiz\n")
    (tmp_path / "2.csv").write_text(f"id,quiz\n1,{EASY}\n")
    (tmp_path / "3.csv").write_text("id,quiz")
    files = [tmp_path / f"{n}.csv" for n in (1, 2, 3)]
    summary = batch.run(files, tmp_path / "out.csv", ["count"], column="quiz")
    assert summary.rows == 1 and [row["id"] for row in read(tmp_path / "out.csv")] == ["1"]
    with pytest.raises(ParseError, match=r"1\.csv: contains no rows"):
        batch.run(files[0], tmp_path / "none.csv", ["count"], column="quiz")
    (tmp_path / "4.csv").write_text("id,place\n")
    with pytest.raises(ParseError, match="81 characters each, found 'id,place'"):
        batch.run(tmp_path / "4.csv", tmp_path / "out.csv")
    with pytest.raises(ParseError, match="expected a column 'puzle', found 'id', 'quiz'"):
        batch.run(files[0], tmp_path / "out.csv", column="puzle")
    assert not list(tmp_path.glob("*.part"))


def test_rows_with_other_columns_are_rejected_with_their_number(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(f"id,puzzle\n1,{EASY}\n2\n3,?\n4,{EASY},more\n5,{EASY}\n6,\n")
    batch.run(source, tmp_path / "out.csv", ["count"])
    assert [row["id"] for row in read(tmp_path / "out.csv")] == ["1", "5"]
    rejected = rows_of(tmp_path / "out.csv.rejected.csv")
    assert [(row["row"], row["reason"]) for row in rejected] == [
        ("2", "expected the puzzle in column 2, found 1 column"),
        ("3", "expected 81 cells, found 1"),
        ("4", "expected 2 columns as in the header, found 3: 'more' left over"),
        ("6", "expected 81 cells, found 0"),
    ]


def test_a_cut_off_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "in.csv.gz"
    path.write_bytes(gzip.compress(table(2000).encode())[:-2000])
    done = run("batch", path, "-o", tmp_path / "out.csv")
    assert done.code == 1 and "gzip data is cut off: the end of the file is missing" in done.err
    parquet = tmp_path / "in.parquet"
    pa.parquet.write_table(pa.table({"puzzle": [EASY] * 100}), parquet)
    parquet.write_bytes(parquet.read_bytes()[:-50])
    assert run("batch", parquet, "-o", tmp_path / "out.csv").code == 1
    numbers = tmp_path / "numbers.parquet"
    pa.parquet.write_table(pa.table({"puzzle": [1, 2]}), numbers)
    done = run("batch", numbers, "-o", tmp_path / "out.csv")
    assert done.code == 1
    assert (
        done.err == f"{numbers}: expected a column of puzzles, 81 characters each, found 'puzzle'\n"
    )


def test_one_row_is_one_row() -> None:
    assert str(batch.Summary(1, 0, 1, 0)) == "1 row in = 0 out + 1 rejected"


def test_the_command_prints_the_sums(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(f"puzzle\n{EASY}\n{TWO}\n?\n")
    done = run("batch", source, "-o", tmp_path / "out.csv", "--columns", "count,guesses")
    numbered = "rows are numbered from 1, without the header"
    assert (done.code, done.err) == (
        1,
        f"3 rows in = 2 out + 1 rejected (see {tmp_path / 'out.csv'}.rejected.csv; {numbered})\n",
    )
    assert list(read(tmp_path / "out.csv")[0]) == ["puzzle", "count", "guesses", "status"]
    done = run("batch", source, "-o", tmp_path / "out.csv", "--columns", "cuont")
    assert done.code == 2 and "unknown column 'cuont'; did you mean 'count'?" in done.err
    done = run("batch", source, "-o", tmp_path / "out.xlsx")
    assert done.code == 1 and "unknown suffix; use .csv, .jsonl" in done.err


def test_the_summary_has_the_file_of_the_rejected_rows(tmp_path: Path) -> None:
    source, out, mine = tmp_path / "in.csv", tmp_path / "out.csv", tmp_path / "mine.csv"
    source.write_text(f"puzzle\n{EASY}\n?\n")
    assert batch.run(source, out, ["givens"]).rejects == tmp_path / "out.csv.rejected.csv"
    assert batch.run(source, out, ["givens"], rejects=mine).rejects == mine
    assert f"(see {mine};" in run("batch", source, "-o", out, "--rejects", mine).err
    source.write_text(f"puzzle\n{EASY}\n")
    assert batch.run(source, out, ["givens"]).rejects is None
    assert run("batch", source, "-o", out).err == "1 row in = 1 out + 0 rejected\n"


def test_batch_numbers_rows_and_solve_numbers_lines(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(f'# made by hand\nnote,puzzle\na,{EASY}\n"two\nlines",?\n\n# end\nb,??\n')
    done = run("batch", source, "-o", tmp_path / "out.csv")
    assert "rows are numbered from 1, without the header" in done.err
    rejected = rows_of(tmp_path / "out.csv.rejected.csv")
    assert [(row["row"], row["text"]) for row in rejected] == [("2", "?"), ("3", "??")]
    messages = run("solve", source).err
    assert f"{source}:5:9: expected 81 cells, found 1" in messages
    assert f"{source}:8:5: expected 81 cells, found 2" in messages


# -- interruptions --------------------------------------------------------------------------------

SCRIPT = """
import sys
from nonet.batch import files
files._BYTES = 4000
source, out = sys.argv[1:]
files.run(source, out, ["solution", "count"], threads=2)
"""


def start(source: Path, out: Path) -> subprocess.Popen[bytes]:
    """Start a run in a process of its own."""
    return subprocess.Popen([sys.executable, "-c", SCRIPT, source, out], stderr=subprocess.DEVNULL)


def killed_and_resumed(source: Path, out: Path, times: int, seed: int) -> int:
    """Kill runs of the same output at random moments while pieces are made; return how often one was killed."""
    rng, kills = random.Random(seed), 0
    part = out.with_name(out.name + ".part")
    for _ in range(times):
        process = start(source, out)
        before = len(list(part.glob("part-*")))
        goal = before + rng.randrange(1, 12)
        while process.poll() is None:
            if len(list(part.glob("part-*"))) >= goal:
                time.sleep(rng.random() * 0.01)
                process.send_signal(signal.SIGKILL)
                kills += 1
                break
            time.sleep(0.0005)
        process.wait()
        if process.returncode == 0:
            break
    assert start(source, out).wait() == 0
    return kills


@pytest.mark.parametrize(
    ("suffix", "times"),
    [
        (".csv", 1),
        pytest.param(".csv", 10, marks=pytest.mark.slow),
        pytest.param(".parquet", 10, marks=pytest.mark.slow),
    ],
)
def test_a_killed_run_is_resumed_with_the_same_bytes(
    tmp_path: Path, suffix: str, times: int
) -> None:
    source = tmp_path / "in.csv"
    source.write_text(table(12_000), newline="")
    whole, resumed = tmp_path / f"whole{suffix}", tmp_path / f"resumed{suffix}"
    assert start(source, whole).wait() == 0
    assert killed_and_resumed(source, resumed, times, seed=times) >= min(times, 3)
    assert resumed.read_bytes() == whole.read_bytes()
    bad = [Path(f"{path}.rejected.csv").read_bytes() for path in (whole, resumed)]
    assert bad[0] == bad[1] and bad[0].count(b"\n") > 50
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [
            "in.csv",
            *(f"{path.name}{end}" for path in (whole, resumed) for end in ("", ".rejected.csv")),
        ]
    )


class _Stop(Exception):
    pass


def interrupt(source: Path, out: Path, pieces: int, **options: Any) -> None:
    """Run until some pieces are finished."""
    seen = []

    def progress(_: object) -> None:
        seen.append(1)
        if len(seen) == pieces:
            raise _Stop

    with pytest.raises(_Stop):
        batch.run(source, out, ["count"], threads=1, progress=progress, **options)


def test_finished_pieces_are_not_made_again(tmp_path: Path, small: None) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(table(500), newline="")
    interrupt(source, out, 5)
    summary = batch.run(source, out, ["count"])
    assert 0 < summary.resumed < summary.rows == 500


def test_a_changed_input_or_option_is_refused(tmp_path: Path, small: None) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(table(500), newline="")
    interrupt(source, out, 3)
    with pytest.raises(batch.Changed, match="columns is not that of the interrupted run; delete"):
        batch.run(source, out, ["givens"])
    with pytest.raises(batch.Changed, match="limit is not that"):
        batch.run(source, out, ["count"], limit=3)
    text = source.read_text()
    source.write_text(text.replace("plain", "plane"), newline="")
    done = run("batch", source, "-o", out, "--columns", "count")
    assert done.code == 1
    assert f"{source}: the file has changed since the run was interrupted; delete" in done.err
    source.write_text(text, newline="")
    notes = out.with_name("out.csv.part") / "_manifest.json"
    whole = notes.read_text()
    earlier = json.loads(whole) | {
        "version": ["0.1.0", "1"],
        "inputs": {str(source): "another sum"},
    }
    notes.write_text(json.dumps(earlier))
    with pytest.raises(batch.Changed, match=f"version is not that .*; delete {notes.parent} to"):
        batch.run(source, out, ["count"])
    notes.write_text(whole)
    assert batch.run(source, out, ["count"]).rows == 500


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs limits of POSIX")
def test_a_full_disk_is_reported_and_the_run_resumed(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(table(3000, bad=0), newline="")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))"
    call = f"{limit}; import runpy, sys; sys.argv[0] = 'nonet'; runpy.run_module('nonet', run_name='__main__')"
    command = [sys.executable, "-c", call, "batch", str(source), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("File too large\n") and done.stderr.count("\n") == 1
    assert not out.exists()
    again = subprocess.run([*COMMAND, "batch", source, "-o", out], capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (0, "3,000 rows in = 3,000 out + 0 rejected\n")


def test_two_runs_have_the_same_bytes_whatever_the_threads(tmp_path: Path, small: None) -> None:
    source = tmp_path / "in.csv"
    source.write_text(table(300), newline="")
    made = [tmp_path / f"{threads}.csv" for threads in (1, 3)]
    for path, threads in zip(made, (1, 3), strict=True):
        batch.run(source, path, batch.COLUMNS, threads=threads)
    assert made[0].read_bytes() == made[1].read_bytes()
    assert os.path.getsize(made[0]) > 300 * 81


def test_neither_pandas_nor_the_steps_are_loaded_for_a_table(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    parquet.write_table(pa.table({"puzzle": [EASY]}), source)
    plain = tmp_path / "in.csv"
    plain.write_text(f"id,puzzle\n1,{EASY}\n")
    code = (
        "import sys; from nonet import batch\n"
        f"batch.run({str(plain)!r}, {str(tmp_path / 'out.csv')!r})\n"
        "print(*{'numpy', 'pyarrow', 'nonet.formats.reading'} & set(sys.modules))\n"
        f"batch.run({str(source)!r}, {str(tmp_path / 'out.parquet')!r})\n"
        "print(*{'pandas', 'pyarrow.compute', 'nonet.steps'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n\n"


def dialect(seed: int) -> str:
    """Return a table of plain rows, some in quotes, whose boards have none, one and several solutions."""
    rng = random.Random(seed)
    delimiter, end = rng.choice(",;\t"), rng.choice(["\n", "\r\n"])
    names = rng.sample(["id", "puzzle", "solution", "note", "count", "status"], 6)
    boards = [
        EASY,
        TWO,
        "11" + EASY[2:],
        "12345678........." + "9".rjust(64, "."),
        EASY.replace(".", "0"),
    ]
    notes = [
        "",
        '""',
        "a",
        " b ",
        f'"c{delimiter}d"',
        '"two\nlines"',
        '"say ""x"""',
        'a 5" disk',
        "é",
        "e,f;g",
    ]
    lines = [delimiter.join(names)]
    for row in range(200):
        cells = dict.fromkeys(names, "1") | {"id": str(row), "puzzle": rng.choice(boards)}
        cells["note"] = rng.choice(
            [note for note in notes if note[:1] == '"' or delimiter not in note]
        )
        if rng.random() < 0.2:
            cells["puzzle"] = f'"{cells["puzzle"]}"'
        lines.append(delimiter.join(cells[name] for name in names))
        lines += [""] * (rng.random() < 0.05)
    return end.join(lines) + end * rng.randrange(2)


@pytest.mark.parametrize("seed", some(range(20), 5))
def test_plain_rows_are_answered_as_those_of_all_tables(
    tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    source, plain, other = (tmp_path / name for name in ("in.csv", "plain.csv", "other.csv"))
    source.write_bytes(dialect(seed).encode())
    asked: list[list[str]] = [["solution"], ["guesses", "count"], ["exact", "solution", "guesses"]]
    columns, limit, budget = asked[seed % 3], (2, 1, 9)[seed % 3], (None, 3)[seed % 2]
    with monkeypatch.context() as patch:
        patch.setattr(files.PieceWork, "_write", None)
        summary = batch.run(source, plain, columns, limit=limit, budget=budget)
    assert summary.written == summary.rows == 200
    monkeypatch.setattr(files.PieceWork, "_takes_plain_rows", lambda *_: False)
    assert batch.run(source, other, columns, limit=limit, budget=budget) == summary
    assert plain.read_bytes() == other.read_bytes()


def test_pieces_of_packed_tables_go_to_other_processes(tmp_path: Path, small: None) -> None:
    source = tmp_path / "in.csv.gz"
    source.write_bytes(gzip.compress(table(100).encode()))
    pieces = list(open_source(str(source), None).pieces(3000, carry=False))
    sent = [pickle.loads(pickle.dumps(piece)) for piece in pieces]
    assert len(sent) > 3 and sum(piece.read().rows for piece in sent) == 100


def test_the_command_keeps_the_first_of_equivalent_puzzles(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(f"id,puzzle\n1,{EASY}\n2,{EASY[::-1]}\n3,none\n4,{TWO}\n")
    done = run("batch", source, "-o", out, "--distinct")
    assert "4 rows in = 2 out + 1 rejected + 1 equivalent" in done.err
    assert out.read_text() == f"id,puzzle\n1,{EASY}\n4,{TWO}\n"
    done = run("batch", source, "-o", out, "--distinct", "--columns", "count")
    assert done.code == 2 and "--distinct adds no answers" in done.err


def test_the_column_of_the_puzzles_is_found_once_for_all_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "AT_ONCE", 2)
    source = tmp_path / "in.parquet"
    parquet.write_table(pa.table({"x": [EASY, TWO, "none", "none", EASY]}), source)
    summary = batch.run(source, tmp_path / "out.csv", ["count"])
    assert (summary.written, summary.rejected) == (3, 2)


@pytest.mark.parametrize("names", some([("q", "end"), ("grid", "board"), ("board", "end")], 3, 1))
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "feather"])
def test_the_column_of_the_puzzles_is_the_same_in_all_pieces(
    tmp_path: Path, small: None, names: tuple[str, str], kind: str
) -> None:
    """All puzzles but one are damaged, and each row has a board in another column."""
    inputs = [tmp_path / f"{number}.{kind}" for number in (1, 2)]
    for path, texts in zip(inputs, ([*["?"] * 9, EASY, *["?"] * 190], ["?"] * 150), strict=True):
        rows = [*zip(texts, [TWO] * len(texts), strict=True)]
        arrow = pa.table({names[0]: texts, names[1]: [TWO] * len(texts)})
        if kind == "csv":
            path.write_text("\n".join(map(",".join, [names, *rows])))
        elif kind == "jsonl":
            path.write_text(
                "\n".join(json.dumps(dict(zip(names, row, strict=True))) for row in rows)
            )
        elif kind == "parquet":
            parquet.write_table(arrow, path, row_group_size=40)
        else:
            with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, arrow.schema) as out:
                out.write_table(arrow, max_chunksize=40)
    sums = "350 rows in = 1 out + 349 rejected"
    assert str(batch.run(inputs, tmp_path / "out.csv", ["count"])) == sums
    assert str(dedupe(inputs, tmp_path / "kept.csv", partitions=2)) == sums


def test_a_file_without_a_column_of_puzzles_is_named(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    parquet.write_table(pa.table({"q": ["?"] * 150 + [EASY], "answer": [TWO] * 151}), source)
    done = run("batch", source, "-o", tmp_path / "out.csv")
    reason = "expected a column of puzzles, 81 characters each, found 'q', 'answer'"
    assert (done.code, done.err) == (1, f"{source}: {reason}\n")
    done = run("batch", source, "-o", tmp_path / "out.csv", "--column", "q")
    assert "151 rows in = 1 out + 150 rejected" in done.err


def test_the_folder_of_the_output_must_exist(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(f"puzzle\n{EASY}\n")
    for out, rejects in (("no/out.csv", "r.csv"), ("out.csv", "no/r.csv")):
        done = run("batch", source, "-o", tmp_path / out, "--rejects", tmp_path / rejects)
        assert (done.code, done.err) == (1, f"{tmp_path / 'no'}: the folder does not exist\n")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_a_folder_stands_for_all_kinds_of_tables(tmp_path: Path) -> None:
    for name in ("a.csv", "b.tab", "c.TSV", "notes.md", "_hidden.csv"):
        (tmp_path / name).write_text(f"puzzle\tid\n{EASY}\t1\n")
    assert [Path(path).name for path in files_of(tmp_path)] == ["a.csv", "b.tab", "c.TSV"]


@pytest.mark.parametrize("row", ["x" * 5000, '"' + "line\n" * 1000 + '"'])
def test_a_row_longer_than_a_piece_is_one_row(tmp_path: Path, small: None, row: str) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(f"note,puzzle\n1,{EASY}\n{row},{EASY}\n2,{EASY}", newline="")
    assert str(batch.run(source, out, ["givens"])) == "3 rows in = 3 out + 0 rejected"
    assert [one["note"] for one in read(out)] == ["1", row.strip('"'), "2"]


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_columns_that_answers_replace_keep_their_places(
    tmp_path: Path, small: None, kind: str
) -> None:
    source, out = tmp_path / f"in.{kind}", tmp_path / f"out.{kind}"
    texts = pa.table(
        {"status": ["x"] * 90, "count": ["y"] * 90, "puzzle": ["?", *[EASY] * 89], "n": ["z"] * 90}
    )
    if kind == "parquet":
        parquet.write_table(texts, source)
    else:
        source.write_text(
            "\n".join(
                map(
                    ",".join,
                    [
                        texts.column_names,
                        *zip(*map(pa.ChunkedArray.to_pylist, texts.columns), strict=True),
                    ],
                )
            )
        )
    done = batch.run(source, out, ["givens", "count"], replace=True)
    assert str(done) == "90 rows in = 89 out + 1 rejected"
    found = read(out)
    assert list(found[0]) == ["status", "count", "puzzle", "n", "givens"]
    assert {tuple(map(str, row.values())) for row in found} == {("unique", "1", EASY, "z", "30")}
