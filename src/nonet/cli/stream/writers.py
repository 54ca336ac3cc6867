"""How result rows are written: JSON lines, CSV, Parquet, the formats for boards, and drawings.

A writer takes the answers of the workers one after the other, in the order of the input, and returns
bytes. Plain text has no writer: the workers make it.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from nonet.base.errors import NonetError
from nonet.base.packed import ByteSink
from nonet.cli.stream.pipeline import Answers, Failure
from nonet.cli.stream.result_columns import FileColumns, ResultColumns
from nonet.cli.stream.rows import Row
from nonet.engine.delimited import constant_column, csv_line, write_table
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.tables.answer_names import answer_names, sentence_about
from nonet.tables.batches import renamed, united
from nonet.tables.column_types import Schema
from nonet.tables.csv_text import array_of, cell_of

__all__ = [
    "BoardObjects",
    "BoardTable",
    "Boards",
    "Csv",
    "Drawings",
    "Feather",
    "Filter",
    "JsonLines",
    "Parquet",
    "Picture",
    "RowWriter",
    "writer_for",
]

_GROUP = 65_536  # rows of a row group of Parquet


class RowWriter:
    """Turns answers into bytes, one after the other in the order of the input.

    This has the usual beginning, rows one by one, and the usual ending: nothing.
    """

    @property
    def waiting(self) -> bool:
        """Whether rows wait for the end of the file."""
        return False

    @property
    def has_rows(self) -> bool:
        """Whether what was written is more than remarks about rows that a format cannot hold."""
        return True

    def expect(self, ahead: FileColumns) -> None:
        """Note the columns of the files."""

    def prepared(self, answers: Answers) -> Answers:
        """Return the answers as this writer takes them; called on the thread that found them."""
        if any(isinstance(item, ResultColumns) for item in answers.output):
            parts = (i if isinstance(i, ResultColumns) else (i,) for i in answers.output)
            answers.output = list(chain.from_iterable(parts))
        return answers

    def text(self, answers: Answers) -> bytes:
        """Return what is to be written now."""
        raise NotImplementedError

    def rest(self) -> Iterator[Answers]:
        """Flush: yield the rows that waited for the end of the input, as bytes."""
        return iter(())

    def end(self) -> bytes:
        """Return what closes the file, also after an interrupt."""
        return b""


class Filter(RowWriter):
    """Chooses or makes rows before another writer writes them; without one they are lines."""

    def __init__(self, writer: RowWriter | None) -> None:
        self._writer = writer

    @property
    def waiting(self) -> bool:
        return self._writer is not None and self._writer.waiting

    @property
    def has_rows(self) -> bool:
        return self._writer is None or self._writer.has_rows

    def expect(self, ahead: FileColumns) -> None:
        if self._writer is not None:
            self._writer.expect(ahead)

    def prepared(self, answers: Answers) -> Answers:
        return answers

    def written(self, rows: Sequence[Any], answers: Answers) -> bytes:
        """Return some rows as the other writer has them, or lines."""
        if self._writer is None:
            return b"".join(row + b"\n" for row in rows)
        answers.output = rows
        return self._writer.text(answers)

    def end(self) -> bytes:
        return b"" if self._writer is None else self._writer.end()


class _Answers:
    """The columns of the answers beside those of the file, and the one warning about them."""

    def __init__(self, *, replace: bool) -> None:
        self._replace = replace
        self._said: set[str] = set()
        self.names: dict[str, str] = {}

    def beside(self, row: Row) -> dict[str, str]:
        """Return the columns of the answers in a row; an answer keeps a name that it has got once."""
        for name in row.answers:
            own = self.names.setdefault(name, name)
            if own in row.columns:
                taken = {*row.columns, *self.names.values()}
                names = answer_names([name], taken, row.puzzle, replace=self._replace)
                self.names[name] = names[name]
        return self.names

    def note(self, names: Mapping[str, str], answers: Answers) -> None:
        """Report, once, that answers have other names."""
        text = sentence_about(
            {name: to for name, to in names.items() if name not in self._said}, "--replace"
        )
        if text is not None:
            self._said |= {name for name, to in names.items() if name != to}
            answers.notes.append(Failure(answers.source, None, None, text))


class JsonLines(RowWriter):
    """An object on each line."""

    def __init__(self, *, data: bool = False, replace: bool = False) -> None:
        self._data = data
        self._answers = _Answers(replace=replace)

    def text(self, answers: Answers) -> bytes:
        rows = (self._columns(row) for row in answers.output)
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
        self._answers.note(self._answers.names, answers)
        return text

    def _columns(self, row: Row) -> dict[str, Any]:
        if self._data:
            return {**row.columns, **row.results}
        return row.as_dict(self._answers.beside(row))


class _Table(RowWriter):
    """A table whose columns are those of the first rows of all files; a row with others is a failure.

    The puzzle is in one column, under whatever name a later file has it. With ``data`` a row has only the
    columns of its file.
    """

    def __init__(self, *, data: bool = False, replace: bool = False) -> None:
        self._data = data
        self._replace = replace
        self._names: list[str] = []
        self._own: set[str] = set()
        self._added: Mapping[str, str] = {}
        self._puzzle: str | None = None
        self._head: tuple[tuple[str, ...], str] | None = None
        self._ahead = FileColumns()
        self._answers = _Answers(replace=replace)

    def expect(self, ahead: FileColumns) -> None:
        self._ahead, self._puzzle = ahead, ahead.puzzle

    def prepared(self, answers: Answers) -> Answers:
        """Return the answers with the rows of all parts also as text."""
        for item in answers.output:
            if isinstance(item, ResultColumns):
                item.render(self._ahead.columns, replace=self._replace)
        return answers

    def begin(self, part: ResultColumns, answers: Answers) -> None:
        """Take the columns of a part for those of the table."""
        self._names, self._puzzle = list(part.names), part.puzzle
        self._own, self._added = set(part.own_columns()), part.places
        if self._replace:
            self._own |= {*self._ahead.columns} & set(self._names)
        self._head = part.names, part.puzzle
        self._answers.note(self._added, answers)

    def records(self, made: Iterable[Row], answers: Answers) -> list[dict[str, Any]]:
        """Return the columns of rows of the answers; the first rows decide which there are."""
        made = list(made)
        if self._puzzle is None:
            names = (row.puzzle for row in made if row.status != "unreadable")
            self._puzzle = next(names, None)
        rows = [_renamed(row, self._puzzle) for row in made]
        if not self._names:
            own = united([self._ahead.columns, *(row.columns for row in rows)])
            self._own = set(own)
            if not self._data:
                every = dict.fromkeys(name for row in rows for name in row.answers)
                puzzle = self._puzzle or "puzzle"
                self._added = answer_names(every, own, puzzle, replace=self._replace)
            records = [self._columns(row) for row in rows]
            self._names = list(dict.fromkeys([*own, *united(records)]))
            self._answers.note(self._added, answers)
            return records
        for row in rows:
            extra = next((name for name in row.columns if name not in self._own), None)
            if extra is not None:
                row.columns = {
                    name: value for name, value in row.columns.items() if name in self._own
                }
                answers.fail(Failure(row.source, row.line, None, _left_out(extra)))
        return [self._columns(row) for row in rows]

    def _columns(self, row: Row) -> dict[str, Any]:
        """Return the columns of a row."""
        if self._data:
            return {**row.columns, **row.results}
        new = {name: name for name in row.answers if name not in self._added}
        return row.as_dict({**self._added, **new} if new else self._added)


class Csv(_Table):
    """Comma-separated values with a header; nested values are JSON."""

    def text(self, answers: Answers) -> bytes:
        """Return the lines, the first time after the header."""
        return b"".join(
            self._rendered(part, answers)
            if isinstance(part, ResultColumns)
            else self._lines(part, answers)
            for part in _in_turn(answers)
        )

    def _rendered(self, part: ResultColumns, answers: Answers) -> bytes:
        """Return rows that are text already, if they have the columns of the table."""
        head = b""
        if not self._names:
            self.begin(part, answers)
            head = csv_line(self._names).encode()
        if (part.names, part.puzzle) == self._head:
            return head + part.text
        return self._lines(part, answers)

    def _lines(self, made: Iterable[Row], answers: Answers) -> bytes:
        """Return result rows as lines, the first time after the header."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        begun = bool(self._names)
        rows = self.records(made, answers)
        if not begun:
            table.writerow(self._names)
        table.writerows([cell_of(row.get(name)) for name in self._names] for row in rows)
        return out.getvalue().encode()


