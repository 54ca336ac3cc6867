"""SudokuPad: links and data of puzzles as they are drawn.

The data says where lines, circles and texts are, in which colours, and has the rules as prose. nonet reads what has a
meaning of its own: givens, regions, killer cages, sets of different digits, antiknight and antiking, and the stored
solution. It takes no rule from a colour or from prose: the prose is ``info["ruleset"]``, and ``info["not read"]``
counts the drawings. Other constraints are written as drawings, and their sentences as the prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from nonet.base.cells import CellSet, cell_name
from nonet.base.errors import LimitReached, ParseError, RulesError
from nonet.base.masks import digits_of, mask_of
from nonet.base.numbers import number_of
from nonet.base.strict_json import Json, JsonObject, is_list_of, json_or_none, read_json_text
from nonet.base.suggestions import shown
from nonet.formats.base import Clues, Format, Holds, IntoRules, each, each_line
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.f_puzzles import LINK_PREFIX, board_of_data
from nonet.formats.f_puzzles import unpacked as f_puzzles_unpacked
from nonet.formats.f_puzzles_rules import FOG, switches_of
from nonet.formats.fields import puzzle_of
from nonet.formats.links import link_in
from nonet.formats.lz_string import compress, decompress
from nonet.formats.puzzle_zip import unzipped, zipped
from nonet.formats.sudokupad_look import drawing, is_cage
from nonet.formats.table import keeping
from nonet.puzzle import Board, Position
from nonet.puzzle.errors import PuzzleError
from nonet.rules.constraints import Cage, Constraint, Sum, kinds
from nonet.rules.constraints.totals import Totals, label_of, total_of
from nonet.rules.variants import sentences_of_kinds

__all__ = ["FORMATS"]

_HOSTS = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")
_ADDRESS = "https://sudokupad.app/"
_DATA = re.compile(r"(scl|ctc)([\w+/=\- ]+)", re.ASCII)
_CLASSIC = re.compile(r"scf([0-9A-Za-x]+)", re.ASCII)
_CLASSIC_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_METADATA = re.compile(r"([A-Za-z]+): ?(.*)", re.DOTALL)

_TEXTS = {"title": "title", "author": "author", "rules": "ruleset", "solution": "solution"}
_QUIET = ("id", "cellSize", "settings", "videos", "duration", "metadata", "metaData",
          "cells", "regions", "cages", *FOG)  # fmt: skip
_DRAWN = ("cages", "lines", "arrows", "underlays", "overlays")


# -- the ways to the data -------------------------------------------------------------------------


def parse_sudokupad(line: str, rules: IntoRules = None) -> Board:
    """Read a link, data that begins with ``scl``, ``ctc`` or ``scf``, or JSON on one line."""
    text = line.strip()
    if text[:1] == "{":
        return _board(read_json_text(text), rules)
    if link := link_in(text):
        if packed := link.longest(lambda part: part.startswith(LINK_PREFIX)):
            return board_of_data(f_puzzles_unpacked(packed), rules)
        coded = link.longest(lambda part: _DATA.fullmatch(part) or _CLASSIC.fullmatch(part)) or ""
        text = link.place(coded if len(coded) > 11 else None)
    if match := _CLASSIC.fullmatch(text):
        return puzzle_of(_classic(match[1]), None, rules)
    match = _DATA.fullmatch(text)
    if match is None:
        raise ParseError(
            f"expected a link, or data that begins with scl or ctc, found {text[:20]!r}"
        )
    data = decompress(match[2])
    return _board(read_json_text(data) if data[:2] == '{"' else unzipped(data), rules)


def _classic(coded: str) -> str:
    """Return the cells of a classic board: a character is a digit and the empty cells after it."""
    cells = []
    for char in coded:
        blanks, digit = divmod(_CLASSIC_DIGITS.index(char), 10)
        cells.append(str(digit) + "0" * blanks)
    return "".join(cells)


# -- from data to a puzzle ------------------------------------------------------------------------


def _board(data: Json, added: IntoRules) -> Board:
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not is_list_of(cells, list) or not cells:
        raise ParseError(f"expected rows of cells as 'cells', found {shown(cells)}")
    size = len(cells)
    if size > 36 or any(len(row) != size for row in cells):
        columns = max(map(len, cells))
        raise ParseError(
            f"expected a square board of at most 36x36, found {size} rows and {columns} columns"
        )
    board = BoardBuilder(size)
    metadata = _metadata(data)
    _take_cages(data, board)
    board.constraints += _flags(metadata)
    board.regions(_group(group, size) for group in _list(data, "regions") if group)
    if metadata.get("norowcol"):
        raise ParseError(
            "the rows and columns of the puzzle may repeat digits; nonet reads no such board"
        )
    for number, cell in enumerate(cell for row in cells for cell in row):
        _take_cell(board, number, cell)
    board.note_texts(_TEXTS, metadata)
    for key, value in data.items():
        if key not in _QUIET and value not in (None, False, "", [], {}):
            board.skip(key, len(value) if isinstance(value, list) else 1)
    if any(key in board.unread for key in _DRAWN):
        board.doubts.append("rules that are only drawn are missing")
    return board.build(added)


def _metadata(data: Mapping[str, Json]) -> JsonObject:
    """Return the notes of the puzzle, which older data has as texts of cages."""
    metadata: JsonObject = {}
    for cage in _list(data, "cages"):
        value = cage.get("value") if isinstance(cage, dict) else None
        match = _METADATA.fullmatch(value) if isinstance(value, str) else None
        if match is not None:
            metadata[match[1]] = match[2]
    for key in ("metaData", "metadata"):
        if isinstance(notes := data.get(key), dict):
            metadata |= notes
    return metadata


def _flags(metadata: Mapping[str, Json]) -> list[Constraint]:
    return [
        kind()
        for kind in kinds().values()
        for key in switches_of(kind)
        if metadata.get(key.name) in (True, 1, "true")
    ]


def _list(data: Mapping[str, Json], key: str) -> list[Json]:
    items = data.get(key) or []
    if not isinstance(items, list):
        raise ParseError(f"{key}: expected a list, found {shown(items)}")
    return items


def _take_cages(data: Mapping[str, Json], board: BoardBuilder) -> None:
    """Take cages with a sum, cages of different digits, and hidden sets of different digits as houses."""
    for cage in _list(data, "cages"):
        if not isinstance(cage, dict):
            raise ParseError(f"cages: expected objects, found {shown(cage)}")
        value = cage.get("value")
        if isinstance(value, str) and _METADATA.fullmatch(value):
            continue
        total = _sum(cage)
        cells = _group(cage.get("cells") or [], board.size)
        if not cells or cage.get("type") == "rowcol":
            continue
        try:
            if total is not None and cage.get("unique") is not False:
                board.cage(cells, total)
            elif total is not None:
                names = [cell_name(cell, board.size) for cell in cells]
                board.constraints.append(Sum(names, total))
            elif cage.get("unique") and value in (None, "") and cage.get("hidden"):
                board.house(cells)
            elif cage.get("unique") and value in (None, ""):
                board.cage(cells)
            elif not cage.get("hidden"):
                board.skip("cages", 1)
        except RulesError as error:
            raise ParseError(f"cages: {error}") from None


def _sum(cage: Mapping[str, Json]) -> int | Totals | None:
    """Return the sum of a cage: a number, or several as nonet labels them where digits are different."""
    for key in ("sum", "value"):
        value = cage.get(key)
        if type(value) is int:
            return value
        if isinstance(value, str) and (number := number_of(value, 9_999)) is not None:
            return number
    label = cage.get("value")
    if isinstance(label, str) and cage.get("unique") is True:
        with suppress(ValueError):
            if label_of(total_of(label)) == label:
                return total_of(label)
    return None


def _group(places: Json, size: int) -> list[int]:
    """Return the cells of pairs of row and column, from 0."""
    cells = []
    for place in places if isinstance(places, list) else [places]:
        if not (
            is_list_of(place, int)
            and len(place) == 2
            and all(type(number) is int and 0 <= number < size for number in place)
        ):
            raise ParseError(
                f"expected a cell such as [0, 0] on the {size}x{size} board, found {shown(place)}"
            )
        cells.append(place[0] * size + place[1])
    return cells


def _take_cell(board: BoardBuilder, number: int, cell: Json) -> None:
    """Take the given of a cell, and the candidates that a player has written."""
    if not isinstance(cell, dict):
        raise board.wrong(number, "an object", cell)
    board.fill(number, board.digit(number, cell.get("value")))
    marks = (board.digit(number, digit) for digit in _list(cell, "centremarks") if digit)
    board.note(number, mask_of(marks))
    for key in cell:
        if key not in ("value", "centremarks", "region") and cell[key]:
            board.skip(key, 1)


# -- writing --------------------------------------------------------------------------------------


def write_sudokupad(puzzle: Board) -> str:
    """Write a link that opens the puzzle in SudokuPad, drawn, with its rules as prose and its solution."""
    from urllib.parse import quote  # slow to load, and seldom needed

    return f"{_ADDRESS}scl{quote(compress(zipped(_data(puzzle))), safe='')}"


def _data(puzzle: Board) -> dict[str, object]:
    rules, size = puzzle.rules, puzzle.rules.size
    data: dict[str, object] = {"cellSize": 50, "metadata": _written_metadata(puzzle)}
    cells = _written_cells(puzzle)
    data["cells"] = [cells[row * size : (row + 1) * size] for row in range(size)]
    data["regions"] = [[[*divmod(cell, size)] for cell in region] for region in rules.regions]
    data["cages"] = list(_written_cages(puzzle))
    return data | drawing(rules)


def _written_metadata(puzzle: Board) -> dict[str, object]:
    metadata: dict[str, object] = {
        key: puzzle.info[ours] for key, ours in _TEXTS.items() if puzzle.info.get(ours)
    }
    metadata |= {key.name: True for each in puzzle.rules.constraints for key in switches_of(each)}
    if "rules" not in metadata and (sentences := sentences_of_kinds(puzzle.rules)):
        metadata["rules"] = "\n".join(sentences)
    if "solution" not in metadata and puzzle.rules.size <= 9:
        metadata |= _solution(puzzle)
    return metadata


def _solution(puzzle: Board) -> dict[str, str]:
    """Return the solution if there is one and it is found soon."""
    try:
        return {"solution": puzzle.solution(budget=_BUDGET).text()}
    except (PuzzleError, LimitReached):
        return {}


_BUDGET = 20_000
"""Guesses of the search for the solution, so that writing ends soon."""


def _written_cells(puzzle: Board) -> list[dict[str, object]]:
    marks = puzzle.masks if isinstance(puzzle, Position) else [0] * len(puzzle.givens)
    return [
        {"value": given} if given else {"centremarks": sorted(digits_of(mask))} if mask else {}
        for given, mask in zip(puzzle.givens, marks, strict=True)
    ]


def _written_cages(puzzle: Board) -> Iterator[dict[str, object]]:
    size = puzzle.rules.size
    for constraint in filter(is_cage, puzzle.rules.constraints):
        cells = CellSet(constraint.cells, size=size)
        cage: dict[str, object] = {"cells": [list(divmod(cell, size)) for cell in cells]}
        total = constraint.sum if isinstance(constraint, Cage) else constraint.fields["total"]
        if total is not None:
            cage |= {"value": label_of(total)}
        if isinstance(total, int):
            cage |= {"sum": total}
        yield cage | {"unique": isinstance(constraint, Cage)}
    for house in puzzle.rules.extra:
        cells = house.cells
        yield {
            "cells": [list(divmod(cell, size)) for cell in cells],
            "unique": True,
            "hidden": True,
        }


def _only_drawn(puzzle: Board) -> str | None:
    """Return which constraints are pictures in a link, so that no program reads them back."""
    words = dict.fromkeys(
        each.word
        for each in puzzle.rules.constraints
        if not is_cage(each) and not switches_of(each)
    )
    if not words:
        return None
    kept = next(keeping(puzzle, ("f-puzzles", "iss", "jsonl")))
    return f"a link of SudokuPad only draws {', '.join(words)}: nonet cannot read that back; {kept} keeps it"


# -- the format -----------------------------------------------------------------------------------


def _shows_sudokupad(text: str) -> bool:
    text = text.strip()
    if text.startswith(("scl", "ctc", "scf")):
        return len(text) > 20 and (_DATA.fullmatch(text) or _CLASSIC.fullmatch(text)) is not None
    if text.startswith("{") and '"cells"' in text and '"regions"' in text:
        return _is_data(text)
    link = link_in(text) if any(host in text.lower() for host in _HOSTS) else None
    return link is not None and link.host.endswith(_HOSTS)


def _is_data(text: str) -> bool:
    value = json_or_none(text)
    cells = value.get("cells") if isinstance(value, dict) else None
    return isinstance(cells, list) and bool(cells) and isinstance(cells[0], list)


_EXAMPLE = (
    "https://sudokupad.app/sclN4YwzgXArADANAWwKYBcCGATN6LBRAcgGUE0AbMguAJwFcylICBpASwqWoAIjaMB7"
    "ANa0qYfmVopW%2FAHaEAjACYAzABY1ipfPXqlBAL5wQSCAG1TwAG4R5huFYjLDAXTim4H1%2B89uP964r6zq7UJuam"
    "8DBe8PJe8nBRbvGxXhFwitFwynHpOdmpiglehbFuykVlcClupoUZboXZlfWm5fmuIGhmoGGm8Yl9VcFw1gDscGC0CB"
    "DjtDKsAI60JiiGPWa1Fa1FrtYAbBNTEAdzi8sQq876QA%3D%3D%3D"
)

FORMATS = (
    Format(
        "sudokupad",
        "a link of SudokuPad that has the puzzle in it, or its data (scl…, ctc…): givens, regions,"
        " cages, the solution",
        (),
        "constraints other than cages, antiknight and antiking, which are drawn; names of extra houses;"
        " placed digits become candidates; info other than title, author, ruleset and solution",
        _EXAMPLE,
        each_line(parse_sudokupad),
        each(write_sudokupad),
        Clues(line=_shows_sudokupad),
        holds=Holds(range(1, 37), constraints=True, position="page"),
        warning=_only_drawn,
    ),
)
