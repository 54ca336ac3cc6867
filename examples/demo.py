"""What `make demo` shows: all of puzzles.txt solved and verified, one board as a picture, and how fast.

Another file of puzzles, one line each, may be named: ``python examples/demo.py FILE``.
"""

import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

import nonet
from nonet.engine import instruction_set, threads_available

PUZZLES = Path(__file__).with_name("puzzles.txt")
REPEATS = 50  # the file is solved in some milliseconds: too short a time to measure


def picture(givens: npt.NDArray[np.uint8], solution: npt.NDArray[np.uint8]) -> str:
    """Draw a board and its solution side by side."""
    rule = "+-------+-------+-------+"
    lines = [f"{rule}      {rule}"]
    for row in range(9):
        halves = []
        for cells in (givens, solution):
            signs = [str(digit) if digit else "." for digit in cells[row * 9 : row * 9 + 9]]
            boxes = (" ".join(signs[i : i + 3]) for i in (0, 3, 6))
            halves.append(f"| {' | '.join(boxes)} |")
        lines.append(("  ->  " if row == 4 else "      ").join(halves))
        if row % 3 == 2:
            lines.append(f"{rule}      {rule}")
    return "\n".join(lines)


def are_right(
    givens: npt.NDArray[np.uint8], solutions: npt.NDArray[np.uint8]
) -> npt.NDArray[np.bool_]:
    """Check without the solver: 1 to 9 in every row, column and box, and the givens kept."""
    grid = solutions.reshape(-1, 9, 9)
    boxes = grid.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    right = np.all((givens == 0) | (givens == solutions), axis=1)
    for houses in (grid, grid.swapaxes(1, 2), boxes):
        right &= np.all(np.sort(houses, axis=2) == np.arange(1, 10), axis=(1, 2))
    return np.asarray(right, np.bool_)


def main() -> int:
    """Solve, verify, show; return 1 if anything was not as it ought to be."""
    text = Path(sys.argv[1] if len(sys.argv) > 1 else PUZZLES).read_bytes()
    lines = [line for line in text.splitlines() if line and not line.startswith(b"#")]
    letters = np.frombuffer(b"".join(line[:81] for line in lines), np.uint8).reshape(-1, 81)
    givens = np.where((letters >= ord("1")) & (letters <= ord("9")), letters - ord("0"), 0)
    givens = givens.astype(np.uint8)

    result = nonet.batch.solve(text)
    right = are_right(givens, result.solutions)
    unique = np.count_nonzero(result.status == nonet.batch.Status.UNIQUE)
    many = text * REPEATS
    start = time.perf_counter()
    repeated = nonet.batch.solve(many)
    seconds = time.perf_counter() - start
    same = np.array_equal(repeated.solutions, np.tile(result.solutions, (REPEATS, 1)))

    hardest = int(np.argmax(result.guesses))
    print(f"Puzzle {hardest + 1} took the most guesses, {result.guesses[hardest]}:\n")
    print(picture(givens[hardest], result.solutions[hardest]))
    verified, total = np.count_nonzero(right), len(lines)
    print(f"\n{verified} of {total} solutions verified: rows, columns, boxes, every given kept.")
    print(f"{unique} puzzles have one solution only: the search went on for a second one.")
    rate, isa, threads = len(repeated) / seconds, instruction_set(), threads_available()
    print(f"{rate:,.0f} puzzles per second: {len(repeated):,} solved, {isa}, {threads} thread(s).")
    return 0 if verified == total == len(result) and same else 1


if __name__ == "__main__":
    sys.exit(main())
