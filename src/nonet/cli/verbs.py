"""The verbs and their options, and what is wrong with options.

Every verb is a few lines: check the options, choose who answers, run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet import __version__, engine
from nonet.cli import answers
from nonet.cli.inputs import sources_of
from nonet.cli.options import (
    Budget,
    From,
    Jobs,
    Json,
    Limit,
    OutputFile,
    Puzzles,
    Rules,
    To,
    known_format,
    known_rules,
    usage,
)
from nonet.cli.running import Run, run

if TYPE_CHECKING:
    from nonet.errors import ParseError
    from nonet.formats import Record
    from nonet.grid import Grid

__all__ = ["app", "arguments_of", "run_of", "target_format"]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

_EXAMPLES = """\b
Examples:
  nonet solve puzzles.txt > solutions.txt
  zcat billion.gz | nonet solve - | gzip > solutions.gz
  nonet solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  nonet solve .1.....4...3..2.
  nonet solve --rules 2x3 six_by_six.txt
  nonet solve --rules "diagonals windoku" puzzles.txt
  nonet count --limit 1000 sparse.txt
  nonet check puzzles.csv
  nonet rate puzzles.txt
  nonet hint --level nudge 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  nonet steps puzzle.txt
  nonet show --solve puzzle.sdk
  nonet convert collection.sdm -o collection.csv
  nonet generate -n 10 --seed 7 --symmetry rotational --hardest xy_wing
  nonet minimise puzzles.txt
  nonet dedupe collection.txt > different.txt
  nonet augment -n 10 --csv puzzles.txt > train.csv
  nonet trace --with backtracking puzzle.txt
  nonet compare --with backtracking,norvig puzzles.txt

\b
A puzzle is given as a file in any format, as - for standard input, or as itself.
Boards from 4x4 to 36x36 are known by their size; --rules says what a board does not say:
2x3 (boxes of 2 rows and 3 columns), latin (no boxes), jigsaw:AABB... (regions, a sign for
each cell), diagonals, windoku, disjoint, pair:r1c1r2c2 (a house of any cells and name).
Exit code: 0 all is well, 1 something is wrong with a puzzle or a file, 2 wrong usage.
"""


class _Color(StrEnum):
    auto = "auto"
    always = "always"
    never = "never"


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"nonet {__version__} ({engine.instruction_set()})")
        raise typer.Exit


@app.callback(epilog=_EXAMPLES)
def _main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Solve, count, check, rate, explain, make, draw and convert Sudoku, in any format."""


@app.command()
def solve(
    puzzles: Puzzles = None,
    limit: Annotated[
        int,
        typer.Option(
            "--limit", min=1, metavar="N", help="1: any solution; 2: the only one, proved."
        ),
    ] = 2,
    budget: Budget = None,
    to: To = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Print the solution of every puzzle.

    One line per puzzle, in order. A puzzle without exactly one solution is told on its line behind
    a # and on standard error.
    """
    target = target_format(to, output)
    if json and to:
        usage("--json and --to are two answers to one question; choose one")
    options = run_of(puzzles, output, from_, rules, jobs, limit)
    if json or target in (None, "line", "sdm"):
        raise typer.Exit(run(options, answers.Solve(limit, budget, json)))
    from nonet.cli import boards

    beside = target in boards.BESIDE
    work = boards.SolveInto(limit, budget, beside)
    raise typer.Exit(run(_whole(options), work, boards.Boards(target, {})))


@app.command()
def count(
    puzzles: Puzzles = None,
    limit: Limit = 2,
    budget: Budget = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Print the number of solutions of every puzzle.

    A + behind the number says "or more": the limit or the budget was reached.
    """
    options = run_of(puzzles, output, from_, rules, jobs, limit)
    raise typer.Exit(run(options, answers.Count(limit, budget, json)))


@app.command(short_help="Say whether every puzzle has one solution.")
def check(
    puzzles: Puzzles = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="SOLUTION", help="A solution to judge, or a file with one per puzzle."
        ),
    ] = None,
    budget: Budget = None,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Say of every puzzle whether it has one solution, and what is wrong if not.

    A solution beside the puzzle, in a table or by --against, is judged as well.
    """
    options = run_of(puzzles, output, from_, rules, jobs, 2)
    if against is not None:
        options = _whole(options, _paired(against, rules))
    raise typer.Exit(run(options, answers.Check(2, budget, json)))


@app.command()
def show(
    puzzles: Puzzles = None,
    solve: Annotated[bool, typer.Option("--solve", help="Fill in the solution.")] = False,
    candidates: Annotated[bool, typer.Option("--candidates", help="Draw pencil marks.")] = False,
    blank: Annotated[str, typer.Option(metavar="SIGN", help="The sign of an empty cell.")] = ".",
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with + - |.")] = False,
    color: Annotated[
        _Color, typer.Option(metavar="WHEN", help="Colours: auto, always or never.")
    ] = _Color.auto,
    budget: Budget = None,
    output: OutputFile = None,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Draw every puzzle.

    Givens are bold and the digits of the solution coloured; NO_COLOR is obeyed.
    """
    if len(blank) != 1 or not blank.isprintable() or blank in "123456789":
        usage(f"--blank is {blank!r}; it must be one printable sign that is no digit 1-9")
    from nonet.cli import boards

    options = run_of(puzzles, output, from_, rules, 1, 2)
    colored = color is _Color.always
    if color is _Color.auto:
        colored = output in (None, "-") and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    work = boards.Show(blank, "ascii" if ascii else "unicode", colored, solve, candidates, budget)
    raise typer.Exit(run(_whole(options), work, boards.Boards(None, {})))


