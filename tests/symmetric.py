"""Puzzles whose givens a symmetry of the grid and a permutation of the digits map onto themselves.

Written without a look at the solver: a solution is filled orbit by orbit, and orbits are taken away from it as long as
there is one solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from nonet import Candidates, Grid, Puzzle
from nonet.rules import CLASSIC

IMAGES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "half_turn": lambda row, column: (8 - row, 8 - column),
    "quarter_turn": lambda row, column: (column, 8 - row),
    "diagonal_down": lambda row, column: (column, row),
    "diagonal_up": lambda row, column: (8 - column, 8 - row),
}
"""Where each symmetry moves a cell, by row and column from 0."""

# The lengths of the cycles of the digits: no other permutations have solutions.
_CYCLES = {
    "half_turn": (1, 2, 2, 2, 2),
    "quarter_turn": (1, 4, 4),
    "diagonal_down": (1, 1, 1, 2, 2, 2),
    "diagonal_up": (1, 1, 1, 2, 2, 2),
}


def image(kind: str, cell: int) -> int:
    """Return where a symmetry moves a cell."""
    row, column = IMAGES[kind](*divmod(cell, 9))
    return 9 * row + column


def permutation(kind: str, rng: random.Random) -> dict[int, int]:
    """Return a random permutation of the digits that solutions can have."""
    digits = rng.sample(range(1, 10), 9)
    becomes: dict[int, int] = {}
    for length in _CYCLES[kind]:
        cycle, digits = digits[:length], digits[length:]
        becomes |= dict(zip(cycle, cycle[1:] + cycle[:1], strict=True))
    return becomes


def _orbit(kind: str, becomes: dict[int, int], cell: int, digit: int) -> dict[int, int] | None:
    """Return a cell with a digit and all that follows from the symmetry; None if it contradicts itself."""
    found: dict[int, int] = {}
    while cell not in found:
        if any(found.get(peer) == digit for peer in CLASSIC.peers[cell]):
            return None
        found[cell] = digit
        cell, digit = image(kind, cell), becomes[digit]
    return found if found[cell] == digit else None


def _options(board: Sequence[int], cell: int) -> set[int]:
    return set(range(1, 10)) - {board[peer] for peer in CLASSIC.peers[cell]}


def _fill(kind: str, becomes: dict[int, int], board: list[int], rng: random.Random) -> bool:
    empty = [cell for cell in range(81) if not board[cell]]
    if not empty:
        return True
    options, _, cell = min((len(_options(board, c)), rng.random(), c) for c in empty)
    for digit in rng.sample(sorted(_options(board, cell)), options):
        filled = _orbit(kind, becomes, cell, digit)
        if filled is None or any(d not in _options(board, c) for c, d in filled.items()):
            continue
        for each, value in filled.items():
            board[each] = value
        if _fill(kind, becomes, board, rng):
            return True
        for each in filled:
            board[each] = 0
    return False


def puzzle(kind: str, rng: random.Random) -> tuple[str, tuple[int, ...]]:
    """Return a random puzzle with a symmetry, from which no orbit can be taken, and its solution."""
    board = [0] * 81
    while not _fill(kind, permutation(kind, rng), board, rng):
        pass
    solution = tuple(board)
    for cell in rng.sample(range(81), 81):
        orbit = list(_around(kind, cell))
        before = [board[each] for each in orbit]
        for each in orbit:
            board[each] = 0
        if not Puzzle("".join(map(str, board))).is_unique:
            for each, value in zip(orbit, before, strict=True):
                board[each] = value
    return "".join(map(str, board)).replace("0", "."), solution


def _around(kind: str, cell: int) -> Iterator[int]:
    start = cell
    while True:
        yield cell
        cell = image(kind, cell)
        if cell == start:
            return


def digits_of(kind: str, givens: Grid) -> dict[int, int] | None:
    """Return the image of each digit under a symmetry of the givens; None if they do not have it."""
    becomes: dict[int, int] = {}
    for cell, digit in enumerate(givens):
        there = givens[image(kind, cell)]
        if bool(digit) is not bool(there) or becomes.setdefault(digit, there) != there:
            return None
    missing = set(range(1, 10)) - set(becomes)
    return None if len(missing) > 1 else becomes | {digit: digit for digit in missing}


def excluded(kind: str, givens: Grid, board: Candidates) -> set[tuple[int, int]]:
    """Return the candidates that cannot be true with the image that the symmetry wants.

    Each orbit is filled from each of its candidates: a digit is not a candidate, or two cells are in conflict.
    """
    becomes = digits_of(kind, givens)
    if becomes is None:
        return set()
    found = set()
    for cell in range(81):
        for digit in () if board.placed[cell] else board[cell]:
            filled = _orbit(kind, becomes, cell, digit)
            if filled is None or any(not _is_open(board, *each) for each in filled.items()):
                found.add((cell, digit))
    return found


def _is_open(board: Candidates, cell: int, digit: int) -> bool:
    return board.placed[cell] == digit or (not board.placed[cell] and digit in board[cell])