class Parquet(_Table):
    """A Parquet file: the columns of the file are text, the results have their own types."""

    def __init__(self, *, data: bool = False, replace: bool = False) -> None:
        super().__init__(data=data, replace=replace)
        from nonet.tables.columns import pyarrow_for

        self._arrow = pyarrow_for("writing Parquet", "parquet", "csv")
        self._written: list[bytes] = []
        self._sink = ByteSink(lambda data: self._written.append(bytes(data)))
        self._cells: list[dict[str, Any]] = []
        self._tables: list[Any] = []
        self._schema: Any = None
        self._out: Any = None

    @property
    def waiting(self) -> bool:
        return bool(self._cells or self._tables)

    def text(self, answers: Answers) -> bytes:
        """Return a row group when there are enough rows for one."""
        for part in _in_turn(answers):
            if isinstance(part, ResultColumns) and self._is_alike(part, answers):
                self._add(self._read(part))
                continue
            self._cells += self.records(part, answers)
            if len(self._cells) >= _GROUP:
                self._add_cells()
        return self._taken()

    def end(self) -> bytes:
        self._add_cells()
        self._write()
        self._out.close()
        return self._taken()

    def _taken(self) -> bytes:
        """Return what has been written since the last time."""
        text, self._written = b"".join(self._written), []
        return text

    def _is_alike(self, part: ResultColumns, answers: Answers) -> bool:
        """Whether a part has the columns of the table; the first one decides which there are."""
        if not self._names and part.kinds:
            self.begin(part, answers)
            found = Schema(self._names)
            for name, kind in part.kinds.items():
                found.add(name, kind)
            self._schema = found.schema()
        return (part.names, part.puzzle) == self._head

    def _read(self, part: ResultColumns) -> Any:
        """Return a part as a table: an empty cell of the file is an empty text, one of the results a null."""
        self._add_cells()
        pa = self._arrow
        table = pa.csv.read_csv(
            pa.BufferReader(part.text),
            pa.csv.ReadOptions(column_names=self._names, block_size=1 + len(part.text)),
            pa.csv.ParseOptions(newlines_in_values=True),
            pa.csv.ConvertOptions(
                check_utf8=False,
                column_types=self._schema,
                null_values=[""],
                strings_can_be_null=True,
            ),
        )
        own = part.own_columns()
        for place, name in enumerate(self._names):
            if name in own and self._schema.field(name).type == pa.string():
                table = table.set_column(place, self._schema.field(name), table[name].fill_null(""))
        return table

    def _add_cells(self) -> None:
        """Make a table of the rows that came one by one."""
        if not self._cells and self._schema is not None:
            return
        if self._schema is None:
            found = Schema(self._names)
            found.add_rows({name: row.get(name) for name in self._names} for row in self._cells)
            self._schema = (
                found.schema() if self._names else self._arrow.schema([("line", "int64")])
            )
        columns = [
            array_of([row.get(field.name) for row in self._cells], field.type)
            for field in self._schema
        ]
        self._add(self._arrow.Table.from_arrays(columns, schema=self._schema))
        self._cells = []

    def _add(self, table: Any) -> None:
        self._tables.append(table)
        if sum(map(len, self._tables)) >= _GROUP:
            self._write()

    def _write(self) -> None:
        if self._out is None:
            self._out = self._begun()
        self._out.write_table(self._arrow.concat_tables(self._tables).combine_chunks())
        self._tables = []

    def _begun(self) -> Any:
        from nonet.tables.parquet import parquet_writer

        return parquet_writer(self._sink, self._schema)


