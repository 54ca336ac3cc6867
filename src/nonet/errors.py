"""Everything that nonet raises, in one tree, so that one ``except`` can catch any part of it.

::

    NonetError
    ├── ParseError(ValueError)       text that is not a puzzle: .text .line .column .format .source
    │   └── UnknownFormat            no reader recognises the text, or no format has that name
    ├── RulesError(ValueError)       rules that cannot be built, or that do not fit the board
    ├── PuzzleError                  .puzzle
    │   ├── Conflict(ValueError)     givens break a house: .cells
    │   ├── NoSolution
    │   └── MultipleSolutions        .examples: two solutions, so that one sees where they differ
    ├── Stuck                        the techniques run out: .candidates, .steps so far
    ├── LimitReached                 the budget is spent: .progress says what is known so far
    └── MissingExtra(ImportError)    an optional dependency is not installed

A message is one sentence that says where (1-based, ``r4c5``, line and column) and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonet.grid import Candidates, Grid
    from nonet.puzzle import Puzzle
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


class NonetError(Exception):
    """The root of the tree: whatever nonet raises on purpose is one of these."""


class ParseError(NonetError, ValueError):
    """Text that cannot be read as a puzzle.

    ``reason`` is the sentence without its place; ``str(error)`` puts the place in front of it in
    the manner of a compiler, ``top.sdm:12:82: …`` or ``line 12, column 82: …``, as far as the
    place is known. Lines and columns count from 1.
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
        """Return the same error with a place filled in; what is already known stays."""
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
    """No reader recognises the text, or there is no format of that name."""


class RulesError(NonetError, ValueError):
    """Rules that contradict themselves, or that no engine in this version can solve."""


class PuzzleError(NonetError):
    """A puzzle that has not the one solution that was asked for; ``puzzle`` is the culprit."""

    def __init__(self, message: str, *, puzzle: Puzzle | None = None) -> None:
        super().__init__(message)
        self.puzzle = puzzle


class Conflict(PuzzleError, ValueError):
    """Two givens of one house are equal; ``cells`` holds both cells as indices from 0."""

    def __init__(
        self, message: str, *, puzzle: Puzzle | None = None, cells: Sequence[int] = ()
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self.cells = tuple(cells)


class NoSolution(PuzzleError):
    """The givens do not contradict each other at sight, but nothing completes them."""


class MultipleSolutions(PuzzleError):
    """More than one solution; ``examples`` holds two of them."""

    def __init__(
        self, message: str, *, puzzle: Puzzle | None = None, examples: Sequence[Grid] = ()
    ) -> None:
        super().__init__(message, puzzle=puzzle)
        self.examples = tuple(examples)


class Stuck(NonetError):
    """No technique finds a step; ``candidates`` is the board that is left, ``steps`` is how it came to that."""

    def __init__(
        self, message: str, *, candidates: Candidates | None = None, steps: Sequence[Step] = ()
    ) -> None:
        super().__init__(message)
        self.candidates = candidates
        self.steps = tuple(steps)


class LimitReached(NonetError):
    """The budget is spent before the answer is known; ``progress`` says what is known."""

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
