"""The puzzles of ``data/generated.txt``: what a seed and options gave once must not change."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from nonet import Puzzle, generating

DATA = Path(__file__).parent / "data" / "generated.txt"

SEED = 7
HEART = ".xx...xx. x.xx.xx.x x..xxx..x xx..x..xx .x.....x. .xx...xx. ..xx.xx.. ...xxx... ....x...."
FRAME = "xxxxxxxxx x.......x x.xxxxx.x x.x...x.x x.x.x.x.x x.x...x.x x.xxxxx.x x.......x xxxxxxxxx"

REQUESTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (24, {}),
    *((12, {"symmetry": name}) for name in generating.SYMMETRIES if name != "none"),
    (12, {"givens": [21, 22]}),
    (12, {"givens": 28}),
    (12, {"givens": [24, 26], "symmetry": "rotational"}),
    (12, {"minimal": False}),
    (12, {"minimal": False, "givens": [36, 40], "symmetry": "diagonal"}),
    (12, {"pattern": FRAME}),
    (6, {"pattern": FRAME, "minimal": True}),
    (12, {"pattern": HEART}),
    (12, {"rating": [7.0, 7.5], "symmetry": "rotational"}),
    (12, {"rating": [1.0, 1.2], "minimal": False}),
    (12, {"hardest": "xy_wing"}),
    (6, {"rating": [4.0, 6.0], "needs": ["naked_pair", "pointing"], "forbid": "x_wing"}),
    (12, {"rules": "2x2"}),
    (12, {"rules": "2x3"}),
    (6, {"rules": "2x4", "symmetry": "rotational"}),
    (6, {"rules": "latin7"}),
    (6, {"rules": "diagonals"}),
    (6, {"rules": "windoku", "givens": [12, 16]}),
    (
        6,
        {
            "rules": "jigsaw:111222333111222333111222333444555666444555666444555666777888999777888999777888999 disjoint"
        },
    ),
    (3, {"rules": "2x5"}),
    (3, {"rules": "3x4", "minimal": False}),
    (3, {"rules": "4x4"}),
)
"""How many puzzles of which options, as in JSON: ranges are lists."""


class Row(NamedTuple):
    """A puzzle of the file: the options that it was made with, its number, and its givens."""

    wanted: str
    number: int
    givens: str


def options_of(wanted: dict[str, Any]) -> dict[str, Any]:
    """Return options with ranges as pairs."""
    pairs = ("givens", "rating")
    return {
        name: tuple(value) if name in pairs and isinstance(value, list) else value
        for name, value in wanted.items()
    }


def number_of(puzzle: Puzzle) -> int:
    """Return the number in the recipe of a puzzle."""
    return int(puzzle.info["recipe"].split("number=")[1].split()[0])


def made(count: int, wanted: dict[str, Any], **options: Any) -> list[Puzzle]:
    """Make the puzzles of some options now."""
    return list(islice(generating.series(seed=SEED, **options_of(wanted), **options), count))


def rows(puzzles: list[Puzzle], wanted: dict[str, Any]) -> list[Row]:
    """Return the puzzles as the lines of the file."""
    name = json.dumps(wanted)
    return [Row(name, number_of(puzzle), puzzle.givens.text()) for puzzle in puzzles]


@cache
def golden() -> dict[str, list[Row]]:
    """Return the rows of the file by options."""
    found: dict[str, list[Row]] = {}
    for line in DATA.read_text("utf-8").splitlines():
        if line and line[0] != "#":
            wanted, number, givens = line.split(" | ")
            found.setdefault(wanted, []).append(Row(wanted, int(number), givens))
    return found


def write() -> None:
    """Write the file anew."""
    lines = [
        "# What `nonet.generate` returns for seed 7 and some options: options | number | puzzle. These puzzles",
        "# never change; NONET_GOLDEN=write pytest tests/test_generate.py writes what is made now.",
    ]
    for count, wanted in REQUESTS:
        lines += [" | ".join(map(str, row)) for row in rows(made(count, wanted), wanted)]
    DATA.write_text("\n".join(lines) + "\n", encoding="utf-8")
