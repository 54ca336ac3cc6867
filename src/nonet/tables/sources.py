"""Files of puzzles in pieces: what one thread, or one worker of a cluster, reads at a time.

The pieces depend on the files alone, so a run that is resumed finds the same ones. A piece knows where it begins and
ends, and can be read anywhere where its file can be opened; a compressed file is the exception, whose pieces carry
their bytes.
"""

from __future__ import annotations

import codecs
import glob
import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import IO, Any

from nonet.base.errors import ParseError, UnknownFormat
from nonet.base.filenames import shown
from nonet.base.limits import QUOTE
from nonet.base.packed import NOT_UTF_8, ByteStream, begins_binary, packing_of, unpacked
from nonet.formats.source import in_utf_8, lines_of_text
from nonet.formats.table_start import begins_plainly, is_content
from nonet.formats.tables import Layout, layout_of, plain_layout
from nonet.tables.array_text import ArrayText
from nonet.tables.column_types import Schema
from nonet.tables.columns import pyarrow_for
from nonet.tables.csv_columns import read_csv
from nonet.tables.csv_scan import Scan, found_rows, line_start
from nonet.tables.inputs import library_file
from nonet.tables.lines import is_lines
from nonet.tables.parquet import open_feather, open_parquet, whole
from nonet.tables.plain_columns import plain_schema, plain_table
from nonet.tables.record_rows import PieceRows
from nonet.tables.text_rows import (
    columns_of_lines,
    json_rows,
    json_schema,
    lines_rows,
    text_pieces,
    text_schema,
)
from nonet.tables.texts import COMPRESSED, TABLES

__all__ = ["AT_ONCE", "Piece", "SourceFile", "files_of", "open_source", "united"]

