"""Iterated local search with constraint propagation: repair a full board, empty what clashes, deduce, repair again.

*Local search* fills the board and changes single cells to the digit that clashes least; it is quick, but gets stuck
with a few errors. *Propagation* makes no errors, but has to guess, and a wrong guess is expensive. So the clashing
cells of the best board are emptied with some others, the rest is placed again with all singles, a short search tries to
complete it, and its result is the next board to repair.

This is our own simpler version of the paper: propagation finds only singles, the search between two repairs takes the
smallest domain and learns nothing, and the share of emptied cells is fixed.

Source: after N. Musliu and F. Winter, IEEE Intelligent Systems 32(2), 2017.
Worst case: none; it may search forever.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from nonet.teach.board import Board
from nonet.teach.partial_board import PartialBoard
from nonet.teach.recorder import Recorder
from nonet.teach.registry import Algorithm

__all__ = ["ALGORITHM", "solve"]

_TABU = 10  # moves during which a cell does not take its old digit again


def solve(
    board: Board,
    watch: Recorder,
    *,
    seed: int = 0,
    patience: int = 300,
    nodes: int = 50,
    emptied: float = 0.2,
) -> Iterator[bytes]:
    """Yield solutions as they are found, each once; without a budget it searches forever."""
    if not 0 <= emptied <= 1:
        raise ValueError(f"emptied must be between 0 and 1, got {emptied}")
    rng = random.Random(seed)
    root = PartialBoard(board, watch, [0] * len(board.givens), [set(o) for o in board.options])
    if not root.place_givens():
        return
    free = [cell for cell, digit in enumerate(root.cells) if not digit]
    start, solutions = root, set()
    while True:
        best = _repair(start, root, free, rng, patience)
        clashing = {c for c in free if any(best[c] == best[peer] for peer in board.peers[c])}
        if not clashing and bytes(best) not in solutions:
            solutions.add(bytes(best))
            watch.solved()
            yield bytes(best)
        if not free:
            return
        watch.restart()
        for cell, digit in enumerate(root.cells):
            if digit and not board.givens[cell]:
                watch.place(cell, digit)
        kept = [cell for cell in free if cell not in clashing and rng.random() >= emptied]
        if not clashing:
            kept = []  # another solution may be far away
        rng.shuffle(kept)
        start = root.with_digits({cell: best[cell] for cell in kept})
        start = start.complete(rng, [nodes]) or start


def _repair(
    start: PartialBoard, root: PartialBoard, free: list[int], rng: random.Random, patience: int
) -> list[int]:
    """Fill the board and change clashing cells until none clashes or ``patience`` is over; return the best board."""
    board, watch = start.board, start.watch
    cells = [0] * len(start.cells)
    near = [[0] * (board.size + 1) for _ in cells]  # how many peers of each cell have each digit

    def write(cell: int, digit: int) -> None:
        for peer in board.peers[cell]:
            near[peer][cells[cell]] -= 1
            near[peer][digit] += 1
        cells[cell] = digit

    def least_clashing(cell: int, digits: Iterable[int]) -> int:
        return min(digits, key=lambda digit: (near[cell][digit], rng.random()))

    for cell, digit in enumerate(start.cells):
        if digit:
            write(cell, digit)
    for cell in rng.sample(free, len(free)):
        if not cells[cell]:
            write(cell, least_clashing(cell, start.domains[cell]))
            watch.place(cell, cells[cell])
    cost = sum(near[cell][cells[cell]] for cell in free) // 2
    least, best, idle, moves = cost, cells[:], 0, 0
    # For a cell and a digit, the move from which the cell may take the digit again.
    free_again: dict[tuple[int, int], int] = {}
    while least and idle < patience:
        idle, moves = idle + 1, moves + 1
        cell = rng.choice([c for c in free if near[c][cells[c]]])
        watch.check()
        now, old = cost - near[cell][cells[cell]], cells[cell]
        digits = [
            digit
            for digit in root.domains[cell] - {old}
            if moves >= free_again.get((cell, digit), 0) or now + near[cell][digit] < least
        ]
        if not digits:
            continue
        write(cell, least_clashing(cell, digits))
        watch.place(cell, cells[cell])
        cost = now + near[cell][cells[cell]]
        free_again[cell, old] = moves + _TABU
        if cost < least:
            least, best, idle = cost, cells[:], 0
    return best


ALGORITHM = Algorithm(
    name="iterated_local_search",
    title="Iterated local search with constraint propagation",
    source=(
        'after N. Musliu and F. Winter, "A Hybrid Approach for the Sudoku Problem: Using Constraint Programming in'
        ' Iterated Local Search", IEEE Intelligent Systems 32(2), 2017, pages 52-62'
    ),
    idea=(
        "Fill the board with digits that clash as little as possible, and change clashing cells to the digit that"
        " clashes least, but not back and forth. When that is stuck, empty the clashing cells and a part of the others,"
        " and place the rest again with all singles that follow. Search from there for a short while; the result, full"
        " or not, is the next board to repair."
    ),
    worst_case=(
        "None: it may search forever, and on a board without a solution it does unless singles show that at once. It"
        " takes longest where one solution is alone among thousands of boards with two errors."
    ),
    shines=(
        "When one solution is enough and a complete search would go wrong early: this one starts again elsewhere, while"
        " a complete search must first prove that nothing is there."
    ),
    solve=solve,
    is_complete=False,
    options={
        "seed": "the random seed",
        "patience": "how many moves without an improvement end a repair",
        "nodes": "how many guesses the search between two repairs may make",
        "emptied": "the share of right cells that are emptied with the clashing ones",
    },
)
