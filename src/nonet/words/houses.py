"""How a house is named in a sentence; the catalogue has the words."""

from __future__ import annotations

from nonet.words.messages import Value

__all__ = ["named_house"]

_NUMBERED = ("row", "column", "box", "region", "window", "group")
_DIAGONALS = {"diagonal down": "diagonal_down", "diagonal up": "diagonal_up"}


def named_house(name: str) -> Value:
    """Return a house by its name."""
    kind, _, number = name.partition(" ")
    if kind in _NUMBERED and number.isdecimal():
        return Value("house", {"kind": kind, "n": int(number)})
    if name in _DIAGONALS:
        return Value("house", {"kind": _DIAGONALS[name]})
    return Value("house", {"kind": "named", "name": name})
