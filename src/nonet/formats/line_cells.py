"""The cells of a board in one text: a line, a column of a table, a value of a JSON object, a string in a list.

This is what a reader asks before it knows more of a text. What has been read is kept for the last texts, so whether a
line is a board and which board it is cost the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from nonet.base.digits import (
    BLANKS,
    PLAIN_BOARD,
    RARE_BLANKS,
    Cells,
    digit_value,
    read_digits,
    side_of,
)
from nonet.base.errors import ParseError
from nonet.formats.base import SMALLEST, Head, IntoRules
from nonet.formats.puzzles import make_puzzle, make_sukaku
from nonet.formats.shape import shape
from nonet.formats.sukaku import is_marks, is_table_row, marks_from_line
from nonet.formats.text import DRAWN_LINE, comment_of, plain, run_of
from nonet.formats.values import board_of, size_of, values_of, wrong_length
from nonet.puzzle import Puzzle

__all__ = [
    "are_marks",
    "has_short_boards",
    "is_board",
    "is_full",
    "is_line_board",
    "parse_line",
    "parts_of",
    "plain_size",
    "puzzle_of_cells",
]

_DIGITS = set("123456789")
_BLANKS = set(BLANKS + RARE_BLANKS)
_FIELDS = re.compile(r"[,;]\s*|\s+")
_BETWEEN = re.compile("[,;]")
_PARTED = re.compile(r"[\s,;]")
_AFTER = re.compile(r"[\s#,;]")


class _Found(NamedTuple):
    """The cells on a line and the text after them, or the reason and the column of what is wrong with them."""

    cells: Cells | None = None
    rest: str = ""
    wrong: tuple[str, int | None] | None = None


def parse_line(line: str, rules: IntoRules = None) -> Puzzle:
    """Return the puzzle of a line of cells, with the text after them as its comment."""
    tiny = None
    if rules is not None and len(run_of(line.strip())) < SMALLEST**2:
        size = size_of(rules) or 0
        tiny = size if size < SMALLEST else None
    cells, rest, wrong = _cells_on(line, tiny)
    problem = None if wrong is None else ParseError(wrong[0], text=line, column=wrong[1])
    if cells is None:
        raise problem or _no_board(line, rules)
    comment = comment_of(rest)
    info = {"comment": comment} if comment else None
    try:
        return make_puzzle(cells.values, info, rules, spelling=cells.spelling)
    except ParseError as error:
        raise problem or error from None


def _no_board(line: str, rules: IntoRules) -> ParseError:
    """Return the error of cells that are not a board; they end at the first separator, unless spaces are blanks."""
    text = line.strip()
    count = len(text) if set(text) <= _DIGITS | {" "} else len(run_of(text))
    column = len(line) - len(line.lstrip()) + 1
    return wrong_length(count, column=column, text=line, rules=rules)


@lru_cache(maxsize=16)
def _cells_on(line: str, tiny: int | None) -> _Found:
    """Return the cells on a line; one below 4x4 is a board only if ``tiny`` is its size, or 0 for any."""
    indent = len(line) - len(line.lstrip())
    wrong: tuple[str, int | None] | None = None
    # Spaces at the beginning are an indent, or else empty cells of a line of exactly 81 characters.
    for start in (indent, 0) if indent else (0,):
        symbols, rest = line[start : start + 81], line[start + 81 :]
        if len(symbols) < 81 or (rest and (_PARTED.search(symbols) or not _AFTER.match(rest))):
            continue
        try:
            return _Found(Cells(read_digits(symbols)), rest)
        except ParseError as error:
            wrong = wrong or (error.reason, error.column and error.column + start)
    text = line.strip()
    fields = _FIELDS.split(text)
    if len(fields) == 81 and set(map(len, fields)) == {1}:
        return _Found(Cells(read_digits("".join(fields))))
    try:
        cells, rest = _other_size(line, text, fields, tiny)
    except ParseError as error:
        return _Found(wrong=wrong or (error.reason, error.column))
    return _Found(cells, rest, wrong)


def _other_size(
    line: str, text: str, fields: list[str], tiny: int | None
) -> tuple[Cells | None, str]:
    """Return the cells of a board of any size and the text after them, None if no board has this many cells.

    Raises `ParseError` with the column in the line.
    """
    symbols = run_of(text)
    if _may_be_a_run(symbols, text, tiny):
        return _placed(board_of, symbols, line, text), text[len(symbols) :]
    symbols = text.partition(" #")[0].rstrip()
    fields = fields if symbols == text else _FIELDS.split(symbols)
    if len(fields) >= SMALLEST**2 and side_of(len(fields)) and all(fields):
        separators = len(_BETWEEN.findall(symbols))
        if separators in (0, len(fields) - 1):  # not "1,2 3"
            evened = _BETWEEN.sub(" ", symbols)
            return _placed(board_of, evened, line, text), text[len(symbols) :]
    if (cells := _placed(parts_of, symbols, line, text)) is not None:
        return cells, text[len(symbols) :]
    if 16 <= len(line) < 100 and side_of(len(line)) and len(set(line) - _DIGITS) == 1:
        return values_of(list(line)), ""  # the blank is a space or a separator
    return None, ""


def _placed(
    read: Callable[[str], Cells | None], symbols: str, line: str, text: str
) -> Cells | None:
    """Return what a function reads; its error counts the columns in the line."""
    try:
        return read(symbols)
    except ParseError as error:
        column = error.column and error.column + line.index(text)
        raise ParseError(error.reason, text=line, column=column) from None


def _may_be_a_run(symbols: str, text: str, tiny: int | None) -> bool:
    """Whether a run of characters has the length of a board."""
    side = side_of(len(symbols))
    if side is None:
        count = len(symbols)
        return count >= 200 and count % 2 == 0 and side_of(count // 2) is not None
    if side >= SMALLEST or tiny is None:
        return side >= SMALLEST
    if tiny:
        return side == tiny
    return symbols == text and all((digit_value(symbol) or 0) <= side for symbol in symbols)


def parts_of(text: str) -> Cells | None:
    """Return the values of a board with white space between its rows or boxes, None for any other text.

    Raises `ParseError` with the column of a character that is not a digit of the board.

    >>> parts_of("1..2 .... 3... .4..").values[:4], parts_of("1..2....3....4..")
    (b'\\x01\\x00\\x00\\x02', None)
    """
    words = text.split()
    if len(words) < 2 or len(set(map(len, words))) > 1 or len(words[0]) == 1:
        return None
    cells = "".join(words)
    side = side_of(len(cells)) or 0
    if (
        side < SMALLEST
        or side % len(words[0])
        or all(list(word) == sorted(set(word) & _DIGITS) for word in words)  # candidates
    ):
        return None
    try:
        return values_of(list(cells))
    except ParseError as error:
        columns = [column for column, char in enumerate(text, 1) if not char.isspace()]
        column = columns[(error.column or 1) - 1]
        raise ParseError(error.reason, text=text, column=column) from None


def plain_size(text: str) -> int | None:
    """Return the size of the board on a line, None if the line may be something else.

    A short text is a board only if it has digits of that board, one usual blank character, and nothing else.

    >>> plain_size("1..2....3....4.."), plain_size("neighbourhoodwatch"), plain_size("." * 16)
    (4, None, None)
    """
    stripped = text.strip()
    try:
        cells = _cells_on(text, None if len(stripped) >= SMALLEST**2 else 0).cells
    except ParseError:
        return None
    if cells is None:
        return None
    size = math.isqrt(len(cells.values))
    if size == 9:
        return 9
    if not any(cells.values) or (size < 8 and not _is_plain(stripped, cells.values, size)):
        return None
    return None if are_marks(text) else size


def are_marks(text: str) -> bool:
    """Whether a line has the candidates of a classic board, perhaps with a mistake, and not a board of 27x27."""
    return len(run_of(text.strip())) == 729 and sum(map(str.isalpha, text)) < 27


def _is_plain(text: str, values: bytes, size: int) -> bool:
    """Whether a short text looks like a board: one usual blank, or no blank and every digit."""
    symbols = "".join(_FIELDS.split(plain(text)))[: len(values)]
    blanks = set(symbols) - _DIGITS
    if len(symbols) < len(values) or len(blanks) > 1 or not blanks <= _BLANKS:
        return False
    if size < SMALLEST and (not blanks or len(text) > len(values)):
        return False
    return bool(blanks) or len(set(values)) == size


# -- a whole board ----------------------------------------------------------------------------------


def is_board(text: str) -> bool:
    """Whether a text is plainly the cells of a board or the candidates of a sukaku.

    >>> is_board("." * 81), is_board("1..2....3....4.."), is_board("2024"), is_board("a" * 16)
    (True, True, False, False)
    """
    if PLAIN_BOARD.fullmatch(text):
        return True
    text = _board_text(text)
    if len(text) < SMALLEST**2 or DRAWN_LINE.fullmatch(text):
        return False
    if is_marks(text):
        return True
    if len(text) != 81 and run_of(text) != text and len(text.split()) < 100:
        try:
            if parts_of(text) is None:
                return False
        except ParseError:
            return False
    return (plain_size(text) or 0) >= SMALLEST


def _board_text(text: str) -> str:
    """Return the text without white space around it, unless the white space is part of 81 or 729 characters."""
    return text if len(text) in (81, 729) else text.strip()


def is_full(text: str) -> bool:
    """Whether a text that `is_board` is a full board."""
    text = _board_text(text)
    board = None if is_marks(text) else board_of(text)
    return board is not None and 0 not in board.values


def puzzle_of_cells(text: str, info: dict[str, str] | None, rules: IntoRules = None) -> Puzzle:
    """Return the puzzle of a text that has its cells, as they are or in rows, or its candidates."""
    if len(text) == 81:
        return make_puzzle(read_digits(text), info, rules)
    text = _board_text(text)
    known = size_of(rules) or 0
    few_letters = sum(map(str.isalpha, text)) < 27
    marks = len(text) == known**3 or (len(text) == 729 and few_letters) or is_marks(text)
    if marks and len(text) != known**2:
        return make_sukaku(marks_from_line(text), info, rules)
    too_small = len(text) < SMALLEST**2 and rules is None
    board = None if too_small else parts_of(text) or board_of(text)
    if board is None:
        raise wrong_length(len(text), column=1, text=text, rules=rules)
    return make_puzzle(board.values, info, rules, spelling=board.spelling)


# -- lines that are boards of their own ---------------------------------------------------------------

_SHORT = range(SMALLEST, 37)  # cells of a board that may also be a row of a larger one


def is_line_board(text: str) -> bool:
    """Whether a line is a board, and not a row of a grid, of candidates or of a frame."""
    if len(text) <= _SHORT[-1]:
        return False
    size = plain_size(text)
    if size is None or size < SMALLEST or size**2 in _SHORT:
        return False
    return not (shape(text).is_candidate_row or shape(text).is_border or is_table_row(text))


def has_short_boards(head: Head) -> bool:
    """Whether the first line is a small board of its own, and not a row of a grid.

    Sixteen rows of 16 characters are a 16x16 grid, unless each of them is a 4x4 board.
    """
    size = plain_size(head.first)
    if size is None or size**2 not in _SHORT:
        return False
    if len(head.texts) >= size and all(map(is_table_row, head.texts[:size])):
        return False  # groups of candidates, one for each cell
    rows = head.texts[: size**2]
    if len(rows) == size**2 and size < SMALLEST:
        return False
    if all(plain_size(text) == size for text in rows):
        return True
    return not all(len(shape(text).cells) == size**2 for text in rows)
