"""What marks look like: strokes and shapes for each role, distinct without colour. A kind has those of its own roles.

A look belongs to a family of colours, of which every theme has a light ``body`` behind the digits and an ``edge``
that stands out. Lengths are those of a cell with a side of 100. SudokuPad has no themes: there a line has a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from nonet.rules.constraints.base import Constraint

__all__ = [
    *("RING", "BadgeLook", "BulbLook", "LineLook", "Stroke", "Tone", "badges", "bars"),
    *("body", "bulbs", "chevrons", "edge", "edged", "frames", "lines"),
]

Tone: TypeAlias = Literal["edge", "body", "ink", "paper", "black", "white", "none"]
"""Which colour of a family, or of the whole theme: black and white are its darkest and its lightest."""


class Stroke(NamedTuple):
    """One stroke along a line; dashes with round ends are dots."""

    tone: Tone
    width: float
    dash: str = ""
    cap: Literal["round", "butt"] = "round"


class LineLook(NamedTuple):
    """A line: its strokes from the lowest to the highest, and whether its end has a head.

    Lines are drawn in the order of ``place``: wide ones have less than 15. SudokuPad draws a stroke of ``color``.
    """

    role: str
    family: str
    strokes: tuple[Stroke, ...]
    place: int = 15
    color: str = "#A1A1A1"
    thickness: int = 8
    head: bool = False


class BulbLook(NamedTuple):
    """The end of a line, or a circle or pill of its own; its strokes begin at the level ``level`` of the line."""

    role: str
    family: str
    strokes: tuple[Stroke, ...]
    level: int = 1
    shape: Literal["round", "diamond"] = "round"


class BadgeLook(NamedTuple):
    """The mark of a single cell, a path around 0, 0, and whether it is filled."""

    path: str
    filled: bool = False


RING = (Stroke("edge", 78), Stroke("paper", 70))


def edge(width: float, dash: str = "") -> Stroke:
    """Return a stroke, or dots and dashes with round ends."""
    return Stroke("edge", width, dash)


def bars(width: float, dash: str) -> Stroke:
    """Return dashes with straight ends."""
    return Stroke("edge", width, dash, "butt")


def body(width: float, *above: Stroke) -> tuple[Stroke, ...]:
    """Return the strokes of a body, and what lies above it."""
    return (Stroke("body", width), *above)


def edged(width: float, *above: Stroke, dash: str = "") -> tuple[Stroke, ...]:
    """Return the strokes of a body with an edge on both sides, and what lies above them."""
    cap: Literal["round", "butt"] = "butt" if dash else "round"
    return (Stroke("edge", width + 7, dash, cap), Stroke("body", width), *above)


def chevrons(outer: float, inner: float) -> str:
    """Return four chevrons around 0, 0 that have their points at the distance ``inner``."""
    up = f"M-11 {-outer:g}L0 {-inner:g}L11 {-outer:g}"
    down = f"M-11 {outer:g}L0 {inner:g}L11 {outer:g}"
    left = f"M{-outer:g} -11L{-inner:g} 0L{-outer:g} 11"
    right = f"M{outer:g} -11L{inner:g} 0L{outer:g} 11"
    return up + right + down + left


# -- tables by role -------------------------------------------------------------------------------


def _kinds() -> Iterable[type[Constraint]]:
    from nonet.rules.constraints import kinds

    return kinds().values()


@cache
def lines() -> Mapping[str, LineLook]:
    """Return the lines in the order in which they are drawn."""
    looks = (look for kind in _kinds() for look in kind.looks if isinstance(look, LineLook))
    return {look.role: look for look in sorted(looks, key=lambda look: look.place)}


@cache
def bulbs() -> Mapping[str, BulbLook]:
    """Return the round ends of lines, circles and pills."""
    looks = (look for kind in _kinds() for look in kind.looks if isinstance(look, BulbLook))
    return {look.role: look for look in looks}


@cache
def badges() -> Mapping[str, BadgeLook]:
    """Return the badges; a role without one looks like "other"."""
    badges = {kind.word: kind.badge for kind in _kinds() if kind.badge}
    return {**badges, "other": BadgeLook("M0 -44L44 0L0 44L-44 0z", True)}


@cache
def frames() -> Mapping[str, str]:
    """Return the shape around a number outside of the board, around 0, 0."""
    return {kind.word: kind.frame for kind in _kinds() if kind.frame}
