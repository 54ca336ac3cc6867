"""From a page to a position: the one call with which each format that can hold a position makes one.

A page has givens, the digits that are on the board now, and perhaps candidates. HoDoKu's formats name eliminated
candidates: ``713 723`` is the 7 of r1c3 and the 7 of r2c3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from nonet.base.cells import board_name, cell_name
from nonet.base.digits import write_cells
from nonet.base.errors import ParseError
from nonet.base.masks import digits_of
from nonet.base.numbers import read_number
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Board, Position, Puzzle

__all__ = ["dots", "notes_of", "on_page", "triples", "written_triples"]

_TRIPLE = re.compile("[1-9]{3}")


def on_page(
    puzzle: Puzzle,
    state: bytes,
    masks: Sequence[int] | None = None,
    *,
    deleted: Iterable[tuple[int, int]] = (),
    some_marked: bool = False,
) -> Board:
    """Return the position of a page, or its puzzle if nothing is placed and nothing removed.

    ``state`` has the givens and the placed digits, ``masks`` the candidates of the open cells; ``deleted`` are pairs of
    digit and cell. With ``some_marked`` players write candidates into the cells that they choose: a cell with none, or
    with all, has no pencil marks. Raises `ParseError` if the state lacks a given.

    >>> on_page(Puzzle("1..............."), b"\\1\\2" + bytes(14)).placed.text()
    '.2..............'
    """
    size = puzzle.rules.size
    for cell, (given, now) in enumerate(zip(puzzle.givens, state, strict=True)):
        if given and now != given:
            raise ParseError(
                f"expected the given {given} in {cell_name(cell, size)} of the current board, found {now or 'nothing'}"
            )
    every = (1 << size) - 1
    left = None
    if masks is not None:
        open_masks = (every if some_marked and not mask else mask for mask in masks)
        pairs = zip(state, open_masks, strict=True)
        left = Candidates.from_masks([1 << digit - 1 if digit else mask for digit, mask in pairs])
    removed: dict[int, list[int]] = {}
    for digit, cell in deleted:
        removed.setdefault(cell, []).append(digit)
    found = Position(puzzle, placed=Grid(state), candidates=left, removed=removed)
    return puzzle if found.is_start else found


def notes_of(board: Board) -> list[list[int]]:
    """Return the digits that a page has as notes: the candidates of the open cells, if some are removed."""
    if not isinstance(board, Position) or not board.removed:
        return [[] for _ in board.givens]
    pairs = zip(board.grid, board.masks, strict=True)
    return [[] if digit else sorted(digits_of(mask)) for digit, mask in pairs]


def dots(values: bytes) -> str:
    """Return the values of a board as text with ``.`` for 0."""
    return write_cells(values, math.isqrt(len(values)))


def triples(text: str, *, column: int = 1, size: int = 9) -> list[tuple[int, int]]:
    """Read ``713 723`` as pairs of digit and cell.

    >>> triples("713 723")
    [(7, 2), (7, 11)]
    """
    found = []
    for match in re.finditer(r"\S+", text):
        if not _TRIPLE.fullmatch(match[0]):
            raise ParseError(
                f"expected a candidate such as 713 (the 7 of r1c3), found {match[0]!r}",
                column=column + match.start(),
            )
        digit, row, col = map(read_number, match[0])
        if max(digit, row, col) > size:
            reason = f"expected a candidate of {board_name(size)}, found {match[0]!r}"
            raise ParseError(reason, column=column + match.start())
        found.append((digit, (row - 1) * size + col - 1))
    return found


def written_triples(board: Board) -> str:
    """Return the removed candidates of a board as HoDoKu names them.

    >>> written_triples(Position("." * 81, removed={"r1c3": {7}, "r2c3": {7}}))
    '713 723'
    """
    size, removed = board.rules.size, Position.of(board).removed
    return " ".join(
        f"{digit}{cell // size + 1}{cell % size + 1}"
        for cell, digits in removed.items()
        for digit in sorted(digits)
    )
