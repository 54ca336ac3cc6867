"""`Puzzle`: its verbs, what they say when the answer is not the one hoped for, and its manners."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import islice
from typing import Any

import numpy as np
import oracle
import pytest
import strategies
from hypothesis import given

from nonet.cells import CellSet
from nonet.errors import (
    Conflict,
    LimitReached,
    MultipleSolutions,
    NoSolution,
    ParseError,
    RulesError,
)
from nonet.grid import Candidates, Grid
from nonet.puzzle import Check, Puzzle
from nonet.rules import CLASSIC, House, Rules

KNOWN = Puzzle(strategies.KNOWN)
SOLUTION = Grid(strategies.KNOWN_SOLUTION)
EMPTY = Puzzle("." * 81)
SMALL = Rules(box_rows=2, box_columns=2)
HARD = "98.7..6..5...8......7..6...4....7.3...5.6.9.....2....4.1...3.....9.7.8.........21"
SEVERAL = [board for board in strategies.judged_givens() if len(board.solutions) > 1][:60]


def with_digits(**digits: int) -> Puzzle:
    return Puzzle(Grid("." * 81).with_digits({name: digit for name, digit in digits.items()}))


# -- solving -------------------------------------------------------------------------------------


def test_the_one_solution() -> None:
    assert KNOWN.solution() == SOLUTION
    assert KNOWN.count() == 1 and KNOWN.is_unique
    assert list(KNOWN.solutions()) == [SOLUTION]
    assert Puzzle(SOLUTION).solution() == SOLUTION


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ("r1c1", "r1c5", "r1c1 and r1c5 are both 5 in row 1"),
        ("r1c1", "r9c1", "r1c1 and r9c1 are both 5 in column 1"),
        ("r4c4", "r6c6", "r4c4 and r6c6 are both 5 in box 5"),
        ("r1c1", "r1c2", "r1c1 and r1c2 are both 5 in row 1 and box 1"),
        ("r7c9", "r8c9", "r7c9 and r8c9 are both 5 in column 9 and box 9"),
    ],
)
def test_conflict(one: str, other: str, message: str) -> None:
    puzzle = with_digits(**{one: 5, other: 5})
    with pytest.raises(Conflict) as caught:
        puzzle.solution()
    assert str(caught.value) == message
    assert caught.value.puzzle is puzzle
    assert caught.value.cells == tuple(CellSet([one, other]))
    assert puzzle.count() == 0 and not puzzle.is_unique and list(puzzle.solutions()) == []


def test_no_solution() -> None:
    puzzle = Puzzle("12345678." + "........9" + "." * 63)
    with pytest.raises(NoSolution, match="the puzzle has no solution") as caught:
        puzzle.solution()
    assert caught.value.puzzle is puzzle
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []
    assert puzzle.check(), "the givens alone do not clash"


def test_marks_without_solution() -> None:
    puzzle = Puzzle(Candidates.full().without({0: range(1, 10)}))
    with pytest.raises(NoSolution):
        puzzle.solution()


@pytest.mark.parametrize("board", SEVERAL)
def test_several_solutions_come_with_two_examples(board: strategies.Judged) -> None:
    puzzle = board.puzzle()
    with pytest.raises(MultipleSolutions) as caught:
        puzzle.solution()
    one, other = caught.value.examples
    assert one != other and caught.value.puzzle is puzzle
    assert puzzle.check(one) and puzzle.check(other)
    cell = next(c for c in range(81) if one[c] != other[c])
    assert str(caught.value) == (
        f"the puzzle has several solutions; r{cell // 9 + 1}c{cell % 9 + 1} can be"
        f" {one[cell]} or {other[cell]}"
    )


def test_several_solutions_of_marks() -> None:
    with pytest.raises(MultipleSolutions) as caught:
        Puzzle(Candidates.full()).solution()
    assert oracle.are_solutions(np.array([list(grid) for grid in caught.value.examples])).all()


def test_budget() -> None:
    hard = Puzzle(HARD)
    with pytest.raises(LimitReached, match="the budget of 1 guesses is spent; 0 solution"):
        hard.solution(budget=1)
    with pytest.raises(LimitReached, match="at least 0 solution") as caught:
        hard.count(budget=1)
    assert caught.value.progress == 0
    assert hard.solution(budget=10**6) == hard.solution()
    assert KNOWN.solution(budget=1) == SOLUTION


@pytest.mark.parametrize(
    "rules", [SMALL, Rules(extra=[House("diagonal", range(0, 81, 10))])], ids=["small", "diagonal"]
)
def test_other_rules_cannot_be_solved_and_say_so(rules: Rules) -> None:
    puzzle = Puzzle([0] * rules.size**2, rules=rules)
    calls = (puzzle.solution, puzzle.count, puzzle.solutions, lambda: puzzle.is_unique)
    for call in calls:
        with pytest.raises(RulesError, match="only classic 9x9 boards can be solved") as caught:
            call()
        assert repr(rules) in str(caught.value)


# -- looking -------------------------------------------------------------------------------------


def test_candidates_cross_out_the_givens() -> None:
    found = KNOWN.candidates()
    assert found.placed == KNOWN.givens
    for cell in range(81):
        seen = {KNOWN.givens[peer] for peer in strategies.PEERS[cell]}
        given_here = KNOWN.givens[cell]
        assert found[cell] == ({given_here} if given_here else set(range(1, 10)) - seen)


def test_a_given_keeps_its_digit_whatever_it_sees() -> None:
    found = with_digits(r1c1=5, r1c5=5).candidates()
    assert found["r1c1"] == found["r1c5"] == {5} and 5 not in found["r1c2"]


def test_candidates_of_marks_and_of_other_boards() -> None:
    marks = Candidates.full().without({0: [1], 80: range(1, 10)})
    assert Puzzle(marks).candidates().masks == marks.masks
    both = Puzzle(Grid("2" + "." * 80), marks=marks).candidates()
    assert both[0] == {2} and both[1] == set(range(1, 10)) - {2} and both[80] == set()
    small = Puzzle([1] + [0] * 15, rules=SMALL).candidates()
    assert small["r1c4"] == {2, 3, 4} and small["r3c3"] == {1, 2, 3, 4}
    nothing = Puzzle(Candidates([0] * 81)).candidates()
    assert len(nothing) == 0


def test_check_without_a_grid() -> None:
    assert KNOWN.check() and str(KNOWN.check()) == "nothing is wrong"
    found = with_digits(r1c1=5, r1c5=5, r5c5=5).check()
    assert not found
    assert found.problems == (
        "r1c1 and r1c5 are both 5 in row 1",
        "r1c5 and r5c5 are both 5 in column 5",
    )
    assert found.conflicts == ((0, 4), (4, 40))
    assert str(found) == "\n".join(found.problems)
    assert found.empty == found.changed == CellSet()


def test_check_of_the_solution() -> None:
    assert KNOWN.check(SOLUTION) == Check()
    assert KNOWN.check(list(SOLUTION)) and KNOWN.check(str(SOLUTION))


def test_check_of_a_changed_given() -> None:
    found = KNOWN.check(SOLUTION.with_digits({"r1c1": 9}))
    assert found.changed == CellSet("r1c1")
    assert "r1c1 is 9, but the given there is 5" in found.problems
    assert (0, CellSet("r1c7").mask.bit_length() - 1) in found.conflicts
    other = EMPTY.solutions()
    wrong = KNOWN.check(next(grid for grid in other if grid[0] != 5))
    assert wrong.changed and not wrong.conflicts and not wrong.empty


def test_check_of_empty_cells() -> None:
    found = KNOWN.check(SOLUTION.with_digits({"r1c3": 0}))
    assert found.empty == CellSet("r1c3") and found.problems == ("1 cell(s) are empty: r1c3",)
    assert not found.changed and not found.conflicts
    emptied = KNOWN.check(SOLUTION.with_digits({"r1c1": 0}))
    assert emptied.empty == CellSet("r1c1") and not emptied.changed
    many = KNOWN.check(KNOWN.givens)
    assert len(many.empty) == 51
    assert many.problems == ("51 cell(s) are empty: r1c3, r1c4, r1c6 …",)


def test_check_of_duplicates() -> None:
    found = KNOWN.check(SOLUTION.with_digits({"r1c3": SOLUTION["r1c4"]}))
    assert found.conflicts[0] == (2, 3)
    assert found.problems[0] == "r1c3 and r1c4 are both 6 in row 1"
    assert not found.changed


def test_check_of_excluded_digits() -> None:
    puzzle = Puzzle(Candidates.full().without({"r1c1": [SOLUTION[0]]}))
    found = puzzle.check(SOLUTION)
    assert found.impossible == CellSet("r1c1")
    assert found.problems == ("r1c1 is 5, which is not among its candidates",)


def test_check_of_another_size() -> None:
    with pytest.raises(RulesError, match="the grid is 4x4, the puzzle 9x9"):
        EMPTY.check("." * 16)
    assert Puzzle("." * 16, rules=SMALL).check("1234341221434321")
    assert not Puzzle("." * 16, rules=SMALL).check("1234341221434312")


@given(strategies.seeds)
def test_check_agrees_with_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    grid = Grid(rng.choice(strategies.full_grids()))
    if rng.random() < 0.7:
        grid = grid.with_digits({rng.randrange(81): rng.randint(1, 9)})
    assert bool(EMPTY.check(grid)) == oracle.are_solutions(np.array([list(grid)]))[0]


# -- being made ----------------------------------------------------------------------------------


def test_made_of_everything() -> None:
    line = strategies.KNOWN
    rows = [list(strategies.digits(line))[i : i + 9] for i in range(0, 81, 9)]
    for source in (line, Grid(line), rows, np.array(rows), KNOWN):
        assert Puzzle(source) == KNOWN
    marks = Candidates.full()
    assert Puzzle(marks) == Puzzle("." * 81, marks=marks) != EMPTY
    assert Puzzle(KNOWN, info={"a": "b"}).info == {"a": "b"}
    assert Puzzle(Puzzle(KNOWN, info={"a": "b"})).info == {"a": "b"}


def test_wrong_parts() -> None:
    with pytest.raises(RulesError, match="the board is 4x4, the rules are for 9x9"):
        Puzzle("." * 16)
    with pytest.raises(RulesError, match="the board is 9x9, the rules are for 4x4"):
        Puzzle("." * 81, rules=SMALL)
    with pytest.raises(RulesError, match="the board is 16x16"):
        Puzzle("." * 81, marks=Candidates.full(16))
    with pytest.raises(ParseError, match="give the candidates of a sukaku once"):
        Puzzle(Candidates.full(), marks=Candidates.full())
    with pytest.raises(ParseError, match="80 cells"):
        Puzzle("." * 80)


def test_notes() -> None:
    noted = KNOWN.with_info({"author": "someone"}, rating="3.0")
    assert noted.info == {"author": "someone", "rating": "3.0"} and KNOWN.info == {}
    assert noted.with_info(rating="4.0").info["rating"] == "4.0"
    assert noted == KNOWN and hash(noted) == hash(KNOWN)
    with pytest.raises(TypeError):
        noted.info["author"] = "another"  # type: ignore[index]
    source = {"a": "b"}
    kept = Puzzle(strategies.KNOWN, info=source)
    source["a"] = "c"
    assert kept.info == {"a": "b"}


@pytest.mark.parametrize("name", ["givens", "rules", "marks", "info", "other"])
def test_immutable(name: str) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(KNOWN, name, None)


def test_text() -> None:
    assert repr(KNOWN) == f"Puzzle({strategies.KNOWN.replace('0', '.')!r})"
    assert str(KNOWN).splitlines()[0] == "5 3 . . 7 . . . ."
    assert "rules=Rules(box_rows=2, box_columns=2)" in repr(Puzzle("." * 16, rules=SMALL))
    assert str(Puzzle(Candidates.full())).splitlines()[0] == " ".join(["123456789"] * 9)


SCOPE: dict[str, Any] = {
    "Puzzle": Puzzle, "Grid": Grid, "Candidates": Candidates, "Rules": Rules, "House": House,
}  # fmt: skip


@given(strategies.puzzles())
def test_value(puzzle: Puzzle) -> None:
    others = [eval(repr(puzzle), SCOPE), pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle)]
    for other in others:
        assert other == puzzle and hash(other) == hash(puzzle)
        assert dict(other.info) == dict(puzzle.info)
        assert other.rules == puzzle.rules
        assert (other.givens, other.marks) == (puzzle.givens, puzzle.marks)
    assert puzzle != puzzle.givens


def test_equality_looks_at_rules_givens_and_marks() -> None:
    assert len({KNOWN, Puzzle(strategies.KNOWN), EMPTY, Puzzle(Candidates.full())}) == 3
    diagonal = Rules(extra=[House("diagonal", range(0, 81, 10))])
    assert Puzzle(strategies.KNOWN, rules=diagonal) != KNOWN
    assert Puzzle("." * 81, rules=CLASSIC) == EMPTY


def test_solutions_can_be_left_unfinished() -> None:
    for _ in range(200):
        assert len(list(islice(EMPTY.solutions(), 3))) == 3
