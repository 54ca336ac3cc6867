"""What the tests feed to nonet: boards of every kind by fixed seeds, values for hypothesis."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path

import oracle
from hypothesis import strategies as st
from kinds import layout
from locks import kept
from oracle import Board, TooLong

from nonet.base.cells import CellSet
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, House, Rules
from nonet.rules.variants import diagonals, disjoint_groups, windoku

HOUSES = oracle.houses()
PEERS = [
    sorted({p for house in HOUSES if cell in house for p in house} - {cell}) for cell in range(81)
]
ALL = 0x1FF

KNOWN = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
KNOWN_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

ENOUGH = 51
"""The oracle counts this far: one more than the largest limit that is tried."""

MINIMAL = Path(__file__).parent / "data" / "minimal.txt"
CODE = (__file__, oracle.__file__, str(MINIMAL))
"""The judged boards depend on these files."""


# -- boards --------------------------------------------------------------------------------------


def digits(text: str) -> Board:
    """Return the cells of one line of text."""
    return tuple(0 if sign in ".0" else int(sign) for sign in text)


@dataclass(frozen=True)
class Judged:
    """A board and the oracle's verdict: ``solutions`` holds all of them, or the first `ENOUGH`."""

    kind: str
    cells: Board
    is_marks: bool
    solutions: tuple[Board, ...]

    @cached_property
    def masks(self) -> Board:
        """The sets of digits that the cells may hold."""
        return self.cells if self.is_marks else oracle.allowed(self.cells)

    def puzzle(self) -> Puzzle:
        """Return the board as a puzzle."""
        return Puzzle(Candidates.from_masks(self.cells)) if self.is_marks else Puzzle(self.cells)


@cache
def full_grids(number: int = 40) -> tuple[Board, ...]:
    """Return solved boards: three random boxes on the diagonal, the rest by the oracle."""
    rng = random.Random(20)
    found: list[Board] = []
    while len(found) < number:
        start = [0] * 81
        for box in (0, 4, 8):
            for cell, digit in zip(HOUSES[18 + box], rng.sample(range(1, 10), 9), strict=True):
                start[cell] = digit
        try:
            solved = oracle.first(oracle.allowed(start), patience=3000)
        except TooLong:
            continue
        assert solved is not None
        found.append(shuffled(solved, rng))
    return tuple(found)


@dataclass(frozen=True)
class Shuffle:
    """A change of a board that keeps it a Sudoku: ``new[i] = names[old[source[i]]]``."""

    source: Board
    names: Board

    def __call__(self, board: Sequence[int]) -> Board:
        return tuple(self.names[board[cell]] for cell in self.source)


