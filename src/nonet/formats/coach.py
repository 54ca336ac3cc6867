"""Links of sudoku.coach: the cells in the address, or a position as compressed JSON.

The JSON has ``gridSize``, ``givenDigits``, ``userDigits`` and ``userCellCandidates``, numbers between hyphens in which
bit *d* is the candidate *d*. It is packed with zlib, written in base 32 (0-9, a-v), and begins with ``SCv7_32_``.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator

from nonet.base.errors import ParseError
from nonet.base.limits import unpacked
from nonet.base.numbers import read_number
from nonet.base.strict_json import JsonObject, read_json_text
from nonet.base.suggestions import shown
from nonet.formats.base import CLASSIC_PAGES, Clues, Format, IntoRules, each, each_line
from nonet.formats.board_builder import BoardBuilder, notes_of
from nonet.formats.fields import is_board, puzzle_of
from nonet.formats.links import link_in
from nonet.formats.puzzles import EXAMPLE
from nonet.puzzle import Board, Position

__all__ = ["FORMATS"]

_HOST = "sudoku.coach"
_PREFIX = "SCv7_32_"
_ADDRESS = f"https://{_HOST}/en/play/"
_ANY = re.compile(r"SCv(\d+)_(\d+)_(\w*)")
_CELLS = re.compile("[0-9]{81}")
_NUMBER = re.compile("[0-9]{1,4}")

# Keys that say nothing about the puzzle: how the page looked.
_LOOK = ("colours", "givenColours", "userColours", "userCellCandidatesColours")


def parse_coach(line: str, rules: IntoRules = None) -> Board:
    """Read a link, or the text that begins with ``SCv7_32_``."""
    text = line.strip()
    if link := link_in(text):
        parts = (part for part in link.parts() if _ANY.match(part) or is_board(part))
        text = link.place(next(parts, None))
        if is_board(text):
            return puzzle_of(text, None, rules)
    return _position(_data(text), rules)


def _data(text: str) -> JsonObject:
    """Return the object that is packed in a text."""
    match = _ANY.fullmatch(text)
    if match is None or match[1] + match[2] != "732":
        raise ParseError(f"expected data that begins with {_PREFIX}, found {text[:20]!r}")
    coded = match[3].upper()
    try:
        packed = base64.b32hexdecode(coded + "=" * (-len(coded) % 8))
        data = read_json_text(unpacked(packed).decode())
    except ValueError as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError("the compressed data is damaged; copy the whole link") from None
    if not isinstance(data, dict):
        raise ParseError(f"expected an object in the link, found {shown(data)}")
    return data


def _position(data: JsonObject, rules: IntoRules) -> Board:
    size = data.get("gridSize", 9)
    if size != 9:
        raise ParseError(f"expected a 9x9 board, found the size {shown(size)}")
    known = ("gridSize", "givenDigits", "userDigits", "userCellCandidates", *_LOOK)
    if unknown := [key for key in data if key not in known and data[key]]:
        raise ParseError(f"the link has rules that nonet does not know: {', '.join(unknown)[:200]}")
    board = BoardBuilder()
    board.fill_all(_cells(data, "givenDigits"))
    board.fill_all(_cells(data, "userDigits"), given=False)
    for cell, mask in enumerate(_masks(data)):
        board.note(cell, mask)
    for key in _LOOK:
        if str(data.get(key) or "").strip(","):
            board.skip(key)
    return board.build(rules)


def _cells(data: JsonObject, key: str) -> Iterator[int]:
    text = data.get(key, "0" * 81)
    if not isinstance(text, str) or not _CELLS.fullmatch(text):
        raise ParseError(f"expected 81 digits for {key!r}, found {shown(text)}")
    return map(read_number, text)


def _masks(data: JsonObject) -> list[int]:
    """Return the candidates of the cells."""
    text = data.get("userCellCandidates") or "-".join(["0"] * 81)
    words = text.split("-") if isinstance(text, str) else []
    if len(words) != 81 or not all(_NUMBER.fullmatch(word) for word in words):
        raise ParseError(f"expected 81 numbers for 'userCellCandidates', found {shown(text)}")
    return [read_number(word) >> 1 & 511 for word in words]


def write_coach(board: Board) -> str:
    """Write a link: the cells, or the packed position if something is placed or eliminated."""
    givens = board.givens.text(blank="0")
    if not isinstance(board, Position):
        return _ADDRESS + givens
    masks = [sum(1 << digit for digit in notes) for notes in notes_of(board)]
    data = {
        "gridSize": 9,
        "givenDigits": givens,
        "userDigits": board.placed.text(blank="0"),
        "userCellCandidates": "-".join(map(str, masks)),
    }
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    coded = base64.b32hexencode(packed).decode().lower().rstrip("=")
    return f"{_ADDRESS}{_PREFIX}{coded}"


def _shows_coach(text: str) -> bool:
    text = text.strip()
    if _ANY.match(text):
        return True
    link = link_in(text) if _HOST in text else None
    return link is not None and link.host == _HOST


FORMATS = (
    Format(
        "sudoku-coach",
        "a link of sudoku.coach per line, with the cells or a packed position: SCv7_32_…",
        (),
        "info",
        _ADDRESS + EXAMPLE.replace(".", "0"),
        each_line(parse_coach),
        each(write_coach),
        Clues(line=_shows_coach),
        holds=CLASSIC_PAGES,
    ),
)
