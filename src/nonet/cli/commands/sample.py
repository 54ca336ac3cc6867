"""`nonet sample`: random solutions, each equally likely."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated

import typer

from nonet.cli.options import Budget, From, OnePuzzle, OutputFile, Rules, whole
from nonet.cli.single import code_of, first_puzzle
from nonet.cli.stream.output import written
from nonet.cli.stream.progress import counting_progress

__all__ = ["sample"]

_EMPTY = "." * 81


def sample(
    puzzle: OnePuzzle = None,
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", parser=whole(1), metavar="N", help="How many solutions (default: 1)."
        ),
    ] = 1,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(0), metavar="N", help="Random seed (default: a random one)."),
    ] = None,
    budget: Budget = None,
    output: OutputFile = None,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Print random solutions, each equally likely.

    Without a PUZZLE they are solutions of the empty board: random full grids without the bias of a
    random search. A solution can be printed several times. Without --seed a random one is used.
    """
    chosen = secrets.randbits(32) if seed is None else seed
    board = first_puzzle(_EMPTY if puzzle is None else puzzle, from_, rules)

    def work() -> int:
        with counting_progress() as progress:
            grids = board.sample(number, seed=chosen, budget=budget, progress=progress)
        written(output, "".join(f"{grid.text()}\n" for grid in grids))
        if seed is None and sys.stderr.isatty():
            print(f"sampled with --seed {chosen}", file=sys.stderr)
        return 0

    raise typer.Exit(code_of(work))
