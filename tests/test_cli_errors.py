"""What the command says about bad input: one clear sentence, at the right line and column."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from console import CONFLICT, EASY, SOLVED, run, run_process, write

from nonet.base.errors import LimitReached, RulesError, TimeLimitReached
from nonet.cli.stream.rows import status_of

# name, content of the file, standard output, standard error; FILE stands for the path
Row = tuple[str, bytes, list[str], list[str]]

GOOD = (EASY + "\n").encode()


def rows() -> list[Row]:
    """Return the table of bad lines: each is between two good ones."""
    table = []
    for name, text, column, reason in [
        ("short", EASY[:80], 81, "expected 81 cells, found 80"),
        ("long", EASY + "7", 82, "expected 81 cells, found 82"),
        (
            "letter",
            EASY[:50] + "q" + EASY[51:],
            51,
            "expected a digit or '.' for an empty cell, found 'q'",
        ),
        ("two blanks", EASY[:80] + "-", 81, "found two blank characters, '.' and '-'; use only"),
        (
            "indent",
            "  " + EASY[:40] + "q" + EASY[41:],
            43,
            "expected a digit or '.' for an empty cell, found 'q'",
        ),
        ("a short line", "5 7", 4, "expected 81 cells, found 3"),
    ]:
        told = f"FILE:2:{column}: {reason}"
        content = GOOD + text.encode() + b"\n" + GOOD
        table.append((name, content, [SOLVED, f"# {told}", SOLVED], [told, "3 puzzles:"]))
    return table


FILES: list[Row] = [
    *rows(),
    (
        "not utf-8",
        GOOD + b"53\xff\n" + GOOD,
        [SOLVED, "# FILE:2:4: expected 81 cells, found 3", SOLVED],
        [
            "FILE:2: a line is not UTF-8; read as Latin-1",
            "FILE:2:4: expected 81 cells",
            "3 puzzles",
        ],
    ),
    (
        "words",
        GOOD + b"see you\n" + GOOD,
        [SOLVED, SOLVED],
        ["FILE:2: ignored, not a puzzle: 'see you'"],
    ),
    (
        "latin-1 in a remark",
        GOOD[:-1] + b" # caf\xe9\n",
        [SOLVED],
        ["FILE:1: a line is not UTF-8; read as Latin-1"],
    ),
    (
        "carriage returns",
        GOOD[:-1] + b"\r5\r" + GOOD,
        [SOLVED, "# FILE:2:2:", SOLVED],
        ["FILE:2:2:", "3 "],
    ),
    ("empty", b"", [], ["FILE: contains no puzzle"]),
    ("comments only", b"# a\n\n# b", [], ["FILE: contains no puzzle"]),
    (
        "binary",
        bytes(range(256)) * 9,
        [],
        ["FILE:1: expected text, found a NUL byte; the file is binary"],
    ),
    (
        "prose",
        b"Lorem ipsum dolor sit amet\n",
        [],
        ["FILE:1: expected a puzzle (a line of 81 cells"],
    ),
    ("zip", b"PK\x03\x04" + b"\0" * 90, [], ["FILE:1: expected text, found a ZIP archive"]),
    (
        "long line",
        b"1" * 3_000_000,
        ["# FILE:1: a record of more than"],
        [
            "FILE:1: a record of more than 1,048,576 bytes is not read",
            "1 puzzle: 1 unreadable",
        ],
    ),
    (
        "long line behind a puzzle",
        GOOD + b"1" * 3_000_000 + b"\n" + GOOD,
        [SOLVED, "# FILE:2: a record of more than", SOLVED],
        [
            "FILE:2: a record of more than 1,048,576 bytes",
            "3 puzzles: 2 solved, 1 unreadable",
        ],
    ),
    (
        "cut gzip",
        gzip.compress(b"# a remark without end" * 50)[:40],
        [],
        ["FILE: the gzip data is cut off"],
    ),
    (
        "damaged gzip",
        b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 60,
        [],
        ["FILE: the gzip data is damaged"],
    ),
    (
        "utf-16",
        (EASY + "\r\n" + EASY[:80]).encode("utf-16"),
        [SOLVED, "# FILE:2:81:"],
        ["FILE:2:81:", "2"],
    ),
    (
        "bad row of a table",
        f"id,puzzle\n1,{EASY}\n2,{EASY[:80]}\n3,{EASY}\n".encode(),
        [SOLVED, "# FILE:3:", SOLVED],
        ["FILE:3:", "3 puzzles: 2 solved, 1 unreadable"],
    ),
]


@pytest.mark.parametrize(
    ("content", "out", "err"), [row[1:] for row in FILES], ids=[row[0] for row in FILES]
)
def test_bad_input_is_reported_with_its_place(
    content: bytes, out: list[str], err: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "in"
    path.write_bytes(content)
    done = run("solve", path)
    for expected, lines in ((out, done.lines), (err, done.err.splitlines())):
        assert len(lines) == len(expected), lines
        for line, begin in zip(lines, expected, strict=True):
            assert line.startswith(begin.replace("FILE", str(path)))
    notes = ": ignored, ", "read as Latin-1"
    assert done.code == int(not all(any(note in line for note in notes) for line in err))


def test_the_same_through_a_pipe_names_standard_input() -> None:
    done = run("solve", "-", stdin=GOOD + b"5\n")
    assert done.lines == [SOLVED, "# <stdin>:2:2: expected 81 cells, found 1"]


def missing(path: Path) -> str:
    """Leave it missing."""
    return "no such file, and this is not a board"


def directory(path: Path) -> str:
    """Make a directory."""
    path.mkdir()
    return "expected a file, found a directory; give the files in it"


def forbidden(path: Path) -> str:
    """Make a file without read permission."""
    if os.geteuid() == 0:
        pytest.skip("the superuser may read everything")
    path.write_bytes(GOOD)
    path.chmod(0)
    return "Permission denied"


@pytest.mark.parametrize("make", [missing, directory, forbidden])
def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    make: Callable[[Path], str], tmp_path: Path
) -> None:
    path = tmp_path / "in.txt"
    reason = make(path)
    good = write(tmp_path / "good.txt", EASY)
    done = run("solve", good, path, good)
    assert done.lines == [SOLVED, SOLVED] and done.code == 1
    assert done.err.splitlines()[0] == f"{path}: {reason}"


def test_what_came_before_the_damage_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    noise = b"".join(b"# %s\n" % os.urandom(40).hex().encode() + GOOD for _ in range(4000))
    whole = gzip.compress(noise)
    path.write_bytes(whole[: len(whole) // 2])
    done = run("solve", path)
    assert 1000 < len(done.lines) < 4000 and set(done.lines) == {SOLVED}
    assert done.err.startswith(f"{path}: the gzip data is cut off: the end of the file is missing")


def test_an_output_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    done = run("solve", EASY, "-o", tmp_path / "no" / "out.txt")
    assert (
        done.code == 1
        and done.err == f"{tmp_path}/no/out.txt: its folder does not exist; make it first\n"
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_reported() -> None:
    done = run_process("solve", EASY, "-o", "/dev/full")
    assert done.code == 1 and done.err == "/dev/full: No space left on device\n"


def test_an_argument_that_is_nearly_a_puzzle_is_reported_what_is_wrong_with_it() -> None:
    done = run("solve", EASY[:80])
    assert done.lines == ["# <argument>:1:81: expected 81 cells, found 80"]
    both = run("solve", CONFLICT, EASY[:80])
    assert both.lines[1] == "# <argument 2>:1:81: expected 81 cells, found 80"


def test_an_error_of_nonet_itself_is_not_hidden(tmp_path: Path) -> None:
    broken = "import nonet.engine as e\ne.solve_rows = None\nfrom nonet.cli import main\nmain()\n"
    script = tmp_path / "broken.py"
    script.write_text(broken)
    import subprocess
    import sys

    done = subprocess.run([sys.executable, script, "solve", EASY], capture_output=True, timeout=60)
    assert done.returncode == 1 and b"TypeError" in done.stderr


def test_rules_that_do_not_fit_are_not_out_of_budget() -> None:
    assert status_of(RulesError("a 9x9 board is needed")) == (
        "unsupported",
        "a 9x9 board is needed",
    )
    assert status_of(LimitReached("it is spent"))[0] == "out of budget"
    assert status_of(TimeLimitReached())[0] == "out of budget"
