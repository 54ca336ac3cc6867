"""Results as columns: boards as text, and results as Arrow tables for data frames and files."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from operator import index
from typing import TYPE_CHECKING, Any

from nonet.base.digits import symbols_of
from nonet.base.errors import MissingExtra
from nonet.engine import Status

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Places = npt.NDArray[np.int64]

__all__ = [
    "ArrowTable",
    "characters_of",
    "check_pyarrow",
    "column_with_nulls",
    "pyarrow_for",
    "row_count",
    "string_array",
    "text_array",
    "text_column",
    "texts_at",
    "texts_of",
    "word_array",
]

_SHORT = 64  # bytes of a text; longer ones are faster to copy one by one


def characters_of(boards: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.uint8]:
    """Return the characters of ``(n, cells)`` digits, one byte each, "." for an empty cell."""
    import numpy as np

    signs = np.frombuffer(("." + "".join(symbols_of(size))).encode(), np.uint8)
    return signs[boards]


def texts_of(boards: npt.NDArray[np.uint8], present: npt.NDArray[np.bool_], size: int) -> list[str]:
    """Return each board as one line, "" for the rows that have none."""
    import numpy as np

    cells = boards.shape[1]
    text = characters_of(boards, size).tobytes().decode("ascii")
    texts = [text[i : i + cells] for i in range(0, len(text), cells)]
    for row in np.flatnonzero(~present).tolist():
        texts[row] = ""
    return texts


def texts_at(
    cells: npt.NDArray[np.uint8],
    starts: Places,
    sizes: Places,
    *,
    instead: Mapping[int, bytes] | None = None,
    before: Sequence[int] | npt.NDArray[np.intp] = (),
    more: Sequence[bytes] = (),
) -> Any:
    """Return the texts at places of a buffer as a column.

    Some texts have others ``instead``, by their numbers; ``more`` come ``before`` the texts of these numbers.
    """
    import numpy as np

    rows = instead or {}
    if extra := [*rows.values(), *more]:
        lengths = np.array([len(text) for text in extra], np.int64)
        places = len(cells) + np.cumsum(lengths) - lengths
        cells = np.concatenate([cells, np.frombuffer(b"".join(extra), np.uint8)])
        starts[list(rows)], sizes[list(rows)] = places[: len(rows)], lengths[: len(rows)]
        starts = np.insert(starts, before, places[len(rows) :])
        sizes = np.insert(sizes, before, lengths[len(rows) :])
    ends = np.zeros(len(starts) + 1, np.int64)
    np.cumsum(sizes, out=ends[1:])
    total = index(ends[-1])
    if total and (sizes == sizes[0]).all():
        windows = np.lib.stride_tricks.sliding_window_view(cells, index(sizes[0]))
        kept = windows[starts].reshape(-1)
    elif total > _SHORT * len(sizes):
        data = cells.tobytes()
        spans = zip(starts.tolist(), sizes.tolist(), strict=True)
        kept = np.frombuffer(b"".join(data[at : at + n] for at, n in spans), np.uint8)
    else:
        kept = cells[np.repeat(starts - ends[:-1], sizes) + np.arange(total)]
    return string_array(ends.astype(np.int32), kept)


def string_array(ends: npt.NDArray[np.int32], text: Any) -> Any:
    """Return texts that follow each other in a buffer as a column; text i lies between the ends i and i + 1."""
    pa = pyarrow_for("an Arrow table")
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(text)]
    return pa.Array.from_buffers(pa.string(), len(ends) - 1, buffers)


def text_column(boards: npt.NDArray[np.uint8], present: npt.NDArray[np.bool_], size: int) -> Any:
    """Return an Arrow array of texts, null for the rows that have no board."""
    return text_array(characters_of(boards, size), present, large=True)


def text_array(
    characters: npt.NDArray[np.uint8],
    present: npt.NDArray[np.bool_] | None = None,
    *,
    large: bool = False,
) -> Any:
    """Return ``(n, width)`` characters as an Arrow array of texts, null for the rows that are not present.

    Without a null nothing is copied. ``large`` texts have offsets of 64 bits.
    """
    import numpy as np

    pa = pyarrow_for("an Arrow table")
    n, width = characters.shape
    bits, kept = _validity(present), characters
    if present is None or bits is None:
        ends = np.arange(n + 1) * width
    else:
        # A null has no characters: other readers need not expect any.
        kept = characters[present]
        ends = np.concatenate([[0], np.cumsum(present)]) * width
    kind, array = (np.int64, pa.LargeStringArray) if large else (np.int32, pa.StringArray)
    data = pa.py_buffer(np.ascontiguousarray(kept).reshape(-1))
    return array.from_buffers(n, pa.py_buffer(ends.astype(kind)), data, bits)


def word_array(
    words: Sequence[str],
    places: npt.NDArray[np.integer[Any]],
    present: npt.NDArray[np.bool_] | None = None,
) -> Any:
    """Return ASCII words as an Arrow array, by their places. (Arrow's ``take`` would load its compute module.)"""
    import numpy as np

    pa = pyarrow_for("an Arrow table")
    if present is None and len(places) and (places == places[0]).all():
        word = words[places[0]].encode()
        ends = np.arange(len(places) + 1, dtype=np.int32) * np.int32(len(word))
        same = pa.py_buffer(word * len(places))
        return pa.StringArray.from_buffers(len(places), pa.py_buffer(ends), same)
    table = np.array(words, dtype=bytes)
    characters = table.view(np.uint8).reshape(len(words), -1)[places]
    lengths = np.char.str_len(table)[places]
    if present is not None:
        lengths = lengths * present
    kept = characters[np.arange(characters.shape[1]) < lengths[:, None]]
    ends = np.zeros(len(places) + 1, np.int32)
    np.cumsum(lengths, out=ends[1:])
    buffers = pa.py_buffer(ends), pa.py_buffer(kept), _validity(present)
    return pa.StringArray.from_buffers(len(places), *buffers)


def column_with_nulls(
    values: npt.NDArray[Any], present: npt.NDArray[np.bool_] | None = None
) -> Any:
    """Return an Arrow array of numbers, or of true and false, null for the rows that have no result.

    (`pyarrow.array` would load pandas.)
    """
    import numpy as np

    pa = pyarrow_for("an Arrow table")
    bits = np.packbits(values, bitorder="little") if values.dtype == bool else values
    buffers = [_validity(present), pa.py_buffer(np.ascontiguousarray(bits))]
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), buffers)


