"""Which cells of a board hold different digits: those of one house, and those that constraints keep apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import or_
from typing import NamedTuple

from nonet.rules.constraints.base import Constraint
from nonet.rules.constraints.primitives import Different, Pair, Primitive
from nonet.rules.rules import Rules

__all__ = ["Sight", "apart_of", "is_difference", "keeper", "sight_of"]


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
    for kept in _kept(rules):
        sees = list(map(or_, sees, kept.masks))
    return Sight(tuple(sees), all(kept.is_complete for kept in _kept(rules)))


class _Kept(NamedTuple):
    """Which cells a constraint keeps apart, as sets of bits for each cell, and whether it says no more than that."""

    constraint: Constraint
    masks: tuple[int, ...]
    is_complete: bool


@lru_cache(maxsize=32)
def _kept(rules: Rules) -> tuple[_Kept, ...]:
    pairs = []
    for constraint in rules.constraints:
        sees, is_complete = [0] * rules.size**2, True
        for each in rules.explained_of(constraint):
            cells = _different(each, rules.size)
            if cells is None:
                is_complete = False
            else:
                _add(sees, cells)
        pairs.append(_Kept(constraint, tuple(sees), is_complete))
    return tuple(pairs)


@lru_cache(maxsize=32)
def apart_of(rules: Rules) -> tuple[int, ...]:
    """Return which cells hold other digits than each cell: those that it sees, and those that differ by other rules.

    >>> from nonet.variants import parse_rules
    >>> rules = parse_rules("whisper:r1c1r2c4")
    >>> sight_of(rules).masks[0] >> 12 & 1, apart_of(rules)[0] >> 12 & 1
    (0, 1)
    """
    sees = list(sight_of(rules).masks)
    for constraint in rules.constraints:
        for one, other in _unequal(constraint, rules):
            _add(sees, (one, other))
    return tuple(sees)


def _unequal(constraint: Constraint, rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that a relation keeps from being equal."""
    for each in constraint.explained(rules.space):
        if isinstance(each, Pair) and not any(row >> i & 1 for i, row in enumerate(each.rows)):
            yield each.a, each.b


def keeper(rules: Rules, one: int, other: int) -> Constraint | None:
    """Return the first constraint by which two cells hold different digits.

    >>> from nonet.variants import parse_rules
    >>> rules = parse_rules("antiknight")
    >>> keeper(rules, 0, 11), keeper(rules, 0, 10)
    (AntiKnight(), None)
    """
    for kept in _kept(rules):
        if kept.masks[one] >> other & 1:
            return kept.constraint
    for constraint in rules.constraints:
        if any({one, other} == {*pair} for pair in _unequal(constraint, rules)):
            return constraint
    return None


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
