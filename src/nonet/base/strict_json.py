"""JSON from strangers: the only module that reads it, with limits, and with nothing in it dropped.

A name that stands twice in one object is an error, because one of the two values would be lost. Numbers are those of
JSON (``NaN`` is none) and have as many digits as `nonet.base.numbers` reads. `read_json_text` is for one value that is
a puzzle, a game or a request; `read_json_line` for rows of data, whose other columns may be of any kind.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from nonet.base.errors import ParseError
from nonet.base.limits import LENGTH, check_length, shallow, too_deep
from nonet.base.numbers import ANY, LONGEST, decimal_of, number_of
from nonet.base.suggestions import shortened

__all__ = ["json_or_none", "read_json_line", "read_json_text"]

_LONG = re.compile(rf"[0-9]{{{LONGEST + 1}}}")
"""What only a text with a number beyond all limits has, or one with a long text of digits in quotes."""


def read_json_text(text: str, *, most: int = LENGTH) -> Any:
    """Return the value of a JSON text.

    Raises `ParseError` for a text that is not JSON or has more than ``most`` characters, for deep brackets, numbers
    beyond all limits, and a name that stands twice.

    >>> read_json_text('{"size": 4}')
    {'size': 4}
    >>> read_json_text('{"size": 4, "size": 9}')
    Traceback (most recent call last):
        ...
    nonet.ParseError: the name 'size' stands twice in one object
    """
    check_length(text, "JSON", most)
    return shallow(_loaded(text, "JSON", "strict"))


def read_json_line(line: str) -> Any:
    """Return the value on one of the lines of a file.

    Raises `ParseError` for a line that is not JSON, for deep brackets, and a name that stands twice.
    """
    try:
        return shallow(_loaded(line, "one JSON object per line", "rows"))
    except ParseError as error:
        raise error.placed(text=line, line=None) from None


def json_or_none(text: str) -> Any:
    """Return the value of a JSON text, None for any other text: to recognise it, not to read it.

    >>> json_or_none("[1, 2]"), json_or_none("[" * 500 + "]" * 500)
    ([1, 2], None)
    """
    try:
        return shallow(_loaded(text, "JSON", "loose"))
    except ParseError:
        return None


def _loaded(text: str, what: str, manner: str) -> Any:
    try:
        return _decoder(manner, _LONG.search(text) is not None).decode(text)
    except json.JSONDecodeError as error:
        raise ParseError(
            f"expected {what}: {error.msg.removesuffix(' at')}",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise too_deep() from None


@cache
def _decoder(manner: str, has_long: bool) -> json.JSONDecoder:
    """Return a decoder, which takes longer to make than a line to read; a hook for each number costs a third more."""
    hooks: dict[str, Any] = {"parse_int": _whole} if has_long else {}
    if manner != "loose":
        hooks["object_pairs_hook"] = _object
    if manner == "strict":
        hooks |= {"parse_constant": _constant, "parse_float": _real}
    return json.JSONDecoder(**hooks)


def _object(pairs: list[tuple[str, object]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise ParseError(f"the name {twice[:40]!r} stands twice in one object")
    return found


def _whole(text: str) -> int:
    value = number_of(text, ANY, least=-ANY)
    if value is None:
        raise ParseError(f"expected a number of at most {LONGEST} digits, found one of {len(text)}")
    return value


def _real(text: str) -> float:
    value = decimal_of(text, 1e308, least=-1e308)
    if value is None:
        raise ParseError(f"expected a number that JSON can hold, found {shortened(text, 20)}")
    return value


def _constant(name: str) -> Any:
    raise ParseError(f"expected a number, found {name}")
