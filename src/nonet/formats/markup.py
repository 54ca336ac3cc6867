"""What Markdown, web pages, forums and programs put around text: fences on lines of their own, and tags in a line."""

from __future__ import annotations

import re

__all__ = ["is_fence"]

_QUOTES = r"""(?:\w[\w.:() ]*[=(]\s*)?[A-Za-z]?(?:\"{3}|'{3})(?:\\|[\w.,;()]*)"""
_FENCE = re.compile(rf"(?:```|~~~)\s*[A-Za-z]*|/\*+|\*+/|{_QUOTES}")


def is_fence(text: str) -> bool:
    """Whether a line without space around it is the first or the last of a part, and nothing else.

    >>> [is_fence(each) for each in ("```text", 'board = \"\"\"', "*/", "words")]
    [True, True, True, False]
    """
    return _FENCE.fullmatch(text) is not None
