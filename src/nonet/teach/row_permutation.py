"""A bad example: whole rows at once, in every order of the digits that they lack.

Fill a row with its missing digits in one order after the other, and go on to the next row when nothing clashes. No row
is ever wrong in itself, but a digit in an impossible cell teaches nothing: all orders that share the mistake are tried
one by one. `estimate` says beforehand how many orders there may be.

Source: folklore; a first idea of many who have just met itertools.permutations.
Worst case: the product of the factorials of the numbers of empty cells in the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations
from math import factorial, prod
from typing import NamedTuple

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "Estimate", "estimate", "solve"]


class Estimate(NamedTuple):
    """The number of boards that may have to be examined, with a sentence that explains it."""

    boards: int
    sentence: str


def estimate(board: Board, *, boards_per_second: int = 1_000_000) -> Estimate:
    """Return how many boards have the right digits in each row: the product of the factorials of the empty cells.

    >>> from nonet.rules import CLASSIC
    >>> from nonet.boards.grid import Grid
    >>> from nonet.teach.board import make_board
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(estimate(make_board(CLASSIC, Grid(easy))).sentence)
    There are 2.4 x 10^23 boards with the right digits in every row; at 1,000,000 a second they take 7.6 x 10^9 years.
    """
    boards = prod(factorial(len(lacking)) for lacking in _lacking(board))
    seconds = boards // boards_per_second
    years = seconds // (365 * 24 * 3600)
    time = f"{_short(years)} years" if years > 1 else f"{_short(seconds + 1)} s at most"
    return Estimate(
        boards,
        f"There are {_short(boards)} boards with the right digits in every row;"
        f" at {boards_per_second:,} a second they take {time}.",
    )


def _lacking(board: Board) -> list[list[int]]:
    """Return the digits that each row lacks."""
    rows = [board.givens[i : i + board.size] for i in range(0, board.size**2, board.size)]
    return [[digit for digit in board.digits if digit not in row] for row in rows]


def _short(number: int) -> str:
    """Return a number as text, a long one with a power of ten."""
    if number < 10**7:
        return f"{number:,}"
    digits, power = f"{Decimal(number):.1e}".split("e+")
    return f"{digits} x 10^{power}"


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution. A 9x9 board takes longer than a lifetime, so set a budget.

    The counter ``checks`` is the number of rows tried.

    >>> from nonet.teach import solve
    >>> run = solve("1... ..3. .4.. ...2", "row_permutation", limit=None)
    >>> run.solutions, run.counters.checks
    ((Grid('1324423124133142'),), 24)
    """
    cells = list(board.givens)
    lacking = _lacking(board)

    def fill_row(row: int) -> Iterator[bytes]:
        watch.call(row)
        if row == board.size:
            watch.solved()
            yield bytes(cells)
            return
        empty = [c for c in range(row * board.size, (row + 1) * board.size) if not cells[c]]
        for order in permutations(lacking[row]):
            watch.check()
            filling = list(zip(empty, order, strict=True))
            for cell, digit in filling:
                if digit not in board.options[cell] or not board.fits(cells, cell, digit):
                    watch.conflict(cell, digit)
                    break
            else:
                for cell, digit in filling:
                    watch.guess()
                    cells[cell] = digit
                    watch.place(cell, digit)
                yield from fill_row(row + 1)
                for cell, _ in filling:
                    cells[cell] = 0
                if filling:
                    watch.backtrack(*filling[0])  # and the rest of the row

    yield from fill_row(0)


ALGORITHM = Algorithm(
    name="row_permutation",
    title="Permutations of rows",
    source="Folklore: a first idea of many who have just met itertools.permutations",
    idea=(
        "Write the digits that the first row lacks into its empty cells, in one order after the other. If an order"
        " clashes neither with a row above nor with a given, go on to the next row. If a row has no order left, go back"
        " to the row before."
    ),
    worst_case=(
        "The product of the factorials of the numbers of empty cells in the rows: 10^23 for an easy 9x9 puzzle, 10^50"
        " for an empty board. It notices a clash only when the row is full, and repeats it with every order of the"
        " other cells."
    ),
    shines="On 4x4 boards, and as a warning: a mistake that is not checked early is paid for many times.",
    solve=solve,
)
