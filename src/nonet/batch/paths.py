"""The steps that solve many puzzles, as columns."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from nonet import engine
from nonet.base.digits import CELL_VALUES
from nonet.batch.rows import EngineRows, Rows, classic_rows, tally
from nonet.batch.solving import solve
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.engine.logic import NO_PLACE, decode, numbers_of
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC
from nonet.steps import Profile, Step
from nonet.steps import profile as profile_of
from nonet.tables.columns import ArrowTable, pyarrow_for, row_count

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["StepsResult", "steps"]

NOTHING = 255
"""The cell of a step that places no digit."""


@dataclass(frozen=True, eq=False)
class StepsResult(ArrowTable):
    """The answer of `steps`: one row per puzzle, and the steps of all puzzles one after the other.

    * ``status``: uint8 per puzzle, `Status` values: `UNIQUE` where there is a path, `OUT_OF_BUDGET` where the budget
      ended it, `BAD_CELL` for a row that is not a board.
    * ``solved``: bool per puzzle, whether the path leads to the solution.
    * ``offsets``: int64, one more than puzzles: the steps of puzzle ``i`` are ``offsets[i]`` to ``offsets[i + 1]``.
    * ``technique``: uint8 per step, the row in `nonet.steps.TECHNIQUES`.
    * ``rating``: float64 per step, as in `nonet.Step`.
    * ``cell``, ``digit``: uint8 per step, what it places: a cell 0 to 80 and a digit 1 to 9; 255 and 0 for nothing.
    * ``removed_offsets``: int64, one more than steps, into ``removed_cell`` and ``removed_digit`` (uint8): the
      candidates that each step eliminates.
    * ``lines``: uint64, the line of each puzzle in the file, from 1; None unless the puzzles were lines of a file.

    ``result.path(i)`` has the steps of a puzzle with their proofs and boards. In the table of `to_arrow` the steps of
    a puzzle are a list, with cells named as ``r4c5``.
    """

    status: npt.NDArray[np.uint8]
    solved: npt.NDArray[np.bool_]
    offsets: npt.NDArray[np.int64]
    technique: npt.NDArray[np.uint8]
    rating: npt.NDArray[np.float64]
    cell: npt.NDArray[np.uint8]
    digit: npt.NDArray[np.uint8]
    removed_offsets: npt.NDArray[np.int64]
    removed_cell: npt.NDArray[np.uint8]
    removed_digit: npt.NDArray[np.uint8]
    lines: npt.NDArray[np.uint64] | None
    _boards: Mapping[
        int, tuple[bytes, bytes]
    ]  # the givens of each puzzle with a path, and the words of its steps
    _scale: int

    def path(self, i: int) -> tuple[Step, ...]:
        """Return the steps of puzzle ``i``, which is counted from 0; none for a puzzle without a path.

        Raises `IndexError` for a number that no puzzle has.
        """
        if not 0 <= i < len(self):
            raise IndexError(f"there is no puzzle {i}; they are 0 to {len(self) - 1}")
        if i not in self._boards:
            return ()
        digits, words = self._boards[i]
        givens = Grid(digits)
        return tuple(decode(words, self._scale, CLASSIC, Puzzle(givens).candidates(), givens))

    def _columns(self) -> Mapping[str, Any]:
        import numpy as np

        pa = pyarrow_for("an Arrow table")
        ids = pa.array([technique.id for technique in engine.TECHNIQUES])
        cells = pa.array([f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)])
        places = self.cell == NOTHING
        removed = pa.StructArray.from_arrays(
            [cells.take(pa.array(self.removed_cell)), pa.array(self.removed_digit)],
            names=["cell", "digit"],
        )
        each_step = pa.StructArray.from_arrays(
            [
                pa.DictionaryArray.from_arrays(pa.array(self.technique), ids),
                pa.array(self.rating),
                cells.take(pa.array(np.where(places, 0, self.cell), mask=places)),
                pa.array(self.digit, mask=places),
                pa.LargeListArray.from_arrays(pa.array(self.removed_offsets), removed),
            ],
            names=["technique", "rating", "cell", "digit", "removes"],
        )
        lines = {} if self.lines is None else {"line": self.lines}
        steps = pa.LargeListArray.from_arrays(pa.array(self.offsets), each_step)
        return {**lines, "status": self.status, "solved": self.solved, "steps": steps}

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        summary = f"{row_count(len(self))}, {len(self.technique)} steps, {tally(self.status)}"
        return f"<nonet.batch.StepsResult: {summary}>"


def steps(
    puzzles: Rows,
    *,
    profile: str | Profile = "nonet",
    budget: int | None = None,
    threads: int | None = None,
) -> StepsResult:
    """Return the steps that solve each of many classic puzzles, always the easiest one, as columns.

    ``puzzles`` is what `solve` takes, except candidates. ``profile`` is the order of the techniques, see
    `nonet.steps.profiles`. ``budget`` limits the implications followed for each step (the default is large).
    ``threads`` is the number of threads, None for one per processor; the result does not depend on it. A puzzle
    without exactly one solution has no steps. Raises `ValueError` for an array of another shape or type, for
    candidates, and for an unknown profile or one with techniques of your own.

    >>> r = steps(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> r.solved.tolist(), r.offsets.tolist(), len(r.path(0)), str(r.path(0)[0])
    ([True], [0, 51], 51, 'Hidden single in a box: r1c6=8')
    """
    import numpy as np

    order = profile_of(profile).require_core("batch.steps")
    rows = classic_rows(puzzles, "steps")
    status = solve(rows, threads=threads).status[
        slice(None) if rows.readable is None else rows.readable
    ]
    unique = np.flatnonzero(status == Status.UNIQUE)
    givens = _givens(rows, unique)
    encoded = engine.path_words(
        givens.reshape(-1),
        _masks(givens).reshape(-1),
        len(unique),
        budget=budget,
        threads=threads,
        profile=order,
    )
    scale = 1 if order.counts_points else 100
    columns, counts, solved = _Columns(), np.zeros(rows.n, np.int64), np.zeros(rows.n, bool)
    for row, path in zip(unique, encoded, strict=True):
        status[row], solved[row] = path.status, path.is_solved
        counts[row] = columns.add(path.words, scale)
    offsets = np.zeros(rows.total + 1, np.int64)
    np.cumsum(rows.spread(counts), out=offsets[1:])
    numbers = unique if rows.readable is None else rows.readable[unique]
    boards = {
        index(number): (board.tobytes(), path.words)
        for number, board, path in zip(numbers, givens, encoded, strict=True)
    }
    return StepsResult(
        status=rows.spread_status(status),
        solved=rows.spread(solved),
        offsets=offsets,
        lines=rows.lines,
        _boards=boards,
        _scale=scale,
        **columns.arrays(),
    )


def _givens(rows: EngineRows, chosen: npt.NDArray[np.intp]) -> npt.NDArray[np.uint8]:
    """Return the digits of some rows, 0 for an empty cell; all of them are boards."""
    import numpy as np

    cells = np.frombuffer(rows.cells, np.uint8) if rows.n else np.zeros(0, np.uint8)
    starts = 81 * chosen if rows.offsets is None else rows.offsets[chosen].astype(np.intp)
    values = np.frombuffer(CELL_VALUES, np.uint8)
    digits: npt.NDArray[np.uint8] = values[cells[starts[:, None] + np.arange(81)]]
    return digits


def _masks(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Return the candidates that the givens of classic boards leave, as masks; 0 for a filled cell."""
    import numpy as np

    bits = np.left_shift(1, boards, dtype=np.uint64) >> 1
    used = np.zeros(boards.shape, np.uint64)
    for house in CLASSIC.houses:
        cells = list(house.cells)
        used[:, cells] |= np.bitwise_or.reduce(bits[:, cells], axis=1)[:, None]
    return np.where(boards == 0, ~used & 511, 0).astype(np.uint64)


class _Columns:
    """The columns of steps, filled from the words of the core (core.h)."""

    def __init__(self) -> None:
        self._technique, self._cell, self._digit = bytearray(), bytearray(), bytearray()
        self._rating = array("d")
        self._removed = bytearray(), bytearray()
        self._ends = array("q", [0])

    def add(self, words: bytes, scale: int) -> int:
        """Add the steps of a path; return how many there are."""
        numbers = numbers_of(words)
        at = count = 0
        cells, digits = self._removed
        while at < len(numbers):
            head, _, size, place, sizes, _ = numbers[at : at + 6]
            self._technique.append(head & 0xFF)
            self._rating.append((head >> 16) / scale)
            if place == NO_PLACE:
                self._cell.append(NOTHING)
                self._digit.append(0)
            else:
                self._cell.append(place & 0xFFFF)
                self._digit.append(place >> 16)
            for word in range(at + 6, at + 6 + 2 * (sizes & 0x7FF), 2):
                cell, mask = numbers[word] & 0x7FF, numbers[word + 1]
                while mask:
                    cells.append(cell)
                    digits.append((mask & -mask).bit_length())
                    mask &= mask - 1
            self._ends.append(len(cells))
            at += size
            count += 1
        return count

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the columns by their names in `StepsResult`."""
        import numpy as np

        cells, digits = self._removed
        return {
            "technique": np.frombuffer(self._technique, np.uint8),
            "rating": np.frombuffer(self._rating, np.float64),
            "cell": np.frombuffer(self._cell, np.uint8),
            "digit": np.frombuffer(self._digit, np.uint8),
            "removed_offsets": np.frombuffer(self._ends, np.int64),
            "removed_cell": np.frombuffer(cells, np.uint8),
            "removed_digit": np.frombuffer(digits, np.uint8),
        }
