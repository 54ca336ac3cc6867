"""Rows of CSV at the speed of lines: the core finds rows and fields, and the boards are solved where they lie.

A row that the core does not read (a comment, a board of another size, too many columns) is read by `nonet.formats`, one
at a time and in its place. The columns of a row become Python objects on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from nonet.base.errors import ParseError
from nonet.base.limits import QUOTE, long_row
from nonet.base.packed import NOT_UTF_8, begins_binary, decoded, line_not_utf_8
from nonet.engine.delimited import Column, compare_fields, text_column
from nonet.formats.base import Record
from nonet.formats.source import lines_of_text
from nonet.formats.table_start import begins_plainly
from nonet.formats.tables import Layout, Types, layout_of, plain_layout, rows_of
from nonet.tables.batches import CHUNK, Batch, Buffers, Gathering
from nonet.tables.csv_scan import Scan

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.tables.inputs import Input

__all__ = ["Piece", "TableBatch", "find_layout", "table_pieces"]

_BOM = b"\xef\xbb\xbf"
_ROW = 170  # bytes of a row with puzzle and solution


def find_layout(head: bytes, *, format: str | None) -> Layout | None:
    """Return the layout of a CSV file of classic boards that begins like this, None for any other file."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or begins_binary(head):
        return None
    text = head[: head.rfind(b"\n") + 1]
    if b"\n" not in text.rstrip(b"\n") or b"\r" in text.replace(b"\r\n", b"\n"):
        return None
    shown = text[: 1 << 18].decode("utf-8-sig", "ignore")
    lines = lines_of_text(shown[: shown.rfind("\n")])
    try:
        first = list(islice(lines, 2))
        layout = plain_layout(first)
        if layout is None:
            first += lines
            if begins_plainly(first) or (format or _form_of(shown)) == "csv":
                layout = layout_of(first)
    except ParseError:
        return None
    if layout is None or layout.columns.rules is not None:
        return None
    # Boards of other sizes are read one by one, so a file that begins with them is left to their reader.
    rows = rows_of(islice(chain(first, lines), layout.above, None), layout.delimiter)
    boards = (one.puzzle for row in rows for one in layout.records(*row) if one.puzzle)
    board = next(boards, None)
    return layout if board is not None and board.rules.is_classic else None


def _form_of(text: str) -> str:
    """Return the format that a text shows."""
    from nonet.formats.sniffing import guess, peek

    lines, _ = peek(lines_of_text(text))
    return guess(lines)[0]


@dataclass
class TableBatch(Batch):
    """Classic boards in the rows of a table.

    Field k of row i lies at the places ``i * (columns + 1) + k`` and the next one of ``places``.
    """

    layout: Layout | None = None
    places: memoryview | None = None
    is_utf_8: bool = True

    @property
    def table(self) -> Layout:
        """The layout of the table."""
        assert self.layout is not None
        return self.layout

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self.table.columns.header

    def row_text(self, row: int) -> list[str]:
        """Return the columns of a row."""
        assert self.places is not None
        width = len(self.names) + 1
        ends = self.places[row * width : (row + 1) * width]
        raw = (bytes(self.cells[ends[k] : ends[k + 1] - 1]) for k in range(width - 1))
        return list(map(_unquoted, raw))

    def columns(self, row: int) -> dict[str, Any]:
        """Return the columns of a row by their names."""
        return dict(self.table.columns.fields(self.row_text(row)))

    def puzzle_column(self, row: int) -> str:
        """Return which of the columns has the puzzle."""
        return self.names[self.table.columns.puzzle]

    def puzzle(self, row: int) -> Puzzle:
        """Return a row as a puzzle with its info."""
        return self.table.columns.puzzle_from(self.row_text(row))

    @property
    def types(self) -> Types:
        """The types of the columns, as far as they are known and not text."""
        return self.table.columns.types

    @property
    def has_solutions(self) -> bool:
        """Whether there is a column of solutions."""
        return self.table.columns.solution is not None

    @property
    def puzzle_name(self) -> str:
        """The name of the column of the puzzle."""
        return self.names[self.table.columns.puzzle]

    def given_solution(self, row: int) -> str:
        """Return the solution that the file gives."""
        place = self.table.columns.solution
        return "" if place is None else self.row_text(row)[place].strip()

    def compare(self, boards: Any, stride: int) -> bytearray | None:
        """Return which solutions of the file equal the boards: 1, 0, or 2 for none; None without the column."""
        place = self.table.columns.solution
        if place is None or self.places is None:
            return None
        columns = len(self.names)
        return compare_fields(self.cells, self.places, columns, place, self.rows, boards, stride)

    def own_columns(self) -> dict[str, Column] | None:
        """Return the columns of the file, to be written as they are; None if they are not UTF-8."""
        if not self.is_utf_8:
            return None
        assert self.places is not None
        names, quote = self.names, self.table.delimiter != ","
        width = len(names) + 1
        return {
            name: text_column(self.cells, self.places, k, width, gap=1, quote=quote)
            for k, name in enumerate(names)
        }

    def board_columns(self) -> dict[str, Column] | None:
        """Return the puzzles, blank cells as dots, and the other columns that are not empty."""
        own, columns = self.own_columns(), super().board_columns()
        if own is None or columns is None:
            return None
        kept = sorted(self.table.columns.kept, key=lambda column: column[1] != "solution")
        for place, name in kept:
            if name in ("puzzle", "rules", "spelling"):  # these say something about the board
                return None
            if self._has_text(place):
                columns[name] = own[self.names[place]]
        return columns

    def _has_text(self, place: int) -> bool:
        """Whether a column is not empty."""
        assert self.places is not None
        width = len(self.names) + 1
        starts = self.places[place : self.rows * width : width]
        ends = self.places[place + 1 : self.rows * width : width]
        texts = (self.cells[start : end - 1] for start, end in zip(starts, ends, strict=True))
        return any(text not in (b"", b'""') for text in texts)


