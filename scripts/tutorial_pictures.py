"""Draw the pictures of docs/tutorial that no other page has; films of algorithms are those of docs/algorithms.

    .venv/bin/python scripts/tutorial_pictures.py

Run this after a change to the drawings or to `nonet.teach`.
"""

from __future__ import annotations

from pathlib import Path

from nonet import render
from nonet.puzzle import Puzzle

PICTURES = Path(__file__).parents[1] / "docs" / "tutorial" / "films"

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The board of the first chapters."""

LAST_ROW_FIRST = "......34.1.....3"
"""A board of 4x4 cells whose first row is empty, and 4321 in the solution."""

PACE = 0.25
"""Seconds for each step of a film."""


def pictures() -> dict[str, str]:
    """Return the pictures by name."""
    small = Puzzle(LAST_ROW_FIRST)
    found = {"board": render.svg(Puzzle(BOARD))}
    for order in ("ascending", "descending"):
        film = render.record(small, "backtracking", digits=order, frames=500)
        found[order] = render.svg_film(film, pace=PACE)
    return found


def main() -> None:
    """Write the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
        print(f"{name}: {len(picture):,} bytes")


if __name__ == "__main__":
    main()
