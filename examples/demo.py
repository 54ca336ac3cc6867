"""Solve and verify all of puzzles.txt, and print one board and the speed: this is `make demo`.

Use ``python examples/demo.py FILE`` for another file with one puzzle per line.
"""

import sys
import time
from pathlib import Path

import numpy as np

import nonet
from nonet.engine import instruction_set, threads_available

PUZZLES = Path(__file__).with_name("puzzles.txt")
REPEATS = 50  # the file is solved in milliseconds, too short a time to measure


def picture(givens: bytes, solution: bytes) -> str:
    """Draw a board and its solution side by side."""
    boards = (
        nonet.render.text(nonet.Grid(b), charset="ascii").splitlines() for b in (givens, solution)
    )
    rows = enumerate(zip(*boards, strict=True))
    return "\n".join(
        f"{left}  {'->' if row == 6 else '  '}  {right}" for row, (left, right) in rows
    )


def main() -> int:
    """Solve, verify and print; return 1 if an answer is wrong."""
    text = Path(sys.argv[1] if len(sys.argv) > 1 else PUZZLES).read_bytes()
    lines = [line for line in text.splitlines() if line and not line.startswith(b"#")]
    letters = np.frombuffer(b"".join(line[:81] for line in lines), np.uint8).reshape(-1, 81)
    givens = np.where((letters >= ord("1")) & (letters <= ord("9")), letters - ord("0"), 0)
    givens = givens.astype(np.uint8)

    result = nonet.batch.solve(text)
    right = nonet.lab.verified(givens, result.solutions)
    unique = np.count_nonzero(result.status == nonet.batch.Status.UNIQUE)
    many = text * REPEATS
    start = time.perf_counter()
    repeated = nonet.batch.solve(many)
    seconds = time.perf_counter() - start
    same = np.array_equal(repeated.solutions, np.tile(result.solutions, (REPEATS, 1)))

    hardest = int(np.argmax(result.guesses))
    print(f"Puzzle {hardest + 1} took the most guesses ({result.guesses[hardest]}):\n")
    print(picture(givens[hardest].tobytes(), result.solutions[hardest].tobytes()))
    verified, total = np.count_nonzero(right), len(lines)
    print(f"\n{verified} of {total} solutions verified: rows, columns, boxes and givens.")
    print(f"{unique} puzzles have exactly one solution: the search looked for a second one.")
    rate, isa, threads = len(repeated) / seconds, instruction_set(), threads_available()
    print(f"{rate:,.0f} puzzles per second: {len(repeated):,} solved, {isa}, {threads} thread(s).")
    return 0 if verified == total == len(result) and same else 1


if __name__ == "__main__":
    sys.exit(main())
