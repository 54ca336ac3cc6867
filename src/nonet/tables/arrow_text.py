"""Parquet and Feather files as CSV text, one record batch after the other.

The commands have one reader of tables, which the core does; so a table from Arrow takes its way. What a column holds is
text then: numbers in decimal, nested values as JSON. The types of the columns make values of it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from nonet.base.packed import ByteStream
from nonet.engine.delimited import csv_line
from nonet.tables.column_types import python_type
from nonet.tables.columns import pyarrow_for
from nonet.tables.csv_text import csv_text
from nonet.tables.digit_lists import are_boards, as_texts
from nonet.tables.inputs import Input
from nonet.tables.parquet import open_feather, open_parquet, whole
from nonet.tables.plain_columns import plain_schema, plain_table

__all__ = ["ArrowInput"]

_ROWS = 1 << 14


class ArrowInput(Input):
    """The rows of a Parquet or Feather file as lines of CSV, after a header."""

    format = "csv"

    def __init__(self, path: str, kind: str) -> None:
        super().__init__(ByteStream(self._checked(path)), path)
        pyarrow_for(f"reading {kind}", "parquet")
        self._kind = kind
        self._size = os.path.getsize(path)
        self._done = self._place = 0

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; damaged data is an error."""
        count = super().readinto(buffer)
        self.consumed = self._place
        return count

    def _checked(self, path: str) -> Iterator[Any]:
        with whole(self._kind, self.name):
            yield from self._read(path)

    def _read(self, path: str) -> Iterator[Any]:
        """Yield the text of the record batches."""
        if self._kind == "Parquet":
            file = open_parquet(path)
            total, batches = file.metadata.num_rows, file.iter_batches(_ROWS)
            schema = file.schema_arrow
        else:
            file = open_feather(path)
            schema = file.schema
            batches = (file.get_batch(i) for i in range(file.num_record_batches))
            total = 0
        schema = plain_schema(schema)
        self.types = {each.name: kind for each in schema if (kind := python_type(each.type))}
        head = csv_line(schema.names).encode()
        boards: list[str] | None = None
        for batch in map(plain_table, batches):
            if boards is None:
                boards = [name for name in schema.names if are_boards(batch.column(name))]
            for name in boards:
                place = schema.names.index(name)
                batch = batch.set_column(place, name, as_texts(batch.column(name)))
            self._done += len(batch)
            self._place = self._size * self._done // max(total, self._done)
            text = memoryview(csv_text(batch)).cast("B")
            # The header comes with rows, which show how they are to be read.
            yield head + text if head else text
            head = b""
        if head:
            yield head
