"""Boards as the core takes them: the tables of their houses, the masks of their cells, and which engine solves them.

Classic boards are solved by the lock-step engine, all others by the general engine.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from operator import methodcaller
from typing import TYPE_CHECKING

from nonet._core import Tables
from nonet.base.caches import Cache
from nonet.base.digit_sets import has_gaps
from nonet.base.errors import RulesError
from nonet.boards.grid import Candidates, Grid
from nonet.engine.results import Status
from nonet.rules import CLASSIC, Rules

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from nonet.rules.constraints import Constraint
    from nonet.rules.constraints.primitives import Primitive

__all__ = [
    "Tables",
    "is_classic",
    "masks_of",
    "primitives_of",
    "prune",
    "split_solutions",
    "tables_of",
    "using_general_engine",
]

_general_only = False


@contextmanager
def using_general_engine() -> Iterator[None]:
    """Use the general engine for classic boards too, inside a ``with`` block: for tests and benchmarks."""
    global _general_only
    before, _general_only = _general_only, True
    try:
        yield
    finally:
        _general_only = before


def is_classic(rules: Rules) -> bool:
    """Return whether the lock-step engine solves boards of these rules."""
    return (rules is CLASSIC or rules.is_classic) and not _general_only


_ALONE = 20_000  # words that tables are worth at least
_TABLES = Cache[tuple[Tables, int]](2_000_000, lambda made: made[1])
"""By rules, with the number of words that they are made of; the tables take about 30 bytes for each."""


def tables_of(rules: Rules) -> Tables:
    """Return the tables of the rules. A house inside another one adds nothing and is left out.

    Rules with constraints become a model, in which houses are constraints like the others.
    """
    return _TABLES.get(rules, lambda: _tables_of(rules))[0]


def _tables_of(rules: Rules) -> tuple[Tables, int]:
    if rules.constraints:
        return _model_of(rules)
    masks = [house.cells.mask for house in rules.houses]
    needed = [
        house
        for i, house in enumerate(rules.houses)
        if not any(
            house.cells.mask & ~mask == 0 and (j < i or mask != house.cells.mask)
            for j, mask in enumerate(masks)
            if j != i
        )
    ]
    lengths = bytes(len(house.cells) for house in needed)
    cells = array("H", [cell for house in needed for cell in house.cells])
    try:
        return Tables(rules.size, lengths, cells), _ALONE + len(cells)
    except ValueError:
        most = max(cells.count(cell) for cell in set(cells))
        raise RulesError(
            "too many houses: expected at most 1,024 houses, 16,384 cells in all, and 16 houses for one cell;"
            f" got {len(needed):,}, {len(cells):,} and {most}"
        ) from None


def _model_of(rules: Rules) -> tuple[Tables, int]:
    from nonet.engine.model_faults import ModelFault
    from nonet.engine.models import tables_of_words, words_of

    words = words_of(primitives_of(rules))
    first = 1 if _is_counted(rules) else rules.digits[0]
    try:
        made = tables_of_words(rules.size**2, range(first, first + rules.size), words)
    except ModelFault as fault:
        constraint = _constraint_at(rules, words, fault.place)
        if constraint is None:
            raise
        raise constraint.error(str(fault)) from None
    return made, _ALONE + len(words)


def _constraint_at(rules: Rules, words: array[int], place: int | None) -> Constraint | None:
    """Return the constraint that a primitive of a model is made of; None for a house or a machine, or no place."""
    from nonet.engine.models import machines_in

    if place is None:
        return None
    left, parts_of = place - machines_in(words) - len(rules.houses), _parts_of(rules)
    for constraint in rules.constraints if left >= 0 else ():
        left -= sum(1 for _ in parts_of(constraint))
        if left < 0:
            return constraint
    return None


def primitives_of(rules: Rules) -> Iterator[Primitive]:
    """Return what houses and constraints are made of, in the order in which the core takes them."""
    from nonet.rules.constraints.primitives import Different

    parts = map(_parts_of(rules), rules.constraints)
    return chain(map(Different, rules.house_cells), chain.from_iterable(parts))


def _is_counted(rules: Rules) -> bool:
    """Return whether primitives are over digits counted from 1: the core knows values without gaps between them."""
    return has_gaps(rules.digits)


def _parts_of(rules: Rules) -> Callable[[Constraint], Iterator[Primitive]]:
    """Return the function that makes the primitives of a constraint."""
    if _is_counted(rules):
        return rules.primitives_of
    return methodcaller("primitives", rules.space)


def masks_of(givens: Grid, marks: Candidates | None, kind: str = "H") -> array[int]:
    """Return the candidates that givens and marks leave together, one mask per cell. A contradiction leaves 0.

    ``kind`` is the type of the array: ``"H"`` (16 bits) for classic boards, ``"Q"`` (64 bits) for the general engine.
    """
    masks = list(marks.masks) if marks is not None else [(1 << givens.size) - 1] * len(givens)
    for cell, digit in enumerate(givens):
        if digit:
            masks[cell] &= 1 << (digit - 1)
    return array(kind, masks)


def prune(rules: Rules, masks: Buffer) -> tuple[Status, array[int]]:
    """Eliminate what follows without a guess from masks of 64 bits, and return the status and the masks that remain."""
    status, pruned = tables_of(rules).prune(masks)
    return Status(status), array("Q", pruned)


def split_solutions(cells: bytes, size: int) -> list[bytes]:
    """Return the solutions of ``size`` cells that lie one after the other.

    >>> split_solutions(b"aabbcc", 2)
    [b'aa', b'bb', b'cc']
    """
    return [cells[i : i + size] for i in range(0, len(cells), size)]