def make_shuffle(rng: random.Random) -> Shuffle:
    """Return a random one: digits, bands, stacks, rows and columns in them, transposition."""

    def lines() -> list[int]:
        return [group * 3 + i for group in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]

    rows, columns = lines(), lines()
    source = [r * 9 + c for r in rows for c in columns]
    if rng.random() < 0.5:
        source = [source[i % 9 * 9 + i // 9] for i in range(81)]
    return Shuffle(tuple(source), (0, *rng.sample(range(1, 10), 9)))


def shuffled(board: Sequence[int], rng: random.Random) -> Board:
    """Return an equivalent board."""
    return make_shuffle(rng)(board)


def _dug(rng: random.Random, least: int, most: int) -> list[int]:
    board = list(shuffled(rng.choice(full_grids()), rng))
    for cell in rng.sample(range(81), rng.randint(least, most)):
        board[cell] = 0
    return board


def _filled_cells(board: Sequence[int]) -> list[int]:
    return [cell for cell in range(81) if board[cell]]


def _sparse(rng: random.Random, least: int, most: int) -> list[int]:
    """Givens thrown on the board, no two of them in open conflict."""
    board = [0] * 81
    for cell in rng.sample(range(81), rng.randint(least, most)):
        fit = sorted(set(range(1, 10)) - {board[peer] for peer in PEERS[cell]})
        if fit:
            board[cell] = rng.choice(fit)
    return board


def _mutated(rng: random.Random) -> list[int]:
    board = _dug(rng, 30, 52)
    cell = rng.choice(_filled_cells(board))
    fit = sorted(set(range(1, 10)) - {board[peer] for peer in PEERS[cell]} - {board[cell]})
    board[cell] = rng.choice(fit or [board[cell]])
    return board


def _conflicting(rng: random.Random) -> list[int]:
    board = _dug(rng, 0, 70)
    cell = rng.choice(_filled_cells(board))
    board[rng.choice(PEERS[cell])] = board[cell]
    return board


def _wrong_full(rng: random.Random) -> list[int]:
    board = _dug(rng, 0, 0)
    one, other = rng.sample(range(81), 2)
    if rng.random() < 0.5 and board[one] != board[other]:
        board[one], board[other] = board[other], board[one]
    else:
        board[one] = board[one] % 9 + 1
    return board


@cache
def minimal_puzzles() -> tuple[Board, ...]:
    """Return puzzles with one solution that lose it with any given taken away: `dig_minimal_puzzles` found them."""
    lines = MINIMAL.read_text("utf-8").splitlines()
    return tuple(digits(line) for line in lines if not line.startswith("#"))


def dig_minimal_puzzles(number: int = 24) -> tuple[Board, ...]:
    """Return solved boards from which the oracle took one given after another, as long as one solution was left."""
    rng = random.Random(17)
    found = []
    for full in full_grids()[:number]:
        board = list(full)
        for cell in rng.sample(range(81), 81):
            digit, board[cell] = board[cell], 0
            try:
                unique = oracle.count(oracle.allowed(board), 2, patience=100_000) == 1
            except TooLong:
                unique = False
            if not unique:
                board[cell] = digit
        found.append(tuple(board))
    return tuple(found)


def _minimal(rng: random.Random) -> list[int]:
    """A hard board: as it is, with a given less, or with one changed."""
    board = list(shuffled(rng.choice(minimal_puzzles()), rng))
    change = rng.random()
    if change < 0.6:
        cell = rng.choice(_filled_cells(board))
        fit = sorted(set(range(1, 10)) - {board[peer] for peer in PEERS[cell]} - {board[cell]})
        board[cell] = 0 if change < 0.3 else rng.choice(fit or [0])
    return board


def _marks_around(rng: random.Random, chance: float, spoil: int = 0) -> list[int]:
    """Pencil marks around a solution, each further one with the given chance."""
    board = shuffled(rng.choice(full_grids()), rng)
    masks = [1 << (d - 1) | sum(1 << i for i in range(9) if rng.random() < chance) for d in board]
    for cell in rng.sample(range(81), spoil):
        masks[cell] &= ~(1 << (board[cell] - 1))
    return masks


GIVENS: dict[str, tuple[int, Callable[[random.Random], list[int]]]] = {
    "full": (40, lambda rng: _dug(rng, 0, 0)),
    "nearly full": (60, lambda rng: _dug(rng, 1, 12)),
    "dug": (2000, lambda rng: _dug(rng, 30, 53)),
    "dug deep": (300, lambda rng: _dug(rng, 54, 58)),
    "minimal": (600, _minimal),
    "sparse": (500, lambda rng: _sparse(rng, 24, 40)),
    "mutated": (700, _mutated),
    "conflicting": (300, _conflicting),
    "full and wrong": (60, _wrong_full),
    "wide open": (40, lambda rng: _sparse(rng, 1, 7)),
    "empty": (1, lambda rng: [0] * 81),
}
MARKS: dict[str, tuple[int, Callable[[random.Random], list[int]]]] = {
    "marks": (500, lambda rng: _marks_around(rng, rng.uniform(0.1, 0.45))),
    "spoilt marks": (300, lambda rng: _marks_around(rng, rng.uniform(0.1, 0.4), rng.randint(1, 3))),
    "givens as marks": (60, lambda rng: list(oracle.allowed(_dug(rng, 30, 53)))),
    "no marks": (1, lambda rng: [0] * 81),
    "all marks": (1, lambda rng: [ALL] * 81),
}


def _judge(
    kind: str, number: int, make: Callable[[random.Random], list[int]], is_marks: bool
) -> tuple[Judged, ...]:
    rng, judged = random.Random(kind), list[Judged]()
    while len(judged) < number:
        cells = tuple(make(rng))
        masks = cells if is_marks else oracle.allowed(cells)
        found: list[Board] = []
        try:
            for solution in oracle.solutions(masks, patience=6000):
                found.append(solution)
                if len(found) == ENOUGH:
                    break
        except TooLong:
            continue
        judged.append(Judged(kind, cells, is_marks, tuple(found)))
    return tuple(judged)


def _judge_mixed(
    table: dict[str, tuple[int, Callable[[random.Random], list[int]]]], is_marks: bool, seed: int
) -> tuple[Judged, ...]:
    """Judge each kind. Two test processes begin at different ends of the table, so that they share the work."""
    kinds = list(table)
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579":
        kinds.reverse()
    judged = {
        kind: kept(kind.replace(" ", "-"), CODE, partial(_judge, kind, *table[kind], is_marks))
        for kind in kinds
    }
    found = [board for kind in table for board in judged[kind]]
    random.Random(seed).shuffle(found)
    return tuple(found)


@cache
def judged_givens() -> tuple[Judged, ...]:
    """Return about four thousand boards of every kind, mixed."""
    return _judge_mixed(GIVENS, False, 1)


@cache
def judged_marks() -> tuple[Judged, ...]:
    """Return some hundred boards of candidates, mixed."""
    return _judge_mixed(MARKS, True, 2)


# -- values for hypothesis -----------------------------------------------------------------------

seeds = st.integers(0, 2**32)
shuffles = seeds.map(lambda seed: make_shuffle(random.Random(seed)))
sizes = st.sampled_from([1, 4, 6, 9, 12, 16])
shapes = st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (1, 5)])
names = st.text(st.characters(codec="utf-8"), max_size=12)


