"""The command line inside of the tests: `run` calls it in this process and returns what it left behind.

A process of its own costs a third of a second; few tests need one (signals, pipes, terminals), and these use `COMMAND`.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple
from unittest import mock

from nonet import cli

COMMAND = [sys.executable, "-m", "nonet"]
GOLDEN = Path(__file__).parent / "golden" / "cli"

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "5346789126721953..1983425678597614234268537917139248569615372..287419635345286179"
CONFLICT = "55" + EASY[2:]
NONE = "531" + EASY[3:]
WHY_NONE = "column 8 has no place for 1: its empty cells see r1c3=1, r2c4=1, r5c9=1, r8c5=1"
OPEN = "." * 81
FOUR = ".1.....4...3..2."
SIXTEEN = "".join(  # a full board but for a few cells
    "." if cell % 37 == 0 else chr(65 + (4 * (row % 4) + row // 4 + column) % 16)
    for cell, (row, column) in enumerate((row, column) for row in range(16) for column in range(16))
)


class Run(NamedTuple):
    """What a run has left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Standard output in lines."""
        return self.out.splitlines()


def run(
    *arguments: str | Path, stdin: str | bytes = b"", merged: bool = False, **environment: str
) -> Run:
    """Run the command in this process, with files for its streams.

    With ``merged`` both outputs are in ``out``, in the order in which a terminal shows them.
    """
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        source.write(data)
        source.seek(0)
        with (
            _streams(source, out, out if merged else err),
            mock.patch.dict(os.environ, environment),
            mock.patch.object(sys, "argv", ["nonet", *map(str, arguments)]),
        ):
            code = 0
            try:
                cli.main()
            except SystemExit as end:
                code = int(end.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
        return Run(code, _text(out), _text(err))


def run_process(*arguments: str | Path, stdin: bytes = b"", **environment: str) -> Run:
    """Run the command as a process: for what ends the process, or happens to it."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def _streams(source: IO[bytes], out: IO[bytes], err: IO[bytes]) -> Iterator[None]:
    """Put files in the places of the standard streams."""
    before = sys.stdin, sys.stdout, sys.stderr
    files = ((source, "rb"), (out, "wb"), (err, "wb"))
    kept = [io.FileIO(file.fileno(), mode, closefd=False) for file, mode in files]
    sys.stdin = io.TextIOWrapper(io.BufferedReader(kept[0]))
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(kept[1]), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(kept[2]), "utf-8", "backslashreplace", line_buffering=True
    )
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def write(path: Path, *lines: str) -> Path:
    """Write a file of lines."""
    path.write_bytes("".join(line + "\n" for line in lines).encode())
    return path
