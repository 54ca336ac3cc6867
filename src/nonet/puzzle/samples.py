"""Uniform samples of the solutions.

The exact count gives each solution a number (`engine.Contraction.solutions`). Numbers drawn uniformly are solutions
drawn uniformly: no solution is more likely than another, which no random search can promise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.puzzle.odds import solutions_below

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["sample"]


def sample(
    puzzle: Puzzle, n: int, seed: int, budget: int | None, progress: engine.Progress | None
) -> list[Grid]:
    """Return ``n`` solutions; the work of `Puzzle.sample`."""
    engine.check_seed(seed)
    if n < 0:
        raise ValueError(f"n must be at least 0, got {n}")
    listed = solutions_below(puzzle, engine.ENUMERATED, budget)
    if listed is not None:
        size = puzzle.rules.size
        return [Grid._trusted(listed[i], size) for i in _numbers(len(listed), n, seed)]
    contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks))
    contraction.run(budget=budget, progress=progress)
    numbers = _numbers(contraction.total(), n, seed)
    return [Grid._trusted(cells, 9) for cells in contraction.solutions(numbers)]


def _numbers(total: int, n: int, seed: int) -> list[int]:
    """Return ``n`` numbers below ``total``: 128 random bits each, so the bias is less than 2**-54."""
    numbers = []
    for i in range(n):
        rng = SplitMix64(seed, i)
        bits = rng.below(1 << 64) << 64 | rng.below(1 << 64)
        numbers.append(bits * total >> 128)
    return numbers
