"""Record batches as CSV, written by the core with quotes only where a text needs them, and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nonet.engine.delimited import Column, text_column, write_table
from nonet.tables.columns import pyarrow_for
from nonet.tables.digit_lists import as_texts
from nonet.tables.plain_columns import text_of_bytes

__all__ = ["cell_of", "csv_text", "flat", "json_text"]


def flat(value: Any) -> Any:
    """Return a value that a cell of a table can hold; nested ones become JSON."""
    nested = isinstance(value, (dict, list, tuple))
    return json.dumps(value, ensure_ascii=False) if nested else value


def cell_of(value: Any) -> Any:
    """Return a value as a cell of CSV."""
    value = flat(value)
    return str(value).lower() if isinstance(value, bool) else value


def csv_text(batch: Any, marks: Mapping[str, str] | None = None) -> bytes:
    """Return the rows of a record batch as CSV; a null is an empty cell, a nested value JSON.

    ``marks`` name the columns whose texts are JSON.
    """
    if not len(batch):
        return b""
    columns = [
        _of_json(column) if marks and marks.get(name) == "json" else column
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    return write_table([_column(column) for column in columns], len(batch))


def _of_json(column: Any) -> Any:
    """Return a column of JSON as one of cells."""
    pa = pyarrow_for("an Arrow table")
    cells = (None if text is None else cell_of(json.loads(text)) for text in column.to_pylist())
    return pa.array([None if cell is None else str(cell) for cell in cells], pa.string())


def _column(column: Any) -> Column:
    import numpy as np

    pa = pyarrow_for("an Arrow table")
    types, kind = pa.types, column.type
    if types.is_dictionary(kind):
        column = column.dictionary_decode()
        kind = column.type
    if types.is_nested(kind):
        texts = [_json_cell(value) for value in column.to_pylist()]
        column = pa.array(texts, pa.string())
    elif kind != pa.string():
        column = _as_strings(as_texts(column))
    valid, offsets, data = column.buffers()
    places = np.frombuffer(offsets, np.uint32)[column.offset : column.offset + len(column) + 1]
    present = None
    if column.null_count:
        bits = np.unpackbits(np.frombuffer(valid, np.uint8), bitorder="little")
        present = bits[column.offset : column.offset + len(column)].astype(np.uint64)
    text = (
        np.frombuffer(data, np.uint8) if data is not None and data.size else np.zeros(1, np.uint8)
    )
    return text_column(text, places, 0, 1, gap=0, quote=True, plain=True, present=present)


def _as_strings(column: Any) -> Any:
    """Return a column that is not nested as one of texts."""
    pa = pyarrow_for("an Arrow table")
    try:
        return column.cast(pa.string())
    except pa.ArrowException:  # a type that Arrow has no texts for, such as a duration
        values = column.to_pylist()
        return pa.array([None if value is None else _text(value) for value in values], pa.string())


def _text(value: Any) -> str:
    """Return what JSON has no value for as text."""
    return text_of_bytes(value) if isinstance(value, bytes) else str(value)


def _json_cell(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, default=_text)


def json_text(batch: Any, marks: Mapping[str, str] | None = None) -> bytes:
    """Return the rows of a record batch as JSON lines.

    ``marks`` name the columns whose texts are JSON, or whose nulls are keys that a row does not have.
    """
    if not batch.num_columns:
        return b"{}\n" * len(batch)
    marks = marks or {}
    names = [json.dumps(name, ensure_ascii=False) for name in batch.schema.names]
    pairs = list(zip(batch.schema.names, batch.columns, strict=True))
    columns = [_json_column(column, marks.get(name)) for name, column in pairs]
    if any(name in marks and column.null_count for name, column in pairs):
        rows = (zip(names, row, strict=True) for row in zip(*columns, strict=True))
        members = ([f"{name}: {value}" for name, value in row if value] for row in rows)
        return "".join(f"{{{', '.join(row)}}}\n" for row in members).encode()
    template = ", ".join(f"{name.replace('%', '%%')}: %s" for name in names)
    return "".join(map(f"{{{template}}}\n".__mod__, zip(*columns, strict=True))).encode()


def _json_column(column: Any, mark: str | None) -> Iterable[str]:
    """Return the values of a column as JSON; with a mark a null is nothing."""
    if mark == "json":
        return (text or "" for text in column.to_pylist())
    if mark is not None and column.null_count:
        encode = json.JSONEncoder(ensure_ascii=False).encode
        return ("" if value is None else encode(value) for value in column.to_pylist())
    encoded: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, default=_text).encode
    if pyarrow_for("an Arrow table").types.is_string(column.type) and not column.null_count:
        encoded = json.encoder.encode_basestring
    return map(encoded, column.to_pylist())
