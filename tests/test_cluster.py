"""Pieces on a real Dask cluster of local processes: the same bytes, also when workers are killed or join."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from test_batch_files import table

from nonet.base.errors import MissingExtra
from nonet.batch.cluster import Cluster

pytest.importorskip("pyarrow")

# A process of its own: Dask starts threads and processes, and leaves warnings behind when workers die.
SCRIPT = """
import os, signal, sys
from nonet.batch import files
from nonet.batch.cluster import Cluster

def main(source, out, what):
    files._BYTES = 4000
    cluster = Cluster("local:1" if what == "join" else "local:2")
    made = cluster.client
    def client():
        global the_client
        the_client = made()
        return the_client
    cluster.client = client
    seen = []
    def progress(_):
        seen.append(1)
        if what == "kill" and len(seen) in (5, 12):
            os.kill(list(the_client.run(os.getpid).values())[0], signal.SIGKILL)
        if what == "join" and len(seen) == 5:
            cluster._local.scale(2)
    print(files.run(source, out, ["solution", "count"], executor=cluster, progress=progress))

if __name__ == "__main__":
    main(*sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", ["plain", "packed", "kill", "join"])
def test_a_cluster_gives_the_bytes_of_threads(tmp_path: Path, what: str) -> None:
    pytest.importorskip("distributed")
    from nonet.batch import files

    source, plain, made = tmp_path / "in.csv", tmp_path / "plain.csv", tmp_path / "made.csv"
    source.write_text(table(3000), newline="")
    if what == "packed":
        source = tmp_path / "in.csv.gz"
        source.write_bytes(gzip.compress(table(3000).encode()))
    files.run(source, plain, ["solution", "count"])
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script, source, made, what], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("3,000 rows in = ")
    assert made.read_bytes() == plain.read_bytes()
    assert Path(f"{made}.rejected.csv").read_bytes() == Path(f"{plain}.rejected.csv").read_bytes()


def test_the_address_is_checked() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="expected local:N with N processes, got 'local:x'"):
        Cluster("local:x")


def test_a_cluster_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        MissingExtra, match=r'a Dask cluster needs more packages: pip install "nonet\[cluster\]"'
    ):
        Cluster("local:2")


def test_a_cluster_without_workers_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("nonet.batch.cluster._QUIETLY", 0.1)
    monkeypatch.setattr("nonet.batch.cluster._RECOUNT", 0.05)

    class Empty:
        def nthreads(self) -> dict[str, int]:
            return {}

    told: list[str] = []
    cluster = Cluster("tcp://host:8786", patience=0.4, tell=told.append)
    with pytest.raises(TimeoutError, match="tcp://host:8786: the cluster has had no worker for"):
        list(cluster.run_on(Empty(), None, []))  # type: ignore[arg-type]
    assert told == ["tcp://host:8786: the cluster has no worker yet; waiting for one"]
