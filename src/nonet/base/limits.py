"""How much a text may hold: the bounds of all readers, and the sentences of a text that goes beyond them.

A reader of untrusted text ends for every text, and in a time that goes with the length of the text. What a text
can make of itself is bounded here: brackets inside each other, characters of one value, characters after decompression.
`nonet.base.numbers` bounds the length of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from nonet.base.errors import ParseError
from nonet.base.suggestions import shortened

__all__ = [
    "DEPTH",
    "LENGTH",
    "QUOTE",
    "ROW",
    "check_length",
    "has_long_line",
    "long_row",
    "row_error",
    "shallow",
    "too_deep",
    "unpacked",
]

_T = TypeVar("_T")

DEPTH = 32
"""Most brackets inside each other in a text, and most constraints inside each other."""

LENGTH = 1 << 20
"""Most characters of one value: of a text of JSON, YAML or rules, and of what compressed data becomes."""

ROW = 1 << 20
"""Most bytes of a line, or of a row of a table on one or more lines, before its end; NONET_LONGEST_ROW of the core."""


QUOTE = 16 * ROW
"""Most bytes of a row of a table in which its quotes are closed; NONET_LONGEST_QUOTE of the core."""


def long_row(row: bytes | bytearray) -> ParseError:
    """Return the error for a line or a row of a table that is too long; some hundred bytes of it are enough."""
    text = shortened(row[:400].decode("utf-8", "replace"), 80)
    return ParseError(f"a record of more than {ROW:,} bytes is not read", text=text)


def row_error(text: str) -> ParseError | None:
    """Return the error for a text that is too long for one line, or for one row of a table; None for any other."""
    if 4 * len(text) > ROW and len(row := text.encode("utf-8", "surrogatepass")) > ROW:
        return long_row(row)
    return None


def has_long_line(data: bytes) -> bool:
    """Whether a line of a text is too long, or would be without the CR of its end.

    >>> has_long_line(b"." * ROW + b"\\n"), has_long_line(b"." * (ROW + 1) + b"\\n")
    (False, True)
    """
    at = 0
    while len(data) - at > ROW:
        end = data.rfind(b"\n", at, at + ROW + 1)
        if end < 0:
            return True
        at = end + 1
    return False


def too_deep(what: str = "brackets") -> ParseError:
    """Return the error for a text with too many brackets inside each other."""
    return ParseError(f"expected at most {DEPTH} {what} inside each other, found more")


def check_length(text: str, what: str, most: int = LENGTH) -> None:
    """Raise `ParseError` for a text of more than ``most`` characters; ``what`` it is, for the message.

    >>> check_length("." * (LENGTH + 1), "JSON")
    Traceback (most recent call last):
        ...
    nonet.ParseError: expected at most 1,048,576 characters of JSON, found 1,048,577
    """
    if len(text) > most:
        raise ParseError(f"expected at most {most:,} characters of {what}, found {len(text):,}")


def shallow(value: _T) -> _T:
    """Return a value of lists and mappings if these are not too deep; raise `ParseError` if they are."""
    level: list[object] = [value]
    for _ in range(DEPTH):
        level = [part for item in level for part in _inside(item)]
        if not level:
            return value
    raise too_deep()


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def unpacked(packed: bytes, *, bare: bool = False) -> bytes:
    """Return what zlib compressed, ``bare`` without a head; raise `ParseError` for damaged, cut and too long data."""
    import zlib  # few texts are compressed

    unpacker = zlib.decompressobj(-zlib.MAX_WBITS if bare else zlib.MAX_WBITS)
    try:
        data = unpacker.decompress(packed, LENGTH)
    except zlib.error:
        raise ParseError("the compressed data is damaged; copy the whole link") from None
    if len(data) == LENGTH and not unpacker.eof:
        raise ParseError(f"the compressed data has more than {LENGTH:,} characters")
    if not unpacker.eof:
        raise ParseError("the compressed data is cut off: it has no end; copy the whole link")
    return data
