"""Arrays of MiniZinc: ``[|1, 2|3, 4|]``. What stands around is left alone, and nothing is run."""

from __future__ import annotations

import re

from nonet.formats.base import USUAL_RULES, Clues, Format, Head, Line, each
from nonet.formats.matrices import COMMENT, Row, parts_between, reader_between
from nonet.formats.puzzles import EXAMPLE
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]


def _minizinc_rows(lines: list[Line]) -> list[Row]:
    clean = [(number, COMMENT.sub("", text)) for number, text in lines]
    parts = [
        (number, part.strip().removesuffix(",")) for number, part in parts_between(clean, r"\|")
    ]
    return [
        Row(number, [cell.strip() for cell in part.split(",")]) for number, part in parts if part
    ]


_read_minizinc = reader_between(re.compile(r"\[\|"), lambda match: "|]", _minizinc_rows)


def write_minizinc(puzzle: Puzzle) -> str:
    """Write an array of two dimensions, 0 for an empty cell."""
    rows = [", ".join(map(str, row)) for row in puzzle.givens.rows]
    return "[|" + "\n |".join(rows) + "|]"


def _is_minizinc(head: Head) -> bool:
    return next(iter(_read_minizinc(head.all)), None) is not None


FORMATS = (
    Format(
        "minizinc",
        "an array of MiniZinc: [|5, 3, 0, …|6, 0, 0, …|], 0 or _ for an empty cell",
        (".dzn",),
        "rules that are not the usual ones of the size; all info",
        write_minizinc(Puzzle(EXAMPLE)),
        _read_minizinc,
        each(write_minizinc),
        Clues(sure=_is_minizinc),
        comments="%",
        separator="\n",
        holds=USUAL_RULES,
        whole=True,
    ),
)
