"""Result rows of a whole batch, as columns: how tables are written at the speed of lines.

`ResultColumns` knows where the cells of each column come from. Its rows become CSV in the core, or Arrow columns, on
the thread that found them. Writers that need one row after the other iterate over it instead.
"""

from __future__ import annotations

import csv
import io
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from nonet.cli.stream.rows import Row, beside
from nonet.engine.delimited import (
    Column,
    choice_column,
    constant_column,
    csv_line,
    number_column,
    write_table,
)
from nonet.tables.batches import Batch, Gap
from nonet.tables.csv_text import cell_of

__all__ = [
    "ResultColumns",
    "ResultText",
]

_OUTCOME = ("status", "message")


@dataclass
class ResultColumns:
    """The result rows of a batch: ``columns`` by name and in order; ``row_of`` makes one row.

    ``added`` are the names of the columns that the file does not have. ``chosen`` are the numbers of the rows to write,
    None for all.
    """

    batch: Batch
    columns: Mapping[str, Column]
    row_of: Callable[[int | Gap], Row]
    added: Collection[str] = ()
    chosen: Sequence[int] | None = None

    @classmethod
    def of(
        cls,
        batch: Batch,
        results: Mapping[str, Callable[[], Column]],
        status: Column,
        messages: Mapping[int, str],
        row_of: Callable[[int | Gap], Row],
        asked: Sequence[str],
    ) -> ResultColumns:
        """Return the result rows of a batch with columns: its own, and what is asked for, as in `Row.as_dict`.

        Only the results that are asked for are made. ``messages`` are the sentences of some rows.
        """
        place: dict[str, Callable[[], Column]] = {
            "source": lambda: constant_column(csv_cell(batch.source)),
            "line": lambda: number_column(cast("Any", batch.line_numbers), add=batch.first_line),
        }
        makers = {**place, **results}
        added = {beside(name, batch.puzzle_name): makers[name]() for name in asked}
        added |= {"status": status, "message": messages_column(batch.rows, messages)}
        own = batch.own_columns()
        assert own is not None
        return cls(batch, {**own, **added}, row_of, added)

    def __iter__(self) -> Iterator[Row]:
        return map(self.row_of, self.batch if self.chosen is None else self.chosen)

    def rendered(self, ahead: Sequence[str] = ()) -> ResultText:
        """Return the rows as CSV; the columns ``ahead`` come first, empty if these rows do not have them."""
        if ahead and set(ahead).issuperset(self.columns.keys() - set(self.added)):
            empty = constant_column(b"")
            self.columns = {name: self.columns.get(name, empty) for name in ahead} | dict(
                self.columns
            )
        names = tuple(self.columns)
        text = b"".join(self._parts(names))
        chosen = range(self.batch.rows) if self.chosen is None else self.chosen
        first = self.row_of(chosen[0]).as_dict() if chosen else {}
        kinds = {name: type(first.get(name)) for name in names if first}
        kinds |= {name: kind for name, (kind, _) in self.batch.types.items() if name in kinds}
        return ResultText(
            names,
            self.batch.puzzle_name,
            tuple(self.added),
            text,
            kinds,
            self.batch.source,
            self._lines(),
        )

    def _lines(self) -> Callable[[], list[int | None]]:
        """Return what makes the lines of the rows, also when the buffers have other rows."""
        batch, chosen = self.batch, self.chosen
        numbers: Sequence[int] = batch.line_numbers
        if isinstance(numbers, memoryview):
            numbers = memoryview(bytes(numbers[: batch.rows])).cast("I")

        def lines() -> list[int | None]:
            rows = range(batch.rows) if chosen is None else chosen
            found: list[int | None] = [batch.first_line + numbers[row] for row in rows]
            for before, gap in enumerate(batch.gaps if chosen is None else ()):
                found.insert(gap.row + before, gap.error.line)
            return found

        return lines

    def _parts(self, names: Sequence[str]) -> Iterator[bytes]:
        columns, rows = list(self.columns.values()), self.batch.rows
        if self.chosen is not None:
            yield write_table(columns, rows, chosen=array("I", self.chosen))
            return
        done = 0
        for gap in self.batch.gaps:
            if gap.row > done:
                yield write_table(columns, rows, first=done, n=gap.row - done)
                done = gap.row
            values = self.row_of(gap).as_dict()
            yield csv_line([cell_of(values.get(name)) for name in names]).encode()
        yield write_table(columns, rows, first=done)


@dataclass
class ResultText:
    """Rows that are CSV already; ``puzzle`` names the column of the puzzle, ``added`` those that the file lacks.

    ``kinds`` are the types of the values in the first puzzle's row, empty if there is none.
    """

    names: tuple[str, ...]
    puzzle: str
    added: Collection[str]
    text: bytes
    kinds: Mapping[str, type]
    source: str
    lines: Callable[[], list[int | None]]

    def own_columns(self) -> list[str]:
        """Return the names of the columns that the file has."""
        return [name for name in self.names if name not in self.added or name == self.puzzle]

    def rows(self) -> Iterator[Row]:
        """Yield the rows, with texts in all columns."""
        own = self.own_columns()
        results = [name for name in self.added if name not in _OUTCOME]
        values = csv.DictReader(io.StringIO(self.text.decode()), self.names)
        for line, row in zip(self.lines(), values, strict=True):
            yield Row(
                self.source,
                line,
                {name: row[name] for name in own},
                row.get("status", "") if "status" in self.added else "",
                {name: row[name] for name in results},
                (row.get("message") or None) if "message" in self.added else None,
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


def csv_cell(text: str) -> bytes:
    """Return a text as a cell of CSV.

    >>> csv_cell("a,b"), csv_cell("a")
    (b'"a,b"', b'a')
    """
    return csv_line([text, ""])[:-2].encode()
