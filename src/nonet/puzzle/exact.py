"""The only solution, and exact counts: enumerate while that is faster, then sum.

Boards with few solutions, and boards of other rules, are enumerated. A classic board with more than
`engine.ENUMERATED` solutions is counted by `engine.Contraction`, which takes at most a few seconds for any givens.

The exact count gives each solution a number (`engine.Contraction.solutions`). Numbers drawn uniformly are solutions
drawn uniformly: no solution is more likely than another, which no random search can promise.
"""

from __future__ import annotations

from functools import partial
from operator import index
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import LimitReached
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.puzzle.checking import conflict_sentence, conflicts_of, several_sentence
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.puzzle.impossible import with_impossible

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = [
    "AtLeast",
    "enumerated",
    "exact_count",
    "only_solution",
    "sample",
    "solutions_below",
    "unsolvable",
]

_NO_LIMIT = (1 << 64) - 1


class AtLeast(int):
    """A lower bound: the counting stopped here and there may be more.

    It is an `int` in every other respect; only its text differs.

    >>> n = AtLeast(1000)
    >>> n == 1000, n + 1, n
    (True, 1001, AtLeast(1000))
    >>> print(n), f"{n:,}"
    at least 1000
    (None, 'at least 1,000')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"AtLeast({index(self)})"

    def __str__(self) -> str:
        return f"at least {index(self)}"

    def __format__(self, spec: str) -> str:
        return f"at least {index(self):{spec}}"


def only_solution(puzzle: Puzzle, budget: int | None) -> Grid:
    """Return the only solution, or raise why there is none: the work of `Puzzle.solution` where a call does not do."""
    result = engine.search(puzzle.rules, puzzle.givens, puzzle.marks, limit=2, budget=budget)
    if not result.exact and len(result.grids) < 2:
        solutions = "1 solution" if result.grids else "no solution"
        raise LimitReached(
            f"{engine.budget_sentence(puzzle.rules, budget)}; found {solutions} so far",
            progress=result.grids,
        )
    if not result.grids:
        raise unsolvable(puzzle)
    if len(result.grids) > 1:
        examples = result.grids[:2]
        raise MultipleSolutions(several_sentence(examples), puzzle=puzzle, examples=examples)
    return result.grids[0]


def unsolvable(puzzle: Puzzle) -> Conflict | NoSolution:
    """Return the error of a puzzle without a solution.

    It names the first two givens that clash, or that violate a constraint. Where none do, it says why there is no
    solution when it is printed.
    """
    for cells in conflicts_of(puzzle, puzzle.givens):
        sentence = conflict_sentence(puzzle, puzzle.givens, cells)
        return Conflict(sentence, puzzle=puzzle, cells=cells)
    for violation in puzzle.rules.violations(puzzle.givens):
        cells_of = puzzle.rules.space.indices(violation.cells)
        first = with_impossible((violation,), puzzle.rules)[0]
        return Conflict(first.sentence, puzzle=puzzle, cells=cells_of)
    why = partial(why_unsolvable, puzzle.rules, puzzle.givens, puzzle.marks)
    return NoSolution("the puzzle has no solution", puzzle=puzzle, why=why)


def exact_count(
    puzzle: Puzzle, limit: int | None, budget: int | None, progress: engine.Progress | None
) -> int:
    """Return the number of solutions, or at least ``limit``; the work of `Puzzle.count` beyond `engine.ENUMERATED`.

    Where the sum needs too much memory, as with pencil marks in many columns, a board with a limit is enumerated.
    """
    count = enumerated(puzzle, engine.ENUMERATED if puzzle.rules.is_classic else limit, budget)
    if not puzzle.rules.is_classic or count < engine.ENUMERATED:
        return count
    contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks))
    if limit is not None and contraction.memory > engine.MEMORY:
        return enumerated(puzzle, limit, budget)
    try:
        contraction.run(budget=budget, progress=progress)
    except LimitReached as error:
        if error.progress is None:
            raise LimitReached(f"{error}; found at least {count} so far", progress=count) from None
        raise
    return contraction.total()


def enumerated(puzzle: Puzzle, limit: int | None, budget: int | None) -> int:
    """Return the number of solutions up to ``limit``; raise `LimitReached` if the budget ends before that."""
    limit = _NO_LIMIT if limit is None else limit
    count, exact = engine.count(
        puzzle.rules, puzzle.givens, puzzle.marks, limit=limit, budget=budget
    )
    if not exact and count < limit:
        raise LimitReached(
            f"{engine.budget_sentence(puzzle.rules, budget)}; found at least {count} so far",
            progress=count,
        )
    return count


def solutions_below(puzzle: Puzzle, limit: int, budget: int | None) -> list[bytes] | None:
    """Return all solutions in ascending order, or None for a classic board with ``limit`` or more.

    Raises `LimitReached` for a board of other rules with so many, and `Conflict` or `NoSolution` if there are none.
    """
    count = enumerated(puzzle, limit, budget)
    if not count:
        raise unsolvable(puzzle)
    if count < limit:
        return sorted(bytes(grid) for grid in puzzle.solutions())
    if puzzle.rules.is_classic:
        return None
    raise LimitReached(
        f"expected a classic 9x9 board, or one with fewer than {limit:,} solutions", progress=count
    )


def sample(
    puzzle: Puzzle, n: int, seed: int, budget: int | None, progress: engine.Progress | None
) -> list[Grid]:
    """Return ``n`` solutions; the work of `Puzzle.sample`."""
    engine.check_seed(seed)
    if n < 0:
        raise ValueError(f"n must be at least 0, got {n}")
    listed = solutions_below(puzzle, engine.ENUMERATED, budget)
    if listed is not None:
        rules = puzzle.rules
        made = partial(Grid._trusted, size=rules.size, digit_set=rules.own_digits)
        return [made(listed[i]) for i in _numbers(len(listed), n, seed)]
    contraction = engine.Contraction(engine.masks_of(puzzle.givens, puzzle.marks))
    contraction.run(budget=budget, progress=progress)
    numbers = _numbers(contraction.total(), n, seed)
    return [Grid._trusted(cells, 9) for cells in contraction.solutions(numbers)]


def _numbers(total: int, n: int, seed: int) -> list[int]:
    """Return ``n`` numbers below ``total``: 128 random bits each, so the bias is less than 2**-54."""
    numbers = []
    for i in range(n):
        rng = SplitMix64(seed, i)
        bits = rng.below(1 << 64) << 64 | rng.below(1 << 64)
        numbers.append(bits * total >> 128)
    return numbers
