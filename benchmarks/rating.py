"""Measure ratings and hints, alone or compared with peers in the same run. Every answer is verified.

    python benchmarks/rating.py                        the rated puzzles of tests/data: a first figure
    python benchmarks/rating.py --rated CSV            samples of a table with the columns puzzle, er, ep, ed
    python benchmarks/rating.py --hints FILE           how long a hint takes from Python: the median, 95 of 100
    python benchmarks/rating.py --rated CSV --threads  one thread and two

The samples of a table: `mixed`, composed by bands (below); `singles`, all puzzles that need nothing else; and `hard`,
9.7 and above. Peers run on files of the same rows, and their ratings are compared with the table, band by band:

    --serate DIR       Sudoku Explainer: a directory of its classes with diuf.sudoku.test.serate
    --skfr PROGRAM     Sudoku fast rating
    --hodoku PYTHON    a Python that has hodoku-py; it has other ratings, so only its speed is compared

Times are CPU times: of the thread for `batch.rate`, of the whole process for `nonet rate` and the peers. For these a
second figure leaves out the start: the time for a file with all rows twice, minus that for all rows once.
"""

from __future__ import annotations

import argparse
import csv
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from common import Boards, describe, fail, machine, median, write_json

from nonet import batch, formats
from nonet.engine import Status
from nonet.puzzle import Puzzle
from nonet.render import svg

ROOT = Path(__file__).parents[1]

MIXED = (
    (1.0, 1.9, 124),
    (2.0, 2.9, 165),
    (3.0, 4.4, 32),
    (4.5, 6.2, 8),
    (6.5, 7.5, 70),
    (7.6, 8.5, 65),
    (8.6, 9.0, 36),
    (9.1, 9.6, 10),
)
"""The bands of ER of the mixed sample and how many rows of each: 510 in all."""


class Row(NamedTuple):
    """A puzzle and its ratings."""

    puzzle: str
    ratings: tuple[float, float, float]

    @property
    def er(self) -> float:
        return self.ratings[0]


Ratings = dict[str, tuple[float, float, float]]


def read_ratings(lines: Iterable[str]) -> Ratings:
    """Read lines of ``puzzle ED=er/ep/ed``."""
    found: Ratings = {}
    for line in lines:
        puzzle, _, rest = line.partition(" ED=")
        if rest:
            er, ep, ed = (float(figure) for figure in rest.split()[0].split("/"))
            found[puzzle] = (er, ep, ed)
    return found


