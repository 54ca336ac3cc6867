"""The bad example: whole rows at once, in every order of the digits that they lack.

It looks orderly, since no row can ever be wrong. But it learns nothing from a digit that cannot be where it stands:
all the orders that share the mistake are looked at, one by one. `estimate` says beforehand how many that may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations
from math import factorial, prod
from typing import NamedTuple

from nonet.teach.board import Board
from nonet.teach.registry import Algorithm
from nonet.teach.trace import Recorder

__all__ = ["ALGORITHM", "Estimate", "estimate", "solve"]


class Estimate(NamedTuple):
    """The number of boards that may have to be looked at, and what that means, in a sentence."""

    boards: int
    sentence: str


def estimate(board: Board, *, boards_per_second: int = 1_000_000) -> Estimate:
    """Return how many boards have the right digits in each row: the product of the factorials of the empty cells.

    >>> from nonet.rules import CLASSIC
    >>> from nonet.grid import Grid
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
    """Write a number; a long one by its power of ten."""
    if number < 10**7:
        return f"{number:,}"
    digits, power = f"{Decimal(number):.1e}".split("e+")
    return f"{digits} x 10^{power}"


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution, on a full-size board not in your lifetime: give it a budget.

    The counter ``checks`` says how many rows were looked at.

    >>> from nonet.teach.registry import solve
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
                    watch.backtrack(*filling[0])  # and with it the rest of the row

    yield from fill_row(0)


ALGORITHM = Algorithm(
    name="row_permutation",
    title="Permutations of rows",
    source="Folklore: a first idea of many who have just met itertools.permutations",
    idea=(
        "Write the digits that the first row lacks into its empty cells, in one order after the other. When an order"
        " clashes with nothing above it and with no given, go on to the next row. When a row has no order left, go back"
        " to the row before it."
    ),
    worst_case=(
        "The product of the factorials of the numbers of empty cells in the rows: 10^23 for an easy 9x9 puzzle, 10^50"
        " for an empty board. It sees a clash only when the row is full, and repeats it with every order of the rest."
    ),
    shines="On 4x4 boards, and as a warning: what is not checked early is paid for many times.",
    solve=solve,
)
