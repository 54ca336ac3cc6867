"""Files that are written: whole or not at all, by one module, and never one that is read.

Attempts are made from the list of the commands and their options, so a new command is among them.
"""

from __future__ import annotations

import ast
import errno
import gzip
import os
import random
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import NamedTuple, get_type_hints, is_typeddict
from unittest import mock

import pytest
from console import COMMAND, EASY, SOLVED, _streams, run, run_process
from quick import some
from test_layers import SOURCE, modules

import nonet
from nonet import cli
from nonet.base.options import Option, option_in, options_of
from nonet.base.outfiles import NewFile, check_apart, write_file
from nonet.cli.parameters import Argument, flags_of
from nonet.formats import FORMATS

POSIX = pytest.mark.skipif(os.name == "nt", reason="needs the files of POSIX")
NAMES = [name for names in cli.SECTIONS.values() for name in names]
LEFT = ".unfinished"


# -- who writes -----------------------------------------------------------------------------------

WRITERS = {
    "base/outfiles.py": "all files",
    "batch/folders.py": "the lock of a run",
    "cli/__init__.py": "closed standard streams",
    "cli/single.py": "closed standard streams",
    "cli/player.py": "the keyboard",
}
"""The modules that may open a file for writing, and what they write."""

CALLS = {
    "batch/distinct.py: np.save": "to a file that is open",
    "batch/writing.py: np.save": "to a file that is open",
    "batch/files.py: self.rejects.unlink": "the rejects of the run before, which is replaced",
    "web/page_python.py: zipfile.ZipFile": "in memory",
    "web/site.py: path.unlink": "a file of an earlier site in the same folder",
}
"""Calls in other modules that look like writing, and why they are allowed."""

_CALLS = {
    "write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "touch", "rename", "unlink", "rmtree", "symlink_to",
    "hardlink_to", "FileIO", "GzipFile", "BZ2File", "LZMAFile", "ZipFile", "TarFile", "savez", "savez_compressed",
    "savetxt", "tofile", "write_feather", "FileHandler",
}  # fmt: skip
_OF_OS = {
    *("open", "replace", "rename", "renames", "link", "symlink", "truncate", "ftruncate", "fdopen"),
    *("remove", "unlink", "removedirs"),
}
_READING = {"r", "rb", "rt"}


def _is_writing(call: ast.Call) -> bool:
    """Whether a call may open, rename, empty or delete a file."""
    name = ast.unparse(call.func)
    last, is_os = name.rpartition(".")[2], name.startswith(("os.", "shutil."))
    if is_os and (last in _OF_OS or last.startswith(("copy", "move"))):
        return last not in ("copyfileobj", "copy_file_range")
    if name in ("np.save", "numpy.save", "pq.write_table", "parquet.write_table"):
        return True
    if last == "replace":  # of a path; that of a text has two arguments
        return "." in name and len(call.args) == 1 and not call.keywords
    if last != "open" or name == "self.open":
        return last in _CALLS
    given = {each.arg: each.value for each in call.keywords}
    place = (
        1 if name in ("open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open") else 0
    )
    mode = given.get("mode", call.args[place] if len(call.args) > place else None)
    return mode is not None and not (isinstance(mode, ast.Constant) and mode.value in _READING)


def _reads_open(name: ast.Name) -> bool:
    return name.id == "open" and isinstance(name.ctx, ast.Load)


def writings(text: str) -> Iterator[str]:
    """Yield the lines of a module and what may open, rename, empty or delete a file there."""
    called = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            called.add(node.func)
            if _is_writing(node):
                yield f"{node.lineno}: {ast.unparse(node.func)}"
        elif isinstance(node, ast.ImportFrom) and node.module in ("os", "shutil", "tempfile"):
            names = {each.name for each in node.names} & (_OF_OS | _CALLS)
            yield from (f"{node.lineno}: {name}" for name in sorted(names))
        elif isinstance(node, ast.Name) and _reads_open(node) and node not in called:
            yield f"{node.lineno}: open under another name"


