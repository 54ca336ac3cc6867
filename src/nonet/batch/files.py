"""Files of any size: pieces on threads, each kept when it is finished, so that a killed run can be resumed.

A run keeps its pieces in a folder beside the output, ``OUT.part``. A piece is written under a temporary name and
renamed when all of it is on the disk; a manifest says which inputs (by their hash), options and version the pieces
belong to. At the end the pieces are joined in order, so the result does not depend on the interruptions of a run.
"""

from __future__ import annotations

import errno
import hashlib
import json
import operator
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from nonet.batch.arrow import Work, puzzle_column
from nonet.batch.columns import column_with_nulls, pyarrow_for
from nonet.batch.csv_text import csv_text, json_text
from nonet.batch.parquet import open_parquet, parquet_writer
from nonet.batch.row_groups import append_range, join_parquet
from nonet.batch.sources import AT_ONCE, BadRow, Piece, SourceFile, files_of, open_source
from nonet.batch.texts import TABLES
from nonet.engine import Status, threads_available
from nonet.engine.delimited import csv_line
from nonet.errors import NonetError, ParseError
from nonet.formats.fields import puzzle_of

__all__ = [
    "Changed",
    "Executor",
    "Job",
    "PieceDone",
    "PieceWork",
    "Progress",
    "Shares",
    "Summary",
    "Threads",
    "keep",
    "run",
    "version",
]

version = "5"
"""The version of the pieces; it changes when other bytes come out."""

_BYTES_OF = {
    "rating": 1 << 19,
    "technique": 1 << 19,
    "canonical": 1 << 22,
    "automorphisms": 1 << 22,
}
_BYTES = 8 << 20
_KINDS = {suffix: kind for suffix, kind in TABLES.items() if kind}
_SUFFIX = {"csv": "csv", "jsonl": "jsonl", "parquet": "parquet", "feather": "arrow"}


class Changed(NonetError, ValueError):
    """The inputs or the options are not those of the run that was interrupted."""


@dataclass(frozen=True)
class Summary:
    """What a run has done with the ``rows`` of the inputs; ``resumed`` were done before.

    They are ``written`` or ``rejected``; `nonet.cluster.dedupe` has also ``dropped`` some, equivalent to earlier ones.
    ``rejects`` is the file of the rejected rows, None if there are none.
    """

    rows: int
    written: int
    rejected: int
    resumed: int
    dropped: int = 0
    rejects: Path | None = None

    def __str__(self) -> str:
        dropped = f" + {self.dropped:,} equivalent" if self.dropped else ""
        rows = "row" if self.rows == 1 else "rows"
        return (
            f"{self.rows:,} {rows} in = {self.written:,} out + {self.rejected:,} rejected{dropped}"
        )


@dataclass(frozen=True)
class PieceDone:
    """What is known about a piece that is finished."""

    rows: int
    written: int
    rejected: int
    dropped: int = 0


@dataclass(frozen=True)
class Progress:
    """How far a run is: rows answered in this run, and the share of the inputs from 0 to 1."""

    rows: int
    share: float


