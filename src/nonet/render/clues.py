"""The drawing of constraints without a medium: paths and letters for their marks, and the margin that clues need.

Lengths are those of a cell with a side of 100; the upper left corner of the board is 0, 0. Parts stand below the digits
(lines, bulbs, cages, badges) or above the lines of the board (dots, letters, numbers outside). Colours are roles and
tones; `nonet.rules.constraints.looks` has the shapes. js/board/clues.js draws the same, and a test holds the two equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonet.render.looks import OUTLINES
from nonet.render.outlines import outlines
from nonet.render.strokes import (
    SIDE,
    BoardShape,
    Letters,
    Part,
    Path,
    Point,
    angle_of,
    circle,
    head,
    letters,
    moved,
    path_of,
    stroked,
)
from nonet.rules.constraints import looks
from nonet.rules.constraints.marks import Badge, Bulb, Dot, Line, Mark, Outline, Outside

__all__ = [
    "Clues",
    "Letters",
    "Margins",
    "Part",
    "Path",
    "clues_of",
    "crossed_cells",
    "labelled_cells",
]


class Margins(NamedTuple):
    """The space outside of the board for clues."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


@dataclass(frozen=True, slots=True)
class Clues:
    """The parts of a drawing from the lowest to the highest, and the margins that they need."""

    parts: tuple[Part, ...]
    margins: Margins


def clues_of(marks: Sequence[Mark], rows: int, columns: int) -> Clues:
    """Return the drawing of some marks on a board. Cells that are not on it are left out.

    Choices lie below what holds in any case, and are faint.
    """
    board = BoardShape(rows, columns)
    choices = [replace(part, faint=True) for part in _inside([m for m in marks if m.choice], board)]
    certain = _inside([m for m in marks if not m.choice], board)
    around, margins = _outside([m for m in marks if isinstance(m, Outside)], board)
    return Clues((*choices, *certain, *around), margins)


def _inside(marks: Sequence[Mark], board: BoardShape) -> list[Part]:
    """Return what is drawn on the board itself."""
    parts: list[Part] = []
    if not marks:
        return parts
    for role in OUTLINES:
        if role != "cage":
            parts += outlines(
                [m for m in marks if isinstance(m, Outline) and m.role == role], board
            )
    for badge in marks:
        if isinstance(badge, Badge):
            parts += _badge(badge, board)
    others = (m.role for m in marks if isinstance(m, (Line, Bulb)))
    for role in dict.fromkeys([*looks.lines(), *looks.bulbs(), *others]):
        lines = [m for m in marks if isinstance(m, Line) and m.role == role]
        bulbs = [m for m in marks if isinstance(m, Bulb) and m.role == role]
        parts += _lines(role, lines, bulbs, board)
    parts += outlines([m for m in marks if isinstance(m, Outline) and m.role == "cage"], board)
    for dot in marks:
        if isinstance(dot, Dot):
            parts += _dot(dot, board)
    return parts


def labelled_cells(marks: Iterable[Mark], columns: int) -> frozenset[int]:
    """Return the cells with a label at the top left, where candidates leave it room."""
    board = BoardShape(99, columns)
    labels = (m for m in marks if isinstance(m, Outline) and m.label)
    firsts = (min(board.places(mark.cells), default=None) for mark in labels)
    return frozenset(first[0] * columns + first[1] for first in firsts if first is not None)


def crossed_cells(marks: Iterable[Mark], columns: int) -> frozenset[int]:
    """Return the cells through which a line runs; their digits have a halo."""
    board = BoardShape(99, columns)
    ways = (mark for mark in marks if isinstance(mark, Line) or _is_apart(mark, board))
    lines = (board.places(mark.cells) for mark in ways if isinstance(mark, (Line, Dot)))
    return frozenset(row * columns + column for line in lines for row, column in line)


# -- lines ----------------------------------------------------------------------------------------


