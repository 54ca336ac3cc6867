"""The first of all equivalent puzzles in files of any size, on threads or on a cluster.

Three rounds over the pieces of the inputs. The first finds the canonical forms and divides those of each piece into
partitions by their key, so that equivalent puzzles are in the same partition. The second takes one partition at a time
and keeps the first row of each form. The third writes the rows that are kept, in the order of the inputs. A partition
must fit into memory: 100 bytes for each row.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from nonet.batch.arrow import Others, Work, with_boards
from nonet.batch.equivalence import canonical
from nonet.batch.files import (
    Executor,
    Job,
    PieceDone,
    PieceWork,
    Progress,
    Shares,
    Summary,
    Threads,
)
from nonet.batch.folders import keep_with_notes, notes_of
from nonet.batch.rows import classic_rows
from nonet.engine import Status
from nonet.tables.batches import RejectedRow
from nonet.tables.columns import column_with_nulls, pyarrow_for
from nonet.tables.digit_lists import as_texts
from nonet.tables.record_rows import PieceRows
from nonet.tables.sources import Piece, SourceFile

__all__ = ["dedupe"]


def dedupe(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    column: str | None = None,
    partitions: int = 64,
    threads: int | None = None,
    rejects: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
    executor: Executor | None = None,
) -> Summary:
    """Write the rows whose puzzle is not equivalent to that of an earlier row; see `nonet.batch.run` for the arguments.

    ``partitions`` is the number of parts by canonical form; each must fit into the memory of a worker, 100 bytes per
    row. Rows without a canonical form (not a puzzle, givens that clash) go to ``rejects``. ``progress`` is that of the
    canonical forms, which take most of the time.

    >>> from pathlib import Path
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> _ = Path("in.csv").write_text(f"id,puzzle\\n1,{easy}\\n2,{easy[::-1]}\\n")
    >>> print(dedupe("in.csv", "out.csv"))
    2 rows in = 1 out + 0 rejected + 1 equivalent
    >>> for name in ("in.csv", "out.csv"):
    ...     Path(name).unlink()
    """
    pyarrow_for("files of any size")
    if partitions < 1:
        raise ValueError(f"partitions must be at least 1, got {partitions}")
    job = _Distinct(inputs, Path(output), Work(("canonical",), column), rejects)
    job.columns = [f"distinct of {partitions} partitions"]
    shared = job.work.work, job.kind, str(job.folder), partitions
    job.work = _Kept(*shared)
    if (summary := job.ended()) is not None:
        return summary
    with job.folder_of_its_own():
        return _rounds(job, shared, executor or Threads(threads), progress)


def _rounds(
    job: _Distinct,
    shared: tuple[Work, str, str, int],
    executor: Executor,
    progress: Callable[[Progress], None] | None,
) -> Summary:
    """Find the forms, the first row of each, and write the rows that are kept."""
    forms = _Forms(*shared)
    count = 0

    def without_forms() -> Iterator[tuple[int, Piece]]:
        nonlocal count
        for piece in job.all_pieces(carry=executor.carry):
            if notes_of(forms.target(count)) is None:
                yield count, piece
            count += 1

    rows, note = 0, Shares(job.files, progress)
    for piece, done in executor.run(forms, without_forms()):
        rows += done.rows
        note(piece, rows)
    firsts = _Firsts(*shared, pieces=count)
    missing: Any = (
        (part, None) for part in range(firsts.partitions) if notes_of(firsts.target(part)) is None
    )
    for _ in executor.run(firsts, missing):
        pass
    return job.answer(executor)


class _Distinct(Job):
    """The last round: the rows that are kept."""

    def unread(self, file: SourceFile, work: Work) -> tuple[str, ...]:
        """Return no column: there are no answers."""
        return ()

    def added(self) -> dict[str, str]:
        """Return no column."""
        return {}


@dataclass(frozen=True)
class _Round(PieceWork):
    """What the rounds share."""

    partitions: int

    def forms_file(self, number: int) -> Path:
        """Return the file with the forms of a piece, a record batch for each partition."""
        return Path(self.folder, f"forms-{number:06}.arrow")

    def firsts_file(self, part: int) -> Path:
        """Return the file with the rows of a partition that are kept: pairs of piece and row, in order."""
        return Path(self.folder, f"firsts-{part:06}.npy")


@dataclass(frozen=True)
class _Forms(_Round):
    """The first round: the canonical forms of a piece, divided into partitions."""

    def target(self, number: int) -> Path:
        """Return the file that the round makes."""
        return self.forms_file(number)

    def __call__(self, number: int, piece: Piece) -> PieceDone:
        """Find the forms of a piece and keep them."""
        import numpy as np

        pa = pyarrow_for("files of any size")
        read = piece.read()
        table = read.table
        canonical = self._canonical(with_boards(table, self.column, read.boards))
        given = table.column(self.column)
        bad = np.flatnonzero(canonical.status == Status.BAD_CELL).tolist()
        if plain := Others(given, dict.fromkeys(bad)).plain:
            canonical = self._canonical(with_boards(table, self.column, {**read.boards, **plain}))
        others = Others(given, self.rules(table))
        is_classic = np.ones(len(table), bool)
        is_classic[[*others.boards, *others.reasons]] = False
        has_form = np.flatnonzero((canonical.status == Status.FOUND) & is_classic)
        parts = (canonical.keys[has_form] % np.uint64(self.partitions)).astype(np.int64)
        order = np.argsort(parts, kind="stable")
        has_form, bounds = (
            has_form[order],
            np.searchsorted(parts[order], range(self.partitions + 1)),
        )
        sink = pa.BufferOutputStream()
        schema = pa.schema([("row", pa.int64()), ("form", pa.binary(81))])
        with pa.ipc.new_file(sink, schema) as out:
            for lo, hi in pairwise(bounds):
                mine = has_form[lo:hi]
                data = pa.py_buffer(np.ascontiguousarray(canonical.boards[mine]).reshape(-1))
                forms = pa.Array.from_buffers(pa.binary(81), len(mine), [None, data])
                out.write_batch(
                    pa.RecordBatch.from_arrays([column_with_nulls(mine), forms], schema=schema)
                )
        with keep_with_notes(self.target(number), {}) as out:
            out.write(memoryview(sink.getvalue()))
        return PieceDone(read.rows, 0, 0)

    def _canonical(self, table: Any) -> Any:
        texts = as_texts(table.column(self.column))
        return canonical(classic_rows(texts, "dedupe"), threads=1)


@dataclass(frozen=True)
class _Firsts(_Round):
    """The second round: the first row of each form of a partition."""

    pieces: int

    def target(self, number: int) -> Path:
        """Return the file that the round makes."""
        return self.firsts_file(number)

    def __call__(self, number: int, piece: Piece | None) -> PieceDone:
        """Read a partition of all pieces and keep the first rows."""
        import io

        import numpy as np

        pa = pyarrow_for("files of any size")
        forms, places = [], []
        for at in range(self.pieces):
            with pa.memory_map(str(self.forms_file(at))) as source:
                batch = pa.ipc.open_file(source).get_batch(number)
                rows = np.frombuffer(batch.column("row").buffers()[1], np.int64)[: len(batch)]
                data = np.frombuffer(batch.column("form").buffers()[1], np.uint8)
                forms.append(data[: 81 * len(batch)].copy())
                places.append(np.stack([np.full(len(rows), at), rows], axis=1))
        whole = np.concatenate(forms).view("S81")
        _, first = np.unique(whole, return_index=True)
        out = io.BytesIO()
        np.save(out, np.concatenate(places)[np.sort(first)])
        with keep_with_notes(self.target(number), {}) as kept:
            kept.write(out.getvalue())
        return PieceDone(len(whole), 0, 0)


@dataclass(frozen=True)
class _Kept(_Round):
    """The third round: the rows of a piece that are kept."""

    def answered(self, number: int, read: PieceRows) -> tuple[Any, list[RejectedRow]]:
        """Return the rows to write, and those without a form."""
        import numpy as np

        pa, table = pyarrow_for("files of any size"), read.table
        with pa.memory_map(str(self.forms_file(number))) as source:
            file = pa.ipc.open_file(source)
            has_form = np.zeros(len(table), bool)
            for part in range(self.partitions):
                rows = file.get_batch(part).column("row")
                has_form[np.frombuffer(rows.buffers()[1], np.int64)[: len(rows)]] = True
        kept = np.sort(np.concatenate(list(self._rows(number))))
        return (
            table.take(column_with_nulls(kept)),
            self.bad_rows(table, np.flatnonzero(~has_form).tolist()),
        )

    def _rows(self, number: int) -> Iterator[Any]:
        """Yield the rows of a piece that are kept, from each partition."""
        import numpy as np

        for part in range(self.partitions):
            places = np.load(self.firsts_file(part), mmap_mode="r")
            lo, hi = np.searchsorted(places[:, 0], [number, number + 1])
            yield np.array(places[lo:hi, 1])
