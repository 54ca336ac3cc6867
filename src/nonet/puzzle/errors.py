"""The errors that carry a puzzle, a position on one, or its solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nonet.base.errors import NonetError

if TYPE_CHECKING:
    from nonet.boards.grid import Candidates, Grid
    from nonet.puzzle.position import Position
    from nonet.puzzle.value import Puzzle
    from nonet.rules.constraints import Violation
    from nonet.steps import Step

__all__ = ["Conflict", "MultipleSolutions", "NoSolution", "PuzzleError", "Stuck", "UnsoundStep"]


class PuzzleError(NonetError):
    """A puzzle that does not have exactly one solution; ``puzzle`` is the puzzle.

    Cause: one of the three classes below it.

    Cure: `Puzzle.check` says in sentences what is wrong, and `Puzzle.repair` finds the fewest changes that help.
    """

    puzzle: Puzzle | None

    def __init__(self, message: str, *, puzzle: Puzzle | None = None) -> None:
        super().__init__(message)
        self._keep(puzzle=puzzle)


class Conflict(PuzzleError, ValueError):
    """Two givens in one house are equal, or givens violate a constraint; ``cells`` are their indices from 0.

    Cause: in most cases a digit that was mistyped, or is in the wrong cell.

    Cure: compare the cells of the message with the source of the puzzle. If a house of the message should not be there,
    the rules are wrong.
    """

    cells: tuple[int, ...]

    def __init__(
        self, message: str, *, puzzle: Puzzle | None = None, cells: Sequence[int] = ()
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self._keep(cells=tuple(cells))


class NoSolution(PuzzleError):
    """The puzzle has no solution, although no two givens clash.

    ``str(error)`` ends with the reason if a sentence can explain it. The search for it begins when the text is used.

    Cause: a wrong given far from the place where it shows, or constraints that exclude each other.

    Cure: `Puzzle.repair` changes or removes the fewest givens so that there is one solution.
    """

    _why: Callable[[], Violation | None] | None

    def __init__(
        self,
        message: str,
        *,
        puzzle: Puzzle | None = None,
        why: Callable[[], Violation | None] | None = None,
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self._keep(_why=why)

    @property
    def message(self) -> str:
        """The text without the reason."""
        return super().__str__()

    def __str__(self) -> str:
        wrong = self._why() if self._why else None
        return f"{self.message}: {wrong.sentence}" if wrong else self.message


class MultipleSolutions(PuzzleError):
    """More than one solution; ``examples`` holds two of them.

    Cause: a given or a constraint is missing.

    Cure: ``Puzzle.solutions()`` yields them all. `Puzzle.repair` adds the fewest givens, and
    `Puzzle.true_candidates` shows where one helps.
    """

    examples: tuple[Grid, ...]

    def __init__(
        self, message: str, *, puzzle: Puzzle | None = None, examples: Sequence[Grid] = ()
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self._keep(examples=tuple(examples))


class Stuck(NonetError):
    """No technique finds a step; ``position`` is where, ``steps`` are the steps that led to it.

    Cause: the puzzle needs a technique that the profile does not have, or that nonet does not know for these rules.

    Cure: choose another ``profile``. `Puzzle.solution` and `Puzzle.count` need no techniques. If the puzzle does not
    have exactly one solution, `Puzzle.check` says so.
    """

    position: Position | None
    steps: tuple[Step, ...]

    def __init__(
        self, message: str, *, position: Position | None = None, steps: Sequence[Step] = ()
    ) -> None:
        super().__init__(message)
        self._keep(position=position, steps=tuple(steps))

    @property
    def candidates(self) -> Candidates | None:
        """The candidates of the position."""
        return None if self.position is None else self.position.candidates()


class UnsoundStep(NonetError):
    """A technique of your own found a step that contradicts the solution; ``step`` is the step, ``position`` is where.

    Cause: the function of the message draws a conclusion that does not follow. nonet shows no such step.

    Cure: look at the position, and correct the function.
    """

    position: Position | None
    step: Step | None

    def __init__(
        self, message: str, *, position: Position | None = None, step: Step | None = None
    ) -> None:
        super().__init__(message)
        self._keep(position=position, step=step)


# A traceback says `nonet.ParseError: …`: the name that a program catches, wherever the class is defined.
for _name in __all__:
    globals()[_name].__module__ = "nonet"
