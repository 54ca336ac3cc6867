"""Random constraints that a full board meets: the cages, lines and dots of a new variant puzzle.

They have the symmetry of the puzzle as far as the digits allow it: there is a line only if its images are lines of
the same kind on this board. Dots and clues outside the board follow from the digits, so they have no symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from nonet.base.cells import cell_name
from nonet.base.rng import SplitMix64
from nonet.generating.geometry import Path, corners_and_sides, crosses, sides
from nonet.generating.patterns import maps_of
from nonet.rules import constraints
from nonet.rules.constraints import Constraint

__all__ = [
    "HOUSES",
    "LINES",
    "VARIANTS",
    "FullBoard",
    "Split",
    "cage_constraints",
    "cages",
    "in_order",
    "random_constraints",
]

Split: TypeAlias = tuple[Path, ...]
"""Cages that divide a board."""


class FullBoard:
    """A full board that gets random constraints, with the maps of a symmetry."""

    def __init__(self, size: int, digits: bytes, symmetry: str) -> None:
        self.size = size
        self.digits = digits
        self.maps = maps_of(size, symmetry)
        self.kinds_of_lines = 1
        self.taken: set[int] = set()  # the cells of lines
        self.sides = sides(size)
        self.around = corners_and_sides(size)

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return cell_name(cell, self.size)

    def names(self, cells: Iterable[int]) -> list[str]:
        """Return the names of cells."""
        return [self.name(cell) for cell in cells]

    def values(self, path: Iterable[int]) -> list[int]:
        """Return the digits of cells."""
        return [self.digits[cell] for cell in path]

    def images(self, path: Path) -> list[Path]:
        """Return a path and its images, each once. Reversed paths count as equal."""
        found = {tuple(sorted(path)): path}
        for moved in self.maps:
            image = tuple(moved[cell] for cell in path)
            found.setdefault(tuple(sorted(image)), image)
        return list(found.values())

    def edges(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of cells that share an edge."""
        for cell, near in enumerate(self.sides):
            yield from ((cell, other) for other in near if cell < other)


# -- cages ----------------------------------------------------------------------------------------

_CAGE_SIZES = (2, 2, 2, 3, 3, 3, 3, 4, 4)
_MOST_CELLS = 5


def cages(board: FullBoard, rng: SplitMix64, sizes: Sequence[int] = _CAGE_SIZES) -> Split:
    """Divide the board into cages of different digits, most of these sizes."""
    owner: dict[int, int] = {}
    found: list[Path] = []
    for start in rng.shuffled(len(board.digits)):
        if start in owner:
            continue
        target = sizes[rng.below(len(sizes))]
        cage: Path = (start,)
        while len(cage) < target:
            edge = [
                cell
                for cell in dict.fromkeys(c for inside in cage for c in board.sides[inside])
                if cell not in owner and _fits(board, (*cage, cell))
            ]
            if not edge:
                break
            cage = (*cage, edge[rng.below(len(edge))])
        for image in board.images(cage):
            owner |= dict.fromkeys(image, len(found))
            found.append(image)
    return _without_single_cells(board, tuple(tuple(sorted(cage)) for cage in found))


def _without_single_cells(board: FullBoard, split: Split) -> Split:
    """Join cages of one cell, which would be givens, to a cage beside them where the digits allow it."""
    found = dict.fromkeys(split)
    for single in split:
        if len(single) > 1 or single not in found:
            continue
        for cage in list(found):
            beside = set(board.sides[single[0]]) & set(cage)
            if beside and len(cage) < _MOST_CELLS and _fits(board, (*cage, *single)):
                for gone in (*board.images(cage), *board.images(single)):
                    found.pop(tuple(sorted(gone)), None)
                joined = board.images((*cage, *single))
                found |= dict.fromkeys(tuple(sorted(image)) for image in joined)
                break
    return tuple(found)


def _fits(board: FullBoard, cage: Path) -> bool:
    """Whether the cells can be a cage: different digits, also in its images, which do not overlap it."""
    if not board.maps:
        return len(set(board.values(cage))) == len(cage)
    return all(
        len(set(board.values(image))) == len(image)
        and (set(image) == set(cage) or set(image).isdisjoint(cage))
        for image in board.images(cage)
    )


def in_order(split: Split) -> Split:
    """Return the cages of a division by their first cells."""
    return tuple(sorted(split, key=lambda cage: cage[0]))


def cage_constraints(board: FullBoard, split: Split) -> list[Constraint]:
    """Return the cages of a division with their sums."""
    return [
        constraints.Cage(board.names(cage), sum=sum(board.values(cage))) for cage in in_order(split)
    ]


