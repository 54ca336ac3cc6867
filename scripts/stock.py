"""Write the stock of puzzles from which the puzzle of the day is made: src/nonet/generating/stock.json.

It is written once. Another stock would change the puzzle of every day, which a golden test notices.
"""

import json
import sys
from pathlib import Path

import nonet
from nonet.steps.difficulty import BANDS

STOCK = Path(__file__).parents[1] / "src" / "nonet" / "generating" / "stock.json"
SEED, NUMBER = 2026, 60


def stock() -> dict[str, list[str]]:
    """Return the puzzles of each difficulty."""
    found = {}
    for band in BANDS:
        rating = (7.0, 7.5) if band.name == "extreme" else (band.low, band.high)
        puzzles = nonet.generate(
            NUMBER, seed=SEED, rating=rating, minimal=band.minimal, symmetry="rotational"
        )
        found[band.name] = [puzzle.givens.text() for puzzle in puzzles]
    return found


if __name__ == "__main__":
    text = json.dumps(stock(), indent=1) + "\n"
    if sys.argv[1:] == ["--check"]:
        sys.exit(STOCK.read_text("utf-8") != text)
    STOCK.write_text(text, "utf-8")
