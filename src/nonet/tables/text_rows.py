"""Rows of texts that are not CSV: lines of boards, JSON lines, and every other text that `nonet.formats` reads.

Most lines are plain, and the core or Arrow reads them many at a time. All others are records, so a row is good or bad,
and has the same columns, wherever it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from nonet.base.limits import DEPTH, has_long_line
from nonet.base.strict_json import is_list_of, json_or_none
from nonet.formats.base import Record
from nonet.formats.source import lines_of_text
from nonet.formats.text import comment_of
from nonet.tables.array_text import text_of
from nonet.tables.batches import RejectedRow
from nonet.tables.column_types import Schema
from nonet.tables.columns import pyarrow_for, texts_at
from nonet.tables.csv_text import MISSING, cell_of
from nonet.tables.lines import are_alike, has_rows_below, records_of_line
from nonet.tables.record_rows import PieceRows, RecordRows, numbered
from nonet.tables.texts import Lines

__all__ = [
    "columns_of_lines",
    "json_rows",
    "json_schema",
    "lines_rows",
    "text_pieces",
    "text_schema",
]

_AT_ONCE = 1 << 14  # records of a piece
_LARGE = re.compile(rb"[\s:,[]-?[0-9]{19,}(?![0-9.eE])")
_PLAYED = {"marks", "placed", "candidates", "givens_known", "info"}
"""Keys of which a reader of JSON makes more than a column."""


# -- lines of boards ------------------------------------------------------------------------------


def columns_of_lines(parts: Iterable[bytes]) -> list[str] | None:
    """Return the columns of a file of lines; None if other forms are between its lines."""
    names = ["puzzle"]
    for part in parts:
        if are_alike(part, len(part)):
            continue
        if has_rows_below(part):
            return None
        names += [name for name in lines_rows(part).table.schema.names if name not in names]
    return names


def lines_rows(
    data: bytes,
    names: Sequence[str] = (),
    *,
    of_array: bool = False,
    line: Callable[[], int] = lambda: 1,
) -> PieceRows:
    """Return the rows of lines: the core finds the plain ones, the others are read one at a time.

    The table has the columns ``names``, or those that the lines have. ``line`` returns the number of the first line.
    """
    import numpy as np

    pa = pyarrow_for("reading lines")
    data = data.replace(b"\r\n", b"\n")
    cells = np.frombuffer(data, np.uint8)
    ends = np.append(np.flatnonzero(cells == ord("\n")), len(data))
    starts = np.insert(ends[:-1] + 1, 0, 0)
    offsets, good, numbers = Lines(data).boards(9)
    assert numbers is not None
    plain = numbers[good].astype(np.intp) - 1
    others = np.delete(numbers, good).astype(np.intp) - 1
    if data.startswith(b"#") or b"\n#" in data:
        marked = np.flatnonzero(cells[np.minimum(starts, len(data) - 1)] == ord("#"))
        others = np.union1d(others, marked)
    rows = RecordRows("puzzle")
    before = list[int]()
    bad, notes = list[RejectedRow](), list[tuple[int, str]]()
    befores = np.searchsorted(plain, others).tolist()
    for number, place in zip(others.tolist(), befores, strict=True):
        for part in data[starts[number] : ends[number]].decode("utf-8", "replace").split("\r"):
            for record in records_of_line(number + 1, part):
                rows.add(record)
                before += [place] * (len(rows.rows) - len(before))
            for row in rows.bad:
                text = text_of(row.error.text) if of_array else row.error.text
                error = row.error.placed(text=text)
                bad.append(row._replace(row=place + len(before), error=error))
            rows.bad.clear()
    if rows.notes:
        first = line() - 1
        notes = [(first + number, note) for number, note in rows.notes]
    places = offsets.astype(np.int64)
    after, stops = places + 81, ends[plain]
    comments = {
        row: text.encode()
        for row in np.flatnonzero(stops > after).tolist()
        if (text := comment_of(data[after[row] : stops[row]].decode("utf-8", "replace")))
    }
    own = dict.fromkeys(name for row in rows.rows for name in row)
    wanted = names or dict.fromkeys(["puzzle", *own, *["comment"] * bool(comments)])
    none = np.zeros(len(places), np.int64)
    columns = {}
    for name in wanted:
        values = rows.boards if name == "puzzle" else [row.get(name) for row in rows.rows]
        more = ["" if value is None else str(cell_of(value)) for value in values]
        where = (
            (places, np.full(len(places), 81)) if name == "puzzle" else (none.copy(), none.copy())
        )
        instead = comments if name == "comment" else None
        added = [text.encode() for text in more]
        columns[name] = texts_at(cells, *where, instead=instead, before=before, more=added)
    return PieceRows(pa.table(columns), bad, len(places) + len(before) + len(bad), notes)


# -- JSON lines -----------------------------------------------------------------------------------


def json_schema(parts: Iterable[bytes], column: str | None) -> Any:
    """Return the names of the keys in all objects, and the types of their values; what has several types is text."""
    pa = pyarrow_for("reading JSON lines", "json")
    schema = Schema()
    for part in parts:
        table = _read_json(part)
        has_large = _LARGE.search(part) is not None  # which Arrow makes floating-point numbers
        if table is None or has_large or not _PLAYED.isdisjoint(table.schema.names):
            schema.add_rows(RecordRows().extend(_json_records(part, column)).rows)
            continue
        for each in table.schema:
            inner = _inner(each.type)
            is_known = inner == pa.float64() or inner in _plain_types()
            if pa.types.is_null(each.type):
                schema.add_rows([{each.name: None}])
            else:
                schema.add(each.name, each.type if is_known else pa.string())
    return schema.schema()


def _inner(kind: Any) -> Any:
    """Return the type of the values in lists."""
    while pyarrow_for("reading JSON lines").types.is_list(kind):
        kind = kind.value_type
    return kind


def _plain_types() -> tuple[Any, ...]:
    pa = pyarrow_for("reading JSON lines")
    return pa.string(), pa.int64(), pa.bool_(), pa.null()


def json_rows(
    data: bytes,
    schema: Any,
    puzzle: str,
    column: str | None,
    *,
    as_types: bool,
    line: Callable[[], int],
) -> PieceRows:
    """Return the rows of JSON lines; with ``as_types`` they need not be as the file writes them."""
    table = None
    if _PLAYED.isdisjoint(schema.names):
        table = _read_json(data, schema)
    if table is not None and (as_types or _is_as_written(table)):
        return PieceRows(table, rows=len(table))
    if table is not None:
        lines = data.decode().split("\n")
        objects = json_or_none(f"[{','.join(line for line in lines if line)}]")
    if table is not None and is_list_of(objects, dict):
        others = [name for name in schema.names if name != puzzle]
        values = {name: [row.get(name, MISSING) for row in objects] for name in others}
        return PieceRows(numbered(table), rows=len(table), values=values)
    gathered = RecordRows(puzzle).extend(_json_records(data, column))
    rows = gathered.table(schema.names)
    first = line() - 1 if rows.notes else 0
    return rows._replace(notes=[(first + number, note) for number, note in rows.notes])


def _is_as_written(table: Any) -> bool:
    """Whether Arrow has the values of the lines; it makes one type of 2 and 2.0, and nulls of missing keys."""
    nulls = sum(column.null_count for column in table.columns)
    return not nulls and all(_inner(kind) in _plain_types() for kind in table.schema.types)


def _json_records(data: bytes, column: str | None) -> Iterator[Record]:
    from nonet.formats.json_lines import read_json
    from nonet.formats.reading import with_long_lines

    long: list[Record] = []
    lines = lines_of_text(data.decode("utf-8", "replace"), long)
    return with_long_lines(read_json(lines, None, column), long)


def _read_json(data: bytes, schema: Any = None) -> Any:
    """Return JSON lines as a table of Arrow; None if nonet's reader has to say what is wrong with them.

    So it is if their types are not those of a schema or differ, and if a line holds no object, several, or deep ones.
    """
    if has_long_line(data):
        return None
    pa = pyarrow_for("reading JSON lines", "json")
    behavior = "error" if schema else "infer"
    options = pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior=behavior)
    reading = pa.json.ReadOptions(use_threads=False, block_size=max(len(data), 1))
    try:
        table = pa.json.read_json(pa.BufferReader(data), reading, options)
    except pa.ArrowInvalid:
        return None
    is_whole = len(table) == data.count(b"\n") + (not data.endswith(b"\n"))
    return table if is_whole and max(map(_depth, table.schema.types), default=0) < DEPTH else None


def _depth(kind: Any) -> int:
    """Return how many types are inside each other."""
    inside = (kind.field(place).type for place in range(kind.num_fields))
    return 1 + max(map(_depth, inside), default=0)


# -- all other texts ------------------------------------------------------------------------------


def text_schema(path: str) -> tuple[Any, int]:
    """Return the names and types of the columns in a text of any form, and how many records it has."""
    from nonet.formats.reading import records

    rows, total, schema = RecordRows(), 0, Schema()
    for record in records(path):
        rows.add(record)
        total += 1
        schema.add_rows(rows.rows)
        rows.rows.clear()
    return schema.schema(), total


def text_pieces(path: str, names: Sequence[str], puzzle: str) -> Iterator[PieceRows]:
    """Yield the rows of a text of any form, many at a time."""
    from nonet.formats.reading import records

    rest = records(path, ignored=True)
    while part := list(islice(rest, _AT_ONCE)):
        yield RecordRows(puzzle).extend(part).table(names)
