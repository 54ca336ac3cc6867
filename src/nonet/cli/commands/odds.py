"""`nonet odds`: in how many solutions each candidate is true."""

from __future__ import annotations

import json as json_text

import typer

from nonet.cli.groups import Ascii, Budget, OneBoard, Output
from nonet.cli.options import output_format
from nonet.cli.single import code_of, first_puzzle
from nonet.cli.stream.output import written
from nonet.cli.stream.progress import counting_progress
from nonet.puzzle import Puzzle
from nonet.puzzle.odds import Odds
from nonet.render.odds import odds_svg, odds_text

__all__ = ["odds"]


def odds(
    *,
    ascii: Ascii = False,
    budget: Budget = None,
    output: Output,
    puzzle: OneBoard,
) -> None:
    """Show in how many solutions each candidate is true.

    Each candidate is a shade at its place in the cell: the darker, the more solutions have it. The
    numbers are exact, however many solutions there are; --json prints them, one list for each
    cell. With --output odds.svg the board is drawn.
    """
    target = output_format(output, formats=("txt", "jsonl", "svg"))
    board = first_puzzle(puzzle)

    def work() -> int:
        with counting_progress() as progress:
            found = board.odds(budget=budget, progress=progress)
        written(output["output"], _text(found, board, target, ascii))
        return 0

    raise typer.Exit(code_of(work))


def _text(found: Odds, puzzle: Puzzle, target: str, ascii: bool) -> str:
    if target == "svg":
        return odds_svg(found)
    if target == "jsonl":
        board = {"puzzle": puzzle.givens.text(), "count": found.total, "odds": found.counts}
        return json_text.dumps(board) + "\n"
    return odds_text(found, charset="ascii" if ascii else "unicode") + "\n"
