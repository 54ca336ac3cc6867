"""Names and values in messages: no control character is obeyed by a terminal, and what was pasted does not fill it."""

from __future__ import annotations

import os
import re
from typing import TextIO

__all__ = ["Plain", "plain", "readable", "shown"]

# Control characters, ends of lines, what turns the direction of a text, and bytes that are not text.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ECHO = re.compile(r"(\S{60})\S{140,}?(['\")]?[;:,.]?)(?=\s|\Z)")


def shown(name: str | os.PathLike[str]) -> str:
    """Return the name of a file as a message has it: on one line, and without control characters.

    >>> print(shown("top.csv"), shown("red\\x1b[31m\\n.csv"))
    top.csv red\\x1b[31m\\n.csv
    """
    return _UNSEEN.sub(_escaped, os.fsdecode(name))


def plain(text: str) -> str:
    """Return a text whose control characters are escapes, but for tabs and ends of lines."""
    return _CONTROL.sub(_escaped, text)


def readable(message: str) -> str:
    """Return a message in which what a text has without a blank is shortened: its beginning is enough to find it."""
    return _ECHO.sub(r"\1…\2", message) if len(message) > 200 else message


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


class Plain:
    """A stream of text for people: control characters are escapes, and of a very long word there is the beginning.

    ``stream`` takes everything as it is.

    >>> import sys
    >>> print("\\x1b[31mred", "9" * 5000, file=Plain(sys.stdout))
    \\x1b[31mred 999999999999999999999999999999999999999999999999999999999999…
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        self.stream.write(plain(readable(text)))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)
