"""Rectangles in profiles other than `se`: corners that have lost a digit, and filled corners."""

from __future__ import annotations

import pytest
from test_technique_facts import ROWS, Row, named, says

from nonet import Candidates, Grid, Puzzle, engine
from nonet.steps import SE, Role, Step, profile

RECTANGLES = [row for row in ROWS if row.is_there and row.name.startswith("unique_rectangle")]
AVOIDABLE = [row for row in ROWS if row.is_there and row.name.startswith("avoidable")]


def steps_of(row: Row, board: Candidates, givens: Grid | None) -> tuple[Step, ...]:
    """Return the steps of the technique of a row in the profile `nonet`."""
    wanted = profile("nonet").only(row.name)
    return engine.all_steps(board, profile=wanted, everything=True, givens=givens)


@pytest.mark.parametrize("row", named(RECTANGLES))
def test_a_corner_may_have_lost_one_of_the_two_digits(row: Row) -> None:
    """Sudoku Explainer wants both digits in every corner; what is eliminated stays the same without one."""
    board, solution = row.candidates, Puzzle(row.givens).solution()
    step = next(step for step in steps_of(row, board, row.givens) if says(step, row))
    extra = {mark.cell for mark in step.marks if mark.role is Role.EXTRA}
    plain = [mark for mark in step.marks if mark.role is Role.BASE and mark.cell not in extra]
    if len(plain) < 2:
        return  # one corner must have both digits alone
    cell, digits = plain[0].cell, plain[0].digits
    masks = list(board.masks)
    masks[cell] &= ~sum(1 << digit - 1 for digit in digits if digit != solution[cell])
    less = Candidates.from_masks(masks, placed=board.placed)
    assert any(says(step, row) for step in steps_of(row, less, row.givens))
    if "se" in step.technique.ratings:
        known = engine.all_steps(less, profile=SE.only(row.name), everything=True)
        assert not any(says(step, row) for step in known)


@pytest.mark.parametrize("row", named(AVOIDABLE))
def test_what_cannot_be_swapped_makes_no_avoidable_rectangle(row: Row) -> None:
    """Givens stay: if all filled cells are givens, or it is unknown which are, there is no step."""
    assert steps_of(row, row.candidates, row.givens)
    assert not steps_of(row, row.candidates, row.candidates.placed)
    assert not steps_of(row, row.candidates, None)


@pytest.mark.parametrize("row", named(AVOIDABLE))
def test_one_given_among_the_filled_corners_is_enough_to_prevent_it(row: Row) -> None:
    step = next(step for step in steps_of(row, row.candidates, row.givens) if says(step, row))
    for filled in (mark for mark in step.marks if mark.role is Role.CAUSE):
        givens = list(row.givens)
        givens[filled.cell] = row.candidates.placed[filled.cell]
        found = steps_of(row, row.candidates, Grid(bytes(givens)))
        assert not any(says(step, row) for step in found)
