"""Recursive backtracking that walks over the board, row by row: row and column are arguments of the function.

Visit the cells in reading order, one call per cell, and pass over filled ones. It never searches for an empty cell, so
a call is cheap. But it makes a call for every given too, and one at the end of every row but the last.

Source: folklore; the form of many tutorials.
Worst case: that of the scanning form, with more calls.

The program whose calls are counted here is::

    def solve(row, column):
        if row == 8 and column == 9:            # the end of the last row
            return True
        if column == 9:
            return solve(row + 1, 0)            # a call of its own at the end of a row
        if grid[row][column]:
            return solve(row, column + 1)
        for digit in range(1, 10):
            if is_safe(row, column, digit):
                grid[row][column] = digit
                if solve(row, column + 1):
                    return True
                grid[row][column] = 0
        return False

Some tutorials move on to the next row within one call, with ``row, column = row + 1, 0``. Their programs make the same
placements and fewer calls.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution in the order in which the digits are tried.

    This board takes the scanning form 17,368 calls to the solution and 18,223 in all:

    >>> from nonet.teach import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> [solve(puzzle, "backtracking_walking", limit=limit).counters.calls for limit in (1, None)]
    [28134, 29501]
    """
    cells = list(board.givens)

    def walk(row: int, column: int) -> Iterator[bytes]:
        cell = row * board.size + column
        watch.call(cell)
        if row == board.size - 1 and column == board.size:
            watch.solved()
            yield bytes(cells)
            return
        if column == board.size:
            yield from walk(row + 1, 0)
            return
        if cells[cell]:
            yield from walk(row, column + 1)
            return
        for digit in board.options[cell]:
            watch.attempt(cell, digit)
            if not board.fits(cells, cell, digit):
                watch.conflict(cell, digit)
                continue
            if len(board.options[cell]) > 1:
                watch.guess()
            cells[cell] = digit
            watch.place(cell, digit)
            yield from walk(row, column + 1)
            cells[cell] = 0
            watch.backtrack(cell, digit)

    yield from walk(0, 0)


ALGORITHM = Algorithm(
    name="backtracking_walking",
    title="Recursive backtracking, walking form",
    source="Folklore: the form of many tutorials, with a call of its own for the next row (solve(row + 1, 0))",
    idea=(
        "Walk over the board row by row, one call per cell, and pass over filled cells. In an empty cell write the"
        " first digit that no peer has, and walk on from there. If no digit fits, return to the cell before, which"
        " tries its next digit."
    ),
    worst_case=(
        "The worst case of the scanning form: both make the same placements. This form makes more calls, because it"
        " walks over the givens, and over the end of the row, again after each change of an earlier cell."
    ),
    shines="When you want to see from its arguments where on the board a recursive function is.",
    solve=solve,
    constraints=True,
    in_reading_order=True,
)
