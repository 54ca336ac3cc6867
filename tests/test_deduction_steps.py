"""What a step on a board that is not classic says."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from quick import some

from nonet import Candidates, Grid, Puzzle, Rules, deduction, engine
from nonet.deduction.equivalences import equivalences_of
from nonet.puzzle import network
from nonet.puzzle.finding import all_on, next_on
from nonet.rules import CLASSIC
from nonet.rules.constraints import (
    AllOf,
    AntiKnight,
    AnyOf,
    Cage,
    Clone,
    Constraint,
    Contains,
    CountingCircles,
    LookAndSay,
    Renban,
    Thermo,
)
from nonet.rules.variants import parse_rules
from nonet.steps import VARIANT_TECHNIQUES, Role, Step, profile, technique
from nonet.steps.bounds import line_bounds
from nonet.steps.json import step_from_object, step_object
from nonet.words import LEVELS, languages

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import technique_examples
from deductions import (
    all_steps,
    first,
    full_board,
    grids,
    keeps,
    met_by,
    solutions_of,
    start,
)

ORDER = profile("nonet")

FOUR, SIX = Rules(size=4), Rules(box_rows=2, box_columns=3)


def test_a_cage_lists_its_combinations() -> None:
    rules = Rules(constraints=[Cage("r1c1 r1c2 r1c3", sum=7)])
    step = first("cage_combination", rules)
    assert step.basis is not None and step.basis.combinations == ((1, 2, 4),)
    assert step.text() == (
        "In their cage, r1c1, r1c2 and r1c3 are different and sum to 7. Only 1+2+4 has this sum,"
        " so r1c1, r1c2 and r1c3 cannot be 3, 5, 6, 7, 8 or 9."
    )


@pytest.mark.parametrize(
    ("cells", "sum_", "ways"),
    [
        ("r1c1 r1c2 r1c3", 8, "1+2+5 and 1+3+4"),
        ("r1c1 r1c2", 8, "1+7, 2+6 and 3+5"),
        ("r1c1 r1c2", 10, "1+9, 2+8, 3+7 and 4+6"),
        # Five are more than anybody reads.
        ("r1c1 r1c2 r1c3", 11, "The other cells sum to at least 3 (1+2), which leaves at most 8"),
    ],
)
def test_up_to_four_combinations_of_a_cage_are_listed(cells: str, sum_: int, ways: str) -> None:
    step = first("cage_combination", Rules(constraints=[Cage(cells, sum=sum_)]))
    assert ways in step.text()


def test_a_digit_that_a_cage_must_have_is_seen_from_outside() -> None:
    rules = Rules(constraints=[Cage("r1c1 r1c2 r2c1", sum=8)])
    step = first("cage_locked", rules)
    assert step.outcome == "r1c3<>1, r2c2<>1, r2c3<>1, r3c1<>1, r3c2<>1, r3c3<>1"
    assert "(1+2+5 or 1+3+4) has 1, in r1c1, r1c2 or r2c1" in step.text()


WHITE = "white:r1c1r1c2 white:r1c2r1c3 white:r1c3r2c3 white:r2c3r2c2 white:r2c2r2c1 white:r2c1r3c1"
SNAKE = "whisper:r1c1r1c2r1c3r2c3r2c2r2c1r3c1r3c2"


def steps_of(rules: str, name: str) -> list[Step]:
    """Return the steps of a technique on an empty board."""
    return [each for each in Puzzle("." * 81, rules=rules).steps() if each.technique.id == name]


def test_five_cells_of_a_colour_in_a_box_are_odd() -> None:
    (step,) = steps_of(f"{WHITE} white:r3c1r3c2 white:r3c2r3c3", "polarity")
    odd, even = {0, 2, 10, 18, 20}, {1, 9, 11, 19}
    assert {cell for cell, gone in step.removes.items() if gone == {2, 4, 6, 8}} == odd
    assert {cell for cell, gone in step.removes.items() if gone == {1, 3, 5, 7, 9}} == even
    assert "box 1 would have only 2, 4, 6, 8 for r1c1, r1c3, r2c2, r3c1, r3c3" in step.text()


def test_a_box_has_no_more_low_digits_than_half_of_its_whispers() -> None:
    rules = Rules(constraints=parse_rules("whisper:r1c1r1c2r1c3r2c3r2c2r2c1r3c1").constraints)
    masks = list(Candidates.full(9).masks)
    for cell in (0, 1, 2, 11, 10, 9, 18):
        masks[cell] = 0b111101111
    masks[19] = 0b1111
    board = Candidates.from_masks(masks)
    order = ORDER.only("polarity")
    step = next_on(rules, board, order)
    assert step is not None and not step.places
    for cell, gone in step.removes.items():
        assert gone <= {1, 2, 3, 4} or gone <= {6, 7, 8, 9}, cell


def test_four_and_six_stand_at_no_bend_of_a_whisper() -> None:
    first_of, *_ = steps_of(SNAKE, "clue_and_sight")
    assert first_of.outcome == ", ".join(
        f"{cell}<>46" for cell in ("r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r3c1")
    )
    assert "two others that see each other would both be 9" in first_of.text()


def test_two_cells_that_would_be_equal_are_named() -> None:
    first_of, *_ = steps_of("whisper:r1c1r1c2r1c3", "clue_and_sight")
    assert first_of.outcome == "r1c2<>46"
    assert (
        "With 4 in r1c2, r1c1 and r1c3 would both be 9, and they see each other" in first_of.text()
    )


def test_the_ring_has_the_digits_of_the_corners() -> None:
    corners = {9 * row + column for row in (0, 1, 7, 8) for column in (0, 1, 7, 8)}
    ring = {cell for cell in range(81) if max(abs(cell // 9 - 4), abs(cell % 9 - 4)) == 2}
    known = [
        [{c for c in range(81) if cells >> c & 1} for cells in (each.first, each.second)]
        for each in equivalences_of(CLASSIC)
    ]
    assert [corners, ring] in known or [ring, corners] in known


@pytest.mark.parametrize("rules", [Rules(), FOUR, SIX, Rules(box_rows=2, box_columns=4)])
def test_a_board_turned_around_has_the_same_pairs_of_sets(rules: Rules) -> None:
    size = rules.size
    found = {frozenset((each.first, each.second)) for each in equivalences_of(rules)}

    def turned(mask: int, by: int) -> int:
        cells = [divmod(cell, size) for cell in range(size**2) if mask >> cell & 1]
        ways = [(size - 1 - row, col) for row, col in cells], [(r, size - 1 - c) for r, c in cells]
        return sum(1 << row * size + column for row, column in ways[by])

    for by in (0, 1):
        assert {frozenset(turned(mask, by) for mask in pair) for pair in found} == found


@pytest.mark.parametrize("seed", some(range(60), 6))
def test_sets_with_the_same_digits_take_no_digit_of_the_solution(seed: int) -> None:
    rng = random.Random(seed)
    solution = full_board(CLASSIC, rng)
    odd, found = 0b101010101, 0
    for density in (0.3, 0.6, 0.8):
        masks = []
        for digit in solution:
            mask = 1 << digit - 1 | sum(1 << n for n in range(9) if rng.random() < density)
            kind = odd if odd >> digit - 1 & 1 else ~odd
            masks.append(mask & kind if rng.random() < 0.5 else mask)
        board = Candidates.from_masks(masks)
        for step in all_on(
            CLASSIC.with_constraints(Renban("r1c1 r1c2")), board, ORDER.only("set_equivalence")
        ):
            assert keeps(step, solution)
            found += 1
    assert found


def test_a_digit_of_every_run_is_seen_from_outside() -> None:
    rules = "renban:r1c1r1c2r2c1r2c2r2c3"
    (step,) = steps_of(rules, "clue_pointing")
    assert step.outcome == "r1c3<>5, r3c1<>5, r3c2<>5, r3c3<>5"
    assert "2c3, nothing fits, as each possible set of digits has it" in step.text()


@pytest.mark.parametrize(
    ("rules", "technique", "reason"),
    [
        (
            "arrow:r2c1=r1c1r1c2 digits:0-8",
            "arrow",
            "With 0 in r1c1, r1c2 and r2c1 would be equal, and they see each other",
        ),
        (
            "arrow:r2c1=r1c1r1c2 digits:0-8",
            "arrow",
            "two others that see each other would both be 1",
        ),
        (
            "quadruple:1467=r1c1r1c2r2c1r2c2",
            "clue_pointing",
            "Without 1 in r1c1, r1c2, r2c1 or r2c2, it would be missing",
        ),
        ("quadruple:1467=r1c1r1c2r2c1r2c2", "clue", "needs its open cells for these digits, so"),
    ],
)
def test_a_clue_says_why_a_digit_does_not_fit(rules: str, technique: str, reason: str) -> None:
    known = parse_rules(rules)
    found = all_steps(known, start(known, [0] * 81))
    assert any(reason in step.text() for step in found if step.technique.id == technique)


def test_a_placed_digit_of_a_clue_points_nowhere() -> None:
    """Also if the candidates are the same as before it was placed."""
    rules = Rules(size=4, constraints=[Thermo("r1c2 r2c3", slow=True)])
    masks = [0b1111, 0b0001] + [0b1111] * 14
    order = ORDER.only("clue_pointing")
    found = []
    for placed in ([0] * 16, [0, 1] + [0] * 14):
        board = deduction.without_seen(rules, Candidates.from_masks(masks, placed=placed))
        found.append([s.outcome for s in deduction.all_steps(rules, board, profile=order)])
    assert found == [["r1c3<>1, r1c4<>1, r2c1<>1, r2c2<>1"], []]


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_clues_point_on_boards_of_lines(seed: int) -> None:
    """On boards with several solutions none of these is lost."""
    rng = random.Random(seed)
    order = ORDER.only("clue_pointing")
    count = 0
    for _ in range(30):
        solution = full_board(SIX, rng)
        near = [["r1c1", "r1c2", "r2c1", "r2c2"], ["r3c4", "r4c4", "r4c5", "r4c6"]]
        held = dict(zip(SIX.space.names, solution, strict=True))
        lines = [Renban(" ".join(cells)) for cells in near if is_run([held[c] for c in cells])]
        made = met_by(solution, SIX, rng, 4)
        rules = SIX.with_constraints(*lines, *made)
        givens = [digit if rng.random() < 0.2 else 0 for digit in solution]
        board = start(rules, givens)
        found = deduction.all_steps(rules, deduction.without_seen(rules, board), profile=order)
        same = [
            s
            for _, s in zip(range(50), Puzzle(Grid(givens), rules=rules).solutions(), strict=False)
        ]
        assert all(keeps(step, each) for step in found for each in [*same, solution])
        count += len(found)
    assert count >= 10


def is_run(digits: list[int]) -> bool:
    """Return whether digits are consecutive."""
    return sorted(digits) == list(range(min(digits), min(digits) + len(digits)))


@pytest.mark.parametrize(
    ("rules", "digits", "reason", "outcome"),
    [
        (
            "countingcircles:r1c1r1c2r4c4r4c5r7c7r7c8",
            {},
            "lie in rows 1, 4 and 7, with room for 3 at most. The clue needs more of each",
            {4, 5, 6},
        ),
        (
            "lookandsay:24=r1c1r1c2r2c3r2c4",
            {},
            "must be 4. There is room for no more in rows 1 and 2, so each of these houses has its 4",
            {4},
        ),
        (
            "lookandsay:14=r1c4r1c5r1c6r5c2",
            {9: 4, 24: 4},
            "Elsewhere in row 1 there is too little room",
            {4},
        ),
    ],
)
def test_houses_limit_how_often_a_digit_is_in_a_clue(
    rules: str, digits: dict[int, int], reason: str, outcome: set[int]
) -> None:
    known = parse_rules(f"3x3 {rules}")
    board = start(known, [digits.get(cell, 0) for cell in range(81)])
    found = [step for step in all_steps(known, board) if step.technique.id == "counting"]
    texts = [step.text() for step in found if reason in step.text()]
    assert texts, [step.text() for step in found]
    assert any(set().union(*step.removes.values()) >= outcome for step in found)


def test_circles_have_the_digits_that_add_up_to_their_number() -> None:
    """Five circles hold five 5s, a 1 and four 4s, or two 2s and three 3s; here there is no 3 or 5."""
    rules = parse_rules("3x3 countingcircles:r1c1r2c4r4c2r5c5r7c8")
    circles = rules.space.indices(rules.constraints[0].cells)
    masks = [0b111101011 if cell in circles else 0b111111111 for cell in range(81)]
    found = all_steps(rules, Candidates.from_masks(masks))
    (step,) = (step for step in found if "Only 1+4 adds up to 5 cells" in step.text())
    assert step.removes == dict.fromkeys(circles, frozenset({2}))


def test_what_sees_one_of_two_clones_sees_both() -> None:
    """Cells in box 5 and column 5, and in box 2 and column 6, see all places of 9 in row 1: one by its clone."""
    rules = parse_rules("3x3 clone:r1c1/r6c6")
    masks = list(Candidates.full(9).masks)
    for cell in range(9):
        if cell not in (0, 4):
            masks[cell] &= 0xFF
    steps = [
        s for s in all_steps(rules, Candidates.from_masks(masks)) if s.technique.id == "equal_cells"
    ]
    lost = {cell for step in steps for cell, gone in step.removes.items() if 9 in gone}
    assert lost == {14, 23, 31, 40, 49}
    assert all(
        "r1c1 and r6c6 are equal (Clones). In row 1, 9 fits only in r1c1 or r1c5" in s.text()
        for s in steps
    )


def test_a_digit_is_followed_into_a_box() -> None:
    """The digit of r1c1 is 1 or 2; in box 2 only r2c4 can have one of these."""
    rules = parse_rules("3x3 white:r9c8r9c9")
    masks = list(Candidates.full(9).masks)
    masks[0] = 0b11
    for cell in (13, 14, 21, 22, 23):
        masks[cell] = 0b111111100
    steps = [
        s for s in all_steps(rules, Candidates.from_masks(masks)) if s.technique.id == "equal_cells"
    ]
    assert any(
        "In box 2, only r2c4 can hold the digit of r1c1, as r1c1 sees all others there" in s.text()
        and s.removes == {12: frozenset(range(3, 10))}
        for s in steps
    )


@pytest.mark.parametrize(
    ("one", "givens", "other", "turned"),
    [
        ("arrow:r2c1=r3c4 even:r1c3r2c3r3c4", "......2....4....",
         "arrow:r3c4=r2c1 even:r4c2r3c2r2c1", "....4....2......"),
        ("between:r1c3r2c4r3c3 even:r3c1", ".2....3...1....4",
         "between:r4c3r3c4r2c3 even:r2c1", "...4..1...3..2.."),
        ("arrow:r2c1=r3c4r2c3 greater:r4c4r3c4", "1..2...3....3...",
         "arrow:r1c3=r4c2r3c3 greater:r4c1r4c2", "3..1..........32"),
    ],
)  # fmt: skip
def test_equal_cells_are_seen_from_every_side(
    one: str, givens: str, other: str, turned: str
) -> None:
    """Of several ways the shortest is explained, and a cell does not lose a step to one farther away."""
    lost = []
    for words, board in ((one, givens), (other, turned)):
        rules = parse_rules(f"2x2 {words}")
        steps = all_steps(rules, Puzzle(board, rules=rules).candidates())
        gone = [s.removes for s in steps if s.technique.id == "equal_cells"]
        lost.append({(cell, n) for each in gone for cell, digits in each.items() for n in digits})
    assert Counter(n for _, n in lost[0]) == Counter(n for _, n in lost[1])


@pytest.mark.parametrize("seed", some(range(40), 2))
def test_counts_and_equal_cells_keep_every_solution(seed: int) -> None:
    """On boards of four rows with any candidates, of which all solutions are known."""
    rng, space = random.Random(seed), FOUR.space
    orders = [ORDER.only("counting"), ORDER.only("equal_cells")]
    found: Counter[str] = Counter()
    for _ in range(80):
        solution = rng.choice(grids())
        held = dict(zip(space.names, solution, strict=True))
        constraints = [counted(held, rng) for _ in range(rng.randint(1, 2))]
        solutions = solutions_of(constraints)
        rules = FOUR.with_constraints(*constraints)
        kept = [solution, *rng.sample(solutions, min(len(solutions), rng.choice((0, 1, 4))))]
        masks = [0] * 16
        for grid in kept:
            masks = [mask | 1 << digit - 1 for mask, digit in zip(masks, grid, strict=True)]
        masks = [mask | (1 << rng.randrange(4) if rng.random() < 0.3 else 0) for mask in masks]
        board = deduction.without_seen(rules, Candidates.from_masks(masks))
        same = [s for s in solutions if all(m >> d - 1 & 1 for m, d in zip(masks, s, strict=True))]
        for order in orders:
            for step in deduction.all_steps(rules, board, profile=order):
                assert all(keeps(step, each) for each in same), f"{step.text()} {rules!r} {board!r}"
                found[step.technique.id] += 1
    assert min(found["counting"], found["equal_cells"]) >= 20


def counted(held: dict[str, int], rng: random.Random) -> Constraint:
    """Return a constraint that counts, or makes cells equal, and that a board meets."""
    names = sorted(held)
    kind = rng.choice(["circles", "look", "contains", "clone", "group"])
    if kind == "circles":
        digits = rng.sample((1, 2, 3, 4), 2)
        cells = [n for d in digits for n in rng.sample([n for n in names if held[n] == d], d)]
        return CountingCircles(cells)
    if kind == "look":
        cells, digit = rng.sample(names, rng.randint(2, 7)), rng.randint(1, 4)
        return LookAndSay(cells, f"{[held[n] for n in cells].count(digit)}{digit}")
    if kind == "contains":
        cells = rng.sample(names, 4)
        return Contains(cells, [held[n] for n in cells[: rng.randint(1, 4)]])
    size = 1 if kind == "clone" else rng.randint(2, 3)
    first = rng.sample([n for n in names if n.startswith("r1")], size)
    others = [rng.choice([m for m in names if held[m] == held[n] and m != n]) for n in first]
    return Clone([" ".join(first), " ".join(others)])


def test_a_short_contradiction_is_a_few_lines_of_one_constraint_each() -> None:
    found = steps_of(
        "killer:10=r1c1r1c2 killer:10=r1c2r1c3r2c3 renban:r1c3r1c4r1c5", "short_contradiction"
    )
    assert found
    for step in found:
        assert step.complexity <= 5 and 4.4 <= step.rating <= 5.6
        lines = step.text().splitlines()
        assert lines[0].startswith("1. Suppose ") and re.search(
            r", but by line \d+, .+ The supposition.* is wrong, so ", lines[-1]
        )


def test_the_rule_of_45_places_innies_and_outies() -> None:
    inside = [Cage("r1c2 r1c3", sum=7), Cage("r2c1 r2c2 r2c3", sum=15), Cage("r3c1 r3c2", sum=10)]
    step = first("rule_of_45", Rules(constraints=[*inside, Cage("r3c3 r3c4", sum=10)]))
    assert step.outcome == "r3c3<>9, r1c1<>9" or step.places is None
    step = first("rule_of_45", Rules(constraints=[*inside, Cage("r1c1 r3c3", sum=13)][:3]))
    assert step.removes and step.houses == (18,)
    step = first("rule_of_45", Rules(constraints=[*inside, Cage("r1c1 r3c3 r4c3", sum=16)]))
    assert str(step.places) == "r4c3=3" and "The difference, 3, is in r4c3" in step.text()


def test_the_rule_of_45_looks_at_up_to_three_cells() -> None:
    others = Cage("r1c1 r1c2 r1c3 r2c1 r2c2 r2c3", sum=39)
    step = first("rule_of_45", Rules(constraints=[others]))
    assert step.outcome == "r3c1, r3c2, r3c3<>456789" or set(step.removes) == {18, 19, 20}
    assert set().union(*step.removes.values()) == {4, 5, 6, 7, 8, 9}


@pytest.mark.parametrize("kind", ["renban", "allof", "anyof"])
def test_a_digit_of_every_run_has_one_place_left_on_a_line(kind: str) -> None:
    line = Renban("r2c2 r3c3 r4c4 r5c5 r6c6")
    of_lines = {"renban": line, "allof": AllOf([line]), "anyof": AnyOf([line])}
    rules = Rules(constraints=[of_lines[kind]])
    fives = {0: 5, 35: 5, 76: 5}  # r1c1, r4c9 and r9c5
    givens = [fives.get(cell, 0) for cell in range(81)]
    step = first("line_clue" if kind == "renban" else "clue", rules, givens)
    assert step.outcome == "r6c6<>12346789"


def test_extra_houses_and_chess_rules_are_seen() -> None:
    rules = Rules(constraints=[AntiKnight()])
    step = first("naked_single", rules, [1, 2, 3, 4, 5, 6, 7] + [0] * 7 + [8] + [0] * 66)
    assert step.outcome == "r1c8=9"
    board = deduction.without_seen(rules, start(rules, [5] + [0] * 80))
    assert 5 not in board["r2c3"] and 5 not in board["r3c2"] and 5 in board["r4c4"]
    diagonal = Puzzle("." * 81, rules="diagonals").rules
    given = {0: 1, 10: 2, 20: 3, 30: 4, 40: 5, 50: 6, 60: 7, 70: 8}
    step = first("full_house", diagonal, [given.get(cell, 0) for cell in range(81)])
    assert (
        step.text()
        == "In the main diagonal, only r9c9 is empty. The missing digit is 9, so r9c9 is 9."
    )


def clues_of(rules: str) -> list[Step]:
    """Return what the clues outside of an empty board eliminate, from left to right and from the top down."""
    known = parse_rules(rules)
    found = all_steps(known, start(known, [0] * 81))
    clues = [step for step in found if step.technique.id == "outside_clue"]
    return sorted(clues, key=lambda step: min(step.removes))


def test_a_digit_in_a_chain_is_confined_to_cells_that_others_all_see() -> None:
    """Inside of a chain the places of a digit need not lie in a second house."""
    board = "...5.3...2....8....5.....14........5.34....2..7..3.6....7...169...6.............."
    steps = list(Puzzle(board, rules="diagonals").steps())
    inside = {
        node.nested.technique.id
        for step in steps
        for chain in step.chains
        for node in chain.nodes
        if node.nested
    }
    assert "common_peers" in inside
    for step in steps:
        assert step.text("full")


def test_a_whole_row_or_column_is_named_as_such() -> None:
    row, column = clues_of("sandwich:35=r1 sandwich:2=c9")
    assert row.title() == "Sandwich sum for row 1" and row.text("name") == "Sandwich sum"
    assert row.text("where") == "Look at the clue for row 1."
    assert row.text().startswith(
        "The digits of row 1 between its lowest and its highest digit sum to 35. Between these two digits, only"
        " 2+3+4+5+6+7+8 fits, so r1c1 and r1c9 cannot be 2, 3, 4, 5, 6, 7 or 8, and r1c2, "
    )
    assert column.title("fr") == "Somme sandwich pour la colonne 9"
    assert column.title("vi") == "Tổng sandwich cho cột 9"
    assert column.title("fa") == "مجموع ساندویچ: ستون ۹"


@pytest.mark.parametrize(
    ("rules", "digits", "reason"),
    [
        ("sandwich:5=r1", {2: 1}, "Between these two digits, only 2+3 or 5 fit, so"),
        ("sandwich:20=r1", {0: 1}, "Only 3, 4 or 5 cells between these two digits can have this"),
        ("sandwich:0=r1", {0: 1}, "These two digits are beside each other, so r1c2"),
        ("littlekiller:4=r1c8=down-right", {}, "Their candidates allow only 1+3, so"),
        ("sum:17=r1c1r5c5", {}, "As the other cells sum to at most 9, r1c1 and r5c5 are each at"),
        ("sum:5=r1c1r5c5r9c9", {0: 2}, "As the other cells sum to at least 3, r5c5 and r9c9 are"),
        ("littlekiller:13=r1c3=down-right", {}, "As the other cells sum to at least 8"),
        (
            "xsum:27=c2=bottom",
            {},
            "That alone excludes 1 in r9c2. With 2 in r9c2,"
            " one more cell would have to be 25, but it is at most 9. With 3 in r9c2, 2 more cells",
        ),
        ("lunchbox:12=r1c1r1c2r1c3r1c4", {}, "With 5, 6 or 7 in r1c1 or r1c4, no digits of the"),
        (
            "thermo:r1c2r2c2r3c2r4c2",
            {10: 4},
            "r2c2 is 4: counting up, r3c2 and r4c2 are at least 5 and 6. r4c2 is at most 9: counting down, r3c2 is at"
            " most 8. r2c2 is 4: counting down, r1c2 is at most 3, so r1c2 cannot be 5, 6, 7, 8 or 9, ",
        ),
        (
            "thermo:slow=r1c2r2c2r3c2",
            {10: 4},
            "r2c2 is 4: r3c2 is at least 4. r2c2 is 4: r1c2 is at most 4, so r1c2 cannot be 5, ",
        ),
    ],
)
def test_a_clue_says_which_combinations_are_left_or_which_bounds_hold(
    rules: str, digits: dict[int, int], reason: str
) -> None:
    known = parse_rules(rules)
    board = start(known, [digits.get(cell, 0) for cell in range(81)])
    found = all_steps(known, board)
    (step,) = (each for each in found if each.technique.id in ("outside_clue", "thermometer"))
    assert f"{known.constraints[0].text()} {reason}" in step.text()
    again = step_from_object(step_object(step), known)
    assert "{" not in again.text(), "a step from JSON has no board, and another reason"
    for language in languages():
        assert step.text("full", language) and not re.search("[{}]", step.text("full", language))


def test_the_bounds_of_thermometers_hold() -> None:
    rng, seen = random.Random(5), 0
    for _ in range(200):
        line = [f"r1c{column}" for column in rng.sample(range(1, 7), rng.randint(3, 5))]
        rules = Rules(box_rows=2, box_columns=3, constraints=[Thermo(" ".join(line))])
        cells = rules.space.indices(line)
        masks = [0b111111] * 36
        for cell in cells:
            masks[cell] &= rng.choice((-1, rng.getrandbits(6)))
        ways = [
            way
            for way in combinations(range(1, 7), len(line))
            if all(masks[cell] >> digit - 1 & 1 for cell, digit in zip(cells, way, strict=True))
        ]
        if not ways:
            continue
        board = Candidates.from_masks(masks)
        for step in all_steps(rules, board):
            for bound in line_bounds(step, cells) if step.technique.id == "thermometer" else ():
                seen += 1
                end = min if bound.is_low else max
                for cell, digit in zip(bound.cells, bound.digits, strict=True):
                    reached = end(way[cells.index(cell)] for way in ways)
                    assert reached >= digit if bound.is_low else reached <= digit
    assert seen > 40


@pytest.mark.parametrize(
    ("rules", "titles"),
    [
        ("black:r1c1r1c2", ["Black dot between r1c1 and r1c2", "Point noir entre L1C1 et L1C2"]),
        ("v:r1c1r1c2", ["V between r1c1 and r1c2", "V entre L1C1 et L1C2"]),
        ("greater:r1c1r1c2", ["Inequality between r1c1 and r1c2", "Inégalité entre L1C1 et L1C2"]),
        ("strictkropki", ["No dot between r1c1 and r1c2", "Aucun point entre L1C1 et L1C2"]),
        ("strictxv", ["No X or V between r1c1 and r1c2", "Ni X ni V entre L1C1 et L1C2"]),
    ],
)
def test_a_step_of_a_dot_says_which_symbol_it_is(rules: str, titles: list[str]) -> None:
    known = parse_rules(rules)
    board = start(known, [0, 2 if rules.startswith("strict") else 0] + [0] * 79)
    found = all_steps(known, board)
    step = next(step for step in found if step.technique.id == "dot")
    assert [step.title(language) for language in ("en", "fr")] == titles
    assert step.text("name") == titles[0].partition(" between")[0]


def test_cells_that_are_no_house_are_named_one_by_one() -> None:
    (step,) = clues_of("littlekiller:6=r1c7=down-right")
    assert step.title() == "Little killer for r1c7, r2c8, r3c9"


def test_a_board_of_another_size_has_names_of_its_own() -> None:
    step = first("hidden_single_line", SIX, [1, 2, 3, 4] + [0] * 12 + [5] + [0] * 19)
    assert step.outcome == "r1c6=5" and step.rules == SIX
    assert "hidden single" in step.title().lower()


@pytest.mark.parametrize("name", [each.id for each in VARIANT_TECHNIQUES])
def test_every_technique_of_other_boards_can_be_said_and_stored(name: str) -> None:
    """The step is that of the first example of its page."""
    _, step = technique_examples.example_step(name)
    assert step.technique.id == name and step.rules is not None
    for language in languages():
        said = [step.text(level, language) for level in LEVELS] + [step.title(language)]
        assert all(said) and not any("{" in text for text in said)
    found = json.loads(json.dumps(step_object(step, LEVELS, facts=True)))
    assert step_from_object(found, step.rules) == step


def test_every_technique_has_a_finder() -> None:
    missing = {each.id for each in VARIANT_TECHNIQUES} - set(deduction.FINDERS)
    missing -= {*engine.general_techniques(4), *network.CONSTRAINED}
    assert not missing, (
        "neither the core, nor nonet.puzzle.network, nor the FINDERS of a module of nonet.deduction have these"
    )
    unplaced = [name for name in deduction.FINDERS if technique(name) not in ORDER]
    assert not unplaced, "nonet.toml has no place for these"


def test_a_single_names_only_what_it_sees() -> None:
    step = first("hidden_single_box", FOUR, [1] + [0] * 9 + [1] + [0] * 5)
    marks = [mark for mark in step.marks if mark.role is Role.CAUSE]
    assert marks and all(mark.digits == frozenset({1}) for mark in marks)
    thermo = Rules(size=4, constraints=[Thermo("r1c1 r1c2 r1c3 r1c4")])
    step = first("thermometer", thermo)
    assert step.outcome == "r1c1<>234, r1c2<>134, r1c3<>124, r1c4<>123"
