"""Where a table begins: below titles, counts and remarks, at its header or at its first row.

A line with a board shows the delimiter and the number of columns, so the lines above it can be recognised: the last one
that names the column of the puzzle where the board is is the header. Without such a name the header is the first
line with as many columns as the board's. Lines above it are not rows.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence

from nonet.base.digits import PLAIN_BOARD
from nonet.formats.base import Line
from nonet.formats.fields import PUZZLE_NAMES, is_board

__all__ = [
    "FIRST",
    "begins_plainly",
    "delimiter_of",
    "first_lines",
    "header_of",
    "is_headed",
    "is_title",
    "named",
    "names_delimiter",
    "plain_beginning",
    "split_row",
    "start_of",
]

FIRST = 100
"""Lines in which a board is looked for."""

_SEPARATOR = re.compile(r'"?sep=([\t!$%&*+,/:;@^|~])"?\s*', re.IGNORECASE)
"""The first line of a table that Excel writes: it names the delimiter."""

_QUOTED = re.compile(r'["\r\n]')
"""Characters with a meaning of their own in CSV; other lines are only split."""

_NAME = re.compile("|".join(PUZZLE_NAMES), re.IGNORECASE)


def named(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    """Return the place of the first of the wanted names, None if none is there."""
    lower = [*map(str.lower, map(str.strip, names))]
    for name in wanted:
        if name in lower:
            return lower.index(name)
    return None


def split_row(line: str, delimiter: str) -> list[str]:
    """Return the columns of one line, an empty list if its quotes are wrong."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def delimiter_of(line: str) -> str:
    """Return the delimiter that gives the most columns."""
    if _QUOTED.search(line) is None and len(line) < csv.field_size_limit():
        return max(",;\t", key=line.count)
    return max(",;\t", key=lambda symbol: len(split_row(line, symbol)))


def header_of(line: str) -> bool:
    """Whether a line is a header that names the column of a puzzle.

    >>> header_of("quizzes,solutions"), header_of("id;Puzzle;rating"), header_of("53..7,x")
    (True, True, False)
    """
    return named(split_row(line, delimiter_of(line)), PUZZLE_NAMES) is not None


def begins_plainly(lines: Sequence[Line]) -> bool:
    """Whether a text begins with names of columns and a plain board where they say, as most tables do.

    No other form looks like that, so none needs to be tried.

    >>> begins_plainly([(1, "id,puzzle"), (2, "1," + "." * 81)]), begins_plainly([(1, "id,puzzle"), (2, "1,?")])
    (True, False)
    """
    return plain_beginning(lines) is not None


def plain_beginning(lines: Sequence[Line]) -> tuple[list[str], int, str] | None:
    """Return names, place of the puzzles and delimiter of a text that `begins_plainly`; None for other texts."""
    if len(lines) < 2 or len(lines[0][1]) >= 81:
        return None
    delimiter = delimiter_of(lines[0][1])
    names = split_row(lines[0][1], delimiter)
    place = named(names, PUZZLE_NAMES)
    if place is None:
        return None
    cells = split_row(lines[1][1], delimiter)
    is_plain = place < len(cells) and PLAIN_BOARD.fullmatch(cells[place])
    return (names, place, delimiter) if is_plain else None


def is_headed(lines: Sequence[Line]) -> bool:
    """Whether a line above the first board names the columns of its row.

    >>> is_headed([(1, "My puzzles"), (2, "id,puzzle"), (3, "1," + "." * 81)])
    True
    """
    if not any(_NAME.search(text) for _, text in lines[:FIRST]):
        return False  # as most texts, at no cost
    head = first_lines(lines)
    start, delimiter = start_of(head)
    if start + 1 >= len(head) or not _has_board(head[-1][1]):
        return False
    names = split_row(head[start][1], delimiter)
    return len(names) > 1 and named(names, PUZZLE_NAMES) is not None and delimiter in head[-1][1]


def first_lines(lines: Iterable[Line]) -> list[Line]:
    """Return the lines up to the first with a board, or the first hundred."""
    head: list[Line] = []
    for line in lines:
        head.append(line)
        if len(head) == FIRST or _has_board(line[1]):
            break
    return head


def start_of(head: Sequence[Line], column: str | None = None) -> tuple[int, str]:
    """Return at which of the first lines a table begins, and its delimiter.

    ``column`` names the column of the puzzle.
    """
    lines = [(place, text) for place, (_, text) in enumerate(head) if is_content(text)]
    sign = _SEPARATOR.fullmatch(lines[0][1]) if len(lines) > 1 else None
    if sign is not None:
        del lines[0]
    if not lines:
        return len(head), ","

    def parted(text: str) -> tuple[list[str], str]:
        delimiter = sign[1] if sign else delimiter_of(text)
        return split_row(text, delimiter), delimiter

    last = lines[-1][1]
    has_board = _has_board(last)
    wanted = PUZZLE_NAMES if column is None else (column.strip().lower(),)
    names = [(place, *parted(text)) for place, text in lines]
    names = [each for each in names if _names_columns(each[1], wanted)]
    for place, cells, delimiter in reversed(names):
        at, row = named(cells, wanted), split_row(last, delimiter)
        if has_board and at is not None and at < len(row) and is_board(row[at]):
            return place, delimiter
    if names:
        place, _, delimiter = max(names, key=lambda each: len(each[1]))
        return place, delimiter
    first, (row, delimiter) = lines[0], parted(last)
    if not has_board or len(row) < 2:
        return first[0], parted(first[1])[1]
    for place, text in lines:
        cells = split_row(text, delimiter)
        if (
            len(cells) >= len(row)
            and sum(not each or each.isspace() for each in cells) < len(cells) - 1
        ):
            return place, delimiter
    return lines[-1][0], delimiter


def is_content(text: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(text.strip()) and not text.lstrip().startswith("#")


def is_title(text: str) -> bool:
    """Whether a line above a table says something to a reader, and does not only name the delimiter."""
    return is_content(text.strip(" ,;\t")) and not names_delimiter(text)


def names_delimiter(text: str) -> bool:
    """Whether a line does nothing but name the delimiter, as Excel writes it.

    >>> names_delimiter("sep=;"), names_delimiter("sep")
    (True, False)
    """
    return _SEPARATOR.fullmatch(text) is not None


def _names_columns(cells: Sequence[str], wanted: Sequence[str]) -> bool:
    return named(cells, wanted) is not None and not any(cell.strip().isdecimal() for cell in cells)


def _has_board(text: str) -> bool:
    return len(text) >= 16 and any(map(is_board, split_row(text, delimiter_of(text))))
