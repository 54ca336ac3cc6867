"""New variant puzzles: their constraints are met by the only solution, and every given is needed."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from console import run
from typer.testing import CliRunner

from nonet import LimitReached, Puzzle, Rules, RulesError, read
from nonet.base.cells import cell_index
from nonet.base.rng import SplitMix64
from nonet.boards.grid import Grid
from nonet.cli import app
from nonet.generating import arrays, generate, remake, series
from nonet.generating.layouts import LINES, VARIANTS, FullBoard, cages, random_constraints
from nonet.generating.patterns import maps_of
from nonet.puzzle import network
from nonet.rules.constraints import Cage, LittleKiller, Thermo, Whisper
from nonet.rules.constraints.marks import Line

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def full_board(symmetry: str = "none") -> FullBoard:
    return FullBoard(9, bytes(Grid(SOLUTION)), symmetry)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("symmetry", ["none", "rotational", "vertical"])
def test_a_board_meets_the_constraints_that_are_laid_on_it(variant: str, symmetry: str) -> None:
    many = [
        random_constraints([variant], full_board(symmetry), SplitMix64(1, number))
        for number in range(3)
    ]
    assert any(many)
    for made in many:
        assert not list(Rules(constraints=made).violations(bytes(Grid(SOLUTION))))


@pytest.mark.parametrize("variant", [*LINES, "killer"])
@pytest.mark.parametrize("symmetry", ["rotational", "horizontal", "antidiagonal"])
def test_cages_and_lines_are_symmetric(variant: str, symmetry: str) -> None:
    (turned,) = maps_of(9, symmetry)
    for number in range(3):
        made = random_constraints([variant], full_board(symmetry), SplitMix64(2, number))
        sets = {frozenset(9 * int(c[1]) + int(c[3]) - 10 for c in each.cells) for each in made}
        assert {frozenset(turned[cell] for cell in cells) for cells in sets} == sets


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("symmetry", ["none", "rotational"])
def test_laid_lines_join_cells_that_touch_and_share_none(variant: str, symmetry: str) -> None:
    space = Rules().space
    for number in range(5):
        made = random_constraints([variant], full_board(symmetry), SplitMix64(5, number))
        assert [pair for each in made for pair in each.jumps(space)] == []
        lines = [mark for each in made for mark in each.marks(space) if isinstance(mark, Line)]
        assert bool(lines) == (variant in LINES)
        cells = [cell for line in lines for cell in line.cells]
        assert len(cells) == len(set(cells))


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_variant_is_in_the_help(variant: str) -> None:
    assert generate.__doc__ is not None and f'"{variant}"' in generate.__doc__


def test_cages_cover_the_board_once() -> None:
    for number in range(20):
        board = full_board(("none", "rotational", "full")[number % 3])
        cells = sorted(cell for cage in cages(board, SplitMix64(3, number)) for cell in cage)
        assert cells == list(range(81))


def test_no_diagonal_has_two_clues() -> None:
    space = Rules().space
    for number in range(40):
        made = random_constraints(["littlekiller"], full_board(), SplitMix64(4, number))
        diagonals = [
            frozenset(each.diagonal(space)) for each in made if isinstance(each, LittleKiller)
        ]
        assert len(diagonals) == len(set(diagonals)) == len(made)


SLOW = ("arrow", "renban", "sandwich", "littlekiller")
"""Variants that take a second or more for one puzzle."""


@pytest.mark.parametrize(
    "variant", [pytest.param(v, marks=[pytest.mark.slow] * (v in SLOW)) for v in VARIANTS]
)
def test_a_variant_puzzle_has_one_solution_and_no_given_too_many(variant: str) -> None:
    puzzle = generate(seed=5, variant=variant)
    solution = puzzle.solution()
    assert not list(puzzle.rules.violations(bytes(solution)))
    assert len(puzzle.rules.constraints) > 1
    for cell in puzzle.givens.filled:
        less = Puzzle(puzzle.givens.with_digits({cell: 0}), rules=puzzle.rules)
        with suppress(LimitReached):  # a question that takes long is not decided
            assert less.count(budget=2_000) > 1


def test_a_killer_puzzle_has_cages_only() -> None:
    for puzzle in islice(series(seed=1, variant="killer"), 3):
        assert not puzzle.givens.filled
        assert all(isinstance(each, Cage) for each in puzzle.rules.constraints)
        assert puzzle.is_unique


def test_a_symmetric_killer() -> None:
    puzzle = generate(seed=3, variant="killer", symmetry="rotational")
    sets = {frozenset(each.cells) for each in puzzle.rules.constraints}
    turned = {frozenset(f"r{10 - int(c[1])}c{10 - int(c[3])}" for c in cells) for cells in sets}
    assert turned == sets
    assert puzzle.is_unique


def test_the_number_of_givens_can_be_chosen() -> None:
    puzzle = generate(seed=1, variant="thermo", givens=(0, 12))
    assert len(puzzle.givens.filled) <= 12
    assert puzzle.is_unique


def test_small_boards_and_other_houses() -> None:
    for rules in ("2x3", "diagonals"):
        puzzle = generate(seed=1, variant="killer", rules=rules)
        assert puzzle.is_unique
        assert not puzzle.givens.filled


def test_the_recipe_makes_the_puzzle_again() -> None:
    puzzle = generate(seed=9, variant="xv")
    assert puzzle.info["recipe"] == "seed=9 number=0 variant=xv"
    assert remake(puzzle.info["recipe"]) == puzzle


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "little killer"}, "did you mean 'littlekiller'?"),
        ({"variant": "kiler"}, "unknown variant 'kiler'; did you mean 'killer'?"),
        ({"variant": "thermo", "symmetry": "full"}, "cannot have the symmetry 'full'"),
        ({"variant": "thermo", "pattern": "x" * 81}, "leave out pattern or variant"),
        ({"variant": "killer", "givens": 5}, "a killer puzzle has no givens here"),
    ],
)
def test_what_does_not_go_together(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("?", r"\?")):
        generate(seed=1, **options)  # type: ignore[call-overload]


def test_too_few_givens_are_reported_without_a_word_of_patterns() -> None:
    with pytest.raises(LimitReached, match=r"its constraints and givens .*; try more givens or a"):
        generate(seed=1, variant="thermo", givens=0, budget=2)


def test_arrays_have_no_room_for_constraints() -> None:
    with pytest.raises(ValueError, match="use generate or series"):
        arrays(2, seed=1, variant="killer")


def test_the_command_writes_puzzles_that_are_read_again(tmp_path: object) -> None:
    path = f"{tmp_path}/killer.jsonl"
    result = CliRunner().invoke(
        app, ["generate", "--variant", "killer", "--seed", "1", "-n", "2", "-o", path]
    )
    assert result.exit_code == 0, result.output
    assert [p.rules for p in read(path)] == [
        p.rules for p in islice(series(seed=1, variant="killer"), 2)
    ]


LONG = ("arrow", "sandwich", "littlekiller", "thermo", "whispers", "renban", "xv")


@pytest.mark.parametrize(
    "variant", [pytest.param(v, marks=pytest.mark.slow) if v in LONG else v for v in VARIANTS]
)
def test_steps_solve_a_solvable_variant_to_the_end(variant: str) -> None:
    puzzle = generate(seed=3, variant=variant, solvable=True)
    assert puzzle.is_unique
    assert list(puzzle.steps()), "never stuck"
    assert variant != "killer" or not puzzle.givens.filled
    assert puzzle.info["recipe"].endswith(f"variant={variant} solvable=yes")


def test_the_recipe_makes_a_solvable_variant_again() -> None:
    puzzle = generate(seed=3, variant="thermo", solvable=True)
    assert puzzle.info["recipe"].endswith("variant=thermo solvable=yes")
    assert remake(puzzle.info["recipe"]) == puzzle


@pytest.mark.parametrize("tried", [2, pytest.param(81, marks=pytest.mark.slow)])
def test_a_puzzle_gets_the_givens_that_its_steps_need(tried: int) -> None:
    usual, solvable = (generate(seed=3, variant="whispers", solvable=s) for s in (False, True))
    assert usual.rules == solvable.rules
    most = 6.9
    assert usual.rate().er > most >= solvable.rate().er
    # Each of the givens is needed: without it there is another solution, or a step is harder.
    for cell in islice(solvable.givens.filled, tried):
        less = Puzzle(
            [d if c != cell else 0 for c, d in enumerate(solvable.givens)], rules=solvable.rules
        )
        assert not less.is_unique or less.rate().er > most


def test_a_rating_is_that_of_the_hardest_step_also_with_a_chess_rule() -> None:
    for options in ({"solvable": True}, {"difficulty": "hard"}):
        puzzle = generate(seed=1, rules="antiknight", variant="littlekiller", **options)
        assert puzzle.rate().er <= (6.9 if "solvable" in options else 4.4)
        assert puzzle.is_unique


def test_solvable_needs_a_variant() -> None:
    with pytest.raises(ValueError, match="solvable needs a variant"):
        generate(seed=1, solvable=True)
    done = run("generate", "--seed", "1", "--solvable")
    assert done.code == 2 and "solvable needs a variant" in done.err
    done = run("generate", "--seed", "3", "--variant", "kropki", "--solvable")
    assert done.code == 0 and ".StrictKropki" in done.out


def test_a_solvable_variant_that_is_not_found_is_an_error() -> None:
    with pytest.raises(LimitReached, match="whispers, solvable"):
        generate(seed=3, variant="whispers", solvable=True, givens=0, budget=1)


def test_a_seed_has_another_solution_in_each_variant() -> None:
    found = [generate(seed=5, variant=name).solution() for name in ("killer", "thermo", "sandwich")]
    assert len(set(found)) == 3


def test_a_new_little_killer_is_made_smaller_within_a_budget() -> None:
    """Fewer givens may leave one open for hours: a given stays if it cannot be proved redundant."""
    puzzle = generate(seed=3, variant="littlekiller")
    smaller = puzzle.minimise(budget=2_000)
    assert smaller.is_unique and smaller.solution() == puzzle.solution()
    assert smaller.givens.filled <= puzzle.givens.filled
    with pytest.raises(LimitReached):  # of classic puzzles, the answer is exact or none
        Puzzle(SOLUTION).minimise(budget=1)


# -- several kinds, and rules of the whole board --------------------------------------------------


def test_variants_combine_in_any_order() -> None:
    puzzle = generate(seed=1, variant="thermo,killer,diagonals")
    kinds = {each.word for each in puzzle.rules.constraints}
    assert kinds == {Cage.word, Thermo.word} and len(puzzle.rules.extra) == 2
    assert puzzle.is_unique and not puzzle.givens.filled
    assert puzzle.info["recipe"] == "seed=1 number=0 variant=killer,thermo rules=3x3 diagonals"
    assert generate(seed=1, variant="killer,diagonals,thermo") == puzzle
    assert generate(seed=1, variant="killer,thermo", rules="diagonals") == puzzle
    assert remake(puzzle.info["recipe"]) == puzzle


def test_lines_of_several_kinds_share_no_cell() -> None:
    for number in range(5):
        made = random_constraints(["thermo", "whispers"], full_board(), SplitMix64(6, number))
        assert {each.word for each in made} == {Thermo.word, Whisper.word}
        cells = [cell for each in made for cell in each.cells]
        assert len(cells) == len(set(cells))


def test_houses_alone_are_no_variant() -> None:
    puzzle = generate(seed=2, variant="windoku")
    assert puzzle == generate(seed=2, rules="windoku")
    assert puzzle.info["recipe"] == "seed=2 number=0 rules=3x3 windoku"


def test_each_name_of_several_variants_is_checked() -> None:
    with pytest.raises(ValueError, match="unknown variant 'termo'; did you mean 'thermo'"):
        generate(seed=1, variant="killer,termo")
    done = run("generate", "--variant", "killer,termo")
    assert done.code == 2 and "did you mean 'thermo'" in done.err
    done = run("generate", "--seed", "1", "--variant", "killer,little killer")
    assert done.code == 0 and ".Cage" in done.out and ".LittleKiller" in done.out


@pytest.mark.parametrize("rules", ["antiknight", "antiking diagonals", "nonconsecutive", "entropy"])
def test_a_rule_of_the_whole_board_has_minimal_puzzles(rules: str) -> None:
    puzzle = generate(seed=1, rules=rules)
    assert not list(puzzle.rules.violations(bytes(puzzle.solution())))
    assert puzzle.is_minimal
    assert remake(puzzle.info["recipe"]) == puzzle
    assert generate(seed=2, rules=rules).solution() != puzzle.solution()


def test_a_rule_of_the_whole_board_has_difficulties_and_variants() -> None:
    puzzle = generate(seed=1, rules="antiking", difficulty="hard")
    assert 2.6 <= puzzle.rate().er <= 4.4
    puzzle = generate(seed=1, rules="antiknight", variant="thermo")
    assert {"antiknight", "thermo"} == {each.word for each in puzzle.rules.constraints}
    assert puzzle.is_unique


@pytest.mark.parametrize("rules", ["2x5", "3x4", "4x4", "2x6 diagonals"])
@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_a_large_board_has_the_givens_that_its_difficulty_needs(
    rules: str, difficulty: str
) -> None:
    puzzle = generate(seed=3, rules=rules, difficulty=difficulty)
    assert puzzle.is_unique and puzzle.rate().difficulty == difficulty
    assert remake(puzzle.info["recipe"]) == puzzle
    assert len(puzzle.givens.filled) < 0.6 * puzzle.rules.size**2


def test_rules_that_no_board_obeys_are_named_so() -> None:
    with pytest.raises(RulesError, match="some of the rules exclude each other"):
        generate(seed=1, rules="2x2 antiking antiknight nonconsecutive")


def test_the_nearest_puzzle_of_other_rules_has_its_whole_rating() -> None:
    """The search rates with easier techniques alone; what it shows is rated to the end."""
    with pytest.raises(LimitReached) as caught:
        generate(seed=1, rules="diagonals", rating=(1.0, 1.2), budget=1)
    nearest = caught.value.progress
    assert nearest.info["rating"] == str(nearest.rate().er) != "20.0"
    assert f"ER {nearest.rate().er}" in str(caught.value)


@pytest.mark.slow
def test_a_nearest_puzzle_without_a_first_step_is_said_to_be_unsolved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "_IMPLICATIONS", 1_000)  # with more, chains solve it
    with pytest.raises(LimitReached, match="not solved by the techniques"):
        generate(seed=1, rules="nonconsecutive", difficulty="hard", budget=1)


@pytest.mark.slow
def test_easier_techniques_alone_find_the_same_puzzles() -> None:
    """A puzzle is kept if and only if its whole rating is in the range."""
    every = list(islice(series(seed=1, variant="killer", first=8), 8))
    kept = [p.rules for p in every if 2.6 <= p.rate().er <= 4.4]
    found = islice(series(seed=1, difficulty="hard", variant="killer", first=8), len(kept))
    assert len(every) > len(kept) > 2 and [p.rules for p in found] == kept


@pytest.mark.parametrize(
    ("wanted", "minimal"),
    [
        ({"rules": "diagonals", "rating": (7.0, 7.5)}, True),
        ({"rules": "windoku", "difficulty": "expert"}, True),
        ({"rules": "disjoint", "difficulty": "hard", "symmetry": "rotational"}, False),
        ({"rules": "antiking", "difficulty": "medium"}, False),
        ({"rules": "2x3", "rating": (1.5, 1.5)}, True),
    ],
)
def test_puzzles_of_other_rules_with_a_rating(wanted: dict[str, Any], minimal: bool) -> None:
    puzzles = generate(4, seed=5, threads=1, **wanted)
    low, high = wanted.get("rating", (0.0, 20.0))
    for puzzle in puzzles:
        rating = puzzle.rate()
        assert low <= rating.er <= high
        assert wanted.get("difficulty") in (None, rating.difficulty)
        assert puzzle.info["rating"] == f"{rating.er:.1f}"
        assert puzzle.is_unique and (puzzle.is_minimal or not minimal)
        assert remake(puzzle.info["recipe"]) == puzzle
    assert len({puzzle.solution() for puzzle in puzzles}) == 4
    assert generate(4, seed=5, threads=2, **wanted) == puzzles


@pytest.mark.parametrize(
    "symmetry", [pytest.param("none", marks=pytest.mark.slow), "rotational", "full"]
)
def test_a_medium_killer_needs_combinations_and_singles_alone(symmetry: str) -> None:
    puzzle = generate(seed=4, variant="killer", difficulty="medium", symmetry=symmetry)
    assert puzzle.rate().er == 2.5 and not puzzle.givens.filled and puzzle.is_unique
    assert remake(puzzle.info["recipe"]) == puzzle
    cages = {
        frozenset(cell_index(cell) for cell in cage.cells) for cage in puzzle.rules.constraints
    }
    assert sum(map(len, cages)) == 81 and (symmetry != "none" or min(map(len, cages)) > 1)
    for moved in maps_of(9, symmetry):
        assert {frozenset(moved[cell] for cell in cage) for cage in cages} == cages


@pytest.mark.parametrize("variant", ["killer", "killer,thermo"])
def test_a_killer_that_cannot_be_easy_is_refused_at_once(variant: str) -> None:
    with pytest.raises(ValueError, match=r"killer puzzle has no givens.* choose medium or harder"):
        generate(seed=1, variant=variant, difficulty="easy")
