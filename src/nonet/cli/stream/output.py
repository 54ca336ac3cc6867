"""Where the answers are written: standard output or a file, always in whole lines.

Ctrl-C must not leave half a line, so an interrupt waits while bytes are written. A reader that closes
the pipe early (`| head`) is not an error.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import IO

from nonet.base.filenames import shown
from nonet.base.outfiles import NewFile, named
from nonet.base.packed import ByteSink
from nonet.cli.parameters import Target

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

    The file is opened at once, so that a path without write permission is reported before the work. What was in it
    stays until `close`; after an interrupt the answers so far lie beside it.
    """

    def __init__(self, path: Target | None) -> None:
        self._new: NewFile | None = None
        self.begun = False
        if path is None or path == "-":
            sys.stdout.flush()
            self._descriptor = sys.stdout.fileno()
        else:
            self._new = NewFile(path)
        self.path = None if self._new is None else path

    @property
    def is_terminal(self) -> bool:
        """Whether this is standard output on a terminal."""
        return self._new is None and sys.stdout.isatty()

    def write(self, data: bytes | memoryview) -> None:
        """Append data; the first of it begins the output."""
        if not len(data):
            return
        self.begun = True
        with named(self.path or "<stdout>"):
            if self._new is not None:
                self._new.write(data)
                return
            with memoryview(data) as view:
                done = 0
                while done < len(view):
                    done += os.write(self._descriptor, view[done:])

    def close(self, *, complete: bool = True) -> None:
        """Put the file in its place, or leave the old one if it is not ``complete``; standard output stays open."""
        if self._new is not None and complete:
            self._new.finish()
        elif self._new is not None:
            self._new.discard()

    def stop(self) -> str:
        """Leave the old file in its place; return where the answers so far are, as the end of a sentence."""
        left = None if self._new is None else self._new.leave()
        return "" if left is None else f"; the answers so far are in {shown(left)}"


@contextmanager
def opened(path: Target | None) -> Iterator[IO[str]]:
    """Open a file for text (``.gz`` is compressed), or standard output, which stays open.

    As with `Output`, what was in the file stays if there is an error; an interrupt leaves the text so far beside it.
    """
    output = Output(path)
    if output.path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    text = io.TextIOWrapper(
        io.BufferedWriter(ByteSink(output.write)), encoding="utf-8", newline="\n"
    )
    try:
        with text:
            yield text
        output.close()
    except KeyboardInterrupt:
        print(f"stopped{output.stop()}", file=sys.stderr)
        raise
    finally:
        output.close(complete=False)


def written(path: Target | None, content: str | bytes) -> None:
    """Write a whole file, or to standard output."""
    output = Output(path)
    try:
        output.write(content.encode() if isinstance(content, str) else content)
        output.close()
    finally:
        output.close(complete=False)
