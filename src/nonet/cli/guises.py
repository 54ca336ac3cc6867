"""The verbs about puzzles that are the same in other guises: `canonical`, `dedupe`, `augment`, `split`."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from nonet.cli.options import From, Jobs, Json, OutputFile, Puzzles, Rules, usage
from nonet.cli.running import run
from nonet.cli.verbs import app, run_of

__all__ = ["augment", "canonical", "dedupe", "split"]


class _By(StrEnum):
    puzzle = "puzzle"
    solution = "solution"


_Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="The seed of the dice.")]


@app.command(short_help="Print the canonical form of every puzzle.")
def canonical(
    puzzles: Puzzles = None,
    transform: Annotated[
        bool, typer.Option("--transform", help="Add the number of the transform that leads there.")
    ] = False,
    automorphisms: Annotated[
        bool, typer.Option("--automorphisms", help="Add how many transforms change nothing.")
    ] = False,
    output: OutputFile = None,
    json: Json = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Print the one board that stands for every puzzle and all that are the same.

    Two puzzles are the same if rows, columns and digits can be exchanged so that one becomes the
    other; then they have the same canonical form, and else they do not.
    """
    if json and (transform or automorphisms):
        usage("--json has everything; leave --transform and --automorphisms out")
    from nonet.cli.forms import Canonical

    options = run_of(puzzles, output, from_, rules, jobs, 2)
    raise typer.Exit(run(options, Canonical(transform, automorphisms, json)))


@app.command(short_help="Drop puzzles that are the same as an earlier one.")
def dedupe(
    puzzles: Puzzles = None,
    count: Annotated[
        bool, typer.Option("--count", help="Print only how many different ones there are.")
    ] = False,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="Memory for what has been seen, such as 500M or 2G.")
    ] = "1G",
    output: OutputFile = None,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Print the first of all puzzles that are the same, in the order of the input.

    What does not fit into --memory goes to files without a name in the directory for temporary
    files (TMPDIR), 130 bytes for a puzzle; those puzzles are printed at the end.
    """
    from nonet.cli.distinct import Distinct, bytes_of
    from nonet.cli.forms import Classes

    try:
        most = bytes_of(memory)
    except ValueError as error:
        usage(f"--memory: {error}")
    options = run_of(puzzles, output, from_, rules, jobs, 2)
    raise typer.Exit(run(options, Classes(), Distinct(memory=most, count=count)))


@app.command(short_help="Print every puzzle in other guises.")
def augment(
    puzzles: Puzzles = None,
    number: Annotated[
        int, typer.Option("-n", min=1, max=100_000, metavar="N", help="Guises of each puzzle.")
    ] = 1,
    seed: _Seed = 0,
    output: OutputFile = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="A CSV file of puzzles and their solutions.")
    ] = False,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Print every puzzle in guises at random: rows, columns and digits exchanged.

    The same seed gives the same lines. With --csv the solution beside the puzzle is in the same guise.
    """
    from nonet.cli.guised import HEAD, Guises, Sources

    options = run_of(puzzles, output, from_, rules, jobs, 2)
    options = replace(options, rows=max(1, 65_536 // number), head=HEAD if csv else b"")
    raise typer.Exit(run(options, Sources(csv), Guises(number, seed)))


@app.command(short_help="Print the puzzles of one part of a data set.")
def split(
    puzzles: Puzzles = None,
    part: Annotated[int, typer.Option(min=1, metavar="N", help="The part to print, from 1.")] = 1,
    fractions: Annotated[
        str, typer.Option(metavar="F,F,...", help="The shares of the parts.")
    ] = "0.8,0.1,0.1",
    by: Annotated[
        _By, typer.Option(metavar="WHAT", help="What no two parts share: puzzle or solution.")
    ] = _By.solution,
    seed: _Seed = 0,
    output: OutputFile = None,
    from_: From = None,
    rules: Rules = None,
    jobs: Jobs = None,
) -> None:
    """Print the puzzles of one part, in the order of the input: one run for each part.

    Puzzles that are the same in other guises are in the same part, and with --by solution those that
    have the same solution in any guise as well. Where a puzzle goes depends on itself and the seed.
    """
    from nonet.batch.keys import bounds_of
    from nonet.cli.forms import Part

    try:
        bounds = tuple(bounds_of([float(share) for share in fractions.split(",")]))
    except ValueError as error:
        usage(f"--fractions: {error}")
    if part > len(bounds):
        usage(f"--part is {part}; --fractions says that there are {len(bounds)}")
    options = run_of(puzzles, output, from_, rules, jobs, 2)
    raise typer.Exit(run(options, Part(part - 1, bounds, seed, by.value)))
