"""The first of all equivalent puzzles, over pieces and partitions, judged by `nonet dedupe`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from console import run
from test_batch_files import rows_of

from nonet import batch
from nonet.batch import files
from nonet.batch.distinct import dedupe

pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASH = "55" + "." * 79


def table(rows: int) -> str:
    """Return a table in which each of some puzzles comes several times, in equivalent forms."""
    solved = batch.solve(EASY).solutions
    sources = batch.add_givens([EASY] * (rows // 10), solved.repeat(rows // 10, axis=0), 9, seed=3)
    made = batch.augment(sources, sources, 10, seed=4).puzzles
    lines = ["id,puzzle", *(f"{i},{''.join(map(str, made[i * 7 % rows]))}" for i in range(rows))]
    lines[5] = "bad,?"
    lines[50] = f"clash,{CLASH}"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("partitions", [1, 7])
def test_the_rows_are_those_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, partitions: int
) -> None:
    monkeypatch.setattr(files, "_BYTES", 5000)
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(table(300))
    summary = dedupe(source, out, partitions=partitions, threads=2)
    judge = list(csv.DictReader(io.StringIO(run("dedupe", "--to", "csv", source).out)))
    found = rows_of(out)
    assert [row["id"] for row in found] == [row["id"] for row in judge]
    assert 20 < len(found) == summary.written < 40
    assert summary.rejected == 2 and summary.rows == 300
    assert summary.dropped == 300 - 2 - len(found)
    reasons = [row["reason"] for row in rows_of(tmp_path / "out.csv.rejected.csv")]
    assert reasons[0] == "expected 81 cells, found 1"
    assert reasons[1].startswith("r1c1 and r1c2 are both 5")
