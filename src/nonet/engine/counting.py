"""Exact counts of classic boards with few givens, and what else the sum knows: odds and solutions by number.

The core sums over the column signatures of the boxes instead of enumerating solutions; `docs/counting.md` explains the
method. A board with few solutions is enumerated: that is faster up to about `ENUMERATED` of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TypeAlias

from nonet import _core
from nonet.base.errors import LimitReached
from nonet.engine.threads import even_ranges, on_threads, thread_count
from nonet.engine.time_limits import check_time_limit, has_time_limit

__all__ = ["ENUMERATED", "MEMORY", "WORK_OF_A_GUESS", "Contraction", "Progress"]

ENUMERATED = 20_000
"""Up to this number of solutions, enumerating is faster."""

WORK_OF_A_GUESS = 2_000
"""The multiplications that take as long as one guess of a search: a budget counts both."""

MEMORY = 1 << 30
"""The bytes that a sum may need. Only pencil marks in many columns need more; a board of givens takes up to 200 MB."""

Progress: TypeAlias = Callable[[float], None]
"""What is called now and then with the finished part, 0 to 1."""

_LOOK = 0.05  # seconds between two looks at the progress


class Contraction:
    """A sum over the signatures of a board: planned when it is made, done by `run`."""

    def __init__(
        self, masks: Sequence[int], *, box: int | None = None, variant: int | None = None
    ) -> None:
        self._core = _core.Contraction(
            array("H", masks), -1 if box is None else box, -1 if variant is None else variant
        )

    @property
    def work(self) -> int:
        """The number of multiplications: a rough estimate until `run` has set up its lists, then exact."""
        return self._core.work

    @property
    def memory(self) -> int:
        """The bytes that the sum may need."""
        return self._core.workspace_bytes

    def run(
        self,
        *,
        threads: int | None = None,
        budget: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Do the sum. Raises `LimitReached` before it starts if it needs too much memory or more than the budget.

        The exact number of multiplications is known when the lists are set up, which takes up to 50 ms.
        """
        threads = thread_count(threads)
        if self.memory > MEMORY:
            raise LimitReached(
                f"the exact count of these pencil marks needs {self.memory / 1e9:.1f} GB,"
                f" the limit is {MEMORY / 1e9:.1f} GB"
            )
        self._core.begin()
        self._check(budget)
        for phase in (0, 1):
            self._run(phase, threads, progress)
        if progress is not None:
            progress(1.0)

    def _check(self, budget: int | None) -> None:
        if budget is not None and self.work > budget * WORK_OF_A_GUESS:
            guesses = -(-self.work // WORK_OF_A_GUESS)
            raise LimitReached(
                f"the exact count needs about as long as {guesses:,} guesses, the budget is {budget:,}"
            )

    def _run(self, phase: int, threads: int, progress: Progress | None) -> None:
        if threads == 1 and progress is None:
            self._core.run(phase, None)
            return
        from concurrent.futures import ThreadPoolExecutor, wait

        stop = bytearray(1)
        with ThreadPoolExecutor(threads) as pool:
            workers = [pool.submit(self._core.run, phase, stop) for _ in range(threads)]
            try:
                while wait(workers, timeout=_LOOK).not_done:
                    check_time_limit()
                    if progress is not None:
                        progress(self._core.progress)
                for worker in workers:
                    worker.result()
            except BaseException:
                stop[0] = 1
                raise

    def total(self) -> int:
        """Return the number of solutions."""
        low, high = self._core.total()
        return low | high << 64

    def odds(self) -> dict[int, tuple[int, ...]]:
        """Return for the cells of the box of the plan how many solutions have each digit there."""
        untouched = (1 << 64) - 1
        words = array("Q", [untouched]) * (2 * 81 * 9)
        self._core.odds(words)
        odds = {}
        for cell in range(81):
            row = words[18 * cell : 18 * cell + 18]
            if row[0] != untouched or row[1] != untouched:
                odds[cell] = tuple(row[2 * d] | row[2 * d + 1] << 64 for d in range(9))
        return odds

    def solutions(self, numbers: Sequence[int], *, threads: int | None = None) -> list[bytes]:
        """Return the solutions with some numbers from 0 to the total - 1, as 81 digits each, in the same order."""
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        words = array("Q")
        for i in order:
            words.extend((numbers[i] & (1 << 64) - 1, numbers[i] >> 64))
        grids = bytearray(81 * len(numbers))
        threads = 1 if has_time_limit() else thread_count(threads)
        wanted, cells = memoryview(words), memoryview(grids)

        def call(lo: int, hi: int, stop: bytearray | None) -> None:
            self._core.unrank(wanted[2 * lo : 2 * hi], cells[81 * lo : 81 * hi], stop)

        on_threads(call, even_ranges(len(numbers), threads, 64, 1 << 20), threads)
        boards = [b""] * len(numbers)
        for place, i in enumerate(order):
            boards[i] = bytes(cells[81 * place : 81 * place + 81])
        return boards
