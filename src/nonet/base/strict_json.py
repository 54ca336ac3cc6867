"""Untrusted JSON: the only module that reads it, with limits, and without dropping anything.

A duplicate key in an object is an error, because one of the two values would be lost. Numbers are those of
JSON (``NaN`` is not) and have as many digits as `nonet.base.numbers` reads. `read_json_text` is for one value that is
a puzzle, a game or a request; `read_json_line` for rows of data, whose other columns may be of any kind.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import NoReturn, TypeAlias, TypeGuard, TypeVar

from nonet.base.errors import ParseError
from nonet.base.limits import LENGTH, check_length, shallow, too_deep
from nonet.base.numbers import ANY, LONGEST, decimal_of, number_of
from nonet.base.suggestions import shortened

__all__ = ["Json", "JsonObject", "is_list_of", "json_or_none", "read_json_line", "read_json_text"]

_T = TypeVar("_T")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A value of JSON, and of YAML as `nonet.formats` reads it."""

JsonObject: TypeAlias = dict[str, Json]

_LONG = re.compile(rf"[0-9]{{{LONGEST + 1}}}")
"""What only a text with a number beyond all limits has, or one with a long text of digits in quotes."""


def read_json_text(text: str, *, most: int = LENGTH) -> Json:
    """Return the value of a JSON text.

    Raises `ParseError` for a text that is not JSON or has more than ``most`` characters, for deep brackets, numbers
    beyond all limits, and duplicate keys.

    >>> read_json_text('{"size": 4}')
    {'size': 4}
    >>> read_json_text('{"size": 4, "size": 9}')
    Traceback (most recent call last):
        ...
    nonet.ParseError: duplicate key 'size'
    """
    check_length(text, "JSON", most)
    return shallow(_loaded(text, "JSON", "strict"))


def read_json_line(line: str) -> Json:
    """Return the value on one of the lines of a file.

    Raises `ParseError` for a line that is not JSON, for deep brackets, and for duplicate keys.
    """
    try:
        return shallow(_loaded(line, "one JSON object per line", "rows"))
    except ParseError as error:
        raise error.placed(text=line, line=None) from None


def json_or_none(text: str) -> Json:
    """Return the value of a JSON text, None for any other text: to recognise it, not to read it.

    >>> json_or_none("[1, 2]"), json_or_none("[" * 500 + "]" * 500)
    ([1, 2], None)
    """
    try:
        return shallow(_loaded(text, "JSON", "loose"))
    except ParseError:
        return None


def is_list_of(value: object, kind: type[_T]) -> TypeGuard[list[_T]]:
    """Return whether a value is a list whose items are all of a type.

    >>> is_list_of([1, 2], int), is_list_of([1, "2"], int), is_list_of({}, int)
    (True, False, False)
    """
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _loaded(text: str, what: str, manner: str) -> Json:
    try:
        value: Json = _decoder(manner, _LONG.search(text) is not None).decode(text)
        return value
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
    is_strict = manner == "strict"
    return json.JSONDecoder(
        parse_int=_whole if has_long else None,
        parse_float=_real if is_strict else None,
        parse_constant=_constant if is_strict else None,
        object_pairs_hook=None if manner == "loose" else _object,
    )


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    items = dict(pairs)
    if len(items) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise ParseError(f"duplicate key {twice[:40]!r}")
    return items


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


def _constant(name: str) -> NoReturn:
    raise ParseError(f"expected a number, found {name}")
