"""Steps, techniques and ratings as values, and the list of techniques beside the one of the core."""

from __future__ import annotations

import copy
import json
import pickle
import re
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from nonet import Puzzle, engine, steps, words
from nonet.engine import logic
from nonet.steps import (
    TECHNIQUES,
    Cause,
    Chain,
    Inference,
    Link,
    Mark,
    Placement,
    Premise,
    Rating,
    Role,
    Step,
    Technique,
    profile,
    technique,
)
from nonet.steps import deferred as deferring
from nonet.steps.deferred import deferred
from nonet.steps.rating import rating_of_path

CHAIN = Chain(
    (
        Inference(0, 7, True, Cause.ASSUMPTION),
        Inference(8, 7, False, Cause.ROW, (0,)),
        Inference(0, 7, False, Cause.BOX, (1, 0)),
    )
)
STEP = Step(
    technique("forcing_chain"),
    7.0,
    removes={0: frozenset({7})},
    marks=(Mark(Role.TARGET, 0, frozenset({7})),),
    chains=(CHAIN,),
)


def test_the_techniques_are_those_of_the_core_in_its_order() -> None:
    ours = [
        (known.id, known.family, known.needs, round(100 * known.ratings.get("se", 0)))
        for known in (*TECHNIQUES, technique("common_peers"))
    ]
    assert ours == logic.core_techniques()
    assert engine.TECHNIQUES is TECHNIQUES
    assert [known.index for known in TECHNIQUES] == list(range(len(TECHNIQUES)))


@pytest.mark.parametrize(
    "use",
    [
        lambda step: step == STEP,
        lambda step: [STEP].index(step) == 0,
        lambda step: hash(step) == hash(STEP),
        lambda step: repr(step) == repr(STEP),
        lambda step: pickle.loads(pickle.dumps(step)) == STEP,
        lambda step: copy.deepcopy(step) == STEP,
        lambda step: replace(step, rating=1.0).chains == STEP.chains,
        lambda step: step.text() == STEP.text(),
        lambda step: isinstance(step, Step),
    ],
)
def test_a_step_that_is_made_when_it_is_read_is_that_step(use: Callable[[Step], bool]) -> None:
    made: list[Step] = []

    def make() -> Step:
        made.append(replace(STEP))
        return made[-1]

    step = deferred(make)
    assert not made
    assert use(step)
    assert step.technique is STEP.technique and len(made) == 1


def test_a_step_that_cannot_be_made_yet_can_be_read_later() -> None:
    answers = [None, STEP]

    def make() -> Step:
        answer = answers.pop(0)
        if answer is None:
            raise KeyboardInterrupt
        return answer

    step = deferred(make)
    with pytest.raises(KeyboardInterrupt):
        assert step.rating
    assert step.rating == STEP.rating


@pytest.mark.parametrize("read", [Step.title, hash])
def test_a_step_is_read_whole_whatever_happens_while_it_is_made(
    read: Callable[[Step], object],
) -> None:
    """After each line of the code that makes it another thread reads it, or Ctrl-C ends the making."""
    lines, last, step = 1, 0, STEP

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal lines
        if event == "call":
            return trace if frame.f_code.co_filename == deferring.__file__ else None
        lines += 1
        if lines == last:
            sys.settrace(None)
            assert read(step) == read(STEP)
            raise KeyboardInterrupt
        return trace

    while lines > last:
        lines, last, step = 0, last + 1, deferred(lambda: replace(STEP))
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            assert read(step) == read(STEP)
        except KeyboardInterrupt:
            lines = last + 1
            assert read(step) == read(STEP)
        finally:
            sys.settrace(before)
    assert last > 10


def test_what_rests_on_uniqueness_says_so() -> None:
    assert {known.id for known in TECHNIQUES if known.assumes_unique} == {
        *(f"unique_{shape}_{number}" for shape in ("rectangle", "loop") for number in range(1, 5)),
        *(f"bug_{number}" for number in range(1, 5)),
        *("unique_rectangle_5", "unique_rectangle_6", "hidden_rectangle"),
        *(known.id for known in TECHNIQUES if known.needs is Premise.GIVENS),
    }
    assert {known.id for known in TECHNIQUES if known.needs is Premise.GIVENS} == {
        *("avoidable_rectangle_1", "avoidable_rectangle_2", "symmetrical_placement"),
    }


