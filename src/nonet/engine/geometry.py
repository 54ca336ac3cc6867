"""The board of the human solver: which houses the core works with, and which cells see each other without one.

The core takes any houses, in kinds that do not overlap. All else that says no more than that two cells hold different
digits (a knight's move, a cage without equal digits) enters as pairs. What other constraints say the core does not
know; nor houses and pairs beyond its limits, without which it finds less.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from nonet.base.cells import CellSet
from nonet.rules import House, Rules
from nonet.rules.houses import hidden_windows, usual
from nonet.rules.sight import sight_of

__all__ = ["Geometry", "geometry_of", "has_reference"]

_SMALL = 9  # up to this size the core has less room, and works faster
_MOST_KINDS = 20
_MOST_HOUSES, _MOST_HOUSES_LARGE = 64, 192
_MOST_PAIRS = 32  # for a cell
_ROWS, _COLUMNS, _BOXES, _GROUPS, _WINDOWS, _DIAGONALS = range(6)

_STEPS = (
    *((1, 1), (1, -1), (-1, -1), (-1, 1)),
    *((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)),
)
"""Rows and columns to what a king or a knight sees, in the order in which Sukaku Explainer looks."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Houses and pairs as the core expects them.

    ``house_numbers`` are the places of the core's houses in `Rules.known_houses`. ``is_complete``: nothing but houses
    and pairs makes the rules, so that the core knows them all. ``packed`` is the argument of the core.
    """

    size: int
    kinds: tuple[int, ...]
    houses: tuple[int, ...]
    pairs: tuple[int, ...]
    house_numbers: tuple[int, ...]
    is_complete: bool
    packed: bytes


@lru_cache(maxsize=32)
def geometry_of(rules: Rules) -> Geometry:
    """Return the board of some rules as far as the core takes it.

    >>> from nonet.variants import parse_rules
    >>> geometry_of(parse_rules("2x2 diagonals")).kinds
    (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 5, 6)
    """
    most = _MOST_HOUSES if rules.size <= _SMALL else _MOST_HOUSES_LARGE
    houses = [house for house in _houses(rules) if house[0] < _MOST_KINDS][:most]
    kinds, numbers, cells = zip(*sorted(houses, key=lambda each: each[:2]), strict=True)
    sees = sight_of(rules)
    apart = [mask & ~peers for mask, peers in zip(sees.masks, _peers(rules, numbers), strict=True)]
    kept = _at_most(apart, _MOST_PAIRS)
    pairs = tuple(
        chain.from_iterable(_pairs(cell, kept[cell], rules.size) for cell in range(len(kept)))
    )
    is_complete, held = sees.is_complete and kept == apart, tuple(chain(*cells))
    packed = array("H", (rules.size, len(kinds), *kinds, *held, *pairs)).tobytes()
    return Geometry(rules.size, kinds, held, pairs, numbers, is_complete, packed)


@lru_cache(maxsize=32)
def has_reference(rules: Rules) -> bool:
    """Return whether Sukaku Explainer rates boards with these rules: its variants on 9x9, and chess rules.

    >>> from nonet.variants import parse_rules
    >>> has_reference(parse_rules("diagonals antiknight", size=9)), has_reference(Rules(size=4))
    (True, False)
    """
    is_usual = rules.size == 9 and (not rules.regions or rules.box_rows == 3)
    kings_and_knights = {constraint.word for constraint in rules.constraints} <= {
        "antiking",
        "antiknight",
    }
    left = set(rules.extra)
    for known in map(set, usual(9, 3, 3).values()):
        left -= known if known <= left else set()
    return is_usual and not left and kings_and_knights


def _houses(rules: Rules) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield kind, number and cells of each full house."""
    size = rules.size
    plain = len(rules.plain_houses)
    kinds = _kinds(size, rules.box_rows, rules.box_columns)
    others: list[int] = []  # the cells of each further kind
    for number, house in enumerate(rules.known_houses):
        if len(house.cells) != size:
            continue
        held = tuple(house.cells)
        if number < plain:
            yield min(number // size, _BOXES), number, held
        elif (kind := kinds.get(house)) is not None:
            yield kind, number, _window(house) if kind == _WINDOWS else held
        else:
            free = (at for at, mask in enumerate(others) if not mask & house.cells.mask)
            at = next(free, len(others))
            others[at : at + 1] = [house.cells.mask | (others[at] if at < len(others) else 0)]
            yield _DIAGONALS + 2 + at, number, held


@lru_cache(maxsize=64)
def _kinds(size: int, rows: int, columns: int) -> dict[House, int]:
    """Return the kinds of the houses with a usual name."""
    known = usual(size, rows, columns)
    kinds = dict.fromkeys(known["disjoint"], _GROUPS)
    kinds |= dict.fromkeys(known.get("windoku", ()), _WINDOWS)
    kinds |= dict.fromkeys(hidden_windows() if size == 9 else (), _WINDOWS)
    return kinds | {house: _DIAGONALS + at for at, house in enumerate(known["diagonals"])}


def _window(house: House) -> tuple[int, ...]:
    """Return the cells of a window; those between windows of one column of windows go column by column."""
    held = tuple(house.cells)
    columns = {cell % house.cells.size for cell in held}
    rows = {cell // house.cells.size for cell in held}
    is_across = columns == {0, 4, 8} and rows != {0, 4, 8}
    return tuple(sorted(held, key=lambda c: (c % 9, c // 9))) if is_across else held


def _peers(rules: Rules, houses: Iterable[int]) -> list[int]:
    """Return what each cell sees in some houses, as sets."""
    peers = [1 << cell for cell in range(rules.size**2)]
    for number in houses:
        house = rules.known_houses[number].cells
        for cell in house:
            peers[cell] |= house.mask
    return peers


def _at_most(apart: Sequence[int], most: int) -> list[int]:
    """Return what each cell sees without some of what those see that see more."""
    kept = list(apart)
    for cell in range(len(kept)):
        while kept[cell].bit_count() > most:
            other = kept[cell].bit_length() - 1
            kept[cell] ^= 1 << other
            kept[other] ^= 1 << cell
    return kept


def _pairs(cell: int, seen: int, size: int) -> Iterator[int]:
    """Yield a cell and each cell that it sees: kings and knights first."""
    row, column = divmod(cell, size)
    jumps = [
        (row + down) * size + column + right
        for down, right in _STEPS
        if 0 <= row + down < size and 0 <= column + right < size
    ]
    for other in dict.fromkeys((*jumps, *CellSet.from_mask(seen, size=size))):
        if seen >> other & 1:
            yield cell
            yield other
