"""Tables as text: rows and fields found in CSV, and CSV written from columns, by the core.

A `Column` says where the cells of one column of the output come from: fields of the text that was read, buffers of the
engine, numbers, or a choice of texts. Nothing becomes a Python object on the way.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from nonet import _core
from nonet.engine.results import Scan
from nonet.engine.threads import view

if TYPE_CHECKING:
    from nonet.engine.threads import FlatBuffer

__all__ = [
    "Column",
    "boards_column",
    "choice_column",
    "compare_fields",
    "constant_column",
    "csv_line",
    "number_column",
    "scan_table",
    "text_column",
    "write_table",
]

_FIELD, _BYTES, _CHOICE, _NUMBER = range(4)


class Column(NamedTuple):
    """A column to write; ``nonet_column`` in ``core.h`` describes its parts."""

    kind: int
    item: int = 8
    quote: int = 0
    unquote: int = 0
    text: FlatBuffer | None = None
    values: FlatBuffer | None = None
    stride: int = 0
    width: int = 0
    ends: FlatBuffer | None = None
    add: int = 0
    present: FlatBuffer | None = None


def text_column(
    text: FlatBuffer,
    places: FlatBuffer,
    first: int,
    step: int,
    *,
    gap: int,
    quote: bool,
    plain: bool = False,
    as_values: bool = False,
    present: FlatBuffer | None = None,
) -> Column:
    """Return a column of fields of a text, unchanged.

    The field of row i lies between the places number ``first + i * step`` and the next one, without the last ``gap``
    bytes. Quotes that it does not need are left out. With ``quote`` a field with a comma or a quote is put in quotes.
    ``plain`` texts are not fields of CSV: a quote at their beginning is part of the text. ``as_values`` leaves out the
    quotes around all fields but those with a quote inside.
    """
    values = view(places)[first:].cast("B")
    quotes = 2 if plain else index(quote)
    unquote = 2 if as_values else int(not plain)
    return Column(_FIELD, 8, quotes, unquote, text, values, 4 * step, gap, present=present)


def boards_column(
    text: FlatBuffer,
    width: int,
    *,
    stride: int = 0,
    offsets: FlatBuffer | None = None,
    present: FlatBuffer | None = None,
) -> Column:
    """Return a column of ``width`` bytes each, empty where ``present`` (uint64) is 0."""
    values = None if offsets is None else view(offsets).cast("B")
    step = stride if offsets is None else 8
    return Column(_BYTES, 8, text=text, values=values, stride=step, width=width, present=present)


def number_column(values: FlatBuffer, *, add: int = 0) -> Column:
    """Return a column of numbers without a sign, in decimal."""
    numbers = view(values)
    size = numbers.itemsize
    return Column(_NUMBER, size, values=numbers.cast("B"), stride=size, add=add)


def choice_column(texts: Sequence[bytes], choices: FlatBuffer) -> Column:
    """Return a column of texts by their numbers."""
    from array import array
    from itertools import accumulate

    numbers = view(choices)
    size = numbers.itemsize
    ends = array("I", accumulate(map(len, texts)))
    return Column(
        _CHOICE, size, text=b"".join(texts), values=numbers.cast("B"), stride=size, ends=ends
    )


def constant_column(text: bytes) -> Column:
    """Return a column with the same text in each row."""
    from array import array

    return Column(_CHOICE, text=text, ends=array("I", [len(text)]))


def scan_table(
    text: FlatBuffer,
    start: int,
    end: int,
    *,
    last: bool,
    delimiter: str,
    columns: int,
    puzzle: int,
    line: int,
    fields: FlatBuffer,
    offsets: FlatBuffer,
    line_numbers: FlatBuffer,
) -> Scan:
    """Find the rows of a table, up to the first one that is not plain; see ``core.h``.

    ``line`` is the number of the line at ``start``. ``consumed`` of the result is where the next row starts.
    """
    buffers = view(fields), view(offsets), view(line_numbers)
    what = ord(delimiter), columns, puzzle, line
    return Scan(*_core.scan_table(view(text), start, end, last, *what, *buffers))


def compare_fields(
    text: FlatBuffer,
    fields: FlatBuffer,
    columns: int,
    column: int,
    n: int,
    boards: FlatBuffer,
    stride: int,
) -> bytearray:
    """Compare a column of the text with boards: 1 for equal, 0 for different, 2 for an empty field."""
    same = bytearray(n)
    _core.compare_fields(view(text), view(fields), columns, column, n, view(boards), stride, same)
    return same


def write_table(
    columns: Sequence[Column],
    rows: int,
    *,
    chosen: FlatBuffer | None = None,
    first: int = 0,
    n: int | None = None,
    ends: FlatBuffer | None = None,
) -> bytes:
    """Return rows as CSV: all, ``n`` from ``first`` on, or the ``chosen`` ones (uint32).

    With ``ends`` (uint32) there are no line ends, and it receives the end of each row.
    """
    count = n if n is not None else rows - first if chosen is None else view(chosen).shape[0]  # type: ignore[index]
    return _core.write_table(
        [tuple(column) for column in columns],
        None if chosen is None else view(chosen),
        first,
        count,
        rows,
        None if ends is None else view(ends),
    )


def csv_line(cells: Iterable[object], delimiter: str = ",") -> str:
    """Return a line of CSV, with quotes where a cell needs them.

    >>> csv_line(["id", "a,b"])
    'id,"a,b"\\n'
    """
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return out.getvalue()
