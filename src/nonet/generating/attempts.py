"""A puzzle that was made for a request: whether it is the one that is wanted, or how far it is from it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from nonet import engine
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.engine.logic import NO_TECHNIQUE
from nonet.generating.request import Request
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, Rules
from nonet.steps.rating import Rating

__all__ = ["Attempt", "Misses", "blank_attempt", "other_solution", "puzzle_of"]


class Misses(NamedTuple):
    """How far a puzzle is from the requirements, the most important first; zeros if it meets them."""

    blank: int = 0
    """Whether there is no puzzle of this number."""
    unproved: int = 0
    """Whether it is not proved minimal; of a puzzle with added clues, the cells and clues that are missing."""
    givens: int = 0
    budget: int = 0
    """Whether the rating ended early."""
    techniques: int = 0
    rating: int = 0
    places: int = 0
    """How far the hardest technique is from the one that is wanted, in the order of the profile."""


class Attempt(NamedTuple):
    """A puzzle that may meet the requirements; if it was rated, with its ER in tenths (the points of its hardest step,
    if the profile counts points) and its hardest technique.

    Puzzle and solution are blank where there is none of this number. ``rules`` are None where they are those of the
    request. ``rating`` is known where the puzzle was made for a range. ``lacking`` clues have no room.
    """

    number: int
    puzzle: bytes
    solution: bytes
    misses: Misses = Misses()
    rules: Rules | None = None
    rating: Rating | None = None
    lacking: int = 0
    er: int = 0
    hardest: int = NO_TECHNIQUE


def blank_attempt(request: Request, number: int) -> Attempt:
    """Return the attempt of a number that has no puzzle."""
    blank = bytes(request.rules.size**2)
    return Attempt(number, blank, blank)


def puzzle_of(request: Request, attempt: Attempt) -> Puzzle:
    """Return an attempt as a puzzle, with its recipe and its rating in ``info``; points are none."""
    info = {"recipe": request.recipe(attempt.number)}
    if attempt.er and not request.profile.counts_points:
        info["rating"] = f"{attempt.er / 10:.1f}"
    rules = attempt.rules or request.rules
    if rules == CLASSIC:
        return Puzzle._trusted(attempt.puzzle, info)
    return Puzzle(Grid._trusted(attempt.puzzle, rules.size), rules=rules, info=info)


def other_solution(
    tables: engine.Tables, givens: Sequence[int], solution: bytes, budget: int = 2_000
) -> bytes | None:
    """Return a solution that is not the known one, None if it is proved that there is none.

    If ``budget`` guesses do not decide that, it is a board without digits, which differs everywhere.
    """
    every = (1 << isqrt(len(givens))) - 1
    masks = [1 << digit - 1 if digit else every for digit in givens]
    status, _, found = engine.search_model(tables, masks, limit=2, budget=budget)
    if found and found != solution:
        return found
    if status is Status.MULTIPLE:
        return next(each for each in engine.model_solutions(tables, masks) if each != solution)
    return bytes(len(solution)) if status is Status.OUT_OF_BUDGET else None
