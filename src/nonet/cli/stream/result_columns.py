"""Result rows of a whole batch, as columns: how tables are written at the speed of lines.

`ResultColumns` knows where the cells of each column come from. Its rows become CSV in the core, or Arrow columns, on
the thread that found them. Writers that need one row after the other iterate over it instead.
"""

from __future__ import annotations

import csv
import io
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, cast

from nonet.batch.answers import ANSWERS
from nonet.cli.stream.rows import Row
from nonet.engine.delimited import (
    Column,
    choice_column,
    constant_column,
    csv_line,
    number_column,
    text_column,
    write_table,
)
from nonet.tables.answer_names import answer_names
from nonet.tables.batches import Batch, RejectedRow
from nonet.tables.csv_text import cell_of

__all__ = [
    "ResultColumns",
    "ResultText",
    "values_column",
]

_OUTCOME = ("status", "message")


@dataclass
class ResultColumns:
    """The result rows of a batch: ``columns`` of the file by name and in order; ``row_of`` makes one row.

    ``added`` are the columns of the answers. ``chosen`` are the numbers of the rows to write, None for all.
    """

    batch: Batch
    columns: Mapping[str, Column]
    row_of: Callable[[int | RejectedRow], Row]
    added: Mapping[str, Column] = field(default_factory=dict)
    chosen: Sequence[int] | None = None

    @classmethod
    def of(
        cls,
        batch: Batch,
        results: Mapping[str, Callable[[], Column]],
        status: Column,
        messages: Mapping[int, str],
        row_of: Callable[[int | RejectedRow], Row],
        requested: Sequence[str],
    ) -> ResultColumns:
        """Return the result rows of a batch with columns: its own, and the requested results, as in `Row.as_dict`.

        Only the requested results are computed. ``messages`` are the sentences of some rows.
        """
        place: dict[str, Callable[[], Column]] = {
            "source": lambda: constant_column(csv_cell(batch.source)),
            "line": lambda: number_column(cast("Any", batch.line_numbers), add=batch.first_line),
        }
        makers = {**place, **results}
        added = {name: makers[name]() for name in requested}
        added |= {"status": status, "message": messages_column(batch.rows, messages)}
        own = batch.own_columns()
        assert own is not None
        return cls(batch, own, row_of, added)

    def __iter__(self) -> Iterator[Row]:
        return map(self.row_of, self.batch if self.chosen is None else self.chosen)

    def rendered(self, ahead: Sequence[str] = (), *, replace: bool = False) -> ResultText:
        """Return the rows as CSV; the columns ``ahead`` come first, empty if these rows do not have them."""
        own = self.columns
        if ahead and set(ahead).issuperset(own):
            empty = constant_column(b"")
            own = {name: own.get(name, empty) for name in ahead}
        puzzle = self.batch.puzzle_name
        added = answer_names(self.added, {**own, **dict.fromkeys(ahead)}, puzzle, replace=replace)
        columns = {**own, **{added[name]: column for name, column in self.added.items()}}
        names = tuple(columns)
        text = b"".join(self._parts(columns, added))
        chosen = range(self.batch.rows) if self.chosen is None else self.chosen
        first = self._as_dict(chosen[0], added) if chosen else {}
        kinds = {name: type(first.get(name)) for name in names if first}
        kinds |= {added[name]: ANSWERS[name].kind for name in ANSWERS if name in added and first}
        kinds |= {
            name: kind
            for name, (kind, _) in self.batch.types.items()
            if name in kinds and name not in added.values()
        }
        return ResultText(names, puzzle, added, text, kinds, self.batch.source, self._lines())

    def _as_dict(self, row: int | RejectedRow, added: Mapping[str, str]) -> dict[str, Any]:
        """Return the columns of a row; those that choose rows add none."""
        made = self.row_of(row)
        return made.as_dict(added) if added else dict(made.columns)

    def _lines(self) -> Callable[[], list[int | None]]:
        """Return what makes the lines of the rows, also when the buffers have other rows."""
        batch, chosen = self.batch, self.chosen
        numbers: Sequence[int] = batch.line_numbers
        if isinstance(numbers, memoryview):
            numbers = memoryview(bytes(numbers[: batch.rows])).cast("I")

        def lines() -> list[int | None]:
            rows = range(batch.rows) if chosen is None else chosen
            numbered: list[int | None] = [batch.first_line + numbers[row] for row in rows]
            for before, rejected in enumerate(batch.rejected_rows if chosen is None else ()):
                numbered.insert(rejected.row + before, rejected.error.line)
            return numbered

        return lines

    def _parts(self, named: Mapping[str, Column], added: Mapping[str, str]) -> Iterator[bytes]:
        columns, rows = list(named.values()), self.batch.rows
        if self.chosen is not None:
            yield write_table(columns, rows, chosen=array("I", self.chosen))
            return
        done = 0
        for rejected in self.batch.rejected_rows:
            if rejected.row > done:
                yield write_table(columns, rows, first=done, n=rejected.row - done)
                done = rejected.row
            values = self._as_dict(rejected, added)
            yield csv_line([cell_of(values.get(name)) for name in named]).encode()
        yield write_table(columns, rows, first=done)


@dataclass
class ResultText:
    """Rows that are CSV already; ``puzzle`` names the column of the puzzle, ``added`` those of the answers.

    ``kinds`` are the types of the values in the first puzzle's row, empty if there is none.
    """

    names: tuple[str, ...]
    puzzle: str
    added: Mapping[str, str]
    text: bytes
    kinds: Mapping[str, type]
    source: str
    lines: Callable[[], list[int | None]]

    def own_columns(self) -> list[str]:
        """Return the names of the columns that the file has."""
        answers = set(self.added.values())
        return [name for name in self.names if name not in answers]

    def rows(self) -> Iterator[Row]:
        """Yield the rows, with texts in all columns."""
        own = self.own_columns()
        results = {name: place for name, place in self.added.items() if name not in _OUTCOME}
        status, message = map(self.added.get, _OUTCOME)
        values = csv.DictReader(io.StringIO(self.text.decode()), self.names)
        for line, row in zip(self.lines(), values, strict=True):
            yield Row(
                self.source,
                line,
                {name: row[name] for name in own},
                row[status] if status else "",
                {name: row[place] for name, place in results.items()},
                (row[message] or None) if message else None,
                puzzle=self.puzzle,
            )


def messages_column(rows: int, messages: Mapping[int, str]) -> Column:
    """Return the column of the messages of some rows."""
    if not messages:
        return constant_column(b"")
    texts = [b"", *dict.fromkeys(csv_cell(text) for text in messages.values())]
    numbers = {text: number for number, text in enumerate(texts)}
    choices = array("I", bytes(4 * rows))
    for row, text in messages.items():
        choices[row] = numbers[csv_cell(text)]
    return choice_column(texts, choices)


def values_column(values: Sequence[Any]) -> Column:
    """Return the column of some values, empty where one is None."""
    cells = [b"" if value is None else str(cell_of(value)).encode() for value in values]
    ends = array("I", accumulate(map(len, cells), initial=0))
    return text_column(b"".join(cells) or b" ", ends, 0, 1, gap=0, quote=True, plain=True)


def csv_cell(text: str) -> bytes:
    """Return a text as a cell of CSV.

    >>> csv_cell("a,b"), csv_cell("a")
    (b'"a,b"', b'a')
    """
    return csv_line([text, ""])[:-2].encode()
