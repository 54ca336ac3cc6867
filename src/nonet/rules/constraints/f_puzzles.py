"""How kinds are written in the JSON of f-puzzles: a codec for each key, in both directions.

The value of a key is a list of entries, objects with ``cell``, ``cells`` or ``lines`` and often a ``value``. Cells are
``R1C1``; a clue outside the board has row or column 0, or one more than the size. ``Key("ratio", "pair", "ratio")`` is
a key whose entries are the named fields; a field that is not named has its usual value, or that of an option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from nonet.base.errors import ParseError
from nonet.base.numbers import LARGEST, number_of, read_number
from nonet.base.suggestions import shown
from nonet.rules.constraints.fields import (
    DIRECTIONS,
    SIDES,
    Area,
    LineName,
    OneCell,
    Parameter,
    Path,
    SideName,
)
from nonet.rules.constraints.totals import Totals

if TYPE_CHECKING:
    from nonet.rules.constraints.base import Constraint
    from nonet.rules.constraints.dots import _Letter, _Parity
    from nonet.rules.constraints.sets import Clone, Quadruple
    from nonet.rules.constraints.sums import Arrow, LittleKiller, PillArrow

__all__ = [
    *("Arrows", "Clones", "EachCell", "Entry", "Key", "Letters", "LittleKillers", "Quads"),
    *("Switch", "name_in", "names_in", "written"),
]

_C = TypeVar("_C", bound="Constraint")

Entry: TypeAlias = Mapping[str, object]
Entries: TypeAlias = list[dict[str, object]]

_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})", re.ASCII)


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
    return read_number(match[1]), read_number(match[2])


def _lines(entry: Entry, size: int) -> list[list[str]]:
    lines = entry.get("lines", [])
    if not isinstance(lines, list):
        raise ParseError(f"expected a list of lines, found {shown(lines)}")
    return [names_in(line, size) for line in lines]


def _number(entry: Entry) -> int | None:
    """Return the value of an entry as a number, None if it has none."""
    value = entry.get("value")
    if value is None or value == "":
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    number = number_of(value.strip(), LARGEST) if isinstance(value, str) else None
    if number is not None:
        return number
    raise ParseError(f"expected a number as 'value', found {shown(value)}")


def _clue(entry: Entry, size: int) -> tuple[str, str]:
    """Return the line and the side of a clue, such as ``r3`` and ``left``."""
    row, column = _place(entry.get("cell"))
    ends = (0, size + 1)
    if 1 <= row <= size and column in ends:
        return f"r{row}", SIDES["r"][column != 0]
    if 1 <= column <= size and row in ends:
        return f"c{column}", SIDES["c"][row != 0]
    raise ParseError(f"expected a clue beside a row or column, found it in {entry.get('cell')}")


def _clue_cell(line: str, side: str, size: int) -> str:
    number, end = line[1:], 0 if side in ("left", "top") else size + 1
    return f"R{number}C{end}" if line[0] == "r" else f"R{end}C{number}"


# -- keys -----------------------------------------------------------------------------------------


class Key(Generic[_C]):
    """A key whose entries are the named fields: a path is one of its ``lines``, other cells are ``cells``.

    ``usual`` is the number that is left out, for boards of a size; ``size`` is that of all boards that have the key.
    """

    def __init__(
        self,
        name: str,
        *names: str,
        usual: Callable[[int], int] | None = None,
        size: int | None = None,
        **options: object,
    ) -> None:
        self.name, self.names, self.usual, self.size = name, names, usual, size
        self.options = options

    def read(self, kind: type[Constraint], entry: Entry, size: int) -> Iterator[Constraint]:
        """Yield the constraints of an entry of a board of a size."""
        if self.size not in (None, size):
            square = f"{self.size}x{self.size}"
            raise ParseError(f"nonet knows {self.name} lines of f-puzzles on {square} boards only")
        fields, values = kind.parameters, dict(self.options)
        lines: dict[str, list[list[str]]] = {}
        for name in self.names:
            field = fields[name]
            if _is_line(field):
                lines[name] = _lines(entry, size)
            elif isinstance(field, Area):
                values[name] = names_in(entry.get("cells"), size)
            elif isinstance(field, OneCell):
                values[name] = name_in(entry.get("cell"), size)
            elif isinstance(field, (LineName, SideName)):
                values[name] = _clue(entry, size)[isinstance(field, SideName)]
            elif (number := _number(entry)) is not None:
                values[name] = number
            elif field.is_required:
                return  # an empty clue
            else:
                values[name] = self._usual(field, size)
        for name, found in lines.items():
            yield from (kind(**values, **{name: line}) for line in found)
        if not lines:
            yield kind(**values)

    def write(self, each: _C, size: int) -> Entries | None:
        """Return the entries of a constraint, None if the key does not have it."""
        fields, entry = each.parameters, dict[str, object]()
        others = {name: field.default for name, field in fields.items() if name not in self.names}
        if self.size not in (None, size) or any(
            getattr(each, name) != value for name, value in (others | self.options).items()
        ):
            return None
        for name in sorted(self.names, key=lambda name: not fields[name].is_place):
            field, value = fields[name], getattr(each, name)
            if _is_line(field):
                entry["lines"] = [written(value)]
            elif isinstance(field, Area):
                entry["cells"] = written(value)
            elif isinstance(field, OneCell):
                entry["cell"] = value.upper()
            elif isinstance(field, LineName):
                side = getattr(each, "side", SIDES[value[0]][0])
                entry["cell"] = _clue_cell(value, side, size)
            elif isinstance(value, Totals):
                return None
            elif not isinstance(field, SideName) and value != self._usual(field, size):
                entry["value"] = str(value)
        return [entry]

    def _usual(self, number: Parameter[object, object], size: int) -> object:
        return self.usual(size) if self.usual else number.default


def _is_line(cells: Parameter[object, object]) -> bool:
    return isinstance(cells, Path) and cells.most is None


class Switch(Key[_C]):
    """A rule for the whole board, which a key switches on; SudokuPad has the same key."""


class EachCell(Key["_Parity"]):
    """One cell for each entry; a constraint with several cells is several entries."""

    def read(self, kind: type[Constraint], entry: Entry, size: int) -> Iterator[Constraint]:
        yield kind(name_in(entry.get("cell"), size))

    def write(self, each: _Parity, size: int) -> Entries:
        return [{"cell": cell} for cell in written(each.cells)]


class Letters(Key["_Letter"]):
    """A letter between two cells: each letter is a kind."""

    def read(self, kind: object, entry: Entry, size: int) -> Iterator[Constraint]:
        from nonet.rules.constraints import kinds

        value = entry.get("value")
        if value not in ("X", "V", "x", "v"):
            raise ParseError(f"expected X or V as 'value', found {shown(value)}")
        yield kinds()[value.lower()](names_in(entry.get("cells"), size))

    def write(self, each: _Letter, size: int) -> Entries:
        return [{"cells": written(each.pair), "value": each.word.upper()}]


class Arrows(Key["Arrow | PillArrow"]):
    """Arrows from one circle, in which each begins. Several cells in it are a pill, and are read as one number."""

    def read(self, kind: object, entry: Entry, size: int) -> Iterator[Constraint]:
        from nonet.rules.constraints import kinds

        circle = names_in(entry.get("cells"), size)
        for line in _lines(entry, size):
            if not line or line[0] not in circle:
                raise ParseError("expected an arrow that begins in its circle")
            made = kinds()["pillarrow" if len(circle) > 1 else "arrow"]
            yield made(circle, line[1:])

    def write(self, each: Arrow | PillArrow, size: int) -> Entries:
        circle = each.fields.get("pill") or (each.fields["circle"],)
        start = getattr(each, "exit", circle[0])
        return [{"lines": [written([start, *each.line])], "cells": written(circle)}]


class Clones(Key["Clone"]):
    """Cells and their clones, in the same order: pairs of equal cells."""

    def read(self, kind: type[Constraint], entry: Entry, size: int) -> Iterator[Constraint]:
        cells, clones = (names_in(entry.get(key), size) for key in ("cells", "cloneCells"))
        if len(cells) != len(clones):
            raise ParseError(
                f"expected as many clones as cells, found {len(clones)} and {len(cells)}"
            )
        for cell, clone in zip(cells, clones, strict=True):
            if cell != clone:
                yield kind([cell, clone])

    def write(self, each: Clone, size: int) -> Entries | None:
        if any(len(group) > 1 for group in each.groups):
            return None
        (first,), *others = each.groups
        return [{"cells": written([first]), "cloneCells": written(group)} for group in others]


class Quads(Key["Quadruple"]):
    """Digits around the corner of four cells."""

    def read(self, kind: type[Constraint], entry: Entry, size: int) -> Iterator[Constraint]:
        values = entry.get("values")
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            raise ParseError(f"expected a list of digits as 'values', found {shown(values)}")
        if values:
            yield kind(names_in(entry.get("cells"), size), values)

    def write(self, each: Quadruple, size: int) -> Entries:
        return [{"cells": written(each.cells), "values": list(each.digits)}]


_WAYS = {"".join(word[0].upper() for word in name.split()): name for name in DIRECTIONS}


class LittleKillers(Key["LittleKiller"]):
    """A diagonal from a cell outside of the board."""

    def read(self, kind: type[Constraint], entry: Entry, size: int) -> Iterator[Constraint]:
        direction = entry.get("direction")
        number = _number(entry)
        if not isinstance(direction, str) or direction not in _WAYS:
            raise ParseError(f"expected DR, DL, UR or UL as 'direction', found {shown(direction)}")
        down, right = DIRECTIONS[_WAYS[direction]]
        row, column = _place(entry.get("cell"))
        start = name_in(f"R{row + down}C{column + right}", size)
        if number is not None:
            yield kind(start, _WAYS[direction], sum=number)

    def write(self, clue: LittleKiller, size: int) -> Entries | None:
        direction = next(key for key, name in _WAYS.items() if name == clue.direction)
        down, right = DIRECTIONS[clue.direction]
        row, column = _place(clue.start.upper())
        outside = f"R{row - down}C{column - right}"
        if 1 <= row - down <= size and 1 <= column - right <= size:
            return None  # it begins inside the board
        if isinstance(clue.sum, Totals):
            return None
        cells = []
        while 1 <= row <= size and 1 <= column <= size:
            cells.append(f"R{row}C{column}")
            row, column = row + down, column + right
        entry: dict[str, object] = {
            "cell": outside,
            "cells": cells,
            "direction": direction,
            "value": str(clue.sum),
        }
        return [entry]
