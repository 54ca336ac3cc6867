"""What every function of the batch takes: boards in arrays or on lines, laid out as the engine wants them.

Nothing is copied that need not be: an array of bytes and lines of 81 characters are read where they lie.
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet import engine
from nonet.digits import side_of
from nonet.engine import Status
from nonet.rules import CLASSIC, Rules
from nonet.variants import parse_rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Laid", "Rows", "laid_out", "tally"]

Rows: TypeAlias = "npt.NDArray[Any] | bytes | bytearray | memoryview | mmap.mmap"


@dataclass(frozen=True)
class Laid:
    """Rows as the engine wants them."""

    cells: Any
    n: int
    rules: Rules
    offsets: npt.NDArray[np.uint64] | None
    marks: bool

    def slice(self, lo: int, hi: int) -> tuple[Any, npt.NDArray[np.uint64] | None]:
        """Return the cells and offsets of some rows of classic boards."""
        if self.offsets is not None:
            return self.cells, self.offsets[lo:hi]
        return self.cells[81 * lo : 81 * hi], None


def laid_out(puzzles: Rows, rules: Rules | str | None) -> Laid:
    """Return rows as the engine wants them; see `nonet.batch.solve` for what they can be."""
    import numpy as np

    if isinstance(puzzles, (bytes, bytearray, memoryview, mmap.mmap)):
        if isinstance(puzzles, memoryview) and not (
            puzzles.ndim == 1 and puzzles.format == "B" and puzzles.c_contiguous
        ):
            raise ValueError(
                f"the memory view has the format {puzzles.format!r} and the shape {puzzles.shape};"
                " it must be flat and contiguous bytes"
            )
        rules = _rules(rules, None)
        offsets, n = _offsets(puzzles) if rules.size == 9 else _other_offsets(puzzles, rules.size)
        return Laid(puzzles, n, rules, offsets, marks=False)
    array = np.asarray(puzzles)
    rules = _rules(rules, array)
    board, marks = _array(array, rules)
    return Laid(board.reshape(-1), len(board), rules, None, marks)


def _rules(rules: Rules | str | None, array: npt.NDArray[Any] | None) -> Rules:
    """Return the rules; what is not said shows in the shape of the array."""
    side = None
    if array is not None and array.ndim in (2, 3) and array.size:
        side = side_of(array.shape[1])
        if array.ndim == 3 and array.dtype.kind != "b":
            side = array.shape[1] if array.shape[1] == array.shape[2] else None
    if rules is None:
        return CLASSIC if side in (None, 9) else Rules(size=side)
    return parse_rules(rules, size=side) if isinstance(rules, str) else rules


def _array(array: npt.NDArray[Any], rules: Rules) -> tuple[npt.NDArray[Any], bool]:
    """Return uint8 cells, or masks and True: uint16 for classic rules, else uint64."""
    import numpy as np

    side, size = rules.size, rules.size**2
    mask_type = np.uint16 if rules.is_classic else np.uint64
    if array.size == 0 and (array.ndim == 1 or not len(array)):
        return np.zeros((0, size), np.uint8), False
    if array.dtype == np.bool_ and array.shape[1:] == (size, side):
        weights = (np.uint64(1) << np.arange(side, dtype=np.uint64)).astype(mask_type)
        return np.ascontiguousarray(array @ weights), True
    if array.shape[1:] == (side, side):
        array = array.reshape(-1, size)
    if array.ndim != 2 or array.shape[1] != size:
        raise ValueError(
            f"puzzles has the shape {array.shape}; it must be (n, {size}), (n, {side}, {side}) or"
            f" (n, {size}, {side}) booleans"
        )
    if array.dtype == np.dtype("S1"):
        array = array.view(np.uint8)
    if array.dtype == np.uint16 or (array.dtype in (np.uint32, np.uint64) and not rules.is_classic):
        return np.ascontiguousarray(array, dtype=mask_type), True
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array), False
    if array.dtype.kind not in "iu":
        raise ValueError(f"puzzles has the type {array.dtype}; it must be uint8 digits")
    # Values that do not fit a byte must not wrap into digits; 255 is no digit and gets BAD_CELL.
    return np.where((array < 0) | (array > 255), 255, array).astype(np.uint8), False


def _offsets(
    text: bytes | bytearray | memoryview | mmap.mmap,
) -> tuple[npt.NDArray[np.uint64], int]:
    """Return where each line's board starts; a line that is no board is an error of the whole call."""
    import numpy as np

    size = len(text)
    offsets = np.empty(size // 81 + 1, np.uint64)
    numbers = np.empty(size // 81 + 1, np.uint32)
    scan = engine.scan_lines(text, 0, last=True, offsets=offsets, line_numbers=numbers)
    if scan.odd_line:
        end = text.find(b"\n", scan.consumed) if not isinstance(text, memoryview) else -1
        shown = bytes(text[scan.consumed : end if end >= 0 else scan.consumed + 100])[:100]
        raise ValueError(
            f"line {scan.lines + 1} is not a board of 81 characters: {shown!r};"
            " nonet.read() reads other formats and reports bad lines one by one"
        )
    return offsets[: scan.rows], scan.rows


def _other_offsets(
    text: bytes | bytearray | memoryview | mmap.mmap, side: int
) -> tuple[npt.NDArray[np.uint64], int]:
    """Return where each line's board of another size starts."""
    import numpy as np

    starts, at, size = [], 0, side * side
    for number, line in enumerate(bytes(text).split(b"\n"), 1):
        rest = line.rstrip(b"\r")[size:]
        if len(line.strip()) >= size and (not rest or rest[:1] in b"#,; \t"):
            starts.append(at)
        elif line.strip() and line[:1] != b"#":
            raise ValueError(
                f"line {number} is not a board of {size} characters: {bytes(line[:100])!r};"
                " nonet.read() reads other formats and reports bad lines one by one"
            )
        at += len(line) + 1
    return np.array(starts, np.uint64), len(starts)


def tally(status: npt.NDArray[np.uint8]) -> str:
    """Say how many rows there are of each status."""
    import numpy as np

    found = np.bincount(status, minlength=len(Status))
    return ", ".join(f"{found[s]} {s.name.lower()}" for s in Status if found[s]) or "none"


# -- classic boards -------------------------------------------------------------------------------


def classic(boards: Rows, who: str) -> Laid:
    """Return classic boards of digits as the engine wants them; ``who`` asks."""
    rows = laid_out(boards, CLASSIC)
    if rows.marks:
        raise ValueError(f"the boards are candidates; {who} takes digits")
    return rows


def digits_of(rows: Laid) -> npt.NDArray[np.uint8]:
    """Return classic boards as ``(n, 81)`` numbers, 0 for an empty cell; `ValueError` for what is neither."""
    import numpy as np

    cells = np.frombuffer(rows.cells, np.uint8) if rows.n else np.zeros(0, np.uint8)
    boards = cells.reshape(-1, 81) if rows.offsets is None else np.empty((rows.n, 81), np.uint8)
    for lo in range(0, rows.n if rows.offsets is not None else 0, 1 << 16):
        _, offsets = rows.slice(lo, lo + (1 << 16))
        assert offsets is not None
        boards[lo : lo + len(offsets)] = cells[offsets.astype(np.intp)[:, None] + np.arange(81)]
    if boards.size and boards.max() > 9:
        values = np.full(256, 255, np.uint8)
        values[:10] = values[48:58] = np.arange(10)
        values[list(b".*_-")] = 0
        boards = values[boards]
        bad = np.flatnonzero((boards > 9).any(axis=1))
        if len(bad):
            raise ValueError(f"row {bad[0]} holds something that is neither a digit nor a blank")
    return boards
