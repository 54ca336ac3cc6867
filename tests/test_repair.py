"""Puzzles without a solution: the fewest givens to change or remove, judged by trying everything on small boards."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quick import examples
from strategies import KNOWN
from test_minimise import all_boards, fitting

from nonet import Candidates, NoSolution, Puzzle, generate


def changed(text: str, cell: int, digit: str) -> str:
    return text[:cell] + digit + text[cell + 1 :]


def test_a_typing_mistake_is_found() -> None:
    for cell, digit in ((0, "6"), (4, "8"), (80, "1")):
        repair = Puzzle(changed(KNOWN, cell, digit), info={"author": "me"}).repair()
        assert repair.exact and len(repair) == 1 and repair.puzzle.info == {"author": "me"}
        found = [repair.puzzle, *(other.puzzle for other in repair.alternatives)]
        assert Puzzle(KNOWN) in found
        assert all(puzzle.is_unique for puzzle in found)
        assert len(set(found)) == len(found)


def test_it_reads_as_an_instruction() -> None:
    repair = Puzzle(changed(KNOWN, 0, "3")).repair()
    assert str(repair) == "change r1c1 from 3 to 5 (fewest changes possible; 1 alternative)"
    assert (repair.changed.names, repair.added.names, repair.removed.names) == (("r1c1",), (), ())
    assert str(repair.alternatives[0]) == "change r1c2 from 3 to 4 (fewest changes possible)"


def test_a_given_that_no_change_saves_is_removed_and_others_are_added() -> None:
    repair = Puzzle("1... ..3. .4.. ..12").repair()
    assert repair.puzzle.is_unique


def needed(cells: tuple[int, ...]) -> int:
    """Return the fewest of 16 givens to remove until a solution is left, by trying all sets."""
    filled = [cell for cell, digit in enumerate(cells) if digit]
    for number in range(len(filled) + 1):
        for gone in combinations(filled, number):
            if len(fitting(tuple(0 if c in gone else d for c, d in enumerate(cells)))):
                return number
    raise AssertionError("an empty board has solutions")


def fewest_changes(cells: tuple[int, ...], most: int) -> int:
    """Return the fewest cells whose digits have to be others (0 too) to leave one solution, by trying all."""
    for number in range(most):
        for places in combinations(range(16), number):
            for digits in product(range(5), repeat=number):
                tried = list(cells)
                for cell, digit in zip(places, digits, strict=True):
                    tried[cell] = digit
                if len(fitting(tuple(tried))) == 1:
                    return number
    return most


@pytest.mark.slow
@settings(max_examples=examples(25), deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_small_boards_need_as_few_changes_as_trying_everything_says(digits: list[int]) -> None:
    cells = tuple(digits)
    repair = Puzzle(cells).repair()
    assert len(fitting(tuple(repair.puzzle.givens))) == 1
    wrong = len(repair.changed) + len(repair.removed)
    assert wrong >= needed(cells)
    if repair.exact and len(repair) <= 2:
        assert fewest_changes(cells, len(repair)) == len(repair)
    if not repair.exact:
        assert repair.at_least <= fewest_changes(cells, min(len(repair), 3)) or repair.at_least > 3
    for other in repair.alternatives:
        assert len(other) == len(repair) and len(fitting(tuple(other.puzzle.givens))) == 1


def test_a_spent_budget_says_at_least() -> None:
    solved = Puzzle(KNOWN).solution()
    digits = [d % 9 + 1 if cell % 10 == 0 else d for cell, d in enumerate(solved)]
    repair = Puzzle(digits).repair(budget=5)
    assert repair.puzzle.is_unique and not repair.exact
    assert 1 <= repair.at_least <= len(repair)
    whole = Puzzle(digits).repair()
    assert repair.at_least <= len(whole) <= len(repair)
    assert whole.exact and whole.puzzle.givens == solved


def test_it_says_how_many_changes_are_needed_at_least() -> None:
    solved = Puzzle(KNOWN).solution()
    digits = [d % 9 + 1 if cell in (0, 40, 80) else d for cell, d in enumerate(solved)]
    found = [str(Puzzle(digits).repair(budget=budget)) for budget in (2, 3, 10)]
    assert [repair.rpartition(" (")[2] for repair in found] == [
        "fewer changes may suffice)",  # a board without a solution always needs one
        "fewer changes may suffice, at least 2 are needed)",
        "fewest changes possible)",
    ]


def test_a_hundred_alternatives_are_listed() -> None:
    puzzle = Puzzle(".....1.5..5....3...3..13..1...41....", rules="2x3")
    repair = puzzle.repair()
    assert len(repair.alternatives) == 100
    assert str(repair).endswith("(fewest changes possible; 100 alternatives)")
    assert len({other.puzzle for other in (repair, *repair.alternatives)}) == 101


@pytest.mark.parametrize("rules", ["2x3", "diagonals", "latin5"])
def test_other_rules(rules: str) -> None:
    puzzle = generate(seed=3, rules=rules)
    cell = min(puzzle.givens.filled)
    for digit in range(1, puzzle.rules.size + 1):
        mistyped = Puzzle(puzzle.givens.with_digits({cell: digit}), rules=puzzle.rules)
        repair = mistyped.repair()
        assert repair.puzzle.is_unique and repair.puzzle.rules == puzzle.rules
        if mistyped.count(limit=2) < 2:
            assert len(repair) <= 1
        else:  # the wrong digit leaves several solutions: nothing is wrong there, something is missing
            assert not repair.changed and not repair.removed


def test_a_constraint_that_is_removed_leaves_several_solutions() -> None:
    repair = Puzzle("." * 16, rules="killer:9=r1c1r1c2").repair()
    assert str(repair) == "remove killer:9=r1c1r1c2 (several solutions are left)"


def test_nothing_helps_where_the_marks_allow_no_solution() -> None:
    none = Candidates.from_masks([1, 1] + [511] * 79)
    with pytest.raises(NoSolution, match="whatever the givens are"):
        Puzzle(none).repair()


def test_all_boards_are_known() -> None:
    assert len(all_boards()) == 288
