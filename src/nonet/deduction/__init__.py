"""The human solver for every board that is not classic: other sizes, jigsaws, extra houses, constraints.

The classic board has a solver in the core, with all techniques. This one knows few, simple ones, works on any `Rules`,
and gives the same `Step`. Each family of techniques is a module with its finders by the id of the technique; a profile
says in which order they are tried. What needs more is not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonet.boards.grid import Candidates, Grid
from nonet.deduction import cages, clues, intersections, patterns, singles, subsets
from nonet.deduction.board_view import BoardView, settled
from nonet.rules import Rules
from nonet.steps import Premise, Profile, Step

__all__ = ["FINDERS", "all_steps", "next_step", "settled"]

FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    **singles.FINDERS,
    **intersections.FINDERS,
    **subsets.FINDERS,
    **patterns.FINDERS,
    **cages.FINDERS,
    **clues.FINDERS,
}
"""What finds the steps of each technique, by its id."""


def next_step(
    rules: Rules,
    board: Candidates,
    *,
    profile: Profile,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
) -> Step | None:
    """Return the first step of a profile on a board, None if no technique finds one.

    ``premise`` is what the caller knows of the board; a technique that needs more is not tried.
    """
    return next(_steps(rules, board, profile, givens, premise), None)


def all_steps(
    rules: Rules,
    board: Candidates,
    *,
    profile: Profile,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
) -> tuple[Step, ...]:
    """Return all steps of a profile on a board, in its order, each conclusion of a technique once; see `next_step`."""
    found: dict[object, Step] = {}
    for step in _steps(rules, board, profile, givens, premise):
        key = step.technique, step.places, frozenset(step.removes.items())
        found.setdefault(key, step)
    return tuple(found.values())


def _steps(
    rules: Rules, board: Candidates, profile: Profile, givens: Grid | None, premise: Premise
) -> Iterator[Step]:
    ratings = {row.technique.id: row.rating for row in profile.rows}
    view = BoardView(rules, board, ratings, givens)
    for row in profile.rows:
        finder = FINDERS.get(row.technique.id)
        if finder is not None and row.technique.needs <= premise:
            yield from finder(view)
