"""From a file, a pipe or a list of lines to numbered lines of text, a chunk at a time.

Compression, encodings, byte order marks and the three kinds of line end are handled here, and a file that is not
text is refused with one sentence. The readers see ``(number, text)`` pairs and nothing else.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, Any, TypeAlias

from nonet.base.errors import ParseError
from nonet.base.limits import ROW, row_error
from nonet.base.packed import decoded, packing_of, unpacked
from nonet.formats.base import Line, Record
from nonet.formats.text import shows_cages, without_cages

__all__ = [
    "Source",
    "in_utf_8",
    "lines_of_source",
    "lines_of_text",
    "name_of",
]

Source: TypeAlias = "str | os.PathLike[str] | IO[str] | IO[bytes] | Iterable[str]"

CHUNK = 1 << 16

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

_OTHER_FILES = {
    b"PK\x03\x04": "a ZIP archive (perhaps .xlsx or .npz); save it as CSV or text",
    b"PAR1": "a Parquet file; save it as CSV or JSON lines",
    b"\x93NUMPY": "a NumPy array file; load it and pass the array",
    b"%PDF": "a PDF",
}


def name_of(source: Source) -> str | None:
    """Return the name of a source in errors: the path, ``<stdin>``, the name of an open file, or None."""
    if isinstance(source, (str, os.PathLike)):
        return "<stdin>" if source == "-" else os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


def lines_of_text(text: str, long: list[Record] | None = None) -> Iterator[Line]:
    """Yield the numbered lines of a text; ``long`` is as for `lines_of_source`."""
    return _split([text], long, may_be_binary=False)


def lines_of_source(
    source: Source, reported: list[int] | None = None, long: list[Record] | None = None
) -> Iterator[Line]:
    """Yield the numbered lines of a path, ``"-"``, an open file, or an iterable of lines.

    The number of the first line that is not UTF-8 is added to ``reported``. A line that is too long is not held in
    memory: an empty one replaces it, and its error is added to ``long``. Without ``long`` it is raised.
    """
    reported = [] if reported is None else reported
    if isinstance(source, (str, os.PathLike)):
        if source == "-":
            yield from _split(_decode(_unpack(_chunks(sys.stdin.buffer)), reported), long)
            return
        check_path(source)
        with open(source, "rb") as handle:
            yield from _split(_decode(_unpack(_chunks(handle)), reported), long)
        return
    read: Callable[[int], object] | None = getattr(source, "read", None)
    if read is None:
        yield from _split(_ended(source), long)
    elif isinstance(read(0), bytes):
        yield from _split(_decode(_unpack(_chunks(source)), reported), long)
    else:
        yield from _split(_text_chunks(source), long)


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise at once for a path that cannot be read; reading itself begins later."""
    name = os.fspath(path)
    puzzle_like = len(name) >= 81 and not any(char.isalpha() or char in "/\\" for char in name)
    if "\n" in name or "\0" in name or (puzzle_like and not os.path.exists(name)):
        raise ParseError("expected the name of a file, found text; parse() reads text", text=name)
    if os.path.isdir(name):
        raise ParseError("expected a file, found a directory; give the files in it", source=name)
    os.stat(name)


def _chunks(handle: Any) -> Iterator[bytes]:
    # read1 returns what a pipe has now; read would wait until the chunk is full.
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
    """Decompress what begins as compressed data does, and refuse what is not text."""
    first = next(chunks, b"")
    while 0 < len(first) < 6 and (more := next(chunks, b"")):
        first += more
    for magic, what in _OTHER_FILES.items():
        if first.startswith(magic):
            raise ParseError(f"expected text, found {what}")
    packing = packing_of(first)
    joined = chain([first], chunks)
    yield from joined if packing is None else unpacked(joined, packing)


def _decode(chunks: Iterator[bytes], reported: list[int]) -> Iterator[str]:
    first = next(chunks, b"")
    chunks = chain([first], chunks)
    if not first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        for chunk in in_utf_8(chunks, reported.append):
            yield chunk.decode()
        return
    decoder = codecs.getincrementaldecoder("utf-16")("strict")
    try:
        for chunk in chunks:
            yield decoder.decode(chunk)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        # The lines before the bad byte are read.
        yield error.object[: error.start].decode("utf-16", "ignore")
        raise _undecodable(error) from None


def in_utf_8(chunks: Iterable[bytes], note: Callable[[int], None]) -> Iterator[bytes]:
    """Yield a text as UTF-8; each line that is not is taken for Latin-1. ``note`` takes the number of the first.

    Raises `ParseError` after the lines before one that is not text at all.
    """
    tail, line, noted = b"", 1, False
    for chunk in chain(chunks, [b""]):
        data, tail = tail + chunk, b""
        if chunk and not data.isascii():
            end = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1 or len(data) * (len(data) > ROW)
            data, tail = data[:end], data[end:]
        try:
            data.isascii() or data.decode()
        except UnicodeDecodeError as error:
            if _CONTROL.search(data):
                yield data[: error.start]
                raise _undecodable(error) from None
            if not noted:
                note(line + data.count(b"\n", 0, error.start))
            noted = True
            data = b"\n".join(decoded(each).encode() for each in data.split(b"\n"))
        line += data.count(b"\n") if not noted else 0
        yield data


def _undecodable(error: UnicodeDecodeError) -> ParseError:
    byte = error.object[error.start]
    return ParseError(
        f"expected UTF-8 text, found byte 0x{byte:02x}; the file is binary or in another encoding"
    )


def _split(
    chunks: Iterable[str], long: list[Record] | None, *, may_be_binary: bool = True
) -> Iterator[Line]:
    """Cut text into numbered lines at LF, CR LF and CR; drop a byte order mark."""
    number, tail, passed, started = 0, "", False, False
    try:
        for chunk in chunks:
            if not started and chunk:
                chunk, started = chunk.removeprefix("\ufeff"), True
            chunk = tail + chunk
            if may_be_binary and not number and "\0" in chunk.partition("\n")[0]:
                raise ParseError("expected text, found a NUL byte; the file is binary")
            if "\r" in chunk:
                # A CR at the end waits: its LF may be the first character of the next chunk.
                wait = "\r" if chunk.endswith("\r") else ""
                chunk = chunk[: len(chunk) - len(wait)].replace("\r\n", "\n").replace("\r", "\n")
                chunk += wait
            parts = chunk.split("\n")
            tail = parts.pop()
            if parts and passed:
                parts[0], passed = "", False
            has_cages = not chunk.isascii() and shows_cages(chunk)
            may_be_long = 4 * len(chunk) > ROW
            for number, line in enumerate(parts, number + 1):  # noqa: B020 - counting continues
                if may_be_long:
                    line = _short(line, number, long)
                shown = without_cages(line) if has_cages else line
                if shown is not None:
                    yield number, shown
            if may_be_long and not passed:
                line = tail.removesuffix("\r")
                passed = _short(line, number + 1, long) != line
            if passed:
                tail = "\r" if tail.endswith("\r") else ""
    except ParseError as error:
        raise (error if error.line else error.at(line=number + 1)) from None
    tail = "" if passed else tail
    for number, line in enumerate(tail.split("\r") if tail else (), number + 1):  # noqa: B020
        if line:
            yield number, line


def _short(line: str, number: int, long: list[Record] | None) -> str:
    """Return a line, or an empty one if it is too long; then add its error to ``long`` or raise it."""
    if (error := row_error(line)) is None:
        return line
    if long is None:
        raise error.at(line=number)
    long.append(Record.bad(error, number, error.text))
    return ""
