"""nonet: Sudoku solved, counted, explained, rated, read and written.

    >>> import nonet
    >>> p = nonet.Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> p.count()
    1
    >>> p.solution()["r1c3"]
    4
    >>> print(p.hint())
    Hidden single in a box: r1c6=8

The nouns are `Puzzle`, `Position`, `Grid`, `Candidates`, `CellSet` and `Rules`; `parse`, `read` and `write` speak every
format; `batch` solves, rates and compares millions; `Puzzle.hint` explains, `generate` makes new ones, `teach` shows
how it is done; whatever goes wrong is a `NonetError`.
"""

from nonet.base import loading as _loading

if _loading.is_command():
    _loading.end_at_once()

from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.base import later as _later
from nonet.base.cells import CellSet, cell_index, cell_name
from nonet.base.errors import (
    LimitReached,
    MissingExtra,
    NonetError,
    ParseError,
    RulesError,
    TimeLimitReached,
    UnknownFormat,
)
from nonet.base.lazy import lazy as _lazy
from nonet.boards.grid import Candidates, Grid
from nonet.engine import Status
from nonet.puzzle import AtLeast, Check, Position, Puzzle, solve
from nonet.puzzle.errors import (
    Conflict,
    MultipleSolutions,
    NoSolution,
    PuzzleError,
    Stuck,
    UnsoundStep,
)
from nonet.rules import CLASSIC, House, Rules

if _TYPE_CHECKING:
    from nonet import batch, formats, lab, render, teach, variants
    from nonet import difficulty as difficulty
    from nonet.boards.transforms import Transform
    from nonet.formats import parse, parse_all, read, write
    from nonet.generating import generate
    from nonet.steps import Rating, Step, Technique, own_technique, technique

__all__ = [
    "CLASSIC",
    "AtLeast",
    "Candidates",
    "CellSet",
    "Check",
    "Conflict",
    "Grid",
    "House",
    "LimitReached",
    "MissingExtra",
    "MultipleSolutions",
    "NoSolution",
    "NonetError",
    "ParseError",
    "Position",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Rules",
    "RulesError",
    "Status",
    "Step",
    "Stuck",
    "Technique",
    "TimeLimitReached",
    "Transform",
    "UnknownFormat",
    "UnsoundStep",
    "batch",
    "cell_index",
    "cell_name",
    "formats",
    "generate",
    "lab",
    "own_technique",
    "parse",
    "parse_all",
    "read",
    "render",
    "solve",
    "teach",
    "technique",
    "variants",
    "write",
]

__version__ = "0.1.0"

# They would double the time that `import nonet` takes.
__getattr__, _names = _lazy(
    __name__,
    {
        "boards.transforms": ("Transform",),
        "formats": ("parse", "parse_all", "read", "write"),
        "generating": ("generate",),
        "steps": ("Rating", "Step", "Technique", "own_technique", "technique"),
    },
    modules=["batch", "difficulty", "formats", "generating", "lab", "render", "teach", "variants"],
)
_later.PLACES |= {"parse": "nonet.formats", "svg": "nonet.render", "odds_svg": "nonet.render"}


def __dir__() -> list[str]:
    return [*_names(), "__version__"]
