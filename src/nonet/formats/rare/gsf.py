"""gsf's lists of rated puzzles: four ratings, the 81 cells, a name and more, between commas."""

from __future__ import annotations

import re

from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.formats.base import CLASSIC_ONLY, Clues, Format, IntoRules, each, each_line
from nonet.formats.fields import is_board
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.text import one_line
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]

GSF = re.compile(r"((?:[^,]*,){3}[^,]*),([^,]{81}),([^,]*,.*)")


def parse_gsf(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a line of gsf's rated lists: four numbers, the cells and a name, between commas."""
    match = GSF.fullmatch(line.strip())
    if not match:
        raise ParseError(
            "expected at least 6 commas, with 81 cells after the fourth, as in gsf's lists"
        )
    try:
        values = read_digits(match[2])
    except ParseError as error:
        column = match.start(2) + (error.column or 0)
        raise ParseError(error.reason, text=line, column=column) from None
    return make_puzzle(values, {"ratings": match[1], "comment": match[3].strip()}, rules)


def write_gsf(puzzle: Puzzle) -> str:
    """Write the numbers and the name as they were read; missing numbers are 0."""
    text = puzzle.givens.text()
    ratings = puzzle.info.get("ratings", "")
    comment = one_line(puzzle.info.get("comment", ""))
    if ratings.count(",") != 3 or "\n" in ratings:
        ratings = "0,0,0,0"
    return f"{ratings},{text},{comment if ',' in comment else comment + ','}"


def _is_gsf(text: str) -> bool:
    match = GSF.fullmatch(text.strip())
    return match is not None and not text.lstrip().startswith('"') and is_board(match[2])


FORMATS = (
    Format(
        "gsf",
        "gsf's rated lists: four ratings, 81 cells, a name and more, between commas",
        (),
        "info other than ratings and comment, which becomes one line",
        "99480,99408,114,1895," + EXAMPLE + ",Well known,2006",
        each_line(parse_gsf),
        each(write_gsf),
        Clues(line=_is_gsf),
        holds=CLASSIC_ONLY,
        remark="#",
    ),
)