def _lines(
    role: str, lines: Sequence[Line], bulbs: Sequence[Bulb], board: BoardShape
) -> list[Part]:
    """Return all lines and bulbs of a role, level by level, so that lines that meet become one."""
    look = looks.lines().get(role, looks.lines()["rule"])
    bulb = looks.bulbs().get(role, looks.bulbs()["arrow"])
    ways = [way for way in (board.middles(line.cells) for line in lines) if len(way) > 1]
    if look.head:
        ways = [_extended(way) for way in ways]
    drawn = "".join(path_of(way) for way in ways)
    if look.head:
        drawn += "".join(head(way) for way in ways)
    rounds = [board.middles(each.cells) for each in bulbs]
    parts: list[Part] = []
    for level in range(max(len(look.strokes), bulb.level + len(bulb.strokes))):
        if drawn and level < len(look.strokes):
            parts.append(stroked(look.family, drawn, look.strokes[level]))
        if not any(rounds) or not 0 <= level - bulb.level < len(bulb.strokes):
            continue
        stroke = bulb.strokes[level - bulb.level]
        if bulb.shape == "diamond":
            d = "".join(_diamond(way[0]) for way in rounds if way)
            parts.append(Path(False, bulb.family, d, stroke.tone, stroke.width, fill="body"))
        else:
            parts.append(stroked(bulb.family, "".join(map(_pill, rounds)), stroke))
    return parts


def _pill(way: Sequence[Point]) -> str:
    """Return a path whose round stroke is a circle, or a pill around several cells."""
    return path_of(way if len(way) > 1 else [*way, *way]) if way else ""


def _diamond(at: Point) -> str:
    x, y = at
    return path_of([(x - 38, y), (x, y - 38), (x + 38, y), (x, y + 38)], "z")


def _extended(way: Sequence[Point]) -> list[Point]:
    """Return a way that ends beyond the digit of its last cell, so that its head is seen."""
    (x, y), angle = way[-1], angle_of(way[-2], way[-1])
    return [*way[:-1], (x + 39 * math.cos(angle), y + 39 * math.sin(angle))]


# -- dots and badges ------------------------------------------------------------------------------


def _badge(badge: Badge, board: BoardShape) -> list[Part]:
    shape, is_filled = looks.badges().get(badge.role, looks.badges()["other"])
    parts: list[Part] = []
    for x, y in board.middles([badge.cell]):
        d = moved(shape, x, y)
        if is_filled:
            parts.append(Path(False, "grey", d, "edge", 2, fill="body"))
        else:
            square = path_of(
                [(x - 50, y - 50), (x + 50, y - 50), (x + 50, y + 50), (x - 50, y + 50)], "z"
            )
            parts.append(Path(False, "grey", square, fill="body"))
            parts.append(Path(False, "grey", d, "ink", 4))
    return parts


def _dot(dot: Dot, board: BoardShape) -> list[Part]:
    points = board.middles(dot.cells)
    if not points:
        return []
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    if dot.role == "quadruple":
        return _quadruple(dot.label, x, y)
    tie = [Path(False, "grey", path_of(points), "edge", 4)] if _is_apart(dot, board) else []
    return [*tie, *_symbol(dot, points, x, y)]


def _is_apart(mark: Mark, board: BoardShape) -> bool:
    """Whether a mark is a dot between two cells without a common edge: a line shows which ones they are."""
    if not isinstance(mark, Dot) or len(places := board.places(mark.cells)) != 2:
        return False
    (row, column), (other_row, other_column) = places
    return abs(row - other_row) + abs(column - other_column) > 1


def _symbol(dot: Dot, points: Sequence[Point], x: float, y: float) -> list[Part]:
    if dot.role == "greater":
        return _greater(points, x, y)
    if dot.role == "not":
        slash = path_of([(x - 22, y + 22), (x + 22, y - 22)])
        return [Path(True, "red", slash, "edge", 5)]
    if dot.role in ("x", "v"):
        disc = Path(True, "grey", circle(x, y, 17), fill="paper")
        return [disc, letters(dot.label or dot.role.upper(), x, y, 34)]
    radius = 12 + (5 if dot.label else 0) + 4 * max(0, len(dot.label) - 1)
    is_black = dot.role == "black"
    fill: looks.Tone = "black" if is_black else "white"
    ring = Path(True, "grey", circle(x, y, radius), "ink", 3, fill=fill)
    if not dot.label:
        return [ring]
    return [ring, letters(dot.label, x, y, 23, "white" if is_black else "black")]


