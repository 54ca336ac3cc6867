"""Ratings of many puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet import engine
from nonet.batch.columns import ArrowTable, column_with_nulls, row_count
from nonet.batch.rows import Rows, classic_rows, tally
from nonet.engine import Status

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RateResult", "rate"]


@dataclass(frozen=True, eq=False)
class RateResult(ArrowTable):
    """The answer of `rate`; row ``i`` of every array belongs to puzzle ``i``.

    * ``er``, ``ep``, ``ed``: float64, the ratings rounded to tenths, so that ``er == 7.2`` works; see
      `nonet.steps.Rating`. 0 if a puzzle does not have exactly one solution, 20 if the techniques do not suffice.
    * ``hardest``: uint8, the technique of the highest rating as its row in `nonet.steps.TECHNIQUES`, 255 for none.
    * ``counts``: uint16, one column per technique: how often each was used.
    * ``steps``: uint32, the number of steps.
    * ``status``: uint8, `Status` values: `UNIQUE` for a rated puzzle, `OUT_OF_BUDGET` if the ratings are lower bounds,
      `BAD_CELL` for a row that is not a board.
    * ``nodes``: uint64, the implications followed.
    * ``lines``: uint64, the line of each row in the file, from 1; None unless the puzzles were lines of a file.

    In the table of `to_arrow` a puzzle without a rating has nulls.
    """

    er: npt.NDArray[np.float64]
    ep: npt.NDArray[np.float64]
    ed: npt.NDArray[np.float64]
    hardest: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint16]
    steps: npt.NDArray[np.uint32]
    status: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.uint64]
    lines: npt.NDArray[np.uint64] | None = None

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """For each row whether it has a rating that is exact, not a lower bound."""
        import numpy as np

        return np.equal(self.status, Status.UNIQUE)

    def _columns(self) -> Mapping[str, Any]:
        import numpy as np

        ids = np.array([technique.id for technique in engine.TECHNIQUES] + [None], object)
        rows = np.minimum(self.hardest, len(ids) - 1)
        lines = {} if self.lines is None else {"line": self.lines}
        rated = np.isin(self.status, (Status.UNIQUE, Status.OUT_OF_BUDGET))
        return {
            **lines,
            "er": column_with_nulls(self.er, rated),
            "ep": column_with_nulls(self.ep, rated),
            "ed": column_with_nulls(self.ed, rated),
            "hardest": ids[rows],
            "steps": column_with_nulls(self.steps, rated),
            "status": self.status,
        }

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.RateResult: {row_count(len(self))}, {tally(self.status)}>"


def rate(puzzles: Rows, *, budget: int | None = None, threads: int | None = None) -> RateResult:
    """Rate the difficulty of many classic puzzles as Sudoku Explainer 1.2.1 does (ER, EP, ED).

    ``puzzles`` is what `solve` takes, except candidates. ``budget`` limits the implications followed for each row (the
    default is large). ``threads`` is the number of threads, None for one per processor; the result does not depend on
    it. Raises `ValueError` for an array of another shape or type, and for candidates.

    >>> r = rate(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> r.er.tolist(), r.ep.tolist(), r.ed.tolist(), r.steps.tolist()
    ([1.2], [1.2], [1.2], [51])
    """
    import numpy as np

    rows = classic_rows(puzzles, "rate")
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
    return RateResult(
        rows.spread(er),
        rows.spread(ep),
        rows.spread(ed),
        rows.spread(hardest, engine.NOBODY),
        rows.spread(counts),
        rows.spread(steps),
        rows.spread_status(status),
        rows.spread(nodes),
        rows.lines,
    )
