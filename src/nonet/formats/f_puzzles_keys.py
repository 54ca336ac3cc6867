"""The rules of f-puzzles: one row per key of its JSON, which reads the entries into constraints and writes them back.

An entry is an object with ``cell``, ``cells`` or ``lines`` and often a ``value``. Cells are ``R1C1``. A clue outside
the board has row or column 0, or one more than the size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nonet.base.errors import ParseError
from nonet.formats.json_text import shown
from nonet.rules import constraints
from nonet.rules.constraints import Constraint

__all__ = ["KEYS", "Entry", "Key", "kind_named", "name_in", "names_in", "written"]

Entry: TypeAlias = Mapping[str, Any]
Entries: TypeAlias = list[dict[str, Any]]

_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})", re.ASCII)
_DIRECTIONS = {"DR": "down right", "DL": "down left", "UR": "up right", "UL": "up left"}


@dataclass(frozen=True)
class Key:
    """A key of the JSON.

    ``read`` yields the constraints of an entry of a board of a size. ``kinds`` are the classes that ``write`` turns
    into entries; it returns None for a constraint that the key does not have.
    """

    name: str
    kinds: tuple[str, ...]
    read: Callable[[Entry, int], Iterator[Constraint]]
    write: Callable[[Any, int], Entries | None]


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
    if (
        isinstance(value, str)
        and value.strip().isascii()
        and value.strip().isdigit()
        and len(value) < 10
    ):
        return int(value)
    raise ParseError(f"expected a number as 'value', found {shown(value)}")


def kind_named(name: str) -> Callable[..., Constraint]:
    """Return the class of a kind."""
    try:
        kind: type[Constraint] = getattr(constraints, name)
    except AttributeError:
        raise ParseError("nonet does not know this rule") from None
    return kind


def _made(kind: str, *arguments: Any, **options: Any) -> Constraint:
    return kind_named(kind)(*arguments, **options)


# -- families of keys -----------------------------------------------------------------------------


def _line_key(name: str, kind: str, **options: Any) -> Key:
    """Return a key whose lines are constraints without a number; their options are those given."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        for line in _lines(entry, size):
            yield _made(kind, line, **options)

    def write(constraint: Any, size: int) -> Entries | None:
        plain = _made(kind, constraint.line, **options)
        return [{"lines": [written(constraint.line)]}] if constraint == plain else None

    return Key(name, (kind,), read, write)


