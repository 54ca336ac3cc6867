"""The clues outside of a board: sums, counts and little killers beside rows and columns, and the room they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from nonet.render.strokes import SIDE, Board, Part, Path, Point, head, letters, moved, path_of
from nonet.rules.constraints.looks import frames
from nonet.rules.constraints.marks import Outside

__all__ = ["Margins", "outside"]

_CLUE = 76  # the space for a number outside


class Margins(NamedTuple):
    """The space outside of the board for clues."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


_WAYS = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
_OUT = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


def outside(clues: Sequence[Outside], board: Board) -> tuple[list[Part], Margins]:
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


def _clue(clue: Outside, x: float, y: float) -> list[Part]:
    parts: list[Part] = []
    height = 40 if len(clue.label) <= 2 else 34 if len(clue.label) == 3 else 27
    if frame := frames().get(clue.role):
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
