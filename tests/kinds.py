"""Rules of every kind, drawn twice: by nonet in words, by the oracle cell by cell, with boards that it has judged."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import oracle
from locks import kept
from oracle import Board, TooLong

from nonet.rules import Rules
from nonet.rules.variants import parse_rules

ENOUGH = 40
"""The oracle counts this far: more than any limit that is tried."""


# -- regions -------------------------------------------------------------------------------------


@cache
def near(cell: int, size: int) -> tuple[int, ...]:
    """Return the cells above, below, on the left and on the right."""
    column = cell % size
    found = [other for other in (cell - size, cell + size) if 0 <= other < size * size]
    return (*found, *[cell - 1] * (column > 0), *[cell + 1] * (column < size - 1))


def _hangs_together(cells: set[int], size: int) -> bool:
    left = set(cells)
    found = [left.pop()]
    for cell in found:
        for other in near(cell, size):
            if other in left:
                left.remove(other)
                found.append(other)
    return not left


@cache
def layout(size: int, seed: int = 0) -> str:
    """Return regions of irregular shapes, each in one piece: rows of which neighbours swap cells many times."""
    rng = random.Random(f"{size} {seed}")
    parts = [set(range(row * size, row * size + size)) for row in range(size)]
    owner = [cell // size for cell in range(size * size)]
    for _ in range(50 * size * size if size > 1 else 0):
        cell = rng.randrange(size * size)
        mine, other = owner[cell], owner[rng.choice(near(cell, size))]
        if mine == other:
            continue
        left, grown = parts[mine] - {cell}, parts[other] | {cell}
        gift = rng.choice(sorted(grown))
        left, grown = left | {gift}, grown - {gift}
        if _hangs_together(left, size) and _hangs_together(grown, size):
            parts[mine], parts[other] = left, grown
            owner[cell], owner[gift] = other, mine
    return "".join(chr(ord("A") + number) for number in owner)


# -- kinds ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """Sets of digits per cell and the oracle's verdict: ``solutions`` holds all, or the first `ENOUGH`."""

    masks: Board
    solutions: tuple[Board, ...]


@dataclass(frozen=True, eq=False)
class Kind:
    """Rules in words, and the same houses as the oracle draws them."""

    words: str
    inside: tuple[tuple[int, ...], ...]

    @cached_property
    def rules(self) -> Rules:
        return parse_rules(self.words)

    @property
    def name(self) -> str:
        size = self.rules.size
        words = self.words.split(":")[0] if self.words.startswith("jigsaw") else self.words
        return f"{size}x{size} {words}"

    @cached_property
    def full_grids(self) -> tuple[Board, ...]:
        """Some solved boards: a random first row and the rest by the oracle, or a pattern where that takes long."""
        rng, size = random.Random(self.words), self.rules.size
        if size > 9:
            return tuple(pattern(self.rules, rng) for _ in range(4))
        found: list[Board] = []
        while len(found) < 4:
            start = rng.sample(range(1, size + 1), size) + [0] * (size * size - size)
            try:
                solved = oracle.first(oracle.allowed(start, size), self.inside, patience=3000)
            except TooLong:
                continue
            found += [solved] if solved else []
        return tuple(found)

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """Boards with one solution, with several, with none, and with contradictions."""
        name = hashlib.sha256(self.words.encode()).hexdigest()[:16]
        return kept(f"kind-{name}", (__file__, oracle.__file__), self._judge)

    def _judge(self) -> tuple[Judged, ...]:
        rng, found = random.Random(self.words), []
        for make in MAKERS * (15 if self.rules.size <= 16 else 3):
            for _ in range(20):
                masks = tuple(make(self, rng))
                try:
                    solutions = []
                    for solution in oracle.solutions(masks, self.inside, patience=2000):
                        solutions.append(solution)
                        if len(solutions) == ENOUGH:
                            break
                except TooLong:
                    continue
                found.append(Judged(masks, tuple(solutions)))
                break
        return tuple(found)


