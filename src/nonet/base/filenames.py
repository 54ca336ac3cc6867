"""Names of files in messages. All messages with a name have it from here."""

from __future__ import annotations

import os

__all__ = ["shown"]


def shown(name: str | os.PathLike[str]) -> str:
    """Return the name of a file as a message has it: without control characters, which a terminal would obey.

    >>> shown("top.csv"), shown("red\\x1b[31m\\n.csv")
    ('top.csv', 'red\\\\x1b[31m\\\\n.csv')
    """
    text = os.fsdecode(name)
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
