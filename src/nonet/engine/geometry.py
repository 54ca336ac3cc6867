"""The board of the human solver: which houses the core works with, and which cells see each other without one.

The core takes any houses of a board of 4x4 to 9x9, in kinds that do not overlap. All else that says no more than that
two cells hold different digits (a knight's move, a cage without equal digits) enters as pairs. What other constraints
say the core does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from nonet.base.cells import CellSet
from nonet.rules import House, Rules
from nonet.rules.sight import sight_of
from nonet.rules.variants import diagonals, disjoint_groups, windoku

__all__ = ["Geometry", "geometry_of", "has_reference"]

LARGEST = 9
"""The largest board, in digits, that the human solver of the core takes."""

_MOST_KINDS = 20
_MOST_PAIRS = 32
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
    and pairs makes the rules, so that the core knows them all.
    """

    size: int
    kinds: bytes
    houses: bytes
    pairs: bytes
    house_numbers: tuple[int, ...]
    is_complete: bool

    @property
    def packed(self) -> bytes:
        """The argument of the core."""
        return bytes([self.size, len(self.kinds)]) + self.kinds + self.houses + self.pairs


@lru_cache(maxsize=32)
def geometry_of(rules: Rules) -> Geometry | None:
    """Return the board of some rules, None if the core does not take it: it is larger than 9x9, or has too many houses.

    >>> from nonet.variants import parse_rules
    >>> geometry_of(parse_rules("diagonals")).kinds.hex()
    '0000000000000000000101010101010101010202020202020202020506'
    """
    if not 2 <= rules.size <= LARGEST:
        return None
    kinds: list[int] = []
    numbers: list[int] = []
    cells: list[int] = []
    for kind, number, held in sorted(_houses(rules), key=lambda each: each[:2]):
        if kind >= _MOST_KINDS:
            return None
        kinds.append(kind)
        numbers.append(number)
        cells += held
    sees = sight_of(rules)
    apart = [mask & ~peers.mask for mask, peers in zip(sees.masks, _peers(rules), strict=True)]
    if any(mask.bit_count() > _MOST_PAIRS for mask in apart):
        return None
    pairs = bytes(
        each for cell in range(rules.size**2) for each in _pairs(cell, apart[cell], rules.size)
    )
    return Geometry(rules.size, bytes(kinds), bytes(cells), pairs, tuple(numbers), sees.is_complete)


def has_reference(rules: Rules) -> bool:
    """Return whether Sukaku Explainer rates boards with these rules: its variants on 9x9, and chess rules.

    >>> from nonet.variants import parse_rules
    >>> has_reference(parse_rules("diagonals antiknight", size=9)), has_reference(Rules(size=4))
    (True, False)
    """
    usual = rules.size == 9 and (not rules.regions or rules.box_rows == 3)
    known = {*diagonals(9), *windoku(9), *disjoint_groups()}
    kings_and_knights = {constraint.word for constraint in rules.constraints} <= {
        "antiking",
        "antiknight",
    }
    whole = all(
        len(known & set(rules.extra) & set(houses)) in (0, len(houses))
        for houses in (diagonals(9), windoku(9), disjoint_groups())
    )
    return usual and set(rules.extra) <= known and whole and kings_and_knights


def _houses(rules: Rules) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield kind, number and cells of each full house."""
    size = rules.size
    usual = 2 * size + len(rules.regions)
    crossing = dict(zip(diagonals(size), (_DIAGONALS, _DIAGONALS + 1), strict=True))
    others: list[int] = []  # the cells of each further kind
    for number, house in enumerate(rules.known_houses):
        if len(house.cells) != size:
            continue
        held = tuple(house.cells)
        if number < usual:
            yield min(number // size, _BOXES), number, held
        elif house in crossing:
            yield crossing[house], number, held
        elif house.name.startswith("group "):
            yield _GROUPS, number, held
        elif house.name.startswith("window "):
            yield _WINDOWS, number, _window(house)
        else:
            free = (at for at, mask in enumerate(others) if not mask & house.cells.mask)
            at = next(free, len(others))
            others[at : at + 1] = [house.cells.mask | (others[at] if at < len(others) else 0)]
            yield _DIAGONALS + 2 + at, number, held


def _window(house: House) -> tuple[int, ...]:
    """Return the cells of a window; those between windows of one column of windows go column by column."""
    held = tuple(house.cells)
    columns = {cell % house.cells.size for cell in held}
    rows = {cell // house.cells.size for cell in held}
    is_across = columns == {0, 4, 8} and rows != {0, 4, 8}
    return tuple(sorted(held, key=lambda c: (c % 9, c // 9))) if is_across else held


def _peers(rules: Rules) -> tuple[CellSet, ...]:
    """Return what each cell sees in full houses; the implied ones see nothing else."""
    found = [0] * rules.size**2
    for _, number, _ in _houses(rules):
        house = rules.known_houses[number].cells
        for cell in house:
            found[cell] |= house.mask
    size = rules.size
    return tuple(CellSet.from_mask(mask & ~(1 << c), size=size) for c, mask in enumerate(found))


def _pairs(cell: int, seen: int, size: int) -> Iterator[int]:
    """Yield a cell and each cell that it sees: kings and knights first."""
    row, column = divmod(cell, size)
    jumps = [
        (row + down) * size + column + right
        for down, right in _STEPS
        if 0 <= row + down < size and 0 <= column + right < size
    ]
    for other in dict.fromkeys((*jumps, *range(size * size))):
        if seen >> other & 1:
            yield cell
            yield other
