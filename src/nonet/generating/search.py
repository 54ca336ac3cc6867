"""The search for puzzles that meet requirements: drafts are made in batches and judged in order; the first ones win.

A draft is known by its number. Which numbers are kept depends on the seed and the requirements alone, so neither the
number of threads nor the size of a batch changes the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from nonet import engine
from nonet.base.errors import LimitReached
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.engine.logic import NO_TECHNIQUE, UNSOLVED_POINTS
from nonet.generating.completing import complete
from nonet.generating.options import ProgressCallback
from nonet.generating.removing import dig
from nonet.generating.request import LARGE, Plan, Requirements, shown
from nonet.generating.variant_puzzles import lay_puzzle
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.explaining import rate, rated_rows
from nonet.rules import CLASSIC, Rules
from nonet.steps import Profile, technique_at
from nonet.steps.rating import UNSOLVED, Rating, cells_left

if TYPE_CHECKING:
    from nonet.engine.pieces import FlatBuffer

__all__ = [
    "NUMBERS",
    "Draft",
    "Interrupted",
    "SearchProgress",
    "drafts",
    "fill_buffers",
    "puzzle_of",
    "search",
]

NUMBERS = 1 << 44
"""The puzzles of one seed: their numbers are below this."""

# Drafts for one puzzle by default: in general, where they are rated, and by size for other rules.
_BUDGET, _RATED = 500_000, 100_000
_OTHER = ((9, 1_000), (LARGE, 100), (36, 10))
_DUG_AGAIN, _EASY_CAGES = 100, 8  # where each is the nearest of several to a range of ratings
_COMPLETED = 20  # of each of which several are tried
_BATCH, _RATED_BATCH, _OTHER_BATCH = 8_192, 1_024, 16

_UNSOLVED = round(10 * UNSOLVED)
_RATING_MISSES = 4
"""Misses that a rating adds: of exactness, techniques, tenths and places."""


class SearchProgress(NamedTuple):
    """How far a search has come: puzzles found, drafts tried, and the draft nearest to the requirements.

    ``nearest`` is None until a draft has missed the requirements; it starts again after each puzzle that is found.
    """

    found: int
    tried: int
    nearest: Puzzle | None = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; ``progress`` says how far it came, with the nearest puzzle."""

    def __init__(self, progress: SearchProgress) -> None:
        super().__init__(f"interrupted after {progress.tried:,} puzzles were tried")
        self.progress = progress


class Draft(NamedTuple):
    """A puzzle that may meet the requirements; if it was rated, with its ER in tenths (the points of its hardest step,
    if the profile counts points) and its hardest technique.

    Puzzle and solution are blank where the plan made none for this number. ``misses`` say how far the draft is from the
    requirements, the most important first; all are zero if it meets them. ``rules`` are those of a variant; None for
    those of the plan. ``rating`` is known where the puzzle was made for a range. ``lacking`` clues have no room.
    """

    number: int
    puzzle: bytes
    solution: bytes
    er: int = 0
    hardest: int = NO_TECHNIQUE
    misses: tuple[int, ...] = ()
    rules: Rules | None = None
    rating: Rating | None = None
    lacking: int = 0


def puzzle_of(plan: Plan, seed: int, draft: Draft, *, counts_points: bool = False) -> Puzzle:
    """Return a draft as a puzzle, with its recipe and its rating in ``info``; points are none."""
    info = {"recipe": plan.recipe(seed, draft.number)}
    if draft.er and not counts_points:
        info["rating"] = f"{draft.er / 10:.1f}"
    rules = draft.rules or plan.rules
    if rules == CLASSIC:
        return Puzzle._trusted(draft.puzzle, info)
    return Puzzle(Grid._trusted(draft.puzzle, rules.size), rules=rules, info=info)


# -- making drafts --------------------------------------------------------------------------------


