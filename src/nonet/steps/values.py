"""Cells, houses and digits as the values by which messages name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.base.numbers import LARGEST, number_of
from nonet.rules import CLASSIC, Rules
from nonet.words.houses import named_house
from nonet.words.messages import Value

__all__ = [
    "candidate",
    "cell_value",
    "cell_values",
    "cut",
    "digit_list",
    "group_value",
    "house_value",
    "houses_value",
    "place_value",
]


def cell_value(cell: int, size: int = 9) -> Value:
    """Return a cell; its message has ``row`` and ``column``, counted from 1."""
    return Value("cell", {"row": cell // size + 1, "column": cell % size + 1})


def house_value(index: int, rules: Rules = CLASSIC) -> Value:
    """Return a house by its place in ``Rules.known_houses``; its message has ``kind`` and ``n``, or ``name``."""
    house = rules.known_houses[index]
    return named_house(house.name, house.cells, rules.size)


def houses_value(indices: Sequence[int], rules: Rules) -> list[Value]:
    """Return houses, the rows together, and so on; others than rows, columns, boxes and regions one by one."""
    by_kind: dict[str, list[int]] = {}
    others: list[Value] = []
    for index in sorted(indices):
        kind, _, word = rules.known_houses[index].name.partition(" ")
        place = number_of(word, LARGEST)
        if kind in ("row", "column", "box", "region") and place is not None:
            by_kind.setdefault(kind, []).append(place)
        else:
            others.append(house_value(index, rules))
    grouped = [Value("houses", {"kind": kind, "n": numbers}) for kind, numbers in by_kind.items()]
    return [*grouped, *others]


def digit_list(digits: Iterable[int]) -> list[Value]:
    """Return digits in ascending order."""
    return [Value("digit", {"n": digit}) for digit in sorted(digits)]


def candidate(
    cell: int, digit: int, on: bool = True, others: Sequence[int] = (), size: int = 9
) -> Value:
    """Return a candidate as a statement: the cell is the digit, or is not.

    With other cells it is a group: one of the cells is the digit, or none is.
    """
    parts: dict[str, object] = {"cell": place_value(cell, others, size), "on": on}
    parts["digit"] = Value("digit", {"n": digit})
    return Value("group" if others else "candidate", parts)


def place_value(cell: int, others: Sequence[int] = (), size: int = 9) -> Value:
    """Return a cell, or the cells of a group as one value."""
    if not others:
        return cell_value(cell, size)
    return Value("cells", {"cells": cell_values((cell, *others), size)})


def cell_values(cells: Iterable[int], size: int) -> list[Value]:
    """Return cells in the order given."""
    return [cell_value(cell, size) for cell in cells]


_LONG = 12
"""Cells that a sentence names; of more it names the first few, and how many there are."""

_NAMED = 4


def cut(value: object) -> object:
    """Return a value of a sentence; of a long list of cells only the first ones, and how many more there are."""
    if isinstance(value, Value):
        return Value(value.kind, {name: cut(part) for name, part in value.parts.items()})
    if not isinstance(value, (list, tuple)):
        return value
    are_cells = all(isinstance(each, Value) and each.kind == "cell" for each in value)
    if are_cells and len(value) > _LONG:
        return [*value[:_NAMED], Value("more_cells", {"n": len(value) - _NAMED})]
    return [cut(each) for each in value]


def group_value(cells: Iterable[int], digits: Iterable[int], kind: str, size: int) -> Value:
    """Return some cells in reading order with the digits that they share, as a value of a kind."""
    return Value(kind, {"cells": cell_values(sorted(cells), size), "digits": digit_list(digits)})
