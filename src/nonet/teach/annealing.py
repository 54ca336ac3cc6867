"""Simulated annealing: start with a full board that is wrong, and swap digits until it is right.

Each box is filled with the digits that it lacks, so that boxes are right from the beginning and stay so: the only move
swaps two cells of one box. What is wrong is the number of digits that rows and columns lack, the *cost*. A swap that
lowers it is taken; one that raises it is taken too, now and then: often while the board is hot, hardly ever when it is
cold. A board that has cooled down with errors left is thrown away, and another one begins.

Other rules work the same way. Where there are no boxes the regions are filled, or the rows; every other house counts
in the cost, and so does a digit that a cell may not have.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from statistics import pstdev

from nonet.teach.board import Board
from nonet.teach.registry import Algorithm
from nonet.teach.trace import Recorder

__all__ = ["ALGORITHM", "solve"]

_COLD = 0.2  # the temperature at which a swap that costs 1 is taken once in 150 times


class _State:
    """A full board, and in ``times`` how often each digit stands in each house."""

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
        """Write a digit into an empty cell and return the cost that it adds."""
        cost = 0 if digit in self.options[cell] else 1
        for house in self.houses_of[cell]:
            times = self.times[house]
            cost += times[digit] > 0
            times[digit] += 1
        self.cells[cell] = digit
        return cost

    def _erase(self, cell: int) -> int:
        """Empty a cell and return the cost that goes with its digit."""
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
    """Yield solutions as they turn up, each once; without a budget it looks for ever.

    ``cooling`` is the factor of the temperature after as many swaps as the square of the number of open cells.
    """
    if not 0 < cooling < 1:
        raise ValueError(f"cooling is {cooling}; it must be between 0 and 1")
    rng = random.Random(seed)
    groups, known = _partition(board), _known(board)
    partners: dict[int, list[int]] = {}
    for group in groups:
        free = [cell for cell in group if not known[cell]]
        if len({known[cell] for cell in group if known[cell]}) + len(free) < board.size:
            watch.conflict(group[0], note="a digit is there twice")
            return  # no order of the missing digits helps
        partners |= {cell: [other for other in free if other != cell] for cell in free}
    movable = [cell for cell, others in partners.items() if others]
    found = set()
    while True:
        state = _State(board, groups, rng)
        for cell in board.empty:
            watch.place(cell, state.cells[cell])
        if movable and state.cost:
            _anneal(state, watch, rng, movable, partners, cooling)
        cells = bytes(state.cells)
        if not state.cost and cells not in found:
            found.add(cells)
            watch.solved()
            yield cells
        if not movable:
            return  # there was no choice
        watch.restart()


def _known(board: Board) -> list[int]:
    """Return the digits of the cells that can have one digit only, 0 for the others."""
    return [options[0] if len(options) == 1 else 0 for options in board.options]


def _partition(board: Board) -> list[tuple[int, ...]]:
    """Return houses that have every cell once: boxes or regions, else rows."""
    for start in (2 * board.size, 0):
        groups = list(board.houses[start : start + board.size])
        if sorted(cell for group in groups for cell in group) == list(range(len(board.givens))):
            return groups
    raise AssertionError("rows have every cell once")


def _anneal(
    state: _State,
    watch: Recorder,
    rng: random.Random,
    movable: list[int],
    partners: dict[int, list[int]],
    cooling: float,
) -> None:
    """Swap and cool until nothing is wrong, or it is too cold to go on."""

    def pair() -> tuple[int, int]:
        one = rng.choice(movable)
        return one, rng.choice(partners[one])

    rises = []
    for _ in movable:
        one, other = pair()
        rises.append(state.swap(one, other))
        state.swap(one, other)
    temperature = pstdev(rises) or 1.0
    while temperature > _COLD:
        for _ in range(len(movable) ** 2):
            one, other = pair()
            watch.check()
            rise = state.swap(one, other)
            if rise > 0 and rng.random() >= math.exp(-rise / temperature):
                state.swap(one, other)  # back
                continue
            watch.place(one, state.cells[one])
            watch.place(other, state.cells[other])
            if not state.cost:
                return
        temperature *= cooling
        watch.rule("cooling")


ALGORITHM = Algorithm(
    name="annealing",
    title="Simulated annealing",
    source='R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007), pages 387-401',
    idea=(
        "Fill each box with the digits that it lacks, in any order, and count what rows and columns lack. Swap two"
        " cells of a box at random; keep the swap when the count does not rise, and now and then when it does, less"
        " and less often as time goes on. When it is cold and something is still wrong, begin again."
    ),
    worst_case=(
        "There is none: it may look for ever, and on a board without a solution it does. It takes longest where few"
        " givens leave one solution, because near it lie countless boards with two errors that no swap repairs."
    ),
    shines=(
        "Where an answer that is almost right is worth something, as in timetables, for which the same method is used."
    ),
    solve=solve,
    is_complete=False,
    options={
        "seed": "the seed of its random choices",
        "cooling": "the factor of the temperature, between 0 and 1; nearer to 1 is slower and surer",
    },
)
