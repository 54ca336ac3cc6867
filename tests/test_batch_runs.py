"""Runs of `nonet batch` cannot hurt: locks, damaged pieces, and files that the run did not make.

Damage is done to real folders of interrupted runs; the law is that the bytes of the result are those of a run that
nobody disturbed, or that the run is refused in one sentence and nothing has changed.
"""

from __future__ import annotations

import gzip
import json
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
from test_batch_files import EASY, interrupt, start, table

from nonet import Puzzle, batch
from nonet.base.errors import NonetError, ParseError
from nonet.batch import files
from nonet.batch.distinct import dedupe

pa = pytest.importorskip("pyarrow")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pieces of a few rows."""
    monkeypatch.setattr(files, "_BYTES", 3000)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    path.write_text(table(500), newline="")
    return path


# -- the lock -------------------------------------------------------------------------------------

WAITING = """
import sys, time
from nonet.batch import files
files._BYTES = 3000
source, out = sys.argv[1:]
def wait(_):
    print("at work", flush=True)
    time.sleep(60)
files.run(source, out, ["count"], threads=1, progress=wait)
"""


def waiting(source: Path, out: Path) -> subprocess.Popen[bytes]:
    """Start a run that waits after its first piece."""
    command = [sys.executable, "-c", WAITING, str(source), str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"at work\n"
    return process


def test_a_second_run_says_who_works_on_the_output(source: Path, small: None) -> None:
    out = source.with_name("out.csv")
    first = waiting(source, out)
    try:
        done = run("batch", source, "-o", out, "--columns", "count")
        assert done.code == 1
        assert done.err.startswith(f"{out}: process {first.pid} on ")
        assert done.err.endswith(" works on this output; wait for it\n")
        assert run("batch", source, "-o", out, "--distinct").err == done.err
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate()
    summary = batch.run(source, out, ["count"])  # the lock of a process that has ended is free
    assert summary.rows == 500 and summary.resumed
    assert not out.with_name("out.csv.part").exists()


def test_a_lock_of_another_machine_is_not_taken_over(source: Path, small: None) -> None:
    out = source.with_name("out.csv")
    interrupt(source, out, 2)
    lock = out.with_name("out.csv.part") / "_lock.json"
    lock.write_text(json.dumps({"pid": 7, "host": "elsewhere"}))
    with pytest.raises(
        NonetError, match=f"process 7 on elsewhere .*; if it has ended, delete {lock}"
    ):
        batch.run(source, out, ["count"])
    lock.unlink()
    assert batch.run(source, out, ["count"]).rows == 500


@pytest.mark.parametrize("seed", some(range(10), 10))
def test_of_two_runs_at_once_one_wins(tmp_path: Path, seed: int) -> None:
    source, out, alone = (tmp_path / name for name in ("in.csv", "out.csv", "alone.csv"))
    source.write_text(table(6000), newline="")
    assert start(source, alone).wait() == 0
    rng = random.Random(seed)
    first = start(source, out)
    time.sleep(rng.random() * 0.3)
    codes = sorted((start(source, out).wait(), first.wait()))
    # A second run that begins after the end of the first makes the same again.
    assert codes[0] == 0
    assert out.read_bytes() == alone.read_bytes()
    assert not out.with_name("out.csv.part").exists()


# -- damage ---------------------------------------------------------------------------------------


def damage(path: Path, rng: random.Random) -> None:
    """Change a byte of a file, cut it off, make it longer, empty it, or remove it."""
    data = bytearray(path.read_bytes())
    kind = rng.randrange(5)
    if kind == 0 and data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del data[rng.randrange(len(data) + 1) :]
    elif kind == 2:
        data += b"more"
    elif kind == 3:
        data.clear()
    path.write_bytes(data)
    if kind == 4:
        path.unlink()


@pytest.mark.parametrize("kind", ["csv", "parquet", "feather", "jsonl", ""])
@pytest.mark.parametrize("seed", some(range(4), 4))
def test_a_damaged_piece_is_made_again(source: Path, small: None, kind: str, seed: int) -> None:
    suffix = f".{kind}" if kind else ""
    out, whole = source.with_name(f"out{suffix}"), source.with_name(f"whole{suffix}")
    batch.run(source, whole, ["count"])
    interrupt(source, out, 6)
    rng = random.Random(f"{seed}{kind}")
    pieces = sorted(out.with_name(f"{out.name}.part").glob("part-*"))
    for path in rng.sample(pieces, 3):
        damage(path, rng)
    batch.run(source, out, ["count"])
    assert content(out) == content(whole)
    assert content(Path(f"{out}.rejected.csv")) == content(Path(f"{whole}.rejected.csv"))


def content(path: Path) -> Any:
    """Return the bytes of a file, or those of the tables in a folder."""
    if path.is_dir():
        return [one.read_bytes() for one in sorted(path.glob("*.parquet"))]
    return path.read_bytes()


def test_damaged_forms_are_found_again(
    source: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole = source.with_name("out.csv"), source.with_name("whole.csv")
    dedupe(source, whole, partitions=3)
    with monkeypatch.context() as patch:
        patch.setattr(files.Job, "answer", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            dedupe(source, out, partitions=3)
    folder = out.with_name("out.csv.part")
    for name in ("forms-000001.arrow", "firsts-000001.npy"):
        (folder / name).write_bytes((folder / name).read_bytes()[:-9])
    dedupe(source, out, partitions=3)
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}'])
def test_damaged_notes_of_a_run_are_refused(source: Path, small: None, text: str) -> None:
    out = source.with_name("out.csv")
    interrupt(source, out, 2)
    notes = out.with_name("out.csv.part") / "_manifest.json"
    notes.write_text(text)
    done = run("batch", source, "-o", out, "--columns", "count")
    sentence = f"{notes}: the notes of the run are damaged; delete {notes.parent} to start again\n"
    assert (done.code, done.err) == (1, sentence)


# -- files of others ------------------------------------------------------------------------------


def everything(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("options", [[], ["--distinct"]], ids=["run", "distinct"])
def test_nothing_of_others_is_touched(source: Path, options: list[str]) -> None:
    out, part = source.with_name("out.csv"), source.with_name("out.csv.part")
    notes = source.with_name("notes.csv")
    notes.write_text("my,own,notes\n")

    def refused(*arguments: str | Path) -> str:
        before = everything(source.parent)
        done = run("batch", source, *arguments, *options)
        assert done.code and everything(source.parent) == before
        assert done.err.count("\n") == 1
        return done.err

    with pytest.raises(ValueError, match="input and output are the same file: "):
        batch.run(source, source)
    assert f"input and output are the same file: {source}\n" in refused("-o", source)
    both = refused("-o", out, "--rejects", source)
    assert f"input and output are the same file: {source}\n" in both
    assert f"{notes}: the rejected rows belong here" in refused("-o", out, "--rejects", notes)
    assert f"two outputs are the same file: {out}\n" in refused("-o", out, "--rejects", out)
    part.write_text("mine")
    assert f"{part}: the pieces of the run belong here; move this file" in refused("-o", out)
    part.unlink()
    part.mkdir()
    (part / "part-1.txt").write_text("mine")
    assert f"{part}: the pieces of the run belong here, found 'part-1.txt'" in refused("-o", out)
    (part / "part-1.txt").unlink()
    assert run("batch", source, "-o", out, *options).code == 1  # some rows are rejected
    assert out.exists() and not part.exists() and notes.read_text() == "my,own,notes\n"


def test_a_file_beside_the_output_is_not_a_temporary_one(source: Path, small: None) -> None:
    mine = [source.with_name(f"{name}.tmp") for name in ("out.csv", "out.csv.rejected.csv")]
    for path in mine:
        path.write_text("mine")
    batch.run(source, source.with_name("out.csv"), ["count"])
    assert [path.read_text() for path in mine] == ["mine", "mine"]


def test_a_file_that_comes_to_the_folder_of_a_run_stays(source: Path, small: None) -> None:
    out, part = source.with_name("out.csv"), source.with_name("out.csv.part")

    def progress(_: object) -> None:
        (part / "mine.txt").write_text("mine")

    batch.run(source, out, ["count"], progress=progress)
    assert out.exists()
    assert [path.name for path in part.iterdir()] == ["mine.txt"]


def test_rejected_rows_of_an_earlier_run_are_replaced(source: Path, small: None) -> None:
    out = source.with_name("out.csv")
    assert batch.run(source, out, ["count"]).rejected
    source.write_text(f"puzzle\n{EASY}\n")
    assert batch.run(source, out, ["count"]).rejects is None
    assert not Path(f"{out}.rejected.csv").exists()


# -- full disks and bad files ---------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs limits of POSIX")
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "feather"])
def test_a_full_disk_is_one_sentence_with_a_name(tmp_path: Path, kind: str) -> None:
    source, out = tmp_path / "in.csv", tmp_path / f"out.{kind}"
    source.write_text(table(3000, bad=0), newline="")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))"
    call = f"{limit}; import runpy, sys; sys.argv[0] = 'nonet'; runpy.run_module('nonet', run_name='__main__')"
    command = [sys.executable, "-c", call, "batch", str(source), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    name = (
        out.with_name(f"{out.name}.part") / f"part-000000.{'arrow' if kind == 'feather' else kind}"
    )
    assert (done.returncode, done.stderr) == (1, f"{name}: File too large\n")
    assert not out.exists() and not list(name.parent.glob("*.tmp"))
    again = subprocess.run([*COMMAND, "batch", source, "-o", out], capture_output=True, text=True)
    assert again.returncode == 0


def test_a_first_file_that_is_bad_does_not_stop_a_folder(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out.csv"
    folder.mkdir()
    (folder / "1.csv").write_text("")
    (folder / "2.csv").write_bytes(b"\x1f\x8b\x08 this is no archive")
    (folder / "3.csv").write_text("only,names\n")
    (folder / "4.csv").write_text(f"id,puzzle\n1,{EASY}\n")
    (folder / "5.parquet").write_bytes(b"PAR1 and nothing more")
    done = run("batch", folder, "-o", out)
    assert done.code == 1
    assert done.err.startswith("1 row in = 1 out + 0 rejected, 3 files are no tables (see ")
    names = [line.split(",")[0] for line in Path(f"{out}.rejected.csv").read_text().splitlines()]
    assert names[1:] == [str(folder / name) for name in ("2.csv", "3.csv", "5.parquet")]
    (folder / "4.csv").write_text(f"id,puzzle\n1,{EASY}\n2,?\n")
    summary = batch.run([folder / "3.csv", folder / "4.csv"], out)
    assert str(summary) == "2 rows in = 1 out + 1 rejected, 1 file is no table"
    (folder / "4.csv").unlink()
    with pytest.raises(ParseError, match=r"1\.csv: .* found an empty file"):
        batch.run(folder, out)


# -- the first and the last moment ----------------------------------------------------------------

KILLED = """
import os, signal, sys
from nonet.batch import files
from nonet.batch.distinct import dedupe
place, source, out, rejects = sys.argv[1:5]
def end(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
done = getattr(files, place)
def killed(*given, **more):
    if given[0].name == "out":
        end()
    return done(*given, **more)
setattr(files, place, killed)
if sys.argv[5] == "run":
    files.run(source, out, ["count"], rejects=rejects)
else:
    dedupe(source, out, rejects=rejects)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals of POSIX")
@pytest.mark.parametrize("moment", some(["unlock run", "forget run", "unlock dedupe"], 3))
def test_a_run_into_a_folder_that_was_killed_at_the_end_is_complete(
    tmp_path: Path, moment: str
) -> None:
    place, work = moment.split()
    source, out, whole = tmp_path / "in.csv", tmp_path / "out", tmp_path / "whole"
    source.write_text(table(60, bad=0.2), newline="")
    answer: Any = batch.run if work == "run" else dedupe
    more = ["count"] if work == "run" else []
    first = answer(source, whole, *more, rejects=tmp_path / "bad")
    bad = (tmp_path / "bad").read_bytes()
    rejects = str(tmp_path / "r.csv")
    command = [sys.executable, "-c", KILLED, place, str(source), str(out), rejects, work]
    assert subprocess.run(command, timeout=60).returncode == -signal.SIGKILL
    assert (out / "_lock.json").exists()
    if work == "run":  # another run is refused, and changes nothing
        before = everything(tmp_path)
        with pytest.raises(FileExistsError, match="the folder is not empty"):
            batch.run(source, out, ["givens"], rejects=rejects)
        assert everything(tmp_path) == before
    again = answer(source, out, *more, rejects=rejects)
    assert (str(again), again.resumed) == (str(first), first.rows)
    assert Path(rejects).read_bytes() == bad
    names = sorted(path.name for path in whole.iterdir())
    assert sorted(path.name for path in out.iterdir()) == names
    assert all((out / name).read_bytes() == (whole / name).read_bytes() for name in names)
    with pytest.raises(FileExistsError, match="the folder is not empty"):
        answer(source, out, *more, rejects=rejects)


def test_a_run_without_a_piece_does_not_stand_in_the_way(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv.gz", tmp_path / "out.csv"
    packed = gzip.compress(table(500, bad=0).encode())
    source.write_bytes(packed[: len(packed) // 2])
    done = run("batch", source, "-o", out, "--columns", "count")
    assert done.code == 1 and "cut off" in done.err
    part = tmp_path / "out.csv.part"
    assert not part.exists()
    part.mkdir()  # what is left by a run that was killed before its first piece
    (part / "_manifest.json").write_text('{"inputs": {}}')
    (part / "_lock.json").write_text("")
    source.write_bytes(packed)
    done = run("batch", source, "-o", out, "--columns", "count")
    assert (done.code, done.err) == (0, "500 rows in = 500 out + 0 rejected\n")
    assert not part.exists()


def test_who_leaves_stops_what_the_threads_look_for() -> None:
    def pieces() -> Any:
        yield 0, None
        raise KeyboardInterrupt

    def endless(number: int, piece: Any) -> Any:
        return Puzzle("." * 81).count(limit=10**12)

    with pytest.raises(KeyboardInterrupt):
        list(files.Threads(1).run(endless, pieces()))  # type: ignore[arg-type]


@pytest.mark.parametrize("output", ["-", ".", "/"])
def test_an_output_without_a_name_is_refused(tmp_path: Path, output: str) -> None:
    path = tmp_path / "in.csv"
    path.write_text(table(3))
    found = run("batch", path, "-o", output)
    assert (found.code, found.out) == (1, "")
    assert found.err == f"expected the name of a file or a folder for the output, got {output!r}\n"
