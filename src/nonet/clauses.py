"""A board as clauses, for the SAT solver that takes over where the core's own search has spent its budget.

CaDiCaL (through python-sat, the extra ``sat``) is older and wiser than any search of ours: on boards of 36x36 that are
half filled it finds in a minute what nothing else finds. It knows no budget and hears no Ctrl-C, so it runs in a
process of its own, which is given a time and then ended.
"""

from __future__ import annotations

import array
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from typing import IO, TYPE_CHECKING

from nonet.errors import MissingExtra, NonetError

# Everybody imports this module and few run the solver: what it takes to run one is imported where it is used.
if TYPE_CHECKING:
    import subprocess

__all__ = ["SECONDS", "clauses_of", "is_available", "models"]

SECONDS = 600.0
"""The time that the solver is given."""

_SOLVERS = "cadical195", "cadical153"
_PAIRWISE = 6  # literals up to which "at most one" is written pair by pair


def is_available() -> bool:
    """Whether python-sat is installed."""
    import importlib.util

    return importlib.util.find_spec("pysat") is not None


def clauses_of(
    masks: Sequence[int], houses: Sequence[Sequence[int]], size: int
) -> tuple[list[list[int]], dict[int, tuple[int, int]]]:
    """Return clauses that hold for the solutions of a board, and what the variables mean.

    ``masks`` has bit ``d - 1`` set where digit ``d`` is possible. A variable stands for a cell and one of its digits; a
    few others, of no meaning, count. Every cell has one digit; in every house no digit is twice, and in one with as
    many cells as digits none is missing.

    >>> clauses, meaning = clauses_of([1, 3], [[0, 1]], 2)
    >>> clauses, meaning
    ([[1], [2, 3], [-2, -3], [1, 2], [-1, -2], [3]], {1: (0, 1), 2: (1, 1), 3: (1, 2)})
    """
    variable: dict[tuple[int, int], int] = {}
    for cell, mask in enumerate(masks):
        for digit in range(1, size + 1):
            if mask >> (digit - 1) & 1:
                variable[cell, digit] = len(variable) + 1
    found: list[list[int]] = []
    last = len(variable)

    def at_most_one(literals: list[int]) -> None:
        nonlocal last
        # Long lists in pieces: a new variable takes part in the first piece, and stands for any of the others.
        while len(literals) > _PAIRWISE:
            last += 1
            rest = literals[_PAIRWISE - 1 :]
            _pairs([*literals[: _PAIRWISE - 1], last], found)
            found.extend([-literal, last] for literal in rest)
            literals = rest
        _pairs(literals, found)

    for cell in range(len(masks)):
        literals = [variable[cell, d] for d in range(1, size + 1) if (cell, d) in variable]
        found.append(literals)
        at_most_one(literals)
    for house in houses:
        for digit in range(1, size + 1):
            literals = [variable[cell, digit] for cell in house if (cell, digit) in variable]
            if len(house) == size:
                found.append(literals)
            at_most_one(literals)
    return found, {number: pair for pair, number in variable.items()}


def _pairs(literals: list[int], found: list[list[int]]) -> None:
    for i, first in enumerate(literals):
        found.extend([-first, -second] for second in literals[i + 1 :])


def models(
    masks: Sequence[int],
    houses: Sequence[Sequence[int]],
    size: int,
    *,
    limit: int,
    seconds: float = SECONDS,
    solvers: int = 2,
    meanwhile: Callable[[], list[bytes] | None] | None = None,
) -> tuple[list[bytes], bool]:
    """Return up to ``limit`` solutions, and whether they are all or enough: False when the time is up.

    Up to ``solvers`` releases of the solver race (there are two), and with them whatever ``meanwhile`` does: it is
    called again and again, and ends the race when it returns solutions. Each of them can be lost for a long time on a
    board that another one solves at once. So of several solutions it may be another one the next time. Raises
    `MissingExtra` without python-sat.
    """
    if not is_available():
        raise MissingExtra("sat", "a SAT solver")
    if not all(masks):
        return [], True
    header = array.array("Q", [size, limit, len(houses), *map(len, houses)])
    body = array.array("Q", [cell for house in houses for cell in house])
    question = header.tobytes() + body.tobytes() + array.array("Q", masks).tobytes()
    output, whole = _race(question, seconds, solvers, meanwhile or _wait)
    cells = size * size
    found = [output[i : i + cells] for i in range(0, len(output) - cells + 1, cells)]
    return found, whole or len(found) >= limit


def _wait() -> None:
    time.sleep(0.005)


def _race(
    question: bytes, seconds: float, solvers: int, meanwhile: Callable[[], list[bytes] | None]
) -> tuple[bytes, bool]:
    """Return what the first to finish has found, or what the one that came furthest has, and False."""
    import subprocess
    from tempfile import TemporaryFile

    deadline = time.monotonic() + seconds
    with ExitStack() as stack:
        runners = []
        for name in _SOLVERS[:solvers]:
            output, errors = (
                stack.enter_context(TemporaryFile()),
                stack.enter_context(TemporaryFile()),
            )
            runner = subprocess.Popen(
                [sys.executable, "-m", "nonet.clauses", name],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=errors,
            )
            stack.callback(_end, runner)
            runners.append((runner, output, errors))
        for runner, _, _ in runners:
            assert runner.stdin is not None
            with suppress(BrokenPipeError):
                runner.stdin.write(question)
                runner.stdin.close()
        while time.monotonic() < deadline:
            for runner, output, errors in runners:
                if runner.poll() is None:
                    continue
                if runner.returncode:
                    text = _all_of(errors).decode(errors="replace").strip() or "without a word"
                    raise NonetError(f"the SAT solver broke off: {text.splitlines()[-1]}")
                return _all_of(output), True
            if (found := meanwhile()) is not None:
                return b"".join(found), True
        return max((_all_of(output) for _, output, _ in runners), key=len), False


def _all_of(handle: IO[bytes]) -> bytes:
    handle.seek(0)
    return handle.read()


def _end(runner: subprocess.Popen[bytes]) -> None:
    runner.kill()
    with suppress(BrokenPipeError):
        runner.communicate()


def _solve(question: bytes, name: str) -> Iterator[bytes]:
    """Yield the solutions of a board that `models` has packed."""
    from pysat.solvers import Solver

    numbers = array.array("Q", question).tolist()
    size, limit, count = numbers[:3]
    lengths, at = numbers[3 : 3 + count], 3 + count
    houses = []
    for length in lengths:
        houses.append(numbers[at : at + length])
        at += length
    clauses, meaning = clauses_of(numbers[at:], houses, size)
    with Solver(name=name, bootstrap_with=clauses) as solver:
        while limit and solver.solve():
            placed = [v for v in solver.get_model() if v in meaning]
            cells = bytearray(size * size)
            for literal in placed:
                cell, digit = meaning[literal]
                cells[cell] = digit
            yield bytes(cells)
            solver.add_clause([-literal for literal in placed])
            limit -= 1


if __name__ == "__main__":
    for solution in _solve(sys.stdin.buffer.read(), sys.argv[1]):
        sys.stdout.buffer.write(solution)
        sys.stdout.buffer.flush()
