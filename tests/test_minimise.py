"""Redundant and missing givens, checked by trying everything on 4x4 boards, and by the oracle."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, product

import numpy as np
import numpy.typing as npt
import oracle
import pytest
from generated import golden
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds import KINDS
from quick import examples, some
from strategies import KNOWN

from nonet import (
    Candidates,
    Conflict,
    LimitReached,
    MultipleSolutions,
    NoSolution,
    Puzzle,
    engine,
    generate,
)

SMALL = oracle.houses(2, 2)
TWO_CLASSES = {"1234341221434321": (96, 284), "1234341223414123": (192, 304)}
"""Every 4x4 board is equivalent to one of these: its equivalents, and its minimal puzzles."""


@cache
def all_boards() -> npt.NDArray[np.uint8]:
    """Return the 288 boards of 4x4."""
    return np.array(list(oracle.solutions((15,) * 16, SMALL)), np.uint8)


def fitting(cells: tuple[int, ...] | bytes) -> npt.NDArray[np.uint8]:
    """Return the boards of 4x4 that have these givens."""
    row = np.array(list(cells), np.uint8)
    fits = ((row == 0) | (all_boards() == row)).all(axis=1)
    return np.compress(fits, all_boards(), axis=0)


@cache
def minimal_sets(board: str) -> frozenset[int]:
    """Return the minimal sets of givens of a solved board of 4x4: of all 65,536 sets those that hit what differs."""
    solved = np.array([int(sign) for sign in board], np.uint8)
    differs = (all_boards() != solved).astype(np.int64) @ (1 << np.arange(16))
    differs = differs[differs > 0]
    sets = np.arange(1 << 16)
    unique = ((sets[:, None] & differs[None, :]) != 0).all(axis=1)
    without = np.stack(
        [unique[sets & ~(1 << cell)] & (sets >> cell & 1 == 1) for cell in range(16)]
    )
    return frozenset(np.flatnonzero(unique & ~without.any(axis=0)).tolist())


def as_mask(puzzle: Puzzle) -> int:
    return puzzle.givens.filled.mask


def unique(cells: tuple[int, ...], inside: oracle.Houses = oracle.CLASSIC, size: int = 9) -> bool:
    return oracle.count(oracle.allowed(cells, size), 2, inside) == 1


# -- givens to spare ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("board", some(list(TWO_CLASSES), 2, 1))
def test_all_minimal_puzzles_of_a_board(board: str) -> None:
    found = [as_mask(puzzle) for puzzle in Puzzle(board).minimal_puzzles(seed=3)]
    assert len(found) == len(set(found)), "each once"
    assert set(found) == minimal_sets(board)
    assert len(found) == TWO_CLASSES[board][1]


def test_minimal_puzzles_of_4x4_match_the_published_number() -> None:
    assert sum(boards * puzzles for boards, puzzles in TWO_CLASSES.values()) == 85_632
    assert sum(boards for boards, _ in TWO_CLASSES.values()) == len(all_boards())


@pytest.mark.slow
@settings(max_examples=examples(10))
@given(st.integers(0, 287), st.sets(st.integers(0, 15)), st.integers(0, 2**64 - 1))
def test_all_minimal_puzzles_of_some_givens(number: int, gone: set[int], seed: int) -> None:
    solved = all_boards()[number]
    puzzle = Puzzle([0 if cell in gone else int(digit) for cell, digit in enumerate(solved)])
    if not puzzle.is_unique:
        with pytest.raises(MultipleSolutions):
            next(puzzle.minimal_puzzles(seed))
        assert not puzzle.is_minimal
        return
    wanted = minimal_sets("".join(map(str, solved)))
    found = [as_mask(minimal) for minimal in puzzle.minimal_puzzles(seed)]
    assert sorted(found) == sorted(cells for cells in wanted if not cells & ~as_mask(puzzle))
    assert puzzle.is_minimal == (as_mask(puzzle) in wanted)
    assert [as_mask(minimal) for minimal in puzzle.minimal_puzzles(seed)] == found, "the same again"


def test_the_first_is_that_of_removing_givens_one_by_one() -> None:
    puzzle = Puzzle(KNOWN)
    first = next(puzzle.minimal_puzzles(seed=5))
    assert puzzle.minimise(seed=5) == first and first.is_minimal
    assert len({puzzle.minimise(seed) for seed in range(6)}) > 1
    assert puzzle.minimise() == puzzle.minimise(seed=0)
    assert len(list(puzzle.minimal_puzzles(limit=7))) == 7


@pytest.mark.slow
def test_the_number_of_minimal_puzzles() -> None:
    assert len(set(Puzzle(KNOWN).minimal_puzzles(seed=5))) == 416


def test_redundant_givens() -> None:
    rng = random.Random(1)
    for row in golden()["{}"][:4]:
        cells = list(Puzzle(row.givens).givens)
        solution = Puzzle(row.givens).solution()
        for cell in rng.sample([cell for cell in range(81) if not cells[cell]], 5):
            cells[cell] = solution[cell]
        puzzle = Puzzle(cells)
        spare = {
            cell
            for cell in puzzle.givens.filled
            if unique(tuple(puzzle.givens.with_digits({cell: 0})))
        }
        assert set(puzzle.redundant_givens()) == spare and len(spare) >= 5
        assert not puzzle.is_minimal
        for minimal in puzzle.minimal_puzzles(limit=3):
            assert unique(tuple(minimal.givens)) and minimal.is_minimal
            assert minimal.solution() == solution and not minimal.redundant_givens()
            assert minimal.givens.filled < puzzle.givens.filled
        assert Puzzle(row.givens).is_minimal and not Puzzle(row.givens).redundant_givens()


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.rules.size <= 8], ids=lambda k: k.name
)
def test_other_rules(kind: object) -> None:
    assert isinstance(kind, type(KINDS[0]))
    size = kind.rules.size
    puzzle = Puzzle(kind.full_grids[0], rules=kind.rules)
    minimal = puzzle.minimise(seed=2)
    assert minimal.rules == kind.rules
    assert unique(tuple(minimal.givens), kind.inside, size)
    for cell in minimal.givens.filled:
        assert not unique(tuple(minimal.givens.with_digits({cell: 0})), kind.inside, size)


def test_a_large_board() -> None:
    puzzle = generate(seed=1, rules="4x4", minimal=False, givens=(110, 115))
    minimal = puzzle.minimise()
    assert minimal.is_minimal and minimal.givens.filled < puzzle.givens.filled


def test_marks_stay() -> None:
    marks = Puzzle(KNOWN).candidates().without({"r1c3": {1}})
    puzzle = Puzzle(KNOWN, marks=Candidates.from_masks(marks.masks))
    minimal = puzzle.minimise()
    assert minimal.marks == puzzle.marks and minimal.is_unique
    assert len(minimal.givens.filled) == 0, "the marks say it all"
    assert Puzzle(Candidates.from_masks(marks.masks)).redundant_givens().names == ()


def test_puzzles_without_exactly_one_solution() -> None:
    for text, kind in (
        ("." * 81, MultipleSolutions),
        ("55" + KNOWN[2:], Conflict),
        ("531" + KNOWN[3:], NoSolution),
    ):
        puzzle = Puzzle(text)
        assert not puzzle.is_minimal
        for ask in (
            puzzle.minimise,
            puzzle.redundant_givens,
            lambda p=puzzle: next(p.minimal_puzzles()),
        ):
            with pytest.raises(kind):
                ask()


# -- givens that are missing ----------------------------------------------------------------------


def fewest_missing(cells: tuple[int, ...]) -> int:
    """Return how many further givens a board of 4x4 needs: all sets of cells, by size."""
    boards = fitting(cells)
    if len(boards) == 1:
        return 0
    for number in range(1, 17):
        for chosen in combinations(range(16), number):
            counts = np.unique(boards[:, chosen], axis=0, return_counts=True)[1]
            if (counts == 1).any():
                return number
    raise AssertionError


@settings(max_examples=examples(60))
@given(st.integers(0, 287), st.sets(st.integers(0, 15), min_size=9))
def test_the_fewest_givens_that_are_missing(number: int, gone: set[int]) -> None:
    solved = all_boards()[number]
    cells = tuple(0 if cell in gone else int(digit) for cell, digit in enumerate(solved))
    repair = Puzzle(cells).repair()
    assert repair.exact and len(repair.added) == fewest_missing(cells)
    assert len(fitting(bytes(repair.puzzle.givens))) == 1
    kept = tuple(0 if c in repair.added else d for c, d in enumerate(repair.puzzle.givens))
    assert kept == cells


def test_a_unique_puzzle_needs_no_repair() -> None:
    repair = Puzzle(KNOWN, info={"author": "me"}).repair()
    assert (repair.puzzle, len(repair.added), repair.exact) == (Puzzle(KNOWN), 0, True)
    assert str(repair) == "nothing to repair" and repair.puzzle.info == {"author": "me"}


@pytest.mark.parametrize("rows", [[0], pytest.param([1, 2, 3], marks=pytest.mark.slow)])
def test_one_or_two_removed_givens_are_added(rows: list[int]) -> None:
    rng = random.Random(2 + rows[0])
    for row in (golden()["{}"][index] for index in rows):
        puzzle = Puzzle(row.givens)
        for number in (1, 2):
            gone = rng.sample(list(puzzle.givens.filled), number)
            holed = Puzzle(puzzle.givens.with_digits(dict.fromkeys(gone, 0)))
            repair = holed.repair()
            assert repair.exact and 1 <= len(repair.added) <= number
            assert unique(tuple(repair.puzzle.givens))
            assert str(repair).startswith("add ") and "(fewest changes possible" in str(repair)
            assert repair.added.names[0] in str(repair)
            if len(repair.added) == 2:
                # No candidate alone will do: the oracle tries them all.
                masks = oracle.allowed(tuple(holed.givens))
                open_ = [cell for cell in range(81) if not holed.givens[cell]]
                for cell, digit in product(open_, range(9)):
                    one = [*masks]
                    one[cell] = 1 << digit
                    assert oracle.count(one, 2) != 1


@pytest.mark.parametrize(
    "holed",
    [
        "....7.68.9......4.7....2......7..........6..2.5.983.7..........6....91.4...8...2.",
        ".......9..2..6......5.7.3....8....4....45....9.2.....12.4..3........4..87..8.....",
        "....98....3.........417.....6....4....8.5.........4.73..7325.......4...84..9.....",
    ],
)
def test_two_suffice_where_the_best_first_step_leads_to_three(holed: str) -> None:
    repair = Puzzle(holed).repair()
    assert repair.exact and len(repair.added) == 2 and repair.puzzle.is_unique


@pytest.mark.slow
def test_a_repair_that_is_not_proved_says_so() -> None:
    repair = Puzzle("." * 81).repair(budget=10_000)
    assert not repair.exact and str(repair).endswith("(fewer changes may suffice)")
    assert 17 <= len(repair.added) <= 30 and unique(tuple(repair.puzzle.givens))
    assert isinstance(repair.puzzle, Puzzle) and repair.puzzle.is_minimal
    holed = Puzzle(golden()["{}"][0].givens)
    holed = Puzzle(holed.givens.with_digits(dict.fromkeys(list(holed.givens.filled)[:4], 0)))
    bounded = holed.repair(budget=1)
    assert bounded.puzzle.is_unique and not bounded.exact
    assert len(bounded.added) >= len(holed.repair().added)


def test_where_solutions_differ() -> None:
    rng = random.Random(3)
    for row in golden()["{}"][:5]:
        puzzle = Puzzle(row.givens)
        assert puzzle.differences() == {}
        gone = rng.sample(list(puzzle.givens.filled), 2)
        holed = Puzzle(puzzle.givens.with_digits(dict.fromkeys(gone, 0)))
        seen = [
            set(column)
            for column in zip(*oracle.solutions(oracle.allowed(tuple(holed.givens))), strict=True)
        ]
        assert holed.differences() == {c: s for c, s in enumerate(seen) if len(s) > 1}
    assert Puzzle("." * 81).differences() == dict.fromkeys(range(81), frozenset(range(1, 10)))
    assert Puzzle("." * 36, rules="2x3").differences() == dict.fromkeys(
        range(36), frozenset(range(1, 7))
    )


@settings(max_examples=examples(40))
@given(st.integers(0, 287), st.sets(st.integers(0, 15)))
def test_differences_on_small_boards(number: int, gone: set[int]) -> None:
    solved = all_boards()[number]
    cells = tuple(0 if cell in gone else int(digit) for cell, digit in enumerate(solved))
    seen = [set(column.tolist()) for column in fitting(cells).T]
    assert Puzzle(cells).differences() == {c: s for c, s in enumerate(seen) if len(s) > 1}


def test_without_a_solution_there_are_no_differences() -> None:
    for text, kind in (("55" + KNOWN[2:], Conflict), ("531" + KNOWN[3:], NoSolution)):
        with pytest.raises(kind):
            Puzzle(text).differences()


def test_a_spent_budget_raises() -> None:
    empty = Puzzle("." * 81)
    with pytest.raises(LimitReached, match="the budget of 1 guess is spent") as found:
        empty.differences(budget=1)
    assert isinstance(found.value.progress, dict)
    hard = Puzzle(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    )
    assert hard.is_minimal
    with pytest.raises(LimitReached):
        hard.minimise(budget=1)
    with pytest.raises(LimitReached):
        hard.redundant_givens(budget=1)


def test_the_instruction_set_changes_nothing(instruction_set: str) -> None:
    puzzle = Puzzle(KNOWN)
    assert [as_mask(p) for p in puzzle.minimal_puzzles(limit=5)] == kept_masks()
    holed = Puzzle("0" * 9 + KNOWN[9:72] + "0" * 9)
    assert (holed.repair().added, holed.differences()) == kept_repair()


@cache
def kept_masks() -> list[int]:
    name = list(engine.instruction_sets())[-1]
    with engine.using_instruction_set(name):
        return [as_mask(p) for p in Puzzle(KNOWN).minimal_puzzles(limit=5)]


@cache
def kept_repair() -> tuple[object, object]:
    with engine.using_instruction_set(list(engine.instruction_sets())[-1]):
        holed = Puzzle("0" * 9 + KNOWN[9:72] + "0" * 9)
        return holed.repair().added, holed.differences()
