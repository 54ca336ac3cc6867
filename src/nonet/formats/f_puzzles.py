"""f-puzzles: puzzles with rules as JSON, and as links that have the JSON in them.

Setters exchange puzzles in this form, and SudokuPad opens it. The JSON says what the rules are, so nonet reads all of
it: a key that has a rule nonet does not know is an error that names it. What is only drawn, or only helps a player, is
listed in ``info["not read"]``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from nonet.cells import CellSet, cell_name
from nonet.constraints import (
    AnyOf,
    Cage,
    Constraint,
    Difference,
    Even,
    NonConsecutive,
    Odd,
    Ratio,
    StrictKropki,
    StrictXV,
)
from nonet.errors import ParseError, PuzzleError, RulesError
from nonet.formats.base import Clues, Format, Head, Holds, IntoRules, Line, Record, each
from nonet.formats.f_puzzles_keys import KEYS, kind_named, names_in, written
from nonet.formats.json_text import read_json_text, shown
from nonet.formats.links import link_in, no_board
from nonet.formats.lz_string import compress, decompress
from nonet.formats.position import current_marks, notes, page_notes, placed_cells
from nonet.formats.puzzles import with_added
from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import House, Rules
from nonet.variants import diagonals, disjoint_groups, windoku

__all__ = ["FORMATS", "LINK_PREFIX", "default_box", "f_puzzles_data", "puzzle_of_data", "unpacked"]

_ADDRESS = "https://www.f-puzzles.com/?load="
LINK_PREFIX = "fpuzzles"
"""What stands before the data in links of SudokuPad."""

_START = "N4Ig"  # every JSON object whose first name has two letters or more begins so, compressed
_SIZES = range(1, 17)
_DIGITAL_ROOT = re.compile("DR([1-9])")

_TEXTS = {"title": "title", "author": "author", "ruleset": "ruleset"}
_FLAGS = {"antiknight": "AntiKnight", "antiking": "AntiKing"}
_DRAWN = (
    "cage", "circle", "disabledlogic", "fogofwar", "foglight", "line", "rectangle", "text",
    "truecandidatesoptions", "highlightConflicts", "successMessage", "metadata", "id",
)  # fmt: skip
_CELL_KEYS = ("value", "given", "region", "centerPencilMarks", "givenPencilMarks", "parity")
_CELL_MARKS = ("c", "cArray", "highlight", "cornerPencilMarks")
_PARITIES: Mapping[str, Callable[[str], Constraint]] = {"Odd": Odd, "Even": Even}


# -- the ways to the JSON -------------------------------------------------------------------------


def unpacked(text: str) -> Any:
    """Return the JSON value of a link, of compressed data, or of JSON itself."""
    text = text.strip()
    if text[:1] == "{":
        return read_json_text(text)
    if link := link_in(text):
        found = link.longest(_is_packed)
        if found is None:
            raise no_board(link)
        text = found
    return read_json_text(decompress(text.removeprefix(LINK_PREFIX)))


def _is_packed(text: str) -> bool:
    return text.removeprefix(LINK_PREFIX).startswith(_START) and len(text) > 20


def read_f_puzzles(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read a link, compressed data or a JSON object per line, or one JSON object on several lines."""
    whole: list[Line] = []
    for number, text in lines:
        if whole:
            whole.append((number, text))
        elif not text.strip() or text.lstrip().startswith("#"):
            continue
        elif text.lstrip().startswith("{") and not _is_object(text):
            whole.append((number, text))
        else:
            yield _record(number, text, rules)
    if whole:
        yield _record(whole[0][0], "\n".join(text for _, text in whole), rules)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _record(number: int, text: str, rules: IntoRules) -> Record:
    try:
        return Record(with_added(puzzle_of_data(unpacked(text)), rules), None, number, text)
    except ParseError as error:
        if error.line is not None:
            error.line += number - 1
        return Record.bad(error, number, text)


# -- from data to a puzzle ------------------------------------------------------------------------


