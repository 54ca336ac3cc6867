"""The human solver as a user meets it: ratings, steps, hints in mid-game, and what cannot be explained."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import numpy.typing as npt
import oracle
import pytest
import rated

import nonet
from nonet import (
    Candidates,
    Conflict,
    Grid,
    LimitReached,
    MultipleSolutions,
    NoSolution,
    Position,
    Puzzle,
    RulesError,
    Stuck,
    TimeLimitReached,
    engine,
)
from nonet.engine import logic
from nonet.puzzle import finding
from nonet.steps import SE, TECHNIQUES, Cause, Mark, Placement, Role, Step, technique

ROWS = rated.rows()
DIAGONALS = "..............5.8.3...........1....6..97..2...6.....9....4.2..9..2.81....8....5.."
WINDOWS = "..................2.....3..7....2.....61..................4...8........6.23...5.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = max(ROWS, key=lambda row: row.er).puzzle


def sound(step: Step, solution: tuple[int, ...]) -> bool:
    """Whether a step keeps to the solution and changes the board."""
    lost = any(solution[cell] in digits for cell, digits in step.removes.items())
    placed = step.places is None or solution[step.places[0]] == step.places[1]
    return placed and not lost and (step.places is not None or any(step.removes.values()))


# -- ratings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.er}-{row.hardest}-{row.puzzle[:9]}")
def test_ratings_are_those_of_the_reference(row: rated.Rated) -> None:
    rating = Puzzle(row.puzzle).rate()
    assert (rating.er, rating.ep, rating.ed) == (row.er, row.ep, row.ed)
    assert rating.exact and rating.hardest is technique(row.hardest)


def test_the_rating_is_that_of_the_steps() -> None:
    for row in ROWS[::4]:
        steps = [here.step for here in rated.path(row.puzzle)]
        rating = Puzzle(row.puzzle).rate()
        first = next(i for i, step in enumerate(steps) if step.places is not None)
        assert rating.er == max(step.rating for step in steps)
        assert rating.ep == max(step.rating for step in steps[: first + 1])
        assert rating.ed == steps[0].rating
        assert rating.steps == len(steps) == sum(rating.counts.values())
        used = [step.technique for step in steps]
        assert rating.counts == {each: used.count(each) for each in TECHNIQUES if each in used}


def test_a_spent_budget_makes_a_rating_that_is_at_least() -> None:
    full, cut = Puzzle(HARD).rate(), Puzzle(HARD).rate(budget=1000)
    assert full.exact and not cut.exact
    assert cut.er < full.er and cut.steps < full.steps and 0 < cut.nodes < full.nodes
    with pytest.raises(ValueError, match="budget must be at least 1, got 0"):
        Puzzle(HARD).rate(budget=0)


def test_a_full_board_needs_nothing() -> None:
    solved = Puzzle(Puzzle(EASY).solution())
    assert solved.hint() is None and list(solved.steps()) == [] and solved.all_steps() == ()
    rating = solved.rate()
    assert (rating.er, rating.steps, rating.hardest, rating.exact) == (0.0, 0, None, True)


def test_a_sukaku_is_rated_from_its_candidates() -> None:
    masks = Puzzle(EASY).candidates()
    sukaku = Puzzle(Candidates.from_masks(masks.masks))
    assert sukaku.solution() == Puzzle(EASY).solution()
    rating = sukaku.rate()
    assert rating.exact and sum(rating.counts.values()) == rating.steps > 51
    assert [sound(step, tuple(sukaku.solution())) for step in sukaku.steps()].count(False) == 0


# -- steps ----------------------------------------------------------------------------------------


def test_every_step_is_sound_and_the_steps_solve() -> None:
    for row in ROWS:
        for here in rated.path(row.puzzle):
            assert sound(here.step, here.solution), (row.puzzle, here.step)
            removed = {(cell, d) for cell, digits in here.step.removes.items() for d in digits}
            assert all(digit in here.board[cell] for cell, digit in removed), "removed before"


def test_every_rating_starts_from_the_rating_of_its_technique() -> None:
    for row in ROWS:
        for _, step, _ in rated.path(row.puzzle):
            more = round(10 * (step.rating - step.technique.ratings["se"]))
            assert 0 <= more <= 12 and (
                more == 0 or step.technique.family in ("chains", "uniqueness")
            )
            assert (step.complexity > 0) == bool(step.chains)


def test_chains_hold_what_they_promise() -> None:
    """Each node follows from its parents by its cause, on the board before the step."""
    for here in rated.situations().values():
        for chain in here.step.chains:
            for index, node in enumerate(chain.nodes):
                assert all(parent < index for parent in node.parents)
                assert (node.cause is Cause.ASSUMPTION) == (index == 0)
                assert node.digit in here.board[node.cell] and not here.board.placed[node.cell]
                assert (node.cause is Cause.STEP) == (node.nested is not None)
                if node.on or index == 0 or node.nested:
                    continue
                (parent,) = (chain.nodes[parent] for parent in node.parents)
                assert parent.on
                same_cell, same_digit = parent.cell == node.cell, parent.digit == node.digit
                assert same_cell != same_digit
                if node.cause is not Cause.CELL:
                    house = _house(node.cause, node.cell)
                    assert house == _house(node.cause, parent.cell)


def _house(cause: Cause, cell: int) -> int:
    row, column = divmod(cell, 9)
    return {Cause.ROW: row, Cause.COLUMN: column, Cause.BOX: row // 3 * 3 + column // 3}[cause]


def test_the_marks_and_houses_are_of_the_board() -> None:
    for row in ROWS[::3]:
        for board, step, _ in rated.path(row.puzzle):
            removed = {cell: set(digits) for cell, digits in step.removes.items()}
            for mark in step.marks:
                assert mark.digits <= board[mark.cell], step
                if mark.role is Role.TARGET and mark.cell in removed:
                    removed[mark.cell] -= mark.digits
            assert not any(removed.values()), f"{step}: an elimination is not marked"
            assert all(0 <= house < 27 for house in step.houses)


def test_a_step_gives_the_next_board() -> None:
    board = Puzzle(EASY).candidates()
    step = Puzzle(EASY).hint()
    assert step is not None and step.places is not None
    cell, digit = step.places
    after = board.after(step)
    assert after.placed[cell] == digit and after[cell] == {digit}
    assert not any(
        digit in after[peer] for peer in nonet.CLASSIC.peers[cell] if not after.placed[peer]
    )
    assert board == Puzzle(EASY).candidates(), "boards are values"
    pointing = rated.situations()["pointing", ""]
    after = pointing.board.after(pointing.step)
    for cell in range(81):
        removed = pointing.step.removes.get(cell, frozenset())
        assert after[cell] == pointing.board[cell] - removed
    assert after.placed == pointing.board.placed


def test_a_step_of_another_board_is_refused() -> None:
    step = Step(technique("naked_single"), 2.3, places=Placement(0, 1))
    with pytest.raises(
        ValueError, match="1 is not a candidate of r1c1; the step is for another board"
    ):
        Puzzle(EASY).candidates().after(step)
    with pytest.raises(ValueError, match="the step is for a 9x9 board, got a 4x4 board"):
        Candidates.full(4).after(step)


def test_steps_are_looked_for_one_by_one() -> None:
    steps = Puzzle(HARD).steps()
    first = next(steps)
    assert first == Puzzle(HARD).hint()
    assert first in Puzzle(HARD).all_steps()


@pytest.mark.parametrize(
    ("text", "rules", "profile"),
    [
        (EASY, None, "hodoku"),
        *((row.puzzle, None, "nonet") for row in ROWS[::8] if row.er < 7),
        (DIAGONALS, "diagonals", "nonet"),
        (WINDOWS, "diagonals windoku", "nonet"),
        ("1..2....3....4..", None, "nonet"),
    ],
)
def test_a_path_has_the_steps_that_are_found_one_by_one(
    text: str, rules: str | None, profile: str
) -> None:
    puzzle = Puzzle(text, rules=rules)
    path: list[Step] = []
    with suppress(Stuck):
        path.extend(puzzle.steps(profile=profile))
    position = Position(puzzle)
    for step in path:
        single = position.hint(profile=profile)
        assert step == single and single is not None and step.board == single.board
        position = position.after(step)
    if not position.grid.is_full:
        with pytest.raises(Stuck):
            position.hint(profile=profile)


def test_out_of_time_in_the_middle_of_a_path_keeps_the_steps_before() -> None:
    done: list[Step] = []
    stop = bytearray(1)
    with engine.time_limit(600, stop), pytest.raises(TimeLimitReached) as caught:
        for step in Puzzle(HARD).steps():
            done.append(step)
            stop[0] = len(done) >= 3
    assert caught.value.progress == tuple(done)
    assert len(done) >= 3


def test_all_steps_come_in_the_order_of_the_techniques() -> None:
    for row in ROWS[::6]:
        solution = tuple(Puzzle(row.puzzle).solution())
        steps = Puzzle(row.puzzle).all_steps(profile="se")
        ratings = [step.rating for step in steps if not step.chains]
        assert len(steps) > 1 and ratings[0] == min(ratings)
        assert all(sound(step, solution) for step in steps)
        for technique_ in {step.technique.id for step in steps}:
            assert all(step.text() for step in steps if step.technique.id == technique_)


# -- in the middle of the game --------------------------------------------------------------------


def test_a_hint_continues_from_the_board_of_the_player() -> None:
    for row in ROWS[::9]:
        path = rated.path(row.puzzle)
        for here in path[:: max(1, len(path) // 4)]:
            assert Puzzle(row.puzzle).hint(here.board, profile="se") == here.step
        half = len(path) // 2
        rest = list(Puzzle(row.puzzle).steps(path[half].board, profile="se"))
        assert rest == [here.step for here in path[half:]]


def test_a_board_with_its_digits_alone_will_do() -> None:
    """Who keeps no pencil marks passes full ones: what the digits rule out is crossed out here."""
    puzzle = Puzzle(EASY)
    assert puzzle.hint(Candidates.from_masks([511] * 81)) == puzzle.hint()
    filled = puzzle.solution().with_digits({"r1c3": 0, "r5c5": 0})
    masks = [1 << (digit - 1) if digit else 511 for digit in filled]
    step = puzzle.hint(Candidates.from_masks(masks, placed=filled))
    assert step is not None and step.technique.id == "full_house"


def test_a_wrong_digit_or_a_lost_candidate_is_reported_with_its_cell() -> None:
    puzzle = Puzzle(EASY)
    board = puzzle.candidates()
    wrong = Candidates.from_masks([1 << 1 if c == 3 else m for c, m in enumerate(board.masks)])
    wrong = Candidates.from_masks(wrong.masks, placed=puzzle.givens.with_digits({"r1c4": 2}))
    for ask in (puzzle.hint, puzzle.all_steps, lambda c: list(puzzle.steps(c))):
        with pytest.raises(NoSolution, match="r1c4 is 2, which is wrong; remove it") as caught:
            ask(wrong)
        assert caught.value.puzzle is puzzle
        with pytest.raises(NoSolution, match="r1c4 lacks the digit of the solution") as lost:
            ask(board.without({"r1c4": {6}}))
        assert "6" not in str(lost.value), "the message gives nothing away"


# -- what cannot be explained ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("givens", "error"),
    [
        ("55" + "." * 79, Conflict),
        (EASY[:2] + "1" + EASY[3:], NoSolution),
        ("." * 81, MultipleSolutions),
    ],
)
def test_a_puzzle_without_one_solution_is_refused_at_once(
    givens: str, error: type[Exception]
) -> None:
    puzzle = Puzzle(givens)
    asked = (puzzle.rate, puzzle.hint, puzzle.steps, puzzle.all_steps)
    for ask in asked[:1] if error is MultipleSolutions else asked:
        with pytest.raises(error):
            ask()


def test_candidates_of_another_size_are_refused_with_a_sentence() -> None:
    with pytest.raises(RulesError, match="expected candidates of a 9x9 board, got a 4x4 board"):
        Puzzle(EASY).hint(Candidates.full(4))


def test_a_spent_budget_tells_the_steps_so_far() -> None:
    done = []
    with pytest.raises(LimitReached, match="the budget of 50 implications is spent") as caught:
        for step in Puzzle(HARD).steps(budget=50):
            done.append(step)
    assert caught.value.progress == tuple(done) and done
    board = Puzzle(HARD).candidates()
    for step in done:
        board = board.after(step)
    with pytest.raises(LimitReached):
        Puzzle(HARD).hint(board, budget=50)


def test_out_of_time_before_the_first_step_is_a_limit_too() -> None:
    puzzle = Puzzle(EASY)
    with engine.time_limit(1e-6), pytest.raises(TimeLimitReached) as caught:
        finding.all_on(puzzle.rules, puzzle.candidates(), SE)
    assert caught.value.progress == ()


def test_where_no_technique_finds_a_step_the_board_is_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = iter([Puzzle(EASY).hint()])
    monkeypatch.setattr(engine, "path", lambda board, **_: found)
    monkeypatch.setattr(engine, "next_step", lambda board, **_: None)
    puzzle = Puzzle(EASY)
    with pytest.raises(Stuck, match=r"no technique finds a step; 50 cells are empty") as caught:
        list(puzzle.steps())
    assert caught.value.candidates is not None and caught.value.candidates.placed["r1c6"] == 8
    assert len(caught.value.steps) == 1
    with pytest.raises(Stuck):
        puzzle.hint()


# -- the words of the core ------------------------------------------------------------------------


def words_of(*numbers: int) -> bytes:
    """Pack words as the core does."""
    return array("I", numbers).tobytes()


def test_words_are_decoded() -> None:
    placed, nothing = 5 | 9 << 16, 0xFFFF_FFFF
    pointing, forcing = technique("pointing").index, technique("forcing_chain").index
    nested = technique("nested_forcing_chain").index
    plain = [pointing | 260 << 16, 0, 12, placed, 1 | 2 << 11 | 1 << 16, 0]
    plain += [1295 | 1 << 16, 0b101, 18, 26, 7 | 2 << 11, 0b10]
    inner = [forcing | 710 << 16, 2, 14, nothing, 1 << 24, 0]
    inner += [2, 8 | 3 << 11 | 1 << 17, 0, 8 | 4 << 11 | 1 << 18 | 1 << 21, 0, 0]
    inner[2] = len(inner)
    outer = [nested | 2 << 8 | 955 << 16, 7, 0, nothing, 2 << 24, 1]
    outer += [1, 0 | 1 << 11 | 1 << 17, 0]
    outer += [2, 0 | 1 << 11, 0, 4 | 5 << 11 | 5 << 18 | 1 << 21, 1, 0, *inner]
    outer[2] = len(outer)
    first, second = logic.decode(words_of(*plain, *outer))
    assert (first.technique.id, first.rating, first.places) == ("pointing", 2.6, (5, 9))
    assert dict(first.removes) == {1295: {1, 3, 33}} and first.houses == (18, 26)
    assert first.marks == (Mark(Role.PIVOT, 7, frozenset({2})),)
    assert (second.kind, second.rating, second.complexity) == ("double", 9.55, 7)
    assert [len(chain) for chain in second.chains] == [1, 2]
    last = second.chains[1].end
    assert (last.cell, last.digit, last.on, last.cause) == (4, 5, False, Cause.STEP)
    assert last.nested is not None and last.nested.technique.id == "forcing_chain"
    assert last.nested.chains[0].end.parents == (0,) and last.nested.chains[0].end.digit == 4
    assert list(logic.decode(b"")) == []


# -- collections beside the project ---------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["top1465.txt", "sudoku17.txt", "hardest_11plus.txt"])
def test_steps_are_sound_on_a_collection(
    name: str, corpus: Callable[[str], npt.NDArray[np.uint8]]
) -> None:
    boards = corpus(name)
    for row in boards[:: max(1, len(boards) // (8 if "hardest" in name else 60))]:
        puzzle = Puzzle(Grid(row.tolist()))
        solution, board = tuple(puzzle.solution()), puzzle.candidates()
        for step in puzzle.steps():
            assert sound(step, solution), (puzzle, step)
            board = board.after(step)
            if step.rating >= 9.5:
                assert step.text()
        assert tuple(board.placed) == solution and oracle.are_solutions(np.array([solution])).all()


def test_a_puzzle_is_explained_without_numpy() -> None:
    script = (
        f"import sys, nonet; p = nonet.Puzzle({EASY!r}); p.rate(); p.hint().text();"
        " print('numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
