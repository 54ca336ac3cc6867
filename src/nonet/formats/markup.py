"""What Markdown, web pages, forums and programs put around text: fences on lines of their own, and tags in a line."""

from __future__ import annotations

import re

__all__ = ["inside_tags", "is_fence"]

_QUOTES = r"""(?:\w[\w.:() ]*[=(]\s*)?[A-Za-z]?(?:\"{3}|'{3})(?:\\|[\w.,;()]*)"""
_OF_FORUMS = "b|center|code|colou?r|font|hide|i|indent|list|mono|pre|quote|s|size|spoiler|tt|u|url"
_TAG = re.compile(
    # A link in a tag is text.
    r"(?:</?[A-Za-z](?:(?!://)[^<>])*>|"
    rf"\[/?(?:{_OF_FORUMS})(?:=(?:(?!://)[^][])*)?\])\s*",
    re.IGNORECASE,
)
_OPENING = {">": "<", "]": "["}
_FENCE = re.compile(rf"(?:```|~~~)\s*[A-Za-z]*|/\*+|\*+/|{_QUOTES}")


def is_fence(text: str) -> bool:
    """Whether a line without space around it is the first or the last of a part, and nothing else.

    >>> [is_fence(each) for each in ("```text", 'board = \"\"\"', "[quote=Bob][b]", "words")]
    [True, True, True, False]
    """
    return _FENCE.fullmatch(text) is not None or inside_tags(text)[1] == ""


def inside_tags(text: str) -> tuple[int, str]:
    """Return the text between the tags at both ends of a line, and the number of signs before it.

    >>> inside_tags("<li><b>1..2</b><br>"), inside_tags("[code]1..2"), inside_tags("1 < 2 > 1")
    ((7, '1..2'), (6, '1..2'), (0, '1 < 2 > 1'))
    """
    start, end = 0, len(text)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    while tag := _TAG.match(text, start or first):
        start = tag.end()
    while last > start and (sign := _OPENING.get(text[last - 1])):
        tag = _TAG.fullmatch(text, max(text.rfind(sign, start, last), 0), last)
        if tag is None:
            break
        last = end = tag.start()
        while last > start and text[last - 1].isspace():
            last -= 1
    return start, text[start:end]
