"""What is known of a board decides which techniques are tried: the rules alone, one solution, or the givens too.

Each technique that needs more than the rules is tried here on the boards of ``tests/data/steps.txt`` on which it is
found: with what it needs it is there, with less it is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
import rated
from test_technique_facts import ROWS, Row, named, says

from nonet import Candidates, Grid, Puzzle, Rules, deduction, engine
from nonet.deduction.board_view import BoardView
from nonet.engine import logic
from nonet.rules.variants import diagonals
from nonet.steps import SE, TECHNIQUES, Premise, Profile, ProfileRow, Step, profile, technique

NONET = profile("nonet")
DEMANDING = [row for row in ROWS if row.is_there and technique(row.name).needs > Premise.RULES]


def steps_with(row: Row, premise: Premise, order: Profile) -> list[Step]:
    """Return the steps of a profile on the board of a row that do what the row says."""
    found = engine.all_steps(row.candidates, profile=order, givens=row.givens, premise=premise)
    return [step for step in found if says(step, row)]


@pytest.mark.parametrize("row", named(DEMANDING))
def test_a_technique_is_tried_only_where_enough_is_known(row: Row) -> None:
    about = technique(row.name)
    alone = Profile("alone", (ProfileRow(about, 5.0),))
    for premise in Premise:
        assert bool(steps_with(row, premise, alone)) is (premise >= about.needs), premise


@pytest.mark.parametrize("name", ["se", "hodoku", "nonet"])
def test_no_profile_has_a_step_that_needs_more(name: str) -> None:
    order = profile(name)
    for row in DEMANDING[::2]:
        for premise in Premise:
            found = engine.all_steps(
                row.candidates, profile=order, givens=row.givens, premise=premise
            )
            assert all(step.technique.needs <= premise for step in found), (row, premise)


def puzzles_with_several_solutions(number: int) -> Iterator[tuple[Puzzle, list[int]]]:
    """Yield puzzles less a few givens, each with the digits that its solutions have in each cell, as masks."""
    rng = random.Random(4)
    puzzles = [row.puzzle for row in rated.rows()]
    while number:
        cells = list(rng.choice(puzzles))
        filled = [cell for cell, sign in enumerate(cells) if sign != "."]
        for cell in rng.sample(filled, rng.randint(1, 3)):
            cells[cell] = "."
        puzzle = Puzzle("".join(cells))
        if not 2 <= int(puzzle.count(limit=50)) < 50:
            continue
        masks = [0] * 81
        for solution in puzzle.solutions():
            masks = [mask | 1 << digit - 1 for mask, digit in zip(masks, solution, strict=True)]
        yield puzzle, masks
        number -= 1


@pytest.mark.parametrize("number", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_law_what_follows_from_the_rules_is_true_in_every_solution(number: int) -> None:
    """Only here a technique that says that it needs less than it does is seen: elsewhere boards have one solution."""
    false: dict[Premise, set[str]] = {premise: set() for premise in Premise}
    easy = Profile("easy", NONET.rows[:20])
    for puzzle, masks in puzzles_with_several_solutions(number):
        board = puzzle.candidates()
        while step := engine.next_step(board, profile=easy, premise=Premise.RULES):
            board = board.after(step)
        for premise in Premise:
            for step in engine.all_steps(board, profile=NONET, premise=premise):
                left = board.after(step).masks
                if any(mask & ~now for mask, now in zip(masks, left, strict=True)):
                    false[premise].add(step.technique.id)
    assert not false[Premise.RULES]
    assert "unique_rectangle_1" in false[Premise.UNIQUE]


def test_every_technique_that_needs_more_has_a_board_here() -> None:
    needing = {known.id for known in TECHNIQUES if known.needs > Premise.RULES}
    assert {row.name for row in DEMANDING} == needing


def first_of(name: str) -> Row:
    """Return the first row of a technique."""
    rows = [row for row in DEMANDING if row.name == name]
    assert rows, f"expected a board for {name} in steps.txt"
    return rows[0]


def test_without_what_it_needs_another_step_is_next() -> None:
    for row in DEMANDING:
        about = technique(row.name)
        order = NONET.moved(about, before=NONET.techniques[0])
        known, less = (
            engine.next_step(row.candidates, profile=order, givens=row.givens, premise=premise)
            for premise in (about.needs, Premise(about.needs - 1))
        )
        assert known is not None and known.technique is about
        assert less is not None and less.technique is not about


def path_of(row: Row, premise: Premise) -> Iterator[Step]:
    """Yield the steps of Sudoku Explainer's order from the board of a row to the end."""
    board = row.candidates
    while step := engine.next_step(board, profile=SE, givens=row.givens, premise=premise):
        yield step
        board = board.after(step)


@pytest.mark.parametrize("name", ["unique_rectangle_1", "unique_loop_2", "bug_1"])
def test_a_rating_is_that_of_the_steps_that_are_sound(name: str) -> None:
    row = first_of(name)
    ratings = [
        logic.rate(row.candidates, givens=row.givens, premise=premise) for premise in Premise
    ]
    assert technique(name) not in ratings[Premise.RULES].counts
    assert technique(name) in ratings[Premise.UNIQUE].counts
    assert ratings[Premise.GIVENS] == logic.rate(row.candidates, givens=row.givens)
    for rating, premise in zip(ratings, Premise, strict=True):
        steps = list(path_of(row, premise))
        assert rating.steps == len(steps)
        assert rating.er == max(step.rating for step in steps)


def test_boards_with_other_rules_are_searched_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def finder(position: BoardView) -> Iterator[Step]:
        yield position.step(about.id, removes={0: 1})

    about = technique("unique_rectangle_1")
    monkeypatch.setitem(deduction.FINDERS, about.id, finder)
    rules = Rules(extra=diagonals(9))
    board = Candidates.from_masks([511] * 81, placed=Grid([0] * 81))
    alone = Profile("alone", (ProfileRow(about, 4.5),))
    for premise in Premise:
        step = deduction.next_step(rules, board, profile=alone, premise=premise)
        steps = deduction.all_steps(rules, board, profile=alone, premise=premise)
        assert (step is not None) is bool(steps) is (premise >= about.needs)


def test_each_premise_says_more_than_the_one_before() -> None:
    sets = [{known.id for known in TECHNIQUES if known.needs <= premise} for premise in Premise]
    assert all(less < more for less, more in pairwise(sets))
    assert sets[-1] == {known.id for known in TECHNIQUES}
