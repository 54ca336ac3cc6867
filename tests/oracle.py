"""The slow and obvious solver that judges everything fast.

It knows nothing of nonet: it draws its own houses, takes the set of digits that each cell may hold, and tries them
one by one, always in the cell with the fewest left. A given is a cell that may hold one digit, so that givens,
candidates and contradictions are all the same to it. Sets of digits are integers, bit ``d - 1`` for digit ``d``;
a house is a list of cells that must all differ, of as many cells as there are digits or of fewer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

Board = tuple[int, ...]
"""One number per cell in reading order: a digit (0 for an empty cell) or a set of digits."""

Houses = Sequence[Sequence[int]]

_FILLED = 255
"""The number of digits left in a cell that has its digit: more than any other."""


class TooLong(Exception):
    """The oracle lost its patience; it has no verdict."""


# -- houses --------------------------------------------------------------------------------------


def grouped(size: int, key: Callable[[int, int], Hashable | None]) -> list[list[int]]:
    """Return the cells that have the same key by row and column, from 0; a cell without one is left out."""
    groups: dict[Hashable, list[int]] = {}
    for row in range(size):
        for column in range(size):
            if (name := key(row, column)) is not None:
                groups.setdefault(name, []).append(row * size + column)
    return list(groups.values())


def lines(size: int) -> list[list[int]]:
    """Return the rows and the columns."""
    return grouped(size, lambda row, column: row) + grouped(size, lambda row, column: column)


def houses(box_rows: int = 3, box_columns: int = 3) -> list[list[int]]:
    """Return the cells of every row, every column and every box."""
    size = box_rows * box_columns
    boxes = grouped(size, lambda row, column: (row // box_rows, column // box_columns))
    return lines(size) + boxes


def regions(layout: str) -> list[list[int]]:
    """Return the cells that have the same character."""
    size = math.isqrt(len(layout))
    return grouped(size, lambda row, column: layout[row * size + column])


def diagonals(size: int = 9) -> list[list[int]]:
    """Return the two long diagonals: row and column are equal, or their sum is that of a corner."""
    down = grouped(size, lambda row, column: True if row == column else None)
    return down + grouped(size, lambda row, column: True if row + column == size - 1 else None)


def windows(size: int = 9) -> list[list[int]]:
    """Return the squares that are left when every (side + 1)th row and column is struck out, from the first on."""
    step = math.isqrt(size) + 1

    def window(row: int, column: int) -> Hashable | None:
        return (row // step, column // step) if row % step and column % step else None

    return grouped(size, window)


def disjoint_groups(box_rows: int = 3, box_columns: int = 3) -> list[list[int]]:
    """Return the cells that have the same place in their boxes."""
    size = box_rows * box_columns
    return grouped(size, lambda row, column: (row % box_rows, column % box_columns))


CLASSIC = houses()


# -- solving -------------------------------------------------------------------------------------


def allowed(givens: Sequence[int] | str, size: int = 9) -> Board:
    """Return the sets of digits that givens allow: one digit, or all in an empty cell."""
    if isinstance(givens, str):
        givens = [0 if sign in ".0" else int(sign) for sign in givens]
    return tuple(1 << (digit - 1) if digit else (1 << size) - 1 for digit in givens)


@cache
def _near(inside: tuple[tuple[int, ...], ...], cells: int) -> list[list[int]]:
    """Return for each cell the others of its houses."""
    of = [{other for house in inside if cell in house for other in house} for cell in range(cells)]
    return [sorted(found - {cell}) for cell, found in enumerate(of)]


def solutions(
    masks: Sequence[int], inside: Houses = CLASSIC, *, patience: int | None = None
) -> Iterator[Board]:
    """Yield every way to pick one digit per cell out of its set, without equals in a house.

    Raises `TooLong` after too many tries.
    """
    near = _near(tuple(map(tuple, inside)), len(masks))
    board = [0] * len(masks)
    tries = 0

    def place(cell: int, bit: int, left: list[int], number: bytearray) -> None:
        nonlocal tries
        tries += 1
        if patience is not None and tries > patience:
            raise TooLong
        board[cell] = bit.bit_length()
        left[cell], number[cell] = 0, _FILLED
        for other in near[cell]:
            if left[other] & bit:
                left[other] ^= bit
                number[other] -= 1

    def fill(left: list[int], number: bytearray) -> Iterator[Board]:
        while (single := number.find(1)) >= 0:
            if number.find(0, 0, single) >= 0:
                return
            place(single, left[single], left, number)
        fewest = min(number)
        if fewest == _FILLED:
            yield tuple(board)
            return
        cell = number.index(fewest)
        for digit in range(fewest and left[cell].bit_length()):
            if left[cell] >> digit & 1:
                left_then, number_then = left.copy(), number.copy()
                place(cell, 1 << digit, left_then, number_then)
                yield from fill(left_then, number_then)

    return fill(list(masks), bytearray(mask.bit_count() for mask in masks))


def first(
    masks: Sequence[int], inside: Houses = CLASSIC, *, patience: int | None = None
) -> Board | None:
    """Return a solution, or None."""
    return next(solutions(masks, inside, patience=patience), None)


def count(
    masks: Sequence[int], limit: int, inside: Houses = CLASSIC, *, patience: int | None = None
) -> int:
    """Return the number of solutions, at most ``limit``."""
    return sum(1 for _ in islice(solutions(masks, inside, patience=patience), limit))


def are_solutions(
    boards: npt.NDArray[Any],
    givens: npt.NDArray[Any] | None = None,
    inside: Houses = CLASSIC,
) -> npt.NDArray[np.bool_]:
    """Say for each row of digits whether it is a solved board that keeps the givens."""
    size = math.isqrt(boards.shape[1])
    in_range = ((boards >= 1) & (boards <= size)).all(axis=1)
    good: npt.NDArray[np.bool_] = np.asarray(in_range)
    bits = np.left_shift(np.int64(1), np.clip(boards, 0, size).astype(np.int64))
    for cells in inside:  # a sum of different bits is their union
        part = bits[:, list(cells)]
        good = np.logical_and(good, part.sum(axis=1) == np.bitwise_or.reduce(part, axis=1))
    if givens is not None:
        good = np.logical_and(good, ((givens == 0) | (givens == boards)).all(axis=1))
    return good


# -- counting without search ---------------------------------------------------------------------


def last_band_count(rows: Sequence[Sequence[int]]) -> int:
    """Return in how many ways six solved rows of a classic board can be completed.

    This is arithmetic rather than search, so that it can judge the judge. In each column three
    digits are missing, and a box of the last band has the right digits by itself, because each
    digit is in two of the three columns of its stack already. So row 7 is a choice of one
    missing digit per column, all different; then each column has two left, and these columns hang
    together in rings, each of which can be divided between rows 8 and 9 in two ways.
    """
    missing = [set(range(1, 10)) - {row[column] for row in rows} for column in range(9)]

    def choose(column: int, taken: tuple[int, ...]) -> int:
        if column < 9:
            return sum(choose(column + 1, (*taken, d)) for d in missing[column] if d not in taken)
        left = [pair - {digit} for pair, digit in zip(missing, taken, strict=True)]
        rings, unseen = 0, set(range(9))
        while unseen:
            rings += 1
            ring = [unseen.pop()]
            for member in ring:
                near = {other for other in unseen if left[other] & left[member]}
                unseen -= near
                ring.extend(near)
        return int(2**rings)

    return choose(0, ())
