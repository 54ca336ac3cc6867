"""The search for puzzles that meet requirements: attempts are made in batches and judged in order; the first ones win.

An attempt is known by its number. Which numbers are kept depends on the seed and the requirements alone, so neither the
number of threads nor the size of a batch changes the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from nonet import engine
from nonet.base.errors import LimitReached
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.engine.logic import NO_TECHNIQUE, UNSOLVED_POINTS
from nonet.generating.attempts import Attempt, puzzle_of
from nonet.generating.completing import complete
from nonet.generating.removing import remove_givens
from nonet.generating.request import LARGE, Request, shown
from nonet.generating.variant_puzzles import make_variant
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.explaining import rate, rated_rows
from nonet.steps import Profile, technique_at
from nonet.steps.rating import UNSOLVED, cells_left

if TYPE_CHECKING:
    from nonet.engine.threads import FlatBuffer

__all__ = [
    "NUMBERS",
    "Interrupted",
    "SearchProgress",
    "attempts",
    "fill_buffers",
    "search",
]

NUMBERS = 1 << 44
"""The puzzles of one seed: their numbers are below this."""

# Attempts for one puzzle by default: in general, where they are rated, and by size for other rules.
_BUDGET, _RATED = 500_000, 100_000
_OTHER = ((9, 1_000), (LARGE, 100), (36, 10))
_NEAREST, _EASY_CAGES = 100, 8  # where each is the nearest of several to a range of ratings
_COMPLETED = 20  # of each of which several are tried
_BATCH, _RATED_BATCH, _OTHER_BATCH = 8_192, 1_024, 16

_UNSOLVED = round(10 * UNSOLVED)


class SearchProgress(NamedTuple):
    """How far a search has come: puzzles found, puzzles tried, and the one nearest to the requirements.

    ``nearest`` is None until one has missed the requirements; it starts again after each puzzle that is found.
    """

    found: int
    tried: int
    nearest: Puzzle | None = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; ``progress`` says how far it came, with the nearest puzzle."""

    def __init__(self, progress: SearchProgress) -> None:
        super().__init__(f"interrupted after {progress.tried:,} puzzles were tried")
        self.progress = progress


# -- making attempts ------------------------------------------------------------------------------


def attempts(request: Request, first: int, n: int) -> Iterator[Attempt]:
    """Yield the attempts of a request from a number on."""
    if not request.is_classic:
        yield from _other_attempts(request, first, n)
        return
    puzzles, solutions, status = bytearray(81 * n), bytearray(81 * n), bytearray(n)
    fill_buffers(request, first, n, puzzles, solutions, status)
    for row in range(n):
        part = slice(81 * row, 81 * row + 81)
        yield Attempt(first + row, bytes(puzzles[part]), bytes(solutions[part]))


def fill_buffers(
    request: Request,
    first: int,
    n: int,
    puzzles: FlatBuffer,
    solutions: FlatBuffer | None,
    status: FlatBuffer,
) -> None:
    """Make classic puzzles by number, in buffers of the caller."""
    orbits = bytearray(b"\xff" * 81)
    for number, cells in enumerate(request.parts):
        for cell in range(81):
            if cells >> cell & 1:
                orbits[cell] = number
    low, high = request.made_givens or (0, 81)
    engine.generate_rows(
        request.seed,
        first,
        n,
        orbits=bytes(orbits),
        min_givens=low,
        max_givens=high,
        attempts=1,
        minimal=request.minimal,
        fixed=request.is_whole,
        threads=request.threads,
        puzzles=puzzles,
        solutions=solutions,
        status=status,
    )


def _other_attempts(request: Request, first: int, n: int) -> Iterator[Attempt]:
    """Make puzzles of other rules than classic ones."""
    make = remove_givens if request.variant is None else make_variant
    made = partial(complete if request.add else make, request)
    threads = _threads(request)
    if threads == 1 or n == 1:
        yield from map(made, range(first, first + n))
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to load, and only needed here

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(made, range(first, first + n))


def _threads(request: Request) -> int:
    return engine.threads_available() if request.threads is None else request.threads


# -- judging them ---------------------------------------------------------------------------------


