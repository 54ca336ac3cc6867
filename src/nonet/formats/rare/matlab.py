"""Matrices of MATLAB, Octave and Julia: ``[1 2; 3 4]``. What stands around is left alone, and nothing is run."""

from __future__ import annotations

import re

from nonet.formats.base import USUAL_RULES, Clues, Format, Head, Line, each, text_of
from nonet.formats.matrices import COMMENT, Row, parts_between, reader_between
from nonet.formats.puzzles import EXAMPLE
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]


_SEMICOLONS = re.compile(r"\[\s*(?:(?:\d{1,2}|NaN)[\s,]+){3,}(?:\d{1,2}|NaN)\s*;", re.IGNORECASE)


def _matlab_rows(lines: list[Line]) -> list[Row]:
    clean = [(number, COMMENT.sub("", text)) for number, text in lines]
    if ";" not in text_of(clean):
        return []  # a list, which has its own format
    joined = [(number, re.sub(r"\.\.\.\s*$", "", text)) for number, text in clean]
    parts = [(number, part.strip().strip(",")) for number, part in parts_between(joined, "[;]")]
    return [
        Row(number, ["" if cell.lower() == "nan" else cell for cell in re.split(r"[\s,]+", part)])
        for number, part in parts
        if part
    ]


_read_matlab = reader_between(re.compile(r"\[(?![\[|])"), lambda match: "]", _matlab_rows)


def write_matlab(puzzle: Puzzle) -> str:
    """Write a matrix, 0 for an empty cell."""
    return "[" + ";\n ".join(" ".join(map(str, row)) for row in puzzle.givens.rows) + "]"


def _is_matlab(head: Head) -> bool:
    return _SEMICOLONS.search(head.joined) is not None


FORMATS = (
    Format(
        "matlab",
        "a matrix of MATLAB, Octave or Julia: [5 3 0 …; 6 0 0 …], 0 or NaN for an empty cell",
        (),
        "rules that are not the usual ones of the size; all info",
        write_matlab(Puzzle(EXAMPLE)),
        _read_matlab,
        each(write_matlab),
        Clues(sure=_is_matlab),
        comments="%",
        separator="\n",
        holds=USUAL_RULES,
        whole=True,
    ),
)
