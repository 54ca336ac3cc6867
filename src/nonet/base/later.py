"""What a value asks of the floors above it: its picture, and the board in a text.

Readers and pictures are made of boards and puzzles, so they are above them, and they are loaded when a text or a
notebook needs them. No value knows where they are: `nonet` itself, which sees all floors, writes it down here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["PLACES", "parse", "svg"]

PLACES: dict[str, str] = {}
"""Functions by name, and the module of each."""


def parse(text: str, rules: object = None) -> Any:
    """Return what `nonet.parse` reads: a puzzle, or a position on one."""
    return _function("parse")(text, rules=rules)


def svg(value: object, *, function: str = "svg") -> str:
    """Return the picture that a function of `nonet.render` draws."""
    picture: str = _function(function)(value)
    return picture


def _function(name: str) -> Any:
    return getattr(import_module(PLACES[name]), name)
