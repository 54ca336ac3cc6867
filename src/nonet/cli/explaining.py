"""The verbs of the human solver: `rate`, `hint`, `steps`."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from nonet.cli.learning import good, told
from nonet.cli.options import From, Jobs, Json, OutputFile, Puzzles, Rules, usage
from nonet.cli.verbs import app, arguments_of, run_of

__all__ = ["hint", "rate", "steps"]


class _Level(StrEnum):
    nudge = "nudge"
    name = "name"
    where = "where"
    full = "full"


_Implications = Annotated[
    int | None,
    typer.Option("--budget", min=1, metavar="N", help="Implications that may be followed."),
]
_One = Annotated[
    str | None, typer.Argument(help="A puzzle, a file (its first one), or -.", metavar="PUZZLE")
]


@app.command(short_help="Say how hard every puzzle is.")
def rate(
    puzzles: Puzzles = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A CSV file with puzzle, er, ep, ed, to compare with."),
    ] = None,
    budget: _Implications = None,
    output: OutputFile = None,
    csv: Annotated[bool, typer.Option("--csv", help="A CSV file.")] = False,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Rate every puzzle as Sudoku Explainer 1.2.1 does.

    ER is the rating of the hardest step that the puzzle needs, EP that up to the first digit placed,
    ED that of the first step. In a pipe a line has ED=ER/EP/ED behind the puzzle; on a terminal there
    is a table.
    """
    if csv and json:
        usage("--csv and --json are two answers to one question; choose one")
    if compare is not None:
        if puzzles or csv or json or output:
            usage("--compare rates the puzzles of its own file, and prints a table")
        from nonet.cli.agreement import compare_with

        raise typer.Exit(told(compare_with, compare, budget=budget, jobs=jobs))
    from nonet.cli.rating import HEADS, ROWS, Rate
    from nonet.cli.running import run

    seen = output in (None, "-") and sys.stdout.isatty()
    style = "csv" if csv else "json" if json else "table" if seen else "line"
    options = run_of(puzzles, output, from_, rules, jobs, 2)
    options = replace(options, rows=ROWS, head=HEADS.get(style, b""))
    raise typer.Exit(run(options, Rate(style, budget)))


@app.command(short_help="Give a hint.")
def hint(
    puzzle: _One = None,
    level: Annotated[
        _Level, typer.Option(metavar="LEVEL", help="How much to tell: nudge, name, where or full.")
    ] = _Level.full,
    budget: _Implications = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Say what the easiest next step is.

    The puzzle may be in the middle of the game: in a format that keeps pencil marks, or the digits
    that were put in, the hint goes on from there.
    """
    from nonet.cli import stepping

    board = next(good(arguments_of([puzzle] if puzzle is not None else None), from_, rules))
    raise typer.Exit(told(stepping.hint, board, level.value, budget=budget, json=json))


@app.command(short_help="Solve a puzzle step by step.")
def steps(
    puzzle: _One = None,
    full: Annotated[bool, typer.Option("--full", help="Explain every step.")] = False,
    picture: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Draw and explain step N.")
    ] = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the picture of --picture as SVG.")
    ] = None,
    budget: _Implications = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Print the easiest steps that solve a puzzle, one numbered line for each.

    A line has the rating of the step, its name, and what follows: r4c5=7 is put in, r4c5<>7 goes.
    """
    from nonet.cli import stepping

    if svg is not None and picture is None:
        usage("--svg is the picture of one step; say which one with --picture N")
    if json and (full or picture is not None):
        usage("--json has everything about every step; leave --full and --picture out")
    board = next(good(arguments_of([puzzle] if puzzle is not None else None), from_, rules))
    wanted = stepping.Wanted(full=full, picture=picture, svg=svg, json=json)
    raise typer.Exit(told(stepping.steps, board, wanted, budget=budget))
