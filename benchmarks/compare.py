"""Compare nonet with another solver, alternately in one process, on the same permuted puzzles.

    python benchmarks/compare.py --peer /path/to/libtdoku.so FILE...

The peer is a shared library with tdoku's function ``TdokuSolverDpllTriadSimd`` (another name with ``--symbol``). Build
it yourself, for your machine and with its own best flags; it is not part of nonet. A small C loop, compiled on the
spot, calls it without Python. ``--single`` compares one puzzle per Python call instead, through ctypes:
``nonet.solve(text)``, ``Puzzle(text).solution()``, and the solution of a `Puzzle` that is there.

Each pass permutes the puzzles again, times both in CPU time of the thread, checks that the counts agree and that every
solution of nonet is right, and records the ratio. The median of the ratios is the figure.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from common import Boards, as_lines, describe, fail, load, machine, median, write_json
from run import Kernel

import nonet
from nonet import engine, lab

HERE = Path(__file__).parent


class Peer:
    """A solver in a shared library."""

    def __init__(self, path: str, symbol: str, folder: str) -> None:
        compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("clang")
        if not compiler:
            fail("a C compiler is needed for the peer's loop; set CC")
        loop = Path(folder) / "peer_loop.so"
        command = [
            str(compiler),
            "-O2",
            "-shared",
            "-fPIC",
            str(HERE / "peer_loop.c"),
            "-o",
            str(loop),
        ]
        subprocess.run(command, check=True)
        self.solve = getattr(ctypes.CDLL(str(Path(path).resolve())), symbol)
        self.solve.restype = ctypes.c_size_t
        self.run_all = ctypes.CDLL(str(loop)).run_all
        self.run_all.restype = ctypes.c_double
        self.name = Path(path).name
        self.compiler = compiler_of(Path(path))

    def run(self, text: bytes, n: int, limit: int) -> tuple[float, Any, float]:
        """Return CPU seconds, the count of each puzzle, and guesses per puzzle."""
        counts, guesses = np.zeros(n, np.uint8), ctypes.c_uint64(0)
        seconds = self.run_all(
            ctypes.cast(self.solve, ctypes.c_void_p),
            text,
            ctypes.c_size_t(n),
            ctypes.c_size_t(limit),
            counts.ctypes.data_as(ctypes.c_void_p),
            ctypes.byref(guesses),
        )
        return seconds, counts, guesses.value / n


def compiler_of(library: Path) -> str:
    """Return the compiler that a library names in its comments; Clang also names the GCC that it works with."""
    content = library.read_bytes()
    for name, pattern in {
        "Clang": rb"clang version ([\d.]+)",
        "GCC": rb"GCC: \(.*?\) ([\d.]+)",
    }.items():
        if found := re.search(pattern, content):
            return f"{name} {found[1].decode()}"
    return "an unknown compiler"


def bulk(boards: Boards, peer: Peer, *, limit: int, passes: int) -> dict[str, Any]:
    n = len(boards)
    core = Kernel(n)
    ratios, ours, theirs, peer_guesses = [], [], [], 0.0
    for seed in range(passes + 1):
        puzzles = lab.shuffled(boards, seed)
        mine = core.seconds(puzzles, limit)
        other, peer_counts, peer_guesses = peer.run(as_lines(puzzles), n, limit)
        if wrong := int((peer_counts != core.counts).sum()):
            fail(f"{wrong} counts differ from the peer's")
        if seed:  # the first pass warms up
            ratios.append(other / mine)
            ours.append(n / mine)
            theirs.append(n / other)
    guesses = core.stats.guesses / n
    return {
        "ratio": round(median(ratios), 2),
        "lowest": round(min(ratios), 2),
        "highest": round(max(ratios), 2),
        "nonet_per_second": round(median(ours)),
        "peer_per_second": round(median(theirs)),
        "nonet_guesses": round(guesses, 3),
        "peer_guesses": round(peer_guesses, 3),
    }


def single(boards: Boards, peer: Peer, *, passes: int) -> dict[str, Any]:
    """Compare one puzzle per Python call with the peer through ctypes, from text each time."""
    sample = lab.shuffled(boards, 1)[:500]
    lines = [line.decode() for line in as_lines(sample).split(b"\n") if line]
    texts = [line.encode() + b"\n" for line in lines]
    puzzles = [nonet.Puzzle(line) for line in lines]
    solution, tried = ctypes.create_string_buffer(128), ctypes.c_size_t(0)
    two, none = ctypes.c_size_t(2), ctypes.c_uint32(0)
    ways: dict[str, tuple[Callable[[Any], object], Sequence[object]]] = {
        "peer": (lambda text: peer.solve(text, two, none, solution, ctypes.byref(tried)), texts),
        "solve": (nonet.solve, lines),
        "puzzle_and_solution": (lambda line: nonet.Puzzle(line).solution(), lines),
        "solution": (nonet.Puzzle.solution, puzzles),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(passes):
        for name, (call, inputs) in ways.items():
            begun = time.thread_time()
            for one in inputs:
                call(one)
            times[name].append((time.thread_time() - begun) / len(lines))
    for line in lines:
        if not nonet.Puzzle(line).check(nonet.solve(line)):
            fail("a wrong solution")
    found: dict[str, Any] = {}
    for name in ways:
        found[f"{name}_microseconds"] = round(median(times[name]) * 1e6, 1)
        if name != "peer":
            ratios = [b / a for a, b in zip(times[name], times["peer"], strict=True)]
            found[f"{name}_ratio"] = round(median(ratios), 2)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="+")
    parser.add_argument("--peer", required=True)
    parser.add_argument("--symbol", default="TdokuSolverDpllTriadSimd")
    parser.add_argument("--isa", choices=list(engine.instruction_sets()), action="append")
    parser.add_argument("--limit", type=int, default=2)
    parser.add_argument("--passes", type=int, default=9)
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    figures: dict[str, Any] = {"machine": machine(), "results": []}
    print(describe(figures["machine"]))
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(options.peer, options.symbol, folder)
        print(f"{peer.name}, built by {peer.compiler}")
        for name in options.isa or [engine.instruction_set()]:
            with engine.using_instruction_set(name):
                for path in options.files:
                    boards = load(path)
                    found = (
                        single(boards, peer, passes=options.passes)
                        if options.single
                        else bulk(boards, peer, limit=options.limit, passes=options.passes)
                    )
                    figures["results"].append(
                        {
                            "file": Path(path).name,
                            "instruction_set": name,
                            "peer": peer.name,
                            "peer_compiler": peer.compiler,
                            **found,
                        }
                    )
                    shown = ", ".join(f"{k.replace('_', ' ')} {v:,}" for k, v in found.items())
                    print(f"{Path(path).name} · {name} beside {peer.name}: {shown}")
    write_json(options.json, figures)


if __name__ == "__main__":
    main()
