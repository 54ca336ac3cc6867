"""Hints and ratings on boards with other rules: as the reference rates them, each step true and worded.

``data/ratings_variants.txt`` has boards made here with the ratings that Sukaku Explainer 1.18.1 gives them; the large
table is beside the checkout.
"""

from __future__ import annotations

import csv
import random
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import CORPORA

from nonet import Puzzle, RulesError, Stuck, TimeLimitReached, generate
from nonet.engine import geometry_of, has_reference, time_limit
from nonet.puzzle.explaining import rating_order
from nonet.rules import Rules
from nonet.rules.constraints import AllDifferent
from nonet.steps import SE, Cause, Step, profile
from nonet.variants import parse_rules

DATA = Path(__file__).parent / "data" / "ratings_variants.txt"
LANGUAGES = ("en", "vi", "fr", "fa")
KINDS = (
    "diagonals",
    "windoku",
    "disjoint",
    "latin9",
    "diagonals windoku",
    "antiknight",
    "antiking",
)


def known() -> list[tuple[str, str, tuple[float, ...]]]:
    """Return rules, puzzle and ER, EP, ED of each row."""
    found = []
    for line in DATA.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            rules, puzzle, figures = line.split(" | ")
            found.append((rules, puzzle, tuple(map(float, figures.split("/")))))
    return found


def rated(rules: str, puzzle: str) -> tuple[float, ...]:
    rating = Puzzle(puzzle, rules=parse_rules(rules, size=9)).rate()
    assert rating.exact and rating.profile.name == "sukaku"
    return rating.er, rating.ep, rating.ed


@pytest.mark.parametrize("kind", KINDS)
def test_a_variant_has_the_rating_of_sukaku_explainer(kind: str) -> None:
    rows = [row for row in known() if row[0] == kind]
    assert len(rows) >= 8
    assert [(puzzle, rated(kind, puzzle)) for _, puzzle, _ in rows] == [row[1:] for row in rows]


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_the_large_table_of_variants_is_met(every: int) -> None:
    path = CORPORA / "variant_ratings_dev.csv"
    if not path.exists():
        pytest.skip("needs the ratings of variants in ../shared/data")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))[::every]
    wanted = [tuple(float(row[name]) for name in ("er", "ep", "ed")) for row in rows]
    assert [rated(row["rules"], row["puzzle"]) for row in rows] == wanted


@pytest.mark.parametrize("rules", ["diagonals", "windoku", "antiknight"])
def test_the_steps_of_a_profile_have_its_rating(rules: str) -> None:
    puzzle = generate(seed=5, rules=rules, difficulty="hard")
    steps = list(puzzle.steps(profile="sukaku"))
    assert max(step.rating for step in steps) == puzzle.rate(profile="sukaku").er


@pytest.mark.parametrize(
    ("name", "rules"), [("hodoku", "diagonals"), ("sukaku", "2x3"), ("sukaku", "killer:3=r1c1r1c2")]
)
def test_profiles_of_other_programs_rate_only_the_boards_of_these(name: str, rules: str) -> None:
    with pytest.raises(RulesError, match=f"the profile {name} does not rate"):
        rating_order(parse_rules(rules), profile(name))


def steps_of(puzzle: Puzzle) -> list[Step]:
    try:
        return list(puzzle.steps())
    except Stuck as error:
        return list(error.steps)


MADE = [
    *(("rules", kind) for kind in KINDS[:5]),
    *(("rules", kind) for kind in ("2x3", "2x4 diagonals", "jigsaw:1112122233343444", "5x1")),
    *(("rules", kind) for kind in ("3x4", "4x4", "2x5 diagonals", "latin12", "6x6")),
    pytest.param("rules", "5x5", marks=pytest.mark.slow),
    ("rules", "2x6 antiknight"),
    *(("variant", kind) for kind in ("killer", "thermo", "arrow", "kropki", "renban", "sandwich")),
]


@pytest.mark.parametrize("option, name", MADE, ids=lambda value: str(value))
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=[pytest.mark.slow, pytest.mark.long])])
def test_every_step_is_true_and_has_words(option: str, name: str, seed: int) -> None:
    by_rules = option == "rules"
    puzzle = (
        generate(seed=seed, rules=name)
        if by_rules
        else generate(seed=seed, variant=name, solvable=True)
    )
    solution = puzzle.solution()
    for step in steps_of(puzzle):
        assert all(solution[cell] not in gone for cell, gone in step.removes.items()), str(step)
        assert step.places is None or solution[step.places.cell] == step.places.digit, str(step)
        assert step.rules == puzzle.rules
        assert all(step.text(language=language) for language in LANGUAGES)


def test_chains_run_through_further_houses_and_knight_s_moves() -> None:
    awaited = {"diagonal", "window", None}
    for rules, puzzle, _ in known():
        if rules in ("diagonals windoku", "antiknight") and awaited:
            for step in Puzzle(puzzle, rules=parse_rules(rules, size=9)).steps():
                for node in (node for chain in step.chains for node in chain.nodes):
                    if node.cause is Cause.FAR:
                        house = node.house and step.rules.known_houses[node.house].name
                        awaited.discard(house and house.split()[0])
    assert not awaited


def test_uniqueness_is_used_only_where_the_core_knows_all_rules() -> None:
    """A cage can tell two digits apart that no house does: a rectangle that would be deadly is not."""
    assert not geometry_of(parse_rules("2x2 killer:3=r1c1r1c2")).is_complete
    assert geometry_of(parse_rules("2x2 antiknight")).is_complete


def test_large_boards_have_most_techniques_and_a_rating() -> None:
    seen = set()
    for number in range(6):
        puzzle = generate(seed=number, rules="3x4")
        steps, rating = list(puzzle.steps()), puzzle.rate()
        assert rating.profile.name == "nonet" and rating.exact
        assert (rating.er, rating.steps) == (max(step.rating for step in steps), len(steps))
        seen |= {step.technique.id for step in steps}
    assert {"xy_wing", "xy_chain", "als_xz", "medusa_3d_trap", "unique_rectangle_1"} <= seen
    assert {"dynamic_contradiction_chain", "grouped_discontinuous_nice_loop"} <= seen


def test_houses_and_pairs_beyond_the_limits_of_the_core_are_left_out() -> None:
    cells = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    rng = random.Random(1)
    apart = [AllDifferent(rng.sample(cells, 9)) for _ in range(80)]
    known = geometry_of(Rules().with_constraints(*apart))
    sights = [known.pairs[0::2].count(cell) for cell in range(81)]
    assert max(sights) == 32 and not known.is_complete


def test_which_rules_have_reference_ratings() -> None:
    assert has_reference(parse_rules("diagonals windoku antiking", size=9))
    for rules in ("2x3", "3x3 nonconsecutive", "3x3 killer:3=r1c1r1c2", "4x4"):
        assert not has_reference(parse_rules(rules))
    small = Puzzle("1... ..3. .4.. ...2".replace(" ", ""), rules="2x2").rate()
    assert small.profile.name == "nonet" and small.er < 2
    classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert Puzzle(classic).rate().profile is SE


def test_a_rating_that_runs_out_of_time_says_so() -> None:
    """It is that of the steps so far, marked as not exact, and never that of a puzzle which no technique solves."""
    puzzle = generate(variant="killer", seed=237)
    for milliseconds in range(1, 100, 7):
        with time_limit(milliseconds / 1000), suppress(TimeLimitReached):
            rating = puzzle.rate()
            assert rating.er <= 3.1, milliseconds
            assert rating.er == 3.1 or not rating.exact, milliseconds
