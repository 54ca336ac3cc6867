"""Files of Arrow: how all of nonet opens Parquet and Feather, and writes Parquet.

Boards are digits without repeats. Zstandard makes them 40% smaller than snappy does, and takes about as long to write
and read; a dictionary of them costs time and saves nothing.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonet.base.errors import ParseError
from nonet.formats.fields import PUZZLE_NAMES
from nonet.tables.columns import pyarrow_for

__all__ = ["left_out_by_parquet", "open_feather", "open_parquet", "parquet_writer", "whole"]

_BUFFER = 1 << 20  # bytes that are read at a time; without it a whole row group is in memory
_UNIQUE = ("solution", "canonical", *PUZZLE_NAMES)


def open_parquet(path: str) -> Any:
    """Open a Parquet file for reading."""
    parquet = pyarrow_for("reading Parquet", "parquet").parquet
    with whole("Parquet", path):
        return parquet.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False)


def open_feather(path: str) -> Any:
    """Open a Feather file for reading."""
    pa = pyarrow_for("reading Feather")
    with whole("Feather", path):
        return pa.ipc.open_file(pa.memory_map(path))


def left_out_by_parquet(schema: Any) -> Any:
    """Return the first column that Parquet cannot hold, None if it holds all."""
    pa = pyarrow_for("writing Parquet", "parquet")
    for field in schema:
        try:
            parquet_writer(io.BytesIO(), pa.schema([field])).close()
        except pa.ArrowException:
            return field
    return None


@contextmanager
def whole(kind: str, path: str) -> Iterator[None]:
    """Make an error of Arrow one about the file whose data it reads."""
    pa = pyarrow_for(f"reading {kind}")
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        reason = f"the {kind} data is damaged or cut off ({str(error).splitlines()[0]})"
        raise ParseError(reason, source=path) from None


def parquet_writer(sink: str | os.PathLike[str] | Any, schema: Any) -> Any:
    """Return a writer of a Parquet file with columns of these names and types."""
    parquet = pyarrow_for("writing Parquet", "parquet").parquet
    repeated = [name for name in schema.names if name.lower() not in _UNIQUE]
    return parquet.ParquetWriter(sink, schema, compression="zstd", use_dictionary=repeated)
