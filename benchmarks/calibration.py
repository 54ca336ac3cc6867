"""Measure how long contradictions are on classic boards, and how hard Sudoku Explainer finds the same boards.

    python benchmarks/calibration.py [BOARDS]    boards for each half point of the rating, 60 by default

A chain through constraints has no rating in another program. But the same search for the shortest contradiction works
on classic boards, which have one. Each board is solved by singles, pairs and triples, and where these end by the
shortest contradiction of all candidates; its figure is the longest of them. The scale of profile nonet for proofs of a
length (`nonet.puzzle.network`) follows the medians. The boards and ratings are beside the checkout.
"""

from __future__ import annotations

import csv
import random
import statistics
import sys
from collections import defaultdict
from pathlib import Path

from nonet import Position, Puzzle, Rules, Step, engine
from nonet.engine.proofs import Kind, Network
from nonet.rules.constraints.primitives import Different
from nonet.steps import Placement, Profile, profile, technique

RATED = Path(__file__).parents[2] / "shared" / "data" / "se_ratings_dev.csv"
EASIEST = 4.0
"""Below, no contradiction is needed."""
BASIC = 4.2
"""Techniques with a lower rating are tried first."""


def longest(text: str, network: Network, basic: Profile) -> int | None:
    """Return the lines of the longest of the shortest contradictions, None if others would have to be inside."""
    position, solution, most = Position.of(text), Puzzle(text).solution(), 0
    while not position.grid.is_full:
        board = position.candidates()
        step = engine.next_step(board, profile=basic)
        if step is None:
            _, proof = network.shortest(board.masks, kinds=Kind.CONTRADICTION)
            if proof is None:
                return None
            first = proof.inferences[0]
            is_out = first.on == proof.supposed
            assert (solution[first.cell] == first.digit) is not is_out
            step = change(first.cell, first.digit, is_out=is_out)
            most = max(most, proof.lines if proof.supposed else 0)
        position = position.after(step)
    return most


def change(cell: int, digit: int, *, is_out: bool) -> Step:
    """Return a step with this conclusion."""
    removes = {cell: frozenset([digit])} if is_out else {}
    places = None if is_out else Placement(cell, digit)
    return Step(technique("dynamic_contradiction_chain"), 0.0, places=places, removes=removes)


def main(boards: int) -> int:
    """Print the ratings of the boards by the length of their longest contradiction."""
    with RATED.open(encoding="utf-8") as file:
        rated = [(float(row["er"]), row["puzzle"]) for row in csv.DictReader(file)]
    chances, by_rating = random.Random(1), defaultdict[float, list[tuple[float, str]]](list)
    for er, text in rated:
        if er >= EASIEST:
            by_rating[er * 2 // 1].append((er, text))
    order = profile("nonet")
    easy = [r.technique for r in order.rows if r.rating < BASIC and "se" in r.technique.ratings]
    basic = order.only(*easy)
    network = Network(81, range(1, 10), [Different(tuple(house.cells)) for house in Rules().houses])
    found, nested = defaultdict[int, list[float]](list), list[float]()
    for _, each in sorted(by_rating.items()):
        for er, text in chances.sample(each, min(boards, len(each))):
            lines = longest(text, network, basic)
            (nested if lines is None else found[lines]).append(er)
    for lines, ratings in sorted(found.items()):
        print(
            f"{lines:3} lines: {len(ratings):4} boards, "
            f"ER {min(ratings)} to {max(ratings)}, median {statistics.median(ratings):.1f}"
        )
    print(f"others inside: {len(nested)} boards, ER {min(nested)} to {max(nested)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
