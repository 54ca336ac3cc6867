"""`nonet minimise`: puzzles without the givens that they do not need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from nonet.base.errors import NonetError
from nonet.base.options import Flag, Whole
from nonet.cli.groups import AnswerColumns, Budget, Files
from nonet.cli.options import BOARDS, FEW_ROWS, adding, job_for, output_format, run_rows
from nonet.cli.stream.rows import Row, RowWork, line_of, status_of
from nonet.tables.batches import Batch
from nonet.verbs import boards as verbs

__all__ = ["Minimise", "minimise"]


def minimise(
    *,
    options: verbs.Minimise,
    limit: Annotated[
        int, Whole("Print up to {metavar} puzzles for each (default: {default}).", 1)
    ] = 1,
    constraints: Annotated[bool, Flag("Remove constraints that are not needed, too.")] = False,
    budget: Budget = None,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(Minimise.results, Minimise.usual_columns)] = (),
    files: Files,
) -> int:
    """Remove givens that a puzzle does not need.

    Givens are removed until each one left is needed for a unique solution. --seed chooses the order;
    with --limit there is a line for each of several results. A puzzle with constraints is printed
    as an ISS string, which all commands read.
    """
    target = output_format(output, formats=BOARDS)
    job = job_for(files, output, rows=FEW_ROWS)
    return run_rows(
        job, Minimise(None, budget, options["seed"], limit, constraints), target, columns
    )


@dataclass(frozen=True)
class Minimise(RowWork):
    """Each puzzle without the givens that it does not need."""

    budget: int | None = None
    seed: int = 0
    limit: int = 1
    constraints: bool = False

    results: ClassVar[Sequence[str]] = ("minimal", "givens")
    usual_columns: ClassVar[Sequence[str]] = ("minimal",)
    done: ClassVar[str] = "minimal"

    def rows(self, batch: Batch, row: int, prepared: object) -> Iterable[Row]:
        puzzle, spelling = batch.puzzle(row), batch.spelling(row)
        if row in batch.positions and not batch.positions[row].givens_known:
            yield self.failed(batch, row, "unsupported", _UNKNOWN)
            return
        try:
            puzzles = list(
                puzzle.minimal_puzzles(
                    self.seed,
                    constraints=self.constraints,
                    limit=self.limit,
                    budget=self.budget,
                )
            )
            lines = [line_of(each, spelling) for each in puzzles]
        except NonetError as error:
            yield self.failed(batch, row, *status_of(error, batch.line(row)))
            return
        for minimal, line in zip(puzzles, lines, strict=True):
            results = {"minimal": line, "givens": len(minimal.givens.filled)}
            yield Row.of(batch, row, "unique", results=results, text=line, board=minimal)


_UNKNOWN = "it is not known which filled cells are givens; write the givens as a board of digits"
