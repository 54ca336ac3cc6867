"""Measure variants beside Interactive Sudoku Solver (ISS), case by case. Every answer is verified.

    python benchmarks/variants.py CASES --peer DIRECTORY     CASES: a .jsonl.gz file; DIRECTORY: a copy of ISS
    python benchmarks/variants.py CASES                      the engine alone
    python benchmarks/variants.py CASES --match killer       only cases with this in their name

Both solve for two solutions, so that one is proved to be the only one, and both are measured from constraints to
answer in CPU time: ISS builds its solver and solves; the engine makes its tables and solves. ISS runs each case once
before it is measured, because its code is compiled while it runs. Figures are ratios: above 1, the engine is faster.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from variant_cases import primitives_of

from nonet import _core
from nonet.engine.models import search_model, words_of

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=Path)
    parser.add_argument("--peer", type=Path, help="a copy of ISS, with Node on the path")
    parser.add_argument("--match", default="", help="part of the names of the cases")
    parser.add_argument("--tiers", default="ABC", help="tiers of the cases (default: ABC)")
    parser.add_argument(
        "--budget", type=int, default=200_000, help="guesses of the engine per case"
    )
    options = parser.parse_args()
    with gzip.open(options.cases, "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    cases = [c for c in cases if c["tier"] in options.tiers and options.match in c["name"]]
    rows, unread, wrong, unfinished = [], 0, [], []
    for case in cases:
        primitives = primitives_of(case)
        if primitives is None:
            unread += 1
            continue
        took, status, count, text = solve(case, primitives, options.budget)
        if status == status.OUT_OF_BUDGET:
            unfinished.append(case["name"])
            continue
        if isinstance(case["expected"], int) and not agrees(case, count, text):
            wrong.append(case["name"])
        rows.append((case, took))
    print(f"{len(rows)} cases solved, {len(unfinished)} out of budget, {unread} not read")
    print(f"wrong: {', '.join(wrong) or 'none'}")
    for name in unfinished:
        print(f"out of budget: {name}")
    if options.peer:
        compare(options.peer, rows)


def solve(case: dict[str, Any], primitives: list[Any], budget: int) -> tuple[float, Any, int, str]:
    """Return the CPU time in milliseconds, the status, the number of solutions and the first as text."""
    size, cells = case["max"] - case["min"] + 1, case["ir"]["numCells"]
    words = words_of(primitives)
    begun = time.process_time()
    tables = _core.Tables(cells, size, case["min"], words)
    status, count, first = search_model(tables, [(1 << size) - 1] * cells, budget=budget)
    took = 1000 * (time.process_time() - begun)
    return took, status, count, "".join(str(digit - 1 + case["min"]) for digit in first)


def agrees(case: dict[str, Any], count: int, text: str) -> bool:
    same = case["max"] > 9 or case["expected"] != 1 or len(case["solution"]) != len(text)
    return count == case["expected"] and (same or text == case["solution"])


def compare(peer: Path, rows: list[tuple[dict[str, Any], float]]) -> None:
    """Print the ratios of the times of ISS to those of the engine."""
    lines = []
    for case, _ in rows:
        warm = 1 if (case["iss"]["solve_ms"] or 0) < 1000 else 0
        lines.append(json.dumps({"input": case["constraint"] or case["raw_input"], "warm": warm}))
    node = ["node", "--input-type=module", "-e", PEER, str(peer.resolve())]
    done = subprocess.run(node, input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    both = [(c, took, a["took"]) for (c, took), a in zip(rows, answers, strict=True) if a["took"]]
    if not both:
        print("ISS solved none of the cases")
        return
    ratios = [theirs / ours for _, ours, theirs in both]
    total = sum(theirs for *_, theirs in both) / sum(ours for _, ours, _ in both)
    slower = [c["name"] for c, ours, theirs in both if theirs > 10 and ours > theirs]
    print(f"{len(both)} cases solved by both")
    print(f"median of the ratios {statistics.median(ratios):.2f}, ratio of the totals {total:.2f}")
    print(f"slower on cases of more than 10 ms: {len(slower)}: {', '.join(slower) or 'none'}")


if __name__ == "__main__":
    main()
