"""A file of NumPy (``.npy``) as lines of boards.

Data for training often comes so: ``(n, 81)``, ``(n, 9, 9)`` or ``(n, 9, 9, 1)`` numbers, or texts. 0 and NaN are empty
cells, or 1 is, with digit d as d + 1, as `nonet.batch.write_dataset` writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from nonet.cli.stream.inputs import Input
from nonet.errors import ParseError
from nonet.grid import Grid
from nonet.packed import ByteStream

__all__ = ["array_input"]

_ROWS = 1 << 14
_SIZES = range(4, 37)
_SHAPES = "(n, 81) or (n, 9, 9) for 9x9 boards"


def array_input(path: str) -> Input:
    """Return the boards of a file, a line each."""
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        reason = f"expected an array of numbers or texts in a .npy file: {error}"
        raise ParseError(reason, source=path) from None
    parts = _texts(array) if array.dtype.kind in "SU" else _numbers(array, path)
    opened = Input(ByteStream(parts), path)
    opened.format = "line"
    return opened


def _texts(array: npt.NDArray[Any]) -> Iterator[bytes]:
    """Yield the lines of an array of texts."""
    flat = array.reshape(-1)
    for at in range(0, len(flat), _ROWS):
        texts = flat[at : at + _ROWS].astype(np.str_).tolist()
        yield "".join(" ".join(text.split()) + "\n" for text in texts).encode()


def _numbers(array: npt.NDArray[Any], path: str) -> Iterator[bytes]:
    """Return the lines of an array of numbers, one board each."""
    shape = tuple(length for length in array.shape if length != 1)
    if array.dtype.kind not in "biuf" or not array.size:
        reason = f"expected an array of numbers, {_SHAPES}, found {array.dtype} {array.shape}"
        raise ParseError(reason, source=path)
    least, most = np.nanmin(array), np.nanmax(array)
    size = isqrt(shape[-1]) if shape else 0
    if (
        len(shape) > 1
        and shape[-1] == shape[-2]
        and (len(shape) > 2 or size**2 != shape[-1] or most > size + 1)
    ):
        size = shape[-1]  # the rows of a board
    if size not in _SIZES or array.size % size**2 or shape[-1] not in (size, size**2):
        reason = f"expected an array of the shape {_SHAPES}, found {array.shape}"
        raise ParseError(reason, source=path)
    return _lines(array.reshape(-1, size**2), size, 1 if least >= 1 and most == size + 1 else 0)


def _lines(boards: npt.NDArray[Any], size: int, empty: int) -> Iterator[bytes]:
    """Yield lines of digits; a board with a value that is none as numbers, for the reader to say so."""
    for at in range(0, len(boards), _ROWS):
        part = np.nan_to_num(boards[at : at + _ROWS], nan=empty) - empty
        good = ((part >= 0) & (part <= size) & (part == np.floor(part))).all(axis=1)
        if good.all() and size < 10:
            rows = np.full((len(part), size**2 + 1), ord("\n"), np.uint8)
            rows[:, :-1] = part.astype(np.uint8) + ord("0")
            yield rows.tobytes()
            continue
        for board, is_good in zip(part.tolist(), good.tolist(), strict=True):
            values = [f"{value:g}" for value in board]
            yield (Grid(map(int, board)).text() if is_good else " ".join(values)).encode() + b"\n"
