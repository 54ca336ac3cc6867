"""Constraint propagation and search, after Peter Norvig's essay: the two rules of singles act after every guess.

Each cell has a set of possible digits. To write a digit is to take all others away from the cell, and the digit from
its peers. Whatever is taken away can leave a cell with one digit, or a digit with one place in a house: then that is
written too. So a guess sets off an avalanche, at the end of which the board is full, or wrong, or wants another guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.teach.board import Board
from nonet.teach.registry import Algorithm
from nonet.teach.trace import Recorder

__all__ = ["ALGORITHM", "solve"]


class _News(NamedTuple):
    """A digit that is to be written, and the rule that says so ("" for a guess)."""

    cell: int
    digit: int
    rule: str = ""


def solve(board: Board, watch: Recorder) -> Iterator[bytes]:
    """Yield every solution.

    >>> from nonet.teach.registry import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> [solve(puzzle, name).counters.guesses for name in ("smallest_domain", "norvig")]
    [31, 1]
    """
    # For each cell its houses in which every digit has a place.
    full = set(board.full_houses)
    houses = [[board.houses[h] for h in of if board.houses[h] in full] for of in board.houses_of]

    def spread(cells: list[int], left: list[frozenset[int]], news: list[_News]) -> bool:
        """Write the news and all that follows; False where a cell or a digit has no possibility left."""
        while news:
            cell, digit, rule = news.pop()
            if digit not in left[cell]:
                watch.conflict(cell, digit)
                return False
            if cells[cell]:
                continue  # by both rules, or in two houses
            if rule:
                watch.fill(cell, digit, rule)
            else:
                watch.place(cell, digit)
            cells[cell] = digit
            lost = [(cell, other) for other in left[cell] if other != digit]
            left[cell] = frozenset([digit])
            lost += cross_out(left, cell, digit)
            for loser, what in lost:
                if not look_at_cell(cells, left, loser, news):
                    return False
                if not all(look_at_house(cells, left, h, what, news) for h in houses[loser]):
                    return False
        return True

    def cross_out(left: list[frozenset[int]], cell: int, digit: int) -> list[tuple[int, int]]:
        """Take the digit from the peers of the cell; return what they have lost."""
        losers = [peer for peer in board.peers[cell] if digit in left[peer]]
        for peer in losers:
            left[peer] -= {digit}
            watch.remove(peer, digit)
        return [(peer, digit) for peer in losers]

    def look_at_cell(
        cells: list[int], left: list[frozenset[int]], cell: int, news: list[_News]
    ) -> bool:
        """See whether the cell has one digit left; False if it has none."""
        if len(left[cell]) == 1 and not cells[cell]:
            news.append(_News(cell, min(left[cell]), "naked single"))
        if not left[cell]:
            watch.conflict(cell, note="no digit left")
        return bool(left[cell])

    def look_at_house(
        cells: list[int],
        left: list[frozenset[int]],
        house: tuple[int, ...],
        digit: int,
        news: list[_News],
    ) -> bool:
        """See whether the digit has one place left in the house; False if it has none."""
        watch.check()
        places = [cell for cell in house if digit in left[cell]]
        if len(places) == 1 and not cells[places[0]]:
            news.append(_News(places[0], digit, "hidden single"))
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
            if spread(new_cells, new_left, [_News(cell, digit)]):
                yield from search(new_cells, new_left, depth + 1)
            watch.backtrack(cell, digit)

    cells, left = list(board.givens), [frozenset(options) for options in board.options]
    for cell, digit in enumerate(cells):
        if digit:
            cross_out(left, cell, digit)
    news: list[_News] = []
    sound = all(look_at_cell(cells, left, cell, news) for cell in range(len(cells))) and all(
        look_at_house(cells, left, house, digit, news)
        for house in board.full_houses
        for digit in board.digits
    )
    if sound and spread(cells, left, news):
        yield from search(cells, left, 0)


ALGORITHM = Algorithm(
    name="norvig",
    title="Constraint propagation and search, after Norvig",
    source='P. Norvig, "Solving Every Sudoku Puzzle", norvig.com, 2006',
    idea=(
        "A cell with one digit left is filled, and so is a digit with one place left in a house; each such step crosses"
        " out others and can cause the next. When nothing moves, guess in the cell with the fewest digits left, on a"
        " copy of the board. When a cell or a digit is left without a possibility, throw the copy away and guess again."
    ),
    worst_case=(
        "Exponential, and rare: a few guesses solve nearly all 9x9 puzzles. Boards without a solution are the worst,"
        " where the contradiction lies deeper than two rules can see; Norvig met one that took minutes."
    ),
    shines="As the answer to how far two rules carry, if only they are applied at every step.",
    solve=solve,
)