@dataclass(frozen=True)
class PieceWork:
    """What is done with a piece; it can be sent to another process. The column of the puzzles is named in ``work``."""

    work: Work
    kind: str
    folder: str

    @property
    def column(self) -> str:
        """The column of the puzzles, the same for all pieces."""
        assert self.work.column is not None
        return self.work.column

    def path(self, number: int) -> Path:
        """Return the file of a piece."""
        return Path(self.folder, f"part-{number:06}.{_SUFFIX[self.kind]}")

    def done(self, number: int, name: str) -> PieceDone | None:
        """Return what is known about a piece that is on the disk, None if it is not."""
        path = self.path(number)
        if not path.exists():
            return None
        found = json.loads(_notes(path).read_text("utf-8"))
        if found.pop("name") != name:
            raise Changed(f"{path} belongs to another piece; delete {self.folder} to start again")
        return PieceDone(**found)

    def __call__(self, number: int, piece: Piece) -> PieceDone:
        """Answer the rows of a piece and keep the result."""
        table, bad, rows = piece.read()
        try:
            kept, more = self.answered(number, table)
        except ValueError as error:
            raise ParseError(str(error), source=piece.file.path) from None
        bad = _merged(bad, more)
        path = self.path(number)
        if bad:
            keep(_rejected(path), b"".join(_bad_line(row) for row in bad))
        done = PieceDone(rows, len(kept), len(bad), rows - len(kept) - len(bad))
        keep(_notes(path), json.dumps({"name": piece.name, **done.__dict__}).encode())
        with kept_file(path) as temporary:
            self._write(kept, temporary)
        return done

    def answered(self, number: int, table: Any) -> tuple[Any, list[BadRow]]:
        """Return the rows to write, and those that are no puzzles."""
        import numpy as np

        pa = pyarrow_for("nonet batch")
        parts = table.to_batches(max_chunksize=AT_ONCE) or [_no_rows(table.schema)]
        pairs = (self.work.answered(part, self.column, threads=1) for part in parts)
        answers, states = zip(*pairs, strict=True)
        answered, is_bad = pa.Table.from_batches(answers), np.concatenate(states) == Status.BAD_CELL
        if not is_bad.any():
            return answered, []
        bad = self.bad_rows(table, np.flatnonzero(is_bad).tolist())
        return answered.take(column_with_nulls(np.flatnonzero(~is_bad))), bad

    def bad_rows(self, table: Any, rows: Sequence[int]) -> list[BadRow]:
        """Return rows without a puzzle, each with its reason."""
        column, bad = table.column(self.column), []
        for row in rows:
            text = column[row].as_py()
            text = text if isinstance(text, str) else "" if text is None else str(text)
            bad.append(BadRow(row, _reason(text), text))
        return bad

    def _write(self, table: Any, path: Path) -> None:
        """Write the file of a piece."""
        if self.kind in ("csv", "jsonl"):
            text = csv_text if self.kind == "csv" else json_text
            with open(path, "wb") as out:
                out.writelines(map(text, table.to_batches()))
        elif self.kind == "parquet":
            with parquet_writer(path, table.schema) as out:
                out.write_table(table)
        else:
            pa = pyarrow_for("nonet batch")
            with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as out:
                out.write_table(table)


