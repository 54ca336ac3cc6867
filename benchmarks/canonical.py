"""Measure canonical forms and transforms on one thread. Every answer is verified.

    python benchmarks/canonical.py              generated puzzles with more and more givens, and full grids
    python benchmarks/canonical.py FILE...      also the puzzles of files in any format

Canonical forms: the transform leads to the form, and an equivalent board has the same form. Transforms, of a puzzle
and its solution in each row: the solution solves the puzzle, and the inverse leads back. For comparison, NumPy does the
same with an array of indices for each row. Times are CPU times of the thread, the median of several passes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from common import Boards, describe, fail, load, machine, median, write_json

from nonet import batch, engine, lab
from nonet.engine import Status


def timed(work: Callable[[], Any], rows: int, passes: int) -> int:
    """Return rows per second. The first pass is not counted: it allocates memory."""
    times = []
    for _ in range(passes + 1):
        begun = time.thread_time()
        work()
        times.append(time.thread_time() - begun)
    return round(rows / median(times[1:]))


# -- canonical forms ------------------------------------------------------------------------------


def generated(n: int) -> tuple[Boards, Boards]:
    """Return minimal puzzles and their solutions."""
    puzzles, solutions = np.zeros((n, 81), np.uint8), np.zeros((n, 81), np.uint8)
    engine.generate_rows(
        1,
        0,
        n,
        orbits=bytes(range(81)),
        min_givens=17,
        max_givens=81,
        attempts=1,
        threads=None,
        puzzles=puzzles.reshape(-1),
        solutions=solutions.reshape(-1),
        status=np.zeros(n, np.uint8),
    )
    return puzzles, solutions


def forms(boards: Boards, passes: int) -> dict[str, Any]:
    """Time the canonical forms of boards, each under a random transform."""
    equivalents = batch.apply(batch.random_transforms(len(boards), seed=2), boards)
    found, other = batch.canonical(equivalents), batch.canonical(boards)
    if (found.status != Status.FOUND).any():
        fail("a board has no canonical form")
    if not np.array_equal(batch.apply(found.transforms, equivalents), found.boards):
        fail("a transform does not lead to the form")
    if not np.array_equal(found.boards, other.boards):
        fail("equivalent boards have different forms")
    givens = (boards > 0).sum(axis=1)
    return {
        "boards": len(boards),
        "givens": f"{givens.min()}-{givens.max()}" if givens.min() < givens.max() else givens[0],
        "per_second": timed(lambda: batch.canonical(equivalents, threads=1), len(boards), passes),
    }


# -- augmentation ---------------------------------------------------------------------------------


def in_numpy(puzzles: Boards, solutions: Boards, n: int, rng: np.random.Generator) -> Any:
    """Return ``n`` transforms of each puzzle and its solution, made in NumPy with indices for each row."""
    rows = n * len(puzzles)

    def lines() -> Any:
        groups = np.argsort(rng.random((rows, 3), np.float32), axis=1)
        inside = np.argsort(rng.random((rows, 3, 3), np.float32), axis=2)
        return (3 * groups[:, :, None] + inside).reshape(rows, 9)

    cells = lines()[:, :, None] * 9 + lines()[:, None, :]
    turned = rng.random(rows) < 0.5
    cells[turned] = cells[turned].transpose(0, 2, 1)
    cells = cells.reshape(rows, 81)
    names = np.zeros((rows, 10), np.uint8)
    names[:, 1:] = np.argsort(rng.random((rows, 9), np.float32), axis=1) + 1
    carried = []
    for boards in (puzzles, solutions):
        moved = np.take_along_axis(np.repeat(boards, n, axis=0), cells, axis=1)
        carried.append(np.take_along_axis(names, moved, axis=1))
    return carried


def augmentation(puzzles: Boards, solutions: Boards, n: int, passes: int) -> dict[str, Any]:
    """Time transforms of puzzles with their solutions, here and in NumPy."""
    rows = n * len(puzzles)
    found = batch.augment(puzzles, solutions, n, seed=3)
    if not lab.verified(found.puzzles, found.solutions).all():
        fail("a solution does not solve its puzzle")
    if not np.array_equal(batch.apply(found.inverses, found.puzzles), np.repeat(puzzles, n, 0)):
        fail("an inverse does not lead back")
    rng = np.random.default_rng(1)
    if not lab.verified(*in_numpy(puzzles, solutions, n, rng)).all():
        fail("NumPy was asked wrongly")
    del found
    ours = timed(lambda: batch.augment(puzzles, solutions, n, seed=3, threads=1), rows, passes)
    theirs = timed(lambda: in_numpy(puzzles, solutions, n, rng), rows, passes)
    maps = batch.random_transforms(rows, seed=3)
    return {
        "rows": rows,
        "per_second": ours,
        "in_numpy": theirs,
        "faster_by": round(ours / theirs, 1),
        "inverses_per_second": timed(lambda: batch.inverse(maps), rows, passes),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    figures: dict[str, Any] = {"machine": machine(), "results": []}
    print(describe(figures["machine"]))

    def report(name: str, found: dict[str, Any]) -> None:
        figures["results"].append({"name": name, **found})
        shown = ", ".join(
            f"{key.replace('_', ' ')} {value:,}"
            if isinstance(value, (int, float))
            else f"{key.replace('_', ' ')} {value}"
            for key, value in found.items()
        )
        print(f"{name}: {shown}")

    puzzles, solutions = generated(options.boards)
    report("full grids", forms(solutions, options.passes))
    report("minimal puzzles", forms(puzzles, options.passes))
    for more in (3, 6):
        dense = batch.add_givens(puzzles, solutions, more, seed=1)
        report(f"with {more} more givens", forms(dense, options.passes))
    for path in options.files:
        report(Path(path).name, forms(load(path), options.passes))
    with_solutions = puzzles[: options.boards // 2], solutions[: options.boards // 2]
    for name in engine.instruction_sets():
        with engine.using_instruction_set(name):
            found = augmentation(*with_solutions, 20, options.passes)
            report(f"augmentation, {name}", found)
    write_json(options.json, figures)


if __name__ == "__main__":
    main()
