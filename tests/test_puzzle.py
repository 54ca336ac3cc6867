"""`Puzzle`: its verbs, what they say when the answer is not the one hoped for, and its manners."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from itertools import islice
from typing import Any

import numpy as np
import oracle
import pytest
import strategies
from hypothesis import given
from kinds import KINDS, Kind

import nonet
from nonet.base.cells import CellSet
from nonet.base.errors import LimitReached, ParseError, RulesError, UnknownFormat
from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import AtLeast, Check, Puzzle, as_puzzle, as_puzzles
from nonet.puzzle.errors import Conflict, MultipleSolutions, NoSolution
from nonet.rules import CLASSIC, House, Rules
from nonet.rules.variants import diagonals

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
    check = puzzle.check()
    assert not check and check.is_unique is False and not check.conflicts
    assert check.problems == ("row 1 has no place for 9: its empty cell sees r2c9=9",)


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
    low, high = sorted((one[cell], other[cell]))
    assert str(caught.value) == (
        f"the puzzle has several solutions; r{cell // 9 + 1}c{cell % 9 + 1} can be {low} or {high}"
    )


def test_several_solutions_of_marks() -> None:
    with pytest.raises(MultipleSolutions) as caught:
        Puzzle(Candidates.full()).solution()
    assert oracle.are_solutions(np.array([list(grid) for grid in caught.value.examples])).all()


def test_budget() -> None:
    hard = Puzzle(HARD)
    with pytest.raises(
        LimitReached, match="the budget of 1 guess is spent; found no solution so far"
    ):
        hard.solution(budget=1)
    with pytest.raises(LimitReached, match="found at least 0 so far") as caught:
        hard.count(budget=1)
    assert caught.value.progress == 0
    assert hard.solution(budget=10**6) == hard.solution()
    assert KNOWN.solution(budget=1) == SOLUTION


# -- other boards --------------------------------------------------------------------------------


def test_other_boards_are_solved_by_the_same_verbs() -> None:
    puzzle = Puzzle("1... ..3. .4.. ...2")
    assert puzzle.solution() == Grid("1324 4231 2413 3142".replace(" ", ""))
    assert puzzle.count() == 1 and puzzle.is_unique
    assert list(puzzle.solutions()) == [puzzle.solution()]
    assert puzzle.check(puzzle.solution())


@pytest.mark.parametrize(
    ("size", "rules", "cells", "message"),
    [
        (4, None, "r1c1 r2c2", "r1c1 and r2c2 are both 1 in box 1"),
        (16, None, "r10c3 r10c16", "r10c3 and r10c16 are both 1 in row 10"),
        (6, "3x2", "r1c1 r3c2", "r1c1 and r3c2 are both 1 in box 1"),
        (4, "jigsaw:AAABCABBCDDBCCDD", "r2c1 r4c2", "r2c1 and r4c2 are both 1 in region 3"),
        (9, "diagonals", "r1c1 r9c9", "r1c1 and r9c9 are both 1 in the main diagonal"),
        (
            9,
            "diagonals windoku",
            "r2c2 r4c4",
            "r2c2 and r4c4 are both 1 in the main diagonal and the window from r2c2 to r4c4",
        ),
        (9, "disjoint", "r1c1 r7c7", "r1c1 and r7c7 are both 1 in the disjoint group of r1c1"),
        (5, "latin", "r1c5 r5c5", "r1c5 and r5c5 are both 1 in column 5"),
        (4, "2x2 house:my_pair=r1c1r4c3", "r1c1 r4c3", "r1c1 and r4c3 are both 1 in my pair"),
    ],
)  # fmt: skip
def test_conflict_in_other_houses(size: int, rules: str | None, cells: str, message: str) -> None:
    board = Grid([0] * size**2).with_digits(dict.fromkeys(cells.split(), 1))
    puzzle = Puzzle(board, rules=rules)
    with pytest.raises(Conflict) as caught:
        puzzle.solution()
    assert str(caught.value) == message and caught.value.puzzle is puzzle
    assert caught.value.cells == tuple(CellSet(cells, size=size))
    assert puzzle.count() == 0 and not puzzle.is_unique and list(puzzle.solutions()) == []


def test_no_solution_of_other_boards() -> None:
    puzzle = Puzzle("123. .... ...4 ....")
    with pytest.raises(NoSolution, match="the puzzle has no solution"):
        puzzle.solution()
    assert puzzle.count() == 0
    assert puzzle.check().problems == ("row 1 has no place for 4: its empty cell sees r3c4=4",)
    latin = Puzzle("123. .... ...4 ....", rules="latin")
    assert latin.count() == 0
    large = Puzzle(Grid([*range(1, 16), *[0] * 16, 16, *[0] * 224]))
    with pytest.raises(NoSolution):
        large.solution()


@pytest.mark.parametrize("size", [4, 16])
def test_several_solutions_of_other_boards(size: int) -> None:
    puzzle = Puzzle([0] * size**2)
    with pytest.raises(MultipleSolutions, match=r"several solutions; r\d+c\d+ can be \d+ or \d+"):
        puzzle.solution()
    first, second = islice(puzzle.solutions(), 2)
    assert first != second and puzzle.check(first) and puzzle.check(second)
    assert puzzle.count(5) == 5 and not puzzle.is_unique


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
    nothing = Puzzle(Candidates.from_masks([0] * 81)).candidates()
    assert len(nothing) == 0


def test_check_without_a_grid() -> None:
    assert KNOWN.check() and KNOWN.check().is_unique
    assert str(KNOWN.check()) == "exactly one solution"
    found = with_digits(r1c1=5, r1c5=5, r5c5=5).check()
    assert not found
    assert found.problems == (
        "r1c1 and r1c5 are both 5 in row 1",
        "r1c5 and r5c5 are both 5 in column 5",
    )
    assert found.conflicts == ((0, 4), (4, 40))
    assert str(found) == "\n".join(found.problems)
    assert found.empty == found.changed == CellSet()


def test_check_asks_for_exactly_one_solution() -> None:
    several = EMPTY.check()
    assert not several and several.is_unique is False
    assert re.fullmatch(r"the puzzle has several solutions; r\dc\d can be \d or \d", str(several))
    assert Puzzle(HARD).check().is_unique and Puzzle(HARD).check()
    unknown = Puzzle(HARD).check(budget=1)
    assert not unknown and unknown.is_unique is None
    assert "the budget of 1 guess is spent" in str(unknown)
    excluded = Puzzle("1" + "." * 80, marks=Candidates.full().without({0: [1]})).check()
    assert excluded.problems == ("r1c1 is 1, which is not among its candidates",)
    assert excluded.impossible == CellSet([0]) and excluded.is_unique is False


def test_count_says_when_it_stopped_at_its_limit() -> None:
    assert EMPTY.count() == 2 and isinstance(EMPTY.count(), AtLeast)
    assert (str(EMPTY.count(5)), repr(EMPTY.count(5))) == ("at least 5", "AtLeast(5)")
    assert f"{AtLeast(12345)} {AtLeast(12345):,}" == "at least 12345 at least 12,345"
    assert type(KNOWN.count()) is int and type(with_digits(r1c1=1, r1c2=1).count()) is int
    small = Puzzle("." * 16)
    assert type(small.count(289)) is int and isinstance(small.count(288), AtLeast)
    assert small.count(288) == small.count(289) == 288
    number = AtLeast(7)
    assert json.dumps(number) == "7" and hash(number) == hash(7) and number + 1 == 8
    assert repr(pickle.loads(pickle.dumps(number))) == "AtLeast(7)"


def test_a_puzzle_is_asked_for_its_givens_like_a_grid() -> None:
    assert KNOWN["r1c1"] == KNOWN[0] == KNOWN[0, 0] == KNOWN.givens[0] == 5
    assert KNOWN[0, :] == KNOWN.givens.rows[0] and KNOWN[-1] == KNOWN.givens[80]
    assert list(KNOWN) == list(KNOWN.givens) and Grid(KNOWN) == KNOWN.givens
    assert KNOWN.tolist() == KNOWN.givens.tolist() and Puzzle(KNOWN.tolist()) == KNOWN
    with pytest.raises(IndexError, match="r10c1 is outside a 9x9 board"):
        KNOWN["r10c1"]


def test_anything_that_is_a_board_becomes_a_puzzle() -> None:
    rows = KNOWN.tolist()
    assert as_puzzle(KNOWN) is KNOWN
    for board in (rows, KNOWN.givens, str(KNOWN), ["".join(map(str, row)) for row in rows]):
        assert as_puzzle(board) == KNOWN
    assert as_puzzle([[0] * 6] * 6, rules="2x3").rules.box_rows == 2
    for number in (5, None, 2.5):
        message = f"expected a Grid, Puzzle, string or nested list, got {type(number).__name__}"
        with pytest.raises(TypeError, match=message):
            as_puzzle(number)  # type: ignore[arg-type]
    assert as_puzzles(rows) == as_puzzles([rows]) == as_puzzles(KNOWN) == [KNOWN]
    assert as_puzzles([rows, KNOWN, str(KNOWN), list(KNOWN)]) == [KNOWN] * 4
    assert as_puzzles("".join(map(str, row)) for row in rows) == [KNOWN]
    with pytest.raises(ParseError, match="row 3 has 8 cells, expected 9"):
        as_puzzles([*rows[:2], rows[2][:8], *rows[3:]])


def test_a_list_works_wherever_a_board_does() -> None:
    rows = [["" if d == 0 else str(d) for d in row] for row in KNOWN.tolist()]
    assert nonet.parse(rows) == KNOWN
    assert nonet.teach.solve(rows, "backtracking").solution == SOLUTION
    assert nonet.render.text(rows) == nonet.render.text(KNOWN)
    assert nonet.lab.compare(rows, ["backtracking"]).puzzles == 1
    assert KNOWN.check(SOLUTION.tolist()) and KNOWN.is_equivalent(rows) is not None


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
    assert found.empty == CellSet("r1c3") and found.problems == ("1 cell is empty: r1c3",)
    assert not found.changed and not found.conflicts
    emptied = KNOWN.check(SOLUTION.with_digits({"r1c1": 0}))
    assert emptied.empty == CellSet("r1c1") and not emptied.changed
    for names, said in (
        ("r9c7 r9c8 r9c9", "3 cells are empty: r9c7, r9c8, r9c9"),
        ("r9c6 r9c7 r9c8 r9c9", "4 cells are empty: r9c6, r9c7, r9c8 …"),
    ):
        found = KNOWN.check(SOLUTION.with_digits(dict.fromkeys(names.split(), 0)))
        assert found.problems == (said,)
    many = KNOWN.check(KNOWN.givens)
    assert len(many.empty) == 51
    assert many.problems == ("51 cells are empty: r1c3, r1c4, r1c6 …",)


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
    found = EMPTY.check("." * 16)
    assert not found and found.problems == ("expected a board of 9x9, got 4x4",)
    assert Puzzle("." * 16, rules=SMALL).check("1234341221434321")
    assert not Puzzle("." * 16, rules=SMALL).check("1234341221434312")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        "I give up",
        SOLUTION.text()[:80],
        SOLUTION.text() + "1",
        f"{SOLUTION.text()}\n{SOLUTION.text()}",
        "{}",
        [],
        [[]],
        [[1, 2], [3]],
        3.5,
        float("nan"),
        object(),
        b"",
        {"solution": "no"},
        [10**5000] * 81,
        ["1" * 5000] * 81,
        "\ud800" * 81,
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_what_is_not_a_board_is_a_wrong_answer(answer: Any) -> None:
    """A model that answers nothing, or in words, is neither right nor an error of the judge."""
    found = KNOWN.check(answer)
    assert not found and found.is_unique is None
    assert len(found.problems) == 1 and found.problems[0]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_check_agrees_with_the_oracle_on_every_board(kind: Kind) -> None:
    rng = random.Random(kind.name)
    size = kind.rules.size
    empty = Puzzle([0] * size**2, rules=kind.rules)
    for _ in range(30):
        grid = Grid(rng.choice(kind.full_grids))
        if rng.random() < 0.7:
            grid = grid.with_digits({rng.randrange(size**2): rng.randint(1, size)})
        right = oracle.are_solutions(np.array([list(grid)]), None, kind.inside)[0]
        assert bool(empty.check(grid)) == right


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_candidates_of_every_board(kind: Kind) -> None:
    rng = random.Random(kind.name)
    board = list(kind.full_grids[0])
    for cell in rng.sample(range(len(board)), len(board) * 2 // 3):
        board[cell] = 0
    found = Puzzle(board, rules=kind.rules).candidates()
    digits = set(range(1, kind.rules.size + 1))
    for cell, digit in enumerate(board):
        seen = {board[other] for house in kind.inside if cell in house for other in house}
        assert found[cell] == ({digit} if digit else digits - seen)


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
        Puzzle([0] * 16, rules=CLASSIC)
    with pytest.raises(RulesError, match="the board is 9x9, the rules are for 4x4"):
        Puzzle([0] * 81, rules=SMALL)
    with pytest.raises(ParseError, match="line 1: the board is 4x4, the rules are for 9x9"):
        Puzzle("." * 16, rules=CLASSIC)
    with pytest.raises(RulesError, match="the board is 16x16"):
        Puzzle("." * 81, marks=Candidates.full(16))
    with pytest.raises(
        ParseError, match="expected candidates once, got them as givens and as marks"
    ):
        Puzzle(Candidates.full(), marks=Candidates.full())
    with pytest.raises(ParseError, match="found 80"):
        Puzzle("." * 80)


@pytest.mark.parametrize("size", [1, 4, 9, 16, 25, 36])
def test_the_usual_rules_of_a_size(size: int) -> None:
    side = round(size**0.5)
    for source in ([0] * size**2, "." * size**2, Candidates.full(size)):
        puzzle = Puzzle(source)
        assert puzzle.rules == Rules(size=size)
        assert (puzzle.rules.box_rows, puzzle.rules.box_columns) == (side, side)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (6, "a 6x6 board can have boxes of 2x3 or 3x2 cells (rows x columns) or none; say which"),
        (8, "2x4 or 4x2"),
        (10, "2x5 or 5x2"),
        (12, "2x6 or 3x4 or 4x3 or 6x2"),
        (7, "a 7x7 board has no boxes that are rectangles; it can have regions of other shapes"),
    ],
)
def test_a_size_without_usual_rules_asks_for_them(size: int, message: str) -> None:
    for source in ([0] * size**2, Candidates.full(size)):
        with pytest.raises(RulesError) as caught:
            Puzzle(source)
        assert message in str(caught.value)
        assert Puzzle(source, rules="latin").rules == Rules(size=size, regions=())


def test_rules_in_words() -> None:
    board = Grid([0] * 36)
    assert Puzzle(board, rules="2x3").rules == Rules(box_rows=2, box_columns=3)
    assert Puzzle(board, rules="3x2 diagonals").rules.houses[-1].name == "diagonal up"
    assert Puzzle("." * 81, rules="diagonals") == Puzzle("." * 81, rules=Rules(extra=diagonals()))
    assert Puzzle("." * 81, rules="") == EMPTY
    for text in ("." * 81, f"{'.' * 9}\n" * 9):
        with pytest.raises(RulesError, match=r"^unknown rule 'knight'"):  # of no line of the text
            Puzzle(text, rules="knight")
    with pytest.raises(UnknownFormat, match="expected a puzzle"):
        Puzzle("what is this", rules="knight")
    with pytest.raises(RulesError, match="unknown rule 'knight'"):
        Puzzle(board, rules="knight")
    with pytest.raises(RulesError, match="the board is 6x6, the rules '3x3' are for 9x9"):
        Puzzle(board, rules="3x3")


def test_rules_go_along_with_a_puzzle() -> None:
    puzzle = Puzzle("." * 36, rules="2x3", info={"a": "b"})
    assert Puzzle(puzzle) == puzzle and Puzzle(puzzle).rules == puzzle.rules
    assert puzzle.with_info(c="d") == puzzle
    assert Puzzle(puzzle, rules="3x2") != puzzle
    assert Puzzle(puzzle, rules="3x2").info == {"a": "b"}


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
    assert str(KNOWN).splitlines()[0] == "5 3 . | . 7 . | . . ."
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


def test_a_puzzle_becomes_an_array_of_its_givens() -> None:
    puzzle = Puzzle([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    assert np.array(puzzle).tolist() == puzzle.tolist()
    assert np.asarray(puzzle, dtype=np.int64).dtype == np.int64


def test_a_puzzle_with_constraints_prints_them_below_the_board() -> None:
    puzzle = Puzzle("." * 16, rules="2x2 killer:4=r1c1r1c2")
    assert str(puzzle).splitlines()[5:] == ["2x2 killer:4=r1c1r1c2"]
    assert len(str(Puzzle("." * 16)).splitlines()) == 5


def test_a_puzzle_prints_the_boxes_of_its_rules() -> None:
    assert str(Puzzle("." * 36, rules="2x3")).splitlines()[:3] == [". . . | . . ."] * 2 + [
        "------+------"
    ]
    assert str(Puzzle("." * 36, rules="3x2")).splitlines()[3] == "----+-----+----"
    jigsaw = Puzzle("." * 16, rules="jigsaw:AAABACBBCCBDCDDD")
    assert str(jigsaw).splitlines() == [". . . ."] * 4
