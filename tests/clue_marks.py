"""Marks of every kind for the tests of drawings: one set per picture."""

from __future__ import annotations

from nonet.rules.constraints import looks
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


_SEEN = (
    *("thermo", "slow_thermo", "whisper", "renban", "palindrome", "region_sum", "equal_sums"),
    *("modular", "entropic", "zipper", "nabner", "sum_line", "rule", "lunchbox", "between"),
    *("lockout", "double_arrow", "indexing", "arrow"),
)
"""The lines of the first pictures, 18 in one; a new line has a picture of its own, and moves none of these."""

_ENDED = ("between", "double_arrow", "lockout")
"""Lines with a bulb at both ends."""


def _line(number: int, role: str) -> list[Mark]:
    row, column = number % 9 + 1, 1 if number < 9 else 6
    found = tuple(f"r{row}c{column + i}" for i in range(4))
    bulbs = [found[:1], found[-1:]][: 2 if role in _ENDED else role in looks.bulbs()]
    return [Line(found, role), *(Bulb(bulb, role) for bulb in bulbs)]


def _others(pictures: dict[str, list[Mark]]) -> dict[str, list[Mark]]:
    """Return a picture for each role that none of the pictures has."""
    seen = {
        (type(mark), getattr(mark, "role", "")) for marks in pictures.values() for mark in marks
    }
    made: list[Mark] = [
        *(Bulb(cells("r2c6"), role) for role in looks.bulbs()),
        *(Badge("r2c4", role) for role in looks.badges()),
        *(Outside(("row", 2), "left", role, "12") for role in looks.frames()),
    ]
    lines = {role: _line(1, role) for role in looks.lines() if role not in _SEEN}
    drawn = {(type(mark), mark.role) for marks in lines.values() for mark in marks}  # type: ignore[union-attr]
    others = [mark for mark in made if (type(mark), mark.role) not in seen | drawn]  # type: ignore[union-attr]
    return lines | {f"{type(m).__name__.lower()}-{m.role}": [m] for m in others}  # type: ignore[union-attr]


PICTURES: dict[str, list[Mark]] = {
    "cages": [*CAGES],
    "lines": [m for n, role in enumerate(_SEEN[:18]) for m in _line(n, role)]
    + [Bulb(cells("r9c9"), "counting")],
    "lines-2": _line(0, _SEEN[18]),
    "dots": [*DOTS, *BADGES],
    "outside": [*OUTSIDE],
    "totals": [
        Outline(cells("r1c1 r1c2"), "cage", "10\u201312"),
        Outline(cells("r3c1 r3c2"), "cage", "\u226412"),
        Outside(("row", 2), "left", "sandwich", "10\u201312"),
        Outside(("column", 4), "top", "little_killer", "8,10,12", "down right"),
    ],
    "crossed-out": [
        *(Dot(cells("r1c7 r1c8"), role) for role in ("white", "not")),
        *(Dot(cells("r2c7 r2c8"), role, "3"[: role == "black"]) for role in ("black", "not")),
        *(Dot(cells("r3c7 r4c7"), role) for role in ("greater", "not")),
    ],
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
PICTURES["others"] = [
    Badge("r1c4", "other"),
    Outside(("row", 1), "left", "lunchbox", "12"),
    Outside(("row", 2), "left", "hiddenskyscraper", "12"),
]
PICTURES |= _others(PICTURES)
