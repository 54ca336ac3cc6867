"""Measure how often score and level of the profile `hodoku` are those of HoDoKu, and how fast they are computed.

    python benchmarks/hodoku.py [CSV]    a table with the columns puzzle, score and level; by default the one beside
                                         the checkout, ../shared/data/hodoku_ratings_dev.csv

The time is the CPU time of one thread.
"""

from __future__ import annotations

import csv
import sys
import time
from array import array
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from nonet import engine
from nonet.engine import Status
from nonet.engine.logic import TECHNIQUES, rating_of
from nonet.steps import Rating, profile

TABLE = Path(__file__).parents[2] / "shared" / "data" / "hodoku_ratings_dev.csv"


class Row(NamedTuple):
    """A puzzle, with the score and the level that HoDoKu gives it."""

    puzzle: str
    score: int
    level: str


def read(path: Path) -> list[Row]:
    """Read a table."""
    with open(path, encoding="utf-8", newline="") as file:
        found = csv.DictReader(file)
        return [Row(row["puzzle"], int(row["score"]), row["level"].lower()) for row in found]


def rate(rows: list[Row]) -> tuple[list[Rating], float]:
    """Return the ratings of the puzzles, and the seconds that they took."""
    n, kinds, hodoku = len(rows), len(TECHNIQUES), profile("hodoku")
    cells = "".join(row.puzzle.replace(".", "0") for row in rows).encode()
    ratings, counts = array("H", bytes(6 * n)), array("H", bytes(2 * n * kinds))
    status, hardest, steps = bytearray(n), bytearray(n), array("I", bytes(4 * n))
    start = time.process_time()
    engine.rate_rows(
        cells,
        n,
        profile=hodoku,
        ratings=ratings,
        status=status,
        hardest=hardest,
        steps=steps,
        counts=counts,
    )
    seconds = time.process_time() - start
    found = []
    for i in range(n):
        er, ep, ed = ratings[3 * i : 3 * i + 3]
        numbers = counts[kinds * i : kinds * i + kinds]
        state, most = Status(status[i]), hardest[i]
        found.append(rating_of(state, er, ep, ed, most, steps[i], numbers, 0, profile=hodoku))
    return found, seconds


def main(path: Path) -> None:
    """Print the agreement by level, and the speed."""
    rows = read(path)
    found, seconds = rate(rows)
    all_rows, scores, levels = Counter[str](), Counter[str](), Counter[str]()
    for row, rating in zip(rows, found, strict=True):
        for level in (row.level, "all"):
            all_rows[level] += 1
            scores[level] += rating.score == row.score
            levels[level] += rating.level == row.level
    print("level     puzzles  score equal  level equal")
    for level, n in all_rows.items():
        print(f"{level:8}  {n:7}  {scores[level] / n:11.1%}  {levels[level] / n:11.1%}")
    print(f"{len(rows) / seconds:.0f} puzzles a second of CPU time")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE)
