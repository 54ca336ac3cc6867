"""A file of NumPy (``.npy``) as lines of boards.

Data for training often comes so: ``(n, 81)``, ``(n, 9, 9)`` or ``(n, 9, 9, 1)`` numbers, or texts. 0 and NaN are empty
cells, or 1 is, with digit d as d + 1, as `nonet.batch.write_dataset` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any

from nonet.base.digits import PLAIN_BOARD
from nonet.base.errors import MissingExtra, ParseError
from nonet.boards.grid import Grid

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["ROW_MARK", "ArrayText", "text_of"]

ROW_MARK = ","
"""Before a line of an array that is a row whatever it says; in a file of lines, words are passed over."""

AT_ONCE = 1 << 14
_LINE_END = re.compile(r"[\r\n]+")
_SIZES = range(4, 37)
_PASSED_OVER = ("comment", "fence", "gap", "ruler", "words")  # kinds of lines
_SHAPES = "(n, 81) or (n, 9, 9) for 9x9 boards"


class ArrayText:
    """The boards of a file; ``total`` is their number."""

    def __init__(self, path: str) -> None:
        try:
            import numpy as np
        except ImportError:
            raise MissingExtra("data", "reading NumPy files") from None
        try:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
        except (ValueError, EOFError, OSError) as error:
            reason = f"expected an array of numbers or texts in a .npy file: {error}"
            raise ParseError(reason, source=path) from None
        self._size = self._empty = 0
        self._boards = array.reshape(-1) if array.dtype.kind in "SU" else self._of(array, path)
        self.total = len(self._boards)

    def _of(self, array: npt.NDArray[Any], path: str) -> npt.NDArray[Any]:
        """Return an array of numbers with a board in each row."""
        import numpy as np

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
        self._size, self._empty = size, int(least >= 1 and most == size + 1)
        return array.reshape(-1, size**2)

    def lines(self) -> Iterator[bytes]:
        """Yield all boards, a line each, many at a time."""
        return (self.text(at, at + AT_ONCE) for at in range(0, self.total, AT_ONCE))

    def text(self, begin: int, end: int) -> bytes:
        """Return some boards, a line each; one with a wrong value as numbers, for the reader to report."""
        import numpy as np

        part, size = self._boards[begin:end], self._size
        if not size:
            return b"".join(map(_line_of, part.tolist()))
        part = np.nan_to_num(part, nan=self._empty) - self._empty
        good = ((part >= 0) & (part <= size) & (part == np.floor(part))).all(axis=1)
        if good.all() and size < 10:
            rows = np.full((len(part), size**2 + 1), ord("\n"), np.uint8)
            rows[:, :-1] = part.astype(np.uint8) + ord("0")
            return rows.tobytes()
        lines = []
        for board, is_good in zip(part.tolist(), good.tolist(), strict=True):
            numbers = " ".join(f"{value:g}" for value in board)
            lines.append(Grid(map(int, board)).text() if is_good else numbers)
        return "".join(f"{line}\n" for line in lines).encode()


def _line_of(text: str | bytes) -> bytes:
    """Return a text as a line that is a row, with the mark of one where a reader of lines passes over it."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    line = _LINE_END.sub(" ", text)
    return f"{'' if _is_row(line) else ROW_MARK}{line}\n".encode("utf-8", "replace")


def text_of(line: str) -> str:
    """Return the text of a line of `ArrayText`.

    >>> text_of(",# no board"), text_of(",5")
    ('# no board', ',5')
    """
    return line[1:] if line[:1] == ROW_MARK and not _is_row(line[1:]) else line


def _is_row(line: str) -> bool:
    if PLAIN_BOARD.fullmatch(line):
        return True
    from nonet.formats.runs import kind_of

    return kind_of(line) not in _PASSED_OVER