class Executor(Protocol):
    """Where pieces are answered: threads of this process, or a cluster."""

    carry: bool

    def run(
        self, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        """Yield pieces as they are finished, in any order."""


class Threads:
    """Threads of this process; a few pieces are in memory at a time."""

    carry = True

    def __init__(self, threads: int | None) -> None:
        self._threads = threads or threads_available()

    def run(
        self, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        """Yield pieces as they are finished, in any order."""
        waiting: dict[Future[PieceDone], Piece] = {}
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                for number, piece in pieces:
                    waiting[pool.submit(work, number, piece)] = piece
                    while len(waiting) > self._threads:
                        yield from _finished(waiting)
                while waiting:
                    yield from _finished(waiting)
            finally:
                for future in waiting:
                    future.cancel()


def _finished(waiting: dict[Future[PieceDone], Piece]) -> Iterator[tuple[Piece, PieceDone]]:
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        yield waiting.pop(future), future.result()


def run(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    columns: Sequence[str] = ("solution",),
    *,
    column: str | None = None,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = None,
    rejects: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    executor: Executor | None = None,
) -> Summary:
    """Answer the puzzles of files of any size, and write a table with all columns of the inputs and the answers.

    ``inputs`` are paths, folders and patterns: CSV, TSV, JSON lines and lines of boards (also compressed), Parquet,
    Feather. They must have the same columns. ``output`` is a file (``.csv``, ``.jsonl``, ``.parquet``, ``.feather``),
    or a folder, a path without a suffix, which receives Parquet files. ``columns``, ``column``, ``limit`` and
    ``budget`` are as for `nonet.batch.with_columns`. Rows that are not puzzles go to the CSV file ``rejects`` with
    file, row number and reason; without it to ``OUT.rejected.csv``. Rows are numbered from 1 for the first after the
    header, as in a data frame; a row with line ends in quotes is one row of several lines.

    Memory does not grow with the files. A run that was killed is resumed by the same call: pieces that are finished are
    kept in ``OUT.part``, and the result has the same bytes as that of a run without an interruption. Raises `Changed`
    if the inputs or the options are others than before, `ParseError` for a file that is not a table, and `OSError`.

    >>> from pathlib import Path
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> _ = Path("in.csv").write_text(f"id,puzzle\\n1,{easy}\\n2,none\\n")
    >>> print(run("in.csv", "out.csv", ["count", "givens"]))
    2 rows in = 1 out + 1 rejected
    >>> print(Path("out.csv").read_text(), end="")
    id,puzzle,count,givens,status
    1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1,30,unique
    >>> for name in ("in.csv", "out.csv", "out.csv.rejected.csv"):
    ...     Path(name).unlink()
    """
    pyarrow_for("nonet batch")
    job = Job(inputs, Path(output), Work(columns, column, limit, budget), rejects)
    return job.run(executor or Threads(threads), progress)


class Shares:
    """Notes how far the inputs have been read, and shows it."""

    def __init__(
        self, files: Sequence[SourceFile], progress: Callable[[Progress], None] | None
    ) -> None:
        self._sizes = [max(1, file.size) for file in files]
        self._read = dict.fromkeys((file.path for file in files), 0.0)
        self._progress = progress or (lambda _: None)

    def __call__(self, piece: Piece, rows: int) -> None:
        """Note a piece that is finished, and how many rows this run has done."""
        path = piece.file.path
        self._read[path] = max(self._read[path], piece.position)
        read = sum(map(operator.mul, self._read.values(), self._sizes))
        self._progress(Progress(rows, read / sum(self._sizes)))


class Job:
    """One output: its inputs, its folder of pieces, and how they are joined."""

    def __init__(
        self, inputs: Any, output: Path, work: Work, rejects: str | os.PathLike[str] | None
    ) -> None:
        self.output = output
        self.parts = not output.suffix or output.is_dir()
        kind = "parquet" if self.parts else _KINDS.get(output.suffix.lower())
        if kind is None:
            known = ", ".join(_KINDS)
            raise ValueError(
                f"cannot write {str(output)!r}: unknown suffix; use {known} or a folder"
            )
        self.kind = kind
        self.folder = output.with_name(output.name + ".part")
        self.rejects = Path(rejects) if rejects else output.with_name(output.name + ".rejected.csv")
        self.files = [open_source(path, work.column) for path in files_of(inputs)]
        self._check_columns()
        self.wanted = min([_BYTES_OF.get(name, _BYTES) for name in work.columns])
        work = Work(work.columns, self._puzzle_column(work.column), work.limit, work.budget)
        self.files = [replace(file, unread=self.unread(file, work)) for file in self.files]
        self.work = PieceWork(work, kind, str(self.folder))
        self.columns = list(work.columns)
        if self.parts and output.exists() and any(output.iterdir()):
            raise FileExistsError(f"{output}: the folder is not empty")

    def unread(self, file: SourceFile, work: Work) -> tuple[str, ...]:
        """Return the columns of a file that are not read, because answers replace them."""
        if file.kind not in ("csv", "parquet") or len(set(file.names)) < len(file.names):
            return ()
        replaced = {*work.columns, "status"} - {work.column}
        return tuple(name for name in file.names if name in replaced)

    def _puzzle_column(self, column: str | None) -> str:
        """Return the column of the puzzles, for all files; the first rows are read where the names do not decide."""
        pa = pyarrow_for("nonet batch")
        file = self.files[0]
        schema = file.schema or pa.schema([(name, pa.string()) for name in file.names])
        beginnings = (one for file in self.files for one in file.beginning(self.wanted))
        try:
            return puzzle_column(schema, column, beginnings)
        except ValueError as error:
            raise ParseError(str(error), source=file.path) from None

    def _check_columns(self) -> None:
        first = self.files[0]
        for file in self.files[1:]:
            if file.names != first.names:
                names = [", ".join(map(repr, one.names[:8])) for one in (first, file)]
                reason = f"expected the columns of {first.path} ({names[0]}), found {names[1]}"
                raise ParseError(reason, source=file.path)

    def run(
        self, executor: Executor, progress: Callable[[Progress], None] | None = None
    ) -> Summary:
        """Answer the pieces that are missing, join all, and check the sums."""
        self.make_folder()
        found: list[PieceDone] = []
        rows = [0, 0]  # of this run, and resumed
        note = Shares(self.files, progress)

        def missing() -> Iterator[tuple[int, Piece]]:
            number = 0
            for file in self.files:
                for piece in file.pieces(self.wanted, carry=executor.carry):
                    done = self.work.done(number, piece.name)
                    if done is None:
                        yield number, piece
                    else:
                        found.append(done)
                        rows[1] += done.rows
                    number += 1
                starts.append(number)

        starts = [0]
        for piece, done in executor.run(self.work, missing()):
            found.append(done)
            rows[0] += done.rows
            note(piece, rows[0])
        written, rejected = self._join(starts)
        total, dropped = (
            sum(getattr(done, name) for done in found) for name in ("rows", "dropped")
        )
        if total != written + rejected + dropped:
            raise RuntimeError(f"{total} rows in, but {written} out and {rejected} rejected")
        rejects = self.rejects if rejected else None
        return Summary(total, written, rejected, rows[1], dropped, rejects)

    def make_folder(self) -> None:
        """Make the folder of the pieces, or check that its pieces belong to this job."""
        for path in (self.output, self.rejects):
            if not path.parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, "the folder does not exist", str(path.parent))
        self.folder.mkdir(exist_ok=True)
        self.check_manifest()

    def all_pieces(self, *, carry: bool) -> Iterator[Piece]:
        """Yield the pieces of all files."""
        for file in self.files:
            yield from file.pieces(self.wanted, carry=carry)

    # -- the manifest -----------------------------------------------------------------------------

    @cached_property
    def _hashes(self) -> dict[str, str]:
        """The hash of each input."""
        return {file.path: _hash_of(file.path) for file in self.files}

    def check_manifest(self) -> None:
        """Compare the inputs and the options with those of the pieces that are there; write them for a new run."""
        work = self.work.work
        manifest = {
            "version": [sys.modules["nonet"].__version__, version],
            "columns": self.columns,
            "column": work.column,
            "limit": work.limit,
            "budget": work.budget,
            "format": self.kind,
            "inputs": self._hashes,
        }
        path = self.folder / "_manifest.json"
        if path.exists():
            before = json.loads(path.read_text("utf-8"))
            again = f"delete {self.folder} to start again"
            for name, found in self._hashes.items():
                if name in before["inputs"] and before["inputs"][name] != found:
                    raise Changed(
                        f"{name}: the file has changed since the run was interrupted; {again}"
                    )
            for key, value in manifest.items():
                if before[key] != value:
                    raise Changed(f"{key} is not that of the interrupted run; {again}")
        else:
            keep(path, json.dumps(manifest, indent=1).encode())

    # -- the end ----------------------------------------------------------------------------------

    def _join(self, starts: Sequence[int]) -> tuple[int, int]:
        """Join the pieces of all files in order; return the rows written and rejected."""
        count = starts[-1]
        if not count:
            shutil.rmtree(self.folder)
            raise ParseError("contains no rows", source=self.files[0].path)
        written, rejected = 0, 0
        with open(_temporary(self.rejects), "wb") as bad:
            bad.write(csv_line(["file", "row", "reason", "text"]).encode())
            for file, lo, hi in zip(self.files, starts, starts[1:], strict=False):
                before = 0
                for number in range(lo, hi):
                    path = self.work.path(number)
                    done = json.loads(_notes(path).read_text("utf-8"))
                    if done["rejected"]:
                        bad.write(_placed(_rejected(path), file.path, before))
                    before += done["rows"]
                    rejected += done["rejected"]
            _synced(bad)
        if self.parts:
            for number in range(count):
                written += open_parquet(str(self.work.path(number))).metadata.num_rows
            self._finish_folder()
        else:
            written = self._join_file(count)
            shutil.rmtree(self.folder)
        if rejected:
            os.replace(_temporary(self.rejects), self.rejects)
        else:
            os.unlink(_temporary(self.rejects))
            self.rejects.unlink(missing_ok=True)
        return written, rejected

    def _finish_folder(self) -> None:
        for path in self.folder.iterdir():
            if path.suffix != ".parquet" and path.name != "_manifest.json":
                path.unlink()
        if self.output.exists():
            self.output.rmdir()
        os.replace(self.folder, self.output)

    def _join_file(self, count: int) -> int:
        """Write the output file from its pieces; return its rows."""
        target = _temporary(self.output)
        paths = [self.work.path(number) for number in range(count)]
        written = 0
        if self.kind == "parquet":
            join_parquet(paths, target)
            written = open_parquet(str(target)).metadata.num_rows
        elif self.kind == "feather":
            written = _join_arrow(paths, target)
        else:
            with open(target, "wb") as out:
                if self.kind == "csv":
                    out.write(csv_line(self.names()).encode())
                for path in paths:
                    with open(path, "rb") as piece:
                        append_range(piece, 0, os.path.getsize(path), out)
                    written += json.loads(_notes(path).read_text("utf-8"))["written"]
                _synced(out)
        os.replace(target, self.output)
        return written

    def names(self) -> list[str]:
        """Return the columns of the output."""
        return list(dict.fromkeys([*self.files[0].names, *self.work.work.columns, "status"]))


def _no_rows(schema: Any) -> Any:
    pa = pyarrow_for("nonet batch")
    return pa.RecordBatch.from_arrays([pa.nulls(0, kind) for kind in schema.types], schema=schema)


def _join_arrow(paths: Sequence[Path], target: Path) -> int:
    """Write the record batches of Feather files to one; return the rows."""
    pa = pyarrow_for("writing Feather")
    written, out = 0, None
    for path in paths:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
            if out is None:
                out = pa.ipc.new_file(str(target), file.schema)
            table = file.read_all()
            out.write_table(table)
            written += len(table)
    if out is not None:
        out.close()
    return written


# -- small files ----------------------------------------------------------------------------------


def _notes(path: Path) -> Path:
    return path.with_suffix(".json")


def _rejected(path: Path) -> Path:
    return path.with_suffix(".rejected")


def _temporary(path: Path) -> Path:
    return path.with_name(path.name + ".tmp")


@contextmanager
def kept_file(path: Path) -> Iterator[Path]:
    """Give a path to write to, so that the file is there as a whole or not at all, whatever happens."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    yield temporary
    with open(temporary, "rb+") as out:
        _synced(out)
    os.replace(temporary, path)


def keep(path: Path, data: bytes | memoryview) -> None:
    """Write a file that is there as a whole or not at all."""
    with kept_file(path) as temporary:
        temporary.write_bytes(data)


def _synced(out: Any) -> None:
    out.flush()
    os.fsync(out.fileno())


def _hash_of(path: str) -> str:
    with open(path, "rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _reason(text: str) -> str:
    """Return why a text is no classic board."""
    try:
        puzzle = puzzle_of(text, None)
    except NonetError as error:
        return getattr(error, "reason", str(error))
    if puzzle.marks is not None:
        return "expected 81 cells, found candidates"
    size = puzzle.rules.size
    if size == 9:
        return str(next(iter(puzzle.check().problems), "the puzzle has no canonical form"))
    return f"expected a classic 9x9 board, found {size}x{size}"


def _merged(unread: Sequence[BadRow], unsolved: Sequence[BadRow]) -> list[BadRow]:
    """Return bad rows of a piece in order; those without a board are counted without the rows that were not read."""
    found: list[BadRow] = []
    left = list(unread)
    for row in unsolved:
        number = row.row + len(unread) - len(left)
        while left and left[0].row <= number:
            found.append(left.pop(0))
            number += 1
        found.append(replace(row, row=number))
    return found + left


def _bad_line(row: BadRow) -> bytes:
    return json.dumps([row.row, row.reason, row.text]).encode() + b"\n"


def _placed(path: Path, source: str, before: int) -> bytes:
    """Return the rejected rows of a piece as CSV; ``before`` are the rows of the file before it."""
    lines = []
    for line in path.read_bytes().splitlines():
        row, reason, text = json.loads(line)
        lines.append(csv_line([source, before + row + 1, reason, text]))
    return "".join(lines).encode()
