"""What the core reports: the status of a row, the counters of a call, the solutions found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from nonet.boards.grid import Grid

__all__ = ["Found", "Scan", "Stats", "Status"]


class Status(IntEnum):
    """The result of one row of a batch."""

    UNIQUE = 0
    """Exactly one solution, proved."""
    MULTIPLE = 1
    """Two or more solutions; the count is exact if it is below the limit."""
    FOUND = 2
    """The limit was 1: there is a solution, and the search stopped there."""
    NO_SOLUTION = 3
    """Proved to have no solution."""
    CONFLICT = 4
    """No solution: two equal givens in one house."""
    BAD_CELL = 5
    """The row contains a character that is neither a digit nor a blank."""
    OUT_OF_BUDGET = 6
    """The budget is spent; the count is a lower bound."""
    CANCELLED = 7
    """The call was stopped before this row was finished."""

    @property
    def word(self) -> str:
        """The name in lower case with spaces, as people read it."""
        return self.name.lower().replace("_", " ")

    @property
    def is_solved(self) -> bool:
        """Whether a solution was found."""
        return self in (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)


@dataclass(frozen=True)
class Stats:
    """Counters of a call, summed over all rows.

    ``rounds`` are propagation rounds, each for all lanes together. ``lane_rounds`` is the sum over all rounds of the
    lanes that held a puzzle, so ``lane_rounds / rounds / lanes`` is how full the vectors were. ``exact`` is True if
    all counts are exact, False if a limit or a budget made one a lower bound, and None if this is not known
    (`nonet.batch` sets it; `batch.Result.exact` has it row by row).
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
    """The solutions found, up to the limit; ``exact`` is False if the budget ended the search before that."""

    grids: tuple[Grid, ...]
    exact: bool


class Scan(NamedTuple):
    """The result of `scan_lines`; see ``nonet_scan`` in ``core.h``."""

    rows: int
    lines: int
    consumed: int
    odd_line: bool
    long_row: int = 0
