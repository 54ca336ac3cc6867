"""`nonet count`: how many solutions each puzzle has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, ClassVar

from nonet.base.errors import LimitReached
from nonet.base.options import Flag
from nonet.cli.groups import AnswerColumns, Budget, Files
from nonet.cli.options import adding, job_for, output_format, run_rows, usage
from nonet.cli.stream.solving import Solved, SolvingWork, Verdict
from nonet.cli.stream.status import counting_progress
from nonet.engine import ENUMERATED, Status
from nonet.puzzle import Puzzle
from nonet.puzzle.model import Model
from nonet.tables.batches import Batch, Results
from nonet.verbs import boards as verbs

__all__ = ["Count", "count"]


def count(
    *,
    options: verbs.Count,
    exact: Annotated[bool, Flag("Count all solutions, however many there are.")] = False,
    budget: Budget = None,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(Count.results, Count.usual_columns)] = (),
    files: Files,
) -> int:
    """Count the solutions of each puzzle.

    A + after the number means "or more": the limit or the budget was reached.

    With --exact a classic 9x9 board takes at most a few seconds, even an empty
    one. Boards of other rules are enumerated, which can take very long.
    """
    if exact and options["limit"] is not None:
        usage("--exact and --limit cannot be combined")
    limit = ENUMERATED if exact else options["limit"] or 2
    target = output_format(output)
    job = job_for(files, output, limit=limit)
    as_text = exact and target in ("parquet", "feather")
    return run_rows(job, Count(limit, budget, exact=exact, counts_as_text=as_text), target, columns)


@dataclass(frozen=True)
class Count(SolvingWork):
    """One line per puzzle: the number of solutions, with a + where there may be more.

    Exact counts may have more than 64 bits, which the columns of the core and of Parquet do not hold.
    """

    needs_counts: ClassVar[bool] = True
    usual_columns: ClassVar[Sequence[str]] = ("count", "exact")
    exact: bool = False
    counts_as_text: bool = False

    def usual(self, batch: Batch, results: Results) -> tuple[object, int]:
        return (b"1+\n" * batch.rows, 3) if self.limit == 1 else (b"1\n" * batch.rows, 2)

    def verdict(self, batch: Batch, results: Results, row: int, state: Status) -> Verdict:
        number = results.counts[row]
        if state is Status.OUT_OF_BUDGET:
            sentence = self.sentence(batch, row, state)
            return Verdict(f"{number}+  # {sentence}", sentence)
        if number >= self.limit and self.exact:
            number, problem = _exact_count(batch.puzzle(row), self.budget)
            if problem is None:
                return Verdict(str(number))
            return Verdict(f"{number}+  # {problem}", problem, Status.OUT_OF_BUDGET.word)
        return Verdict(f"{number}{'+' if number >= self.limit else ''}")

    def results_of(
        self, batch: Batch, buffers: Results, row: int, state: Status
    ) -> dict[str, object]:
        """Return the results, with the exact count if it is requested."""
        results = super().results_of(batch, buffers, row, state)
        if self.exact and results["count"] >= self.limit:
            number, problem = _exact_count(batch.puzzle(row), self.budget)
            results |= {"count": number, "exact": problem is None}
        if self.counts_as_text:
            results["count"] = str(results["count"])
        return results

    @property
    def fits_columns(self) -> bool:
        """Whether the columns of the core hold all results; exact counts may be larger."""
        return not self.exact

    def solve_model(self, model: Model) -> Solved:
        """Return what the search finds; with --exact all solutions are enumerated."""
        if self.exact:
            return replace(self, limit=(1 << 64) - 1, exact=False).solve_model(model)
        return super().solve_model(model)

    def model_verdict(self, text: str, solved: Solved) -> Verdict:
        if solved.status is Status.OUT_OF_BUDGET:
            return Verdict(f"{solved.number}+  # {solved.sentence}", solved.sentence)
        more = solved.number >= self.limit and not self.exact
        return Verdict(f"{solved.number}{'+' if more else ''}")


@lru_cache(maxsize=1)
def _exact_count(puzzle: Puzzle, budget: int | None) -> tuple[int, str | None]:
    """Return the number of solutions, or how many were found and why there may be more.

    The line and its columns ask for the same one.
    """
    try:
        with counting_progress() as progress:
            return puzzle.count(limit=None, budget=budget, progress=progress), None
    except LimitReached as error:
        return error.progress or ENUMERATED, str(error)
