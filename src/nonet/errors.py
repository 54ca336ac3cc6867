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
    ├── UnsoundStep                  a technique of your own contradicts the solution: .position, .step
    ├── LimitReached                 the budget is spent: .progress is what is known so far
    ├── TimeLimitReached             the time of a `nonet.engine.time_limit` is over: .progress so far
    └── MissingExtra(ImportError)    an optional dependency is not installed
"""

from nonet.base.errors import (
    LimitReached,
    MissingExtra,
    NonetError,
    ParseError,
    RulesError,
    TimeLimitReached,
    UnknownFormat,
)
from nonet.puzzle.errors import (
    Conflict,
    MultipleSolutions,
    NoSolution,
    PuzzleError,
    Stuck,
    UnsoundStep,
)

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
    "TimeLimitReached",
    "UnknownFormat",
    "UnsoundStep",
]
