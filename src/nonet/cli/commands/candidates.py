"""`nonet candidates`: the digits that each cell can have."""

from __future__ import annotations

import json as json_text
from typing import Annotated

from nonet.base.options import Flag
from nonet.boards.grid import Candidates, Grid
from nonet.cli.groups import AnyBoard, Ascii, Budget, Output
from nonet.cli.options import charset_of, output_format, usage
from nonet.cli.single import first_board, in_sentences
from nonet.cli.stream.output import written
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.checking import allowed_by_constraints
from nonet.render import Charset, svg, text

__all__ = ["candidates"]


@in_sentences
def candidates(
    *,
    true: Annotated[bool, Flag("Show only the digits that occur in some solution.")] = False,
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
    if budget is not None and not true:
        usage("--budget needs --true")
    target = output_format(output, formats=("txt", "jsonl", "svg"))
    board = first_board(puzzle)
    found = Puzzle(board).true_candidates(budget=budget) if true else _open(board)
    written(output["output"], _text(found, board, target, charset_of(ascii)))
    return 0


def _open(board: Board) -> Candidates:
    """Return the candidates that are left and that no constraint excludes at once."""
    if isinstance(board, Puzzle) or not board.rules.constraints:
        return board.candidates()
    masks = allowed_by_constraints(board.rules, board.grid, board.masks)
    return Candidates.from_masks(masks, placed=board.grid)


def _text(found: Candidates, puzzle: Board, target: str, charset: Charset) -> str:
    if target == "jsonl":
        digits = [sorted(cell) for cell in found]
        board = {"puzzle": puzzle.givens.text(), "candidates": digits}
        return json_text.dumps(board) + "\n"
    filled = zip(puzzle, found.masks, strict=True)
    placed = Grid(bytes(digit if mask == 1 << digit >> 1 else 0 for digit, mask in filled))
    shown = Candidates.from_masks(found.masks, placed=placed)
    if target == "svg" and isinstance(puzzle, Position) and found == puzzle.candidates():
        return svg(puzzle, candidates=True)
    if target == "svg":
        return svg(shown, rules=puzzle.rules)
    return text(shown, charset=charset, rules=puzzle.rules) + "\n"