def drafts(plan: Plan, seed: int, first: int, n: int, threads: int | None) -> Iterator[Draft]:
    """Yield drafts by number. For other rules than classic ones, a draft that is not proved minimal misses that."""
    if not plan.is_classic:
        yield from _other_drafts(plan, seed, first, n, threads)
        return
    puzzles, solutions, status = bytearray(81 * n), bytearray(81 * n), bytearray(n)
    fill_buffers(plan, seed, first, n, threads, puzzles, solutions, status)
    for row in range(n):
        part = slice(81 * row, 81 * row + 81)
        yield Draft(first + row, bytes(puzzles[part]), bytes(solutions[part]))


def fill_buffers(
    plan: Plan,
    seed: int,
    first: int,
    n: int,
    threads: int | None,
    puzzles: FlatBuffer,
    solutions: FlatBuffer | None,
    status: FlatBuffer,
) -> None:
    """Make classic puzzles by number, in buffers of the caller."""
    orbits = bytearray(b"\xff" * 81)
    for number, cells in enumerate(plan.parts):
        for cell in range(81):
            if cells >> cell & 1:
                orbits[cell] = number
    low, high = plan.givens or (0, 81)
    engine.generate_rows(
        seed,
        first,
        n,
        orbits=bytes(orbits),
        min_givens=low,
        max_givens=high,
        attempts=1,
        minimal=plan.minimal,
        fixed=plan.is_whole,
        threads=threads,
        puzzles=puzzles,
        solutions=solutions,
        status=status,
    )


def _other_drafts(
    plan: Plan, seed: int, first: int, n: int, threads: int | None
) -> Iterator[Draft]:
    """Make drafts for other rules than classic ones."""

    def one(number: int) -> Draft:
        if plan.add:
            made = complete(plan, seed, number)
            if made is None:
                blank = bytes(plan.rules.size**2)
                return Draft(number, blank, blank)
            return Draft(
                number,
                made.puzzle,
                made.solution,
                er=0 if made.rating is None or made.rating.left else round(10 * made.rating.er),
                misses=(made.missed,),
                lacking=made.lacking,
                rules=made.rules,
                rating=made.rating,
            )
        if plan.variant is not None:
            laid = lay_puzzle(plan, seed, number)
            if laid is None:
                blank = bytes(plan.rules.size**2)
                return Draft(number, blank, blank)
            return Draft(number, laid.puzzle, laid.solution, rules=laid.rules, rating=laid.rating)
        dug = dig(plan, seed, number)
        unproved = plan.minimal and not dug.proved
        misses = (index(unproved),)
        return Draft(number, dug.puzzle, dug.solution, misses=misses, rating=dug.rating)

    threads = engine.threads_available() if threads is None else threads
    if threads == 1 or n == 1:
        yield from map(one, range(first, first + n))
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to load, and only needed here

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(one, range(first, first + n))


# -- judging them ---------------------------------------------------------------------------------


