"""Rows and columns with their numbers or letters beside them, as programs print a board for a player."""

from __future__ import annotations

import re

from nonet.formats.base import SMALLEST, Line
from nonet.formats.rows import is_border, is_dash_row, row_cells
from nonet.formats.text import plain

__all__ = ["begins_again", "without_numbers"]

_LABEL = re.compile(r"\s*(?:[Rr](?:ow)?\s?)?(\d{1,2}|[A-Za-z])(?:[:.)\]]\s|\s*\|\s?|\s+)")


def without_numbers(lines: list[Line]) -> list[Line] | None:
    """Return a block without the numbers beside its rows and above its columns, or None.

    >>> rows = list(enumerate(["  1 2 3 4", "1 . . 3 .", "2 3 . . .", "3 . 1 . .", "4 . . . 2"], 1))
    >>> [text.split() for _, text in without_numbers(rows)][:2]
    [['.', '.', '3', '.'], ['3', '.', '.', '.']]
    """
    rows = [line for line in lines if line[1].strip() and not _is_ruler(line[1])]
    if len(rows) < SMALLEST:
        return None
    columns = rows[0] if _counts(_cells(rows[0][1])) else None
    rest = rows[1:] if columns else rows
    labels = [_LABEL.match(plain(text)) for _, text in rest]
    found = [match[1] for match in labels if match]
    size = len(rest)
    beside = len(found) == size and _counts(found)
    if beside and any(
        len(row_cells(plain(text[match.end() :]))) != size
        for (_, text), match in zip(rest, labels, strict=True)
        if match
    ):
        return None
    if not beside and (columns is None or size % len(_cells(columns[1]))):
        return None
    ends = {line[0]: match.end() for line, match in zip(rest, labels, strict=True) if match}
    out = []
    for number, text in lines:
        if columns is not None and number == columns[0]:
            continue
        end = ends.get(number, 0) if beside else 0
        out.append((number, " " * end + text[end:]))
    if beside:  # without the indent that the numbers leave
        indent = min(ends.values())
        out = [(number, text[indent:] if number in ends else text) for number, text in out]
    return out


def begins_again(lines: list[Line], text: str) -> bool:
    """Whether a line has the numbers of the columns again that stand above these lines, with numbers beside them."""
    columns = _cells(text)
    if len(lines) < 2 or not _counts(columns) or _cells(lines[0][1]) != columns:
        return False
    beside = next((line[1] for line in lines[1:] if not _is_ruler(line[1])), "")
    return len(_cells(beside)) == len(columns) + 1


def _is_ruler(text: str) -> bool:
    line = plain(text)
    return is_border(line) or is_dash_row(line)


def _cells(text: str) -> list[str]:
    return plain(text).replace("|", " ").split()


def _counts(words: list[str]) -> bool:
    """Whether words count from 1 or from A, or from 0."""
    size = len(words)
    if size < SMALLEST:
        return False
    joined = [word.upper() for word in words]
    return joined in (
        [str(number) for number in range(1, size + 1)],
        [str(number) for number in range(size)],
        [chr(ord("A") + number) for number in range(min(size, 26))],
    )
