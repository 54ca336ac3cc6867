"""A line on the terminal that says how far a long run has come; nothing where nobody sees it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.engine import Progress

__all__ = ["StatusLine", "counting_progress"]


class StatusLine:
    """Shows a text on standard error, if that is a terminal, and removes it at the end."""

    def __init__(self, patience: float = 0.2) -> None:
        self._watched = sys.stderr.isatty()
        self._due = time.monotonic() + patience

    def show(self, text: str, *, now: bool = False) -> None:
        """Show a text in place of the last one, at most ten times a second unless it is for ``now``."""
        if self._watched and (now or time.monotonic() >= self._due):
            self._due = time.monotonic() + 0.1
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """Print a line that stays."""
        self.clear()
        print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line."""
        if self._watched:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()


@contextmanager
def counting_progress() -> Iterator[Progress | None]:
    """Yield what shows the finished part of a count that takes long, or None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with StatusLine(patience=0.5) as line:
        yield lambda part: line.show(f"counting: {part:4.0%}")