def test_a_technique_is_found_by_its_id_and_its_repr_gives_it_back() -> None:
    assert technique("swordfish") is TECHNIQUES[technique("swordfish").index]
    assert str(technique("swordfish")) == "Swordfish"
    assert eval(repr(technique("swordfish")), {"technique": technique}) is technique("swordfish")


@pytest.mark.parametrize("known", TECHNIQUES, ids=lambda known: known.id)
def test_every_spelling_that_nonet_prints_finds_the_technique(known: Technique) -> None:
    for name in (known.id, known.name, known.name_in("en")):
        for spelling in (name, name.upper(), name.replace("-", " "), name.replace(" ", "_")):
            assert technique(spelling) is known, spelling


# As HoDoKu, SudokuWiki, Sudoku Explainer and players write them.
SPELLINGS = {
    "xy_wing": ("XY-Wing", "xy wing", "Y-Wing", "xywing", "XYWing", " xy-wing "),
    "x_wing": ("X wing", "X-Wing", "xwing", "X_WING"),
    "naked_pair": ("naked pair", "Naked Pairs"),
    "locked_pair": ("Locked Pair", "locked pairs"),
    "naked_quadruple": ("Naked Quad", "Naked Quads"),
    "pointing": ("Locked Candidates Type 1 (Pointing)", "Pointing Pairs"),
    "claiming": ("Box/Line Reduction", "Locked Candidates Type 2"),
    "bug_1": ("BUG+1", "Bivalue Universal Grave + 1", "bug type 1"),
    "unique_rectangle_5": ("Uniqueness Test 5", "Unique Rectangle Type 5"),
    "skyscraper": ("Skyscraper", "Skyscrapers"),
    "two_string_kite": ("2-String Kite", "Two-String Kite"),
    "turbot_fish": ("Turbot Fish", "turbot crane"),
    "w_wing": ("W-Wing", "w wing"),
    "remote_pair": ("Remote Pairs",),
    "broken_wing": ("Guardians", "Broken Wing"),
    "x_chain": ("X-Chain",),
    "x_cycle": ("Bidirectional X-Cycle", "X-Cycles"),
    "continuous_loop": ("Bidirectional Cycle",),
    "alternating_chain": ("AIC", "Alternating Inference Chains"),
    "discontinuous_nice_loop": ("DNL", "Discontinuous Nice Loops"),
    "grouped_alternating_chain": ("Grouped AIC",),
    "als_alternating_chain": ("AIC with ALS", "ALS-AIC"),
    "house_forcing_chain": ("Unit Forcing Chains", "Region Forcing Chains"),
    "nishio": ("Nishio Forcing Chains",),
    "dynamic_chain_plus": ("Dynamic Forcing Chains (+)",),
}


