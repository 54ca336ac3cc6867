"""The one module that talks to the native core; everything else in nonet asks here.

It turns rules, givens and marks into the flat arrays of `core/core.h`, splits long work over
threads, and gives the numbers that come back their names. `nonet._core` is imported by nobody else.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from nonet import _core as _native
from nonet import clauses
from nonet.errors import LimitReached, RulesError
from nonet.grid import Candidates, Grid
from nonet.rules import CLASSIC, Rules
from nonet.signs import write_cells

# Any buffer will do where the stub, which nanobind writes, names NumPy arrays: the core does not need NumPy.
_core: Any = _native

__all__ = [
    "Found",
    "Stats",
    "Status",
    "budget_sentence",
    "count",
    "instruction_set",
    "instruction_sets",
    "masks_of",
    "scan_lines",
    "search",
    "solutions",
    "solve_rows",
    "threads_available",
    "using_general_engine",
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


# -- any size, any houses ------------------------------------------------------------------------

# A board of more than 16x16 can take longer than anybody waits. Without a budget of the caller's it is given up after
# so many guesses (some minutes); a SAT solver, where there is one, takes over much sooner (after a second or two).
LARGE = 16
_GIVE_UP, _HAND_OVER = 2_000_000, 30_000

_general_only = False


@contextmanager
def using_general_engine() -> Iterator[None]:
    """Let the general engine answer for classic boards too, for a while: for tests and benchmarks."""
    global _general_only
    before, _general_only = _general_only, True
    try:
        yield
    finally:
        _general_only = before


def _is_classic(rules: Rules) -> bool:
    return rules.is_classic and not _general_only


@lru_cache(maxsize=64)
def _tables(rules: Rules) -> Any:
    """Return the houses as the core wants them; a house inside another one says nothing new."""
    masks = [house.cells.mask for house in rules.houses]
    new = [
        house
        for i, house in enumerate(rules.houses)
        if not any(
            house.cells.mask & ~mask == 0 and (j < i or mask != house.cells.mask)
            for j, mask in enumerate(masks)
            if j != i
        )
    ]
    lengths = bytes(len(house.cells) for house in new)
    cells = array("H", [cell for house in new for cell in house.cells])
    try:
        return _core.Tables(rules.size, lengths, cells)
    except ValueError:
        raise RulesError(
            "there are too many houses; a board can have 1,024, with 16,384 cells in all,"
            " and a cell can be in 16 of them"
        ) from None


def budget_of(rules: Rules, budget: int | None, *, limit: int = 2) -> int | None:
    """Return the guesses that a search is allowed: large boards have a budget if the caller gives none."""
    if budget is not None or rules.size <= LARGE:
        return budget
    return (_HAND_OVER if clauses.is_available() else _GIVE_UP) + 1000 * min(limit, _MOST)


def budget_sentence(rules: Rules, budget: int | None) -> str:
    """Say that a search was given up, and what can be done about it.

    >>> budget_sentence(Rules(size=9), 10)
    'the budget of 10 guesses is spent'
    """
    extra = "the extra 'sat' (pip install nonet[sat])"
    if budget is not None:
        more = (
            f"; without a budget, and with {extra}, a SAT solver goes on"
            if rules.size > LARGE
            else ""
        )
        return f"the budget of {budget} guesses is spent{more}"
    if clauses.is_available():
        return f"neither the search nor, in {clauses.SECONDS:.0f} seconds, the SAT solver came to an end"
    return f"the search was given up after {_GIVE_UP:,} guesses; with {extra} a SAT solver goes on"


def _hand_over(
    rules: Rules, masks: Any, *, limit: int, found: int
) -> tuple[Status, int, list[bytes]]:
    """Let the SAT solver go on from the candidates that a search without guesses has left."""
    status, pruned = _core_prune(rules, masks)
    if status is Status.NO_SOLUTION:
        return status, 0, []
    houses = [list(house.cells) for house in rules.houses]
    grids, exact = clauses.models(pruned, houses, rules.size, limit=limit)
    if not exact:
        return Status.OUT_OF_BUDGET, max(found, len(grids)), grids
    if len(grids) > 1:
        return Status.MULTIPLE, len(grids), grids
    if grids:
        return Status.FOUND if limit == 1 else Status.UNIQUE, 1, grids
    return Status.NO_SOLUTION, 0, []


def _core_prune(rules: Rules, masks: Any) -> tuple[Status, Any]:
    status, pruned = _tables(rules).prune(masks)
    return Status(status), array("Q", pruned)


# -- one puzzle ----------------------------------------------------------------------------------


def _bounds(limit: int, budget: int | None) -> tuple[int, int]:
    """Check the bounds of a search and return them as the core wants them: 0 is no budget."""
    for name, value in (("limit", limit), ("budget", 1 if budget is None else budget)):
        if not hasattr(value, "__index__"):
            raise TypeError(f"{name} is {value!r}; it must be a whole number")
        if value < 1:
            raise ValueError(f"{name} is {value}; it must be at least 1")
    return min(limit, _MOST), min(budget or 0, _MOST)


def masks_of(givens: Grid, marks: Candidates | None, kind: str = "H") -> array[int]:
    """Return what givens and marks allow together, one mask per cell; a contradiction leaves a 0.

    ``kind`` is the type of the array: ``"H"`` (16 bits) for classic boards, ``"Q"`` (64 bits) for the general engine.
    """
    masks = list(marks.masks) if marks is not None else [(1 << givens.size) - 1] * len(givens)
    for cell, digit in enumerate(givens):
        if digit:
            masks[cell] &= 1 << (digit - 1)
    return array(kind, masks)


def _solve_one(
    rules: Rules, givens: Grid, marks: Candidates | None, limit: int, budget: int | None
) -> tuple[Status, int, list[bytes]]:
    """Return the status, the number of solutions, and the first of them (sometimes more)."""
    if not _is_classic(rules):
        return _solve_general(rules, givens, marks, limit, budget)
    limit, guesses_allowed = _bounds(limit, budget)
    if marks is None:
        status, count, grid = _core.solve_one(bytes(givens), limit, guesses_allowed)
        return Status(status), count, [grid] if count else []
    solution, state, counts = bytearray(81), bytearray(1), array("Q", [0])
    search = masks_of(givens, marks), 1, limit, guesses_allowed
    _core.solve_marks(*search, solution, 81, 0, counts, state, None, None)
    return Status(state[0]), counts[0], [bytes(solution)] if counts[0] else []


def _solve_general(
    rules: Rules, givens: Grid, marks: Candidates | None, limit: int, budget: int | None
) -> tuple[Status, int, list[bytes]]:
    given_budget, budget = budget, budget_of(rules, budget, limit=limit)
    limit, guesses_allowed = _bounds(limit, budget)
    size = rules.size**2
    solution, state, counts = bytearray(size), bytearray(1), array("Q", [0])
    results = solution, size, 0, counts, state, None, None
    tables = _tables(rules)
    if marks is None:
        tables.solve(bytes(givens), None, size, 1, limit, guesses_allowed, *results)
    else:
        tables.solve_marks(masks_of(givens, marks, "Q"), 1, limit, guesses_allowed, *results)
    status = Status(state[0])
    if status is Status.OUT_OF_BUDGET and given_budget is None and clauses.is_available():
        return _hand_over(rules, masks_of(givens, marks, "Q"), limit=limit, found=counts[0])
    return status, counts[0], [bytes(solution)] if counts[0] else []


def search(
    rules: Rules, givens: Grid, marks: Candidates | None, *, limit: int, budget: int | None
) -> Found:
    """Return the one solution, or the first few where there are more; ``limit`` is 1 or 2."""
    status, _, grids = _solve_one(rules, givens, marks, limit, budget)
    exact = status is not Status.OUT_OF_BUDGET
    if status is Status.MULTIPLE and len(grids) < limit:
        if _is_classic(rules):
            cells = _core.first_solutions(masks_of(givens, marks), limit)
        else:
            running = _core.GeneralSearch(_tables(rules), masks_of(givens, marks, "Q"))
            *_, cells = running.next(limit, 0)
        grids = _cut(cells, rules.size**2)
    return Found(tuple(Grid._trusted(grid, rules.size) for grid in grids), exact)


def _cut(cells: bytes, size: int) -> list[bytes]:
    return [cells[i : i + size] for i in range(0, len(cells), size)]


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
    _bounds(1, budget)
    if _is_classic(rules):
        return _solutions(rules, _core.Search(masks_of(givens, marks)).next, budget)
    running = _core.GeneralSearch(_tables(rules), masks_of(givens, marks, "Q"))
    spent = 0

    def advance(capacity: int, allowed: int) -> tuple[bool, int, bytes]:
        """Go on; without a budget of the caller's, a large board has so many guesses for each call."""
        nonlocal spent
        if not allowed:
            allowed = spent + _GIVE_UP if rules.size > LARGE else 0
        more, status, guesses, cells = running.next(capacity, allowed)
        spent += guesses
        return more, status, cells

    return _solutions(rules, advance, budget)


