"""Steps on boards that are not classic: none removes a digit of a solution, and easy puzzles are solved to the end."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from deductions import all_steps, full_board, keeps, met_by, next_step, solutions_of, start
from quick import some
from random_constraints import random_constraint, words_that_fit
from test_constraints_sets import EXAMPLES

from nonet import Candidates, Grid, Puzzle, Rules
from nonet.generating import generate
from nonet.rules import CLASSIC
from nonet.rules.constraints import (
    Cage,
)
from nonet.rules.variants import parse_rules
from nonet.steps import Step

FOUR, SIX = Rules(size=4), Rules(box_rows=2, box_columns=3)
SAMPLES = Path(__file__).parents[1] / "examples" / "boards.jsonl"


def walk(rules: Rules, board: Candidates, solutions: list[Grid]) -> tuple[Counter[str], Candidates]:
    """Follow the easiest steps to where they end; these and all others on every fifth board keep all solutions."""
    seen: Counter[str] = Counter()
    while not board.placed.is_full:
        first = next_step(rules, board)
        found: tuple[Step, ...] = () if first is None else (first,)
        if seen.total() % 5 == 0:
            found = all_steps(rules, board)
            assert next(iter(found), None) == first
        for step in found:
            wrong = [solution for solution in solutions if not keeps(step, solution)]
            assert not wrong, f"{step}\n{step.text()}\n{rules!r}\n{board!r}"
        if first is None:
            break
        seen[first.technique.id] += 1
        after = board.after(first)
        assert after != board, f"{first} changes nothing"
        board = after
    return seen, board


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_no_step_removes_a_digit_of_any_solution(seed: int) -> None:
    """On 4x4 boards with constraints of every kind: all solutions are known there."""
    rng = random.Random(seed)
    words = words_that_fit(FOUR.space)
    count = 0
    while count < 6:
        chosen = rng.sample(EXAMPLES, rng.randint(0, 2))
        made = [random_constraint(rng.choice(words), rng, FOUR.space) for _ in range(2)]
        solutions = solutions_of([*chosen, *made])
        if not solutions:
            continue
        count += 1
        rules = FOUR.with_constraints(*chosen, *made)
        solution = rng.choice(solutions)
        givens = [digit if rng.random() < 0.2 else 0 for digit in solution]
        same = [s for s in solutions if all(g in (0, d) for g, d in zip(givens, s, strict=True))]
        walk(rules, start(rules, givens), same)


def cages(solution: Grid, rng: random.Random, most: int = 4) -> list[Cage]:
    """Return cages that cover the whole board."""
    size, left = solution.size, set(range(len(solution)))
    found = []
    while left:
        cells = [rng.choice(sorted(left))]
        left -= {*cells}
        wanted = rng.choice([2, 2, 3, most])
        while len(cells) < wanted:
            near = {
                cell + by
                for cell in cells
                for by in (-1, 1, -size, size)
                if abs((cell + by) % size - cell % size) < 2
            }
            held = {solution[cell] for cell in cells}
            fits = sorted(cell for cell in near & left if solution[cell] not in held)
            if not fits:
                break
            cells.append(rng.choice(fits))
            left.discard(cells[-1])
        names = [f"r{cell // size + 1}c{cell % size + 1}" for cell in cells]
        found.append(Cage(names, sum=sum(solution[cell] for cell in cells)))
    return found


@pytest.mark.parametrize("seed", some(range(4), 4, 1))
@pytest.mark.parametrize(
    "shape",
    [
        SIX,
        CLASSIC,
        Puzzle("." * 81, rules="diagonals windoku").rules,
        Rules(
            regions="111222333111224333511224363551224366554444666555544677888999667888999777888999777"
        ),
    ],
    ids=["6x6", "9x9", "windows", "jigsaw"],
)
def test_no_step_removes_a_digit_of_the_solution(shape: Rules, seed: int) -> None:
    rng = random.Random(seed)
    solution = full_board(shape, rng)
    chosen = met_by(solution, shape, rng, 5) + (cages(solution, rng) if seed % 2 else [])
    rules = shape.with_constraints(*chosen)
    givens = [digit if rng.random() < 0.25 else 0 for digit in solution]
    walk(rules, start(rules, givens), [solution])


def test_the_samples_of_other_boards_are_solved() -> None:
    """The minimal ones among them need more than is simple."""
    solved = {}
    for line in SAMPLES.read_text("utf-8").splitlines():
        sample = json.loads(line)
        puzzle = Puzzle(sample["puzzle"], rules=sample.get("rules"))
        if not puzzle.rules.is_classic and puzzle.rules.size < 10 and puzzle.rules.houses_only:
            _, board = walk(puzzle.rules, start(puzzle.rules, puzzle.givens), [puzzle.solution()])
            solved[sample["info"]["name"]] = board.placed.is_full
    assert solved["9x9 jigsaw"] and solved["7x7 jigsaw"] and solved["9x9 with windows"]
    assert sum(solved.values()) >= len(solved) - 3


def test_killers_without_givens_are_solved() -> None:
    solved = 0
    seen: Counter[str] = Counter()
    for seed in range(3):
        rng = random.Random(seed)
        solution = full_board(CLASSIC, rng)
        rules = CLASSIC.with_constraints(*cages(solution, rng, 3))
        found, board = walk(rules, Candidates.full(9), [solution])
        seen += found
        solved += board.placed.is_full
    assert solved >= 1, "random cages have several solutions now and then"
    assert {"last_of_sum", "cage_combination", "cage_locked"} <= set(seen)


# -- through the puzzle ---------------------------------------------------------------------------

JIGSAW = "jigsaw:111222333111224333511224363551224366554444666555544677888999667888999777888999777"
GIVENS = "5...6...482.........9.48.........27.9.72.........1.56........9....4.7...2.1......"


def test_a_jigsaw_has_hints_and_steps() -> None:
    puzzle = Puzzle(GIVENS, rules=JIGSAW)
    step = puzzle.hint()
    assert step is not None and step.title() == "Hidden single: 2 in region 2"
    steps = list(puzzle.steps())
    assert len(steps) == 72 and {step.rules for step in steps} == {puzzle.rules}
    assert puzzle.all_steps()[0] == step
    again = puzzle.hint(puzzle.candidates().after(step))
    assert again is not None and again != step


def sentences(variant: str, technique: str) -> list[str]:
    """Return what the steps of a technique say on the way through a puzzle of a variant."""
    steps = generate(variant=variant, seed=5, solvable=True).steps()
    return [step.text() for step in steps if step.technique.id == technique]


@pytest.mark.slow
def test_the_rule_of_45_names_the_clues_that_are_no_cages() -> None:
    found = sentences("littlekiller", "rule_of_45")
    assert found
    named = r"The clues? (there|inside), Little killer \d+ \(r\dc\d\)"
    assert all(re.search(named, text) for text in found)
    named = r"The cages? (there|inside), \d+ \(r\dc\d\)"
    assert all(re.search(named, text) for text in sentences("killer", "rule_of_45"))


def test_a_missing_symbol_names_the_other_cell_and_the_reason() -> None:
    found = [text for text in sentences("xv", "dot") if text.startswith("All X and V")]
    reason = "All X and V are given: neighbours without one do not sum to 10 or 5. "
    assert found
    assert all(text.startswith(reason) for text in found)
    assert any(re.search(r"r\dc\d can only be \d, which does not fit with \d in", t) for t in found)


def test_the_nudge_of_a_missing_symbol_speaks_of_no_symbol() -> None:
    rules = parse_rules("strictxv")
    board = Candidates.from_masks([1] + [511] * 80)
    steps = [s for s in all_steps(rules, board) if s.technique.id == "dot"]
    nudge = "Two neighbouring cells are related, by a dot or symbol between them or because there is none."
    assert {step.text("nudge") for step in steps} == {nudge}


def test_the_last_cell_of_a_sum_comes_before_a_hidden_single() -> None:
    arrow = "arrow:r1c1=r1c2r1c3 zipper:r5c4r5c5r5c6"
    step = Puzzle(".23......" + "." * 72, rules=arrow).hint()
    assert step is not None and step.technique.id == "last_of_sum" and step.outcome == "r1c1=5"
    assert step.text().endswith(
        "With the 2 in r1c2 and the 3 in r1c3, that leaves 5 for r1c1, so r1c1 is 5."
    )
    of_zipper = Puzzle("." * 36 + "...4.3..." + "." * 36, rules=arrow).hint()
    assert of_zipper is not None and of_zipper.outcome == "r5c5=7"
