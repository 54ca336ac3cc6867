"""Links of SudokuMaker: the puzzle as compressed JSON after ``?puzzle=``.

The JSON has ``puzzle`` with ``cells`` (``value``, ``given``), perhaps ``size`` or ``width`` and ``height``, and
``constraints`` with a number for each type. What the numbers mean is known for the plain houses only, so a board with
other constraints says that they are not read.
"""

from __future__ import annotations

from operator import index
from typing import Any

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.strict_json import read_json_text
from nonet.base.suggestions import shown
from nonet.formats.base import Clues, Format, IntoRules, each_line
from nonet.formats.links import link_in, no_board
from nonet.formats.lz_string import decompress
from nonet.formats.position import on_page
from nonet.formats.puzzles import make_puzzle
from nonet.puzzle import Board

__all__ = ["FORMATS"]

_HOST = "sudokumaker.app"
_PLAIN = 0  # the type of the usual rows, columns and boxes
_TEXTS = {
    "name": "title", "title": "title", "author": "author", "rules": "ruleset", "comment": "ruleset",
}  # fmt: skip


def parse_sudokumaker(line: str, rules: IntoRules = None) -> Board:
    """Read a link."""
    link = link_in(line)
    if link is None:
        raise ParseError(f"expected a link such as https://{_HOST}/?puzzle=…", text=line)
    packed = link.query.get("puzzle", "")
    if not packed:
        raise no_board(link)
    data = read_json_text(decompress(packed))
    puzzle = data.get("puzzle") if isinstance(data, dict) else None
    if not isinstance(puzzle, dict) or not isinstance(puzzle.get("cells"), list):
        raise ParseError(
            f"expected an object with a 'puzzle' that has 'cells', found {shown(data)}"
        )
    size = _size(puzzle)
    if puzzle.get("minDigit", 1) != 1:
        raise ParseError(
            f"expected digits from 1 on, found {shown(puzzle['minDigit'])} as the least one"
        )
    givens, state, masks = bytearray(size**2), bytearray(size**2), [0] * size**2
    for cell, item in enumerate(puzzle["cells"]):
        value, given, notes = _cell(item, cell, size)
        state[cell], masks[cell] = value, notes
        givens[cell] = value if given else 0
    info = {
        ours: str(puzzle[key]) for key, ours in _TEXTS.items() if isinstance(puzzle.get(key), str)
    }
    if unread := _unread(puzzle.get("constraints")):
        info["not read"] = unread
    board = make_puzzle(bytes(givens), {key: text for key, text in info.items() if text}, rules)
    return on_page(board, bytes(state), masks, some_marked=True)


def _size(puzzle: dict[str, Any]) -> int:
    count = len(puzzle["cells"])
    width = puzzle.get("width", puzzle.get("size", 9))
    height = puzzle.get("height", puzzle.get("size", width))
    if width != height or not isinstance(width, int) or not 1 <= width <= 36:
        raise ParseError(
            f"expected a square board of 1x1 to 36x36, found {shown(width)}x{shown(height)}"
        )
    if width**2 != count:
        raise ParseError(f"expected {width**2} cells, found {count}")
    return width


def _cell(item: Any, cell: int, size: int) -> tuple[int, bool, int]:
    """Return the value of a cell, whether it is a given, and its candidates."""
    if not isinstance(item, dict):
        raise ParseError(f"expected an object for {cell_name(cell, size)}, found {shown(item)}")
    value, notes = item.get("value"), item.get("candidates")
    if value is not None and not (isinstance(value, int) and 0 <= value <= size):
        raise ParseError(
            f"expected a digit of 1 to {size} for {cell_name(cell, size)}, found {shown(value)}"
        )
    mask = notes >> 1 & (1 << size) - 1 if isinstance(notes, int) and notes > 0 else 0
    return index(value or 0), item.get("given") is True, mask


def _unread(constraints: Any) -> str:
    """Return what is not read of the constraints: their names, or their types."""
    if not isinstance(constraints, list):
        return ""
    names: dict[str, None] = {}
    for each in constraints:
        if isinstance(each, dict) and each.get("type") != _PLAIN:
            definition = each.get("definition")
            named = definition.get("name") if isinstance(definition, dict) else None
            names[str(each.get("name") or named or f"type {each.get('type')}")] = None
    return f"constraints of SudokuMaker: {', '.join(names)}"[:200] if names else ""


def _is_sudokumaker(text: str) -> bool:
    link = link_in(text) if _HOST in text else None
    return link is not None and link.host == _HOST and "puzzle" in link.query


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
        "a link of SudokuMaker; the digits are read, constraints are pointed out",
        (),
        "everything: it is not written",
        _EXAMPLE,
        each_line(parse_sudokumaker),
        None,
        Clues(line=_is_sudokumaker),
    ),
)
