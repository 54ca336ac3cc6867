"""Files of any size: pieces on threads, each kept when it is finished, so that a killed run can be resumed.

A run keeps its pieces in a folder beside the output, ``OUT.part``. A piece is written under a temporary name and
renamed when it is completely on the disk; a manifest says which inputs (by size and CRC-32), options and version the
pieces belong to. At the end the pieces are joined in order, so the result does not depend on the interruptions of a
run.
"""

from __future__ import annotations

import errno
import json
import math
import operator
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, Protocol

from nonet.base.errors import ParseError
from nonet.base.filenames import shown
from nonet.base.outfiles import NewFile, check_apart, check_place, move_folder
from nonet.batch.answers import ANSWERS, check_columns
from nonet.batch.arrow import (
    Work,
    plain_board,
    puzzle_column,
    texts_at,
    with_boards,
)
from nonet.batch.folders import (
    MANIFEST,
    Changed,
    checksum_of,
    forget,
    has_lock,
    keep,
    keep_with_notes,
    locked,
    notes_of,
    unlock,
)
from nonet.batch.plain import answered_rows
from nonet.engine import threads_available, time_limit
from nonet.engine.delimited import csv_line
from nonet.puzzle import Puzzle
from nonet.tables.answer_names import sentence_about
from nonet.tables.batches import RejectedRow
from nonet.tables.column_types import typed
from nonet.tables.columns import check_pyarrow, column_with_nulls, pyarrow_for
from nonet.tables.csv_scan import Scan
from nonet.tables.csv_text import Values, csv_text, json_text
from nonet.tables.parquet import left_out_by_parquet, open_parquet, parquet_writer
from nonet.tables.record_rows import PieceRows, values_of
from nonet.tables.row_groups import append_range, join_parquet
from nonet.tables.sources import AT_ONCE, Piece, SourceFile, files_of, open_source, united
from nonet.tables.texts import TABLES

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
    "run",
    "version",
]

version = "12"
"""The version of the pieces; it changes when other bytes come out."""

_BYTES = 8 << 20  # of text, in a piece of rows that are only solved
_KINDS = {suffix: kind for suffix, kind in TABLES.items() if kind}
_SUMS = "done"  # of a manifest: the rows of a run that is complete
_REJECTED = "file", "row", "reason", "text"
_SUFFIX = {"csv": "csv", "jsonl": "jsonl", "parquet": "parquet", "feather": "arrow"}


@dataclass(frozen=True)
class Summary:
    """What a run has done with the ``rows`` of the inputs; ``resumed`` were done before.

    They are ``written`` or ``rejected``; `nonet.cluster.dedupe` has also ``dropped`` some, equivalent to earlier ones.
    ``rejects`` is the file that lists the rejected rows and the ``unreadable`` files, which are not tables and have no
    rows; None if there are neither. ``notes`` are about lines that are not rows, such as the title above a table.
    """

    rows: int
    written: int
    rejected: int
    resumed: int
    dropped: int = 0
    rejects: Path | None = None
    unreadable: int = 0
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        dropped = f" + {self.dropped:,} equivalent" if self.dropped else ""
        rows = "row" if self.rows == 1 else "rows"
        sums = (
            f"{self.rows:,} {rows} in = {self.written:,} out + {self.rejected:,} rejected{dropped}"
        )
        if not self.unreadable:
            return sums
        no_table = "file is no table" if self.unreadable == 1 else "files are no tables"
        return f"{sums}, {self.unreadable:,} {no_table}"


