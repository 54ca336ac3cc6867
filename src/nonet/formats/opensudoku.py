"""OpenSudoku files (``.opensudoku``): games in XML, each a puzzle or a position with notes.

The ``data`` of a game are 81 digits, or ``version: N`` and a record for each cell: the value, the notes, and whether
the player may change it, ``|`` behind each. Notes are digits with commas in version 1, and a number in which bit
*d* - 1 is the digit *d* after it. From version 4 on there are second notes, and from version 5 on a colour; both are
left out.

The XML is read as it comes, one game after the other. A document type, and with it an entity, is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.base.cells import cell_name
from nonet.base.digits import read_digits
from nonet.base.errors import ParseError
from nonet.base.masks import mask_of
from nonet.base.numbers import number_of, read_number
from nonet.base.suggestions import shown
from nonet.formats.base import CLASSIC_PAGES, Clues, Format, IntoRules, Line, Record, each
from nonet.formats.board_builder import BoardBuilder, notes_of
from nonet.formats.puzzles import EXAMPLE, make_puzzle
from nonet.formats.text import one_line
from nonet.formats.xml_text import Element, XmlStream
from nonet.puzzle import Board, Position, Puzzle

__all__ = ["FORMATS"]

_VERSION = re.compile(r"version:\s*(\d+)\s+(.*)", re.DOTALL)
_VALUES = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}
"""How many values a cell has in each version of the data."""

_NOTES = re.compile(r"-|(?:[1-9],)+")
_FOLDER = "nonet"
"""The folder of games that have none."""

_TEXTS = {
    "name": "collection", "author": "author", "description": "description", "comment": "comment",
    "source": "source", "level": "level", "sourceURL": "url",
}  # fmt: skip
"""The elements with information about all games, and their names in ``info``."""


class _Games:
    """Collects the records of the games."""

    def __init__(self, rules: IntoRules, before: int) -> None:
        self.rules = rules
        self.found: list[Record] = []
        self.info: dict[str, str] = {}
        self.xml = XmlStream(self.start, self.end, before=before)

    def feed(self, text: str, *, last: bool = False) -> Iterator[Record]:
        """Yield the games in a part of the XML; raise `ParseError` behind them if something is wrong with it."""
        try:
            self.xml.feed(text, last=last)
        finally:
            yield from self.found
            self.found = []

    def start(self, element: Element, around: Element) -> None:
        self._keep_text(around)
        if element.tag == "folder":
            name = element.attributes.get("name", "")
            self.info["collection"] = name if name != _FOLDER else ""
        elif element.tag == "game":
            self.found.append(self.game(element.attributes, element.line))

    def end(self, element: Element) -> None:
        self._keep_text(element)
        if element.tag == "folder":
            self.info.pop("collection", None)

    def _keep_text(self, element: Element) -> None:
        """Keep the text of an element that ends, or that has another one in it."""
        if element.tag in _TEXTS and element.text:
            key = _TEXTS[element.tag]
            self.info[key] = one_line(f"{self.info.get(key, '')} {element.text}")
        element.text = ""

    def game(self, attributes: dict[str, str], line: int) -> Record:
        info = dict(self.info)
        if note := attributes.get("note"):
            info["comment"] = note
        data = attributes.get("data", "")
        try:
            board = _board(data, {key: text for key, text in info.items() if text}, self.rules)
            return Record(board, None, line, data)
        except ParseError as error:
            # The column counts in the data.
            return Record.bad(error.placed(column=None), line, data)


def _board(data: str, info: dict[str, str], rules: IntoRules) -> Board:
    """Return the board of the data of a game."""
    match = _VERSION.fullmatch(data.strip())
    if match is None:
        if len(data.strip()) != 81:
            raise ParseError(f"expected 81 digits as the data of the game, found {shown(data)}")
        return make_puzzle(read_digits(data.strip()), info, rules)
    version, words = number_of(match[1], 9), [word.strip() for word in match[2].split("|")]
    words = [word for word in words if word]
    if version not in _VALUES:
        raise ParseError(f"expected data of version 1 to {max(_VALUES)}, found version {match[1]}")
    step = _VALUES[version]
    if len(words) != 81 * step:
        raise ParseError(
            f"expected 81 cells of {step} values each, {81 * step} values, found {len(words)}"
        )
    board = BoardBuilder()
    board.info = info
    for cell in range(81):
        value, notes, *_, editable = words[cell * step : (cell + 1) * step]
        if not re.fullmatch("[0-9]", value) or editable not in ("0", "1"):
            raise ParseError(
                f"expected a digit and 0 or 1 for {cell_name(cell)}, found {value!r} and {editable!r}"
            )
        board.fill(cell, read_number(value), given=editable == "0")
        board.note(cell, _mask(notes, version, cell))
    return board.build(rules)


def _mask(notes: str, version: int, cell: int) -> int:
    """Return the notes of a cell, 0 for none."""
    if version == 1 and _NOTES.fullmatch(notes):
        return mask_of(map(read_number, notes.strip(",-").replace(",", "")))
    if version > 1 and (mask := number_of(notes, 511)) is not None:
        return mask
    raise ParseError(f"expected the notes of {cell_name(cell)}, found {shown(notes)}")


def read_opensudoku(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read the games of an XML file; what is wrong with the XML ends the reading."""
    games, number, text = None, 1, ""
    try:
        for number, text in lines:
            if games is None and text.strip():
                games = _Games(rules, number - 1)
            if games is not None:
                yield from games.feed(text.lstrip("\ufeff") + "\n")
        if games is not None:
            yield from games.feed("", last=True)
    except ParseError as error:
        yield Record.bad(error, number, text)


# -- writing ---------------------------------------------------------------------------------------


def write_opensudoku(board: Board) -> str:
    """Write a file with one game; a position with its notes."""
    info = board.info
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<opensudoku version="2">',
            f'  <folder name={_quoted(info.get("collection", _FOLDER))} created="0">',
            f'    <game created="0" state="{int(isinstance(board, Position)) ^ 1}" time="0"'
            f' last_played="0" data="{_data(board)}" note={_quoted(info.get("comment", ""))} />',
            "  </folder>",
            "</opensudoku>",
        ]
    )


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute; XML has no control characters."""
    text = "".join(char for char in one_line(text) if char.isprintable())
    for char, entity in ("&", "amp"), ("<", "lt"), ('"', "quot"):
        text = text.replace(char, f"&{entity};")
    return f'"{text}"'


def _data(board: Board) -> str:
    if not isinstance(board, Position):
        return board.givens.text(blank="0")
    words = []
    for value, given, notes in zip(board.grid, board.givens, notes_of(board), strict=True):
        digits = "".join(f"{digit}," for digit in notes)
        words.append(f"{value}|{digits or '-'}|{int(not given)}|")
    return f"version: 1&#10;{''.join(words)}"


FORMATS = (
    Format(
        "opensudoku",
        "games of OpenSudoku in XML, with notes",
        (".opensudoku",),
        "info other than collection and comment",
        write_opensudoku(Puzzle(EXAMPLE)),
        read_opensudoku,
        each(write_opensudoku),
        Clues(
            sure=lambda head: (
                head.first.lstrip("\ufeff \t").startswith("<") and "<opensudoku" in head.joined
            )
        ),
        separator=None,
        holds=CLASSIC_PAGES,
        whole=True,
    ),
)
