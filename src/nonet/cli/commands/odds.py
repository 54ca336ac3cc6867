"""`nonet odds`: in how many solutions each candidate is true."""

from __future__ import annotations

import json as json_text

from nonet.base.exits import FINE
from nonet.cli.groups import Ascii, Budget, OneBoard, Output
from nonet.cli.options import charset_of, output_format
from nonet.cli.single import first_puzzle, in_sentences
from nonet.cli.stream.output import written
from nonet.cli.stream.status import counting_progress
from nonet.render.odds import odds_svg, odds_text

__all__ = ["odds"]


@in_sentences
def odds(
    *,
    ascii: Ascii = False,
    budget: Budget = None,
    output: Output,
    puzzle: OneBoard,
) -> int:
    """Show in how many solutions each candidate is true.

    Each candidate is a shade at its place in the cell: the darker, the more solutions have it. The
    numbers are exact, however many solutions there are; --json prints them, one list for each
    cell. With --output odds.svg the board is drawn.
    """
    target = output_format(output, formats=("txt", "jsonl", "svg"))
    board = first_puzzle(puzzle)
    with counting_progress() as progress:
        result = board.odds(budget=budget, progress=progress)
    if target == "svg":
        text = odds_svg(result)
    elif target == "jsonl":
        counts = {"puzzle": board.givens.text(), "count": result.total, "odds": result.counts}
        text = json_text.dumps(counts) + "\n"
    else:
        text = odds_text(result, charset=charset_of(ascii)) + "\n"
    written(output["output"], text)
    return FINE
