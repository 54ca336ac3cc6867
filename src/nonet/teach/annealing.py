"""Simulated annealing: start with a full board that is wrong, and swap digits until it is right.

Fill each box with its missing digits, so that boxes are always right, and swap two cells of one box at a time. The
*cost* of a board is the number of digits that its rows and columns lack. A swap that lowers the cost is kept; one that
raises it is kept often while the temperature is high, and almost never when it is low. A board that has cooled down
with errors is discarded, and another one begins.

Other rules work in the same way. Without boxes, regions or rows are filled; every other house counts in the cost, and
so does a digit that its cell may not have.

Source: R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13, 2007.
Worst case: none; it may search forever.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from statistics import pstdev

from nonet.teach.board import Board
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]

_COLD = 0.2  # the temperature at which a swap that costs 1 is taken once in 150 times


class _FullBoard:
    """A full board; ``times`` is how often each digit occurs in each house."""

    def __init__(self, board: Board, groups: list[tuple[int, ...]], rng: random.Random) -> None:
        self.cells = _known(board)
        for group in groups:
            missing = sorted(set(board.digits) - {self.cells[cell] for cell in group})
            rng.shuffle(missing)
            for cell in group:
                self.cells[cell] = self.cells[cell] or missing.pop()
        self.options = [set(options) for options in board.options]
        self.houses_of = [
            [number for number in houses if board.houses[number] not in groups]
            for houses in board.houses_of
        ]
        self.times = [[0] * (board.size + 1) for _ in board.houses]
        self.cost = sum(self._write(cell, self.cells[cell]) for cell in range(len(self.cells)))

    def _write(self, cell: int, digit: int) -> int:
        """Place a digit in an empty cell and return the cost that it adds."""
        cost = 0 if digit in self.options[cell] else 1
        for house in self.houses_of[cell]:
            times = self.times[house]
            cost += times[digit] > 0
            times[digit] += 1
        self.cells[cell] = digit
        return cost

    def _erase(self, cell: int) -> int:
        """Empty a cell and return the cost of its digit."""
        digit = self.cells[cell]
        cost = 0 if digit in self.options[cell] else 1
        for house in self.houses_of[cell]:
            times = self.times[house]
            times[digit] -= 1
            cost += times[digit] > 0
        return cost

    def swap(self, one: int, other: int) -> int:
        """Swap two cells and return by how much the cost rises."""
        first, second = self.cells[one], self.cells[other]
        rise = -self._erase(one) - self._erase(other)
        rise += self._write(one, second) + self._write(other, first)
        self.cost += rise
        return rise


def solve(board: Board, watch: Recorder, *, seed: int = 0, cooling: float = 0.9) -> Iterator[bytes]:
    """Yield solutions as they are found, each once; without a budget it searches forever.

    ``cooling`` is the factor of the temperature after n * n swaps, where n is the number of cells that can be swapped.
    """
    if not 0 < cooling < 1:
        raise ValueError(f"cooling must be between 0 and 1, got {cooling}")
    rng = random.Random(seed)
    groups, known = _partition(board), _known(board)
    partners: dict[int, list[int]] = {}
    for group in groups:
        free = [cell for cell in group if not known[cell]]
        if len({known[cell] for cell in group if known[cell]}) + len(free) < board.size:
            watch.conflict(group[0], note="a digit is there twice")
            return  # no order of the missing digits can be right
        partners |= {cell: [other for other in free if other != cell] for cell in free}
    movable = [cell for cell, others in partners.items() if others]
    solutions = set()
    while True:
        full = _FullBoard(board, groups, rng)
        for cell in board.empty:
            watch.place(cell, full.cells[cell])
        if movable and full.cost:
            _anneal(full, watch, rng, movable, partners, cooling)
        cells = bytes(full.cells)
        if not full.cost and cells not in solutions:
            solutions.add(cells)
            watch.solved()
            yield cells
        if not movable:
            return  # only one board was possible
        watch.restart()


def _known(board: Board) -> list[int]:
    """Return the digits of the cells that can have one digit only, 0 for the others."""
    return [options[0] if len(options) == 1 else 0 for options in board.options]


def _partition(board: Board) -> list[tuple[int, ...]]:
    """Return houses that partition the board: boxes or regions, else rows."""
    for start in (2 * board.size, 0):
        groups = list(board.houses[start : start + board.size])
        if sorted(cell for group in groups for cell in group) == list(range(len(board.givens))):
            return groups
    raise AssertionError("rows have every cell once")


def _anneal(
    full: _FullBoard,
    watch: Recorder,
    rng: random.Random,
    movable: list[int],
    partners: dict[int, list[int]],
    cooling: float,
) -> None:
    """Swap and cool until nothing is wrong, or the temperature is too low."""

    def pair() -> tuple[int, int]:
        one = rng.choice(movable)
        return one, rng.choice(partners[one])

    rises = []
    for _ in movable:
        one, other = pair()
        rises.append(full.swap(one, other))
        full.swap(one, other)
    temperature = pstdev(rises) or 1.0
    while temperature > _COLD:
        for _ in range(len(movable) ** 2):
            one, other = pair()
            watch.check()
            rise = full.swap(one, other)
            if rise > 0 and rng.random() >= math.exp(-rise / temperature):
                full.swap(one, other)  # undo
                continue
            watch.place(one, full.cells[one])
            watch.place(other, full.cells[other])
            if not full.cost:
                return
        temperature *= cooling
        watch.rule("cooling")


ALGORITHM = Algorithm(
    name="annealing",
    title="Simulated annealing",
    source='R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007), pages 387-401',
    idea=(
        "Fill each box with its missing digits in any order, and count the digits that rows and columns lack. Swap two"
        " cells of a box at random; keep the swap if the count does not rise, and sometimes if it does, less and less"
        " often as time passes. When the temperature is low and something is still wrong, start again."
    ),
    worst_case=(
        "None: it may search forever, and on a board without a solution it does. Puzzles with few givens take longest,"
        " because many boards with two errors are near the solution, and no swap repairs them."
    ),
    shines="Where an answer that is almost right has a value, as in timetables, for which the same method is used.",
    solve=solve,
    is_complete=False,
    options={
        "seed": "the random seed",
        "cooling": "the factor of the temperature, between 0 and 1; nearer to 1 is slower and surer",
    },
)