@dataclass(frozen=True)
class PieceDone:
    """What is known about a piece that is finished."""

    rows: int
    written: int
    rejected: int
    dropped: int = 0

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """All of them."""
        return self.rows, self.written, self.rejected, self.dropped


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

    @property
    def replaced(self) -> Sequence[str]:
        """The columns that answers replace where the file has them."""
        return (*self.work.columns, "status") if self.work.replace else ()

    def path(self, number: int) -> Path:
        """Return the file of a piece."""
        return Path(self.folder, f"part-{number:06}.{_SUFFIX[self.kind]}")

    def done(self, number: int, name: str) -> PieceDone | None:
        """Return what is known about a piece that is on the disk; None if it is not, or is damaged."""
        path = self.path(number)
        notes = notes_of(path)
        if notes is None or notes.pop("name") != name:
            return None
        rejects = notes.pop("rejects", None)
        notes.pop("said", None)
        with suppress(OSError, TypeError):
            if rejects is None or checksum_of(_rejected(path)) == rejects:
                return PieceDone(**notes)
        return None

    def __call__(self, number: int, piece: Piece) -> PieceDone:
        """Answer the rows of a piece and keep the result."""
        if self._takes_plain_rows(piece.file):
            data, rows = piece.with_rows()
            if not rows.others:
                return self._keep_plain(number, piece, data, rows)
            piece = replace(piece, data=data, rows=rows)
        read = piece.read(as_types=self.kind not in ("csv", "jsonl"))
        try:
            kept, more = self.answered(number, read)
        except ValueError as error:
            raise ParseError(str(error), source=piece.file.path) from None
        bad = _merged(read.bad, more)
        path = self.path(number)
        done = PieceDone(read.rows, len(kept), len(bad), read.rows - len(kept) - len(bad))
        notes = {"name": piece.name, **done.__dict__}
        if read.notes:
            notes["said"] = read.notes
        if bad:
            lines = (json.dumps([row, error.reason, error.text]) + "\n" for row, error in bad)
            rejected = "".join(lines).encode()
            keep(_rejected(path), rejected)
            notes["rejects"] = zlib.crc32(rejected)
        kept, values = values_of(kept, read.values)
        values = {name: column for name, column in values.items() if name not in self.replaced}
        with keep_with_notes(path, notes) as out:
            self._write(kept, values, piece.file.schema, out)
        return done

    def _takes_plain_rows(self, file: SourceFile) -> bool:
        """Whether plain rows of a file need no table of Arrow."""
        if not self.kind == file.kind == "csv" or file.table.columns.rules is not None:
            return False
        return all(ANSWERS[name].cells is not None for name in self.work.columns)

    def _keep_plain(self, number: int, piece: Piece, data: bytes, rows: Scan) -> PieceDone:
        """Answer plain rows and keep the result."""
        count = len(rows.offsets)
        done = PieceDone(count, count, 0)
        with keep_with_notes(self.path(number), {"name": piece.name, **done.__dict__}) as out:
            for text in answered_rows(data, piece.file.names, rows, self.work):
                out.write(text)
        return done

    def answered(self, number: int, read: PieceRows) -> tuple[Any, list[RejectedRow]]:
        """Return the rows to write, and those that are not puzzles."""
        import numpy as np

        table = with_boards(read.table, self.column, read.boards)
        rules = self.rules(table)
        bad: list[RejectedRow] = []
        plain: dict[int, str] = {}
        batches, first = [], 0
        for part in table.to_batches(max_chunksize=AT_ONCE) or [_no_rows(table.schema)]:
            mine = {
                row - first: words for row, words in rules.items() if 0 <= row - first < len(part)
            }
            found, others = self.work.answered(part, self.column, mine, threads=1)
            bad += [
                RejectedRow(first + row, ParseError(reason, text=others.texts[row]))
                for row, reason in others.reasons.items()
            ]
            plain |= {first + row: board for row, board in others.plain.items()}
            batches.append(found)
            first += len(part)
        answers = pyarrow_for("nonet batch").Table.from_batches(batches)
        answers = with_boards(answers, self.column, plain)
        if not bad:
            return answers, []
        kept = column_with_nulls(np.setdiff1d(np.arange(len(table)), [row.row for row in bad]))
        return answers.take(kept), bad

    def rules(self, table: Any) -> dict[int, str]:
        """Return the rules of the rows that name some."""
        name = next((name for name in table.schema.names if name.lower() == "rules"), None)
        is_text = pyarrow_for("nonet batch").types.is_string
        if name is None or not is_text(table.schema.field(name).type):
            return {}
        words = table.column(name).to_pylist()
        texts = ((row, word.strip()) for row, word in enumerate(words) if word)
        return {row: word for row, word in texts if word}

    def bad_rows(self, table: Any, rows: Sequence[int]) -> list[RejectedRow]:
        """Return rows without a canonical form, each with its reason."""
        texts, rules = texts_at(table.column(self.column), rows), self.rules(table)
        return [
            RejectedRow(row, ParseError(_no_form(text, rules.get(row)), text=text))
            for row, text in zip(rows, texts, strict=True)
        ]

    def _write(self, table: Any, values: Values, schema: Any, out: IO[bytes]) -> None:
        """Write the file of a piece, with ``values`` in place of the columns with their names."""
        if self.kind in ("csv", "jsonl"):
            text, done = csv_text if self.kind == "csv" else json_text, 0
            for batch in table.to_batches():
                part = slice(done, done + len(batch))
                out.write(text(batch, {name: column[part] for name, column in values.items()}))
                done += len(batch)
            return
        table = typed(table, values, schema)
        new_file = pyarrow_for("nonet batch").ipc.new_file
        writer = parquet_writer if self.kind == "parquet" else new_file
        with writer(out, table.schema) as file:
            file.write_table(table)


