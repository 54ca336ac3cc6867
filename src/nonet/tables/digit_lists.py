"""Columns of Arrow whose boards are lists of digits, perhaps a list for each row of the board, as columns of texts."""

from __future__ import annotations

import json
from operator import index
from typing import TYPE_CHECKING, Any

from nonet.tables.columns import pyarrow_for

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["are_boards", "as_texts", "holds_lists"]


def holds_lists(kind: Any) -> bool:
    """Whether a column of this type has lists of whole numbers, also in lists."""
    types, depth = pyarrow_for("an Arrow table").types, 0
    while types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        kind, depth = kind.value_type, depth + 1
    return depth > 0 and bool(types.is_integer(kind))


def as_texts(column: Any) -> Any:
    """Return a column of lists as texts, a digit for each number and 0 for a null; any other column as it is.

    A row with other numbers than 0 to 9 is JSON.

    >>> import pyarrow as pa
    >>> as_texts(pa.array([[[1, 2], [0, None]], None, [[10]]])).to_pylist()
    ['1200', None, '[[10]]']
    """
    if not holds_lists(column.type):
        return column
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
        found = [bytes(text).decode("latin-1") for text in texts]
        for row in wrong.tolist():
            found[row] = json.dumps(column[row].as_py())
        valid = column.is_valid().to_pylist()
        return pa.array([text if ok else None for text, ok in zip(found, valid, strict=True)])
    places = np.concatenate([[0], ends]).astype(np.int64)
    buffers = [pa.py_buffer(places), pa.py_buffer((values + 48).astype(np.uint8))]
    texts = pa.LargeStringArray.from_buffers(len(column), *buffers).cast(pa.string())
    if not column.null_count:
        return texts
    missing = column.is_null().to_pylist()
    return pa.array([None if no else str(one) for no, one in zip(missing, texts, strict=True)])


def are_boards(column: Any) -> bool:
    """Whether a column has lists of digits, and one of them is as long as a board."""
    if not holds_lists(column.type) or not len(column):
        return False
    from nonet.tables.texts import SIZES

    return any(index(size) in SIZES for size in _flat(column)[1])


def _flat(column: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the numbers of all rows, 0 for a null, and how many each row has."""
    import numpy as np
    from pyarrow import compute

    sizes: npt.NDArray[np.int64] = np.ones(len(column), np.int64)
    while not pyarrow_for("an Arrow table").types.is_integer(column.type):
        lengths = compute.list_value_length(column).fill_null(0)
        sums = np.concatenate([[0], np.cumsum(lengths.to_numpy(zero_copy_only=False))])
        ends = np.cumsum(sizes)
        sizes = (sums[ends] - sums[ends - sizes]).astype(np.int64)
        column = column.flatten()
    values = column.fill_null(0).to_numpy(zero_copy_only=False)
    return values.astype(np.int64), sizes
