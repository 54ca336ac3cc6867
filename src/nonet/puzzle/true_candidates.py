"""The digits of each cell that occur in some solution, and why the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonet import engine
from nonet.base.cells import cell_name, cells_at
from nonet.base.errors import LimitReached
from nonet.boards.grid import Candidates, Grid

if TYPE_CHECKING:
    from nonet.puzzle.position import Position
    from nonet.puzzle.value import Puzzle
    from nonet.rules import Rules
    from nonet.steps import Step

__all__ = ["Answer", "TrueCandidates", "why"]


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
        candidates = cls.from_masks(masks)
        assert isinstance(candidates, TrueCandidates)
        candidates._keep(puzzle=puzzle)
        return candidates

    def why(
        self, cell: int | str | tuple[int, int], digit: int, *, budget: int | None = None
    ) -> Step:
        """Return why a cell has a digit in no solution: a contradiction chain from it, however long.

        Each line is one inference by a cell, a house or a constraint; where that is not enough, other candidates are
        supposed inside, in chains of their own. The digit is counted from 1, whatever the values of the digits are.
        ``budget`` limits the implications. Raises `ValueError` if there is no such digit, if a solution has it there,
        or if a given or the pencil marks exclude it, and `LimitReached` if the budget is spent.
        """
        from nonet.puzzle import network
        from nonet.puzzle.position import Position

        rules = self.puzzle.rules
        place = cells_at(cell, rules.size)
        name = cell_name(place, rules.size)
        if not 1 <= digit <= rules.size:
            counted = "" if rules.has_usual_digits else f"; 1 stands for {rules.digits[0]} here"
            raise ValueError(f"expected a digit from 1 to {rules.size}, got {digit}{counted}")
        if digit in self[place]:
            raise ValueError(f"{name} is {rules.digits[digit - 1]} in some solution")
        board = Position(self.puzzle).candidates()
        if digit not in board[place]:
            raise ValueError(
                f"{name} cannot be {rules.digits[digit - 1]}: {_at_sight(rules, board.placed, place, digit)}"
            )
        step = network.why_not(rules, board, place, digit, budget=budget)
        assert step is not None, "a digit of no solution has a proof"
        return step


class Answer(NamedTuple):
    """What is known of a candidate: one of these. Without any, the pencil marks of the puzzle exclude it.

    ``solution`` has the digit there; ``step`` proves that none has; the digit of the cell ``by`` excludes it at once.
    """

    solution: Grid | None = None
    step: Step | None = None
    by: int | None = None


def why(position: Position, cell: int, digit: int, *, budget: int | None = None) -> Answer:
    """Return a solution of a position with a digit in a cell, or why it has none.

    The digits and candidates of the position count as known, but the digit in question may be removed there.
    ``budget`` limits the implications of the proof. Raises what `Position.hint` raises for a position that no solution
    has, and `LimitReached` if a budget is spent.

    >>> from nonet.puzzle import Position
    >>> why(Position("1... ..3. .4.. ...."), 1, 3).solution.text()
    '1324423124133142'
    """
    from nonet.puzzle import explaining, network

    explaining.require_right(position)
    rules, grid, marks = position.rules, position.grid, position.marks
    by = seen_by(rules, grid, cell, digit)
    bit = 1 << digit - 1
    if by is not None or (marks is not None and not marks.masks[cell] & bit):
        return Answer(by=by)
    left = position.candidates()
    masks = (*left.masks[:cell], left.masks[cell] | bit, *left.masks[cell + 1 :])
    board = Candidates._trusted(masks, grid)
    alone = Candidates._trusted((*masks[:cell], bit, *masks[cell + 1 :]), grid)
    found = engine.search(rules, grid, alone, limit=1, budget=None)
    if found.grids:
        return Answer(solution=found.grids[0])
    if not found.exact:
        raise LimitReached(engine.budget_sentence(rules, None))
    return Answer(step=network.why_not(rules, board, cell, digit, budget=budget))


def seen_by(rules: Rules, grid: Grid, cell: int, digit: int) -> int | None:
    """Return the filled cell by which a house excludes a digit of a cell at once: perhaps itself, None if none does."""
    if grid[cell]:
        return None if grid[cell] == digit else cell
    cells = (other for house in rules.houses if cell in house.cells for other in house.cells)
    return next((other for other in cells if grid[other] == digit), None)


def _at_sight(rules: Rules, grid: Grid, cell: int, digit: int) -> str:
    """Return what excludes a digit of a cell at once, as the end of a sentence."""
    by = seen_by(rules, grid, cell, digit)
    if by is None:
        return "the pencil marks leave it out"
    return f"{cell_name(by, rules.size)} is {grid[by]}"
