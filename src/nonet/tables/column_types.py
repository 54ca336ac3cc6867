"""The types of columns: what the values of rows have in common, and tables with values in such types."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nonet.tables.columns import pyarrow_for
from nonet.tables.csv_text import Values, array_of

__all__ = ["Schema", "python_type", "typed"]


class Schema:
    """The columns of a table as they are found row by row or piece by piece; what has several types is text."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._kinds: dict[str, set[Any]] = {name: set() for name in names}

    def add(self, name: str, kind: Any) -> None:
        """Take the type, of Arrow or of Python, that a column has in some rows."""
        pa = pyarrow_for("reading text")
        if isinstance(kind, type):
            kind = {bool: pa.bool_(), int: pa.int64(), float: pa.float64()}.get(kind, pa.string())
        self._kinds.setdefault(name, set()).add(kind)

    def add_rows(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take the values of rows."""
        for row in rows:
            for name, value in row.items():
                is_large = isinstance(value, int) and value.bit_length() > 63
                if value is None:
                    self._kinds.setdefault(name, set())
                else:
                    self.add(name, str if is_large else type(value))

    def schema(self) -> Any:
        """Return the schema."""
        pa = pyarrow_for("reading text")
        numbers = {pa.int64(), pa.float64()}
        return pa.schema(
            (
                name,
                next(iter(kinds))
                if len(kinds) == 1
                else pa.float64()
                if kinds == numbers
                else pa.string(),
            )
            for name, kinds in self._kinds.items()
        )


def typed(table: Any, values: Values, schema: Any) -> Any:
    """Return a table with values in place of the columns with their names, in the types of a schema."""
    for name, column in values.items():
        array = array_of(column, schema.field(name).type)
        table = table.set_column(table.schema.names.index(name), name, array)
    return table


def python_type(kind: Any) -> tuple[type, Callable[[str], Any]] | None:
    """Return the Python type of a column and what makes its values of text, None for texts, times and the like."""
    types = pyarrow_for("reading tables").types
    if types.is_boolean(kind):
        return bool, "true".__eq__
    if types.is_integer(kind):
        return int, int
    if types.is_floating(kind):
        return float, float
    return (str, json.loads) if types.is_nested(kind) else None
