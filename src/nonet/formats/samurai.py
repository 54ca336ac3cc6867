"""Samurai: five boards of 9x9, of which the middle one shares a box with each of the others.

The text has 21 rows. A row of 21 characters has any character but digits in the gaps, where there is no cell; a row
may also leave the gaps out, so that it has 18, 21 or 9 characters. The board is a `Model` with the digits 0 to 9: 0
fills the gaps.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from nonet.base.digits import digit_value
from nonet.base.errors import ParseError
from nonet.formats.base import Clues, Format, Head, Line
from nonet.formats.rows import LineKind, Row, RowReader
from nonet.formats.shape import Shape, shape
from nonet.formats.text import is_comment, plain
from nonet.puzzle.model import Model
from nonet.rules.constraints.space import Group

__all__ = ["FORMATS"]

_SIZE = 21
_CORNERS = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
_CELLS = frozenset(
    (top + row, left + column) for top, left in _CORNERS for row in range(9) for column in range(9)
)
_COUNTS = tuple(sum((row, column) in _CELLS for column in range(_SIZE)) for row in range(_SIZE))


def _name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


def _houses() -> list[Group]:
    """Return the rows, columns and boxes of the five boards, each once."""
    houses: dict[tuple[str, ...], Group] = {}
    for top, left in _CORNERS:
        for i in range(9):
            box, at = divmod(i, 3)
            groups = (
                ("row", [(top + i, left + j) for j in range(9)]),
                ("column", [(top + j, left + i) for j in range(9)]),
                ("box", [(top + 3 * box + j // 3, left + 3 * at + j % 3) for j in range(9)]),
            )
            for kind, cells in groups:
                names = tuple(_name(*cell) for cell in cells)
                name = f"{kind} {names[0]} to {names[-1]}"
                houses.setdefault(names, Group(kind, name, names))
    return list(houses.values())


def _row(text: str, row: int) -> list[str] | None:
    """Return the characters of the cells of a row, None if it has too few or too many, or digits in the gaps."""
    line = text.replace("|", "").rstrip("\n")
    for cells in (
        line.ljust(_SIZE) if len(line) > _COUNTS[row] == 9 else line,
        "".join(line.split()),
    ):
        if len(cells) == _SIZE and _COUNTS[row] < _SIZE:
            gaps = [cells[column] for column in range(_SIZE) if (row, column) not in _CELLS]
            if len(set(gaps)) == 1 and not gaps[0].isalnum():
                return [cells[column] for column in range(_SIZE) if (row, column) in _CELLS]
        elif len(cells) == _COUNTS[row]:
            return list(cells)
    return None


def _model(lines: Sequence[Line]) -> Model:
    givens: dict[str, int | range] = {}
    for row, (number, text) in enumerate(lines):
        cells = _row(text, row)
        if cells is None:
            raise ParseError(
                f"row {row + 1} of a Samurai has {_COUNTS[row]} cells, or 21 with the gaps; found"
                f" {len(text.strip())} characters",
                line=number,
                text=text,
            )
        characters = iter(cells)
        for column in range(_SIZE):
            if (row, column) not in _CELLS:
                givens[_name(row, column)] = 0
                continue
            char = next(characters)
            if char.isalnum() and not char.isdecimal():
                raise ParseError(
                    f"expected a digit or a blank, found {char!r}", line=number, text=text
                )
            is_given = char.isdecimal() and char != "0"
            givens[_name(row, column)] = digit_value(char) or 0 if is_given else range(1, 10)
    if len(lines) != _SIZE:
        raise ParseError(f"expected 21 rows of a Samurai, found {len(lines)}")
    return Model(_SIZE, _SIZE, digits=range(10), houses=_houses(), givens=givens)


def _is_row(line: Shape) -> bool:
    """Whether a line is neither blank, nor part of a frame, nor a comment; the gaps may be signs of comments."""
    remark = is_comment(line.plain) and len(line.plain) != _SIZE
    return bool(line.line) and not shape(line.line).is_border and not remark


class _Samurai(RowReader):
    """Reads boards of 21 rows each."""

    def kind(self, line: Shape) -> LineKind:
        return "row" if _is_row(line) else "skip"

    def row(self, number: int, text: str) -> Row:
        return Row(number, plain(text))

    def is_complete(self) -> bool:
        return len(self.rows) == _SIZE

    def board(self, rows: list[Row]) -> Model:
        return _model([(row.line, row.text) for row in rows])


def _is_samurai(head: Head) -> bool:
    """Whether there are 21 rows with the gaps of a Samurai, digits and one blank."""
    if len(head.lines) < _SIZE:
        return False
    lines = itertools.islice(filter(_is_row, map(shape, head.texts)), _SIZE)
    rows = [_row(line.plain, row) for row, line in enumerate(lines)]
    if len(rows) < _SIZE or any(cells is None for cells in rows):
        return False
    signs = {char for cells in rows for char in cells or ()}
    blanks = {char for char in signs if not char.isdecimal() or char == "0"}
    return len(blanks) <= 1 and not any(map(str.isalpha, signs)) and len(signs) > 1


_EXAMPLE = "\n".join(
    "".join("." if (row, column) in _CELLS else " " for column in range(_SIZE)).rstrip()
    for row in range(_SIZE)
).replace(".", "1", 1)

FORMATS = (
    Format(
        "samurai",
        "a Samurai of 21 rows: five boards that share boxes, read as a model",
        (),
        "everything: it is not written",
        _EXAMPLE,
        _Samurai.read,
        None,
        Clues(sure=_is_samurai),
        comments="",
        whole=True,
    ),
)
