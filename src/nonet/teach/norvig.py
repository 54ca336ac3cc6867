"""Constraint propagation and search, after Peter Norvig's essay: singles after every guess.

Each cell has a set of possible digits. Placing a digit eliminates all others from its cell and the digit from its
peers; if that leaves a cell with one digit, or a digit with one cell in a house, it is placed too. So one guess causes
a chain of placements, until the board is full, contradictory, or needs another guess.

Source: P. Norvig, "Solving Every Sudoku Puzzle", norvig.com, 2006.
Worst case: exponential, but a few guesses solve nearly all 9x9 puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]


class _Placement(NamedTuple):
    """A digit to place, and the technique that found it ("" for a guess)."""

    cell: int
    digit: int
    rule: str = ""


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution.

    >>> from nonet.teach import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> [solve(puzzle, name).counters.guesses for name in ("smallest_domain", "norvig")]
    [31, 1]
    """
    # For each cell its houses that hold every digit.
    full = set(board.full_houses)
    houses = [[board.houses[h] for h in of if board.houses[h] in full] for of in board.houses_of]

    def spread(cells: list[int], left: list[frozenset[int]], queue: list[_Placement]) -> bool:
        """Place the queue and all that follows; return False if a cell or a digit has no possibility left."""
        while queue:
            cell, digit, rule = queue.pop()
            if digit not in left[cell]:
                watch.conflict(cell, digit)
                return False
            if cells[cell]:
                continue  # found by both techniques, or in two houses
            if rule:
                watch.fill(cell, digit, rule)
            else:
                watch.place(cell, digit)
            cells[cell] = digit
            lost = [(cell, other) for other in left[cell] if other != digit]
            left[cell] = frozenset([digit])
            lost += eliminate(left, cell, digit)
            for loser, what in lost:
                if not look_at_cell(cells, left, loser, queue):
                    return False
                if not all(look_at_house(cells, left, h, what, queue) for h in houses[loser]):
                    return False
        return True

    def eliminate(left: list[frozenset[int]], cell: int, digit: int) -> list[tuple[int, int]]:
        """Eliminate the digit from the peers of the cell; return what they lost."""
        losers = [peer for peer in board.peers[cell] if digit in left[peer]]
        for peer in losers:
            left[peer] -= {digit}
            watch.remove(peer, digit)
        return [(peer, digit) for peer in losers]

    def look_at_cell(
        cells: list[int], left: list[frozenset[int]], cell: int, queue: list[_Placement]
    ) -> bool:
        """Queue the last digit of the cell; return False if there is none."""
        if len(left[cell]) == 1 and not cells[cell]:
            queue.append(_Placement(cell, min(left[cell]), "naked single"))
        if not left[cell]:
            watch.conflict(cell, note="no digit left")
        return bool(left[cell])

    def look_at_house(
        cells: list[int],
        left: list[frozenset[int]],
        house: tuple[int, ...],
        digit: int,
        queue: list[_Placement],
    ) -> bool:
        """Queue the last cell of the digit in the house; return False if there is none."""
        watch.check()
        places = [cell for cell in house if digit in left[cell]]
        if len(places) == 1 and not cells[places[0]]:
            queue.append(_Placement(places[0], digit, "hidden single"))
        if not places:
            watch.conflict(-1, digit, "no place left in a house")
        return bool(places)

    def search(cells: list[int], left: list[frozenset[int]], depth: int) -> Iterator[bytes]:
        watch.call(depth)
        empty = [cell for cell, digit in enumerate(cells) if not digit]
        if not empty:
            watch.solved()
            yield bytes(cells)
            return
        cell = min(empty, key=lambda cell: len(left[cell]))
        for digit in board.digits:
            if digit not in left[cell]:
                continue
            watch.attempt(cell, digit)
            watch.guess()
            new_cells, new_left = cells.copy(), left.copy()
            if spread(new_cells, new_left, [_Placement(cell, digit)]):
                yield from search(new_cells, new_left, depth + 1)
            watch.backtrack(cell, digit)

    cells, left = list(board.givens), [frozenset(options) for options in board.options]
    for cell, digit in enumerate(cells):
        if digit:
            eliminate(left, cell, digit)
    queue: list[_Placement] = []
    consistent = all(look_at_cell(cells, left, cell, queue) for cell in range(len(cells))) and all(
        look_at_house(cells, left, house, digit, queue)
        for house in board.full_houses
        for digit in board.digits
    )
    if consistent and spread(cells, left, queue):
        yield from search(cells, left, 0)


ALGORITHM = Algorithm(
    name="norvig",
    title="Constraint propagation and search, after Norvig",
    source='P. Norvig, "Solving Every Sudoku Puzzle", norvig.com, 2006',
    idea=(
        "Place the last digit of a cell and the last cell of a digit in a house; each placement eliminates candidates"
        " and can cause the next. When nothing changes, guess in the cell with the fewest digits left, on a copy of the"
        " board. If a cell or a digit has no possibility left, discard the copy and guess again."
    ),
    worst_case=(
        "Exponential, but rare: a few guesses solve nearly all 9x9 puzzles. Boards without a solution are the worst, if"
        " the contradiction is deeper than two techniques can see; Norvig found one that took minutes."
    ),
    shines="To show how far two techniques go if they are applied at every step.",
    solve=solve,
)
