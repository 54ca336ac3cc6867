"""`nonet sample`: random solutions, each equally likely."""

from __future__ import annotations

from typing import Annotated

import typer

from nonet.cli.options import Budget, From, OnePuzzle, OutputFile, Rules, Seed, whole
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
    seed: Seed = 0,
    budget: Budget = None,
    output: OutputFile = None,
    from_: From = None,
    rules: Rules = None,
) -> None:
    """Print random solutions, each equally likely.

    Without a PUZZLE they are solutions of the empty board: random full grids without the bias of a
    random search. A solution can be printed several times.
    """
    board = first_puzzle(_EMPTY if puzzle is None else puzzle, from_, rules)

    def work() -> int:
        with counting_progress() as progress:
            grids = board.sample(number, seed=seed, budget=budget, progress=progress)
        written(output, "".join(f"{grid.text()}\n" for grid in grids))
        return 0

    raise typer.Exit(code_of(work))
