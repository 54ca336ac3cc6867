"""How long an exact count takes: boards with 0 to 30 givens, the slowest known board, and what else the sum answers.

    python benchmarks/counting.py [--puzzles 20] [--odds] [--verify]

Boards are random cells of random full grids. Times are CPU seconds of one thread, the sum alone, also for boards that
`Puzzle.count` would enumerate. Each count is verified: by enumeration up to 100,000 solutions, and with --verify by the
sum over the digits of a cell. The last lines are odds, samples, two threads, and the memory of the process.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time

from nonet import Grid, Puzzle, engine
from nonet.base.rng import SplitMix64

GIVENS = (0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30)
WORST = "3..2.....................1..5.....7.....9.............6..............4..........."
ENUMERATED = 100_000


def board(grid: Grid, givens: int, seed: int) -> Puzzle:
    """Return a board with some cells of a full grid."""
    kept = set(SplitMix64(seed, givens).shuffled(81)[:givens])
    return Puzzle(Grid([digit if cell in kept else 0 for cell, digit in enumerate(grid)]))


def counted(puzzle: Puzzle, threads: int = 1) -> tuple[int, float, float]:
    """Return the count by the sum, the CPU seconds and the seconds on the clock."""
    cpu, clock = time.process_time(), time.perf_counter()
    contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks))
    contraction.run(threads=threads)
    total = contraction.total()
    return total, time.process_time() - cpu, time.perf_counter() - clock


def verified(puzzle: Puzzle, count: int, by_cells: bool) -> None:
    """Raise `AssertionError` for a wrong count."""
    at = puzzle.rules, puzzle.givens, puzzle.marks
    found = engine.count(*at, limit=ENUMERATED, budget=None)[0]
    assert count == found if found < ENUMERATED else count >= ENUMERATED, puzzle
    if by_cells and 0 in puzzle.givens:
        cells = list(puzzle.givens)
        cell, parts = cells.index(0), 0
        for digit in range(1, 10):
            cells[cell] = digit
            parts += counted(Puzzle(Grid(cells)))[0]
        assert parts == count, puzzle


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=20, help="boards for each number of givens")
    parser.add_argument("--odds", action="store_true", help="measure the odds too")
    parser.add_argument(
        "--verify", action="store_true", help="check sums over the digits of a cell"
    )
    options = parser.parse_args()
    grids = Puzzle("." * 81).sample(options.puzzles, seed=1)
    print(f"instruction set {engine.instruction_set()}; CPU seconds, one thread")
    print("| givens | boards | median count | median s | max s |\n|---|---|---|---|---|")
    for givens in GIVENS:
        few = grids[: max(1, options.puzzles // 4)] if givens < 8 else grids
        rows = []
        for seed, grid in enumerate(few if givens else few[:1] * 3):
            puzzle = board(grid, givens, seed)
            count, cpu, _ = counted(puzzle)
            verified(puzzle, count, options.verify)
            rows.append((count, cpu))
        counts, seconds = zip(*rows, strict=True)
        median = statistics.median_low(counts)
        print(
            f"| {givens} | {len(rows)} | {float(median):.2g} | {statistics.median(seconds):.4f} |"
            f" {max(seconds):.4f} |",
            flush=True,
        )
    count, cpu, clock = counted(Puzzle(WORST))
    print(f"slowest known board: {count:,} solutions, {cpu:.2f} s CPU, {clock:.2f} s")
    _, cpu2, clock2 = counted(Puzzle(WORST), threads=2)
    print(f"two threads: {clock2:.2f} s ({cpu2:.2f} s CPU), {clock / clock2:.2f} times as fast")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    start = time.process_time()
    Puzzle("." * 81).sample(100, seed=2)
    middle = time.process_time()
    Puzzle("." * 81).sample(5100, seed=2)
    spent = (time.process_time() - middle) - (middle - start)
    print(f"samples of the empty board: {5000 / spent:,.0f}/s after the set-up")
    if options.odds:
        for givens in (0, 2, 5, 8, 12, 16, 20):
            start = time.process_time()
            board(grids[0], givens, 0).odds()
            print(f"odds, {givens} givens: {time.process_time() - start:.2f} s CPU", flush=True)


if __name__ == "__main__":
    main()
