"""Which givens a puzzle with several solutions lacks: the work of `Puzzle.differences` and part of `Puzzle.repair`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from nonet.base.errors import LimitReached, TimeLimitReached
from nonet.base.masks import digits_of
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.puzzle.given_sets import ROWS, GivenSets, PlacedDigit, masks_with

__all__ = ["COMBINATIONS", "differences", "missing_givens"]

COMBINATIONS = 1_000_000
"""The number of sets of givens that `missing_givens` tries if the caller gives no budget."""

_SOLUTIONS = 20_000  # looked through for the fewest givens


def differences(givens: GivenSets, first: Iterable[Grid]) -> dict[int, frozenset[int]]:
    """Return the cells that have several digits in the solutions, of which the first ones are known."""
    cells = givens.rules.size**2
    seen = [0] * cells

    def see(grid: bytes | bytearray) -> None:
        for cell, digit in enumerate(grid):
            seen[cell] |= 1 << digit

    def progress() -> dict[int, frozenset[int]]:
        return {
            cell: frozenset(d for d in range(1, givens.rules.size + 1) if mask >> d & 1)
            for cell, mask in enumerate(seen)
            if mask.bit_count() > 1
        }

    for grid in first:
        see(bytes(grid))
    masks = givens.masks()
    unseen = list(_candidates(masks))
    while unseen := [(cell, digit) for cell, digit in unseen if not seen[cell] >> digit & 1]:
        asked, unseen = unseen[:ROWS], unseen[ROWS:]
        grids = bytearray(len(asked) * cells)
        try:
            answers = list(
                givens.ask((masks_with(masks, [p]) for p in asked), limit=1, grids=grids)
            )
        except (LimitReached, TimeLimitReached) as error:
            raise error.with_progress(progress()) from None
        for row, status in enumerate(answers):
            if status is Status.FOUND:
                see(grids[row * cells : row * cells + cells])
    return progress()


def missing_givens(givens: GivenSets, budget: int) -> tuple[dict[int, int], bool]:
    """Return the fewest further givens that leave one solution, by cell, and whether that is proved.

    ``budget`` bounds the sets of givens that are looked at.
    """
    masks = givens.masks()
    grids = givens.solutions(masks, _SOLUTIONS + 1)
    if len(grids) <= _SOLUTIONS:
        chosen, exact = _fewest(grids, budget)
        return dict(chosen), exact
    few, proved = _one_or_two(givens, masks, grids, budget)
    if few:
        return dict(few), True
    chosen = []
    while len(grids) > _SOLUTIONS:
        chosen.append(_groups(grids)[0][1])  # what the fewest of them have
        grids = givens.solutions(masks_with(masks, chosen), _SOLUTIONS + 1)
    chosen += _fewest(grids, budget)[0]
    for placed in list(chosen):
        rest = [other for other in chosen if other != placed]
        if next(givens.ask([masks_with(masks, rest)], limit=2)) is Status.UNIQUE:
            chosen = rest
    return dict(chosen), len(chosen) == proved + 1


def _one_or_two(
    givens: GivenSets, masks: array[int], grids: Sequence[bytes], budget: int
) -> tuple[list[PlacedDigit], int]:
    """Return one given that suffices, or two; or none, with the number of givens that do not suffice.

    The common digits of two known solutions do not suffice, and are not tried.
    """
    known = dict(_known(grids))
    sets: Iterable[tuple[PlacedDigit, ...]] = ((placed,) for placed in _candidates(masks))
    for number in (1, 2):
        left: list[tuple[PlacedDigit, ...]] = []
        for chosen in sets:
            budget -= 1
            if budget < 0:
                return [], number - 1
            both = (1 << len(grids)) - 1
            for placed in chosen:
                both &= known.get(placed, 0)
            if not both & (both - 1):
                left.append(chosen)
        boards = (masks_with(masks, chosen) for chosen in left)
        for chosen, status in zip(left, givens.ask(boards, limit=2), strict=True):
            if status is Status.UNIQUE:
                return list(chosen), number
        sets = combinations(_candidates(masks), 2)
    return [], 2


def _candidates(masks: Sequence[int]) -> Iterator[PlacedDigit]:
    """Yield the candidates of the cells that have several."""
    for cell, mask in enumerate(masks):
        if mask & (mask - 1):
            yield from ((cell, digit) for digit in digits_of(mask))


# -- the fewest givens among known solutions -------------------------------------------------------


def _fewest(grids: Sequence[bytes], budget: int) -> tuple[list[PlacedDigit], bool]:
    """Return the fewest digits that only one of the grids has all of, and whether that is proved."""
    groups = _groups(grids)
    every, left = (1 << len(grids)) - 1, budget
    if len(grids) == 1:
        return [], True

    def search(grids: int, start: int, more: int) -> list[PlacedDigit] | None:
        nonlocal left
        for place in range(start, len(groups)):
            left -= 1
            if left < 0:
                return None
            mask, placed = groups[place]
            both = grids & mask
            if more == 1 and both.bit_count() == 1:
                return [placed]
            if more > 1 and both and (rest := search(both, place + 1, more - 1)) is not None:
                return [placed, *rest]
        return None

    chosen = _one_by_one(groups, every)
    for number in range(1, len(chosen)):
        if (digits := search(every, 0, number)) is not None:
            return digits, True
        if left < 0:
            return chosen, False
    return chosen, True


def _known(grids: Sequence[bytes]) -> Iterator[tuple[PlacedDigit, int]]:
    """Yield for each digit in a cell the grids that have it, as a mask."""
    cells, whole = len(grids[0]), b"".join(grids)
    for cell in range(cells):
        column = whole[cell::cells]
        for digit in sorted(set(column)):
            # As a number in base two, one figure for each grid.
            figures = bytearray(b"0" * 256)
            figures[digit] = ord("1")
            yield (cell, digit), int(column.translate(figures), 2)


def _groups(grids: Sequence[bytes]) -> list[tuple[int, PlacedDigit]]:
    """Return what `_known` yields, the rarest first, and of several with the same grids only one."""
    first: dict[int, PlacedDigit] = {}
    for placed, mask in _known(grids):
        first.setdefault(mask, placed)
    return sorted(first.items(), key=lambda item: (item[0].bit_count(), item[1]))


def _one_by_one(groups: Sequence[tuple[int, PlacedDigit]], grids: int) -> list[PlacedDigit]:
    """Return digits that one grid alone has, always the one next that the fewest grids have."""
    chosen = []
    while grids & (grids - 1):
        _, placed, mask = min(
            ((grids & mask).bit_count(), placed, mask) for mask, placed in groups if grids & mask
        )
        grids &= mask
        chosen.append(placed)
    return chosen
