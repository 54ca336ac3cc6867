"""Recursive backtracking that walks over the board: row and column are arguments, and step on with every call.

This is the form of most tutorials. Nothing is looked for, so a call is cheap; but a cell with a given takes a call too,
each time that the walk comes along.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.teach.board import Board
from nonet.teach.registry import Algorithm
from nonet.teach.trace import Recorder

__all__ = ["ALGORITHM", "solve"]


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution in the order in which the digits are tried.

    The board on which the scanning form takes 17,368 calls to the solution and 18,223 in all:

    >>> from nonet.teach.registry import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> calls = [solve(puzzle, "backtracking_walking", limit=limit).counters.calls for limit in (1, None)]
    >>> calls
    [26397, 27698]
    """
    cells = list(board.givens)

    def walk(row: int, column: int) -> Iterator[bytes]:
        watch.call(row * board.size + column)
        if column == board.size:  # past the end of the row
            row, column = row + 1, 0
        if row == board.size:
            watch.solved()
            yield bytes(cells)
            return
        cell = row * board.size + column
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
    source="Folklore: the form of most tutorials on the web",
    idea=(
        "Walk over the board row by row, one call per cell; pass over a cell that is filled. In an empty one write the"
        " first digit that no peer has, and walk on from there. When a cell takes no digit, return to the cell before"
        " it, which tries its next one."
    ),
    worst_case=(
        "That of the scanning form, whose placements it makes one for one. It takes more calls, because a given is"
        " walked over again after each change of a cell before it."
    ),
    shines="When you want to see where on the board a recursive function stands, from its arguments alone.",
    solve=solve,
)
