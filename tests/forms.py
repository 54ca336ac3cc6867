"""The slow and obvious canonical form that judges the core's, and an orbit counted one by one.

It knows nothing of nonet. Every way to order the columns and to turn the board is tried; rows are then chosen one after
the other, and after each row only those choices continue whose rows so far are the smallest. A digit is called by the
number in which it first appears. The choices that are left at the end are the ways to reach the form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations, product

from oracle import Board

ORDERS = list(permutations(range(3)))
LINES = [
    tuple(
        3 * group + line for group, inside in zip(groups, insides, strict=True) for line in inside
    )
    for groups in ORDERS
    for insides in product(ORDERS, repeat=3)
]
"""The 1,296 orders of nine rows or columns that keep bands or stacks together."""

Row = tuple[int, ...]


def renamed(row: Row, names: Row) -> tuple[Row, Row]:
    """Return a row by the names of its digits, and the names with those that first appear in it."""
    known = list(names)
    for digit in row:
        if digit and not known[digit]:
            known[digit] = max(known) + 1
    return tuple(known[digit] for digit in row), tuple(known)


def canonical(board: Sequence[int]) -> tuple[Board, int]:
    """Return the smallest of all boards that are the same puzzle, and the number of automorphisms."""
    rows = [tuple(board[i : i + 9]) for i in range(0, 81, 9)]
    ways = [
        ([tuple(row[c] for c in columns) for row in turned], (), (0,) * 10)
        for turned in (rows, list(zip(*rows, strict=True)))
        for columns in LINES
    ]
    choices: list[tuple[list[Row], Row, Row]] = list(ways)
    form: list[int] = []
    for level in range(9):
        best: Row | None = None
        kept: list[tuple[list[Row], Row, Row]] = []
        for grid, used, names in choices:
            band = range(used[-1] // 3 * 3, used[-1] // 3 * 3 + 3) if level % 3 else range(9)
            for r in band:
                if r in used:
                    continue
                row, known = renamed(grid[r], names)
                if best is None or row < best:
                    best, kept = row, []
                if row == best:
                    kept.append((grid, (*used, r), known))
        assert best is not None
        form += best
        choices = kept
    return tuple(form), len(choices) * math.factorial(9 - len(set(board) - {0}))


def orbit(board: Board) -> set[Board]:
    """Return every board that is the same puzzle, by single changes over and over."""
    swap_rows = [*range(9, 18), *range(9), *range(18, 81)]
    swap_bands = [*range(27, 54), *range(27), *range(54, 81)]
    cycle_rows = [*range(9, 27), *range(9), *range(27, 81)]
    cycle_bands = [*range(27, 81), *range(27)]
    turn = [i % 9 * 9 + i // 9 for i in range(81)]
    names = ([0, 2, 1, *range(3, 10)], [0, *range(2, 10), 1])
    seen, waiting = {board}, [board]
    while waiting:
        one = waiting.pop()
        moves = (swap_rows, swap_bands, cycle_rows, cycle_bands, turn)
        near = [tuple(one[cell] for cell in source) for source in moves]
        near += [tuple(name[digit] for digit in one) for name in names]
        for other in near:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen
