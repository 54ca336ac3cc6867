"""The one module that talks to the native core; everything else in nonet asks here.

It turns rules, givens and marks into the flat arrays of `core/core.h`, splits long work over
threads, and gives the numbers that come back their names. `nonet._core` is imported by nobody else.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from nonet import _core as _native
from nonet.errors import LimitReached, RulesError
from nonet.grid import Candidates, Grid
from nonet.rules import Rules

# Any buffer will do where the stub, which nanobind writes, names NumPy arrays: the core does not need NumPy.
_core: Any = _native

__all__ = [
    "Found",
    "Stats",
    "Status",
    "count",
    "instruction_set",
    "instruction_sets",
    "masks_of",
    "scan_lines",
    "search",
    "solutions",
    "solve_rows",
    "threads_available",
    "using_instruction_set",
]

# Rows of one piece of threaded work: long against a piece's ends (shorter where many solutions of each
# row are counted), short against a file.
_LEAST, _SLICE = 512, 32_768
_MOST = (1 << 64) - 1  # what a limit or a budget can be in the core


class Status(IntEnum):
    """What became of one row of a batch."""

    UNIQUE = 0
    """Exactly one solution, proved."""
    MULTIPLE = 1
    """Two or more solutions; the count is exact if it is below the limit."""
    FOUND = 2
    """The limit was 1: there is a solution, others were not looked for."""
    NO_SOLUTION = 3
    """Proved to have none."""
    CONFLICT = 4
    """No solution, and two equal givens in one house show it at sight."""
    BAD_CELL = 5
    """The row holds something that is neither a digit nor a blank."""
    OUT_OF_BUDGET = 6
    """The budget was spent; the count is "at least"."""
    CANCELLED = 7
    """The call was stopped before this row was finished."""

    @property
    def word(self) -> str:
        """The name as people read it: lower case, with spaces."""
        return self.name.lower().replace("_", " ")

    @property
    def is_solved(self) -> bool:
        """Whether the row has a solution to show."""
        return self in (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)


@dataclass(frozen=True)
class Stats:
    """Counters of a call, summed over all rows.

    ``rounds`` are propagation rounds of all lanes together, ``lane_rounds`` the sum over these of
    the lanes that had a puzzle in them: ``lane_rounds / rounds / lanes`` is how full the vectors
    were. ``exact`` is whether all counts are exact, none of them "at least" for a limit or a budget
    (`nonet.batch` tells; `batch.Result.exact` says it row by row), or None where nobody looked.
    """

    guesses: int = 0
    rounds: int = 0
    lane_rounds: int = 0
    solutions: int = 0
    exact: bool | None = field(default=None, compare=False)

    def __add__(self, other: Stats) -> Stats:
        return Stats(
            self.guesses + other.guesses,
            self.rounds + other.rounds,
            self.lane_rounds + other.lane_rounds,
            self.solutions + other.solutions,
            self.exact and other.exact,
        )


class Found(NamedTuple):
    """Solutions met, at most the limit, and whether they are all (or the limit was reached)."""

    grids: tuple[Grid, ...]
    exact: bool


# -- instruction sets ----------------------------------------------------------------------------


def instruction_sets() -> dict[str, int]:
    """Return the instruction sets that this machine runs, best first, each with its lanes.

    The best one is used unless the environment variable ``NONET_ISA`` names another.
    """
    return dict(_core.isa_names())


def instruction_set() -> str:
    """Return the name of the instruction set in use."""
    return list(instruction_sets())[int(_core.isa_current())]


@contextmanager
def using_instruction_set(name: str) -> Iterator[None]:
    """Use another instruction set for a while, in all threads: for tests and benchmarks."""
    before = _core.isa_current()
    _core.isa_use(_isa_index(name))
    try:
        yield
    finally:
        _core.isa_use(before)


def _isa_index(name: str) -> int:
    names = list(instruction_sets())
    if name not in names:
        raise ValueError(f"{name!r} is not an instruction set of this machine; it has {names}")
    return names.index(name)


if os.environ.get("NONET_ISA"):
    # The core ignores a name it does not know; a user wants to be told.
    _isa_index(os.environ["NONET_ISA"])


# -- one puzzle ----------------------------------------------------------------------------------


def _require_classic(rules: Rules) -> None:
    if not rules.is_classic:
        raise RulesError(
            f"{rules!r}: only classic 9x9 boards can be solved in this version of nonet"
        )


def _bounds(limit: int, budget: int | None) -> tuple[int, int]:
    """Check the bounds of a search and return them as the core wants them: 0 is no budget."""
    for name, value in (("limit", limit), ("budget", 1 if budget is None else budget)):
        if not hasattr(value, "__index__"):
            raise TypeError(f"{name} is {value!r}; it must be a whole number")
        if value < 1:
            raise ValueError(f"{name} is {value}; it must be at least 1")
    return min(limit, _MOST), min(budget or 0, _MOST)


def masks_of(givens: Grid, marks: Candidates | None) -> array[int]:
    """Return the 81 masks that givens and marks allow together; a contradiction leaves a 0."""
    masks = list(marks.masks) if marks is not None else [0x1FF] * 81
    for cell, digit in enumerate(givens):
        if digit:
            masks[cell] &= 1 << (digit - 1)
    return array("H", masks)


def _solve_one(
    rules: Rules, givens: Grid, marks: Candidates | None, limit: int, budget: int | None
) -> tuple[Status, int, bytes]:
    _require_classic(rules)
    limit, guesses_allowed = _bounds(limit, budget)
    if marks is None:
        status, count, grid = _core.solve_one(bytes(givens), limit, guesses_allowed)
        return Status(status), count, grid
    solution, state, counts = bytearray(81), bytearray(1), array("Q", [0])
    _core.solve_marks(
        masks_of(givens, marks),
        1,
        limit,
        guesses_allowed,
        solution,
        81,
        0,
        counts,
        state,
        None,
        None,
    )
    return Status(state[0]), counts[0], bytes(solution) if counts[0] else b""


def search(
    rules: Rules, givens: Grid, marks: Candidates | None, *, limit: int, budget: int | None
) -> Found:
    """Return the one solution, or the first few where there are more; ``limit`` is 1 or 2."""
    status, count, grid = _solve_one(rules, givens, marks, limit, budget)
    exact = status is not Status.OUT_OF_BUDGET
    if status is Status.MULTIPLE:
        cells = _core.first_solutions(masks_of(givens, marks), limit)
        grids = (Grid._trusted(cells[i : i + 81]) for i in range(0, len(cells), 81))
        return Found(tuple(grids), exact)
    return Found((Grid._trusted(grid),) if count else (), exact)


def count(
    rules: Rules, givens: Grid, marks: Candidates | None, *, limit: int, budget: int | None
) -> tuple[int, bool]:
    """Return the number of solutions, at most ``limit``, and whether the budget sufficed."""
    status, number, _ = _solve_one(rules, givens, marks, limit, budget)
    return number, status is not Status.OUT_OF_BUDGET


def solutions(
    rules: Rules, givens: Grid, marks: Candidates | None, *, budget: int | None
) -> Iterator[Grid]:
    """Yield every solution as the search finds it; the search stands still in between."""
    _require_classic(rules)
    _, guesses_allowed = _bounds(1, budget)
    return _solutions(_core.Search(masks_of(givens, marks)), guesses_allowed)


def _solutions(running: _native.Search, budget: int) -> Iterator[Grid]:
    capacity, more, number = 2, True, 0
    while more:
        more, status, cells = running.next(capacity, budget)
        for i in range(0, len(cells), 81):
            yield Grid._trusted(cells[i : i + 81])
        number += len(cells) // 81
        if status == Status.OUT_OF_BUDGET:
            raise LimitReached(
                f"the budget of {budget} guesses is spent; {number} solution(s) so far",
                progress=number,
            )
        capacity = min(4 * capacity, 4096)


# -- many puzzles --------------------------------------------------------------------------------


def threads_available() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def solve_rows(
    cells: Any,
    n: int,
    *,
    stride: int = 81,
    offsets: Any = None,
    marks: bool = False,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = 1,
    solutions: Any = None,
    solution_stride: int = 81,
    ascii: bool = False,
    counts: Any = None,
    status: Any,
    guesses: Any = None,
) -> Stats:
    """Solve ``n`` boards that lie in one buffer, and fill the caller's buffers.

    Row ``i`` starts at ``offsets[i]``, or at ``i * stride``; with ``marks`` the buffer holds 81
    uint16 masks per row instead. ``solutions`` gets 81 bytes every ``solution_stride``, ``counts``
    (uint64), ``status`` (uint8) and ``guesses`` (uint32) one number per row; all but ``status``
    may be None. All buffers are flat. With more than one thread the rows are solved in slices;
    the results do not depend on it.
    """
    limit, guesses_allowed = _bounds(limit, budget)
    threads = threads_available() if threads is None else threads
    if threads < 1:
        raise ValueError(f"threads is {threads}; it must be at least 1")
    views = [
        None if b is None else memoryview(b)
        for b in (cells, offsets, solutions, counts, status, guesses)
    ]
    if n == 0:
        return Stats()

    def part(lo: int, hi: int, stop: bytearray | None) -> Stats:
        def cut(view: memoryview | None, unit: int = 1) -> memoryview | None:
            return None if view is None else view[lo * unit :]

        source, places, grids, numbers, states, tries = views
        results = (
            cut(grids, solution_stride),
            solution_stride,
            48 if ascii else 0,
            cut(numbers),
            cut(states),
            cut(tries),
            stop,
        )
        search = hi - lo, limit, guesses_allowed
        if marks:
            return Stats(*_core.solve_marks(cut(source, 81), *search, *results))
        if places is None:
            source = cut(source, stride)
        return Stats(*_core.solve(source, cut(places), stride, *search, *results))

    least = max(1, _LEAST // max(1, limit // 2))
    if threads == 1 or n < 2 * least:
        return part(0, n, None)
    from concurrent.futures import ThreadPoolExecutor  # slow to load, and only needed here

    bounds = range(0, n, min(max(least, -(-n // (4 * threads))), _SLICE))
    stop, total = bytearray(1), Stats()
    with ThreadPoolExecutor(threads) as pool:
        parts = [pool.submit(part, lo, min(n, lo + bounds.step), stop) for lo in bounds]
        try:
            for piece in parts:
                total += piece.result()
        except BaseException:
            stop[0] = 1
            pool.shutdown(cancel_futures=True)
            raise
    return total


class Scan(NamedTuple):
    """What `scan_lines` saw; see ``nonet_scan_lines`` in ``core.h``."""

    rows: int
    lines: int
    consumed: int
    odd_line: bool


def scan_lines(text: Any, start: int, *, last: bool, offsets: Any, line_numbers: Any) -> Scan:
    """Find plain 81-character lines in text, up to the first line that is anything else."""
    return Scan(*_core.scan_lines(text, start, last, offsets, line_numbers))
