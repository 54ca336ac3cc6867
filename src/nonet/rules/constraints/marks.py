"""What is drawn of a constraint: shapes with roles, never colours. A theme decides what a role looks like.

The roles of lines, bulbs, outlines, badges and clues outside are the keys of the tables in
`nonet.rules.constraints.looks`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

__all__ = [
    "Badge",
    "Bulb",
    "Dot",
    "Legend",
    "Line",
    "Mark",
    "Outline",
    "Outside",
    "as_choice",
    "mark_json",
]

Side: TypeAlias = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """What all marks have: a ``choice`` belongs to one of several constraints of which not all need to hold."""

    choice: bool = False


@dataclass(frozen=True, slots=True)
class Outline(_Drawn):
    """The border of a group of cells; the label is in its first cell, at the top left."""

    cells: tuple[str, ...]
    role: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Line(_Drawn):
    """A path through the centres of cells."""

    cells: tuple[str, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Bulb(_Drawn):
    """A round end of a line, a circle, or a pill around several cells; the end of a lockout line is a diamond."""

    cells: tuple[str, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Dot(_Drawn):
    """A dot or character on the edge between two cells, or on the corner of four.

    Roles: white, black, x, v, greater (the first cell is the greater one), quadruple; not, which lies on another one.
    """

    cells: tuple[str, ...]
    role: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Outside(_Drawn):
    """A clue outside the board, beside a row or column.

    ``line`` is ``("row", 3)`` or ``("column", 5)``. A little killer has a direction into the board: "down right".
    """

    line: tuple[str, int]
    side: Side
    role: str
    label: str
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Badge(_Drawn):
    """A shape in the background of one cell."""

    cell: str
    role: str


@dataclass(frozen=True, slots=True)
class Legend(_Drawn):
    """The sentence beside the board: of a rule for the whole board, or for what no other mark shows.

    ``word`` is that of the constraint.
    """

    word: str


Mark: TypeAlias = Outline | Line | Bulb | Dot | Outside | Badge | Legend


def as_choice(mark: Mark) -> Mark:
    """Return the mark of a constraint that need not hold, since another one may hold instead.

    >>> as_choice(Line(("r1c1", "r1c2"), "thermo")).choice
    True
    """
    return replace(mark, choice=True)


def mark_json(mark: Mark) -> dict[str, Any]:
    """Return a mark as data for JSON; empty labels are left out, and ``choice`` where it is false.

    >>> mark_json(Line(("r1c1", "r1c2"), "thermo"))
    {'mark': 'line', 'cells': ['r1c1', 'r1c2'], 'role': 'thermo'}
    """
    shown: dict[str, object] = {"mark": type(mark).__name__.lower()}
    for name, value in asdict(mark).items():
        if value not in ("", False):
            shown[name] = list(value) if isinstance(value, tuple) else value
    return shown
