"""Puzzles of SudokuMaker: a link with compressed JSON after ``?puzzle=``, or this JSON as a file.

The JSON has ``puzzle`` with ``cells`` (``value``, ``given``), perhaps ``size`` or ``width`` and ``height``, and
``constraints`` with a number for each type. Cells are numbered from 0 in reading order. The numbers of the types, and
what each has, are those of the public sources of yusitnikov/sudokumaker-mcp. How edges, corners and the cells around
the board are numbered is not documented: constraints between two cells, quadruples and clues outside are pointed out,
as are those that are code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import index
from typing import NoReturn

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.strict_json import Json, JsonObject, is_list_of, json_or_none, read_json_text
from nonet.base.suggestions import shown
from nonet.formats.base import Clues, Format, Head, IntoRules, each_object
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.links import link_in
from nonet.formats.lz_string import decompress
from nonet.puzzle import Board
from nonet.rules.houses import diagonals
from nonet.rules.variants import parse_rules

__all__ = ["FORMATS"]

_HOST = "sudokumaker.app"
_TEXTS = {
    "name": "title", "title": "title", "author": "author", "rules": "ruleset", "comment": "ruleset",
}  # fmt: skip


def parse_sudokumaker(text: str, rules: IntoRules = None) -> Board:
    """Read a link, or the JSON that is compressed in one."""
    if text.lstrip().startswith("{"):
        data = read_json_text(text)
    else:
        link = link_in(text)
        if link is None:
            raise ParseError(f"expected a link such as https://{_HOST}/?puzzle=…", text=text)
        data = read_json_text(decompress(link.place(link.query.get("puzzle"))))
    puzzle = data.get("puzzle") if isinstance(data, dict) else None
    cells = puzzle.get("cells") if isinstance(puzzle, dict) else None
    if not isinstance(puzzle, dict) or not isinstance(cells, list):
        raise ParseError(
            f"expected an object with a 'puzzle' that has 'cells', found {shown(data)}"
        )
    board = BoardBuilder(_size(puzzle, len(cells)))
    if puzzle.get("minDigit", 1) != 1:
        raise ParseError(
            f"expected digits from 1 on, found {shown(puzzle['minDigit'])} as the least one"
        )
    for cell, item in enumerate(cells):
        _take_cell(board, cell, item)
    words, unread = _constraints(puzzle.get("constraints"), board.size)
    board.note_texts(_TEXTS, {key: text for key, text in puzzle.items() if isinstance(text, str)})
    if unread:
        board.skip(f"constraints of SudokuMaker: {', '.join(unread)}")
    if words:
        board.show(parse_rules(" ".join(words), size=board.size))
    return board.build(rules)


def _size(puzzle: JsonObject, count: int) -> int:
    width = puzzle.get("width", puzzle.get("size", 9))
    height = puzzle.get("height", puzzle.get("size", width))
    if width != height or not isinstance(width, int) or not 1 <= width <= 36:
        raise ParseError(
            f"expected a square board of 1x1 to 36x36, found {shown(width)}x{shown(height)}"
        )
    if width**2 != count:
        raise ParseError(f"expected {width**2} cells, found {count}")
    return width


def _take_cell(board: BoardBuilder, cell: int, item: Json) -> None:
    size = board.size
    if not isinstance(item, dict):
        raise ParseError(f"expected an object for {cell_name(cell, size)}, found {shown(item)}")
    value, notes = item.get("value"), item.get("candidates")
    if value is not None and not (isinstance(value, int) and 0 <= value <= size):
        raise ParseError(
            f"expected a digit of 1 to {size} for {cell_name(cell, size)}, found {shown(value)}"
        )
    board.fill(cell, index(value or 0), given=item.get("given") is True)
    board.note(cell, notes >> 1 & (1 << size) - 1 if isinstance(notes, int) and notes > 0 else 0)


# -- constraints ----------------------------------------------------------------------------------

_GIVENS, _REGIONS, _DOWN, _UP, _KILLER, _LOOK_AND_SAY, _DIFFERENT, _ARROW = (
    0,
    1,
    10,
    11,
    301,
    304,
    305,
    408,
)
_FOG = (4000, 4001)
"""Fog over the board, and what lifts it: no rule."""
_BOARD = {12: "antiking", 13: "antiknight", 14: "disjoint", 15: "nonconsecutive"}
_CELLS = {
    100: "even", 101: "odd", 102: "maximum", 103: "minimum", 600: "rowindexing", 601: "columnindexing",
}  # fmt: skip
_LINES = {
    400: "renban", 402: "palindrome", 403: "between", 404: "regionsum", 405: "sequence", 407: "lockout",
    409: "doublearrow",
}  # fmt: skip
_NAMES = {
    16: "global entropy", 200: "difference dots", 201: "ratio dots", 202: "XV", 300: "thermometers", 302: "clones",
    303: "quadruples", 401: "whispers", 406: "entropic lines", 500: "little killers",
    501: "sandwich sums", 502: "X-sums", 503: "skyscrapers", 504: "numbered rooms", 2000: "drawn lines",
    2001: "drawn cages", 2002: "drawn symbols",
}  # fmt: skip
"""What is not read, by its type: a parameter or the numbering of its places is not known."""


class _Unread(ValueError):
    """What a constraint has is not what its type has."""


def _constraints(constraints: Json, size: int) -> tuple[list[str], list[str]]:
    """Return the constraints as words of the rules, and the names of those that are not read."""
    words: dict[str, None] = {}
    unread: dict[str, None] = {}
    for each in constraints if isinstance(constraints, list) else ():
        if not isinstance(each, dict):
            continue
        try:
            words |= dict.fromkeys(_words(each, size))
        except _Unread:
            unread[_name(each)] = None
    return list(words), list(unread)


def _name(constraint: Mapping[str, Json]) -> str:
    definition = constraint.get("definition")
    given = constraint.get("name") or (isinstance(definition, dict) and definition.get("name"))
    number = constraint.get("type")
    return str(given or _NAMES.get(number if type(number) is int else -1) or f"type {number}")


def _words(constraint: Mapping[str, Json], size: int) -> Iterator[str]:
    """Yield a constraint in the words of the rules. Raises `_Unread` for one that is not known."""
    number = constraint.get("type")
    if not isinstance(number, (int, float)) or number != round(number):
        _missing()
    kind = round(number)
    if kind == _GIVENS or kind in _FOG:
        return
    if kind == _REGIONS:
        yield from _regions(constraint.get("regions"), size)
    elif kind in (_DOWN, _UP):
        yield f"house:{''.join(diagonals(size)[kind - _DOWN].cells.names)}"
    elif kind in _BOARD:
        yield _BOARD[kind]
    elif kind in _CELLS:
        for cell in _listed(constraint, "cells"):
            yield f"{_CELLS[kind]}:{_path([cell], size)}"
    elif kind in _LINES and not constraint.get("singleRegionTotals"):
        for line in _listed(constraint, "lines"):
            yield f"{_LINES[kind]}:{_path(line, size)}"
    elif kind in (_KILLER, _LOOK_AND_SAY):
        for cage in _listed(constraint, "cages"):
            if not isinstance(cage, dict):
                _missing()
            value = cage.get("value")
            cells = _path(cage.get("cells"), size)
            if kind == _LOOK_AND_SAY:
                yield f"lookandsay:{value}={cells}" if str(value).isdecimal() else _missing()
            elif value in (None, "") or (type(value) is int and value > 0):
                yield f"killer:{value}={cells}" if value else f"killer:{cells}"
            else:
                _missing()
    elif kind == _DIFFERENT:
        yield f"different:{_path(constraint.get('cells'), size)}"
    elif kind == _ARROW:
        for arrows in _listed(constraint, "bulbsWithArrows"):
            yield from _arrows(arrows, size)
    else:
        _missing()


def _arrows(arrows: Json, size: int) -> Iterator[str]:
    """Yield the arrows of a bulb. Its first cell has the ones; each arrow begins with a cell of the bulb."""
    if not isinstance(arrows, dict):
        _missing()
    bulb = _listed(arrows, "bulbCells")
    word = "arrow" if len(bulb) == 1 else "pillarrow"
    for arrow in _listed(arrows, "arrows"):
        if not isinstance(arrow, list) or not arrow or arrow[0] not in bulb:
            _missing()
        yield f"{word}:{_path(bulb[::-1], size)}={_path(arrow[1:], size)}"


def _regions(regions: Json, size: int) -> Iterator[str]:
    """Yield the regions as a jigsaw; none where they are the usual boxes."""
    if not isinstance(regions, list) or len(regions) != size**2:
        _missing()
    if any(isinstance(region, (list, dict)) for region in regions):
        _missing()
    if all(region == -1 for region in regions):
        yield f"latin{size}"
        return
    numbers = {region: number for number, region in enumerate(dict.fromkeys(regions))}
    if len(numbers) != size or any(regions.count(region) != size for region in numbers):
        _missing()
    letters = "".join("123456789abcdefghijklmnopqrstuvwxyz"[numbers[r]] for r in regions)
    yield f"jigsaw:{letters}"


def _listed(constraint: Mapping[str, Json], key: str) -> list[Json]:
    value = constraint.get(key)
    return value if isinstance(value, list) else _missing()


def _path(cells: Json, size: int) -> str:
    """Return the names of cells that are numbered from 0."""
    if not is_list_of(cells, int) or not cells:
        _missing()
    if not all(type(cell) is int and 0 <= cell < size**2 for cell in cells):
        _missing()
    return "".join(cell_name(cell, size) for cell in cells)


def _missing() -> NoReturn:
    raise _Unread


# -- the format -----------------------------------------------------------------------------------


def _is_sudokumaker(text: str) -> bool:
    if text.lstrip().startswith("{"):
        value = json_or_none(text) if '"formatVersion"' in text else None
        return isinstance(value, dict) and isinstance(value.get("puzzle"), dict)
    link = link_in(text) if _HOST in text else None
    return link is not None and link.host == _HOST and "puzzle" in link.query


def _begins(head: Head) -> bool:
    """Whether lines begin one JSON object of SudokuMaker; there can be more of it below them."""
    return head.first.lstrip().startswith("{") and '"formatVersion"' in head.joined


_EXAMPLE = (
    "https://sudokumaker.app/?puzzle=N4IgZg9gTgtghgFwGoFMoGcCWEB2IBcIAjAHQCsJADCADQgAOArgF7MA2K"
    "BoAxim2+gIBtUAHNMANxR58CKIxR0JcNgoJkAvjTGTpBOQqUq1+AMxbgFiyHFSZBxSGWrO+AOxXtny9pu778o7OJgB"
    "s3ta2erKBRi4ERBH++jFOxq4AnIl2yYapcfiaXkU+JX7Z0bnBGVlRDrEmABzhxTUBlWkEYcVltSlVBE0t3ZFtQR34X"
    "SXePaP1rua+Izlj+QAszTrldXmN00sVKyYLU4tJB3PxrcsX7htX5zuuAEx3p1t945P32-0Tr6X7H7jF5vXrtfKDE5Q"
    "mbXR4Edag2Zw-AJRGw36ZIabMGHVyFKF7M5AiEbGEPX4eNHk8aZAC6dG4uHQcjgmBwCEE+BEIAQAE96K5KBpaRoNEA"
)

FORMATS = (
    Format(
        "sudokumaker",
        "a link of SudokuMaker, or its JSON; constraints that are not read are pointed out",
        (),
        "everything: it is not written",
        _EXAMPLE,
        each_object(parse_sudokumaker),
        None,
        Clues(line=_is_sudokumaker, sure=_begins),
    ),
)