def search(request: Request, count: int | None = None) -> Iterator[Attempt]:
    """Yield the attempts that meet the requirements, ``count`` of them or without end.

    Raises `LimitReached` when the budget of attempts in succession miss the requirements; its ``progress`` is the
    nearest puzzle. Ctrl-C becomes `Interrupted`.
    """
    allowed, most = _budget_of(request), _OTHER_BATCH
    if request.is_classic:
        most = _RATED_BATCH if request.is_rated else _BATCH
    batch = min(most, count or 1) if request.is_open else _first_batch(request)
    yielded = failed = 0
    nearest: Attempt | None = None
    missed = Counter[str]()  # how many attempts missed what first
    number = request.first

    def so_far() -> SearchProgress:
        nonlocal nearest
        if nearest is None:
            return SearchProgress(yielded, number - request.first)
        nearest = _in_full(request, nearest)
        return SearchProgress(yielded, number - request.first, puzzle_of(request, nearest))

    while count is None or yielded < count:
        n = min(batch, allowed - failed, NUMBERS - number)
        if n <= 0:
            nearest = nearest and _in_full(request, nearest)
            raise _limit_reached(request, failed, nearest, missed)
        judged = _judged(request, attempts(request, number, n))
        while True:
            try:
                attempt = next(judged, None)
            except KeyboardInterrupt:
                raise Interrupted(so_far()) from None
            if attempt is None:
                break
            if not any(attempt.misses):
                yielded, failed, nearest = yielded + 1, 0, None
                missed.clear()
                yield attempt
                if yielded == count:
                    break
            else:
                failed += 1
                missed[_first_missed(attempt)] += 1
                if any(attempt.solution) and (nearest is None or attempt.misses < nearest.misses):
                    nearest = attempt
        number += n
        if request.progress is not None:
            request.progress(so_far())
        left = most if count is None else count - yielded
        batch = min(most, left if request.is_open and count is not None else 2 * batch)


def _budget_of(request: Request) -> int:
    """Return how many attempts are made for one puzzle."""
    budget = request.budget
    if budget is not None:
        if not hasattr(budget, "__index__"):
            raise TypeError(f"budget must be a whole number, got {budget!r}")
        if budget < 1:
            raise ValueError(f"budget must be at least 1, got {budget}")
        return budget
    if request.add:
        return _COMPLETED
    if request.aim is not None and not request.is_large:
        return _EASY_CAGES if request.has_easy_cages else _NEAREST
    if not request.is_classic:
        return next(number for size, number in _OTHER if request.rules.size <= size)
    return _RATED if request.is_rated else _BUDGET


def _first_batch(request: Request) -> int:
    """Return how many attempts are made at first: few where one takes as long as a batch of classic ones."""
    return 16 if request.is_classic else min(_OTHER_BATCH, _threads(request))


def _judged(request: Request, made: Iterator[Attempt]) -> Iterator[Attempt]:
    """Yield attempts with their misses: blank ones are the worst, then givens count, then the rating.

    Classic ones are rated together, others one by one on demand: the first may be enough.
    """
    counted = (_counted(request, attempt) for attempt in made)
    if not request.is_rated:
        yield from counted
    elif request.is_classic:
        judged = list(counted)
        _rate(request, judged)
        yield from judged
    else:
        order = request.order_within
        for attempt in counted:
            yield attempt if any(attempt.misses) else _rated(request, attempt, order)


def _counted(request: Request, attempt: Attempt) -> Attempt:
    """Return an attempt with what it misses before it is rated."""
    blank = index(not any(attempt.solution))
    givens = request.givens_off(len(attempt.puzzle) - attempt.puzzle.count(0))
    return attempt._replace(misses=attempt.misses._replace(blank=blank, givens=givens))


def _rate(request: Request, judged: list[Attempt]) -> None:
    """Rate the classic attempts that miss nothing so far, in place."""
    rows = [row for row, attempt in enumerate(judged) if not any(attempt.misses)]
    boards = b"".join(judged[row].puzzle for row in rows)
    ratings = rated_rows(boards, len(rows), threads=request.threads, profile=request.profile)
    for row, each in zip(rows, ratings, strict=True):
        er, hardest = each.figures[0], each.hardest
        is_exact = each.status is Status.UNIQUE
        judged[row] = _with_rating(request, judged[row], er, hardest, each.counts, is_exact)


