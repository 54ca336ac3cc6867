"""A time limit for everything that one thread asks of the core.

The core looks at it about every millisecond, without the interpreter's lock. Budgets are reproducible and time limits
are not, so functions take budgets; a time limit is for a program with waiting users, such as a server.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def time_limit(seconds: float, stop: Stop | None = None) -> Iterator[None]:
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
    before = _limits.end, _limits.stop
    end = time.monotonic() + seconds
    if before[0] is not None:
        end, stop = min(end, before[0]), before[1] if stop is None else stop
    _set(end, stop)
    try:
        yield
    finally:
        _set(*before)


def _set(end: float | None, stop: Stop | None) -> None:
    _limits.end, _limits.stop = end, stop
    left = None if end is None else end - time.monotonic()
    _core.set_time_limit(left, stop, threading.current_thread() is threading.main_thread())
