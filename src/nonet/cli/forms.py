"""Canonical forms of a batch of rows, for `nonet canonical`, `dedupe` and `split`.

The last two choose rows and print them as they are, so what they share is here too.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from nonet import engine
from nonet.cli.stream.batches import Batch
from nonet.cli.stream.blocks import Block
from nonet.cli.stream.pipeline import Answers, Failure
from nonet.cli.stream.rows import PHRASES, Row, status_of
from nonet.engine import TRANSFORM, Status
from nonet.errors import Conflict, NonetError
from nonet.transforms import Transform

__all__ = ["Forms", "Problem", "answers_about", "chosen_row", "chosen_rows", "forms_of"]

_ASCII = bytes.maketrans(bytes(range(10)), b"0123456789")


@dataclass(frozen=True)
class Problem:
    """Why a row has no form."""

    status: str
    message: str

    @property
    def phrase(self) -> str:
        """How the summary counts it."""
        return PHRASES[self.status]


@dataclass
class Forms:
    """The forms of the rows of a batch, 81 digits for each; ``problems`` of those that have none."""

    rows: int
    digits: bytearray
    transforms: bytearray
    automorphisms: array[int]
    problems: dict[int, Problem] = field(default_factory=dict)

    def texts(self) -> Iterator[str]:
        """Yield the form of each row as 81 digits, 0 for an empty cell."""
        text = self.digits.translate(_ASCII).decode()
        return (text[i : i + 81] for i in range(0, 81 * self.rows, 81))

    def cells(self, row: int) -> bytearray:
        """Return the form of a row."""
        return self.digits[81 * row : 81 * row + 81]

    def transform(self, row: int) -> Transform:
        """Return the transform from a row to its form."""
        return Transform.from_bytes(self.transforms[TRANSFORM * row : TRANSFORM * (row + 1)])


def forms_of(batch: Batch) -> Forms:
    """Find the canonical forms of a batch."""
    n = batch.rows
    forms = Forms(n, bytearray(81 * n), bytearray(TRANSFORM * n), array("Q", bytes(8 * n)))
    if batch.masks is not None or not batch.rules.is_classic:
        for row in range(n):
            _one(batch, row, forms)
        return forms
    status = bytearray(n)
    engine.canonical_rows(
        batch.cells,
        n,
        offsets=batch.offsets,
        boards=forms.digits,
        transforms=forms.transforms,
        automorphisms=forms.automorphisms,
        status=status,
    )
    if status.count(Status.FOUND) != n:
        for row, state in enumerate(status):
            if state != Status.FOUND:
                message = f"conflict: {batch.puzzle(row).check().problems[0]}"
                forms.problems[row] = Problem(Status(state).word, message)
    return forms


def _one(batch: Batch, row: int, forms: Forms) -> None:
    """Find the form of a row with pencil marks or other rules."""
    puzzle = batch.puzzle(row)
    try:
        forms.digits[81 * row : 81 * row + 81] = bytes(puzzle.canonical().givens)
        transform = bytes(puzzle.canonical_transform())
        forms.transforms[TRANSFORM * row : TRANSFORM * (row + 1)] = transform
        forms.automorphisms[row] = puzzle.automorphisms()
    except Conflict as error:
        forms.problems[row] = Problem(*status_of(error))
    except NonetError as error:
        forms.problems[row] = Problem("unsupported", str(error))


# -- choosing rows --------------------------------------------------------------------------------


def answers_about(batch: Batch, problems: dict[int, Problem]) -> Answers:
    """Return answers without output, with everything that is wrong with the batch."""
    answers = Answers(rows=batch.rows + len(batch.gaps))
    wrong = [
        Failure(batch.source, batch.line(row), None, problems[row].message) for row in problems
    ]
    answers.fail(*wrong, *(Failure.of(gap.error, batch.source) for gap in batch.gaps))
    words = Counter(problem.phrase for problem in problems.values())
    written = batch.rows - len(problems)
    answers.tally = +(words + Counter(written=written, unreadable=len(batch.gaps)))
    return answers


def chosen_rows(
    batch: Batch, rows: Sequence[int], *, as_rows: bool
) -> list[Row] | list[Block] | bytes:
    """Return rows of a batch as they are: as result rows, or as lines."""
    if not as_rows:
        return b"".join(batch.raw(row) + b"\n" for row in rows)
    columns = batch.own_columns()
    if columns is None:
        return [chosen_row(batch, row) for row in rows]
    return [Block(batch, columns, partial(chosen_row, batch), results=None, chosen=rows)]


def chosen_row(batch: Batch, row: int | Any) -> Row:
    """Return a row of a batch as a result row without results."""
    return Row.of(batch, row, "found", board=batch.puzzle(row))
