r"""Boards between the signs of a language, as in LaTeX. What is around them is left alone, and nothing is run.

LaTeX has an environment: ``sudoku`` with ``|`` around each cell, or a ``tabular``, ``array`` or ``matrix`` with ``&``
between the cells. MiniZinc and MATLAB are in `nonet.formats.rare`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from nonet.base.errors import ParseError
from nonet.formats.base import (
    CLASSIC_ONLY,
    SMALLEST,
    Clues,
    Format,
    Head,
    IntoRules,
    Line,
    Reader,
    Record,
    each,
    text_of,
)
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.text import plain
from nonet.formats.values import values_of
from nonet.puzzle import Puzzle

__all__ = [
    "COMMENT",
    "FORMATS",
    "Row",
    "is_meant",
    "parts_between",
    "puzzle_of_rows",
    "reader_between",
]

_MOST = 1000  # lines of one matrix: more are not a board
_FEWEST = 27  # cells: fewer are a board only if they are as many rows as columns


class Row(NamedTuple):
    """The cells of a row, and the line on which it begins."""

    line: int
    cells: list[str]


def is_meant(rows: Sequence[Row]) -> bool:
    """Whether rows are a board, perhaps a damaged one, and no other table."""
    cells = [cell for row in rows for cell in row.cells]
    even = all(len(row.cells) == len(rows) for row in rows)
    if len(rows) < SMALLEST or (len(cells) < _FEWEST and not even):
        return False
    digits = sum(cell.isdecimal() and len(cell) < 3 for cell in cells)
    blank = sum(not cell or (len(cell) == 1 and not cell.isalnum()) for cell in cells)
    empty = digits == 0 and not (even and len(cells) >= 81)
    return not empty and digits + blank >= (1 if len(cells) < _FEWEST else 0.9) * len(cells)


def puzzle_of_rows(rows: Sequence[Row], rules: IntoRules) -> Puzzle:
    """Return the puzzle of rows of cells; raise `ParseError` with the line of the wrong one."""
    lengths = [len(row.cells) for row in rows]
    usual = max(lengths, key=lengths.count, default=0)
    for number, row in enumerate(rows, 1):
        if len(row.cells) != usual:
            count = f"{len(row.cells)} cell{'s' * (len(row.cells) != 1)}"
            raise ParseError(f"row {number} has {count}, expected {usual}", line=row.line)
    if usual != len(rows) or usual < SMALLEST:
        raise ParseError(f"found {len(rows)} rows of {usual} cells, expected {usual or 9} rows")
    try:
        values = values_of([cell for row in rows for cell in row.cells])
    except ParseError as error:
        row = rows[((error.column or 1) - 1) // usual]
        raise ParseError(error.reason, line=row.line) from None
    return make_puzzle(values.values, None, rules)


def reader_between(
    begins: re.Pattern[str],
    end_of: Callable[[re.Match[str]], str],
    rows_of: Callable[[list[Line]], list[Row]],
    certain: Callable[[re.Match[str]], bool] = lambda match: False,
) -> Reader:
    """Make a reader of the text between two characters; other text is skipped unless the first character is certain."""

    def read(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
        """Read the boards between the signs."""
        begin: re.Match[str] | None = None
        inside: list[Line] = []
        for number, raw in lines:
            text: str = plain(raw)
            while begin or (begin := begins.search(text)):
                if not inside:
                    text = text[begin.end() :]
                before, end, text = text.partition(end_of(begin))
                inside.append((number, before))
                if not end and len(inside) <= _MOST:
                    break
                rows = rows_of(inside)
                if certain(begin) or is_meant(rows):
                    yield Record.of(inside, functools.partial(puzzle_of_rows, rows, rules))
                begin, inside = None, []
        if begin and certain(begin):
            reason = f"expected {end_of(begin)} at the end, found the end of the text"
            yield Record.bad(ParseError(reason), inside[0][0], text_of(inside))

    return read


def parts_between(lines: Sequence[Line], separator: str) -> Iterator[Line]:
    """Yield the parts of a text between separators, with the line on which each has its first character."""
    text, first, at = text_of(lines), lines[0][0], 0
    for part in re.split(separator, text):
        begin = text.index(part, at)
        at = begin + len(part)
        blank = len(part) - len(part.lstrip())
        yield first + text.count("\n", 0, begin + blank), part


COMMENT = re.compile(r"(?<!\\)%.*")


# -- LaTeX -----------------------------------------------------------------------------------------

_BEGIN = re.compile(r"\\begin\{(sudoku[\w-]*|tabular\*?|array|[bBpvV]?matrix)\}")
_ARGUMENT = re.compile(r"\s*(?:\[[^]]*\])?\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?")
_RULE = re.compile(
    r"\\(?:[hc]line|cmidrule|toprule|midrule|bottomrule)\s*(?:\([^)]*\))?(?:\{[^}]*\})?"
)
_COLOUR = re.compile(r"\\(?:cell|row|text|page)?color\s*(?:\[[^]]*\])?\{[^}]*\}")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?|\\[,;:! ]|[{}$~]")


def _latex_rows(lines: list[Line]) -> list[Row]:
    clean = [(number, COMMENT.sub("", text)) for number, text in lines]
    if "&" not in text_of(clean):
        texts = [(number, text.strip()) for number, text in clean]
        rows = [(number, text.removesuffix(".").strip()) for number, text in texts if "|" in text]
        return [
            Row(number, [_latex_cell(cell) for cell in text.strip("|").split("|")])
            for number, text in rows
        ]
    first, text = clean[0]
    clean[0] = first, text[match.end() :] if (match := _ARGUMENT.match(text)) else text
    parts = [
        (number, _RULE.sub("", part))
        for number, part in parts_between(clean, r"\\\\(?:\[[^]]*\])?|\\tabularnewline")
    ]
    return [
        Row(number, [_latex_cell(cell) for cell in part.split("&")])
        for number, part in parts
        if "&" in part
    ]


def _latex_cell(text: str) -> str:
    return _COMMAND.sub("", _COLOUR.sub("", text)).strip()


_read_latex = reader_between(
    _BEGIN,
    lambda match: f"\\end{{{match[1]}}}",
    _latex_rows,
    lambda match: match[1].startswith("sudoku"),
)


def write_latex(puzzle: Puzzle) -> str:
    """Write an environment ``sudoku``."""
    rows = ["".join(f"|{digit or ' '}" for digit in row) + "|." for row in puzzle.givens.rows]
    return "\n".join([r"\begin{sudoku}", *rows, r"\end{sudoku}"])


# -- recognising -----------------------------------------------------------------------------------


def _is_latex(head: Head) -> bool:
    if r"\begin{sudoku" in head.joined:
        return True
    board = _read_latex(head.all)
    return _BEGIN.search(head.joined) is not None and next(iter(board), None) is not None


FORMATS = (
    Format(
        "latex",
        r"LaTeX: an environment sudoku, or a tabular or a matrix with & between the cells",
        (".tex",),
        "all info",
        write_latex(Puzzle(EXAMPLE)),
        _read_latex,
        each(write_latex),
        Clues(sure=_is_latex),
        comments="%",
        separator="\n",
        holds=CLASSIC_ONLY,
        whole=True,
    ),
)
