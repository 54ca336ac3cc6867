"""Integers of research files on large boards: the side of a box, one more number, rows with -1 for an empty cell."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from nonet.base.errors import ParseError
from nonet.base.numbers import number_of
from nonet.formats.base import Clues, Format, Holds, each
from nonet.formats.drawing import boxes
from nonet.formats.grids import grid_cells
from nonet.formats.puzzles import make_puzzle
from nonet.formats.rows import LineKind, Row, RowReader
from nonet.formats.shape import Shape
from nonet.formats.text import plain
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "is_integers"]


_ORDERS = range(2, 7)


def _order_of(text: str) -> int | None:
    """Return the side of a box on the first line, None if the line has something else."""
    word = text.strip()
    return number_of(word, 6, least=2) if len(word) == 1 else None


def is_integers(texts: Sequence[str]) -> bool:
    """Whether a text that begins with these lines is one of integers.

    >>> is_integers(["2", "1", "-1 2 -1 3"]), is_integers(["2", "1", "-1 2 -1"])
    (True, False)
    """
    order = _order_of(texts[0]) if len(texts) > 2 else None
    numbers = [word for text in texts[1:3] for word in text.split()]
    return (
        order is not None
        and len(numbers) == 1 + order**2
        and all(re.fullmatch(r"-?\d+", word) for word in numbers)
    )


class _Integers(RowReader):
    """Reads the side of a box, one more number, and rows of numbers; blank lines do not matter."""

    def kind(self, line: Shape) -> LineKind:
        if not line.line or line.line.startswith("#"):
            return "skip"
        return "next" if len(self.rows) > 2 and len(line.plain.split()) == 1 else "row"

    def row(self, number: int, text: str) -> Row:
        words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", plain(text))]
        return Row(number, text, words)

    def is_complete(self) -> bool:
        order = _order_of(plain(self.rows[0].text))
        return order is None or len(self.rows) == 2 + order**2

    def board(self, rows: list[Row]) -> Puzzle:
        order = _order_of(plain(rows[0].text))
        if order is None:
            found = rows[0].text.strip()[:40]
            raise ParseError(
                f"expected the side of a box (2 to 6) alone on the line, found {found!r}"
            )
        second = rows[1] if len(rows) > 1 else Row(rows[0].line, "")
        if not re.fullmatch(r"-?\d+", plain(second.text).strip()):
            reason = f"expected a number alone on the line, found {second.text.strip()[:40]!r}"
            raise ParseError(reason, text=second.text, line=second.line)
        values = grid_cells(rows[2:], order**2).values
        info = {"number": second.text.strip()}
        return make_puzzle(values, info, self.rules, shown=boxes(order, order))


def write_integers(puzzle: Puzzle) -> str:
    """Write the side of a box, ``info["number"]`` or 1, and rows of numbers between tabs."""
    number = puzzle.info.get("number", "")
    rows = ["\t".join(str(digit or -1) for digit in row) for row in puzzle.givens.rows]
    head = [
        str(math.isqrt(puzzle.rules.size)),
        number if re.fullmatch(r"-?[0-9]{1,18}", number) else "1",
    ]
    return "\n".join([*head, *rows])


FORMATS = (
    Format(
        "integers",
        "research files: the side of a box, one more number, rows of numbers, -1 for an empty cell",
        (),
        "extra houses; info other than number",
        "2\n1\n4\t-1\t-1\t3\n-1\t-1\t-1\t-1\n-1\t-1\t-1\t1\n2\t-1\t-1\t-1",
        _Integers.read,
        each(write_integers),
        Clues(
            likely=lambda head: is_integers(head.texts),
            near=lambda head: 35 * is_integers([line.plain for line in head.shapes[:3]]),
        ),
        holds=Holds(tuple(order**2 for order in _ORDERS), "squares"),
    ),
)
