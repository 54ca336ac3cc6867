"""Gurth's symmetrical placement: what it eliminates is wrong, and it eliminates all that the symmetry excludes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import symmetric

from nonet import Candidates, Grid, Puzzle, engine
from nonet.steps import Premise, Profile, ProfileRow, Step, profile, technique
from nonet.steps.json import step_from_object, step_object

GURTH = technique("symmetrical_placement")
ALONE = Profile("alone", (ProfileRow(GURTH, 7.0),))
FIRST = profile("nonet").moved(GURTH, before="full_house")
KINDS = list(symmetric.IMAGES)


def steps_on(
    board: Candidates, givens: Grid, premise: Premise = Premise.GIVENS
) -> tuple[Step, ...]:
    """Return all steps of the technique."""
    return engine.all_steps(board, profile=ALONE, givens=givens, premise=premise)


def conclusions(steps: tuple[Step, ...], board: Candidates) -> set[tuple[int, int]]:
    """Return what steps eliminate; a placement eliminates the other candidates of its cell."""
    found = {
        (cell, digit) for step in steps for cell, gone in step.removes.items() for digit in gone
    }
    for step in steps:
        if step.places is not None:
            cell, digit = step.places
            found |= {(cell, other) for other in board[cell] if other != digit}
    return found


def positions(kind: str, seed: int) -> Iterator[tuple[Puzzle, Candidates, tuple[int, ...]]]:
    """Yield the positions on the way to the solution of a puzzle with a symmetry, where this is tried first."""
    text, solution = symmetric.puzzle(kind, random.Random(seed))
    puzzle = Puzzle(text)
    board = puzzle.candidates()
    while step := engine.next_step(board, profile=FIRST, givens=puzzle.givens):
        yield puzzle, board, solution
        board = board.after(step)
    assert tuple(board.placed) == solution


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_no_step_is_against_the_solution(kind: str, seed: int) -> None:
    met = 0
    for puzzle, board, solution in positions(kind, seed):
        for step in steps_on(board, puzzle.givens):
            met += 1
            assert all(solution[cell] not in digits for cell, digits in step.removes.items())
            assert step.places is None or solution[step.places.cell] == step.places.digit
    assert met


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_symmetry_excludes_is_eliminated_and_nothing_else(kind: str) -> None:
    for puzzle, board, _ in positions(kind, 5):
        wanted = set().union(*(symmetric.excluded(each, puzzle.givens, board) for each in KINDS))
        found = conclusions(steps_on(board, puzzle.givens), board)
        # A candidate may be excluded only when the others are gone.
        while wanted:
            assert found and found <= wanted
            board = board.without(_by_cell(found))
            wanted = set().union(
                *(symmetric.excluded(each, puzzle.givens, board) for each in KINDS)
            )
            found = conclusions(steps_on(board, puzzle.givens), board)
        assert not found


def _by_cell(found: set[tuple[int, int]]) -> dict[int, set[int]]:
    gone: dict[int, set[int]] = {}
    for cell, digit in found:
        gone.setdefault(cell, set()).add(digit)
    return gone


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_says_its_symmetry_and_how_the_digits_change(kind: str) -> None:
    puzzle, board, _ = next(positions(kind, 7))
    becomes = symmetric.digits_of(kind, puzzle.givens)
    assert becomes is not None
    step = steps_on(board, puzzle.givens)[0]
    assert step.kind == kind
    assert step_from_object(step_object(step)).kind == kind
    marks = [mark for mark in step.marks if mark.role.value in ("base", "cover")]
    assert all(puzzle.givens[mark.cell] in mark.digits for mark in marks)
    text = step.text("full")
    for digit, other in becomes.items():
        if digit != other:
            ways = (f"{digit} ↔ {other}", f"{other} ↔ {digit}", f"{digit} → {other}")
            assert any(way in text for way in ways)
    stay = [digit for digit, other in becomes.items() if digit == other]
    assert f"{max(stay)} stay" in text


@pytest.mark.parametrize("kind", KINDS)
def test_without_the_symmetry_there_is_no_step(kind: str) -> None:
    puzzle, board, _ = next(positions(kind, 8))
    assert steps_on(board, puzzle.givens)
    assert not steps_on(board, puzzle.givens, Premise.UNIQUE)
    givens = list(puzzle.givens)
    cell = next(c for c in range(81) if givens[c] and symmetric.image(kind, c) != c)
    fewer = Grid([0 if c == cell else digit for c, digit in enumerate(givens)])
    assert not steps_on(board, fewer)


def test_symmetrical_places_are_not_enough() -> None:
    half_turn = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = Puzzle(half_turn)
    assert all(bool(puzzle.givens[cell]) is bool(puzzle.givens[80 - cell]) for cell in range(81))
    assert not steps_on(puzzle.candidates(), puzzle.givens)


def test_a_given_that_is_not_placed_is_still_a_given() -> None:
    # What is placed has a symmetry; all givens together have none.
    text, solution = symmetric.puzzle("half_turn", random.Random(9))
    puzzle = Puzzle(text)
    cell = next(
        c for c in range(81) if not puzzle.givens[c] and symmetric.image("half_turn", c) != c
    )
    givens = Grid([solution[c] if c == cell else digit for c, digit in enumerate(puzzle.givens)])
    board = puzzle.candidates()
    assert steps_on(board, puzzle.givens)
    assert not steps_on(board, givens)


def test_two_missing_digits_prove_nothing() -> None:
    text, _ = symmetric.puzzle("diagonal_down", random.Random(3))
    puzzle = Puzzle(text)
    becomes = symmetric.digits_of("diagonal_down", puzzle.givens)
    assert becomes is not None
    stay = [digit for digit, other in becomes.items() if digit == other]
    for gone, is_proof in ((stay[:1], True), (stay[:2], False)):
        fewer = Puzzle(Grid([0 if digit in gone else digit for digit in puzzle.givens]))
        assert bool(steps_on(fewer.candidates(), fewer.givens)) is is_proof
