"""Totals that are not a single number: ``10-12``, ``..12``, ``10..``, ``8,10``, and what a sum with such a total is.

Every kind with a total has a field of the type `nonet.rules.constraints.fields.Total`. Its value is a number where
there is one, else `Totals`. People write ``<=12`` and ``>=10`` too; a shell would read these signs, so the notation has
dots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from nonet.base.numbers import ANY, number_of, read_number
from nonet.rules.constraints.primitives import Either, Linear, Primitive

if TYPE_CHECKING:
    from nonet.words.messages import Value

__all__ = [
    *("IntoTotal", "Range", "Totals", "is_total", "label_of", "ranges_of", "shifted"),
    *("sum_primitives", "total_in_words", "total_of", "totals_within"),
]

Range: TypeAlias = "tuple[int | None, int | None]"

_NUMBER = r"-?\d+"
_RANGE = re.compile(
    rf"(?P<only>{_NUMBER})|(?:<=|\u2264|\.\.)(?P<most>{_NUMBER})|(?:>=|\u2265)(?P<least>{_NUMBER})"
    rf"|(?P<low>{_NUMBER})(?:\.\.|[-\u2013])(?P<high>{_NUMBER})|(?P<from>{_NUMBER})\.\.",
    re.ASCII,
)


class Totals(tuple[Range, ...]):
    """Ranges of numbers, apart from each other and in order; None means no bound.

    >>> str(total_of("12,10-11,8")), str(total_of("<=12")), total_of("5-5"), str(total_of(">=10"))
    ('8,10-12', '..12', 5, '10..')
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ",".join(_written(*each) for each in self)


IntoTotal: TypeAlias = "int | str | Totals"


def _written(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"..{high}" if low is None else f"{low}.." if high is None else f"{low}-{high}"


def total_of(text: str) -> int | Totals:
    """Return the total of a text. Raises `ValueError` for another text."""
    if (number := number_of(text, ANY, least=-ANY)) is not None:
        return number
    ranges: list[Range] = []
    for part in text.replace(" ", "").split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise ValueError(text)
        numbers = {
            name: read_number(digits, ANY, least=-ANY)
            for name, digits in match.groupdict().items()
            if digits is not None
        }
        only = numbers.get("only")
        low = numbers.get("low", numbers.get("least", numbers.get("from", only)))
        high = numbers.get("high", numbers.get("most", only))
        if low is not None and high is not None and low > high:
            raise ValueError(text)
        ranges.append((low, high))
    return _joined(ranges)


def _joined(ranges: Iterable[Range]) -> int | Totals:
    """Return the total of some ranges: those that touch are one."""
    low_first = sorted(ranges, key=lambda each: (each[0] is not None, each[0] or 0))
    joined: list[Range] = []
    for low, high in low_first:
        last = joined[-1][1] if joined else 0
        if joined and (last is None or low is None or low <= last + 1):
            most = None if last is None or high is None else max(last, high)
            joined[-1] = joined[-1][0], most
        else:
            joined.append((low, high))
    if joined == [(None, None)]:
        raise ValueError("every number")
    only_low, only_high = joined[0]
    if len(joined) == 1 and only_low is not None and only_low == only_high:
        return only_low
    return Totals(joined)


def ranges_of(total: int | Totals) -> Sequence[Range]:
    """Return the ranges of a total."""
    return total if isinstance(total, Totals) else ((total, total),)


def is_total(total: int | Totals, number: int) -> bool:
    """Return whether a number is a total."""
    return bool(totals_within(total, number, number))


def totals_within(total: int | Totals, low: int, high: int) -> list[int]:
    """Return the numbers from ``low`` to ``high`` that are a total.

    >>> totals_within(total_of("..3,8,10.."), 2, 11)
    [2, 3, 8, 10, 11]
    """
    totals: list[int] = []
    for least, most in ranges_of(total):
        first = low if least is None else max(low, least)
        totals += range(first, (high if most is None else min(high, most)) + 1)
    return totals


def shifted(total: int | Totals, less: int) -> int | Totals:
    """Return a total without a number that is a part of it."""
    if not isinstance(total, Totals):
        return total - less
    return Totals(
        (low if low is None else low - less, high if high is None else high - less)
        for low, high in total
    )


def sum_primitives(
    cells: tuple[int, ...], coefficients: tuple[int, ...], total: int | Totals
) -> Iterator[Primitive]:
    """Yield that a sum of coefficient times digit is a total."""
    ranges = ranges_of(total)
    yield Linear(cells, coefficients, ranges[0][0], ranges[-1][1])
    if len(ranges) > 1:
        yield Either(tuple((Linear(cells, coefficients, *each),) for each in ranges))


# -- for people -----------------------------------------------------------------------------------


def label_of(total: int | Totals | None) -> str:
    """Return a total as a drawing shows it, "" without a total.

    >>> label_of(total_of("10-12")), label_of(total_of("..12")), label_of(total_of("8,10")), label_of(7), label_of(None)
    ('10–12', '≤12', '8,10', '7', '')
    """
    if total is None or not isinstance(total, Totals):
        return "" if total is None else str(total)
    return ",".join(
        str(low)
        if low == high
        else f"≤{high}"
        if low is None
        else f"≥{low}"
        if high is None
        else f"{low}\u2013{high}"
        for low, high in total
    )


def total_in_words(total: int | Totals | None) -> int | Value | None:
    """Return a total as a value for the catalogues."""
    from nonet.words.messages import Value

    if not isinstance(total, Totals):
        return total
    parts: list[int | Value] = []
    for low, high in total:
        if low is not None and high is not None and high <= low + 1:
            parts += range(low, high + 1)
        else:
            parts.append(Value(_form(low, high), {"low": low, "high": high}))
    return Value("total", {"ranges": parts})


def _form(low: int | None, high: int | None) -> str:
    return "total_most" if low is None else "total_least" if high is None else "total_range"
