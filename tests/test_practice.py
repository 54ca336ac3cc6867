"""Positions to practise on: the next step is of the technique, and nothing easier is left."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
import rated
from console import EASY, run
from quick import some

from nonet import Puzzle, formats, generating
from nonet.base.errors import LimitReached
from nonet.steps import SE, profile

ROWS = rated.rows()


@pytest.mark.parametrize(
    "name", some(["naked_single", "pointing", "hidden_pair", "xy_wing", "x_wing"], 2, 1)
)
def test_the_next_step_is_of_the_technique(name: str) -> None:
    for exercise in islice(generating.practise(name, seed=3), 2):
        assert exercise.step.technique.id == name
        assert exercise.puzzle.hint(exercise.position) == exercise.step
        line = formats.format(exercise.position, "susser")
        assert formats.parse(line).hint() == exercise.step


@pytest.mark.slow
def test_a_seed_keeps_its_positions() -> None:
    one, other = (list(islice(generating.practise("claiming", seed=5), 3)) for _ in range(2))
    assert [each.position for each in one] == [each.position for each in other]
    assert len({each.puzzle for each in one}) == 3


def test_the_order_decides_what_is_next() -> None:
    order = SE.without("naked_single")
    exercise = next(generating.practise("naked_pair", seed=2, order=order))
    assert exercise.puzzle.hint(exercise.position, profile=order) == exercise.step


def test_positions_are_found_in_puzzles_of_ones_own() -> None:
    puzzles = [Puzzle(row.puzzle) for row in ROWS if row.er < 7]
    for exercise in generating.practise("pointing", puzzles, order="se"):
        assert exercise.puzzle.givens in {puzzle.givens for puzzle in puzzles}
    assert list(generating.practise("x_wing", [Puzzle(EASY)])) == []


def test_a_budget_ends_the_search() -> None:
    with pytest.raises(
        LimitReached,
        match="none of 10 puzzles has a position whose next step is nested_dynamic_chain",
    ):
        next(generating.practise("nested_dynamic_chain", seed=1, budget=10))


def test_a_technique_that_the_profile_lacks_is_an_error() -> None:
    with pytest.raises(ValueError, match="the profile nonet\\* has no x_wing"):
        generating.practise("x_wing", order=profile("nonet").without("x_wing"))


# -- on the command line --------------------------------------------------------------------------


def test_lines_go_into_a_hint() -> None:
    lines = run("practise", "naked_pair", "-n", "2", "--lines").lines
    assert len(lines) == 2
    for line in lines:
        assert run("hint", "--level", "name", line).out == "Naked pair\n"


def test_the_answer_is_shown_on_request() -> None:
    with_answer = run("practise", "x_wing", "--answer").out
    without = run("practise", "x_wing").out
    assert "so " in with_answer and "eliminated" in with_answer
    assert without.startswith("1. X-wing\n") and "eliminated" not in without


def test_a_file_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"{row.puzzle}\n" for row in ROWS if 2.6 <= row.er < 4) + "12\n")
    done = run("practise", "pointing", "--lines", str(path))
    assert done.code == 0 and "expected 81 cells" in done.err
    assert str(formats.parse(done.lines[0]).givens) in {
        str(Puzzle(row.puzzle).givens) for row in ROWS
    }
    assert run("practise", "nested_dynamic_chain", str(path)).err.endswith(
        "no puzzle has such a position\n"
    )


def test_an_unknown_technique_is_wrong_usage() -> None:
    done = run("practise", "x_wng")
    assert done.code == 2 and "did you mean 'x_wing'?" in done.err
