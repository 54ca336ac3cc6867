"""Why the rule of 45 rules out candidates of three cells that may hold equal digits, or that are on both sides.

The digits of some cells less those of others are a number that is known. The reasons have the form of those of cages,
see `nonet.steps.cages.Reason`, with kinds of their own:

* ``least``, ``most``: the other cells sum to at least or at most ``total``, and leave ``rest``;
* ``up``, ``down``: those on the other side do, so a cell is at least or at most ``rest``;
* ``sum``: the others give no such sum, or difference, which takes more to say.

``are_apart`` says that the bound would be another one if no cells saw each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING

from nonet.rules.sight import sight_of
from nonet.steps.cages import Reason, are_different

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["equation_reasons", "is_equation"]

_Way = tuple[int, ...]


def is_equation(step: Step) -> bool:
    """Return whether a step is about three cells that no cage is like."""
    basis = step.basis
    if step.technique.id != "rule_of_45" or basis is None or step.board is None:
        return False
    cells = basis.cells + basis.outside
    is_like_cage = not (basis.cells and basis.outside) and are_different(cells, step.rules)
    return len(cells) == 3 and not is_like_cage


def equation_reasons(step: Step) -> list[Reason]:
    """Return why each cell loses digits."""
    basis = step.basis
    assert basis is not None and basis.total is not None
    cells, outside, total = basis.cells, basis.outside, basis.total
    if not cells:
        cells, outside, total = outside, (), -total
    reasons = [_of_side(step, cells, outside, total), _of_side(step, outside, cells, -total)]
    return [reason for side in reasons for reason in side]


def _of_side(step: Step, cells: _Way, outside: _Way, total: int) -> Iterator[Reason]:
    """Yield why cells lose digits, which are more by a total than the ones outside."""
    for cell in cells:
        lost = sorted(step.removes.get(cell, ()))
        beside = tuple(other for other in cells if other != cell)
        if not lost:
            continue
        # The others make up a value with each digit: their sum, or the first of them less the second.
        values = {digit: total - digit if beside else digit - total for digit in lost}
        others, is_mixed = beside + outside, bool(beside and outside)
        if not is_mixed:
            yield from _bounds(step, cell, others, values, is_across=not beside)
        if values:
            yield Reason("sum", (cell,), tuple(values), others)


def _bounds(
    step: Step, cell: int, others: _Way, values: dict[int, int], *, is_across: bool
) -> Iterator[Reason]:
    """Yield the digits for which the others have too great or too small a sum; take these off ``values``."""
    ways = list(_ways(step, others))
    shift = next(digit - value if is_across else digit + value for digit, value in values.items())
    for end, kind in (
        (min, "up" if is_across else "least"),
        (max, "down" if is_across else "most"),
    ):
        way = end(ways, key=sum)
        bound = sum(way)
        beyond = [d for d, v in values.items() if (v < bound if end is min else v > bound)]
        if beyond:
            for digit in beyond:
                del values[digit]
            free = end(map(sum, product(*(_digits(step, other) for other in others))))
            rest = shift + bound if is_across else shift - bound
            yield Reason(
                kind, (cell,), (), others, (), (way,), bound, rest, are_apart=free != bound
            )


def _ways(step: Step, cells: _Way) -> Iterator[_Way]:
    """Yield what cells can hold together."""
    sees = sight_of(step.rules).masks
    apart = [
        (i, j) for i, j in combinations(range(len(cells)), 2) if sees[cells[i]] >> cells[j] & 1
    ]
    for way in product(*(_digits(step, cell) for cell in cells)):
        if all(way[i] != way[j] for i, j in apart):
            yield way


def _digits(step: Step, cell: int) -> Iterable[int]:
    assert step.board is not None
    return sorted(step.board[cell])
