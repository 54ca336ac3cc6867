"""Laws for boards of all sizes and rules, for every solver: against the oracle, and by symmetry."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import kinds
import numpy as np
import oracle
import pytest
import quick
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds import ENOUGH, KINDS, Judged, Kind
from oracle import Board

from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.rules import House, Rules

EACH = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
SMALL = [kind for kind in KINDS if kind.rules.size <= 12]
MANY = 300


def sukaku(board: Judged, rules: Rules) -> Puzzle:
    return Puzzle(Candidates.from_masks(board.masks), rules=rules)


def some(puzzle: Puzzle, limit: int = MANY) -> set[Board]:
    """Return all solutions, or the first ones."""
    return {tuple(grid) for grid in islice(puzzle.solutions(), limit)}


def holes(kind: Kind, seed: int) -> Board:
    """Return a board with some solutions."""
    return tuple(kinds.dug(kind, random.Random(seed)))


# -- against the oracle --------------------------------------------------------------------------


@pytest.mark.slow
def test_every_kind_of_verdict_is_tried() -> None:
    for kind in KINDS:
        numbers = [len(board.solutions) for board in kind.judged]
        assert numbers.count(0) >= 5 and numbers.count(1) >= 5, kind.name
        assert sum(number > 1 for number in numbers) >= 2, kind.name


@pytest.mark.parametrize("kind", quick.some(KINDS, 3), ids=lambda kind: kind.name)
def test_counts(kind: Kind) -> None:
    for board in kind.judged:
        puzzle = sukaku(board, kind.rules)
        for limit in (2, ENOUGH):
            assert puzzle.count(limit) == min(limit, len(board.solutions)), board


@EACH
def test_givens_and_marks_are_the_same_question(kind: Kind) -> None:
    size = kind.rules.size
    for board in kind.judged:
        givens = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in board.masks]
        both = Puzzle(givens, rules=kind.rules, marks=Candidates.from_masks(board.masks))
        assert both.count(ENOUGH) == len(board.solutions), board
        if all(mask.bit_count() in (1, size) for mask in board.masks) and size > 1:
            alone = Puzzle(givens, rules=kind.rules)
            assert alone.count(ENOUGH) == len(board.solutions), board


@EACH
def test_solutions_are_all_and_each_once(kind: Kind) -> None:
    for board in kind.judged:
        found = [tuple(grid) for grid in islice(sukaku(board, kind.rules).solutions(), ENOUGH)]
        assert len(set(found)) == len(found) == len(board.solutions), board
        if len(found) < ENOUGH:
            assert set(found) == set(board.solutions), board
        elif found:
            assert oracle.are_solutions(np.array(found), None, kind.inside).all(), board


@EACH
def test_the_one_solution_or_why_not(kind: Kind) -> None:
    for board in kind.judged:
        puzzle = sukaku(board, kind.rules)
        assert puzzle.is_unique == (len(board.solutions) == 1)
        if len(board.solutions) == 1:
            assert tuple(puzzle.solution()) == board.solutions[0], board
        else:
            with pytest.raises(PuzzleError) as caught:
                puzzle.solution()
            examples = getattr(caught.value, "examples", ())
            assert len(set(examples)) == min(2, len(board.solutions)), board
            for grid in examples:
                assert puzzle.check(grid), board


# -- symmetry ------------------------------------------------------------------------------------


def renamed(masks: Sequence[int], names: Sequence[int]) -> Board:
    """Return masks in which digit ``d`` is called ``names[d - 1]``."""
    bits = [(1 << i, 1 << (name - 1)) for i, name in enumerate(names)]
    return tuple(sum(new for old, new in bits if mask & old) for mask in masks)


def moved(rules: Rules, source: Sequence[int]) -> Rules:
    """Return the rules of a board whose cell ``i`` is the old cell ``source[i]``: all houses go along."""
    place = {old: new for new, old in enumerate(source)}
    size = rules.size
    extra = [House(h.name, [place[cell] for cell in h.cells], size=size) for h in rules.extra]
    regions = [[place[cell] for cell in region] for region in rules.regions]
    return Rules(size=size, regions=regions, extra=extra)


def lines_shuffled(size: int, rng: random.Random) -> list[int]:
    """Return the cells in another order: rows shuffled, columns shuffled, perhaps turned over."""
    rows, columns = rng.sample(range(size), size), rng.sample(range(size), size)
    source = [row * size + column for row in rows for column in columns]
    return turned_over(source, size) if rng.random() < 0.5 else source


def turned_over(source: Sequence[int], size: int) -> list[int]:
    return [source[i % size * size + i // size] for i in range(size * size)]


@given(st.sampled_from(KINDS), strategies.seeds)
def test_digits_in_other_names(kind: Kind, seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice(kind.judged)
    size = kind.rules.size
    names = rng.sample(range(1, size + 1), size)
    other = Puzzle(Candidates.from_masks(renamed(board.masks, names)), rules=kind.rules)
    assert other.count(ENOUGH) == len(board.solutions)
    if len(board.solutions) < ENOUGH:
        assert some(other) == {tuple(names[d - 1] for d in found) for found in board.solutions}


@given(st.sampled_from(KINDS), strategies.seeds)
def test_rows_and_columns_in_another_order_with_their_houses(kind: Kind, seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice(kind.judged)
    source = lines_shuffled(kind.rules.size, rng)
    masks = [board.masks[cell] for cell in source]
    other = Puzzle(Candidates.from_masks(masks), rules=moved(kind.rules, source))
    assert other.count(ENOUGH) == len(board.solutions)
    if len(board.solutions) < ENOUGH:
        assert some(other) == {tuple(found[cell] for cell in source) for found in board.solutions}


BOXES = [kind for kind in KINDS if kind.rules.box_rows and not kind.rules.extra]


@given(st.sampled_from(BOXES), strategies.seeds)
def test_boxes_allow_lines_to_be_shuffled_in_their_bands(kind: Kind, seed: int) -> None:
    rng, rules = random.Random(seed), kind.rules
    board = rng.choice(kind.judged)

    def lines(groups: int, members: int) -> list[int]:
        order = rng.sample(range(groups), groups)
        return [group * members + i for group in order for i in rng.sample(range(members), members)]

    rows = lines(rules.box_columns, rules.box_rows)
    columns = lines(rules.box_rows, rules.box_columns)
    source = [row * rules.size + column for row in rows for column in columns]
    assert moved(rules, source) == rules
    masks = [board.masks[cell] for cell in source]
    assert Puzzle(Candidates.from_masks(masks), rules=rules).count(ENOUGH) == len(board.solutions)
    over = Rules(box_rows=rules.box_columns, box_columns=rules.box_rows)
    assert moved(rules, turned_over(source, rules.size)) == over
    masks = turned_over(masks, rules.size)
    assert Puzzle(Candidates.from_masks(masks), rules=over).count(ENOUGH) == len(board.solutions)


TURNABLE = [
    kind
    for kind in KINDS
    if kind.words in ("2x2", "2x2 diagonals", "3x3", "3x3 diagonals", "3x3 windoku", "latin5",
                      "latin9", "4x4")
]  # fmt: skip


@given(st.sampled_from(TURNABLE), strategies.seeds)
def test_a_turned_or_mirrored_board(kind: Kind, seed: int) -> None:
    # These rules are the same seen from each side.
    rng, size = random.Random(seed), kind.rules.size
    board = rng.choice(kind.judged)
    source = list(range(size * size))
    for _ in range(rng.randrange(4)):
        source = turned_over(source, size)
        source = [cell for row in range(size) for cell in source[row * size :][:size][::-1]]
    if rng.random() < 0.5:
        source = turned_over(source, size)
    masks = [board.masks[cell] for cell in source]
    assert Puzzle(Candidates.from_masks(masks), rules=kind.rules).count(ENOUGH) == len(
        board.solutions
    )


# -- houses --------------------------------------------------------------------------------------


@given(st.sampled_from(SMALL), strategies.seeds)
def test_one_more_house_keeps_the_solutions_that_fit_it(kind: Kind, seed: int) -> None:
    rng, rules = random.Random(seed), kind.rules
    board = rng.choice([b for b in kind.judged if 1 <= len(b.solutions) < ENOUGH])
    cells = rng.sample(range(rules.size**2), rng.randint(1, rules.size))
    more = rules.with_extra(House("more", cells, size=rules.size))
    fit = {s for s in board.solutions if len({s[cell] for cell in cells}) == len(cells)}
    assert some(sukaku(board, more)) == fit
    assert sukaku(board, more).count(ENOUGH) == len(fit)


@given(st.sampled_from(KINDS), strategies.seeds)
def test_a_duplicate_house_changes_nothing(kind: Kind, seed: int) -> None:
    rng, rules = random.Random(seed), kind.rules
    board = rng.choice(kind.judged)
    houses = rng.sample(rules.houses, 3)
    part = House(
        "part",
        rng.sample(list(houses[0].cells), rng.randint(1, len(houses[0].cells))),
        size=rules.size,
    )
    for twice in (rules.with_extra(*houses), rules.with_extra(part)):
        assert sukaku(board, twice).count(ENOUGH) == len(board.solutions)


@EACH
def test_rows_as_regions_make_a_latin_square(kind: Kind) -> None:
    size = kind.rules.size
    rows = Rules(regions=[range(row * size, row * size + size) for row in range(size)])
    latin = Rules(size=size, regions=())
    rng = random.Random(size)
    board = kinds.dug(kind, rng)
    assert Puzzle(board, rules=rows).count(50) == Puzzle(board, rules=latin).count(50) >= 1
    assert latin.with_extra(*rows.houses[2 * size :]).size == size


# -- givens --------------------------------------------------------------------------------------


@given(st.sampled_from(SMALL), strategies.seeds)
def test_a_given_less_is_never_a_solution_less(kind: Kind, seed: int) -> None:
    board = holes(kind, seed)
    givens = [cell for cell, digit in enumerate(board) if digit]
    if givens:
        less = Grid(board).with_digits({random.Random(seed).choice(givens): 0})
        before = Puzzle(board, rules=kind.rules).count(MANY)
        assert Puzzle(less, rules=kind.rules).count(MANY) >= before >= 1


@given(st.sampled_from(SMALL), strategies.seeds)
def test_the_digits_of_a_cell_share_the_solutions_out(kind: Kind, seed: int) -> None:
    board = holes(kind, seed)
    grid = Grid(board)
    whole = Puzzle(grid, rules=kind.rules).count(5000)
    open_cells = [cell for cell, digit in enumerate(board) if not digit]
    if whole < 5000 and open_cells:
        cell = random.Random(seed).choice(open_cells)
        parts = [grid.with_digits({cell: digit}) for digit in range(1, kind.rules.size + 1)]
        assert sum(Puzzle(part, rules=kind.rules).count(5000) for part in parts) == whole


@given(st.sampled_from(SMALL), strategies.seeds, st.integers(1, 60))
def test_a_limit_is_a_ceiling(kind: Kind, seed: int, limit: int) -> None:
    puzzle = Puzzle(holes(kind, seed), rules=kind.rules)
    assert puzzle.count(limit) == min(limit, puzzle.count(MANY))


@given(st.sampled_from(KINDS), strategies.seeds)
def test_candidates_hold_every_solution(kind: Kind, seed: int) -> None:
    puzzle = Puzzle(holes(kind, seed), rules=kind.rules)
    marks = puzzle.candidates()
    found = list(islice(puzzle.solutions(), 20))
    assert found
    for solution in found:
        assert all(digit in marks[cell] for cell, digit in enumerate(solution))
        assert puzzle.check(solution)
    again = Puzzle(Candidates.from_masks(marks.masks), rules=kind.rules)
    assert again.count(MANY) == puzzle.count(MANY)


@EACH
def test_a_solved_board_is_its_only_solution(kind: Kind) -> None:
    rng = random.Random(kind.words)
    for board in kind.full_grids:
        assert list(Puzzle(board, rules=kind.rules).solutions()) == [Grid(board)]
        one, other = rng.sample(rng.choice(kind.inside), 2)
        wrong = list(board)
        wrong[one] = wrong[other]
        assert Puzzle(wrong, rules=kind.rules).count() == 0
        assert list(Puzzle(wrong, rules=kind.rules).solutions()) == []


@pytest.mark.slow
@settings(max_examples=quick.examples(30))
@given(st.sampled_from([4, 5, 6, 7]), strategies.seeds)
def test_random_regions(size: int, seed: int) -> None:
    # Many layouts, of which some fit no digits at all.
    signs = kinds.layout(size, seed)
    inside = oracle.lines(size) + oracle.regions(signs)
    start = [*range(1, size + 1), *[0] * (size * size - size)]
    expected = oracle.count(oracle.allowed(start, size), 200, inside)
    assert Puzzle(start, rules=Rules(regions=signs)).count(200) == expected
