"""How fast is this machine? `nonet bench` in one function and its helpers.

A figure counts only if the answers are right, so all of them are verified; and a file is often
sorted or has its digits in order, so the puzzles are shuffled and their digits, rows and columns
permuted before each pass. Time is CPU time of the solving alone, in one thread.
"""

from __future__ import annotations

import json as json_text
import platform
import sys
import time
from typing import TYPE_CHECKING, Any

from nonet import batch, engine, lab
from nonet.engine import Stats, Status
from nonet.errors import NonetError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

__all__ = ["measure"]

_MOST = 200_000  # puzzles of a file that are used: more tells no more


def measure(path: str, *, seconds: float, limit: int, json: bool, format: str | None) -> int:
    """Print how fast the puzzles of a file are solved; return the exit code."""
    try:
        boards = _boards(path, format)
    except (NonetError, OSError) as error:
        print(f"{path}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 1
    import numpy as np

    stats, spent, solved, passes = Stats(), 0.0, 0, 0
    batch.solve(lab.shuffled(boards, 0)[:1000], limit=limit, threads=1)  # warm up
    while spent < seconds:
        passes += 1
        puzzles = lab.shuffled(boards, passes)
        begun = time.process_time()
        found = batch.solve(puzzles, limit=limit, threads=1)
        spent += time.process_time() - begun
        solved += len(puzzles)
        stats += found.stats
        shown = np.isin(found.status, [Status.UNIQUE, Status.MULTIPLE, Status.FOUND])
        if wrong := int((~lab.verified(puzzles[shown], found.solutions[shown])).sum()):
            print(f"{path}: {wrong} wrong answers: this is a defect of nonet", file=sys.stderr)
            return 1
    figures: dict[str, Any] = {
        "file": path,
        "puzzles": len(boards),
        "solved": solved,
        "seconds": round(spent, 3),
        "per_second": round(solved / spent),
        "guesses_per_puzzle": round(stats.guesses / solved, 3),
        "rounds_per_puzzle": round(stats.rounds / solved, 3),
        "limit": limit,
        "instruction_set": engine.instruction_set(),
        "machine": platform.machine(),
    }
    if json:
        print(json_text.dumps(figures, ensure_ascii=False))
    else:
        print(
            f"{figures['per_second']:,} puzzles per CPU second in one thread"
            f" ({engine.instruction_set()}), {figures['guesses_per_puzzle']} guesses and"
            f" {figures['rounds_per_puzzle']} rounds per puzzle; {solved:,} answers verified"
        )
    return 0


def _boards(path: str, format: str | None) -> Boards:
    import numpy as np

    from nonet import formats

    cells, rows = bytearray(), 0
    for puzzle in formats.read(path, format=format):
        if puzzle.marks is not None:
            raise NonetError("a sukaku is in it; bench takes puzzles with givens")
        cells += bytes(puzzle.givens)
        rows += 1
        if rows == _MOST:
            break
    return np.frombuffer(bytes(cells), np.uint8).reshape(rows, 81)