def boards(least: int = 20, most: int = 54) -> st.SearchStrategy[Board]:
    """Boards with holes, so with one solution or more."""
    return seeds.map(lambda seed: tuple(_dug(random.Random(seed), least, most)))


@st.composite
def cell_sets(draw: st.DrawFn, size: int | None = None) -> CellSet:
    """Sets of cells of a board of any size."""
    size = draw(sizes) if size is None else size
    return CellSet(draw(st.sets(st.integers(0, size * size - 1), max_size=20)), size=size)


@st.composite
def grids(draw: st.DrawFn, size: int | None = None) -> Grid:
    """Boards of digits of any size, right or wrong."""
    size = draw(sizes) if size is None else size
    seed = draw(seeds)
    rng = random.Random(seed)
    share = rng.random()
    return Grid([rng.randint(1, size) if rng.random() < share else 0 for _ in range(size * size)])


@st.composite
def candidates(draw: st.DrawFn, size: int | None = None) -> Candidates:
    """Pencil marks of any board, some cells filled in."""
    size = draw(sizes) if size is None else size
    rng = random.Random(draw(seeds))
    masks = [rng.getrandbits(size) for _ in range(size * size)]
    placed = [0] * len(masks)
    for cell in rng.sample(range(len(masks)), rng.randint(0, len(masks) // 2)):
        placed[cell] = rng.randint(1, size)
        masks[cell] = 1 << (placed[cell] - 1)
    return Candidates.from_masks(masks, placed=placed if draw(st.booleans()) else None)


@st.composite
def houses(draw: st.DrawFn, size: int | None = None) -> House:
    """Houses with any name and any cells."""
    size = draw(sizes) if size is None else size
    cells = draw(st.sets(st.integers(0, size * size - 1), min_size=1, max_size=size))
    return House(draw(names), CellSet(cells, size=size))


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Rules of every kind: boxes, regions of any shape or none, with and without extra houses."""
    kind = draw(st.sampled_from(["boxes", "boxes", "regions", "latin"]))
    if kind == "boxes":
        box_rows, box_columns = draw(shapes)
        law = Rules(box_rows=box_rows, box_columns=box_columns)
    else:
        size = draw(sizes)
        law = Rules(size=size, regions=())
        if kind == "regions":
            law = Rules(regions=layout(size, draw(seeds)))
    extra = draw(st.lists(houses(law.size), max_size=2))
    named = draw(st.sampled_from([diagonals, windoku, None]))
    if named is not None and (named is diagonals or law.size in (4, 9, 16)):
        extra[draw(st.integers(0, len(extra))) :] = named(law.size)
    if law.box_rows and draw(st.booleans()):
        extra += disjoint_groups(law)
    return law.with_extra(*extra)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles of any size, with and without marks and notes."""
    law = draw(st.just(CLASSIC) | rules())
    info = draw(st.dictionaries(names, names, max_size=3))
    marks = draw(st.none() | candidates(law.size))
    if marks is not None and draw(st.booleans()):
        return Puzzle(marks, rules=law, info=info)
    return Puzzle(draw(grids(law.size)), rules=law, marks=marks, info=info)