def search(
    requirements: Requirements,
    seed: int,
    *,
    first: int = 0,
    wanted: int | None = None,
    budget: int | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[Draft]:
    """Yield the drafts that meet the requirements, from a number on, ``wanted`` of them or without end.

    Raises `LimitReached` when ``budget`` drafts in succession miss the requirements; its ``progress`` is the nearest
    puzzle. Ctrl-C becomes `Interrupted`.
    """
    plan, allowed = requirements.plan, _budget_of(requirements, budget)
    most = _OTHER_BATCH
    if plan.is_classic:
        most = _RATED_BATCH if requirements.is_rated else _BATCH
    batch = min(most, wanted or 1) if requirements.is_open else _first_batch(plan, threads)
    found = failed = 0
    nearest: Draft | None = None
    missed = Counter[str]()  # how many drafts missed what first
    number = first

    def so_far() -> SearchProgress:
        nonlocal nearest
        if nearest is None:
            return SearchProgress(found, number - first)
        nearest = _in_full(requirements, nearest)
        near = puzzle_of(plan, seed, nearest, counts_points=requirements.profile.counts_points)
        return SearchProgress(found, number - first, near)

    while wanted is None or found < wanted:
        n = min(batch, allowed - failed, NUMBERS - number)
        if n <= 0:
            nearest = nearest and _in_full(requirements, nearest)
            raise _limit_reached(requirements, seed, failed, nearest, missed)
        judged = _judged(requirements, drafts(plan, seed, number, n, threads), threads)
        while True:
            try:
                draft = next(judged, None)
            except KeyboardInterrupt:
                raise Interrupted(so_far()) from None
            if draft is None:
                break
            if not any(draft.misses):
                found, failed, nearest = found + 1, 0, None
                missed.clear()
                yield draft
                if found == wanted:
                    break
            else:
                failed += 1
                missed[_first_missed(requirements, draft)] += 1
                if any(draft.solution) and (nearest is None or draft.misses < nearest.misses):
                    nearest = draft
        number += n
        if progress is not None:
            progress(so_far())
        left = most if wanted is None else wanted - found
        batch = min(most, left if requirements.is_open and wanted is not None else 2 * batch)


def _budget_of(requirements: Requirements, budget: int | None) -> int:
    """Return how many drafts are tried for one puzzle."""
    if budget is not None:
        if not hasattr(budget, "__index__"):
            raise TypeError(f"budget must be a whole number, got {budget!r}")
        if budget < 1:
            raise ValueError(f"budget must be at least 1, got {budget}")
        return budget
    plan, rules = requirements.plan, requirements.plan.rules
    if plan.add:
        return _COMPLETED
    if plan.rating is not None and not plan.is_large:
        return _EASY_CAGES if plan.has_easy_cages else _DUG_AGAIN
    if not plan.is_classic:
        return next(number for size, number in _OTHER if rules.size <= size)
    return _RATED if requirements.is_rated else _BUDGET


def _first_batch(plan: Plan, threads: int | None) -> int:
    """Return how many drafts are made at first: few where a draft takes as long as a batch of classic ones."""
    if plan.is_classic:
        return 16
    return min(_OTHER_BATCH, engine.threads_available() if threads is None else threads)


def _judged(
    requirements: Requirements, made: Iterator[Draft], threads: int | None
) -> Iterator[Draft]:
    """Yield drafts with their misses: blank ones are the worst, then givens count, then the rating.

    Classic ones are rated together, others each when it is asked for: the first may be all that is wanted.
    """
    counted = (_counted(requirements, draft) for draft in made)
    if not requirements.is_rated:
        yield from counted
    elif requirements.plan.is_classic:
        judged = list(counted)
        _rate(requirements, judged, threads)
        yield from judged
    else:
        order = requirements.order_within
        for draft in counted:
            yield draft if any(draft.misses) else _rated(requirements, draft, order)


def _counted(requirements: Requirements, draft: Draft) -> Draft:
    """Return a draft with what it misses before it is rated."""
    blank = not any(draft.solution)
    givens = requirements.givens_off(len(draft.puzzle) - draft.puzzle.count(0))
    return draft._replace(misses=(index(blank), *draft.misses, givens))


def _rate(requirements: Requirements, judged: list[Draft], threads: int | None) -> None:
    """Rate the classic drafts that miss nothing so far, in place."""
    rows = [row for row, draft in enumerate(judged) if not any(draft.misses)]
    boards = b"".join(judged[row].puzzle for row in rows)
    found = rated_rows(boards, len(rows), threads=threads, profile=requirements.profile)
    for row, each in zip(rows, found, strict=True):
        cut = int(each.status is not Status.UNIQUE)
        off = requirements.rating_off(each.figures[0], each.hardest, each.counts)
        misses = (*judged[row].misses, cut, *off)
        er, hardest = each.figures[0], each.hardest
        judged[row] = judged[row]._replace(er=er, hardest=hardest, misses=misses)


def _rated(requirements: Requirements, draft: Draft, order: Profile) -> Draft:
    """Return a draft for other rules than classic ones with its rating in an order, and how far that is off."""
    rating = draft.rating
    if rating is None or rating.profile != order:
        puzzle = puzzle_of(requirements.plan, 0, draft)
        solution = Grid._trusted(draft.solution, puzzle.rules.size)
        rating = rate(Position(puzzle), order, None, solution)
    hardest = NO_TECHNIQUE if rating.hardest is None else rating.hardest.index
    counts = Counter({each.index: count for each, count in rating.counts.items()})
    er = round(10 * rating.er)
    off = requirements.rating_off(er, hardest, counts)
    return draft._replace(
        er=er, hardest=hardest, misses=(*draft.misses, int(not rating.exact), *off)
    )


def _in_full(requirements: Requirements, draft: Draft) -> Draft:
    """Return a draft that is shown; its rating is the whole one if it was rated by easier techniques alone."""
    if draft.er < _UNSOLVED or requirements.order_within is requirements.profile:
        return draft
    before = draft.misses[:-_RATING_MISSES]
    return _rated(requirements, draft._replace(misses=before), requirements.profile)


def _first_missed(requirements: Requirements, draft: Draft) -> str:
    """Return the name of the first requirement that a draft misses."""
    names = ["blank", *["minimal"] * (not requirements.plan.is_classic), "givens"]
    names += ["budget", "techniques", "rating", "techniques"]
    return next((name for name, miss in zip(names, draft.misses, strict=False) if miss), "")


def _advice(requirements: Requirements, missed: Counter[str]) -> str:
    """Return what to change: the requirement that most drafts missed, as an option."""
    plan = requirements.plan
    most = max(missed, key=lambda name: missed[name])
    if most == "givens" and requirements.givens is not None:
        return f"other givens than {shown(*requirements.givens)}"
    if most == "techniques":
        named = [("needs", requirements.needs), ("forbid", requirements.forbid)]
        if requirements.hardest is not None:
            named.insert(0, ("hardest", (requirements.hardest,)))
        words = [f"{option} {technique_at(row).id}" for option, rows in named for row in rows]
        return f"without {' or '.join(words)}"
    if most == "rating" and requirements.rating is not None:
        return f"another {'difficulty' if plan.difficulty else 'rating'}"
    if most == "minimal" and plan.add:
        return "other numbers or kinds in add"
    if most == "minimal":
        return "minimal=False (--no-minimal on the command line)"
    return "other options"


def _limit_reached(
    requirements: Requirements,
    seed: int,
    failed: int,
    nearest: Draft | None,
    missed: Counter[str],
) -> LimitReached:
    """Return the error for a search that found nothing; ``missed`` counts what its drafts missed first."""
    if nearest is None:
        has, other = "givens there", "another pattern"
        if requirements.plan.add:
            has, other = "clues", "other kinds in add"
        if requirements.plan.variant is not None:
            has, other = "constraints and givens", "more givens"
        tried = "the full board that was tried does not have"
        if failed != 1:
            tried = f"none of {failed:,} full boards has"
        return LimitReached(
            f"{tried} one solution with its {has} ({requirements}); try {other} or a larger budget"
        )
    points = requirements.profile.counts_points
    puzzle = puzzle_of(requirements.plan, seed, nearest, counts_points=points)
    givens = len(puzzle.givens.filled)
    facts = [f"{givens} given{'s' * (givens != 1)}"]
    if nearest.er == (UNSOLVED_POINTS if points else _UNSOLVED):
        facts.append("not solved by the techniques")
    elif nearest.er and not nearest.misses[1]:
        name = technique_at(nearest.hardest).id
        er = f"ER {nearest.er / 10:.1f} by {name}"
        facts.append(f"{name} ({nearest.er:,} points) as the hardest step" if points else er)
    if nearest.misses[1] and requirements.plan.add:
        facts = facts[:1]
        if nearest.lacking:
            facts.append(f"no room for {nearest.lacking} of the clues")
        elif nearest.rating is not None and nearest.rating.left:
            facts.append(
                f"one solution, but the techniques leave {cells_left(nearest.rating.left)}"
            )
        else:
            facts.append(f"a second solution that differs in {nearest.misses[1]} cells")
    elif nearest.misses[1] and not requirements.plan.is_classic:
        facts.append("not proved minimal")
    tried = "the puzzle that was tried does not meet"
    if failed != 1:
        tried = f"none of {failed:,} puzzles meets"
    return LimitReached(
        f"{tried} the requirements ({requirements});"
        f" the nearest has {', '.join(facts)}; try {_advice(requirements, missed)}, or a larger budget",
        progress=puzzle,
    )
