"""What the drawing of constraints is made of: paths, letters and places, in cells with a side of 100."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from nonet.base.numbers import LARGEST, number_of, read_decimal
from nonet.rules.constraints.looks import Stroke, Tone

__all__ = [
    "SIDE",
    "BoardShape",
    "Letters",
    "Part",
    "Path",
    "Place",
    "Point",
    "angle_of",
    "circle",
    "head",
    "letters",
    "moved",
    "path_of",
    "stroked",
]

Point: TypeAlias = tuple[float, float]
Place: TypeAlias = tuple[int, int]
"""A row and a column, from 0."""

_CELL = re.compile(r"r(\d+)c(\d+)")
SIDE = 100


@dataclass(frozen=True, slots=True)
class Path:
    """A path: its tones, the width of its stroke, and its dashes; a choice is ``faint``."""

    above: bool
    family: str
    d: str
    stroke: Tone = "none"
    width: float = 0
    dash: str = ""
    cap: Literal["round", "butt"] = "round"
    fill: Tone = "none"
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Letters:
    """A short text in the middle of x, at the base line y, or at the right of x ``at_start``; a choice is ``faint``."""

    above: bool
    text: str
    x: float
    y: float
    height: float
    tone: Tone = "ink"
    at_start: bool = False
    faint: bool = False


Part: TypeAlias = "Path | Letters"


class BoardShape(NamedTuple):
    """The shape of a board."""

    rows: int
    columns: int

    def places(self, cells: Iterable[str]) -> list[Place]:
        """Return where cells are; unknowns are nowhere."""
        found = []
        for name in cells:
            match = _CELL.fullmatch(name)
            row = number_of(match[1], self.rows, least=1) if match else None
            column = number_of(match[2], self.columns, least=1) if match else None
            if row and column:
                found.append((row - 1, column - 1))
        return found

    def middles(self, cells: Iterable[str]) -> list[Point]:
        """Return the middles of cells."""
        return [middle(place) for place in self.places(cells)]


def middle(place: Place) -> Point:
    """Return the middle of a cell."""
    return place[1] * SIDE + SIDE / 2, place[0] * SIDE + SIDE / 2


def number(value: float) -> str:
    """Return a length with at most two decimals, as the browser writes it."""
    return f"{math.floor(value * 100 + 0.5) / 100 + 0.0:g}"


def path_of(points: Iterable[Point], end: str = "") -> str:
    """Return a line through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + end


def moved(path: str, x: float, y: float) -> str:
    """Return a path of absolute M, L, H, V and relative a, h, v, z around another point."""

    def shifted(match: re.Match[str]) -> str:
        letter, numbers = match[1], [read_decimal(n, least=-LARGEST) for n in match[2].split()]
        if letter in "ML":
            numbers = [numbers[0] + x, numbers[1] + y]
        elif letter in "HV":
            numbers = [numbers[0] + (x if letter == "H" else y)]
        return letter + " ".join(map(number, numbers))

    return re.sub(r"([a-zA-Z])([^a-zA-Z]*)", shifted, path)


def stroked(family: str, d: str, stroke: Stroke) -> Path:
    """Return a path with one stroke."""
    return Path(False, family, d, stroke.tone, stroke.width, stroke.dash, stroke.cap)


def head(way: Sequence[Point]) -> str:
    """Return the head of an arrow."""
    (x, y), angle = way[-1], angle_of(way[-2], way[-1])
    ends = [
        (x + 24 * math.cos(angle + turn), y + 24 * math.sin(angle + turn)) for turn in (2.5, -2.5)
    ]
    return path_of([ends[0], (x, y), ends[1]])


def angle_of(start: Point, end: Point) -> float:
    """Return the direction from one point to another."""
    return math.atan2(end[1] - start[1], end[0] - start[0])


def circle(x: float, y: float, radius: float) -> str:
    """Return the path of a circle."""
    r = number(radius)
    start, wide = f"M{number(x - radius)} {number(y)}", number(2 * radius)
    return f"{start}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0z"


def letters(text: str, x: float, y: float, height: float, tone: Tone = "ink") -> Letters:
    """Return a text in the middle of a point."""
    return Letters(True, text, x, y + 0.355 * height, height, tone)
