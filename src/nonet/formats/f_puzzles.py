"""f-puzzles: puzzles with rules as JSON, and as links that have the JSON in them.

Setters exchange puzzles in this form, and SudokuPad opens it. The JSON says what the rules are, so nonet reads every
key: a rule that nonet does not know is an error that names it. What is only drawn, or only helps a player, is listed in
``info["not read"]``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.masks import digits_of, mask_of
from nonet.base.numbers import number_of
from nonet.base.strict_json import Json, JsonObject, is_list_of, json_or_none, read_json_text
from nonet.base.suggestions import shown
from nonet.boards.grid import Grid
from nonet.formats.base import Clues, Format, Head, Holds, IntoRules, each, each_object, text_of
from nonet.formats.board_builder import BoardBuilder, notes_of
from nonet.formats.f_puzzles_rules import (
    DRAWN,
    TEXTS,
    default_box,
    keys,
    take_rules,
    written_rules,
)
from nonet.formats.links import link_in
from nonet.formats.lz_string import compress, decompress
from nonet.puzzle import Board, Position
from nonet.rules.constraints import AnyOf, Even, Odd

__all__ = ["FORMATS", "LINK_PREFIX", "board_of_data", "f_puzzles_data", "unpacked"]

_ADDRESS = "https://www.f-puzzles.com/?load="
LINK_PREFIX = "fpuzzles"
"""The prefix of the data in links of SudokuPad."""

_START = "N4Ig"  # every JSON object whose first name has two letters or more begins so, compressed
_SIZES = range(1, 17)

_CELL_KEYS = ("value", "given", "region", "centerPencilMarks", "givenPencilMarks", "parity")
_CELL_MARKS = ("c", "cArray", "highlight", "cornerPencilMarks")


# -- the ways to the JSON -------------------------------------------------------------------------


def unpacked(text: str) -> Json:
    """Return the JSON value of a link, of compressed data, or of JSON itself."""
    text = text.strip()
    if text[:1] == "{":
        return read_json_text(text)
    if link := link_in(text):
        text = link.place(link.longest(_is_packed))
    return read_json_text(decompress(text.removeprefix(LINK_PREFIX)))


def _is_packed(text: str) -> bool:
    return text.removeprefix(LINK_PREFIX).startswith(_START) and len(text) > 20


def parse_f_puzzles(text: str, rules: IntoRules = None) -> Board:
    """Read a link, compressed data or a JSON object."""
    return board_of_data(unpacked(text), rules)


# -- from data to a puzzle ------------------------------------------------------------------------


def board_of_data(data: object, added: IntoRules = None) -> Board:
    """Return the board of the JSON object of f-puzzles, with the rules that a caller adds."""
    if not isinstance(data, dict):
        raise ParseError(f"expected an object with 'size' and 'grid', found {shown(data)}")
    grid, size = _grid(data)
    board, regions = BoardBuilder(size), dict[int, list[int]]()
    for number, cell in enumerate(cell for row in grid for cell in row):
        _take_cell(board, number, cell, regions)
    shape = board.regions(cells for _, cells in sorted(regions.items()))
    take_rules(data, shape, board)
    board.note_texts(TEXTS, data)
    if solution := _solution(data, size):
        board.info["solution"] = solution
    roots = sum(isinstance(each, AnyOf) for each in board.constraints)
    for key in DRAWN:
        if (count := _drawn(data.get(key), data) - roots * (key == "cage")) > 0:
            board.skip(key, count)
    return board.build(added)


def _drawn(value: Json, data: Mapping[str, Json]) -> int:
    """Return how many things are only drawn, without those that show a constraint that is read."""
    if not isinstance(value, list):
        return 1 if value else 0
    read = [key.lower() for key in data if key in keys()]

    def shows_one(each: Json) -> bool:
        name = each.get("fromConstraint") if isinstance(each, dict) else None
        plain = name.replace(" ", "").lower() if isinstance(name, str) else ""
        return any(key in plain for key in read)

    return sum(not shows_one(each) for each in value)


def _grid(data: Mapping[str, Json]) -> tuple[list[list[JsonObject]], int]:
    grid = data.get("grid")
    if not is_list_of(grid, list) or not grid:
        raise ParseError(f"expected rows of cells as 'grid', found {shown(grid)}")
    size = len(grid)
    if size not in _SIZES or data.get("size", size) != size:
        raise ParseError(
            f"expected a board of 1x1 to 16x16, found {size} rows and size {shown(data.get('size'))}"
        )
    for number, row in enumerate(grid, 1):
        if len(row) != size:
            raise ParseError(f"row {number} of 'grid' has {len(row)} cells, expected {size}")
        if wrong := [cell for cell in row if not isinstance(cell, dict)]:
            raise ParseError(f"expected objects as cells of 'grid', found {shown(wrong[0])}")
    return grid, size


def _take_cell(
    board: BoardBuilder, number: int, cell: Mapping[str, Json], regions: dict[int, list[int]]
) -> None:
    size, value = board.size, cell.get("value") or 0
    if type(value) is not int or not 0 <= value <= size:
        raise board.wrong(number, f"a digit 1 to {size} as 'value'", value)
    board.fill(number, value, given=bool(cell.get("given")))
    for key, take in (("centerPencilMarks", board.note), ("givenPencilMarks", board.allow)):
        digits = cell.get(key) or []
        if not is_list_of(digits, int) or not all(
            type(digit) is int and 1 <= digit <= size for digit in digits
        ):
            raise board.wrong(number, f"digits 1 to {size} as {key!r}", digits)
        take(number, mask_of(digits))
    if parity := cell.get("parity"):  # in older data
        if parity not in ("Odd", "Even"):
            raise board.wrong(number, "Odd or Even as 'parity'", parity)
        name = cell_name(number, size)
        board.constraints.append(Odd(name) if parity == "Odd" else Even(name))
    rows, columns = default_box(size)
    region = cell.get("region", number // size // rows * rows + number % size // columns)
    if region is not None and type(region) is not int:
        raise board.wrong(number, "a number as 'region'", region)
    if region is not None:
        regions.setdefault(region, []).append(number)
    for key in cell:
        if key in _CELL_MARKS and cell[key]:
            board.skip(key, 1)
        elif key not in _CELL_KEYS and cell[key]:
            name = cell_name(number, size)
            raise ParseError(f"{name}: nonet does not know {key!r} of a cell")


def _solution(data: Mapping[str, Json], size: int) -> str:
    """Return the solution as text, nothing if it is not complete."""
    solution = data.get("solution") or ""
    cells = list(solution) if isinstance(solution, str) and "," not in solution else solution
    if isinstance(cells, str):
        cells = cells.split(",")
    if not isinstance(cells, list) or len(cells) != size**2:
        return ""
    digits = [number_of(str(cell), size) for cell in cells]
    return "" if size > 36 or None in digits else Grid(digits).text()


# -- writing --------------------------------------------------------------------------------------


def f_puzzles_data(puzzle: Board) -> dict[str, object]:
    """Return the JSON object of a puzzle. Raises `PuzzleError` for a constraint that f-puzzles does not have."""
    size = puzzle.rules.size
    data: dict[str, object] = {"size": size}
    data |= {key: puzzle.info[ours] for key, ours in TEXTS.items() if puzzle.info.get(ours)}
    data["grid"] = _written_grid(puzzle)
    data |= written_rules(puzzle)
    if solution := puzzle.info.get("solution"):
        data["solution"] = _digits_of(solution, size)
    return {key: value for key, value in data.items() if value is not None}


def _written_grid(puzzle: Board) -> list[list[dict[str, object]]]:
    """Return the cells with givens, placed digits, candidates, and regions that are not the usual ones."""
    rules, size = puzzle.rules, puzzle.rules.size
    region = rules.region_of if rules.regions else [None] * size**2
    usual = (rules.box_rows, rules.box_columns) == default_box(size)
    notes = notes_of(puzzle)
    every = (1 << size) - 1
    cells = []
    for cell, digit in enumerate(Position.of(puzzle).grid):
        entry: dict[str, object] = {"value": digit} if digit else {}
        if puzzle.givens[cell]:
            entry["given"] = True
        if puzzle.marks is not None and puzzle.marks.masks[cell] != every:
            entry["givenPencilMarks"] = sorted(digits_of(puzzle.marks.masks[cell]))
        if not digit and any(notes):
            entry["centerPencilMarks"] = notes[cell]
        cells.append(entry if usual else entry | {"region": region[cell]})
    return [cells[row * size : (row + 1) * size] for row in range(size)]


def _digits_of(solution: str, size: int) -> list[int] | None:
    """Return a solution as numbers, None if it is not a board of the size."""
    try:
        grid = Grid(solution)
    except ValueError:
        return None
    return list(grid) if grid.size == size else None


def write_f_puzzles(puzzle: Board) -> str:
    """Write a link that opens the puzzle in f-puzzles."""
    text = json.dumps(f_puzzles_data(puzzle), ensure_ascii=False, separators=(",", ":"))
    return _ADDRESS + compress(text).replace("+", "%2B")


# -- the format -----------------------------------------------------------------------------------


def _shows_f_puzzles(text: str) -> bool:
    text = text.strip()
    if text.startswith((_START, LINK_PREFIX + _START)):
        return True
    if text.startswith("{"):
        return '"grid"' in text and _is_data(text)
    if "puzzles" not in text.lower():
        return False
    link = link_in(text)
    return link is not None and (link.host == "f-puzzles.com" or any(map(_is_packed, link.parts())))


def _is_data(text: str) -> bool:
    value = json_or_none(text)
    grid = value.get("grid") if isinstance(value, dict) else None
    return (
        isinstance(grid, list)
        and bool(grid)
        and isinstance(grid[0], list)
        and any(isinstance(cell, dict) for cell in grid[0])
    )


def _is_whole(head: Head) -> bool:
    """Whether the lines together are one JSON object of f-puzzles."""
    return head.first.lstrip().startswith("{") and _is_data(text_of(head.all))


_EXAMPLE = (
    "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFQCcBXHMGNBEAaQjJkoAJ"
    "9qATAewDW1CiADmlCLwQBtGaABupargCMqMRAUwAdgjQ0YAX2TATi5bgDMGrbv2HzRgLrJ5T009fvPvs97M/cxAlLB"
    "UEACZbbT14AxUXVxBBNhxKAGNiMVx5EHSYMjBZEAAlCIBhVVEy8oiQJNDwvAB2EGD8wuKSq0rqxF6GyyYANjaksH4w"
    "jH5YmXUomxRF5Cj55HUl5E355yMgA="
)

FORMATS = (
    Format(
        "f-puzzles",
        "a link of f-puzzles or SudokuPad that has the puzzle in it, or its JSON, with rules",
        (),
        "names of extra houses; info other than title, author, ruleset and solution",
        _EXAMPLE,
        each_object(parse_f_puzzles),
        each(write_f_puzzles),
        Clues(line=_shows_f_puzzles, sure=_is_whole),
        holds=Holds(_SIZES, marks=True, constraints=True, position="page"),
    ),
)
