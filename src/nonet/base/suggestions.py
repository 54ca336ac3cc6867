"""Names that are asked for, and parts of error messages: the nearest known name, the beginning of a long text."""

from __future__ import annotations

from collections.abc import Collection, Iterable

__all__ = ["chosen", "nearest", "shortened", "shown", "suggestion"]


def nearest(name: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """Return the known name that is spelled most like ``name``, or None if none is close: 1 is the same name."""
    from difflib import get_close_matches  # slow to load, and only errors need it

    return next(iter(get_close_matches(name, list(known), 1, least)), None)


def suggestion(name: str, known: Iterable[str], *, otherwise: str) -> str:
    """Return the end of an error about an unknown name; ``otherwise`` is said if no known name is close.

    >>> suggestion("expret", ["easy", "expert"], otherwise="see the list")
    "did you mean 'expert'?"
    """
    near = nearest(name, known)
    return otherwise if near is None else f"did you mean {near!r}?"


def shortened(text: str, length: int = 50) -> str:
    """Return a text of at most ``length`` characters: its beginning, if it is longer.

    >>> shortened("killer:10=r1c1r1c2", 10)
    'killer:10…'
    """
    return text if len(text) <= length else text[: length - 1] + "…"


def shown(value: object) -> str:
    """Return the beginning of a value, for a message."""
    import json  # it takes time, and few need a message

    if value is None or value == "":
        return "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return shortened(text, 40)


def chosen(columns: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the columns without duplicates; raise `ValueError` for an unknown one.

    >>> chosen(["count", "count"], ["count", "line"])
    ('count',)
    """
    for name in (found := dict.fromkeys(columns)):
        if name not in known:
            hint = suggestion(name, known, otherwise=f"known columns: {', '.join(known)}")
            raise ValueError(f"unknown column {name!r}; {hint}")
    return tuple(found)
