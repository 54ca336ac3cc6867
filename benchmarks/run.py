"""Measure the speed of nonet: verified answers, and search counters beside the time.

    python benchmarks/run.py FILE...                  the kernel, one thread, on any puzzle files
    python benchmarks/run.py FILE... --isa avx2       with another instruction set
    python benchmarks/run.py FILE... --scaling        with threads, batch.solve and the command line too
    python benchmarks/run.py --single FILE            one puzzle at a time from Python
    python benchmarks/run.py --count                  the empty board's first million solutions

Each pass shuffles the list and permutes every puzzle (nonet.lab), so no order or labelling helps. Times are CPU times
for one thread, and waiting times for several. Without a file, the puzzles of examples/ are used.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from common import Boards, as_lines, describe, fail, load, machine, median, write_json

import nonet
from nonet import batch, engine, lab
from nonet.engine import Stats, Status

ROOT = Path(__file__).parents[1]


class Kernel:
    """The core alone, from array to array in one thread. It times a pass and checks its answers."""

    def __init__(self, n: int) -> None:
        self.grids, self.counts = np.zeros((n, 81), np.uint8), np.zeros(n, np.uint64)
        self.status, self.stats = np.zeros(n, np.uint8), Stats()

    def seconds(self, puzzles: Boards, limit: int) -> float:
        """Solve all puzzles; return the CPU seconds of the thread."""
        begun = time.thread_time()
        self.stats = engine.solve_rows(
            puzzles.reshape(-1),
            len(puzzles),
            limit=limit,
            solutions=self.grids.reshape(-1),
            counts=self.counts,
            status=self.status,
        )
        spent = time.thread_time() - begun
        check(puzzles, self.grids, self.status)
        return spent


def kernel(boards: Boards, *, limit: int, passes: int) -> dict[str, Any]:
    """Time the core alone."""
    n = len(boards)
    core = Kernel(n)
    times = [core.seconds(lab.shuffled(boards, seed), limit) for seed in range(passes + 1)]
    times = times[1:]  # the first pass warms up
    stats = core.stats
    return {
        "puzzles": n,
        "per_second": round(n / median(times)),
        "fastest": round(n / min(times)),
        "slowest": round(n / max(times)),
        "guesses": round(stats.guesses / n, 3),
        "rounds": round(stats.lane_rounds / n, 2),
        "full_lanes": round(stats.lane_rounds / stats.rounds / lanes(), 3),
        "unique": int((core.status == Status.UNIQUE).sum()),
    }


def lanes() -> int:
    return engine.instruction_sets()[engine.instruction_set()]


def check(puzzles: Boards, grids: Boards, status: Any) -> None:
    solved = np.isin(status, [Status.UNIQUE, Status.MULTIPLE, Status.FOUND])
    wrong = int((~lab.verified(puzzles[solved], grids[solved])).sum())
    if wrong or (status >= Status.BAD_CELL).any():
        fail(f"{wrong} wrong answers, {int((status >= Status.BAD_CELL).sum())} rows not solved")


def scaling(boards: Boards, *, rows: int, passes: int) -> dict[str, Any]:
    """Time the same rows with the kernel, batch.solve and the command line, with one thread and with two."""
    many = np.concatenate([lab.shuffled(boards, seed) for seed in range(-(-rows // len(boards)))])[
        :rows
    ]
    status, grids = np.zeros(rows, np.uint8), np.zeros((rows, 81), np.uint8)
    text = as_lines(many)

    def core(threads: int) -> None:
        engine.solve_rows(
            many.reshape(-1), rows, threads=threads, solutions=grids.reshape(-1), status=status
        )

    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.txt", Path(folder) / "out.txt"
        source.write_bytes(text)
        # As after an installation: what is compiled to bytecode is kept.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder) / "bytecode")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def command(threads: int) -> None:
            solve = [sys.executable, "-m", "nonet", "solve", "-j", str(threads)]
            subprocess.run([*solve, str(source), "-o", str(target)], check=True, env=environment)

        work: dict[str, Callable[[int], object]] = {
            "kernel": core,
            "batch.solve, array": lambda threads: batch.solve(many, threads=threads),
            "batch.solve, bytes": lambda threads: batch.solve(text, threads=threads),
            "nonet solve": command,
        }
        spent: dict[str, list[float]] = {name: [] for name in work}
        one, two = ({name: list[float]() for name in work} for _ in range(2))
        # The first pass warms up: memory that a virtual machine touches for the first time costs much.
        for _ in range(passes + 1):
            for name, call in work.items():
                cpu, wait = seconds(call, 1)
                spent[name].append(cpu)
                one[name].append(wait)
                two[name].append(seconds(call, 2)[1])
        check(many, grids, status)
        answers = np.frombuffer(target.read_bytes(), np.uint8).reshape(rows, 82)[:, :81] - 48
        check(many, np.ascontiguousarray(answers), status)

    def ratio(base: list[float], times: list[float]) -> float:
        return round(median([a / b for a, b in zip(base, times, strict=True)][1:]), 3)

    return {
        "rows": rows,
        "per_second": round(rows / median(spent["kernel"][1:])),
        "ratio_to_kernel": {name: ratio(spent["kernel"], spent[name]) for name in work},
        "speed_of_two_threads": {name: ratio(one[name], two[name]) for name in work},
    }


def seconds(work: Callable[[int], object], threads: int) -> tuple[float, float]:
    """Do the work; return the CPU time of this process and its children, and the waiting time."""
    before, begun = sum(os.times()[:4]), time.perf_counter()
    work(threads)
    return sum(os.times()[:4]) - before, time.perf_counter() - begun


def single(boards: Boards, *, passes: int) -> dict[str, Any]:
    """Time Puzzle.solution() on one puzzle after the other."""
    sample = lab.shuffled(boards, 1)[:1000]
    puzzles = [nonet.Puzzle(bytes(row)) for row in sample]
    micros = []
    for _ in range(passes):
        for puzzle in puzzles:
            begun = time.perf_counter()
            puzzle.solution()
            micros.append((time.perf_counter() - begun) * 1e6)
    return {
        "puzzles": len(puzzles),
        "median_microseconds": round(median(micros), 1),
        "mean_microseconds": round(sum(micros) / len(micros), 1),
    }


def count(passes: int) -> dict[str, Any]:
    """Count the first million solutions of the empty board."""
    empty, limit, times = nonet.Puzzle("." * 81), 1_000_000, []
    for _ in range(passes):
        begun = time.thread_time()
        if empty.count(limit) != limit:
            fail("the empty board has more solutions than that")
        times.append(time.thread_time() - begun)
    return {"solutions": limit, "per_second": round(limit / median(times))}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*")
    parser.add_argument("--isa", choices=list(engine.instruction_sets()), action="append")
    parser.add_argument("--limit", type=int, default=2)
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--rows", type=int, default=5_000_000, help="rows of --scaling")
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    figures: dict[str, Any] = {"machine": machine(), "results": []}
    print(describe(figures["machine"]))
    files = options.files or ([] if options.count else [str(ROOT / "examples" / "puzzles.txt")])
    for name in options.isa or [engine.instruction_set()]:
        with engine.using_instruction_set(name):
            if options.count:
                report(figures, name, "empty board", "count", count(options.passes))
            for path in files:
                boards, base = load(path), Path(path).name
                if options.single:
                    report(figures, name, base, "single", single(boards, passes=options.passes))
                elif options.scaling:
                    found = scaling(boards, rows=options.rows, passes=options.passes)
                    report(figures, name, base, "scaling", found)
                else:
                    found = kernel(boards, limit=options.limit, passes=options.passes)
                    report(figures, name, base, "kernel", found)
    write_json(options.json, figures)


def report(figures: dict[str, Any], isa: str, file: str, kind: str, found: dict[str, Any]) -> None:
    figures["results"].append({"file": file, "kind": kind, "instruction_set": isa, **found})
    shown = ", ".join(
        f"{key.replace('_', ' ')} {value:,}"
        if isinstance(value, (int, float))
        else f"{key.replace('_', ' ')} {value}"
        for key, value in found.items()
    )
    print(f"{file} · {kind} · {isa}: {shown}")


if __name__ == "__main__":
    main()