def _rated(request: Request, attempt: Attempt, order: Profile) -> Attempt:
    """Return an attempt for other rules than classic ones with its rating in an order, and how far that is off."""
    rating = attempt.rating
    if rating is None or rating.profile != order:
        puzzle = puzzle_of(request, attempt)
        solution = Grid._trusted(attempt.solution, puzzle.rules.size)
        rating = rate(Position(puzzle), order, None, solution)
    hardest = NO_TECHNIQUE if rating.hardest is None else rating.hardest.index
    counts = Counter({each.index: count for each, count in rating.counts.items()})
    return _with_rating(request, attempt, round(10 * rating.er), hardest, counts, rating.exact)


def _with_rating(
    request: Request,
    attempt: Attempt,
    er: int,
    hardest: int,
    counts: Sequence[int] | Mapping[int, int],
    is_exact: bool,
) -> Attempt:
    techniques, tenths, places = request.rating_off(er, hardest, counts)
    misses = attempt.misses._replace(
        budget=index(not is_exact), techniques=techniques, rating=tenths, places=places
    )
    return attempt._replace(er=er, hardest=hardest, misses=misses)


def _in_full(request: Request, attempt: Attempt) -> Attempt:
    """Return an attempt that is shown; its rating is the whole one if it was rated by easier techniques alone."""
    if attempt.er < _UNSOLVED or request.order_within is request.profile:
        return attempt
    return _rated(request, attempt, request.profile)


def _first_missed(attempt: Attempt) -> str:
    """Return the name of the first requirement that an attempt misses."""
    return next(name for name, miss in attempt.misses._asdict().items() if miss)


def _advice(request: Request, missed: Counter[str]) -> str:
    """Return what to change: the requirement that most attempts missed, as an option."""
    most = max(missed, key=lambda name: missed[name])
    if most == "givens" and request.givens is not None:
        return f"other givens than {shown(*request.givens)}"
    if most == "techniques":
        named = [("needs", request.needs), ("forbid", request.forbid)]
        if request.hardest is not None:
            named.insert(0, ("hardest", (request.hardest,)))
        words = [f"{option} {technique_at(row).id}" for option, rows in named for row in rows]
        return f"without {' or '.join(words)}"
    if most == "rating" and request.rating is not None:
        return f"another {'difficulty' if request.difficulty else 'rating'}"
    if most == "unproved" and request.add:
        return "other numbers or kinds in add"
    if most == "unproved":
        return "minimal=False (--no-minimal on the command line)"
    return "other options"


def _limit_reached(
    request: Request, failed: int, nearest: Attempt | None, missed: Counter[str]
) -> LimitReached:
    """Return the error for a search that found nothing; ``missed`` counts what its attempts missed first."""
    if nearest is None:
        has, other = "givens there", "another pattern"
        if request.add:
            has, other = "clues", "other kinds in add"
        if request.variant is not None:
            has, other = "constraints and givens", "more givens"
        tried = "the full board that was tried does not have"
        if failed != 1:
            tried = f"none of {failed:,} full boards has"
        return LimitReached(
            f"{tried} one solution with its {has} ({request}); try {other} or a larger budget"
        )
    puzzle = puzzle_of(request, nearest)
    givens = len(puzzle.givens.filled)
    facts = [f"{givens} given{'s' * (givens != 1)}"]
    unproved = nearest.misses.unproved
    points = request.profile.counts_points
    if unproved and request.add:
        if nearest.lacking:
            facts.append(f"no room for {nearest.lacking} of the clues")
        elif nearest.rating is not None and nearest.rating.left:
            facts.append(
                f"one solution, but the techniques leave {cells_left(nearest.rating.left)}"
            )
        else:
            facts.append(f"a second solution that differs in {unproved} cells")
    elif nearest.er == (UNSOLVED_POINTS if points else _UNSOLVED):
        facts.append("not solved by the techniques")
    elif nearest.er and not unproved:
        name = technique_at(nearest.hardest).id
        er = f"ER {nearest.er / 10:.1f} by {name}"
        facts.append(f"{name} ({nearest.er:,} points) as the hardest step" if points else er)
    if unproved and not request.add:
        facts.append("not proved minimal")
    tried = "the puzzle that was tried does not meet"
    if failed != 1:
        tried = f"none of {failed:,} puzzles meets"
    return LimitReached(
        f"{tried} the requirements ({request});"
        f" the nearest has {', '.join(facts)}; try {_advice(request, missed)}, or a larger budget",
        progress=puzzle,
    )
