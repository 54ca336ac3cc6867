"""The one way from text to numbers.

``int`` and ``float`` read more than a format means (``1_0``, `` 7 ``, ``٣``, ``nan``), and raise for text of thousands
of digits, which is read in quadratic time besides. Here a number has ASCII digits, no more of them than anyone
writes, and lies within limits that the caller gives. No other module of nonet calls ``int`` or ``float`` on text;
`tests/test_numbers.py` looks.
"""

from __future__ import annotations

import re

from nonet.base.errors import ParseError

__all__ = ["ANY", "LARGEST", "LONGEST", "decimal_of", "number_of", "read_decimal", "read_number"]

LONGEST = 99
"""Most characters of a number in a text."""

ANY = 10**LONGEST
"""Above every number that a text can have: the limit of what is limited elsewhere, or not at all."""

LARGEST = 2**53
"""The largest whole number that every program reads exactly."""

_SMALL = {text: int(text) for n in range(100) for text in (str(n), f"{n:02}")}
"""What nearly all numbers are, known without a look at their characters."""

_DECIMAL = re.compile(
    r"[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?|\.[0-9]+(?:[eE][+-]?[0-9]{1,3})?"
)


def number_of(
    text: str, most: int, *, least: int = 0, base: int = 10, any_script: bool = False
) -> int | None:
    """Return the whole number in a text, None if it is not one or outside of ``least`` to ``most``.

    A text has ASCII digits alone, in a ``base`` above 10 letters too, in either case. A ``-`` before them is read where
    ``least`` is negative. The cells of a board may have digits of ``any_script``.

    >>> number_of("12", 81), number_of("007", 9), number_of("-3", 9, least=-9), number_of("ff", 255, base=16)
    (12, 7, -3, 255)
    >>> number_of("82", 81), number_of("-3", 9), number_of(" 3", 9), number_of("٣", 9), number_of("1" * 5_000, 9)
    (None, None, None, None, None)
    """
    value = _SMALL.get(text) if base == 10 else None
    if value is None:
        value = _value(text, least < 0, base, any_script)
    return value if value is not None and least <= value <= most else None


def _value(text: str, signed: bool, base: int, any_script: bool) -> int | None:
    digits = text[1:] if signed and text[:1] == "-" else text
    if len(digits) > LONGEST or not digits.isalnum() or not (any_script or digits.isascii()):
        return None
    try:
        return int(text, base)
    except ValueError:
        return None


def read_number(
    text: str, most: int = LARGEST, *, least: int = 0, base: int = 10, what: str = "a number"
) -> int:
    """Return the same number; raise `ParseError`, which says ``what`` was expected, where there is none.

    >>> read_number("12")
    12
    >>> read_number("twelve", 99)
    Traceback (most recent call last):
        ...
    nonet.ParseError: expected a number from 0 to 99, found 'twelve'
    """
    value = number_of(text, most, least=least, base=base)
    if value is None:
        raise ParseError(f"expected {what} from {least} to {most}, found {_shown(text)}")
    return value


def decimal_of(text: str, most: float, *, least: float = 0.0) -> float | None:
    """Return the number in a text, with or without a fraction, None if it is not one or outside of the limits.

    >>> decimal_of("2.5", 10), decimal_of("-1e3", 10, least=-2_000), decimal_of("7", 10)
    (2.5, -1000.0, 7.0)
    >>> decimal_of("nan", 10), decimal_of("1e999", 10), decimal_of("1_0", 10), decimal_of("1" * 5_000, 10)
    (None, None, None, None)
    """
    digits = text[1:] if least < 0 and text[:1] == "-" else text
    if len(digits) > LONGEST or not _DECIMAL.fullmatch(digits):
        return None
    value = float(text)
    return value if least <= value <= most else None


def read_decimal(text: str, most: float = LARGEST, *, least: float = 0.0) -> float:
    """Return the same number; raise `ParseError` where there is none."""
    value = decimal_of(text, most, least=least)
    if value is None:
        raise ParseError(f"expected a number from {least:g} to {most:g}, found {_shown(text)}")
    return value


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}…")
