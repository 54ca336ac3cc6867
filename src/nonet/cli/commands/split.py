"""`nonet split`: the puzzles of one part of a data set, without leaks between the parts."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from nonet.base.numbers import read_decimal
from nonet.base.options import Choice, Text, Whole
from nonet.batch.keys import bounds_of, key_of, part_of
from nonet.cli.forms import Problem, answers_about, chosen_rows, forms_of
from nonet.cli.groups import Files, Output, Seed
from nonet.cli.options import BOARDS, data_writer, job_for, output_format, usage
from nonet.cli.stream.job import run_job
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.solving import sentence_of, solve_batch
from nonet.engine import Status
from nonet.tables.batches import Batch, Buffers

__all__ = ["Part", "split"]


def split(
    *,
    part: Annotated[int, Whole("The part to print, from 1 (default: {default}).", 1)] = 1,
    fractions: Annotated[
        str, Text("Shares of the parts (default: {default}).", metavar="F,F,...")
    ] = "0.8,0.1,0.1",
    by: Annotated[
        str,
        Choice(
            "What parts never share: puzzle or solution (default).",
            ("puzzle", "solution"),
            metavar="WHAT",
        ),
    ] = "solution",
    seed: Seed = 0,
    output: Output,
    files: Files,
) -> int:
    """Print the puzzles of one part of a data set, in order.

    Run it once for each part. Equivalent puzzles are always in the same part; with --by solution, so
    are puzzles whose solutions are equivalent. The part depends on the puzzle, the seed and the
    fractions alone.
    """
    target = output_format(output, formats=BOARDS)
    try:
        shares = [read_decimal(share.strip()) for share in fractions.split(",")]
    except ValueError:
        usage(f"--fractions must be numbers such as 0.8,0.1,0.1, got {fractions!r}")
    try:
        bounds = tuple(bounds_of(shares))
    except ValueError as error:
        usage(f"--{error}")
    if part > len(bounds):
        usage(f"--part must be 1 to {len(bounds)}, the number of --fractions, got {part}")
    writer = data_writer(target)
    work = Part(writer is not None, part - 1, bounds, seed, by)
    return run_job(job_for(files, output), work, writer)


@dataclass(frozen=True)
class Part:
    """The rows of one part of a data set, counted from 0; see `nonet.batch.split`."""

    as_rows: bool
    number: int
    bounds: tuple[int, ...]
    seed: int
    by: str

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch."""
        problems: dict[int, Problem] = {}
        rows, boards = list(range(batch.rows)), batch
        if self.by == "solution" and batch.rules.is_classic:
            rows, boards = _solved(batch, buffers, problems)
        forms = forms_of(boards)
        problems |= {rows[i]: problem for i, problem in forms.problems.items()}
        chosen = []
        for i, row in enumerate(rows):
            if i not in forms.problems:
                key = key_of(forms.cells(i))
                if part_of(key, self.bounds, self.seed) == self.number:
                    chosen.append(row)
        answers = answers_about(batch, problems)
        others = answers.tally["written"] - len(chosen)
        answers.tally += Counter({"written": -others, "in other parts": others})
        answers.output = chosen_rows(batch, chosen, as_rows=self.as_rows)
        return answers


def _solved(
    batch: Batch, buffers: Buffers, problems: dict[int, Problem]
) -> tuple[list[int], Batch]:
    """Return the rows that have one solution, and a batch of these solutions."""
    results = buffers.results(batch)
    rows = []
    for row, state in enumerate(solve_batch(batch, results, limit=2, budget=None, counts=False)):
        if state == Status.UNIQUE:
            rows.append(row)
        else:
            sentence = sentence_of(batch, row, Status(state))
            problems[row] = Problem(Status(state).word, sentence)
    places = memoryview(array("Q", [results.width * row for row in rows]))
    return rows, Batch(batch.source, len(rows), results.solutions, places)
