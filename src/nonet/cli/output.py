"""Where the answers go: standard output or a file, always in whole lines.

Ctrl-C must not leave half a line, and a reader who has seen enough (`| head`) is no error. Both
are decided here: while bytes are under way the interrupt waits.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

__all__ = ["Interrupts", "Output"]


class Interrupts:
    """SIGINT as an exception that comes between two lines; the second one comes at once."""

    def __init__(self) -> None:
        self._holding = False
        self._pending = False

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle SIGINT, unless somebody has chosen that it be ignored (as ``nohup`` does)."""
        before = signal.getsignal(signal.SIGINT)
        if before is signal.SIG_IGN:
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._holding or self._pending:
            raise KeyboardInterrupt
        self._pending = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let an interrupt wait until the block is done."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._pending:
            raise KeyboardInterrupt


class Output:
    """A file by its name (``.gz`` is compressed), or standard output."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._file: Any = None
        self._descriptor: int | None = None
        if path is None or path == "-":
            self.path = None
            sys.stdout.flush()
            self._descriptor = sys.stdout.fileno()
        elif path.lower().endswith(".gz"):
            import gzip

            raw = open(path, "wb")  # noqa: SIM115 - closed in close()
            # Without name and time inside, the same answers make the same file.
            self._file = gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0)
        else:
            self._file = open(path, "wb", buffering=0)  # noqa: SIM115 - closed in close()
            self._descriptor = self._file.fileno()

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks on."""
        return self.path is None and sys.stdout.isatty()

    def write(self, data: bytes | memoryview) -> None:
        """Write all of it."""
        if self._descriptor is None:
            self._file.write(data)
            return
        with memoryview(data) as view:
            done = 0
            while done < len(view):
                done += os.write(self._descriptor, view[done:])

    def close(self) -> None:
        """Finish the file; standard output stays open."""
        if self._file is not None:
            raw = getattr(self._file, "fileobj", None)
            self._file.close()
            if raw is not None:
                raw.close()
