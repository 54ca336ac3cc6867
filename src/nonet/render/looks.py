"""What a constraint looks like: strokes, shapes and frames for every role of a mark, distinct without colour.

Each role has its own pattern of strokes or its own shape. It belongs to a family of colours, of which every theme has a
light ``body`` for digits to stand on and an ``edge`` that stands out. Lengths are those of a cell with a side of 100.
scripts/theme_css.py writes the same data for the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "BADGES",
    "BULBS",
    "CHOICE",
    "FRAMES",
    "LINES",
    "OUTLINES",
    "Bulb",
    "Look",
    "Outline",
    "Stroke",
    "Tone",
]

Tone: TypeAlias = Literal["edge", "body", "ink", "paper", "black", "white", "none"]
"""Which colour of a family, or of the whole theme: black and white are its darkest and its lightest."""


class Stroke(NamedTuple):
    """One stroke along a line; dashes with round ends are dots."""

    tone: Tone
    width: float
    dash: str = ""
    cap: Literal["round", "butt"] = "round"


class Look(NamedTuple):
    """A line: its strokes from the lowest to the highest, and the head at its end."""

    family: str
    strokes: tuple[Stroke, ...]
    head: bool = False


class Bulb(NamedTuple):
    """The end of a line, or a circle or pill of its own; its strokes begin at the level ``level`` of the line."""

    family: str
    strokes: tuple[Stroke, ...]
    level: int = 1
    shape: Literal["round", "diamond"] = "round"


class Outline(NamedTuple):
    """The border of some cells: how far inside it runs, its stroke, and the tone of the area."""

    family: str
    inset: float
    stroke: Stroke
    area: Tone = "none"


def _edged(width: float, *above: Stroke, dash: str = "") -> tuple[Stroke, ...]:
    """Return the strokes of a body with an edge on both sides, and what lies above them."""
    cap: Literal["round", "butt"] = "butt" if dash else "round"
    return (Stroke("edge", width + 7, dash, cap), Stroke("body", width), *above)


LINES: Mapping[str, Look] = {
    "thermo": Look("grey", _edged(24)),
    "slow_thermo": Look("grey", _edged(24, dash="12 9")),
    "whisper": Look("green", _edged(17, Stroke("edge", 6, "0 15"))),
    "renban": Look("purple", _edged(17, Stroke("edge", 17, "4 14", "butt"))),
    "palindrome": Look("gold", (Stroke("body", 24), Stroke("edge", 5))),
    "region_sum": Look("blue", (Stroke("body", 24), Stroke("edge", 7, "24 17", "butt"))),
    "equal_sums": Look("blue", (Stroke("body", 24), Stroke("edge", 7, "10 10", "butt"))),
    "modular": Look("teal", (Stroke("body", 24), Stroke("edge", 7, "22 14 0 14"))),
    "entropic": Look("orange", (Stroke("body", 24), Stroke("edge", 7, "22 14 0 14 0 14"))),
    "zipper": Look("purple", (Stroke("body", 24), Stroke("edge", 24, "4 16", "butt"))),
    "nabner": Look("gold", (Stroke("body", 12), Stroke("edge", 17, "0 26"))),
    "sum_line": Look("red", _edged(19, dash="24 10")),
    "rule": Look("grey", (Stroke("edge", 7, "15 12", "butt"),)),
    "lunchbox": Look("grey", (Stroke("edge", 5, "0 13"),)),
    "between": Look("grey", (Stroke("edge", 8),)),
    "lockout": Look("blue", (Stroke("edge", 8),)),
    "double_arrow": Look("grey", (Stroke("edge", 5),)),
    "indexing": Look("teal", (Stroke("edge", 6, "1 12"),), head=True),
    "arrow": Look("grey", (Stroke("edge", 5),), head=True),
}
"""The lines; the wide ones lie below the narrow ones."""

_RING = (Stroke("edge", 78), Stroke("paper", 70))
BULBS: Mapping[str, Bulb] = {
    "thermo": Bulb("grey", (Stroke("edge", 73), Stroke("body", 66)), level=0),
    "slow_thermo": Bulb("grey", (Stroke("edge", 73), Stroke("body", 66)), level=0),
    "arrow": Bulb("grey", _RING),
    "pill": Bulb("grey", _RING),
    "double_arrow": Bulb("grey", _RING),
    "between": Bulb("grey", (Stroke("edge", 76), Stroke("body", 68))),
    "lockout": Bulb("blue", (Stroke("edge", 7),), shape="diamond"),
    "indexing": Bulb("teal", (Stroke("edge", 46), Stroke("body", 38))),
    "counting": Bulb("teal", (*_RING, Stroke("edge", 62), Stroke("paper", 56))),
}
"""The round ends of lines, circles and pills."""

OUTLINES: Mapping[str, Outline] = {
    "region": Outline("teal", 7, Stroke("edge", 4), "body"),
    "clone": Outline("gold", 9, Stroke("edge", 6, "0 12"), "body"),
    "cage": Outline("grey", 9, Stroke("ink", 3.5, "9 7", "butt")),
}
"""The borders of cages, extra houses and clones."""


def _chevrons(outer: float, inner: float) -> str:
    """Return four chevrons around 0, 0 that have their points at the distance ``inner``."""
    up = f"M-11 {-outer:g}L0 {-inner:g}L11 {-outer:g}"
    down = f"M-11 {outer:g}L0 {inner:g}L11 {outer:g}"
    left = f"M{-outer:g} -11L{-inner:g} 0L{-outer:g} 11"
    right = f"M{outer:g} -11L{inner:g} 0L{outer:g} 11"
    return up + right + down + left


BADGES: Mapping[str, tuple[str, bool]] = {
    "odd": ("M-38 0a38 38 0 1 0 76 0a38 38 0 1 0 -76 0z", True),
    "even": ("M-36 -36H36V36H-36z", True),
    "minimum": (_chevrons(46, 37), False),
    "maximum": (_chevrons(37, 46), False),
    "columnindexing": ("M-40 41H40M-32 35L-40 41L-32 47M32 35L40 41L32 47", False),
    "rowindexing": ("M41 -40V40M35 -32L41 -40L47 -32M35 32L41 40L47 32", False),
    "boxindexing": ("M26 26H46V46H26z", False),
    "other": ("M0 -44L44 0L0 44L-44 0z", True),
}
"""The mark of a single cell, around 0, 0, and whether it is filled; a role without one looks like "other"."""

FRAMES: Mapping[str, str] = {
    "sandwich": "M-24 -26H24M-24 26H24",
    "lunchbox": "M-24 -26H24M-24 26H24M-30 -14V14M30 -14V14",
    "xsum": "M-24 26H24",
    "skyscraper": "M-26 -20L0 -32L26 -20",
    "hiddenskyscraper": "M-26 -20L0 -32L26 -20M-24 26H24",
    "numberedroom": "M-29 -26H29V26H-29z",
    "fullrank": "M-29 -26V26M29 -26V26",
    "little_killer": "",
}
"""What stands around a number outside of the board, around 0, 0."""

CHOICE = 0.45
"""The opacity of what is drawn of constraints of which only one needs to hold."""
