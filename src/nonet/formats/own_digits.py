"""Boards of text with digits of one's choice, which only the rules of the caller name.

A text does not show that its 0 is a digit and no empty cell, so nothing is recognised here: the rules say which signs
the digits have, and a board is a line with all of its cells, or as many lines as it has rows. Formats that hold rules
of their own, such as YAML, are read as always.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonet.base.digit_sets import read_value_masks, read_values
from nonet.base.errors import ParseError
from nonet.boards.grid import Candidates, Grid
from nonet.formats.base import IntoRules, Line, Record
from nonet.formats.puzzles import rules_for
from nonet.formats.text import is_comment
from nonet.puzzle import Puzzle

__all__ = ["OWN_FORMATS", "read_own_lines", "values_candidates", "values_puzzle"]

OWN_FORMATS = ("csv", "iss", "json", "jsonl", "yaml")
"""Formats whose readers know digits of one's choice."""


def values_puzzle(
    text: str, digits: Sequence[int], info: dict[str, str] | None, rules: IntoRules
) -> Puzzle:
    """Return the puzzle of a text with all cells of one board, or with all of their candidates.

    >>> values_puzzle("0..3 .... .... 2..1", (0, 1, 2, 3), None, "digits:0-3").givens.values[0]
    0
    """
    size = len(digits)
    if len(text) == size**3:
        marks = values_candidates(text, digits)
        return Puzzle(marks, rules=rules_for(size, rules), info=info)
    cells = read_values(text, digits)
    if len(cells) != size**2:
        raise ParseError(
            f"expected {size**2} cells, found {len(cells)}; write . for each empty cell", text=text
        )
    all_rules = rules_for(size, rules)
    return Puzzle(Grid._trusted(cells, size, all_rules.own_digits), rules=all_rules, info=info)


def values_candidates(text: str, digits: Sequence[int]) -> Candidates:
    """Return the candidates of a text that has each value of each cell at its own place."""
    size, own = len(digits), tuple(digits)
    empty = Grid._trusted(bytes(size**2), size, own)
    return Candidates.from_masks(read_value_masks(text, digits), placed=empty)


def read_own_lines(
    lines: Iterable[Line], digits: Sequence[int], rules: IntoRules
) -> Iterator[Record]:
    """Yield the boards of lines. Blank lines, comments and the lines of a frame may separate boards or rows."""
    size, rows = len(digits), list[Line]()
    cells = 0
    for number, line in lines:
        text = line.partition(" #")[0]
        if not text.strip() or is_comment(line) or not text.strip(" \t|+-=_"):
            continue
        try:
            count = len(read_values(text, digits))
        except ParseError as error:
            yield from _board(rows, digits, rules)
            rows, cells = [], 0
            yield Record.bad(error.at(line=number), number, line)
            continue
        if count >= size**2 or cells + count > size**2:
            yield from _board(rows, digits, rules)
            rows, cells = [], 0
        rows.append((number, text))
        cells += count
        if cells >= size**2:
            yield from _board(rows, digits, rules)
            rows, cells = [], 0
    yield from _board(rows, digits, rules)


def _board(rows: list[Line], digits: Sequence[int], rules: IntoRules) -> Iterator[Record]:
    if rows:
        text = " ".join(row.strip() for _, row in rows)
        yield Record.of(rows, lambda: values_puzzle(text, digits, None, rules))
