"""The groups of options that many commands have: where the input comes from, and where the output goes."""

# The types are evaluated here, because the options are in them.

from typing import Annotated, TypedDict

from nonet.cli.parameters import Argument
from nonet.options import Choice, Flag, Text
from nonet.verbs.common import RULES, THREADS

__all__ = ["Board", "Boards", "Files", "Output", "OutputFile", "Position"]

_PUZZLE = Argument("A board, a file (its first puzzle) or -.", metavar="PUZZLE")
_PUZZLES = Argument("Boards, files, or - for standard input.", metavar="PUZZLES", several=True)
_FROM = Text("Input format (default: detected).", flags=("--from",), metavar="FORMAT")
_COLUMN = Text("Column of the puzzles in a table (default: detected).", metavar="NAME")
GIVENS = Choice(
    "filled: all filled cells are givens. unknown: it is not known which are.",
    ("filled", "unknown"),
    metavar="WHICH",
)


class Board(TypedDict):
    """One puzzle: the first that the argument names."""

    puzzle: Annotated[str | None, _PUZZLE]
    from_: Annotated[str | None, _FROM]
    rules: Annotated[str | None, RULES]


class Position(Board):
    """One puzzle, or a position on it."""

    givens: Annotated[str | None, GIVENS]


class Boards(TypedDict):
    """Puzzles that are read one by one."""

    puzzles: Annotated[list[str] | None, _PUZZLES]
    from_: Annotated[str | None, _FROM]
    rules: Annotated[str | None, RULES]


class Files(TypedDict):
    """Puzzles of files, also tables, that several threads work on."""

    puzzles: Annotated[list[str] | None, _PUZZLES]
    from_: Annotated[str | None, _FROM]
    column: Annotated[str | None, _COLUMN]
    rules: Annotated[str | None, RULES]
    jobs: Annotated[int | None, THREADS]


class OutputFile(TypedDict):
    """Where the output goes; its suffix chooses the format."""

    to: Annotated[
        str | None, Text("Output format (default: by --output, or txt).", metavar="FORMAT")
    ]
    output: Annotated[
        str | None,
        Text("Write to FILE; .gz is compressed.", flags=("--output", "-o"), metavar="FILE"),
    ]


class Output(OutputFile):
    """Where the output goes, where it can be JSON."""

    json: Annotated[bool, Flag("Short for --to jsonl.")]
