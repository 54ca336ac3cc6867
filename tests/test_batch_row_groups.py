"""Joined Parquet files: the bytes are those of a single writer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

from nonet.tables.parquet import parquet_writer  # noqa: E402
from nonet.tables.row_groups import join_parquet  # noqa: E402


def rows(first: int, count: int) -> Any:
    """Return a table with columns of all kinds, and nulls."""
    numbers = range(first, first + count)
    return pa.table(
        {
            "puzzle": pa.array([f"{i % 1000}" * 9 for i in numbers], pa.string()),
            "status": pa.array(["unique" if i % 7 else None for i in numbers], pa.string()),
            "id": pa.array(numbers, pa.int64()),
            "odd": pa.array([i % 2 == 1 for i in numbers], pa.bool_()),
            "share": pa.array([i / 3 for i in numbers], pa.float64()),
            "list": pa.array([[i % 128] for i in numbers], pa.list_(pa.int8())),
            "struct": pa.array([{"x": i} for i in numbers], pa.struct([("x", pa.int32())])),
        }
    )


def written(path: Path, *tables: Any) -> Path:
    with parquet_writer(path, tables[0].schema) as out:
        for table in tables:
            out.write_table(table)
    return path


@pytest.mark.parametrize("sizes", [[5], [0, 3, 0], [20] * 40, [3, 40_000]])
@pytest.mark.parametrize("by_kernel", [True, False])
def test_joined_files_have_the_bytes_of_one_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sizes: list[int], by_kernel: bool
) -> None:
    if not by_kernel:
        monkeypatch.delattr(os, "copy_file_range", raising=False)
    tables = [rows(1000 * i, size) for i, size in enumerate(sizes)]
    pieces = [written(tmp_path / f"{i}.parquet", table) for i, table in enumerate(tables)]
    with open(tmp_path / "joined.parquet", "wb") as out:
        assert join_parquet(pieces, out) == sum(sizes)
    one = written(tmp_path / "one.parquet", *tables)
    assert (tmp_path / "joined.parquet").read_bytes() == one.read_bytes()
    assert parquet.read_table(tmp_path / "joined.parquet").equals(pa.concat_tables(tables))


def test_files_with_other_types_are_refused(tmp_path: Path) -> None:
    first = written(tmp_path / "1.parquet", pa.table({"id": pa.array([1], pa.int64())}))
    second = written(tmp_path / "2.parquet", pa.table({"id": pa.array([1], pa.int32())}))
    reason = r"2\.parquet: expected the column types of the rows"
    with open(tmp_path / "joined.parquet", "wb") as out, pytest.raises(ValueError, match=reason):
        join_parquet([first, second], out)
