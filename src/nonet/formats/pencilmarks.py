"""Candidate grids (pencil marks), as solvers print them: a row per line, a word per cell.

Such a grid does not show which of its lone digits are givens, so it is read as a position whose givens are not known. A
lone candidate that no peer has is placed; one that a peer still has is a single to find. Only the marked spelling, with
``<4>`` for a given and ``*8*`` for a placed digit, is a position of a puzzle with givens. Above 9x9 there are commas
between candidates.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of, read_number
from nonet.boards.grid import Candidates
from nonet.formats.base import SMALLEST, Clues, Format, Head, Holds, Line, each
from nonet.formats.board_builder import on_page
from nonet.formats.puzzles import EXAMPLE, make_puzzle, rules_for
from nonet.formats.rows import (
    LineKind,
    Row,
    RowReader,
    inside_frames,
    reader_of_drawings,
    size_of_rows,
    wrong_width,
)
from nonet.formats.shape import SIDES, Shape, shape
from nonet.formats.sukaku import KNOWN_MARKS, WITHOUT_GIVENS
from nonet.puzzle import Board, Position, Puzzle
from nonet.rules import CLASSIC, Rules

__all__ = ["FORMATS", "digits_of", "pm_masks", "pm_text"]

_GIVEN = re.compile("<([1-9])>")
_PLACED = re.compile(r"\*([1-9])\*")
_GROUP = re.compile(r"\d\d+")
_MARKUP = re.compile(r"[^\W\d_]|[-*#@+!()\[\]{}=~^%&<>]")


# -- reading --------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1024)
def _mask_of(cell: str, size: int) -> int | str:
    """Return the candidates of one cell, or what is wrong with it; colours and arrows around digits are dropped.

    >>> _mask_of("19", 9), _mask_of("<4>", 9), _mask_of("1,10", 16)
    (257, 8, 513)
    """
    if cell == "-":
        return 0
    digits = _MARKUP.sub("", cell)
    mask = 0
    for word in digits if size < 10 else digits.split(","):
        digit = number_of(word, size, least=1, any_script=True)
        if digit is None:
            shown = "259" if size < 10 else "2,5,10"
            return (
                f"expected the candidates of {{}}, such as {shown}, from 1 to {size}, found {{!r}}"
            )
        bit = 1 << (digit - 1)
        if mask & bit:
            return f"expected each candidate of {{}} once, found {word} twice in {{!r}}"
        mask |= bit
    return mask or "expected the candidates of {}, or - for none, found {!r}"


class _Read(NamedTuple):
    """A grid of candidates: the givens and the filled cells that it marks as such, and all masks."""

    givens: bytes
    state: bytes
    masks: list[int]
    is_marked: bool


def pm_masks(rows: list[Line]) -> list[int]:
    """Return the candidates of lines of candidates."""
    return _read([Row(number, text, shape(text).placed_words) for number, text in rows]).masks


def _read(rows: list[Row]) -> _Read:
    words = [cell for row in rows for cell, _ in row.cells]
    if any(map(_GROUP.fullmatch, words)):
        # A grid of candidates, and not of cells with _ for the empty ones.
        words = ["-" if cell == "_" else cell for cell in words]
    size = size_of_rows([len(row.cells) for row in rows])
    for row in rows:
        if len(row.cells) != size:
            raise wrong_width(row, size)
    if len(rows) != size:
        raise ParseError(f"expected {size} rows, found {len(rows)}")
    masks = [0] * size**2
    for index, cell in enumerate(words):
        mask = _mask_of(cell, size)
        if isinstance(mask, str):
            row = rows[index // size]
            column = row.cells[index % size][1]
            reason = mask.format(cell_name(index, size), cell)
            raise ParseError(reason, text=row.text, line=row.line, column=column)
        masks[index] = mask
    givens, state = bytearray(size**2), bytearray(size**2)
    marked = size < 10 and any(map(_GIVEN.fullmatch, words))
    for index, cell in enumerate(words if marked else ()):
        given = _GIVEN.fullmatch(cell)
        if digit := given or _PLACED.fullmatch(cell):
            state[index] = read_number(digit[1])
            givens[index] = read_number(digit[1]) if given else 0
    return _Read(bytes(givens), bytes(state), masks, marked)


def settled(masks: Sequence[int], rules: Rules) -> bytes:
    """Return the digits of the cells with one candidate that no peer has, 0 elsewhere.

    A program that prints a candidate grid has eliminated each placed digit from its peers. A lone candidate that a
    peer still has is a single that has not been placed yet.
    """
    digits, positions = (
        bytearray(len(masks)),
        [0] * (rules.size + 1),
    )  # the cells of each digit, as bits
    for cell, mask in enumerate(masks):
        while mask:
            positions[mask.bit_length()] |= 1 << cell
            mask ^= 1 << (mask.bit_length() - 1)
    for cell, mask in enumerate(masks):
        digit = mask.bit_length()
        if mask == 1 << digit >> 1 and not positions[digit] & rules.peers[cell].mask:
            digits[cell] = digit
    return bytes(digits)


def _is_title(line: Shape) -> bool:
    """Whether a line has words, and not a digit in each of them as a row has."""
    words = line.words
    if not line.has_word or len(words) == 9:
        return False
    cells = all(word == "-" or any(char.isdigit() for char in word) for word in words)
    return not cells or len(words) < SMALLEST


class CandidateRows(RowReader):
    """Reads candidate grids; a line of words above a grid is its title."""

    def kind(self, line: Shape) -> LineKind:
        if line.is_border or (line.line and not line.words):
            return "ruler"
        if line.line[:1] == "#" and not self.rows:
            return "skip"
        if not line.line:
            return "gap"
        return "title" if _is_title(line) else "row"

    def row(self, number: int, text: str) -> Row:
        return Row(number, text, shape(text).placed_words)

    def board(self, rows: list[Row]) -> Board:
        words = _read(rows)
        info = {"title": self.title} if self.title else {}
        shown = self.rules_drawn(rows)
        if words.is_marked:
            puzzle = make_puzzle(words.givens, info, self.rules, shown=shown)
            return on_page(puzzle, words.state, words.masks)
        known = rules_for(math.isqrt(len(words.masks)), self.rules, shown)
        filled = settled(words.masks, known)
        marks = Candidates.from_masks(words.masks, placed=filled)
        if not any(filled):
            return Puzzle(marks, rules=known, info=info)
        return Position.of_candidates(marks, rules=known, info=info)


# -- writing --------------------------------------------------------------------------------------


def pm_text(board: list[str], rules: Rules = CLASSIC) -> str:
    """Return cells in a frame, with columns of even width and lines between the boxes."""
    size = rules.size
    down, across = rules.box_rows or size, rules.box_columns or size
    width = [max(len(board[row * size + col]) for row in range(size)) for col in range(size)]
    stacks = [slice(left, left + across) for left in range(0, size, across)]
    rule = ["-" * (sum(width[stack]) + across + 1) for stack in stacks]
    out = ["*" + "-".join(rule) + "*"]
    for row in range(size):
        if row and row % down == 0:
            out.append("|" + "+".join(rule) + "|")
        line = zip(board[row * size : row * size + size], width, strict=True)
        cells = [cell.ljust(wide) for cell, wide in line]
        out.append("| " + " | ".join(" ".join(cells[stack]) for stack in stacks) + " |")
    return "\n".join([*out, out[0]])


def digits_of(mask: int, size: int = 9) -> str:
    """Return the digits of a mask, ``-`` if there are none.

    >>> digits_of(0b100000011), digits_of(0b1000000011, 10)
    ('129', '1,2,10')
    """
    digits = (str(d) for d in range(1, size + 1) if mask >> (d - 1) & 1)
    return ("" if size < 10 else ",").join(digits) or "-"


def write_pm(board: Board) -> str:
    """Write the candidates that are left."""
    size = board.rules.size
    cells = [digits_of(mask, size) for mask in board.candidates().masks]
    return pm_text(cells, board.rules)


def write_marked(board: Board) -> str:
    """Write givens as ``<4>``, placed digits as ``*8*``, and the candidates of the other cells."""
    cells = [digits_of(mask) for mask in board.candidates().masks]
    filled = zip(board.givens, Position.of(board).grid, strict=True)
    for cell, (given, digit) in enumerate(filled):
        if digit:
            cells[cell] = f"<{given}>" if given else f"*{digit}*"
    return pm_text(cells, board.rules)


_RULES = "; rules other than the boxes"


def _has_candidates(head: Head) -> bool:
    return any(_may_be_candidates(shape(text)) for _, text in inside_frames(head.lines[:200]))


def _may_be_candidates(line: Shape) -> bool:
    """Whether a line may be a row of a candidate grid; above 9x9 it has commas."""
    cells = line.words
    if len(cells) not in SIDES or max(map(len, cells)) < 2 or "-1" in cells:
        return False
    return len(cells) < 10 or "," in line.plain


def _is_near(head: Head) -> int:
    wide = [row for row in head.rows if 7 <= len(row.words) <= 11 and max(map(len, row.words)) > 1]
    return 55 if len(wide) >= SMALLEST else 0


FORMATS = (
    Format(
        "pm",
        "nine lines of candidates (pencil marks), or as many as the board has rows, with or without a"
        " frame; above 9x9 with commas",
        (".pm",),
        WITHOUT_GIVENS + _RULES,
        pm_text(KNOWN_MARKS),
        reader_of_drawings(CandidateRows.read),
        each(write_pm),
        Clues(likely=_has_candidates, near=_is_near),
        separator="\n",
        holds=Holds(range(SMALLEST, 37), "boxes", marks=True, position="marks"),
        titled=True,
    ),
    Format(
        "pm-marked",
        "the same with <4> for a given and *8* for a placed digit, up to 9x9",
        (),
        "info; a puzzle without givens reads back as a grid of candidates" + _RULES,
        pm_text(
            [
                f"<{cell}>" if given != "." else cell
                for cell, given in zip(KNOWN_MARKS, EXAMPLE, strict=True)
            ]
        ),
        reader_of_drawings(CandidateRows.read),
        each(write_marked),
        Clues(likely=lambda head: "<" in head.joined and _has_candidates(head)),
        separator="\n",
        holds=Holds(range(SMALLEST, 10), "boxes", position="all"),
        titled=True,
    ),
)