class Executor(Protocol):
    """Where pieces are answered: threads of this process, or a cluster."""

    carry: bool

    def run(
        self, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        """Yield pieces as they are finished, in any order."""


class Threads:
    """Threads of this process; a few pieces are in memory at a time. Who leaves earlier stops what they look for."""

    carry = True

    def __init__(self, threads: int | None) -> None:
        self._threads = threads or threads_available()

    def run(
        self, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        """Yield pieces as they are finished, in any order."""
        waiting: dict[Future[PieceDone], Piece] = {}
        stop = bytearray(1)

        def answer(number: int, piece: Piece) -> PieceDone:
            with time_limit(math.inf, stop):
                return work(number, piece)

        with ThreadPoolExecutor(self._threads) as pool:
            try:
                for number, piece in pieces:
                    waiting[pool.submit(answer, number, piece)] = piece
                    while len(waiting) > self._threads:
                        yield from _finished(waiting)
                while waiting:
                    yield from _finished(waiting)
            finally:
                stop[0] = 1
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
    replace: bool = False,
    rejects: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    executor: Executor | None = None,
) -> Summary:
    """Answer the puzzles of files of any size, and write a table with all columns of the inputs and the answers.

    ``inputs`` are paths, folders and patterns: CSV, TSV, JSON lines and lines of boards (also compressed), Parquet,
    Feather, NumPy (``.npy``), and any other text that `nonet.read` takes. Those with a header must have the same
    columns. ``output`` is a file (``.csv``, ``.jsonl``, ``.parquet``, ``.feather``), or a folder, a path without a
    suffix, which receives Parquet files. ``columns``, ``column``, ``limit``, ``budget`` and ``replace`` are as for
    `nonet.batch.with_columns`. Rows that are not puzzles go to the CSV file ``rejects`` with file, row number and
    reason; without it to ``OUT.rejected.csv``. Rows are numbered from 1 for
    the first after the header, as in a data frame; a row with line ends in quotes is one row of several lines.

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
    check_pyarrow("nonet batch")
    work = Work(check_columns(columns), column, limit, budget, replace)
    job = Job(inputs, Path(output), work, rejects)
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
        if not output.name or str(output) == "-":
            raise ValueError(
                f"expected the name of a file or a folder for the output, got {str(output)!r}"
            )
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
        self.unreadable: list[tuple[str, str]] = []
        self.notes: list[str] = []
        paths = files_of(inputs)
        self._check_places(paths)
        self.files = list(self._opened(paths, work.column))
        self._check_columns()
        self.wanted = _BYTES // max(ANSWERS[name].family.cost for name in work.columns)
        column = self._puzzle_column(work)
        work = replace(work, column=column)
        self.files = [file.for_column(column, self.unread(file, work)) for file in self.files]
        self.work = PieceWork(work, kind, str(self.folder))
        self.columns = list(work.columns)
        if warning := sentence_about(self.added(), "--replace, or replace=True,"):
            self.notes.append(f"{shown(self.files[0].path)}: {warning}")
        if self.parts and not has_lock(output):
            self._check_empty()

    def _check_places(self, inputs: Sequence[str]) -> None:
        """Refuse an output that is an input, or a file that is not one of this run."""
        places = [str(self.output), str(self.rejects)]
        check_apart(inputs, places)
        folder = os.path.realpath(self.folder)
        if used := next((path for path in inputs if _lies_in(path, folder)), None):
            raise ValueError(f"{shown(used)} lies in the folder of the run; move it away first")
        for path in (self.output, self.rejects):
            if not path.parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, "the folder does not exist", str(path.parent))
            if path is self.rejects or not self.parts:
                check_place(str(path))
        if self.rejects.is_dir() or (self.rejects.exists() and not self._are_rejects()):
            reason = "the rejected rows belong here, found something else; choose another file"
            raise FileExistsError(errno.EEXIST, reason, str(self.rejects))

    def _check_empty(self) -> None:
        """Refuse a folder in which there is something."""
        if self.output.exists() and any(self.output.iterdir()):
            raise FileExistsError(errno.EEXIST, "the folder is not empty", str(self.output))

    def _are_rejects(self) -> bool:
        """Whether the file of the rejected rows was made by a run."""
        head = csv_line(_REJECTED).encode()
        with open(self.rejects, "rb") as handle:
            return handle.read(len(head)) in (head, b"")

    def _opened(self, paths: Sequence[str], column: str | None) -> Iterator[SourceFile]:
        """Yield the files that are tables; others are rejected, unless no file is a table."""
        count, first = 0, None
        for path in paths:
            try:
                yield open_source(path, column)
                count += 1
            except ParseError as error:
                first = first or error
                if os.path.getsize(path):
                    self.unreadable.append((path, error.reason))
        if first is not None and not count:
            raise first

    def unread(self, file: SourceFile, work: Work) -> tuple[str, ...]:
        """Return the columns of a file that are not read, because answers replace them."""
        if file.kind not in ("csv", "parquet") or not work.replace or not file.has_own_names:
            return ()
        replaced = {*work.columns, "status"} - {work.column}
        return tuple(name for name in file.names if name in replaced)

    def _puzzle_column(self, work: Work) -> str:
        """Return the column of the puzzles, for all files; the first rows are read where the names do not decide."""
        file = self.files[0]
        beginnings = (one for file in self.files for one in file.beginning(self.wanted))
        try:
            return puzzle_column(file.schema or file.names, work.column, beginnings)
        except ValueError as error:
            raise ParseError(str(error), source=file.path) from None

    def _check_columns(self) -> None:
        """Give files without a header the columns of all; others must have the same."""
        if len({file.names for file in self.files if file.is_free}) > 1:
            self.files = united(self.files)
        first = self.files[0]
        into_parquet = self.kind == "parquet" and first.kind == "feather"
        odd = left_out_by_parquet(first.schema) if into_parquet else None
        if odd is not None:
            reason = f"expected columns that Parquet can hold, found {odd.name!r} of {odd.type}"
            raise ParseError(f"{reason}; write .feather, .csv or .jsonl", source=first.path)
        for file in self.files[1:]:
            if file.names != first.names:
                names = [", ".join(map(repr, one.names[:8])) for one in (first, file)]
                reason = (
                    f"expected the columns of {shown(first.path)} ({names[0]}), found {names[1]}"
                )
                raise ParseError(reason, source=file.path)

    def run(
        self, executor: Executor, progress: Callable[[Progress], None] | None = None
    ) -> Summary:
        """Answer the pieces that are missing, join all, and check the sums."""
        if (summary := self.ended()) is not None:
            return summary
        with self.folder_of_its_own():
            return self.answer(executor, progress)

    def ended(self) -> Summary | None:
        """Finish a run that was killed when its folder had just become the output; return None if there is none."""
        if not (self.parts and has_lock(self.output)):
            return None
        manifest = self._manifest_in(self.output)
        sums = manifest.pop(_SUMS, None)
        if sums is None or manifest != self.manifest():
            self._check_empty()
            return None
        done = PieceDone(**sums)
        with locked(self.output):
            forget(self.output, but=".parquet")
        rejects = self.rejects if done.rejected or self.unreadable else None
        total = done.rows, done.written, done.rejected, done.rows, done.dropped
        return Summary(*total, rejects, len(self.unreadable))

    def answer(
        self, executor: Executor, progress: Callable[[Progress], None] | None = None
    ) -> Summary:
        """Do the work of `run` in a folder that is locked."""
        pieces: list[PieceDone] = []
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
                        pieces.append(done)
                        rows[1] += done.rows
                    number += 1
                starts.append(number)

        starts = [0]
        for piece, done in executor.run(self.work, missing()):
            pieces.append(done)
            rows[0] += done.rows
            note(piece, rows[0])
        sums = PieceDone(
            *map(sum, zip((0, 0, 0, 0), *(done.counts for done in pieces), strict=True))
        )
        written, rejected = self._join(starts, sums)
        if sums.rows != written + rejected + sums.dropped:
            raise RuntimeError(f"{sums.rows} rows in, but {written} out and {rejected} rejected")
        rejects = self.rejects if rejected or self.unreadable else None
        files, notes = len(self.unreadable), tuple(self.notes)
        total = sums.rows, written, rejected, rows[1], sums.dropped
        return Summary(*total, rejects, files, notes)

    @contextmanager
    def folder_of_its_own(self) -> Iterator[None]:
        """Lock the folder of the pieces, and check that its pieces belong to this job."""
        with locked(self.folder):
            self.check_manifest()
            try:
                yield
            except BaseException:
                if not self._has_pieces():
                    forget(self.folder)
                raise

    def all_pieces(self, *, carry: bool) -> Iterator[Piece]:
        """Yield the pieces of all files."""
        for file in self.files:
            yield from file.pieces(self.wanted, carry=carry)

    # -- the manifest -----------------------------------------------------------------------------

    def manifest(self) -> dict[str, Any]:
        """Return what the pieces of this run belong to: its inputs and options."""
        return {
            "version": [sys.modules["nonet"].__version__, version],
            **self.work.work.__dict__,
            "columns": self.columns,
            "format": self.kind,
            "inputs": {file.path: [file.size, file.checksum] for file in self.files},
        }

    def _manifest_in(self, folder: Path) -> dict[str, Any]:
        """Return the manifest in a folder; {} if it is damaged, or there is none."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            manifest = json.loads((folder / MANIFEST).read_bytes())
            dict(manifest["inputs"])
            return dict(manifest)
        return {}

    def _has_pieces(self) -> bool:
        """Whether there are pieces that are finished."""
        return any(not path.name.startswith("_") for path in self.folder.glob("*.json"))

    def check_manifest(self) -> None:
        """Compare the inputs and the options with those of the pieces that are there; write them for a new run."""
        path, manifest = self.folder / MANIFEST, self.manifest()
        again = f"delete {shown(self.folder)} to start again"
        if not path.exists() or not self._has_pieces():
            forget(self.folder)
            keep(path, json.dumps(manifest, indent=1).encode())
            return
        before = self._manifest_in(self.folder)
        if not before:
            raise Changed(f"{shown(path)}: the notes of the run are damaged; {again}")
        known, inputs = before["inputs"], manifest["inputs"]
        for key, value in manifest.items():
            if before.get(key) == value:
                continue
            changed = (name for name, facts in inputs.items() if known.get(name, facts) != facts)
            if key == "inputs" and (name := next(changed, None)):
                raise Changed(
                    f"{shown(name)}: the file has changed since the run was interrupted; {again}"
                )
            raise Changed(f"{key} is not that of the interrupted run; {again}")

    # -- the end ----------------------------------------------------------------------------------

    def _join(self, starts: Sequence[int], sums: PieceDone) -> tuple[int, int]:
        """Join the pieces of all files in order; return the rows written and rejected."""
        count = starts[-1]
        if not count:
            forget(self.folder)
            raise ParseError("contains no rows", source=self.files[0].path)
        rejected = self._join_rejected(starts, sums)
        if self.parts:
            written = self._finish_folder(count, sums)
        else:
            written = self._join_file(count)
            forget(self.folder)
        return written, rejected

    def _join_rejected(self, starts: Sequence[int], sums: PieceDone) -> int:
        """Write the rejected rows of all pieces in order; return their number."""
        placed = list[tuple[Path, str, int]]()
        for file, lo, hi in zip(self.files, starts, starts[1:], strict=False):
            before, remarks = 0, list(file.notes)
            for path in map(self.work.path, range(lo, hi)):
                done = json.loads(path.with_suffix(".json").read_bytes())
                remarks += done.get("said", ())
                if done["rejected"]:
                    placed.append((_rejected(path), file.path, before))
                before += done["rows"]
            self.notes += [f"{shown(file.path)}:{line}: {note}" for line, note in remarks]
        if not placed and not self.unreadable:
            self.rejects.unlink(missing_ok=True)
            return 0
        with NewFile(self.rejects, packed=False, sync=True) as out:
            out.write(csv_line(_REJECTED).encode())
            for name, reason in self.unreadable:
                out.write(csv_line([name, "", reason, ""]).encode())
            for each in placed:
                out.write(_placed(*each))
        return sums.rejected

    def _finish_folder(self, count: int, sums: PieceDone) -> int:
        """Make the folder of the pieces the output; return its rows.

        From the moment in which it is renamed the run is complete, which its manifest says. What is done then can be
        done by the next run: see `ended`.
        """
        paths = [self.work.path(number) for number in range(count)]
        written: int = sum(open_parquet(str(path)).metadata.num_rows for path in paths)
        whole = {**self.manifest(), _SUMS: sums.__dict__}
        keep(self.folder / MANIFEST, json.dumps(whole, indent=1).encode())
        move_folder(self.folder, self.output)
        forget(self.output, but=".parquet")
        unlock(self.output)
        return written

    def _join_file(self, count: int) -> int:
        """Write the output file from its pieces; return its rows."""
        paths = [self.work.path(number) for number in range(count)]
        with NewFile(self.output, packed=False, sync=True) as out:
            if self.kind == "parquet":
                return join_parquet(paths, out)
            if self.kind == "feather":
                return _join_arrow(paths, out)
            written = 0
            if self.kind == "csv":
                out.write(csv_line(self.names()).encode())
            for path in paths:
                with open(path, "rb") as piece:
                    append_range(piece, 0, os.path.getsize(path), out)
                written += json.loads(path.with_suffix(".json").read_bytes())["written"]
            return written

    def added(self) -> dict[str, str]:
        """Return the columns of the answers."""
        return self.work.work.names(self.files[0].names, self.work.column)

    def names(self) -> list[str]:
        """Return the columns of the output."""
        return list(dict.fromkeys([*self.files[0].names, *self.added().values()]))


def _lies_in(path: str, folder: str) -> bool:
    """Whether a file lies in a folder, whose path is real."""
    return os.path.dirname(os.path.realpath(path)) == folder


def _no_rows(schema: Any) -> Any:
    pa = pyarrow_for("nonet batch")
    return pa.RecordBatch.from_arrays([pa.nulls(0, kind) for kind in schema.types], schema=schema)


def _join_arrow(paths: Sequence[Path], target: IO[bytes]) -> int:
    """Write the record batches of Feather files to one; return the rows."""
    pa = pyarrow_for("writing Feather")
    written, out = 0, None
    for path in paths:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
            if out is None:
                out = pa.ipc.new_file(target, file.schema)
            table = file.read_all()
            out.write_table(table)
            written += len(table)
    if out is not None:
        out.close()
    return written


# -- small files ----------------------------------------------------------------------------------


def _rejected(path: Path) -> Path:
    return path.with_suffix(".rejected")


def _no_form(text: str, rules: str | None) -> str:
    """Return why a row has no canonical form."""
    board, reason = plain_board(text, rules)
    if board is None:
        return reason
    return str(next(iter(Puzzle(board).check().problems), "the puzzle has no canonical form"))


def _merged(
    unread: Sequence[RejectedRow], unsolved: Sequence[RejectedRow]
) -> list[tuple[int, ParseError]]:
    """Return the errors of a piece in order, each with the number of rows before it.

    The numbers of the rows do not count those that are ``unread``.
    """
    rows = [(bad.row, 0, bad.error) for bad in unread] + [
        (bad.row, 1, bad.error) for bad in unsolved
    ]
    rows.sort(key=lambda bad: bad[:2])
    more = accumulate((1 - counted for _, counted, _ in rows), initial=0)
    return [(row + before, error) for (row, _, error), before in zip(rows, more, strict=False)]


def _placed(path: Path, source: str, before: int) -> bytes:
    """Return the rejected rows of a piece as CSV; ``before`` are the rows of the file before it."""
    lines = []
    for line in path.read_bytes().splitlines():
        row, reason, text = json.loads(line)
        lines.append(csv_line([source, before + row + 1, reason, text]))
    return "".join(lines).encode()
