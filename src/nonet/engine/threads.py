"""Ranges of rows on threads: what all calls of the core on many rows share.

A call gets a range of the rows. With several threads it also gets a byte, which is set when the call must stop; without
one the core checks for Ctrl-C itself. A thread takes the next range when it has finished one, so ranges may take
different times.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from nonet.engine.time_limits import has_time_limit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    # NumPy's arrays have the buffer interface, but for Python 3.11 their types do not say so.
    FlatBuffer: TypeAlias = Buffer | NDArray[np.generic]

__all__ = [
    "RowRange",
    "Views",
    "check_seed",
    "cut",
    "even_ranges",
    "on_threads",
    "shrinking_ranges",
    "thread_count",
    "threads_available",
    "view",
    "views",
    "wrap",
]

RowRange: TypeAlias = tuple[int, int]
"""The first row of a range, and the first row after it."""

Views: TypeAlias = list["memoryview | None"]

_Answer = TypeVar("_Answer")

_SEEDS = 1 << 64


def check_seed(seed: int) -> None:
    """Raise `TypeError` or `ValueError` if a random seed is not a whole number from 0 to 2**64 - 1."""
    if not hasattr(seed, "__index__"):
        raise TypeError(f"seed must be a whole number, got {seed!r}")
    if not 0 <= seed < _SEEDS:
        raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")


def wrap(number: int) -> int:
    """Return the number of a row of a seed as 64 bits: the number after the last one is 0."""
    return number % _SEEDS


def threads_available() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """Return the number of threads; None stands for all processors, or for one under a time limit."""
    if threads is None:
        threads = 1 if has_time_limit() else threads_available()
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    return threads


def view(buffer: FlatBuffer) -> memoryview:
    """Return a buffer as a memory view."""
    return memoryview(cast("Buffer", buffer))


def views(*buffers: FlatBuffer | None) -> Views:
    """Return buffers as memory views; any of them may be None."""
    return [None if buffer is None else view(buffer) for buffer in buffers]


def cut(of: Views, widths: Iterable[int], lo: int, hi: int) -> Views:
    """Return rows ``lo`` to ``hi`` of buffers; ``widths`` are their items per row.

    >>> [bytes(view or b"") for view in cut(views(b"aabbcc", None), (2, 1), 1, 3)]
    [b'bbcc', b'']
    """
    return [
        None if view is None else view[lo * width : hi * width]
        for view, width in zip(of, widths, strict=True)
    ]


def even_ranges(n: int, threads: int, least: int, most: int) -> Iterator[RowRange]:
    """Yield ranges of ``n`` rows that take about the same time each: a few per thread, of ``least`` to ``most`` rows.

    >>> list(even_ranges(10, 2, 2, 4)), list(even_ranges(10, 1, 2, 4)), list(even_ranges(3, 2, 2, 4))
    ([(0, 2), (2, 4), (4, 6), (6, 8), (8, 10)], [(0, 10)], [(0, 3)])
    """
    alone = threads == 1 or n < 2 * least
    step = n if alone else min(max(least, -(-n // (4 * threads))), most)
    for lo in range(0, n, max(1, step)):
        yield lo, min(n, lo + step)


def shrinking_ranges(n: int, threads: int, most: int) -> Iterator[RowRange]:
    """Yield ranges of ``n`` rows that take very different times. They shrink towards the end, so that all threads
    finish at about the same time.

    >>> list(shrinking_ranges(40, 1, 4))[:3], list(shrinking_ranges(40, 1, 4))[-2:]
    ([(0, 4), (4, 8), (8, 12)], [(38, 39), (39, 40)])
    """
    lo = 0
    while lo < n:
        hi = min(n, lo + max(1, min((n - lo) // (8 * threads), most)))
        yield lo, hi
        lo = hi


def on_threads(
    call: Callable[[int, int, bytearray | None], _Answer], ranges: Iterable[RowRange], threads: int
) -> list[_Answer]:
    """Call ``call`` for each range on ``threads`` threads, and return the results in no particular order.

    A single range runs in the calling thread.
    """
    left = iter(ranges)
    first = [rows for rows in (next(left, None), next(left, None)) if rows is not None]
    left = chain(first, left)
    if threads == 1 or len(first) < 2:
        return [call(lo, hi, None) for lo, hi in left]
    from concurrent.futures import ThreadPoolExecutor  # slow to load, and only needed here

    stop, lock = bytearray(1), threading.Lock()

    def work() -> list[_Answer]:
        answers = []
        try:
            while not stop[0]:
                with lock:
                    rows = next(left, None)
                if rows is None:
                    break
                answers.append(call(*rows, stop))
        except BaseException:
            stop[0] = 1
            raise
        return answers

    with ThreadPoolExecutor(threads) as pool:
        workers = [pool.submit(work) for _ in range(threads)]
        try:
            return [answer for worker in workers for answer in worker.result()]
        except BaseException:
            stop[0] = 1
            raise
