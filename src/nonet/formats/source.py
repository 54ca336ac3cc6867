"""From a file, a pipe or a list of lines to numbered lines of text, a chunk at a time.

This is where compression, encodings, byte order marks and the three kinds of line end
disappear, and where a file that is no text at all is turned away with one sentence. The readers
behind it see ``(number, text)`` pairs and nothing else.
"""

from __future__ import annotations

import codecs
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, TypeAlias

from nonet.errors import ParseError
from nonet.formats.base import Line

__all__ = ["MAX_LINE", "Source", "lines_of_source", "lines_of_text", "name_of"]

Source: TypeAlias = "str | os.PathLike[str] | IO[str] | IO[bytes] | Iterable[str]"

CHUNK = 1 << 16
MAX_LINE = 1 << 20
"""Characters in a line beyond which a file is no text of puzzles; it bounds the memory."""

_STRANGERS = {
    b"PK\x03\x04": "a ZIP archive (an .xlsx or .npz perhaps); save it as CSV or text first",
    b"BZh": "compressed with bzip2; nonet reads gzip",
    b"\xfd7zXZ": "compressed with xz; nonet reads gzip",
    b"\x28\xb5\x2f\xfd": "compressed with zstd; nonet reads gzip",
    b"PAR1": "a Parquet file, not text",
    b"\x93NUMPY": "a NumPy array file, not text; load it and pass the array",
    b"%PDF": "a PDF, not text",
}


def name_of(source: Source) -> str | None:
    """Return what an error calls the source: the path, ``<stdin>``, a handle's name, or nothing."""
    if isinstance(source, (str, os.PathLike)):
        return "<stdin>" if source == "-" else os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


def lines_of_text(text: str) -> Iterator[Line]:
    """Yield the numbered lines of a text."""
    return _split([text])


def lines_of_source(source: Source) -> Iterator[Line]:
    """Yield the numbered lines of a path, of ``"-"``, of a handle, or of an iterable of lines."""
    if isinstance(source, (str, os.PathLike)):
        if source == "-":
            yield from _split(_decode(_unpack(_chunks(sys.stdin.buffer))))
            return
        check_path(source)
        with open(source, "rb") as handle:
            yield from _split(_decode(_unpack(_chunks(handle))))
        return
    read: Callable[[int], Any] | None = getattr(source, "read", None)
    if read is None:
        yield from _split(_ended(source))
    elif isinstance(read(0), bytes):
        yield from _split(_decode(_unpack(_chunks(source))))
    else:
        yield from _split(_text_chunks(source))


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise at once for a path that cannot be read: the reading itself begins later."""
    name = os.fspath(path)
    puzzle_like = len(name) >= 81 and not any(char.isalpha() or char in "/\\" for char in name)
    if "\n" in name or "\0" in name or (puzzle_like and not os.path.exists(name)):
        raise ParseError("this is text, not the name of a file; parse() reads text", text=name)
    if os.path.isdir(name):
        raise ParseError("this is a directory; give the files in it", source=name)
    os.stat(name)


def _chunks(handle: Any) -> Iterator[bytes]:
    # read1 hands over what a pipe has now; read would wait until the chunk is full.
    read = getattr(handle, "read1", handle.read)
    while chunk := read(CHUNK):
        yield chunk


def _ended(lines: Iterable[Any]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else line + "\n"


def _text_chunks(source: Any) -> Iterator[str]:
    try:
        yield from source
    except UnicodeDecodeError as error:
        raise _undecodable(error) from None


def _unpack(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Undo gzip where the first two bytes are its mark; a file may hold several members."""
    first = next(chunks, b"")
    while 0 < len(first) < 6 and (more := next(chunks, b"")):
        first += more
    for magic, what in _STRANGERS.items():
        if first.startswith(magic):
            raise ParseError(f"the file is {what}")
    if not first.startswith(b"\x1f\x8b"):
        yield first
        yield from chunks
        return
    inflate = zlib.decompressobj(31)
    data = first
    try:
        while data:
            # The limit keeps a small file that unpacks to gigabytes from filling the memory.
            yield inflate.decompress(data, CHUNK)
            data = inflate.unconsumed_tail
            if inflate.eof:
                data = inflate.unused_data.lstrip(b"\0") or next(chunks, b"").lstrip(b"\0")
                if data:
                    inflate = zlib.decompressobj(31)
            elif not data:
                data = next(chunks, b"")
        while not inflate.eof and (rest := inflate.decompress(b"", CHUNK)):
            yield rest
    except zlib.error as error:
        raise ParseError(f"the gzip data is damaged ({error})") from None
    if not inflate.eof:
        raise ParseError("the gzip data is cut off: the end of the file is missing")


def _decode(chunks: Iterator[bytes]) -> Iterator[str]:
    first = next(chunks, b"")
    wide = first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    codec = "utf-16" if wide else "utf-8"
    decoder = codecs.getincrementaldecoder(codec)("strict")
    try:
        yield decoder.decode(first)
        for chunk in chunks:
            yield decoder.decode(chunk)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        # What stands before the bad byte is still good: the lines above it are read.
        yield error.object[: error.start].decode(codec, "ignore")
        raise _undecodable(error) from None


def _undecodable(error: UnicodeDecodeError) -> ParseError:
    byte = error.object[error.start]
    return ParseError(
        f"this is not UTF-8 text (byte 0x{byte:02x}); it is a binary file or in another encoding"
    )


def _split(chunks: Iterable[str]) -> Iterator[Line]:
    """Cut text into numbered lines at LF, CR LF and CR; drop a byte order mark."""
    number, tail, started = 0, "", False
    try:
        for chunk in chunks:
            if not started and chunk:
                chunk, started = chunk.removeprefix("\ufeff"), True
            chunk = tail + chunk
            chunk, nul, _ = chunk.partition("\0")
            if "\r" in chunk:
                # A CR at the very end waits: the LF of its pair may open the next chunk.
                wait = "\r" if chunk.endswith("\r") else ""
                chunk = chunk[: len(chunk) - len(wait)].replace("\r\n", "\n").replace("\r", "\n")
                chunk += wait
            pieces = chunk.split("\n")
            tail = pieces.pop()
            for number, line in enumerate(pieces, number + 1):  # noqa: B020 - it goes on counting
                yield number, line
            if nul:
                raise ParseError("this is a binary file (a NUL byte), not text")
            if len(tail) > MAX_LINE:
                raise ParseError(f"a line of more than {MAX_LINE:,} characters is not a puzzle")
    except ParseError as error:
        raise error.at(line=number + 1) from None
    for number, line in enumerate(tail.split("\r") if tail else (), number + 1):  # noqa: B020
        if line:
            yield number, line
