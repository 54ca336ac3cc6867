"""Many puzzles at once: arrays in, arrays out, on all processors.

A row that is wrong never raises; it gets a `Status` of its own and its neighbours are solved. Input is not
copied: a C-contiguous ``(n, 81)`` uint8 array, or the bytes of a file of lines, are read where they lie. Boards of
other sizes and rules have as many columns as cells.
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet import engine
from nonet.engine import Stats, Status
from nonet.rules import CLASSIC, Rules
from nonet.signs import side_of
from nonet.variants import parse_rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RateResult", "Result", "Stats", "Status", "rate", "solve"]

Rows: TypeAlias = "npt.NDArray[Any] | bytes | bytearray | memoryview | mmap.mmap"


@dataclass(frozen=True, eq=False)
class Result:
    """What `solve` found; row ``i`` of every array belongs to puzzle ``i``.

    ``solutions`` is ``(n, 81)`` uint8 (as many columns as cells): the solution, or the first one of several, or zeros
    where there is none.
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
        return f"<nonet.batch.Result: {len(self)} rows, {_tally(self.status)}>"


def solve(
    puzzles: Rows,
    *,
    rules: Rules | str | None = None,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = None,
) -> Result:
    """Solve many puzzles of the same rules.

    ``puzzles`` is one of

    * an ``(n, 81)`` or ``(n, 9, 9)`` array of digits, 0 for an empty cell (uint8 is read in place);
    * an ``(n, 81)`` array of ASCII bytes (dtype ``S1`` or uint8), empty cells as ``0 . * _ -``;
    * an ``(n, 81, 9)`` boolean array or ``(n, 81)`` uint16 array of masks: candidates (sukaku);
    * bytes, a bytearray or a memory map of lines of 81 characters, each with or without a comment behind it; empty
      lines and lines that start with ``#`` are passed over, they are no rows.

    Boards of another size have its square for 81 and its side for 9; masks are uint16, uint32 or uint64 there, and
    signs above 9 are letters, A for 1. ``rules`` are `Rules` or words for them ("2x3", "diagonals"); without them they
    are the usual ones of the size, classic where the size does not show.

    At most ``limit`` solutions are looked for in each row (2 proves uniqueness, 1 is content with any solution);
    ``budget`` bounds the guesses of each row; ``threads`` is the number of threads, None for all processors.
    The result does not depend on the number of threads nor on the neighbours of a row, but for the
    ``guesses`` of rows with several solutions: the last rows are searched in several lanes at once,
    in another order.

    >>> import numpy as np
    >>> r = solve(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\\n")
    >>> r.status[0] == Status.UNIQUE, r.counts[0] == 1, r.solutions[0, :9].tolist()
    (np.True_, np.True_, [5, 3, 4, 6, 7, 8, 9, 1, 2])
    >>> solve(np.zeros((1, 36), np.uint8), rules="2x3", limit=1000).counts.tolist()
    [1000]
    """
    import numpy as np

    rows = _laid_out(puzzles, rules)
    n, size = rows.n, rows.rules.size**2
    found = Result(
        solutions=np.zeros((n, size), np.uint8),
        counts=np.zeros(n, np.uint64),
        status=np.zeros(n, np.uint8),
        guesses=np.zeros(n, np.uint32),
        stats=Stats(),
        limit=limit,
    )
    stats = engine.solve_rows(
        rows.cells,
        n,
        rules=rows.rules,
        offsets=rows.offsets,
        marks=rows.marks,
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


@dataclass(frozen=True, eq=False)
class RateResult:
    """What `rate` found; row ``i`` of every array belongs to puzzle ``i``.

    ``er``, ``ep`` and ``ed`` (float64) are the ratings, rounded to tenths, so that ``er == 7.2`` can be asked; see
    `nonet.steps.Rating`. They are 0 where a puzzle has not one solution, and 20 where the techniques do not suffice.
    ``hardest`` (uint8) is the technique of the highest rating as its row in `nonet.steps.TECHNIQUES`, 255 without one;
    ``counts`` (uint16, a column for each technique) says how often each was used, ``steps`` (uint32) how many steps
    there were, ``nodes`` (uint64) how many implications were followed. ``status`` (uint8) holds `Status` values:
    `UNIQUE` where all is well, `OUT_OF_BUDGET` where the ratings are "at least".
    """

    er: npt.NDArray[np.float64]
    ep: npt.NDArray[np.float64]
    ed: npt.NDArray[np.float64]
    hardest: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint16]
    steps: npt.NDArray[np.uint32]
    status: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.uint64]

    @property
    def exact(self) -> npt.NDArray[np.bool_]:
        """For each row whether it has a rating that is exact rather than "at least"."""
        import numpy as np

        return np.equal(self.status, Status.UNIQUE)

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.RateResult: {len(self)} rows, {_tally(self.status)}>"


def rate(puzzles: Rows, *, budget: int | None = None, threads: int | None = None) -> RateResult:
    """Rate many classic puzzles as Sudoku Explainer 1.2.1 does.

    ``puzzles`` is what `solve` takes, but no candidates. ``budget`` bounds the implications that are followed for each
    row; without it there is a large one. ``threads`` is the number of threads, None for all processors; the result does
    not depend on it.

    >>> r = rate(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\\n")
    >>> r.er.tolist(), r.ep.tolist(), r.ed.tolist(), r.steps.tolist()
    ([1.2], [1.2], [1.2], [51])
    """
    import numpy as np

    rows = _laid_out(puzzles, CLASSIC)
    if rows.marks:
        raise ValueError("puzzles are candidates; rate() takes digits, Puzzle.rate() a sukaku")
    n, kinds = rows.n, len(engine.TECHNIQUES)
    ratings, status = np.zeros((n, 3), np.uint16), np.zeros(n, np.uint8)
    hardest, counts = np.full(n, engine.NOBODY, np.uint8), np.zeros((n, kinds), np.uint16)
    steps, nodes = np.zeros(n, np.uint32), np.zeros(n, np.uint64)
    engine.rate_rows(
        rows.cells,
        n,
        offsets=rows.offsets,
        budget=budget,
        threads=threads,
        ratings=ratings.reshape(-1),
        status=status,
        hardest=hardest,
        steps=steps,
        counts=counts.reshape(-1),
        nodes=nodes,
    )
    er, ep, ed = (ratings[:, column] / 10 for column in range(3))
    return RateResult(er, ep, ed, hardest, counts, steps, status, nodes)


def _tally(status: npt.NDArray[np.uint8]) -> str:
    import numpy as np

    found = np.bincount(status, minlength=len(Status))
    return ", ".join(f"{found[s]} {s.name.lower()}" for s in Status if found[s]) or "none"


# -- rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Laid:
    """Rows as the engine wants them."""

    cells: Any
    n: int
    rules: Rules
    offsets: npt.NDArray[np.uint64] | None
    marks: bool


def _laid_out(puzzles: Rows, rules: Rules | str | None) -> _Laid:
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
        return _Laid(puzzles, n, rules, offsets, marks=False)
    array = np.asarray(puzzles)
    rules = _rules(rules, array)
    board, marks = _array(array, rules)
    return _Laid(board.reshape(-1), len(board), rules, None, marks)


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
