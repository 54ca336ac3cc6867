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
        with_choice: Callable[[_Choice], Puzzle],
    ) -> tuple[_Choice, Position] | None:
        """Return the choice that helps most where the techniques are stuck, and where they end with it.

        The first few are tried. If none of them makes a step, it is the first one. None if there are no choices.
        """
        best: tuple[int, _Choice, Position] | None = None
        tried = 0
        for choice in choices[:_TRIED]:
            begin = position.on(with_choice(choice))
            if begin.candidates().masks == position.candidates().masks and not self._has_step(
                begin
            ):
                continue
            _, end = self.followed(begin)
            left = sum(mask.bit_count() for mask in end.candidates().masks)
            if best is None or left < best[0]:
                best = left, choice, end
            tried += 1
            if tried == _FOLLOWED or end.grid.is_full:
                break
        if best is not None:
            return best[1:]
        if not choices:
            return None
        return choices[0], position.on(with_choice(choices[0]))

    def _has_step(self, position: Position) -> bool:
        try:
            step = finding.next_step(position, self.order, NODES, self.solution)
        except LimitReached:
            return False
        return step is not None and step.rating <= self.most
