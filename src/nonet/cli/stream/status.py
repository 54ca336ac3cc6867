"""A line on the terminal that says how far a long run has come; nothing elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from nonet.base.filenames import plain

if TYPE_CHECKING:
    from nonet.engine import Progress

__all__ = ["StatusLine", "counting_progress", "terminal"]


class StatusLine:
    """Shows a text on standard error, if that is a terminal, and removes it at the end."""

    def __init__(self, patience: float = 0.2) -> None:
        self._watched = sys.stderr.isatty()
        self._due = time.monotonic() + patience

    def show(self, text: str, *, now: bool = False) -> None:
        """Show a text in place of the last one, at most ten times a second unless it is for ``now``."""
        if self._watched and (now or time.monotonic() >= self._due):
            self._due = time.monotonic() + 0.1
            self._draw(f"\r\x1b[K{plain(text)}")

    def note(self, text: str) -> None:
        """Print a line that stays."""
        self.clear()
        print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line."""
        if self._watched:
            self._draw("\r\x1b[K")

    @staticmethod
    def _draw(text: str) -> None:
        print(text, end="", file=terminal(), flush=True)

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()


def terminal() -> Any:
    """Return standard error as a stream that takes control characters."""
    return getattr(sys.stderr, "stream", sys.stderr)


@contextmanager
def counting_progress() -> Iterator[Progress | None]:
    """Yield what shows the finished part of a count that takes long, or None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with StatusLine(patience=0.5) as line:
        yield lambda part: line.show(f"counting: {part:4.0%}")
