"""Puzzles that the techniques solve: where they are stuck, a clue is added that lets them continue.

A profile that ends with the hardest step that is wanted is stuck exactly where a harder one is needed. So there is one
question: which of the clues at hand helps most from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from nonet.boards.grid import Grid
from nonet.generating.request import Request
from nonet.puzzle import Position, Puzzle, finding
from nonet.puzzle.explaining import followed, rate
from nonet.rules import Rules
from nonet.steps import Profile, Step
from nonet.steps.rating import Rating, rating_of_path

__all__ = ["NODES", "Solver", "puzzle_with", "solver_of"]

NODES = 300_000
"""Links that a step may follow in a puzzle that is to be solvable. To be sure that there is no step takes 100 times as
many, and a step found beyond is a chain of chains that no player would look for."""

_WHOLE = 10 * NODES
"""Links that a step of the whole profile may follow."""

_TRIED, _FOLLOWED = 10, 3
"""Clues that are tried where the techniques are stuck, and those of them whose steps are followed."""

_Choice = TypeVar("_Choice")


@dataclass(frozen=True)
class Solver:
    """The techniques that shall solve a puzzle whose solution is known, by steps rated at most ``most``.

    ``order`` is the beginning of the ``whole`` profile that has such steps. What it solves, the whole profile solves
    by the same steps. The other way round that holds but for a few steps, so `solves` asks the whole profile then.
    """

    order: Profile
    whole: Profile
    most: float
    solution: Grid

    def followed(self, position: Position) -> tuple[list[Step], Position]:
        """Return the steps from a position, and where they end."""
        return followed(position, self.order, self.most, NODES, self.solution)

    def solves(self, puzzle: Puzzle) -> bool:
        """Return whether the techniques solve a puzzle to the end."""
        return self.rating(puzzle).er <= self.most

    def rating(self, puzzle: Puzzle) -> Rating:
        """Return the rating of a puzzle by the techniques."""
        begin = Position(puzzle)
        steps, end = self.followed(begin)
        left = list(end.grid).count(0)
        if left and self._may_be_solved(end):
            rating = rate(begin, self.whole, _WHOLE, self.solution)
            if rating.exact and rating.er <= self.most:
                return replace(rating, profile=self.order)
        return rating_of_path(steps, stuck=left > 0, profile=self.order, left=left)

    def _may_be_solved(self, position: Position) -> bool:
        position_after = followed(position, self.order, self.most, NODES, self.solution, loose=True)
        return position_after[1].grid.is_full

    def helped(
        self,
        position: Position,
        choices: Sequence[_Choice],
        *,
        added: Callable[[_Choice], Puzzle],
        alone: Callable[[_Choice], Puzzle],
    ) -> tuple[_Choice, Position] | None:
        """Return the choice that helps most where the techniques are stuck, and where they end with it.

        ``added`` is the puzzle with a choice, ``alone`` that with the choice in place of all other constraints: where
        it alone makes a step, which is quick to see, the steps are followed. The first few choices are tried. If none
        of them makes a step, it is the first one. None if there are no choices.
        """
        best: tuple[int, _Choice, Position] | None = None
        followed = 0
        for choice in choices[:_TRIED]:
            begin = position.on(added(choice))
            is_given = begin.candidates().masks != position.candidates().masks
            if not is_given and not self._has_step(position.on(alone(choice))):
                continue
            end = self.followed(begin)[1]
            left = sum(mask.bit_count() for mask in end.candidates().masks)
            if best is None or left < best[0]:
                best = left, choice, end
            followed += 1
            if followed == _FOLLOWED or end.grid.is_full:
                break
        if best is not None:
            return best[1:]
        return (choices[0], position.on(added(choices[0]))) if choices else None

    def _has_step(self, position: Position) -> bool:
        step = finding.next_up_to(position, self.order, self.most, NODES, self.solution)
        return step is not None


def puzzle_with(rules: Rules, givens: bytes) -> Puzzle:
    """Return the puzzle with these givens."""
    return Puzzle(Grid._trusted(givens, rules.size), rules=rules)


def solver_of(request: Request, solution: bytes) -> Solver | None:
    """Return the techniques that shall solve the puzzles of a request, None if it asks for none."""
    order = request.techniques
    if order is None:
        return None
    grid = Grid._trusted(solution, request.rules.size)
    return Solver(order, request.order, request.most, grid)