def pattern(rules: Rules, rng: random.Random) -> Board:
    """Return a solved board with boxes: rows shifted by a box in a band, by a cell from band to band, and shuffled."""
    size, rows, columns = rules.size, rules.box_rows, rules.box_columns
    order = [band * rows + i for band in range(columns) for i in rng.sample(range(rows), rows)]
    names = rng.sample(range(1, size + 1), size)
    shift = [columns * (row % rows) + row // rows for row in order]
    return tuple(names[(by + column) % size] for by in shift for column in range(size))


def dug(kind: Kind, rng: random.Random, least: float = 0.4, most: float = 1.0) -> list[int]:
    """Return a solved board with holes; the large ones have few, for the oracle's sake."""
    board, size = list(rng.choice(kind.full_grids)), kind.rules.size
    if size > 9:
        least, most = 0.2, 0.5
    share = rng.uniform(least, most)
    for cell in rng.sample(range(size * size), round(share * size * size)):
        board[cell] = 0
    return board


def _holes(kind: Kind, rng: random.Random) -> Board:
    return oracle.allowed(dug(kind, rng), kind.rules.size)


def _few_holes(kind: Kind, rng: random.Random) -> Board:
    return oracle.allowed(dug(kind, rng, 0.2, 0.6), kind.rules.size)


def _changed(kind: Kind, rng: random.Random) -> Board:
    """A board with holes, one digit of which is another one that clashes with nothing if there is such."""
    board, size = dug(kind, rng), kind.rules.size
    cell = rng.randrange(size * size)
    seen = {board[other] for house in kind.inside if cell in house for other in house}
    fit = sorted(set(range(1, size + 1)) - seen)
    board[cell] = rng.choice(fit or range(1, size + 1))
    return oracle.allowed(board, size)


def _clash(kind: Kind, rng: random.Random) -> Board:
    """A board with two equal digits in a house."""
    board = dug(kind, rng)
    one, other = rng.sample(rng.choice([house for house in kind.inside if len(house) > 1]), 2)
    board[one] = board[other] = board[one] or board[other] or 1
    return oracle.allowed(board, kind.rules.size)


def _full(kind: Kind, rng: random.Random) -> Board:
    board = list(rng.choice(kind.full_grids))
    if rng.random() < 0.5:
        one, other = rng.sample(range(len(board)), 2)
        board[one], board[other] = board[other], board[one]
    return oracle.allowed(board, kind.rules.size)


def _marks(kind: Kind, rng: random.Random) -> Board:
    """Pencil marks around a solution, each further one by chance; now and then the solution itself is spoilt."""
    size, board = kind.rules.size, rng.choice(kind.full_grids)
    chance = rng.uniform(0.05, 0.5 if size < 10 else 0.15)
    masks = [
        1 << (d - 1) | sum(1 << i for i in range(size) if rng.random() < chance) for d in board
    ]
    if rng.random() < 0.4:
        cell = rng.randrange(size * size)
        masks[cell] &= ~(1 << (board[cell] - 1))
    return tuple(masks)


MAKERS: list[Callable[[Kind, random.Random], Board]] = [
    _holes, _few_holes, _changed, _clash, _full, _marks,
]  # fmt: skip


def _kind(words: str, *houses: list[list[int]]) -> Kind:
    return Kind(words, tuple(tuple(house) for part in houses for house in part))


def _jigsaw(size: int, seed: int, words: str = "", *houses: list[list[int]]) -> Kind:
    signs = layout(size, seed)
    return _kind(
        f"jigsaw:{signs} {words}".strip(), oracle.lines(size), oracle.regions(signs), *houses
    )


KINDS = (
    _kind("2x2", oracle.houses(2, 2)),
    _kind("2x2 diagonals", oracle.houses(2, 2), oracle.diagonals(4)),
    _jigsaw(4, 2),
    _jigsaw(5, 2),
    _kind("latin5", oracle.lines(5)),
    _kind("1x5", oracle.houses(1, 5)),
    _kind("2x3", oracle.houses(2, 3)),
    _kind("3x2", oracle.houses(3, 2)),
    _kind("2x3 diagonals", oracle.houses(2, 3), oracle.diagonals(6)),
    _kind("3x2 disjoint", oracle.houses(3, 2), oracle.disjoint_groups(3, 2)),
    _jigsaw(6, 1),
    _jigsaw(7, 2),
    _kind("2x4", oracle.houses(2, 4)),
    _kind("4x2 diagonals", oracle.houses(4, 2), oracle.diagonals(8)),
    _kind("3x3", oracle.houses(3, 3)),
    _kind("3x3 diagonals", oracle.houses(3, 3), oracle.diagonals(9)),
    _kind("3x3 windoku", oracle.houses(3, 3), oracle.windows(9)),
    _kind("3x3 disjoint", oracle.houses(3, 3), oracle.disjoint_groups(3, 3)),
    _kind(
        "3x3 house:pair=r1c1r9c9 house:corners=r1c1r1c9r9c1r5c5",
        oracle.houses(3, 3),
        [[0, 80], [0, 8, 40, 72]],
    ),
    _kind("latin9", oracle.lines(9)),
    _jigsaw(9, 0),
    _jigsaw(9, 24, "diagonals", oracle.diagonals(9)),
    _kind("2x5", oracle.houses(2, 5)),
    _kind("3x4", oracle.houses(3, 4)),
    _kind("6x2", oracle.houses(6, 2)),
    _kind("4x4", oracle.houses(4, 4)),
    _kind("5x5", oracle.houses(5, 5)),
)
"""One kind of rules in each row, from small to large."""
