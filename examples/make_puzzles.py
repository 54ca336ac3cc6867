"""How puzzles.txt was made: full grids from one seed, with givens removed as long as the solution stays unique.

    python examples/make_puzzles.py > examples/puzzles.txt

The solver itself makes a full grid: it completes an empty board with a few random digits. Then each given, in random
order, is removed if the puzzle without it still has one solution. All grids are processed together, so the batch solver
answers a few thousand questions at a time.
"""

import random

import numpy as np
import numpy.typing as npt

import nonet

COUNT, SEED = 3000, 9


def full_grids(count: int, rng: random.Random) -> npt.NDArray[np.uint8]:
    """Return `count` random solutions."""
    boards = np.zeros((count, 81), np.uint8)
    for board in boards:
        # Nine cells, no two of them in one house, get a digit each: they cannot clash.
        for digit, row in enumerate(rng.sample(range(9), 9), 1):
            board[row * 9 + (row * 3 + row // 3) % 9] = digit
        first, second = rng.sample([cell for cell in range(81) if not board[cell]], 2)
        board[first], board[second] = rng.randint(1, 9), rng.randint(1, 9)
    found = nonet.batch.solve(boards, limit=1)
    return np.compress(found.status == nonet.batch.Status.FOUND, found.solutions, axis=0)


def dig(grids: npt.NDArray[np.uint8], rng: random.Random) -> npt.NDArray[np.uint8]:
    """Remove givens from all grids, one cell at a time, each grid in an order of its own."""
    boards = grids.copy()
    orders = np.array([rng.sample(range(81), 81) for _ in boards])
    rows = np.arange(len(boards))
    for cells in orders.T:
        tried = boards.copy()
        tried[rows, cells] = 0
        unique = nonet.batch.solve(tried).status == nonet.batch.Status.UNIQUE
        boards[unique] = tried[unique]
    return boards


def main() -> None:
    """Print the puzzles, with a comment that says how they were made."""
    rng = random.Random(SEED)
    boards = np.zeros((0, 81), np.uint8)
    while len(boards) < COUNT:
        grids = full_grids(COUNT, rng)
        boards = np.unique(np.concatenate([boards, dig(grids, rng)]), axis=0)
    keep = rng.sample(range(len(boards)), COUNT)
    print(f"# {COUNT} minimal puzzles with one solution each,")
    print(f"# made by examples/make_puzzles.py with seed {SEED}.")
    for board in boards[keep]:
        print("".join("." if digit == 0 else str(digit) for digit in board))


if __name__ == "__main__":
    main()
