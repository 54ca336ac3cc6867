"""Sudokus of puzz.link and the other sites with pzpr: ``p?sudoku/9/9/j8m952…``.

After the kind, the columns and the rows stand the cells: a digit of base 16, ``-`` and two or ``+`` and three of them
for larger numbers, and ``g`` to ``z`` for 1 to 20 empty cells. The sites draw square boxes, and boxes of 2x3 on 6x6.
"""

from __future__ import annotations

import math
import re

from nonet.base.errors import ParseError
from nonet.base.numbers import read_number
from nonet.formats.base import Clues, Format, Holds, IntoRules, each, each_line
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.links import Link, link_in
from nonet.formats.puzzles import EXAMPLE
from nonet.puzzle import Board, Puzzle
from nonet.rules import Rules

__all__ = ["FORMATS"]

_ADDRESS = "https://puzz.link/p?sudoku/"
_DATA = re.compile(
    r"(?:pzprv3\.?\d*/)?([a-z][a-z0-9_-]*)(?:/v:)?(?:/[a-z])?/(\d{1,2})/(\d{1,2})/?(.*)",
    re.IGNORECASE,
)
_HOSTS = ("puzz.link", "pzv.jp", "pzplus", "pzprxs", "pzpr", "pedros.works")
_TOKEN = re.compile(r"-[0-9a-f]{2}|\+[0-9a-f]{3}|[0-9a-f]|[g-z]|\.")


def _data_in(link: Link) -> re.Match[str] | None:
    """Return kind, columns, rows and cells of a link."""
    if not any(name in link.host for name in _HOSTS):
        return None
    parts = [
        *link.query,
        *link.query.values(),
        link.path.strip("/").removeprefix("p/"),
        link.fragment,
    ]
    return next((match for part in parts if (match := _DATA.fullmatch(part))), None)


def parse_pzpr(line: str, rules: IntoRules = None) -> Board:
    """Read a link."""
    link = link_in(line)
    match = _data_in(link) if link else None
    if match is None:
        raise ParseError(f"expected a link such as {_ADDRESS}9/9/ and the cells", text=line)
    kind, columns, rows, text = (
        match[1].lower(),
        read_number(match[2]),
        read_number(match[3]),
        match[4].rstrip("/").lower(),
    )
    if kind != "sudoku":
        raise ParseError(f"links of puzz.link are read if they have a sudoku; this one is {kind!r}")
    if columns != rows:
        raise ParseError(f"expected as many columns as rows, found {columns} and {rows}")
    board = BoardBuilder(rows)
    board.fill_all(_values(text, rows))
    board.shape = Rules(box_rows=2, box_columns=3) if rows == 6 else None
    return board.build(rules)


def _values(text: str, size: int) -> list[int]:
    found, place = list[int](), 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ParseError(
                f"expected a cell after {text[:place][-9:]!r} in the link, found {text[place]!r}"
            )
        token, place = match[0], match.end()
        if "g" <= token <= "z":
            found += [0] * (ord(token) - ord("f"))
            continue
        found.append(0 if token == "." else read_number(token.strip("-+"), base=16))
        if found[-1] > size:
            raise ParseError(f"expected digits of 1 to {size} in the link, found {found[-1]}")
    if len(found) != size**2:
        raise ParseError(f"expected {size**2} cells in the link, found {len(found)}")
    return found


def write_pzpr(puzzle: Puzzle) -> str:
    """Write a link of puzz.link."""
    size, text, run = puzzle.rules.size, "", 0
    for digit in [*puzzle.givens, -1]:
        if digit == 0:
            run += 1
            continue
        text += "z" * (run // 20) + (chr(ord("f") + run % 20) if run % 20 else "")
        run = 0
        if digit > 0:
            text += f"{digit:x}" if digit < 16 else f"-{digit:02x}"
    return f"{_ADDRESS}{size}/{size}/{text}"


def _is_pzpr(text: str) -> bool:
    link = link_in(text) if "/" in text and any(name in text.lower() for name in _HOSTS) else None
    return link is not None and _data_in(link) is not None


_SQUARES = tuple(size for size in range(4, 37) if math.isqrt(size) ** 2 == size)


FORMATS = (
    Format(
        "puzz.link",
        "a link of puzz.link or another site with pzpr that has a sudoku in it; one per line",
        (),
        "all info",
        write_pzpr(Puzzle(EXAMPLE)),
        each_line(parse_pzpr),
        each(write_pzpr),
        Clues(line=_is_pzpr),
        holds=Holds(_SQUARES, "squares"),
    ),
)
