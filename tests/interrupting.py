"""Searches that Ctrl-C ends: all of them in one other process, whose start takes longer than they do."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable

PATIENCE = 10
"""Seconds after which a search counts as not interrupted. Each would take minutes."""

SEARCHES = """
import sys
import nonet
from nonet import Candidates, Puzzle, batch, engine, generate
from nonet.generating import arrays
from nonet.puzzle.model import Model

EMPTY = "." * 81
HARDEST = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
# The board of 8 givens whose exact count is known to take longest: about 2 seconds.
WORST = "3..2.....................1..5.....7.....9.............6..............4..........."
KNIGHTS = Puzzle(EMPTY, rules="antiknight")

# All steps, without a budget.
from nonet.engine import logic
all_steps, board = logic._all_steps, logic._board(Puzzle(HARDEST).candidates())
options = logic._Options(0, None, None, 0, None)

def limited(call):
    with engine.time_limit(600):
        call()

# Modules are imported when they are needed first, and an interrupt of an import may be lost.
short = Puzzle("1234 3412 2143 43..")
short.count(limit=None), short.odds(), short.sample(1, seed=1), list(short.solutions()), Candidates.full(16)
Puzzle(EMPTY, rules="diagonals").count(), KNIGHTS.count(), Model.of(KNIGHTS).count(), batch.solve(b"0" * 81)
batch.rate([HARDEST]), Puzzle(HARDEST).hint(), batch.canonical([HARDEST]), batch.random_transforms(1, seed=1)
batch.solve([EMPTY] * 1000, threads=2), arrays(1, seed=1), generate(seed=1, givens=26), limited(int)

# A pattern that no puzzle has: two boxes alone are given.
HOPELESS = bytes(range(27)) + bytes([255] * 54)
def hopeless():
    room = bytearray(81), bytearray(81), bytearray(1)
    names = dict(zip(("puzzles", "solutions", "status"), room))
    engine.generate_rows(1, 0, 1, orbits=HOPELESS, min_givens=27, max_givens=27, attempts=10**6, fixed=True, **names)

# A machine with thousands of moves from one state: which digits are alike is asked of each pair of moves.
# And an automaton that reads a line of thousands of cells.
from nonet.rules.constraints.primitives import Automaton
def moves_of(number):
    return tuple((0, digit, i) for digit in (1, 2) for i in range(number))
def slow_tables():
    first = frozenset([0])
    return engine.model_tables(1, range(36), [Automaton((0,), 1 << 16, first, first, moves_of(1 << 16))])
def chain(states):
    return tuple((s, 1 << d, (s * 7 + d) % states) for s in range(states) for d in range(9))
LINE = Automaton(tuple(i % 2048 for i in range(16384)), 1000, frozenset([0]), frozenset(range(1000)), chain(1000))

for line in sys.stdin:
    print("ready", flush=True)
    try:
        eval(line)
        print("finished", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def assert_interrupts_end(searches: Iterable[str]) -> None:
    """Begin each search, an expression that would take minutes, and interrupt it."""
    with subprocess.Popen(
        [sys.executable, "-c", SEARCHES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            for search in searches:
                process.stdin.write(f"{search}\n".encode())
                assert process.stdout.readline() == b"ready\n"
                time.sleep(0.2)
                process.send_signal(signal.SIGINT)
                answers = select.select([process.stdout], [], [], PATIENCE)[0]
                assert answers, f"not interrupted: {search}"
                assert process.stdout.readline() == b"interrupted\n", search
        finally:
            process.kill()
