"""What the arguments of the command line name: files, standard input, or a board itself.

An `Input` is an open source of bytes. Bytes can be put back, so that the beginning can be examined
before it is decided how to read the rest. Compression and the errors of the operating system are
handled here: each becomes a `ParseError` whose sentence can be printed as it is.
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

__all__ = ["MISSING", "Input", "Source", "Watched", "is_board_or_file", "open_input", "sources_of"]

MISSING = "no such file, and this is not a board"
"""What is wrong with an argument that is neither a file nor a board."""

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
        with suppress(OSError, ValueError, AttributeError):
            info = os.fstat(sys.stdin.fileno()) if self.name == "<stdin>" else os.stat(self.name)
            if self.text is None and stat.S_ISREG(info.st_mode):
                return info.st_size
        return None if self.text is None else 0


def sources_of(arguments: Sequence[str]) -> list[Source]:
    """Return the sources that arguments name; an argument that is not a file may be a board."""
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


def is_board_or_file(argument: str) -> bool:
    """Whether an argument names a file, standard input or a board."""
    return argument == "-" or os.path.exists(argument) or _looks_like_board(argument)


def _looks_like_board(argument: str) -> bool:
    """Whether it resembles a format: 80 cells are a board with a mistake, not the name of a file."""
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
    """Bytes from a source; `unread` puts some back, ``consumed`` counts the bytes of the source.

    ``format`` is their format, None where their beginning must show it.
    """

    format: str | None = None

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
        """Put bytes back, to be read next."""
        self._head = data + self._head

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with one read; 0 is the end."""
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
        """Whether this is a pipe or a terminal, whose other end may wait for answers."""
        return self._descriptor is not None

    def has_more(self, patience: float) -> bool:
        """Whether more comes within ``patience`` seconds."""
        if self._descriptor is None or self._head:
            return True
        try:
            return bool(select.select([self._descriptor], [], [], patience)[0])
        except (OSError, ValueError):
            return False


class _Unpacked(Input):
    """The content of a gzip file; its members follow each other as in one file.

    The gzip module would lose what it unpacked in the read that finds the damage.
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
        """Whether more comes within ``patience`` seconds."""
        return bool(self._head or self._pending) or self._packed.has_more(patience)


class _Decompressed(Input):
    """The content of a file that a decompressor of Python reads: bzip2, xz or zstandard."""

    def __init__(self, packed: Input, kind: str, unpacked: Callable[[Any], Any]) -> None:
        super().__init__(unpacked(packed), packed.name)
        self._packed = packed
        self._kind = kind

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; damaged data is an error."""
        if self._head or not len(buffer):
            return super().readinto(buffer)
        try:
            count: int = self._source.readinto(buffer) or 0
        except EOFError:
            reason = f"the {self._kind} data is cut off: the end of the file is missing"
            raise ParseError(reason, source=self.name) from None
        except ParseError:
            raise
        except Exception as error:  # each decompressor has its own
            reason = f"the {self._kind} data is damaged ({error})"
            raise ParseError(reason, source=self.name) from None
        self.consumed = self._packed.consumed
        return count

    def close(self) -> None:
        """Close the file below as well."""
        super().close()
        self._packed.close()


def _bzip2(packed: Any) -> Any:
    import bz2

    return bz2.BZ2File(packed)


def _xz(packed: Any) -> Any:
    import lzma

    return lzma.LZMAFile(packed)


def _zstandard(packed: Any) -> Any:
    from nonet.batch.columns import pyarrow_for

    pyarrow = pyarrow_for("reading zstandard")
    return io.BufferedReader(_Filled(pyarrow.CompressedInputStream(packed, "zstd")))


class _Filled(io.RawIOBase):
    """A stream of Arrow as one of Python."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer."""
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


_PACKED = {
    b"BZh": ("bzip2", _bzip2),
    b"\xfd7zX": ("xz", _xz),
    b"\x28\xb5\x2f\xfd": ("zstandard", _zstandard),
}
"""How other compressed files begin, what they are called, and what reads them."""

ARROW_MARKS = {b"PAR1": "Parquet", b"ARRO": "Feather"}
"""How tables of Arrow begin, and what they are called."""


class Watched(io.RawIOBase):
    """The bytes of an input; ``waiting`` is called before a read that may take long."""

    def __init__(self, source: Input, waiting: Callable[[], None]) -> None:
        self.name = source.name
        self._source = source
        self._waiting = waiting

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with one read."""
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
        reason = "expected a file, found a directory; give the files in it"
        raise ParseError(reason, source=source.name) from None
    except FileNotFoundError:
        raise ParseError(MISSING, source=source.name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParseError(reason, source=source.name) from None
    opened = Input(raw, source.name)
    head = b""
    while len(head) < 4 and (more := opened.read(4 - len(head))):
        head += more
    opened.unread(head)
    if head.startswith(b"\x1f\x8b"):
        return _Unpacked(opened)
    if head in ARROW_MARKS:
        return _arrow(source, opened, ARROW_MARKS[head])
    for mark, (name, unpacked) in _PACKED.items():
        if head.startswith(mark):
            return _Decompressed(opened, name, unpacked)
    return opened


def _arrow(source: Source, opened: Input, kind: str) -> Input:
    """Open a Parquet or Feather file, which is read from its end."""
    if source.path is None:
        reason = f"{kind} from a pipe cannot be read; give the path of the file"
        raise ParseError(reason, source=source.name)
    from nonet.cli.stream.arrow_text import ArrowInput

    opened.close()
    return ArrowInput(source.path, kind)


def _widen(descriptor: int) -> None:
    """Enlarge the buffer of a pipe, for fewer and larger reads."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 20)