def _validity(present: npt.NDArray[np.bool_] | None) -> Any:
    """Return the bits of the rows that are not null, None if no row is null."""
    import numpy as np

    if present is None or present.all():
        return None
    return pyarrow_for("an Arrow table").py_buffer(np.packbits(present, bitorder="little"))


def row_count(number: int) -> str:
    """Return a number of rows, as text.

    >>> row_count(1), row_count(2)
    ('1 row', '2 rows')
    """
    return "1 row" if number == 1 else f"{number} rows"


class ArrowTable:
    """A result that becomes an Arrow table: ``to_arrow()``, or a data frame made directly of the result.

    ``polars.DataFrame(result)`` takes the columns as they are. ``pandas.DataFrame(result)`` takes the rows, which
    are tuples with the names of the columns; for many rows ``result.to_arrow().to_pandas()`` is faster.
    """

    __slots__ = ()

    def _columns(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """Return a `pyarrow.Table` with one row per puzzle; needs the extra ``data``."""
        pa = pyarrow_for("an Arrow table")
        columns = dict(self._columns())
        status = columns["status"]
        words = pa.array([kind.word for kind in Status])
        columns["status"] = pa.DictionaryArray.from_arrays(pa.array(status), words)
        return pa.table(columns)

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows of the table, tuples with the names of its columns."""
        table = self.to_arrow()
        row = namedtuple("Row", table.column_names)  # type: ignore[misc]
        return map(row._make, zip(*(column.to_pylist() for column in table.columns), strict=True))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand the table to any library that reads Arrow, such as ``polars.DataFrame(result)``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def check_pyarrow(purpose: str) -> None:
    """Raise `MissingExtra` that names the purpose if pyarrow is not installed; it is not loaded."""
    if find_spec("pyarrow") is None:
        raise MissingExtra("data", purpose)


def pyarrow_for(purpose: str, *parts: str) -> Any:
    """Return pyarrow with these of its modules; raise `MissingExtra` that names the purpose."""
    try:
        import pyarrow

        for part in parts:
            import_module(f"pyarrow.{part}")
    except ImportError:
        raise MissingExtra("data", purpose) from None
    return pyarrow
