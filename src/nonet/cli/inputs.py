"""What the arguments of the command line name: files, standard input, or a puzzle itself.

An `Input` is an open source of bytes with a push-back, so that its beginning can be looked at
before anybody decides how to read it. Compression and the errors of the operating system end here:
whatever goes wrong is a `ParseError` whose sentence can be shown as it is.
"""

from __future__ import annotations

import io
import os
import select
import stat
import sys
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from nonet.errors import ParseError, UnknownFormat

__all__ = ["Input", "Source", "Watched", "open_input", "sources_of"]

_GZIP = 31  # what zlib calls "a gzip header, and any window"


@dataclass(frozen=True)
class Source:
    """One argument: ``text`` is the puzzle itself, or None for a file or standard input."""

    name: str
    text: str | None = None

    @property
    def path(self) -> str | None:
        """The file's path, None if there is no file."""
        return None if self.text is not None or self.name == "<stdin>" else self.name

    @property
    def size(self) -> int | None:
        """The length of a regular file in bytes, None where it is not known."""
        with suppress(OSError, ValueError):
            info = os.fstat(0) if self.name == "<stdin>" else os.stat(self.name)
            if self.text is None and stat.S_ISREG(info.st_mode):
                return info.st_size
        return None if self.text is None else 0


def sources_of(arguments: Sequence[str]) -> list[Source]:
    """Tell files from puzzles: what is no file and looks like a board is one."""
    found = []
    for number, argument in enumerate(arguments, 1):
        if argument == "-":
            found.append(Source("<stdin>"))
        elif not os.path.exists(argument) and _looks_like_board(argument):
            name = f"<argument {number}>" if len(arguments) > 1 else "<argument>"
            found.append(Source(name, argument))
        else:
            found.append(Source(argument))
    return found


def _looks_like_board(argument: str) -> bool:
    """Whether a format comes at least near to it: a board of 80 cells is no name of a file."""
    if len(argument) < 16:
        return False
    from nonet.formats import FORMATS
    from nonet.formats.sniffing import guess
    from nonet.formats.source import lines_of_text

    try:
        name, sure = guess(list(lines_of_text(argument)), FORMATS)
    except UnknownFormat:
        return False
    except ParseError:
        return True
    return sure or name != "csv"


class Input(io.RawIOBase):
    """Bytes from a source, with a push-back; ``consumed`` counts what the source has given."""

    def __init__(self, source: Any, name: str) -> None:
        self.name = name
        self.consumed = 0
        self._source = source
        self._head = b""
        self._descriptor: int | None = None
        with suppress(OSError, AttributeError):
            descriptor = source.fileno()
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                self._descriptor = descriptor
                _widen(descriptor)

    def readable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Close the source as well, but not standard input."""
        if not self.closed and self.name != "<stdin>":
            self._source.close()
        super().close()

    def unread(self, data: bytes) -> None:
        """Put bytes back: they are what is read next."""
        self._head = data + self._head

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer as far as one reading goes; 0 is the end."""
        if self._head:
            count = min(len(buffer), len(self._head))
            buffer[:count], self._head = self._head[:count], self._head[count:]
            return count
        try:
            count = self._source.readinto(buffer) or 0
        except OSError as error:
            raise ParseError(error.strerror or str(error), source=self.name) from None
        self.consumed += count
        return count

    @property
    def is_live(self) -> bool:
        """Whether somebody may be waiting at the other end: a pipe or a terminal, not a file."""
        return self._descriptor is not None

    def has_more(self, patience: float) -> bool:
        """Whether more comes within so many seconds; a live source is not waited for longer."""
        if self._descriptor is None or self._head:
            return True
        try:
            return bool(select.select([self._descriptor], [], [], patience)[0])
        except (OSError, ValueError):
            return False


class _Unpacked(Input):
    """The content of a gzip file; its members follow each other as in one file.

    The gzip module would throw away what it has unpacked in the reading that meets the damage.
    """

    def __init__(self, packed: Input) -> None:
        super().__init__(packed, packed.name)
        self._packed = packed
        self._pending = b""
        self._inflate = zlib.decompressobj(_GZIP)

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; damaged data is an error."""
        if self._head or not len(buffer):
            return super().readinto(buffer)
        try:
            data = self._unpack(len(buffer))
        except zlib.error as error:
            reason = f"the gzip data is damaged ({error})"
            raise ParseError(reason, source=self.name) from None
        buffer[: len(data)] = data
        self.consumed = self._packed.consumed
        return len(data)

    def _unpack(self, size: int) -> bytes:
        while True:
            if self._inflate.eof:
                # Another member may follow; zeros are padding.
                self._pending = self._inflate.unused_data.lstrip(b"\0")
                while not self._pending:
                    more = self._packed.read(1 << 16)
                    if not more:
                        return b""
                    self._pending = more.lstrip(b"\0")
                self._inflate = zlib.decompressobj(_GZIP)
            self._pending = self._pending or self._packed.read(1 << 16) or b""
            ended = not self._pending
            data = self._inflate.decompress(self._pending, size)
            self._pending = self._inflate.unconsumed_tail
            if data:
                return data
            if ended and not self._inflate.eof:
                reason = "the gzip data is cut off: the end of the file is missing"
                raise ParseError(reason, source=self.name)

    @property
    def is_live(self) -> bool:
        """Whether the file below is live."""
        return self._packed.is_live

    def has_more(self, patience: float) -> bool:
        """Whether more comes within so many seconds."""
        return bool(self._head or self._pending) or self._packed.has_more(patience)


class Watched(io.RawIOBase):
    """The bytes of an input; ``waiting`` is called whenever nobody knows when more will come."""

    def __init__(self, source: Input, waiting: Callable[[], None]) -> None:
        self.name = source.name
        self._source = source
        self._waiting = waiting

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer as far as one reading goes."""
        if len(buffer) and self._source.is_live and not self._source.has_more(0.02):
            self._waiting()
        return self._source.readinto(buffer)


def open_input(source: Source) -> Input:
    """Open a source and undo its compression."""
    if source.text is not None:
        return Input(io.BytesIO(source.text.encode()), source.name)
    try:
        if source.path is None:
            if sys.stdin is None:
                raise ParseError("standard input is closed", source=source.name)
            raw: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        else:
            raw = open(source.path, "rb", buffering=0)  # noqa: SIM115 - the Input closes it
    except IsADirectoryError:
        reason = "this is a directory; give the files in it"
        raise ParseError(reason, source=source.name) from None
    except FileNotFoundError:
        reason = "there is no such file, and it does not look like a puzzle"
        raise ParseError(reason, source=source.name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParseError(reason, source=source.name) from None
    opened = Input(raw, source.name)
    head = b""
    while len(head) < 2 and (more := opened.read(2 - len(head))):
        head += more
    opened.unread(head)
    return _Unpacked(opened) if head == b"\x1f\x8b" else opened


def _widen(descriptor: int) -> None:
    """Make a pipe as wide as the system allows: fewer and larger readings."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 20)
