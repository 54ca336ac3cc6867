"""Ratings of many puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet import engine
from nonet.batch.rows import Rows, classic_rows, tally
from nonet.engine import Status
from nonet.engine.logic import UNSOLVED_POINTS
from nonet.steps import SE, Profile
from nonet.steps import profile as profile_of
from nonet.steps.rating import UNSOLVED
from nonet.tables.columns import ArrowTable, column_with_nulls, row_count

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RateResult", "rate"]


@dataclass(frozen=True, eq=False)
class RateResult(ArrowTable):
    """The answer of `rate`; row ``i`` of every array belongs to puzzle ``i``.

    * ``er``, ``ep``, ``ed``: float64, the ratings rounded to tenths, so that ``er == 7.2`` works; see
      `nonet.steps.Rating`. 0 if a puzzle does not have exactly one solution, 20 if the techniques do not suffice. With
      a profile that counts points they are points.
    * ``hardest``: uint8, the technique of the highest rating as its row in `nonet.steps.TECHNIQUES`, 255 for none.
    * ``counts``: uint16, one column per technique: how often each was used.
    * ``steps``: uint32, the number of steps.
    * ``status``: uint8, `Status` values: `UNIQUE` for a rated puzzle, `OUT_OF_BUDGET` if the ratings are lower bounds,
      `BAD_CELL` for a row that is not a board.
    * ``nodes``: uint64, the implications followed.
    * ``lines``: uint64, the line of each row in the file, from 1; None unless the puzzles were lines of a file.
    * ``profile``: the profile that the puzzles were rated with.

    In the table of `to_arrow` a puzzle without a rating has nulls. With points ``er``, ``ep`` and ``ed`` are null
    there, and ``points`` are those of the hardest step.
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
    profile: Profile = SE

    @property
    def score(self) -> npt.NDArray[np.int64] | None:
        """The sum of the points of all steps of each puzzle, int64; None if the profile does not count points."""
        import numpy as np

        if not self.profile.counts_points:
            return None
        points = np.zeros(len(engine.TECHNIQUES), np.int64)
        for row in self.profile.rows:
            points[engine.TECHNIQUES.index(row.technique)] = round(row.rating)
        return self.counts.astype(np.int64) @ points

    @property
    def level(self) -> npt.NDArray[np.object_] | None:
        """The level of each puzzle, None for a puzzle without one; None if the profile has no levels.

        See `nonet.steps.Rating.level`.
        """
        import numpy as np

        score = self.score
        if score is None or not self.profile.levels:
            return None
        names = [name for name, _ in self.profile.levels]
        reached = np.zeros(len(self), np.int64)
        for row in self.profile.rows:
            used = self.counts[:, engine.TECHNIQUES.index(row.technique)] > 0
            reached[used] = np.maximum(reached[used], names.index(row.level))
        for place, (_, most) in enumerate(self.profile.levels):
            reached[(reached == place) & (score > most)] += 1
        levels = np.array([*names, None], object)
        has_none = (self.steps == 0) | (self.er == UNSOLVED)
        return levels[np.where(has_none, len(names), reached)]

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
        with_er = rated & np.bool_(not self.profile.counts_points)
        return {
            **lines,
            "er": column_with_nulls(self.er, with_er),
            "ep": column_with_nulls(self.ep, with_er),
            "ed": column_with_nulls(self.ed, with_er),
            "hardest": ids[rows],
            "steps": column_with_nulls(self.steps, rated),
            **self._points(rated),
            "status": self.status,
        }

    def _points(self, rated: npt.NDArray[np.bool_]) -> Mapping[str, Any]:
        """Return the columns of a profile that counts points."""
        import numpy as np

        score, level = self.score, self.level
        columns: dict[str, Any] = {}
        if score is not None:
            columns["score"] = column_with_nulls(score, rated)
            columns["points"] = column_with_nulls(
                self.er.astype(np.int64), rated & (self.er != UNSOLVED)
            )
        if level is not None:
            columns["level"] = level
        return columns

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.RateResult: {row_count(len(self))}, {tally(self.status)}>"


def rate(
    puzzles: Rows,
    *,
    profile: str | Profile = "se",
    budget: int | None = None,
    threads: int | None = None,
) -> RateResult:
    """Rate the difficulty of many classic puzzles as Sudoku Explainer 1.2.1 does (ER, EP, ED).

    ``puzzles`` is what `solve` takes, except candidates. ``profile`` is another order of the techniques and another
    rating, see `nonet.steps.profiles`: with ``"hodoku"`` the result has scores and levels. ``budget``
    limits the implications followed for each row (the default is large). ``threads`` is the number of threads, None for
    one per processor; the result does not depend on it. Raises `ValueError` for an array of another shape or type, for
    candidates, and for an unknown profile.

    >>> r = rate(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> r.er.tolist(), r.ep.tolist(), r.ed.tolist(), r.steps.tolist()
    ([1.2], [1.2], [1.2], [51])

    >>> puzzle = "2......89....57........3..1.....563..2.14....8............9....9.8.3......7....45"
    >>> r = rate([puzzle], profile="hodoku")
    >>> r.score.tolist(), r.level.tolist()
    ([900], ['medium'])
    """
    import numpy as np

    order = profile_of(profile)
    rows = classic_rows(puzzles, "rate")
    n, kinds = rows.n, len(engine.TECHNIQUES)
    ratings, status = np.zeros((n, 3), np.uint16), np.zeros(n, np.uint8)
    hardest, counts = np.full(n, engine.NO_TECHNIQUE, np.uint8), np.zeros((n, kinds), np.uint16)
    steps, nodes = np.zeros(n, np.uint32), np.zeros(n, np.uint64)
    engine.rate_rows(
        rows.cells,
        n,
        offsets=rows.offsets,
        budget=budget,
        threads=threads,
        profile=order,
        ratings=ratings.reshape(-1),
        status=status,
        hardest=hardest,
        steps=steps,
        counts=counts.reshape(-1),
        nodes=nodes,
    )
    er, ep, ed = (ratings[:, column] / (1 if order.counts_points else 10) for column in range(3))
    if order.counts_points:
        er[ratings[:, 0] == UNSOLVED_POINTS] = UNSOLVED
    return RateResult(
        rows.spread(er),
        rows.spread(ep),
        rows.spread(ed),
        rows.spread(hardest, engine.NO_TECHNIQUE),
        rows.spread(counts),
        rows.spread(steps),
        rows.spread_status(status),
        rows.spread(nodes),
        rows.lines,
        order,
    )
