"""Cages that are divided so that another solution breaks a sum, or that exchange cells so that a puzzle is easier.

A killer puzzle is easy where few sets of digits make up each sum. Of random cages hardly any are solved by combinations
and singles alone; of those whose cells were moved to that end, four of five are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations
from math import factorial, inf, log2

from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.generating.geometry import Path, is_connected
from nonet.generating.layouts import FullBoard, Split, cage_constraints, cages, in_order
from nonet.generating.request import Request
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.explaining import rate
from nonet.rules import Rules
from nonet.steps.rating import UNSOLVED, Rating

__all__ = ["divided", "easy_cages"]

_SIZES = (2, 2, 2, 2, 3)
_MOST_CELLS = 7
"""Cells of two cages that exchange some."""
_MOVES = 400
_TRIALS = 80
"""Puzzles that are rated at most, of one board. Most boards need fewer than 30."""


def divided(board: FullBoard, split: Split, other: bytes, rng: SplitMix64) -> Split | None:
    """Return the cages with one of them, and its images, divided so that the other solution breaks a sum.

    Return None if no cage has four cells or more in which the other solution differs.
    """
    choices = []
    for cage in split:
        if len(cage) < 4 or all(other[cell] == board.digits[cell] for cell in cage):
            continue
        for part, rest in _connected_parts(board, cage):
            if sum(board.values(part)) != sum(other[cell] for cell in part):
                choices.append((cage, part, rest))
    if not choices:
        return None
    cage, *parts = choices[rng.below(len(choices))]
    found = dict.fromkeys(split)
    for image in _images(board, [cage]):
        found.pop(image, None)
    found |= dict.fromkeys(_images(board, parts))
    covered = list(chain.from_iterable(found))
    return tuple(found) if len(covered) == len(set(covered)) else None


def easy_cages(
    request: Request, base: Rules, board: FullBoard, rng: SplitMix64
) -> tuple[Rules, Rating] | None:
    """Return the rules with cages that the techniques of the request solve without a given, and the rating of that.

    Return None if no such cages are found.
    """
    assert request.techniques is not None
    solution = Grid._trusted(board.digits, board.size)
    blank = Grid(bytes(len(board.digits)))
    split = cages(board, rng, _SIZES)
    for _ in range(_MOVES):
        split = _moved(board, split, rng, 0)
    most, moved, seen = -1, split, set[Split]()
    for _ in range(_TRIALS):
        tried = in_order(moved)
        if tried not in seen:
            seen.add(tried)
            rules = base.with_constraints(*cage_constraints(board, tried))
            rating = rate(Position(Puzzle(blank, rules=rules)), request.techniques, None, solution)
            if rating.er < UNSOLVED:
                return rules, rating
            if rating.steps >= most:
                split, most = tried, rating.steps
        moved = split
        for _ in range(3 + 3 * rng.below(2)):
            moved = _moved(board, moved, rng, inf)
    return None


def _moved(board: FullBoard, split: Split, rng: SplitMix64, most: float) -> Split:
    """Return the cages of which two neighbours, and their images, divide their cells in another way.

    They stay as they are where that is not possible, or where it adds more than ``most`` bits to what they leave open.
    """
    owner = {cell: cage for cage in split for cell in cage}
    one = owner[cell := rng.below(len(owner))]
    near = [owner[side] for side in board.sides[cell] if owner[side] != one]
    if not near:
        return split
    other = near[rng.below(len(near))]
    joined = tuple(sorted(one + other))
    ways = [] if len(joined) > _MOST_CELLS else list(_connected_parts(board, joined))
    if not ways:
        return split
    before = _images(board, (one, other))
    after = _images(board, ways[rng.below(len(ways))])
    cells = list(chain.from_iterable(after))
    if (
        sorted(cells) != sorted(chain.from_iterable(before))
        or any(len(set(board.values(cage))) < len(cage) for cage in after)
        or sum(_open_bits(board, after)) - sum(_open_bits(board, before)) > most
    ):
        return split
    return *(cage for cage in split if cage not in before), *after


def _images(board: FullBoard, paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths and their images, each once, as cages."""
    every = (tuple(sorted(image)) for path in paths for image in board.images(path))
    return tuple(dict.fromkeys(every))


def _open_bits(board: FullBoard, split: Iterable[Path]) -> Iterator[float]:
    """Yield how many bits it takes to choose among the ways to fill each cage."""
    for cage in split:
        yield _bits(board.size, len(cage), sum(board.values(cage)))


@cache
def _bits(size: int, cells: int, total: int) -> float:
    sets = sum(sum(digits) == total for digits in combinations(range(1, size + 1), cells))
    return log2(sets * factorial(cells))


def _connected_parts(board: FullBoard, cage: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the ways to divide a cage into two connected parts of two cells or more."""
    for chosen in range(1, 1 << len(cage) - 1):
        part = (cage[0], *(c for i, c in enumerate(cage[1:]) if chosen >> i & 1))
        rest = tuple(cell for cell in cage if cell not in part)
        if (
            len(part) > 1
            and len(rest) > 1
            and all(is_connected(p, board.size) for p in (part, rest))
        ):
            yield part, rest
