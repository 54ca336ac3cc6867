"""Files of puzzles in pieces: what one thread, or one worker of a cluster, reads at a time.

The pieces depend on the files alone, so a run that is resumed finds the same ones. A piece knows where it begins and
ends, and can be read anywhere where its file can be opened; a compressed file is the exception, whose pieces carry
their bytes.
"""

from __future__ import annotations

import codecs
import glob
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import IO, Any

from nonet.base.errors import ParseError
from nonet.base.packed import ByteStream, packing_of, unpacked
from nonet.formats.fields import is_board
from nonet.formats.json_text import read_json_line
from nonet.formats.line import read_lines
from nonet.formats.puzzles import classic_givens
from nonet.formats.runs import is_around_boards
from nonet.formats.source import lines_of_text
from nonet.formats.tables import (
    Layout,
    delimiter_of,
    header_of,
    layout_of,
    shows_table,
    split_row,
)
from nonet.formats.text import comment_of
from nonet.tables.array_text import ArrayText, text_of
from nonet.tables.columns import pyarrow_for, texts_at
from nonet.tables.csv_columns import BadRow, Rows, found_rows, read_csv
from nonet.tables.inputs import library_file
from nonet.tables.parquet import open_feather, open_parquet, whole
from nonet.tables.texts import COMPRESSED, TABLES, Lines, is_board_line

__all__ = ["AT_ONCE", "BadRow", "Piece", "SourceFile", "files_of", "open_source"]

