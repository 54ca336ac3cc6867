"""Sets of digits of one's choice: how they are named, and the symbols that their values have on a board.

The cells of a board hold the digits 1 to its size unless its rules name others, such as 0 to 8. Inside, digits are
always counted from 1: the digit ``d`` of a board stands for ``values[d - 1]``, the values in ascending order. What
reads or writes a board, or says a digit, has the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import index
from typing import TypeAlias

from nonet.base.digits import BLANKS, digit_value
from nonet.base.errors import ParseError, RulesError
from nonet.base.numbers import number_of, read_number

__all__ = [
    "LARGEST_VALUE",
    "DigitSet",
    "digit_set",
    "digits_text",
    "has_gaps",
    "own_digits",
    "read_value_masks",
    "read_values",
    "value_cells",
    "value_symbols",
    "write_values",
]

DigitSet: TypeAlias = "tuple[int, ...]"
"""The values of the digits of a board in ascending order."""

LARGEST_VALUE = 35
"""The largest value of a digit: each has one symbol, 0 to 9 and then A to Z."""

_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PART = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?", re.ASCII)
_FRAME = re.compile(r"[|+]|-{2,}|\s")
_BLANKS = BLANKS.replace("0", "")  # which may be a digit


def digit_set(digits: str | Iterable[int]) -> tuple[int, ...]:
    """Return the values of a set of digits in ascending order: text such as ``0-8`` or ``1,2,5-8``, or numbers.

    Raises `RulesError`.

    >>> digit_set("0-3"), digit_set("1-3,10"), digit_set(range(2, 5))
    ((0, 1, 2, 3), (1, 2, 3, 10), (2, 3, 4))
    """
    if isinstance(digits, str):
        values = _read(digits)
    else:
        try:
            values = [index(digit) for digit in digits]
        except TypeError:
            raise RulesError(
                f"digits: expected numbers such as range(9), or text such as '0-8', got {digits!r}"
            ) from None
    if not values:
        raise RulesError("digits: expected numbers such as 0-8 or 1,2,3,5, got none")
    for value in values:
        if not 0 <= value <= LARGEST_VALUE:
            raise RulesError(f"digits: expected numbers from 0 to {LARGEST_VALUE}, got {value}")
    if len(set(values)) < len(values):
        twice = next(value for at, value in enumerate(values) if value in values[:at])
        raise RulesError(f"digits: {twice} is named twice")
    return tuple(sorted(values))


def _read(text: str) -> list[int]:
    values: list[int] = []
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise RulesError(
                f"digits: expected numbers such as 0-8 or 1,2,3,5, found {part.strip()!r}"
            )
        low = read_number(match[1])
        high = read_number(match[2]) if match[2] else low
        if high < low:
            raise RulesError(f"digits: expected the smaller number first, as in {high}-{low}")
        values += range(low, high + 1)
    return values


def has_gaps(values: Sequence[int]) -> bool:
    """Return whether some number between the least and the greatest value is no value.

    >>> has_gaps((0, 1, 2)), has_gaps((1, 2, 4))
    (False, True)
    """
    return values[-1] - values[0] + 1 > len(values)


def own_digits(values: DigitSet) -> DigitSet | None:
    """Return the values, None if they are the usual ones: 1 to their number.

    >>> own_digits((0, 1, 2)), own_digits((1, 2, 3))
    ((0, 1, 2), None)
    """
    return None if values[0] == 1 and values[-1] == len(values) else values


def digits_text(values: Sequence[int]) -> str:
    """Return a set of digits as it is written in rules.

    >>> digits_text((0, 1, 2, 3)), digits_text((1, 2, 3, 10)), digits_text((1, 2, 5, 7))
    ('0-3', '1-3,10', '1,2,5,7')
    """
    parts: list[str] = []
    at = 0
    while at < len(values):
        end = at
        while end + 1 < len(values) and values[end + 1] == values[end] + 1:
            end += 1
        if end - at > 1:
            parts.append(f"{values[at]}-{values[end]}")
        else:
            parts += map(str, values[at : end + 1])
        at = end + 1
    return ",".join(parts)


def value_symbols(values: Sequence[int]) -> str:
    """Return the character that each value has on a board in one line: A is 10, B is 11, and so on.

    >>> value_symbols((0, 1, 9, 10, 11))
    '019AB'
    """
    return "".join(_SYMBOLS[value] for value in values)


def write_values(
    cells: bytes, values: Sequence[int], *, blank: str = ".", spelling: str = ""
) -> str:
    """Return a board, whose digits are counted from 1, as one line of values.

    The spelling ``numbers`` writes them as numbers with spaces between them. Raises `ValueError` for another one, and
    for a blank that may be a digit.

    >>> write_values(bytes([1, 0, 4]), (0, 1, 2, 10)), write_values(bytes([1, 4]), (1, 2, 3, 10), spelling="numbers")
    ('0.A', '1 10')
    """
    if spelling not in ("", "numbers"):
        raise ValueError(f"spelling must be numbers for digits of one's choice, got {spelling!r}")
    if spelling:
        names = blank, *map(str, values)
        return " ".join(names[digit] for digit in cells)
    if len(blank) != 1 or blank.isalnum():
        raise ValueError(f"blank must be one character, and no digit or letter, got {blank!r}")
    symbols = blank + value_symbols(values)
    return "".join(symbols[digit] for digit in cells)


def read_values(text: str, values: Sequence[int]) -> bytes:
    r"""Return the digits, counted from 1, of a board written in values; 0 is an empty cell.

    The text has one character per cell, or numbers with white space or commas between them. An empty cell is a dot,
    ``_``, ``*`` or ``-``. White space and the lines of a frame do not count. Raises `ParseError` with the column.

    >>> read_values("0.1 3", (0, 1, 2, 3)), read_values("2 10 . 2", (2, 10))
    (b'\x01\x00\x02\x04', b'\x01\x02\x00\x01')
    """
    places = {value: digit for digit, value in enumerate(values, 1)}
    words = re.split(r"[\s,;|]+", text.strip(" \t\r\n,;|"))
    if len(words) == len(values) ** 2 and any(len(word) > 1 for word in words):
        return bytes(_numbers(text, words, places, values))
    found = bytearray()
    for column, char in enumerate(_FRAME.sub(lambda m: " " * len(m[0]), text), 1):
        if char in " ,;":
            continue
        value = _SYMBOLS.find(char.upper()) if char.isascii() else digit_value(char)
        if char in _BLANKS:
            found.append(0)
        elif value is not None and value in places:
            found.append(places[value])
        else:
            raise _wrong(char, values, text, column)
    return bytes(found)


def read_value_masks(text: str, values: Sequence[int]) -> tuple[int, ...]:
    """Return the candidates of a text that has for each cell each value at its own place, or a blank there.

    Raises `ParseError` with the column.

    >>> read_value_masks("0.01.1..", (0, 1))
    (1, 3, 2, 0)
    """
    symbols, size, masks = value_symbols(values), len(values), [0] * len(values) ** 2
    if len(text) != size**3:
        raise ParseError(
            f"expected {size**3} characters, {size} for each cell, found {len(text)}", text=text
        )
    for at, char in enumerate(text):
        cell, place = divmod(at, size)
        if char.upper() == symbols[place]:
            masks[cell] |= 1 << place
        elif char not in _BLANKS:
            reason = f"expected {symbols[place]} or a blank, found {char!r}"
            raise ParseError(reason, text=text, column=at + 1)
    return tuple(masks)


def value_cells(items: Iterable[object], values: Sequence[int]) -> bytes:
    r"""Return the digits, counted from 1, of a list of cells or of rows, which have values or text.

    None, NaN, an empty text and a dot are an empty cell, and a 0 is where it is no value. Raises `ParseError`.

    >>> value_cells([[0, None], ["3", "."]], (0, 1, 2, 3))
    b'\x01\x00\x04\x00'
    """
    found = bytearray()
    for item in items:
        if isinstance(item, (list, tuple)):
            found += value_cells(item, values)
        elif isinstance(item, str):
            text = item.strip()
            value = number_of(text, LARGEST_VALUE)
            if value in values:
                found.append(1 + values.index(value))
            else:
                found += read_values(text, values) or bytes(1)
        elif item is None or item != item or (item == 0 and 0 not in values):
            found.append(0)
        elif item in values:
            found.append(1 + values.index(item))
        else:
            raise ParseError(f"expected digits {digits_text(values)}, got {item!r}")
    return bytes(found)


def _numbers(
    text: str, words: list[str], places: dict[int, int], values: Sequence[int]
) -> list[int]:
    found = []
    for word in words:
        if word in (*_BLANKS, "-1"):
            found.append(0)
        elif (value := number_of(word, LARGEST_VALUE, any_script=True)) in places:
            found.append(places[value])
        else:
            raise _wrong(word, values, text, text.find(word) + 1)
    return found


def _wrong(symbol: str, values: Sequence[int], text: str, column: int) -> ParseError:
    symbols = ", ".join(
        str(value) if value < 10 else f"{value} ({_SYMBOLS[value]})" for value in values
    )
    if len(values) > 2 and not has_gaps(values):
        ends = [str(v) if v < 10 else f"{v} ({_SYMBOLS[v]})" for v in (values[0], values[-1])]
        symbols = f"from {ends[0]} to {ends[1]}"
    reason = f"expected a digit {symbols} or '.' for an empty cell, found {symbol!r}"
    return ParseError(reason, text=text, column=column)
