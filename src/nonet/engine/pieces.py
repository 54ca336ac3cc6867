"""Rows in pieces, and pieces on threads: what all calls of the core on many rows share.

A call gets a piece of the rows, and with several threads a byte that is set when it is to stop; without one the core
looks for Ctrl-C itself. Threads come for the next piece when they are done with one, so that pieces may differ in time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from nonet.engine.general import threads_available

__all__ = [
    "Piece",
    "Views",
    "cut",
    "even_pieces",
    "in_pieces",
    "shrinking_pieces",
    "thread_count",
    "views",
]

Piece: TypeAlias = tuple[int, int]
"""The first row of a piece, and the first one behind it."""

Views: TypeAlias = list[memoryview | None]

_Answer = TypeVar("_Answer")


def thread_count(threads: int | None) -> int:
    """Return the number of threads, None for all processors; raises `ValueError` if it is less than 1."""
    threads = threads_available() if threads is None else threads
    if threads < 1:
        raise ValueError(f"threads is {threads}; it must be at least 1")
    return threads


def views(*buffers: Any) -> Views:
    """Return buffers as memory views; any of them may be None."""
    return [None if buffer is None else memoryview(buffer) for buffer in buffers]


def cut(of: Views, widths: Iterable[int], lo: int, hi: int) -> Views:
    """Return rows ``lo`` to ``hi`` of buffers that have so many items for a row.

    >>> [bytes(view or b"") for view in cut(views(b"aabbcc", None), (2, 1), 1, 3)]
    [b'bbcc', b'']
    """
    return [
        None if view is None else view[lo * width : hi * width]
        for view, width in zip(of, widths, strict=True)
    ]


def even_pieces(n: int, threads: int, least: int, most: int) -> Iterator[Piece]:
    """Yield pieces of ``n`` rows that take about as long: some for each thread, of ``least`` to ``most`` rows.

    >>> list(even_pieces(10, 2, 2, 4)), list(even_pieces(10, 1, 2, 4)), list(even_pieces(3, 2, 2, 4))
    ([(0, 2), (2, 4), (4, 6), (6, 8), (8, 10)], [(0, 10)], [(0, 3)])
    """
    alone = threads == 1 or n < 2 * least
    step = n if alone else min(max(least, -(-n // (4 * threads))), most)
    for lo in range(0, n, max(1, step)):
        yield lo, min(n, lo + step)


def shrinking_pieces(n: int, threads: int, most: int) -> Iterator[Piece]:
    """Yield pieces of ``n`` rows that differ much in time: smaller ones towards the end, where no thread should have a
    large one left when the others are done.

    >>> list(shrinking_pieces(40, 1, 4))[:3], list(shrinking_pieces(40, 1, 4))[-2:]
    ([(0, 4), (4, 8), (8, 12)], [(38, 39), (39, 40)])
    """
    lo = 0
    while lo < n:
        hi = min(n, lo + max(1, min((n - lo) // (8 * threads), most)))
        yield lo, hi
        lo = hi


def in_pieces(
    call: Callable[[int, int, bytearray | None], _Answer], pieces: Iterable[Piece], threads: int
) -> list[_Answer]:
    """Return what ``call`` says of the pieces, in no order, from so many threads; from this one for a single piece."""
    left = iter(pieces)
    first = [piece for piece in (next(left, None), next(left, None)) if piece is not None]
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
                    piece = next(left, None)
                if piece is None:
                    break
                answers.append(call(*piece, stop))
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
