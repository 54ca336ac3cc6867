"""Saves of GNOME Sudoku (``.save``): a JSON object with the cells that are filled or have notes.

A cell has its ``position``, row and column from 0, its ``value``, whether it is ``fixed`` (a given), and its notes, the
``earmarks``. Cells without any of these are left out.
"""

from __future__ import annotations

import json
from typing import TypeGuard

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.masks import mask_of
from nonet.base.numbers import LARGEST, decimal_of
from nonet.base.strict_json import Json, read_json_text
from nonet.base.suggestions import shown
from nonet.formats.base import (
    CLASSIC_PAGES,
    Clues,
    Format,
    IntoRules,
    each,
)
from nonet.formats.board_builder import BoardBuilder, each_save, notes_of
from nonet.formats.puzzles import EXAMPLE
from nonet.puzzle import Board, Position, Puzzle

__all__ = ["FORMATS"]

_KEYS = ("position", "value", "fixed", "earmarks")
_INFO = {"difficulty_category": "difficulty", "time_elapsed": "time"}
_UNSAID = (None, "", "unknown", 0, -1)
"""The value for a puzzle without this information."""


def parse_gnome(text: str, rules: IntoRules = None) -> Board:
    """Read a save."""
    data = read_json_text(text)
    items = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(items, list):
        raise ParseError(f"expected an object with a list of 'cells', found {shown(data)}")
    board, seen = BoardBuilder(), set[int]()
    for number, item in enumerate(items, 1):
        cell = _take_cell(board, item, number)
        if cell in seen:
            raise ParseError(
                f"cell {number} of the list is {cell_name(cell)}, which it has already"
            )
        seen.add(cell)
    board.info = {
        ours: str(data[key]) for key, ours in _INFO.items() if data.get(key) not in _UNSAID
    }
    return board.build(rules)


def _take_cell(board: BoardBuilder, item: Json, number: int) -> int:
    """Take a cell; return which one it is."""
    if not isinstance(item, dict) or not {"position", "value"} <= item.keys():
        names = ", ".join(map(repr, _KEYS))
        raise ParseError(f"expected {names} for cell {number} of the list, found {shown(item)}")
    place, value, notes = item["position"], item["value"], item.get("earmarks", [])
    if not _are_in(place, 0, 8) or len(place) != 2:
        raise ParseError(
            f"expected row and column from 0 to 8 for cell {number} of the list, found {shown(place)}"
        )
    cell = 9 * place[0] + place[1]
    if not _is_in(value, 0, 9):
        raise ParseError(f"expected a digit for {cell_name(cell)}, found {shown(value)}")
    if not _are_in(notes, 1, 9):
        raise ParseError(f"expected a list of digits for {cell_name(cell)}, found {shown(notes)}")
    board.fill(cell, value, given=item.get("fixed") is True)
    board.note(cell, mask_of(notes))
    return cell


def _are_in(value: Json, low: int, high: int) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(_is_in(number, low, high) for number in value)


def _is_in(value: Json, low: int, high: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def write_gnome(board: Board) -> str:
    """Write a save with the filled cells, and with notes if candidates are removed."""
    grid = board.grid if isinstance(board, Position) else board.givens
    cells = []
    for cell, (value, given, notes) in enumerate(
        zip(grid, board.givens, notes_of(board), strict=True)
    ):
        if value or notes:
            data = ([cell // 9, cell % 9], value, bool(given), notes)
            cells.append(json.dumps(dict(zip(_KEYS, data, strict=True))))
    difficulty = json.dumps(board.info.get("difficulty", "unknown"))
    listed = ",\n".join(f"    {cell}" for cell in cells)
    return (
        f'{{\n  "difficulty_category": {difficulty},\n  "time_elapsed": {_time(board)},\n'
        f'  "cells": [\n{listed}\n  ]\n}}'
    )


def _time(board: Board) -> float:
    return decimal_of(board.info.get("time", "0"), LARGEST) or 0.0


def _is_gnome(text: str) -> bool:
    names = '"cells"' in text and ('"difficulty_category"' in text or '"earmarks"' in text)
    return names and text.lstrip().startswith("{")


FORMATS = (
    Format(
        "gnome",
        "a save of GNOME Sudoku: JSON with the filled cells and their notes",
        (".save",),
        "info other than difficulty and time",
        write_gnome(Puzzle(EXAMPLE)),
        each_save(parse_gnome),
        each(write_gnome),
        Clues(
            line=_is_gnome,
            sure=lambda head: _is_gnome("\n".join(head.texts)),
        ),
        separator=None,
        holds=CLASSIC_PAGES,
        whole=True,
    ),
)
