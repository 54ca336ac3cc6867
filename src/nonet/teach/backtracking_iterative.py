"""Backtracking without recursion: a list of the empty cells, and an index that moves forward and back.

Give the cell at the index its next possible digit and move forward; if it has none left, empty it and move back. The
two lists show what recursive forms hide on the call stack: which cells must be filled, and how many options each has
tried. A step past the last cell is a solution, a step before the first cell is the end.

Source: folklore; the form for machines and languages without recursion.
Worst case: that of the recursive forms, whose placements it makes in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "search", "solve"]


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution in the order in which the digits are tried."""
    yield from search(board, list(board.givens), board.options, watch)


def search(
    board: Board, cells: list[int], options: Sequence[Sequence[int]], watch: Recorder
) -> Iterator[bytes]:
    """Fill the empty cells of the board in reading order, each with one of its options."""
    empty = [cell for cell, digit in enumerate(cells) if not digit]
    used = [0] * len(empty)  # how many options each empty cell has tried
    index = 0
    while index >= 0:
        watch.deepen(index)
        if index == len(empty):
            watch.solved()
            yield bytes(cells)
            index -= 1
            continue
        cell = empty[index]
        if cells[cell]:  # the search came back to this cell
            watch.backtrack(cell, cells[cell])
            cells[cell] = 0
        if used[index] == len(options[cell]):
            used[index] = 0
            index -= 1
            continue
        digit = options[cell][used[index]]
        used[index] += 1
        watch.attempt(cell, digit)
        if not board.fits(cells, cell, digit):
            watch.conflict(cell, digit)
            continue
        if len(options[cell]) > 1:
            watch.guess()
        cells[cell] = digit
        watch.place(cell, digit)
        index += 1


ALGORITHM = Algorithm(
    name="backtracking_iterative",
    title="Backtracking without recursion",
    source="Folklore; this is how it was written for machines and languages without recursion",
    idea=(
        "List the empty cells and start at the first. Give the cell its next digit that no peer has and move forward;"
        " if none is left, empty the cell and move back. A step past the last cell is a solution, a step before the"
        " first cell is the end."
    ),
    worst_case="That of the recursive forms: it makes the same placements in the same order, without the calls.",
    shines="In a language without generators, on a device with a small stack, or where a search must be paused.",
    solve=solve,
    constraints=True,
    in_reading_order=True,
)
