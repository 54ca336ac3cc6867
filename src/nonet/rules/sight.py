"""Which cells of a board hold different digits: those of one house, and those that constraints keep apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from nonet.rules.constraints.primitives import Different, Pair, Primitive
from nonet.rules.rules import Rules

__all__ = ["Sight", "is_difference", "sight_of"]


@dataclass(frozen=True, slots=True)
class Sight:
    """Which cells hold other digits than a cell, as sets of bits; and whether constraints say no more than that."""

    masks: tuple[int, ...]
    is_complete: bool


@lru_cache(maxsize=32)
def sight_of(rules: Rules, is_plain: bool = False) -> Sight:
    """Return what each cell sees, in a house or by a constraint.

    With ``is_plain`` a player is meant, who does not see the houses that follow from windows.

    >>> from nonet.rules import CLASSIC
    >>> sight_of(CLASSIC).masks[0].bit_count(), sight_of(CLASSIC).is_complete
    (20, True)
    """
    sees = [0] * rules.size**2
    for house in rules.houses if is_plain else rules.known_houses:
        _add(sees, house.cells)
    is_complete = True
    for constraint in rules.constraints:
        for each in constraint.explained(rules.space):
            cells = _different(each, rules.size)
            if cells is None:
                is_complete = False
            else:
                _add(sees, cells)
    return Sight(tuple(sees), is_complete)


def _different(primitive: Primitive, size: int) -> tuple[int, ...] | None:
    """Return the cells of a primitive that says only that they differ."""
    if isinstance(primitive, Different):
        return tuple(primitive.cells)
    if isinstance(primitive, Pair) and is_difference(primitive, size):
        return primitive.a, primitive.b
    return None


def _add(sees: list[int], cells: Iterable[int]) -> None:
    held = tuple(cells)
    whole = sum(1 << cell for cell in set(held))
    for cell in held:
        sees[cell] |= whole & ~(1 << cell)


def is_difference(pair: Pair, size: int) -> bool:
    """Return whether a pair says no more than that two digits differ."""
    whole = (1 << size) - 1
    return all(row == whole & ~(1 << i) for i, row in enumerate(pair.rows))
