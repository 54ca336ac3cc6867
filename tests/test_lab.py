"""Measurements are fair: boards in disguise are as hard as before, and no wrong answer passes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from nonet import Rules, lab
from nonet.rules import CLASSIC
from nonet.variants import parse_rules

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CROSSED = "1234341243212143"  # rows, columns, boxes and both diagonals
JIGSAW = "jigsaw:AAABACBBCCBDCDDD"
IN_JIGSAW = "1342213442133421"

Boards = npt.NDArray[np.uint8]


def boards(*texts: str) -> Boards:
    """Return boards as rows of an array."""
    return np.array([[int(sign) for sign in text] for text in texts], np.uint8)


def large(size: int) -> Boards:
    """Return one right board with square boxes: each row is moved by so much that it fits."""
    side = round(size**0.5)
    rows, columns = np.divmod(np.arange(size**2), size)
    moved = side * (rows % side) + rows // side
    grid: Boards = ((moved + columns) % size + 1).astype(np.uint8)[None]
    return grid


RIGHT = [
    (CLASSIC, boards(SOLVED)),
    (parse_rules("diagonals", size=4), boards(CROSSED)),
    (parse_rules(JIGSAW), boards(IN_JIGSAW)),
    (parse_rules("latin5"), boards("1234523451345124512351234")),
    (Rules(size=16), large(16)),
    (Rules(size=36), large(36)),
]
NAMES = ["classic", "diagonals", "jigsaw", "latin", "16x16", "36x36"]


@pytest.mark.parametrize(("rules", "grid"), RIGHT, ids=NAMES)
def test_a_right_board_passes_and_one_with_any_other_digit_does_not(
    rules: Rules, grid: Boards
) -> None:
    empty = np.zeros_like(grid)
    assert lab.verified(empty, grid, rules=rules).tolist() == [True]
    cells = grid.shape[1]
    wrong = np.tile(grid, (cells, 1))
    wrong[np.arange(cells), np.arange(cells)] %= rules.size
    wrong[np.arange(cells), np.arange(cells)] += 1
    assert not lab.verified(np.zeros_like(wrong), wrong, rules=rules).any()
    for value in (0, rules.size + 1, 255):
        wrong[:] = grid
        wrong[np.arange(cells), np.arange(cells)] = value
        assert not lab.verified(np.zeros_like(wrong), wrong, rules=rules).any()


def test_every_kind_of_house_is_looked_at() -> None:
    def passes(grid: Boards, words: str) -> bool:
        rules = parse_rules(words, size=round(grid.shape[1] ** 0.5))
        return bool(lab.verified(np.zeros_like(grid), grid, rules=rules)[0])

    shifted = boards("1234234134124123")  # rows and columns are right, boxes are not
    assert passes(shifted, "latin") and not passes(shifted, "2x2")
    assert not passes(boards("1234123412341234"), "latin")  # columns
    assert not passes(boards("1111222233334444"), "latin")  # rows
    assert passes(boards(CROSSED), "2x2 diagonals")
    turned = boards("3412123443212143")  # the first two rows have changed places
    assert passes(turned, "2x2") and not passes(turned, "2x2 diagonals")
    assert passes(boards(IN_JIGSAW), JIGSAW) and not passes(boards(CROSSED), JIGSAW)
    assert not passes(boards(CROSSED), "2x2 pair:r1c1r3c4")


def test_a_changed_given_does_not_pass() -> None:
    puzzle, grid = boards(EASY), boards(SOLVED)
    assert lab.verified(puzzle, grid)[0]
    renamed = grid % 9 + 1
    assert lab.verified(puzzle * 0, renamed)[0] and not lab.verified(puzzle, renamed)[0]


@pytest.mark.parametrize(("rules", "grid"), RIGHT, ids=NAMES)
def test_a_board_in_disguise_is_right_if_it_was(rules: Rules, grid: Boards) -> None:
    many = np.tile(grid, (20, 1))
    shuffled = lab.shuffled(many, 5, rules=rules)
    assert lab.verified(many * 0, shuffled, rules=rules).all()
    assert len(np.unique(shuffled, axis=0)) > 5
    assert (lab.shuffled(many, 5, rules=rules) == shuffled).all()
    assert not (lab.shuffled(many, 6, rules=rules) == shuffled).all()


def test_the_order_changes_and_no_board_is_lost() -> None:
    rows = np.zeros((50, 16), np.uint8)
    rows[np.arange(50)[:, None] > np.arange(16) * 3] = 1  # more and more givens
    shuffled = lab.shuffled(rows, 1, rules=Rules(size=4))
    givens = (shuffled > 0).sum(axis=1).tolist()
    assert sorted(givens) == sorted((rows > 0).sum(axis=1).tolist())
    assert givens != (rows > 0).sum(axis=1).tolist()


def test_only_classic_boards_have_their_cells_moved() -> None:
    givens = boards(EASY) > 0
    assert ((lab.shuffled(boards(EASY), 1) > 0) != givens).any()
    crossed = parse_rules("diagonals", size=9)
    assert ((lab.shuffled(boards(EASY), 1, rules=crossed) > 0) == givens).all()
