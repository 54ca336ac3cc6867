"""`nonet candidates`: the digits that each cell can have."""

from __future__ import annotations

import json as json_text
from typing import Annotated

from nonet.base.cells import cell_index
from nonet.base.exits import FINE
from nonet.base.numbers import number_of
from nonet.base.options import Flag, Text
from nonet.boards.grid import Candidates, Grid
from nonet.cli.groups import AnyBoard, Ascii, Budget, Output
from nonet.cli.options import charset_of, output_format, usage
from nonet.cli.parameters import Target
from nonet.cli.single import first_board, in_sentences
from nonet.cli.stream.output import written
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.checking import allowed_by_constraints
from nonet.render import Charset, svg, text
from nonet.steps.json import step_object

__all__ = ["candidates"]


@in_sentences
def candidates(
    *,
    true: Annotated[bool, Flag("Show only the digits that occur in some solution.")] = False,
    why: Annotated[
        str | None,
        Text(
            "With --true: prove why no solution has a digit in a cell, such as r4c5=7.",
            metavar="CELL=DIGIT",
        ),
    ] = None,
    ascii: Ascii = False,
    budget: Budget = None,
    output: Output,
    puzzle: AnyBoard,
) -> int:
    """Show the candidates of each cell.

    Without --true these are the digits that neither a house nor a constraint
    excludes at once, or the pencil marks of the puzzle. With --true they are the
    digits of all solutions, however many there are. --json prints a list for
    each cell. With --output marks.svg the board is drawn.
    """
    if not true and (budget is not None or why is not None):
        usage("--budget needs --true" if why is None else "--why needs --true")
    target = output_format(output, formats=("txt", "jsonl", "svg"))
    board = first_board(puzzle)
    if why is not None:
        return _prove(board, why, target, output["output"], budget)
    left = Puzzle(board).true_candidates(budget=budget) if true else _open(board)
    written(output["output"], _text(left, board, target, charset_of(ascii)))
    return FINE


def _prove(board: Board, why: str, target: str, output: Target | None, budget: int | None) -> int:
    """Write why a digit is in no solution: the lines of the proof, or the step."""
    cell, _, text = why.partition("=")
    value, digits = number_of(text, board.rules.digits[-1]), board.rules.digits
    digit = 1 + digits.index(value) if value in digits else 0
    try:
        place = cell_index(cell, board.rules.size)
    except (ValueError, IndexError) as error:
        usage(f"--why: {error}")
    if not digit:
        usage(f"--why: expected a cell and a digit such as r4c5={digits[-1]}, got {why!r}")
    true = Puzzle(board).true_candidates(budget=budget)
    try:
        step = true.why(place, digit)
    except ValueError as error:
        usage(f"--why: {error}")
    shown = svg(board, step=step) if target == "svg" else step.text(all=True) + "\n"
    if target == "jsonl":
        shown = json_text.dumps(step_object(step, ("full",))) + "\n"
    written(output, shown)
    return FINE


def _open(board: Board) -> Candidates:
    """Return the candidates that are left and that no constraint excludes at once."""
    if isinstance(board, Puzzle) or not board.rules.constraints:
        return board.candidates()
    masks = allowed_by_constraints(board.rules, board.grid, board.masks)
    return Candidates.from_masks(masks, placed=board.grid)


def _text(candidates: Candidates, puzzle: Board, target: str, charset: Charset) -> str:
    if target == "jsonl":
        values = puzzle.rules.digits
        held = [[values[digit - 1] for digit in sorted(cell)] for cell in candidates]
        board = {"puzzle": puzzle.givens.text(), "candidates": held}
        return json_text.dumps(board) + "\n"
    filled = zip(puzzle, candidates.masks, strict=True)
    digits = bytes(digit if mask == 1 << digit >> 1 else 0 for digit, mask in filled)
    placed = Grid._trusted(digits, puzzle.rules.size, puzzle.rules.own_digits)
    shown = Candidates.from_masks(candidates.masks, placed=placed)
    if target == "svg" and isinstance(puzzle, Position) and candidates == puzzle.candidates():
        return svg(puzzle, candidates=True)
    if target == "svg":
        return svg(shown, rules=puzzle.rules)
    return text(shown, charset=charset, rules=puzzle.rules) + "\n"
