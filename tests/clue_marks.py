"""Marks of every kind for the tests of drawings: one set per picture."""

from __future__ import annotations

import random
from functools import cache

from random_constraints import MAKERS, random_constraint
from test_constraints_sets import EXAMPLES

from nonet.render import looks
from nonet.rules import Rules
from nonet.rules.constraints.marks import Badge, Bulb, Dot, Line, Mark, Outline, Outside, as_choice


def cells(text: str) -> tuple[str, ...]:
    return tuple(text.split())


CAGES: list[Mark] = [
    Outline(cells("r1c1 r1c2 r2c1"), "cage", "15"),
    Outline(cells("r7c7 r7c8 r7c9 r8c7 r8c9 r9c7 r9c8 r9c9"), "cage", "40"),
    Outline(cells("r1c9"), "cage", "5"),
    Outline(cells("r4c4 r5c5"), "cage"),
    Outline(cells("r3c1 r3c2 r4c1"), "region"),
    Outline(cells("r5c1 r5c2 r6c2"), "clone", "A"),
    Outline(cells("r8c1 r8c2 r9c2"), "clone", "A"),
]
THERMOS: list[Mark] = [
    Line(cells("r1c4 r2c4 r3c4 r3c5 r3c6"), "thermo"),
    Line(cells("r1c4 r1c5 r1c6"), "thermo"),
    Bulb(cells("r1c4"), "thermo"),
]
ARROWS: list[Mark] = [
    Bulb(cells("r4c4"), "arrow"),
    Line(cells("r4c4 r5c4 r6c5"), "arrow"),
    Bulb(cells("r4c7 r4c8"), "pill"),
    Line(cells("r4c8 r5c8 r6c9"), "arrow"),
]
DOTS: list[Mark] = [
    Dot(cells("r1c7 r1c8"), "white"),
    Dot(cells("r2c7 r2c8"), "black"),
    Dot(cells("r2c8 r3c8"), "white", "3"),
    Dot(cells("r3c8 r3c9"), "black", "10"),
    Dot(cells("r2c9 r3c9"), "x"),
    Dot(cells("r2c8 r2c9"), "v"),
    Dot(cells("r3c7 r4c7"), "greater"),
    Dot(cells("r3c3 r3c2"), "greater"),
    Dot(cells("r6c3 r6c4 r7c3 r7c4"), "quadruple", "1 2 3 4"),
    Dot(cells("r2c2 r2c3 r3c2 r3c3"), "quadruple", "1 7"),
    Dot(cells("r8c1 r8c4"), "white"),
    Dot(cells("r9c3 r5c3"), "greater"),
    Dot(cells("r8c7 r9c8"), "x"),
]
OUTSIDE: list[Mark] = [
    Outside(("row", 2), "left", "sandwich", "12"),
    Outside(("column", 3), "top", "xsum", "33"),
    Outside(("column", 4), "top", "little_killer", "23", "down right"),
    Outside(("row", 5), "right", "skyscraper", "3"),
    Outside(("row", 5), "right", "little_killer", "9", "down left"),
    Outside(("column", 9), "bottom", "numberedroom", "7"),
    Outside(("column", 6), "bottom", "fullrank", "112"),
]
BADGES: list[Mark] = [
    Badge("r6c6", "odd"),
    Badge("r5c7", "even"),
    Badge("r5c9", "minimum"),
    Badge("r6c1", "maximum"),
    Badge("r9c1", "rowindexing"),
    Badge("r9c2", "columnindexing"),
    Badge("r9c3", "boxindexing"),
]


_ROOM = 18  # lines in one picture: two in each row


@cache
def _ended() -> set[str]:
    """Return the roles of the lines that a kind draws with bulbs at both ends."""
    nine, four = Rules().space, Rules(size=4).space
    made = [(random_constraint(word, random.Random(word), nine), nine) for word in MAKERS]
    found = set()
    for each, space in [*made, *((each, four) for each in EXAMPLES)]:
        marks = list(each.marks(space))
        bulbs = {
            (mark.role, cell) for mark in marks if isinstance(mark, Bulb) for cell in mark.cells
        }
        lines = [mark for mark in marks if isinstance(mark, Line)]
        if len(lines) == 1:  # where a line branches, one may begin at the end of another
            [line] = lines
            if {(line.role, line.cells[0]), (line.role, line.cells[-1])} <= bulbs:
                found.add(line.role)
    return found


def _line(number: int, role: str) -> list[Mark]:
    row, column = number % 9 + 1, 1 if number < 9 else 6
    found = tuple(f"r{row}c{column + i}" for i in range(4))
    bulbs = [found[:1], found[-1:]][: 2 if role in _ended() else role in looks.BULBS]
    return [Line(found, role), *(Bulb(bulb, role) for bulb in bulbs)]


def _lines() -> dict[str, list[Mark]]:
    """Return pictures of all lines: "lines", and more of them where these are too many for one board."""
    found: dict[str, list[Mark]] = {}
    for n, role in enumerate(looks.LINES):
        picture = "lines" if n < _ROOM else f"lines-{n // _ROOM + 1}"
        found.setdefault(picture, []).extend(_line(n % _ROOM, role))
    found["lines"].append(Bulb(cells("r9c9"), "counting"))
    return found


def _others(pictures: dict[str, list[Mark]]) -> list[Mark]:
    """Return a mark of each role that none of the pictures has."""
    seen = {
        (type(mark), getattr(mark, "role", "")) for marks in pictures.values() for mark in marks
    }
    tables = {
        Outline: looks.OUTLINES,
        Badge: looks.BADGES,
        Bulb: looks.BULBS,
        Outside: looks.FRAMES,
    }
    areas, badges, bulbs, frames = (
        [role for role in table if (kind, role) not in seen] for kind, table in tables.items()
    )
    return [
        *(Outline(cells(f"r{n}c1 r{n}c2"), role, "4") for n, role in enumerate(areas, 1)),
        *(Badge(f"r{n}c4", role) for n, role in enumerate(badges, 1)),
        *(Bulb((f"r{n}c6",), role) for n, role in enumerate(bulbs, 1)),
        *(Outside(("row", n), "left", role, "12") for n, role in enumerate(frames, 1)),
    ]


PICTURES: dict[str, list[Mark]] = {
    "cages": [*CAGES],
    **_lines(),
    "dots": [*DOTS, *BADGES],
    "outside": [*OUTSIDE],
    "busy": [
        *CAGES,
        *THERMOS,
        *ARROWS,
        *DOTS,
        *BADGES,
        *OUTSIDE,
        *_line(6, "whisper"),
        *_line(17, "renban"),
    ],
}
PICTURES["choices"] = [
    *THERMOS,
    *map(as_choice, [*CAGES[:3], *ARROWS, *BADGES, OUTSIDE[0], OUTSIDE[4]]),
    *CAGES[3:5],
    *OUTSIDE[1:4],
]
PICTURES["cages-overlapping"] = [
    Outline(cells("r1c1 r1c2"), "cage", "8"),
    Outline(cells("r1c1 r2c1"), "cage", "17"),
    Outline(cells("r4c4 r4c5 r5c5"), "cage", "12"),
    Outline(cells("r4c5 r4c6 r5c6"), "cage", "9"),
]
PICTURES["others"] = _others(PICTURES)