@pytest.mark.parametrize(
    "line",
    [
        "open(p, 'w')", "open(p, mode='ab')", "open(p, 'w' if x else 'a')", "open(p, mode)", "io.open(p, 'x')",
        "p.open('w')", "opener = open", "partial(open, p, 'w')", "io.FileIO(p, 'w')", "gzip.GzipFile(p, 'wb')",
        "zipfile.ZipFile(p, 'w')", "p.write_text('')", "p.rename(q)", "p.replace(q)", "p.unlink()", "os.remove(p)",
        "os.rename(p, q)", "from os import rename", "shutil.rmtree(p)", "shutil.move(p, q)", "os.symlink(p, q)",
        "np.save(p, x)", "np.savetxt(p, x)", "pq.write_table(t, p)", "logging.FileHandler(p)",
    ],
)  # fmt: skip
def test_a_module_cannot_write_in_another_way(line: str) -> None:
    assert list(writings(line)), line


@pytest.mark.parametrize(
    "line", ["open(p)", "open(p, 'rb')", "t.replace('a', 'b')", "p.open()", "gzip.open(p)"]
)
def test_reading_is_no_writing(line: str) -> None:
    assert not list(writings(line)), line


def test_one_module_opens_files_for_writing() -> None:
    found = []
    for path in modules():
        name = path.relative_to(SOURCE).as_posix()
        if name not in WRITERS:
            for each in writings(path.read_text(encoding="utf-8")):
                line, _, call = each.partition(": ")
                found += [f"{name}:{line}: {call}"] * (f"{name}: {call}" not in CALLS)
    assert found == [], (
        "files are written with nonet.cli.stream.output, or else with nonet.base.outfiles"
    )


def test_commands_write_through_one_module() -> None:
    """Only `Output` opens files, and it takes a `Target`, which mypy wants of every command."""
    users = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "cli").rglob("*.py")
        if "base.outfiles import" in path.read_text("utf-8")
    }
    assert users == {"cli/parameters.py", "cli/stream/output.py"}


def declared(name: str) -> dict[str, Option]:
    """Return the options of a command by the names of their parameters."""
    word = name.replace("-", "_")
    function = getattr(import_module(f"nonet.cli.commands.{word}"), word)
    found: dict[str, Option] = {}
    for key, kind in get_type_hints(function, include_extras=True).items():
        if is_typeddict(kind):
            found |= options_of(kind)
        elif option := option_in(kind):
            found[key] = option
    return found


def test_options_for_files_say_so() -> None:
    """A parameter that is described as a file, a folder or a pattern has one of the kinds that are checked."""
    wrong = []
    for name in NAMES:
        for key, option in declared(name).items():
            words = f"{option.metavar} {option.help}"
            is_file = re.search(r"\b(FILE|DIR|IN|OUT|PUZZLES?)\b|\b(a|by|or) (\w+ )?file\b", words)
            names_one = is_file and type(option).__name__ not in ("Flag", "Whole", "Names")
            if names_one and not (option.reads or option.writes) and key not in ("from_", "column"):
                wrong.append(f"{name} {key}: {words}")
    assert wrong == []


# -- input and output -----------------------------------------------------------------------------


class Trial(NamedTuple):
    """A command line that reads and writes ``F``, with what its standard streams are."""

    words: tuple[str, ...]
    stdin: str = ""
    stdout: str = ""

    def __str__(self) -> str:
        streams = f" < {self.stdin}" * bool(self.stdin) + f" >> {self.stdout}" * bool(self.stdout)
        return f"nonet {' '.join(self.words)}{streams}"


SPELLINGS = ("F.csv", "./F.csv", "d/../F.csv", "link.csv", "hard.csv", "d/far.csv", "{}/F.csv")


@cache
def trials() -> tuple[Trial, ...]:
    """Return every way in which a command can be given one file as its input and as its output."""
    return tuple(dict.fromkeys(each for name in NAMES for each in _of_command(name)))


