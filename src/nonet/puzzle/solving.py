"""`solve`: from the text of a puzzle to the text of its solution, without the objects between them where possible."""

from __future__ import annotations

from nonet import engine
from nonet.puzzle.value import IntoPuzzle, Puzzle
from nonet.rules import Rules

__all__ = ["solve"]


def solve(
    puzzle: IntoPuzzle, *, rules: Rules | str | None = None, budget: int | None = None
) -> str:
    """Return the only solution of a puzzle as one line of text, one character per cell.

    It is ``Puzzle(puzzle, rules=rules).solution(budget=budget).text()``, and raises the same errors: `ParseError` or
    `RulesError` if the puzzle cannot be read, `Conflict`, `NoSolution` or `MultipleSolutions` if it does not have
    exactly one solution, `LimitReached` if the budget is spent. A plain line of 81 characters is solved faster than
    through a `Puzzle`. For many puzzles `nonet.batch.solve` is faster still.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> solve("1... ..3. .4.. ...2")
    '1324423124133142'
    """
    if rules is None and budget is None:
        line = engine.solve_text(puzzle)
        if line is not None:
            return line
    return Puzzle(puzzle, rules=rules).solution(budget=budget).text()
