"""How the digits of a board are written: one character per cell up to 9x9, and several spellings for larger boards.

Boards up to 9x9 use the digits 1-9. nonet writes larger boards with letters, ``A`` for 1 to ``Z`` for 26 and ``a``
for 27 to ``j`` for 36, because letters cannot be mistaken for anything else. It recognises the other spellings:

========== ====================================================== ====================================
spelling   a 16x16 board                                          recognised by
========== ====================================================== ====================================
letters    ``A`` to ``P`` for 1 to 16                             no digit 1-9
mixed      ``1`` to ``9``, then ``A`` to ``G``                    a digit 1-9, one character per cell
pairs      ``01`` to ``16``, ``..`` or ``00`` for an empty cell   twice as many characters as cells
numbers    ``1`` to ``16``, with white space between them         words of one and of two characters
hex        ``0`` to ``9``, then ``A`` to ``F``, for 1 to 16       nothing: its ``0`` may be an empty cell
========== ====================================================== ====================================
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from nonet.base.cells import board_name
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of

__all__ = [
    "BLANKS",
    "CELL_VALUES",
    "PLAIN_BOARD",
    "RARE_BLANKS",
    "SPELLINGS",
    "SUPERSCRIPTS",
    "Cells",
    "digit_value",
    "half_character",
    "plain_cells",
    "read_cells",
    "read_digits",
    "side_of",
    "symbols_of",
    "unseen_character",
    "unseen_error",
    "with_separators",
    "write_cells",
]

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
"""The small digits of drawings in characters."""

PLAIN_BOARD = re.compile(r"(?=[1-9]*[.0])([1-9.]{81}|[0-9]{81})")
"""A classic board on a line and nothing else, with one of the usual blanks."""

BLANKS = ".0*_-"
"""Characters that mean an empty cell without further evidence.

``scripts/engine_data.py`` writes them for the page; `tests/test_digits.py` names the lists of the core that differ.
"""

RARE_BLANKS = "xX?"
"""Characters that mean one where all else is digits."""

CELL_VALUES = bytes(
    code if code < 10 else code - 48 if 48 <= code <= 57 else 0 if chr(code) in BLANKS else 255
    for code in range(256)
)
"""The digit of each byte of a classic board: digits, ASCII digits and blanks; 255 for a byte that is none of them."""

_DIGITS = "123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_MIXED = _DIGITS + _LETTERS[:26]
_HEX = "0123456789ABCDEF"

SPELLINGS = ("letters", "mixed", "pairs", "numbers", "hex")
"""The spellings of boards larger than 9x9; the first is nonet's own."""

# ASCII codes to values; values to ASCII codes; and the codes that are a blank without a closer look.
_VALUES = bytes(code - 48 if 48 <= code <= 57 else 0 for code in range(256))
_LINE = b"." + _DIGITS.encode() + bytes(246)
_BLANK_CODES = bytes(code for code in range(33, 127) if not chr(code).isalnum()) + b" 0xX"


class Cells(NamedTuple):
    """The values in a text, 0 for an empty cell, and their spelling; it is empty for nonet's own spelling."""

    values: bytes
    spelling: str = ""


def digit_value(char: str) -> int | None:
    """Return the value 0-9 of a digit of any script, or None for any other character.

    >>> digit_value("7"), digit_value("۷"), digit_value("٧"), digit_value("７"), digit_value("x")
    (7, 7, 7, 7, None)
    """
    if "0" <= char <= "9":
        return ord(char) - 48
    return unicodedata.decimal(char, None) if ord(char) > 127 else None


def side_of(count: int) -> int | None:
    """Return the side of a square board with this many cells, or None.

    >>> side_of(81), side_of(80)
    (9, None)
    """
    side = math.isqrt(count)
    return side if side * side == count and 1 <= side <= 36 else None


def symbols_of(size: int, spelling: str = "") -> Sequence[str]:
    """Return the symbols of the digits 1 to ``size``.

    Up to 9x9 they are 1-9 in every spelling. Raises `ValueError` if the spelling is unknown or has too few symbols.

    >>> "".join(symbols_of(16)), "".join(symbols_of(16, "mixed")), symbols_of(10, "pairs")[8:]
    ('ABCDEFGHIJKLMNOP', '123456789ABCDEFG', ('09', '10'))
    """
    if spelling not in ("", *SPELLINGS):
        raise ValueError(f"spelling must be one of {', '.join(SPELLINGS)}, got {spelling!r}")
    if size <= 9:
        return _DIGITS[:size]
    if spelling == "pairs":
        return tuple(f"{digit:02}" for digit in range(1, size + 1))
    if spelling == "numbers":
        return tuple(str(digit) for digit in range(1, size + 1))
    symbols = {"mixed": _MIXED, "hex": _HEX}.get(spelling, _LETTERS)
    if size > len(symbols):
        raise ValueError(
            f"the spelling {spelling or 'letters'!r} has {len(symbols)} symbols, too few for {board_name(size)}"
        )
    return symbols[:size]


