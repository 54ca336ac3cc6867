"""Ctrl-C ends every long call of the core, whichever engine works."""

from __future__ import annotations

import sys

import pytest
from interrupting import assert_interrupts_end

SEARCHES = {
    "one classic board": (
        "Puzzle(Candidates.full(), rules='diagonals').count(10**18)",
        "Puzzle(WORST).count(limit=None)",
        "Puzzle(WORST).odds()",
        "Puzzle(WORST).sample(1_000_000, seed=1)",
        "sum(1 for _ in Puzzle(EMPTY).solutions())",
    ),
    "rows": (
        "batch.solve([EMPTY], limit=10**18)",
        "batch.solve([EMPTY] * 100_000, limit=10_000, threads=1)",
        "batch.solve([EMPTY] * 100, limit=10**18, threads=2)",
        "batch.solve([EMPTY] * 2000, limit=10**18, threads=2)",
        "batch.solve([EMPTY] * 1000, rules='antiknight', limit=10**6, threads=1)",
    ),
    "variants and large boards": (
        "KNIGHTS.count(10**8)",
        "sum(1 for _ in KNIGHTS.solutions())",
        "Model.of(KNIGHTS).count(10**8)",
        "Puzzle(EMPTY, rules='diagonals').count(10**18)",
        "Puzzle('.' * 256).count(10**18)",
        "Puzzle(Candidates.full(16)).count(10**18)",
        "sum(1 for _ in Puzzle('.' * 256).solutions())",
        "slow_tables()",
        "Puzzle('.' * 625, rules='antiknight antiking diagonals').count(10**18)",
    ),
    "the human solver": (
        "batch.rate([HARDEST] * 1_000_000, threads=1)",
        "batch.rate([HARDEST] * 1_000_000, threads=2)",
        "batch.rate([HARDEST] * 100_000, profile='hodoku', threads=1)",
        "batch.rate([HARDEST] * 100_000, profile='nonet', threads=1)",
        "engine.all_steps(Puzzle(HARDEST).candidates(), everything=True, budget=10**15)",
        "all_steps(board, 1, options)",
    ),
    "equivalent and new puzzles": (
        "batch.canonical([EMPTY] * 1_000_000, threads=1)",
        "batch.random_transforms(10**8, seed=1, threads=1)",
        "arrays(2_000_000, seed=1, threads=1)",
        "generate(10**6, seed=1, givens=20, threads=1)",
        "hopeless()",
        "sum(1 for _ in Puzzle(Puzzle(HARDEST).solution()).minimal_puzzles())",
    ),
    "under a time limit": (
        "limited(lambda: KNIGHTS.count(10**8))",
        "limited(lambda: batch.rate([HARDEST] * 1_000_000))",
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("kind", SEARCHES)
def test_an_interrupt_ends_a_long_call(kind: str) -> None:
    assert_interrupts_end(SEARCHES[kind])
