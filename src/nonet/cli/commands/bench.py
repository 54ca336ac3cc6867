"""`nonet bench`: how fast this machine solves the puzzles of a file.

A figure counts only if the answers are right, so all are verified. Files are often sorted or have their
digits in order, so the puzzles are shuffled before each pass; classic ones have digits, rows and columns
permuted, others only the digits. Time is the CPU time of solving alone, in one thread.
"""

from __future__ import annotations

import json as json_text
import platform
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import add
from typing import TYPE_CHECKING, Annotated

from nonet import engine, lab
from nonet.base import exits
from nonet.base.errors import NonetError
from nonet.base.exits import FINE, PROBLEM
from nonet.base.filenames import shown
from nonet.base.options import Real
from nonet.cli.groups import From, Output, Rules
from nonet.cli.options import output_format
from nonet.cli.parameters import FileArgument, Target
from nonet.cli.stream.output import written
from nonet.cli.stream.status import StatusLine
from nonet.engine import Stats, Status
from nonet.rules import CLASSIC
from nonet.rules import Rules as RulesOf
from nonet.rules.variants import format_rules
from nonet.verbs.common import LIMIT

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

__all__ = ["bench"]


def bench(
    *,
    puzzles: Annotated[str, FileArgument("A file of puzzles.", metavar="FILE", required=True)],
    seconds: Annotated[float, Real("CPU seconds of solving (default: {default:g}).", 0.1)] = 3.0,
    limit: Annotated[int, LIMIT] = 2,
    output: Output,
    from_: From = None,
    rules: Rules = None,
) -> int:
    """Measure how fast this machine solves a file.

    The puzzles are permuted and shuffled for each pass, solved in one thread, and every answer is
    verified. --seconds counts solving alone; after ten times as long bench stops at the latest.
    """
    target = output_format(output, formats=("txt", "jsonl"))
    return _measure(puzzles, seconds, limit, target, output["output"], from_, rules)


_MOST = 200_000 * 81  # cells of a file that are used
_LEAST = 1000  # puzzles of a pass; a shorter file is repeated
_LOAD = 4_000_000  # limit for the sum of size**4 in a slice; the clock is read between slices


