"""Files of any size on a Dask cluster: the pieces of `nonet.batch.run` as tasks.

Dask does what a cluster needs: it sends tasks to free workers, repeats those of workers that were lost, and takes new
workers in. Here is only the executor that hands it the pieces, a few for each thread.
The workers read and write the files themselves, so all need the same folders.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from nonet.base.errors import MissingExtra
from nonet.base.numbers import LARGEST, number_of
from nonet.batch.distinct import dedupe

if TYPE_CHECKING:
    from nonet.batch.files import PieceDone, PieceWork
    from nonet.tables.sources import Piece

__all__ = ["Cluster", "dedupe"]

_AHEAD = 2  # pieces for each thread of the cluster: one at work, one waiting
_QUIETLY = 10.0  # seconds without a worker before a warning
_RECOUNT = 0.5  # seconds until the threads of the cluster are counted again: workers come and go

# For workers of this machine. By default each process wakes up 50 times a second, to look at its memory, to balance
# tasks and to measure itself: 7% of a processor for two workers that have nothing to do.
_QUIET = {
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing-interval": "1s",
    "distributed.worker.profile.enabled": False,
}


class Cluster:
    """Answers pieces on a Dask cluster: ``Cluster("tcp://host:8786")``, or ``local:4`` for processes here.

    Give it to `nonet.batch.run` as ``executor``. ``retries`` is how often a piece that fails is tried again; pieces of
    lost workers are always repeated. Without a worker for ten seconds ``tell`` gets a sentence, and after ``patience``
    seconds `TimeoutError` ends the run. Needs the extra ``cluster``.
    """

    carry = False

    def __init__(
        self,
        address: str,
        *,
        retries: int = 3,
        patience: float = 600,
        tell: Callable[[str], None] = warnings.warn,
    ) -> None:
        try:
            import distributed
        except ImportError:
            raise MissingExtra("cluster", "a Dask cluster") from None
        self._distributed: Any = distributed
        self._local: Any = None
        self._address = address
        self._retries = retries
        self._patience = patience
        self._tell = tell
        self._count = 0
        if address.startswith("local:"):
            count = number_of(address.removeprefix("local:"), LARGEST)
            if not count:
                raise ValueError(f"expected local:N with N processes, got {address!r}")
            self._count = count

    def client(self) -> Any:
        """Return a client of the cluster; close it when the work is done."""
        if not self._count:
            return self._distributed.Client(self._address)
        import dask

        with dask.config.set(_QUIET):
            self._local = self._distributed.LocalCluster(
                n_workers=self._count,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,  # pieces are small, and what is returned is smaller
                dashboard_address=None,
                silence_logs=50,
            )
        return self._distributed.Client(self._local)

    def run(
        self, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        """Yield pieces as they are finished, in any order."""
        client = self.client()
        try:
            yield from self.run_on(client, work, pieces)
        finally:
            client.close()
            if self._local is not None:
                self._local.close()

    def run_on(
        self, client: Any, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        """Yield pieces as a client's cluster finishes them; only a few wait for a worker."""
        self._wait_for_workers(client)
        waiting: dict[Any, Piece] = {}
        finished = self._distributed.as_completed()
        left = iter(pieces)
        more, room, counted = True, 0, -math.inf
        while True:
            if time.monotonic() - counted >= _RECOUNT:
                room = _AHEAD * max(1, sum(client.nthreads().values()))
                counted = time.monotonic()
            while more and len(waiting) < room:
                item = next(left, None)
                if item is None:
                    more = False
                    break
                future = client.submit(work, *item, pure=False, retries=self._retries)
                waiting[future] = item[1]
                finished.add(future)
            if not waiting:
                return
            future = next(finished)
            yield waiting.pop(future), future.result()

    def _wait_for_workers(self, client: Any) -> None:
        """Wait until the cluster has a worker, and say so if that takes long."""
        begun, reported = time.monotonic(), False
        while not client.nthreads():
            waited = time.monotonic() - begun
            if waited >= self._patience:
                raise TimeoutError(
                    f"{self._address}: the cluster has had no worker for {waited:.0f} seconds;"
                    " start one with: dask worker ADDRESS"
                )
            if waited >= _QUIETLY and not reported:
                self._tell(f"{self._address}: the cluster has no worker yet; waiting for one")
                reported = True
            time.sleep(min(_RECOUNT, self._patience))