def _greater(points: Sequence[Point], x: float, y: float) -> list[Part]:
    """Return an inequality sign, whose point is at the smaller cell."""
    angle = angle_of(points[0], points[-1])
    across, down = math.cos(angle), math.sin(angle)

    def at(along: float, aside: float) -> Point:
        return x + along * across - aside * down, y + along * down + aside * across

    d = path_of([at(-8, 13), at(9, 0), at(-8, -13)])
    return [Path(True, "grey", d, "paper", 14), Path(True, "grey", d, "ink", 5)]


def _quadruple(label: str, x: float, y: float) -> list[Part]:
    """Return a circle with up to four digits in it; more stand in lines of three."""
    digits = label.split() if " " in label else list(label)
    across = 1 if len(digits) == 1 else 2 if len(digits) <= 4 else 3
    lines = [digits[i : i + across] for i in range(0, len(digits), across)]
    height = 34 if len(digits) == 1 else 25 if len(digits) <= 4 else 18
    parts: list[Part] = [Path(True, "grey", circle(x, y, 29), "ink", 3, fill="paper")]
    for number, line in enumerate(lines):
        line_y = y + (number - (len(lines) - 1) / 2) * 0.86 * height
        for place, digit in enumerate(line):
            digit_x = x + (place - (len(line) - 1) / 2) * 0.76 * height
            parts.append(letters(digit, digit_x, line_y, height))
    return parts


# -- outside the board ----------------------------------------------------------------------------

_CLUE = 76  # the space for a number outside
_WAYS = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
_OUT = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


def _outside(clues: Sequence[Outside], board: BoardShape) -> tuple[list[Part], Margins]:
    """Return the numbers outside of the board; several at one end of a line stand behind each other."""
    width, height = board.columns * SIDE, board.rows * SIDE
    parts: list[Part] = []
    taken: dict[Point, int] = {}
    left = top = right = bottom = 0.0
    for clue in clues:
        kind, number = clue.line
        along = (number - 0.5) * SIDE
        x, y = (0.0, along) if kind == "row" else (along, 0.0)
        if clue.side == "right":
            x = width
        if clue.side == "bottom":
            y = height
        before = taken[x, y] = taken.get((x, y), -1) + 1
        out = _OUT[clue.side]
        x += out[0] * _CLUE * (before + 0.5)
        y += out[1] * _CLUE * (before + 0.5)
        left, right = max(left, _CLUE / 2 - x), max(right, x + _CLUE / 2 - width)
        top, bottom = max(top, _CLUE / 2 - y), max(bottom, y + _CLUE / 2 - height)
        parts += [replace(part, faint=clue.choice) for part in _clue(clue, x, y)]
    return parts, Margins(left, top, right, bottom)


def _height(length: int) -> int:
    """Return the height of a clue with so many characters."""
    return (40, 40, 40, 34, 27)[length] if length < 5 else max(12, 110 // length)


def _clue(clue: Outside, x: float, y: float) -> list[Part]:
    parts: list[Part] = []
    height = _height(len(clue.label))
    if frame := looks.frames().get(clue.role):
        parts.append(Path(True, "grey", moved(frame, x, y), "edge", 3.5))
        height = min(height, 34)
    if clue.direction:
        dx = sum(_WAYS[word][0] for word in clue.direction.split())
        dy = sum(_WAYS[word][1] for word in clue.direction.split())
        tip = (x + 34 * dx, y + 34 * dy)
        parts.append(Path(True, "grey", path_of([(x + 14 * dx, y + 14 * dy), tip]), "ink", 4))
        parts.append(Path(True, "grey", head([(x, y), tip]), "ink", 4))
        x, y, height = x - 11 * dx, y - 11 * dy, min(height, 34)
    parts.append(letters(clue.label, x, y, height))
    return parts
