"""`nonet dedupe`: the first of all equivalent puzzles, in the order of the input, for input of any length.

The canonical forms that have been seen stay in memory as long as there is room, and a row with a new form
is printed at once. After that, rows whose form is not among them are put aside in files, chosen by the
hash of the form, so that equivalent rows are in the same file. At the end each file is processed in the
same way, and divided again if it has too many forms; the rows kept from all files are merged by number.

The files have no name, so nothing remains however the run ends.
"""

from __future__ import annotations

import heapq
import pickle
import re
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from tempfile import TemporaryFile, gettempdir
from typing import IO, Annotated

from nonet.base.numbers import number_of
from nonet.base.options import Flag, Text
from nonet.cli.forms import answers_about, chosen_row, forms_of
from nonet.cli.groups import Files, Output
from nonet.cli.options import BOARDS, data_writer, job_for, output_format, usage
from nonet.cli.stream.job import CannotWrite, run_job
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.writers import Filter, RowWriter
from nonet.tables.batches import Batch, Buffers

__all__ = ["Classes", "Distinct", "bytes_in", "dedupe"]


def dedupe(
    *,
    count: Annotated[bool, Flag("Print only how many different puzzles there are.")] = False,
    memory: Annotated[
        str,
        Text("Memory for puzzles seen, such as 500M (default: {default}).", metavar="SIZE"),
    ] = "1G",
    output: Output,
    files: Files,
) -> int:
    """Drop puzzles that are equivalent to an earlier one.

    Puzzles are kept as they are, in order. When --memory is full, others are put aside in unnamed
    temporary files (in TMPDIR), 130 bytes each, and printed at the end.
    """
    target = output_format(output, formats=BOARDS)
    try:
        most = bytes_in(memory)
    except ValueError as error:
        usage(f"--memory {error}")
    if count and target != "txt":
        usage("--count prints a number; it cannot be combined with --to or --json")
    job = job_for(files, output)
    writer = data_writer(target)
    return run_job(job, Classes(writer is not None), Distinct(writer, memory=most, count=count))


_COST = 160
# Bytes of a form in memory: 80 for itself, 27 to 80 in a set, and as much again while the set grows.
_FILES = 64
_LEVELS = 8  # of division: 6 bits of the hash for each
_FORM = 41
_NUMBER = struct.Struct(">Q")
_LENGTH = struct.Struct(">I")
_PACE = 8192  # lines written at a time

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def bytes_in(size: str) -> int:
    """Return a size such as ``500M`` or ``2G`` in bytes; `ValueError` if it is not one.

    >>> bytes_in("500M"), bytes_in("2G")
    (524288000, 2147483648)
    """
    match = re.fullmatch(r"(\d+)([KMGT]?)B?", size.strip().upper())
    count = number_of(match[1], 10**9) if match else None
    if not match or not count:
        raise ValueError(f"must be a size such as 500M or 2G, got {size!r}")
    return count * _UNITS[match[2]]


@dataclass(frozen=True)
class Classes:
    """Each row with its form packed into 41 bytes: what `Distinct` takes."""

    as_rows: bool = False

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch."""
        forms = forms_of(batch)
        answers = answers_about(batch, forms.problems)
        packed = (bytes.fromhex(f"0{text}") for text in forms.texts())
        answers.output = [
            (form, chosen_row(batch, row) if self.as_rows else batch.raw(row))
            for row, form in enumerate(packed)
            if row not in forms.problems
        ]
        return answers


class Distinct(Filter):
    """Takes rows with their forms and writes the first of each class.

    With ``count`` it writes only how many classes there are. Rows are lines, or with a ``writer`` result
    rows.
    """

    def __init__(
        self, writer: RowWriter | None = None, *, memory: int, count: bool = False
    ) -> None:
        super().__init__(writer)
        self._sieve = _Sieve(max(1, memory // _COST), 0)
        self._count = count
        self._rows = 0
        self._classes = 0

    def text(self, answers: Answers) -> bytes:
        """Return the rows that are certainly the first of their class."""
        kept, aside = [], 0
        with _reported():
            for form, row in answers.output:
                self._rows += 1
                first = self._sieve.take(_NUMBER.pack(self._rows), form, row)
                if first:
                    kept.append(row)
                elif first is None:
                    aside += 1
        before = len(answers.output) - len(kept) - aside
        answers.tally += Counter({"written": -before - aside, "seen before": before})
        return self.written(kept, answers)

    def rest(self) -> Iterator[Answers]:
        with _reported():
            left, rows = self._sieve.aside, self._sieve.rest()
            while kept := [data for _, data in islice(rows, _PACE)]:
                left -= len(kept)
                answers = Answers(tally=Counter(written=len(kept)))
                loaded = kept if self._writer is None else map(pickle.loads, kept)
                answers.output = self.written(list(loaded), answers)
                yield answers
            yield Answers(tally=Counter({"seen before": left}))
        if self._count:
            yield Answers(f"{self._classes}\n".encode())

    def written(self, rows: Sequence[object], answers: Answers) -> bytes:
        """Return rows that are the first of their class; none where they are only counted."""
        self._classes += len(rows)
        return b"" if self._count else super().written(rows, answers)


class _Sieve:
    """The first ``most`` forms, and files for rows of other forms; ``aside`` counts those."""

    def __init__(self, most: int, level: int) -> None:
        self.aside = 0
        self._most = most
        self._level = level
        self._seen: set[bytes] = set()
        self._files: dict[int, IO[bytes]] = {}

    def take(self, number: bytes, form: bytes, row: object) -> bool | None:
        """Return whether a row is the first of its class, or None if that is known only at the end."""
        if form in self._seen:
            return False
        if len(self._seen) < self._most or self._level == _LEVELS:
            self._seen.add(form)
            return True
        # The highest bits of the hash first: a set uses the lowest.
        part = hash(form) >> (58 - 6 * self._level) & (_FILES - 1)
        if part not in self._files:
            self._files[part] = TemporaryFile()  # noqa: SIM115 - closed when it is divided
        data = row if isinstance(row, bytes) else pickle.dumps(row)
        self._files[part].write(_record(number + form, data))
        self.aside += 1
        return None

    def rest(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the numbers and rows put aside that are the first of their class."""
        self._seen = set()
        kept = [self._kept(file) for file in self._files.values()]
        return heapq.merge(*map(_kept_in, kept))

    def _kept(self, file: IO[bytes]) -> IO[bytes]:
        """Return the first row of each class in a file, as a file of numbers and rows."""
        inside = _Sieve(self._most, self._level + 1)
        kept = TemporaryFile()  # noqa: SIM115 - returned open
        for key, data in _records(file, _NUMBER.size + _FORM):
            number, form = key[: _NUMBER.size], key[_NUMBER.size :]
            if inside.take(number, form, data):
                kept.write(_record(number, data))
        file.close()
        # Rows put aside came later than all that were not.
        for number, data in inside.rest():
            kept.write(_record(number, data))
        return kept


@contextmanager
def _reported() -> Iterator[None]:
    """Report the directory when temporary files cannot be written."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"the temporary files in {gettempdir()}: {error.strerror}") from None


def _record(key: bytes, data: bytes) -> bytes:
    return b"".join((key, _LENGTH.pack(len(data)), data))


def _records(file: IO[bytes], size: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys, of ``size`` bytes, and the data of a file's records."""
    file.seek(0)
    head = size + _LENGTH.size
    while key := file.read(head):
        yield key[:size], file.read(_LENGTH.unpack(key[size:])[0])


def _kept_in(file: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the numbers and rows of a file of kept rows, and close it."""
    with file:
        yield from _records(file, _NUMBER.size)
