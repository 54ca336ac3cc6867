"""Boards in text: the lines of a file, and columns as data frames, Arrow and NumPy hold them.

Every text becomes a place in one buffer, which the engine reads. No board becomes a Python object.
"""

from __future__ import annotations

import codecs
import mmap
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet import engine
from nonet.base.packed import packing_of
from nonet.tables.digit_lists import flat_lists, holds_lists
from nonet.tables.plain_columns import plain_column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    File = bytes | bytearray | memoryview | mmap.mmap
    Places = tuple[npt.NDArray[np.uint64], npt.NDArray[np.intp], npt.NDArray[np.uint64] | None]

__all__ = [
    "COMPRESSED",
    "SIZES",
    "TABLES",
    "Column",
    "Lines",
    "Texts",
    "column_of",
    "lines_of",
    "usual_size",
]

SIZES = {81: 9, 16: 4, 256: 16, 625: 25, 1296: 36}
"""The sizes that need no rules, by their number of cells."""

TABLES = {
    ".csv": "csv",
    ".tsv": None,
    ".tab": None,
    ".txt": None,
    ".sdm": None,
    ".npy": None,
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".feather": "feather",
    ".arrow": "feather",
}
"""How the names of tables end, and what is written to them; None for those that are only read."""

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
"""How the names of compressed tables end."""

_PATHS = (*TABLES, *COMPRESSED, ".json", ".zip")
"""How paths end; no board does."""


class Texts:
    """Texts in a buffer of bytes, ``total`` of them."""

    cells: Any
    total: int

    def boards(self, size: int) -> Places:
        """Return the offsets of the boards, the rows that they are, and the line of every row of a file."""
        raise NotImplementedError

    def first(self, number: int) -> Iterable[bytes]:
        """Yield some of the first texts."""
        raise NotImplementedError


def usual_size(texts: Texts) -> int | None:
    """Return the size of the first texts; None if none of them is a board of a size that needs no rules."""
    lengths = [len(text.split(maxsplit=1)[0]) for text in texts.first(100) if text.strip()]
    if 81 in lengths:
        return 9
    return next((SIZES[length] for length in lengths if length in SIZES), None)


# -- columns --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Column(Texts):
    """Texts that start at ``starts`` and are ``lengths`` long."""

    cells: Any
    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]

    @property
    def total(self) -> int:  # type: ignore[override]
        """The number of texts."""
        return len(self.starts)

    def _text(self, row: int) -> bytes:
        return bytes(self.cells[self.starts[row] : self.starts[row] + self.lengths[row]])

    def first(self, number: int) -> Iterable[bytes]:
        return (self._text(row) for row in range(min(number, self.total)))

    def boards(self, size: int) -> Places:
        import numpy as np

        starts, fits = self.starts, self.lengths == size * size
        if not fits.all():
            starts, fits = starts.copy(), fits.copy()
            # White space around a board and a comment after it do not count.
            for row in np.flatnonzero(self.lengths > size * size).tolist():
                text = self._text(row)
                blanks = len(text) - len(text.lstrip())
                if is_board_line(text[blanks:], size):
                    starts[row] += blanks
                    fits[row] = True
        rows = np.flatnonzero(fits)
        return starts[rows].astype(np.uint64), rows, None


class DigitLists(Column):
    """Lists of digits, each a byte from 0. There is no white space and no comment in them."""

    def first(self, number: int) -> Iterable[bytes]:
        return (b"." * length for length in self.lengths[:number].tolist())

    def boards(self, size: int) -> Places:
        import numpy as np

        rows = np.flatnonzero(self.lengths == size * size)
        return self.starts[rows].astype(np.uint64), rows, None


def is_board_line(line: bytes, size: int) -> bool:
    """Whether a line is long enough for a board, and has nothing but a comment after it."""
    rest = line[size * size :]
    return len(line) >= size * size and (
        not rest or rest[:1] in (b"#", b",", b";", b"\r") or rest[:1].isspace()
    )


def column_of(values: Any) -> Texts | None:
    """Return a column of texts, None for anything else."""
    if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
        column = _from_arrow(values)
        if column is not None:
            return column
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if hasattr(values, "dtype"):
        if values.ndim != 1 or values.dtype.kind not in "SUOT":
            return None
        column = _from_array(values)
        if column is not None:
            return column
        values = values.tolist()
    if not isinstance(values, (list, tuple)):
        return None
    missing = values and all(value is None for value in values)
    if missing or any(isinstance(value, (str, bytes)) for value in values):
        return _from_list(list(values))
    return None


