"""LZ-string, the compression in the links of f-puzzles and SudokuPad.

The characters of UTF-16 are coded with a dictionary that grows with every code, as in LZ78. Codes are numbers of
growing width, and the lowest bit of a number comes first:

===== ==================================================
code  meaning
===== ==================================================
0     a new character of 8 bits follows
1     a new character of 16 bits follows
2     the end
3 …   an entry of the dictionary
===== ==================================================

Six bits make a character of base64, or of an alphabet for addresses in which ``-`` stands for ``/``. The reader takes
both. A short text can stand for a very long one, so the reader has a limit.
"""

from __future__ import annotations

from nonet.base.errors import ParseError
from nonet.base.limits import LENGTH

__all__ = ["compress", "decompress"]

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_ADDRESS = _BASE64[:-1] + "-"
_BITS = {char: f"{value:06b}" for value, char in enumerate(_BASE64)}
_BITS |= {"-": _BITS["/"], " ": _BITS["+"]}  # a + in an address often arrives as a space

_NEW8, _NEW16, _END, _FIRST = range(4)


class _Width:
    """The width of the next code. It grows by one when the dictionary has filled the width before."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._left = 1 << (bits - 1)

    def grow(self) -> None:
        """Count one more entry of the dictionary."""
        self._left -= 1
        if not self._left:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str, *, address: bool = False) -> str:
    """Return the text compressed, in base64, or in the alphabet for addresses.

    >>> compress("nonet"), compress("nonet", address=True)
    ('HYe2FMBcg===', 'HYe2FMBcg')
    """
    bits = _coded(_utf16(text))
    bits += "0" * (6 - len(bits) % 6)
    alphabet = _ADDRESS if address else _BASE64
    coded = "".join(alphabet[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return coded if address else coded + "=" * (-len(coded) % 4)


def _utf16(text: str) -> str:
    """Return the text with two surrogates for each character beyond 16 bits."""
    if all(char <= "\uffff" for char in text):
        return text
    data = text.encode("utf-16-be", "surrogatepass")
    return "".join(chr(data[at] << 8 | data[at + 1]) for at in range(0, len(data), 2))


def _coded(text: str) -> str:
    """Return the bits of all codes."""
    bits: list[str] = []
    width = _Width(2)
    entries: dict[str, int] = {}
    new: set[str] = set()

    def put(phrase: str) -> None:
        if phrase in new:
            new.discard(phrase)
            size = 8 if phrase < "\u0100" else 16
            bits.append(_number(_NEW8 if size == 8 else _NEW16, width.bits))
            bits.append(_number(ord(phrase), size))
            width.grow()
        else:
            bits.append(_number(entries[phrase], width.bits))
        width.grow()

    phrase = ""
    for char in text:
        if char not in entries:
            entries[char] = len(entries) + _FIRST
            new.add(char)
        if phrase + char in entries:
            phrase += char
            continue
        put(phrase)
        entries[phrase + char] = len(entries) + _FIRST
        phrase = char
    if phrase:
        put(phrase)
    bits.append(_number(_END, width.bits))
    return "".join(bits)


def _number(value: int, width: int) -> str:
    return f"{value:0{width}b}"[::-1]


def decompress(coded: str, *, limit: int = LENGTH) -> str:
    """Return the text that `compress` made this of, in either alphabet.

    Raises `ParseError` for a character of neither alphabet, for codes that mean nothing, and for a text of more than
    ``limit`` characters.

    >>> decompress("HYe2FMBcg===")
    'nonet'
    """
    text = _decoded(_Bits(coded.rstrip("=")), limit)
    data = text.encode("utf-16-le", "surrogatepass")
    return data.decode("utf-16-le", "surrogatepass")


class _Bits:
    """Reads numbers, the lowest bit first."""

    def __init__(self, coded: str) -> None:
        try:
            self._bits = "".join([_BITS[char] for char in coded])
        except KeyError as error:
            raise ParseError(
                f"expected compressed data (letters, digits, +, / and -), found {error.args[0]!r}"
            ) from None
        self._at = 0

    def number(self, width: int) -> int:
        """Take the next number."""
        end = self._at + width
        if end > len(self._bits):
            raise ParseError("the compressed data is cut off: it has no end; copy the whole link")
        bits = self._bits[self._at : end]
        self._at = end
        return int(bits[::-1], 2)


def _decoded(bits: _Bits, limit: int) -> str:
    parts: list[str] = []
    entries: list[str] = [""] * _FIRST
    width = _Width(2)
    size = 0
    before = ""
    while (code := bits.number(width.bits)) != _END:
        if code < _END:
            entries.append(chr(bits.number(8 if code == _NEW8 else 16)))
            code = len(entries) - 1
            width.grow()
        if code < len(entries):
            entry = entries[code]
        elif code == len(entries) and before:
            entry = before + before[0]
        else:
            raise ParseError("the compressed data is damaged; copy the whole link")
        parts.append(entry)
        size += len(entry)
        if size > limit:
            raise ParseError(f"the compressed data has more than {limit:,} characters")
        if before:
            entries.append(before + entry[0])
        width.grow()
        before = entry
    return "".join(parts)
