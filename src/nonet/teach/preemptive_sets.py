"""Crook's method for pencil and paper: markup, preemptive sets, and guesses in another colour.

A preemptive set is a set of cells of one house that has as many digits in its markups as cells. These digits must be in
these cells, so they are eliminated from the rest of the house. A cell with one digit is the smallest such set; the
cells of a hidden pair are the complement of one.

Source: J. F. Crook, "A Pencil-and-Paper Algorithm for Solving Sudoku Puzzles", Notices of the AMS 56(4), 2009.
Worst case: 2^n sets of cells for a house with n empty cells, and exponentially many guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]


class _Violation(Exception):
    """A set of cells has fewer digits than cells, or a digit has no cell."""


class _Sheet:
    """A sheet of paper: the digits and the markup of each cell. Another colour is a copy of the sheet."""

    def __init__(
        self, board: Board, watch: Recorder, cells: list[int], markup: list[frozenset[int]]
    ) -> None:
        self.board, self.watch = board, watch
        self.cells, self.markup = cells, markup

    def copy(self) -> _Sheet:
        return _Sheet(self.board, self.watch, self.cells.copy(), self.markup.copy())

    def eliminate(self, cell: int, digits: frozenset[int]) -> None:
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
            self.eliminate(peer, self.markup[cell])

    def fill_forced(self) -> bool:
        """Place a naked or hidden single; return False if there is none."""
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
        """Eliminate with a preemptive set of this many cells; return False if none eliminates anything."""
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
                        self.eliminate(cell, digits)
                    return True
        return False


def solve(board: Board, watch: Recorder, *, largest: int | None = None) -> Iterator[bytes]:
    """Yield every solution; ``largest`` is the number of cells of the largest preemptive sets to look for.

    The default is any number on boards up to 9x9, and 4 on larger ones, which have too many sets. Raises `ValueError`
    if it is less than 1.

    >>> from nonet.teach import solve
    >>> puzzle = "000002030005800900900005000013406080060000070080501640000300006002007400070600000"
    >>> [solve(puzzle, "preemptive_sets", largest=number).counters.guesses for number in (1, 9)]
    [1, 0]
    """
    if largest is not None and largest < 1:
        raise ValueError(f"largest must be at least 1, got {largest}")
    most = largest or (board.size if board.size <= 9 else 4)

    def pursue(sheet: _Sheet, placements: list[tuple[int, int]], depth: int) -> Iterator[bytes]:
        """Place the digits, draw all conclusions, the easiest first, and guess where the markup is shortest."""
        watch.call(depth)
        try:
            for cell, digit in placements:
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
        "Mark up every empty cell with its possible digits, and place what is forced. Find cells of a house that have"
        " as many digits in their markups as there are cells, and eliminate these digits from the rest of the house."
        " When nothing can be eliminated, guess in a cell with a short markup, and continue in another colour."
    ),
    worst_case=(
        "A house with n empty cells has 2 to the power of n sets of cells, and the number of guesses can grow"
        " exponentially. On 9x9 boards a few guesses are usual."
    ),
    shines="When the solver is a person with paper and an eraser.",
    solve=solve,
    options={
        "largest": "the number of cells of the largest preemptive sets; any on boards up to 9x9, else 4"
    },
)
