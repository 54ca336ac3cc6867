"""Transforms: a group that acts on boards, with a number for each of its members, the same as in the core."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import oracle
import pytest
import strategies
from hypothesis import example, given
from hypothesis import strategies as st

from nonet import batch, engine
from nonet.base.cells import CellSet
from nonet.base.errors import RulesError
from nonet.boards.grid import Candidates, Grid
from nonet.boards.transforms import TRANSFORMS, Transform
from nonet.puzzle import Puzzle
from nonet.rules import Rules

IDENTITY = Transform.identity()
numbers = st.integers(0, TRANSFORMS - 1)
transforms = numbers.map(Transform.from_number)
boards = strategies.grids(9)


def by_hand(t: Transform, board: list[int]) -> list[int]:
    """Return a board carried over as the definition says, word by word."""
    rows = [board[i : i + 9] for i in range(0, 81, 9)]
    if t.transposed:
        rows = [list(column) for column in zip(*rows, strict=True)]
    names = {0: 0} | {digit: t.digits[digit - 1] for digit in range(1, 10)}
    return [names[rows[t.rows[r]][t.columns[c]]] for r in range(9) for c in range(9)]


# -- the definition -------------------------------------------------------------------------------


@given(transforms, boards)
def test_a_board_is_carried_over_as_the_definition_says(t: Transform, board: Grid) -> None:
    assert list(t.apply(board)) == by_hand(t, list(board))


@given(transforms)
def test_a_solved_board_stays_one(t: Transform) -> None:
    solved = t.apply(Grid(strategies.KNOWN_SOLUTION))
    assert oracle.are_solutions(np.array([list(solved)])).all()


def test_the_number_of_transforms() -> None:
    assert TRANSFORMS == 2 * 6**8 * 362_880


# -- the group ------------------------------------------------------------------------------------


@given(transforms, transforms, boards)
def test_a_product_does_the_right_one_first(a: Transform, b: Transform, board: Grid) -> None:
    assert (a @ b).apply(board) == a.compose(b).apply(board) == a.apply(b.apply(board))


@given(transforms, transforms, transforms)
def test_the_laws_of_a_group(a: Transform, b: Transform, c: Transform) -> None:
    assert (a @ b) @ c == a @ (b @ c)
    assert a @ IDENTITY == IDENTITY @ a == a
    assert a @ a.inverse() == a.inverse() @ a == IDENTITY
    assert (a @ b).inverse() == b.inverse() @ a.inverse()


@given(transforms, boards)
def test_the_inverse_leads_back(t: Transform, board: Grid) -> None:
    assert t.inverse().apply(t.apply(board)) == board


# -- numbers and bytes ----------------------------------------------------------------------------


@given(numbers)
@example(0)
@example(TRANSFORMS - 1)
def test_a_number_and_its_transform(number: int) -> None:
    t = Transform.from_number(number)
    assert t.number == number
    assert bytes(t) == engine.transform_of(number)
    assert Transform.from_bytes(bytes(t)) == t


def test_numbers_are_different_transforms() -> None:
    lowest = {Transform.from_number(number) for number in range(2 * 6**4)}
    assert len(lowest) == 2 * 6**4
    assert Transform.from_number(0) == IDENTITY


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
@example(2**64 - 1, 2**64 - 1)
def test_random_transforms_are_those_of_the_core(seed: int, number: int) -> None:
    row = bytearray(28)
    engine.random_transforms(seed, number, 1, transforms=row)
    assert bytes(Transform.random(seed=seed, number=number)) == bytes(row)


def test_a_seed_gives_the_same_transforms_in_every_version() -> None:
    assert [Transform.random(seed=7, number=i).number for i in range(3)] == [
        905183540604,
        459235112807,
        169577401611,
    ]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Transform.from_number(TRANSFORMS), "must be 0 to 1,218,998,108,159, got"),
        (lambda: Transform.from_number(-1), "must be 0 to 1,218,998,108,159, got"),
        (lambda: Transform.random(seed=-1), "seed must be .*, got -1"),
        (
            lambda: Transform.random(seed=0, number=2**64),
            "number must be .*, got 18446744073709551616",
        ),
        (lambda: Transform(rows=(0, 1, 3, 2, 4, 5, 6, 7, 8)), "must keep the bands .* together"),
        (
            lambda: Transform(columns=(0, 1, 3, 2, 4, 5, 6, 7, 8)),
            "must keep the stacks .* together",
        ),
        (
            lambda: Transform(rows=(0, 0, 2, 3, 4, 5, 6, 7, 8)),
            "rows must be 0 to 8 in some order, got",
        ),
        (lambda: Transform(digits=tuple(range(9))), "digits must be 1 to 9 in some order, got"),
        (lambda: Transform(columns=(0, 1)), "columns must be"),
        (lambda: Transform.from_bytes(bytes(27)), "a transform has 28 bytes, got 27"),
        (lambda: Transform.from_bytes(b"\2" + bytes(IDENTITY)[1:]), "must be 0 or 1, got 2"),
    ],
)
def test_invalid_numbers_of_transforms_are_refused(
    wrong: Callable[[], Transform], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        wrong()


# -- a value --------------------------------------------------------------------------------------


@given(transforms)
def test_a_transform_is_a_value(t: Transform) -> None:
    assert eval(repr(t)) == t
    assert pickle.loads(pickle.dumps(t)) == copy.deepcopy(t) == t
    assert hash(t) == hash(Transform.from_number(t.number))
    with pytest.raises(AttributeError):
        t.transposed = True  # type: ignore[misc]


def test_lists_are_accepted() -> None:
    t = Transform(False, list(range(9)), np.arange(9), [*range(1, 10)])  # type: ignore[arg-type]
    assert t == IDENTITY and hash(t) == hash(IDENTITY)


# -- everything that can be carried over ----------------------------------------------------------


@given(transforms, strategies.candidates(9))
def test_candidates_go_with_their_cells_and_digits(t: Transform, marks: Candidates) -> None:
    carried = t.apply(marks)
    assert carried.placed == t.apply(marks.placed)
    for cell in range(81):
        assert carried[t.cell(cell)] == {t.digits[digit - 1] for digit in marks[cell]}


@given(transforms, strategies.cell_sets(9))
def test_cells_go_where_their_digits_go(t: Transform, cells: CellSet) -> None:
    assert t.apply(cells) == CellSet(t.cell(cell) for cell in cells)
    board = Grid([int(cell in cells) for cell in range(81)])
    assert t.apply(board).filled == t.apply(cells)


def test_a_cell_by_its_name() -> None:
    turn = Transform(transposed=True)
    assert turn.cell("r1c2") == 9 and turn.cell(9) == 1


@given(transforms, boards)
def test_arrays_keep_their_shape_and_type(t: Transform, board: Grid) -> None:
    rows = np.array([list(board), [0] * 81, list(board)], np.int64)
    expected = [list(t.apply(board)), [0] * 81, list(t.apply(board))]
    carried = t.apply(rows)
    assert carried.dtype == np.int64 and carried.tolist() == expected
    assert t.apply(rows.reshape(3, 9, 9)).reshape(3, 81).tolist() == expected
    assert t.apply(np.asarray(board)).shape == (9, 9)
    assert t.apply(rows[0]).tolist() == expected[0]
    assert t.apply(rows[:0]).shape == (0, 81)
    assert batch.apply(np.array([list(bytes(t))] * 3, np.uint8), rows).tolist() == expected


@given(transforms, strategies.boards())
def test_a_puzzle_keeps_its_solutions(t: Transform, board: tuple[int, ...]) -> None:
    puzzle = Puzzle(board, info={"name": "a note"})
    carried = puzzle.transform(t)
    assert carried == t.apply(puzzle) and carried.givens == t.apply(puzzle.givens)
    assert carried.count(50) == puzzle.count(50) and not carried.info


@given(transforms, strategies.candidates(9))
def test_a_puzzle_takes_its_marks_along(t: Transform, marks: Candidates) -> None:
    carried = Puzzle(marks).transform(t)
    assert carried.marks is not None and carried.marks.masks == t.apply(marks).masks
    assert carried.transform(t.inverse()) == Puzzle(marks)


@pytest.mark.parametrize(
    "board",
    [
        Grid([0] * 16),
        Candidates.full(4),
        CellSet(size=16),
        Puzzle([0] * 16),
        Puzzle([0] * 36, rules=Rules(box_rows=2, box_columns=3)),
        np.zeros((3, 80), np.uint8),
    ],
    ids=lambda board: type(board).__name__,
)
def test_other_boards_are_refused(board: Any) -> None:
    with pytest.raises(RulesError, match=r"9x9|classic|81"):
        IDENTITY.apply(board)


def test_invalid_boards_are_refused() -> None:
    with pytest.raises(
        TypeError, match="expected a Grid, Candidates, CellSet, Puzzle or array, got str"
    ):
        IDENTITY.apply("." * 81)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="the digits 0 to 9"):
        IDENTITY.apply(np.full((1, 81), 10))
    with pytest.raises(ValueError, match="the digits 0 to 9"):
        IDENTITY.apply(np.zeros((1, 81)))