_HEAD = 1 << 18
_BLOCK = 1 << 20
_PART = 1 << 18  # bytes that are looked through while they are in the cache
_ROWS = 1 << 17  # rows of a piece of Parquet
_LINE = 1 << 12  # bytes in which a line ends
AT_ONCE = 1 << 14
"""Rows that are read and answered at a time: larger buffers are new memory each time, which costs more."""
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class SourceFile:
    """An input file: its kind and its columns, and for text how it is compressed and where its rows begin.

    The columns ``unread`` of Parquet and CSV are null: answers replace them. ``column`` has the puzzles; ``key`` is
    what the caller calls it. ``checksum`` is the CRC-32 of the bytes on the disk. A text of another form has ``total``
    records. ``notes`` are about lines above the rows, and bytes that are not UTF-8; they grow while the file is read.
    """

    path: str
    kind: str
    size: int
    checksum: int
    names: tuple[str, ...] = ()
    layout: Layout | None = field(default=None, compare=False)
    begin: int = 0
    packing: str | None = None
    schema: Any = field(default=None, compare=False)
    unread: tuple[str, ...] = ()
    column: str = ""
    key: str | None = None
    total: int = 0
    notes: list[tuple[int, str]] = field(default_factory=list, compare=False)

    @property
    def is_free(self) -> bool:
        """Whether a row may have any columns, since no header names them."""
        return self.kind in ("lines", "jsonl", "text", "npy")

    @property
    def has_own_names(self) -> bool:
        """Whether the columns have the names that the file gives them."""
        return self.kind != "parquet" or self.names == tuple(
            open_parquet(self.path).schema_arrow.names
        )

    @property
    def table(self) -> Layout:
        """How a file of CSV is laid out."""
        assert self.layout is not None
        return self.layout

    def for_column(self, column: str, unread: tuple[str, ...]) -> SourceFile:
        """Return the file with its puzzles in a column, and without the columns that are not read."""
        layout = self.layout and self.layout.for_column(column)
        return replace(self, layout=layout, unread=unread, column=column)

    def beginning(self, wanted: int) -> Iterator[Any]:
        """Yield a table with the first rows of the file, if it has rows."""
        if self.kind == "parquet":
            yield from map(plain_table, islice(open_parquet(self.path).iter_batches(100), 1))
        else:
            for piece in islice(self.pieces(wanted, carry=True), 1):
                yield piece.read(judged=False).table

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
        elif self.kind == "text":
            begin = 0
            for rows in text_pieces(self.path, self.names, self.column):
                end = begin + rows.rows
                yield Piece(self, begin, end, min(1.0, end / max(1, self.total)), found=rows)
                begin = end
        else:
            yield from self._text(wanted, carry)

    def parts(self) -> Iterator[bytes]:
        """Yield whole lines of the file, many at a time."""
        parts = self._unpacked(_BLOCK) if self.packing else self._plain(_BLOCK)
        return (data for _, data, _ in parts)

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
            if carry or self.packing:
                # Places of rows are memory of this process: another finds them again.
                piece = replace(piece, data=data, rows=rows if carry else None)
            yield piece

    def _plain(self, wanted: int) -> Iterator[tuple[int, bytes, Scan | None]]:
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
                    more *= 2
                yield at, data if end == len(data) else data[:end], rows
                at += end

    def _unpacked(self, wanted: int) -> Iterator[tuple[int, bytes, Scan | None]]:
        """Yield the same of a compressed file."""
        with self.opened() as handle:
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
                elif len(data) > 2 * QUOTE:
                    raise ParseError("a row is too long to be a puzzle", source=self.path)
                at, data = at + end, data[end:]
                if not more:
                    return

    def _last_row(self, data: bytes) -> tuple[int, Scan | None]:
        """Return where the last whole row ends, after a line end outside quotes, and the rows if they are found."""
        if self.kind == "csv" and b'"' in data:
            rows = found_rows(data, self.table)
            return rows.at, rows
        return data.rfind(b"\n") + 1, None

    def opened(self) -> IO[bytes]:
        """Open the file as UTF-8 and undo its compression."""
        handle = open(self.path, "rb")  # noqa: SIM115 - the caller closes it
        if self.packing is None:
            return handle
        chunks = iter(partial(handle.read, 1 << 16), b"")
        if packing := packing_of(handle.peek(6)):
            chunks = unpacked(chunks, packing, source=self.path)
        return io.BufferedReader(ByteStream(self._in_utf_8(chunks), handle))

    def _in_utf_8(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from _in_utf_8(chunks, self._note)
        except ParseError as error:
            raise error.at(source=self.path) from None

    def _note(self, line: int) -> None:
        """Note the first line that is not UTF-8."""
        if (line, NOT_UTF_8) not in self.notes:
            self.notes.append((line, NOT_UTF_8))

    def line_at(self, start: int) -> int:
        """Return the number of the line at a place."""
        with self.opened() as handle:
            line = 1
            while start > 0 and (data := handle.read(min(start, 1 << 20))):
                line += data.count(b"\n")
                start -= len(data)
        return line


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
    rows: Scan | None = field(default=None, compare=False, repr=False)
    load: Any = field(default=None, compare=False, repr=False)
    found: PieceRows | None = field(default=None, compare=False, repr=False)

    def read(self, *, judged: bool = True, as_types: bool = False) -> PieceRows:
        """Return the rows.

        Without ``judged`` the table has all rows that have columns; ``as_types`` wants types rather than the values as
        the file writes them.
        """
        if self.found is not None:
            return self.found
        file = self.file
        if file.kind in ("parquet", "feather"):
            with whole(file.kind.capitalize(), file.path):
                table = self._arrow_table()
            return PieceRows(table, rows=len(table))
        data = self._text()
        line = partial(file.line_at, self.start)
        if file.kind == "csv":
            return read_csv(
                data, file.table, unread=file.unread, rows=self.rows, line=line, judged=judged
            )
        if file.kind == "jsonl":
            wanted = file.schema, file.column, file.key
            return json_rows(data, *wanted, as_types=as_types, line=line)
        return lines_rows(data, file.names, of_array=file.kind == "npy", line=line)

    def with_rows(self) -> tuple[bytes, Scan]:
        """Return the text of a piece of CSV, and the places of its rows."""
        data = self._text()
        return data, self.rows or found_rows(data, self.file.table, last=True)

    def _text(self) -> bytes:
        """Return the text of a piece."""
        if self.data is not None:
            return self.data
        if self.file.kind == "npy":
            return ArrayText(self.file.path).text(self.start, self.end)
        with open(self.file.path, "rb") as handle:
            handle.seek(self.start)
            return handle.read(self.end - self.start)

    def _arrow_table(self) -> Any:
        """Return the rows of a piece of Parquet or Feather."""
        file = self.file
        if self.load is not None:
            return self.load()
        if file.kind == "parquet":
            tables = _tables(open_parquet(file.path), self.start, file.unread)
            return next(islice(tables, self.end, None))
        with open_feather(file.path) as opened:
            batch = plain_table(opened.get_batch(self.start))
            return pyarrow_for("reading Feather").Table.from_batches([batch])

    @property
    def name(self) -> str:
        """What identifies the piece."""
        return f"{self.file.path}:{self.start}:{self.end}"


def united(files: Sequence[SourceFile]) -> list[SourceFile]:
    """Return files; those without a header have the columns of all of these."""
    pa, union = pyarrow_for("nonet batch"), Schema()
    for file in (file for file in files if file.is_free):
        for each in file.schema or pa.schema([(name, pa.string()) for name in file.names]):
            union.add(each.name, each.type)
    schema = union.schema()
    names = tuple(schema.names)
    return [replace(file, names=names, schema=schema) if file.is_free else file for file in files]


# -- which files ----------------------------------------------------------------------------------


def files_of(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the files that paths, folders and patterns name, each once and in order.

    A folder stands for the tables in it, by name. Raises `FileNotFoundError`.
    """
    given = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    paths_found: dict[str, None] = {}
    for path in [os.fspath(one) for one in given]:
        if os.path.isdir(path):
            names = sorted(os.listdir(path))
            paths = [os.path.join(path, name) for name in names if _is_table(name)]
        elif not os.path.exists(path) and glob.has_magic(path):
            paths = sorted(glob.glob(path, recursive=True))
            if not paths:
                raise FileNotFoundError(f"{shown(path)}: no file matches this pattern")
        else:
            paths = [path]
        if not paths:
            raise FileNotFoundError(f"{shown(path)}: contains no table")
        for one in paths:
            if not os.path.isfile(one):
                raise FileNotFoundError(f"{shown(one)}: no such file")
            paths_found[one] = None
    return list(paths_found)


def _is_table(name: str) -> bool:
    name = name.lower()
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return name.endswith(tuple(TABLES)) and not name.startswith((".", "_"))


def open_source(path: str, column: str | None) -> SourceFile:
    """Look at the beginning of a file and return its kind and its columns."""
    size = os.path.getsize(path)
    checksum, is_utf_8 = _looked_through(path)
    file = SourceFile(path, "text", size, checksum=checksum, key=column)
    with open(path, "rb") as handle:
        head = handle.read(_LINE)
    library = library_file(head)
    if library == "Parquet":
        schema = plain_schema(open_parquet(path).schema_arrow)
        return replace(file, kind="parquet", names=tuple(schema.names), schema=schema)
    if library == "Feather":
        with open_feather(path) as opened:
            schema = plain_schema(opened.schema)
        return replace(file, kind="feather", names=tuple(schema.names), schema=schema)
    if library == "NumPy":
        return replace(file, kind="npy", names=("puzzle",))
    packing = packing_of(head) or _form_of(head)
    if packing is None and not is_utf_8:
        packing = "latin-1"
    file = replace(file, packing=packing)
    with file.opened() as unpacked_file:
        beginning = unpacked_file.read(_HEAD)
    return _text_source(file, beginning)


def _text_source(file: SourceFile, head: bytes) -> SourceFile:
    """Return a file of text: CSV, JSON lines, boards on lines, or any other form."""
    path, column = file.path, file.key
    begin = len(_BOM) if head.startswith(_BOM) else 0
    whole = len(head) < _HEAD
    text = head[begin:] if whole else head[begin : head.rfind(b"\n") + 1]
    if begins_binary(text):
        raise ParseError("expected text, Parquet or Feather, found other bytes", source=path)
    first = list(islice(lines_of_text(text.decode("utf-8", "replace")), 2))
    if column is None and (layout := plain_layout(first)) is not None:
        return _csv_source(replace(file, begin=begin), text, layout)
    form = _form_of_text(path, text, whole, column)
    file = replace(file, kind=form, begin=begin)
    if form == "lines":
        columns = columns_of_lines(file.parts())
        if columns is not None:
            return replace(file, names=tuple(columns))
        form = "text"
    try:
        if form == "csv":
            lines = list(lines_of_text(text.decode("utf-8", "replace")))
            return _csv_source(file, text, layout_of(lines, column=column))
        if form == "jsonl":
            schema = json_schema(file.parts(), column)
            return replace(file, names=tuple(schema.names), schema=schema)
        schema, total = text_schema(path)
        if schema.names:
            names = tuple(schema.names)
            return replace(file, kind="text", names=names, schema=schema, total=total, notes=[])
    except ParseError as error:
        raise error.at(source=path) from None
    raise _no_table(file, text)


def _form_of_text(path: str, text: bytes, whole: bool, column: str | None) -> str:
    """Return the form of a text that begins like this: CSV, JSON lines, boards on lines, or any other."""
    shown = text.decode("utf-8", "replace")
    if begins_plainly(list(islice(lines_of_text(shown), 2))):
        return "csv"
    from nonet.formats.line import read_lines
    from nonet.formats.reading import table_format
    from nonet.formats.sniffing import guess, peek
    from nonet.formats.table import FORMATS

    lines, _ = peek(lines_of_text(shown))
    if column is not None:
        return table_format(lines)
    has_board = any(record.puzzle is not None for record in read_lines(lines))
    if has_board and is_lines(text, whole=whole, format=None):
        return "lines"
    first = next((line for _, line in lines if is_content(line)), "")
    if first.lstrip().startswith("{") and path.lower().endswith(FORMATS["jsonl"].suffixes):
        return "jsonl"
    try:
        name, _ = guess(lines)
    except UnknownFormat:
        return "csv"
    return name if name in ("csv", "jsonl") else "text"


def _csv_source(file: SourceFile, text: bytes, layout: Layout | None) -> SourceFile:
    if layout is None:
        raise _no_table(file, text)
    begin = file.begin + line_start(text, layout.above + 1)
    file.notes[:0] = [(record.line, note) for record in layout.ignored for note in record.notes]
    names = tuple(layout.columns.header)
    return replace(file, kind="csv", names=names, layout=layout, begin=begin)


def _no_table(file: SourceFile, text: bytes) -> ParseError:
    lines = lines_of_text(text.decode("utf-8", "replace"))
    first = next((line for _, line in lines if is_content(line)), "")
    content = repr(first[:40]) if first else "an empty file" if not file.size else "no row"
    reason = f"expected a table with a column of puzzles, 81 characters each, found {content}"
    return ParseError(reason, source=file.path)


# -- reading --------------------------------------------------------------------------------------


def _in_utf_8(chunks: Iterator[bytes], note: Callable[[int], None]) -> Iterator[bytes]:
    """Yield the bytes of a text as UTF-8, and the line ends of old Macs as others have them."""
    head = next(chunks, b"")
    chunks = chain([head], chunks)
    form = _form_of(head[:_LINE])
    if form == "utf-16":
        yield from (text.encode() for text in codecs.iterdecode(chunks, form, "replace"))
        return
    if form == "cr":
        chunks = (chunk.replace(b"\r", b"\n") for chunk in chunks)
    yield from in_utf_8(chunks, note)


def _looked_through(path: str) -> tuple[int, bool]:
    """Return the CRC-32 of a file, and whether it has only UTF-8; most bytes are ASCII, which takes no time."""
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    checksum, is_utf_8 = 0, True
    with open(path, "rb") as handle:
        while part := handle.read(_PART):
            checksum = zlib.crc32(part, checksum)
            if is_utf_8 and (decoder.getstate()[0] or not part.isascii()):
                is_utf_8 = _can_decode(decoder, part)
    return checksum, is_utf_8 and _can_decode(decoder, b"", final=True)


def _can_decode(decoder: codecs.IncrementalDecoder, part: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(part, final)
    except UnicodeDecodeError:
        return False
    return True


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
        yield _in_places(plain_table(pa.Table.from_batches(part)), names, unread)


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
