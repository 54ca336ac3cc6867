"""Brackets of JSON on lines, to find where a value begins and ends; `nonet.base.strict_json` reads it."""

from __future__ import annotations

import re

__all__ = ["BRACKET", "depth_of"]


def depth_of(line: str) -> int:
    """Return how many brackets a line opens more than it closes.

    >>> depth_of('{"a": ["[", {'), depth_of("]}")
    (3, -2)
    """
    signs = [match[0] for match in BRACKET.finditer(line)]
    return sum((sign in "[{") - (sign in "]}") for sign in signs)


BRACKET = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|[][{}]', re.DOTALL)
"""A bracket, or a whole text in quotes, whose brackets do not count."""
