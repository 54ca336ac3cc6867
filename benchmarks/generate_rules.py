"""Measure how fast puzzles of other rules are made and rated: CPU time in one thread. Every puzzle found is verified.

    python benchmarks/generate_rules.py              every case, with a few drafts each
    python benchmarks/generate_rules.py --drafts 40  more drafts

A draft is made, and rated twice: with the whole profile, and with the techniques near the range alone, as the search
does. Both must keep the same drafts.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from typing import Any

from nonet.base.options import completed
from nonet.generating import _requirements
from nonet.generating.options import GenerateOptions

search = import_module("nonet.generating.search")

CASES: tuple[tuple[str, int, GenerateOptions], ...] = (
    ("killer, hard", 1, {"variant": "killer", "difficulty": "hard"}),
    ("killer and thermo, hard", 1, {"variant": "killer,thermo", "difficulty": "hard"}),
    ("diagonals, ER 7.0-7.5", 5, {"rules": "diagonals", "rating": (7.0, 7.5)}),
    ("disjoint, hard", 5, {"rules": "disjoint", "difficulty": "hard"}),
    ("antiking, hard", 5, {"rules": "antiking", "difficulty": "hard"}),
    *(
        (f"16x16, {difficulty}", 2, GenerateOptions(rules="4x4", difficulty=difficulty))
        for difficulty in ("easy", "medium", "hard", "expert")
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drafts", type=int, default=4, metavar="N")
    drafts = parser.parse_args().drafts
    print("| puzzles | made | rated in full | rated near the range | kept |")
    print("|---|---:|---:|---:|---:|")
    for name, factor, options in CASES:
        print(f"| {name} |", *_measured(options, drafts * factor), sep=" ", flush=True)


def _measured(options: GenerateOptions, n: int) -> list[str]:
    """Return the cells of a row: milliseconds per draft, and how many are kept."""
    wanted = _requirements(completed(GenerateOptions, options, "generate"))
    made, making = _timed(lambda: list(search.drafts(wanted.plan, 1, 0, n, 1)))
    drafts = [search._counted(wanted, draft) for draft in made]
    drafts = [draft for draft in drafts if not any(draft.misses)]
    full, whole = _timed(lambda: [search._rated(wanted, d, wanted.profile) for d in drafts])
    near, cut = _timed(lambda: [search._rated(wanted, d, wanted.order_within) for d in drafts])
    kept = [draft for draft in near if not any(draft.misses)]
    if kept != [draft for draft in full if not any(draft.misses)]:
        raise SystemExit(f"{options}: the two ratings keep other drafts")
    for draft in kept:
        puzzle = search.puzzle_of(wanted.plan, 1, draft)
        if bytes(puzzle.solution()) != draft.solution:
            raise SystemExit(f"{options}: {puzzle.givens.text()} has another solution")
    per = [1000 * making / n, *(1000 * each / len(drafts) for each in (whole, cut))]
    return [*(f"{each:.1f} |" for each in per), f"{len(kept)} of {len(drafts)} |"]


def _timed(work: Any) -> tuple[Any, float]:
    """Return what a function returns, and its CPU time."""
    begun = time.process_time()
    found = work()
    return found, time.process_time() - begun


if __name__ == "__main__":
    main()
