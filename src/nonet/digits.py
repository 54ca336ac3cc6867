"""How a digit is written: one sign per cell, whatever the size of the board.

Boards up to 9x9 are written with the digits 1-9. Larger boards need more signs, and people write them in
several ways. nonet writes letters, ``A`` for 1 up to ``Z`` for 26 and ``a`` for 27 up to ``j`` for 36, because letters
alone can be mistaken for nothing else; it reads the others where they show themselves:

========== ====================================================== ====================================
spelling   a 16x16 board                                          it is recognised by
========== ====================================================== ====================================
letters    ``A`` to ``P`` for 1 to 16                             no digit 1-9 in it
mixed      ``1`` to ``9``, then ``A`` to ``G``                    a digit 1-9 among single signs
pairs      ``01`` to ``16``, ``..`` or ``00`` for an empty cell   twice as many signs as cells
numbers    ``1`` to ``16``, parted by white space                 words of one and of two signs
hex        ``0`` to ``9``, then ``A`` to ``F``, for 1 to 16       nothing: its ``0`` may be an empty cell
========== ====================================================== ====================================
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from nonet.errors import ParseError

__all__ = [
    "BLANKS",
    "SPELLINGS",
    "Cells",
    "digit_value",
    "plain_cells",
    "read_cells",
    "side_of",
    "signs_of",
    "write_cells",
]

BLANKS = ".0*_-"
"""Characters that mean an empty cell without further evidence."""

_DIGITS = "123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_MIXED = _DIGITS + _LETTERS[:26]
_HEX = "0123456789ABCDEF"

SPELLINGS = ("letters", "mixed", "pairs", "numbers", "hex")
"""The ways to write a board of more than 9x9; the first is nonet's own."""

# ASCII text to cell values: white space disappears, and what needs a closer look becomes "?".
_VALUES: dict[int, str | None] = {code: "?" for code in range(128)}
_VALUES |= {code: None for code in range(128) if chr(code).isspace()}
_VALUES |= {ord(blank): "\0" for blank in BLANKS} | {ord(str(d)): chr(d) for d in range(1, 10)}


class Cells(NamedTuple):
    """The values that a text has in it, 0 for an empty cell, and how it writes them.

    ``spelling`` is empty where it is nonet's own.
    """

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
    """Return the side of a square board of so many cells, None if there is none.

    >>> side_of(81), side_of(80)
    (9, None)
    """
    side = math.isqrt(count)
    return side if side * side == count and 1 <= side <= 36 else None


def signs_of(size: int, spelling: str = "") -> Sequence[str]:
    """Return the signs of the digits 1 to ``size``.

    Up to 9x9 they are 1-9 in every spelling. Raises `ValueError` where the spelling is unknown or has too few signs.

    >>> "".join(signs_of(16)), "".join(signs_of(16, "mixed")), signs_of(10, "pairs")[8:]
    ('ABCDEFGHIJKLMNOP', '123456789ABCDEFG', ('09', '10'))
    """
    if spelling not in ("", *SPELLINGS):
        raise ValueError(f"spelling is {spelling!r}; it must be one of {', '.join(SPELLINGS)}")
    if size <= 9:
        return _DIGITS[:size]
    if spelling == "pairs":
        return tuple(f"{digit:02}" for digit in range(1, size + 1))
    if spelling == "numbers":
        return tuple(str(digit) for digit in range(1, size + 1))
    signs = {"mixed": _MIXED, "hex": _HEX}.get(spelling, _LETTERS)
    if size > len(signs):
        raise ValueError(
            f"the spelling {spelling or 'letters'!r} has {len(signs)} signs, a {size}x{size} board needs more"
        )
    return signs[:size]


def write_cells(values: bytes, size: int, *, blank: str = ".", spelling: str = "") -> str:
    """Write values as one line.

    ``blank`` is one sign that is no digit in any spelling, or -1 between numbers; anything else is a `ValueError`.

    >>> write_cells(bytes([1, 0, 16]), 16), write_cells(bytes([1, 0, 16]), 16, spelling="pairs")
    ('A.P', '01..16')
    """
    signs = signs_of(size, spelling)
    if blank != "-1" or spelling != "numbers":
        _check_blank(blank, size, spelling)
    empty = blank * 2 if spelling == "pairs" and size > 9 else blank
    return (" " if spelling == "numbers" else "").join(signs[v - 1] if v else empty for v in values)


