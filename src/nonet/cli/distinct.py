"""`nonet dedupe`: of every class the first row, in the order of the input, however many rows there are.

The forms that have been met stay in memory as long as there is room for them, and a row that is new is printed at once.
After that, rows whose form is not among them go to files, by the hash of the form, so that rows of one class come to
the same file. At the end each file is gone through by itself in the same way, and divided once more if it has too many
forms; what is left of all files is merged by the number of the row.

The files have no name, so that nothing is left behind however the run ends.
"""

from __future__ import annotations

import heapq
import re
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from tempfile import TemporaryFile, gettempdir
from typing import IO

from nonet.cli.running import CannotWrite
from nonet.cli.stream import Answers

__all__ = ["MEMORY", "Distinct", "bytes_of"]

MEMORY = 1 << 30
"""Bytes for the forms that are remembered, if nobody says otherwise."""

_COST = 160
# Bytes of a form in memory: 80 for itself, 27 to 80 for its place in a set, and as much again while the set grows.
_FILES = 64
_LEVELS = 8  # of division: 6 bits of the hash for each
_FORM, _TEXT = 41, 81
_NUMBER = struct.Struct(">Q")
_PACE = 8192  # records that are read, or lines that are written, at a time

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def bytes_of(size: str) -> int:
    """Return a size such as ``500M`` or ``2G`` in bytes; `ValueError` if it is none.

    >>> bytes_of("500M"), bytes_of("2G")
    (524288000, 2147483648)
    """
    match = re.fullmatch(r"(\d+)([KMGT]?)B?", size.strip().upper())
    if not match or not int(match[1]):
        raise ValueError(f"{size!r} is no size; it must be like 500M or 2G")
    return int(match[1]) * _UNITS[match[2]]


class Distinct:
    """Takes rows with their forms, and gives the first of each class; with ``count`` how many classes there are."""

    def __init__(self, *, memory: int, count: bool) -> None:
        self._sieve = _Sieve(max(1, memory // _COST), 0)
        self._count = count
        self._rows = 0
        self._classes = 0

    def text(self, answers: Answers) -> bytes:
        """Return the rows that are surely the first of their class."""
        lines, aside = [], 0
        with _told():
            for form, text in answers.output:
                self._rows += 1
                first = self._sieve.take(_NUMBER.pack(self._rows), form, text)
                if first:
                    lines.append(text)
                elif first is None:
                    aside += 1
        before = len(answers.output) - len(lines) - aside
        answers.tally += Counter({"written": -before - aside, "seen before": before})
        return self._kept(lines)

    def rest(self) -> Iterator[Answers]:
        """Yield what had to wait for the end."""
        with _told():
            left, rows = self._sieve.aside, self._sieve.rest()
            while lines := [text for _, text in islice(rows, _PACE)]:
                left -= len(lines)
                yield Answers(self._kept(lines), tally=Counter(written=len(lines)))
            yield Answers(tally=Counter({"seen before": left}))
        if self._count:
            yield Answers(f"{self._classes}\n".encode())

    def _kept(self, lines: list[bytes]) -> bytes:
        self._classes += len(lines)
        return b"" if self._count else b"".join(line + b"\n" for line in lines)


class _Sieve:
    """The first forms that it meets, ``most`` of them, and files for rows of other forms; ``aside`` counts those."""

    def __init__(self, most: int, level: int) -> None:
        self.aside = 0
        self._most = most
        self._level = level
        self._seen: set[bytes] = set()
        self._files: dict[int, IO[bytes]] = {}

    def take(self, number: bytes, form: bytes, text: bytes) -> bool | None:
        """Return whether a row is the first of its class, or None if that has to wait."""
        if form in self._seen:
            return False
        if len(self._seen) < self._most or self._level == _LEVELS:
            self._seen.add(form)
            return True
        # The highest bits of the hash first: a set goes by the lowest.
        part = hash(form) >> (58 - 6 * self._level) & (_FILES - 1)
        if part not in self._files:
            self._files[part] = TemporaryFile()  # noqa: SIM115 - it is closed when it is divided
        self._files[part].write(number + form + text)
        self.aside += 1
        return None

    def rest(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield numbers and rows, the first of each class, of what had to wait."""
        self._seen = set()
        kept = [self._kept(file) for file in self._files.values()]
        return heapq.merge(*map(_kept_in, kept))

    def _kept(self, file: IO[bytes]) -> IO[bytes]:
        """Return the first row of each class in a file, as a file of numbers and rows."""
        inside = _Sieve(self._most, self._level + 1)
        kept = TemporaryFile()  # noqa: SIM115 - it is returned
        text_at = _NUMBER.size + _FORM
        for record in _records(file, text_at + _TEXT):
            number, form, text = (
                record[: _NUMBER.size],
                record[_NUMBER.size : text_at],
                record[text_at:],
            )
            if inside.take(number, form, text):
                kept.write(number + text)
        file.close()
        # What had to wait came later than all that did not.
        for number, text in inside.rest():
            kept.write(number + text)
        return kept


@contextmanager
def _told() -> Iterator[None]:
    """Say where the trouble is when the files for a while cannot be written."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"the temporary files in {gettempdir()}: {error.strerror}") from None


def _records(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Yield the records of a file from its beginning."""
    file.seek(0)
    while piece := file.read(_PACE * size):
        yield from (piece[at : at + size] for at in range(0, len(piece), size))


def _kept_in(file: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the numbers and the rows of a file of rows that are kept, and close it."""
    with file:
        for record in _records(file, _NUMBER.size + _TEXT):
            yield record[: _NUMBER.size], record[_NUMBER.size :]
