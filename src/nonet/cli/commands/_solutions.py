"""Several solutions of each puzzle, for `nonet solve --all` and `--limit`: a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from nonet.base.errors import LimitReached, NonetError
from nonet.cli.stream.rows import Row, RowWork, status_of
from nonet.puzzle import Puzzle
from nonet.tables.batches import Batch

__all__ = ["MOST", "SEVERAL", "Solutions"]

MOST = 100_000
"""The most solutions that --all prints."""

SEVERAL = 16
"""Puzzles in a piece of work."""


@dataclass(frozen=True)
class Solutions(RowWork):
    """The solutions of each puzzle, one after the other."""

    limit: int = 2
    budget: int | None = None

    results: ClassVar[Sequence[str]] = ("solution", "number")
    usual_columns: ClassVar[Sequence[str]] = results
    done: ClassVar[str] = "solutions"

    def rows(self, batch: Batch, row: int, prepared: Any) -> Iterable[Row]:
        """Yield a row for each solution, then why there are not all."""
        puzzle, spelling, number = batch.puzzle(row), batch.spelling(row), 0
        try:
            for solution in islice(puzzle.solutions(budget=self.budget), self.limit):
                number += 1
                text = solution.text(spelling=spelling)
                board = Puzzle(solution, rules=puzzle.rules, info=puzzle.info)
                results = {"solution": text, "number": number}
                yield Row.of(batch, row, "found", results=results, text=text, board=board)
            if not number:
                puzzle.solution(budget=self.budget)  # says why there is none
        except LimitReached as error:
            yield self.failed(batch, row, "out of budget", str(error))
        except NonetError as error:
            yield self.failed(batch, row, *status_of(error, batch.line(row)))
        else:
            if number == MOST == self.limit:
                message = f"{MOST:,} solutions are printed; --limit N prints more"
                yield self.failed(batch, row, "multiple", message)
