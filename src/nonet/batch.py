"""Many puzzles at once: arrays in, arrays out, on all processors.

A row that is wrong never raises; it gets a `Status` of its own and its neighbours are solved. Input is not
copied: a C-contiguous ``(n, 81)`` uint8 array, or the bytes of a file of lines, are read where they lie.
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet import engine
from nonet.engine import Stats, Status

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Result", "Stats", "Status", "solve"]

Rows: TypeAlias = "npt.NDArray[Any] | bytes | bytearray | memoryview | mmap.mmap"


@dataclass(frozen=True, eq=False)
class Result:
    """What `solve` found; row ``i`` of every array belongs to puzzle ``i``.

    ``solutions`` is ``(n, 81)`` uint8: the solution, or the first one of several, or zeros where there is none.
    ``counts`` (uint64) is the number of solutions, at most the limit. ``status`` (uint8) holds
    `Status` values, ``guesses`` (uint32) the branchings of the search. ``stats`` sums the counters of the search.
    """

    solutions: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint64]
    status: npt.NDArray[np.uint8]
    guesses: npt.NDArray[np.uint32]
    stats: Stats
    limit: int

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """For each row whether ``counts`` is the exact number rather than "at least"."""
        open_ended = (self.counts >= self.limit) | (self.status >= Status.BAD_CELL)
        return ~open_ended

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        import numpy as np

        found = np.bincount(self.status, minlength=len(Status))
        parts = [f"{found[s]} {s.name.lower()}" for s in Status if found[s]]
        return f"<nonet.batch.Result: {len(self)} rows, {', '.join(parts) or 'none'}>"


def solve(
    puzzles: Rows,
    *,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = None,
) -> Result:
    """Solve many classic puzzles.

    ``puzzles`` is one of

    * an ``(n, 81)`` or ``(n, 9, 9)`` array of digits, 0 for an empty cell (uint8 is read in place);
    * an ``(n, 81)`` array of ASCII bytes (dtype ``S1`` or uint8), empty cells as ``0 . * _ -``;
    * an ``(n, 81, 9)`` boolean array or ``(n, 81)`` uint16 array of masks: candidates (sukaku);
    * bytes, a bytearray or a memory map of lines of 81 characters, each with or without a comment behind it; empty
      lines and lines that start with ``#`` are passed over, they are no rows.

    At most ``limit`` solutions are looked for in each row (2 proves uniqueness, 1 is content with any solution);
    ``budget`` bounds the guesses of each row; ``threads`` is the number of threads, None for all processors.
    The result does not depend on the number of threads nor on the neighbours of a row, but for the
    ``guesses`` of rows with several solutions: the last rows are searched in several lanes at once,
    in another order.

    >>> import numpy as np
    >>> r = solve(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\\n")
    >>> r.status[0] == Status.UNIQUE, r.counts[0] == 1, r.solutions[0, :9].tolist()
    (np.True_, np.True_, [5, 3, 4, 6, 7, 8, 9, 1, 2])
    """
    import numpy as np

    offsets: npt.NDArray[np.uint64] | None = None
    marks = False
    if isinstance(puzzles, (bytes, bytearray, memoryview, mmap.mmap)):
        if isinstance(puzzles, memoryview) and not (
            puzzles.ndim == 1 and puzzles.format == "B" and puzzles.c_contiguous
        ):
            raise ValueError(
                f"the memory view has the format {puzzles.format!r} and the shape {puzzles.shape};"
                " it must be flat and contiguous bytes"
            )
        offsets, n = _offsets(puzzles)
        cells: Any = puzzles
    else:
        board, marks = _array(np.asarray(puzzles))
        n = len(board)
        cells = board.reshape(-1)
    found = Result(
        solutions=np.zeros((n, 81), np.uint8),
        counts=np.zeros(n, np.uint64),
        status=np.zeros(n, np.uint8),
        guesses=np.zeros(n, np.uint32),
        stats=Stats(),
        limit=limit,
    )
    stats = engine.solve_rows(
        cells,
        n,
        offsets=offsets,
        marks=marks,
        limit=limit,
        budget=budget,
        threads=threads,
        solutions=found.solutions.reshape(-1),
        counts=found.counts,
        status=found.status,
        guesses=found.guesses,
    )
    object.__setattr__(found, "stats", replace(stats, exact=bool(found.exact.all())))
    return found


def _array(array: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], bool]:
    """Return ``(n, 81)`` uint8 cells, or uint16 masks and True."""
    import numpy as np

    if array.size == 0 and (array.ndim == 1 or not len(array)):
        return np.zeros((0, 81), np.uint8), False
    if array.dtype == np.bool_ and array.shape[1:] == (81, 9):
        weights = (1 << np.arange(9)).astype(np.uint16)
        return np.ascontiguousarray(array @ weights), True
    if array.shape[1:] == (9, 9):
        array = array.reshape(-1, 81)
    if array.ndim != 2 or array.shape[1] != 81:
        raise ValueError(
            f"puzzles has the shape {array.shape}; it must be (n, 81), (n, 9, 9) or (n, 81, 9) booleans"
        )
    if array.dtype == np.dtype("S1"):
        array = array.view(np.uint8)
    if array.dtype == np.uint16:
        return np.ascontiguousarray(array), True
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
