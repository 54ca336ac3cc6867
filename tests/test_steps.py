"""Steps, techniques and ratings as values, and the list of techniques beside the one of the core."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from nonet import engine, steps, words
from nonet.engine import logic
from nonet.steps import (
    TECHNIQUES,
    Cause,
    Chain,
    Inference,
    Link,
    Mark,
    Rating,
    Role,
    Step,
    technique,
)

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
    ours = [(known.id, known.family, round(100 * known.ratings["se"])) for known in TECHNIQUES]
    assert ours == logic.core_techniques()
    assert engine.TECHNIQUES is TECHNIQUES
    assert [known.index for known in TECHNIQUES] == list(range(len(TECHNIQUES)))


def test_what_rests_on_uniqueness_says_so() -> None:
    assert {known.id for known in TECHNIQUES if known.assumes_unique} == {
        *(f"unique_{shape}_{number}" for shape in ("rectangle", "loop") for number in range(1, 5)),
        *(f"bug_{number}" for number in range(1, 5)),
    }


def test_a_technique_is_found_by_its_name_and_a_misspelt_one_is_told() -> None:
    assert technique("swordfish") is TECHNIQUES[technique("swordfish").index]
    assert str(technique("swordfish")) == "Swordfish"
    assert eval(repr(technique("swordfish")), {"technique": technique}) is technique("swordfish")
    with pytest.raises(ValueError, match="did you mean 'swordfish'"):
        technique("sword_fish")
    with pytest.raises(ValueError, match=r"nonet\.steps\.TECHNIQUES"):
        technique("~")


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
    placed = Step(technique("forcing_chain"), 7.0, (8, 3), {8: frozenset({1}), 0: frozenset({2})})
    assert placed.outcome == "r1c9=3, r1c1<>2"


def test_an_unknown_level_or_language_is_told() -> None:
    with pytest.raises(ValueError, match="level is 'loud'; it must be one of nudge, name, where, "):
        STEP.text("loud")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no words in the language 'xx'; there are en"):
        STEP.text(language="xx")
    with pytest.raises(ValueError, match="no words in the language"):
        technique("bug_1").name("xx")


def test_a_technique_has_a_name_other_names_and_a_definition() -> None:
    chain = technique("continuous_loop")
    assert chain.name() == "Continuous loop" and "Bidirectional cycle" in chain.aliases()
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
    assert str(Rating(7.2, 1.2, 1.2, exact=False)) == "ER 7.2+  EP 1.2+  ED 1.2+"
