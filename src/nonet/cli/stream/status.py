"""A line on the terminal that says how far a long run has come; nothing where nobody sees it."""

from __future__ import annotations

import sys
import time
from types import TracebackType

__all__ = ["StatusLine"]


class StatusLine:
    """Shows a text on standard error, if that is a terminal, and removes it at the end."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._due = time.monotonic() + 0.2

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
