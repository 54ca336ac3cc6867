"""Where the answers are written: standard output or a file, always in whole lines.

Ctrl-C must not leave half a line, so an interrupt waits while bytes are written. A reader that closes
the pipe early (`| head`) is not an error.
"""

from __future__ import annotations

import io
import os
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import IO, Any

from nonet.base.packed import ByteSink

__all__ = ["Interrupts", "Output", "opened", "written"]


class Interrupts:
    """SIGINT as an exception between two lines; a second one takes effect at once."""

    def __init__(self) -> None:
        self._holding = False
        self._pending = False

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle SIGINT, unless it is ignored (as under ``nohup``)."""
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
        """Delay an interrupt until the block is done."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._pending:
            raise KeyboardInterrupt


class Output:
    """A file by its name (``.gz`` is compressed), or standard output.

    The file is opened at once, so that a path that nobody may write to is reported before the work. What was in it
    goes when the first bytes come.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._packed: Any = None
        self._begun = self._closed = False
        if path is None or path == "-":
            self.path = None
            sys.stdout.flush()
            self._descriptor = sys.stdout.fileno()
        else:
            self._is_new = not os.path.exists(path)
            flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._descriptor = os.open(path, flags, 0o666)

    @property
    def is_terminal(self) -> bool:
        """Whether this is standard output on a terminal."""
        return self.path is None and sys.stdout.isatty()

    def write(self, data: bytes | memoryview) -> None:
        """Write all of it."""
        if not len(data):
            return
        self._begin()
        if self._packed is not None:
            self._packed.write(data)
            return
        with memoryview(data) as view:
            done = 0
            while done < len(view):
                done += os.write(self._descriptor, view[done:])

    def _begin(self) -> None:
        """Empty the file, unless that is done."""
        if self.path is None or self._begun:
            return
        self._begun = True
        if stat.S_ISREG(os.fstat(self._descriptor).st_mode):
            os.ftruncate(self._descriptor, 0)
        if self.path.lower().endswith(".gz"):
            import gzip

            raw = open(self._descriptor, "wb", closefd=False)  # noqa: SIM115 - flushed in close()
            # Without name and time inside, the same answers make the same file.
            self._packed = gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0)

    def close(self, *, complete: bool = True) -> None:
        """Finish the file; standard output stays open.

        Without answers the file is empty. If it is not ``complete`` either, it is as it was.
        """
        if self.path is None or self._closed:
            return
        self._closed = True
        try:
            if complete:
                self._begin()
            if self._packed is not None:
                raw = self._packed.fileobj
                self._packed.close()
                raw.close()
        finally:
            os.close(self._descriptor)
        if self._is_new and not self._begun:
            os.unlink(self.path)


@contextmanager
def opened(path: str | None) -> Iterator[IO[str]]:
    """Open a file for text (``.gz`` is compressed), or standard output, which stays open.

    As with `Output`, what was in the file goes with the first text. If an error comes before, the file is as it was.
    """
    output = Output(path)
    if output.path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    text = io.TextIOWrapper(
        io.BufferedWriter(ByteSink(output.write)), encoding="utf-8", newline="\n"
    )
    complete = False
    try:
        with text:
            yield text
        complete = True
    finally:
        output.close(complete=complete)


def written(path: str | None, content: str | bytes) -> None:
    """Write a whole file, or to standard output."""
    output = Output(path)
    output.write(content.encode() if isinstance(content, str) else content)
    output.close()
