"""From the characters of a board to its values: the step that every reader takes after it has found the cells.

Up to 9x9 a cell is a digit or the one blank character of the text. From 10x10 on the cells are written in one of the
spellings of `nonet.base.digits`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from nonet.base.cells import board_name
from nonet.base.digits import (
    Cells,
    read_cells,
    read_digits,
    side_of,
    unseen_character,
    unseen_error,
)
from nonet.base.errors import ParseError, RulesError
from nonet.formats.base import IntoRules
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.rules.variants import parse_rules

__all__ = [
    "SCIENTIFIC",
    "board_of",
    "has_shape",
    "size_of",
    "spelling_of",
    "values_of",
    "wrong_length",
]

SCIENTIFIC = re.compile(r"[\"' ]*\d(?:[.,]\d+)?[Ee]\+?\d{2,}[\"' ]*")
"""A large number as spreadsheets show it: ``4.3E+78``."""

_QUOTES = "\"' "
_MOST_DROPPED = 0.75  # of the cells are left, at least
_SHAPE = re.compile(r"\d+x\d+|latin\d*|jigsaw:.*", re.IGNORECASE)


def values_of(cells: Sequence[str]) -> Cells:
    """Return the values of the cells of a square board; an empty text is an empty cell.

    Raises `ParseError`; its column counts the cells.

    >>> values_of(["1", "", "2", ""]).values, values_of(["16", *["-1"] * 255]).spelling
    (b'\\x01\\x00\\x02\\x00', 'numbers')
    """
    size = side_of(len(cells))
    if size is None:
        raise wrong_length(len(cells), column=1)
    singles = max(map(len, cells)) < 2
    if size < 10 and singles:
        values = read_digits("".join([cell or " " for cell in cells]))
        if size < 9 and max(values) > size:
            place = next(i for i, value in enumerate(values) if value > size)
            raise _not_a_digit(cells[place], size, place + 1)
        return Cells(values)
    words = [cell.strip() for cell in cells]
    if "" in words:
        other = next((word for word in words if word and not word.strip("0").isalnum()), None)
        if other is not None:
            reason = f"found two blank characters, ' ' and {other!r}; use only one"
            raise ParseError(reason, column=max(words.index(""), words.index(other)) + 1)
        words = [word or "." for word in words]
    try:
        found = read_cells(("" if singles else " ").join(words))
    except ParseError as error:
        place = (error.column or 1) - 1 if singles else _word_at(words, error.column or 1)
        raise ParseError(error.reason, column=place + 1) from None
    if len(found.values) != len(cells):
        place = next(i for i, word in enumerate(words) if len(word) > 1 and word != "-1")
        raise _not_a_digit(cells[place], size, place + 1)
    return found if size > 9 else Cells(found.values)


def _not_a_digit(found: str, size: int, column: int) -> ParseError:
    return ParseError(
        f"expected 1-{size} or a blank on {board_name(size)}, found {found!r}", column=column
    )


def _word_at(words: Sequence[str], column: int) -> int:
    """Return the place of the word at a column of a line that has one space between two words."""
    place, end = 0, len(words[0])
    while end < column and place + 1 < len(words):
        place += 1
        end += 1 + len(words[place])
    return place


def board_of(text: str) -> Cells | None:
    """Return the values of a text that is a board and nothing else, None if no board has this many cells.

    Raises `ParseError` with the column of a character that is not a digit of the board.

    >>> board_of("1..2"), board_of("1..2.")
    (Cells(values=b'\\x01\\x00\\x00\\x02', spelling=''), None)
    """
    if len(text) == 81:
        return Cells(read_digits(text))
    words = text.split()
    count = len(words) if len(words) != 1 else len(words[0])
    if not side_of(count) and len(words) == 1 and count >= 200 and count % 2 == 0:
        count //= 2
    side = side_of(count)
    if side is None:
        return None
    if side > 9:
        found = read_cells(text)
        return found if len(found.values) == count else None
    cells = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(words) == 1:
        cells = [(char, cells[0][1] + i) for i, char in enumerate(words[0])]
    try:
        return values_of([cell for cell, _ in cells])
    except ParseError as error:
        column = cells[(error.column or 1) - 1][1]
        raise ParseError(error.reason, text=text, column=column) from None


def wrong_length(
    count: int, *, column: int, text: str = "", expected: int = 0, rules: IntoRules = None
) -> ParseError:
    """Return the error for a line with too few or too many cells.

    Without a number, the size of the rules is expected, or else the size of the board that is probably meant.

    >>> str(wrong_length(80, column=1)), str(wrong_length(255, column=1))
    ('column 81: expected 81 cells, found 80', 'column 256: expected 256 cells, found 255')
    """
    expected = expected or (size_of(rules) or _size_meant(count)) ** 2
    if (unseen := unseen_character(text)) is not None:
        return unseen_error(unseen, text, column=unseen[0] + 1)
    return ParseError(
        f"expected {expected} cells, found {_shown_count(count, expected, text)}",
        text=text,
        column=column + min(count, expected),
    )


def _shown_count(count: int, expected: int, text: str) -> str:
    """Return the number of cells found, and the cause and the remedy where they can be known."""
    cells = text.strip()[:count]
    if SCIENTIFIC.fullmatch(cells):
        return (
            f"the number {cells.strip(_QUOTES)}: a spreadsheet has dropped the digits;"
            " import this column as text"
        )
    if not 9 < count < expected or not cells.isdecimal():
        return str(count)
    if "0" not in text:
        return f"{count}; write . or 0 for each empty cell"
    if cells[0] != "0" and count >= _MOST_DROPPED * expected:
        return (
            f"{count}; if a spreadsheet has dropped zeros at the front, import this column as text"
        )
    return str(count)


def _size_meant(count: int) -> int:
    """Return the size of the board that is probably meant: a usual one, unless another size is very near."""
    size = min(round(math.sqrt(count)), 36)
    if count >= 100 and abs(size**2 - count) <= 3:
        return size
    return min((9, 16, 25, 36), key=lambda size: abs(size**2 - count))


def spelling_of(puzzle: Puzzle) -> str:
    """Return ``info["spelling"]`` if a reader recognises the board in this spelling, else nothing.

    >>> spelling_of(Puzzle("1..G" * 64, info={"spelling": "mixed"})), spelling_of(Puzzle("." * 81))
    ('mixed', '')
    """
    spelling = puzzle.info.get("spelling", "")
    if puzzle.rules.size < 10 or spelling not in ("mixed", "numbers", "pairs"):
        return ""
    low, high = (1, 9) if spelling == "mixed" else (10, 36) if spelling == "numbers" else (0, 36)
    if not any(low <= digit <= high for digit in puzzle.givens):
        return ""  # no digit shows the spelling
    return "" if spelling == "mixed" and puzzle.rules.size > 35 else spelling


# -- the size that rules give ---------------------------------------------------------------------


def size_of(rules: IntoRules) -> int | None:
    """Return the size of a board by its rules, None if the words leave it open.

    >>> size_of("2x3 diagonals"), size_of("diagonals")
    (6, None)
    """
    if isinstance(rules, Rules):
        return rules.size
    if rules is None or not has_shape(rules) or "latin" in rules.lower().split():
        return None
    try:
        return parse_rules(rules).size
    except RulesError:
        return None


def has_shape(words: str) -> bool:
    """Whether rules in words name boxes, regions or a Latin square."""
    return any(_SHAPE.fullmatch(word) for word in words.replace("+", " ").split())
