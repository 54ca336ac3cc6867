"""Many boards of the same rules, in flat buffers, on threads."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from nonet import _core
from nonet.base.digits import write_cells
from nonet.boards.grid import Grid
from nonet.engine.budgets import bounds, budget_of, can_hand_over
from nonet.engine.results import Scan, Stats, Status
from nonet.engine.sat import hand_over
from nonet.engine.tables import is_classic, masks_of, tables_of
from nonet.engine.threads import Views, even_ranges, on_threads, thread_count, view, views
from nonet.rules import CLASSIC, Rules

if TYPE_CHECKING:
    from nonet.engine.threads import FlatBuffer

__all__ = ["scan_lines", "solve_rows"]

# Rows in one range of threaded work, at least and at most. A range ends slowly, with half-empty vectors, so it must not
# be short; one that is too long leaves threads without work.
_MIN_ROWS, _MAX_ROWS = 512, 32_768


def solve_rows(
    cells: FlatBuffer,
    n: int,
    *,
    rules: Rules = CLASSIC,
    stride: int | None = None,
    offsets: FlatBuffer | None = None,
    marks: bool = False,
    limit: int = 2,
    budget: int | None = None,
    threads: int | None = 1,
    solutions: FlatBuffer | None = None,
    solution_stride: int | None = None,
    as_text: bool = False,
    counts: FlatBuffer | None = None,
    status: FlatBuffer,
    guesses: FlatBuffer | None = None,
) -> Stats:
    """Solve ``n`` boards of the same rules in one buffer, and write the results to the caller's buffers.

    Row ``i`` starts at ``offsets[i]``, or at ``i * stride``; the stride is the number of cells unless it is given. With
    ``marks`` the buffer holds masks, one per cell: uint16 for classic rules, uint64 for others.

    ``solutions`` receives one byte per cell every ``solution_stride`` bytes; ``counts`` (uint64), ``status`` (uint8)
    and ``guesses`` (uint32) receive one number per row. All but ``status`` may be None. All buffers are flat. The
    results do not depend on the number of threads.
    """
    size = rules.size**2
    classic = is_classic(rules)
    stride, solution_stride = stride or size, solution_stride or size
    allowed = budget if classic else budget_of(rules, budget, limit=limit)
    limit, guesses_allowed = bounds(limit, allowed)
    threads = thread_count(threads)
    if n == 0:
        return Stats()
    if not classic and marks and rules.is_classic:
        cells = array("Q", view(cells).cast("B").cast("H"))
    source, states = view(cells), view(status)
    buffers = views(offsets, solutions, counts, guesses)
    solve = _core.solve if classic else tables_of(rules).solve
    solve_marks = _core.solve_marks if classic else tables_of(rules).solve_marks

    def call(lo: int, hi: int, stop: bytearray | None) -> Stats:
        places, grids, numbers, tries = _from_row(buffers, (1, solution_stride, 1, 1), lo)
        zero = ord("0") if as_text else 0
        results = grids, solution_stride, zero, numbers, states[lo:], tries, stop
        call = hi - lo, limit, guesses_allowed, *results
        if marks:
            return Stats(*solve_marks(source[lo * size :], *call))
        begin = source if places is not None else source[lo * stride :]
        return Stats(*solve(begin, places, stride, *call))

    least = _MIN_ROWS if classic else max(1, _MIN_ROWS * 81 // size // 8)
    least = max(1, least // max(1, limit // 2))  # counting many solutions takes longer
    total = sum(on_threads(call, even_ranges(n, threads, least, _MAX_ROWS), threads), Stats())
    if allowed != budget and can_hand_over(rules):
        read = _masks_reader(rules, source, buffers[0], stride, marks)
        _hand_over_rows(rules, read, buffers, states[:n], limit, solution_stride, as_text)
    return total


def _from_row(of: Views, widths: Iterable[int], row: int) -> Views:
    """Return buffers from a row on; ``widths`` are their items per row. (The core may not need a whole last stride.)"""
    return [
        None if view is None else view[row * width :]
        for view, width in zip(of, widths, strict=True)
    ]


def _masks_reader(
    rules: Rules, source: memoryview, places: memoryview | None, stride: int, marks: bool
) -> Callable[[int], array[int]]:
    """Return a function that reads a row as masks of 64 bits."""
    size = rules.size**2

    def read(row: int) -> array[int]:
        if marks:
            return array("Q", source[row * size : (row + 1) * size])
        start = places[row] if places is not None else row * stride
        return masks_of(Grid(bytes(source[start : start + size])), None, "Q")

    return read


def _hand_over_rows(
    rules: Rules,
    read: Callable[[int], array[int]],
    buffers: Views,
    states: memoryview,
    limit: int,
    solution_stride: int,
    as_text: bool,
) -> None:
    """Let the SAT solver search the rows whose budget is spent, and write its results over theirs."""
    _, grids, numbers, _ = buffers
    size = rules.size**2
    for row, state in enumerate(states):
        if state != Status.OUT_OF_BUDGET:
            continue
        before = numbers[row] if numbers is not None else 0
        status, count, first = hand_over(rules, read(row), limit=limit, found=before)
        states[row] = status
        if numbers is not None:
            numbers[row] = count
        if grids is not None and first:
            text = write_cells(first[0], rules.size).encode() if as_text else first[0]
            grids[row * solution_stride : row * solution_stride + size] = text


def scan_lines(
    text: FlatBuffer, start: int, *, last: bool, offsets: FlatBuffer, line_numbers: FlatBuffer
) -> Scan:
    """Find the boards in text, one line of 81 characters each, up to the first line that is anything else."""
    return Scan(*_core.scan_lines(view(text), start, last, view(offsets), view(line_numbers)))
