"""The short spelling of JSON in links of SudokuPad.

Names of two dozen keys are shortened and lose their quotes, empty objects in lists vanish, ``true`` and ``false`` are
``t`` and ``f``, colours lose ``#``, and texts have single quotes::

    {"cells": [[{"value": 5}, {}], …], "cages": [{"cells": [[0, 0], [0, 1]], "value": "7"}]}
    {ce:[[{v:5},],…],ca:[{ce:[[0,0],[0,1]],v:7}]}

The spelling loses a little: a text of digits comes back as a number, and double quotes in a text as single ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from nonet.base.errors import ParseError
from nonet.base.limits import DEPTH, check_length, too_deep
from nonet.base.numbers import LARGEST, decimal_of, number_of
from nonet.base.strict_json import Json

__all__ = ["unzipped", "zipped"]

_SHORT = {
    "arrows": "a", "backgroundColor": "c2", "borderColor": "c1", "cages": "ca", "cells": "ce",
    "cellSize": "cs", "center": "ct", "color": "c", "d": "d2", "duration": "d", "fontSize": "fs",
    "headLength": "hl", "height": "h", "lines": "l", "overlays": "o", "regions": "re",
    "rounded": "r", "text": "te", "thickness": "th", "title": "t", "underlays": "u", "value": "v",
    "videos": "vd", "wayPoints": "wp", "width": "w",
}  # fmt: skip
_LONG = {short: name for name, short in _SHORT.items()}

_WORD = re.compile("[0-9A-Za-z]+")
_COLOUR = re.compile("[0-9a-fA-F]{6}")
_BARE = re.compile(r"#?[-+.\w]+", re.ASCII)
_BARE_VALUES = {
    "t": True, "f": False, "true": True, "false": False, "null": None,
    "#0": "#000000", "#F": "#FFFFFF",
}  # fmt: skip
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


# -- writing --------------------------------------------------------------------------------------


def zipped(value: object) -> str:
    """Return a JSON value in the short spelling. Empty lists in objects are left out.

    >>> zipped({"cells": [[{"value": "5"}, {}]], "lines": [], "title": "It's"})
    "{ce:[[{v:5},]],t:'It\\\\'s'}"
    """
    if isinstance(value, dict):
        pairs = ((name, item) for name, item in value.items() if item != [])
        return "{" + ",".join(f"{_name(name)}:{_after_colon(item)}" for name, item in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join("" if item == {} else zipped(item) for item in value) + "]"
    if isinstance(value, str):
        return value if _is_integer(value) else _quoted(value)
    return json.dumps(value)


def _name(name: str) -> str:
    name = _SHORT.get(name, name)
    return name if _WORD.fullmatch(name) else _quoted(name)


def _after_colon(value: object) -> str:
    if isinstance(value, bool):
        return "t" if value else "f"
    if value in ("#000000", "#FFFFFF"):
        return str(value)[:2]
    if isinstance(value, str) and value[:1] == "#" and _COLOUR.fullmatch(value[1:]):
        return value[1:]
    return zipped(value)


def _is_integer(text: str) -> bool:
    return str(number_of(text, 99_999)) == text


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("'", "\\'").replace('"', "'")


# -- reading --------------------------------------------------------------------------------------


def unzipped(text: str) -> Json:
    """Return the JSON value of a text in the short spelling, with the long names.

    >>> unzipped("{ce:[[{v:5},]],c1:FFEE00,r:t,t:'It\\\\'s'}")
    {'cells': [[{'value': 5}, {}]], 'borderColor': '#FFEE00', 'rounded': True, 'title': "It's"}
    """
    check_length(text, "data")
    reader = _Unzip(text)
    value = reader.value(0)
    reader.expect("")
    return value


class _Unzip:
    """Reads values one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _error(self, expected: str) -> ParseError:
        got = self._text[self._at : self._at + 20] or "the end"
        return ParseError(f"the data of the link is damaged: expected {expected}, found {got!r}")

    def expect(self, char: str) -> None:
        """Take a character; none is the end."""
        if self._next() != char:
            raise self._error(repr(char) if char else "the end")
        self._at += len(char)

    def value(self, depth: int, *, named: bool = False) -> Json:
        """Take the next value; ``named`` is one after a colon."""
        if depth > DEPTH:
            raise too_deep()
        char = self._next()
        if char == "{":
            return dict(self._pairs(depth))
        if char == "[":
            return list(self._items(depth))
        if char in ("'", '"'):
            return self._string(char)
        match = _BARE.match(self._text, self._at)
        if match is None:
            return self._nothing(depth, named)
        self._at = match.end()
        return self._bare(match[0], named)

    def _nothing(self, depth: int, named: bool) -> Json:
        """Return the empty object that nothing between two commas stands for."""
        if depth and not named and self._next() in (",", "]"):
            return {}
        raise self._error("a value")

    def _bare(self, word: str, named: bool) -> Json:
        if named and _COLOUR.fullmatch(word):
            return f"#{word}"
        if word in _BARE_VALUES:
            return _BARE_VALUES[word]
        value: float | None = number_of(word, LARGEST)
        if value is None:
            value = decimal_of(word, LARGEST, least=-LARGEST)
        if value is not None:
            return value
        self._at -= len(word)
        raise self._error("a value")

    def _items(self, depth: int) -> Iterator[Json]:
        self.expect("[")
        while True:
            yield self.value(depth + 1)
            if self._next() == "]":
                self._at += 1
                return
            self.expect(",")

    def _pairs(self, depth: int) -> Iterator[tuple[str, Json]]:
        self.expect("{")
        seen = set[str]()
        while self._next() != "}":
            if seen:
                self.expect(",")
            name = self._key()
            if name in seen:
                raise ParseError(f"duplicate key {name[:40]!r}")
            seen.add(name)
            self.expect(":")
            yield name, self.value(depth + 1, named=True)
        self._at += 1

    def _key(self) -> str:
        if self._next() in ("'", '"'):
            name = self._string(self._next())
        else:
            match = _WORD.match(self._text, self._at)
            if match is None:
                raise self._error("a name")
            name, self._at = match[0], match.end()
        return _LONG.get(name, name)

    def _string(self, quote: str) -> str:
        self._at += 1
        parts = []
        while (char := self._next()) != quote:
            if not char:
                raise self._error(f"the end of a text, {quote}")
            self._at += 1
            parts.append(self._escaped() if char == "\\" else char)
        self._at += 1
        return "".join(parts)

    def _escaped(self) -> str:
        char = self._next()
        self._at += 1
        if char != "u":
            return _ESCAPES.get(char, char)
        code = self._text[self._at : self._at + 4]
        self._at += 4
        code_point = number_of(code, 0xFFFF, base=16)
        if code_point is None:
            raise self._error("four hexadecimal digits")
        return chr(code_point)
