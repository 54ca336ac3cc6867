"""Moves as text, and what a player has entered on a board.

A *token* changes one thing, and has an inverse. A *move* is what a player does at once: tokens joined by commas.

======================= ==============================================
token                   change
======================= ==============================================
``r1c1=5`` ``r1c1=0``   place a digit, erase it
``r1c1+5`` ``r1c1-5``   add a centre mark, remove it
``r1c1+^5`` ``r1c1-^5`` add a corner mark, remove it
``r1c1+#3`` ``r1c1-#3`` add a colour to the cell, remove it
``r1c1.5#3`` …``#0``    colour a candidate, remove its colour
``r1c1.5~r2c3.7``       draw a line between two candidates
``r1c1.5~r2c3.7#3``     the same in a colour other than 1
``!r1c1.5~r2c3.7``      remove the line
======================= ==============================================

Digits are numbers on boards of every size: ``r1c1=16``. Colours are numbers of a palette, 1 to 9. The page in the
browser has the same functions in ``web/static/js/game/moves.js``; a test plays random games with both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of

__all__ = [
    "COLOURS",
    "Entries",
    "Token",
    "change",
    "difference",
    "format_move",
    "format_token",
    "parse_move",
    "parse_token",
]

COLOURS = 9
"""The number of colours for cells and candidates."""


class Token(NamedTuple):
    """One change; see the table at the top of the module.

    ``kind`` is digit, centre, corner, colour, candidate or line. ``number`` is the digit, or the colour of a cell.
    ``value`` is 1 to add and 0 to remove, or the colour of a candidate or a line. ``other`` is the other end of a line.
    """

    kind: str
    cell: int
    number: int
    value: int = 1
    other: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Entries:
    """What is on the board: givens and placed digits, and all that the player has noted.

    ``centre``, ``corner`` and ``colours`` hold a mask for each cell: bit ``n - 1`` is digit or colour ``n``.
    ``candidates`` maps (cell, digit) to a colour, ``lines`` the two of a line, the lower one first.
    """

    size: int
    digits: list[int]
    centre: list[int] = field(default_factory=list)
    corner: list[int] = field(default_factory=list)
    colours: list[int] = field(default_factory=list)
    candidates: dict[tuple[int, int], int] = field(default_factory=dict)
    lines: dict[tuple[tuple[int, int], tuple[int, int]], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("centre", "corner", "colours"):
            if not getattr(self, name):
                setattr(self, name, [0] * len(self.digits))

    def copy(self) -> Entries:
        """Return a copy that changes on its own."""
        masks = (list(self.centre), list(self.corner), list(self.colours))
        return Entries(
            self.size, list(self.digits), *masks, dict(self.candidates), dict(self.lines)
        )


# -- text -----------------------------------------------------------------------------------------

_CELL = r"r([1-9][0-9]?)c([1-9][0-9]?)"
_NUMBER = r"(0|[1-9][0-9]?)"
_DIGIT = re.compile(f"{_CELL}={_NUMBER}")
_MARK = re.compile(rf"{_CELL}([+-])([#^]?){_NUMBER}")
_CANDIDATE = re.compile(rf"{_CELL}\.{_NUMBER}#{_NUMBER}")
_LINE = re.compile(rf"(!?){_CELL}\.{_NUMBER}~{_CELL}\.{_NUMBER}(?:#{_NUMBER})?")
_SIGNS = {"": "centre", "^": "corner", "#": "colour"}
_SIGN_OF = {kind: sign for sign, kind in _SIGNS.items()}


def parse_token(text: str, size: int) -> Token:
    """Return the token that a text spells.

    Raises `ParseError`.

    >>> parse_token("r1c2+^5", 9)
    Token(kind='corner', cell=1, number=5, value=1, other=(0, 0))
    >>> parse_token("r1c12=5", 9)
    Traceback (most recent call last):
        ...
    nonet.ParseError: 'r1c12=5': r1c12 is outside the 9x9 board
    """
    if match := _DIGIT.fullmatch(text):
        return Token(
            "digit", _cell(text, match[1], match[2], size), _digit(text, match[3], size, 0)
        )
    if match := _MARK.fullmatch(text):
        kind = _SIGNS[match[4]]
        read = _colour if kind == "colour" else _digit
        cell = _cell(text, match[1], match[2], size)
        return Token(kind, cell, read(text, match[5], size), int(match[3] == "+"))
    if match := _CANDIDATE.fullmatch(text):
        cell, digit = _cell(text, match[1], match[2], size), _digit(text, match[3], size)
        return Token("candidate", cell, digit, _colour(text, match[4], size, 0))
    if match := _LINE.fullmatch(text):
        ends = sorted(
            (_cell(text, row, column, size), _digit(text, digit, size))
            for row, column, digit in (match.groups()[1:4], match.groups()[4:7])
        )
        if ends[0] == ends[1]:
            raise ParseError(f"'{text}': expected two candidates, found one twice")
        colour = 0 if match[1] else _colour(text, match[8] or "1", size)
        return Token("line", *ends[0], colour, ends[1])
    raise ParseError(f"expected a token such as r1c1=5, r1c1+5 or r1c1+#3, found '{text}'")


def _cell(text: str, row: str, column: str, size: int) -> int:
    down, right = number_of(row, size), number_of(column, size)
    if down is None or right is None:
        raise ParseError(f"'{text}': r{row}c{column} is outside the {size}x{size} board")
    return (down - 1) * size + right - 1


def _digit(text: str, word: str, size: int, least: int = 1) -> int:
    digit = number_of(word, size, least=least)
    if digit is None:
        raise ParseError(f"'{text}': expected a digit {least}-{size}, found {word}")
    return digit


def _colour(text: str, word: str, size: int, least: int = 1) -> int:
    colour = number_of(word, COLOURS, least=least)
    if colour is None:
        raise ParseError(f"'{text}': expected a colour {least}-{COLOURS}, found {word}")
    return colour


def format_token(token: Token, size: int) -> str:
    """Return a token as text.

    >>> format_token(Token("colour", 10, 3, 0), 9)
    'r2c2-#3'
    """
    name = cell_name(token.cell, size)
    if token.kind == "digit":
        return f"{name}={token.number}"
    if token.kind == "candidate":
        return f"{name}.{token.number}#{token.value}"
    if token.kind == "line":
        cell, digit = token.other
        line = f"{name}.{token.number}~{cell_name(cell, size)}.{digit}"
        colour = f"#{token.value}" if token.value > 1 else ""
        return line + colour if token.value else "!" + line
    return f"{name}{'+' if token.value else '-'}{_SIGN_OF[token.kind]}{token.number}"


def parse_move(text: str, size: int) -> list[Token]:
    """Return the tokens of a move; the empty text has none. Raises `ParseError`."""
    return [parse_token(token, size) for token in text.split(",")] if text else []


def format_move(tokens: Iterable[Token], size: int) -> str:
    """Return tokens as a move."""
    return ",".join(format_token(token, size) for token in tokens)


# -- changes --------------------------------------------------------------------------------------


def change(entries: Entries, token: Token, givens: list[int]) -> Token:
    """Change the entries by a token; return the token that takes the change back.

    Raises `ParseError` if the token changes a given or changes nothing; then the entries stay as they are.
    """
    kind, cell, number, value, other = token
    if givens[cell] and kind in ("digit", "centre", "corner"):
        raise ParseError(_refusal(token, entries.size, "the cell is a given"))
    if kind == "digit":
        before = entries.digits[cell]
        back = Token("digit", cell, before)
        entries.digits[cell] = number
    elif kind == "candidate":
        before = entries.candidates.get((cell, number), 0)
        back = Token(kind, cell, number, before)
        entries.candidates[cell, number] = value
        if not value:
            del entries.candidates[cell, number]
    elif kind == "line":
        line = ((cell, number), other)
        back = Token(kind, cell, number, entries.lines.get(line, 0), other)
        entries.lines[line] = value
        if not value:
            del entries.lines[line]
    else:
        masks = _masks(entries, kind)
        bit = 1 << (number - 1)
        back = Token(kind, cell, number, int(bool(masks[cell] & bit)))
        masks[cell] = masks[cell] | bit if value else masks[cell] & ~bit
    if back == token:
        raise ParseError(_refusal(token, entries.size, "the token changes nothing"))
    return back


def _masks(entries: Entries, kind: str) -> list[int]:
    return {"centre": entries.centre, "corner": entries.corner, "colour": entries.colours}[kind]


def _refusal(token: Token, size: int, reason: str) -> str:
    return f"'{format_token(token, size)}': {reason}"


def difference(before: Entries, after: Entries) -> list[Token]:
    """Return the tokens that turn one set of entries into another, by cells, then candidates, then lines."""
    tokens: list[Token] = []
    for cell in range(len(before.digits)):
        if before.digits[cell] != after.digits[cell]:
            tokens.append(Token("digit", cell, after.digits[cell]))
        for kind in ("centre", "corner", "colour"):
            tokens += mark_changes(
                kind, cell, _masks(before, kind)[cell], _masks(after, kind)[cell]
            )
    for cell, digit in sorted(before.candidates.keys() | after.candidates.keys()):
        colour = after.candidates.get((cell, digit), 0)
        if colour != before.candidates.get((cell, digit), 0):
            tokens.append(Token("candidate", cell, digit, colour))
    for line in sorted(before.lines.keys() | after.lines.keys()):
        colour = after.lines.get(line, 0)
        if colour != before.lines.get(line, 0):
            tokens.append(Token("line", *line[0], colour, line[1]))
    return tokens


def mark_changes(kind: str, cell: int, before: int, after: int) -> Iterator[Token]:
    """Yield the tokens that turn one mask of a cell into another."""
    changed = before ^ after
    while changed:
        bit = changed & -changed
        yield Token(kind, cell, bit.bit_length(), int(bool(after & bit)))
        changed ^= bit
