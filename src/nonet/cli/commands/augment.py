"""`nonet augment`: equivalent puzzles of each puzzle, and their solutions.

Rows are read and solved on threads. The equivalent puzzles are made where they are written, in the order
of the input, so that the number of a row is known: number ``j`` of row ``i`` is made by transform
``i * n + j`` of the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from nonet import engine
from nonet.base.digits import CELL_VALUES
from nonet.base.options import Whole
from nonet.cli.forms import Problem, answers_about
from nonet.cli.groups import Files, Output, Seed
from nonet.cli.options import BOARDS, TABLES, data_writer, job_for, output_format
from nonet.cli.stream.job import run_job
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.rows import Row
from nonet.cli.stream.solving import sentence_of, solve_batch, wrong_solution
from nonet.cli.stream.writers import Filter, RowWriter
from nonet.engine import TRANSFORM, Status
from nonet.formats.fields import SOLUTION_NAMES
from nonet.puzzle import Puzzle
from nonet.tables.batches import Batch, Buffers

__all__ = ["Equivalents", "Originals", "augment"]


def augment(
    *,
    number: Annotated[
        int, Whole("Puzzles for each (default: {default}).", 1, 100_000, flags=("-n",))
    ] = 1,
    seed: Seed = 0,
    output: Output,
    files: Files,
) -> int:
    """Print equivalent puzzles: rows and digits permuted.

    The same seed gives the same lines. Tables (--to csv) have the solution as well, with the same
    transform, and the other columns of the file; a row with the solution of another puzzle is an error.
    """
    target = output_format(output, formats=BOARDS)
    table = target in TABLES[1:]
    job = job_for(files, output, rows=max(1, 65_536 // number))
    writer = data_writer(target)
    originals = Originals(table, writer is not None)
    return run_job(job, originals, Equivalents(number, seed, writer))


_SIGNS = bytes.maketrans(bytes(range(10)), b".123456789")


@dataclass(frozen=True)
class Originals:
    """The digits of each row; with ``solutions`` also of its solution, if it has exactly one."""

    solutions: bool
    as_rows: bool

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch."""
        problems: dict[int, Problem] = {}
        status = b""
        results = buffers.results(batch)
        if batch.rules.is_classic and self.solutions:
            status = solve_batch(batch, results, limit=2, budget=None, counts=False)
        items = []
        for row in range(batch.rows):
            if not batch.rules.is_classic or batch.masks is not None:
                message = "expected a classic 9x9 puzzle without pencil marks"
                problems[row] = Problem("unsupported", message)
                continue
            if status and status[row] != Status.UNIQUE:
                state = Status(status[row])
                problems[row] = Problem(state.word, sentence_of(batch, row, state))
                continue
            boards = [batch.raw(row).translate(CELL_VALUES)]
            if self.solutions:
                start = results.width * row
                solved = bytes(results.solutions[start : start + 81])
                own = batch.given_solution(row)
                if (
                    own
                    and own.encode() != solved
                    and (wrong := wrong_solution(batch.puzzle(row), own))
                ):
                    problems[row] = Problem("wrong", wrong)
                    continue
                boards.append(solved.translate(CELL_VALUES))
            items.append((boards, Row.of(batch, row, "found") if self.as_rows else None))
        answers = answers_about(batch, problems)
        answers.output = items
        return answers


class Equivalents(Filter):
    """Writes ``number`` equivalent puzzles of each row: as lines, or with a writer as result rows."""

    def __init__(self, number: int, seed: int, writer: RowWriter | None = None) -> None:
        super().__init__(writer)
        self._number = number
        self._seed = seed
        self._rows = 0

    def text(self, answers: Answers) -> bytes:
        items = answers.output
        if not items:
            return b""
        texts = self._carried([boards for boards, _ in items])
        if self._writer is None:
            return self.written(texts[0], answers)
        rows = [row for _, row in items for _ in range(self._number)]
        solutions = texts[1] if len(texts) > 1 else [None] * len(rows)
        columns = zip(rows, texts[0], solutions, strict=True)
        return self.written([_equivalent(*each) for each in columns], answers)

    def _carried(self, boards: list[list[bytes]]) -> list[list[bytes]]:
        """Return the lines of all puzzles, and of all solutions if they are there."""
        n = len(boards) * self._number
        maps = bytearray(TRANSFORM * n)
        engine.random_transforms(self._seed, self._rows * self._number, n, transforms=maps)
        self._rows += len(boards)
        texts = []
        for kind in zip(*boards, strict=True):
            result = bytearray(81 * n)
            engine.apply_transforms(b"".join(kind), n, maps, repeat=self._number, result=result)
            text = result.translate(_SIGNS)
            texts.append([bytes(text[i : i + 81]) for i in range(0, 81 * n, 81)])
        return texts


def _equivalent(row: Row, board: bytes, solution: bytes | None) -> Row:
    columns: dict[str, object] = dict(row.columns)
    columns[row.puzzle] = board.decode()
    if solution is None:
        return replace(row, columns=columns, board=Puzzle(board.decode()))
    results = {_named(columns, SOLUTION_NAMES): solution.decode()}
    return replace(row, columns=columns, results=results)


def _named(columns: Iterable[str], names: Sequence[str]) -> str:
    """Return the column that has one of the usual names, or the first of these names."""
    known = {name.strip().lower(): name for name in columns}
    return next((known[name] for name in names if name in known), names[0])
