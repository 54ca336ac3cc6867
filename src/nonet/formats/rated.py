"""Lists of rated puzzles: one line with the 81 cells between other columns."""

from __future__ import annotations

import re

from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.formats.base import CLASSIC_ONLY, Clues, Format, IntoRules, each, each_line
from nonet.formats.fields import is_board
from nonet.formats.puzzles import EXAMPLE, make_puzzle, refused
from nonet.formats.text import one_line
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]

BANK = re.compile(r"([0-9a-f]{12}) ([0-9.]{81}) +([0-9.]+)")

GSF = re.compile(r"((?:[^,]*,){3}[^,]*),([^,]{81}),([^,]*,.*)")


def parse_bank(line: str, rules: IntoRules = None) -> Puzzle:
    """Read a record of the Sudoku Exchange puzzle bank: hash, digits, rating."""
    match = BANK.fullmatch(line.strip())
    if not match:
        raise ParseError(
            "expected 12 hexadecimal digits, 81 cells and a rating, as in the puzzle bank"
        )
    return make_puzzle(read_digits(match[2]), {"id": match[1], "rating": match[3]}, rules)


def write_bank(puzzle: Puzzle) -> str:
    """Write a record of 99 characters; a rating is needed, and a missing hash is computed."""
    import hashlib

    digits = puzzle.givens.text(blank="0")
    rating = puzzle.info.get("rating", "")
    if not re.fullmatch(r"[0-9.]{1,4}", rating):
        reason = f"needs a rating of 1 to 4 characters in info['rating'], got {rating!r}"
        raise refused("bank", reason, puzzle)
    name = puzzle.info.get("id", "")
    if not re.fullmatch("[0-9a-f]{12}", name):
        name = hashlib.sha1(digits.encode(), usedforsecurity=False).hexdigest()[:12]
    return f"{name} {digits} {rating:>4}"


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
        "bank",
        "Sudoku Exchange puzzle bank: hash, 81 digits, rating; 100 bytes per record",
        (),
        "info other than id and rating",
        "bbab350d8ae7 " + EXAMPLE.replace(".", "0") + "  1.2",
        each_line(parse_bank),
        each(write_bank),
        Clues(line=lambda text: BANK.fullmatch(text.strip()) is not None),
        holds=CLASSIC_ONLY,
        remark="#",
    ),
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
