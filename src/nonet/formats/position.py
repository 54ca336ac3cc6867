"""A puzzle in mid-game as text, and back: what was placed, which candidates were struck out.

Several formats keep a position and not only a puzzle. `Puzzle` holds the givens, and its info the
rest: ``placed`` is 81 signs with the digits that were put in later, ``deleted`` names the
struck-out candidates as HoDoKu does, ``713 723`` for the 7 of r1c3 and of r2c3. What the rules
strike out anyway is not listed.
"""

from __future__ import annotations

import re

from nonet.cells import cell_name
from nonet.errors import ParseError, PuzzleError
from nonet.formats.line import cells
from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle

__all__ = ["current_grid", "current_marks", "dots", "notes", "placed_cells", "triples"]

_TRIPLE = re.compile("[1-9]{3}")


def dots(values: bytes) -> str:
    """Return the values as text with ``.`` for 0."""
    return "".join(".123456789"[value] for value in values)


def triples(text: str, *, column: int = 1) -> list[tuple[int, int]]:
    """Read ``713 723`` as pairs of digit and cell.

    >>> triples("713 723")
    [(7, 2), (7, 11)]
    """
    found = []
    for match in re.finditer(r"\S+", text):
        if not _TRIPLE.fullmatch(match[0]):
            raise ParseError(
                f"{match[0]!r} is not a candidate such as 713, the 7 of r1c3",
                column=column + match.start(),
            )
        digit, row, col = map(int, match[0])
        found.append((digit, (row - 1) * 9 + col - 1))
    return found


def placed_cells(puzzle: Puzzle) -> bytes:
    """Return the digits of ``info["placed"]``, 81 zeros if there are none."""
    text = puzzle.info.get("placed", "")
    if not text:
        return bytes(81)
    try:
        values = cells(text)
    except ParseError:
        values = b""
    givens = bytes(puzzle.givens)
    if len(values) != 81 or any(a and b for a, b in zip(values, givens, strict=True)):
        raise PuzzleError(
            "info['placed'] is not 81 signs with digits where the puzzle has no givens",
            puzzle=puzzle,
        )
    return values


def current_grid(puzzle: Puzzle) -> bytes:
    """Return givens and placed digits together."""
    return bytes(a or b for a, b in zip(bytes(puzzle.givens), placed_cells(puzzle), strict=True))


def current_marks(puzzle: Puzzle) -> Candidates:
    """Return the candidates of the position: the puzzle's, less what is placed and deleted."""
    if len(text := puzzle.info.get("pencilmarks", "")) == 729:
        return Candidates(text)
    if not puzzle.info.get("placed") and not puzzle.info.get("deleted"):
        return puzzle.candidates()
    position = Puzzle(Grid(current_grid(puzzle)), marks=puzzle.marks)
    masks = list(position.candidates().masks)
    try:
        deleted = triples(puzzle.info.get("deleted", ""))
    except ParseError as error:
        raise PuzzleError(f"info['deleted']: {error.reason}", puzzle=puzzle) from None
    for digit, cell in deleted:
        masks[cell] &= ~(1 << (digit - 1))
    return Candidates(masks)


def notes(givens: bytes, state: bytes, masks: list[int] | None) -> dict[str, str]:
    """Return the info of a position: ``placed`` and, if candidates are known, ``deleted``.

    Marks may hold a candidate that the placed digits rule out (people forget to rub out); then no
    list of deletions says what was on the page, and all of it is kept in ``pencilmarks`` as well.
    """
    info = {}
    for cell, (given, now) in enumerate(zip(givens, state, strict=True)):
        if given and now != given:
            raise ParseError(
                f"{cell_name(cell)} is a given {given}, but the board now has {now or 'nothing'}"
            )
    if state != givens:
        info["placed"] = dots(bytes(b if not a else 0 for a, b in zip(givens, state, strict=True)))
    if masks is None:
        return info
    open_masks = Puzzle(Grid(state)).candidates().masks
    masks = [1 << (digit - 1) if digit else mask for digit, mask in zip(state, masks, strict=True)]
    deleted = [
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell, mask in enumerate(masks)
        for digit in range(1, 10)
        if not state[cell] and (open_masks[cell] & ~mask) >> (digit - 1) & 1
    ]
    if deleted:
        info["deleted"] = " ".join(deleted)
    if any(
        mask & ~was
        for cell, (mask, was) in enumerate(zip(masks, open_masks, strict=True))
        if not state[cell]
    ):
        info["pencilmarks"] = Candidates(masks).text()
    return info
