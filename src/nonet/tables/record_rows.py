"""Records of `nonet.formats` as rows of a piece, with every value as the file has it.

The table of such rows has what the answers need: the boards, and the texts of other columns. Arrow has one type for a
column, so the values are kept as a list for each column, in which `MISSING` is a key that a row does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from nonet.base.digits import PLAIN_BOARD
from nonet.base.errors import NonetError, ParseError
from nonet.formats.base import Record
from nonet.formats.fields import Fields, rules_in_words
from nonet.formats.prose import rules_in_cell
from nonet.formats.puzzles import classic_givens, is_classic
from nonet.formats.tables import puzzle_in_cell
from nonet.puzzle import Position, Puzzle
from nonet.tables.batches import RejectedRow, error_of, renamed
from nonet.tables.columns import column_with_nulls, pyarrow_for
from nonet.tables.csv_text import MISSING, Values

__all__ = [
    "PieceRows",
    "RecordRows",
    "numbered",
    "values_of",
]

_ROW = "\0row"  # the column with the number of each row, where values are not in the table


class PieceRows(NamedTuple):
    """The rows of a piece: a table, those that are not puzzles, and the number of all.

    ``notes`` are messages of the reader about lines. ``boards`` has the classic boards, as the engine reads them, of
    rows whose texts it cannot read. ``values`` are written in place of the columns with their names; the table is
    `numbered` then.
    """

    table: Any
    bad: Sequence[RejectedRow] = ()
    rows: int = 0
    notes: Sequence[tuple[int, str]] = ()
    values: Values = {}  # noqa: RUF012 - never changed
    boards: Mapping[int, str] = {}


class RecordRows:
    """Records one after the other; ``puzzle`` names the column of the puzzles, that of the first record by itself."""

    def __init__(self, puzzle: str | None = None) -> None:
        self.puzzle = puzzle
        self.rows: list[dict[str, Any]] = []
        self.bad: list[RejectedRow] = []
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
            placed = ParseError(error.reason, text=record.text)
            self.bad.append(RejectedRow(len(self.rows), placed, record.fields))
            return
        own = getattr(fields, "puzzle", "puzzle")
        self.puzzle = self.puzzle or own
        self.rows.append(renamed(fields, own, self.puzzle))
        self.boards.append(board)

    def extend(self, records: Iterable[Record]) -> RecordRows:
        """Take records, and return all."""
        for record in records:
            self.add(record)
        return self

    def table(self, names: Sequence[str]) -> PieceRows:
        """Return the rows as a table with these columns."""
        pa = pyarrow_for("reading text")
        values = {name: [row.get(name, MISSING) for row in self.rows] for name in names}
        columns = {name: _texts(column) for name, column in values.items()}
        if self.puzzle in columns:
            columns[self.puzzle] = pa.array(self.boards, pa.string())
        table = numbered(pa.table(columns))
        return PieceRows(table, self.bad, len(self), self.notes, values)


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


def _texts(values: Sequence[Any]) -> Any:
    """Return values as a column of texts; a null is another value, or none."""
    texts = [value if isinstance(value, str) else None for value in values]
    return pyarrow_for("reading text").array(texts, pyarrow_for("reading text").string())


def numbered(table: Any) -> Any:
    """Return a table that knows the number of each of its rows, also when some rows are taken out."""
    import numpy as np

    return table.append_column(_ROW, column_with_nulls(np.arange(len(table))))


def values_of(table: Any, values: Values) -> tuple[Any, Values]:
    """Return a table without the numbers of its rows, and the values of these rows."""
    if _ROW not in table.schema.names:
        return table, {}
    rows = table[_ROW].to_pylist()
    own = {name: [column[row] for row in rows] for name, column in values.items()}
    return table.drop_columns([_ROW]), own
