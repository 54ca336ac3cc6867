"""The canonical form: one board for every puzzle in all its guises, and no board for two."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import forms
import numpy as np
import numpy.typing as npt
import oracle
import pytest
import quick
import strategies
from hypothesis import given
from oracle import Board
from strategies import Shuffle

from nonet import batch
from nonet.base.errors import RulesError
from nonet.batch import CanonicalResult, Status
from nonet.batch.keys import key_of
from nonet.boards.grid import Candidates, Grid
from nonet.boards.transforms import TRANSFORMS, Transform
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import Conflict

KNOWN = strategies.digits(strategies.KNOWN)
SOLVED = strategies.digits(strategies.KNOWN_SOLUTION)
# The board of which the most transforms lead to itself.
MOST = strategies.digits(
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
)
COLUMNS = ("boards", "transforms", "automorphisms", "status", "keys")


def array(boards: list[Board] | tuple[Board, ...]) -> npt.NDArray[np.uint8]:
    return np.array(boards, np.uint8).reshape(-1, 81)


def shifted(*starts: int) -> Board:
    """Return nine rows that are 1 to 9, each shifted to begin with another digit."""
    return tuple((start + c) % 9 + 1 for start in starts for c in range(9))


def order_of(t: Transform) -> int:
    """Return after how many times a transform has led back."""
    power, order = t, 1
    while power != Transform.identity():
        power, order = power @ t, order + 1
    return order


def symmetric(seed: int) -> Board:
    """Return some givens that a transform of a small order leaves as they are."""
    rng = random.Random(seed)
    turn = Transform.from_number(rng.randrange(1, TRANSFORMS))
    step, order = turn, order_of(turn)
    for _ in range(order // min(prime for prime in (2, 3, 5, 7, 11) if order % prime == 0) - 1):
        turn = turn @ step
    board = [0] * 81
    for _ in range(30):
        trial, cell, digit = list(board), rng.randrange(81), rng.randint(1, 9)
        while trial[cell] == 0:
            trial[cell] = digit
            cell, digit = turn.cell(cell), turn.digits[digit - 1]
        if trial[cell] == digit and Puzzle(trial).check():
            board = trial
    return tuple(board)


# -- what it is -----------------------------------------------------------------------------------

JUDGED = [
    *strategies.minimal_puzzles()[:12],
    *strategies.full_grids()[:6],
    *(tuple(strategies._sparse(random.Random(i), 3 + i // 2, 6 + i)) for i in range(20)),
    *(board for board in map(symmetric, range(24)) if sum(map(bool, board)) > 10),
    KNOWN,
    SOLVED,
    MOST,
    shifted(0, 3, 6, 1, 4, 7, 2, 5, 8),
    shifted(0, 3, 6, 2, 5, 8, 1, 4, 7),
]


@pytest.mark.parametrize("board", quick.some(JUDGED, 6))
def test_the_oracle_finds_the_same_form_and_as_many_automorphisms(board: Board) -> None:
    form, automorphisms = forms.canonical(board)
    puzzle = Puzzle(board)
    assert tuple(puzzle.canonical().givens) == form
    assert puzzle.automorphisms() == automorphisms
    assert puzzle.transform(puzzle.canonical_transform()) == puzzle.canonical()


@pytest.mark.parametrize(
    ("board", "number"),
    [
        ((0,) * 81, 2 * 6**8 * math.factorial(9)),
        ((1,) + (0,) * 80, TRANSFORMS // 729),
        (MOST, 648),
        (shifted(0, 3, 6, 1, 4, 7, 2, 5, 8), 54),
        (SOLVED, 1),
    ],
)
def test_known_numbers_of_automorphisms(board: Board, number: int) -> None:
    assert Puzzle(board).automorphisms() == number


def test_two_givens_can_be_put_in_seven_ways() -> None:
    """All boards with two givens: each class has as many members as its automorphisms say."""
    houses = [set(house) for house in oracle.CLASSIC]
    rows, weights = [], []
    for a in range(81):
        for b in range(a + 1, 81):
            for second in (1, 2):
                if second == 1 and any({a, b} <= house for house in houses):
                    continue
                board = [0] * 81
                board[a], board[b] = 1, second
                rows.append(board)
                weights.append(9 if second == 1 else 72)  # ways to name the digits
    found = batch.canonical(np.array(rows, np.uint8))
    _, first, members = np.unique(found.keys, return_index=True, return_inverse=True)
    sizes = np.bincount(members, weights=weights).astype(int)
    assert sizes.sum() == 255_150 and len(sizes) == 7
    assert sizes.tolist() == [TRANSFORMS // int(found.automorphisms[i]) for i in first]


@pytest.mark.slow
@pytest.mark.parametrize(
    "cells",
    [{0: 1}, {0: 1, 1: 2}, {0: 1, 40: 1}, {0: 1, 12: 2}],
    ids=["one", "a mini-row", "two equal", "two different"],
)
def test_orbit_and_automorphisms(cells: dict[int, int]) -> None:
    board = tuple(cells.get(cell, 0) for cell in range(81))
    guises = forms.orbit(board)
    assert len(guises) * Puzzle(board).automorphisms() == TRANSFORMS
    assert tuple(Puzzle(board).canonical().givens) == min(guises)


# -- one for all guises, none for two puzzles -----------------------------------------------------


def mixed_boards(number: int) -> npt.NDArray[np.uint8]:
    """Return boards of every kind: minimal ones, with more givens, sparse ones, full ones."""
    rng = random.Random(8)
    found: list[Board] = []
    while len(found) < number:
        kind = len(found) % 4
        if kind == 0:
            found.append(rng.choice(strategies.minimal_puzzles()))
        elif kind == 1:
            found.append(tuple(strategies._dug(rng, 20, 60)))
        elif kind == 2:
            found.append(tuple(strategies._sparse(rng, 8, 24)))
        else:
            found.append(rng.choice(strategies.full_grids()))
    return array(found)


def test_ten_thousand_equivalent_puzzles_have_the_same_form() -> None:
    boards = mixed_boards(1000)
    maps = batch.random_transforms(10_000, seed=5)
    there, here = batch.canonical(batch.apply(maps, boards)), batch.canonical(boards)
    assert (here.status == Status.FOUND).all() and (there.status == Status.FOUND).all()
    assert np.array_equal(there.boards, np.repeat(here.boards, 10, axis=0))
    assert np.array_equal(there.automorphisms, np.repeat(here.automorphisms, 10))
    assert np.array_equal(there.keys, np.repeat(here.keys, 10))


def test_the_transform_leads_to_the_form_and_the_form_is_its_own() -> None:
    boards = mixed_boards(1000)
    found = batch.canonical(boards)
    assert np.array_equal(batch.apply(found.transforms, boards), found.boards)
    assert np.array_equal(batch.canonical(found.boards).boards, found.boards)
    back = batch.apply(batch.inverse(found.transforms), found.boards)
    assert np.array_equal(back, boards)


@given(strategies.boards(20, 60), strategies.shuffles)
def test_a_board_shuffled_without_nonet_has_the_same_form(board: Board, change: Shuffle) -> None:
    one, other = Puzzle(board), Puzzle(change(board))
    assert one.canonical() == other.canonical()
    way = one.is_equivalent(other)
    assert way is not None and one.transform(way) == other


def test_what_differs_in_one_cell_is_another_puzzle() -> None:
    board = strategies.minimal_puzzles()[0]
    others = {Puzzle(board).canonical()}
    empty = [cell for cell in range(81) if not board[cell]]
    for cell in range(81):
        if board[cell]:
            others.add(Puzzle([*board[:cell], 0, *board[cell + 1 :]]).canonical())
    assert len(others) == 1 + 81 - len(empty)
    assert Puzzle(board).is_equivalent(Puzzle([0, *board[1:]] if board[0] else KNOWN)) is None
    assert Puzzle(MOST).is_equivalent(Puzzle(SOLVED)) is None


def test_every_puzzle_with_17_givens_is_another_one(
    corpus: Callable[[str], npt.NDArray[np.uint8]],
) -> None:
    found = batch.canonical(corpus("sudoku17.txt"))
    assert len(found) == len(np.unique(found.keys)) == 49_158
    assert (found.status == Status.FOUND).all()


def test_forms_and_keys_are_the_same_in_every_version() -> None:
    form = Puzzle(KNOWN).canonical()
    assert form.givens.text() == (
        "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45."
    )
    result = batch.canonical(array([KNOWN, SOLVED, MOST, (0,) * 81]))
    assert [f"{key:016x}" for key in result.keys.tolist()] == [
        "6d49bf04bf5c074f",
        "07eca7ce83a73e98",
        "a607a0e48b39954f",
        "cbd37ad29b93b094",
    ]


# -- one puzzle -----------------------------------------------------------------------------------


def test_equivalence_says_how() -> None:
    puzzle = Puzzle(KNOWN)
    t = Transform.random(seed=3)
    assert puzzle.is_equivalent(puzzle.transform(t)) == t
    assert puzzle.is_equivalent(puzzle) == Transform.identity()
    assert puzzle.is_equivalent(strategies.KNOWN) == Transform.identity()
    assert puzzle.is_equivalent(SOLVED) is None
    twins = Puzzle(MOST), Puzzle(MOST).transform(t)
    way = twins[0].is_equivalent(twins[1])
    assert way is not None and twins[0].transform(way) == twins[1]


def test_notes_are_left_behind_and_a_grid_is_a_puzzle() -> None:
    assert not Puzzle(KNOWN, info={"name": "a note"}).canonical().info
    assert Puzzle(Grid(SOLVED)).canonical().givens.is_full


@pytest.mark.parametrize(
    "ask", [Puzzle.canonical, Puzzle.canonical_transform, Puzzle.automorphisms]
)
def test_other_rules_and_marks_have_no_form(ask: Callable[[Puzzle], object]) -> None:
    for puzzle in (
        Puzzle(KNOWN, rules="diagonals"),
        Puzzle([0] * 16),
        Puzzle(Candidates.full()),
    ):
        with pytest.raises(RulesError, match="the canonical form needs"):
            ask(puzzle)
    with pytest.raises(Conflict, match="r1c1 and r1c2 are both 5") as caught:
        ask(Puzzle([5, 5, *KNOWN[2:]]))
    assert caught.value.cells == (0, 1)
    with pytest.raises(Conflict, match="r1c1 and r1c2 are both 5"):
        Puzzle(KNOWN).is_equivalent([5, 5, *KNOWN[2:]])


# -- many puzzles ---------------------------------------------------------------------------------


def same(one: CanonicalResult, other: CanonicalResult) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_neighbours_and_layout_change_nothing(threads: int) -> None:
    boards = mixed_boards(2000)
    usual = batch.canonical(boards, threads=1)
    text = b"".join(bytes(row + 48).replace(b"0", b".") + b"\n# a remark\n" for row in boards)
    assert same(batch.canonical(boards.reshape(-1, 9, 9), threads=threads), usual)
    assert same(batch.canonical(text, threads=threads), usual)
    order = np.random.default_rng(3).permutation(len(boards))
    other = batch.canonical(boards[order], threads=threads)
    for name in COLUMNS:
        assert np.array_equal(getattr(other, name), getattr(usual, name)[order])


def test_a_row_says_what_the_puzzle_says() -> None:
    boards = mixed_boards(100)
    found = batch.canonical(boards)
    for i, board in enumerate(boards):
        puzzle = Puzzle(board)
        assert Grid(found.boards[i]) == puzzle.canonical().givens
        assert Transform.from_bytes(found.transforms[i]) == puzzle.canonical_transform()
        assert found.automorphisms[i] == puzzle.automorphisms()
        assert found.keys[i] == key_of(bytes(puzzle.canonical().givens))


def test_a_row_that_has_no_form_never_raises() -> None:
    rows = array([KNOWN, (5, 5, *KNOWN[2:]), KNOWN, KNOWN])
    rows[2, 7] = 10
    found = batch.canonical(rows)
    assert found.status.tolist() == [
        Status.FOUND,
        Status.CONFLICT,
        Status.BAD_CELL,
        Status.FOUND,
    ]
    assert not found.boards[1:3].any() and not found.transforms[1:3].any()
    assert found.automorphisms.tolist() == [1, 0, 0, 1]
    assert found.keys[1:3].tolist() == [0, 0] and found.keys[0] == found.keys[3] != 0
    assert repr(found) == "<nonet.batch.CanonicalResult: 4 rows, 2 found, 1 conflict, 1 bad_cell>"
    assert len(batch.canonical(b"")) == 0 == len(batch.canonical(b"").keys)
    with pytest.raises(ValueError, match="needs digits, got candidates"):
        batch.canonical(np.full((1, 81), 511, np.uint16))
    with pytest.raises(ValueError, match="threads must be at least 1, got 0"):
        batch.canonical(rows, threads=0)
