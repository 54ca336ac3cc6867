"""`nonet count`: how many solutions each puzzle has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import typer

from nonet.cli.options import (
    Budget,
    Column,
    From,
    Jobs,
    Json,
    Limit,
    OutputFile,
    Puzzles,
    Rules,
    To,
    job_for,
    output_format,
)
from nonet.cli.stream.batches import Batch, Results
from nonet.cli.stream.job import run_job
from nonet.cli.stream.solving import Solved, SolvingWork, Verdict
from nonet.engine import Status

__all__ = ["Count", "count"]


def count(
    puzzles: Puzzles = None,
    limit: Limit = 2,
    budget: Budget = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    column: Column = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Count the solutions of each puzzle.

    A + after the number means "or more": the limit or the budget was reached.
    """
    target = output_format(to, output, json)
    job = job_for(puzzles, output, from_, rules, jobs, column, limit=limit)
    if target == "txt":
        raise typer.Exit(run_job(job, Count(limit, budget)))
    from nonet.cli.stream.writers import writer_for

    raise typer.Exit(run_job(job, Count(limit, budget, as_rows=True), writer_for(target)))


@dataclass(frozen=True)
class Count(SolvingWork):
    """One line per puzzle: the number of solutions, with a + where there may be more."""

    needs_counts: ClassVar[bool] = True

    def usual(self, batch: Batch, found: Results) -> tuple[Any, int]:
        """Return ones."""
        return (b"1+\n" * batch.rows, 3) if self.limit == 1 else (b"1\n" * batch.rows, 2)

    def verdict(self, batch: Batch, found: Results, row: int, state: Status) -> Verdict:
        """Return the number."""
        number = found.counts[row]
        if state is Status.OUT_OF_BUDGET:
            sentence = self.sentence(batch, row, state)
            return Verdict(f"{number}+  # {sentence}", sentence)
        return Verdict(f"{number}{'+' if number >= self.limit else ''}")

    def model_verdict(self, text: str, solved: Solved) -> Verdict:
        """Return the number."""
        if solved.status is Status.OUT_OF_BUDGET:
            return Verdict(f"{solved.number}+  # {solved.sentence}", solved.sentence)
        return Verdict(f"{solved.number}{'+' if solved.number >= self.limit else ''}")
