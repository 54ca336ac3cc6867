"""Saves of KSudoku (``.ksudoku``): a game in XML, with all that the player has done.

``values`` have a letter for each cell, ``_`` for an empty one and ``b`` for 1, *column by column*: KSudoku numbers its
cells from the top of a column to its end. ``history`` has an event for each change: a value (0 takes it back), or
``markers``, the notes of a cell, with a sign for each digit. Of a ``graph``, the board, are read: the usual boxes,
groups of cells as regions or extra houses, and cages with sums.
"""

from __future__ import annotations

import math

from nonet.base.digits import write_cells
from nonet.base.errors import ParseError
from nonet.base.numbers import LARGEST, number_of
from nonet.base.suggestions import shown
from nonet.formats.base import Clues, Format, IntoRules
from nonet.formats.board_builder import BoardBuilder, each_save
from nonet.formats.puzzles import rules_for
from nonet.formats.xml_text import Element, read_xml_text
from nonet.puzzle import Board
from nonet.rules import Rules
from nonet.rules.variants import latin_square

__all__ = ["FORMATS"]

_SIZES = (4, 9, 16, 25)
_ADD = ("0", "4")
"""How a cage is marked whose value is the sum, or the digit of its only cell."""


def parse_ksudoku(text: str, rules: IntoRules = None) -> Board:
    """Read a save."""
    root = read_xml_text(text)
    puzzle = root.first("puzzle")
    graph = puzzle and puzzle.first("graph")
    values = puzzle and puzzle.first("values")
    if puzzle is None or graph is None or values is None:
        raise ParseError("expected <puzzle> with <graph> and <values>, found a part of it alone")
    size = number_of(graph.attributes.get("order", ""), 36)
    kind = graph.attributes.get("specific-type") or graph.attributes.get("type", "")
    if size is None or (size not in _SIZES and graph.attributes.get("type") == "sudoku"):
        order = shown(graph.attributes.get("order", ""))
        raise ParseError(f"expected an order of 4, 9, 16 or 25, found {order}", line=graph.line)
    if graph.attributes.get("type") == "roxdoku" or not _has_one_grid(graph, size):
        raise ParseError(
            f"expected a square board of {size}x{size}, found one of KSudoku's {kind} kind,"
            " which is not read",
            line=graph.line,
        )
    board = BoardBuilder(size)
    board.fill_all(_values(values, size))
    _take_rules(graph, board, rules)
    if (solution := puzzle.first("solution")) is not None and solution.text.strip():
        board.info["solution"] = write_cells(_values(solution, size), size)
    _play(root.first("history"), board)
    return board.build(rules)


def _has_one_grid(graph: Element, size: int) -> bool:
    """Whether a board has as many rows and columns as digits, and is filled by one set of them."""
    shape = [graph.attributes.get(f"size{axis}") for axis in "XYZ"]
    groups = list(graph.all("sudokugroups"))
    square = shape in ([None] * 3, [str(size), str(size), "1"])
    return square and all(group.attributes.get("at", "0") == "0" for group in groups)


def _cell(number: int, size: int) -> int:
    """Return the cell of a number of KSudoku, which counts down the columns."""
    return number % size * size + number // size


def _values(element: Element, size: int) -> bytes:
    """Return the digits of letters, row by row."""
    letters = element.text.strip()
    if len(letters) != size**2:
        raise ParseError(
            f"expected {size**2} cells in <{element.tag}>, found {len(letters)}", line=element.line
        )
    values = bytearray(size**2)
    for number, letter in enumerate(letters):
        digit = 0 if letter == "_" else ord(letter) - ord("a")
        if not 0 <= digit <= size or letter == "a":
            reason = f"expected _ or a letter from b for 1 to {chr(ord('a') + size)} for {size}"
            raise ParseError(f"{reason}, found {letter!r}", line=element.line)
        values[_cell(number, size)] = digit
    return bytes(values)


