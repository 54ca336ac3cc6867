"""The puzzle bank of Sudoku Exchange: a line has a hash, the 81 cells and a rating."""

from __future__ import annotations

import re

from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.formats.base import CLASSIC_ONLY, Clues, Format, IntoRules, each, each_line
from nonet.formats.puzzles import EXAMPLE, make_puzzle, refused
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]

BANK = re.compile(r"([0-9a-f]{12}) ([0-9.]{81}) +([0-9.]+)")


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
)
