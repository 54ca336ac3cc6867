"""How puzzles.txt was made: full grids from one seed, with givens taken away as long as the solution stays unique.

    python examples/make_puzzles.py > examples/puzzles.txt

A full grid comes from the solver itself: nine different digits are strewn over an empty board until it has a
solution. Then each given, in random order, is taken away for good if the puzzle without it still has one solution.
That is asked for all grids together, so the batch solver answers a few thousand questions at a time.
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
        # Nine cells, no two of them in one house, take a digit each: never a clash.
        for digit, row in enumerate(rng.sample(range(9), 9), 1):
            board[row * 9 + (row * 3 + row // 3) % 9] = digit
        first, second = rng.sample([cell for cell in range(81) if not board[cell]], 2)
        board[first], board[second] = rng.randint(1, 9), rng.randint(1, 9)
    found = nonet.batch.solve(boards, limit=1)
    return np.compress(found.status == nonet.batch.Status.FOUND, found.solutions, axis=0)


def dig(grids: npt.NDArray[np.uint8], rng: random.Random) -> npt.NDArray[np.uint8]:
    """Take givens away from all grids, cell by cell of an order of their own."""
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
    """Write the puzzles, as text, with a word on how they came about."""
    rng = random.Random(SEED)
    boards = np.zeros((0, 81), np.uint8)
    while len(boards) < COUNT:
        grids = full_grids(COUNT, rng)
        boards = np.unique(np.concatenate([boards, dig(grids, rng)]), axis=0)
    keep = rng.sample(range(len(boards)), COUNT)
    print(f"# {COUNT} puzzles with one solution each, none of their givens to spare;")
    print(f"# made by examples/make_puzzles.py with the seed {SEED}.")
    for board in boards[keep]:
        print("".join("." if digit == 0 else str(digit) for digit in board))


if __name__ == "__main__":
    main()
