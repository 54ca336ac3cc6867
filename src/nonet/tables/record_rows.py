"""Records of `nonet.formats` as columns of Arrow, with every value as the file has it.

A column of texts is one of strings. In any other column each value is JSON, and a column is *marked* with what it
holds, because a table of Arrow has no place for values of several types. A key that a row does not have is a null.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeAlias

from nonet.base.digits import PLAIN_BOARD
from nonet.base.errors import NonetError, ParseError
from nonet.formats.base import Record
from nonet.formats.fields import Fields, rules_in_words
from nonet.formats.prose import rules_in_cell
from nonet.formats.puzzles import classic_givens, is_classic
from nonet.formats.tables import puzzle_in_cell
from nonet.puzzle import Position, Puzzle
from nonet.tables.batches import error_of, renamed
from nonet.tables.columns import pyarrow_for
from nonet.tables.csv_text import cell_of

__all__ = [
    "BadRow",
    "Gathered",
    "Marks",
    "PieceRows",
    "Schema",
    "typed",
    "with_given",
]

Marks: TypeAlias = "Mapping[str, Literal['text', 'json']]"
"""The columns whose nulls are keys that a row does not have, and what their texts are."""

_GIVEN = "\0given"  # the column of the puzzles as the file has them, beside their boards
_MISSING = object()


class BadRow(NamedTuple):
    """A row that is not a puzzle; ``row`` counts from the beginning of its piece."""

    row: int
    reason: str
    text: str


class PieceRows(NamedTuple):
    """The rows of a piece: a table, those that are not puzzles, and the number of all.

    ``notes`` are messages of the reader about lines. ``boards`` has the classic boards, as the engine reads them, of
    rows whose texts it cannot read.
    """

    table: Any
    bad: Sequence[BadRow] = ()
    rows: int = 0
    notes: Sequence[tuple[int, str]] = ()
    marks: Marks = {}  # noqa: RUF012 - never changed
    boards: Mapping[int, str] = {}


class Gathered:
    """Records one after the other; ``puzzle`` names the column of the puzzles, that of the first record by itself."""

    def __init__(self, puzzle: str | None = None) -> None:
        self.puzzle = puzzle
        self.rows: list[dict[str, Any]] = []
        self.bad: list[BadRow] = []
        self.notes: list[tuple[int, str]] = []
        self.boards: list[str] = []

    def __len__(self) -> int:
        return len(self.rows) + len(self.bad)

    def add(self, record: Record) -> None:
        """Take a record."""
        self.notes += [(record.line, note) for note in record.notes]
        if record.is_ignored:
            return
        try:
            if record.board is None:
                raise error_of(record)
            fields, board = _as_row(record)
        except ParseError as error:
            self.bad.append(BadRow(len(self), error.reason, record.text))
            return
        own = getattr(fields, "puzzle", "puzzle")
        self.puzzle = self.puzzle or own
        self.rows.append(renamed(fields, own, self.puzzle))
        self.boards.append(board)

    def extend(self, records: Iterable[Record]) -> Gathered:
        """Take records, and return all."""
        for record in records:
            self.add(record)
        return self

    def table(self, names: Sequence[str]) -> PieceRows:
        """Return the rows as a table with these columns."""
        pa = pyarrow_for("reading text")
        columns, marks = {}, {}
        for name in names:
            columns[name], marks[name] = _column([row.get(name, _MISSING) for row in self.rows])
        boards = pa.array(self.boards, pa.string())
        if self.puzzle in columns and not columns[self.puzzle].equals(boards):
            columns[_GIVEN], marks[_GIVEN] = columns[self.puzzle], marks[self.puzzle]
            columns[self.puzzle] = boards
        return PieceRows(pa.table(columns), self.bad, len(self), self.notes, marks)


def _as_row(record: Record) -> tuple[Mapping[str, Any], str]:
    """Return the columns of a record, and its board as the engine reads it, or with its rules in a column of the row.

    A board with rules that is not the same when it is read again from its row is an error, as a position is.
    """
    board, fields = record.board, record.fields
    assert board is not None
    if fields is not None and isinstance(board, Position):
        board = board.puzzle  # the row has what was played in columns of its own
    puzzle = board if isinstance(board, Puzzle) and not is_classic(board) else None
    text = classic_givens(board) if puzzle is None else (puzzle.marks or puzzle.givens).text()
    if fields is None:
        written = record.text if PLAIN_BOARD.fullmatch(record.text) else text
        words = rules_in_words(board)
        rules = {"rules": words} if words else {}
        info = {name: text for name, text in board.info.items() if name != "spelling"}
        fields = Fields({"puzzle": written, **rules, **info}.items(), puzzle="puzzle")
    if puzzle is not None and not _is_in_row(puzzle, text, fields):
        classic_givens(puzzle)
    return fields, text


def _is_in_row(board: Puzzle, text: str, fields: Mapping[str, Any]) -> bool:
    """Whether a board is found again in its text and the rules of its row."""
    rules = next((value for name, value in fields.items() if name.lower() == "rules"), None)
    with suppress(NonetError):
        again = puzzle_in_cell(text, None, rules_in_cell(rules) if isinstance(rules, str) else None)
        return (again.givens, again.rules, again.marks) == (board.givens, board.rules, board.marks)
    return False


def _column(values: Sequence[Any]) -> tuple[Any, Literal["text", "json"]]:
    """Return a column of values, texts as they are or else each as JSON, and which of both it is."""
    pa = pyarrow_for("reading text")
    if all(value is _MISSING or isinstance(value, str) for value in values):
        texts = [None if value is _MISSING else value for value in values]
        return pa.array(texts, pa.string()), "text"
    dumped = [
        None if value is _MISSING else json.dumps(value, ensure_ascii=False) for value in values
    ]
    return pa.array(dumped, pa.string()), "json"


def with_given(table: Any, marks: Marks, puzzle: str) -> tuple[Any, Marks]:
    """Return a table, and its marks, with the puzzles as the file has them."""
    if _GIVEN not in table.schema.names:
        return table, marks
    place = table.schema.names.index(puzzle)
    given = table.set_column(place, puzzle, table[_GIVEN]).drop_columns([_GIVEN])
    return given, {**marks, puzzle: marks[_GIVEN]}


class Schema:
    """The columns of a file as they are found piece by piece; what has several types is text."""

    def __init__(self) -> None:
        self._kinds: dict[str, set[Any]] = {}

    def add(self, name: str, kind: Any) -> None:
        """Take the type that a column has in some rows, None where it has no value."""
        self._kinds.setdefault(name, set()).update(() if kind is None else (kind,))

    def add_rows(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take the values of rows."""
        pa = pyarrow_for("reading text")
        kinds = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), type(None): None}
        for row in rows:
            for name, value in row.items():
                is_large = isinstance(value, int) and value.bit_length() > 63
                self.add(name, pa.string() if is_large else kinds.get(type(value), pa.string()))

    def schema(self) -> Any:
        """Return the schema."""
        pa = pyarrow_for("reading text")
        numbers = {pa.int64(), pa.float64()}
        return pa.schema(
            (
                name,
                next(iter(kinds))
                if len(kinds) == 1
                else pa.float64()
                if kinds == numbers
                else pa.string(),
            )
            for name, kinds in self._kinds.items()
        )


def typed(table: Any, marks: Marks, schema: Any) -> Any:
    """Return a table whose marked columns have the types of a schema; text is a cell of CSV."""
    pa = pyarrow_for("an Arrow table")
    for place, name in enumerate(table.schema.names):
        if name not in marks:
            continue
        kind = schema.field(name).type
        texts = table[name].to_pylist()
        values = texts if marks[name] == "text" else [text and json.loads(text) for text in texts]
        if kind == pa.string():
            values = [None if value is None else str(cell_of(value)) for value in values]
        table = table.set_column(place, name, pa.array(values, kind))
    return table
