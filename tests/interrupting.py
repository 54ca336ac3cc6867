"""Searches that Ctrl-C ends: all of them in one other process, whose start takes longer than they do."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable

SEARCHES = """
import sys
import numpy
import nonet

# Modules are imported when they are needed first, and an interrupt of an import may be lost.
short = nonet.Puzzle("1234 3412 2143 43..")
short.count(limit=None), short.odds(), list(short.solutions()), nonet.Candidates.full(16)
nonet.Puzzle("." * 81, rules="diagonals").count(), nonet.batch.solve(b"0" * 81)

for line in sys.stdin:
    print("ready", flush=True)
    try:
        eval(line)
        print("finished", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def assert_interrupts_end(searches: Iterable[str]) -> None:
    """Begin each search, an expression that would take for ever, and interrupt it."""
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
                assert select.select([process.stdout], [], [], 5)[0], f"not interrupted: {search}"
                assert process.stdout.readline() == b"interrupted\n", search
        finally:
            process.kill()
