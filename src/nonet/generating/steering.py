"""Puzzles that the techniques solve: where they are stuck, a clue is added that lets them go on.

A profile that ends with the hardest step that is wanted is stuck exactly where a harder one stands. So there is one
question: which of the clues at hand helps most from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nonet.base.errors import LimitReached
from nonet.boards.grid import Grid
from nonet.puzzle import Position, Puzzle, finding
from nonet.puzzle.explaining import followed
from nonet.steps import Profile, Step

__all__ = ["NODES", "Solver"]

NODES = 300_000
"""Links that a step may follow in a puzzle that is to be solvable. To be sure that there is no step takes 100 times as
many, and a step that is found beyond is a chain of chains that nobody would look for."""

_TRIED, _FOLLOWED = 10, 3
"""Clues that are tried where the techniques are stuck, and those of them whose steps are followed."""

_Choice = TypeVar("_Choice")


@dataclass(frozen=True)
class Solver:
    """The techniques that shall solve a puzzle whose solution is known, by steps rated at most ``most``."""

    order: Profile
    most: float
    solution: Grid

    def followed(self, position: Position) -> tuple[list[Step], Position]:
        """Return the steps from a position, and where they end."""
        return followed(position, self.order, NODES, self.solution, self.most)

    def solves(self, puzzle: Puzzle) -> bool:
        """Return whether the techniques solve a puzzle to the end."""
        return self.followed(Position(puzzle))[1].grid.is_full

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
        try:
            step = finding.next_step(position, self.order, NODES, self.solution)
        except LimitReached:
            return False
        return step is not None and step.rating <= self.most
