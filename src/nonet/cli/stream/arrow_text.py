"""Parquet and Feather files as CSV text, one record batch after the other.

The commands have one reader of tables, which the core does; so a table from Arrow takes its way. What a column holds is
text then: numbers in decimal, nested values as JSON.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import Any

from nonet.batch.columns import pyarrow_for
from nonet.batch.csv_text import csv_text
from nonet.batch.digit_lists import are_boards, as_texts
from nonet.batch.parquet import open_feather, open_parquet, whole
from nonet.cli.stream.inputs import Input
from nonet.engine.delimited import csv_line

__all__ = ["ArrowInput"]

_ROWS = 1 << 14


class ArrowInput(Input):
    """The rows of a Parquet or Feather file as lines of CSV, after a header."""

    format = "csv"

    def __init__(self, path: str, kind: str) -> None:
        super().__init__(io.BytesIO(), path)
        pyarrow_for(f"reading {kind}", "parquet")
        self._kind = kind
        self._size = os.path.getsize(path)
        self._done = 0
        self._text = memoryview(b"")
        self._batches = self._read(path)

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; damaged data is an error."""
        if self._head or self._problem or not len(buffer):
            return super().readinto(buffer)
        while not self._text:
            with whole(self._kind, self.name):
                batch = next(self._batches, None)
            if batch is None:
                return 0
            self._text = memoryview(batch).cast("B")
        count = min(len(buffer), len(self._text))
        buffer[:count], self._text = self._text[:count], self._text[count:]
        return count

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
        yield csv_line(schema.names).encode()
        boards: list[str] | None = None
        for batch in batches:
            if boards is None:
                boards = [name for name in schema.names if are_boards(batch.column(name))]
            for name in boards:
                place = schema.names.index(name)
                batch = batch.set_column(place, name, as_texts(batch.column(name)))
            self._done += len(batch)
            self.consumed = self._size * self._done // max(total, self._done)
            yield csv_text(batch)