def _measure(
    path: str,
    seconds: float,
    limit: int,
    target: str,
    output: Target | None,
    format: str | None,
    rules: str | None,
) -> int:
    """Print how fast the puzzles of a file are solved; return the exit code."""
    try:
        kinds = _boards(path, format, rules)
        warm_up, boards = next(_slices(kinds, 0))
    except (NonetError, OSError) as error:
        print(f"{shown(path)}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return PROBLEM
    total, passes = _Total(), 0
    _solve(boards[: 1000 if warm_up.is_classic else 1], warm_up, limit)
    status, stopped = StatusLine(), False
    end = time.monotonic() + 10 * seconds
    try:
        while total.seconds < seconds and not total.wrong and time.monotonic() < end:
            passes += 1
            for kind, boards in _slices(kinds, passes):
                total += _solve(boards, kind, limit)
                status.show(f"{total.seconds:.1f} of {seconds:g} s, {total.rows:,} puzzles")
                if total.wrong or total.seconds >= seconds:
                    break
    except KeyboardInterrupt:
        stopped = True
    status.clear()
    if not total.rows:
        print("stopped before a puzzle was measured", file=sys.stderr)
        return exits.stopped()
    if total.wrong:
        wrong = f"{total.wrong} wrong answers; please report this as a bug in nonet"
        print(f"{shown(path)}: {wrong}", file=sys.stderr)
        return PROBLEM
    figures = _figures(path, kinds, total, limit)
    line = json_text.dumps(figures, ensure_ascii=False)
    written(output, (line if target == "jsonl" else _sentence(figures, total)) + "\n")
    if stopped:
        print(f"stopped after {total.seconds:.1f} of {seconds:g} s", file=sys.stderr)
    return exits.stopped() if stopped else FINE


@dataclass(frozen=True)
class _Total:
    """The outcome for some rows."""

    rows: int = 0
    verified: int = 0
    wrong: int = 0
    given_up: int = 0
    seconds: float = 0.0
    stats: Stats = field(default_factory=Stats)

    def __add__(self, other: _Total) -> _Total:
        return _Total(*map(add, vars(self).values(), vars(other).values()))


def _slices(kinds: dict[RulesOf, Boards], seed: int) -> Iterator[tuple[RulesOf, Boards]]:
    """Yield the boards of a pass, permuted and shuffled by the seed."""
    import numpy as np

    times = -(-_LEAST // sum(map(len, kinds.values())))
    slices = []
    for rules, boards in kinds.items():
        permuted = lab.shuffled(np.tile(boards, (times, 1)), seed, rules=rules)
        rows = len(permuted) if rules.is_classic else max(1, _LOAD // rules.size**4)
        slices += [(rules, permuted[i : i + rows]) for i in range(0, len(permuted), rows)]
    random.Random(seed).shuffle(slices)
    yield from slices


def _solve(boards: Boards, rules: RulesOf, limit: int) -> _Total:
    import numpy as np

    solutions = np.zeros_like(boards)
    counts, status = np.zeros(len(boards), np.uint64), np.zeros(len(boards), np.uint8)
    begun = time.process_time()
    stats = engine.solve_rows(
        boards.reshape(-1),
        len(boards),
        rules=rules,
        limit=limit,
        solutions=solutions.reshape(-1),
        counts=counts,
        status=status,
    )
    spent = time.process_time() - begun
    answered = np.isin(status, [Status.UNIQUE, Status.MULTIPLE, Status.FOUND])
    right = int(lab.verified(boards[answered], solutions[answered], rules=rules).sum())
    given_up = int((status == Status.OUT_OF_BUDGET).sum())
    return _Total(len(boards), right, int(answered.sum()) - right, given_up, spent, stats)


def _figures(
    path: str, kinds: dict[RulesOf, Boards], total: _Total, limit: int
) -> dict[str, object]:
    rate = total.rows / total.seconds
    figures: dict[str, object] = {
        "file": path,
        "puzzles": sum(map(len, kinds.values())),
        "solved": total.rows,
        "seconds": round(total.seconds, 3),
        "per_second": round(rate) if rate >= 100 else round(rate, 2),
        "guesses_per_puzzle": round(total.stats.guesses / total.rows, 3),
        "rounds_per_puzzle": round(total.stats.rounds / total.rows, 3),
        "limit": limit,
        "instruction_set": engine.instruction_set(),
        "machine": platform.machine(),
    }
    if [*kinds] != [CLASSIC]:
        words = [format_rules(rules) for rules in kinds]
        figures["rules"] = words[0] if len(words) == 1 else f"{len(words)} different"
        figures["permuted"] = "the digits" + " (classic: all)" * (CLASSIC in kinds)
        figures["given_up"] = total.given_up
    return figures


def _sentence(figures: dict[str, object], total: _Total) -> str:
    text = (
        f"{figures['per_second']:,} puzzles per CPU second in one thread"
        f" ({engine.instruction_set()}), {figures['guesses_per_puzzle']} guesses and"
        f" {figures['rounds_per_puzzle']} rounds per puzzle; {total.verified:,} answers verified"
    )
    if total.given_up:
        text += f", {total.given_up:,} puzzles given up"
    if "permuted" in figures:
        text += f"; permuted: {figures['permuted']}"
    return text


def _boards(path: str, format: str | None, words: str | None) -> dict[RulesOf, Boards]:
    """Return the boards of a file by their rules."""
    import numpy as np

    from nonet import formats

    cells: dict[RulesOf, bytearray] = {}
    total = 0
    for puzzle in formats.read(path, format=format, rules=words):
        if puzzle.marks is not None:
            raise NonetError("bench needs puzzles with givens, found one with pencil marks")
        cells.setdefault(puzzle.rules, bytearray()).extend(bytes(puzzle.givens))
        total += len(puzzle.givens)
        if total >= _MOST:
            break
    return {
        rules: np.frombuffer(bytes(data), np.uint8).reshape(-1, rules.size**2)
        for rules, data in cells.items()
    }
