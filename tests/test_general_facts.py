"""Known counts for boards of all sizes and rules: from a table, by the oracle, and by arithmetic."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import oracle
import pytest
from kinds import KINDS, Kind, pattern
from oracle import Board
from quick import some

from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import MultipleSolutions, PuzzleError
from nonet.rules import Rules

DATA = Path(__file__).parent / "data"


class Fact(NamedTuple):
    rules: str
    givens: str
    number: int
    is_exact: bool
    solution: str
    source: str

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.givens, rules=self.rules)

    @property
    def name(self) -> str:
        return f"{math.isqrt(len(self.givens))}-{self.rules.split(':')[0]}-{self.number}"


def read_facts() -> list[Fact]:
    facts = []
    for line in (DATA / "facts_general.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            parts = [part.strip() for part in line.split("|")]
            assert len(parts) == 5, f"expected rules | puzzle | count | solution | source: {line}"
            rules, givens, count, solution, source = parts
            number, is_exact = int(count.rstrip("+")), "+" not in count
            facts.append(Fact(rules, givens, number, is_exact, solution, source))
    return facts


def inside(fact: Fact) -> list[list[int]]:
    """Draw the houses of a fact without the help of nonet."""
    size = math.isqrt(len(fact.givens))
    shape, *words = fact.rules.split()
    if shape.startswith("jigsaw:"):
        found = oracle.lines(size) + oracle.regions(shape.removeprefix("jigsaw:"))
    elif shape.startswith("latin"):
        found = oracle.lines(size)
    else:
        rows, columns = map(int, shape.split("x"))
        found = oracle.houses(rows, columns)
    for word in words:
        if word == "diagonals":
            found += oracle.diagonals(size)
        elif word == "windoku":
            found += oracle.windows(size)
        elif word == "disjoint":
            found += oracle.disjoint_groups(rows, columns)
        else:
            assert ":" in word, f"{word}: list its houses in oracle.py, and read the word here"
            names = word.rpartition("=")[2].split("r")[1:]
            places = [map(int, name.split("c")) for name in names]
            found.append([(row - 1) * size + column - 1 for row, column in places])
    return found


def allowed(board: str | Iterable[int]) -> Board:
    """Return what the cells may hold: digits are 1-9, or letters on boards of more than 9x9."""
    if isinstance(board, str):
        signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if len(board) > 81 else "123456789"
        board = [signs.find(sign) + 1 for sign in board]
    board = list(board)
    return oracle.allowed(board, math.isqrt(len(board)))


FACTS = read_facts()
EACH = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)


def by_source(source: str) -> list[Fact]:
    return [fact for fact in FACTS if fact.source == source]


def test_the_table_is_read() -> None:
    assert len(FACTS) > 80 and len(by_source("made")) > 40
    assert {math.isqrt(len(fact.givens)) for fact in FACTS} >= {*range(1, 11), 12, 16, 25}
    assert all(bool(fact.solution) == (fact.number == 1) for fact in FACTS)
    kinds = {kind.words for kind in KINDS}
    made = {fact.rules for fact in by_source("made")}
    assert kinds == made, "each kind in kinds.py has a puzzle of the source `made`, and no others"


def test_every_source_is_explained() -> None:
    text = (DATA / "SOURCES.md").read_text("utf-8").partition("## facts_general.txt")[2]
    assert all(f"\n| {fact.source} |" in text for fact in FACTS)


@pytest.mark.parametrize("fact", some(FACTS, 3), ids=lambda fact: fact.name)
def test_count(fact: Fact) -> None:
    limit = fact.number + 1 if fact.is_exact else fact.number
    assert fact.puzzle.count(limit) == fact.number
    if fact.number > 1:
        assert fact.puzzle.count(fact.number - 1) == fact.number - 1
        assert not fact.puzzle.is_unique


@EACH
def test_solution(fact: Fact) -> None:
    puzzle = fact.puzzle
    if fact.number == 1:
        assert puzzle.solution() == Grid(fact.solution) and puzzle.is_unique
        assert puzzle.check(fact.solution)
        assert list(puzzle.solutions()) == [Grid(fact.solution)]
    else:
        with pytest.raises(MultipleSolutions if fact.number else PuzzleError):
            puzzle.solution()


@pytest.mark.parametrize(
    "fact",
    some([f for f in FACTS if f.solution or len(f.givens) <= 256], 3),
    ids=lambda fact: fact.name,
)
def test_oracle_agrees(fact: Fact) -> None:
    limit = min(5_000, fact.number + fact.is_exact)
    found = list(islice(oracle.solutions(allowed(fact.givens), inside(fact)), limit))
    assert len(found) == len(set(found)) == min(fact.number, limit)
    if fact.solution:
        assert [tuple(Grid(fact.solution))] == found


@pytest.mark.parametrize(
    "fact", [f for f in FACTS if f.is_exact and 1 < f.number < 40_000], ids=lambda fact: fact.name
)
def test_enumeration_finds_them_all(fact: Fact) -> None:
    found = np.array([list(grid) for grid in fact.puzzle.solutions()], np.uint8)
    givens = np.array([[int(sign) if sign != "." else 0 for sign in fact.givens]], np.uint8)
    assert len(np.unique(found, axis=0)) == len(found) == fact.number
    assert oracle.are_solutions(found, givens, inside(fact)).all()


@pytest.mark.parametrize("fact", by_source("made"), ids=lambda fact: fact.name)
def test_each_given_is_needed(fact: Fact) -> None:
    # The smaller ones were dug until no given could go.
    grid = fact.puzzle.givens
    if grid.size <= 9:
        for cell in grid.filled:
            assert Puzzle(grid.with_digits({cell: 0}), rules=fact.rules).count() == 2


# -- arithmetic ----------------------------------------------------------------------------------


def test_latin_squares_by_arithmetic() -> None:
    # A first row can be named in n! ways and the other rows be put in (n - 1)! orders; each leaves the same number.
    whole = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161_280, 6: 812_851_200}
    facts = by_source("latin")
    for fact in facts:
        size = math.isqrt(len(fact.givens))
        reduced = "." not in fact.givens[:size] and size > 1
        times = math.factorial(size) * math.factorial(size - 1) if reduced else 1
        assert fact.number * times == whole[size]
    assert {math.isqrt(len(fact.givens)) for fact in facts} == set(whole)


def test_boards_of_six_by_arithmetic() -> None:
    facts = [fact for fact in by_source("grids") if len(fact.givens) == 36]
    assert [fact.number * math.factorial(6) for fact in facts] == [28_200_960] * 2


def parts(cells: Iterable[int], joined: Iterable[Iterable[int]]) -> int:
    """Return the number of parts into which the cells fall when those of a house hang together."""
    part = {cell: cell for cell in cells}
    for house in joined:
        here = [cell for cell in house if cell in part]
        for cell in here[1:]:
            one, other = part[here[0]], part[cell]
            part = {c: one if p == other else p for c, p in part.items()}
    return len(set(part.values()))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_two_digits_by_arithmetic(kind: Kind) -> None:
    # Without all cells of two digits: each cell holds one or the other and decides all that it sees.
    rng = random.Random(kind.words)
    for board in kind.full_grids:
        pair = rng.sample(range(1, kind.rules.size + 1), 2)
        removed = [cell for cell, digit in enumerate(board) if digit in pair]
        number = 2 ** parts(removed, kind.inside)
        puzzle = Puzzle([0 if digit in pair else digit for digit in board], rules=kind.rules)
        assert puzzle.count(number + 1) == number


SHAPES = [(2, 2), (2, 3), (3, 2), (2, 5), (5, 2), (3, 4), (4, 4), (4, 5), (5, 5), (6, 5), (6, 6)]


@pytest.mark.parametrize(
    "shape",
    [pytest.param(s, marks=pytest.mark.slow) if s == (6, 6) else s for s in SHAPES],
)
def test_two_rows_by_arithmetic(shape: tuple[int, int]) -> None:
    # Without two rows of a band: the boxes are right however a column's two digits are arranged, and the columns
    # that miss a digit in common hang together in rings, each of which can be turned in two ways.
    rules = Rules(box_rows=shape[0], box_columns=shape[1])
    size, rng = rules.size, random.Random(f"{shape}")
    for _ in range(3):
        board = list(pattern(rules, rng))
        missing = [{board[column], board[size + column]} for column in range(size)]
        holders = [[c for c in range(size) if digit in missing[c]] for digit in range(1, size + 1)]
        number = 2 ** parts(range(size), holders)
        board[: 2 * size] = [0] * (2 * size)
        assert Puzzle(board, rules=rules).count(number + 1) == number


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8])
def test_second_rows_of_latin_squares_by_arithmetic(size: int) -> None:
    # All rows but two are given, on boards without boxes.
    rng = random.Random(size)
    rules = Rules(size=size, regions=())
    first = list(range(1, size + 1))
    board = [first[(row + column) % size] for row in range(size) for column in range(size)]
    one, other = sorted(rng.sample(range(size), 2))
    rings = math.gcd(other - one, size)
    for row in (one, other):
        board[row * size : row * size + size] = [0] * size
    assert Puzzle(board, rules=rules).count(2**rings + 1) == 2**rings
