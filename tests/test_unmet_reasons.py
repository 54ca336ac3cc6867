"""What a cell would have to be, as a sentence says, is tried out: with all digits in the cells of the constraint."""

from __future__ import annotations

import random

import pytest
from deductions import FOUR, ORDER, start
from quick import some
from random_constraints import random_constraint, words_that_fit
from unmet import claims, false_claims

from nonet import Puzzle, deduction
from nonet.puzzle.finding import all_on
from nonet.rules.constraints import Constraint
from nonet.rules.sight import sight_of
from nonet.rules.variants import parse_rules
from nonet.steps import Step
from nonet.steps.unmet import WORK, unmet

_MOST = 6  # cells of which all fillings are tried


def steps_of(word: str, rng: random.Random) -> list[Step]:
    """Return the steps of random constraints of a kind on a board of four rows, as far as they are their own."""
    solution = list(next(iter(Puzzle("." * 16).solutions())))
    digits = rng.sample(range(1, 5), 4)
    board = dict(zip(FOUR.space.names, (digits[d - 1] for d in solution), strict=True))
    made: list[Constraint] = []
    for _ in range(60):
        each = random_constraint(word, rng, FOUR.space)
        if not any(each.violations(board, FOUR.space)) and len(made) < 3:
            made.append(each)
    rules = FOUR.with_constraints(*made)
    givens = [d if rng.random() < 0.15 else 0 for d in board.values()]
    found = all_on(rules, deduction.without_seen(rules, start(rules, givens)), ORDER)
    return [step for step in found if step.basis is not None and step.basis.constraints]


@pytest.mark.parametrize("seed", some(range(8), 1))
def test_what_a_cell_would_have_to_be_is_true(seed: int) -> None:
    rng, said = random.Random(seed), 0
    for word in words_that_fit(FOUR.space):
        for step in steps_of(word, rng):
            assert step.basis is not None
            (rule, *others) = step.basis.constraints
            cells = [*FOUR.space.indices(rule.cells)]
            if others or step.chains or not 0 < len(cells) <= _MOST or rule.knows_places:
                continue
            if {*step.basis.cells} != {*cells}:
                continue
            said += len(list(claims(step.text(), 4)))

            def meets(held: dict[int, int], rule: Constraint = rule) -> bool:
                named = {FOUR.space.names[cell]: digit for cell, digit in held.items()}
                return not any(rule.violations(named, FOUR.space))

            assert not false_claims(step, cells, meets), step.text()
    assert said > 8


SHAPELESS = (
    *("fit together", "cannot be filled", "no way to fill", "would make this impossible"),
    *("Some candidates", "For some candidates", "fail in the same way", "follow the rule"),
    *("would leave no way", "do not allow,", " x "),
)


@pytest.mark.parametrize("seed", some(range(8), 1))
def test_each_kind_of_constraint_says_a_reason(seed: int) -> None:
    """No sentence says only that the rest cannot be filled."""
    rng, found = random.Random(seed), 0
    for word in words_that_fit(FOUR.space):
        for step in steps_of(word, rng):
            text = step.text()
            assert not [each for each in SHAPELESS if each in text], text
            assert "no choice of candidates" not in text, text
            found += 1
    assert found > 40


def reason(rules: str, givens: str, technique: str) -> str:
    """Return the text of the first step of a technique on a board."""
    whole = Puzzle(givens, rules=rules)
    board = deduction.without_seen(
        whole.rules, start(whole.rules, [int(c) if c != "." else 0 for c in givens])
    )
    found = [s for s in all_on(whole.rules, board, ORDER) if s.technique.id == technique]
    return found[0].text()


EMPTY = "." * 81


@pytest.mark.parametrize(
    ("rules", "givens", "technique", "part"),
    [
        (
            "thermo:r1c1r1c2r1c3",
            EMPTY,
            "thermometer",
            "r1c1 is at least 1: counting up, r1c2 and r1c3 are at least 2 and 3. r1c3 is at most 9:"
            " counting down, r1c1 and r1c2 are at most 7 and 8, so",
        ),
        (
            "nabner:r1c1r1c2r1c3r1c4r1c5",
            EMPTY,
            "line_clue",
            "equal or consecutive. Their candidates allow only the digits 13579, so",
        ),
        (
            "skyscraper:8=r1=left",
            EMPTY,
            "outside_clue",
            "With 3 in r1c1, at most 7 buildings are seen",
        ),
        (
            "arrow:r1c1=r2c2r3c3",
            "3" + EMPTY[1:],
            "arrow",
            "in the circle r1c1. Their candidates allow only 1+2 = 3, so",
        ),
        (
            "skyscraper:2=r1=left",
            "5" + EMPTY[1:],
            "outside_clue",
            "With 6, 7 or 8 in r1c2, at least 3 buildings are seen. With 9 in r1c7, r1c8 or r1c9, at least 3",
        ),
        (
            "xsum:27=r1=left",
            EMPTY,
            "outside_clue",
            "X is the first of them. That alone excludes 1 in r1c1. With 2 in r1c1, one more cell",
        ),
        (
            "zipper:r1c2r1c1r2c1r2c2r3c2r3c1r4c1r5c1r4c2",
            EMPTY,
            "line_clue",
            "In the same way these fail: 1 or 2 in r3c2; 9 in r4c1, r4c2 and r5c1, so",
        ),
        (
            "littlekiller:20=r1c3=down-left",
            ".....5..." + "......5.." + EMPTY[18:],
            "outside_clue",
            "allow only 3+8+9, 4+7+9, 5+6+9 or 5+7+8. With 6 in r3c1, r1c3 would have to be 5, which",
        ),
        (
            "sandwich:25=c9",
            EMPTY,
            "outside_clue",
            "Only 4 or 5 cells between these two digits can have this sum, so r5c9 cannot be 1 or 9",
        ),
        (
            "minimum:r5c5",
            "." * 40 + "....",
            "clue",
            "",
        ),
    ],
)
def test_a_reason_is_said(rules: str, givens: str, technique: str, part: str) -> None:
    if part:
        assert part in reason(rules, givens, technique)


@pytest.mark.parametrize(
    ("clue", "candidates", "needed"),
    [
        # The first three are 3, 1 and 4; with 2 or 4 in the first cell two 1s would make 8, too.
        ("xsum:8=r1=left", {"r1c1": "234", "r1c2": "1", "r1c3": "56789"}, [4]),
        # 5 7 1 1 2 repeats the 1, 4 7 2 3 is a way to have 16.
        ("xsum:16=r1=left", {"r1c1": "34", "r1c2": "7", "r1c3": "125789", "r1c4": "1256789"}, [3]),
    ],
)
def test_what_a_cell_would_have_to_be_fits_the_cells_that_it_sees(
    clue: str, candidates: dict[str, str], needed: list[int]
) -> None:
    rules = parse_rules(clue)
    primitives = [*rules.constraints[0].primitives(rules.space)]
    widest = dict.fromkeys(range(9), (1 << 9) - 1)
    masks = widest | {
        rules.space.index(name): sum(1 << int(digit) - 1 for digit in digits)
        for name, digits in candidates.items()
    }
    sees = sight_of(rules).masks
    found = unmet(primitives, masks, [1], sees, widest, dict.fromkeys(range(9), 0), [WORK])
    assert found is not None and found.needed is not None
    assert [*found.needed.digits] == needed
