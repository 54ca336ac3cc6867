"""Results as columns: boards as text, and results as Arrow tables for data frames and files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nonet.digits import symbols_of
from nonet.engine import Status
from nonet.errors import MissingExtra

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "ArrowTable",
    "characters_of",
    "column_with_nulls",
    "row_count",
    "text_column",
    "texts_of",
]


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


def text_column(boards: npt.NDArray[np.uint8], present: npt.NDArray[np.bool_], size: int) -> Any:
    """Return an Arrow array of texts, null for the rows that have no board."""
    import numpy as np

    pa = _pyarrow()
    data = np.ascontiguousarray(characters_of(boards[present], size))
    lengths = np.where(present, boards.shape[1], 0)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    bits = np.packbits(present, bitorder="little")
    buffers = [pa.py_buffer(bits), pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.LargeStringArray.from_buffers(len(boards), buffers[1], buffers[2], buffers[0])


def column_with_nulls(values: npt.NDArray[Any], present: npt.NDArray[np.bool_]) -> Any:
    """Return an Arrow array of numbers, null for the rows that have no result."""
    return _pyarrow().array(values, mask=~present)


def row_count(number: int) -> str:
    """Return a number of rows, as text.

    >>> row_count(1), row_count(2)
    ('1 row', '2 rows')
    """
    return "1 row" if number == 1 else f"{number} rows"


class ArrowTable:
    """A result that becomes an Arrow table: ``to_arrow()``, or a data frame made directly of the result."""

    __slots__ = ()

    def _columns(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """Return a `pyarrow.Table` with one row per puzzle; needs the extra ``data``."""
        pa = _pyarrow()
        columns = dict(self._columns())
        status = columns["status"]
        words = pa.array([kind.word for kind in Status])
        columns["status"] = pa.DictionaryArray.from_arrays(pa.array(status), words)
        return pa.table(columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand the table to any library that reads Arrow, such as ``polars.DataFrame(result)``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("data", "an Arrow table") from None
    return pyarrow
