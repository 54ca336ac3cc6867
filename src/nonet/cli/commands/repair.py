"""`nonet repair`: puzzles with the fewest givens changed that leave one solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from nonet.base.cells import cell_name
from nonet.base.errors import NonetError
from nonet.base.options import Whole
from nonet.cli.groups import AnswerColumns, Files, Givens
from nonet.cli.options import BOARDS, FEW_ROWS, adding, job_for, output_format, run_rows
from nonet.cli.stream.rows import Row, RowWork, line_of, status_of
from nonet.puzzle.repairing import Repair as Changes
from nonet.tables.batches import Batch

__all__ = ["Repair", "repair"]


def repair(
    *,
    budget: Annotated[int | None, Whole("Give up after {metavar} sets of givens.", 1)] = None,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(Repair.results, Repair.usual_columns)] = (),
    files: Files,
    givens: Givens = None,
) -> int:
    """Change the fewest givens so that there is one solution.

    A puzzle with several solutions gets more givens; in one without a solution, givens are changed or
    removed. If its constraints exclude each other, one gets another sum or is removed. Of a position
    on a puzzle with one solution, wrong digits are removed and candidates restored. The line names the
    changes after a #.
    """
    target = output_format(output, formats=BOARDS)
    job = job_for(files, output, rows=FEW_ROWS, givens=givens)
    return run_rows(job, Repair(budget=budget), target, columns)


@dataclass(frozen=True)
class Repair(RowWork):
    """Each puzzle with its givens corrected."""

    budget: int | None = None

    results: ClassVar[Sequence[str]] = (
        "repaired",
        "added",
        "changed",
        "removed",
        "restored",
        "exact",
        "alternatives",
    )
    usual_columns: ClassVar[Sequence[str]] = ("repaired", "added", "changed", "removed", "restored")
    done: ClassVar[str] = ""

    def rows(self, batch: Batch, row: int, prepared: object) -> Iterable[Row]:
        board = batch.board(row)
        try:
            repair = board.repair(budget=self.budget)
            line = line_of(repair.puzzle, batch.spelling(row))
        except NonetError as error:
            yield self.failed(batch, row, *status_of(error, batch.line(row)))
            return
        if not repair:
            yield Row.of(
                batch, row, "unique", results=_changes(repair, line), text=line, board=board
            )
            return
        yield Row.of(
            batch,
            row,
            "repaired",
            results=_changes(repair, line),
            text=f"{line}  # {repair}",
            board=repair.puzzle,
        )


def _changes(repair: Changes, line: str) -> dict[str, object]:
    rules = repair.puzzle.rules
    size, values = rules.size, (0, *rules.digits)
    before, after = ([values[digit] for digit in b] for b in (repair.original, repair.puzzle))
    restored = {
        cell_name(cell, size): [values[digit] for digit in sorted(digits)]
        for cell, digits in repair.restored.items()
    }
    return {
        "repaired": line,
        "added": {cell_name(cell, size): after[cell] for cell in repair.added},
        "changed": {cell_name(cell, size): [before[cell], after[cell]] for cell in repair.changed},
        "removed": {cell_name(cell, size): before[cell] for cell in repair.removed},
        "restored": restored,
        "exact": repair.exact,
        "alternatives": [other.changes for other in repair.alternatives],
    }
