"""Integers of research files on large boards: the side of a box, one more number, rows with -1 for an empty cell."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from nonet.base.errors import ParseError
from nonet.base.numbers import number_of
from nonet.formats.base import Clues, Format, Holds, IntoRules, Line, Record, each
from nonet.formats.drawing import boxes
from nonet.formats.grids import grid_cells
from nonet.formats.puzzles import make_puzzle
from nonet.formats.rows import Row
from nonet.formats.text import plain
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "is_integers", "read_integers"]


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


def read_integers(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read the side of a box, one more number, and rows of numbers; blank lines do not matter."""
    now: list[Line] = []
    for number, raw in lines:
        text = plain(raw)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if len(now) > 2 and len(text.split()) == 1:  # the next board, before this one is complete
            yield _integers(now, rules)
            now = []
        now.append((number, raw))
        order = _order_of(plain(now[0][1]))
        if order is None or len(now) == 2 + order**2:
            yield _integers(now, rules)
            now = []
    if now:
        yield _integers(now, rules)


def _integers(lines: list[Line], rules: IntoRules) -> Record:
    return Record.of(lines, lambda: _puzzle_of_integers(lines, rules))


def _puzzle_of_integers(lines: list[Line], rules: IntoRules) -> Puzzle:
    order = _order_of(plain(lines[0][1]))
    if order is None:
        raise ParseError(
            f"expected the side of a box (2 to 6) alone on the line, found {lines[0][1].strip()[:40]!r}"
        )
    size, second = order**2, lines[1] if len(lines) > 1 else (lines[0][0], "")
    if not re.fullmatch(r"-?\d+", plain(second[1]).strip()):
        reason = f"expected a number alone on the line, found {second[1].strip()[:40]!r}"
        raise ParseError(reason, text=second[1], line=second[0])
    rows = []
    for number, text in lines[2:]:
        words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", plain(text))]
        rows.append(Row(number, text, words))
    values = grid_cells(rows, size).values
    return make_puzzle(values, {"number": second[1].strip()}, rules, shown=boxes(order, order))


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
        read_integers,
        each(write_integers),
        Clues(
            likely=lambda head: is_integers(head.texts),
            near=lambda head: 35 * is_integers([line.plain for line in head.shapes[:3]]),
        ),
        holds=Holds(tuple(order**2 for order in _ORDERS), "squares"),
    ),
)
