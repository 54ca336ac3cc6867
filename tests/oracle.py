"""The slow and obvious solver that judges everything fast.

It knows nothing of nonet: it draws its own houses for any box shape, takes the set of digits that
each cell may hold, and tries them one by one, always in the cell with the fewest left. A given is a
cell that may hold one digit, so that givens, candidates and contradictions are all the same to it.
Sets of digits are integers, bit ``d - 1`` for digit ``d``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

Board = tuple[int, ...]
"""One number per cell in reading order: a digit (0 for an empty cell) or a set of digits."""


class TooLong(Exception):
    """The oracle lost its patience; it has no verdict."""


def houses(box_rows: int = 3, box_columns: int = 3) -> list[list[int]]:
    """Return the cells of every row, every column and every box."""
    size = box_rows * box_columns
    cells = [(row, column) for row in range(size) for column in range(size)]
    found = [[r * size + c for r, c in cells if r == row] for row in range(size)]
    found += [[r * size + c for r, c in cells if c == column] for column in range(size)]
    for top in range(0, size, box_rows):
        for left in range(0, size, box_columns):
            inside = [(top + i, left + j) for i in range(box_rows) for j in range(box_columns)]
            found.append([r * size + c for r, c in inside])
    return found


def allowed(givens: Sequence[int] | str, size: int = 9) -> Board:
    """Return the sets of digits that givens allow: one digit, or all in an empty cell."""
    if isinstance(givens, str):
        givens = [0 if sign in ".0" else int(sign) for sign in givens]
    return tuple(1 << (digit - 1) if digit else (1 << size) - 1 for digit in givens)


def solutions(
    masks: Sequence[int], box_rows: int = 3, box_columns: int = 3, *, patience: int | None = None
) -> Iterator[Board]:
    """Yield every way to pick one digit per cell out of its set, without equals in a house."""
    size = box_rows * box_columns
    every_house = houses(box_rows, box_columns)
    of = [[h for h, inside in enumerate(every_house) if c in inside] for c in range(size * size)]
    used = [0] * len(every_house)
    board = [0] * (size * size)
    tries = 0

    def options(cell: int) -> int:
        row, column, box = of[cell]
        return masks[cell] & ~(used[row] | used[column] | used[box])

    def fill(open_cells: list[int]) -> Iterator[Board]:
        nonlocal tries
        if not open_cells:
            yield tuple(board)
            return
        fewest, chosen = size + 1, 0
        for cell in open_cells:
            number = options(cell).bit_count()
            if number < fewest:
                fewest, chosen = number, cell
                if number < 2:
                    break
        rest = [cell for cell in open_cells if cell != chosen]
        choice = options(chosen)
        for digit in range(1, size + 1):
            bit = 1 << (digit - 1)
            if not choice & bit:
                continue
            tries += 1
            if patience is not None and tries > patience:
                raise TooLong
            for house in of[chosen]:
                used[house] |= bit
            board[chosen] = digit
            yield from fill(rest)
            for house in of[chosen]:
                used[house] &= ~bit

    return fill(list(range(size * size)))


def first(masks: Sequence[int], *, patience: int | None = None) -> Board | None:
    """Return a solution, or None where there is none."""
    return next(solutions(masks, patience=patience), None)


def count(masks: Sequence[int], limit: int, *, patience: int | None = None) -> int:
    """Return the number of solutions, at most ``limit``."""
    return sum(1 for _ in islice(solutions(masks, patience=patience), limit))


def last_band_count(rows: Sequence[Sequence[int]]) -> int:
    """Return in how many ways six solved rows of a classic board can be completed.

    This is arithmetic rather than search, so that it can judge the judge. In each column three
    digits are missing, and a box of the last band has the right digits by itself, because each
    digit stands in two of the three columns of its stack already. So row 7 is a choice of one
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


def are_solutions(
    boards: npt.NDArray[Any], givens: npt.NDArray[Any] | None = None
) -> npt.NDArray[np.bool_]:
    """Say for each row of ``(n, 81)`` digits whether it is a solved board that keeps the givens."""
    in_range = ((boards >= 1) & (boards <= 9)).all(axis=1)
    bits = np.left_shift(1, boards.astype(np.int64) % 16)
    good: npt.NDArray[np.bool_] = np.asarray(in_range)
    for cells in houses():
        good = np.logical_and(good, np.bitwise_or.reduce(bits[:, cells], axis=1) == 0b1111111110)
    if givens is not None:
        good = np.logical_and(good, ((givens == 0) | (givens == boards)).all(axis=1))
    return good
