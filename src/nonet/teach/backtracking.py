"""Recursive backtracking as most people first write it, the scanning form.

Find the first empty cell, try the digits 1 to 9 in it, and call yourself for the rest of the board. A cell without a
possible digit sends the search back to the cell before. The function needs no arguments: every call scans the board
for its cell.

Source: folklore; as a method, D. H. Lehmer in the 1950s, R. J. Walker 1960, S. W. Golomb and L. D. Baumert 1965.
Worst case: n to the power of the number of empty cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution in the order in which the digits are tried.

    >>> from nonet.teach import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> solve(puzzle, "backtracking").counters.calls, solve(puzzle, "backtracking", limit=None).counters.calls
    (17368, 18223)
    """
    cells = list(board.givens)

    def fill(depth: int) -> Iterator[bytes]:
        watch.call(depth)
        if 0 not in cells:
            watch.solved()
            yield bytes(cells)
            return
        cell = cells.index(0)
        for digit in board.options[cell]:
            watch.attempt(cell, digit)
            if not board.fits(cells, cell, digit):
                watch.conflict(cell, digit)
                continue
            if len(board.options[cell]) > 1:
                watch.guess()
            cells[cell] = digit
            watch.place(cell, digit)
            yield from fill(depth + 1)
            cells[cell] = 0
            watch.backtrack(cell, digit)

    yield from fill(0)


ALGORITHM = Algorithm(
    name="backtracking",
    title="Recursive backtracking, scanning form",
    source="Folklore; as a method: D. H. Lehmer, 1950s; R. J. Walker, 1960; S. W. Golomb and L. D. Baumert, 1965",
    idea=(
        "Find the first empty cell and write the first digit into it that no peer has. Do the same with the resulting"
        " board. If no digit fits a cell, go back to the cell before and try its next digit."
    ),
    worst_case=(
        "n to the power of the number of empty cells. One puzzle with 17 givens has an empty first row, which is"
        " 987654321 in the solution: it takes 69,175,317 calls with the digits in ascending order, and 31,975 in"
        " descending order."
    ),
    shines="When you have ten minutes to write a solver and the puzzle is from a newspaper.",
    solve=solve,
    constraints=True,
    in_reading_order=True,
)