class Feather(Parquet):
    """A Feather file, with the columns of a Parquet file."""

    def _begun(self) -> Any:
        return self._arrow.ipc.new_file(self._sink, self._schema)


class Boards(RowWriter):
    """Puzzles in one of the formats of `nonet.formats`."""

    def __init__(self, name: str) -> None:
        from nonet.formats import FORMATS, writer

        self._buffer = io.BytesIO()
        self._writer = writer(self._buffer, name)
        self._has_rows = False
        self._remark = FORMATS[name].remark
        self._warning = FORMATS[name].warning

    @property
    def has_rows(self) -> bool:
        """Whether a puzzle was written."""
        return self._has_rows

    def text(self, answers: Answers) -> bytes:
        """Return the puzzles; one that the format cannot hold is a failure."""
        for item in answers.output:
            self._add(item, answers)
        text = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        return text

    def _add(self, row: Any, answers: Answers) -> None:
        """Write the puzzle of a row, or a remark about what is wrong with it."""
        failure = row.failure
        try:
            if row.board is not None:
                self._write(row, row.board, answers)
                self._has_rows = True
                return
        except NonetError as error:
            failure = Failure(row.source, row.line, None, str(error))
            answers.fail(failure)
            answers.tally["written"] -= 1
            answers.tally["not written"] += 1
        if failure is not None and self._remark:
            self._buffer.write(f"{self._remark} {failure}\n".encode())

    def _write(self, row: Row, board: Puzzle, answers: Answers) -> None:
        """Write a puzzle; the first that loses rules is warned about."""
        self._writer.write(board)
        if self._warning is not None and (warning := self._warning(board)):
            print(warning, file=sys.stderr)
            self._warning = None


class BoardObjects(Boards):
    """Puzzles as JSON lines; one that came as an object is that object, with its board on a line."""

    def __init__(self) -> None:
        super().__init__("jsonl")

    def _write(self, row: Row, board: Puzzle, answers: Answers) -> None:
        if row.text:
            self._buffer.write(f"{row.text}\n".encode())
        else:
            super()._write(row, board, answers)


