"""Compressed bytes, recognised by how they begin and never by a name: gzip, bzip2, xz and zstandard.

All of nonet decompresses here. Every fault of the data becomes a `ParseError` whose sentence can be printed as it is,
and what was read before the fault is not lost. A line that is not UTF-8 is Latin-1, everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from typing_extensions import Buffer


import io
import sys
import zlib
from collections.abc import Callable, Iterator

from nonet.base.errors import MissingExtra, ParseError

__all__ = [
    "NOT_UTF_8",
    "PACKED",
    "ByteSink",
    "ByteStream",
    "begins_binary",
    "decoded",
    "line_not_utf_8",
    "packing_of",
    "unpacked",
]

NOT_UTF_8 = "a line is not UTF-8; read as Latin-1"
"""The warning about a text with other bytes, given once."""

PACKED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstandard",
}
"""How compressed data begins, and what it is called."""

_AT_ONCE = 1 << 20  # a small file may expand to gigabytes


def begins_binary(head: bytes) -> bool:
    """Whether the first line of a file shows that the file is not text; a NUL byte further down is one bad line."""
    return b"\0" in head.partition(b"\n")[0]


def line_not_utf_8(text: bytearray, end: int, *, is_cut: bool = False) -> int | None:
    """Return the number of the first line in ``text[:end]`` that is not UTF-8, from 0; None if all are.

    A text that ``is_cut`` may end inside a character.

    >>> text = bytearray("é\\n".encode() + b"\\xe9")
    >>> line_not_utf_8(text, 4), line_not_utf_8(text, 1, is_cut=True)
    (1, None)
    """
    if text.isascii():
        return None
    try:
        bytes(memoryview(text)[:end]).decode()
    except UnicodeDecodeError as error:
        if is_cut and error.reason == "unexpected end of data":
            return None
        return text.count(b"\n", 0, error.start)
    return None


def packing_of(head: bytes) -> str | None:
    """Return how data with this beginning is compressed, None if it is not.

    >>> packing_of(b"\\x1f\\x8b\\x08"), packing_of(b"puzzle")
    ('gzip', None)
    """
    return next((name for mark, name in PACKED.items() if head.startswith(mark)), None)


def unpacked(
    chunks: Iterator[bytes], packing: str, *, source: str | None = None
) -> Iterator[bytes]:
    """Yield what compressed data contains; several archives may follow one another.

    >>> import gzip
    >>> b"".join(unpacked(iter([gzip.compress(b"one "), gzip.compress(b"two")]), "gzip"))
    b'one two'
    """
    if packing == "zstandard" and sys.version_info < (3, 14):
        yield from _zstandard_by_arrow(chunks, source)
        return
    begin, padding = _UNPACKERS[packing]
    unpacker, data = begin(), next(chunks, b"")
    while True:
        try:
            content = unpacker.decompress(data, _AT_ONCE)
        except Exception as error:  # each decompressor has its own
            reason = f"the {packing} data is damaged ({error})"
            raise ParseError(reason, source=source) from None
        if content:
            yield content
        if unpacker.eof:
            data = unpacker.unused_data.lstrip(padding)
            while not data:
                more = next(chunks, None)
                if more is None:
                    return
                data = more.lstrip(padding)
            unpacker = begin()
            continue
        data = getattr(unpacker, "unconsumed_tail", b"")
        if data or not getattr(unpacker, "needs_input", True):
            continue
        more = next(chunks, None)
        if more is None and not content:
            reason = f"the {packing} data is cut off: the end of the file is missing"
            raise ParseError(reason, source=source)
        data = more or b""


class _Unpacker(Protocol):
    """A decompressor, which is at an end where an archive ends."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _Closed(Protocol):
    def close(self) -> None: ...


def _gzip() -> _Unpacker:
    return zlib.decompressobj(31)  # a gzip header, and any window


def _bzip2() -> _Unpacker:
    import bz2

    return bz2.BZ2Decompressor()


def _xz() -> _Unpacker:
    import lzma

    return lzma.LZMADecompressor()


def _zstandard() -> _Unpacker:
    from compression import zstd  # type: ignore[import-not-found, unused-ignore]

    unpacker: _Unpacker = zstd.ZstdDecompressor()
    return unpacker


def _zstandard_by_arrow(chunks: Iterator[bytes], source: str | None) -> Iterator[bytes]:
    """Yield what zstandard data contains, where Python has no reader of its own."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("data", "reading zstandard") from None
    stream = pyarrow.CompressedInputStream(io.BufferedReader(ByteStream(chunks)), "zstd")
    while True:
        try:
            data = stream.read(_AT_ONCE)
        except (OSError, pyarrow.ArrowException) as error:
            is_cut = "runcated" in str(error)
            problem = "cut off: the end of the file is missing" if is_cut else f"damaged ({error})"
            raise ParseError(f"the zstandard data is {problem}", source=source) from None
        if not data:
            return
        yield data


_UNPACKERS: dict[str, tuple[Callable[[], _Unpacker], bytes]] = {
    "gzip": (_gzip, b"\0"),
    "bzip2": (_bzip2, b""),
    "xz": (_xz, b"\0"),
    "zstandard": (_zstandard, b""),
}
"""What decompresses each kind, and the bytes that may follow an archive."""


class ByteStream(io.RawIOBase):
    """Chunks of bytes as a file that is read from its beginning."""

    def __init__(self, chunks: Iterator[bytes], below: _Closed | None = None) -> None:
        self._chunks = chunks
        self._below = below
        self.pending = memoryview(b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Close the file below as well."""
        if self._below is not None:
            self._below.close()
        super().close()

    def readinto(self, buffer: Buffer) -> int:
        """Fill the buffer with what is there; 0 is the end."""
        while not self.pending:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self.pending = memoryview(chunk)
        view = memoryview(buffer).cast("B")
        count = min(len(view), len(self.pending))
        view[:count], self.pending = self.pending[:count], self.pending[count:]
        return count


class ByteSink(io.RawIOBase):
    """A file that is written once from its beginning, and hands on what it gets; ``size`` is how much that was."""

    def __init__(self, take: Callable[[Any], object]) -> None:
        self.size = 0
        self._take = take

    def writable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return how much has been written."""
        return self.size

    def write(self, data: Buffer) -> int:
        """Hand the data on."""
        self._take(data)
        count = memoryview(data).nbytes
        self.size += count
        return count


def decoded(raw: bytes) -> str:
    """Return a line of UTF-8, or else of Latin-1, as text.

    >>> decoded("café".encode()), decoded("café".encode("latin-1"))
    ('café', 'café')
    """
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