def _solutions(
    rules: Rules, advance: Callable[[int, int], tuple[bool, int, bytes]], budget: int | None
) -> Iterator[Grid]:
    capacity, more, number, size = 2, True, 0, rules.size**2
    while more:
        more, status, cells = advance(capacity, min(budget or 0, _MOST))
        for grid in _cut(cells, size):
            yield Grid._trusted(grid, rules.size)
        number += len(cells) // size
        if status == Status.OUT_OF_BUDGET:
            sentence = f"the search was given up after {_GIVE_UP:,} guesses without another solution"
            if budget is not None:
                sentence = f"the budget of {budget} guesses is spent"
            raise LimitReached(f"{sentence}; {number} solution(s) so far", progress=number)
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
    rules: Rules = CLASSIC,
    stride: int | None = None,
    offsets: Any = None,
    marks: bool = False,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = 1,
    solutions: Any = None,
    solution_stride: int | None = None,
    ascii: bool = False,
    counts: Any = None,
    status: Any,
    guesses: Any = None,
) -> Stats:
    """Solve ``n`` boards of the same rules that lie in one buffer, and fill the caller's buffers.

    Row ``i`` starts at ``offsets[i]``, or at ``i * stride`` (one byte per cell without it); with ``marks`` the buffer
    holds masks instead, one per cell, uint16 for classic rules and uint64 for others. ``solutions`` gets one byte per
    cell every ``solution_stride``, ``counts`` (uint64), ``status`` (uint8) and ``guesses`` (uint32) one number per row;
    all but ``status`` may be None. All buffers are flat. With more than one thread the rows are solved in slices; the
    results do not depend on it.
    """
    size = rules.size**2
    classic = _is_classic(rules)
    stride, solution_stride = stride or size, solution_stride or size
    allowed = budget if classic else budget_of(rules, budget, limit=limit)
    limit, guesses_allowed = _bounds(limit, allowed)
    threads = threads_available() if threads is None else threads
    if threads < 1:
        raise ValueError(f"threads is {threads}; it must be at least 1")
    if n == 0:
        return Stats()
    if not classic and marks and rules.is_classic:
        cells = array("Q", memoryview(cells).cast("B").cast("H"))
    views = [
        None if b is None else memoryview(b)
        for b in (cells, offsets, solutions, counts, status, guesses)
    ]
    core = _core if classic else _tables(rules)

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
            return Stats(*core.solve_marks(cut(source, size), *search, *results))
        if places is None:
            source = cut(source, stride)
        return Stats(*core.solve(source, cut(places), stride, *search, *results))

    total = _in_slices(
        part, n, threads, limit, least=_LEAST if classic else max(1, _LEAST * 81 // size // 8)
    )
    if allowed != budget and clauses.is_available():
        _finish_rows(rules, views, n, stride, marks, limit, solution_stride, ascii)
    return total


def _in_slices(
    part: Callable[[int, int, bytearray | None], Stats],
    n: int,
    threads: int,
    limit: int,
    *,
    least: int,
) -> Stats:
    """Run ``part`` on slices of the rows, in threads where there are enough rows."""
    least = max(1, least // max(1, limit // 2))
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


def _finish_rows(
    rules: Rules,
    views: list[memoryview | None],
    n: int,
    stride: int,
    marks: bool,
    limit: int,
    solution_stride: int,
    ascii: bool,
) -> None:
    """Hand the rows that were given up to the SAT solver."""
    source, places, grids, numbers, states, _ = views
    assert source is not None and states is not None
    size = rules.size**2
    for row in (row for row in range(n) if states[row] == Status.OUT_OF_BUDGET):
        if marks:
            masks = array("Q", source[row * size : (row + 1) * size])
        else:
            start = places[row] if places is not None else row * stride
            masks = masks_of(Grid(bytes(source[start : start + size])), None, "Q")
        before = numbers[row] if numbers is not None else 0
        status, count, found = _hand_over(rules, masks, limit=limit, found=before)
        states[row] = status
        if numbers is not None:
            numbers[row] = count
        if grids is not None and found:
            text = write_cells(found[0], rules.size).encode() if ascii else found[0]
            grids[row * solution_stride : row * solution_stride + size] = text


class Scan(NamedTuple):
    """What `scan_lines` saw; see ``nonet_scan_lines`` in ``core.h``."""

    rows: int
    lines: int
    consumed: int
    odd_line: bool


def scan_lines(text: Any, start: int, *, last: bool, offsets: Any, line_numbers: Any) -> Scan:
    """Find plain 81-character lines in text, up to the first line that is anything else."""
    return Scan(*_core.scan_lines(text, start, last, offsets, line_numbers))
