"""`nonet canonical`: the board that represents a puzzle and all that are equivalent to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from nonet.base.options import Flag
from nonet.batch.keys import key_of
from nonet.cli.forms import Forms, answers_about, form_columns, forms_of
from nonet.cli.groups import AnswerColumns, Files
from nonet.cli.options import BOARDS, adding, job_for, output_format, run_rows, usage
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.result_columns import ResultColumns
from nonet.cli.stream.rows import Row, RowWork
from nonet.engine.delimited import choice_column
from nonet.puzzle import Puzzle
from nonet.tables.batches import Batch, Buffers, RejectedRow

__all__ = ["Canonical", "canonical"]

_SIGNS = bytes.maketrans(b"0", b".")


def canonical(
    *,
    transform: Annotated[bool, Flag("Add the number of the transform to that board.")] = False,
    automorphisms: Annotated[bool, Flag("Add the number of automorphisms.")] = False,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(Canonical.results, Canonical.usual_columns)] = (),
    files: Files,
) -> int:
    """Print the canonical form of each puzzle.

    Puzzles are equivalent if permuting rows, columns and digits, or transposing, turns one into the
    other. All equivalent puzzles have the same canonical form, and no others have it.
    """
    target = output_format(output, formats=BOARDS)
    if target != "txt" and (transform or automorphisms):
        usage("--transform and --automorphisms are for lines; other formats have their columns")
    job = job_for(files, output)
    return run_rows(job, Canonical(None, transform, automorphisms), target, columns)


@dataclass(frozen=True)
class Canonical(RowWork):
    """One line per puzzle: its form, or itself and why it has none."""

    transform: bool = False
    automorphisms: bool = False

    results: ClassVar[Sequence[str]] = ("canonical", "key", "transform", "automorphisms")
    usual_columns: ClassVar[Sequence[str]] = ("canonical",)

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch; plain lines of a batch without problems are made all at once."""
        in_lines = self.columns is None
        if in_lines and not (self.transform or self.automorphisms or batch.rejected_rows):
            forms = forms_of(batch)
            if not forms.problems:
                answers = Answers(rows=batch.rows)
                lines = "".join(f"{text}\n" for text in forms.texts())
                answers.output = lines.encode().translate(_SIGNS)
                answers.tally[self.done] = batch.rows
                return answers
        if not in_lines and batch.puzzles is None and batch.own_columns() is not None:
            return self._as_columns(batch, buffers)
        return super().__call__(batch, buffers)

    def _as_columns(self, batch: Batch, buffers: Buffers) -> Answers:
        prepared = forms, _ = self.prepare(batch, buffers)
        problems = forms.problems
        answers = answers_about(batch, problems)
        words = list(dict.fromkeys(["found", *(one.status for one in problems.values())]))
        states = bytearray(batch.rows)
        for row, problem in problems.items():
            states[row] = words.index(problem.status)
        requested = self.columns or ()

        def row_of(item: int | RejectedRow) -> Row:
            if isinstance(item, RejectedRow):
                return Row.unreadable(batch, item).show(requested, self.results)
            return next(iter(self.rows(batch, item, prepared))).show(requested, self.results)

        status = choice_column([word.encode() for word in words], states)
        messages = {row: one.message for row, one in problems.items()}
        columns = form_columns(forms)
        answers.output = [ResultColumns.of(batch, columns, status, messages, row_of, requested)]
        return answers

    def prepare(self, batch: Batch, buffers: Buffers) -> tuple[Forms, list[str]]:
        forms = forms_of(batch)
        return forms, [text.replace("0", ".") for text in forms.texts()]

    def rows(self, batch: Batch, row: int, prepared: Any) -> Iterable[Row]:
        forms, texts = prepared
        problem = forms.problems.get(row)
        if problem is not None:
            yield self.failed(batch, row, problem.status, problem.message)
            return
        transform = forms.transform(row)
        line = texts[row]
        if self.transform:
            line += f" transform={transform.number}"
        if self.automorphisms:
            line += f" automorphisms={forms.automorphisms[row]}"
        results = {
            "canonical": texts[row],
            "key": f"{key_of(forms.cells(row)):016x}",
            "transform": {
                "number": transform.number,
                "transposed": transform.transposed,
                "rows": transform.rows,
                "columns": transform.columns,
                "digits": transform.digits,
            },
            "automorphisms": forms.automorphisms[row],
        }
        board = Puzzle(texts[row]) if self.columns is not None else None
        yield Row.of(batch, row, "found", results=results, text=line, board=board)