def _from_list(values: list[Any]) -> Column:
    """Return the column of a list; what is not text becomes an empty one."""
    import numpy as np

    try:
        joined = "\n".join(values).encode("ascii", "replace")
    except TypeError:
        values = [v.decode("latin-1") if isinstance(v, bytes) else v for v in values]
        values = [v if isinstance(v, str) else "" for v in values]
        joined = "\n".join(values).encode("ascii", "replace")
    lengths = np.fromiter(map(len, values), np.int64, len(values))
    starts = np.cumsum(lengths + 1) - lengths - 1
    return Column(joined, starts, lengths)


def _from_array(values: npt.NDArray[Any]) -> Column | None:
    """Return the column of fixed-width texts; None for texts that are Python objects."""
    import numpy as np

    if values.dtype.kind not in "SU" or not values.size or not values.dtype.itemsize:
        return None
    values = np.ascontiguousarray(values, values.dtype.newbyteorder("="))
    if values.dtype.kind == "U":
        codes = values.view(np.uint32)
        cells = np.empty(codes.shape, np.uint8)
        for lo in range(0, len(codes), 1 << 20):  # in pieces that stay in the cache
            part = np.minimum(codes[lo : lo + (1 << 20)], 127)  # 127 is in no board
            cells[lo : lo + len(part)] = part
    else:
        cells = values.view(np.uint8)
    table = cells.reshape(len(values), -1)
    width = table.shape[1]
    lengths = np.full(len(values), width, np.int64)
    if not table[:, -1].all():  # shorter texts end in zeros, which are not characters
        filled = table[:, ::-1] != 0
        lengths = np.where(filled.any(axis=1), width - filled.argmax(axis=1), 0)
    return Column(table.reshape(-1), np.arange(len(values), dtype=np.int64) * width, lengths)


def _from_arrow(values: Any) -> Column | None:
    """Return the column of an Arrow array or stream of texts; None for other types, and without pyarrow."""
    import numpy as np

    try:
        import pyarrow as pa
    except ImportError:
        return None
    is_stream = hasattr(values, "__arrow_c_stream__")
    try:
        column = pa.chunked_array(values).combine_chunks() if is_stream else pa.array(values)
    except OverflowError:  # boards that pandas took for numbers
        raise ValueError(
            "puzzles is a column of numbers, expected texts; read the file with dtype=str"
        ) from None
    column = plain_column(column)
    if pa.types.is_dictionary(column.type) or pa.types.is_fixed_size_binary(column.type):
        column = _unpacked(column)
    kind = column.type
    if pa.types.is_struct(kind) and any(field.type in _text_types() for field in kind):
        names = ", ".join(repr(field.name) for field in kind)
        raise TypeError(f"expected one column of puzzles, got a table with {names}")
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        is_nested = pa.types.is_nested(kind.value_type) or pa.types.is_floating(kind.value_type)
        return _from_lists(flat_lists(column) if is_nested and holds_lists(kind) else column)
    if kind not in _text_types():
        if type(values).__module__.partition(".")[0] == "pyarrow":
            raise TypeError(f"expected texts or lists of digits (uint8), got {kind}")
        return None
    if len(column) == 0:
        return _from_list([])
    if kind == pa.string_view():
        column = column.cast(pa.large_string())
    _, offsets, data = column.buffers()
    is_large = column.type in (pa.large_string(), pa.large_binary())
    places = np.frombuffer(offsets, np.int64 if is_large else np.int32)
    ends = places[column.offset : column.offset + len(column) + 1].astype(np.int64)
    lengths = np.diff(ends)
    if column.null_count:
        lengths = np.where(column.is_valid().to_numpy(zero_copy_only=False), lengths, 0)
    cells = (
        np.frombuffer(data, np.uint8) if data is not None and data.size else np.zeros(1, np.uint8)
    )
    return Column(cells, ends[:-1], lengths)


def _unpacked(column: Any) -> Any:
    """Return the texts of a dictionary, or of bytes of one length."""
    import pyarrow as pa

    if pa.types.is_fixed_size_binary(column.type):
        return column.cast(pa.binary())
    words = column.dictionary
    if words.type in _text_types():
        words = words.cast(pa.large_binary()).cast(pa.large_string(), safe=False)
    return pa.DictionaryArray.from_arrays(column.indices, words).dictionary_decode()


