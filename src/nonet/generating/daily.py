"""The puzzle of the day, and puzzles without a search: from a small stock, permuted by a random seed.

``stock.json`` has puzzles of each difficulty, all of them symmetric under a half turn. A seed picks one and permutes
its digits, rows and columns so that it stays symmetric. That makes hundreds of millions of puzzles of each of them,
and needs nothing but `SplitMix64`: the web app does the same in the browser, without a server
(``web/static/js/game/stock.js``).
"""

from __future__ import annotations

import datetime
import json
from functools import cache
from pathlib import Path

from nonet.base.rng import SplitMix64
from nonet.boards.transforms import Transform
from nonet.puzzle import Puzzle
from nonet.steps.difficulty import band

__all__ = ["WEEK", "daily", "from_stock"]

WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "expert")
"""The difficulty of each day from Monday to Sunday: easier puzzles on working days, as newspapers do."""


def daily(date: datetime.date | None = None) -> Puzzle:
    """Return the puzzle of a date (default: today, by the clock of this computer), the same everywhere.

    ``info`` has the date as "title", and the difficulty. Reproducible since version 0.1.

    >>> puzzle = daily(datetime.date(2026, 11, 22))
    >>> puzzle.givens.text()
    '..2..84.....4......792..1...8.5....1.67...23.9....6.7...1..386......2.....86..7..'
    >>> puzzle.info["title"], puzzle.info["difficulty"], puzzle.is_unique
    ('2026-11-22', 'expert', True)
    """
    date = datetime.date.today() if date is None else date
    seed = date.year * 10_000 + date.month * 100 + date.day
    puzzle = from_stock(WEEK[date.weekday()], seed=seed)
    return puzzle.with_info(title=date.isoformat())


def from_stock(difficulty: str = "easy", *, seed: int) -> Puzzle:
    """Return a puzzle of the stock, permuted by a random seed; it takes no search.

    For puzzles that depend on more than a difficulty see `nonet.generate`. Extreme ones are rated 7.0 to 7.5 here.
    Raises `ValueError` for an unknown difficulty.

    >>> from_stock("hard", seed=1).rate().difficulty
    'hard'
    """
    puzzles = _stock()[band(difficulty).name]
    rng = SplitMix64(seed, 0)
    puzzle = Puzzle(puzzles[rng.below(len(puzzles))])
    transposed = rng.below(2) == 1
    rows, columns = _symmetric_lines(rng), _symmetric_lines(rng)
    digits = tuple(digit + 1 for digit in rng.shuffled(9))
    moved = puzzle.transform(Transform(transposed, rows, columns, digits))
    return moved.with_info(difficulty=difficulty)


def _symmetric_lines(rng: SplitMix64) -> tuple[int, ...]:
    """Return an order of nine rows or columns that keeps bands together and commutes with a half turn."""
    top = rng.shuffled(3)
    if rng.below(2):
        top = [6 + line for line in top]
    middle = [5, 4, 3] if rng.below(2) else [3, 4, 5]
    return (*top, *middle, *(8 - line for line in reversed(top)))


@cache
def _stock() -> dict[str, list[str]]:
    text = (Path(__file__).parent / "stock.json").read_text(encoding="utf-8")
    puzzles: dict[str, list[str]] = json.loads(text)
    return puzzles
