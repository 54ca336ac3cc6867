"""Explain puzzles with constraints to the end, and measure how far, how fast, and by how long proofs.

    python benchmarks/explained.py [FILE] [PART]    a file of puzzles, or JSON lines with `constraint`; by default the
                                                    one beside the checkout. PART: only puzzles with this in their name

Each step is compared with the solution that the search finds. Times are CPU times of one thread. A path is given up
after a minute. The length of a step is its inferences, 1 without a chain.
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nonet
from nonet import LimitReached, MultipleSolutions, ParseError, Puzzle, Step, Stuck

CASES = Path(__file__).parents[2] / "shared" / "data" / "variant_cases_dev.jsonl.gz"
PATIENCE = 60
SHORT = 12
"""Inferences that a person follows without a break."""


def puzzles(path: Path, part: str) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles with one solution, each with its name."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open() as file:
        for number, line in enumerate(file, 1):
            case = json.loads(line) if line.startswith("{") else {"constraint": line}
            name = str(case.get("id", number))
            if part not in name:
                continue
            try:
                puzzle = nonet.parse(case.get("constraint", line))
                puzzle.solution()
            except (ParseError, MultipleSolutions, nonet.NoSolution):
                continue  # a model, or a case about something else
            if isinstance(puzzle, Puzzle):
                yield name, puzzle


def agrees(step: Step, solution: nonet.Grid) -> bool:
    """Return whether a step keeps the solution."""
    places = step.places is None or solution[step.places.cell] == step.places.digit
    return places and all(solution[cell] not in gone for cell, gone in step.removes.items())


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def main(path: Path, part: str) -> int:
    """Print a line for each puzzle, then the figures; return 1 if a step contradicts a solution."""
    finished, wrong, paths = 0, 0, 0
    times: list[float] = []
    simple: list[float] = []
    lengths: list[float] = []
    for name, puzzle in puzzles(path, part):
        solution = puzzle.solution()
        start = last = time.process_time()
        end = "finished"
        try:
            for step in puzzle.steps():
                now = time.process_time()
                if not step.chains:
                    simple.append(now - last)
                lengths.append(step.complexity if step.chains else 1)
                wrong += not agrees(step, solution)
                last = now
                if now - start > PATIENCE:
                    end = "given up"
                    break
        except (Stuck, LimitReached) as error:
            end = str(error)
        times.append(time.process_time() - start)
        finished += end == "finished"
        paths += 1
        print(f"{times[-1]:7.2f} s  {name}: {end}", flush=True)
    if not paths:
        print("no puzzle")
        return 1
    short = sum(length <= SHORT for length in lengths) / len(lengths)
    print(f"{finished} of {paths} finished, {wrong} wrong steps")
    print(
        f"a path: median {statistics.median(times):.2f} s, 90 % {quantile(times, 0.9):.2f} s, most {max(times):.2f} s"
    )
    print(
        f"a step without a chain: median {1000 * statistics.median(simple):.2f} ms, "
        f"95 % {1000 * quantile(simple, 0.95):.1f} ms"
    )
    print(
        f"{short:.1%} of {len(lengths)} steps have at most {SHORT} inferences, "
        f"95 % at most {quantile(lengths, 0.95):.0f}"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    given = sys.argv[1:]
    raise SystemExit(main(Path(given[0]) if given else CASES, given[1] if len(given) > 1 else ""))
