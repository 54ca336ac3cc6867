"""Measure how fast puzzles of other rules with a wanted rating are made: CPU time in one thread.

    python benchmarks/generate_rules.py               every case, with a few puzzles each
    python benchmarks/generate_rules.py --puzzles 40  more puzzles
    python benchmarks/generate_rules.py --add         puzzles with clues of each kind that can be added
    python benchmarks/generate_rules.py --add zipper  and of one of them

Every puzzle is verified: it has one solution, its clues are true of that, and its whole rating is in the range.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean

from nonet.generating import GenerateOptions, series
from nonet.generating.additions import GIVEN, JIGSAW, names_of_additions
from nonet.steps.difficulty import band

_RANGE = 7.0, 7.5
CASES: tuple[tuple[str, int, GenerateOptions], ...] = (
    ("killer, medium", 5, {"variant": "killer", "difficulty": "medium"}),
    ("killer, hard", 5, {"variant": "killer", "difficulty": "hard"}),
    ("killer and thermo, hard", 1, {"variant": "killer,thermo", "difficulty": "hard"}),
    ("Sudoku X, ER 7.0-7.5", 10, {"rules": "diagonals", "rating": _RANGE}),
    ("disjoint groups, hard", 10, {"rules": "disjoint", "difficulty": "hard"}),
    ("antiking, hard", 10, {"rules": "antiking", "difficulty": "hard"}),
    *(
        (f"16x16, {difficulty}", 2, GenerateOptions(rules="4x4", difficulty=difficulty))
        for difficulty in ("easy", "medium", "hard", "expert")
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=4, metavar="N")
    parser.add_argument("--add", nargs="?", const="", metavar="KIND")
    asked = parser.parse_args()
    if asked.add is not None:
        _print_added(asked.add, asked.puzzles)
        return
    puzzles = asked.puzzles
    print("| puzzles | per second | attempts for each |")
    print("|---|---:|---:|")
    for name, factor, options in CASES:
        print(f"| {name} |", *_measured(options, puzzles * factor), sep=" ", flush=True)


def _measured(options: GenerateOptions, n: int) -> list[str]:
    """Return the cells of a row: puzzles per second, and the attempts that were made for each."""
    found = series(**options, seed=1, threads=1)
    next(found)  # loads what is needed
    begun = time.process_time()
    made = [next(found) for _ in range(n)]
    spent = time.process_time() - begun
    difficulty = options.get("difficulty")
    low, high = _RANGE if difficulty is None else band(difficulty)[1:3]
    for puzzle in made:
        if not puzzle.is_unique or not low <= puzzle.rate().er <= high:
            raise SystemExit(f"{options}: {puzzle.info['recipe']} is not as it should be")
    last = int(made[-1].info["recipe"].split("number=")[1].split()[0])
    return [f"{n / spent:.1f} |", f"{(last + 1) / (n + 1):.1f} |"]


def _print_added(only: str, n: int) -> None:
    """Print a row for each kind that can be added, with givens where its clues are not enough."""
    print("| kind | per second | clues | givens | solvable, per second | clues | givens |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for kind in [only] if only else names_of_additions():
        if kind != GIVEN:
            cells = (cell for solvable in (False, True) for cell in _added(kind, n, solvable))
            print(f"| `{kind}` |", " ".join(cells), flush=True)


def _added(kind: str, n: int, solvable: bool) -> list[str]:
    found = series(add=f"{kind} {GIVEN}", solvable=solvable, seed=1, threads=1)
    next(found)  # loads what is needed
    begun = time.process_time()
    made = [next(found) for _ in range(n)]
    spent = time.process_time() - begun
    for puzzle in made:
        rules = puzzle.rules
        is_wrong = any(rules.violations(bytes(puzzle.solution())))
        has_kind = any(each.word == kind for each in rules.constraints) or (
            kind == JIGSAW and rules.is_jigsaw
        )
        is_hard = solvable and puzzle.rate(profile="nonet").er > 6.9
        if is_wrong or not has_kind or is_hard or not puzzle.is_unique:
            raise SystemExit(f"{puzzle.info['recipe']} is not as it should be")
    clues = mean(len(puzzle.rules.constraints) for puzzle in made)
    givens = mean(len(puzzle.givens.filled) for puzzle in made)
    return [f"{n / spent:.1f} |", f"{clues:.0f} |", f"{givens:.0f} |"]


if __name__ == "__main__":
    main()
