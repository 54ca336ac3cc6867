"""Solutions and counts of many puzzles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nonet import engine
from nonet.batch.rows import Rows, laid_out, tally
from nonet.engine import Stats, Status
from nonet.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Result", "solve"]


@dataclass(frozen=True, eq=False)
class Result:
    """What `solve` found; row ``i`` of every array belongs to puzzle ``i``.

    ``solutions`` is ``(n, 81)`` uint8 (as many columns as cells): the solution, or the first one of several, or zeros
    where there is none.
    ``counts`` (uint64) is the number of solutions, at most the limit. ``status`` (uint8) holds
    `Status` values, ``guesses`` (uint32) the branchings of the search. ``stats`` sums the counters of the search.
    """

    solutions: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint64]
    status: npt.NDArray[np.uint8]
    guesses: npt.NDArray[np.uint32]
    stats: Stats
    limit: int

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """For each row whether ``counts`` is the exact number rather than "at least"."""
        open_ended = (self.counts >= self.limit) | (self.status >= Status.BAD_CELL)
        return ~open_ended

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.Result: {len(self)} rows, {tally(self.status)}>"


def solve(
    puzzles: Rows,
    *,
    rules: Rules | str | None = None,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = None,
) -> Result:
    """Solve many puzzles of the same rules.

    ``puzzles`` is one of

    * an ``(n, 81)`` or ``(n, 9, 9)`` array of digits, 0 for an empty cell (uint8 is read in place);
    * an ``(n, 81)`` array of ASCII bytes (dtype ``S1`` or uint8), empty cells as ``0 . * _ -``;
    * an ``(n, 81, 9)`` boolean array or ``(n, 81)`` uint16 array of masks: candidates (sukaku);
    * bytes, a bytearray or a memory map of lines of 81 characters, each with or without a comment behind it; empty
      lines and lines that start with ``#`` are passed over, they are no rows.

    Boards of another size have its square for 81 and its side for 9; masks are uint16, uint32 or uint64 there, and
    signs above 9 are letters, A for 1. ``rules`` are `Rules` or words for them ("2x3", "diagonals"); without them they
    are the usual ones of the size, classic where the size does not show.

    At most ``limit`` solutions are looked for in each row (2 proves uniqueness, 1 is content with any solution);
    ``budget`` bounds the guesses of each row; ``threads`` is the number of threads, None for all processors.
    The result does not depend on the number of threads nor on the neighbours of a row, but for the
    ``guesses`` of rows with several solutions: the last rows are searched in several lanes at once,
    in another order.

    >>> import numpy as np
    >>> r = solve(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\\n")
    >>> r.status[0] == Status.UNIQUE, r.counts[0] == 1, r.solutions[0, :9].tolist()
    (np.True_, np.True_, [5, 3, 4, 6, 7, 8, 9, 1, 2])
    >>> solve(np.zeros((1, 36), np.uint8), rules="2x3", limit=1000).counts.tolist()
    [1000]
    """
    import numpy as np

    rows = laid_out(puzzles, rules)
    n, size = rows.n, rows.rules.size**2
    found = Result(
        solutions=np.zeros((n, size), np.uint8),
        counts=np.zeros(n, np.uint64),
        status=np.zeros(n, np.uint8),
        guesses=np.zeros(n, np.uint32),
        stats=Stats(),
        limit=limit,
    )
    stats = engine.solve_rows(
        rows.cells,
        n,
        rules=rows.rules,
        offsets=rows.offsets,
        marks=rows.marks,
        limit=limit,
        budget=budget,
        threads=threads,
        solutions=found.solutions.reshape(-1),
        counts=found.counts,
        status=found.status,
        guesses=found.guesses,
    )
    object.__setattr__(found, "stats", replace(stats, exact=bool(found.exact.all())))
    return found