def _of_command(name: str) -> Iterator[Trial]:
    options = declared(name)
    reads = [key for key, option in options.items() if option.reads]
    writes = [key for key, option in options.items() if option.writes]
    streams = [key for key in reads if options[key].metavar in ("PUZZLE", "PUZZLES")]
    for here, there in product(reads, writes):
        for spelling in SPELLINGS:
            yield Trial(_words(name, options, {here: "F.csv", there: spelling}))
            yield Trial(_words(name, options, {here: spelling, there: "F.csv"}))
    for here, spelling in product(reads, SPELLINGS):
        yield Trial(_words(name, options, {here: spelling}), stdout="F.csv")
    for there, spelling in product(writes, SPELLINGS):
        yield Trial(_words(name, options, {there: spelling}), stdin="F.csv")
        for here in streams:
            yield Trial(_words(name, options, {here: "-", there: spelling}), stdin="F.csv")
    for here in streams:
        yield Trial(_words(name, options, {here: "-"}), stdin="F.csv", stdout="F.csv")
        yield Trial(_words(name, options, {}), stdin="F.csv", stdout="F.csv")


_REQUIRED = {"technique": "x_wing", "puzzles": "other.csv", "inputs": "other.csv", "output": "new"}


def _words(name: str, options: dict[str, Option], given: dict[str, str]) -> tuple[str, ...]:
    """Return a command line with some options, and what else the command must have."""
    words, arguments = [name], []
    for key, option in options.items():
        value = given.get(key) or (_REQUIRED[key] if option.required else None)
        if value is None:
            continue
        if isinstance(option, Argument):
            arguments.append(value)
        else:
            words += [flags_of(key, option)[0], value]
    return (*words, *arguments)


