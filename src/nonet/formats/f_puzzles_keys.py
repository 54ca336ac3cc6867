"""The rules of f-puzzles: one row per key of its JSON, which reads the entries into constraints and writes them back.

An entry is an object with ``cell``, ``cells`` or ``lines`` and often a ``value``. Cells are ``R1C1``; a clue outside the
board has row or column 0 or one more than the size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonet import constraints
from nonet.constraints import Constraint
from nonet.errors import ParseError
from nonet.formats.json_text import shown

__all__ = ["KEYS", "Entry", "Key", "key_of", "name_in", "names_in", "written"]

Entry = Mapping[str, Any]

_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})", re.ASCII)
_DIRECTIONS = {"DR": "down right", "DL": "down left", "UR": "up right", "UL": "up left"}


@dataclass(frozen=True)
class Key:
    """A key of the JSON.

    ``read`` yields the constraints of an entry of a board of a size. ``kinds`` are the classes that ``write`` turns into
    an entry; it returns None for a constraint that the key does not have.
    """

    name: str
    kinds: tuple[str, ...]
    read: Callable[[Entry, int], Iterator[Constraint]]
    write: Callable[[Any, int], dict[str, Any] | None]


# -- the parts of an entry ------------------------------------------------------------------------


def name_in(value: object, size: int) -> str:
    """Return the name of a cell on the board: ``R1C1`` is ``r1c1``."""
    row, column = _place(value)
    if not (1 <= row <= size and 1 <= column <= size):
        raise ParseError(f"the cell {value} is outside the {size}x{size} board")
    return f"r{row}c{column}"


def names_in(value: object, size: int) -> list[str]:
    """Return the names of a list of cells."""
    if not isinstance(value, list):
        raise ParseError(f'expected a list of cells such as ["R1C1", "R1C2"], found {shown(value)}')
    return [name_in(cell, size) for cell in value]


def written(names: Sequence[str]) -> list[str]:
    """Return names of cells as the JSON has them.

    >>> written(["r1c1", "r10c2"])
    ['R1C1', 'R10C2']
    """
    return [name.upper() for name in names]


def _place(value: object) -> tuple[int, int]:
    match = _CELL.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ParseError(f"expected a cell such as 'R1C1', found {shown(value)}")
    return int(match[1]), int(match[2])


def _lines(entry: Entry, size: int) -> list[list[str]]:
    lines = entry.get("lines", [])
    if not isinstance(lines, list):
        raise ParseError(f"expected a list of lines, found {shown(lines)}")
    return [names_in(line, size) for line in lines]


def _number(entry: Entry, default: int | None = None) -> int | None:
    """Return the value of an entry as a number, the default if it has none."""
    value = entry.get("value")
    if value is None or value == "":
        return default
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 9:
        return int(value)
    raise ParseError(f"expected a number as 'value', found {shown(value)}")


def _made(kind: str, *arguments: Any, **fields: Any) -> Constraint:
    made: Constraint = getattr(constraints, kind)(*arguments, **fields)
    return made


# -- families of keys -----------------------------------------------------------------------------


def _line_key(name: str, kind: str, **fields: Any) -> Key:
    """Return a key whose lines are constraints without a number; other fields must be those given."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        for line in _lines(entry, size):
            yield _made(kind, line, **fields)

    def write(constraint: Any, size: int) -> dict[str, Any] | None:
        plain = _made(kind, constraint.line, **fields)
        return {"lines": [written(constraint.line)]} if constraint == plain else None

    return Key(name, (kind,), read, write)


def _whisper_key() -> Key:
    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        difference = _number(entry, (size + 1) // 2)
        for line in _lines(entry, size):
            yield _made("Whisper", line, difference=difference)

    def write(constraint: Any, size: int) -> dict[str, Any]:
        entry: dict[str, Any] = {"lines": [written(constraint.line)]}
        if constraint.difference != (size + 1) // 2:
            entry["value"] = str(constraint.difference)
        return entry

    return Key("whispers", ("Whisper",), read, write)


def _lockout_key() -> Key:
    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        if size != 9:
            raise ParseError("nonet knows lockout lines of f-puzzles on 9x9 boards only")
        for line in _lines(entry, size):
            yield _made("Lockout", line, difference=4)

    def write(constraint: Any, size: int) -> dict[str, Any] | None:
        fits = size == 9 and constraint.difference == 4
        return {"lines": [written(constraint.line)]} if fits else None

    return Key("lockout", ("Lockout",), read, write)


def _pair_key(name: str, kind: str, field: str, default: int) -> Key:
    """Return a key for dots between two cells, with a number that has a default."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        cells = names_in(entry.get("cells"), size)
        yield _made(kind, cells, **{field: _number(entry, default)})

    def write(constraint: Any, size: int) -> dict[str, Any]:
        number = getattr(constraint, field)
        entry: dict[str, Any] = {"cells": written(constraint.cells)}
        return entry if number == default else entry | {"value": str(number)}

    return Key(name, (kind,), read, write)


def _read_xv(entry: Entry, size: int) -> Iterator[Constraint]:
    value = entry.get("value")
    if value not in ("X", "V", "x", "v"):
        raise ParseError(f"expected X or V as 'value', found {shown(value)}")
    yield _made(value.upper(), names_in(entry.get("cells"), size))


def _write_xv(constraint: Any, size: int) -> dict[str, Any]:
    return {"cells": written(constraint.cells), "value": type(constraint).__name__}


def _read_cage(entry: Entry, size: int) -> Iterator[Constraint]:
    yield _made("Cage", names_in(entry.get("cells"), size), sum=_number(entry))


def _write_cage(constraint: Any, size: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"cells": written(constraint.cells)}
    return entry if constraint.sum is None else entry | {"value": str(constraint.sum)}


def _read_arrow(entry: Entry, size: int) -> Iterator[Constraint]:
    """Yield an arrow for each line; its first cell belongs to the circle. Cells of a pill are read as one number."""
    circle = names_in(entry.get("cells"), size)
    for line in _lines(entry, size):
        if not line or line[0] not in circle:
            raise ParseError("expected an arrow that begins in its circle")
        if len(circle) > 1:
            yield _made("PillArrow", circle, line[1:])
        else:
            yield _made("Arrow", circle[0], line[1:])


def _write_arrow(constraint: Any, size: int) -> dict[str, Any] | None:
    pill = type(constraint).__name__ == "PillArrow"
    circle = list(constraint.pill) if pill else [constraint.circle]
    start = _nearest(circle, constraint.line[0])
    return {"lines": [written([start, *constraint.line])], "cells": written(circle)}


def _nearest(cells: Sequence[str], to: str) -> str:
    """Return the cell from which a line leaves a pill."""
    row, column = _place(to.upper())

    def distance(name: str) -> tuple[int, int]:
        r, c = _place(name.upper())
        return max(abs(r - row), abs(c - column)), abs(r - row) + abs(c - column)

    return min(cells, key=distance)


def _cell_key(name: str, kind: str) -> Key:
    """Return a key with one cell per entry; a constraint with several cells is several entries."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        yield _made(kind, name_in(entry.get("cell"), size))

    def write(constraint: Any, size: int) -> dict[str, Any] | None:
        return {"cell": constraint.cells[0].upper()} if len(constraint.cells) == 1 else None

    return Key(name, (kind,), read, write)