def _from_lists(column: Any) -> DigitLists:
    """Return the column of an Arrow array of lists of digits; a missing row is an empty list."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import compute

    digits = column.flatten()
    signed = pa.types.is_signed_integer(digits.type)
    if not signed and not pa.types.is_uint8(digits.type):
        raise TypeError(f"expected texts or lists of digits (uint8), got {column.type}")
    if signed or digits.null_count:
        # What is not a digit must not become one; 255 is in no board.
        values = digits.fill_null(0).to_numpy(zero_copy_only=False)
        fits = digits.is_valid().to_numpy(zero_copy_only=False) & (values >= 0) & (values <= 255)
        cells = np.where(fits, values, 255).astype(np.uint8)
    else:
        cells = digits.to_numpy()
    lengths = compute.list_value_length(column).fill_null(0).to_numpy(zero_copy_only=False)
    lengths = lengths.astype(np.int64)
    cells = cells if len(cells) else np.zeros(1, np.uint8)
    return DigitLists(cells, np.cumsum(lengths) - lengths, lengths)


def _text_types() -> tuple[Any, ...]:
    import pyarrow as pa

    return pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()


# -- files ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Lines(Texts):
    """The lines of a file; empty lines and lines that start with ``#`` are not rows."""

    cells: Any
    total: int = 0

    def first(self, number: int) -> Iterable[bytes]:
        head = bytes(self.cells[: 2000 * number]).splitlines()[:number]
        return (line for line in head if not line.startswith(b"#"))

    def boards(self, size: int) -> Places:
        import numpy as np

        offsets, numbers, odd = self._classic() if size == 9 else self._other(size)
        lines = np.concatenate([numbers, np.array(odd, np.uint64)])
        order = np.argsort(lines, kind="stable") if odd else np.arange(len(lines))
        rows = np.flatnonzero(order < len(numbers))
        return offsets, rows, lines[order]

    def _classic(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], list[int]]:
        """Return the offsets and lines of the boards, and the lines that are not boards."""
        import numpy as np

        text, size = self.cells, len(self.cells)
        offsets = np.empty(size // 81 + 1, np.uint64)
        numbers = np.empty(size // 81 + 1, np.uint32)
        rows = at = line = 0
        odd: list[int] = []
        while True:
            scan = engine.scan_lines(
                text, at, last=True, offsets=offsets[rows:], line_numbers=numbers[rows:]
            )
            if at:
                offsets[rows : rows + scan.rows] += np.uint64(at)
                numbers[rows : rows + scan.rows] += np.uint32(line)
            rows, at, line = rows + scan.rows, at + scan.consumed, line + scan.lines
            if not scan.odd_line:
                break
            line += 1
            odd.append(line)
            at = _next_line(text, at)
        return offsets[:rows], numbers[:rows].astype(np.uint64), odd

    def _other(self, size: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], list[int]]:
        """Return the same for boards of another size."""
        import numpy as np

        starts, numbers, odd, at = [], [], [], 0
        for number, line in enumerate(bytes(self.cells).split(b"\n"), 1):
            if is_board_line(line, size) and line.strip():
                starts.append(at)
                numbers.append(number)
            elif line.strip() and line[:1] != b"#":
                odd.append(number)
            at += len(line) + 1
        return np.array(starts, np.uint64), np.array(numbers, np.uint64), odd


def lines_of(file: str | File) -> Lines:
    """Return the lines of a file that was read or mapped, or of a text."""
    if isinstance(file, str):
        if _is_path(file):
            raise ValueError(f"{file!r} is a path; open the file and pass its bytes")
        return Lines(file.removeprefix("\ufeff").encode("ascii", "replace"))
    if isinstance(file, memoryview) and not (
        file.ndim == 1 and file.format == "B" and file.c_contiguous
    ):
        raise ValueError(
            f"the memory view has format {file.format!r} and shape {file.shape},"
            " expected flat and contiguous bytes"
        )
    head = bytes(file[:8])
    packed = "zip" if head.startswith(b"PK\x03\x04") else packing_of(head)
    if packed:
        raise ValueError(f"the bytes are compressed with {packed}; decompress them first")
    if bytes(file[:3]) == codecs.BOM_UTF8:
        file = memoryview(file)[3:]
    return Lines(file)


def _is_path(text: str) -> bool:
    """Whether a text of one line is a path and not a board."""
    if len(text.splitlines()) != 1 or len(text) in SIZES:
        return False
    return text.lower().endswith(_PATHS) or os.path.isfile(text)


def _next_line(text: File, at: int) -> int:
    """Return where the next line starts, the end of the text after the last line."""
    if not isinstance(text, memoryview):
        return text.find(b"\n", at) + 1 or len(text)
    while at < len(text):
        end = bytes(text[at : at + 4096]).find(b"\n")
        if end >= 0:
            return at + end + 1
        at += 4096
    return len(text)
