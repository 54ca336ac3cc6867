"""The digits of each cell that occur in some solution, and why the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.base.cells import cell_name, cells_at
from nonet.boards.grid import Candidates

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle
    from nonet.steps import Step

__all__ = ["TrueCandidates"]


class TrueCandidates(Candidates):
    """For each cell the digits that it has in some solution of ``puzzle``; `Puzzle.true_candidates` makes them.

    >>> from nonet import Puzzle
    >>> true = Puzzle("1... ..3. .4.. ....").true_candidates()
    >>> print(true.why("r1c2", 2))
    Short contradiction: r1c2<>2
    """

    __slots__ = ("puzzle",)
    puzzle: Puzzle

    @classmethod
    def of(cls, puzzle: Puzzle, masks: list[int]) -> TrueCandidates:
        """Return the true candidates of a puzzle, which are known, as masks."""
        found = cls.from_masks(masks)
        assert isinstance(found, TrueCandidates)
        object.__setattr__(found, "puzzle", puzzle)
        return found

    def why(self, cell: Any, digit: int, *, budget: int | None = None) -> Step:
        """Return why a cell has a digit in no solution: a contradiction chain from it, however long.

        Each line is one inference by a cell, a house or a constraint; where that is not enough, other candidates are
        supposed inside, in chains of their own. ``budget`` limits the implications. Raises `ValueError` if a solution
        has the digit there, or if a given or a mark excludes it, and `LimitReached` if the budget is spent.
        """
        from nonet.puzzle import network
        from nonet.puzzle.position import Position

        size = self.puzzle.rules.size
        place = cells_at(cell, size)
        name = cell_name(place, size)
        if digit in self[place]:
            raise ValueError(f"{name} is {digit} in some solution")
        board = Position(self.puzzle).candidates()
        if digit not in board[place]:
            raise ValueError(f"{name} cannot be {digit}: a given excludes it")
        step = network.why_not(self.puzzle.rules, board, place, digit, budget=budget)
        assert step is not None, "a digit of no solution has a proof"
        return step