def _cells(element: Element, size: int) -> list[int]:
    """Return the cells that an element lists."""
    numbers = [number_of(word, size**2 - 1) for word in element.text.split()]
    if not numbers or None in numbers or len(set(numbers)) != len(numbers):
        raise ParseError(
            f"expected numbers of cells from 0 to {size**2 - 1} in <{element.tag}>,"
            f" found {shown(element.text.strip())}",
            line=element.line,
        )
    return sorted(_cell(number, size) for number in numbers if number is not None)


def _take_rules(graph: Element, board: BoardBuilder, given: IntoRules) -> None:
    """Take the boxes or regions of a board, and its extra houses and cages."""
    size = board.size
    groups = [_cells(group, size) for group in graph.all("clique")]
    lines = [set(range(at * size, at * size + size)) for at in range(size)]
    lines += [set(range(at, size**2, size)) for at in range(size)]
    squares = list(graph.all("sudokugroups"))  # or else all rows and columns are groups
    groups = [cells for cells in groups if squares or set(cells) not in lines]
    has_boxes = graph.attributes.get("type") == "sudoku" or any(
        square.attributes.get("withblocks", "1") == "1" for square in squares
    )
    for cage in graph.all("cage"):
        _take_cage(cage, board)
    if has_boxes:
        # Other boxes are the caller's.
        board.shape = Rules(size=size) if math.isqrt(size) ** 2 == size else None
    elif sorted(cell for group in groups for cell in group) == list(range(size**2)):
        board.shape, groups = Rules(regions=groups), []
    else:
        board.shape = latin_square(size)
    known = [set(house.cells) for house in rules_for(size, given, board.shape).houses]
    for cells in groups:
        if set(cells) not in known:
            board.house(cells)


def _take_cage(element: Element, board: BoardBuilder) -> None:
    operator, total = element.attributes.get("operator", ""), element.attributes.get("value", "")
    cells = _cells(element, board.size)
    if operator not in _ADD or (value := number_of(total, LARGEST)) is None:
        reason = "expected cages with sums, found another kind of cage, as in Mathdoku, which is not read"
        raise ParseError(reason, line=element.line)
    board.cage(cells, value)


def _play(history: Element | None, board: BoardBuilder) -> None:
    """Take the digits and the notes after all that the player has done and not taken back."""
    size = board.size
    events = list(history.children) if history is not None else []
    most = number_of(history.attributes.get("current", ""), len(events)) if history else None
    for event in events[:most]:
        for change in event.all("simple-event") if event.tag == "complex-event" else (event,):
            number = number_of(change.attributes.get("index", ""), size**2 - 1)
            markers = change.attributes.get("markers")
            value = number_of(change.attributes.get("value", ""), size)
            if number is None or (markers is None and value is None):
                raise ParseError(
                    "expected a cell and a value or markers for each event of the history,"
                    f" found {shown(str(change.attributes))}",
                    line=change.line,
                )
            cell = _cell(number, size)
            signs = (markers or "")[:size]
            board.fill(cell, value or 0, given=False)
            board.note(cell, sum(1 << at for at, sign in enumerate(signs) if sign != "0"))


_EXAMPLE = """\
<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="1000">
  <puzzle>
   <graph order="9" type="sudoku" specific-type="Plain"/>
   <values>fg_ieh___d_j___g____i_______b__i__e_hj_g_c_bi_f__d__j_______c____g___i_h___dbg_fj</values>
  </puzzle>
  <history/>
 </game>
</ksudoku>"""

FORMATS = (
    Format(
        "ksudoku",
        "a save of KSudoku: XML with the values in letters and what the player has done",
        (".ksudoku",),
        "everything: it is not written",
        _EXAMPLE,
        each_save(parse_ksudoku),
        None,
        Clues(
            sure=lambda head: (
                head.first.lstrip("\ufeff \t").startswith("<") and "<ksudoku" in head.joined
            )
        ),
        separator=None,
        whole=True,
    ),
)
