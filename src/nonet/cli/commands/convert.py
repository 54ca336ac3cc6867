"""`nonet convert`: each puzzle in another format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

from nonet.base.options import Flag
from nonet.cli.forms import answers_about
from nonet.cli.groups import Givens, Output, Tables
from nonet.cli.options import BOARDS, job_for, output_format
from nonet.cli.stream.job import run_job
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.result_columns import ResultColumns
from nonet.cli.stream.rows import Row, RowWork
from nonet.cli.stream.writers import BoardObjects, Boards, BoardTable, RowWriter, writer_for
from nonet.formats.fields import rules_in_words
from nonet.puzzle import Puzzle
from nonet.tables.batches import Batch, Buffers, RejectedRow

__all__ = ["Convert", "convert"]


def convert(
    *,
    output: Output,
    puzzle_only: Annotated[bool, Flag("Leave out placed digits and removed candidates.")] = False,
    tables: Tables,
    givens: Givens = None,
) -> int:
    """Write each puzzle in another format.

    The format is that of --to, of the suffix of --output, or one line per puzzle. A puzzle that the
    format cannot hold is reported and left out.
    """
    target = output_format(output, formats=BOARDS)
    job = job_for(tables, output, lines=target == "csv", givens=givens)
    name = "line" if target == "txt" else target
    return run_job(job, Convert((), puzzle_only), _writer(name))


def _writer(name: str) -> RowWriter:
    """Return the writer of a format; CSV uses the format for boards, which checks what it holds."""
    if name in ("csv", "jsonl"):
        return BoardTable() if name == "csv" else BoardObjects()
    return writer_for(name, data=True) if name in ("parquet", "feather") else Boards(name)


@dataclass(frozen=True)
class Convert(RowWork):
    """Each board as it is, or its puzzle."""

    puzzle_only: bool = False

    done: ClassVar[str] = "written"

    def of_model(self, batch: Batch, rejected: RejectedRow) -> Row | None:
        """Return the model; the format says whether it can hold it."""
        if rejected.model is None:
            return None
        return Row.of_rejected(batch, rejected, "written", board=rejected.model)

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch; plain rows of a table are columns."""
        columns = batch.board_columns()
        if columns is None or any(rejected.model is not None for rejected in batch.rejected_rows):
            return super().__call__(batch, buffers)
        answers = answers_about(batch, {})
        rows = range(batch.rows)
        answers.output = [ResultColumns(batch, columns, partial(self._row, batch), chosen=rows)]
        return answers

    def rows(self, batch: Batch, row: int, prepared: object) -> Iterable[Row]:
        yield self._row(batch, row)

    def _row(self, batch: Batch, row: int) -> Row:
        """Return the puzzle with what the file says about it."""
        board = batch.puzzle(row) if self.puzzle_only else batch.board(row)
        original = getattr(batch.fields.get(row), "origin", None)
        if original is None or not isinstance(board, Puzzle) or batch.spelling(row):
            return Row.of(batch, row, "written", board=board)
        words = {} if "rules" in original else {"rules": rules_in_words(board)}
        kept = {**original, batch.puzzle_column(row): batch.text(row), **words}
        kept = {name: value for name, value in kept.items() if name != "rules" or value}
        return Row.of(batch, row, "written", board=board, text=json.dumps(kept, ensure_ascii=False))
