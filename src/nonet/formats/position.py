"""Positions as text: which digits were placed, and which candidates were eliminated.

Several formats keep a position and not only a puzzle. A `Puzzle` holds the givens, and its info the rest: ``placed``
is a line of cells with the placed digits, ``deleted`` names eliminated candidates as HoDoKu does: ``713 723`` is the
7 of r1c3 and the 7 of r2c3. That suffices for boards up to 9x9. What the filled cells eliminate is not listed.
"""

from __future__ import annotations

import math
import re

from nonet.cells import board_name, cell_name
from nonet.digits import write_cells
from nonet.errors import ParseError, PuzzleError
from nonet.formats.base import (
    IntoRules,
)
from nonet.formats.puzzles import rules_for
from nonet.formats.values import board_of
from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rules

__all__ = [
    "current_grid",
    "current_marks",
    "dots",
    "notes",
    "page_notes",
    "placed_cells",
    "position_of",
    "triples",
]

_TRIPLE = re.compile("[1-9]{3}")


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
        digit, row, col = map(int, match[0])
        if max(digit, row, col) > size:
            reason = f"expected a candidate of {board_name(size)}, found {match[0]!r}"
            raise ParseError(reason, column=column + match.start())
        found.append((digit, (row - 1) * size + col - 1))
    return found


def placed_cells(puzzle: Puzzle) -> bytes:
    """Return the digits of ``info["placed"]``, zeros if there are none."""
    text = puzzle.info.get("placed", "")
    givens = bytes(puzzle.givens)
    if not text:
        return bytes(len(givens))
    try:
        found = board_of(text)
    except ParseError:
        found = None
    values = found.values if found is not None else b""
    if len(values) != len(givens) or any(a and b for a, b in zip(values, givens, strict=True)):
        raise PuzzleError(
            f"info['placed'] must be {len(givens)} cells with digits only where the puzzle has no given",
            puzzle=puzzle,
        )
    return values


def current_grid(puzzle: Puzzle) -> bytes:
    """Return givens and placed digits together."""
    return bytes(a or b for a, b in zip(bytes(puzzle.givens), placed_cells(puzzle), strict=True))


def current_marks(puzzle: Puzzle) -> Candidates:
    """Return the candidates of the position, after what is placed and deleted."""
    size = puzzle.rules.size
    if len(text := puzzle.info.get("pencilmarks", "")) == size**3:
        return Candidates(text)
    if not puzzle.info.get("placed") and not puzzle.info.get("deleted"):
        return puzzle.candidates()
    position = Puzzle(Grid(current_grid(puzzle)), rules=puzzle.rules, marks=puzzle.marks)
    masks = list(position.candidates().masks)
    try:
        deleted = triples(puzzle.info.get("deleted", ""), size=size)
    except ParseError as error:
        raise PuzzleError(f"info['deleted']: {error.reason}", puzzle=puzzle) from None
    for digit, cell in deleted:
        masks[cell] &= ~(1 << (digit - 1))
    return Candidates.from_masks(masks)


def position_of(puzzle: Puzzle) -> Candidates | None:
    """Return the position in the middle of a game, or None at the beginning."""
    placed = current_grid(puzzle) if puzzle.rules.is_classic else bytes(puzzle.givens)
    marked = puzzle.info.get("pencilmarks") or puzzle.info.get("deleted")
    if placed == bytes(puzzle.givens) and not marked:
        return None
    masks = [
        1 << (digit - 1) if digit else mask
        for digit, mask in zip(placed, current_marks(puzzle).masks, strict=True)
    ]
    return Candidates.from_masks(masks, placed=placed)


def notes(
    givens: bytes,
    state: bytes,
    masks: list[int] | None,
    rules: IntoRules = None,
    shown: Rules | None = None,
) -> dict[str, str]:
    """Return the info of a position: ``placed`` and, if candidates are known, ``deleted``.

    Marks may have a candidate that a placed digit eliminates. Then no list of deletions describes the page, and all of
    it is kept in ``pencilmarks``, too. So are the marks of boards larger than 9x9, whose candidates have no three
    digits.
    """
    info = {}
    size = math.isqrt(len(givens))
    for cell, (given, now) in enumerate(zip(givens, state, strict=True)):
        if given and now != given:
            raise ParseError(
                f"expected the given {given} in {cell_name(cell, size)} of the current board, found {now or 'nothing'}"
            )
    if state != givens:
        info["placed"] = dots(bytes(b if not a else 0 for a, b in zip(givens, state, strict=True)))
    if masks is None:
        return info
    position = Puzzle(Grid(state), rules=rules_for(size, rules, shown))
    open_masks = position.candidates().masks
    masks = [1 << (digit - 1) if digit else mask for digit, mask in zip(state, masks, strict=True)]
    deleted = [
        f"{digit}{cell // size + 1}{cell % size + 1}"
        for cell, mask in enumerate(masks)
        for digit in range(1, size + 1)
        if not state[cell] and (open_masks[cell] & ~mask) >> (digit - 1) & 1
    ]
    if deleted and size <= 9:
        info["deleted"] = " ".join(deleted)
    if (deleted and size > 9) or any(
        mask & ~was
        for cell, (mask, was) in enumerate(zip(masks, open_masks, strict=True))
        if not state[cell]
    ):
        info["pencilmarks"] = Candidates.from_masks(masks).text()
    return info


def page_notes(
    givens: bytes, state: bytes, masks: list[int], rules: IntoRules = None
) -> dict[str, str]:
    """Return the info of a page as players keep it: a cell with no candidate, or with all, has no pencil marks."""
    every = (1 << math.isqrt(len(givens))) - 1
    if all(mask in (0, every) for mask in masks):
        return notes(givens, state, None, rules)
    position = Puzzle(Grid(state), rules=rules_for(math.isqrt(len(givens)), rules))
    known = zip(masks, position.candidates().masks, strict=True)
    return notes(givens, state, [was if mask in (0, every) else mask for mask, was in known], rules)