_HEAD = 1 << 18
_ROWS = 1 << 17  # rows of a piece of Parquet
_LINE = 1 << 12  # bytes in which a line ends
AT_ONCE = 1 << 14
"""Rows that are read and answered at a time: larger buffers are new memory each time, which costs more."""
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class SourceFile:
    """An input file: its kind and its columns, and for text how it is compressed and where its rows begin.

    The columns ``unread`` of Parquet and CSV are null: answers replace them.
    """

    path: str
    kind: str
    size: int
    names: tuple[str, ...] = ()
    layout: Layout | None = field(default=None, compare=False)
    begin: int = 0
    packing: str | None = None
    schema: Any = field(default=None, compare=False)
    unread: tuple[str, ...] = ()

    @property
    def table(self) -> Layout:
        """How a file of CSV is laid out."""
        assert self.layout is not None
        return self.layout

    def for_column(self, column: str, unread: tuple[str, ...]) -> SourceFile:
        """Return the file with its puzzles in a column, and without the columns that are not read."""
        layout = self.layout and self.layout.for_column(column)
        return replace(self, layout=layout, unread=unread)

    def with_comments(self) -> SourceFile:
        """Return the file with a column of comments, if it is one of lines."""
        return replace(self, names=("puzzle", "comment")) if self.kind == "lines" else self

    def beginning(self, wanted: int) -> Iterator[Any]:
        """Yield a table with the first rows of the file, if it has rows."""
        if self.kind == "parquet":
            yield from islice(open_parquet(self.path).iter_batches(100), 1)
        else:
            for piece in islice(self.pieces(wanted, carry=True), 1):
                yield piece.read(judged=False)[0]

    def pieces(self, wanted: int, *, carry: bool) -> Iterator[Piece]:
        """Yield the pieces of the file; with ``carry`` they hold what is read from it already."""
        if self.kind == "parquet":
            yield from self._parquet(carry)
        elif self.kind == "feather":
            with open_feather(self.path) as file:
                count = file.num_record_batches
                yield from (Piece(self, i, 0, (i + 1) / count) for i in range(count))
        elif self.kind == "npy":
            total = ArrayText(self.path).total
            for begin in range(0, total, _ROWS):
                end = min(total, begin + _ROWS)
                yield Piece(self, begin, end, end / total)
        else:
            yield from self._text(wanted, carry)

    def _parquet(self, carry: bool) -> Iterator[Piece]:
        file = open_parquet(self.path)
        done, total = 0, max(1, file.metadata.num_rows)
        for group in range(file.metadata.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            tables = _tables(file, group, self.unread) if carry else None
            for number in range(-(-rows // _ROWS)):
                done += min(_ROWS, rows - number * _ROWS)
                piece = Piece(self, group, number, done / total)
                with whole("Parquet", self.path):
                    load = None if tables is None else _next(tables)
                yield replace(piece, load=load)

    def _text(self, wanted: int, carry: bool) -> Iterator[Piece]:
        parts = self._unpacked(wanted) if self.packing else self._plain(wanted)
        for start, data, rows in parts:
            end = start + len(data)
            piece = Piece(self, start, end, min(1.0, end / max(1, self.size)))
            yield replace(piece, data=data, rows=rows) if carry or self.packing else piece

    def _plain(self, wanted: int) -> Iterator[tuple[int, bytes, Rows | None]]:
        """Yield whole rows, where they begin, and their places if known; each byte is read once, to its place."""
        at, size = self.begin, os.path.getsize(self.path)
        with open(self.path, "rb") as handle:
            while at < size:
                more, end, rows = wanted, 0, None
                while not end:
                    handle.seek(at + more)
                    handle.readline()
                    stop = min(handle.tell(), size)
                    handle.seek(at)
                    data = handle.read(stop - at)
                    end, rows = (len(data), None) if stop == size else self._last_row(data)
                    self._check_row(more, wanted)
                    more *= 2
                yield at, data if end == len(data) else data[:end], rows
                at += end

    def _unpacked(self, wanted: int) -> Iterator[tuple[int, bytes, Rows | None]]:
        """Yield the same of a compressed file."""
        with opened(self.path) as handle:
            at, data = self.begin, b""
            _skip(handle, self.begin)
            while True:
                more = handle.read(wanted)
                data += more
                if not data:
                    return
                end, rows = (len(data), None) if not more else self._last_row(data)
                if end:
                    yield at, data[:end], rows
                else:
                    self._check_row(len(data), wanted)
                at, data = at + end, data[end:]
                if not more:
                    return

    def _last_row(self, data: bytes) -> tuple[int, Rows | None]:
        """Return where the last whole row ends, after a line end outside quotes, and the rows if they are found."""
        if self.kind == "csv" and b'"' in data:
            rows = found_rows(data, self.table)
            return rows.end, rows
        return data.rfind(b"\n") + 1, None

    def line_at(self, start: int) -> int:
        """Return the number of the line at a place."""
        with opened(self.path) as handle:
            line = 1
            while start > 0 and (data := handle.read(min(start, 1 << 20))):
                line += data.count(b"\n")
                start -= len(data)
        return line

    def _check_row(self, size: int, wanted: int) -> None:
        if size > 16 * wanted:
            raise ParseError("a row is too long to be a puzzle", source=self.path)


@dataclass(frozen=True)
class Piece:
    """Rows of a file: bytes or boards ``start`` to ``end``, or part ``end`` of row group ``start``.

    ``position`` is how much of the file is read at its end, from 0 to 1.
    """

    file: SourceFile
    start: int
    end: int
    position: float
    data: bytes | None = field(default=None, compare=False, repr=False)
    rows: Rows | None = field(default=None, compare=False, repr=False)
    load: Any = field(default=None, compare=False, repr=False)

    def read(self, *, judged: bool = True) -> tuple[Any, list[BadRow], int]:
        """Return the rows as a table, those that are not puzzles, and the number of all.

        Without ``judged`` the table has all rows that have columns.
        """
        file = self.file
        if file.kind in ("parquet", "feather"):
            with whole(file.kind.capitalize(), file.path):
                table = self._arrow_table()
            return table, [], len(table)
        data = self.data
        if file.kind == "npy":
            data = ArrayText(file.path).text(self.start, self.end)
        elif data is None:
            with open(file.path, "rb") as handle:
                handle.seek(self.start)
                data = handle.read(self.end - self.start)
        if file.kind == "csv":
            line = partial(file.line_at, self.start)
            return read_csv(
                data, file.table, unread=file.unread, rows=self.rows, line=line, judged=judged
            )
        return (_json if file.kind == "jsonl" else _lines)(file, data)

    def _arrow_table(self) -> Any:
        """Return the rows of a piece of Parquet or Feather."""
        file = self.file
        if self.load is not None:
            return self.load()
        if file.kind == "parquet":
            tables = _tables(open_parquet(file.path), self.start, file.unread)
            return next(islice(tables, self.end, None))
        with open_feather(file.path) as opened:
            return pyarrow_for("reading Feather").Table.from_batches([opened.get_batch(self.start)])

    @property
    def name(self) -> str:
        """What identifies the piece."""
        return f"{self.file.path}:{self.start}:{self.end}"


# -- which files ----------------------------------------------------------------------------------


def files_of(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the files that paths, folders and patterns name, each once and in order.

    A folder stands for the tables in it, by name. Raises `FileNotFoundError`.
    """
    given = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    found: dict[str, None] = {}
    for path in [os.fspath(one) for one in given]:
        if os.path.isdir(path):
            names = sorted(os.listdir(path))
            paths = [os.path.join(path, name) for name in names if _is_table(name)]
        elif not os.path.exists(path) and glob.has_magic(path):
            paths = sorted(glob.glob(path, recursive=True))
            if not paths:
                raise FileNotFoundError(f"{path}: no file matches this pattern")
        else:
            paths = [path]
        if not paths:
            raise FileNotFoundError(f"{path}: contains no table")
        for one in paths:
            if not os.path.isfile(one):
                raise FileNotFoundError(f"{one}: no such file")
            found[one] = None
    return list(found)


def _is_table(name: str) -> bool:
    name = name.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return name.endswith(tuple(TABLES)) and not name.startswith((".", "_"))


def open_source(path: str, column: str | None) -> SourceFile:
    """Look at the beginning of a file and return its kind and its columns."""
    pyarrow_for("nonet batch")
    size = os.path.getsize(path)
    with open(path, "rb") as handle:
        head = handle.read(_LINE)
    library = library_file(head)
    if library == "Parquet":
        schema = open_parquet(path).schema_arrow
        return SourceFile(path, "parquet", size, tuple(schema.names), schema=schema)
    if library == "Feather":
        with open_feather(path) as file:
            return SourceFile(path, "feather", size, tuple(file.schema.names), schema=file.schema)
    if library == "NumPy":
        return SourceFile(path, "npy", size, ("puzzle",))
    with opened(path) as unpacked_file:
        found = _text_source(path, size, unpacked_file.read(_HEAD), column)
    return replace(found, packing=packing_of(head) or _form_of(head))


def _text_source(path: str, size: int, head: bytes, column: str | None) -> SourceFile:
    """Return a file of text: CSV, JSON lines, or boards on lines."""
    begin = len(_BOM) if head.startswith(_BOM) else 0
    whole = len(head) < _HEAD
    text = head[begin:] if whole else head[begin : head.rfind(b"\n") + 1]
    if b"\0" in text:
        raise ParseError("expected text, Parquet or Feather, found other bytes", source=path)
    lines = list(lines_of_text(text.decode("utf-8", "replace")))
    first = next((line for _, line in lines if line.strip() and line[0] != "#"), "")
    if first.lstrip().startswith("{"):
        schema = _json_schema(path, text)
        return SourceFile(path, "jsonl", size, tuple(schema.names), begin=begin, schema=schema)
    if column is None and _begins_lines(first):
        file = SourceFile(path, "lines", size, ("puzzle",), begin=begin)
        return file.with_comments() if any(map(_has_comment, text.split(b"\n"))) else file
    try:
        layout = layout_of(lines, column=column)
    except ParseError as error:
        raise error.at(source=path) from None
    if layout is None:
        reason = "expected a table with a column of puzzles, 81 characters each"
        found = repr(first[:40]) if first else "an empty file" if not size else "no row"
        raise ParseError(f"{reason}, found {found}", source=path)
    if layout.header:
        begin += _line_start(text, layout.header)
        begin += _first_row(head[begin:])
    names = tuple(layout.columns.header)
    return SourceFile(path, "csv", size, names, replace(layout, header=0), begin)


def _has_comment(line: bytes) -> bool:
    """Whether a line is a plain board with a comment."""
    return len(line) > 82 and not line.startswith(b"#") and is_board_line(line, 9)


def _begins_lines(first: str) -> bool:
    """Whether a file with this first line has a board of any form on each line, and is no table."""
    if is_board_line(first.strip().encode(), 9) and len(split_row(first, ",")) == 1:
        return True
    row = split_row(first, delimiter_of(first))
    if len(first) < 81 and header_of(first):
        return False
    if shows_table(first) or (len(row) > 1 and any(map(is_board, row))):
        return False
    return isinstance(next(_boards_on(first.encode()), None), str)


def _line_start(text: bytes, line: int) -> int:
    """Return where a line begins."""
    at = 0
    for _ in range(line - 1):
        at = text.find(b"\n", at) + 1
    return at


def _first_row(data: bytes) -> int:
    """Return where the first row ends."""
    at = 0
    while True:
        at = data.find(b"\n", at) + 1
        if not at:
            return len(data)
        if data.count(b'"', 0, at) % 2 == 0:
            return at


# -- reading --------------------------------------------------------------------------------------


def opened(path: str) -> IO[bytes]:
    """Open a file, decompress what begins as compressed data does, and make UTF-8 of UTF-16."""
    handle = open(path, "rb")  # noqa: SIM115 - the caller closes it
    head = handle.read(_LINE)
    handle.seek(0)
    packing = packing_of(head)
    if packing is None and _form_of(head) is None:
        return handle
    chunks = iter(partial(handle.read, 1 << 16), b"")
    if packing is not None:
        chunks = unpacked(chunks, packing, source=path)
    return io.BufferedReader(ByteStream(_in_utf8(chunks), handle))


def _in_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a text, those of UTF-16 as UTF-8, and the line ends of old Macs as others have them."""
    head = next(chunks, b"")
    chunks = chain([head], chunks)
    form = _form_of(head[:_LINE])
    if form == "utf-16":
        yield from (text.encode() for text in codecs.iterdecode(chunks, form, "replace"))
    elif form == "cr":
        yield from (chunk.replace(b"\r", b"\n") for chunk in chunks)
    else:
        yield from chunks


def _form_of(head: bytes) -> str | None:
    """Return the form of a text with this beginning if it is read as if it were compressed: UTF-16, or lines in CR."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "cr" if b"\r" in head[:-1] and b"\n" not in head else None


def _skip(handle: IO[bytes], size: int) -> None:
    while size > 0 and (data := handle.read(size)):
        size -= len(data)


def _tables(file: Any, group: int, unread: Sequence[str]) -> Iterator[Any]:
    """Yield the pieces of a row group."""
    pa = pyarrow_for("reading Parquet")
    names = file.schema_arrow.names
    columns = [name for name in names if name not in unread] if unread else None
    # Threads of Arrow would read a column or two, and their memory would be cleared anew for each batch.
    batches = file.iter_batches(AT_ONCE, row_groups=[group], columns=columns, use_threads=False)
    while part := list(islice(batches, _ROWS // AT_ONCE)):
        yield _in_places(pa.Table.from_batches(part), names, unread)


def _in_places(table: Any, names: Sequence[str], unread: Sequence[str]) -> Any:
    """Return a table with nulls in the places of columns that were not read."""
    nulls = pyarrow_for("reading tables").nulls(len(table) if unread else 0)
    for place, name in enumerate(names):
        if name in unread:
            table = table.add_column(place, name, nulls)
    return table


def _next(tables: Iterator[Any]) -> Any:
    table = next(tables)
    return lambda: table


def _lines(file: SourceFile, data: bytes) -> tuple[Any, list[BadRow], int]:
    """Return the rows of lines: the core finds the plain ones, the others are read one at a time."""
    import numpy as np

    pa = pyarrow_for("reading lines")
    data = data.replace(b"\r\n", b"\n")
    cells = np.frombuffer(data, np.uint8)
    ends = np.append(np.flatnonzero(cells == ord("\n")), len(data))
    starts = np.insert(ends[:-1] + 1, 0, 0)
    offsets, good, numbers = Lines(data).boards(9)
    assert numbers is not None
    plain = numbers[good].astype(np.intp) - 1
    others = np.delete(numbers, good).astype(np.intp) - 1
    if data.startswith(b"#") or b"\n#" in data:
        marked = np.flatnonzero(cells[np.minimum(starts, len(data) - 1)] == ord("#"))
        others = np.union1d(others, marked)
    texts, before, bad = list[bytes](), list[int](), list[BadRow]()
    befores = np.searchsorted(plain, others).tolist()
    for number, place in zip(others.tolist(), befores, strict=True):
        for line in data[starts[number] : ends[number]].split(b"\r"):
            for board in _boards_on(line):
                if isinstance(board, str):
                    texts.append(board.encode())
                    before.append(place)
                    continue
                shown = line.decode("utf-8", "replace")
                shown = text_of(shown) if file.kind == "npy" else shown
                bad.append(BadRow(place + len(texts) + len(bad), board.reason, shown))
    places = offsets.astype(np.int64)
    columns = [texts_at(cells, places, np.full(len(places), 81), before=before, more=texts)]
    if "comment" in file.names:
        after, stops = places + 81, ends[plain]
        said = {
            row: comment_of(data[after[row] : stops[row]].decode("utf-8", "replace")).encode()
            for row in np.flatnonzero(stops > after).tolist()
        }
        none = np.zeros(len(places), np.int64)
        empty = [b""] * len(texts)
        columns.append(texts_at(cells, none, none.copy(), instead=said, before=before, more=empty))
    return pa.table(columns, names=list(file.names)), bad, len(columns[0]) + len(bad)


def _boards_on(line: bytes) -> Iterator[str | ParseError]:
    """Yield the classic boards on a line of any form, and what is wrong; nothing for a line that is no row."""
    try:
        text = line.decode()
    except UnicodeDecodeError as problem:
        yield ParseError(f"expected UTF-8 text, found byte 0x{line[problem.start]:02x}")
        return
    for found in read_lines([(1, text)]):
        if is_around_boards(found):
            continue
        if found.error is not None:
            yield found.error
            continue
        assert found.board is not None
        try:
            yield classic_givens(found.board)
        except ParseError as error:
            yield error


def _json_schema(path: str, head: bytes) -> Any:
    """Return the types of the keys in the first lines."""
    pa = pyarrow_for("reading JSON lines", "json")
    for text in (head, _objects(head)):
        try:
            return pa.json.read_json(pa.BufferReader(text)).schema
        except pa.ArrowInvalid as error:
            problem = error
    raise ParseError(f"expected JSON lines: {problem}", source=path) from None


def _objects(data: bytes) -> bytes:
    """Return the lines that are objects."""
    return b"\n".join(line for line in data.split(b"\n") if not isinstance(_object(line), str))


def _object(line: bytes) -> dict[str, Any] | str:
    """Return the object on a line, or what is wrong with it."""
    try:
        value = read_json_line(line.decode("utf-8", "replace"))
    except ParseError as error:
        return error.reason
    return value if isinstance(value, dict) else "expected an object, as on the first lines"


def _json(file: SourceFile, data: bytes) -> tuple[Any, list[BadRow], int]:
    pa = pyarrow_for("reading JSON lines", "json")
    options = pa.json.ParseOptions(explicit_schema=file.schema, unexpected_field_behavior="error")
    reading = pa.json.ReadOptions(use_threads=False, block_size=max(len(data), 1))
    try:
        table = pa.json.read_json(pa.BufferReader(data), reading, options)
    except pa.ArrowInvalid:
        return _json_by_lines(file.schema, data)
    return table, [], len(table)


def _json_by_lines(schema: Any, data: bytes) -> tuple[Any, list[BadRow], int]:
    """Read lines one by one, since one of them is not like the others."""
    pa = pyarrow_for("reading JSON lines")
    rows, bad, count = [], list[BadRow](), 0
    for line in data.split(b"\n"):
        if not line.strip() or line.lstrip().startswith(b"#"):
            continue
        found = _object(line)
        reason = found if isinstance(found, str) else _unlike(found, schema)
        if reason:
            bad.append(BadRow(count, reason, line.decode("utf-8", "replace").rstrip("\r")))
        else:
            rows.append(found)
        count += 1
    return pa.Table.from_pylist(rows, schema), bad, count


def _unlike(row: dict[str, Any], schema: Any) -> str:
    """Return how an object differs from the first ones of the file, nothing if it does not."""
    pa = pyarrow_for("reading JSON lines")
    for name, value in row.items():
        if name not in schema.names:
            return f"found a key {name!r}, expected those of the first lines"
        kind = schema.field(name).type
        try:
            pa.array([value], kind)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            shown = json.dumps(value, ensure_ascii=False)[:40]
            return (
                f"expected a value of type {kind} for {name!r} as in the first lines, found {shown}"
            )
    return ""
