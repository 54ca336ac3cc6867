"""The progress of one exact count, on a terminal that somebody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from nonet.engine import Progress

__all__ = ["counting_progress"]

_PATIENCE = 0.5  # seconds before anything is shown


@contextmanager
def counting_progress() -> Iterator[Progress | None]:
    """Yield what shows the finished part of a count that takes long, or None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    begun, shown = time.monotonic(), False

    def show(part: float) -> None:
        nonlocal shown
        if time.monotonic() - begun > _PATIENCE:
            shown = True
            print(f"\rcounting: {part:4.0%}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print("\r" + " " * 14 + "\r", end="", file=sys.stderr, flush=True)
