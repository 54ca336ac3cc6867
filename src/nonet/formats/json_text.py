"""JSON from strangers: read with limits, and nothing in it dropped.

A name that stands twice in one object is an error, because one of the two values would be lost.
"""

from __future__ import annotations

import json
import re
from typing import Any

from nonet.base.errors import ParseError
from nonet.base.nested import shallow

__all__ = ["BRACKET", "MOST", "depth_of", "json_or_none", "read_json_line", "read_json_text"]

MOST = 1 << 20
"""Most characters of one JSON text."""


def read_json_text(text: str) -> Any:
    """Return the value of a JSON text.

    Raises `ParseError` for a text that is not JSON or too long, for deep brackets, numbers beyond all limits, and a
    name that stands twice.

    >>> read_json_text('{"size": 4}')
    {'size': 4}
    """
    if len(text) > MOST:
        raise ParseError(f"expected at most {MOST} characters of JSON, found {len(text)}")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise ParseError(
            f"expected JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None
    except ParseError:
        raise
    except (ValueError, RecursionError):
        raise ParseError("expected JSON, found numbers or brackets beyond all limits") from None
    return shallow(value)


def read_json_line(line: str) -> Any:
    """Return the value on one of the lines of a file; raise `ParseError` for what `read_json_text` refuses."""
    try:
        return shallow(json.loads(line, object_pairs_hook=_object))
    except json.JSONDecodeError as error:
        reason = f"expected one JSON object per line: {error.msg}"
        raise ParseError(reason, text=line, column=error.colno) from None
    except ParseError:
        raise
    except (ValueError, RecursionError):
        reason = "expected JSON, found numbers or brackets beyond all limits"
        raise ParseError(reason, text=line) from None


def json_or_none(text: str) -> Any:
    """Return the value of a JSON text, None for any other text: to recognise it, not to read it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def depth_of(line: str) -> int:
    """Return how many brackets a line opens more than it closes.

    >>> depth_of('{"a": ["[", {'), depth_of("]}")
    (3, -2)
    """
    signs = [match[0] for match in BRACKET.finditer(line)]
    return sum((sign in "[{") - (sign in "]}") for sign in signs)


BRACKET = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|[][{}]', re.DOTALL)
"""A bracket, or a whole text in quotes, whose brackets do not count."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise ParseError(f"the name {twice[:40]!r} stands twice in one object")
    return found


def _constant(name: str) -> Any:
    raise ParseError(f"expected a number, found {name}")