def table(path: str) -> list[Row]:
    """Return the rows of a CSV table."""
    with open(path, encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return [Row(r["puzzle"], (float(r["er"]), float(r["ep"]), float(r["ed"]))) for r in rows]


def own_rows() -> list[Row]:
    """Return the rated puzzles that the tests use."""
    text = (ROOT / "tests" / "data" / "ratings.txt").read_text(encoding="utf-8")
    rows = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            puzzle, figures, _ = line.partition("#")[0].split()
            er, ep, ed = map(float, figures.split("/"))
            rows.append(Row(puzzle, (er, ep, ed)))
    return rows


def samples(rows: list[Row], seed: int) -> dict[str, list[Row]]:
    """Draw the samples; the same seed draws the same."""
    rng = random.Random(seed)

    def band(low: float, high: float) -> list[Row]:
        return [row for row in rows if low - 0.05 < row.er < high + 0.05]

    mixed: list[Row] = []
    for low, high, n in MIXED:
        found = band(low, high)
        mixed += rng.sample(found, min(n, len(found)))
    return {"mixed": mixed, "singles": band(1.0, 1.5), "hard": band(9.7, 12.0)}


def bands_of(rows: list[Row], equal: Callable[[Row], bool]) -> str:
    """Return the agreement in each band of the rows."""
    parts = []
    for low, high, _ in (*MIXED, (9.7, 12.0, 0)):
        here = [row for row in rows if low - 0.05 < row.er < high + 0.05]
        if here:
            parts.append(f"{low}-{high}: {sum(map(equal, here))}/{len(here)}")
    return ", ".join(parts)


# -- nonet ------------------------------------------------------------------------------------------


def boards_of(rows: list[Row]) -> Boards:
    text = "".join(row.puzzle for row in rows).replace(".", "0").encode()
    return np.frombuffer(text, np.uint8).reshape(-1, 81) - np.uint8(ord("0"))


def verify(rows: list[Row], result: batch.RateResult) -> None:
    """End the benchmark if a rating differs from the table."""
    found = np.stack([result.er, result.ep, result.ed], axis=1)
    wanted = np.array([row.ratings for row in rows])
    wrong = (np.abs(found - wanted) > 0.05).any(axis=1) | (result.status != Status.UNIQUE)
    if wrong.any():
        row = int(wrong.argmax())
        fail(
            f"{int(wrong.sum())} ratings are wrong; {rows[row].puzzle} is {found[row].tolist()},"
            f" should be {list(rows[row].ratings)}"
        )


def rate_once(rows: list[Row], threads: int = 1) -> tuple[float, float, batch.RateResult]:
    """Rate all rows, often enough to be measured; return CPU and wall seconds for them once."""
    rows_in = boards_of(rows)
    least, times = 0.05, 0
    cpu, wall = time.thread_time(), time.perf_counter()
    while times == 0 or time.perf_counter() - wall < least:
        result = batch.rate(rows_in, threads=threads)
        times += 1
    spent = (time.thread_time() - cpu) / times, (time.perf_counter() - wall) / times
    verify(rows, result)
    return *spent, result


def threads(rows: list[Row], rounds: int) -> dict[str, Any]:
    """Rate the same rows with one thread and with two, alternately."""
    ratios, one = [], []
    for _ in range(rounds):
        alone, both = rate_once(rows)[1], rate_once(rows, 2)[1]
        ratios.append(alone / both)
        one.append(len(rows) / alone)
    return {
        "puzzles": len(rows),
        "per_second": round(median(one)),
        "two_threads": round(median(ratios), 2),
    }


def hints(path: str, most: int) -> dict[str, Any]:
    """Time Puzzle.hint() at the start of each puzzle, and on every position on the way to its solution.

    On the way the hint is also put into words and drawn, as a person gets it.
    """
    first, way, shown = [], [], []
    for puzzle in map(Puzzle, list(formats.read(path))[:most]):
        text = puzzle.givens.text()
        solution = puzzle.solution()
        begun = time.process_time()
        Puzzle(text).hint()
        first.append(time.process_time() - begun)
        board = puzzle.candidates()
        while not board.placed.is_full:
            begun = time.process_time()
            step = puzzle.hint(board)
            way.append(time.process_time() - begun)
            if step is not None:
                step.text()
                svg(step)
                shown.append(time.process_time() - begun)
            if step is None:
                fail(f"no hint for {text}")
                return {}
            if any(solution[cell] in removed for cell, removed in step.removes.items()):
                fail(f"a wrong hint for {text}: {step}")
            board = board.after(step)
        if board.placed != solution:
            fail(f"the hints for {text} end in {board.placed}")
    return {
        **latencies("first_hint", first),
        **latencies("any_hint", way),
        **latencies("hint_worded_and_drawn", shown),
        "hints": len(way),
    }


def latencies(name: str, seconds: list[float]) -> dict[str, float]:
    """Return the median, 95 of 100 and the slowest, in microseconds."""
    quantiles = statistics.quantiles(seconds, n=20)
    figures = {"median": quantiles[9], "p95": quantiles[18], "slowest": max(seconds)}
    return {f"{name}_{key}_us": round(value * 1e6) for key, value in figures.items()}


# -- peers ------------------------------------------------------------------------------------------


class Peer(NamedTuple):
    """A program that rates the puzzles of a file: its command, and how to read its output."""

    name: str
    command: Callable[[Path], list[str]]
    answers: Callable[[Path, str], str] = lambda path, printed: printed
    same_scale: bool = True

    def run(self, puzzles: list[str], folder: str) -> tuple[float, Ratings]:
        """Return the CPU seconds of the whole process, and its ratings."""
        path = Path(folder) / "rows.txt"
        path.write_text("".join(puzzle + "\n" for puzzle in puzzles), encoding="ascii")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            self.command(path), cwd=folder, capture_output=True, text=True, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            fail(f"{self.name} does not run: {done.stderr[-500:]}")
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return spent, read_ratings(self.answers(path, done.stdout).splitlines())


HODOKU = """
import sys
from hodoku import Solver
solver = Solver()
for line in open(sys.argv[1]):
    print(line.strip(), solver.rate(line.strip()).score)
"""


def peers(options: argparse.Namespace) -> list[Peer]:
    """Return the peers chosen by the options, and the command line of nonet as one of them."""
    found = [
        Peer(
            "nonet rate -j 1",
            lambda path: [sys.executable, "-m", "nonet", "rate", "-j", "1", str(path)],
        )
    ]
    if options.serate:
        classes = str(Path(options.serate).resolve())
        form = "--format=%g ED=%r/%p/%d"
        main = "diuf.sudoku.test.serate"
        found.append(
            Peer("serate", lambda path: ["java", "-cp", classes, main, form, f"--input={path}"])
        )
    if options.skfr:
        program = str(Path(options.skfr).resolve())
        found.append(
            Peer(
                "skfr",
                lambda path: [program, f"--input={path.stem}"],
                lambda path, printed: path.with_name("rows_rat.txt").read_text(encoding="ascii"),
            )
        )
    if options.hodoku:
        found.append(
            Peer(
                "hodoku-py",
                lambda path: [options.hodoku, "-c", HODOKU, str(path)],
                same_scale=False,
            )
        )
    return found


def beside(
    rows: list[Row], peer: Peer, *, rounds: int, second: bool, folder: str
) -> dict[str, Any]:
    """Rate the same rows with nonet and a peer, alternately. The median of the ratios is the figure."""
    puzzles = [row.puzzle for row in rows]
    ours, ratios, whole, warm = [], [], [], []
    found: Ratings = {}
    for i in range(rounds):
        random.Random(i).shuffle(puzzles)
        mine = rate_once(rows)[0]
        theirs, found = peer.run(puzzles, folder)
        ours.append(len(rows) / mine)
        ratios.append(theirs / mine)
        whole.append(len(rows) / theirs)
        if second:
            twice, _ = peer.run(puzzles * 2, folder)
            warm.append((twice - theirs) / mine)
    figures: dict[str, Any] = {
        "puzzles": len(rows),
        "nonet_per_second": round(median(ours)),
        "peer_per_second": round(median(whole), 1),
        "ratio": round(median(ratios), 1),
    }
    if second:
        figures["ratio_of_a_second_pass"] = round(median(warm), 1)
    if peer.same_scale:
        equal = sum(found.get(row.puzzle) == row.ratings for row in rows)
        figures["all_three_equal"] = f"{equal}/{len(rows)}"
        figures["er_equal"] = bands_of(rows, lambda row: found.get(row.puzzle, (0.0,))[0] == row.er)
    return figures


# -- rates ------------------------------------------------------------------------------------------


def rates(rows: list[Row], rounds: int) -> dict[str, Any]:
    """Rate one sample in one thread."""
    times = []
    for i in range(rounds + 1):
        shuffled = random.Random(i).sample(rows, len(rows))
        seconds, _, result = rate_once(shuffled)
        times.append(seconds)
    times = times[1:]  # the first pass warms up
    return {
        "puzzles": len(rows),
        "per_second": round(len(rows) / median(times)),
        "fastest": round(len(rows) / min(times)),
        "slowest": round(len(rows) / max(times)),
        "steps": round(float(result.steps.mean()), 1),
        "implications": round(float(result.nodes.mean())),
    }


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    found.add_argument("--rated", metavar="CSV")
    found.add_argument(
        "--sample", choices=["mixed", "singles", "hard"], action="append", help="not all three"
    )
    found.add_argument("--hints", metavar="FILE")
    found.add_argument("--most-hints", type=int, default=1500, metavar="PUZZLES")
    found.add_argument("--threads", action="store_true")
    found.add_argument("--serate", metavar="DIR")
    found.add_argument("--skfr", metavar="PROGRAM")
    found.add_argument("--hodoku", metavar="PYTHON")
    found.add_argument(
        "--subset", type=int, default=100, metavar="ROWS", help="rows of a sample for slow peers"
    )
    found.add_argument("--second-pass", action="store_true", help="also what a warm peer takes")
    found.add_argument("--rounds", type=int, default=5)
    found.add_argument("--seed", type=int, default=1)
    found.add_argument("--json", metavar="FILE")
    return found


def main() -> None:
    options = parser().parse_args()
    figures: dict[str, Any] = {"machine": machine(), "results": []}
    print(describe(figures["machine"]))

    def report(sample: str, kind: str, found: dict[str, Any]) -> None:
        figures["results"].append({"sample": sample, "kind": kind, **found})
        shown = "; ".join(f"{key.replace('_', ' ')} {value}" for key, value in found.items())
        print(f"{sample} · {kind}: {shown}", flush=True)

    if options.hints:
        report(Path(options.hints).name, "hints", hints(options.hints, options.most_hints))
    if options.rated:
        chosen = samples(table(options.rated), options.seed)
    else:
        chosen = {} if options.hints else {"tests/data": own_rows()}
    with tempfile.TemporaryDirectory() as folder:
        for name, rows in chosen.items():
            if not rows or (options.sample and name not in options.sample):
                continue
            report(name, "batch.rate, 1 thread", rates(rows, options.rounds))
            if options.threads:
                report(name, "2 threads", threads(rows, options.rounds))
            for peer in peers(options):
                slow = peer.name in ("serate", "hodoku-py")
                some = rows
                if slow and len(rows) > options.subset:
                    some = random.Random(options.seed).sample(rows, options.subset)
                found = beside(
                    some, peer, rounds=options.rounds, second=options.second_pass, folder=folder
                )
                report(name, f"beside {peer.name}", found)
    write_json(options.json, figures)


if __name__ == "__main__":
    main()
