"""Measure the generation of puzzles. Each one is verified: it has one solution, and every given is needed.

    python benchmarks/generate.py                             classic ones, with symmetries, by rating; other sizes
    python benchmarks/generate.py --peer /path/to/generate    compared with the generator of tdoku
    python benchmarks/generate.py --sudoku /path/to/python    compared with py-sudoku, installed in that Python

Times are CPU times of one thread, or of the process of a peer. The peers are not part of nonet; build or install them
yourself. tdoku's generator works in two ways: with ``-d81`` each puzzle starts from scratch, as in nonet; without it
each puzzle is an earlier one with three givens replaced, which is less work, and the puzzles are alike. py-sudoku
removes a share of the cells and does not check uniqueness, so it is checked here, and nonet generates puzzles with the
same number of givens.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from common import Boards, describe, fail, machine, median, write_json

from nonet import batch, engine, generating, lab
from nonet.batch import Status

Options = dict[str, Any]

KINDS: dict[str, tuple[int, Options]] = {
    "minimal": (20_000, {}),
    "minimal, half a turn": (20_000, {"symmetry": "rotational"}),
    "minimal, all symmetries": (20_000, {"symmetry": "full"}),
    "28 to 34 givens": (20_000, {"minimal": False}),
    "22 givens": (500, {"givens": 22}),
    "xy_wing as the hardest": (200, {"hardest": "xy_wing"}),
    "ER 7.0 to 7.5, half a turn": (200, {"rating": (7.0, 7.5), "symmetry": "rotational"}),
    "ER 8.5 and above": (20, {"rating": (8.5, 20.0)}),
}

OTHERS: dict[str, tuple[int, Options]] = {
    "4x4": (500, {"rules": "2x2"}),
    "6x6": (300, {"rules": "2x3"}),
    "8x8": (200, {"rules": "2x4"}),
    "10x10": (100, {"rules": "2x5"}),
    "12x12": (50, {"rules": "3x4"}),
    "16x16": (40, {"rules": "4x4"}),
    "25x25": (10, {"rules": "5x5"}),
    "36x36": (3, {"rules": "6x6"}),
    "9x9 diagonals": (50, {"rules": "diagonals"}),
    "9x9 windoku": (50, {"rules": "windoku"}),
}


# -- nonet ----------------------------------------------------------------------------------------


def verify(puzzles: Boards, solutions: Boards, *, minimal: bool, tied: bool) -> None:
    """End the benchmark if this is not the only solution, or if a given is not needed."""
    found = batch.solve(puzzles)
    if (found.status != Status.UNIQUE).any() or not (found.solutions == solutions).all():
        fail("a puzzle has not one solution")
    if not lab.verified(puzzles, solutions).all():
        fail("a solution is wrong")
    if minimal and not tied and spare(puzzles[:2000]):
        fail("a given can go")


def spare(puzzles: Boards) -> int:
    """Return how many puzzles are not minimal."""
    rows, cells = np.nonzero(puzzles)
    less = puzzles[rows]
    less[np.arange(len(rows)), cells] = 0
    unique = batch.solve(less).status == Status.UNIQUE
    return len(np.unique(rows[unique]))


def classic(n: int, wanted: Options, passes: int) -> dict[str, Any]:
    """Generate puzzles in bulk on one thread."""
    times = []
    made = generating.arrays(0, **wanted)
    for seed in range(passes + 1):
        begun = time.thread_time()
        made = generating.arrays(n, seed=seed, threads=1, **wanted)
        times.append(time.thread_time() - begun)
        if not seed:
            verify(
                made.puzzles,
                made.solutions,
                minimal=wanted.get("minimal", True),
                tied="symmetry" in wanted,
            )
    return {
        "puzzles": n,
        "per_second": round(n / median(times[1:])),
        "givens": round(float((made.puzzles > 0).sum(axis=1).mean()), 2),
    }


def other(n: int, wanted: Options) -> dict[str, Any]:
    """Generate boards of other sizes, one after the other."""
    times, givens = [], []
    for number in range(n):
        begun = time.thread_time()
        puzzle = generating.generate(seed=1, first=number, **wanted)
        times.append(time.thread_time() - begun)
        givens.append(len(puzzle.givens.filled))
        solution = puzzle.solution()
        if not puzzle.check(solution):
            fail("a solution is wrong")
        if puzzle.rules.size <= 16 and puzzle.redundant_givens():
            fail("a given can go")
    return {
        "puzzles": n,
        "median_ms": round(median(times) * 1e3, 2),
        "slowest_ms": round(max(times) * 1e3, 2),
        "givens": round(sum(givens) / n, 1),
    }


# -- peers ----------------------------------------------------------------------------------------


def cpu_of(command: list[str], output: Path) -> float:
    """Run a command and return the CPU seconds of its process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with output.open("wb") as handle:
        subprocess.run(command, stdout=handle, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def boards_of(path: Path) -> Boards:
    """Return the puzzles at the beginnings of lines."""
    lines = [line[:81] for line in path.read_bytes().replace(b".", b"0").splitlines()]
    return np.frombuffer(b"".join(lines), np.uint8).reshape(-1, 81) - ord("0")


def beside(
    theirs: Callable[[int, Path], float], wanted: Options, *, n: int, passes: int
) -> dict[str, Any]:
    """Generate puzzles with nonet and a peer alternately. Of the peer's puzzles, those with one solution count."""
    ours, counts, seconds, boards = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.txt"
        for seed in range(passes):
            begun = time.thread_time()
            generating.arrays(n, seed=seed, threads=1, **wanted)
            ours.append(n / (time.thread_time() - begun))
            seconds.append(theirs(seed, path))
            made = boards_of(path)
            boards.append(np.compress(batch.solve(made).status == Status.UNIQUE, made, axis=0))
            counts.append(len(boards[-1]))
    found: dict[str, Any] = {"nonet_per_second": round(median(ours))}
    if not sum(counts):
        return {
            **found,
            "peer": f"none in {sum(seconds):.0f} s",
            "ratio_above": round(median(ours) * sum(seconds)),
        }
    unique = np.concatenate(boards)
    rate = sum(counts) / sum(seconds)
    ratios = [
        mine * spent / count
        for mine, spent, count in zip(ours, seconds, counts, strict=True)
        if count
    ]
    return {
        "ratio": round(median(ratios), 1),
        **found,
        "peer_per_second": round(rate, 1),
        "peer_minimal": f"{1 - spare(unique[:2000]) / len(unique[:2000]):.0%}",
        "peer_givens": round(float((unique > 0).sum(axis=1).mean()), 2),
    }


def tdoku(program: str, n: int, *options: str) -> Callable[[int, Path], float]:
    """Return a function that runs tdoku's generator; it takes no seed."""
    command = [program, "-p0", "-a1", "-e0", "-s0", "-l", str(n), *options]
    return lambda seed, path: cpu_of(command, path)


_SCRIPT = """
import sys
from sudoku import Sudoku
for seed in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
    puzzle = Sudoku(3, seed=seed).difficulty(float(sys.argv[3]))
    if not puzzle.has_multiple_solutions():
        print("".join(str(cell or ".") for row in puzzle.board for cell in row))
"""


def py_sudoku(python: str, n: int, share: float) -> Callable[[int, Path], float]:
    """Return a function that runs py-sudoku with a share of cells to remove. The time of its import is subtracted."""

    def run(seed: int, path: Path) -> float:
        none = cpu_of([python, "-c", _SCRIPT, "0", "0", "0.5"], path)
        return cpu_of([python, "-c", _SCRIPT, str(1000 * seed), str(n), str(share)], path) - none

    return run


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--peer", metavar="PROGRAM", help="tdoku's generate")
    parser.add_argument("--sudoku", metavar="PYTHON", help="a Python that has py-sudoku")
    parser.add_argument("--isa", choices=list(engine.instruction_sets()))
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    figures: dict[str, Any] = {"machine": machine()}
    print(describe(figures["machine"]))
    results: dict[str, dict[str, Any]] = {}

    def note(name: str, found: dict[str, Any]) -> None:
        results[name] = found
        shown = ", ".join(
            f"{k.replace('_', ' ')} {v:,}"
            if not isinstance(v, str)
            else f"{k.replace('_', ' ')} {v}"
            for k, v in found.items()
        )
        print(f"{name}: {shown}", flush=True)

    with engine.using_instruction_set(options.isa or engine.instruction_set()):
        if options.peer:
            for name, more in (("tdoku, from scratch", ["-d81"]), ("tdoku, by mutation", [])):
                run = tdoku(options.peer, 20_000, *more)
                note(name, beside(run, {}, n=100_000, passes=options.passes))
        for share in (0.5, 0.6, 0.7) if options.sudoku else ():
            wanted: Options = {"minimal": False, "givens": round(81 * (1 - share))}
            run = py_sudoku(options.sudoku, 100, share)
            name = f"py-sudoku, {wanted['givens']} givens"
            note(name, beside(run, wanted, n=20_000, passes=options.passes))
        if not options.peer and not options.sudoku:
            for name, (n, wanted) in KINDS.items():
                note(name, classic(n, wanted, options.passes))
            for name, (n, wanted) in OTHERS.items():
                note(name, other(n, wanted))
    figures["results"] = results
    write_json(options.json, figures)


if __name__ == "__main__":
    main()
