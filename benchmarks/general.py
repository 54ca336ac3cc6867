"""Measure boards of other sizes: the general engine, and the SAT solver that takes over. Every answer is verified.

    python benchmarks/general.py                          generated boards: 4x4, 6x6, 9x9, near-minimal 16x16, counts
    python benchmarks/general.py --large FILE             a table of large boards: size, percent_filled, board
    python benchmarks/general.py --hardest                36x36, 45% filled, core and SAT solver together
    python benchmarks/general.py --classic FILE           classic puzzles, beside the lock-step core
    python benchmarks/general.py --count                  all 6x6 grids, counted one by one (a quarter of a minute)

Times are CPU times, including the processes of the SAT solver. Only --hardest measures waiting time, because two
solvers race there.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
from boards import filled, minimal
from common import describe, fail, load, machine, median, write_json

from nonet import batch, engine, formats, lab
from nonet.boards.grid import Grid
from nonet.engine import Status, clauses
from nonet.puzzle import Puzzle
from nonet.rules import Rules


def verify(puzzle: Puzzle, grid: Grid) -> None:
    """End the benchmark if the grid is not a solution."""
    if not puzzle.check(grid):
        fail(f"a wrong answer: {puzzle.check(grid)}")


def cpu_seconds() -> float:
    """Return the CPU time of this thread and of the processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.thread_time() + children.ru_utime + children.ru_stime


def one_by_one(
    puzzles: list[Puzzle],
    *,
    limit: int,
    budget: int | None = None,
    clock: Callable[[], float] = cpu_seconds,
) -> dict[str, Any]:
    """Solve puzzles one after the other. Limit 1 finds a solution, limit 2 proves that it is the only one."""
    times, solved, unique = [], 0, 0
    for puzzle in puzzles:
        begun = clock()
        found = engine.search(puzzle.rules, puzzle.givens, None, limit=limit, budget=budget)
        times.append(clock() - begun)
        for grid in found.grids:
            verify(puzzle, grid)
        solved += bool(found.grids)
        unique += found.exact and len(found.grids) == 1 and limit > 1
    times.sort()
    return {
        "boards": len(puzzles),
        "solved": solved,
        "unique": unique,
        "median_ms": round(median(times) * 1e3, 3),
        "ninth_of_ten_ms": round(times[len(times) * 9 // 10] * 1e3, 3),
        "slowest_ms": round(times[-1] * 1e3, 3),
        "over_a_second": sum(seconds > 1 for seconds in times),
    }


def in_bulk(grids: list[Grid], rules: Rules, *, repeat: int, passes: int = 5) -> dict[str, Any]:
    """Solve boards in one call and one thread, with their digits renamed in each pass."""
    rng = np.random.default_rng(1)
    rows = np.array([list(grid) for grid in grids] * repeat, np.uint8)
    times = []
    for _ in range(passes + 1):
        names = np.concatenate([[0], rng.permutation(rules.size) + 1]).astype(np.uint8)
        board = np.ascontiguousarray(names[rng.permutation(rows)])
        begun = time.thread_time()
        result = batch.solve(board, rules=rules, threads=1)
        times.append(time.thread_time() - begun)
        if (result.status != Status.UNIQUE).any():
            fail("a board is not unique")
        for row in range(0, len(board), max(1, len(board) // 200)):
            verify(Puzzle(Grid(board[row]), rules=rules), Grid(result.solutions[row]))
    return {
        "boards": len(rows),
        "per_second": round(len(rows) / median(times[1:])),
        "guesses": round(result.stats.guesses / len(rows), 3),
    }


def large(path: str, budget: int | None) -> dict[str, Any]:
    """Find one solution of each board of a table."""
    groups: dict[tuple[int, int], list[Puzzle]] = defaultdict(list)
    for puzzle in formats.read(path):
        place = int(puzzle.info["size"]), int(puzzle.info["percent_filled"])
        groups[place].append(Puzzle(puzzle))
    return {
        f"{size}x{size}, {percent}% filled": one_by_one(puzzles, limit=1, budget=budget)
        for (size, percent), puzzles in sorted(groups.items())
    }


def classic(path: str) -> dict[str, Any]:
    """Solve classic puzzles with the general engine and with the lock-step core, alternately."""
    boards = load(path)
    rates: dict[str, list[float]] = {"general": [], "lockstep": []}
    for seed in range(4):
        puzzles = lab.shuffled(boards, seed)
        for name in rates:
            begun = time.thread_time()
            if name == "general":
                with engine.using_general_engine():
                    result = batch.solve(puzzles, threads=1)
            else:
                result = batch.solve(puzzles, threads=1)
            rates[name].append(len(puzzles) / (time.thread_time() - begun))
            if not lab.verified(puzzles, result.solutions).all():
                fail("a wrong answer")
    general, lockstep = (median(rates[name][1:]) for name in ("general", "lockstep"))
    return {
        "puzzles": len(boards),
        "general_per_second": round(general),
        "lockstep_is_faster_by": round(lockstep / general, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--large", metavar="FILE")
    parser.add_argument("--hardest", action="store_true")
    parser.add_argument("--classic", metavar="FILE")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--core-alone", action="store_true", help="without the SAT solver")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    budget = 10_000_000 if options.core_alone else None
    figures: dict[str, Any] = {"machine": machine(), "sat": clauses.is_available()}
    print(describe(figures["machine"]))
    found: dict[str, Any] = {}
    if options.large:
        found = large(options.large, budget)
    elif options.hardest:
        rules = Rules(size=36)
        boards = [Puzzle(grid, rules=rules) for grid in filled(rules, 45, 12, options.seed)]
        found["36x36, 45% filled"] = one_by_one(
            boards, limit=1, budget=budget, clock=time.perf_counter
        )
    elif options.classic:
        found[options.classic] = classic(options.classic)
    elif options.count:
        begun = time.thread_time()
        number = Puzzle([0] * 36, rules="2x3").count(10**9)
        spent = time.thread_time() - begun
        found["6x6 grids"] = {"grids": number, "per_second": round(number / spent)}
        if number != 28_200_960:
            fail("there are 28,200,960 of them")
    else:
        for name, boxes, repeat in (
            ("4x4", (2, 2), 100),
            ("6x6", (2, 3), 100),
            ("9x9", (3, 3), 20),
        ):
            rules = Rules(box_rows=boxes[0], box_columns=boxes[1])
            boards_ = list(minimal(rules, 200, options.seed))
            with engine.using_general_engine():
                found[f"{name}, minimal, in bulk"] = in_bulk(boards_, rules, repeat=repeat)
        rules = Rules(size=16)
        puzzles = [Puzzle(grid, rules=rules) for grid in minimal(rules, 40, options.seed)]
        found["16x16, near-minimal"] = one_by_one(puzzles, limit=2)
    figures["results"] = found
    for name, values in found.items():
        shown = ", ".join(f"{key.replace('_', ' ')} {value:,}" for key, value in values.items())
        print(f"{name}: {shown}")
    write_json(options.json, figures)


if __name__ == "__main__":
    main()
