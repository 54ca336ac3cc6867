"""How fast is this machine? `nonet bench` in one function and its helpers.

A figure counts only if the answers are right, so all of them are verified; and a file is often
sorted or has its digits in order, so the puzzles are shuffled before each pass, and classic ones have
their digits, rows and columns permuted, others their digits. Time is CPU time of the solving alone, in
one thread.
"""

from __future__ import annotations

import json as json_text
import platform
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nonet import engine, lab
from nonet.engine import Stats, Status
from nonet.errors import NonetError
from nonet.rules import CLASSIC, Rules
from nonet.variants import format_rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

__all__ = ["measure"]

_MOST = 200_000 * 81  # cells of a file that are used: more tells no more
_LEAST = 1000  # puzzles of a pass; a shorter file is repeated
_LOAD = 4_000_000  # the fourth powers of the sides of a slice together: the clock is looked at between slices


def measure(
    path: str, *, seconds: float, limit: int, json: bool, format: str | None, rules: str | None
) -> int:
    """Print how fast the puzzles of a file are solved; return the exit code."""
    try:
        kinds = _boards(path, format, rules)
    except (NonetError, OSError) as error:
        print(f"{path}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 1
    total, passes = _Total(), 0
    warm_up, boards = next(_slices(kinds, 0))
    _solve(boards[: 1000 if warm_up.is_classic else 1], warm_up, limit)
    while total.seconds < seconds:
        passes += 1
        for kind, boards in _slices(kinds, passes):
            total += _solve(boards, kind, limit)
            if total.wrong:
                print(
                    f"{path}: {total.wrong} wrong answers: this is a defect of nonet",
                    file=sys.stderr,
                )
                return 1
            if total.seconds >= seconds:
                break
    figures = _figures(path, kinds, total, limit)
    print(json_text.dumps(figures, ensure_ascii=False) if json else _sentence(figures, total))
    return 0


@dataclass(frozen=True)
class _Total:
    """What the solving of some rows has brought."""

    rows: int = 0
    verified: int = 0
    wrong: int = 0
    given_up: int = 0
    seconds: float = 0.0
    stats: Stats = field(default_factory=Stats)

    def __add__(self, other: _Total) -> _Total:
        return _Total(
            self.rows + other.rows,
            self.verified + other.verified,
            self.wrong + other.wrong,
            self.given_up + other.given_up,
            self.seconds + other.seconds,
            self.stats + other.stats,
        )


def _slices(kinds: dict[Rules, Boards], seed: int) -> Iterator[tuple[Rules, Boards]]:
    """Yield the boards of a pass, in another order and another guise for each seed."""
    import numpy as np

    times = -(-_LEAST // sum(map(len, kinds.values())))
    slices = []
    for rules, boards in kinds.items():
        disguised = lab.shuffled(np.tile(boards, (times, 1)), seed, rules=rules)
        rows = len(disguised) if rules.is_classic else max(1, _LOAD // rules.size**4)
        slices += [(rules, disguised[i : i + rows]) for i in range(0, len(disguised), rows)]
    random.Random(seed).shuffle(slices)
    yield from slices


def _solve(boards: Boards, rules: Rules, limit: int) -> _Total:
    """Solve boards and verify what comes out."""
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
    shown = np.isin(status, [Status.UNIQUE, Status.MULTIPLE, Status.FOUND])
    right = int(lab.verified(boards[shown], solutions[shown], rules=rules).sum())
    given_up = int((status == Status.OUT_OF_BUDGET).sum())
    return _Total(len(boards), right, int(shown.sum()) - right, given_up, spent, stats)


def _figures(path: str, kinds: dict[Rules, Boards], total: _Total, limit: int) -> dict[str, Any]:
    rate = total.rows / total.seconds
    figures: dict[str, Any] = {
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


def _sentence(figures: dict[str, Any], total: _Total) -> str:
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


def _boards(path: str, format: str | None, words: str | None) -> dict[Rules, Boards]:
    """Return the boards of a file by their rules."""
    import numpy as np

    from nonet import formats

    cells: dict[Rules, bytearray] = {}
    total = 0
    for puzzle in formats.read(path, format=format, rules=words):
        if puzzle.marks is not None:
            raise NonetError("a sukaku is in it; bench takes puzzles with givens")
        cells.setdefault(puzzle.rules, bytearray()).extend(bytes(puzzle.givens))
        total += len(puzzle.givens)
        if total >= _MOST:
            break
    return {
        rules: np.frombuffer(bytes(data), np.uint8).reshape(-1, rules.size**2)
        for rules, data in cells.items()
    }
