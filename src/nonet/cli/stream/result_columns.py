"""Result rows of a whole batch, as columns: how tables are written at the speed of lines.

`ResultColumns` knows where the cells of each column come from. Its rows become CSV in the core on the thread that found
them. Writers that need one row after the other iterate over it instead, as long as the buffers of the rows are theirs.
"""

from __future__ import annotations

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
    "FileColumns",
    "ResultColumns",
    "values_column",
]


@dataclass
class FileColumns:
    """The columns of the first rows of all files, ``puzzle`` that of the puzzles, and what `convert` has beside it."""

    columns: list[str] = field(default_factory=list)
    puzzle: str | None = None
    beside: list[str] = field(default_factory=list)


@dataclass
class ResultColumns:
    """The result rows of a batch: ``columns`` of the file by name and in order; ``row_of`` makes one row.

    ``added`` are the columns of the answers. ``chosen`` are the numbers of the rows to write, None for all.

    `render` makes the ``text`` of the rows in the columns ``names``, with the answers in ``places``. ``kinds`` are the
    types of the values in the first puzzle's row, empty if there is none.
    """

    batch: Batch
    columns: Mapping[str, Column]
    row_of: Callable[[int | RejectedRow], Row]
    added: Mapping[str, Column] = field(default_factory=dict)
    chosen: Sequence[int] | None = None
    names: tuple[str, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    text: bytes = b""
    kinds: Mapping[str, type] = field(default_factory=dict)

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

    @property
    def puzzle(self) -> str:
        """The name of the column of the puzzle."""
        return self.batch.puzzle_name

    def own_columns(self) -> list[str]:
        """Return the names of the columns that the file has."""
        answers = set(self.places.values())
        return [name for name in self.names if name not in answers]

    def render(self, ahead: Sequence[str] = (), *, replace: bool = False) -> None:
        """Make CSV of the rows; the columns ``ahead`` come first, empty if these rows do not have them."""
        own = self.columns
        if ahead and set(ahead).issuperset(own):
            empty = constant_column(b"")
            own = {name: own.get(name, empty) for name in ahead}
        in_use = {**own, **dict.fromkeys(ahead)}
        self.places = added = answer_names(self.added, in_use, self.puzzle, replace=replace)
        columns = {**own, **{added[name]: column for name, column in self.added.items()}}
        self.names = tuple(columns)
        self.text = b"".join(self._parts(columns, added))
        chosen = range(self.batch.rows) if self.chosen is None else self.chosen
        if not chosen:
            return
        first, places = self._as_dict(chosen[0], added), set(added.values())
        self.kinds = {
            **{name: type(first.get(name)) for name in self.names},
            **{added[name]: ANSWERS[name].kind for name in ANSWERS if name in added},
            **{name: kind for name, (kind, _) in self.batch.types.items() if name not in places},
        }

    def _as_dict(self, row: int | RejectedRow, added: Mapping[str, str]) -> dict[str, Any]:
        """Return the columns of a row; those that choose rows add none."""
        made = self.row_of(row)
        return made.as_dict(added) if added else dict(made.columns)

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
