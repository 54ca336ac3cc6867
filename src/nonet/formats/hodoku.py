"""Lines of HoDoKu's library: a position, and the step to find. Susser has the same board: see `nonet.formats.rare`.

The board is 81 characters with ``+`` before each placed digit. Board and deleted candidates are a position; the columns
about the step are kept in ``info``::

    :0000-1:7:3.4+52..8…:713 723:558:182:5
     │    │ │ │          │       │   │   └ chain_length
     │    │ │ │          │       │   └ placements
     │    │ │ │          │       └ eliminations
     │    │ │ │          └ deleted
     │    │ │ └ the givens, and placed
     │    │ └ candidates
     │    └ variant
     └ technique
"""

from __future__ import annotations

import re

from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.base.numbers import read_number
from nonet.formats.base import CLASSIC_POSITIONS, Clues, Format, Head, IntoRules, each, each_line
from nonet.formats.board_builder import on_page
from nonet.formats.puzzles import make_puzzle
from nonet.formats.text import plain
from nonet.formats.values import wrong_length
from nonet.puzzle import Board, Position
from nonet.puzzle.errors import PuzzleError

__all__ = ["EXAMPLE_BOARD", "FORMATS", "board_text", "read_board", "triples", "written_triples"]

LIBRARY = re.compile(r":[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*(:[^:]*)?")
_TRIPLE = re.compile("[1-9]{3}")


def triples(text: str, *, column: int = 1) -> list[tuple[int, int]]:
    """Read ``713 723`` as pairs of digit and cell.

    >>> triples("713 723")
    [(7, 2), (7, 11)]
    """
    found = []
    for match in re.finditer(r"\S+", text):
        if not _TRIPLE.fullmatch(match[0]):
            raise ParseError(
                f"expected a candidate such as 713 (the 7 of r1c3), found {match[0]!r}",
                column=column + match.start(),
            )
        digit, row, col = map(read_number, match[0])
        found.append((digit, 9 * row + col - 10))
    return found


def written_triples(board: Board) -> str:
    """Return the removed candidates of a board as HoDoKu names them.

    >>> written_triples(Position("." * 81, removed={"r1c3": {7}, "r2c3": {7}}))
    '713 723'
    """
    return " ".join(
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell, digits in Position.of(board).removed.items()
        for digit in sorted(digits)
    )


def read_board(text: str, *, column: int) -> tuple[bytes, bytes]:
    """Return the givens of a board with ``+`` marks, and the givens with the placed digits."""
    symbols, later, columns = [], [], []
    plus = False
    for place, char in enumerate(plain(text), column):
        if char == "+" and not plus:
            plus = True
            continue
        symbols.append(char)
        later.append(plus)
        columns.append(place)
        plus = False
    if len(symbols) != 81 or plus:
        raise wrong_length(len(symbols), column=column, text=text, expected=81)
    try:
        values = read_digits("".join(symbols))
    except ParseError as error:
        raise ParseError(error.reason, text=text, column=columns[(error.column or 1) - 1]) from None
    for value, mark, place in zip(values, later, columns, strict=True):
        if mark and not value:
            raise ParseError(
                "expected a digit after '+', found an empty cell", text=text, column=place - 1
            )
    givens = bytes([0 if mark else value for value, mark in zip(values, later, strict=True)])
    return givens, bytes(values)


def board_text(board: Board) -> str:
    """Return the board with ``+`` before each placed digit."""
    return "".join(
        f"+{digit}" if digit and not given else str(given or ".")
        for given, digit in zip(board.givens, Position.of(board).grid, strict=True)
    )


def parse_library(line: str, rules: IntoRules = None) -> Board:
    """Read one line of a HoDoKu library."""
    text = line.strip()
    indent = line.index(text)
    fields = text.split(":")
    if len(fields) not in (7, 8) or fields[0]:
        raise ParseError(
            "expected ':' at the beginning and 6 or 7 of them in all, as in a HoDoKu library, found"
            f" {len(fields) - 1}",
            text=line,
        )
    starts = [indent + 1]
    for field in fields[:-1]:
        starts.append(starts[-1] + len(field) + 1)
    givens, state = read_board(fields[3], column=starts[3])
    deleted, *_ = [triples(fields[index], column=starts[index]) for index in (4, 5, 6)]
    if fields[1:3] == ["0000", "x"] and not any(fields[5:]):
        fields[1:3] = "", ""  # how HoDoKu writes a position without a step
    code, dash, variant = fields[1].partition("-")
    info = {
        "technique": code,
        "variant": variant,
        "candidates": fields[2],
        "eliminations": fields[5],
        "placements": fields[6],
    }
    info = {key: value for key, value in info.items() if value}
    if dash and not variant:
        column = starts[1] + len(code) + 1
        raise ParseError("expected a variant after '-', found nothing", text=line, column=column)
    if len(fields) == 8:
        # An eighth field that is empty is not the same line as no eighth field.
        info["chain_length"] = fields[7]
    return on_page(make_puzzle(givens, info, rules), state, deleted=deleted)


def _library_value(puzzle: Board, key: str, default: str = "") -> str:
    value = puzzle.info.get(key, default)
    if ":" in value or "\n" in value or "\r" in value:
        raise PuzzleError(
            f"info[{key!r}] must not have ':' or a line end in a HoDoKu line, got {value!r}",
            puzzle=Position.of(puzzle).puzzle,
        )
    return value


def _library_triples(puzzle: Board, key: str) -> str:
    """Return candidates of a step, which the reader must understand."""
    value = _library_value(puzzle, key)
    try:
        triples(value, column=1)
    except ParseError as error:
        raise PuzzleError(
            f"info[{key!r}]: {error.reason}", puzzle=Position.of(puzzle).puzzle
        ) from None
    return value


def write_library(puzzle: Board) -> str:
    """Write one line of a HoDoKu library; without a technique it is ``:0000:x:…``."""
    board = board_text(puzzle)
    known = any(key in puzzle.info for key in ("technique", "candidates", "chain_length"))
    code = _library_value(puzzle, "technique", "" if known else "0000")
    variant = _library_value(puzzle, "variant")
    fields = [
        "",
        f"{code}-{variant}" if variant else code,
        _library_value(puzzle, "candidates", "" if known else "x"),
        board,
        written_triples(puzzle),
        _library_triples(puzzle, "eliminations"),
        _library_triples(puzzle, "placements"),
    ]
    if "chain_length" in puzzle.info:
        fields.append(_library_value(puzzle, "chain_length"))
    return ":".join(fields)


EXAMPLE_BOARD = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419.+35....8.+179"
)


def _is_near(head: Head) -> int:
    first = head.first.strip()
    return 90 if first[:1] == ":" and first.count(":") >= 3 else 0


FORMATS = (
    Format(
        "hodoku",
        "HoDoKu library line: technique, candidates, board, deleted candidates and result, between colons",
        (),
        "info other than technique, variant, candidates, eliminations, placements and chain_length",
        f":0000:x:{EXAMPLE_BOARD}:113 213::",
        each_line(parse_library),
        each(write_library),
        Clues(line=lambda text: LIBRARY.fullmatch(text.strip()) is not None, near=_is_near),
        holds=CLASSIC_POSITIONS,
        remark="#",
    ),
)