def _check_blank(blank: str, size: int, spelling: str) -> None:
    """Refuse a sign that a reader would take for a digit."""
    if len(blank) != 1:
        raise ValueError(f"blank is {blank!r}; it must be one sign")
    zero_is_blank = size <= 9 or spelling != "hex"
    allowed = ("0" if zero_is_blank else "") + ("xX" if size <= 9 else "")
    if blank.isalnum() and blank not in allowed:
        raise ValueError(
            f"blank is {blank!r}, which can be a digit; empty cells are written as . or another sign"
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
    digits = "".join(signs_of(size)).encode()
    return digits, bytes(digits.find(code) + 1 for code in range(256))


def read_cells(text: str) -> Cells:
    """Read a board of any size; white space does not count, or parts the numbers.

    The blank is any one character that is neither a digit nor a letter (up to 9x9 it may be an x), or 0. Two kinds of
    blank are an error, since one of them must be a typing mistake. Any number of cells is returned; whether they make a
    square is the caller's question. Raises `ParseError` with the column.

    >>> read_cells("12..").values, read_cells("A..P" * 64).values[:4], read_cells("1..G" * 64).spelling
    (b'\\x01\\x02\\x00\\x00', b'\\x01\\x00\\x00\\x10', 'mixed')
    """
    # The plain case, without a loop: one kind of blank at most.
    if text.isascii() and "-1" not in text:
        cells = text.translate(_VALUES)
        if len(cells) < 100 and "?" not in cells and sum(blank in text for blank in BLANKS) < 2:
            return Cells(cells.encode())
    words = text.split()
    if _are_numbers(words):
        return Cells(_numbers(text, words), "numbers")
    signs = [(char, column) for column, char in enumerate(text, 1) if not char.isspace()]
    if len(signs) >= 200 and len(signs) % 2 == 0 and side_of(len(signs) // 2):
        return Cells(_pairs(text, signs), "pairs")
    if len(signs) < 100:
        return Cells(_digits(text, signs))
    mixed = any(digit_value(char) for char, _ in signs)
    return Cells(
        _signs(text, signs, side_of(len(signs)) or 36, mixed=mixed), "mixed" if mixed else ""
    )


def _are_numbers(words: list[str]) -> bool:
    """Whether the words are numbers, one per cell, as opposed to rows or boxes of signs.

    Below 10x10 all numbers have one sign, so that only -1 gives them away. From there on they have one
    sign or two; words of one length are signs, or pairs: so many boxes of two or three columns never make a square.
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
    return digit_value(char) == 0 or not char.isalnum()


def _blank(char: str, blank: str, text: str, column: int) -> str:
    """Return the blank sign, or raise because there is another one."""
    if blank and char != blank:
        raise ParseError(
            f"{char!r} is neither a digit nor the blank sign used before it ({blank!r})",
            text=text,
            column=column,
        )
    return char


def _digits(text: str, signs: list[tuple[str, int]]) -> bytes:
    """Read the digits of a small board."""
    values, blank = bytearray(), ""
    for char, column in signs:
        value = digit_value(char)
        if not value:
            blank = _blank(char, blank, text, column)
            if not _may_be_blank(char) and char not in "xX":
                raise ParseError(
                    f"{char!r} is not a digit; empty cells are written as . or 0",
                    text=text,
                    column=column,
                )
        values.append(value or 0)
    return bytes(values)


@cache
def _table(size: int, mixed: bool) -> dict[str, int]:
    """Return the value of each sign of one spelling; small letters are capitals where they are not needed."""
    signs = (_MIXED if mixed else _LETTERS)[:size]
    values = {sign: value for value, sign in enumerate(signs, 1)}
    if mixed or size <= 26:
        values |= {sign.lower(): value for sign, value in values.items()}
    return values


def _signs(text: str, signs: list[tuple[str, int]], size: int, *, mixed: bool) -> bytes:
    """Read letters, or digits and letters."""
    values, blank, known = bytearray(), "", _table(size, mixed)
    for char, column in signs:
        digit = digit_value(char)
        value = known.get(str(digit) if digit else char, 0)
        if not value:
            if not _may_be_blank(char):
                raise ParseError(
                    f"{char!r} is not a digit of a {size}x{size} board,"
                    f" which are {_range(size, mixed)} in this spelling",
                    text=text,
                    column=column,
                )
            blank = _blank(char, blank, text, column)
        values.append(value)
    return bytes(values)


def _range(size: int, mixed: bool) -> str:
    """Return the digits of a spelling in short."""
    if not mixed:
        return f"A-{_LETTERS[size - 1]}" if size <= 26 else f"A-Z and a-{_LETTERS[size - 1]}"
    return f"1-9 and A-{_MIXED[min(size, len(_MIXED)) - 1]}"


def _pairs(text: str, signs: list[tuple[str, int]]) -> bytes:
    """Read two signs per cell."""
    values, blank, size = bytearray(), "", side_of(len(signs) // 2) or 36
    for (first, column), (second, _) in zip(signs[::2], signs[1::2], strict=True):
        tens, ones = digit_value(first), digit_value(second)
        value = 0 if tens is None or ones is None else 10 * tens + ones
        is_blank = first == second and _may_be_blank(first)
        if value > size or not (value or is_blank):
            raise ParseError(
                f"{first + second!r} is not a digit of a {size}x{size} board, which are 01-{size} where a cell has"
                " two signs, with .. for an empty cell",
                text=text,
                column=column,
            )
        if is_blank:
            blank = _blank(first + second, blank, text, column)
        values.append(value)
    return bytes(values)


def _numbers(text: str, words: list[str]) -> bytes:
    """Read numbers parted by white space; -1, 0 and one sign are empty cells."""
    values, blank, size, at = bytearray(), "", side_of(len(words)) or 36, 0
    for word in words:
        at = text.index(word, at)
        value = int(word) if word.isdecimal() and len(word) < 4 else 0
        is_blank = word == "-1" or (len(word) == 1 and _may_be_blank(word))
        if value > size or not (value or is_blank):
            raise ParseError(
                f"{word!r} is not a digit of a {size}x{size} board, which are 1-{size}",
                text=text,
                column=at + 1,
            )
        if is_blank:
            blank = _blank(word, blank, text, at + 1)
        values.append(value)
        at += len(word)
    return bytes(values)
