"""Parquet and Feather files as CSV text, one record batch after the other.

The commands have one reader of tables, which the core does; so a table from Arrow takes its way. What a column holds is
text then: numbers in decimal, nested values as JSON.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from typing import Any

from nonet.cli.stream.inputs import Input
from nonet.errors import MissingExtra, ParseError

__all__ = ["ArrowInput"]

_ROWS = 1 << 14


class ArrowInput(Input):
    """The rows of a Parquet or Feather file as lines of CSV, after a header."""

    def __init__(self, path: str, kind: str) -> None:
        super().__init__(io.BytesIO(), path)
        try:
            import pyarrow.csv
            import pyarrow.parquet
        except ImportError:
            raise MissingExtra("data", f"reading {kind}") from None
        self._arrow = pyarrow
        self._kind = kind
        self._size = os.path.getsize(path)
        self._done = 0
        self._text = memoryview(b"")
        self._batches = self._read(path)

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; damaged data is an error."""
        if self._head or not len(buffer):
            return super().readinto(buffer)
        while not self._text:
            try:
                batch = next(self._batches, None)
            except (OSError, self._arrow.ArrowException) as error:
                reason = str(error).splitlines()[0]
                sentence = f"the {self._kind} data is damaged or cut off ({reason})"
                raise ParseError(sentence, source=self.name) from None
            if batch is None:
                return 0
            self._text = memoryview(batch).cast("B")
        count = min(len(buffer), len(self._text))
        buffer[:count], self._text = self._text[:count], self._text[count:]
        return count

    def _read(self, path: str) -> Iterator[Any]:
        """Yield the text of the record batches."""
        if self._kind == "Parquet":
            file = self._arrow.parquet.ParquetFile(path)
            total, batches = file.metadata.num_rows, file.iter_batches(_ROWS)
            schema = file.schema_arrow
        else:
            file = self._arrow.ipc.open_file(self._arrow.memory_map(path))
            schema = file.schema
            batches = (file.get_batch(i) for i in range(file.num_record_batches))
            total = 0
        yield _header(schema.names)
        options = self._arrow.csv.WriteOptions(include_header=False)
        for batch in batches:
            sink = self._arrow.BufferOutputStream()
            columns = [self._plain(column) for column in batch.columns]
            plain = self._arrow.RecordBatch.from_arrays(columns, names=list(schema.names))
            self._arrow.csv.write_csv(plain, sink, options)
            self._done += len(batch)
            self.consumed = self._size * self._done // max(total, self._done)
            yield sink.getvalue()

    def _plain(self, column: Any) -> Any:
        """Return a column of a type that CSV can hold."""
        types = self._arrow.types
        kind = column.type
        if types.is_dictionary(kind):
            column = column.dictionary_decode()
            kind = column.type
        if types.is_nested(kind) or types.is_map(kind):
            texts = [
                None if value is None else json.dumps(value, ensure_ascii=False, default=str)
                for value in column.to_pylist()
            ]
            return self._arrow.array(texts, self._arrow.string())
        if types.is_binary(kind) or types.is_large_binary(kind):
            return column.cast(self._arrow.large_string())
        return column


def _header(names: list[str]) -> bytes:
    import csv

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(names)
    return out.getvalue().encode()
