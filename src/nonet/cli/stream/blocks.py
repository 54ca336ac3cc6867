"""Result rows of a whole batch, as columns: how tables are written at the speed of lines.

A `Block` knows where the cells of each of its columns come from. Its rows become CSV in the core, or Arrow columns, on
the thread that found them. Writers that need one row after the other iterate over it instead.
"""

from __future__ import annotations

import csv
import io
import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonet.cli.stream.batches import Batch, Gap
from nonet.cli.stream.rows import Row
from nonet.engine.delimited import (
    Column,
    choice_column,
    constant_column,
    csv_line,
    number_column,
    write_table,
)

__all__ = [
    "Block",
    "Rendered",
    "block_columns",
    "cell_of",
    "messages_column",
]

_PLACE = ("source", "line")
_OUTCOME = ("status", "message")


@dataclass
class Block:
    """The result rows of a batch: ``columns`` by name and in order; ``row_of`` makes one row.

    ``results`` are the names of the columns that the file does not have, None if the columns are those of the file and
    nothing else. ``chosen`` are the numbers of the rows to write, None for all.
    """

    batch: Batch
    columns: Mapping[str, Column]
    row_of: Callable[[int | Gap], Row]
    results: Sequence[str] | None = ()
    chosen: Sequence[int] | None = None

    def __iter__(self) -> Iterator[Row]:
        return map(self.row_of, self.batch if self.chosen is None else self.chosen)

    def rendered(self) -> Rendered:
        """Return the rows as CSV."""
        names = tuple(self.columns)
        text = b"".join(self._parts(names))
        chosen = range(self.batch.rows) if self.chosen is None else self.chosen
        first = self.row_of(chosen[0]).as_dict() if chosen else {}
        kinds = {name: type(first.get(name)) for name in names if first}
        results = None if self.results is None else tuple(self.results)
        return Rendered(names, self.batch.puzzle_name, results, text, kinds)

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
class Rendered:
    """Rows that are CSV already; ``puzzle`` names the column of the puzzle.

    ``kinds`` are the types of the values in the first puzzle's row, empty if there is none.
    """

    names: tuple[str, ...]
    puzzle: str
    results: tuple[str, ...] | None
    text: bytes
    kinds: Mapping[str, type]

    def own_columns(self) -> list[str]:
        """Return the names of the columns that the file has."""
        added = set() if self.results is None else {*_PLACE, *self.results, *_OUTCOME}
        return [name for name in self.names if name not in added or name == self.puzzle]

    def rows(self) -> Iterator[Row]:
        """Yield the rows, with texts in all columns."""
        own, results = self.own_columns(), self.results or ()
        for values in csv.DictReader(io.StringIO(self.text.decode()), self.names):
            yield Row(
                values.get("source", ""),
                int(values["line"]) if values.get("line", "").isdigit() else None,
                {name: values[name] for name in own},
                values.get("status", ""),
                {name: values[name] for name in results},
                values.get("message") or None,
                puzzle=self.puzzle,
            )


def block_columns(
    batch: Batch, results: Mapping[str, Column], status: Column, messages: Column
) -> dict[str, Column] | None:
    """Return all columns of the result rows, in the order of `Row.as_dict`; None if the batch has no columns."""
    own = batch.own_columns()
    if own is None:
        return None
    place = {
        "source": constant_column(csv_cell(batch.source)),
        "line": number_column(batch.line_numbers, add=batch.first_line),  # type: ignore[arg-type]
    }
    return {**place, **own, **results, "status": status, "message": messages}


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


def flat(value: Any) -> Any:
    """Return a value that a cell of a table can hold; nested ones become JSON."""
    nested = isinstance(value, (dict, list, tuple))
    return json.dumps(value, ensure_ascii=False) if nested else value


def cell_of(value: Any) -> Any:
    """Return a value as a cell of CSV."""
    value = flat(value)
    return str(value).lower() if isinstance(value, bool) else value
