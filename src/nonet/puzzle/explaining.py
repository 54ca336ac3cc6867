"""Hints, steps and ratings: the work of `Position.hint`, `Position.steps`, `Position.all_steps` and `Position.rate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypedDict

from nonet import deduction, engine
from nonet.base.cells import cell_name
from nonet.base.errors import LimitReached, RulesError
from nonet.puzzle.checking import mistakes_of
from nonet.puzzle.errors import NoSolution, Stuck
from nonet.steps import Premise, profile

if TYPE_CHECKING:
    from nonet.boards.grid import Grid
    from nonet.puzzle.position import Position
    from nonet.steps import Profile, Rating, Step, Technique

__all__ = ["all_steps", "hint", "premise", "rate", "steps"]


def rate(position: Position, wanted: str | Profile, budget: int | None) -> Rating:
    """Return the rating of a unique classic puzzle, from a position on."""
    order = profile(wanted)
    if not position.rules.is_classic:
        raise RulesError("ratings need classic rules on a 9x9 board")
    position.solution()
    return engine.rate(
        position.candidates(),
        profile=order,
        budget=budget,
        **_known(position),
    )


def steps(position: Position, wanted: str | Profile, budget: int | None) -> Iterator[Step]:
    """Yield the steps from a position to the solution; a wrong position raises at once."""
    order = profile(wanted)
    _check(position)
    return _steps(position, order, budget)


def _steps(position: Position, order: Profile, budget: int | None) -> Iterator[Step]:
    done: list[Step] = []
    while not position.grid.is_full:
        try:
            step = _next(position, order, budget)
        except LimitReached as error:
            error.progress = tuple(done)
            raise
        if step is None:
            raise _stuck(position, done)
        position = position.after(step)
        done.append(step)
        yield step


def hint(position: Position, wanted: str | Profile, budget: int | None) -> Step | None:
    """Return the easiest step of a position, None if the board is full."""
    order = profile(wanted)
    _check(position)
    if position.grid.is_full:
        return None
    step = _next(position, order, budget)
    if step is None:
        raise _stuck(position, ())
    return step


def _next(position: Position, order: Profile, budget: int | None) -> Step | None:
    """Return the first step of a profile; the core finds those of classic boards."""
    board, known = position.candidates(), _known(position)
    if position.rules.is_classic:
        return engine.next_step(board, profile=order, budget=budget, **known)
    return deduction.next_step(position.rules, board, profile=order, **known)


def all_steps(
    position: Position,
    wanted: str | Profile,
    techniques: Iterable[str | Technique] | None,
    budget: int | None,
) -> tuple[Step, ...]:
    """Return all steps of a position."""
    order = profile(wanted)
    if techniques is not None:
        order = order.only(*techniques)
    _check(position)
    board, known = position.candidates(), _known(position)
    if not position.rules.is_classic:
        return deduction.all_steps(position.rules, board, profile=order, **known)
    everything = techniques is not None
    return engine.all_steps(board, profile=order, everything=everything, budget=budget, **known)


class _Known(TypedDict):
    givens: Grid | None
    premise: Premise


def _known(position: Position) -> _Known:
    """Return what is known beside the board: the givens, and what techniques may take for granted."""
    givens = position.givens if position.givens_known else None
    return {"givens": givens, "premise": premise(position)}


def premise(position: Position) -> Premise:
    """Return what techniques may take for granted in a position whose puzzle has one solution."""
    if position.givens_known:
        return Premise.RULES if position.marks is not None else Premise.GIVENS
    count, exact = engine.count(position.rules, position.grid, None, limit=2, budget=_GUESSES)
    return Premise.UNIQUE if exact and count == 1 else Premise.RULES


_GUESSES = 100_000
"""Of the search that says whether filled cells have one solution; where it takes more, it is not known."""


def _check(position: Position) -> None:
    """Raise an error for a position that does not lead to exactly one solution; it names the cell to change."""
    solution, size = position.solution(), position.rules.size
    found = mistakes_of(position, solution)
    for cell in found.wrong:
        digit = position.grid[cell]
        raise NoSolution(
            f"{cell_name(cell, size)} is {digit}, which is wrong; remove it", puzzle=position.puzzle
        )
    for cell in found.lacking:
        raise NoSolution(
            f"{cell_name(cell, size)} lacks the digit of the solution; restore its candidates",
            puzzle=position.puzzle,
        )


def _stuck(position: Position, done: Sequence[Step]) -> Stuck:
    empty = sum(1 for digit in position.grid if not digit)
    cells = "1 cell is" if empty == 1 else f"{empty} cells are"
    after = "1 step" if len(done) == 1 else f"{len(done)} steps"
    return Stuck(
        f"no technique finds a step; {cells} empty after {after}", position=position, steps=done
    )
