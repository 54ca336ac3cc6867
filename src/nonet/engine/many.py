"""Many puzzles of the same rules, in flat buffers, on threads."""

from __future__ import annotations

from array import array
from typing import Any

from nonet import _core as _native
from nonet import clauses
from nonet.digits import write_cells
from nonet.engine.general import (
    bounds,
    budget_of,
    hand_over,
    is_classic,
    masks_of,
    tables_of,
)
from nonet.engine.pieces import Views, even_pieces, in_pieces, thread_count, views
from nonet.engine.results import Scan, Stats, Status
from nonet.grid import Grid
from nonet.rules import CLASSIC, Rules

__all__ = ["scan_lines", "solve_rows"]

# Any buffer will do where the stub, which nanobind writes, names NumPy arrays: the core does not need NumPy.
_core: Any = _native

# Rows of one piece of threaded work: long against a piece's ends (shorter where many solutions of each
# row are counted), short against a file.
_LEAST, _SLICE = 512, 32_768


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
    classic = is_classic(rules)
    stride, solution_stride = stride or size, solution_stride or size
    allowed = budget if classic else budget_of(rules, budget, limit=limit)
    limit, guesses_allowed = bounds(limit, allowed)
    threads = thread_count(threads)
    if n == 0:
        return Stats()
    if not classic and marks and rules.is_classic:
        cells = array("Q", memoryview(cells).cast("B").cast("H"))
    buffers = views(cells, offsets, solutions, counts, status, guesses)
    core = _core if classic else tables_of(rules)

    def part(lo: int, hi: int, stop: bytearray | None) -> Stats:
        def cut(view: memoryview | None, unit: int = 1) -> memoryview | None:
            return None if view is None else view[lo * unit :]

        source, places, grids, numbers, states, tries = buffers
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

    least = _LEAST if classic else max(1, _LEAST * 81 // size // 8)
    least = max(1, least // max(1, limit // 2))
    total = sum(in_pieces(part, even_pieces(n, threads, least, _SLICE), threads), Stats())
    if allowed != budget and clauses.is_available():
        _finish_rows(rules, buffers, n, stride, marks, limit, solution_stride, ascii)
    return total


def _finish_rows(
    rules: Rules,
    buffers: Views,
    n: int,
    stride: int,
    marks: bool,
    limit: int,
    solution_stride: int,
    ascii: bool,
) -> None:
    """Hand the rows that were given up to the SAT solver."""
    source, places, grids, numbers, states, _ = buffers
    assert source is not None and states is not None
    size = rules.size**2
    for row in (row for row in range(n) if states[row] == Status.OUT_OF_BUDGET):
        if marks:
            masks = array("Q", source[row * size : (row + 1) * size])
        else:
            start = places[row] if places is not None else row * stride
            masks = masks_of(Grid(bytes(source[start : start + size])), None, "Q")
        before = numbers[row] if numbers is not None else 0
        status, count, found = hand_over(rules, masks, limit=limit, found=before)
        states[row] = status
        if numbers is not None:
            numbers[row] = count
        if grids is not None and found:
            text = write_cells(found[0], rules.size).encode() if ascii else found[0]
            grids[row * solution_stride : row * solution_stride + size] = text


def scan_lines(text: Any, start: int, *, last: bool, offsets: Any, line_numbers: Any) -> Scan:
    """Find plain 81-character lines in text, up to the first line that is anything else."""
    return Scan(*_core.scan_lines(text, start, last, offsets, line_numbers))
