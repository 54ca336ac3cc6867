"""What the core reports: how a row ended, how much work it was, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from nonet.grid import Grid

__all__ = ["Found", "Scan", "Stats", "Status"]


class Status(IntEnum):
    """What became of one row of a batch."""

    UNIQUE = 0
    """Exactly one solution, proved."""
    MULTIPLE = 1
    """Two or more solutions; the count is exact if it is below the limit."""
    FOUND = 2
    """The limit was 1: there is a solution, others were not looked for."""
    NO_SOLUTION = 3
    """Proved to have none."""
    CONFLICT = 4
    """No solution, and two equal givens in one house show it at sight."""
    BAD_CELL = 5
    """The row holds something that is neither a digit nor a blank."""
    OUT_OF_BUDGET = 6
    """The budget was spent; the count is "at least"."""
    CANCELLED = 7
    """The call was stopped before this row was finished."""

    @property
    def word(self) -> str:
        """The name as people read it: lower case, with spaces."""
        return self.name.lower().replace("_", " ")

    @property
    def is_solved(self) -> bool:
        """Whether the row has a solution to show."""
        return self in (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)


@dataclass(frozen=True)
class Stats:
    """Counters of a call, summed over all rows.

    ``rounds`` are propagation rounds of all lanes together, ``lane_rounds`` the sum over these of
    the lanes that had a puzzle in them: ``lane_rounds / rounds / lanes`` is how full the vectors
    were. ``exact`` is whether all counts are exact, none of them "at least" for a limit or a budget
    (`nonet.batch` tells; `batch.Result.exact` says it row by row), or None where nobody looked.
    """

    guesses: int = 0
    rounds: int = 0
    lane_rounds: int = 0
    solutions: int = 0
    exact: bool | None = field(default=None, compare=False)

    def __add__(self, other: Stats) -> Stats:
        return Stats(
            self.guesses + other.guesses,
            self.rounds + other.rounds,
            self.lane_rounds + other.lane_rounds,
            self.solutions + other.solutions,
            self.exact and other.exact,
        )


class Found(NamedTuple):
    """Solutions met, at most the limit, and whether they are all (or the limit was reached)."""

    grids: tuple[Grid, ...]
    exact: bool


class Scan(NamedTuple):
    """What `scan_lines` saw; see ``nonet_scan_lines`` in ``core.h``."""

    rows: int
    lines: int
    consumed: int
    odd_line: bool
