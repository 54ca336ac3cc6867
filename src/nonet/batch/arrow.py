"""Answers as columns of Arrow: the one function that files, data frames and clusters share.

`with_columns` takes a table or a record batch and returns it with the answers as further columns; `stream` does so for
an iterator of record batches. Puzzles are read where they lie, and Arrow takes the buffers of the answers as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from nonet.base.errors import NonetError
from nonet.batch.answers import ANSWERS, COLUMNS, Bounds, answers_of, check_columns, families_of
from nonet.batch.rows import EngineRows, classic_rows, with_one_blank
from nonet.engine import Status
from nonet.formats.fields import is_board, likely_columns
from nonet.formats.prose import rules_in_cell
from nonet.formats.puzzles import classic_givens, is_classic
from nonet.formats.tables import place_of, puzzle_in_cell
from nonet.tables.answer_names import answer_names
from nonet.tables.columns import pyarrow_for, word_array
from nonet.tables.digit_lists import as_texts, holds_lists
from nonet.tables.plain_columns import plain_table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from nonet.puzzle import Puzzle

__all__ = [
    "COLUMNS",
    "Others",
    "Work",
    "plain_board",
    "stream",
    "texts_at",
    "with_boards",
    "with_columns",
]


def with_columns(
    table: Any,
    columns: Sequence[str] = ("solution",),
    *,
    column: str | None = None,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = None,
    replace: bool = False,
) -> Any:
    """Return a table with answers about its puzzles as further columns, and with ``status``.

    ``table`` is a `pyarrow.RecordBatch`, a `pyarrow.Table`, or anything else that hands over Arrow data, such as a
    data frame of pandas or Polars. A record batch makes a record batch, all others a table. ``columns`` are some of
    `COLUMNS`. ``column`` names the column of the puzzles, texts of 81 characters or lists of digits (also a list for
    each row of the board); without it the column has a usual name, such as ``puzzle``, or else it is the first with a
    board in the first 100 rows. Where the table has a column with the name of an answer, the answer gets another
    (``rating_nonet``, then ``rating_nonet_2``), or with ``replace`` its place.

    A row that is not a puzzle has nulls, and ``bad cell`` as its status. The status is that of the search if its
    columns (solution, count, exact, guesses) are requested, else that of the rating, else that of the canonical form.
    If only givens are, nothing is searched, and each board is ``found``. The order of the columns does not matter.
    ``limit``, ``budget`` and ``threads`` are as for `nonet.batch.solve`; the budget does not limit ratings.

    >>> import pyarrow as pa
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> table = pa.table({"id": [1, 2], "puzzle": [easy, "?"]})
    >>> with_columns(table, ["count", "givens"]).to_pydict()["count"]
    [1, None]
    >>> with_columns(table, ["rating", "technique"]).column_names
    ['id', 'puzzle', 'rating', 'technique', 'status']
    """
    pa = pyarrow_for("an Arrow table")
    names = check_columns(columns)
    if isinstance(table, pa.RecordBatch):
        return Work(names, column, limit, budget, replace)(plain_table(table), threads=threads)
    whole = plain_table(pa.table(table)).combine_chunks()
    work = Work(names, puzzle_column(whole.schema, column, [whole]), limit, budget, replace)
    batches = whole.to_batches() or [pa.RecordBatch.from_pylist([], schema=whole.schema)]
    return pa.Table.from_batches([work(batch, threads=threads) for batch in batches])


def stream(
    batches: Iterable[Any],
    columns: Sequence[str] = ("solution",),
    *,
    column: str | None = None,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = None,
    replace: bool = False,
) -> Iterator[Any]:
    """Yield record batches with answers, one for each of the iterator; see `with_columns`.

    Only one record batch is in memory at a time; the first decides which column has the puzzles. Spark's ``mapInArrow``
    takes a function of this kind.
    """
    names = check_columns(columns)
    for batch in map(plain_table, batches):
        column = puzzle_column(batch.schema, column, [batch])
        yield Work(names, column, limit, budget, replace)(batch, threads=threads)


@dataclass(frozen=True)
class Work:
    """The requested answers, as a function of record batches; it can be sent to other processes."""

    columns: tuple[str, ...]
    column: str | None = None
    limit: int = 2
    budget: int | None = None
    replace: bool = False

    def names(self, columns: Sequence[str], puzzle: str) -> dict[str, str]:
        """Return the columns of the answers in a table with these columns."""
        answers = *self.columns, "status"
        return answer_names(answers, columns, puzzle, replace=self.replace)

    def __call__(self, batch: Any, *, threads: int | None = None) -> Any:
        """Return a record batch with the answers."""
        column = puzzle_column(batch.schema, self.column, [batch])
        answers, _ = self.answered(batch, column, threads=threads)
        return answers

    def answered(
        self,
        batch: Any,
        column: str,
        rules: Mapping[int, str] = MappingProxyType({}),
        *,
        threads: int | None = None,
    ) -> tuple[Any, Others]:
        """Return a record batch with the answers for the puzzles of a column, and the rows that were read one by one.

        These are the rows that the engine cannot read, and those with ``rules``.
        """
        import numpy as np

        pa = pyarrow_for("an Arrow table")
        given = as_texts(batch.column(column))
        answered, status = self._answers(classic_rows(given, "with_columns"), threads)
        apart = [*np.flatnonzero(status == Status.BAD_CELL).tolist(), *rules]
        others = Others(given, {row: rules.get(row) for row in sorted(apart)})
        answers: dict[int, dict[str, Any]] = {}
        if others.plain:
            texts = pa.array(others.plain.values(), pa.string())
            again, _ = self._answers(classic_rows(texts, "with_columns"), threads)
            rows = zip(*(values.to_pylist() for values in again.values()), strict=True)
            for row, values in zip(others.plain, rows, strict=True):
                answers[row] = dict(zip(again, values, strict=True))
        of_classic = any(ANSWERS[name].family.of_classic for name in self.columns)
        for row, board in others.boards.items():
            try:
                if of_classic:
                    classic_givens(board)
                answers[row] = answers_of(board, self.columns, Bounds(self.limit, self.budget))
            except NonetError as error:
                others.reasons[row] = getattr(error, "reason", str(error))
        if answers:
            answered = {name: _with(values, name, answers) for name, values in answered.items()}
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        names = self.names(list(columns), column)
        columns |= {names[answer]: values for answer, values in answered.items()}
        table = pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))
        return table, others

    def _answers(
        self, rows: EngineRows, threads: int | None
    ) -> tuple[dict[str, Any], npt.NDArray[np.uint8]]:
        """Return the columns of the answers with the status, and the status as numbers: that of the first family."""
        columns: dict[str, Any] = dict.fromkeys(self.columns)
        rows, states = with_one_blank(rows), []
        for family, wanted in families_of(self.columns):
            answers = family.rows(rows, wanted, Bounds(self.limit, self.budget), threads)
            columns |= {name: ANSWERS[name].column(answers) for name in wanted}
            states.append(answers.status)
        words = [state.word for state in Status]
        return columns | {"status": word_array(words, states[0].astype("int32"))}, states[0]


def _with(values: Any, name: str, answers: Mapping[int, Mapping[str, Any]]) -> Any:
    """Return a column with the answers of some rows replaced."""
    found = values.to_pylist()
    for row, each in answers.items():
        found[row] = each[name]
    return pyarrow_for("an Arrow table").array(found, values.type)


# -- rows that the engine does not read -----------------------------------------------------------


def texts_at(column: Any, rows: Sequence[int]) -> list[str]:
    """Return the puzzles of some rows as the table has them."""
    texts = as_texts(column)
    puzzles = (texts[row].as_py() for row in rows)
    return [
        text if isinstance(text, str) else "" if text is None else str(text) for text in puzzles
    ]


def with_boards(table: Any, column: str, boards: Mapping[int, str]) -> Any:
    """Return a table whose puzzles in some rows are these, as the engine reads them."""
    if not boards:
        return table
    pa = pyarrow_for("an Arrow table")
    texts = as_texts(table.column(column)).to_pylist()
    for row, board in boards.items():
        texts[row] = board
    return table.set_column(table.schema.names.index(column), column, pa.array(texts, pa.string()))


class Others:
    """Rows of a column that the engine cannot read, by row number, each with its rules.

    ``texts`` has the text of each row, ``plain`` the classic boards as the engine reads them, ``boards`` the other
    boards, ``reasons`` why a row is not a board.
    """

    def __init__(self, column: Any, rows: Mapping[int, str | None]) -> None:
        self.texts = dict(zip(rows, texts_at(column, list(rows)), strict=True))
        self.plain: dict[int, str] = {}
        self.boards: dict[int, Puzzle] = {}
        self.reasons: dict[int, str] = {}
        for row, text in self.texts.items():
            try:
                board = puzzle_in_cell(text, None, rules_in_cell(rows[row]))
                board.rules.require_usual_digits("tables of boards")
            except NonetError as error:
                self.reasons[row] = getattr(error, "reason", str(error))
                continue
            if is_classic(board):
                self.plain[row] = classic_givens(board)
            else:
                self.boards[row] = board


def plain_board(text: str, rules: str | None = None) -> tuple[str | None, str]:
    """Return a text as the engine reads it, or None and the reason if it is not a classic board."""
    try:
        return classic_givens(puzzle_in_cell(text, None, rules_in_cell(rules))), ""
    except NonetError as error:
        return None, getattr(error, "reason", str(error))


# -- the column of the puzzles --------------------------------------------------------------------


def puzzle_column(schema: Any, column: str | None, tables: Iterable[Any]) -> str:
    """Return the name of the column with the puzzles: the given one, else one with a usual name, else one with a board.

    ``tables`` have the first rows. They are read only if no name, or more than one, is usual: then the first table with
    a board decides. A column that is named as a solution is never taken, since a damaged puzzle must not be replaced.
    ``schema`` is that of a table, or the names of columns of text.
    """
    names: list[str] = list(getattr(schema, "names", schema))
    if column is not None:
        return names[place_of(column, names)]
    texts = text_columns(schema) if hasattr(schema, "names") else names
    likely, usual = likely_columns(texts)
    if usual and len(likely) == 1:
        return texts[likely[0]]
    for table in tables:
        here = text_columns(table.schema)
        for name in [texts[place] for place in likely]:
            if name in here and any(map(is_board, _first(table.column(name)))):
                return name
    if usual:
        return texts[likely[0]]
    listed = ", ".join(map(repr, names[:12])) or "none"
    raise ValueError(f"expected a column of puzzles, 81 characters each, found {listed}")


def text_columns(schema: Any) -> list[str]:
    """Return the names of the columns that may hold puzzles as texts."""
    return [field.name for field in schema if _holds_text(field.type)]


def _first(column: Any) -> Iterator[str]:
    """Yield the first texts of a column."""
    for value in as_texts(column.slice(0, 100)).to_pylist():
        if value:
            yield str(value)


def _holds_text(kind: Any) -> bool:
    """Whether a column of this type may hold puzzles as texts, or as lists of digits."""
    types = pyarrow_for("an Arrow table").types
    if holds_lists(kind):
        return True
    if types.is_dictionary(kind):
        kind = kind.value_type
    texts = "string", "large_string", "string_view", "binary", "large_binary", "fixed_size_binary"
    return any(getattr(types, f"is_{name}")(kind) for name in texts)