def _unquoted(text: bytes) -> str:
    if text[:1] == b'"':
        text = text[1:-1].replace(b'""', b'"')
    return decoded(text)


@dataclass
class Piece:
    """Rows in buffers; ``position`` is how far the file has been read."""

    buffers: Buffers
    batches: list[Batch]
    position: int


class _Finder(Gathering):
    """Finds the rows in buffers; ``line`` is the number of the line at the place that is read next."""

    def __init__(self, buffers: Buffers, layout: Layout, source: str, line: int) -> None:
        super().__init__(source)
        self.line = line
        self._buffers = buffers
        self._layout = layout
        self._rows = 0
        self._places = buffers.column_places(len(layout.columns.header))
        self._is_utf_8 = True

    def check(self, end: int, *, is_cut: bool) -> int | None:
        """Return the first line that is not UTF-8, None if all of the text is."""
        odd = line_not_utf_8(self._buffers.text, end, is_cut=is_cut)
        self._is_utf_8 = odd is None
        return None if odd is None else self.line + odd

    def read(self, end: int, *, last: bool) -> int:
        """Find all rows in the first ``end`` bytes; return where the first unfinished one begins."""
        scan = self._scan(self._buffers.text, end, last=last)
        for rows, records in scan.parts():
            if rows:
                self.in_buffers().rows += rows
                self._rows += rows
            self._take(scan, records)
        self.pack()
        return scan.at

    def _scan(self, text: bytearray, end: int, *, last: bool) -> Scan:
        buffers = self._buffers
        numbers = buffers.line_numbers
        return Scan(
            text, end, self._layout, last, self.line, self._places, buffers.offsets, numbers
        )

    def pass_row(self, source: Input) -> None:
        """Read a row that the buffers are too small for, or the lines that a quote joins, and put back what follows."""
        text, ended = bytearray(self._buffers.text), False
        while not ended and len(text) <= QUOTE:
            room = 2 * len(text)
            try:
                while len(text) < room and (part := source.read(room - len(text))):
                    text += part
            except ParseError as problem:  # there is only a part of the row
                return source.unread(b"", problem)
            ended = len(text) < room
            scan = self._scan(text, len(text), last=ended)
            _, records = next(scan.parts())
            if scan.at:
                source.unread(bytes(text[scan.at :]))
                self._take(scan, records)
                self.pack()
                return
        self.reject(long_row(text).at(line=self.line, source=self.source))
        self.line += text.count(b"\n") + 1
        source.pass_line()

    def _take(self, scan: Scan, records: Iterable[Record]) -> None:
        """Take the records of a row, and the number of the line behind it."""
        self.line = scan.line
        for record in records:
            self.add(record)

    def begin(self) -> Batch:
        """Return a batch of rows in the buffers."""
        buffers, width = self._buffers, len(self._layout.columns.header) + 1
        return TableBatch(
            self.source,
            0,
            buffers.text,
            buffers.offsets[self._rows :],
            line_numbers=buffers.line_numbers[self._rows :],
            layout=self._layout,
            places=self._places[self._rows * width :],
            is_utf_8=self._is_utf_8,
        )


def table_pieces(
    source: Input,
    take: Callable[[], Buffers],
    layout: Layout,
    *,
    target: int,
    workers_idle: Callable[[], bool],
    rows: int | None,
) -> Iterator[Piece]:
    """Yield the rows of a table in pieces of about ``target`` bytes, or of ``rows`` rows."""
    goal = target if rows is None else min(target, max(_ROW, rows * _ROW))
    tail, line, begun, noted = b"", layout.above + 1, False, False
    while True:
        buffers = take()
        buffers.text[: len(tail)] = tail
        filled = len(tail)
        want = goal
        while True:
            filled, ended, problem = buffers.fill(source, filled, want, workers_idle)
            if not begun and buffers.text.startswith(_BOM):
                filled -= 3
                buffers.text[:filled] = memoryview(buffers.text)[3 : filled + 3].tobytes()
            begun = True
            finder = _Finder(buffers, layout, source.name, line)
            odd = finder.check(filled, is_cut=not ended or problem is not None)
            at = finder.read(filled, last=ended and problem is None)
            if at or ended or problem:
                break
            if filled == CHUNK:
                finder.pass_row(source)
                at = filled
                break
            want = min(CHUNK, max(2 * want, 2 * filled))
        if line == layout.above + 1:
            for record in layout.ignored:
                finder.add(record)
        if odd is not None and not noted:
            finder.add(Record(None, None, odd, "", doubts=(NOT_UTF_8,)))
            noted = True
        line = finder.line
        tail = bytes(memoryview(buffers.text)[at:filled])
        yield Piece(buffers, finder.batches, source.consumed)
        if problem:
            raise problem
        if ended:
            return
