"""Ratings of many puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet import engine
from nonet.batch.rows import Rows, laid_out, tally
from nonet.engine import Status
from nonet.rules import CLASSIC

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RateResult", "rate"]


@dataclass(frozen=True, eq=False)
class RateResult:
    """What `rate` found; row ``i`` of every array belongs to puzzle ``i``.

    ``er``, ``ep`` and ``ed`` (float64) are the ratings, rounded to tenths, so that ``er == 7.2`` can be asked; see
    `nonet.steps.Rating`. They are 0 where a puzzle has not one solution, and 20 where the techniques do not suffice.
    ``hardest`` (uint8) is the technique of the highest rating as its row in `nonet.steps.TECHNIQUES`, 255 without one;
    ``counts`` (uint16, a column for each technique) says how often each was used, ``steps`` (uint32) how many steps
    there were, ``nodes`` (uint64) how many implications were followed. ``status`` (uint8) holds `Status` values:
    `UNIQUE` where all is well, `OUT_OF_BUDGET` where the ratings are "at least".
    """

    er: npt.NDArray[np.float64]
    ep: npt.NDArray[np.float64]
    ed: npt.NDArray[np.float64]
    hardest: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint16]
    steps: npt.NDArray[np.uint32]
    status: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.uint64]

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """For each row whether it has a rating that is exact rather than "at least"."""
        import numpy as np

        return np.equal(self.status, Status.UNIQUE)

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.RateResult: {len(self)} rows, {tally(self.status)}>"


def rate(puzzles: Rows, *, budget: int | None = None, threads: int | None = None) -> RateResult:
    """Rate many classic puzzles as Sudoku Explainer 1.2.1 does.

    ``puzzles`` is what `solve` takes, but no candidates. ``budget`` bounds the implications that are followed for each
    row; without it there is a large one. ``threads`` is the number of threads, None for all processors; the result does
    not depend on it.

    >>> r = rate(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\\n")
    >>> r.er.tolist(), r.ep.tolist(), r.ed.tolist(), r.steps.tolist()
    ([1.2], [1.2], [1.2], [51])
    """
    import numpy as np

    rows = laid_out(puzzles, CLASSIC)
    if rows.marks:
        raise ValueError("puzzles are candidates; rate() takes digits, Puzzle.rate() a sukaku")
    n, kinds = rows.n, len(engine.TECHNIQUES)
    ratings, status = np.zeros((n, 3), np.uint16), np.zeros(n, np.uint8)
    hardest, counts = np.full(n, engine.NOBODY, np.uint8), np.zeros((n, kinds), np.uint16)
    steps, nodes = np.zeros(n, np.uint32), np.zeros(n, np.uint64)
    engine.rate_rows(
        rows.cells,
        n,
        offsets=rows.offsets,
        budget=budget,
        threads=threads,
        ratings=ratings.reshape(-1),
        status=status,
        hardest=hardest,
        steps=steps,
        counts=counts.reshape(-1),
        nodes=nodes,
    )
    er, ep, ed = (ratings[:, column] / 10 for column in range(3))
    return RateResult(er, ep, ed, hardest, counts, steps, status, nodes)