@app.command()
def convert(
    puzzles: Puzzles = None,
    to: To = None,
    output: OutputFile = None,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Write every puzzle in another format.

    The format is that of --to, or of the suffix of --output, or one line per puzzle. What it
    cannot hold is refused puzzle by puzzle.
    """
    from nonet.cli import boards

    target = target_format(to, output) or "line"
    options = _whole(run_of(puzzles, output, from_, rules, 1, 2))
    raise typer.Exit(run(options, boards.Convert(), boards.Boards(target, {})))


@app.command(short_help="Measure the speed on a file.")
def bench(
    puzzles: Annotated[str, typer.Argument(help="A file of puzzles.", metavar="FILE")],
    seconds: Annotated[float, typer.Option(min=0.1, metavar="S", help="CPU time to spend.")] = 3.0,
    limit: Limit = 2,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Measure how fast this machine solves the puzzles of a file.

    They are permuted and shuffled each time, and every answer is verified. (Of puzzles that are not
    classic the digits alone are permuted.)
    """
    from nonet.cli.bench import measure

    known_rules(rules)
    code = measure(puzzles, seconds=seconds, limit=limit, json=json, format=from_, rules=rules)
    raise typer.Exit(code)


# -- options --------------------------------------------------------------------------------------


def arguments_of(puzzles: list[str] | None) -> list[str]:
    """Return the arguments, standard input if there are none and somebody writes to it."""
    if puzzles:
        return puzzles
    if sys.stdin is None or sys.stdin.isatty():
        usage("give a file, a puzzle, or - for standard input")
    return ["-"]


def run_of(
    puzzles: list[str] | None,
    output: str | None,
    format: str | None,
    rules: str | None,
    jobs: int | None,
    limit: int,
) -> Run:
    """Check what all verbs have in common."""
    puzzles = arguments_of(puzzles)
    known_format(format, "--from")
    known_rules(rules)
    if output is not None and os.path.exists(output):
        for path in puzzles:
            if os.path.exists(path) and os.path.samefile(path, output):
                usage(f"{path} is both read and written; choose another --output")
    return Run(
        sources_of(puzzles),
        jobs=jobs or engine.threads_available(),
        output=output,
        format=format,
        rules=rules,
        lines=True,
        limit=limit,
    )


def _whole(options: Run, adapt: Callable[[Any], Any] | None = None) -> Run:
    """Return the options of a run that needs puzzles, not only their boards."""
    return replace(options, lines=False, adapt=adapt)


def target_format(to: str | None, output: str | None) -> str | None:
    """Return the format of the output by ``--to``, or by the suffix of the file."""
    known_format(to, "--to")
    if to is not None or output in (None, "-"):
        return to
    from nonet.formats import FORMATS
    from nonet.formats.writing import suffix_of

    suffix = suffix_of(output)
    return next((f.name for f in FORMATS.values() if suffix in f.suffixes and f.can_write), None)


def _paired(against: str, rules: str | None) -> Callable[[Iterable[Record]], Iterator[Record]]:
    """Return what puts second boards beside the puzzles: one for all, or one for each."""
    from itertools import chain, islice, repeat

    from nonet.errors import NonetError, ParseError

    try:
        found = _grids(against, rules)
        first = list(islice(found, 2))
    except (NonetError, OSError) as error:
        usage(f"--against: {getattr(error, 'strerror', None) or error}")
    for second in first:
        if isinstance(second, ParseError):
            usage(f"--against: {second}")
    seconds = repeat(first[0]) if len(first) == 1 else chain(first, found)

    def adapt(records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            if record.puzzle is None:
                yield record
                continue
            second = next(seconds, ParseError(f"{against} holds no board for this puzzle"))
            if isinstance(second, ParseError):
                yield replace(record, puzzle=None, error=second)
            else:
                yield replace(record, puzzle=record.puzzle.with_info(solution=second.text()))

    return adapt


def _grids(against: str, rules: str | None) -> Iterator[Grid | ParseError]:
    """Yield the boards of a file or an argument, and what cannot be read in its place."""
    import io

    from nonet import formats
    from nonet.errors import ParseError
    from nonet.grid import Grid

    (source,) = sources_of([against])
    text = None if source.text is None else io.StringIO(source.text)
    path = "-" if source.path is None else source.path
    for record in formats.records(text or path, rules=rules):
        try:
            # A solution need not say by which rules: those are the puzzle's.
            yield record.puzzle.givens if record.puzzle is not None else Grid(record.text)
        except ParseError as error:
            yield record.error or error
