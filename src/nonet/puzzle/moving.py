"""Rules moved over the board by a transform: cells, lines, sides and diagonals of every kind of constraint.

What a kind needs is read from its fields: their annotations say which are cells, and a line, a side and a direction
have the same name in every kind that has them. Only rotations and reflections keep what lies beside what; where rows
or columns change places otherwise, constraints that depend on that are refused.
"""

from __future__ import annotations

from typing import Any

from nonet.base.cells import CellSet
from nonet.base.errors import RulesError
from nonet.boards.transforms import Transform
from nonet.rules import House, Rules
from nonet.rules.constraints import (
    BoxIndexing,
    ColumnIndexing,
    Constraint,
    DutchFlatmates,
    RowIndexing,
)
from nonet.rules.constraints.base import fields_of

__all__ = ["is_symmetry", "moved_rules"]

_LINES = tuple(range(9))


def is_symmetry(by: Transform) -> bool:
    """Return whether a transform is a rotation or a reflection of the board, whatever it does to the digits.

    >>> is_symmetry(Transform(transposed=True, rows=range(8, -1, -1)))
    True
    """
    orders = _LINES, _LINES[::-1]
    return by.rows in orders and by.columns in orders


def moved_rules(rules: Rules, by: Transform) -> Rules:
    """Return the rules of the transformed board. Raises `RulesError` where they would not be the same rules."""
    if rules.size != 9:
        raise RulesError(f"transforms need a 9x9 board, got {rules.size}x{rules.size}")
    if by.digits != Transform.identity().digits:
        rules.require_interchangeable("the transform")
    if not is_symmetry(by):
        if not rules.without_constraints().is_classic:
            raise RulesError(
                "exchanging rows or columns needs the classic houses; rotations and reflections do not"
            )
        for each in rules.constraints:
            if not each.is_local:
                raise RulesError(
                    f"rows or columns cannot change places because of {each.notation};"
                    " rotations and reflections are supported"
                )
    extra = [House(house.name, _cells(house.cells, by)) for house in rules.extra]
    named = {house.cells: house for house in rules.extra}
    extra = [named.get(house.cells, house) for house in extra]  # the other diagonal keeps its name
    order = {house.name: i for i, house in enumerate(rules.extra)}
    extra.sort(key=lambda house: order[house.name])
    constraints = [_moved(each, by) for each in rules.constraints]
    if rules.box_rows == 3:
        return Rules(box_rows=3, box_columns=3, extra=extra, constraints=constraints)
    regions = sorted((_cells(region, by) for region in rules.regions), key=min)
    return Rules(size=9, regions=regions, extra=extra, constraints=constraints)


def _cells(cells: CellSet, by: Transform) -> CellSet:
    return CellSet(map(by.cell, cells))


# -- constraints ----------------------------------------------------------------------------------


def _moved(constraint: Constraint, by: Transform) -> Constraint:
    """Return a constraint on the transformed board."""
    kind, values = _kind(constraint, by), dict[str, Any]()
    for name, annotation in fields_of(type(constraint)).items():
        value = getattr(constraint, name)
        if annotation == "Cell":
            value = _name(value, by)
        elif annotation == "Cells":
            value = tuple(_name(cell, by) for cell in value)
        elif annotation == "Groups":
            value = tuple(tuple(_name(cell, by) for cell in group) for group in value)
        elif annotation == "Constraints":
            value = tuple(_moved(part, by) for part in value)
        elif name == "line":
            value = _line(value, by)
        elif name == "side":
            value = _side(value, by)
        elif name == "direction":
            value = " ".join(sorted((_side_of(part, by) for part in value.split()), key=_is_across))
        values[name] = value
    return kind(**values)


def _kind(constraint: Constraint, by: Transform) -> type[Constraint]:
    """Return the kind that says the same on the transformed board: rows and columns may change their parts."""
    kind = type(constraint)
    across, down = by.columns == _LINES, by.rows == _LINES
    if isinstance(constraint, DutchFlatmates) and (by.transposed or not down):
        raise RulesError(f"{constraint.word} knows above and below, so the board cannot be turned")
    if isinstance(constraint, BoxIndexing) and (by.transposed or not (across and down)):
        raise RulesError(
            f"{constraint.word} needs the places in the boxes, which rotations and reflections change"
        )
    if isinstance(constraint, (ColumnIndexing, RowIndexing)):
        if by.transposed:
            kind = RowIndexing if kind is ColumnIndexing else ColumnIndexing
        if not (across if kind is ColumnIndexing else down):
            raise RulesError(
                f"{constraint.word} needs the numbers of rows and columns, which a reflection changes"
            )
    return kind


def _name(name: str, by: Transform) -> str:
    """Return the new name of a cell."""
    row, column = divmod(by.cell(name), 9)
    return f"r{row + 1}c{column + 1}"


def _line(line: str, by: Transform) -> str:
    """Return the new name of a row such as ``r3`` or a column such as ``c5``."""
    is_row, old = line[0] == "r", int(line[1:]) - 1
    becomes_row = is_row != by.transposed
    new = (by.rows if becomes_row else by.columns).index(old)
    return f"{'r' if becomes_row else 'c'}{new + 1}"


_STEPS = {
    **{"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)},
    **{"up": (-1, 0), "down": (1, 0)},
}


def _turned(step: tuple[int, int], by: Transform) -> tuple[int, int]:
    """Return where one step on the old board leads on the new one."""
    down, right = step[::-1] if by.transposed else step
    return down * (1 if by.rows == _LINES else -1), right * (1 if by.columns == _LINES else -1)


def _side(side: str, by: Transform) -> str:
    """Return the new side of the board."""
    found = _turned(_STEPS[side], by)
    return next(name for name in ("left", "right", "top", "bottom") if _STEPS[name] == found)


def _side_of(part: str, by: Transform) -> str:
    """Return the new word of one half of a direction."""
    found = _turned(_STEPS[part], by)
    return next(name for name in ("up", "down", "left", "right") if _STEPS[name] == found)


def _is_across(part: str) -> bool:
    return part in ("left", "right")
