"""Classic puzzles from a seed, many at a time, in flat buffers and on threads.

A puzzle depends on the seed and its number alone, never on the number of threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet import _core
from nonet.engine.threads import (
    check_seed,
    cut,
    even_ranges,
    on_threads,
    thread_count,
    views,
    wrap,
)

if TYPE_CHECKING:
    from nonet.engine.threads import FlatBuffer

__all__ = ["generate_rows"]

# Puzzles in one range of threaded work, at least and at most. The core makes some hundred at a time, and at the end of
# a range it runs out of puzzles to work on side by side.
_MIN_PUZZLES, _MAX_PUZZLES = 512, 8_192


def generate_rows(
    seed: int,
    first: int,
    n: int,
    *,
    orbits: bytes,
    min_givens: int,
    max_givens: int,
    attempts: int,
    minimal: bool = True,
    fixed: bool = False,
    threads: int | None = 1,
    puzzles: FlatBuffer,
    solutions: FlatBuffer | None = None,
    status: FlatBuffer,
) -> None:
    """Generate ``n`` classic puzzles with one solution: numbers ``first``, ``first + 1`` … of a seed.

    ``orbits`` has 81 bytes: the orbit of each cell, numbered from 0 without gaps, or 255 for a cell that is never
    given. The cells of an orbit are either all given or all blank. With ``minimal``, no orbit can be blanked without
    losing uniqueness; with ``fixed``, every orbit is given. ``attempts`` full boards are tried for each puzzle.

    ``puzzles`` and ``solutions`` (may be None) receive 81 digits for each puzzle. ``status`` (uint8) receives
    `Status.UNIQUE`, or `Status.OUT_OF_BUDGET`: then the puzzle is the nearest one found, or all blank if there is none.
    All buffers are flat.
    """
    buffers = views(puzzles, solutions, status)

    def call(lo: int, hi: int, stop: bytearray | None) -> None:
        boards, grids, states = cut(buffers, (81, 81, 1), lo, hi)
        assert boards is not None and states is not None
        spec = orbits, min_givens, max_givens, attempts, minimal, fixed
        _core.generate(seed, wrap(first + lo), hi - lo, *spec, boards, grids, states, stop)

    check_seed(seed)
    threads = thread_count(threads)
    on_threads(call, even_ranges(n, threads, _MIN_PUZZLES, _MAX_PUZZLES), threads)
