"""Lines of Susser: the board of a HoDoKu line, with ``+`` before placed digits, a colon, and the deleted candidates."""

from __future__ import annotations

import re

from nonet.base.errors import ParseError
from nonet.formats.base import CLASSIC_POSITIONS, Clues, Format, IntoRules, each, each_line
from nonet.formats.board_builder import on_page
from nonet.formats.hodoku import EXAMPLE_BOARD, board_text, read_board, triples, written_triples
from nonet.formats.puzzles import make_puzzle
from nonet.puzzle import Board

__all__ = ["FORMATS", "parse_susser", "write_susser"]

SUSSER = re.compile(r"(?:\+?[^\s:,;+]){81}(?::[\w ]*)?:?")


def parse_susser(line: str, rules: IntoRules = None) -> Board:
    """Read a board with ``+`` marks and, after a colon, the deleted candidates."""
    text, comment = _without_comment(line)
    indent = line.index(text)
    board, _, deleted = text.partition(":")
    deleted = deleted.removesuffix(":")
    givens, state = read_board(board, column=indent + 1)
    gone = triples(deleted, column=indent + len(board) + 2)
    info = {"comment": comment} if comment else None
    return on_page(make_puzzle(givens, info, rules), state, deleted=gone)


def _without_comment(line: str) -> tuple[str, str]:
    """Return a line without its comment, and the comment, which begins with # after a space."""
    text, _, comment = line.partition(" #")
    return text.strip(), comment.strip()


def write_susser(board: Board) -> str:
    """Write the board with ``+`` marks, a colon and the deleted candidates."""
    return f"{board_text(board)}:{written_triples(board)}"


def _is_susser(text: str) -> bool:
    line, _ = _without_comment(text)
    match = SUSSER.match(line)
    if match is None or not ("+" in line or ":" in line) or line[match.end() :]:
        return False
    try:
        read_board(line.partition(":")[0], column=1)
        return True
    except ParseError:
        return False


FORMATS = (
    Format(
        "susser",
        "81 characters with + before each placed digit, a colon, the deleted candidates",
        (),
        "info",
        f"{EXAMPLE_BOARD}:113 213",
        each_line(parse_susser),
        each(write_susser),
        Clues(line=_is_susser),
        holds=CLASSIC_POSITIONS,
        remark="#",
    ),
)
