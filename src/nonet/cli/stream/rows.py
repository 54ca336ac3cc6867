"""One row of output for each puzzle: what the file says, what the command found, and a status.

Every command that prints a row per puzzle makes it of this class, so that JSON, CSV and Parquet have
the same columns everywhere: the file's own in their order, the requested ones, ``status`` and
``message``. What they are called beside the file's own is decided where they are written.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from nonet.base.errors import LimitReached, NonetError, TimeLimitReached
from nonet.cli.stream.pipeline import Answers, Failure
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.puzzle.model import Model
from nonet.rules import CLASSIC
from nonet.rules.variants import format_rules
from nonet.tables.batches import Batch, Buffers, RejectedRow, puzzle_column

__all__ = [
    "PHRASES",
    "PLACE",
    "Row",
    "RowWork",
    "collected",
    "is_explained",
    "line_in",
    "line_of",
    "status_of",
]

PHRASES = {
    "unique": "unique",
    "multiple": "with several solutions",
    "found": "with a solution",
    "no solution": "without a solution",
    "conflict": "without a solution",
    "bad cell": "unreadable",
    "unreadable": "unreadable",
    "out of budget": "out of budget",
    "cancelled": "cancelled",
    "unsupported": "not supported",
    "wrong": "wrong",
}
"""How rows of a status are counted in the summary."""

PLACE = ("source", "line")
"""The source of a puzzle, as columns that every command can add."""

_EXPLAINED = 200
"""How many lines of a file get a reason why there is no solution: finding it takes searches."""


@dataclass(slots=True)
class Row:
    """One puzzle: its place, the columns of its file, and what the command found.

    ``text`` is its line where no format is chosen, ``board`` what a format for boards
    writes. ``puzzle`` names the column of the puzzle. A row with a ``message`` is a failure.
    """

    source: str
    line: int | None
    columns: Mapping[str, Any]
    status: str
    results: Mapping[str, Any] = field(default_factory=dict)
    message: str | None = None
    text: str = ""
    board: Board | Model | None = None
    column: int | None = None
    puzzle: str = "puzzle"

    @classmethod
    def made(cls, puzzle: Puzzle, status: str = "", **fields: Any) -> Row:
        """Return the row of a puzzle that no file has."""
        rules = {} if puzzle.rules.is_classic else {"rules": format_rules(puzzle.rules)}
        return cls(
            "", None, {"puzzle": puzzle.givens.text(), **rules}, status, board=puzzle, **fields
        )

    @classmethod
    def of(cls, batch: Batch, row: int, status: str, **fields: Any) -> Row:
        """Return the result row of a row of the input."""
        named = batch.puzzle_column(row)
        return cls(
            batch.source, batch.line(row), batch.columns(row), status, puzzle=named, **fields
        )

    @classmethod
    def unreadable(cls, batch: Batch, rejected: RejectedRow, results: Iterable[str] = ()) -> Row:
        """Return the row of a place that cannot be read: its text is kept as the puzzle."""
        failure = Failure.of(rejected.error, batch.source)
        columns = (
            rejected.fields
            if rejected.fields is not None
            else {"puzzle": rejected.error.text or None}
        )
        return cls(
            batch.source,
            rejected.error.line,
            columns,
            "unreadable",
            dict.fromkeys(results),
            failure.message,
            f"# {failure}",
            None,
            rejected.error.column,
            puzzle_column(rejected.fields),
        )

    @classmethod
    def of_rejected(cls, batch: Batch, rejected: RejectedRow, status: str, **fields: Any) -> Row:
        """Return the result row of a model: its string is the puzzle."""
        columns = {"puzzle": rejected.error.text}
        return cls(batch.source, rejected.error.line, columns, status, **fields)

    @property
    def failure(self) -> Failure | None:
        """What is wrong with the row, None if all is well."""
        if self.message is None:
            return None
        return Failure(self.source, self.line, self.column, self.message)

    def show(self, requested: Iterable[str], known: Collection[str]) -> Row:
        """Keep the requested results; those that are not ``known`` beforehand are always kept."""
        columns = {"source": self.source, "line": self.line, **self.results}
        more = {name: value for name, value in self.results.items() if name not in known}
        self.results = {name: columns.get(name) for name in requested} | more
        return self

    @property
    def answers(self) -> dict[str, Any]:
        """What the command found."""
        return {**self.results, "status": self.status, "message": self.message}

    def as_dict(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return all columns; ``names`` are those of the answers."""
        return {**self.columns, **{names[name]: value for name, value in self.answers.items()}}


