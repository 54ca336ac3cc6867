"""A time limit for everything that one thread asks of the core.

The core looks at it about every millisecond, without the interpreter's lock. Budgets are reproducible and time limits
are not, so functions take budgets; a time limit is for a program with waiting users, such as a server.
"""

from __future__ import annotations

import threading
import time
from contextlib import AbstractContextManager
from typing import TypeAlias

from nonet import _core
from nonet.base.errors import TimeLimitReached

__all__ = ["Stop", "check_time_limit", "has_time_limit", "time_limit"]

Stop: TypeAlias = "bytearray | memoryview"
"""A byte that ends calls when it is set: by another thread, or in memory that processes share, by another process."""


class _Limits(threading.local):
    """The time limit of each thread: when it ends, and the byte that ends it earlier."""

    end: float | None = None
    stop: Stop | None = None


_limits = _Limits()


def has_time_limit() -> bool:
    """Return whether the calls of this thread have a time limit; then they stay on this thread."""
    return _limits.end is not None


def check_time_limit() -> None:
    """Raise `TimeLimitReached` if the time of this thread is over: for long work that calls the core seldom."""
    stopped = _limits.stop is not None and _limits.stop[0]
    if _limits.end is not None and (stopped or time.monotonic() >= _limits.end):
        raise TimeLimitReached


def time_limit(seconds: float, stop: Stop | None = None) -> AbstractContextManager[None]:
    """End every call of the core with `TimeLimitReached` after some seconds, in a ``with`` block and for this thread.

    Another thread can end them earlier, by setting the byte ``stop``; another process too, if they share its memory. An
    inner time limit does not extend an outer one.

    >>> from nonet import Puzzle, TimeLimitReached
    >>> try:
    ...     with time_limit(0.01):
    ...         Puzzle("." * 81).count(limit=10**12)
    ... except TimeLimitReached as error:
    ...     print(error)
    the time limit is reached
    """
    return _Limited(seconds, stop)


class _Limited:
    """A ``with`` block with a time limit.

    No generator: one that an interrupt keeps from its end lives, with its limit, as long as the traceback.
    """

    __slots__ = "_before", "_seconds", "_stop"

    def __init__(self, seconds: float, stop: Stop | None) -> None:
        self._seconds, self._stop = seconds, stop

    def __enter__(self) -> None:
        self._before = before = _limits.end, _limits.stop
        end, stop = time.monotonic() + self._seconds, self._stop
        if before[0] is not None:
            end, stop = min(end, before[0]), before[1] if stop is None else stop
        try:
            _set(end, stop)
        except BaseException:
            _set(*before)
            raise

    def __exit__(self, *exception: object) -> None:
        try:
            _set(*self._before)
        except BaseException:
            # An interrupt: without this, all later calls would keep the limit of the block.
            _set(*self._before)
            raise


def _set(end: float | None, stop: Stop | None) -> None:
    left = None if end is None else end - time.monotonic()
    is_main = threading.current_thread() is threading.main_thread()
    _core.set_time_limit(left, stop, is_main)  # keeps no reference to the byte that it had or gets
    _limits.end, _limits.stop = end, stop