def _killer(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    return cage_constraints(board, cages(board, rng))


# -- lines ----------------------------------------------------------------------------------------


def _lines(
    board: FullBoard,
    rng: SplitMix64,
    *,
    may: Callable[[Sequence[int]], bool],
    is_whole: Callable[[Sequence[int]], bool] = lambda digits: True,
    share: float,
    least: int,
    most: int,
) -> list[Path]:
    """Return paths that do not touch each other, together in about a ``share`` of the cells.

    Lines of all kinds on a board share that part of it. A path grows from cell to neighbouring cell as long as its
    digits, and those of its images, ``may`` begin a line.
    """
    used = board.taken
    found: list[Path] = []
    cells = len(board.digits)
    most_used = len(used) + share / board.kinds_of_lines * cells
    for start in rng.shuffled(cells) * (6 if board.maps else 3):
        if len(used) >= most_used:
            break
        if start in used:
            continue
        target = least + rng.below(most - least + 1)
        path = _grown(board, rng, (start,), used, target, may)
        while len(path) >= least:
            images = board.images(path)
            if all(is_whole(board.values(image)) for image in images):
                used.update(cell for image in images for cell in image)
                found += images
                break
            path = path[:-1]
    return found


def _grown(
    board: FullBoard,
    rng: SplitMix64,
    path: Path,
    used: set[int],
    target: int,
    may: Callable[[Sequence[int]], bool],
) -> Path:
    while len(path) < target:
        near = [
            cell
            for cell in board.around[path[-1]]
            if cell not in used and cell not in path and _may_grow(board, (*path, cell), may)
        ]
        if not near:
            break
        path = (*path, near[rng.below(len(near))])
    return path


def _may_grow(board: FullBoard, path: Path, may: Callable[[Sequence[int]], bool]) -> bool:
    images = [path, *(tuple(moved[cell] for cell in path) for moved in board.maps)]
    if any(set(image) & set(path) for image in images[1:]):
        return False
    return not crosses(pairwise(path), board.size) and all(
        may(board.values(image)) for image in images
    )


def _rises(digits: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(digits)) or all(a > b for a, b in pairwise(digits))


def _thermo(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    found = _lines(board, rng, may=_rises, share=0.5, least=3, most=6)
    ends = [
        path if board.digits[path[0]] < board.digits[path[-1]] else path[::-1] for path in found
    ]
    return [constraints.Thermo(board.names(path)) for path in ends]


def _whispers(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    gap = (board.size + 1) // 2

    def may(digits: Sequence[int]) -> bool:
        return all(abs(a - b) >= gap for a, b in pairwise(digits))

    found = _lines(board, rng, may=may, share=0.45, least=3, most=9)
    return [constraints.Whisper(board.names(path), difference=gap) for path in found]


def _renban(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    def may(digits: Sequence[int]) -> bool:
        return len(set(digits)) == len(digits) and max(digits) - min(digits) < 6

    def is_whole(digits: Sequence[int]) -> bool:
        return max(digits) - min(digits) == len(digits) - 1

    found = _lines(board, rng, may=may, is_whole=is_whole, share=0.5, least=3, most=6)
    return [constraints.Renban(board.names(path)) for path in found]


def _arrows(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    def may(digits: Sequence[int]) -> bool:
        return sum(digits[1:]) <= digits[0]

    def is_whole(digits: Sequence[int]) -> bool:
        return sum(digits[1:]) == digits[0]

    found = _lines(board, rng, may=may, is_whole=is_whole, share=0.5, least=3, most=5)
    return [constraints.Arrow(board.name(path[0]), board.names(path[1:])) for path in found]


# -- what follows from the digits -----------------------------------------------------------------


def _kropki(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    found: list[Constraint] = [constraints.StrictKropki()]
    for pair in board.edges():
        low, high = sorted(board.values(pair))
        is_double, is_next = high == 2 * low, high == low + 1
        if is_double and (not is_next or rng.below(2)):
            found.append(constraints.Ratio(board.names(pair)))
        elif is_next:
            found.append(constraints.Difference(board.names(pair)))
    return found


def _xv(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    found: list[Constraint] = [constraints.StrictXV()]
    for pair in board.edges():
        total = sum(board.values(pair))
        if total in (5, 10):
            found.append((constraints.V if total == 5 else constraints.X)(board.names(pair)))
    return found


def _sandwich(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    size, found = board.size, list[Constraint]()
    for number in range(size):
        for kind, line in (
            ("r", range(number * size, (number + 1) * size)),
            ("c", range(number, size * size, size)),
        ):
            digits = board.values(line)
            first, last = sorted((digits.index(1), digits.index(size)))
            found.append(constraints.Sandwich(f"{kind}{number + 1}", sum(digits[first + 1 : last])))
    return found


def _littlekiller(board: FullBoard, rng: SplitMix64) -> list[Constraint]:
    size, last = board.size, board.size - 1
    starts = []
    for place in range(size):
        starts += [((0, place), "down right"), ((place, last), "down left")]
        starts += [((last, place), "up left"), ((place, 0), "up right")]
    found: list[Constraint] = []
    seen: set[frozenset[int]] = set()  # the long diagonals have a start at either end
    for choice in rng.shuffled(len(starts))[: 2 * size]:
        (row, column), direction = starts[choice]
        down = 1 if direction.startswith("down") else -1
        right = 1 if direction.endswith("right") else -1
        cells = []
        while 0 <= row < size and 0 <= column < size:
            cells.append(row * size + column)
            row, column = row + down, column + right
        if len(cells) >= 3 and frozenset(cells) not in seen:
            seen.add(frozenset(cells))
            total = sum(board.values(cells))
            found.append(constraints.LittleKiller(board.name(cells[0]), direction, sum=total))
    return found


VARIANTS: Mapping[str, Callable[[FullBoard, SplitMix64], list[Constraint]]] = {
    "killer": _killer,
    "thermo": _thermo,
    "arrow": _arrows,
    "kropki": _kropki,
    "whispers": _whispers,
    "renban": _renban,
    "sandwich": _sandwich,
    "xv": _xv,
    "littlekiller": _littlekiller,
}
"""The variants by name, each with the function that makes its constraints for a full board."""

LINES = ("thermo", "arrow", "whispers", "renban")
"""Variants that draw lines: a symmetry that maps a cell to more than one other leaves next to no lines."""


HOUSES = ("diagonals", "windoku", "disjoint")
"""Extra houses that are named among the variants; they become part of the rules."""


def random_constraints(
    variants: Sequence[str], board: FullBoard, rng: SplitMix64
) -> list[Constraint]:
    """Return random constraints of some variants that a full board meets; none if one of them has none there."""
    board.kinds_of_lines = max(1, sum(variant in LINES for variant in variants))
    found: list[Constraint] = []
    for variant in variants:
        made = VARIANTS[variant](board, rng)
        if not made:
            return []
        found += made
    return found
