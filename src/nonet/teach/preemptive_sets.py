"""Crook's method for pencil and paper: markup, preemptive sets, and guesses in another colour.

A preemptive set is some cells of a house, as many as there are digits in their markups together. These digits must go
into these cells, so they are crossed out in the rest of the house. One cell with one digit is the smallest such set;
what other books call a hidden pair is the set of all the other empty cells of the house.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nonet.teach.board import Board
from nonet.teach.registry import Algorithm
from nonet.teach.trace import Recorder

__all__ = ["ALGORITHM", "solve"]


class _Violation(Exception):
    """Some cells have fewer digits than cells, or a digit has no place."""


class _Sheet:
    """A sheet of paper: what is written, and the markup of each cell. Another colour is a copy."""

    def __init__(
        self, board: Board, watch: Recorder, cells: list[int], markup: list[frozenset[int]]
    ) -> None:
        self.board, self.watch = board, watch
        self.cells, self.markup = cells, markup

    def copy(self) -> _Sheet:
        return _Sheet(self.board, self.watch, self.cells.copy(), self.markup.copy())

    def cross_out(self, cell: int, digits: frozenset[int]) -> None:
        for digit in sorted(self.markup[cell] & digits):
            self.watch.remove(cell, digit)
        self.markup[cell] -= digits
        if not self.markup[cell]:
            self.watch.conflict(cell, note="no digit left")
            raise _Violation

    def write(self, cell: int, digit: int) -> None:
        self.cells[cell] = digit
        self.markup[cell] = frozenset([digit])
        for peer in self.board.peers[cell]:
            self.cross_out(peer, self.markup[cell])

    def fill_forced(self) -> bool:
        """Fill a cell with one digit left, or the one place of a digit in a house; False if there is none."""
        for cell, markup in enumerate(self.markup):
            if len(markup) == 1 and not self.cells[cell]:
                self.watch.fill(cell, min(markup), "naked single")
                self.write(cell, min(markup))
                return True
        for house in self.board.full_houses:
            for digit in self.board.digits:
                self.watch.check()
                places = [cell for cell in house if digit in self.markup[cell]]
                if not places:
                    self.watch.conflict(-1, digit, "no place left in a house")
                    raise _Violation
                if len(places) == 1 and not self.cells[places[0]]:
                    self.watch.fill(places[0], digit, "hidden single")
                    self.write(places[0], digit)
                    return True
        return False

    def use_preemptive_set(self, number: int) -> bool:
        """Cross out what a preemptive set of so many cells excludes; False if there is none that excludes anything."""
        for house in self.board.houses:
            empty = [cell for cell in house if not self.cells[cell]]
            short = [cell for cell in empty if len(self.markup[cell]) <= number]
            for chosen in combinations(short, number):
                self.watch.check()
                digits = frozenset().union(*[self.markup[cell] for cell in chosen])
                if len(digits) < number:
                    note = f"{number} cells have {len(digits)} digits"
                    self.watch.conflict(chosen[0], note=note)
                    raise _Violation
                if len(digits) > number:
                    continue
                others = [c for c in empty if c not in chosen and self.markup[c] & digits]
                if others:
                    self.watch.rule(f"preemptive set of {number}", chosen[0])
                    for cell in others:
                        self.cross_out(cell, digits)
                    return True
        return False


def solve(board: Board, watch: Recorder, *, largest: int | None = None) -> Iterator[bytes]:
    """Yield every solution; ``largest`` is the number of cells of the largest preemptive sets that are looked for.

    Without it that is any number on boards up to 9x9, and 4 on larger ones, which have too many sets. Raises
    `ValueError` if it is less than 1.

    >>> from nonet.teach.registry import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> [solve(puzzle, "preemptive_sets", largest=number).counters.guesses for number in (1, 9)]
    [1, 0]
    """
    if largest is not None and largest < 1:
        raise ValueError(f"largest is {largest}; a preemptive set has at least 1 cell")
    most = largest or (board.size if board.size <= 9 else 4)

    def pursue(sheet: _Sheet, news: list[tuple[int, int]], depth: int) -> Iterator[bytes]:
        """Write the news, draw all conclusions, the easiest first, and guess where the markup is shortest."""
        watch.call(depth)
        try:
            for cell, digit in news:
                sheet.write(cell, digit)
            while sheet.fill_forced() or any(map(sheet.use_preemptive_set, range(2, most + 1))):
                pass
        except _Violation:
            return
        empty = [cell for cell, digit in enumerate(sheet.cells) if not digit]
        if not empty:
            watch.solved()
            yield bytes(sheet.cells)
            return
        cell = min(empty, key=lambda cell: len(sheet.markup[cell]))
        for digit in board.digits:
            if digit in sheet.markup[cell]:
                watch.attempt(cell, digit)
                watch.guess()
                watch.place(cell, digit)
                yield from pursue(sheet.copy(), [(cell, digit)], depth + 1)
                watch.backtrack(cell, digit)

    markup = [frozenset(options) for options in board.options]
    givens = [(cell, digit) for cell, digit in enumerate(board.givens) if digit]
    yield from pursue(_Sheet(board, watch, list(board.givens), markup), givens, 0)


ALGORITHM = Algorithm(
    name="preemptive_sets",
    title="Preemptive sets with pencil and paper, after Crook",
    source='J. F. Crook, "A Pencil-and-Paper Algorithm for Solving Sudoku Puzzles", Notices of the AMS 56(4), 2009',
    idea=(
        "Mark up every empty cell with its possible digits, and fill in what is forced. Find cells of a house that have"
        " together as many digits as there are cells, and cross these digits out in the rest of the house. When nothing"
        " is left to be crossed out, guess in a cell with a short markup, and go on in another colour."
    ),
    worst_case=(
        "A house with n empty cells has 2 to the power of n sets of cells, and the number of guesses can grow without a"
        " bound that is worth naming. On 9x9 boards a handful of guesses is the rule."
    ),
    shines="When the solver is a person: it needs paper, an eraser and no genius.",
    solve=solve,
    options={
        "largest": "The number of cells of the largest preemptive sets; any on boards up to 9x9, else 4"
    },
)