def puzzle_of_data(data: Any) -> Puzzle:
    """Return the puzzle of the JSON object of f-puzzles."""
    if not isinstance(data, dict):
        raise ParseError(f"expected an object with 'size' and 'grid', found {shown(data)}")
    grid, size = _grid(data)
    unread: dict[str, int] = {}
    rules = _rules(data, grid, size)
    givens, state, masks, fixed = _cells(grid, size, unread)
    info = {ours: str(data[key]) for key, ours in _TEXTS.items() if data.get(key)}
    if solution := _solution(data, size):
        info["solution"] = solution
    if size <= 9:
        info |= page_notes(givens, state, masks, rules)
    else:
        info |= notes(givens, state, None)
        unread |= {"centerPencilMarks": sum(map(bool, masks))} if any(masks) else {}
    for key in _DRAWN:
        if data.get(key):
            unread[key] = len(data[key]) if isinstance(data[key], list) else 1
    if roots := sum(isinstance(each, AnyOf) for each in rules.constraints):
        unread["cage"] -= roots
        unread = {key: count for key, count in unread.items() if count}
    if unread:
        info["not read"] = ", ".join(f"{key} ({count})" for key, count in unread.items())
    return Puzzle(Grid(givens), rules=rules, marks=fixed, info=info)


def _grid(data: Mapping[str, Any]) -> tuple[list[list[dict[str, Any]]], int]:
    grid = data.get("grid")
    if not isinstance(grid, list) or not grid or not all(isinstance(row, list) for row in grid):
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


def _cells(
    grid: list[list[dict[str, Any]]], size: int, unread: dict[str, int]
) -> tuple[bytes, bytes, list[int], Candidates | None]:
    """Return givens, givens with placed digits, pencil marks, and the candidates that the setter allows."""
    givens, state = bytearray(), bytearray()
    every = (1 << size) - 1
    marks, fixed = [], []
    for number, cell in enumerate(cell for row in grid for cell in row):
        name = cell_name(number, size)
        value = cell.get("value") or 0
        if type(value) is not int or not 0 <= value <= size:
            raise ParseError(
                f"{name}: expected a digit 1 to {size} as 'value', found {shown(value)}"
            )
        givens.append(value if cell.get("given") else 0)
        state.append(value)
        marks.append(_mask(cell, "centerPencilMarks", name, size))
        fixed.append(_mask(cell, "givenPencilMarks", name, size))
        for key in _CELL_MARKS:
            if cell.get(key):
                unread[key] = unread.get(key, 0) + 1
        known = {*_CELL_KEYS, *_CELL_MARKS}
        if unknown := [key for key in cell if key not in known and cell[key]]:
            raise ParseError(f"{name}: nonet does not know {unknown[0]!r} of a cell")
    allowed = None
    if any(fixed):
        allowed = Candidates.from_masks([mask or every for mask in fixed])
    return bytes(givens), bytes(state), marks, allowed


def _mask(cell: Mapping[str, Any], key: str, name: str, size: int) -> int:
    digits = cell.get(key) or []
    if not isinstance(digits, list) or not all(
        type(digit) is int and 1 <= digit <= size for digit in digits
    ):
        raise ParseError(f"{name}: expected digits 1 to {size} as {key!r}, found {shown(digits)}")
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask


def _solution(data: Mapping[str, Any], size: int) -> str:
    """Return the solution as text, nothing if it is not complete."""
    found = data.get("solution") or ""
    cells = list(found) if isinstance(found, str) and "," not in found else found
    if isinstance(cells, str):
        cells = cells.split(",")
    if not isinstance(cells, list) or len(cells) != size**2:
        return ""
    try:
        return Grid([int(cell) for cell in cells]).text() if size <= 36 else ""
    except (ValueError, TypeError):
        return ""


# -- rules ----------------------------------------------------------------------------------------


