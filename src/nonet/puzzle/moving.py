"""Rules moved over the board by a transform: cells, lines, sides and diagonals of every kind of constraint.

The fields of a kind say what of it moves. Only rotations and reflections keep what lies beside what; where rows or
columns change places otherwise, constraints that depend on that are refused.
"""

from __future__ import annotations

from nonet.base.cells import CellSet
from nonet.base.errors import RulesError
from nonet.boards.transforms import Transform
from nonet.rules import House, Rules
from nonet.rules.constraints.moves import Move

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
    move = Move(by.transposed, by.rows, by.columns, by.cell)
    constraints = [each.moved(move) for each in rules.constraints]
    if rules.box_rows == 3:
        return Rules(box_rows=3, box_columns=3, extra=extra, constraints=constraints)
    regions = sorted((_cells(region, by) for region in rules.regions), key=min)
    return Rules(size=9, regions=regions, extra=extra, constraints=constraints)


def _cells(cells: CellSet, by: Transform) -> CellSet:
    return CellSet(map(by.cell, cells))
