"""Canonical forms of a batch of rows, for `nonet canonical`, `dedupe` and `split`.

The last two choose rows and print them as they are, so what they share is here too.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate

from nonet import engine
from nonet.base.errors import NonetError
from nonet.boards.transforms import Transform
from nonet.cli.stream.pipeline import Answers, Failure
from nonet.cli.stream.result_columns import ResultColumns
from nonet.cli.stream.rows import PHRASES, Row, status_of
from nonet.engine import TRANSFORM, Status
from nonet.engine.delimited import Column, boards_column, number_column, text_column
from nonet.puzzle.errors import Conflict
from nonet.tables.batches import Batch

__all__ = [
    "Forms",
    "Problem",
    "answers_about",
    "chosen_row",
    "chosen_rows",
    "form_columns",
    "forms_of",
]

_DOTTED = bytes.maketrans(bytes(range(10)), b".123456789")
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


def form_columns(forms: Forms) -> dict[str, Callable[[], Column]]:
    """Return what makes the columns of a table: the form, its key, the transform as JSON, the automorphisms."""
    present = array("Q", [1]) * forms.rows
    for row in forms.problems:
        present[row] = 0

    def canonical() -> Column:
        return boards_column(forms.digits.translate(_DOTTED), 81, stride=81, present=present)

    def key() -> Column:
        import numpy as np

        from nonet.batch.keys import keys_of

        boards = np.frombuffer(forms.digits, np.uint8).reshape(-1, 81)
        keys = keys_of(boards).astype(">u8").tobytes().hex().encode()
        return boards_column(keys, 16, stride=16, present=present)

    def transform() -> Column:
        texts = [text.encode() for text in _transform_texts(forms)]
        ends = array("I", accumulate(map(len, texts), initial=0))
        whole = b"".join(texts)
        return text_column(whole, ends, 0, 1, gap=0, quote=True, plain=True, present=present)

    def automorphisms() -> Column:
        return number_column(forms.automorphisms)._replace(present=present)

    return {each.__name__: each for each in (canonical, key, transform, automorphisms)}


def _transform_texts(forms: Forms) -> Iterator[str]:
    """Yield the transform of each row as `json.dumps` writes it. There are few orders of rows and of columns."""
    orders: dict[tuple[str, bytes], tuple[str, int]] = {}

    def order(name: str, lines: bytes) -> tuple[str, int]:
        if (name, lines) not in orders:
            as_rows = Transform(rows=tuple(lines)).number
            number = as_rows if name == "rows" else as_rows * 6**4
            orders[name, lines] = json.dumps(tuple(lines)), number
        return orders[name, lines]

    numbers = _digit_orders(forms)
    raw = bytes(forms.transforms)
    for at in range(0, TRANSFORM * forms.rows, TRANSFORM):
        if at // TRANSFORM in forms.problems:
            yield ""
            continue
        rows, first = order("rows", raw[at + 1 : at + 10])
        columns, second = order("columns", raw[at + 10 : at + 19])
        digits = ", ".join(raw[at + 19 : at + 28].translate(_ASCII).decode())
        number = raw[at] + first + second + 2 * 6**8 * numbers[at // TRANSFORM]
        transposed = "true" if raw[at] else "false"
        yield (
            f'{{"number": {number}, "transposed": {transposed}, "rows": {rows}, '
            f'"columns": {columns}, "digits": [{digits}]}}'
        )


def _digit_orders(forms: Forms) -> list[int]:
    """Return the number of each order of digits, as in `Transform.number`."""
    import numpy as np

    digits = np.frombuffer(forms.transforms, np.uint8).reshape(-1, TRANSFORM)[:, 19:]
    numbers = np.zeros(forms.rows, np.int64)
    for place in reversed(range(9)):
        smaller = (digits[:, place + 1 :] < digits[:, place : place + 1]).sum(axis=1)
        numbers = numbers * (9 - place) + smaller
    numbered: list[int] = numbers.tolist()
    return numbered


# -- choosing rows --------------------------------------------------------------------------------


def answers_about(batch: Batch, problems: dict[int, Problem]) -> Answers:
    """Return answers without output, with everything that is wrong with the batch."""
    answers = Answers(rows=batch.rows + len(batch.rejected_rows))
    wrong = [
        Failure(batch.source, batch.line(row), None, problems[row].message) for row in problems
    ]
    answers.fail(*wrong, *(Failure.of(gap.error, batch.source) for gap in batch.rejected_rows))
    words = Counter(problem.phrase for problem in problems.values())
    written = batch.rows - len(problems)
    answers.tally = +(words + Counter(written=written, unreadable=len(batch.rejected_rows)))
    return answers


def chosen_rows(
    batch: Batch, rows: Sequence[int], *, as_rows: bool
) -> list[Row] | list[ResultColumns] | bytes:
    """Return rows of a batch as they are: as result rows, or as lines."""
    if not as_rows:
        return b"".join(batch.raw(row) + b"\n" for row in rows)
    columns = batch.own_columns()
    if columns is None:
        return [chosen_row(batch, row) for row in rows]
    return [ResultColumns(batch, columns, partial(chosen_row, batch), chosen=rows)]


def chosen_row(batch: Batch, row: int) -> Row:
    """Return a row of a batch as a result row without results."""
    return Row.of(batch, row, "found", board=batch.puzzle(row))