def default_box(size: int) -> tuple[int, int]:
    """Return rows and columns of the boxes of a board whose cells name no region.

    >>> default_box(9), default_box(6), default_box(7)
    ((3, 3), (2, 3), (1, 7))
    """
    rows = next(rows for rows in range(int(size**0.5), 0, -1) if size % rows == 0)
    return rows, size // rows


def _rules(data: Mapping[str, Any], grid: list[list[dict[str, Any]]], size: int) -> Rules:
    known = {"size", "grid", "solution", "negative", "nonconsecutive", "disjointgroups",
             "diagonal+", "diagonal-", "extraregion", *_TEXTS, *_FLAGS, *_DRAWN, *KEYS}  # fmt: skip
    if unknown := [
        key for key in data if key not in known and data[key] not in (None, False, "", [], {})
    ]:
        names = ", ".join(map(repr, unknown))[:200]
        raise ParseError(f"the puzzle has rules that nonet does not know: {names}")
    found = [*_constraints_of(data, size), *_parities(grid, size), *_digital_roots(data, size)]
    found += _negative(data, found)
    try:
        return _with_regions(data, grid, size, found)
    except RulesError as error:
        raise ParseError(str(error)) from None


def _entries(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    entries = data.get(name) or []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ParseError(f"{name}: expected a list of objects, found {shown(entries)}")
    return entries


def _constraints_of(data: Mapping[str, Any], size: int) -> Iterator[Constraint]:
    """Yield the constraints of all keys; an error names its key."""
    name = ""
    try:
        for name, kind in _FLAGS.items():
            if data.get(name):
                yield kind_named(kind)()
        for name, key in KEYS.items():
            for entry in _entries(data, name):
                yield from key.read(entry, size)
    except ParseError as error:
        raise (
            error if error.reason.startswith(name) else ParseError(f"{name}: {error.reason}")
        ) from None
    except RulesError as error:
        raise ParseError(f"{name}: {error}") from None


def _parities(grid: list[list[dict[str, Any]]], size: int) -> Iterator[Constraint]:
    """Yield the constraints of cells that older data marks as odd or even."""
    for number, cell in enumerate(cell for row in grid for cell in row):
        if parity := cell.get("parity"):
            name = cell_name(number, size)
            if parity not in ("Odd", "Even"):
                raise ParseError(f"{name}: expected Odd or Even as 'parity', found {shown(parity)}")
            yield _PARITIES[parity](name)


def _digital_roots(data: Mapping[str, Any], size: int) -> Iterator[Constraint]:
    """Yield the cages whose text is DR and a digit: the digital root of their sum. Other texts are only drawn."""
    for entry in _entries(data, "cage"):
        match = _DIGITAL_ROOT.fullmatch(str(entry.get("value", "")).strip())
        if match is None:
            continue
        names = names_in(entry.get("cells"), size)
        least, most = len(names) * (len(names) + 1) // 2, len(names) * size
        sums = [total for total in range(least, most + 1) if total % 9 == int(match[1]) % 9]
        try:
            yield AnyOf([Cage(names, sum=total) for total in sums])
        except RulesError as error:
            raise ParseError(f"cage: {error}") from None


def _negative(data: Mapping[str, Any], found: list[Constraint]) -> Iterator[Constraint]:
    """Yield the rules about neighbours without a mark: dots of either kind except a pair from both rules."""
    names = data.get("negative") or []
    if not isinstance(names, list):
        raise ParseError(f"negative: expected a list of names, found {shown(names)}")
    if unknown := [name for name in names if name not in ("xv", "ratio")]:
        raise ParseError(f"negative: expected 'xv' or 'ratio', found {shown(unknown[0])}")
    if "xv" in names:
        yield StrictXV()
    white, black = bool(data.get("nonconsecutive")), "ratio" in names
    if white and not any(isinstance(each, (Difference, Ratio)) for each in found):
        yield NonConsecutive()
        white = False
    if white and not _all_ones(found):
        raise ParseError("nonconsecutive: nonet does not know it beside differences other than 1")
    if white or black:
        yield StrictKropki("" if white and black else "white" if white else "black")


def _all_ones(found: Iterable[Constraint]) -> bool:
    """Whether all white dots are for consecutive digits."""
    return all(each.difference == 1 for each in found if isinstance(each, Difference))


def _with_regions(
    data: Mapping[str, Any], grid: list[list[dict[str, Any]]], size: int, found: list[Constraint]
) -> Rules:
    """Return the rules with the regions of the cells and the houses of the other keys."""
    rows, columns = default_box(size)
    groups: dict[int, list[int]] = {}
    for cell, entry in enumerate(entry for row in grid for entry in row):
        usual = cell // size // rows * rows + cell % size // columns
        region = entry.get("region", usual)
        if region is None:
            continue
        if type(region) is not int:
            raise ParseError(
                f"{cell_name(cell, size)}: expected a number as 'region', found {shown(region)}"
            )
        groups.setdefault(region, []).append(cell)
    sets = [CellSet(cells, size=size) for _, cells in sorted(groups.items())]
    if sum(map(len, sets)) == size**2 and all(len(cells) == size for cells in sets):
        rules, extra = Rules(regions=sets, constraints=found), []
    else:
        rules = Rules(size=size, regions=(), constraints=found)
        extra = [House(f"region {number}", cells) for number, cells in enumerate(sets, 1)]
    down, up = diagonals(size)
    extra += [down] * bool(data.get("diagonal-")) + [up] * bool(data.get("diagonal+"))
    if data.get("disjointgroups"):
        extra += disjoint_groups(rules)
    extra += _extra_regions(data, size)
    return rules.with_extra(*extra) if extra else rules


def _extra_regions(data: Mapping[str, Any], size: int) -> list[House]:
    """Return the extra regions as houses. Windows, which have no key of their own, get their names."""
    found = []
    for number, entry in enumerate(_entries(data, "extraregion"), 1):
        names = names_in(entry.get("cells"), size)
        found.append(House(f"extra region {number}", CellSet(names, size=size)))
    windows = _windows(size)
    if windows and {house.cells for house in windows} <= {house.cells for house in found}:
        inside = {house.cells for house in windows}
        return [*windows, *(house for house in found if house.cells not in inside)]
    return found


def _windows(size: int) -> tuple[House, ...]:
    try:
        return windoku(size)
    except RulesError:
        return ()


# -- writing --------------------------------------------------------------------------------------


def f_puzzles_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle. Raises `PuzzleError` for a constraint that f-puzzles does not have."""
    rules, size = puzzle.rules, puzzle.rules.size
    data: dict[str, Any] = {"size": size}
    data |= {key: puzzle.info[ours] for key, ours in _TEXTS.items() if puzzle.info.get(ours)}
    data["grid"] = _written_grid(puzzle)
    data |= _written_houses(puzzle)
    negative = []
    for constraint in rules.constraints:
        flags = _flags_of(puzzle, constraint)
        negative += flags.pop("negative", [])
        data |= flags
        if type(constraint).__name__ not in _GLOBAL:
            key, entries = _written(puzzle, constraint)
            data.setdefault(key, []).extend(entries)
    if negative:
        data["negative"] = negative
    if solution := puzzle.info.get("solution"):
        data["solution"] = _digits_of(solution, size)
    return {key: value for key, value in data.items() if value is not None}


_GLOBAL = (*_FLAGS.values(), "NonConsecutive", "StrictKropki", "StrictXV")


def _flags_of(puzzle: Puzzle, constraint: Constraint) -> dict[str, Any]:
    """Return the keys of a rule for the whole board, none for other constraints."""
    others = puzzle.rules.constraints
    dots = any(isinstance(each, (Difference, Ratio)) for each in others)
    if isinstance(constraint, StrictXV) and not constraint.only:
        return {"negative": ["xv"]}
    if isinstance(constraint, NonConsecutive) and not dots:
        return {"nonconsecutive": True}
    if isinstance(constraint, StrictKropki) and _all_ones(others):
        white = {"nonconsecutive": True} if constraint.only != "black" else {}
        return white | ({"negative": ["ratio"]} if constraint.only != "white" else {})
    flag = next((key for key, kind in _FLAGS.items() if kind == type(constraint).__name__), None)
    if flag is None and type(constraint).__name__ in _GLOBAL:
        raise _unknown(puzzle, constraint)
    return {flag: True} if flag else {}


def _written(puzzle: Puzzle, constraint: Constraint) -> tuple[str, list[dict[str, Any]]]:
    name = type(constraint).__name__
    for key in KEYS.values():
        if name in key.kinds and (entries := key.write(constraint, puzzle.rules.size)) is not None:
            return key.name, entries
    raise _unknown(puzzle, constraint)


def _unknown(puzzle: Puzzle, constraint: Constraint) -> PuzzleError:
    return PuzzleError(
        f"the format 'f-puzzles' does not have the constraint {constraint.notation}; use 'jsonl'",
        puzzle=puzzle,
    )


def _written_grid(puzzle: Puzzle) -> list[list[dict[str, Any]]]:
    """Return the cells with givens, placed digits, candidates, and regions that are not the usual ones."""
    rules, size = puzzle.rules, puzzle.rules.size
    region: list[int | None] = [None] * size**2
    for number, cells in enumerate(rules.regions):
        for cell in cells:
            region[cell] = number
    usual = (rules.box_rows, rules.box_columns) == default_box(size)
    placed = placed_cells(puzzle)
    marked = size <= 9 and any(puzzle.info.get(key) for key in ("deleted", "pencilmarks"))
    marks = current_marks(puzzle).masks if marked else None
    every = (1 << size) - 1
    found = []
    for cell, given in enumerate(puzzle.givens):
        entry: dict[str, Any] = {"value": given, "given": True} if given else {}
        if placed[cell]:
            entry["value"] = placed[cell]
        if puzzle.marks is not None and puzzle.marks.masks[cell] != every:
            entry["givenPencilMarks"] = _digits_in(puzzle.marks.masks[cell])
        if marks is not None and not given and not placed[cell]:
            entry["centerPencilMarks"] = _digits_in(marks[cell])
        found.append(entry if usual else entry | {"region": region[cell]})
    return [found[row * size : (row + 1) * size] for row in range(size)]


def _digits_in(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1]


def _digits_of(solution: str, size: int) -> list[int] | None:
    """Return a solution as numbers, None if it is not a board of the size."""
    try:
        grid = Grid(solution)
    except ValueError:
        return None
    return list(grid) if grid.size == size else None


def _written_houses(puzzle: Puzzle) -> dict[str, Any]:
    rules, size = puzzle.rules, puzzle.rules.size
    left = list(rules.extra)
    found: dict[str, Any] = {}
    down, up = diagonals(size)
    for key, houses in (
        ("diagonal+", (up,)),
        ("diagonal-", (down,)),
        ("disjointgroups", disjoint_groups(rules) if rules.box_rows else ()),
    ):
        if houses and all(house in left for house in houses):
            found[key] = True
            left = [house for house in left if house not in houses]
    if left:
        found["extraregion"] = [{"cells": written(house.cells.names)} for house in left]
    return found


def write_f_puzzles(puzzle: Puzzle) -> str:
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
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    grid = value.get("grid") if isinstance(value, dict) else None
    return (
        isinstance(grid, list)
        and bool(grid)
        and isinstance(grid[0], list)
        and any(isinstance(cell, dict) for cell in grid[0])
    )


def _is_whole(head: Head) -> bool:
    """Whether the lines together are one JSON object of f-puzzles."""
    return head.first.lstrip().startswith("{") and _is_data("\n".join(text for _, text in head.all))


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
        "names of extra houses; info other than title, author, ruleset, solution, placed and deleted",
        _EXAMPLE,
        read_f_puzzles,
        each(write_f_puzzles),
        Clues(4, line=_shows_f_puzzles, sure=_is_whole),
        holds=Holds(_SIZES, marks=True, constraints=True),
    ),
)
