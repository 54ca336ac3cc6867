"""Solutions and counts of many puzzles."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nonet import engine
from nonet.batch.rows import Rows, engine_rows, tally
from nonet.engine import Stats, Status
from nonet.rules import Rules
from nonet.tables.columns import ArrowTable, row_count, text_column, texts_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Result", "solve"]


@dataclass(frozen=True, eq=False)
class Result(ArrowTable):
    """The answer of `solve`; row ``i`` of every array belongs to puzzle ``i``.

    * ``solutions``: ``(n, 81)`` uint8 (as many columns as cells), the solution, or the first of several; zeros
      without a solution.
    * ``counts``: uint64, the number of solutions, at most the limit.
    * ``status``: uint8, `Status` values; `Status.BAD_CELL` for a row that is not a board.
    * ``guesses``: uint32, the guesses of the search.
    * ``lines``: uint64, the line of each row in the file, from 1; None unless the puzzles were lines of a file.
    * ``stats``: the counters of the search, summed over all rows.

    `text` returns the solutions as lines, `to_arrow` the result as a table.
    """

    solutions: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint64]
    status: npt.NDArray[np.uint8]
    guesses: npt.NDArray[np.uint32]
    stats: Stats
    limit: int
    lines: npt.NDArray[np.uint64] | None = None

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """For each row whether ``counts`` is the exact number, not a lower bound."""
        open_ended = (self.counts >= self.limit) | (self.status >= Status.BAD_CELL)
        return ~open_ended

    def text(self) -> list[str]:
        """Return the solutions as lines of text, "" for rows without a solution.

        >>> solve(["1.....3..4.....2", "11..............", "?"]).text()
        ['1324423124133142', '', '']
        """
        return texts_of(self.solutions, self.counts > 0, self._size)

    @property
    def _size(self) -> int:
        return math.isqrt(self.solutions.shape[1])

    def _columns(self) -> Mapping[str, Any]:
        lines = {} if self.lines is None else {"line": self.lines}
        solutions = text_column(self.solutions, self.counts > 0, self._size)
        return {
            **lines,
            "solution": solutions,
            "count": self.counts,
            "exact": self.exact,
            "status": self.status,
            "guesses": self.guesses,
        }

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.Result: {row_count(len(self))}, {tally(self.status)}>"


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

    * a column of texts, 81 characters each, empty cells as ``0 . * _ -``: a list, an ``S81`` or ``U81`` array, a pandas
      or Polars series, an Arrow array. Each text is a row. White space around a board and a comment after it
      are ignored;
    * the lines of a file as bytes, a bytearray, a memory map or text. Empty lines and lines that start with ``#`` are
      not rows; ``lines`` of the result has the line number of every row;
    * an ``(n, 81)`` or ``(n, 9, 9)`` array of digits, 0, NaN or a masked cell for an empty one (uint8 is read in
      place), or of ASCII characters (``S1``, ``U1`` or uint8);
    * an ``(n, 81, 9)`` array of booleans or an ``(n, 81)`` uint16 array of masks: candidates (sukaku). A uint16 array
      is one of digits if a row has nothing above 9, and none has a bit for each digit, as candidates of a puzzle have;
    * a list of `Puzzle`, of `Grid` or of nested lists.

    A row that is not a board gets `Status.BAD_CELL`; it never raises, and the rows after it keep their numbers.

    Boards of another size have its square instead of 81 and its side instead of 9. Their masks are uint16, uint32 or
    uint64, and their digits above 9 are letters, A for 1. ``rules`` are `Rules` or words for them ("2x3", "diagonals").
    Without them the size decides: square boxes for 4x4, 9x9, 16x16, 25x25 and 36x36.

    The search of a row stops after ``limit`` solutions (at least 1). 2 proves that a solution is unique, 1 accepts any
    solution. ``budget`` limits the guesses of each row. ``threads`` is the number of threads, None for one per
    processor. The result depends neither on the threads nor on the other rows, except ``guesses`` of rows with
    several solutions: such a row may be searched in several lanes at once, in another order.

    Raises `ValueError` for an array of another shape or type, and `RulesError`.

    >>> puzzles = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "?"]
    >>> r = solve(puzzles)
    >>> [Status(s).word for s in r.status], r.counts.tolist(), r.solutions[0, :9].tolist()
    (['unique', 'bad cell'], [1, 0], [5, 3, 4, 6, 7, 8, 9, 1, 2])
    >>> import numpy as np
    >>> solve(np.zeros((1, 36), np.uint8), rules="2x3", limit=1000).counts.tolist()
    [1000]
    """
    import numpy as np

    rows = engine_rows(puzzles, rules)
    n, size = rows.n, rows.rules.size**2
    solutions = np.zeros((n, size), np.uint8)
    counts = np.zeros(n, np.uint64)
    status = np.zeros(n, np.uint8)
    guesses = np.zeros(n, np.uint32)
    stats = engine.solve_rows(
        rows.cells,
        n,
        rules=rows.rules,
        offsets=rows.offsets,
        marks=rows.marks,
        limit=limit,
        budget=budget,
        threads=threads,
        solutions=solutions.reshape(-1),
        counts=counts,
        status=status,
        guesses=guesses,
    )
    result = Result(
        rows.spread(solutions),
        rows.spread(counts),
        rows.spread_status(status),
        rows.spread(guesses),
        stats,
        limit,
        rows.lines,
    )
    return replace(result, stats=replace(stats, exact=bool(result.exact.all())))
