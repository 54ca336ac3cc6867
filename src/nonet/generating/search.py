"""The search for puzzles that will do: they are made many at a time, looked at in order, and the first ones win.

A puzzle is known by its number. Which numbers will do depends on the seed and the wish alone, so that neither threads
nor the size of a piece of work can be seen in the result.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from nonet import engine
from nonet.engine import Status
from nonet.engine.logic import NOBODY, rate_rows
from nonet.errors import LimitReached
from nonet.generating.digging import dig
from nonet.generating.wishes import LARGE, Plan, Wish
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC
from nonet.steps import TECHNIQUES

__all__ = ["NUMBERS", "Made", "Progress", "budget_of", "made", "make", "puzzle_of"]

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many puzzles were found and how many were made."""

NUMBERS = 1 << 44
"""Puzzles of one seed: numbers are below this."""

# Puzzles that are made for one that will do: easily, if they have to be rated, and of other rules by the board's size.
_BUDGET, _RATED = 500_000, 100_000
_OTHER = ((9, 1_000), (LARGE, 100), (36, 10))
_PIECE, _RATED_PIECE, _OTHER_PIECE = 8_192, 1_024, 16


class Made(NamedTuple):
    """A puzzle of a number, and if it was rated its ER in tenths and its hardest technique.

    Puzzle and solution are blank where none could be made. ``misses`` are zeros if it will do, else they say in which
    ways, the weightiest first, it does not.
    """

    number: int
    puzzle: bytes
    solution: bytes
    er: int = 0
    hardest: int = NOBODY
    misses: tuple[int, ...] = ()


def puzzle_of(plan: Plan, seed: int, made: Made) -> Puzzle:
    """Return it as a puzzle, with its recipe and rating among its notes."""
    info = {"recipe": plan.recipe(seed, made.number)}
    if made.er:
        info["rating"] = f"{made.er / 10:.1f}"
    if plan.rules == CLASSIC:
        return Puzzle._trusted(made.puzzle, info)
    return Puzzle(Grid._trusted(made.puzzle, plan.rules.size), rules=plan.rules, info=info)


def budget_of(wish: Wish, budget: int | None) -> int:
    """Return how many puzzles are made for one that will do."""
    if budget is not None:
        if not hasattr(budget, "__index__"):
            raise TypeError(f"budget is {budget!r}; it must be a whole number")
        if budget < 1:
            raise ValueError(f"budget is {budget}; it must be at least 1")
        return budget
    if not wish.plan.rules.is_classic:
        return next(number for size, number in _OTHER if wish.plan.rules.size <= size)
    return _RATED if wish.is_rated else _BUDGET


# -- making ---------------------------------------------------------------------------------------


def make(plan: Plan, seed: int, first: int, n: int, threads: int | None) -> Iterator[Made]:
    """Yield puzzles by number. One that could not be made is blank; of other rules than the classic ones, one that is
    not proved to be minimal has that among its ``misses``.
    """
    if not plan.rules.is_classic:
        yield from _others(plan, seed, first, n, threads)
        return
    puzzles, solutions, status = bytearray(81 * n), bytearray(81 * n), bytearray(n)
    fill(plan, seed, first, n, threads, puzzles, solutions, status)
    for row in range(n):
        part = slice(81 * row, 81 * row + 81)
        yield Made(first + row, bytes(puzzles[part]), bytes(solutions[part]))


def fill(
    plan: Plan,
    seed: int,
    first: int,
    n: int,
    threads: int | None,
    puzzles: object,
    solutions: object,
    status: object,
) -> None:
    """Make classic puzzles by number, in the caller's buffers."""
    part = bytearray(b"\xff" * 81)
    for number, cells in enumerate(plan.parts):
        for cell in range(81):
            if cells >> cell & 1:
                part[cell] = number
    low, high = plan.givens or (0, 81)
    engine.generate_rows(
        seed,
        first,
        n,
        part=bytes(part),
        lowest=low,
        highest=high,
        attempts=1,
        minimal=plan.minimal,
        all=plan.is_whole,
        threads=threads,
        puzzles=puzzles,
        solutions=solutions,
        status=status,
    )


