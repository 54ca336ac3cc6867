"""Parquet files: how all of nonet opens and writes them.

Boards are digits without repeats. Zstandard makes them 40% smaller than snappy does, and takes about as long to write
and read; a dictionary of them costs time and saves nothing.
"""

from __future__ import annotations

import os
from typing import Any

from nonet.batch.columns import pyarrow_for
from nonet.formats.fields import PUZZLE_NAMES

__all__ = ["open_parquet", "parquet_writer"]

_BUFFER = 1 << 20  # bytes that are read at a time; without it a whole row group is in memory
_UNIQUE = ("solution", "canonical", *PUZZLE_NAMES)


def open_parquet(path: str) -> Any:
    """Open a Parquet file for reading."""
    parquet = pyarrow_for("reading Parquet", "parquet").parquet
    return parquet.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False)


def parquet_writer(sink: str | os.PathLike[str] | Any, schema: Any) -> Any:
    """Return a writer of a Parquet file with columns of these names and types."""
    parquet = pyarrow_for("writing Parquet", "parquet").parquet
    repeated = [name for name in schema.names if name.lower() not in _UNIQUE]
    return parquet.ParquetWriter(sink, schema, compression="zstd", use_dictionary=repeated)
