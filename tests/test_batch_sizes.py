"""`batch.solve` on boards of other sizes and rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import oracle
import pytest

from nonet import batch
from nonet.base.errors import RulesError
from nonet.batch import Status
from nonet.boards.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.rules.variants import diagonals

FOUR = ["1... ..3. .4.. ...2", "1... .... .... ....", "11.. .... .... ....", "12.. 3... .4.. ...."]
COUNTS = [1, 72, 0, 0]


def digits(rows: list[str]) -> Any:
    return np.array([list(Grid(row)) for row in rows], np.uint8)


def test_the_size_shows_in_the_array() -> None:
    result = batch.solve(digits(FOUR), limit=1000)
    assert result.counts.tolist()[:3] == COUNTS[:3]
    assert result.counts.tolist() == [Puzzle(row).count(1000) for row in FOUR]
    assert result.status[0] == Status.UNIQUE and result.status[2] == Status.CONFLICT
    assert result.solutions.shape == (4, 16)
    assert Puzzle(FOUR[0]).check(Grid(result.solutions[0]))
    cube = batch.solve(digits(FOUR).reshape(-1, 4, 4), limit=1000)
    assert cube.counts.tolist() == result.counts.tolist()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_lines_of_other_sizes(kind: Any) -> None:
    text = "# four by four\n" + "\n".join(row.replace(" ", "") for row in FOUR) + "  # last\n"
    result = batch.solve(kind(text.encode()), rules="2x2", limit=1000)
    assert result.counts.tolist() == [Puzzle(row).count(1000) for row in FOUR]
    letters = "A" + "." * 255 + "\r\n\n" + "AA" + "." * 254
    found = batch.solve(kind(letters.encode()), rules=Rules(size=16), limit=3)
    assert found.counts.tolist() == [3, 0] and found.solutions[0, 0] == 1


def test_a_line_that_is_no_board_is_a_row() -> None:
    result = batch.solve(b"1...............\n1...\n", rules="2x2")
    assert result.status.tolist() == [Status.MULTIPLE, Status.BAD_CELL]
    assert batch.solve(b"1................\n", rules="2x2").status.tolist() == [Status.BAD_CELL]


def test_bad_rows_do_not_disturb_their_neighbours() -> None:
    rows = np.repeat(digits(FOUR[:1]), 40, axis=0)
    rows[[3, 8, 39], 5] = [5, 255, 37]
    result = batch.solve(rows)
    assert np.flatnonzero(result.status == Status.BAD_CELL).tolist() == [3, 8, 39]
    assert (np.delete(result.status, [3, 8, 39]) == Status.UNIQUE).all()


@pytest.mark.parametrize("mask_type", [np.uint16, np.uint32, np.uint64])
def test_masks(mask_type: Any) -> None:
    masks = np.full((9, 16), 15, mask_type)
    masks[:, 0] = 1
    assert batch.solve(masks, limit=100).counts.tolist() == [72] * 9
    allowed = np.ones((2, 16, 4), bool)
    assert batch.solve(allowed, limit=1000).counts.tolist() == [288] * 2


def test_rules_of_every_kind() -> None:
    empty = np.zeros((1, 16), np.uint8)
    houses = oracle.houses(2, 2)
    for rules in (Rules(size=4, extra=diagonals(4)), Rules(size=4, regions=())):
        inside = [list(house.cells) for house in rules.houses]
        number = sum(1 for _ in oracle.solutions([15] * 16, inside))
        assert batch.solve(empty, rules=rules, limit=1000).counts.tolist() == [number]
    assert len(houses) == 12


def test_a_six_by_six_needs_its_boxes() -> None:
    with pytest.raises(RulesError, match="boxes of 2x3 or 3x2"):
        batch.solve(np.zeros((1, 36), np.uint8))
    with pytest.raises(ValueError, match=r"shape \(1, 36\), expected \(n, 16\)"):
        batch.solve(np.zeros((1, 36), np.uint8), rules=Rules(size=4))
    with pytest.raises(RulesError, match="the board is 6x6, the rules '2x2' are for 4x4"):
        batch.solve(np.zeros((1, 36), np.uint8), rules="2x2")


def test_threads_and_neighbours_change_nothing() -> None:
    rng = np.random.default_rng(1)
    rows = np.where(rng.random((600, 36)) < 0.2, rng.integers(1, 7, (600, 36)), 0).astype(np.uint8)
    one = batch.solve(rows, rules="2x3", threads=1, limit=50)
    two = batch.solve(rows, rules="2x3", threads=3, limit=50)
    alone = [batch.solve(row[None], rules="2x3", limit=50) for row in rows[:60]]
    assert np.array_equal(one.solutions, two.solutions)
    assert np.array_equal(one.counts, two.counts) and np.array_equal(one.status, two.status)
    assert [int(single.counts[0]) for single in alone] == one.counts[:60].tolist()
    assert all(np.array_equal(s.solutions[0], one.solutions[i]) for i, s in enumerate(alone))
    assert {int(status) for status in one.status} >= {Status.MULTIPLE, Status.CONFLICT}