def _others(plan: Plan, seed: int, first: int, n: int, threads: int | None) -> Iterator[Made]:
    """Make puzzles of other rules."""

    def one(number: int) -> Made:
        dug = dig(plan, seed, number)
        unproved = plan.minimal and not dug.proved
        return Made(number, dug.puzzle, dug.solution, misses=(int(unproved),))

    threads = engine.threads_available() if threads is None else threads
    if threads == 1 or n == 1:
        yield from map(one, range(first, first + n))
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to load, and only needed here

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(one, range(first, first + n))


# -- looking --------------------------------------------------------------------------------------


def made(
    wish: Wish,
    seed: int,
    *,
    first: int = 0,
    wanted: int | None = None,
    budget: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Made]:
    """Yield the puzzles that will do, from a number on; ``wanted`` is how many are going to be asked for, if known.

    Raises `LimitReached` when as many as ``budget`` in a row will not do; its ``progress`` is the nearest puzzle.
    """
    allowed = budget_of(wish, budget)
    most = (
        _OTHER_PIECE
        if not wish.plan.rules.is_classic
        else _RATED_PIECE
        if wish.is_rated
        else _PIECE
    )
    piece = min(most, wanted or 1) if wish.is_open else min(most, 16)
    found = failed = 0
    nearest: Made | None = None
    number = first
    while wanted is None or found < wanted:
        n = min(piece, allowed - failed, NUMBERS - number)
        if n <= 0:
            raise _spent(wish, seed, failed, nearest)
        for item in _judged(wish, make(wish.plan, seed, number, n, threads), threads):
            if not any(item.misses):
                found, failed, nearest = found + 1, 0, None
                yield item
                if found == wanted:
                    break
            else:
                failed += 1
                if any(item.solution) and (nearest is None or item.misses < nearest.misses):
                    nearest = item
        number += n
        if progress is not None:
            progress(found, number - first)
        left = most if wanted is None else wanted - found
        piece = min(most, left if wish.is_open and wanted is not None else 2 * piece)


def _judged(wish: Wish, items: Iterator[Made], threads: int | None) -> Iterator[Made]:
    """Say of puzzles how far they are from the wish: blank ones first of all, then by their givens, then by rating."""
    judged = []
    for item in items:
        blank = not any(item.solution)
        givens = wish.misses_givens(len(item.puzzle) - item.puzzle.count(0))
        judged.append(item._replace(misses=(int(blank), *item.misses, givens)))
    if wish.is_rated:
        _rate(wish, judged, threads)
    yield from judged


def _rate(wish: Wish, judged: list[Made], threads: int | None) -> None:
    """Rate those of the puzzles that will do so far, in place."""
    rows = [row for row, item in enumerate(judged) if not any(item.misses)]
    n, kinds = len(rows), len(TECHNIQUES)
    if not n:
        return
    ratings, steps, counts = array("H", bytes(6 * n)), array("I", bytes(4 * n)), array("H")
    counts.frombytes(bytes(2 * n * kinds))
    status, hardest = bytearray(n), bytearray(n)
    rate_rows(
        b"".join(judged[row].puzzle for row in rows),
        n,
        threads=threads,
        ratings=ratings,
        status=status,
        hardest=hardest,
        steps=steps,
        counts=counts,
    )
    for place, row in enumerate(rows):
        er, numbers = ratings[3 * place], counts[kinds * place : kinds * place + kinds]
        cut = int(status[place] != Status.UNIQUE)
        misses = (*judged[row].misses, cut, *wish.misses(er, hardest[place], numbers))
        judged[row] = judged[row]._replace(er=er, hardest=hardest[place], misses=misses)


def _spent(wish: Wish, seed: int, failed: int, nearest: Made | None) -> LimitReached:
    """Return the error for a search that came to nothing."""
    if nearest is None:
        what = f"none of {failed:,} full boards has only one solution with its givens there"
        return LimitReached(f"{what} ({wish}); a larger budget may find one")
    puzzle = puzzle_of(wish.plan, seed, nearest)
    givens = len(puzzle.givens.filled)
    told = [f"{givens} given{'s' * (givens != 1)}"]
    if nearest.er:
        told.append(f"ER {nearest.er / 10:.1f} by {TECHNIQUES[nearest.hardest].id}")
    if nearest.misses[1] and not wish.plan.rules.is_classic:
        told.append("not proved to be minimal")
    return LimitReached(
        f"none of {failed:,} puzzles is what was asked for ({wish}); the nearest has {', '.join(told)};"
        " a larger budget may find one",
        progress=puzzle,
    )
