"""What a `Puzzle` is made of: the board in a text, the rules of a size, and notes that can be written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from nonet.base import later
from nonet.base.digits import half_character, plain_cells
from nonet.base.errors import ParseError, RulesError
from nonet.boards.grid import Grid
from nonet.rules import ANY_RULES, Rules, box_shapes
from nonet.rules.variants import own_digits_in, parse_rules

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["checked_info", "from_text", "usual_rules"]


def checked_info(info: Mapping[str, str]) -> dict[str, str]:
    """Return the notes about a puzzle if they are texts that can be written."""
    for name, text in info.items():
        for each in (name, text):
            if not isinstance(each, str):
                raise TypeError(f"info holds texts, got {each!r} in {{{name!r}: {text!r}}}")
            if half_character(each) is not None:
                raise ParseError(
                    f"info holds whole characters, got half of one in {name!r}: {text[:40]!r}"
                )
    return dict(info)


def from_text(text: str, rules: Rules | str | None) -> Puzzle | Grid:
    """Return the grid of a plain line of cells if its rules fit, else the puzzle that `nonet.parse` reads."""
    cells = plain_cells(text) if own_digits_in(rules) is None else None
    if cells is not None and _fits(rules, math.isqrt(len(cells))):
        return Grid(cells)
    try:
        board: Any = later.parse(text, rules)
    except ParseError:
        if isinstance(rules, str):
            _check_rules(rules, text)
        raise
    puzzle: Puzzle = getattr(board, "puzzle", board)
    return puzzle


def _check_rules(rules: str, text: str) -> None:
    """Raise `RulesError` if a text can be read, but not with these rules."""
    with suppress(ParseError):
        size = later.parse(text, ANY_RULES).rules.size
        try:
            parse_rules(rules, size=size)
        except RulesError as error:
            raise error from None


def _fits(rules: Rules | str | None, size: int) -> bool:
    """Whether a board of this size has these rules, or with None, the usual ones of its size."""
    if rules is None and size == 9:
        return True
    try:
        given = Rules(size=size) if rules is None else rules
        return (parse_rules(given, size=size) if isinstance(given, str) else given).size == size
    except RulesError:
        return False


def usual_rules(size: int) -> Rules:
    """Return the rules of a size with square boxes; else raise an error that says how to choose."""
    try:
        return Rules(size=size)
    except RulesError as error:
        shapes = box_shapes(size)
        words = f"{shapes[0][0]}x{shapes[0][1]}" if shapes else "latin"
        raise RulesError(f'{error}, for example rules="{words}"') from None
