"""Measure the human solver on boards of more than 9x9: hints, how far its steps lead, and generation by difficulty.

    python benchmarks/large_boards.py               12x12 and 16x16
    python benchmarks/large_boards.py 5x5 --n 4     four boards of 25x25 (any shape of a box)
    python benchmarks/large_boards.py --seconds 60  how long each difficulty is generated; 0 for not at all

The boards are those of seeds 0, 1, 2 …, minimal or not as they come. A hint is taken on each position of the path of
its board; every step is compared with the solution. The time is the CPU time of one thread.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from itertools import count

from nonet import Puzzle, Stuck, generate
from nonet.base.errors import LimitReached
from nonet.steps import Step


def path_of(puzzle: Puzzle) -> tuple[list[Step], bool]:
    """Return the steps of a puzzle, and whether they lead to the end."""
    try:
        return list(puzzle.steps()), True
    except Stuck as stuck:
        return list(stuck.steps), False


def measure_hints(rules: str, n: int) -> None:
    """Print how long hints take, and how many boards the steps solve."""
    times: list[float] = []
    techniques: Counter[str] = Counter()
    solved = left = 0
    for seed in range(n):
        puzzle = generate(seed=seed, rules=rules)
        solution = puzzle.solution()
        steps, is_whole = path_of(puzzle)
        solved += is_whole
        left += sum(not digit for digit in puzzle.givens)
        left -= sum(step.places is not None for step in steps)
        board = puzzle.candidates()
        for step in steps:
            assert all(solution[cell] not in gone for cell, gone in step.removes.items()), step
            start = time.process_time()
            hint = puzzle.hint(board)
            times.append(time.process_time() - start)
            assert hint is not None
            board = board.after(step)
        techniques.update(step.technique.id for step in steps)
    median, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{rules}: {solved} of {n} boards solved, {left} cells left, {len(times)} steps")
    print(
        f"  a hint: median {1e3 * median:.1f} ms, 95 % {1e3 * high:.1f} ms, most {1e3 * max(times):.0f} ms"
    )
    print("  " + ", ".join(f"{name} {number}" for name, number in techniques.most_common()))


def measure_generation(rules: str, seconds: float) -> None:
    """Print how many puzzles of each difficulty are made in a second."""
    for difficulty in ("easy", "medium", "hard", "expert", "extreme"):
        made, begun = 0, time.process_time()
        for seed in count():
            try:
                generate(seed=seed, rules=rules, difficulty=difficulty)
                made += 1
            except LimitReached:
                pass
            if time.process_time() - begun > seconds:
                break
        print(f"  {difficulty}: {made / (time.process_time() - begun):.2f} a second")


def main() -> None:
    """Measure some boards."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules", nargs="*", default=["3x4", "4x4"])
    parser.add_argument("--n", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    for rules in options.rules:
        measure_hints(rules, options.n)
        if options.seconds:
            measure_generation(rules, options.seconds)


if __name__ == "__main__":
    main()
