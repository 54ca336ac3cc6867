"""Tables of Arrow as all of nonet expects them: each column has a name of its own, and a type that can be read.

Every opened table passes through `plain_table`. Columns of one name get others, as those of CSV do; what is
packed (run ends, views) is unpacked. A column of bytes stays one, and its values are text where text is needed.
"""

from __future__ import annotations

from typing import Any

from nonet.base.column_names import distinct_names
from nonet.tables.columns import pyarrow_for

__all__ = ["plain_column", "plain_schema", "plain_table", "text_of_bytes"]


def plain_schema(schema: Any) -> Any:
    """Return the schema of a table after `plain_table`."""
    pa = pyarrow_for("an Arrow table")
    names = distinct_names(name or f"column {n}" for n, name in enumerate(schema.names, 1))
    types = [_plain(kind) for kind in schema.types]
    if names == schema.names and types == schema.types:
        return schema
    return pa.schema(zip(names, types, strict=True))


def plain_table(table: Any) -> Any:
    """Return a table or a record batch whose columns are plain and have names of their own."""
    schema = plain_schema(table.schema)
    if schema is table.schema or schema.equals(table.schema):
        return table
    return type(table).from_arrays(
        [plain_column(column) for column in table.columns], schema=schema
    )


def plain_column(column: Any) -> Any:
    """Return a column that is not packed."""
    pa = pyarrow_for("an Arrow table")
    kind = column.type
    if (plain := _plain(kind)) == kind:
        return column
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array([plain_column(chunk) for chunk in column.chunks], plain)
    if pa.types.is_run_end_encoded(kind):
        from pyarrow import compute

        return plain_column(compute.run_end_decode(column))
    return column.cast(plain)


def _plain(kind: Any) -> Any:
    """Return the type of a column after `plain_column`."""
    pa = pyarrow_for("an Arrow table")
    if pa.types.is_run_end_encoded(kind):
        return _plain(kind.value_type)
    if kind == pa.binary_view():
        return pa.large_binary()
    for view, plain in (("is_list_view", pa.list_), ("is_large_list_view", pa.large_list)):
        if getattr(pa.types, view, lambda _: False)(kind):
            return plain(kind.value_type)
    return kind


def text_of_bytes(value: bytes) -> str:
    """Return bytes as text: as they are if they are UTF-8, else in hexadecimal.

    >>> text_of_bytes(b"abc"), text_of_bytes(bytes([255, 0]))
    ('abc', '0xff00')
    """
    try:
        return value.decode()
    except UnicodeDecodeError:
        return f"0x{value.hex()}"