def collected(
    rows: Iterable[Row], *, as_rows: bool, done: str = "", phrases: Mapping[str, str] = PHRASES
) -> Answers:
    """Return the answers of a batch: the rows themselves, or their lines.

    ``done`` is how the summary counts rows without a message, ``phrases`` how it counts a status.
    """
    rows_or_lines = list(rows)
    answers = Answers(rows=len(rows_or_lines))
    failures = []
    for row in rows_or_lines:
        fine = row.message is None and done
        answers.tally[done if fine else phrases.get(row.status, row.status)] += 1
        if row.failure is not None:
            failures.append(row.failure)
    answers.fail(*failures)
    answers.output = (
        rows_or_lines if as_rows else "".join(f"{row.text}\n" for row in rows_or_lines).encode()
    )
    return answers


def line_of(puzzle: Board, spelling: str = "") -> str:
    """Return a board as one line that all commands read: a sukaku as its candidates, rules as an ISS string.

    What an ISS string cannot say is written as JSON. A position is written as Susser writes it, as candidates, or as
    JSON.
    """
    from nonet import formats
    from nonet.formats.base import has_usual_rules
    from nonet.formats.table import keeping

    if isinstance(puzzle, Position):
        known = "susser" if puzzle.rules.is_classic else "jsonl"
        return formats.format(puzzle, known if puzzle.givens_known else "sukaku")
    if not has_usual_rules(puzzle.rules) or puzzle.rules.constraints:
        return formats.format(puzzle, next(keeping(puzzle, ("iss", "jsonl"))))
    if puzzle.marks is not None and not any(puzzle.givens):
        return puzzle.marks.text()
    return puzzle.givens.text(spelling=spelling)


def line_in(batch: Batch, row: int) -> str:
    """Return a row of the input as one line that all commands read."""
    if batch.rules is CLASSIC:
        return batch.text(row)
    return line_of(batch.puzzle(row), batch.spelling(row))


def is_explained(line: int) -> bool:
    """Whether the row of a line says why it has no solution."""
    return line <= _EXPLAINED


def status_of(error: NonetError, line: int = 0) -> tuple[str, str]:
    """Return the status and the sentence of a puzzle for which a call raised an error; ``line`` is its line."""
    if isinstance(error, Conflict):
        return "conflict", f"conflict: {error}"
    if isinstance(error, NoSolution):
        text = str(error) if is_explained(line) else error.message
        return "no solution", text.removeprefix("the puzzle has ")
    if isinstance(error, MultipleSolutions):
        return "multiple", "several solutions"
    is_late = isinstance(error, (LimitReached, TimeLimitReached))
    return "out of budget" if is_late else "unsupported", str(error)


@dataclass(frozen=True)
class RowWork:
    """The frame of a command that looks at one puzzle after the other.

    ``columns`` are the requested columns, None for lines: some of ``results`` and of `PLACE`.
    """

    columns: tuple[str, ...] | None = None

    results: ClassVar[Sequence[str]] = ()
    usual_columns: ClassVar[Sequence[str]] = ()
    done: ClassVar[str] = "written"

    def __call__(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch."""
        rows = self._rows(batch, buffers)
        if self.columns is not None:
            rows = map(self.shown, rows)
        return collected(rows, as_rows=self.columns is not None, done=self.done)

    def shown(self, row: Row) -> Row:
        """Return a row with the requested columns."""
        return row.show(self.columns or (), self.results)

    def _rows(self, batch: Batch, buffers: Buffers) -> Iterator[Row]:
        prepared = self.prepare(batch, buffers)
        for item in batch:
            if isinstance(item, RejectedRow):
                yield self.of_model(batch, item) or Row.unreadable(batch, item, self.results)
            else:
                yield from self.rows(batch, item, prepared)

    def prepare(self, batch: Batch, buffers: Buffers) -> Any:
        """Return what is computed for all rows of a batch at once."""
        return None

    @abstractmethod
    def rows(self, batch: Batch, row: int, prepared: Any) -> Iterable[Row]:
        """Yield the result rows of one row."""

    def of_model(self, batch: Batch, rejected: RejectedRow) -> Row | None:
        """Return the row of a model, None for a place without one or a command that needs a puzzle."""
        return None

    def failed(self, batch: Batch, row: int, status: str, message: str) -> Row:
        """Return the row of a puzzle for which the command has no result."""
        results = dict.fromkeys(self.results)
        text = f"{line_in(batch, row)}  # {message}"
        return Row.of(batch, row, status, results=results, message=message, text=text)
