"""Columns of Arrow whose boards are bytes or lists of digits, perhaps a list for each row of the board, as texts."""

from __future__ import annotations

import json
from operator import index
from typing import TYPE_CHECKING, Any

from nonet.tables.columns import pyarrow_for
from nonet.tables.plain_columns import text_of_bytes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["are_boards", "as_texts", "flat_lists", "holds_lists"]


def holds_lists(kind: Any) -> bool:
    """Whether a column of this type has lists of numbers, also in lists."""
    types, depth = pyarrow_for("an Arrow table").types, 0
    while types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        kind, depth = kind.value_type, depth + 1
    return depth > 0 and bool(types.is_integer(kind) or types.is_floating(kind))


def as_texts(column: Any) -> Any:
    """Return a column of lists as texts, a digit for each number and 0 for a null or NaN; bytes as texts, too.

    A row with other numbers than 0 to 9 is JSON. Any other column is returned as it is.

    >>> import pyarrow as pa
    >>> as_texts(pa.array([[[1, 2], [0, None]], None, [[10]]])).to_pylist()
    ['1200', None, '[[10]]']
    """
    if not holds_lists(column.type):
        return _texts_of_bytes(column)
    import numpy as np

    pa = pyarrow_for("an Arrow table")
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    values, sizes = _flat(column)
    odd = (values < 0) | (values > 9)
    ends = np.cumsum(sizes)
    if odd.any():
        wrong = np.unique(np.searchsorted(ends, np.flatnonzero(odd), side="right"))
        texts = np.split((values + 48).astype(np.uint8), ends[:-1])
        texts_found = [bytes(text).decode("latin-1") for text in texts]
        for row in wrong.tolist():
            texts_found[row] = json.dumps(column[row].as_py())
        valid = column.is_valid().to_pylist()
        return pa.array([text if ok else None for text, ok in zip(texts_found, valid, strict=True)])
    places = np.concatenate([[0], ends]).astype(np.int64)
    buffers = [pa.py_buffer(places), pa.py_buffer((values + 48).astype(np.uint8))]
    texts = pa.LargeStringArray.from_buffers(len(column), *buffers).cast(pa.string())
    if not column.null_count:
        return texts
    missing = column.is_null().to_pylist()
    return pa.array([None if no else str(one) for no, one in zip(missing, texts, strict=True)])


def flat_lists(column: Any) -> Any:
    """Return a column of lists of numbers, perhaps in lists, as one of lists of whole numbers."""
    import numpy as np

    pa = pyarrow_for("an Arrow table")
    values, sizes = _flat(column)
    ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return pa.LargeListArray.from_arrays(pa.array(ends), pa.array(values))


def are_boards(column: Any) -> bool:
    """Whether a column has lists of digits, and one of them is as long as a board."""
    if not holds_lists(column.type) or not len(column):
        return False
    from nonet.tables.texts import SIZES

    values, sizes = _flat(column)
    fits = any(index(size) in SIZES for size in sizes)
    return fits and (not _is_floating(column.type) or bool(((values >= 0) & (values < 10)).all()))


def _is_floating(kind: Any) -> bool:
    while (inner := getattr(kind, "value_type", None)) is not None:
        kind = inner
    return bool(pyarrow_for("an Arrow table").types.is_floating(kind))


def _texts_of_bytes(column: Any) -> Any:
    """Return a column of bytes as one of texts, any other as it is."""
    pa = pyarrow_for("an Arrow table")
    types, kind = pa.types, column.type
    if not (
        types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)
    ):
        return column
    try:
        return column.cast(pa.binary()).cast(pa.string())
    except pa.ArrowInvalid:
        values = column.to_pylist()
        texts = [None if value is None else text_of_bytes(value) for value in values]
        return pa.array(texts, pa.string())


def _flat(column: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the numbers of all rows, 0 for a null, and how many each row has."""
    import numpy as np
    from pyarrow import compute

    sizes: npt.NDArray[np.int64] = np.ones(len(column), np.int64)
    while (types := pyarrow_for("an Arrow table").types) and types.is_nested(column.type):
        lengths = compute.list_value_length(column).fill_null(0)
        sums = np.concatenate([[0], np.cumsum(lengths.to_numpy(zero_copy_only=False))])
        ends = np.cumsum(sizes)
        sizes = (sums[ends] - sums[ends - sizes]).astype(np.int64)
        column = column.flatten()
    values = column.fill_null(0).to_numpy(zero_copy_only=False)
    if types.is_floating(column.type):
        values = np.where(np.isnan(values), 0, values)
        values = np.where((values == np.floor(values)) & (abs(values) < 1 << 31), values, -1)
    return values.astype(np.int64), sizes
