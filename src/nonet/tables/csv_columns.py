"""Rows of CSV as columns of Arrow: the core finds the rows and their fields, as it does for the command line.

A row that the core leaves is read by `nonet.formats`, so it is good or bad for the same reason as everywhere. Texts are
copied from the bytes of the piece, one column at a time; only a field with quotes in quotes becomes a Python object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nonet.base.digits import BLANKS
from nonet.base.errors import ParseError
from nonet.engine.delimited import text_column, write_table
from nonet.formats.base import Record
from nonet.formats.puzzles import classic_givens, is_classic
from nonet.formats.tables import Layout
from nonet.tables.batches import RejectedRow
from nonet.tables.columns import pyarrow_for, string_array, texts_at
from nonet.tables.csv_scan import Scan, found_rows
from nonet.tables.record_rows import PieceRows

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Places = npt.NDArray[np.int64]

_READ = re.compile(
    rf"\s*[1-9{re.escape(BLANKS)}]{{81}}([\s#,;]|$)"
)  # what the engine may read as a board
_NAMES_LINES = re.compile(r"\blines? \d")

__all__ = ["read_csv"]


def read_csv(
    data: bytes,
    layout: Layout,
    *,
    unread: Sequence[str] = (),
    rows: Scan | None = None,
    line: Callable[[], int] = lambda: 1,
    judged: bool = True,
) -> PieceRows:
    """Return the rows of a piece.

    ``rows`` are the rows if they are found already. The columns ``unread`` are null. ``line`` returns the number of the
    first line; it is used only for messages about a line. Without ``judged`` the table has all rows that
    have columns.
    """
    import numpy as np

    pa = pyarrow_for("reading CSV")
    names, columns = layout.columns.header, layout.columns
    rows_found = rows or found_rows(data, layout, last=True)
    if any(map(_names_line, rows_found.others)):
        rows_found = found_rows(data, layout, last=True, line=line())
    notes = [(record.line, note) for _, record in rows_found.others for note in record.notes]
    good: list[tuple[int, list[str]]] = []
    bad: list[RejectedRow] = []
    boards: dict[int, str] = {}
    others = [each for each in rows_found.others if not each[1].is_ignored]
    for before, record in others:
        if judged and record.error is not None:
            error = ParseError(record.error.reason, text=_shown(record, names[columns.puzzle]))
            bad.append(RejectedRow(before + len(good), error, record.fields))
        elif record.fields is not None:
            row = [str(record.fields.get(name, "")) for name in names]
            row[columns.puzzle] = columns.board_text(row)
            puzzle = None if _READ.match(row[columns.puzzle]) else record.puzzle
            if puzzle is not None and is_classic(puzzle):
                boards[before + len(good)] = classic_givens(puzzle)
            good.append((before, row))
    places = np.array([before for before, _ in good], np.intp)
    fields = np.frombuffer(rows_found.fields, np.uint32).reshape(-1, len(names) + 1)
    cells = _Cells(data, fields)
    arrays = []
    for place, name in enumerate(names):
        if name in unread:
            arrays.append(pa.nulls(len(fields) + len(good)))
            continue
        more = [row[place] for _, row in good]
        plain = None if more else cells.plain_column(place)
        arrays.append(plain or cells.column(place, places, more))
    table = pa.table(arrays, names=names)
    return PieceRows(table, bad, len(fields) + len(others), notes, boards=boards)


def _names_line(other: tuple[int, Record]) -> bool:
    """Whether a message about a record has the number of a line in it."""
    _, record = other
    return bool(record.notes or (record.error and _NAMES_LINES.search(record.error.reason)))


def _shown(record: Record, puzzle: str) -> str:
    """Return the text of a bad row: its puzzle, or the whole row if its columns are wrong."""
    fields, error = record.fields, record.error
    if fields is None or puzzle not in fields or (error and " columns as in " in error.reason):
        return record.text
    return str(fields[puzzle])


class _Cells:
    """The texts of fields, as columns of Arrow."""

    def __init__(self, data: bytes, fields: npt.NDArray[np.uint32]) -> None:
        import numpy as np

        self._data = data
        self._fields = fields
        self._bytes = np.frombuffer(data, np.uint8)
        self._has_quotes = b'"' in data
        self._pairs: Places | None = None

    def plain_column(self, place: int) -> Any:
        """Return the fields of a column as the core copies them, None if one of them has a quote inside."""
        import numpy as np

        rows, width = self._fields.shape
        if not rows:
            return None
        ends = np.zeros(rows + 1, np.uint32)
        fields = text_column(
            self._data,
            self._fields.reshape(-1),
            place,
            width,
            gap=1,
            quote=False,
            as_values=True,
        )
        text = write_table([fields], rows, ends=ends[1:])
        if self._has_quotes and b'"' in text:
            return None
        return string_array(ends.view(np.int32), text)

    def column(self, place: int, places: npt.NDArray[np.intp], more: Sequence[str]) -> Any:
        """Return the fields of a column, with further texts before the fields at some places."""
        import numpy as np

        starts, ends = self._fields[:, place], self._fields[:, place + 1]
        begin, size = starts.astype(np.int64), ends.astype(np.int64) - 1 - starts
        added: dict[int, bytes] = {}
        if self._has_quotes and len(begin):
            begin, size, added = self._unquoted(begin, size)
        extra = [text.encode("utf-8", "surrogateescape") for text in more]
        return texts_at(self._bytes, begin, size, instead=added, before=places, more=extra)

    def _unquoted(self, begin: Places, size: Places) -> tuple[Places, Places, dict[int, bytes]]:
        """Return the fields without the quotes around them, and those with quotes in them as texts."""
        import numpy as np

        cells = self._bytes
        quoted = (size >= 2) & (cells[np.minimum(begin, len(cells) - 1)] == 34)
        begin, size = begin + quoted, size - 2 * quoted
        if self._pairs is None:
            self._pairs = np.flatnonzero((cells[:-1] == 34) & (cells[1:] == 34))
        pairs = self._pairs
        if not len(pairs):
            return begin, size, {}
        next_pair = pairs[np.minimum(np.searchsorted(pairs, begin), len(pairs) - 1)]
        has_pair = quoted & (next_pair >= begin) & (next_pair + 2 <= begin + size)
        added = {
            row: self._data[begin[row] : begin[row] + size[row]].replace(b'""', b'"')
            for row in np.flatnonzero(has_pair).tolist()
        }
        return begin, size, added
