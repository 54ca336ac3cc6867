"""The rows of CSV in a piece of text: the core finds the plain ones, and the reader of the format the others.

All readers of tables use this scan, so a row is good or bad, and has its number, for the same reason everywhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, Literal

from nonet.base.limits import long_row
from nonet.engine.delimited import scan_table
from nonet.formats.base import Record
from nonet.formats.table_rows import CutOff, read_rows_at
from nonet.formats.tables import Layout

__all__ = ["Scan", "found_rows", "line_start"]


def line_start(text: bytes, line: int) -> int:
    """Return where a line begins, the end of the text if it has fewer lines.

    >>> line_start(b"a\\nb\\nc", 3)
    4
    """
    at = 0
    for _ in range(line - 1):
        at = text.find(b"\n", at) + 1
        if not at:
            return len(text)
    return at


def found_rows(data: bytes, layout: Layout, *, last: bool = False, line: int = 1) -> Scan:
    """Find the rows of a text, up to the ``last`` whole one; ``line`` is the number of the first line."""
    width = len(layout.columns.header) + 1
    room = len(data) // (81 + width - 1) + 1  # a plain row has a board and its delimiters
    fields, offsets, numbers = _room("I", room * width), _room("Q", room), _room("I", room)
    scan = Scan(data, len(data), layout, last, line, fields, offsets, numbers)
    scan.others = [(scan.rows, record) for _, records in scan.parts() for record in records]
    scan.fields, scan.offsets = fields[: scan.rows * width], offsets[: scan.rows]
    scan.text = b""  # what has the places keeps the bytes that it needs
    return scan


def _room(kind: Literal["I", "Q"], count: int) -> memoryview:
    """Return room for numbers; memory that is never written is not taken from the system."""
    return memoryview(bytearray(struct.calcsize(kind) * count)).cast(kind)


class Scan:
    """Finds the rows in ``text[:end]``; ``at`` is where it has come to, ``line`` the number of the line there.

    The places of the fields of plain row i go to ``fields`` from ``i * (columns + 1)`` on: where each begins, and the
    end of the row plus one. ``offsets`` get the place of its board, ``numbers`` its line. `found_rows` has in
    ``others`` the records of the other rows, each with the number of plain rows before it.
    """

    def __init__(
        self,
        text: Any,
        end: int,
        layout: Layout,
        last: bool,
        line: int,
        fields: Any,
        offsets: Any,
        numbers: Any,
    ) -> None:
        self.at = 0
        self.line = line
        self.rows = 0
        self.text, self._end, self._last = text, end, last
        self._layout = layout
        self.fields, self.offsets, self.numbers = fields, offsets, numbers
        self.others: list[tuple[int, Record]] = []

    def parts(self) -> Iterator[tuple[int, list[Record]]]:
        """Yield how many plain rows come next, and the records of the row behind them; an unfinished row is left."""
        layout = self._layout
        width = len(layout.columns.header) + 1
        while self.at < self._end:
            counts = scan_table(
                self.text,
                self.at,
                self._end,
                last=self._last,
                delimiter=layout.delimiter,
                columns=width - 1,
                puzzle=layout.columns.puzzle,
                line=self.line,
                fields=self.fields[self.rows * width :],
                offsets=self.offsets[self.rows :],
                line_numbers=self.numbers[self.rows :],
            )
            self.rows += counts.rows
            self.line += counts.lines
            self.at = counts.consumed
            records: list[Record] = []
            cut_off = False
            if counts.long_row:
                records = [self._long(counts.long_row)]
            elif counts.odd_line:
                try:
                    records, self.at, self.line = read_rows_at(
                        self.text,
                        self.at,
                        self._end,
                        last=self._last,
                        layout=layout,
                        line=self.line,
                    )
                except CutOff:
                    cut_off = True
            yield counts.rows, records
            if cut_off or not counts.odd_line:
                return

    def _long(self, size: int) -> Record:
        """Pass a row that is too long; no other reader may look for its end, which is known here."""
        row, line = bytes(self.text[self.at : self.at + size]), self.line
        self.at += size
        self.line += row.count(b"\n")
        error = long_row(row)
        return Record.bad(error, line, error.text)
