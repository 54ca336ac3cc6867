"""Rows of a table that lie in a buffer of bytes, read one at a time, for readers that find most rows by themselves.

The core finds the plain rows of CSV. What it leaves, such as comments, boards of other sizes and wrong quotes, is read
here with the reader of the format, so a row is good or bad for the same reason wherever it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonet.base.packed import decoded
from nonet.formats.base import Record
from nonet.formats.tables import Layout, rows_of

__all__ = ["CutOff", "read_rows_at"]


class CutOff(Exception):
    """A row continues after the bytes that have been read."""


def read_rows_at(
    text: Any, at: int, end: int, *, last: bool, layout: Layout, line: int
) -> tuple[list[Record], int, int]:
    r"""Read the row at a place of ``text[:end]``, and those that share its line.

    Return the records, where the next row starts and the number of its line. Comments have no record.
    Raise `CutOff` if the row continues after the ``last`` byte that was read.

    >>> from nonet.formats.tables import layout_of
    >>> layout = layout_of([(1, "id,puzzle"), (2, "1," + "." * 81)])
    >>> records, at, line = read_rows_at(b"1,?\n2,?\n", 0, 8, last=True, layout=layout, line=7)
    >>> records[0].error.reason, records[0].line, at, line
    ('expected 81 cells, found 1', 7, 4, 8)
    """
    lines = _Lines(text, at, end, last=last, line=line)
    records: list[Record] = []
    for row, number, raw in rows_of(lines, layout.delimiter):
        records += layout.records(row, number, raw)
        if not lines.pending:
            break
    return records, lines.at, lines.line


class _Lines:
    """The numbered lines from a place on; a line end may be ``\\n``, ``\\r\\n`` or ``\\r``."""

    def __init__(self, text: Any, at: int, end: int, *, last: bool, line: int) -> None:
        self.at = at
        self.line = line
        self.pending: list[tuple[int, str]] = []
        self._text = text
        self._end = end
        self._last = last

    def __iter__(self) -> Iterator[tuple[int, str]]:
        text = self._text
        while self.pending or self.at < self._end:
            if not self.pending:
                stop = text.find(b"\n", self.at, self._end)
                if stop < 0 and not self._last:
                    raise CutOff
                stop = self._end if stop < 0 else stop
                raw = bytes(memoryview(text)[self.at : stop]).removesuffix(b"\r")
                self.at = min(stop + 1, self._end)
                for part in raw.split(b"\r"):
                    self.line += 1
                    self.pending.append((self.line - 1, decoded(part)))
            yield self.pending.pop(0)
        if not self._last:
            raise CutOff