def write_cells(values: bytes, size: int, *, blank: str = ".", spelling: str = "") -> str:
    """Write values as one line.

    ``blank`` is one character that is not a digit in any spelling, or -1 between numbers. Anything else raises
    `ValueError`.

    >>> write_cells(bytes([1, 0, 16]), 16), write_cells(bytes([1, 0, 16]), 16, spelling="pairs")
    ('A.P', '01..16')
    """
    symbols = symbols_of(size, spelling)
    if blank != "." and (blank != "-1" or spelling != "numbers"):
        _check_blank(blank, size, spelling)
    if size <= 9 and spelling != "numbers":
        return values.translate(_LINE).decode().replace(".", blank)
    empty = blank * 2 if spelling == "pairs" and size > 9 else blank
    return (" " if spelling == "numbers" else "").join(
        symbols[v - 1] if v else empty for v in values
    )


def with_separators(line: str, size: int, box_rows: int, box_columns: int) -> str:
    """Return a board of one character per cell as rows, with lines between boxes of more than one row and column.

    >>> print(with_separators("12..3.4...1...34", 4, 2, 2))
    1 2 | . .
    3 . | 4 .
    ----+----
    . . | 1 .
    . . | 3 4
    """
    is_divided = 1 < box_rows < size
    step = box_columns if is_divided else size
    rows = []
    for start in range(0, size * size, size):
        if is_divided and start and start % (size * box_rows) == 0:
            rows.append("+".join(["-" * (2 * step + 1)] * (size // step))[1:-1])
        rows.append(
            " | ".join(" ".join(line[c : c + step]) for c in range(start, start + size, step))
        )
    return "\n".join(rows)


def _check_blank(blank: str, size: int, spelling: str) -> None:
    """Refuse a blank that a reader would take for a digit."""
    if len(blank) != 1:
        raise ValueError(f"blank must be one character, got {blank!r}")
    zero_is_blank = size <= 9 or spelling != "hex"
    allowed = ("0" if zero_is_blank else "") + ("xX" if size <= 9 else "")
    if blank.isalnum() and blank not in allowed:
        raise ValueError(
            f"blank must not be a digit or a letter, got {blank!r}; use . or another character"
        )


def plain_cells(text: str) -> bytes | None:
    """Return the values of a board written in the plainest way, None for any other text.

    Plain is one line with one character per cell: digits (letters from 10x10 on), and ``.`` or ``0`` for an empty
    cell. A text that could also show the regions of a jigsaw is not plain.

    >>> plain_cells("1..2"), plain_cells("1..2 # easy")
    (b'\\x01\\x00\\x00\\x02', None)
    """
    size = side_of(len(text))
    if size is None or not text.isascii():
        return None
    raw = text.encode()
    digits, values = _plain_tables(size)
    if raw.translate(None, digits).strip(b".") and raw.translate(None, digits).strip(b"0"):
        return None
    # In a jigsaw each character occurs once per row, and the first has a neighbour of its own region.
    if size > 3 and raw[0] in (raw[1], raw[size]) and raw.count(raw[:1]) == size:
        return None
    return raw.translate(values)


@cache
def _plain_tables(size: int) -> tuple[bytes, bytes]:
    """Return the characters of the digits, and the table that turns characters into values."""
    digits = "".join(symbols_of(size)).encode()
    return digits, bytes(digits.find(code) + 1 for code in range(256))


def read_digits(text: str) -> bytes:
    r"""Return the values of digits 1-9 and blanks, one per character; 0 is an empty cell.

    The blank is any one character that is not a digit, also the space; a letter only if it is x. Two blank characters
    are an error, because one of them is a mistake and nothing says which. Raises `ParseError` with the column.

    >>> read_digits("12.."), read_digits("12  ")
    (b'\x01\x02\x00\x00', b'\x01\x02\x00\x00')
    >>> read_digits("12.0.")
    Traceback (most recent call last):
        ...
    nonet.ParseError: column 4: found two blank characters, '.' and '0'; use only one
    """
    if text.isascii():
        raw = text.encode()
        blanks = raw.translate(None, b"123456789")
        first = blanks[:1]
        if first in _BLANK_CODES and not blanks.strip(first):
            return raw.translate(_VALUES)
    values = [digit_value(char) for char in text]
    blanks_found = Counter(
        "0" if value == 0 else char for char, value in zip(text, values, strict=True) if not value
    )
    if blanks_found:
        # The commonest one is the blank; of two equally common ones the first.
        blank = max(blanks_found, key=lambda char: blanks_found[char])
        for column, (char, value) in enumerate(zip(text, values, strict=True), 1):
            same = char == blank or (value == 0 and blank == "0")
            if not value and not (same and _may_mark_cells(blank, blanks_found[blank])):
                raise _stray(char, "." if same else blank, text, column)
    return bytes(value or 0 for value in values)


_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")  # but not those that are white space


def unseen_character(text: str) -> tuple[int, str] | None:
    """Return the place and the name of the first invisible character in a text, or None.

    >>> unseen_character("53.\u200b."), unseen_character("53..")
    ((3, 'ZERO WIDTH SPACE (U+200B)'), None)
    """
    if text.isascii() and not _CONTROL.search(text):
        return None
    for place, char in enumerate(text):
        if unicodedata.category(char) == "Cf" or _CONTROL.match(char):
            return place, f"{unicodedata.name(char, 'control character')} (U+{ord(char):04X})"
    return None


def half_character(text: str) -> str | None:
    """Return the first part of a text that is half of a character, which no file can hold; None if there is none.

    >>> half_character("a\\ud800"), half_character("é")
    ('\\ud800', None)
    """
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError as error:
        return text[error.start]
    return None


def unseen_error(character: tuple[int, str], text: str, column: int) -> ParseError:
    """Return the error that names such a character, which is at a column of a line."""
    reason = f"expected a digit or a blank, found an invisible {character[1]}; remove it"
    return ParseError(reason, text=text, column=column)


def _may_mark_cells(blank: str, count: int) -> bool:
    """Whether a character can be the blank: a single letter is a mistake, unless it is x."""
    if unseen_character(blank) is not None:
        return False
    return not blank.isalnum() or blank in "0xX" or (blank.isalpha() and count > 1)


def _stray(char: str, blank: str, text: str, column: int) -> ParseError:
    """Return the error for a character that is neither a digit nor the blank."""
    if (unseen := unseen_character(char)) is not None:
        return unseen_error(unseen, text, column)
    if char.isalnum() and char != "0":
        reason = f"expected a digit or {blank!r} for an empty cell, found {char!r}"
    else:
        reason = f"found two blank characters, {blank!r} and {char!r}; use only one"
    return ParseError(reason, text=text, column=column)


_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]*([^\w\s]|_)(?:[0-9A-Fa-f]|\1)*")
_READ_AS_HEX = '; hexadecimal digits are read with format="hex", or --from hex on the command line'


def read_cells(text: str) -> Cells:
    """Read a board of any size; white space does not count, but separates numbers.

    The blank is any one character that is neither a digit nor a letter (up to 9x9 it may be an x), or 0. Any number of
    cells is returned: whether they make a square is the caller's question. Raises `ParseError` with the column.

    >>> read_cells("12..").values, read_cells("A..P" * 64).values[:4], read_cells("1..G" * 64).spelling
    (b'\\x01\\x02\\x00\\x00', b'\\x01\\x00\\x00\\x10', 'mixed')
    """
    words = text.split()
    if _are_numbers(words):
        return Cells(_numbers(text, words), "numbers")
    joined = "".join(words)
    if len(joined) < 100:
        try:
            return Cells(read_digits(joined))
        except ParseError as error:
            places = [column for column, char in enumerate(text, 1) if not char.isspace()]
            column = places[(error.column or 1) - 1]
            raise error.placed(text=text, column=column) from None
    symbols = [(char, column) for column, char in enumerate(text, 1) if not char.isspace()]
    if len(symbols) >= 200 and len(symbols) % 2 == 0 and side_of(len(symbols) // 2):
        return Cells(_pairs(text, symbols), "pairs")
    mixed = any(digit_value(char) for char in joined)
    size = side_of(len(symbols)) or 36
    try:
        values = _symbols(text, symbols, size, mixed=mixed)
    except ParseError as error:
        if size == 16 and "0" in joined and _HEXADECIMAL.fullmatch(joined):
            error = ParseError(f"{error.reason}{_READ_AS_HEX}", text=text, column=error.column)
        raise error from None
    return Cells(values, "mixed" if mixed else "")


def _are_numbers(words: list[str]) -> bool:
    """Whether the words are numbers, one per cell, and not the rows of a board or of its boxes.

    Below 10x10 every number has one character, so only -1 shows them. From 10x10 on they have one character or two.
    Words of one length are rows, or pairs: boxes of two or three columns never make a square number of words.
    """
    if len(words) >= 100:
        lengths = sorted(map(len, words))
        return lengths[len(words) // 2] <= 2 and (lengths[0] < lengths[-1] or "-1" in words)
    return (
        "-1" in words
        and side_of(len(words)) is not None
        and all(len(word) == 1 or word == "-1" or word.isdecimal() for word in words)
    )


def _may_be_blank(char: str) -> bool:
    return digit_value(char) == 0 or not (char.isalnum() or unseen_character(char))


def _blank(char: str, blank: str, text: str, column: int) -> str:
    """Return the blank; raise if another one comes before it."""
    if blank and char != blank:
        reason = f"found two blank characters, {blank!r} and {char!r}; use only one"
        raise ParseError(reason, text=text, column=column)
    return char


def _not_a_digit(character: str, expected: str, size: int, text: str, column: int) -> ParseError:
    reason = f"expected {expected} on {board_name(size)}, found {character!r}"
    return ParseError(reason, text=text, column=column)


@cache
def _table(size: int, mixed: bool) -> dict[str, int]:
    """Return the value of each symbol of a spelling; small letters are capitals up to 26x26."""
    symbols = (_MIXED if mixed else _LETTERS)[:size]
    values = {symbol: value for value, symbol in enumerate(symbols, 1)}
    if mixed or size <= 26:
        values |= {symbol.lower(): value for symbol, value in values.items()}
    return values


def _symbols(text: str, symbols: list[tuple[str, int]], size: int, *, mixed: bool) -> bytes:
    """Read letters, or digits and letters."""
    values, blank, known = bytearray(), "", _table(size, mixed)
    for char, column in symbols:
        digit = digit_value(char)
        value = known.get(str(digit) if digit else char, 0)
        if not value:
            if not _may_be_blank(char):
                expected = f"{_range(size, mixed)} or a blank"
                raise _not_a_digit(char, expected, size, text, column)
            blank = _blank(char, blank, text, column)
        values.append(value)
    return bytes(values)


def _range(size: int, mixed: bool) -> str:
    """Return the digits of a spelling in short."""
    if not mixed:
        return f"A-{_LETTERS[size - 1]}" if size <= 26 else f"A-Z, a-{_LETTERS[size - 1]}"
    return f"1-9, A-{_MIXED[min(size, len(_MIXED)) - 1]}"


def _pairs(text: str, symbols: list[tuple[str, int]]) -> bytes:
    """Read two characters per cell."""
    values, blank, size = bytearray(), "", side_of(len(symbols) // 2) or 36
    for (first, column), (second, _) in zip(symbols[::2], symbols[1::2], strict=True):
        tens, ones = digit_value(first), digit_value(second)
        value = 0 if tens is None or ones is None else 10 * tens + ones
        is_blank = first == second and _may_be_blank(first)
        if value > size or not (value or is_blank):
            expected = f"01-{size} or .. for each cell"
            raise _not_a_digit(first + second, expected, size, text, column)
        if is_blank:
            blank = _blank(first + second, blank, text, column)
        values.append(value)
    return bytes(values)


def _numbers(text: str, words: list[str]) -> bytes:
    """Read numbers between white space; -1, 0 or one other character is an empty cell."""
    values, blank, size, at = bytearray(), "", side_of(len(words)) or 36, 0
    for word in words:
        at = text.index(word, at)
        value = number_of(word, 999, any_script=True) or 0
        is_blank = word == "-1" or (len(word) == 1 and _may_be_blank(word))
        if value > size or not (value or is_blank):
            raise _not_a_digit(word, f"1-{size} or a blank", size, text, at + 1)
        if is_blank:
            blank = _blank(word, blank, text, at + 1)
        values.append(value)
        at += len(word)
    return bytes(values)