def _whisper_key() -> Key:
    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        difference = _number(entry, (size + 1) // 2)
        for line in _lines(entry, size):
            yield _made("Whisper", line, difference=difference)

    def write(constraint: Any, size: int) -> Entries:
        entry: dict[str, Any] = {"lines": [written(constraint.line)]}
        if constraint.difference != (size + 1) // 2:
            entry["value"] = str(constraint.difference)
        return [entry]

    return Key("whispers", ("Whisper",), read, write)


def _lockout_key() -> Key:
    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        if size != 9:
            raise ParseError("nonet knows lockout lines of f-puzzles on 9x9 boards only")
        for line in _lines(entry, size):
            yield _made("Lockout", line, difference=4)

    def write(constraint: Any, size: int) -> Entries | None:
        fits = size == 9 and constraint.difference == 4
        return [{"lines": [written(constraint.line)]}] if fits else None

    return Key("lockout", ("Lockout",), read, write)


def _pair_key(name: str, kind: str, number: str, default: int) -> Key:
    """Return a key for dots between two cells, with a number that has a default."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        cells = names_in(entry.get("cells"), size)
        yield _made(kind, cells, **{number: _number(entry, default)})

    def write(constraint: Any, size: int) -> Entries:
        value = getattr(constraint, number)
        entry: dict[str, Any] = {"cells": written(constraint.cells)}
        return [entry if value == default else entry | {"value": str(value)}]

    return Key(name, (kind,), read, write)


def _read_xv(entry: Entry, size: int) -> Iterator[Constraint]:
    value = entry.get("value")
    if value not in ("X", "V", "x", "v"):
        raise ParseError(f"expected X or V as 'value', found {shown(value)}")
    yield _made(value.upper(), names_in(entry.get("cells"), size))


def _write_xv(constraint: Any, size: int) -> Entries:
    return [{"cells": written(constraint.cells), "value": type(constraint).__name__}]


def _read_cage(entry: Entry, size: int) -> Iterator[Constraint]:
    yield _made("Cage", names_in(entry.get("cells"), size), sum=_number(entry))


def _write_cage(constraint: Any, size: int) -> Entries:
    entry: dict[str, Any] = {"cells": written(constraint.cells)}
    return [entry if constraint.sum is None else entry | {"value": str(constraint.sum)}]


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


def _write_arrow(constraint: Any, size: int) -> Entries:
    pill = type(constraint).__name__ == "PillArrow"
    circle = list(constraint.pill) if pill else [constraint.circle]
    start = constraint.exit if pill else constraint.circle
    return [{"lines": [written([start, *constraint.line])], "cells": written(circle)}]


def _cell_key(name: str, kind: str) -> Key:
    """Return a key with one cell per entry; a constraint with several cells is several entries."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        yield _made(kind, name_in(entry.get("cell"), size))

    def write(constraint: Any, size: int) -> Entries:
        return [{"cell": cell} for cell in written(constraint.cells)]

    return Key(name, (kind,), read, write)


def _cells_key(name: str, kind: str) -> Key:
    """Return a key for a set of cells."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        yield _made(kind, names_in(entry.get("cells"), size))

    def write(constraint: Any, size: int) -> Entries:
        return [{"cells": written(constraint.cells)}]

    return Key(name, (kind,), read, write)


def _read_clone(entry: Entry, size: int) -> Iterator[Constraint]:
    """Yield a pair of equal cells for each cell and its clone."""
    cells, clones = (names_in(entry.get(key), size) for key in ("cells", "cloneCells"))
    if len(cells) != len(clones):
        raise ParseError(f"expected as many clones as cells, found {len(clones)} and {len(cells)}")
    for cell, clone in zip(cells, clones, strict=True):
        if cell != clone:
            yield _made("Clone", [cell, clone])


def _write_clone(constraint: Any, size: int) -> Entries | None:
    if any(len(group) > 1 for group in constraint.groups):
        return None
    (first,), *others = constraint.groups
    return [{"cells": written([first]), "cloneCells": written(group)} for group in others]


def _read_quadruple(entry: Entry, size: int) -> Iterator[Constraint]:
    values = entry.get("values")
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise ParseError(f"expected a list of digits as 'values', found {shown(values)}")
    if values:
        yield _made("Quadruple", names_in(entry.get("cells"), size), values)


def _write_quadruple(constraint: Any, size: int) -> Entries:
    return [{"cells": written(constraint.cells), "values": list(constraint.digits)}]


# -- clues outside the board ----------------------------------------------------------------------


def _clue(entry: Entry, size: int) -> tuple[str, str]:
    """Return the line and the side of a clue, such as ``r3`` and ``left``."""
    row, column = _place(entry.get("cell"))
    ends = (0, size + 1)
    if 1 <= row <= size and column in ends:
        return f"r{row}", "left" if column == 0 else "right"
    if 1 <= column <= size and row in ends:
        return f"c{column}", "top" if row == 0 else "bottom"
    raise ParseError(f"expected a clue beside a row or column, found it in {entry.get('cell')}")


def _clue_cell(line: str, side: str, size: int) -> str:
    number, end = line[1:], 0 if side in ("left", "top") else size + 1
    return f"R{number}C{end}" if line[0] == "r" else f"R{end}C{number}"


def _clue_key(name: str, kind: str, number: str, *, sided: bool = True) -> Key:
    """Return a key for a number beside a row or column."""

    def read(entry: Entry, size: int) -> Iterator[Constraint]:
        line, side = _clue(entry, size)
        value = _number(entry)
        if value is not None:
            yield _made(kind, *((line, side) if sided else (line,)), value)

    def write(constraint: Any, size: int) -> Entries:
        side = constraint.side if sided else "left" if constraint.line[0] == "r" else "top"
        cell = _clue_cell(constraint.line, side, size)
        return [{"cell": cell, "value": str(getattr(constraint, number))}]

    return Key(name, (kind,), read, write)


def _read_little_killer(entry: Entry, size: int) -> Iterator[Constraint]:
    direction = entry.get("direction")
    number = _number(entry)
    if not isinstance(direction, str) or direction not in _DIRECTIONS:
        raise ParseError(f"expected DR, DL, UR or UL as 'direction', found {shown(direction)}")
    down, right = _step(direction)
    row, column = _place(entry.get("cell"))
    start = name_in(f"R{row + down}C{column + right}", size)
    if number is not None:
        yield _made("LittleKiller", start, _DIRECTIONS[direction], sum=number)


def _write_little_killer(constraint: Any, size: int) -> Entries | None:
    direction = next(key for key, name in _DIRECTIONS.items() if name == constraint.direction)
    down, right = _step(direction)
    row, column = _place(constraint.start.upper())
    row, column = row - down, column - right
    if 1 <= row <= size and 1 <= column <= size:
        return None  # it begins inside the board
    cells = []
    r, c = row + down, column + right
    while 1 <= r <= size and 1 <= c <= size:
        cells.append(f"R{r}C{c}")
        r, c = r + down, c + right
    return [
        {
            "cell": f"R{row}C{column}",
            "cells": cells,
            "direction": direction,
            "value": str(constraint.sum),
        }
    ]


def _step(direction: str) -> tuple[int, int]:
    return 1 if direction[0] == "D" else -1, 1 if direction[1] == "R" else -1


# -- the table ------------------------------------------------------------------------------------

KEYS: Mapping[str, Key] = {
    key.name: key
    for key in (
        Key("killercage", ("Cage",), _read_cage, _write_cage),
        Key("arrow", ("Arrow", "PillArrow"), _read_arrow, _write_arrow),
        Key("littlekillersum", ("LittleKiller",), _read_little_killer, _write_little_killer),
        _line_key("thermometer", "Thermo"),
        _line_key("slowthermometer", "Thermo", slow=True),
        _line_key("palindrome", "Palindrome"),
        _line_key("renban", "Renban"),
        _whisper_key(),
        _line_key("regionsumline", "RegionSumLine"),
        _line_key("betweenline", "Between"),
        _lockout_key(),
        _line_key("entropicline", "Entropic"),
        _line_key("modularline", "Modular"),
        _line_key("nabner", "Nabner"),
        _line_key("doublearrow", "DoubleArrow"),
        _line_key("zipperline", "Zipper"),
        _pair_key("difference", "Difference", "difference", 1),
        _pair_key("ratio", "Ratio", "ratio", 2),
        Key("xv", ("X", "V"), _read_xv, _write_xv),
        Key("clone", ("Clone",), _read_clone, _write_clone),
        Key("quadruple", ("Quadruple",), _read_quadruple, _write_quadruple),
        _cell_key("odd", "Odd"),
        _cell_key("even", "Even"),
        _cell_key("minimum", "Minimum"),
        _cell_key("maximum", "Maximum"),
        _clue_key("sandwichsum", "Sandwich", "sum", sided=False),
        _clue_key("xsum", "XSum", "sum"),
        _clue_key("skyscraper", "Skyscraper", "count"),
        _cells_key("rowindexer", "RowIndexing"),
        _cells_key("columnindexer", "ColumnIndexing"),
        _cells_key("boxindexer", "BoxIndexing"),
    )
}
"""The keys whose value is a list of entries."""
