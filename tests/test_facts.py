"""The table of known counts: by each instruction set, by the oracle, and by arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import oracle
import pytest
import strategies

from nonet import batch
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import MultipleSolutions, PuzzleError


class Fact(NamedTuple):
    puzzle: str
    number: int
    is_exact: bool
    solution: str
    source: str


def read_facts() -> list[Fact]:
    facts = []
    path = Path(__file__).parent / "data" / "facts.txt"
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            row, source = line.split("#")
            puzzle, count, solution = row.strip().split(":")
            facts.append(
                Fact(puzzle, int(count.rstrip("+")), "+" not in count, solution, source.strip())
            )
    return facts


FACTS = read_facts()
NAMES = [f"{fact.source}-{fact.number}" for fact in FACTS]


def test_the_table_is_read() -> None:
    assert len(FACTS) >= 20
    assert {len(fact.puzzle) for fact in FACTS} == {81}
    assert all(bool(fact.solution) == (fact.number == 1) for fact in FACTS)


def test_every_source_is_explained() -> None:
    text = (Path(__file__).parent / "data" / "SOURCES.md").read_text("utf-8")
    assert all(f"\n| {fact.source} |" in text for fact in FACTS)


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_count(instruction_set: str, fact: Fact) -> None:
    puzzle = Puzzle(fact.puzzle)
    limit = fact.number + 1 if fact.is_exact else fact.number
    assert puzzle.count(limit) == fact.number
    if fact.number > 1:
        assert puzzle.count(fact.number - 1) == fact.number - 1
        assert not puzzle.is_unique


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_solution(instruction_set: str, fact: Fact) -> None:
    puzzle = Puzzle(fact.puzzle)
    if fact.number == 1:
        assert puzzle.solution() == Grid(fact.solution)
        assert puzzle.check(fact.solution)
        assert list(puzzle.solutions()) == [Grid(fact.solution)]
    else:
        with pytest.raises(MultipleSolutions if fact.number else PuzzleError):
            puzzle.solution()


def test_counts_in_one_batch(instruction_set: str) -> None:
    facts = [fact for fact in FACTS if fact.number < 10_000]
    text = "\n".join(fact.puzzle for fact in facts).encode()
    result = batch.solve(text, limit=10_000)
    assert result.counts.tolist() == [fact.number for fact in facts]
    assert result.exact.all()


@pytest.mark.parametrize("fact", FACTS, ids=NAMES)
def test_oracle_agrees(fact: Fact) -> None:
    limit = min(10_000, fact.number + fact.is_exact)
    found = list(islice(oracle.solutions(oracle.allowed(fact.puzzle)), limit))
    assert len(found) == len(set(found)) == min(fact.number, limit)
    if fact.solution:
        assert found == [strategies.digits(fact.solution)]


@pytest.mark.parametrize(
    "fact", [fact for fact in FACTS if 1 < fact.number < 10_000], ids=lambda fact: fact.source
)
def test_enumeration_finds_them_all(instruction_set: str, fact: Fact) -> None:
    found = np.array([list(grid) for grid in Puzzle(fact.puzzle).solutions()], np.uint8)
    givens = np.array([strategies.digits(fact.puzzle)], np.uint8)
    assert len(np.unique(found, axis=0)) == len(found) == fact.number
    assert oracle.are_solutions(found, givens).all()


# -- arithmetic ----------------------------------------------------------------------------------


def parts(nodes: list[int], near: Callable[[int, int], bool]) -> int:
    """Return the number of connected parts."""
    left, number = set(nodes), 0
    while left:
        number += 1
        part = [left.pop()]
        for member in part:
            found = {node for node in left if near(node, member)}
            left -= found
            part.extend(found)
    return number


def filled(fact: Fact) -> list[int]:
    found = oracle.first(oracle.allowed(fact.puzzle))
    assert found is not None
    return list(found)


def by_source(source: str) -> list[Fact]:
    return [fact for fact in FACTS if fact.source == source]


@pytest.mark.parametrize("fact", by_source("two-digits"), ids=lambda fact: fact.number)
def test_two_digits_by_arithmetic(fact: Fact) -> None:
    board = filled(fact)
    gone = [cell for cell in range(81) if fact.puzzle[cell] == "."]
    digits = {board[cell] for cell in gone}
    assert len(digits) == 2 and len(gone) == 18
    assert 2 ** parts(gone, lambda a, b: b in strategies.PEERS[a]) == fact.number


@pytest.mark.parametrize("fact", by_source("two-rows"), ids=lambda fact: fact.number)
def test_two_rows_by_arithmetic(fact: Fact) -> None:
    board = filled(fact)
    assert fact.puzzle[:18] == "." * 18 and "." not in fact.puzzle[18:]
    missing = [{board[column], board[9 + column]} for column in range(9)]
    rings = parts(list(range(9)), lambda a, b: bool(missing[a] & missing[b]))
    assert 2**rings == fact.number


@pytest.mark.parametrize("fact", by_source("rectangles"), ids=lambda fact: fact.number)
def test_rectangles_by_arithmetic(fact: Fact) -> None:
    gone = [cell for cell in range(81) if fact.puzzle[cell] == "."]
    houses = [set(house) & set(gone) for house in oracle.houses()]
    number = parts(gone, lambda a, b: any({a, b} <= house for house in houses))
    assert len(gone) == 4 * number
    assert all(len(house) in (0, 2) for house in houses)
    assert 2**number == fact.number


@pytest.mark.parametrize("fact", by_source("last-band"), ids=lambda fact: fact.number)
def test_last_band_by_arithmetic(fact: Fact) -> None:
    rows = [[int(digit) for digit in fact.puzzle[r * 9 : r * 9 + 9]] for r in range(6)]
    assert oracle.last_band_count(rows) == fact.number