def attempt(folder: Path, trial: Trial) -> None:
    """Run a command line that must be refused, and compare all files with what they were."""
    before = everything(folder)
    words = [word.format(folder) for word in trial.words]
    with (
        open(folder / (trial.stdin or "empty"), "rb") as source,
        open(folder / (trial.stdout or "seen"), "ab") as out,
        open(folder / "said", "w+b") as err,
    ):
        with (
            _streams(source, out, err),
            mock.patch.object(sys, "argv", ["nonet", *words]),
            pytest.raises(SystemExit) as end,
        ):
            cli.main()
        err.seek(0)
        said = err.read().decode()
    assert end.value.code == 2, trial
    assert said.count("\n") == 1 and ": input and output are the same file: " in said, (trial, said)
    (folder / "said").write_bytes(b"")
    assert everything(folder) == before, trial


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return the content and the number of every file."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), os.stat(path).st_ino) for path in found}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file of many names, and make it the current one."""
    (tmp_path / "F.csv").write_text(f"id,puzzle\n1,{EASY}\n2,{SOLVED}\n")
    (tmp_path / "other.csv").write_text(f"puzzle\n{EASY}\n")
    (tmp_path / "d").mkdir()
    (tmp_path / "link.csv").symlink_to("F.csv")
    (tmp_path / "d" / "far.csv").symlink_to(tmp_path / "link.csv")
    os.link(tmp_path / "F.csv", tmp_path / "hard.csv")
    for name in ("seen", "empty", "said"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@POSIX
def test_a_file_that_is_read_is_not_written(house: Path) -> None:
    for trial in trials()[::12]:
        attempt(house, trial)


@POSIX
@pytest.mark.slow
def test_no_command_writes_to_what_it_reads(house: Path) -> None:
    for trial in trials():
        attempt(house, trial)
    print(f"{len(trials()):,} trials by {len(NAMES)} commands: 0 files changed")
    assert len(trials()) > 546


@POSIX
@pytest.mark.parametrize(
    "line",
    some(
        [
            "solve F.csv >> F.csv",
            "solve - -o F.csv < F.csv",
            "solve -o F.csv < F.csv",
            "convert - < F.csv >> F.csv",
            "sample F.csv -o /dev/stdout >> F.csv",
            "solve F.csv -o /dev/stdout >> F.csv",
            "F.csv -o F.csv",
            "count F.csv -o F.csv",
        ],
        8,
        1,
    ),
)
def test_a_redirection_of_the_shell_is_refused_too(house: Path, line: str) -> None:
    before = (house / "F.csv").read_bytes()
    command = f"{sys.executable} -m nonet {line}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert (house / "F.csv").read_bytes() == before


def test_only_a_step_is_applied_in_place(house: Path) -> None:
    assert run("hint", "--apply", EASY, "-o", "now.jsonl").code == 0
    before = (house / "now.jsonl").read_text()
    assert run("hint", "--json", "now.jsonl", "-o", "now.jsonl").code == 2
    assert (house / "now.jsonl").read_text() == before
    assert run("hint", "--apply", "now.jsonl", "-o", "now.jsonl").code == 0
    assert (house / "now.jsonl").read_text() != before


def test_what_is_not_the_same_file_is_written(house: Path) -> None:
    assert run("solve", "F.csv", "-o", "new.txt", stdin=EASY).code == 0
    assert run("solve", "F.csv", "other.csv", "-o", "other.txt").code == 0
    assert run("check", EASY, "--against", SOLVED, "-o", "said").code == 0
    assert run("solve", "F.csv", "-o", "/dev/null").code == 0
    done = run("compare", "--with", "norvig", "other.csv", "-o", "a.txt", "--plot", "./a.txt")
    assert (done.code, done.err) == (2, "nonet compare: two outputs are the same file: a.txt\n")


@POSIX
def test_what_an_unfinished_run_left_can_be_read_but_not_written_over(house: Path) -> None:
    left = house / f"new.txt{LEFT}"
    left.write_text(f"{EASY}\n")
    done = run("solve", left, "-o", "new.txt")
    assert (done.code, left.read_text()) == (2, f"{EASY}\n")
    assert run("solve", left, "-o", "newer.txt").code == 0


# -- whole or not at all --------------------------------------------------------------------------


def test_a_file_takes_its_place_at_the_end(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_bytes(b"old")
    with NewFile(out) as file:
        file.write(b"new")
        file.flush()
        assert out.read_bytes() == b"old"
    assert out.read_bytes() == b"new" and os.listdir(tmp_path) == ["out.txt"]
    with pytest.raises(ZeroDivisionError), NewFile(out) as file:
        file.write(b"newer")
        raise ZeroDivisionError
    assert out.read_bytes() == b"new" and os.listdir(tmp_path) == ["out.txt"]


@POSIX
def test_a_link_and_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_bytes(b"old")
    real.chmod(0o640)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "near.txt").symlink_to(real)
    link.symlink_to("folder/near.txt")
    assert run("solve", EASY, "-o", link).code == 0
    assert link.is_symlink() and real.read_text() == f"{SOLVED}\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    new = tmp_path / "new.txt"
    write_file(new, b"")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(new.stat().st_mode) == 0o666 & ~mask


@POSIX
def test_pipes_and_devices_are_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        assert run("solve", EASY, "-o", pipe).code == 0
        assert reader.communicate(timeout=60)[0].decode() == f"{SOLVED}\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert run("solve", EASY, "-o", os.devnull).code == 0
    assert not os.path.isfile(os.devnull)
    command = f"echo first; {sys.executable} -m nonet solve {EASY} -o /dev/stdout; echo last"
    with open(tmp_path / "all.txt", "wb") as out:
        subprocess.run(["sh", "-c", command], stdout=out, timeout=60, check=True)
    assert (tmp_path / "all.txt").read_text() == f"first\n{SOLVED}\nlast\n"


@POSIX
def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    first = NewFile(out)
    done = run("solve", EASY, "-o", out)
    assert done.err == f"{out}: another process writes this file; wait for it\n" and done.code == 1
    first.discard()
    assert run("solve", EASY, "-o", out).code == 0


@POSIX
def test_an_existing_file_under_the_temporary_name_is_not_lost(tmp_path: Path) -> None:
    out, mine = tmp_path / "out.txt", tmp_path / "mine.txt"
    mine.write_text("mine")
    left = tmp_path / f"out.txt{LEFT}"
    for what in ("link", "hard link", "folder"):
        if what == "link":
            left.symlink_to(mine)
        elif what == "hard link":
            os.link(mine, left)
        else:
            left.mkdir()
        done = run("solve", EASY, "-o", out)
        assert (done.code, done.err) == (1, f"{out}: {left} is in the way; move it away\n")
        assert mine.read_text() == "mine" and not out.exists()
        left.rmdir() if left.is_dir() else left.unlink()


AS_NOBODY = """
import os, sys
from nonet.base.outfiles import check_place
os.setgroups([]); os.setgid(65534); os.setuid(65534)
for path in sys.argv[1:]:
    try:
        check_place(path)
        print("fine")
    except OSError as error:
        print(error.strerror)
"""


@pytest.fixture
def everybodys() -> Iterator[Path]:
    """A folder that every user reaches: `tmp_path` can lie in one that is closed to others."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o777)
        yield Path(name)


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs the superuser")
def test_a_file_without_write_permission_is_refused_before_the_work(everybodys: Path) -> None:
    closed = everybodys / "closed"
    closed.mkdir()
    (everybodys / "mine.txt").write_text("mine")
    (closed / "open.txt").write_text("mine")
    (closed / "open.txt").chmod(0o666)
    paths = ["new.txt", "mine.txt", "closed/open.txt", "closed/new.txt", "no/new.txt", "closed"]
    command = [sys.executable, "-c", AS_NOBODY, *(str(everybodys / path) for path in paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    reason = "no permission to write into its folder; choose another output"
    assert done.stdout.splitlines() == [
        "fine",
        "no permission to write to this file",
        reason,
        reason,
        "its folder does not exist; make it first",
        os.strerror(errno.EISDIR),
    ], done.stderr


WRITTEN = ("parquet", "feather", "csv", "txt", "jsonl")


@pytest.mark.parametrize("kind", WRITTEN)
def test_an_input_that_cannot_be_read_leaves_an_old_file(tmp_path: Path, kind: str) -> None:
    if kind in ("parquet", "feather"):
        pytest.importorskip("pyarrow")
    out = tmp_path / f"keep.{kind}"
    out.write_bytes(b"precious")
    damaged = tmp_path / "damaged.bz2"
    damaged.write_bytes(b"BZh91AY&SY" + bytes(50))
    notes = tmp_path / "notes.txt"
    notes.write_text("# nothing\n# but comments\n")
    sources = (tmp_path / "nowhere.txt", damaged, notes)
    for source, command in product(sources, ("convert", "solve", "count")):
        done = run(command, source, "-o", out)
        assert done.code == 1 and done.err.count("\n") == 1, (source, command, done.err)
        assert out.read_bytes() == b"precious", (source, command)
    assert sorted(os.listdir(tmp_path)) == ["damaged.bz2", out.name, "notes.txt"]


def test_answers_of_the_inputs_that_can_be_read_lie_beside_an_old_file(tmp_path: Path) -> None:
    out, good = tmp_path / "out.txt", tmp_path / "good.txt"
    out.write_text("old")
    good.write_text(f"{EASY}\n")
    done = run("solve", good, tmp_path / "nowhere.txt", "-o", out)
    assert done.code == 1 and out.read_text() == "old"
    said = f"an input was not read to its end; the answers so far are in {out}{LEFT}"
    assert done.err.splitlines()[-1] == said
    assert Path(f"{out}{LEFT}").read_text() == f"{SOLVED}\n"
    assert run("solve", good, "-o", out).code == 0
    assert sorted(os.listdir(tmp_path)) == ["good.txt", "out.txt"]


def test_the_old_file_stays_where_boards_cannot_be_written(tmp_path: Path) -> None:
    out = tmp_path / "boards.sdk"
    out.write_text("old")
    alone = next(one.name for one in FORMATS.values() if one.can_write and one.separator is None)
    with pytest.raises(nonet.PuzzleError):
        nonet.write([nonet.Puzzle(EASY), nonet.Puzzle(EASY)], out, format=alone)
    assert out.read_text() == "old" and os.listdir(tmp_path) == ["boards.sdk"]
    packed = tmp_path / "boards.txt.gz"
    nonet.write([nonet.Puzzle(EASY)], packed)
    assert gzip.decompress(packed.read_bytes()).decode() == f"{EASY}\n"


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs limits of POSIX")
@pytest.mark.parametrize("name", some(["old.csv", "old.csv.gz", "old.sdm", "old.jsonl"], 4))
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, name: str) -> None:
    source, out = tmp_path / "in.csv", tmp_path / name
    rng = random.Random(1)
    names = (rng.randbytes(8).hex() for _ in range(20_000))  # so that little is left to compress
    source.write_text("puzzle,name\n" + "".join(f"{EASY},{name}\n" for name in names))
    out.write_text("old")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
    call = f"{limit}; import runpy, sys; sys.argv[0] = 'nonet'; runpy.run_module('nonet', run_name='__main__')"
    command = [sys.executable, "-c", call, "convert", str(source), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (1, f"{out}: File too large\n")
    assert out.read_text() == "old" and sorted(os.listdir(tmp_path)) == ["in.csv", name]


# -- kills ----------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize(
    ("command", "rows", "kills"),
    [
        ("solve", 20_000, 2),
        pytest.param("solve", 400_000, 40, marks=[pytest.mark.slow, pytest.mark.long]),
        pytest.param("convert", 400_000, 40, marks=[pytest.mark.slow, pytest.mark.long]),
        pytest.param("rate", 1_500, 40, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_a_killed_command_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, command: str, rows: int, kills: int
) -> None:
    rng = random.Random(rows)
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("puzzle\n" + f"{EASY}\n" * rows)
    words = [*COMMAND, command, str(source), "-o", str(out)]
    begun = time.monotonic()
    assert subprocess.run(words, timeout=300).returncode == 0
    took = time.monotonic() - begun
    whole, old = out.read_bytes(), b"old,file\n" * 1000
    found = {"old": 0, "new": 0}
    for _ in range(kills):
        out.write_bytes(old)
        with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
            time.sleep(rng.uniform(0.2, 1.05) * took)
            process.send_signal(signal.SIGKILL)
        content = out.read_bytes()
        assert content in (old, whole)
        found["old" if content == old else "new"] += 1
        assert set(os.listdir(tmp_path)) <= {"in.csv", "out.csv", f"out.csv{LEFT}"}
    print(f"{kills} kills of {command} -o: {found}")
    assert subprocess.run(words, timeout=300).returncode == 0
    assert out.read_bytes() == whole and sorted(os.listdir(tmp_path)) == ["in.csv", "out.csv"]


# -- names ----------------------------------------------------------------------------------------

NASTY = "\x1b[31m\x07\x9b2J\nred.csv"
BAD = (NASTY, f"no\x1b[5m/{NASTY}")
"""A file that is not a puzzle, and a path in a missing folder."""


@POSIX
def test_no_control_character_of_a_name_reaches_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.csv").write_text(f"puzzle\n{EASY}\n")
    (tmp_path / NASTY).write_text("puzzle\nnone\n")
    said = 0
    for name in NAMES:
        options = declared(name)
        reads = [(key, value) for key, option in options.items() if option.reads for value in BAD]
        writes = [(key, BAD[1]) for key, option in options.items() if option.writes]
        for key, value in [*reads, *(writes if name != "site" else ())]:
            done = run(*_words(name, options, {"puzzles": "good.csv", key: value}))
            text = f"{done.out}{done.err}"
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text), (name, key, text)
            said += "\\x1b[31m\\x07\\x9b2J\\nred" in text or "no\\x1b[5m" in text
    assert said > 40


def test_files_apart_are_fine(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    check_apart([str(tmp_path / "a"), "none", "-"], [str(tmp_path / "b"), str(tmp_path / "c")])
    check_apart([os.devnull], [os.devnull])
    for read, written in (("a", ("a",)), ("b.unfinished", ("b",))):
        (tmp_path / read).write_text("a")
        with pytest.raises(ValueError, match="input and output are the same file: "):
            check_apart([str(tmp_path / read)], [str(tmp_path / each) for each in written])


def test_a_command_as_a_process_says_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(f"puzzle\n{EASY}\n")
    done = run_process("sample", tmp_path / "s.csv", "-o", tmp_path / "s.csv")
    said = f"nonet sample: input and output are the same file: {tmp_path / 's.csv'}\n"
    assert (done.code, done.err) == (2, said)
