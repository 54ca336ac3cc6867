"""All errors of nonet, in one tree: one ``except`` can catch any part of it.

::

    NonetError
    ├── ParseError(ValueError)       text or a list that is not a board: .text .line .column .format .source
    │   └── UnknownFormat            no format recognises the text, or no format has that name
    ├── RulesError(ValueError)       rules that contradict each other or do not fit the board
    ├── PuzzleError                  .puzzle
    │   ├── Conflict(ValueError)     givens that clash in a house or violate a constraint: .cells
    │   ├── NoSolution               .message: the text without the reason
    │   └── MultipleSolutions        .examples: two solutions, which show where they differ
    ├── Stuck                        no technique finds a step: .position, .steps so far
    ├── LimitReached                 the budget is spent: .progress is what is known so far
    └── MissingExtra(ImportError)    an optional dependency is not installed

A message says where (``r4c5``, line and column, all from 1), what was expected, what was found and what to do. A
subscript outside a board is an `IndexError`, an object of the wrong type a `TypeError`, as everywhere in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonet.boards.grid import Candidates, Grid
    from nonet.puzzle import Position, Puzzle
    from nonet.rules.constraints import Violation
    from nonet.steps import Step

__all__ = [
    "Conflict",
    "LimitReached",
    "MissingExtra",
    "MultipleSolutions",
    "NoSolution",
    "NonetError",
    "ParseError",
    "PuzzleError",
    "RulesError",
    "Stuck",
    "UnknownFormat",
]


DEPTH = 32
"""Most brackets inside each other in a text, and most constraints inside each other."""


class NonetError(Exception):
    """The base class of all errors of nonet."""


class ParseError(NonetError, ValueError):
    """Text or a list that cannot be read as a puzzle.

    ``reason`` is the message without the place. ``str(error)`` starts with the place, if it is known, as compilers do:
    ``top.sdm:12:82: …`` or ``line 12, column 82: …``. Lines and columns count from 1.
    """

    def __init__(
        self,
        reason: str,
        *,
        text: str = "",
        line: int | None = None,
        column: int | None = None,
        format: str | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.text = text
        self.line = line
        self.column = column
        self.format = format
        self.source = source

    def at(
        self, *, line: int | None = None, column: int | None = None, source: str | None = None
    ) -> ParseError:
        """Return the same error with its place; what is already known stays."""
        return type(self)(
            self.reason,
            text=self.text,
            line=self.line if self.line is not None else line,
            column=self.column if self.column is not None else column,
            format=self.format,
            source=self.source if self.source is not None else source,
        )

    def __str__(self) -> str:
        if self.source is not None:
            numbers = [str(n) for n in (self.line, self.column if self.line else None) if n]
            return ":".join([self.source, *numbers]) + ": " + self.reason
        names = [f"{name} {n}" for name, n in (("line", self.line), ("column", self.column)) if n]
        return ", ".join(names) + ": " + self.reason if names else self.reason


class UnknownFormat(ParseError):
    """No format recognises the text, or no format has that name."""


class RulesError(NonetError, ValueError):
    """Rules that contradict each other, do not fit the board, or are not supported by the function."""


class PuzzleError(NonetError):
    """A puzzle that does not have exactly one solution; ``puzzle`` is the puzzle."""

    def __init__(self, message: str, *, puzzle: Puzzle | None = None) -> None:
        super().__init__(message)
        self.puzzle = puzzle


class Conflict(PuzzleError, ValueError):
    """Two givens in one house are equal, or givens violate a constraint; ``cells`` are their indices from 0."""

    def __init__(
        self, message: str, *, puzzle: Puzzle | None = None, cells: Sequence[int] = ()
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self.cells = tuple(cells)


class NoSolution(PuzzleError):
    """The puzzle has no solution, although no two givens clash.

    ``str(error)`` ends with the reason if it can be said in a sentence. It is looked for when the text is asked for.
    """

    def __init__(
        self,
        message: str,
        *,
        puzzle: Puzzle | None = None,
        why: Callable[[], Violation | None] | None = None,
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self._why = why

    @property
    def message(self) -> str:
        """The text without the reason."""
        return super().__str__()

    def __str__(self) -> str:
        wrong = self._why() if self._why else None
        return f"{self.message}: {wrong.sentence}" if wrong else self.message


class MultipleSolutions(PuzzleError):
    """More than one solution; ``examples`` holds two of them."""

    def __init__(
        self, message: str, *, puzzle: Puzzle | None = None, examples: Sequence[Grid] = ()
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self.examples = tuple(examples)


class Stuck(NonetError):
    """No technique finds a step; ``position`` is where, ``steps`` are the steps that led to it."""

    def __init__(
        self, message: str, *, position: Position | None = None, steps: Sequence[Step] = ()
    ) -> None:
        super().__init__(message)
        self.position = position
        self.steps = tuple(steps)

    @property
    def candidates(self) -> Candidates | None:
        """The candidates of the position."""
        return None if self.position is None else self.position.candidates()


class LimitReached(NonetError):
    """The budget was spent before the answer was known; ``progress`` is what is known."""

    def __init__(self, message: str, *, progress: Any = None) -> None:
        super().__init__(message)
        self.progress = progress


class MissingExtra(NonetError, ImportError):
    """An optional dependency is missing; the message is the command that installs it."""

    def __init__(self, extra: str, needed_for: str) -> None:
        super().__init__(f'{needed_for} needs more packages: pip install "nonet[{extra}]"')
        self.extra = extra
        self.needed_for = needed_for

    def __reduce__(self) -> tuple[object, ...]:
        return MissingExtra, (self.extra, self.needed_for)


# A traceback says `nonet.ParseError: …`: the name that a program catches, wherever the class stands.
for _name in __all__:
    globals()[_name].__module__ = "nonet"