@pytest.mark.parametrize("id", SPELLINGS)
def test_names_of_other_programs_find_the_technique(id: str) -> None:
    for spelling in SPELLINGS[id]:
        assert technique(spelling).id == id, spelling


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("swordfihs", "unknown technique 'swordfihs'; did you mean 'swordfish'?"),
        ("x-wink", "unknown technique 'x-wink'; did you mean 'x_wing'?"),
        (
            "oddagon",
            "nonet does not look for 'oddagon'; the nearest is 'tridagon' or 'cell_forcing_chain'",
        ),
        (
            "hidden single",
            "'hidden single' stands for several techniques;"
            " choose 'hidden_single_box' or 'hidden_single_line'",
        ),
        ("bug", "unknown technique 'bug'; did you mean 'bug_1', 'bug_2', 'bug_3' or 'bug_4'?"),
        ("~", "unknown technique '~'; see `nonet techniques` for the names"),
        ("zzzz", "unknown technique 'zzzz'; see `nonet techniques` for the names"),
    ],
)
def test_a_wrong_name_gets_the_nearest_by_meaning(name: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        technique(name)
    assert str(caught.value) == message


def test_a_placement_reads_like_the_notation_and_is_a_pair() -> None:
    step = Step(technique("full_house"), 1.0, (5, 8))  # type: ignore[arg-type]
    assert step.places is not None
    assert str(step.places) == "r1c6=8"
    assert (step.places.cell, step.places.digit) == step.places == (5, 8)
    assert isinstance(pickle.loads(pickle.dumps(step)).places, Placement)


def test_the_page_of_a_technique_is_in_the_tree() -> None:
    root = Path(__file__).parents[1]
    assert all((root / known.page).is_file() for known in TECHNIQUES)


def test_a_step_of_a_puzzle_knows_its_board() -> None:
    puzzle = Puzzle(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    board = puzzle.candidates()
    for step in (puzzle.hint(), next(iter(puzzle.steps())), puzzle.all_steps()[0]):
        assert step is not None and step.board == board and step.givens == puzzle.givens
        assert pickle.loads(pickle.dumps(step)).board == board


def test_values_are_immutable_hashable_and_survive_a_pickle() -> None:
    rating = Rating(7.2, 1.2, 1.2, technique("forcing_chain"), {technique("full_house"): 3}, 4)
    for value in (STEP, rating, technique("bug_1")):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
        assert len({value, pickle.loads(pickle.dumps(value))}) == 1
    with pytest.raises(FrozenInstanceError):
        STEP.rating = 1.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        STEP.removes[1] = frozenset()  # type: ignore[index]
    with pytest.raises(TypeError):
        technique("bug_1").ratings["se"] = 0.0  # type: ignore[index]


def test_what_a_caller_changes_later_does_not_reach_the_step() -> None:
    removes = {3: frozenset({1})}
    step = Step(technique("pointing"), 2.6, removes=removes)
    removes[4] = frozenset({2})
    assert dict(step.removes) == {3: frozenset({1})}


def test_a_chain_has_two_ends_and_its_arrows_go_from_parents_to_children() -> None:
    assert (CHAIN.start.on, CHAIN.end.on, len(CHAIN)) == (True, False, 3)
    assert STEP.links == (
        Link((0, 7), (8, 7), strong=False),
        Link((8, 7), (0, 7), strong=False),
        Link((0, 7), (0, 7), strong=False),
    )


def test_a_step_prints_as_its_name_and_what_follows() -> None:
    assert str(STEP) == "Forcing chain: r1c1<>7"
    placed = Step(
        technique("forcing_chain"), 7.0, Placement(8, 3), {8: frozenset({1}), 0: frozenset({2})}
    )
    assert placed.outcome == "r1c9=3, r1c1<>2"


def test_an_unknown_level_or_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="level must be nudge, name, where or full, got 'loud'"):
        STEP.text("loud")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown language 'xx'; nonet has words in en"):
        STEP.text(language="xx")
    with pytest.raises(ValueError, match="unknown language 'xx'"):
        technique("bug_1").name_in("xx")


def test_a_technique_has_a_name_other_names_and_a_definition() -> None:
    chain = technique("continuous_loop")
    assert (
        chain.name == chain.name_in("en") == "Continuous loop"
        and "Bidirectional cycle" in chain.aliases()
    )
    assert chain.about().startswith("A loop of candidates")
    assert set(words.LEVELS) == {"nudge", "name", "where", "full"} and steps.Level == words.Level


@pytest.mark.parametrize(
    ("figures", "pearl", "diamond"),
    [
        ((7.2, 1.2, 1.2), False, False),
        ((7.2, 7.2, 1.2), True, False),
        ((7.2, 7.2, 7.2), True, True),
    ],
)
def test_pearls_and_diamonds(
    figures: tuple[float, float, float], pearl: bool, diamond: bool
) -> None:
    assert (Rating(*figures).is_pearl, Rating(*figures).is_diamond) == (pearl, diamond)
    assert not Rating(*figures, exact=False).is_pearl, "it may become harder yet"


def test_a_rating_that_is_not_exact_prints_so() -> None:
    assert str(Rating(10.0, 1.2, 1.2)) == "ER 10.0  EP 1.2  ED 1.2"
    assert repr(Rating(2.0, 1.2, 1.2, technique("pointing"), steps=1)) == (
        "<Rating: ER 2.0  EP 1.2  ED 1.2, pointing, 1 step>"
    )
    assert str(Rating(7.2, 1.2, 1.2, exact=False)) == "ER 7.2+  EP 1.2+  ED 1.2+"


def test_a_path_that_ends_early_has_no_hardest_technique() -> None:
    puzzle = Puzzle(
        "2......89....57........3..1.....563..2.14....8............9....9.8.3......7....45"
    )
    path = list(islice(puzzle.steps(profile="se"), 40))
    whole, early = rating_of_path(path), rating_of_path(path, stuck=True)
    assert whole.hardest is not None and whole.er == whole.hardest.ratings["se"] < 20
    assert (early.er, early.hardest, early.steps) == (20.0, None, 40)
    few = puzzle.rate(profile=profile("se").only("full_house", "naked_single"))
    assert (few.er, few.hardest) == (20.0, None), "as the core rates it"


def test_a_chain_through_a_further_house_travels_as_json() -> None:
    puzzle = Puzzle(
        "58...3......5..6....7...9.2......3.......1.....5....1...6......34..........7...9.",
        rules="diagonals",
    )
    step = next(
        step
        for step in puzzle.steps()
        if any(node.house is not None for chain in step.chains for node in chain.nodes)
    )
    again = Step.from_dict(
        json.loads(json.dumps(step.to_dict())),
        rules=step.rules,
        board=step.board,
        givens=step.givens,
    )
    assert again == step and again.text(all=True) == step.text(all=True)


def test_a_step_that_explains_two_lines_is_one_step_after_travelling() -> None:
    pair = Step(technique("naked_pair"), 3.0, removes={4: frozenset({1})}, houses=(0,))
    nodes = (
        Inference(0, 7, True, Cause.ASSUMPTION),
        Inference(4, 1, False, Cause.STEP, (0,), pair),
        Inference(5, 1, False, Cause.STEP, (0,), pair),
    )
    chain = Step(
        technique("dynamic_chain_plus"),
        9.5,
        removes={0: frozenset({7})},
        kind="contradiction",
        chains=(Chain(nodes),),
    )
    again = Step.from_dict(json.loads(json.dumps(chain.to_dict())))
    assert again == chain and "by the step in line 2" in chain.text(all=True)
    assert again.text(all=True) == chain.text(all=True)


_LOST = object()


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("houses",), None, "houses: expected a list"),
        (("places",), 3, "places: expected an object"),
        (("rating",), "hard", "rating: expected a number"),
        (("rating",), float("nan"), "rating: expected a number"),
        (("marks",), _LOST, "the step: expected a value for 'marks'"),
        (("marks", 0, "role"), "hero", "marks[0].role: expected one of cause, target"),
        (("marks", 0, "cell"), 7, "marks[0].cell: expected a text"),
        (("marks", 0, "cell"), "r10c1", "r10c1 is outside a 9x9 board; give the rules"),
        (("removes", "r1c1"), [10], "the step has the digit 10, which the rules do not have"),
        (("chains", 0), [], "chains[0]: expected at least one line"),
        (
            ("chains", 0, 1, "parents"),
            [1],
            "chains[0][1].parents: expected numbers of earlier lines",
        ),
        (("chains", 0, 1, "cause"), "luck", "chains[0][1].cause: expected one of assumption"),
        (("chains", 0, 1, "step"), {}, "chains[0][1].step: expected a value for 'technique'"),
        (("chains", 0, 1, "house"), "row 0", "the step has the house 'row 0'"),
    ],
)
def test_values_that_no_step_has_are_refused_with_their_place(
    path: tuple[str | int, ...], value: object, sentence: str
) -> None:
    data: Any = json.loads(json.dumps(STEP.to_dict()))
    *way, last = path
    inner = data
    for part in way:
        inner = inner[part]
    if value is _LOST:
        del inner[last]
    else:
        inner[last] = value
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Step.from_dict(data)


def test_steps_inside_each_other_without_end_are_refused() -> None:
    data: Any = STEP.to_dict()
    for _ in range(2000):
        outer: Any = STEP.to_dict()
        outer["chains"][0][1]["step"] = data
        data = outer
    with pytest.raises(ValueError, match="at most 50 steps inside each other"):
        Step.from_dict(data)


def test_a_house_whose_name_another_one_has_is_not_taken_for_it() -> None:
    words = "house:win=r2c2r2c3r2c4r3c2r3c3r3c4r4c2r4c3r4c4 house:win=r6c6r6c7r6c8r7c6r7c7r7c8r8c6r8c7r8c8"
    rules = Puzzle("." * 81, rules=words).rules
    house = len(rules.known_houses) - 2
    step = replace(STEP, houses=(house,), rules=rules)
    with pytest.raises(ValueError, match="several houses of the rules have the name 'win'"):
        Step.from_dict(step.to_dict(), rules=rules)
