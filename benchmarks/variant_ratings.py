"""Compare the ratings of variants with those of Sukaku Explainer, and the time with the time that it took.

    python benchmarks/variant_ratings.py [CSV]    a table with the columns puzzle, rules, er, ep, ed and seconds; by
                                                  default the one beside the checkout

The time is the CPU time of one thread. The seconds of the table were taken on another day and machine: run the
reference beside this for a ratio that can be quoted.
"""

from __future__ import annotations

import csv
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

from nonet import Puzzle
from nonet.variants import parse_rules

TABLE = Path(__file__).parents[2] / "shared" / "data" / "variant_ratings_dev.csv"


def main(path: Path) -> int:
    """Print how many ratings are equal, by rules, and the time; return 1 if one is not."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    equal: Counter[str] = Counter()
    ours, theirs, ratios = 0.0, 0.0, []
    for row in rows:
        puzzle = Puzzle(row["puzzle"], rules=parse_rules(row["rules"], size=9))
        start = time.process_time()
        rating = puzzle.rate()
        seconds = time.process_time() - start
        ours += seconds
        theirs += float(row["seconds"])
        if float(row["seconds"]) > 0.05:
            ratios.append(float(row["seconds"]) / seconds)
        wanted = tuple(float(row[name]) for name in ("er", "ep", "ed"))
        equal[row["rules"]] += (rating.er, rating.ep, rating.ed) == wanted
    all_rows = Counter(row["rules"] for row in rows)
    for rules, number in sorted(all_rows.items()):
        print(f"{rules:20} {equal[rules]:4} of {number:4} equal")
    print(f"{len(rows)} boards: {ours:.2f} s, the table says {theirs:.1f} s")
    print(
        f"median of the ratios, where the reference takes over 0.05 s: {statistics.median(ratios):.0f}"
    )
    return int(equal != all_rows)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE))
