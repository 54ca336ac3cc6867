"""Options that many commands have: where the input comes from, where the output goes, and how it is shown."""

# The types are evaluated here, because the options are in them.

from typing import Annotated, TypedDict

from nonet.base.options import Choice, Flag, OutFile, Real, Text, Whole, listed
from nonet.cli.parameters import FileArgument, Target
from nonet.verbs.common import BUDGET, LANGUAGE, RULES, SEED, THREADS

__all__ = [
    "COLUMN",
    "MOST",
    "OUTPUT",
    "REPLACE",
    "AllowOwn",
    "AnswerColumns",
    "AnyBoard",
    "Ascii",
    "Boards",
    "Budget",
    "Files",
    "From",
    "Givens",
    "Implications",
    "Language",
    "Long",
    "OneBoard",
    "Output",
    "OutputFile",
    "Rules",
    "Seconds",
    "Seed",
    "Steps",
    "Tables",
    "With",
]


def _readable() -> list[str]:
    """Return the names of the formats that nonet reads."""
    from nonet.formats import FORMATS

    return [fmt.name for fmt in FORMATS.values() if fmt.can_read]


def _check_format(name: str, flag: str) -> tuple[str, ...]:
    """Raise `ValueError` unless nonet reads the format."""
    if name not in (names := _readable()):
        raise ValueError(f"unknown format {name!r} for {flag}; use {listed(names)}")
    return ()


COLUMN = Text("Column of the puzzles in a table (default: detected).", metavar="NAME")
OUTPUT = OutFile("Write to FILE; .gz is compressed.", flags=("--output", "-o"))
REPLACE = Flag("Answers replace columns of a table with their names.")
MOST = 100_000
"""The most solutions that --all finds."""

_FROM = Text(
    "Input format (default: detected).",
    flags=("--from",),
    metavar="FORMAT",
    offers=_readable,
    check=_check_format,
)
_PUZZLE = FileArgument("A board, a file (its first puzzle) or -.", metavar="PUZZLE")
_PUZZLES = FileArgument("Boards, files, or - for standard input.", metavar="PUZZLES", several=True)

# -- single options -------------------------------------------------------------------------------

AllowOwn = Annotated[bool, Flag("Run the Python code that the file of --profile names.")]
Ascii = Annotated[bool, Flag("Draw with + - and | only.")]
Budget = Annotated[int | None, BUDGET]
From = Annotated[str | None, _FROM]
Givens = Annotated[
    str | None,
    Choice(
        "filled: all filled cells are givens. unknown: it is not known which are.",
        ("filled", "unknown"),
        metavar="WHICH",
    ),
]
Implications = Annotated[int | None, Whole("Give a puzzle up after {metavar} implications.", 1)]
Language = Annotated[str | None, LANGUAGE]
Long = Annotated[bool, Flag("Show every line of a long proof.")]
Rules = Annotated[str | None, RULES]
Seconds = Annotated[float | None, Real("Give a puzzle up after {metavar} seconds.", 0.01)]
Seed = Annotated[int, SEED]
Steps = Annotated[int | None, Whole("End each run after {metavar} steps.", 1)]
With = Annotated[str, Text("Algorithm (default: {default}).", flags=("--with",), metavar="NAME")]

# -- groups ---------------------------------------------------------------------------------------


class OneBoard(TypedDict):
    """One puzzle: the first that the argument names."""

    puzzle: Annotated[str | None, _PUZZLE]
    from_: From
    rules: Rules


class AnyBoard(OneBoard):
    """One puzzle, or a position on it."""

    givens: Givens


class Boards(TypedDict):
    """Puzzles, one by one."""

    puzzles: Annotated[list[str] | None, _PUZZLES]
    from_: From
    rules: Rules


class Tables(TypedDict):
    """Puzzles that can be in tables."""

    puzzles: Annotated[list[str] | None, _PUZZLES]
    from_: From
    column: Annotated[str | None, COLUMN]
    rules: Rules


class Files(Tables):
    """Puzzles that several threads work on."""

    jobs: Annotated[int | None, THREADS]


class OutputFile(TypedDict):
    """Where the output goes; its suffix chooses the format."""

    to: Annotated[
        str | None, Text("Output format (default: by --output, or txt).", metavar="FORMAT")
    ]
    output: Annotated[Target | None, OUTPUT]


class Output(OutputFile):
    """Where the output goes, which can be JSON."""

    json: Annotated[bool, Flag("Short for --to jsonl.")]


class AnswerColumns(Output):
    """The same for answers beside the columns of a table."""

    replace: Annotated[bool, REPLACE]
