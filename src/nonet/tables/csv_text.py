"""Record batches as CSV, written by the core with quotes only where a text needs them, and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from nonet.engine.delimited import Column, text_column, write_table
from nonet.tables.columns import pyarrow_for

__all__ = ["csv_text", "json_text"]


def csv_text(batch: Any) -> bytes:
    """Return the rows of a record batch as CSV; a null is an empty cell, a nested value JSON."""
    if not len(batch):
        return b""
    return write_table([_column(column) for column in batch.columns], len(batch))


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
        column = column.cast(pa.string())
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


def _json_cell(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, default=str)


def json_text(batch: Any) -> bytes:
    """Return the rows of a record batch as JSON lines."""
    if not batch.num_columns:
        return b"{}\n" * len(batch)
    names = (json.dumps(name, ensure_ascii=False) for name in batch.schema.names)
    template = ", ".join(f"{name.replace('%', '%%')}: %s" for name in names)
    columns = [_json_column(column) for column in batch.columns]
    return "".join(map(f"{{{template}}}\n".__mod__, zip(*columns, strict=True))).encode()


def _json_column(column: Any) -> Iterable[str]:
    """Return the values of a column as JSON."""
    encoded: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False, default=str).encode
    if pyarrow_for("an Arrow table").types.is_string(column.type) and not column.null_count:
        encoded = json.encoder.encode_basestring
    return map(encoded, column.to_pylist())
