"""Measure variants beside Interactive Sudoku Solver (ISS), case by case. Every answer is verified.

    python benchmarks/variants.py CASES --peer DIRECTORY     CASES: a .jsonl.gz file; DIRECTORY: a copy of ISS
    python benchmarks/variants.py CASES                      the engine alone
    python benchmarks/variants.py CASES --match killer       only cases with this in their name
    python benchmarks/variants.py CASES --peer DIRECTORY --peer-times FILE    keep the times of ISS in FILE
    python benchmarks/variants.py CASES --rows 20            the 20 cases that lose or take most, one per line
    python benchmarks/variants.py --generated 25 --peer DIRECTORY    25 new puzzles of each variant instead

Both solve for two solutions, so that one is proved to be the only one, and both are measured from constraints to
answer in CPU time: ISS builds its solver and solves; nonet encodes the constraints, makes its tables and solves. The
text is read before. Each case of less than a second is run once before it is measured: Node compiles code while it
runs, and both keep tables. Figures are ratios: above 1, nonet is faster.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import time
from array import array
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import nonet
from nonet import _core, formats
from nonet.engine.models import words_of
from nonet.engine.results import Status
from nonet.formats import parse_model
from nonet.generating.layouts import VARIANTS

WRONG_IN_THE_FILE = ("0-indexed: Sums and indexing", "Zero solution: Renban")

PEER = """
import { readFileSync } from 'node:fs';
const root = process.argv[1] === '[eval]' ? process.argv[2] : process.argv[1];
const { ensureGlobalEnvironment } = await import(root + '/tests/helpers/test_env.js');
ensureGlobalEnvironment();
const { SudokuParser } = await import(root + '/js/sudoku_parser.js');
const { SudokuBuilder } = await import(root + '/js/solver/sudoku_builder.js');
const milliseconds = () => { const t = process.cpuUsage(); return (t.user + t.system) / 1000; };
for (const line of readFileSync(0, 'utf8').split('\\n')) {
  if (!line) continue;
  const { input, warm } = JSON.parse(line);
  let took = null, count = null;
  try {
    for (let run = 0; run <= warm; run++) {
      const constraint = SudokuParser.parseText(input);
      const begun = milliseconds();
      count = SudokuBuilder.build(constraint).countSolutions(2);
      took = milliseconds() - begun;
    }
  } catch (error) { count = String(error); }
  console.log(JSON.stringify({ took, count }));
}
"""


@dataclass
class Row:
    """One case: what it takes in milliseconds of CPU time, and its answer."""

    case: dict[str, Any]
    encoding: float  # constraints to words, in Python
    tables: float
    search: float
    status: Status
    guesses: int
    conflicts: int
    count: int
    board: list[int]  # the first solution
    peer: float | None = None

    @property
    def name(self) -> str:
        return str(self.case["name"])

    @property
    def took(self) -> float:
        return self.encoding + self.tables + self.search

    @property
    def finished(self) -> bool:
        return self.status is not Status.OUT_OF_BUDGET

    @property
    def right(self) -> bool:
        expected, solution = self.case["expected"], self.case["solution"]
        if not isinstance(expected, int) or self.name in WRONG_IN_THE_FILE:
            return True
        same = expected != 1 or not solution or digits_of(solution) == self.board
        return self.count == expected and same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=Path, nargs="?")
    parser.add_argument("--generated", type=int, default=0, help="new puzzles of each variant")
    parser.add_argument("--seed", type=int, default=1, help="of the new puzzles")
    parser.add_argument("--peer", type=Path, help="a copy of ISS, with Node on the path")
    parser.add_argument("--peer-times", type=Path, help="a file that keeps the times of ISS")
    parser.add_argument("--match", default="", help="part of the names or sets of the cases")
    parser.add_argument("--tiers", default="ABC", help="tiers of the cases (default: ABC)")
    parser.add_argument("--rows", type=int, default=0, help="cases to print")
    parser.add_argument("--budget", type=int, default=200_000, help="guesses of nonet per case")
    options = parser.parse_args()
    if options.generated:
        compare_generated(options)
        return
    if not options.cases:
        parser.error("expected a file of cases, or --generated N")
    with gzip.open(options.cases, "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    cases = [c for c in cases if c["tier"] in options.tiers and options.match in c["id"]]
    if not cases:
        parser.error(f"no case of tiers {options.tiers} has {options.match!r} in its name")
    rows = []
    for case in cases:
        row = solve(case, options.budget)
        rows.append(solve(case, options.budget) if row.took < 1000 else row)
    report(rows)
    if options.peer:
        read_peer(options.peer, rows, options.peer_times)
    if options.rows:
        print_rows(rows, options.rows)
    for tier in sorted({row.case["tier"] for row in rows}) if options.peer else ():
        compare(f"tier {tier}", [row for row in rows if row.case["tier"] == tier])
    if options.peer:
        compare("all", rows)


def compare_generated(options: argparse.Namespace) -> None:
    """Compare new puzzles, variant by variant: each has one solution, and both must find that."""
    for variant in VARIANTS:
        found = nonet.generate(options.generated, seed=options.seed, variant=variant)
        cases = [
            {
                "id": f"{variant} {number}",
                "name": f"{variant} {number}",
                "tier": "A",
                "constraint": formats.format(puzzle, "iss"),
                "expected": 1,
                "solution": None,
                "iss": {"solve_ms": 0},
            }
            for number, puzzle in enumerate(found)
        ]
        rows = []
        for case in cases:
            solve(case, options.budget)  # once before it is measured
            rows.append(solve(case, options.budget))
        wrong = [row.name for row in rows if row.finished and not row.right]
        print(f"wrong: {', '.join(wrong)}" if wrong else f"{len(rows)} puzzles, none wrong")
        if options.peer:
            read_peer(options.peer, rows, None)
            compare(variant, rows)


def solve(case: dict[str, Any], budget: int) -> Row:
    model = parse_model(case["constraint"], format="iss")
    times = [time.process_time()]
    words, masks = words_of(model.primitives), array("Q", model.masks)
    times.append(time.process_time())
    try:
        tables = _core.Tables(len(model.space), len(model.digits), model.digits.start, words)
    except ValueError:  # too large
        return Row(case, 0, 0, 0, Status.OUT_OF_BUDGET, 0, 0, 0, [])
    times.append(time.process_time())
    cells, state, counts = bytearray(len(masks)), bytearray(1), array("Q", [0])
    results = cells, len(masks), 0, counts, state, None, None
    guesses, rounds, *_ = tables.solve_marks(masks, 1, 2, budget, *results)
    times.append(time.process_time())
    encoding, making, search = (1000 * (end - begun) for begun, end in pairwise(times))
    board = [digit - 1 + model.digits.start for digit in cells[: model.rows * model.columns]]
    conflicts = rounds - 1 - guesses
    status = Status(state[0])
    return Row(case, encoding, making, search, status, guesses, conflicts, counts[0], board)


def digits_of(solution: str | list[int]) -> list[int]:
    """Return the digits of a recorded solution: with a digit above 9, letters from A for 1."""
    if isinstance(solution, list):
        return solution
    return [int(c) if c.isdecimal() else ord(c) - 64 for c in solution]


def report(rows: list[Row]) -> None:
    """Print what was solved, and where the time of nonet is spent."""
    unfinished = [row for row in rows if not row.finished]
    wrong = [row.name for row in rows if row.finished and not row.right]
    print(f"{len(rows) - len(unfinished)} cases solved, {len(unfinished)} out of budget")
    print(f"wrong: {', '.join(wrong) or 'none'}")
    for row in unfinished:
        print(f"out of budget: {row.name} ({row.took:.0f} ms)")
    for part in ("encoding", "tables", "search") if len(unfinished) < len(rows) else ():
        times = [getattr(row, part) for row in rows if row.finished]
        print(
            f"{part:9} median {statistics.median(times):7.2f} ms, total {sum(times) / 1000:7.2f} s"
        )


def read_peer(peer: Path, rows: list[Row], file: Path | None) -> None:
    """Set the times of ISS: from the file, if it has them all, else from ISS."""
    known = json.loads(file.read_text()) if file and file.exists() else {}
    if not all(row.case["id"] in known for row in rows):
        known |= run_peer(peer, [row.case for row in rows])
        if file:
            file.write_text(json.dumps(known))
    for row in rows:
        row.peer = known[row.case["id"]]
    if refused := [row.name for row in rows if row.peer is None]:
        print(f"refused by ISS: {', '.join(refused)}")


def run_peer(peer: Path, cases: list[dict[str, Any]]) -> dict[str, float | None]:
    lines = []
    for case in cases:
        warm = 1 if (case["iss"]["solve_ms"] or 0) < 1000 else 0
        lines.append(json.dumps({"input": case["constraint"] or case["raw_input"], "warm": warm}))
    node = ["node", "--input-type=module", "-e", PEER, str(peer.resolve())]
    done = subprocess.run(node, input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return {case["id"]: answer["took"] for case, answer in zip(cases, answers, strict=True)}


def print_rows(rows: list[Row], number: int) -> None:
    """Print the cases that lose most against ISS, or take most time, one per line."""
    print("      took   encoding     tables     search        ISS    guesses  conflicts  case")
    for row in sorted(rows, key=lambda row: (row.peer or 0) - row.took)[:number]:
        times = row.took, row.encoding, row.tables, row.search, row.peer or 0
        shown = "".join(f"{time:10.2f} " for time in times)
        print(f"{shown}{row.guesses:10} {row.conflicts:10}  {row.name} [{row.case['tier']}]")


def compare(title: str, rows: list[Row]) -> None:
    """Print the ratios of the times of ISS to those of nonet."""
    both = [(row, row.peer / row.took) for row in rows if row.finished and row.peer]
    if not both:
        print(f"{title}: solved by none or one")
        return
    ratios = [ratio for _, ratio in both]
    total = sum(row.peer or 0 for row, _ in both) / sum(row.took for row, _ in both)
    slower = [row.name for row, ratio in both if row.peer and row.peer > 10 and ratio < 1]
    print(f"{title}: {len(both)} cases solved by both")
    print(
        f"  median of the ratios {statistics.median(ratios):.2f}, ratio of the totals {total:.2f}"
    )
    print(f"  slower on cases of more than 10 ms: {len(slower)}: {', '.join(slower) or 'none'}")


if __name__ == "__main__":
    main()
