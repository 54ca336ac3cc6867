"""Record batches as CSV, written by the core with quotes only where a text needs them, and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from nonet.engine.delimited import Column, text_column, write_table
from nonet.tables.columns import pyarrow_for
from nonet.tables.digit_lists import as_texts
from nonet.tables.plain_columns import text_of_bytes

__all__ = ["MISSING", "Values", "array_of", "cell_of", "csv_text", "json_text"]

Values: TypeAlias = Mapping[str, Sequence[Any]]
"""The values of some columns as JSON has them, `MISSING` where a row has none."""

MISSING = object()
"""No value, not even a null."""


def cell_of(value: Any) -> Any:
    """Return a value as a cell of CSV; a nested one is JSON."""
    if isinstance(value, (dict, list, tuple)):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else value


def array_of(values: Iterable[Any], kind: Any) -> Any:
    """Return values as a column of a type; text is a cell of CSV."""
    pa = pyarrow_for("an Arrow table")
    present = (None if value is MISSING else value for value in values)
    if kind == pa.string():
        present = (None if value is None else str(cell_of(value)) for value in present)
    return pa.array(present, kind)


def csv_text(batch: Any, values: Values | None = None) -> bytes:
    """Return the rows of a record batch as CSV; a null is an empty cell, a nested value JSON.

    ``values`` are written in place of the columns with their names.
    """
    if not len(batch):
        return b""
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    text = pyarrow_for("an Arrow table").string()
    columns |= {name: array_of(column, text) for name, column in (values or {}).items()}
    return write_table([_column(column) for column in columns.values()], len(batch))


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


def json_text(batch: Any, values: Values | None = None) -> bytes:
    """Return the rows of a record batch as JSON lines.

    ``values`` are written in place of the columns with their names; what is missing has no key.
    """
    if not batch.num_columns:
        return b"{}\n" * len(batch)
    names = [json.dumps(name, ensure_ascii=False) for name in batch.schema.names]
    own = values or {}
    columns = [own.get(name) or batch.column(name).to_pylist() for name in batch.schema.names]
    rows = zip(*map(_encoded, columns), strict=True)
    if any(value is MISSING for column in own.values() for value in column):
        members = (
            [f"{name}: {value}" for name, value in zip(names, row, strict=True) if value]
            for row in rows
        )
        return "".join(f"{{{', '.join(row)}}}\n" for row in members).encode()
    template = ", ".join(f"{name.replace('%', '%%')}: %s" for name in names)
    return "".join(map(f"{{{template}}}\n".__mod__, rows)).encode()


def _encoded(values: Sequence[Any]) -> Iterable[str]:
    """Return values as JSON, nothing for one that is missing; those of the usual types are encoded at once."""
    kinds = set(map(type, values))
    if kinds and kinds <= {int, float, bool, type(None)}:
        return json.dumps(values)[1:-1].split(", ")
    if kinds == {str}:
        return map(json.encoder.encode_basestring, values)
    encode = json.JSONEncoder(ensure_ascii=False, default=_text).encode
    return ("" if value is MISSING else encode(value) for value in values)
