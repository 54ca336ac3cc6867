"""Data sets for machine learning: parts without equivalent puzzles in common, and puzzles with more givens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.rng import ALL, STEP, mix
from nonet.batch.keys import bounds_of, keys_of, mixed
from nonet.batch.rows import EngineRows, Rows, check_count, classic_rows, paired
from nonet.engine import Status

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["add_givens", "split"]

_ROWS = 1 << 16  # at a time, so that what is not returned takes little memory


def split(
    puzzles: Rows,
    fractions: Sequence[float] = (0.8, 0.1, 0.1),
    *,
    seed: int = 0,
    by: str = "solution",
    threads: int | None = None,
) -> tuple[npt.NDArray[np.intp], ...]:
    """Split puzzles into parts that share no equivalent puzzles; return the row numbers of each part.

    ``puzzles`` is what `nonet.batch.solve` takes, except candidates. Equivalent puzzles always get the same part. With
    ``by="puzzle"`` the canonical form of the puzzle decides. With ``by="solution"`` that of its solution does, so that
    different puzzles with equivalent solutions stay together, too: a model that memorised one knows the answer to
    the other.

    ``fractions`` are the expected shares of the parts, 0 to 1 each; what is missing to 1 is left out. The part of a
    form depends on its key, the fractions and the random seed (0 to 2**64 - 1) only, so adding puzzles later moves
    no other one.
    Rows without a form are in no part: clashing givens, text that is not a board and, with ``by="solution"``,
    puzzles without exactly one solution. Raises `ValueError` for other arguments.

    >>> from nonet.batch import augment
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> equivalent = augment(puzzle, puzzle, 1000, seed=1).puzzles
    >>> [len(rows) for rows in split(equivalent, (0.5, 0.5))]
    [0, 1000]
    """
    import numpy as np

    bounds = bounds_of(fractions)
    _check_seed(seed)
    if by not in ("puzzle", "solution"):
        raise ValueError(f"by must be 'puzzle' or 'solution', got {by!r}")
    rows = classic_rows(puzzles, "split")
    parts = np.full(rows.n, len(bounds), np.uint8 if len(bounds) < 255 else np.intp)
    ends = np.array([bound for bound in bounds if bound <= ALL], np.uint64)
    for lo in range(0, rows.n, _ROWS):
        hi = min(rows.n, lo + _ROWS)
        boards, known = _forms(rows, lo, hi, by, threads)
        places = mixed(keys_of(boards) ^ np.uint64(mix(seed + STEP & ALL)))
        part = np.searchsorted(ends, places, side="right")
        parts[lo:hi][known] = part[known]
    parts = rows.spread(parts, len(bounds))
    return tuple(np.flatnonzero(parts == part) for part in range(len(bounds)))


def _forms(
    rows: EngineRows, lo: int, hi: int, by: str, threads: int | None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """Return the canonical forms of some rows or of their solutions, and which rows have one."""
    import numpy as np

    n, known = hi - lo, Status.FOUND
    cells, offsets = rows.slice(lo, hi)
    status, boards = np.zeros(n, np.uint8), np.zeros((n, 81), np.uint8)
    if by == "solution":
        solved = np.zeros((n, 81), np.uint8)
        engine.solve_rows(
            cells,
            n,
            offsets=offsets,
            threads=threads,
            solutions=solved.reshape(-1),
            status=status,
        )
        cells, offsets, known = solved.reshape(-1), None, Status.UNIQUE
    of_forms = np.zeros(n, np.uint8)
    engine.canonical_rows(
        cells, n, offsets=offsets, threads=threads, boards=boards.reshape(-1), status=of_forms
    )
    return boards, np.equal(status if by == "solution" else of_forms, known)


def add_givens(puzzles: Rows, solutions: Rows, n: int, *, seed: int) -> npt.NDArray[np.uint8]:
    """Return the puzzles with ``n`` more givens each, chosen at random from their solutions, as ``(m, 81)`` digits.

    A puzzle with fewer than ``n`` empty cells becomes its solution. Where the solution has no digit (0) nothing is
    added. The choice in row ``i`` depends on the random seed (0 to 2**64 - 1) and on ``i`` only: it is reproducible
    since version 0.1, and a larger ``n`` keeps the givens of a smaller one. Raises `ValueError` for rows that are not
    boards, and for the solution of another puzzle.

    >>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> from nonet.batch import solve
    >>> (add_givens(puzzle, solve(puzzle).solutions, 20, seed=1) > 0).sum()
    np.int64(50)
    """
    import numpy as np

    check_count(n, 0)
    _check_seed(seed)
    givens, solved = paired(puzzles, solutions, "add_givens")
    filled = givens.copy()
    step = np.uint64(STEP)
    for lo in range(0, len(filled) if n else 0, _ROWS // 16):
        part, answer = filled[lo : lo + _ROWS // 16], solved[lo : lo + _ROWS // 16]
        rows = np.arange(lo, lo + len(part), dtype=np.uint64)
        stream = mixed(np.uint64(mix(seed + STEP & ALL)) ^ (rows + step) * step)
        turns = np.arange(1, 82, dtype=np.uint64) * step
        ranks = mixed(stream[:, None] + turns)
        ranks[(part > 0) | (answer == 0)] = ALL
        chosen = np.argpartition(ranks, min(n, 81) - 1, axis=1)[:, :n]
        more = np.zeros(part.shape, bool)
        np.put_along_axis(more, chosen, True, axis=1)
        np.copyto(part, answer, where=more & (part == 0))
    return filled


def _check_seed(seed: int) -> None:
    if not 0 <= seed <= ALL:
        raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")
