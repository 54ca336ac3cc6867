"""Chains through constraints: each removes what no solution has, and each line follows from the lines it names."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from console import run
from quick import some
from random_constraints import random_constraint, words_that_fit

from nonet import Candidates, Grid, NoSolution, Position, Puzzle, Rules, Stuck
from nonet.errors import LimitReached
from nonet.puzzle import network
from nonet.steps import Cause, Chain, Inference, Step, profile
from nonet.steps.json import step_from_object, step_object
from nonet.web.verbs import VERBS
from nonet.words import languages

FOUR = Rules(size=4)
ORDER = profile("nonet")
THERMO = "thermo:r1c1r2c1r3c1r4c1r5c1r6c1r7c1"
WHISPERS = """
whisper:r8c1r7c1r7c2r8c3r9c3r9c2 whisper:r9c6r8c7r7c7r7c8r6c9r5c8
whisper:r6c3r5c2r4c3r3c4r2c5r1c6r1c7r2c8r3c8r4c7r5c6r6c6r7c6r8c5r7c4 whisper:r4c5r4c6r3c7
"""


def boards(seed: int, count: int) -> Iterator[tuple[Rules, Candidates, list[Grid]]]:
    """Yield 4x4 boards with random constraints and givens, each with all its solutions: one or more."""
    rng = random.Random(seed)
    grids = list(Puzzle("." * 16).solutions())
    words = words_that_fit(FOUR.space)
    while count:
        rules = FOUR.with_constraints(
            *(
                random_constraint(rng.choice(words), rng, FOUR.space)
                for _ in range(rng.choice([1, 2, 3]))
            )
        )
        solutions = [grid for grid in grids if not any(rules.violations(list(grid)))]
        if not solutions:
            continue
        count -= 1
        givens = [digit if rng.random() < 0.15 else 0 for digit in rng.choice(solutions)]
        left = [s for s in solutions if all(g in (0, d) for g, d in zip(givens, s, strict=True))]
        yield rules, Position(Puzzle(Grid(givens), rules=rules)).candidates(), left


def excluded(step: Step) -> list[tuple[int, int]]:
    """Return what a step says is in no solution, as cells and digits."""
    out = [(cell, digit) for cell, digits in step.removes.items() for digit in digits]
    if step.places is not None and step.board is not None:
        cell, digit = step.places
        out += [(cell, other) for other in step.board[cell] if other != digit]
    return out


def chains_in(step: Step) -> Iterator[Chain]:
    """Yield the chains of a step, and those inside of them."""
    for chain in step.chains:
        yield chain
        for node in chain.nodes:
            if node.nested is not None:
                yield from chains_in(node.nested)


@pytest.mark.parametrize("seed", some(range(200), 6))
def test_no_chain_removes_a_digit_of_any_solution(seed: int) -> None:
    found = 0
    for rules, board, solutions in boards(seed, 8):
        for step in network.all_steps(rules, board, ORDER):
            found += 1
            for cell, digit in excluded(step):
                assert all(grid[cell] != digit for grid in solutions), f"{step}\n{step.text()}"
    assert found


def holds(node: Inference, grid: Grid) -> bool:
    """Whether what a node says is true of a solution."""
    return (grid[node.cell] in node.digits) == node.on


@pytest.mark.parametrize("seed", some(range(1000, 1100), 3))
def test_each_line_follows_from_the_lines_that_it_names(seed: int) -> None:
    """Of all boards that meet the rules, those in which its parents are true have it true as well."""
    for rules, board, solutions in boards(seed, 8):
        for step in network.all_steps(rules, board, ORDER):
            for chain in step.chains:
                for node in chain.nodes[1:]:
                    parents = [chain.nodes[parent] for parent in node.parents]
                    for grid in solutions:
                        if all(holds(parent, grid) for parent in parents):
                            assert holds(node, grid), f"{step}\n{step.text(all=True)}"


@pytest.mark.parametrize("seed", some(range(2000, 2040), 2))
def test_why_a_digit_is_in_no_solution_is_always_known(seed: int) -> None:
    for rules, board, solutions in boards(seed, 4):
        for cell, mask in enumerate(board.masks):
            for digit in range(1, 5):
                if not mask >> digit - 1 & 1:
                    continue
                step = network.why_not(rules, board, cell, digit, budget=None)
                is_possible = any(grid[cell] == digit for grid in solutions)
                assert (step is None) == is_possible
                assert step is None or (cell, digit) in excluded(step)


@pytest.mark.parametrize("kind", ["double", "cell", "house"])
def test_what_all_alternatives_lead_to_is_a_step_of_its_kind(kind: str) -> None:
    order, found = profile("nonet").only(f"dynamic_{kind}_chain"), 0
    for rules, board, solutions in boards(11, 60):
        step = network.next_step(rules, board, order)
        if step is None or not step.chains:
            continue
        found += 1
        assert (step.technique.id, step.kind) == (f"dynamic_{kind}_chain", kind)
        assert all(grid[c] != d for c, d in excluded(step) for grid in solutions)
        if kind == "double":
            assert len({chain.start.on for chain in step.chains}) == 2
            continue
        starts = {(chain.start.cell, chain.start.digit) for chain in step.chains}
        assert all(any(grid[cell] == digit for cell, digit in starts) for grid in solutions)
        assert len({(chain.end.cell, chain.end.digit, chain.end.on) for chain in step.chains}) == 1
        assert "lead" in step.text()
    assert found


def test_a_line_says_its_constraint_and_its_digits() -> None:
    grid = Puzzle("." * 81, rules=" ".join(WHISPERS.split()))
    steps = grid.steps(profile=ORDER.without("clue_and_sight"))
    text = next(each for each in steps if each.chains).text(all=True)
    assert text.startswith("1. Suppose ")
    assert "German whispers: Neighbours on each whisper line differ by at least 5." in text
    assert re.search(r" is not \d, \d.* or \d", text)


@pytest.mark.parametrize("language", languages())
def test_chains_have_words_and_travel_as_json(language: str) -> None:
    for rules, board, _ in islice(boards(3, 40), 40):
        step = network.next_step(rules, board, ORDER)
        if step is not None and step.chains:
            assert step.text(language=language)
            again = step_from_object(step_object(step, facts=True), rules)
            assert again.chains == step.chains


def test_a_grid_with_several_solutions_has_steps_and_a_hint() -> None:
    grid = Puzzle("." * 81, rules=f"{THERMO} killer:4=r9c1r9c2")
    steps = list(grid.steps())
    assert steps and not any(step.technique.assumes_unique for step in steps)
    assert grid.hint() == steps[0]
    end = Position(grid)
    for step in steps:
        end = end.after(step)
    with pytest.raises(Stuck, match="the puzzle has several solutions"):
        end.hint()


def test_the_page_shows_the_steps_that_all_solutions_share() -> None:
    asked = {"puzzle": "." * 81, "rules": f"{THERMO} killer:4=r9c1r9c2"}
    answer = VERBS["steps"].answer(asked)
    assert answer["solution"] is None and answer["complete"] and not answer["stuck"]
    assert [step["technique"] for step in answer["steps"]] == [
        step.technique.id for step in Puzzle("." * 81, rules=asked["rules"]).steps()
    ]
    assert answer["rating"]["er"] is None and answer["rating"]["open"] == 81
    hint, listed = (VERBS[verb].answer(asked) for verb in ("hint", "all_steps"))
    assert hint["several"] and hint["step"]["technique"] == answer["steps"][0]["technique"]
    assert listed["several"] and hint["step"]["removes"] in [
        step["removes"] for step in listed["steps"]
    ]
    assert not VERBS["hint"].answer({"puzzle": "1.....3..4.....2"})["several"]


SEVERAL = (
    "black:r1c1r1c2 black:r1c2r1c3",
    "arrow:r1c1=r1c2r1c3r2c3",
    "killer:3=r1c1r1c2 killer:17=r5c5r5c6",
    "quadruple:1234=r1c1r1c2r2c1r2c2",
    "whisper:r1c1r1c2r1c3r1c4r1c5",
    "sandwich:35=r1",
    "between:r1c1r2c2r3c3",
)


@pytest.mark.parametrize("rules", SEVERAL)
def test_steps_of_several_solutions_are_true_in_all_and_said_to_be(rules: str) -> None:
    grid = Puzzle("." * 81, rules=rules)
    true = grid.true_candidates()
    for step in [*grid.steps(), *grid.all_steps()]:
        for cell, digit in excluded(step):
            assert digit not in true[cell]
    one, path, listed = (
        run(*asked, "--rules", rules, "." * 81)
        for asked in (("hint",), ("steps",), ("steps", "--all"))
    )
    said = str(grid.check())
    assert (one.code, path.code, listed.code) == (0, 0, 0)
    assert one.err == f"{said}; this step holds in all of them\n"
    assert path.err.startswith(said) and path.err.endswith("and no technique finds more\n")
    assert said in listed.err and "in all of them" in listed.err


def test_a_classic_grid_with_several_solutions_has_the_steps_that_all_share() -> None:
    grid = Puzzle(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
    )
    solutions = list(grid.solutions())
    assert len(solutions) > 1
    for step in grid.steps():
        for cell, digit in excluded(step):
            assert all(solution[cell] != digit for solution in solutions)


def test_a_true_candidate_is_no_question() -> None:
    true = Puzzle("1... ..3. .4.. ....").true_candidates()
    with pytest.raises(ValueError, match="r4c4 is 2 in some solution"):
        true.why("r4c4", 2)
    with pytest.raises(ValueError, match="r1c2 cannot be 1: r1c1 is 1"):
        true.why("r1c2", 1)
    assert true.why("r1c2", 2).chains[0].start.cause is Cause.ASSUMPTION


@pytest.mark.parametrize(
    ("rules", "digit", "problem"),
    [
        (None, 0, "expected a digit from 1 to 4, got 0$"),
        ("digits:0-3", 0, "expected a digit from 1 to 4, got 0; 1 stands for 0 here"),
        (None, 5, "expected a digit from 1 to 4, got 5"),
    ],
)
def test_no_digit_of_the_board_is_no_question(rules: str | None, digit: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Puzzle("1..." + "." * 12, rules=rules).true_candidates().why("r1c2", digit)


def test_a_budget_ends_a_proof() -> None:
    hardest = Puzzle(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    )
    with pytest.raises(LimitReached, match="the budget of 3 implications is spent"):
        hardest.true_candidates().why("r1c2", 4, budget=3)


def test_a_wrong_digit_in_a_grid_with_several_solutions_is_reported() -> None:
    grid = Puzzle("." * 81, rules=THERMO)
    with pytest.raises(NoSolution, match="no solution of the puzzle has these digits"):
        Position(grid, placed={"r1c1": 5}).hint()


def test_a_command_says_why_a_digit_is_in_no_solution(tmp_path: Path) -> None:
    asked = ("candidates", "--true", "--why")
    done = run(*asked, "r1c2=2", "1... ..3. .4.. ....")
    assert done.code == 0 and done.lines[0] == "1. Suppose r1c2 is 2."
    assert done.lines[-1].endswith("is wrong, so r1c2 cannot be 2.")
    assert run(*asked, "r1c2=2", "1... ..3. .4.. ....", "-o", tmp_path / "why.svg").code == 0
    assert (tmp_path / "why.svg").read_text().startswith("<svg")
    for wrong in ("r1c2", "r1c2=9", "zz=1", "r4c4=2"):
        assert run(*asked, wrong, "1... ..3. .4.. ....").code == 2
    assert run("candidates", "--why", "r1c2=2", "1... ..3. .4.. ....").code == 2


@pytest.mark.parametrize(
    ("rules", "givens"),
    [
        ("2x2 differencearrow:r3c3=r4c4r4c3 killer:r1c1r3c3r4c3r4c4", "." * 16),
        (
            "latin4 greater:r4c4r4c3 littlekiller:7=r3c1=up-right maximum:r2c3 minimum:r4c2",
            "." * 16,
        ),
    ],
)
def test_all_places_of_a_digit_in_a_constraint_are_cases_too(rules: str, givens: str) -> None:
    """The cells of a cage that holds all digits are named; a case that needs no supposition is a step."""
    names = ("dynamic_cell_chain", "dynamic_house_chain", "naked_single", "full_house")
    order = ORDER.only(*names, "hidden_single_box", "hidden_single_line")
    seen = []
    with suppress(Stuck):
        for step in Puzzle(givens, rules=rules).steps(profile=order):
            seen.append(step)
            assert step.technique.id != "dynamic_double_chain"
            for chain in step.chains:
                assert chain.start.cause is Cause.ASSUMPTION
            assert all(step.text(language=language) for language in languages())
    assert any(step.technique.id == "dynamic_house_chain" for step in seen)
