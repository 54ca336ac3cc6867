"""`Position`: a value, what may be deduced from it, and the law that each form which holds it says the same.

A path is walked from puzzles of known difficulty; positions on it are written in every form that can hold them and read
back. No step may contradict the solution, and a form that keeps the givens gives the same step as the position itself.
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from typing import Any

import pytest
import rated
from console import run
from hypothesis import given
from hypothesis import strategies as st
from quick import some

import nonet
from nonet import Candidates, Grid, Position, Puzzle, formats, render
from nonet.base.errors import ParseError, RulesError
from nonet.game import Game
from nonet.play.session import Session
from nonet.puzzle.errors import NoSolution, PuzzleError, Stuck
from nonet.steps import Premise, Step, Technique, technique

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = Puzzle(EASY).solution()
HARD = [row.puzzle for row in rated.rows() if row.er > 4.4]
PROFILES = ("nonet", "hodoku", "se")

KEEPING = [
    name
    for name, fmt in formats.FORMATS.items()
    if fmt.holds.position in ("page", "all") and name != "sudokupad"
]
"""Forms that keep the givens, the digits and the candidates of a classic position."""

CANDIDATES = ("pm", "sukaku", "sukaku-table")
"""Forms that keep the candidates and do not say what was given."""


# -- the law --------------------------------------------------------------------------------------


def path(text: str, seed: int) -> Iterator[Position]:
    """Yield positions on the path of a puzzle, each after a few more steps, some of them out of their order."""
    rng = random.Random(seed)
    position = Position(text)
    while not position.grid.is_full:
        for _ in range(rng.randint(2, 12)):
            if position.grid.is_full:
                return
            easiest = rng.random() < 0.5
            step = position.hint() if easiest else rng.choice(position.all_steps())
            assert step is not None
            position = position.after(step)
        if not position.grid.is_full:
            yield position


@cache
def positions(most: int) -> tuple[Position, ...]:
    """Return positions on the paths of puzzles that need more than singles."""
    texts = ((text, seed) for seed in count() for text in HARD)
    found = (each for text, seed in texts for each in islice(path(text, seed), 3))
    return tuple(islice(found, most))


def contradicts(step: Step, solution: Grid) -> bool:
    """Whether a step places a wrong digit or removes a right one."""
    if step.places is not None and solution[step.places.cell] != step.places.digit:
        return True
    return any(solution[cell] in digits for cell, digits in step.removes.items())


def check_path(
    position: Position, solution: Grid, profile: str, most: int = 200, budget: int = 2_000_000
) -> set[Technique]:
    """No step from here contradicts the solution; return the techniques that were used."""
    seen = set[Technique]()
    try:
        for step in islice(position.steps(profile=profile, budget=budget), most):
            assert not contradicts(step, solution), f"{step} in {position!r}"
            seen.add(step.technique)
    except (Stuck, nonet.LimitReached):
        pass
    return seen


@pytest.mark.parametrize("name", KEEPING)
def test_a_form_that_keeps_the_givens_gives_the_same_step(name: str) -> None:
    for position in positions(30):
        found = formats.parse(formats.format(position, name))
        assert found == position
        assert found.hint() == position.hint()


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_form_that_keeps_the_candidates_contradicts_no_solution(name: str) -> None:
    for number, position in enumerate(positions(30)):
        found = formats.parse(formats.format(position, name))
        assert found.candidates().masks == position.masks
        assert Position.of(found).premise < Premise.GIVENS
        check_path(Position.of(found), position.solution(), PROFILES[number % 3], 12)


MANY = [
    pytest.param(25, marks=pytest.mark.slow),
    pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.long]),
]


@pytest.mark.parametrize("most", MANY)
@pytest.mark.parametrize("profile", PROFILES)
def test_no_step_of_any_form_contradicts_the_solution(profile: str, most: int) -> None:
    for position in positions(most):
        solution = position.solution()
        for name in CANDIDATES:
            read = Position.of(formats.parse(formats.format(position, name)))
            check_path(read, solution, profile)
        for name in KEEPING:
            read = Position.of(formats.parse(formats.format(position, name)))
            assert read == position, name
        check_path(position, solution, profile)


def sukaku(seed: int, solution: Grid) -> Puzzle:
    """Return a puzzle of candidates with one solution: digits are added to the solution while it stays the only one."""
    rng = random.Random(seed)
    masks = [1 << digit - 1 for digit in solution]
    others = [(cell, digit) for cell in range(81) for digit in range(9)]
    rng.shuffle(others)
    for cell, digit in others[: rng.randint(200, 700)]:
        before = masks[cell]
        masks[cell] |= 1 << digit
        if masks[cell] != before and Puzzle(Candidates.from_masks(masks)).count() != 1:
            masks[cell] = before
    return Puzzle(Candidates.from_masks(masks))


@pytest.mark.parametrize("seed", some(range(8), 4))
def test_no_step_contradicts_a_puzzle_of_candidates(seed: int) -> None:
    puzzle = sukaku(seed, Puzzle(HARD[seed]).solution())
    for profile in PROFILES:
        start = Position(puzzle)
        assert start.premise is Premise.RULES
        used = check_path(start, puzzle.solution(), profile, 60)
        assert {each.needs for each in used} == {Premise.RULES}


@pytest.mark.parametrize("most", MANY)
@pytest.mark.parametrize("profile", PROFILES)
def test_no_step_contradicts_many_puzzles_of_candidates(profile: str, most: int) -> None:
    for seed in range(100, 100 + most):
        puzzle = sukaku(seed, Puzzle(HARD[seed % len(HARD)]).solution())
        check_path(Position(puzzle), puzzle.solution(), profile, budget=200_000)


def test_the_command_line_and_the_terminal_give_the_same_step() -> None:
    for position in positions(6):
        expected = position.hint()
        text = formats.format(position, "susser")
        shown = run("hint", "--level", "full", text)
        assert expected is not None and shown.out.startswith(expected.title())
        assert Session(Game(position)).hint_for(Game(position)).step == expected
        assert run("hint", stdin=formats.format(position, "game")).out == shown.out


# -- what may be deduced --------------------------------------------------------------------------

# All but r8c1 of a rectangle is filled, and 3 in r8c1 would make it avoidable; but the solution has it.
AVOIDABLE = """8 9 3 5 6 4 1 2 7
5 4 7 8 1 2 9 6 3
6 1 2 3 7 9 5 4 8
7 38 1 9 2 38 4 5 6
4 35 6 1 35 7 2 8 9
2 58 9 46 48 568 3 7 1
13 7 4 26 35 16 8 9 25
39 6 8 24 49 35 7 1 25
19 2 5 7 89 18 6 3 4"""


def test_a_grid_of_candidates_has_no_avoidable_rectangle() -> None:
    found = formats.parse(AVOIDABLE)
    assert isinstance(found, Position) and not found.givens_known
    assert found.premise is Premise.UNIQUE
    solution = found.solution()
    assert solution["r8c1"] == 3
    for profile in PROFILES:
        check_path(found, solution, profile)
    names = {step.technique.id for step in found.all_steps()}
    assert names.isdisjoint({"avoidable_rectangle_1", "avoidable_rectangle_2"})
    placed = Position(Puzzle("." * 81, marks=found.marks), placed=found.grid)
    assert placed.premise is Premise.RULES, "candidates of the setter"


def test_the_premise_of_each_kind_of_board() -> None:
    position = Position(EASY, placed="..4" + "." * 78)
    forum = formats.parse(formats.format(position, "pm"))
    few = Position(Candidates.full(), placed="12" + "." * 79, givens_known=False)
    line = formats.parse(formats.format(position, "sukaku"))
    assert [
        Position.of(each).premise for each in (position, forum, few, line, position.puzzle)
    ] == [Premise.GIVENS, Premise.UNIQUE, Premise.RULES, Premise.RULES, Premise.GIVENS]


def test_a_person_says_what_was_given() -> None:
    position = Position(EASY, placed="..4" + "." * 78)
    text = formats.format(position, "pm")
    filled = nonet.parse(text, givens="filled")
    assert isinstance(filled, Position)
    assert (filled.givens["r1c3"], filled.givens_known) == (4, True)
    unknown = nonet.parse(formats.format(position, "susser"), givens="unknown")
    assert unknown == nonet.parse(text)
    assert run("hint", "--givens", "filled", stdin=text).code == 0
    assert "must be filled or unknown" in run("hint", "--givens", "some", EASY).err
    with pytest.raises(ValueError, match="givens must be 'filled' or 'unknown', got 'x'"):
        position.with_givens("x")  # type: ignore[arg-type]


def test_minimality_needs_known_givens() -> None:
    forum = formats.format(Position(EASY, placed="..4" + "." * 78), "pm")
    refused = run("minimise", stdin=forum)
    assert refused.code == 1 and "it is not known which filled cells are givens" in refused.err
    line = run("minimise", stdin=formats.format(Position(EASY), "susser"))
    assert Puzzle(line.out.strip()).is_minimal


# -- mistakes -------------------------------------------------------------------------------------


def test_a_wrong_digit_is_named_everywhere() -> None:
    rows = [EASY[at : at + 9] for at in range(0, 81, 9)]
    state = ["531.7....", *rows[1:]]
    text = "\n".join(["[Puzzle]", *rows, "[State]", *state])
    sentence = "r1c3 is 1, the solution has 4"
    board = formats.parse(text)
    assert board.check().problems == (sentence,)
    assert sentence in Puzzle(EASY).check(Grid("".join(state))).problems
    assert run("check", stdin=text).out == f"wrong: {sentence}\n"
    assert run("hint", stdin=text).err == "r1c3 is 1, which is wrong; remove it\n"
    assert "# remove r1c3=1" in run("repair", stdin=text).out
    solved = run("solve", stdin=text)
    assert (solved.code, solved.out.strip()) == (0, SOLUTION.text())
    assert sentence in solved.err
    assert sentence in run("count", stdin=text).err


def test_candidates_that_exclude_the_solution_are_named_everywhere() -> None:
    line = f":0000:x:{EASY}:413::"
    sentence = "no solution from here: 4 is removed from r1c3, where the solution has it"
    board = formats.parse(line)
    assert board.check().problems == (sentence,) and board.check().is_unique
    assert run("check", line).out == f"wrong: {sentence}\n"
    assert "r1c3 lacks the digit of the solution" in run("hint", line).err
    assert "# restore r1c3=4" in run("repair", line).out
    assert run("solve", line).out.strip() == SOLUTION.text()
    forum = formats.format(board, "pm")
    assert run("count", stdin=forum).out == "0\n"
    assert run("check", stdin=forum).code == 1
    mended = formats.parse(run("repair", stdin=forum).out.partition("  #")[0])
    assert mended.count() == 1


def test_a_cell_without_candidates_is_named() -> None:
    line = f":0000:x:{EASY}:113 213 413::"
    sentence = "no solution from here: r1c3 has no candidate left"
    assert formats.parse(line).check().problems[0] == sentence
    assert run("check", line).out.startswith(f"wrong: {sentence}")
    forum = formats.format(formats.parse(line), "pm")
    assert "r1c3" in run("check", stdin=forum).out


@given(st.data())
def test_a_repaired_position_has_no_mistakes(data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.integers(0, 80), max_size=12))
    open_cells = [cell for cell in cells if not Puzzle(EASY)[cell]]
    digits = [0] * 81
    for cell in open_cells:
        digits[cell] = data.draw(st.integers(1, 9))
    removed = {
        cell: data.draw(st.sets(st.integers(1, 9), max_size=9))
        for cell in data.draw(st.sets(st.integers(0, 80), max_size=6))
    }
    position = Position(EASY, placed=digits, removed=removed)
    repair = position.repair()
    assert isinstance(repair.puzzle, Position)
    assert not repair.puzzle.mistakes()
    assert bool(repair) == bool(position.mistakes())
    assert set(repair.removed) == set(position.mistakes().wrong)
    assert {cell: {SOLUTION[cell]} for cell in position.mistakes().lacking} == repair.restored
    kept = [c for c in range(81) if position.grid[c] and c not in position.mistakes().wrong]
    assert all(repair.puzzle.grid[cell] == position.grid[cell] for cell in kept)


def test_a_hint_names_what_is_wrong_first() -> None:
    wrong = Position(EASY, placed="..1" + "." * 78, removed={"r1c4": {6}})
    with pytest.raises(NoSolution, match="r1c3 is 1, which is wrong; remove it"):
        wrong.hint()
    with pytest.raises(NoSolution, match="r1c4 lacks the digit of the solution"):
        Position(EASY, removed={"r1c4": {6}}).steps()


def test_a_broken_puzzle_is_repaired_with_the_position_on_it() -> None:
    broken = Puzzle(EASY).givens.with_digits({"r1c5": 1})
    position = Position(
        Puzzle(broken), placed={"r1c3": 4, "r2c9": 7}, removed={"r1c4": {2}, "r3c1": {1}}
    )
    repair = position.repair()
    assert isinstance(repair.puzzle, Position)
    assert repair.puzzle.puzzle == Puzzle(EASY) and repair.puzzle["r1c3"] == 4
    assert set(repair.removed) == {17} and repair.restored == {18: {1}}
    assert repair.puzzle.removed == {3: {2}}
    line = run("repair", formats.format(position, "susser")).out
    assert formats.parse(line) == repair.puzzle


# -- a value --------------------------------------------------------------------------------------


def test_a_position_is_a_value() -> None:
    position = Position(EASY, placed="..4" + "." * 78, removed={"r1c4": {2}, "r9c9": {1}})
    same = Position(EASY, candidates=position.candidates())
    assert position == same and hash(position) == hash(same)
    assert eval(repr(position)) == position == pickle.loads(pickle.dumps(position))
    unknown = position.with_givens("unknown")
    assert eval(repr(unknown)) == unknown != position
    assert position.removed == {3: {2}}, "a filled cell has no candidates to remove"
    assert (position["r1c3"], position.givens["r1c3"], position.placed["r1c3"]) == (4, 0, 4)
    assert str(Position(EASY)) == str(Puzzle(EASY))
    with pytest.raises(AttributeError, match="Position objects are immutable; after"):
        position.puzzle = Puzzle(EASY)
    with pytest.raises(AttributeError, match=r"ask its puzzle: position\.puzzle\.minimise"):
        position.minimise()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = position.nothing  # type: ignore[attr-defined]


def test_what_does_not_fit_is_an_error() -> None:
    with pytest.raises(ParseError, match="r1c1 is given as 5, and 6 is placed there"):
        Position(EASY, placed="6" + "." * 80)
    with pytest.raises(RulesError, match="expected candidates of a 9x9 board, got a 4x4 board"):
        Position(EASY, candidates=Candidates.full(4))

    with pytest.raises(ParseError, match="removed from r1c3: expected digits 1 to 9, got 10"):
        Position(EASY, removed={"r1c3": {10}})
    with pytest.raises(TypeError, match="removed must map cells to digits"):
        Position(EASY, removed=["r1c3"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a puzzle, got a Position"):
        Position(Position(EASY))
    with pytest.raises(TypeError, match="expected a Step, got str"):
        Position(EASY).after("r1c3=4")  # type: ignore[arg-type]
    step = Puzzle(HARD[0]).hint()
    with pytest.raises(ValueError, match="expected a step of this position"):
        render.svg(Position(EASY, placed={"r1c3": 4}), step=step)
    assert Position(EASY, placed={"r1c3": 4}).placed["r1c3"] == 4


@pytest.mark.parametrize(
    ("played", "sentence"),
    [
        ({"placed": "." * 80}, "'placed': expected 81 cells, found 80"),
        ({"placed": {"r1c3": 12}}, "'placed': "),
        ({"placed": {"r1c1": 4}}, "'placed': r1c1 is 4, but the given there is 5"),
        ({"candidates": "." * 728}, "expected a text of 729 characters for 'candidates'"),
        ({"givens_known": "perhaps"}, "'givens_known': expected true or false, found perhaps"),
    ],
)
def test_what_is_wrong_in_a_position_of_json_is_named(
    played: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ParseError) as caught:
        formats.parse(json.dumps({"puzzle": EASY, **played}))
    assert sentence in str(caught.value)
    assert formats.parse(json.dumps({"puzzle": EASY, "placed": 3})).info == {"placed": "3"}


def test_a_state_that_contradicts_its_puzzle_is_an_error() -> None:
    rows = [EASY[at : at + 9] for at in range(0, 81, 9)]
    text = "\n".join(["[Puzzle]", *rows, "[State]", "543.7....", *rows[1:]])
    with pytest.raises(ParseError, match="expected the given 3 in r1c2 of the current board"):
        formats.parse(text)


def test_a_cell_without_candidates_is_not_lost() -> None:
    bare = Position(EASY, removed={"r1c3": {1, 2, 4}})
    for name in KEEPING:
        try:
            text = formats.format(bare, name)
        except PuzzleError as error:
            assert "without candidates" in str(error)
        else:
            assert formats.parse(text) == bare, name


def test_a_step_leads_to_the_next_position() -> None:
    position = Position(EASY)
    for step in Puzzle(EASY).steps():
        assert position.hint() == step
        position = position.after(step)
    assert position.grid == SOLUTION and position.hint() is None


def test_stuck_has_the_position() -> None:
    puzzle = Puzzle(HARD[0])
    order = nonet.steps.profile("nonet").only("full_house")
    with pytest.raises(Stuck) as caught:
        puzzle.hint(profile=order)
    assert caught.value.position == Position(puzzle)
    assert caught.value.candidates == puzzle.candidates()


def test_a_picture_tells_givens_from_placed_digits() -> None:
    plain = render.svg(Position(EASY, placed="..4" + "." * 78))
    assert plain != render.svg(Puzzle(EASY)) and plain != render.svg(Grid("534" + EASY[3:]))
    marked = Position(EASY, removed={"r1c3": {1}})
    assert render.text(marked) == render.text(marked.candidates())


def test_a_game_begins_where_the_position_is() -> None:
    for position in positions(4):
        game = Game(position)
        assert game.position == position and len(game.moves) == 1
        unknown = position.with_givens("unknown")
        assert Game(unknown).position == unknown
    assert Game(Puzzle(EASY)).moves == []


@pytest.mark.parametrize("name", ["line", "grid", "csv", "list", "sdm"])
def test_a_form_without_room_for_a_position_refuses_it(name: str) -> None:
    position = Position(EASY, placed="..4" + "." * 78)
    with pytest.raises(PuzzleError, match="has placed digits; use 'susser', 'ss', 'pm-marked'"):
        formats.format(position, name)
    with pytest.raises(PuzzleError, match="'sdk' holds puzzles, and this position has removed"):
        formats.format(Position(EASY, removed={"r1c3": {1}}), "sdk")
    assert formats.format(position.puzzle, name) == formats.format(Position(EASY), name)
    text = formats.format(position, "susser")
    assert run("convert", "--to", name, stdin=text).code == 1
    alone = run("convert", "--to", name, "--puzzle-only", stdin=text)
    assert formats.parse(alone.out, format=name) == Puzzle(EASY)


def test_notes_are_only_notes() -> None:
    puzzle = Puzzle(EASY, info={"placed": "..4" + "." * 78, "deleted": "113"})
    assert puzzle.hint() == Puzzle(EASY).hint()
    assert formats.format(puzzle, "susser") == f"{EASY}:"
    back = formats.parse(formats.format(puzzle, "jsonl"))
    assert isinstance(back, Puzzle) and back.info == puzzle.info
    for module, name in [
        ("nonet.formats.board_builder", "position_of"),
        ("nonet.formats.board_builder", "placed_cells"),
        ("nonet.formats.board_builder", "notes"),
        ("nonet.render.boards", "position_of"),
        ("nonet.deduction.board_view", "Position"),
    ]:
        assert not hasattr(__import__(module, fromlist=["x"]), name), f"{module}.{name}"


def test_each_technique_names_its_premise() -> None:
    assert technique("xy_wing").needs is Premise.RULES
    assert technique("bug_1").needs is Premise.UNIQUE
    assert technique("avoidable_rectangle_2").needs is Premise.GIVENS