class BoardTable(Boards):
    """Puzzles as CSV, with the columns that the first puzzles have; parts are written by the core."""

    def __init__(self) -> None:
        super().__init__("csv")
        self._names: list[str] | None = None
        self._beside: list[str] = []

    def expect(self, ahead: FileColumns) -> None:
        self._beside = ahead.beside

    def prepared(self, answers: Answers) -> Answers:
        return answers

    def text(self, answers: Answers) -> bytes:
        """Return the puzzles; one that the table cannot hold is a failure."""
        from nonet.formats import writer

        tables = [_board_columns(item) for item in answers.output]
        columns = [names for names in tables if names is not None]
        if self._names is None and columns:
            names = united([self._beside, *columns])
            self._names = [name for name in names if name != "puzzle"]
            self._buffer.write(csv_line(["puzzle", *self._names]).encode())
            self._writer = writer(self._buffer, "csv", columns=self._names, header=False)
        return super().text(answers)

    def _add(self, item: Any, answers: Answers) -> None:
        """Write a row, or the rows of a part if the header has all of its columns."""
        if isinstance(item, Row):
            super()._add(item, answers)
            return
        names = ["puzzle", *(self._names or ())]
        if not set(names).issuperset(item.columns):
            for row in item:
                super()._add(row, answers)
            return
        empty = constant_column(b"")
        columns = [item.columns.get(name, empty) for name in names]
        self._buffer.write(write_table(columns, item.batch.rows))
        self._has_rows = True

    def _write(self, row: Row, board: Puzzle, answers: Answers) -> None:
        """Write a puzzle; a column that the header lacks is left out, and that is a failure."""
        from nonet.formats.tables import columns_for

        own = columns_for(board)
        taken = next((name for name in ("puzzle", "rules") if name in board.info), None)
        if taken:
            raise PuzzleError(f"a CSV file needs the column {taken!r} for itself; use --to jsonl")
        extra = [name for name in own if name not in (self._names or ())]
        if "rules" in extra:
            raise PuzzleError("the CSV header has no column 'rules'; use --to jsonl")
        self._writer.write(board)
        if extra:
            answers.fail(Failure(row.source, row.line, None, _left_out(extra[0])))


class Drawings(RowWriter):
    """Texts of several lines, with a blank line between two."""

    def __init__(self) -> None:
        self._begun = False

    def text(self, answers: Answers) -> bytes:
        parts = []
        for row in answers.output:
            parts.append(f"{chr(10) * self._begun}{row.text}\n")
            self._begun = True
        return "".join(parts).encode()


class Picture(RowWriter):
    """One SVG picture, of all boards side by side; those beyond ``most`` are failures."""

    most = 400

    def __init__(self) -> None:
        self._boards: list[str] = []

    @property
    def waiting(self) -> bool:
        return bool(self._boards)

    def text(self, answers: Answers) -> bytes:
        """Return nothing yet: the layout depends on the number of boards."""
        for row in answers.output:
            if row.status == "unreadable":
                continue
            if len(self._boards) == self.most:
                message = f"expected at most {self.most} boards for one picture; draw them in parts"
                answers.fail(Failure(row.source, row.line, None, message))
                answers.tally["shown"] -= 1
                answers.tally["not written"] += 1
                continue
            self._boards.append(row.text)
        return b""

    def end(self) -> bytes:
        from nonet.render.sheets_svg import side_by_side

        return f"{side_by_side(self._boards)}\n".encode() if self._boards else b""


def writer_for(name: str, *, data: bool = False, replace: bool = False) -> RowWriter:
    """Return the writer of a format by its name; ``data`` leaves out all but the file's own columns.

    With ``replace`` answers take the places of columns with their names.
    """
    tables: dict[str, Any] = {
        "jsonl": JsonLines,
        "csv": Csv,
        "parquet": Parquet,
        "feather": Feather,
    }
    return tables[name](data=data, replace=replace) if name in tables else Boards(name)


def _in_turn(answers: Answers) -> Iterator[ResultColumns | list[Row]]:
    """Yield the parts of the answers in order, and the rows between them as lists."""
    for is_part, items in groupby(answers.output, lambda item: isinstance(item, ResultColumns)):
        if is_part:
            yield from items
        else:
            yield list(items)


def _renamed(row: Row, puzzle: str | None) -> Row:
    """Return a row with its puzzle in the column of this name; a column of this name makes room."""
    if puzzle is None or puzzle == row.puzzle:
        return row
    return replace(row, columns=renamed(row.columns, row.puzzle, puzzle), puzzle=puzzle)


def _board_columns(item: Row | ResultColumns) -> Sequence[str] | None:
    """Return the columns of a table of boards, None for a row without a board."""
    from nonet.formats.tables import columns_for

    if isinstance(item, ResultColumns):
        return list(item.columns)
    return columns_for(item.board) if isinstance(item.board, Puzzle) else None


def _left_out(column: str) -> str:
    return f"column {column!r} is not in the header and was left out; use --to jsonl"
