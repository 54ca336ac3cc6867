"""A board as clauses for a SAT solver, which continues when the search of the core has spent its budget.

CaDiCaL (through python-sat, the extra ``sat``) solves half-filled boards of 36x36 in a minute that the core does not
solve. It has no budget and ignores Ctrl-C, so it runs in a process of its own, which is ended after a time.
"""

from __future__ import annotations

import array
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from typing import IO, TYPE_CHECKING

from nonet.base.errors import MissingExtra, NonetError

# The engine always imports this module and rarely runs the solver: its imports are where they are used.
if TYPE_CHECKING:
    import subprocess

__all__ = ["SECONDS", "clauses_of", "is_available", "models"]

SECONDS = 600.0
"""The time limit of the solver."""

_SOLVERS = "cadical195", "cadical153"
_PAIRWISE = 6  # literals up to which "at most one" is written pair by pair


def is_available() -> bool:
    """Whether python-sat is installed."""
    import importlib.util

    return importlib.util.find_spec("pysat") is not None


def clauses_of(
    masks: Sequence[int], houses: Sequence[Sequence[int]], size: int
) -> tuple[list[list[int]], dict[int, tuple[int, int]]]:
    """Return the clauses of a board and the meaning of their variables.

    ``masks`` has bit ``d - 1`` set if digit ``d`` is possible. A variable stands for a cell and one of its digits; a
    few auxiliary variables help to count. Every cell has one digit; no digit is twice in a house; no digit is missing
    in a house with as many cells as digits.

    >>> clauses, meaning = clauses_of([1, 3], [[0, 1]], 2)
    >>> clauses, meaning
    ([[1], [2, 3], [-2, -3], [1, 2], [-1, -2], [3]], {1: (0, 1), 2: (1, 1), 3: (1, 2)})
    """
    variable: dict[tuple[int, int], int] = {}
    for cell, mask in enumerate(masks):
        for digit in range(1, size + 1):
            if mask >> (digit - 1) & 1:
                variable[cell, digit] = len(variable) + 1
    clauses: list[list[int]] = []
    last = len(variable)

    def at_most_one(literals: list[int]) -> None:
        nonlocal last
        # Long lists are split: a new variable joins the first part and stands for any literal of the rest.
        while len(literals) > _PAIRWISE:
            last += 1
            rest = literals[_PAIRWISE - 1 :]
            _pairs([*literals[: _PAIRWISE - 1], last], clauses)
            clauses.extend([-literal, last] for literal in rest)
            literals = rest
        _pairs(literals, clauses)

    for cell in range(len(masks)):
        literals = [variable[cell, d] for d in range(1, size + 1) if (cell, d) in variable]
        clauses.append(literals)
        at_most_one(literals)
    for house in houses:
        for digit in range(1, size + 1):
            literals = [variable[cell, digit] for cell in house if (cell, digit) in variable]
            if len(house) == size:
                clauses.append(literals)
            at_most_one(literals)
    return clauses, {number: pair for pair, number in variable.items()}


def _pairs(literals: list[int], clauses: list[list[int]]) -> None:
    for i, first in enumerate(literals):
        clauses.extend([-first, -second] for second in literals[i + 1 :])


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
    """Return up to ``limit`` solutions, and whether they are all or ``limit`` ones; False when the time is up.

    Up to ``solvers`` releases of the solver race (there are two), because each can take long on a board that another
    solves at once. ``meanwhile`` is called repeatedly and ends the race when it returns solutions. Of several
    solutions, another one can be found next time. Raises `MissingExtra` without python-sat.
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
    solutions = [output[i : i + cells] for i in range(0, len(output) - cells + 1, cells)]
    return solutions, whole or len(solutions) >= limit


def _wait() -> None:
    time.sleep(0.005)


def _race(
    question: bytes, seconds: float, solvers: int, meanwhile: Callable[[], list[bytes] | None]
) -> tuple[bytes, bool]:
    """Return the output of the first solver to finish and True; when the time is up, the longest output and False."""
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
                [sys.executable, "-m", "nonet.engine.clauses", name],
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
                    text = _all_of(errors).decode(errors="replace").strip() or "no output"
                    raise NonetError(
                        f"the SAT solver exited with an error: {text.splitlines()[-1]}"
                    )
                return _all_of(output), True
            if (answer := meanwhile()) is not None:
                return b"".join(answer), True
        return max((_all_of(output) for _, output, _ in runners), key=len), False


def _all_of(handle: IO[bytes]) -> bytes:
    handle.seek(0)
    return handle.read()


def _end(runner: subprocess.Popen[bytes]) -> None:
    runner.kill()
    with suppress(BrokenPipeError):
        runner.communicate()


def _solve(question: bytes, name: str) -> Iterator[bytes]:
    """Yield the solutions of a board that `models` packed."""
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
