"""`nonet sample`: random solutions, each equally likely."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated

from nonet.base.exits import FINE
from nonet.base.options import Whole
from nonet.cli.groups import Budget, OneBoard, Output
from nonet.cli.options import BOARDS, data_writer, output_format
from nonet.cli.single import first_puzzle, in_sentences
from nonet.cli.stream.output import written
from nonet.cli.stream.pipeline import Answers
from nonet.cli.stream.rows import Row
from nonet.cli.stream.status import counting_progress
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.verbs.common import Seeded

__all__ = ["sample"]

_EMPTY = "." * 81


@in_sentences
def sample(
    *,
    number: Annotated[
        int,
        Whole("How many solutions (default: {default}).", 1, flags=("-n", "--number")),
    ] = 1,
    options: Seeded,
    budget: Budget = None,
    output: Output,
    puzzle: OneBoard,
) -> int:
    """Print random solutions, each equally likely.

    Without a PUZZLE they are solutions of the empty board: random full grids without the bias of a
    random search. A solution can be printed several times. Without --seed a random one is used.
    """
    seed = options["seed"]
    writer = data_writer(output_format(output, formats=BOARDS))
    chosen = secrets.randbits(32) if seed is None else seed
    if puzzle["puzzle"] is None:
        puzzle["puzzle"] = _EMPTY
    board = first_puzzle(puzzle)
    with counting_progress() as progress:
        grids = board.sample(number, seed=chosen, budget=budget, progress=progress)
    if writer is None:
        text = "".join(f"{grid.text()}\n" for grid in grids).encode()
    else:
        answers = Answers(output=[Row.made(Puzzle(grid, rules=board.rules)) for grid in grids])
        text = writer.text(answers) + writer.end()
        if answers.failures:
            raise PuzzleError(answers.failures[0].message)
    written(output["output"], text)
    if seed is None and sys.stderr.isatty():
        print(f"sampled with --seed {chosen}", file=sys.stderr)
    return FINE
